"""Syntax errors in the file's own terms: what stands there, what could stand there, and a hint.

The parser says where it stumbled and which terminals it would have taken; here the frequent
mistakes are told from one another, and everything else is put into one sentence. One message for
each broken declaration.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypedDict

from .. import foreign
from ..diagnostics import Findings, Fix, did_you_mean, nearest, only_near
from ..source import SourceFile, Span
from .examples import FORMS, example
from .repairing import Reader, repaired, told
from .rewording import OPEN, Written, reworded


@dataclass(frozen=True, slots=True)
class Stumble:
    """Where the parser could not go on.

    `at`: offset in the text that was parsed. `found`: the terminal that stands there. `expected`:
    the terminals that could have stood there. `words`: how terminals that are fixed words are
    written. `declares`: is it a declaration, and not an expression by itself?
    """

    at: int
    found: str
    expected: frozenset[str]
    words: Mapping[str, str]
    declares: bool = True


DECLARATIONS = (
    "game", "library", "variant", "option", "type", "component", "board", "cells", "edges", "zone",
    "mark", "history", "define", "score", "winner", "outcome", "setup", "phase", "action", "to",
    "whenever", "before", "always", "scenario", "add", "replace", "remove", "set", "with",
)  # fmt: skip
STATEMENTS = (
    "needs", "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "let", "if",
    "each", "repeat", "turn", "turns", "choose", "may", "compose", "end", "extra", "pass", "again",
    "else",
)  # fmt: skip
THINGS = {
    "choice": "choose",
    "procedure": "to",
    "definition": "define",
    "value": "let",
    "condition": "needs",
    "variable": "mark",
    "decision": "choose",
}  # what authors may call the things that targets name, and the words that mean them
LINES = {
    "game": ("by", "players", "uses"),
    "library": ("by", "uses"),
    "variant": ("by", "excludes", "uses"),
    "scenario": (
        "seats", "with", "given", "seen", "chance", "play", "offers", "refuses", "expect",
    ),
    "compose": ("step", "finish", "most"),
}  # fmt: skip
"""How the lines begin that stand in something and are no statements."""
_NAMING = (
    "option",
    "type",
    "component",
    "board",
    "cells",
    "edges",
    "zone",
    "mark",
    "history",
    "define",
    "score",
    "phase",
    "action",
    "to",
    "choose",
    "compose",
    "step",
    "finish",
    "let",
)  # words before the names of things
CALLED_OTHERWISE = {
    ("game", "author"): "by",
    ("game", "designer"): "by",
    ("library", "author"): "by",
    ("variant", "author"): "by",
    ("game", "player"): "players",
    ("scenario", "players"): "seats",
    ("scenario", "when"): "play",
    ("scenario", "do"): "play",
    ("scenario", "move"): "play",
    ("scenario", "then"): "expect",
    ("scenario", "assert"): "expect",
    ("scenario", "option"): "with",
    ("scenario", "allows"): "offers",
    ("scenario", "forbids"): "refuses",
    ("scenario", "dice"): "chance",
    ("scenario", "cannot"): "refuses",
    ("scenario", "can"): "offers",
    ("compose", "end"): "finish",
    ("compose", "done"): "finish",
}  # how lines begin elsewhere that stand in something, and how they begin here
_FUNCTIONS = (
    "size", "top", "first", "common", "min", "max", "abs", "quotient", "remainder", "next", "score",
    "ends", "open", "beside", "touching", "beyond", "between", "reached", "groups", "subsets",
    "times", "possible", "row", "column", "me", "opponent", "passes", "winners", "seat", "none",
    "nobody", "trail", "path", "line", "moves", "paths", "owner", "some", "every", "all", "the",
    "how", "many", "total", "largest", "smallest", "longest", "secretly", "each", "may", "last",
    "ring", "most", "least", "while", "until", "at", "turn", "to", "outcome", "is",
)  # fmt: skip
"""What is there without a declaration, and words that are told apart by what follows them."""
OF_ONE = ("top", "size", "next")  # what is there of everything, asked with `of`
OPENERS = ("if", "else", "each", "repeat", "turns", "whenever", "setup", "phase", "action", "to")

_STARTS_EXPRESSION = frozenset(
    {"NAME", "QUOTED", "NUMBER", "YES", "NO", "LPAR", "LBRACE", "MINUS", "NOT", "SOME", "ALL",
     "THE", "EVERY", "HOW_MANY", "FOLD", "LONGEST"}
)  # fmt: skip
_CONTINUES_EXPRESSION = frozenset(
    {"AND", "OR", "IS", "IN", "NOT", "MEETS", "LESSTHAN", "MORETHAN", "PLUS", "MINUS", "STAR",
     "WHEN", "LPAR", "OF"}
)  # fmt: skip
_OPERATORS = ("and", "or", "is", "in", "not", "meets", "when", "of")
_TAIL = frozenset({"STRING", "TAG", "_NL"})
_KINDS = {
    "NAME": "a name", "QUOTED": "a name in quotes", "NUMBER": "a number",
    "STRING": "words in quotes", "TAG": "a rule number", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end", "RAW": "values",
    "SEEN": "`owner`, `nobody` or `all`",
    "BEST": "`most` or `least`", "WHETHER": "`while` or `until`", "AT_MOST": "`at most`",
    "_TURN_TO": "`turn to`", "OUTCOME_IS": "`outcome is`", "_MOVES": "`moves`",
    "SECRETLY": "`secretly`", "EACH": "`each`", "MAY": "`may`", "LAST": "`last`", "RING": "`ring`",
    "SOME": "`some`", "ALL": "`all`", "THE": "`the`", "EVERY": "`every`", "HOW_MANY": "`how many`",
    "_ALSO": "`, NAME in …`", "PATHS": "`paths`",
    "FOLD": "`total`, `product`, `largest` or `smallest`", "LONGEST": "`longest`",
}  # fmt: skip
_LITERALS = ("yes", "no", "not")  # words that cannot be names in an expression
_CONTINUING = ("and", "or", "has", "where", "for", "else")
_PIECE = re.compile(
    r"\"[^\"\n]*\"|'[^'\n]*'|\w+|[=!<>&|:+*/%^-]+|\.\.|[^\s\w]", re.UNICODE
)  # one thing as a reader sees it
_MAY_BE_NAMED = re.compile(r"[\w-]")
_GOES_ON = re.compile(r"[ \t]*\n[ \t]+(?:(?:and|has|where|for)\b|else[ \t]+\")[^\n#]*(?<!\s)")
_LINE_BREAK = re.compile(r"(\r?\n[ \t]*(#[^\n]*)?)+")


def explain(
    source: SourceFile, offset: int, text: str, stumble: Stumble, findings: Findings,
    reader: Reader,
) -> None:  # fmt: skip
    """Report the one syntax error of a declaration (or of an expression inside a message).

    `reader`: reads other texts in its place.
    """
    place = _Place(source.text, text, stumble)
    some = len(findings.found) < MOST_REPAIRED
    for attempt in (
        unclosed_bracket, misplaced_else, misplaced_statement, unknown_beginning, scene_line,
        look_alike, part_of_a_number, early_words, value_below, several_sets,
        foreign_form, unclosed_quote, wrong_quotes, missing_block, needless_indent,
        needs_without_else, reserved_word, colon_at_the_end, no_name, quoted_name, needless_quotes,
        missing_colon, two_words, foreign_character, line_ends_early, unexpected,
    ):  # fmt: skip
        found = attempt(place)
        if found is not None:
            if some:
                found = told_how(place, found, reader)
            span = Span(source, offset + found.start, offset + max(found.end, found.start + 1))
            fix = None
            if found.fix is not None:
                start, end, instead = found.fix
                fix = Fix(Span(source, offset + start, offset + end), instead)
            findings.add(found.code, found.message, span, hint=found.hint, fix=fix)
            return
    raise AssertionError("`unexpected` explains everything")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong, with offsets in the text that was parsed. `fix`: what could certainly stand in
    the place of a stretch."""

    code: str
    message: str
    start: int
    end: int
    hint: str = ""
    fix: tuple[int, int, str] | None = None

    @property
    def is_open(self) -> bool:
        """Does it not say yet what to type?"""
        if "; write `" in self.message:
            return False
        if self.message.startswith("`;`"):
            return True  # which parts nothing here, and a comma may be meant
        weak = not self.hint or self.hint.startswith(("for example: ", "the elements of a set"))
        return self.code in _MENDED and (weak or (self.code == "E019" and self.fix is not None))


