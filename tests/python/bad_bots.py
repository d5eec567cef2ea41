"""A bot's program that behaves as its first argument says: ``python bad_bots.py MODE [MOVES]``.

It needs nothing but Python's own modules, as a program of a stranger would. ``good`` plays the first legal move.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Any

MODE = sys.argv[1]
MOVES = {"left": int(sys.argv[2]) if len(sys.argv) > 2 else 3}
"""Good answers before the mischief."""


def answer(request: dict[str, Any], **fields: object) -> None:
    """Answers as the protocol wants."""
    print(json.dumps({"id": request["id"], "ok": True, **fields}), flush=True)


def misbehave(request: dict[str, Any]) -> None:
    """What the mode says, in the place of a move."""
    if MODE == "crash-midgame":
        print("Traceback: lost the plot", file=sys.stderr, flush=True)
        os._exit(3)
    if MODE == "exit-0":
        os._exit(0)
    if MODE == "hang":
        time.sleep(3600)
    if MODE == "flood":
        while True:
            os.write(1, b"x" * 4096)
    if MODE == "chatter":
        while True:
            os.write(1, b'{"id":0,"ok":true}\n' * 100)
    if MODE == "long-line":
        for _ in range(100):
            os.write(1, b"y" * 1_000_000)
        os.write(1, b"\n")
    if MODE == "illegal":
        answer(request, move="castle kingside")
    if MODE == "wrong-id":
        print(json.dumps({"id": 99999, "ok": True, "move": request["legal"][0]}), flush=True)
    if MODE == "not-utf8":
        os.write(1, b'{"id":1,"move":"\xff\xfe"}\n')
    if MODE == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(50_000_000))
    if MODE == "fork":
        leave_children()
        os._exit(0)


def leave_children() -> None:
    """Starts one process in its own group and one that has left it."""
    for new_session in (False, True):
        subprocess.Popen(
            [sys.executable, "-c", "import time; time.sleep(3600)"], start_new_session=new_session
        )


def main() -> None:
    """Serves requests."""
    if MODE == "crash-at-start":
        sys.exit("no model file")
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "hello":
            if MODE == "slow-start":
                time.sleep(3600)
            answer(request, protocol=1, role="bot", name=MODE)
        elif request["cmd"] == "move":
            MOVES["left"] -= 1
            if MODE != "good" and MOVES["left"] < 0:
                misbehave(request)
                continue
            answer(request, move=request["legal"][0])
        elif request["cmd"] == "quit":
            return
        else:
            answer(request)


main()
