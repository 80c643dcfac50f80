"""Board and card games as text: load rules, play them, test them, measure them.

In: the name of a game, or a path to its file. Out: a `Game`, whose states are played, or a
`RulesError` with everything that is wrong with the files. These are the public names; nothing has
to be subclassed, and whatever is not named here may change.

>>> import rulewright as rw
>>> game = rw.load("ruta", variants=["ace_subvert"], options={"longest": "path"})
>>> state = game.start(seed=7)
>>> state.apply(state.legal_moves()[0])
"""

from .catalogue import GameInfo, OptionInfo, VariantInfo, games
from .diagnostics import (
    ChanceError,
    Diagnostic,
    MoveError,
    PlayError,
    RecordError,
    RulesError,
    RulewrightError,
    UsageError,
)
from .game import Game, Rule, load
from .state import Move, State

__version__ = "0.1.0"

__all__ = [
    "ChanceError",
    "Diagnostic",
    "Game",
    "GameInfo",
    "Move",
    "MoveError",
    "OptionInfo",
    "PlayError",
    "RecordError",
    "Rule",
    "RulesError",
    "RulewrightError",
    "State",
    "UsageError",
    "VariantInfo",
    "__version__",
    "games",
    "load",
]
