"""A mistake with the line as it may be typed, where that can be told for certain.

Three ways are tried: the line in another form (`rewording`), what the mistake itself would put in,
as often as the line needs it, and the one small change that lets the line be read (`repairing`).
What is told has been read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypedDict

from ...diagnostics import near
from .elsewhere import foreign_form
from .mistake import BELOW, BESIDE, Mistake, is_misplaced
from .names import of_in_a_name, two_words, without_brackets
from .place import Place, Stumble, is_word
from .repairing import (
    STRAY,
    TWICE,
    Reader,
    Repair,
    bracketed,
    repaired,
    told,
    without_one,
)
from .rewording import reworded
from .rewording.written import OPEN, OPENING_NOTHING, OWN_TABLE, Written
from .signs import look_alike
from .words import DECLARATIONS, FUNCTIONS, STATEMENTS

MOST_MENDED = 5  # places of one line
MOST_GUESSED = 4  # forms of one line
REWORDED = (
    "E011", "E012", "E013", "E014", "E017", "E019", "E060", "E062", "E063", "E065",
)  # fmt: skip


def told_how(p: Place, found: Mistake, reader: Reader) -> list[Mistake]:
    """A mistake with the line as it may be typed, in the ways that can be read, likely ones first;
    and last as it is told if none of them is right."""
    if is_misplaced(found.hint):
        return [found]
    bare = found.message.partition("; write `")[0]
    told_so: list[Mistake] = []
    twice = without_one(p.text, p.line_start, p.whole_end, p.at, reader, TWICE)
    told_so += [_without(found, bare, change) for change in twice]
    if not told_so and found.code in REWORDED:
        told_so += [_with_word(p, found, *one) for one in islice(mistyped(p, reader), 1)]
    around = found.start if found.code == "E061" else p.text.find("(", p.line_start, p.at + 1)
    if p.text[around : around + 1] in ("(", "{"):
        told_so += [_without(found, bare, one) for one in bracketed(p.text, around, reader)]
    if found.code in REWORDED:
        made = islice(_in_other_words(p, reader), MOST_GUESSED)
        told_so += [replace(found, message=bare, **one) for one in made]
    end, whole, two = p.whole_end, None, False
    if found.fix is not None:
        two = BELOW in found.hint or BESIDE in found.hint
        whole = None if two else _mended(p, found, end, reader)
        if whole and (found.is_open or whole[1] > 1):
            fix = (p.line_start, end, whole[0][p.line_start :])
            hint = f"write: {told(whole[0][p.line_start :])}"
            told_so.append(replace(found, message=bare, hint=hint, fix=fix))
    if found.fix is None and not told_so and found.code != "E019":
        stray = without_one(p.text, p.line_start, end, p.at, reader, STRAY)
        told_so += [_without(found, bare, change) for change in stray]
    if found.is_open:
        change = repaired(p.text, p.line_start, end, p.words, p.is_own, reader)
        if change and not p.has_unknown(change.line) and not p.miscounts(change.line):
            fix = (change.start, change.end, change.text)
            told_so.append(replace(found, hint=f"write: {change.line}", fix=fix))
    if found.fix is not None and whole is None and not two:
        start, stop, _ = found.fix
        of_line = start <= p.first_at and end <= stop and found.hint.startswith("write: ")
        of_all = of_line and found.code == "E011"
        if of_all or "; write `" in found.message or found.hint.startswith("did you mean "):
            found = without_guess(p, found)  # what is put in cannot be read either
    if found.code == "E063" and found.fix is not None:
        told_so.append(found)
        found = without_guess(p, found)
    return [*told_so, found]


_WORDS = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|#[^\n]*|(?P<word>[A-Za-z]{3,})(?!\w)")


def mistyped(p: Place, reader: Reader) -> Iterator[tuple[int, int, str]]:
    """Words of the line that nothing is called and that are almost words of the language, with
    which it can be read."""
    known = {*filter(is_word, p.words.values()), *FUNCTIONS, *STATEMENTS, *DECLARATIONS}
    start, end = p.line_start, p.whole_end
    for found in _WORDS.finditer(p.text, start, end):
        word = found["word"]
        if word is None or word in known or p.is_own(word) or p.is_bound(word):
            continue
        for close in near(word, known):
            at, to = found.span()
            if reader.reads(p.text[:at] + close + p.text[to:end])[1]:
                yield at, to, close


def _with_word(p: Place, found: Mistake, start: int, end: int, word: str) -> Mistake:
    """A mistake that is one word of the language, mistyped."""
    if found.hint.startswith("did you mean ") and found.start == start:
        return replace(found, fix=(start, end, word))
    said = f'"{p.text[start:end]}" is no word of the language, and nothing is called so'
    return replace(
        found, message=said, start=start, end=end, hint=f"did you mean {word}?",
        fix=(start, end, word),
    )  # fmt: skip


def _without(found: Mistake, bare: str, change: Repair) -> Mistake:
    """A mistake with the line in which something is left out."""
    fix = (change.start, change.end, change.text)
    return replace(found, message=bare, hint=f"write: {change.line}", fix=fix)


def without_guess(p: Place, found: Mistake) -> Mistake:
    """A mistake without what would be typed."""
    guessed = found.hint.startswith(("write: ", "did you mean ")) or found.code == "E019"
    hint = "" if guessed else found.hint
    message = found.message.partition("; write `")[0]
    return replace(found, message=message, hint=hint or p.form(), fix=None)


class _Made(TypedDict):
    hint: str
    fix: tuple[int, int, str] | None


_BEHIND = re.compile(r"""(?:\s+"[^"\n]*")?(?:\s+[A-Z][A-Z_]*-\d+(?:, *[A-Z_]+-\d+)*)?\s*$""")
"""Words and rule numbers behind a line."""


