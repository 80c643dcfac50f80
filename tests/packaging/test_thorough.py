"""What the suite repeats: a sample, with `--thorough` all of it, and whatever is named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """\
import pytest
from tests.repeated import some, times

@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("seed", range(9))
def test_seeds(seed): pass

@pytest.mark.thorough(each="game")
@pytest.mark.parametrize("engine", "ab")
@pytest.mark.parametrize("game", ["pig", "ruta", "reversi"])
def test_games(game, engine): pass

@pytest.mark.thorough
def test_large(): pass

@pytest.mark.parametrize("size", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_sizes(size): pass

@pytest.mark.parametrize("done", [times(2, thorough=7)])
@pytest.mark.parametrize("cases", ["".join(some("abcdef", one_in=3))])
def test_inside(cases, done): pass
"""
SAMPLE = {
    *("test_seeds[0]", "test_seeds[4]", "test_seeds[8]"),
    *("test_games[pig-a]", "test_games[ruta-b]", "test_games[reversi-a]"),
    "test_sizes[1]",
    "test_inside[ad-2]",
}
ALL = {
    *(f"test_seeds[{seed}]" for seed in range(9)),
    *(f"test_games[{game}-{engine}]" for game in ("pig", "ruta", "reversi") for engine in "ab"),
    *("test_large", "test_sizes[1]", "test_sizes[2]"),
    "test_inside[abcdef-7]",
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("repeated") / "test_tiny.py"
    path.write_text(TESTS, encoding="utf-8")
    return path


def run(*arguments: str, **more: str) -> tuple[set[str], str]:
    """The tests that pass, and all that is printed. `more`: what is asked for on demand."""
    environment = {name: of for name, of in os.environ.items() if "RULEWRIGHT" not in name}
    options = ("-v", "--import-mode=importlib", "-p", "tests.conftest", "-p", "no:cacheprovider")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=ROOT,
        env=environment | more,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.findall(r"::(test_\S+) PASSED|PASSED .*::(test_\S+)", done.stdout)
    return {one or other for one, other in passed}, done.stdout


def test_a_fixed_sample_runs_and_what_is_named_and_the_rest_is_counted(file: Path) -> None:
    pytest.importorskip("xdist")
    ran, said = run("-n", "1", f"{file}::test_sizes[2]", f"{file}::test_games", str(file))
    games = {test for test in ALL if test.startswith("test_games")}
    assert ran == SAMPLE | games | {"test_sizes[2]"}
    assert "repetitions: a fixed sample of them; pytest --thorough runs all\n" in said
    assert "\n7 repetitions were left out; pytest --thorough runs all\n" in said
    assert "skipped" not in said


@pytest.mark.parametrize(
    ("options", "more"), [(["--thorough"], {}), ([], {"RULEWRIGHT_GAMES": "2"})]
)
def test_everything_runs_with_the_option_and_where_more_is_asked_for(
    options: list[str], more: dict[str, str], file: Path
) -> None:
    ran, said = run(*options, str(file), **more)
    assert ran == ALL
    assert "repetitions: all\n" in said and "left out" not in said


def test_a_command_runs_everything() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^thorough:\n\t(.*)$", makefile, re.MULTILINE)
    assert "-m pytest" in recipe and "--thorough" in recipe
    assert "make thorough " in makefile
    assert "| `make thorough` |" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
