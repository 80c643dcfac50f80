"""`rulewright lint`: what is odd about rules that are not wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..main import FINDINGS, FINE, INTERRUPTED
from ..options import (
    GAME,
    LARGEST_SEED,
    at_length,
    completing,
    json_option,
    parse_options,
    plain_option,
    print_json,
    rule_paths,
    seconds_left,
)
from ..screen import Screen, progress
from .check import as_data, as_lines, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.testing.lint import Linted
    from rulewright.testing.lint.played import Played


MANY_GAMES = 100  # in all settings, before which it is said how many there are
FEW_ENDED = 10  # games that came to their ends; with fewer it is told how many there were


@click.command()
@click.argument("games", metavar="GAME...", type=GAME, nargs=-1, required=True,
                shell_complete=completing("games"))  # fmt: skip
@click.option("--variant", "variants", metavar="NAME", multiple=True,
              shell_complete=completing("variants"),
              help="Play with this variant, and tell only what stands in it; may be given "
              "several times.")  # fmt: skip
@click.option("--option", "options", metavar="NAME=VALUE", multiple=True,
              shell_complete=completing("options"),
              help="Set an option of the game in all random games; may be given several "
              "times.")  # fmt: skip
@click.option("--games", "count", type=click.IntRange(0), metavar="N",
              help="Play N random games in each setting; 0: play none. If not given, as many as "
              "make some thousands of decisions.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), default=0, metavar="N",
              help="Seed of the first random game.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0.1), metavar="S",
              help="Time for all of it; most of it is for watching random games: in some games it "
              "takes long to see what never happens. If not given, they are watched for about two "
              "seconds.")  # fmt: skip
@click.option("--select", metavar="CODES", default="", shell_complete=completing("lints"),
              help="Only these findings: codes, or how they begin, with commas.")  # fmt: skip
@click.option("--ignore", metavar="CODES", default="", shell_complete=completing("lints"),
              help="All findings but these.")  # fmt: skip
@json_option
@plain_option
@at_length
def command(
    games: tuple[str, ...],
    variants: tuple[str, ...],
    options: tuple[str, ...],
    count: int | None,
    seed: int,
    seconds: float | None,
    select: str,
    ignore: str,
    as_json: bool,
    plain: bool,
) -> int:
    """Find what is odd about rules: conditions that never differ, rules that never apply, ends
    that are never reached, words that are missing.

    A GAME is the name of a game, a .game file, or a folder with such files; a game is looked at
    with all its variants. What is found is proved for every number of players and all options, but
    for codes that begin with L1: these were only never seen in scenarios and random games. `check
    --explain CODE` says more about each. A comment silences a finding on its line or the next: #
    lint: L001 because … Interrupted, it tells what is certain by then. Exits with 1 if anything is
    found.
    """
    from rulewright.limits import Deadline
    from rulewright.testing.lint import lint
    from rulewright.testing.lint.lint import settings_asked_for

    until = Deadline(seconds_left(seconds))
    chosen, left = (tuple(filter(None, map(str.strip, c.split(",")))) for c in (select, ignore))
    done: list[Linted] = []
    asked: list[str] = []
    seen: set[str] = set()
    paths, choices = [*rule_paths(games)], parse_options(options)
    cost = ""
    if count:  # else there are few
        numbers = (
            settings_asked_for(path, variants, options=choices, beside_its_game=inside)
            for path, inside in paths
        )
        cost = as_cost(count, sum(numbers))
    with progress("settings", counted=False, cost=cost) as tell:
        for number, (path, inside) in enumerate(paths):

            def part(at: int, of: int, number: int = number) -> None:
                if tell is not None:
                    tell(1000 * number + 1000 * at // of, 1000 * len(paths))

            if inside and _is_known(path, seen):
                continue
            share = None if seconds is None else max(0.1, until.left / (len(paths) - number))
            result = lint(
                path, variants, options=choices, games=count, seed=seed, seconds=share,
                select=chosen, ignore=left, on_progress=part,
            )  # fmt: skip
            seen.update(result.files)
            done.append(result)
            asked.append(path)
            if not result.complete and not result.untimely:
                break
    complete = all(result.complete for result in done)
    found = {finding.sort_key(): finding for result in done for finding in result.findings}
    findings = [found[key] for key in sorted(found)]
    played = sum(result.played.games for result in done)
    ended = sum(result.played.ended for result in done)
    whole = sum(result.whole for result in done)
    whole_ended = sum(result.ended for result in done)
    if as_json:
        print_json(
            {
                "ok": not findings and complete,
                "complete": complete,
                "files": sorted(seen),
                "games": played,
                "to_their_ends": ended,
                "whole_games_unwatched": whole,
                "of_which_ended": whole_ended,
                "out_of_time": {
                    path: one.untimely
                    for path, one in zip(asked, done, strict=True)
                    if one.untimely
                },
                "too_few_watched": [
                    path for path, one in zip(asked, done, strict=True) if one.saw_too_little
                ],
                "too_few_searched": {
                    path: {each.name: [each.watched, each.asked] for each in one.ahead}
                    for path, one in zip(asked, done, strict=True)
                    if one.ahead
                },
                "findings": [as_data(finding) for finding in findings],
            }
        )
    else:
        screen = Screen(plain=plain)
        for finding in findings:
            screen.show([*as_lines(finding), ()])
        by = f", {played:,} random game{'s' * (played != 1)} played" * bool(played)
        settings = sum(result.settings for result in done)
        if settings > 1 and played == (count or 0) * settings:
            by += f", {count:,} in each of {settings:,} settings"
        if ended < min(FEW_ENDED, played):
            by += f", {ended or 'none'} to {'its end' if ended < 2 else 'their ends'}"
            if whole:
                by += f", and {whole:,} more that nobody watched, "
                by += f"of which {whole_ended or 'none'} ended"
        is_little = complete and any(result.saw_too_little or result.ahead for result in done)
        style = "bold red" if findings else "bold yellow" if is_little else "bold green"
        words = [word for name in variants for word in ("--variant", name)]
        words += [word for option in options for word in ("--option", option)]
        for path, result in zip(asked, done, strict=True):
            if result.untimely:
                screen.say(out_of_time(path, result.untimely), "bold yellow")
            if complete and result.saw_too_little:
                screen.say(too_little(result, path, words, seconds))
            if complete and result.ahead:
                screen.say(too_little_ahead(result, path, words, seconds))
        if complete:
            in_it = ", in what was watched" * (is_little and not findings)
            screen.aside(
                summary(findings, len(seen)) + in_it + by + looked_at(done, seconds), style
            )
        elif any(result.untimely for result in done):
            screen.say("This is what is certain by now.", "bold red")
        else:
            screen.say("INTERRUPTED: this is what is certain by now.", "bold red")
    if not complete:
        return INTERRUPTED
    return FINDINGS if findings else FINE


def as_cost(count: int, settings: int) -> str:
    """What makes it long, if it may be: many games, in several settings."""
    if settings * count < MANY_GAMES:
        return ""
    each = f" in each of {settings:,} settings, {settings * count:,} in all" * (settings > 1)
    return (
        f"{count:,} random game{'s' * (count != 1)}{each}, after it has been seen what can happen"
    )


def out_of_time(path: str, untimely: str) -> str:
    """What was not found out to its end, nor what comes after that."""
    from rulewright.testing.lint.lint import IN_GAMES, IN_SCENARIOS

    unknown = "; what never happens in them is not told (L101 to L103)"
    more = unknown * (untimely in (IN_SCENARIOS, IN_GAMES))
    return f"OUT OF TIME: {path}: there was no time to see {untimely}{more}."


def too_little(
    result: Linted, path: str, words: Sequence[str], seconds: float | None = None
) -> str:
    """That too few decisions were watched, and what watches more."""
    played = result.played
    of = f"of the {played.decisions:,} decisions in {played.games:,} random games"
    return (
        f"{path}: watching takes long in this game. Only {played.looked:,} {of} were "
        f"watched, too few to tell what never happens (L101 to L103). {_dearest(played)}"
        f"This watches longer: {longer(path, words, seconds)}"
    )


def _dearest(played: Played) -> str:
    """What most of what is worked out goes to, if there is one such thing, and what makes it
    less."""
    of = max(1, played.costs.total())
    (compose, searched), *_ = played.searched.most_common(1) or [("", 0)]
    (choice, most), *_ = played.costs.most_common(1) or [("", 0)]
    if searched >= MOST_OF_IT * of:
        return (
            f"{100 * searched / of:.0f} % of what is worked out goes to whether {compose} can be "
            "completed: what its steps ask themselves, in `needs`, is not tried any further. "
        )
    if most >= MOST_OF_IT * of:
        return f"{100 * most / of:.0f} % of what is worked out goes to decisions at {choice}. "
    return ""


def too_little_ahead(
    result: Linted, path: str, words: Sequence[str], seconds: float | None = None
) -> str:
    """In which composes too few searches were watched to their ends, and what watches more."""
    told = [f"{one.name} ({one.watched:,} of {one.asked:,} times)" for one in result.ahead]
    return (
        f"{path}: to see what can follow in a choice of several steps takes long. It was watched "
        f"too seldom to tell what never happens there in {' and in '.join(told)}. This watches "
        f"longer: {longer(path, words, seconds)}"
    )


MOST_OF_IT = 0.5  # of what is worked out, for one choice to be named


def longer(path: str, words: Sequence[str], seconds: float | None) -> str:
    """The command that watches longer; `words`: its variants and options."""
    from ..typing_again import as_command

    more = f"{10 * seconds:g}" if seconds is not None else "30"
    return as_command("rulewright", "lint", path, *words, "--seconds", more)


def looked_at(done: list[Linted], seconds: float | None) -> str:
    """How many decisions of the random games were watched, if not nearly all and that has not been
    told yet: where something was never seen in them, or somebody has said how long to watch."""
    partly = [
        one
        for one in done
        if (one.unseen or seconds is not None) and not one.saw_too_little
        if 10 * one.played.looked < 9 * one.played.decisions
    ]
    if not partly:
        return ""
    looked = sum(one.played.looked for one in partly)
    of = sum(one.played.decisions for one in partly)
    many = f"{looked:,}" if looked else "none"
    seen = (
        "" if any(one.unseen or one.untimely for one in partly)
        else ", in which all came to pass that can" if looked
        else ", for all that can come to pass had done so before"
    )  # fmt: skip
    return f", {many} of their {of:,} decisions watched line by line{seen}"


def _is_known(path: str, seen: set[str]) -> bool:
    """Was a file looked at with the game it belongs to?"""
    from pathlib import Path

    from rulewright.check.modules import shown_name

    return shown_name(Path(path)) in seen