_TAKES = MappingProxyType({"abs": 1, "min": 2, "max": 2, "quotient": 2, "remainder": 2})
"""How many values functions of the language take that everybody knows from school."""
MOST_REPAIRED = 10  # findings of a file for which it is tried what would mend them
MOST_MENDED = 5  # places of one line
_REWORDED = (
    "E011", "E012", "E013", "E014", "E017", "E019", "E060", "E062", "E063", "E065",
)  # fmt: skip
_MENDED = ("E011", "E014", "E012", "E013", "E017", "E019", "E060", "E061", "E062", "E063")


def told_how(p: _Place, found: Mistake, reader: Reader) -> Mistake:
    """A mistake with the line as it may be typed, if that can be told for certain."""
    if found.hint.startswith(IN_COLUMN_1):
        return found
    if found.code in _REWORDED and (made := _in_other_words(p, reader)) is not None:
        return replace(found, message=found.message.partition("; write `")[0], **made)
    end = p.whole_end
    if found.fix is not None:
        two = BELOW in found.hint or BESIDE in found.hint
        whole = None if two else _mended(p, found, end, reader)
        if whole and (found.is_open or whole[1] > 1):
            fix = (p.line_start, end, whole[0][p.line_start :])
            message = found.message.partition("; write `")[0]
            hint = f"write: {told(whole[0][p.line_start :])}"
            return replace(found, message=message, hint=hint, fix=fix)
    if not found.is_open:
        return found
    change = repaired(p.text, p.line_start, end, p.words, p.is_own, reader)
    if change is None or p.has_unknown(change.line) or p.miscounts(change.line):
        return found
    fix = (change.start, change.end, change.text)
    return replace(found, hint=f"write: {change.line}", fix=fix)


IN_COLUMN_1 = "in column 1, write: "
BELOW = ", and below it, indented: "  # between two lines that are told
BESIDE = ", and as a line of its own: "  # between two that begin with the same word


class _Made(TypedDict):
    hint: str
    fix: tuple[int, int, str] | None


_BEHIND = re.compile(r"""(?:\s+"[^"\n]*")?(?:\s+[A-Z][A-Z_]*-\d+(?:, *[A-Z_]+-\d+)*)?\s*$""")
"""Words and rule numbers behind a line."""
_LISTED_BELOW = re.compile(r"((?:type|option) \w+:)[ \t]*((?:[\w., ]+)?)((?:\n +[\w., ]+)+)")
"""A list of which each element stands on a line of its own."""
_NUMBERS_BEHIND = re.compile(r"(?:\s+[A-Z][A-Z_]*-\d+(?:, *[A-Z_]+-\d+)*)?\s*$")
_HAS_WORDS = ("needs", "scenario", "game", "variant", "library", "remove", "add")


def _in_other_words(p: _Place, reader: Reader) -> _Made | None:
    """The line in the form that it has here, if it is one that is written otherwise as a whole."""
    if (listed := _LISTED_BELOW.fullmatch(p.text.rstrip())) is not None:
        names = re.findall(r"[^,\s]+", f"{listed[2]} {listed[3]}")
        whole = f"{listed[1]} {', '.join(names)}"
        if reader.reads(whole)[1]:
            return {"hint": f"write: {whole}", "fix": (0, len(p.text.rstrip()), whole)}
    start, end = p.first_at, p.whole_end
    line = p.text[start:end]
    has_words = p.first_word in _HAS_WORDS or line.startswith("replace needs")
    behind = (_NUMBERS_BEHIND if has_words else _BEHIND).search(line)
    tail = behind[0] if behind else ""
    bare = " ".join(line[: len(line) - len(tail)].split())
    written = Written(bare, p.first_word, p.parent(p.line_start) if p.line_start else "", p.file)
    indent = "\n" + " " * (start - p.line_start)
    for lines in reworded(written):
        alike = len({line.split(maxsplit=1)[0] for line in lines}) == 1
        deeper, between = ("", BESIDE) if alike else ("  ", BELOW)
        instead = f"{indent}{deeper}".join((lines[0] + tail, *lines[1:]))
        if reader.reads(p.text[:start] + instead)[1]:
            hint = between.join((told(lines[0]), *lines[1:]))
            fix = (start, end, instead) if f": {OPEN}" not in instead else None
            return {"hint": f"write: {hint}", "fix": fix}
    return None


def _mended(p: _Place, found: Mistake, end: int, reader: Reader) -> tuple[str, int] | None:
    """The text up to the end of the line, with what certainly mends it put in, and in how many
    places; None if it cannot be read then."""
    text = p.text[:end]
    for count in range(1, MOST_MENDED + 1):
        if found.fix is None:
            return None
        start, stop, instead = found.fix
        apart = " " * (instead[-1:].isalnum() and text[stop : stop + 1].isalnum())
        text = text[:start] + instead + apart + text[stop:]
        at, ends = reader.reads(text)
        if ends:
            return text, count
        expected = reader.could_stand(text[:at])
        kind = "_NL" if at >= len(text.rstrip()) else ""
        place = _Place(p.file, text, Stumble(at, kind, expected, p.words, p.declares))
        if place.line_start != p.line_start:
            return None
        next_one = foreign_form(place) or look_alike(place) or two_words(place)
        if next_one is None and found.code != "E060":
            return None
        if next_one is None:
            change = repaired(text, p.line_start, len(text), p.words, p.is_own, reader)
            whole = text[: change.start] + change.text + text[change.end :] if change else ""
            return (whole, count + 1) if change else None
        found = next_one
    return None


