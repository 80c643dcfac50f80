"""What seats learn while a game goes on: its steps, made once more under the eyes of all.

Play itself remembers nothing. Who asks what a seat knows has the steps of the game made again by
the reference, which tells of every component that moves, and notes what each seat makes of it (see
`runtime.memory`):

* who sees where a component comes from, or where it arrives, sees which one it is;
* what goes from one hidden place to another is followed, if the rules say for all to hear which one
  goes: the top of a stack, what lies alone, all there is. Otherwise it might be any of those that
  lay there; but for those that the seat knows there, where all go of which something holds that it
  knows, as of all cards of a rank that was asked for;
* a shuffled stack is anything it has held, in any order;
* where a seat does not know what happens – somebody chooses secretly among several actions, or a
  condition looks at what the seat does not see –, all that might move is mixed with all it might
  come to lie with.

What a seat might conclude of hidden components from what a step has done, or from its having been
on offer, is not worked out. It is only noted that there may be something: the step has regarded
components that the seat has not seen in it (see `runtime.regarding`, `determinization`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from threading import Lock
from typing import cast

from .backends.effects import Executor, Exit, Run
from .backends.protocol import Code
from .backends.reference import ReferenceEngine
from .core import ir
from .core.evaluate import Completer, Locals, Reader, elements_of_mask, never_asked, prepare_int
from .core.faces import chosen_names, named_for_faces, of_components
from .core.leaving import what_follows
from .core.said import said_aloud
from .core.starts import starts
from .core.walk import Node, cells_in, free_locals, one_by_one, substitute, variables_written, walk
from .diagnostics import RulewrightError
from .runtime.chance import Asked
from .runtime.clues import Clue, Clues, OneOf, clues_of, clues_unless, clues_where
from .runtime.layout import CHANCE, POINT, Layout, Slots
from .runtime.looking import Look
from .runtime.memory import Memory, MemoryBuilder, Thrown, at_first
from .runtime.regarding import Behind, Conditions, Regard, evaluated
from .runtime.sight import (
    Masks,
    chooser_of,
    component_of,
    held_in,
    is_chosen_openly,
    sees,
    visible,
    visible_to,
    waiting,
)
from .runtime.together import Counted

Keys = tuple[int, ...]
Moving = ir.Move | ir.MoveAll | ir.Deal
At = tuple[ir.StateVariable, Keys]  # a place
Answers = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def follower(program: ir.Program) -> Follower:
    """What follows the games of a program."""
    return Follower(program)


class Follower:
    """Makes steps again and notes what seats learn, for one thread at a time."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.layout = Layout(program)
        self._labelled = {
            stmt.label: stmt
            for stmt in (*walk(program.setup), *walk(program.flow))
            if isinstance(stmt, ir.Block | ir.Loop)
        }
        self._chosen = [c for c in program.variables if is_chosen_openly(c)]
        self._lock = Lock()
        self._notes = MemoryBuilder(program, self.layout, None)
        self._covered: dict[int, int] = {}  # locals, and the seats that do not know their values
        self._doubting = 0  # the seats that do not know which way the step has gone
        self._doubted: dict[ir.Domain, int] = {}  # or whether components of a type have moved
        self._led_out = 0  # and those who do not know it for a condition
        self._following = what_follows(program)
        self._reached = {id(stmt) for stmt in self._following.values()}
        self._sure_at = 0, 0  # from which statement on they know it again, and who does
        self._unsure = 0  # and those of them that do not know whether what is done now is done
        self._unthrown = 0  # the seats that do not know whether anything is thrown now
        self._regarded = Behind()  # what it has regarded
        self._behind: dict[int, Behind] = {}  # what has been regarded for the values of locals
        self._plain: frozenset[int] = frozenset()  # locals that name nothing that lies anywhere
        self._named_for_faces = named_for_faces(program)
        self._named_by_choice = chosen_names(program)
        self._unfit: dict[tuple[int | At, int], int] = {}  # what a seat knows a name or mark not
        self._lay: dict[tuple[int | At, int], int] = {}  # where what was chosen lay, who knows that
        self._drawn: dict[int, tuple[Drawn, ...]] = {}  # by the alternative's identity
        self._conditions: dict[int, Conditions] = {}  # by the identity of the alternative
        self._fitting: dict[int, tuple[Fitting, ...]] = {}  # by the alternative's identity
        self._clues: dict[int, Clues] = {}  # by the alternative's identity
        self._laid_open: dict[int, frozenset[int]] = {}  # by the alternative's identity
        self._said: dict[int, frozenset[int]] = {}  # by the alternative's identity
        self._moved: dict[int, MayMove] = {}  # in secret, by the identity of the choice
        self._placed = {
            id(move): what
            for root in (program.setup, program.flow)
            for move, what in _moved_by_place(root)
        }
        self._picked = frozenset(
            stmt.variable
            for stmt in (*walk(program.setup), *walk(program.flow))
            if isinstance(stmt, ir.Pick) and _fitting_of_pick(stmt)
        )
        self._engine = ReferenceEngine(program, watch=self._watch)
        self._plain_engine = ReferenceEngine(program)

    def first(self, slots: Slots) -> Memory:
        """What seats know of a position that they see for the first time."""
        return at_first(self.program, self.layout, slots)

    def after(
        self,
        memory: Memory,
        slots: Slots,
        move: Code | None,
        answers: Answers | None = None,
        *,
        setup: bool = True,
    ) -> Memory:
        """What seats know after a step from these slots: a move, or the beginning (None).

        `answers`: what chance answered; None if the slots hold a seeded stream.
        """
        work = self.layout.copy(slots)
        if answers is not None:
            work[CHANCE] = Asked(list(answers))
        with self._lock:
            self._notes = MemoryBuilder(self.program, self.layout, memory)
            self._covered, self._doubting, self._unsure, self._unthrown = {}, 0, 0, 0
            self._doubted, self._led_out, self._sure_at = {}, 0, (0, 0)
            self._regarded, self._behind, self._plain = Behind(), {}, frozenset()
            self._unfit, self._lay = {}, {}
            if move is None and work[POINT] >= 0:
                self._notes.turns += starts(self.program)[work[POINT]].in_turn
            elif move is None:
                self._engine.begin(work, setup=setup)
            else:
                self._choose(slots, move)
                if self._sure_at[1] and not self._goes_on_elsewhere(work, move):
                    self._sure_at = 0, 0
                self._engine.apply(work, move)
            self._note_thrown(slots, work)
            made = self._notes.memory(work)
            regarded, seats = self._regarded.unseen(made), self._regarded.seats
            if not regarded and not seats:
                return made
            return replace(made, regarded=regarded, regarded_else=seats)

    def _note_thrown(self, before: Slots, after: Slots) -> None:
        """Who sees that a throw has changed something knows of it, whatever it hangs on."""
        get, last = self.layout.get, dict[At, int]()
        for number, one in enumerate(self._notes.thrown):
            last[one.variable, one.keys] = number
        for number in last.values():
            one = self._notes.thrown[number]
            was, now = (get(slots, one.variable, one.keys) for slots in (before, after))
            if one.value == now != was:
                self._notes.thrown[number] = one._replace(known=one.seen)

    def _goes_on_elsewhere(self, slots: Slots, move: Code) -> bool:
        """Do all see that something else is chosen after a move, or that it is somebody else who
        chooses?"""

        def seen(slots: Slots) -> tuple[object, str] | None:
            choose = waiting(self.program, slots)
            me = self.layout.get(slots, self.program.me, ())
            return None if choose is None else (me, choose.cover or choose.name)

        after = self.layout.copy(slots)
        if isinstance(slots[CHANCE], Asked):
            after[CHANCE] = Asked([*slots[CHANCE].outcomes])
        self._plain_engine.apply(after, move)
        return seen(after) != seen(slots)

    def _choose(self, slots: Slots, move: Code) -> None:
        """Note what a move leaves open for those who are not told it."""
        choose = waiting(self.program, slots)
        assert choose is not None
        me = cast(int, self.layout.get(slots, self.program.me, ()))
        alternative = choose.alternatives[move[0]]
        secret = choose.secret or bool(choose.cover)
        veiled = secret and (len(choose.alternatives) > 1 or bool(choose.cover))
        said = self._said.get(id(alternative))
        if said is None:
            said = self._said[id(alternative)] = said_aloud(choose, alternative)
        others = [*self._seats(but=me)]
        bound = (local for local in alternative.bound if local.number not in said)
        visible: Sequence[Masks] = [{}] * len(others)
        if not secret and any(of_components(local.type) for local in bound):
            visible = visible_to(self.program, self.layout, slots, others)
        for seat, seen in zip(others, visible, strict=True):
            for local, value in zip(alternative.bound, move[1:], strict=True):
                kind = local.type
                known = not secret
                if local.number in said:
                    pass
                elif isinstance(kind, ir.Element | ir.SetOf) and kind.domain.kind == "component":
                    named = value if isinstance(kind, ir.SetOf) else 1 << value if value >= 0 else 0
                    known &= not named & ~seen.get(kind.domain, 0)
                if not known:
                    self._cover(local.number, 1 << seat)
            if veiled:
                self._doubting |= 1 << seat
                read = self.layout.reader(slots)
                self._blur(seat, slots, self._may_move(choose), {}, read)
        following = self._following.get(choose.point) if veiled else None
        if following is not None:
            self._sure_at = id(following), self._doubting
        self._offer(choose, alternative, slots, move, me)
        fitting = self._fitting.get(id(alternative))
        if fitting is None:
            fitting = self._fitting[id(alternative)] = fitting_of(alternative)
        if veiled:
            return
        values = self._conditions[id(alternative)].values(alternative, move)
        for one in fitting:
            self._leave_out(one, slots, values)
        drawn = self._drawn.get(id(alternative))
        if drawn is None:
            drawn = self._drawn[id(alternative)] = tuple(_drawn_by(alternative))
        for each in drawn:
            self._note_where(each, slots, values)
        clues = self._clues.get(id(alternative))
        if clues is None:
            clues = self._clues[id(alternative)] = _clues_at(choose, alternative)
            self._laid_open[id(alternative)] = _laid_open(alternative.body)
        if not clues:
            return
        run = Run(slots, values, self.layout.reader(slots), never_asked)
        covered, shown = self._covered, self._laid_open[id(alternative)]
        self._covered = {local: seats for local, seats in covered.items() if local not in shown}
        for clue in clues:
            self._heed(clue, run)
        self._covered = covered

    def _heed(self, clue: Clue | OneOf, run: Run, told: int = 0) -> None:
        """Note what a clue says to those who know that it is given, and of what. `told`: what a
        mark was set to that is the clue."""
        if isinstance(clue, OneOf):
            self._heed_one_of(clue, run)
            return
        domain, at = clue.domain, clue.keys(run.values, run.read)
        seats = [
            seat for seat in self._heeding(clue, run) if not self._sees_all_of(seat, clue, run)
        ]
        if not seats:
            return
        held = held_in(clue.variable, run.read(clue.variable, at))
        fits = clue.fitting(run.values, run.read, run.complete)
        with suppress(RulewrightError):  # of a number that makes no sense
            ranges = clue.ranges(run.values, run.read, told, run.complete)
            for seat in seats:
                if len(ranges) == 1:
                    self._notes.count(seat, domain, held, fits, *ranges[0])
                else:
                    ways = [(held, fits, *each) for each in ranges]
                    self._notes.count_one_of(seat, domain, ways)

    def _heed_one_of(self, several: OneOf, run: Run) -> None:
        """The same of clues of which one is right: what is seen of them leaves the others."""
        heeding = [{*self._heeding(clue, run)} for clue in several.clues]
        seats = [
            seat
            for seat in self._seats()
            if all(seat in each for each in heeding) and self._knows(several.unless, seat)
        ]
        if not seats or several.is_so_anyhow(run.values, run.read, run.complete):
            return
        with suppress(RulewrightError):
            said = [
                [
                    (held_in(clue.variable, run.read(clue.variable, at)), fits, least, most)
                    for at in [clue.keys(run.values, run.read)]
                    for fits in [clue.fitting(run.values, run.read, run.complete)]
                    for least, most in clue.ranges(run.values, run.read, 0, run.complete)
                ]
                for clue in several.clues
            ]
            for seat in seats:
                open_ = [self._sees_all_of(seat, clue, run) for clue in several.clues]
                shown = (each for each, sees in zip(said, open_, strict=True) if sees)
                if any(_is_right(one) for each in shown for one in each):
                    continue
                ways = [w for each, sees in zip(said, open_, strict=True) if not sees for w in each]
                if ways:
                    self._notes.count_one_of(seat, several.clues[0].domain, ways)

    def _heeding(self, clue: Clue, run: Run) -> Iterator[int]:
        """The seats who know that a clue is given, and of what."""
        unknown = self._hidden_from(clue.where, run) | self._doubts(clue.domain) | self._unsure
        for seat in self._seats():
            if not unknown >> seat & 1 and clue.domain in self._notes.might[seat]:
                if self._knows(clue.what, seat):
                    yield seat

    def _sees_all_of(self, seat: int, clue: Clue, run: Run) -> bool:
        """Does a seat see what lies where a clue tells of?"""
        return self._sees(seat, clue.variable, clue.keys(run.values, run.read), run.slots)

    def _leave_out(self, fitting: Fitting, slots: Slots, values: Locals) -> None:
        """Note which components a seat knows not to be chosen, though it does not see what is."""
        covered = self._covered.get(fitting.param, 0)
        seats = [seat for seat in self._seats() if covered >> seat & 1]
        for seat, unfit in self._unfitting(fitting, seats, slots, values):
            key = fitting.param, seat
            self._unfit[key] = self._unfit.get(key, 0) | unfit

    def _note_where(self, drawn: Drawn, slots: Slots, values: Locals) -> None:
        """Note which components lay where one is chosen from, for those who know which place that
        is: it is none that comes there before it goes."""
        run = Run(slots, values, self.layout.reader(slots), never_asked)
        held = held_in(drawn.variable, run.read(drawn.variable, drawn.keys(run)))
        hidden = self._hidden_from(drawn.where, run)
        for seat in self._seats():
            if not hidden >> seat & 1:
                self._lay[drawn.param, seat] = held

    def _unfitting(
        self, fitting: Fitting, seats: Iterable[int], slots: Slots, values: Locals
    ) -> Iterable[tuple[int, int]]:
        """For each of these seats the components of which it knows that a condition does not hold
        (a mask): it knows all else on which it hangs."""
        others, read = [self._covered.get(number, 0) for number in fitting.others], None
        found = {seat: 0 for seat in seats if not any(one >> seat & 1 for one in others)}
        for one in range(fitting.domain.size) if found else ():
            read = read or self.layout.reader(slots)
            given = values | {fitting.param: one, fitting.name: one}
            with suppress(RulewrightError):  # of what is asked after another condition
                if not fitting.look.values[0](given, read, never_asked):
                    for seat in found:
                        if self._is_seen(fitting.look, seat, slots, given, read):
                            found[seat] |= 1 << one
        return found.items()

    def _is_seen(self, look: Look, seat: int, slots: Slots, values: Locals, read: Reader) -> bool:
        """Does a seat see all that an expression looks at?"""
        with suppress(RulewrightError):
            cells = look.reads(values, read)
            return all(self._sees(seat, variable, keys, slots) for variable, keys in cells)
        return False

    def _may_move(self, choose: ir.Choose) -> MayMove:
        """What may move when somebody chooses in secret."""
        found = self._moved.get(id(choose))
        if found is None:
            found = MayMove.within([alternative.body for alternative in choose.alternatives])
            self._moved[id(choose)] = found
        return found

    def _offer(
        self, choose: ir.Choose, alternative: ir.Alternative, slots: Slots, move: Code, me: int
    ) -> None:
        """Note what has been regarded for a move to be on offer."""
        conditions = self._conditions.get(id(alternative))
        if conditions is None:
            conditions = Conditions.of(choose, alternative, self._named_for_faces)
            self._conditions[id(alternative)] = conditions
        self._plain = conditions.plain
        for local, param in conditions.same:
            self._cover(local, self._covered.get(param, 0))
        if conditions.on_others:
            self._regarded.seats |= sum(1 << seat for seat in self._seats(but=me))
        if conditions.regards:
            values = conditions.values(alternative, move)
            run = Run(slots, values, self.layout.reader(slots), never_asked)
            for regard in conditions.regards:
                self._regard(self._looked_behind(regard, run))

    def _regard(self, behind: Behind) -> None:
        """Note what the step hangs on."""
        behind.lose(self._notes.blurred)
        self._regarded.add(behind)

    def _looked_behind(self, regard: Regard, run: Run) -> Behind:
        """What values are made of."""
        found = Behind()
        for number in regard.locals:
            if number in self._behind:
                found.add(self._behind[number])
        regard.named(found, run.values, self._is_hidden)
        for variable, keys in regard.read(found, run.values, run.read, run.complete):
            for seat in self._seats():
                if not self._sees(seat, variable, keys, run.slots):
                    found.seats |= 1 << seat
        return found

    def _cover(self, local: int, seats: int) -> None:
        self._covered[local] = self._covered.get(local, 0) | seats

    def _is_covered(self, named: ir.Local | ir.Read) -> bool:
        """Is there a seat that may not know what a name, or what is kept, stands for?"""
        if isinstance(named, ir.Local):
            return bool(self._covered.get(named.number))
        return is_kept(named.variable)

    def _uncover(
        self,
        named: ir.Local | ir.Read,
        variable: ir.StateVariable,
        keys: Keys,
        slots: Slots,
        unknown: int,
    ) -> None:
        """Who sees a component arrive that has a name, or is kept for the rest of an action, knows
        what it is the name of."""
        seen = sum(
            1 << seat
            for seat in self._seats()
            if not unknown >> seat & 1 and self._sees(seat, variable, keys, slots)
        )
        if isinstance(named, ir.Local):
            self._covered[named.number] &= ~seen
        else:
            told = self._notes.told.get(named.variable.name, 0)
            self._notes.told[named.variable.name] = told | seen

    def _hidden_from(self, look: Look, run: Run) -> int:
        """The seats that do not know what an expression comes to (a mask)."""
        seats = 0
        for local in look.locals:
            seats |= self._covered.get(local, 0)
        looked = look.reads(run.values, run.read, run.complete)
        for seat in self._seats() if looked else ():
            if not all(self._sees(seat, variable, keys, run.slots) for variable, keys in looked):
                seats |= 1 << seat
        return seats

    def _blur(self, seat: int, slots: Slots, moving: MayMove, values: Locals, read: Reader) -> None:
        """Any of what moves in some statements may move: what a seat does not see of it, it can no
        longer tell apart; unless how many lie where tells it what has gone which way."""
        groups: list[set[At]] = []
        flows: list[Flow] = []
        seen = visible(self.program, self.layout, slots, seat) if moving.has_beside else {}
        run = Run(slots, values, read, never_asked)
        for ends, is_plain in moving.each:
            each = [
                {(end.variable, keys) for keys in self._members(end, seat, run)} for end in ends
            ]
            covered = [{at for at in one if not self._sees(seat, *at, slots, seen)} for one in each]
            if len(ends) > 1:
                told = len(each[0]) == len(each[1]) == 1
                flows.append(Flow(covered[0], covered[1], told and is_plain))
            if all(covered):
                groups.append(set().union(*covered))
        for group in _joined(groups):
            if _is_told([flow for flow in flows if group & (flow.sources | flow.targets)], group):
                continue
            domain = cast(ir.Domain, component_of(next(iter(group))[0]))
            mask = 0
            for variable, keys in group:
                mask |= held_in(variable, self.layout.get(slots, variable, keys))
            for variable in {variable for variable, _ in group if variable.seen == "with"}:
                mask |= self._lies_beside(seat, variable, slots, seen)
            self._notes.mix(seat, domain, mask)

    def _members(self, end: Spot, seat: int, run: Run) -> Iterable[Keys]:
        """The places that a seat must think of: one, if it knows the keys."""
        runs, covered = [run], self._covered

        def is_known(look: Look) -> bool:
            given = runs[0].values if runs else {}
            return all(
                number in given and not covered.get(number, 0) >> seat & 1 for number in look.locals
            ) and not any(self._hidden_from(look, one) >> seat & 1 for one in runs)

        known = end.stays
        for goes in end.rounds if known else ():
            known = known and is_known(goes.look)
            if known:
                runs = [
                    replace(one, values=one.values | {goes.local: element})
                    for one in runs
                    for element in elements_of_mask(goes.source(one))
                ]
        if known and (not runs or is_known(end.look)):
            return dict.fromkeys(map(end.keys, runs))
        return self.layout.members(run.slots, end.variable)

    def _is_hidden(self, local: int) -> bool:
        """Does a local stand for a component that some seat does not see, and that is no more than
        that component?"""
        return (
            bool(self._covered.get(local, 0))
            and local not in self._behind
            and local not in self._plain
        )

    def _watch(self, stmt: ir.Stmt, step: Executor) -> Executor:
        watched = self._regarding(stmt, self._learning(stmt, step))
        return self._reaching(stmt, watched) if id(stmt) in self._reached else watched

    def _reaching(self, stmt: ir.Stmt, step: Executor) -> Executor:
        """What is done after a secret choice however that goes: all know that it is done."""

        def watched(run: Run) -> Exit:
            at, seats = self._sure_at
            if at == id(stmt):
                self._doubting &= ~seats | self._led_out
                self._sure_at = 0, 0
            return step(run)

        return watched

    def _regarding(self, stmt: ir.Stmt, step: Executor) -> Executor:
        """A statement that might come out otherwise if other components lay where they lie."""
        regard = Regard.of(evaluated(stmt), self._named_for_faces)
        if regard is None:
            return step

        def watched(run: Run) -> Exit:
            self._regard(self._looked_behind(regard, run))
            return step(run)

        def shuffled(run: Run) -> Exit:
            broken = step(run)
            self._regard(self._looked_behind(regard, run))
            return broken

        def named(run: Run) -> Exit:
            behind = self._behind[number] = self._looked_behind(regard, run)
            if goes_round:
                self._regard(behind)
            return step(run)

        match stmt:
            case ir.Shuffle():
                return shuffled
            case ir.Let() | ir.For():  # what is done with a name tells, not that it is given
                number, goes_round = stmt.local.number, isinstance(stmt, ir.For)
                return named
            case _:
                return watched

    def _learning(self, stmt: ir.Stmt, step: Executor) -> Executor:
        match stmt:
            case ir.Move() | ir.MoveAll() | ir.Deal():
                return self._moving(stmt, step)
            case ir.Shuffle():
                return self._shuffling(stmt, step)
            case ir.If():
                return self._deciding(stmt, step)
            case ir.Assign() if is_kept(stmt.variable):
                return self._keeping(stmt, step)
            case ir.Assign() if stmt.variable in self._chosen:
                return self._selecting(stmt.variable, step)
            case ir.Assign() if stmt.variable in self._picked:
                return self._changing(stmt.variable, step)
            case ir.Assign() if stmt.variable.seen == "all":
                return self._telling_openly(stmt, step)
            case ir.Let():
                named = self._naming(stmt.local.number, Look.at((stmt.value,)), step)
                return self._calling(stmt, named)
            case ir.For():
                look = Look.at((stmt.source,))
                named = self._naming(stmt.local.number, look, step)
                return self._repeating(stmt, look, named)
            case ir.Block(turn=True):
                return self._turning(stmt.label, step)
            case ir.Pick():
                return self._throwing(stmt, step)
            case ir.Times():
                return self._repeating(stmt, Look.at((stmt.count,)), step)
            case _:
                return step

    def _turning(self, label: int, step: Executor) -> Executor:
        def watched(run: Run) -> Exit:
            begun = self.layout.copy(run.slots)
            begun[CHANCE] = None
            self._notes.begin_turn(begun, label)
            return step(run)

        return watched

    def _throwing(self, stmt: ir.Pick, step: Executor) -> Executor:
        """Chance picks something: who sees what it goes into, and knows that, is told."""
        variable, look = stmt.variable, Look.at(stmt.keys)
        keys, clues = keys_of(ir.Place(variable, stmt.keys)), _clues_of_pick(stmt)
        fitting = _fitting_of_pick(stmt)

        def watched(run: Run) -> Exit:
            at = keys(run)
            unknown = self._hidden_from(look, run) | self._doubts() | self._unthrown
            if fitting:
                self._unfit |= {((variable, at), seat): 0 for seat in self._seats()}
            knowing = [seat for seat in self._seats() if not unknown >> seat & 1]
            for one in fitting:
                for seat, unfit in self._unfitting(one, knowing, run.slots, run.values):
                    self._unfit[(variable, at), seat] |= unfit
            broken = step(run)
            known = sum(1 << seat for seat in self._seats() if not unknown >> seat & 1)
            seen = sum(
                1 << seat for seat in self._seats() if self._sees(seat, variable, at, run.slots)
            )
            for clue in clues:
                self._heed(clue, run)
            value, begun = run.read(variable, at), len(self._notes.begun)
            self._notes.thrown.append(Thrown(variable, at, value, begun, known & seen, seen))
            return broken

        return watched

    def _repeating(self, stmt: ir.For | ir.Times, look: Look, step: Executor) -> Executor:
        """Whoever does not know how often something is done does not know what is thrown in it, nor
        what is told."""
        if any(isinstance(one, ir.Pick) for one in walk(stmt)):
            step = self._perhaps_thrown(look, step, lasting=False)
        if any(isinstance(one, ir.Assign) and any(_clues_of(one)) for one in walk(stmt)):
            step = self._perhaps_told(look, step)
        return step

    def _perhaps_told(self, look: Look, step: Executor) -> Executor:
        """Something is told of what lies hidden if these values are so."""

        def watched(run: Run) -> Exit:
            before = self._unsure
            self._unsure |= self._hidden_from(look, run)
            broken = step(run)
            self._unsure = before
            return broken

        return watched

    def _perhaps_thrown(self, look: Look, step: Executor, *, lasting: bool) -> Executor:
        """Something is thrown if these values are so. `lasting`: and whether anything is after
        that hangs on them, too."""
        if not look.variables and not look.locals:
            return step

        def watched(run: Run) -> Exit:
            before = self._unthrown
            self._unthrown |= self._hidden_from(look, run)
            broken = step(run)
            if not lasting:
                self._unthrown = before
            return broken

        return watched

    def _keeping(self, stmt: ir.Assign, step: Executor) -> Executor:
        """A value is kept for the rest of an action: who knows what it is made of knows it."""
        look, every = Look.at((stmt.value,)), (1 << self.program.seats.size) - 1
        called = _called(stmt.value)

        def watched(run: Run) -> Exit:
            unknown = self._hidden_from(look, run) | self._doubts() | self._unsure
            self._notes.told[stmt.variable.name] = every & ~unknown
            self._call((stmt.variable, ()), called(run))
            return step(run)

        return watched

    def _telling_openly(self, stmt: ir.Assign, step: Executor) -> Executor:
        """An open mark tells all of what it was made."""
        clues = _clues_of(stmt)
        if not any(clues):
            return step
        given = prepare_int(stmt.value)
        one_of = stmt.value if isinstance(stmt.value, ir.Fold) else None
        named = one_of.local.number if one_of and one_of.kind == "the" else None
        is_named = isinstance(stmt.variable.type, ir.Element)

        def watched(run: Run) -> Exit:
            value = given(run.values, run.read, run.complete)
            so = run if named is None else replace(run, values=run.values | {named: value})
            is_some = value >= 0 if is_named else bool(value)
            for clue in clues[is_some]:  # before it is set, for it may be asked about itself
                self._heed(clue, so, value)
            return step(run)

        return watched

    def _selecting(self, selection: ir.StateVariable, step: Executor) -> Executor:
        """Something is chosen openly, step by step: all see what it is, wherever it lies."""
        domain = cast(ir.SetOf, selection.type).domain
        zones = [one for one in self.program.variables if component_of(one) is domain]

        def watched(run: Run) -> Exit:
            slots, notes = run.slots, self._notes
            before = held_in(selection, self.layout.get(slots, selection, ()))
            broken = step(run)
            new = held_in(selection, self.layout.get(slots, selection, ())) & ~before
            for zone in zones if new else ():
                for keys in self.layout.members(slots, zone):
                    held = held_in(zone, self.layout.get(slots, zone, keys))
                    for seat in self._seats() if held & new and domain in notes.might[0] else ():
                        if not self._sees(seat, zone, keys, slots):
                            for component in elements_of_mask(held & new):
                                notes.show(seat, domain, component, held)
            return broken

        return watched

    def _changing(self, variable: ir.StateVariable, step: Executor) -> Executor:
        """What chance has picked is no longer there."""

        def watched(run: Run) -> Exit:
            for at, seat in [*self._unfit]:
                if isinstance(at, tuple) and at[0] is variable:
                    del self._unfit[at, seat]
            return step(run)

        return watched

    def _naming(self, local: int, look: Look, step: Executor) -> Executor:
        """A name is given: whoever does not know what for does not know its value."""
        if not look.variables and not look.locals:
            return step

        def watched(run: Run) -> Exit:
            self._covered[local] = self._hidden_from(look, run)
            return step(run)

        return watched

    def _calling(self, stmt: ir.Let, step: Executor) -> Executor:
        """What chance has picked is given a name: what it cannot be, that is not, either."""
        called = _called(stmt.value)
        if called is _nothing:
            return step

        def watched(run: Run) -> Exit:
            self._call(stmt.local.number, called(run))
            return step(run)

        return watched

    def _call(self, name: int | At, one: int | At) -> None:
        """What goes by one name, or is picked or kept, gets another: of that as much is known."""
        for seat in self._seats():
            self._unfit[name, seat] = self._unfit.get((one, seat), 0)
            if (one, seat) in self._lay:
                self._lay[name, seat] = self._lay[one, seat]

    def _deciding(self, stmt: ir.If, step: Executor) -> Executor:
        """A condition: whoever cannot tell whether it holds does not know what moves after it."""
        look, after = Look.at((stmt.test,)), [stmt, *self._left(stmt)]
        inside = [one for each in after for one in walk(each)]
        moves = any(isinstance(one, Moving | ir.Shuffle) for one in inside)
        keeps = any(isinstance(one, ir.Assign) and is_kept(one.variable) for one in inside)
        leads_out = any(isinstance(one, ir.Leave | ir.Again) for one in walk(stmt))
        if any(isinstance(one, ir.Pick) for one in inside):
            step = self._perhaps_thrown(look, step, lasting=leads_out)
        if not (look.variables or look.locals):
            return step
        if not (moves or keeps):
            tells = any(isinstance(one, ir.Assign) and any(_clues_of(one)) for one in inside)
            return self._perhaps_told(look, step) if tells else step
        may_move = MayMove.within(after)
        moved = may_move.domains

        def watched(run: Run) -> Exit:
            hidden, unsure = self._hidden_from(look, run), self._unsure
            if leads_out:
                self._doubting |= hidden
                self._led_out |= hidden
            for domain in moved:
                self._doubted[domain] = self._doubted.get(domain, 0) | hidden
            self._unsure |= hidden
            for seat in self._seats() if moves else ():
                if hidden >> seat & 1:
                    self._blur(seat, run.slots, may_move, run.values, run.read)
            broken = step(run)
            if not leads_out:
                self._unsure = unsure
            return broken

        return watched

    def _left(self, stmt: ir.If) -> Iterator[ir.Stmt]:
        """The statements that a condition may leave or begin again, but for those with decisions in
        them: all see how it goes on there."""
        for inner in walk(stmt):
            if isinstance(inner, ir.Leave | ir.Again) and inner.label in self._labelled:
                left = self._labelled[inner.label]
                if not any(isinstance(one, ir.Choose) for one in walk(left)):
                    yield left

    def _shuffling(self, stmt: ir.Shuffle, step: Executor) -> Executor:
        variable, keys = stmt.place.variable, keys_of(stmt.place)
        look, may_move = Look.at(stmt.place.keys), MayMove.within([stmt])

        def watched(run: Run) -> Exit:
            unknown = self._hidden_from(look, run)
            at = keys(run)
            held = held_in(variable, run.read(variable, at))
            for seat in self._seats():
                if unknown >> seat & 1:
                    self._blur(seat, run.slots, may_move, run.values, run.read)
                elif not self._sees(seat, variable, at, run.slots):
                    self._mix(seat, variable, held)
            return step(run)

        return watched

    def _moving(self, stmt: Moving, step: Executor) -> Executor:
        """Components move: each seat learns what it sees of it."""
        domain = cast(ir.Domain, component_of(stmt.source.variable))
        if all(domain not in known for known in self._notes.might):
            return step
        source, target = stmt.source.variable, stmt.target.variable
        here, there = keys_of(stmt.source), keys_of(stmt.target)
        look = Look.at((*stmt.source.keys, *stmt.target.keys))
        may_move = MayMove.within([stmt])
        what = _what_moves(stmt)
        certain, holds = _is_certain(stmt), _what_holds(stmt)
        placed = _Placed.of(stmt, self._placed.get(id(stmt)))
        get = self.layout.getter(source)
        chosen = self._is_chosen(stmt)
        called = _called(stmt.component) if isinstance(stmt, ir.Move) else _nothing
        named = getattr(stmt, "component", None)
        is_laid_in_order = isinstance(source.type, ir.SetOf) and isinstance(
            target.type, ir.StackOf | ir.RowOf
        )

        def watched(run: Run) -> Exit:
            slots, notes = run.slots, self._notes
            at, to, one = here(run), there(run), called(run)
            before = get(slots, at)
            lay = held_in(source, before)
            unknown = self._hidden_from(look, run)
            told = self._told(domain, slots)
            unnamed = -1 if what is None else self._hidden_from(what, run) | unknown
            doubting = self._doubts(domain)
            unnamed |= doubting
            unsure = doubting | self._unsure | unknown
            by_place = certain or (placed is not None and placed.is_told(run))
            elsewhere = 0 if placed is None else self._hidden_from(placed.numbers, run)
            ends = []
            for seat in self._seats():
                if unknown >> seat & 1:
                    self._blur(seat, slots, may_move, run.values, run.read)
                among = lay | self._lies_like_it(seat, source, slots)
                ends.append((self._sees(seat, source, at, slots), among))
            telling = self._telling(holds.look, domain, ends, unknown) if holds is not None else []
            fits = holds.fitting(domain, run) if holds is not None and telling else None
            broken = step(run)
            after = get(slots, at)
            gone = lay & ~held_in(source, after)
            if all(saw or self._sees(n, target, to, slots) for n, (saw, _) in enumerate(ends)):
                is_known = not (unknown | doubting)
                places = ((source, at), (target, to)) if is_known else ()
                of = (keys[0] for one, keys in places if one.keys[:1] == (self.program.seats,))
                notes.show_all(domain, gone, next(of, None))
            if isinstance(named, ir.Local | ir.Read) and self._is_covered(named):
                self._uncover(named, target, to, slots, unknown | doubting | self._unsure)
            for seat, (saw, among) in enumerate(ends):
                sees_it = self._sees(seat, target, to, slots)
                among &= self._lay.get((one, seat), among)
                if not gone:  # it went where it came from, perhaps to another position
                    if before != after and not saw and not certain:
                        notes.mix(seat, domain, lay)
                    continue
                alone = (by_place and not elsewhere >> seat & 1) or gone == among
                is_named = not unnamed >> seat & 1
                if saw or sees_it or is_named or not gone & ~told:
                    if not saw and gone & ~told and isinstance(source.type, ir.SetOf):
                        notes.show_together(seat, domain, gone)
                    for component in range(gone.bit_length()):
                        if gone >> component & 1:
                            like, seen = 0 if saw or alone else among, saw or sees_it
                            notes.show(seat, domain, component, like, seen=seen or not gone & ~told)
                elif not alone:
                    unfit = self._unfit.get((one, seat), 0)
                    known = self._known_apart(seat, holds, among, domain)
                    known |= self._known(seat, among & unfit, domain)
                    if gone & ~known:
                        notes.mix(seat, domain, among & ~known)
                    if unfit and not unsure >> seat & 1:
                        notes.leave_out(seat, domain, gone, unfit)
                if is_laid_in_order and not (saw or sees_it):
                    if gone & ~self._known(seat, gone, domain):
                        notes.mix(seat, domain, gone)  # which lies where hangs on the others
            if fits is not None:  # what stays is none of these, and what has gone nothing else
                for seat in telling:
                    notes.leave_out(seat, domain, lay & ~gone, fits)
                    notes.leave_out(seat, domain, gone, ~fits & (1 << domain.size) - 1)
            for seat, (saw, _) in enumerate(ends) if chosen else ():
                if not (self._unsure | unknown) >> seat & 1:
                    sees_it = saw or self._sees(seat, target, to, slots)
                    notes.take(seat, domain, gone, sees=sees_it)
            for seat in self._seats() if target.seen == "with" and gone else ():
                if not self._sees(seat, target, to, slots):
                    lies = held_in(target, self.layout.get(slots, target, to))
                    notes.mix(seat, domain, lies | self._lies_like_it(seat, target, slots))
            return broken

        return watched

    def _is_chosen(self, stmt: Moving) -> bool:
        """Does what somebody has chosen move, and nothing else?"""
        match stmt:
            case ir.Move(component=what) | ir.MoveAll(components=what):
                return what is not None and self._named_by_choice.is_all(what)
            case _:
                return False

    def _doubts(self, domain: ir.Domain | None = None) -> int:
        """The seats that do not know which way the step has gone, as far as components of a type
        may have gone with it (None: of any)."""
        if domain is not None:
            return self._doubting | self._doubted.get(domain, 0)
        return reduce(or_, self._doubted.values(), self._doubting)

    def _known_apart(self, seat: int, holds: Holding | None, among: int, domain: ir.Domain) -> int:
        """Of the components at a place those of which the seat knows whether they go: it knows
        them, and what holds of all that go."""
        if holds is None or self._doubts(domain) >> seat & 1 or not self._knows(holds.look, seat):
            return 0
        return self._known(seat, among, domain)

    def _known(self, seat: int, among: int, domain: ir.Domain) -> int:
        """Of some components those that the seat knows."""
        backs = self._notes.might[seat].get(domain, ())
        return among & sum(1 << c for c, faces in enumerate(backs) if faces == 1 << c)

    def _telling(
        self, look: Look, domain: ir.Domain, ends: Sequence[tuple[bool, int]], unknown: int
    ) -> list[int]:
        """The seats that do not see where components come from, but know what holds of those that
        go, and that they do."""
        doubting = self._doubts(domain) | self._unsure | unknown
        return [
            seat
            for seat, (saw, _) in enumerate(ends)
            if not (saw or doubting >> seat & 1) and self._knows(look, seat)
        ]

    def _knows(self, look: Look, seat: int) -> bool:
        """Does a seat know all names that something is made of?"""
        if any(self._covered.get(local, 0) >> seat & 1 for local in look.locals):
            return False
        return all(self._notes.told.get(one.name, 0) >> seat & 1 for one in look.variables)

    def _seats(self, but: int = -1) -> Iterator[int]:
        return (seat for seat in range(self.program.seats.size) if seat != but)

    def _sees(
        self,
        seat: int,
        variable: ir.StateVariable,
        keys: Keys,
        slots: Slots,
        seen: Masks | None = None,
    ) -> bool:
        """Does the seat see a place? `seen`: the components it sees, if they are known already."""
        if variable.seen == "all":
            return True
        if is_kept(variable) and self._notes.told.get(variable.name, 0) >> seat & 1:
            return True
        me = cast(int, self.layout.get(slots, self.program.me, ()))
        components: Masks = seen or {}
        if variable.seen == "with" and seen is None:
            components = visible(self.program, self.layout, slots, seat)
        chooser = chooser_of(self.layout, slots, variable, me)
        return sees(variable, seat, chooser, keys[0] if keys else -1, components)

    def _told(self, domain: ir.Domain, slots: Slots) -> int:
        """The components that have been chosen openly."""
        told = 0
        for variable in self._chosen:
            if cast(ir.SetOf, variable.type).domain is domain:
                for keys in self.layout.members(slots, variable):
                    told |= cast(int, self.layout.get(slots, variable, keys))
        return told

    def _lies_like_it(self, seat: int, variable: ir.StateVariable, slots: Slots) -> int:
        """What may lie at one of several places as well as at another, for all that the seat knows:
        what lies beside a hidden component may lie beside any of them."""
        if variable.seen != "with":
            return 0
        seen = visible(self.program, self.layout, slots, seat)
        return self._lies_beside(seat, variable, slots, seen)

    def _lies_beside(self, seat: int, variable: ir.StateVariable, slots: Slots, seen: Masks) -> int:
        """What lies beside components that the seat does not see."""
        mask = 0
        for keys in self.layout.members(slots, variable):
            if not self._sees(seat, variable, keys, slots, seen):
                mask |= held_in(variable, self.layout.get(slots, variable, keys))
        return mask

    def _mix(self, seat: int, variable: ir.StateVariable, mask: int) -> None:
        domain = cast(ir.Domain, component_of(variable))
        if domain in self._notes.might[seat]:
            self._notes.mix(seat, domain, mask)


