"""Moves as people type them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rulewright import load
from rulewright.core.ir import Domain
from rulewright.diagnostics import nearest
from rulewright.play.reasons import reasons
from rulewright.play.spelling import (
    forms,
    in_brackets,
    in_other_order,
    meant,
    short_forms,
    spelled,
    unbracketed,
)
from rulewright.runtime.move import short_for
from rulewright.state import Move, State


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("claim Sailor-Forest", "claim Sailor-Forest"),
        ("Claim sailor-forest", "claim Sailor-Forest"),
        ("claim Forest-Sailor", "claim Sailor-Forest"),
        ("TAKE ACE OF KNOTS", "take Ace of Knots"),
        ("take ace of", "take ace of"),
        ("claim Sailor-Desert", "claim Sailor-Desert"),
        ("fly (to", "fly (to"),
        ("", ""),
    ],
)
def test_names_are_known_in_other_letters_and_from_their_other_end(typed: str, meant: str) -> None:
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    assert spelled(state.engine.program, state.waiting, typed) == meant


def test_how_moves_are_written_is_told() -> None:
    state = load("ruta").start(seed=1)
    assert state.waiting is not None
    assert forms(state.waiting)[:2] == ["take CARD", "draw"]
    assert "claim ROUTE" in forms(state.waiting)


def test_a_move_has_short_forms() -> None:
    state = load("klondike").start(seed=7)
    moves = {str(move): move for move in state.legal_moves()}
    assert list(short_forms(moves["move Seven of Diamonds from three to five"])) == [
        "seven three five",
        "seven of diamonds three five",
        "move seven three five",
        "move seven of diamonds three five",
        "move Seven of Diamonds from three to five",
    ]
    assert list(short_forms(moves["draw"])) == ["draw", "draw", "draw"]


RULES = """game taxes "Taxes"
  players 1
type card: apple, axe, bell, boat
mark went: 0..9

phase only
  repeat until went > 0
    choose main
      swap(x in card, y in card)
        needs x <= y and x is not y        else "not so"
        gain 1 went
      pay

action pay
  compose give named "pay {given ' + '} at once"
    step put(x in {apple, axe, bell}) into given
    finish paid
      needs size of given is 2             else "two"
  gain 1 went

score all of p: went
winner most score
"""


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Move]:
    file = tmp_path_factory.mktemp("taxes") / "taxes.game"
    file.write_text(RULES, encoding="utf-8")
    return load(str(file)).start(seed=1).legal_moves()


@pytest.mark.parametrize(
    ("typed", "said"),
    {
        "pay axe + apple at once": "pay apple + axe at once",
        "pay axe, apple": "pay apple + axe at once",
        "PAY ax app": "pay apple + axe at once",
        "p bell apple": "pay apple + bell at once",
        "bell apple": "pay apple + bell at once",  # all that it names, in whole words
        "swap bell boat": "swap bell boat",
        "pay bell": "pay apple + bell at once|pay axe + bell at once",  # the other is to be said
        "pay": "pay apple + axe at once|pay apple + bell at once|pay axe + bell at once",
        "pay a": "pay apple + axe at once|pay apple + bell at once|pay axe + bell at once",
        "apple axe": "swap apple axe|pay apple + axe at once",
        "swap boat bell": "",  # which need not be the same
        "bel app": "",  # names alone are whole
        "bell": "",
        "pay bell boat": "",
        "pay apple axe bell": "",
        "pay axe axe": "",
        "+": "",
    }.items(),
)
def test_what_is_short_for_a_move(moves: Sequence[Move], typed: str, said: str) -> None:
    assert "|".join(str(moves[number]) for number in meant(moves, typed)) == said


def test_names_may_be_called_by_what_lists_tell_of_them_in_brackets() -> None:
    game = load("crazy_eights")
    brackets = in_brackets(game.program)
    assert brackets["Three of Clubs"].startswith("3")
    moves = game.start(seed=1).legal_moves()
    for number, move in enumerate(moves):
        first, _, name = str(move).partition(" ")
        if told := brackets.get(name):
            assert number in meant(moves, f"{first} {told.split()[0]}", brackets)
            assert not meant(moves, f"{first} {told.split()[0]}")
            assert [number] == meant(moves, str(move), brackets)


def test_the_same_words_in_another_order_may_be_another_move(moves: Sequence[Move]) -> None:
    [number] = in_other_order(moves, "swap boat bell")
    assert str(moves[number]) == "swap bell boat"
    assert not in_other_order(moves, "swap boat")


def test_a_long_text_of_words_that_begin_alike_is_read_at_once(tmp_path: Path) -> None:
    """In any order does not mean that all orders are tried."""
    names = ", ".join(f"a{number}" for number in range(9))
    rules = RULES.replace("apple, axe, bell, boat", names).replace("{apple, axe, bell}", "card")
    (tmp_path / "many.game").write_text(rules.replace("size of given is 2", "size of given is 8"))
    many = load(str(tmp_path / "many.game")).start(seed=1).legal_moves()
    assert meant(many, "pay" + " a" * 8 + " b") == []


def test_what_lists_tell_in_brackets_may_be_typed() -> None:
    names = ["buy", "1", "7c"]
    assert unbracketed("buy 1 (cost 2 (now)) 7c (rank 7)", names) == "buy 1 7c"
    assert unbracketed("buy 1 (cost 2)", [*names, "Bell (old)"]) == "buy 1 (cost 2)"


def test_the_nearest_name_is_the_one_that_differs_in_blanks_alone() -> None:
    cards = ["7 H", "7 D", "17 D"]
    assert nearest("7d", cards) == "7 D"
    assert nearest("7 d", cards) == "7 D"


def test_a_number_in_a_name_is_that_number_in_digits_or_letters() -> None:
    """And never another one that is spelled like it."""
    cards = [
        f"{rank} of {suit}"
        for rank in ("Two", "Three", "Ten", "Ace")
        for suit in ("Diamonds", "Clubs")
    ]
    assert nearest("3 of diamonds", cards) == "Three of Diamonds"
    assert nearest("three of Diamond", cards) == "Three of Diamonds"
    assert nearest("10 of Clubs", cards) == "Ten of Clubs"
    assert nearest("4 of Diamonds", cards) == nearest("Six of Clubs", cards) == ""
    assert nearest("Two of Clubs", ["3 of Clubs", "2 of Clubs"]) == "2 of Clubs"
    pips = Domain("card", "component", tuple(cards))
    assert (
        short_for("3", pips) == short_for("three", pips) == ["Three of Diamonds", "Three of Clubs"]
    )
    assert short_for("10 of c", pips) == short_for("te of c", pips) == ["Ten of Clubs"]


LAYING = """game laying "Laying"
  players 2 named Ann, Bob

