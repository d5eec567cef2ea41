"""A bot in Python that needs no package: farnorth run borealis --bot "cmd:python bot.py" --bot random -n 10."""

import json
import sys

for line in sys.stdin.buffer:
    if not line.strip():
        continue
    try:
        ask = json.loads(line)
        answers = {
            "hello": {"protocol": 1, "role": "bot", "name": "last-legal"},
            "move": {"move": (ask.get("legal") or [None])[-1]},  # your idea goes here
        }
        known = ask["cmd"] in ("hello", "start", "move", "ping", "quit")
        bad = {"ok": False, "error": {"code": "unknown_command", "message": "what?"}}
        answer = {"ok": True, **answers.get(ask["cmd"], {})} if known else bad
    except (ValueError, AttributeError, TypeError, KeyError, RecursionError) as error:
        ask, answer = {}, {"ok": False, "error": {"code": "bad_json", "message": str(error)}}
    print(json.dumps({"id": ask.get("id"), **answer}), flush=True)
    if ask.get("cmd") == "quit":
        break
