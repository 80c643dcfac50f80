"""`rulewright fmt`: files in the one layout, written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

UNTIDY = "game  x\n\n\nzone z :set of card\n   # why\n"
TIDY = "game x\n\nzone z: set of card\n# why\n"


@pytest.fixture
def untidy() -> Path:
    path = Path("untidy.game")
    path.write_text(UNTIDY, encoding="utf-8")
    return path


def test_a_file_is_laid_out_once(run: Run, untidy: Path) -> None:
    first = run("fmt", untidy)
    assert (first.exit_code, first.output) == (0, "laid out untidy.game\n1 file, 1 laid out\n")
    assert untidy.read_text(encoding="utf-8") == TIDY
    assert run("fmt", untidy).output == "1 file, nothing to lay out\n"


def test_check_writes_nothing(run: Run, untidy: Path) -> None:
    done = run("fmt", "--check", untidy)
    assert (done.exit_code, done.output) == (1, "would lay out untidy.game\n1 file, 1 to lay out\n")
    assert untidy.read_text(encoding="utf-8") == UNTIDY


def test_the_difference_is_shown(run: Run, untidy: Path) -> None:
    done = run("fmt", "--diff", untidy)
    assert done.exit_code == 0
    assert "-game  x\n+game x\n" in done.output
    assert untidy.read_text(encoding="utf-8") == UNTIDY
    assert run("fmt", "--diff", "--check", untidy).exit_code == 1


def test_standard_input_goes_to_standard_output(run: Run) -> None:
    assert run("fmt", "-", input=UNTIDY).output == TIDY
    assert run("fmt", "-", "--check", input=TIDY).exit_code == 0
    assert run("fmt", "-", "--check", input=UNTIDY).exit_code == 1


def test_folders_are_searched_and_a_file_is_laid_out_once(run: Run, untidy: Path) -> None:
    inner = Path("inner/deep")
    inner.mkdir(parents=True)
    (inner / "more.game").write_text(UNTIDY, encoding="utf-8")
    done = run("fmt", "inner", untidy, untidy)
    assert done.output.splitlines()[-1] == "2 files, 2 laid out"
    assert (inner / "more.game").read_text(encoding="utf-8") == TIDY


def test_a_file_with_mistakes_stays_and_the_others_are_laid_out(run: Run, untidy: Path) -> None:
    wrong = Path("wrong.game")
    wrong.write_text("game  x\nzone z of\n", encoding="utf-8")
    done = run("fmt", wrong, untidy)
    assert done.exit_code == 1
    assert "wrong.game:2:10: error E013" in done.output
    assert wrong.read_text(encoding="utf-8") == "game  x\nzone z of\n"
    assert untidy.read_text(encoding="utf-8") == TIDY
    nothing = run("fmt", "-", input="game  x\nzone z of\n")
    assert nothing.exit_code == 1 and nothing.stdout == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "there is no rule file or folder missing.game"),
        (b"game \xff", "missing.game is not UTF-8 text (byte 5)"),
        (b"#" * 4_000_001, "missing.game is too large for a rule file"),
    ],
)
def test_what_cannot_be_read_is_told(
    content: bytes | None, message: str, run: Run, untidy: Path
) -> None:
    if content is not None:
        Path("missing.game").write_bytes(content)
    done = run("fmt", "missing.game", untidy)
    assert done.exit_code == 2
    assert message in done.output
    assert untidy.read_text(encoding="utf-8") == TIDY


def test_line_ends_and_permissions_are_kept(run: Run, untidy: Path) -> None:
    untidy.write_bytes(UNTIDY.replace("\n", "\r\n").encode())
    untidy.chmod(0o640)
    assert run("fmt", untidy).exit_code == 0
    assert untidy.read_bytes() == TIDY.replace("\n", "\r\n").encode()
    assert untidy.stat().st_mode & 0o777 == 0o640
    assert run("fmt", "--check", untidy).exit_code == 0


def test_a_link_stays_a_link(run: Run, untidy: Path) -> None:
    link = Path("link.game")
    link.symlink_to(untidy.resolve())
    assert run("fmt", link).exit_code == 0
    assert link.is_symlink()
    assert untidy.read_text(encoding="utf-8") == TIDY


def test_a_write_that_fails_leaves_the_file_and_nothing_else(
    run: Run, untidy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(os.listdir())

    def full(source: str, target: str) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    done = run("fmt", untidy)
    assert (done.exit_code, done.output) == (
        2,
        "cannot write untidy.game: no space left on device\n",
    )
    assert untidy.read_text(encoding="utf-8") == UNTIDY
    assert sorted(os.listdir()) == before


def test_what_cannot_be_read_is_not_said_to_be_laid_out(run: Run, untidy: Path) -> None:
    Path("wrong.game").write_text("game x\nzone z z\n", encoding="utf-8")
    assert run("fmt", "wrong.game").output.endswith("\n1 file, 1 left as it is, with mistakes\n")
    done = run("fmt", "--check", "wrong.game", untidy)
    assert done.output.endswith("\n2 files, 1 to lay out, 1 left as it is, with mistakes\n")


def test_words_behind_a_line_do_not_make_it_long_and_the_help_says_so(run: Run) -> None:
    text = f'game x\n\nzone z: set of card                       "{"Many words " * 12}"  MANY-1\n'
    done = run("fmt", "-", "--check", input=run("fmt", "-", input=text).output)
    assert done.exit_code == 0 and len(run("fmt", "-", input=text).output.splitlines()) == 3
    told = " ".join(run("fmt", "--help").output.split())
    assert "100 characters without its words and rule numbers" in told
