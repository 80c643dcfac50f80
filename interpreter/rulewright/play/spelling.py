"""Moves as people may type them: labels in other letters, edges from their other end, names in
part, sets in another order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from ..characters import spoken
from ..core.evaluate import render
from ..core.ir import Choose, Joined, Message, Part, Program
from ..drawing.attributes import attributes_of
from ..runtime.move import arguments, take_apart, tidy
from ..state import Move


def spelled(program: Program, choose: Choose, text: str) -> str:
    """A move with names written as the rules write them, where it is clear which are meant: capital
    letters or not, with blanks for `_` where that makes it a move, of an edge either end first, and
    without what lists tell of names in brackets.

    >>> from rulewright import load
    >>> state = load("ruta").start(seed=1)
    >>> spelled(state.engine.program, state.waiting, "Claim forest-sailor")
    'claim Sailor-Forest'
    """
    known = {*_names(program, choose)}
    text = unbracketed(text, known)
    said = _with(known, program, text)
    known |= {
        word for each in program.choices for a in each.alternatives for word in a.name.split()
    }
    blank = {spoken(name): name for name in known if "_" in name}
    if not blank or is_move(program, choose, said):
        return said
    other = _with(known, program, text, blank)
    return other if is_move(program, choose, other) else said


def _with(
    known: Iterable[str],
    program: Program,
    text: str,
    others: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A text with these names written as the rules write them. `others`: what else they may be
    called."""
    names = dict[str, set[str]]()
    for called, name in (*((name, name) for name in known), *others.items()):
        names.setdefault(called.casefold(), set()).add(name)
    for graph in program.graphs:
        labels = graph.board.component.labels
        for label, ends in zip(graph.edges.labels, graph.ends, strict=True):
            one, other = (labels[graph.board.places[end]] for end in ends)
            if label == f"{one}-{other}":
                names.setdefault(f"{other}-{one}".casefold(), {label})
    actions = {a.name.split()[0] for other in program.choices for a in other.alternatives}
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))

    def right(found: re.Match[str]) -> str:
        if found.start() == 0 and found.group() in actions:  # at another choice, and a card here
            return found.group()
        said = names.get(found.group().casefold(), set())
        return min(said) if len(said) == 1 else found.group()

    return re.sub(rf"(?<!\w)(?:{either})(?!\w)", right, text, flags=re.IGNORECASE)


def in_full(program: Program, choose: Choose, text: str) -> str:
    """A move of which only the names were typed, or its first word was begun, with the words that
    it begins with, if there is one way to read it so and none to read it as it stands.

    >>> from rulewright import load
    >>> state = load("ruta").start(seed=1)
    >>> in_full(state.engine.program, state.waiting, "Sailor-Forest")
    'claim Sailor-Forest'
    """
    if is_move(program, choose, text):
        return text
    here = _with_impossible(choose)
    heads = ("".join(_words_before(one.text.parts)) for one in here.alternatives)
    typed, (first, _, rest) = tidy(text), tidy(text).partition(" ")
    begun = {
        f"{head}{names}"
        for head in filter(None, heads)
        for names in [typed, *[rest] * (first != "" and head.startswith(first))]
    }
    found = [one for one in begun if any(take_apart(one, here, kinds=True))]
    return found[0] if len(found) == 1 else text


def is_move(program: Program, choose: Choose, text: str) -> bool:
    """Does a text read as a move, at this choice or another, be it on offer or not?"""
    choices = (_with_impossible(choose), *program.choices)
    return any(any(take_apart(text, each, kinds=True)) for each in choices)


def _with_impossible(choose: Choose) -> Choose:
    """A choice with what the options rule out."""
    return replace(choose, alternatives=(*choose.alternatives, *choose.impossible))


def _words_before(parts: Iterable[Part]) -> Iterator[str]:
    """What stands in a move before all that it names."""
    for part in parts:
        if not isinstance(part, str):
            return
        yield part


