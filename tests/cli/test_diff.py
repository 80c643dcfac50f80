"""`rulewright diff`: what an edit did, as it is told."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.analysis.compare import Both, Pace, compare
from rulewright.analysis.paired import Compared
from rulewright.spec import GameSpec
from rulewright_cli.against import _Report
from rulewright_cli.main import cli
from rulewright_cli.screen import Screen

FEW = ("-n", "30", "--seed", "1", "--jobs", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, [*arguments])


def compared(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, *FEW, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    del data["timings"]
    return dict(data)


def test_an_answer_in_words() -> None:
    done = run("diff", "tic_tac_toe", "misere", *FEW)
    assert (done.exit_code, done.stderr) == (0, "")
    out = done.stdout
    assert out.startswith("A  Tic-Tac-Toe\nB  Tic-Tac-Toe with misere\n")
    assert (
        'changed\n  - winner p where has_line of p  "Three in a line win"  TTT-3\n'
        "      classics/tic_tac_toe/tic_tac_toe.game:19\n"
        '  + winner p where has_line of next of p  "Three in a line lose"  TTT-5\n'
        "      classics/tic_tac_toe/misere.game:4 (variant misere)\n"
    ) in out
    assert "30 pairs of games with the same seeds" in out
    assert "--seed 1 -n 30 --trace 300 --watch 100" in " ".join(out.split())
    assert "Different: X wins less often, by " in out
    assert "The same in every pair: decisions, draws, nobody wins." in out
    assert out.endswith("The same moves are made in all of 30 pairs.\n")
    assert "\x1b" not in out


@pytest.mark.parametrize(
    "paces, told",
    [
        ((4e-7, 4.4e-6), "A decision takes 11 times as long in B: 4.4 µs, and 400 ns in A"),
        ((0.0026, 5e-5), "A decision takes 52 times as long in A: 2.6 ms, and 50 µs in B"),
        ((1e-6, 2.04e-6), "A decision takes 2.0 times as long in B: 2.0 µs, and 1.0 µs in A"),
        ((1e-6, 1.9e-6), ""),
        ((0.0, 1.9e-6), ""),
    ],
)
def test_that_decisions_take_longer_is_told(
    paces: tuple[float, float], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    specs = GameSpec("tic_tac_toe"), GameSpec("tic_tac_toe", ("misere",))
    found = compare(*specs, games=2)
    a, b = (Pace(1000, 1000 * seconds) for seconds in paces)
    _Report(Screen(plain=True), replace(found, paces=Both(a, b)), specs).show()
    said = [line for line in capsys.readouterr().out.splitlines() if "A decision takes" in line]
    assert [line.startswith(told) for line in said] == [True] * bool(told)


def test_a_variant_is_called_by_its_name_wherever_its_file_lies(tmp_path: Path) -> None:
    file = tmp_path / "last.game"
    file.write_text('variant last of tic_tac_toe "Last"\n')
    out = run("diff", "tic_tac_toe", str(file), "-n", "1").stdout
    assert "\nB  Tic-Tac-Toe with last\n" in out


def test_no_table_is_made_of_what_one_pair_does() -> None:
    out = run("diff", "ruta", "ace_give", "--seed", "1", "-n", "1", "--jobs", "1").stdout
    assert "pair differs" not in out.partition("What is done")[2]
    told = "What is done was looked into in 1 pair, too few to tell: -n 20 --trace 20 looks into"
    assert told in " ".join(out.split())


def test_that_no_pair_is_finished_is_told_with_the_time_that_it_took(
    capsys: pytest.CaptureFixture[str],
) -> None:
    specs = GameSpec("tic_tac_toe"), GameSpec("tic_tac_toe", ("misere",))
    found = replace(compare(*specs, games=1, seed=1), pairs=0)
    _Report(Screen(plain=True), replace(found, loading_seconds=0.0), specs).show()
    told = " ".join(capsys.readouterr().out.split())
    assert re.search(r"No pair of games is finished after [0-9.]+ s: --seconds gives more", told)
    timings = replace(found.timings, wall_seconds=8.0)
    _Report(Screen(plain=True), replace(found, timings=timings, loading_seconds=3.0), specs).show()
    told = " ".join(capsys.readouterr().out.split())
    assert "finished after 8.0 s, 3.0 s of them to load both games: --seconds" in told


def test_all_of_the_time_counts_in_which_no_pair_was_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That it takes to find out how long pairs take, too."""

    def slowly(self: object) -> tuple[float, float, float]:
        while True:
            pass

    monkeypatch.setattr("rulewright.analysis.compare._Pair.costs", slowly)
    found = compare(GameSpec("tic_tac_toe"), GameSpec("tic_tac_toe", ("misere",)), seconds=2)
    assert found.pairs == 0 and found.timings.wall_seconds >= 2 > found.loading_seconds > 0


