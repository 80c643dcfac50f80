"""`rulewright playtest`: what its report holds, in each of its forms, and what it is written to."""

from __future__ import annotations

import json
import math
import re
import shutil
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright.playtest.figures import Bar, Estimate
from rulewright.playtest.measure import Table
from rulewright.playtest.row import Row
from rulewright.playtest.skill import Step
from rulewright_cli.main import cli
from rulewright_cli.playtest import charts
from rulewright_cli.playtest.outcomes import TOO_FEW_OF_LADDER, _is_clearly_off, _skill_words
from rulewright_cli.playtest.writing import as_json_value

from .conftest import HERE, Golden, Run
from .test_rulebook import Page

FAST = ("--measure", "3", "--playouts", "3", "--simulations", "4", "--ladder-games", "4", "--jobs",
        "1")  # fmt: skip
TITLES = ("At a glance", "Who wins", "How long it lasts", "How games go", "How much skill counts",
          "What there is to choose", "What is done", "What is used", "How it ends",
          "Games to look at")  # fmt: skip

ALONE = """game alone "Alone"
  players 1

mark rolls: 0..9
mark eyes: 0..60
mark die: 0..6

phase rolling
  turns until rolls is 5
    choose step
      roll
        pick die from 1..6
        gain die eyes
        gain 1 rolls
      skip
        gain 1 rolls

score pips of p: eyes
winner p where eyes > 9
"""


def page_of(path: Path) -> Page:
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert len(page.anchors) == len(set(page.anchors))
    assert all(one.startswith("#") and one[1:] in page.anchors for one in page.references)
    assert not page.tags & {"script", "link", "img", "iframe", "object", "embed"}
    assert "http" not in text and "url(h" not in text and "nan" not in re.findall(r"[a-z]+", text)
    return page


@dataclass(frozen=True)
class Told:
    """A playtest in all its forms: the folder with its files, and what it printed as JSON."""

    folder: Path
    data: dict[str, Any]

    @property
    def markdown(self) -> str:
        return (self.folder / "p.md").read_text(encoding="utf-8")

    @property
    def html(self) -> str:
        return (self.folder / "p.html").read_text(encoding="utf-8")


