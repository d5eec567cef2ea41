"""The C++ package and the C interface: what the wheel carries, and programs that use it."""

from __future__ import annotations

import ctypes
import io
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import farnorth
import pytest
from embedding import EXAMPLES, INSTALLED, group, run
from farnorth.paths import PACKAGE
from support import ROOT
from test_readme import blocks

pytestmark = [group, pytest.mark.timeout(2400)]

LARGEST_WHEEL = 5 << 20


# ---- What is there -------------------------------------------------------------------------------


def test_every_header_is_installed(prefix: Path) -> None:
    def headers(folder: Path) -> set[str]:
        return {str(path.relative_to(folder)) for path in folder.rglob("*.h*")}

    assert headers(prefix / "include" / "farnorth") == headers(ROOT / "cpp" / "farnorth")


def test_the_library_is_installed(prefix: Path) -> None:
    for name in (
        "lib/libfarnorth.a",
        "lib/libfarnorth_c.so",
        "lib/cmake/farnorth/farnorth-config.cmake",
        "lib/cmake/farnorth/farnorth-config-version.cmake",
        "lib/pkgconfig/farnorth.pc",
        "lib/pkgconfig/farnorth_c.pc",
        "bin/farnorth-engine",
    ):
        assert (prefix / name).exists(), name


def test_cmake_prefix() -> None:
    if INSTALLED:
        assert Path(farnorth.cmake_prefix()) == PACKAGE
    else:
        with pytest.raises(farnorth.FarnorthError, match="not installed"):
            farnorth.cmake_prefix()


def test_the_wheel_is_small(prefix: Path) -> None:
    """Compressed as a wheel is: the package and all that is installed with it."""
    packed = io.BytesIO()
    files = {path for folder in {PACKAGE, prefix} for path in folder.rglob("*") if path.is_file()}
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path in sorted(files):
            if "__pycache__" not in path.parts and not path.is_symlink():
                wheel.write(path)
    size = len(packed.getvalue())
    print(f"{size / 1e6:.2f} MB")
    assert size < LARGEST_WHEEL


def test_only_the_interface_is_exported(prefix: Path) -> None:
    symbols = run("nm", "-D", "--defined-only", str(prefix / "lib" / "libfarnorth_c.so"))
    names = {line.split()[-1] for line in symbols.splitlines() if " A " not in line}
    header = (prefix / "include/farnorth/embed/farnorth.h").read_text()
    declared = set(re.findall(r"FARNORTH_API [\w *]+?\b(farnorth_\w+)\(", header))
    assert len(declared) > 30
    assert names == declared


# ---- Programs ------------------------------------------------------------------------------------


def test_consumer_plays_as_the_library_does(consumer: Path) -> None:
    """Another project's program, other flags: the very game that Python plays with that seed."""
    source = (ROOT / "tests" / "consumer" / "main.cpp").read_text()
    assert len(source.splitlines()) < 30
    lines = run(str(consumer / "consumer")).splitlines()
    bots: list[Any] = ["ismcts:its=100", "greedy", "random"]
    record = farnorth.play(farnorth.load("borealis", players=3), bots, seed=7)
    assert record.result is not None
    assert lines == [*record.moves, "scores " + " ".join(map(str, record.result["scores"]))]


def test_c_interface_from_c(consumer: Path) -> None:
    assert run(str(consumer / "abi_c")) == "ok\n"


def test_c_example(consumer: Path) -> None:
    assert re.fullmatch(r"-?\d+ : -?\d+\n", run(str(consumer / "play_c")))


def test_readme_in_c(prefix: Path, tmp_path: Path) -> None:
    (source,) = blocks("c")
    (tmp_path / "main.c").write_text(source)
    command = ["cc", "-std=c99", "-Wall", "-Werror", "main.c", "-o", "main", f"-I{prefix}/include"]
    run(*command, f"-L{prefix}/lib", "-lfarnorth_c", f"-Wl,-rpath,{prefix}/lib", cwd=tmp_path)
    assert run(str(tmp_path / "main")).startswith('{"bestmove":"')


@pytest.mark.parametrize("name", ["farnorth", "farnorth_c"])
def test_pkg_config(prefix: Path, name: str, tmp_path: Path) -> None:
    """The file says how to compile; with pkg-config where there is one, else read by hand."""
    folder = prefix / "lib" / "pkgconfig"
    if tool := shutil.which("pkg-config"):
        env = {"PKG_CONFIG_PATH": str(folder)}
        flags = run(tool, "--cflags", "--libs", name, env=env).split()
    else:
        text = (folder / f"{name}.pc").read_text().replace("${pcfiledir}", str(folder))
        where = re.search(r"^prefix=(.*)$", text, re.M)
        assert where
        text = text.replace("${prefix}", where[1])
        flags = " ".join(re.findall(r"^(?:Cflags|Libs): (.*)$", text, re.M)).split()
    program = tmp_path / "program"
    if name == "farnorth_c":
        command = ["cc", str(EXAMPLES / "play.c"), "-o", str(program), *flags]
        rpath = f"-Wl,-rpath,{prefix / 'lib'}"
        run(*command, rpath)
    else:
        source = tmp_path / "main.cpp"
        source.write_text(
            "#include <farnorth/engine/games.hpp>\n"
            "int main() {\n"
            '  farnorth::with_game("explorers", {}, [](const auto& game) { game.start(); });\n'
            "}\n"
        )
        run("c++", str(source), "-o", str(program), *flags)
    run(str(program))


# ---- ctypes --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def library(prefix: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(prefix / "lib" / "libfarnorth_c.so"))


