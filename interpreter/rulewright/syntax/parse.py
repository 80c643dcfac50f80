"""Text → tree: with `build`, the only file that knows Lark.

A file is cut where a line starts in column 1, and each piece is parsed by itself, so that a broken
declaration costs one message and the others are still read. Syntax errors are told from what the
parser would have accepted at that place, in the words of the language.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.grammar import Rule
from lark.indenter import DedentError, Indenter
from lark.lexer import TerminalDef

from .. import resources
from ..characters import UNFIT, told
from ..diagnostics import Findings, RulesError
from ..kept import keep, kept
from ..recent import Recent
from ..source import SourceFile, Span
from . import nodes as n
from .build import TreeBuilder
from .packed import packed, unpacked
from .syntax_errors import Stumble, explain

LARGEST_FILE = 250_000  # characters: a rule file is a few hundred lines
MOST_DECLARATIONS = 2_000
MOST_KEPT = 2_000  # declarations that need not be read again
LARGEST_KEPT = 5_000  # characters of such a declaration
WORTH_KEEPING = 4_000  # characters that another process need not read again
FILES_KEPT = 64  # whose trees there is room for
MOST_BROKEN = 100  # declarations that cannot be read: what comes after them is not looked at
DEEPEST = 100  # levels of a declaration, in the grammar
DEEPEST_LINE = 400  # brackets and blanks at the start of a line, against absurd nesting


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
        for token in super().process(stream):  # type: ignore[no-untyped-call]
            self.read.append(token)
            yield token


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


def parse_file(source: SourceFile, findings: Findings, words: list[Lexeme] | None = None) -> n.File:
    """Parse a rule file; what cannot be read is reported and left out of the tree.

    `words` takes the words and signs of what can be read, in order, with what lines and blocks they
    make.
    """
    whole = Span(source, 0, len(source.text))
    if len(source.text) > LARGEST_FILE:
        findings.add(
            "E001", f"the file has more than {LARGEST_FILE:,} characters", Span(source, 0, 1)
        )
        return n.File(None, (), span=whole)
    if not _characters_are_fine(source, findings):
        return n.File(None, (), span=whole)
    pieces = _pieces(source.text)
    if len(pieces) > MOST_DECLARATIONS:
        at = pieces[MOST_DECLARATIONS][0]
        findings.add(
            "E001", f"the file has more than {MOST_DECLARATIONS:,} declarations",
            Span(source, at, at + 1),
        )  # fmt: skip
        return n.File(None, (), span=whole)
    with _kept_trees(source, pieces) if words is None else nullcontext():
        return _file(source, pieces, findings, words)


def _file(
    source: SourceFile, pieces: list[tuple[int, int]], findings: Findings,
    words: list[Lexeme] | None,
) -> n.File:  # fmt: skip
    header: n.Header | None = None
    declarations: list[n.Declaration] = []
    broken: list[Span] = []
    for index, (start, end) in enumerate(pieces):
        if len(broken) == MOST_BROKEN:
            broken.append(Span(source, start, len(source.text)))
            break
        tree = _declaration(source, start, end, findings, words)
        if tree is None:
            broken.append(Span(source, start, end))
            continue
        if isinstance(tree, n.Header):
            if index == 0:
                header = tree
            else:
                findings.add(
                    "E003",
                    f"a second header: a file holds one game, library or variant, "
                    f"and this is the header of another {tree.kind}",
                    tree.name.span,
                    hint="give it a file of its own",
                )
        else:
            declarations.append(tree)
    if header is None and not findings.errors:
        findings.add(
            "E002",
            "the file does not begin with a header",
            Span(source, 0, min(1, len(source.text))),
            hint='begin with a line such as: game my_game "My game"',
        )
    whole = Span(source, 0, len(source.text))
    return n.File(header, tuple(declarations), tuple(broken), span=whole)


def _declaration(
    source: SourceFile, start: int, end: int, findings: Findings, words: list[Lexeme] | None
) -> Any:
    """A piece of a file as a tree, or None; one that stood elsewhere before is not read again."""
    text = source.text[start:end]
    known = _read.get(text) if words is None else None
    if known is not None:
        return unpacked(known, source, start)
    made, own = None, Findings()
    with suppress(RulesError):  # when there are very many, as there will be below
        made = _parse(source, start, end, "declaration", own, words)
    for finding in own.found:
        findings.put(finding)
    if made is not None and not own.found and len(text) <= LARGEST_KEPT:
        _read.put(text, packed(made, start))
    return made


@contextmanager
def _kept_trees(source: SourceFile, pieces: list[tuple[int, int]]) -> Iterator[None]:
    """Within, a file is read: what an earlier process read of it is known, and if much of it is
    new, later ones will know it. There is room for so many files; others take their places."""
    texts = [source.text[start:end] for start, end in pieces]
    slot = int(sha256(source.name.encode(errors="surrogatepass")).hexdigest(), 16) % FILES_KEPT
    names = ("trees", f"{slot}.json")
    if _unknown(texts) >= WORTH_KEEPING:
        for line in (kept(*names, form=_form_of_trees()) or b"").splitlines():
            with suppress(ValueError):  # nobody else can have written it: it is what was kept
                text, data = json.loads(line)
                _read.put(text, data)
    new = _unknown(texts)
    yield
    if new >= WORTH_KEEPING:
        known = ((text, _read.get(text)) for text in texts)
        lines = (json.dumps(pair, separators=(",", ":")) for pair in known if pair[1] is not None)
        keep("\n".join(lines).encode(), *names, form=_form_of_trees())


def _unknown(texts: list[str]) -> int:
    """How many characters of declarations would have to be read."""
    return sum(len(text) for text in texts if len(text) <= LARGEST_KEPT and not _read.get(text))


@cache
def _form_of_trees() -> str:
    """All that the tree of a text depends on."""
    here = Path(__file__).parent
    files = ("parse.py", "build.py", "nodes.py", "packed.py")
    code = "".join((here / name).read_text(encoding="utf-8") for name in files)
    return "\n".join(("trees 1", lark_version, resources.grammar_text(), code))


_read = Recent[str, list[Any]](MOST_KEPT)
"""Declarations by their text, as lists (see `packed`); none in which something was found."""


def parse_expression(source: SourceFile, start: int, end: int, findings: Findings) -> n.Expr | None:
    """Parse an expression that stands inside a text, such as a message in braces."""
    expression: n.Expr | None = _parse(source, start, end, "expression", findings)
    return expression


def _characters_are_fine(source: SourceFile, findings: Findings) -> bool:
    lines = source.text.split("\n")
    if max(map(len, lines)) <= DEEPEST_LINE and not re.search(r"^ *\t", source.text, re.MULTILINE):
        if not UNFIT.search(source.text):
            return True  # as nearly always: no line has to be looked at by itself
    for number, line in enumerate(lines, start=1):
        start = source.starts[number - 1]
        blanks = len(line) - len(line.lstrip(" \t"))
        if "\t" in line[:blanks]:
            at = start + line.index("\t")
            findings.add(
                "E004", "a tab at the start of a line", Span(source, at, at + 1),
                hint="indent with blanks, two for each level",
            )  # fmt: skip
            return False
        deep = max(
            blanks if line.strip() else 0, line.count("("), line.count("{"), line.count("not ")
        )
        if deep > DEEPEST_LINE:
            findings.add("E005", "the line is nested too deeply", Span(source, start, start + 1))
            return False
        bad = UNFIT.search(line)
        if bad:
            at = start + bad.start()
            findings.add(
                "E006", f"a character that may not stand here: {told(bad.group())}",
                Span(source, at, at + 1),
            )  # fmt: skip
            return False
    return True


def _pieces(text: str) -> list[tuple[int, int]]:
    """Offsets of the pieces of a file: from one line that starts in column 1 to the next."""
    starts = [m.start() for m in re.finditer(r"^[^\s#]", text, re.MULTILINE)]
    first = re.search(r"^[ \t]*[^\s#]", text, re.MULTILINE)
    if first and (not starts or first.start() < starts[0]):
        starts.insert(0, first.start())
    return list(zip(starts, [*starts[1:], len(text)], strict=True)) if starts else []


def _parse(
    source: SourceFile, start: int, end: int, rule: str, findings: Findings,
    words: list[Lexeme] | None = None,
) -> Any:  # fmt: skip
    text = _prepared(source.text[start:end]) if rule == "declaration" else source.text[start:end]
    try:
        tree = _lark().parse(text, start=rule)
    except (UnexpectedCharacters, UnexpectedToken) as error:
        explain(source, start, text, _stumble(error, text), findings)
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
    `or` and goes on with the line above hangs on to it. The grammar cannot tell it from the line
    that declines, in `may choose`."""
    lines = text.rstrip().split("\n")
    ends = ["\n"] * len(lines)
    around: list[tuple[int, str]] = []  # the lines that this one is in, and their indentation
    for number, line in enumerate(lines):
        code = line.lstrip(" ")
        if not code or code.startswith("#"):
            continue
        depth = len(line) - len(code)
        while around and around[-1][0] >= depth:
            around.pop()
        if around and _OR.match(code) and not around[-1][1].startswith(("may ", "choose ")):
            _hang(lines, ends, number)
        around.append((depth, code))
    return "".join(line + end for line, end in zip(lines, ends, strict=True))


def _hang(lines: list[str], ends: list[str], number: int) -> None:
    """Make blanks of all that stands between a line and the end of the code above it."""
    for above in reversed(range(number)):
        code = _CODE.match(lines[above])
        lines[above] = (code.group() if code else "").ljust(len(lines[above]))
        ends[above] = " "
        if lines[above].strip():
            return


_OR = re.compile(r"or\b")
_CODE = re.compile(r"""(?:"[^"]*"|'[^']*'|[^#"'])*""")  # a line without its comment


def _stumble(error: UnexpectedCharacters | UnexpectedToken, text: str) -> Stumble:
    """What Lark says about an error, in terms that need no Lark."""
    words = {t.name: t.pattern.value for t in _lark().terminals if t.pattern.type == "str"}
    if isinstance(error, UnexpectedCharacters):
        return Stumble(error.pos_in_stream or 0, "", frozenset(error.allowed or ()), words)
    expected = frozenset(error.accepts or error.expected or ())
    at = error.token.start_pos
    if at is None or error.token.type == "$END":
        at = len(text.rstrip())
    return Stumble(at, error.token.type, expected, words)


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
