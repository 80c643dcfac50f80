"""`rules TEXT` while playing: the rule of a move, what a name means, what is said with a word."""

from __future__ import annotations

import pytest

from rulewright import catalogue
from rulewright.game import load
from rulewright_cli.rulebook.book import rulebook
from rulewright_cli.rulebook.document import Book
from rulewright_cli.rulebook.lines import found_lines

GAME = """\
game fair "Fair"
  players 2 named Ann, Bob

mark coins of seat: 0..99, starts 9                   "Coins"
mark fee_paid: yes or no                              "Has the fee been paid?"

define fee of p: seat = 1 + quotient(coins of p, 3)   "What a stand costs"
define fees = fee of Ann + fee of Bob

phase market
  turns until passes is 2
    may choose keeping                                "Do you keep your stand?"
      keep
        set fee_paid to no
      or 'keep it'                                    "Keep what there is"
    choose buying                                     "What do you buy?"
      rent                                            "Rent a stand"
        needs coins of me >= fee of me                else "it costs {fee of me}"
        spend fee of me coins of me
        set fee_paid to yes
      else pass

score wealth of p: coins of p                         "A point for each coin"
winner most score
always fees < 99
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    file = tmp_path_factory.mktemp("fair") / "fair.game"
    file.write_text(GAME, encoding="utf-8")
    return rulebook(load(str(file)), catalogue.game(str(file)))


def told(book: Book, wanted: str) -> list[str]:
    return ["".join(piece.text for piece in one) for one in found_lines(book, wanted, 80)]


def test_a_move_is_not_taken_for_a_shorter_one(book: Book) -> None:
    for wanted, right, wrong in (
        ("keep it", "Keep what there is", "Set fee paid"),
        ("keep", "Set fee paid to no", "Keep what there is"),
    ):
        text = "\n".join(told(book, wanted))
        assert right in text and wrong not in text, text


def test_what_a_word_means_stands_first_and_no_chapter_is_told_for_its_small_print(
    book: Book,
) -> None:
    first, second, *more = told(book, "fee")
    assert first == "What words mean" and "fee of a player p – What a stand costs" in second
    assert any("Only if your coins are at least" in one for one in more), more
    assert not any("Do you keep your stand?" in one for one in more)
    assert sum("What a stand costs" in one for one in more) == 0


@pytest.mark.parametrize("wanted", ["score", "Score", "scores", "points"])
def test_chapters_are_found_by_the_word_of_the_rules_too(book: Book, wanted: str) -> None:
    first, second, *_ = told(book, wanted)
    assert first == "Points" and "A point for each coin" in second


@pytest.mark.parametrize("wanted", ["keeping", "buying"])
def test_a_choice_is_found_by_the_name_that_why_tells(book: Book, wanted: str) -> None:
    words = {"keeping": "Do you keep your stand?", "buying": "What do you buy?"}[wanted]
    lines = told(book, wanted)
    assert words in lines[1] and len(lines) > 3


@pytest.mark.parametrize("wanted", ["fee_paid", "fee paid"])
def test_names_are_found_as_they_are_written_and_as_they_are_read(book: Book, wanted: str) -> None:
    assert any("Set fee paid to yes" in one for one in told(book, wanted))


def test_what_is_nowhere_is_said_to_be(book: Book) -> None:
    assert told(book, "camel") == ["nothing in the rules begins with camel"]
