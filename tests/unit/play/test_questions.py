"""Moves as a few small questions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright import State, catalogue, load
from rulewright.play.questions import Question, Steps

TAKING = """\
game taking "Taking"
  players 1

type colour: red, reddish, blue
type size from "sizes.csv" named by name
  weight: 1..3

mark gone of colour: 0..3

phase play
  choose main
    take(c in colour, s in size, n in 1..3)    "Take some"
      needs large: s is not large or n is 3    else "of the large ones only three"
      set gone of c to weight of s
      end game
    take(c in colour)    "Take all of one"
      needs not_all: c is blue                else "only the blue ones"
      end game
    stop                 "Leave it"
      end game

score taken of p: total gone of c for c in colour
winner most score
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "sizes.csv").write_text("name,weight\nvery small,1\nsmall,2\nlarge,3\n")
    (tmp_path / "taking.game").write_text(TAKING, encoding="utf-8")
    return load(str(tmp_path / "taking.game"), engine="reference").start(seed=1)


def asked(steps: Steps) -> Question:
    assert steps.question is not None
    return steps.question


def test_which_action_then_each_parameter_that_makes_a_difference(state: State) -> None:
    moves = state.legal_moves()
    steps = Steps.of(moves)
    assert [(a.text, a.words, len(a.moves)) for a in asked(steps).answers] == [
        ("take", "Take some", 21),
        ("take blue", "Take all of one", 1),
        ("stop", "Leave it", 1),
    ]
    steps = steps.into(asked(steps).answers[0])
    assert asked(steps).about == "colour"
    assert [(a.text, len(a.moves)) for a in asked(steps).answers] == [
        ("red", 7), ("reddish", 7), ("blue", 7),
    ]  # fmt: skip
    steps = steps.into(asked(steps).answers[2])
    assert [(a.text, len(a.moves)) for a in asked(steps).answers] == [
        ("very small", 3), ("small", 3), ("large", 1),
    ]  # fmt: skip
    large = steps.into(asked(steps).answers[2])
    assert large.question is None
    assert str(moves[large.left[0]]) == "take blue large 3"
    assert asked(steps.into(asked(steps).answers[0])).about == "n"


def test_one_step_back(state: State) -> None:
    steps = Steps.of(state.legal_moves())
    inner = steps.into(asked(steps).answers[0])
    assert inner.back() == steps
    assert steps.back() == steps
    assert steps.left == tuple(range(len(state.legal_moves())))


def test_answers_by_what_is_typed(state: State) -> None:
    steps = Steps.of(state.legal_moves())
    steps = steps.into(asked(steps).answers[0])

    def found(typed: str, steps: Steps = steps) -> list[str]:
        return [answer.text for answer in asked(steps).matching(typed)]

    assert found("red") == ["red"]
    assert found("RE") == ["red", "reddish"]
    assert found("b") == ["blue"]
    assert found("green") == []
    sizes = steps.into(asked(steps).answers[0])
    assert found("SMALL", sizes) == ["small"]
    assert found("sma", sizes) == ["small"]
    assert found(" very  sm ", sizes) == ["very small"]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [info.name for info in catalogue.games()])
def test_each_move_is_reached_in_one_way(name: str) -> None:
    """Whatever is answered, the answers share out the moves, in order."""
    game, draw = load(name), random.Random(1)
    state = game.start(seed=1)
    for _ in range(12):
        if state.over:
            break
        moves = state.legal_moves()
        waiting, reached = [Steps.of(moves)], list[int]()
        while waiting:
            steps = waiting.pop(0)
            if steps.question is None:
                reached += steps.left
                continue
            answers = steps.question.answers
            assert len(answers) > 1
            assert sorted(n for answer in answers for n in answer.moves) == list(steps.left)
            assert all(list(answer.moves) == sorted(answer.moves) for answer in answers)
            waiting += [steps.into(answer) for answer in answers]
        assert sorted(reached) == list(range(len(moves)))
        state.apply(draw.choice(moves))


LOTS = """game lots "Lots"
  players 1

type card from "cards.csv" named by name
mark laid: set of card

phase play
  choose main
    lay
      compose choosing named "lay {lot}"
        step add(c in card) into lot at most 3
        finish done
          needs three: size of lot is 3    else "three"
      set laid to lot
      end game

score it of p: size of laid
winner most score
"""


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        ("8 D, A C, A D", 1),
        ("ad, ac, 8d", 1),
        ("A D, A C", 4),
        ("a c; a d", 4),
        ("8 D + A C", 4),
        ("9", 10),
        ("A D, 7 C", 0),
    ],
)
def test_sets_are_asked_for_by_what_is_in_them(tmp_path: Path, typed: str, count: int) -> None:
    names = "name\n" + "".join(f"{name}\n" for name in ("A D", "A C", "A S", "8 D", "8 C", "9 H"))
    (tmp_path / "cards.csv").write_text(names)
    (tmp_path / "lots.game").write_text(LOTS)
    steps = Steps.of(load(str(tmp_path / "lots.game")).start(seed=1).legal_moves())
    assert asked(steps).about == "lot" and len(asked(steps).answers) == 20
    assert len(asked(steps).matching(typed)) == count
