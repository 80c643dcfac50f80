"""What is printed is lines of plain text, whoever wrote it; and where it cannot be printed, or we
have made a mistake, there is a message and an exit code. `tests/property/test_hostile_use.py` draws
the same at random."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import Result

import rulewright_cli
from rulewright import catalogue
from rulewright.check import modules
from rulewright.diagnostics import RulesError
from rulewright.game import load
from rulewright_cli.main import COMMANDS, FAILED, cli

Run = Callable[..., Result]

OBEYED = {
    "\x00": "U+0000 (a control character)",
    "\x1b": "U+001B (a control character)",
    "\x7f": "U+007F (a control character)",
    "\x9b": "U+009B (a control character)",
    "\r": "U+000D (a control character)",
    "\u200b": "U+200B (zero width space)",
    "\u202e": "U+202E (right-to-left override)",
    "\u2066": "U+2066 (left-to-right isolate)",
    "\u2028": "U+2028 (line separator)",
    "\ufeff": "U+FEFF (zero width no-break space)",
    "\U000e0041": "U+E0041 (tag latin capital letter a)",
}
HERE_NOT = "a character that may not stand here: "


@pytest.mark.parametrize("character", OBEYED, ids=ascii)
@pytest.mark.parametrize("place", ['"Crates on board"', "# a comment", '"Ferry"', "coins of me"])
def test_rule_files_hold_no_character_that_a_terminal_obeys(
    own_folders: Path, place: str, character: str
) -> None:
    rules = own_folders / "ferry.game"
    text = rules.read_text() + "\n# a comment\n"
    at = text.index(place) + 3
    rules.write_text(text[:at] + character + text[at:], newline="")
    with pytest.raises(RulesError) as refused:
        load("ferry.game")
    (finding,) = refused.value.diagnostics
    assert (finding.code, finding.message) == ("E006", HERE_NOT + OBEYED[character])
    assert finding.span.start == at
    assert character not in str(refused.value)


@pytest.mark.parametrize("character", OBEYED, ids=ascii)
@pytest.mark.parametrize("place", ["name", "Coe"])
def test_nor_do_tables(own_folders: Path, place: str, character: str) -> None:
    table = own_folders / "isles.csv"
    text = table.read_text()
    at = text.index(place) + 1
    table.write_text(text[:at] + character + text[at:], newline="")
    with pytest.raises(RulesError) as refused:
        load("ferry.game")
    finding = refused.value.diagnostics[0]
    assert (finding.code, finding.message) == ("E006", HERE_NOT + OBEYED[character])
    assert (finding.span.file.name, finding.span.start) == ("isles.csv", at)


def test_an_excerpt_shows_what_stands_there(run: Run, own_folders: Path) -> None:
    rules = own_folders / "ferry.game"
    rules.write_text(rules.read_text().replace("Six islands", "\x1b[31mSix\u202e islands"))
    first, line, marks, *_ = run("check", "ferry.game", "--plain").stdout.splitlines()
    assert first.endswith("E006: a character that may not stand here: U+001B (a control character)")
    assert '"\\x1b[31mSix\\u202e islands"' in line
    assert marks.index("^") == line.index("\\x1b") and marks.count("^") == len("\\x1b")


class Terminal(io.TextIOWrapper):
    """A terminal with colours, as programs see it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    def shown(self) -> str:
        """What has been printed, without the colours that are ours."""
        self.seek(0)
        text = self.read()
        assert "\x1b[" in text
        return re.sub(r"\x1b\[[0-9;]*m", "", text)


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What a command shows on a terminal with colours."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with pytest.raises(SystemExit):
        cli.main(arguments)
    return terminal.shown()