def _is_right(way: Counted) -> bool:
    """Is it so of what lies there?"""
    held, fits, least, most = way
    return least <= (held & fits).bit_count() <= most


def is_kept(variable: ir.StateVariable) -> bool:
    """Is it a value that an action keeps over a decision, which only its chooser sees?"""
    return variable.role == "choice" and variable.seen == "chooser" and not variable.keys


@dataclass(frozen=True, slots=True)
class Round:
    """What a name goes through: what that looks at, and what works it out (a set)."""

    local: int
    look: Look
    source: Callable[[Run], int]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a statement: what its keys look at, and what works them out, for each element of
    the `rounds` in which it stands; `stays`: whether all that comes to the same before the
    statements that it stands in."""

    variable: ir.StateVariable
    look: Look
    keys: Callable[[Run], Keys]
    rounds: tuple[Round, ...]
    stays: bool


class _Spots:
    """Makes spots of the places in some statements, one after the other."""

    def __init__(self, stmts: Sequence[ir.Stmt]) -> None:
        self.written = frozenset[ir.StateVariable]().union(*map(variables_written, stmts))
        self.named: dict[int, ir.Expr] = {}  # what names stand for
        self.rounds: dict[int, ir.Expr] = {}  # what they go through

    def note(self, stmt: Node) -> None:
        """A name is given to a value, or to one after the other."""
        match stmt:
            case ir.Let(local=local, value=value) if self._stays(value):
                self.named[local.number] = substitute(value, self.named)
            case ir.For(local=local, source=source) if isinstance(source.type, ir.SetOf):
                if self._stays(source):
                    self.rounds[local.number] = substitute(source, self.named)
            case _:
                pass

    def of(self, place: ir.Place) -> Spot:
        keys = tuple(substitute(key, self.named) for key in place.keys)
        wanted, rounds = [*keys], list[Round]()
        while wanted:
            for number in free_locals(wanted.pop()) & self.rounds.keys():
                source = self.rounds[number]
                if all(one.local != number for one in rounds):
                    rounds.insert(0, Round(number, Look.at((source,)), _worked_out(source)))
                    wanted.append(source)
        stays = all(map(self._stays, keys))
        at = keys_of(replace(place, keys=keys))
        return Spot(place.variable, Look.at(keys), at, tuple(rounds), stays)

    def _stays(self, expr: ir.Expr) -> bool:
        return self.written.isdisjoint(cells_in(expr))


def _worked_out(expr: ir.Expr) -> Callable[[Run], int]:
    worked_out = prepare_int(expr)
    return lambda run: worked_out(run.values, run.read, run.complete)


@dataclass(frozen=True, slots=True)
class MayMove:
    """What may move in some statements: from where to where, or in one place that is shuffled, each
    with whether the rules say which of the components goes, or come out of a place without order.
    `has_beside`: some of these places belong to components."""

    each: tuple[tuple[tuple[Spot, ...], bool], ...]
    has_beside: bool

    @property
    def domains(self) -> frozenset[ir.Domain]:
        """Of what something may move."""
        found = (component_of(spot.variable) for spots, _ in self.each for spot in spots)
        return frozenset(domain for domain in found if domain is not None)

    @staticmethod
    def within(stmts: Sequence[ir.Stmt]) -> MayMove:
        each, spots = list[tuple[tuple[Spot, ...], bool]](), _Spots([*stmts])
        for stmt in (inner for one in stmts for inner in walk(one)):
            spots.note(stmt)
            if isinstance(stmt, Moving):
                ends = (spots.of(stmt.source), spots.of(stmt.target))
                each.append((ends, _is_certain_or_loose(stmt)))
            elif isinstance(stmt, ir.Shuffle):
                each.append(((spots.of(stmt.place),), False))
        beside = any(spot.variable.seen == "with" for spots, _ in each for spot in spots)
        return MayMove(tuple(each), beside)


@dataclass(frozen=True, slots=True)
class Flow:
    """Where components may move from and to, as far as a seat does not see it; `plain`: from one
    place to one, by a rule that says which of them, or out of a place without order."""

    sources: set[At]
    targets: set[At]
    plain: bool


def _is_told(flows: Sequence[Flow], group: set[At]) -> bool:
    """Does the number of components at each of these places tell how many have gone which way, and
    is it all the same in which order?

    So it is if nothing arrives where something leaves, if there is one way at most from place to
    place, however roundabout, and if nothing lies in order that comes from several places.
    """
    left = {at for flow in flows for at in flow.sources}
    reached = {at for flow in flows for at in flow.targets}
    ways = {(one, other) for flow in flows for one in flow.sources for other in flow.targets}
    ordered = [at for at in reached if not isinstance(at[0].type, ir.SetOf)]
    return (
        all(flow.plain for flow in flows)
        and not left & reached
        and len(ways) == len(group) - 1
        and all(sum(at in flow.targets for flow in flows) == 1 for at in ordered)
    )


def _laid_open(body: ir.Stmt) -> frozenset[int]:
    """The names of components that a move lays where all see them, before anybody decides anything,
    whatever else it does."""
    found = set[int]()
    for stmt in one_by_one(body):
        if any(isinstance(o, ir.Choose | ir.Leave | ir.Again | ir.End) for o in walk(stmt)):
            break
        if isinstance(stmt, ir.Move) and isinstance(stmt.component, ir.Local):
            found |= {stmt.component.number} if stmt.target.variable.seen == "all" else set()
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Fitting:
    """What must hold of a component that is chosen: of which parameter, by which name the condition
    tells of it, by which others besides, and at what it looks."""

    domain: ir.Domain
    param: int
    name: int
    others: frozenset[int]
    look: Look


def fitting_of(alternative: ir.Alternative) -> tuple[Fitting, ...]:
    """The conditions on each component that is a parameter, as far as they do not look ahead."""
    found = list[Fitting]()
    for param in alternative.params:
        number, kind = param.local.number, param.local.type
        if isinstance(kind, ir.Element) and of_components(kind):
            tests = [(number, guard.test) for guard in alternative.guards]
            found += _fitting(kind.domain, number, [*tests, *_asked_of_each(param.source)])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a parameter is drawn from: a zone, of which something is asked besides, or nothing is.
    `where`: at what the keys of its place look."""

    param: int
    variable: ir.StateVariable
    keys: Callable[[Run], Keys]
    where: Look


