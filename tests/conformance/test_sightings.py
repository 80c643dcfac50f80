"""What a seat sees move within steps that generated Python makes, beside the same step by step on
the reference: in games of the library, and in some that send cards on errands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from rulewright import Game, load
from rulewright.backends.effects import Executor, Exit, Run
from rulewright.backends.protocol import Code
from rulewright.backends.reference import ReferenceEngine
from rulewright.core import ir
from rulewright.core.evaluate import never_asked, prepare_int
from rulewright.core.walk import walk
from rulewright.determinization import _Dealer
from rulewright.runtime.chance import Asked, stream
from rulewright.runtime.layout import CHANCE, POINT, Slots
from rulewright.runtime.sight import held_in, sees, visible
from rulewright.sightings import Keys, Sighting, watcher
from rulewright.testing.properties import chosen, put_on_trial

from .test_random_secrets import a_game

GAMES = ("ruins", "quetinny", "crazy_eights", "goofspiel", "klondike", "leduc_poker", "ruin_runner")


def keys_of(place: ir.Place) -> Callable[[Run], Keys]:
    parts = [prepare_int(key) for key in place.keys]
    return lambda run: tuple(part(run.values, run.read, never_asked) for part in parts)


class Plain:
    """Every seat's sightings, from a reference that tells of each statement."""

    def __init__(self, program: ir.Program) -> None:
        self.program, self.seats = program, range(program.seats.size)
        self.seen: list[list[Sighting]] = []
        self.engine = ReferenceEngine(program, watch=self.watch)
        self.layout = self.engine.layout

    def made(self, slots: Slots, move: Code | None, answers: Asked) -> Slots:
        self.seen = [[] for _ in self.seats]
        work = self.layout.copy(slots)
        work[CHANCE] = answers
        if move is None:
            self.engine.begin(work)
        else:
            self.engine.apply(work, move)
        return work

    def watch(self, stmt: ir.Stmt, step: Executor) -> Executor:
        if not isinstance(stmt, ir.Move | ir.MoveAll | ir.Deal):
            return step
        here, there = keys_of(stmt.source), keys_of(stmt.target)
        source, target = stmt.source.variable, stmt.target.variable
        asked = [node for key in (*stmt.source.keys, *stmt.target.keys) for node in walk(key)]
        names = [node.variable.name for node in asked if isinstance(node, ir.Read)]
        shown = names == ["given"]  # the mark of `ERRANDS` that is open, and holds what was hidden

        def watched(run: Run) -> Exit:
            at, to = here(run), there(run)
            lay = held_in(source, self.layout.get(run.slots, source, at))
            saw = [self.sees(seat, source, at, run.slots) for seat in self.seats]
            broken = step(run)
            gone = lay & ~held_in(source, self.layout.get(run.slots, source, at))
            for seat in self.seats:
                sees = saw[seat] or self.sees(seat, target, to, run.slots)
                if gone and (sees or shown):
                    way = (source.name, at), (target.name, to)
                    self.seen[seat].append((*way, gone if sees else 0))
            return broken

        return watched

    def sees(self, seat: int, variable: ir.StateVariable, keys: Keys, slots: Slots) -> bool:
        me = cast(int, self.layout.get(slots, self.program.me, ()))
        masks = visible(self.program, self.layout, slots, seat)
        return sees(variable, seat, me, keys[0] if keys else -1, masks)


def compared(game: Game, seed: int, longest: int) -> int:
    """How many components have been seen to move in a game, by all seats."""
    program, luck, count = game.engine.program, Random(seed), 0
    plain, quick = Plain(program), watcher(program)
    slots, move, source = plain.layout.fresh(), cast(Code | None, None), cast(object, stream(seed))
    for _ in range(longest):
        dealer = _Dealer((), source)
        after = plain.made(slots, move, dealer)
        source = dealer.source
        for seat in plain.seats:
            again, seen = quick.made(slots, move, Asked([*dealer.outcomes]), seat)
            again[CHANCE] = after[CHANCE]
            assert (seen, again) == (plain.seen[seat], after)
            count += len(seen)
        after[CHANCE], slots = 0, after
        if slots[POINT] < 0:
            break
        move = luck.choice(plain.engine.moves(slots))
    return count


@pytest.mark.parametrize("name", GAMES)
def test_the_same_is_seen_to_move_in_games_of_the_library(name: str) -> None:
    assert compared(load(name), 3, 60) >= 10


def test_the_same_is_seen_to_move_on_errands(tmp_path: Path) -> None:
    each = partial(compared, longest=20)
    assert sum(each(a_game(number, tmp_path), number) for number in range(40)) > 1000


ERRANDS = """\
game errands "Errands"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

type place: a, b
zone deck: stack of card, seen by nobody
zone face(seat, place): slot of card, seen by nobody
zone bag of seat: slot of card, seen by nobody
zone table: set of card
mark chosen of seat: place or none, seen by owner
mark given of seat: place or none
mark round: 0..3
mark lost: 0..99                          "How often nothing could be laid"

setup
  move all c in card to deck
  shuffle deck
  each p in seat
    each l in place
      deal 1 from deck to face(p, l)

phase errands
  repeat until round is 3
    gain 1 round
    turns until every p in seat has chosen of p is not none
      choose gift secretly                "Which one?"
        give(l in place)                  "Give"
          set chosen of me to l
    each p in seat
      set given of p to chosen of p
    each p in seat where given of p is not none
      move face(p, given of p) to bag of p
    each p in seat where given of p is not none
      move bag of next of p to face(p, given of p)
    each p in seat
      set given of p to none
      set chosen of p to none
    if possible(lay)                      "What is only tried nobody sees"
      compose lay
        step put(p in seat, l in place)
          needs face(p, l) is not empty and size of table < round  else "enough"
          move face(p, l) to table
        finish done
          needs size of table is round    else "one more"
    else
      gain 1 lost
    each p in seat
      each l in place
        if face(p, l) is empty
          deal 1 from deck to face(p, l)

score none_yet of p: 0
winner most score
"""


def test_what_open_marks_send_is_seen_to_go_and_what_is_only_tried_is_not(tmp_path: Path) -> None:
    """The mark that tells where cards go is set back before anybody decides."""
    (tmp_path / "errands.game").write_text(ERRANDS, encoding="utf-8")
    game = load(str(tmp_path / "errands.game"))
    assert compared(game, 1, 60) > 60
    assert put_on_trial(game, chosen(("secrecy",)), seed=1, games=20).findings == {}