class _Place:
    """The stumble with what a reader sees around it."""

    def __init__(self, file: str, text: str, stumble: Stumble) -> None:
        self.file = file
        self.text = text
        self.found = stumble.found
        self.expected = stumble.expected
        self.words = stumble.words
        self.declares = stumble.declares
        at = min(stumble.at, len(text))
        if self.found in ("_INDENT", "_DEDENT"):
            line_break = _LINE_BREAK.match(text, at)
            at = line_break.end() if line_break else at
        elif self.found != "_NL":
            while at < len(text) and text[at] in " \t":
                at += 1
        self.ends = self.found in ("$END", "_NL", "_DEDENT") or at >= len(text.rstrip())
        if self.found in ("$END", "_DEDENT") or at >= len(text.rstrip()):
            at = min(at, len(text.rstrip()))
        if self.ends:
            at = _before_comment(text, at)
        self.at = at
        piece = _PIECE.match(text, at)
        self.piece = piece.group() if piece and not self.ends else ""
        self.line_start = text.rfind("\n", 0, at) + 1
        while (
            self.line_start
            and _word(text, self.line_start) in _CONTINUING
            and (
                _word(text, self.line_start) not in ("or", "else")
                or self._continues(self.line_start)
            )
        ):
            self.line_start = text.rfind("\n", 0, self.line_start - 1) + 1

    def _continues(self, start: int) -> bool:
        """Is a line that begins with `or` or `else` the rest of the line above it?"""
        rest = self.text[start:].lstrip(" ")
        return rest.startswith("else") and rest[4:].lstrip().startswith('"')

    @property
    def end(self) -> int:
        return self.at + max(1, len(self.piece))

    @property
    def first_word(self) -> str:
        """The first word of the (logical) line."""
        return _word(self.text, self.line_start)

    @property
    def first_at(self) -> int:
        return self.line_start + len(_blanks(self.text, self.line_start))

    @property
    def before(self) -> str:
        """The line up to here."""
        return self.text[self.line_start : self.at]

    @property
    def previous(self) -> str:
        """The piece before this one on the line, if there is one."""
        pieces = _PIECE.findall(self.before)
        return pieces[-1] if pieces else ""

    @property
    def following(self) -> str:
        """The piece after this one on the line; empty at its end."""
        piece = _PIECE.search(self.rest[self.end - self.at :])
        return piece.group() if piece else ""

    @property
    def rest(self) -> str:
        """The line from here on, without a comment."""
        line_end = self.text.find("\n", self.at)
        return self.text[self.at : None if line_end < 0 else line_end].split("#")[0]

    @property
    def line(self) -> str:
        """The whole (logical) line, without a comment."""
        return self.before + self.rest

    @property
    def whole_end(self) -> int:
        """Where the (logical) line ends, with the lines that go on with it."""
        end = self.at + len(self.rest.rstrip())
        while (more := _GOES_ON.match(self.text, end)) is not None:
            end = more.end()
        return end

    @property
    def names_something(self) -> bool:
        """Is this where a declaration says what something is called?"""
        later = ":" in self.before or "=" in self.before
        return self.first_word in (*DECLARATIONS, "let", "choose", "step", "finish") and (
            self.first_word in ("type", "option")
            or not (later or self.first_word in ("always", "whenever"))
        )

    @property
    def could_be_quoted(self) -> bool:
        """Is this where values are named, which may come from a table?"""
        named = self.first_word in ("players", "uses", "excludes", "by")
        return not (self.names_something or named)

    def is_declared(self, beginning: str) -> bool:
        """Does a declaration of this file begin so, after its first word?"""
        return bool(re.search(rf"^\w+ {re.escape(beginning)}(?!\w)", self.file, re.M))

    def is_declared_as(self, word: str, name: str) -> bool:
        """Does a line of this file declare something of this name so?"""
        return bool(re.search(rf"^{word} {re.escape(name)}(?!\w)", self.file, re.M))

    def is_own(self, name: str) -> bool:
        """Is this a name that the file declares elsewhere?"""
        others = self.file.replace(self.line, "", 1)
        name = re.escape(name)
        return bool(
            re.search(rf"^\s*(?:may )?(?:{'|'.join(_NAMING)}) {name}(?!\w)", others, re.M)
            or re.search(rf'^(?:type|option|  players) [^"\n]*\b{name}\b', others, re.M)
            or re.search(rf"^  (?:\w+, )*{name}(?:, \w+)*:", others, re.M)
        )

    def is_bound(self, name: str) -> bool:
        """Is this somebody or something that this piece of the file speaks of by a name of its
        own: a parameter, what a query goes through, `me`?"""
        name = re.escape(name)
        bound = rf"\b(?:let|each) {name}\b|\b{name}(?:, \w+)* in\b|[(,] *{name}:|\bof {name}:"
        return name in ("me", "opponent") or bool(re.search(bound, self.text))

    def miscounts(self, line: str) -> bool:
        """Does a line give a function more or fewer values than it takes, as far as can be seen, or
        ask what lies in a number?"""
        if re.search(r"\bin \d+\b(?! *\.\.)", line):
            return True
        for call in re.finditer(r"\b(\w+)\(([^()]*)\)", line):
            declared = re.search(rf"^define {call[1]}\(([^()]*)\)", self.file, re.M)
            takes = _TAKES.get(call[1]) or (declared[1].count(",") + 1 if declared else 0)
            if takes and call[2].count(",") + 1 != takes:
                return True
        return False

    def has_unknown(self, line: str) -> bool:
        """Does a line name something that nothing is called, as far as the file alone can tell?
        What libraries, other files and tables name is not known, and names from tables have
        capitals mostly."""
        if not self.file.startswith("game ") or re.search(r"^  uses ", self.file, re.M):
            return False
        if self.first_word in ("type", "option") or self.parent(self.line_start) == "outcome":
            return False  # which name what there is
        known = {*self.words.values(), *_FUNCTIONS}
        bound = re.findall(r"\b(?:let|each|in|into) (\w+)|(\w+)(?:, \w+)* in\b", self.text)
        known |= {name for names in bound for name in names}
        declared = re.match(r"\w+ (\w+)", line)
        if declared and self.first_word in (*_NAMING, *DECLARATIONS):
            known.add(declared[1])
        others = self.text.replace(self.line, "", 1)
        words = re.findall(r"(?<![\w.'])[a-z]\w+(?![\w'])", re.sub(r'"[^"]*"', "", line))
        return any(
            word not in known and not self.is_own(word) and not re.search(rf"\b{word}\b", others)
            for word in words
        )

    def could_stand(self, text: str) -> bool:
        """Could this text have stood here, as far as its beginning tells?"""
        piece = _PIECE.match(text)
        first = piece.group() if piece else text
        kind = "NUMBER" if first.isdecimal() else "NAME" if _is_word(first) else "STRING"
        words = (word for t in self.expected for word in as_written(t, self.words))
        return first in words or kind in self.expected

    @property
    def at_line_start(self) -> bool:
        return not self.text[self.line_start : self.at].strip()

    @property
    def in_column_1(self) -> bool:
        return self.line_start == 0 and self.at_line_start

    def parent(self, line_start: int) -> str:
        """The first word of the line that a line belongs to; `choose` for `may choose`."""
        depth = len(_blanks(self.text, line_start))
        while line_start:
            line_start = self.text.rfind("\n", 0, line_start - 1) + 1
            word, blanks = _word(self.text, line_start), _blanks(self.text, line_start)
            if word and len(blanks) < depth:
                return "choose" if word == "may" else word
        return ""

    def beside(self, line_start: int) -> str:
        """The first word of the last line above one that stands in its column, in its block."""
        depth = len(_blanks(self.text, line_start))
        while line_start:
            line_start = self.text.rfind("\n", 0, line_start - 1) + 1
            word, blanks = _word(self.text, line_start), _blanks(self.text, line_start)
            if word and len(blanks) <= depth:
                return word if len(blanks) == depth else ""
        return ""

    def expects(self, written: str) -> bool:
        """Could this piece have stood here?"""
        return any(self.words.get(t) == written for t in self.expected) or (
            not written and "_NL" in self.expected
        )

    def form(self) -> str:
        """A hint with an example of such a line."""
        form = example(self.first_word, self.line, self.text, self.file)
        return f"for example: {form}" if form and not self.in_expression else ""

    @property
    def in_expression(self) -> bool:
        """Is an expression wrong by itself, whatever line it stands in?"""
        own = {word for t in self.expected for word in as_written(t, self.words)}
        return len(self.expected & _CONTINUES_EXPRESSION) > 4 and not any(
            _is_word(word) and word not in _OPERATORS for word in own
        )


