"""`rulewright simulate`: what it prints, and what is left of it when it is ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.analysis.simulate import after, simulate, told
from rulewright.backends.protocol import SearchedTooFar
from rulewright.diagnostics import PlayError
from rulewright.players.player import Player
from rulewright.players.view import View
from rulewright.spec import GameSpec
from rulewright_cli.against import seen_again
from rulewright_cli.commands.simulate import as_text, speed
from rulewright_cli.main import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["simulate", *arguments])


@pytest.mark.parametrize(
    ("command", "told"),
    [
        *(
            (f"{name} pig", "is no number of seats; who plays is said by --players human,greedy")
            for name in ("play", "simulate", "playtest", "tune", "diff pig")
        ),
        ("tournament pig greedy random", "is no number of seats; who plays is named without"),
        ("show pig", "'human,greedy' is no number of seats\n"),
    ],
)
def test_who_plays_is_not_how_many_seats_there_are(command: str, told: str) -> None:
    result = CliRunner().invoke(cli, [*command.split(), "--seats", "human,greedy"])
    assert result.exit_code == 2 and told in result.output
    assert CliRunner().invoke(cli, ["show", "pig", "--seats", "2"]).exit_code == 0


def measured(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize(
    ("game", "players", "is_said"),
    [
        ("tic_tac_toe", "greedy,random", True),
        ("tic_tac_toe", "flat:2,random", False),
        pytest.param("ruta", "greedy,random", False, marks=pytest.mark.thorough),
    ],
)
def test_that_greedy_has_no_points_to_look_at_is_said(
    game: str, players: str, is_said: bool
) -> None:
    options = ("--players", players, "--seed", "1", "--jobs", "1", "-n", "2")
    told = "greedy sees no difference between moves here but where one ends the game"
    assert (told in run(game, *options).stdout) is is_said
    playing = CliRunner().invoke(cli, ["play", game, "--players", players, "--seed", "1"])
    assert (told in " ".join(playing.output.split())) is is_said


def test_figures_as_text() -> None:
    done = run("ruta", "-n", "12", "--players", "random,random", "--seed", "1", "--jobs", "1")
    assert done.exit_code == 0
    assert done.stderr == ""
    assert done.stdout.startswith("Ruta: random, random; seed 1\n")
    for word in ("speed", "decisions", "branching", "first points", "second wins", "draws"):
        assert f"\n{word} " in done.stdout
    assert "95 %" in done.stdout


def test_where_fewer_processes_play_than_were_asked_for_it_is_said_why() -> None:
    told = run("pig", "-n", "40", "--seed", "1", "--jobs", "2").stdout
    assert " s with 1 process, for 2 would take longer\n" in told
    assert " s with 1 process\n" in run("pig", "-n", "40", "--seed", "1").stdout


def test_json_keeps_figures_and_timings_apart() -> None:
    one, two = (measured("ruta", "-n", "12", "--seed", "1", "--jobs", jobs) for jobs in ("1", "2"))
    assert one["figures"] == two["figures"]
    assert one["complete"] is True
    assert set(one["timings"]) == {
        "jobs", "threads", "wall_seconds", "processor_seconds", "games_per_second",
        "games_per_processor_second", "untraced_per_processor_second",
    }  # fmt: skip
    assert {key for key in one if one[key] != two[key]} == {"timings"}


def test_speed_is_told_of_games_that_are_not_made_step_by_step() -> None:
    """Those take many times as long; the first part of the others, in which what plays them is
    made, does not count."""
    arguments = ["pig", "-n", "3000", "--seed", "1", "--jobs", "1"]
    timings = measured(*arguments)["timings"]
    assert timings["untraced_per_processor_second"] > timings["games_per_processor_second"]
    text = run(*arguments).stdout
    told = re.search(
        r"^speed +([\d,]+) games a second of processor time; with the first 200, made step "
        r"by step to tell of moves, ([\d,]+) games a second, ([\d,]+) of processor time$",
        text, re.MULTILINE,
    )  # fmt: skip
    assert told is not None
    game, _, with_moves = (int(number.replace(",", "")) for number in told.groups())
    assert game > with_moves
    slowly = "a second of processor time, each made step by step to tell of moves; faster with"
    for none, by_lot in (
        (["-n", "100"], True),
        (["--players", "random,greedy", "-n", "20"], False),
    ):
        assert measured("pig", *none)["timings"]["untraced_per_processor_second"] == 0
        assert (slowly in run("pig", *none).stdout) == by_lot
    quick = run("pig", "-n", "100", "--trace", "0").stdout
    assert re.search(r"^speed +[\d,]+ games a second of processor time$", quick, re.MULTILINE)


@pytest.mark.parametrize(
    ("games", "told"), [(12345.6, "12,346"), (10, "10"), (3.44, "3.4"), (0.307, "0.31"), (0, "0")]
)
def test_a_speed_is_never_told_as_none_at_all(games: float, told: str) -> None:
    assert speed(games) == told


def test_settings_reach_the_game_and_the_answer() -> None:
    data = measured("ruta", "-n", "2", "--variant", "ace_give", "--option", "longest=path")
    assert data["variants"] == ["ace_give"]
    assert data["options"]["longest"] == "path"
    assert isinstance(data["seed"], int), "a seed nobody gave is told"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nosuch"], "nosuch"),
        (["ruta", "--players", "random,random,random"], "players"),
        (["ruta", "--players", "random,randon"], "did you mean random"),
        (["ruta", "--players", "random,random", "--seats", "3"], "do not go together"),
        (["ruta", "-n", "0"], "0"),
        (["ruta", "--jobs", "0"], "0"),
    ],
)
def test_misuse(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("given", "seats"), [((), 2), (("--seats", "3"), 3)])
def test_one_player_that_is_named_takes_all_seats(given: tuple[str, ...], seats: int) -> None:
    done = run("pig", "--players", "greedy", "-n", "1", "--jobs", "1", "--json", *given)
    data = json.loads(done.stdout)
    assert (data["seats"], data["players"]) == (seats, ["greedy"] * seats)


@pytest.mark.thorough(one_in=2)
@pytest.mark.skipif(os.name == "nt", reason="terminals and signals as Unix has them")
@pytest.mark.parametrize(("jobs", "name"), [("1", "SIGINT"), ("2", "SIGINT"), ("2", "SIGTERM")])
def test_whatever_ends_it_prints_what_is_finished(jobs: str, name: str) -> None:
    """Standard error is a terminal, so that the progress bar tells when games are finished. All
    processes are told at once, and this one twice, as a terminal and `timeout` do."""
    terminal, stderr = os.openpty()
    arguments = ["simulate", "ruta", "-n", "10000000", "--jobs", jobs, "--seed", "1", "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright_cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm"},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # who ignores it hands it on
    )
    os.close(stderr)
    with process, os.fdopen(terminal, "rb", buffering=0) as shown:
        said = b""
        while not re.search(rb"[1-9]\d*/10000000", said):
            said += shown.read(1000)
        number = getattr(signal, name)
        if number == signal.SIGTERM:
            process.send_signal(number)
        os.killpg(process.pid, number)
        assert process.stdout is not None
        data = json.loads(process.stdout.read())
        assert process.wait(timeout=20) == 130
        with suppress(OSError):  # what a closed terminal gives to those who read on
            while more := shown.read(1000):
                said += more
    assert b"Traceback" not in said
    assert data["complete"] is False
    assert 0 < data["figures"]["games"] < 10_000_000


def test_games_without_end_are_stopped_and_counted(treadmill: Path) -> None:
    arguments = [str(treadmill), "-n", "3", "--seed", "1", "--longest", "1000"]
    done = run(*arguments)
    assert done.exit_code == 0
    assert "stopped at 1,000 decisions  100.00 %" in done.stdout
    figures = measured(*arguments, "--players", "random")["figures"]
    assert figures["games"] == figures["stopped"]["count"] == 3


def test_so_many_seconds_give_what_is_finished() -> None:
    data = measured("ruta", "-n", "10000000", "--jobs", "1", "--seconds", "1")
    assert (data["complete"], data["in_time"]) == (False, False)
    assert data["figures"] is None or 0 < data["figures"]["games"] < 10_000_000


class Leaving(Player):
    """Ends it all when it is asked once more than it wants to be."""

    name = "leaving"

    def __init__(self, wanted: int) -> None:
        self.left = wanted

    def choose(self, view: View) -> int:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return 0


@pytest.mark.parametrize(
    ("decisions", "told"),
    [
        (0, r"No decision of the first one was made in 0 s\."),
        (
            1,
            r"Of the first one 2 decisions were made in 0 s: 1 by leaving, .* 1 by random, .*\.",
        ),
    ],
)
def test_where_no_game_is_finished_it_is_told_how_far_the_first_has_come(
    decisions: int, told: str
) -> None:
    def leaving(seed: int, seat: int) -> Player:
        return Leaving(decisions)

    result = simulate(GameSpec("tic_tac_toe"), games=3, players=(leaving, "random"))
    (said,) = as_text(result, quiet=True)
    assert re.fullmatch(rf"INTERRUPTED: no game is finished\. {told}", said), said
    finished = simulate(GameSpec("tic_tac_toe"), games=3)
    assert finished.underway is None


COINS = """game coins "Coins"
  players 2

