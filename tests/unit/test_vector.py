"""Many games side by side as arrays: what they tell is compared with states, one by one."""

from __future__ import annotations

import copy
import random
from itertools import pairwise, product
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import Game, MoveError, PlayError, UsageError, games, load, vector
from rulewright.core.ir import Element, Number, RowOf, SetOf, StackOf, StateVariable, Truth
from rulewright.state import State
from rulewright.vector import VectorGame

np = pytest.importorskip("numpy")
pytest.importorskip("wasmtime")

NAMES = [
    *(info.name for info in games()),
    str(Path(__file__).parents[1] / "conformance" / "bazaar" / "hats.game"),
]


def expected(state: State, *, memory: bool) -> dict[str, int]:
    """What an observation says of the table, column by column; without `memory` nothing is known of
    what is not seen."""
    seat = cast(int, state.to_move)
    cells: Any = state.observation(seat)["cells"]
    assert state.waiting is not None
    found = {"seat": seat, "choice": state.waiting.point}
    for variable in state.engine.program.variables:
        if variable.role == "control":
            continue
        for labels in product(*(domain.labels for domain in variable.keys)):
            value = cells[variable.name]
            for label in labels:
                value = value.get(label, ...) if isinstance(value, dict) else value
            name = variable.name + (f"({', '.join(labels)})" if labels else "")
            if isinstance(value, dict) and not memory:
                value = {"count": value["count"], "known": []}
            is_own = bool(labels) and labels[0] == state.engine.program.seats.labels[seat]
            is_kept = {"owner": not is_own, "others": is_own, "nobody": True}
            is_seen = value is not ... and not is_kept.get(variable.seen, False)
            found |= told(variable, name, value, is_seen)
    return found


def told(variable: StateVariable, name: str, value: Any, is_seen: bool) -> dict[str, int]:
    """A value of an observation; ... where it says nothing. Null is a mark that is not seen, or one
    that is seen to be nothing."""
    kind, is_zone = variable.type, variable.role == "zone"
    always = variable.seen == "all"
    if isinstance(kind, Truth | Number):
        lowest = 0 if isinstance(kind, Truth) else kind.low
        return {name: lowest - 1 if value in (None, ...) else int(value)}
    labels = kind.domain.labels
    found: dict[str, int] = {}
    if is_zone and not always:
        if isinstance(value, dict):
            count = value["count"]
        elif value is ...:
            count = -1
        elif isinstance(value, list):
            count = sum(one is not None for one in value)
        else:
            count = int(value is not None)
        found[f"count of {name}"] = count
    known = value["known"] if isinstance(value, dict) else value
    match kind:
        case Element():
            if isinstance(known, list):  # what is known of a place that is not seen
                known = known[0] if known else None
            if known not in (None, ...):
                found[name] = labels.index(known)
            else:
                found[name] = (-1 if kind.optional else 0) - (not is_zone and not is_seen)
        case SetOf():
            blank = 0 if always or is_zone else -1
            for label in labels:
                found[f"{name}: {label}"] = (
                    int(label in known) if known not in (None, ...) else blank
                )
        case StackOf() | RowOf():
            places = kind.places if isinstance(kind, RowOf) else len(labels)
            at = value.get("at", []) if isinstance(value, dict) else []
            lying = dict(zip(at, known, strict=True)) if isinstance(value, dict) else {}
            if isinstance(value, list):
                lying = dict(enumerate(value, start=1))
            for place in range(1, places + 1):
                there = lying.get(place)
                found[f"{name}: {place}"] = -1 if there is None else labels.index(there)
    return found


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", NAMES)
def test_rows_say_what_observations_say(name: str) -> None:
    game = load(name)
    if game.num_distinct_actions > vector.MOST_COLUMNS:
        with pytest.raises(UsageError, match="actions: rows have at most"):
            VectorGame(game, 1)
        return
    luck = random.Random(name)
    for memory in (False, True):
        together = VectorGame(game, 2, seed=5, memory=memory)
        assert is_stepped_by_the_engine(together) == (not memory)
        columns = together.columns
        for _ in range(5):
            rows = together.observations.tolist()
            for row, state in zip(rows, together.states, strict=True):
                assert len(row) == len(columns)
                assert all(c.low <= value <= c.high for c, value in zip(columns, row, strict=True))
                said = dict(zip((c.name for c in columns), row, strict=True))
                assert len(said) == len(columns), "columns have names of their own"
                assert said == expected(state, memory=memory)
            for _ in range(4):
                together.step([luck.choice(row) for row in together.actions])


