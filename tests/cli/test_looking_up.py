"""`rules TEXT` while playing: the rule of a move, what a name means, what is said with a word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.game import load
from rulewright_cli.rulebook.book import rulebook
from rulewright_cli.rulebook.document import Book
from rulewright_cli.rulebook.lines import brief_lines, found_lines, section_lines
from rulewright_cli.rulebook.page import as_page

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
    assert not any("Keep what there is" in one for one in more)
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


def test_a_row_of_a_table_is_told_with_its_headings(book: Book) -> None:
    for wanted, row in (
        ("coins", "coins of each player; what it is: Coins; can be: 0 to 99; begins as: 9;"),
        ("fee_paid", "fee paid; what it is: Has the fee been paid?; can be: yes or no;"),
    ):
        assert row in " ".join(one.strip() for one in told(book, wanted))


PRAISE = """
action praise                                         "Praise the rich"
  gain 2 coins of me
"""
IF_RICH = """\
    if coins of me > 5 and not fee_paid               "The rich may lend"
      choose lending                                  "Do you lend?"
        lend                                          "Lend two"
          spend 2 coins of me
        'keep all'                                    "Keep all"
    else if coins of me is 5
      set fee_paid to yes
    else
      may choose begging                              "Do you beg?"
        beg                                           "Beg for one"
          gain 1 coins of me
        praise
        or 'too proud'                                "Do not"
    choose buying"""


RICH = "- The rich may lend. – If your coins are more than 5 and fee paid does not hold:"
OTHERS = [f"{RICH} ...", "- Otherwise, if your coins are 5: ...", "- Otherwise:"]


@pytest.mark.parametrize(
    ("wanted", "below"),
    [
        ("lend", [RICH, "- Lend two – lend.", "- Take 2 from your coins."]),
        ("lending", ["Market", RICH, "- Do you lend? – Choose one of these:"]),
        ("beg", [*OTHERS, "- Beg for one – beg."]),
        ("begging", ["Market", *OTHERS, "- Do you beg? – You may choose one of these:"]),
        ("praise", [*OTHERS, "- Praise the rich – praise."]),
        ("rent", ["- Rent a stand – rent."]),
    ],
)
def test_what_stands_below_a_condition_is_told_with_it(
    wanted: str, below: list[str], tmp_path: Path
) -> None:
    """And with those that are asked before it; of an action where it is offered on one."""
    file = tmp_path / "fair.game"
    file.write_text(GAME.replace("    choose buying", IF_RICH, 1) + PRAISE, encoding="utf-8")
    book = rulebook(load(str(file)), catalogue.game(str(file)))
    lines = ["".join(piece.text for piece in one) for one in found_lines(book, wanted, 200)]
    found = [line.strip() for line in lines]
    at = found.index(below[0])
    assert found[at : at + len(below)] == below
    depths = [len(line) - len(line.lstrip()) for line in lines[at : at + len(below)]]
    assert depths[-1] > depths[0] or len(below) == 1


def test_what_is_nowhere_is_said_to_be(book: Book) -> None:
    assert told(book, "camel") == ["nothing in the rules begins with camel"]


CHANGED = """\
variant dear of fair "Dear"
  "All is dear."

mark raised: yes or no                            "Has the rent been raised?"    DEAR-1
mark lowered: yes or no                           "Has the rent been lowered?"   DEAR-2
replace "spend fee of me coins of me" in rent                                    DEAR-3
  spend min(coins of me, 2 * fee of me) coins of me
replace "set fee_paid to yes" in rent                                            DEAR-4
  set fee_paid to no
add at end of keep
  if not raised
    set raised to yes
    set lowered to no
    if coins of me > 0
      spend 1 coins of me
    if coins of me > 5
      spend 1 coins of me
define stands = smallest price of stall           "The cheapest stand"
type stall from "stalls.csv" named by stall
  price: 1..9
