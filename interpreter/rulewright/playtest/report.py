"""A playtest from its questions to its answers: the plan that a game needs, and all figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..analysis.compare import Both
from ..analysis.simulate import GameSpec
from ..game import Game
from . import skill
from .beside import Beside, beside
from .figures import Side, side
from .plan import Measures, Plan, Setting
from .row import Row
from .run import Played

LADDER = ("random", "greedy")


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of one game, and of others that are held against it: with these players, so
    many games; and with a ladder of players, the weakest first, so many games for each step."""

    specs: tuple[GameSpec, ...]
    players: tuple[str, ...]
    games: int
    measures: Measures
    ladder: tuple[str, ...] = LADDER
    ladder_games: int = 100

    @property
    def in_full(self) -> int:
        """Of how many games all is told: of one and of one other, but not of several others."""
        return len(self.specs) if len(self.specs) <= 2 else 1

    def plan(self, seed: int, longest: int) -> Plan:
        """All that has to be played: the games themselves, then the steps of their ladders."""
        seats = len(self.players)
        sides = [Setting(spec, self.players, self.games, self.measures) for spec in self.specs]
        steps = [
            one
            for spec in self.specs[: self.in_full]
            for one in skill.settings(spec, seats, self.ladder, self.ladder_games)
        ]
        return Plan((*sides, *steps), seed, longest)


@dataclass(frozen=True, slots=True)
class Answers:
    """What came of it. `sides`: of each game that is told of in full; `ladders`: of each of these
    the steps from the weakest player up; `beside`: of each game but the first how it differs from
    that."""

    games: tuple[Game, ...]
    rows: tuple[tuple[Row, ...], ...]
    sides: tuple[Side, ...]
    ladders: tuple[tuple[skill.Step, ...] | tuple[skill.Alone, ...], ...]
    beside: tuple[Beside, ...]


def answers(questions: Questions, played: Played) -> Answers:
    """All figures."""
    count, in_full = len(questions.specs), questions.in_full
    games, rows = played.games[:count], played.rows[:count]
    told = tuple(
        side(games[number], rows[number], questions.measures.simulations)
        for number in range(in_full)
    )
    rest = [*zip(played.plan.settings, played.rows, strict=True)][count:]
    each = len(rest) // in_full
    ladders = tuple(
        _ladder(games[number], rest[number * each : (number + 1) * each])
        for number in range(in_full)
    )
    others = tuple(
        beside(Both(games[0], games[number]), Both(rows[0], rows[number]), count - 1)
        for number in range(1, count)
    )
    return Answers(games, rows, told, ladders, others)


def _ladder(
    game: Game, steps: Sequence[tuple[Setting, Sequence[Row]]]
) -> tuple[skill.Step, ...] | tuple[skill.Alone, ...]:
    if game.seats == 1:
        return skill.alone(game, steps)
    found = (skill.step(setting, rows) for setting, rows in steps)
    return tuple(one for one in found if one is not None)
