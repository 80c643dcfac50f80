"""What the system says when a program is to end, and what is done then.

Ctrl-C is a `KeyboardInterrupt` by itself. A terminal that is closed, a build server whose time is
over and `timeout` say it with other signals, of which Python ends at once.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import TextIO

ENDED = 128  # added to the number of the signal that ended a program, as shells do
ENDING = "SIGTERM", "SIGHUP", "SIGBREAK"  # besides SIGINT, so far as a system has them
ONCE = 1.0  # seconds in which what is said twice, to a process and to its group, counts once


def signals(*names: str) -> list[signal.Signals]:
    """Those of the signals that this system has, if it is for this thread to handle them."""
    if threading.current_thread() is not threading.main_thread():
        return []
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def ends_at_once() -> list[signal.Signals]:
    """The signals that would end the program; those that are ignored stay so."""
    return [n for n in signals(*ENDING) if signal.getsignal(n) == signal.SIG_DFL]


@contextmanager
def handled(numbers: list[signal.Signals], handler: signal._HANDLER) -> Iterator[None]:
    """Within, this is what happens at these signals."""
    before = [(number, signal.signal(number, handler)) for number in numbers]
    try:
        yield
    finally:
        for number, old in before:
            signal.signal(number, old)


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """Within, whatever ends the program is a `KeyboardInterrupt`, as Ctrl-C is."""
    last = float("-inf")

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal last
        before, last = last, monotonic()
        if last - before > ONCE:
            raise KeyboardInterrupt

    with handled(ends_at_once(), interrupt):
        yield


def drop(stream: TextIO) -> None:
    """Point a stream away, or flushing it at exit complains about it again."""
    with suppress(OSError):  # it has no number where there is no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def as_long_as_it_is_read() -> Iterator[None]:
    """Within, nothing more is printed once something could not be, now or at exit: a terminal that
    is closed is told nothing."""
    try:
        yield
    except OSError:
        drop(sys.stdout)
