"""Variants edit the parsed tree, never the text.

An edit names its target from the inside out (`suited in pay`); each name's nearest named
surrounding is the next one. Every target must be exactly one thing: where several have the name,
the word they begin with tells them apart (`compose pay`). What has no name is told by its words, or
by how its line begins, in double quotes. Edits of chosen variants are applied in
the order of the variants' names, then what they put `last`, then `with` blocks, and what these put
`last`; two edits of the same place conflict, unless one says `last`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import SequenceMatcher
from functools import partial
from itertools import product, takewhile
from typing import Any, NamedTuple, get_args

from ..core.ir import promised
from ..diagnostics import Findings, Note, did_you_mean, nearest
from ..source import Span, is_within
from ..syntax import nodes as n
from ..syntax.errors.repairing import JOINING
from ..syntax.walk import children, needs_first, walk
from .announcing import Announcing, told_apart
from .conflicts import APART, ONCE_MORE, below_with, clash, in_turn
from .kinds import WORDS, kind_of, not_there, things
from .modules import (
    EditedAction,
    Loaded,
    Merged,
    check_exclusions,
    check_fellow,
    check_header,
    line_of_players,
    only_declarations,
    reference,
    strangers,
    words_of,
)
from .scope import Things

HAS_BODY = (
    n.ActionDecl, n.ProcedureDecl, n.PhaseDecl, n.SetupDecl, n.Turns, n.Repeat, n.Offer, n.Step,
    n.FinishStep,
)  # fmt: skip
IN_A_SEQUENCE = (
    n.ChooseOne, n.ComposeOne, n.LetBe, n.Turns, n.Repeat, n.Step, n.FinishStep, n.Most, n.Needs,
)  # fmt: skip
IN_PART = (*IN_A_SEQUENCE, n.SetupDecl, n.Offer)
WHOLE = (n.ActionDecl, n.ProcedureDecl)  # which are replaced as declarations
SAID_ANEW = (
    *WHOLE, n.DefineDecl, n.ZoneDecl, n.MarkDecl, n.HistoryDecl, n.OptionDecl, n.ScoreDecl,
)  # fmt: skip
"""All that has a name and is replaced so."""
PARTS = (n.Step, n.FinishStep, n.Most)
HAPPENS = (*HAS_BODY, *IN_A_SEQUENCE)
IN_BLOCKS = (*get_args(n.Statement), *PARTS)
SAID = (*IN_BLOCKS, n.Offer, n.WheneverDecl, n.BeforeDealing)
HOLDS_OTHERS = (n.Each, n.IfElse, n.WheneverDecl, n.BeforeDealing)
REMOVABLE = (
    *HAPPENS,
    n.DefineDecl,
    n.ScoreDecl,
    n.ZoneDecl,
    n.MarkDecl,
    n.HistoryDecl,
    n.OptionDecl,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A named node and the named nodes around it, from the inside out."""

    node: Any
    around: tuple[Any, ...]

    def is_meant(self, words: Sequence[str], names: Sequence[str]) -> bool:
        """Do its name and the nearest names around it read so?"""
        chain = (self.node, *self.around)
        return len(chain) >= len(names) and all(
            is_called(node, word, name)
            for node, word, name in zip(chain, words, names, strict=False)
        )

    def named_by(self, words: Sequence[str], names: Sequence[str]) -> list[Any]:
        """The node and those around it, from the inside out, that names mean, each the nearest one;
        none unless all are there."""
        chain = iter((self.node, *self.around))
        found = [
            next((node for node in chain if is_called(node, word, name)), None)
            for word, name in zip(words, names, strict=True)
        ]
        return found if found[0] is self.node and None not in found else []

    def written(self, depth: int, words: bool, said: str = "") -> str:
        """A target that means it, with the names of so many of the things around it. `said`: what
        it was told by in double quotes."""
        chain = (self.node, *self.around[:depth])
        names = [called(node) if words else written_name(node) for node in chain]
        return " in ".join([said, *names[1:]] if said else names)


def name_of(node: Any) -> str:
    """What a target may call a node; empty when it has no name."""
    match node:
        case n.Turns():
            return "turns"
        case n.Repeat():
            return "repeat"
        case n.SetupDecl():
            return "setup"
        case n.Most():
            return "most"
        case n.Needs(label=label):
            return label
    text: str = node.name.text if type(node) in WORDS else ""
    return text


def word_of(node: Any) -> str:
    """The word that says in a target what a node is; empty when there is none."""
    return WORDS.get(type(node), ("", ""))[0]


def is_called(node: Any, word: str, name: str) -> bool:
    """Is this node meant by a name, with the word before it if there is one?"""
    if name.startswith('"'):
        return not word and says(node, name[1:-1])
    return name_of(node) == name and word in ("", word_of(node))


def says(node: Any, text: str) -> bool:
    """Are these the words of a line of the rules, or does it begin so?"""
    if not isinstance(node, SAID) or not text:
        return False
    if node.tail.words == text:
        return True
    return begins(node.span.in_line(), text)


def begins(line: str, text: str) -> bool:
    """Does a line begin so, with whole words?"""
    return line.startswith(text) and not re.match(r"\w\w", line[max(0, len(text) - 1) :])


def head_of(node: Any) -> str:
    """How a line begins, as a target may say it."""
    text: str = node.span.text().split("\n")[0].partition('"')[0].partition("  ")[0]
    return text.strip()


def _goes_on_until(node: n.Turns | n.Repeat | n.ComposeOne) -> bool:
    """Does it say when it ends?"""
    return node.whether == "until" if isinstance(node, n.Repeat) else node.until is not None


def written_name(node: Any) -> str:
    """The name of a node as it is written, in quotes if it has blanks."""
    name = name_of(node)
    if not name:
        return f'"{head_of(node)}"'
    return name if name.isidentifier() else f"'{name}'"


def called(node: Any) -> str:
    """A node as a target calls it, with its word: `step pay`."""
    return f"{word_of(node)} {written_name(node)}".lstrip()


def described(node: Any) -> str:
    """What a node is: `the step pay`, `turns`."""
    what = WORDS.get(type(node), ("", ""))[1]
    return f"the {what} {written_name(node)}" if what else written_name(node)


def named(declarations: list[n.Declaration], said: bool = False) -> Iterator[Found]:
    """All named nodes, and, if `said`, the lines that have no name too."""

    def go(node: Any, around: tuple[Any, ...]) -> Iterator[Found]:
        if name_of(node):
            yield Found(node, around)
            around = (node, *around)
        elif said and isinstance(node, SAID):
            yield Found(node, around)
        for child in children(node):
            yield from go(child, around)

    for declaration in declarations:
        yield from go(declaration, ())


def meant_by(target: n.Target, things: list[Found]) -> list[Found]:
    """Those of some things that a target means: by the nearest names around them; if there is none
    such, by any names around them."""
    names = [name.text for name in target.names]
    return [f for f in things if f.is_meant(target.words, names)] or [
        f for f in things if f.named_by(target.words, names)
    ]


def spliced(node: Any, target: Any, instead: tuple[Any, ...]) -> Any:
    """The tree with `target` (that very node) replaced; in a tuple, by any number of nodes."""
    changes = {}
    for f in fields(node):
        before = getattr(node, f.name)
        after = _spliced_value(before, target, instead)
        if after is not before:
            changes[f.name] = after
    return replace(node, **changes) if changes else node


def _spliced_value(value: Any, target: Any, instead: tuple[Any, ...]) -> Any:
    if isinstance(value, tuple):
        items: list[Any] = []
        for item in value:
            if item is target:
                items.extend(instead)
            else:
                items.append(_spliced_value(item, target, instead))
        same = len(items) == len(value) and all(a is b for a, b in zip(items, value, strict=True))
        return value if same else tuple(items)
    if is_dataclass(value) and not isinstance(value, Span | type | n.Tail):
        if value is target:
            return instead[0]
        return spliced(value, target, instead)
    return value


def place_of(node: n.Declaration) -> Span:
    """The part of an edit that says what it changes; of a declaration its name."""
    match node:
        case n.ReplaceDecl(declaration=declaration):
            return place_of(declaration)
        case n.RemovePromises(titles=titles):
            return titles[0].span
        case n.AddCase(case=case):
            return case.names[0].span
        case n.Add() | n.AddTo() | n.AddRows() | n.ReplacePart() | n.Remove() | n.SetEnd():
            return node.target.span
    name = getattr(node, "name", None)
    return name.span if isinstance(name, n.Name) else node.span


MOSTLY = 0.6  # of the words of two lines, where one may be meant by the other
MOST_TOLD = 8  # targets in a hint
MOST_PROMISES = 3  # which are long


def _said(node: n.Promise) -> str:
    return promised(node.span, node.tail.tags)


def promised_so(node: n.Promise, title: str, wholly: bool = False) -> bool:
    """Are these the words of an `always` line, or what it says, or, if not `wholly`, how that
    begins?"""
    text, line = " ".join(title.split()), _said(node)
    return bool(text) and (
        text in (node.tail.words, line) or (not wholly and begins(line, text))
    )  # fmt: skip


class _Applied(NamedTuple):
    """An edit that has changed something. `fellow`: the other variant that its `with` block is for;
    `place`: what is to be found as long as nobody has taken the change away."""

    edit: n.Edit
    variant: str
    fellow: str
    place: Span


_Said = tuple[Loaded, n.Edit]
"""A variant and an edit of it."""


