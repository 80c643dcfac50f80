"""What was checked of a game by itself is not checked again for variants that only set options."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, catalogue, game
from rulewright.check.dump import dump
from rulewright.core.dump import program_text
from rulewright.game import Game, check

GAME = """\
game heap "Heap"
  players 2..3

option taken: 1..3                          "How many are taken?"
option last: wins, loses
option size: 4, 5..6

component card from "cards.csv" named by card
  worth: 0..9
type place: p1..size

zone pile: set of card
mark left: 0..6, starts 6
mark there of place: yes or no

setup
  move all c in card to pile
  each x in place
    set there of x to yes

phase main
  turns until left is 0
    choose go
      take                                  "Take some"
        spend min(left, taken) left

define placed = how many x in place where there of x
score points of p: total worth of pile + (1 when last is wins else 0) + placed
winner most score
"""
VARIANTS = {
    "quick": "set taken to 3\nset last to loses\n",
    "small": "set size to 5\n",
    "mild": "set last to loses\nreplace score points of p: 1 when last is wins else size\n",
    "crowd": "set taken to 2\n",
}
HEADERS = {"crowd": "  players 2..4\n"}


@pytest.fixture
def heap(tmp_path: Path) -> str:
    (tmp_path / "cards.csv").write_text("card,worth\none,1\ntwo,2\n")
    for name, edits in VARIANTS.items():
        head = f"variant {name} of heap\n{HEADERS.get(name, '')}\n"
        (tmp_path / f"{name}.game").write_text(head + edits)
    file = tmp_path / "heap.game"
    file.write_text(GAME)
    game.forget()
    return str(file)


def shares(heap: str, *variants: str, seats: int | None = None) -> bool:
    """Is the flow the very one that was checked of the game by itself?"""
    alone, other = (check(heap, variants=names, seats=seats) for names in ((), variants))
    return other.open_program.flow is alone.open_program.flow


def test_variants_that_only_set_options_are_checked_with_their_game(heap: str) -> None:
    assert shares(heap, "quick")
    assert shares(heap, "quick", seats=3)
    quick = check(heap, variants=["quick"])
    assert quick.options == {"taken": "3", "last": "loses", "size": "4"}
    assert [option.default for option in quick.open_program.options] == [3, 1, 4]
    assert quick.variants == ("quick",)
    assert check(heap).options == {"taken": "1", "last": "wins", "size": "4"}


def test_what_does_more_is_checked_by_itself(heap: str) -> None:
    assert not shares(heap, "mild")
    assert not shares(heap, "small")  # on which it hangs how many places there are
    assert not shares(heap, "crowd")  # and this, how many players
    assert check(heap, variants=["small"]).options["size"] == "5"


def test_tables_that_have_changed_are_read_anew(heap: str) -> None:
    check(heap)
    Path(heap).with_name("cards.csv").write_text("card,worth\none,1\ntwo,5\n")
    quick = check(heap, variants=["quick"])
    assert quick.start(seed=1).scores() == [10, 10]


def test_the_look_of_the_variant_is_read(heap: str) -> None:
    check(heap)
    look = Path(heap).with_name("quick.look.csv")
    look.write_text("name,symbol\none,I\n")
    assert check(heap, variants=["quick"]).open_program.look.symbols == {"one": "I"}
    assert check(heap).open_program.look.symbols == {}
    look.write_text("name,symbol\nthree,I\n")
    with pytest.raises(RulesError, match="E026"):
        check(heap, variants=["quick"])


def test_where_something_was_found_it_is_found_of_each(heap: str) -> None:
    found = "phase idle\n  set left to 6\n\nphase main\n  turns"
    Path(heap).write_text(GAME.replace("phase main\n  turns", found))
    for variants in ((), ("quick",)):
        told = check(heap, variants=variants).warnings
        assert [one.code for one in told] == ["W001"]


def told(loaded: Game) -> tuple[str, str]:
    return dump(loaded.checked), program_text(loaded.program, lines=True)


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", [info.name for info in catalogue.games() if info.variants])
def test_it_makes_no_difference(name: str) -> None:
    variants = [variant.name for variant in catalogue.game(name).variants]
    game.forget()
    check(name)
    beside = [told(check(name, variants=[variant])) for variant in variants]
    for variant, both in zip(variants, beside, strict=True):
        game.forget()
        assert told(check(name, variants=[variant])) == both


@pytest.mark.parametrize(
    ("edit", "hint"),
    [
        ("set size to 7", "its values: 4, 5 to 6"),
        ("set taken to 12", "its values: 1 to 3"),
        ("set last to wisn", "did you mean wins?"),
    ],
)
def test_a_number_that_is_no_value_is_told_with_the_ranges_of_those_that_are(
    heap: str, edit: str, hint: str
) -> None:
    Path(heap).with_name("far.game").write_text(f"variant far of heap\n\n{edit}\n")
    with pytest.raises(RulesError) as error:
        check(heap, variants=["far"])
    (found,) = [one for one in error.value.diagnostics if one.code == "E047"]
    assert found.hint == hint
