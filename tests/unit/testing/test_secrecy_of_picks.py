"""What a seat sees chance pick belongs to what it has seen, wherever that is kept afterwards."""

from __future__ import annotations

from pathlib import Path

from rulewright.game import load
from rulewright.testing.properties import chosen, put_on_trial

RULES = """\
game lots "Lots"
  players 2
type kind from "farm.csv" named by name
component card from "farm.csv" named by name, how many by count
  name: kind
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone case: set of card, seen by nobody
mark lot of seat: card or none, seen by owner
mark done: 0..20
define held(p: seat, k: kind) = all c in hand of p where name of c is k
setup
  move all c in card to deck
  shuffle deck
  deal 4 from deck to each hand
to put_in(k: kind)
  pick lot of me from held(me, k)
  move the c in hand of me where c is lot of me from hand of me to case
  set lot of me to none
phase play
  turns until done is 6
    gain 1 done
    choose packing secretly
      pack(a in kind, b in kind where b >= a)
        needs first: held(me, a) is not empty else "no {a}"
        needs second: held(me, b) is not empty else "no {b}"
        needs both: a is not b or size of held(me, a) >= 2 else "one {a}"
        put_in(a)
        put_in(b)
    choose back
      'back'
        move case to hand of me
winner p where done is 6
"""


def test_who_has_picked_in_another_order_has_seen_something_else(tmp_path: Path) -> None:
    """Another secret choice draws other numbers, and so equal cards are picked in another order."""
    (tmp_path / "farm.csv").write_text("name,count\nCow,3\nPig,3\nHen,3\n")
    (tmp_path / "lots.game").write_text(RULES)
    game = load(str(tmp_path / "lots.game"))
    assert put_on_trial(game, chosen(("secrecy",)), seed=1, games=30).findings == {}