def test_a_terminal_with_colours_is_told_no_more(
    monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    name = "\x1b]0;owned\x07\u202e.game"
    (own_folders / name).write_text((own_folders / "ferry.game").read_text() + "\x1b[2J")
    shown = on_a_terminal(monkeypatch, "check", name)
    assert shown.startswith("\\x1b]0;owned\\x07\\u202e.game:")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", shown)


@pytest.mark.parametrize("arguments", [["--plain"], []])
def test_markup_in_words_is_words(
    monkeypatch: pytest.MonkeyPatch, run: Run, own_folders: Path, arguments: list[str]
) -> None:
    rules = own_folders / "ferry.game"
    rules.write_text(rules.read_text().replace('"Ferry"', '"[red]Fer[/]ry :smile: [link=x]"'))
    shown = (
        run("show", "ferry.game", *arguments).stdout
        if arguments
        else on_a_terminal(monkeypatch, "show", "ferry.game")
    )
    assert "[red]Fer[/]ry :smile: [link=x]" in shown


def test_names_in_json_are_the_names(run: Run, own_folders: Path) -> None:
    name = "\u202e\x9b.game"
    (own_folders / name).write_text((own_folders / "ferry.game").read_text())
    done = run("check", name, "--json")
    assert name in json.loads(done.stdout)["files"]
    assert name not in done.stdout


def test_a_file_name_that_is_no_text(own_folders: Path) -> None:
    name = b"\xff\xfe.game"
    try:
        with open(name, "wb") as file:
            file.write((own_folders / "ferry.game").read_bytes() + b"zone x\n")
    except OSError:
        pytest.skip("the file system wants names that are text")
    done = subprocess.run(
        [sys.executable.encode(), b"-m", b"rulewright_cli", b"check", name],
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert b"\n\\xff\\xfe.game:" in b"\n" + done.stdout and not done.stderr


def test_commands_print_in_one_place() -> None:
    """`screen.echo` makes a text safe; who prints past it must be named here."""
    past = {("screen", "click.echo"), ("replay", "click.prompt")}
    past |= {("engine", "sys.stdout.buffer"), ("language_server", "sys.stdout.buffer")}  # JSON
    found = set()
    for path in Path(rulewright_cli.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            text = ast.unparse(node) if isinstance(node, ast.Attribute | ast.Name) else ""
            if text in ("click.echo", "click.secho", "click.prompt", "click.confirm", "print"):
                found.add((path.stem, text))
            elif re.fullmatch(r"sys\.std(out|err)\.(write|buffer)", text):
                found.add((path.stem, text))
    assert found == past


PRINTING: dict[str, list[str]] = {
    "list": [],
    "show": ["ferry.game"],
    "rulebook": ["ferry.game"],
    "new": ["game", "brand_new"],
    "check": ["ferry.game"],
    "lint": ["ferry.game", "--games", "0"],
    "fmt": ["--check", "ferry.game"],
    "test": ["ferry.game", "-k", "F-1", "--engine", "reference"],
    "watch": ["ferry.game", "--seconds", "0"],
    "verify": ["--list", "ferry.game"],
    "solve": [str(Path(__file__).parents[2] / "examples" / "cherries.game")],
    "coverage": ["ferry.game"],
    "mutate": ["ferry.game", "--limit", "1", "--each", "0", "--jobs", "1", "--fresh"],
    "shrink": ["game.json", "--seconds", "9", "--only", "undo"],
    "play": ["ferry.game", "--players", "random,random", "--seed", "1"],
    "simulate": ["ferry.game", "-n", "1", "--jobs", "1"],
    "playtest": ["ferry.game", "-n", "1", "--measure", "0", "--ladder", "random", "--jobs", "1"],
    "diff": ["ferry.game", "wind", "-n", "1", "--jobs", "1"],
    "tune": ["ferry.game", "--vary", "fog", "--aim", "length > 1", "-n", "2"],
    "tournament": ["ferry.game", "random", "greedy", "-n", "1", "--jobs", "1"],
    "replay": ["game.json"],
    "why": ["ferry.game", "pass"],
    "dump": ["ferry.game"],
    "engine": [],
    "lsp": [],
    "completion": ["zsh"],
}
HELLO = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
TYPED = {
    "engine": b'{"do":"position"}\n',
    "lsp": b"Content-Length: %d\r\n\r\n%s" % (len(HELLO), HELLO),
}
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")


@full
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_device_is_a_message(
    name: str,
    own_folders: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from rulewright.play import record as records

    game = load("ferry.game")
    records.save(records.record_of(game, game.start(seed=1)), "game.json")
    monkeypatch.setattr(modules, "shipped", dict)  # of which `list` need not tell here
    said = TYPED.get(name, b"")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))
    with open("/dev/full", "w") as device, pytest.raises(SystemExit) as left:
        monkeypatch.setattr(sys, "stdout", device)
        cli.main([name, *PRINTING[name]])
    assert left.value.code == FAILED
    assert capsys.readouterr().err == "the output cannot be written: No space left on device\n"


@full
@pytest.mark.parametrize("streams", [">/dev/full", ">/dev/full 2>/dev/full"])
def test_nothing_is_said_about_it_at_exit(streams: str) -> None:
    line = f'exec "{sys.executable}" -m rulewright_cli show ferry.game {streams}'
    done = subprocess.run(["sh", "-c", line], capture_output=True, timeout=60)
    assert done.returncode == FAILED
    assert done.stderr.count(b"\n") == (1 if "2>" not in streams else 0)


def test_closed_streams_lead_nowhere() -> None:
    line = f'"{sys.executable}" -m rulewright_cli show ferry.game <&- >&- 2>&-'
    assert subprocess.run(["sh", "-c", line], timeout=60).returncode == 0


@full
def test_a_device_is_no_place_to_save_a_game(run: Run) -> None:
    done = run("play", "ferry.game", "--seed", "1", "--save", "/dev/full", input="pass\n")
    assert done.exit_code == 2
    assert "/dev/full" in done.stderr
    assert not Path("/dev/full").is_file()


@pytest.mark.parametrize("name", ["n" * 300, "~nobody/x", "a\x00b", "folder", ".", "~"])
def test_a_name_that_no_save_can_have_ends_no_game(
    run: Run, own_folders: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (own_folders / "folder").mkdir()
    monkeypatch.setenv("HOME", str(own_folders))
    typed = f"save fine.json\nsave {name}\nmoves\nquit\n"
    done = run("play", "ferry.game", "--seed", "1", "--plain", input=typed)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("saved in") == 1
    assert (own_folders / "fine.json").exists()


def test_a_mistake_of_ours_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[object]:
        raise TypeError("unexpected \x1b[31m")

    monkeypatch.setattr(catalogue, "games", broken)
    done = run("list")
    assert done.exit_code == FAILED
    assert done.stderr == (
        "a mistake of Rulewright's own: TypeError: unexpected \\x1b[31m\n"
        "(set RULEWRIGHT_DEBUG=1 to see where it happened, and please report it)\n"
    )
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    done = run("list")
    assert done.exit_code == FAILED
    assert "Traceback" in done.stderr and "in broken" in done.stderr


def test_what_comes_of_an_interrupt_is_no_mistake_of_ours(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It finds something half done, which then fails in its own way."""

    def broken(*args: object, **options: object) -> NoReturn:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as interrupt:
            raise RuntimeError("half done") from interrupt

    monkeypatch.setattr(catalogue, "games", broken)
    done = run("list")
    assert (done.exit_code, done.stderr.strip()) == (130, "interrupted")


def test_a_neighbour_that_cannot_be_read_keeps_nobody_from_the_others(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "torn.game").write_bytes(b"variant torn of ferry \xff\n")
    (own_folders / "vast.game").write_bytes(b"#" * 3_000_000)
    os.mkfifo("pipe.game")
    done = run("check", "ferry.game", "--plain")
    assert (done.exit_code, done.stdout) == (0, "nothing found in 2 files\n")
    assert done.stderr == (
        "not looked at: torn.game is not UTF-8 text (byte 22)\n"
        "not looked at: vast.game is too large for a rule file\n"
    )
    unread = json.loads(run("check", "ferry.game", "--json").stdout)["unread"]
    assert unread == [line.removeprefix("not looked at: ") for line in done.stderr.splitlines()]
    assert run("show", "ferry.game").exit_code == 0
    assert "is not UTF-8" in run("show", "ferry.game", "--variant", "torn").stderr
