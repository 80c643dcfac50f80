"""A variant in a folder of its own: every command takes its path."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.check.modules import find
from rulewright.game import load
from rulewright.play import record
from rulewright_cli.main import cli

MILD = """\
variant mild of ruta "Mild"
  "No route costs more than eighteen."

replace define price of r: route = min(18, total rank of ends of r)

scenario "Eighteen is enough"
  given
    hand of first: Lunatic, Huntress, Author
  offers claim Harvest-Consul; ...
"""


@pytest.fixture
def mild(tmp_path: Path) -> Path:
    file = tmp_path / "mild.game"
    file.write_text(MILD, encoding="utf-8")
    return file


def run(*args: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, args)
    return result.exit_code, result.output


def test_it_is_checked_and_tested(mild: Path) -> None:
    assert run("check", str(mild))[0] == 0
    code, output = run("test", str(mild))
    assert code == 1 and "3 drafts for" in output
    assert run("test", str(mild), "--accept", "--yes")[0] == 0
    code, output = run("test", str(mild))
    assert code == 0 and "47 scenarios on reference and python: 94 passed" in output


def test_it_is_shown_whichever_way_it_is_named(mild: Path) -> None:
    option = 'option haze: off, on               "Is there haze?"\n'
    rule = "define price of r: route = 18 when haze is on else total rank of ends of r"
    mild.write_text(MILD.partition("replace")[0] + option + f"replace {rule}\n", encoding="utf-8")
    for command in ("show", "rulebook"):
        by_name, by_file = run(command, "ruta", "--variant", str(mild)), run(command, str(mild))
        assert by_name == by_file and by_name[0] == 0
        assert "haze" in by_name[1] and "mild" in by_name[1].lower()
    assert "* mild" in run("show", str(mild))[1]
    known, linted = (
        run("lint", *args, "--games", "0")
        for args in (("ruta", "--variant", str(mild)), (str(mild),))
    )
    assert known == linted


def test_its_mistakes_are_found(mild: Path) -> None:
    mild.write_text(MILD.replace("min(", "mni("), encoding="utf-8")
    code, output = run("check", str(mild))
    assert code == 1 and 'error E100: unknown name "mni"' in output


def test_its_records_replay(mild: Path) -> None:
    game = load(str(mild))
    state = game.start(seed=1)
    state.apply("draw")
    kept = record.read(record.record_of(game, state).model_dump_json())
    assert game.variants == (str(mild),)
    assert record.replay(kept, record.load_game(kept)).key() == state.key()


def test_a_saved_game_is_found_again_from_any_folder(
    mild: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("g.txt", "g.json"):
        played = run(
            "play", "mild.game", "--players", "random,random", "--seed", "1", "--save", name
        )
        assert played[0] == 0
        said = record.load(name)
        assert (said.game, said.variants) == ("ruta", ("mild.game",))
        (tmp_path / "sub").mkdir(exist_ok=True)
        for folder, file in ((".", name), ("sub", f"../{name}")):
            monkeypatch.chdir(tmp_path / folder)
            code, output = run("replay", file)
            assert code == 0 and "The record replays" in output, output
        monkeypatch.chdir(tmp_path)


def test_a_game_that_comes_along_is_saved_by_its_name_even_if_called_by_its_path(
    tmp_path: Path,
) -> None:
    path, file = str(find("tic_tac_toe")), str(tmp_path / "g.txt")
    game = load(path)
    assert game.source == path
    record.save(record.record_of(game, game.start(seed=1)), file)
    kept = record.load(file)
    assert kept.game == "tic_tac_toe" and record.is_of(kept, game)
    for name in (path, "tic_tac_toe"):
        code, output = run("play", name, "--resume", file, "--players", "random,random")
        assert code == 0, output
