"""A move as a text, and a text as a move.

Engines know moves as codes: the number of the alternative, then its arguments. Players, records
and tests know texts, which the `text` of an alternative makes of its arguments. Reading goes two
ways: a text is compared with the texts of the moves on offer, or, to explain why it is not on
offer, taken apart by the templates of the alternatives.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..characters import LONGEST_NUMBER, whole_number
from ..core.evaluate import Locals, Reader, member, no_state, render
from ..core.ir import Alternative, Choose, Domain, Element, Joined, Local, Number, SetOf, Type
from ..diagnostics import did_you_mean, in_digits


def arguments(alternative: Alternative, args: Iterable[int]) -> Locals:
    """The parameters and selections of an alternative bound to the arguments of a move."""
    return dict(zip((local.number for local in alternative.bound), args, strict=True))


def text_of(choose: Choose, code: tuple[int, ...], read: Reader = no_state) -> str:
    """The text of a move at a choice."""
    alternative = choose.alternatives[code[0]]
    return render(alternative.text, arguments(alternative, code[1:]), read)


def tidy(text: str) -> str:
    """A typed text with single blanks between words and none around."""
    return " ".join(text.split())


def read_among(
    text: str, choose: Choose, codes: Iterable[tuple[int, ...]], read: Reader = no_state
) -> tuple[int, ...] | None:
    """The code among `codes` whose text this is, whatever the order in which sets are written."""
    wanted, codes = tidy(text), [*codes]
    for code in codes:
        if text_of(choose, code, read) == wanted:
            return code
    if not any(isinstance(part, Joined) for one in choose.alternatives for part in one.text.parts):
        return None
    read_as = {(number, *args) for number, args in take_apart(text, choose)}
    return next((code for code in codes if code in read_as), None)


def take_apart(
    text: str, choose: Choose, *, kinds: bool = False
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every reading of a text as (number of an alternative, arguments), whether on offer or not.

    Alternatives count whose templates are made of text and parameters alone and name every
    parameter. Labels may hold blanks and begin alike: all ways to split the text are tried. With
    `kinds` the name of several components without a number is read as the first of them.
    """
    for one in readings(text, choose, kinds=kinds):
        yield one.number, one.args


@dataclass(frozen=True, slots=True)
class Unnumbered:
    """What is named without a number where one or several elements stand: `first` of each of their
    rows, and `named`: the others, with their numbers."""

    named: int
    first: tuple[int, ...]
    domain: Domain

    def meant(self, lying: Iterable[int] = ()) -> int | None:
        """All that is named: of each row one that is not named yet, rather one that lies there;
        None if there are not so many."""
        named, kinds, lying = self.named, self.domain.kinds, [*lying]
        for first in self.first:
            left = (i for i in (*lying, *range(len(kinds))) if not named >> i & 1)
            element = next((i for i in left if kinds[i] == kinds[first]), None)
            if element is None:
                return None
            named |= 1 << element
        return named


@dataclass(frozen=True, slots=True)
class Reading:
    """A text read as an alternative with arguments; `unnumbered`: by the number of a local, what is
    named there without a number."""

    number: int
    args: tuple[int, ...]
    unnumbered: Mapping[int, Unnumbered]


def readings(text: str, choose: Choose, *, kinds: bool = False) -> Iterator[Reading]:
    """What `take_apart` finds, and what is named without a number."""
    wanted = tidy(text)
    for number, alternative in enumerate(choose.alternatives):
        locals_ = [local.number for local in alternative.bound]
        for values, bare in _readings(wanted, alternative.text.parts, {}, {}, kinds):
            if all(local in values for local in locals_):
                yield Reading(number, tuple(values[local] for local in locals_), bare)


def misread(text: str, alternatives: Iterable[Alternative]) -> Misread | None:
    """What is wrong with a text that can be no move at any of these, whatever lies on the table.

    None if it can be one, or if that cannot be told: some texts name what is on the table.
    """
    wanted = tidy(text)
    alike = []
    for alternative in alternatives:
        parts = alternative.text.parts
        if any(True for _ in _readings(wanted, parts, {}, {}, kinds=True)):
            return None
        head = parts[0] if parts else ""
        if not isinstance(head, str) or head.split()[:1] == wanted.split()[:1]:
            if not all(map(_is_readable, parts)):
                return None
            alike.append(alternative)
    found = [one for one in (unread(wanted, each) for each in alike) if one is not None]
    argument = min(found, key=lambda one: len(one.words), default=None)
    return Misread(
        argument and (argument.words, argument.kind), tuple(dict.fromkeys(map(pattern, alike)))
    )


