"""What has become of open marks by a move, for all to see, where its words do not say it: a drought
begins, somebody is out, a suit has become trump, coins are paid.

That is told of marks of the whole table, of seats, of values of types and of the edges of a map.
What is kept for cards and places is seen where these are drawn, but for what a move takes from
another on a cell, and so is a set of them that the rules empty before the turn is over. What goes
without saying is what the move always does: that it sets a mark to something fixed or to what it
names, or changes a number by so much. So what it always does is done once more, on paper, and told
is what has come out otherwise: by an `if`, by a standing rule, by what lies on the table, where a
turn or a phase begins; that a claim holds no longer and that nothing is there any more as well, or
it could not be told from what has stayed. What it always works out of something that not all see is
an answer, which is told each time, also where it is the same as the last one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from math import inf
from typing import NamedTuple

from ..core.evaluate import Locals, Reader, Value, elements, elements_of_mask, evaluate, written
from ..core.ir import (
    Alternative,
    Assign,
    Block,
    Choose,
    Const,
    Deal,
    Domain,
    Element,
    Expr,
    For,
    If,
    Let,
    Local,
    Move,
    MoveAll,
    Number,
    Op,
    Pick,
    Place,
    Program,
    Read,
    Seq,
    SetOf,
    StateVariable,
    Stmt,
    Times,
    Truth,
    Type,
)
from ..core.walk import one_by_one, variables_written, walk, walk_statements
from ..diagnostics import PlayError
from ..runtime.layout import Layout, Slots
from ..runtime.looking import Look
from ..runtime.sight import component_of, held_in
from .around import ahead, behind, in_action, in_turn, within_action
from .attributes import attributes_of
from .lines import labelled, title_of
from .look import look_of
from .notes import as_it_is, of_few
from .standing import kept_on
from .turned import place_of_zone

MOST = 6
"""So many changes of one mark are told, and so many cells or components of one set; more of them
are for the table to say."""

Member = tuple[StateVariable, tuple[int, ...]]
Change = tuple[tuple[int, ...], int, int]  # the keys of a member, what it was, what it is now


class Became(NamedTuple):
    """What has become of a mark: `text` for who is told nothing of the move but its name and what
    was chosen openly, which says no more than what the move does whatever else it names; and of
    that, `unsaid`, what the move told whole does not say, nor the things that it names, but for
    seats: the suit that was led is printed on a card."""

    text: str
    unsaid: str


def has_become(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    made: tuple[Choose, Alternative, Sequence[int]],
    then: Choose | None,
    named: Mapping[str, Domain],
    openly: Collection[Local] = (),
    earlier: Collection[str] = (),
) -> Iterator[Became]:
    """What has become of open marks by a move that was `made` and until something else is to be
    chosen: `state of Ann, Bob thirsty`, `broke yes`, `coins 7 -> 4, of Bob 2 -> 5`. `openly`: what
    it names that all are told; `earlier`: what moves before it in its action have named: it is for
    this edge that they were made."""
    choose, alternative, code = made
    seat = _number(layout.get(before, program.me, ()))
    values, open_values = _values(alternative, code), _values(alternative, code, openly)
    just_this = choose, (alternative,)
    whole = _said(program, layout, before, after, just_this, then, values)
    in_part = _said(program, layout, before, after, just_this, then, open_values)
    read = layout.reader(before)
    answers, in_short = (
        _answers(program, read, choose, alternative, then, known) for known in (values, open_values)
    )
    from_named = _from_named(program, choose.point, alternative)
    edges = {graph.edges for graph in program.graphs}
    for mark in _told(program, choose.point):
        changed: list[Change] = []
        unsaid: list[Change] = []
        for keys in layout.members(after, mark):
            if mark.keys and mark.keys[0] in edges and mark.keys[0].labels[keys[0]] in earlier:
                continue
            was, now = (_number(layout.get(slots, mark, keys)) for slots in (before, after))
            is_answer = (mark, keys) in answers
            if (now == was and not is_answer) or not _is_worth_telling(mark, now):
                continue
            is_told = now != was or (mark, keys) in in_short
            if is_told and now not in (said.get((mark, keys)) for said in in_part):
                changed.append((keys, was, now))
            is_printed = mark in from_named and _is_printed(program, mark, now, named)
            if now not in (said.get((mark, keys)) for said in whole) and not (
                is_printed or _is_named(mark, now, named)
            ):
                unsaid.append((keys, was, now))
        if changed or unsaid:
            yield Became(_in_words(mark, changed, seat), _in_words(mark, unsaid, seat))
    for mark in _of_cells(program):
        changed, unsaid = [], []
        assert isinstance(mark.type, Element)
        is_of_seats = mark.type.domain is program.seats
        each = list[Change]()
        for keys in layout.members(after, mark):
            was, now = (_number(layout.get(slots, mark, keys)) for slots in (before, after))
            each.append((keys, was, now))
        gone = {was for _, was, now in each if is_of_seats and now == -1 != was}
        for keys, was, now in each:
            came = was == -1 and now in gone - {-1, seat}  # what was taken away elsewhere
            if not came and (was in (now, -1) or (was == seat if is_of_seats else now < 0)):
                continue
            if is_of_seats:
                changed.append((keys, was, now))
            is_named = named.get(mark.keys[0].labels[keys[0]]) is mark.keys[0]
            is_said = not is_of_seats and now in (said.get((mark, keys)) for said in whole)
            if is_named == (now >= 0 and not came) and not is_said:
                unsaid.append((keys, was, now))
        if changed or unsaid:
            yield Became(_in_cells(mark, changed), _in_cells(mark, unsaid))


class Counted(NamedTuple):
    """How many components lie otherwise than before where they are seen by these seats alone:
    `text` and `unsaid` as of what has become of a mark."""

    seers: frozenset[int]
    text: str
    unsaid: str


def counted(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    made: tuple[Choose, Alternative, Sequence[int]],
    openly: Collection[Local] = (),
) -> Iterator[Counted]:
    """What has become by a move that was `made` of how many components each seat has, where not
    all see them: `hand of Ann 2 -> 4`. If each has more of them, or fewer, it is a new deal.
    `openly`: what it names that all are told."""
    choose, alternative, code = made
    seat = _number(layout.get(before, program.me, ()))
    values, open_values = _values(alternative, code), _values(alternative, code, openly)
    every, hidden = frozenset(range(program.seats.size)), look_of(program).hidden
    for zone in program.variables:
        if component_of(zone) is None or zone.keys[:1] != (program.seats,) or zone.seen == "all":
            continue
        if zone.name in hidden:
            continue
        whole, in_part = (
            _always_done(program, layout, before, choose, alternative, dict(known)).moved
            for known in (values, open_values)
        )
        changed: list[tuple[tuple[int, ...], int, int]] = []
        for keys in layout.members(after, zone):
            was, now = (
                held_in(zone, layout.get(slots, zone, keys)).bit_count()
                for slots in (before, after)
            )
            if was != now:
                changed.append((keys, was, now))
        if every == {keys[0] for keys, *_ in changed} and len({w < n for _, w, n in changed}) == 1:
            continue
        for keys, was, now in changed:
            owner = frozenset(keys[:1])
            seers = {"owner": owner, "others": every - owner}.get(zone.seen, frozenset())
            text = f"{place_of_zone(zone, keys, seat)} {was} -> {now}"
            bounds = (known.get((zone, keys), (0, 0)) for known in (in_part, whole))
            told = ("" if low <= now - was <= high else text for low, high in bounds)
            yield Counted(seers, *told)


def _values(
    alternative: Alternative, code: Sequence[int], known: Collection[Local] | None = None
) -> Locals:
    """What a move names, or as much of it as is `known`."""
    bound = zip(alternative.bound, code[1:], strict=True)
    return {one.number: value for one, value in bound if known is None or one in known}


def has_become_whatever_was_chosen(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    choose: Choose,
    then: Choose | None,
    but_of: Collection[int],
) -> Iterator[str]:
    """The same for those who are not told which move was made: but for what all moves that may have
    been made always do, and for what has become of some seats, of which it is told otherwise."""
    seat = _number(layout.get(before, program.me, ()))
    said = _said(program, layout, before, after, (choose, choose.alternatives), then, {})
    for mark in _told(program, choose.point):
        changed: list[Change] = []
        for keys in layout.members(after, mark):
            was, now = (_number(layout.get(slots, mark, keys)) for slots in (before, after))
            left_out = mark.keys[:1] == (program.seats,) and keys[0] in but_of
            if now != was and _is_worth_telling(mark, now) and not left_out:
                if now not in (one.get((mark, keys)) for one in said):
                    changed.append((keys, was, now))
        if text := _in_words(mark, changed, seat):
            yield text


def _said(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    made: tuple[Choose, Sequence[Alternative]],
    then: Choose | None,
    known: Locals,
) -> tuple[Mapping[Member, Value], Mapping[Member, Value]]:
    """What marks are set to by whichever of these was chosen, for all that is `known` of what it
    names; and what by that and where the turn has always begun in which something is chosen
    then."""
    choose, alternatives = made
    first, *others = (
        _always_done(program, layout, before, choose, one, dict(known)).set_to
        for one in alternatives
    )
    always = {
        one: value
        for one, value in first.items()
        if all(one in other and other[one] == value for other in others)
    }
    return always, _begun_with(program, layout, before, after, always, then)


def _answers(
    program: Program,
    read: Reader,
    choose: Choose,
    alternative: Alternative,
    then: Choose | None,
    known: Locals,
) -> set[Member]:
    """What a move has worked out of what not all see, whatever lies on the table: before anything
    more is asked in its action, and where nothing is, also behind that."""
    done = [alternative.body]
    if then is None or then.point not in within_action(program, choose.point):
        done += in_action(program, choose.point)
    always = _Always(program, read, dict(known))
    for stmt in (one for part in done for one in one_by_one(part)):
        if any(isinstance(part, Choose) for part in walk_statements(stmt)):
            break
        always.do(stmt)
    return always.answers


def _always_done(
    program: Program,
    layout: Layout,
    before: Slots,
    choose: Choose,
    alternative: Alternative,
    values: Locals,
) -> _Always:
    """What a move does whatever lies on the table, and what follows on it."""
    always = _Always(program, layout.reader(before), values)
    for stmt in (alternative.body, *behind(program, choose.point)):
        always.do(stmt)
    return always


def _begun_with(
    program: Program,
    layout: Layout,
    before: Slots,
    after: Slots,
    always: Mapping[Member, Value],
    then: Choose | None,
) -> dict[Member, Value]:
    """What marks are set to when the turn has always begun in which something is chosen then."""
    begun = _Always(program, layout.reader(before), {}, dict(always))
    begun.set_to[program.me, ()] = layout.get(after, program.me, ())
    for stmt in ahead(program, then.point) if then is not None else ():
        begun.do(stmt)
    return begun.set_to


class _Always:
    """What statements always do, whatever lies on the table, on paper: what marks are `set_to`,
    which claims and names are worked out of what not all see, the `answers`, and how many
    components more places have then, at least and at most, by what is `moved`."""

    def __init__(
        self,
        program: Program,
        read: Reader,
        values: Locals,
        set_to: dict[Member, Value] | None = None,
    ) -> None:
        self.program, self.stands, self.values = program, read, values
        self.changed = set[StateVariable]()  # what may be otherwise than before
        self.set_to: dict[Member, Value] = {} if set_to is None else set_to
        self.moved: dict[Member, tuple[float, float]] = {}
        self.answers = set[Member]()
        self.hidden = set[int]()  # locals that are worked out of what not all see

    def read(self, variable: StateVariable, keys: tuple[int, ...]) -> Value:
        known = self.set_to.get((variable, keys))
        return self.stands(variable, keys) if known is None else known

    def do(self, stmt: Stmt) -> None:
        """As much of a statement as is always done."""
        self._do(stmt)
        if not isinstance(stmt, Seq | Block):
            self.changed.update(variables_written(stmt))

    def _do(self, stmt: Stmt) -> None:
        with suppress(PlayError):
            match stmt:
                case Seq():
                    for part in stmt.body:
                        self.do(part)
                case Block():
                    self.do(stmt.body)
                case Let() if self.is_plain(stmt.value):
                    self.values[stmt.local.number] = self.value(stmt.value)
                case Let() if self.is_of_hidden(stmt.value):
                    self.hidden.add(stmt.local.number)
                case Assign() if all(map(self.is_plain, stmt.keys)):
                    keys = tuple(_number(self.value(key)) for key in stmt.keys)
                    if self.is_plain(stmt.value, stmt) and _is_said(stmt):
                        self.set_to[stmt.variable, keys] = self.value(stmt.value)
                    elif isinstance(stmt.variable.type, Truth | Element):
                        if self.is_of_hidden(stmt.value):
                            self.answers.add((stmt.variable, keys))
                case For() if self.is_plain(stmt.source):
                    for one in elements(self.value(stmt.source), stmt.source.type):
                        self.values[stmt.local.number] = one
                        self.do(stmt.body)
                case Times() if self.is_plain(stmt.count):
                    for _ in range(_number(self.value(stmt.count))):
                        self.do(stmt.body)
                case Deal():  # nothing is dealt out of an empty place
                    self.move(stmt.source, -1, 0)
                    self.move(stmt.target, 0, 1)
                case Move():
                    self.move(stmt.source, -1, -1)
                    self.move(stmt.target, 1, 1)
                case For() | Times() | MoveAll() | If():
                    if isinstance(stmt, If) and self.is_of_hidden(stmt.test):
                        self.answers |= self.set_by(stmt.then) & self.set_by(stmt.other)
                    moving = [one for one in walk(stmt) if isinstance(one, Deal | Move | MoveAll)]
                    if isinstance(stmt, If) and not self.is_of_places(stmt.test, moving):
                        return
                    for below in moving:
                        self.move(below.source, -inf, 0)
                        self.move(below.target, 0, inf)
                case _:
                    pass

    def is_of_hidden(self, expr: Expr) -> bool:
        """Is it worked out of something that not all see, whatever that has come to?"""
        return _looks_into_hidden(expr) or any(
            isinstance(part, Local) and part.number in self.hidden for part in walk(expr)
        )

    def set_by(self, stmt: Stmt | None) -> set[Member]:
        """The claims that a statement always sets."""
        return {
            (part.variable, tuple(_number(self.value(key)) for key in part.keys))
            for part in (one_by_one(stmt) if stmt is not None else ())
            if isinstance(part, Assign)
            and isinstance(part.variable.type, Truth)
            and all(map(self.is_plain, part.keys))
        }

    def is_of_places(self, test: Expr, moving: Sequence[Deal | Move | MoveAll]) -> bool:
        """Is no more asked than whether something can be moved, or is wanted there, whatever was
        chosen: `deck is not empty`?"""
        places = {place.variable for one in moving for place in (one.source, one.target)}
        asked = {part.variable for part in walk(test) if isinstance(part, Read)}
        is_chosen = any(isinstance(part, Local) for part in walk(test))
        return bool(asked & places) and asked <= {*places, self.program.me} and not is_chosen

    def move(self, place: Place, least: float, most: float) -> None:
        """So many more lie in a place then, if it is known which one that is."""
        if all(self.is_plain(key) or self.is_open_to_all(key) for key in place.keys):
            member = place.variable, tuple(_number(self.value(key)) for key in place.keys)
            low, high = self.moved.get(member, (0, 0))
            self.moved[member] = low + least, high + most

    def is_open_to_all(self, key: Expr) -> bool:
        """Do all see whose place it is, in a mark that says so?"""
        if not isinstance(key, Read) or key.keys:
            return False
        is_known = key.variable not in self.changed or (key.variable, ()) in self.set_to
        return is_known and (key.variable.role, key.variable.seen) == ("mark", "all")

    def value(self, expr: Expr) -> Value:
        return evaluate(expr, self.values, self.read)

    def is_plain(self, expr: Expr, setting: Assign | None = None) -> bool:
        """Is it the same whatever lies on the table, but for the mark that is set to it?"""
        for part in walk(expr):
            match part:
                case Const() | Op():
                    pass
                case Local():
                    if part.number not in self.values:
                        return False
                case Read():
                    is_itself = setting is not None and (
                        (part.variable, part.keys) == (setting.variable, setting.keys)
                    )
                    is_kept = (part.variable, ()) in self.set_to and _is_kept(part)
                    if not (is_itself or is_kept or part.variable is self.program.me):
                        return False
                case _:
                    return False
        return True


@lru_cache(maxsize=1024)
def _looks_into_hidden(expr: Expr) -> bool:
    return bool(Look.at((expr,)).variables)


def _is_said(stmt: Assign) -> bool:
    """Does a move say by its name and by what it names what it sets a mark to? It names numbers
    that are counted with, but not what a place or a value is worked out from."""
    if isinstance(stmt.variable.type, Number | SetOf) or _is_kept(stmt.value):
        return True
    return not any(map(_is_kept, walk(stmt.value)))


def _is_kept(part: object) -> bool:
    """Is it something that was chosen, or made of that?"""
    return isinstance(part, Local) or (isinstance(part, Read) and part.variable.role == "choice")


@lru_cache(maxsize=256)
def _told(program: Program, point: int) -> tuple[StateVariable, ...]:
    """The marks of which it is told what becomes of them by a move at a decision. What is thrown is
    told otherwise."""
    thrown = {part.variable for part in walk(program.flow) if isinstance(part, Pick)}
    emptied = _emptied(program, point)
    edges = {graph.edges for graph in program.graphs}
    return tuple(
        mark
        for mark in program.variables
        if (mark.role, mark.seen) == ("mark", "all")
        and mark.name not in look_of(program).hidden
        and mark not in thrown
        and all(of_few(key) or key in edges for key in mark.keys)
        and isinstance(mark.type, Truth | Number | Element | SetOf)
        and mark not in emptied
    )


@lru_cache(maxsize=256)
def _of_cells(program: Program) -> tuple[StateVariable, ...]:
    """The marks of cells of boards of which it is told if a move takes there what another seat had,
    or puts something into the place of something else: where it names the cell, or empties one that
    it does not name."""
    return tuple(
        mark
        for board in program.boards
        for mark in kept_on(program, board.component)
        if (mark.role, mark.seen) == ("mark", "all")
        and mark.name not in look_of(program).hidden
        and isinstance(mark.type, Element)
        and of_few(mark.type.domain)
    )


def _in_cells(mark: StateVariable, members: Sequence[Change]) -> str:
    """What has become of a mark of cells, if that is not too much: `man c1 Black -> White`."""
    if not 0 < len(members) <= MOST or not isinstance(mark.type, Element):
        return ""
    domain, same = mark.type.domain, dict[tuple[int, int], list[str]]()
    for (cell,), was, now in members:
        same.setdefault((was, now), []).append(title_of(mark.keys[0], mark.keys[0].labels[cell]))
    parts = (
        f"{', '.join(cells)} {' -> '.join(title_of(domain, written(x, mark.type)) for x in change)}"
        for change, cells in same.items()
    )
    return f"{labelled(mark.name)} {', '.join(parts)}"


def _emptied(program: Program, point: int) -> frozenset[StateVariable]:
    """The sets of cells and components in which nothing is left when the turn of a decision is
    over: what is in them says how far the turn has come."""
    emptied: dict[StateVariable, bool] = {}
    for stmt in (one for part in in_turn(program, point) for one in one_by_one(part)):
        for part in walk(stmt):
            if isinstance(part, Assign) and _is_of_many(part.variable.type):
                empty = Const(0, part.variable.type)
                emptied[part.variable] = part is stmt and part.value == empty
    return frozenset(mark for mark, is_empty in emptied.items() if is_empty)


def _is_of_many(kind: Type) -> bool:
    """Is it a set of cells, components or other things that there may be many of?"""
    return isinstance(kind, SetOf) and not of_few(kind.domain)


def _number(value: object) -> int:
    assert isinstance(value, int)
    return value


def _is_worth_telling(mark: StateVariable, now: int) -> bool:
    """Is it more than a number of the whole table that is 0 again, as at first, which is not drawn
    then? Of what seats and values have, 0 is as much as any number."""
    return bool(now or mark.start or mark.keys) or not isinstance(mark.type, Number)


def _is_named(mark: StateVariable, now: int, named: Mapping[str, Domain]) -> bool:
    """Does the move name what the mark is now? That it names a seat does not say what has become of
    this one: who duels with Bob may have lost to him."""
    if not isinstance(mark.type, Element) or mark.type.domain.kind == "seat" or now < 0:
        return False
    return named.get(mark.type.domain.labels[now]) is mark.type.domain


def _is_printed(
    program: Program, mark: StateVariable, now: int, named: Mapping[str, Domain]
) -> bool:
    """Does it stand on a component that the move names?"""
    if not isinstance(mark.type, Element):
        return False
    facts = (
        (fact, domain.labels.index(label))
        for label, domain in named.items()
        if domain.kind == "component"
        for fact in attributes_of(program).of(domain)
    )
    return any(
        isinstance(fact.type, Element)
        and fact.type.domain.name == mark.type.domain.name
        and fact.values[at] == now
        for fact, at in facts
    )


def _in_words(mark: StateVariable, members: Sequence[Change], seat: int) -> str:
    """What has become of a mark, if that is something and not too much; several of which the same
    has become are told together, and of who moves it is told first, without saying so. Sets that
    were only added to are told by what has come; if one was not, all as they are now."""
    if not 0 < len(members) <= MOST:
        return ""
    same: dict[str, list[tuple[int, ...]]] = {}
    is_own = bool(mark.keys) and mark.keys[0].kind == "seat"
    is_anew = isinstance(mark.type, SetOf) and any(was & ~now for _, was, now in members)
    if _is_of_many(mark.type):
        if any((now if is_anew else now & ~was).bit_count() > MOST for _, was, now in members):
            return ""
    for keys, was, now in sorted(members, key=lambda one: is_own and one[0][0] != seat):
        same.setdefault(_change(mark, was, now, is_anew=is_anew), []).append(keys)
    ends = ": " if isinstance(mark.type, Number) or is_anew else " "
    parts = (
        ends.join(filter(None, (_whose(mark, keys, seat), what))) for what, keys in same.items()
    )
    return f"{labelled(mark.name)} {', '.join(parts)}"


def _whose(mark: StateVariable, members: Sequence[tuple[int, ...]], seat: int) -> str:
    """Of which seats or values it is told; of who moves alone it goes without saying."""
    if not mark.keys:
        return ""
    labels = [
        [title_of(key, key.labels[one]) for key, one in zip(mark.keys, keys, strict=True)]
        for keys in members
    ]
    if mark.keys[0].kind != "seat":
        return ", ".join(map(" ".join, labels))
    if len(members) == 1 and members[0][0] == seat:
        return " ".join(labels[0][1:])
    return f"of {', '.join(map(' '.join, labels))}"


def _change(mark: StateVariable, was: int, now: int, *, is_anew: bool) -> str:
    match mark.type:
        case Number():
            return f"{written(was, mark.type)} -> {written(now, mark.type)}"
        case SetOf(domain=domain):
            mask = now if is_anew else now & ~was
            told = as_it_is(domain, (domain.labels[one] for one in elements_of_mask(mask)))
            return told if is_anew else f"+ {told}"
        case Element(domain=domain):
            return title_of(domain, written(now, mark.type))
        case _:
            return written(now, mark.type)


@lru_cache(maxsize=256)
def _from_named(program: Program, point: int, alternative: Alternative) -> frozenset[StateVariable]:
    """The marks of which a move, and what follows on it, set one that hangs on what it names, or
    set it to something that does; that may be kept as chosen."""
    body = (alternative.body, *behind(program, point))
    set_to = [stmt for part in body for stmt in walk(part) if isinstance(stmt, Assign)]
    kept = {
        stmt.variable
        for stmt in set_to
        if stmt.variable.role == "choice" and stmt.value in alternative.bound
    }
    return frozenset(
        stmt.variable
        for stmt in set_to
        for expr in (stmt.value, *stmt.keys)
        for part in walk(expr)
        if part in alternative.bound or (isinstance(part, Read) and part.variable in kept)
    )
