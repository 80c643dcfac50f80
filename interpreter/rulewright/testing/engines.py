"""The same game on another engine, without loading it again."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from ..backends.python import PythonEngine
from ..backends.reference import ReferenceEngine
from ..game import EngineName, Game


def on_engine(game: Game, engine: EngineName) -> Game:
    """The game with its program on the named engine; the game itself if it is there already."""
    if game.engine.name == engine:
        return game
    match engine:
        case "python":
            return replace(game, engine=PythonEngine(game.program))
        case "reference":
            return replace(game, engine=ReferenceEngine(game.program))
        case _:
            assert_never(engine)