def test_what_makes_it_quicker_is_named_where_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where players think, that takes the time, not what is noted of their games."""
    named = list[str]()

    @contextmanager
    def progress(label: str, *, quicker: str = "", **others: object) -> Iterator[None]:
        named.append(quicker)
        yield

    monkeypatch.setattr("rulewright_cli.against.progress", progress)
    for more in ((), ("--trace", "0"), ("--players", "greedy")):
        assert run("diff", "tic_tac_toe", "misere", "-n", "1", *more).exit_code == 0
    assert named == ["--trace 0", "", ""]


def test_games_for_other_numbers_of_players_are_compared_by_their_rules(tmp_path: Path) -> None:
    """That they cannot be played beside each other is no mistake of who asked for the rules."""
    file = tmp_path / "crowd.game"
    file.write_text('variant crowd of pig "Crowd"\n  players 9\n')
    done = run("diff", "pig", str(file))
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    assert "players 9" in done.stdout and "is for 9 players: no number" in " ".join(
        done.stdout.split()
    )
    data = json.loads(run("diff", "pig", str(file), "--json").stdout)
    assert data["rules"] and data["pairs"] == 0 and not data["same_rules"]
    for asked in (("diff", "-n", "1"), ("simulate", "--against")):
        command, *more = asked
        more = more if command == "diff" else []
        other = [str(file)] if command == "diff" else ["--against", str(file)]
        done = run(command, "pig", *other, *more)
        assert done.exit_code == 2 and "no number is right for both" in done.stderr


@pytest.mark.parametrize("differs", [True, False])
def test_what_is_done_differs_too_only_where_what_games_come_to_does(
    differs: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """And that no difference was seen is said once."""
    specs = GameSpec("tic_tac_toe"), GameSpec("tic_tac_toe", ("misere",))
    found = compare(*specs, games=2, seed=1)
    one = Compared(("decisions",), 40, 20, 7.0, 8.0, 1.0, 0.5, 1.5, True)
    other = Compared(("draws",), 40, 20, 0.2, 0.2, 0.0, -0.1, 0.1, False)
    done = Compared(("move", "play", "main", "mark"), 40, 20, 7.0, 8.0, 1.0, 0.5, 1.5, True)
    results = (one, other) if differs else (one._replace(differs=False), other)
    found = replace(found, results=results, play=(done,))
    _Report(Screen(plain=True), found, specs).show()
    told = " ".join(capsys.readouterr().out.split())
    assert ("What is done differs, too: " in told) is differs
    assert ("What is done differs: " in told) is not differs
    assert told.count("No difference was seen") == 1
    seen = "draws (" if differs else "what games come to: decisions ("
    assert f"No difference was seen in {seen}" in told


@pytest.mark.parametrize("moves_differ", [True, False])
def test_how_games_end_is_told_apart_from_what_else_is_done(
    moves_differ: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever has a star in the table of what is done is named above it."""
    specs = GameSpec("tic_tac_toe"), GameSpec("tic_tac_toe", ("misere",))
    found = compare(*specs, games=40, seed=1)
    end = next(iter(found.endings))
    ends = Compared(end, 40, 20, 0.8, 0.6, -0.2, -0.3, -0.1, True)
    mark = ("move", "play", "main", "mark")
    move = Compared(mark, 40, 20, 7.0, 8.0, 1.0, 0.5, 1.5, moves_differ)
    equal = tuple(one._replace(unlike=0, low=None, differs=False) for one in found.results)
    _Report(Screen(plain=True), replace(found, results=equal, play=(ends, move)), specs).show()
    summary, _, table = " ".join(capsys.readouterr().out.split()).partition("What is done in 40")
    assert table.count(" *") == 1 + moves_differ
    assert f"Games end otherwise: {found.endings[end].words[:20]}" in summary
    assert "80.0 % → 60.0 %." in summary
    assert ("What is done differs, too: mark (main) 7.0" in summary) is moves_differ
    assert ("No difference was seen in what else is done." in summary) is not moves_differ
    assert "seen in what is done" not in summary


def test_where_games_part_and_how_to_see_it() -> None:
    done = run("diff", "ruta", "ace_give", *FEW)
    out = " ".join(done.stdout.split())
    assert "added action give(a in draft)" in out.replace(" + ", " ")
    assert "30 of 30 pairs part, on average at decision " in out
    assert " is not on offer: A has no move called give B " in out
    assert "no move is called" not in out and "did you mean" not in out
    command = done.stdout.splitlines()[-1].split()
    assert command[:5] == ["rulewright", "play", "ruta", "--variant", "ace_give"]
    assert "give (main)" in out and "move a to hand of opponent 0.00" in out
    seen = run(*command[1:])
    assert seen.exit_code == 0 and "first: give" in seen.stdout


