"""Options of the whole test suite."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import settings
from tests import repeated

from rulewright import catalogue, game
from rulewright.check import modules, tables
from rulewright.core import soundness
from rulewright_cli.main import NEW_BEFORE_COLLECTING

os.environ["RULEWRIGHT_CONFIG"] = ""  # whatever is in the file of who runs the tests
game._checked._most = game._by_itself._most = 48  # many tests load the same ones
modules._parsed._most = tables._read._most = 1_000  # and others in between
ON_DEMAND = {
    f"RULEWRIGHT_{what}"
    for what in ("DECISIONS", "EDITS", "FUZZ", "GAMES", "PREVIEWS", "RENAMES", "REREADS", "WORLDS")
}
"""Whoever asks for more than the suite does wants nothing of that left out."""
VERIFIED = (
    *("tests/conformance/", "tests/property/", "tests/scenario/"),
    *("tests/unit/backends/", "tests/unit/core/", "tests/unit/lower/"),
)
"""Where every program that is loaded is looked at between stages, also without `--thorough`."""


def pytest_configure(config: pytest.Config) -> None:
    """In several processes, each takes a half of the tests as they stand, and what is left over of
    the other's when it has done: so tests of a file share what they have loaded."""
    gc.disable()  # until all tests are known
    config.addinivalue_line("markers", repeated.MARK)
    repeated.wanted = config.getoption("--thorough") or not ON_DEMAND.isdisjoint(os.environ)
    if not repeated.wanted:
        settings.register_profile("the same each time", derandomize=True, max_examples=25)
        settings.load_profile("the same each time")
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        _keep_bytecode_elsewhere(config)


LEFT_OUT: pytest.StashKey[int] = pytest.StashKey()
HOW_TO_RUN_ALL = "pytest --thorough runs all"


def pytest_report_header(config: pytest.Config) -> str:
    what = "all" if repeated.wanted else f"a fixed sample of them; {HOW_TO_RUN_ALL}"
    return f"repetitions: {what}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if repeated.wanted:
        return
    kept = repeated.kept(items, _named(config))
    out = [item for item in items if item not in kept]
    config.stash[LEFT_OUT] = len(out)
    if out:
        items[:] = [item for item in items if item in kept]
        config.hook.pytest_deselected(items=out)


def _named(config: pytest.Config) -> list[str]:
    """Where the tests begin that the command line names, which need not be where it runs."""
    names = []
    for argument in config.args:
        path, colons, test = argument.partition("::")
        if colons:
            file = (config.invocation_params.dir / path).resolve()
            names.append(os.path.relpath(file, config.rootpath).replace(os.sep, "/") + "::" + test)
    return names


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What a process that has run tests tells the one that began it; each leaves out the same."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    if number := config.stash.get(LEFT_OUT, 0):
        what = "repetition was" if number == 1 else "repetitions were"
        terminalreporter.write_line(f"{number:,} {what} left out; {HOW_TO_RUN_ALL}")


COLLECTING = pytest.MonkeyPatch()


def pytest_collection() -> None:
    """Many files of tests ask for all games, which stay what they are for so long."""
    COLLECTING.setattr(catalogue, "games", cache(catalogue.games))


def pytest_collection_finish() -> None:
    """Thousands of tests are there until the end, and are no garbage: no search for it goes through
    them again. It is searched for more seldom besides, as where commands run."""
    COLLECTING.undo()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_BEFORE_COLLECTING, *gc.get_threshold()[1:])
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """What is garbage at the end is looked for once, and in what is left not five times more."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)
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
    """What a test changes in the library is in no game that was loaded before, or will be after,
    and in no module that is kept."""
    soundness.WANTED = repeated.wanted or request.node.nodeid.startswith(VERIFIED)
    changes = "monkeypatch" in request.fixturenames
    os.environ["RULEWRIGHT_MODULES"] = "off" if changes else ""
    if changes:
        game.forget()
    yield
    if changes:
        game.forget()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough",
        action="store_true",
        help="run all repetitions: more games, seeds, settings, programs and examples of what a "
        "fixed sample is tried with otherwise",
    )
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what is found into the golden files; review the difference before keeping it",
    )
