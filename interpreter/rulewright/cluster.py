"""Machines that work for this one: what `workers` does with processes, on a cluster of Dask.

Tasks go out a few at a time; where a worker dies, the scheduler has its tasks done by another. The
first task that a worker meets brings what is to be made there, and the rule files that lie here
alone; later ones only name it. What a worker runs is this package as it is installed there: one
that is not the same to the last byte is refused, for its games might be others.
"""

from __future__ import annotations

import ctypes
import logging
import pickle
import pkgutil
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from .diagnostics import LimitError, UsageError, shown
from .files import Brought, brought
from .limits import OutOfTime
from .recent import Recent
from .resources import fingerprint
from .workers import (
    Following,
    Made,
    Message,
    Patience,
    Reply,
    ignored,
    message_of,
    raise_message,
)

if TYPE_CHECKING:
    from distributed import Client, Future

NEEDED = "a cluster needs distributed, which is not installed: pip install 'rulewright[cluster]'"
CONNECTING = 10.0  # seconds for a scheduler to answer, and for a first worker to be there
ALONE = 30.0  # seconds without any worker after which nobody is waited for
LOOKING = 5.0  # seconds between looks at how many workers there are
MOST_LOCAL = 256  # processes
KEPT = 4  # things made that each thread of a worker keeps


