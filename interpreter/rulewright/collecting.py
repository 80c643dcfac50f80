"""Python's search for circles of objects, put off while very many are made that stay.

Whoever loads a game makes some hundred thousand objects, hardly any of which lie in circles; to go
through them again and again as they grow takes a fifth of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_inside = 0  # so many are at it now, in all threads


@contextmanager
def put_off() -> Iterator[None]:
    """While this lasts, in any thread, no circles are looked for – unless nobody looked for them
    before, which stays so."""
    global _inside
    with _lock:
        ours = _inside > 0 or gc.isenabled()
        if ours:
            _inside += 1
            gc.disable()
    try:
        yield
    finally:
        if ours:
            with _lock:
                _inside -= 1
                if not _inside:
                    gc.enable()
