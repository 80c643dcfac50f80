"""CSV tables → rows of text with their places in the file; errors at the cell.

Columns get their types from the rule file, in `program`; here a table is only read and its shape
checked. A file can be read from the rule file's own folder and nowhere else.
"""

from __future__ import annotations

import csv
import io
import os
import re
from dataclasses import dataclass
from pathlib import Path

from ..characters import UNFIT, many, told
from ..diagnostics import Findings, did_you_mean
from ..files import file_bytes
from ..recent import Recent
from ..source import SourceFile, Span

LARGEST_TABLE = 2_000  # rows
LARGEST_FILE = 1_000_000  # bytes
LARGEST_KEPT = 100_000  # characters of a table that is not read again
MOST_COLUMNS = 200
LONGEST_FIELD = 1_000  # characters


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a table: its text without surrounding blanks, and where it stands."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class CsvTable:
    """A table: column names, and rows of as many fields."""

    file: SourceFile
    columns: tuple[str, ...]
    rows: tuple[tuple[Field, ...], ...]

    @property
    def first_line(self) -> Span:
        """What says how the columns are called."""
        return Span(self.file, 0, len(self.file.line_text(1)))

    def column(self, name: str) -> list[Field]:
        index = self.columns.index(name)
        return [row[index] for row in self.rows]


def named_copies(name: str, count: int) -> list[str]:
    """What each of several components is called that one row of a table makes: by a number, if
    there is more than one. Of a row that options leave out there is none."""
    if not count:
        return []
    if count == 1 or not name:
        return [name]
    return [f"{name} {number}" for number in range(1, count + 1)]


def read_table(folder: Path, name: str, where: Span, findings: Findings) -> CsvTable | None:
    """Read `name` in `folder`; problems are reported at `where` or in the table itself."""
    if "/" in name or "\\" in name or name.startswith(".") or not name.endswith(".csv"):
        findings.add(
            "E020", f'"{name}" is not the name of a table', where,
            hint=f'write: "{name}.csv"' if name and (folder / f"{name}.csv").is_file()
            else "a table is a .csv file in the same folder as the rule file",
        )  # fmt: skip
        return None
    path = folder / name
    if os.path.islink(path) and path.resolve().parent != folder.resolve():
        findings.add("E020", f'"{name}" leads out of the folder of the rule file', where)
        return None
    try:
        data = file_bytes(path, LARGEST_FILE)
    except OSError as error:
        if os.path.lexists(path):
            findings.add("E022", f'the table "{name}" cannot be read: {error.strerror}', where)
            return None
        others = [f'"{p.name}"' for p in folder.glob("*.csv")]
        findings.add(
            "E021", f'there is no table "{name}" beside the rule file', where,
            hint=did_you_mean(f'"{name}"', others),
        )  # fmt: skip
        return None
    if len(data) > LARGEST_FILE:
        findings.add("E022", f'the table "{name}" is larger than {LARGEST_FILE:,} bytes', where)
        return None
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        findings.add("E022", f'the table "{name}" is not UTF-8 (byte {error.start})', where)
        return None
    beside, slash, _ = where.file.name.rpartition("/")
    shown = f"{beside}{slash}{name}"
    made = _read.get((shown, text))
    if made is None:
        made = _rows(SourceFile(shown, text), where, findings)
        if made is not None and len(text) <= LARGEST_KEPT:
            _read.put((shown, text), made)
    return made


_read = Recent[tuple[str, str], CsvTable](64)
"""Tables by their names and texts: the same few are read for each number of seats and each set of
variants. One in which something was found is not among them."""


def not_read_back(name: str) -> tuple[str, str] | None:
    """What of a name could not be read where moves and positions are pasted, and a hint."""
    if name != " ".join(name.split()) or set(name) & set(';#"'):
        return '`;`, `#`, `"` and two blanks in a row cannot be read back in a name', ""
    if name.endswith(","):
        return "behind a comma at its end a list would go on in the next line", ""
    if _NO_QUOTE.search(name):
        return (
            "an apostrophe that stands at the beginning or end of a word could be a quote",
            f"write: {_NO_QUOTE.sub('’', name)}",
        )
    return None