def _drawn_by(alternative: ir.Alternative) -> Iterator[Drawn]:
    """The components that are parameters and lie in a zone, which is no board of components."""
    for param in alternative.params:
        source = param.source
        while isinstance(source, ir.Fold) and source.kind == "all" and source.body is None:
            source = source.source
        if not isinstance(source, ir.Read) or not of_components(param.local.type):
            continue
        if source.variable.role == "zone" and source.variable.seen != "with":
            keys = keys_of(ir.Place(source.variable, source.keys))
            yield Drawn(param.local.number, source.variable, keys, Look.at(source.keys))


def _fitting_of_pick(stmt: ir.Pick) -> tuple[Fitting, ...]:
    """The conditions on a component that chance picks where not all see what it is."""
    kind, tests = stmt.variable.type, [*_asked_of_each(stmt.source)]
    if stmt.variable.seen == "all" or not isinstance(kind, ir.Element) or not of_components(kind):
        return ()
    return tuple(_fitting(kind.domain, tests[0][0], tests)) if tests else ()


def _asked_of_each(source: ir.Expr) -> Iterator[tuple[int, ir.Expr]]:
    """The conditions by which elements are taken out of sets, with the name that each has there."""
    while isinstance(source, ir.Fold) and source.kind == "all" and source.body is None:
        if source.where is not None:
            yield source.local.number, source.where
        source = source.source


