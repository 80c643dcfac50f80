"""Where lines go: a terminal with colours, or plain text.

A line is a tuple of pieces, each a text with the name of a style; plain output is the texts alone.
So whatever is shown can be shown without colour, at any width, and compared as text in tests. Rich
is imported only when something is really drawn in colour.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import click

from rulewright.drawing.lines import Line, line, plain_text, wrapped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NARROWEST, WIDEST = 40, 100
LEAST = 40, 12  # columns and lines of a terminal for a table that is redrawn in place


def echo(text: str, *, nl: bool = True, err: bool = False) -> None:
    """Print a text, whatever it holds: what a terminal would obey is shown as what it is.

    All that commands print goes through here, but for progress bars and answers to programs.
    """
    from rulewright.characters import printable

    click.echo(printable(text), nl=nl, err=err)


def noted(ctx: click.Context, option: click.Parameter, wanted: bool) -> bool:
    """Keep what a flag says where whatever prints finds it (see `asked_for`)."""
    key = f"rulewright.{option.name}"
    ctx.meta[key] = wanted or ctx.meta.get(key, False)
    return wanted


def asked_for(what: str) -> bool:
    """Has the user given `--quiet` or `--plain`, whatever the command?"""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(f"rulewright.{what}"))


def styled(parts: Line) -> Text:
    """A line as Rich draws it, whatever it holds."""
    from rich.text import Text

    from rulewright.characters import printable

    return Text.assemble(*((printable(piece.text), piece.style) for piece in parts))


class Screen:
    """Standard output, with colours if it is a terminal that has them and nobody minds."""

    def __init__(self, *, plain: bool = False) -> None:
        self.terminal = sys.stdout.isatty()
        self.quiet, plain = asked_for("quiet"), plain or asked_for("plain")
        dumb = os.environ.get("TERM") == "dumb"
        self.colour = self.terminal and not (plain or dumb or os.environ.get("NO_COLOR"))
        self.may_clear = self.terminal and not (plain or dumb)
        columns = shutil.get_terminal_size((80, 24)).columns if self.terminal else 80
        self.width = max(NARROWEST, min(columns, WIDEST))
        self.height = shutil.get_terminal_size((80, 24)).lines if self.terminal else 24
        self._printed = 0
        self._console: Console | None = None

    @property
    def rows(self) -> int:
        """How many more lines fit on the screen, with one to type in, below what has been shown
        since somebody last typed."""
        return self.height - self._printed - 1

    def typed(self) -> None:
        """Somebody has typed something: what was shown before need not be seen any more."""
        self._printed = 0

    @property
    def has_room(self) -> bool:
        """Is this a terminal, for reading and writing, with room for a table redrawn in place?"""
        streams = (sys.stdin, sys.stderr)  # what draws there writes to the second of them
        talks = self.may_clear and all(stream.isatty() for stream in streams)
        columns = shutil.get_terminal_size((80, 24)).columns
        return talks and columns >= LEAST[0] and self.height >= LEAST[1]

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines."""
        lines = [*lines]
        self._printed += len(lines)
        if not self.colour:
            echo(plain_text(lines), nl=False)
            return
        for parts in lines:
            self._rich().print(styled(parts), soft_wrap=True)

    def say(self, text: str = "", style: str = "") -> None:
        """Print one text, wrapped at the width of the screen."""
        self.show(line(part, style) for part in wrapped(text, self.width) or [""])

    def aside(self, text: str = "", style: str = "") -> None:
        """Say what is no result: a heading, a hint, how far things are. Quiet screens do not."""
        if not self.quiet:
            self.say(text, style)

    def copyable(self, text: str, style: str = "") -> None:
        """Print lines that are there to be copied, just as they are: never wrapped."""
        self.show(line(part, style) for part in text.splitlines())

    @contextmanager
    def passing(self, text: str) -> Iterator[None]:
        """A line that is there as long as something is done, if this is a terminal."""
        if not self.may_clear or self.quiet:
            yield
            return
        try:
            echo(text, nl=False)
            yield
        finally:
            click.echo("\r\x1b[K", nl=False)

    def clear(self) -> None:
        """An empty screen; in plain text, empty lines that hide what was there, and one line where
        nobody can have looked: what is typed and what is shown go through pipes."""
        if not self.terminal and not sys.stdin.isatty():
            echo("")
            return
        rows = shutil.get_terminal_size((80, 24)).lines if self.terminal else 0
        if self.may_clear:
            click.clear()
            if os.name != "nt":
                click.echo("\x1b[3J", nl=False)  # and nothing to scroll back to
        else:
            echo("\n" * max(rows, 30))

    def _rich(self) -> Console:
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console


class Progress(Protocol):
    """Is told how much is done, of how much, and what comes next, if that has a name."""

    def __call__(self, done: int, of: int, at: str = "", /) -> None: ...


@dataclass(slots=True)
class Slower:
    """How many of the first things take longer than the others, once that is known: from them
    nobody can tell how long all will take."""

    first: int = 0

    def are(self, first: int) -> None:
        """It is known."""
        self.first = first


