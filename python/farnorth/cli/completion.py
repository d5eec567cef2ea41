"""``farnorth completion``."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from farnorth.cli.common import CONTEXT, Command, examples


@click.command(
    cls=Command,
    context_settings=CONTEXT,
    epilog=examples(
        'eval "$(farnorth completion bash)"',
        "farnorth completion fish > ~/.config/fish/completions/farnorth.fish",
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that makes SHELL complete commands, options, games and bots."""
    make = get_completion_class(shell)
    assert make is not None  # click knows these three
    root = click.get_current_context().find_root().command
    click.echo(make(root, {}, "farnorth", "_FARNORTH_COMPLETE").source())
