"""Which rules of two games differ, line by line, and where each line stands.

What is compared is what was written, after the edits of variants: so a base game can be held
against its variant, a variant against another, an edited file against the one it was copied from.
Declarations and lines with a name are compared with those of the same name, others with what stands
in their place. Nothing depends on where a file lies or on which line something stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import SequenceMatcher
from itertools import zip_longest
from textwrap import dedent, indent
from typing import Any, Literal

from ..check.overlay import begins, called, is_called, name_of, promised_so
from ..diagnostics import written_numbers
from ..game import Game
from ..source import SourceFile, Span
from ..syntax import nodes as n
from ..syntax.dump import dump
from ..syntax.walk import children, ends_of, walk

Line = tuple[str, int]
"""A file, by its name, and a line of it, from 1."""


@dataclass(frozen=True, slots=True)
class Written:
    """Something as it is written: its text, its words and rule numbers, where it stands, and the
    name of the variant that says it, empty if the game or a library does; `beside`: the variant
    with which it says that, empty if it always does; `others`: the lines in it that other variants
    say, or this one with another."""

    text: str
    words: str
    tags: tuple[str, ...]
    file: str
    line: int
    variant: str
    beside: str = ""
    others: tuple[Written, ...] = ()

    @property
    def in_full(self) -> str:
        """The text, and behind its first line what is said of it elsewhere: words and rule numbers
        of an edit."""
        return _with_tail(self.text, self.words, self.tags)


def _with_tail(text: str, words: str, tags: Sequence[str]) -> str:
    """A text with words and rule numbers behind its first line, so far as it has them nowhere."""
    missing = [f'"{words}"'] if words and f'"{words}"' not in text else []
    if numbers := [tag for tag in tags if not re.search(rf"\b{tag}\b", text)]:
        missing.append(", ".join(numbers))
    first, *more = text.split("\n")
    return "\n".join(("  ".join((first, *missing)), *more))


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a column of a row, None where the row or the column is not there."""

    column: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """A difference: what stands in the first game and what in the second, None where nothing does.

    `what`: `words` if both mean the same; `moved` if the same stands in another place; `set` for
    the value of an option. `around`: what it is part of, from the outside in. `by`: the edit that
    removed it, or what a variant says now where it stood; of a row the edit that says it. `behind`:
    of what is added or moved the line of the second game that it stands behind, together with
    others that are; empty if it is the first there, None if it is part of nothing, so that it does
    not matter where it stands. `row`: the name of a row of a table, of which the `cells` differ; of
    one that is new or gone, all.
    """

    what: Literal["added", "removed", "changed", "moved", "words", "set"]
    around: tuple[str, ...]
    before: Written | None
    after: Written | None
    by: Written | None = None
    behind: str | None = None
    row: str = ""
    cells: tuple[Cell, ...] = ()

    @property
    def of_row(self) -> str:
        """What differs in a row of a table, in one line: `Moon: worth 2 -> 7`."""
        if self.what != "changed":
            return next(side.text for side in (self.after, self.before) if side is not None)
        unlike = (f"{c.column} {_filled(c.before)} -> {_filled(c.after)}" for c in self.cells)
        return f"{self.row}: {', '.join(unlike)}"

    @property
    def place(self) -> str:
        """Where it stands, to be told behind what it is; empty if that does not matter."""
        within = "".join(f" in {one}" for one in reversed(self.around))
        if self.behind is None:
            return within
        return f"{within}, {f'after {self.behind}' if self.behind else 'at the beginning'}"


@dataclass(frozen=True, slots=True)
class Differences:
    """All changes, in the order of the second game, what was removed where it would stand.

    `same_rules`: all games are the same, for rules differ in words alone. `lines`: of each line of
    the first game that stands in the second too, its line there.
    """

    changes: tuple[Change, ...]
    same_rules: bool
    lines: dict[Line, Line]


def differences(a: Game, b: Game) -> Differences:
    """What differs between the rules of two games with their variants and options."""
    found = _Comparison(a, b)
    found.headers()
    found.blurbs()
    found.options()
    found.bodies(_rules(a), _rules(b), ())
    found.tables()
    same = a.digest == b.digest and a.program.bound == b.program.bound and a.seats == b.seats
    return Differences(tuple(found.changes), same, found.lines)


