"""Why is this move not offered? The rule's own words, its place, and the values at play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import Protocol, cast

from ..characters import leads_on, spoken, with_article
from ..core import ir
from ..core.evaluate import (
    Locals,
    Reader,
    as_chosen,
    elements,
    elements_of_mask,
    evaluate,
    render,
    written,
)
from ..core.selecting import grown_by, selecting_steps, selects
from ..core.skipping import skipped
from ..core.starts import ways
from ..core.walk import conjuncts, free_locals
from ..diagnostics import PlayError, did_you_mean, first_few, listed
from ..source import NOWHERE, QUOTED, Span
from .looking import Look, Sees
from .move import (
    Reading,
    Unnumbered,
    Unread,
    hint_at,
    named_whole,
    readings,
    short_for,
    take_apart,
    takes,
    text_of,
    tidy,
    unread,
)

MOST_LISTED = 12
"""Of how many things it is told which they are."""
MOST_SHORT = 4
"""The same of names that a shorter one may stand for."""

MOST_TRIED = 2_000
"""Of how many ways to finish a compose it is asked what keeps them from being taken."""

MOST_LOOKED_AT = 200
"""At how many states of a compose it is looked to say what a step makes impossible."""

MAY_BE = "may be chosen: "
"""What stands before those that would be allowed, by what a move is drawn from and what it needs;
the words of what it is drawn from stand before all of it."""

NOTHING_FIXED: Mapping[int, list[int]] = MappingProxyType({})

DRAWN = re.compile(r"^\w+ in (?=\w)(?!.* where )")
WHERE = re.compile(r"\bwhere\b")
TOP = re.compile(r"\btop\(1, ([^()]*)\)")
MINE = re.compile(r"\b(\w+)(?: of me\b|\(me\))")
CODE = re.compile(r"[(){}+]|\.\.| - ")  # which players do not read
CELLS = re.compile(r"(beside|touching) of (?=\w+(?: of \w+)*$)")
NAMED = re.compile(r"(\w+)(?: of (?:(?! [-+] )[^().])*|\([^()]*\))?$")
LESS = re.compile(r"((?:(?! - ).)*)((?: - \w+(?: of me)?)+)$")  # with names of what is taken away


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason why a move is not offered: the sentence, the file and line (from 1) of the rule
    that says so, and its numbers. Without a rule the file is empty and the line 0. `now`: the
    values at play, in the words of the rules, which the sentence leaves out; empty if there are
    none."""

    message: str
    file: str = ""
    line: int = 0
    tags: tuple[str, ...] = ()
    now: str = ""


def reason(message: str, span: Span = NOWHERE, tags: tuple[str, ...] = (), now: str = "") -> Reason:
    """A reason with the place of a span."""
    if span.file.text:
        return Reason(message, span.file.name, span.line, tags, now)
    return Reason(message, tags=tags, now=now)


@dataclass(frozen=True, slots=True)
class Barred:
    """A step of a compose that would lead on, by its number, with its arguments; the condition
    that keeps it from being taken, and the state in which it does. `before`: the steps that are
    needed before it, each so and with the state in which it is taken."""

    step: int
    args: tuple[int, ...]
    guard: ir.Guard
    read: Reader
    before: tuple[tuple[int, tuple[int, ...], Reader], ...] = ()


class Foresight(Protocol):
    """What an engine finds out about composes, in the state that is asked about."""

    def holds(self, question: ir.Completable, values: Locals) -> int:
        """1 if a finish can be reached, else 0."""

    def fullest(self, question: ir.Completable, values: Locals | None) -> Iterator[Reader]:
        """Of a compose that only selects: the state with all selected that can be; where a step may
        be taken only so often, one for each way to take it, at least one. Without `values`: also
        without the step that is asked about."""

    def wrong(self, question: ir.Completable, values: Locals) -> PlayError | None:
        """What goes wrong in the step that is asked about, as with a number out of its range."""

    def after(self, question: ir.Completable, values: Locals) -> Reader | None:
        """The state after the step that is asked about, or after the first step of all that can be
        taken; None: there is none."""

    def following(self, question: ir.Completable) -> Iterator[Reader]:
        """The states to which the step that is asked about leads now, with whatever it takes."""

    def last(self, question: ir.Completable, values: Locals, most: int) -> Iterator[Reader]:
        """Of the states to which a step and more steps lead, the nearest first and so many at most,
        those in which no step can be taken any more."""

    def reached(
        self, question: ir.Completable, values: Locals | None, most: int
    ) -> Iterator[Reader]:
        """The state after the step that is asked about and those that follow, the nearest first and
        so many at most; without `values` the one there is and those that follow it."""

    def barred(self, question: ir.Completable, values: Locals, most: int) -> Barred | None:
        """The condition of a step that keeps a finish from being reached after the step that is
        asked about: that without which it could be in the fewest steps, where of each way so many
        states at most are looked at; None: there is none."""

    def compared(self, question: ir.Completable, values: Locals) -> tuple[int | None, int | None]:
        """The largest weight that is reached so, and the largest that can be reached at all; None:
        no finish can be reached."""

    def largest(self, alternative: ir.Alternative, values: Locals) -> int | None:
        """The largest weight of the ways to complete its single move; None: there is none."""


def reasons(
    program: ir.Program,
    choose: ir.Choose,
    read: Reader,
    text: str,
    ahead: Callable[[], Foresight],
    sees: Callable[[], Sees],
) -> list[Reason]:
    """Why a text is none of the moves offered at a choice; never empty. `ahead` is asked for only
    where somebody has to look ahead, `sees`, what the seat sees, only where several conditions
    fail."""
    choose = replace(choose, alternatives=(*choose.alternatives, *choose.impossible))
    finding = _Finding(program, choose, read, ahead, sees, refused=True)
    found = [*finding.all(text)] or [*finding.in_part(text)]
    return found or [_told_of_conditions(program, finding, text)]


def _told_of_conditions(program: ir.Program, finding: _Finding, text: str) -> Reason:
    """What is wrong with a text that names nothing one could choose here; of what is offered at
    another choice, also on which conditions that one is asked that do not hold, and of one that was
    skipped what there is against the move as things stand."""
    told = _unreadable(program, finding.choose, text)
    for other in program.choices:
        if any(
            _is_of(text, one, other)
            and (one.span.file.name, one.span.line) == (told.file, told.line)
            for one in other.alternatives
        ):
            unmet = unmet_around(program, other, finding.read, finding.sees, finding.ahead)
            said = only_if(unmet)
            if not unmet and (against_it := finding.skipped(other, text)):
                said = f" – as things stand: {'; '.join(against_it)}"
            return replace(told, message=f"{told.message}{said}")
    return told


