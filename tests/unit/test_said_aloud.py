"""A card that a move draws from its whole type is said by its name, and all are told it; one that
is drawn from a place which not all see is that card, and is told where it is seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulewright import State, load
from rulewright.core.scenes import GivenPosition
from rulewright.transcript import Transcript

RULES = """\
game fish "Fish"
  players 3 named Ann, Ben, Cat

type kind: a, b
component card from "fish.csv" named by card
  kind: kind

zone hand of seat: set of card, seen by owner
mark hit: yes or no
mark aim of seat: card or none, seen by owner
mark many: 0..9

phase play
  turns until many is 9
    gain 1 many
    choose main{secretly}
      ask(p in seat where p is not me, c in {source}) named "ask {{p}} for {{c}}"
        {done}
      else pass
      give(c in hand of me)
        move c to hand of next of me
      'rest'
        set aim of me to none
        set hit to no
winner p where hit and aim of p is none and some c in hand of p where kind of c is a

scenario "Two cards each"
  given
    hand of Ann: A1, B1
    hand of Ben: A2, B2
    hand of Cat: A3, B3
    to move: Ann (main)
"""
CARDS = "card,kind\nA1,a\nA2,a\nA3,a\nB1,b\nB2,b\nB3,b\n"
ASKS = """\
needs lacks: c not in hand of me  else "you hold {c}"
        needs mate: some d in hand of me where kind of d is kind of c else "none of its kind"
        set hit to c in hand of p
        if hit
          move c from hand of p to hand of me"""
GIVES = """\
needs holds: c in hand of me      else "you do not hold {c}"
        move c from hand of me to hand of p"""
SLIPS = """\
if c in hand of p
          move c from hand of p to hand of me"""
SORTS = "move all d in hand of p where d is c from hand of p to hand of me"
NOTES = "set aim of me to c"
NOTES_LATER = """\
let d = c
        choose surely
          'yes'
            set aim of me to d"""


def fish(folder: Path, done: str, source: str = "card", secretly: str = "") -> State:
    """The game at its first decision, with two cards each."""
    (folder / "fish.csv").write_text(CARDS)
    rules = RULES.format(done=done, source=source, secretly=secretly)
    (folder / "fish.game").write_text(rules)
    game = load(str(folder / "fish.game"))
    given = game.scenarios()[0].steps[0]
    assert isinstance(given, GivenPosition)
    return game.position(given)


def hand(state: State, seat: int, of: str) -> Any:
    """What a seat sees of a hand."""
    cells: Any = state.observation(seat)["cells"]
    return cells["hand"][of]


def told(state: State, seat: int) -> list[str]:
    return [text for _, text in Transcript.of(state).told(state, seat)]


def test_what_is_asked_for_by_its_name_all_are_told(tmp_path: Path) -> None:
    state = fish(tmp_path, ASKS)
    state.apply("ask Ben for A3")
    assert [told(state, seat) for seat in range(3)] == [["ask Ben for A3 (hit no)"]] * 3


def test_an_answer_is_told_each_time_also_where_it_is_the_same(tmp_path: Path) -> None:
    state = fish(tmp_path, ASKS)
    for move in ("ask Ben for A3", "ask Cat for A1", "ask Ann for A1", "ask Cat for B3"):
        state.apply(move)
    said = [line.split(",")[0].rstrip(")") for line in told(state, 0)]
    assert said == [
        "ask Ben for A3 (hit no",
        "ask Cat for A1 (hit no",
        "ask Ann for A1 (hit yes",
        "ask Cat for B3 (hit yes",
    ]


BY_IF = """\
if c in hand of p
          set hit to yes
        else
          set hit to no"""
BY_LET = """\
let there = c in hand of p
        set hit to there"""
LATER = """\
choose surely
          'yes'
        set hit to c in hand of p"""


@pytest.mark.parametrize(("done", "told_with"), [(BY_IF, 0), (BY_LET, 0), (LATER, 1)])
def test_an_answer_is_told_with_what_it_is_worked_out_by(
    tmp_path: Path, done: str, told_with: int
) -> None:
    state = fish(tmp_path, done)
    state.apply("ask Ben for A3")
    if told_with:
        state.apply("yes")
    assert ["(hit no)" in line for line in told(state, 2)] == [False] * told_with + [True]


def test_where_a_card_goes_that_was_asked_for_is_known_to_all(tmp_path: Path) -> None:
    state = fish(tmp_path, ASKS)
    state.apply("ask Ben for A2")
    # and that who has asked has another of its kind, which can only be A1 for who holds A3
    assert hand(state, 2, "Ann") == {"count": 3, "known": ["A1", "A2"]}
    for seed in range(20):
        held = hand(state.redealt(2, seed), 0, "Ann")
        assert {"A1", "A2"} < {*held} and len({"B1", "B2"} & {*held}) == 1


@pytest.mark.parametrize("seat", range(3))
def test_after_a_miss_nobody_thinks_the_card_is_there(tmp_path: Path, seat: int) -> None:
    state = fish(tmp_path, ASKS)
    state.apply("ask Ben for A3")
    for seed in range(20):
        world = state.redealt(seat, seed)
        assert "A3" not in [*hand(world, 0, "Ann"), *hand(world, 1, "Ben")]


@pytest.mark.parametrize(
    ("done", "source", "secretly"),
    [
        (ASKS, "card", " secretly"),
        (GIVES, "card", ""),
        ("move c to hand of p", "hand of me", ""),
        (SLIPS, "card", ""),
        (SORTS, "card", ""),
        (NOTES, "card", ""),
        (NOTES_LATER, "card", ""),
    ],
)
def test_what_is_kept_back_is_not_told(
    tmp_path: Path, done: str, source: str, secretly: str
) -> None:
    state = fish(tmp_path, done, source, secretly)
    move = next(one for one in map(str, state.legal_moves()) if one.startswith("ask Ben"))
    state.apply(move)
    assert move.split()[-1] in told(state, 0)[0]
    assert "for A" not in told(state, 2)[0] and "for B" not in told(state, 2)[0]
