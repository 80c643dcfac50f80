"""Random functions over numbers of hostile widths give the same in both targets, and what their
variables hold lies in the ranges that are found.

`RULEWRIGHT_FUZZ=5000 .venv/bin/python -m pytest tests/unit/backends/wasm/test_printer.py` draws so
many functions.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from rulewright.lower import nodes as code
from rulewright.source import NOWHERE

from .conftest import functions_in

CASES = int(os.environ.get("RULEWRIGHT_FUZZ", "24"))
ROWS = 6  # of values that a function is given, one after the other
WIDTHS = (
    0, 1, 2, 31, 32, 33, 40, 61, 62, 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256, 257, 300,
    383, 384, 385, 700,
)  # fmt: skip
WIDEST = 6000
SHIFTS = (0, 1, 5, 31, 32, 63, 64, 65, 127, 128, 191, 192, 256, 383, 384, 400)
SPARSE = (
    1 << 3 | 1 << 63 | 1 << 64 | 1 << 190 | 1 << 448 | 1 << 449, (1 << 5000) - (1 << 4994),
    1 << 62 | 1 << 63, 1 << 127 | 1 << 700, 7 << 62 | 1 << 255 | 1 << 511,
)  # fmt: skip
DATA = ("ONE", "TWO", "THREE")
NUMBERS, LISTS, MAPS, KEYS = ("a", "b", "c", "d"), ("p", "q"), ("m",), ("k",)
BINARY = "+ - * % & | ^ << >> + - & |".split()
COMPARED = ("==", "!=", "<", "<=", ">", ">=")


class Drawn:
    """A function that is drawn: what may be read there, and how deep it is."""

    def __init__(self, luck: random.Random, names: tuple[str, ...] = ()) -> None:
        self.luck = luck
        self.names = names
        self.loops = 0
        self.masks = 0

    def one_of(self, *choices: Any) -> Any:
        return self.luck.choice(choices)

    def fixed(self, widths: tuple[int, ...] = (*WIDTHS, WIDEST)) -> int:
        """A number at, just before or after a power of two, or anywhere among so many bits."""
        width = self.one_of(*widths)
        near = (1 << width) + self.one_of(-2, -1, 0, 1, 2)
        some = self.one_of(near, self.luck.getrandbits(width + 1), self.luck.randrange(8))
        return self.one_of(some, -some)  # type: ignore[no-any-return]

    def column(self) -> tuple[int, ...]:
        """What one variable is given: of about one width, so that it is held as that width is."""
        widths = self.one_of(*((width,) for width in WIDTHS), (0, 1, 2, 63), WIDTHS)
        values = [self.fixed(widths) for _ in range(ROWS)]
        return tuple(map(abs, values) if self.one_of(True, False) else values)

    def number(self, depth: int) -> code.Value:
        """A number."""
        kind = self.luck.randrange(19 if depth else 3)
        match kind:
            case 0 | 1:
                return code.Name(self.one_of(*self.names))
            case 2:
                return code.Number(self.fixed())
            case 3 | 4 | 5 | 6 | 7:
                return self.binary(depth - 1)
            case 8:
                return code.Unary(self.one_of("-", "~"), self.number(depth - 1))
            case 9:
                parts = [self.number(depth - 1) for _ in range(self.one_of(2, 3))]
                return code.Junction(self.one_of("and", "or"), parts)
            case 10:
                then, other = self.number(depth - 1), self.number(depth - 1)
                return code.Choice(self.test(depth - 1), then, other)
            case 11:
                return code.Bound(self.one_of(*self.names), self.number(depth - 1))
            case 12:
                operation = self.one_of("bit_count", "bit_length")
                return code.Method(self.number(depth - 1), operation, [])
            case 13:
                name = code.Name(self.one_of(*self.names))
                low = code.Binary(name, "&", code.Unary("-", name))
                rest = code.Binary(name, "&", code.Binary(name, "-", code.Number(1)))
                place = code.Binary(self.number(depth - 1), "&", code.Number(self.one_of(63, 511)))
                more = code.Binary(name, "|", code.Binary(code.Number(1), "<<", place))
                none = code.Binary(name, "&", code.Unary("~", self.number(depth - 1)))
                some: tuple[code.Value, ...] = low, rest, more, none
                return self.one_of(*some, code.Method(low, "bit_length", []))  # type: ignore[no-any-return]
            case 14:
                return self.read(depth - 1)
            case 15:
                return self.shifted()
            case 16:
                return self.near()
            case 17:
                return self.bounded(depth - 1)
            case _:
                return code.Choice(self.test(depth - 1), code.Number(1), code.Number(0))

    def bounded(self, depth: int) -> code.Value:
        """A number that is chosen if it is less, or more, than another."""
        name = code.Name(self.one_of(*self.names))
        ends = [name, self.number(depth)]
        chosen: list[code.Value] = [name, self.one_of(ends[1], self.number(depth))]
        self.luck.shuffle(ends)
        self.luck.shuffle(chosen)
        return code.Choice(code.Compare(ends[0], self.one_of(*COMPARED), ends[1]), *chosen)

    def read(self, depth: int) -> code.Value:
        """A number of something that holds some."""
        name = self.one_of(*LISTS)
        match self.one_of("item", "len", "count", "get", "max", "call", "shown"):
            case "item":
                place = code.Binary(self.number(depth), "%", code.Call("len", [code.Name(name)]))
                item = code.Item(code.Name(name), place)
                return code.Choice(code.Unary("filled", code.Name(name)), item, code.Number(-7))
            case "len":
                return code.Call("len", [code.Name(name)])
            case "count":
                return code.Method(code.Name(name), "count", [self.number(depth)])
            case "get":
                key, default = self.number(depth), self.number(depth)
                return code.Method(code.Name(self.one_of(*MAPS)), "get", [key, default])
            case "max":
                return code.Call("max", [self.number(depth), self.number(depth)])
            case "call" if self.names[0] == NUMBERS[0] and not self.loops:
                return code.Call("further", [self.number(depth), self.number(depth)])
            case _:
                return code.Item(code.Name(self.one_of(*DATA)), code.Number(self.one_of(0, 1, -1)))

    def binary(self, depth: int) -> code.Value:
        operator, left = self.one_of(*BINARY), self.number(depth)
        match operator:
            case "<<" | ">>":
                places = code.Number(self.one_of(*SHIFTS))
                mask = code.Number(self.one_of(1, 31, 63, 64, 127, 511))
                right = self.one_of(places, code.Binary(self.number(depth), "&", mask))
                if self.one_of(0, 1, 1) == 0:
                    left = code.Number(1)
            case "*":  # which is not to grow without end
                right = code.Number(self.fixed(WIDTHS))
                if not self.loops:
                    right = self.one_of(right, self.number(depth))
            case "%":
                right = code.Number(self.fixed() or 3)
                odd = code.Binary(self.number(depth), "|", code.Number(1))
                right = self.one_of(right, odd)
            case _:
                right = self.number(depth)
        return code.Binary(left, operator, right)

    def test(self, depth: int) -> code.Value:
        match self.luck.randrange(6) if depth else 0:
            case 0 | 1 | 2:
                left, right = self.number(depth and depth - 1), self.number(depth and depth - 1)
                return code.Compare(left, self.one_of(*COMPARED), right)
            case 3:
                return code.Unary("not", self.number(depth - 1))
            case 4:
                where = code.Name(self.one_of(*LISTS, *MAPS, *KEYS))
                return code.Compare(self.number(depth - 1), self.one_of("in", "not in"), where)
            case _:
                return code.Unary("filled", code.Name(self.one_of(*LISTS)))

    def block(self, depth: int) -> code.Lines:
        count = self.luck.randint(1, 3)
        return [line for _ in range(count) for line in self.lines(depth)]

    def lines(self, depth: int) -> code.Lines:
        kind = self.luck.randrange(15 if depth else 9)
        listed = code.Name(self.one_of(*LISTS))
        match kind:
            case 0 | 1:
                return [code.assign(self.one_of(*self.names), self.number(3))]
            case 2:
                operator = self.one_of("+", "-", "&", "|", "^")
                return [code.augment(self.one_of(*self.names), operator, self.number(2))]
            case 3:
                first, second = self.luck.sample(self.names, 2)
                values = [self.number(2), self.number(2)]
                return [code.Assign(code.several((first, second)), code.Several(values))]
            case 4 | 5:
                return self.changes(listed)
            case 6:
                made = self.one_of(
                    code.Section(listed, self.number(0), None),
                    code.Section(listed, None, None, True),
                    code.Section(listed, code.Number(self.one_of(0, 1, -1, -2)), self.number(0)),
                    code.call("sorted", listed), code.call("list", listed),
                    code.call("reversed", listed),
                    code.Listed([self.number(1), self.number(1)], self.one_of(1, 2, 5)),
                    code.Listed([], 1),
                )  # fmt: skip
                made = code.Section(made, None, None) if made.__class__ is code.Call else made
                if isinstance(made, code.Section) and isinstance(made.owner, code.Call):
                    made = code.call("list", made.owner)
                return [code.assign(self.one_of(*LISTS), made)]
            case 7:
                place = code.Item(code.Name(self.one_of(*MAPS)), self.number(1))
                return [code.Assign(place, self.number(2))]
            case 8:
                return [
                    code.perform(code.method(code.name(self.one_of(*KEYS)), "add", self.number(2)))
                ]
            case 9 | 10:
                return [code.When(self.test(3), self.block(depth - 1), self.block(depth - 1))]
            case 11:
                self.loops += 1
                source = self.one_of(
                    code.call("range", code.Number(self.one_of(0, 1, 3))),
                    code.call("range", code.Number(3), code.Number(-1), code.Number(-2)),
                    code.Several([self.number(1), self.number(1)]),
                    code.Section(listed, None, code.Number(3)),
                )  # fmt: skip
                body = self.block(depth - 1)
                if self.one_of(True, False):
                    leave = self.one_of(code.leave(), code.again())
                    body.insert(0, code.When(self.test(1), [leave], []))
                self.loops -= 1
                other = self.block(0) if self.one_of(True, False) else []
                return [code.Each(code.Name(self.one_of(*self.names)), source, body, other)]
            case 12 if not self.loops and self.one_of(True, False):
                return self.mask_loop(depth)
            case 12:
                failing = code.When(
                    self.test(1),
                    [code.perform(code.call("fail", code.text("no"), code.name("LINE")))],
                    [],
                )
                return [code.attempt([*self.block(depth - 1), failing], self.block(depth - 1))]
            case 13:
                return self.mask_of_another(depth)
            case _:
                return [code.When(self.test(1), [code.give(self.result())], [])]

    def mask_loop(self, depth: int) -> code.Lines:
        """A few elements of a mask, one after the other."""
        mask, one, end = code.Name("left"), code.Name(self.names[0]), code.Name("rounds")
        low = code.Binary(mask, "&", code.Unary("-", mask))
        place = code.Binary(code.Method(low, "bit_length", []), "-", code.Number(1))
        top = code.Binary(code.Method(mask, "bit_length", []), "-", code.Number(1))
        rest: code.Statement = code.Augment(mask, "&", code.Binary(mask, "-", code.Number(1)))
        parts: list[code.Value] = [code.Number(0), one]
        rest = self.one_of(
            rest,
            code.Assign(mask, code.Binary(mask, "&", code.Binary(mask, "-", code.Number(1)))),
            code.Assign(code.several(("left", self.names[0])), code.Several(parts)),
        )
        lines = [code.Assign(one, self.one_of(place, top)), rest]
        if self.one_of(True, False):
            lines.reverse()
        few = code.Number((1 << 500) - (1 << 200) + 7)
        self.loops += 1
        ending = code.When(
            code.Compare(end, ">", code.Number(3)), [code.assign(mask, code.Number(0))], []
        )
        loop = [*lines, code.augment(end, "+", code.Number(1)), ending, *self.block(0)]
        self.loops -= 1
        return [
            code.assign(mask, code.Binary(self.number(2), "&", few)),
            code.assign(end, code.Number(0)),
            code.loop(mask, loop),
        ]

    def mask_of_another(self, depth: int) -> code.Lines:
        """A mask put together of the elements of another, and now and then looked at by others
        while it is."""
        self.masks += 1
        left, made = code.Name(f"left_{self.masks}"), code.Name(f"made_{self.masks}")
        some, other = map(code.Name, self.luck.sample(self.names, 2))
        element = code.Name(f"element_{self.masks}")
        low = code.Binary(left, "&", code.Unary("-", left))
        place = code.Binary(code.Method(low, "bit_length", []), "-", code.Number(1))
        by = self.one_of(*SHIFTS)
        moved = code.Binary(element, self.one_of("+", "^"), code.Number(by))
        put: code.Statement = code.Augment(made, "|", code.Binary(code.Number(1), "<<", moved))
        if self.one_of(0, 0, 1):
            put = code.When(self.test(1), [put], [])
        rest = code.Augment(left, "&", code.Binary(left, "-", code.Number(1)))
        self.loops += 1
        between = self.one_of([], [], self.block(0), [code.Assign(some, self.one_of(left, made))])
        self.loops -= 1
        taken = code.Assign(element, place)
        body = self.one_of([taken, put, rest], [taken, rest, *between, put])
        loop = [*body, *self.one_of([], [], between)]
        whole = code.Binary(self.number(2), "&", code.Number(self.one_of(*SPARSE)))
        begin = [code.Assign(left, whole)]
        if self.one_of(True, False):
            begin = [code.Assign(other, whole), code.Assign(left, other)]
        return [
            code.Assign(made, self.one_of(code.Number(0), code.Number(0), some)),
            *begin,
            code.loop(left, loop),
            *self.one_of([], [code.assign(made, code.Number(0))]),
            code.Assign(other, made),
        ]

    def shifted(self) -> code.Value:
        """What becomes of a mask that is shifted several ways."""
        mask = code.Name(self.one_of(*self.names))
        parts: list[code.Value] = [
            code.Binary(mask, self.one_of("<<", ">>"), code.Number(self.one_of(*SHIFTS)))
            for _ in range(self.one_of(2, 3, 4))
        ]
        whole = parts[0]
        for part in parts[1:]:
            whole = code.Binary(whole, "|", part)
        return whole

    def near(self) -> code.Value:
        """A remainder of a number that is known to be near."""
        by = self.one_of(1, 2, 3, 4, 64, 75, 100, (1 << 62) + 1)
        among = code.Binary(code.Name(self.one_of(*self.names)), "&", code.Number(127))
        less = code.Number(self.one_of(0, 1, 3, 63, 64, 75, 100, 127))
        return code.Binary(code.Binary(among, "-", less), "%", code.Number(by))

    def changes(self, listed: code.Value) -> code.Lines:
        """A list is changed."""
        match self.one_of("append", "pop", "remove", "extend", "store", "augment"):
            case "append":
                return [code.perform(code.method(listed, "append", self.number(2)))]
            case "pop":
                name = self.one_of(*self.names)
                return [
                    code.When(
                        code.filled(listed), [code.assign(name, code.method(listed, "pop"))], []
                    )
                ]
            case "remove":
                one = self.one_of(*self.names)
                there = code.Compare(code.Name(one), "in", listed)
                found = code.assign(
                    self.one_of(*self.names), code.method(listed, "index", code.Name(one))
                )
                removed = code.perform(code.method(listed, "remove", code.Name(one)))
                return [code.When(there, [self.one_of(removed, found)], [])]
            case "extend":
                other = code.Name(self.one_of(*LISTS))
                short = code.Compare(code.call("len", listed), "<", code.Number(20))
                return [code.When(short, [code.perform(code.method(listed, "extend", other))], [])]
            case change:
                item = code.Item(listed, code.Number(self.one_of(0, -1)))
                store = code.Assign(item, self.number(2))
                if change == "augment":
                    store = code.Augment(item, self.one_of("+", "-", "|", "^"), self.number(1))  # type: ignore[assignment]
                return [code.When(code.filled(listed), [store], [])]

    def result(self) -> code.Value:
        parts: list[code.Value] = [code.Name(name) for name in (*self.names, *LISTS)]
        return code.Several(parts) if self.names == NUMBERS else self.number(1)


def program(seed: int) -> tuple[list[code.Function], dict[str, object]]:
    """A function and one that it calls, and the columns that they read."""
    luck = random.Random(seed)
    main, further = Drawn(luck, NUMBERS), Drawn(luck, ("x", "y"))
    data: dict[str, object] = {name: main.column() for name in DATA}
    data["LINE"] = NOWHERE
    empty = [code.assign("m", code.mapping()), code.assign("k", code.call("set"))]
    one, other = code.name("x"), code.name("y")
    begin = [code.assign("p", code.list_of([one])), code.assign("q", code.list_of([other]))]
    body = [*begin, *empty, *further.block(1), code.give(further.result())]
    called = code.Function("further", ["x", "y"], body)
    given = (code.item(code.name(name), code.name("i")) for name in DATA)
    body = [
        *map(code.assign, NUMBERS, (*given, code.number(main.fixed()))),
        code.assign("p", code.list_of([code.name("a"), code.name("b")])),
        code.assign("q", code.list_of([])),
        *deepcopy(empty), *main.block(2), *main.block(2),
        code.assign("d", code.call("further", code.name("c"), code.name("d"))),
        code.give(main.result()),
    ]  # fmt: skip
    return [code.Function("main", ["i"], body), called], data


def test_a_number_that_hangs_on_several_is_no_truth(twin: Callable[..., Any]) -> None:
    """Not even if each of its parts hangs on several too."""
    a, b = code.name("a"), code.name("b")
    either = code.Junction("or", [a, b])
    for inner in (either, code.Junction("and", [a, either])):
        both = code.Junction("and", [inner, code.Junction("or", [b, code.Number(7)])])
        body = [
            *(code.assign(name, code.item(code.name("ONE"), code.name("i"))) for name in "ab"),
            code.give(code.list_of([both, code.Choice(both, code.Number(1), code.Number(0))])),
        ]
        made = twin([code.Function("main", ["i"], body)], {"ONE": (5, 0, 1 << 70), "LINE": NOWHERE})
        assert all(made.agree(i) for i in range(3))


@pytest.mark.parametrize(
    ("operator", "turned", "most"), [("<", False, 6), ("<=", False, 7), (">", True, 6)]
)
def test_what_is_chosen_for_being_less_stays_so(
    twin: Callable[..., Any], operator: str, turned: bool, most: int
) -> None:
    """The lesser of a wide number and a small one is small."""
    a, b = code.name("a"), code.name("b")
    test = code.Compare(b, operator, a) if turned else code.Compare(a, operator, b)
    body = [
        code.assign("a", code.item(code.name("ONE"), code.name("i"))),
        code.assign("b", code.item(code.name("TWO"), code.name("i"))),
        code.assign("c", code.Choice(test, a, code.number(0))),
        code.assign("d", code.Choice(test, code.number(0), a)),
        code.give(code.list_of([code.name("c"), code.name("d")])),
    ]
    data = {"ONE": (1 << 90, 3, 7, 6, 0), "TWO": (7, 5, 7, 7, 0), "LINE": NOWHERE}
    both = twin([code.Function("main", ["i"], body)], data)
    assert all(both.agree(i) for i in range(5))
    assert both.shapes.variables["main"]["c"].found().range == (0, most)
    assert both.shapes.variables["main"]["d"].found().range == (0, 1 << 90)


def test_what_is_bound_in_a_comparison_is_not_what_was_compared(twin: Callable[..., Any]) -> None:
    a = code.name("a")
    test = code.Compare(a, "<", code.Bound("a", code.number(5)))
    body = [
        code.assign("a", code.item(code.name("ONE"), code.name("i"))),
        code.give(code.list_of([code.Choice(test, a, code.number(9))])),
    ]
    both = twin([code.Function("main", ["i"], body)], {"ONE": (1, 8), "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(2))


def test_what_never_comes_back_widens_nothing(twin: Callable[..., Any]) -> None:
    """A variable is as narrow as what it is given where nothing goes wrong."""
    at = code.name("at")
    fails = code.call("fail", code.text("there is none"), code.name("LINE"))
    body = [
        code.assign("at", code.item(code.name("ONE"), code.name("i"))),
        code.assign("made", code.Choice(code.Compare(at, ">=", code.number(0)), at, fails)),
        code.give(code.list_of([code.binary(code.number(1), "<<", code.name("made"))])),
    ]
    both = twin([code.Function("main", ["i"], body)], {"ONE": (-1, 0, 7), "LINE": NOWHERE})
    assert all(both.agree(i) for i in (1, 2))
    assert both.shapes.variables["main"]["made"].found().range == (0, 7)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("width", [65, 127, 128, 129, 192, 193, 256, 300])
@pytest.mark.parametrize("sign", [1, -1])
def test_parts_of_what_a_few_words_hold_are_two_of_them(
    twin: Callable[..., Any], width: int, sign: int
) -> None:
    """Those from a fixed place on, which no function has to look for."""
    places = (*SHIFTS, 12, 52, 53, 60, 62, 126, 129, 193, 255, 300)
    parts = [
        code.binary(code.binary(code.name("a"), ">>", code.number(place)), "&", code.number(mask))
        for place in places
        for mask in (1, 4095, (1 << 64) - 1)
    ]
    body = [
        code.assign("a", code.item(code.name("ONE"), code.name("i"))),
        code.give(code.list_of(parts)),
    ]
    ones = (1 << width) - 1
    held = tuple(sign * n for n in (ones, 0, 1 << width - 1, ones // 3, ones // 5 << 3 & ones))
    both = twin([code.Function("main", ["i"], body)], {"ONE": held, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(len(held)))
    assert "$shr_low." not in both.text


ELEMENTS = """
def main(i):
    told = [0]
    mask = MASKS[i]
    told.append(mask.bit_length() - 1)
    told.append((mask & -mask).bit_length() - 1)
    left = mask
    while left:
        element = (left & -left).bit_length() - 1
        bit = left & -left
        told.append(element)
        told.append(bit.bit_length() - 1)
        left &= left - 1
    return told