def only_if(unmet: Sequence[str]) -> str:
    """That a choice is asked on one of these conditions only; empty if there are none."""
    return f" – only if {', or if '.join(unmet)}" if unmet else ""


def unmet_around(
    program: ir.Program,
    choose: ir.Choose,
    read: Reader,
    sees: Callable[[], Sees],
    ahead: Callable[[], Foresight],
) -> list[str]:
    """The conditions of each `if` around a choice that do not hold as things stand, in the words
    of the rules, for each place where it stands, as where a procedure is called; none where one of
    them has none, nor where a condition looks at what the seat does not see or at what is known
    only there."""
    found = dict[str, None]()
    for one, way in ways(ir.Seq((program.setup, program.flow))):
        if one.span != choose.span:
            continue
        unmet = list[str]()
        for stmt, part in way:
            if isinstance(stmt, ir.If) and not isinstance(stmt.then, ir.Choose):
                unmet += _not_so(stmt, part, lambda test: _as_seen(test, read, sees, ahead))
        if not unmet:
            return []
        found[" and ".join(dict.fromkeys(unmet))] = None
    return [*found]


def _not_so(stmt: ir.If, part: int, holds: Callable[[ir.Expr], bool | None]) -> Iterator[str]:
    """What does not hold of a condition, as it is written, for its first part to be carried out, or
    its second one."""
    if part == 0:
        parts = (test for test in conjuncts(stmt.test) if holds(test) is False)
        yield from (test.span.in_line() for test in parts)
    elif holds(stmt.test):
        match stmt.test:
            case ir.Op(name="not", args=(test,)):
                yield test.span.in_line()
            case test:
                text = test.span.in_line()
                yield f"not ({text})" if " " in text else f"not {text}"


def _as_seen(
    test: ir.Expr, read: Reader, sees: Callable[[], Sees], ahead: Callable[[], Foresight]
) -> bool | None:
    """Does a condition hold? None if the seat does not see that, or it is known only elsewhere."""

    def complete(question: ir.Completable, values: Locals) -> int:
        return ahead().holds(question, values)

    if free_locals(test):
        return None
    try:
        looked_at = Look.at((test,)).reads({}, read, complete)
        if not all(sees()(variable, keys) for variable, keys in looked_at):
            return None
        return bool(evaluate(test, {}, read, complete))
    except PlayError:
        return None


def against(
    program: ir.Program,
    choose: ir.Choose,
    read: Reader,
    text: str,
    ahead: Callable[[], Foresight],
    sees: Callable[[], Sees],
) -> list[Reason]:
    """What the rules of a choice have against a text, whether it is put or not; empty if that is
    nothing, or it is none of its moves."""
    return [*_Finding(program, choose, read, ahead, sees, refused=False).all(text)]


