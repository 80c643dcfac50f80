"""Which variants may be played together: what has to be tested besides the game itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from ..catalogue import GameInfo, VariantInfo

FEW = 4

Value = TypeVar("Value")
Choice = tuple[int, Value]


def variant_sets(info: GameInfo, most: int | None = None) -> list[tuple[str, ...]]:
    """Sets of at most `most` variants that nobody excludes, small ones first, the empty set too.

    Pairs are where variants meet: parts of a variant may apply only together with another one. So
    `most` is two if left out; of more than `FEW` variants, among which there are very many pairs,
    each alone, and those pairs of which one has a `with` block for the other. If the game was asked
    for by a variant's path, only sets with that variant.

        variant_sets(catalogue.game("ruta"))   # (), ("ace_extra",), …, ("ace_extra", "ace_give")
    """
    found: list[tuple[str, ...]] = []
    is_all = most is None and (len(info.variants) <= FEW or bool(info.asked))
    for size in range(3 if is_all else 2 if most is None else most + 1):
        for chosen in combinations(info.variants, size):
            references = tuple(variant.reference for variant in chosen)
            if info.asked and info.asked not in references:
                continue
            if not any(_excludes(a, b) for a, b in combinations(chosen, 2)):
                found.append(references)
    return found if most is not None or is_all else [*found, *written_together(info)]


def written_together(info: GameInfo) -> list[tuple[str, ...]]:
    """The pairs of variants of which one has a `with` block for the other, and nobody excludes any;
    if the game was asked for by a variant's path, those with that variant."""
    return [
        (a.reference, b.reference)
        for a, b in combinations(info.variants, 2)
        if (a.name in b.named_with or b.name in a.named_with) and not _excludes(a, b)
        if not info.asked or info.asked in (a.reference, b.reference)
    ]


def asked_sets(info: GameInfo, variants: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of variants to look at: the one that is asked for, by names or by the path that the
    game was asked for with; where none is, `variant_sets`."""
    if not variants:
        return variant_sets(info)
    return [(*variants, info.asked) if info.asked else tuple(variants)]


def shown_sets(info: GameInfo, variants: Sequence[str]) -> list[tuple[str, ...]]:
    """`asked_sets`, and of several variants that are asked for together each alone as well: all for
    which they have scenarios."""
    sets = asked_sets(info, variants)
    return [*sets, *((one,) for one in sets[0])] if variants and len(sets[0]) > 1 else sets


def beside_asked(info: GameInfo, variants: Sequence[str]) -> tuple[str, ...]:
    """The variants that nobody asked for, of some that are looked at with the one whose file was
    asked for; what is wrong with them alone is not its fault."""
    return tuple(v for v in variants if v != info.asked) if info.asked in variants else ()


def covering(
    values: Sequence[Sequence[Value]], fits: Callable[[Choice[Value], Choice[Value]], bool]
) -> list[dict[int, Value]]:
    """Few rows in which any two choices meet that fit together, each of another list of values.

    A choice is the number of a list and one of its values; `fits` is asked with the one of the
    earlier list first. A row has one of each list, but none
    where nothing fits to the rest of it. Each row begins with the first two choices that have not
    met and goes on with those that meet the most new ones (after Cohen and others, "The AETG
    system: an approach to testing based on combinatorial design", 1997).

        covering([[0, 1]] * 3, lambda one, other: True)   # 4 rows, not 8
    """
    unmet = {
        ((a, x), (b, y)): None
        for a, b in combinations(range(len(values)), 2)
        for x in values[a]
        for y in values[b]
        if fits((a, x), (b, y))
    }  # a dictionary keeps its order
    rows = []
    while unmet:
        row = dict(next(iter(unmet)))
        for number, possible in enumerate(values):
            if number in row:
                continue
            best, most = None, -1
            for value in possible:
                choice = (number, value)
                pairs = [(c, choice) if c[0] < number else (choice, c) for c in row.items()]
                new = sum(pair in unmet for pair in pairs)
                if new > most and all(fits(*pair) for pair in pairs):
                    best, most = choice, new
            if best is not None:
                row[number] = best[1]
        row = dict(sorted(row.items(), key=_number))
        for pair in combinations(row.items(), 2):
            unmet.pop(pair, None)
        rows.append(row)
    return rows


def _number(choice: tuple[int, object]) -> int:
    return choice[0]


def _excludes(a: VariantInfo, b: VariantInfo) -> bool:
    return b.name in a.excludes or a.name in b.excludes