"""


@pytest.mark.parametrize("widest", [1, 1 << 62, (1 << 64) - 1, 1 << 64, 1 << 200, 1 << 500])
def test_elements_are_found_wherever_they_are(twin: Callable[..., Any], widest: int) -> None:
    masks = (0, 1, widest, widest >> 1, widest >> 1 | 1, widest & 0b1010 << 60)
    both = twin(functions_in(ELEMENTS), {"MASKS": masks, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(len(masks)))
    main = both.text.partition("(func $main")[2]
    assert ("i64.ctz" in main) == (widest < 1 << 64)


WALKED = """
def main(i):
    told = [0]
    left = MASKS[i] & ALL
    while left:
        element = (left & -left).bit_length() - 1
        left &= left - 1
        if element == 130:
            continue
        told.append(element)
        if element > 500:
            break
        other = MASKS[element % 6]
        while other:
            inner = (other & -other).bit_length() - 1
            other &= other - 1
            told.append(inner + element)
    return told
"""


def test_elements_are_taken_without_changing_the_mask(twin: Callable[..., Any]) -> None:
    masks = (0, 1, 1 << 700 | 1 << 130 | 3 << 63, (1 << 590) - (1 << 320), 1 << 191, 7 << 448)
    data = {"MASKS": masks, "ALL": (1 << 900) - 2, "LINE": NOWHERE}
    both = twin(functions_in(WALKED), data)
    assert all(both.agree(i) for i in range(len(masks)))
    main = both.text.partition("(func $main")[2]
    assert "wide_taken" not in main
    assert "wide_elements" in main  # of the inner loop, which goes through all


FILLED = """
def main(i):
    left = MASKS[i]
    pairs = []
    while left:
        element = (left & -left).bit_length() - 1
        left &= left - 1
        if element % 7 == 3:
            continue
        pairs.append((element, i - element))
    told = []
    for one, other in pairs:
        told.append(one * 1000 + other)
    return told