@dataclass(frozen=True, slots=True)
class _Finding:
    """What there is against the moves of a choice; `refused`: an engine has said that none of those
    asked about is offered."""

    program: ir.Program
    choose: ir.Choose
    read: Reader
    ahead: Callable[[], Foresight]
    sees: Callable[[], Sees]
    refused: bool

    def all(self, text: str) -> Iterator[Reason]:
        """What there is against all that a text may mean."""
        for reading in readings(text, self.choose, kinds=True):
            yield from self.of(self.choose.alternatives[reading.number], reading)

    def skipped(self, other: ir.Choose, text: str) -> list[str]:
        """What there is against a move of another choice, if that is skipped where only declining
        is left; as far as the seat sees what is looked at."""
        flow = self.program.generic.flow if self.program.generic is not None else self.program.flow
        places = {one.choice.span for one in skipped(flow)}
        if other.span not in places:
            return []
        found = dict[str, None]()
        for reading in readings(text, other, kinds=True):
            alternative = other.alternatives[reading.number]
            values: Locals = {}
            for param, arg in zip(alternative.params, reading.args, strict=False):
                if not self.is_seen((param.source,), values):
                    break
                values[param.local.number] = arg
            else:
                seen = (one for one in alternative.guards if self.is_told(one, values))
                alternative = replace(alternative, guards=tuple(seen))
                if alternative.compose is None:
                    with suppress(PlayError):
                        found |= {why.message: None for why in self.of(alternative, reading)}
        return [*found]

    def is_told(self, guard: ir.Guard, values: Locals) -> bool:
        """May a guard of a move that is not offered be told, since the seat sees all of it?"""
        ahead = isinstance(guard.test, ir.Completable)
        return not ahead and self.looks_at_what_is_seen(guard, values)

    def in_part(self, text: str) -> Iterator[Reason]:
        """What there is against a text that names something in short, or not at all: what a short
        name stands for is looked for where it would be drawn from. Nothing if it names nothing."""
        here = _begun_here(self.program, self.choose, text)
        if here is None or not isinstance(here[1].kind, ir.Element):
            return
        alternative, rest = here
        drawn, domain = _drawn_as(alternative, rest.local), here[1].kind.domain
        if drawn is None:
            return
        among, known = self.seen_among(drawn.source, rest.before), short_for(rest.words, domain)
        names = domain.kinds or domain.labels
        meant = [*dict.fromkeys(names[one] for one in among or () if names[one] in known)]
        if among is None or len(known) == 1:
            meant = known
        if len(meant) == 1:
            text = tidy(text)
            text = f"{text[: rest.at]}{meant[0]}{text[rest.at + len(rest.words) :]}"
            yield from [*self.all(text)] or self.in_part(text)
        elif among is not None and (known or not rest.words):
            yield from self.of_several(alternative, drawn, rest, among, meant)

    def of_several(
        self,
        alternative: ir.Alternative,
        drawn: ir.Param,
        rest: Unread,
        among: list[int],
        meant: list[str],
    ) -> Iterator[Reason]:
        """What there is against moves of which it is not said which: what is against all of them,
        or what is lacking. `among`: what may stand there; `meant`: the names that are in short what
        stands there, if anything does."""
        assert isinstance(rest.kind, ir.Element)
        names = rest.kind.domain.kinds or rest.kind.domain.labels
        left = [element for element in among if not rest.words or names[element] in meant]
        given = {
            param.local.name: written(rest.before[param.local.number], param.local.type)
            for param in alternative.params
            if param.local.number in rest.before
        }
        what = self.not_among(rest.words, drawn, among, given)
        if not left:
            message = what.message if rest.words else f"{_none_of(rest.kind)} may be chosen here"
            yield replace(what, message=message, tags=alternative.tags)
            return
        fixed = {number: [value] for number, value in rest.before.items()} | {rest.local: left}
        found = self.against_each(alternative, fixed)
        if common := [why for why in found[0] if all(why in one for one in found)] if found else []:
            yield from common
            return
        if rest.words:
            message = f"{rest.words} is short for several: {first_few(meant, MOST_SHORT)}"
        else:
            message = f"it is not said which {rest.kind.domain.name}"
        now = "" if rest.words or not all(found) else what.now
        yield reason(message, alternative.span, alternative.tags, now)

    def against_each(
        self, alternative: ir.Alternative, fixed: Mapping[int, list[int]]
    ) -> list[list[Reason]]:
        """What there is against each of the moves of an alternative in which some arguments are
        among these, without looking ahead; none if they are too many."""
        ways = self.drawn(alternative.params, {}, self.read, fixed)
        drawn = [*islice(ways, MOST_LOOKED_AT + 1)]
        if len(drawn) > MOST_LOOKED_AT:
            return []
        asked = [one for one in alternative.guards if not isinstance(one.test, ir.Completable)]
        return [[*self.failing(asked, values)] for values in drawn]

    def seen_among(self, source: ir.Expr, values: Mapping[int, int]) -> list[int] | None:
        """What may be drawn from a source, if that hangs on nothing else and the seat sees it."""
        known: Locals = {**values}
        if not free_locals(source) <= known.keys() or not self.is_seen((source,), known):
            return None
        return self.value_of(source, known)

    def of(self, alternative: ir.Alternative, reading: Reading) -> Iterator[Reason]:
        """What keeps an alternative with the arguments of a reading from being offered. What is
        named without a number is one that lies where it is drawn from, if any does."""
        args, unnumbered = reading.args, reading.unnumbered
        values: Locals = {}
        given: dict[str, str] = {}
        late: ir.Param | None = None  # what would have had to come before all that is selected
        for param, arg in zip(alternative.params, args, strict=False):
            among = self.value_of(param.source, values)
            if param.local.number in unnumbered:
                early = self.value_of(_at_first(param).source, values)
                mask = unnumbered[param.local.number].meant([*among, *early])
                arg = arg if mask is None else mask.bit_length() - 1
            if arg not in among and arg in self.value_of(_at_first(param).source, values):
                late = param
            elif arg not in among:
                told = self.not_among(written(arg, param.local.type), param, among, given)
                fitting = self.fitting(alternative, param, among, values)
                if fitting and fitting != among:  # so the words of the source say too much
                    told = replace(told, now=MAY_BE + _listed(fitting, param.local.type))
                elif not fitting and told.now.startswith(MAY_BE):
                    told = replace(told, now="")
                yield replace(told, tags=alternative.tags)
                return
            values[param.local.number] = arg
            given[param.local.name] = written(arg, param.local.type)
        guards = alternative.guards
        if late is not None:
            guards = tuple(one for one in guards if not isinstance(one.test, ir.Completable))
        refused = self.refused and alternative.compose is None and not alternative.fallback
        failed = list(self.failing(guards, values, refused=refused))
        if late is not None and not failed:
            label = written(cast(int, values[late.local.number]), late.local.type)
            message = f"{label} would have had to come before what has been chosen"
            yield reason(message, late.span, alternative.tags)
            return
        if not failed and alternative.compose is not None:
            masks = args[len(alternative.params) :]
            failed = list(self.of_selections(alternative, masks, unnumbered, values))
        yield from failed
        if not failed and alternative.fallback:
            message = f"{_called(alternative)} is possible only when nothing else is"
            yield reason(message, alternative.span, alternative.tags)

    def of_selections(
        self,
        alternative: ir.Alternative,
        masks: tuple[int, ...],
        unnumbered: Mapping[int, Unnumbered],
        values: Locals,
    ) -> Iterator[Reason]:
        """What keeps the selections of a move from being chosen: the first element that cannot be
        taken, or what is missing when all are there."""
        compose = alternative.compose
        assert compose is not None
        values |= {selection.number: 0 for selection in compose.selections}
        for step, selection, mask in zip(compose.steps, compose.selections, masks, strict=True):
            if selection.number in unnumbered:
                lying = self.value_of(_at_first(step.params[0]).source, values)
                mask = unnumbered[selection.number].meant(lying) or mask
            for element in elements_of_mask(mask):
                failed = list(self.untaken(step, element, values))
                if failed:
                    yield from failed
                    return
                values[selection.number] = cast(int, values[selection.number]) | 1 << element
        missing = [list(self.failing(finish.guards, values)) for finish in compose.finishes]
        if all(missing):
            yield from (why for found in missing for why in found)
        elif compose.weight is not None:
            weight = compose.weight
            reached = cast(int, evaluate(weight.value, values, self.read))
            largest = self.ahead().largest(alternative, values)
            if reached != largest:
                message = f"{weight.words}: {largest} instead of {reached}"
                yield reason(message, weight.span, weight.tags)

    def untaken(self, step: ir.ComposeStep, element: int, values: Locals) -> Iterator[Reason]:
        """Why an element cannot be added to a selection that holds earlier ones."""
        param = _at_first(step.params[0])
        among = self.value_of(param.source, values)
        if element not in among:
            yield self.not_among(written(element, param.local.type), param, among, {})
            return
        values[param.local.number] = element
        full = [guard for guard in step.guards if guard.label == ir.AT_MOST]
        yield from list(self.failing(full, values)) or self.failing(step.guards, values)

    def fitting(
        self, alternative: ir.Alternative, param: ir.Param, among: list[int], values: Locals
    ) -> list[int]:
        """What may be chosen as the next thing that a move names, of all that it is drawn from:
        also by what the move needs of what it has named so far. Where somebody would have to look
        ahead for too many, all of it."""
        number, found = param.local.number, list[int]()
        if alternative.compose is not None:
            return among
        tests = [guard.test for guard in alternative.guards]
        if param is not alternative.params[-1]:
            tests = [test for test in tests if free_locals(test) <= {*values, number}]
        ahead = [test for test in tests if isinstance(test, ir.Completable)]
        if ahead and len(among) > MOST_LISTED:
            return among
        for element in among:
            with suppress(PlayError):
                bound = {**values, number: element}
                if all(evaluate(test, bound, self.read) for test in tests if test not in ahead):
                    found.append(element)
        try:
            return [
                element
                for element in found
                if all(self.ahead().holds(test, {**values, number: element}) for test in ahead)
            ]
        except PlayError:  # of which it takes too long to say it
            return among

    def not_among(
        self, label: str, drawn: ir.Param, among: list[int], given: Mapping[str, str]
    ) -> Reason:
        """That what is called so is not among the elements of a source, and which are now: in the
        words of what it is drawn from, if that is a name and no code. `given`: the parameters
        before it, whose names nobody who plays has seen."""
        kind = drawn.local.type
        source = DRAWN.sub("", " ".join(_as_written(drawn).split()))
        cells = CELLS.match(source)
        source = re.sub(
            rf"{QUOTED}|\b\w+\b(?!\s+of\b|\()",
            lambda name: given.get(name.group(), name.group()),
            source,
        )
        less = LESS.match(source)
        without = "" if less is None else self.without(less[2])
        source = source if less is None else less[1]
        elements = _listed(among, kind)
        about, lies = "" if without else self.words_of(source), self.is_zone(source)
        if MINE.fullmatch(source) and about in {one.words for one in self.functions}:
            about = ""  # they say whose it is, which is known here
        is_kind = isinstance(kind, ir.Element) and source + without == kind.domain.name
        is_code = CODE.search(source) is not None and NAMED.match(source) is None
        source = self.said(TOP.sub(r"the top of \1", self.to_whom_it_concerns(source)))
        is_code &= CODE.search(source) is not None
        source += without
        if gone := self.not_on_board(label, kind):
            return reason(gone, drawn.span, now=MAY_BE + elements)
        if not among and WHERE.search(source):
            message = f"{_none_of(kind)} may be chosen here"
            return reason(message, drawn.span, now=f"wanted: {source}")
        if not source or is_code or WHERE.search(source):
            return reason(f"{label} is not to be chosen here", drawn.span, (), MAY_BE + elements)
        if "(" in source:  # of which there are only the words to read
            now = f"{about}: {elements}" if about else MAY_BE + elements
            return reason(f"{label} is not to be chosen here", drawn.span, now=now)
        if is_kind:  # a board has holes, say
            return reason(f"there is no {source} {label}", drawn.span, now=f"{source}: {elements}")
        if cells is not None:
            where = f"{cells[1]} {source.removeprefix(cells[0])}"
            return reason(f"{label} is not {where}", drawn.span, now=f"{where}: {elements}")
        message = f"{label} is not {'in' if lies else 'among'} {source}"
        if isinstance(kind, ir.Number) and not isinstance(drawn.source, ir.Const):
            return reason(f"{message}: now {elements}", drawn.span, now=about)
        return reason(message, drawn.span, now=f"{about or source}: {elements}")

    def not_on_board(self, label: str, kind: ir.Type) -> str:
        """That there is no such cell, since the board has a hole there or is smaller; empty if
        there is."""
        domain = kind.domain if isinstance(kind, ir.Element) else None
        boards = [board for board in self.program.boards if board.component is domain]
        if domain is None or domain.kind != "cell" or not boards or label not in domain.labels:
            return ""  # a component that lies on no board may lie somewhere else
        cell, generic = domain.labels.index(label), self.program.generic
        if any(cell in board.places for board in boards):
            return ""
        size = generic.size_of(domain, self.program.bound) if generic is not None else ()
        chosen = as_chosen(size)
        if chosen:
            return f"{label} is not on the board{chosen}"
        return f"there is no {spoken(domain.name)} {label}"

    def to_whom_it_concerns(self, source: str) -> str:
        """What belongs to whoever is to move is called as that player is told: `hand of me` is
        `your hand`."""
        names = {one.name for one in self.functions}
        names |= {one.name for one in self.program.variables}

        def told(found: re.Match[str]) -> str:
            name = found[1]
            return f"your {spoken(name)}" if name in names else found.group()

        return MINE.sub(told, source)

    def without(self, less: str) -> str:
        """What is taken away from a set by names, in words: ` without left and right`."""
        names = [self.said(self.to_whom_it_concerns(name)) for name in less.split(" - ")[1:]]
        return f" without {listed([spoken(name) for name in names])}"

    def said(self, source: str) -> str:
        """What is declared is called as players are told it: `within reach` of `within_reach`, and
        `straight from a1` of `straight_from of a1`, as in the rulebook."""
        names = {one.name for one in self.functions}
        names |= {one.name for one in self.program.variables}
        names |= {one.name for one in self.program.domains}
        names |= {one.name for one in self.program.tables}

        def told(found: re.Match[str]) -> str:
            name = found["name"]
            if name not in names:
                return found[0]
            return spoken(name) + ("" if leads_on(name) else found["of"] or "")

        return re.sub(rf"{QUOTED}|(?P<name>\w+)(?P<of> of\b)?", told, source)

    @property
    def functions(self) -> tuple[ir.Function, ...]:
        generic = self.program.generic
        return generic.functions if generic is not None else ()

    def is_zone(self, source: str) -> bool:
        """Is a source the name of a zone, so that what is drawn from it lies there?"""
        name = NAMED.match(source.removeprefix("the "))
        zones = {one.name for one in self.program.variables if one.role == "zone"}
        return name is not None and name[1] in zones

    def words_of(self, source: str) -> str:
        """The words that the rules have for what a source is the name of, if it is a name."""
        name = NAMED.match(source)
        if name is None:
            return ""
        words = {one.name: one.words for one in self.functions}
        words |= {one.name: one.words for one in self.program.variables}
        return words.get(name[1], "")

    def value_of(self, source: ir.Expr, values: Locals) -> list[int]:
        return list(elements(evaluate(source, values, self.read), source.type))

    def failing(
        self, guards: Sequence[ir.Guard], values: Locals, *, refused: bool = False
    ) -> Iterator[Reason]:
        """The guards that do not hold; whether a compose can be completed is asked last, and known
        without a search where it is all that is left against what is `refused`. After a
        failure what looks at something hidden is not asked: it may only where what was asked
        before holds, as that a card is in the own hand. Nor is what means something only where one
        of these holds, as that a card beats the top of a pile that is empty."""
        failed = False
        before: list[ir.Expr] = []
        for guard in guards:
            question = guard.test
            if isinstance(question, ir.Completable):
                if failed:
                    continue
                if question.best:
                    yield from self.not_most(guard, question, values)
                elif not _only_selects(question) and not _has_a_plain_finish(question):
                    cannot = _of_guard(guard, values, self.read)
                    yield self.led_nowhere(question, values, cannot)
                elif (refused and guard is guards[-1]) or not self.ahead().holds(question, values):
                    failed = True
                    yield from self.incomplete(guard, question, values)
            else:
                own = _by_itself(guard, before)
                asked = not failed or (
                    self.rests_on_what_holds(guard, own, values)
                    and self.looks_at_what_is_seen(own, values)
                )
                if asked and not _holds(own, values, self.read, known=failed):
                    failed = True
                    yield _of_guard(guard, values, self.read)
            before += conjuncts(guard.test)

    def rests_on_what_holds(self, guard: ir.Guard, own: ir.Guard, values: Locals) -> bool:
        """Does all that is left out of a guard hold, as it was asked before?"""
        asked = conjuncts(own.test)
        others = [part for part in conjuncts(guard.test) if part not in asked]
        return all(
            _holds(replace(guard, test=part), values, self.read, known=True) for part in others
        )

    def looks_at_what_is_seen(self, guard: ir.Guard, values: Locals) -> bool:
        """Does the seat see all that a guard and its reason look at?"""
        told = (p.value if isinstance(p, ir.Joined) else p for p in guard.message.parts)
        return self.is_seen((guard.test, *(p for p in told if not isinstance(p, str))), values)

    def is_seen(self, asked: Sequence[ir.Expr], values: Locals) -> bool:
        """Does the seat see all that these look at, and can they be worked out?"""
        try:
            looked_at = Look.at(asked).reads(values, self.read)
        except PlayError:
            return False
        sees = self.sees() if looked_at else None
        return sees is None or all(sees(variable, keys) for variable, keys in looked_at)

    def not_most(
        self, guard: ir.Guard, question: ir.Completable, values: Locals
    ) -> Iterator[Reason]:
        """Why this does not lead to the most, if it does not."""
        reached, largest = self.ahead().compared(question, values)
        if reached is None:
            name = spoken(question.compose.name)
            cannot = reason(f"after this, {name} cannot be completed", question.span)
            yield self.led_nowhere(question, values, cannot)
        elif reached != largest:
            why = _of_guard(guard, values, self.read)
            yield replace(why, message=f"{why.message}: {largest} instead of {reached}")

    def led_nowhere(self, question: ir.Completable, values: Locals, cannot: Reason) -> Reason:
        """Why a step leads to no end of a compose: it cannot be done at all, or what the rules say
        of where it leads; `cannot`: what is told where they say nothing."""
        wrong = self.ahead().wrong(question, values)
        if wrong is not None:
            return reason(f"after this, {wrong.message}", wrong.span or NOWHERE)
        ends = [finish for finish in question.compose.finishes if not finish.name]
        if not ends and question.step is None:
            return self.lacking(question, values, cannot)
        if not ends:
            return self.ended(question, values) or cannot
        return self.dead_end(ends[0].guards, question, values, cannot)

    def dead_end(
        self,
        guards: tuple[ir.Guard, ...],
        question: ir.Completable,
        values: Locals,
        cannot: Reason,
    ) -> Reason:
        """What the rules say of steps after which what ends a compose (`guards`) can hold no more,
        of the state after them; where they say nothing, what is wanted there."""
        after = self.ahead().after(question, values)
        if after is None:
            return cannot
        guard, there = guards[0], after
        if len(guards) > 1:
            guard, there = self.missing(guards, question, values, after)
        try:
            if guard.message.parts:
                return _of_guard(guard, {}, there)
            told = reason(cannot.message, guard.span, guard.tags)
            return replace(told, now=f"wanted: {guard.span.in_line()}")
        except PlayError:
            return cannot  # what ends it cannot be worked out there, nor what it says

    def missing(
        self,
        guards: tuple[ir.Guard, ...],
        question: ir.Completable,
        values: Locals,
        after: Reader,
    ) -> tuple[ir.Guard, Reader]:
        """The first of some guards that does not hold where nothing more can be done and fewest of
        them do not hold, and a state in which it does not: the one after the step, if so."""
        at_once = _unmet(guards, {}, after)
        last = self.ahead().last(question, values, MOST_TRIED)
        found = [(unmet, read) for read in last if (unmet := _unmet(guards, {}, read))]
        there, read = min(found or [(at_once or [*guards], after)], key=lambda one: len(one[0]))
        return there[0], after if there[0] in at_once else read

    def ended(self, question: ir.Completable, values: Locals) -> Reason | None:
        """Why a step leads to no end of a compose with finishes: for what keeps those away that are
        possible now and are not after it, if the same step leaves them possible with others that it
        takes; else for what those are still missing, where nothing more can be done, that are not
        possible now; where neither is one and the same, for what keeps a later step from being
        taken that would lead there. None if there is nothing, or it differs."""
        after = None if question.step is None else self.ahead().after(question, values)
        if after is None:
            return None
        possible, later = list[tuple[ir.ComposeFinish, Locals]](), list[ir.ComposeFinish]()
        for finish in question.compose.finishes:
            now = [
                chosen
                for chosen in self.chosen(finish, self.read)
                if not _unmet(finish.guards, chosen, self.read)
            ]
            possible += [(finish, chosen) for chosen in now]
            later += [] if now else [finish]
        closed = dict[str, Reason]()  # whatever the step takes, so that this one is not to blame
        told, sure = dict[str, Reason](), True
        others = [*islice(self.ahead().following(question), MOST_LOOKED_AT)]
        for finish, chosen in possible:
            unmet = _unmet(finish.guards, chosen, after)
            if unmet:
                always = all(
                    unmet[:1] == _unmet(finish.guards, chosen, read)[:1] for read in others
                )
                with suppress(PlayError):
                    why = _of_guard(unmet[0], chosen, after)
                    (closed if always else told)[why.message] = why
                    # of a number that nobody has named, others may do as well
                    sure &= always or free_locals(unmet[0].test).isdisjoint(chosen)
        if not told:
            told, sure = self.missed(later, question, values, after)
        if not sure:
            told = self.barred(question, values) or told or closed
        return next(iter(told.values())) if len(told) == 1 else None

    def barred(self, question: ir.Completable, values: Locals) -> dict[str, Reason]:
        """Which later step would lead to an end, and what keeps it from being taken."""
        barred = self.ahead().barred(question, values, MOST_LOOKED_AT)
        if barred is None:
            return {}
        step = question.compose.steps[barred.step]
        taken: Locals = {
            param.local.number: arg for param, arg in zip(step.params, barred.args, strict=True)
        }
        try:
            why = _of_guard(barred.guard, taken, barred.read)
        except PlayError:
            return {}
        compose = question.compose
        move = self.step_as_moved(compose, barred.step, barred.args, barred.read)
        first = [self.step_as_moved(compose, *one) for one in barred.before]
        after = f" after {', '.join(first)}" if first else ""
        message = f"then {move} is needed{after}, and {why.message}"
        return {message: replace(why, message=message)}

    def step_as_moved(
        self, compose: ir.Compose, step: int, args: tuple[int, ...], read: Reader
    ) -> str:
        """A step with its arguments as a move, where moves are written so."""
        for number, alternative in enumerate(self.choose.alternatives):
            asked = alternative.guards[-1].test if alternative.guards else None
            if (
                isinstance(asked, ir.Completable)
                and asked.compose is compose
                and asked.step == step
            ):
                return text_of(self.choose, (number, *args), read)
        return spoken(compose.steps[step].name)

    def missed(
        self,
        finishes: Sequence[ir.ComposeFinish],
        question: ir.Completable,
        values: Locals,
        after: Reader,
    ) -> tuple[dict[str, Reason], bool]:
        """What these finishes still miss after a step, by what is told of it: each where it misses
        least, in the state after it or in one where nothing more can be done. Left out is what it
        has missed before. And is that one thing, whatever a finish is asked for there? What it
        misses may tell of a number that nobody has named, of which others would miss as little."""
        last = [after, *self.ahead().last(question, values, MOST_LOOKED_AT)]
        told = dict[str, Reason]()
        sure = True
        for finish in finishes:
            tried = [
                (unmet, read, chosen)
                for read in last
                for chosen in self.chosen(finish, read)
                if (unmet := _unmet(finish.guards, chosen, read))
            ]
            nearest = min(tried, key=lambda one: len(one[0]), default=None)
            if nearest is not None:
                (guard, *others), read, chosen = nearest
                begun = (
                    _unmet(finish.guards, one, self.read) for one in self.chosen(finish, self.read)
                )
                if any(unmet[:1] == [guard] for unmet in begun):
                    continue  # the step is not to blame
                with suppress(PlayError):
                    why = _of_guard(guard, chosen, read)
                    told[why.message] = why
                    sure &= all(
                        _of_guard(unmet[0], one, read).message == why.message
                        for unmet, there, one in tried
                        if there is read and len(unmet) == 1 + len(others)
                    )
        return told, sure and len(told) == 1

    def lacking(self, question: ir.Completable, values: Locals, cannot: Reason) -> Reason:
        """That a compose cannot be completed (`cannot`), and why, where all that could complete it
        but for fewest conditions lacks one and the same, which the seat sees and the rules have
        words for: of what finishes are asked where nothing more can be done."""
        compose, ahead = question.compose, self.ahead()
        if not all(finish.name for finish in compose.finishes):
            return cannot
        only_grow = all(grown_by(compose, step) is not None for step in compose.steps)
        tried = (
            (unmet, read, chosen)
            for read in (
                ahead.fullest(question, values)  # in which nothing is left out that goes with it
                if only_grow
                else ahead.last(question, values, MOST_LOOKED_AT)
            )
            for finish in compose.finishes
            for chosen in self.chosen(finish, read)
            if (unmet := _unmet(finish.guards, chosen, read))
        )
        found = [*islice(tried, MOST_TRIED)]
        least = min((len(unmet) for unmet, _, _ in found), default=0)
        nearest = [one for one in found if len(one[0]) == least]
        if len(found) == MOST_TRIED or not all(unmet[0].message.parts for unmet, _, _ in nearest):
            return cannot
        told = dict[str, Reason]()
        for (guard, *_), read, chosen in nearest:
            try:
                why = _of_guard(guard, chosen, read)
            except PlayError:
                return cannot
            told[why.message] = why
            if len(told) > 1 or not self.looks_at_what_is_seen(guard, chosen):
                return cannot
        for message, why in told.items():
            return replace(why, message=f"{cannot.message}: {message}")
        return cannot

    def chosen(self, finish: ir.ComposeFinish, read: Reader) -> Iterator[Locals]:
        """What the parameters of a finish can be in a state; of one that ends by itself nothing."""
        return islice(self.drawn(finish.params, {}, read), MOST_TRIED * bool(finish.name))

    def drawn(
        self,
        params: tuple[ir.Param, ...],
        values: Locals,
        read: Reader,
        fixed: Mapping[int, list[int]] = NOTHING_FIXED,
    ) -> Iterator[Locals]:
        """What parameters can be in a state, each with what was drawn before it; of those that are
        `fixed` only what is there."""
        if not params:
            yield values
            return
        source, number = params[0].source, params[0].local.number
        with suppress(PlayError):  # where that cannot be worked out there is nothing to draw
            for element in elements(evaluate(source, values, read), source.type):
                if element in fixed.get(number, (element,)):
                    yield from self.drawn(params[1:], {**values, number: element}, read, fixed)

    def incomplete(
        self, asked: ir.Guard, question: ir.Completable, values: Locals
    ) -> Iterator[Reason]:
        """What is missing even when everything allowed is chosen, where the least is missing, and
        of such the one that weighs most; of what ends a compose by itself and gives no reason, that
        it cannot be completed (`asked`)."""
        compose = question.compose
        fullest = [*islice(self.ahead().fullest(question, values), MOST_TRIED)]
        cannot = _of_guard(asked, values, self.read)
        missing = [
            _of_guard(guard, {}, read)
            if guard.message.parts or guard.label
            else reason(cannot.message, guard.span, guard.tags, f"wanted: {guard.span.in_line()}")
            for guard, read in self.least_missing(question, values, fullest)
        ]
        nothing = reason(f"{spoken(compose.name)} cannot be completed", compose.span)
        yield from missing or [self.lacking(question, values, nothing)]

    def least_missing(
        self, question: ir.Completable, values: Locals, fullest: Sequence[Reader]
    ) -> list[tuple[ir.Guard, Reader]]:
        """Which conditions of finishes do not hold, and where: of those that miss fewest, each in
        the nearest state in which it misses fewest, or one in which it misses the same and falls
        less short. Of a finish that could not be reached before, or that any step puts an end to,
        nothing is told if there are others; where nothing has been chosen, rather of the first."""
        compose = question.compose
        plain = [finish for finish in compose.finishes if not finish.params]
        finishes = plain or compose.finishes  # of others it hangs on what is drawn

        def misses(
            guards: Sequence[ir.Guard], states: Iterable[Reader]
        ) -> list[tuple[ir.Guard, Reader]]:
            unmet = [([one for one in guards if self.is_unmet(one, read)], read) for read in states]
            first, _ = min(unmet, key=lambda one: len(one[0]))
            there = min(
                (read for found, read in unmet if found == first),
                key=lambda read: (_missing(first, read), -_weight(compose, read)),
            )
            return [(one, there) for one in first]

        if question.step is None:
            guards = [guard for finish in finishes for guard in finish.guards]
            there = min(fullest, key=lambda read: (_missing(guards, read), -_weight(compose, read)))
            return misses(guards, [there])
        now = [
            *self.ahead().reached(question, None, MOST_LOOKED_AT),
            *self.ahead().fullest(question, None),
        ]
        following = [*islice(self.ahead().following(question), MOST_LOOKED_AT)]
        lost, ended = list[ir.ComposeFinish](), list[ir.ComposeFinish]()
        for finish in finishes:
            if any(all(self.is_unmet(one, read) for read in now) for one in finish.guards):
                lost.append(finish)
            elif not misses(finish.guards, [self.read]) and all(
                misses(finish.guards, [read]) for read in following
            ):
                ended.append(finish)
        states = [*self.ahead().reached(question, values, MOST_LOOKED_AT), *fullest]
        begun = any(self.read(one, ()) for one in compose.own if not one.keys)
        open_ = [finish for finish in finishes if finish not in (*lost, *ended)]
        told = [
            misses(finish.guards, states)
            for finish in open_ or (ended or lost if begun else lost or ended)
        ]
        fewest = min(map(len, told))
        return [one for each in told if len(each) == fewest for one in each]

    def is_unmet(self, guard: ir.Guard, read: Reader) -> bool:
        return not _holds(guard, {}, read, known=False)


