"""What a person is told at a decision is the same in every game that the seat cannot tell from the
real one: the menu, what the order alone keeps back, why a move is not offered. What lay open in the
midst of a move is told to all, and what one seat alone has seen is not."""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import or_
from pathlib import Path
from typing import cast

import pytest
from tests.repeated import times

import rulewright as rw
from rulewright import Game, State, transcript
from rulewright.core.ir import Program
from rulewright.drawing import thrown
from rulewright.drawing.lines import plain_text
from rulewright.drawing.thrown import Seats
from rulewright.play import reasons as asked
from rulewright.play.preview import Previews
from rulewright.play.reasons import elsewhere, reasons
from rulewright.runtime.sight import Masks, component_of
from rulewright.transcript import Transcript
from rulewright_cli.menu import Menu

GIFTS = """\
game gifts "Gifts"
  "Cards are given away in secret, one after the other."
  players 2..3
  uses standard_deck

zone deck: stack of card, seen by nobody             "The deck"
zone hand of seat: set of card, seen by owner        "Cards in hand"
zone given of seat: set of card, seen by owner       "Cards given away"

setup
  move all c in card to deck
  shuffle deck
  deal 7 from deck to each hand

phase giving
  repeat until hand of '0' is empty
    turns until every p in seat has given of p is not empty
      compose gifts secretly until size of gift is min(3, size of hand of me)    "Which ones?"
        step give(c in hand of me) into gift         "Give a card away"
      move gift from hand of me to given of me
    each p in seat
      move given of p to deck

score cards of p: size of hand of p
winner most score
"""
GAMES = {  # and how many decisions of each are looked at
    "ruta": 60, "ruins": 20, "ruin_runner": 20, "crazy_eights": 40, "liars_dice": 60,
    "leduc_poker": 40, "goofspiel": 40, "klondike": 30,
}  # fmt: skip


def told(state: State, texts: Sequence[str]) -> tuple[str, list[str], list[str]]:
    """The menu, what comes after others, and why moves are not offered. What was chosen before is
    not known of games that have no past."""
    menu = Menu(state, Previews(state.engine.program), 80)
    why = [f"{text}: {one.message} {one.now}" for text in texts for one in reasons(state, text)]
    apart = ("another order", "chosen already")
    return (
        plain_text([*menu._listed()]),
        elsewhere(state)[0],
        ["" if any(words in said for words in apart) else said for said in why],
    )


def held_against_worlds(game: Game, decisions: int) -> int:
    """Fails if something is told in one game that is not told in another one that looks the same.
    Gives how many decisions had something that only the order keeps back."""
    luck, looked_at, kept_back = random.Random(1), 0, 0
    for seed in range(decisions):
        state, known = game.start(seed=seed), list[str]()
        while not state.over and looked_at < decisions:
            moves = [str(move) for move in state.legal_moves()]
            known = [*known, *luck.sample(moves, min(3, len(moves)))][-12:]
            if luck.random() < 0.3:
                looked_at += 1
                seat = state.to_move
                assert isinstance(seat, int)
                refused = [text for text in known[-9:-6] if text not in moves]
                ours = told(state, refused)
                menu, later, why = told(state.redealt(seat, luck.getrandbits(32)), refused)
                kept_back += bool(later)
                assert (menu, later) == ours[:2], state.moves
                assert all(a == b or not a for a, b in zip(ours[2], why, strict=True)), state.moves
            state.apply(luck.choice(moves))
    return kept_back


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_hidden_is_told(name: str) -> None:
    held_against_worlds(rw.load(name), GAMES[name] // times(2, thorough=1))


@pytest.fixture
def gifts(tmp_path: Path) -> Game:
    (tmp_path / "gifts.game").write_text(GIFTS)
    return rw.load(str(tmp_path / "gifts.game"), seats=3)


def test_nothing_of_the_next_hand_is_told(gifts: Game) -> None:
    assert held_against_worlds(gifts, 60) > 10


def test_a_leak_is_found(gifts: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "_goes_on", lambda _, after, choice: after.waiting is choice)
    with pytest.raises(AssertionError):
        held_against_worlds(gifts, 60)


SHOWN = """\
game shown "Shown and buried"
  "Cards lie open for a moment, before all or before one."
  players 3
  uses standard_deck

zone deck: stack of card, seen by nobody             "The deck"
zone table: set of card                              "What is shown"
zone hand of seat: set of card, seen by owner        "Cards in hand"
zone glass of seat: set of card, seen by owner       "What somebody looks at"
zone well: set of card, seen by nobody               "Cards that are gone"
mark round: 0..12                                    "Rounds"

setup
  move all c in card to deck
  shuffle deck
  deal 6 from deck to each hand

phase play
  turns until round is 12
    gain 1 round
    choose main
      show
        deal 2 from deck to table
        move table to well
      peek
        deal 1 from deck to glass of me
        move glass of me to deck
        shuffle deck
      look_and_hide
        deal 1 from deck to glass of me
        move glass of me to well
      give(c in hand of me, p in seat where p is not me)
        move c to hand of p
      lay(c in hand of me)
        move c to table
        deal 1 from deck to table
        move table to deck
        shuffle deck

score cards of p: size of hand of p
winner most score
"""


def shown_is_told(game: Game, seeds: int) -> int:
    """Fails if a seat is told otherwise than what it has seen lie open for a moment, or of a card
    that it has not seen. Gives how many it was told of."""
    luck, count = random.Random(2), 0
    for seed in range(seeds):
        state = game.start(seed=seed)
        while not state.over:
            engine, before = state.engine, state.copy()
            deck = next(one for one in engine.program.variables if one.name == "deck")
            lying = cast("list[int]", engine.layout.get(before.slots, deck, ()))
            cards = component_of(deck)
            assert cards is not None
            labels = cards.labels
            move = luck.choice(state.legal_moves())
            state.apply(move)
            open_ones = {"show": 2, "lay": 1}.get(move.alternative.name, 0)
            wanted = {labels[one] for one in [*reversed(lying)][:open_ones]}
            log = Transcript()
            log.add(before, move, state)
            for seat in range(game.seats):
                ((_, text),) = log.told(state, seat)
                said = {one for one in labels if one in text.partition("(")[2]}
                drawn = said - wanted if seat == before.to_move else set[str]()
                assert said - drawn == wanted, text
                count += len(wanted)
    return count


def test_what_lay_open_for_a_moment_is_told_and_what_one_alone_saw_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shown.game").write_text(SHOWN)
    game = rw.load(str(tmp_path / "shown.game"))
    assert shown_is_told(game, 20) > 100

    def of_one_alone(
        program: Program, *seen: Sequence[Masks], at_once: Masks, lost: Masks
    ) -> dict[Seats, list[str]]:
        of_any = {
            domain: at_once.get(domain, 0) | mask for one in seen[1] for domain, mask in one.items()
        }
        return thrown.glimpsed(program, *seen, at_once=of_any, lost=lost)

    monkeypatch.setattr(thrown, "and_", or_)
    monkeypatch.setattr(transcript, "glimpsed", of_one_alone)
    with pytest.raises(AssertionError):
        shown_is_told(game, 20)
