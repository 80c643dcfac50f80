"""The four games on an engine and on the reference at once, compared at every decision, in one
setting after another.

`RULEWRIGHT_DECISIONS=500000 pytest -n 2 -rP tests/conformance/test_lockstep.py` makes that many
decisions, and says how many in which game; `test_random_programs.py` does the same for programs
that nobody has written.
"""

from __future__ import annotations

import os
from itertools import count, cycle

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import Game
from rulewright.testing.conformance import lockstep
from rulewright.testing.properties import all_settings

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 10 if DECISIONS else 1
SHARES = {"ruta": 0.70, "quetinny": 0.16, "ruin_runner": 0.12, "ruins": 0.02}  # RUINS is slow
# decisions of one game, then the next is begun: later in RUINS one search can take the reference
# many minutes
AT_ONCE = {"ruins": 100 if DECISIONS else 15}


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", SHARES)
def test_engines_agree(name: str, part: int, engine: EngineName) -> None:
    wanted = DECISIONS * SHARES[name] / PARTS
    settings = all_settings(name)
    rotated = settings[part * len(settings) // PARTS :] + settings[: part * len(settings) // PARTS]
    loaded: dict[str, Game] = {}
    decisions = games = 0
    for seed, setting in zip(count(part * 1_000_003), cycle(rotated)):
        if str(setting) not in loaded:
            loaded[str(setting)] = setting.load()
        limit = AT_ONCE.get(name, 5_000)
        played = lockstep(loaded[str(setting)], seed, engine=engine, every=20, limit=limit)
        decisions, games = decisions + played.decisions, games + 1
        if decisions >= wanted:
            break
    print(f"{name}: {decisions:,} decisions in {games:,} games")