def _by_itself(guard: ir.Guard, before: Sequence[ir.Expr]) -> ir.Guard:
    """A guard without the conditions before it that it rests on, which stand elsewhere: those have
    been asked, and why they fail has been told."""
    parts = conjuncts(guard.test)
    own = [part for part in parts if part not in before or part.span.lies_in(guard.span)]
    if not own or len(own) == len(parts):
        return guard
    return replace(guard, test=ir.Op("and", tuple(own), ir.Truth(), guard.span))


def _at_first(param: ir.Param) -> ir.Param:
    """A parameter as it is drawn while nothing is selected."""
    match param.source:
        case ir.Op(name="after", args=(_, source)):
            return replace(param, source=source)
        case _:
            return param


def _as_written(drawn: ir.Param) -> str:
    """What something is drawn from, in the words of the rule that draws it: the name of a
    definition, not what it is defined as."""
    source, rule = drawn.source.span, drawn.span
    if source.lies_in(rule):
        return source.text()
    _, parameter_of, name = rule.text().partition(" in ")
    return name if parameter_of else source.text()


def _listed(among: list[int], kind: ir.Type) -> str:
    """The elements of a source: of numbers in a row the first and the last, of many the first."""
    if not among:
        return "none"
    if (
        isinstance(kind, ir.Number)
        and len(among) > 2
        and among == [*range(among[0], among[-1] + 1)]
    ):
        return f"{among[0]}..{among[-1]}"
    return first_few([written(one, kind) for one in among], MOST_LISTED)


