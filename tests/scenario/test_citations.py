"""Rule files and rulebooks speak of the same rules: none forgotten, none made up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.game import load
from rulewright.testing.combinations import variant_sets


@dataclass(frozen=True)
class Book:
    """A rulebook: the mark of its rules, their last number and those not used, how its worked
    examples are called, and how many lines its game may take without scenarios."""

    game: str
    mark: str
    last: int
    unused: frozenset[int]
    example: str
    lines: int

    @property
    def folder(self) -> Path:
        return catalogue.game(self.game).path.parent

    @property
    def text(self) -> str:
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @property
    def numbers(self) -> list[str]:
        used = (n for n in range(1, self.last + 1) if n not in self.unused)
        return [f"{self.mark}-{n}" for n in used]


NONE: frozenset[int] = frozenset()
BOOKS = [
    Book("breakthrough", "BT", 7, NONE, r"S-\d+", 40),
    Book("connect_four", "CF", 6, NONE, r"S-\d+", 30),
    Book("crazy_eights", "EIGHTS", 16, NONE, r"S-\d+", 99),
    Book("draughts", "DRAUGHTS", 13, NONE, r"S-\d+", 90),
    Book("goofspiel", "GOOF", 9, NONE, r"G-\d+", 80),
    Book("klondike", "KLONDIKE", 17, NONE, r"S-\d+", 110),
    Book("kuhn_poker", "KUHN", 7, NONE, r"K-\d+", 45),
    Book("leduc_poker", "LEDUC", 9, NONE, r"L-\d+", 90),
    Book("liars_dice", "LIARS", 7, NONE, r"D-\d+", 60),
    Book("pig", "PIG", 10, NONE, r"P-\d+", 50),
    Book("quetinny", "QUETINNY", 68, frozenset({47, 48, 49, *range(54, 60)}), r"S-\d+", 250),
    Book("reversi", "REVERSI", 8, NONE, r"S-\d+", 99),
    Book("ruin_runner", "RUIN_RUNNER", 67, NONE, r"RR-S\d+", 230),
    Book("ruins", "RUINS", 50, NONE, r"S-\d+", 300),
    Book("ruta", "RUTA", 28, NONE, r"S-\d+", 200),
    Book("tic_tac_toe", "TTT", 5, NONE, r"S-\d+", 25),
]
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game)


def test_every_game_has_its_book() -> None:
    assert [book.game for book in BOOKS] == [info.name for info in catalogue.games()]


@every_book
def test_the_rulebook_numbers_its_rules_in_order(book: Book) -> None:
    assert re.findall(rf"^\*\*({book.mark}-\d+) ", book.text, re.MULTILINE) == book.numbers


@every_book
def test_every_rule_is_cited_by_a_line_or_a_scenario(book: Book) -> None:
    alone = variant_sets(catalogue.game(book.game), most=1)
    games = [load(book.game, variants=names, engine="reference") for names in alone]
    cited = {tag for game in games for rule in game.rules for tag in rule.tags}
    assert [number for number in book.numbers if number not in cited] == []


@every_book
def test_no_citation_dangles(book: Book) -> None:
    known = set(book.numbers)
    for path in [*sorted(book.folder.glob("*.game")), book.folder / "rulebook.md"]:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(rf"\b{book.mark}-\d+", text)) <= known, path.name


@every_book
def test_every_worked_example_is_a_scenario_or_a_test(book: Book) -> None:
    """Examples are `**S-1 Title**` in the rulebook and the first word of a scenario's title; those
    that count positions or play whole games are tests that name them."""
    written = re.findall(rf"^\*\*({book.example}) ", book.text, re.MULTILINE)
    assert written
    texts = [path.read_text(encoding="utf-8") for path in book.folder.glob("*.game")]
    shown = {title for text in texts for title in re.findall(r'scenario "(\S+)', text)}
    tests = "".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")
    )
    missing = [name for name in dict.fromkeys(written) if name not in shown]
    assert [name for name in missing if not re.search(rf"\b{name}\b", tests)] == []


@every_book
def test_rules_are_short_enough_to_read(book: Book) -> None:
    """A game in as many lines as its book says, each variant in about 25; blank lines and scenarios
    do not count."""
    for path in book.folder.glob("*.game"):
        text = path.read_text(encoding="utf-8")
        rules = re.split(r"^# -+ worked by hand|^scenario|^ +scenario", text, flags=re.MULTILINE)[0]
        most = book.lines if path.stem == book.game else 25
        assert sum(1 for line in rules.splitlines() if line.strip()) <= most, path.name
