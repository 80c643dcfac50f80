"""The command line where wasmtime is not installed, which is an extra."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GAME = Path(__file__).parents[2] / "rules" / "classics" / "pig" / "pig.game"
BLOCKED = """
import importlib.util, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "wasmtime" else found(name, *rest)
sys.modules["wasmtime"] = None
"""
WHAT_TO_INSTALL = (
    "the engine wasm needs wasmtime, which is not installed: pip install 'rulewright[fast]'"
)


def run(source: str, *args: object) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-c", BLOCKED + source, *map(str, args)]
    return subprocess.run(call, capture_output=True, text=True, timeout=60)


def command(*args: object) -> subprocess.CompletedProcess[str]:
    return run("from rulewright_cli import main\nsys.exit(main())", *args)


def test_games_are_simulated_in_python_and_what_is_faster_is_said_once() -> None:
    done = command("simulate", GAME, "--games", 2)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("pip install 'rulewright[fast]'") == 1


@pytest.mark.parametrize(
    "args", [("test", GAME, "--engine", "wasm"), ("dump", GAME, "--stage", "wasm")]
)
def test_what_needs_it_says_what_to_install(args: tuple[object, ...]) -> None:
    done = command(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert WHAT_TO_INSTALL in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_game_is_loaded_on_python_and_says_what_another_engine_needs() -> None:
    source = """
from rulewright import UsageError, load
from rulewright.backends import registry
assert registry.default() == "python"
load(sys.argv[1])
try:
    load(sys.argv[1], engine="wasm")
except UsageError as error:
    print(error)
"""
    done = run(source, GAME)
    assert (done.returncode, done.stderr, done.stdout.strip()) == (0, "", WHAT_TO_INSTALL)
