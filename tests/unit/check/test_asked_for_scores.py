"""`score of P` and `winners` mean the same wherever they stand, and in what order ever things are
declared: where they cannot, since they would lead back to themselves, that is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.backends import registry
from rulewright.testing.scenario import run

GAME = """\
game rich "Who is rich"
  players 2
mark coins of seat: 0..9, starts 3        "Coins"
mark noted: 0..99                         "What was noted"
{first}
phase play
  turns until passes is 4 {until}
    choose main
      note                                "Note the score"
        {body}
        set noted to score of me
        gain 1 coins of me
        pass
{lines}
scenario "the score, and who wins"
  play note; note; note
  expect noted is {noted} and score of 0 is {scores[0]}
      and score of 1 is {scores[1]} and winners is {winners}
"""

COINS = "score coins of p: coins of p"
LATE = "history late of noted, rich: last 4"
RICH = "define rich of p: seat = score of p > 4"
GLAD = "define glad of p: seat = p in winners"
BONUS = "score bonus of p: 10 when {} else 0"
WINS = "winner p where coins of p > 4"
MOST = "winner most score"


def game(first: str = "", body: str = "", until: str = "", lines: str = "", *told: object) -> str:
    noted, scores, winners = told
    return GAME.format(
        first=first,
        body=body,
        until=until,
        lines=lines,
        noted=noted,
        scores=scores,
        winners=winners,
    )


@pytest.mark.parametrize(
    "text",
    [
        game(RICH, "remember(late)", "or times(late) is 4", f"{LATE}\n{COINS}\n{MOST}",
             4, (5, 4), "{0}"),
        game(LATE, "remember(late)", "or times(late) is 4", f"{RICH}\n{COINS}\n{MOST}",
             4, (5, 4), "{0}"),
        game("", "", "", f"{BONUS.format('p in winners')}\n{COINS}\n{WINS}", 4, (15, 4), "{0}"),
        game(GLAD, "", "", f"{WINS}\n{COINS}\n{BONUS.format('glad of p')}", 4, (15, 4), "{0}"),
        game(GLAD, "", "or some p in seat where glad of p and coins of p > 8",
             f"{COINS}\nwinner p where score of p > 4", 4, (5, 4), "{0}"),
    ],
)  # fmt: skip
def test_is_the_score_of_all_lines_wherever_it_is_asked(tmp_path: Path, text: str) -> None:
    (tmp_path / "rich.game").write_text(text, encoding="utf-8")
    rules = load(str(tmp_path / "rich.game"))
    (scenario,) = rules.scenarios()
    found = {engine: run(rules, scenario, engine) for engine in registry.names()}
    assert all(one.passed for one in found.values()), found


@pytest.mark.parametrize(
    ("first", "lines", "places"),
    [
        ("", f"{BONUS.format('score of p > 4')}\n{COINS}\n{MOST}", ["score bonus"]),
        ("", f"{COINS}\n{BONUS.format('score of p > 4')}\n{MOST}", ["score bonus"]),
        ("", f"{COINS}\n{BONUS.format('score of next of p > 4')}\n{MOST}", ["score bonus"]),
        (RICH, f"{COINS}\n{BONUS.format('rich of p')}\n{MOST}", ["define rich"]),
        ("", f"{COINS}\n{BONUS.format('rich of p')}\n{MOST}\n{RICH}", ["define rich"]),
        ("", f"{COINS}\n{BONUS.format('p in winners')}\n{MOST}", ["score bonus"]),
        (GLAD, f"{BONUS.format('glad of p')}\n{COINS}\n{MOST}", ["define glad"]),
        ("", f"{BONUS.format('p in winners')}\nwinner p where score of p > 1", ["winner p"]),
        ("", f"{COINS}\nwinner p where p in winners", ["winner p"]),
        (GLAD, f"{COINS}\nwinner p where glad of p", ["define glad"]),
    ],
)  # fmt: skip
def test_is_told_where_it_leads_back_to_itself(
    tmp_path: Path, first: str, lines: str, places: list[str]
) -> None:
    text = game(first, "", "", lines, 0, (0, 0), "{}")
    (tmp_path / "rich.game").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as error:
        load(str(tmp_path / "rich.game"))
    written = text.split("\n")
    told = [(one.code, written[one.span.line - 1]) for one in error.value.diagnostics]
    assert [code for code, _ in told] == ["E120"] * len(places), told
    assert all(line.startswith(place) for (_, line), place in zip(told, places, strict=True)), told
