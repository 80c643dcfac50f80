"""Text → tree: what was read before is had again, the rest is parsed (see `grammar`).

A file is cut where a line starts in column 1, and each piece is parsed by itself, so that a broken
declaration costs one message and the others are still read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import resources
from ..characters import UNFIT, told
from ..diagnostics import Findings, Fix, RulesError
from ..files import own_text
from ..kept import keep, kept
from ..recent import Recent
from ..source import SourceFile, Span
from . import nodes as n
from .packed import packed, unpacked

if TYPE_CHECKING:
    from .grammar import Lexeme

LARGEST_FILE = 250_000  # characters: a rule file is a few hundred lines
MOST_DECLARATIONS = 2_000
MOST_KEPT = 2_000  # declarations that need not be read again
LARGEST_KEPT = 10_000  # characters of such a declaration
WORTH_KEEPING = 4_000  # characters that another process need not read again; of small files, half
SMALL = 1_500  # characters that are as soon read
FILES_KEPT = 1_000  # whose trees there is room for
MOST_BROKEN = 100  # declarations that cannot be read: what comes after them is not looked at
ODD_ENDS = "\r\v\f\x85\u2028\u2029"  # of lines
DEEPEST_LINE = 400  # brackets and blanks at the start of a line, against absurd nesting


def parse_file(
    source: SourceFile,
    findings: Findings,
    words: list[Lexeme] | None = None,
    unreadable: Collection[tuple[int, int]] = (),
) -> n.File:
    """Parse a rule file; what cannot be read is reported and left out of the tree.

    `words` takes the words and signs of what can be read, in order, with what lines and blocks they
    make. `unreadable`: where declarations stand that are known not to be readable, of which nothing
    is reported again.
    """
    whole = Span(source, 0, len(source.text))
    if len(source.text) > LARGEST_FILE:
        findings.add(
            "E001", f"the file has more than {LARGEST_FILE:,} characters", Span(source, 0, 1)
        )
        return n.File(None, (), span=whole)
    if not _characters_are_fine(source, findings):
        return n.File(None, (), span=whole)
    parts = pieces(source.text)
    if len(parts) > MOST_DECLARATIONS:
        at = parts[MOST_DECLARATIONS][0]
        findings.add(
            "E001", f"the file has more than {MOST_DECLARATIONS:,} declarations",
            Span(source, at, at + 1),
        )  # fmt: skip
        return n.File(None, (), span=whole)
    with _kept_trees(source, parts) if words is None else nullcontext():
        return _file(source, parts, findings, words, unreadable)


def parse_declaration(
    text: str, name: str
) -> tuple[SourceFile, n.Header | n.Declaration | tuple[n.Edit, ...] | None]:
    """One of the `pieces` of a file by itself: a file of this name, and what it declares – several
    edits, if one names several things –, or None if that cannot be read."""
    source, ignored = SourceFile(name, text), Findings()
    fine = len(text) <= LARGEST_FILE and _characters_are_fine(source, ignored)
    return source, _declaration(source, 0, len(text), ignored, None) if fine else None


def _file(
    source: SourceFile, pieces: list[tuple[int, int]], findings: Findings,
    words: list[Lexeme] | None, unreadable: Collection[tuple[int, int]],
) -> n.File:  # fmt: skip
    header: n.Header | None = None
    declarations: list[n.Declaration] = []
    broken: list[Span] = []
    hangs = False
    for index, (start, end) in enumerate(pieces):
        if len(broken) == MOST_BROKEN:
            broken.append(Span(source, start, len(source.text)))
            break
        if (start, end) in unreadable:
            broken.append(Span(source, start, end))
            continue
        hangs = _hangs_on(findings, hangs, source, start)
        told = Findings() if hangs else findings  # it is not indented, as was told above
        tree = _declaration(source, start, end, told, words)
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
        elif isinstance(tree, tuple):  # one edit of several things
            declarations += tree
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


def _hangs_on(findings: Findings, hangs: bool, source: SourceFile, start: int) -> bool:
    """Does a piece begin with a statement that belongs to the one above, which has no block, or
    which `hangs` on another one in this way?"""
    first = re.match(r"\w+", source.text[start:])
    if first is None or first[0] not in ONLY_INSIDE:
        return False
    last = findings.found[-1] if findings.found else None
    above = source.text.rfind("\n", 0, source.text[:start].rstrip().rfind("\n") + 1) + 1
    return hangs or (last is not None and last.code == "E016" and last.span.start >= above)


ONLY_INSIDE = (
    "needs", "move", "deal", "refill", "shuffle", "pick", "gain", "spend", "let", "if", "each",
    "repeat", "turn", "turns", "choose", "may", "compose", "end", "extra", "pass", "again", "else",
    "step", "finish",
)  # fmt: skip
"""What begins a line that stands in something, and no declaration."""


def _declaration(
    source: SourceFile, start: int, end: int, findings: Findings, words: list[Lexeme] | None
) -> Any:
    """A piece of a file as a tree, or None; one that stood elsewhere before is not read again."""
    text = source.text[start:end]
    known = _read.get(text) if words is None else None
    if known is not None:
        return unpacked(known, source, start)
    from .grammar import parse_piece

    made, own = None, Findings()
    with suppress(RulesError):  # when there are very many, as there will be below
        made = parse_piece(source, start, end, "declaration", own, words)
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
    half = max(SMALL, sum(map(len, texts)) // 2)
    # one that is edited is read and saved again and again, which is not to be written each time
    worth = half if _read_before.get(source.name) else min(WORTH_KEEPING, half)
    _read_before.put(source.name, True)
    if _unknown(texts) >= worth:
        for line in (kept(*names, form=_form_of_trees()) or b"").splitlines():
            with suppress(ValueError):  # nobody else can have written it: it is what was kept
                text, data = json.loads(line)
                _read.put(text, data)
    new = _unknown(texts)
    yield
    if new >= worth:
        known = ((text, _read.get(text)) for text in texts)
        lines = (json.dumps(pair, separators=(",", ":")) for pair in known if pair[1] is not None)
        keep("\n".join(lines).encode(), *names, form=_form_of_trees())


def _unknown(texts: list[str]) -> int:
    """How many characters of declarations would have to be read."""
    return sum(len(text) for text in texts if len(text) <= LARGEST_KEPT and not _read.get(text))


_MAKE_TREES = ("parse.py", "grammar.py", "joining.py", "build.py", "nodes.py", "packed.py")


@cache
def _form_of_trees() -> str:
    """All that the tree of a text depends on."""
    here = Path(__file__).parent
    files = [here / name for name in _MAKE_TREES]
    lark = find_spec("lark")  # not imported here: its first file has its version
    if lark is not None and lark.origin is not None:
        files.append(Path(lark.origin))
    code = map(own_text, files)
    return "\n".join(("trees 1", resources.grammar_text(), *code))


_read = Recent[str, list[Any]](MOST_KEPT)
"""Declarations by their text, as lists (see `packed`); none in which something was found."""
_read_before = Recent[str, bool](FILES_KEPT)
"""The files that were read in this process, by name."""


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
                hint="indent with blanks, two for each level", fix=_without_tabs(source),
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
                hint="let your editor save the file with line ends of Unix (LF) or Windows (CRLF)"
                if bad.group() in ODD_ENDS else "",
            )  # fmt: skip
            return False
    return True


def _without_tabs(source: SourceFile) -> Fix | None:
    """The file with two blanks for each tab, if tabs alone indent its lines."""
    if re.search(r"^(?: +\t|\t+ )", source.text, re.M):
        return None
    text = re.sub(r"^\t+", lambda tabs: "  " * len(tabs.group()), source.text, flags=re.M)
    return Fix(Span(source, 0, len(source.text)), text)


def pieces(text: str) -> list[tuple[int, int]]:
    """Offsets of the pieces of a file: from one line that starts in column 1 to the next."""
    starts = [m.start() for m in re.finditer(r"^[^\s#]", text, re.MULTILINE)]
    first = re.search(r"^[ \t]*[^\s#]", text, re.MULTILINE)
    if first and (not starts or first.start() < starts[0]):
        starts.insert(0, first.start())
    return list(zip(starts, [*starts[1:], len(text)], strict=True)) if starts else []
