"""The engine protocol: its document and JSON schemas, a client, and the tests that an engine or bot must pass.

PROTOCOL.md, request.schema.json and answer.schema.json lie beside this file; `document` reads them.
"""

from __future__ import annotations

from pathlib import Path

VERSION = 1
LONGEST_LINE = 1 << 20
"""Bytes of a line, without its newline."""


def document(name: str) -> str:
    """The text of PROTOCOL.md or of a schema."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