@contextmanager
def progress(
    label: str, *, of: int = 1, counted: bool = True, cost: str = "", foretold: bool | None = None,
    due: float | None = None, quicker: str = "", slower: Slower | None = None,
) -> Iterator[Progress | None]:  # fmt: skip
    """A progress bar on standard error if that is a terminal and nobody minds, else nothing: what
    it is told is how much is done, and of how much. `counted`: these are numbers of things, and
    shown. `cost`: what makes it long, which is said beforehand. `foretold`, or with a `cost` unless
    it is false: when the first things are done it is said about how long all will take; `due`:
    after so many seconds, if it is long; `quicker`: with what it is done in less time; `slower`:
    what is not foretold from."""
    foretold = bool(cost) if foretold is None else foretold
    slower = slower or Slower()
    if asked_for("quiet"):
        yield None
        return
    if cost:
        click.echo(cost, err=True)
    if not sys.stderr.isatty() or asked_for("plain"):
        ways = [f"{quicker} makes it quicker"] if quicker else []
        ways += ["--seconds S ends it sooner"] if _may_be_bounded() else []
        bounded = f"; {', '.join(ways)}" if ways else ""
        due = due or (FORETOLD if cost and foretold else FIRST_TOLD)
        yield told_now_and_then(label, counted, due, foretold, bounded, slower)
        return
    with click.progressbar(
        length=of, label=label, file=sys.stderr,
        show_eta=counted or foretold, show_pos=counted, show_percent=not counted,
    ) as bar:  # fmt: skip

        def tell(done: int, of: int, at: str = "") -> None:
            bar.length = of
            bar.show_eta = (counted or foretold) and not done <= slower.first < of
            bar.update(done - bar.pos)

        yield tell


FIRST_TOLD = 20.0  # seconds after which it is told how far a long command has come, the first time


def _may_be_bounded() -> bool:
    """Could the command that runs have been told when to stop?"""
    context = click.get_current_context(silent=True)
    return context is not None and context.params.get("seconds", 0) is None


def told_now_and_then(
    label: str, counted: bool, due: float = FIRST_TOLD, foretold: bool = False, bounded: str = "",
    slower: Slower | None = None,
) -> Progress:  # fmt: skip
    """How far it has come, as a line on standard error: for who reads that in a file, or waits at
    the end of a pipe, and where a bar is not worth it. Each time twice as long after the beginning
    as the time before; `due`: when for the first time, if it will take long. `foretold`: with how
    long it will take, and with how that is `bounded`; of things of which the first are `slower`,
    when others have been done."""
    began, pace = time.monotonic(), _Pace()

    def tell(done: int, of: int, at: str = "") -> None:
        nonlocal due, bounded
        if done >= of:
            return
        took = time.monotonic() - began
        slow = slower.first if slower is not None and slower.first < of else 0
        pace.note(took, done, slow)
        if took < due:
            return
        known = foretold and (done >= ENOUGH_DONE or (done and took >= FIRST_TOLD))
        left = pace.of_others(done, of) if known else 0.0
        if foretold and due < FIRST_TOLD > took and took + left < FIRST_TOLD:
            return
        due = max(FIRST_TOLD, 2 * due)
        far = f"{done:,} of {of:,} {label}" if counted else f"{label}: {100 * done // of} %"
        more = f", and about {_roughly(left)} to go{bounded}" if left else ""
        if foretold and slow and not left:
            more = f"; the first {slow:,} take longest{bounded}"
        bounded = "" if more else bounded
        click.echo(f"{far} after {took:.0f} s{more}{f', at {at}' if at else ''}", err=True)

    return tell


class _Pace:
    """How fast it goes: since half of the time that it has taken, as what is done first may take
    longer, and since all that are slower were done."""

    def __init__(self) -> None:
        self.noted = deque([(0.0, 0)])  # after how many seconds how much was done
        self.slow = 0

    def note(self, took: float, done: int, slow: int) -> None:
        """So much is done after so many seconds; so many of the first are slower."""
        self.noted.append((took, done))
        self.slow = slow
        while len(self.noted) > 2 and (self.noted[1][0] <= took / 2 or self.noted[0][1] < slow):
            self.noted.popleft()

    def of_others(self, done: int, of: int) -> float:
        """How many seconds what is left will take; 0 if that cannot be told."""
        (since, before), (took, _) = self.noted[0], self.noted[-1]
        if before < self.slow or done <= before:
            return 0.0
        return (took - since) * (of - done) / (done - before)


FORETOLD = 2.0  # seconds after which it can be said how long it will take
ENOUGH_DONE = 3  # things before that, the first of which takes longest


def _roughly(seconds: float) -> str:
    """How long something takes, as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes" if minutes < 90 else f"{minutes / 60:.0f} hours"


def columns(rows: Sequence[Sequence[str]], width: int, *, indent: int = 2) -> list[str]:
    """Rows as aligned columns; the last one is wrapped at the width below itself."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    widths = [max((len(row[i]) for row in rows if i < len(row)), default=0) for i in range(count)]
    lines = []
    for row in rows:
        head = " " * indent + "".join(
            cell.ljust(widths[i]) + "  " for i, cell in enumerate(row[:-1])
        )
        hang = " " * len(head)
        last = row[-1] if row else ""
        lines += wrapped(last, max(width, len(head) + 20), indent=head, hang=hang) or [
            head.rstrip()
        ]
    return lines


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned columns: those with figures to the right, others to the left."""
    cells = [list(column) for column in zip(*rows, strict=True)]
    for column in cells:
        width = max(map(len, column))
        right = any(cell[:1].isdigit() for cell in column)
        column[:] = [cell.rjust(width) if right else cell.ljust(width) for cell in column]
    return ["  " + "  ".join(row).rstrip() for row in zip(*cells, strict=True)]


def flowing(items: Sequence[str], width: int, *, indent: str = "") -> list[str]:
    """Items side by side in columns of equal width, row by row, as many as fit."""
    if not items:
        return []
    cell = max(len(item) for item in items) + 2
    across = max(1, (width - len(indent) + 2) // cell)
    return [
        (indent + "".join(item.ljust(cell) for item in items[start : start + across])).rstrip()
        for start in range(0, len(items), across)
    ]
