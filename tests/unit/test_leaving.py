"""A command ends its process at once, and loses nothing by it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from rulewright_cli import leaving

PROGRAM = """
import atexit, sys, threading
{before}
from rulewright_cli import program
class Kept:
    def __del__(self):
        print("taken down")
kept = Kept()
atexit.register(print, "heard")
sys.argv = ["rulewright", *{arguments!r}]
program()
"""


def run(*arguments: str, before: str = "") -> tuple[int, list[str]]:
    text = PROGRAM.format(arguments=arguments, before=before)
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout.splitlines() + done.stderr.splitlines()


def test_all_is_said_and_nothing_is_taken_down() -> None:
    code, said = run("--version")
    assert code == 0 and len(said) == 2 and said[0].startswith("rulewright ") and said[1] == "heard"


def test_the_code_is_that_of_the_command() -> None:
    code, said = run("chekc")
    assert code == 2 and said[0] == "heard" and "did you mean check?" in " ".join(said)


def test_what_works_on_is_waited_for() -> None:
    later = "lambda: (threading.main_thread().join(), print('done'))"
    code, said = run("--version", before=f"threading.Thread(target={later}).start()")
    assert code == 0 and "done" in said and said[-1] == "taken down"


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    codes: list[int] = []
    monkeypatch.setattr("os._exit", codes.append)
    monkeypatch.setattr("atexit._run_exitfuncs", lambda: None)
    monkeypatch.setattr(threading, "enumerate", lambda: [threading.main_thread()])
    monkeypatch.setattr(sys, "gettrace", lambda: None)
    yield codes


def test_who_looks_on_sees_the_end(left: list[int]) -> None:
    leaving.leave(1)
    assert left == [1]
    sys.setprofile(lambda *_: None)
    try:
        leaving.leave(1)
    finally:
        sys.setprofile(None)
    assert left == [1]


def test_what_cannot_be_written_is_left_to_python(
    left: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def flush(self) -> None:
            raise OSError("no space left")

    monkeypatch.setattr(sys, "stdout", Full())
    leaving.leave(0)
    assert left == []