def _placed(said: _Said) -> tuple[Loaded, Span]:
    return said[0], place_of(said[1])


class _Lost(NamedTuple):
    """An edit of which the target is gone, as another variant has changed what it stood in."""

    lost: _Applied
    edit: n.Edit
    variant: str


def _spans(declarations: list[n.Declaration], but: list[n.Declaration]) -> set[Span]:
    """Where everything stands that is in some declarations, but for those that are in others."""
    others = set(map(id, but))
    return {node.span for d in declarations if id(d) not in others for node in walk(d)}


def _put(edit: n.Edit) -> Span | None:
    """The first of what an edit puts somewhere, if anything."""
    match edit:
        case n.Add(content=content) | n.ReplacePart(content=content):
            return content[0].span if content else None
        case n.AddTo(names=names):
            return names[0].span
        case n.AddCase() | n.AddRows():
            return edit.span
        case n.SetValue(value=value) | n.SetEnd(value=value):
            return value.span
        case n.ReplaceDecl(declaration=declaration):
            return declaration.span
    return None


class Overlay:
    """The declarations of a game while its variants edit them."""

    def __init__(
        self, declarations: list[n.Declaration], findings: Findings, broken: frozenset[str],
        game: Loaded, edits: Sequence[Loaded],
    ) -> None:  # fmt: skip
        self.declarations = declarations
        self.game = game
        self.headers = game.header, *(edit.header for edit in edits)
        self.files = {edit.header.name.text: edit for edit in edits}
        self.findings = findings
        self.edited: dict[tuple[str, int, str], tuple[n.Edit, str, str]] = {}
        self.settled: dict[tuple[str, str], set[frozenset[str]]] = {}
        self.blocks: set[tuple[str, str]] = set()  # a variant, and the one its `with` block is for
        self.with_blocks: list[Span] = []
        self.fellow = ""  # the variant that a `with` block, of which the edit is, knows of
        self.both: tuple[str, ...] = ()  # the two of which that block speaks
        self.late: list[tuple[n.Add, str, tuple[str, ...]]] = []
        self.applied: list[_Applied] = []
        self.done: list[tuple[n.Edit, list[n.Declaration]]] = []  # with what was there before each
        self.lost: list[_Lost] = []
        self.said_for_both: set[tuple[int, frozenset[str]]] = set()
        self.stood_in: Span | None = None  # what an edit has changed and which is still there
        self.replaced: Span | None = None  # what an edit has put something else for
        self.says_the_same = False  # an edit that leaves no trace of that: is it so without it?
        self.edited_actions: list[EditedAction] = []
        self.defaults: dict[str, str] = {}
        self.dropped: list[n.Promise] = []
        self.unsaid: list[tuple[str, str]] = []  # sentences that are taken away, and of whom
        self.broken = broken
        self.failed: list[Span] = []

    def apply(self, edit: n.Edit, variant: str) -> None:
        """Apply an edit, or keep what is to be put last for later."""
        if isinstance(edit, n.Add) and edit.last:
            self.late.append((edit, variant, self.both))
        else:
            self.apply_now(edit, variant)

    def apply_now(self, edit: n.Edit, variant: str) -> None:
        before, unsaid = self.declarations, len(self.unsaid)
        self.stood_in = self.replaced = None
        self.says_the_same = False
        self.edit(edit, variant)
        place = self.stood_in or _put(edit)
        done = self.declarations is not before or self.stood_in is not None
        same = self.declarations is not before and self.declarations == before
        if same and any(hasattr(node, "table") for node in walk(edit)):
            same = False  # of that name, beside the variant, which may lie elsewhere
        alone = not self.fellow and all(one.variant == variant for one in self.applied)
        is_draft = isinstance(edit, n.ReplaceDecl)  # a whole one is said anew to be changed
        if alone and not is_draft and (same or self.says_the_same):
            self.findings.add(
                "W002", f"{variant} changes nothing here: what it says is so without it",
                place_of(edit), hint="say what is to be otherwise, or leave the edit out",
            )  # fmt: skip
        if self.declarations is not before:
            self.done.append((edit, before))
            self.note_actions(edit, variant, before)
            if not isinstance(edit, n.Add | n.AddTo | n.AddCase | n.AddRows):
                self.apply_again(edit, variant, before)
        if place is not None and done:
            self.applied.append(_Applied(edit, variant, self.fellow, place))
        later = len(self.unsaid) > unsaid or isinstance(edit, n.SetValue)
        if self.declarations is before and not later:
            self.failed.append(edit.span)

    def note_actions(self, edit: n.Edit, variant: str, before: list[n.Declaration]) -> None:
        """Note which actions and procedures an edit has changed."""
        known = set(map(id, before))
        self.edited_actions += [
            EditedAction(edit, variant, declaration)
            for declaration in self.declarations
            if isinstance(declaration, WHOLE) and id(declaration) not in known
        ]

    def edit(self, edit: n.Edit, variant: str) -> None:
        match edit:
            case n.Add():
                self.add(edit, variant)
            case n.AddTo():
                self.add_to(edit)
            case n.AddCase():
                self.add_case(edit)
            case n.AddRows():
                self.add_rows(edit)
            case n.ReplacePart():
                self.replace_part(edit, variant)
            case n.ReplaceDecl():
                self.replace_declaration(edit, variant)
            case n.Remove():
                self.remove(edit, variant)
            case n.RemovePromises():
                self.remove_promises(edit)
            case n.SetValue():
                self.set_value(edit, variant)
            case n.SetEnd():
                self.set_end(edit, variant)

    def apply_again(self, edit: n.Edit, variant: str, before: list[n.Declaration]) -> None:
        """What other variants have changed in something that an edit has replaced is changed in
        what stands there now, as if they came later: it hangs on no name whether it is so. Where
        the edit replaces the very thing that another one has put there, a `with` block says what
        holds for both, and what else the other one has put there still stands beside it."""
        others = [a for a in self.applied if variant != a.variant != self.fellow]
        if not others:
            return
        gone = _spans(before, self.declarations) - _spans(self.declarations, before)
        replaced = self.replaced
        for done in others:
            if done.place not in gone or _put(done.edit) == replaced:
                continue
            told, before = len(self.findings.found), self.declarations
            failed = len(self.failed)
            self.applied.remove(done)
            self.fellow, fellow = done.fellow, self.fellow
            self.apply_now(done.edit, done.variant)
            self.fellow = fellow
            if self.declarations is before and len(self.findings.found) > told:
                del self.findings.found[told:], self.failed[failed:]
                self.lost.append(_Lost(done, edit, variant))

    def tell_lost(self) -> None:
        """Report the edits that others have taken away, unless a `with` block says what is there
        with both."""
        for lost, edit, variant in self.lost:
            if (id(edit), frozenset((variant, lost.variant))) in self.said_for_both:
                continue
            as_in = ""
            if isinstance(edit, n.ReplacePart):
                as_in = f', as in: replace "LINE" in {edit.target}'
            here, other = in_turn(
                (self.files[variant], edit), (self.files[lost.variant], lost.edit)
            )
            hint = f"{variant} replaces less{as_in}; or one of them excludes the other"
            self.findings.put(clash(_placed(here), _placed(other), hint))
            self.failed.append(lost.edit.span)

    def put_last(self) -> None:
        """Put where it belongs what was said to go last."""
        late, self.late = self.late, []
        for edit, variant, both in late:
            self.both, self.fellow = both, both[1] if both else ""
            self.apply_now(edit, variant)
            self.both, self.fellow = (), ""

    def find(
        self, target: n.Target, kinds: tuple[type, ...], what: str,
        meant: tuple[type, ...] = HAPPENS, other: Iterable[str] = (),
        instead: Callable[[Any], str] = lambda node: "",
    ) -> Any:  # fmt: skip
        """The one node of these kinds that a target names, or None with a finding.

        `meant`: the kinds of which a reader would think. Whatever among them has the name counts:
        what else an edit of this form could be about need not be known. `other`: more names that
        can be mistyped. `instead`: a hint for what is there and of another kind, or for the game
        as a whole (None).
        """
        first, *rest = target.names
        word = target.words[0]
        said = first.text if first.text.startswith('"') else ""
        if said:
            anything = kinds is REMOVABLE or kinds is IN_PART
            more = HOLDS_OTHERS if kinds is HAS_BODY else SAID if anything else IN_BLOCKS
            kinds, meant = (*kinds, *more), (*meant, *SAID)
        everywhere = [
            f for f in named(self.declarations, bool(said)) if is_called(f.node, "", first.text)
        ]
        there = meant_by(target, everywhere)
        whole = [f for f in there if not self.mere_reference(f)] or there
        chosen = [f for f in whole if isinstance(f.node, meant)]
        if len(chosen) > 1:
            chosen = [f for f in chosen if not self.is_own(f.node, target.span)] or chosen
        if len(chosen) > 1:
            chosen = [f for f in chosen if not self.is_of_others(f.node, target.span)] or chosen
        fits = chosen and isinstance(chosen[0].node, kinds)
        if len(chosen) > 1:
            may_be = [f for f in chosen if isinstance(f.node, kinds)]
            self.findings.add(
                "E041", f"{target} could be one of several: {', '.join(_each_told(chosen))}",
                target.span,
                *(Note(f"{described(f.node)} stands here", f.node.span) for f in chosen),
                hint=_say_which(may_be, chosen, said) or self.in_quotes(may_be, said),
            )  # fmt: skip
        elif fits and (meant is REMOVABLE or not self.mere_reference(chosen[0])):
            return chosen[0].node
        elif whole:
            node = (chosen or whole)[0].node
            found = str(target) if word else described(node)
            beside = isinstance(node, n.Offer | n.ActionDecl) and kinds is IN_A_SEQUENCE
            anew = kinds is IN_PART and isinstance(node, SAID_ANEW)
            hint = _said_anew(node) if anew else instead(node)
            self.findings.add(
                "E042", f"{found} is there, but {what}", target.span,
                Note("this is what it names", node.span),
                hint=hint or f"what is done besides stands in it: add at end of {target}" * beside,
            )  # fmt: skip
        elif not everywhere and not word and not rest and first.text in self.things():
            wanted = "something that can be edited so"
            not_there(self.things(), self.findings, "E042", first, wanted, (), "")  # fmt: skip
        elif not any(name.text in self.broken for name in target.names):
            elsewhere = self.told_wholly(everywhere, said)
            hint = (
                self.near(said)
                or self.alike_in_words(target)
                or self.in_table(first.text)
                or did_you_mean(
                    first.text, [*other, *(name_of(f.node) for f in named(self.declarations))]
                )
            )
            because = self.taken_away(target)
            if not said and (line := self.begun_so(str(target)) or self.called_in(target)):
                hint = f"a line that begins so is told in double quotes: {line}"
            elif instead_of := self.of_outcome(target):
                hint = instead_of
            elif instead_of := self.of_values(target):
                self.findings.add(
                    "E040", f"{first.text} is a value of a type, and these are declared together",
                    target.span, *because, hint=instead_of,
                )  # fmt: skip
                return None
            elif elsewhere:
                hint = f"there is: {', '.join(elsewhere)}"
            elif not word and (own := self.of_kind(first.text)):
                hint = f"say which: {', '.join(own)}"
            elif moves := self.begun_so(f"move {first.text}"):
                hint = f"a line is told by how it begins, in double quotes: {moves}"
            elif str(target) == "game":
                hint = instead(None)
            elif hint.endswith("?") and (near := nearest(first.text, self.spaced())):
                hint = f"did you mean '{near}'?"
            elif hint.startswith("did you mean ") and target.span.text().startswith('"'):
                hint = f'did you mean "{hint[len("did you mean ") : -1]}"?'
            if said and self.fellow and because:
                hint = f"both are to put there what begins so: {said}"
            said = "the game as a whole is no place that an edit names"
            if str(target) != "game":
                said = f"there is no {target} to edit"
            self.findings.add("E040", said, target.span, *because, hint=hint)
        return None

    def taken_away(self, target: n.Target) -> list[Note]:
        """That an edit before it in the same file has taken away what a target means."""
        said = target.names[0].text.startswith('"')
        for edit, before in reversed(self.done):
            if meant_by(target, list(named(before, said))):
                place, is_own = place_of(edit), edit.span.file is target.span.file
                return [Note("it is so because of this", place)] if is_own else []
        return []

    def spaced(self) -> list[str]:
        """The names of several words that things have: in edits they stand in quotes."""
        return [name for f in named(self.declarations) if " " in (name := name_of(f.node))]

    def is_own(self, node: Any, place: Span) -> bool:
        """Is it something that the variant which has an edit at this place puts there itself: if
        the edit is of a `with` block, in that block? An edit is of what was there before."""
        blocks = (block for block in self.with_blocks if is_within(place, block))
        return node.span.file is place.file and all(is_within(node.span, b) for b in blocks)

    def is_of_others(self, node: Any, place: Span) -> bool:
        """Is it something that another variant than the one which has an edit at this place has put
        there, or, if the edit is of a `with` block, another than these two? Whether a variant is
        right does not depend on what others add, nor on which of them comes first."""
        known = {place.file, *(self.files[name].source for name in self.both)}
        files = {file.source for file in self.files.values()}
        return node.span.file in files - known

    def told_wholly(self, wanted: list[Found], said: str) -> list[str]:
        """Targets for some things, with all that is around each; where these would mean several, by
        how their lines begin or by their words."""
        whole = [f.written(len(f.around), True, said) for f in wanted]
        if len({*whole}) < len(whole):
            everything = list(named(self.declarations, True))
            whole = [
                next(_quoted(f, everything), text) if whole.count(text) > 1 else text
                for f, text in zip(wanted, whole, strict=True)
            ]
        return list(dict.fromkeys(whole))

    def begun_so(self, text: str) -> str:
        """A target for the one line that begins with a text written without double quotes."""
        everything = list(named(self.declarations, True))
        lines = [f for f in everything if " " in text and says(f.node, text)]
        return next(_quoted(lines[0], everything), "") if len(lines) == 1 else ""

    def called_in(self, target: n.Target) -> str:
        """A target for the one line that does what is named, within what is named around it."""
        first, *rest = target.names
        if any(target.words) or not rest:
            return ""
        said = f'"{first.text}"'
        names = [said, *(name.text for name in rest)]
        lines = [f for f in named(self.declarations, True) if f.named_by(target.words, names)]
        return f"{said} in {' in '.join(names[1:])}" if len(lines) == 1 else ""

    def of_outcome(self, target: n.Target) -> str:
        """How an outcome is changed, where a target names it or one of its cases."""
        outcome = next((d for d in self.declarations if isinstance(d, n.OutcomeDecl)), None)
        first, *around = (name.text for name in target.names)
        cases = {name.text for case in outcome.cases for name in case.names} if outcome else set()
        if outcome is None or not (
            (first == "outcome" and not around) or (first in cases and around in ([], ["outcome"]))
        ):
            return ""
        return (
            "a case is added with: add NAME when CONDITION to outcome; what is there is changed "
            "with all of it: replace outcome, and below it all its cases"
        )

    def of_values(self, target: n.Target) -> str:
        """How a type is given fewer values, where a target names one of them."""
        value, *around = (name.text for name in target.names)
        for d in self.declarations:
            if isinstance(d, n.TypeDecl) and around == [d.name.text]:
                names = [getattr(one, "text", "") for one in d.all_values]
                if value in names and all(names):
                    left = ", ".join(name for name in names if name != value)
                    kind = f"{d.name.text}: {'ring ' * d.ring}{left}"
                    return f"fewer values are declared anew: replace type {kind}"
        return ""

    def in_table(self, column: str) -> str:
        """How what a table says of things is changed."""
        for d in self.declarations:
            if isinstance(d, n.ComponentDecl) and any(
                column == name.text for c in d.columns for name in c.names
            ):
                return (
                    f"{column} stands in {d.table}; another table is told by: "
                    f'replace {d.kind} {d.name.text} from "TABLE.csv" named by {d.named_by.text}'
                )
        return ""

    def begins_with(self, edit: n.SetValue) -> str:
        """How a mark is given something else to begin with."""
        for d in self.declarations:
            if isinstance(d, n.MarkDecl) and d.name.text == edit.name.text:
                typed, comma, seen = head_of(d).partition(", seen")
                typed = typed.partition(", starts")[0]
                starts = " ".join(edit.value.span.text().split())
                own = d.span.file is edit.span.file
                how = "write where it is declared:" if own else "write: replace"
                return f"{how} {typed}, starts {starts}{comma}{seen}"
        return ""

    def in_quotes(self, wanted: list[Found], said: str) -> str:
        """How each of some things is told by how its line begins, or by its words, where names do
        not tell it from the others."""
        if not wanted:
            return ""
        everything = list(named(self.declarations, True))
        ways = [next(_quoted(found, everything), "") for found in wanted]
        if all(ways):
            return f"say which: {' or '.join(ways)}"
        if said:
            return "no target tells them apart: say more of the line, or give one of them words"
        return "no target tells them apart: give one of them another name in the game"

    def of_kind(self, word: str) -> list[str]:
        """Targets of the kind that a word says, where a word alone is written."""
        found = [f for f in named(self.declarations) if word_of(f.node) == word]
        return [f.written(1, False) if f.around else name_of(f.node) for f in found][:MOST_TOLD]

    def near(self, said: str) -> str:
        """A line that is much like what stands in double quotes, or how to make it one."""
        if said and len(said) > 2 and any(said[1:-1] in blurb for _, blurb in self.blurbs()):
            return "it stands within words in quotes: a sentence in quotes of its own can be edited"
        lines = [f.node for f in named(self.declarations, True) if isinstance(f.node, SAID)]
        known = [words for node in lines for words in (node.tail.words, head_of(node)) if words]
        known += [blurb for _, blurb in self.blurbs()]
        if not said or (whole := nearest(said[1:-1], known)):
            return f"did you mean {whole}?" if said else ""
        return self.begun_nearly_so(said[1:-1])

    def begun_nearly_so(self, text: str) -> str:
        """The one line whose beginning is much like a text in double quotes."""
        begun: dict[str, list[Found]] = {}
        many = len(text.split())
        for found in named(self.declarations, True):
            words = head_of(found.node).split() if isinstance(found.node, SAID) else []
            begun.setdefault(" ".join(words[:many]), []).append(found)
        cut = [whole for whole in begun if whole.startswith(text) and text]
        if len(cut) == 1:
            return f'a line is told by whole words: "{cut[0]}"'
        beginning = nearest(text, begun)
        meant = begun.get(beginning, [])
        if len(meant) != 1 or many < 2:
            return ""
        said = f'"{beginning}"'
        return f"there is: {meant[0].written(len(meant[0].around), True, said)}"

    def alike_in_words(self, target: n.Target) -> str:
        """The one line, of what is named around it, that has most words in common with a text in
        double quotes: another value may stand in it."""
        first, *around = (name.text for name in target.names)
        wanted = first[1:-1].split() if first.startswith('"') else []
        if " ".join(wanted) in " ".join(self.game.source.text.split()):
            return ""  # another edit has changed it, or taken it away
        alike: dict[str, float] = {}
        for found in named(self.declarations, True) if wanted else ():
            if not isinstance(found.node, SAID):
                continue
            line = head_of(found.node)
            words = line.split()
            if words[0] == wanted[0] and found.named_by(target.words, [f'"{line}"', *around]):
                alike[line] = SequenceMatcher(None, words, wanted, autojunk=False).ratio()
        most = max(alike.values(), default=0)
        best = [line for line, ratio in alike.items() if ratio == most]
        return f"did you mean {best[0]}?" if most >= MOSTLY and len(best) == 1 else ""

    def things(self) -> Things:
        return things(self.declarations, (), ())

    def names_compose(self, target: n.Target) -> bool:
        first = target.names[0].text
        composes = (f for f in named(self.declarations) if isinstance(f.node, n.ComposeOne))
        return any(is_called(found.node, "", first) for found in composes)

    def mere_reference(self, found: Found) -> bool:
        """An entry that only names an action is not what a change of its body means."""
        return (
            isinstance(found.node, n.Offer)
            and not found.node.body
            and any(
                isinstance(d, n.ActionDecl) and d.name.text == found.node.name.text
                for d in self.declarations
            )
        )

    def once(self, node: Any, how: str, edit: n.Edit, variant: str, allowed: bool = False) -> bool:
        """Note an edit of a place; report when another variant has edited it in the same way."""
        key = _place(node, how)
        before = self.edited.get(key)
        if before is not None and self.fellow:
            self.said_for_both.add((id(before[0]), frozenset((variant, self.fellow))))
        if before is not None and before[1] != variant and not allowed:
            other, other_variant, fellow = before
            pair = frozenset((variant, other_variant))
            if self.fellow == other_variant and fellow != variant:
                allowed = True  # it is there to say what holds for both
            elif not (self.fellow or fellow):
                allowed = any(
                    pair in self.settled.get(of, ()) for of in map(whole_of, (edit, other))
                )
            if not allowed:
                one, two = in_turn((self.files[other_variant], other), (self.files[variant], edit))
                hint = self.how_both(node, one, two)
                self.findings.put(clash(_placed(one), _placed(two), hint))
                return False
        self.edited[key] = (edit, variant, self.fellow)
        return True

    def how_both(self, node: Any, one: _Said, two: _Said) -> str:
        """What can be done where a variant changes what another one changes, too."""
        (file, edit), (other_file, _) = one, two
        variant, other = (each.header.name.text for each in (file, other_file))
        if isinstance(edit, n.Add | n.AddTo | n.AddCase | n.AddRows):
            return (
                "one of two additions may say `add last …`, or stand elsewhere: behind a line, as "
                'in `add after "gain 1 coins"`'
            )
        if self.fellow in (variant, other):
            return f"both say below `with` what holds for the two: let {variant} or {other} say it"
        if not whole_of(edit)[0] or self.fellow:
            return APART
        again = ONCE_MORE
        if isinstance(edit, n.ReplacePart):
            if not all(_is_there_again(each, node) for _, each in (one, two)):
                said = edit.target.names[0].text
                once_more = f"{again}, {below_with(file, other_file)}"
                if said.startswith('"'):
                    return f"if what both put there begins so, {said}, {once_more}; {APART}"
                return f"if both leave it its name, {written_name(node)}, {once_more}; {APART}"
            again = f"{again}: replace {edit.target}"
        if (other, variant) in self.blocks and not file.is_mended > other_file.is_mended:
            return f"{below_with(other_file, file)} {again}"
        once_more = f"{below_with(file, other_file)} {again}"
        return once_more if (variant, other) in self.blocks else f"{once_more}; {APART}"

    def settle(self, block: n.Together, variant: str) -> None:
        """Note what a `with` block says for both variants: what each says of it alone is no
        conflict any more."""
        self.blocks.add((variant, block.other.text))
        self.with_blocks.append(block.span)
        for part in block.parts:
            if isinstance(part, EDITS) and whole_of(part)[0]:
                pairs = self.settled.setdefault(whole_of(part), set())
                pairs.add(frozenset((variant, block.other.text)))

    def apply_together(self, edit: n.Edit, variant: str, fellow: str) -> None:
        """Apply an edit of a `with` block, which may change what the other variant changes."""
        self.fellow, self.both = fellow, (variant, fellow)
        self.apply(edit, variant)
        self.fellow, self.both = "", ()

    def splice(self, target: Any, instead: tuple[Any, ...]) -> None:
        self.replaced = target.span if instead else None
        after: list[n.Declaration] = []
        for declaration in self.declarations:
            if declaration is target:
                after.extend(instead)
            else:
                after.append(spliced(declaration, target, instead))
        self.declarations = after

    def add(self, edit: n.Add, variant: str) -> None:
        if not edit.content:
            return  # its block is missing, and that has been told
        steps = isinstance(edit.content[0], PARTS)
        beside = edit.where in ("before", "after")
        instead = partial(self.instead_of_adding, edit)
        if beside:
            what = f"nothing can be put {edit.where} it"
            node = self.find(edit.target, IN_A_SEQUENCE, what, instead=instead)
        else:
            whole = steps and self.names_compose(edit.target)
            wanted = (n.ComposeOne,) if whole else HAS_BODY
            node = self.find(edit.target, wanted, "it has no body to add to", instead=instead)
        either = self.only_more_needs(node, edit)
        if node is None or not (edit.last or self.once(node, edit.where, edit, variant, either)):
            return
        if steps != isinstance(node, PARTS if beside else n.ComposeOne):
            self.findings.add(
                "E044",
                "a step can only be put beside a step, or in a compose"
                if steps
                else "only a step can be put here",
                edit.target.span,
            )
            return
        content = _introduced(edit)
        around = self.step_of(node)
        if around is not None and not all(isinstance(part, n.Needs) for part in content):
            name = written_name(around)
            self.findings.add(
                "E044", f"only `needs` can be put beside the `needs` of {described(around)}",
                edit.target.span, hint=f"what happens then is added with: add at start of {name}",
            )  # fmt: skip
            return
        if edit.where == "before":
            self.splice(node, (*content, node))
        elif edit.where == "after":
            last = (node, *self.put_before(edit, self.following(node)))[-1]
            self.splice(last, (last, *content))
        elif isinstance(node, n.Step | n.FinishStep):
            self.splice(node, (_with_more(node, edit),))
        else:
            held = {n.IfElse: "then", n.ComposeOne: "parts"}.get(type(node), "body")
            body = getattr(node, held)
            if edit.where == "end":
                more = (*body, *content)
            elif held == "parts":
                first = self.put_before(edit, body)
                more = (*first, *content, *body[len(first) :])
            else:
                more = self.begun(edit, content, body)
            self.splice(node, (replace(node, **{held: more}),))

    def begun(self, edit: n.Add, content: tuple[Any, ...], body: tuple[Any, ...]) -> Any:
        """A body that begins with more: what is asked before anything happens stays before it."""
        asked, done = needs_first(content)
        needs, others = needs_first(body)
        known, put = self.put_before(edit, needs), self.put_before(edit, others)
        begun = (*known, *asked, *needs[len(known) :])
        return (*begun, *put, *done, *others[len(put) :])

    def put_before(self, edit: n.Add, parts: Sequence[Any]) -> Sequence[Any]:
        """Of some parts the first ones that others have put there in the same way, if this is to
        come last."""
        theirs = [
            one.edit.span for one in self.applied
            if edit.last and isinstance(one.edit, n.Add) and one.edit.where == edit.where
        ]  # fmt: skip
        return [*takewhile(lambda part: any(is_within(part.span, one) for one in theirs), parts)]

    def following(self, node: Any) -> Sequence[Any]:
        """What stands behind a part in the same block."""
        for parent in (one for each in self.declarations for one in walk(each)):
            blocks = (getattr(parent, field.name) for field in fields(parent))
            for block in (one for one in blocks if isinstance(one, tuple)):
                for at, one in enumerate(block, start=1):
                    if one is node:
                        return list(block[at:])
        return ()

    def instead_of_adding(self, edit: n.Add, node: Any) -> str:
        """A hint for something that has no start and no end: where statements can stand."""
        if isinstance(node, n.ProcedureDecl) and edit.where in ("before", "after"):
            name, inside = node.name.text, "start" if edit.where == "before" else "end"
            written = [one for each in self.declarations for one in walk(each)]
            calls = [one for one in written if isinstance(one, n.CallTo) and one.name.text == name]
            line = calls[0].span.in_line() if len(calls) == 1 else name
            beside = f'where it is called, that line stands in quotes: add {edit.where} "{line}"'
            more = " in WHERE IT STANDS" * (len(calls) > 1)
            hint = f"write: add at {inside} of {edit.target}"
            return f"{hint}; or {beside}{more}" if calls else hint
        if not isinstance(node, n.ChooseOne) or edit.where not in ("start", "end"):
            return beside_part(self.declarations, edit.where, node)
        everything, last = list(named(self.declarations)), "last " * edit.last
        around = next(f.around for f in everything if f.node is node)
        ways = [f"add {last}{'before' if edit.where == 'start' else 'after'} {edit.target}"]
        outer = [
            f for f in everything
            if isinstance(f.node, HAS_BODY) and any(f.node is one for one in around)
        ]  # fmt: skip
        if outer and (target := target_of(outer[-1], everything)):
            ways.append(f"add {last}at {edit.where} of {target}")
        return f"write: {' or '.join(ways)}; one more offer: add ACTION to {edit.target}"

    def only_more_needs(self, node: Any, edit: n.Add) -> bool:
        """Do this edit and the one before it at its place add nothing but `needs`? The same is
        offered in either order, and each has its own reason."""
        known = None if node is None else self.edited.get(_place(node, edit.where))
        before = None if known is None else known[0]
        return isinstance(before, n.Add) and all(
            isinstance(part, n.Needs) for part in (*before.content, *edit.content)
        )

    def step_of(self, node: Any) -> n.Step | n.FinishStep | None:
        """The step or finish that a `needs` belongs to."""
        steps = (f.node for f in named(self.declarations) if isinstance(f.node, STEPS))
        return next((step for step in steps if any(need is node for need in step.needs)), None)

    def add_to(self, edit: n.AddTo) -> None:
        """More actions in a choice, or more values of a type."""
        listed = self.listed(edit.target) if edit.role == "offer" else None
        if listed is not None:
            if isinstance(listed, n.TypeDecl):
                self.splice(listed, (replace(listed, more=(*listed.more, edit)),))
                return
            instead = f'add "TABLE.csv" to {edit.target}'
            if isinstance(listed, n.ComponentDecl):
                self.not_so(edit, listed, "what it lists stands in a table", instead)
            else:
                self.not_so(edit, listed, "its values are made of others")
            return
        choice = (n.ChooseOne,)
        node = self.find(
            edit.target, choice, "an action is added to a choice, and a value to a type", choice,
            (d.name.text for d in self.declarations if isinstance(d, n.TypeDecl)),
            lambda node: self.choices_in(node, edit),
        )  # fmt: skip
        if node is None:
            return
        same = (e for e in node.entries if (e.role, e.name.text) == (edit.role, edit.names[0].text))
        said = next((e.span for e in same if e.span.file is not self.game.source), None)
        if edit.role != "offer" and said is not None:  # another variant has need of it, too
            self.stood_in, self.says_the_same = said, True
            return
        alone = len(edit.names) == 1
        entries = tuple(
            n.Offer(edit.role, name, (), (), edit.tail, span=edit.span if alone else name.span)
            for name in edit.names
        )
        before, behind = node.entries, tuple[n.Offer, ...]()
        if edit.role == "offer":
            before = tuple(e for e in node.entries if e.role == "offer")
            behind = tuple(e for e in node.entries if e.role != "offer")
        self.splice(node, (replace(node, entries=(*before, *entries, *behind)),))

    def choices_in(self, node: Any, edit: n.AddTo) -> str:
        """The choices that stand in what an action would be added to, as targets."""
        within = {id(one) for one in walk(node)} if node is not None else set[int]()
        choices = [f for f in named(self.declarations) if isinstance(f.node, n.ChooseOne)]
        names = [name_of(f.node) for f in choices]
        found = [
            f.written(names.count(name) > 1, False)
            for f, name in zip(choices, names, strict=True)
            if id(f.node) in within and name
        ]
        found = [f"add {edit.written} to {one}" for one in dict.fromkeys(found[:MOST_TOLD])]
        return " or ".join(found)

    def add_case(self, edit: n.AddCase) -> None:
        """One more case of the outcome: the last one before that for when none of them holds."""
        outcome = next((d for d in self.declarations if isinstance(d, n.OutcomeDecl)), None)
        if outcome is None:
            if "outcome" not in self.broken:
                self.findings.add(
                    "E040", "there is no outcome to add to", place_of(edit),
                    hint="a variant may declare it: outcome, and below it a line for each case",
                )  # fmt: skip
            return
        asked = tuple(case for case in outcome.cases if case.test is not None)
        others = tuple(case for case in outcome.cases if case.test is None)
        self.splice(outcome, (replace(outcome, cases=(*asked, edit.case, *others)),))

    def add_rows(self, edit: n.AddRows) -> None:
        """The rows of another table, or what it says of those there are."""
        listed = self.listed(edit.target)
        if isinstance(listed, n.ComponentDecl):
            self.splice(listed, (replace(listed, more=(*listed.more, edit)),))
        elif isinstance(listed, n.TypeDecl):
            instead = f"add NAME, NAME to {edit.target}"
            if edit.instead:
                instead = f"replace type {edit.target}: NAME, NAME"
            self.not_so(edit, listed, "its values have names", instead)
        elif listed is not None:
            self.not_so(edit, listed, "its values are made of others")
        else:
            tables = [d.name.text for d in self.declarations if isinstance(d, n.ComponentDecl)]
            not_there(
                self.things(), self.findings, "E040", edit.target.names[0],
                "what a table lists", tables, f"there is no {edit.target} that a table lists",
            )  # fmt: skip

    def listed(self, target: n.Target) -> n.TypeDecl | n.ComponentDecl | n.PairDecl | None:
        """The type or component of this name, unless a choice has it too."""
        name, more = target.names[0].text, len(target.names) > 1 or target.words[0]
        nodes = [f.node for f in named(self.declarations) if name_of(f.node) == name]
        if more or any(isinstance(node, n.ChooseOne) for node in nodes):
            return None
        return next(
            (
                d for d in self.declarations
                if isinstance(d, n.TypeDecl | n.ComponentDecl | n.PairDecl) and d.name.text == name
            ), None,
        )  # fmt: skip

    def not_so(self, edit: n.AddTo | n.AddRows, listed: Any, why: str, instead: str = "") -> None:
        """Report that a type does not get its values so."""
        self.findings.add(
            "E042", f"{edit.target} is there, but {why}", edit.target.span,
            Note("this is what it names", listed.name.span),
            hint=f"write: {instead}" if instead else "",
        )  # fmt: skip

    def replace_part(self, edit: n.ReplacePart, variant: str) -> None:
        node = self.find(edit.target, IN_PART, "it cannot be replaced so")
        if node is None or not self.once(node, "replace", edit, variant):
            return
        kind = _kind(node)
        if any(not isinstance(part, kind) for part in edit.content):
            self.findings.add(
                "E044", f"{edit.target} can only be replaced by {_KINDS[kind]}", edit.target.span,
                Note("this is what would be replaced", node.span),
                hint=_written_again(node),
            )  # fmt: skip
            return
        for part in edit.content:
            self.once(part, "replace", edit, variant)
        if isinstance(node, n.SetupDecl | n.Offer):
            whole: Any = replace(node, body=edit.content)  # type: ignore[arg-type]
            self.splice(node, (_reworded(whole, edit),))
        else:
            self.splice(node, _introduced(edit))

    def replace_declaration(self, edit: n.ReplaceDecl, variant: str) -> None:
        new: Any = edit.declaration
        if isinstance(new, n.WinnerDecl | n.OutcomeDecl):
            kind = type(new)
            old: Any = next((d for d in self.declarations if isinstance(d, kind)), None)
            if old is None:
                what = "winner" if isinstance(new, n.WinnerDecl) else "outcome"
                if what not in self.broken:
                    self.findings.add("E040", f"there is no {what} to replace", place_of(edit))
                return
        else:
            kinds = next((alike for alike in ALIKE if isinstance(new, alike)), type(new))
            same = [
                d
                for d in self.declarations
                if isinstance(d, kinds) and word_for(d) == word_for(new)
            ]
            old = next((d for d in same if d.name.text == new.name.text), None)  # type: ignore[union-attr]
        if old is None and new.name.text in self.broken:
            return  # it may stand in what could not be read, which has been told
        if old is None:
            names = [d.name.text for d in same]  # type: ignore[union-attr]
            what = f"a {word_for(new)}" if kinds in ALIKE else kind_of(new).partition(",")[0]
            not_there(
                self.things(), self.findings, "E040", new.name, f"the name of {what}", names,
                f"there is no {what.partition(' ')[2]} {new.name.text} to replace",
            )  # fmt: skip
            return
        if not self.once(old, "replace", edit, variant):
            return
        before, after = getattr(old, "params", ()), getattr(new, "params", ())
        other = isinstance(new, n.DefineDecl | n.ProcedureDecl) and _other_values(before, after)
        if other:
            hint = (
                "what uses it gives it values as before, so that only a range may become larger; "
                "what takes others is declared with a new name"
            )
            if not after:  # all that it takes was forgotten, or what it takes is not wanted
                below = new.span.text()[new.name.span.end - new.span.start :].partition('"')[0]
                value = below.rstrip() if "\n" not in below.rstrip() else ""
                hint = f"write: replace {_first_line(old)}{value}"
            self.findings.add(
                "E045", f"{new.name.text} takes other values than before: {other}", place_of(edit),
                Note("the declaration it replaces", old.name.span), hint=hint,
            )  # fmt: skip
            return
        self.once(new, "replace", edit, variant)
        self.splice(old, (new,))

    def remove(self, edit: n.Remove, variant: str) -> None:
        if sentences := self.sentences(edit.target):
            self.unsaid += sentences
            return
        node = self.find(edit.target, REMOVABLE, "it cannot be removed", REMOVABLE)
        if node is None or self.is_sentence_too(edit.target, node):
            return
        if not self.once(node, "remove", edit, variant):
            return
        nodes = (node for declaration in self.declarations for node in walk(declaration))
        around = (parent for parent in nodes if any(child is node for child in children(parent)))
        self.stood_in = next((parent.span for parent in around), None)
        self.splice(node, ())

    def blurbs(self) -> list[tuple[str, str]]:
        """The sentences of the game's blurb, in a `with` block of those of its variants, too, with
        whose they are."""
        game, *edits = self.headers
        both = [one for one in edits if one.name.text in self.both]
        return [(one.name.text, blurb) for one in (game, *both) for blurb in one.blurbs]

    def sentences(self, target: n.Target) -> list[tuple[str, str]]:
        """The one sentence of the game's blurb that a target in double quotes means, if no line of
        the rules reads so: all of it, or how it begins. In a `with` block it may be of the blurb of
        either variant: with the other one it says what is not so."""
        first, *rest = target.names
        text = " ".join(first.text[1:-1].split())
        if rest or not first.text.startswith('"') or not text:
            return []
        said = self.blurbs()
        wholly = [one for one in said if one[1] == text]
        found = wholly or [one for one in said if begins(one[1], text)]
        lines = any(says(f.node, first.text[1:-1]) for f in named(self.declarations, True))
        return [] if lines or len(found) > 1 else found

    def is_sentence_too(self, target: n.Target, node: Any) -> bool:
        """Report words in double quotes that mean a whole block of lines, where a sentence of the
        blurb begins so: that much is not taken away unawares."""
        first, *rest = target.names
        text = " ".join(first.text[1:-1].split())
        meant = next((blurb for _, blurb in self.blurbs() if begins(blurb, text)), "")
        if rest or not first.text.startswith('"') or not meant:
            return False
        if not any(isinstance(part, (*IN_BLOCKS, n.Offer)) for part in children(node)):
            return False
        everything = list(named(self.declarations, True))
        found = next(one for one in everything if one.node is node)
        by_line = (one for one in _quoted(found, everything) if one != first.text)
        by_name = target_of(found, everything) if name_of(node) else ""
        ways = [by_name or next(by_line, "")]
        whole = any(says(one.node, meant) for one in everything)
        ways += [] if whole or meant == text else [f'"{meant}"']
        self.findings.add(
            "E041", f"{target} could be one of several: {described(node)} with all its lines, "
            "a sentence of the blurb", target.span,
            Note(f"{described(node)} stands here", node.span),
            hint=f"say which: {' or '.join(ways)}" if all(ways) else "",
        )  # fmt: skip
        return True

    def remove_promises(self, edit: n.RemovePromises) -> None:
        """Drop `always` lines, told by their words, or by what they say or how that begins; several
        variants may drop the same."""
        kept = [d for d in self.declarations if isinstance(d, n.Promise)]
        promises = [*kept, *self.dropped]
        for title in edit.titles:
            wholly = [d for d in promises if promised_so(d, title.text, wholly=True)]
            found = wholly or [d for d in promises if promised_so(d, title.text)]
            found = [d for d in found if not self.is_own(d, title.span)] or found
            found = [d for d in found if not self.is_of_others(d, title.span)] or found
            known = [d.tail.words or _said(d) for d in promises]
            if not found:
                self.findings.add(
                    "E040", f'no `always` line has the words, or says, "{title.text}"', title.span,
                    hint=did_you_mean(title.text, known) or _promises_there(title.text, promises),
                )  # fmt: skip
            elif len(found) > 1 and not wholly:
                several = ", ".join(_said(d) for d in found)
                self.findings.add(
                    "E041", f'"{title.text}" could be one of several: {several}',
                    title.span, *(Note("it could be this", d.span) for d in found),
                    hint="write all that it says, or its words",
                )  # fmt: skip
            else:
                for promise in found:
                    if not any(promise is d for d in self.dropped):
                        self.splice(promise, ())
                        self.dropped.append(promise)

    def set_value(self, edit: n.SetValue, variant: str) -> None:
        name = edit.name.text
        for declaration in self.declarations:
            if isinstance(declaration, n.OptionDecl) and declaration.name.text == name:
                self.set_option(declaration, edit, variant)
                return
            if isinstance(declaration, n.DefineDecl) and declaration.name.text == name:
                if declaration.params:
                    each = declaration.params[0].name.text
                    self.findings.add(
                        "E046", f"{name} is defined for each {each}, and `set` changes one value: "
                        "replace the whole definition",
                        edit.name.span,
                        hint=f"write: replace {head_of(declaration).partition('=')[0].strip()} = "
                        f"{' '.join(edit.value.span.text().split())}",
                    )  # fmt: skip
                elif self.once(declaration, "replace", edit, variant):
                    case = n.Case(edit.value, None, span=edit.value.span)
                    self.splice(
                        declaration, (_reworded(replace(declaration, cases=(case,)), edit),)
                    )
                return
        if name in self.broken:
            return
        known = [
            d.name.text for d in self.declarations if isinstance(d, n.OptionDecl | n.DefineDecl)
        ]
        not_there(
            self.things(), self.findings, "E040", edit.name, "an option or definition", known,
            f"there is no option or definition called {name}",
            _OF_PLAYERS * (name in ("players", "seats", "seat"))
            or self.in_table(name) or self.begins_with(edit) or self.let_instead(edit),
        )  # fmt: skip

    def let_instead(self, edit: n.SetValue) -> str:
        """How the value of a `let` is changed, where it is set as a definition is."""
        lets = [
            f
            for f in named(self.declarations)
            if isinstance(f.node, n.LetBe) and name_of(f.node) == edit.name.text
        ]
        if len(lets) != 1:
            return ""
        line = f"let {edit.name.text} = {' '.join(edit.value.span.text().split())}"
        return f"write: replace {lets[0].written(1, True)}, and below it, indented: {line}"

    def set_end(self, edit: n.SetEnd, variant: str) -> None:
        """Another condition for what turns, a `repeat` or a compose goes on until."""
        if edit.name.text != "until":
            self.findings.add(
                "E042", f"{edit.name.text} cannot be set in something: `until` can", edit.name.span,
                hint="options and definitions are set by their names: set NAME to VALUE",
            )  # fmt: skip
            return
        ends = (n.Turns, n.Repeat, n.ComposeOne)

        def inside(node: Any) -> str:
            loops = [one for one in walk(node) if isinstance(one, ends) and _goes_on_until(one)]
            value = " ".join(edit.value.span.text().split())
            if len(loops) != 1:
                return f"turns, a `repeat` and a compose have one: set until in turns to {value}"
            return f"write: set until in {called(loops[0])} in {written_name(node)} to {value}"

        node = self.find(edit.target, ends, "it has no `until`", ends, instead=inside)
        if node is None:
            return
        if edit.more:
            self.add_end(node, edit)
            return
        if not self.once(node, "until", edit, variant):
            return
        if isinstance(node, n.Repeat):
            made: Any = replace(node, whether="until", test=edit.value)
        elif isinstance(node, n.ComposeOne):
            made = replace(node, until=edit.value, otherwise=edit.otherwise)
        else:
            made = replace(node, until=edit.value)
        if edit.otherwise and not isinstance(node, n.ComposeOne):
            self.findings.add(
                "E042", "only the `until` of a compose says why something is not offered",
                edit.otherwise[0].span,
            )  # fmt: skip
            return
        self.splice(node, (_reworded(made, edit),))

    def add_end(self, node: n.Turns | n.Repeat | n.ComposeOne, edit: n.SetEnd) -> None:
        """They go on until that, or what they went on until; in which order variants add to it
        makes no difference."""
        if isinstance(node, n.ComposeOne) and len(node.otherwise) > 1:
            self.findings.add(
                "E042", f"what ends {edit.target} has a reason for each part, so that it is set "
                "with all of them", edit.target.span,
                Note("this is what it names", node.span),
                hint=f'write: set until in {edit.target} to CONDITION else "REASON"',
            )  # fmt: skip
            return
        before = node.test if isinstance(node, n.Repeat) else node.until
        if isinstance(node, n.Repeat) and node.whether == "while":
            before = n.Not(node.test, span=node.test.span)
        value = edit.value
        ends = before.items if isinstance(before, n.Logic) and before.op == "or" else (before,)
        self.says_the_same = value in ends
        both = value if before is None else n.Logic("or", (before, value), span=value.span)
        if isinstance(node, n.Repeat):
            made: Any = replace(node, whether="until", test=both)
        else:
            made = replace(node, until=both)
        made = _reworded(made, edit)
        if before is not None and not isinstance(node, n.ComposeOne):
            made = replace(made, tail=_with_end(node.tail, made.tail, before.span, edit))
        self.splice(node, (made,))

    def set_option(self, option: n.OptionDecl, edit: n.SetValue, variant: str) -> None:
        if not self.once(option, "set", edit, variant):
            return
        value = edit.value
        text = value.text if isinstance(value, n.Name) else ""
        if isinstance(value, n.Integer):
            text = str(value.value)
        allowed: list[str] = []
        for v in option.values:
            if isinstance(v, n.Name):
                allowed.append(v.text)
            elif isinstance(v, n.Integer):
                allowed.append(str(v.value))
            else:
                low, high = v.low, v.high
                assert isinstance(low, n.Integer) and isinstance(high, n.Integer)
                allowed.extend(map(str, range(low.value, min(high.value, low.value + 10_000) + 1)))
        if {"yes", "no"} & {*allowed}:
            return  # which are no values of an option, and that is told
        if text not in allowed:
            self.findings.add(
                "E047",
                f"{value.span.text()} is no value of the option {option.name.text}",
                value.span,
                hint=(did_you_mean(text, allowed) if isinstance(value, n.Name) else "")
                or f"its values: {', '.join(_values_in_words(option))}",
            )
            return
        self.defaults[option.name.text] = text
        self.says_the_same = text == allowed[0]
        self.stood_in = option.span


