"""`rulewright simulate`: many games, and what they have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulewright.characters import many
from rulewright.drawing.lines import seat_title

from ..against import held_against, report, seen_again, workforce
from ..main import FINE, INTERRUPTED
from ..options import (
    at_length,
    at_seats,
    completing,
    game_options,
    playing_options,
    print_json,
    seconds_left,
    seconds_option,
    usual_jobs,
    workers,
)
from ..screen import Slower, aligned, asked_for, echo, progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulewright.analysis.simulate import Simulation
    from rulewright.analysis.statistics import (
        EndingFigures,
        HistoryFigures,
        Share,
        Spread,
        TracedFigures,
    )
    from rulewright.spec import GameSpec

SHORTEST = 0.01  # seconds that are told


@click.command()
@game_options(seed=True, as_json=True)
@click.option(
    "-n", "--games", "count", type=click.IntRange(1), metavar="N",
    help="1,000 if not given; of pairs, as many as there is time for.",
)  # fmt: skip
@click.option(
    "--against", metavar="GAME", shell_complete=completing("games"),
    help="Compare with another game, variant or option, as diff does: GAME+VARIANT+OPTION=VALUE.",
)  # fmt: skip
@playing_options()
@seconds_option()
@click.option(
    "--trace", "traced", type=click.IntRange(0), metavar="N",
    help="Make the first N games step by step, to tell which moves are made; 200 if not given.",
)  # fmt: skip
@at_length
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    count: int | None,
    against: str | None,
    players: str | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    seconds: float | None,
    traced: int | None,
    rows: str | None,
) -> int:
    """Play many games and measure them: speed, length, choices, points, who wins, how games end,
    which moves are made.

    The figures depend on the seed and the number of games, not on who plays. Games by lot begin in
    this process; others help when that is faster, as threads or as processes. Which
    line of the rules ends a game, how often each kind of move is made and how long each phase is,
    is told of the first ones, which are made step by step. With --against, two games are played
    with the same seeds and compared (see diff); a --variant is the first's alone, an --option holds
    for both that have it.
    """
    import secrets

    from rulewright.analysis.rows import columns, writer
    from rulewright.analysis.simulate import TRACED, simulate

    others = []
    if against is not None:
        others = [held_against(against, spec, spec.options, seats=spec.seats)]
    names, seats = at_seats(players, spec, *others)
    spec = replace(spec, seats=seats)
    if others:
        return report(
            spec, replace(others[0], seats=seats), seed=seed, count=count, seconds=seconds,
            players=names, traced=traced, watched=None, jobs=jobs, cluster=cluster,
            longest=longest, rows=rows, as_json=as_json, plain=False,
        )  # fmt: skip
    count = count or 1000
    write = writer(rows) if rows is not None else None
    if seed is None:
        seed = secrets.randbits(32)
    usual = usual_jobs(names, count // 500)
    traced = TRACED if traced is None else traced
    slower = Slower(traced if all(name == "random" for name in names or ()) else 0)
    with (
        seen_again({"": spec}, names),
        workers(jobs, cluster, usual) as who,
        progress("games", of=count, foretold=seconds is None, slower=slower) as on_progress,
    ):
        result = simulate(
            spec, games=count, seed=seed, jobs=who, players=names, longest=longest,
            seconds=seconds_left(seconds), traced=traced, rows=write is not None,
            on_progress=on_progress,
        )  # fmt: skip
    if write is not None:
        write(columns(result.rows, result.game.seat_names))
    if as_json:
        print_json(as_data(result))
    else:
        echo("\n".join(as_text(result, quiet=asked_for("quiet"), jobs=jobs)))
    return FINE if result.complete or not result.in_time else INTERRUPTED


def as_data(result: Simulation) -> dict[str, object]:
    """A simulation as plain JSON; `figures` are the same for the same seed, `timings` are not."""
    played = result.figures["games"] if result.figures is not None else 0
    timings = result.timings
    return {
        "game": result.game.name,
        "variants": list(result.game.variants),
        "options": dict(result.game.options),
        "seats": result.game.seats,
        "players": list(result.players),
        "seed": result.seed,
        "games": result.asked,
        "longest": result.longest,
        "complete": result.complete,
        "in_time": result.in_time,
        "figures": result.figures,
        "timings": {
            "jobs": timings.jobs,
            "threads": timings.threads,
            "wall_seconds": timings.wall_seconds,
            "processor_seconds": timings.processor_seconds,
            "games_per_second": _rate(played, timings.wall_seconds),
            "games_per_processor_second": _rate(played, timings.processor_seconds),
            "untraced_per_processor_second": _rate(timings.steady_games, timings.steady_seconds),
        },
    }


def as_text(result: Simulation, *, quiet: bool = False, jobs: int | None = None) -> list[str]:
    """A simulation as lines of plain text; `quiet`: without what was asked for and hints; `jobs`:
    how many processes were asked for."""
    from rulewright.analysis.statistics import shared_wins, wilson
    from rulewright.backends import registry
    from rulewright.players.naming import blindness

    game, figures, timings = result.game, result.figures, result.timings
    settings = [*game.variants, *(f"{name}={label}" for name, label in game.options.items())]
    lines = [
        f"{game.title}: {', '.join(result.players)}; seed {result.seed}",
        *([f"with {', '.join(settings)}"] if settings else []),
    ]
    if blind := blindness(result.players, game.program):
        lines.append(blind)
    lines = [] if quiet else lines
    why = "INTERRUPTED" if result.in_time else "OUT OF TIME"
    if figures is None:
        return [*lines, f"{why}: no game is finished. {_so_far(result)}"]
    if not result.complete:
        lines.append(f"{why}: {figures['games']:,} of {result.asked:,} games are counted.")
    rows = [
        (
            "games",
            f"{figures['games']:,} in {timings.wall_seconds:.2f} s with {workforce(timings)}"
            + f", for {jobs} would take longer" * (timings.jobs < (jobs or 1) <= figures["games"]),
        ),
        ("speed", _speed(result, figures["games"], figures["traced"]["games"])),
    ]
    faster = registry.faster()
    if faster is not None and not quiet:
        rows.append(("faster with", f"pip install 'rulewright[{faster.extra}]'"))
    stopped = figures["stopped"]
    if stopped["count"]:
        rows.append((f"stopped at {result.longest:,} decisions", _share(stopped)))
    finished = figures["games"] > stopped["count"]
    if finished:
        branching = f"{figures['branching']:.2f} moves to choose from at a decision"
        rows.append(("decisions", _spread(figures["decisions"]) + " a game"))
        rows.append(("branching", branching))
    for ended in figures["results"]:
        rows.append((", ".join(ended["result"]) or "no outcome", _share(ended["games"])))
    wins = game.program.is_won
    points = [of_seat["scores"] for of_seat in figures["seats"]]
    several = figures["ties"]["count"] > figures["everybody"]["count"]
    together = not wins and game.seats > 1 and all(one == points[0] for one in points)
    if together and game.program.scores and finished:
        rows.append(("points of each", _spread(points[0])))
    for seat, of_seat in enumerate(figures["seats"]):
        name = seat_title(game.seat_names[seat])
        if game.program.scores and finished and not together:
            rows.append((f"{name} points", _spread(of_seat["scores"])))
        if game.program.several_win:
            won = of_seat["wins"]["count"] + of_seat["shared"]["count"]
            rows.append((f"{name} wins", _share(wilson(won, figures["games"]))))
        elif wins and several:  # of a team, say: what all share is no win
            won = of_seat["shared"]["count"] - figures["everybody"]["count"]
            rows.append((f"{name} wins alone", _share(of_seat["wins"])))
            rows.append((f"{name} wins with others", _share(wilson(won, figures["games"]))))
        elif wins:
            rows.append((f"{name} wins", _share(of_seat["wins"])))
            if game.seats > 2:
                rows.append((f"{name} shares", _share(of_seat["shared"])))
    if game.seats > 1 and wins:
        rows += [(called, _share(of)) for called, of in shared_wins(game.program, figures)]
    if wins and (figures["nobody"]["count"] or game.program.winners is not None):
        rows.append(("nobody wins", _share(figures["nobody"])))
    width = max(len(head) for head, _ in rows)
    lines += [*([""] if lines else []), *(f"{head.ljust(width)}  {words}" for head, words in rows)]
    return [*lines, *traced_text(figures["traced"])] if figures["traced"]["games"] else lines


def _so_far(result: Simulation) -> str:
    """How far the first game has come, where none is finished, and what its decisions took."""
    found = result.underway
    if found is None:
        return "With --jobs 1 it is told how far the first one comes."
    whole = f"{found.lasted:.0f} s"
    if not found.decisions:
        return f"No decision of the first one was made in {whole}."
    made = sum(found.decisions.values())
    each = ", ".join(
        f"{count:,} by {name}, {_short(found.seconds[name] / count)} each"
        for name, count in found.decisions.items()
    )
    return f"Of the first one {made:,} decision{'s' * (made > 1)} were made in {whole}: {each}."


def _short(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds >= SHORTEST else f"less than {SHORTEST} s"


def traced_text(traced: TracedFigures) -> Iterator[str]:
    """What is done in the games that were made step by step: endings, phases, moves."""
    yield from (
        "",
        f"In the first {traced['games']:,} game{'s' * (traced['games'] > 1)}:",
        "",
        "they end by",
    )
    yield from aligned(
        [(percent(ending["games"]), ended_by(ending)) for ending in traced["endings"]]
    )
    phases = traced["phases"]
    if len(phases) > 1:
        yield from ("", "decisions in each phase")
        yield from aligned([(p["phase"], _spread(p["decisions"])) for p in phases])
    if histories := traced["histories"]:
        yield from ("", "moments that are remembered, at most")
        yield from aligned([(h["history"], _spread(h["moments"]), _lost(h)) for h in histories])
    yield from ("", "moves")
    head = ("", "", "", "a game", "in games", "if on offer")
    rows = [
        (
            m["phase"], m["choice"], m["move"], f"{m['times']['mean']:.2f}", percent(m["games"]),
            f"{100 * m['made'] / m['offered']:.1f} %" if m["offered"] else "never on offer",
        )
        for m in traced["moves"]
    ]  # fmt: skip
    several = len(phases) > 1
    yield from aligned([row if several else row[1:] for row in (head, *rows)])


def ended_by(ending: EndingFigures) -> str:
    """The line that ended games, which of its conditions has, and where it stands."""
    because = f", because {ending['because']}" if ending["because"] else ""
    where = f" ({ending['file']}:{ending['line']})" if ending["file"] else ""
    return ending["words"] + because + where


def _lost(history: HistoryFigures) -> str:
    """Whether there were more moments than a history remembers."""
    lost = history["forgotten"]
    return f"more than it keeps in {percent(lost)} of games" if lost["count"] else "all are kept"


def percent(of: Share) -> str:
    """A share in short."""
    return f"{100 * of['share']:.1f} %"


def _rate(games: int, seconds: float) -> float:
    return games / seconds if seconds > 0 else 0.0


def _speed(result: Simulation, games: int, traced: int) -> str:
    """How fast the game is: of games that moves are drawn for by lot, those that are not made step
    by step, which takes many times as long."""
    timings = result.timings
    wall = speed(_rate(games, timings.wall_seconds))
    all_told = f"{wall} games a second, {speed(_rate(games, timings.processor_seconds))}"
    if untraced := _rate(timings.steady_games, timings.steady_seconds):
        slow = (
            f"; with the first {traced}, made step by step to tell of moves, {all_told} of "
            "processor time"
        )
        return f"{speed(untraced)} games a second of processor time" + slow * bool(traced)
    all_told += " a second of processor time"
    by_lot = all(name == "random" for name in result.players)
    slow = ", each made step by step to tell of moves; faster with `--trace 0`"
    return all_told + slow * (by_lot and games == traced)


def speed(games: float) -> str:
    """How many games there are in a second, with a digit or two more where there are few."""
    return f"{games:,.0f}" if games >= 10 or not games else f"{games:.{1 if games >= 1 else 2}f}"


def _spread(of: Spread) -> str:
    return f"{of['mean']:.2f} (sd {of['sd']:.2f}, from {of['min']:,} to {of['max']:,})"


def _share(of: Share) -> str:
    low, high = 100 * of["low"], 100 * of["high"]
    return f"{100 * of['share']:.2f} % (95 %: {low:.2f} to {high:.2f}), {many(of['count'], 'game')}"
