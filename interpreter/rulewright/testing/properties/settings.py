"""In how many ways a game can be played: seats, options, variants."""

from __future__ import annotations

from itertools import cycle
from typing import cast

from ... import catalogue
from ...catalogue import GameInfo, OptionInfo
from ...spec import GameSpec
from ..combinations import covering, variant_sets

FEW = 4  # variants, of which any three are played together; of more each is played alone


def all_settings(name: str) -> list[GameSpec]:
    """A game in all settings in which one thing is not as usual: each number of seats, each value
    of each option (of a range the ends), each set of variants that go together.

    `name`: of a game, or a path; for a variant's path, what is usual is the game with that variant.
    """
    info = catalogue.game(name)
    source = name if name == info.name else str(info.path)
    fewest, most = info.players
    usual = (info.asked,) if info.asked else ()
    sets = _sets(info)
    found = [GameSpec(source, usual, seats=seats) for seats in range(fewest, most + 1)]
    seats = cycle(range(fewest, most + 1))  # the rest with each number in turn
    for option in info.options:
        needed = {*usual, *_brought_by(info, option)}
        variants = min((names for names in sets if needed <= {*names}), key=len, default=None)
        for value in _unusual(option) if variants is not None else ():
            found.append(GameSpec(source, variants or (), {option.name: value}, next(seats)))
    for names in sets:
        if names != usual:
            found.append(GameSpec(source, names, seats=next(seats)))
    return found


def paired_settings(name: str) -> list[GameSpec]:
    """A game in few settings, among which any two choices meet: a number of seats, the value of an
    option (of a range the ends), a set of variants.

        paired_settings("ruta")   # 14 of 112
    """
    info = catalogue.game(name)
    source = name if name == info.name else str(info.path)
    sets = _sets(info)
    values: list[list[object]] = [list(range(info.players[0], info.players[1] + 1)), list(sets)]
    values += [[option.default, *_unusual(option)] for option in info.options]
    whose = [_brought_by(info, option) for option in info.options]

    def fits(one: tuple[int, object], other: tuple[int, object]) -> bool:
        """The option of a variant goes with sets that have the variant."""
        needed = {name for what, _ in (one, other) if what > 1 for name in whose[what - 2]}
        chosen = [value for what, value in (one, other) if what == 1] or sets
        return any(needed <= set(cast("tuple[str, ...]", names)) for names in chosen)

    found = []
    for row in covering(values, fits):
        options: dict[str, str | int] = {
            option.name: cast(str, row[n])
            for n, option in enumerate(info.options, 2)
            if row.get(n, option.default) != option.default
        }
        found.append(GameSpec(source, cast("tuple[str, ...]", row[1]), options, cast(int, row[0])))
    return found


def _sets(info: GameInfo) -> list[tuple[str, ...]]:
    """The sets of variants that are played."""
    return variant_sets(info, most=3 if len(info.variants) <= FEW else 1)


def _brought_by(info: GameInfo, option: OptionInfo) -> tuple[str, ...]:
    """The variant that an option belongs to, as `load` takes it; none if it is the game's own."""
    return tuple(v.reference for v in info.variants if v.name == option.variant)


def _unusual(option: OptionInfo) -> list[str]:
    values = [end for value in option.values for end in value.split("..")]
    return [value for value in dict.fromkeys(values) if value != option.default]
