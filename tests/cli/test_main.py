"""The group of commands: help, hints, exit codes, pipes."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from rulewright.game import load
from rulewright.play import record as records
from rulewright_cli.main import COMMANDS, FOR_PROGRAMS, TRIED, Commands, cli

Run = Callable[..., Result]


def test_help_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    for name, words in COMMANDS.items():
        assert f"  {name}" in done.stdout
        assert words.split()[0] in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(run: Run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"Usage: rulewright {name}")


def test_a_folder_holds_no_command_that_help_leaves_out() -> None:
    import rulewright_cli.commands as commands

    files = Path(commands.__path__[0]).glob("*.py")
    assert {file.stem for file in files} - {"__init__"} == set(COMMANDS)


def test_an_option_of_other_commands_is_said_to_be_theirs(run: Run) -> None:
    done = run("check", "ruta", "--games", "3")
    assert done.exit_code == 2
    assert "check has no option --games: it is one of lint, verify, coverage" in done.stderr
    done = run("check", "ruta", "--variant", "ace_give")
    assert done.stderr.startswith("check has no option --variant: it looks at the variants beside")
    assert "verify has no option -n: that is --games here" in run("verify", "ruta", "-n3").stderr
    assert "lint has no option -n: that is --games here" in run("lint", "ruta", "-n", "3").stderr
    assert "check has no option -n: it is one of simulate" in run("check", "ruta", "-n3").stderr
    assert "did you mean" not in done.stderr.lower()
    assert "'--seed'" in run("lint", "ruta", "--seedd", "3").stderr


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("shwo", "did you mean show?"),
        ("rules", "did you mean rulebook?"),
        ("rule", "did you mean rulebook?"),
        ("run", "did you mean play?"),
        ("formt", "did you mean fmt?"),
        ("sim", "did you mean simulate?"),
        ("co", "did you mean coverage or completion?"),
        ("ruta", "did you mean play ruta?"),
        ("ferry.game", "did you mean play ferry.game?"),
        ("missing.game", "see rulewright --help"),
        ("s", "see rulewright --help"),
        ("sesquipedalian", "see rulewright --help"),
    ],
)
def test_unknown_commands_are_misuse_with_a_hint(run: Run, typed: str, hint: str) -> None:
    done = run(typed)
    assert done.exit_code == 2
    assert done.stderr == f"there is no command {typed}; {hint}\n"


def test_words_that_people_try_are_no_commands_and_lead_to_one() -> None:
    assert not TRIED.keys() & COMMANDS.keys()
    assert set(TRIED.values()) <= COMMANDS.keys()


@pytest.mark.parametrize(
    "arguments",
    [
        "rulebook nowhere.game -o",
        "replay nowhere.json -o",
        "show nowhere.game --svg",
        "play nowhere.game --save",
        "check nowhere.game --sarif",
        "simulate nowhere.game --rows",
        "diff nowhere.game cherries --rows",
        "playtest nowhere.game --html",
        "playtest nowhere.game --markdown",
        "playtest nowhere.game --store",
        "tournament nowhere.game random greedy --store",
        "tune nowhere.game --vary a --aim b --write",
    ],
)
def test_a_file_that_cannot_be_written_is_told_before_anything_is_done(
    run: Run, own_folders: Path, arguments: str
) -> None:
    done = run(*arguments.split(), "missing/one.csv")
    assert done.stderr == "cannot write missing/one.csv: there is no folder missing\n"
    assert done.exit_code == 2
    done = run(*arguments.split(), str(own_folders))
    assert done.stderr == f"cannot write {own_folders}: Is a directory\n"


def test_every_file_that_a_command_writes_is_looked_at_first() -> None:
    assert isinstance(cli, Commands)
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        for option in command.params if command is not None else ():
            writes = str(getattr(option, "help", "")).startswith(("Write", "Keep"))
            if option.metavar == "FILE" and writes:
                assert option.callback is not None, (name, option.name)


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("rulewright 0.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "rota"], "did you mean ruta?"),
        (["show", "ferry.game", "--variant", "wnid"], "did you mean wind?"),
        (["show", "ferry.game", "--option", "fog=of"], "did you mean off?"),
        (["show", "ferry.game", "--option", "fog"], "--option wants NAME=VALUE, not fog"),
        (["show", "ferry.game", "--option", "fog=on", "--option", "fog=off"], "set twice"),
        (["show", "ferry.game", "--seats", "5"], "ferry is for 2 players, not 5"),
        (["show", "RUTA"], "did you mean ruta?"),
        (["show", "sesquipedalian"], "rulewright list tells which there are"),
        (["show"], "Missing argument 'GAME'. The games are told by rulewright list"),
        (["show", "connect", "four"], "The name of a game is one word"),
        (["show", "missing.game"], "there is no rule file missing.game"),
    ],
)
def test_misuse_is_a_message_and_exit_code_2(run: Run, arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "ferry"), ("check", "ferry"), ("lint", "ferry", "--games", "0"),
        ("test", "ferry", "--fresh"), ("diff", "ferry", "wind", "-n", "2"),
        ("why", "ferry", "sink Nut"),
        ("simulate", "wind", "-n", "2"), ("coverage", "ferry"),
    ],
)  # fmt: skip
def test_the_file_that_lies_here_goes_by_its_name(run: Run, arguments: tuple[str, ...]) -> None:
    by_path = [f"{one}.game" if one in ("ferry", "wind") else one for one in arguments]
    seed = ("--seed", "1") if arguments[0] in ("simulate", "diff") else ()
    named, pathed = run(*arguments, *seed), run(*by_path, *seed)
    assert named.exit_code == pathed.exit_code != 2, named.output
    assert re.sub(r"[\d.,]+", "0", named.stdout) == re.sub(r"[\d.,]+", "0", pathed.stdout)


def test_a_game_that_comes_with_rulewright_keeps_its_name(run: Run, own_folders: Path) -> None:
    (own_folders / "ruta.game").write_text("nothing")
    assert run("show", "ruta").stdout.startswith("Ruta")
    assert run("show", "wnid").stderr.startswith('there is no game called "wnid"')


def test_a_variant_that_says_how_many_play_is_named(run: Run, own_folders: Path) -> None:
    many = 'variant many of ferry "Many"\n  players 3 named Red, Blue, Green\n'
    (own_folders / "many.game").write_text(f'{many}scenario "Two"\n  seats 2\n')
    done = run("simulate", "ferry.game", "--variant", "many", "--seats", "2")
    assert done.stderr.startswith("with many, ferry is for 3 players, not 2")
    told = run("check", "many.game").stdout
    assert "error E051: with many, the game is for 3 players\n" in told
    done = run("show", "ferry.game", "--seats", "3")
    assert done.stderr.startswith("ferry is for 2 players, not 3")


def test_broken_rules_are_findings_and_exit_code_1(run: Run, own_folders: Path) -> None:
    rules = own_folders / "ferry.game"
    rules.write_text(rules.read_text().replace("hold of me\n", "hlod of me\n", 1))
    done = run("show", "ferry.game")
    assert done.exit_code == 1
    assert "did you mean hold?" in done.stderr


def command_line(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "rulewright_cli", *arguments]


def test_a_closed_pipe_is_no_error_message() -> None:
    process = subprocess.Popen(
        command_line("dump", "ferry.game", "--json"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() in (0, 141)
    assert errors == ""


def test_output_survives_a_terminal_of_few_characters(own_folders: Path) -> None:
    rules = own_folders / "ferry.game"
    rules.write_text(rules.read_text().replace("Six islands", "Six islands →"), encoding="utf-8")
    done = subprocess.run(
        command_line("show", "ferry.game"),
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert b"Six islands ?" in done.stdout


MANY = """game plenty "Plenty"
  players 1

