"""Where people play for a result, nothing is taken back that has told anybody anything.

Random games of everything that comes with Rulewright, and of a small one that tells things in other
ways than by turning something up: after each decision its seat asks for its move back. What is
given back must have asked chance nothing, be the seat's own, and look the same to the seat in all
games that it could not tell from this one before. `RULEWRIGHT_DECISIONS=100000` asks that often of
each game.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.backends.registry import EngineName
from rulewright.diagnostics import UsageError
from rulewright.game import Game, load
from rulewright.play.takeback import Takeback
from rulewright.runtime.layout import CHANCE
from rulewright.state import State

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
FEW, DEALS = 12, 2
ENGINE: EngineName = "python" if DECISIONS else "reference"  # which is there at once

GUESSING = """game guess "A guess"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: slot of card, seen by owner
mark heard: yes or no, starts no
mark thought of seat: 0..9, seen by owner
mark lent: 0..18
setup
  move all c in card to deck
  shuffle deck
  each p in seat
    deal 1 from deck to hand of p
phase guessing
  turns until heard and passes is 4
    choose main
      ask(c in card)
        set heard to hand of opponent is c
      think(n in 1..9)
        set thought of me to n
      lend
        set lent to size of deck
      compare
        set heard to thought of opponent > 4
      ponder
        set thought of me to 0
        extra turn
score held of p: lent + thought of p
winner most score
"""


def asked(game: Game, seed: int, decisions: int) -> tuple[list[str], list[str], list[str]]:
    """Play at random and ask for each move back: moves that were given back, and why others were
    not; and what was wrong with those that were."""
    luck = random.Random(seed)
    takeback = Takeback(game.program)
    state = game.start(seed=seed)
    given: list[str] = []
    kept: list[str] = []
    wrong: list[str] = []
    while not state.over and len(given) + len(kept) < decisions:
        seat, before = state.to_move, state.copy()
        assert isinstance(seat, int)
        move = luck.choice(state.legal_moves())
        state.apply(move)
        try:
            back = takeback.before(state, seat)
        except UsageError as error:
            kept.append(str(error))
            continue
        given.append(str(move))
        assert (back.key(), back.decisions) == (before.key(), before.decisions)
        wrong += told(before, str(move), state, seat, luck.getrandbits(32))
    return given, kept, wrong


def told(before: State, move: str, after: State, seat: int, seed: int) -> list[str]:
    """What a move has told its seat, as far as some other deals show."""
    if before.slots[CHANCE] != after.slots[CHANCE]:
        return [f"{move}: chance was asked"]
    for i in range(DEALS):
        other = before.redealt(seat, seed + i)
        if move not in map(str, other.legal_moves()):
            continue
        other.apply(move)
        if other.observation(seat) != after.observation(seat):
            return [f"{move}: another deal looks otherwise"]
    return []


OPEN = {"breakthrough", "connect_four", "draughts", "reversi"}  # nothing can be told in these
GAMES = [i.name for i in catalogue.games() if DECISIONS or i.name not in OPEN]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_was_told_is_taken_back(name: str) -> None:
    for seats in {*catalogue.game(name).players} if DECISIONS else (None,):
        given, kept, wrong = asked(load(name, seats=seats, engine=ENGINE), 5, DECISIONS or FEW)
        assert wrong == []
        assert given or kept


def test_things_are_told_in_many_ways(tmp_path: Path) -> None:
    """A question about a hand, a mark made of a hidden one: neither turns up anything."""
    (tmp_path / "guess.game").write_text(GUESSING)
    (tmp_path / "cards.csv").write_text("name\n" + "".join(f"C{i}\n" for i in range(20)))
    game = load(str(tmp_path / "guess.game"))
    verdicts: dict[str, set[bool]] = {}
    takeback = Takeback(game.program)
    for seed in range(5):
        state = game.start(seed=seed)
        luck = random.Random(seed)
        for _ in range(20):
            seat, before = state.to_move, state.copy()
            assert isinstance(seat, int)
            move = luck.choice(state.legal_moves())
            state.apply(move)
            try:
                takeback.before(state, seat)
                taken = True
            except UsageError:
                taken = False
            assert not taken or told(before, str(move), state, seat, seed) == []
            verdicts.setdefault(str(move).split()[0], set()).add(taken)
    assert verdicts == {
        "ask": {False}, "compare": {False}, "think": {True}, "lend": {True}, "ponder": {True},
    }  # fmt: skip


def test_pigs_dice_stay_thrown() -> None:
    given, kept, _ = asked(load("pig"), 1, 200)
    assert "roll" not in given
    assert "no: chance has decided something in the last move" in kept


def test_what_was_only_prepared_is_taken_back() -> None:
    """All games together give moves back, and keep others for each reason."""
    reasons = set()
    back = 0
    for name in ("goofspiel", "tic_tac_toe", "pig"):
        game = load(name)
        given, kept, _ = asked(game, 3, 4 * FEW)
        back += len(given)
        reasons |= set(kept)
    assert back > 10
    assert len(reasons) >= 2


def test_the_move_of_another_and_none_at_all() -> None:
    game = load("tic_tac_toe")
    takeback, state = Takeback(game.program), game.start(seed=1)
    with pytest.raises(UsageError, match="there is nothing to take back"):
        takeback.before(state, 0)
    state.apply(state.legal_moves()[0])
    assert takeback.before(state, 0).decisions == 0
    with pytest.raises(UsageError, match="no: the last move was X's"):
        takeback.before(state, 1)
