"""Where games are played: threads, processes of this machine through joblib, or a cluster of Ray or Dask.

All run `work.play_chunk` or `work.play_slots`, and hand over the records in whatever order they are finished.
"""

from __future__ import annotations

import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from typing import Any

from farnorth.errors import BotError, FarnorthError, missing_extra
from farnorth.tournament.work import Done, Job, Pool, Slot, end_with, play_chunk, play_slots

Deliver = Callable[[str], None]


class WorkerDied(FarnorthError):
    """A process that played is gone; what it was playing is to be played again."""


class Backend(ABC):
    """Plays games. What is delivered is done; after WorkerDied the rest can be given again."""

    def __init__(self, job: Job) -> None:
        """Takes what the workers must know."""
        self.job = job

    @abstractmethod
    def play(self, slots: Sequence[Slot], deliver: Deliver) -> None:
        """Plays all of these, delivering each record's line. Raises WorkerDied, or BotError with ``abort``."""

    def close(self) -> None:  # noqa: B027 - most have nothing to close
        """Ends what it has started."""


class Here(Backend):
    """This process: native bots on threads, one thread for bots that have processes of their own."""

    def __init__(self, job: Job, threads: int) -> None:
        """Takes what to play and on how many threads."""
        super().__init__(job)
        self._threads = threads if job.is_native else 1
        self._pool = Pool(job)

    def play(self, slots: Sequence[Slot], deliver: Deliver) -> None:
        """Plays all of these."""
        play_slots(self.job, self._pool, slots, deliver, self._threads)

    def close(self) -> None:
        """Ends the processes of bots."""
        self._pool.close()


