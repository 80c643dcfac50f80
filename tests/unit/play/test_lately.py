"""What moves have named lately stands out in pictures, as far as a seat is told it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright import State, load
from rulewright.drawing.svg import Picture
from rulewright.play.lately import Lately

RULES = """\
game aims "Aims"
  players 2 named ann, bob

board field: grid 2 by 2
cells square of field named "{letter}{y}"
mark aim of seat: square or none, seen by owner
mark on of square: seat or nobody

phase main
  turns until passes is 2
    choose go                             "Go somewhere"
      go(s in square)
        set on of s to me
    choose target secretly                "What do you aim at?"
      aim(s in square)
        set aim of me to s
      rest
        set aim of me to none

score aims of p: (1 when aim of p is a1 else 0) + (how many s in square where on of s is p)
winner most score
"""


def marks(picture: Picture) -> int:
    """How many things stand out."""
    return picture.alone.count("stroke-width:3")


def said(state: State, seat: int | None) -> str:
    """What a picture tells of what was done."""
    return state.picture(seat).words.split("\n\n")[0]


def test_what_others_did_is_told_in_words_as_far_as_a_seat_could_see_it(tmp_path: Path) -> None:
    (tmp_path / "aims.game").write_text(RULES)
    state = load(str(tmp_path / "aims.game")).start(seed=1)
    assert "go a1" not in said(state, 0)
    state.apply("go a1")
    assert [said(state, 0), said(state, 1)] == ["ann: go a1"] * 2
    state.apply("aim b2")
    assert said(state, 0) == "ann: aim b2"
    assert said(state, 1) == "ann: go a1, target ..."
    state.apply("go b1")
    assert said(state, 1) == "ann: go a1, target ...; bob: go b1"  # its turn goes on
    assert said(state, 0) == "bob: go b1"
    assert "go b1" in state.svg() and "bob: go b1" not in state.picture(lit=()).alone


def test_own_last_move_and_all_since_that_are_told(tmp_path: Path) -> None:
    (tmp_path / "aims.game").write_text(RULES)
    state, lately = load(str(tmp_path / "aims.game")).start(seed=1), Lately()

    def make(text: str) -> State:
        after = state.copy()
        after.apply(text)
        lately.add(state, text, after)
        for seat in (0, 1, None) if after.over else (0, 1):
            lit = after.picture(seat, lit=lately.named(after, seat))
            assert marks(after.picture(seat)) == marks(lit)
        return after

    assert lately.named(state, 0) == lately.named(state, None) == set()
    state = make("go a1")
    assert lately.named(state, 0) == lately.named(state, 1) == lately.named(state, None) == {"a1"}
    state = make("aim b2")
    assert lately.named(state, 0) == {"b2"}
    assert lately.named(state, 1) == {"a1"}  # what was aimed at nobody else is told
    assert lately.named(state, None) == set()
    state = make("go b1")
    assert lately.named(state, 0) == {"b2", "b1"}
    assert lately.named(state, 1) == {"b1", "a1"}  # its turn goes on
    lit, plain = state.picture(0), state.picture(0, lit=())
    assert "".join(lit.parts).count("<rect") == "".join(plain.parts).count("<rect") + 2


def test_a_page_shows_what_was_done(tmp_path: Path) -> None:
    """A tile that has just been laid, and nothing before the first move."""
    state, lately = load("ruin_runner", seats=2).start(seed=3), Lately()
    before = state.copy()
    state.apply(state.legal_moves()[0])
    lately.add(before, state.moves[-1], state)
    seat = state.to_move
    assert isinstance(seat, int)
    (_, tile, *_), named = state.moves[-1].split(), lately.named(state, seat)
    assert tile in named and len(named) == 2
    lit, plain = state.picture(seat, lit=named), state.picture(seat, lit=())
    assert lit.alone.count("<rect") == plain.alone.count("<rect") + 1


@pytest.mark.parametrize("name", ["ruta", "ruins", "goofspiel", "klondike"])
def test_pictures_mark_nothing_that_the_log_does_not_tell(name: str) -> None:
    state, lately, luck = load(name).start(seed=4), Lately(), Random(4)
    marked = set[str]()
    for _ in range(20):
        before = state.copy()
        state.apply(luck.choice(state.legal_moves()))
        lately.add(before, state.moves[-1], state)
        for seat in range(state.engine.program.seats.size):
            told, drawn = lately.named(state, seat), state.picture(seat)
            without = drawn.alone.count("stroke-width:3")
            assert without <= state.picture(seat, lit=told).alone.count("stroke-width:3")
            marked |= {name for name in told if without}
    assert marked
