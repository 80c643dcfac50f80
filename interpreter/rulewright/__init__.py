"""Board and card games as text: load rules, play them, test them, measure them.

In: the name of a game, or a path to its file. Out: a `Game`, whose states are played, or a
`RulesError` with everything that is wrong with the files. These are the public names; nothing has
to be subclassed, and whatever is not named here may change.

>>> import rulewright as rw
>>> game = rw.load("ruta", variants=["ace_subvert"], options={"longest": "path"})
>>> state = game.start(seed=7)
>>> state.apply(state.legal_moves()[0])
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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

_HOMES = ("catalogue", "diagnostics", "game", "state")


def __getattr__(name: str) -> object:
    """A public name, from its module when it is first asked for: who wants a part of the library
    alone, such as the command line for its help, does not wait for all of it."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f".{home}", __name__)
            if name in vars(module):
                globals()[name] = found = vars(module)[name]
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
