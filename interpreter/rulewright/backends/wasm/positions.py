"""A position as it lies in the memory of a module, for games that go on from it.

First the number of the choice that waits, where the position ends, and the stream of chance in two
words; then what `play_on` and `step_on` are given for each variable that holds a state variable: a
number in as many words as its local has, the lowest first, or where in memory it lies, as lists and
maps do, which follow. Places in memory are those of a position that begins at `Module.heap`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from ...core.ir import RowOf, StackOf, StateVariable
from ...lower.intervals import bounds
from ...lower.store import LocalStore
from ...runtime.layout import CHANCE, POINT, Region, Slots
from .image import wide
from .maps import hashed
from .shapes import VARIES, WORD, Range, Shape, is_word, words

HEAD = 4  # words before those of the variables
STREAM, BEYOND = 16, 32  # where the stream of chance begins, and the first byte behind it
MASK = (1 << 64) - 1

Words = list[int]
Place = Callable[[Any, Words, int], int]  # a value behind words that begin at an address: where
Read = Callable[
    [Words, int, int], Any
]  # what begins at a word of a position that was at an address
Put = Callable[[Slots, Words, int], Words]  # some slots: what of them stands among the first words


def given_shapes(store: LocalStore) -> dict[str, Shape]:
    """The shape of each variable that holds a state variable, as positions have it."""
    found: dict[str, Shape] = {}
    for variable, region in store.layout.slots.items():
        slots = [_of_slot(region, number) for number in range(region.count)]
        held = store.variables(variable)
        if store.is_list(variable):
            found[held[0]] = Shape("list", slots[:1], length=region.count)
        else:
            found.update(zip(held, slots, strict=True))
    return found


def _of_slot(region: Region, number: int) -> Shape:
    variable, kind = region.variable, region.variable.type
    low, high = bounds(kind)
    match region.form:
        case "stack":
            assert isinstance(kind, StackOf)
            element = _number((0, kind.domain.size - 1))
            return Shape("list", [element], length=VARIES, grows=True)
        case "row":
            assert isinstance(kind, RowOf)
            return _number((-1, kind.domain.size - 1))
        case "flags" | "inverted" | "crossed":
            return _number((0, variable.keys[0].everything()))
        case "grid":
            sizes = variable.keys[0].size, _component_count(variable)
            if number < 2:
                return _number((0, (1 << sizes[number]) - 1))
            key, value = sizes[number - 2], sizes[3 - number]
            return Shape("map", [_number((0, key - 1)), _number((-1, value - 1))])
        case "plain":
            return _number((low, high))


def _component_count(variable: StateVariable) -> int:
    return bounds(variable.type)[1] + 1


def _number(found: Range) -> Shape:
    return Shape("number", range=found)


class Positions:
    """Writes positions for a module, and reads them: `shapes` is what its function is given, by
    variable."""

    def __init__(self, store: LocalStore, shapes: Mapping[str, Shape]) -> None:
        self.shapes = {name: shapes[name] for name in store.every()}
        self._first = HEAD + sum(_count(shapes[name].found()) for name in store.every())
        self._reading = _reading(store, shapes)
        self._places = _places(store, shapes)
        self._steps: list[tuple[int, int, Put | None]] = []  # of slots; None: words as they are
        for variable, region in store.layout.slots.items():
            names, base = store.variables(variable), region.base
            if store.is_list(variable):
                whole = _place(shapes[names[0]])
                assert whole is not None
                self._steps.append((base, base + region.count, _all_at(whole)))
                continue
            for slot, name in enumerate(names, base):
                put = _put(shapes[name].found())
                if put is None and self._steps and self._steps[-1][1:] == (slot, None):
                    self._steps[-1] = self._steps[-1][0], slot + 1, None
                else:
                    self._steps.append((slot, slot + 1, put))

    def written(self, slots: Slots, base: int) -> Words:
        """The words of a position that will lie at an address, the lowest 64 bits of each."""
        luck = slots[CHANCE] if isinstance(slots[CHANCE], int) else 0
        head: Words = [slots[POINT], 0, luck & MASK, luck >> 64]
        rest: Words = []
        start = base + 8 * self._first
        for first, end, put in self._steps:
            if put is None:
                head += slots[first:end]
            else:
                head += put(slots[first:end], rest, start)
        head[1] = start + 8 * len(rest)
        return head + rest

    def read(self, position: bytes, base: int) -> Slots:
        """The slots of a position that was at an address."""
        words = memoryview(position).cast("q").tolist()
        luck = words[STREAM >> 3] & MASK | (words[(STREAM >> 3) + 1] & MASK) << 64
        slots: Slots = [words[0], luck]
        for first, end, take in self._reading:
            if take is None:
                slots += words[first:end]
            else:
                slots += take(words, first, base)
        return slots

    def place(self, variable: StateVariable) -> int | None:
        """Where a state variable without keys is that is a word; None for others."""
        found = self._places.get(variable)
        return None if found is None else found[0]

    def single(self, position: bytes, variable: StateVariable) -> int | None:
        """The value of a state variable without keys that is a word; None for others."""
        place = self._places.get(variable)
        if place is None:
            return None
        at, signed = place
        return int.from_bytes(position[at : at + 8], "little", signed=signed)


def _reading(store: LocalStore, shapes: Mapping[str, Shape]) -> list[tuple[int, int, Read | None]]:
    """For some of the first words each, the slots that they stand for; None: they are these."""
    found: list[tuple[int, int, Read | None]] = []
    at = HEAD
    for variable in store.layout.slots:
        for name in store.variables(variable):
            its = shapes[name].found()
            read, count = _read(its, whole=store.is_list(variable)), _count(its)
            if read is None and found and found[-1][1:] == (at, None):
                found[-1] = found[-1][0], at + 1, None
            else:
                found.append((at, at + count, read))
            at += count
    return found


def _read(shape: Shape, *, whole: bool) -> Read | None:
    if shape.kind == "number" and words(shape.range):
        if words(shape.range) > 1:
            return lambda held, at, base: [_number_of(held[at : at + words(shape.range)])]
        return (lambda held, at, base: [held[at] & MASK]) if _is_unsigned(shape) else None
    take = _taken(shape)
    if whole:
        return lambda held, at, base: take(held, held[at] - base >> 3, base)
    return lambda held, at, base: [take(held, held[at] - base >> 3, base)]


def _taken(shape: Shape) -> Read:
    """Reads what begins at a word of a position."""
    shape = shape.found()
    match shape.kind:
        case "number":
            return _wide_at
        case "list":
            part = shape.parts[0].found()
            if part.kind == "number" and not is_word(part.range):
                return _wides_at
            if part.kind != "number":
                inner = _taken(part)
                return lambda held, at, base: [
                    inner(held, one - base >> 3, base) for one in _entries(held, at, base)
                ]
            if not _is_unsigned(part):
                return _entries
            return lambda held, at, base: [one & MASK for one in _entries(held, at, base)]
        case _:
            assert shape.kind == "map"
            return _map_at


def _entries(held: Words, at: int, base: int) -> Words:
    return held[at + 2 : at + 2 + (held[at] & 0xFFFFFFFF)]


def _number_of(held: Words) -> int:
    """The number of some words, of which the last has the sign."""
    found = held[-1]
    for word in held[-2::-1]:
        found = found << 64 | word & MASK
    return found


def _wide_at(held: Words, at: int, base: int) -> int:
    count, below = held[at] & 0xFFFFFFFF, held[at] >> 32
    return _number_of(held[at + 1 : at + 1 + count]) << 64 * below


def _wides_at(held: Words, at: int, base: int) -> Words:
    """Numbers in memory, of which those that are one place one behind the other are one."""
    found: Words = []
    for one, alike in groupby(_entries(held, at, base)):
        found += [_wide_at(held, one - base >> 3, base)] * len([*alike])
    return found


def _map_at(held: Words, at: int, base: int) -> dict[int, int]:
    entries = held[at + 2 : at + 2 + 3 * ((held[at] >> 32) + 1)]
    whole = zip(entries[::3], entries[1::3], entries[2::3], strict=True)
    return {key: value for mixed, key, value in whole if mixed and value >= 0}


def _places(
    store: LocalStore, shapes: Mapping[str, Shape]
) -> dict[StateVariable, tuple[int, bool]]:
    """Where state variables are that have no keys and are a word, and whether it has a sign."""
    found = {}
    at = 8 * HEAD
    for variable, region in store.layout.slots.items():
        for name in store.variables(variable):
            its = shapes[name].found()
            if region.form == "plain" and not variable.keys and words(its.range) == 1:
                found[variable] = at, not _is_unsigned(its)
            at += 8 * _count(its)
    return found


def _is_unsigned(shape: Shape) -> bool:
    """Is it a word without a sign?"""
    held = shape.range
    return held is not None and is_word(held) and held[1] > WORD[1]


def _put(shape: Shape) -> Put | None:
    """What is written of a slot that is a variable; None if it is a word."""
    if shape.kind == "number" and words(shape.range):
        count = words(shape.range)
        if count == 1:
            return None
        return lambda slots, rest, start: [slots[0] >> 64 * i & MASK for i in range(count)]
    place = _place(shape)
    assert place is not None
    return lambda slots, rest, start: [place(slots[0], rest, start)]


def _all_at(place: Place) -> Put:
    """The same of all slots of a state variable, as a list."""
    return lambda slots, rest, start: [place(slots, rest, start)]


def _count(shape: Shape) -> int:
    """In how many words it is given."""
    return words(shape.range) or 1 if shape.kind == "number" else 1


def arguments(shapes: Sequence[Shape], base: int, *, kept: bool = True) -> list[str]:
    """What the variables are given of a position at an address, as expressions. `kept`: lists are
    copied, for they are changed and the position is not to be."""
    found = []
    at = base + 8 * HEAD
    for shape in shapes:
        its = shape.found()
        count = _count(its)
        held = f"(i32.load offset={at} (i32.const 0))"
        if its.kind == "number" and words(its.range):
            found += [f"(i64.load offset={at + 8 * i} (i32.const 0))" for i in range(count)]
        elif its.kind == "list" and kept:
            deep = its.parts[0].found().kind == "list"
            found.append(f"(call ${'copied_all' if deep else 'copied'} {held})")
        else:
            found.append(held)
        at += 8 * count
    return found


def _place(shape: Shape) -> Place | None:
    """Puts a value behind the others and tells where it is; None where it is words itself."""
    shape = shape.found()
    match shape.kind:
        case "number" if words(shape.range):
            return None
        case "number":
            return _put_wide
        case "list":
            return _list_of(_entry(shape.parts[0]))
        case _:
            assert shape.kind == "map"
            return _put_map


def _entry(shape: Shape) -> Place | None:
    """The same for what a list holds, of which a number has one word or lies apart."""
    shape = shape.found()
    if shape.kind == "number":
        return None if words(shape.range) == 1 else _put_wide
    return _place(shape)


def _put_wide(value: int, rest: Words, start: int) -> int:
    at = start + 8 * len(rest)
    rest += memoryview(wide(value)).cast("Q")
    return at


def _list_of(place: Place | None) -> Place:
    def put(value: Sequence[Any], rest: Words, start: int) -> int:
        entries: Sequence[int] = value
        if place is _put_wide:
            entries = _put_wides(value, rest, start)
        elif place is not None:
            entries = [place(one, rest, start) for one in value]
        at = start + 8 * len(rest)
        rest += [len(value) << 32 | len(value), at + 16, *entries]
        return at

    return put


def _put_wides(value: Sequence[int], rest: Words, start: int) -> Words:
    """The places of numbers, one for those that are the same one behind the other."""
    found: Words = []
    for one, alike in groupby(value):
        found += [_put_wide(one, rest, start)] * len([*alike])
    return found


def _put_map(value: Mapping[int, int], rest: Words, start: int) -> int:
    at = start + 8 * len(rest)
    room = 8
    while room <= 2 * len(value):
        room *= 4
    entries = [0] * (3 * room)
    for key, held in value.items():
        mixed = hashed(key)
        place = mixed & room - 1
        while entries[3 * place]:
            place = place + 1 & room - 1
        entries[3 * place : 3 * place + 3] = mixed, key, held
    rest += [(room - 1) << 32 | len(value), at + 16, *entries]
    return at
