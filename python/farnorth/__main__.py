"""``python -m farnorth``: the command line."""

from farnorth.cli import main

main()