@dataclass
class _Comparison:
    a: Game
    b: Game
    changes: list[Change] = field(default_factory=list)
    lines: dict[Line, Line] = field(default_factory=dict)
    known: dict[int, tuple[Any, str]] = field(default_factory=dict)

    def meaning(self, node: Any) -> str:
        """A text that is the same for nodes that mean the same."""
        if id(node) not in self.known:
            self.known[id(node)] = node, dump(node, lines=False, words=False)
        return self.known[id(node)][1]

    def headers(self) -> None:
        """How many play, and what the seats are called."""
        before, after = _header(self.a), _header(self.b)
        if before.text != after.text:
            self.changes.append(Change("changed", (), before, after))

    def blurbs(self) -> None:
        """Sentences of the game itself that a variant takes away."""
        for blurb in self.a.blurbs:
            if self.a.name == self.b.name and blurb not in self.b.blurbs:
                before, by = (
                    _at(self.a, self.a.merged.header.span, f'"{blurb}"'),
                    _unsaid(self.b, blurb),
                )
                self.changes.append(Change("removed", (), before, None, by))

    def options(self) -> None:
        """Options that are there in both games, and set otherwise; and those of a variant that
        another one, or its `with` block, sets."""
        for name, after in self.b.options.items():
            before = self.a.options.get(name) or _unset(self.b, name) or after
            if before != after:
                of = self.a if name in self.a.options else self.b
                one, two = _setting(of, name, before), _setting(self.b, name, after)
                self.changes.append(Change("set", (), one, two))

    def tables(self) -> None:
        """Lines of tables, of what is called alike in both, or else of files with the same name."""
        before, after = dict(_tables(self.a)), dict(_tables(self.b))
        told = set[tuple[str, ...]]()
        for key in (key for key in after if key in before):
            old, new = before[key][0], after[key][0]
            edited = (getattr(of[key][1], "more", ()) for of in (before, after))
            read = (old.name, new.name, *(edit.table for more in edited for edit in more))
            if read in told:
                continue
            told.add(read)
            rows = [*map(_rows, (self.a, self.b), (before[key][1], after[key][1]))]
            if rows[0] is not None and rows[1] is not None:
                self.changes += _unlike_rows(rows[0], rows[1], f"table {_last(new)}")
                continue
            one, two = old.text.splitlines(), new.text.splitlines()
            for tag, a1, a2, b1, b2 in _opcodes(one, two):
                if tag != "equal":
                    was = _lines_of(self.a, before[key], a1, a2)
                    now = _lines_of(self.b, after[key], b1, b2)
                    self.changes.append(Change(_TAGS[tag], (f"table {_last(new)}",), was, now))

    def bodies(
        self,
        before: Sequence[Any],
        after: Sequence[Any],
        around: tuple[str, ...],
        whole: Any = None,
        first: str = "",
    ) -> None:
        """Compare what stands in one place: declarations, statements, entries, steps. `whole`: what
        that is part of in the second game; `first`: the line behind which it begins, if any."""
        one, two = list(map(self.meaning, before)), list(map(self.meaning, after))
        pairs = dict[int, int]()  # of numbers in `after`: numbers in `before`
        left, new = dict[int, Any](), dict[int, Any]()
        for tag, a1, a2, b1, b2 in _opcodes(one, two):
            if tag == "equal":
                pairs |= zip(range(b1, b2), range(a1, a2), strict=True)
            else:
                left |= zip(range(a1, a2), before[a1:a2], strict=True)
                new |= zip(range(b1, b2), after[b1:b2], strict=True)
        moved = dict[int, int]()
        for j in list(new):
            i = next((i for i in left if one[i] == two[j]), None)
            if i is not None:
                moved[j] = i
                del left[i], new[j]
        for same in (
            _same_place,
            _same_name,
        ):  # what a variant adds may be called like what is there
            for j, node in list(new.items()):
                i = next((i for i, other in left.items() if same(other, node)), None)
                if i is not None:
                    pairs[j] = i
                    del left[i], new[j]
        for i, j in self.replaced(left, new):
            pairs[j] = i
            del left[i], new[j]
        for i, j in _alike(left, new, all_of_a_kind=not around):
            pairs[j] = i
            del left[i], new[j]
        following = len(before)  # of each place in `after`: the next that stands in both
        until = [0] * len(after)
        for j in reversed(range(len(after))):
            following = until[j] = pairs.get(j, following)
        behind: str | None = first if around else None
        added: Any = None  # what has been told last, since what stands in both
        for j, node in enumerate(after):
            for i in [i for i in left if i < until[j]]:  # what is gone is told first
                self.removed(left.pop(i), around, whole)
            if j in pairs:
                self.compare(before[pairs[j]], node, around)
                behind, added = _called(node) if around else None, None
            elif j in moved:
                self.compare(before[moved[j]], node, around)
                one_, two_ = _written(self.a, before[moved[j]]), _written(self.b, node)
                self.changes.append(Change("moved", around, one_, two_, behind=behind))
                behind, added = _called(node) if around else None, None
            else:
                if (
                    added is not None
                    and around
                    and not first
                    and self.edit_of(added) is not self.edit_of(node)
                ):
                    behind = _called(added)
                added = node
                told = _written(self.b, node)
                self.changes.append(Change("added", around, None, told, behind=behind))
        for node in left.values():
            self.removed(node, around, whole)

    def edit_of(self, node: Any) -> Any:
        """The edit of a variant of the second game that a node stands in, if any."""
        return next((edit for edit in _edits_of(self.b) if _within(node, edit)), None)

    def replaced(self, left: dict[int, Any], new: dict[int, Any]) -> list[tuple[int, int]]:
        """Which of the new things an edit of the second game puts in the place of which of those
        that are gone: of several the one that is most like it."""
        pairs = dict[int, int]()
        for edit in _edits_of(self.b):
            if isinstance(edit, n.ReplacePart):
                put = [j for j, node in new.items() if _within(node, edit) and j not in pairs]
                gone = [i for i, node in left.items() if _is_meant(node, edit.target)]
                if put and len(gone) == 1 and gone[0] not in pairs.values():
                    old = left[gone[0]]
                    pairs[max(put, key=lambda j: _likeness(old, new[j]))] = gone[0]
        return [(i, j) for j, i in pairs.items()]

    def removed(self, node: Any, around: tuple[str, ...], whole: Any) -> None:
        by = _remover(self.b, node)
        if by is None and whole is not None and _has_other_lines(whole):
            put = next(edit for edit in _edits_of(self.b) if edit.span == whole.tail.edit)
            by = _written(self.b, put)
        if by is None and whole is not None:  # what it was part of says now something without it
            said = _written(self.b, whole, head=True)
            by = said if said.variant else None
        self.changes.append(Change("removed", around, _written(self.a, node), None, by))

    def compare(self, before: Any, after: Any, around: tuple[str, ...]) -> None:
        """Compare two nodes of which one stands for the other."""
        if before is after or self.meaning(before) == self.meaning(after):
            for one, two in zip(_meant(before), _meant(after), strict=True):
                self.lines.setdefault(_line(one), _line(two))
            if before is not after:
                self.words(before, after, around)
            return
        self.lines[_line(before)] = _line(after)
        other_kind = type(before) is not type(after)
        if other_kind or _has_cases(before) != _has_cases(after):  # one value is no case of another
            one, two = _written(self.a, before), _written(self.b, after)
            self.changes.append(Change("changed", around, one, two))
            return
        one, two = _bare(before), _bare(after)
        if self.meaning(one) != self.meaning(two):
            self.changed("changed", before, after, around)
        elif dump(one, lines=False) != dump(two, lines=False):
            self.changed("words", before, after, around)
        for f in fields(before):
            inside = (*around, _branch(after, f.name))
            one, two = _body(before, f.name), _body(after, f.name)
            if f.name == "more" and self.told_by_rows(before, after):
                continue
            added = f.name == "more" and isinstance(after, n.TypeDecl | n.ComponentDecl)
            self.bodies(one, two, inside, after, _last_of(after) if added else "")

    def told_by_rows(self, before: Any, after: Any) -> bool:
        """Is what edits say of two tables told row by row?"""
        return _rows(self.a, before) is not None and _rows(self.b, after) is not None

    def words(self, before: Any, after: Any, around: tuple[str, ...]) -> None:
        """Compare the words of nodes that mean the same, line by line."""
        if dump(before, lines=False) == dump(after, lines=False):
            return
        if dump(_bare(before), lines=False) != dump(_bare(after), lines=False):
            self.changed("words", before, after, around)
        for f in fields(before):
            inside = (*around, _branch(after, f.name))
            for one, two in zip(_body(before, f.name), _body(after, f.name), strict=False):
                self.words(one, two, inside)

    def changed(
        self, what: Literal["changed", "words"], before: Any, after: Any, around: tuple[str, ...]
    ) -> None:
        """The line that nodes begin with is another one, whatever stands below it."""
        one, two = _written(self.a, before, head=True), _written(self.b, after, head=True)
        self.changes.append(Change(what, around, one, two))


