"""Processes and threads that work for this process, and never outlive it.

A worker makes what it works with once, then is given tasks one at a time and gives back results,
any number for each. A process ignores Ctrl-C and what else is told to all at once that they are to
end, which reaches the caller, who ends it; and it watches the process that began it, for one that
is killed can end nobody. It inherits what `limits` allows, and which files are held to.

Threads need no time to begin, but of all of them one at a time does what is Python. So they are for
what is mostly done apart from that, in code that lets go of Python's lock, which is measured
(`working_apart`). They are not ended but asked to: by `limits.check_wanted`.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from contextvars import copy_context
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar, cast

from .diagnostics import LimitError, PlayError, RulewrightError
from .files import HELD, Held, holding
from .limits import OutOfTime, wanted_while

Task = TypeVar("Task")
Result = TypeVar("Result")
Made = Callable[[Task], Iterable[Result]]

_LOOK = 0.25  # seconds between looks at who is late

TOLD_TO_ALL = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""Signals that may reach a process and its workers at the same time; it is for the process to end
them."""


@dataclass(frozen=True, slots=True)
class Reply(Generic[Task, Result]):
    """A result of a task. Without one nothing more comes of it: its worker was late, or has gone
    down with its process, and another has taken its place."""

    task: Task
    result: Result | None


Following = Callable[[Reply[Task, Result] | None], Task | None]
"""What a worker is to do next, after its last reply (None at first); None if there is no more."""

Patience = Callable[[Task, Reply[Task, Result] | None], float]
"""How many seconds a worker may take from now to the next result of a task, after the last one."""


class Elsewhere(Protocol):
    """Others that work, in the place of processes of this machine: see `cluster`."""

    @property
    def count(self) -> int:
        """How many tasks they work on at a time, at least 1."""
        ...

    def work_on(
        self,
        make: Callable[..., Made[Any, Any]],
        arguments: tuple[object, ...],
        following: Following[Any, Any],
        patience: Patience[Any, Any] | None,
    ) -> Generator[Reply[Any, Any]]:
        """The same as `work_on` below."""
        ...


Jobs = int | Elsewhere
"""Who works: so many processes, or others."""


def count_of(jobs: Jobs) -> int:
    """How many tasks are worked on at a time."""
    return jobs if isinstance(jobs, int) else jobs.count


def work_on(
    make: Callable[..., Made[Task, Result]],
    arguments: tuple[object, ...],
    following: Following[Task, Result],
    *,
    jobs: Jobs,
    patience: Patience[Task, Result] | None = None,
) -> Generator[Reply[Task, Result]]:
    """Replies as they come. Closing the iterator ends the workers.

    `make(*arguments)` is called in each worker, and gives what does a task there: both can be
    imported, and arguments, tasks and results pickled. Raises `PlayError` or `LimitError` for the
    user's mistakes that a worker meets, `MemoryError`, and `RuntimeError` with the traceback of
    ours; also if a worker goes down, unless there is `patience` for those that do not answer.
    """
    if not isinstance(jobs, int):
        yield from jobs.work_on(make, arguments, following, patience)
        return
    workers: list[_Worker] = []
    try:
        workers += [_begun(make, arguments) for _ in range(jobs)]
        while workers:
            ready = wait([worker.connection for worker in workers], _LOOK if patience else None)
            for worker in list(workers):
                if worker.connection in ready:
                    try:
                        is_free, result = _received(worker)
                    except EOFError:
                        if patience is None or not worker.is_busy:
                            _end(worker)
                            code = worker.process.exitcode
                            raise RuntimeError(f"a worker stopped with exit code {code}") from None
                        is_free, result = False, None
                elif worker.is_busy and time.monotonic() > worker.until:
                    is_free, result = False, None
                else:
                    continue
                if is_free:
                    task = following(worker.latest)
                    if task is None:
                        workers.remove(worker)
                        _leave(worker)
                        continue
                    worker.task, worker.is_busy, worker.latest = task, True, None
                    worker.connection.send(task)
                else:
                    worker.latest = Reply(worker.task, result)
                    if result is None:
                        _end(worker)
                        workers[workers.index(worker)] = _begun(make, arguments)
                    yield worker.latest
                if patience is not None:
                    worker.until = time.monotonic() + patience(worker.task, worker.latest)
    finally:
        for worker in workers:
            _end(worker)