def _values_in_words(option: n.OptionDecl) -> list[str]:
    """The values of an option, those from one number to another as `0 to 999`."""
    ranges = [
        (v.low.value, v.high.value)
        for v in option.values
        if not isinstance(v, n.Name | n.Integer)
        and isinstance(v.low, n.Integer)
        and isinstance(v.high, n.Integer)
    ]
    alone = [v.text if isinstance(v, n.Name) else str(v.value)
             for v in option.values if isinstance(v, n.Name | n.Integer)
             if isinstance(v, n.Name) or not any(a <= v.value <= z for a, z in ranges)]  # fmt: skip
    return [*dict.fromkeys(alone), *(f"{low} to {high}" for low, high in ranges)]


def first_turns(declarations: list[n.Declaration]) -> str:
    """How a target tells the first turns of the first phase, if that has any."""
    everything = list(named(declarations, True))
    turns = [f for f in everything if isinstance(f.node, n.Turns)]
    phase = next((d for d in declarations if isinstance(d, n.PhaseDecl)), None)
    first = next((f for f in turns if phase is not None and f.around[-1:] == (phase,)), None)
    if first is None:
        return ""
    return target_of(first, turns) or next(_quoted(first, everything), "")


def before_all(declarations: list[n.Declaration]) -> str:
    """A hint for a variant in which something is to come before all else."""
    phase = next((d for d in declarations if isinstance(d, n.PhaseDecl)), None)
    if phase is None:
        return "write: add at end of setup"
    happens = f"add at start of phase {phase.name.text}"
    if turns := first_turns(declarations):
        return (
            f"what everybody chooses before all else is the first turn of each: add at start of "
            f"{turns}, and below it `if` with a mark that the set-up sets, the choice, and in each "
            f"offer the mark set anew and `end turn`; what only happens: {happens}"
        )
    return f"write: {happens}"