def unbracketed(text: str, names: Iterable[str]) -> str:
    """A move as it was typed without what lists tell in brackets, `buy 2 (cost 2) 7c (rank 7)`; if
    any of the words that moves are made of holds one itself, the text as it is."""
    if "(" not in text or any("(" in name or ")" in name for name in names):
        return text
    before = ""
    while before != text:
        before, text = text, re.sub(r"\s*\([^()]*\)", "", text)
    return text


def _names(program: Program, choose: Choose) -> Iterator[str]:
    """The words of moves at a choice, and all that they could name."""
    for alternative in (*choose.alternatives, *choose.impossible):
        yield from (word for word in alternative.name.split())
        for part in alternative.text.parts:
            if isinstance(part, str):
                yield from part.split()
    for domain in program.domains:
        if not domain.width:
            yield from domain.labels


def forms(choose: Choose) -> list[str]:
    """How moves at a choice are written: `take CARD`, `draw`, `claim ROUTE`."""
    alternatives = (*choose.alternatives, *choose.impossible)
    from ..runtime.why import template

    return list(dict.fromkeys(map(template, alternatives)))


def in_brackets(program: Program) -> dict[str, str]:
    """What lists tell in brackets of what moves name, where that is fixed: `Three of Clubs (3)`.

    >>> from rulewright import load
    >>> in_brackets(load("ruta").program)["Sailor"]
    '4 Wa L'
    """
    attributes = attributes_of(program)
    told = dict[str, str]()
    for domain in program.domains:
        if domain.kind not in ("seat", "range") and not domain.width:
            for label, fact in zip(domain.labels, attributes.brief(domain), strict=True):
                told.setdefault(label, fact)
    return told


def meant(
    moves: Sequence[Move], text: str, brackets: Mapping[str, str] = MappingProxyType({})
) -> list[int]:
    """The numbers of the moves that a text may mean, as people shorten them: their first word can
    be begun only, and the words between names left out; names by some of their words, begun or
    whole; sets in any order; or names alone, in whole words. Those of which all is named; else
    those that go on, as `place T07` does.

    >>> from rulewright import load
    >>> moves = load("klondike").start(seed=7).legal_moves()
    >>> [str(moves[number]) for number in meant(moves, "move seven three five")]
    ['move Seven of Diamonds from three to five']

    `brackets`: what lists tell of names in brackets (see `in_brackets`), by which they may be
    called where no name is meant.
    """
    typed = words_in(text)
    found = _read_as(typed, [_parts(move) for move in moves]) if typed else []
    if found or not typed or not brackets:
        return found
    return _read_as(typed, [_parts(move, brackets) for move in moves])


def _read_as(typed: Sequence[str], moves: Sequence[list[str | Names]]) -> list[int]:
    """The numbers of the moves of which all is named; else of those that go on."""
    read = [_read(typed, parts) for parts in moves]
    return next(
        (
            found
            for wanted in ("all", "begun")
            if (found := [number for number, how in enumerate(read) if how == wanted])
        ),
        [],
    )


def short_forms(move: Move) -> Iterator[str]:
    """What a move may be called in short, the shortest first, if no other is meant by it: a word of
    each of its names, all of them, and both behind its first word; then the move."""
    first, *_ = parts = _parts(move)
    names = [name for part in parts if not isinstance(part, str) for name in part]
    said = [first] if isinstance(first, str) else []
    begun = [name[0] for name in names if name]
    whole = [word for name in names for word in name]
    for words in (begun, whole, [*said, *begun], [*said, *whole]):
        if words:
            yield " ".join(words)
    yield str(move)


def in_other_order(moves: Sequence[Move], text: str) -> list[int]:
    """The numbers of the moves that have the words of a text in another order. They need not be
    what is meant: from here to there is not from there to here."""
    typed = sorted(words_in(text))
    return [n for n, move in enumerate(moves) if typed and sorted(words_in(str(move))) == typed]


