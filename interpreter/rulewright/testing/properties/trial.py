"""A game put on trial: playouts in one setting, until the time or the number is up.

Which playouts there are depends on the seed alone: the n-th one is played with the draws of the
seed + n. How many there are depends on the time that they may take, unless their number is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...game import Game
from ...limits import NEVER, Deadline, OutOfTime
from .draws import GivenUp, RandomDraws
from .finding import Finding
from .playout import LONGEST, Play, Property, look_into


@dataclass
class Reached:
    """What playouts came upon: how often each kind of move, and each ending."""

    actions: Counter[str] = field(default_factory=Counter)
    endings: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def see(self, play: Play) -> None:
        """Count the last move, and the ending if this is one."""
        if play.move is not None:
            self.actions[play.move.alternative.name] += 1
        outcome = play.state.outcome
        if outcome is not None:
            self.endings[tuple(outcome["result"])] += 1

    def add(self, other: Reached) -> None:
        self.actions.update(other.actions)
        self.endings.update(other.endings)


def actions_of(game: Game) -> set[str]:
    """The names of all moves that a choice of the game can offer."""
    return {a.name for choice in game.program.choices for a in choice.alternatives}


def endings_of(game: Game) -> set[tuple[str, ...]]:
    """All ways to end that the rules name."""
    return {case.names for case in game.program.outcome}


@dataclass
class Trial:
    """What came of some playouts of a game: how many, the decisions in them, what was reached, and
    the first finding of each property with the seed of its playout. `left`: how many decisions the
    playout had in which the time was up (it is none of the `games`), -1 if it was up in none."""

    games: int = 0
    decisions: int = 0
    left: int = -1
    reached: Reached = field(default_factory=Reached)
    findings: dict[str, tuple[int, Finding]] = field(default_factory=dict)


def put_on_trial(
    game: Game,
    properties: Sequence[Property],
    *,
    seed: int,
    games: int | None = None,
    deadline: Deadline = NEVER,
    longest: int = LONGEST,
    pace: int = 1,
    stop: int | None = None,
    tell: Callable[[Trial], None] | None = None,
    trial: Trial | None = None,
) -> Trial:
    """Play games at random and look at all properties; those that are broken are asked no more.

    `games`: how many; `deadline`: when to leave off, in the middle of a game too, and after half of
    the time when something is found, for the rest is needed to make it short. `pace`, `stop`: see
    `look_into`. `tell` is called after each decision. A playout ends at the first property that
    does not hold. `trial`: what is filled, for who wants to have it also if this is interrupted.
    """
    trial = Trial() if trial is None else trial
    left, half = list(properties), deadline.within(deadline.left / 2)
    number = 0

    def watch(play: Play) -> None:
        trial.left = play.number
        trial.reached.see(play)
        if tell is not None:
            tell(trial)

    while (left or not properties) and (games is None or number < games):
        if deadline.over or (trial.findings and half.over):
            break
        trial.left = 0
        try:
            with (half if trial.findings else deadline).enforced():
                finding = look_into(
                    game, RandomDraws(seed + number), left, longest=longest, pace=pace, stop=stop,
                    watch=watch, deadline=half if trial.findings else deadline,
                )  # fmt: skip
        except GivenUp:
            finding = None
        except OutOfTime:
            trial.decisions += trial.left
            break
        if finding is not None:
            trial.findings[finding.property] = (seed + number, finding)
            left = [one for one in left if one.name != finding.property]
        trial.games += 1
        trial.decisions += trial.left
        trial.left = -1
        number += 1
    return trial
