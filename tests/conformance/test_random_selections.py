"""Composes that only select, with conditions that nobody has chosen: two engines at once.

Generated engines give up what no finish can be made of any more, and remember selections by what is
asked of them; the reference tries all. So conditions are drawn – totals, counts, what is demanded
of every card, of pairs, of two piles – and hands are dealt anew at each turn, few cards of many,
so that the reference comes to an end.

`RULEWRIGHT_DECISIONS=20000 pytest -n 2 -rP tests/conformance/test_random_selections.py` makes that
many decisions.
"""

from __future__ import annotations

import os
import random
from itertools import count
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.lower import single_moves
from rulewright.testing.conformance import lockstep

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 4 if DECISIONS else 1
FEWEST = 120  # decisions, where nobody asks for more
SEEDS_APART = 1_000_003
CARDS = 20  # of which there are more sets than single moves may be tried of
NUMBERS = ("rank", "worth", "twice", "two", "less", "off")
ALONE = (
    "rank of {c} > 2", "suit of {c} is club", "worth of {c} >= 0", "{c} in market",
    "rank of {c} is n", "worth of {c} is not n", "rank of {c} in 2..4",
)  # fmt: skip
PAIRS = (
    "rank of {c} is rank of {d}", "suit of {c} is suit of {d}", "rank of {c} is not rank of {d}",
    "rank of {c} <= rank of {d}", "worth of {c} + worth of {d} < 5", "gap({c}, {d}) is 1",
    "suit of {c} is not suit of {d} or {c} is {d}",
)  # fmt: skip


class Drawing:
    """Draws conditions on sets; `n`: does a finish draw a number? `plain`: none but on numbers that
    can be carried along while a set grows."""

    def __init__(
        self, luck: random.Random, sets: list[str], *, n: bool, plain: bool = False
    ) -> None:
        self.luck, self.sets, self.n, self.plain = luck, sets, n, plain

    def some(self, texts: tuple[str, ...], **names: str) -> str:
        fit = [text for text in texts if self.n or not text.endswith(" n")]
        return self.luck.choice(fit).format(**names)

    def alone(self, c: str) -> str:
        return self.some(ALONE, c=c)

    def set(self) -> str:
        held = self.luck.choice(self.sets)
        if self.plain:
            return held
        return self.luck.choice((held, held, held, f"({held} + market)", f"({held} - market)"))

    def part(self) -> str:
        """A set, or those of its cards of which something holds."""
        held = self.set()
        if self.plain or self.luck.random() < 0.7:
            return held
        return f"(all e in {held} where {self.alone('e')})"

    def number(self) -> str:
        luck, held = self.luck, self.set()
        of = luck.choice(NUMBERS)
        kind = luck.choice((0, 3, 3, 3, 5, 6)) if self.plain else luck.randrange(9)
        if kind < 3:
            return f"(total {of} of {self.part()})"
        if kind < 5:
            return f"({luck.choice(('largest', 'smallest'))} {of} of {self.part()})"
        if kind < 6:
            return f"(how many c in {held} where {self.alone('c')})"
        if kind < 7:
            return f"({self.number()} {luck.choice('+-')} {self.number()})"
        return f"size of {self.part()}"

    def drawn(self) -> str:
        """A condition on the number that a finish draws."""
        each = f"(every c in {self.set()} has {self.luck.choice(NUMBERS)} of c {{}} n)"
        return self.luck.choice((
            each.format("is"), each.format("<="), f"{self.number()} is n", f"{self.number()} > n",
            f"(how many c in {self.set()} where rank of c is n) is 2",
        ))  # fmt: skip

    def told(self, depth: int = 0) -> str:
        """A condition."""
        luck, held = self.luck, self.set()
        kind = luck.randrange(6 if self.plain else 16 if depth < 2 else 11)
        goal = luck.choice(("0", "1", "2", "rank of c3 + 2", self.number()))
        if kind < 5:
            return f"{self.number()} {luck.choice(('is', 'is', '<=', '>=', '>', 'is not'))} {goal}"
        if kind < 6:
            return f"{self.number()} in 2..{luck.randint(3, 6)}"
        if kind < 7:
            return f"(every c in {held} has {self.alone('c')})"
        if kind < 8:
            return f"(not some c in {held} where {self.alone('c')})"
        if kind < 10:
            pair = self.some(PAIRS, c="c", d="d")
            return f"(every c in {held} has every d in {self.set()} has {pair})"
        if kind < 11:
            return f"{'not ' if luck.random() < 0.7 else ''}({held} meets {self.part()})"
        if kind < 12:
            few = f"(how many c in {held} where rank of c is k) <= {luck.randint(0, 2)}"
            return f"(every k in 1..4 has {few})"
        if kind < 13:
            return f"({self.told(2)} when {self.told(2)} else {self.told(2)})"
        return f"({self.told(depth + 1)} {luck.choice(('and', 'or', 'or'))} {self.told(depth + 1)})"