"""


def test_there_is_room_for_all_records_before_any_is_added(twin: Callable[..., Any]) -> None:
    masks = (0, 1, 1 << 700 | 1 << 130 | 3 << 63, (1 << 590) - (1 << 320), 31 << 189, 7 << 448)
    both = twin(functions_in(FILLED), {"MASKS": masks, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(len(masks)))
    main = both.text.partition("(func $main")[2]
    assert "call $room" in main
    assert "call $added" not in main


BITS = """
def main(i):
    told = [0]
    low, high = ENDS[i]
    told.append(1 << low)
    found = 0
    if i % 2:
        found = 1 << low | 1 << high
    left = 0b100100011
    while left:
        element = (left & -left).bit_length() - 1
        left &= left - 1
        found |= 1 << element * 7
        found |= 1 << low + element
        found |= 1 << high - element
    told.append(found)
    {made} = 1 << high | 1 << low
    {hold}
    {made} |= 1 << 63
    told.append({made})
    told.append(held)
    return told
"""
ENDS = (
    (9, 10), (63, 64), (62, 63), (64, 63), (126, 127), (127, 128), (191, 192), (63, 700), (64, 64),
    (639, 640), (40, 383),
)  # fmt: skip


@pytest.mark.parametrize("hold", ["held = made", "held = 0"])
def test_masks_of_single_bits_are_as_short_as_they_can_be(
    twin: Callable[..., Any], hold: str
) -> None:
    """Wherever the bits lie in their words, and whoever else holds the mask."""
    functions = functions_in(BITS.format(made="made", hold=hold))
    both = twin(functions, {"ENDS": ENDS, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(len(ENDS)))
    assert "call $wide_bits" in both.text


def test_what_is_looked_up_from_the_end_of_a_table_is_what_lies_there(
    twin: Callable[..., Any],
) -> None:
    """And not as wide as the rest of it: a variable that begins with nothing stays as narrow as
    what comes later."""
    made = code.name("made")
    body = [
        code.assign("at", code.number(-1)),
        code.assign("made", code.item(code.name("TABLE"), code.name("at"))),
        code.when(code.name("i"), [code.assign("at", code.number(2))]),
        code.augment("made", "|", code.item(code.name("TABLE"), code.name("at"))),
        code.give(code.list_of([made])),
    ]
    table = (*(1 << i for i in range(200)), 0)
    both = twin([code.Function("main", ["i"], body)], {"TABLE": table, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(2))
    assert both.shapes.variables["main"]["made"].found().range == (0, 7)


@pytest.mark.parametrize("places", [(-1, 2), (0, 3), (60, 63), (62, 66), (-2, 1), (196, 200)])
def test_bits_are_looked_up_or_made(twin: Callable[..., Any], places: tuple[int, int]) -> None:
    """Of a table of single bits, whose last entry is of nothing, whatever is known of the place."""
    at, table = code.name("at"), (*(1 << i for i in range(200)), 0)
    body = [
        code.assign("at", code.item(code.name("ONE"), code.name("i"))),
        code.give(code.list_of([
            code.item(code.name("TABLE"), at),
            code.Binary(code.item(code.name("TABLE"), at), "&", code.Number((1 << 64) - 1)),
        ])),
    ]  # fmt: skip
    known = tuple(range(places[0], places[1] + 1))
    both = twin(
        [code.Function("main", ["i"], body)], {"ONE": known, "TABLE": table, "LINE": NOWHERE}
    )
    assert all(both.agree(i) for i in range(len(known)))


@pytest.mark.parametrize("seen", ["within", "after", "before"])
def test_a_mask_that_is_held_twice_is_not_changed(twin: Callable[..., Any], seen: str) -> None:
    """One that is put together, or taken apart, while another variable holds it."""
    left, made, a, b = (code.name(one) for one in ("left", "made", "a", "b"))
    low = code.Binary(left, "&", code.Unary("-", left))
    place = code.Binary(code.Method(low, "bit_length", []), "-", code.Number(1))
    rest = code.Binary(left, "-", code.number(1))

    def put(bit: code.Value) -> code.Statement:
        return code.augment("made", "|", code.Binary(code.number(1), "<<", bit))

    hold = code.assign("b", made)
    within = [hold] if seen == "within" else []
    more = [hold, put(code.Binary(a, "&", code.number(7)))] if seen == "after" else []
    body = [
        code.assign("a", code.item(code.name("ONE"), code.name("i"))),
        code.assign("b", code.number(0)),
        code.assign("made", a if seen == "before" else code.number(0)),
        code.assign("left", a),
        code.loop(left, [
            code.assign("element", place),
            code.augment("left", "&", rest),
            *within,
            put(code.name("element")),
        ]),
        *more,
        code.give(code.list_of([a, b, made])),
    ]  # fmt: skip
    held = (0b1011 << 300, 7, 0, 1 << 400 | 3 << 63, 3, 1)
    both = twin([code.Function("main", ["i"], body)], {"ONE": held, "LINE": NOWHERE})
    assert all(both.agree(i) for i in range(len(held)))


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(CASES))
def test_functions_do_the_same_in_both_targets(twin: Callable[..., Any], seed: int) -> None:
    """Six times with other numbers each."""
    both = twin(*program(seed))
    for i in range(ROWS):
        both.agree(i)


TAKEN_AWAY = """
def main(i):
    told = [0]
    k = i
    for n in (3, 1, 4, 1, 5, 9, 2, 6):
        {taking}
        told.append(k)
    return told