mark left: 0..99

phase play
  turns until left is 99
    choose one
      count(a in 1..99, b in 1..99, c in 1..99)
        set left to 98 when a is b and b is c else 99

winner p where left is 99
"""


@pytest.mark.thorough(one_in=2)
@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
@pytest.mark.parametrize("megabytes", [36, 48, 64, 110])  # it runs out in several places
def test_running_out_of_memory_is_a_message(tmp_path: Path, megabytes: int) -> None:
    path = tmp_path / "plenty.game"
    path.write_text(MANY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "rulewright_cli", "play", path, "--players", "random"],
        capture_output=True, text=True, timeout=120,
        env={
            **os.environ, "PYTHONPATH": os.pathsep.join(sys.path),
            "RULEWRIGHT_MEMORY": str(megabytes),
        },
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert f"out of memory: more than the {megabytes} MB that are allowed" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="where memory can be limited")
def test_addresses_where_there_is_nothing_are_no_memory() -> None:
    """Games that are compiled play faster with many of them."""
    reserve = "mmap.mmap(-1, 1 << 36, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 0)"
    limited = "from rulewright_cli.memory import limit_memory; import mmap; limit_memory(); "
    done = subprocess.run(
        [sys.executable, "-c", limited + reserve],
        capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RULEWRIGHT_MEMORY": "64"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
def test_what_mutate_has_found_is_told_before_the_time_is_over(run: Run) -> None:
    edits = ("mutate", "ferry.game", "--fresh", "--jobs", "1", "--each", "0")
    for number in range(1, 14):  # in one some edits are done, not all, however slow the machine is
        done = run("--time-limit", f"{0.6 * 1.4**number:.2f}", *edits)
        if done.stdout:
            break
    assert done.exit_code == 3
    assert "% noticed: " in done.stdout and "NOT ALL: " in done.stdout
    assert done.stderr.endswith("stopped: the time that --time-limit allows is over\n")


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", "{game}", "--longest", str(10**12), "--jobs", "1"),
        ("verify", "{game}", "--games", "100000", "--jobs", "1"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_any_command_ends_in_time(run: Run, treadmill: Path, arguments: tuple[str, ...]) -> None:
    """The game goes on for as long as anybody lets it."""
    done = run("--time-limit", "0.5", *(word.format(game=treadmill) for word in arguments))
    assert done.exit_code == 3
    assert done.stderr.endswith("stopped: the time that --time-limit allows is over\n")


@pytest.mark.skipif(os.name == "nt", reason="signals as Unix has them")
def test_the_scenario_is_named_in_which_the_time_is_over(run: Run, treadmill: Path) -> None:
    long = "; ".join(["left"] * 30_000)
    with treadmill.open("a", encoding="utf-8") as file:
        file.write(f'\nscenario "Step by step"\n  play {long}\n')
    for number in range(18):  # in one it has begun and is not over, however slow the machine is
        done = run("--time-limit", f"{0.4 * 1.2**number:.2f}", "test", treadmill)
        assert done.exit_code == 3
        stopped = "stopped: the time that --time-limit allows is over"
        assert stopped in done.stderr
        if not done.stderr.endswith(f"{stopped}\n"):
            break
    where = r"it was running \"Step by step\" on \w+ \(\S*treadmill\.game:\d+:1\)\n\Z"
    assert re.search(f"{stopped}; {where}", done.stderr), done.stderr


QUIET = {
    "list": [],
    "new": ["game", "mine"],
    "check": ["ferry.game"],
    "simulate": ["ferry.game", "-n", "1", "--jobs", "1", "--seed", "1"],
    "play": ["ferry.game", "--players", "random,random", "--seed", "1"],
    "replay": ["game.json"],
}


@pytest.mark.parametrize("name", QUIET)
def test_what_is_quiet_says_less_and_nothing_else(run: Run, name: str) -> None:
    game = load("ferry.game")
    records.save(records.record_of(game, game.start(seed=1)), "game.json")

    def told(*flags: str, before: tuple[str, ...] = ()) -> tuple[int, list[str]]:
        Path("mine.game").unlink(missing_ok=True)
        done = run(*before, name, *QUIET[name], *flags)
        assert done.stderr == ""
        return done.exit_code, re.sub(r"[\d,.]+ ", "0 ", done.stdout).splitlines()

    code, everything = told()
    same, quiet = told("-q")
    assert told(before=("--quiet",)) == (same, quiet)
    assert same == code and len(quiet) < len(everything)
    rest = iter(everything)
    assert all(line in rest for line in quiet), "something is said that was not said before"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_plain_and_quiet(run: Run, name: str) -> None:
    told = run(name, "--help").stdout
    assert ("--plain" in told, "-q, --quiet" in told) == 2 * (name not in FOR_PROGRAMS,)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tells_the_version(run: Run, name: str) -> None:
    told = run(name, "--version")
    assert told.exit_code == 0 and told.stdout == run("-V").stdout


@pytest.mark.parametrize("flags", [["-q"], ["--plain"]])
def test_nothing_is_drawn_over_and_over_for_who_wants_it_plain_or_quiet(
    monkeypatch: pytest.MonkeyPatch, flags: list[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    def drawn(*more: str) -> str:
        monkeypatch.setattr(sys, "stderr", err := Terminal())
        with pytest.raises(SystemExit):
            cli.main(["simulate", "ferry.game", "-n", "1", "--jobs", "1", *more])
        return err.getvalue()

    assert "games" in drawn() and drawn(*flags) == ""
    before = ["simulate", "ferry.game", "-n", "1", "--jobs", "1"]
    monkeypatch.setattr(sys, "stderr", err := Terminal())
    with pytest.raises(SystemExit):
        cli.main([*flags, *before])
    assert err.getvalue() == ""


def test_who_waits_at_the_end_of_a_pipe_istold_now_and_then_how_far_it_has_come(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rulewright_cli import screen

    clock = iter([0.0, 10.0, 21.0, 30.0, 41.0, 0.0, 81.0])
    monkeypatch.setattr("rulewright_cli.screen.time.monotonic", lambda: next(clock))
    tell = screen.told_now_and_then("edits", counted=True)
    for done in (100, 210, 300, 410, 1_000):  # and not of all, when it is over
        tell(done, 1_000)
    share = screen.told_now_and_then("settings", counted=False)
    share(81, 100)
    assert capsys.readouterr().err.splitlines() == [
        "210 of 1,000 edits after 21 s",
        "410 of 1,000 edits after 41 s",
        "settings: 81 % after 81 s",
    ]


def test_how_long_it_will_take_is_told_as_soon_as_it_can_be_known(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where that is asked for, and if it is long."""
    from rulewright_cli import screen

    clock = iter([0.0, 1.0, 3.0, 10.0, 21.0, 41.0, 0.0, 3.0, 5.0, 0.0, 100.0])
    monkeypatch.setattr("rulewright_cli.screen.time.monotonic", lambda: next(clock))
    with screen.progress("games", of=100, cost="100 games to play") as tell:
        assert tell is not None
        for done in (1, 3, 10, 20, 90):
            tell(done, 100)
    with screen.progress("games", of=10, cost="10 games to play") as tell:
        assert tell is not None
        for done in (5, 9):
            tell(done, 10)
    with screen.progress("games", of=1_000, cost="1,000 games to play") as tell:
        assert tell is not None
        tell(5, 1_000)
    assert capsys.readouterr().err.splitlines() == [
        "100 games to play",
        "3 of 100 games after 3 s, and about 2 minutes to go",
        "20 of 100 games after 21 s, and about 88 s to go",
        "90 of 100 games after 41 s, and about 4 s to go",
        "10 games to play",
        "1,000 games to play",
        "5 of 1,000 games after 100 s, and about 6 hours to go",
    ]


