"""Composes whose steps change several things at once, with rules nobody has chosen: two engines.

What such a compose can still bring about is told by what all that steps change may become, and
asked once a search has been in vain for a while (`lower.horizon`). Here it is asked from the first
position on, of steps that carry, lend, exchange, pile up, set back and count, in any company: what
is given up must not be what the plain search finds.

`RULEWRIGHT_DECISIONS=20000 pytest -n 2 -rP tests/conformance/test_random_piers.py` makes that many
decisions, and says of how many games, and in how many finishes something was given up for good.
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
from rulewright.lower import general_search
from rulewright.testing.conformance import lockstep

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 4 if DECISIONS else 1
FEWEST = 60  # decisions, where nobody asks for more
SEEDS_APART = 1_000_003
PIERS = ("c2", "east", "north", "p1")

GAME = """\
game piers "Piers"
  players 2

type pier: {piers}
type slip: left, right
component plank from "planks.csv" named by plank
  width: 0..3
  kind: 0..1

zone yard: stack of plank, seen by nobody
zone heap of seat: set of plank, seen by all
zone slips of slip: slot of plank
zone deck of pier: set of plank
zone scrap: set of plank
mark rope of seat: 0..3, starts 2
mark prop of pier: plank or none
mark lean of pier: 0..6
mark wet of pier: yes or no
mark tied of pier: pier or none
mark spent: 0..4
mark built of seat: 0..99
mark days: 0..99

define base of p: pier
  2 when p is c2
  1 else
define height of p: pier = {height}

setup
  move all w in plank to yard
  shuffle yard
  each s in seat
    deal 3 from yard to heap of s
  each k in slip
    deal 1 from yard to slips of k

phase build
  turns until days > {days}
    gain 1 days
    set spent to 0
    if days > 90  # so that whatever is declared is used
      gain 1 spent
      move yard to scrap
      each p in pier
        move heap of me to deck of p
        set lean of p to width of (the w in deck of p)
        set prop of p to the w in deck of p
        set wet of p to kind of (the w in deck of p) > 0
        set tied of p to p
      set rope of me to 0
      each k in slip
        move all w in slips of k from slips of k to scrap
    compose bridge
{compose}

score built of p: built of p + 0 * ((total (lean of q + height of q) for q in pier)
      + (how many q in pier where wet of q or prop of q is not none or tied of q is not none)
      + (total (width of w + kind of w) for w in scrap) + rope of p + spent)
