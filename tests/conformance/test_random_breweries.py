"""Composes that spend, gain and empty slots, with rules nobody has chosen: two engines at once.

Engines work out beforehand what can still be gained, paid and become of single elements, for
composes of this shape; random programs hardly ever have it. So a brewery is drawn: how many vats
and hooks there are, what is spent, gained and demanded, and what stands in the way of it.

`RULEWRIGHT_DECISIONS=20000 pytest -n 2 -rP tests/conformance/test_random_breweries.py` makes that
many decisions, and says in how many breweries, and in how many something could be worked out.
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
from rulewright.lower.relaxation import prospects
from rulewright.testing.conformance import lockstep

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 4 if DECISIONS else 1
FEWEST = 40  # decisions, where nobody asks for more
SEEDS_APART = 1_000_003
VATS, HOOKS = ("ale", "bock", "cider", "dark"), ("c2", "left", "middle", "right")


def rules(luck: random.Random) -> str:
    """The rules of a brewery."""
    some = luck.choice
    vats, hooks = luck.randint(2, 3), luck.randint(2, 3)
    coal, start = luck.randint(3, 4), luck.randint(0, 2)
    price = some(("price of k", "price of k", "1", "0", "min(price of k + base of v, 3)", "2"))
    where = some(("", "", " where bite of h > 1", " where glow of h < 2", " where h is not h3"))
    strength = some((
        "base of v + total bite of h for h in pot of v{w}", "total bite of h for h in pot of v{w}",
        "base of v + how many h in pot of v{w}", "largest bite of h for h in pot of v",
        "base of v * 2 + total (bite of h * 2) for h in pot of v{w}",
        "max(base of v, total bite of h for h in pot of v{w})",
        "base of v + 3 - total glow of h for h in pot of v",
    )).format(w=where)  # fmt: skip
    strength = some((
        strength, f"({strength}) + (2 when sealed of v else 0)", f"({strength}) + heat of v",
        f"max(0, ({strength}) - heat of v)",
    ))  # fmt: skip
    embers = some((
        "total glow of h for h in pot of v", "how many h in pot of v{w}", "base of v",
        "total (glow of h * base of v) for h in pot of v{w}", "size of pot of v",
    )).format(w=where)  # fmt: skip
    embers = some((embers, f"({embers}) + (2 when sealed of v else 0)",
                   f"max(0, ({embers}) - (1 when fired of v else 0))"))  # fmt: skip
    season = [
        "needs rack of k is not empty        else 'nothing hangs there'",
        f"needs {price} <= coal of me        else 'too dear'",
        *luck.sample(
            [
                "needs size of pot of v < 2          else 'full'",
                "needs strength of v < 5             else 'strong enough'",
                "needs raked < 2                     else 'too late'",
                "needs size of tapped > 1            else 'one vat is none'",
                "needs bite of (the h in rack of k) > base of v - 1   else 'too mild'",
            ],
            some((0, 0, 1, 2)),
        ),
        *([] if price == "0" else [f"spend {price} coal of me"]),
        "let h = the h in rack of k",
        *some(
            (
                [],
                [],
                [],
                ["move all o in pot of v where glow of o is glow of h from pot of v to gone"],
                ["each o in pot of v where bite of o > 1", "  move o from pot of v to gone"],
                ["each o in pot of v", "  if glow of o is 0", "    move o from pot of v to gone"],
                ["if size of pot of v > 1", "  move pot of v to gone"],
                ["each o in pot of v where not (o in gone)", "  move o from pot of v to gone"],
            )
        ),
        "move h from rack of k to pot of v",
        *some(
            (
                [],
                [],
                ["set fame of me to min(9, fame of me + base of v)"],
                ["set fame of me to min(9, fame of me + bite of h)"],
                ["set fame of me to min(9, fame of me + max(0, price of k - coal of me))"],
                ["set fame of me to min(9, total bite of o for o in pot of v)", "gain 1 raked"],
                ["gain (max(0, 2 - coal of me)) fame of me"],  # may leave its range
                ["if bite of h > 1", "  set fame of me to max(0, 5 - fame of me)"],
                ["gain (min(bite of h, 9 - fame of me)) fame of me"],
                ["spend (min(bite of h, fame of me)) fame of me"],
                ["set lean to not lean"],
                ["if lean", "  set fired of v to yes", "set lean to not lean"],
            )
        ),
    ]
    limit = some((
        "total embers of v for v in tapped", "size of tapped",
        "largest embers of v for v in tapped",
        "1 + total embers of v for v in tapped", "2",
    ))  # fmt: skip
    rake = [
        f"needs raked < {limit}   else 'nothing glows'",
        f"needs coal of me < {coal}             else 'enough coal'",
        "gain 1 raked",
        f"set coal of me to min({coal}, coal of me + {some((1, 1, 2))})",
    ]
    others = luck.sample((
        [],
        ["step sell(k in hook)", "  needs rack of k is not empty   else 'nothing hangs there'",
         "  needs raked < 3                else 'enough'", "  let h = the h in rack of k",
         "  move h from rack of k to gone",
         "  gain 1 raked", f"  set coal of me to min({coal}, coal of me + 1)"],
        ["step thin(v in tapped)", "  needs pot of v is not empty    else 'nothing in it'",
         "  needs coal of me > 0           else 'no coal'", "  spend 1 coal of me",
         "  move pot of v to gone"],
        ["step strain(v in tapped)", "  needs size of pot of v > 1     else 'too little in it'",
         "  move all o in pot of v where bite of o < 2 from pot of v to gone", "  gain 1 raked"],
        ["step seal(v in tapped)", "  needs not sealed of v          else 'sealed'",
         "  needs coal of me > 0           else 'no coal'", "  spend 1 coal of me",
         "  set sealed of v to yes"],
        ["step cork(v in tapped)", "  needs not sealed of v          else 'sealed'",
         "  needs size of pot of v < 2     else 'full'", "  set sealed of v to yes"],
        ["step skim(v in tapped, o in pot of v)",
         f"  needs coal of me < {coal}      else 'enough coal'",
         "  move o from pot of v to gone", f"  set coal of me to min({coal}, coal of me + 1)"],
        ["step lift(v in tapped, o in pot of v)", "  needs bite of o < 3            else 'no'",
         "  move o from pot of v to gone", "  gain 1 raked"],
        ["step pour(v in tapped, w in vat)", "  needs pot of v is not empty    else 'nothing'",
         "  needs raked < 4                else 'enough'",
         "  needs w is not v               else 'the same'", "  gain 1 raked",
         "  move pot of v to pot of w"],
        ["step stoke(v in tapped)", "  needs not fired of v           else 'stoked'",
         f"  needs coal of me < {coal}      else 'enough coal'", "  set fired of v to yes",
         f"  set coal of me to min({coal}, coal of me + {some((1, 2))})"],
        ["step open(v in tapped)", "  needs sealed of v              else 'open'",
         "  needs raked < 5                else 'enough'", "  gain 1 raked",
         "  set sealed of v to no"],
        ["step flip(v in tapped)", "  needs not fired of v           else 'flipped'",
         "  set fired of v to yes", "  set sealed of v to not sealed of v",
         *some(([], [f"  set coal of me to min({coal}, coal of me + 1)"]))],
        ["step stamp(v in tapped)", "  needs v not in stamped         else 'stamped'",
         "  set stamped to stamped + {v}", "  set sealed of v to not sealed of v",
         f"  set coal of me to min({coal}, coal of me + {some((1, 2))})"],
        ["step borrow", f"  needs lent {some(('< 2', '<= 1', 'is 0'))}   else 'lent enough'",
         "  gain 1 lent", f"  set coal of me to min({coal}, coal of me + {some((1, 2))})"],
        ["step beg", "  needs not begged               else 'begged'", "  set begged to yes",
         f"  set coal of me to min({coal}, coal of me + 1)"],
        ["step warm(v in tapped)", "  needs heat of v < 2            else 'hot'",
         *some(([], ["  needs coal of me > 0           else 'no coal'", "  spend 1 coal of me"])),
         "  gain 1 heat of v"],
        ["step cool(v in tapped)", "  needs heat of v > 0            else 'cold'",
         "  needs coal of me > 0           else 'no coal'",
         "  needs raked < 6                else 'enough'", "  gain 1 raked",
         "  spend 1 coal of me",
         "  spend 1 heat of v"],
        ["step sway(v in tapped)", "  needs not fired of v           else 'swayed'",
         "  needs lean or coal of me > 0   else 'no coal'", "  set fired of v to yes",
         *some(([], ["  set sealed of v to lean"], ["  set heat of v to 2 when lean else 0"])),
         "  if lean", "    set coal of next of me to max(0, coal of next of me - 1)", "  else",
         "    spend 1 coal of me", *some(([], ["    gain 1 raked"])), "  set lean to not lean"],
        ["step weigh(v in tapped)", "  needs raked < 4                else 'enough'",
         "  gain 1 raked", "  let w = min(3, raked)", "  set heat of v to w"],
        ["step toll(v in tapped)", "  needs not sealed of v          else 'sealed'",
         "  needs coal of me > 0           else 'no coal'",
         "  spend (min(1 + raked, coal of me)) coal of me", "  set sealed of v to yes"],
        ["step lend(v in tapped)", "  needs heat of v < 3            else 'hot'",
         "  needs coal of me > 0           else 'no coal'", "  spend 1 coal of me",
         f"  set coal of next of me to min({coal}, coal of next of me + 1)", "  gain 1 heat of v"],
        ["step owe", "  needs lent < 2                 else 'lent enough'", "  gain 1 lent",
         f"  set coal of {some(('me', 'next of me', 'next of next of me'))} to {coal}"],
    ), some((1, 1, 2)))  # fmt: skip
    other = [line for lines in others for line in lines]
    demands = luck.sample(
        [
            "needs every v in tapped has strength of v is r   else 'not alike'",
            "needs every v in tapped has strength of v >= r   else 'too weak'",
            "needs some v in tapped where strength of v is r  else 'none is'",
            "needs r <= total strength of v for v in tapped   else 'too much'",
            "needs total strength of v for v in tapped is r   else 'not just so'",
            f"needs coal of me >= {luck.randint(1, coal)}    else 'cold'",
            "needs every v in tapped has r - 2 < strength of v   else 'far too weak'",
        ],
        luck.randint(1, 3),
    )
    finish = some((
        "finish serve(r in 1..9)", "finish serve(r in 1..9)", "finish serve(r in 3..6)",
        "finish serve(r in 1..9, k in 0..size of tapped + total embers of v for v in tapped)",
    ))  # fmt: skip
    two = some((True, False, False))  # is there a second selection, and a finish that wants both?
    if two:
        finish = (
            "finish serve(r in 1..9, k in 0..size of tapped + total embers of v for v in tapped)"
        )
    if "k in" in finish:
        demands.append(f"needs k is {luck.randint(0, 4)}    else 'not warm enough'")
    needed = f"needs size of tapped > {luck.randint(0, vats - 1)}   else 'too few vats'"
    lines = [
        "step tap(v in vat) into tapped" + some(("", "", " at most 2")),
        "step season(k in hook, v in tapped)", *(f"  {line}" for line in season),
        "step rake", *(f"  {line}" for line in rake),
        *other,
        finish, f"  {needed}", *(f"  {line}" for line in demands),
        "  gain r sold of me", "  each v in tapped", "    move pot of v to gone",
    ]  # fmt: skip
    idle = some(("tapped is empty", "tapped is empty", "size of tapped < 2"))
    lines += ["finish pass", f"  needs {idle}   else 'too late'", "  pass"]
    if two:
        lines.insert(1, "step crown(v in vat) into crowned" + some(("", " at most 1")))
        few = luck.randint(1, 2)
        lines += ["finish toast", f"  needs size of crowned is {luck.randint(1, 2)}  else 'crowns'",
                  f"  needs size of tapped is {few}  else 'not {few}'", "  gain 1 sold of me",
                  "  each v in crowned", "    move pot of v to gone"]  # fmt: skip
    return TABLE.format(
        vats=", ".join(VATS[:vats]), hooks=", ".join(HOOKS[:hooks]), coal=coal, start=start,
        heat=some((0, 0, 1)),
        prices="\n".join(f"  {luck.randint(0, 3)} when k is {k}" for k in HOOKS[: hooks - 1]),
        last=luck.randint(1, 3), base=luck.randint(1, 2), strength=strength, embers=embers,
        compose="\n".join(f"      {line}" for line in lines).replace("'", '"'),
    )  # fmt: skip


TABLE = """\
game brew "A brewery"
  players 2