mark heads of seat: 0..{most} "How often heads"
mark tosses: 0..8

phase tossing
  turns until tosses is 8
    choose call
      heads
        gain 1 heads of me
        gain 1 tosses
      tails
        gain 1 tosses

winner p where tosses is 8
"""


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("traced", ["0", "300"])
def test_a_game_that_goes_wrong_can_be_seen_again(tmp_path: Path, jobs: str, traced: str) -> None:
    path = tmp_path / "coins.game"
    path.write_text(COINS.format(most=3), encoding="utf-8")
    done = run(str(path), "-n", "300", "--seed", "3", "--jobs", jobs, "--trace", traced)
    assert done.exit_code == 1
    told, before, again = done.stderr.splitlines()[-3:]
    number = int(re.findall(r"game (\d+) of the simulation", told)[0])
    assert "heads would become 4" in told
    assert re.fullmatch(r"\d+ games? (was|were) played before, and nothing went wrong", before)
    assert jobs == "2" or before.startswith(f"{number} ")
    command = again.removeprefix("to see it again: rulewright ").split()
    result = CliRunner().invoke(cli, [*command, "--shrink", "1", "--plain"])
    assert result.exit_code == 1
    assert "FAILED  ranges" in result.output and "would become 4" in result.output
    assert "the shortest game found" in result.output


def test_of_a_search_that_goes_too_far_it_is_said_what_finds_out_why() -> None:
    """No other command need search as far: how a game is looked into decides that."""
    specs = {"a": GameSpec("ruta"), "b": GameSpec("ruta", ("ace_give",))}
    with pytest.raises(PlayError) as raised, seen_again(specs, None):
        raise_too_far("b")
    assert "2 pairs were played before" in raised.value.message
    last = raised.value.message.splitlines()[-1]
    assert last == "to learn what makes it so: rulewright lint ruta --variant ace_give"


def raise_too_far(side: str) -> None:
    try:
        with told(3, 7, side=side, before=1):
            raise SearchedTooFar("too far")
    except PlayError as error:
        raise after(error, 1) from None


def test_a_game_of_players_that_goes_wrong_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "coins.game"
    path.write_text(COINS.format(most=1), encoding="utf-8")
    done = run(str(path), "-n", "9", "--seed", "3", "--players", "random,greedy", "--jobs", "1")
    assert done.exit_code == 1
    again = done.stderr.splitlines()[-1].removeprefix("to see it again: rulewright ")
    assert again.startswith("play ") and again.endswith(" --players random,greedy")
    result = CliRunner().invoke(cli, [*again.split(), "--plain"])
    assert result.exit_code == 1 and "would become 2" in result.output + result.stderr


def test_a_pair_of_games_that_goes_wrong_is_told_with_whose_rules_they_are(tmp_path: Path) -> None:
    sound, path = tmp_path / "coins.game", tmp_path / "other.game"
    sound.write_text(COINS.format(most=4), encoding="utf-8")
    path.write_text(COINS.format(most=3).replace("game coins", "game other"), encoding="utf-8")
    done = CliRunner().invoke(
        cli, ["diff", str(sound), str(path), "-n", "300", "--seed", "3", "--jobs", "1"]
    )
    assert done.exit_code == 1
    _, before, again = done.stderr.splitlines()[-3:]
    assert "pair" in before and f"verify {path} --seats 2 --seed " in again
