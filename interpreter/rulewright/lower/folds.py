"""Queries over collections: by masks where the filter allows, by loops where not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import takewhile

from ..core import ir
from ..core.operators import largest_goal
from ..core.walk import conjuncts, expressions_in, leads_to, substitute
from . import nodes as code
from .few_totals import total_of_few
from .lanes import MOST_SUMMED, sum_by_chunks
from .masks import Masks, Scalars
from .relations import domain_size, static_values
from .shifts import steps_back, together
from .suffixes import Run, first_ones, run_of
from .unit import Unit
from .within import is_within
from .writer import Writer

_WEIGHING = ("total", "product", "largest", "smallest")
_SINGLY = ("some", "every", "count", "the", "total", "product", "largest", "smallest")


class Folds:
    """Writes folds into a function."""

    def __init__(self, writer: Writer, scalars: Scalars, masks: Masks) -> None:
        self.writer = writer
        self.unit: Unit = writer.unit
        self.scalars = scalars
        self.masks = masks

    def ahead(self, exprs: Sequence[ir.Expr]) -> None:
        """Work out once what expressions go through the same elements for several times, wherever
        they do: where some of them is not asked for, that is cheaper than asking again."""
        met: dict[int, list[ir.Fold]] = {}
        for expr in exprs:
            self._gather(expr, met)
        for folds in reversed(met.values()):  # what is in another has been met after it
            if len(folds) > 1 and self.writer.remembering:
                self.scalars.value(folds[0])

    def _gather(self, expr: ir.Expr, met: dict[int, list[ir.Fold]]) -> None:
        """Gather the folds that could be worked out here, with those that are equal; of what is
        asked again only itself."""
        if isinstance(expr, ir.Completable):
            return
        if isinstance(expr, ir.Fold) and expr.kind != "the" and not self.unit.can_fail(expr):
            if not self.unit.is_static(expr) and self.unit.free(expr) <= self.writer.names.keys():
                folds = met.setdefault(self.unit.number_of(expr), [])
                folds.append(expr)
                if len(folds) > 1:
                    return
        for part in expressions_in(expr):
            self._gather(part, met)

    def value(self, fold: ir.Fold) -> code.Value:
        """The value of a fold as stored."""
        if fold.kind in ("some", "every"):
            return code.choose(self.test(fold), code.number(1), code.number(0))
        if self._one_after_the_other(fold):
            return self._along(fold)
        if self._asks_in_order(fold):
            return self._in_order(fold)
        return self._over_set(fold)

    def counted_to(self, fold: ir.Fold, enough: int) -> code.Value | None:
        """How many there are, or so many if there are more; None if that is no sooner found than
        the number itself."""
        if not self._one_after_the_other(fold) or self.unit.can_fail(fold):
            return None
        return self._along(fold, enough)

    def _one_after_the_other(self, fold: ir.Fold) -> bool:
        """Is each element looked at by itself, without a mask of them? That is so in stacks, rows
        and ways, and where elements count on and nothing can be asked of all at once: of many of
        them a mask is a long number, which every element that is taken from it makes anew."""
        if not isinstance(fold.source.type, ir.SetOf):
            return True
        if fold.kind not in _SINGLY:
            return False
        body = conjuncts(fold.body) if fold.kind in ("some", "every") else []
        tests = [*conjuncts(fold.where), *body]
        asked_singly = not any(
            isinstance(test, ir.Completable) or self.masks.vectorises(test, fold.local)
            for test in tests
        )
        return bool(tests) and asked_singly and self._stretch(fold.source) is not None

    def _asks_in_order(self, fold: ir.Fold) -> bool:
        """Must each element be asked and weighed before the next, as both can go wrong?"""
        if fold.kind not in _WEIGHING:
            return False
        assert fold.body is not None
        fails = self.unit.can_fail
        return any(map(fails, conjuncts(fold.where))) and fails(fold.body)

    def _stretch(self, source: ir.Expr) -> tuple[ir.Expr | None, ir.Expr] | None:
        """Where the elements of a set begin, if they count on, and how many there are, or, if it is
        said where they begin, which is the last; None of any other set."""
        match source:
            case ir.Op(name="range", args=(low, high)):
                return low, high
            case ir.Op(
                name="first", args=(count, ir.Const(value=value, type=ir.SetOf(domain=domain)))
            ):
                return (None, count) if value == domain.everything() else None
        return None

    def _counting(self, source: ir.Expr) -> code.Value:
        """The numbers of the elements of a set that count on."""
        stretch = self._stretch(source)
        assert stretch is not None and isinstance(source.type, ir.SetOf)
        low, last = stretch
        if low is not None:
            end = code.binary(self.scalars.value(last), "+", code.number(1))
            return code.call("range", self.scalars.value(low), end)
        count, size = self.scalars.value(last), source.type.domain.size
        if self.unit.intervals.of(last)[1] > size:
            count, most = self.writer.atom(count, "many"), code.number(size)
            count = code.choose(code.compare(count, "<", most), count, most)
        return code.call("range", count)

    def test(self, fold: ir.Fold) -> code.Value:
        """The truth of a `some` or `every`."""
        match fold.source:
            case ir.Op(name="set", args=(one,)) if not self.unit.can_fail(fold):
                return self._of_one(fold, one)
            case _:
                pass
        if self._one_after_the_other(fold):
            return self._along(fold)
        local = fold.local
        tests = conjuncts(fold.where)
        if fold.kind == "some":
            tests = [*tests, *conjuncts(fold.body)]
            return self._some(fold.source, local, tests)
        body = conjuncts(fold.body)
        if not self._at_once([*tests, *body], local):
            return self._every_by_loop(fold)
        mask = self.writer.atom(self.among(fold.source, local, tests), "all_of")
        passed = self.masks.filtered(mask, local, body)
        return code.compare(passed, "==", mask)

    def among(self, source: ir.Expr, local: ir.Local, tests: Sequence[ir.Expr]) -> code.Value:
        """The elements of a set expression that fulfil all tests; computed once an evaluation."""
        writer = self.writer
        if isinstance(source.type, ir.SetOf) and is_within(local, source, tests):
            if not self.unit.can_fail(source):
                source = ir.Const(source.type.domain.everything(), source.type)
        if not writer.remembering:
            return self.masks.filtered(self.scalars.mask(source), local, tests)
        for test in tests:
            run = run_of(self.unit, test, local)
            if run is not None:
                others = [other for other in tests if other is not test]
                return self._first_ones(run, test, source, local, others)
        subject = ir.Local(0, "x", local.type)
        asked = (source, *(substitute(t, {local.number: subject}) for t in tests))
        key = "among", *map(self.unit.number_of, asked)
        free = self.unit.free(source).union(*(self.unit.free(t) for t in tests)) - {local.number}
        full = key, writer.names_of(free)
        known = writer.known.get(full)
        if known is not None:
            return known
        return writer.remember(full, self.masks.filtered(self.scalars.mask(source), local, tests))

    def _first_ones(
        self, run: Run, test: ir.Expr, source: ir.Expr, local: ir.Local, others: Sequence[ir.Expr]
    ) -> code.Value:
        """The elements that leave a compose completable, those that could be taken being known."""
        mask = self.among(source, local, others)
        candidates = self.among(run.source, run.local, run.tests)
        if code.same(candidates, mask):
            return first_ones(self.writer, self.scalars, run, candidates)
        return self.masks.filtered(mask, local, [test])

    def _at_once(self, tests: Sequence[ir.Expr], local: ir.Local) -> bool:
        """May all tests be asked about all elements at once?"""
        return all(
            self.masks.vectorises(test, local) and not self.unit.can_fail(test) for test in tests
        )

    def quick_and_slow(
        self, tests: Sequence[ir.Expr], local: ir.Local
    ) -> tuple[list[ir.Expr], list[ir.Expr]]:
        """The tests to ask at once, and those to ask in order, element by element."""
        safe = list(takewhile(lambda test: not self.unit.can_fail(test), tests))
        quick = [test for test in safe if self.masks.vectorises(test, local)]
        return quick, [test for test in tests if test not in quick]

    def _of_one(self, fold: ir.Fold, one: ir.Expr) -> code.Value:
        """The same where there is one element at most: there is nothing to go through."""
        writer, every = self.writer, fold.kind == "every"
        element = writer.variable(self.scalars.value(one), "one")
        holds = writer.variable(code.number(int(every)), "holds")
        with writer.block() as lines, writer.called(fold.local, element):
            with writer.block() as asked:
                if every:
                    assert fold.body is not None
                    writer.add(code.assign(holds, self.scalars.value(fold.body)))
                else:
                    writer.add(code.assign(holds, code.number(1)))
            tests = [*conjuncts(fold.where), *([] if every else conjuncts(fold.body))]
            self.nested(tests, asked)
        there = code.compare(code.name(element), ">=", code.number(0))
        writer.add(code.when(there, lines))
        return code.name(holds)

    def _some(self, source: ir.Expr, local: ir.Local, tests: Sequence[ir.Expr]) -> code.Value:
        if self._at_once(tests, local):
            return self.among(source, local, tests)
        quick, slow = self.quick_and_slow(tests, local)
        found = self.writer.variable(code.number(0), "found")
        mask = self.among(source, local, quick)
        with self.each_bit(mask, local):
            self.nested(slow, [code.assign(found, code.number(1)), code.leave()])
        return code.name(found)

    def _every_by_loop(self, fold: ir.Fold) -> code.Value:
        writer = self.writer
        quick, slow = self.quick_and_slow(conjuncts(fold.where), fold.local)
        holds = writer.variable(code.number(1), "holds")
        mask = self.among(fold.source, fold.local, quick)
        with self.each_bit(mask, fold.local):
            assert fold.body is not None
            with writer.block() as then:
                test = self.scalars.test(fold.body)
                failed = [code.assign(holds, code.number(0)), code.leave()]
                writer.add(code.when(code.negated(test), failed))
            self.nested(slow, then)
        return code.name(holds)

    def _first(self, fold: ir.Fold) -> code.Value:
        """The first element that fulfils tests of which some can fail."""
        quick, slow = self.quick_and_slow(conjuncts(fold.where), fold.local)
        first = self.writer.variable(code.number(-1), "first")
        mask = self.among(fold.source, fold.local, quick)
        with self.each_bit(mask, fold.local) as element:
            self.nested(slow, [code.assign(first, code.name(element)), code.leave()])
        return code.name(first)

    def nested(self, tests: Sequence[ir.Expr], then: code.Lines) -> None:
        """Run statements if all tests hold, each test asked only after those before it."""
        writer = self.writer
        if not tests:
            writer.lines.extend(then)
            return
        asked = self.scalars.test(tests[0])
        with writer.block() as body:
            self.nested(tests[1:], then)
        writer.add(code.when(asked, body))

    @contextmanager
    def each_bit(self, mask: code.Value, local: ir.Local, left: str = "") -> Iterator[str]:
        """A loop over a mask, lowest element first; its body is written inside, and may add to what
        is left to be gone through in a variable that is named."""
        writer = self.writer
        left = left or writer.variable(mask, "left")
        with writer.bound(local) as element:
            with writer.block() as body:
                writer.add(code.assign(element, code.lowest(code.name(left))))
                rest = code.binary(code.name(left), "-", code.number(1))
                writer.add(code.augment(left, "&", rest))
                yield element
        writer.add(code.loop(code.name(left), body))

    @contextmanager
    def of_one(self, one: ir.Expr, local: ir.Local) -> Iterator[str]:
        """What is written inside is done for an element, if it is one."""
        writer = self.writer
        with writer.bound(local) as element:
            writer.add(code.assign(element, self.scalars.value(one)))
            with writer.block() as body:
                yield element
        writer.add(code.when(code.compare(code.name(element), ">=", code.number(0)), body))

    def _over_set(self, fold: ir.Fold) -> code.Value:
        if fold.kind == "the" and any(map(self.unit.can_fail, conjuncts(fold.where))):
            return self._first(fold)
        if fold.kind == "total" and fold.where is not None:
            fold = self._weighed(fold)
        mask = self.among(fold.source, fold.local, conjuncts(fold.where))
        match fold.kind:
            case "all":
                return mask
            case "count":
                return code.size(mask)
            case "the":
                return code.lowest(self.writer.atom(mask, "among"))
            case "total":
                return self._total(fold, mask)
            case "product":
                return self._product(fold, mask)
            case "reached":
                return self._reached(fold)(mask)
            case "groups":
                return self._groups(fold, mask)
            case "path":
                return self._longest_path(fold, mask)
            case "subsets":
                return self._subsets(fold, mask)
            case _:
                return self._extreme(fold, mask)

    def _reached(self, fold: ir.Fold) -> Callable[[code.Value], code.Value]:
        """What writes how to find all that is reached from a mask: in waves, if fixed data lead
        from each element to a few others as far away, else element by element."""
        writer, local = self.writer, fold.local
        around, among = leads_to(fold)
        if among is not None and self.unit.can_fail(among):
            assert fold.body is not None
            around, among = fold.body, None
        inside = None if among is None else writer.atom(self.scalars.mask(among), "inside")
        steps = steps_back(self.unit, around, local) if self.unit.uses("shifts") else None

        def on(there: code.Value, found: str) -> code.Value:
            """Of what is led to, what is new."""
            if inside is not None:
                there = code.binary(there, "&", inside)
            return code.binary(there, "&", code.inverted(code.name(found)))

        def reached(start: code.Value) -> code.Value:
            found = writer.variable(start, "reached")
            new = writer.variable(code.name(found), "new" if steps else "left")
            if steps is not None:
                with writer.block() as body:
                    wave = together(code.name(new), steps, domain_size(local))
                    writer.add(code.assign(new, on(wave, found)))
                    writer.add(code.augment(found, "|", code.name(new)))
                writer.add(code.loop(code.name(new), body))
                return code.name(found)
            with self.each_bit(code.name(new), local, new):
                there = writer.atom(on(self.scalars.mask(around), found), "there")
                writer.add(code.augment(found, "|", there))
                writer.add(code.augment(new, "|", there))
            return code.name(found)

        return reached

    def _groups(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        """How often one has to begin anew."""
        writer = self.writer
        groups = writer.variable(code.number(0), "groups")
        apart = writer.variable(mask, "apart")
        reached = self._reached(fold)
        with writer.block() as body:
            writer.add(code.augment(groups, "+", code.number(1)))
            first = code.binary(code.name(apart), "&", code.negative(code.name(apart)))
            found = reached(first)
            writer.add(code.augment(apart, "&", code.inverted(found)))
        writer.add(code.loop(code.name(apart), body))
        return code.name(groups)

    def of_each(self, mask: code.Value, local: ir.Local, asked: ir.Expr) -> code.Value:
        """A map from each element of a mask to what is asked of it: a number or a set."""
        found = self.writer.variable(code.mapping(), "of_each")
        with self.each_bit(mask, local) as element:
            is_set = isinstance(asked.type, ir.SetOf)
            value = self.scalars.mask(asked) if is_set else self.scalars.value(asked)
            place = code.item(code.name(found), code.name(element))
            self.writer.add(code.assign(place, value))
        return code.name(found)

    def _longest_path(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        assert fold.body is not None
        mask = self.writer.atom(mask, "among")
        near = self.of_each(mask, fold.local, fold.body)
        function = self.unit.longest_path()
        return code.call(function.id, mask, near, self.unit.site(fold.span))

    def _subsets(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        """How many subsets there are for each sum up to the goal, side by side in one number: with
        one more element there are the same once more, as far up as it counts."""
        assert fold.body is not None and fold.goal is not None
        assert isinstance(fold.source.type, ir.SetOf)
        writer, domain = self.writer, fold.source.type.domain
        mask, wide = writer.atom(mask, "among"), domain.size + 1
        goals = self.unit.intervals.of(fold.goal)
        goal = writer.atom(self.scalars.value(fold.goal), "goal")
        most = min(max(goals[1], 0), largest_goal(domain))
        room = (1 << wide * (most + 1)) - 1
        sums = code.item(self.unit.fixed("sums", ("sums", room), lambda: (room,)), code.number(0))
        ways = writer.variable(code.number(1), "ways")

        def of(number: code.Value) -> code.Value:
            """The place of a sum."""
            return code.binary(number, "*", code.number(wide))

        with self.each_bit(mask, fold.local):
            value = writer.atom(self.scalars.value(fold.body), "value")
            more = code.binary(code.name(ways), "<<", of(value))
            counted = code.binary(code.binary(code.name(ways), "+", more), "&", sums)
            tests = _within(value, self.unit.intervals.of(fold.body), most)
            writer.add_if(tests, [code.assign(ways, counted)])

        def told() -> code.Value:
            there = code.binary(code.name(ways), ">>", of(goal))
            found = code.binary(there, "&", code.number((1 << wide) - 1))
            if 1 << domain.size <= ir.MOST_SUBSETS:
                return found
            found, limit = writer.atom(found, "subsets"), code.number(ir.MOST_SUBSETS)
            return code.choose(code.compare(found, "<", limit), found, limit)

        tests = _within(goal, goals, most)
        return writer.either(code.both(tests), told, lambda: code.number(0)) if tests else told()

    def _weighed(self, fold: ir.Fold) -> ir.Fold:
        """A sum of what fixed data decide, over all elements: those left out count nothing."""
        assert fold.body is not None and fold.where is not None
        if isinstance(fold.body, ir.Const) or not self.unit.uses("sums"):
            return fold
        body = ir.Cond(fold.where, fold.body, ir.Const(0, fold.body.type), fold.body.type)
        if self.unit.can_fail(body) or static_values(self.unit, body, fold.local) is None:
            return fold
        return replace(fold, where=None, body=body)

    def _total(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        assert fold.body is not None
        if isinstance(fold.body, ir.Const):
            return code.binary(code.size(mask), "*", code.number(fold.body.value))
        fixed = self.unit.uses("sums")
        weights = static_values(self.unit, fold.body, fold.local) if fixed else None
        if weights is not None and len(weights) <= MOST_SUMMED:
            held = self.writer.atom(mask, "among")
            return sum_by_chunks(self.unit, fold.local.name, weights, weights, held)
        few = total_of_few(self.writer, self.scalars, fold, mask)
        if few is not None:
            return few
        total = self.writer.variable(code.number(0), "total")
        with self.each_bit(mask, fold.local):
            self.writer.add(code.augment(total, "+", self.scalars.value(fold.body)))
        return code.name(total)

    def _product(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        assert fold.body is not None
        product = self.writer.variable(code.number(1), "product")
        with self.each_bit(mask, fold.local):
            self.writer.add(code.augment(product, "*", self.scalars.value(fold.body)))
        return code.name(product)

    def _extreme(self, fold: ir.Fold, mask: code.Value) -> code.Value:
        """The largest or smallest value; a value out of reach stands for nothing yet."""
        assert fold.body is not None
        writer = self.writer
        largest = fold.kind == "largest"
        beyond = self._beyond(fold)
        best = writer.variable(code.number(beyond), fold.kind)
        with self.each_bit(mask, fold.local):
            value = writer.atom(self.scalars.value(fold.body), "value")
            better = code.compare(value, ">" if largest else "<", code.name(best))
            writer.add(code.when(better, [code.assign(best, value)]))
        none = code.compare(code.name(best), "==", code.number(beyond))
        return code.choose(none, code.number(0), code.name(best))

    def _beyond(self, fold: ir.Fold) -> int:
        """What stands for the largest or smallest of nothing: the next after all there can be, so
        that whatever is computed from it stays small."""
        assert fold.body is not None
        low, high = self.unit.intervals.of(fold.body)
        return low - 1 if fold.kind == "largest" else high + 1

    def _along(self, fold: ir.Fold, enough: int | None = None) -> code.Value:
        """A fold over a stack from the top down, a row from left to right, or elements that count
        on; of those that are counted no more than `enough`."""
        tests = conjuncts(fold.where)
        if fold.kind == "some":
            tests = [*tests, *conjuncts(fold.body)]
        return self._walked(fold, tests, self.along(fold.source, fold.local), enough)

    def _in_order(self, fold: ir.Fold) -> code.Value:
        """A fold over a set, each element asked and weighed before the next."""
        quick, slow = self.quick_and_slow(conjuncts(fold.where), fold.local)
        mask = self.among(fold.source, fold.local, quick)
        return self._walked(fold, slow, self.each_bit(mask, fold.local))

    def _walked(
        self,
        fold: ir.Fold,
        tests: Sequence[ir.Expr],
        loop: AbstractContextManager[str],
        enough: int | None = None,
    ) -> code.Value:
        """A fold over what a loop goes through and tests hold for."""
        writer = self.writer
        if fold.kind in ("largest", "smallest"):
            start = self._beyond(fold)
        else:
            start = {"the": -1, "every": 1, "product": 1}.get(fold.kind, 0)
        found = writer.variable(code.number(start), fold.kind)
        with loop as element:
            with writer.block() as then:
                self._found(fold, found, element)
                if enough is not None:
                    counted = code.compare(code.name(found), "==", code.number(enough))
                    writer.add(code.when(counted, [code.leave()]))
            self.nested(tests, then)
        if fold.kind not in ("largest", "smallest"):
            return code.name(found)
        none = code.compare(code.name(found), "==", code.number(start))
        return code.choose(none, code.number(0), code.name(found))

    def _found(self, fold: ir.Fold, found: str, element: str) -> None:
        """What an element that passed the filter does."""
        writer = self.writer
        match fold.kind:
            case "some":
                writer.add(code.assign(found, code.number(1)))
                writer.add(code.leave())
            case "the":
                writer.add(code.assign(found, code.name(element)))
                writer.add(code.leave())
            case "all":
                writer.add(
                    code.augment(found, "|", code.item(code.name("BIT"), code.name(element)))
                )
            case "count":
                writer.add(code.augment(found, "+", code.number(1)))
            case "total":
                assert fold.body is not None
                writer.add(code.augment(found, "+", self.scalars.value(fold.body)))
            case "product":
                assert fold.body is not None
                writer.add(code.augment(found, "*", self.scalars.value(fold.body)))
            case "every":
                assert fold.body is not None
                failed = [code.assign(found, code.number(0)), code.leave()]
                writer.add(code.when(code.negated(self.scalars.test(fold.body)), failed))
            case _:
                assert fold.body is not None
                value = writer.atom(self.scalars.value(fold.body), "value")
                better = ">" if fold.kind == "largest" else "<"
                test = code.compare(value, better, code.name(found))
                writer.add(code.when(test, [code.assign(found, value)]))

    @contextmanager
    def along(self, source: ir.Expr, local: ir.Local) -> Iterator[str]:
        """A loop over a stack or row, or elements that count on, as folds go through them."""
        writer = self.writer
        is_set = isinstance(source.type, ir.SetOf)
        held = self._counting(source) if is_set else self.scalars.value(source)
        is_row = isinstance(source.type, ir.RowOf)
        as_they_are = is_set or is_row or isinstance(source.type, ir.WaysOf)
        with writer.bound(local) as element:
            with writer.block() as body:
                yield element
        if is_row:
            body = [code.when(code.compare(code.name(element), ">=", code.number(0)), body)]
        walked = held if as_they_are else code.call("reversed", held)
        writer.add(code.for_each(element, walked, body))


def _within(value: code.Value, bounds: tuple[int, int], most: int) -> list[code.Value]:
    """What has to be asked for a number to be from 0 to another one."""
    tests = [code.compare(value, ">=", code.number(0))] if bounds[0] < 0 else []
    return [*tests, code.compare(value, "<=", code.number(most))] if bounds[1] > most else tests
