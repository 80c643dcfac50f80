"""Many settings put on trial, here or in worker processes, within one budget of time.

Each setting gets the same share of what is left, and the usual one of a game, in which scenarios
are run, more of it: to load the game, run the scenarios, play, and make what is found as short as
it can be. What comes back is a `Verdict` that can be shown as it is,
and says what there was no time for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf, isinf

from ...analysis.sharing import for_games
from ...characters import many
from ...core.selecting import takes_a_search
from ...diagnostics import RulewrightError
from ...game import Game
from ...limits import NEVER, Deadline, OutOfTime
from ...spec import GameSpec
from ...syntax.nodes import ScenarioDecl
from ...workers import Jobs, count_of, work_on
from ..counting import Origins, origins_of
from ..inherited import inherited
from ..scenario import Runner, ScenarioResult
from .catalogue import BY_NAME, SCENARIOS, chosen
from .draws import ListedDraws
from .finding import Finding
from .playout import LONGEST, Play, Property, look_into
from .shrinking import SECONDS, shrink
from .telling import Shown, scenario_of
from .trial import Trial, actions_of, endings_of, play_ahead, put_on_trial

BRIEF = 25  # decisions
LEAST = 1.0  # seconds that a setting gets; where there are too many, the last ones get none
USUAL = 6  # times as much as of another setting is the share of a game's usual one
SHORTENING = 0.8  # of the time for a finding; the rest is for its scenario
LOADING = "loading the game"
TELLING = 1.0  # seconds beyond its time for the scenario of a finding, if none are left
GRACE = 2.0  # seconds that a worker may take beyond its time, to say what it has found


@dataclass(frozen=True, slots=True)
class Orders:
    """What is to be done in each setting: which properties (all if none is named), from which seed,
    how many games, for how many seconds in all (None: as long as it takes), how long of these to
    shrink what fails (0: not at all), and whether scenarios are run where they belong, too, or
    those that variants inherit only. `patience`: how many seconds more where few games came to
    their ends by then.

    `brief`: for a test that is run often. No whole games are played before, costly things are
    looked at more seldom, a game whose rules search is left after some decisions, and of the
    scenarios that a variant inherits only those for the number of seats at hand are run. `alone`:
    no other setting is looked at, so that scenarios which choose this one are run here; else they
    are with the usual one.
    """

    properties: tuple[str, ...] = ()
    seed: int = 0
    games: int | None = None
    seconds: float | None = None
    patience: float = 0.0
    longest: int = LONGEST
    shrinking: float = SECONDS
    own: bool = True
    brief: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class BrokenProperty:
    """A property that is broken in a setting: the seed of the playout that showed it, how many
    moves that had, the shortest playout found, and a scenario of it."""

    seed: int
    length: int
    finding: Finding
    scenario: Shown


@dataclass(frozen=True, slots=True)
class SettingReport:
    """What came of a setting. `error`: why it could not be played at all, if so. `actions` and
    `endings`: all that the rules name. `scenarios`: how many were run, in which files so many of
    them stand (`origins`), and how many a variant has replaced; `failed` those that did not go as
    they say. `looked`: the properties that games were looked at for. `idle`: why the others
    that were asked for had nothing to look at, by their names. `untimely`: what there was no time
    for. `varied`: are there variants, be it that the game is named by one? `interrupted`: this is
    what was found until then, not made short."""

    setting: GameSpec
    trial: Trial = field(default_factory=Trial)
    cases: tuple[BrokenProperty, ...] = ()
    actions: frozenset[str] = frozenset()
    endings: frozenset[tuple[str, ...]] = frozenset()
    error: str = ""
    scenarios: int = 0
    origins: Origins = ()
    replaced: int = 0
    failed: tuple[ScenarioResult, ...] = ()
    looked: tuple[str, ...] = ()
    idle: dict[str, str] = field(default_factory=dict)
    untimely: tuple[str, ...] = ()
    varied: bool = False
    interrupted: bool = False

    @property
    def passed(self) -> bool:
        return not self.cases and not self.error and not self.failed

    @property
    def is_empty(self) -> bool:
        """Has nothing been run: no game, or no scenario where nothing else was asked for?"""
        return self.passed and not (self.trial.decisions if self.looked else self.scenarios)


Tell = Callable[[Trial], None]
"""Told how far the games of a setting have come."""


def judge(
    setting: GameSpec, orders: Orders, *, game: Game | None = None, tell: Tell | None = None
) -> SettingReport:
    """Put one setting on trial and shrink what fails. `game`: the setting, loaded already. A
    KeyboardInterrupt in the midst of games ends it early with what is found by then."""
    deadline = Deadline(orders.seconds)
    try:
        with deadline.enforced():
            game = game or setting.load()
        return _judged(game, setting, orders, deadline, tell)
    except RulewrightError as error:
        return SettingReport(setting, error=str(error))
    except MemoryError:
        return SettingReport(setting, error="there is not enough memory to play it")
    except OutOfTime:
        return SettingReport(setting, untimely=(LOADING,))


def _judged(
    game: Game, setting: GameSpec, orders: Orders, deadline: Deadline, tell: Tell | None
) -> SettingReport:
    wanted = {one: one.idle(game) for one in chosen(orders.properties)}
    idle = {one.name: why for one, why in wanted.items() if why}
    looked = tuple(one for one, why in wanted.items() if not why and one is not SCENARIOS)
    results: list[ScenarioResult] = []
    untimely: list[str] = []
    if SCENARIOS in wanted and not idle.get(SCENARIOS.name):
        runs, why = _scenarios(game, setting, orders)
        if why:
            idle[SCENARIOS.name] = why
        try:
            # they come first, and leave half of the time to the games
            with deadline.within(deadline.left / 2 if looked else deadline.left).enforced():
                results += (run() for run in runs)
        except OutOfTime:
            untimely.append(f"{len(runs) - len(results)} of {many(len(runs), 'scenario')}")
    trial, interrupted = Trial(), False
    if looked:
        try:
            if not orders.brief:
                play_ahead(
                    game, trial, seed=orders.seed, games=orders.games, deadline=deadline,
                    longest=orders.longest,
                )  # fmt: skip
            put_on_trial(
                game, looked, seed=orders.seed, games=orders.games, deadline=deadline,
                longest=orders.longest, pace=6 if orders.brief else 1, tell=tell,
                stop=BRIEF if orders.brief and takes_a_search(game.program) else None,
                trial=trial, patience=orders.patience,
            )  # fmt: skip
        except KeyboardInterrupt:
            trial.decisions += max(0, trial.left)
            interrupted = True
    if looked and not trial.games and not interrupted:
        untimely.append("a whole game" if trial.decisions else "any game")
    cases: list[BrokenProperty] = []
    deadline = deadline.later(orders.patience) if deadline.over else deadline
    for i, (seed, finding) in enumerate(trial.findings.values()):
        share = deadline.within(deadline.left / (len(trial.findings) - i))
        try:
            short = finding if interrupted else _shortened(game, orders, finding, share)
        except KeyboardInterrupt:
            short, interrupted = finding, True
        until = Deadline(TELLING) if interrupted else share.later(TELLING)
        shown = scenario_of(game, short, until)
        cases.append(BrokenProperty(seed, len(finding.moves), short, shown))
    origins, replaced = origins_of(results)
    return SettingReport(
        setting, trial, tuple(cases), frozenset(actions_of(game)), frozenset(endings_of(game)),
        scenarios=len(results) - replaced, origins=origins, replaced=replaced,
        failed=tuple(result for result in results if not result.passed),
        looked=tuple(one.name for one in looked), idle=idle, untimely=tuple(untimely),
        varied=bool(game.variants), interrupted=interrupted,
    )  # fmt: skip


def _shortened(game: Game, orders: Orders, finding: Finding, deadline: Deadline) -> Finding:
    if orders.shrinking <= 0:
        return finding
    return shrink(
        game, BY_NAME[finding.property], finding,
        deadline=deadline.within(min(orders.shrinking, SHORTENING * deadline.left)),
        longest=orders.longest,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shortest:
    """What breaks in a playout, if anything does, shrunk. `looked`: how many decisions were looked
    at, all of them unless the time was up."""

    case: BrokenProperty | None
    looked: int
    in_time: bool


def shortest(
    game: Game, properties: Sequence[Property], draws: Sequence[int], deadline: Deadline
) -> Shortest:
    """Look at a playout given by its numbers, and make it as short as it can be if it breaks
    something."""
    looked, finding = 0, None

    def watch(play: Play) -> None:
        nonlocal looked
        looked = play.number

    try:
        with deadline.enforced():
            finding = look_into(
                game, ListedDraws(draws), properties, thorough=True, watch=watch, deadline=deadline
            )
    except OutOfTime:
        return Shortest(None, looked, False)
    if finding is None:
        return Shortest(None, looked, True)
    short = shrink(game, BY_NAME[finding.property], finding, deadline=deadline)
    shown = scenario_of(game, short, deadline.later(TELLING))
    return Shortest(BrokenProperty(0, len(finding.moves), short, shown), looked, True)


Run = Callable[[], ScenarioResult]


def _scenarios(game: Game, setting: GameSpec, orders: Orders) -> tuple[list[Run], str]:
    """The scenarios that are for the setting: they choose seats and options themselves, or are for
    the usual ones, so that where others are asked for only those are that choose them. Why some are
    left out, or there are none; else nothing."""
    fewest = (game.merged.header.players or (1, 1))[0]
    asked = bool(setting.options) or (not game.variants and game.seats != fewest)
    if asked and not orders.alone:
        return [], "they are run in the usual setting, where they choose seats and options"
    if len(game.variants) > 2:
        return [], "nobody has written what is to be expected where more than two variants meet"
    usual = game if orders.brief else game.for_seats(fewest)
    left_out = 0

    def fits(tree: ScenarioDecl) -> bool:
        """Before it is read: what is not run need not be readable in the setting."""
        nonlocal left_out
        seats, options = usual.setting_of(tree)
        chosen = (one for one in game.program.options if one.name in setting.options)
        does = not asked or (
            setting.seats in (None, seats)
            and all(
                options.get(one.name, one.default) == game.program.bound[one.name] for one in chosen
            )
        )
        left_out += not does
        return does

    runs: list[Run] = []
    if orders.own:
        runner = Runner(usual)
        fitting = [usual.scenario(tree) for tree in usual.scenario_trees() if fits(tree)]
        runs += [partial(runner.run, one) for one in fitting]
    runs += inherited(usual, only_seats=orders.brief, fitting=fits)
    if left_out:
        many = f"{left_out} of {left_out + len(runs)}" if runs else "they all"
        return runs, (
            f"{many} choose other seats and options, or are for the usual ones: without --option "
            "and --seats they are run"
        )
    return runs, "" if runs else "there are none"


def judge_all(
    settings: Sequence[GameSpec],
    orders: Orders,
    *,
    jobs: Jobs = 1,
    deadline: Deadline = NEVER,
    game: Game | None = None,
    tell: Tell | None = None,
) -> Generator[SettingReport]:
    """The verdicts, as they come: in the order of the settings with one process, else in any. Those
    that the deadline leaves no time for are left out.

    `game`: the setting, loaded already, if there is but one. Closing the iterator ends the workers.
    A KeyboardInterrupt is raised when what was found by then of the setting at hand is told.
    """
    first = {one.name: at for at, one in reversed([*enumerate(settings)])}
    shares = [USUAL if at in {*first.values()} else 1 for at in range(len(settings))]
    waiting, least = [*zip(settings, shares, strict=True)][::-1], LEAST
    names = dict.fromkeys(name for one in settings for name in one.names)
    jobs = for_games(jobs, len(settings), names)
    many = count_of(jobs)

    def learnt(report: SettingReport) -> SettingReport:
        """If not even loading was done in its time, the next settings get more."""
        nonlocal least
        if LOADING in report.untimely:
            least *= 2
        return report

    def following(_: object = None) -> tuple[GameSpec, Orders] | None:
        if not waiting or deadline.left < LEAST / 4:
            return None
        setting, part = waiting[-1]
        of = sum(other for _, other in waiting)
        share = max(least, deadline.left * min(1.0, many * part / of))
        if len(waiting) > many:  # be it the usual one, it leaves most to the others
            share = min(share, max(least, deadline.left / 2))
        waiting.pop()
        return setting, replace(orders, seconds=None if isinf(share) else min(deadline.left, share))

    if jobs == 1 or len(settings) < 2:
        while (task := following()) is not None:
            report = judge(*task, game=game, tell=tell)
            yield learnt(report)
            if report.interrupted:
                raise KeyboardInterrupt
        return

    def how_long(task: tuple[GameSpec, Orders], last: object) -> float:
        seconds = task[1].seconds
        return inf if seconds is None else seconds + GRACE

    with closing(work_on(_judge, (), following, jobs=jobs, patience=how_long)) as replies:
        for reply in replies:
            late = SettingReport(reply.task[0], untimely=("all of it",))
            yield learnt(reply.result if reply.result is not None else late)


def _judge() -> Callable[[tuple[GameSpec, Orders]], Iterator[SettingReport]]:
    """What judges settings, in a worker."""

    def verdicts(task: tuple[GameSpec, Orders]) -> Iterator[SettingReport]:
        yield judge(*task)

    return verdicts
