"""`rulewright --help` imports neither the library nor what the library needs.

How long it takes is measured in `tests/bench`; what it imports can be tested.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"lark", "pydantic", "rich", "multiprocessing", "csv"}
LIGHT = {"rulewright.characters", "rulewright.drawing", "rulewright.drawing.lines"}  # texts alone
PROGRAM = """
import json, sys
sys.argv = ["rulewright", *{arguments!r}]
from rulewright_cli import main
try:
    main()
except SystemExit as leaving:
    code = leaving.code
print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)
"""


def imported_by(*arguments: str) -> set[str]:
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("interpreter", "cli"))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(arguments=list(arguments))],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    code, names = json.loads(done.stderr)
    assert code == 0
    return set(names)


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["simulate", "--help"]], ids=" ".join)
def test_help_imports_no_library(arguments: list[str]) -> None:
    imported = imported_by(*arguments)
    library = {name for name in imported if name.startswith("rulewright.")}
    assert imported & HEAVY == library - LIGHT == set()
