"""`rulewright playtest`: what a designer wants to know of a game, as a page."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import click

from rulewright.characters import many

from ..main import FINE, INTERRUPTED
from ..options import (
    at_length,
    common_seats,
    completing,
    fail,
    file_option,
    game_options,
    playing_options,
    print_json,
    processors,
    seconds_left,
    seconds_option,
    since_it_began,
    workers,
)
from ..screen import FORETOLD, echo, progress

if TYPE_CHECKING:
    from rulewright.analysis.simulate import Progress
    from rulewright.playtest.plan import Plan
    from rulewright.spec import GameSpec

WORTH_IT = 20.0  # seconds from which on more processes are worth the time that they take to begin
LOADED = 8  # as often as the game was loaded, at least; for each of them has to load it, too
TOLD = 0.05  # of the seconds that it may take, for the report
USUAL = 120.0  # seconds, if nothing is said and no store keeps what was done
FEWEST = 50  # games: players who would not come to as many in the time for them do not play unasked
PLAYING = 0.4  # of the seconds, for these


@click.command()
@game_options(seed=True, as_json=True)
@click.option(
    "-n", "--games", "count", type=click.IntRange(1), default=200, show_default=True, metavar="N",
    help="How many games to play, of each game.",
)  # fmt: skip
@click.option(
    "--against", metavar="GAME", multiple=True, shell_complete=completing("games"),
    help="Hold it against another game, variant or option: GAME+VARIANT+OPTION=VALUE; may be given "
    "several times. An --option holds for all that have it, a --variant for GAME alone.",
)  # fmt: skip
@playing_options("greedy")
@click.option(
    "--ladder", metavar="NAME,…", shell_complete=completing("players"),
    help="Players, the weakest first, to see how much skill counts; a single one for no ladder; "
    "random,greedy if not given.",
)  # fmt: skip
@click.option(
    "--ladder-games", type=click.IntRange(1), default=100, show_default=True, metavar="N",
    help="How many games to play for each step of the ladder.",
)  # fmt: skip
@click.option(
    "--measure", type=click.IntRange(0), default=40, show_default=True, metavar="N",
    help="Look into the first N games: chances along them, choices, what is used.",
)  # fmt: skip
@click.option(
    "--playouts", type=click.IntRange(0), default=30, show_default=True, metavar="N",
    help="Random games that are played on from each of ten moments of these.",
)  # fmt: skip
@click.option(
    "--simulations", type=click.IntRange(0), default=100, show_default=True, metavar="N",
    help="Simulations with which each of five decisions of these is searched.",
)  # fmt: skip
@file_option(
    "--store",
    help="Keep games in an SQLite file as they are played, and go on with those that are there.",
)  # fmt: skip
@file_option(
    "--html",
    help="Write the report as a page, and records of games to look at into a folder beside it.",
)  # fmt: skip
@file_option(
    "--markdown",
    help="Write the report as Markdown.",
)  # fmt: skip
@seconds_option()
@at_length
def command(
    spec: GameSpec,
    seed: int | None,
    as_json: bool,
    count: int,
    against: tuple[str, ...],
    players: str | None,
    jobs: int | None,
    cluster: str | None,
    longest: int,
    rows: str | None,
    ladder: str | None,
    ladder_games: int,
    measure: int,
    playouts: int,
    simulations: int,
    store: str | None,
    html: str | None,
    markdown: str | None,
    seconds: float | None,
) -> int:
    """Play a game, hold others against it, and tell what a designer wants to know.

    \b
      rulewright playtest ruta --html ruta.html
      rulewright playtest ruta --against ace_give --store ace.sqlite --html ace.html
      rulewright playtest pig --players mcts:200 --ladder random,greedy,mcts:100,mcts:1000

    Who wins, how long it lasts, when it is decided, how much skill counts, which choices there are,
    what is used and what is not, how it ends, and games to look at: each with what it means, and
    with a warning where the sample is small. --players names one player for all seats, or one a
    seat; greedy if not given, or random where greedy would take too long. Where nobody has points
    greedy sees nothing, so that is random, and the ladder random,mcts:20. It ends after two minutes
    if --seconds says nothing else; with a --store when all is played, and the same command goes on
    with what is there. Random players and greedy are fast, mcts takes time with its simulations,
    and so does --measure. The seed is 0 if not given. Without a file to write to the report is
    printed as Markdown. With several others what differs is told of each, with intervals that hold
    for all of them together, and the rest of the game itself.
    """
    from rulewright.analysis.rows import writer
    from rulewright.players.naming import blindness
    from rulewright.playtest.plan import Measures, Plan, Setting
    from rulewright.playtest.report import LADDER, Questions, answers
    from rulewright.playtest.run import is_quick, playtest

    from ..against import held_against, tell_apart
    from ..playtest.writing import MOST_OTHERS, as_data, nothing_played, table_of, tell

    write = writer(rows) if rows is not None else None
    names = [name.strip() for name in (players or "").split(",")]
    if spec.seats is None and len(names) > 1:
        spec = replace(spec, seats=len(names))
    others = [held_against(other, spec, spec.options) for other in against]
    if spec.seats is None:
        spec = replace(spec, seats=common_seats((spec, *others)))
    game = spec.load()
    seats, is_blind = game.seats, bool(blindness(("greedy",), game.program))
    given, slow = seconds, ""
    if seconds is None and store is None:
        seconds = USUAL
    if players is None:
        names = ["random" if is_blind else "greedy"]
    if ladder is None:
        ladder = "random,mcts:20" if is_blind else ",".join(LADDER)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        fail(f"{many(seats, 'seat')} and {many(len(names), 'player')} do not go together")
    specs = [replace(spec, seats=seats)]
    if len(against) > MOST_OTHERS:
        fail(f"at most {MOST_OTHERS} games are held against one, not {len(against)}")
    specs += (replace(other, seats=seats) for other in others)
    rungs = tuple(name.strip() for name in ladder.split(","))
    if players is None and not is_blind and store is None and seconds is not None:
        each = seconds * PLAYING * (jobs or processors()) / min(FEWEST, count * len(specs))
        if not is_quick(Plan((Setting(specs[0], tuple(names), 1),), seed or 0, longest), each):
            slow = f"greedy takes more than {each:.1f} s for a game here, so random players play; "
            slow += "--players greedy: those, and fewer games"
            names = ["random"] * seats
    questions = Questions(
        tuple(specs), tuple(names), count, Measures(measure, 10, playouts, 5, simulations),
        rungs if len(rungs) > 1 else (), ladder_games,
    )  # fmt: skip
    plan = questions.plan(seed or 0, longest)
    usual = max(1, min(processors(), plan.games // 50))  # each takes a moment to start
    if seconds is not None and seconds < max(WORTH_IT, LOADED * since_it_began()):
        usual = 1
    tell_apart(specs)
    with workers(jobs, cluster, usual) as who, ExitStack() as told:
        played = playtest(
            plan,
            store=store,
            jobs=who,
            seconds=seconds_left(seconds, told=TOLD),
            on_progress=told.enter_context(
                progress(
                    "games",
                    of=plan.games,
                    foretold=seconds is None and not _looked_into(plan),
                    cost="\n".join(filter(None, (slow, _cost(plan, given, seconds)))),
                )
            ),
            on_look=_looking(told, _looked_into(plan), foretold=seconds is None),
        )
    found = answers(questions, played)
    if as_json:
        print_json(as_data(questions, played, found))
    if not all(played.rows[: len(specs)]):  # no page and no table is made of that
        echo(nothing_played(questions, played, seconds), err=as_json)
        return INTERRUPTED
    if write is not None:
        write(table_of(found))
    tell(questions, played, found, html, markdown, printed=not as_json)
    return FINE if played.complete or not played.in_time else INTERRUPTED


def _looked_into(plan: Plan) -> int:
    """How many games are to be looked into."""
    return sum(min(setting.games, setting.measures.games) for setting in plan.settings)


def _looking(told: ExitStack, of: int, *, foretold: bool) -> Progress:
    """Tells how many games were looked into, in the place of what has told how many were played.
    `foretold`: with how long all will take."""

    @cache
    def begun() -> Progress | None:
        told.close()
        label = "games looked into"
        return told.enter_context(progress(label, of=of, foretold=foretold, due=FORETOLD))

    def tell(done: int, of: int) -> None:
        on_look = begun()
        if on_look is not None:
            on_look(done, of)

    return tell


def _cost(plan: Plan, given: float | None, seconds: float | None) -> str:
    """What is to be played, and what of it takes long: to look into games. Nothing of one game that
    is only played. `seconds`: what it may take, whether or not that was `given`."""
    looked, playouts, simulations = _looked_into(plan), 0, 0
    for setting in plan.settings:
        measures, many = setting.measures, min(setting.games, setting.measures.games)
        playouts += many * measures.moments * measures.playouts
        simulations += many * measures.decisions * measures.simulations
    games = f"{plan.games:,} game{'s' * (plan.games != 1)} to play"
    if not looked:
        return games if plan.games > 1 else ""
    most = f", in {seconds:g} s at most (--seconds)" if seconds is not None and not given else ""
    return (
        f"{games}, of which {looked:,} {'is' if looked == 1 else 'are'} looked into afterwards "
        f"with {playouts:,} random games and {simulations:,} simulations{most}; "
        "that takes longest (--measure 0: not at all)"
    )