def _none_of(kind: ir.Type) -> str:
    """What is said instead of a name where there is none."""
    if not isinstance(kind, ir.Element):
        return "nothing"
    return "nobody" if kind.domain.kind == "seat" else f"no {spoken(kind.domain.name)}"


def _holds(guard: ir.Guard, values: Locals, read: Reader, *, known: bool) -> bool:
    """Does the guard hold? After a failure (`known`) one that makes no sense counts as held."""
    try:
        return bool(evaluate(guard.test, values, read))
    except PlayError:
        if known:
            return True
        raise


def _only_selects(question: ir.Completable) -> bool:
    """Is it asked of a compose that only selects, or of the beginning of one that does so and goes
    by what weighs most?"""
    compose = question.compose
    return selects(compose if question.step is not None else replace(compose, weight=None))


def _has_a_plain_finish(question: ir.Completable) -> bool:
    """Is it asked of the beginning of a compose that only selects, where some finishes draw numbers
    and some do not? What those lack that do not is told."""
    compose = question.compose
    if question.step is not None:
        return False
    plain = [finish for finish in compose.finishes if not finish.params]
    selecting_only = selecting_steps(compose) is not None and compose.weight is None
    return selecting_only and 0 < len(plain) < len(compose.finishes)


def _weight(compose: ir.Compose, read: Reader) -> int:
    """What has been selected weighs; 0 where nothing is weighed, or it cannot be worked out."""
    with suppress(PlayError):
        if compose.weight is not None:
            return cast(int, evaluate(compose.weight.value, {}, read))
    return 0


