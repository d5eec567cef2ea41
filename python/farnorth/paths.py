"""Where an installed farnorth keeps what other programs use: headers and libraries, and the native engine."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from farnorth.errors import FarnorthError

PACKAGE = Path(__file__).resolve().parent
ENGINE = "FARNORTH_ENGINE"
"""Environment variable that names another engine program than the installed one."""


def cmake_prefix() -> str:
    """The folder for CMAKE_PREFIX_PATH, below which are include, lib and bin.

    Raises FarnorthError if the package runs from its source tree, where they are not installed.

        cmake -DCMAKE_PREFIX_PATH="$(python -c 'import farnorth; print(farnorth.cmake_prefix())')" ...
    """
    if not (PACKAGE / "lib" / "cmake" / "farnorth").is_dir():
        raise FarnorthError(
            "the C++ library is not installed beside this package: install its wheel (pip install .), "
            "or use cmake --install"
        )
    return str(PACKAGE)


def engine_path() -> Path:
    """The native program farnorth-engine. Raises FarnorthError if there is none."""
    path = Path(os.environ.get(ENGINE) or PACKAGE / "bin" / "farnorth-engine")
    if not path.is_file():
        raise FarnorthError(
            f"there is no engine program at {path}; install the wheel, or set {ENGINE}"
        )
    return path


def run_engine(arguments: list[str]) -> NoReturn:
    """Becomes the native engine."""
    path = str(engine_path())
    os.execv(path, [path, *arguments])


def main() -> NoReturn:
    """The command ``farnorth-engine``."""
    try:
        run_engine(sys.argv[1:])
    except FarnorthError as error:
        sys.exit(f"error: {error}")
