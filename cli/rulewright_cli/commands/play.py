"""`rulewright play`: a game at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..main import FINDINGS
from ..options import completing, fail, file_option, game_options, load_game
from ..screen import Screen, echo

if TYPE_CHECKING:
    from rulewright.game import Game
    from rulewright.spec import GameSpec
    from rulewright.state import State

    from ..keeping import Keeper


OPPONENT = "mcts:1s"
"""Who sits at the other seats if nobody says who does: a person is not kept waiting for long."""

HINT = "2s"
HUMAN = "human"


@click.command()
@game_options(seed=True, plain=True, required=False)
@click.option(
    "--players",
    metavar="NAME,...",
    shell_complete=completing("players"),
    help="Who plays, one name a seat: human, random, greedy, flat:200, mcts:500, mcts:2s. "
    f"Without it you play the first seat, {OPPONENT} the others.",
)
@click.option(
    "--hint",
    "hinted",
    metavar="BUDGET",
    help=f"How much hint and analyse look at: 2000 simulations, or 5s; {HINT} if not given.",
)
@click.option(
    "--auto/--no-auto",
    default=None,
    help="Make a move by itself where it is the only one and tells nothing; so it is at a terminal "
    "if nothing is said.",
)
@file_option(
    "--save",
    help="Write the game to FILE after each of your moves; as text for people if it ends in .txt.",
)
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=completing("files"),
    help="Go on with the game in FILE; which game that is FILE says.",
)
def command(
    spec: GameSpec,
    seed: int | None,
    plain: bool,
    players: str | None,
    hinted: str | None,
    auto: bool | None,
    save: str | None,
    resume: str | None,
) -> int:
    """Play a game at the terminal, against bots or with others at the same screen.

    Type a move or its number; type help for what else can be typed.
    """
    from rulewright.players.budget import budget
    from rulewright.players.naming import blindness

    from ..full_screen import is_installed
    from ..keeping import Keeper
    from ..sitting import Sitting, begun

    looked_at = budget(HINT if hinted is None else hinted, "a hint", "--hint ")
    names = [name.strip() for name in players.split(",")] if players else None
    screen = Screen(plain=plain)
    if resume is None and not spec.name:
        raise click.MissingParameter(param_hint="'GAME'", param_type="argument")
    if resume is not None:
        if len(spec.arguments) > 1 or seed is not None:
            fail("a game that is resumed keeps its variants, options, seats and seed")
        loaded, state, keeper = _resumed(spec.name, Path(resume), screen)
    else:
        count = spec.seats or (len(names) if names else None)
        loaded = load_game(replace(spec, seats=count), ready=False)
        state, keeper = begun(loaded, seed), Keeper(loaded, asked=spec.name)
    if names is None:
        names = _as_before(keeper.players) or [HUMAN] + [OPPONENT] * (loaded.seats - 1)
    if keeper.players and [*keeper.players] != names:
        before, now = ", ".join(keeper.players), ", ".join(names)
        screen.aside(f"it was played by {before}; now it is by {now}", "dim")
    if blind := blindness(names, loaded.program):
        screen.aside(blind, "dim")
    keeper.players = keeper.players or names
    sitting = Sitting(
        loaded, state, names, keeper, auto=sys.stdin.isatty() if auto is None else auto
    )
    if save is not None or (keeper.file is None and resume is not None):
        _begin(keeper, save or "", state, resume or "")
        screen.aside(f"saved in {keeper.file}", "dim")
    at_a_terminal = sys.stdin.isatty() and not screen.quiet
    sitting.looks_back = resume is None and at_a_terminal and bool(sitting.humans)
    if sitting.humans and screen.has_room:
        if is_installed():
            from ..full_screen.app import play

            return play(sitting, screen, looked_at)
        screen.aside("A table on the whole screen: pip install 'rulewright[screen]'", "dim")
    from ..game_loop import GameLoop

    return GameLoop(sitting, screen, looked_at).play()


def _as_before(players: Sequence[str]) -> list[str]:
    """Who played a game that is resumed, if they can go on, a person among them."""
    from rulewright.diagnostics import UsageError
    from rulewright.players.naming import MAKERS, seat_makers

    if HUMAN not in players:
        return []
    try:
        seat_makers(players, seats=len(players), makers={**MAKERS, HUMAN: MAKERS["random"]})
    except UsageError:  # records say in any words who played
        return []
    return [*players]


def _resumed(game: str, file: Path, screen: Screen) -> tuple[Game, State, Keeper]:
    """The game of a record, which must be the one that was named, if one was, as far as it is still
    legal; it is kept in its file if that is all of it."""
    from rulewright.check.modules import is_file, is_path, plain_name
    from rulewright.play import record as records

    from ..keeping import Keeper
    from ..typing_again import as_command

    found = records.contents(file)
    record = records.read(found, str(file), file.parent)
    source = records.source_of(record)
    is_lost = is_path(source) and not is_file(Path(source))
    if is_lost and not game:
        fail(
            f"{file} is a record of {source}, and there is no such file here; type where it lies: "
            f"{as_command('rulewright', 'play', 'GAME', '--resume', str(file))}"
        )
    lies_elsewhere = is_lost and plain_name(game) == plain_name(source)
    loaded = records.load_game(record, source=game if lies_elsewhere else "")
    if game and not records.is_called(record, loaded, game):
        variants = f" with {', '.join(record.variants)}" if record.variants else ""
        fail(f"{file} is a record of {source}{variants}, not of {game}")
    keeper = Keeper(loaded, record.players, record, asked=game or source)
    try:
        state = records.replay(record, loaded)
        if record.other_rules(loaded):
            screen.say("The rules have changed since this was saved; all that was played holds.")
        keeper.go_on_in(file, found)
    except records.Parted as parted:
        state = parted.state
        said, *excerpt = str(parted).split("\n")
        screen.say(said)
        screen.copyable("\n".join(excerpt))
        if state.over or not _agreed(screen, state.decisions):
            fail(f"{file} is left as it is", FINDINGS)
    return loaded, state, keeper


def _begin(keeper: Keeper, save: str, state: State, resumed: str) -> None:
    """Keep a game in the file that was named, or beside the one that it was in, before anything is
    played."""
    from rulewright.play.record import FileIsThere

    try:
        if save:
            keeper.begin(Path(save), state)
        else:
            keeper.begin_beside(Path(resumed), state)
    except FileIsThere as error:
        fail(str(error))


def _agreed(screen: Screen, moves: int) -> bool:
    """Is the game to go on where it parts from its record?"""
    played = f"{moves} move{'s' * (moves != 1)}"
    echo(f"Go on in a new file after {played}? y, or Enter to leave it: ", nl=False)
    answer = sys.stdin.readline().strip()
    if not sys.stdin.isatty():
        screen.say(answer)
    return answer.casefold() in ("y", "yes")
