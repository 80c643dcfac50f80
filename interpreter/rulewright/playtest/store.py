"""Where rows are kept while a playtest goes on: an SQLite file.

Each part that comes back is one transaction, so whatever ends the process – a kill, a full disk –
the file holds whole parts, and a game is there once: its setting and its number are its key. What
is played is written into the file first; nobody goes on with a playtest of other rules, other
players, another seed or another version of Rulewright. The tables are there to be read:

    SELECT number, decisions, winners FROM games WHERE setting = 0
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, NoReturn

from .. import __version__
from ..analysis.tracing import Ending, MoveKind, Trace
from ..backends.protocol import PlayoutResult, Verdict
from ..characters import as_json
from ..core.evaluate import elements_of_mask
from ..diagnostics import LimitError, UsageError
from ..game import Game
from .plan import Plan
from .row import Look, Measured, Moment, Row, Use, Weighed

APPLICATION, FORMAT = 0x52575054, 2
TABLES = """
CREATE TABLE playtest (version TEXT, seed TEXT, longest INTEGER);
CREATE TABLE settings (setting INTEGER PRIMARY KEY, what TEXT NOT NULL);
CREATE TABLE games (
  setting INTEGER NOT NULL, number INTEGER NOT NULL, seed INTEGER NOT NULL, players TEXT NOT NULL,
  stopped INTEGER NOT NULL, decisions INTEGER NOT NULL, forced INTEGER NOT NULL, options INTEGER,
  points TEXT, winners TEXT, outcome INTEGER, ending TEXT, counts TEXT, moves TEXT NOT NULL,
  measured TEXT, PRIMARY KEY (setting, number)) WITHOUT ROWID;
"""
COLUMNS = (
    "setting", "number", "seed", "players", "stopped", "decisions", "forced", "options", "points",
    "winners", "outcome", "ending", "counts", "moves", "measured",
)  # fmt: skip

What = dict[str, Any]
"""A setting as JSON: all that its rows hang on, but for the seed."""


class Store:
    """The file of a playtest, open; `None` keeps nothing.

    Raises `UsageError` if the file cannot be used, or is of another playtest.
    """

    def __init__(self, path: str | None, plan: Plan, games: Sequence[Game]) -> None:
        self.path, self.plan, self.games = path, plan, games
        self._file: sqlite3.Connection | None = None
        if path is not None:
            self._file = self._opened(path)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def rows(self) -> list[Row]:
        """The rows that are there and belong to the plan, in order."""
        if self._file is None:
            return []
        with self._told():
            found = self._file.execute(
                f"SELECT {', '.join(COLUMNS)} FROM games ORDER BY setting, number"
            ).fetchall()
        rows = []
        for cells in found:
            setting, number = cells[:2]
            try:
                row = _read(cells)
                fits = self._fits(row)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
                fits = False
            if not fits:
                self._refuse(f"is damaged: game {number} of setting {setting} is none of its plan")
            if setting < len(self.plan.settings) and number < self.plan.settings[setting].games:
                rows.append(row)
        return rows

    def add(self, rows: Iterable[Row]) -> None:
        """Keep some rows, all or none. One that is there already stays; what was found since by
        looking into its game is added to it."""
        if self._file is None:
            return
        marks = ", ".join("?" * len(COLUMNS))
        with self._told(), self._file:
            self._file.executemany(
                f"INSERT INTO games ({', '.join(COLUMNS)}) VALUES ({marks}) "
                "ON CONFLICT DO UPDATE SET measured = excluded.measured WHERE measured IS NULL",
                map(_written, rows),
            )

    def _fits(self, row: Row) -> bool:
        """Can it be a row of the plan, or one beyond it?"""
        if not 0 <= row.setting < len(self.plan.settings):
            return row.setting > 0
        setting, seats = self.plan.settings[row.setting], self.games[row.setting].seats
        return (
            row.number >= 0
            and row.seed == self.plan.game_seed(row.number)
            and row.players == setting.seated(row.number)
            and (row.trace is None or len(row.trace.result.totals) == seats)
        )

    def _opened(self, path: str) -> sqlite3.Connection:
        with self._told():
            if os.path.lexists(path) and not os.path.isfile(path):
                self._refuse("is no ordinary file")
            file = sqlite3.connect(os.fsencode(path))
            try:
                self._file = file
                application = file.execute("PRAGMA application_id").fetchone()[0]
                form = file.execute("PRAGMA user_version").fetchone()[0]
                there = file.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                if application != APPLICATION and there:
                    self._refuse("is an SQLite file of something else")
                if application == APPLICATION and form != FORMAT:
                    self._refuse(f"is of another version of Rulewright (form {form})")
                if not there:
                    self._begin(file)
                self._check(file)
            except BaseException:
                file.close()
                raise
        return file

    def _begin(self, file: sqlite3.Connection) -> None:
        """Make the tables, all or none of them."""
        file.executescript(
            f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION};"
            f"PRAGMA user_version = {FORMAT};"
        )
        file.execute(
            "INSERT INTO playtest VALUES (?, ?, ?)",
            (__version__, str(self.plan.seed), self.plan.longest),
        )
        self._insert(file, 0)
        file.commit()

    def _insert(self, file: sqlite3.Connection, first: int) -> None:
        whats = [as_json(what) for what in self._whats()]
        file.executemany("INSERT INTO settings VALUES (?, ?)", [*enumerate(whats)][first:])

    def _whats(self) -> list[What]:
        found = []
        for setting, game in zip(self.plan.settings, self.games, strict=True):
            found.append(
                {
                    "game": game.name, "rules": game.digest, "variants": list(game.variants),
                    "options": dict(game.options), "seats": game.seats,
                    "players": list(setting.players), "measures": asdict(setting.measures),
                }
            )  # fmt: skip
        return found

    def _check(self, file: sqlite3.Connection) -> None:
        """Refuse the file unless it is of this plan, or of the beginning of it, or of more."""
        known = file.execute("SELECT version, seed, longest FROM playtest").fetchall()
        if len(known) != 1:
            self._refuse("is damaged: it does not say what is played")
        ours = (__version__, str(self.plan.seed), self.plan.longest)
        names = ("version of Rulewright", "seed", "longest game")
        for name, then, now in zip(names, known[0], ours, strict=True):
            if then != now:
                self._refuse(f"is of another {name}: {then}, not {now}")
        stored = file.execute("SELECT setting, what FROM settings ORDER BY setting").fetchall()
        asked = self._whats()
        for number, ((at, text), now) in enumerate(zip(stored, asked, strict=False)):
            then = json.loads(text)
            if at != number or not isinstance(then, dict):
                raise ValueError
            for name in now:
                if then.get(name) != now[name]:
                    told = f"{_short(then.get(name))}, not {_short(now[name])}"
                    self._refuse(f"is of other {name} (setting {number + 1}): {told}")
        if len(stored) < len(asked):
            with file:
                self._insert(file, len(stored))

    def _refuse(self, why: str) -> NoReturn:
        raise UsageError(f"{self.path} {why}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What is wrong with the file is told as such."""
        try:
            yield
        except sqlite3.OperationalError as error:
            full = getattr(error, "sqlite_errorname", "") in ("SQLITE_FULL", "SQLITE_IOERR_WRITE")
            kind = LimitError if full else UsageError
            raise kind(f"{self.path} cannot be used: {error}") from None
        except (sqlite3.Error, ValueError, RecursionError) as error:
            what = str(error) if isinstance(error, sqlite3.Error) else "it holds something else"
            raise UsageError(f"{self.path} is no store of a playtest, or damaged: {what}") from None


