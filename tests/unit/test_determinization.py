"""Marks that a seat does not see come out otherwise, as they might have for all that it knows."""

import pickle
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import Game, load
from rulewright.runtime.layout import CHANCE
from rulewright.state import State

CUPS = str(Path(__file__).parents[1] / "conformance" / "bazaar" / "cups.game")


def value(state: State, name: str, *keys: int) -> object:
    variable = next(c for c in state.engine.program.variables if c.name == name)
    return state.engine.layout.get(state.slots, variable, keys)


def under(state: State, seat: int) -> tuple[object, ...]:
    return tuple(value(state, "under", seat, face) for face in range(6))


@pytest.fixture(params=registry.stepping())
def cups(request: pytest.FixtureRequest) -> Game:
    engine: EngineName = request.param
    return load(CUPS, engine=engine)


def played(game: Game, moves: str, chance: str = "") -> State:
    """A game with chance asked: its moves, and what chance answers."""
    state, answers = game.start(chance="asked"), iter(chance.split())
    for move in moves.split("; "):
        state.apply(move)
        while state.question is not None:
            state.answer(next(answers))
    return state


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("seed", [None, 5])
def test_every_throw_is_possible_that_fits_what_is_seen(seed: int | None) -> None:
    game = load("liars_dice", seats=2, options={"dice": 2})
    state = game.start(chance="asked") if seed is None else game.start(seed=seed)
    for face in ("ones", "twos", "twos", "sixes") if seed is None else ():
        state.answer(face)
    state.apply("bid 1 fours")
    thrown: Counter[tuple[object, ...]] = Counter()
    for n in range(240):
        other = state.redealt(0, n)
        assert under(other, 0) == under(state, 0)
        assert other.observation(0) == state.observation(0)
        assert [str(m) for m in other.legal_moves()] == [str(m) for m in state.legal_moves()]
        thrown[under(other, 1)] += 1
    pairs = [count for dice, count in thrown.items() if 2 in dice]
    assert len(thrown) == 21 and max(pairs) < 20  # 240 / 36 are expected


def test_what_came_of_a_throw_comes_of_another(cups: Game) -> None:
    state = played(cups, "hide left; hide left; throw; throw; throw; throw", "1 2 3 4")
    found = set()
    for n in range(60):
        other = state.redealt(0, n)
        assert value(other, "die", 0) == 3 and value(other, "fallen", 0) == 4
        die, fallen = value(other, "die", 1), value(other, "fallen", 1)
        assert isinstance(die, int) and isinstance(fallen, int) and 1 <= fallen - die <= 6
        found.add((die, fallen - die))
    assert len(found) > 20