@dataclass(frozen=True, slots=True)
class Misread:
    """`argument`: what stands where something of a type is wanted, if that is wrong. `written`: how
    moves are written that begin so."""

    argument: tuple[str, Type] | None
    written: tuple[str, ...]


def hint_at(words: str, domain: Domain, domains: Iterable[Domain]) -> str:
    """Which element is meant by words that name none, as a hint. Where one of several components
    was named with its number, what has their name alone is meant rather than a name with another
    number. `domains`: all that there are."""
    known = (*domain.labels, *domain.kinds)
    kinds = {
        label: kind for one in domains for label, kind in zip(one.labels, one.kinds, strict=False)
    }
    bare, _, number = words.rpartition(" ")
    named = kinds.get(words, "")
    if not named and number.isdecimal() and _packed(words) not in map(_packed, known):
        named = bare
    return f"did you mean {named}?" if named in domain.labels else did_you_mean(words, known)


def short_for(words: str, domain: Domain) -> list[str]:
    """The names of several words of which some are said, or begun, in their order: `seven` is short
    for four cards. Of equal components the name that all have counts once; numbers are whole, and
    may be in digits."""
    names = dict.fromkeys(domain.kinds or domain.labels)
    several = [name for name in names if words and " " in name]
    said, in_number = _said(words), _said(in_digits(words))
    return [name for name in several if said.search(name) or in_number.search(in_digits(name))]


def _said(words: str) -> re.Pattern[str]:
    """What names look like in which these words, or longer ones that begin so, stand in order."""
    begun = [re.escape(one) + r"\w*" * (not one.isdecimal()) for one in words.split()]
    apart = r"(?!\w).*(?<!\w)"
    return re.compile(rf"(?<!\w){apart.join(begun)}(?!\w)", re.IGNORECASE)


def _packed(words: str) -> str:
    """A name without what is easily mistyped in it: blanks and capitals."""
    return "".join(words.split()).casefold()


def named_whole(text: str, domains: Iterable[Domain]) -> Domain | None:
    """The type of what a text names, if it is a whole name and nothing else; None: it is none."""
    named = (one for one in domains if one.kind != "range" and not one.width)
    return next((one for one in named if text in one.labels or text in one.kinds), None)


def takes(alternative: Alternative, domain: Domain) -> bool:
    """Do the moves of an alternative name what is of this type?"""
    kinds = (local.type for local in alternative.bound)
    return any(isinstance(kind, Element | SetOf) and kind.domain is domain for kind in kinds)


def _is_readable(part: object) -> bool:
    value = part.value if isinstance(part, Joined) else part
    return isinstance(value, str | Local)


def pattern(alternative: Alternative) -> str:
    """How a move is written, its arguments in capitals."""

    def word(part: object) -> str:
        if isinstance(part, Joined) and isinstance(part.value, Local):
            return f"{part.value.name.upper()}{part.separator}..."
        return part.name.upper() if isinstance(part, Local) else str(part)

    return tidy("".join(map(word, alternative.text.parts)))


class Unread(NamedTuple):
    """`words`: what stands in a text where something of a type is wanted; nothing if the text ends
    before. `local`: the number of what it would be the value of, or in the set of. `at`: where the
    words stand in the tidy text. `before`: what was read until there, by the numbers of locals."""

    words: str
    kind: Type
    local: int
    at: int
    before: Mapping[int, int]


def unread(text: str, alternative: Alternative) -> Unread | None:
    """What stands in a text where an alternative wants an argument that is not there.

    None unless the text begins as the alternative does: with its words before the argument; behind
    the last argument that it names, words may be missing, too.
    """
    parts = alternative.text.parts
    whole = tidy(text)
    rest, begun, before = whole, False, dict[int, int]()
    for at, part in enumerate(parts):
        behind = parts[at + 1] if at + 1 < len(parts) else None
        ends = (behind,) if isinstance(behind, str) else ()
        if isinstance(part, str):
            if begun and not rest:
                continue  # it ends here, and lacks what comes behind these words
            if not f"{rest} ".startswith(part):
                return None
            rest, begun = rest[len(part) :], True
        elif isinstance(part, Local) and begun:
            found = _read_one(rest, part.type, ends, last=behind is None)
            if found is None:
                words = _until(rest, part.type, ends)
                return Unread(words, part.type, part.number, len(whole) - len(rest), before)
            length, before[part.number] = found
            rest = rest[length:]
        elif isinstance(part, Joined) and isinstance(part.value, Local) and begun:
            kind, ends = member(part.value.type), (part.separator, *ends)
            nothing = rest.startswith("nothing")
            while not nothing:
                found = _read_one(rest, kind, ends, last=behind is None)
                if found is None:
                    words, at = _until(rest, kind, ends), len(whole) - len(rest)
                    return Unread(words, kind, part.value.number, at, before)
                rest = rest[found[0] :]
                if not f"{rest} ".startswith(part.separator):
                    break
                rest = rest[len(part.separator) :]
            rest = rest.removeprefix("nothing") if nothing else rest
        else:
            return None
    return None


