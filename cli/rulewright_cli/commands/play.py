"""`rulewright play`: a game at the terminal."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from ..options import fail, game_options, load_game
from ..screen import Screen

if TYPE_CHECKING:
    from rulewright.game import Game
    from rulewright.state import State


@click.command()
@game_options(seed=True, plain=True)
@click.option(
    "--players",
    metavar="NAME,...",
    help="Who plays, one name a seat: human or random. Without it you play the first seat.",
)
@click.option("--save", metavar="FILE", help="Write the game to FILE after each of your moves.")
@click.option("--resume", metavar="FILE", help="Go on with the game in FILE.")
def command(
    game: str,
    variants: tuple[str, ...],
    options: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    plain: bool,
    players: str | None,
    save: str | None,
    resume: str | None,
) -> int:
    """Play a game at the terminal, against bots or with others at the same screen.

    Type a move or its number; type help for what else can be typed.
    """
    from ..evening import Evening

    names = [name.strip() for name in players.split(",")] if players else None
    screen = Screen(plain=plain)
    if resume is not None:
        if variants or options or seed is not None or seats is not None:
            fail("a game that is resumed keeps its variants, options, seats and seed")
        loaded, state = _resumed(game, resume)
        save = save or resume
    else:
        loaded = load_game(game, variants, options, seats or (len(names) if names else None))
        state = loaded.start(seed=seed)
    if names is None:
        names = ["human"] + ["random"] * (loaded.seats - 1)
    return Evening(loaded, state, screen, names, save).play()


def _resumed(game: str, file: str) -> tuple[Game, State]:
    """The game and the state of a record, which must be of the game that was named."""
    from rulewright.play import record as records

    record = records.load(file)
    loaded = records.load_game(record)
    if game not in (record.game, loaded.name) and not _same_file(game, record.game):
        fail(f"{file} is a record of {record.game}, not of {game}")
    return loaded, records.replay(record, loaded)


def _same_file(one: str, other: str) -> bool:
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)
