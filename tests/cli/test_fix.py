"""`rulewright check --fix`: what is shown is what is written, and only if it is wanted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright_cli import fixing

Run = Callable[..., Result]


@pytest.fixture
def rules(own_folders: Path) -> Path:
    """A game with two mistakes that are mechanical, and one that is not."""
    file = own_folders / "ferry.game"
    text = file.read_text()
    for right, wrong in (("zone store:", "zone store"), ("to sunk", "to snuk")):
        assert right in text
        text = text.replace(right, wrong)
    file.write_text(f"{text}\nalways depth\n")
    return file


def test_what_is_mechanical_is_shown_and_mended(run: Run, rules: Path) -> None:
    before = rules.read_text()
    done = run("check", "ferry.game", "--fix", "--yes", "--plain")
    after = rules.read_text()
    assert after == before.replace("zone store", "zone store:").replace("to snuk", "to sunk")
    assert "-zone store " in done.stdout and "+zone store: " in done.stdout
    assert "mended ferry.game\n" in done.stdout
    assert done.exit_code == 1 and "depth" in done.stdout.splitlines()[-4]
    again = run("check", "ferry.game", "--fix", "--yes", "--plain")
    assert "mended" not in again.stdout and rules.read_text() == after


def test_nothing_is_written_without_consent(run: Run, rules: Path) -> None:
    before = rules.read_bytes()
    done = run("check", "ferry.game", "--fix", "--plain")
    assert "+zone store: " in done.stdout and 'a `:` is missing here: "' in done.stdout
    assert done.stderr == "nothing is written: --yes does it without asking\n"
    assert done.exit_code == 1 and rules.read_bytes() == before


def test_what_others_have_changed_meanwhile_stays(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wind = rules.with_name("wind.game")
    wind.write_text(wind.read_text().replace("total depth", "total dpeth"))
    before = rules.read_bytes()

    def change(files: int) -> bool:
        assert files == 2
        wind.write_text("# empty now\n")
        return True

    monkeypatch.setattr(fixing, "_agreed", change)
    done = run("check", "ferry.game", "--fix")
    assert done.exit_code == 2
    assert done.stderr == "wind.game has changed meanwhile; nothing is written\n"
    assert rules.read_bytes() == before and wind.read_text() == "# empty now\n"


def test_line_ends_stay(run: Run, rules: Path) -> None:
    rules.write_bytes(rules.read_bytes().replace(b"\n", b"\r\n"))
    run("check", "ferry.game", "--fix", "--yes")
    text = rules.read_bytes()
    assert b"zone store:" in text and text.count(b"\n") == text.count(b"\r\n") > 50


def test_what_comes_with_rulewright_is_not_touched(run: Run, own_folders: Path) -> None:
    (own_folders / "odd.game").write_text(
        'variant odd of ruta "Odd"\n\nremove define price\nset longest to path\n'
    )
    done = run("check", "odd.game", "--fix", "--yes")
    assert done.exit_code == 1 and "mended" not in done.stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("ferry.game", "--yes"), "--yes goes with --fix\n"),
        (
            ("ferry.game", "--fix", "--json"),
            "--fix shows what it changes, and goes without --json\n",
        ),
        (("--fix", "--explain", "E118"), "--explain says what a code means, and checks no GAME\n"),
    ],
)
def test_options_that_do_not_go_together(run: Run, options: tuple[str, ...], said: str) -> None:
    done = run("check", *options)
    assert (done.exit_code, done.stdout, done.stderr) == (2, "", said)
