"""Games with so many moves that their numbers just fit into a word, a double, two words, or do not:
on all engines moves are the same with the same numbers, one by one, in whole games and traced."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any

import pytest

from rulewright import Game, UsageError, load
from rulewright.analysis.simulate import simulate
from rulewright.backends import registry
from rulewright.backends.protocol import sealed
from rulewright.backends.python import PythonEngine
from rulewright.backends.reference import ReferenceEngine
from rulewright.spec import GameSpec
from rulewright.state import State, begin

pytest.importorskip("wasmtime")

from rulewright.backends.wasm import WasmEngine
from rulewright.backends.wasm import engine as choosing
from rulewright.backends.wasm.shapes import GROUP, words
from rulewright.lower.step import words_of

Block = tuple[tuple[int, ...], int]
"""The moves of an action: how many values its numbers have each, and how many elements the type of
which it takes a set."""

EDGES = (31, 32, 53, 62, 63, 64, 127, 128, 64 * GROUP - 1, 64 * GROUP)
MADE = 14  # decisions of a game


def one_below(bits: int) -> Iterator[Block]:
    """Blocks of 2 ** bits - 1 moves together."""
    while bits >= 18:
        bits -= 18
        yield (511, 513), bits
    while bits:
        step = min(bits, 9)
        bits -= step
        yield ((1 << step) - 1,), bits


CASES: dict[str, list[Block]] = {
    **{f"2^{bits}-1": [*one_below(bits)] for bits in EDGES if bits <= 64},
    **{f"2^{bits}": [((), bits)] for bits in EDGES},
    **{f"2^{bits}+1": [((), bits), ((), 0)] for bits in EDGES},
    **{
        f"{times}*2^{bits}": [((), 0), (factors, bits), ((3,), 0)]
        for bits in (54, 117)
        for factors in ((8, 9, 4), (9, 11, 4), (12, 14, 4), (16, 15, 4), (14, 21, 4), (14, 21, 5))
        for times in [prod(factors)]
    },
}
every_case = pytest.mark.parametrize("case", CASES)


def count_of(case: str) -> int:
    return sum(prod(factors) << bits for factors, bits in CASES[case])


def rules(blocks: Sequence[Block]) -> str:
    """A game in which numbers of moves of all sizes come about: each action offers a few at each
    decision, with the first and the last of its values by turns, and goes through the elements."""
    types, marks, actions, scores = list[str](), list[str](), list[str](), list[str]()
    for i, (factors, bits) in enumerate(blocks):
        params, body, told = list[str](), ["gain 1 made"], list[str]()
        for j, size in enumerate(factors):
            last = size - 1
            if not last:
                continue
            marks += [f"mark at{i}_{j}: 0..{last}", f"mark got{i}_{j}: 0..{last}"]
            params.append(f"n{j} in at{i}_{j}..at{i}_{j}")
            body += [
                f"set got{i}_{j} to n{j}",
                f"set at{i}_{j} to {last} - n{j} when high "
                f"else (n{j} + 1 when n{j} < {last} else 0)",
            ]
            told.append(f"{{n{j}}} ")
            scores.append(f"score got{i}_{j} of p: got{i}_{j}")
        compose = list[str]()
        if bits:
            types.append(f"type spot{i}: ring {chr(97 + i)}1..{chr(97 + i)}{bits}")
            marks += [f'mark spot{i}_at: spot{i} "spot{i}"', f"mark taken{i}: set of spot{i}"]
            near = " or ".join(f"c is spot{i}_at{back}" for back in ("", " - 1", " - 2"))
            compose = [
                f"compose lot named \"pick{i} {''.join(told)}{{lot ' + '}}\"",
                f"  step take(c in spot{i} where {near}) into lot at most 3",
                "  finish taken",
            ]
            body += [f"set taken{i} to lot", f"set spot{i}_at to spot{i}_at + 1"]
            scores.append(f"score taken{i} of p: size of taken{i}")
        head = f"action pick{i}" + (f"({', '.join(params)})" if params else "")
        actions += [head, *(f"  {line}" for line in [*compose, *body, "set high to not high"])]
    lines = [
        'game counted "Counted"', "  players 2", *types, "mark made: 0..99", "mark high: yes or no",
        *marks, "phase play", f"  turns until made is {MADE}", "    choose main",
        *(f"      pick{i}" for i in range(len(blocks))), *actions,
        "score made of p: made", *scores, "winner most score",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


@pytest.fixture
def path(case: str, tmp_path: Path) -> str:
    path = tmp_path / "counted.game"
    path.write_text(rules(CASES[case]), encoding="utf-8")
    return str(path)


@pytest.fixture
def game(path: str) -> Game:
    return load(path)


def states_of(game: Game, seed: int) -> list[State]:
    """A game on each engine, and on WebAssembly without the quick way as well."""
    plain = WasmEngine(game.program, at_once=True)
    plain.stepper = None
    engines: list[Any] = [
        ReferenceEngine(game.program),
        PythonEngine(game.program),
        WasmEngine(game.program, at_once=True),
        plain,
    ]
    return [begin(sealed(engine), seed=seed) for engine in engines]


@every_case
def test_moves_one_by_one_are_the_same(case: str, game: Game) -> None:
    count = count_of(case)
    assert game.num_distinct_actions == count
    states, luck, seen = states_of(game, 1), random.Random(1), set[int]()
    while not states[0].over:
        actions, moves = states[0].legal_actions(), [*map(str, states[0].legal_moves())]
        assert all(0 <= action < count for action in actions)
        seen.update(actions)
        action = luck.choice(actions)
        for state in states:
            assert state.legal_actions() == actions
            assert [*map(str, state.legal_moves())] == moves
            assert state.text_to_action(state.action_to_text(action)) == action
        for number, state in enumerate(states):
            state.apply(action if number % 2 else moves[actions.index(action)])
            assert state.slots == states[0].slots
            assert state.moves == states[0].moves
    assert len({str(state.outcome) for state in states}) == 1
    assert min(seen) == 0 and max(seen) >= count * 3 // 4, "numbers of all sizes came about"
    for state in states[2:]:
        engine: Any = state.engine
        made_here = words((-1, count)) > 0
        assert engine._by == (choosing._MODULE if made_here else choosing._PYTHON)
        assert engine._failed == 0, "and none of them is left to Python"


@pytest.mark.thorough(one_in=9)
@every_case
def test_whole_games_are_the_same(case: str, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played in one go, and traced: what one engine tells is what all tell."""
    monkeypatch.setattr(choosing, "LEAST", 1)  # modules make single decisions almost at once
    monkeypatch.setattr(choosing, "PAYS", 0)
    monkeypatch.setattr(choosing, "SLOW_FOR_C", 0)
    monkeypatch.setattr(choosing, "SLOW", 0)
    found = [
        simulate(GameSpec(path, engine=name), games=8, seed=3, traced=traced, rows=True).rows
        for name in registry.available()
        for traced in (0, 8)
    ]
    assert found[0] and all(rows == found[0] for rows in found)


