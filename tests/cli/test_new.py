"""`rulewright new`: what it writes is green as it stands, and nothing is ever written over."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright import catalogue
from rulewright.game import check, load
from rulewright.testing.beginnings import new_game, new_variant
from rulewright.testing.combinations import variant_sets
from rulewright.testing.scenario import Runner

Run = Callable[..., Result]

ALL = bool(os.environ.get("RULEWRIGHT_NEW"))
GAMES = [info.name for info in catalogue.games()] if ALL else ["tic_tac_toe", "pig"]


def is_green(run: Run, file: str) -> None:
    for call in (("check", file), ("fmt", "--check", file), ("test", file)):
        done = run(*call)
        assert done.exit_code == 0, done.output


def test_a_new_game_is_green_and_can_be_played(run: Run, own_folders: Path) -> None:
    done = run("new", "game", "my_game")
    assert done.exit_code == 0 and done.stdout.startswith("written: my_game.game\n")
    is_green(run, "my_game.game")
    played = run("play", "my_game.game", "--players", "random,random", "--seed", "1")
    assert played.exit_code == 0 and "wins" in played.stdout
    assert run("coverage", "my_game.game").stdout.startswith("100.0 % ")
    text = (own_folders / "my_game.game").read_text()
    again = run("new", "game", "my_game")
    assert again.exit_code == 2
    assert again.stderr == "there is a file my_game.game already: nothing is written\n"
    assert (own_folders / "my_game.game").read_text() == text


@pytest.mark.parametrize("name", ["take", "game", "and", "x" * 60, "_"])
def test_any_name_is_fine_or_refused(own_folders: Path, run: Run, name: str) -> None:
    done = run("new", "game", name)
    if done.exit_code:
        assert done.exit_code == 2 and f'"{name}" cannot be a name' in done.stderr
        assert not list(own_folders.glob(f"{name}*"))
        return
    game = check(f"{name}.game")
    assert all(Runner(game).run(scenario).passed for scenario in game.scenarios())


@pytest.mark.parametrize("name", ["", "a b", "../x", "a-b", "x" * 61, "ä", "1", "a\n"])
def test_what_is_no_name_is_refused(own_folders: Path, run: Run, name: str) -> None:
    before = sorted(own_folders.rglob("*"))
    for call in (("game", name), ("variant", "ferry.game", name)):
        done = run("new", *call)
        assert done.exit_code == 2 and done.stderr, done.output
    assert sorted(own_folders.rglob("*")) == before


@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_what_is_there_is_left_alone(own_folders: Path, run: Run, there: str) -> None:
    path = own_folders / "breeze.game"
    if there == "folder":
        path.mkdir()
    elif there == "link":
        path.symlink_to("nowhere/nothing")
    else:
        path.write_text("")
    for call in (("game", "breeze"), ("variant", "ferry.game", "breeze")):
        assert run("new", *call).exit_code == 2
    assert path.is_dir() or path.is_symlink() or path.read_text() == ""


def test_a_new_variant_is_green_beside_the_game(run: Run, own_folders: Path) -> None:
    inner = own_folders / "inner"
    inner.mkdir()
    for file in own_folders.iterdir():
        if file.is_file():
            (inner / file.name).write_bytes(file.read_bytes())
    done = run("new", "variant", "inner/ferry.game", "breeze")
    assert done.exit_code == 0 and done.stdout.startswith("written: inner/breeze.game\n")
    assert "replace score" in (inner / "breeze.game").read_text()
    more = run("new", "variant", "inner/ferry.game", "storm")  # edits what no other does
    assert more.exit_code == 0
    is_green(run, "inner/storm.game")  # and goes with the other


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("fery", "x"), "there is no game called"),
        (("ferry.game", "ferry"), "the game itself is called ferry"),
        (("wind.game", "x"), "a variant edits a game, and wind.game is a variant of ferry"),
        (("boat.game", "x"), "call the file ferry.game, or no variant finds it"),
        (("pig", "x"), "a variant in this folder edits the pig.game that lies here"),
        (("decktet", "x"), "decktet is a library"),
    ],
)
def test_a_variant_is_of_a_game_that_it_finds(
    run: Run, own_folders: Path, call: tuple[str, ...], message: str
) -> None:
    (own_folders / "boat.game").write_bytes((own_folders / "ferry.game").read_bytes())
    (own_folders / "pig.game").write_text(new_game("pig"))
    done = run("new", "variant", *call)
    assert done.exit_code == 2 and message in done.stderr, done.output
    assert not (own_folders / "x.game").exists()


@pytest.mark.parametrize("name", GAMES)
def test_a_new_variant_of_each_game_of_the_library(own_folders: Path, run: Run, name: str) -> None:
    path, text = new_variant(name, "mine")
    path.write_text(text)
    assert "\nreplace " in text and path == Path("mine.game")
    if ALL:
        is_green(run, "mine.game")
        return
    game = load("mine.game")
    (scenario,) = game.scenarios()
    assert all(Runner(game).run(scenario, engine).passed for engine in ("reference", "python"))
    info = catalogue.game("mine.game")
    for variants in variant_sets(info):
        check(str(info.path), variants=variants).scenarios()


def test_seats_without_names_are_written_as_the_games_write_them(own_folders: Path) -> None:
    assert own_folders == Path.cwd()
    assert "\n  expect me is 0\n" in new_variant("ruins", "mine")[1]
    assert "\n  expect me is O\n" in new_variant("tic_tac_toe", "mine")[1]