_TAGS: dict[str, Literal["added", "removed", "changed"]] = {
    "insert": "added", "delete": "removed", "replace": "changed",
}  # fmt: skip


def _meant(node: Any) -> Iterator[Any]:
    """A node and all below it, but for what is only said: the same of nodes that mean the same."""
    yield node
    for child in children(node):
        if not isinstance(child, n.Template):
            yield from _meant(child)


def _rules(game: Game) -> list[n.Declaration]:
    """The declarations of a game, but for what is said of scenarios."""
    return [d for d in game.merged.declarations if not isinstance(d, n.RemoveScenarios)]


def _opcodes(one: list[str], two: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, one, two, autojunk=False).get_opcodes()


def _same_place(one: Any, two: Any) -> bool:
    """Are they the same line of the same file, whatever edits have made of it?"""
    first, second = one.span, two.span
    return type(one) is type(two) and first.start == second.start and (
        first.file is second.file
        or (first.file.name, first.file.text) == (second.file.name, second.file.text)
    )  # fmt: skip


def whole_setup(a: Game, b: Game) -> Change | None:
    """The set-ups of two games as one change, each as it is written; None if one has none."""
    before, after = ([d for d in _rules(game) if isinstance(d, n.SetupDecl)] for game in (a, b))
    if not before or not after:
        return None
    return Change("changed", (), _written(a, before[0]), _written(b, after[0]))


