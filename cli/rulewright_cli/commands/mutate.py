"""`rulewright mutate`: small mistakes put into the rules, and which of them no scenario notices."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import asdict
from itertools import chain, count
from typing import TYPE_CHECKING

import click

from ..main import FINDINGS, FINE, INTERRUPTED
from ..options import (
    GAME,
    at_length,
    completing,
    fail,
    json_option,
    plain_option,
    print_json,
    seconds_left,
    seconds_option,
    tell_overtime,
)
from ..screen import Screen, progress
from ..time_limit import TimeOver

if TYPE_CHECKING:
    from rulewright.testing.mutation.campaign import Campaign, MutantReport

TO_TELL = 0.2  # seconds, at least, of the time that any command may take


@click.command()
@click.argument("game", metavar="GAME", type=GAME, shell_complete=completing("games"))
@click.option(
    "--variant", "variants", metavar="NAME", multiple=True, help="Edit this variant of it."
)
@click.option(
    "--only",
    metavar="LINES,NAMES",
    default="",
    help="Only these lines (12, 20-30) or declarations (claim).",
)
@click.option(
    "--limit",
    type=click.IntRange(1),
    metavar="N",
    help="At most N edits, spread over the file; options only behind all else.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that work; as many as there are processors if not given.",
)
@seconds_option("edits")
@click.option(
    "--each",
    type=click.FloatRange(0),
    default=5.0,
    show_default=True,
    metavar="SECONDS",
    help="How long to look for a playout that shows what an unnoticed edit changes; 0: not at all.",
)
@click.option("--min", "least", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="Exit with 1 if fewer are noticed.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Try all again; keep nothing for the next time.")
@click.option("-v", "--verbose", is_flag=True, help="List the edits that are noticed, too.")
@json_option
@plain_option
@at_length
def command(
    game: str,
    variants: tuple[str, ...],
    only: str,
    limit: int | None,
    jobs: int | None,
    seconds: float | None,
    each: float,
    least: float | None,
    fresh: bool,
    verbose: bool,
    as_json: bool,
    plain: bool,
) -> int:
    """Make small mistakes in the rules, one at a time, and see which the scenarios notice.

    GAME is a game, or the file of a variant: then the lines of the variant are edited.

    An edit – a number one more, a condition left out, a statement gone – is noticed when a scenario
    of the game or its variants fails. Those that nobody notices are listed with their lines and, if
    a playout shows the difference, with a scenario that would notice them. Edits that the checker
    refuses, and those after which the game is the same, do not count. What is found is remembered:
    next time, only what has changed is tried. What there was no time for is said.
    """
    from rulewright.limits import Deadline, OutOfTime
    from rulewright.testing.mutation.campaign import Task, mutate

    limit_of_all = click.get_current_context().find_root().params.get("seconds")
    in_time = None if limit_of_all is None else limit_of_all - max(limit_of_all / 20, TO_TELL)
    is_cut = in_time is not None and (seconds is None or in_time < seconds)
    seconds = in_time if is_cut else seconds
    deadline = Deadline(seconds_left(seconds))
    screen = Screen(plain=plain)
    if len(variants) > 1:
        fail(f"--variant names the one that is edited, not {len(variants)}: one after the other")
    variant = "".join(variants)
    names = [name.strip() for name in only.split(",") if name.strip()]
    try:
        with progress("edits") as on_progress:
            campaign = mutate(
                Task(game, variant, each),
                jobs=jobs or os.cpu_count() or 1,
                only=names,
                limit=limit,
                cache=not fresh,
                deadline=deadline,
                on_progress=on_progress,
            )
        if campaign.complete and campaign.untried and not campaign.results:
            raise OutOfTime
    except OutOfTime:
        if is_cut:
            raise TimeOver from None
        fail(f"{seconds:g} s (--seconds) were over before any edit was tried")
    if as_json:
        print_json(as_data(campaign))
    else:
        report(screen, campaign, verbose)
        if seconds is not None and campaign.complete:
            tell_untried(screen, campaign, seconds)
            tell_overtime(screen, seconds, found=campaign.counts["survived"] > 0)
    if not campaign.complete:
        return INTERRUPTED
    if is_cut and campaign.untried:
        raise TimeOver
    if not campaign.counts["killed"] + campaign.counts["survived"]:
        fail("no edit makes another game: nothing was tried on the scenarios")
    return FINDINGS if least is not None and 100 * campaign.score < least else FINE


def report(screen: Screen, campaign: Campaign, verbose: bool) -> None:
    """The edits that were not noticed, those that change nothing, and the figures."""
    from rulewright.drawing.lines import wrapped
    from rulewright.testing.mutation.campaign import NOT_LOOKED, TOO_LONG

    titles = list[str]()  # of scenarios that are proposed
    shown: dict[str, list[MutantReport]] = {}  # by what a scenario says besides its title
    for result in campaign.results:
        if result.what == "survived" and (said := _untitled(result)):
            shown.setdefault(said, []).append(result)
    unlooked = [r for r in campaign.results if (r.what, r.message) == ("survived", NOT_LOOKED)]
    for result in campaign.results:
        alike = shown.get(_untitled(result), [result])
        if result in unlooked or result is not alike[0]:
            continue
        if result.what == "survived":
            screen.say(f"{_where(result)}", "bold red")
            screen.say(f"    {result.excerpt}")
            if result.after:
                screen.say(f"    {result.after}", "dim")
            if result.message:
                before = "" if result.message == TOO_LONG else "then "
                screen.say(f"  {before}{result.message}", "dim")
            if result.suggestion:
                around, title, body = _parts(result)
                titles.append(_another_title(title, titles))
                screen.say()
                screen.copyable(f"{around}{titles[-1]}\n{body}", "green")
            if alike[1:]:
                screen.say("  the same scenario shows these, too:", "dim")
            for other in alike[1:]:
                screen.say(f"    {_where(other)}: {_line(other)}", "dim")
            screen.say()
        elif verbose:
            by = f" ({result.by})" if result.by else ""
            screen.say(f"{_where(result)}: {result.what}{by}", "dim")
    if unlooked:
        screen.say(f"{NOT_LOOKED[:1].upper()}{NOT_LOOKED[1:]}:", "bold red")
        for result in unlooked:
            screen.say(f"  {_where(result)}: {_line(result)}", "dim")
        screen.say()
    same = [r for r in campaign.results if r.what in ("same core", "same playouts")]
    if same and not verbose:
        screen.say("No other game, or probably none:", "bold")
        for result in same:
            games = f"{result.games} game{'s' * (result.games != 1)}"
            why = "same core" if result.what == "same core" else f"no difference in {games}"
            after = f": {result.after}" if result.after else ""
            screen.say(f"  {_where(result)}{after} ({why})", "dim")
        screen.say()
    if campaign.alike and any(_sets_first_apart(result) for result in (*unlooked, *same)):
        said = (
            "Where `from` is left out, all begins with the first seat, whoever has moved: verify "
            "--only seats looks for that, as the rules say `always seats alike`."
        )
        for part in wrapped(said, screen.width):
            screen.say(part)
        screen.say()
    counts = campaign.counts
    if not campaign.results:
        screen.say(
            "INTERRUPTED before anything was tried."
            if not campaign.complete
            else "Nothing to edit."
        )
        return
    screen.say(
        f"{100 * campaign.score:.1f} % noticed: {counts['killed']} of "
        f"{counts['killed'] + counts['survived']} edits; besides, {counts['refused']} that the "
        f"checker refuses and {len(same)} that change nothing "
        f"({campaign.fresh} tried in {campaign.seconds:.0f} s)",
        "bold",
    )
    if not campaign.complete:
        screen.say("INTERRUPTED: these are not all.", "bold red")


def tell_untried(screen: Screen, campaign: Campaign, seconds: float) -> None:
    """What there was no time for, by the declarations in which it stands."""
    from rulewright.drawing.lines import wrapped

    names = Counter(mutant.around or mutant.excerpt for mutant in campaign.untried)
    if not names:
        return
    total = sum(names.values())
    told = ", ".join(f"{name} ({count})" for name, count in names.items())
    text = f"NOT ALL: {total} edit{'s' * (total != 1)} not tried in {seconds:g} s: {told}"
    for part in wrapped(text, screen.width, hang="  "):
        screen.say(part, "bold red")


def _parts(result: MutantReport) -> tuple[str, str, str]:
    """What stands around the scenario that is proposed, its title, and what it says below that."""
    lines = result.suggestion.splitlines(keepends=True)
    at = next((i for i, one in enumerate(lines) if one.lstrip().startswith("scenario ")), 0)
    return "".join(lines[:at]), "".join(lines[at : at + 1]).rstrip(), "".join(lines[at + 1 :])


def _untitled(result: MutantReport) -> str:
    around, _, body = _parts(result)
    return around + body


def _another_title(title: str, others: list[str]) -> str:
    """The first line of a scenario, with a number where others have its title."""
    numbered = (f'{title[:-1]} ({number})"' for number in count(2))
    return next(one for one in chain((title,), numbered) if one not in others)


def _sets_first_apart(result: MutantReport) -> bool:
    """Do turns, or those of whom something holds, begin with the first seat after the edit?"""
    return result.words.startswith("`from ") and result.words.endswith("` is left out")


def _where(result: MutantReport) -> str:
    return f"{result.file}:{result.line}: {result.words}"


def _line(result: MutantReport) -> str:
    """The line that is edited; as it would become, where that has to be seen."""
    return f"then {result.after}" if result.after else result.excerpt


def as_data(campaign: Campaign) -> dict[str, object]:
    """A campaign as JSON."""
    return {
        "game": campaign.name,
        "variant": campaign.variant,
        "complete": campaign.complete,
        "score": round(100 * campaign.score, 2),
        "counts": dict(campaign.counts),
        "edits": [
            {k: v for k, v in asdict(result).items() if k not in ("digest", "tried", "looked")}
            for result in campaign.results
        ],
        "untried": [
            {"file": m.span.file.name, "line": m.line, "words": m.words, "around": m.around}
            for m in campaign.untried
        ],
    }
