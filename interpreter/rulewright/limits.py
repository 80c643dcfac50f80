"""How long something may take, so that nothing runs on for ever.

A deadline is looked at between the steps of some work, by those who do it; while it is `enforced`,
it reaches into the middle of a step too, wherever signals can be had (Unix, in the main thread).
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_AGAIN = 1.0  # seconds after which an interruption that was lost on the way is repeated


class OutOfTime(BaseException):
    """The time is up. No `Exception`: like Ctrl-C it is nobody's mistake, and nothing that looks
    for mistakes is to catch it."""


class Deadline:
    """A moment after which some work is to stop; without `seconds` it never comes.

    `now` is the clock, in seconds.

        deadline = Deadline(10)
        with deadline.enforced():
            for game in games:
                deadline.check()
    """

    def __init__(
        self, seconds: float | None = None, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._now = now
        self._at = math.inf if seconds is None else now() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, at least 0; infinite if it never comes."""
        return max(0.0, self._at - self._now())

    @property
    def over(self) -> bool:
        return not self.left

    def check(self) -> None:
        """Raises `OutOfTime` once it has come."""
        if self.over:
            raise OutOfTime

    def within(self, seconds: float) -> Deadline:
        """One in so many seconds from now, or this one if it comes earlier."""
        return Deadline(min(seconds, self.left), now=self._now)

    @contextmanager
    def enforced(self) -> Iterator[None]:
        """Raise `OutOfTime` in the middle of whatever is done within, as soon as it has come."""
        self.check()
        if math.isinf(self.left) or not _can_interrupt():
            yield
            return
        before = signal.signal(signal.SIGALRM, _interrupt)
        outer = signal.setitimer(signal.ITIMER_REAL, self.left or 1e-6, _AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, *outer)
            signal.signal(signal.SIGALRM, before)


NEVER = Deadline()


def _can_interrupt() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _interrupt(number: int, frame: object) -> None:
    raise OutOfTime
