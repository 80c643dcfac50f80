"""Defaults of options from a file of the user's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes the file."""

    def written(text: str) -> Path:
        file = tmp_path / "settings" / "rulewright" / "config.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        monkeypatch.delenv("RULEWRIGHT_CONFIG", raising=False)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
        return file

    return written


def test_what_nobody_says_is_what_the_file_says(run: Run, write: Write) -> None:
    write('seed = 4\n\n[simulate]\ngames = 3\nplayers = "greedy,random"\nvariant = ["wind"]\n')
    done = run("simulate", "ferry.game", "--jobs", "1", "--json")
    said = run("simulate", "ferry.game", "--jobs", "1", "--json", "-n", "3", "--seed", "4",
               "--players", "greedy,random", "--variant", "wind")  # fmt: skip
    assert done.exit_code == 0
    assert [line for line in done.stdout.splitlines() if "second" not in line] == [
        line for line in said.stdout.splitlines() if "second" not in line
    ]
    other = run("simulate", "ferry.game", "--jobs", "1", "--json", "-n", "2", "--seed", "5")
    assert '"seed": 5' in other.stdout and '"games": 2' in other.stdout


def test_other_commands_do_not_mind(run: Run, write: Write) -> None:
    plain = run("show", "ferry.game").stdout
    write("jobs = 1\nplain = true\n[simulate]\ngames = 3\n")
    assert run("show", "ferry.game").stdout == plain
    assert run("list").exit_code == 0


def test_another_file_can_be_named_or_none(
    run: Run, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("[simulate]\ngames = 0\n")
    assert run("simulate", "ferry.game").exit_code == 2
    monkeypatch.setenv("RULEWRIGHT_CONFIG", "")
    assert run("simulate", "ferry.game", "-n", "1", "--jobs", "1").exit_code == 0
    other = file.with_name("other.toml")
    other.write_text("[show]\njson = true\n")
    monkeypatch.setenv("RULEWRIGHT_CONFIG", str(other))
    assert run("show", "ferry.game").stdout.startswith("{")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = = 3\n", "Invalid value (at line 1, column 5)"),
        ("[simulte]\n", "there is no command simulte; did you mean simulate?"),
        ("[show]\njsn = true\n", "[show] there is no option jsn; did you mean json?"),
        ("plan = true\n", "plan belongs into the table of a command; only jobs, plain,"),
        ("show = 1\n", "show belongs into the table of a command"),
        ("plain = 1\n", "plain is to be true or false"),
        ("[show]\nseats = true\n", "seats is to be a text or a number"),
        ("[show]\nseats = [2]\n", "seats is to be one value, not a list"),
        ("[show]\nseats = 'many'\n", "seats: 'many' is no number of seats"),
        ("[show]\nvariant = [{}]\n", "variant is to be a text or a number"),
        ("[show.deep]\nx = 1\n", "[show] there is no option deep"),
        ('"\\u001b[2J" = 1\n', "x1b[2J belongs into the table"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(run: Run, write: Write, text: str, told: str) -> None:
    file = write(text)
    done = run("show", "ferry.game")
    assert done.exit_code == 2 and not done.stdout
    assert str(file) in done.stderr and told in done.stderr
    assert run("--help").exit_code == 0


def test_files_that_cannot_be_read(run: Run, write: Write) -> None:
    file = write("")
    file.write_bytes(b"plain = '\xff'\n")
    assert "is not UTF-8 (byte 9)" in run("list").stderr
    file.write_bytes(b"#" * 200_000)
    assert "is larger than 100,000 bytes" in run("list").stderr
    file.unlink()
    file.mkdir()
    assert run("list").exit_code == 2
    file.rmdir()
    assert run("list").exit_code == 0


def test_the_command_alone_says_what_to_do(run: Run) -> None:
    done = run()
    assert done.exit_code == 0
    offered = [line.split("  ")[1] for line in done.stdout.splitlines() if line.startswith("  ")]
    assert offered[:2] == ["rulewright list", "rulewright play ruta"]
    for line in offered:
        assert run(line.split()[1], "--help").exit_code == 0
