"""A piece of text → tree: with `build`, the only file that knows Lark.

Importing Lark takes as long as reading a game that is kept, so this is imported when there is
something to be parsed. Syntax errors are told from what the parser would have accepted at that
place, in the words of the language.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from .. import resources
from ..diagnostics import Findings
from ..kept import keep, kept
from ..source import QUOTED, SourceFile, Span
from . import nodes as n
from .build import TreeBuilder
from .errors.explaining import explain
from .errors.place import Stumble
from .errors.repairing import JOINING, CouldStand, Reader, Reads
from .joining import HANGING, JOINED, REPLACED

DEEPEST = 100  # levels of a declaration, in the grammar


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A word or sign by its name in the grammar (`NAME`, `COMMA`), or `_NL`, `_INDENT`, `_DEDENT`;
    `start` and `end` are offsets."""

    kind: str
    text: str
    start: int
    end: int


class _Blocks(threading.local, Indenter):
    """Makes words of line ends and indentation. Lark has one of these for a parser, and it counts
    while a text is read; in each thread it counts for itself."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LBRACE"]  # noqa: RUF012 (Lark wants class attributes)
    CLOSE_PAREN_types = ["RPAR", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.read: list[Token] = []  # of the text that was read last
        for token in super().process(self.gone_on(_parted(stream))):  # type: ignore[no-untyped-call]
            self.read.append(token)
            yield token

    def gone_on(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Without the end of a line that breaks off behind an operator or a comma, if the next one
        is indented more than what it goes on with."""
        breaks_off = False
        for token in stream:
            deeper = len(token) - token.rfind("\n") - 1 > self.indent_level[-1]
            if token.type != "_NL" or not breaks_off or not deeper:
                yield token
            breaks_off = token.type in ("COMMA", "_ALSO") or is_operator(token.type, token)


def _parted(stream: Iterator[Token]) -> Iterator[Token]:
    """In the brackets of what is listed – values, parameters, a set – a comma ends a query, though
    what follows looks like one more name that it draws."""
    listed: list[bool] = []  # for each bracket that is open
    before = None
    for token in stream:
        match token.type:
            case "LBRACE":
                listed.append(True)
            case "LPAR":
                listed.append(before is not None and _lists(before, token))
            case "RPAR" | "RBRACE" if listed:
                listed.pop()
            case "_ALSO" if listed and listed[-1]:
                token = Token.new_borrow_pos("COMMA", token.value, token)
        before = token
        yield token


def _lists(before: Token, bracket: Token) -> bool:
    """Is a bracket after this one of a list? After a word that begins a statement, if it belongs to
    an offer of that name."""
    if before.type in ("NAME", "MOVES", "QUOTED"):
        return True
    return before.end_pos == bracket.start_pos and before.value in _OFFERED


_OFFERED = frozenset(
    (
        "pass", "end", "move", "deal", "refill", "shuffle", "pick", "gain", "spend", "set", "let",
        "each", "repeat", "turns", "choose", "compose", "extra", "again", "step", "finish", "may",
        "add", "replace", "remove", "define", "scenario",
    )
)  # fmt: skip
"""The words of `offer_name` but for those that a condition in brackets may follow."""


def is_operator(kind: str, text: str) -> bool:
    """Does a word or sign stand between two values, and may it begin a line that goes on?"""
    return kind in ("AND", "OR") or (text in _SIGNS and kind not in ("RAW", "SIGN"))


_SIGNS = frozenset(("+", "-", "*", "<", "<=", ">", ">="))

_blocks = _Blocks()
_SETTINGS: Mapping[str, Any] = MappingProxyType(
    {
        "parser": "lalr",
        "lexer": "contextual",
        "maybe_placeholders": True,
        "start": ["declaration", "expression"],
    }
)
_WHEN_READING: Mapping[str, Any] = MappingProxyType(
    {"postlex": _blocks, "propagate_positions": True}
)  # does not change the tables


