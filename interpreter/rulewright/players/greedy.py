"""A player that looks at what a move comes to: at points, and at what ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from ..backends.protocol import Code, Position
from ..core.ir import Choose, Completable, Program
from ..diagnostics import RulewrightError
from .playing_out import LookingAhead, Playouts
from .view import View

FIRST, WORLDS = 3, 8
MOST_TRIED = 400  # moves: of more, some are taken by lot
MOST_AHEAD, ALIKE = 240, 24  # moves within what moves begin; ends, if all are alike


class Greedy(LookingAhead):
    """Makes a move after which it is ahead as far as possible; among equal ones by lot.

    What it goes on to choose in the same action, as what it pays with, and the steps of a compose
    belong to a move: of the ways in which it may go on there it looks at some, and takes the best.
    Where something is hidden or left to chance it looks at several worlds: at more than the first
    few only if these differ in what comes of the moves. Of very many moves it looks at some.
    """

    worlds, more = FIRST, WORLDS

    def __init__(self, seed: int) -> None:
        super().__init__("greedy", seed)

    def best(self, view: View, seed: int) -> int | None:
        playouts, worlds = Playouts(view, seed), len(view.worlds)
        numbers = list(range(view.count))
        while len(numbers) > MOST_TRIED:
            numbers.pop(int(playouts.random() * len(numbers)))
        codes = [playouts.codes[number] for number in numbers]
        ahead = _Ahead(playouts)
        found = [ahead.leads(codes) for _ in range(worlds if worlds > 1 else WORLDS)]
        if 1 < worlds < WORLDS and any(leads != found[0] for leads in found):
            return None
        leads = _average(found)
        best = max(leads)
        return playouts.any_of([n for n, lead in zip(numbers, leads, strict=True) if lead == best])


def lead_after(playouts: Playouts, codes: Sequence[Code]) -> list[float]:
    """How far the seat is ahead right after each move, on average of its worlds."""
    ahead = _Ahead(playouts)
    return _average([ahead.leads(codes, most=0) for _ in range(WORLDS)])


class _Ahead:
    """How far the seat is ahead when what a move begins is done."""

    def __init__(self, playouts: Playouts) -> None:
        self.playouts, self.codec = playouts, playouts.codec
        self.engine, self.random = playouts.engine, playouts.random
        program = self.engine.program
        self.me = program.me
        self.steps, self.inside = _steps(program), _inside(program)

    def leads(self, codes: Sequence[Code], most: int = MOST_AHEAD) -> list[float]:
        """How far it is ahead after each move in the next world, in the best of the ways to go on
        that it looks at, so many at most."""
        world, ahead = self.playouts.world(), self.playouts.ahead
        leads, met = [0.0] * len(codes), list[float]()
        begun = list[tuple[int, Position]]()
        for number, code in enumerate(codes):
            after = self.after(world, code)
            if after is not None:
                leads[number] = ahead(after)
                if most and self.goes_on(world, code, after):
                    begun.append((number, after))
                else:
                    met.append(leads[number])
        ends = dict[int, float]()
        while begun and most:
            later = list[tuple[int, Position]]()
            while begun and most:
                number, position = begun.pop(int(self.random() * len(begun)))
                some = self.engine.moves(position)[-most:][::-1]  # finishes come last
                most -= len(some)
                for code in some:
                    after = self.after(position, code)
                    if after is not None and self.goes_on(position, code, after):
                        later.append((number, after))
                    elif after is not None:
                        lead = ahead(after)
                        ends[number] = max(lead, ends.get(number, lead))
                        met.append(lead)
                if len(met) >= ALIKE and len({*met}) == 1:
                    most = 0
            begun = later
        for number, lead in ends.items():
            leads[number] = lead
        return leads

    def after(self, position: Position, code: Code) -> Position | None:
        """The position after a move; None if it goes wrong: that is told when it is made."""
        after = self.codec.copy(position)
        try:
            self.engine.apply(after, code)
        except RulewrightError:
            return None
        return after

    def goes_on(self, position: Position, code: Code, after: Position) -> bool:
        """Does the seat go on to choose in what a move has begun?"""
        point, now = self.codec.point(position), self.codec.point(after)
        if now < 0 or not (now in self.inside[point] or (now, code[0]) in self.steps[point]):
            return False
        seats = (cast(int, self.codec.get(one, self.me, ())) for one in (position, after))
        return next(seats) == next(seats)


@lru_cache(maxsize=8)
def _inside(program: Program) -> tuple[frozenset[int], ...]:
    """For each choice those that stand in what is chosen there."""

    def within(one: Choose) -> frozenset[int]:
        path = (*one.around, one.name)
        inside = (c.point for c in program.choices if c.around[: len(path)] == path)
        return frozenset(inside)

    return tuple(map(within, program.choices))


@lru_cache(maxsize=8)
def _steps(program: Program) -> tuple[frozenset[tuple[int, int]], ...]:
    """For each choice the steps of a compose that is gone on with there: where it is put again, and
    by which alternative."""
    return tuple(
        frozenset(
            (choice.point, number)
            for number, alternative in enumerate(choice.alternatives)
            if alternative.guards
            and isinstance(asked := alternative.guards[-1].test, Completable)
            and asked.step is not None
        )
        for choice in program.choices
    )


def _average(found: Sequence[Sequence[float]]) -> list[float]:
    return [sum(several) / len(several) for several in zip(*found, strict=True)]
