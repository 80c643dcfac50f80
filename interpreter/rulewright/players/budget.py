"""How much a searching player may look at before it moves."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from ..diagnostics import UsageError, shown
from ..limits import check_wanted

MOST_SIMULATIONS = 10_000_000


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulations for each move, or seconds. With a number of simulations the same seed gives the
    same game everywhere; with seconds a faster machine looks at more."""

    simulations: int = MOST_SIMULATIONS
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.simulations}" if self.seconds is None else f"{self.seconds:g}s"

    def rounds(self) -> Iterator[int]:
        """Numbers from 0 on, until it is used up; at least one. The time counts from where the
        first has been dealt with, for with it an engine makes what it needs. Raises `OutOfTime` if
        the search is no longer wanted (see `limits.wanted_while`)."""
        ends: float | None = None
        for number in range(self.simulations):
            if number and self.seconds is not None:
                now = time.monotonic()
                ends = now + self.seconds if ends is None else ends
                if now > ends:
                    return
            check_wanted()
            yield number


def budget(text: str, who: str, before: str) -> Budget:
    """A budget as it is written after what stands before it, `mcts:` say: `500`, or `1.5s`.

    Raises `UsageError`.
    """
    found = re.fullmatch(r"([0-9]{1,8})|([0-9]{1,6}(?:\.[0-9]{1,6})?)s", text)
    if found and found[1] and 1 <= int(found[1]) <= MOST_SIMULATIONS:
        return Budget(int(found[1]))
    if found and found[2] and float(found[2]) > 0:
        return Budget(seconds=float(found[2]))
    raise UsageError(
        f"{who} is given simulations or seconds for each move, as in {before}500 or "
        f"{before}2s, not {shown(text)}"
    )