def test_nothing_is_foretold_from_what_takes_longer_than_the_rest(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games that are made step by step, or the first of all, for which much has to be made ready;
    where all are slow, it is foretold from them."""
    from rulewright_cli import screen

    clock = iter([0.0, 20.0, 41.0, 42.0, 83.0, 0.0, 19.0, 20.0, 30.0, 40.0])
    monkeypatch.setattr("rulewright_cli.screen.time.monotonic", lambda: next(clock))
    slower = screen.Slower()
    with screen.progress(
        "pairs", of=900, foretold=True, quicker="--trace 0", slower=slower
    ) as tell:
        assert tell is not None
        slower.are(200)
        for done in (13, 199, 201, 529):
            tell(done, 900)
    with screen.progress("games", of=150, foretold=True, slower=screen.Slower(200)) as tell:
        assert tell is not None
        for done in (2, 4, 50, 100):
            tell(done, 150)
    assert capsys.readouterr().err.splitlines() == [
        "13 of 900 pairs after 20 s; the first 200 take longest; --trace 0 makes it quicker",
        "199 of 900 pairs after 41 s; the first 200 take longest",
        "529 of 900 pairs after 83 s, and about 46 s to go",
        "4 of 150 games after 20 s, and about 12 minutes to go",
        "100 of 150 games after 40 s, and about 10 s to go",
    ]


def test_how_a_long_command_is_bounded_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import click

    from rulewright_cli import screen

    clock = iter([0.0, 3.0, 21.0, 42.0, 0.0, 21.0, 0.0, 21.0])
    monkeypatch.setattr("rulewright_cli.screen.time.monotonic", lambda: next(clock))
    for seconds in (None, 60.0):
        with click.Context(cli, info_name="simulate") as context:
            context.params["seconds"] = seconds
            with screen.progress("pairs", of=500, foretold=seconds is None) as tell:
                assert tell is not None
                for done in (3, 21, 42) if seconds is None else (21,):
                    tell(done, 500)
    with click.Context(cli, info_name="diff") as context:
        context.params["seconds"] = None
        with screen.progress("pairs", of=500, foretold=True, quicker="--trace 0") as tell:
            assert tell is not None
            tell(21, 500)
    assert capsys.readouterr().err.splitlines() == [
        "21 of 500 pairs after 21 s, and about 8 minutes to go; --seconds S ends it sooner",
        "42 of 500 pairs after 42 s, and about 8 minutes to go",
        "21 of 500 pairs after 21 s",
        "21 of 500 pairs after 21 s, and about 8 minutes to go; --trace 0 makes it quicker, "
        "--seconds S ends it sooner",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        "simulate ferry.game -n 9000000 --jobs 1",
        "diff ferry.game wind -n 9000000 --jobs 1",
        "playtest ferry.game -n 100000 --ladder random --measure 0 --jobs 1",
        "tournament ferry.game random greedy --whole -n 100000 --jobs 1",
        "tune ferry.game --vary fog --aim length<9 -n 9000000",
        "lint ferry.game --games 9000000",
    ],
)
def test_the_seconds_of_a_command_begin_when_it_does(arguments: str) -> None:
    """Not once all is imported and loaded, which takes seconds where the machine has much to do."""
    began, long_ago = time.monotonic(), time.monotonic() - 60
    done = CliRunner().invoke(cli, [*arguments.split(), "--seconds", "30"], obj=long_ago)
    assert time.monotonic() - began < 20 and "Traceback" not in done.output, done.output
    assert done.exit_code in (0, 1, 130) and "is over" not in done.output


def test_what_stands_before_the_command_is_told_so() -> None:
    told = CliRunner().invoke(cli, ["simulate", "pig", "--time-limit", "20"])
    assert told.exit_code == 2
    assert "--time-limit stands before the command: " in told.output
    assert "--time-limit … simulate" in told.output
