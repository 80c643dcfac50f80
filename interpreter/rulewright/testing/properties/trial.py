"""A game put on trial: playouts in one setting, until the time or the number is up.

Which playouts there are depends on the seed alone (see `playout_seed`), and another seed has none
of them. How many there are depends on the time that they may take, unless their number is given.
Where it was found out beforehand that a game goes wrong (see `ahead`), it is one of the first.

Where the number is given, every decision is looked at; where the time is given, too, only until a
game has used up half of its share, and then by sample. Where only the time is, decisions are looked
at by sample, so that there are many whole games: to look at all of them would take as long for one
as for ten. Where even so fewer than ten would come to their ends, the sample is made smaller; it
begins small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count, islice
from math import inf, isinf

from ...game import Game
from ...limits import NEVER, Deadline, OutOfTime
from ..whole_games import whole_games
from .draws import Draws, GivenUp, RandomDraws, WholeGameDraws, chance_of, playout_seed
from .finding import Finding
from .playout import FIRST, LONGEST, Play, Property, Sample, broken_by, look_into


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
    the first finding of each property with the seed of its playout. `looked`: of how many of the
    decisions it was looked closely at what came of them; `sampled`: were they chosen? `followed`:
    how many games were looked at throughout (see `Property.asked`), and in `partly` as many more
    for a while. `left`: how many decisions the playout had in which the time was up (it is none of
    the `games`), -1 if it was up in none.
    `ahead`: how many whole games were played before, which count in `reached` by their endings;
    `wrong`: the seeds of those in which something went wrong, each with the property that this
    breaks; `late`: of those that took too long."""

    games: int = 0
    decisions: int = 0
    looked: int = 0
    sampled: bool = False
    followed: int = 0
    partly: int = 0
    left: int = -1
    reached: Reached = field(default_factory=Reached)
    findings: dict[str, tuple[int, Finding]] = field(default_factory=dict)
    ahead: int = 0
    wrong: dict[int, str] = field(default_factory=dict)
    late: list[int] = field(default_factory=list)


FEW = 10  # games; in fewer than these little of what the rules allow has happened
AT_FIRST = 2  # decisions at the beginning of the first game (`Sample.first`): nobody knows it yet
BY_THEN = 2 / 3  # of the time, in which so many are to come to their ends
MOST_AHEAD = 1_000  # whole games
SHARE = 8  # of the time, of which one may go by for them
LATE_SHARE = 4  # of what is left then, of which one may go by for those that take long
FOLLOWED = 4  # playouts, of which one is looked at throughout, where not all are
PATIENCE = 4  # of the time that is left, of which one may go by until that is given up
LEAST = 0.5  # seconds, in which an engine for them can be made
EACH = 0.5  # seconds for each, until all have been begun


