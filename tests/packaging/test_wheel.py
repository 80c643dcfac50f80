"""The wheel: what is in it, what is not, and that the library works from it alone."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
import sysconfig
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def built(folder: Path, **variables: str) -> tuple[Path, str]:
    """A wheel built with what is installed, and what was said of it: nothing is fetched."""
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed: pip install -e '.[dev]'")
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout
    (made,) = folder.glob("*.whl")
    return made, done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))[0]


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_no_generic_name_at_the_top(names: set[str]) -> None:
    tops = {name.split("/")[0] for name in names}
    assert {top.partition("-")[0] for top in tops} == {"rulewright", "rulewright_cli"}


def test_the_grammar_and_all_rule_files_are_inside(names: set[str]) -> None:
    data = [p for folder in ("grammar", "rules") for p in (ROOT / folder).rglob("*.*")]
    assert data
    assert {f"rulewright/{p.relative_to(ROOT).as_posix()}" for p in data} <= names


def test_all_modules_are_inside_and_no_test_is(names: set[str]) -> None:
    modules = {
        path.relative_to(ROOT / root).as_posix()
        for root in ("interpreter", "cli")
        for path in (ROOT / root).rglob("*.py")
    }
    assert {name for name in names if name.endswith(".py")} == modules
    assert "rulewright/py.typed" in names


@pytest.mark.skipif(find_spec("setuptools") is None, reason="nothing here compiles C")
def test_what_is_compiled_is_inside_or_it_is_said_that_it_is_not(
    names: set[str], wheel: Path, tmp_path: Path
) -> None:
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    place = f"rulewright/backends/_stepping{suffix}"
    if find_spec("rulewright.backends._stepping") is not None:  # it could be compiled here
        assert place in names and not wheel.name.endswith("-none-any.whl")
    plain, told = built(tmp_path, CC=str(tmp_path / "no compiler"), PATH=str(tmp_path))
    assert "cannot be compiled here" in told and plain.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(plain) as archive:
        assert place not in archive.namelist()


def test_nothing_on_the_page_of_the_package_leads_nowhere(wheel: Path) -> None:
    """Of README.md: its picture and what it links to lie beside it, but not beside a package."""
    with zipfile.ZipFile(wheel) as archive:
        [name] = [name for name in archive.namelist() if name.endswith("/METADATA")]
        shown = archive.read(name).decode()
    assert "Content-Type: text/markdown" in shown and "## Begin" in shown
    links = re.findall(r"\]\(([^)]*)\)", shown)
    assert links and all(link.startswith(("https://", "#")) for link in links)
    assert "](rules/ruta/ruta.game)" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_with_an_address_the_page_shows_the_picture() -> None:
    page = runpy.run_path(str(ROOT / "hatch_build.py"))["page"]
    text = "![A [b] c](a/b.svg) and [this](c.md#d), [that](https://e.f) and [here](#g)"
    assert page(text, "https://h/raw") == (
        "![A [b] c](https://h/raw/a/b.svg) and [this](https://h/raw/c.md#d), "
        "[that](https://e.f) and [here](#g)"
    )
    assert page(text, "") == " and this, [that](https://e.f) and [here](#g)"


def test_a_game_plays_from_the_unpacked_wheel(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    program = (
        "import rulewright, rulewright_cli, pathlib\n"
        "print(pathlib.Path(rulewright.__file__).parent)\n"
        "print(pathlib.Path(rulewright_cli.__file__).parent)\n"
        "print(len(rulewright.load('ruta', engine='reference').start(seed=7).legal_moves()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    site = tmp_path / "site"
    first, second, moves = done.stdout.splitlines()
    assert [Path(first), Path(second)] == [site / "rulewright", site / "rulewright_cli"]
    assert int(moves) > 0
