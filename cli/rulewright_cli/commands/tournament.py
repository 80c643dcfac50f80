"""`rulewright tournament`: players against players, until it is decided who is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.characters import many

from ..against import held_against, spec_of, tell_apart, titled
from ..main import FINE, INTERRUPTED
from ..options import (
    GAME,
    at_length,
    cluster_option,
    completing,
    file_option,
    jobs_option,
    json_option,
    longest_option,
    parse_options,
    plain_option,
    print_json,
    processors,
    seats_option,
    seconds_left,
    seconds_option,
    seed_option,
    workers,
)
from ..screen import Screen, aligned, progress

if TYPE_CHECKING:
    from rulewright.playtest.ratings import Rating
    from rulewright.playtest.tournament import Pair, Standing, Tournament


@click.command()
@click.argument("game", metavar="GAME", type=GAME, shell_complete=completing("games"))
@click.argument("players", metavar="PLAYER...", nargs=-1, shell_complete=completing("players"))
@click.option(
    "--also", metavar="GAME", multiple=True, shell_complete=completing("games"),
    help="Another game, variant or option, as diff takes it; may be given several times.",
)  # fmt: skip
@click.option(
    "--variant", "variants", metavar="NAME", multiple=True, shell_complete=completing("variants"),
    help="Play all games with a variant; may be given several times.",
)  # fmt: skip
@click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True,
    shell_complete=completing("options"),
    help="Set an option of all games that have it; may be given several times.",
)  # fmt: skip
@seats_option
@seed_option
@click.option(
    "-n", "--rounds", type=click.IntRange(1), default=200, show_default=True, metavar="N",
    help="At most so many rounds of each line-up: in one, all seats are taken in turn.",
)  # fmt: skip
@click.option("--whole", is_flag=True, help="Play all rounds, though all is decided.")
@seconds_option()
@file_option(
    "--store",
    help="Keep each game in this SQLite file, and go on with what is there.",
)  # fmt: skip
@jobs_option
@cluster_option
@longest_option("and counted as a draw")
@json_option
@plain_option
@at_length
def command(
    game: str,
    players: tuple[str, ...],
    also: tuple[str, ...],
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    rounds: int,
    whole: bool,
    seconds: float | None,
    store: str | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    as_json: bool,
    plain: bool,
) -> int:
    """Have players meet, each with each, and say how strong they are.

    \b
      rulewright tournament ruta greedy mcts:100 random
      rulewright tournament ruta+ace_give greedy random --also ace_subvert --also longest=path

    Each line-up takes all seats in turn, with the same luck for all. A player 400 Elo above another
    wins ten games for each that the other wins; 0 is the mean of all. Tables at which it is decided
    who is better are left early; of 100 tournaments at most 5 say so of anybody wrongly. What is
    played hangs on the seed and the numbers alone, if no player thinks by the clock.
    """
    import secrets

    from rulewright.playtest.tournament import tournament

    first, common = spec_of(game, None, variants, options, seats), parse_options(options)
    specs = [first, *(held_against(text, first, common, variants, seats) for text in also)]
    tell_apart(specs)
    seed = secrets.randbits(32) if seed is None else seed
    with workers(jobs, cluster, processors()) as who, progress("games") as on_progress:
        found = tournament(
            specs, players, rounds=rounds, whole=whole, seed=seed, longest=longest, store=store,
            jobs=who, seconds=seconds_left(seconds), on_progress=on_progress,
        )  # fmt: skip
    if as_json:
        print_json(as_data(found))
    else:
        show(Screen(plain=plain), found)
    return FINE if found.complete or not found.in_time else INTERRUPTED


def show(screen: Screen, found: Tournament) -> None:
    """What came of it, game by game."""
    from rulewright.players.naming import blindness
    from rulewright.playtest.ratings import ENOUGH

    say = screen.say
    if not found.complete:
        say("INTERRUPTED" if found.in_time else "OUT OF TIME", "bold")
    were_there = f" ({found.found:,} were in the store)" * bool(found.found)
    screen.aside(
        f"{many(found.played, 'game')}{were_there} in {found.timings.wall_seconds:.1f} s with "
        f"{many(found.timings.jobs, 'process', 'es')}; again: --seed {found.seed} -n {found.most}"
    )
    for one in found.standings:
        say()
        say(f"{titled(one.game)}, {many(found.seats, 'seat')}", "bold")
        if blind := blindness(found.players, one.game.program):
            screen.aside(f"  {blind}", "dim")
        if not one.ratings:
            say("  Not every player has finished a game.")
            continue
        order = sorted(range(len(found.players)), key=lambda i: -one.ratings[i].elo)
        rows = [("", "Elo", "95 %", "of all wins", "games")]
        for i in order:
            strength, between = elo(one.ratings[i])
            share = f"{100 * one.shares[i]:.1f} %"
            rows.append((found.players[i], strength, between, share, f"{one.games[i]:,}"))
        for text in aligned(rows):
            say(text)
        say()
        for text in aligned([row_of(found, pair) for pair in in_order(one, order)]):
            say(text)
        undecided = sum(not pair.decided for pair in one.pairs)
        if undecided:
            say(f"  {many(undecided, 'pair')} undecided after {many(one.rounds, 'round')}")
        if one.rounds < ENOUGH:
            say(f"  (of fewer than {ENOUGH} rounds, intervals are rough guesses)")


def elo(rating: Rating) -> tuple[str, str]:
    """A strength, and its interval, in words."""
    low, high = rating.low, rating.high
    told = f"{rating.elo:+.0f}"
    if high is None and low is not None:
        return f"{told} or more", f"from {low:+.0f}"
    if low is None and high is not None:
        return f"{told} or less", f"to {high:+.0f}"
    if low is None or high is None:
        return "not known", ""
    return told, f"{low:+.0f} to {high:+.0f}"


def in_order(one: Standing, order: list[int]) -> list[Pair]:
    """The pairs, each with the stronger player first, the strongest before others."""
    found = []
    for pair in one.pairs:
        if order.index(pair.first) > order.index(pair.second):
            pair = pair._replace(
                first=pair.second, second=pair.first, share=1 - pair.share,
                low=1 - pair.high, high=1 - pair.low,
            )  # fmt: skip
        found.append(pair)
    return sorted(found, key=lambda pair: (order.index(pair.first), order.index(pair.second)))


def row_of(found: Tournament, pair: Pair) -> tuple[str, ...]:
    """What came of the games of two players."""
    between = f"{100 * pair.low:.1f} to {100 * pair.high:.1f}"
    return (
        found.players[pair.first], "against", found.players[pair.second],
        f"{100 * pair.share:.1f} %", f"({between})", many(pair.games, "game"),
        "decided" if pair.decided else "",
    )  # fmt: skip


def as_data(found: Tournament) -> dict[str, object]:
    """A tournament as plain JSON; all but `timings` and `found` is the same for the same seed."""
    from dataclasses import asdict

    return {
        "players": list(found.players),
        "seats": found.seats,
        "seed": found.seed,
        "rounds": found.most,
        "played": found.played,
        "found": found.found,
        "complete": found.complete,
        "in_time": found.in_time,
        "standings": [
            {
                "game": one.game.name,
                "variants": list(one.game.variants),
                "options": dict(one.game.options),
                "rounds": one.rounds,
                "players": [
                    {
                        "player": player, **rounded(rating), "games": games, "share": share,
                    }
                    for player, rating, games, share in zip(
                        found.players, one.ratings, one.games, one.shares,
                        strict=True,
                    )
                ] if one.ratings else [],
                "pairs": [
                    pair._asdict()
                    | {"first": found.players[pair.first], "second": found.players[pair.second]}
                    for pair in one.pairs
                ],
            }
            for one in found.standings
        ],
        "timings": asdict(found.timings),
    }  # fmt: skip


def rounded(rating: Rating) -> dict[str, float | None]:
    """To a hundredth, below which machines may differ."""
    return {name: None if one is None else round(one, 2) for name, one in rating._asdict().items()}