def beside_part(declarations: list[n.Declaration], where: str, node: Any) -> str:
    """A hint for something that a variant puts before or after the set-up, a phase or the whole
    game (None), or at the start or end of the game: where statements can stand instead."""
    early = where in ("before", "start")
    phases = [d for d in declarations if isinstance(d, n.PhaseDecl)]
    if isinstance(node, n.SetupDecl):
        return "write: add at start of setup" if early else before_all(declarations)
    if node is None and phases:
        node = phases[0 if early else -1]
    number = next((i for i, phase in enumerate(phases) if phase is node), None)
    if number is None:
        return ""
    if early and number == 0:
        return before_all(declarations)
    first = number - early
    ways = [f"add at end of phase {phases[first].name.text}"]
    ways += [f"add at start of phase {phase.name.text}" for phase in phases[first + 1 : first + 2]]
    return f"write: {' or '.join(ways)}"


def _say_which(wanted: list[Found], among: list[Found], told_by: str) -> str:
    """How each of some things is told from the others in a target, as short as can be. `told_by`:
    the words in double quotes that mean all of them."""
    ways = [target_of(found, among, told_by) for found in wanted]
    return f"say which: {' or '.join(ways)}" if ways and all(ways) else ""


def target_of(found: Found, among: list[Found], told_by: str = "") -> str:
    """How one of some things is told from the others in a target, as short as can be, if it can
    be told by names. `told_by`: the words in double quotes that mean it, which say little without
    what they stand in."""
    least = min(len(found.around), 1 if told_by else 0)
    for depth, words in product(range(least, len(found.around) + 1), (False, True)):
        chain = (found.node, *found.around[:depth])
        said = [word_of(node) if words else "" for node in chain]
        called = [name_of(node) for node in chain]
        if told_by:
            said[0], called[0] = "", told_by
        if sum(other.is_meant(said, called) for other in among) == 1:
            return found.written(depth, words, told_by)
    return ""