_NO_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)")


def number_alone(text: str) -> str:
    """A hint where a number has more beside it, such as what is counted."""
    found = re.fullmatch(r"(\d+)\s*[^\d\s.,].*|[^\d\s.,-]+\s*(\d+)", text)
    return f"write the number alone: {found[1] or found[2]}" if found else ""


def _fields_wanted(line: str, columns: tuple[str, ...], missing: int) -> str:
    """What to write for a row with too few fields, or too many."""
    if len(columns) == 1 and {*columns[0]} & {*";\t"}:
        return "commas part the columns in the first line too, not semicolons or tabs"
    if missing > 0:
        return f"an empty field has its comma, too: {line}{',' * missing}"
    return 'what holds a comma stands in quotes: "one, two"'


def _rows(source: SourceFile, where: Span, findings: Findings) -> CsvTable | None:
    text = source.text
    bad = UNFIT.search(text)
    if bad:
        at = Span(source, bad.start(), bad.end())
        findings.add("E006", f"a character that may not stand here: {told(bad.group())}", at)
        return None
    columns: tuple[str, ...] | None = None
    rows: list[tuple[Field, ...]] = []
    for number in range(1, len(source.starts) + 1):
        line = source.line_text(number)
        if not line.strip():
            continue
        fields = _fields(source, number, line, findings)
        if fields is None:
            return None
        if columns is None:
            columns = tuple(f.text for f in fields)
            doubled = next((f for i, f in enumerate(fields) if f.text in columns[:i]), None)
            if doubled:
                findings.add("E023", f'two columns are called "{doubled.text}"', doubled.span)
                return None
            continue
        if len(fields) != len(columns):
            findings.add(
                "E024",
                f"this row has {many(len(fields), 'field')}, "
                f"but there {'is' if len(columns) == 1 else 'are'} {many(len(columns), 'column')}",
                Span(source, source.starts[number - 1], source.starts[number - 1] + len(line)),
                hint=_fields_wanted(line, columns, len(columns) - len(fields)),
            )
            return None
        rows.append(fields)
        if len(rows) > LARGEST_TABLE:
            findings.add(
                "E022", f'the table "{source.name}" has more than {LARGEST_TABLE} rows', where
            )
            return None
    if columns is None or not rows:
        findings.add("E025", f'the table "{source.name}" has no rows', where)
        return None
    return CsvTable(source, columns, tuple(rows))


def _fields(
    source: SourceFile, number: int, line: str, findings: Findings
) -> tuple[Field, ...] | None:
    """The fields of one line, each with its place; None, and a finding, if it cannot be read."""
    start = source.starts[number - 1]
    try:
        texts = next(csv.reader(io.StringIO(line)), [])
        problem = ""
    except csv.Error as error:
        texts, problem = [], f"this line cannot be read as fields: {error}"
    if max(map(len, texts), default=0) > LONGEST_FIELD:
        problem = f"a field of more than {LONGEST_FIELD:,} characters"
    elif len(texts) > MOST_COLUMNS:
        problem = f"more than {MOST_COLUMNS} fields"
    if problem:
        findings.add("E022", problem, Span(source, start, start + min(len(line), 60)))
        return None
    fields: list[Field] = []
    position = 0
    for text in texts:
        at = line.find(text, position) if text else position
        at = position if at < 0 else at
        stripped = text.strip()
        begin = at + (len(text) - len(text.lstrip()) if stripped else 0)
        width = max(1, len(stripped))
        fields.append(Field(stripped, Span(source, start + begin, start + begin + width)))
        comma = line.find(",", at + len(text))
        position = len(line) if comma < 0 else comma + 1
    return tuple(fields)