def said_before(game: Game, edit: Any) -> Written | None:
    """What another edit of the variants has said, in the place of which an edit says something now;
    None unless that is one thing."""
    others = [other for other in _edits_of(game) if other is not edit]
    match edit:
        case n.ReplaceDecl(declaration=declaration):
            found = [other for other in others if _same_name(other, declaration)]
        case n.ReplacePart(target=target):
            put = [other for other in others if isinstance(other, n.Add | n.ReplacePart)]
            inside = (node for other in put for node in walk(other) if node is not other)
            found = [node for node in inside if _is_meant(node, target)]
        case _:
            return None
    return _written(game, found[0]) if len(found) == 1 else None


def _within(node: Any, edit: Any) -> bool:
    """Does it stand in what an edit says?"""
    return node.span.file is edit.span.file and (
        edit.span.start <= node.span.start and node.span.end <= edit.span.end
    )


def _is_meant(node: Any, target: n.Target) -> bool:
    """Has it the name, or the words, that a target begins with?"""
    return is_called(node, target.words[0], target.names[0].text)


def _edits_of(game: Game) -> list[Any]:
    """The declarations of all variants of a game, those in `with` blocks if both are played."""
    files = game.merged.parts[2] if game.merged.parts is not None else []
    chosen = {each.header.name.text for each in files}
    blocks = [d for each in files for d in each.file.declarations if isinstance(d, n.Together)]
    apart = {id(edit) for d in blocks if d.other.text not in chosen for edit in d.parts}
    return [edit for each in files for edit in edits(each.file) if id(edit) not in apart]


def _same_name(one: Any, two: Any) -> bool:
    return type(one) is type(two) and name_of(one) == name_of(two) != ""


def _same_kind(one: Any, two: Any) -> bool:
    """Things without a name may stand for each other, and names of what is within others."""
    if type(one) is not type(two):
        return False
    return not name_of(one) and not name_of(two)


def _alike(
    left: dict[int, Any], new: dict[int, Any], *, all_of_a_kind: bool
) -> list[tuple[int, int]]:
    """Which of the new things stand for which of those that are gone: the most alike first, and
    none that have little in common; `all_of_a_kind`: these have, whatever they say."""
    found = []
    for i, other in left.items():
        for j, node in new.items():
            if _same_kind(other, node):
                likeness = _likeness(other, node)
                if likeness >= ALIKE or all_of_a_kind:
                    found.append((-likeness, j, i))
    pairs = dict[int, int]()
    for _, j, i in sorted(found):
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return [*pairs.items()]


ALIKE = 0.45  # a line alone with every second word the same, or what has lines below it with these


