"""In how many ways a game can be played: seats, options, variants."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import cast

from ... import catalogue
from ...catalogue import GameInfo, OptionInfo
from ...characters import many
from ...diagnostics import RulewrightError, UsageError
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


def settings_with(asked: GameSpec) -> list[GameSpec]:
    """Of `all_settings` those that have the variants, options and seats of one; where it names no
    variants, also those with variants, as long as these have its options. Raises `UsageError` if
    the options are in none of them, or nobody plays with so many seats.

        settings_with(GameSpec("ruta", ("ace_extra",)))   # 6 of 10
    """
    name, seats = asked.name, asked.seats
    found = all_settings(name)
    if asked.variants:
        info = catalogue.game(name, asked.variants)
        apart = info.asked and info.asked not in asked.variants
        names = (*asked.variants, info.asked) if apart else asked.variants
        known = {option.name: unusual(option) for option in info.options_with(names)}
        found = [
            replace(setting, variants=names)
            for setting in found
            if {*setting.variants} <= {*names}
            if all(value in known.get(option, ()) for option, value in setting.options.items())
        ]
    if asked.options:
        found = [*_with_options(name, found, asked.options)]
    if seats is not None:
        found = [replace(setting, seats=seats) for setting in found if seats in _numbers(setting)]
        if not found:
            raise UsageError(f"nobody plays {name} with {many(seats, 'seat')} so")
    found = [replace(setting, engine=asked.engine) for setting in found]
    return [*{str(setting): setting for setting in found}.values()]


def _numbers(setting: GameSpec) -> Collection[int]:
    """With how many seats it can be played."""
    return catalogue.game(setting.name, setting.variants).numbers_with(setting.variants)


def _with_options(
    name: str, settings: Sequence[GameSpec], options: Mapping[str, str | int]
) -> Iterator[GameSpec]:
    """The settings which these options leave, with them."""
    met = set[str]()
    for setting in settings:
        info = catalogue.game(name, setting.variants)
        known = {one.name for one in info.options_with(setting.variants)} & {*options}
        met |= known
        chosen = {**options, **setting.options}
        if len(known) == len(options) and all(
            str(chosen[one]) == str(options[one]) for one in options
        ):
            yield replace(setting, options=chosen)
    if lost := [one for one in options if one not in met]:
        raise UsageError(f"{name} has no option called {lost[0]}")


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


def _values(option: OptionInfo) -> list[str]:
    """The values that are played, of a range the ends; first what holds if nobody chooses."""
    ends = [end for value in option.values for end in value.split("..")]
    return list(dict.fromkeys([option.default, *ends]))


def unusual(option: OptionInfo) -> list[str]:
    return _values(option)[1:]
