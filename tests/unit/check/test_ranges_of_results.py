"""The type of a number holds every value that it can have: engines leave out range checks by it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.check.builtins import BUILT_IN
from rulewright.core import ir
from rulewright.core.evaluate import evaluate
from rulewright.core.walk import walk

RULES = """
game ranges
  players 2
type card: a, b, c, d
mark x: {x}
mark y: {y}
mark worth of card: {x}
mark chosen: set of card
phase p
  turns until passes is 1
    choose c
      up
        gain 1 x
        gain 1 y
        set chosen to card
        each k in card
          gain 1 worth of k
      else pass
{scores}
winner most score
"""
WRITTEN = [
    "x + y", "x - y", "x * y", "0 - x", "x * x - y", "x * y * 2 - 3", "x + y when x > y else y - x",
    "total worth of k for k in card", "total (worth of k * x) for k in chosen",
    "largest worth of k for k in chosen", "smallest (worth of k - y) for k in card",
    "how many k in chosen where worth of k > y", "total 3 for k in chosen",
]  # fmt: skip
CALLS = (
    "{}(x - y)", "{}(x, y)", "{}(max(0, x), max(0, y))", "{}(x, max(1, y))",
    "{}(max(1, x), max(0, y))",
)  # fmt: skip
"""How functions of numbers may be called: some take none below 0, some none below 1."""


def rules(folder: Path, numbers: list[str], x: range, y: range) -> Game:
    more = ["x + y + size of chosen + total worth of k for k in card"]  # what is declared is read
    scores = "\n".join(f"score s{i} of p: {text}" for i, text in enumerate([*numbers, *more]))
    path = folder / "ranges.game"
    marks = {"x": f"{x.start}..{x.stop - 1}", "y": f"{y.start}..{y.stop - 1}"}
    path.write_text(RULES.format(**marks, scores=scores), encoding="utf-8")
    return load(str(path), engine="reference")


@cache
def numbers(folder: Path) -> list[str]:
    """Expressions that are numbers: those above, and what built-in functions make of numbers."""
    calls = [form.format(name) for name in BUILT_IN for form in CALLS]
    found = list(WRITTEN)
    for text in calls:
        try:
            rules(folder, [text], range(-2, 3), range(4))
        except RulesError:
            continue
        found.append(text)
    return found


def drawn(luck: random.Random, kind: range) -> Iterator[int]:
    yield from (kind.start, kind.stop - 1, 0 if 0 in kind else kind.start)
    yield from (luck.choice(kind) for _ in range(12))


def test_functions_of_numbers_are_found(tmp_path: Path) -> None:
    found = {text.partition("(")[0] for text in numbers(tmp_path)[len(WRITTEN) :]}
    assert {"min", "max", "abs", "quotient", "remainder"} <= found


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("seed", range(6))
def test_no_value_lies_outside_its_type(tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    low, least = luck.randint(-9, 4), luck.randint(-9, 4)
    x, y = range(low, low + luck.randint(2, 9)), range(least, least + luck.randint(2, 9))
    texts = numbers(tmp_path)
    program = rules(tmp_path, texts, x, y).program
    for one, other in zip(drawn(luck, x), drawn(luck, y), strict=True):
        chosen, worth = luck.randrange(16), [luck.choice(x) for _ in range(4)]

        def read(variable: ir.StateVariable, keys: tuple[int, ...]) -> int:
            if variable.name == "worth":
                return worth[keys[0]]  # noqa: B023
            return {"x": one, "y": other, "chosen": chosen}[variable.name]  # noqa: B023

        for text, line in zip(texts, program.scores, strict=False):
            kind = line.value.type
            assert isinstance(kind, ir.Number)
            value = evaluate(line.value, {line.local.number: 0}, read)
            assert isinstance(value, int)
            assert kind.low <= value <= kind.high, (text, x, y, one, other, chosen, worth)


def test_a_score_goes_as_far_as_its_lines_together(tmp_path: Path) -> None:
    path = tmp_path / "coins.game"
    path.write_text(
        """game coins
  players 2
mark coins of seat: 0..6
mark debts of seat: 0..3
phase p
  turns until total score of q for q in seat > 20
    choose main
      earn
        gain 1 coins of me
        gain 1 debts of me
score coins of p: coins of p * 2
score debts of p: 0 - debts of p
winner most score
""",
        encoding="utf-8",
    )
    program = load(str(path)).open_program
    (total,) = (n for n in walk(program.flow) if isinstance(n, ir.Fold) and n.kind == "total")
    assert total.body is not None
    assert (total.body.type, total.type) == (ir.Number(-3, 12), ir.Number(-6, 24))