"""
NO_MORE = {
    "otherwise": "if k < n:\n            told.append(n)\n        else:\n            k -= n",
    "where it is not over": "if k < n:\n            break\n        k -= n",
}
MAYBE_MORE = {
    "the other way": "if n < k:\n            told.append(n)\n        else:\n            k -= n",
    "something else": "if k < n:\n            break\n        k -= n + 1",
    "something before": (
        "if k < n:\n            break\n        n = k + 5\n        told.append(n)\n        k -= n"
    ),
    "going on": "if k < n:\n            told.append(n)\n        k -= n",
}


@pytest.mark.parametrize("taking", NO_MORE.values(), ids=NO_MORE)
def test_what_is_left_over_is_not_below_0(twin: Callable[..., Any], taking: str) -> None:
    text = TAKEN_AWAY.format(taking=taking)
    both = twin(functions_in(text), {"LINE": NOWHERE})
    assert all(both.agree(i) for i in range(40))
    assert both.shapes.variables["main"]["k"].found().range == (0, 1 << 40)


@pytest.mark.parametrize("taking", MAYBE_MORE.values(), ids=MAYBE_MORE)
def test_what_is_taken_otherwise_may_be_more(twin: Callable[..., Any], taking: str) -> None:
    text = TAKEN_AWAY.format(taking=taking)
    both = twin(functions_in(text), {"LINE": NOWHERE})
    assert all(both.agree(i) for i in range(40))
    assert both.shapes.variables["main"]["k"].found().range[0] < 0
