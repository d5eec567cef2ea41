"""Seeds that are derived from others, one way: a bot's own tells nothing about the deal."""

from __future__ import annotations

import hashlib


def derived(purpose: str, *of: object) -> int:
    """A seed below 2^64 for a purpose, a function of the texts of what it is derived from, on every machine.

    >>> derived("casual", 0, 12, "a") == derived("casual", 0, 12, "a") != derived("casual", 1, 12, "a")
    True
    """
    text = " ".join(["farnorth", purpose, *map(str, of)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