def _each_told(several: list[Found]) -> list[str]:
    """What each of several things is, and in what: by its name, where that is the same by how its
    line begins, or by its words."""
    names, lines, words = (
        [" in ".join((what(f.node), *map(written_name, f.around))) for f in several]
        for what in (described, _line_of, _words_of)
    )
    return [
        next((told[i] for told in (names, lines, words) if told.count(told[i]) == 1), lines[i])
        for i in range(len(several))
    ]


def _line_of(node: Any) -> str:
    return f'"{head_of(node)}"'


def _words_of(node: Any) -> str:
    return f'"{node.tail.words}"' if isinstance(node, SAID) else ""


def _quoted(found: Found, among: list[Found]) -> Iterator[str]:
    """Targets in double quotes that mean one thing alone, short ones first: how its line begins, or
    its words."""
    if not isinstance(found.node, SAID):
        return
    line = head_of(found.node).split()
    ends = [n for n in range(2, len(line) + 1) if n == len(line) or line[n - 1] not in JOINING]
    for text in (*(" ".join(line[:count]) for count in ends), found.node.tail.words):
        for depth in range(len(found.around) + 1) if text and '"' not in text else ():
            said = f'"{text}"'
            called = [said, *(name_of(node) for node in found.around[:depth])]
            if sum(other.is_meant([""] * len(called), called) for other in among) == 1:
                yield found.written(depth, False, said)


