"""`rulewright solve`: what it proves in words and as JSON, and what it says where it cannot."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.catalogue import game as info

Run = Callable[..., Result]


def test_a_draw_is_proved(run: Run) -> None:
    done = run("solve", "tic_tac_toe")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert lines[:3] == [
        "Tic-Tac-Toe",
        "proved   nobody wins, if nobody makes a mistake",
        "         by all 5,478 positions that can be reached (958 ends)",
    ]
    assert lines[3].startswith("line     mark ") and lines[3].count("mark") == 9
    assert lines[-1].split()[0] == "mark" and lines[-1].endswith("nobody wins")


def test_hidden_information_is_told_with_the_strategy(run: Run) -> None:
    shown = run("solve", "kuhn_poker").stdout
    assert "first gains -1/18 (-0.055556) points on average, if both play perfectly" in shown
    assert "  second, hand Queen  after bet         fold 2/3, call 1/3\n" in shown
    told = json.loads(run("solve", "kuhn_poker", "--json").stdout)
    assert (told["low"], told["high"], told["exact"], told["histories"]) == (
        "-1/18", "-1/18", True, 58,
    )  # fmt: skip
    assert len(told["information_sets"]) == 12
    assert all(sum(one["moves"].values()) == pytest.approx(1) for one in told["information_sets"])


def test_what_others_hold_is_told_with_whose_it_is(run: Run, tmp_path: Path) -> None:
    rules = info("kuhn_poker").path
    shutil.copytree(rules.parent, tmp_path / "kuhn")
    text = rules.read_text(encoding="utf-8").replace("seen by owner ", "seen by others ")
    (tmp_path / "kuhn" / rules.name).write_text(text, encoding="utf-8")
    shown = run("solve", str(tmp_path / "kuhn" / rules.name)).stdout
    assert "  second, hand of first Queen  after bet         fold 2/3, call 1/3\n" in shown


def test_chance_leaves_a_number_and_how_far_it_may_be_off(run: Run) -> None:
    shown = run("solve", "pig", "--option", "target=10").stdout
    assert "seat 0 wins 0.709424323 (known to " in shown
    told = json.loads(run("solve", "pig", "--option", "target=10", "--json").stdout)
    assert 0 < told["high"] - told["low"] < 1e-11 and not told["exact"]
    assert told["line"] == ["roll"]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("connect_four", "--positions", "99"), 1, "the game is too large: there are more than 99"),
        (("connect_four", "--seconds", "0.5"), 1, "nothing is proved: the game is too large for"),
        (("ruta",), 1, "the tree is too large: pile can be shuffled in more than"),
        (("kuhn_poker", "--seats", "3"), 2, "kuhn_poker has 3 seats: only games for one or two"),
        (("pig", "--for", "draw"), 2, "'draw' is not one of 'win', 'points'"),
        (("treadmill.game", "--seconds", "9"), 0, "it cannot be won"),
    ],
)
def test_what_is_not_proved_is_said(
    run: Run, treadmill: Path, arguments: tuple[str, ...], code: int, told: str
) -> None:
    parts = [str(treadmill) if part == "treadmill.game" else part for part in arguments]
    done = run("solve", *parts)
    assert (done.exit_code, told in done.stdout + done.stderr) == (code, True), done.stderr
    assert "Traceback" not in done.stderr


def test_who_wins_alone_is_proved_by_less(run: Run) -> None:
    shown = run("solve", "breakthrough", "--option", "size=4", "--value-only").stdout
    lines = shown.splitlines()
    assert lines[1:3] == [
        "proved   Black wins, if nobody makes a mistake",
        "         by 14,370 positions (1,596 ends); no other matters to it",
    ]
    assert lines[-1].endswith("Black wins"), "whatever White begins with"
    told = json.loads(run("solve", "tic_tac_toe", "--value-only", "--json").stdout)
    assert (told["low"], told["high"], told["complete"], told["line"]) == ("0", "0", False, [])
    assert {(one["low"], one["high"]) for one in told["moves"]} == {("0", "0"), ("-1", "0")}
    shown = run("solve", "tic_tac_toe", "--value-only").stdout
    assert shown.count("not looked at to the end") == 8
    assert "not looked at" not in run("solve", "tic_tac_toe").stdout
