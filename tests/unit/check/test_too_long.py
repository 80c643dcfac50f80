"""Rules too long with their definitions written out: by how much, and what makes them so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError
from rulewright.core.cost import MOST_NODES
from rulewright.diagnostics import Diagnostic
from rulewright.game import load

GAME = """game rows "Rows"
  players 2
mark gold of seat: 0..9, starts 1
define few of p: seat = {few}
define some of p: seat = {some}
define more of p: seat = {more}
phase play
  turns until gold of me > 8
    choose main
      take
        gain 1 gold of me
score gold of p: {score}
winner most score
{rest}"""


def found(folder: Path, score: str, more: str = "some(p) + some(p)", rest: str = "") -> Diagnostic:
    few = " + ".join(["gold of p"] * 40)
    some = " + ".join(["few(p)"] * 24)
    (folder / "rows.game").write_text(
        GAME.format(few=few, some=some, more=more, score=score, rest=rest)
    )
    with pytest.raises(RulesError) as error:
        load(str(folder / "rows.game"))
    (told,) = [one for one in error.value.diagnostics if one.code == "E196"]
    return told


def numbers(text: str) -> list[int]:
    return [int(word.replace(",", "")) for word in text.split() if word.replace(",", "").isdigit()]


def test_it_is_said_how_long_and_what_makes_it_so(tmp_path: Path) -> None:
    rest = "define little of p: seat = gold of p + 1\n"
    told = found(tmp_path, "more(p) * more(p) + more(p) + little(p) + some(p)", rest=rest)
    assert told.message.startswith(
        "the score gold, with all definitions written out, is too long: "
    ) and told.message.endswith(" parts, where 10,000 are allowed")
    length, allowed = numbers(told.message)
    assert length > allowed == MOST_NODES
    dear = told.hint.partition("; ")[0]
    assert dear.startswith("more has ")
    assert " parts and is used 3 times, some has " in dear
    assert dear.endswith(" parts and is used once")
    large, often, small = numbers(dear)
    assert often == 3
    assert length - 100 < large * often + small < length


def test_what_is_given_stands_wherever_it_is_read(tmp_path: Path) -> None:
    rest = "define thrice(n: 0..999999) = n + n + n + size of seat\n"
    told = found(tmp_path, "thrice(3 - more(p))", rest=rest)
    dear = told.hint.partition("; ")[0]
    assert dear.startswith("more has ")
    assert dear.endswith(" parts and is used 3 times")
    assert told.message.startswith("thrice, ")


def test_all_rules_together_are_told(tmp_path: Path) -> None:
    rest = "".join(f"score more_{i} of p: more(p) + more(p) + more(p) + {i}\n" for i in range(5))
    told = found(tmp_path, "some(p)", "some(p)", rest=rest)
    assert told.message.startswith("all rules together, with all definitions written out, is ")
    assert told.message.endswith(" parts, where 20,000 are allowed")
    assert "more has " in told.hint
    assert "is used 15 times; " in told.hint


def test_all_that_is_written_out_is_told(tmp_path: Path) -> None:
    rest = "".join(
        f"define more_{i} of p: seat = more(p) + more(p) + more(p) + {i}\n" for i in range(50)
    )
    asked = " + ".join(f"more_{i}(p)" for i in range(50))
    told = found(tmp_path, asked, "some(p)", rest=rest)
    assert told.message.startswith("more and all before it, with all definitions written out, ")
    assert told.hint.startswith("more has ")
    assert told.message.endswith(" parts, where 200,000 are allowed")


def test_how_deep_is_told(tmp_path: Path) -> None:
    """What is used first is written out first."""
    deep = "".join(
        f"define d{i} of p: seat = max(1, max(2, max(3, max(4, d{i - 1}(p)))))\n"
        + f"score reached_{i} of p: d{i}(p)\n" * (i % 10 == 0)
        for i in range(1, 31)
    )
    told = found(tmp_path, "more(p)", rest=f"define d0 of p: seat = gold of p\n{deep}")
    assert told.message.endswith(" levels, where 100 are allowed")
    assert numbers(told.message)[0] > 100