def whole_of(edit: n.Edit) -> tuple[str, str]:
    """What an edit gives another meaning as a whole, by a word and a name; of others, nothing."""
    match edit:
        case n.ReplaceDecl(declaration=new):
            name = getattr(new, "name", None)
            return word_for(new) or type(new).__name__, name.text if name is not None else ""
        case n.SetValue(name=name):
            return "define", name.text
        case n.SetEnd(target=target, more=False):
            return "until", str(target)
        case n.ReplacePart(target=target):
            return "part", str(target)
    return "", ""


def _is_there_again(edit: n.Edit, node: Any) -> bool:
    """Does the same target mean what stands there once it has been replaced?"""
    return (
        not isinstance(edit, n.ReplacePart)
        or isinstance(node, n.SetupDecl | n.Offer)
        or any(is_called(part, "", edit.target.names[0].text) for part in edit.content)
    )


def _promises_there(text: str, promises: Sequence[n.Promise]) -> str:
    """A hint with the promises that have the text somewhere, else with some of all."""
    all_of_them = {_said(d): d.tail.words or _said(d) for d in promises}
    having = [said for said in all_of_them if text in said]
    if having:
        told = " or ".join(f'"{said}"' for said in having[:MOST_PROMISES])
        return f"write how it begins, or its words: {told}"
    told = ", ".join(f'"{words}"' for words in [*all_of_them.values()][:MOST_PROMISES])
    more = len(all_of_them) - MOST_PROMISES
    return f"there is: {told}{f' and {more} more' if more > 0 else ''}" if told else ""


