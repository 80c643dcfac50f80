"""What lies open is known, whatever it is called: a condition on it hides nothing any more."""

from pathlib import Path

import pytest

from .scenarios import last_passes

RULES = """\
game rows "Rows"
  players 3 named Ann, Bob, Cleo
  uses standard_deck

type place: a, b
zone spot(seat, place): slot of card, seen by nobody
zone drawn of seat: slot of card, seen by owner
zone eye of seat: slot of card, seen by owner
zone stock: stack of card, seen by nobody
zone discards: stack of card
mark left: 0..9, starts 9

setup
  move all c in card to stock
  shuffle stock
  each p in seat
    each l in place
      deal 1 from stock to spot(p, l)

phase play
  turns until left is 0
    spend 1 left
    choose main
      peek(l in place)
        move spot(me, l) to eye of me
        move eye of me to spot(me, l)
      show
        deal 1 from stock to discards
      draw
        deal 1 from stock to drawn of me
        choose what
          discard(c in drawn of me)
{body}

to trade(p: seat)
  move spot(me, a) to eye of me
  move spot(p, a) to spot(me, a)
  move eye of me to spot(p, a)

score rest of p: size of discards + size of stock
winner most score

scenario "Ann knows what she has looked at"
  given
    spot(Ann, a): Queen of Hearts
    spot(Ann, b): Two of Hearts
    spot(Bob, a): Three of Hearts
    spot(Bob, b): Four of Hearts
    spot(Cleo, a): Five of Hearts
    spot(Cleo, b): Six of Hearts
    stock: Nine of Clubs, Ten of Clubs, Jack of Clubs
    to move: Ann (main)
  play peek a; draw; discard Nine of Clubs; peek a
  seen by Ann
    spot(Ann, a): {known}
"""
POWERS = """\
{before}
            if {test}
              may choose own
                look(l in place)
                  move spot(me, l) to eye of me
                  move eye of me to spot(me, l)
                or leave
            else if {other}
              may choose swap
                with(p in seat where p is not me)
                  trade(p)
                or stay"""
AT_ONCE = """\
{before}
            if {test}
              trade(Cleo)
            else if {other}
              trade(Ann)"""
OPENLY = "            move c to discards"
TESTS = {
    "the card itself": (OPENLY, "rank of c in 7..8", "rank of c in 11..12", True),
    "a name for its rank": (
        f"{OPENLY}\n            let r = rank of c", "r in 7..8", "r in 11..12", True,
    ),
    "a name given before": (
        f"            let r = rank of c\n{OPENLY}", "r in 7..8", "r in 11..12", False,
    ),
    "what stays hidden": (
        "            move c to stock", "rank of c in 7..8", "rank of c in 11..12", False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("powers", [POWERS, AT_ONCE], ids=["offered", "at once"])
@pytest.mark.parametrize(("before", "test", "other", "known"), TESTS.values(), ids=TESTS)
def test_a_condition_on_what_lies_open_mixes_nothing_up(
    tmp_path: Path, powers: str, before: str, test: str, other: str, known: bool
) -> None:
    body = powers.format(before=before, test=test, other=other)
    text = RULES.replace("{body}", body).replace("{known}", "Queen of Hearts" if known else "?")
    (tmp_path / "rows.game").write_text(text, encoding="utf-8")
    last_passes(tmp_path / "rows.game")