def _likeness(one: Any, two: Any) -> float:
    """How much two things say the same, 0…1: their first lines, and, counting as much, what stands
    below these."""
    heads = _shared(_text(one, head=True), _text(two, head=True))
    if not any(_body(node, f.name) for node in (one, two) for f in fields(node)):
        return heads
    below = (_text(node, head=False)[len(_text(node, head=True)) :] for node in (one, two))
    return (heads + _shared(*below)) / 2


def _shared(one: str, two: str) -> float:
    """The share of words and signs that two texts have in common, in their order."""
    first, second = (_words(re.sub(r'"[^"]*"', "", text)) for text in (one, two))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _words(text: str) -> list[str]:
    return re.findall(r"[\w.]+|[^\w\s()\[\]{},]+", text)


def _body(node: Any, name: str) -> tuple[Any, ...]:
    """What a field of a node holds, if these are lines of their own; else nothing."""
    value = getattr(node, name)
    if not isinstance(value, tuple) or not value or not hasattr(value[0], "tail"):
        return ()
    if isinstance(value[0], n.Case) and value[0].test is None:
        return ()  # the one value of a definition
    return value if _line(value[0]) != _line(node) else ()


def _has_cases(node: Any) -> bool:
    return isinstance(node, n.DefineDecl) and bool(_body(node, "cases"))


def _last_of(node: n.TypeDecl | n.ComponentDecl) -> str:
    """What variants add to a type, or to what a table lists, stands behind: the last value, or the
    table."""
    if isinstance(node, n.ComponentDecl):
        return f'"{node.table}"'
    return node.values[-1].span.text() if node.values else ""


def _bare(node: Any) -> Any:
    """A node without the lines below it."""
    return replace(node, **{f.name: () for f in fields(node) if _body(node, f.name)})


def _branch(node: Any, part: str) -> str:
    """What a change in one of the parts of a node is said to be part of."""
    is_else = isinstance(node, n.IfElse) and part == "other"
    return f"{'`else` of ' * is_else}{_called(node)}"


def _called(node: Any) -> str:
    """What a change is said to be part of: a name with its word, a word, or the `line`."""
    if name_of(node):
        return called(node)
    head = _text(node, head=True).splitlines()[0].partition("  ")[0]
    return f"`{head}`" if " " in head else head


def _text(node: Any, *, head: bool) -> str:
    """What is written of a node; its head alone, without the lines below it."""
    span = node.span
    parts = (part for f in fields(node) for part in _body(node, f.name))
    starts = (part.span.start for part in parts if part.span.file is span.file)
    end = min((start for start in starts if span.start < start < span.end), default=span.end)
    text = Span(span.file, span.start, end if head else span.end).text()
    first, *more = (line for line in text.splitlines() if line.strip()[:1] not in ("", "#"))
    lines = [first, *dedent("\n".join(more)).splitlines()]
    indented = [line if line is first else f"  {line}" for line in lines]
    return "\n".join(re.sub(r"(?<=\S) {2,}", "  ", line).rstrip() for line in indented)


def as_it_is(game: Game, node: Any) -> Written:
    """A line as it is with the variants of a game, without those below it."""
    return _written(game, node, head=True)


def _written(game: Game, node: Any, *, head: bool = False) -> Written:
    tail = getattr(node, "tail", n.NO_TAIL)
    match node:
        case n.DefineDecl(name=name, cases=(n.Case(test=None, span=span),)):
            if span.file is not node.span.file:  # it is set by a variant
                return _at(game, span, f"{name.text} = {span.text()}{_quoted(tail)}", tail)
        case n.Turns(until=test) | n.ComposeOne(until=test) | n.Repeat(test=test):
            if test is not None and test.span.file is not node.span.file:  # so is this
                before = re.split(r"\s+(?:until|while)\b", _text(node, head=True))[0]
                until = f"{before} until {_ending(node)}{_quoted(tail)}"
                return _at(game, test.span, until, tail)
    if head:
        said_by = tail.edit if _has_other_lines(node) else None
        return _at(game, said_by or node.span, _head(game, node), tail)
    found = _at(game, node.span, _as_edited(game, node), tail)
    return replace(found, others=tuple(_said_elsewhere(game, node, found)))


