"""The tests that an engine or a bot must pass: for ``farnorth engine check``."""

from __future__ import annotations

from collections.abc import Callable

from farnorth.errors import BotCrashed, BotError
from farnorth.protocol import VERSION
from farnorth.protocol.bot_checks import BotChecks
from farnorth.protocol.checks import Checks, Outcome
from farnorth.protocol.client import Client
from farnorth.protocol.engine_checks import EngineChecks


def roles_of(command: str, timeout: float) -> list[str]:
    """The roles a program has: an engine says so when it is not asked for a role; then it may be a bot as well.

    Raises BotError if it does not say.
    """
    try:
        with Client(command, timeout) as client:
            plain = client.ask("hello", protocol=VERSION)
            as_bot = client.ask("hello", protocol=VERSION, role="bot")
    except BotCrashed as error:
        raise BotError(f"{command}: {error}") from None
    roles = []
    if plain.ok and plain.message.get("role", "engine") == "engine":
        roles.append("engine")
    if as_bot.ok and as_bot.message.get("role") == "bot":
        roles.append("bot")
    if not roles:
        raise BotError(f"{command}: it answers hello for neither role: {plain.message}")
    return roles


def examine(
    command: str, roles: list[str], timeout: float, wanted: Callable[[Outcome], None]
) -> list[Outcome]:
    """Runs every check of the roles."""
    kinds: dict[str, type[Checks]] = {"engine": EngineChecks, "bot": BotChecks}
    return [outcome for role in roles for outcome in kinds[role](command, timeout).run(wanted)]
