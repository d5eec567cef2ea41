"""Tournaments on a Ray cluster of two nodes and on a Dask cluster: the same games, also when a worker is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import farnorth
import pytest
from farnorth.tournament.config import LOG
from support import environment
from test_tournament_runs import bare_games, children_of

BOTS = ["random", "flat:its=20", "py:bots_for_tests.Seeded"]
BLOCKS = 10


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> farnorth.Tournament:
    """The tournament as one machine plays it."""
    cup = tournament(tmp_path_factory.mktemp("local") / "a")
    cup.run()
    return cup


def tournament(folder: Path) -> farnorth.Tournament:
    return farnorth.Tournament("borealis", BOTS, blocks=BLOCKS, seed=1, out=folder)


def when_played(folder: Path, games: int, act: Callable[[], bool]) -> threading.Thread:
    """Acts, in another thread, once the log has so many games; again and again until it is done."""
    log = folder / LOG

    def watch() -> None:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if log.exists() and log.read_bytes().count(b"\n") >= games and act():
                return
            time.sleep(0.01)

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    return thread


def same(cup: farnorth.Tournament, local: farnorth.Tournament) -> None:
    assert bare_games(cup.folder) == bare_games(local.folder)
    assert cup.report().to_dict() == local.report().to_dict()


def kill_child(command: bytes, killed: list[int]) -> bool:
    """Kills one process below this one whose command line contains `command`; false if there is none at the moment."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # one that has just ended
        for child in children_of(os.getpid()):
            if command in Path(f"/proc/{child}/cmdline").read_bytes():
                os.kill(child, signal.SIGKILL)
                killed.append(child)
                return True
    return False


@pytest.fixture
def ray_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    import ray  # slow to import, and needed only here
    import ray.cluster_utils

    utils: Any = ray.cluster_utils

    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # it would write a token into the home folder
    monkeypatch.setenv(
        "RAY_worker_niceness", "0"
    )  # Ray's workers yield to all others, and tests wait
    cluster = utils.Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 1,
            "include_dashboard": False,
            "object_store_memory": 80_000_000,
        },
    )
    yield cluster
    if ray.is_initialized():
        ray.shutdown()
    cluster.shutdown()


def test_ray_with_two_nodes_and_a_worker_that_is_killed(
    ray_cluster: Any, local: farnorth.Tournament, tmp_path: Path
) -> None:
    ray_cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    assert len(ray_cluster.list_all_nodes()) == 2
    cup = tournament(tmp_path / "a")
    killed: list[int] = []
    # Between two chunks of games a worker has another name, so it may take some looking.
    killer = when_played(cup.folder, 8, lambda: kill_child(b"ray::play_chunk", killed))
    cup.run(backend="ray", address=ray_cluster.address)
    killer.join(timeout=60)
    assert len(killed) == 1
    same(cup, local)


def test_dask_with_a_worker_that_is_killed(
    local: farnorth.Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed  # slow to import, and needed only here

    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])
    cup = tournament(tmp_path / "a")
    local_cluster: Any = distributed.LocalCluster  # without type hints
    with local_cluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        pid = next(iter(cluster.workers.values())).pid

        def kill_it() -> bool:
            os.kill(pid, signal.SIGKILL)
            return True

        killer = when_played(cup.folder, 8, kill_it)
        cup.run(backend="dask", address=cluster.scheduler_address)
        killer.join(timeout=60)
    assert not Path(f"/proc/{pid}").exists()
    same(cup, local)


def test_processes_one_of_which_is_killed(local: farnorth.Tournament, tmp_path: Path) -> None:
    cup = tournament(tmp_path / "a")
    killed: list[int] = []
    killer = when_played(cup.folder, 8, lambda: kill_child(b"popen_loky", killed))
    cup.run(jobs=2)
    killer.join(timeout=60)
    assert len(killed) == 1
    same(cup, local)


def test_a_bot_that_ends_the_process_that_plays_is_found_out(tmp_path: Path) -> None:
    cup = farnorth.Tournament(
        "borealis", ["random", "py:bots_for_tests.Fatal"], blocks=1, seed=1, out=tmp_path / "a"
    )
    with pytest.raises(farnorth.BotError, match=r"died 3 times .*play with isolate"):
        cup.run()
    isolated = farnorth.Tournament(
        "borealis", ["random", "py:bots_for_tests.Fatal"], blocks=1, seed=1, isolate=True,
        out=tmp_path / "b",
    )  # fmt: skip
    isolated.run()
    (failure,) = isolated.report().forfeits
    assert failure.kinds == {"crash": 2}