def _has_other_lines(node: Any) -> bool:
    """Has an edit put others in the place of all the lines below it?"""
    edit = getattr(node, "tail", n.NO_TAIL).edit
    below = [part for f in fields(node) for part in _body(node, f.name)]
    return edit is not None and bool(below) and all(
        edit.file is part.span.file and edit.start <= part.span.start < edit.end for part in below
    )  # fmt: skip


def _head(game: Game, node: Any) -> str:
    """What is written of a node without the lines below it, with words that an edit says instead of
    its own."""
    read = _before_edits(game, node) or node
    tails = [getattr(one, "tail", n.NO_TAIL) for one in (read, node)]
    before, now = (f'"{tail.words}"' for tail in tails)
    text = _text(read, head=True)
    return text.replace(before, now) if tails[1].edit is not None and tails[0].words else text


def _said_elsewhere(game: Game, node: Any, whole: Written) -> Iterator[Written]:
    """What stands below a node and is said by another variant than the node, or for another."""
    for part in (part for f in fields(node) for part in _body(node, f.name)):
        said = _written(game, part, head=True)
        if said.variant and (said.variant, said.beside) != (whole.variant, whole.beside):
            yield said
        else:
            yield from _said_elsewhere(game, part, whole)


def _as_edited(game: Game, node: Any) -> str:
    """What is written of a node, and of what stands below it what edits have made of that."""
    before = _before_edits(game, node)
    if before is None or all(
        one is two or (one is not None is not two and dump(one) == dump(two))
        for f in fields(node)
        for one, two in zip_longest(_body(before, f.name), _body(node, f.name))
    ):
        return _text(node, head=False)
    lines = [_head(game, node)]
    for f in fields(node):
        for number, part in enumerate(_body(node, f.name)):
            tail = getattr(part, "tail", n.NO_TAIL)
            text = _with_tail(_as_edited(game, part), tail.words, tail.tags)
            other = isinstance(node, n.IfElse) and f.name == "other"
            if other and re.search(r"\belse +$", _in_front(part)):
                lines.append(f"else {text}")
                continue
            lines += ["else"] if other and not number else []
            lines.append(indent(text, "  "))
    return "\n".join(lines)


def _in_front(node: Any) -> str:
    """What stands in front of a node on its line."""
    file, start = node.span.file, node.span.start
    return file.text[file.text.rfind("\n", 0, start) + 1 : start]  # type: ignore[no-any-return]


def _before_edits(game: Game, node: Any) -> Any:
    """What was read where a node stands, before variants changed it; None if nothing was."""
    if game.merged.parts is None:
        return None
    of_game, libraries, of_variants = game.merged.parts
    for loaded in (of_game, *libraries, *of_variants):
        for declaration in loaded.file.declarations if loaded.source is node.span.file else ():
            span = declaration.span
            if span.start <= node.span.start and node.span.end <= span.end:
                same = (one for one in walk(declaration) if type(one) is type(node))
                return next((one for one in same if one.span == node.span), None)
    return None


def _ending(node: n.Turns | n.ComposeOne | n.Repeat) -> str:
    """What a variant has set that something goes on until, with the reasons."""
    if not isinstance(node, n.ComposeOne):
        test = node.test if isinstance(node, n.Repeat) else node.until
        return "" if test is None else _condition(test)
    parts = [
        _condition(part) + (f" else {said.span.text()}" if said is not None else "")
        for part, said in ends_of(node.until, node.otherwise)
    ]
    return " and ".join(parts)


def _condition(test: n.Expr) -> str:
    """A condition as it is written, with what variants have added to it."""
    match test:
        case n.Logic(op="or", items=(*_, last)) if last.span == test.span:
            return " or ".join(map(_condition, test.items))
        case n.Not(operand=operand) if operand.span == test.span:
            return f"not ({operand.span.text()})"
    return test.span.text()


def _quoted(tail: n.Tail) -> str:
    """Words as they stand behind a line."""
    return f'  "{tail.words}"' if tail.words else ""


def _at(game: Game, span: Span, text: str, tail: n.Tail = n.NO_TAIL) -> Written:
    headers = game.merged.variant_headers
    variant = next((h.name.text for h in headers if h.span.file is span.file), "")
    beside = beside_of(game, span) if variant else ""
    return Written(text, tail.words, tail.tags, span.file.name, span.line, variant, beside)


