"""Doors to other packages, one module each. None is imported before it is asked for."""
