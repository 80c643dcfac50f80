"""Looks: tables beside rule files that say how what the rules name is drawn.

`NAME.look.csv` beside `NAME.game`, of libraries, games and variants; of two that say something of
the same name, the later one is right, and a variant's is later than its game's. All that is in
them is checked with the rules, and nothing in them changes a game.
"""

from __future__ import annotations

import os
import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..core import ir
from ..core.look import COLOURS, PLAIN, Look, prefixes
from ..diagnostics import Findings, did_you_mean
from ..files import file_bytes
from ..source import Span
from .modules import Loaded, Merged
from .tables import CsvTable, Field, read_table

COLUMNS = ("name", "symbol", "colour", "picture", "show", "order")
MOST_LETTERS = 3  # of a symbol
LARGEST_PICTURE, LARGEST_PICTURES = 200_000, 4_000_000  # bytes: of one, and of all of a game
BEGINNINGS = {
    ".png": ("image/png", rb"\x89PNG\r\n"),
    ".jpg": ("image/jpeg", rb"\xff\xd8\xff"),
    ".jpeg": ("image/jpeg", rb"\xff\xd8\xff"),
    ".webp": ("image/webp", rb"RIFF....WEBP"),
    ".svg": ("image/svg+xml", rb"(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!DOCTYPE svg)"),
}  # how files of each kind begin


def look_of(merged: Merged, program: ir.GenericProgram, findings: Findings) -> Look:
    """How the things of a game are drawn."""
    game, libraries, edits = merged.parts if merged.parts is not None else (None, [], [])
    files = [one for one in (*libraries, game, *edits) if one is not None]
    tables = [(one, table) for one in files if (table := _table(one, findings)) is not None]
    if not tables:
        return PLAIN
    reader = _Reader(merged, program, findings)
    for one, table in tables:
        reader.read(one, table, may_be_gone=bool(edits) and one is game)
    return reader.look


def _table(file: Loaded, findings: Findings) -> CsvTable | None:
    name = f"{file.path.stem}.look.csv"
    if not os.path.lexists(file.path.parent / name):
        return None
    return read_table(file.path.parent, name, file.header.span, findings)


