"""Is a mutant that no scenario notices another game at all?

Equal core: for every number of seats and every option by itself the checked program is the same.
Equal playouts: the original and the mutant are played side by side on the generated engine, with
the same chance and the same moves – first through the scenarios of the game, then on from where
they end, then whole games, also for other numbers of seats and with options set otherwise – and
after each decision all that can be told is compared: who is to move, the moves, the points, what
each seat sees, the result. The first difference is a playout from which a scenario can be made; if
none is found within the budget, the mutant is probably equivalent.
"""

from __future__ import annotations

import json
import random
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from textwrap import shorten
from typing import cast

from ...backends import registry
from ...core.dump import program_json
from ...core.ir import GenericProgram, Program
from ...core.scenes import (
    ChanceOutcome,
    GivenPosition,
    Plays,
    Scenario,
    SeenValue,
    written_hidden,
)
from ...diagnostics import RulewrightError, UsageError
from ...diagnostics import listed as in_a_sentence
from ...game import Game, label_of
from ...runtime.chance import stream
from ...runtime.sight import is_box
from ...state import State
from ...syntax import nodes as n
from ..engines import on_engine
from ..position import given_lines, listed, member_text, value_expression
from ..scenario import SEED, Failure, ScenarioRun
from ..seen import as_seen

ON_FROM_THERE = 12  # decisions that are played on from where a scenario ends
WHOLE_GAME = 300  # decisions of a game that is played from the start
PART_OF_A_GAME = 100  # the same, for other seats, with an option set otherwise, or with variants
MOST_VALUES = 4  # of an option that are tried, besides the last
MOST_COMPARED = 12  # of an option for which programs are compared, besides the last
NEAR = 3  # decisions before a difference, from which it is shown if that is shorter
SHORT = 200  # characters of a scenario that is not made shorter
LONG_TITLE = 60  # characters of what a title says, at most
SCENES = 6  # so many are gone on from for one more game from the start
SEEDS = 1_000  # of the moves: the budget ends the search long before

Setting = tuple[int, tuple[tuple[str, int], ...]]  # seats and options of a scenario
Ready = dict[Setting, Game]