def _before_comment(text: str, at: int) -> int:
    """The end of what is written on a line up to here, blanks and comments left out."""
    while True:
        start = text.rfind("\n", 0, at) + 1
        written = re.match(r"(?:\"[^\"\n]*\"|[^#\n\"])*", text[start:at])
        line = written.group().rstrip() if written else ""
        if line or not start:
            return start + len(line)
        at = start - 1


def _blanks(text: str, line_start: int) -> str:
    match = re.compile(r"[ \t]*").match(text, line_start)
    return match.group() if match else ""


def _word(text: str, line_start: int) -> str:
    match = re.compile(r"[ \t]*([A-Za-z_]\w*)").match(text, line_start)
    return match.group(1) if match else ""


def _is_word(piece: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]\w*", piece))


def _quoted(piece: str) -> str:
    piece = _short(piece)
    return piece if piece.startswith('"') else f'"{piece}"'


def _only(word: str, known: Iterable[str], start: int) -> tuple[int, int, str] | None:
    """The word that is certainly meant, in the place of one."""
    only = only_near(word, known)
    return (start, start + len(word), only) if only else None


def _short(written: str) -> str:
    return written if len(written) <= 40 else f"{written[:39]}…"


def _listed(items: Iterable[str]) -> str:
    *most, last = items
    return f"{', '.join(most)} or {last}" if most else last


def unclosed_bracket(p: _Place) -> Mistake | None:
    open_at: list[int] = []
    for match in re.finditer(r"\"[^\"\n]*\"|#[^\n]*|[(){}]", p.text[: p.at]):
        if match.group() in "({":
            open_at.append(match.start())
        elif match.group() in ")}" and open_at:
            open_at.pop()
    if p.piece in (")", "}") and not open_at:
        return Mistake("E061", f"`{p.piece}` closes a bracket that was never opened", p.at, p.end)
    if open_at and (p.ends or "\n" in p.text[open_at[-1] : p.at]):
        at = open_at[-1]
        return Mistake("E061", f"`{p.text[at]}` is never closed", at, at + 1)
    return None


def unclosed_quote(p: _Place) -> Mistake | None:
    mark = p.text[p.at : p.at + 1]
    line_end = p.text.find("\n", p.at)
    line_end = len(p.text) if line_end < 0 else line_end
    if mark in ('"', "'") and mark not in p.text[p.at + 1 : line_end] and not p.ends:
        what = "the words are" if mark == '"' else "the name is"
        end = len(p.text[:line_end].rstrip())
        whole = f"{p.text[p.text.rfind(chr(10), 0, p.at) + 1 : end]}{mark}"
        hint = f"write: {' '.join(whole.split())}" if mark == '"' else ""
        return Mistake(
            "E015", f"{what} not closed: a second {mark} is wanted on this line", p.at, line_end,
            hint, (end, end, mark) if hint else None,
        )  # fmt: skip
    return None


def wrong_quotes(p: _Place) -> Mistake | None:
    if p.piece and p.piece in "“”„«»‘’`":
        inside = re.match(r"[“„«]([^\"“”„«»\n]*)[”“»]", p.text[p.at :])
        fix = (p.at, p.at + inside.end(), f'"{inside.group(1)}"') if inside else None
        return Mistake(
            "E062", f"{p.piece} is no quotation mark of the language", p.at, p.end,
            'words stand in straight quotes "…", names of several words in \'…\'', fix,
        )  # fmt: skip
    return None


def scene_line(p: _Place) -> Mistake | None:
    """`with limit = 5`, `seen by Ann: …`: lines of a scenario that are written with signs."""
    if not p.line_start or p.parent(p.line_start) != "scenario":
        return None
    if p.first_word == "with" and p.piece in ("=", ":", ":=", "is"):
        said = f"`{p.piece}` has no meaning here"
        line = " ".join(f"{p.before} {p.rest[len(p.piece) :]}".split())
        start = p.line_start + len(p.before.rstrip())
        spaces = len(p.rest[len(p.piece) :]) - len(p.rest[len(p.piece) :].lstrip())
        return Mistake("E060", said, p.at, p.end, f"write: {line}", (start, p.end + spaces, " "))
    if p.first_word in ("given", "seen") and p.piece == ":" and p.following:
        return Mistake(
            "E011", f"{_quoted(p.piece)} stands here, but the end of the line is wanted", p.at,
            p.end, "what lies where stands below this line, indented, a line for each zone or mark",
        )  # fmt: skip
    return None


def foreign_form(p: _Place) -> Mistake | None:
    """What means something in other languages, or in English (see `foreign`)."""
    no_range = p.expects("..")  # `0-9` was read as a calculation
    if p.piece[:1] == '"' or (p.ends and not no_range):
        return None
    at, before = p.at - p.line_start, p.before
    start = (
        before.index(":")
        if no_range and ":" in before
        else before.rindex(p.previous)
        if p.previous and p.previous[0] != '"'
        else at
    )
    if p.piece in _CONTINUING and not p.text[p.text.rfind("\n", 0, p.at) + 1 : p.at].strip():
        other = foreign.begins("statement", p.rest)
        said = f'"{p.piece}" begins no statement'
        return Mistake("E012", said, p.at, p.end, other.hint, other.fix(p.at)) if other else None
    if p.piece in ("=", ":=") and p.expects(":"):
        return None
    whole = foreign.begins("statement", p.line) if p.line_start else None
    if whole is not None and p.first_word in STATEMENTS and BELOW in whole.hint:
        said = f"`{_short(p.line[whole.start : whole.end])}` has no meaning here"
        end = p.at + len(p.rest.rstrip())
        lines = whole.hint.removeprefix("write: ").split(BELOW)
        instead = ("\n" + " " * (p.first_at - p.line_start + 2)).join(lines)
        fix = None if re.search(r"[A-Z]{2}", instead) else (p.first_at, end, instead)
        return Mistake("E060", said, p.first_at, end, whole.hint, fix)
    for form in foreign.within(p.line, start, p.end - p.line_start):
        written = p.line[form.start : form.end]
        if re.fullmatch(r"\d+\.\d+", written):
            continue  # no property, but part of a number
        if form.end <= at and " " not in written and not (no_range and ".." in form.instead):
            continue  # that was understood
        named = p.first_word in _NAMING and p.names_something
        if named and form.start == len(p.first_word) + p.first_at - p.line_start + 1:
            continue  # the name of what is declared
        if form.start == at and form.instead and not p.could_stand(form.instead):
            continue
        if (held := _what_it_has(p, written)) is not None:
            form = replace(form, instead=held)
        said = f"`{_short(written)}` has no meaning here"
        said += f"; write `{form.instead}`" if form.instead else ""
        hint = "" if form.instead else form.hint
        return Mistake(
            "E060", said, p.line_start + form.start, p.line_start + form.end, hint,
            form.fix(p.line_start),
        )  # fmt: skip
    return None


_HAS = re.compile(
    r"(\w+) has (?:(exactly|at least|at most|more than|fewer than|less than) )?(\d+) (\w+)"
)
_COMPARED = {
    None: "is", "exactly": "is", "at least": ">=", "at most": "<=", "more than": ">",
    "fewer than": "<", "less than": "<",
}  # fmt: skip