def _fitting(
    domain: ir.Domain, number: int, tests: Iterable[tuple[int, ir.Expr]]
) -> Iterator[Fitting]:
    """The conditions on a component that is chosen by this name or that of the condition."""
    for name, test in tests:
        look = Look.at((test,))
        if name in look.locals and not any(isinstance(o, ir.Completable) for o in walk(test)):
            yield Fitting(domain, number, name, look.locals - {name, number}, look)


def _called(component: ir.Expr) -> Callable[[Run], int | At]:
    """By which name or mark a component is called that moves; -1: by none."""
    match component:
        case ir.Local(number=number):
            return lambda run: number
        case ir.Read(variable=variable):
            keys = keys_of(ir.Place(variable, component.keys))
            return lambda run: (variable, keys(run))
        case ir.Fold(kind="the", body=None) if (named := _named_so(component)) is not None:
            return _called(named)
        case _:
            return _nothing


def _nothing(run: Run) -> int:
    return -1


def _is_none(expr: ir.Expr) -> bool:
    return isinstance(expr, ir.Const) and isinstance(expr.type, ir.Element) and expr.value < 0


def _clues_of(stmt: ir.Assign) -> tuple[Clues, Clues]:
    """The clues of what an open mark is given: where that is no, 0 or none, and where it is not. It
    may also name the one of which something holds."""
    value, kind = stmt.value, stmt.value.type
    if stmt.variable.seen != "all":
        return (), ()
    if isinstance(kind, ir.Truth):
        return clues_where(value, False), clues_where(value, True)
    if isinstance(kind, ir.Number):
        return clues_of(value, nothing=True), clues_of(value, nothing=False)
    if isinstance(value, ir.Cond) and _is_none(value.other):
        return clues_where(value.test, False), clues_where(value.test, True)
    if isinstance(value, ir.Fold) and value.kind == "the":
        found = clues_where(value.where, True) if value.where is not None else ()
        return found, found
    return (), ()


