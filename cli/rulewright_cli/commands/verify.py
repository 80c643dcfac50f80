"""`rulewright verify`: what must hold in every game, looked at over random games."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from ..cases import show_case
from ..main import FINDINGS, FINE, INTERRUPTED
from ..options import fail, game_options, parse_options, print_json, processors
from ..screen import Screen, columns, line, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright.testing.properties.campaign import Case, Verdict


@click.command()
@game_options(seed=True, as_json=True, plain=True)
@click.option(
    "--all", "everything", is_flag=True,
    help="Every number of seats, option value and variant. GAME may then be `all`: every game.",
)  # fmt: skip
@click.option(
    "--pairs", is_flag=True,
    help="As --all, and so that any two choices of seats, options and variants meet.",
)  # fmt: skip
@click.option(
    "--budget", type=click.FloatRange(min=0.1), metavar="SECONDS",
    help="Time for the random games; 30 if neither this nor --games is given.",
)  # fmt: skip
@click.option("--games", type=click.IntRange(1), metavar="N", help="Random games in each setting.")
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
@click.option("--list", "listing", is_flag=True, help="Say what is looked at, and play nothing.")
def command(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    as_json: bool,
    plain: bool,
    everything: bool,
    pairs: bool,
    budget: float | None,
    games: int | None,
    names: tuple[str, ...],
    longest: int,
    shrinking: float,
    jobs: int | None,
    listing: bool,
) -> int:
    """Put a game on trial: properties that hold in every game, over random games.

    What fails is made as short as possible and told as a game, with a scenario to paste. The same
    seed plays the same games; exits with 1 if anything fails.
    """
    from rulewright import catalogue
    from rulewright.testing.properties import Setting, all_settings, chosen, paired_settings
    from rulewright.testing.properties.campaign import Orders, Verdict, judge_all
    from rulewright.testing.properties.shrinking import missing

    screen = Screen(plain=plain)
    properties = chosen(names)
    if listing:
        for one in properties:
            screen.say(f"{one.name}: {one.sentence}", "bold")
            for text in wrapped(one.meaning, screen.width, indent="  ", hang="  "):
                screen.say(text)
        return FINE
    everything = everything or pairs
    if everything and (variants or options or seats is not None):
        fail("--all plays everything: it does not go with --variant, --option or --seats")
    if everything:
        every = [info.name for info in catalogue.games()] if game == "all" else [game]
        settings = [setting for name in every for setting in all_settings(name)]
        more = [setting for name in every for setting in (paired_settings(name) if pairs else ())]
        settings += [setting for setting in more if setting not in settings]
    else:
        settings = [Setting(game, seats, variants, dict(parse_options(options)))]
        settings[0].load()  # what is wrong with it is told before anything else
    jobs = jobs or min(processors(), len(settings))
    if budget is None and games is None:
        budget = 30.0
    share = budget * jobs / len(settings) if budget is not None else None
    orders = Orders(names, seed or 0, games, share, longest, shrinking)
    began, verdicts, complete = time.perf_counter(), list[Verdict](), True
    try:
        with (
            closing(judge_all(settings, orders, jobs=jobs)) as source,
            _progress(len(settings)) as tell,
        ):
            for verdict in source:
                verdicts.append(verdict)
                tell(len(verdicts))
                if not as_json:
                    report(screen, verdict)
    except KeyboardInterrupt:
        complete = False
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"complete": complete, "seconds": seconds, **as_data(verdicts)})
    else:
        if missing() and any(verdict.cases for verdict in verdicts):
            screen.say(missing())
        never_reached(screen, verdicts)
        summary(screen, verdicts, len(settings), len(properties), seconds)
    if not complete:
        return INTERRUPTED
    return FINE if all(verdict.passed for verdict in verdicts) else FINDINGS


@contextmanager
def _progress(length: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error if that is a terminal and there is something to wait for."""
    if not sys.stderr.isatty() or length < 2:
        yield lambda done: None
        return
    with click.progressbar(length=length, label="settings", file=sys.stderr, show_pos=True) as bar:
        yield lambda done: bar.update(done - bar.pos)