def beside_of(game: Game, span: Span) -> str:
    """The variant in whose `with` block something stands; empty if it stands in none."""
    files = game.merged.parts[2] if game.merged.parts is not None else []
    blocks = (d for each in files for d in each.file.declarations if isinstance(d, n.Together))
    for block in blocks:
        within = block.span.start <= span.start and span.end <= block.span.end
        if block.span.file is span.file and within:
            return block.other.text
    return ""


def _setting(game: Game, name: str, value: str) -> Written:
    """The value of an option, where a variant sets it, or else where it is declared."""
    nodes: list[n.SetValue | n.OptionDecl] = [
        *(node for node in _edits_of(game) if isinstance(node, n.SetValue)),
        *(node for node in game.merged.declarations if isinstance(node, n.OptionDecl)),
    ]
    node = next(
        node for node in nodes if node.name.text == name
        if isinstance(node, n.OptionDecl) or node.value.span.text() == value
    )  # fmt: skip
    return _at(game, node.span, f"{name} is {value}", node.tail)


def _unset(game: Game, name: str) -> str:
    """The value of an option of a variant by itself, if variants set it; else empty."""
    if not any(isinstance(edit, n.SetValue) and edit.name.text == name for edit in _edits_of(game)):
        return ""
    declared = (d for d in game.merged.declarations if isinstance(d, n.OptionDecl))
    first = next((d.values[0] for d in declared if d.name.text == name), None)
    return (
        "" if first is None else (first.low if isinstance(first, n.RangeOf) else first).span.text()
    )


def _remover(game: Game, node: Any) -> Written | None:
    """The edit that took something away, if it can be told by its name."""
    for found in _edits_of(game):
        match found:
            case n.Remove(target=target) | n.ReplacePart(target=target):
                if is_called(node, "", target.names[0].text):
                    return _written(game, found)
            case n.RemovePromises(titles=titles):
                if isinstance(node, n.Promise) and any(
                    promised_so(node, title.text) for title in titles
                ):
                    return _written(game, found)
    return None


def _unsaid(game: Game, blurb: str) -> Written | None:
    """The edit that took a sentence of the game away."""
    for found in _edits_of(game):
        match found:
            case n.Remove(target=target) if begins(blurb, target.names[0].text[1:-1]):
                return _written(game, found)
            case n.RemovePromises(titles=titles) if any(begins(blurb, t.text) for t in titles):
                return _written(game, found)
    return None


def edits(file: n.File) -> Iterator[Any]:
    """The declarations of a variant, those that go with another variant too."""
    for declaration in file.declarations:
        yield from declaration.parts if isinstance(declaration, n.Together) else (declaration,)


def _header(game: Game) -> Written:
    header = game.merged.header
    counts = written_numbers(header.numbers(otherwise=(1, 1)))
    names = ", ".join(name.text for name in header.seat_names)
    text = f"players {counts}" + f" named {names}" * bool(names)
    said = next((h for h in reversed(game.merged.variant_headers) if h.players), header)
    return _at(game, said.span, text, header.players_tail)


def _tables(game: Game) -> Iterator[tuple[str, tuple[SourceFile, Any]]]:
    """The tables of a game, each with the declaration that reads it: by what this declares, and
    then by their own names."""
    files = game.checked.tables
    reading = (d for d in game.merged.declarations if isinstance(d, n.ComponentDecl | n.BoardDecl))
    read = [(d, files[d.span].file) for d in reading if d.span in files]
    yield from ((d.name.text, (file, d)) for d, file in read)
    listed = (d for d, _ in read if isinstance(d, n.ComponentDecl) and _rows(game, d) is None)
    added = (edit for d in listed for edit in d.more)  # others are told with the rows of all
    more = [(edit, files[edit.span].file) for edit in added if edit.span in files]
    yield from ((f'"{_last(file)}"', (file, d)) for d, file in [*read, *more])