def told(folder: Path, *arguments: str) -> Told:
    shutil.copytree(HERE / "ferry", folder, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        forms = ("--json", "--html", "p.html", "--markdown", "p.md", "--rows", "p.csv")
        searching = ("--simulations", "0")  # what a search finds may change, but not this report
        command = ["playtest", "ferry.game", "-n", "12", *FAST, *searching, *arguments, *forms]
        done = CliRunner().invoke(cli, command)
    assert done.exit_code == 0, done.output
    apart = 1 + arguments.count("--against") if "--against" in arguments else 0
    assert all(re.match(r"[A-Z]  \w", line) for line in done.stderr.splitlines()[:apart])
    beforehand, *since = done.stderr.splitlines()[apart:]
    assert re.match(r"\d+ games to play", beforehand)
    assert all(re.match(r"\d+ of \d+ games after ", line) for line in since)
    return Told(folder, json.loads(done.stdout))


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told(tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def wind(tmp_path_factory: pytest.TempPathFactory) -> Told:
    return told(tmp_path_factory.mktemp("two"), "--against", "wind", "--ladder", "random")


def test_the_report_of_a_small_game(ferry: Told, golden: Golden) -> None:
    golden("playtest_ferry.md", ferry.markdown)


def test_two_games_side_by_side(wind: Told, golden: Golden) -> None:
    golden("playtest_ferry_wind.md", wind.markdown)


def test_a_page_has_everything_and_needs_nothing(ferry: Told, wind: Told) -> None:
    for one in (ferry, wind):
        page = page_of(one.folder / "p.html")
        for title in TITLES:
            assert title in page.words or (one is wind and title == "How much skill counts")
        for picture in re.findall(r"<svg.*?</svg>", one.html, flags=re.S):
            assert 'role="img"' in picture and "<title>" in picture and "<desc>" in picture
    assert "What differs" in page.words and "Which rules differ" in page.words


def test_several_games_held_against_one(tmp_path: Path, wind: Told, golden: Golden) -> None:
    """The one is told of in full, of each other what differs; and what is said of several together
    is said more carefully."""
    several = told(
        tmp_path, "--against", "wind", "--against", "ferry.game", "--against", "fog=on",
        "--ladder", "random",
    )  # fmt: skip
    golden("playtest_ferry_several.md", several.markdown)
    page = page_of(several.folder / "p.html")
    assert "3 others, held against it" in page.words and "ferry.game: no difference" in page.words
    assert (len(several.data["sides"]), len(several.data["games"])) == (1, 4)
    [alone], [first, same, fog] = wind.data["beside"], several.data["beside"]
    assert fog["rules"] and not same["rules"]
    assert all(one["unlike"] == 0 for one in same["results"])
    pairs = [
        (narrow, wide)
        for narrow, wide in zip(alone["results"], first["results"], strict=True)
        if narrow["low"] is not None
    ]
    assert pairs
    for narrow, wide in pairs:
        assert (narrow["what"], narrow["difference"]) == (wide["what"], wide["difference"])
        assert wide["low"] < narrow["low"] and narrow["high"] < wide["high"]
    rows = (several.folder / "p.csv").read_text().splitlines()
    assert {row[0] for row in rows[1:]} == set("abcd") and len(rows) == 49


def test_an_option_holds_for_all_games_that_are_held_against_each_other(run: Run) -> None:
    """As `diff` has it: for those that have it and do not set it themselves; and what each is
    played with is told first."""
    few = ("-n", "1", *FAST, "--measure", "0", "--ladder", "random", "--seats", "2", "--json")
    others = ("--against", "wind", "--against", "fog=off", "--against", "pig")
    done = run("playtest", "ferry.game", "--option", "fog=on", *others, *few)
    assert done.exit_code == 0, done.stderr
    fogs = [game["options"].get("fog") for game in json.loads(done.stdout)["games"]]
    assert fogs == ["on", "on", "off", None]
    told = ["A  ferry.game+fog=on", "B  ferry.game+wind+fog=on", "C  ferry.game+fog=off", "D  pig"]
    assert done.stderr.splitlines()[:4] == told
    for command in (
        ("diff", "ferry.game", "wind", "--option", "fog=on"),
        ("simulate", "ferry.game", "--against", "wind", "--option", "fog=on"),
    ):
        data = json.loads(run(*command, "-n", "1", "--seed", "1", "--json").stdout)
        assert data["a"]["options"]["fog"] == data["b"]["options"]["fog"] == "on"
    players = ("random", "greedy", "-n", "1", "--seats", "2", "--jobs", "1", "--json")
    also = ("--also", "wind", "--also", "fog=off", "--also", "pig")
    done = run("tournament", "ferry.game", *players, "--option", "fog=on", *also)
    assert done.exit_code == 0, done.stderr
    fogs = [one["options"].get("fog") for one in json.loads(done.stdout)["standings"]]
    assert fogs == ["on", "on", "off", None] and done.stderr.splitlines()[:4] == told


def test_the_records_beside_a_page_replay(
    wind: Told, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = sorted(set(re.findall(r"<code>(rulewright replay [^<]+)</code>", wind.html)))
    files = sorted(str(file.relative_to(wind.folder)) for file in wind.folder.rglob("p-games/*"))
    assert files == [command.split()[-1] for command in commands]
    monkeypatch.chdir(wind.folder)
    for command in (commands[0], commands[-1]):
        done = run(*command.split()[1:])
        assert done.exit_code == 0, done.output
    assert {name.split("/")[1][0] for name in files} == {"a", "b"}


def test_json_has_the_same_figures_as_the_page(ferry: Told) -> None:
    (side,) = ferry.data["sides"]
    mean, first = side["figures"]["decisions"]["mean"], side["seats"][0]["value"]
    assert f"On average {mean:.1f} decisions" in ferry.markdown
    assert f"red: {100 * first:.1f} %" in ferry.markdown
    assert ferry.data["complete"] and ferry.data["beside"] == [] and ferry.data["seed"] == 0
    (step,) = ferry.data["ladders"][0]
    assert (step["upper"], step["lower"], step["share"]["games"]) == ("greedy", "random", 4)


def test_there_is_a_row_for_each_game(ferry: Told, wind: Told) -> None:
    lines = (wind.folder / "p.csv").read_text().splitlines()
    assert lines[0].startswith("side,game,seed,decisions") and len(lines) == 25
    assert len((ferry.folder / "p.csv").read_text().splitlines()) == 13


def test_the_command_in_a_report_gives_the_report_again(ferry: Told, run: Run) -> None:
    again = re.search(r"again: `rulewright ([^`]+)`", ferry.markdown)
    assert again is not None
    done = run(*again[1].split(), "--jobs", "1").stdout
    figures = [re.sub(r"(?m)^.*worth a look.*\n", "", one).split("## Games to look")[0]
               for one in (ferry.markdown, done)]  # fmt: skip
    assert figures[0] == figures[1]


def test_a_store_is_gone_on_with_and_gives_the_same(run: Run, monkeypatch: Any) -> None:
    arguments = ("playtest", "ferry.game", "-n", "6", *FAST, "--measure", "1")
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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--players", "random,random,random"), "players"),
        (("--players", "nobody"), "there is no player called nobody"),
        (("--ladder", "random,nobody"), "there is no player called nobody"),
        (("--html", "missing/p.html"), "there is no folder missing"),
        (("--html", "."), "cannot write"),
        (("--store", "."), "cannot write .: Is a directory"),
        (("--rows", "r.txt"), "rows are written to files"),
        (("--against", "wind+wand"), "wand"),
        (("--against", "wind") * 26, "at most 25 games are held against one, not 26"),
    ],
)
def test_wrong_uses_are_told(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run("playtest", "ferry.game", "-n", "1", *FAST, *arguments)
    assert done.exit_code == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_a_game_without_points_and_a_game_for_one_have_reports(run: Run) -> None:
    Path("alone.game").write_text(ALONE)
    for game, players in (("alone.game", "random"), ("tic_tac_toe", "random,greedy")):
        done = run("playtest", game, "-n", "12", *FAST, "--players", players, "--html", "p.html",
                   "--markdown", "p.md")  # fmt: skip
        assert done.exit_code == 0, done.output
        assert not done.stdout and done.stderr.endswith("written to p.html and p.md\n")
        page_of(Path("p.html"))
        told = Path("p.md").read_text()
        assert ("Chance to win, in games that are won" in told) == (game == "alone.game")
        assert "as the search sees it" in told
        assert ("points" in told) == (game == "alone.game")
        assert ("greedy: " in told) == (game == "tic_tac_toe")


def test_a_game_that_never_ends_has_a_report(run: Run, treadmill: Path) -> None:
    done = run("playtest", treadmill, "-n", "2", *FAST, "--longest", "20", "--html", "t.html")
    assert done.exit_code == 0, done.output
    page_of(Path("t.html"))


def test_of_very_few_games_nothing_is_concluded(run: Run) -> None:
    told = run("playtest", "ferry.game", "-n", "2", *FAST, "--measure", "0", "--ladder", "random")
    said = " ".join(told.stdout.split())
    assert "what is said here is so in 2 games; of so few it says nothing of how" in said
    assert "of so few it is not known whether players can rely on that" in said
    assert "players can rely on how long" not in said
    assert "Too few games were played to tell whether it matters where one sits." in said
    one = run("playtest", "ferry.game", "-n", "1", *FAST, "--measure", "0", "--ladder", "random")
    assert "\n1 game, greedy at every seat; seed 0. None was looked into." in one.stdout


@pytest.mark.parametrize(("games", "said"), [(2, TOO_FEW_OF_LADDER), (40, "Skill counts: ")])
def test_of_very_few_games_no_skill_is_concluded(games: int, said: str) -> None:
    share = Estimate(1.0, 0.342, 1.0, games)
    assert _skill_words([Step("mcts:20", "random", 3, share, None, 7.0, None)]).startswith(said)


def test_where_nobody_has_points_greedy_is_not_who_plays_if_nobody_is_named(run: Run) -> None:
    few = ("-n", "2", "--measure", "0", "--ladder-games", "2", "--jobs", "1", "--json")
    for game, player, weak, strong in (
        ("tic_tac_toe", "random", "random", "mcts:20"),
        ("ferry.game", "greedy", "random", "greedy"),
    ):
        done = run("playtest", game, *few)
        assert done.exit_code == 0, done.stderr
        data = json.loads(done.stdout)
        assert {*data["players"]} == {player}
        (step,) = data["ladders"][0]
        assert (step["lower"], step["upper"]) == (weak, strong)
        assert "greedy sees no difference" not in done.stderr


def test_where_greedy_would_take_too_long_random_players_play_if_nobody_is_named(
    run: Run, monkeypatch: Any
) -> None:
    few = ("-n", "2", "--measure", "0", "--ladder-games", "2", "--jobs", "1", "--json")
    play = Table.play

    def slowly(table: Table, number: int) -> Row:
        if "greedy" in table.setting.players:
            time.sleep(0.2)
        return play(table, number)

    monkeypatch.setattr(Table, "play", slowly)
    for more, player, told in (
        (("--seconds", "0.9"), "random", True),  # 0.18 s for each of two games
        (("--seconds", "30"), "greedy", False),
        ((), "greedy", False),
        (("--seconds", "0.9", "--players", "greedy"), "greedy", False),
        (("--seconds", "0.9", "--store", "kept.sqlite"), "greedy", False),
    ):
        done = run("playtest", "ferry.game", *few, *more)
        data = json.loads(done.stdout)
        assert {*data["players"]} == {player}, done.stderr
        assert ("greedy takes more than 0.2 s for a game here" in done.stderr) == told
        assert ("--players greedy: those" in done.stderr) == told


def test_what_was_not_reached_is_told_and_nothing_concluded_from_it(
    run: Run, monkeypatch: Any
) -> None:
    arguments = ("playtest", "ferry.game", "-n", "12", *FAST, "--players", "random")
    look, play = Table.look, Table.play

    def looked(table: Table, row: Row) -> Row:
        if row.number:
            raise KeyboardInterrupt
        return look(table, row)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "look", looked)
        stopped = run(*arguments)
    said = " ".join(stopped.stdout.split())
    assert stopped.exit_code == 130
    assert "12 games, random at every seat; seed 0. One was looked into." in said
    assert "it was interrupted; 2 of 3 are not looked into." in said
    assert "1 game was looked into; of so few what is said of how games go" in said
    assert "Too few games were looked into to tell what is left aside" in said
    assert "Too few games were played with these players to tell whether skill counts." in said
    assert "so far luck decides" not in said

    def played(table: Table, number: int) -> Row:
        if table.number or number == 7:
            raise KeyboardInterrupt
        return play(table, number)

    with monkeypatch.context() as patched:
        patched.setattr(Table, "play", played)
        stopped = run(*arguments, "--ladder", "random,greedy,random")
    said = " ".join(stopped.stdout.split())
    assert re.search(r"None was looked into.*\d+ of 12 games are not played; 8 of 8 games of", said)
    assert "3 of 3 are not looked into." in said


def test_that_not_one_game_was_played_is_told_in_a_line(run: Run, monkeypatch: Any) -> None:
    """And that line names a command; no page is written of nothing."""
    for seconds, play, why, more in (
        (["--seconds", "0.1"], too_slow, "OUT OF TIME", "--seconds 1"),
        ([], interrupted, "INTERRUPTED", ""),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(Table, "play", play)
            files = ("--html", "p.html", "--markdown", "p.md", "--rows", "p.csv")
            given = (*FAST, *seconds, *files, "--players", "greedy")
            done = run("playtest", "ferry.game", *given)
            data = run("playtest", "ferry.game", *given, "--json")
        assert done.exit_code == data.exit_code == 130
        assert not [*Path().glob("p.*"), *Path().glob("p-games")]
        assert not json.loads(data.stdout)["complete"]
        assert f"{why}: not one game was finished" in data.stderr
        [line] = done.stdout.splitlines()
        assert line.startswith(f"{why}: not one game was finished")
        assert " This plays some: rulewright playtest ferry.game " in line and line.endswith(more)
        assert (" Random players are quick: --players random. " in line) == bool(more)


def interrupted(table: Table, number: int) -> Row:
    raise KeyboardInterrupt


def too_slow(table: Table, number: int) -> Row:
    time.sleep(60)  # the time is over within it
    raise KeyboardInterrupt


def test_charts_draw_what_is_at_the_edges() -> None:
    whisker = charts.Whisker("a <b> & a very long name of a seat indeed", None, None, 3.0, "")
    Page(charts.intervals("t <", [whisker], least=0.0, most=0.0, unit="").svg)
    Page(charts.histogram("t", [Bar(5, 5, 1)], 5, 5).svg)
    Page(charts.parts_of("t", [("", [("x", 1.0), ("y", 0.0)])]).svg)
    for least, most in ((0, 1), (0, 100000), (-50, 50), (0.1, 0.2), (7, 7)):
        assert len(charts._ticks(least, most)) <= 8
    assert as_json_value({"a": (1, (2.0, math.inf))}) == {"a": [1, [2.0, None]]}


def test_rules_that_make_no_difference_are_told_as_such(run: Run) -> None:
    same = run("playtest", "ferry.game", "--against", "ferry.game", "-n", "2", *FAST, "--measure",
               "0", "--ladder", "random")  # fmt: skip
    assert "The rules mean the same" in same.stdout and "Which rules differ" not in same.stdout
    assert "What is done differs" not in same.stdout


def test_an_end_that_comes_more_often_is_told_first(run: Run) -> None:
    Path("alone.game").write_text(ALONE)
    sudden = "gain die eyes\n        if die > 3\n          end game\n"
    Path("late.game").write_text(ALONE.replace("gain die eyes\n", sudden))
    done = run("playtest", "alone.game", "--against", "late.game", "-n", "40", *FAST, "--measure",
               "0", "--ladder", "random", "--players", "random")  # fmt: skip
    assert done.exit_code == 0, done.output
    ends = re.search(r"Games end otherwise: (.*)", done.stdout)
    assert ends is not None
    assert set(re.findall(r"\((\w+\.game:\d+)\)", ends[1])) == {"late.game:9", "late.game:15"}


@pytest.mark.parametrize(
    ("share", "games", "seats", "clear"),
    [(0.325, 200, 4, False), (0.36, 200, 4, True), (0.325, 2000, 4, True), (0.6, 120, 2, True)],
)
def test_what_chance_does_to_one_of_several_seats_is_no_difference(
    share: float, games: int, seats: int, clear: bool
) -> None:
    """32.5 % of 200 games is beyond 95 % of one seat, and not of four."""
    assert _is_clearly_off(Estimate(share, 0.0, 1.0, games), seats) == clear


TWICE = """\
game two "Two"
  players 2
mark left: 0..9, starts 9
phase play
  turns until left is 0
    choose main
      go
    if left > 20
      choose later
        go
        'stay'
action go
  spend 1 left
score s of p: left
winner most score
"""


def test_what_is_never_possible_is_told_with_its_choice_where_it_is_elsewhere(run: Run) -> None:
    Path("two.game").write_text(TWICE)
    done = run(
        "playtest", "two.game", "-n", "4", *FAST, "--players", "random", "--markdown", "two.md"
    )
    assert done.exit_code == 0, done.output
    assert "Never possible: go (later), stay." in Path("two.md").read_text()