def _missing(guards: Iterable[ir.Guard], read: Reader) -> tuple[int, int]:
    """How many of the guards do not hold, and by how much the numbers fall short that they
    compare."""
    failed = [guard.test for guard in guards if not _holds(guard, {}, read, known=False)]
    apart = 0
    for test in failed:
        match test:
            case ir.Op(name="at_least" | "at_most" | "less" | "more", args=(left, right)) if all(
                isinstance(side.type, ir.Number) for side in (left, right)
            ):
                one, other = (cast(int, evaluate(side, {}, read)) for side in (left, right))
                apart += abs(one - other)
    return len(failed), apart


def _stands(guard: ir.Guard, values: Locals, read: Reader) -> bool:
    """Does a guard hold? What makes no sense does not, as wherever somebody looks ahead."""
    try:
        return _holds(guard, values, read, known=False)
    except PlayError:
        return False


def _unmet(guards: Iterable[ir.Guard], values: Locals, read: Reader) -> list[ir.Guard]:
    """Those of some guards that do not hold."""
    return [guard for guard in guards if not _stands(guard, values, read)]


def _of_guard(guard: ir.Guard, values: Locals, read: Reader) -> Reason:
    message = render(guard.message, values, read)
    words = guard.label or guard.span.in_line()
    return reason(message or f"not fulfilled: {words or 'a condition'}", guard.span, guard.tags)