_OF_PLAYERS = "how many play is said under the header, indented, as in: players 2..4"


def _reworded(node: Any, edit: n.ReplacePart | n.SetEnd | n.SetValue) -> Any:
    """A line of which an edit has made something else: it has the words of the edit, if this has
    any, and its rule numbers besides its own."""
    tags = tuple(dict.fromkeys((*node.tail.tags, *edit.tail.tags)))
    return replace(node, tail=n.Tail(edit.tail.words or node.tail.words, tags, edit.span))


def _with_end(before: n.Tail, after: n.Tail, test: Span, edit: n.SetEnd) -> n.Tail:
    """The tail of a line that has got another end: its words stay, and those of the end come after
    them. A compose has a question there, which is not said of any end."""
    ends = before.ends or (n.End(before.words, test, before.edit),)
    words = before.words
    if edit.tail.words:
        stop = "" if words[-1:] in ("", ".", "?", "!") else "."
        words = f"{words}{stop} {edit.tail.words}".strip()
    added = n.End(edit.tail.words, edit.value.span, edit.span)
    return replace(after, words=words, ends=(*ends, added))


def _introduced(edit: n.Add | n.ReplacePart) -> tuple[Any, ...]:
    """What an edit puts somewhere; its words are said before the first line, if that has none of
    its own and is no condition, whose words are its reason. Its rule numbers are those of this line
    too."""
    if not edit.content or edit.tail == n.NO_TAIL:
        return edit.content
    first, *more = edit.content
    own: n.Tail = first.tail
    words = own.words if own.words or isinstance(first, n.Needs) else edit.tail.words
    tags = tuple(dict.fromkeys((*own.tags, *edit.tail.tags)))
    return (replace(first, tail=n.Tail(words, tags, own.edit)), *more)


def _with_more(node: n.Step | n.FinishStep, edit: n.Add) -> n.Step | n.FinishStep:
    """A step or finish with more `needs` and statements at the start or end of its own."""
    needs, body = needs_first(_introduced(edit))
    if edit.where == "start":
        return replace(node, needs=(*needs, *node.needs), body=(*body, *node.body))
    return replace(node, needs=(*node.needs, *needs), body=(*node.body, *body))