type beast: Ape, Bee, Cat, Dog
mark laid: set of beast

phase play
  turns until passes >= 2
    choose main
      lay
      else pass

action lay
  compose choosing named "lay {some ' + '}"
    step add(b in beast) into some at most 2
    finish done
      needs two: size of some is 2          else "two are laid"
      needs new: not (laid meets some)      else "one of them has been laid"
  set laid to laid + some

score it of p: size of laid
winner most score
"""


def test_sets_are_read_in_any_order_wherever_a_move_is_read(tmp_path: Path) -> None:
    (tmp_path / "laying.game").write_text(LAYING)
    game = load(str(tmp_path / "laying.game"))
    state = game.start(seed=1)
    assert state.why_not("lay Cat + Bee") == []
    assert game.text_to_action("lay Cat + Bee") == game.text_to_action("lay Bee + Cat")
    state.apply("lay Cat + Bee")
    assert state.moves == ["lay Bee + Cat"]
    (why,) = state.why_not("lay Dog + Bee")
    assert why.message == "one of them has been laid"
    (why,) = state.why_not("lay Dog")
    assert why.message == "two are laid"


UNDERSCORES = """game court "Court"
  players 2
type rank_of: duke_of_x, lady
component card from "cards.csv" named by name
mark said: rank_of or none
mark foreign_aid of seat: 0..9
zone hand of seat: set of card
setup
  move all c in card to hand of '0'
phase play
  turns until some p in seat where foreign_aid of p > 2
    choose main
      foreign_aid                     "Take foreign aid"
        gain 1 foreign_aid of me
      claim_rank(r in rank_of where said is not r)
        set said to r
      lay_down(c in hand of '0')
        move c to hand of '1'
      lay(c in hand of '0')
        move c to hand of '1'
score aid of p: foreign_aid of p
winner most score
"""


@pytest.fixture
def court(tmp_path: Path) -> State:
    (tmp_path / "cards.csv").write_text("name\nRed_Fox\ndown Cat\nCat\n")
    (tmp_path / "court.game").write_text(UNDERSCORES)
    return load(str(tmp_path / "court.game"), engine="reference").start(seed=1)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("foreign aid", "foreign_aid"),
        ("Foreign Aid", "foreign_aid"),
        ("claim rank duke of x", "claim_rank duke_of_x"),
        ("claim_rank Duke of x", "claim_rank duke_of_x"),
        ("lay down red fox", "lay_down Red_Fox"),
        ("lay red_fox", "lay Red_Fox"),
        ("lay down cat", "lay down Cat"),  # it is a move as it stands
        ("lay_down cat", "lay_down Cat"),
        ("lay down dog", "lay down dog"),
    ],
)
def test_blanks_may_be_typed_for_underscores_where_that_makes_a_move(
    court: State, typed: str, wanted: str
) -> None:
    assert court.waiting is not None
    assert spelled(court.engine.program, court.waiting, typed) == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("claim rank duke", ["claim_rank duke_of_x"]),
        ("foreign", ["foreign_aid"]),
        ("duke of x", ["claim_rank duke_of_x"]),
        ("lay down fox", ["lay_down Red_Fox"]),
        ("lay fox", ["lay_down Red_Fox", "lay Red_Fox"]),
    ],
)
def test_the_parts_of_a_name_are_words_of_it(court: State, typed: str, wanted: list[str]) -> None:
    moves = court.legal_moves()
    assert [str(moves[number]) for number in meant(moves, typed)] == wanted


def test_why_is_answered_for_a_move_with_blanks(court: State) -> None:
    court.apply("claim_rank lady")
    (reason,) = reasons(court, "claim rank lady")
    assert "claim" not in reason.message and "lady" in reason.message