def rules(luck: random.Random) -> str:
    """The rules of a table."""
    once, two = luck.random() < 0.3, luck.random() < 0.35
    draws = not once and luck.random() < 0.3
    lots = ["left", "right"] if two else ["left"]
    asked = Drawing(luck, lots, n=draws, plain=luck.random() < 0.5)
    lines = ["compose lay" + (f' named "lay {{{"} {".join(lots)}}}"' if once else "")]
    for number, lot in enumerate(lots):
        source = luck.choice(("hand", "hand", f"all c in hand where {asked_alone(luck)}"))
        if number and luck.random() < 0.4:
            source = "hand - left"
        most = luck.choice(("", "", "", " at most 3", " at most 2"))
        lines.append(f"  step add_{lot}(x in {source}) into {lot}{most}")
        own = Drawing(luck, lots[: number + 1], n=False)
        if not asked.plain and luck.random() < 0.4:
            pair = own.some(PAIRS, c="x", d="d")
            lines.append(f"    needs every d in {lot} has {pair}   else 'no'")
        if not asked.plain and luck.random() < 0.3:
            lines.append(f"    needs {own.told(1)}   else 'no'")
    for number in range(luck.choice((1, 1, 2))):
        lines.append(f"  finish done_{number}" + ("(n in 1..5)" if draws else ""))
        if draws:
            lines.append(f"    needs {asked.drawn()}   else 'no'")
        lines += [f"    needs {asked.told()}   else 'no'" for _ in range(luck.randint(1, 3))]
    if luck.random() < 0.25:
        lines.append(f"  most {Drawing(luck, lots, n=False).number()}")
    return TABLE.format(
        compose="\n".join(f"  {line}" for line in lines).replace("'", '"'), size=6 if two else 7
    )


def asked_alone(luck: random.Random) -> str:
    return Drawing(luck, ["market"], n=False).alone("c")


TABLE = """\
game lots "Lots"
  players 1

component card from "cards.csv" named by name
  rank: 1..5
  suit: suit
type suit: club, heart, spade
zone deck: stack of card
zone hand: set of card
zone market: set of card
mark turn: 0..30
mark laid: 0..999

define worth of c: card = rank of c - 2
define twice of c: card = 2 * rank of c
define two of c: card = 2 when rank of c > 1 else 1
define off of c: card = gap(c, c1)
define less of c: card = 3 - rank of c
define gap(c: card, d: card) = abs(rank of c - rank of d)

setup
  move all c in card to deck

phase play
  repeat until turn is 30
    gain 1 turn
    move hand to deck
    move market to deck
    shuffle deck
    deal {size} from deck to hand
    deal 3 from deck to market
    choose main
      lay
      rest
      else end

action rest
  set laid to laid

action lay
{compose}
  set laid to laid + size of left

action end
  set turn to turn

score laid of p: laid
winner most score
always every c in card has worth of c + twice of c + two of c + off of c + less of c < 99
always some s in suit where some c in card where suit of c is s
"""


def table(folder: Path, seed: int) -> Game:
    luck = random.Random(seed)
    suits = ("club", "heart", "spade")
    rows = [f"c{i + 1},{luck.randint(1, 5)},{luck.choice(suits)}" for i in range(CARDS)]
    (folder / "cards.csv").write_text("\n".join(("name,rank,suit", *rows)) + "\n")
    file = folder / f"lots_{seed}.game"
    file.write_text(rules(luck))
    return load(str(file))


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("engine", [name for name in registry.available() if name != "reference"])
def test_engines_agree_on_selections(
    tmp_path: Path, part: int, engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_moves, "FEW", 0)
    decisions = 0
    for number in count(part * SEEDS_APART):
        game = table(tmp_path, number)
        decisions += lockstep(game, number, engine=engine, every=10, limit=24).decisions
        if decisions >= (DECISIONS / PARTS or FEWEST):
            break
    print(f"{decisions:,} decisions at {number - part * SEEDS_APART + 1:,} tables on {engine}")