def _clues_of_pick(stmt: ir.Pick) -> Clues:
    """The clues of what chance picks openly out of a hidden place: that it lies there."""
    variable, source = stmt.variable, stmt.source
    while isinstance(source, ir.Fold) and source.kind == "all" and source.body is None:
        source = source.source
    if variable.seen != "all" or not of_components(variable.type):
        return ()
    picked = ir.Read(variable, stmt.keys, variable.type)
    return clues_where(ir.Op("contains", (source, picked), ir.Truth()), True)


def _clues_at(choose: ir.Choose, alternative: ir.Alternative) -> Clues:
    """The clues that are given where an alternative has been chosen: by its conditions, and by
    those of the others if it can be chosen only where none of them can."""
    found = [one for guard in alternative.guards for one in clues_where(guard.test, True)]
    for other in choose.alternatives if alternative.fallback else ():
        found += () if other.fallback else clues_unless(other)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Holding:
    """What holds of all components of a place that go, and of none that stay, if nothing hidden
    says so, too: by which name it tells of each, and at what it looks besides."""

    name: int
    look: Look

    def fitting(self, domain: ir.Domain, run: Run) -> int | None:
        """The components of which it holds, wherever they lie, to be asked before anything moves;
        None if that makes no sense of some."""
        (test,), found = self.look.values, 0
        with suppress(RulewrightError):
            for one in range(domain.size):
                if test({**run.values, self.name: one}, run.read, run.complete):
                    found |= 1 << one
            return found
        return None


