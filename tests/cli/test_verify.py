"""`rulewright verify` and `rulewright shrink`: what is broken, shown as a short game."""

from __future__ import annotations

import json
import pickle
import re
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.check import modules
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.play import record
from rulewright.recent import Recent
from rulewright.spec import GameSpec
from rulewright.syntax import parse
from rulewright.testing.properties import PROPERTIES, Trial, campaign, telling
from rulewright.testing.properties.campaign import SettingReport
from rulewright_cli import options
from rulewright_cli.commands.verify import (
    Causes,
    few_games,
    left_out,
    never_reached,
    sample,
    say_more,
    show_report,
    summary,
)
from rulewright_cli.main import cli
from rulewright_cli.screen import Screen

Run = Callable[..., Result]

BAZAAR = Path(__file__).parents[1] / "conformance" / "bazaar"
TREADMILL = Path(__file__).parent / "treadmill" / "treadmill.game"
CHERRIES = Path(__file__).parents[2] / "examples" / "cherries.game"


@pytest.fixture
def bazaar(tmp_path: Path) -> Path:
    """A game in which coins may become too many: its path."""
    shutil.copytree(BAZAAR, tmp_path / "bazaar")
    path = tmp_path / "bazaar" / "bazaar.game"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("coins of seat: 0..9", "coins of seat: 0..2"), encoding="utf-8")
    return path


def test_a_sound_game_holds(run: Run) -> None:
    result = run("verify", BAZAAR / "bazaar.game", "--games", "2", "--seed", "3", "--plain")
    assert result.exit_code == 0
    assert "over 2 games" in result.output and "all hold" in result.output


def test_what_is_broken_is_shown_as_a_game(run: Run, bazaar: Path) -> None:
    arguments = ["--games", "20", "--only", "ranges", "--shrink", "2"]
    result = run("verify", bazaar, "--plain", *arguments)
    assert result.exit_code == 1
    for text in (
        "FAILED  ranges in", "coins would become 3, outside 0..2", "the shortest game found",
        "position", "a scenario to paste (fails: the rules went wrong", "rulewright verify",
        "--only ranges",
    ):  # fmt: skip
        assert text in result.output
    case = json.loads(run("verify", bazaar, "--json", *arguments).output)["settings"][0]["failures"]
    assert [one["property"] for one in case] == ["ranges"] and case[0]["scenario_fails"]


def test_of_what_does_not_end_it_is_shown_how_it_goes_round(run: Run) -> None:
    arguments = ["--games", "1", "--longest", "200", "--only", "ends"]
    result = run("verify", TREADMILL, "--plain", *arguments)
    assert result.exit_code == 1
    lines = [line.strip() for line in result.output.splitlines()]
    at = lines.index("found")
    assert " ".join(lines[at + 1 : at + 3]) == (
        "from the beginning the same position comes again and again: after 1 move all is as it was "
        "after 0"
    )
    assert lines[at + 3 : at + 6] == [
        "the shortest game found (201 moves)", "1. left",
        "… and so on, 200 moves more (--json tells all of it)",
    ]  # fmt: skip
    assert lines[lines.index("position") + 1] == "to move: 0 (step)"
    assert "play left" in lines and "expect not over" in lines
    case = json.loads(run("verify", TREADMILL, "--json", *arguments).output)
    assert case["settings"][0]["failures"][0]["round"] == [0, 1]


