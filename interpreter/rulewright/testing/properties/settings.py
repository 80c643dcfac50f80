"""In how many ways a game can be played: seats, options, variants."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import cast

from ... import catalogue
from ...catalogue import GameInfo, OptionInfo
from ...core.ir import Number, Option
from ...diagnostics import RulewrightError
from ...game import label_of
from ...spec import GameSpec
from ..combinations import covering, variant_sets, written_together

FEW = 4  # variants besides one asked for, any three played together; of more each alone


def all_settings(name: str) -> list[GameSpec]:
    """A game in all settings in which one thing is not as usual: each number of seats, each value
    of each option (of a range the ends), each set of variants that go together. The usual one comes
    first, and then the others by how many variants and options it takes to choose them.

    `name`: of a game, or a path; for a variant's path, what is usual is the game with that variant.
    """
    info = catalogue.game(name)
    source = _source(name, info)
    usual = (info.asked,) if info.asked else ()
    sets = _sets(info)
    found = [GameSpec(source, usual, seats=seats) for seats in info.numbers_with(usual)]
    each = (info.numbers_with(names) for names in (usual, *sets))
    turns = {seats: cycle(seats) for seats in each}
    first: dict[tuple[str, str], tuple[str, ...]] = {}  # where an option has a value
    for names in sorted(sets, key=len):
        for option in info.options_with(names):
            for value in unusual(option):
                first.setdefault((option.name, value), names)
    for (name, value), names in first.items():
        found.append(GameSpec(source, names, {name: value}, next(turns[info.numbers_with(names)])))
    for names in sets:
        if names != usual:
            found.append(GameSpec(source, names, seats=next(turns[info.numbers_with(names)])))
    return sorted(found, key=lambda one: len(one.variants) + len(one.options))


def settings_with(spec: GameSpec) -> list[GameSpec]:
    """The settings that have the variants, options and seats of one, and in which one thing more is
    not as usual: each number of seats, each value of each other option (of a range the ends). What
    is as it was asked for comes first. Raises what loading it raises."""
    game = spec.load()
    numbers = game.merged.header.numbers(otherwise=(game.seats, game.seats))
    seats = (spec.seats,) if spec.seats is not None else tuple(numbers)
    turns = cycle(seats)
    others = [
        replace(spec, options={**spec.options, option.name: label_of(option, value)}, seats=many)
        for option in game.program.options
        if option.name not in spec.options
        for value, many in zip(_ends(option), turns, strict=False)
    ]
    return [*(replace(spec, seats=many) for many in seats), *others]


def paired_settings(name: str) -> list[GameSpec]:
    """A game in few settings, among which any two choices meet: a number of seats, the value of an
    option (of a range the ends), a set of variants.

        paired_settings("ruta")   # 14 of 112
    """
    info = catalogue.game(name)
    source = _source(name, info)
    sets = _sets(info)
    known = {names: {o.name: o for o in info.options_with(names)} for names in sets}
    options: dict[str, dict[str, None]] = {}  # all values that each has somewhere, in order
    for names in sorted(sets, key=len):
        for name, option in known[names].items():
            options.setdefault(name, {}).update(dict.fromkeys(_values(option)))
    seats = {seats: None for names in sets for seats in info.numbers_with(names)}
    values: list[list[object]] = [list(seats), list(sets)]
    values += [list(each) for each in options.values()]
    called = list(options)

    def fits(one: tuple[int, object], other: tuple[int, object]) -> bool:
        """Is there a set, or is it the one that is chosen, which so many play and in which options
        have these values?"""
        many = [value for what, value in (one, other) if what == 0]
        wanted = [(called[what - 2], value) for what, value in (one, other) if what > 1]
        chosen = [value for what, value in (one, other) if what == 1] or sets
        return any(
            all(name in there and value in _values(there[name]) for name, value in wanted)
            and all(seats in info.numbers_with(names) for seats in many)
            for names, there in ((n, known[n]) for n in cast("list[tuple[str, ...]]", chosen))
        )

    found = []
    for row in covering(values, fits):
        names = cast("tuple[str, ...]", row[1])
        given = {
            name: cast(str, row[number])
            for number, name in enumerate(called, 2)
            if number in row and row[number] != known[names][name].default
        }
        found.append(GameSpec(source, names, {**given}, cast(int, row[0])))
    return found


def _source(name: str, info: GameInfo) -> str:
    """By what the game is found: its name, if that leads to the same file, for it is told."""
    if name == info.name:
        return name
    try:
        is_same = catalogue.game(info.name).path == info.path
    except RulewrightError:
        is_same = False
    return info.name if is_same else str(info.path)


def _sets(info: GameInfo) -> list[tuple[str, ...]]:
    """The sets of variants that are played."""
    if len(info.variants) - bool(info.asked) <= FEW:
        return variant_sets(info, most=3)
    return [*variant_sets(info, most=1), *written_together(info)]


def _ends(option: Option) -> list[int]:
    """The values other than the usual one, of a range the ends."""
    is_range = isinstance(option.type, Number)
    values = (option.values[0], option.values[-1]) if is_range else option.values
    return [value for value in dict.fromkeys(values) if value != option.default]


def _values(option: OptionInfo) -> list[str]:
    """The values that are played, of a range the ends; first what holds if nobody chooses."""
    ends = [end for value in option.values for end in value.split("..")]
    return list(dict.fromkeys([option.default, *ends]))


def unusual(option: OptionInfo) -> list[str]:
    return _values(option)[1:]
