"""`rulewright test`: the scenarios of a game and of its variants, on every engine."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..main import FINDINGS, FINE
from ..options import OneOf, engines, fail, game_options, parse_options, print_json
from ..screen import Progress, Screen, line, progress, wrapped

if TYPE_CHECKING:
    from rulewright.backends.registry import EngineName
    from rulewright.testing.scenario import ScenarioResult


@click.command()
@game_options(as_json=True, plain=True)
@click.option(
    "-k", "name", metavar="TEXT", default="", help="Only scenarios with this in the title."
)
@click.option(
    "--engine",
    "only",
    type=OneOf(lambda: ("all", *engines())),
    default="all",
    show_default=True,
    help="The engines to run on.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that pass, too.")
def command(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    as_json: bool,
    plain: bool,
    name: str,
    only: str,
    verbose: bool,
) -> int:
    """Run the scenarios of a game and its variants.

    Without --variant: those of the game, of each variant, and of pairs of variants that go
    together. A scenario that fails is shown with what it expected, what was found, and the
    position. Exits with 1 if any fails, with 2 if there is none.
    """
    screen = Screen(plain=plain)
    from rulewright.backends import registry

    chosen = registry.stepping()[::-1] if only == "all" else (only,)
    began = time.perf_counter()
    results = []
    with progress("scenarios", counted=False) as tell:
        for result in run(game, variants, options, seats, name, chosen, tell):
            results.append(result)
            if tell is None and not as_json and (verbose or not result.passed):
                report(screen, result)
    if tell is not None and not as_json:  # where the bar was
        for result in results:
            if verbose or not result.passed:
                report(screen, result)
    if not results and name:
        fail(f"no scenario of {game} has {name} in its title")
    if not results:
        fail(f"{' with '.join((game, *variants))} has no scenarios: nothing was tested")
    failed = sum(not result.passed for result in results)
    if as_json:
        print_json({"ok": not failed, "results": [as_data(result) for result in results]})
    else:
        scenarios = len({(r.scenario.file.name, r.scenario.start) for r in results})
        seconds = time.perf_counter() - began
        screen.say(
            f"{scenarios} scenario{'s' * (scenarios != 1)} on {' and '.join(chosen)}: "
            + (f"{failed} failed, " if failed else "")
            + f"{len(results) - failed} passed in {seconds:.1f} s",
            "bold red" if failed else "bold green",
        )
    return FINDINGS if failed else FINE


def run(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    name: str,
    engines: tuple[EngineName, ...],
    tell: Progress | None = None,
) -> Iterator[ScenarioResult]:
    """The results of all scenarios asked for; a scenario runs with the fewest variants it needs."""
    from rulewright import catalogue
    from rulewright import game as games
    from rulewright.testing.combinations import variant_sets
    from rulewright.testing.scenario import Runner

    wanted = re.compile(re.escape(name), re.IGNORECASE)
    settings = parse_options(options)
    seen: set[tuple[str, int]] = set()
    info = catalogue.game(game)
    if info.asked and variants:
        variants = (*variants, info.asked)
    sets = [variants] if variants else variant_sets(info)
    for number, chosen in enumerate(sets):
        loaded = games.check(str(info.path), variants=chosen, options=settings, seats=seats)
        runner = Runner(loaded)
        scenarios = loaded.scenarios()
        for at, scenario in enumerate(scenarios):
            if tell is not None:
                tell(100 * number + 100 * at // len(scenarios), 100 * len(sets))
            place = scenario.span.file.name, scenario.span.start
            if place in seen or not wanted.search(scenario.title):
                continue
            seen.add(place)
            for engine in engines:
                yield runner.run(scenario, engine)
    if tell is not None:
        tell(100 * len(sets), 100 * len(sets))


def report(screen: Screen, result: ScenarioResult) -> None:
    """One scenario; if it failed, expectation and finding side by side, and the position."""
    if result.passed:
        screen.say(f"passed  {result.title} ({result.engine})", "green")
        return
    screen.say(f"FAILED  {result.title} ({result.engine})", "bold red")
    place = f"{result.span}: {result.message}"
    screen.show(line(text) for text in wrapped(place, screen.width, indent="  ", hang="    "))
    for text in side_by_side(result.expected, result.found, screen.width):
        screen.say(text)
    if result.position:
        screen.say("  position", "bold")
        for text in result.position.splitlines():
            for part in wrapped(text, screen.width, indent="    ", hang="      "):
                screen.say(part, "dim")
    screen.say()


def side_by_side(left: tuple[str, ...], right: tuple[str, ...], width: int) -> list[str]:
    """Two lists of texts in two columns under `expected` and `found`; if they have some in common,
    those that are in only one of the two are marked."""
    if not left and not right:
        return []
    column = (width - 6) // 2
    rows_left = _column(left, right, column)
    rows_right = _column(right, left, column)
    height = max(len(rows_left), len(rows_right))
    rows_left += [""] * (height - len(rows_left))
    rows_right += [""] * (height - len(rows_right))
    rows = [("  expected", "  found"), *zip(rows_left, rows_right, strict=True)]
    return [f"  {a.ljust(column)}  {b}".rstrip() for a, b in rows]


def _column(texts: tuple[str, ...], others: tuple[str, ...], width: int) -> list[str]:
    rows: list[str] = []
    common = any(text in others for text in texts)
    for text in texts:
        mark = "  " if text in others or not common else "! "
        rows += wrapped(text, width, indent=mark, hang="    ")
    return rows


def as_data(result: ScenarioResult) -> dict[str, object]:
    """A result as JSON."""
    return {
        "title": result.title,
        "tags": list(result.tags),
        "engine": result.engine,
        "passed": result.passed,
        "file": result.span.file.name,
        "line": result.span.line,
        "message": result.message,
        "expected": list(result.expected),
        "found": list(result.found),
        "position": result.position.splitlines(),
    }