@cache
def _lark() -> Lark:
    """The parser, made once in a process; its tables are kept between processes."""
    grammar = resources.grammar_text()
    form = "\n".join(("tables 1", lark_version, repr(dict(_SETTINGS)), grammar))
    tables = kept("grammar.json", form=form)
    if tables is not None:
        # Whatever is wrong with tables that are the user's own, new ones can be made.
        with suppress(Exception):
            return _with_tables(json.loads(tables))
    parser = Lark(grammar, **_SETTINGS, **_WHEN_READING)
    with suppress(Exception):  # a Lark that writes itself down otherwise does without
        keep(json.dumps(_tables(parser), separators=(",", ":")).encode(), "grammar.json", form=form)
    return parser


def _tables(parser: Lark) -> dict[str, Any]:
    """A parser as plain data: what Lark writes down of it, made shorter.

    `states`: for each, tokens by number, every one followed by the state to go to, or by -1 - n
    where rule n is done.
    """
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {k: v for k, v in data["options"].items() if k not in _WHEN_READING}
    table = data["parser"]["parser"]
    table["tokens"] = _listed(table["tokens"])
    table["states"] = [
        [n for token, (done, to) in state.items() for n in (token, -1 - to["@"] if done else to)]
        for state in _listed(table["states"])
    ]
    return {"data": data, "memo": _listed(memo)}


def _listed(numbered: dict[int, Any]) -> list[Any]:
    return [numbered[n] for n in range(len(numbered))]


def _with_tables(plain: dict[str, Any]) -> Lark:
    """The parser of which these are the tables."""
    table = plain["data"]["parser"]["parser"]
    rules = [(1, {"@": n}) for n in range(len(plain["memo"]))]
    table["states"] = {
        number: {
            token: rules[-1 - to] if to < 0 else (0, to)
            for token, to in zip(state[::2], state[1::2], strict=True)
        }
        for number, state in enumerate(table["states"])
    }
    parser: Lark = Lark._load_from_dict(**plain, **_WHEN_READING)  # type: ignore[no-untyped-call]
    return parser


def parse_piece(
    source: SourceFile, start: int, end: int, rule: str, findings: Findings,
    words: list[Lexeme] | None = None,
) -> Any:  # fmt: skip
    """A piece of a file as a tree, or None; what cannot be read is reported. `words` takes its
    words."""
    text = _prepared(source.text[start:end]) if rule == "declaration" else source.text[start:end]
    try:
        tree = _lark().parse(text, start=rule)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        explain(
            source,
            start,
            text,
            _stumble(error, text, rule),
            findings,
            Reader(_reads(rule), _could_stand(rule)),
        )
        return None
    except DedentError:
        at = start + _bad_dedent(text)
        findings.add(
            "E007", "this line fits no level of indentation above it", Span(source, at, at + 1),
            hint="two blanks for each level; lines that belong together start in the same column",
        )  # fmt: skip
        return None
    if _is_deep(tree):
        findings.add("E005", "the declaration is nested too deeply", Span(source, start, start + 1))
        return None
    if words is not None:
        words += (_lexeme(token, start) for token in _blocks.read)
    return TreeBuilder(source, start, findings, parse_expression).transform(tree)


@dataclass(frozen=True, slots=True)
class Fitting:
    """What may follow the beginning of a declaration.

    `expected`: the terminals. `words`: how those that are fixed words are written. `last`: the
    kinds of the terminals read, in order. `name_becomes`: rules of the grammar that a name would
    end, if one is expected.
    """

    expected: frozenset[str]
    words: Mapping[str, str]
    last: tuple[str, ...]
    name_becomes: frozenset[str]


_HERE = "\x01"  # no terminal begins so, and none but `RAW` has it


