"""The command line as its users have it: in a folder with a small game, output as golden text.

The game `ferry` is there to be unlike the games that come with Rulewright: two kinds of components,
coins, an option of its own and a variant.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright_cli.commands import play
from rulewright_cli.main import cli

HERE = Path(__file__).parent

Run = Callable[..., Result]
Golden = Callable[[str, str], None]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path) -> Iterator[Path]:
    """Every test has a folder of its own with the game in it, and keeps games there. Nothing of the
    library is changed, so what was loaded stays (see `_forget_what_was_loaded`)."""
    folder = tmp_path / "ferry"
    shutil.copytree(HERE / "ferry", folder)
    with pytest.MonkeyPatch.context() as changes:
        changes.chdir(folder)
        changes.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        yield folder


@pytest.fixture(autouse=True)
def quick_opponents() -> Iterator[None]:
    """Who plays against people unless others are named takes no time in tests."""
    with pytest.MonkeyPatch.context() as changes:
        changes.setattr(play, "OPPONENT", "random")
        yield


@pytest.fixture
def treadmill(tmp_path: Path) -> Path:
    """The path of a game for one that never ends, and has no scenario."""
    return Path(shutil.copy(HERE / "treadmill" / "treadmill.game", tmp_path))


@pytest.fixture
def run() -> Run:
    """Runs a command: `run("play", "ferry.game", input="draw\\n")`."""

    def invoke(*arguments: str | Path, input: str | None = None) -> Result:
        return CliRunner().invoke(cli, [str(argument) for argument in arguments], input=input)

    return invoke


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with a golden file, or writes the file with `--update-golden`."""

    def compare(name: str, text: str) -> None:
        file = HERE / "golden" / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file} is missing: run with --update-golden"
        assert text == file.read_text(encoding="utf-8")

    return compare
