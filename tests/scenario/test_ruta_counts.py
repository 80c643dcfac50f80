"""S-26 and S-27 of Ruta's rulebook, through the engine protocol with every shuffle stacked.

The tables are read from the rulebook itself. Stacking: *descending* is reverse card order, *zigzag*
first, last, second, last but one, … of the cards of the deck; cards not concerned are skipped.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import cache
from typing import Any

import pytest
from tests.repeated import some

from rulewright.game import load
from rulewright.play.protocol import Session
from rulewright.resources import rules_root

VARIANTS = {
    "none": [],
    "1": ["ace_give"],
    "2": ["ace_extra"],
    "1+2": ["ace_give", "ace_extra"],
    "3": ["ace_subvert"],
}
ENGINES = ["python", "reference"]
Row = list[str]


def table(section: str) -> list[Row]:
    """The rows of the first table after a heading in the rulebook, cell by cell."""
    text = (rules_root() / "ruta" / "rulebook.md").read_text(encoding="utf-8")
    lines = text[text.index(section) :].splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("|"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


COUNTS = table("**S-26")
GAMES = table("**S-27")


@cache
def deck() -> list[str]:
    """The cards that are not on the map, in card order."""
    game = load("ruta")
    on_map = set(game.program.boards[0].places)
    labels = game.program.boards[0].component.labels
    return [label for card, label in enumerate(labels) if card not in on_map]


def stacked(deal: str) -> list[str]:
    cards = deck()
    if deal == "descending":
        return cards[::-1]
    half = (len(cards) + 1) // 2
    pairs = zip(cards[:half], reversed(cards[half:]), strict=True)
    return [card for pair in pairs for card in pair]


class Stacked:
    """A conversation in which chance is always answered with the stacked order."""

    def __init__(self, engine: str, deal: str, rule: str, excuse: str = "on") -> None:
        self.session = Session(engine="reference" if engine == "reference" else "python")
        self.order = stacked(deal)
        self.position = self.ask(
            do="new",
            game="ruta",
            variants=VARIANTS[rule],
            options={"excuse": excuse},
            chance="asked",
        )
        self.shuffle()

    def ask(self, **request: object) -> dict[str, Any]:
        answer = json.loads(self.session.answer(json.dumps(request)))
        assert isinstance(answer, dict) and answer["ok"], answer
        return answer

    def shuffle(self) -> None:
        while self.position["chance"] is not None:
            concerned = set(self.position["chance"]["of"])
            outcome = [card for card in self.order if card in concerned]
            self.position = self.ask(do="chance", outcome=outcome)

    def play(self, move: str) -> None:
        self.position = self.ask(do="play", move=move)
        self.shuffle()


@pytest.mark.thorough(each="row")
@pytest.mark.parametrize("row", COUNTS, ids=lambda row: f"{row[0]}-{row[1]}")
@pytest.mark.parametrize(("engine", "depth"), [("python", 7), ("reference", 4)])
def test_s_26_numbers_of_decision_sequences(engine: str, depth: int, row: Row) -> None:
    wanted = [int(re.sub(r"\s", "", cell)) for cell in row[2:]][:depth]
    table = Stacked(engine, row[0], row[1])
    assert table.ask(do="perft", depth=depth)["counts"] == wanted


@pytest.mark.thorough(each="row")
@pytest.mark.parametrize(
    "row", some(GAMES, one_in=2), ids=lambda row: "-".join(row[:4]).replace(" ", "")
)
@pytest.mark.parametrize("engine", ENGINES)
def test_s_27_whole_games(engine: str, row: Row) -> None:
    deal, excuse, rule, steps, decisions, turns, score, digest = row
    a, b = map(int, steps.split(","))
    table = Stacked(engine, deal, rule, excuse)
    moves: list[str] = []
    begun = 1
    while not table.position["over"]:
        choice = table.position["choice"]
        offered = sorted(table.position["moves"])
        moves.append(offered[(a * len(moves) + b) % len(offered)])
        table.play(moves[-1])
        gives = choice == "main" and moves[-1].startswith("give ")
        begun += table.position["choice"] == "main" and not gives
    assert (len(moves), begun) == (int(decisions), int(turns))
    assert table.position["scores"] == [int(points) for points in re.findall(r"\d+", score)]
    assert hashlib.sha256("\n".join(moves).encode()).hexdigest()[:12] == digest
    record = table.ask(do="save")["record"]
    assert table.ask(do="load", record=record) == table.position


def test_the_tables_are_whole() -> None:
    assert (len(COUNTS), len(GAMES)) == (7, 13)
    assert all(len(row) == 9 for row in COUNTS) and all(len(row) == 8 for row in GAMES)