def fitting(text: str, rule: str = "declaration") -> Fitting | int:
    """What may follow a text with which a declaration begins, or what else a rule of the grammar
    says; the offset of what cannot be read.

    What may stand in raw lines of scenarios is not told: they take anything.
    """
    text = _prepared(text + _HERE)
    parser = _lark().parse_interactive(text, start=rule)
    last: list[str] = []
    try:
        for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
            parser.feed_token(token)
            last.append(token.type)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        at = error.pos_in_stream
        if isinstance(error, UnexpectedToken):
            at = error.token.start_pos
        if at != text.rindex(_HERE):
            return len(text) if at is None else at
    except DedentError:
        return _bad_dedent(text)
    expected = _wanted(parser.accepts())  # type: ignore[no-untyped-call]
    becomes: set[str] = set()
    if "NAME" in expected:
        after = parser.copy()  # type: ignore[no-untyped-call]
        after.feed_token(Token("NAME", "x"))
        for _, (_, to) in after.choices().items():
            if isinstance(to, Rule):
                becomes |= {str(to.alias or ""), str(to.origin.name)}
    words = {t.name: t.pattern.value for t in _lark().terminals if t.pattern.type == "str"}
    return Fitting(expected, words, tuple(last), frozenset(becomes))


def _reads(rule: str) -> Reads:
    """How far texts can be read, and whether a line could end there (see `errors.repairing`). A
    word that joins others is never read as a name in the last line."""

    def reads(text: str) -> tuple[int, bool]:
        last = text.rfind("\n") + 1
        parser = _lark().parse_interactive(_prepared(text), start=rule)
        try:
            for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                at = token.start_pos or 0
                if token.type == "NAME" and token.value in JOINING and at >= last:
                    return at, False
                parser.feed_token(token)
        except (UnexpectedCharacters, UnexpectedToken) as error:
            place = error.pos_in_stream
            if isinstance(error, UnexpectedToken):
                if error.token.type in ("_DEDENT", "$END"):
                    return len(text), True
                place = error.token.start_pos
            return min(place or 0, len(text)), False
        except DedentError:
            return _bad_dedent(text), False
        return len(text), True

    return reads


def _could_stand(rule: str) -> CouldStand:
    """What could stand behind texts."""

    def could_stand(text: str) -> frozenset[str]:
        found = fitting(text, rule)
        return found.expected if isinstance(found, Fitting) else frozenset()

    return could_stand


def parse_expression(source: SourceFile, start: int, end: int, findings: Findings) -> n.Expr | None:
    """Parse an expression that stands inside a text, such as a message in braces."""
    expression: n.Expr | None = parse_piece(source, start, end, "expression", findings)
    return expression


def _is_deep(tree: Tree[Token]) -> bool:
    level: list[Any] = [tree]
    for _ in range(DEEPEST):
        level = [child for node in level if isinstance(node, Tree) for child in node.children]
    return bool(level)


def _lexeme(token: Token, start: int) -> Lexeme:
    at = start + (token.start_pos or 0)
    return Lexeme(token.type, str(token), at, at + len(token))


def _prepared(text: str) -> str:
    """A declaration as the grammar wants it, every character in its place: a line that begins with
    `or`, `-`, `when`, `is`, `in` or `meets` and goes on with the line above hangs on to it. The
    grammar cannot tell it from the line that declines, in `may choose`, from a case that is a
    negative number, or from what is called `when` or `meets`."""
    lines = text.rstrip().split("\n")
    ends = ["\n"] * len(lines)
    around: list[tuple[int, str]] = []  # the lines that this one is in, and their indentation
    brackets, counted = 0, 0  # how many are open behind how many lines
    for number, line in enumerate(lines):
        code = line.lstrip(" ")
        if not code or code.startswith("#"):
            continue
        depth = len(line) - len(code)
        while around and around[-1][0] >= depth:
            around.pop()
        goes_on = JOINED.match(code) is not None
        if around and _may_hang(code, [above for _, above in around]):
            goes_on = True
            brackets += sum(map(_opened, lines[counted:number]))
            counted = number
            if brackets <= 0:  # else it goes on anyway
                _hang(lines, ends, number)
        if not goes_on:
            around.append((depth, REPLACED.sub("", code, count=1)))
    return "".join(line + end for line, end in zip(lines, ends, strict=True))


