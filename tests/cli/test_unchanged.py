"""What was fine in an earlier run is looked at again only when something changes it hangs on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright import game as games
from rulewright.core import soundness
from rulewright.kept import cache_folder
from rulewright.testing import coverage

from .conftest import Run

COMMANDS = ("check", "test", "coverage")
ALONE, WITH_WIND = (), ("wind",)

Looked = Callable[..., tuple[str, list[tuple[str, ...]]]]


@pytest.fixture
def looked(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Looked:
    """What a command prints, without times, and the sets of variants that it looked at."""
    monkeypatch.setattr(soundness, "WANTED", False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made: list[tuple[str, ...]] = []
    check = games.check

    def checked(name: str, **how: Any) -> games.Game:
        made.append(tuple(how["variants"]))
        return check(name, **how)

    monkeypatch.setattr(games, "check", checked)
    monkeypatch.setattr(coverage, "check", checked)

    def invoke(*arguments: str) -> tuple[str, list[tuple[str, ...]]]:
        made.clear()
        said = run(*arguments)
        return said.output.partition(" passed in ")[0], [*made]

    return invoke


def edit(name: str, before: str, after: str) -> None:
    path = Path(name)
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_told_again_without_being_looked_at(looked: Looked, command: str) -> None:
    said, made = looked(command, "ferry.game")
    assert made == [ALONE, WITH_WIND]
    assert looked(command, "ferry.game") == (said, [])
    assert looked(command, "ferry.game", "--fresh") == (said, [ALONE, WITH_WIND])
    assert looked(command, "ferry.game", "--json")[1] == []


def test_results_of_before_are_the_same_and_are_said_to_be(looked: Looked, run: Run) -> None:
    for arguments in ("ferry.game",), ("wind.game",), ("ferry.game", "--variant", "wind"):
        first = run("test", *arguments, "--json").output
        assert run("test", *arguments, "--json").output == first
        said = run("test", *arguments).output
        assert "2 scenarios on reference and python: 2 passed in" in said
        assert said.endswith("s, 2 of them earlier\n")


@pytest.mark.parametrize("command", ("check", "test"))
def test_only_the_variant_that_was_edited_is_looked_at(looked: Looked, command: str) -> None:
    looked(command, "ferry.game")
    edit("wind.game", "ends of l - 1", "ends of l - 2")
    assert looked(command, "ferry.game")[1] == [WITH_WIND]
    edit("wind.game", "ends of l - 2", "ends of l - 1")
    assert looked(command, "ferry.game")[1] == []
    edit("ferry.game", "starts 3", "starts 4")
    assert looked(command, "ferry.game")[1] == [ALONE, WITH_WIND]


@pytest.mark.thorough(each="change")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "change",
    (
        lambda: edit("crates.csv", "Nut", "Nuts"),
        lambda: edit("isles.csv", "Ayr,1", "Ayr,2"),
        lambda: Path("ferry.look.csv").write_text("name,colour\nred,#ff0000\n"),
        lambda: Path("gale.game").write_text('library gale "A gale"\n'),
    ),
)
def test_tables_looks_and_files_beside_count(
    looked: Looked, command: str, change: Callable[[], object]
) -> None:
    looked(command, "ferry.game")
    change()
    assert looked(command, "ferry.game")[1]


def test_tables_that_no_rule_names_do_not_count(looked: Looked) -> None:
    looked("check", "ferry.game")
    Path("rows.csv").write_text("seed\n1\n")
    assert looked("check", "ferry.game")[1] == []


def test_files_are_counted_alike_where_all_is_looked_at_again(looked: Looked) -> None:
    edit("ferry.game", "cargoes: set of cargo", "cargoes: set of cargoe")
    for name in ("ferry.game", "wind.game"):
        said, _ = looked("check", name)
        assert "error in 1 of 2 files" in said
        assert looked("check", name, "--fresh")[0] == said


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_amiss_is_told_each_time(looked: Looked, command: str) -> None:
    edit("wind.game", "hold of red: Dates", "hold of red: Dats")
    said, _ = looked(command, "ferry.game")
    assert "Dats" in said
    again, made = looked(command, "ferry.game")
    assert again == said
    assert WITH_WIND in made


def test_a_look_with_pictures_is_looked_at_each_time(looked: Looked) -> None:
    Path("ferry.look.csv").write_text("name,picture\nNut,nut.svg\n")
    Path("nut.svg").write_text("<svg/>")
    looked("check", "ferry.game")
    Path("nut.svg").unlink()
    assert "nut.svg" in looked("check", "ferry.game")[0]


@pytest.mark.parametrize("asked", (("--engine", "python"), ("-k", "F"), ("--option", "fog=on")))
def test_what_is_asked_counts(looked: Looked, asked: tuple[str, ...]) -> None:
    looked("test", "ferry.game")
    assert looked("test", "ferry.game", *asked)[1] == [ALONE, WITH_WIND]


def test_the_library_counts(looked: Looked, monkeypatch: pytest.MonkeyPatch) -> None:
    looked("check", "ferry.game")
    monkeypatch.setattr("rulewright.testing.unchanged.code", lambda: "another one")
    assert looked("check", "ferry.game")[1] == [ALONE, WITH_WIND]


def test_what_is_damaged_is_found_again(looked: Looked) -> None:
    looked("check", "ferry.game")
    folder = cache_folder()
    assert folder is not None
    for file in (folder / "found").iterdir():
        file.write_bytes(file.read_bytes().replace(b"true", b"null"))
    assert looked("check", "ferry.game")[1] == [ALONE, WITH_WIND]


def test_who_has_programs_looked_at_has_them_made(
    looked: Looked, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked("check", "ferry.game")
    monkeypatch.setattr(soundness, "WANTED", True)
    assert looked("check", "ferry.game")[1] == [ALONE, WITH_WIND]
