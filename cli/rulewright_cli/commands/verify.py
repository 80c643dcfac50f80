"""`rulewright verify`: what must hold in every game, looked at over random games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.characters import many
from rulewright.drawing.lines import line, wrapped
from rulewright.source import place_of

from ..cases import show_case
from ..main import FINDINGS, FINE, INTERRUPTED
from ..options import (
    at_length,
    cluster_option,
    fail,
    game_options,
    games_in,
    is_folder,
    print_json,
    processors,
    seconds_left,
    since_it_began,
    tell_overtime,
    workers,
)
from ..screen import Screen, columns, progress
from ..typing_again import as_command

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright.game import Game
    from rulewright.source import Span
    from rulewright.spec import GameSpec
    from rulewright.testing.properties import Trial
    from rulewright.testing.properties.campaign import BrokenProperty, SettingReport


@click.command()
@game_options(seed=True, as_json=True, plain=True)
@click.option(
    "--all", "everything", is_flag=True,
    help="Every number of seats, option value (of a range both ends) and variant; with --variant, "
    "--option or --seats all that have these. GAME may be `all`: every game.",
)  # fmt: skip
@click.option(
    "--pairs", is_flag=True,
    help="As --all, and so that any two choices of seats, options and variants meet.",
)  # fmt: skip
@click.option(
    "--seconds", "--budget", "seconds", type=click.FloatRange(min=0.1), metavar="S",
    help="Time for all of it: loading, scenarios, games, shrinking. If neither this nor --games is "
    "given, 30, and up to 90 until ten games of a single setting came to their ends; of several "
    "settings 10 for each, from 30 to 120.",
)  # fmt: skip
@click.option(
    "--games", type=click.IntRange(1), metavar="N",
    help="So many random games in each setting, with every decision looked at closely: that takes "
    "long. Without it as many as there is time for.",
)  # fmt: skip
@click.option(
    "--only", "names", metavar="NAME", multiple=True,
    help="Only this property; may be given several times.",
)  # fmt: skip
@click.option(
    "--longest", type=click.IntRange(1), default=5000, show_default=True, metavar="N",
    help="Decisions after which a game is said not to end.",
)  # fmt: skip
@click.option(
    "--shrink", "shrinking", type=click.FloatRange(min=0), default=20.0, show_default=True,
    metavar="SECONDS", help="Time to make each failing game short; 0 leaves it as it is.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes that play.")
@cluster_option
@click.option("--list", "listing", is_flag=True, help="Say what is looked at, and play nothing.")
@at_length
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    plain: bool,
    everything: bool,
    pairs: bool,
    seconds: float | None,
    games: int | None,
    names: tuple[str, ...],
    longest: int,
    shrinking: float,
    jobs: int | None,
    cluster: str | None,
    listing: bool,
) -> int:
    """Put a game on trial: properties that hold in every game, over random games.

    GAME may be a folder, too: each game in it in its usual setting, or with --all also in each in
    which one thing is otherwise.
    What fails is made as short as possible and told as a game, with a scenario to paste. The same
    seed plays the same games; exits with 1 if anything fails, with 2 if there was nothing to look
    at.
    """
    from rulewright import catalogue
    from rulewright.limits import Deadline, OutOfTime
    from rulewright.testing.properties import (
        all_settings,
        chosen,
        paired_settings,
        settings_with,
    )
    from rulewright.testing.properties.campaign import Orders, SettingReport, judge_all
    from rulewright.testing.properties.shrinking import missing

    screen = Screen(plain=plain)
    properties = chosen(names)
    if listing and as_json:
        print_json(
            [{"name": p.name, "sentence": p.sentence, "meaning": p.meaning} for p in properties]
        )
        return FINE
    if listing:
        for one in properties:
            screen.say(f"{one.name}: {one.sentence}", "bold")
            for text in wrapped(one.meaning, screen.width, indent="  ", hang="  "):
                screen.say(text)
        return FINE
    everything = everything or pairs
    folder = is_folder(spec.name)
    if folder and spec.arguments[1:]:
        fail(f"{spec.name} is a folder: variants, options and seats are for one game in it")
    narrowed = len(spec.arguments) > 1
    if pairs and narrowed:
        fail("--pairs plays everything: it does not go with --variant, --option or --seats")
    every = games_in(spec.name) if folder else [spec.name]
    if everything:
        if spec.name == "all":
            every = [info.name for info in catalogue.games()]
        settings = (
            settings_with(spec) if narrowed
            else [setting for name in every for setting in all_settings(name)]
        )  # fmt: skip
        more = [setting for name in every for setting in (paired_settings(name) if pairs else ())]
        settings += [setting for setting in more if setting not in settings]
    elif folder:
        settings = [replace(spec, name=name) for name in every]
    else:
        settings = [spec]
    budget = seconds
    if seconds is None and games is None:
        budget = min(max(USUAL, EACH * len(settings)), MOST)
    deadline, loaded = Deadline(seconds_left(budget)), None
    if not (everything or folder):
        try:
            with deadline.enforced():
                loaded = settings[0].load()  # what is wrong with it is told before anything else
        except OutOfTime:
            fail(f"{budget:g} s were over before {settings[0]} was loaded: nothing was looked at")
    worth = len(settings) if budget is None else int(budget // STARTING)
    usual = max(1, min(processors(), len(settings), worth))
    alone = len(settings) == 1
    patience = MORE if seconds is None and games is None and alone else 0.0
    orders = Orders(names, seed or 0, games, None, patience, longest, shrinking, alone=alone)
    beside = _with_other_seats(spec, loaded, {one.name for one in properties})
    reports, others, complete = list[SettingReport](), list[SettingReport](), True
    causes = Causes()

    def take(source: Generator[SettingReport], into: list[SettingReport]) -> None:
        with closing(source) as verdicts:
            for report in verdicts:
                into.append(report)
                done(len(reports))
                if not as_json:
                    show_report(screen, report, causes)

    # workers that have not even begun by then, on a busy machine, are waited for no longer
    last = 1.1 * budget - since_it_began() if budget and len(settings) > 1 else None
    try:
        with (
            workers(jobs, cluster, usual) as who,
            _progress(len(settings), games, budget, patience, asked=seconds) as (done, tell),
            Deadline(last).enforced(),
        ):
            kept = BESIDE if beside else 0.0 if alone else ENDING
            most = deadline.within(deadline.left * (1 - kept)) if kept else deadline
            source = judge_all(settings, orders, jobs=who, deadline=most, game=loaded, tell=tell)
            take(source, reports)
            if beside:
                rest = deadline if not patience else Deadline(max(deadline.left, BESIDE * USUAL))
                alike = replace(orders, properties=(SEATS,), patience=0.0)
                take(judge_all(beside, alike, deadline=rest), others)
    except OutOfTime:
        pass  # what there is no verdict of is said to be left out
    except KeyboardInterrupt:
        complete = False
    empty = complete and all(report.is_empty for report in reports)
    if budget is not None and patience:
        budget = max(budget, since_it_began())  # which it was given
    if as_json:
        asked = {"budget": budget, "asked": len(settings)}
        told = as_data([*reports, *others])
        told["ok"] = told["ok"] and not empty
        print_json({"complete": complete, "seconds": since_it_began(), **asked, **told})
    else:
        say_more(screen, causes)
        if missing() and any(report.cases for report in (*reports, *others)):
            screen.say(missing())
        never_reached(screen, reports, loaded)
        left_out(screen, settings, reports, complete, budget)
        if not empty:
            if everything and 1 < len(reports) <= FEW_SETTINGS:
                listed = "; ".join(str(report.setting) for report in reports)
                screen.aside(f"settings: {listed}", "dim")
            elif not everything:
                say_settings(screen, spec, loaded)
                say_seats(screen, beside, others)
            summary(
                screen,
                reports,
                len(settings),
                complete,
                loaded,
                hurried=budget if games is None else None,
                others=others,
            )
        if budget is not None and complete:
            tell_overtime(screen, budget, found=not all(v.passed for v in (*reports, *others)))
    if not complete:
        return INTERRUPTED
    if empty:
        run = sum(report.scenarios for report in reports)
        said = f"{run:,} scenario{'s' * (run != 1)} run, and no game played"
        why = "; ".join(_reasons(reports)) if as_json else ""
        fail(": ".join(filter(None, (said if run else "nothing was looked at", why))))
    return FINE if all(report.passed for report in (*reports, *others)) else FINDINGS


FEW_SETTINGS = 8  # which are listed
USUAL, MORE = 30.0, 60.0  # seconds, and how many more until ten games came to their ends
EACH, MOST = 10.0, 120.0  # for each of several settings, and for all of them
SEATS = "seats"  # the property that `always seats alike` is looked at as
ENDING = 0.05  # of the time, for what many settings have yet to say when theirs is over
BESIDE = 0.2  # of the time, for the other numbers of seats for which it is promised


def _with_other_seats(spec: GameSpec, alone: Game | None, properties: set[str]) -> list[GameSpec]:
    """The other numbers of seats for which a game that is played as usual promises that seats are
    alike: with as few as can be, much that sets them apart comes out the same."""
    if alone is None or spec.seats is not None or not alone.program.alike:
        return []
    may = alone.merged.header.numbers(otherwise=(alone.seats, alone.seats))
    numbers = may if SEATS in properties else ()
    return [replace(spec, seats=seats) for seats in numbers if seats != alone.seats]


@contextmanager
def _progress(
    settings: int, games: int | None, budget: float | None, patience: float, *, asked: float | None
) -> Iterator[tuple[Callable[[int], None], Callable[[Trial], None] | None]]:
    """How far it has come, on standard error: over settings, or over the games or the time of a
    single one. How long many of them take is said beforehand, if nobody has `asked` for it."""
    if settings > 1 and games is not None:
        whole, finished = settings * games, 0
        cost = f"{settings} settings, {games:,} games in each" if asked is None else ""
        with progress("games", of=whole, foretold=budget is None, cost=cost) as show:

            def judged(settings_done: int) -> None:
                nonlocal finished
                finished = settings_done
                if show is not None:
                    show(finished * games, whole)

            def played(trial: Trial) -> None:
                if show is not None:
                    show(min(finished * games + trial.games, whole), whole)

            yield judged, played
        return
    if settings > 1:
        known = budget is not None and asked is None
        cost = f"{settings} settings in {budget:g} s at most (--seconds)" if known else ""
        with progress("settings", of=settings, foretold=budget is None, cost=cost) as show:
            yield lambda done: show(done, settings) if show else None, None
        return
    from rulewright.testing.properties.trial import FEW

    length = games or round(10 * (budget or 0))
    is_known = budget is None  # how long it will take
    with progress("games", of=length, counted=bool(games), foretold=is_known) as show:

        def tell(trial: Trial) -> None:
            far = trial.games if games else int(10 * since_it_began())
            if patience and budget and trial.games < FEW:
                far = int(far * budget / (budget + patience))
            if show is not None:
                show(min(far, length), length)

        yield lambda done: None, tell


Cause = tuple[object, ...]
"""What several things that failed have in common if they fail for one reason. Of places the names
and numbers: each process has read files of its own."""


class Causes:
    """Why something failed, where that was told in full, and how often it was told again.

    `more`: by where it was told, in how many places more it failed for that, which nobody tells.
    """

    def __init__(self) -> None:
        self.known: dict[Cause, str] = {}
        self.told_again: set[str] = set()
        self.more: Counter[str] = Counter()

    def earlier(self, cause: Cause, where: str) -> str:
        """Where it was told; empty if this is the first time."""
        return "" if self.known.setdefault(cause, where) == where else self.known[cause]

    def is_one_more(self, earlier: str) -> bool:
        """Was it told again already, in a line? Then it is counted."""
        is_more = earlier in self.told_again
        self.more[earlier] += is_more
        self.told_again.add(earlier)
        return is_more


_NUMBERS = re.compile(r"\d+")


def show_report(screen: Screen, report: SettingReport, told: Causes) -> None:
    """A setting that failed: why it cannot be played, or each property with its shortest game. What
    was told of another is told in a line, and of a third only counted (`say_more`)."""
    if report.error:
        where = str(report.setting)
        earlier = told.earlier((report.error,), where)
        screen.say(f"FAILED  {where}{': as ' * bool(earlier)}{earlier}", "bold red")
        for text in () if earlier else report.error.splitlines():
            screen.show([line(f"  {text}")])
    show_scenarios(screen, report, told)
    for case in report.cases:
        finding = case.finding
        where = f"{finding.property} in {report.setting}"
        # the first of the lines is the one that is wrong, in whatever words of the table it is told
        same = _NUMBERS.sub("", finding.message)
        broken = place_of(finding.places[0]) if finding.places else same
        earlier = told.earlier((finding.property, broken), where)
        if earlier and told.is_one_more(earlier):
            continue
        again = as_command(
            "rulewright", "verify", *report.setting.arguments, "--seed", str(case.seed),
            "--games", "1", "--only", finding.property,
        )  # fmt: skip
        screen.say(f"FAILED  {where}{': as ' * bool(earlier)}{earlier}", "bold red")
        if not earlier:
            show_case(screen, case, "--json tells all of it")
            screen.say("  to see it again", "bold")
        screen.copyable(f"    {again}")
        if not earlier:
            screen.say()


def say_more(screen: Screen, told: Causes) -> None:
    """In how many settings more there failed what was told of two."""
    for where, count in told.more.items():
        if count:
            screen.say(
                f"FAILED  {count:,} setting{'s' * (count != 1)} more: as {where}", "bold red"
            )


def show_scenarios(screen: Screen, report: SettingReport, told: Causes) -> None:
    """Scenarios that failed; of those that a variant inherits, what it could say of them."""
    from rulewright.testing.inherited import HINT

    if not report.failed:
        return
    screen.say(f"FAILED  scenarios in {report.setting}", "bold red")
    engines: dict[tuple[Span, str, str], list[str]] = {}
    for result in report.failed:
        engines.setdefault((result.span, result.title, result.message), []).append(result.engine)
    first = False
    for (span, title, message), names in engines.items():
        earlier = told.earlier((place_of(span), title, message), str(report.setting))
        first = first or not earlier
        what = f": as in {earlier}" if earlier else f" ({', '.join(names)}): {message}"
        for part in wrapped(f"{span}: {title}{what}", screen.width, indent="  ", hang="    "):
            screen.say(part)
    if first and report.varied:
        for part in wrapped(f"({HINT})", screen.width, indent="  ", hang="  "):
            screen.say(part)


def never_reached(screen: Screen, reports: list[SettingReport], alone: Game | None) -> None:
    """What no playout of a game came upon, though the rules name it. `alone`: the only setting that
    was looked at, if so: with more players there may be more. Where that has variants it is told
    in which file each stands."""
    rows = []
    places = _places(alone) if alone is not None and alone.variants else {}
    for game in dict.fromkeys(report.setting.name for report in reports):
        of_game = [v for v in reports if v.setting.name == game and v.trial.decisions]
        actions, made = _moves(of_game)
        endings = {", ".join(names) for v in of_game for names in v.endings}
        ended = {", ".join(names) for v in of_game for names in v.trial.reached.endings}
        missed = [
            f"{len(missing)} of {len(named)} {what}: "
            + "; ".join(f"{n} ({places[n]})" if n in places else n for n in sorted(missing))
            for what, named, missing in (
                ("moves", actions, actions - made), ("endings", endings, endings - ended),
            ) if missing
        ]  # fmt: skip
        if missed and any(report.trial.games for report in of_game):
            played = game if alone is None or not alone.variants else _with_variants(alone)
            rows += [(played if not i else "", told) for i, told in enumerate(missed)]
    if rows:
        of = f" of {alone.seats} player{'s' * (alone.seats != 1)}" if alone is not None else ""
        screen.say(f"never reached in these games{of}", "bold")
        for text in columns(rows, screen.width):
            screen.say(text)


def _moves(reports: Iterable[SettingReport]) -> tuple[set[str], set[str]]:
    """The moves that the rules name in settings of one game, and those that were made."""
    named = {name for report in reports for name in report.actions}
    return named, {name for report in reports for name in report.trial.reached.actions}


def unmade_moves(reports: Sequence[SettingReport]) -> str:
    """How many of all moves no game has come to, so that it is not known what holds of them; empty
    if there are none."""
    unmade = of = 0
    for game in dict.fromkeys(report.setting.name for report in reports):
        played = [v for v in reports if v.setting.name == game and v.trial.games]
        named, made = _moves(played)
        unmade, of = unmade + len(named - made), of + len(named)
    return f"{unmade:,} of {of:,} moves" if unmade else ""


def say_settings(screen: Screen, spec: GameSpec, alone: Game | None) -> None:
    """In which settings games were played, and what plays the others there are. `alone`: the only
    game; else each of a folder was played as usual."""
    from rulewright.check.modules import plain_name
    from rulewright.testing.properties import all_settings

    if alone is None:
        screen.aside(
            "each game in its usual setting: --all looks at every number of players, all options "
            "and variants, too", "dim",
        )  # fmt: skip
        return
    others = all_settings(spec.name)
    narrowed = len(spec.arguments) > 1
    played, more = list[str](), list[str]()
    if len({one.seats for one in others}) > 1:
        played.append(f"{alone.seats} player{'s' * (alone.seats != 1)}")
        more += ["every number of players"] * (spec.seats is None)
    if any(one.options for one in others):
        chosen = [f"{name} {value}" for name, value in spec.options.items()]
        left = len(chosen) < len(alone.program.options)
        played += [
            *chosen,
            *["other options as usual" if chosen else "all options as usual"] * left,
        ]
        more += ["all other options" if chosen else "all options"] * left
    if any(one.variants != others[0].variants for one in others):
        played.append(" and ".join(map(plain_name, alone.variants)) or "no variant")
        if not narrowed:
            more.append("variants" if more[-1:] == ["all options"] else "all variants")
    if more:
        listed = " and ".join(filter(None, (", ".join(more[:-1]), more[-1])))
        screen.aside(f"played with {', '.join(played)}: --all looks at {listed}, too", "dim")


def say_seats(screen: Screen, beside: list[GameSpec], others: list[SettingReport]) -> None:
    """With how many other seats it was looked at whether they are alike."""
    played = {v.setting.seats: v.trial for v in others if v.trial.decisions}
    late = [str(one.seats) for one in beside if one.seats not in played]
    if played:
        listed = ", ".join(
            f"{seats} ({many(trial.decisions, 'decision')})" for seats, trial in played.items()
        )
        screen.aside(f"`always seats alike`, also with other numbers of players: {listed}", "dim")
    if late:
        screen.aside(f"no time for `always seats alike` with {' and '.join(late)} players", "dim")


def _places(game: Game) -> dict[str, str]:
    """The files and lines of what choices offer and of the outcomes that a game may have."""
    offers = [(a.name, a.span) for choice in game.program.choices for a in choice.alternatives]
    cases = [(", ".join(case.names), case.span) for case in game.program.outcome]
    places: dict[str, dict[str, None]] = {}
    for name, span in offers + cases:
        if span.file.text:
            places.setdefault(name, {})[f"{Path(span.file.name).name}:{span.line}"] = None
    return {name: ", ".join(found) for name, found in places.items()}


def _with_variants(game: Game) -> str:
    """What was played: what is never reached may stand in the game or in a variant."""
    from rulewright.check.modules import plain_name

    return " with ".join([game.name, " and ".join(map(plain_name, game.variants))])


def left_out(
    screen: Screen,
    settings: list[GameSpec],
    reports: list[SettingReport],
    complete: bool,
    budget: float | None,
) -> None:
    """What was asked for and not looked at, and why."""
    rows = _reasons(reports)
    late = [report for report in reports if report.untimely]
    rows += [f"no time for {', '.join(v.untimely)}: {v.setting}" for v in late[:MOST_LATE]]
    more = Counter(what for report in late[MOST_LATE:] for what in map(_kind_of, report.untimely))
    for what, count in more.items():
        rows.append(f"no time for {what} in {count:,} setting{'s' * (count != 1)} more")
    if complete and len(reports) < len(settings):
        missed = len(settings) - len(reports)
        rows.append(f"no time for {missed:,} of {len(settings):,} settings")
    if budget is not None and (late or (complete and len(reports) < len(settings))):
        enough = enough_time(budget, len(reports) - len(late) / 2, len(settings))
        rows.append(
            f"--seconds {enough} gives more time; --games N plays so many games, however long"
        )
    cut = sum(v.trial.left > 0 for v in reports)
    if cut:
        rows.append(f"{cut:,} game{'s' * (cut != 1)} in the middle, when the time was up")
    rows += (_late(report) for report in reports if report.trial.late)
    if rows:
        screen.say("left out", "bold")
    for row in rows:
        for text in wrapped(row, screen.width, indent="  ", hang="    "):
            screen.say(text)


ROUND = (1, 2, 3, 5, 10, 20, 30, 60, 90, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600)


def enough_time(budget: float, done: float, of: int) -> int:
    """So many seconds may be enough for all, if there was time for so much of it: a round number,
    of whole hours beyond one."""
    seconds = budget * of / max(done, 0.5)
    hours = (int(seconds) // 3600 + 1) * 3600
    return next((number for number in ROUND if number >= seconds), hours)


def _late(report: SettingReport) -> str:
    """That whole games took too long to be played to their ends, and how one of them is."""
    late = report.trial.late
    again = as_command(
        "rulewright", "verify", *report.setting.arguments, "--seed", str(late[-1]), "--games", "1",
        "--only", "applies",
    )  # fmt: skip
    whole = f"{len(late):,} whole game{'s' * (len(late) != 1)}"
    what = f"{whole} that take{'s' * (len(late) == 1)} long"
    return f"no time for {what}; this plays one of them to its end: {again}"


def _kind_of(untimely: str) -> str:
    """What there was no time for, however many of them."""
    return "some of the scenarios" if untimely.endswith("scenarios") else untimely


STARTING = 10.0  # seconds of budget for which a worker is worth the moment that it takes to start
MOST_LATE = 10  # settings that are named
MOST_FEW = 3  # settings with few games that are named, those with the fewest


def _reasons(reports: list[SettingReport]) -> list[str]:
    """Why properties that were asked for had nothing to look at in any setting."""
    idle = {name: why for report in reports for name, why in report.idle.items()}
    for report in reports:
        for name in report.looked:
            idle.pop(name, None)
        if report.scenarios and "scenarios" not in report.idle:
            idle.pop("scenarios", None)
    return [f"{name}: {why}" for name, why in idle.items()]


def summary(
    screen: Screen,
    reports: list[SettingReport],
    asked: int,
    complete: bool,
    alone: Game | None,
    *,
    hurried: float | None = None,
    others: Sequence[SettingReport] = (),
) -> None:
    """One line: what was played, and whether all holds. `hurried`: how many games there were hung
    on so many seconds, so it is told where they were few. `others`: what was found where
    not everything was looked at."""
    from rulewright.testing.counting import counted, for_fewer, told_more
    from rulewright.testing.properties.trial import FEW

    played = [report for report in reports if report.trial.decisions]
    properties = len({name for report in played for name in report.looked})
    failed = sum(len(v.cases) + len(v.failed) + bool(v.error) for v in (*reports, *others))
    games = sum(v.trial.games for v in reports)
    scenarios = sum(v.scenarios for v in reports)
    decisions = sum(v.trial.decisions for v in reports)
    where = f"{len(reports)} setting{'s' * (len(reports) != 1)}"
    if not complete:
        done = sum(not report.interrupted for report in reports)
        where = f"INTERRUPTED after {done} of {asked} setting{'s' * (asked != 1)}"
    if failed:
        found, style = f"{failed} failed", "bold red"
    elif not complete:
        found, style = "nothing found so far", "bold yellow"
    elif not games and any(report.looked for report in reports):
        found, style = "no game came to its end, which is no result", "bold yellow"
    elif len(reports) < asked or any(v.untimely or v.trial.late for v in reports):
        found, style = "nothing found, but not all was looked at", "bold yellow"
    else:
        unmade = unmade_moves(reports)
        found, style = "all hold", "bold green"
        if unmade:
            found, style = f"nothing found, but {unmade} were never made", "bold yellow"
        few = [v.trial.games for v in played if v.trial.games < FEW]
        if hurried is not None and few:
            where_few = "" if len(reports) == 1 else f" in {len(few):,} of the settings"
            joined = "and" if unmade else "but"
            found += f", {joined} there was time for fewer than {FEW} games{where_few}: "
            found += f"--seconds {enough_time(hurried, min(few), FEW)} gives more"
    if len(reports) == 1 and (told := counted(reports[0].origins, reports[0].replaced)):
        screen.aside(told, "dim")
    all_run = len(reports) == 1 and has_run_all_scenarios(reports[0])
    if alone is not None and all_run and alone.merged.parts is not None:
        fewer = for_fewer(alone.merged.parts[2], reports[0].origins)
        if fewer:
            files = [
                one.source.name for one in alone.merged.parts[2] if one.header.kind == "variant"
            ]
            runs = f"{as_command('rulewright', 'test', *files)} runs them"
            how = runs if len(files) > 1 else "--all plays those"
            rest = f"{told_more(fewer)}, for other sets of variants; {how}"
            screen.aside(f"not run: {rest}", "dim")
    if hurried is not None and asked > 1:
        for told in few_games(reports):
            screen.aside(told, "dim")
    if sampled := [v.trial for v in reports if v.trial.sampled and v.trial.decisions]:
        screen.aside(sample(sampled, {name for v in reports for name in v.looked}), "dim")
    if (ahead := sum(v.trial.ahead for v in reports)) > games:
        whole = f"{ahead:,} whole game{'s' * (ahead != 1)}"
        screen.aside(f"{whole} played before, to see in which something goes wrong", "dim")
    screen.say(
        f"{where}: {properties} propert{'ies' if properties != 1 else 'y'} over "
        f"{games:,} game{'s' * (games != 1)} with {decisions:,} decision{'s' * (decisions != 1)}, "
        f"and {scenarios:,} scenario{'s' * (scenarios != 1)}, "
        f"in {since_it_began():.1f} s: {found}",
        style,
    )


def few_games(reports: Sequence[SettingReport]) -> Iterator[str]:
    """In which settings there were the fewest games, where they are few, and what plays more."""
    from rulewright.testing.properties.trial import FEW

    few = [v for v in reports if 0 < v.trial.games < FEW]
    for report in sorted(few, key=lambda one: one.trial.games)[:MOST_FEW]:
        more = as_command("rulewright", "verify", *report.setting.arguments)
        yield f"{many(report.trial.games, 'game')}: {report.setting}; this plays more: {more}"
    if len(few) > MOST_FEW:
        yield f"fewer than {FEW} games, too: {many(len(few) - MOST_FEW, 'setting')} more"


def has_run_all_scenarios(report: SettingReport) -> bool:
    """Have all scenarios of the setting been run, as was asked for, be it that there are none?"""
    asked = report.scenarios or report.replaced or "scenarios" in report.idle
    return bool(asked) and not any(one.endswith("scenarios") for one in report.untimely)


def sample(trials: Sequence[Trial], looked: set[str]) -> str:
    """Of how many decisions more than what costs little was looked at, and of how many games those
    properties that must see all of one."""
    from rulewright.testing.properties import PROPERTIES

    closely, of = sum(t.looked for t in trials), sum(t.decisions for t in trials)
    # what stands at the beginning, before any decision, is looked at, too
    said = f"looked at closely: {min(closely, of):,} of {many(of, 'decision')}"
    throughout = [p.name for p in PROPERTIES if p.asked == "throughout" and p.name in looked]
    followed, games = sum(t.followed for t in trials), sum(t.games for t in trials)
    partly = sum(t.partly for t in trials)
    if throughout and games:
        said += f"; for {' and '.join(throughout)}: {followed:,} of {games:,} whole games"
        said += f", and {partly:,} in part" * (partly > 0)
    return f"{said}; --games N looks at all of N games"


def as_data(reports: list[SettingReport]) -> dict[str, object]:
    """The verdicts as JSON."""
    return {
        "ok": all(report.passed for report in reports),
        "settings": [
            {
                "game": v.setting.name,
                "seats": v.setting.seats,
                "variants": list(v.setting.variants),
                "options": dict(v.setting.options),
                "games": v.trial.games,
                "played_before": v.trial.ahead,
                "took_too_long": v.trial.late,
                "decisions": v.trial.decisions,
                "looked_at_closely": v.trial.looked,
                "left_at": v.trial.left if v.trial.left >= 0 else None,
                "error": v.error,
                "properties": list(v.looked),
                "left_out": v.idle,
                "no_time_for": list(v.untimely),
                "never_reached": sorted(v.actions - set(v.trial.reached.actions)),
                "scenarios": v.scenarios,
                "failed_scenarios": [
                    {
                        "title": r.title,
                        "engine": r.engine,
                        "message": r.message,
                        "file": r.span.file.name,
                        "line": r.span.line,
                    }
                    for r in v.failed
                ],
                "failures": [_case_as_data(case) for case in v.cases],
            }
            for v in reports
        ],
    }


def _case_as_data(case: BrokenProperty) -> dict[str, object]:
    finding = case.finding
    return {
        "property": finding.property,
        "message": finding.message,
        "expected": finding.expected,
        "found": finding.found,
        "round": [finding.round.first, finding.round.second] if finding.round else None,
        "seed": case.seed,
        "moves": list(finding.moves),
        "shrunk_from": case.length,
        "outcomes": [list(outcome) for outcome in finding.outcomes],
        "draws": list(finding.draws),
        "position": finding.position.splitlines(),
        "rules": [{"file": p.file.name, "line": p.line} for p in finding.places],
        "scenario": case.scenario.text,
        "scenario_fails": case.scenario.fails,
    }