@dataclass(frozen=True, slots=True)
class Threads:
    """So many threads of this process, as `work_on` takes them in the place of processes. What is
    handed to them is not pickled, and made by each of them; for those that are late one waits."""

    count: int

    def work_on(
        self,
        make: Callable[..., Made[Any, Any]],
        arguments: tuple[object, ...],
        following: Following[Any, Any],
        patience: Patience[Any, Any] | None = None,
    ) -> Generator[Reply[Any, Any]]:
        """What `work_on` above says; whatever a thread meets is raised as it is."""
        stopped, told = threading.Event(), SimpleQueue[_Told]()
        threads = [_Thread() for _ in range(self.count)]
        given = (make, arguments, stopped, told)
        running = [
            threading.Thread(target=copy_context().run, args=(one.work, *given), name="worker")
            for one in threads
        ]
        left = len(threads)
        try:
            for thread in running:
                thread.start()
            while left:
                try:
                    one, result, error = told.get(timeout=_LOOK)  # without, Windows has no Ctrl-C
                except Empty:
                    continue
                if error is not None:
                    raise error
                if result:
                    one.latest = Reply(one.task, *result)
                    yield one.latest
                    continue
                one.task, one.latest = following(one.latest), None
                one.tasks.put(one.task)
                left -= one.task is None
        finally:
            stopped.set()
            for one in threads:
                one.tasks.put(None)
            for thread in running:
                if thread.ident is not None:
                    thread.join()


_Told = tuple["_Thread", tuple[Any, ...], BaseException | None]
"""What a thread tells: a result in a tuple, which is empty if it is free, or an error it met."""


@dataclass(slots=True)
class _Thread:
    """What a thread is to do, what it does now, and its last reply to that."""

    tasks: SimpleQueue[Any] = field(default_factory=SimpleQueue)
    task: Any = None
    latest: Reply[Any, Any] | None = None

    def work(
        self,
        make: Callable[..., Made[Any, Any]],
        arguments: tuple[object, ...],
        stopped: threading.Event,
        told: SimpleQueue[_Told],
    ) -> None:
        try:
            with wanted_while(lambda: not stopped.is_set()):
                made = make(*arguments)
                told.put((self, (), None))
                while (task := self.tasks.get()) is not None:
                    for result in made(task):
                        told.put((self, (result,), None))
                    told.put((self, (), None))
        except OutOfTime as error:
            if not stopped.is_set():
                told.put((self, (), error))
        except BaseException as error:
            told.put((self, (), error))


class _Apart(threading.local):
    """How many seconds of processor time a thread has worked apart from Python."""

    seconds = 0.0


apart = _Apart()


@contextmanager
def working_apart() -> Iterator[None]:
    """Within, this thread works apart from Python, while others can do what is Python."""
    begun = time.thread_time()
    try:
        yield
    finally:
        apart.seconds += time.thread_time() - begun


@dataclass(slots=True)
class _Worker:
    """A process, the task it has, until when there is patience, and its last reply to that."""

    process: SpawnProcess
    connection: Connection
    task: Any = None
    is_busy: bool = False
    until: float = math.inf
    latest: Reply[Any, Any] | None = None


def _begun(make: Callable[..., object], arguments: tuple[object, ...]) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(make, arguments, theirs, HELD.get()), daemon=True)
    with ignored(*TOLD_TO_ALL):
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextmanager
def ignored(*numbers: signal.Signals) -> Iterator[None]:
    """Processes started meanwhile ignore these signals, such as Ctrl-C, from their first moment
    on."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals do not come here
        return
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in numbers]
    try:
        yield
    finally:
        for number, old in before:
            signal.signal(number, old)


def _received(worker: _Worker) -> tuple[bool, object]:
    """Is a worker free, and if not, a result. Raises what it met, `EOFError` if it is gone."""
    try:
        message = cast("Message", worker.connection.recv())
    except ConnectionResetError:
        raise EOFError from None
    raise_message(message)
    return message[0] == "free", message[1]


Message = tuple[str, Any]
"""What a worker tells: what kind of thing, and that."""


def message_of(error: Exception) -> Message:
    """What a worker tells of an error that it met, for `raise_message`."""
    match error:
        case MemoryError():
            return "memory", None
        case LimitError():
            return "limit", str(error)
        case PlayError():
            return "error", (str(error), error.game)
        case RulewrightError():
            return "error", (str(error), None)
    return "failure", "".join(traceback.format_exception(error))


def raise_message(message: Message) -> None:
    """Raise the error that a worker tells of, if it does."""
    match message:
        case "memory", _:
            raise MemoryError
        case "limit", what:
            raise LimitError(what)
        case "error", (what, game):
            raise PlayError(what, game=game)
        case "failure", what:
            raise RuntimeError(f"a worker failed:\n{what}")


def _leave(worker: _Worker) -> None:
    """Let a worker go that has nothing more to do."""
    worker.connection.close()
    worker.process.join()


def _end(worker: _Worker) -> None:
    worker.process.kill()
    _leave(worker)


def _work(
    make: Callable[..., Made[Any, Any]], arguments: tuple[object, ...], connection: Connection,
    held: Held | None,
) -> None:  # fmt: skip
    """What a worker does until the connection is closed, or whoever began it is gone."""
    for number in TOLD_TO_ALL:
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    try:
        with holding(held) if held is not None else nullcontext():
            made = make(*arguments)
            while True:
                connection.send(("free", None))
                for result in made(connection.recv()):
                    connection.send(("result", result))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except Exception as error:
        connection.send(message_of(error))


def _outlive_nobody() -> None:
    """End this process as soon as the one that began it has ended, however that came about."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
