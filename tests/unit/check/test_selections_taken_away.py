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


HEAP = """game heap "A heap"
  players 2
option claims: on, off  "Are there claims?"
mark left: 0..9
mark claimed of seat: yes or no
setup
  set left to 9 when claims is on else 5
phase one
  turns until left is 0
    choose main
      take
        spend 1 left
        set claimed of me to yes
        if left is 2 and claims is off
          set left to 0
score taken of p: 1 when claimed of p and claims is on else 0
winner most score
"""


def test_all_that_reads_what_is_removed_is_told_as_one_and_an_option_is_set(
    tmp_path: Path,
) -> None:
    """The values of the option are unknown, too, and nothing is to be typed into the game."""
    (tmp_path / "heap.game").write_text(HEAP)
    assert not look_at([str(tmp_path / "heap.game")]).found
    variant = tmp_path / "plain.game"
    variant.write_text('variant plain of heap "Plain"\n\nremove option claims\n')
    ((finding, _),) = look_at([str(variant)]).found
    assert finding.message == "this takes away claims, which other lines still read"
    assert finding.hint.endswith("write: set claims to off")
    assert [note.message for note in finding.notes] == [
        "here it is read, in line 7", "it stands in lines 14, 16 too",
    ]  # fmt: skip
    variant.write_text('variant plain of heap "Plain"\n\nset claims to off\n')
    assert not look_at([str(variant)]).found