def test_games_are_those_that_states_play() -> None:
    """A row plays one game after the other, with seeds of its own, to the result of each."""
    game, luck, played = load("tic_tac_toe"), random.Random(3), 0
    together, draws = VectorGame(game, 4, seed=10, draw=0.5), 0
    alone, seeds = [game.start(seed=10 + row) for row in range(4)], [10, 11, 12, 13]
    for _ in range(80):
        assert together.seats.tolist() == [state.to_move for state in alone]
        assert together.actions == [state.legal_actions() for state in alone]
        masks = together.masks
        assert masks.shape == (4, game.num_distinct_actions)
        assert [np.flatnonzero(row).tolist() for row in masks] == together.actions
        actions = [luck.choice(row) for row in together.actions]
        step = together.step(actions)
        for row, (state, action) in enumerate(zip(alone, actions, strict=True)):
            state.apply(action)
            outcome = state.outcome
            assert step.ended[row] == (outcome is not None) and not step.cut[row]
            if outcome is None:
                assert not step.rewards[row].any() and not step.scores[row].any()
                continue
            played += 1
            won = [seat in outcome["winners"] for seat in (0, 1)]
            draws += not any(won)
            assert step.winners[row].tolist() == won
            assert step.rewards[row].tolist() == (
                [0.5, 0.5] if not any(won) else [*map(float, won)]
            )
            assert step.scores[row].tolist() == outcome["scores"]
            seeds[row] += 4
            alone[row] = game.start(seed=seeds[row])
    assert played > 20 and draws > 0


def is_stepped_by_the_engine(games: VectorGame) -> bool:
    return games._beside is not None


def one_by_one(monkeypatch: pytest.MonkeyPatch, game: Game, count: int, **given: Any) -> VectorGame:
    """The same where the engine has nothing for it."""
    with monkeypatch.context() as patched:
        patched.setattr(vector, "side_by_side", lambda *_: None)
        return VectorGame(game, count, **given)


def compare(games: VectorGame, others: VectorGame) -> None:
    assert games.actions == others.actions
    for name in ("seats", "masks", "observations"):
        one, other = getattr(games, name), getattr(others, name)
        assert one.dtype == other.dtype and np.array_equal(one, other)
    states, theirs = games.states, others.states
    assert [state.seed for state in states] == [state.seed for state in theirs]
    assert [state.moves for state in states] == [state.moves for state in theirs]
    assert [state.slots for state in states] == [state.slots for state in theirs]


