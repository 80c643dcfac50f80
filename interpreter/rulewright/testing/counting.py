"""How scenarios are counted, wherever their number is told: by the files that they stand in.

What is asked for with a variant is shown with the scenarios of its game, too. One that the variant
says to hold no longer is run, to see that this is so, and shows nothing else: it is told of, and
not counted. So it is with what a variant shows of itself alone where it is played with another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from ..check.modules import Loaded, is_shipped
from ..syntax import nodes as n
from .scenario import ScenarioResult

MOST_NAMED = 4
"""Of how many files it is told what each has; of more, the first one's and what the others have."""

Origins = tuple[tuple[str, int], ...]
"""How many scenarios there are in each file, by its name, in the order in which they are run."""


def origins(places: Iterable[tuple[str, int]]) -> Origins:
    """Of scenarios by file and start, each counted once."""
    return tuple(Counter(file for file, _ in dict.fromkeys(places)).items())


def origins_of(results: Iterable[ScenarioResult]) -> tuple[Origins, int]:
    """Of results on any engines; and how many more there are that a variant says to hold no
    longer."""
    shown, announced = list[tuple[str, int]](), set[tuple[str, int]]()
    for result in results:
        place = result.scenario.file.name, result.scenario.start
        if result.is_announced:
            announced.add(place)
        else:
            shown.append(place)
    return origins(shown), len(announced - {*shown})


def for_fewer(variants: Sequence[Loaded], found: Origins) -> Origins:
    """How many scenarios the files of variants that are played together hold besides those found,
    which are for one of them alone, or with another one."""
    run = dict(found)
    left = [
        (one.source.name, _written(one.file.declarations) - run.get(one.source.name, 0))
        for one in variants
    ]
    return tuple((name, count) for name, count in left if count > 0)


def told_more(left: Origins) -> str:
    """`3 more of jealous and 1 more of wind`: of those that are left out (see `for_fewer`)."""
    return " and ".join(f"{count} more of {PurePosixPath(name).stem}" for name, count in left)


def where_together(variants: Sequence[Loaded]) -> str:
    """Where the scenarios stand that are for some of these variants together: below which `with`
    blocks, in which files; where there is none, where one could stand, in a file of the author's.

    >>> where_together([drought, caravans])
    'those that are for both stand below `with caravans` in drought.game'
    """
    names = {one.header.name.text for one in variants}
    blocks = dict.fromkeys(
        _below(block.other.text, one)
        for one in variants
        for block in one.file.declarations
        if isinstance(block, n.Together) and block.other.text in names and _written(block.parts)
    )
    whom = "both" if len(variants) == 2 else "two of them"
    if blocks:
        return f"those that are for {whom} stand {' and '.join(blocks)}"
    possible = [
        _below(other, one)
        for one in variants
        if not is_shipped(one.path, one.header.name.text)
        for other in sorted(names - {one.header.name.text})
    ]
    return f"one that is for {whom} could stand {' or '.join(possible)}" if possible else ""


def _below(other: str, file: Loaded) -> str:
    return f"below `with {other}` in {file.source.name}"


def _written(declarations: Iterable[n.Declaration]) -> int:
    """How many scenarios stand there, in `with` blocks too."""
    return sum(
        _written(d.parts) if isinstance(d, n.Together)
        else isinstance(d.declaration if isinstance(d, n.ReplaceDecl) else d, n.ScenarioDecl)
        for d in declarations
    )  # fmt: skip


def counted(found: Origins, replaced: int = 0) -> str:
    """`scenarios: 8 of jealous, 19 of guildhall; 1 more is replaced or removed by the variant`;
    empty where all stand in one file."""
    if len(found) < 2:
        return ""
    named = found if len(found) <= MOST_NAMED else found[:1]
    parts = [f"{count} of {PurePosixPath(name).stem}" for name, count in named]
    if len(named) < len(found):
        rest = found[len(named) :]
        parts.append(f"{sum(count for _, count in rest)} of {len(rest)} other files")
    text = f"scenarios: {', '.join(parts)}"
    told = "is replaced or removed" if replaced == 1 else "are replaced or removed"
    return text + f"; {replaced} more {told} by the variant" * bool(replaced)
