"""The same game on another engine, without loading it again."""

from __future__ import annotations

from dataclasses import replace

from ..backends.registry import EngineName
from ..game import Game


def on_engine(game: Game, engine: EngineName) -> Game:
    """The game with its program on the named engine; the game itself if it is there already."""
    return game if game.engine_name == engine else replace(game, engine_name=engine)
