"""How scenarios are counted, wherever their number is told: by the files that they stand in.

What is asked for with a variant is shown with the scenarios of its game, too. One that the variant
says to hold no longer is run, to see that this is so, and what it reaches says nothing: so it is
counted, and that is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from .scenario import ScenarioResult

MOST_NAMED = 4
"""Of how many files it is told what each has; of more, the first one's and what the others have."""

Origins = tuple[tuple[str, int], ...]
"""How many scenarios there are in each file, by its name, in the order in which they are run."""


def origins(places: Iterable[tuple[str, int]]) -> Origins:
    """Of scenarios by file and start, each counted once."""
    return tuple(Counter(file for file, _ in dict.fromkeys(places)).items())


def origins_of(results: Iterable[ScenarioResult]) -> tuple[Origins, int]:
    """Of results on any engines; and how many of them a variant says to hold no longer."""
    results = list(results)
    places = ((r.scenario.file.name, r.scenario.start) for r in results)
    announced = {
        (r.scenario.file.name, r.scenario.start)
        for r in results
        if r.passed and r.span.file.name != r.scenario.file.name
    }
    return origins(places), len(announced)


def counted(found: Origins, replaced: int = 0) -> str:
    """`scenarios: 8 of jealous, 19 of guildhall`; empty where all stand in one file."""
    if len(found) < 2:
        return ""
    named = found if len(found) <= MOST_NAMED else found[:1]
    parts = [f"{count} of {PurePosixPath(name).stem}" for name, count in named]
    if len(named) < len(found):
        rest = found[len(named) :]
        parts.append(f"{sum(count for _, count in rest)} of {len(rest)} other files")
    text = f"scenarios: {', '.join(parts)}"
    told = "is replaced or removed" if replaced == 1 else "are replaced or removed"
    return text + f"; {replaced} of them {told} by the variant" * bool(replaced)
