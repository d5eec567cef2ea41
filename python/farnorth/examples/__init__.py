"""Programs to begin with. Each runs as it is: ``python -m farnorth.examples.<name>``."""