def _what_holds(stmt: Moving) -> Holding | None:
    """What holds of all that a statement moves, where it moves all of which that holds."""
    match stmt:
        case ir.MoveAll(components=ir.Fold(kind="all", body=None, where=where) as fold):
            source = stmt.source.variable
            place = ir.Read(source, stmt.source.keys, source.type)
            if where is None or fold.source != place or source.seen == "with":
                return None
            look, name = Look.at((where,)), fold.local.number
            if not all(is_kept(variable) for variable in look.variables):
                return None
            return Holding(name, replace(look, locals=look.locals - {name}))
        case _:
            return None


def _what_moves(stmt: Moving) -> Look | None:
    """What says by its name which components move."""
    match stmt:
        case ir.Move(component=ir.Fold(kind="the", body=None) as fold):
            return Look.at((_named_so(fold) or fold,))
        case ir.Move(component=what) | ir.MoveAll(components=what) if what is not None:
            return Look.at((what,))
        case _:
            return None


def _named_so(fold: ir.Fold) -> ir.Expr | None:
    """What the element is that is something, as in `the c in S where c is shown`."""
    one = fold.local
    match fold.where:
        case ir.Op(name="equal", args=(left, right)):
            for same, what in ((left, right), (right, left)):
                if same == one and one not in walk(what):
                    return what
    return None