def _may_hang(code: str, around: list[str]) -> bool:
    """May a line go on with the one above it, going by those that it stands in?"""
    begins = HANGING.match(code)
    if begins is None:
        return False
    if begins.group() in _BEFORE_OTHERS:
        return not _BEFORE_OTHERS[begins.group()].match(around[-1])
    within = around[-2] if around[1:] else ""
    if _OF_CASES.match(within) or (_OF_VALUES.match(around[-1]) and not _OF_OFFERS.match(within)):
        return True
    return bool(_COMPARED.match(code) and _OF_CONDITIONS.match(around[-1]))


def _opened(line: str) -> int:
    """How many brackets a line opens; one that it closes counts -1."""
    code = _QUOTED.sub("", _code(line))
    return sum(map(code.count, "({")) - sum(map(code.count, ")}"))


def _code(line: str) -> str:
    """A line without its comment."""
    code = _CODE.match(line)
    return code.group() if code else ""


def _hang(lines: list[str], ends: list[str], number: int) -> None:
    """Make blanks of all that stands between a line and the end of the code above it."""
    for above in reversed(range(number)):
        lines[above] = _code(lines[above]).ljust(len(lines[above]))
        ends[above] = " "
        if lines[above].strip():
            return


_BEFORE_OTHERS = MappingProxyType(
    {
        "or": re.compile(r"(may|choose) "),
        "-": re.compile(r'define\b([^"#=]|"[^"\n]*")*(#|$)|(given|seen)\b'),
    }
)
"""Lines below which a line that begins so is one of its own."""
_OF_VALUES = re.compile(
    r"(score|winner|always|set|let|needs|expect|gain|spend|move|deal|shuffle|pick|most|board)\b"
    r"|define\b.*=|add\b(?!([ \t]+last)?[ \t]+(before|after|at)\b)"
)
_OF_CASES = re.compile(r"(define|outcome)\b")
_OF_OFFERS = re.compile(r"(may )?choose ")
"""Lines with values in them, which go on with `when` and with comparisons in words; those below
which all are such; and those below which none is, though an offer may be called `set`."""
_OF_CONDITIONS = re.compile(r"(if|else if|whenever|turns|repeat|each|compose)\b")
_COMPARED = re.compile(r"(is|in|meets)[ \t]+(?![A-Z][A-Z_]*-[0-9])[\w'{]")
"""Lines with a block below them, which go on with a comparison; and what it looks like, as no step
does that is called so."""
_QUOTED = re.compile(rf'"[^"]*"|{QUOTED}')
_CODE = re.compile(rf"""(?:"[^"]*"|{QUOTED}|[^#"'])*""")


def _stumble(error: UnexpectedCharacters | UnexpectedToken, text: str, rule: str) -> Stumble:
    """What Lark says about an error, in terms that need no Lark."""
    words = {t.name: t.pattern.value for t in _lark().terminals if t.pattern.type == "str"}
    declares = rule == "declaration"
    if isinstance(error, UnexpectedCharacters):
        return Stumble(error.pos_in_stream or 0, "", _wanted(error.allowed or ()), words, declares)
    expected = _wanted(error.accepts or error.expected or ())
    at = error.token.start_pos
    if at is None or error.token.type == "$END":
        at = len(text.rstrip())
    elif error.token.type not in ("_NL", "_INDENT", "_DEDENT"):
        # the parser has gone as far as it could with what stands there, an operator, say, cannot
        # follow any more: what matters is what could have stood there instead
        before = fitting(text[:at], rule)
        expected = before.expected if isinstance(before, Fitting) else expected
    return Stumble(at, error.token.type, expected, words, declares)


def _wanted(terminals: Iterable[str]) -> frozenset[str]:
    """What may stand somewhere; where any name may, `moves` is one of them."""
    found = frozenset(terminals)
    return found - {"MOVES"} if "NAME" in found else found


def _bad_dedent(text: str) -> int:
    """Offset of the first line whose indentation matches no open level."""
    levels, offset = [0], 0
    for line in text.split("\n"):
        stripped = line.lstrip(" ")
        if stripped and not stripped.startswith("#"):
            depth = len(line) - len(stripped)
            if depth > levels[-1]:
                levels.append(depth)
            while depth < levels[-1]:
                levels.pop()
            if depth != levels[-1]:
                return offset + depth
        offset += len(line) + 1
    return 0
