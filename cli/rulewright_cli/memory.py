"""How much memory a command and its worker processes may have, each by itself.

What goes beyond is a `MemoryError`, which `main` tells the user, instead of a machine that swaps
until it stands still. The library sets no limit: a program that uses it has its own.
"""

from __future__ import annotations

import os
import sys

MOST_MEMORY = 4096  # megabytes, unless RULEWRIGHT_MEMORY says otherwise


def limit_memory() -> None:
    """Limit this process, and with it those that it begins, where the system can see to it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    if not (allowed := _allowed()):
        return
    # Linux counts what can be written to; elsewhere that is not told from addresses where there is
    # nothing, of which games that are compiled have many
    which = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    _, most = resource.getrlimit(which)
    wanted = allowed << 20 if most == resource.RLIM_INFINITY else min(allowed << 20, most)
    try:
        resource.setrlimit(which, (wanted, most))
    except (OSError, ValueError):
        return  # a system that knows of the limit but does not have it


def out_of_memory() -> str:
    """What is said when memory has run out."""
    allowed = _allowed()
    found = f"the {allowed:,} MB that are allowed" if allowed else "all there is"
    return (
        f"out of memory: more than {found} would be needed, for rules with too much on offer at a "
        "time, say (RULEWRIGHT_MEMORY=MB sets another limit, 0 none)"
    )


def _allowed() -> int:
    """Megabytes, 0 for no limit."""
    text = os.environ.get("RULEWRIGHT_MEMORY", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else MOST_MEMORY
