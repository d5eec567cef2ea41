"""How things look, kept in tests/data/snapshots.

After a change that is meant, write them anew with

    FARNORTH_UPDATE_SNAPSHOTS=1 python -m pytest tests/python/test_render*.py

and read the difference before it is committed.
"""

from __future__ import annotations

import difflib
import os

import pytest
from support import ROOT

SNAPSHOTS = ROOT / "tests" / "data" / "snapshots"


def check_snapshot(name: str, found: str) -> None:
    """Fails with the difference if the text is not that of the snapshot."""
    path = SNAPSHOTS / name
    if os.environ.get("FARNORTH_UPDATE_SNAPSHOTS"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
        return
    assert path.exists(), f"no snapshot {path}; see the top of this file"
    expected = path.read_text(encoding="utf-8")
    if found != expected:
        difference = difflib.unified_diff(
            expected.splitlines(), found.splitlines(), "snapshot", "now", lineterm=""
        )
        pytest.fail(f"{name} has changed:\n" + "\n".join(list(difference)[:80]))