def play_ahead(
    game: Game, trial: Trial, *, seed: int, games: int | None, deadline: Deadline, longest: int
) -> None:
    """Find out with which seeds something goes wrong: as many as will be looked at (`games`), or as
    many as there is time for."""
    share = deadline.within(deadline.left / SHARE)
    if games is None and share.left < LEAST:
        return

    def play(numbers: Sequence[int], until: Deadline, each: float) -> None:
        played = whole_games(
            game, [*map(chance_of, numbers)], longest=longest, deadline=until, each=each
        )
        for number, one in zip(numbers, played, strict=True):
            if one.late:
                trial.late.append(number)
                continue
            if number in trial.late:
                trial.late.remove(number)
            trial.ahead += 1
            if one.ending is not None:
                trial.reached.endings[one.ending] += 1
            if one.error is not None:
                trial.wrong[number] = broken_by(one.error)
            until.check()

    many = min(games or MOST_AHEAD, MOST_AHEAD)
    asked = [playout_seed(seed, number) for number in range(many)]
    with suppress(OutOfTime), share.enforced():  # the others are played without knowing
        play(asked, share, EACH)
    # a search that is too long takes long to be found so, and then it is what goes wrong
    late = deadline.within(deadline.left / LATE_SHARE)
    with suppress(OutOfTime):
        play([*trial.late], late, inf)
    # which of them comes first does not hang on how busy the machine is
    trial.wrong = {number: trial.wrong[number] for number in asked if number in trial.wrong}


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
    patience: float = 0.0,
) -> Trial:
    """Play games at random and look at all properties; those that are broken are asked no more.

    `games`: how many; `deadline`: when to leave off, in the middle of a game too, and after half of
    the time when something is found, for the rest is needed to make it short. `patience`: for how
    many seconds more to go on where fewer than `FEW` games came to their ends by then. `pace`,
    `stop`: see `look_into`. `tell` is called after each decision. A playout ends at the first
    property that does not hold. `trial`: what is filled, for who wants to have it also if this is
    interrupted; what is known to go wrong (`play_ahead`) comes first.
    """
    trial = Trial() if trial is None else trial
    sample: Sample | None = None
    later: Sample | None = None
    left, half = list(properties), deadline.within(deadline.left / 2)
    late = deadline.later(patience)
    first = AT_FIRST
    followed = False  # is the playout looked at throughout, so far?

    trial.sampled = games is None

    def watch(play: Play) -> None:
        trial.left = play.number
        nonlocal followed
        followed = play.is_followed
        trial.sampled |= play.sample is not None
        trial.looked += play.close and play.number > 0  # the start comes of no decision
        trial.reached.see(play)
        if tell is not None:
            tell(trial)

    def until_when() -> Deadline:
        if trial.findings:
            return half
        return late if trial.games < FEW else deadline

    def look(draws: Draws, looked: Sequence[Property], *, watched: bool = True) -> Finding | None:
        until = until_when()
        try:
            with until.enforced():
                return look_into(
                    game, draws, looked, longest=longest, pace=pace, stop=stop, sample=sample,
                    later=later, watch=watch if watched else None, deadline=until,
                )  # fmt: skip
        except GivenUp:
            return None

    def note(finding: Finding | None, number: int) -> None:
        nonlocal left
        if finding is not None:
            trial.findings[finding.property] = (number, finding)
            left = [one for one in left if one.name != finding.property]

    for number in _order(trial.wrong, seed, games, {one.name for one in properties}):
        if (properties and not left) or until_when().over:
            break
        trial.left = 0
        before = late.left
        if games is None:
            a_while = deadline.within(deadline.left / PATIENCE)
            sample = Sample(number, trial.games % FOLLOWED == 0, a_while, first)
        elif not isinf(deadline.left):
            begun = deadline.within(deadline.left / 2 / max(1, games - trial.games))
            later = Sample(number, False, begun, AT_FIRST)
        broken = trial.wrong.get(number)
        try:
            if broken is None:
                note(look(RandomDraws(number), left), number)
            else:
                # what is known to go wrong is found at once, and then whatever else is
                chance, known = chance_of(number), [one for one in left if one.name == broken]
                alone = known == left
                if known:
                    note(look(WholeGameDraws(chance), known, watched=alone), number)
                if not alone:
                    note(look(WholeGameDraws(chance), left), number)
        except OutOfTime:
            trial.decisions += trial.left
            break
        trial.games += 1
        trial.followed += followed
        asked = later is not None or (sample is not None and sample.followed)
        trial.partly += asked and not followed
        trial.decisions += trial.left
        trial.left = -1
        if games is None:
            share = BY_THEN * before / max(1, FEW - trial.games + 1)
            first = _first(first, before - late.left, share)
    return trial


def _first(first: int, took: float, share: float) -> int:
    """How many decisions of the next game are looked at closely at its beginning, and accordingly
    of what follows: fewer, where the last one took more seconds than its share of what is left,
    and more, where it took far less."""
    if took > share:
        return max(1, first // 2)
    return min(FIRST, 2 * first) if 4 * took < share else first


def _order(
    wrong: Mapping[int, str], seed: int, games: int | None, names: set[str]
) -> Iterator[int]:
    """The seeds of the games: first one for each property that is known to be broken."""
    first: dict[str, int] = {}
    for number, name in wrong.items():
        if name in names:
            first.setdefault(name, number)
    seeds = (playout_seed(seed, number) for number in count())
    following = (one for one in seeds if one not in first.values())
    yield from islice(chain(first.values(), following), games)
