"""Can a finish of a compose still be reached, and which of them weigh most? By plain search.

This is the meaning of `Completable`, and what faster engines are compared with. So nothing clever
is done: a step is carried out on a copy of the state, depth first, and two states are the same if
all that they hold is the same. Nothing is given up because it looks hopeless.

Looking ahead never goes wrong: what cannot be worked out does not hold, draws nothing, weighs
nothing, and cannot be done. So it does not matter in which order states are met, or whether they
are met at all; in the position that is really reached the same rule is an error, as ever.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from ..core.evaluate import Completer, Locals, Reader, never_asked, prepare, prepare_int
from ..core.ir import (
    AT_MOST,
    MOST_STATES,
    Completable,
    Compose,
    ComposeFinish,
    ComposeStep,
    Guard,
    Stmt,
)
from ..diagnostics import PlayError
from ..runtime.layout import Layout, Slots
from .effects import Executor, Run
from .move_generator import Drawn
from .protocol import Code, too_long

Key = tuple[object, ...]  # all that a state holds
T = TypeVar("T")


@dataclass(slots=True)
class Found:
    """What has been found out about a compose in one state: whether a finish can be reached from
    other states, and which weights can."""

    leads: dict[Key, bool] = field(default_factory=dict)
    weights: Weights | None = None


Known = dict[Compose, Found]


@dataclass(frozen=True, slots=True)
class Weights:
    """The largest weight that can be reached from each state, where a finish can be; and from the
    state in which the question is asked."""

    of: dict[Key, int]
    now: int | None


class Search:
    """Answers `Completable` questions about the composes of a program."""

    def __init__(
        self,
        layout: Layout,
        step_of: Callable[[Stmt], Executor],
        loosely: Callable[[Stmt], Executor],
    ) -> None:
        """`loosely`: the same steps, in which a number that leaves its range stops at the end."""
        self.layout = layout
        self._step_of, self._loosely = step_of, loosely
        self._plans: dict[Compose, Plan] = {}

    def plan(self, compose: Compose) -> Plan:
        """A compose, prepared when it is first asked about."""
        if compose not in self._plans:
            self._plans[compose] = Plan.of(compose, self.layout, self._step_of)
        return self._plans[compose]

    def holds(self, expr: Completable, values: Locals, slots: Slots, known: Known) -> int:
        """1 if a finish can be reached, or one of the best, else 0; `known`: what has been found
        out in the same state before."""
        if expr.best:
            reached, largest = self.compared(expr, values, slots, known)
            return int(reached is not None and reached == largest)
        after = self.asked_about(expr, values, slots)
        if after is None:
            return 0
        found = Found() if expr.step is None else known.setdefault(expr.compose, Found())
        return int(self.plan(expr.compose).leads(after, found))

    def asked_about(
        self, expr: Completable, values: Locals, slots: Slots, *, wrong: bool = True
    ) -> Slots | None:
        """The state from which a finish is to be reached; None: its step cannot be taken. Without
        `wrong` the `PlayError` is raised that keeps it from being taken."""
        copy, read = self.layout.copy(slots), self.layout.reader(slots)
        if expr.step is None:
            for variable, value in expr.assume:
                self.layout.put(copy, variable, (), prepare(value)(values, read, never_asked))
            return copy
        args = [prepare_int(arg)(values, read, never_asked) for arg in expr.args]
        plan, code = self.plan(expr.compose), (expr.step, *args)
        if wrong:
            return copy if plan.takes(copy, code) else None
        plan.take(copy, code)
        return copy

    def obstacle(
        self, expr: Completable, values: Locals, slots: Slots, most: int
    ) -> Obstacle | None:
        """The condition without which a finish could be reached in the fewest steps after the step
        that is asked about, of those which give a reason; None: there is none. So many states are
        looked at for each of them. A number that a step would then bring out of its range stops at
        the end of it: what cannot be paid takes all that there is."""
        start = self.asked_about(expr, values, slots)
        if start is None:
            return None
        nearest: list[tuple[Code, Slots]] = []
        found: Obstacle | None = None
        for number, step in enumerate(expr.compose.steps):
            for guard in step.guards:
                if not guard.message.parts:
                    continue
                others = tuple(other for other in step.guards if other is not guard)
                steps = list(expr.compose.steps)
                steps[number] = replace(step, guards=others)
                loose = replace(expr.compose, steps=tuple(steps))
                way = Plan.of(loose, self.layout, self._loosely).shortest(start, most)
                if way and (found is None or len(way) < len(nearest)):
                    barred = self._first_barred(way, number, step, guard)
                    if barred is not None:
                        nearest, found = way, barred
        return found

    def _first_barred(
        self, way: list[tuple[Code, Slots]], number: int, step: ComposeStep, guard: Guard
    ) -> Obstacle | None:
        """The first step of a way that a condition keeps from being taken."""
        holds = _if_certain(prepare_int(guard.test), 0)
        for place, (code, slots) in enumerate(way):
            if code[0] == number:
                values: Locals = {
                    param.local.number: arg
                    for param, arg in zip(step.params, code[1:], strict=True)
                }
                if not holds(values, self.layout.reader(slots), never_asked):
                    return Obstacle(code, guard, slots, tuple(way[:place]))
        return None

    def compared(
        self, expr: Completable, values: Locals, slots: Slots, known: Known
    ) -> tuple[int | None, int | None]:
        """The largest weight that is reached so, and the largest that can be reached; None: no
        finish can be reached."""
        plan, found = self.plan(expr.compose), known.setdefault(expr.compose, Found())
        if found.weights is None:
            found.weights = plan.weights(slots)
        if expr.step is None:
            return plan.weigh(slots), found.weights.now
        after = self.asked_about(expr, values, slots)
        return None if after is None else found.weights.of.get(key_of(after)), found.weights.now


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A step of a way to a finish, and the condition but for which it could be taken in a state;
    `before`: the steps of the way before it, each with the state in which it is taken."""

    code: Code
    guard: Guard
    slots: Slots
    before: tuple[tuple[Code, Slots], ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A compose, prepared."""

    compose: Compose
    layout: Layout
    finishes: tuple[Drawn, ...]
    steps: tuple[Drawn, ...]
    bodies: tuple[Executor, ...]

    @staticmethod
    def of(compose: Compose, layout: Layout, step_of: Callable[[Stmt], Executor]) -> Plan:
        return Plan(
            compose,
            layout,
            tuple(map(_ahead, compose.finishes)),
            tuple(map(_ahead, compose.steps)),
            tuple(step_of(step.body) for step in compose.steps),
        )

    def takes(self, slots: Slots, code: Code) -> bool:
        """Carry out a step in place, if it can be taken: else the slots are spoilt."""
        try:
            self.take(slots, code)
        except PlayError:
            return False
        return True

    def take(self, slots: Slots, code: Code) -> None:
        """Carry out a step in place."""
        params = self.compose.steps[code[0]].params
        values: Locals = {p.local.number: arg for p, arg in zip(params, code[1:], strict=True)}
        self.bodies[code[0]](self._run(slots, values))

    def leads(self, slots: Slots, found: Found) -> bool:
        """Can a finish be reached from a state? A state that was met needs no second look."""
        met: set[Key] = set()
        way: list[Key] = []  # the states that lead to the one looked at
        branches = [iter((slots,))]
        while branches:
            state = next(branches[-1], None)
            if state is None:
                branches.pop()
                if way:
                    way.pop()
                continue
            key = key_of(state)
            leads = self.is_finished(state) if key not in found.leads else found.leads[key]
            if leads:
                found.leads |= dict.fromkeys((*way, key), True)
                return True
            if key not in met and key not in found.leads:
                met.add(key)
                if len(met) > MOST_STATES:
                    raise too_long(self.compose)
                way.append(key)
                branches.append(after for _, after in self.after(state))
        found.leads |= dict.fromkeys(met, False)
        return False

    def is_finished(self, slots: Slots) -> bool:
        """Is a finish possible?"""
        return any(True for _ in self.ends(slots))

    def ends(self, slots: Slots) -> Iterator[Code]:
        """The finishes that are possible, by number, with their arguments."""
        for number, finish in enumerate(self.finishes):
            for args in finish.arguments(self._run(slots, {})):
                yield number, *args

    def after(self, slots: Slots) -> Iterator[tuple[Code, Slots]]:
        """What can be done next, and the state that it leads to: later steps first, for they close
        earlier ones, so less follows from them."""
        for number, step in reversed(list(enumerate(self.steps))):
            for args in step.arguments(self._run(slots, {})):
                after = self.layout.copy(slots)
                if self.takes(after, (number, *args)):
                    yield (number, *args), after

    def last(self, slots: Slots, most: int) -> Iterator[Slots]:
        """Of this state and those that steps lead to, the nearest first and so many at most, those
        in which no step can be taken."""
        return (state for state, following in self.reached(slots, most) if not following)

    def reached(self, slots: Slots, most: int) -> Iterator[tuple[Slots, Sequence[Slots]]]:
        """This state and those that steps lead to, the nearest first and so many at most, each with
        those that follow it."""
        met, waiting = {key_of(slots)}, deque([slots])
        while waiting and most:
            most -= 1
            state = waiting.popleft()
            following = [after for _, after in self.after(state)]
            yield state, following
            for after in following:
                key = key_of(after)
                if key not in met:
                    met.add(key)
                    waiting.append(after)

    def shortest(self, slots: Slots, most: int) -> list[tuple[Code, Slots]] | None:
        """The fewest steps that lead to a state in which a finish is possible, each with the state
        in which it is taken, if so many states at most are looked at; None: there is no way."""
        met = {key_of(slots)}
        waiting = deque[tuple[Slots, list[tuple[Code, Slots]]]]([(slots, [])])
        while waiting and most:
            most -= 1
            state, way = waiting.popleft()
            if self.is_finished(state):
                return way
            for code, after in self.after(state):
                key = key_of(after)
                if key not in met:
                    met.add(key)
                    waiting.append((after, [*way, (code, state)]))
        return None

    def fullest(self, slots: Slots, number: int = 0) -> Iterator[Slots]:
        """The states to which the steps lead that can be taken one after another, first ones first:
        with all selected that there is, where to look for what is missing. Where one keeps others
        from being selected, or a step may be taken only so often, no state has them all: there is
        one for each way to take it, and one for each of these others without it."""
        if number == len(self.steps):
            yield slots
            return
        step = self.steps[number]
        limited = any(guard.label == AT_MOST for guard in self.compose.steps[number].guards)
        taken: set[tuple[int, ...]] | None = None  # what can still be, once the first one is
        for args in step.arguments(self._run(slots, {})):
            if taken is not None and args in taken and not limited:
                continue
            after = self.layout.copy(slots)
            if self.takes(after, (number, *args)):
                if taken is None:
                    taken = {args, *step.arguments(self._run(after, {}))}
                yield from self.fullest(after, number)
        if taken is None:
            yield from self.fullest(slots, number + 1)

    def weigh(self, slots: Slots) -> int:
        """What a finish weighs here."""
        assert self.compose.weight is not None
        read = self.layout.reader(slots)
        return prepare_int(self.compose.weight.value)({}, read, never_asked)

    def weights(self, slots: Slots) -> Weights:
        """All states that steps lead to are looked at, each once; then the largest weight that can
        still be reached is handed back from each state to those before it, until nothing changes
        any more."""
        found: dict[Key, int] = {}
        start = key_of(slots)
        before: dict[Key, list[Key]] = {start: []}
        waiting = [(start, slots)]
        while waiting:
            key, state = waiting.pop()
            if self.is_finished(state):
                try:
                    found[key] = self.weigh(state)
                except PlayError:
                    pass
            for _, after in self.after(state):
                follower = key_of(after)
                if follower not in before:
                    before[follower] = []
                    waiting.append((follower, after))
                before[follower].append(key)
            if len(before) > MOST_STATES:
                raise too_long(self.compose)
        changed = list(found)
        while changed:
            key = changed.pop()
            for earlier in before[key]:
                if earlier not in found or found[earlier] < found[key]:
                    found[earlier] = found[key]
                    changed.append(earlier)
        return Weights(found, found.get(start))

    def _run(self, slots: Slots, values: Locals) -> Run:
        return Run(slots, values, self.layout.reader(slots), never_asked)


def _ahead(part: ComposeStep | ComposeFinish) -> Drawn:
    """What a step or a finish draws, where what cannot be worked out draws nothing and does not
    hold."""
    drawn = Drawn.of(part)
    return Drawn(
        tuple((number, _if_certain(source, ())) for number, source in drawn.params),
        tuple(_if_certain(guard, 0) for guard in drawn.fixed),
        tuple(_if_certain(guard, 0) for guard in drawn.guards),
    )


def _if_certain(
    work_out: Callable[[Locals, Reader, Completer], T], otherwise: T
) -> Callable[[Locals, Reader, Completer], T]:
    def asked(values: Locals, read: Reader, complete: Completer) -> T:
        try:
            return work_out(values, read, complete)
        except PlayError:
            return otherwise

    return asked


def key_of(slots: Slots) -> Key:
    """All that a state holds."""
    return tuple([value if type(value) is int else _frozen(value) for value in slots])


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return frozenset(value.items()) if isinstance(value, dict) else value
