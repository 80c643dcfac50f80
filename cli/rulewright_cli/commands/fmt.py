"""`rulewright fmt`: one layout for all rule files; what they say and their comments stay."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.drawing.lines import Line, line
from rulewright.files import write_whole

from ..main import FINDINGS, FINE, MISUSE
from ..options import completing, fail, plain_option, rule_files
from ..screen import Screen, echo


@dataclass(frozen=True)
class Text:
    """A rule file as it is and as it is to be; `after` is None when it cannot be parsed.

    `path`: None for standard input. Both have the line ends of the first line.
    """

    name: str
    path: Path | None
    before: str
    after: str | None

    @property
    def changed(self) -> bool:
        return self.after is not None and self.after != self.before


@click.command()
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, shell_complete=completing("files")
)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@plain_option
def command(paths: tuple[str, ...], check: bool, diff: bool, plain: bool) -> int:
    """Lay out rule files: indentation, blanks, columns of words and rule numbers, long lines.

    A PATH is a .game file, a folder with such files, or - for standard input. What a file says and
    its comments never change, and a file that cannot be parsed stays as it is. A line is long with
    more than 100 characters without its words and rule numbers, which stay behind it however far
    they reach.
    """
    from rulewright.diagnostics import UsageError

    screen = Screen(plain=plain)
    worst, changed, seen, unread = FINE, 0, 0, 0
    for path in _files(paths):
        try:
            text = _read(path)
        except UsageError as error:
            echo(str(error), err=True)
            worst = MISUSE
            continue
        seen += 1
        changed += text.changed
        unread += text.after is None
        if text.after is None or (check and text.changed):
            worst = max(worst, FINDINGS)
        if diff and text.changed:
            screen.show(difference(text))
        elif text.path is None and not check and text.after is not None:
            echo(text.after, nl=False)
        elif text.changed:
            if not check:
                write(text)
            (screen.say if check else screen.aside)(
                f"{'would lay out' if check else 'laid out'} {text.name}"
            )
    if not diff and tuple(paths) != ("-",):
        screen.aside(_summary(seen, changed, unread, check))
    return worst


def _summary(seen: int, changed: int, unread: int, check: bool) -> str:
    files = f"{seen} file{'s' * (seen != 1)}"
    done = f"{changed} {'to lay out' if check else 'laid out'}" if changed else "nothing to lay out"
    if not unread:
        return f"{files}, {done}"
    left = f"{unread} left as {'it is' if unread == 1 else 'they are'}, with mistakes"
    return f"{files}, {left}" if unread == seen else f"{files}, {done}, {left}"


def _files(paths: Sequence[str]) -> Iterator[Path | None]:
    """The files that are meant, each once; None for standard input."""
    known: set[Path | None] = set()
    for name in paths:
        path = None if name == "-" else Path(name)
        inside = rule_files(path) if path and os.path.isdir(path) else [path]
        for file in inside:
            if file not in known:
                known.add(file)
                yield file


def _read(path: Path | None) -> Text:
    """A file in its layout now and in the one it is to have; what is wrong with it is told."""
    from rulewright.check import modules
    from rulewright.diagnostics import Findings, UsageError, render
    from rulewright.source import SourceFile
    from rulewright.syntax.formatting import format_file

    if path is None:
        name = "standard input"
        before = modules.decoded(sys.stdin.buffer.read(modules.LARGEST_IN_BYTES + 1), name)
    else:
        name = path.as_posix()
        if not os.path.isfile(path):
            raise UsageError(f"there is no rule file or folder {name}")
        before = modules.text_of(path)
    findings = Findings()
    after = format_file(SourceFile(name, before.replace("\r\n", "\n")), findings)
    for finding in findings.found:
        echo(render(finding), err=True)
    if after is not None:
        after = with_line_ends_of(before, after)
    return Text(name, path, before, after)


def with_line_ends_of(before: str, after: str) -> str:
    """A text with the line ends that the first line of another has."""
    return after.replace("\n", "\r\n" if before.partition("\n")[0].endswith("\r") else "\n")


def write(text: Text) -> None:
    """Put the new text in the place of the old one, whole or not at all."""
    assert text.path is not None and text.after is not None
    try:
        write_whole(text.path, text.after)
    except OSError as error:
        fail(f"cannot write {text.name}: {error.strerror or error}")


def difference(text: Text) -> Iterator[Line]:
    """What changes, as `diff -u` shows it."""
    after = text.after or ""
    styles = {"+": "green", "-": "red", "@": "cyan"}
    for row in difflib.unified_diff(
        text.before.splitlines(), after.splitlines(), text.name, text.name, lineterm=""
    ):
        yield line(row, styles.get(row[:1], ""))