@dataclass(slots=True)
class ScenarioText:
    """A playout as the lines of a scenario: `opening` sets it up, `lines` are what happens, then
    what the original does that the mutant does not (`expect`). Not `loads`: nothing
    can be played, for with these settings the mutant is no game."""

    seats: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    given: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    expect: list[str] = field(default_factory=list)
    message: str = ""
    loads: bool = True

    def title(self, around: str) -> str:
        """A title that says what the scenario shows, of the declaration `around` the edit."""
        first, _, rest = self.expect[0].partition(" ")
        match first:
            case "offers" if ";" not in rest.removesuffix("; ..."):
                told = f"{rest.removesuffix('; ...')} is offered"
            case "offers":
                told = "what is offered"
            case "refuses":
                told = f"{rest} is not offered"
            case "seen":
                told = f"what {rest.removeprefix('by ')} sees"
            case _:
                told = {"over": "the game is over"}.get(rest, rest)
        told = shorten(told.replace('"', "'"), LONG_TITLE, placeholder=" …")
        place = around.replace('"', "'")  # a line of the rules that the edit names, say
        return f"{place}: {told}" if place else told[:1].upper() + told[1:]

    def text(self, title: str) -> str:
        """The scenario, to be pasted into the rule file."""
        lines = [f'scenario "{title}"']
        lines += [f"  seats {self.seats}"] * (self.seats is not None)
        lines += [f"  with {name} {value}" for name, value in self.options.items()]
        lines += ["  given", *(f"    {line}" for line in self.given)] * bool(self.given)
        for line in self.lines:
            if line.startswith("play ") and lines[-1].startswith("  play "):
                lines[-1] += "; " + line.removeprefix("play ")
            else:
                lines.append(f"  {line}")
        return "\n".join([*lines, *(f"  {line}" for line in self.expect)]) + "\n"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was found by playing: a `playout`, if any, after so many `games`."""

    playout: ScenarioText | None
    games: int


def same_core(one: Game, other: Game) -> bool:
    """Is the checked program the same for all seats and for each option by itself?"""
    is_open_alike = _core(one.open_program) == _core(other.open_program)
    for game in _settings(one):
        bound = dict(game.program.bound)
        if is_open_alike and game.seats == one.seats and one.open_program.is_for(bound):
            continue  # made of the same open program
        try:
            like = other._at(game.seats, bound)
        except RulewrightError:
            return False
        if _core(game.program) != _core(like.program):
            return False
    return True


def _settings(game: Game) -> Iterator[Game]:
    yield from (game._at(seats, {}) for seats in _seats(game))
    for option in game.program.options:
        for value in sorted({*option.values[:MOST_COMPARED], option.values[-1]}):
            yield game._at(game.seats, {option.name: value})


def _seats(game: Game) -> tuple[int, ...]:
    return game.merged.header.numbers(otherwise=(game.seats, game.seats))


def _core(program: GenericProgram | Program) -> str:
    return json.dumps(_without_places(program_json(program)), sort_keys=True)


def _without_places(value: object) -> object:
    if isinstance(value, dict):
        return {k: _without_places(v) for k, v in value.items() if k not in ("span", "files")}
    return [_without_places(item) for item in value] if isinstance(value, list) else value


def difference(
    one: Game,
    other: Game,
    trees: list[n.ScenarioDecl],
    *,
    seconds: float = 5.0,
    ready: Ready | None = None,
    thorough: bool = True,
) -> Comparison:
    """A playout in which `other` does not do what `one` does, or else settings with which it does
    not load, if either is found.

    `trees`: scenarios of `one` from which to begin. All are played to their ends and on from there
    once, and a game from the start in each of their settings; after that, others for `seconds` of
    processor time. `ready`: where engines of `one` are kept for other mutants. `thorough`: games
    for each number of seats and with each option set otherwise are played as well; if not, of games
    from the start only a part is played, and all that once.
    """
    pairs = _Pairs(one, other, {} if ready is None else ready)
    until = unready = None
    games = 0
    for seed, trace in _attempts(pairs, one, trees, thorough):
        games += trace.playout.loads
        if trace.found:
            return Comparison(pairs.shortened(trace) or trace.playout, games)
        if not trace.playout.loads:
            unready = unready or trace.playout
        if seed and not thorough:
            break
        if seed and until is None:
            until = time.process_time() + seconds
        if until is not None and time.process_time() > until:
            break
    return Comparison(unready, games)


def _attempts(
    pairs: _Pairs, game: Game, trees: list[n.ScenarioDecl], thorough: bool
) -> Iterator[tuple[int, _Trace]]:
    read = [(tree, game.scenario(tree)) for tree in trees]
    for tree, scenario in read:
        yield 0, pairs.replayed(tree, scenario)
    at_first = f'scenario "the start"\n  seats {game.seats}'
    begun = [scenario for _, scenario in read] or [game.read_scenario(at_first)]
    settings = {(s.seats, tuple(s.options.items())): s for s in begun}
    others = list(_otherwise(game, begun[0])) if thorough else []
    others = [s for s in others if (s.seats, tuple(s.options.items())) not in settings]
    usual, starts = cycle(settings.values()), count(SEEDS)
    for seed in range(SEEDS):
        for number, (tree, scenario) in enumerate(read, start=1):
            trace = pairs.replayed(tree, scenario)
            trace.play_on(random.Random(seed), ON_FROM_THERE)
            yield seed, trace
            if thorough and number % SCENES == 0:  # where much is begun otherwise
                start = next(starts)
                trace = pairs.begun(next(usual), start)
                trace.play_on(random.Random(start), WHOLE_GAME)
                yield seed, trace
        for scenario, decisions in (
            *((one, WHOLE_GAME if thorough else PART_OF_A_GAME) for one in settings.values()),
            *((scenario, PART_OF_A_GAME) for scenario in others),
        ):
            trace = pairs.begun(scenario, seed)
            trace.play_on(random.Random(seed), decisions)
            yield seed, trace


def _otherwise(game: Game, like: Scenario) -> Iterator[Scenario]:
    """Settings that no scenario may have: each number of seats, and each option with each of a few
    values."""
    for seats in _seats(game):
        yield replace(like, seats=seats, options={}, steps=())
    for option in game.program.options:
        for value in (*option.values[:MOST_VALUES], option.values[-1]):
            if value != option.default:
                yield replace(like, seats=game.seats, options={option.name: value}, steps=())


class _Pairs:
    """The original and the mutant, made ready for each setting once."""

    def __init__(self, one: Game, other: Game, ready: Ready) -> None:
        self.one, self.other = one, other
        self.ready = ready
        self.mutants: dict[Setting, Game | str] = {}

    def at(self, scenario: Scenario) -> tuple[Game, Game] | str:
        setting = scenario.seats, tuple(sorted(scenario.options.items()))
        if setting not in self.ready:
            self.ready[setting] = on_engine(self.one.for_scenario(scenario), registry.default())
        if setting not in self.mutants:
            try:
                self._check_options(scenario)
                other = on_engine(self.other.for_scenario(scenario), registry.default())
                _ = other.engine
                self.mutants[setting] = other
            except RulewrightError as error:
                self.mutants[setting] = str(error)
        found = self.mutants[setting]
        return found if isinstance(found, str) else (self.ready[setting], found)

    def _check_options(self, scenario: Scenario) -> None:
        """Raises `UsageError` if an option of the mutant does not have the value."""
        for option in self.other.program.options:
            value = scenario.options.get(option.name, option.default)
            if value not in option.values:
                raise UsageError(f"{option.name} cannot be {label_of(option, value)}")

    def shortened(self, trace: _Trace) -> ScenarioText | None:
        """What shows the difference from a position near it; None if nothing does that is much
        shorter. What is returned has been played: the original does so, and the mutant does not."""
        playout = trace.playout
        whole = len(playout.text(""))
        if whole <= SHORT or not playout.expect:
            return None
        last = trace.tables[0].begun(), len(playout.lines)
        for state, at in (last, *reversed(trace.before)):
            given = given_lines(state)
            if given is None:
                continue
            short = replace(playout, given=given, lines=playout.lines[at:])
            if not self._shows(short):
                continue
            for line in given:  # which may have nothing to do with it
                fewer = replace(short, given=[one for one in short.given if one != line])
                if fewer.given and self._shows(fewer):
                    short = fewer
            if len(short.text("")) < whole // 2:
                return short
        return None

    def _shows(self, short: ScenarioText) -> bool:
        """Does a scenario tell the two apart?"""
        text = short.text("short")
        try:
            read = self.one.read_scenario(text), self.other.read_scenario(text)
            games = self.at(read[0])
        except RulewrightError:
            return False
        if isinstance(games, str):
            return False
        passed = [_passes(game, scenario) for game, scenario in zip(games, read, strict=True)]
        return passed == [True, False]

    def begun(self, scenario: Scenario, seed: int) -> _Trace:
        """A game with the settings of a scenario, from its start; chance as the seed has it."""
        trace = _Trace(self.at(scenario), SEED + seed)
        trace.playout.seats = scenario.seats if scenario.seats != self.one.seats else None
        labels = self.one.for_scenario(scenario).options
        trace.playout.options = {name: labels[name] for name in scenario.options}
        return trace

    def replayed(self, tree: n.ScenarioDecl, scenario: Scenario) -> _Trace:
        """A scenario, as far as it makes something happen."""
        trace = self.begun(scenario, 0)
        for scene in tree.scenes:
            if isinstance(scene, n.SceneGiven):
                trace.playout.given = [
                    f"{line.place.span.text()}: {_values_of(line)}".rstrip() for line in scene.lines
                ]
        if trace.stopped:
            return trace
        for step, like in zip(scenario.steps, self.other.scenario(tree).steps, strict=True):
            if trace.found:
                break
            if isinstance(step, GivenPosition) and isinstance(like, GivenPosition):
                trace.give((step, like))
            elif isinstance(step, ChanceOutcome):
                trace.expect_chance(step)
            elif isinstance(step, Plays):
                for move in step.moves:
                    trace.play(move)
        trace.compare()
        return trace


def _values_of(line: n.Given) -> str:
    """The values of a line below `given` in one line of text; none, where nothing lies there."""
    if line.values_span == line.place.span:
        return ""
    return " ".join(line.values_span.text().split())


def _passes(game: Game, scenario: Scenario) -> bool:
    table = ScenarioRun(game)
    try:
        for step in scenario.steps:
            table.take(step)
        table.finish()
    except (Failure, RulewrightError):
        return False
    return True


class _Trace:
    """One playout on both at once, until they differ or go wrong in the original."""

    def __init__(self, games: tuple[Game, Game] | str, luck: int) -> None:
        self.playout = ScenarioText()
        self.found = self.stopped = False
        self.before: deque[tuple[State, int]] = deque(maxlen=NEAR)  # and the lines until there
        self.explicit = luck != SEED
        if isinstance(games, str):
            self.stopped = True
            self.playout.message, self.playout.loads = f"it does not load: {games}", False
            return
        self.tables = tuple(ScenarioRun(game, luck=stream(luck)) for game in games)
        self.alike = _cells(games[0].program) == _cells(games[1].program)

    def give(self, positions: tuple[GivenPosition, GivenPosition]) -> None:
        """A position, for each of the two in its own terms."""

        def give(table: ScenarioRun) -> None:
            position = positions[table is self.tables[1]]
            table.state = table.game.position(position, seed=None)

        self._both(give)

    def expect_chance(self, outcome: ChanceOutcome) -> None:
        for table in self.tables:
            table.outcomes.append(outcome)
        more = ", ..." if outcome.rest else ""
        self.playout.lines.append(f"chance {', '.join(map(listed, outcome.elements))}{more}")

    def play(self, move: str) -> None:
        if self.compare():
            self.before.append((self.tables[0].begun().copy(), len(self.playout.lines)))
            self.playout.lines.append(f"play {move}")
            self._both(lambda table: table.begun().apply(move))

    def play_on(self, luck: random.Random, decisions: int) -> None:
        """So many decisions at random."""
        for _ in range(decisions):
            if not self.compare():
                return
            state = self.tables[0].begun()
            moves = state.legal_moves()
            if not moves:
                return
            self.play(str(luck.choice(moves)))

    def _both(self, step: Callable[[ScenarioRun], object]) -> None:
        """The same on both; what goes wrong in the original ends the playout."""
        try:
            step(self.tables[0])
        except RulewrightError:
            self.stopped = True
            return
        try:
            step(self.tables[1])
        except Exception as error:  # an engine is not made for rules that go wrong in every way
            self.differ("", f"it goes wrong: {error}")

    def compare(self) -> bool:
        """Can it go on? Chance has answered then, and nothing differs so far."""
        if self.found or self.stopped:
            return False
        try:
            self._settle()
            if not (self.found or self.stopped):
                one, other = (table.begun() for table in self.tables)
                for expectation, message in self._differences(one, other):
                    self.differ(expectation, message)
                    break
        except RulewrightError:
            self.stopped = True
        return not (self.found or self.stopped)

    def differ(self, expectation: str, message: str) -> None:
        self.found = True
        self.playout.message = message
        self.playout.expect = expectation.splitlines()

    def _settle(self) -> None:
        """Let chance answer on both, which must be asked for the same."""
        self._both(lambda table: table.begun())
        while not (self.found or self.stopped):
            one, other = (table.begun() for table in self.tables)
            if one.question is None:
                if other.question is not None:
                    self.differ("", f"chance is asked about {other.question.zone}")
                return
            if one.question != other.question:
                words = "not asked" if other.question is None else "asked for something else"
                self._answer(self.tables[0])
                self.playout.lines.append(f"chance {', '.join(map(listed, one.outcomes[-1]))}")
                self.differ("", f"chance is {words}")
                return
            given = bool(self.tables[0].outcomes)
            self._both(self._answer)
            if self.explicit and not given and not self.stopped:
                self.playout.lines.append(f"chance {', '.join(map(listed, one.outcomes[-1]))}")

    @staticmethod
    def _answer(table: ScenarioRun) -> None:
        table.answer(table.begun())

    def _differences(self, one: State, other: State) -> Iterator[tuple[str, str]]:
        """What the original does that the mutant does not, as a line of a scenario, and the
        difference in words."""
        seats = one.engine.program.seats.labels
        if one.over != other.over:
            moves = [str(move) for move in one.legal_moves()]
            yield (
                f"offers {moves[0]}; ..." if moves else "expect over",
                ("the game is over" if other.over else "the game goes on"),
            )
        if one.to_move != other.to_move:
            mover = seats[cast(int, other.to_move)]
            yield f"expect me is {seats[cast(int, one.to_move)]}", f"{mover} is to move"
        try:
            ours, theirs = ([str(m) for m in s.legal_moves()] for s in (one, other))
        except RulewrightError:
            yield f"offers {'; '.join(str(m) for m in one.legal_moves())}", "no move is possible"
            return
        if sorted(ours) != sorted(theirs):
            for move in ours:
                if move not in theirs:
                    yield f"offers {move}; ...", f"{move} is not offered"
            for move in theirs:
                if move not in ours:
                    yield f"refuses {move}", f"{move} is offered"
                elif theirs.count(move) > ours.count(move):
                    yield f"offers {move}; ...", f"{move} is offered twice"
        for seat, (a, b) in enumerate(zip(one.scores(), other.scores(), strict=True)):
            if a != b:
                yield f"expect score of {seats[seat]} is {a}", f"the score of {seats[seat]} is {b}"
        if one.over:
            yield from _results(one, other)
        else:
            yield from self._promises(one, other)
        if not self.alike or one.slots != other.slots:
            for seat in range(len(seats)):
                if one.observation(seat) != other.observation(seat):
                    yield _on_the_table(one, other, seat), seen_otherwise(one, other, seat)

    def _promises(self, one: State, other: State) -> Iterator[tuple[str, str]]:
        """Promises that the original keeps and the mutant breaks."""
        promises = zip(one.engine.program.always, other.engine.program.always, strict=False)
        first, second = self.tables
        for ours, theirs in promises:
            if first.value(one, ours.test, {}) and not second.value(other, theirs.test, {}):
                yield f"expect {ours.said}", f"this must always hold: {ours.told}"


def _cells(program: Program) -> list[tuple[object, ...]]:
    """What must be the same for slots to be compared instead of observations."""
    cells = [
        (c.name, [k.name for k in c.keys], str(c.type), c.seen, c.role) for c in program.variables
    ]
    secret = [(c.name, c.cover, c.secret) for c in program.choices]
    return [*cells, *secret]


def _results(one: State, other: State) -> Iterator[tuple[str, str]]:
    ours, theirs = one.outcome, other.outcome
    if ours is None or theirs is None or ours == theirs:
        return
    if ours["result"] != theirs["result"]:
        names = ", ".join(ours["result"])
        yield f"expect outcome is {names}", f"the outcome is {', '.join(theirs['result'])}"
    if ours["winners"] != theirs["winners"]:
        labels = one.engine.program.seats.labels
        names, others = (
            ", ".join(labels[seat] for seat in each["winners"]) for each in (ours, theirs)
        )
        yield f"expect winners is {{{names}}}", f"the winners are {{{others}}}"
    yield "", "the lines of the score are others"


def seen_otherwise(one: State, other: State, seat: int) -> str:
    """That a seat sees something else at the second table than at the first; where that is nothing
    but what is remembered, what remembers otherwise."""
    ours, theirs = one.observation(seat), other.observation(seat)
    if any(ours.get(part) != theirs.get(part) for part in {*ours, *theirs} - {"remembered"}):
        return f"{one.engine.program.seats.labels[seat]} sees something else"
    had, has = (cast("dict[str, object]", each.get("remembered") or {}) for each in (ours, theirs))
    differ = [name for name in dict.fromkeys((*had, *has)) if had.get(name) != has.get(name)]
    return f"what is remembered in {in_a_sentence(differ)} is another"


def _on_the_table(one: State, other: State, seat: int) -> str:
    """Lines that tell the two tables apart: by what lies there, else by what a seat sees; none if
    that is not to be said in a scenario (how a choice is called, say)."""
    layouts, label = (one.engine.layout, other.engine.layout), one.engine.program.seats.labels[seat]
    theirs = {variable.name: variable for variable in other.engine.program.variables}
    for variable in one.engine.program.variables:
        like = theirs.get(variable.name)
        if variable.role not in ("zone", "mark") or is_box(variable) or like is None:
            continue
        for keys in layouts[0].members(one.slots, variable):
            value = layouts[0].get(one.slots, variable, keys)
            if value != layouts[1].get(other.slots, like, keys):
                written = value_expression(variable.type, value)
                return f"expect {member_text(variable, keys)} is {written}"
            wanted = SeenValue(variable, keys, ())
            found = as_seen(one, seat, wanted)
            if found != as_seen(other, seat, replace(wanted, variable=like)):
                shown = ", ".join(map(listed, written_hidden(found)))
                return f"seen by {label}\n  {member_text(variable, keys)}: {shown}"
    return ""
