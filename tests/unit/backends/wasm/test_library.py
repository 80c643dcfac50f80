"""Each primitive of the library does in WebAssembly what the Python function of its name does."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.backends.wasm import library
from rulewright.core.ir import Graph
from rulewright.lower import nodes as code
from rulewright.lower.primitives import (
    PRIMITIVES,
    AllWays,
    Longest,
    LongestLine,
    LongestPath,
    WaysBy,
)
from rulewright.source import NOWHERE

ROWS = 8
CASES = int(os.environ.get("RULEWRIGHT_FUZZ", "1"))
WIDTHS = (1, 5, 31, 33, 63, 64, 65, 128, 129, 300)
GRID = 9  # columns
# What each is given: s a number from -1, u one from 0, z a size, m a mask, o one with elements, l
# numbers from -1 in a list, L from 0, t as many prices, n the number of an element of the mask
# before, w the width of a grid, c a cell of it, I cells inside, D the same with numbers, k slots, e
# ways of several elements, f ways that go on, F the edges of a graph, a one of a dozen
# elements, A some of them, N all of them with those near each, ? a place for errors
GIVEN = {
    "bits": "m", "mask_of": "l", "nth": "on", "in_order": "l", "lying_in": "Lm", "lying_out": "Lm",
    "only": "sz", "up_to": "sz", "numbers": "uu", "seat_from": "uo", "round_from": "uL",
    "payable": "ttu", "neighbours": "cw", "touching": "cw", "beside_any": "Iw",
    "touching_any": "Iw", "open_cells": "Iw", "gained": "uttu", "reached": "mf",
    "together": "emk", "cells_of": "Dm", "TRAIL": "F?", "PATH": "F?", "LINE": "I",
    "WAYS": "ccID?", "BY": "aaAN?", "FURTHEST": "AN?",
}  # fmt: skip
ELSEWHERE = {"in_table", "is_in_reach", "laid"}  # that games on grids and tables ask for each time


def _graph(luck: random.Random) -> Graph:
    vertices = luck.randint(2, 8)
    pairs = [(a, b) for b in range(vertices) for a in range(b)]
    ends = luck.sample(pairs, min(len(pairs), luck.randint(1, 13)))
    return Graph(None, vertices, tuple(ends), None)  # type: ignore[arg-type]


class _Arguments:
    """Random arguments of one primitive, a row after the other."""

    def __init__(self, luck: random.Random, edges: int) -> None:
        self.luck, self.edges = luck, edges
        self.width = luck.choice(WIDTHS)
        self.few = sorted(luck.sample(range(max(self.width, 12)), 12))
        self.held = 0  # the mask before

    def mask(self, width: int) -> int:
        luck = self.luck
        found = luck.getrandbits(width)
        return luck.choice((found, found & luck.getrandbits(width), 1 << width - 1, 0))

    def ways(self) -> tuple[tuple[int, int], ...]:
        count = self.luck.randint(1, 3)
        return tuple((self.luck.getrandbits(3), self.mask(self.width)) for _ in range(count))

    def one(self, letter: str) -> object:
        luck = self.luck
        match letter:
            case "s" | "u":
                return luck.choice((luck.randint(-1, 70), self.width, luck.randint(-1, 7)))
            case "z":
                return luck.randint(1, 200)
            case "m":
                return self.mask(self.width)
            case "o":
                self.held = self.mask(self.width) | 1 << luck.randrange(self.width)
                return self.held
            case "n":
                return luck.randrange(self.held.bit_count())
            case "l" | "L" | "t":
                least, count = (-1 if letter == "l" else 0), luck.randint(0, 6)
                return tuple(luck.randint(least, 70) for _ in range(4 if letter == "t" else count))
            case "c":
                return luck.randrange(2, GRID - 2) * GRID + luck.randrange(2, GRID - 2)
            case "I":
                inside = (
                    row * GRID + column
                    for row in range(2, GRID - 2)
                    for column in range(2, GRID - 2)
                )
                return sum(1 << cell for cell in inside if luck.random() < 0.5)
            case "w":
                return GRID
            case "k":
                return luck.getrandbits(8)
            case "f":
                return tuple(
                    (1 << luck.randrange(3), self.ways()) for _ in range(luck.randint(1, 3))
                )
            case "e":
                return tuple(self.ways() for _ in range(luck.randint(1, 3)))
            case "a":
                return luck.choice(self.few)
            case "A":
                return sum(1 << one for one in luck.sample(self.few, luck.randint(0, 9)))
            case "N":
                return tuple(
                    (one, sum(1 << other for other in luck.sample(self.few, luck.randint(0, 5))))
                    for one in self.few
                )
            case "F":
                return luck.getrandbits(self.edges)
            case "D":
                cells = [row * GRID + column for row in range(2, 7) for column in range(2, 7)]
                return tuple((cell, luck.randint(0, 9)) for cell in luck.sample(cells, 9))
            case _:
                raise AssertionError(letter)


@pytest.mark.parametrize("seed", range(CASES))
@pytest.mark.parametrize("name", GIVEN)
def test_primitives_do_the_same(twin: Callable[..., Any], name: str, seed: int) -> None:
    luck = random.Random(f"{name} {seed}")
    graph = _graph(luck)
    steps = ((1, -1), (GRID, -1), (GRID + 1, -1), (GRID - 1, (1 << 60) - 1 << 9))
    data: dict[str, object] = {
        "PLACE": NOWHERE, "TRAIL": Longest(graph, "trail"), "PATH": Longest(graph, "path"),
        "LINE": LongestLine(None, steps), "WAYS": AllWays(GRID, 4),  # type: ignore[arg-type]
        "BY": WaysBy(), "FURTHEST": LongestPath(),
    }  # fmt: skip
    drawn = _Arguments(luck, len(graph.ends))
    letters = GIVEN[name]
    if name == "numbers":
        rows: list[list[object]] = [
            [luck.randint(0, 70), luck.randint(-1, 300)] for _ in range(ROWS)
        ]
    else:
        rows = [[drawn.one(letter) for letter in letters if letter != "?"] for _ in range(ROWS)]
        if "u" in letters:
            for row in rows:
                row[:] = [abs(x) if isinstance(x, int) else x for x in row]
    body: code.Lines = []
    args: list[code.Value] = []
    for number, letter in enumerate(letters):
        if letter == "?":
            args.append(code.name("PLACE"))
            continue
        data[f"GIVEN_{number}"] = tuple(row[number] for row in rows)
        given: code.Value = code.item(code.name(f"GIVEN_{number}"), code.name("i"))
        if letter == "N":
            store = code.assign(code.item(code.name("d"), code.name("key")), code.name("held"))
            body.append(code.assign("d", code.mapping()))
            body.append(code.for_each(code.several(("key", "held")), given, [store]))
            given = code.name("d")
        if letter == "D":  # from cells to components, or the other way round
            pair = ("key", "held") if name == "WAYS" else ("held", "key")
            place = code.item(code.name("d"), code.name("key"))
            store = code.assign(place, code.name("held"))
            body.append(code.assign("d", code.mapping()))
            body.append(code.for_each(code.several(pair), given, [store]))
            given = code.name("d")
        if name in ("payable", "lying_in", "lying_out", "in_order") and not number:
            given = code.call("list", given)
        args.append(given)
    body.append(code.give(code.tuple_of([code.Call(name, args)])))
    both = twin([code.Function("main", ["i"], body)], data)
    agreed = [both.agree(i) for i in range(ROWS)]
    assert all(agreed)


def test_no_primitive_of_the_library_is_left_out() -> None:
    wanted = library.names() & PRIMITIVES.keys()
    tried = (GIVEN.keys() & PRIMITIVES.keys()) | ELSEWHERE
    assert wanted == tried, "GIVEN, in this file, says what each primitive is tried with"