def _begun_here(
    program: ir.Program, choose: ir.Choose, text: str
) -> tuple[ir.Alternative, Unread] | None:
    """The alternative of a choice that a text begins as, and what it names that is not there; None
    if another choice offers what is more like it."""
    begun = [
        (alternative, rest)
        for alternative in choose.alternatives
        if (rest := unread(text, alternative)) is not None
    ]
    like_here = max((_words_of(text, one) for one, _ in begun), default=0)
    like_there = max(
        (_words_of(text, one) for one, _ in _offered_elsewhere(program, text)), default=0
    )
    if like_here < like_there:
        return None
    return next((one for one in begun if _words_of(text, one[0]) == like_here), None)


def _offered_elsewhere(program: ir.Program, text: str) -> list[tuple[ir.Alternative, ir.Choose]]:
    """What a text reads as, or begins as, at any choice."""
    return [
        (alternative, choose)
        for choose in program.choices
        for alternative in choose.alternatives
        if _is_of(text, alternative, choose)
    ]


def _drawn_as(alternative: ir.Alternative, local: int) -> ir.Param | None:
    """What is drawn for a parameter, or by a step of a single move into its selection."""
    steps = alternative.compose.steps if alternative.compose is not None else ()
    selections = alternative.compose.selections if alternative.compose is not None else ()
    drawn = {param.local.number: param for param in alternative.params}
    drawn |= {one.number: step.params[0] for one, step in zip(selections, steps, strict=True)}
    return _at_first(drawn[local]) if local in drawn else None


