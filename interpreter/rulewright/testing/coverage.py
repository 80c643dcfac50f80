"""Which rules do the scenarios of a game reach? Line by line, what is still missing.

Scenarios are played on the reference engine with nothing worked out beforehand, while somebody
watches: which statements are carried out, what each condition comes to, which values are asked for,
what is chosen, how games end. What could have been reached is read off the syntax tree after the
variants' edits, so that every finding stands at a line of a rule file. `always` lines only promise
and scenarios only test: neither counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any, cast

from .. import catalogue
from ..analysis.differences import beside_of
from ..backends.effects import Executor, Exit, Run
from ..backends.protocol import Verdict, sealed
from ..backends.reference import ReferenceEngine, Watch
from ..backends.registry import REFERENCE
from ..check import modules
from ..collecting import put_off
from ..core import ir
from ..core.cost import Known
from ..core.evaluate import Completer, Evaluator, Locals, Reader, Value, watching
from ..core.scenes import Expects
from ..core.walk import Node, children, walk
from ..diagnostics import PlayError, RulesError, UsageError
from ..game import Game, check
from ..runtime.chance import below, stream
from ..runtime.layout import Slots
from ..source import Place, SourceFile, Span, place_of
from ..state import State
from ..syntax import nodes as n
from ..syntax.walk import walk as walk_syntax
from .combinations import shown_sets
from .counting import Origins, origins
from .demanded import asked_first, demanded
from .inherited import unreadable
from .remembering import MOST_KEPT, Key, KeyOf, foundations
from .scenario import Runner

LONGEST = 5_000  # decisions of a random game

Met = tuple[frozenset[Place], frozenset[tuple[Place, bool]]]
"""What a query has reached, and the answers of conditions in it."""


class TooManySteps(Exception):
    """More values were asked for than may be. No `PlayError`: searches go on after those."""


@dataclass(slots=True)
class Hits:
    """What was met in play: values that were `reached`, statements that were `carried_out`; what
    was `chosen`; `answers` of conditions; `options` and `results` by name.

    Looking ahead, whether a choice in steps can still be completed, asks for values and carries
    nothing out.
    """

    reached: set[Place] = field(default_factory=set)
    carried_out: set[Place] = field(default_factory=set)
    chosen: set[Place] = field(default_factory=set)
    answers: set[tuple[Place, bool]] = field(default_factory=set)
    options: set[tuple[str, str]] = field(default_factory=set)
    results: set[tuple[str, ...]] = field(default_factory=set)
    conditions: set[int] = field(default_factory=set)  # by the identity of the nodes
    kept: list[Node] = field(default_factory=list)  # so that no identity is used again
    costs: Known = field(default_factory=Known)
    known: dict[object, dict[Key, tuple[Value, Met]]] = field(default_factory=dict)  # of queries
    met: dict[Met, Met] = field(default_factory=dict)  # of which many queries have the same
    steps: int = 0  # how many values were asked for
    most: float = inf  # steps: with more, `TooManySteps` is raised

    def engine(self, program: ir.Program) -> Judged:
        """An engine that is watched. To be made and used within `watching(seen.expression)`."""
        self.looks_at(*roots(program))
        bodies = {
            id(a.body): place_of(a.span) for choose in program.choices for a in choose.alternatives
        }

        def watch(stmt: ir.Stmt, step: Executor) -> Executor:
            place, body = place_of(stmt.span), bodies.get(id(stmt))

            def watched(run: Run) -> Exit:
                self.carried_out.add(place)
                if body is not None:
                    self.chosen.add(body)
                return step(run)

            return watched

        return Judged(program, self, watch)

    def looks_at(self, *trees: Node) -> None:
        """The conditions in these trees are to be watched."""
        self.conditions.update(_conditions(trees))
        self.kept.extend(trees)

    def expression(self, expr: ir.Expr, made: Evaluator) -> Evaluator:
        """What is computed instead of an expression, for `watching`."""
        place = place_of(expr.span)
        so, otherwise = (place, True), (place, False)

        def watched(values: Locals, read: Reader, complete: Completer) -> Value:
            self.steps += 1
            if self.steps > self.most:
                raise TooManySteps
            self.reached.add(place)
            return made(values, read, complete)

        def answered(values: Locals, read: Reader, complete: Completer) -> Value:
            self.steps += 1
            if self.steps > self.most:
                raise TooManySteps
            answer = made(values, read, complete)
            self.reached.add(place)
            self.answers.add(so if answer else otherwise)
            return answer

        asked = answered if id(expr) in self.conditions else watched
        key_of = foundations(expr, self.costs)
        return asked if key_of is None else self.remembered(expr, asked, key_of)

    def remembered(self, expr: ir.Expr, asked: Evaluator, key_of: KeyOf) -> Evaluator:
        """What asks once for the value and for what is met on the way to it, for all queries that
        say the same at the same places."""
        parts = tuple(
            (place_of(part.span), id(part) in self.conditions)
            for part in walk(expr)
            if hasattr(part, "span")
        )
        known, met = self.known.setdefault((expr, parts), {}), self.met

        def remembered(values: Locals, read: Reader, complete: Completer) -> Value:
            key = key_of(values, read)
            if key is None:
                return asked(values, read, complete)
            before = known.get(key)
            if before is not None:
                self.steps += 1
                value, (reached, answers) = before
                self.reached |= reached
                self.answers |= answers
                return value
            around = self.reached, self.answers
            self.reached, self.answers = set(), set()
            try:
                value = asked(values, read, complete)
            finally:
                reached, answers = frozenset(self.reached), frozenset(self.answers)
                self.reached, self.answers = around
                self.reached |= reached
                self.answers |= answers
            if len(known) >= MOST_KEPT:
                known.clear()
            both = reached, answers
            known[key] = value, met.setdefault(both, both)
            return value

        return remembered

    def copy(self) -> Hits:
        """What has been met by now, for `back_to`."""
        return replace(
            self, reached={*self.reached}, carried_out={*self.carried_out}, chosen={*self.chosen},
            answers={*self.answers}, options={*self.options}, results={*self.results},
        )  # fmt: skip

    def back_to(self, before: Hits) -> None:
        """As if nothing had been met since: engines go on writing into the same sets."""
        for name in ("reached", "carried_out", "chosen", "answers", "options", "results"):
            getattr(self, name).intersection_update(getattr(before, name))


class Judged(ReferenceEngine):
    """The engine, whose verdicts are watched too. `foreseen`: what stands between it and what
    searches whether composes can be completed, while moves are listed."""

    foreseen: Callable[[Completer], Completer] | None = None

    def __init__(self, program: ir.Program, seen: Hits, watch: Watch) -> None:
        super().__init__(program, watch=watch)
        self.seen, self.watched_by = seen, watch

    def like(self, program: ir.Program) -> ReferenceEngine:
        return Judged(program, self.seen, self.watched_by)

    def asking(self, slots: Slots) -> Completer:
        search = super().asking(slots)
        return search if self.foreseen is None else self.foreseen(search)

    def verdict(self, slots: Slots) -> Verdict:
        found = super().verdict(slots)
        if found.case >= 0:
            self.seen.results.add(self.program.outcome[found.case].names)
        return found


def _conditions(roots: Iterable[Node]) -> Iterator[int]:
    """The truths in some trees, by identity; where several nodes stand for one piece of the text
    (as for `is not`), the outermost."""

    waiting: list[tuple[Node, Span | None]] = [(root, None) for root in roots]
    while waiting:
        node, around = waiting.pop()
        is_truth = isinstance(getattr(node, "type", None), ir.Truth)
        span: Span | None = getattr(node, "span", None) if is_truth else None
        if is_truth and span != around:
            yield id(node)
        waiting += [(child, span) for child in children(node)]


def roots(program: ir.Rules) -> Iterator[Node]:
    """All that is looked at or happens in a game, as trees."""
    yield program.setup
    yield program.flow
    yield from program.scores
    yield from program.outcome
    yield from program.always
    if program.winners is not None:
        yield program.winners
    for compose in program.composes:
        parts: tuple[ir.ComposeStep | ir.ComposeFinish, ...] = (*compose.steps, *compose.finishes)
        for part in parts:
            yield from part.params
            yield from part.guards
        if compose.weight is not None:
            yield compose.weight.value


@dataclass(frozen=True, slots=True)
class Goal:
    """Something that scenarios should reach: where, what is said if they do not, and the test.

    `node`: the line of the rules it belongs to. `answer`: of a condition, what it should come to.
    `demanded`: it has to be written, whether anything comes to it or not. `needless`: only whoever
    could leave the condition out would care that it never comes to this, and nobody can.
    """

    span: Span
    missing: str
    reached: Callable[[Hits], bool]
    node: Any
    answer: bool | None = None
    demanded: bool = False
    needless: bool = False


def goals(game: Game) -> Iterator[Goal]:
    """All that can be reached in the rules of a game, in the order of the declarations."""
    known, offered = _known(game.program)
    everything = (*roots(game.program.generic or game.program),)
    answers, values = demanded(iter(everything))
    first = asked_first(iter(everything))
    played = _played(game.merged.declarations)
    for declaration in game.merged.declarations:
        if isinstance(declaration, n.Promise):
            continue
        if isinstance(declaration, n.DefineDecl) and declaration.name.text not in played:
            continue
        lasts = {place_of(one.span) for one in _last_of_several(declaration)}
        for node in walk_syntax(declaration):
            for goal in (*_conditions_of(node, known), *_lines_of(node, offered)):
                place = place_of(goal.span)
                is_demanded = (place, goal.answer) in answers
                is_demanded = is_demanded or (goal.answer is None and place in values)
                is_needless = place in first and goal.answer is False
                is_needless = is_needless or (place in lasts and goal.answer is not True)
                if is_demanded or is_needless:
                    goal = replace(goal, demanded=is_demanded, needless=is_needless)
                yield goal


def _played(declarations: Iterable[n.Declaration]) -> set[str]:
    """The names that rules mention by which a game is played, and definitions that these use: what
    stands in `always` lines and scenarios alone is only tested."""
    defined, found = dict[str, set[str]](), set[str]()
    for declaration in declarations:
        named = {node.text for node in walk_syntax(declaration) if isinstance(node, n.Name)}
        if isinstance(declaration, n.DefineDecl):
            defined.setdefault(declaration.name.text, set()).update(named)
        elif not isinstance(declaration, n.Promise | n.ScenarioDecl):
            found |= named
    waiting = [*found]
    while waiting:
        more = defined.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found


def _last_of_several(declaration: n.Node) -> Iterator[n.Expr]:
    """Of conditions that compare one thing with one value after the other the last one, which need
    not fail where these are all there are; and the value behind it, that must be written."""
    for node in walk_syntax(declaration):
        tests, rest = list[n.Expr](), cast(Any, node)
        if isinstance(node, n.DefineDecl):
            tests = [case.test for case in node.cases if case.test is not None]
        while isinstance(rest, n.When | n.IfElse):
            tests.append(rest.test)
            rest = rest.other
            if isinstance(rest, tuple):
                rest = rest[0] if len(rest) == 1 else None
        if _compare_one(tests):
            yield tests[-1]
            if isinstance(node, n.DefineDecl):
                yield node.cases[-1].value


def _compare_one(tests: Sequence[n.Expr]) -> bool:
    """Do several conditions compare the same with something?"""
    compared = [one for one in tests if isinstance(one, n.Compare) and one.op in ("is", "in")]
    lefts = {one.left.span.in_line() for one in compared}
    return len(compared) == len(tests) > 1 and len(lefts) == 1


def _where(game: Game, goal: Goal) -> Goal:
    """The same, with the other variant that it takes if it stands in a `with` block."""
    other = beside_of(game, goal.span)
    return replace(goal, missing=f"{goal.missing} (with {other})") if other else goal


def _known(program: ir.Program) -> tuple[set[Place], set[Place]]:
    """The pieces of text that are asked for as they stand there – a name that stands for a value
    known by then is not –, and those of what can be chosen."""
    nodes = (node for root in roots(program) for node in walk(root))
    known = {place_of(node.span) for node in nodes if hasattr(node, "span")}
    offered = {place_of(a.span) for choose in program.choices for a in choose.alternatives}
    return known, offered


def _conditions_of(node: Any, known: set[Place]) -> Iterator[Goal]:
    """What a node asks should be so at times, and at times not."""
    match node:
        case n.Needs(test=test):
            words = "never holds", "never fails"
        case n.Turns(until=test) | n.ComposeOne(until=test):
            words = _NEVER
        case n.IfElse(test=test) | n.When(test=test) | n.Repeat(test=test):
            words = _NEVER
        case n.WheneverDecl(test=test) | n.Case(test=test):
            words = _NEVER
        case n.Query(where=test) | n.Parameter(where=test) | n.Each(where=test):
            of = _drawn(node)  # a query may have its answer before it has come to all of them
            words = f"is true of no {of}", f"is true of every {of} that is asked about"
        case n.WinnerDecl(test=test) if not isinstance(test, n.YesNo):  # or nobody wins
            words = "is true of nobody", "is true of all"
        case _:
            return
    if test is None or place_of(test.span) not in known:
        return
    place, text = place_of(test.span), test.span.in_line()
    for answer, missing in zip((True, False), words, strict=True):
        asked = place, answer
        yield Goal(
            test.span, f"`{text}` {missing}", partial(_answered, asked), node=node, answer=answer
        )


def _drawn(node: n.Query | n.Parameter | n.Each) -> str:
    """What is asked of, as the rules say it: `c in hand of p`."""
    if isinstance(node, n.Parameter):
        return f"{node.name.text} in {node.source.span.in_line()}"
    names, told = [node.binder.text], list[str]()
    source = node.source
    for one in node.more:
        if one.source is not None:
            told.append(f"{', '.join(names)} in {source.span.in_line()}")
            names, source = [], one.source
        names.append(one.binder.text)
    return ", ".join((*told, f"{', '.join(names)} in {source.span.in_line()}"))


def _answered(asked: tuple[Place, bool], seen: Hits) -> bool:
    return asked in seen.answers


_NEVER = "is never so", "is never otherwise"


def _lines_of(node: Any, offered: set[Place]) -> Iterator[Goal]:
    """What a node does, is worth, offers or names should happen."""
    match node:
        case n.Case(value=value):
            yield _reached(value, "this value is never asked for")
        case n.ScoreDecl(value=value):
            yield _reached(value, "it is never added up")
        case n.OutcomeDecl(cases=cases):
            for case in cases:
                yield _result(case)
        case n.OptionDecl(name=name, values=[n.Integer() as usual, _, _, *_]):
            yield _otherwise(node, name.text, usual.span.text())
        case n.OptionDecl(name=name):
            for label in _values(node):
                yield _option(node, name.text, label)
        case (
            n.Offer(name=name)
            | n.ActionDecl(name=name)
            | n.Step(name=name)
            | n.FinishStep(name=name)
        ):
            if place_of(node.span) in offered:
                yield _reached(node, f"{name.text} is never chosen")
        case _ if isinstance(node, n.Plain | n.CallTo):
            yield _carried_out(node)


def _result(case: n.OutcomeCase) -> Goal:
    names = tuple(name.text for name in case.names)
    return Goal(
        case.span, f"no game ends as {', '.join(names)}", lambda seen: names in seen.results, case
    )


def _option(option: n.OptionDecl, name: str, value: str) -> Goal:
    missing = f"{name} is never {value}"
    return Goal(option.span, missing, lambda seen: (name, value) in seen.options, option)


def _otherwise(option: n.OptionDecl, name: str, usual: str) -> Goal:
    """Of an option that is one of several numbers, one besides the usual one shows what it does."""

    def reached(seen: Hits) -> bool:
        return any(one == name and value != usual for one, value in seen.options)

    return Goal(option.span, f"{name} is never anything but {usual}", reached, option)


def _values(option: n.OptionDecl) -> Iterator[str]:
    """The values of an option that are named; of a range nobody plays all."""
    for value in option.values:
        if not isinstance(value, n.RangeOf):
            yield value.span.text().strip("'")


def _reached(node: Any, missing: str) -> Goal:
    """Something of it was met: what is written there may be spread over several nodes."""

    def reached(seen: Hits) -> bool:
        if isinstance(node, n.Offer | n.ActionDecl | n.Step | n.FinishStep):
            return place_of(node.span) in seen.chosen
        return _met_in(node.span, seen.reached)

    return Goal(node.span, missing, reached, node)


def _met_in(span: Span, places: set[Place]) -> bool:
    """Is one of the places in a stretch? Mostly it is all of it."""
    file, start, end = place_of(span)
    return (file, start, end) in places or any(
        f == file and start <= a and b <= end for f, a, b in places
    )


def _carried_out(node: Any) -> Goal:
    """A statement, of which core may have made several."""

    def carried_out(seen: Hits) -> bool:
        return _met_in(node.span, seen.carried_out)

    return Goal(node.span, "it is never carried out", carried_out, node)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a rule file with something to reach in it: how much, and what is `missing`."""

    file: str
    line: int
    excerpt: str
    goals: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the scenarios of a game go, in the order of files and lines; of what was asked for
    with variants, their lines stand first.

    `edited`: the names of their files. `origins`: how many scenarios of which files; so many more
    are `replaced` or removed by the variants, and not looked at. `failed`: what of variants
    beside the game was left out, since it is wrong or fails.
    """

    name: str
    scenarios: int
    games: int
    stopped: int  # of the games, because they were not over in time
    lines: tuple[Line, ...]
    edited: tuple[str, ...] = ()
    origins: Origins = ()
    replaced: int = 0
    failed: tuple[str, ...] = ()

    def of_edits(self) -> Coverage:
        """The lines of the variants alone."""
        return replace(self, lines=tuple(line for line in self.lines if line.file in self.edited))

    @property
    def by_file(self) -> dict[str, tuple[int, int]]:
        """How much is reached in each file, and of how much."""
        found: dict[str, tuple[int, int]] = {}
        for line in self.lines:
            reached, goals = found.get(line.file, (0, 0))
            found[line.file] = reached + line.goals - len(line.missing), goals + line.goals
        return found

    @property
    def goals(self) -> int:
        return sum(line.goals for line in self.lines)

    @property
    def reached(self) -> int:
        return self.goals - sum(len(line.missing) for line in self.lines)

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.reached / self.goals if self.goals else 1.0


def coverage(
    name: str,
    variants: Sequence[str] = (),
    *,
    games: int = 0,
    seed: int = 0,
    longest: int = LONGEST,
    on_progress: Callable[[int, int], None] | None = None,
) -> Coverage:
    """What the scenarios of a game and its variants reach; of a set of variants, if one is given or
    the game is asked for by the path of one: those of the game that hold still count then too, and
    of several variants those that are for one of them alone.

    `games`: so many random games of each set of variants besides, with the seeds from `seed` on,
    each stopped after `longest` decisions. `on_progress`: told how much is done, and of how much.
    Raises `UsageError` if a scenario fails: what it reaches is not what its author meant. Of a
    variant that was not asked for, only beside its game, that is told, and it is left out.
    """
    info = catalogue.game(name, variants)
    sets = shown_sets(info, variants)
    edited, failed, replaced = list[str](), dict[str, None](), list[Place]()
    seen, wanted, done = Hits(), dict[tuple[Place, str], Goal](), dict[Place, None]()
    own, played, stopped = "", 0, 0
    for at, chosen in enumerate(sets):
        if on_progress is not None:
            on_progress(100 * at, 100 * len(sets))
        with put_off():
            try:
                game = check(str(info.path), variants=chosen, unfolded=True)
            except RulesError as error:
                if at == 0:
                    raise
                failed[str(error)] = None
                continue
            for goal in (_where(game, goal) for goal in goals(game)):
                wanted.setdefault((place_of(goal.span), goal.missing), goal)
        assert game.merged.parts is not None
        own = game.merged.parts[0].source.name
        watched, trees = Watched(game, seen), game.scenario_trees()
        if at == 0 and chosen:
            if lost := unreadable(game):
                raise RulesError(lost)
            inherited = game.inherited()
            trees += [tree for tree, otherwise in inherited if otherwise is None]
            replaced = [place_of(tree.span) for tree, otherwise in inherited if otherwise]
            asked = {info.asked} if info.asked and not variants else {*chosen}
            base, _, edits = game.merged.parts
            edited = [e.source.name for e in edits if modules.reference(base, e) in asked]
        for number in range(len(trees) + games):
            if on_progress is not None:
                on_progress(100 * at + 100 * number // (len(trees) + games), 100 * len(sets))
            if number >= len(trees):
                played += 1
                stopped += not _play_game(game, seen, seed + number - len(trees), longest)
            elif place_of(trees[number].span) not in done:
                where, title = trees[number].span, trees[number].title
                before = seen.copy() if at else None
                with_it = f" with {' and '.join(game.variants)}" if chosen and not at else ""
                wrong = f"{where}: this scenario fails{with_it}: {title}"
                try:
                    if watched.passes(trees[number]):
                        done[place_of(where)] = None
                        continue
                except RulesError as error:
                    if before is None:
                        raise
                    wrong = str(error)
                if before is None:
                    raise UsageError(wrong)
                seen.back_to(before)
                failed[wrong] = None
    if on_progress is not None:
        on_progress(100 * len(sets), 100 * len(sets))
    first = edited or [own]
    lines = sorted(_lines(wanted.values(), seen), key=lambda line: line.file not in first)
    return Coverage(
        info.name, len(done), played, stopped, tuple(lines), tuple(edited),
        origins((file, start) for file, start, _ in done), len(replaced),
        tuple(failed),
    )  # fmt: skip


class Watched:
    """A game whose scenarios are watched, one after another."""

    def __init__(self, game: Game, seen: Hits | None = None) -> None:
        self.game, self.seen = game, Hits() if seen is None else seen
        self.runner = Runner(game, at_end=_judge)
        self.made: set[int] = set()  # the settings with an engine that is watched
        self.met_anyhow: dict[Span, str] = {}  # see `ScenarioResult`

    @put_off()
    def passes(self, tree: n.ScenarioDecl) -> bool:
        """Run a scenario; does it pass?"""
        scenario = self.game.scenario(tree)
        ready = self.game.for_scenario(scenario)
        self.seen.options |= set(ready.options.items())
        tests = (step.test for step in scenario.steps if isinstance(step, Expects))
        self.seen.looks_at(*tests)
        with watching(self.seen.expression):
            if id(ready) not in self.made:
                ready.engine = sealed(self.seen.engine(ready.program))
                self.made.add(id(ready))
            result = self.runner.run(scenario, REFERENCE)
        self.met_anyhow |= dict(result.met_anyhow)
        return result.passed

    def places(self) -> set[Place]:
        """The places where something was reached since this was asked last."""
        places = self.seen.reached | self.seen.carried_out
        self.seen.reached.clear()
        self.seen.carried_out.clear()
        return places

    def lines(self, file: SourceFile) -> frozenset[int]:
        """The lines of a file on which something was reached since this was asked last."""
        starts = {start for name, start, _ in self.places() if name == file.name}
        return frozenset(file.line_column(start)[0] for start in starts)


def _judge(state: State) -> None:
    """Have it judged who has won and how a game has ended, though the scenario may not ask: it has
    come to that ending."""
    with suppress(PlayError):  # of rules that go wrong it is told where somebody asks
        _ = state.outcome


def _play_game(game: Game, seen: Hits, seed: int, longest: int) -> bool:
    """A random game to its end, or so many decisions of it. Was that the end?"""
    seen.options |= set(game.options.items())
    luck = stream(seed)
    with watching(seen.expression):
        game.engine = sealed(seen.engine(game.program))
        state = game.start(seed=seed)
        for _ in range(longest):
            if not (moves := state.legal_moves()):
                break
            luck, at = below(luck, len(moves))
            state.apply(moves[at])
        return state.outcome is not None


def _lines(wanted: Iterable[Goal], seen: Hits) -> Iterator[Line]:
    by_line: dict[tuple[str, int], list[Goal]] = {}
    for goal in wanted:
        if goal.demanded and not goal.reached(seen):
            continue
        by_line.setdefault((goal.span.file.name, goal.span.line), []).append(goal)
    for (file, line), found in sorted(by_line.items()):
        excerpt = found[0].span.file.line_text(line).strip()
        missing = tuple(goal.missing for goal in found if not goal.reached(seen))
        yield Line(file, line, excerpt, len(found), missing)
