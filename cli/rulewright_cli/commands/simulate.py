"""`rulewright simulate`: many games, and what they have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..main import FINE, INTERRUPTED
from ..options import completing, fail, game_options, parse_options, print_json, processors
from ..screen import echo, progress, seat_title

if TYPE_CHECKING:
    from rulewright.analysis.simulate import Simulation
    from rulewright.analysis.statistics import Share, Spread


@click.command()
@game_options(seed=True, as_json=True)
@click.option(
    "-n", "--games", "count", type=click.IntRange(1), default=1000, show_default=True, metavar="N"
)
@click.option(
    "--players",
    metavar="NAME,…",
    shell_complete=completing("players"),
    help="One player a seat; random if not given.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Processes that play; as many as there are processors if not given.",
)
@click.option(
    "--longest", type=click.IntRange(1), default=100_000, show_default=True, metavar="N",
    help="Decisions after which a game is stopped, and counted as such.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), metavar="S",
    help="Stop after so long, with the games that are finished.",
)  # fmt: skip
def command(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    as_json: bool,
    count: int,
    players: str | None,
    jobs: int | None,
    longest: int,
    seconds: float | None,
) -> int:
    """Play many games and measure them: speed, length, choices, points, who wins.

    The figures depend on the seed and the number of games, not on the number of processes.
    """
    import secrets

    from rulewright.analysis.simulate import GameSpec, simulate

    names = [name.strip() for name in players.split(",")] if players is not None else None
    if names is not None and seats is None:
        seats = len(names)
    if names is not None and seats != len(names):
        fail(f"--seats {seats} and {len(names)} players do not go together")
    spec = GameSpec(game, variants, parse_options(options), seats)
    if seed is None:
        seed = secrets.randbits(32)
    if jobs is None:
        jobs = max(1, min(processors(), count // 500))  # each takes a moment to start
    with progress("games", of=count) as on_progress:
        result = simulate(
            spec, games=count, seed=seed, jobs=jobs, players=names, longest=longest,
            seconds=seconds, on_progress=on_progress,
        )  # fmt: skip
    if as_json:
        print_json(as_data(result))
    else:
        echo("\n".join(as_text(result)))
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
            "wall_seconds": timings.wall_seconds,
            "processor_seconds": timings.processor_seconds,
            "games_per_second": _rate(played, timings.wall_seconds),
            "games_per_processor_second": _rate(played, timings.processor_seconds),
        },
    }


def as_text(result: Simulation) -> list[str]:
    """A simulation as lines of plain text."""
    from rulewright.core.ir import Const

    game, figures, timings = result.game, result.figures, result.timings
    settings = [*game.variants, *(f"{name}={label}" for name, label in game.options.items())]
    lines = [
        f"{game.title}: {', '.join(result.players)}; seed {result.seed}",
        *([f"with {', '.join(settings)}"] if settings else []),
    ]
    why = "INTERRUPTED" if result.in_time else "OUT OF TIME"
    if figures is None:
        return [*lines, f"{why}: no game is finished."]
    if not result.complete:
        lines.append(f"{why}: {figures['games']:,} of {result.asked:,} games are counted.")
    wall = _rate(figures["games"], timings.wall_seconds)
    processor = _rate(figures["games"], timings.processor_seconds)
    jobs = "1 process" if timings.jobs == 1 else f"{timings.jobs} processes"
    rows = [
        ("games", f"{figures['games']:,} in {timings.wall_seconds:.2f} s with {jobs}"),
        ("speed", f"{wall:,.0f} a second, {processor:,.0f} a second of processor time"),
    ]
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
    wins = not isinstance(game.program.winners, Const)  # else the rules let no seat win
    for seat, of_seat in enumerate(figures["seats"]):
        name = seat_title(game.seat_names[seat])
        if game.program.scores and finished:
            rows.append((f"{name} points", _spread(of_seat["scores"])))
        if wins:
            rows.append((f"{name} wins", _share(of_seat["wins"])))
        if game.seats > 2 and wins:
            rows.append((f"{name} shares", _share(of_seat["shared"])))
    if game.seats > 1 and wins:
        rows.append(("draws", _share(figures["ties"])))
    if wins and (figures["nobody"]["count"] or game.program.winners is not None):
        rows.append(("nobody wins", _share(figures["nobody"])))
    width = max(len(head) for head, _ in rows)
    return [*lines, "", *(f"{head.ljust(width)}  {words}" for head, words in rows)]


def _rate(games: int, seconds: float) -> float:
    return games / seconds if seconds > 0 else 0.0


def _spread(of: Spread) -> str:
    return f"{of['mean']:.2f} (sd {of['sd']:.2f}, from {of['min']:,} to {of['max']:,})"


def _share(of: Share) -> str:
    low, high = 100 * of["low"], 100 * of["high"]
    return f"{100 * of['share']:.2f} % (95 %: {low:.2f} to {high:.2f}), {of['count']:,} games"