def step(luck: random.Random, games: VectorGame, *others: VectorGame) -> vector.Step:
    """The same moves in all; what became of them, which is the same."""
    actions = [luck.choice(row) for row in games.actions]
    made = games.step(actions)
    for one in others:
        for mine, its in zip(made, one.step(actions), strict=True):
            assert mine.dtype == its.dtype and np.array_equal(mine, its)
    return made


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("name", "seed"), [("crazy_eights", 3), ("goofspiel", -2), ("kuhn_poker", 2**64 - 2)]
)
def test_the_engine_steps_what_states_do(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, luck, over = load(name), random.Random(seed), 0
    given: dict[str, Any] = {"seed": seed, "longest": 30, "draw": 0.5}
    games, others = VectorGame(game, 3, **given), one_by_one(monkeypatch, game, 3, **given)
    for number in range(100):
        if not number % 50:
            compare(games, others)
        made = step(luck, games, others)
        over += int((made.ended | made.cut).sum())
    compare(games, others)
    assert over and is_stepped_by_the_engine(games) and not is_stepped_by_the_engine(others)


@pytest.mark.parametrize("what", ["step", "see", "interrupted"])
def test_what_the_engine_cannot_do_states_do(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From then on, as if they had played from the first; what is interrupted has not been done."""
    game, luck = load("pig"), random.Random(1)
    games, others = VectorGame(game, 3, seed=1), one_by_one(monkeypatch, game, 3, seed=1)
    for _ in range(2 * vector.SWEPT + 10):
        step(luck, games, others)

    def fail(engine: object) -> bool:
        if what == "interrupted":
            raise KeyboardInterrupt
        return False

    kind = type(games._beside._engine)  # type: ignore[union-attr]
    monkeypatch.setattr(kind, "see" if what == "see" else "step", fail)
    if what == "interrupted":
        with pytest.raises(KeyboardInterrupt):
            games.step([row[0] for row in games.actions])
    for _ in range(20):
        step(luck, games, others)
        compare(games, others)
    assert not is_stepped_by_the_engine(games)


WRONG = """game wrong "Wrong"
  players 2 named first, second
mark small: 0..3
phase play
  turns until small is 3
    choose main
      more(n in 1..2)
        gain n small
score small of p: small
winner most score
"""


def test_rules_that_go_wrong_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong.game").write_text(WRONG)
    game = load(str(tmp_path / "wrong.game"))
    games, others = VectorGame(game, 2), one_by_one(monkeypatch, game, 2)
    told = []
    for one in (games, others):
        one.step([1, 2])
        with pytest.raises(PlayError) as caught:
            one.step([2, 2])
        told.append(str(caught.value))
    assert told[0] == told[1] and "outside 0..3" in told[0]
    compare(games, others)


def test_arrays_stay_what_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is done after that, and though the games are gone."""
    games, luck = VectorGame(load("connect_four"), 4, seed=2), random.Random(2)
    kept: list[tuple[Any, Any]] = []
    for _ in range(60):
        arrays = [games.seats, *games.offers, games.masks, games.observations, *step(luck, games)]
        kept += [(one, one.copy()) for one in arrays]
    del games
    assert all(np.array_equal(one, then) for one, then in kept)


@pytest.mark.parametrize("memory", [False, True])
def test_a_copy_goes_its_own_way(memory: bool) -> None:
    luck = random.Random(5)
    games = VectorGame(load("pig"), 3, seed=2, longest=20, memory=memory)
    for _ in range(30):
        step(luck, games)
    one, other = games.copy(), copy.deepcopy(games)
    assert is_stepped_by_the_engine(one) == is_stepped_by_the_engine(other) == (not memory)
    for _ in range(5):
        step(luck, one)
    compare(games, other)
    for _ in range(30):
        step(luck, games, other)
    compare(games, other)
    assert one.actions and one.states[0].seed != games.states[0].seed


def test_offers_are_actions_in_one_row() -> None:
    games, luck = VectorGame(load("reversi"), 5, seed=4), random.Random(4)
    for _ in range(10):
        step(luck, games)
    actions, first = games.offers
    assert games.actions == [actions[a:b].tolist() for a, b in pairwise(first.tolist())]


def test_states_are_copies() -> None:
    for memory in (False, True):
        games = VectorGame(load("tic_tac_toe"), 2, memory=memory)
        games.step([4, 0])
        games.states[0].apply(0)
        assert [state.moves for state in games.states] == [["mark b2"], ["mark a3"]]


def test_a_game_that_is_too_long_is_left() -> None:
    together = VectorGame(load("pig"), 2, seed=1, longest=3)
    cuts = [together.step([row[0] for row in together.actions]).cut.tolist() for _ in range(6)]
    assert cuts == [[False] * 2, [False] * 2, [True] * 2] * 2
    assert [state.seed for state in together.states] == [5, 6]


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([1], "the actions are to be 2 whole numbers, not an array of int64 and shape (1,)"),
        ([0.0, 1.0], "not an array of float64"),
        ([True, False], "not an array of bool"),
        ([0, 99], "game 1: there is no action 99: they are numbered 0 to 8"),
        ([0, -1], "game 1: there is no action -1"),
        ([4, 5], "game 0: action 4 is not offered"),
    ],
)
def test_what_cannot_be_made(actions: list[int], told: str) -> None:
    """It is said, and nothing is done in any game."""
    for memory in (False, True):
        together = VectorGame(load("tic_tac_toe"), 2, memory=memory)
        together.step([4, 4])
        with pytest.raises((MoveError, UsageError)) as caught:
            together.step(actions)
        assert told in str(caught.value)
        assert [state.decisions for state in together.states] == [1, 1]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"count": 0}, "how many games there are is to be at least 1, not 0"),
        ({"count": "2"}, "how many games there are is to be a whole number"),
        ({"count": 2, "longest": 0}, "the longest game is to be at least 1"),
        ({"count": 2, "draw": "half"}, "the reward of a draw is to be a number"),
        ({"count": 2, "seed": None}, "a seed is to be a whole number"),
    ],
)
def test_what_is_no_vector(given: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        VectorGame(load("pig"), **given)


def test_numpy_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'rulewright\[vector\]'"):
        VectorGame(load("pig"), 2)


SHORT = """game blink "Blink"
  players 1

mark done: yes or no

phase main
  turns until done is yes
    choose main
      stop
        set done to yes

score none of p: 0
winner most score
"""


def test_a_game_of_one_decision_begins_anew_at_each(tmp_path: Path) -> None:
    (tmp_path / "blink.game").write_text(SHORT)
    together = VectorGame(load(str(tmp_path / "blink.game")), 2)
    for _ in range(3):
        assert together.step([0, 0]).ended.all()
