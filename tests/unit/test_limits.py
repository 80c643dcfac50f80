"""Deadlines: looked at between steps, and enforced in the middle of them."""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Iterator
from itertools import count

import pytest

from rulewright.limits import NEVER, Deadline, OutOfTime
from rulewright_cli.time_limit import TimeOver, time_limit

HAS_ALARM = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals as Unix has them")


class Clock:
    """Tells the time that it is set to."""

    time = 100.0

    def __call__(self) -> float:
        return self.time


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


def test_other_threads_are_left_alone() -> None:
    done: list[float] = []

    def work() -> None:
        with Deadline(60).enforced():
            done.append(1.0)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1.0]


@pytest.fixture
def slow_callback() -> Iterator[None]:
    """Collecting garbage takes until every alarm of these tests has rung."""

    def wait(phase: str, info: dict[str, int]) -> None:
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            pass

    gc.callbacks.append(wait)
    yield
    gc.callbacks.remove(wait)


def rings(patience: float = 20.0) -> None:
    """Collect garbage, and wait."""
    until = time.monotonic() + patience
    gc.collect()
    while time.monotonic() < until:
        pass


@HAS_ALARM
def test_what_rings_while_garbage_is_collected_is_not_lost(slow_callback: None) -> None:
    with pytest.raises(OutOfTime), Deadline(0.02).enforced():
        rings()
    with pytest.raises(TimeOver), time_limit(0.02):
        rings()
