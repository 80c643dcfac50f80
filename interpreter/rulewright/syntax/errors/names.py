"""Names that are none, names of two words, and words of the language where a name is wanted."""

from __future__ import annotations

import re
import unicodedata

from .mistake import Mistake
from .place import Place, is_word
from .words import OF_ONE, OF_SEVERAL, OPERATORS, THINGS

_MAY_BE_NAMED = re.compile(r"[\w-]")


def no_name(p: Place) -> Mistake | None:
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
    elif p.could_be_quoted and p.text[p.line_start : start].endswith(" of "):
        # nobody begins a name of their own there
        hint = f"a name from a table stands in single quotes: '{name}'"
    elif p.could_be_quoted:
        hint += f"; a name from a table stands in single quotes: '{name}'"
    return Mistake(
        "E065", f'"{name}" is no name: names are letters from a to z, digits and _, '
        "and begin with a letter", start, end, hint,
    )  # fmt: skip


def as_name(words: str) -> str:
    """Words as one name: letters from a to z, digits and _; empty if no letter is left."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"\W+", "_", plain).lstrip("_0123456789").rstrip("_")


OF_SEATS = ("me", "opponent")
_LITERALS = ("yes", "no", "not")  # words that cannot be names in an expression


def reserved_word(p: Place) -> Mistake | None:
    """`no of me`: a word with a meaning of its own where a name was meant."""
    if p.previous in _LITERALS and (p.piece in ("of", "(", ":", ")", "..") or p.ends):
        start = p.at - len(p.before) + p.before.rindex(p.previous)
        return Mistake(
            "E018", f"`{p.previous}` is a word of the language and cannot be a name here",
            start, start + len(p.previous),
        )  # fmt: skip
    return None


def of_in_a_name(p: Place) -> Mistake | None:
    """`cards_of m`: what is `of` something with a name that ends so, as functions have elsewhere.

    It is told wherever it stands, for without its `of` the rest of the line is read as another."""
    name = p.previous.removesuffix("_of")
    if name == p.previous or not is_word(p.piece) or p.piece in p.words.values():
        return None
    naming = p.names_something and not re.search(r"\(.* in\b", p.before)
    if naming and (p.first_word != "define" or "OF" not in p.expected):
        return None
    if p.is_own(p.previous) and not p.is_declared_with(p.previous):
        return None  # a name of its own, behind which something else is missing
    start = p.at - len(p.before) + p.before.rindex(p.previous)
    said = f"what belongs to {p.piece} is written with `of` as a word of its own"
    defined = p.is_declared_with(p.previous)  # and so told there
    is_taken = p.is_own(name) and not is_scored(p, name)  # by another thing
    if is_taken and (naming or defined or not belongs(p, name)):
        behind = re.match(r" *: *[^=\n]*[^=\s]", p.line[p.end - p.line_start :])
        rest = behind.group() if behind and naming else ""
        instead, end = f"{p.previous}({p.piece}{rest})", p.end + len(rest)
        said = f"{p.previous} is one name, so what it is asked of stands in brackets"
        return Mistake("E019", said, start, p.end, f"write: {instead}", (start, end, instead))
    instead = f"{name} of {p.piece}"
    return Mistake("E019", said, start, p.end, f"write: {instead}", (start, p.end, instead))


def without_brackets(p: Place) -> Mistake | None:
    """`book_of c`, where the file defines `book_of(c: card)`."""
    one = re.escape(p.previous)
    if not re.search(rf"^define {one}\(\w+: *[^,()\n]+\)", p.file, re.M):
        return None
    is_value = is_word(p.piece) and (p.piece in OF_SEATS or p.piece not in p.words.values())
    if not (is_value or p.piece.startswith("'")) or p.following in ("of", "(", ":"):
        return None
    start = p.at - len(p.before) + p.before.rindex(p.previous)
    said = f"{p.previous} is one name, so what it is asked of stands in brackets"
    instead = f"{p.previous}({p.piece})"
    return Mistake("E019", said, start, p.end, f"write: {instead}", (start, p.end, instead))


def is_scored(p: Place, name: str) -> bool:
    """Is this the name of a score line, and of nothing else? Then it is free for what is asked."""
    kinds = re.findall(rf"^(?:replace )?(\w+) {re.escape(name)}(?!\w)", p.file, re.M)
    return bool(kinds) and {*kinds} == {"score"}


def belongs(p: Place, name: str) -> bool:
    """Does the file declare something of this name that is asked of something?"""
    if p.is_declared(f"{name} of") or p.is_declared(f"{name}("):
        return True
    column = rf"^  (?:\w+, )*{re.escape(name)}(?:, \w+)*:"
    return re.search(column, p.file, re.M) is not None


def named_case(p: Place) -> Mistake | None:
    """`full house when …`: a name of several words, of which a word of the language is one."""
    line = _NAMED_CASE.match(p.text, p.line_start)
    if line is None or p.parent(p.line_start) != "define" or not p.line_start:
        return None
    first, *more = line[1].split()
    words = {*p.words.values(), *_ARTICLES}
    if p.at >= line.end(1) or not words & {first, *more} or p.is_own(first) or p.is_bound(first):
        return None
    return Mistake(
        "E019", f'several words, "{line[1]}", stand where one name is wanted', line.start(1),
        line.end(1), f"write: '{line[1]}'", (line.start(1), line.end(1), f"'{line[1]}'"),
    )  # fmt: skip


_NAMED_CASE = re.compile(r" *((?:[A-Za-z]\w* )+[A-Za-z]\w*) +(?:when|else)\b")


def two_words(p: Place) -> Mistake | None:
    """`red card in hand`: a name of two words, or a word between two names forgotten."""
    known = {*p.words.values()}
    if not (is_word(p.piece) and is_word(p.previous)) or p.at_line_start:
        return None
    if p.first_word in ("add", "remove", "replace") and p.previous in THINGS:
        return None  # `replace choice main`
    both, one = f"{p.previous} {p.piece}", f"{p.previous}_{p.piece}"
    start = p.at - len(p.before) + p.before.rindex(p.previous)
    if p.is_own(one) and not p.names_something:
        said = f'two words, "{both}", stand where one name is wanted'
        return Mistake("E019", said, start, p.end, f"write: {one}", (start, p.end, one))
    if p.previous in known or p.piece in known or not p.expects(p.following):
        return None
    own = {p.words.get(t, "") for t in p.expected} - {*OPERATORS}
    if any(map(is_word, own)) and p.following not in own:
        return None  # a word between the two is missing
    if p.names_something and p.is_own(one):
        said = f'two words, "{both}", stand where one name is wanted'
        hint = f"{one} is there already: give it another name, of one word"
        return Mistake("E019", said, start, p.end, hint)
    instead = two_as_one(p)
    hint = f"write: {instead}" if instead else f"write it as one word: {one}"
    if not instead and p.could_be_quoted and not p.is_declared(one):
        hint = (
            f"if it is one name: {one}, or '{both}' if it comes from a table; "
            f"or is a word missing, as in {p.previous} of {p.piece}?"
        )
    if not instead and p.is_declared(f"{p.previous}("):
        instead = f"{p.previous}({p.piece})"
        hint = f"what it is for stands in brackets: {instead}"
    elif not instead and p.first_word in ("add", "remove", "replace") and p.following == "in":
        hint = f"a name of two words stands in single quotes: '{both}'"
    elif not instead and p.previous in OF_SEVERAL:
        hint = f"what {p.previous} is asked of stands in brackets: {p.previous}({p.piece}, …)"
        if (two := _TWO_ASKED.match(p.rest)) is not None:
            fix = (start, p.at + two.end(), f"{p.previous}({two[1]}, {two[2]})")
            said = hint.partition(":")[0]
            return Mistake("E019", said, start, fix[1], f"write: {fix[2]}", fix)
    elif not instead and p.is_bound(p.piece):
        of = p.previous.removesuffix("_of")
        hint = f"what {p.previous} is for {p.piece} is written: {of} of {p.piece}"
    return Mistake(
        "E019", f'two words, "{both}", stand where one name is wanted', start, p.end, hint,
        (start, p.end, instead) if instead else None, not instead,
    )  # fmt: skip


_TWO_ASKED = re.compile(r"(\w+(?: of \w+)*) and (\w+(?: of \w+)*)")


def two_as_one(p: Place) -> str:
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
    return f"{p.previous} of {p.piece}" if of_one or belongs(p, p.previous) else ""


_ARTICLES = ("the", "a", "an", "its", "this", "that")
_PLAYERS = ("player", "seat", "one", "turn", "person")


def ring_first(p: Place) -> Mistake | None:
    """`type shape: ring, bridge`: a value that is called as what makes values a ring."""
    found = _RING_FIRST.match(p.text, p.line_start)
    if p.piece != "," or found is None or found.end("ring") > p.at:
        return None
    others = " ".join(found["others"].split())
    return Mistake(
        "E011", "`ring` before the first value makes a ring of all values, so a value of this name "
        "stands behind another one", *found.span("ring"),
        f"for example, in another order: type {found['name']}: {others}, ring",
        (*found.span("values"), f"{others}, ring"),
    )  # fmt: skip


_RING_FIRST = re.compile(
    r"type (?P<name>\w+):\s*(?P<values>(?P<ring>ring)\s*,\s*(?P<others>\w+(?:\s*,\s*\w+)*))"
)
