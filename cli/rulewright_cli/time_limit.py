"""How long a command may take, whatever it is doing: the option --time-limit.

Budgets of single commands are looked at by these themselves, and what they have by then is printed.
This one is for whoever runs commands over files of others: when it is over, the command ends.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeOver(BaseException):
    """The time is over. No `Exception`: what looks for mistakes is not to catch it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeOver` in what is done within after so long, on Unix (elsewhere nothing happens).

    A thread keeps the time, since the alarm of the system belongs to budgets.
    """
    if not hasattr(signal, "SIGXCPU"):
        yield
        return
    from rulewright.limits import hear

    timer = _timer(seconds)
    hook = hear(TimeOver, _ring_soon)
    before = signal.signal(signal.SIGXCPU, _over)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        sys.unraisablehook = hook
        signal.signal(signal.SIGXCPU, before)


def _over(number: int, frame: FrameType | None) -> None:
    from rulewright.limits import must_wait

    if must_wait(frame):
        _ring_soon()
    else:
        raise TimeOver


def _ring_soon() -> None:
    _timer(0.001).start()


def _timer(seconds: float) -> threading.Timer:
    """Tells the main thread when the time is over."""
    main = threading.main_thread().ident
    timer = threading.Timer(seconds, signal.pthread_kill, (main, signal.SIGXCPU))
    timer.daemon = True
    return timer