@pytest.mark.parametrize(
    ("arguments", "a", "b"),
    [
        (("ruta", "ace_give"), ([], "trail"), (["ace_give"], "trail")),
        (("ruta+ace_give", "ace_subvert"), (["ace_give"], "trail"), (["ace_subvert"], "trail")),
        (("ruta", "longest=path"), ([], "trail"), ([], "path")),
        (("ruta + ace_give + longest=path", "ruta"), (["ace_give"], "path"), ([], "trail")),
        (("ace_give", "ace_subvert"), (["ace_give"], "trail"), (["ace_subvert"], "trail")),
        (
            ("ruta", "ace_give", "--variant", "ace_extra", "--option", "longest=path"),
            (["ace_extra"], "path"), (["ace_extra", "ace_give"], "path"),
        ),
    ],
)  # fmt: skip
def test_what_the_arguments_name(
    arguments: tuple[str, ...], a: tuple[list[str], str], b: tuple[list[str], str]
) -> None:
    done = run("diff", *arguments, "-n", "1", "--json", "--seed", "1")
    data = json.loads(done.stdout)
    for side, (variants, longest) in (("a", a), ("b", b)):
        assert data[side]["game"] == "ruta"
        assert data[side]["variants"] == variants
        assert data[side]["options"]["longest"] == longest


def test_simulate_against_is_the_same() -> None:
    one = compared("diff", "ruta+ace_give", "ruta")
    assert one == compared("simulate", "ruta", "--variant", "ace_give", "--against", "ruta")
    assert one["rules"][0]["what"] == "removed"
    assert one["parting"]["a"]["choice"] and one["figures"]["a"]["games"] == 30


def test_an_edited_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("show", "pig").exit_code == 0
    rules = Path("a+b.game")
    rules.write_text('game a "A"\n  players 1\nmark heap: 0..9, starts 4\nphase p\n'
                     "  turns until heap is 0\n    choose main\n      take\n        spend 1 heap\n"
                     "score none of p: 0\nwinner most score\n")  # fmt: skip
    Path("c.game").write_text(rules.read_text().replace("      take", '      take "Take one"'))
    done = run("diff", "a+b.game", "c.game")
    assert done.exit_code == 0
    assert "words in choose main in turns in phase p\n  - take\n      a+b.game:7\n" in done.stdout
    assert done.stdout.endswith("so every game is the same: none was played.\n")


def test_rows_of_tables_are_told_by_what_differs_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("name,worth,cost\nSun,1,1\nMoon,2,1\nStar,3,\n")
    Path("u.csv").write_text("cost,worth,name\n1,1,Sun\n2,7,Moon\n1,4,Fog\n")
    Path("v.csv").write_text("name,cost,worth\nStar,2,3\nMoon,1,7\n")
    Path("g.game").write_text(
        'game g "G"\n  players 1\ncomponent tile from "t.csv" named by name\n  worth: 0..9\n'
        "mark heap: 0..9, starts 1\nphase p\n  turns until heap is 0\n    choose main\n"
        "      take\n        spend 1 heap\n"
        "score worth of p: total worth of t for t in tile\nwinner most score\n"
    )
    edit = 'replace component tile from "u.csv" named by name\n  worth: 0..9\n'
    Path("whole.game").write_text(f'variant whole of g "W"\n{edit}')
    Path("some.game").write_text('variant some of g "S"\nreplace "v.csv" in tile\n')
    assert (
        "changed in table u.csv\n"
        "  Moon: cost 1 -> 2, worth 2 -> 7\n"
        "      u.csv:3 (variant whole)\n"
        "  - Star: worth 3, cost (empty)\n"
        "      t.csv:4\n"
        "  + Fog: cost 1, worth 4\n"
        "      u.csv:4 (variant whole)\n\n"
    ) in run("diff", "g.game", "whole.game", *FEW).stdout
    assert (
        "changed in table t.csv\n"
        "  Moon: worth 2 -> 7\n"
        "      v.csv:3 (variant some)\n"
        "  Star: cost (empty) -> 2\n"
        "      v.csv:2 (variant some)\n\n"
    ) in run("diff", "g.game", "some.game", *FEW).stdout
    rules = compared("diff", "g.game", "some.game")["rules"]
    assert [(one["row"], one["cells"]) for one in rules if one["row"]] == [
        ("Moon", [{"column": "worth", "before": "2", "after": "7"}]),
        ("Star", [{"column": "cost", "before": "", "after": "2"}]),
    ]
    shown = run("show", "g.game", "--variant", "some").stdout
    assert "\n  changed in table t.csv\n    Moon: worth 2 -> 7  v.csv:3\n" in shown
    book = run("rulebook", "g.game", "--variant", "some", "--format", "html").stdout
    assert "<code>Moon: worth 2 -&gt; 7</code>" in book