type vat: {vats}
type hook: {hooks}
component herb from "herbs.csv" named by herb
  bite: 0..3
  glow: 0..2

zone bunch: stack of herb, seen by nobody
zone rack of hook: slot of herb
zone pot of vat: set of herb
zone gone: set of herb
mark coal of seat: 0..{coal}, starts {start}
mark raked: 0..30
mark sold of seat: 0..999
mark fame of seat: 0..9
mark sealed of vat: yes or no
mark heat of vat: 0..3
mark fired of vat: yes or no
mark stamped: set of vat
mark lent: 0..2
mark begged: yes or no
mark lean: yes or no

define price of k: hook
{prices}
  {last} else
define base of v: vat
  1 when v is ale
  {base} else
define strength of v: vat = {strength}
define embers of v: vat = {embers}

setup
  move all h in herb to bunch
  shuffle bunch
  each k in hook
    deal 1 from bunch to rack of k

phase play
  turns until passes is 2 or bunch is empty
    if passes is 0 and size of bunch > 0
      each k in hook
        if rack of k is empty and size of bunch > 0
          deal 1 from bunch to rack of k
    set raked to 0
    set lent to 0
    set stamped to {{}}
    set begged to raked > 0
    set lean to raked > 0
    set fame of me to 0
    each v in vat
      set sealed of v to fame of me > 9
      set heat of v to {heat}
      set fired of v to raked > 0
    set coal of me to max(coal of me, {start})
    compose brew
{compose}

