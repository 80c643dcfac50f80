"""Until the first board of a game stands, `rulewright play` imports nothing that only moves need.

How long it takes is for people with a clock; what is imported, and in which order, can be tested.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
ROOT = Path(__file__).parents[2]
LATER = {
    "rulewright.lower",
    "rulewright.backends.python",
    "rulewright.backends.wasm",
    "rulewright.core.verify",
    "rulewright.check.scenes",
    "rulewright.determinization",
    "rulewright.play.preview",
    "rulewright.play.record",
    "rulewright_cli.rulebook",
}
WITHOUT_NAMES = {"rulewright.players.mcts"}  # plain text tells at once who plays
HEAVY = {"email", "hypothesis", "importlib.metadata", "lark", "numpy", "pydantic", "tomllib"}
HEAVY |= {"wasmtime", "distributed", "scipy"}
PROGRAM = """
import json, os, sys
from rulewright_cli import main
from rulewright_cli.sitting import Sitting

def ready(self):
    with open("imported.json", "w") as file:
        json.dump(sorted(sys.modules), file)
    sys.stdout.flush()
    os._exit(0)

Sitting.get_ready = ready
sys.argv = ["rulewright", "play", "tic_tac_toe", *sys.argv[1:]]
main()
"""
BOARD = ["3  .   .   .", "2  .   .   .", "1  .   .   ."]


def shown_first(folder: Path, *arguments: str) -> tuple[str, set[str]]:
    """What stands at a terminal when playing is made ready, and what has been imported until then.
    It is the second time that the game is read, so what is kept of it is there."""
    paths = os.pathsep.join(str(ROOT / part) for part in ("interpreter", "cli"))
    own = {"PYTHONPATH": paths, "XDG_CACHE_HOME": str(folder), "TERM": "xterm-256color"}
    text = ""
    for _ in range(2):
        screen, keyboard = pty.openpty()
        child = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=keyboard, stdout=keyboard, stderr=keyboard, cwd=folder, start_new_session=True,
            env={**os.environ, **own, "COLUMNS": "100", "LINES": "30"},
        )  # fmt: skip
        os.close(keyboard)
        text = read_all(screen)
        assert child.wait(timeout=60) == 0, text
    return text, set(json.loads((folder / "imported.json").read_text(encoding="utf-8")))


def read_all(screen: int) -> str:
    read = b""
    while True:
        try:
            data = os.read(screen, 65536)
        except OSError:  # how Linux tells that nobody writes any more
            data = b""
        if not data:
            os.close(screen)
            return read.decode()
        read += data


@pytest.mark.parametrize("plain", [True, False])
def test_a_board_stands_before_what_moves_need_is_imported(tmp_path: Path, plain: bool) -> None:
    text, imported = shown_first(tmp_path, *(["--plain"] if plain else []))
    assert "rulewright_cli.full_screen.app" in imported or plain
    later = LATER if plain else LATER | WITHOUT_NAMES
    parts = {name for name in imported if any(f"{name}.".startswith(f"{p}.") for p in later)}
    assert parts | imported & HEAVY == set()
    assert "Where do you write your sign?" in text
    if plain:
        assert [row for row in BOARD if row not in text] == []
        assert "textual" not in imported and "mark a3" not in text
