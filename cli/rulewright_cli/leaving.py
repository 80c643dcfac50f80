"""How a command leaves its process: at once.

Python takes down what it has made object by object before it ends a process, which the system does
in one go: of a large game that is a sixth of the time that `check` takes.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading


def leave(code: object) -> None:
    """End the process with this code, when all is written that was said and whoever wanted to hear
    of it has heard. Comes back, and leaves it to Python, where there is more to wait for, where
    something cannot be written, and where somebody looks on, such as a profiler."""
    others = (one for one in threading.enumerate() if one is not threading.main_thread())
    waits = not all(one.daemon for one in others)
    if not isinstance(code, int) or waits or sys.gettrace() or _is_profiled():
        return
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        return
    os._exit(code)


def _is_profiled() -> bool:
    watching = getattr(sys, "monitoring", None)  # since Python 3.12
    return bool(sys.getprofile() or (watching and watching.get_tool(watching.PROFILER_ID)))