class Interface:
    """The C interface as somebody would wrap it in a few lines."""

    def __init__(self, library: ctypes.CDLL) -> None:
        self.c = library
        self.c.farnorth_last_error.restype = ctypes.c_char_p

    def check(self, status: int) -> None:
        if status:
            raise ValueError(status, self.c.farnorth_last_error().decode())

    def new(self, game: str, players: int, seed: str | None) -> ctypes.c_void_p:
        state = ctypes.c_void_p()
        text = None if seed is None else seed.encode()
        self.check(
            self.c.farnorth_state_new(game.encode(), players, None, text, ctypes.byref(state))
        )
        return state

    def number(self, function: str, state: ctypes.c_void_p) -> int:
        value = ctypes.c_int()
        self.check(self.c[function](state, ctypes.byref(value)))
        return value.value

    def ids(self, state: ctypes.c_void_p) -> list[int]:
        numbers, need = (ctypes.c_int32 * 4096)(), ctypes.c_size_t()
        self.check(
            self.c.farnorth_state_legal(state, numbers, ctypes.c_size_t(4096), ctypes.byref(need))
        )
        return numbers[: need.value]

    def text(self, function: str, *arguments: Any) -> str:
        """Asks how much it is, and then for the text that did not fit: the call is made once."""
        need = ctypes.c_size_t()
        assert self.c[function](*arguments, None, ctypes.c_size_t(0), ctypes.byref(need)) == 3
        buffer = ctypes.create_string_buffer(need.value)
        self.check(self.c.farnorth_last_text(buffer, need, None))
        return buffer.value.decode()


def test_c_interface_from_ctypes(library: ctypes.CDLL, any_game: farnorth.Game) -> None:
    """A whole game step by step, beside the Python package: they agree on everything."""
    c = Interface(library)
    handle = c.new(any_game.name, any_game.players, "42")
    state = any_game.new_state(seed=42)
    for ply in range(200):
        actor = c.number("farnorth_state_actor", handle)
        assert actor == (-2 if state.actor is None else state.actor)
        if state.actor is None:
            break
        ids = c.ids(handle)
        assert ids == [move.id for move in state.legal_moves]
        if ply % 20 == 0:
            texts = c.text("farnorth_state_legal_texts", handle).splitlines()
            assert texts == [move.text for move in state.legal_moves]
            assert c.text("farnorth_state_json", handle, -1) == state.to_json()
            for seat in range(any_game.players):
                assert c.text("farnorth_state_json", handle, seat) == state.view(seat).to_json()
            observed = (ctypes.c_float * any_game.observation_shape[0])()
            size = ctypes.c_size_t(len(observed))
            c.check(c.c.farnorth_state_observation(handle, 0, observed, size, None))
            assert list(observed) == state.observation(0).tolist()
            mask = (ctypes.c_uint8 * any_game.num_actions)()
            size = ctypes.c_size_t(len(mask))
            c.check(c.c.farnorth_state_legal_mask(handle, mask, size, None))
            assert list(mask) == state.legal_mask().tolist()
        chosen = ids[(7 * ply) % len(ids)]
        c.check(c.c.farnorth_state_apply(handle, chosen))
        state.apply(chosen)
    scores = (ctypes.c_int32 * any_game.players)()
    places = (ctypes.c_int32 * any_game.players)()
    returns = (ctypes.c_double * any_game.players)()
    size = ctypes.c_size_t(any_game.players)
    c.check(c.c.farnorth_state_scores(handle, scores, size, None))
    c.check(c.c.farnorth_state_places(handle, places, size, None))
    c.check(c.c.farnorth_state_returns(handle, returns, size, None))
    assert list(scores) == state.scores()
    assert list(places) == state.ranking()
    assert list(returns) == state.returns()
    c.check(c.c.farnorth_state_free(handle))
    assert c.c.farnorth_state_free(handle) == 1


def test_a_search_cannot_begin_inside_its_own_progress(library: ctypes.CDLL) -> None:
    """It would wait for itself; another bot's search may."""
    c = Interface(library)
    handle = c.new("borealis", 2, "42")
    inner: list[int] = []

    def progress(_found: bytes, _user: object) -> int:
        for limits in (b'{"sims":5}', b'{"sims":5,"seed":"1"}'):
            inner.append(search(handle, 0, limits, None, None, buffer, size, None))
        return 1

    search = c.c.farnorth_search
    buffer, size = ctypes.create_string_buffer(1 << 16), ctypes.c_size_t(1 << 16)
    follow = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(progress)
    limits = b'{"time_ms":60000,"report_ms":1}'
    c.check(search(handle, 0, limits, follow, None, buffer, size, None))
    assert inner[:2] == [5, 0]  # BAD_DATA, OK
    c.check(search(handle, 0, b'{"sims":5}', None, None, buffer, size, None))


def test_records_of_the_c_interface(library: ctypes.CDLL) -> None:
    c = Interface(library)
    line = c.text("farnorth_play", b"borealis", 2, None, b'["ismcts:its=30","greedy"]', b"11")
    record = farnorth.Record.from_line(line)
    record.verify()
    same = farnorth.play(farnorth.load("borealis"), ["ismcts:its=30", "greedy"], seed=11)
    assert record.moves == same.moves


def test_the_c_interface_needs_no_other_library(prefix: Path) -> None:
    """Nothing of ours beside it, and no Python."""
    told = subprocess.run(
        ["readelf", "-d", str(prefix / "lib" / "libfarnorth_c.so")], capture_output=True, text=True
    ).stdout
    needed = set(re.findall(r"NEEDED.*\[(.*?)\.so", told))
    assert needed
    assert needed <= {"libstdc++", "libm", "libgcc_s", "libc", "libpthread", "ld-linux-x86-64"}
