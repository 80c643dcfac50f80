"""Whoever uses it, whatever they give it: an answer, in time, and nothing that a terminal obeys.

Each case takes a call that is fine – a command with its files, lines for `play`, requests to the
engine, a call of the library – and spoils it: arguments, files, what lies in their place, what is
typed, what is sent. A command has to end with one of its exit codes and a message, a request with
an answer, a call with a `RulewrightError`; nothing takes longer than `SECONDS`, and all that is
printed is lines of plain text.

The same cases are drawn each time. Others, and more of them:
RULEWRIGHT_FUZZ=10000 .venv/bin/python -m pytest tests/property/test_hostile_use.py -rP
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import random
import shutil
import signal
import sys
import traceback
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.repeated import times

import rulewright as rw
from rulewright.check import modules
from rulewright.core.scenes import GivenPosition
from rulewright.diagnostics import RulewrightError
from rulewright.play import record as records
from rulewright.play.protocol import CODES, Session
from rulewright_cli.commands import play as play_command
from rulewright_cli.main import COMMANDS, cli

MORE = int(os.environ.get("RULEWRIGHT_FUZZ", "0"))
SEED = 1 if not MORE else random.SystemRandom().randrange(10**9)
SECONDS = 30  # on a busy machine; the slowest of a million cases took two
FERRY = Path(__file__).parents[1] / "cli" / "ferry"
SHIPPED = ("pig", "tic_tac_toe", "misere")  # enough to be found, and read quickly
EXAMPLE = Path(__file__).parents[2] / "examples" / "cherries.game"

WORDS = (
    "", " ", "-", "--", "--5", "-1", "0", "00", "1", "2", "16", "17", "99", "²", "٣", "1_0", "+1",
    "1.5", "1e400", "nan", "inf", "-inf", "0x10", "true", "None", "null", "9" * 25, "9" * 5_000,
    "-" + "9" * 5_000, "x" * 300, "x" * 5_000, "é" * 200, "e\u0301", "🎲", "ß", "ﬁ", "İ",
    "\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "a\x00b", "\x00", "\x7f", "\x08\x08", "\r", "\n",
    "a\nb", "\t", "\ufeff", "\u202egame", "a\u2066b", "\u200b", "\u2028", "\u0085", "\u00ad",
    "\udcff", "a\udc80b", "\ud800", "\U000e0041", "\uffff", "[red]x[/]", "[/]", "[bold", "{x}",
    "{0}", "%s%n", "=", "a=", "=b", "a=b=c", ",", ";", ";;", "a;b", "(", "(" * 300, "'", '"', "\\",
    "*", "?", "~nobody", "~", "$HOME", "#", "me", "nobody", "none", "pass", "all", "human",
    "human,human", "random", "take one", "load Beer", "why", "pig", "pgi", "wind", "fog",
    "fog=on",     "fog=\u202e", "x=--5", "fog=²", "fog=" + "9" * 5_000, "rounds=-0",
)  # fmt: skip

PLACES = (
    "ferry.game", "wind.game", "cherries.game", "missing.game", "folder", "folder.game",
    "fifo.game", "fifo", "dangling.game", "round.game", "zero.game", "tight/ferry.game",
    "bytes.game", "mess/ferry.game", "spoilt.game", "spoilt.json", "spoilt.csv", "ferry.json",
    "old.json", "./ferry.game", "nul\x00.game", "n" * 300 + ".game", "n" * 300,
    "d/" * 3_000 + "x.game", "\udcff.game", "\x1b[31m.game", "\u202eemag.game", "a/\x00/b",
    "isles.csv", "/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem", "/dev/stdin", "-", ".",
    "empty.game",
)  # fmt: skip

LITTLE = ("", "-1", "0", "1", "x", "--5", "²", "nan", "1.5", "\x1b", "\udcff", "9" * 5_000)
"""For what says how much is to be done: a large number is no mistake, and takes its time."""

COMMON: tuple[tuple[str, ...], ...] = (
    ("--variant", "wind"), ("--option", "fog=on"), ("--seats", "2"),
)  # fmt: skip

CALLS: dict[str, tuple[tuple[str, ...], ...]] = {  # fine calls: the arguments, then options
    "list": ((), ("--json",), ("--plain",), ("-q",)),
    "show": (
        ("ferry.game",), *COMMON, ("--json",), ("--plain",), ("--svg", "new.svg"), ("--source",),
    ),
    "rulebook": (("ferry.game",), *COMMON, ("--format", "md"), ("-o", "new.html")),
    "new": (("variant", "ferry.game", "brand_new"),),
    "check": (
        ("ferry.game",), ("--explain", "E118"), ("--sarif", "found.sarif"), ("--json",),
        ("--fix",), ("--yes",), ("--fresh",),
        ("--plain",),
    ),
    "lint": (
        ("ferry.game", "--games", "1"), ("--variant", "wind"), ("--seed", "1"),
        ("--select", "L001,L1"), ("--ignore", "L008"), ("--json",), ("--plain",),
    ),
    "fmt": (("ferry.game",), ("--check",), ("--diff",), ("--plain",)),
    "test": (
        ("cherries.game",), *COMMON, ("-k", "last"), ("--engine", "python"), ("--json",),
        ("--accept",), ("--yes",), ("--fresh",),
    ),
    "watch": (
        ("cherries.game", "--seconds", "0"), *COMMON, ("--record", "cherries.json"), ("--plain",),
    ),
    "verify": (
        ("cherries.game", "--games", "1", "--jobs", "1", "--shrink", "0"), *COMMON,
        ("--seed", "1"), ("--only", "replay"), ("--longest", "50"), ("--list",), ("--json",),
    ),
    "coverage": (
        ("cherries.game",), ("--games", "1"), ("--seed", "1"), ("--min", "5"), ("--all",),
        ("--fresh",), ("--json",),
    ),
    "mutate": (
        ("cherries.game", "--only", "nothing", "--limit", "1", "--each", "0", "--jobs", "1"),
        ("--variant", "wind"), ("--fresh",), ("--min", "50"), ("--json",),
    ),
    "shrink": (
        ("cherries.json", "--seconds", "9"), ("--game", "cherries.game"), ("--only", "undo"),
    ),
    "play": (
        ("cherries.game",), *COMMON, ("--seed", "3"), ("--players", "human,random"),
        ("--hint", "3"), ("--save", "new.json"), ("--save", "new.txt"), ("--auto",),
        ("--resume", "ferry.json"), ("--plain",),
    ),
    "simulate": (
        ("cherries.game", "-n", "2", "--jobs", "1"), *COMMON, ("--seed", "1"),
        ("--players", "random,random"), ("--json",), ("--rows", "new.csv"), ("--cluster", "here"),
        ("--quiet", "--plain"),
    ),
    "playtest": (
        (
            "cherries.game", "-n", "2", "--jobs", "1", "--measure", "1", "--playouts", "1",
            "--simulations", "2", "--ladder-games", "2",
        ), *COMMON, ("--seed", "1"), ("--players", "random,random"), ("--ladder", "random"),
        ("--against", "ferry.game"), ("--against", "wind"), ("--store", "new.sqlite"),
        ("--html", "new.html"), ("--markdown", "new.md"), ("--rows", "new.csv"), ("--json",),
    ),
    "solve": (
        ("cherries.game", "--positions", "99"), *COMMON, ("--for", "win"), ("--seconds", "5"),
        ("--value-only",), ("--json",),
    ),
    "diff": (
        ("cherries.game", "ferry.game", "-n", "2", "--jobs", "1", "--watch", "1"), *COMMON,
        ("--trace", "1"), ("--seed", "1"), ("--players", "random,random"), ("--json",),
        ("--rows", "new.jsonl"), ("--cluster", "local:0"),
    ),
    "tune": (
        (
            "cherries.game", "--vary", "cherries.game:5:3=9..10", "--aim", "length > 1", "-n", "2",
            "--trials", "2", "--jobs", "1",
        ), *COMMON, ("--seed", "1"), ("--players", "random,random"), ("--write", "new.game"),
        ("--vary", "bowl=7"), ("--aim", "Ann wins 40..60 %"), ("--longest", "9"),
        ("--json",), ("--plain",), ("--cluster", "local:"),
    ),
    "tournament": (
        ("cherries.game", "random", "flat:1", "-n", "2", "--jobs", "1", "--whole"),
        ("--seats", "2"), ("--seed", "1"), ("--also", "cherries.game"), ("--longest", "9"),
        ("--store", "new.sqlite"), ("--json",), ("--plain",), ("--cluster", "tcp://here"),
    ),
    "replay": (
        ("ferry.json",), ("--game", "ferry.game"), ("--step",), ("--json",), ("-o", "new.html"),
        ("-o", "new.txt"), ("--seat", "0"),
    ),
    "why": (
        ("ferry.game", "load Beer"), *COMMON, ("--seed", "1"), ("--after", "pass; pass"),
        ("--resume", "ferry.json"), ("--json",),
    ),
    "dump": (
        ("ferry.game",), *COMMON, ("--stage", "syntax"), ("--stage", "checked"),
        ("--stage", "python"), ("--stage", "wasm-step"), ("--lines",), ("--json",),
    ),
    "engine": (("--root", "."), ("--engine", "reference")),
    "lsp": ((),),
    "completion": (("zsh",), ("bash",)),
}  # fmt: skip
HOW_MUCH = (
    "--games", "-n", "--rounds", "--trials", "--watch", "--trace", "--jobs", "--seconds",
    "--shrink", "--budget", "--longest", "--limit", "--measure", "--playouts", "--simulations",
    "--ladder-games", "--positions", "--each",
)  # fmt: skip
TYPED = (
    "pass", "1", "2", "help", "?", "look", "moves", "rules", "rules cherr", "undo", "save new.json",
    "save", "hint", "analyse", "analyse 2", "why", "why take one", "why take four", "take one",
    "take two", "load", "quit", "exit",
)  # fmt: skip


def test_every_command_is_called() -> None:
    assert set(CALLS) == set(COMMANDS)


class Spoiler:
    """Draws what spoils a case; the same for the same number."""

    def __init__(self, kind: str, number: int) -> None:
        self.draw = random.Random(f"{SEED} {kind} {number}")

    def word(self) -> str:
        return self.draw.choice(WORDS if self.draw.random() < 0.7 else PLACES)

    def arguments(self, command: str) -> list[str]:
        """A call of a command with one to three of its arguments spoilt."""
        draw = self.draw
        (first, *more) = CALLS[command]
        parts = list(first)
        for option in draw.sample(more, k=min(len(more), draw.choice((0, 0, 1, 1, 2, 3)))):
            parts += option
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
            at = draw.randrange(len(parts) + 1)
            small = at > 0 and parts[at - 1] in HOW_MUCH
            value = draw.choice(LITTLE) if small else self.word()
            fixed = at < len(parts) and parts[at] in HOW_MUCH
            match draw.randrange(4):
                case 0 | 1 if at < len(parts) and not fixed:
                    parts[at] = value
                case 2 if not small:
                    parts.insert(at, value)
                case _ if at < len(parts) and not small and not fixed:
                    del parts[at]
        if parts and parts[0].startswith("ferry") and draw.random() < 0.4:
            parts[0] = draw.choice(PLACES)
        return parts

    def text(self, text: str) -> str:
        """A text with a few words, lines or characters changed."""
        draw = self.draw
        for _ in range(draw.choice((0, 1, 1, 2, 5))):
            start = draw.randrange(len(text) + 1)
            end = min(len(text), start + draw.choice((0, 1, 1, 5, 40)))
            text = text[:start] + draw.choice((self.word(), "", "\n", "  ")) + text[end:]
        return text[: draw.choice((len(text), len(text), draw.randrange(len(text) + 1)))]

    def data(self, text: str) -> bytes:
        """What a file holds that should hold this text."""
        draw = self.draw
        text = self.text(text)
        match draw.randrange(14):
            case 0:
                return text.encode("utf-16", errors="replace")
            case 1:
                return b"\xef\xbb\xbf" + text.encode(errors="replace")
            case 2:
                return text.replace("\n", "\r").encode(errors="replace")
            case 3:
                return text.replace("\n", "\r\n").encode(errors="surrogatepass")
            case 4:
                return draw.randbytes(draw.randrange(200))
            case 5:
                return b""
            case 6:
                return draw.choice((b"[", b'{"a":', b'{"record":[')) * 100_000
        return text.encode(errors="replace")

    def lines(self) -> bytes:
        """What somebody types."""
        draw = self.draw
        typed = []
        for _ in range(draw.randrange(6)):
            line = draw.choice(TYPED)
            match draw.randrange(4):
                case 0:
                    line = self.word()
                case 1:
                    line = f"{line} {self.word()}"
            typed.append(line)
        errors = draw.choice(("surrogatepass", "replace"))
        return "\n".join([*typed, ""]).encode(errors=errors)

    def json(self, value: Any, depth: int = 0) -> Any:
        """A JSON value, some of it other than it was."""
        draw = self.draw
        if draw.random() < 0.15:
            return self.value()
        if isinstance(value, dict):
            items = {k: self.json(v, depth + 1) for k, v in value.items() if draw.random() > 0.05}
            if draw.random() < 0.1:
                items[self.word()] = self.value()
            return items
        if isinstance(value, list):
            return [self.json(item, depth + 1) for item in value]
        return value

    def value(self) -> Any:
        draw = self.draw
        return draw.choice(
            (
                None, True, False, 0, 1, -1, 2, 10**30, -(10**30), 10**4_000, 1.5, 1e308, [], {},
                [[]], {"": {}}, "draw", [self.word()] * 3, {self.word(): self.word()}, self.word(),
                self.word(), self.word(), nested(draw.choice((5, 150, 500))),
            )
        )  # fmt: skip


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


class Hang(BaseException):
    """It takes too long."""


@contextlib.contextmanager
def in_time(seconds: float = SECONDS) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games, saves, and things that are no files."""
    folder = tmp_path / "bench"
    shutil.copytree(FERRY, folder)
    (folder / "cherries.game").write_bytes(EXAMPLE.read_bytes())
    monkeypatch.chdir(folder)
    few = {name: path for name, path in modules.shipped().items() if name in SHIPPED}
    monkeypatch.setattr(modules, "shipped", lambda: few)
    for name in ("ferry", "cherries"):
        game = rw.load(f"{name}.game")
        state = game.start(seed=3)
        for _ in range(3):
            state.apply(state.legal_moves()[0])
        records.save(records.record_of(game, state), f"{name}.json")
    monkeypatch.setattr(play_command, "OPPONENT", "random")  # which takes no time
    monkeypatch.setattr(play_command, "HINT", "5")
    for variable in ("XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    (folder / "old.json").write_text((folder / "ferry.json").read_text().replace('t": "', 't": "0'))
    (folder / "folder").mkdir()
    (folder / "folder.game").mkdir()
    (folder / "empty.game").touch()
    os.mkfifo("fifo.game")
    os.mkfifo("fifo")
    os.symlink("nowhere.game", "dangling.game")
    os.symlink("round.game", "round.game")
    os.symlink("/dev/zero", "zero.game")
    (folder / "bytes.game").write_bytes(b"\xff\xfe\x00g")
    for name in ("tight", "mess"):
        shutil.copytree(FERRY, folder / name)
    (folder / "tight" / "wind.game").chmod(0)
    (folder / "tight" / "sea.csv").chmod(0)
    (folder / "mess" / "bytes.game").write_bytes(b"variant \xff of ferry\n")
    (folder / "mess" / "many.game").write_bytes(b"#" * 3_000_000)
    with contextlib.suppress(OSError):
        (folder / "\udcff.game").write_bytes(EXAMPLE.read_bytes())
        (folder / "\x1b[31m.game").write_bytes(EXAMPLE.read_bytes() + b"mark x: 0..\n")
    return folder


class Stream(io.TextIOWrapper):
    """A standard stream that can say it is a terminal."""

    def __init__(self, data: bytes = b"", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def called(arguments: list[str], typed: bytes = b"", *, colour: bool = False) -> Any:
    """Exit code, standard output and standard error of a command, as bytes, in this process."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = Stream(terminal=colour), Stream()
    sys.stdin, sys.stdout, sys.stderr = Stream(typed), out, err
    try:
        cli.main(arguments)
    except SystemExit as leaving:
        code = leaving.code
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    return code, out.buffer.getvalue(), err.buffer.getvalue()  # type: ignore[attr-defined]


OBEYED = ("Cc", "Cf", "Cs", "Zl", "Zp")


def plain(data: bytes) -> str:
    """The text that was printed; fails if a terminal would do anything but show it."""
    text = data.decode()
    odd = {c for c in text if c not in "\n\t" and unicodedata.category(c) in OBEYED}
    assert not odd, f"printed {sorted(map(ascii, odd))}"
    return text


class Tally:
    """Counts the cases and keeps those that went wrong, one for each way to go wrong."""

    def __init__(self, kind: str) -> None:
        self.kind, self.cases, self.ends = kind, 0, Counter[object]()
        self.wrong: dict[str, str] = {}

    def run(self, number: int, case: object, body: Callable[[], object]) -> None:
        self.cases += 1
        try:
            with in_time():
                self.ends[body()] += 1
        except (Exception, Hang) as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{type(error).__name__} {frame.filename}:{frame.lineno}"
            what = ascii(str(error))[:300]
            self.wrong.setdefault(
                f"{where} {what[:60]}", f"{self.kind} {number}: {case!a:.400}\n   {where}: {what}"
            )

    def judge(self) -> None:
        print(f"{self.kind}: {self.cases:,} cases, seed {SEED}; {dict(self.ends)}")
        if self.wrong:
            pytest.fail("\n".join([f"{len(self.wrong)} ways", *self.wrong.values()]), pytrace=False)


def count(usual: int, share: float) -> range:
    """The numbers of the cases: of those that are asked for, this share."""
    return range(round(MORE * share) or usual)


def end_of(arguments: list[str], typed: bytes = b"") -> object:
    """The exit code of a command, after a look at all it has printed."""
    code, out, err = called(arguments, typed)
    said, complained = plain(out), plain(err)
    assert code in (0, 1, 2, 130), (code, complained)
    assert "Traceback" not in said + complained
    assert code == 0 or said or complained
    if arguments[0] == "engine" and code == 0:
        for line in said.splitlines():
            check_answer(line)
    elif "--json" in arguments and code == 0 and not {"--help", "--"} & {*arguments}:
        json.loads(said)
    return code


def test_arguments(bench: Path) -> None:
    tally = Tally("arguments")
    names = [name for name in COMMANDS for _ in range(1 if name in ("mutate", "list") else 4)]
    for number in count(120, 0.25):
        spoiler = Spoiler("arguments", number)
        name = spoiler.draw.choice(names)
        arguments = [name, *spoiler.arguments(name)]
        if spoiler.draw.random() < 0.03:
            arguments[0] = spoiler.word()
        tally.run(number, arguments, partial(end_of, arguments, spoiler.lines()))
    tally.judge()


BROKEN = {
    "E011": 'always bowl <= 12 "Not too many" and bowl >= 0',
    "E061": "always (bowl <= 12",
}
"""Lines that cannot be read, each with the code of what is wrong: who leaves them out plays another
game."""
NO_RULES = {"list", "completion", "engine", "lsp"}  # these load nothing that they are called with
PLAYED = "cherries.game", "ferry.game"
NO_VARIANT = {"new", "replay", "shrink"}  # these are called with a game, or with a record of one


@pytest.mark.thorough(each="kind")
@pytest.mark.parametrize("code", BROKEN)
@pytest.mark.parametrize("kind", ["game", "variant"])
def test_what_check_refuses_every_command_refuses(bench: Path, kind: str, code: str) -> None:
    rules = EXAMPLE.read_text(encoding="utf-8") if kind == "game" else "variant more of cherries\n"
    name = "cherries" if kind == "game" else "more"
    (bench / f"{name}.game").write_text(f"{rules}\n{BROKEN[code]}\n", encoding="utf-8")
    meant = {"ferry.json": "cherries.json"} | dict.fromkeys(PLAYED, f"{name}.game")
    let_through = {}
    for command in sorted({*CALLS} - NO_RULES - (NO_VARIANT if kind == "variant" else set())):
        parts = [meant.get(part, part) for part in CALLS[command][0]]
        exit_code, out, err = called([command, *parts])
        said = plain(out + err)
        if exit_code != 1 or code not in said:
            let_through[command] = f"{exit_code}: {said}"
    assert let_through == {}


def test_files(bench: Path) -> None:
    tally = Tally("files")
    ferry = (FERRY / "ferry.game").read_text()
    cherries = EXAMPLE.read_text()
    wind = (FERRY / "wind.game").read_text()
    for number in count(60, 0.1):
        spoiler = Spoiler("files", number)
        draw = spoiler.draw
        name = draw.choice(
            (
                "show",
                "check",
                "fmt",
                "test",
                "dump",
                "play",
                "why",
                "simulate",
                "replay",
                "coverage",
            )
        )
        match draw.randrange(5):
            case 0:
                file, text = "spoilt.game", draw.choice((ferry, cherries))
            case 1:
                file, text = "ferry.game", ferry
                (bench / "sea.csv").write_bytes(spoiler.data((FERRY / "sea.csv").read_text()))
            case 2:
                file, text = "spoilt.game", wind
            case 3:
                file, text = "spoilt.game", cherries
                long = draw.choice(WORDS)
                text = draw.choice(
                    (
                        f"  uses {long}\n", f"  excludes {long}\n", f"  players {long}\n",
                        f'type t from "{long}.csv" named by x\n', f'component c from "{long}"\n',
                        f"variant v of {long}\n",
                    )
                ).join(text.split("\n", 1))  # fmt: skip
            case _:
                file, name = "spoilt.json", draw.choice(("replay", "shrink", "play", "why"))
                text = (bench / "ferry.json").read_text()
                if draw.random() < 0.5:
                    text = json.dumps(spoiler.json(json.loads(text)))
        (bench / file).write_bytes(
            spoiler.data(text) if draw.random() < 0.9 else text.encode(errors="replace")
        )
        arguments = [name, file]
        if file == "spoilt.json":
            arguments = {
                "replay": ["replay", file], "shrink": ["shrink", file, "--seconds", "2"],
                "play": ["play", "ferry.game", "--resume", file],
                "why": ["why", "ferry.game", "load Beer", "--resume", file],
            }[name]  # fmt: skip
        elif name == "why":
            arguments.append("take one")
        elif name == "simulate":
            arguments += ["-n", "2", "--jobs", "1"]
        tally.run(number, arguments, partial(end_of, arguments, spoiler.lines()))
        (bench / "sea.csv").write_bytes((FERRY / "sea.csv").read_bytes())
        (bench / "ferry.game").write_text(ferry)
    tally.judge()


REQUESTS: tuple[dict[str, Any], ...] = (
    {"do": "new", "game": "cherries.game", "seed": 7},
    {"do": "new", "game": "ferry.game", "seats": 2, "options": {"fog": "on"}, "variants": ["wind"]},
    {"do": "new", "game": "pig", "chance": "asked"},
    {"do": "play", "move": "take two"},
    {"do": "chance", "outcome": ["3"]},
    {"do": "undo"},
    {"do": "position"},
    {"do": "observe", "seat": 0},
    {"do": "why", "move": "take four"},
    {"do": "perft", "depth": 2},
    {"do": "hint", "simulations": 3, "seed": 1},
    {"do": "save"},
)


def check_answer(line: str) -> str:
    """The code of an answer, or `ok`."""
    answer = json.loads(line)
    assert "\n" not in line
    if answer["ok"]:
        return "ok"
    code = answer["error"]["code"]
    assert code in CODES and code != "internal", answer["error"]
    assert answer["error"]["message"]
    return str(code)


def answered(session: Session, line: bytes | str) -> str:
    return check_answer(plain(session.answer(line).encode()))


def test_requests(bench: Path) -> None:
    tally = Tally("requests")
    session = Session(root=bench)
    saved = json.loads((bench / "ferry.json").read_text())
    for number in count(200, 0.65):
        spoiler = Spoiler("requests", number)
        draw = spoiler.draw
        request = draw.choice((*REQUESTS, {"do": "load", "record": saved}))
        if draw.random() < 0.9:
            request = spoiler.json(request)
        text = json.dumps(request, ensure_ascii=draw.random() < 0.5)
        line: bytes | str = spoiler.data(text) if draw.random() < 0.2 else text
        if number % 20 == 0:
            session.answer(json.dumps(draw.choice(REQUESTS[:3])))
        tally.run(number, line, partial(answered, session, line))
    tally.judge()


VALUES: tuple[object, ...] = (
    None, True, 0, 1, -1, 3, 16, 10**30, 10**5_000, 1.5, float("nan"), "", "x", "x" * 300, "\x00",
    "\udcff", b"x", (), [], [1], ["x"], [None], {}, {"a": 1}, {1: 2}, {"fog": 10**5_000},
    {"fog": None}, {"fog": []}, {"fog": "on"}, set(), object(), len, int, Path("x"),
    Path("ferry.game"), range(3), "ferry.game", "reference", "wind", ["wind", 3], "seeded",
    nested(2_000),
)  # fmt: skip


# What is put beside the argument that is left open, by the names of the parameters.
USUAL: dict[str, object] = {
    "name": "ferry.game", "given": GivenPosition(()), "seat": 0, "seed": 1, "text": "pass",
    "step": 0,
}  # fmt: skip


def of_another_game() -> list[object]:
    """What fits a call of `Game` or `State`, had it come from the same game."""
    other = rw.load("cherries.game")
    tree = other.scenario_trees()[0]
    scenario = other.scenario(tree)
    steps: list[Any] = [*scenario.steps]
    said = [step.said for step in steps if hasattr(step, "said")]
    return [other, other.start(), other.start().legal_moves()[0], tree, scenario, *steps, *said]


def open_calls(
    on: str, method: Callable[..., object], subject: Callable[[], object] | None = None
) -> Iterator[tuple[str, Callable[[Any], object]]]:
    """A call for each parameter of a function or method, with that argument left open."""
    parameters = list(inspect.signature(method).parameters.values())
    if subject is not None:
        del parameters[0]
    for chosen in parameters:
        others = {
            other.name: USUAL[other.name]
            for other in parameters
            if other is not chosen and other.default is other.empty
        }

        def call(x: object, name: str = chosen.name, others: dict[str, object] = others) -> object:
            before = [subject()] if subject is not None else []
            return method(*before, **others, **{name: x})

        yield f"{on}{method.__name__}({chosen.name}=x)", call


def library(bench: Path) -> dict[str, Callable[[Any], object]]:
    """Calls of what is public, each with one argument left open: of `Game` and `State` all."""
    game, record = rw.load("ferry.game"), records.load("ferry.json")
    asked = rw.load("pig").start(chance="asked")
    subjects: list[tuple[str, type, Callable[[], object]]] = [
        ("game.", rw.Game, lambda: game),
        ("state.", rw.State, lambda: game.start(seed=3)),
        ("asked.", rw.State, asked.copy),
    ]
    calls: dict[str, Callable[[Any], object]] = dict(open_calls("", rw.load))
    for on, kind, subject in subjects:
        for name, method in vars(kind).items():
            if not name.startswith("_") and inspect.isfunction(method):
                calls |= open_calls(on, method, subject)
    return calls | {
        "records.read(x)": lambda x: records.read(x),
        "records.load(x)": lambda x: records.load(x),
        "records.save(record, x)": lambda x: records.save(record, x),
        "records.load_game(record, source=x)": lambda x: records.load_game(record, source=x),
    }


def test_the_library(bench: Path) -> None:
    """Every call with every value, or with some of them, each the next ones; a wrong one is told
    by an error that is documented."""
    tally = Tally("library")
    values = (*VALUES, *of_another_game())
    step = times(3, thorough=1)
    for first, (name, call) in enumerate(library(bench).items()):
        for number, value in [*enumerate(values)][first % step :: step]:
            tally.run(number, (name, type(value).__name__), partial(tried, call, value))
    tally.judge()


def tried(call: Callable[[Any], object], value: object) -> str:
    """What a call ends in: an error, whose text is fit to be shown, or nothing worth telling."""
    try:
        call(value)
    except RulewrightError as error:
        assert plain(str(error).encode())
        return type(error).__name__
    return "fine"
