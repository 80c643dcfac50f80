"""Names with blanks in a column of sets, what is wanted of a card, and turns that nothing ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright_cli.commands.check import look_at

CARDS = """name,rank
Two of Hearts,two
Ace of Suns,ace
Jack of Suns,jack
Jack of Hearts,jack
Three,three
"""
GAME = """game sets "Sets"
  players 2 named Ann, Bob

type rank: ace, two, three, jack
component card from "cards.csv" named by name
  rank: rank
type goal from "goals.csv" named by name
  cards: set of card
mark n: 0..9
zone pile: stack of card
zone hand of seat: set of card
mark taken: card or none
mark first_one: seat or nobody

setup
  move all c in card to pile
  shuffle pile

action reach(g in goal where n < 9)
  needs some_held: cards of g meets hand of me  else "you hold none"
  gain 1 n
action pull
  needs one_left: pile is not empty  else "none is left"
  set taken to top of pile
  deal 1 from pile to hand of me
  set first_one to me

phase one
  repeat until n is 9
    turns until first_one is not nobody
      choose begin
        pull
        else pass
    if first_one is not nobody
      turns from first_one until n is 9
        choose main
          reach
          pull
          else pass

score held of p: how many c in hand of p where rank of c > ace and c is not taken
winner most score
"""


def found(folder: Path, goals: str, old: str = "", new: str = "") -> list[tuple[str, str, str]]:
    """Codes, messages and hints with other goals, and when a text of the game is another."""
    assert old in GAME
    (folder / "cards.csv").write_text(CARDS)
    (folder / "goals.csv").write_text(f"name,cards\n{goals}")
    (folder / "sets.game").write_text(GAME.replace(old, new) if old else GAME)
    return [(f.code, f.message, f.hint) for f, _ in look_at([str(folder / "sets.game")]).found]


GOALS = "Pair,'Two of Hearts' 'Ace of Suns'\nOne,Two of Hearts\nLast,Three 'Jack of Suns'\nNo,\n"


def test_names_with_blanks_stand_in_quotes_and_one_needs_none(tmp_path: Path) -> None:
    assert not found(tmp_path, GOALS)
    game = load(str(tmp_path / "sets.game"), engine="reference")
    table = next(t for t in game.program.tables if t.name == "cards")
    assert table.values == (0b00011, 0b00001, 0b10100, 0)


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ("Two of Hearts Ace of Suns", "write: 'Two of Hearts' 'Ace of Suns'"),
        ("Three; Jack of Suns", "write: Three 'Jack of Suns'"),
        ("Three and Jack of Suns", "write: Three 'Jack of Suns'"),
    ],
)
def test_a_hint_can_be_typed(field: str, hint: str, tmp_path: Path) -> None:
    ((code, _, told),) = found(tmp_path, f"{GOALS}X,{field}\n")
    assert (code, told) == ("E029", hint)
    assert not found(tmp_path, f"{GOALS}X,{hint.removeprefix('write: ')}\n")


def test_many_fields_of_a_column_that_are_wrong_are_told_once(tmp_path: Path) -> None:
    wrong = "".join(f"X{n},Two of Hearts Ace of Suns\n" for n in range(20))
    ((code, message, _),) = found(tmp_path, f"{GOALS}{wrong}")
    assert code == "E029"
    assert message.endswith("; and 19 more like it")
    few = "".join(f"X{n},Two of Hearts Ace of Suns\n" for n in range(3))
    assert len(found(tmp_path, f"{GOALS}{few}")) == 3


def test_a_stack_where_one_of_it_is_wanted(tmp_path: Path) -> None:
    old = "set taken to top of pile"
    ((code, _, hint),) = found(tmp_path, GOALS, old, "set taken to pile")
    assert (code, hint) == ("E113", "write: top of pile, the uppermost")


def test_the_first_word_of_names_is_told_with_all_that_begin_so(tmp_path: Path) -> None:
    old, name = "set taken to top of pile", "Jack"
    ((code, _, hint),) = found(tmp_path, GOALS, old, f"set taken to {name}")
    assert code == "E100"
    assert hint == (
        "these begin so: 'Jack of Suns', 'Jack of Hearts'; or by the column rank: "
        "the c in card where rank of c is jack"
    )
    ((code, _, hint),) = found(tmp_path, GOALS, old, "set taken to ace")
    assert code == "E113"
    assert hint.endswith("the c in card where rank of c is ace")
    assert not found(tmp_path, GOALS, old, "set taken to 'Jack of Suns'")
    assert not found(tmp_path, GOALS, old, "set taken to the c in card where rank of c is ace")


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (
            "swap c with top of pile",
            "deal 1 from pile to hand of me\n  move c from hand of me to pile",
        ),
        (
            "swap top of pile and c",
            "deal 1 from pile to hand of me\n  move c from hand of me to pile",
        ),
        (
            "exchange c for d",
            "move c from hand of me to hand of opponent\n  "
            "move d from hand of opponent to hand of me",
        ),
    ],
)
def test_what_is_exchanged_goes_by_the_zones_that_hold_it(
    line: str, hint: str, tmp_path: Path
) -> None:
    old = "action reach(g in goal where n < 9)\n"
    new = "action reach(g in goal, c in hand of me, d in hand of opponent where d is not taken)\n"
    assert not found(tmp_path, GOALS)
    text = GAME.replace(old, new)
    (tmp_path / "sets.game").write_text(text.replace("  gain 1 n\n", f"  {line}\n  gain 1 n\n"))
    ((finding, _),) = look_at([str(tmp_path / "sets.game")]).found
    told = finding.hint.removeprefix("write: ").replace(", and below it: ", "\n  ")
    assert told == hint
    (tmp_path / "sets.game").write_text(text.replace("  gain 1 n\n", f"  {told}\n  gain 1 n\n"))
    assert not look_at([str(tmp_path / "sets.game")]).found


def test_turns_of_seats_that_never_change_have_to_end(tmp_path: Path) -> None:
    old = "turns from first_one until n is 9"
    told = found(tmp_path, GOALS, old, "turns in {Ann}")
    assert [code for code, _, _ in told] == ["E134"]
    told = found(tmp_path, GOALS, old, "turns in all p in seat where hand of p is empty")
    assert not told
