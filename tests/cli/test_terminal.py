"""`rulewright play` on a real terminal: colours, Ctrl-C, Ctrl-D, offers to save.

The terminal is too low for a table that is redrawn in place, for which see `test_full_screen.py`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from rulewright.play import record as records

from .terminals import AT_A_TERMINAL, PATIENCE, Beginner, Begun, beginner, read_until

pty = pytest.importorskip("pty")

SMALL = {"TERM": "xterm", "COLUMNS": "80", "LINES": "11"}

Begin = Callable[..., tuple[int, Begun]]
Session = Callable[..., tuple[str, int]]


@pytest.fixture(scope="module")
def programs() -> Iterator[Beginner]:
    with beginner() as begins:
        yield begins


@pytest.fixture
def begin(own_folders: Path, programs: Beginner) -> Begin:
    """Begins `rulewright` on a terminal of 80 by 11: the other end of that, and the process."""

    def run(*arguments: str, **env: str) -> tuple[int, Begun]:
        screen, keyboard = pty.openpty()
        begun = programs.begin(keyboard, arguments, {**os.environ, **SMALL, **env})
        os.close(keyboard)
        return screen, begun

    return run


@pytest.fixture
def terminal(begin: Begin) -> Session:
    """Runs `rulewright` on a terminal. `typed`: texts to wait for, and answers."""

    def run(*arguments: str, typed: list[tuple[str, str]], **env: str) -> tuple[str, int]:
        screen, child = begin(*arguments, **env)
        shown = ""
        for awaited, text in typed:
            shown += read_until(screen, awaited)
            os.write(screen, text.encode())
        again = partial(os.write, screen, b"\x03") if typed[-1][1] == "\x03" else None
        shown += read_until(screen, None, again)
        os.close(screen)
        return shown, child.wait()

    return run


def is_of(code: int, number: int) -> bool:
    """Has a signal ended it? One that comes twice (see `read_until`) may meet a program that has
    done all that it wanted to, and ends at once."""
    return code in (128 + number, -number)


PLAY = ("play", "ferry.game", "--seed", "3", "--players", "human,random")


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


def test_plain_text_is_pushed_off_the_screen(terminal: Session) -> None:
    """Where people share it; what goes through pipes nobody has looked at."""
    shared = ("play", "kuhn_poker", "--plain", "--players", "human,human")
    typed = [("press Enter", "\n"), ("first> ", "1\n"), ("press Enter", "hint\n")]
    typed += [("second> ", "quit\n"), (SAVING, "n\n")]
    shown, _ = terminal(*shared, typed=typed)
    first, _, second = shown.partition("It is for second to decide")
    assert second and first.endswith("\r\n" * 30)
    assert "hint comes too early: type it when you see your table" in second.replace("\r\n", "\n")


def test_a_game_can_be_left_before_a_seat_sees_its_table(terminal: Session) -> None:
    shared = ("play", "kuhn_poker", "--plain", "--players", "human,human")
    typed = [("press Enter", "\n"), ("first> ", "1\n"), ("press Enter", "quit\n"), (SAVING, "n\n")]
    shown, code = terminal(*shared, typed=typed)
    assert code == 0 and "second> " not in shown


THINKING = (*PLAY[:-1], "human,mcts:9999999", "--hint", "999s")


@pytest.mark.parametrize("asked", ["1", "analyse"])
def test_who_thinks_can_be_interrupted(terminal: Session, asked: str) -> None:
    """Whether it is the opponent, after a move, or a search that somebody has asked for."""
    typed = [("red> ", "1\n"), ("blue thinks ...", "\x03")]
    if asked != "1":
        typed = [("red> ", f"{asked}\n"), ("Thinking ...", "\x03")]
    shown, code = terminal(*THINKING, typed=typed)
    assert "\r\x1b[K" in shown[shown.rindex(" ...") :], "the line is gone"
    assert ("The game is saved." in shown) == (asked == "1"), "there is nothing to save else"
    assert "Traceback" not in shown
    assert is_of(code, signal.SIGINT), shown


def test_interrupt_keeps_the_game(terminal: Session) -> None:
    shown, code = terminal(*PLAY, typed=[("red> ", "1\n"), ("red> ", "\x03")])
    assert "The game is saved." in shown
    assert "Traceback" not in shown
    assert is_of(code, signal.SIGINT)


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


def kept(home: Path) -> list[Path]:
    return sorted((home / "state" / "rulewright").glob("*.json"))


SAVING = "Save the game?"


@pytest.mark.parametrize(
    ("typed", "saved", "exit_code"),
    [("q", 0, 0), ("", 0, 0), ("y", 1, 0), ("\x04", 1, 0), ("\x03", 1, 130)],
    ids=["q", "Enter", "y", "Ctrl-D", "Ctrl-C"],
)
def test_what_is_answered_to_the_offer_to_save(
    terminal: Session, tmp_path: Path, typed: str, saved: int, exit_code: int
) -> None:
    answer = typed if typed in ("\x04", "\x03") else f"{typed}\n"
    steps = [("red> ", "1\n"), ("red> ", "quit\n"), (SAVING, answer)]
    shown, code = terminal(*PLAY, typed=steps)
    assert is_of(code, signal.SIGINT) if exit_code else code == 0
    assert len(kept(tmp_path)) == saved
    assert ("The game is saved." in shown) == bool(saved)
    assert not Path("q").exists()


def left_by(begin: Begin, number: int | None, *arguments: str) -> tuple[int, str]:
    """A game at a terminal that gets a signal, or loses its terminal, after the first move."""
    screen, child = begin(*PLAY, *arguments)
    shown = read_until(screen, "red> ")
    os.write(screen, b"load Oil\n")
    shown += read_until(screen, "red> ")
    if number is not None:
        child.send_signal(number)
        shown += read_until(screen, None, partial(child.send_signal, number))
    os.close(screen)
    return child.wait(), shown


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "closed"])
def test_what_ends_the_program_keeps_the_game(begin: Begin, tmp_path: Path, name: str) -> None:
    """A signal, or a terminal that is closed, with and without a file."""
    number = None if name == "closed" else getattr(signal, name)
    code, shown = left_by(begin, number)
    assert is_of(code, number) if number else code == 128 + signal.SIGHUP
    (file,) = kept(tmp_path)
    assert records.load(file).moves[0] == "load Oil"
    if number is not None:
        assert f"--resume{file}" in "".join(shown.split())  # wherever the line is broken
    assert "Traceback" not in shown


def test_who_comes_back_after_ctrl_z_sees_what_is_asked(own_folders: Path, tmp_path: Path) -> None:
    """And what has been typed, where the system has an editor of lines."""
    pytest.importorskip("readline")
    screen, keyboard = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", AT_A_TERMINAL, *PLAY],
        stdin=keyboard, stdout=keyboard, stderr=keyboard, start_new_session=True,
        env={**os.environ, **SMALL},
    )  # fmt: skip
    os.close(keyboard)
    read_until(screen, "red> ")
    os.write(screen, b"load O")
    read_until(screen, "load O")
    child.send_signal(signal.SIGSTOP)  # as Ctrl-Z does, but for who has no shell to return to
    assert os.WIFSTOPPED(os.waitpid(child.pid, os.WUNTRACED)[1])
    goes_on = partial(child.send_signal, signal.SIGCONT)
    goes_on()
    read_until(screen, "red> load O", goes_on)
    os.write(screen, b"il\n")
    read_until(screen, "red> ")
    os.write(screen, b"\x03")
    read_until(screen, None, partial(os.write, screen, b"\x03"))
    os.close(screen)
    assert is_of(child.wait(timeout=PATIENCE), signal.SIGINT)
    [file] = kept(tmp_path)
    assert records.load(file).moves[0] == "load Oil"


def test_a_named_file_has_it_all_when_the_program_is_killed(begin: Begin, tmp_path: Path) -> None:
    code, _ = left_by(begin, signal.SIGKILL, "--save", "a.json")
    assert code == -signal.SIGKILL
    assert records.load("a.json").moves[0] == "load Oil"


def test_a_game_without_a_file_is_there_when_the_program_is_killed(
    begin: Begin, terminal: Session, tmp_path: Path
) -> None:
    code, _ = left_by(begin, signal.SIGKILL)
    assert code == -signal.SIGKILL
    [file] = kept(tmp_path)
    assert records.load(file).moves[0] == "load Oil"
    assert file.stat().st_mode & 0o077 == 0
    shown, _ = terminal(*PLAY, typed=[("red> ", "quit\n")])
    assert f"--resume{file}" in "".join(shown.split()), "who plays again is told of it"


def test_what_one_has_typed_does_not_come_back_to_another(terminal: Session) -> None:
    """By no key that editors of lines have for it: up, back, search, yank."""
    typed = [
        ("press Enter", "\n"), ("red> ", "private\x15load Nut\n"), ("blue, press Enter", "\n"),
        ("blue> ", "\x1b[A\n"), ("blue> ", "\x10\x12pri\x19\n"), ("blue> ", "quit\n"),
        (SAVING, "q\n"),
    ]  # fmt: skip
    shown, code = terminal(*PLAY, "--players", "human,human", typed=typed)
    assert code == 0
    after = "".join(shown.split("blue> ")[1:])
    assert "private" not in after and "load Nut" not in after


def test_what_is_typed_ahead_confirms_nothing(terminal: Session) -> None:
    """Whoever moves and presses Enter twice is not shown the table of the next."""
    typed = [("press Enter", "\n"), ("red> ", "load Nut\n\n"), ("blue, press Enter", "\x04")]
    shown, code = terminal(*PLAY, "--players", "human,human", typed=typed)
    assert code == 0
    assert "blue> " not in shown


def test_nothing_of_a_seat_stays_on_the_screen(terminal: Session) -> None:
    """When all look again: at the end, and when the game is left."""
    begun = [("press Enter", "\n"), ("first> ", "bet\n"), ("press Enter", "\n")]
    for last in ("fold\n", "quit\n"):
        typed = [*begun, ("second> ", last), (SAVING, "n\n")]
        arguments = ("play", "kuhn_poker", "--players", "human,human", "--seed", "2")
        shown, code = terminal(*arguments, typed=typed)
        assert code == 0
        end = shown.rpartition("\x1b[2J")[2]
        assert ("first wins." in end and "seed 2" in end) or last == "quit\n"
        assert not any(card in end for card in ("Jack", "Queen", "King"))


def test_a_rulebook_at_a_terminal_is_no_page_for_a_browser(terminal: Session) -> None:
    shown, code = terminal("rulebook", "tic_tac_toe", typed=[("## ", "")])
    assert code == 0 and shown.lstrip().startswith("# ") and "<html" not in shown
    shown, _ = terminal("rulebook", "tic_tac_toe", "--format", "html", typed=[("<html", "")])
    assert "</html>" in shown
