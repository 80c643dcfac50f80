"""Of one thing it is told in the singular, where numbers stand with words: `1 move`, `1 seat`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.characters import many
from rulewright.diagnostics import RulesError
from rulewright.game import load
from rulewright.play import record as records
from rulewright.play.match import Match
from rulewright.players.naming import seat_players
from rulewright_cli.main import cli

ALONE = """\
game alone "Alone"
  players 1

component nut from "nuts.csv" named by name
mark bowl: 0..9                           "Nuts in the bowl"

phase play                                "Once"
  turns until bowl > 0
    choose main                           "How many?"
      take(n in 1..1)                     "Take one"
        gain n bowl

score nuts of p: bowl                     "A point for each"
winner most score

scenario "One takes one" ALONE-1
  seats 1
  play take 1
  expect over
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    (tmp_path / "nuts.csv").write_text("name\nash\n", encoding="utf-8")
    path = tmp_path / "alone.game"
    path.write_text(ALONE, encoding="utf-8")
    return path


def test_one_is_no_plural() -> None:
    assert many(1, "point") == "1 point" and many(0, "point") == "0 points"
    assert many(2_000, "match", "es") == "2,000 matches"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("replay",), "1 seat,"),
        (("replay",), "The record replays: 1 move."),
        (("shrink",), "1 move: nothing is broken"),
        (("solve",), "1 end"),
        (("solve", "--for", "points"), "gets 1 point"),
        (("rulebook", "--format", "md"), "1 player"),
        (("simulate", "--games", "1"), "1 game"),
    ],
)
def test_of_one_it_is_told_so(command: tuple[str, ...], said: str, alone: Path) -> None:
    about = alone
    if command[0] in ("replay", "shrink"):
        game = load(str(alone))
        about = alone.with_suffix(".json")
        records.save(Match(game, seat_players(["random"], 1, seats=1)).play(seed=1), about)
    done = CliRunner().invoke(cli, [command[0], str(about), *command[1:]])
    assert said in done.output
    assert re.search(r"\b1 (?!process\b)\w+s\b", done.output) is None


@pytest.mark.parametrize(
    ("edit", "code", "said"),
    [
        (("players 1", "players 1 named Ann, Bob"), "E052", "2 names for 1 player"),
        (("gain n bowl", "deal 2 from bag to cup"), "E169", "there is 1 component"),
    ],
)
def test_what_is_wrong_with_one_is_told_so(
    edit: tuple[str, str], code: str, said: str, alone: Path
) -> None:
    zone = "zone bag: stack of nut\nzone cup: stack of nut\nmark bowl:"
    alone.write_text(alone.read_text().replace(*edit).replace("mark bowl:", zone), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load(str(alone))
    assert [said in one.message for one in raised.value.diagnostics if one.code == code] == [True]