def test_what_has_been_shown_stays(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw; throw; lift", "1 2 3")
    dice = {(value(o, "die", 1), value(o, "fallen", 1)) for o in anew(state, 0)}
    assert dice == {(2, 2)}, "Bob's die has been shown"
    dice = {(value(o, "die", 0), value(o, "fallen", 0)) for o in anew(state, 1)}
    assert len(dice) > 20 and value(state, "die", 0) == 3


def anew(state: State, seat: int) -> list[State]:
    return [state.redealt(seat, n) for n in range(60)]


def test_a_secret_choice_may_have_been_another(cups: Game) -> None:
    state = played(cups, "hide left; hide left")
    assert {value(o, "bead", 1) for o in anew(state, 0)} == {0, 1}
    assert {value(o, "bead", 0) for o in anew(state, 0)} == {0}


def test_both_engines_tell_the_same_other_story() -> None:
    one, two = (
        load("liars_dice", seats=3, options={"dice": 3}, engine=engine).start(seed=8)
        for engine in registry.stepping()
    )
    for n in range(10):
        ours, theirs = one.redealt(1, n).slots, two.redealt(1, n).slots
        assert ours == theirs and ours[CHANCE] != one.slots[CHANCE]


def test_a_game_in_progress_is_not_touched_and_goes_on(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw", "6 6")
    before, key = state.observation(0), state.key()
    other = state.redealt(0, 2)
    other.apply("throw")
    other.answer("4")
    assert state.key() == key and state.observation(0) == before and other.steps == 2


def test_without_a_past_marks_stay(cups: Game) -> None:
    state = played(cups, "hide left; hide right; throw; throw", "6 6")
    other = state.redealt(0, 2)
    assert {tuple(o.slots[2:]) for o in anew(other, 0)} == {tuple(other.slots[2:])}
    taken_back = state.copy()
    taken_back.undo()
    taken_back.undo()
    taken_back.apply("say 5")
    assert {value(o, "bead", 1) for o in anew(taken_back, 0)} == {0, 1}


def test_a_state_that_is_dealt_anew_often_is_dealt_as_others_are() -> None:
    game = load("liars_dice", seats=2, options={"dice": 2})
    state = game.start(seed=5)
    for move in ("", "bid 1 fours", "bid 2 fours"):
        if move:
            state.apply(move)
        for seed in range(3):
            often, once = state.redealt(0, seed), pickle.loads(pickle.dumps(state)).redealt(0, seed)
            assert (often.slots, often.memory) == (once.slots, once.memory)
            often.slots[CHANCE] = -1


@pytest.mark.parametrize("rules", ["liars_dice", CUPS])
@pytest.mark.parametrize("seed", range(3))
def test_what_was_dealt_anew_before_makes_no_difference(rules: str, seed: int) -> None:
    """What is found out of a game is kept while it goes on; moves taken back are forgotten."""
    game, luck = load(rules), Random(seed)
    state = game.start(seed=seed)
    for number in range(12):
        if number % 3 == 2 and state.steps > 1:
            state.undo()
            state.redealt(0, number)
            state.undo()
        if state.over:
            break
        other = game.start(seed=seed)
        for move in state.moves:
            other.apply(move)
        for seat in range(game.seats):
            one, two = state.redealt(seat, number), other.redealt(seat, number)
            assert one.slots == two.slots and one.observation(seat) == two.observation(seat)
        state.apply(luck.choice([*map(str, state.legal_moves())]))
    assert number > 2


PASSING = """\
game passing "Cards are put away"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone hand of seat: set of card, seen by owner
zone left of seat: slot of card{seen_by}
zone right of seat: slot of card{seen_by}
zone away: set of card, seen by nobody
mark first of seat: card or none, seen by owner       "What was put on the left, or turned up"

setup
  move all c in card to hand of Bob

phase play
  turns from Bob until passes is 2
    choose putting secretly
      put(a in hand of me, b in hand of me where b is not a)
        set first of me to a
        move a to left of me
        move b to right of me
        move left of me to away
        move right of me to away
        pass
      turn(a in hand of me)
        set first of me to a
        move a to left of me
        move left of me to hand of me
        pass
      else pass

score none of p: 0
winner most score
"""


@pytest.mark.parametrize("engine", registry.stepping())
@pytest.mark.parametrize(
    "seen, move, first, away",
    [
        ("all", "put B A", "B", "AB"),
        ("all", "turn C", "C", ""),
        ("others", "put B A", "B", "AB"),
        ("owner", "put B A", "ABC", "AB AC BC"),
        ("owner", "turn C", "ABC", ""),
    ],
)
def test_what_lay_open_within_a_move_stays(
    tmp_path: Path, engine: EngineName, seen: str, move: str, first: str, away: str
) -> None:
    """At the decision after it Ann sees no more than how many cards lie where."""
    seen_by = "" if seen == "all" else f", seen by {seen}"
    (tmp_path / "cards.csv").write_text("name\nA\nB\nC\n")
    (tmp_path / "passing.game").write_text(PASSING.format(seen_by=seen_by))
    state = load(str(tmp_path / "passing.game"), engine=engine).start()
    state.apply(move)
    worlds = anew(state, 0)
    cards = "ABC"
    assert {cards[int(str(value(o, "first", 1)))] for o in worlds} == set(first)
    found = {"".join(c for c in cards if c in str(lying(o, "away"))) for o in worlds}
    assert found == {*away.split(" ")}
    assert all(o.observation(0) == state.observation(0) for o in worlds)


def lying(state: State, zone: str) -> str:
    held = value(state, zone)
    assert isinstance(held, int)
    return "".join(card for number, card in enumerate("ABC") if held >> number & 1)