class _Reader:
    def __init__(self, merged: Merged, program: ir.GenericProgram, findings: Findings) -> None:
        self.program, self.findings = program, findings
        self.seats = [name.text for name in merged.header.seat_names]
        self.shown = {v.name: v for v in program.variables if v.role in ("zone", "mark")}
        self.histories = {history.name for history in program.histories}
        told = [t.name for t in program.tables if len(t.keys) == 1]
        told += [f.name for f in program.functions if f.params]
        self.facts = {name for name in told if name not in self.shown}  # about components, or all
        self.facts |= {d.name for d in program.domains if d.kind == "component" and not d.columns}
        self.claims = {n for n, v in self.shown.items() if isinstance(v.type, ir.Truth)}
        self.domains = [d for d in program.domains if not d.columns and not d.width]
        self.labels = {*self.seats, *(label for d in self.domains for label in d.labels)}
        self.kinds: dict[str, list[str]] = {}  # what several components are called by one name
        for d in self.domains:
            for kind, label in zip(d.kinds, d.labels, strict=bool(d.kinds)):
                self.kinds.setdefault(kind, []).append(label)
        self.kind_of = {label: kind for kind, labels in self.kinds.items() for label in labels}
        self.symbols: dict[str, str] = {}
        self.colours: dict[str, str] = {}
        self.pictures: dict[str, str] = {}
        self.hides: dict[str, bool] = {}
        self.order: dict[str, int] = {}
        self.bytes = 0

    @property
    def look(self) -> Look:
        hidden = frozenset(name for name, hides in self.hides.items() if hides)
        return Look(self.symbols, self.colours, self.pictures, hidden, self.order)

    def read(self, file: Loaded, table: CsvTable, *, may_be_gone: bool) -> None:
        """Read one table; `may_be_gone`: a variant may have taken away what it names."""
        if "name" not in table.columns:
            self.findings.add("E028", "a look has a column called name", table.first_line)
            return
        for column in table.columns:
            if column not in COLUMNS:
                at = table.file.line_text(1).index(column)
                self.findings.add(
                    "E028", f"a look has no column called {column}",
                    Span(table.file, at, at + max(1, len(column))),
                    hint=did_you_mean(column, COLUMNS) or f"there are {', '.join(COLUMNS)}",
                )  # fmt: skip
        read: set[str] = set()
        for row in table.rows:
            said = dict(zip(table.columns, row, strict=True))
            name = said.pop("name")
            if name.text in read:
                self.findings.add("E027", f"{name.text} is there twice", name.span)
            elif not name.text:
                self.findings.add("E026", "this row names nothing", row[0].span)
            elif name.text in self.histories - self.shown.keys() - self.labels:
                read.add(name.text)
                self._history(name.text, said)
            elif not {name.text} & (
                self.labels | self.shown.keys() | self.kinds.keys() | self.facts
            ):
                if not may_be_gone and name.text not in self.program.elsewhere:
                    known = [*self.shown, *self.labels, *self.kinds, *self.facts]
                    self.findings.add(
                        "E026", f"nothing that could be drawn is called {name.text}", name.span,
                        hint=did_you_mean(name.text, known),
                    )  # fmt: skip
            else:
                read.add(name.text)
                copies = self.kinds.get(name.text, [])
                own = name.text in self.labels | self.shown.keys() or not copies
                called = name.text if own else copies[0]
                for column, given in said.items():
                    if given.text and column in COLUMNS:
                        getattr(self, f"_{column}")(file, called, given)
                for held in (self.symbols, self.colours, self.pictures):
                    for copy in copies if called in held else ():
                        held.setdefault(copy, held[called])  # what has a row of its own keeps it
        self._distinct({row[table.columns.index("name")].text: row for row in table.rows})

    def _history(self, name: str, said: Mapping[str, Field]) -> None:
        """What is remembered is on no table: there is nothing of it to be drawn otherwise."""
        for column, given in said.items():
            if given.text and (column, given.text) != ("show", "no"):
                self.findings.add(
                    "E029", f"{name} is a history, which is on no table", given.span,
                    hint="it need not be named in a look; all that may be said is no, for show",
                )  # fmt: skip

    def _wrong(self, given: Field, wanted: str) -> None:
        self.findings.add("E029", f'"{given.text}" is not {wanted}', given.span)

    def _symbol(self, _: Loaded, name: str, given: Field) -> None:
        narrow = all(
            unicodedata.east_asian_width(one) not in "WF" and unicodedata.category(one)[0] in "LNPS"
            for one in given.text
        )
        if len(given.text) > MOST_LETTERS or not narrow:
            self._wrong(given, f"1 to {MOST_LETTERS} letters or signs, each as wide as a letter")
        elif name not in self.labels and name not in self.claims:
            self.findings.add(
                "E029", f"{name} holds different things, so no one symbol stands for it", given.span
            )
        else:
            self.symbols[name] = given.text

    def _distinct(self, rows: dict[str, tuple[Field, ...]]) -> None:
        """Things of one kind are not to be mistaken for each other."""
        kinds = [d.labels for d in self.domains if not set(d.labels) & set(self.seats)]
        for labels in (tuple(self.seats), *kinds, tuple(sorted(self.claims))):
            if not any(label in self.symbols for label in labels):
                continue
            drawn: dict[str, str] = {}
            told = set[tuple[str, str]]()
            for label, short in zip(labels, prefixes(labels), strict=True):
                drawn_so = short.upper() if label in self.seats else short
                text = self.symbols.get(label, drawn_so)
                other = drawn.setdefault(text, label)
                kind, its = (self.kind_of.get(one, one) for one in (label, other))
                said = [rows[one] for one in (label, other, kind, its) if one in rows]
                if kind != its and said and (kind, its) not in told:
                    told.add((kind, its))
                    self.findings.add(
                        "E029", f"{kind} and {its} would look alike: both {text}", said[0][0].span
                    )

    def _colour(self, _: Loaded, name: str, given: Field) -> None:
        if name not in self.labels:
            self.findings.add("E029", f"{name} has no colour: what lies there has", given.span)
        elif re.fullmatch("#[0-9a-fA-F]{6}", given.text):
            self.colours[name] = given.text.lower()
        elif given.text in COLOURS:
            self.colours[name] = COLOURS[given.text]
        else:
            near = did_you_mean(given.text, COLOURS)
            self.findings.add(
                "E029", f'"{given.text}" is no colour', given.span,
                hint=near or "write #rrggbb, or the name of a colour such as blue",
            )  # fmt: skip

    def _picture(self, file: Loaded, name: str, given: Field) -> None:
        if name not in self.labels:
            self.findings.add("E029", f"{name} has no picture: what lies there has", given.span)
        elif (data := self._file(file.path.parent, given)) is not None:
            kind, _ = BEGINNINGS[Path(given.text).suffix]
            self.pictures[name] = f"data:{kind};base64,{b64encode(data).decode()}"

    def _file(self, folder: Path, given: Field) -> bytes | None:
        path = Path(given.text)
        if path.is_absolute() or ".." in path.parts or "\\" in given.text:
            self._wrong(given, "a file in the folder of the rule file or below it")
            return None
        if path.suffix not in BEGINNINGS:
            self._wrong(given, f"a picture: its name ends in {', '.join(BEGINNINGS)}")
            return None
        if not (folder / path).resolve().is_relative_to(folder.resolve()):
            self._wrong(given, "in the folder of the rule file: it leads out of it")
            return None
        try:
            data = file_bytes(folder / path, LARGEST_PICTURE)
        except OSError as error:
            self.findings.add(
                "E029", f'the picture "{given.text}" cannot be read: {error.strerror}', given.span,
                hint=did_you_mean(given.text, _files(folder)),
            )  # fmt: skip
            return None
        self.bytes += len(data)
        if len(data) > LARGEST_PICTURE or self.bytes > LARGEST_PICTURES:
            most = (
                f"of more than {LARGEST_PICTURE:,} bytes"
                if len(data) > LARGEST_PICTURE
                else f"with which all pictures together are larger than {LARGEST_PICTURES:,} bytes"
            )
            self.findings.add("E029", f'"{given.text}" is a picture {most}', given.span)
            return None
        if not re.match(BEGINNINGS[path.suffix][1], data, re.DOTALL):
            self._wrong(given, f"a picture of the kind {path.suffix}, by what is in it")
            return None
        return data

    def _show(self, _: Loaded, name: str, given: Field) -> None:
        variable = self.shown.get(name)
        if given.text not in ("yes", "no"):
            self._wrong(given, "yes or no")
        elif name not in self.facts and (variable is None or variable.grows):
            self.findings.add(
                "E029", f"{name} is neither a zone or a mark nor what is told of a component, "
                "which alone can be left out", given.span,
            )  # fmt: skip
        else:
            self.hides[name] = given.text == "no"

    def _order(self, _: Loaded, name: str, given: Field) -> None:
        if not re.fullmatch("[0-9]{1,4}", given.text):
            self._wrong(given, "a number from 0 to 9999")
        elif name not in self.shown:
            self.findings.add(
                "E029", f"{name} is neither a zone nor a mark, which alone have an order",
                given.span,
            )  # fmt: skip
        else:
            self.order[name] = int(given.text)


def _files(folder: Path) -> Iterator[str]:
    """The pictures in a folder and in those right in it."""
    found: Iterable[Path] = (*folder.glob("*.*"), *folder.glob("*/*.*"))
    return (p.relative_to(folder).as_posix() for p in found if p.suffix in BEGINNINGS)