def _unreadable(program: ir.Program, choose: ir.Choose, text: str) -> Reason:
    """What is wrong with a text that names nothing one could choose here."""
    here = _begun_here(program, choose, text)
    if here is not None:
        return _no_element(program, *here)
    elsewhere = _offered_elsewhere(program, text)
    like_there = max((_words_of(text, one) for one, _ in elsewhere), default=0)
    elsewhere = [one for one in elsewhere if _words_of(text, one[0]) == like_there]
    if elsewhere:
        alternative = elsewhere[0][0]
        asked = dict.fromkeys(other.words for _, other in elsewhere if other.words != choose.words)
        message = f"{tidy(text)} is not possible now (choice {choose.name})"
        message += "".join(f", but at: {words}" for words in islice(filter(None, asked), 1))
        now = f"asked now: {choose.words}" if choose.words else ""
        return reason(message, alternative.span, alternative.tags, now)
    first = tidy(text).split(" ")[0]
    every = [a for c in (choose, *program.choices) for a in c.alternatives]
    begun = {_first_word(a): a for a in reversed(every)}
    known = {a.name: a for a in every} | begun
    if first in known:
        like = known[first]
        return reason(f"this is not how {first} is written: {template(like)}", like.span, like.tags)
    hint = did_you_mean(first, begun)
    if only := only_named(program, tidy(text), choose):
        return reason(only)
    if not hint and first:
        begin = dict.fromkeys(_first_word(one) for one in choose.alternatives)
        hint = f"moves here begin with: {', '.join([*begin][:MOST_LISTED])}" if begin else ""
    return reason(f'no move is called "{first}"' + (f"; {hint}" if hint else ""))


def only_named(program: ir.Program, name: str, here: ir.Choose | None = None) -> str:
    """That a text is a name alone, and how the moves are written that take what is so called, at
    a choice if there are some; empty if it is none."""
    domain = named_whole(name, program.domains)
    if domain is None:
        return ""
    told = f"{name} is the name of {with_article(domain.name)}, and no move"
    for where, choices in (("here ", [here] if here else []), ("", program.choices)):
        offers = (one for each in choices for one in each.alternatives if takes(one, domain))
        if ways := [*dict.fromkeys(map(template, offers))]:
            none = "none here names one; " if here is not None and not where else ""
            return f"{told}; {none}moves {where}that name one: {first_few(ways, MOST_LISTED)}"
    return f"{told}, nor does any move name one"


def _called(alternative: ir.Alternative) -> str:
    """What players call an alternative: the words with which its moves begin, if they do."""
    first = next(iter(alternative.text.parts), "")
    return (tidy(first) if isinstance(first, str) else "") or spoken(alternative.name)


def _first_word(alternative: ir.Alternative) -> str:
    """What the moves of an alternative begin with."""
    written_out = template(alternative).split()
    return written_out[0] if written_out else alternative.name


def template(alternative: ir.Alternative) -> str:
    """How the moves of an alternative are written: `take CARD`, `tax CARD + ...`."""
    written_out = ""
    for part in alternative.text.parts:
        match part:
            case str():
                written_out += part
            case ir.Joined(value=ir.Local() as local):
                written_out += f"{_kind(local)}{part.separator}..."
            case ir.Local():
                written_out += _kind(part)
            case _:
                written_out += "..."
    return written_out


def _kind(local: ir.Local) -> str:
    kind = local.type
    name = kind.domain.name if isinstance(kind, ir.Element | ir.SetOf) else local.name
    return spoken(name).upper()


def _no_element(program: ir.Program, alternative: ir.Alternative, rest: Unread) -> Reason:
    words, kind = rest.words, rest.kind
    if isinstance(kind, ir.Element):
        several = short_for(words, kind.domain)
        if len(several) > 1:
            message = f"{words} is short for several: {first_few(several, MOST_SHORT)}"
            return reason(message, alternative.span, alternative.tags)
        hint = hint_at(words, kind.domain, program.domains)
        if not hint and several:
            hint = f"did you mean {several[0]}?"
        name = kind.domain.name
        message = f"{words} is no {name}" if words else f"it is not said which {name}"
        return reason(message + (f"; {hint}" if hint else ""), alternative.span, alternative.tags)
    message = f"{words} is not {kind}" if words else f"{kind} is missing"
    return reason(message, alternative.span, alternative.tags)


def _words_of(text: str, alternative: ir.Alternative) -> int:
    """How much of a text are words of the alternative's own, so that of several that begin alike
    the one is known that is meant: `lay off Jack on Queens` is no `lay MELD`."""
    text, at, length = f"{tidy(text)} ", 0, 0
    for part in alternative.text.parts:
        if isinstance(part, str) and (found := text.find(part, at)) >= 0:
            at = found + len(part)
            length += len(part)
    return length


def _is_of(text: str, alternative: ir.Alternative, choose: ir.Choose) -> bool:
    """Does the text read as this alternative, or begin as it does?"""
    if unread(text, alternative) is not None:
        return True
    return any(
        choose.alternatives[number] is alternative
        for number, _ in take_apart(text, choose, kinds=True)
    )
