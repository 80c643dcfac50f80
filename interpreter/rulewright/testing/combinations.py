"""Which variants may be played together: what has to be tested besides the game itself."""

from __future__ import annotations

from itertools import combinations

from ..catalogue import GameInfo, VariantInfo

FEW = 4


def variant_sets(info: GameInfo, most: int | None = None) -> list[tuple[str, ...]]:
    """Sets of at most `most` variants that nobody excludes, small ones first, the empty set too.

    Pairs are where variants meet: parts of a variant may apply only together with another one. So
    `most` is two if left out; of more than `FEW` variants, among which there are very many pairs,
    each alone. If the game was asked for by a variant's path, only sets with that variant.

        variant_sets(catalogue.game("ruta"))   # (), ("ace_extra",), …, ("ace_extra", "ace_give")
    """
    found: list[tuple[str, ...]] = []
    if most is None:
        most = 2 if len(info.variants) <= FEW or info.asked else 1
    for size in range(most + 1):
        for chosen in combinations(info.variants, size):
            references = tuple(variant.reference for variant in chosen)
            if info.asked and info.asked not in references:
                continue
            if not any(_excludes(a, b) for a, b in combinations(chosen, 2)):
                found.append(references)
    return found


def _excludes(a: VariantInfo, b: VariantInfo) -> bool:
    return b.name in a.excludes or a.name in b.excludes
