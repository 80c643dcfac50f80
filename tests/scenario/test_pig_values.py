"""Pig, played as well as possible: how often the first of two players wins.

The equations are those of Neller and Presser ("Optimal play of the dice game Pig", The UMAP Journal
25, 2004); what a roll and a hold do is taken from the rule file, as the engine carries it out.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

from rulewright import load
from rulewright.runtime.chance import Asked, NeedChance
from rulewright.runtime.layout import OVER, POINT, Slots


@dataclass(frozen=True)
class After:
    """What a move has led to: points in the bank and in the purse of who made it, whether the turn
    goes on, and whether the game is over."""

    bank: int
    purse: int
    goes_on: bool
    over: bool


class Pig:
    """The moves of Pig for two, from any position."""

    def __init__(self, target: int) -> None:
        self.engine = load("pig", options={"target": target}, seats=2).engine
        variables = {variable.name: variable for variable in self.engine.program.variables}
        self.points, self.purse = variables["points"], variables["purse"]
        encode, decode = self.engine.codec.encode, self.engine.codec.decode
        begun = encode(self.engine.layout.fresh())
        self.engine.begin(begun)
        self.begun, self.encode, self.decode = decode(begun), encode, decode

    def moves(self, bank: int, purse: int, *, other: int = 0, seat: int = 0) -> list[list[After]]:
        """For each move of a seat what it can lead to; outcomes of a roll are equally likely."""
        put, program = self.engine.layout.put, self.engine.program
        slots = self.engine.layout.copy(self.begun)
        put(slots, program.me, (), seat)
        put(slots, self.points, (seat,), bank)
        put(slots, self.points, (1 - seat,), other)
        put(slots, self.purse, (), purse)
        return [
            [self.after(end, seat, other) for end in self.ends(slots, code)]
            for code in self.engine.moves(self.encode(slots))
        ]

    def ends(self, slots: Slots, code: tuple[int, ...]) -> list[Slots]:
        try:
            return [self.applied(slots, code, Asked())]
        except NeedChance as need:
            faces = need.question.of
        return [self.applied(slots, code, Asked([(face,)])) for face in faces]

    def applied(self, slots: Slots, code: tuple[int, ...], chance: Asked) -> Slots:
        work = self.encode(self.engine.layout.copy(slots))
        self.engine.codec.set_chance(work, chance)
        self.engine.apply(work, code)
        return self.decode(work)

    def after(self, slots: Slots, seat: int, other: int) -> After:
        get = self.engine.layout.get
        bank, purse = get(slots, self.points, (seat,)), get(slots, self.purse, ())
        assert isinstance(bank, int) and isinstance(purse, int)
        assert get(slots, self.points, (1 - seat,)) == other
        over = slots[POINT] == OVER
        return After(bank, purse, not over and get(slots, self.engine.program.me, ()) == seat, over)


class Purse(NamedTuple):
    """What can be done with a purse: how many faces lose it, and the purses that the others make;
    or hold it (-1: not possible), with so many points in the bank then."""

    losses: int
    larger: tuple[int, ...]
    held: int


class Best:
    """The chance to win of who begins a turn, `wins[bank][other's bank]`, if both play best."""

    def __init__(self, target: int) -> None:
        pig = Pig(target)
        self.turns = [
            [self.purse(pig.moves(bank, purse), target) for purse in range(target - bank + 6)]
            for bank in range(target)
        ]
        self.wins = [[0.0] * (target + 6) for _ in range(target + 6)]
        for both in range(2 * target - 2, -1, -1):  # what is in the banks never grows less
            for bank in range(max(0, both - target + 1), both // 2 + 1):
                self.settle(bank, both - bank)

    def purse(self, moves: list[list[After]], target: int) -> Purse:
        losses, held = 0, -1
        larger: tuple[int, ...] = ()
        for ends in moves:
            if len(ends) == 1:
                held = ends[0].bank
                assert ends[0].purse == 0 and ends[0].over == (held >= target)
            else:
                larger = tuple(after.purse for after in ends if after.goes_on)
                losses = sum(not after.goes_on and after.purse == 0 for after in ends)
                assert losses + len(larger) == 6
        return Purse(losses, larger, held)

    def settle(self, bank: int, other: int) -> None:
        """Find the chances of both, each of which hangs on the other's, by Newton's method."""
        one, two = self.wins[bank][other + 1] or 0.5, self.wins[other + 1][bank] or 0.5
        while True:
            value, slope = self.turn(bank, other, 1 - two)
            value_two, slope_two = self.turn(other, bank, 1 - one)
            # better = value - slope (two' - two) and two' = value_two - slope_two (better - one)
            better = (value - slope * (value_two + slope_two * one - two)) / (1 - slope * slope_two)
            two = value_two - slope_two * (better - one)
            if abs(better - one) < 1e-8:
                break
            one = better
        self.wins[bank][other], self.wins[other][bank] = one, two

    def turn(self, bank: int, other: int, lost: float) -> tuple[float, float]:
        """The chance to win at the beginning of a turn, and how it grows with `lost`, the chance if
        nothing comes of the turn."""
        wins, purses = self.wins[other], self.turns[bank]
        values, slopes = [0.0] * len(purses), [0.0] * len(purses)
        for points in range(len(purses) - 1, -1, -1):
            losses, larger, held = purses[points]
            stop = 1 - wins[held] if held >= 0 else 0.0
            go_on = (losses * lost + sum([values[p] for p in larger])) / 6
            if go_on > stop:
                values[points] = go_on
                slopes[points] = (losses + sum([slopes[p] for p in larger])) / 6
            else:
                values[points] = stop
        return values[0], slopes[0]


def test_the_first_of_two_players_wins_with_0_530592() -> None:
    """P-9. The model is read where the other player has nothing, which the next test allows."""
    assert 0.530592 < Best(100).wins[0][0] < 0.530593


def test_what_a_move_does_depends_on_bank_and_purse_alone() -> None:
    pig, draw = Pig(100), random.Random(9)
    for _ in range(500):
        bank, other, seat = draw.randrange(100), draw.randrange(100), draw.randrange(2)
        purse = draw.randrange(106 - bank)
        assert pig.moves(bank, purse, other=other, seat=seat) == pig.moves(bank, purse)
