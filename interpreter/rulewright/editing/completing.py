"""What may stand at a place: the words that the grammar allows there, and the names that fit.

The declaration around the place is parsed as far as it goes. A line in it that cannot be read is
left out, so that there is help after a mistake, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..check.builtins import BUILT_IN
from ..check.histories import DONE
from ..source import QUOTED
from ..syntax.errors.examples import FORMS
from ..syntax.errors.words import as_written
from ..syntax.grammar import Fitting, fitting
from ..syntax.holes import is_within
from .family import View
from .names import VALUES, Declared, what
from .words import VALUES as OWN_VALUES

MOST_LEFT_OUT = 8  # lines that cannot be read
TYPES = ("type", "component", "cells", "edges")


@dataclass(frozen=True, slots=True)
class Completion:
    """`text`: what is written; `kind`: `word`, `function`, `local` or a symbol's kind; `detail`:
    what it is, or an example."""

    text: str
    kind: str
    detail: str = ""


def completions(view: View | None, text: str, offset: int) -> tuple[int, list[Completion]]:
    """Where the word at an offset of a text begins, and all that may stand there instead of it."""
    begun = re.search(r"[A-Za-z]\w*$|$", text[max(0, offset - 100) : offset])
    assert begun is not None
    start = offset - len(begun.group())
    line = text.rfind("\n", 0, start) + 1
    code = re.match(rf"""(?:"[^"]*"|{QUOTED}|[^"'#])*""", text[line:start])
    before = text[: line + (code.end() if code else 0)]
    piece = text[_piece(text, start) : start]
    if len(before) < start:
        words = text[len(before) : start]
        if not words.startswith('"') or not is_within(words):
            return start, []  # in words or a comment
        found = [*_locals(piece), *_values(view)]
    else:
        found = list(_fitting(view, piece, text[line:start]))
    unique = {one.text: one for one in reversed(found)}
    return start, sorted(unique.values(), key=lambda one: (_rank(one.kind), one.text))


def _rank(kind: str) -> int:
    ranks = {"local": 0, "word": 1, "element": 3, "function": 4}
    return ranks.get(kind, 2)


def _piece(text: str, offset: int) -> int:
    """Where the declaration around an offset begins."""
    if text[max(0, offset - 1) : offset] in ("", "\n"):
        return offset
    starts = [found.start() for found in re.finditer(r"^[^\s#]", text[:offset], re.M)]
    return starts[-1] if starts else offset


def _fitting(view: View | None, piece: str, line: str) -> Iterator[Completion]:
    """What fits after the beginning of a declaration, and of its last line."""
    first = re.match(r"\s*(\w*)", line)
    word = first[1] if first else ""
    if view is not None and re.match(r"\s+(play|offers|refuses|chance)\b", line):
        yield from _in_moves(view, re.split(r"[;,]|\b(?:play|offers|refuses|chance)\b", line)[-1])
        return
    lays_out = re.search(r"^\s+(given|seen)\b", piece, re.M)
    if view is not None and lays_out and re.match(r"\s+[^:\"]*:", line):
        yield from _unquoted(_elements(view))
        return
    found = _read(piece)
    if found is None:
        yield from (
            Completion(one, "word", FORMS.get(one, "")) for one in FORMS if line.strip() == ""
        )
        yield from [*_locals(piece), *_values(view)]
        return
    for terminal in found.expected:
        for one in as_written(terminal, found.words):
            is_name = "offer_name" in found.name_becomes and one not in ("else", "or", "pass")
            if re.fullmatch(r"[a-z ]+", one) and not is_name:
                yield Completion(one, "word", FORMS.get(one, ""))
    if view is not None:
        yield from _names(view, found, piece, word)


def _read(piece: str) -> Fitting | None:
    """What fits after a piece, in which lines that cannot be read are left out; None if it is the
    last line that cannot."""
    lines = piece.split("\n")
    for _ in range(MOST_LEFT_OUT):
        text = "\n".join(lines)
        found = fitting(text)
        if isinstance(found, Fitting):
            return found
        wrong = text.count("\n", 0, min(found, len(text)))
        if wrong in (0, len(lines) - 1):
            return None
        lines[wrong] = ""
    return None


