"""Deadlines: looked at between steps, and enforced in the middle of them."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import IO, Any

import pytest

from rulewright import files
from rulewright.limits import NEVER, Deadline, OutOfTime, unless
from rulewright_cli.time_limit import TimeOver, time_limit

HAS_ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals as Unix has them")


class Clock:
    """Tells the time that it is set to."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


@HAS_ALARM
def test_a_file_that_is_being_read_or_written_is_closed_before_anything_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[IO[bytes]] = []

    def rung(make: Callable[..., IO[bytes]]) -> Callable[..., IO[bytes]]:
        def rings(*arguments: Any, **named: Any) -> IO[bytes]:
            opened.append(make(*arguments, **named))
            signal.raise_signal(signal.SIGALRM)
            return opened[-1]

        return rings

    monkeypatch.setattr(files, "open", rung(open), raising=False)
    monkeypatch.setattr(os, "fdopen", rung(os.fdopen))
    path = tmp_path / "file"
    for work in (
        lambda: files.write_whole(path, "whole"),
        lambda: files.file_bytes(path, 10),
        lambda: files.own_bytes(path),
    ):
        with pytest.raises(OutOfTime), Deadline(60).enforced():
            work()
            for _ in range(4_000):  # short sleeps: the alarm may ring just before one of them
                time.sleep(0.005)
        assert opened.pop().closed and not opened
    assert path.read_text() == "whole"


def test_a_deadline_comes_once_its_time_is_over() -> None:
    clock = Clock()
    deadline = Deadline(5, now=clock)
    deadline.check()
    assert (deadline.left, deadline.over) == (5, False)
    clock.time += 7
    assert (deadline.left, deadline.over) == (0, True)
    with pytest.raises(OutOfTime):
        deadline.check()


def test_one_within_another_is_never_later() -> None:
    clock = Clock()
    deadline = Deadline(5, now=clock)
    sooner, same = deadline.within(2), deadline.within(60)
    clock.time += 3
    assert (sooner.over, same.left, deadline.left) == (True, 2, 2)


def test_without_seconds_it_never_comes() -> None:
    assert NEVER.left == float("inf") and not NEVER.over
    with NEVER.enforced():
        NEVER.check()


def test_nothing_that_looks_for_mistakes_catches_it() -> None:
    assert not issubclass(OutOfTime, Exception)


def test_nothing_is_begun_when_it_is_over() -> None:
    with pytest.raises(OutOfTime), Deadline(0).enforced():
        pytest.fail("it was begun")


@HAS_ALARM
def test_it_reaches_into_the_middle() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTime), Deadline(0.01).enforced():
        for _ in count():
            pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@HAS_ALARM
def test_no_alarm_is_left_wherever_it_met_the_block() -> None:
    """Some ring while a block is entered or left, and who keeps the error keeps its frames."""
    kept = []
    for number in range(1000):
        try:
            with Deadline((number % 40 + 1) * 1e-5).enforced():
                for _ in range(number % 37 * 20):
                    pass
        except OutOfTime as error:
            kept.append(error)
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert kept


@HAS_ALARM
def test_the_outer_one_comes_in_time_whatever_the_inner_took() -> None:
    with pytest.raises(OutOfTime), Deadline(60).enforced():
        with pytest.raises(OutOfTime), Deadline(0.05).enforced():
            for _ in count():
                pass
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 0 < left < 59.96
        raise OutOfTime


@HAS_ALARM
def test_something_else_may_interrupt() -> None:
    before, asked = signal.getsignal(signal.SIGALRM), count()
    with pytest.raises(OutOfTime), unless(lambda: next(asked) == 3, 0.001):
        for _ in range(10**10):
            pass
    assert next(asked) == 4
    with unless(lambda: False, 0.001):
        until = time.monotonic() + 0.01
        while time.monotonic() < until:
            pass
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


@HAS_ALARM
def test_what_rings_while_the_block_is_left_sets_no_other_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system may have rung before the alarm is taken back, and Python hear of it afterwards."""
    set_alarm, rung = signal.setitimer, []

    def late(which: int, seconds: float, every: float = 0.0) -> tuple[float, float]:
        before = set_alarm(which, seconds, every)
        hears = signal.getsignal(signal.SIGALRM)
        if not seconds and callable(hears):
            rung.append(seconds)
            hears(signal.SIGALRM, None)
        return before

    monkeypatch.setattr(signal, "setitimer", late)
    with unless(lambda: False, 60):
        pass
    assert rung == [0]
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_other_threads_are_left_alone() -> None:
    done: list[float] = []

    def work() -> None:
        with Deadline(60).enforced():
            done.append(1.0)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1.0]


def wait(*_: object, seconds: float = 0.1) -> None:
    """Until every alarm of these tests has rung."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass


class Thing:
    """Can be referred to weakly."""


class Slow(Thing):
    __del__ = wait


def collecting() -> None:
    gc.callbacks.append(wait)
    try:
        gc.collect(0)
    finally:
        gc.callbacks.remove(wait)


def deleting() -> None:
    Slow()


def finalizing() -> None:
    thing = Thing()
    weakref.finalize(thing, wait)
    del thing


def called_back() -> None:
    thing = Thing()
    reference = weakref.ref(thing, wait)
    del thing
    assert reference() is None


def called_from_c() -> None:
    ctypes.CFUNCTYPE(None)(wait)()


@HAS_ALARM
@pytest.mark.parametrize(
    "work", [collecting, deleting, finalizing, called_back, called_from_c], ids=lambda f: f.__name__
)
def test_what_rings_where_python_loses_errors_is_not_lost(work: Callable[[], None]) -> None:
    hook = sys.unraisablehook
    with pytest.raises(OutOfTime), Deadline(0.02).enforced():
        work()
        wait(seconds=20)
    with pytest.raises(TimeOver), time_limit(0.02), Deadline(60).enforced():
        work()
        wait(seconds=20)
    assert sys.unraisablehook is hook


@HAS_ALARM
def test_other_errors_that_python_loses_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError

    told: list[type[BaseException] | None] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(lost.exc_type))
    with Deadline(60).enforced(), Deadline(60).enforced(), time_limit(60):
        thing = Thing()
        reference = weakref.ref(thing, broken)
        del thing
    assert reference() is None
    assert told == [ZeroDivisionError]
