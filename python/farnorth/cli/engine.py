"""``farnorth engine``: the native engine on standard input and output, and the tests for engines and bots."""

from __future__ import annotations

import click

from farnorth.cli.common import (
    CONTEXT,
    Exit,
    Group,
    Seconds,
    check_bot,
    examples,
    json_option,
    print_json,
    print_table,
    say,
)
from farnorth.errors import BadData


@click.group(
    cls=Group,
    context_settings=CONTEXT,
    invoke_without_command=True,
    epilog=examples(
        """echo '{"id":1,"cmd":"hello","protocol":1}' | farnorth engine""",
        "farnorth engine --bot greedy",
        'farnorth engine check "farnorth-engine"',
    ),
)
@click.option(
    "--bot", "spec", metavar="SPEC", help="The native bot that decides.  [default: ismcts]"
)
@click.pass_context
def engine(ctx: click.Context, spec: str | None) -> None:
    """Speak the engine protocol: JSON lines on standard input and output.

    Starts the native program farnorth-engine, which needs no Python. The protocol is described in PROTOCOL.md beside
    the package farnorth.protocol; `farnorth engine check` tests any program that speaks it.
    """
    if ctx.invoked_subcommand is not None:
        return
    from farnorth.paths import run_engine

    if spec is not None:
        check_bot(spec)
    run_engine([] if spec is None else ["--bot", spec])


@engine.command(
    context_settings=CONTEXT,
    epilog=examples(
        'farnorth engine check "farnorth-engine"',
        'farnorth engine check --role bot "node mybot.js"',
    ),
)
@click.argument("command")
@click.option(
    "--role",
    type=click.Choice(["auto", "engine", "bot"]),
    default="auto",
    show_default=True,
    help="Which role to test; auto asks the program.",
)
@click.option(
    "--timeout", type=Seconds(min=0.1, max=86400), default=20.0, show_default=True, metavar="SECONDS",
    help="Until a request counts as not answered.",
)  # fmt: skip
@json_option()
def check(command: str, role: str, timeout: float, as_json: bool) -> None:
    """Test whether the program COMMAND speaks the protocol as an engine, a bot or both.

    COMMAND is one argument, quoted as for a shell. Each check starts the program anew. Exits with 6 if one fails.
    """
    from farnorth.protocol import VERSION
    from farnorth.protocol.checks import Outcome
    from farnorth.protocol.client import command_words
    from farnorth.protocol.conformance import examine, roles_of

    try:
        command_words(command)
    except BadData as error:
        raise click.UsageError(str(error)) from error
    roles = roles_of(command, timeout) if role == "auto" else [role]

    def tell(outcome: Outcome) -> None:
        if not outcome.passed:
            say(f"{outcome.role}, {outcome.check}: {outcome.remark}")

    outcomes = examine(command, roles, timeout, tell)
    passed = all(outcome.passed for outcome in outcomes)
    if as_json:
        document = [outcome.to_dict() for outcome in outcomes]
        print_json(
            {
                "command": command,
                "protocol": VERSION,
                "roles": roles,
                "passed": passed,
                "checks": document,
            }
        )
    else:
        print_table(
            f"{command}: {'passed' if passed else 'FAILED'}",
            ("role", "check", "", "what is demanded", "remark"),
            [
                (each.role, each.check, "ok" if each.passed else "FAILED", each.demand, each.remark)
                for each in outcomes
            ],
        )
    if not passed:
        raise click.exceptions.Exit(Exit.not_met)