always stands < 9 or lowered
"""


@pytest.fixture(scope="module")
def dear(tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The book of the game with the variant that changes much."""
    folder = tmp_path_factory.mktemp("dear")
    (folder / "fair.game").write_text(GAME, encoding="utf-8")
    (folder / "stalls.csv").write_text("stall,price\nup,3\ndown,2\n", encoding="utf-8")
    file = folder / "dear.game"
    file.write_text(CHANGED, encoding="utf-8")
    return rulebook(load(str(file)), catalogue.game(str(file)))


def test_changes_of_one_kind_in_one_place_have_one_heading(dear: Book) -> None:
    (changes,) = (part for top in dear.sections for part in top.everything()
                  if part.anchor == "changes")  # fmt: skip
    lines = ["".join(piece.text for piece in one) for one in section_lines(changes, 100)]
    heads = [one for one in lines if one.startswith("- ")]
    assert len({*heads}) == len(heads), heads
    text = "\n".join(lines)
    assert "lines)" not in text and "Take 1 from your coins." in text
    assert "What do you buy?" not in text
    assert "Has the rent been raised? – mark raised: yes or no" in text
    pages = as_page(dear)
    assert all(f'id="{link}"' in pages for link in re.findall(r'href="#([^"]+)"', pages))
    assert "the smallest price of all stalls" in "\n".join(told(dear, "stands"))


def test_which_variant_says_it_stands_in_brackets(dear: Book) -> None:
    """And what it is like comes first; not all that it lists is found by its name."""
    first, *lines = told(dear, "dear")
    assert first == "With [Dear]: All is dear."
    assert "Stalls  [Dear]" in lines and "There are 2. [Dear]" in lines
    assert any("Has the rent been raised?" in one for one in lines)
    text = " ".join(" ".join(lines).split())
    assert "rules: [DEAR-1] [Dear]" in text and "up [Dear]" not in text
    assert re.findall(r"(?<!\[)\bDear\b|\bDear\b(?!\])", text) == []
    assert "up [Dear]; price: 3" in " ".join(told(dear, "up"))


LONG = """\
game fete "Fete"
  players 2

mark coins of seat: 0..99, starts 9                   "Coins"
mark lamps: 0..9                                      "Lamps"

phase fete
  turns until passes is 2                             "The lamps are lit"
    if coins of me > 1                                "Whoever has coins goes on"
      spend 1 coins of me
    each p in seat
      set coins of p to 3
    if coins of me > 5                                "Who has much pays twice"
      spend 2 coins of me
    choose stand                                      "Which stand?"
      light                                           "Light a lamp"
        needs lamps < 9                               else "all lamps are lit"
        gain 1 lamps
      eat                                             "Eat something"
        needs coins of me > 0                         else "it costs a coin"
        spend 1 coins of me
      else pass

score wealth of p: coins of p                         "A point for each coin"
winner most score
"""


def test_of_a_long_line_only_what_has_the_word_is_told_below_it(
    tmp_path: Path,
) -> None:
    """Each line stands below those that it belongs to, which are cut short."""
    file = tmp_path / "fete.game"
    file.write_text(LONG, encoding="utf-8")
    book = rulebook(load(str(file)), catalogue.game(str(file)))
    assert told(book, "lamp")[2:] == [
        "Fete",
        "  - The lamps are lit. – Players take turns, until the number of passes in a row",
        "    is 2. In a turn: ...",
        "    - Which stand? – Choose one of these: ...",
        "      - Light a lamp – light.",
        "        - Only if lamps is less than 9 – otherwise “all lamps are lit”.",
        "        - Add 1 to lamps.",
    ]


def test_what_a_name_means_is_told_without_all_that_is_said_with_it(book: Book) -> None:
    def brief(wanted: str) -> list[str]:
        return ["".join(piece.text for piece in one) for one in brief_lines(book, wanted, 80)]

    head, row, *wrapped, more = brief("coins")
    assert head == "What is remembered" and row.startswith("  coins of each player; what it is: ")
    assert more == "rules coins tells more" and len(wrapped) <= 1
    head, meaning, *_, more = brief("fee")
    assert head == "What words mean" and meaning.startswith("  - fee of a player p – What a ")
    assert more == "rules fee tells more"
    assert brief("rent") == told(book, "rent")  # all that a move does
    assert brief("coi") == told(book, "coi")  # no name
