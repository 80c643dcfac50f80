"""What the chosen variants change, with the words of the edits: found as `diff` finds it, by
holding the rules against those of the game without variants, and read out as the rest of the book
is. What no sentence tells, such as a mark or a table, stands there as it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulewright.analysis.differences import (
    Change,
    Written,
    differences,
    edits,
    said_before,
    whole_setup,
)
from rulewright.characters import spoken
from rulewright.diagnostics import RulewrightError
from rulewright.game import check
from rulewright.syntax import nodes as n
from rulewright.syntax.joining import HANGING, JOINED, OWN_ELSEWHERE
from rulewright.syntax.walk import walk

from .document import Item, Part, Run, plain, sentence, text
from .happenings import Teller
from .meaning import Meaning
from .reading import Reader

if TYPE_CHECKING:
    from rulewright.catalogue import GameInfo
    from rulewright.game import Game

OF_CHANGES = {
    "added": "Added", "removed": "Taken out", "changed": "Changed", "moved": "Moved",
    "words": "Said in other words", "set": "Set",
}  # fmt: skip
MOST_LINES = 12
"""How many lines of what is changed are told one by one."""

Edited = (
    n.Add | n.AddTo | n.AddRows | n.ReplacePart | n.Remove | n.RemovePromises | n.SetEnd
    | n.SetValue
)  # fmt: skip
TAIL = re.compile(r'\s{2,}("[^"]*")?\s*([A-Z][A-Z0-9_]*-\d+(,\s*|$))*$')

QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'(?!\w)')
ELSE = re.compile(r"else$|else(  | if\b)")
HOLDS_ENTRIES = re.compile(r"(may )?choose\b|define [^=]*$")
"""What is followed by things to choose from, one of which may be written `or …`, or by cases, which
may be negative numbers."""


def changes(game: Game, info: GameInfo, teller: Teller) -> Iterator[Item]:
    """The variants, and then every change, as items."""
    teller.chapter = "what the variant changes"
    for header in game.merged.variant_headers:
        yield _variant(header, teller)
    for titles_of_both, tail in said_together(game):
        yield _both(titles_of_both, tail, teller)
    titles = {h.name.text: title_of_variant(h) for h in game.merged.variant_headers}
    base = without_variants(game, info)
    changed = [
        (change, _edit_of(game, change))
        for change in differences(base, game).changes
        if not _reads_the_same(change)
    ]
    changed = _setup_at_once(changed, whole_setup(base, game))
    told = [(_again(game, change, edit), _tail_of(edit)) for change, edit in changed]
    often = Counter(id(tail) for _, tail in told)
    aloud = _Aloud(base, game)
    found = (
        _changed(change, tail, titles, teller, aloud, alone=often[id(tail)] == 1)
        for change, tail in told
    )
    for _, alike in groupby(found, key=lambda item: plain(item.text)):
        first, *others = alike
        below = [item for other in others for item in _led_to(other)]
        yield replace(first, items=(*first.items, *below))


class _Aloud:
    """Reads out lines of the game without and with its variants."""

    def __init__(self, base: Game, game: Game) -> None:
        _, _, files = game.merged.parts or (None, [], [])
        edited = [d for file in files for d in file.file.declarations]  # and what others make of it
        self.read = [
            (_by_line(declared), Teller(Reader(Meaning(of, of.merged.declarations)), {},
                                        numbering=False))
            for of, declared in (
                (base, base.merged.declarations), (game, game.merged.declarations), (game, edited)
            )
        ]  # fmt: skip

    def told(self, written: Written, now: bool, *, head: bool) -> tuple[Item, ...]:
        """What is written, in sentences; empty where only its lines can be told. `head`: without
        what stands below it."""
        place, lines = (written.file, written.line), _whole_lines(written.text)
        for nodes, teller in self.read[now:]:
            if place in nodes:
                only = head or not 1 < len(lines) <= MOST_LINES
                found = teller.alone(*nodes[place], head=only)
                if found and len(lines) > MOST_LINES:
                    return (Item(text(found[0].text, f" ({len(lines)} lines)")),)
                return found
        return ()


def _by_line(
    declared: Iterable[n.Declaration],
) -> dict[tuple[str, int], tuple[Any, n.ComposeOne | None]]:
    """What begins a line, by file and line, the outermost of what stands there, and the compose
    that it is a step of; of an end or a value that a variant sets, what it is the end or value of.
    """
    found = dict[tuple[str, int], tuple[Any, n.ComposeOne | None]]()
    composes = dict[int, n.ComposeOne]()
    for declaration in declared:
        for node in walk(declaration):
            set_by_others: Sequence[Any] = ()
            match node:
                case n.ComposeOne(until=until, parts=parts):
                    composes |= dict.fromkeys(map(id, parts), node)
                    set_by_others = [until]
                case n.Turns(until=test) | n.Repeat(test=test):
                    set_by_others = [test]
                case n.DefineDecl(cases=(n.Case(test=None) as only,)):
                    set_by_others = [only]
            for one in (node, *set_by_others):
                if one is node or (one is not None and one.span.file is not node.span.file):
                    place = (one.span.file.name, one.span.line)
                    found.setdefault(place, (node, composes.get(id(node))))
    return found


def said_together(game: Game) -> Iterator[tuple[list[str], n.Tail]]:
    """What `with` blocks say of variants that are played together: the titles of both, in the order
    of the variants, and the words and rule numbers."""
    titles = {h.name.text: title_of_variant(h) for h in game.merged.variant_headers}
    _, _, files = game.merged.parts or (None, [], [])
    for file in files:
        for block in file.file.declarations:
            if isinstance(block, n.Together) and block.other.text in titles:
                both = file.header.name.text, block.other.text
                if block.tail.words or block.tail.tags:
                    yield [titles[name] for name in titles if name in both], block.tail


def _setup_at_once(
    changed: Sequence[tuple[Change, Any]], whole: Change | None
) -> list[tuple[Change, Any]]:
    """Changes, with those of an edit that replaces the whole set-up as one, unless they are just
    other lines in the place of lines: it adds nothing to what it replaces."""
    for edit in [edit for _, edit in changed if _is_of_setup(edit)]:
        # of what is gone nothing says by which edit
        places = [
            place
            for place, (change, by) in enumerate(changed)
            if by is edit or (by is None and change.around[:1] == ("setup",))
        ]
        kinds = {changed[place][0].what for place in places}
        if whole is None or not kinds & {"added", "removed", "moved"}:
            continue
        by = next(change.after or change.by for change, one in changed if one is edit)
        if by is not None and whole.after is not None:  # the variant says all of it
            now = replace(whole.after, variant=by.variant, beside=by.beside)
            whole = replace(whole, after=now)
        told = [(whole, edit) if place == places[0] else one for place, one in enumerate(changed)]
        return [one for place, one in enumerate(told) if place not in places[1:]]
    return [*changed]


def _is_of_setup(edit: Any) -> bool:
    return isinstance(edit, n.ReplacePart) and str(edit.target) == "setup"


def _led_to(item: Item) -> tuple[Item, ...]:
    """What stands below an item that another one tells, too; what leads to the item leads there."""
    first, *others = item.items or (item,)
    return (replace(first, anchor=first.anchor or item.anchor), *others)


def title_of(game: Game) -> str:
    """The title of a game, with those of the variants that it is played with."""
    variants = map(title_of_variant, game.merged.variant_headers)
    own = game.title or spoken(game.name)
    return ": ".join(filter(None, (own, ", ".join(variants))))


def title_of_variant(header: n.Header) -> str:
    return header.title or spoken(header.name.text)


def without_variants(game: Game, info: GameInfo) -> Game:
    """The game without variants, with the same options if it has them and no variant sets them."""
    own = {option.name for option in info.options if not option.variant}
    own -= {*set_by_variants(game)}
    options = {name: value for name, value in game.options.items() if name in own}
    try:
        return check(str(info.path), seats=game.seats, options=options)
    except RulewrightError:  # a variant may have other values, or other seats
        return check(str(info.path))


def set_by_variants(game: Game) -> dict[str, n.SetValue]:
    """The options and definitions that variants set, with the edit; options only if they are still
    as the variant says."""
    _, _, files = game.merged.parts or (None, [], [])
    found = (edit for file in files for edit in edits(file.file) if isinstance(edit, n.SetValue))
    return {
        edit.name.text: edit for edit in found
        if game.options.get(edit.name.text, edit.value.span.text()) == edit.value.span.text()
    }  # fmt: skip


def _reads_the_same(change: Change) -> bool:
    """Are there other rule numbers, and nothing else that a reader could see?"""
    if change.what != "words" or change.before is None or change.after is None:
        return False
    one, two = change.before, change.after
    lines = ([TAIL.sub("", line) for line in side.text.splitlines()] for side in (one, two))
    return one.words == two.words and next(lines) == next(lines)


def _variant(header: n.Header, teller: Teller) -> Item:
    title = Run(header.title or spoken(header.name.text), "strong")
    said = text(title, ": " if header.blurbs else "", Run(" ".join(header.blurbs), "words"))
    not_with = []
    for (words, tags), others in groupby(
        header.excludes, key=lambda one: (one[1].words, one[1].tags)
    ):
        names = [part for name, _ in others for part in (", ", Run(name.text, "code"))][1:]
        told = text("Not together with ", *names, ". ", Run(words, "words"), teller.numbers(tags))
        not_with.append(Item(told, anchor=teller.place(tags)))
    anchor = teller.place(header.tags)
    return Item(text(said, teller.numbers(header.tags)), tuple(not_with), anchor)


def _both(titles: Sequence[str], tail: n.Tail, teller: Teller) -> Item:
    one, other = titles
    names: list[Part] = [Run(one, "strong"), " and ", Run(other, "strong"), ":"]
    words: list[Part] = [" ", Run(tail.words, "words")] if tail.words else []
    anchor = teller.place(tail.tags)
    return Item(text(*names, *words, teller.numbers(tail.tags)), anchor=anchor)


def _edit_of(game: Game, change: Change) -> Any:
    """The edit that brought a change about."""
    where = change.by if change.row else change.after or change.by
    _, _, files = game.merged.parts or (None, [], [])
    found: Any = None
    for node in (edit for file in files for edit in edits(file.file)):
        if where and where.file == node.span.file.name and node.span.line <= where.line:
            found = node
    return found


def _tail_of(edit: Any) -> n.Tail:
    """The words and numbers of an edit."""
    if isinstance(edit, n.AddCase):
        return edit.case.tail
    return edit.tail if isinstance(edit, Edited) else n.NO_TAIL


def as_variants_tell(game: Game, change: Change) -> Change:
    """A change, of what another variant has said if it is one of that."""
    return _again(game, change, _edit_of(game, change))


def _again(game: Game, change: Change, edit: Any) -> Change:
    """A change as variants tell it: what one of them says in the place of what another one has
    said, which the game without variants has not, is a change of that."""
    first = edit.content[0] if isinstance(edit, n.ReplacePart) and edit.content else edit
    if change.what != "added" or change.after is None or first is None:  # as of a row
        return change
    if change.after.line != first.span.line:
        return change
    before = said_before(game, edit)
    return replace(change, what="changed", before=before, behind=None) if before else change


def _changed(
    change: Change, edit: n.Tail, titles: dict[str, str], teller: Teller, aloud: _Aloud,
    *, alone: bool,
) -> Item:  # fmt: skip
    """One change; `alone`: is it all that its edit changes, whose words are then those of its line?
    Words of several lines stand above them, and not behind the first of them, too."""
    head: list[Part] = [Run(OF_CHANGES[change.what], "strong")]
    for name in reversed(change.around):
        name = f"procedure {name.removeprefix('to ')}" if name.startswith("to ") else name
        head.append(" in ")
        head += (Run(one, "code") if i % 2 else one for i, one in enumerate(name.split("`")) if one)
    if change.behind:
        head += [", after ", Run(change.behind.strip("`"), "code")]
    elif change.behind is not None:
        head.append(", at the beginning")
    head.append(":")
    above = not alone or change.after is None or edit.words != change.after.words
    if edit.words and above:
        head += [" ", Run(edit.words, "words")]
    head.append(teller.numbers(edit.tags))
    head += _badge(change.after or change.by, titles)
    if change.row:
        of_row = Item(text(Run(change.of_row, "code")))
        return Item(text(*head), (of_row,), teller.place(edit.tags))
    below = []
    for word, written in (("before", change.before), ("now", change.after)):
        if written is None:
            continue
        both = change.before is not None and change.after is not None
        said: list[Part] = [f"{word}: "] if both else []
        words = "" if above and written.words == edit.words else written.words
        known = [tag for tag in written.tags if tag in teller.numbered and tag not in edit.tags]
        behind = (teller.numbers(known), *(_badge(written, titles) if word == "before" else ()))
        head_alone = change.what == "words"  # what is done is the same, or told by itself
        if told := aloud.told(written, now=written is change.after, head=head_alone):
            if words:
                said += [*sentence(text(Run(words, "words"))), Run(" – ", "quiet")]
            begun, *others = told
            below += [Item(text(*said, *begun.text, *behind), begun.items), *others]
            continue
        said += [Run(words, "words"), " "] if words else []
        first, *more = _whole_lines(written.text)
        said.append(Run(TAIL.sub("", first), "code"))
        if len(more) >= MOST_LINES:
            said.append(f" … ({len(more) + 1} lines)")
            more = []
        said += behind
        inside, *beside = _nested([first, *_beside_its_head(more)])
        below += [Item(text(*said), inside.items), *beside]
    return Item(text(*head), tuple(below), teller.place(edit.tags))


def _badge(by: Written | None, titles: dict[str, str]) -> list[Part]:
    """The variant that says something, with the one it says it for, and those that say a part of
    it; nothing if none does."""
    said = [one for one in (by, *by.others) if one.variant] if by is not None else []
    names = dict[str, None]()
    for one in said:
        beside = f" with {titles.get(one.beside, one.beside)}" if one.beside else ""
        names[f"{titles.get(one.variant, one.variant)}{beside}"] = None
    return [part for name in names for part in (" ", Run(name, "variant"))]


def _whole_lines(written: str) -> list[str]:
    """The lines of a text; one that goes on in the next is one."""
    lines = list[str]()
    for line in written.splitlines():
        if lines and _goes_on(lines[-1], line):
            more = line.strip()
            tight = lines[-1].endswith(("(", "{")) or more.startswith((")", "}"))
            between = "  " if more.startswith("else") else "" if tight else " "
            lines[-1] += between + more
        else:
            lines.append(line)
    return lines


def _goes_on(line: str, following: str) -> bool:
    """Does a line go on in the following one: inside brackets, or with a word that joins?"""
    bare = QUOTED.sub("", line)
    if sum(map(bare.count, "({")) > sum(map(bare.count, ")}")):
        return True
    more = following.strip()
    if JOINED.match(more):
        return True
    hangs = HANGING.match(more) is not None and _indent(following) > _indent(line)
    is_entry = more.startswith(OWN_ELSEWHERE) and HOLDS_ENTRIES.match(bare.strip())
    return hangs and not is_entry


def _beside_its_head(more: Sequence[str]) -> list[str]:
    """The lines below the first one of an `if`, with `else` as far out as that."""
    least = min(map(_indent, more), default=0)
    outside = [line for line in more if _indent(line) == least]
    is_else = any(ELSE.match(line.strip()) for line in outside)
    return [line[least:] if is_else else line for line in more]


def _nested(lines: Sequence[str]) -> tuple[Item, ...]:
    """Lines as they are written, each with those below it that are further in."""
    found, rest = list[Item](), list(lines)
    while rest:
        first, *rest = rest
        level = _indent(first)
        until = next((i for i, line in enumerate(rest) if _indent(line) <= level), len(rest))
        inner, rest = rest[:until], rest[until:]
        found.append(Item(text(Run(TAIL.sub("", first.strip()), "code")), _nested(inner)))
    return tuple(found)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
