"""A variant that removes a step whose selection the rest of its compose still reads."""

from __future__ import annotations

from pathlib import Path

from rulewright_cli.commands.check import look_at

GAME = """game piles "Piles"
  players 2 named Ann, Bob

component card from "cards.csv" named by name
  value: 1..9
zone deck: stack of card
zone hand of seat: set of card
zone out: set of card
mark n: 0..9
define worth(s: set of card) = total value of s

setup
  move all c in card to deck
  deal 4 from deck to each hand

action both
  compose it until size of off is 2  else "two are off"
    step keep(c in hand of me) into kept
    step lay_off(c in hand of me) into off
    finish done
      needs some_off: off is not empty  else "none is off"
      needs enough: worth(off) > 1      else "too little"
      move off from hand of me to out
      move kept from hand of me to out
action leave
  gain 1 n

phase one
  turns until n is 9
    choose main
      both
      leave

score held of p: total value of hand of p
winner most score
"""


def test_it_is_told_once_with_all_lines_that_read_it(tmp_path: Path) -> None:
    rows = "".join(f"card {number},{number}\n" for number in range(1, 9))
    (tmp_path / "cards.csv").write_text(f"name,value\n{rows}")
    (tmp_path / "piles.game").write_text(GAME)
    assert not look_at([str(tmp_path / "piles.game")]).found
    variant = tmp_path / "kept.game"
    variant.write_text('variant kept of piles "Kept"\n\nremove lay_off in both\n')
    ((finding, _),) = look_at([str(variant)]).found
    assert finding.code == "E100"
    assert finding.message.startswith("this takes away off, which `into off` gave")
    assert "write: no" not in finding.hint
    notes = "".join(f"{note.message} {note.span and note.span.line};" for note in finding.notes)
    lines = GAME.split("\n")
    reading = ("until size of off", "needs some_off", "needs enough", "move off")
    assert all(
        str(number) in notes
        for number, line in enumerate(lines, 1)
        if any(text in line for text in reading)
    )
