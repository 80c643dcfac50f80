"""RUINS on small tables: two engines at once, compared at every decision, in great number.

Which steps of a turn can still come to a play is where engines that optimise do most, and where the
plain search of the reference takes longest. With fewer ruins in hand it comes to an end soon, so
many games can be compared; and they are games that nobody has tuned an engine for: prices, lights,
counts and who may do what are drawn for each table.

A game in which the plain search would have to go too far is compared up to there.

`RULEWRIGHT_DECISIONS=100000 pytest -n 2 -rP tests/conformance/test_small_ruins.py` makes that many
decisions, and says on how many tables.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.resources import rules_root
from rulewright.testing.conformance import lockstep

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 10 if DECISIONS else 1
FEWEST = 40  # decisions, where nobody asks for more
GAMES = 12  # on each table, where many decisions are wanted
HANDS = (2, 3, 3, *(4,) * 7) * 3 + (5,)  # with five the plain search takes five times as long
SEEDS_APART = 1_000_003
SWITCHES = (
    "night_side", "claims", "match_skips", "strictly_higher", "pass_locks_out", "count_mandatory",
)  # fmt: skip


def small(folder: Path, seed: int) -> Game:
    """The game with few ruins in each hand and tables drawn at random."""
    luck = random.Random(seed)
    shutil.copytree(rules_root() / "ruins", folder)
    rules = folder / "ruins.game"
    text = rules.read_text(encoding="utf-8")
    wide = text[: text.index("\nscenario ")].replace("hand_size: 9, 5..9", "hand_size: 9, 1..9")
    torches = f"define torches = {luck.randint(0, 4)}"
    rules.write_text(re.sub("define torches = 3", torches, wide), encoding="utf-8")
    drawn(folder / "market.csv", 1, lambda cost: str(luck.randint(0, 3)))
    drawn(folder / "discoveries.csv", 3, lambda amount: str(luck.randint(1, 3)))
    drawn(folder / "ruin_cards.csv", 5, lambda many: many and str(luck.randint(1, 3)))
    options: dict[str, str | int] = {name: luck.choice(("on", "off")) for name in SWITCHES}
    options |= {"hand_size": luck.choice(HANDS), "rounds": luck.randint(1, 2)}
    return load(str(rules), seats=luck.randint(2, 5), options=options)


def drawn(table: Path, column: int, value: Callable[[str], str]) -> None:
    """Put other values into a column of a table."""
    head, *rows = table.read_text(encoding="utf-8").splitlines()
    cells = [row.split(",") for row in rows]
    for row in cells:
        row[column] = value(row[column])
    table.write_text("\n".join([head, *map(",".join, cells)]) + "\n", encoding="utf-8")


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize("part", range(PARTS))
def test_engines_agree_on_small_tables(tmp_path: Path, part: int, engine: EngineName) -> None:
    decisions = tables = 0
    for seed in count(part * SEEDS_APART):
        game = small(tmp_path / str(seed), seed)
        tables += 1
        for number in range(GAMES if DECISIONS else 1):
            limit = 400 if DECISIONS else FEWEST
            decisions += lockstep(game, number, engine=engine, every=20, limit=limit).decisions
        if decisions >= max(DECISIONS / PARTS, FEWEST):
            break
    print(f"{decisions:,} decisions on {tables:,} tables")
