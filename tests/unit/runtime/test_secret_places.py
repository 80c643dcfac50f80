"""Where something may have moved in secret: only between places that it can have been, however
these are named in the branch that was chosen."""

from pathlib import Path

import pytest

from .scenarios import last_passes

RULES = """\
game masks "Masks"
  players 3 named Ann, Bob, Cleo

type place: left, right
component role from "roles.csv" named by name
zone mask of seat: slot of role, seen by nobody
zone spare of place: slot of role, seen by nobody
zone eye of seat: slot of role, seen by owner
zone under: slot of role, seen by nobody
mark spot: place                          "Where the hand lies"
mark wish of seat: place, seen by owner

setup
  each p in seat
    move first(1, all r in role where r is King) to mask of p
  swap_masks(Ann, Bob)
  swap_spare(left, Ann)

phase night
  turns until passes is 3
    choose main
      peek(p in seat)
        move mask of p to eye of me
        move eye of me to mask of p
      pry(l in place)
        move spare of l to eye of me
        move eye of me to spare of l
      lay(l in place)
        set spot to l
      dream
        set wish of me to right
      swap(p in seat where p is not me)
        choose hand secretly
          really
{body}
          'pretend'

to swap_masks(p: seat, q: seat)
  move mask of p to under
  move mask of q to mask of p
  move under to mask of q

to swap_spare(l: place, q: seat)
  let asked = l
  swap_with(q, asked)

to swap_with(q: seat, l: place)
  move mask of q to under
  move spare of l to mask of q
  move under to spare of l

score none_yet of p: 0 when wish of p is left else 0
winner most score
"""
SWAP = "            swap_masks(me, p)"
SEEN = {
    "the procedure names whom it is about": (SWAP, "?", "?", "Cheat", "Fool", "Queen"),
    "and so does another one within it": (
        "            swap_spare(spot, p)", "King", "?", "Cheat", "?", "Queen",
    ),
    "a name": (
        "            let q = p\n            swap_masks(q, me)", "?", "?", "Cheat", "Fool", "Queen",
    ),
    "one after the other": (
        "            each q in {p}\n              swap_masks(me, q)",
        "?", "?", "Cheat", "Fool", "Queen",
    ),
    "one after the other, with other places": (
        "            each q in {p}\n              each l in {spot}\n"
        "                swap_with(q, l)",
        "King", "?", "Cheat", "?", "Queen",
    ),
    "nobody else knows where": (
        "            swap_with(p, wish of me)", "King", "?", "Cheat", "?", "?",
    ),
    "what the branch itself has changed": (
        "            set spot to right\n            swap_with(p, spot)\n"
        "            set spot to left",
        "King", "?", "Cheat", "?", "?",
    ),
    "a name for what it has changed": (
        "            set spot to right\n            let l = spot\n            swap_with(p, l)\n"
        "            set spot to left",
        "King", "?", "Cheat", "?", "?",
    ),
    "what it has changed goes round": (
        "            set spot to right\n            each l in {spot}\n"
        "              swap_with(p, l)\n            set spot to left",
        "King", "?", "Cheat", "?", "?",
    ),
}  # fmt: skip


@pytest.mark.parametrize("body, ann, bob, cleo, left, right", SEEN.values(), ids=SEEN)
def test_who_is_not_concerned_knows_what_it_knew(
    tmp_path: Path, body: str, ann: str, bob: str, cleo: str, left: str, right: str
) -> None:
    shown = f"""
scenario "What Cleo knows"
  given
    mask of Ann: King
    mask of Bob: Judge
    mask of Cleo: Cheat
    spare of left: Fool
    spare of right: Queen
    spot: left
    to move: Cleo (main)
  play peek Cleo; dream; dream; peek Ann; dream; dream; peek Bob; dream; dream
  play pry left; dream; dream; pry right; swap Bob; really
  seen by Cleo
    mask of Ann: {ann}
    mask of Bob: {bob}
    mask of Cleo: {cleo}
    spare of left: {left}
    spare of right: {right}
"""
    rules = RULES.replace("{body}", body) + shown
    (tmp_path / "roles.csv").write_text("name\nKing\nJudge\nCheat\nFool\nQueen\n", encoding="utf-8")
    (tmp_path / "masks.game").write_text(rules, encoding="utf-8")
    last_passes(tmp_path / "masks.game")
