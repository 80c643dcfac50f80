"""What is told behind a secret choice is told in any case, if none of its ways leads past it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import load
from rulewright.core.leaving import what_follows

RULES = """\
game gifts "Gifts"
  players 3 named Ann, Bob, Cleo

component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone put of seat: slot of card, seen by owner
mark leader: seat or nobody
mark given: 0..9

setup
  move all c in card to deck
  shuffle deck
  deal 3 from deck to each hand

phase giving
  turns until given is 3
    gain 1 given
    {choice}
  each p in seat
    move put of p to hand of next of p
  set leader to the p in seat where A in hand of p
  turns until passes is 3
    choose main
      'rest'
        pass

score s of p: (1 when leader is p else 0) + size of hand of p
winner most score
"""
KNOWN = {
    "compose": """compose gift secretly
      step give(c in hand of me) into lot at most 1
      finish given
        needs size of lot is 1            else "one"
    move lot from hand of me to put of me""",
    "two ways": """choose gift secretly
      give(c in hand of me)
        move c to put of me
      keep(c in hand of me)
        move c to put of me
    set leader to nobody""",
    "until": """compose gift secretly until size of lot is 1
      step give(c in hand of me) into lot
    move lot from hand of me to put of me""",
    "in an if": """if given < 9
      choose gift secretly
        give(c in hand of me)
          move c to put of me
        keep(c in hand of me)
          move c to put of me
    set leader to nobody""",
}
PAST = """choose gift secretly
      give(c in hand of me)
        move c to put of me
      keep(c in hand of me)
        move c to put of me
        end turn
    set leader to me"""
ASKS_MORE = """choose gift secretly
      give(c in hand of me)
        move c to put of me
        choose more
          'well'
      keep(c in hand of me)
        move c to put of me
    set leader to nobody"""


def rules(tmp_path: Path, choice: str) -> str:
    (tmp_path / "cards.csv").write_text("name\n" + "\n".join("ABCDEFGHI") + "\n")
    (tmp_path / "gifts.game").write_text(RULES.format(choice=choice))
    return str(tmp_path / "gifts.game")


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_told_afterwards_is_known_to_all(name: str, tmp_path: Path) -> None:
    game = load(rules(tmp_path, KNOWN[name]))
    for seed in range(6):
        state = game.start(seed=seed)
        while state.choice != "main":
            moves = state.legal_moves()
            state.apply(moves[seed % len(moves)])
        cells = [cast("dict[str, Any]", state.observation(p)["cells"]) for p in range(3)]
        leader = cells[0]["leader"]
        others = [p for p in range(3) if "ABC"[p] != leader[0]]
        assert all("A" in cells[p]["hand"][leader]["known"] for p in others)


@pytest.mark.parametrize("choice", [PAST, ASKS_MORE], ids=["past", "asks more"])
def test_what_may_be_left_out_does_not_follow(choice: str, tmp_path: Path) -> None:
    program = load(rules(tmp_path, choice)).program
    secret = [one for one in program.choices if one.secret]
    assert secret and not any(one.point in what_follows(program) for one in secret)