def _what_it_has(p: _Place, written: str) -> str | None:
    """`pile has 24 cards`, `Ann has 3 gold`, as it is written here of what the file declares."""
    if (found := _HAS.fullmatch(written)) is None:
        return None
    who, how, number, what = found.groups()
    compared = f"{_COMPARED[how]} {number}"
    if re.search(rf"^zone {who}:|\binto {who}\b", p.file, re.M):
        return f"size of {who} {compared}"
    named = {what, what.removesuffix("s"), f"{what}s"}
    for role, name in re.findall(r"^(mark|zone) (\w+) of seat\b", p.file, re.M):
        if name in named:
            return f"{'size of ' * (role == 'zone')}{name} of {who} {compared}"
    return None


def colon_at_the_end(p: _Place) -> Mistake | None:
    if p.piece != ":" or p.following[:1] not in ("", '"') or "_NL" not in p.expected:
        return None
    return Mistake(
        "E060", "`:` has no meaning here", p.at, p.end,
        "what belongs to a line stands below it, indented by two blanks, without a `:`",
        (p.at, p.end, ""),
    )  # fmt: skip


def no_name(p: _Place) -> Mistake | None:
    """`1st`, `draw-pile`, `école`: what would be a name if names were written so."""
    start, end = p.at, p.at
    while start > p.line_start and _MAY_BE_NAMED.match(p.text[start - 1]):
        start -= 1
    while end < len(p.text) and _MAY_BE_NAMED.match(p.text[end]):
        end += 1
    name = p.text[start:end]
    if "STRING" in p.expected and not {"NAME", "_NL"} & p.expected:
        return None
    if p.ends or not any(c.isalpha() for c in name) or re.fullmatch(r"[A-Za-z]\w*", name, re.A):
        return None
    if name[0] == "-" or name[-1] == "-":
        return None
    plain = as_name(name)
    if name[0].isdecimal() and (number := re.match(r"\d+", name)):
        plain = f"{plain if len(plain) > len('nd') else 'number'}_{number[0]}"
    hint = f"for example: {plain}" if plain else ""
    if "TAG" in p.expected and re.fullmatch(r"[A-Za-z_]+-[0-9]+", name):
        hint = f"the number of a rule has capitals: {name.upper()}"
    elif p.could_be_quoted:
        hint += f"; a name from a table stands in single quotes: '{name}'"
    return Mistake(
        "E065", f'"{name}" is no name: names are letters from a to z, digits and _, '
        "and begin with a letter", start, end, hint,
    )  # fmt: skip


def quoted_name(p: _Place) -> Mistake | None:
    """`suit of c is "red"`: names are not among the words that players read."""
    if p.piece[:1] != '"' or "QUOTED" not in p.expected or p.first_word == "needs" != p.previous:
        return None
    if p.first_word == "needs":
        return Mistake(
            "E011", "words stand here, but a condition is wanted first", p.at, p.end,
            f"the words stand behind it: needs CONDITION  else {p.piece}",
        )  # fmt: skip
    name = p.piece[1:-1]
    name = name if _is_word(name) else f"'{name}'"
    if p.first_word in DECLARATIONS and p.before.split() == ["remove"]:
        return Mistake(
            "E062", f"{_quoted(p.piece)} are words, and the name of what is changed is wanted here",
            p.at, p.end, f"a scenario or a promise is told by its words: remove scenario {p.piece}",
        )  # fmt: skip
    return Mistake(
        "E062", f"{_quoted(p.piece)} is what players read, and a name is wanted here",
        p.at, p.end, f"write: {name}", (p.at, p.end, name),
    )  # fmt: skip


def needless_quotes(p: _Place) -> Mistake | None:
    """`zone 'discard pile'`: in single quotes stand names from tables only."""
    if len(p.piece) <= 2 or p.piece[0] != "'" or "QUOTED" in p.expected:
        return None
    inside, hint, fix = p.piece[1:-1], "", None
    if "NAME" in p.expected and (plain := as_name(inside)):
        hint = f"only names from tables stand in single quotes; write: {plain}"
    elif "STRING" in p.expected:
        hint, fix = f'words stand in double quotes: "{inside}"', (p.at, p.end, f'"{inside}"')
    else:
        return None
    wanted = wanted_here(p)
    return Mistake(
        "E011", f"{_quoted(p.piece)} stands here, but {wanted} is wanted", p.at, p.end, hint, fix
    )