def _read_one(text: str, kind: Type, ends: Sequence[str], *, last: bool) -> tuple[int, int] | None:
    """How long the name or number is that a text begins with, and what it is, if it ends where one
    may: before one of these ends, or, as the last of a text, with it."""
    found = (named for named in _labels(kind, text, kinds=True) if text.startswith(named[0]))
    closed = (
        (len(one), value)
        for one, value in found
        if text == one
        or any(f"{text} ".startswith(one + end) for end in ends)
        or not (ends or last)
    )
    return max(closed, default=None)


def _until(text: str, kind: Type, ends: Sequence[str]) -> str:
    """What stands in a text before the first of these ends, unless names hold them too."""
    for end in ends:
        if not any(end in label for label, _ in _labels(kind, text, kinds=True)):
            text = text.split(end)[0]
    return text


def _readings(
    text: str,
    parts: tuple[object, ...],
    values: Mapping[int, int],
    bare: Mapping[int, Unnumbered],
    kinds: bool,
) -> Iterator[tuple[Mapping[int, int], Mapping[int, Unnumbered]]]:
    """The ways to read `text` as `parts`, each with the values of the locals met, and with what is
    named without a number."""
    if not parts:
        if not text:
            yield values, bare
        return
    part, rest = parts[0], parts[1:]
    if isinstance(part, str):
        if text.startswith(part):
            yield from _readings(text[len(part) :], rest, values, bare, kinds)
    elif isinstance(part, Local):
        for label, value in _labels(part.type, text, kinds):
            if text.startswith(label) and values.get(part.number, value) == value:
                named, unnumbered = {**values, part.number: value}, bare
                if isinstance(part.type, Element) and _is_bare(label, value, part.type.domain):
                    one = Unnumbered(0, (value,), part.type.domain)
                    unnumbered = {**bare, part.number: one}
                yield from _readings(text[len(label) :], rest, named, unnumbered, kinds)
    elif isinstance(part, Joined) and isinstance(part.value, Local):
        local = part.value.number
        for length, value, some in _sets(text, part, kinds):
            unnumbered = bare if some is None else {**bare, local: some}
            yield from _readings(text[length:], rest, {**values, local: value}, unnumbered, kinds)


def _is_bare(label: str, element: int, domain: Domain) -> bool:
    """Is it a name of several, which lacks a number?"""
    return element >= 0 and label != domain.labels[element]


def _sets(text: str, part: Joined, kinds: bool) -> Iterator[tuple[int, int, Unnumbered | None]]:
    """The sets that a text may begin with, whatever the order of what it names, each with the
    length of what is read, and with what is named without a number: named twice, two of them."""
    if text.startswith("nothing"):
        yield len("nothing"), 0, None
    kind = member(part.value.type)
    if not isinstance(kind, Element):
        return
    domain = kind.domain
    # where several are called alike, one set can be named in many orders: it is read once
    read = set[tuple[int, int, tuple[int, ...]]]()

    def onwards(at: int, held: Unnumbered) -> Iterator[tuple[int, int, Unnumbered | None]]:
        for label, element in _labels(kind, text[at:], kinds):
            if not text.startswith(label, at):
                continue
            if _is_bare(label, element, domain):
                named = Unnumbered(held.named, (*held.first, element), domain)
            elif held.named >> element & 1:
                continue
            else:
                named = Unnumbered(held.named | 1 << element, held.first, domain)
            chosen, end = named.meant(), at + len(label)
            if chosen is None or (end, named.named, named.first) in read:
                continue
            read.add((end, named.named, named.first))
            yield end, chosen, named if named.first else None
            if text.startswith(part.separator, end):
                yield from onwards(end + len(part.separator), named)

    yield from onwards(0, Unnumbered(0, (), domain))


def _labels(kind: Type, text: str, kinds: bool) -> Iterator[tuple[str, int]]:
    if isinstance(kind, Element):
        yield from zip(kind.domain.labels, range(kind.domain.size), strict=True)
        if kinds:
            first = {name: i for i, name in reversed([*enumerate(kind.domain.kinds)])}
            yield from ((n, i) for n, i in first.items() if kind.domain.labels[i] != n)
        if kind.optional:
            yield kind.domain.nothing, -1
    elif isinstance(kind, Number):
        for length in range(min(len(text), LONGEST_NUMBER + 1), 0, -1):
            number = whole_number(text[:length])
            if number is not None:
                yield text[:length], number
