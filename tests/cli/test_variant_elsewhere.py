"""A variant in a folder of its own: every command takes its path."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import catalogue
from rulewright.check.modules import find
from rulewright.game import load
from rulewright.play import record
from rulewright.testing.properties.settings import all_settings
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
    assert code == 0 and "47 scenarios on reference and python: 47 passed" in output


SHY = """\
variant shy of ruta "Shy"
  "Who has nine cards draws no more."

mark shame of seat: 0..9                  "How often somebody was shy"

add at start of draw
  needs shy: size of hand of me < 9       else "nine are enough"
  set shame of me to 0
"""
BOTH = """
with shy
  add before "move payment" in claim
    gain 1 shame of me

  scenario "Who claims may be ashamed"
    given
      hand of first: Merchant, End
    play claim Mill-Harvest; pay Merchant; pay End; commit
    expect shame of first is 1
"""


@pytest.fixture
def with_shy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of two variants, of which one has a `with` block for the other."""
    folder = tmp_path / "two"
    folder.mkdir()
    settled = MILD.partition("replace")[0] + BOTH
    (folder / "mild.game").write_text(settled, encoding="utf-8")
    (folder / "shy.game").write_text(SHY, encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_what_it_says_of_a_variant_beside_it_is_looked_at(with_shy: Path) -> None:
    code, output = run("check", "mild.game")
    assert code == 0 and "nothing found in 7 files" in output
    assert "mild alone, and with ace_extra, ace_give, ace_subvert, shy" in output
    for name in (("mild.game",), (".", "-k", "ashamed")):
        code, output = run("test", *name, "-v")
        assert code == 0 and output.count("passed  Who claims may be ashamed") == 2
        assert "not run" not in output
    assert (
        "shy alone, and with ace_extra, ace_give, ace_subvert, mild" in run("check", "shy.game")[1]
    )
    code, output = run("check", "mild.game", "shy.game")
    assert [line.partition(" alone, and with ")[::2] for line in output.splitlines()[1:]] == [
        ("mild", "ace_extra, ace_give, ace_subvert, shy"),
        ("shy", "ace_extra, ace_give, ace_subvert, mild"),
    ]
    assert run("check", ".")[1] == output
    assert run("test", "shy.game", "-k", "ashamed", "-v")[1].count("passed  Who claims") == 2
    code, output = run("test", "mild.game", "--variant", "shy.game", "-k", "ashamed", "-v")
    assert code == 0 and output.count("passed  Who claims") == 2
    covered = run("coverage", "mild.game")[1]
    assert "100.0 % reached by" in covered and "1 of mild" in covered
    alone = [(v.name, v.reference) for v in catalogue.game("shy.game").variants if "/" in v.name]
    assert not alone


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("gain 1 shame", "gain 1 shmae"), 'mild.game:7:12: error E100: unknown name "shmae"'),
        (("expect shame", "expect shmae"), 'mild.game:13:12: error E100: unknown name "shmae"'),
        (('before "move payment"', "before nothing"), "mild.game:6:14: error E040"),
    ],
)
def test_what_is_wrong_with_both_is_found(
    with_shy: Path, wrong: tuple[str, str], told: str
) -> None:
    file = with_shy / "mild.game"
    file.write_text(file.read_text(encoding="utf-8").replace(*wrong), encoding="utf-8")
    for name in ("mild.game", "shy.game", "."):
        code, output = run("check", name)
        assert code == 1 and told in output, output


def test_each_of_a_folder_is_checked_by_itself_too(with_shy: Path) -> None:
    file = with_shy / "shy.game"
    file.write_text(SHY + "\nwith ace_give\n  remove action nothing\n", encoding="utf-8")
    code, output = run("check", ".")
    assert code == 1 and "shy.game:11:" in output, output


def test_what_fails_with_both_is_told(with_shy: Path) -> None:
    file = with_shy / "mild.game"
    text = file.read_text(encoding="utf-8").replace("is 1\n", "is 2\n")
    file.write_text(text, encoding="utf-8")
    for name in ("mild.game", "."):
        code, output = run("test", name, "-k", "ashamed")
        assert code == 1 and "FAILED  Who claims may be ashamed" in output, output
    verified = {setting.variants for setting in all_settings("mild.game")}
    assert ("mild.game", "shy.game") in verified


def test_what_one_variant_leaves_out_is_told_with_what_runs_it(with_shy: Path) -> None:
    code, output = run("test", "ruta", "--variant", "mild.game")
    assert code == 0
    told = "not run: 1 more of mild, below `with`; rulewright test mild.game runs those, too"
    assert told in " ".join(output.split())


def test_what_cannot_be_read_beside_it_is_told(with_shy: Path) -> None:
    (with_shy / "shy.game").write_bytes(b"variant shy of ruta \xff")
    code, output = run("check", "mild.game")
    assert code == 0 and "not looked at: shy.game is not UTF-8 text" in output
    (with_shy / "shy.game").write_text(SHY + "replace nothing", encoding="utf-8")
    code, output = run("check", "mild.game")
    assert code == 0 and "together with shy.game" in output


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
