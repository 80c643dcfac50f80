"""What goes from a place in a stack is followed, wherever that is: the rules say which one."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.unit.runtime.scenarios import last_passes

RULES = """\
game low "Low"
  players 2 named Ann, Bob
  uses standard_deck

zone hand of seat: stack of card, seen by owner
zone kept of seat: stack of card, seen by owner
zone lifted: stack of card, seen by nobody
zone open: slot of card
mark left: 0..9, starts 9
mark much of seat: 0..9, starts 1, seen by owner
define lowest of p: seat = top(size of hand of p, hand of p)
    - top(max(0, size of hand of p - 1), hand of p)

phase play
  turns until left is 0
    spend 1 left
    choose main
      turn_up
        move top(1, hand of me) to open
        move open to hand of me
        extra turn
      put_by
        needs more: size of hand of me > 1 else "too few"
        {lines}
      stir
        set much of me to 2
        move hand of me to lifted
        shuffle lifted
        move lifted to hand of me

score rest of p: size of kept of p + much of p + size of lowest of p
winner most score

scenario "What lies on top is still known"
  given
    hand of Ann: Ace of Clubs, Two of Clubs, Three of Clubs
    hand of Bob: Four of Clubs
    to move: Ann (main)
  play turn_up; put_by
  seen by Bob
    hand of Ann: {seen}
"""
THE_LOWEST = (
    "the c in (top(size of hand of me, hand of me) - top(size of hand of me - 1, hand of me))"
)
SOME = "(top(n, hand of me) - top(n - 1, hand of me))"
AWAY = "move c from hand of me to kept of me"


@pytest.mark.parametrize(
    ("lines", "seen"),
    [
        (["move lowest of me from hand of me to kept of me"], "Ace of Clubs, ?"),
        ([f"move {THE_LOWEST} from hand of me to kept of me"], "Ace of Clubs, ?"),
        ([f"let c = {THE_LOWEST}", "let n = left", AWAY, "set left to n"], "Ace of Clubs, ?"),
        # which place it is only Ann knows, and of several cards the first one goes
        (["let n = much of me", f"move {SOME} from hand of me to kept of me"], "?, ?"),
        (["let c = the c in (top(3, hand of me) - top(1, hand of me))", AWAY], "?, ?"),
        (["let c = top of hand of me", AWAY], "?, ?"),
        (["let c = the c in top(1, hand of me)", AWAY], "?, ?"),
        (["let c = the d in hand of me where rank of d is 2", AWAY], "?, ?"),
        (
            [
                f"let c = {THE_LOWEST}", "move hand of me to lifted", "shuffle lifted",
                "move lifted to hand of me", AWAY,
            ],
            "?, ?",
        ),
        (
            ["move (top(2, hand of me) - top(1, hand of me)) from hand of me to kept of me"],
            "Ace of Clubs, ?",
        ),
        (["move all c in top(2, hand of me) where rank of c > 1 to kept of me"], "?, ?"),
    ],
)  # fmt: skip
def test_what_goes_from_a_place_is_followed(tmp_path: Path, lines: list[str], seen: str) -> None:
    rules = tmp_path / "low.game"
    text = RULES.replace("{lines}", "\n        ".join(lines)).replace("{seen}", seen)
    rules.write_text(text)
    last_passes(rules)