ALIKE: tuple[tuple[type, ...], ...] = (
    (n.TypeDecl, n.PairDecl, n.ComponentDecl),
    (n.BoardDecl, n.CellBoardDecl, n.GrowingDecl),
)
"""What one declaration of a word may be replaced by another form of: a list of names by a table."""


def word_for(node: Any) -> str:
    """The word that a declaration of one of several forms begins with."""
    match node:
        case n.ComponentDecl(kind=kind):
            return kind
        case n.TypeDecl() | n.PairDecl():
            return "type"
        case n.BoardDecl() | n.CellBoardDecl() | n.GrowingDecl():
            return "board"
    return word_of(node)


STEPS = (n.Step, n.FinishStep)
MOST = (n.Most,)
STANDING = (n.WheneverDecl, n.BeforeDealing)
STATEMENTS = get_args(n.Statement)
_KINDS: dict[Any, str] = {
    STEPS: "a step or finish",
    MOST: "`most`",
    n.Needs: "`needs`",
    STANDING: "a standing rule",
    STATEMENTS: "statements",
}


def _other_values(before: Sequence[n.Typed], after: Sequence[n.Typed]) -> str:
    """Which value something takes that it did not take before, or no more, if what uses it relies
    on that."""
    if len(before) != len(after):
        told = [f"{len(params)} ({_typed(params)})" if params else "none"
                for params in (after, before)]  # fmt: skip
        return ", before ".join(told)
    for old, new in zip(before, after, strict=True):
        if new.type != old.type and not _takes_more(new.type, old.type):
            return f"{_typed([new])}, before {_typed([old])}"
    return ""


def _takes_more(new: n.TypeExpr, old: n.TypeExpr) -> bool:
    """Are all numbers of a range in another one, too?"""
    match new, old:
        case (
            n.TypeRange(low=int(low), high=int(high), otherwise=otherwise),
            n.TypeRange(low=int(least), high=int(most), otherwise=before),
        ):
            return low <= least and most <= high and before in ("", otherwise)
    return False


def _typed(params: Sequence[n.Typed]) -> str:
    return ", ".join(f"{param.name.text}: {param.type.span.in_line()}" for param in params)


def _said_anew(node: Any) -> str:
    """How what is replaced as a declaration is said anew."""
    if isinstance(node, n.ActionDecl | n.ProcedureDecl):
        return f"write: replace {_first_line(node)}, and below it all that it does"
    if isinstance(node, n.DefineDecl):
        return f"write: replace {_first_line(node)}, and what it is: = VALUE, or cases below it"
    line = node.span.said(node.tail.tags)
    return f"it is said anew in one line, with what is to be otherwise: replace {line}"


def _first_line(node: Any) -> str:
    """How a declaration begins: its name, with all that it takes, and how moves are written."""
    text, end = node.span.file.text, max(one.span.end for one in (node.name, *node.params))
    if text[node.name.span.end : end].lstrip().startswith("("):
        end = text.index(")", end) + 1
    line = Span(node.span.file, node.span.start, end).in_line()
    named = isinstance(node, n.ActionDecl) and node.text is not None
    return f"{line} named {node.text.span.text()}" if named else line


def _written_again(node: Any) -> str:
    """How what stands in the place of a part that is replaced begins."""
    if isinstance(node, STEPS):
        return (
            f"write below it `{head_of(node)}` again, or another one, and below that what it does"
        )
    if isinstance(node, n.Most):
        return "write below it: most N"
    if isinstance(node, STANDING):
        line = head_of(node)
        return f"write below it `{line}` again, or another one, and below that what happens then"
    return 'write below it: needs CONDITION else "REASON"' if isinstance(node, n.Needs) else ""


def _kind(node: Any) -> Any:
    """What may stand in the place of a node."""
    if isinstance(node, STEPS):
        return STEPS
    if isinstance(node, n.Most):
        return MOST
    if isinstance(node, STANDING):
        return STANDING
    return n.Needs if isinstance(node, n.Needs) else STATEMENTS


def merge(game: Loaded, libraries: list[Loaded], edits: list[Loaded], findings: Findings) -> Merged:
    """Apply the variants to the game; findings where an edit cannot be applied."""
    check_exclusions(edits)
    declarations: list[n.Declaration] = []
    scenarios: list[tuple[n.ScenarioDecl, Any]] = []
    for file in (*libraries, game, *edits):
        check_header(file, findings)
    for file in (*libraries, game):
        only_declarations(file, findings)
        for d in file.file.declarations:
            if isinstance(d, n.ScenarioDecl):
                scenarios.append((d, file.source))
            else:
                declarations.append(d)
    unread = [span.text() for file in (*libraries, game) for span in file.file.broken]
    own = {
        scenario.title: edit.header.name.text
        for edit in edits
        for scenario in edit.file.declarations
        if isinstance(scenario, n.ScenarioDecl)
    }
    titles = {scenario.title for scenario, _ in scenarios}
    announced = Announcing(titles, own, unread, findings)
    chosen = {e.header.name.text for e in edits}
    broken = words_of(span for f in (*libraries, game, *edits) for span in f.file.broken)
    overlay = Overlay(declarations, findings, broken, game, edits)
    for edit in edits:
        for named in strangers(edit):
            game_name = game.header.name.text
            findings.add("E048", f"{named.text} is no variant of {game_name}", named.span)
        for d in edit.file.declarations:
            if not isinstance(d, NOT_DECLARED):
                overlay.declarations.append(d)
    blocks = [(d, e) for e in edits for d in e.file.declarations if isinstance(d, n.Together)]
    for block, edit in blocks:
        overlay.settle(block, edit.header.name.text)
        if block.other.text in chosen:
            overlay.declarations += [p for p in block.parts if not isinstance(p, NOT_DECLARED)]
    for edit in edits:
        name = edit.header.name.text
        for d in edit.file.declarations:
            if isinstance(d, n.ScenarioDecl):
                if len(edits) == 1:  # for several variants together: those in `with` blocks
                    scenarios.append((d, edit.source))
            elif isinstance(d, n.Together):
                pass  # comes after what each says by itself
            elif isinstance(d, n.RemoveScenarios):
                announced.remove(d)
            elif isinstance(d, n.ReplaceDecl) and isinstance(d.declaration, n.ScenarioDecl):
                announced.replace(d.declaration)
                if len(edits) == 1:
                    scenarios.append((d.declaration, edit.source))
            elif isinstance(d, EDITS):
                overlay.apply(d, name)
    overlay.put_last()
    for block, edit in blocks:
        check_fellow(edit, block.other, findings)
        if block.other.text not in chosen:
            continue
        for part in block.parts:
            if isinstance(part, n.ScenarioDecl):
                scenarios.append((part, edit.source))
            elif isinstance(part, n.RemoveScenarios):
                announced.remove(part)
            elif isinstance(part, n.ReplaceDecl) and isinstance(part.declaration, n.ScenarioDecl):
                announced.replace(part.declaration)
                scenarios.append((part.declaration, edit.source))
            elif isinstance(part, EDITS):
                overlay.apply_together(part, edit.header.name.text, block.other.text)
    told_apart(scenarios, findings)
    overlay.tell_lost()
    overlay.put_last()
    files = (*libraries, game, *edits)
    header = _edited_header(game, edits, overlay.unsaid, findings)
    return Merged(
        header, overlay.declarations, scenarios, announced.places,
        tuple(f.source for f in files), frozenset(f.source for f in libraries),
        {f.source: str(f.path.parent) for f in files},
        tuple(reference(game, e) for e in edits),
        tuple(_without(e.header, overlay.unsaid) for e in edits), overlay.defaults,
        (game, libraries, edits), broken | words_of(overlay.failed),
        tuple(overlay.edited_actions),
    )  # fmt: skip


def _place(node: Any, how: str) -> tuple[str, int, str]:
    """What is edited, and in which way."""
    return node.span.file.name, node.span.start, f"{how} {node.span.copy}"


def _edited_header(
    game: Loaded, edits: list[Loaded], unsaid: list[tuple[str, str]], findings: Findings
) -> n.Header:
    """The game's header: for as many players as the last variant says that says it, and without the
    sentences that variants take away."""
    header, before = game.header, None
    for edit in edits:
        said = edit.header
        if said.players is None:
            continue
        if before is not None:
            told = in_turn((before, line_of_players(before.header)), (edit, line_of_players(said)))
            findings.put(clash(*told, APART))
        before = edit
        tail = said.players_tail
        header = replace(
            header, players=said.players, not_for=said.not_for, seat_names=said.seat_names,
            players_tail=tail,
        )  # fmt: skip
    return _without(header, unsaid)


def _without(header: n.Header, unsaid: list[tuple[str, str]]) -> n.Header:
    """A header without the sentences of its blurb that are taken away."""
    name = header.name.text
    if all(whose != name for whose, _ in unsaid):
        return header
    return replace(header, blurbs=tuple(b for b in header.blurbs if (name, b) not in unsaid))


EDITS = (
    n.Add, n.AddTo, n.AddCase, n.AddRows, n.ReplacePart, n.ReplaceDecl, n.Remove, n.RemovePromises,
    n.SetValue, n.SetEnd,
)  # fmt: skip
NOT_DECLARED = (*EDITS, n.RemoveScenarios, n.Together, n.ScenarioDecl)

__all__ = ["Overlay", "merge", "named", "walk"]