score sold of p: sold of p
score rest of p: 0 * (fame of p
      + (how many v in vat where sealed of v or fired of v or heat of v > 0)
      + lent + size of stamped + (1 when begged or lean else 0)
      + (total price of k for k in hook)
      + (total strength of v for v in vat))
score more of p: 0 * ((total (embers of v * base of v) for v in vat)
      + (total (glow of h + bite of h) for h in gone))
winner most score
"""


def brewery(folder: Path, seed: int) -> Game:
    luck = random.Random(seed)
    folder.mkdir()
    (folder / "brew.game").write_text(rules(luck), encoding="utf-8")
    rows = (f"h{i},{luck.randint(0, 3)},{luck.randint(0, 2)}" for i in range(luck.randint(7, 12)))
    (folder / "herbs.csv").write_text("herb,bite,glow\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return load(str(folder / "brew.game"))


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize("part", range(PARTS))
def test_engines_agree_on_breweries(tmp_path: Path, part: int, engine: EngineName) -> None:
    decisions = breweries = known = 0
    for seed in count(part * SEEDS_APART):
        game = brewery(tmp_path / str(seed), seed)
        breweries += 1
        known += prospects(game.program.composes[0]) is not None
        for number in range(4 if DECISIONS else 1):
            decisions += lockstep(game, number, engine=engine, every=10, limit=40).decisions
        if decisions >= max(DECISIONS / PARTS, FEWEST):
            break
    print(f"{decisions:,} decisions in {breweries:,} breweries, {known:,} of them looked into")