@contextmanager
def connected(where: str, processors: int) -> Iterator[Cluster]:
    """A cluster: `local` (a worker for each of the processors), `local:4`, or the address of a
    scheduler such as `tcp://host:8786`. One that is local ends with the block.

    Raises `UsageError` for one that cannot be had.
    """
    kind, _, size = where.partition(":")
    is_local = kind == "local" and (not _ or (size.isdecimal() and 1 <= int(size) <= MOST_LOCAL))
    if not is_local and (kind == "local" or not size):
        raise UsageError(f"a cluster is local, local:4 or tcp://HOST:PORT, not {shown(where)}")
    if find_spec("distributed") is None:
        raise UsageError(NEEDED)
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is told by us
    if is_local:
        with ignored(signal.SIGINT):
            begun = distributed.LocalCluster(
                n_workers=int(size or processors), threads_per_worker=1, processes=True,
                host="127.0.0.1", dashboard_address="127.0.0.1:0", memory_limit=None,
                silence_logs=logging.CRITICAL,
            )  # fmt: skip
        with begun, distributed.Client(begun, set_as_default=False) as client:
            yield Cluster(client, where)
        return
    try:
        client = distributed.Client(where, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {where}: {error}") from None
    with client:
        _examine(client, where)
        yield Cluster(client, where)


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster, as `work_on` takes it in the place of a number of processes."""

    client: Client
    where: str
    files: Mapping[Path, Brought] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many tasks are worked on at a time, at least 1."""
        return max(1, _threads(self.client))

    def bringing(self, files: Mapping[Path, Brought]) -> Cluster:
        """The same, with rule files for those who have none of that name."""
        return replace(self, files=files)

    def work_on(
        self,
        make: Callable[..., Made[Any, Any]],
        arguments: tuple[object, ...],
        following: Following[Any, Any],
        patience: Patience[Any, Any] | None = None,
    ) -> Generator[Reply[Any, Any]]:
        """What `workers.work_on` says. Who is late is waited for no longer, and may go on there
        until the task ends by itself."""
        orders = pickle.dumps((make, arguments, dict(self.files)))
        run = _Run(self.client, self.where, orders)
        try:
            yield from run.replies(following, patience)
        finally:
            run.end()


@dataclass(slots=True)
class _Lane:
    """Tasks one after the other: the task that is under way, and until when there is patience."""

    task: Any = None
    until: float = float("inf")


class _Run:
    """One call of `work_on`."""

    def __init__(self, client: Client, where: str, orders: bytes) -> None:
        self.client, self.where, self.orders = client, where, orders
        self.key = f"rulewright-{token_hex(8)}"
        self.numbers = count()
        self.lanes: dict[Future, _Lane] = {}
        self.done: SimpleQueue[Future] = SimpleQueue()
        self.is_late = False  # was somebody?
        self.looked = self.seen = time.monotonic()

    def replies(
        self, following: Following[Any, Any], patience: Patience[Any, Any] | None
    ) -> Iterator[Reply[Any, Any]]:
        each = 1 if patience else 2  # a second one waits there, so that nobody waits for us
        lanes = 0
        while True:
            for _ in range(self.threads() * each - lanes):
                lanes += self.give(_Lane(), following, None, patience)
            if not self.lanes:
                return
            for lane, results in self.finished():
                replies = [Reply(lane.task, result) for result in results]
                yield from replies
                lanes -= 1
                lanes += self.give(lane, following, replies[-1], patience)

    def give(
        self,
        lane: _Lane,
        following: Following[Any, Any],
        last: Reply[Any, Any] | None,
        patience: Patience[Any, Any] | None,
    ) -> bool:
        """Give a lane its next task, if there is one."""
        task = following(last)
        if task is None:
            return False
        lane.task = task
        lane.until = time.monotonic() + patience(task, None) if patience else float("inf")
        self.submit(lane, None)
        return True

    def submit(self, lane: _Lane, orders: bytes | None) -> None:
        """Send a task out. No worker is preferred: if none was left, Dask would wait for that one
        to come back."""
        future = self.client.submit(
            _carry_out, self.key, fingerprint(), lane.task, orders,
            key=f"{self.key}-{next(self.numbers)}", pure=False,
        )  # fmt: skip
        self.lanes[future] = lane
        future.add_done_callback(self.done.put)

    def finished(self) -> Iterator[tuple[_Lane, list[Any]]]:
        """Lanes whose task is done, with what came of it; None: it was late, or went down with
        those who had it."""
        with suppress(Empty):
            future = self.done.get(timeout=0.25)
            lane = self.lanes.pop(future, None)
            if lane is not None:  # else it was late
                results = self.results(future, lane)
                if results is not None:
                    yield lane, results
        now = time.monotonic()
        for future, lane in list(self.lanes.items()):
            if now > lane.until:
                del self.lanes[future]
                self.is_late = True
                future.cancel()
                yield lane, [None]

    def results(self, future: Future, lane: _Lane) -> list[Any] | None:
        """What came of a task; None if it had to be given once more."""
        import distributed

        try:
            worker, (kind, what) = future.result(timeout=CONNECTING)
        except distributed.KilledWorker as error:
            if lane.until < float("inf"):
                return [None]
            many = error.allowed_failures + 1
            raise LimitError(
                f"{many} worker{'s' * (many != 1)} of the cluster went down with the same task: "
                "most likely there is too little memory"
            ) from None
        except (OSError, distributed.client.FutureCancelledError) as error:
            raise LimitError(f"the cluster at {self.where} has gone away: {error}") from None
        match kind:
            case "unknown":
                self.submit(lane, self.orders)
                return None
            case "other":
                raise UsageError(_unlike(worker, str(what)))
        raise_message((kind, what))
        assert isinstance(what, list)
        return what

    def threads(self) -> int:
        """How many tasks can be worked on at a time; looked at now and then. Raises `LimitError`
        if there has been nobody for long."""
        now = time.monotonic()
        if self.lanes and now - self.looked < LOOKING:
            return 0
        self.looked = now
        threads = _threads(self.client)
        if threads:
            self.seen = now
        elif now - self.seen > ALONE:
            raise LimitError(f"the cluster at {self.where} has had no workers for {ALONE:.0f} s")
        return max(1, threads)

    def end(self) -> None:
        """Nothing more is wanted."""
        if self.lanes or self.is_late:
            with suppress(Exception):  # the cluster may be gone
                self.client.cancel(list(self.lanes), force=True)
                self.client.run(_stop, self.key, on_error="ignore")


def _threads(client: Client) -> int:
    """How many tasks the workers do at a time."""
    return sum(int(threads) for threads in client.ncores().values())


def _examine(client: Client, where: str) -> None:
    """Raise `UsageError` unless there is somebody to work, and all have what is here."""
    import distributed

    try:
        client.wait_for_workers(1, timeout=CONNECTING)
    except (TimeoutError, distributed.TimeoutError):
        raise UsageError(f"the cluster at {where} has no workers") from None
    name = f"{__name__}:__name__"
    try:
        client.run_on_scheduler(pkgutil.resolve_name, name)
    except Exception as error:
        raise UsageError(_without(f"the scheduler at {where}", error)) from None
    for worker, found in client.run(pkgutil.resolve_name, name, on_error="return").items():
        if isinstance(found, Exception):
            raise UsageError(_without(f"the worker {worker}", found))
    for worker, theirs in client.run(fingerprint).items():
        if theirs != fingerprint():
            raise UsageError(_unlike(worker, theirs))


def _without(who: str, error: Exception) -> str:
    return f"{who} cannot load this version of Rulewright ({error}): install it there"


def _unlike(worker: str, theirs: str) -> str:
    return (
        f"the worker {worker} has other rules or another version of Rulewright ({theirs}, "
        f"here {fingerprint()}): install the same there"
    )


class _Kept(threading.local):
    """What each thread of a worker has made, by the key of the run."""

    def __init__(self) -> None:
        self.made = Recent[str, tuple[Made[Any, Any], Mapping[Path, Brought]]](KEPT)


_kept = _Kept()
_at_work: dict[str, set[int]] = {}  # the threads that do tasks of a run
_stopped = Recent[str, bool](1_000)  # runs of which nothing more is wanted
_lock = threading.Lock()


@contextmanager
def _working(key: str) -> Iterator[None]:
    """Within, `_stop` reaches this thread; a task that arrives after that is not begun."""
    thread = threading.get_ident()
    with _lock:
        if _stopped.get(key):
            raise OutOfTime
        _at_work.setdefault(key, set()).add(thread)
    try:
        yield
    finally:
        with _lock:
            _at_work.get(key, set()).discard(thread)


def _stop(key: str) -> None:
    """Raise `OutOfTime` in whatever is done for a run, in a worker, now and later."""
    with _lock:
        _stopped.put(key, True)
        for thread in _at_work.pop(key, ()):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread), ctypes.py_object(OutOfTime)
            )


def _carry_out(key: str, ours: str, task: object, orders: bytes | None) -> tuple[str, Message]:
    """Do a task, in a worker: its address, and what came of it."""
    from distributed import get_worker

    worker = get_worker().address
    if fingerprint() != ours:
        return worker, ("other", fingerprint())
    known = _kept.made.get(key)
    if known is None and orders is None:
        return worker, ("unknown", None)
    try:
        if known is None:
            assert orders is not None
            make, arguments, files = pickle.loads(orders)
            with brought(files):
                known = make(*arguments), files
            _kept.made.put(key, known)
        made, files = known
        with brought(files), _working(key):
            return worker, ("results", list(made(task)))
    except OutOfTime:
        return worker, ("stopped", None)
    except Exception as error:
        return worker, message_of(error)
