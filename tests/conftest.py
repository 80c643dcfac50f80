"""Options of the whole test suite."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest

from rulewright import game
from rulewright.core import soundness
from rulewright_cli.main import NEW_BEFORE_COLLECTING

soundness.WANTED = True  # of every program that is loaded here
os.environ["RULEWRIGHT_CONFIG"] = ""  # whatever is in the file of who runs the tests
os.environ["RULEWRIGHT_MODULES"] = "off"  # what a test changes in the library is in no module


def pytest_configure(config: pytest.Config) -> None:
    """In several processes, each takes a half of the tests as they stand, and what is left over of
    the other's when it has done: so tests of a file share what they have loaded."""
    gc.disable()  # until all tests are known
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        _keep_bytecode_elsewhere(config)


def pytest_collection_finish() -> None:
    """Thousands of tests are there until the end, and are no garbage: no search for it goes through
    them again. It is searched for more seldom besides, as where commands run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_BEFORE_COLLECTING, *gc.get_threshold()[1:])
    gc.enable()


def pytest_sessionfinish() -> None:
    """What is garbage at the end is looked for once, and in what is left not five times more."""
    gc.collect()
    gc.freeze()


def _keep_bytecode_elsewhere(config: pytest.Config) -> None:
    """Hundreds of tests start a program: where nothing is to be written beside the sources, each
    would compile them all."""
    folder = tempfile.mkdtemp(prefix="rulewright-bytecode-")
    os.environ["PYTHONPYCACHEPREFIX"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.fixture(autouse=True)
def _forget_what_was_loaded(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test changes in the library is in no game that was loaded before, or will be after."""
    changes = "monkeypatch" in request.fixturenames
    if changes:
        game.forget()
    yield
    if changes:
        game.forget()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what is found into the golden files; review the difference before keeping it",
    )
