"""`rulewright playtest`: what its report holds, in each of its forms, and what it is written to."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from rulewright.playtest.figures import Bar
from rulewright.playtest.measure import Table
from rulewright.playtest.row import Row
from rulewright_cli.playtest import charts
from rulewright_cli.playtest.writing import as_json_value

from .conftest import Golden, Run
from .test_rulebook import Page

FAST = ("--measure", "3", "--playouts", "3", "--simulations", "4", "--ladder-games", "4", "--jobs",
        "1")  # fmt: skip
TITLES = ("At a glance", "Who wins", "How long it lasts", "How games go", "How much skill counts",
          "What there is to choose", "What is done", "What is used", "How it ends",
          "Games to look at")  # fmt: skip


def page_of(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert len(page.anchors) == len(set(page.anchors))
    assert all(one.startswith("#") and one[1:] in page.anchors for one in page.references)
    assert not page.tags & {"script", "link", "img", "iframe", "object", "embed"}
    assert "http" not in text and "url(h" not in text and "nan" not in re.findall(r"[a-z]+", text)
    return page


def test_the_report_of_a_small_game(run: Run, golden: Golden) -> None:
    done = run("playtest", "ferry.game", "-n", "12", *FAST)
    assert done.exit_code == 0 and done.stderr == ""
    golden("playtest_ferry.md", done.stdout)


def test_two_games_side_by_side(run: Run, golden: Golden) -> None:
    done = run(
        "playtest", "ferry.game", "--against", "wind", "-n", "12", *FAST, "--ladder", "random"
    )
    assert done.exit_code == 0 and done.stderr == ""
    golden("playtest_ferry_wind.md", done.stdout)


def test_a_page_has_everything_and_needs_nothing(run: Run) -> None:
    done = run("playtest", "ferry.game", "--against", "wind", "-n", "12", *FAST, "--html", "p.html")
    assert done.exit_code == 0 and done.stdout == ""
    page = page_of(Path("p.html"))
    for title in (*TITLES, "What differs"):
        assert title in page.words
    for picture in re.findall(r"<svg.*?</svg>", Path("p.html").read_text(), flags=re.S):
        assert 'role="img"' in picture and "<title>" in picture and "<desc>" in picture


def test_the_records_beside_a_page_replay(run: Run) -> None:
    assert run("playtest", "ferry.game", "-n", "6", *FAST, "--html", "p.html").exit_code == 0
    commands = re.findall(r"<code>(rulewright replay [^<]+)</code>", Path("p.html").read_text())
    assert len(commands) > 6
    for command in sorted(set(commands)):
        done = run(*command.split()[1:])
        assert done.exit_code == 0, done.output


def test_json_has_the_same_figures_as_the_page(run: Run) -> None:
    arguments = ("playtest", "ferry.game", "-n", "12", *FAST)
    data: dict[str, Any] = json.loads(run(*arguments, "--json").stdout)
    told = run(*arguments).stdout
    (side,) = data["sides"]
    assert f"On average {side['figures']['decisions']['mean']:.1f} decisions" in told
    assert f"red: {100 * side['seats'][0]['value']:.1f} %" in told
    assert data["complete"] and data["beside"] is None and data["seed"] == 0
    (step,) = data["ladders"][0]
    assert (step["upper"], step["lower"], step["share"]["games"]) == ("greedy", "random", 4)


def test_the_command_in_a_report_gives_the_report_again(run: Run) -> None:
    first = run("playtest", "ferry.game", "-n", "5", "--seed", "9", *FAST).stdout
    again = re.search(r"again: `rulewright ([^`]+)`", first)
    assert again is not None
    assert run(*again[1].split(), "--jobs", "1").stdout == first


def test_a_store_is_gone_on_with_and_gives_the_same(run: Run, monkeypatch: Any) -> None:
    arguments = ("playtest", "ferry.game", "-n", "6", *FAST)
    undisturbed = run(*arguments).stdout
    play = Table.play

    def interrupted(table: Table, number: int) -> Row:
        if number == 3:
            raise KeyboardInterrupt
        return play(table, number)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "play", interrupted)
        stopped = run(*arguments, "--store", "s.sqlite")
    assert stopped.exit_code == 130 and "Not complete" in stopped.stdout
    with sqlite3.connect("s.sqlite") as file:
        ((kept,),) = file.execute("SELECT count(*) FROM games").fetchall()
    file.close()
    assert 0 < kept < 10
    assert run(*arguments, "--store", "s.sqlite").stdout == undisturbed
    other = run(*arguments, "--seed", "1", "--store", "s.sqlite")
    assert other.exit_code == 2 and "s.sqlite is of another seed: 0, not 1" in other.stderr


def test_rows_and_markdown_are_written(run: Run) -> None:
    done = run("playtest", "ferry.game", "--against", "wind", "-n", "3", *FAST, "--rows", "r.csv",
               "--markdown", "p.md")  # fmt: skip
    assert done.exit_code == 0 and done.stdout == ""
    lines = Path("r.csv").read_text().splitlines()
    assert lines[0].startswith("side,game,seed,decisions") and len(lines) == 7
    assert Path("p.md").read_text().startswith("# Ferry: playtest\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "random,random,random"), "players"),
        (("--players", "nobody"), "there is no player called nobody"),
        (("--ladder", "random,nobody"), "there is no player called nobody"),
        (("--html", "missing/p.html"), "there is no folder missing"),
        (("--html", "."), "cannot write"),
        (("--store", "."), "is no ordinary file"),
        (("--rows", "r.txt"), "rows are written to files"),
        (("--against", "wind+wand"), "wand"),
    ],
)
def test_wrong_uses_are_told(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("playtest", "ferry.game", "-n", "1", *FAST, *arguments)
    assert done.exit_code == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_games_without_points_or_winners_or_with_one_seat_have_reports(run: Run) -> None:
    for game in ("tic_tac_toe", "klondike", "quetinny"):
        few = ("-n", "2", "--measure", "1", "--playouts", "2", "--simulations", "2", "--jobs", "1",
               "--ladder-games", "2", "--players", "random", "--ladder", "random")  # fmt: skip
        done = run("playtest", game, *few, "--html", f"{game}.html", "--longest", "400")
        assert done.exit_code == 0, done.output
        page_of(Path(f"{game}.html"))


def test_a_game_that_never_ends_has_a_report(run: Run, treadmill: Path) -> None:
    done = run("playtest", treadmill, "-n", "2", *FAST, "--longest", "20", "--html", "t.html")
    assert done.exit_code == 0, done.output
    page_of(Path("t.html"))


def test_charts_draw_what_is_at_the_edges() -> None:
    whisker = charts.Whisker("a <b> & a very long name of a seat indeed", None, None, 3.0, "")
    Page(charts.intervals("t <", [whisker], least=0.0, most=0.0, unit="").svg)
    Page(charts.histogram("t", [Bar(5, 5, 1)], 5, 5).svg)
    Page(charts.parts_of("t", [("", [("x", 1.0), ("y", 0.0)])]).svg)
    for least, most in ((0, 1), (0, 100000), (-50, 50), (0.1, 0.2), (7, 7)):
        assert len(charts._ticks(least, most)) <= 8
    assert as_json_value({"a": (1, (2,))}) == {"a": [1, [2]]}
