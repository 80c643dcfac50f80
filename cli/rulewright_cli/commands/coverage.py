"""`rulewright coverage`: which rules the scenarios reach, line by line."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import chain
from typing import TYPE_CHECKING

import click

from ..main import FINDINGS, FINE
from ..options import (
    GAME,
    at_length,
    completing,
    fail,
    fresh_option,
    games_in,
    is_folder,
    json_option,
    part_of,
    plain_option,
    print_json,
)
from ..screen import Progress, Screen, progress
from ..typing_again import as_command

if TYPE_CHECKING:
    from rulewright.testing.coverage import Coverage


@click.command()
@click.argument("asked", metavar="GAME...", nargs=-1, required=True, type=GAME,
                shell_complete=completing("games"))  # fmt: skip
@click.option("--variant", "variants", metavar="NAME", multiple=True,
              shell_complete=completing("variants"),
              help="Only with this variant; may be given several times.")  # fmt: skip
@click.option("--games", type=click.IntRange(0), default=0, metavar="N",
              help="Play N random games besides, with each set of variants.")  # fmt: skip
@click.option("--seed", type=int, default=0, metavar="N", help="Seed of the random games.")
@click.option("--longest", type=click.IntRange(1), default=5000, show_default=True, metavar="N",
              help="Decisions after which a random game is stopped.")  # fmt: skip
@click.option("--min", "least", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="Exit with 1 if less is reached.")  # fmt: skip
@click.option("--all", "whole", is_flag=True,
              help="With variants: the lines of their game, too, after theirs.")  # fmt: skip
@fresh_option
@json_option
@plain_option
@at_length
def command(
    asked: tuple[str, ...],
    variants: tuple[str, ...],
    games: int,
    seed: int,
    longest: int,
    least: float | None,
    whole: bool,
    fresh: bool,
    as_json: bool,
    plain: bool,
) -> int:
    """Show which rules of a game its scenarios do not reach.

    GAME is a game, the file of a variant, or a folder: then all that lie in it are looked at. Of
    several each is told by itself.

    Statements should be carried out, actions chosen, values asked for; what is looked at – `needs`,
    `if`, `when`, `where`, `until`, `whenever` – should be so at times, and at times not; options
    should have each of their values, and games end in each way. Without --variant: with the
    scenarios of the game, of each variant, and of pairs of variants that go together. With
    variants, or the file of one: their own lines, and what the scenarios of the game reach of them,
    too; of several, also what scenarios reach that are for one of them alone. --all shows the lines
    of the game as well. What was found of files that have not changed since is told again without
    playing, but with --fresh. Where there are variants beside a game
    it is told of each file how much of it is reached; what of a variant is wrong, or fails, is told
    and left out, and exits with 1.
    """
    for folder in filter(is_folder, asked if variants else ()):
        fail(f"{folder} is a folder: --variant is for one game in it")
    if len(asked) > 1 and variants:
        fail("--variant is for one game")
    is_all = len(asked) > 1 or is_folder(asked[0])
    found = (games_in(game) if is_folder(game) else [game] for game in asked)
    names = [*dict.fromkeys(chain.from_iterable(found))]
    results = []
    with progress("scenarios", counted=False) as tell:
        for number, name in enumerate(names):
            share = tell and part_of(tell, number, len(names))
            result = looked_at(name, variants, games, seed, longest, fresh, share)
            if is_all and not result.scenarios and not result.games:
                result = replace(result, failed=(*result.failed, f"{name} has no scenarios"))
            results.append((name, result if whole or not result.edited else result.of_edits()))
    if not any(result.scenarios or result.games for _, result in results):
        have = "have" if len(asked) > 1 else "has"
        fail(
            f"{' and '.join(asked)} {have} no scenarios, so nothing is reached; "
            "--games N plays random games"
        )
    told = [as_data(result) for _, result in results]
    if as_json:
        print_json({"games": told} if is_all else told[0])
    for name, result in results if not as_json else ():
        screen = Screen(plain=plain)
        if is_all:
            if name != names[0]:
                screen.aside()
            screen.aside(name, "bold")
        if not result.lines:
            where = " and ".join(result.edited) or name
            screen.say(f"{where}: there is nothing that a scenario could reach")
        else:
            report(screen, result)
    is_too_little = least is not None and any(100 * r.share < least for _, r in results)
    return FINDINGS if is_too_little or any(r.failed for _, r in results) else FINE


def looked_at(
    game: str,
    variants: tuple[str, ...],
    games: int,
    seed: int,
    longest: int,
    fresh: bool,
    tell: Progress | None,
) -> Coverage:
    """The coverage of a game, as an earlier run found it if nothing has changed since."""
    from rulewright import catalogue
    from rulewright.testing.combinations import shown_sets
    from rulewright.testing.coverage import Coverage, Line, coverage
    from rulewright.testing.unchanged import Unchanged

    info = catalogue.game(game, variants)
    before = Unchanged("coverage", info.path, fresh=fresh)
    files = [one for chosen in shown_sets(info, variants) for one in before.files(chosen)]
    name = before.name(files, variants, info.asked, games, seed, longest)
    known = before.get(name)
    if known is not None:
        lines = tuple(Line(**one | {"missing": tuple(one["missing"])}) for one in known["lines"])
        origins = tuple((file, count) for file, count in known["origins"])
        more = {"lines": lines, "edited": tuple(known["edited"]), "origins": origins, "failed": ()}
        return Coverage(**known | more)
    found = coverage(game, variants, games=games, seed=seed, longest=longest, on_progress=tell)
    if not found.failed:
        before.put(name, asdict(found))
    before.save()
    return found


def report(screen: Screen, result: Coverage) -> None:
    """The lines of which something is missing, and the shares: of each file, and of all."""
    from rulewright.testing.counting import counted

    for line in result.lines:
        if line.missing:
            screen.say(f"{line.file}:{line.line}: {line.excerpt}", "bold")
            for missing in line.missing:
                screen.say(f"    {missing}", "red")
    for text in result.failed:
        screen.copyable(text, "bold red")
        screen.say("    nothing of this is counted", "dim")
    shares = result.by_file
    for file, (reached, goals) in shares.items() if len(shares) > 1 else ():
        style = "bold red" if reached < goals else "bold green"
        screen.say(f"{file}: {100 * reached / goals:.1f} %, {reached} of {goals}", style)
    if told := counted(result.origins, result.replaced):
        screen.aside(told, "dim")
    beside = () if result.edited else [*shares][1:]
    for file in [one for one in beside if shares[one][0] < shares[one][1]][:1]:
        again = as_command("rulewright", "coverage", file)
        screen.aside(f"scenarios of the game are run with a variant by: {again}", "dim")
    partly = sum(bool(line.missing) for line in result.lines)
    by = f"{result.scenarios} scenario{'s' * (result.scenarios != 1)}"
    by += f" and {result.games} random games" * bool(result.games)
    by += f" ({result.stopped} stopped)" * bool(result.stopped)
    screen.say(
        f"{100 * result.share:.1f} % reached by {by}: {result.reached} of "
        f"{result.goals} things to reach, {len(result.lines) - partly} of {len(result.lines)} "
        "lines wholly",
        "bold red" if partly else "bold green",
    )


def as_data(result: Coverage) -> dict[str, object]:
    """Coverage as JSON."""
    return {
        "game": result.name,
        "scenarios": result.scenarios,
        "games": result.games,
        "stopped": result.stopped,
        "edited": list(result.edited),
        "failed": list(result.failed),
        "scenarios_by_file": dict(result.origins),
        "replaced": result.replaced,
        "files": {
            file: {"reached": reached, "goals": goals}
            for file, (reached, goals) in result.by_file.items()
        },
        "goals": result.goals,
        "reached": result.reached,
        "share": round(100 * result.share, 2),
        "lines": [
            {
                "file": line.file,
                "line": line.line,
                "excerpt": line.excerpt,
                "goals": line.goals,
                "missing": list(line.missing),
            }
            for line in result.lines
        ],
    }
