"""What holds of every game: properties, each with a name, looked at over random playouts.

In: a loaded game, numbers that decide a playout (`draws`), properties (`catalogue`). Out: a trial
with what was played and reached, and for each property that is broken a `Finding`: the playout as
numbers, moves, and position. `playout` plays one game, `trial` many, `settings` says in which ways
a game can be played, `shrinking` makes a playout that breaks a property as short as it can be.
"""

from __future__ import annotations

from .catalogue import PROPERTIES, chosen
from .finding import Finding
from .playout import Play, Property, look_into
from .settings import all_settings, paired_settings, settings_with
from .trial import Trial, put_on_trial

__all__ = [
    "PROPERTIES", "Finding", "Play", "Property", "Trial", "all_settings", "chosen",
    "look_into", "paired_settings", "put_on_trial", "settings_with",
]  # fmt: skip
