"""What `pyproject.toml` asks for is enough: with the lowest versions the library and the command
line work as they do with the newest, which the rest of the suite runs with (`constraints.txt`).

The environment with the lowest ones is made anew from a package index; where there is none, that
one test is skipped.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LOWEST, NEWEST = ROOT / "constraints-lowest.txt", ROOT / "constraints.txt"
SUBSET = (  # a part that uses each of them, in a few seconds
    "tests/cli/test_main.py::test_every_command_has_help",
    "tests/cli/test_main.py::test_misuse_is_a_message_and_exit_code_2",
    "tests/cli/test_hostile_output.py::test_markup_in_words_is_words",
    "tests/cli/test_lsp.py::test_what_is_typed_is_checked",
    "tests/unit/play/test_record.py::test_a_finished_game_replays",
    "tests/unit/play/test_record.py::test_a_file_that_is_missing_or_no_json",
    "tests/unit/testing/test_strategies.py::test_texts_are_games_that_can_be_played",
)


def versions(file: Path) -> dict[str, tuple[int, ...]]:
    """The version of each package that a file of constraints names."""
    found = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, version = line.partition("==")
        found[name.lower().replace("_", "-")] = numbers(version)
    return found


def numbers(version: str) -> tuple[int, ...]:
    """A version to be compared: `8.2` as `8.2.0`, `1.0.0b2` as `1.0.0`."""
    parts = [int(part) for part in re.findall(r"[0-9]+", version.partition("b")[0])]
    return tuple([*parts, 0, 0][: max(3, len(parts))])


def bounds() -> dict[str, tuple[int, ...]]:
    """The lowest version of what users of the package need, and of what runs the tests."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    runner = [one for one in extras["dev"] if one.startswith("pytest-xdist")]
    found = {}
    for wanted in (*project["dependencies"], *extras["testing"], *extras["lsp"], *runner):
        read = re.fullmatch(r"([a-z-]+)>=([\d.]+)", wanted)
        assert read, f"{wanted} does not say which version is the lowest"
        found[read[1]] = numbers(read[2])
    return found


def test_the_lowest_versions_are_those_that_are_asked_for() -> None:
    assert versions(LOWEST) == bounds()


def test_the_newest_are_newer() -> None:
    newest = versions(NEWEST)
    assert [name for name, lowest in bounds().items() if newest[name] <= lowest] == []


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=1_200,
    )


def test_the_lowest_versions_do(tmp_path: Path) -> None:
    for tool in ("hatchling", "pip"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed: pip install -e '.[dev]'")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path)
    assert built.returncode == 0, built.stdout
    (wheel,) = tmp_path.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "lowest")
    python = tmp_path / "lowest" / "bin" / "python"
    installed = run(
        sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-compile",
        "-c", LOWEST, f"{wheel}[testing,lsp]", "pytest-xdist",
    )  # fmt: skip
    if re.search(r"from versions: none|connection|name resolution", installed.stdout, re.I):
        pytest.skip("no package index can be reached, so the lowest versions were not tried")
    assert installed.returncode == 0, installed.stdout
    done = run(
        python, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", *SUBSET,
        HOME=str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert re.search(r"\d{2,} passed", done.stdout)