def report(screen: Screen, verdict: Verdict) -> None:
    """A setting that failed: why it cannot be played, or each property with its shortest game."""
    if verdict.error:
        screen.say(f"FAILED  {verdict.setting}", "bold red")
        for text in verdict.error.splitlines():
            screen.show([line(f"  {text}")])
    show_scenarios(screen, verdict)
    for case in verdict.cases:
        screen.say(f"FAILED  {case.finding.property} in {verdict.setting}", "bold red")
        show_case(screen, case)
        arguments = " ".join(_quoted(a) for a in verdict.setting.arguments)
        screen.say("  to see it again", "bold")
        screen.copyable(
            f"    rulewright verify {arguments} --seed {case.seed} --games 1 "
            f"--only {case.finding.property}"
        )
        screen.say()


def show_scenarios(screen: Screen, verdict: Verdict) -> None:
    """Scenarios that failed; of those that a variant inherits, what it could say of them."""
    from rulewright.testing.inherited import HINT

    for result in verdict.failed:
        screen.say(f"FAILED  scenarios in {verdict.setting}", "bold red")
        for part in wrapped(
            f"{result.span}: {result.title} ({result.engine}): {result.message}",
            screen.width, indent="  ", hang="    ",
        ):  # fmt: skip
            screen.say(part)
    if verdict.failed and verdict.varied:
        screen.say(f"  ({HINT})")


def never_reached(screen: Screen, verdicts: list[Verdict]) -> None:
    """What no playout of a game came upon, though the rules name it."""
    rows = []
    for game in dict.fromkeys(verdict.setting.game for verdict in verdicts):
        of_game = [verdict for verdict in verdicts if verdict.setting.game == game]
        actions = set().union(*(v.actions for v in of_game))
        endings = set().union(*(v.endings for v in of_game))
        for verdict in of_game:
            actions -= set(verdict.trial.reached.actions)
            endings -= set(verdict.trial.reached.endings)
        missed = [*sorted(actions), *sorted(", ".join(names) for names in endings)]
        if missed:
            rows.append((game, "; ".join(missed)))
    if rows:
        screen.say("never reached in these games", "bold")
        for text in columns(rows, screen.width):
            screen.say(text)


def summary(
    screen: Screen, verdicts: list[Verdict], asked: int, properties: int, seconds: float
) -> None:
    """One line: what was played, and whether all holds."""
    failed = sum(len(v.cases) + len(v.failed) + bool(v.error) for v in verdicts)
    games = sum(v.trial.games for v in verdicts)
    scenarios = sum(v.scenarios for v in verdicts)
    decisions = sum(v.trial.decisions for v in verdicts)
    played, complete = f"{len(verdicts)} setting{'s' * (len(verdicts) != 1)}", True
    if len(verdicts) < asked:
        complete = False
        played = f"INTERRUPTED after {len(verdicts)} of {asked} settings"
    screen.say(
        f"{played}: {properties} propert{'ies' if properties != 1 else 'y'} over {games:,} games "
        f"with {decisions:,} decisions, and {scenarios:,} scenarios, in {seconds:.1f} s: "
        + (f"{failed} failed" if failed else "all hold" if complete else "nothing found so far"),
        "bold red" if failed else "bold green" if complete else "bold yellow",
    )


def as_data(verdicts: list[Verdict]) -> dict[str, object]:
    """The verdicts as JSON."""
    return {
        "ok": all(verdict.passed for verdict in verdicts),
        "settings": [
            {
                "game": v.setting.game,
                "seats": v.setting.seats,
                "variants": list(v.setting.variants),
                "options": dict(v.setting.options),
                "games": v.trial.games,
                "decisions": v.trial.decisions,
                "seconds": v.trial.seconds,
                "error": v.error,
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
            for v in verdicts
        ],
    }


def _case_as_data(case: Case) -> dict[str, object]:
    finding = case.finding
    return {
        "property": finding.property,
        "message": finding.message,
        "expected": finding.expected,
        "found": finding.found,
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


def _quoted(argument: str) -> str:
    import shlex

    return shlex.quote(argument)
