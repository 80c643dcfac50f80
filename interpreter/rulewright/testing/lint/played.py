"""Random games, of which some decisions are looked at.

The games are made by an engine that is fast, of rules that are worked out beforehand but for their
choices (`settled`), so that positions and moves are those of the rules that are looked at. At a
decision that is looked at, the reference says what is on offer and makes the move once more, on a
copy, and is watched as in `coverage`. That takes far longer, so there is a budget for it: of values
that are worked out, not of time unless one is given, so that the same is looked at on every
machine. A single decision has a hundredth of it: some searches would else take twenty times the
whole, and a few choices among hundreds of sets would use it up. Whether a compose can be completed
is known of what is offered, and only a sample of it is searched (see `ahead`), so that there is as
much left for all else. Ends have half of
it, for points may take long to work out, and every game has an end. Where a move of the rules is
made that has never been watched, it is looked at whatever has been used up: what is rare happens
mostly where nobody looks. So is how a game begins, once: much of what a setting changes happens
there alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import inf

from ...backends import registry
from ...backends.protocol import Code
from ...core.evaluate import Completer, watching
from ...core.ir import Compose
from ...core.specialise import settled
from ...diagnostics import PlayError
from ...game import Game
from ...runtime.chance import below, stream
from ...runtime.layout import CHANCE, Slots
from ...source import Place, place_of
from ...state import Move
from ..coverage import Hits, Judged, TooManySteps
from .ahead import Foreknown, Question, Searches, asked_last, by_lot, places_in

STEPS = 3_000_000  # values that are worked out to look at decisions
STEPS_OF_ONE = STEPS // 100  # to look at a single one
STEPS_AHEAD = STEPS_OF_ONE // 4  # to search what lies ahead of it; half, before the last search
AHEAD = 7  # keeps the stream that says what is searched apart from those of the game
TRIES = 3  # to watch a move that has never been watched: it may take too long each time
FIRST = 3  # decisions of a game that belong to its beginning


@dataclass(slots=True)
class Played:
    """How much was played: random `games`, of which `unfinished` were left before their ends;
    `decisions`, of which so many were `looked` at. `longest`: after how many a game was left, at
    most. `ahead`: what was searched of composes, by where they stand. `costs`: how many values were
    worked out to look at decisions, by the choice; `searched`: how many of these, to see whether
    composes can be completed, by the compose."""

    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    looked: int = 0
    longest: int = 0
    ahead: dict[Place, Searches] = field(default_factory=dict)
    costs: Counter[str] = field(default_factory=Counter)
    searched: Counter[str] = field(default_factory=Counter)

    @property
    def ended(self) -> int:
        """How many came to their ends."""
        return self.games - self.unfinished


class Player:
    """Plays one game, to whose `seen` what happens is added; `looks`: is the next decision to be
    looked at, told whether what happens there has never been watched? `patience`: how many times
    more than usual may be worked out for a single one. `has_begun`: was all of a set-up watched?"""

    def __init__(
        self, game: Game, seen: Hits, played: Played, looks: Callable[[bool], bool],
        patience: int = 1,
    ) -> None:  # fmt: skip
        self.patience = patience
        self.has_begun = False
        self.tried = Counter[Place]()
        self.game, self.seen, self.played, self.looks = game, seen, played, looks
        quick = registry.kind(registry.stepping()[0])
        game.engine = quick.make(settled(game.open_program, game.program.bound))
        seen.options |= set(game.options.items())
        self._begun, self._of_ends = seen.steps, 0
        self._last = asked_last(game.program)

    @cached_property
    def watched(self) -> Judged:
        """The engine that is watched, made when something is to be looked at."""
        with watching(self.seen.expression):
            return self.seen.engine(self.game.program)

    def play(self, seed: int, longest: int) -> None:
        """The random game with a seed, as `Engine.playouts` plays it, to its end, or so many
        decisions of it. Raises `PlayError`."""
        engine, luck = self.game.engine, stream(seed, 1)
        self.played.games += 1
        self.played.unfinished += 1  # unless it comes to its end
        first = 0 if self.has_begun else FIRST
        if self.looks(not self.has_begun):
            slots = self.watched.layout.fresh()
            slots[CHANCE] = stream(seed)
            self.has_begun |= self.look(self.watched.begin, slots)
        state = self.game.start(seed=seed)
        for number in range(longest):
            if state.over:
                self.played.unfinished -= 1
                self.look_at_end(engine.codec.decode(state.position))
                return
            moves = state.legal_moves()
            luck, at = below(luck, len(moves)) if len(moves) > 1 else (luck, 0)
            if self.looks(self.is_new(moves[at]) or number < first):
                slots = self.watched.layout.copy(engine.codec.decode(state.position))
                before, choice = self.seen.steps, state.choice
                self.played.looked += self.look_at_moves(
                    slots, {move.code for move in moves}, stream(seed, AHEAD + number)
                )
                self.look(partial(self.watched.apply, move=moves[at].code), slots)
                self.played.costs[choice] += self.seen.steps - before
            self.played.decisions += 1
            state.apply(moves[at])
        self.played.longest = max(self.played.longest, longest)

    def look_at_moves(self, slots: Slots, offered: Collection[Code], luck: int) -> bool:
        """Watch what is offered at a decision, and of what lies ahead of it as much as there are
        steps for, chosen by lot. Could all but the latter be seen?"""
        foreknown = self.watched.foreseen = Foreknown(self._last, offered)
        seen = self.look(self.watched.moves, slots)
        self.watched.foreseen = None
        search = self.watched.asking(slots)
        most = STEPS_AHEAD * self.patience
        until = self.seen.steps + most // 2
        for question in by_lot(foreknown.questions, luck):
            searches = self.searches(question[0].compose)
            searches.asked += 1
            if self.seen.steps < until and self.may_search:
                before = self.seen.steps
                searches.tried += 1
                searches.watched += self.look(partial(_searched, search, question), slots, most)
                self.played.searched[searches.name] += self.seen.steps - before
        return seen

    @property
    def may_search(self) -> bool:
        """Have searches used up less than a quarter of the budget, or no more than all else?"""
        return 2 * self.played.searched.total() <= max(STEPS // 2, self.played.costs.total())

    def searches(self, compose: Compose) -> Searches:
        """What is known of the searches of a compose."""
        place = place_of(compose.span)
        if place not in self.played.ahead:
            self.played.ahead[place] = Searches(compose.name, places_in(compose))
        return self.played.ahead[place]

    def is_new(self, move: Move) -> bool:
        """Has no such move been watched, in spite of a few tries?"""
        place = place_of(move.alternative.span)
        self.tried[place] += place not in self.seen.chosen
        return place not in self.seen.chosen and self.tried[place] <= TRIES

    def look_at_end(self, slots: Slots) -> None:
        """Watch what the game comes to, unless ends have used up half of what was worked out, or
        nothing is left to be seen."""
        before = self.seen.steps
        if self.looks(True) and 2 * self._of_ends <= before - self._begun:
            self.look(self.watched.totals, slots)
            self.look(self.watched.verdict, slots)
            self._of_ends += self.seen.steps - before

    def look(self, at: Callable[[Slots], object], slots: Slots, most: int | None = None) -> bool:
        """Watch what the reference does here, in `most` steps. Could all of it be seen?"""
        most = STEPS_OF_ONE * self.patience if most is None else most
        self.seen.most = self.seen.steps + most
        with watching(self.seen.expression):
            try:
                at(slots)
            except TooManySteps:
                return False
            except PlayError:
                pass  # the engine that plays says so too, or it is a search too long for this one
            finally:
                self.seen.most = inf
        return True


def _searched(search: Completer, question: Question, _: Slots) -> int:
    return search(*question)