def _is_certain_or_loose(stmt: Moving) -> bool:
    return _is_certain(stmt) or isinstance(stmt.source.variable.type, ir.SetOf)


def _joined(groups: Iterable[set[At]]) -> list[set[At]]:
    """Groups that have something in common, made one."""
    made: list[set[At]] = []
    for group in groups:
        apart = []
        for other in made:
            if group & other:
                group = group | other
            else:
                apart.append(other)
        made = [*apart, group]
    return made


def keys_of(place: ir.Place) -> Callable[[Run], Keys]:
    """What works out the keys of a place."""
    parts = [prepare_int(key) for key in place.keys]
    if len(parts) == 1:
        part = parts[0]
        return lambda run: (part(run.values, run.read, run.complete),)
    return lambda run: tuple([part(run.values, run.read, run.complete) for part in parts])


def _is_certain(stmt: Moving) -> bool:
    """Do the rules alone say which of the components that lie there moves?"""
    source = stmt.source.variable
    if isinstance(source.type, ir.Element):
        return source.seen != "with"
    match stmt:
        case ir.Deal():
            return isinstance(source.type, ir.StackOf)
        case ir.MoveAll(components=None):
            return source.seen != "with"
        case ir.MoveAll(components=ir.Op(name="uppermost", args=(_, ir.Read(variable=variable)))):
            return variable is source
        case ir.Move(component=what):
            match _only_one_of(what):
                case ir.Op(name="uppermost", args=(ir.Const(value=1), ir.Read(variable=variable))):
                    return variable is source
            return False
        case _:
            return False


