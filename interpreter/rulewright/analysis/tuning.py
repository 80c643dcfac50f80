"""Searches the values of options and numbers for a game as it is wanted.

Where there are few settings all are tried, else an optimiser chooses which ones, one after the
other. All are played with the same luck. How good a setting is, is how far inside its range the
worst of the aims lies; since the best of many looks better than it is, it is played once more,
with luck of its own.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from tempfile import TemporaryDirectory

from ..backends.protocol import MOST_DECISIONS
from ..diagnostics import RulewrightError, UsageError
from ..files import write_whole
from ..game import Game
from ..limits import Deadline
from ..players.naming import seat_players
from ..players.player import Maker
from ..workers import Jobs
from .aims import Aim, Reached, aim
from .knobs import Knob, knob, variant
from .sharing import game_seed
from .simulate import GameSpec, Progress, simulate

NEEDED = (
    "these are too many settings to try all of them: for a search, pip install 'rulewright[tune]', "
    "or allow more of them"
)
AGAIN = 20  # settings that are proposed once more, after which the search ends

Chosen = tuple[str, ...]
"""A value for each knob."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A setting that was tried: what each aim's figure came to, and the margin of the worst aim,
    negative if it is missed. `apart`: is it certainly worse than the best, or better than chance
    could make it? `error`: why it cannot be played."""

    chosen: Chosen
    reached: tuple[Reached | None, ...] = ()
    margin: float = -math.inf
    apart: bool = True
    error: str = ""

    @property
    def is_met(self) -> bool:
        return self.margin >= 0


@dataclass(frozen=True, slots=True)
class Tuning:
    """What was tried, the best first; the best played once more (`again`), None if there was no
    time for that, or none could be played. `space`: how many settings there are in all."""

    game: Game
    knobs: tuple[Knob, ...]
    aims: tuple[Aim, ...]
    seed: int
    games: int
    space: int
    trials: tuple[Trial, ...]
    again: Trial | None
    complete: bool
    in_time: bool

    def variant(self, name: str) -> str:
        """The text of a variant with what was found best."""
        return variant(self.game, name, dict(zip(self.knobs, self.trials[0].chosen, strict=True)))


def tune(
    spec: GameSpec,
    vary: Sequence[str],
    aims: Sequence[str],
    *,
    trials: int = 40,
    games: int = 1000,
    seed: int = 0,
    jobs: Jobs = 1,
    players: Sequence[str | Maker] | None = None,
    longest: int = MOST_DECISIONS,
    seconds: float | None = None,
    on_progress: Progress | None = None,
) -> Tuning:
    """Look for the values of what is varied (`knob`) with which a game is as wanted (`aim`).

    `trials`: so many settings are tried at most, each in so many `games`; what else there is, is as
    for `simulate`. That `seconds` are over, or a KeyboardInterrupt, ends it with what is finished.
    Raises `UsageError`, and what `GameSpec.load` raises.
    """
    if not vary or not aims:
        raise UsageError("say what is to be varied, and what is wanted of the game")
    if trials < 2 or games < 2:
        raise UsageError("the numbers of settings and of games must be at least 2")
    deadline, game = Deadline(seconds), spec.load()
    knobs, wanted = tuple(knob(game, text) for text in vary), tuple(aim(game, one) for one in aims)
    seat_players(players or ["random"] * game.seats, seed, seats=game.seats)
    if len({knob.number or knob.name for knob in knobs}) < len(knobs):
        raise UsageError("something is varied twice")
    space = math.prod(len(one.values) for one in knobs)
    if space > trials and find_spec("optuna") is None:
        raise UsageError(NEEDED)
    found: dict[Chosen, tuple[Trial, list[list[float | None]]]] = {}
    complete = in_time = True
    again: Trial | None = None
    with TemporaryDirectory(prefix="rulewright-") as folder:

        def played(chosen: Chosen, seed: int) -> tuple[Trial, list[list[float | None]]] | None:
            """A setting, tried; None if it was not finished."""
            nonlocal complete, in_time
            if deadline.over:
                complete = in_time = False
                return None
            try:
                result = simulate(
                    _setting(spec, game, knobs, chosen, folder), games=games, seed=seed, jobs=jobs,
                    players=players, longest=longest, traced=0, rows=True,
                    seconds=None if seconds is None else deadline.left,
                )  # fmt: skip
            except RulewrightError as error:
                if deadline.over:
                    complete = in_time = False
                    return None
                return Trial(chosen, error=str(error).replace(f"{folder}/", "")), []
            if not result.complete:
                complete, in_time = False, result.in_time
                return None
            values = [one.values(result.rows) for one in wanted]
            reached = tuple(one.reached(v) for one, v in zip(wanted, values, strict=True))
            return Trial(chosen, reached, min(_margins(wanted, reached))), values

        def margin(chosen: Chosen) -> float | None:
            """How good a setting is; None: there is no more time."""
            if chosen not in found:
                one = played(chosen, seed)
                if one is None:
                    return None
                found[chosen] = one
                if on_progress is not None:
                    on_progress(len(found), min(space, trials))
            return found[chosen][0].margin

        try:
            if space <= trials:
                for chosen in product(*(one.values for one in knobs)):
                    if margin(chosen) is None:
                        break
            else:
                _search(knobs, trials, seed, margin)
        except KeyboardInterrupt:
            complete = False
        order = sorted(found.values(), key=lambda one: -one[0].margin)
        if complete and order and not order[0][0].error:
            fresh = played(order[0][0].chosen, game_seed(seed, games))
            again = fresh[0] if fresh is not None else None
    return Tuning(
        game, knobs, wanted, seed, games, space, tuple(_compared(order, wanted)), again, complete,
        in_time,
    )  # fmt: skip


def _margins(aims: Sequence[Aim], reached: Sequence[Reached | None]) -> list[float]:
    """How far inside its aim each figure lies."""
    return [
        one.margin(r.mean) if r is not None else -math.inf
        for one, r in zip(aims, reached, strict=True)
    ]


def _setting(
    spec: GameSpec, game: Game, knobs: Sequence[Knob], chosen: Chosen, folder: str
) -> GameSpec:
    """What to load for a setting; numbers are put into the rules by a variant in a folder."""
    values = dict(zip(knobs, chosen, strict=True))
    options = spec.options | {one.name: v for one, v in values.items() if one.number is None}
    if all(one.number is None for one in knobs):
        return replace(spec, options=options)
    name = "tuned"
    while name in game.variants:
        name += "_"
    path = Path(folder, f"{name}.game")
    write_whole(path, variant(game, name, values, options=False))
    return replace(spec, variants=(*spec.variants, str(path)), options=options)


def _search(
    knobs: Sequence[Knob], trials: int, seed: int, margin: Callable[[Chosen], float | None]
) -> None:
    """Have an optimiser choose what is tried: what the rules say now at first."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=seed % (1 << 32), n_startup_trials=trials // 4)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    if all(one.now in one.values for one in knobs):
        study.enqueue_trial({str(i): one.values.index(one.now) for i, one in enumerate(knobs)})
    tried, repeated = set[Chosen](), 0
    while len(tried) < trials and repeated < AGAIN:
        trial = study.ask()
        chosen = tuple(
            one.values[
                trial.suggest_int(str(i), 0, len(one.values) - 1)
                if one.is_ordered
                else trial.suggest_categorical(str(i), [*range(len(one.values))])
            ]
            for i, one in enumerate(knobs)
        )
        repeated += chosen in tried
        tried.add(chosen)
        value = margin(chosen)
        if value is None:
            return
        study.tell(trial, max(value, -1e9))


def _compared(
    order: Sequence[tuple[Trial, list[list[float | None]]]], aims: Sequence[Aim]
) -> Iterator[Trial]:
    """The trials with what is certain of each beside the best: whether the figure in which it is
    worst differs between them, game by game. Among as many as there are, at most 5 of 100 searches
    call any apart that is not."""
    if not order:
        return
    best, of_best = order[0]
    yield replace(best, apart=False)
    widest = statistics.NormalDist().inv_cdf(1 - 0.025 / max(1, len(order) - 1))
    for trial, values in islice(order, 1, None):
        if trial.error or best.error:
            yield trial
            continue
        margins = _margins(aims, trial.reached)
        at = margins.index(min(margins))
        apart = [
            a - b
            for a, b in zip(values[at], of_best[at], strict=True)
            if a is not None and b is not None
        ]
        yield replace(trial, apart=_differ(apart, widest))


def _differ(apart: Sequence[float], widest: float) -> bool:
    """Is the mean of some differences certainly not 0?"""
    n = len(apart)
    if n < 2:
        return False
    mean = math.fsum(apart) / n
    squares = math.fsum((one - mean) ** 2 for one in apart)
    return abs(mean) > widest * math.sqrt(squares / (n * (n - 1)))
