"""What moves have named lately stands out in pictures, and is said there, as far as a seat is told
it: what the log tells."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import State, load
from rulewright.drawing.svg import Picture
from rulewright.transcript import Transcript

EVERY = (0, 1)
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
    state, log = load(str(tmp_path / "aims.game")).start(seed=1), Transcript()

    def make(text: str) -> State:
        after = state.copy()
        after.apply(text)
        log.add(state, text, after)
        for seat in (0, 1, None) if after.over else (0, 1):
            lit = after.picture(
                seat, lit=log.named_lately(after, EVERY if seat is None else [seat])
            )
            assert marks(after.picture(seat)) == marks(lit)
        return after

    assert log.named_lately(state, [0]) == log.named_lately(state, EVERY) == set()
    state = make("go a1")
    assert (
        log.named_lately(state, [0])
        == log.named_lately(state, [1])
        == log.named_lately(state, EVERY)
        == {"a1"}
    )
    state = make("aim b2")
    assert log.named_lately(state, [0]) == {"b2"}
    assert log.named_lately(state, [1]) == {"a1"}  # what was aimed at nobody else is told
    assert log.named_lately(state, EVERY) == set()
    state = make("go b1")
    assert log.named_lately(state, [0]) == {"b2", "b1"}
    assert log.named_lately(state, [1]) == {"b1", "a1"}  # its turn goes on
    lit, plain = state.picture(0), state.picture(0, lit=())
    assert "".join(lit.parts).count("<rect") == "".join(plain.parts).count("<rect") + 2


def test_a_page_shows_what_was_done(tmp_path: Path) -> None:
    """A tile that has just been laid, and nothing before the first move."""
    state, log = load("ruin_runner", seats=2).start(seed=3), Transcript()
    before = state.copy()
    state.apply(state.legal_moves()[0])
    log.add(before, state.moves[-1], state)
    seat = state.to_move
    assert isinstance(seat, int)
    (_, tile, *_), named = state.moves[-1].split(), log.named_lately(state, [seat])
    assert tile in named and len(named) == 2
    lit, plain = state.picture(seat, lit=named), state.picture(seat, lit=())
    assert lit.alone.count("<rect") == plain.alone.count("<rect") + 1


@pytest.mark.parametrize("chance", ["seeded", "asked"])
@pytest.mark.parametrize("name", ["ruta", "leduc_poker", "liars_dice"])
def test_a_picture_makes_only_those_moves_again_that_came_since_the_last_one(
    name: str, chance: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, random, made = load(name), Random(3), list[str]()
    state = game.start(seed=3) if chance == "seeded" else game.start(chance="asked")
    add = Transcript.add

    def added(self: Transcript, before: Any, text: Any, after: Any) -> None:
        made.append(text)
        add(self, before, text, after)

    monkeypatch.setattr(Transcript, "add", added)
    since = 0
    for step in range(30):
        if state.over:
            break
        if random.random() < 0.15 and state.steps > 2:
            state.undo()
            state.undo()
            since += 60
        while state.question is not None:
            order = random.sample(state.question.of, len(state.question.of))
            state.answer(order if state.question.kind == "shuffle" else order[:1])
        if not state.over:
            state.apply(random.choice(state.legal_moves()))
            since += 1
        if step % 3 and not state.question:
            made.clear()
            picture = state.picture()
            assert len(made) <= since
            made.clear()
            assert state.copy().picture(0) == state.picture(0) and not made, "both know all of it"
            if step % 9 == 1:
                assert state.on(game.engine).picture() == picture, "where nothing is known"
            since = 0


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ["ruta", "ruins", "goofspiel", "klondike"])
def test_pictures_mark_nothing_that_the_log_does_not_tell(name: str) -> None:
    state, log, luck = load(name).start(seed=4), Transcript(), Random(4)
    marked = set[str]()
    for number in range(20):
        before = state.copy()
        state.apply(luck.choice(state.legal_moves()))
        log.add(before, state.moves[-1], state)
        if number % 3:  # what is told goes back to the last turn of a seat
            continue
        for seat in range(state.engine.program.seats.size):
            told, drawn = log.named_lately(state, [seat]), state.picture(seat)
            without = drawn.alone.count("stroke-width:3")
            assert without == state.picture(seat, lit=told).alone.count("stroke-width:3")
            marked |= {name for name in told if without}
    assert marked


def test_a_picture_tells_what_came_out_later_as_the_log_does() -> None:
    """Cards that were paid out of a hand lie open in the discards when the turn is over."""
    state, luck = load("ruta").start(seed=5), Random(5)
    paid = 0
    for _ in range(20):
        state.apply(luck.choice(state.legal_moves()))
        seat = state.to_move
        assert isinstance(seat, int)
        told = Transcript.of(state).told_lately(state, [seat])
        words = said(state, seat)
        assert all(text in words for _, texts in told for text in texts)
        paid += any("pay" in text and "..." not in text for who, texts in told for text in texts)
        assert "..." not in words or any("..." in text for _, texts in told for text in texts)
    assert paid > 3