def _short(what: object) -> str:
    return what if isinstance(what, str) else as_json(what)


def _written(row: Row) -> tuple[object, ...]:
    """A row as cells of the table."""
    head = (row.setting, row.number, row.seed, as_json(row.players), row.trace is None)
    trace, tail = row.trace, (as_json(row.moves), _measured_text(row.measured))
    if trace is None:
        return (*head, len(row.moves), row.forced, *[None] * 6, *tail)
    result = trace.result
    counts = {
        "made": [[*kind, times] for kind, times in trace.made.items()],
        "offered": [[*kind, times] for kind, times in trace.offered.items()],
        "phases": trace.lengths,
        "points": trace.points,
    }
    return (
        *head, result.decisions, row.forced, result.options, as_json(result.totals),
        as_json(elements_of_mask(result.verdict.winners)), result.verdict.case,
        as_json((*trace.ending, trace.because)), as_json(counts), *tail,
    )  # fmt: skip


def _measured_text(measured: Measured | None) -> str | None:
    return None if measured is None else as_json(measured)


def _read(cells: Sequence[Any]) -> Row:
    """A row from the cells of the table. Raises whatever comes of cells that are none."""
    one = dict(zip(COLUMNS, cells, strict=True))
    trace, measured = None, None
    if not one["stopped"]:
        counts = json.loads(one["counts"])
        winners = sum(1 << int(seat) for seat in json.loads(one["winners"]))
        words, file, line, because = json.loads(one["ending"])
        trace = Trace(
            PlayoutResult(
                int(one["decisions"]), int(one["options"]), _whole(json.loads(one["points"])),
                Verdict(winners, int(one["outcome"])),
            ),
            {MoveKind(*kind): int(times) for *kind, times in counts["made"]},
            {MoveKind(*kind): int(times) for *kind, times in counts["offered"]},
            {str(phase): int(length) for phase, length in counts["phases"].items()},
            {str(line): int(points) for line, points in counts["points"].items()},
            Ending(str(words), str(file), int(line)),
            str(because),
        )  # fmt: skip
    if one["measured"] is not None:
        moments, looks, uses = json.loads(one["measured"])
        measured = Measured(
            tuple(
                Moment(int(decision), int(count), tuple(map(float, wins)), _whole(points))
                for decision, count, wins, points in moments
            ),
            tuple(
                Look(
                    int(decision), int(seat), int(offered), int(made),
                    tuple(Weighed(int(n), float(s), float(v), int(p)) for n, s, v, p in moves),
                )
                for decision, seat, offered, made, moves in looks
            ),
            tuple(Use(str(k), str(name), int(m), int(n)) for k, name, m, n in uses),
        )  # fmt: skip
    return Row(
        int(one["setting"]), int(one["number"]), int(one["seed"]),
        tuple(map(str, json.loads(one["players"]))), trace, int(one["forced"]),
        tuple(map(str, json.loads(one["moves"]))), measured,
    )  # fmt: skip


def _whole(numbers: Iterable[object]) -> tuple[int, ...]:
    return tuple(int(str(number)) for number in numbers)
