"""What Windows does not have is not asked for there, as far as that can be seen without one."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulewright import files
from rulewright_cli import ask, typing_again

ROOT = Path(__file__).parents[2]
SOURCES = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for folder in ("interpreter", "cli")
    for file in (ROOT / folder).rglob("*.py")
}

MODULES = frozenset(
    {"crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline"}
    | {"resource", "spwd", "syslog", "termios", "tty"}
)
"""Modules of Python that Windows has not."""

NAMES = {
    "os": "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK chown chroot fchmod fchown fork forkpty "
    "getegid geteuid getgid getloadavg getpgid getpgrp getpriority getuid killpg lchown mkfifo "
    "mknod nice openpty pipe2 sched_getaffinity setpgid setsid setuid statvfs sysconf tcgetpgrp "
    "uname wait wait3 wait4",
    "signal": "ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP "
    "SIGUSR1 SIGUSR2 SIGWINCH SIGXCPU SIGXFSZ alarm pause pthread_kill setitimer sigwait",
}
"""What its modules of these names have not."""

GUARDS = {
    "interpreter/rulewright/kept.py": 'os.name != "posix"',
    "interpreter/rulewright/limits.py": 'hasattr(signal, "setitimer")',
    "cli/rulewright_cli/options.py": 'hasattr(os, "sched_getaffinity")',
    "cli/rulewright_cli/time_limit.py": 'hasattr(signal, "SIGXCPU")',
}
"""Which files use such names, and what asks first whether they are there."""


def imports(node: ast.AST, caught: bool = False) -> Iterator[tuple[str, bool]]:
    """The modules that are imported, and whether it is caught if there is none."""
    if isinstance(node, ast.Import):
        yield from ((one.name.partition(".")[0], caught) for one in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield (node.module or "").partition(".")[0], caught
    inside: list[ast.stmt] = []
    if isinstance(node, ast.Try):
        handlers = {ast.unparse(one.type) for one in node.handlers if one.type is not None}
        inside = node.body if "ImportError" in handlers else []
    elif isinstance(node, ast.With):
        held = {ast.unparse(item.context_expr) for item in node.items}
        inside = node.body if "suppress(ImportError)" in held else []
    for child in ast.iter_child_nodes(node):
        yield from imports(child, caught or child in inside)


def test_no_module_is_imported_that_windows_has_not() -> None:
    found = {
        (file, name)
        for file, text in SOURCES.items()
        if mentions(MODULES, text)
        for name, caught in imports(ast.parse(text))
        if name in MODULES and not caught
    }
    assert not found
    bad = "try:\n  import fcntl\nexcept OSError:\n  import tty\nfrom pwd import getpwall"
    assert {*imports(ast.parse(bad))} == {("fcntl", False), ("tty", False), ("pwd", False)}


def test_no_function_is_called_that_windows_has_not() -> None:
    wanted = {f"{module}.{name}" for module, names in NAMES.items() for name in names.split()}
    using = set[str]()
    for file, text in SOURCES.items():
        nodes = ast.walk(ast.parse(text)) if mentions(wanted, text) else ()
        if wanted & {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}:
            using.add(file)
            assert GUARDS.get(file, "no guard") in text, file
    assert using == {*GUARDS}


def mentions(names: Collection[str], text: str) -> bool:
    """Does a text hold one of these words? Few do, and others need not be read closely."""
    return re.search(rf"\b({'|'.join(map(re.escape, sorted(names)))})\b", text) is not None


AS_ON_WINDOWS = """
import os, signal, sys
import multiprocessing.context, subprocess, tempfile  # which look once what there is
modules, names, arguments = {modules!r}, {names!r}, {arguments!r}
for module in modules:
    sys.modules[module] = None
for module, gone in names.items():
    for name in gone.split():
        if hasattr(sys.modules[module], name):
            delattr(sys.modules[module], name)
import types, rulewright.kept
rulewright.kept.os = types.SimpleNamespace(**{{**vars(os), "name": "nt"}})
from rulewright_cli import main
sys.argv[1:] = arguments
main()
"""


def test_a_game_is_played_and_kept_without_all_that(tmp_path: Path) -> None:
    """And on a console that can write few letters."""
    play = ["play", "pig", "--players", "human,random", "--seed", "1", "--save", "a.json"]
    program = AS_ON_WINDOWS.format(modules=sorted(MODULES), names=NAMES, arguments=play)
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"roll\nhold\nquit\n",
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert b"The game is saved" in done.stdout
    assert b"roll" in (tmp_path / "a.json").read_bytes()


def test_a_file_that_another_has_open_is_replaced_once_it_has_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, target = tmp_path / "part", tmp_path / "target"
    real, waits = os.replace, list[float]()

    def replace(one: Path, other: Path) -> None:
        if len(waits) < 2:
            raise PermissionError
        real(one, other)

    part.write_text("new")
    target.write_text("old")
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(files, "time", SimpleNamespace(sleep=waits.append))
    with pytest.raises(PermissionError):
        files._replace(part, target)
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt", replace=replace))
    files._replace(part, target)
    assert target.read_text() == "new" and len(waits) == 2
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt", replace=refused))
    with pytest.raises(PermissionError):
        files._replace(target, part)


def refused(*_: object) -> None:
    raise PermissionError


def test_words_of_commands_are_quoted_as_shells_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    path = r"C:\Users\Ann Lee\a.json"
    assert typing_again.as_typed(path) == f"'{path}'"
    monkeypatch.setattr(typing_again, "os", SimpleNamespace(name="nt"))
    assert typing_again.as_typed(path) == f'"{path}"'
    assert typing_again.as_typed(r"C:\games\a.json") == r"C:\games\a.json"


def test_what_was_typed_ahead_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["\r", "a"]
    console = SimpleNamespace(kbhit=lambda: bool(typed), getwch=typed.pop)
    monkeypatch.setitem(sys.modules, "termios", None)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    ask.Person.forget(SimpleNamespace())  # type: ignore[arg-type]
    assert not typed


def test_a_reader_that_has_gone_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    main = import_module("rulewright_cli.main")
    monkeypatch.setattr(main, "drop", lambda _: None)
    invalid = OSError(22, "Invalid argument")
    assert main._nobody_reads(BrokenPipeError()) and not main._nobody_reads(invalid)
    monkeypatch.setattr(main, "os", SimpleNamespace(name="nt"))
    assert main._nobody_reads(invalid)
    assert not main._nobody_reads(OSError(22, "Invalid argument", "a.json"))
