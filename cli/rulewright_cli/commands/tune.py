"""`rulewright tune`: the values of options and numbers with which a game is as it is wanted."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.characters import many

from ..against import titled
from ..main import FINDINGS, FINE, INTERRUPTED
from ..options import (
    at_length,
    at_seats,
    cluster_option,
    fail,
    file_option,
    game_options,
    longest_option,
    players_option,
    print_json,
    seconds_left,
    seconds_option,
    workers,
    write_output,
)
from ..screen import Screen, aligned, progress

if TYPE_CHECKING:
    from rulewright.analysis.aims import Aim, Reached
    from rulewright.analysis.tuning import Trial, Tuning
    from rulewright.spec import GameSpec

MOST_SHOWN = 20  # settings


@click.command()
@game_options(seed=True, as_json=True, plain=True)
@click.option(
    "--vary", metavar="WHAT=VALUES", multiple=True, required=True,
    help="An option, or a number in the rules as FILE:LINE; 50..150, 50..150/10 or 2,3,5.",
)  # fmt: skip
@click.option(
    "--aim", "aims", metavar="FIGURE RANGE", multiple=True, required=True,
    help='What is wanted: "first seat wins 48..52 %", "length < 60"; may be given several times.',
)  # fmt: skip
@click.option(
    "--trials", type=click.IntRange(2), default=40, show_default=True, metavar="N",
    help="Settings that are tried at most.",
)  # fmt: skip
@click.option(
    "-n", "--games", "count", type=click.IntRange(2), default=1000, show_default=True, metavar="N",
    help="Games with each setting.",
)  # fmt: skip
@players_option()
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes that play; 1 if not given."
)
@cluster_option
@longest_option("and counted as such")
@seconds_option("settings")
@file_option(
    "--write", "file",
    help="Write the best setting as a variant, to a new .game file.",
)  # fmt: skip
@at_length
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    plain: bool,
    vary: tuple[str, ...],
    aims: tuple[str, ...],
    trials: int,
    count: int,
    players: str | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    seconds: float | None,
    file: str | None,
) -> int:
    """Search the values of options and numbers for a game as it is wanted.

    \b
      rulewright tune pig --vary target=20..200/10 --aim "length 80..120"
      rulewright tune breakthrough --vary size --aim "first seat wins 48..52 %"
      rulewright tune ruta --vary ruta.game:41=1..4 --aim "length < 60" --write short_ruta.game

    All settings are played with the same luck, few of them all, of many those that an optimiser
    asks for; the best is played once more with luck of its own. Exits with 1 if no setting is as it
    is wanted.
    """
    import secrets

    from rulewright.analysis.tuning import tune

    if file is not None:
        if not file.endswith(".game") or not Path(file).stem.isidentifier():
            fail(f"a variant is written to a file such as tuned.game, not {file}")
        if os.path.lexists(file):
            fail(f"{file} is there already, and is not written over")
    names, seats = at_seats(players, spec)
    seed = secrets.randbits(32) if seed is None else seed
    with workers(jobs, cluster, 1) as who, progress("settings", of=trials) as on_progress:
        found = tune(
            replace(spec, seats=seats), vary, aims, trials=trials, games=count, seed=seed, jobs=who,
            players=names, longest=longest, seconds=seconds_left(seconds), on_progress=on_progress,
        )  # fmt: skip
    best = found.trials[0] if found.trials and not found.trials[0].error else None
    if file is not None and best is not None:
        write_output(file, found.variant(Path(file).stem), new=True)
    if as_json:
        print_json(as_data(found))
    else:
        show(Screen(plain=plain), found, file if best is not None else None)
    if not found.complete and found.in_time:
        return INTERRUPTED
    return FINE if best is not None and best.is_met else FINDINGS


def show(screen: Screen, found: Tuning, file: str | None) -> None:
    """What was tried, and what is to be said of the best."""
    say = screen.say
    say(titled(found.game), "bold")
    if not found.complete:
        say("INTERRUPTED" if found.in_time else "OUT OF TIME", "bold")
    tried = f"{len(found.trials):,} of {many(found.space, 'setting')}"
    screen.aside(
        f"{tried}, {many(found.games, 'game')} each; again: --seed {found.seed} -n {found.games}"
    )
    if not found.trials:
        return
    say()
    head = (*(one.name for one in found.knobs), *(one.text for one in found.aims), "")
    shown = found.trials[:MOST_SHOWN]
    rows = [head, *(row_of(found, trial) for trial in shown)]
    if found.again is not None:
        rows.append(("once more", *row_of(found, found.again, "with luck of its own")[1:]))
    for text in aligned(rows):
        say(text)
    if len(found.trials) > len(shown):
        say(f"  and {many(len(found.trials) - len(shown), 'setting')} more")
    say()
    for sentence in verdict(found):
        say(sentence, "bold")
    if file is not None:
        screen.aside(f"written to {file}; play it with --variant {file}")


def row_of(found: Tuning, trial: Trial, words: str = "") -> tuple[str, ...]:
    """A setting as a row."""
    if trial.error:
        return (*trial.chosen, *("–" for _ in found.aims), "cannot be played")
    now = all(v == one.now for v, one in zip(trial.chosen, found.knobs, strict=True))
    met = "as wanted" if trial.is_met else ""
    notes = filter(None, (words, met, "now" * (now and not words)))
    figures = (figure(a, r) for a, r in zip(found.aims, trial.reached, strict=True))
    return (*trial.chosen, *figures, ", ".join(notes))


def figure(aim: Aim, reached: Reached | None) -> str:
    """What a figure comes to, with its interval."""
    if reached is None:
        return "no game ended"
    if aim.figure.is_share:
        mean, low, high = (100 * one for one in reached)
        return f"{mean:.1f} % ({low:.1f} to {high:.1f})"
    return f"{reached.mean:.2f} ({reached.low:.2f} to {reached.high:.2f})"


def verdict(found: Tuning) -> list[str]:
    """What was found, and how far it can be trusted."""
    from rulewright.diagnostics import first_few

    best = found.trials[0]
    if best.error:
        return ["No setting can be played."]
    what = ", ".join(f"{k.name} {v}" for k, v in zip(found.knobs, best.chosen, strict=True))
    words = "The best is" if best.is_met else "No setting is as wanted; nearest is"
    told = [f"{words} {what}."]
    wrong = [trial for trial in found.trials if trial.error]
    if wrong:
        told.append(f"With {' '.join(wrong[0].chosen)} it cannot be played: {wrong[0].error}")
    like = [trial for trial in found.trials[1:] if not trial.apart]
    if like:
        others = first_few([" ".join(trial.chosen) for trial in like], 5, "; ")
        told.append(f"It cannot be told apart from {others}: more games (-n) would.")
    if found.again is not None and best.is_met and not found.again.is_met:
        told.append("Played once more it is not as wanted: it may have been luck.")
    elif best.is_met and not certain(found, found.again or best):
        told.append("That it is as wanted is likely, but not certain: intervals reach beyond.")
    return told


def certain(found: Tuning, trial: Trial) -> bool:
    """Do all intervals lie within what is wanted?"""
    return all(
        reached is not None and aim.low <= reached.low and reached.high <= aim.high
        for aim, reached in zip(found.aims, trial.reached, strict=True)
    )


def as_data(found: Tuning) -> dict[str, object]:
    """All of it as plain JSON."""
    return {
        "game": found.game.name,
        "variants": list(found.game.variants),
        "options": dict(found.game.options),
        "seats": found.game.seats,
        "seed": found.seed,
        "games": found.games,
        "space": found.space,
        "complete": found.complete,
        "in_time": found.in_time,
        "vary": [
            {
                "name": one.name, "now": one.now,
                "place": one.number.place if one.number is not None else None,
            }
            for one in found.knobs
        ],
        "aims": [one.text for one in found.aims],
        "trials": [trial_data(found, trial) for trial in found.trials],
        "again": None if found.again is None else trial_data(found, found.again),
        "told": verdict(found) if found.trials else [],
    }  # fmt: skip


def trial_data(found: Tuning, trial: Trial) -> dict[str, object]:
    return {
        "values": dict(zip((one.name for one in found.knobs), trial.chosen, strict=True)),
        "figures": [None if one is None else one._asdict() for one in trial.reached],
        "met": trial.is_met,
        "apart": trial.apart,
        "error": trial.error,
    }