@dataclass(frozen=True, slots=True)
class _Placed:
    """What moves as what lies at some places of a stack; at what the numbers look that say which
    these are. How many the uppermost are that go is told by how many lie there then."""

    components: Callable[[Locals, Reader, Completer], int]
    one: bool
    numbers: Look

    @staticmethod
    def of(stmt: Moving, named: ir.Expr | None) -> _Placed | None:
        """Of a statement; `named`: what the name that moves stands for, if that is told by place.
        None: what moves is not told by that."""
        what, one = named, True
        if isinstance(stmt, ir.MoveAll):
            what, one = stmt.components, False
        elif isinstance(stmt, ir.Move) and named is None:
            what = _only_one_of(stmt.component)
        if what is None or not _is_by_place(what, stmt.source.variable):
            return None
        nodes = [node for node in walk(what) if isinstance(node, ir.Op)]
        above = [node.args[0] for node in nodes if node.name == "uppermost"]
        numbers = above if len(above) > 1 else []
        return _Placed(prepare_int(what), one, Look.at(numbers))

    def is_told(self, run: Run) -> bool:
        """Do the places tell it? Of several the one that goes is told by what they are."""
        return not self.one or self.components(run.values, run.read, run.complete).bit_count() == 1


def _only_one_of(value: ir.Expr) -> ir.Expr | None:
    """The places of which something is the only one: `the c in …`, the top of a stack."""
    match value:
        case ir.Fold(kind="the", where=None, source=source):
            return source
        case ir.Op(name="top", args=(ir.Read(type=ir.StackOf(domain=domain)) as stack,)):
            one = ir.Const(1, ir.Number(1, 1))
            return ir.Op("uppermost", (one, stack), ir.SetOf(domain))
        case _:
            return None


def _moved_by_place(root: ir.Stmt) -> Iterator[tuple[ir.Move, ir.Expr]]:
    """The moves of what has been named just before by where it lies in a stack, and of that."""
    for seq in walk(root):
        named: dict[int, ir.Expr] = {}
        for stmt in seq.body if isinstance(seq, ir.Seq) else ():
            match stmt:
                case ir.Let(local=local, value=value):
                    if (what := _only_one_of(value)) is not None:
                        named[local.number] = what
                case ir.Move(component=ir.Local(number=number)) if number in named:
                    yield stmt, named[number]
                    named = {}
                case _:
                    named = {}  # it may lie elsewhere now


def _is_by_place(what: ir.Expr, source: ir.StateVariable) -> bool:
    """Is it told by where they lie in a stack which components these are: the upper ones, and those
    that are left of them without others?"""
    match what:
        case ir.Op(name="uppermost", args=(_, ir.Read(variable=variable))):
            return variable is source
        case ir.Op(name="without" | "union" | "intersect", args=parts):
            return all(_is_by_place(part, source) for part in parts)
        case _:
            return False
