"""`rulewright new`: a rule file to begin with, which is green as it stands."""

from __future__ import annotations

from pathlib import Path

import click

from ..main import FINE
from ..options import GAME, completing, fail
from ..screen import Screen


@click.group()
def command() -> None:
    """Write a small game, or a variant of a game, to go on from.

    The file is called NAME.game and has notes on what its lines mean. It is checked, its scenario
    passes, and it can be played at once. No file that is there is ever written over.
    """


@command.command("game")
@click.argument("name", metavar="NAME")
def game(name: str) -> int:
    """Write a small game called NAME."""
    from rulewright.testing.beginnings import new_game

    return _written(Path(f"{name}.game"), new_game(name))


@command.command("variant")
@click.argument("of", metavar="GAME", type=GAME, shell_complete=completing("games"))
@click.argument("name", metavar="NAME")
def variant(of: str, name: str) -> int:
    """Write a variant of GAME, called NAME: beside the game, or here if the game comes with
    Rulewright."""
    from rulewright.testing.beginnings import new_variant

    return _written(*new_variant(of, name))


def _written(path: Path, text: str) -> int:
    from rulewright.files import write_whole

    from ..typing_again import as_command

    try:
        write_whole(path, text, new=True)
    except FileExistsError:
        fail(f"there is a file {path} already: nothing is written")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")
    screen = Screen()
    screen.say(f"written: {path}")
    for word in ("play", "watch", "check", "test") if not screen.quiet else ():
        screen.copyable(f"  {as_command('rulewright', word, str(path))}")
    return FINE
