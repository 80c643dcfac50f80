"""What is wrong with a rule file, as values: collected, sorted, rendered all at once.

A user's mistake is a `Diagnostic`, never an exception of its own; `RulesError` carries all that
were found to whoever asked for the game. Exceptions of other kinds are mistakes of ours.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from .characters import printable
from .source import SourceFile, Span


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that helps to understand a diagnostic; `span` may be missing."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Fix:
    """What would certainly mend a finding: this text in the place of a stretch of the file."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Guess:
    """What may be told of a finding, with what it would have authors type.

    `held_against`: what must be right with it. Nothing, where this is always written so; its own
    `text`, where that holds names of the author's; the whole `line`, where it is one of several.
    """

    message: str
    hint: str
    fix: Fix | None
    held_against: Literal["", "text", "line"] = ""
    span: Span | None = None  # where it is told, if not where the finding is


_RANGE = re.compile(r"\ba number from -?[\d,]+ to -?[\d,]+")
_STEPS = re.compile(r"\bthis can take [\d,]+ steps")


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: `code` (E…, W…, L…), one sentence, the place, notes with places, a hint, and
    what would mend it, if that is certain.

    `guesses`: what could be told instead, likely ones first, where the text alone does not decide
    (see `check.guessing`)."""

    code: str
    message: str
    span: Span
    notes: tuple[Note, ...] = ()
    hint: str = ""
    fix: Fix | None = None
    guesses: tuple[Guess, ...] = ()

    @property
    def severity(self) -> Literal["error", "warning", "note"]:
        """A note is what was only seen in play, or rather not seen (see `testing.lint`)."""
        if self.code.startswith("E"):
            return "error"
        return "note" if self.code.startswith("L1") else "warning"

    def sort_key(self) -> tuple[str, int, str, str]:
        return self.span.file.name, self.span.start, self.code, self.message

    def told_once(self) -> tuple[str, int, str, str]:
        """What two findings have in common of which one is enough: ranges, and how many steps
        something takes, differ by the number of players, and of some codes all else by what options
        say."""
        name, start, code, message = self.sort_key()
        return (
            name,
            start,
            code,
            "" if code in SAID_OF_SETTINGS else _STEPS.sub("", _RANGE.sub("a number", message)),
        )


class RulewrightError(Exception):
    """What the library raises for a user's mistake; its text is fit to be shown.

    ::

        RulewrightError
        ├── RulesError      the rule files have errors (carries the diagnostics)
        ├── UsageError      a wrong game name, option, variant, seat count or argument
        ├── MoveError       a move that is not offered, or cannot be read
        ├── ChanceError     a chance outcome that does not fit what is asked
        ├── RecordError     a record that cannot be read or does not replay
        ├── LimitError      more memory, or a longer game, than is allowed
        └── PlayError       the rules went wrong during play (shows the rule's line)
            └── OutOfRange  … because a mark would have left its range
    """

    def __str__(self) -> str:
        """The message, without characters that a terminal would obey (see `characters`)."""
        return printable(super().__str__())


class UsageError(RulewrightError):
    """A wrong name, value or type in a call: game, variant, option, seats, seed, move."""


def expect(value: Any, kinds: type | tuple[type, ...], what: str, wanted: str) -> None:
    """Raise `UsageError` unless an argument is of one of the kinds; truths are no numbers.

    `what`: the argument, `wanted`: what it should be, both in words.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise UsageError(f"{what} is to be {wanted}, not {shown(value)}")


def shown(value: object) -> str:
    """A value as messages show it: short, and whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number with too many digits, or lists in lists
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


LONGEST_VALUE = 80


def first_few(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first of many names, and how many more there are; all, if that would stand for one.

    >>> first_few(["ash", "elm", "fir"], 2), first_few(["ash", "elm", "fir", "yew"], 2)
    ('ash, elm, fir', 'ash, elm and 2 more')
    """
    if len(names) <= most + 1:
        return between.join(names)
    return f"{between.join(names[:most])} and {len(names) - most} more"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names, of which there is one at least, as a sentence has them: `A, B and C`."""
    *some, end = names
    return f"{', '.join(some)} {last} {end}" if some else end


class MoveError(RulewrightError):
    """A move that is not offered here, or a text that is no move of the game."""


class ChanceError(RulewrightError):
    """A chance outcome that does not fit the question, or is given when none is asked."""


class RecordError(RulewrightError):
    """A record that cannot be read, belongs to other rules, or does not replay."""


class LimitError(RulewrightError):
    """A limit was met that nothing in the rules is to blame for with certainty."""


class GameOfMany(NamedTuple):
    """A game among many that are played: its `number` from 0 and its seed; of two that are compared
    whether it is of `a` or `b`. `before`: how many were played until something went wrong in it."""

    number: int
    seed: int
    side: str
    before: int


class PlayError(RulewrightError):
    """A rule did what it must not: left a range, moved what was not there, offered nothing. `game`:
    in which one, if many were played."""

    def __init__(
        self, message: str, span: Span | None = None, *, game: GameOfMany | None = None
    ) -> None:
        super().__init__(f"{span}: {message}" if span else message)
        self.message = message
        self.span = span
        self.game = game


class OutOfRange(PlayError):
    """A mark would leave its range."""


class RulesError(RulewrightError):
    """The rule files have errors; `diagnostics` holds all of them, in file order."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        first = sorted(diagnostics, key=lambda one: (one.sort_key(), one.span.copy))
        found = once_for_each_edit(first)
        self.diagnostics = once_for_each_name(found)
        super().__init__("\n\n".join(render(d) for d in self.diagnostics))


MOST_FINDINGS = 300  # nobody reads more, and a hint for each takes its time


@dataclass(slots=True)
class Findings:
    """Where the passes put what they find; `errors` tells whether any of it is an error.

    When there are very many, `add` raises `RulesError` itself.
    """

    found: list[Diagnostic] = field(default_factory=list)

    def add(
        self, code: str, message: str, span: Span, *notes: Note, hint: str = "",
        fix: Fix | None = None,
    ) -> None:  # fmt: skip
        self.put(Diagnostic(code, message, span, notes, hint, fix))

    def put(self, finding: Diagnostic) -> None:
        """Add a finding that others have made."""
        if finding not in self.found:
            self.found.append(finding)
        if len(self.found) == MOST_FINDINGS:
            self.raise_errors()

    @property
    def errors(self) -> bool:
        return any(d.severity == "error" for d in self.found)

    def raise_errors(self) -> None:
        """Raise `RulesError` with everything found if any of it is an error."""
        if self.errors:
            raise RulesError(self.found)


SAID_OF_SETTINGS = ("E118", "E195", "E223")  # how large, which cells: another with each size
NAME_CODES = ("E100", "E126")  # a name that nothing declares


def many_players(numbers: Sequence[int]) -> str:
    """For how many a game is: `1 player`, `2 to 4 players`, `2, 4 or 6 players`."""
    runs = in_runs(numbers)
    if len(runs) > 1:  # 2, 3 or 5
        apart = ([run] if run[1] > run[0] + 1 else [(end, end) for end in {*run}] for run in runs)
        runs = sorted(run for each in apart for run in each)
    said = [f"{low} to {high}" if low < high else f"{low}" for low, high in runs]
    return f"{listed(said, 'or')} player{'s' * (numbers[-1] != 1)}"


def in_runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Ascending numbers as runs of those that follow one another, by the ends of each."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs


def written_numbers(numbers: Iterable[int]) -> str:
    """Ascending numbers as rules write them: `2, 4..6`."""
    runs = in_runs(numbers)
    return ", ".join(f"{low}..{high}" if low < high else f"{low}" for low, high in runs)


def once_for_each_edit(diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The diagnostics, in order; what is wrong below an edit of several things is told once, not
    for each of these."""
    told: set[tuple[str, int, str, str]] = set()
    for diagnostic in diagnostics:
        if diagnostic.span.copy == 0 or diagnostic.sort_key() not in told:
            yield diagnostic
        told.add(diagnostic.sort_key())


def once_for_each_name(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics, but an unknown name is told once a file, with the other lines in a note."""
    kept: list[Diagnostic] = []
    first: dict[tuple[SourceFile, str, str], int] = {}
    lines: dict[int, list[int]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.span.file, diagnostic.code, diagnostic.message)
        if diagnostic.code in NAME_CODES and key in first:
            lines.setdefault(first[key], []).append(diagnostic.span.line)
            continue
        first[key] = len(kept)
        kept.append(diagnostic)
    for index, others in lines.items():
        places = ", ".join(str(line) for line in sorted(set(others)))
        note = Note(f"it stands in {'line' if len(set(others)) == 1 else 'lines'} {places} too")
        kept[index] = replace(kept[index], notes=(*kept[index].notes, note))
    return tuple(kept)


TINY, SHORT, LONG = 3, 6, 9  # letters of names that have none too many; that can be mistyped in
# one place; and in two
MOST_NEAR = 3  # names that are offered together
MOST_NAMES = 1_000  # among which a nearest one is looked for


def nearest(name: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name most like `name`, or an empty string when none is so close that it may be
    mistyped, or very many are known; capitals and blanks may be wrong in any case. Of those that
    it is only a part or another form of, the only one."""
    known = set(known)
    alike = _most_like(name, known, cutoff)
    others = [] if alike else _of_one_stem(name, known)
    return alike or (others[0] if len(others) == 1 else "")


def near(name: str, known: Iterable[str]) -> list[str]:
    """All that may be meant by a name, if that can be told: `nearest`, or a few that begin so."""
    known = set(known)
    alike = _most_like(name, known, 0.6)
    others = [] if alike else _of_one_stem(name, known)
    return [alike] if alike else others if len(others) <= MOST_NEAR else []


def _of_one_stem(name: str, known: Iterable[str]) -> list[str]:
    """Names that begin so, as `covered` for `cove`, or else are another form of the same word."""
    bare, stem = _bare(name).replace("_", ""), _stem(name)
    if len(bare) < TINY:
        return []
    short = {one: _bare(one).replace("_", "") for one in sorted(known)}
    same = [one for one, known_so in short.items() if known_so == bare]
    forms = [one for one in short if len(stem) >= TINY and _stem(one) == stem]
    return same or forms or [one for one, known_so in short.items() if known_so.startswith(bare)]


def _stem(name: str) -> str:
    """A word without the end by which its forms differ: `cover` of covers, covered and covering."""
    return re.sub(r"(?<=\w{3})(?:ing|ed|es|er|(?<!s)s|e)$", "", name.lower())


def _most_like(name: str, known: set[str], cutoff: float) -> str:
    """The name that is most likely mistyped; empty if none is."""
    same = sorted(one for one in known if one.lower() == name.lower())
    same = same or sorted(one for one in known if _bare(one) == _bare(name))
    if not same and " " in name and (numbers := numbers_in(name)):  # 3 is no Two spelled wrong
        known = {one for one in known if numbers_in(one) == numbers or _is_in_digits(one)}
        digits = _bare(in_digits(name))
        same = sorted(one for one in known if _bare(in_digits(one)) == digits)
    if same or len(known) > MOST_NAMES:
        return same[0] if same else ""
    close = difflib.get_close_matches(name, sorted(known), n=3, cutoff=cutoff)
    return next((one for one in close if _slips_apart(name, one)), "")


_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}


def in_digits(name: str) -> str:
    """A name with its numbers in digits: `3 of Hearts` is how `Three of Hearts` may be typed."""
    return re.sub(r"[^\W\d_]+", lambda word: _NUMBERS.get(word[0].lower(), word[0]), name)


def numbers_in(name: str) -> list[str]:
    """The words of a name that are numbers, in digits."""
    return [word for word in in_digits(name).split() if word.isdecimal()]


def _is_in_digits(name: str) -> bool:
    """Are there numbers in a name, all of them in digits, which may be mistyped?"""
    return bool(numbers_in(name)) and in_digits(name) == name


@lru_cache(1 << 13)  # the same names for each mistake
def _bare(name: str) -> str:
    """A name without what is easily left out: `7 D` as it may be typed, `7d`."""
    return "".join(name.lower().split())


def _slips_apart(name: str, known: str) -> bool:
    """Is a name another one mistyped: in one place, or a long one in two or three?"""
    name, known = name.lower(), known.lower()
    most = 1 + (len(name) > SHORT) + (len(name) > LONG)
    above: list[int] = []
    row = [*range(len(known) + 1)]
    for i, letter in enumerate(name):
        above, last, row = row, above, [i + 1]
        for j, other in enumerate(known):
            row.append(min(above[j] + (letter != other), above[j + 1] + 1, row[j] + 1))
            if i and j and (name[i - 1], letter) == (other, known[j - 1]):
                row[-1] = min(row[-1], last[j - 1] + 1)
    return row[-1] <= most and (len(name) <= len(known) or len(name) > TINY)


def only_near(name: str, known: Iterable[str]) -> str:
    """The known name that is certainly meant: very like it, and no other is like it at all; or an
    empty string."""
    known = {one for one in known if one != name}
    same = [one for one in known if one.lower() == name.lower()]
    if len(same) == 1 or len(known) > MOST_NAMES:
        return same[0] if len(same) == 1 else ""
    close = difflib.get_close_matches(name, sorted(known), n=2, cutoff=0.6)
    return close[0] if len(close) == 1 and nearest(name, close, cutoff=0.75) else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint with the nearest known names, or an empty string."""
    close = near(name, known)
    return f"did you mean {listed(close, 'or')}?" if close else ""


LONGEST_LINE = 300  # that is shown whole


def excerpt(span: Span) -> str:
    """The line of the span with the span underlined."""
    line, column = span.file.line_column(span.start)
    text = span.file.line_text(line)
    written = re.match(r'(?:"[^"]*"|[^"#])*', text)  # a comment is not what is meant
    end = len(written.group().rstrip()) if written else len(text)
    width = max(1, min(span.end - span.start, end - column + 1))
    if len(text) > LONGEST_LINE:
        text, column, width = _cut(text, column, width)
    margin = f"{line:>5} | "
    before = printable(text[: column - 1])
    under = len(printable(text[column - 1 : column - 1 + width])) or width
    marks = "".join("\t" if c == "\t" else " " for c in before) + "^" * under
    return f"{margin}{printable(text)}\n{' ' * len(margin)}{marks}"


def _cut(text: str, column: int, width: int) -> tuple[str, int, int]:
    """The part of a very long line around a place, and where the place is in it."""
    start = max(0, column - 1 - LONGEST_LINE // 3)
    part = text[start : start + LONGEST_LINE]
    before, after = "… " * (start > 0), " …" * (start + len(part) < len(text))
    width = min(width, LONGEST_LINE - (column - 1 - start))
    return f"{before}{part}{after}", column - start + len(before), width


def render(diagnostic: Diagnostic) -> str:
    """The whole text of a diagnostic: place, code, sentence, excerpt, notes, hint; printable."""
    head = f"{diagnostic.span}: {diagnostic.severity} {diagnostic.code}: {diagnostic.message}"
    lines = [head]
    if diagnostic.span.file.text:
        lines.append(excerpt(diagnostic.span))
    for note in diagnostic.notes:
        where = f" ({note.span})" if note.span else ""
        lines.append(f"  note: {note.message}{where}")
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    return printable("\n".join(lines))