def test_what_is_added_at_the_top_stands_under_one_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = "".join(f"score {name} of p: 1\n" for name in ("one", "two", "three"))
    Path("more.game").write_text(f'variant more of pig "More"\n{lines}')
    told = run("diff", "pig", "pig+more.game", "-n", "1").stdout
    assert told.count("added\n") == 1 and told.count("  + score ") == 3


def test_rows_of_both(tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    assert run("diff", "kuhn_poker", "bet=2", *FEW, "--rows", str(file)).exit_code == 0
    lines = file.read_text().splitlines()
    assert lines[0].startswith("side,game,seed,decisions,")
    assert [line[0] for line in lines[1:]] == ["a"] * 30 + ["b"] * 30
    assert lines[1].split(",")[2] == lines[31].split(",")[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ruta", "nosuch"), "nosuch"),
        (("ruta", ""), "a game is written GAME+VARIANT+OPTION=VALUE, not ''"),
        (("ruta", "ruta+"), "a game is written GAME+VARIANT+OPTION=VALUE, not 'ruta+'"),
        (("ruta", "lngest=path"), "longest"),
        (("ruta", "ace_give", "--players", "random,random,random"), "players"),
        (
            ("klondike", "pig"),
            "pig is for 2, 3, 4, 5, 6, 7 or 8 players: no number is right for both",
        ),
        (("ruta", "ace_give", "--rows", "games.xls"), ".csv"),
    ],
)
def test_misuse(arguments: tuple[str, ...], message: str) -> None:
    done = run("diff", *arguments, "-n", "1")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("players", [(), ("--players", "random")])
def test_as_many_play_as_both_games_are_for(tmp_path: Path, players: tuple[str, ...]) -> None:
    """Where nobody says how many: a variant may be for other numbers than its game."""
    file = tmp_path / "crowd.game"
    file.write_text('variant crowd of pig "Crowd"\n  players 4\n')
    for a, b in (("pig", str(file)), (str(file), "pig"), ("pig", f"pig+{file}")):
        for command in (("diff", a, b), ("simulate", a, "--against", b)):
            done = run(*command, *players, "-n", "1", "--json", "--seed", "1")
            assert done.exit_code == 0, done.stderr
            assert json.loads(done.stdout)["seats"] == 4
    done = run("simulate", str(file), *players, "-n", "1", "--json", "--seed", "1")
    assert json.loads(done.stdout)["seats"] == 4
    few = ("-n", "1", "--measure", "0", "--ladder", "random", "--json", "--jobs", "1")
    for one, other in (("pig", str(file)), (str(file), "pig")):
        done = run("playtest", one, "--against", other, *few, *players)
        assert done.exit_code == 0, done.stderr
        assert json.loads(done.stdout)["seats"] == 4


BELL = """variant bell of ferry "Bell"
mark rung: yes or no                      "The bell has been rung"
to ring
  set rung to yes
add at end of setup
  ring
add at end of load
  ring
replace "spend 1 coins of me" in sink
  spend min(1, coins of me) coins of me
add at start of sink
  needs coins of me > 8                   else "it is dear"
"""


def test_a_line_that_stands_in_two_phases_says_in_which(tmp_path: Path) -> None:
    for file in (Path(__file__).parent / "ferry").iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "bell.game").write_text(BELL, encoding="utf-8")
    files = str(tmp_path / "ferry.game"), str(tmp_path / "bell.game")
    shown = run("diff", *files, "-n", "9", "--seed", "1", "--jobs", "1").stdout
    assert shown.startswith("A  Ferry\nB  Ferry with bell\nboth with fog=off\n")
    (changed,) = (row for row in shown.splitlines() if row.lstrip().startswith("spend min(1, "))
    assert changed.endswith("ferry.game:50, in B bell.game:10")
    rows = [row for row in shown.splitlines() if row.lstrip().startswith("set rung to yes  ")]
    assert len(rows) == 2 and len({row.rpartition("(")[2] for row in rows}) == 2, rows
    assert any(row.endswith("(set-up)") for row in rows)
    assert any(row.endswith("(voyage)") for row in rows)
