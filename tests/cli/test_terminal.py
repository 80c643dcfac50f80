"""`rulewright play` on a real terminal: colours, Ctrl-C, Ctrl-D, offers to save."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")

PATIENCE = 30.0  # seconds until a terminal that says nothing new is given up

AT_A_TERMINAL = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the terminal of this session, so that Ctrl-C reaches it
from rulewright_cli import main
main()
"""

Session = Callable[..., tuple[str, int]]


@pytest.fixture
def terminal(own_folders: Path) -> Session:
    """Runs `rulewright` on a terminal of 80 by 24. `typed`: texts to wait for, and answers."""

    def run(*arguments: str, typed: list[tuple[str, str]], **env: str) -> tuple[str, int]:
        screen, keyboard = pty.openpty()
        child = subprocess.Popen(
            [sys.executable, "-c", AT_A_TERMINAL, *arguments],
            stdin=keyboard,
            stdout=keyboard,
            stderr=keyboard,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **env},
        )
        os.close(keyboard)
        shown = ""
        for awaited, text in typed:
            shown += read_until(screen, awaited)
            os.write(screen, text.encode())
        shown += read_until(screen, None, "\x03" if typed[-1][1] == "\x03" else "")
        os.close(screen)
        return shown, child.wait(timeout=PATIENCE)

    return run


def read_until(screen: int, awaited: str | None, insist: str = "") -> str:
    """What the terminal shows up to a text, or to its end.

    `insist` is typed again after a second of silence, as people do: an interrupt that comes between
    the prompt and the reading of the line is noticed with the next key only.
    """
    shown = b""
    deadline = time.monotonic() + PATIENCE
    silent = 0
    while time.monotonic() < deadline and (awaited is None or awaited.encode() not in shown):
        silent += 1
        if insist and silent % 10 == 0:
            os.write(screen, insist.encode())
        if select.select([screen], [], [], 0.1)[0]:
            silent = 0
            try:
                data = os.read(screen, 65536)
            except OSError:  # how Linux tells that nobody writes any more
                break
            if not data:
                break
            shown += data
    text = shown.decode(errors="replace")
    assert awaited is None or awaited in text, text
    return text


PLAY = ("play", "ferry.game", "--seed", "3")


def test_colours(terminal: Session) -> None:
    shown, code = terminal(*PLAY, typed=[("red> ", "quit\n")])
    assert "\x1b[1;36mred" in shown
    assert code == 0


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_for_those_who_do_not_want_them(terminal: Session, env: dict[str, str]) -> None:
    shown, _ = terminal(*PLAY, typed=[("red> ", "quit\n")], **env)
    assert "\x1b[1" not in shown and "\x1b[2m" not in shown


def test_plain_is_plain(terminal: Session) -> None:
    shown, _ = terminal(*PLAY, "--plain", typed=[("red> ", "quit\n")])
    assert "\x1b" not in shown


def test_interrupt_keeps_the_game(terminal: Session) -> None:
    shown, code = terminal(*PLAY, typed=[("red> ", "1\n"), ("red> ", "\x03")])
    assert "The game is saved." in shown
    assert "Traceback" not in shown
    assert code == 130


def test_quit_offers_to_save(terminal: Session) -> None:
    typed = [("red> ", "1\n"), ("red> ", "quit\n"), ("Save the game?", "mine.json\n")]
    shown, code = terminal(*PLAY, typed=typed)
    assert code == 0
    assert Path("mine.json").exists()
    assert "--resume mine.json" in shown


def test_end_of_input_is_a_clean_end(terminal: Session) -> None:
    shown, code = terminal(*PLAY, typed=[("red> ", "1\n"), ("red> ", "\x04")])
    assert "The game is saved." in shown
    assert code == 0


def test_handing_over_clears_the_screen(terminal: Session) -> None:
    typed = [("press Enter", "\n"), ("red> ", "1\n"), ("blue, press Enter", "\x04")]
    shown, code = terminal(*PLAY, "--players", "human,human", typed=typed)
    assert "\x1b[2J" in shown
    assert code == 0
