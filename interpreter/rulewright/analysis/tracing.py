"""What is done in games, decision by decision: which moves, in which phases, and which rule ends
them.

A whole playout tells how long a game was and what came of it. Here the same game is made step by
step – the same seed gives the very game of `Engine.playout` –, and each decision is noted: the kind
of move that is made, the kinds on offer, the phase. The last step is made once more by the
reference engine, which is watched: what it carries out last is the line that ended the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, cast, get_args

from ..backends.effects import Executor, Exit, Run
from ..backends.protocol import Code, PlayoutResult, Position, TooLong
from ..backends.reference import ReferenceEngine
from ..characters import many
from ..core import ir
from ..core.walk import Node, children, walk
from ..diagnostics import RulewrightError
from ..game import Game, Rule
from ..play.ended import Endings, endings_of
from ..play.match import Limits, Match
from ..players.player import Player
from ..players.random import shared_stream
from ..runtime.chance import below, stream
from ..runtime.layout import CHANCE, OVER, POINT, Slots
from ..source import Place, Span, place_of
from ..state import Move, State
from ..syntax import nodes as n
from ..syntax.walk import ends_told_above
from ..syntax.walk import walk as walk_syntax
from .differences import as_it_is

Stmt = get_args(ir.Stmt)


FEW_VALUES = 12
"""Of how many values of a type moves are told apart by the first that they name."""


class MoveKind(NamedTuple):
    """What moves have in common that differ in their arguments only, or in those behind the first
    one, a value of a small type: `play`, and `play flush`."""

    phase: str
    choice: str
    name: str


class Ending(NamedTuple):
    """The line of the rules that ended a game: its words, or else its text, and where it stands."""

    words: str
    file: str
    line: int


class Step(NamedTuple):
    """A decision: where it was made, the codes on offer there, and the one that was taken."""

    position: Position
    point: int
    codes: Sequence[Code]
    taken: Code


Seen = Callable[[Step], None]
"""Told of each decision before it is made, and of the end: a step whose point is `OVER`."""


class Trace(NamedTuple):
    """A game: what it came to, and how. `made` and `offered`: at how many decisions a kind of move
    was made, and could have been; `lengths`: decisions in each phase; `points`: of each score line,
    all seats together; `because`: of the conditions of the line that ended it, where one is enough,
    those that held (see `play.ended`); `remembered`: of each history the most moments that it held,
    and whether it has let go of some because there were more."""

    result: PlayoutResult
    made: dict[MoveKind, int]
    offered: dict[MoveKind, int]
    lengths: dict[str, int]
    points: dict[str, int]
    ending: Ending
    because: str = ""
    remembered: tuple[tuple[str, int, bool], ...] = ()


UNKNOWN = Ending("unknown: the reference engine cannot tell", "", 0)


class Remembered(NamedTuple):
    """Of a history: the most moments that it has held, whether it has let go of one because there
    were more, how many it holds, and the place where the next one goes."""

    most: int
    forgotten: bool
    many: int
    next: int

    def at(self, many: int, following: int) -> Remembered:
        """The same when it has come to this: as many as before, and the next one goes elsewhere."""
        lost = self.forgotten or (many == self.many and following != self.next)
        return Remembered(max(self.most, many), lost, many, following)


@dataclass(slots=True)
class _Notes:
    """What is noted of a game while it is made. `kinds`: of each alternative of each choice;
    `inner`: the same by the first value that is named, where moves are told apart by it."""

    kinds: Sequence[Sequence[MoveKind]]
    inner: Sequence[Sequence[Sequence[MoveKind]]]
    seen: Seen | None
    last: Step | None = None
    decisions: int = 0
    options: int = 0
    made: dict[MoveKind, int] = field(default_factory=dict)
    offered: dict[MoveKind, int] = field(default_factory=dict)
    lengths: dict[str, int] = field(default_factory=dict)
    remembered: dict[str, Remembered] = field(default_factory=dict)

    def add(self, step: Step) -> None:
        if self.seen is not None:
            self.seen(step)
        self.last = step
        self.decisions += 1
        self.options += len(step.codes)
        kinds = self.kinds[step.point]
        kind = kinds[step.taken[0]]
        self.made[kind] = self.made.get(kind, 0) + 1
        self.lengths[kind.phase] = self.lengths.get(kind.phase, 0) + 1
        first, last = step.codes[0][0], step.codes[-1][0]  # alternatives stand in order
        for number in {first} if first == last else {code[0] for code in step.codes}:
            kind = kinds[number]
            self.offered[kind] = self.offered.get(kind, 0) + 1
        inner = self.inner[step.point]
        if any(inner):
            if inner[step.taken[0]]:
                kind = inner[step.taken[0]][step.taken[1]]
                self.made[kind] = self.made.get(kind, 0) + 1
            for number, value in {code[:2] for code in step.codes if inner[code[0]]}:
                kind = inner[number][value]
                self.offered[kind] = self.offered.get(kind, 0) + 1


class Tracer:
    """Makes games step by step and notes what is done."""

    def __init__(self, game: Game) -> None:
        self.game, self.engine = game, game.engine
        phases = phases_of(game)
        self.kinds = [
            tuple(MoveKind(phases[id(c)], c.name, a.name) for a in c.alternatives)
            for c in game.program.choices
        ]
        self.inner = [
            tuple(
                tuple(kind._replace(name=f"{kind.name} {label}") for label in _first_values(one))
                for kind, one in zip(kinds, choice.alternatives, strict=True)
            )
            for kinds, choice in zip(self.kinds, game.program.choices, strict=True)
        ]

    @property
    def by_value(self) -> dict[MoveKind, Sequence[MoveKind]]:
        """All kinds of moves, and what each is told apart into by its first value, if it is."""
        found: dict[MoveKind, Sequence[MoveKind]] = {}
        for kinds, inner in zip(self.kinds, self.inner, strict=True):
            for kind, of_values in zip(kinds, inner, strict=True):
                found[kind] = tuple(dict.fromkeys((*found.get(kind, ()), *of_values)))
        return found

    @property
    def every_kind(self) -> tuple[MoveKind, ...]:
        """All kinds of moves, those by their first value behind the one that they are of."""
        return tuple(each for kind, inner in self.by_value.items() for each in (kind, *inner))

    def playout(self, seed: int, *, longest: int, seen: Seen | None = None) -> Trace:
        """The game that random players play with a seed. Raises `TooLong`."""
        engine, codec, notes = self.engine, self.engine.codec, _Notes(self.kinds, self.inner, seen)
        position, luck = codec.copy(self.game.start(seed=seed).position), shared_stream(seed)
        while (point := codec.point(position)) != OVER:
            if notes.decisions == longest:
                raise TooLong(longest)
            codes, k = engine.moves(position), 0
            if len(codes) > 1:
                luck, k = below(luck, len(codes))
            notes.add(Step(codec.copy(position), point, codes, codes[k]))
            self._remember(notes, position)
            engine.apply(position, codes[k])
        return self._trace(notes, position, seed)

    def match(
        self, players: Sequence[Player], seed: int, *, longest: int, seen: Seen | None = None
    ) -> Trace:
        """The game that these players play with a seed. Raises `TooLong`."""
        notes = _Notes(self.kinds, self.inner, seen)

        def note(state: State, move: Move) -> None:
            notes.add(Step(state.position, move.choose.point, move.offer.codes, move.code))
            self._remember(notes, state.position)

        match = Match(self.game, players, Limits(longest))
        state = match.play_state(seed=seed, watch=note)
        if not state.over:
            raise TooLong(longest)
        return self._trace(notes, state.position, seed)

    def _remember(self, notes: _Notes, position: Position) -> None:
        """Note what histories hold."""
        get = self.engine.codec.get
        for one in self.game.program.histories:
            now = (cast(int, get(position, one.many, ())), cast(int, get(position, one.next, ())))
            known = notes.remembered.get(one.name)
            notes.remembered[one.name] = (
                known.at(*now) if known else Remembered(now[0], False, *now)
            )

    def _trace(self, notes: _Notes, end: Position, seed: int) -> Trace:
        if notes.seen is not None:
            notes.seen(Step(end, OVER, (), ()))
        self._remember(notes, end)
        program, lines = self.game.program, self.engine.lines(end)
        totals = tuple(map(sum, zip(*lines, strict=True))) or (0,) * program.seats.size
        verdict = self.engine.verdict(end)
        result = PlayoutResult(notes.decisions, notes.options, totals, verdict)
        ending, because = self._ending(notes.last, seed)
        points = {line.name: sum(of) for line, of in zip(program.scores, lines, strict=True)}
        remembered = tuple(
            (name, one.most, one.forgotten) for name, one in notes.remembered.items()
        )
        return Trace(
            result, notes.made, notes.offered, notes.lengths, points, ending, because, remembered
        )

    def _ending(self, last: Step | None, seed: int) -> tuple[Ending, str]:
        """What ended the game, and which of its conditions: the last step is made once more. None:
        it was over at once."""

        def make(engine: ReferenceEngine) -> None:
            if last is None:
                slots: Slots = engine.layout.fresh()
                slots[CHANCE] = stream(seed)
                engine.begin(slots)
            else:
                slots = engine.layout.copy(self.engine.codec.decode(last.position))
                engine.apply(slots, last.taken)

        try:
            left = self._endings.of(make)
        except RulewrightError:  # a search in which the reference has to look at more
            return UNKNOWN, ""
        if left is None:
            return self._described(self.game.merged.header.span), ""
        place, because = left.made.span, self._endings.because(left)
        if left.end is not None:
            return self._described_end(place, left.end), because
        return self._described(place), because

    @cached_property
    def _endings(self) -> Endings:
        return endings_of(self.game)

    def _described(self, place: Span) -> Ending:
        rule, line = self._rules.get(place_of(place)), self._endings.edited.get(place_of(place))
        words = rule.words if rule is not None else ""
        words = words or self._told_above.get(place_of(place), "")
        if not words and line is not None:
            words = as_it_is(self.game, line).text
        elif not words:
            text = place.file.line_text(place.line).strip()
            words = text.removesuffix(", ".join(rule.tags)).strip() if rule is not None else text
        if line is not None and line.tail.edit is not None:
            place = line.tail.edit  # which says when it ends
        return Ending(words, place.file.name, place.line)

    def _described_end(self, place: Span, end: n.End) -> Ending:
        """One of several ends of a loop: its own words, or else how it is written."""
        tags = self._endings.edited[place_of(place)].tail.tags
        place = end.edit or place
        said = place.file.line_text(place.line).partition('"')[0].strip()
        for tag in reversed(tags):
            said = said.removesuffix(tag).rstrip(", ")
        return Ending(end.words or said, place.file.name, place.line)

    @cached_property
    def _rules(self) -> dict[Place, Rule]:
        return {place_of(rule.span): rule for rule in self.game.rules}

    @cached_property
    def _told_above(self) -> dict[Place, str]:
        """What the `if` says, for each end of the game without words of its own."""
        return {
            place_of(end.span): node.tail.words
            for declaration in self.game.merged.declarations
            for node in walk_syntax(declaration)
            for end in ends_told_above(node)
        }


def _first_values(alternative: ir.Alternative) -> Sequence[str]:
    """The values of a small type that moves name first; none if that is something else."""
    kind = alternative.params[0].local.type if alternative.params else None
    if not isinstance(kind, ir.Element) or kind.optional or kind.domain.kind != "enumeration":
        return ()
    return kind.domain.labels if 1 < kind.domain.size <= FEW_VALUES else ()


class RuleUse(NamedTuple):
    """A line of the rules that just happens, and the phase in which it does; set-up is empty."""

    phase: str
    file: str
    line: int


class EnginesDiffer(AssertionError):
    """Two engines do not play the same game: a mistake of ours, not of the rules."""


class Watcher:
    """Makes games once more on the reference engine, which is watched: which lines of the rules are
    carried out, and how often."""

    def __init__(self, game: Game) -> None:
        self.uses: dict[RuleUse, int] = {}
        rules = {
            place_of(node.span): (node.span.file.name, node.span.line)
            for declaration in game.merged.declarations
            for node in walk_syntax(declaration)
            if isinstance(node, n.Plain)
        }
        phases, steps = phases_of(game), dict[int, RuleUse]()

        def find(part: Node, around: Place | None) -> None:
            """Of what one line becomes only the outermost counts, and of several the first."""
            place = place_of(part.span) if isinstance(part, Stmt) else None
            if place in rules and place != around:
                steps[id(part)] = RuleUse(phases[id(part)], *rules[place])
            before: Place | None = None
            for child in children(part):
                own = place_of(child.span) if isinstance(child, Stmt) else None
                find(child, before if own == before else place)
                before = own

        find(game.program.setup, None)
        find(game.program.flow, None)

        def watch(stmt: ir.Stmt, step: Executor) -> Executor:
            use, uses = steps.get(id(stmt)), self.uses
            if use is None:
                return step
            of_line: RuleUse = use

            def watched(run: Run) -> Exit:
                uses[of_line] = uses.get(of_line, 0) + 1
                return step(run)

            return watched

        self.possible = tuple(dict.fromkeys(steps.values()))
        self.engine = ReferenceEngine(game.program, watch=watch)

    def watch(self, seed: int, moves: Sequence[Code]) -> dict[RuleUse, int]:
        """How often each line is carried out in a game. Raises `PlayError` where the reference
        engine would have to search too far, `EnginesDiffer` if the game is over there before its
        last move."""
        self.uses.clear()
        slots: Slots = self.engine.layout.fresh()
        slots[CHANCE] = stream(seed)
        self.engine.begin(slots)
        for number, code in enumerate(moves):
            if slots[POINT] == OVER:
                raise EnginesDiffer(
                    f"the engines differ: the game with seed {seed} is over after "
                    f"{many(number, 'move')} "
                    f"on {self.engine.name}, and goes on on the engine that played it "
                    "(rulewright verify --only engines looks for it)"
                )
            self.engine.apply(slots, code)
        return dict(self.uses)


def phases_of(game: Game) -> dict[int, str]:
    """The name of the phase of each statement and choice of a game, by its identity; set-up is the
    empty one.

    Rules are written out where they are used, so what is in a phase is below something that stands
    in its declaration; what a procedure does that is called between two of them, with the first.
    """
    written = {
        place_of(node.span): d.name.text
        for d in game.merged.declarations
        if isinstance(d, n.PhaseDecl)
        for node in walk_syntax(d)
    }
    found: dict[int, str] = {}

    def within(part: Node, phase: str) -> None:
        phase = written.get(place_of(part.span), phase) if isinstance(part, Stmt) else phase
        found[id(part)] = phase
        for child in children(part):
            within(child, phase)

    within(game.program.setup, "")
    phase = next(iter(written.values()))
    flow = game.program.flow
    for part in flow.body if isinstance(flow, ir.Seq) else (flow,):
        here = (place_of(node.span) for node in walk(part) if isinstance(node, Stmt))
        phase = next((written[place] for place in here if place in written), phase)
        within(part, phase)
    return found