def _listing(game: Game) -> list[n.ComponentDecl]:
    """What is listed in tables."""
    return [d for d in game.merged.declarations if isinstance(d, n.ComponentDecl)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a table, and where that is, with what edits say otherwise of it: by its columns
    what stands there, and where it is written. `by`: the edits that say so, by the columns, and
    that of a whole row."""

    name: str
    at: Written
    fields: dict[str, tuple[str, Written]]
    by: dict[str, Written] = field(default_factory=dict)


_Rows = tuple[tuple[str, ...], dict[str, _Row]]
"""The columns of a table, but for that with the names; its rows by their names."""


def _rows(game: Game, listed: Any) -> _Rows | None:
    """What is listed in a table, as edits have left it; None where rows have no names."""
    table = game.checked.tables.get(listed.span)
    if not isinstance(listed, n.ComponentDecl) or table is None:
        return None
    key = listed.named_by.text
    names = [one.text for one in table.column(key)] if key in table.columns else []
    if "" in names or len({*names}) < len(table.rows):
        return None
    rows = dict[str, _Row]()
    for edit in (None, *listed.more):
        more = table if edit is None else game.checked.tables.get(edit.span)
        if more is None or key not in more.columns:
            continue
        for found in more.rows:
            name = found[more.columns.index(key)]
            at = _at(game, (edit or listed).span, "")
            at = replace(at, words="", tags=(), file=more.file.name, line=name.span.line)
            by = _written(game, edit) if edit is not None else None
            own = {"": by} if by is not None else {}
            row = rows.setdefault(name.text, _Row(name.text, at, {}, own))
            for column, one in zip(more.columns, found, strict=True):
                if column != key and column in table.columns:
                    row.fields[column] = one.text, at
                    if by is not None:
                        row.by[column] = by
    return tuple(column for column in table.columns if column != key), rows


def _unlike_rows(one: _Rows, two: _Rows, table: str) -> Iterator[Change]:
    """Which rows are there in one of two tables alone, and in which columns others differ; columns
    that one of them lacks are told as such."""
    (columns, before), (others, after) = one, two
    for column in (column for column in columns if column not in others):
        yield Change("removed", (table,), _column(column, before, ""), None, row=column)
    for column in (column for column in others if column not in columns):
        values = (f"{row.name} {_filled(row.fields[column][0])}" for row in after.values()
                  if column in row.fields)  # fmt: skip
        yield Change("added", (table,), None, _column(column, after, ", ".join(values)), row=column)
    both = [column for column in others if column in columns]
    for tag, a1, a2, b1, b2 in _opcodes([*before], [*after]):
        for name in [*before][a1:a2] if tag != "equal" else ():
            if name not in after:
                cells = tuple(Cell(c, said, None) for c, (said, _) in before[name].fields.items())
                yield Change("removed", (table,), _row(before[name], columns), None,
                             row=name, cells=cells)  # fmt: skip
        for name in [*after][b1:b2]:
            was, now = before.get(name), after[name]
            if was is None:
                cells = tuple(Cell(c, None, said) for c, (said, _) in now.fields.items())
                yield Change("added", (table,), None, _row(now, others), now.by.get(""),
                             row=name, cells=cells)  # fmt: skip
                continue
            sides = ((c, was.fields.get(c, ("",))[0], now.fields.get(c, ("",))[0]) for c in both)
            cells = tuple(Cell(c, a, b) for c, a, b in sides if a != b)
            if cells:
                unlike = [cell.column for cell in cells]
                by = next((now.by[column] for column in unlike if column in now.by), None)
                yield Change("changed", (table,), _row(was, unlike), _row(now, unlike), by,
                             row=name, cells=cells)  # fmt: skip
            if tag != "equal":
                yield Change("moved", (table,), _row(was, ()), _row(now, ()), row=name)


def _column(column: str, rows: dict[str, _Row], values: str) -> Written:
    at = next(row.fields[column][1] for row in rows.values() if column in row.fields)
    return replace(at, text=f"column {column}" + f": {values}" * bool(values), line=1)


def _row(row: _Row, columns: Sequence[str]) -> Written:
    """What a row says in some columns, and where."""
    there = {column: row.fields[column] for column in columns if column in row.fields}
    first, *others = dict.fromkeys([at for _, at in (there or row.fields).values()] or [row.at])
    said = ", ".join(f"{column} {_filled(value)}" for column, (value, _) in there.items())
    return replace(first, text=row.name + f": {said}" * bool(said), others=tuple(others))


def _filled(value: str | None) -> str:
    return value or "(empty)"


def _last(file: SourceFile) -> str:
    return file.name.rpartition("/")[2]


def _lines_of(game: Game, of: tuple[SourceFile, Any], first: int, last: int) -> Written | None:
    """Lines of a table, numbered from 0, which are of whoever reads it."""
    file, reads = of
    text = "\n".join(file.line_text(number + 1) for number in range(first, last))
    return replace(_at(game, reads.span, text), file=file.name, line=first + 1) if text else None


def _line(node: Any) -> Line:
    return node.span.file.name, node.span.line