def test_a_variant_named_by_its_file_is_told_how_to_announce_a_change(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "gift.game"
    path.write_text(
        "variant gift of tic_tac_toe\nreplace winner p where has_line of next of p\n",
        encoding="utf-8",
    )
    result = run("verify", path, "--plain", "--only", "scenarios", "--games", "1")
    assert result.exit_code == 1
    assert "S-2 Three in a line" in result.output and "remove scenario" in result.output
    lines = result.output.splitlines()
    first = next(at for at, line in enumerate(lines) if "(if that is meant" in line)
    last = next(at for at, line in enumerate(lines) if "drafts it)" in line)
    assert last > first and all(line.startswith("  ") for line in lines[first : last + 1])


def test_the_scenario_can_be_pasted(run: Run, bazaar: Path) -> None:
    arguments = ["--games", "20", "--only", "ranges", "--shrink", "1", "--json"]
    failure = json.loads(run("verify", bazaar, *arguments).output)["settings"][0]["failures"][0]
    bazaar.write_text(
        f"{bazaar.read_text(encoding='utf-8')}\n{failure['scenario']}", encoding="utf-8"
    )
    assert run("check", bazaar).exit_code == 0
    assert "coins would become 3" in run("test", bazaar, "--plain").output


def test_each_game_of_a_folder_is_put_on_trial(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "some"
    folder.mkdir()
    text = CHERRIES.read_text(encoding="utf-8")
    for name in ("cherries", "plums"):
        path = folder / f"{name}.game"
        path.write_text(text.replace("game cherries", f"game {name}"), encoding="utf-8")
        done = run("verify", folder, "--games", "2", "--only", "applies", "--plain")
        assert done.exit_code == 0, done.output
    assert "2 settings: 1 property over 4 games" in done.output
    done = run("verify", folder, "--seats", "2")
    assert done.exit_code == 2 and "is a folder: variants, options and seats" in done.stderr


@pytest.mark.parametrize("games", [0, 1])
def test_what_was_never_reached_is_told_of_whole_games_only(
    games: int, capsys: pytest.CaptureFixture[str]
) -> None:
    trial = Trial(games=games, decisions=90, left=90)
    report = SettingReport(GameSpec("long"), trial, actions=frozenset({"pass"}))
    never_reached(Screen(plain=True), [report], None)
    assert capsys.readouterr().out.count("pass") == games


def test_a_recorded_game_is_shrunk(run: Run, bazaar: Path, tmp_path: Path) -> None:
    from rulewright.testing.properties import chosen, put_on_trial

    game = load(str(bazaar))
    trial = put_on_trial(game, chosen(("ranges",)), seed=0, games=20)
    _, finding = trial.findings["ranges"]
    kept = record.Record(
        game=str(bazaar), digest=game.digest, options=game.options, seats=2,
        seed=finding.seed, outcomes=() if finding.seed is not None else finding.outcomes,
        moves=finding.moves,
    )  # fmt: skip
    record.save(kept, tmp_path / "game.json")
    result = run("shrink", tmp_path / "game.json", "--seconds", "2", "--plain")
    assert result.exit_code == 1
    assert "FAILED  ranges" in result.output and "the shortest game found" in result.output


def test_what_is_looked_at_is_listed(run: Run) -> None:
    result = run("verify", "ruta", "--list", "--plain")
    assert [one.name for one in PROPERTIES if f"{one.name}: " not in result.output] == []


def test_misuse_is_told(run: Run) -> None:
    assert "there is no property called secret" in run("verify", "ruta", "--only", "secret").output
    assert "--pairs plays everything" in run("verify", "ruta", "--pairs", "--seats", "2").output
    assert run("verify", "rutta").exit_code == 2


def test_what_is_to_be_pasted_can_be(run: Run, bazaar: Path) -> None:
    """From the margin on and in long lines, however narrow the screen is."""
    arguments = ["--games", "20", "--only", "ranges", "--shrink", "2", "--plain"]
    text = run("verify", bazaar, *arguments).output
    block = text[text.index('\nscenario "') : text.index("\n\n  to see it again")]
    with bazaar.open("a", encoding="utf-8") as file:
        file.write(block + "\n")
    result = run("test", bazaar, "--plain")
    assert result.exit_code == 1 and "outside 0..2" in result.output
    again = text[text.index("    rulewright verify ") :].splitlines()[0].split()[1:]
    assert "coins would become 3" in run(*again).output


def test_in_a_pipe_it_is_told_how_far_it_has_come(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.screen.FIRST_TOLD", 0.0)
    told = run("verify", "tic_tac_toe", "--games", "3", "--only", "applies").stderr
    assert re.match(r"0 of 3 games after 0 s\n", told)
    told = run("verify", "tic_tac_toe", "--games", "9", "--only", "applies").stderr
    foretold = r"^[1-8] of 9 games after \d+ s, and about \d+ s to go; --seconds S ends it sooner$"
    assert re.search(foretold, told, re.MULTILINE)
    told = run(
        "verify", "tic_tac_toe", "--games", "9", "--seconds", "30", "--only", "applies"
    ).stderr
    assert "games after" in told and "to go" not in told
    told = run("verify", "tic_tac_toe", "--seconds", "30", "--games", "2", "--quiet").stderr
    assert told == ""


def test_games_of_many_settings_are_counted_and_foretold(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["verify", "pig", "--all", "--games", "8", "--only", "applies", "--jobs", "1"]
    assert re.fullmatch(r"\d+ settings, 8 games in each\n", run(*asked).stderr)
    monkeypatch.setattr("rulewright_cli.screen.FORETOLD", 0.0)
    monkeypatch.setattr("rulewright_cli.screen.FIRST_TOLD", 0.0)
    told = run(*asked).stderr
    many = int(told.split()[0])
    foretold = rf"^[1-8] of {8 * many} games after \d+ s, and about \d+ s to go"
    assert re.search(foretold, told, re.MULTILINE), told


def test_an_end_that_is_promised_is_said_to_be_looked_at_elsewhere(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "nuts.game").write_text(
        'game nuts "Nuts"\n  players 1\nmark eaten: 0..3 "Eaten"\nphase meal "A meal"\n'
        '  turns until eaten is 3\n    choose main "Eat"\n      eat "A nut"\n        gain 1 eaten\n'
        'score nuts of p: eaten "Nuts"\nwinner most score\nalways end after 3 moves "Three nuts"\n'
    )
    told = run("verify", tmp_path / "nuts.game", "--games", "1", "--plain").output
    no_line = "always: the rules have no `always` line but"
    assert f"{no_line} `always end after` (looked at as `ends`)" in " ".join(told.split())
    text = (tmp_path / "nuts.game").read_text().replace("players 1", "players 2")
    (tmp_path / "nuts.game").write_text(f"{text}always seats alike\n")
    told = run("verify", tmp_path / "nuts.game", "--games", "1", "--plain").output
    both = (
        "`always end after` (looked at as `ends`) and `always seats alike` (looked at as `seats`)"
    )
    assert f"{no_line} {both}" in " ".join(told.split())


def test_no_more_decisions_are_looked_at_than_there_are() -> None:
    """What stands at the beginning is looked at, too."""
    told = sample([Trial(games=2, decisions=9, looked=11, followed=1)], {"undo"})
    assert told == "looked at closely: 9 of 9 decisions; --games N looks at all of N games"


@pytest.mark.parametrize(
    ("game", "arguments", "reason"),
    [
        ("pig", ("--only", "scenarios", "--seats", "8"), "scenarios: they all choose other seats"),
        ("pig", ("--only", "scenarios", "--option", "target=50"), "scenarios: they all choose"),
        ("tic_tac_toe", ("--only", "always"), "always: the rules have no `always` line"),
        ("tic_tac_toe", ("--only", "compose"), "compose: the rules have no choice in several"),
    ],
)
def test_nothing_looked_at_is_no_success(
    run: Run, game: str, arguments: tuple[str, ...], reason: str
) -> None:
    result = run("verify", game, "--plain", "--games", "1", *arguments)
    assert result.exit_code == 2, result.output
    assert reason in result.output and "nothing was looked at" in result.output
    assert "hold" not in result.output


@pytest.mark.parametrize(
    ("setting", "held"),
    [
        (("--option", "idle=on"), 1),
        (("--seats", "3"), 1),
        (("--option", "target=100"), 6),
        (("--option", "idle=off", "--option", "target=1000"), 1),
        (("--option", "target=100", "--seats", "2"), 5),
    ],
)
def test_scenarios_that_are_for_a_setting_are_run_and_of_others_it_is_said_why_not(
    run: Run, setting: tuple[str, ...], held: int
) -> None:
    """Who chooses no option is for the usual one."""
    result = run("verify", "pig", "--plain", "--only", "scenarios", *setting)
    said = " ".join(result.output.split())
    assert result.exit_code == 0, said
    assert f"and {held} scenario{'s' * (held != 1)}, in" in said
    assert f"scenarios: {8 - held} of 8 choose other seats and options, or are" in said


CORNERS = """game corners "Corners"
  players 2

option side: 3, 2..3
board field: grid side by side
cells cell of field named "{letter}{y}"
mark stone of cell: seat or nobody

phase play
  turns until every c in cell has stone of c is not nobody
    choose main
      lay(c in cell where stone of c is nobody)
        set stone of c to me

winner p where stone of a1 is p

scenario "The far corner"
  given
    stone is 0: c3
  expect stone of c3 is 0

scenario "The near corner"
  with side 2
  play lay b2
  expect stone of b2 is 0
"""
HALF = """variant half of corners "Half"

set until in turns to stone of a1 is not nobody
"""


@pytest.mark.parametrize("variant", [(), ("--variant", "half")])
def test_a_scenario_that_is_not_run_need_not_be_readable(
    run: Run, tmp_path: Path, variant: tuple[str, ...]
) -> None:
    """There is no c3 on the board that is asked for."""
    path = tmp_path / "corners.game"
    path.write_text(CORNERS, encoding="utf-8")
    (tmp_path / "half.game").write_text(HALF, encoding="utf-8")
    small = run("verify", path, "--plain", "--games", "2", "--option", "side=2", *variant)
    said = " ".join(small.output.split())
    assert small.exit_code == 0 and "1 scenario, in" in said, said
    assert "scenarios: 1 of 2 choose other seats and options" in said


NO_TIME = GameSpec("ferry.game")


@pytest.mark.parametrize(
    ("report", "code", "said"),
    [
        (
            SettingReport(NO_TIME, looked=("ends",), untimely=("any game",)),
            2,
            "nothing was looked at",
        ),
        (
            SettingReport(NO_TIME, looked=("ends",), untimely=("any game",), scenarios=7),
            2,
            "7 scenarios run, and no game played",
        ),
        (
            SettingReport(
                NO_TIME, Trial(decisions=9), looked=("ends",), untimely=("a whole game",)
            ),
            0,
            "no game came to its end, which is no result",
        ),
        (
            SettingReport(NO_TIME, Trial(4, 99), looked=("ends",), untimely=("3 of 7 scenarios",)),
            0,
            "nothing found, but not all was looked at",
        ),
        (SettingReport(NO_TIME, Trial(4, 99), looked=("ends",)), 0, "all hold"),
    ],
)
def test_what_there_was_no_time_for_does_not_hold(
    run: Run, monkeypatch: pytest.MonkeyPatch, report: SettingReport, code: int, said: str
) -> None:
    monkeypatch.setattr(campaign, "judge_all", lambda *_, **__: (v for v in [report]))
    result = run("verify", "ferry.game", "--budget", "50", "--plain")
    assert result.exit_code == code
    told = " ".join(result.output.split())
    assert said in told and ("hold" in told) is (said == "all hold")
    assert all(f"no time for {one}: ferry.game" in told for one in report.untimely)
    data = json.loads(run("verify", "ferry.game", "--budget", "50", "--json").stdout)
    assert data["ok"] is (code == 0)


def test_what_there_was_no_time_for_is_said_of_many_settings_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = SettingReport(NO_TIME, Trial(0, 9), looked=("ends",), untimely=("a whole game",))
    both = replace(late, untimely=("2 of 9 scenarios", "any game"))
    loading = SettingReport(NO_TIME, untimely=("loading the game",))
    played = SettingReport(NO_TIME, Trial(1, 1), looked=("ends",))
    reports = [*[late] * 12, both, replace(both, untimely=("1 of 9 scenarios",)), loading, played]
    monkeypatch.setattr(campaign, "judge_all", lambda *_, **__: (v for v in reports))
    told = " ".join(run("verify", "ferry.game", "--all", "--seconds", "60").output.split())
    for said in ("a whole game in 2 settings", "some of the scenarios in 2 settings",
                 "any game in 1 setting", "loading the game in 1 setting"):  # fmt: skip
        assert f"no time for {said} more" in told, told
    assert "over 1 game with 127 decisions" in told


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.parametrize(("late", "is_said"), [(0.2, False), (1.9, False), (2.5, True)])
def test_that_it_takes_longer_is_said_from_two_seconds_on(
    monkeypatch: pytest.MonkeyPatch, late: float, is_said: bool, found: bool
) -> None:
    said: list[str] = []
    monkeypatch.setattr(options, "since_it_began", lambda: 60 + late)
    screen = Screen(plain=True)
    monkeypatch.setattr(Screen, "say", lambda _, text="", style="": said.append(text))
    options.tell_overtime(screen, 60, found=found)
    assert bool(said) == is_said and all(f"({late:.1f} s longer" in one for one in said)
    assert all(("what was found" in one) == found for one in said)


def test_settings_that_no_time_was_left_for_do_not_hold(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = SettingReport(NO_TIME, Trial(4, 99), looked=("ends",))
    monkeypatch.setattr(campaign, "judge_all", lambda *_, **__: (v for v in [report]))
    told = " ".join(run("verify", "ferry.game", "--all", "--plain").output.split())
    assert "no time for" in told and "not all was looked at" in told and "hold" not in told
    more = re.search(r"--seconds (\d+) gives more time; --games N plays so many games", told)
    assert more is not None and int(more[1]) >= 30 * int(told.partition(" of ")[2].split()[0])


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "ferry.game", "--games", "1", "--budget", "60"),
        ("shrink", "save.json", "--seconds", "60"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_time_counts_from_the_beginning_of_the_command(
    run: Run, own_folders: Path, arguments: tuple[str, ...]
) -> None:
    """What is imported, loaded and read is part of it: here nothing else is left of the time."""
    game = load("ferry.game")
    state = game.start(seed=3)
    state.apply(state.legal_moves()[0])
    record.save(record.record_of(game, state), own_folders / "save.json")
    assert run(*arguments).exit_code == 0
    late = CliRunner().invoke(cli, arguments, obj=time.monotonic() - 61)
    assert late.exit_code == 2 and "60 s" in late.output and "were over" in late.output


def test_what_was_left_out_is_said(run: Run) -> None:
    result = run("verify", "liars_dice", "--plain", "--games", "1", "--seats", "3")
    assert result.exit_code == 0
    assert "left out\n" in result.output and "  scenarios: 5 of 6 choose" in result.output


def test_of_a_long_game_that_is_not_shrunk_the_last_moves_are_listed(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "long.game"
    path.write_text(
        'game long "Long"\n  players 2\nmark sum: 0..99\nphase play\n  turns until sum is 99\n'
        "    choose main\n      one\n        gain 1 sum\nscore sum of p: sum\nwinner most score\n"
        "always sum < 98\n",
        encoding="utf-8",
    )
    done = run("verify", path, "--plain", "--games", "1", "--only", "always", "--shrink", "0")
    assert done.exit_code == 1
    assert "… 86 moves before (--json tells all of it)\n    87. one\n" in done.output
    assert "\n    86. one\n" not in done.output and "\n    98. one\n" in done.output


@pytest.mark.parametrize("command", ["verify", "lint", "coverage"])
def test_rules_that_are_edited_meanwhile_are_those_it_began_with(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = tmp_path / "cherries.game"
    shutil.copy(CHERRIES, path)
    before = parse.parse_file
    edited: list[int] = []

    def edit(*given: Any) -> Any:
        """As soon as the rules are read, they are broken."""
        if not edited:
            edited.append(path.write_text("game cherries", encoding="utf-8"))
        return before(*given)

    monkeypatch.setattr(modules, "parse_file", edit)
    monkeypatch.setattr(modules, "_parsed", Recent(64))
    games = ["--games", "1"] if command == "verify" else []
    result = run(command, path, "--plain", *games)
    assert edited
    assert "E0" not in result.output and result.exit_code in (0, 1), result.output


def test_what_was_found_is_told_when_it_is_interrupted(
    run: Run, bazaar: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    left, scenario_of = list[float](), telling.scenario_of

    def watched(game: Game, finding: Any, deadline: Deadline) -> Any:
        left.append(deadline.left)
        return scenario_of(game, finding, deadline)

    monkeypatch.setattr(campaign, "shrink", interrupted)
    monkeypatch.setattr(campaign, "scenario_of", watched)
    result = run("verify", bazaar, "--plain", "--games", "20", "--only", "ranges")
    assert result.exit_code == 130
    assert 0 < max(left) <= campaign.TELLING, "who has interrupted it does not want to wait"
    assert "FAILED  ranges in" in result.output
    assert "INTERRUPTED after 0 of 1 setting: 1 property over" in result.output


def test_one_cause_is_told_once_and_then_in_a_line(
    bazaar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = campaign.Orders(("ranges",), games=20, shrinking=0)
    report = campaign.judge(GameSpec(str(bazaar)), orders)
    other = replace(report, setting=GameSpec("elsewhere"))
    told = Causes()
    for one in (report, other):
        show_report(Screen(plain=True), one, told)
    shown = capsys.readouterr().out
    assert shown.count("\n  position\n") == 1
    assert f"FAILED  ranges in elsewhere: as ranges in {bazaar}" in " ".join(
        shown.split("\n")
    ).replace("FAILED ", "FAILED  ").replace("   ", "  ")
    assert shown.endswith("rulewright verify elsewhere --seed 0 --games 1 --only ranges\n")
    for one in (report, other):
        show_report(Screen(plain=True), replace(one, cases=(), error="no way:\n  why"), told)
    assert capsys.readouterr().out.count("  why") == 1


def test_what_breaks_at_one_line_in_many_settings_is_told_of_two_and_counted(
    bazaar: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = campaign.Orders(("ranges",), games=20, shrinking=0)
    report = campaign.judge(GameSpec(str(bazaar)), orders)
    (case,) = report.cases
    told = Causes()
    for number in range(5):
        # what comes from processes has files of its own
        places = pickle.loads(pickle.dumps(case.finding.places))
        finding = replace(case.finding, message=f"in the words of {'abcde'[number]}", places=places)
        again = replace(case, finding=finding)
        setting = GameSpec(f"number {'abcde'[number]}")
        show_report(Screen(plain=True), replace(report, setting=setting, cases=(again,)), told)
    say_more(Screen(plain=True), told)
    shown = capsys.readouterr().out
    assert shown.count("\n  position\n") == 1 and "number c" not in shown
    assert "FAILED  ranges in number b: as ranges in number a\n" in shown
    assert shown.endswith("FAILED  3 settings more: as ranges in number a\n")


def test_it_is_said_what_games_were_played_with_and_what_plays_the_others(
    run: Run, tmp_path: Path
) -> None:
    def told(*arguments: str) -> str:
        few = "--games", "1", "--jobs", "1", "--only", "ranges"
        return " ".join(run("verify", *arguments, *few).output.split())

    rules = """game small "Small"
  players 2..3
option most: 2, 1..3
option kind: plain, odd
mark left: 0..9, starts 9
phase play
  turns until left is 0
    choose main
      take
        spend (1 when kind is plain else min(left, most)) left
score rest of p: left
winner most score
"""
    game, variant = tmp_path / "small.game", tmp_path / "large.game"
    game.write_text(rules, encoding="utf-8")
    both = "--all looks at every number of players and all options, too"
    assert f"played with 2 players, all options as usual: {both}" in told(str(game))
    variant.write_text('variant large of small "Large"\nset most to 3\n', encoding="utf-8")
    other = "--all looks at every number of players, all options and variants, too"
    assert f"played with 2 players, all options as usual, no variant: {other}" in told(str(game))
    odd = told(str(game), "--option", "kind=odd", "--variant", "large")
    kept = "--all looks at every number of players and all other options, too"
    assert f"played with 2 players, kind odd, other options as usual, large: {kept}" in odd
    assert (
        "2 players, kind odd, most 1, no variant: --all looks at every number of players"
        in told(str(game), "--option", "kind=odd", "--option", "most=1")
    )
    every = told(str(game), "--option", "kind=odd", "--variant", "large", "--all")
    asked = "large.game, kind=odd" if "large.game" in every else "large, kind=odd"
    for seats in (2, 3):
        assert f"{seats} seats, {asked}" in every
    assert "settings: " in every and every.count(asked) == every.count("seats, ")
    assert "each game in its usual setting: --all looks at" in told(str(tmp_path))
    assert "--all" not in told(str(game), "--all")
    assert "played with" not in told(str(game), "-q")


def test_what_was_never_reached_is_told_with_for_how_many_it_was_looked_for(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "trio.game").write_text(
        """game trio "Trio"
  players 2..3
mark left: 0..9, starts 9
phase play
  turns until left is 0
    choose main
      take
        spend 1 left
      third
action third
  needs some p in seat where p is not me and p is not next of me   else "for three"
  spend 1 left
score rest of p: left + size of {p}
winner most score
""",
        encoding="utf-8",
    )
    alone = run("verify", str(tmp_path / "trio.game"), "--games", "2", "--jobs", "1").stdout
    assert "never reached in these games of 2 players" in alone and "third" in alone
    assert "played with 2 players: --all looks at every number of players, too" in alone
    last = " ".join(alone.split())
    assert last.endswith("nothing found, but 1 of 2 moves were never made") and "hold" not in last
    told = run("verify", str(tmp_path / "trio.game"), "--all", "--games", "2", "--jobs", "1").stdout
    assert "never reached" not in told and "--all" not in told and "all hold" in told
    (tmp_path / "fourth.game").write_text(
        """variant fourth of trio "Fourth"
add fourth to main
action fourth
  needs left > 99      else "too few"
  spend 1 left
"""
    )
    told = run("verify", str(tmp_path / "fourth.game"), "--games", "2", "--jobs", "1").stdout
    assert "trio with fourth  2 of 3 moves: fourth (fourth.game:3); third (trio.game:10)" in told


@pytest.mark.parametrize(
    ("games", "hurried", "told"),
    [
        ([3], 30, "all hold, but there was time for fewer than 10 games: --seconds 120 gives more"),
        ([10], 30, "all hold"),
        ([3], None, "all hold"),
        ([3, 40, 1], 30, "fewer than 10 games in 2 of the settings: --seconds 300 gives more"),
        ([1], 600, "fewer than 10 games: --seconds 7200 gives more"),
    ],
)
def test_few_games_are_said_to_be_few(
    games: list[int],
    hurried: float | None,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rulewright_cli.commands.verify.since_it_began", lambda: 1.0)
    reports = [
        SettingReport(GameSpec("long"), Trial(games=n, decisions=90 * n), looked=("applies",))
        for n in games
    ]
    summary(Screen(plain=True), reports, len(reports), True, None, hurried=hurried)
    assert " ".join(capsys.readouterr().out.split()).endswith(told)


def test_of_settings_with_few_games_those_with_the_fewest_are_named() -> None:
    reports = [
        SettingReport(GameSpec("long", seats=n), Trial(games=n, decisions=90))
        for n in (7, 2, 12, 3, 0, 9)
    ]
    assert [*few_games(reports)] == [
        "2 games: long, 2 seats; this plays more: rulewright verify long --seats 2",
        "3 games: long, 3 seats; this plays more: rulewright verify long --seats 3",
        "7 games: long, 7 seats; this plays more: rulewright verify long --seats 7",
        "fewer than 10 games, too: 1 setting more",
    ]


def test_whole_games_that_there_was_no_time_for_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.commands.verify.since_it_began", lambda: 1.0)
    trial = Trial(games=20, decisions=90, ahead=70, late=[9, 79])
    report = SettingReport(GameSpec("long", ("short",)), trial, looked=("applies",))
    left_out(Screen(plain=True), [report.setting], [report], True, 30)
    summary(Screen(plain=True), [report], 1, True, None, hurried=30)
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "no time for 2 whole games that take long; this plays one of them to its end: rulewright "
        "verify long --variant short --seed 79 --games 1 --only applies"
    ) in told
    assert "70 whole games played before, to see in which something goes wrong" in told
    assert told.endswith("nothing found, but not all was looked at")


def test_seats_are_looked_at_with_every_number_for_which_they_are_said_to_be_alike(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "trio.game"
    path.write_text(
        """game trio "Trio"
  players 2..3 named Ann, Bob, Cleo
mark left: 0..9, starts 9
mark gained of seat: 0..9
phase play
  turns until left is 0
    choose main
      take
        spend 1 left
        if some p in seat where p is not me and p is not next of me
          gain 1 gained of Ann
        else
          gain 1 gained of me
score gained of p: gained of p
winner most score
always seats alike
""",
        encoding="utf-8",
    )
    for more in (("--games", "3"), ("--seconds", "4")):
        done = run("verify", str(path), *more, "--shrink", "1")
        told = " ".join(done.output.split())
        assert done.exit_code == 1 and f"FAILED seats in {path}, 3 seats" in told, told
        assert "also with other numbers of players: 3 (" in told and "1 failed" in told
        assert f"rulewright verify {path} --seats 3 --seed 0 --games 1 --only seats" in told
    as_json = json.loads(run("verify", str(path), "--games", "2", "--json").stdout)
    assert [one["seats"] for one in as_json["settings"]] == [None, 3] and not as_json["ok"]
    assert as_json["settings"][1]["properties"] == ["seats"]
    alone = run("verify", str(path), "--seats", "2", "--games", "3")
    assert alone.exit_code == 0 and "other numbers" not in alone.output