def _names(view: View, found: Fitting, piece: str, word: str) -> Iterator[Completion]:
    """The names that fit, by what they would be there."""
    names, becomes = view.names, found.name_becomes
    others = names.others
    last = found.last[-1] if found.last else ""
    if "name" in becomes:
        yield from _locals(piece)
        yield from _values(view)
    if becomes & {"type_name", "type_set", "keyed"} or any("shape" in one for one in becomes):
        yield from (_completion(one) for one in names.values.values() if one.symbol.kind in TYPES)
        yield Completion("seat", "type", "a type: the places at the table")
    if becomes & {"target_name"}:
        yield from _targets(view)
    if becomes & {"offer_name", "entry_name"}:
        yield from (_completion(one) for (kind, _), one in others.items() if kind == "action")
    if "NAME" in found.expected and last in ("_NL", "_INDENT", "_DEDENT"):
        yield from (_completion(one) for (kind, _), one in others.items() if kind == "procedure")
        if any(one.symbol.kind == "history" for one in names.values.values()):
            yield from (Completion(name, "function", "done with a history") for name in DONE)
    wanted = _by_words(word, found.last)
    yield from (_completion(one) for one in names.every() if one.symbol.kind in wanted)


def _by_words(word: str, last: tuple[str, ...]) -> tuple[str, ...]:
    """What is named after certain words."""
    match word, last[-1:]:
        case "cells" | "edges", ("OF",):
            return ("board",)
        case "board", ("OF",):
            return ("component",)
        case "history", ("OF" | "COMMA",):
            return ("mark", "zone", "definition")
        case "before", ("FROM",):
            return ("zone",)
        case "uses" | "excludes", ("USES" | "EXCLUDES" | "COMMA",):
            return ("file",)
        case "with", ("WITH",):
            return ("option", "file")
        case "set", ("SET",):
            return ("option", "definition")
    return ()


def _targets(view: View) -> Iterator[Completion]:
    """What edits can name: declarations, choices, steps, and what has a label."""
    for use in view.everything:
        if use.declares and use.symbol.kind in (
                "action", "procedure", "phase", "definition", "score", "zone", "mark", "history",
                "option", "choice", "offer", "compose", "step", "finish", "value", "needs",
            ):  # fmt: skip
            yield Completion(use.symbol.name, use.symbol.kind, f"in {use.symbol.home}".strip())
    for word in ("turns", "setup", "repeat"):
        yield Completion(word, "word")


def _values(view: View | None) -> Iterator[Completion]:
    """What expressions can use."""
    if view is None:
        return
    names = view.names
    yield from (_completion(one) for one in names.values.values() if one.symbol.kind in VALUES)
    for homes in names.properties.values():
        yield from map(_completion, homes.values())
    yield from _elements(view)
    yield from (Completion(name, "function", "a function of the language") for name in BUILT_IN)
    yield from (Completion(name, "word", "a value of the language") for name in OWN_VALUES)


def _elements(view: View) -> Iterator[Completion]:
    for homes in view.names.elements.values():
        yield from map(_completion, homes.values())


def _in_moves(view: View, written: str) -> Iterator[Completion]:
    """A move: what can be done first, then what it is done with."""
    if written.strip():
        yield from _unquoted(_elements(view))
        return
    for name, (_, symbol) in view.scenes.chosen.items():
        yield Completion(name, symbol.kind, f"in {symbol.home}")


def _unquoted(found: Iterable[Completion]) -> Iterator[Completion]:
    """Names where blanks and the like need no quotes."""
    for one in found:
        yield replace(one, text=one.text.strip("'"))


def _completion(found: Declared) -> Completion:
    name = found.symbol.name
    written = name if re.fullmatch(r"[A-Za-z]\w*", name) else f"'{name}'"
    return Completion(written, found.symbol.kind, what(found))


_BINDS = re.compile(
    r"\b([A-Za-z]\w*)[ \t]+in\b|\blet[ \t]+(\w+)|\binto[ \t]+(\w+)|"
    r"[(,][ \t]*(\w+):|\bof[ \t]+(\w+):"
)


def _locals(piece: str) -> Iterator[Completion]:
    """What is bound in the declaration before the place."""
    for found in _BINDS.finditer(piece):
        name = next(filter(None, found.groups()), "")
        if name not in ("not", "is"):
            yield Completion(name, "local", "bound here")