winner most score
"""

HEIGHTS = (
    "base of p + size of deck of p",
    "base of p + total width of w for w in deck of p",
    "base of p + (largest width of w for w in deck of p) + lean of p",
    "max(base of p, 4 - size of deck of p) + lean of p",
    "base of p + (2 when wet of p else 0) + size of deck of p",
    "base of p + lean of p + (1 when prop of p is not none else 0)",
    "(base of tied of p when tied of p is not none else base of p) + size of deck of p",
    "base of p + how many w in deck of p where kind of w is 1",
)
STEPS = (
    ("lay(w in heap of me, p in standing)", "needs size of deck of p < {few}  else 'full'",
     "move w from heap of me to deck of p"),
    ("pile(w in heap of me, p in standing)", "needs deck of p is empty  else 'full'",
     "move w from heap of me to deck of p"),
    ("carry(p in standing, w in deck of p, q in standing where q is not p)",
     "needs rope of me > 0  else 'no rope'", "spend 1 rope of me",
     "move w from deck of p to deck of q"),
    ("lend(p in standing, w in deck of p, q in pier)", "needs spent < 2  else 'enough'",
     "needs q is not p  else 'the same'", "gain 1 spent", "move w from deck of p to deck of q"),
    ("fetch(k in slip, p in standing)", "needs slips of k is not empty  else 'nothing there'",
     "let w = the x in slips of k", "move w from slips of k to deck of p"),
    ("strip(p in standing)", "needs deck of p is not empty  else 'bare'",
     "move deck of p to heap of me"),
    ("drop(p in standing, w in deck of p)", "needs kind of w is 0  else 'no'",
     "move w from deck of p to scrap", "set rope of me to min(3, rope of me + 1)"),
    ("find(w in scrap, p in standing)", "needs spent < 3  else 'enough'", "gain 1 spent",
     "move w from scrap to deck of p"),
    ("prop(p in standing, w in heap of me)", "needs prop of p is none  else 'propped'",
     "set prop of p to w", "set lean of p to width of w"),
    ("bend(p in standing)", "needs lean of p < {few}  else 'bent'", "gain 1 lean of p"),
    ("ease(p in standing)", "needs lean of p > 0  else 'straight'",
     "needs spent < 4  else 'enough'", "gain 1 spent", "spend 1 lean of p"),
    ("soak(p in standing)", "needs not wet of p  else 'wet'", "set wet of p to yes"),
    ("turn_over(p in standing)", "needs rope of me > 0  else 'no rope'", "spend 1 rope of me",
     "set wet of p to not wet of p"),
    ("join(p in standing, q in standing where p < q)", "needs tied of p is none  else 'tied'",
     "needs tied of q is none  else 'tied'", "set tied of p to q", "set tied of q to p"),
    ("shift(p in standing, q in standing)", "needs lean of p > lean of q  else 'no'",
     "needs spent < 3  else 'enough'", "gain 1 spent", "let h = lean of p",
     "set lean of p to lean of q", "set lean of q to h"),
    ("wind(p in standing)", "needs spent < 3  else 'enough'", "gain 1 spent",
     "set lean of p to min(5, size of heap of me + spent)"),
    ("swap(w in heap of me, x in heap of next of me)", "needs rope of me > 1  else 'no rope'",
     "spend 2 rope of me", "move w from heap of me to heap of next of me",
     "move x from heap of next of me to heap of me"),
)  # fmt: skip
DEMANDS = (
    "needs every p in standing has height of p is h  else 'not alike'",
    "needs every p in standing has height of p >= h  else 'too low'",
    "needs (total height of p for p in standing) is h + {more}  else 'not so much'",
    "needs some p in standing where height of p is h  else 'none is'",
    "needs h <= largest height of standing  else 'too low'",
    "needs size of heap of me < {few}  else 'too many left'",
    "needs not some p in standing where wet of p and height of p < h  else 'low and wet'",
    "needs (every p in standing has wet of p) or every p in standing has height of p is h"
    "  else 'neither'",
    "needs scrap is empty or h < {more}  else 'scrap'",
)


def rules(luck: random.Random) -> str:
    """The rules of a game."""
    some = luck.choice

    def filled(text: str) -> str:
        return text.format(few=luck.randint(1, 3), more=luck.randint(0, 4))

    lines = ["step stand(p in pier) into standing" + some(("", " at most 2"))]
    for head, *body in luck.sample(STEPS, luck.randint(1, 3)):
        lines += [f"step {head}", *(f"  {filled(line)}" for line in body)]
    lines += [f"finish open(h in {some(('1..6', '2..4', 'smallest height of standing..6'))})",
              f"  needs size of standing > {luck.randint(0, 2)}  else 'too few'"]  # fmt: skip
    lines += [f"  {filled(test)}" for test in luck.sample(DEMANDS, luck.randint(1, 3))]
    lines += ["  gain h built of me"]
    if some((True, False)):
        lines += ["finish rest", "  needs standing is empty  else 'too late'", "  pass"]
    else:
        lines += ["finish leave", "  needs size of standing < 3  else 'too many'",
                  f"  needs {some(('scrap is not empty', 'rope of me is 0', 'spent > 1'))} "
                  "or standing is empty  else 'no'"]  # fmt: skip
    return GAME.format(
        piers=", ".join(PIERS[: luck.randint(2, 3)]), height=some(HEIGHTS), days=luck.randint(2, 4),
        compose="\n".join(f"      {line}" for line in lines).replace("'", '"'),
    )  # fmt: skip


def yard(folder: Path, seed: int) -> Game:
    luck = random.Random(seed)
    folder.mkdir()
    (folder / "piers.game").write_text(rules(luck), encoding="utf-8")
    rows = (f"w{i},{luck.randint(0, 3)},{luck.randint(0, 1)}" for i in range(luck.randint(9, 11)))
    table = "plank,width,kind\n" + "\n".join(rows) + "\n"
    (folder / "planks.csv").write_text(table, encoding="utf-8")
    return load(str(folder / "piers.game"))


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize("part", range(PARTS))
def test_engines_agree_on_piers(
    tmp_path: Path, part: int, engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(general_search, "FEW", 0)
    decisions = games = 0
    for seed in count(part * SEEDS_APART):
        game = yard(tmp_path / str(seed), seed)
        games += 1
        for number in range(4 if DECISIONS else 1):
            decisions += lockstep(game, number, engine=engine, every=10, limit=40).decisions
        if decisions >= max(DECISIONS / PARTS, FEWEST):
            break
    print(f"{decisions:,} decisions in {games:,} games")
