"""Keys of small numbers and of short lists of them are words, and tell the same apart as before.

`RULEWRIGHT_FUZZ=2000 .venv/bin/python -m pytest tests/unit/backends/wasm/test_packing.py` draws so
many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.lower import nodes as code
from rulewright.source import NOWHERE

CASES = int(os.environ.get("RULEWRIGHT_FUZZ", "24"))
ROWS = 12
WIDTHS = (1, 1, 2, 3, 6, 20, 31, 39, 52, 63, 64, 65, 130)


def part_of(luck: random.Random, which: str) -> code.Value:
    """A number of a range, as wide as hostile keys have it, much the same in all rows."""
    width = luck.choice(WIDTHS)
    most = (1 << width) - 1
    number = code.Binary(code.item(code.name(which), code.name("row")), "&", code.Number(most))
    match luck.choice(("as it is", "below", "far away", "high")):
        case "below":
            return code.Binary(number, "-", code.Number(most // 2 + 1))
        case "far away":
            return code.Binary(number, "-", code.Number(1 << 62))
        case "high":
            return code.Binary(number, "<<", code.Number(max(0, 63 - width)))
        case _:
            return number


def key_of(luck: random.Random) -> list[code.Value]:
    """The parts of a key: numbers, and lists whose lengths are fixed or not."""
    parts: list[code.Value] = []
    for _ in range(luck.choice((1, 2, 2, 3, 5))):
        which = luck.choice(("ONE", "TWO"))
        match luck.choice(("number", "number", "list", "grown")):
            case "list":
                listed = code.list_of([part_of(luck, which) for _ in range(luck.choice((1, 2, 4)))])
                parts.append(code.call("tuple", listed))
            case "grown":
                parts.append(code.call("tuple", code.name("grown")))
            case _:
                parts.append(part_of(luck, which))
    return parts


def looking_up(luck: random.Random) -> list[code.Function]:
    """For each row a key is made; how often it was met before is told, by a map and by a set."""
    key, i = key_of(luck), code.name("row")
    made: list[code.Statement] = [code.assign("key", code.tuple_of(key))]
    if luck.random() < 0.3:
        other = code.choose(code.Binary(i, "&", code.Number(1)), code.name("key"), code.name("key"))
        made.append(code.assign("key", other))
    if luck.random() < 0.2:
        made.append(code.assign("found", code.item(code.name("key"), code.number(0))))
        if not isinstance(key[0], code.Call):
            made.append(code.assign("taken", code.name("found")))
    body: code.Lines = [
        code.assign("grown", code.list_of([])),
        code.assign("known", code.mapping()),
        code.assign("keys", code.call("set")),
        code.assign("told", code.list_of([])),
        code.for_each("row", code.call("range", code.number(ROWS)), [
            code.when(code.Compare(i, "==", code.number(5)), [
                code.perform(code.method(code.name("grown"), "append", i)),
            ]),
            *made,
            code.assign("met", code.Compare(code.name("key"), "in", code.name("keys"))),
            code.perform(code.method(code.name("keys"), "add", code.name("key"))),
            code.assign("before", code.method(code.name("known"), "get", code.name("key"),
                                              code.number(-1))),
            code.assign(code.item(code.name("known"), code.name("key")), i),
            code.perform(code.method(code.name("told"), "append", code.name("before"))),
            code.perform(code.method(code.name("told"), "append", code.name("met"))),
        ]),
        code.give(code.name("told")),
    ]  # fmt: skip
    return [code.Function("main", ["i"], body)]


def column(luck: random.Random) -> tuple[int, ...]:
    few = [luck.getrandbits(luck.choice(WIDTHS)) for _ in range(3)]
    near = [one ^ 1 << luck.randrange(64) for one in few]
    return tuple(luck.choice([*few, *near]) for _ in range(ROWS))


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(CASES))
def test_keys_tell_the_same_apart(twin: Callable[..., Any], seed: int) -> None:
    luck = random.Random(seed)
    data = {"ONE": column(luck), "TWO": column(luck), "LINE": NOWHERE}
    both = twin(looking_up(luck), data)
    assert both.agree(0)


@pytest.mark.parametrize(
    ("masks", "listed", "kind", "words"),
    [((63, 1), (), "number", 1), ((63,), (15, 15, 15, 15), "number", 1),
     (((1 << 39) - 1, 63), (63, 63, 63, 63), "record", 2), (((1 << 65) - 1, 1), (), "record", 2)],
)  # fmt: skip
def test_what_fits_is_few_words(
    twin: Callable[..., Any], masks: tuple[int, ...], listed: tuple[int, ...], kind: str, words: int
) -> None:
    def masked(mask: int) -> code.Value:
        return code.Binary(code.item(code.name("ONE"), code.name("i")), "&", code.Number(mask))

    parts = [masked(mask) for mask in masks]
    if listed:
        parts.append(code.call("tuple", code.list_of([masked(mask) for mask in listed])))
    body: code.Lines = [
        code.assign("known", code.mapping()),
        code.assign("key", code.tuple_of(parts)),
        code.assign(code.item(code.name("known"), code.name("key")), code.number(7)),
        code.give(code.list_of([code.method(code.name("known"), "get", code.tuple_of(parts))])),
    ]
    both = twin([code.Function("main", ["i"], body)], {"ONE": (1 << 70 | 77, 3), "LINE": NOWHERE})
    assert both.agree(0) and both.agree(1)
    key = both.shapes.variables["main"]["key"].found()
    assert (key.kind, len(key.parts) or 1) == (kind, words)
    assert bool(key.packed) == (masks[0] < 1 << 64)


def test_a_key_that_is_taken_apart_stays_as_it_is(twin: Callable[..., Any]) -> None:
    i, key, known = code.name("i"), code.name("key"), code.name("known")
    body: code.Lines = [
        code.assign("known", code.mapping()),
        code.assign("key", code.tuple_of([code.Binary(i, "&", code.Number(7)), code.number(3)])),
        code.assign(code.item(known, key), code.item(key, code.number(1))),
        code.give(code.list_of([code.method(known, "get", key), code.item(key, code.number(0))])),
    ]
    both = twin([code.Function("main", ["i"], body)], {"LINE": NOWHERE})
    assert all(both.agree(i) for i in range(9))
    assert not both.shapes.variables["main"]["key"].found().packed