class Chunks:
    """Games in portions that take about a second each, but no fewer portions than keep all workers busy."""

    SECONDS = 1.0

    def __init__(self, slots: Sequence[Slot], workers: int) -> None:
        """Takes all games, and how many workers there are."""
        self._slots = slots
        self._workers = workers
        self._next = 0
        self._size = 1

    def __iter__(self) -> Iterator[Sequence[Slot]]:
        """Portions; how many games one has depends on how long earlier ones took."""
        while self._next < len(self._slots):
            left = len(self._slots) - self._next
            size = max(1, min(self._size, left // (2 * self._workers)))
            self._next += size
            yield self._slots[self._next - size : self._next]

    def learn(self, done: Done) -> None:
        """Adapts the size to what a portion took."""
        fitting = int(len(done.lines) * self.SECONDS / max(done.seconds, 1e-3))
        self._size = max(1, min(2 * self._size, fitting))


class Pooled(Backend):
    """Workers that are handed chunks of games, each as many as keep it busy."""

    def play(self, slots: Sequence[Slot], deliver: Deliver) -> None:
        """Plays all of these."""
        workers = max(1, self._workers())
        chunks = Chunks(slots, workers)
        source, running = iter(chunks), set[Any]()
        try:
            while True:
                while len(running) < 2 * workers and (chunk := next(source, None)) is not None:
                    running.add(self._submit(chunk))
                if not running:
                    return
                for task in self._finished(running):
                    running.discard(task)
                    done = self._result(task)
                    chunks.learn(done)
                    for line in done.lines:
                        deliver(line)
        finally:
            for task in running:
                self._cancel(task)

    @abstractmethod
    def _workers(self) -> int:
        """How many workers there are."""

    @abstractmethod
    def _submit(self, chunk: Sequence[Slot]) -> Any:
        """Has a worker play these; returns the task."""

    @abstractmethod
    def _finished(self, running: set[Any]) -> list[Any]:
        """Waits until a task is finished; returns those that are."""

    @abstractmethod
    def _result(self, task: Any) -> Done:
        """What a finished task returned. Raises what it raised, or WorkerDied."""

    def _cancel(self, task: Any) -> None:
        """Forgets a task."""
        task.cancel()


class Processes(Pooled):
    """Processes on this machine: loky, as it comes with joblib. They end with the process that started them."""

    def __init__(self, job: Job, workers: int) -> None:
        """Takes what to play and how many processes."""
        super().__init__(job)
        self._count = workers
        self._loky = _imported("joblib.externals.loky", "tournament")
        self._executor: Any = None

    def _workers(self) -> int:
        return self._count

    def _submit(self, chunk: Sequence[Slot]) -> Any:
        if self._executor is None:
            self._executor = self._loky.ProcessPoolExecutor(
                self._count, initializer=end_with, initargs=(os.getpid(),)
            )
        try:
            return self._executor.submit(play_chunk, self.job, chunk)
        except self._loky.BrokenProcessPool as error:
            raise self._broken(error) from error

    def _finished(self, running: set[Any]) -> list[Any]:
        return list(wait(running, return_when=FIRST_COMPLETED).done)

    def _result(self, task: Any) -> Done:
        try:
            return task.result()  # type: ignore[no-any-return]
        except self._loky.BrokenProcessPool as error:
            raise self._broken(error) from error

    def _broken(self, error: BaseException) -> WorkerDied:
        self.close()
        return WorkerDied(str(error).split("\n")[0].split(":")[0])

    def close(self) -> None:
        """Ends the processes."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, kill_workers=True)
            self._executor = None


class Ray(Pooled):
    """A Ray cluster. Tasks of a worker or node that dies are done again by Ray."""

    RETRIES = 5

    def __init__(self, job: Job, workers: int, address: str) -> None:
        """Joins the cluster at `address`, or the one this process is in; without either starts one here."""
        super().__init__(job)
        self._ray = _imported("ray", "ray")
        self._own = not self._ray.is_initialized()
        if self._own:
            here = {"address": "local", "num_cpus": workers, "include_dashboard": False}
            try:
                self._ray.init(log_to_driver=False, **({"address": address} if address else here))
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise FarnorthError(f"no Ray cluster at {address or 'here'}: {error}") from error
        self._task = self._ray.remote(max_retries=self.RETRIES, num_cpus=1)(play_chunk)

    def _workers(self) -> int:
        return int(self._ray.cluster_resources().get("CPU", 1))

    def _submit(self, chunk: Sequence[Slot]) -> Any:
        return self._task.remote(self.job, chunk)

    def _finished(self, running: set[Any]) -> list[Any]:
        ready, _ = self._ray.wait(list(running), num_returns=1)
        return list(ready)

    def _result(self, task: Any) -> Done:
        exceptions = self._ray.exceptions
        try:
            return self._ray.get(task)  # type: ignore[no-any-return]
        except exceptions.RayTaskError as error:
            raise error.cause from None
        except exceptions.RayError as error:  # worker, node or object lost more than RETRIES times
            raise WorkerDied(str(error).split("\n")[0]) from error

    def _cancel(self, task: Any) -> None:
        self._ray.cancel(task)

    def close(self) -> None:
        """Leaves the cluster, or ends it if it was started here."""
        if self._own:
            self._ray.shutdown()


class Dask(Pooled):
    """A Dask cluster."""

    def __init__(self, job: Job, workers: int, address: str) -> None:
        """Joins the cluster of the scheduler at `address`; without one starts a cluster of processes here."""
        super().__init__(job)
        self._distributed = distributed = _imported("distributed", "dask")
        self._cluster = None
        if not address:
            self._cluster = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None
            )
        try:
            self._client = distributed.Client(self._cluster or address)
        except OSError as error:
            raise FarnorthError(f"no Dask scheduler at {address}: {error}") from error

    def _workers(self) -> int:
        return sum(self._client.nthreads().values())

    def _submit(self, chunk: Sequence[Slot]) -> Any:
        return self._client.submit(play_chunk, self.job, chunk, pure=False)

    def _finished(self, running: set[Any]) -> list[Any]:
        waited = self._distributed.wait(list(running), return_when="FIRST_COMPLETED")
        return list(waited.done)

    def _result(self, task: Any) -> Done:
        try:
            return task.result()  # type: ignore[no-any-return]
        except (self._distributed.KilledWorker, CancelledError) as error:
            raise WorkerDied(f"a worker of the Dask cluster died: {error}") from error

    def close(self) -> None:
        """Leaves the cluster, or ends it if it was started here."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def _imported(module: str, extra: str) -> Any:
    """A module of an optional extra. Raises MissingExtra with the line that installs it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise missing_extra(module, extra) from None


def backend_of(job: Job) -> Backend:
    """The backend that a configuration names."""
    config = job.config
    if config.backend == "ray":
        return Ray(job, config.jobs, config.address)
    if config.backend == "dask":
        return Dask(job, config.jobs, config.address)
    if job.is_native or (job.is_safe and config.jobs == 1):
        return Here(job, config.jobs)
    return Processes(job, config.jobs)


def play_all(
    backend: Backend, missing: Callable[[], Sequence[Slot]], deliver: Deliver, patience: int = 3
) -> None:
    """Plays what is missing, again and again while workers die. Gives up after `patience` deaths without a game."""
    deaths, before = 0, -1
    while slots := missing():
        if len(slots) != before:
            deaths = 0
        before = len(slots)
        try:
            backend.play(slots, deliver)
        except WorkerDied as error:
            deaths += 1
            if deaths >= patience:
                raise BotError(
                    f"a process that plays died {deaths} times without finishing a game"
                    f" ({error}); a bot may have ended it: play with isolate"
                ) from error
            time.sleep(0.2)
