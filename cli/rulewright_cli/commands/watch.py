"""`rulewright watch`: on each save, what is wrong, what scenarios say, and where a game parts."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from rulewright.characters import many
from rulewright.drawing.lines import Line, Piece, line, wrapped

from ..main import FINDINGS, FINE
from ..options import completing, game_options, load_record
from ..saves import EVERY, Saves
from ..screen import Screen

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic
    from rulewright.spec import GameSpec
    from rulewright.testing.rounds import Bench, LastGame
    from rulewright.testing.scenario import ScenarioResult

MOST_SHOWN = 5  # findings or failures of a step
OFTEN = 0.5  # seconds between pictures of the same step

Answer = TypeVar("Answer")


@click.command()
@game_options(plain=True)
@click.option(
    "--record",
    metavar="FILE",
    shell_complete=completing("files"),
    help="A saved game that is played again after each save; else a game by chance.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(0, threading.TIMEOUT_MAX),
    metavar="S",
    help="End after so long; 0: look once.",
)
def command(
    spec: GameSpec,
    plain: bool,
    record: str | None,
    seconds: float | None,
) -> int:
    """Look at a game each time that one of its files is saved.

    First the rules that are being edited are checked, then the scenarios are run that the edit may
    well reach, then the last game is played again, and it is told where it parts from what it was.
    Afterwards come all other scenarios, numbers of players, variants and pairs, until the next save
    interrupts them. The times count from the save. Ctrl-C ends it. Exits with 1 if something was
    wrong the last time.
    """
    from rulewright.limits import OutOfTime
    from rulewright.testing.rounds import Bench

    bench = Bench(spec, None if record is None else load_record(record))
    saves = Saves(bench.folders)
    until = math.inf if seconds is None else time.monotonic() + seconds
    view = View(Screen(plain=plain))
    saved: set[Path] | None = None
    try:
        while True:
            try:
                one_round(bench, saves, view, saved)
                if seconds != 0:
                    view.waits()
            except OutOfTime:
                pass
            saved = set()
            while not saved:
                if not saves.await_one(until):
                    return view.code
                saved = {file for file in saves.taken() if bench.concerns(file)}
    except KeyboardInterrupt:
        view.ends()
        return view.code


def one_round(bench: Bench, saves: Saves, view: View, saved: set[Path] | None) -> None:
    """What a save brings about; `saved` is None for the first look. Raises `OutOfTime` as soon as
    there is another save, and `UsageError` if there is nothing to look at in the beginning."""
    from rulewright.diagnostics import RulesError, RulewrightError
    from rulewright.limits import OutOfTime, unless

    from .check import how_many

    def is_stale() -> bool:
        return any(map(bench.knows, saves.saved()))

    def done(work: Callable[[], Answer]) -> Answer:
        if is_stale():  # where nothing interrupts
            raise OutOfTime
        with unless(is_stale, EVERY):
            return work()

    variants = bench.variants(saved or ())
    view.begins([*sorted(file.name for file in saved or ())], variants, saves.since(saved or ()))
    view.does("checked")
    try:
        rules = done(lambda: bench.rules(variants))
    except RulesError as error:
        view.tells(how_many(error.diagnostics), findings(error.diagnostics), "bold red")
        return
    except RulewrightError as error:
        if saved is None:
            raise
        view.tells(str(error), [], "bold red")
        return
    warnings = rules.game.warnings
    otherwise = rules.change.declarations if rules.change is not None else ()
    text = f"{how_many(warnings)}; changed: {', '.join(otherwise)}" if otherwise else ""
    if rules.change is not None and not otherwise:
        text = f"{how_many(warnings)}; the rules are the same"
    style = "bold red" if warnings else "bold green"
    view.tells(text or how_many(warnings), findings(warnings), style)

    view.does("scenarios")
    results = [done(run) for run in rules.near]
    failed = [result for result in results if not result.passed]
    of = f" of {len(rules.near) + len(rules.far)}" if rules.far else ""
    text = f"{len(results)}{of} hold{'s' * (len(results) == 1)}"
    if failed:
        text = f"{len(failed)} of {len(results)} fail{'s' * (len(failed) == 1)}"
    view.tells(text if results else "none are reached" if of else "there are none",
               failures(failed), "bold red" if failed else "bold green")  # fmt: skip

    view.does("last game")
    view.tells(*told_game(done(lambda: bench.last_game(rules, variants))))

    view.does("all else")
    problems: list[tuple[str, Diagnostic | ScenarioResult]] = []
    known = {_of(result) for result in failed}
    scenarios = settings = 0
    told = "no scenarios, no other settings"
    for part in bench.others(rules):
        other = done(part)
        problems += [(other.what, new) for new in other.problems if _of(new) not in known]
        scenarios += other.what == "scenarios"
        settings += other.what != "scenarios"
        told = f"{counted(scenarios, 'scenario')}, {counted(settings, 'other setting')}"
        view.goes_on(f"{told} …")
    found = counted(len(problems), "problem") if problems else "nothing found"
    view.tells(f"{told}: {found}", troubles(problems), "bold red" if problems else "bold green")
    looking = bench.look(rules, variants)
    while done(lambda: next(looking, True)) is None:
        pass


def _of(problem: Diagnostic | ScenarioResult) -> tuple[object, ...]:
    """What makes two problems one."""
    from rulewright.testing.scenario import ScenarioResult

    if isinstance(problem, ScenarioResult):
        return problem.scenario, problem.message
    return problem.sort_key()


def counted(n: int, word: str) -> str:
    return f"{n} {word}{'s' * (n != 1)}"


def findings(found: Sequence[Diagnostic]) -> Iterator[Line]:
    from .check import as_lines

    for finding in found[:MOST_SHOWN]:
        yield from as_lines(finding)
    yield from and_more(len(found), "rulewright check")


def failures(failed: Sequence[ScenarioResult]) -> Iterator[Line]:
    for result in failed[:MOST_SHOWN]:
        yield from failure(result)
    yield from and_more(len(failed), "rulewright test")


def failure(result: ScenarioResult, what: str = "") -> Iterator[Line]:
    yield line(f"FAILED  {result.title}{what} ({result.engine})", "bold red")
    yield line(f"  {result.span}: {result.message}")
    if result.found:
        yield line(f"  found: {'; '.join(result.found)}")


def troubles(problems: Sequence[tuple[str, Diagnostic | ScenarioResult]]) -> Iterator[Line]:
    from rulewright.testing.scenario import ScenarioResult

    from .check import as_lines

    for what, problem in problems[:MOST_SHOWN]:
        what = "" if what == "scenarios" else f", {what}"
        if isinstance(problem, ScenarioResult):
            yield from failure(problem, what)
        else:
            first, *rest = as_lines(problem)
            yield (*first, Piece(what))
            yield from rest
    yield from and_more(len(problems), "rulewright check and rulewright test")


def and_more(count: int, where: str) -> Iterator[Line]:
    if count > MOST_SHOWN:
        yield line(f"and {count - MOST_SHOWN} more: {where}", "dim")


def told_game(last: LastGame) -> tuple[str, list[Line], str]:
    """The last game in words, with a style."""
    if last.wrong:
        return last.wrong, [], "bold red"
    if last.is_new:
        return f"a game by chance, {many(last.moves, 'move')}", [], "bold green"
    if last.parting is None:
        return f"as it was, {many(last.moves, 'move')}", [], "bold green"
    parting = last.parting
    if parting.move > last.moves:
        return f"ends otherwise: {parting.why}", [], "bold yellow"
    where = f"at move {parting.move} of {last.moves}" if parting.move else "at the beginning"
    return f"parts {where}: {parting.why}", [], "bold yellow"


class View:
    """What is shown of a round: on a terminal one picture, drawn again, else lines."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.code = FINE
        self._lines: list[Line] = []
        self._name = ""
        self._late = self._began = self._drawn = 0.0
        self._head: list[Line] = []

    def begins(self, saved: Sequence[str], variants: Sequence[str], late: float) -> None:
        """A round: by which files, with which variants, how many seconds after the save."""
        from rulewright.check.modules import plain_name

        self.code, self._late, self._began = FINE, late, time.monotonic()
        names = ", ".join(map(plain_name, variants))
        head = [*saved] + [f"with {names}"] * bool(names)
        self._lines = []
        self._head = [line(" ".join(head), "bold")] * bool(head)

    def does(self, name: str) -> None:
        """A step begins."""
        self._name = name
        self._draw(line(f"{name.ljust(9)}        …", "dim"))

    def goes_on(self, text: str) -> None:
        """How far a step has come."""
        if time.monotonic() - self._drawn > OFTEN:
            self._draw((Piece(self._timed()), Piece(text, "dim")))

    def tells(self, text: str, details: Iterable[Line], style: str) -> None:
        """What a step has found."""
        if style == "bold red":
            self.code = FINDINGS
        first, *more = wrapped(text, self.screen.width - 19) or [""]
        parts: list[Line] = [(Piece(self._timed()), Piece(first, style))]
        parts += [(Piece(" " * 19), Piece(part, style)) for part in more]
        self._add([*parts, *((Piece("  "), *detail) for detail in details)])

    def waits(self) -> None:
        """The round is over, and the next save is waited for."""
        self._draw(line("waiting for the next save; Ctrl-C ends", "dim"))

    def ends(self) -> None:
        if self.screen.terminal:
            self.screen.say()

    def _timed(self) -> str:
        seconds = self._late + time.monotonic() - self._began
        return f"{self._name.ljust(9)} {seconds:6.2f} s "

    def _add(self, lines: list[Line]) -> None:
        lines, self._head = [*self._head, *lines], []
        self._lines += lines
        if self.screen.may_clear:
            self._draw()
        else:
            self.screen.show(lines)

    def _draw(self, *below: Line) -> None:
        """The whole picture, where there can be one."""
        if self.screen.may_clear:
            self._drawn = time.monotonic()
            self.screen.clear()
            self.screen.show([*self._lines, *self._head, *below])
