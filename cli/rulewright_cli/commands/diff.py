"""`rulewright diff`: which rules of two games differ, and what that does to games."""

from __future__ import annotations

from dataclasses import replace

import click

from ..against import held_against, report, rules_alone, spec_of
from ..options import (
    GAME,
    at_length,
    at_seats,
    common_seats,
    completing,
    json_option,
    parse_options,
    plain_option,
    playing_options,
    seats_option,
    seed_option,
)


@click.command()
@click.argument("a", metavar="A", type=GAME, shell_complete=completing("games"))
@click.argument("b", metavar="B", type=GAME, shell_complete=completing("games"))
@click.option(
    "--variant", "variants", metavar="NAME", multiple=True, shell_complete=completing("variants"),
    help="Play both with a variant; may be given several times.",
)  # fmt: skip
@click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True,
    shell_complete=completing("options"),
    help="Set an option of both, where both have it; may be given several times.",
)  # fmt: skip
@seats_option
@seed_option
@click.option(
    "-n", "--games", "count", type=click.IntRange(1), metavar="N",
    help="Pairs of games; as many as there is time for if not given.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0.1), metavar="S",
    help="Time for all of it; some seconds if neither is given, more for 1,000 pairs.",
)  # fmt: skip
@playing_options()
@click.option(
    "--trace", "traced", type=click.IntRange(0), metavar="N",
    help="Make N pairs step by step, to tell which moves are made; some if not given.",
)  # fmt: skip
@click.option(
    "--watch", "watched", type=click.IntRange(0), metavar="N",
    help="Count in N of these which lines of the rules are carried out; some if not given.",
)  # fmt: skip
@json_option
@plain_option
@at_length
def command(
    a: str,
    b: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    count: int | None,
    seconds: float | None,
    players: str | None,
    traced: int | None,
    watched: int | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    rows: str | None,
    as_json: bool,
    plain: bool,
) -> int:
    """Say which rules of two games differ, and what that does to games.

    \b
      rulewright diff ruta ace_give                  a game and a variant of it
      rulewright diff ruta+ace_give ace_subvert      a variant and another
      rulewright diff ruta longest=path              an option
      rulewright diff ruta my_ruta.game              a game and an edited copy

    A and B are games, each with variants and options after a +; B may leave out the game if it is
    that of A. Both are played with the same seeds, and compared pair by pair: length, points, who
    wins, how games end, which moves are made, which lines of the rules are carried out, and where
    the first two games part. Of games for different numbers of players only the rules are told that
    differ, if nothing is asked of play. Figures depend on the seed and the numbers of pairs alone.
    """
    first = spec_of(a, None, variants, options, seats)
    second = held_against(b, first, parse_options(options), variants, seats)
    if seats is None and "," not in (players or ""):
        first = replace(first, seats=common_seats((first, second)))
        asked = count, seconds, players, traced, watched, rows
        if first.seats is None and asked == (None,) * len(asked):
            return rules_alone(first, second, as_json=as_json, plain=plain)
    names, seats = at_seats(players, first, second)
    first, second = replace(first, seats=seats), replace(second, seats=seats)
    return report(
        first, second, seed=seed, count=count, seconds=seconds, players=names, traced=traced,
        watched=watched,
        jobs=jobs, cluster=cluster, longest=longest, rows=rows, as_json=as_json, plain=plain,
    )  # fmt: skip