_LISTED_BELOW = re.compile(r"((?:type|option) \w+:)[ \t]*((?:[\w., ]+)?)((?:\n +[\w., ]+)+)")
"""A list of which each element stands on a line of its own."""


_NUMBERS_BEHIND = re.compile(r"(?:\s+[A-Z][A-Z_]*-\d+(?:, *[A-Z_]+-\d+)*)?\s*$")
_HAS_WORDS = ("needs", "scenario", "game", "variant", "library", "remove", "add")


def _in_other_words(p: Place, reader: Reader) -> Iterator[_Made]:
    """The line in the forms that it may have here, if it is written otherwise as a whole."""
    if (listed := _LISTED_BELOW.fullmatch(p.text.rstrip())) is not None:
        names = re.findall(r"[^,\s]+", f"{listed[2]} {listed[3]}")
        whole = f"{listed[1]} {', '.join(names)}"
        if reader.reads(whole)[1]:
            yield {"hint": f"write: {whole}", "fix": (0, len(p.text.rstrip()), whole)}
    around = p.parent(p.line_start) if p.line_start else ""
    start, end = p.first_at, p.whole_end
    column = start - p.line_start
    for hint, instead in in_other_forms(p.text[start:end], column, around, p.file):
        if reader.reads(p.text[:start] + instead)[1]:
            fix = (start, end, instead) if is_complete(instead) else None
            yield {"hint": hint, "fix": fix}


def is_complete(text: str) -> bool:
    """Does it say all that there is to be said, so that it may be put in as it is?"""
    return f": {OPEN}" not in text and OWN_TABLE not in text


def in_other_forms(line: str, column: int, around: str, file: str) -> Iterator[tuple[str, str]]:
    """What a line might be, as hints and texts in its place; nothing says yet that it can be read.

    `around`: the first word of the line that it stands in.
    """
    first = line.split(maxsplit=1)[0] if line.strip() else ""
    has_words = first in _HAS_WORDS or line.startswith("replace needs") or ' else "' in line
    behind = (_NUMBERS_BEHIND if has_words else _BEHIND).search(line)
    tail = behind[0] if behind else ""
    bare = " ".join(line[: len(line) - len(tail)].split())
    indent = "\n" + " " * column
    for lines in reworded(Written(bare, first, around, file)):
        beginnings = [line.split(maxsplit=1)[0] for line in lines]
        beside = len({*beginnings}) == 1 or beginnings[0] in OPENING_NOTHING
        deeper, between = ("", BESIDE) if beside else ("  ", BELOW)
        instead = f"{indent}{deeper}".join((lines[0] + tail, *lines[1:]))
        hint = between.join((told(lines[0]), lines[1])) if lines[1:] else told(lines[0])
        own = " (TABLE.csv is yours, and lies beside the rules)" if OWN_TABLE in lines[0] else ""
        yield "write: " + ", and below that: ".join((hint, *lines[2:])) + own, instead


_ASKED_OF = re.compile(r"(\w+) (\w+)")
_HOLE = re.compile(r"\{[^{}\"]*\}")


def _in_texts(text: str, line_start: int, names: Sequence[tuple[str, str]]) -> str:
    """A text, in the last line of which values within texts are written as those before them."""

    def again(hole: re.Match[str]) -> str:
        found = hole.group()
        for name, form in names:
            found = re.sub(rf"\b{re.escape(name)} (\w+)\b", form, found)
        return found

    return text[:line_start] + _HOLE.sub(again, text[line_start:])


def _mended(p: Place, found: Mistake, end: int, reader: Reader) -> tuple[str, int] | None:
    """The text up to the end of the line, with what certainly mends it put in, and in how many
    places; None if it cannot be read then."""
    text, names = p.text[:end], list[tuple[str, str]]()
    for count in range(1, MOST_MENDED + 1):
        if found.fix is None:
            return None
        start, stop, instead = found.fix
        apart = " " * (instead[-1:].isalnum() and text[stop : stop + 1].isalnum())
        asked = _ASKED_OF.fullmatch(text[start:stop])
        if found.code == "E019" and asked and asked[2] in instead:
            names.append((asked[1], instead.replace(asked[2], r"\1")))
        text = text[:start] + instead + apart + text[stop:]
        at, ends = reader.reads(text)
        if ends:
            return _in_texts(text, p.line_start, names), count
        expected = reader.could_stand(text[:at])
        kind = "_NL" if at >= len(text.rstrip()) else ""
        place = Place(p.file, text, Stumble(at, kind, expected, p.words, p.declares))
        if place.line_start != p.line_start:
            return None
        next_one = (
            without_brackets(place)
            or of_in_a_name(place)
            or foreign_form(place)
            or look_alike(place)
            or two_words(place)
        )
        if next_one is None and found.code != "E060":
            return None
        if next_one is None:
            change = repaired(text, p.line_start, len(text), p.words, p.is_own, reader)
            whole = text[: change.start] + change.text + text[change.end :] if change else ""
            return (whole, count + 1) if change else None
        found = next_one
    return None