@pytest.mark.thorough(one_in=3)
@every_case
def test_games_side_by_side_are_the_same_or_are_none(case: str, game: Game) -> None:
    pytest.importorskip("numpy")
    from rulewright.vector import MOST_COLUMNS, VectorGame

    assert count_of(case) > MOST_COLUMNS
    with pytest.raises(UsageError, match="rows have at most"):
        VectorGame(game, 2)
    engine = WasmEngine(game.program)
    beside = engine.side_by_side(range(2), 100, 1)
    assert (beside is not None) == (count_of(case) < 1 << 63)
    if beside is None:
        return
    states, luck = [begin(sealed(engine), seed=seed) for seed in range(2)], random.Random(2)
    for _ in range(MADE - 1):
        first = beside.tables["first"].tolist()
        for row, state in enumerate(states):
            offered = beside.tables["offered"][first[row] : first[row + 1]].tolist()
            assert offered == state.legal_actions()
            beside.tables["given"][row] = action = luck.choice(offered)
            state.apply(action)
        assert beside.refused() == -1 and beside.step()


def test_numbers_of_moves_are_given_in_as_many_words_as_they_are_told_in() -> None:
    """A module that takes another number of words than it is called with ends the process."""
    for bits in range(1, 64 * GROUP + 66):
        for count in ((1 << bits) - 1, 1 << bits, (1 << bits) + 1):
            told = words_of(count)
            assert words((-1, count)) == (told if told <= GROUP else 0)