def words_in(text: str) -> list[str]:
    """The words of a move as they may be typed: `move a3-b4` has three, and `tax a + b` too, and
    `foreign_aid` two."""
    return re.findall(r"(?:(?<!\w)-)?[^\W_]+(?:['’.][^\W_]+)*", text.casefold())


Names = list[list[str]]  # the words of each
How = Literal["all", "begun", "not"]


def _parts(move: Move, brackets: Mapping[str, str] = MappingProxyType({})) -> list[str | Names]:
    """The words of a move, and what it names: one thing, or those of a set; of each name its words,
    then those that lists tell of it in brackets."""
    values, found = arguments(move.alternative, move.code[1:]), list[str | Names]()
    for part in move.alternative.text.parts:
        if isinstance(part, str):
            found += words_in(part)
            continue
        told = render(Message((part,)), values, move.offer.read)
        names = told.split(part.separator) if isinstance(part, Joined) else [told]
        found.append([words_in(f"{name} {brackets.get(name, '')}") for name in names])
    return found


def _read(typed: Sequence[str], parts: Sequence[str | Names]) -> How:
    """How much of a move is named by what was typed."""
    first = parts[0] if parts else ""
    if isinstance(first, str) and _begins(typed[0], first):
        return _rest(typed[1:], parts[1:])
    known = {
        word for names in parts if not isinstance(names, str) for name in names for word in name
    }
    return "all" if known.issuperset(typed) and _rest(typed, parts) == "all" else "not"


def _rest(typed: Sequence[str], parts: Sequence[str | Names]) -> How:
    if not typed:
        return "all" if all(isinstance(part, str) for part in parts) else "begun"
    if not parts:
        return "not"
    part, found = parts[0], set[How]()
    if isinstance(part, str):
        found.add(_rest(typed, parts[1:]))
        if _begins(typed[0], part):
            found.add(_rest(typed[1:], parts[1:]))
    else:
        for rest, left in _named(typed, part):
            found.add("not" if left and rest else "begun" if left else _rest(rest, parts[1:]))
    return "all" if "all" in found else "begun" if "begun" in found else "not"


def _named(typed: Sequence[str], names: Names) -> Iterator[tuple[Sequence[str], bool]]:
    """The ways to read names at the beginning of what was typed, in any order: what is typed behind
    them, and whether names are left."""
    ways = {(0, frozenset(range(len(names))))}  # how many words are read, and what is left
    waiting = [*ways]
    while waiting:
        read, left = waiting.pop()
        for number in left:
            words = iter(names[number])
            for length, one in enumerate(typed[read:], start=1):
                if not any(_begins(one, word) for word in words):
                    break
                way = read + length, left - {number}
                if way not in ways:
                    ways.add(way)
                    waiting.append(way)
    yield from ((typed[read:], bool(left)) for read, left in ways if read)


def names_all(
    text: str, names: Sequence[str], *, begun: bool = False
) -> Literal["all", "some", "not"]:
    """Does a text name all of these, in any order, or some of them, and nothing else? Names are
    whole, with commas between them; `begun`: some of their words will do, begun or whole."""
    if begun:
        typed = words_in(text)
        ways = list(_named(typed, [words_in(name) for name in names])) if typed else []
        left = [left for rest, left in ways if not rest]
        return "not" if not left else "some" if all(left) else "all"
    said = [_bare(part) for part in re.split(r"[,;+]", text)]
    known = set(map(_bare, names))
    if not known.issuperset(said) or len(set(said)) < len(said):
        return "not"
    return "all" if len(said) == len(known) else "some"


def _bare(name: str) -> str:
    """A name without what people leave out."""
    return "".join(spoken(name).casefold().split())


def _begins(typed: str, word: str) -> bool:
    """Is this a word, or how it begins? Numbers are whole."""
    return word == typed or (word.startswith(typed) and not typed.lstrip("-").isdigit())
