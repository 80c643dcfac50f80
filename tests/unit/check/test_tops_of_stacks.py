"""Where something is known to lie on a stack, it has a top; elsewhere the top may be none."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.diagnostics import RulesError
from rulewright.game import check, load
from rulewright.testing.scenario import run

CARDS = "name,kind\na,plain\nb,fine\nc,plain\nd,fine\n"
RULES = """game tops "Tops"
  players 2

type kind: plain, fine
component card from "cards.csv" named by name
  kind: kind

zone pile: stack of card
zone trick: stack of card
zone bag: set of card
zone cup of seat: stack of card
mark limit: -1..9, starts 1

define fine_top = {condition}

setup
  move all c in card to pile

phase play
  turns until size of trick is 2 or limit > 5
    choose main
      lay(c in pile)
        move c to trick
      keep(c in pile)
        move c to cup of me
      shut
        needs fine_top  else "no"
        move trick to bag
        set limit to 6

score cups of p: size of cup of p
winner most score

scenario "Nothing there, or something"
  refuses shut "no"
  play lay b
  offers shut; ...
"""


def text_with(folder: Path, condition: str) -> str:
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    file = folder / "tops.game"
    file.write_text(RULES.format(condition=condition), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "known",
    [
        "trick is not empty",
        "not (trick is empty)",
        "size of trick > 0",
        "size of trick >= 1",
        "0 < size of trick",
        "1 <= size of trick",
        "size of trick is 1",
        "size of trick is not 0",
        "not (size of trick <= 0)",
        "not (size of trick is 0)",
        "not (size of trick < 1)",
        "(some c in trick where kind of c is fine)",
        "b in trick",
        "trick meets {b, c}",
    ],
)
def test_a_stack_on_which_something_lies_has_a_top(tmp_path: Path, known: str) -> None:
    game = load(text_with(tmp_path, f"{known} and kind of top of trick is fine"))
    for engine in ("reference", "python"):
        assert all(run(game, scenario, engine).passed for scenario in game.scenarios())


@pytest.mark.parametrize(
    "unknown",
    [
        "size of trick >= 0",
        "size of trick > -1",
        "size of trick < 3",
        "size of trick > limit",  # which may be -1
        "not (size of trick > 0)",
        "trick is empty",
        "size of bag > 0",
        "size of pile > 0",
        "size of cup of P > 0",
        "(every c in trick has kind of c is fine)",
        "b not in trick",
        "(size of trick > 0 or limit is 1)",
        "size of trick is limit",
        "size of trick is not 1",
        "how many c in pile > 0",
    ],
)
def test_where_nothing_may_lie_the_top_may_be_none(tmp_path: Path, unknown: str) -> None:
    whose = unknown.replace("P", "'0'")
    with pytest.raises(RulesError) as found:
        check(text_with(tmp_path, f"{whose} and kind of top of trick is fine"))
    assert [finding.code for finding in found.value.diagnostics] == ["E109"]


def test_what_is_known_of_one_seat_is_not_known_of_another(tmp_path: Path) -> None:
    asked = "(some p in seat where size of cup of p > 0 and kind of top of cup of {} is fine)"
    check(text_with(tmp_path, asked.format("p")))
    with pytest.raises(RulesError, match="E109"):
        check(text_with(tmp_path, asked.format("next of p")))


def test_what_was_known_is_not_known_once_something_was_moved(tmp_path: Path) -> None:
    file = Path(text_with(tmp_path, "trick is not empty and kind of top of trick is fine"))
    body = "        move c to cup of me\n"
    asked = (
        "        if trick is not empty\n{}"
        "          gain (1 when kind of top of trick is fine else 0) limit\n"
    )
    rules = file.read_text(encoding="utf-8")
    file.write_text(rules.replace(body, body + asked.format("")), encoding="utf-8")
    check(str(file))
    moved = asked.format("          move trick to bag\n")
    file.write_text(rules.replace(body, body + moved), encoding="utf-8")
    with pytest.raises(RulesError, match="E109"):
        check(str(file))


HELD = """game rows "Rows"
  players 2 named Ann, Bob
component flag from "flags.csv" named by name
zone hand of seat: stack of flag, seen by owner
zone pile: stack of flag, seen by nobody
mark height of flag: 0..9, seen with flag  "As it is held"
setup
  move all f in flag to pile
  shuffle pile
  each s in seat
    deal 2 from pile to hand of s
phase play
  turns until passes is 2
    choose main
      raise
        needs high: (total height of {these}) < 5   else "high enough"
        each f in hand of me
          gain 3 height of f
      stop
        pass
winner most score
score n of p: size of hand of p
"""


@pytest.mark.parametrize(
    ("these", "seen"),
    [
        ("f for f in top(1, hand of me)", True),
        ("f for f in (top(2, hand of me) - top(1, hand of me))", True),
        ("f for f in first(1, all f in hand of me)", True),
        ("f for f in top(1, hand of Ann)", False),
    ],
)
def test_the_top_of_what_a_seat_sees_is_seen(tmp_path: Path, these: str, seen: bool) -> None:
    file = tmp_path / "rows.game"
    file.write_text(HELD.format(these=these), encoding="utf-8")
    (tmp_path / "flags.csv").write_text("name\nc2\nfa\nfb\nfc\nfd\n", encoding="utf-8")
    if seen:
        assert load(str(file)).start(seed=1).legal_moves()
    else:
        with pytest.raises(RulesError, match="would tell a player what"):
            load(str(file))
