"""How long something may take, so that nothing runs on for ever.

A deadline is looked at between the steps of some work, by those who do it; while it is `enforced`,
it reaches into the middle of a step too, wherever signals can be had (Unix, in the main thread).
"""

from __future__ import annotations

import gc
import math
import signal
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from types import FrameType

_AT_ONCE = 1e-6  # seconds; none at all would be no alarm
_SOON = 1e-3  # seconds


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

    def enforced(self) -> AbstractContextManager[None]:
        """Raise `OutOfTime` in the middle of whatever is done within, once, as soon as it has come.

        What catches that by mistake goes on until the next `check`.
        """
        self.check()
        if math.isinf(self.left) or not _can_interrupt():
            return nullcontext()
        return _Alarm(self.left)


class _Alarm:
    """The alarm of the system, set to ring once while something is done.

    It rings once, and nothing is left to be tidied up later: if it does while the block is being
    left, that may be all that happens there, and no second alarm may meet what is done afterwards.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGALRM, _interrupt)
        self._began = time.monotonic()
        self._outer, _ = signal.setitimer(signal.ITIMER_REAL, self._seconds or _AT_ONCE)

    def __exit__(self, *error: object) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._outer:
            left = self._outer - (time.monotonic() - self._began)
            signal.setitimer(signal.ITIMER_REAL, max(left, _AT_ONCE))


NEVER = Deadline()


def _can_interrupt() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _interrupt(number: int, frame: FrameType | None) -> None:
    if is_collecting(frame):
        signal.setitimer(signal.ITIMER_REAL, _SOON)
    else:
        raise OutOfTime


def is_collecting(frame: FrameType | None) -> bool:
    """Does a callback of the garbage collector run there? What is raised in one is lost, and a
    signal that comes while garbage is collected is told to the first that runs afterwards."""
    codes = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None
