"""Entrants written in Python, one class a file, found by the entry-point group ``farnorth.bots``."""
