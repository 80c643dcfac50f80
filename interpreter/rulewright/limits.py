"""How long something may take, so that nothing runs on for ever.

A deadline is looked at between the steps of some work, by those who do it; while it is `enforced`,
it reaches into the middle of a step too, wherever signals can be had (Unix, in the main thread).
What is done in threads asks between its steps whether it is still wanted.
"""

from __future__ import annotations

import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from types import FrameType

from .files import UNDISTURBED

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

    def later(self, seconds: float) -> Deadline:
        """One so many seconds after this one."""
        return Deadline(self._at + seconds - self._now(), now=self._now)

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

    def _is_due(self) -> bool:
        return True

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if must_wait(frame):
            _ring_soon()
        elif self._is_due():
            raise OutOfTime

    def __enter__(self) -> None:
        self._hook = hear(OutOfTime, _ring_soon)
        self._before = signal.signal(signal.SIGALRM, self._interrupt)
        self._began = time.monotonic()
        self._outer, _ = signal.setitimer(signal.ITIMER_REAL, self._seconds or _AT_ONCE)

    def __exit__(self, *error: object) -> None:
        sys.unraisablehook = self._hook
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self._before)
        if self._outer:
            left = self._outer - (time.monotonic() - self._began)
            signal.setitimer(signal.ITIMER_REAL, max(left, _AT_ONCE))


class _Asking(_Alarm):
    """The alarm, which asks something each time that it rings."""

    def __init__(self, test: Callable[[], bool], every: float) -> None:
        super().__init__(every)
        self._test = test
        self._is_left = False

    def _is_due(self) -> bool:
        if self._test():
            return True
        if not self._is_left:  # else it may have rung before it was set to nothing
            signal.setitimer(signal.ITIMER_REAL, self._seconds)
        return False

    def __exit__(self, *error: object) -> None:
        self._is_left = True
        super().__exit__(*error)


def unless(test: Callable[[], bool], every: float) -> AbstractContextManager[None]:
    """Raise `OutOfTime` in the middle of what is done within, once `test` is true, which is asked
    each so many seconds; where there are no signals nothing happens.

    with unless(lambda: has_changed("ruta.game"), 0.05):
        load("ruta.game")
    """
    return _Asking(test, every) if _can_interrupt() else nullcontext()


_wanted: ContextVar[Callable[[], bool] | None] = ContextVar("wanted", default=None)


@contextmanager
def wanted_while(test: Callable[[], bool]) -> Iterator[None]:
    """What is done within is given up with `OutOfTime` once `test` is false, wherever it is asked
    for by `check_wanted`: in threads too, where no signal comes.

        stop = threading.Event()
        with wanted_while(lambda: not stop.is_set()):
            consider(state, seat, Budget(seconds=60))
    """
    token = _wanted.set(test)
    try:
        yield
    finally:
        _wanted.reset(token)


def check_wanted() -> None:
    """Raises `OutOfTime` if what is done is no longer wanted."""
    test = _wanted.get()
    if test is not None and not test():
        raise OutOfTime


NEVER = Deadline()


def _can_interrupt() -> bool:
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def _ring_soon() -> None:
    signal.setitimer(signal.ITIMER_REAL, _SOON)


@dataclass(frozen=True)
class _Hearing:
    """What Python calls with an error that it cannot raise."""

    error: type[BaseException]
    again: Callable[[], object]
    before: Callable[[sys.UnraisableHookArgs], object]

    def __call__(self, lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_type is self.error:
            self.again()
        else:
            self.before(lost)


def hear(
    error: type[BaseException], again: Callable[[], object]
) -> Callable[[sys.UnraisableHookArgs], object]:
    """Call `again` whenever a signal raised `error` where Python loses it: in a callback of a weak
    reference or of the garbage collector, in `__del__`, in a function that C has called.

    Returns what was called with such errors before, to be set again afterwards.
    """
    before = now = sys.unraisablehook
    while isinstance(now, _Hearing) and now.error is error:  # left behind, or of an outer one
        now = now.before
    sys.unraisablehook = _Hearing(error, again, now)
    return before


def must_wait(frame: FrameType | None) -> bool:
    """Is an error no good there? While a lost one is being heard another one would be lost for
    good, and one while a file is opened would leave it open."""
    while frame is not None and frame.f_code not in _WAITED_FOR:
        frame = frame.f_back
    return frame is not None


_WAITED_FOR = {_Hearing.__call__.__code__, *UNDISTURBED}