def as_name(words: str) -> str:
    """Words as one name: letters from a to z, digits and _; empty if no letter is left."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"\W+", "_", plain).lstrip("_0123456789").rstrip("_")


def misplaced_statement(p: _Place) -> Mistake | None:
    word = p.piece
    if p.in_column_1 and word in {*STATEMENTS, "step", "finish"} and word not in DECLARATIONS:
        form = foreign.begins("declaration", p.line)
        return Mistake(
            "E016", f"`{word}` belongs inside a declaration, but this line starts in column 1",
            p.at, p.end, "indent it under the action, phase or set-up it belongs to"
            + (f"; or {form.hint}" if form else ""),
        )  # fmt: skip
    return None


def unknown_beginning(p: _Place) -> Mistake | None:
    """A line whose first word is none that can begin one here."""
    word, start = p.first_word, p.first_at
    if not word or ("$END" in p.expected and word in FORMS):
        return None
    if p.in_column_1 or (p.line_start == 0 and word not in DECLARATIONS):
        form = foreign.begins("declaration", p.line)
        close = form.hint if form else did_you_mean(word, DECLARATIONS)
        hint = close or "a line in column 1 begins with: " + ", ".join(DECLARATIONS)
        if "ZONE" in p.expected or (p.declares and word not in DECLARATIONS):
            return Mistake(
                "E012", f'"{word}" begins no declaration', start, start + len(word), hint,
                form.fix(p.line_start) if form else _only(word, DECLARATIONS, start),
            )  # fmt: skip
        return None
    around = p.parent(p.line_start)
    other = CALLED_OTHERWISE.get((around, word), "")
    if word not in LINES.get(around, (word,)) and p.found not in ("_INDENT", "_DEDENT"):
        return Mistake(
            "E012", f'"{word}" cannot begin a line here', start, start + len(word),
            f"write: {other} {p.line.strip().partition(' ')[2]}" if other
            else f"{IN_COLUMN_1}{p.line.strip()}" if word in DECLARATIONS
            else did_you_mean(word, LINES[around])
            or f"a line here begins with {_listed(LINES[around])}",
            (start, start + len(word), other) if other else _only(word, LINES[around], start),
        )  # fmt: skip
    form = None if around in ("with", *LINES) else foreign.begins("statement", p.line)
    if p.at_line_start:
        known = sorted(p.words[t] for t in p.expected if _is_word(p.words.get(t, "")))
        if "MAY" in p.expected:
            known.append("may")
        if known and _is_word(p.piece) and p.found != "_INDENT" and "NAME" not in p.expected:
            return Mistake(
                "E012", f'"{word}" cannot begin a line here', start, start + len(word),
                f"{IN_COLUMN_1}{p.line.strip()}" if word in DECLARATIONS
                else did_you_mean(word, known) or f"a line here begins with {_listed(known)}",
            )  # fmt: skip
        if p.found == "_INDENT":
            return _misspelt_opener(p)
        return None
    calls = (
        p.line_start
        and p.before.strip() == word
        and "LPAR" in p.expected
        and "LESSTHAN" not in p.expected  # an expression may stand here
    )
    known_here = word in LINES.get(around, ()) or p.is_declared_as("to", word)
    if (
        calls
        and word not in STATEMENTS
        and around not in ("choose", "component")
        and not known_here
    ):
        hint = form.hint if form else did_you_mean(word, STATEMENTS)
        fix = form.fix(p.line_start) if form else _only(word, STATEMENTS, start)
        return Mistake(
            "E012", f'"{word}" begins no statement', start, start + len(word),
            hint
            or f"a statement begins with {_listed(STATEMENTS[:-1])}, or it is a procedure's name",
            fix,
        )  # fmt: skip
    return None


def _misspelt_opener(p: _Place) -> Mistake | None:
    """`turnz` with a block under it: read as a call, which has none."""
    above = p.text.rfind("\n", 0, p.line_start - 1) + 1
    while above and not _word(p.text, above):
        above = p.text.rfind("\n", 0, above - 1) + 1
    word = _word(p.text, above)
    openers = ("turns", "choose", "compose", "repeat", "each", "if", "else", "may")
    if not above or word in FORMS or word in STATEMENTS or p.parent(above) == "choose":
        return None
    close = nearest(word, openers)
    if not close:
        return None
    start = above + len(_blanks(p.text, above))
    return Mistake(
        "E012", f'"{word}" begins no statement', start, start + len(word), f"did you mean {close}?"
    )


def misplaced_else(p: _Place) -> Mistake | None:
    """`else` with words, below no `needs`; or with a statement, below no `if`."""
    start = p.text.rfind("\n", 0, p.at) + 1
    if _word(p.text, start) != "else" or not start:
        return None
    begin = start + len(_blanks(p.text, start))
    rest = p.text[begin + len("else") :].split("\n")[0].split("#")[0].strip()
    if rest.startswith('"'):
        if _word(p.text, p.line_start) in ("needs", "compose", "until"):
            return None
        said = "words after `else` give the reason of a `needs`, and there is none above"
        return Mistake("E017", said, begin, begin + 4, f"write: needs CONDITION  else {rest}")
    if p.parent(start) in ("choose", "define", "outcome") or not rest or rest.startswith("if "):
        return None
    if p.beside(start) not in ("if", "else"):
        return Mistake("E017", _NO_IF, begin, begin + 4, _SAME_COLUMN)
    return None


_NO_IF = "this `else` stands below no `if`"
_SAME_COLUMN = "`else` stands in the same column as its `if`"


def missing_block(p: _Place) -> Mistake | None:
    if p.expected != {"_INDENT"}:
        return None
    above = p.text[: p.at].rstrip() if p.at_line_start or p.ends else p.text[: p.line_start]
    start = above.rfind("\n") + 1
    while start and _word(p.text, start) in _CONTINUING and _word(p.text, start) != "else":
        start = p.text.rfind("\n", 0, start - 1) + 1
    word = _word(p.text, start)
    begin = start + len(_blanks(p.text, start))
    if word == "else" and p.parent(start) == "if" and p.beside(start) not in ("if", "else"):
        return Mistake("E017", _NO_IF, begin, begin + len(word), _SAME_COLUMN)
    return Mistake(
        "E016", f"under `{word}` an indented block is wanted", begin, begin + len(word),
        "indent the lines that belong to it by two blanks",
    )  # fmt: skip


def needless_indent(p: _Place) -> Mistake | None:
    if p.found != "_INDENT":
        return None
    above = p.text.rfind("\n", 0, p.line_start - 1) + 1
    if _word(p.text, above) == "otherwise" and not p.text[above : p.line_start].split()[1:]:
        start = above + len(_blanks(p.text, above))
        end = start + len("otherwise")
        said = '"otherwise" begins no statement'
        return Mistake("E012", said, start, end, "write: else", (start, end, "else"))
    if p.piece == "else" or _word(p.text, above) == "else":
        start = p.at if p.piece == "else" else above + len(_blanks(p.text, above))
        return Mistake(
            "E017", _NO_IF, start, start + len("else"), _SAME_COLUMN,
        )  # fmt: skip
    return Mistake(
        "E017", "this line is indented, but the line above it opens no block", p.at, p.end,
        "start it in the same column as the line above, or put it on the end of that line",
    )  # fmt: skip


def needs_without_else(p: _Place) -> Mistake | None:
    if p.first_word == "needs" and "ELSE" in p.expected and (p.ends or p.piece.startswith('"')):
        return Mistake(
            "E014", "`needs` says no reason: after the condition, `else` and a sentence are wanted",
            p.at, p.end, f'write: {" ".join(p.before.split())}  else "REASON"'
            if p.ends else "",
        )  # fmt: skip
    return None


def reserved_word(p: _Place) -> Mistake | None:
    """`no of me`: a word with a meaning of its own where a name was meant."""
    if p.previous in _LITERALS and (p.piece in ("of", "(", ":", ")", "..") or p.ends):
        start = p.at - len(p.before) + p.before.rindex(p.previous)
        return Mistake(
            "E018", f"`{p.previous}` is a word of the language and cannot be a name here",
            start, start + len(p.previous),
        )  # fmt: skip
    return None


def missing_colon(p: _Place) -> Mistake | None:
    if "COLON" not in p.expected or ":" in p.before:
        return None
    said = p.before.rstrip()
    if p.ends and " is " in said and p.parent(p.line_start) in ("given", "seen"):
        at = p.line_start + said.index(" is ")
        line = " ".join(said.replace(" is ", ": ", 1).split())
        return Mistake(
            "E063", "what lies or stands somewhere follows after a `:`", at + 1, at + 3,
            f"write: {line}", (at, at + 4, ": "),
        )  # fmt: skip
    if p.ends or ":" not in p.rest:
        end = p.line_start + len(p.before.rstrip())
        fix = (end, p.end if p.piece == "=" else end, ":")
        label = p.first_word == "needs"
        if p.first_word == "define" and p.piece == "=":
            kinds = [
                *re.findall(r"^component (\w+)", p.file, re.M),
                *re.findall(r"^(?:type|cells) (\w+)", p.file, re.M),
            ]
            kind = kinds[0] if kinds else "seat"
            return Mistake(
                "E063", f"it is missing here what {p.previous} is: a `:` and a type", p.at, p.end,
                f"for example: {' '.join(p.before.split())}: {kind} {p.rest.strip()}",
            )  # fmt: skip
        after = f"after a label stands a colon: needs {p.previous}: CONDITION"
        found = "the line ends" if p.ends else f"{_quoted(p.piece)} follows"
        return Mistake(
            "E063", f"a `:` is missing here: {found} right after {_quoted(p.previous)}", p.at,
            p.end, after if label else p.form(), None if label else fix,
        )  # fmt: skip
    return None


def two_words(p: _Place) -> Mistake | None:
    """`red card in hand`: a name of two words, or a word between two names forgotten."""
    known = {*p.words.values()}
    if not (_is_word(p.piece) and _is_word(p.previous)) or p.at_line_start:
        return None
    both, one = f"{p.previous} {p.piece}", f"{p.previous}_{p.piece}"
    start = p.at - len(p.before) + p.before.rindex(p.previous)
    if p.is_own(one) and not p.names_something:
        said = f'two words, "{both}", stand where one name is wanted'
        return Mistake("E019", said, start, p.end, f"write: {one}", (start, p.end, one))
    if p.previous in known or p.piece in known or not p.expects(p.following):
        return None
    own = {p.words.get(t, "") for t in p.expected} - {*_OPERATORS}
    if any(map(_is_word, own)) and p.following not in own:
        return None  # a word between the two is missing
    instead = two_as_one(p)
    hint = f"write: {instead}" if instead else f"write it as one word: {one}"
    if not instead and p.could_be_quoted and not p.is_declared(one):
        hint = (
            f"if it is one name: {one}, or '{both}' if it comes from a table; "
            f"or is a word missing, as in {p.previous} of {p.piece}?"
        )
    if not instead and p.is_bound(p.piece):
        of = p.previous.removesuffix("_of")
        hint = f"what {p.previous} is for {p.piece} is written: {of} of {p.piece}"
    return Mistake(
        "E019", f'two words, "{both}", stand where one name is wanted', start, p.end, hint,
        (start, p.end, instead) if instead else None,
    )  # fmt: skip


def two_as_one(p: _Place) -> str:
    """What two words mean of which the file, or the language, knows one."""
    if p.following == "in" and p.previous in ("a", "an", "first"):
        return f"{'the' if p.previous == 'first' else 'some'} {p.piece}"
    if p.previous in _ARTICLES:
        return p.piece
    if p.previous in ("all", "every", "each") and p.is_own(p.piece):
        if p.first_word == "deal":
            return f"each {p.piece}"
        letter = "x" if p.is_own(p.piece[0]) else p.piece[0]
        return f"{'every' if p.previous == 'every' else 'all'} {letter} in {p.piece}"
    if p.previous == "times":
        return f"times({p.piece})"
    of_one = p.previous in OF_ONE and not p.names_something and p.piece not in _PLAYERS
    if p.previous == "next" and p.piece in _PLAYERS:
        return "next of me"
    if of_one or p.is_declared(f"{p.previous} of") or p.is_declared(f"{p.previous}("):
        return f"{p.previous} of {p.piece}"
    column = rf"^  (?:\w+, )*{re.escape(p.previous)}(?:, \w+)*:"
    return f"{p.previous} of {p.piece}" if re.search(column, p.file, re.M) else ""


_ARTICLES = ("the", "a", "an", "its", "this", "that")
_PLAYERS = ("player", "seat", "one", "turn", "person")


def look_alike(p: _Place) -> Mistake | None:
    """`：`, or a blank that is none: what looks like a character of the language."""
    found = p.text[p.at : p.at + 1]
    plain = unicodedata.normalize("NFKC", found)
    if found.isascii() or not plain.isascii() or plain.isalnum() or plain == found or p.ends:
        return None
    said = "this is another kind of blank" if plain == " " else f"{_quoted(found)} is no `{plain}`"
    hint = "write an ordinary blank" if plain == " " else f"write `{plain}`"
    end = p.at + len(p.rest)
    instead = "".join(
        unicodedata.normalize("NFKC", c) if not c.isalnum() else c for c in p.text[p.at : end]
    )
    return Mistake("E062", said, p.at, p.at + 1, hint, (p.at, end, instead))


def foreign_character(p: _Place) -> Mistake | None:
    if len(p.piece) == 1 and not p.piece.isalnum() and p.piece not in "\"'(){},:.<>+-*=_":
        return Mistake("E062", f"{_quoted(p.piece)} has no meaning in the language", p.at, p.end)
    return None


def line_ends_early(p: _Place) -> Mistake | None:
    if not p.ends:
        return None
    if "ELSE" in p.expected and (other := _ELSE_BELOW.match(p.text, p.at)) is not None:
        whole = f"{' '.join(p.before.split())} {' '.join(other[1].split())}"
        return Mistake(
            "E013", "the line ends here, but its `else` stands on the next one", p.at, p.at + 1,
            f"write: {whole}", (p.first_at, other.end(), whole),
        )  # fmt: skip
    wanted = wanted_here(p)
    what = "the line ends here" if p.found in ("_NL", "_DEDENT") else "the declaration ends here"
    form = line_form(p)
    hint = form.hint if form else p.form()
    return Mistake("E013", f"{what}, but {wanted} is wanted", p.at, p.at + 1, hint)


_ELSE_BELOW = re.compile(r"[ \t]*(?:#[^\n]*)?\n[ \t]*(else[ \t][^\n#]*)(?<!\s)")
"""Below a line that says `A when C`."""


def part_of_a_number(p: _Place) -> Mistake | None:
    """`1.5`, `50%`."""
    if p.previous.isdecimal() and (p.piece == "%" or (p.piece == "." and p.following.isdecimal())):
        start = p.at - len(p.before) + p.before.rindex(p.previous)
        end = p.at + p.rest.index(p.following) + len(p.following) if p.piece == "." else p.end
        return Mistake(
            "E060", "numbers are whole: there are no parts and no per cent", start, end,
            "count in a smaller unit, or divide and round down: quotient(A, B)",
        )  # fmt: skip
    return None


def early_words(p: _Place) -> Mistake | None:
    """Words for players behind the first of several lines, or within brackets that go on."""
    if p.piece in _CONTINUING:
        words = _LINE_OF_WORDS.search(p.text, p.line_start, p.at)
    else:
        words = _WORDS_ALONE.match(p.text, p.at) if _open_brackets(p.before) else None
    if words is None or p.text[: words.start()].rstrip().endswith("else"):
        return None
    end = p.whole_end
    while _open_brackets(p.text[p.line_start : end]) and (more := _NEXT_LINE.match(p.text, end)):
        end = more.end()
    if _open_brackets(p.text[p.line_start : end]):
        return None
    start, after = words.span(1)
    said = words[1].strip()
    rest = p.text[after:end]
    if not rest.rpartition("\n")[2].strip() or rest.rstrip().endswith('"'):
        return None
    last = f"{' '.join(rest.splitlines()[-1].split())}   {said}"
    return Mistake(
        "E011", "the rule goes on after these words, which stand at its end", start, after,
        f"write them behind the last line: {last}", (start, end, f"{rest}   {said}"),
    )  # fmt: skip


def value_below(p: _Place) -> Mistake | None:
    """`define f(s) "Words"`, and `= …` below it: the value begins behind the name."""
    if p.piece != "=" or p.before.strip() or not p.line_start:
        return None
    begin = p.text.rfind("\n", 0, p.line_start - 1) + 1
    if _word(p.text, begin) != "define":
        return None
    words = _LINE_OF_WORDS.search(p.text, begin, p.at)
    head_end = words.start() if words else len(p.text[: p.line_start].rstrip())
    end = len(p.text[: max(p.whole_end, p.at + len(p.rest))].rstrip())
    value = p.text[p.at + 1 : end].strip()
    said = f"   {words[1].strip()}" if words else ""
    first, more, _ = value.partition("\n")
    what = "the value of a definition begins on its first line, and its words stand at its end"
    return Mistake(
        "E011", what, p.at, p.at + 1,
        f"write: {p.text[begin:head_end]} = {first.rstrip()}{' …' if more else ''}{said}",
        (head_end, end, f" = {value}{said}"),
    )  # fmt: skip


def several_sets(p: _Place) -> Mistake | None:
    """`every x in S + T has …`, `some x in S - T where …`."""
    if p.piece not in ("+", "-", "where", "has"):
        return None
    begun = [*_DRAWN_FROM.finditer(p.before)]
    if not begun:
        return None
    start = p.line_start + begun[-1].end()
    line = p.text[start : p.at + len(p.rest.rstrip())]
    sets = _UP_TO_CONDITION.match(line)
    if sets is None or _open_brackets(sets[0]) or not re.search(r" [+-] ", sets[0]):
        return None
    written = sets[0].strip()
    return Mistake(
        "E011", "a query goes through one set: one that is worked out stands in brackets",
        start, start + len(written), f"for example: {begun[-1][0].strip()} ({written})",
        (start, start + len(written), f"({written})"),
    )  # fmt: skip


def _open_brackets(text: str) -> bool:
    return text.count("(") + text.count("{") > text.count(")") + text.count("}")


_LINE_OF_WORDS = re.compile(
    r'[ \t]+("[^"\n]*"(?:[ \t]+[A-Z][A-Z0-9_, -]*-\d+)?)[ \t]*(?:#[^\n]*)?\n[ \t]*\Z'
)
_WORDS_ALONE = re.compile(r'("[^"\n]*")[ \t]*(?:#[^\n]*)?(?=\n)')
_NEXT_LINE = re.compile(r"[^\n]*\n[^\n]*")
_DRAWN_FROM = re.compile(
    r"\b(?:some|every|how\s+many|all|the|for)\s+\w+(?:,\s*\w+)*\s+in\s+(?!.*\sin\s)"
)
_UP_TO_CONDITION = re.compile(r"(?:(?!\s(?:has|where)\b|\s+\")[^\n])+")


def unexpected(p: _Place) -> Mistake:
    """What stands here and what could stand here, in one sentence."""
    known = [p.words[t] for t in p.expected if _is_word(p.words.get(t, ""))]
    hint = edit_hint(p) or several_names(p)
    form = None if hint else line_form(p)
    unknown = _is_word(p.piece) and p.piece not in p.words.values() and not p.is_own(p.piece)
    if not hint and not form and unknown:
        hint = did_you_mean(p.piece, known)
    hint = hint or (form.hint if form else other_form(p)) or p.form()
    piece = p.piece or p.text[p.at : p.at + 1] or "the end"
    return Mistake(
        "E011", f"{_quoted(piece)} stands here, but {wanted_here(p)} is wanted", p.at, p.end, hint,
        form.fix(p.line_start) if form else None,
    )  # fmt: skip


def line_form(p: _Place) -> foreign.Foreign | None:
    """What the whole line is elsewhere."""
    form = foreign.begins("statement" if p.line_start else "declaration", p.line)
    if form is not None and (" " in p.line[form.start : form.end].strip() or p.at_line_start):
        return form
    return None


def other_form(p: _Place) -> str:
    """How what stands here is written."""
    line = " ".join(p.line.split('"')[0].split())
    if (
        p.first_word == "players"
        and p.piece in (",", "or", "to", "and")
        and p.following.isdecimal()
    ):
        return f"write: {' '.join(p.before.split())}..{p.following}"
    if p.first_word == "option" and p.piece == "or":
        values = line.split(":", 1)[-1].strip()
        values = "off, on" if values == "yes or no" else values.replace(" or ", ", ")
        return f"write: {line.split(':')[0]}: {values}"
    default = re.search(r"\b(default|defaults|starts?)\b(?: to| at| is)?[ =:]*(\w+)", line)
    if p.first_word == "option" and default and p.piece in (default[1], default[2]):
        values = line[: default.start()].split(":")[-1].strip(" ,(")
        name = line.split(":")[0]
        return f"the value of who says nothing stands first: {name}: {default[2]}, {values}"
    shared = re.search(r"[<>]=?\s*([^<>]+)$", p.before)
    if p.piece in ("<", "<=", ">", ">=") and shared:
        return f"write: {' '.join(p.before.split())} and {shared[1].strip()} {p.rest.strip()}"
    if p.before.strip() == "else" and "IF" in p.expected:
        return f"write: else if {p.rest.strip()}"
    listed = p.first_word if p.first_word in ("choose", "may") else p.parent(p.line_start)
    if (
        "(" not in p.before
        and listed in ("choose", "may")
        and p.piece in (":", ",", "or", "and", "/")
    ):
        return "each offer stands on a line of its own, below the choice and indented"
    if "_NL" in p.expected and (p.piece == "," or p.piece in STATEMENTS):
        if p.first_word == "always":
            if p.piece == "else":
                return "a promise has no `else`: words for it stand at the end of the line"
            return "a promise is one condition: write `and` between two" if p.piece == "," else ""
        opens = p.first_word in OPENERS
        if not p.line_start and not opens:
            return ""
        return (
            f"what is to be done stands on {'the next line, indented' if opens else 'its own line'}"
        )
    return ""


def edit_hint(p: _Place) -> str:
    """What to write where an edit says what is changed, or where, in other words than there are."""
    if p.first_word not in ("add", "replace", "remove"):
        return ""
    if p.before.split() == ["replace", p.previous] and p.piece in ("of", "(", ":", "="):
        kind = "define" if "=" in p.rest else "mark"
        words = " ".join(p.line.split()[1:])
        return f"say what it is: replace {kind} {words}" if kind == "define" else ""
    instead = THINGS.get(p.previous, "")
    places = ("before", "after", "at")
    if p.before.split() == ["add", p.previous] and p.previous not in places:
        instead = nearest(p.previous, places)
    return f"did you mean: {instead} {p.piece}?" if instead else ""


def several_names(p: _Place) -> str:
    """How a query draws several names, where that is tried otherwise."""
    if p.piece in ("and", "(") and _QUERY_BEGUN.search(p.before):
        return "a query draws several names so: how many c, d in S where c < d"
    if p.piece == "where" and _TWO_DRAWN.search(p.before):
        return (
            "where values are listed, a query that draws several names stands in brackets of its "
            "own: (how many c in S, d in T where …)"
        )
    return ""


_QUERY_BEGUN = re.compile(r"\b(how\s+many|some|every|for)(\s+\w+)?\s*$")
_TWO_DRAWN = re.compile(r"\b(how\s+many|some|every|for)\s+\w+\s+in\b[^()]*,\s*\w+\s+in\b[^,]*$")


def wanted_here(p: _Place) -> str:
    """What could stand here, grouped so that the list is short."""
    left = set(p.expected)
    groups: list[str] = []
    if {"NAME", "FINISH", "TURNS"} <= left:
        left.clear()
        edits = p.first_word in ("add", "replace", "remove")
        groups.append("the name of what is changed" if edits else "a name")
    if {"NAME", "NUMBER", "LPAR"} <= left:
        left -= _STARTS_EXPRESSION
        groups.append("an expression")
    if {"MOVE", "QUOTED", "NAME"} <= left and "LPAR" not in left:  # they are names here
        left -= {t for t in left if p.words.get(t) in {*STATEMENTS, *DECLARATIONS} - {"else"}}
        left -= {"MAY", "STEP", "FINISH", "MOST"}
    if {"MOVE", "CHOOSE", "NAME"} <= left:
        left -= {t for t in left if p.words.get(t) in STATEMENTS} | {"NAME", "MAY", "_DEDENT"}
        groups.append("a statement")
    if {"ZONE", "MARK"} <= left:
        left -= {t for t in left if p.words.get(t) in DECLARATIONS}
        groups.append("a declaration")
    if "_NL" in left:
        left -= _TAIL
        groups.append("the end of the line")
    operators = len(left & _CONTINUES_EXPRESSION) > 4
    if operators:
        left -= _CONTINUES_EXPRESSION
        left = {t for t in left if p.words.get(t) not in ("<", "<=", ">", ">=", "..")}
    if left - {"PLUS", "MINUS", "STAR"} and "PLUS" in left:
        left -= {"PLUS", "MINUS", "STAR"}
    if len(left) > 1:
        left.discard("_DEDENT")
    single = sorted(
        (_KINDS.get(t) or f"`{p.words.get(t, t.lower())}`" for t in left), key=_words_first
    )
    groups = [*single, *groups]
    if operators:
        groups.append("an operator such as `is` or `and`")
    return _listed(groups[:8] or ["something else"])


def as_written(terminal: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """How a terminal is written, if it is a word or one of a few; `words`: those that are fixed."""
    if terminal in words:
        return (words[terminal],)
    return tuple(re.findall(r"`([^`]+)`", _KINDS.get(terminal, "")))


def _words_first(item: str) -> tuple[bool, str]:
    return not item.startswith("`"), item
