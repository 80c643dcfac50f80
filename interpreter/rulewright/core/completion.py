"""Can a compose still be completed? The meaning of `Completable`, by search.

Depth first over single elements, in the order in which they would be chosen. What cannot be
completed is remembered by what the rest of the search can tell of it, and what no further element
can mend is given up at once; `footprint` says why both are sound.

One question is asked for many parameter values, and of each draft many times which elements a step
may take. Most of the time guards read little besides the element: what they said is kept with the
values they read, for with the same values they say the same again. In the same way an answer is
kept with all it depends on: what is chosen, what may still be, and the values read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..diagnostics import PlayError
from .evaluate import (
    Completer,
    Locals,
    Prepared,
    PreparedInt,
    Question,
    Reader,
    Value,
    elements_of_mask,
    evaluate,
    mask_of,
    never_asked,
    prepare,
    prepare_int,
)
from .footprint import footprint, is_monotone
from .ir import (
    MOST_STATES,
    Cell,
    Completable,
    Compose,
    ComposeStep,
    Course,
    Expr,
    Guard,
    Read,
    RowOf,
    StackOf,
)
from .walk import walk

MOST_VERDICTS = 1000  # for how many combinations of values read a step remembers its verdicts
MOST_ANSWERS = 20_000  # how many answers a compose remembers


class Completion:
    """Answers `Completable` questions about the composes of a program."""

    def __init__(self, composes: Iterable[Compose]) -> None:
        self._plans = {compose: _Plan(compose) for compose in composes}
        self._questions: dict[int, _Question] = {}  # by the identity of the node they are about

    def holds(self, expr: Completable, values: Locals, read: Reader) -> int:
        """1 if the compose can be completed, else 0."""
        return self._question(expr).holds(values, read, _Found())

    def asking(self, read: Reader) -> Completer:
        """`holds` for many questions about one state, which must not change in between."""
        by_node: dict[int, tuple[_Question, _Found]] = {}

        def holds(expr: Question, values: Locals) -> int:
            assert isinstance(expr, Completable)
            known = by_node.get(id(expr))
            if known is None:
                known = by_node[id(expr)] = (self._question(expr), _Found())
            question, found = known
            return question.holds(values, read, found)

        return holds

    def fullest(self, expr: Completable, values: Locals, read: Reader) -> Draft:
        """The draft with every allowed element taken: where to look for what is missing."""
        return self._question(expr).draft(values, read, _Found()).fullest()

    def _question(self, expr: Completable) -> _Question:
        question = self._questions.get(id(expr))
        if question is None:
            question = self._questions[id(expr)] = _Question(expr, self._plans[expr.compose])
        return question


# -------------------------------------------------------------------------------------- preparation


class _Verdicts:
    """What the guards of a step said: of which elements, and yes to which of them.

    Both are put in at once: several threads may ask at a time, and what one of them overwrites is
    only asked again.
    """

    __slots__ = ("said",)

    def __init__(self) -> None:
        self.said = 0, 0


class _Found:
    """What has been found out about one state and holds for all drafts over it.

    `sources`: by step, the elements of its source; `failed`: the keys of drafts without completion.
    """

    __slots__ = ("failed", "sources")

    def __init__(self) -> None:
        self.sources: dict[int, int] = {}
        self.failed: set[tuple[Value, ...]] = set()


class _Step:
    """A step of a compose, prepared.

    `steady`: its guards do not read its own selection, so that taking elements does not change what
    they say. `reads`: the cells its guards read, if their values can be a key.
    """

    def __init__(self, step: ComposeStep) -> None:
        self.selection = step.selection
        self.local = step.local.number
        self.source = prepare(step.source)
        self.source_reads = _cells(step.source)
        self.at_most = prepare_int(step.at_most) if step.at_most is not None else None
        self.guards = _tests(step.guards)
        cells = tuple(dict.fromkeys(cell for guard in step.guards for cell in _cells(guard.test)))
        self.steady = step.selection not in cells
        self.reads = cells if self.steady and _can_be_key(cells) else None
        self._verdicts: dict[tuple[Value, ...], _Verdicts] = {}

    def verdicts(self, read: Reader) -> _Verdicts:
        """What the guards have said before, for the values they read now."""
        if self.reads is None:
            return _Verdicts()
        return self.remembered(tuple([read(cell, ()) for cell in self.reads]))

    def remembered(self, key: tuple[Value, ...]) -> _Verdicts:
        """What the guards have said before, for these values of all they may read."""
        found = self._verdicts.get(key)
        if found is None:
            if len(self._verdicts) >= MOST_VERDICTS:
                self._verdicts.clear()
            found = self._verdicts[key] = _Verdicts()
        return found

    def allows(self, element: int, verdicts: _Verdicts, read: Reader) -> bool:
        """Do the guards let the step take an element?"""
        bit = 1 << element
        known, allowed = verdicts.said
        if known & bit:
            return allowed & bit != 0
        holds = _hold(self.guards, {self.local: element}, read)
        known, allowed = verdicts.said  # a guard may have asked for others meanwhile
        verdicts.said = known | bit, allowed | bit if holds else allowed
        return holds


class _Plan:
    """A compose, prepared: its steps, finishes and footprint.

    `lasting`: by step, does its source read no selection? `free`: by step, can its verdicts be kept
    and do its guards read no selection at all? `reads`: the cells that guards and limits read, if
    with the sources they are all that matters and their values can be a key; then `answers` holds
    what has been found.
    """

    def __init__(self, compose: Compose) -> None:
        known = footprint(compose)
        self.compose = compose
        self.monotone = is_monotone(compose)
        self.steps = tuple(_Step(step) for step in compose.steps)
        self.finishes = tuple(_tests(finish.guards) for finish in compose.finishes)
        self.selections = tuple(step.selection for step in compose.steps)
        selections = set(self.selections)
        self.lasting = tuple(selections.isdisjoint(step.source_reads) for step in self.steps)
        self.reads = self._few_reads(compose, selections)
        self.free = tuple(
            self.reads is not None and step.reads is not None and selections.isdisjoint(step.reads)
            for step in self.steps
        )
        self.answers: dict[tuple[object, ...], int] = {}
        self.whole = known.whole
        self.queries = tuple(prepare(query) for query in known.queries)
        self.growing = known.growing
        self.rising = tuple(_tests(guards) for guards in known.rising)
        self.falling = tuple(_tests(guards) for guards in known.falling)

    def _few_reads(self, compose: Compose, selections: set[Cell]) -> tuple[Cell, ...] | None:
        tests = [guard.test for step in compose.steps for guard in step.guards]
        tests += [guard.test for finish in compose.finishes for guard in finish.guards]
        tests += [step.at_most for step in compose.steps if step.at_most is not None]
        cells = dict.fromkeys(cell for test in tests for cell in _cells(test))
        outside = tuple(cell for cell in cells if cell not in selections)
        return outside if all(self.lasting) and _can_be_key(outside) else None


class _Question:
    """A `Completable`, prepared. It holds on to its node, whose identity so stays its own."""

    def __init__(self, expr: Completable, plan: _Plan) -> None:
        self.expr, self.plan = expr, plan
        self.assume = [(cell, prepare(value)) for cell, value in expr.assume]
        self.arg: PreparedInt | None = prepare_int(expr.args[0]) if expr.args else None
        self.nothing = (0,) * len(plan.steps)
        assumed = {cell for cell, _ in expr.assume}
        self.apart = any(not assumed.isdisjoint(step.source_reads) for step in plan.steps)

    def holds(self, values: Locals, read: Reader, found: _Found) -> int:
        """1 if the compose can be completed, else 0; what it was asked before about this state
        helps if nothing, or only what sources do not read, is assumed differently."""
        if self.apart:
            found = _Found()
        elif self.assume:
            found.failed.clear()
        draft = self.draft(values, read, found)
        given = draft.given()
        if given is None:
            return self._search(draft)
        answers = self.plan.answers
        answer = answers.get(given)
        if answer is None:
            if len(answers) >= MOST_ANSWERS:
                answers.clear()
            answer = answers[given] = self._search(draft)
        return answer

    def _search(self, draft: Draft) -> int:
        if self.plan.monotone:
            draft.fill(limited=False)
            return int(draft.finished())
        return int(_completes(draft))

    def draft(self, values: Locals, read: Reader, found: _Found) -> Draft:
        """The draft the question is about."""
        plan, step = self.plan, self.expr.step
        if step is None or self.arg is None:
            assumed = {cell: value(values, read, never_asked) for cell, value in self.assume}
            return Draft(plan.compose, self.nothing, assumed, read, plan, found)
        chosen = [mask_of(read(step.selection, ())) for step in plan.steps]
        chosen[step] |= 1 << self.arg(values, read, never_asked)
        return Draft(plan.compose, tuple(chosen), {}, read, plan, found)


def _cells(expr: Expr) -> set[Cell]:
    """The cells an expression reads."""
    return {node.cell for node in walk(expr) if isinstance(node, Read)}


def _can_be_key(cells: Iterable[Cell]) -> bool:
    """Are the values of these cells a few ints?"""
    return not any(cell.keys or isinstance(cell.type, StackOf | RowOf) for cell in cells)


def _tests(guards: Iterable[Guard]) -> tuple[Prepared, ...]:
    return tuple(prepare(guard.test) for guard in guards)


def _hold(tests: Iterable[Prepared], values: Locals, read: Reader) -> bool:
    for test in tests:
        if not test(values, read, never_asked):
            return False
    return True


# ------------------------------------------------------------------------------------------- drafts


def _over(state: Reader, given: dict[Cell, Value]) -> Reader:
    """A state with other values in some cells."""

    def read(cell: Cell, keys: tuple[int, ...]) -> Value:
        value = given.get(cell)
        return value if value is not None else state(cell, keys)

    return read


class Draft:
    """A compose in progress: its selections by step, over a state with some cells assumed."""

    __slots__ = ("_read", "assumed", "chosen", "compose", "found", "plan", "state")

    def __init__(
        self,
        compose: Compose,
        chosen: tuple[int, ...],
        assumed: dict[Cell, Value],
        state: Reader,
        plan: _Plan | None = None,
        found: _Found | None = None,
    ) -> None:
        self.compose, self.chosen, self.assumed, self.state = compose, chosen, assumed, state
        self.plan = plan if plan is not None else _Plan(compose)
        self.found = found if found is not None else _Found()
        self._read: Reader | None = None

    @staticmethod
    def of(expr: Completable, values: Locals, read: Reader) -> Draft:
        """The draft a question is about."""
        return _Question(expr, _Plan(expr.compose)).draft(values, read, _Found())

    @property
    def read(self) -> Reader:
        """The state as this draft sees it."""
        if self._read is None:
            chosen = zip(self.plan.selections, self.chosen, strict=True)
            self._read = _over(self.state, {**self.assumed, **dict(chosen)})
        return self._read

    def _values(self) -> tuple[Value, ...]:
        """The values of the cells that the plan `reads`."""
        assumed, state = self.assumed, self.state
        return tuple([assumed[c] if c in assumed else state(c, ()) for c in self.plan.reads or ()])

    def given(self) -> tuple[object, ...] | None:
        """All that it depends on whether the draft can be completed, if it can be a key: what is
        chosen, the elements that open steps may come to take, and the values read."""
        plan = self.plan
        if plan.reads is None:
            return None
        values, masks = self._values(), []
        try:
            for number in self.open_steps():
                mask = self._candidates(number, limited=False)
                if plan.free[number]:
                    mask = self._allowed(number, mask, plan.steps[number].remembered(values))
                masks.append(mask)
        except PlayError:  # a guard that makes no sense matters only where the search meets it
            return None
        return (self.chosen, values, *masks)

    def _verdicts(self, number: int) -> _Verdicts:
        """What the guards of a step have said before, for the values they read now."""
        step = self.plan.steps[number]
        if self.plan.free[number]:
            return step.remembered(self._values())
        return step.verdicts(self.read)

    def _allowed(self, number: int, candidates: int, verdicts: _Verdicts) -> int:
        """Those of the candidates that the guards of a steady step let it take."""
        step = self.plan.steps[number]
        known, allowed = verdicts.said
        for element in elements_of_mask(candidates & ~known):
            if step.allows(element, verdicts, self.read):
                allowed |= 1 << element
        return candidates & allowed

    def plus(self, step: int, element: int) -> Draft:
        """The draft with one element more."""
        chosen = list(self.chosen)
        chosen[step] |= 1 << element
        return self._with(tuple(chosen))

    def _with(self, chosen: tuple[int, ...]) -> Draft:
        return Draft(self.compose, chosen, self.assumed, self.state, self.plan, self.found)

    def _take(self, number: int, more: int) -> None:
        """Put elements into a selection, in place."""
        mask = self.chosen[number] | more
        self.chosen = (*self.chosen[:number], mask, *self.chosen[number + 1 :])
        self._read = None

    def holds(self, guards: Iterable[Guard], values: Locals) -> bool:
        return all(evaluate(guard.test, values, self.read) for guard in guards)

    def finished(self) -> bool:
        """Do all guards of some finish hold?"""
        read = self.read
        for guards in self.plan.finishes:
            if _hold(guards, {}, read):
                return True
        return False

    def open_steps(self) -> range:
        """The numbers of the steps not yet closed by a later one."""
        first = 0
        for i, mask in enumerate(self.chosen):
            if mask:
                first = i
        return range(first, len(self.chosen))

    def candidates(self, number: int, *, limited: bool = True) -> Iterator[int]:
        """The elements that step `number` can take now, guards not yet asked."""
        yield from elements_of_mask(self._candidates(number, limited=limited))

    def _candidates(self, number: int, *, limited: bool) -> int:
        step, mine = self.plan.steps[number], self.chosen[number]
        if limited and step.at_most is not None:
            if mine.bit_count() >= step.at_most({}, self.read, never_asked):
                return 0
        source = self.found.sources.get(number)
        if source is None:
            source = mask_of(step.source({}, self.read, never_asked))
            if self.plan.lasting[number]:
                self.found.sources[number] = source
        length = mine.bit_length()
        return source >> length << length

    def allows(self, step: ComposeStep, element: int) -> bool:
        return self.holds(step.guards, {step.local.number: element})

    def open_elements(self) -> Iterator[tuple[int, int]]:
        """Every step and element that can come next, guards and limits minded."""
        for number in self.open_steps():
            candidates = self._candidates(number, limited=True)
            if candidates:
                step = self.plan.steps[number]
                verdicts = self._verdicts(number)
                for element in elements_of_mask(candidates):
                    if step.allows(element, verdicts, self.read):
                        yield number, element

    def fullest(self, *, limited: bool = True) -> Draft:
        """Every open step in turn takes every element it can; `limited`: as `at_most` allows."""
        draft = self._with(self.chosen)
        draft.fill(limited=limited)
        return draft

    def fill(self, *, limited: bool) -> None:
        """Become the fullest draft."""
        for number in self.open_steps():
            step, candidates = self.plan.steps[number], self._candidates(number, limited=False)
            if step.steady and not (limited and step.at_most is not None):
                self._take(number, self._allowed(number, candidates, self._verdicts(number)))
            else:
                self._fill_one_by_one(number, candidates, limited=limited)

    def _fill_one_by_one(self, number: int, candidates: int, *, limited: bool) -> None:
        step = self.plan.steps[number]
        for element in elements_of_mask(candidates):
            if limited and element not in self.candidates(number):
                continue
            if step.allows(element, self._verdicts(number), self.read):
                self._take(number, 1 << element)


# ------------------------------------------------------------------------------------------- search


def _completes(draft: Draft) -> bool:
    """Does some sequence of further elements complete the draft?"""
    if draft.finished():
        return True
    if not _hopeful(draft):
        return False
    key, failed = _key(draft), draft.found.failed
    if key in failed:
        return False
    for number, element in draft.open_elements():
        if _completes(draft.plus(number, element)):
            return True
    failed.add(key)
    if len(failed) > MOST_STATES:
        raise too_long(draft.compose)
    return False


def too_long(compose: Compose | Course) -> PlayError:
    """What is said when a search does not come to an end."""
    return PlayError(
        f"whether {compose.name} can be completed cannot be told: more than {MOST_STATES:,} "
        "positions would have to be searched", compose.span,
    )  # fmt: skip


def _key(draft: Draft) -> tuple[Value, ...]:
    masks = zip(draft.chosen, draft.plan.whole, strict=True)
    return (
        *[mask if whole else mask.bit_length() for mask, whole in masks],
        *[query({}, draft.read, never_asked) for query in draft.plan.queries],
    )


def _hopeful(draft: Draft) -> bool:
    """Is there a finish that is not already lost?"""
    plan = draft.plan
    rising = [
        rising
        for rising, falling in zip(plan.rising, plan.falling, strict=True)
        if _hold(falling, {}, draft.read)
    ]
    if not plan.growing or not rising:
        return bool(rising)
    most = draft.fullest(limited=False)
    return any(_hold(guards, {}, most.read) for guards in rising)
