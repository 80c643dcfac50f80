"""A line that breaks off is told as it may be typed, if one small change alone lets it be read."""

from __future__ import annotations

import pytest

from rulewright.diagnostics import Findings
from rulewright.source import SourceFile
from rulewright.syntax.parse import parse_file

GAME = """game small "Small"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  value: 1..9
zone pile: stack of card
zone hand of seat: set of card
mark gold of seat: 0..9
"""
MENDED = {
    "zone played set of card": "zone played: set of card",
    "zone row_of: row of 4 card": "zone row_of: row 4 of card",
    "zone held for each seat: set of card": "zone held of seat: set of card",
    "mark paid of seat, card: 0..9": "mark paid(seat, card): 0..9",
    "mark paid of seat: 0..9 starts 3": "mark paid of seat: 0..9, starts 3",
    "mark paid of seat: 0..9 = 3": "mark paid of seat: 0..9, starts 3",
    "type suit = {red, blue}": "type suit: red, blue",
    "type suit: red, blue and green": "type suit: red, blue, green",
    "option limit: [3, 4, 5]": "option limit: 3, 4, 5",
    "define worth of c: card: value of c + 1": "define worth of c: card = value of c + 1",
    "define rich of p: seat = every q in seat where gold of q > 3":
        "define rich of p: seat = every q in seat has gold of q > 3",
    "history past of gold and me: 40": "history past of gold, me: last 40",
    "board field: 8 by 8": "board field: grid 8 by 8",
    "board field: grid 8 x 8": "board field: grid 8 by 8",
    "always ends after 20 moves": "always end after 20 moves",
    "winner: most score": "winner most score",
    "score gold of p gold of p": "score gold of p: gold of p",
    "action buy c in pile": "action buy(c in pile)",
    "action buy(c: card)": "action buy(c in card)",
    "action a\n  move top(1, pile) hand of me": "move top(1, pile) to hand of me",
    "action a\n  set gold of me 3": "set gold of me to 3",
    "action a\n  shuffle the pile": "shuffle pile",
    "phase a\n  turn until pile is empty\n    pass": "turns until pile is empty",
    "phase a\n  may choose secretly b\n    c\n    or d": "may choose b secretly",
    "to lower(n: 1..3)\n  pass\naction a\n  lower 3": "lower(3)",
    "scenario \"S\"\n  given\n    gold of Ann is 7": "gold of Ann: 7",
    "outcome\n  won: gold of Ann > 3": "won when gold of Ann > 3",
}  # fmt: skip
LEFT = (
    "zone held of seat: set of card, seen by me",  # by the owner, by all or by nobody
    "phase a\n  repeat pile is empty\n    pass",  # while it is so, or until it is
    "always end after gold is 3 moves",
    "score p: gold of p",
    "action a\n  gain gold",
    "define x = gold pile hand",
)


def told(declaration: str) -> tuple[str, str]:
    """The hint for the first mistake of a file, and what its fix makes of the file."""
    findings = Findings()
    text = f"{GAME}{declaration}\n"
    parse_file(SourceFile("small.game", text), findings)
    finding = findings.found[0]
    if finding.fix is None:
        return finding.hint, ""
    span = finding.fix.span
    return finding.hint, text[: span.start] + finding.fix.text + text[span.end :]


@pytest.mark.parametrize("written", MENDED)
def test_the_line_is_told_as_it_may_be_typed(written: str) -> None:
    hint, mended = told(written)
    assert hint == f"write: {MENDED[written]}"
    findings = Findings()
    parse_file(SourceFile("small.game", mended), findings)
    assert findings.found == []


@pytest.mark.parametrize("written", LEFT)
def test_what_may_mean_several_things_or_the_opposite_is_not_guessed(written: str) -> None:
    hint, _ = told(written)
    assert not hint.startswith("write: ")


@pytest.mark.parametrize("written", ["to", "phase\n  pass", "to lower(\n\n", "zone a: \n  set"])
def test_a_line_that_holds_nothing_is_no_proposal(written: str) -> None:
    hint, _ = told(written)
    assert hint != "write: "


def test_a_name_behind_of_that_begins_with_a_digit_is_put_in_quotes() -> None:
    """Nobody begins a name of their own there."""
    hint, _ = told('scenario "S"\n  given\n    claimed of 9a: 1')
    assert hint == "a name from a table stands in single quotes: '9a'"


def test_names_with_blanks_are_said_to_stand_in_a_table_of_the_type() -> None:
    hint, _ = told("type kind: Bat, 'Stink Bug'")
    assert hint == (
        "only names from tables stand in single quotes; write: Stink_Bug; or have a table of such "
        'names: type kind from "TABLE.csv" named by COLUMN'
    )
