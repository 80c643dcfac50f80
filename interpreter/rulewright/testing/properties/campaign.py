"""Many settings put on trial, here or in worker processes, within one budget of time.

Each setting gets the same share. A worker loads the game, plays, and makes what it finds as short
as it can; what comes back is a `Verdict` that can be shown as it is. Workers ignore Ctrl-C: it
reaches the caller, who ends them.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from ...analysis.simulate import ctrl_c_ignored
from ...diagnostics import RulewrightError
from ...game import Game
from ..inherited import inherited_results
from ..scenario import Runner, ScenarioResult
from .catalogue import BY_NAME, chosen
from .draws import ListedDraws
from .finding import Finding
from .playout import LONGEST, Property, look_into
from .settings import Setting
from .shrinking import SECONDS, missing, shrink
from .telling import Shown, scenario_of
from .trial import Trial, actions_of, endings_of, put_on_trial

BRIEF = 25  # decisions


@dataclass(frozen=True, slots=True)
class Orders:
    """What is to be done in each setting: which properties (all if none is named), from which seed,
    how many games or for how many seconds, how long to shrink what fails (0: not at all), and
    whether scenarios are run where they belong, too, or those that variants inherit only.

    `brief`: for a test that is run often. Costly things are looked at more seldom, a game whose
    rules search is left after some decisions, and of the scenarios that a variant inherits only
    those for the number of seats at hand are run.
    """

    properties: tuple[str, ...] = ()
    seed: int = 0
    games: int | None = None
    seconds: float | None = None
    longest: int = LONGEST
    shrinking: float = SECONDS
    own: bool = True
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """A property that is broken in a setting: the seed of the playout that showed it, how many
    moves that had, the shortest playout found, and a scenario of it."""

    seed: int
    length: int
    finding: Finding
    scenario: Shown


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a setting. `error`: why it could not be played at all, if so. `actions` and
    `endings`: all that the rules name. `scenarios`: how many were run, `failed` those that did not
    go as they say. `varied`: are there variants, be it that the game is named by one?"""

    setting: Setting
    trial: Trial = field(default_factory=Trial)
    cases: tuple[Case, ...] = ()
    actions: frozenset[str] = frozenset()
    endings: frozenset[tuple[str, ...]] = frozenset()
    error: str = ""
    scenarios: int = 0
    failed: tuple[ScenarioResult, ...] = ()
    varied: bool = False

    @property
    def passed(self) -> bool:
        return not self.cases and not self.error and not self.failed


def judge(setting: Setting, orders: Orders) -> Verdict:
    """Put one setting on trial and shrink what fails."""
    try:
        game = setting.load()
    except RulewrightError as error:
        return Verdict(setting, error=str(error))
    trial = put_on_trial(
        game, chosen(orders.properties), seed=orders.seed, games=orders.games,
        seconds=orders.seconds, longest=orders.longest, pace=6 if orders.brief else 1,
        stop=BRIEF if orders.brief and game.program.courses else None,
    )  # fmt: skip
    cases = []
    for seed, finding in trial.findings.values():
        short = finding
        if orders.shrinking > 0 and not missing():
            short = shrink(
                game, BY_NAME[finding.property], finding, seconds=orders.shrinking,
                longest=orders.longest,
            )  # fmt: skip
        cases.append(Case(seed, len(finding.moves), short, scenario_of(game, short)))
    results = list(_scenarios(game, setting, orders))
    return Verdict(
        setting, trial, tuple(cases), frozenset(actions_of(game)), frozenset(endings_of(game)),
        scenarios=len(results), failed=tuple(result for result in results if not result.passed),
        varied=bool(game.variants),
    )  # fmt: skip


def shortest(
    game: Game, properties: Sequence[Property], draws: Sequence[int], seconds: float
) -> Case | None:
    """What breaks in a playout given by its numbers, shrunk; None if nothing does."""
    finding = look_into(game, ListedDraws(draws), properties, thorough=True)
    if finding is None:
        return None
    short = shrink(game, BY_NAME[finding.property], finding, seconds=seconds)
    return Case(0, len(finding.moves), short, scenario_of(game, short))


def _scenarios(game: Game, setting: Setting, orders: Orders) -> Iterator[ScenarioResult]:
    """The scenarios, where the setting is the usual one but for its variants: they choose seats and
    options themselves. Nobody has written what is to be expected where more than two variants meet.
    """
    fewest = (game.merged.header.players or (1, 1))[0]
    if setting.options or (not game.variants and game.seats != fewest) or len(game.variants) > 2:
        return
    if orders.properties and "scenarios" not in orders.properties:
        return
    usual = game if orders.brief else game.for_seats(fewest)
    if orders.own:
        runner = Runner(usual)
        yield from (runner.run(scenario) for scenario in usual.scenarios())
    yield from inherited_results(usual, only_seats=orders.brief)


def judge_all(settings: Sequence[Setting], orders: Orders, *, jobs: int = 1) -> Generator[Verdict]:
    """The verdicts, as they come: in the order of the settings with one process, else in any.

    Closing the iterator ends the workers.
    """
    if jobs == 1 or len(settings) < 2:
        for setting in settings:
            yield judge(setting, orders)
        return
    tasks = [(setting, orders) for setting in settings]
    context = multiprocessing.get_context("spawn")
    with ctrl_c_ignored():  # by workers from their first moment on
        pool = context.Pool(min(jobs, len(settings)))
    with pool:
        yield from pool.imap_unordered(_judge, tasks)


def _judge(task: tuple[Setting, Orders]) -> Verdict:
    return judge(*task)
