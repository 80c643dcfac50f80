"""Workers: who does what, what happens to those that are late or gone, and that none is left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from rulewright.diagnostics import LimitError, PlayError
from rulewright.files import file_bytes, holding
from rulewright.limits import check_wanted
from rulewright.workers import Jobs, Reply, Threads, apart, work_on, working_apart

Work = Callable[[int], Iterator[int]]


def halving() -> Work:
    """The task, then half of it, and so on; an odd one is never answered, 0 is the end of all."""

    def work(task: int) -> Iterator[int]:
        while True:
            yield task
            if task == 0:
                os._exit(3)
            if task % 2:
                return
            task //= 2
            if task == 3:
                for _ in count():
                    pass

    return work


def failing(error: Exception) -> Work:
    def work(task: int) -> Iterator[int]:
        raise error
        yield

    return work


def reading(path: Path) -> Callable[[int], Iterator[bytes]]:
    def work(_: int) -> Iterator[bytes]:
        yield file_bytes(path, 9)

    return work


def one_after_the_other(*tasks: int) -> Callable[[object], int | None]:
    waiting = list(tasks)[::-1]
    return lambda _: waiting.pop() if waiting else None


def no_workers_are_left() -> bool:
    threads = [one for one in threading.enumerate() if one.name == "worker"]
    return not multiprocessing.active_children() and not threads


@pytest.mark.parametrize("jobs", [1, Threads(1)])
def test_each_task_may_have_several_results(jobs: Jobs) -> None:
    told: list[Reply[int, int] | None] = []

    def following(last: Reply[int, int] | None) -> int | None:
        told.append(last)
        return 4 if last is None else None

    with closing(work_on(halving, (), following, jobs=jobs)) as replies:
        assert [(reply.task, reply.result) for reply in replies] == [(4, 4), (4, 2), (4, 1)]
    assert told == [None, Reply(4, 1)]
    assert no_workers_are_left()


def test_who_is_late_or_gone_is_told_and_replaced() -> None:
    following = one_after_the_other(6, 0, 1)
    patience = lambda task, last: 0.0 if last is not None and task == 6 else 60.0  # noqa: E731
    with closing(work_on(halving, (), following, jobs=1, patience=patience)) as replies:
        found = [(reply.task, reply.result) for reply in replies]
    assert found == [(6, 6), (6, None), (0, 0), (0, None), (1, 1)]
    assert no_workers_are_left()


@pytest.mark.parametrize(
    ("error", "raised", "message"),
    [
        (PlayError("a rule went wrong"), PlayError, "^a rule went wrong$"),
        (LimitError("too long"), LimitError, "^too long$"),
        (MemoryError(), MemoryError, "^$"),
        (ZeroDivisionError("ours"), RuntimeError, "(?s)a worker failed:.*in work.*ours"),
    ],
)
def test_what_a_worker_meets_is_raised(
    error: Exception, raised: type[Exception], message: str
) -> None:
    with pytest.raises(raised, match=message):
        list(work_on(failing, (error,), one_after_the_other(1), jobs=1))
    assert no_workers_are_left()


@pytest.mark.parametrize("error", [PlayError("a rule went wrong"), MemoryError(), SystemExit(3)])
def test_what_a_thread_meets_is_raised_as_it_is(error: BaseException) -> None:
    with pytest.raises(type(error)) as raised:
        list(work_on(failing, (error,), one_after_the_other(1), jobs=Threads(2)))
    assert raised.value is error
    assert no_workers_are_left()


def waiting() -> Work:
    """Goes on until nobody wants it."""

    def work(task: int) -> Iterator[int]:
        yield threading.get_ident()
        while True:
            check_wanted()

    return work


def test_threads_work_at_once_and_end_when_nobody_wants_them() -> None:
    with closing(work_on(waiting, (), lambda last: 1, jobs=Threads(3))) as replies:
        found = {next(replies).result for _ in range(3)}
    assert len(found) == 3 and threading.get_ident() not in found
    assert no_workers_are_left()


def test_threads_that_have_no_more_to_do_leave() -> None:
    replies = work_on(halving, (), one_after_the_other(4, 8, 20), jobs=Threads(2))
    assert sorted(reply.result for reply in replies if reply.task == reply.result) == [4, 8, 20]
    assert no_workers_are_left()


def test_each_thread_has_its_own_time_apart() -> None:
    def work(task: int) -> Iterator[float]:
        with working_apart():
            sum(range(100_000))
        yield apart.seconds

    before = apart.seconds
    [reply] = work_on(lambda: work, (), one_after_the_other(1), jobs=Threads(1))
    assert reply.result is not None and reply.result > 0
    assert apart.seconds == before


ENDLESS = """
import os, sys
from itertools import count
from rulewright.workers import work_on

def endless():
    def work(task):
        yield os.getpid()
        for _ in count():
            pass
    return work

if __name__ == "__main__":
    for reply in work_on(endless, (), lambda last: 1, jobs=1):
        print(reply.result, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_workers_do_not_outlive_whoever_began_them(name: str, tmp_path: str) -> None:
    """They keep its standard output open: at its end there is none of them."""
    path = os.path.join(tmp_path, "endless.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(ENDLESS)
    process = subprocess.Popen(
        [sys.executable, path],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        preexec_fn=_with_usual_signals,
    )
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    assert worker != process.pid
    process.send_signal(getattr(signal, name))
    try:
        rest, _ = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.kill(worker, signal.SIGKILL)  # it would never end
        process.kill()
        raise
    assert rest == ""


def _with_usual_signals() -> None:
    """Also where who runs the tests has signals ignored, as `nohup` does."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", [1, Threads(1)])
def test_workers_find_files_as_who_began_them_did(jobs: Jobs, tmp_path: Path) -> None:
    path = tmp_path / "rules"
    path.write_bytes(b"before")
    with holding():
        file_bytes(path, 9)
        path.write_bytes(b"after")
        (reply,) = work_on(reading, (path,), one_after_the_other(1), jobs=jobs)
    assert reply.result == b"before"
