"""Scenarios: from a given position, moves, offers, refusals and expectations, one after another.

Outcomes of chance listed in a scenario are used in their order; where none is listed, chance takes
what a game with seed 1 would. A question to chance is answered only when the next step needs to
know, so that an outcome may be listed after the move that asks for it. Every `always` line must
hold at all decisions, but for those that a position which a scenario gives has broken already.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from time import perf_counter
from typing import assert_never, cast

from ..backends import registry
from ..backends.protocol import Code, Engine, sealed
from ..backends.reference import ReferenceEngine, foresight, plain
from ..backends.registry import EngineName
from ..core.dump import expression_text
from ..core.equals import Apart, alike
from ..core.evaluate import Locals, Value, elements, evaluate, watching, written
from ..core.ir import (
    Choose,
    Completable,
    Cond,
    Deal,
    End,
    Expr,
    Fold,
    GenericProgram,
    If,
    Move,
    MoveAll,
    Op,
    Program,
    Promise,
    SetOf,
    StateVariable,
)
from ..core.scenes import (
    ChanceOutcome,
    Expects,
    ExpectsOutcome,
    ExpectsOver,
    ExpectsSeen,
    GivenPosition,
    GivenValue,
    Offers,
    Plays,
    Refuses,
    Scenario,
    SceneStep,
    SeenChoice,
    SeenValue,
    says_end,
    told_in_part,
    written_hidden,
)
from ..core.specialise import settled
from ..core.walk import Node, walk
from ..diagnostics import ChanceError, MoveError, PlayError, did_you_mean, first_few
from ..game import Game
from ..play.ended import last_line
from ..play.reasons import of_the_order, reordered
from ..runtime.chance import picked, shuffled, stream
from ..runtime.move import tidy
from ..runtime.sight import held_in
from ..source import Span
from ..state import ChanceQuestion, State, made_alike
from ..transcript import Entry, Transcript
from .engines import on_engine
from .position import MOST_CHANCE, member_text, position_text
from .seen import as_seen, as_wanted, in_order, is_seen
from .skipping import asked_instead, unasked, whose, why_skipped

SEED = 1

MOST_AHEAD = 50
"""Of how many events of chance after the one that is asked now it is looked what fits them."""


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """How a scenario went on one engine.

    `scenario`: where it stands. `span`: the step that failed, or the whole scenario. `message`:
    one sentence, empty if it passed. `expected` and `found`: lines to be read side by side.
    `position`: the table when it failed. `spent`: the seconds that each `always` line took;
    `took`: those that all of it took. `met_anyhow`: the lines `refuses MOVE` without a reason that
    hold whatever the rules have against the move, since something else is asked, with what that is.
    """

    title: str
    tags: tuple[str, ...]
    engine: str
    passed: bool
    scenario: Span
    span: Span
    message: str = ""
    expected: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    position: str = ""
    spent: tuple[tuple[Span, float], ...] = field(default=(), compare=False)
    took: float = field(default=0.0, compare=False)
    met_anyhow: tuple[tuple[Span, str], ...] = field(default=(), compare=False)

    @property
    def is_announced(self) -> bool:
        """Does a variant say, at `span`, that it is otherwise, as it is?"""
        return self.passed and self.span.file.name != self.scenario.file.name


class Failure(Exception):
    """A step that did not go as the scenario says."""

    def __init__(
        self,
        message: str,
        span: Span,
        expected: tuple[str, ...] = (),
        found: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message, self.span = message, span
        self.expected, self.found = expected, found


def run(game: Game, scenario: Scenario, engine: EngineName | None = None) -> ScenarioResult:
    """Run one of `game.scenarios()` on an engine.

    run(game, game.scenarios()[0], "reference").passed
    """
    return Runner(game).run(scenario, engine)


class Runner:
    """Runs the scenarios of a game; each setting they ask for is made ready once an engine.

    `at_end`: told of the state that a scenario has come to where it passes.
    """

    def __init__(self, game: Game, at_end: Callable[[State], None] | None = None) -> None:
        self.game, self.at_end = game, at_end
        self._ready: dict[tuple[int, tuple[tuple[str, int], ...], EngineName], Game] = {}

    def run(self, scenario: Scenario, engine: EngineName | None = None) -> ScenarioResult:
        """Run one of `game.scenarios()` on an engine, the best one if none is named."""
        engine = engine or registry.default()
        setting = scenario.seats, tuple(sorted(scenario.options.items())), engine
        if setting not in self._ready:
            self._ready[setting] = on_engine(self.game.for_scenario(scenario), engine)
        table, began = ScenarioRun(self._ready[setting]), perf_counter()
        result = self._result(scenario, table, engine)
        return replace(result, took=perf_counter() - began)

    def _result(self, scenario: Scenario, table: ScenarioRun, engine: EngineName) -> ScenarioResult:
        step: SceneStep | None = None
        try:
            for step in scenario.steps:
                table.take(step)
            table.finish()
        except Failure as failure:
            return table.result(scenario, _with_idle(failure, table, scenario))
        except PlayError as error:
            span = error.span or (step.span if step is not None else scenario.span)
            message = f"the rules went wrong: {error.message}{table.told_of_chance()}"
            return table.result(scenario, Failure(message, span))
        except BaseException as ended:  # by whoever waits no longer
            ended.add_note(f'it was running "{scenario.title}" on {engine} ({scenario.span})')
            raise
        if self.at_end is not None and table.state is not None:
            self.at_end(table.state)
        return table.result(scenario, None)


def _with_idle(failure: Failure, table: ScenarioRun, scenario: Scenario) -> Failure:
    """What failed, with an outcome that stands too late: chance had been asked for the like before
    it was written, and so what is found may not be what the scenario means."""
    chances = {step.span for step in scenario.steps if isinstance(step, ChanceOutcome)}
    is_late = bool(table.outcomes) and any(table.came_before(table.outcomes[0]))
    if failure.span in chances or not is_late:
        return failure
    message = f"{failure.message}; {table.idle()}"
    return Failure(message, failure.span, failure.expected, failure.found)


@dataclass(slots=True)
class ScenarioRun:
    """A scenario in progress: the state once it has begun, outcomes not yet asked for, and what
    chance was asked where none was written, each with the move that it came with."""

    game: Game
    state: State | None = None
    outcomes: deque[ChanceOutcome] = field(default_factory=deque)
    luck: int = stream(SEED)
    events: int = 0  # of chance, since the last move
    left_to_luck: list[tuple[ChanceQuestion, str]] = field(default_factory=list)
    made: str = ""  # the last move
    made_at: tuple[int, Choose] | None = None  # who has made it, and at which choice
    given: bool = False  # does it begin with a position that the scenario has made up?
    kept: tuple[Promise, ...] | None = None
    kept_at: object = None  # the position at which they have been looked at last
    spent: dict[Span, float] = field(default_factory=dict)  # seconds, for each of these
    met_anyhow: dict[Span, str] = field(default_factory=dict)  # see `ScenarioResult`
    turn: GivenValue | None = None  # whose turn it is said to be, until that has been looked at
    # zones of seats that the position says nothing of, and into which nothing has been put since
    left_out: tuple[tuple[StateVariable, int], ...] = ()

    def take(self, step: SceneStep) -> None:
        match step:
            case GivenPosition():
                self.state, self.given = self.game.position(step, seed=None), True
                self.left_out = tuple(_left_out(self.game.program, step))
                me = self.game.program.me
                self.turn = next((line for line in step.cells if line.variable is me), None)
            case ChanceOutcome():
                self.outcomes.append(step)
            case Plays():
                for move in step.moves:
                    self.play(move, step.span)
            case Offers():
                self.offers(step)
            case Refuses():
                self.refuses(step)
            case Expects():
                self.expects(step)
            case ExpectsOver():
                self.over(step)
            case ExpectsOutcome():
                self.outcome(step)
            case ExpectsSeen():
                self.settled(step.span)  # and whoever watches the rules has seen what that takes
                with watching(None):
                    state = self.read(step.span)
                    for cell in step.cells:
                        self.seen(state, step.seat, cell)
                    for chosen in step.choices:
                        self.chosen(state, step.seat, chosen)
            case _:
                assert_never(step)

    def finish(self) -> None:
        """What has to be so at the end: no outcome is left over."""
        if self.outcomes:
            span = self.outcomes[0].span
            self.settled(span)
            if self.outcomes:
                raise Failure(self.idle(), self.outcomes[0].span)

    def idle(self) -> str:
        """That the next of the outcomes that are left has decided nothing, and why, if that can be
        told; empty where none is left."""
        if not self.outcomes:
            return ""
        told = ", ".join((*self.outcomes[0].elements, *["..."] * self.outcomes[0].rest))
        came = "".join(f": {told}" for told in self.came_before(self.outcomes[0]))
        return f"`chance {told}` has decided nothing{came}"

    def result(self, scenario: Scenario, failure: Failure | None) -> ScenarioResult:
        """How the scenario went, with the position where it failed."""
        engine, spent = self.game.engine.name, tuple(self.spent.items())
        if failure is None:
            span, title, tags = scenario.span, scenario.title, scenario.tags
            anyhow = tuple(self.met_anyhow.items())
            return ScenarioResult(
                title, tags, engine, True, span, span, spent=spent, met_anyhow=anyhow
            )
        ends = any(says_end(step) for step in scenario.steps)
        more = list[str]()
        if self.state is not None and self.state.over and not ends:
            by = last_line(self.game, self.state)
            end = by.made if by is not None and isinstance(by.made, End) else None
            if end is not None:
                file = end.span.file.name.rpartition("/")[2]
                more = [f"it was ended by `end game` in line {end.span.line} of {file}"]
            if self.left_out and (end is None or self.may_hang_on_left_out(end)):
                more.append(self.told_of_left_out())
            over = "the game is over"
            more = [over] * (bool(more) and over not in failure.message) + more
        return ScenarioResult(
            scenario.title,
            scenario.tags,
            engine,
            passed=False,
            scenario=scenario.span,
            span=failure.span,
            message="; ".join((failure.message, *more)),
            expected=failure.expected,
            found=failure.found,
            position=position_text(self.state, self.game) if self.state is not None else "",
            spent=spent,
        )

    def settled(self, span: Span) -> State:
        """The state at a decision or at the end: chance has answered all it was asked."""
        state = self.begun()
        while self.outcomes and state.to_move == "chance":
            self.answer(state)
        state.answer_all(self.by_luck)
        self.has_the_turn(state)
        self.keeps_always(state)
        return state

    def has_the_turn(self, state: State) -> None:
        """Is the seat to move that is said to be, in a position that is given? Whether it has had
        the turn and handed it on, nobody can tell."""
        turn = self.turn
        if turn is None or state.over or state.to_move == turn.value:
            self.turn = None  # else it fails as often as it is asked for: nothing follows from it
            return
        labels = state.engine.program.seats.labels
        wanted, found = labels[cast(int, turn.value)], labels[cast(int, state.to_move)]
        message = f"{wanted} does not decide first in this position: {found} is to move"
        raise Failure(
            "; ".join((message, *([self.told_of_left_out()] if self.left_out else []))),
            turn.span, (f"me: {wanted}",), (f"me: {found}",),
        )  # fmt: skip

    def told_of_left_out(self) -> str:
        """What the position says nothing of, and what that means."""
        names = [member_text(zone, (seat,)) for zone, seat in self.left_out]
        return f"`given` leaves out {_some(names)}: nothing lies there"

    def may_hang_on_left_out(self, end: End) -> bool:
        """Does a condition under which the game is ended read what the position says nothing of?"""
        names, known = {zone.name for zone, _ in self.left_out}, set[str]()

        def reads(node: Node) -> bool:
            for one in walk(node):
                variable, function = getattr(one, "variable", None), getattr(one, "function", None)
                if variable is not None and variable.name in names:
                    return True
                if function is not None and function.name not in known:
                    known.add(function.name)
                    if reads(function.body):
                        return True
            return False

        around = (stmt for stmt in walk(self.game.program.flow) if isinstance(stmt, If))
        return any(reads(stmt.test) for stmt in around if any(one is end for one in walk(stmt)))

    def told_of_chance(self) -> str:
        """That chance was asked again and again, and nobody had anything to decide."""
        if self.events <= MOST_CHANCE:
            return ""
        since = f"since {self.made}" if self.made else "since the beginning"
        return f"; {since} chance was asked {self.events:,} times, and nobody could decide anything"

    def begun(self) -> State:
        """The state as it is; without a `given` it begins with the set-up."""
        if self.state is None:
            self.state = self.game.start(chance="asked")
        return self.state

    def answer(self, state: State) -> None:
        """Answer chance: with the next outcome listed, or as the seed would have it."""
        question = state.question
        assert question is not None
        if self.outcomes:
            self.events += 1
            outcome = self.outcomes.popleft()
            try:
                state.answer(_complete(question, outcome))
            except ChanceError:
                told = [*self.misplaced(state, outcome)] or [*_no_answer(question, outcome)]
                wanted = (*outcome.elements, *(["..."] if outcome.rest else []))
                raise Failure("; ".join(told), outcome.span, wanted, question.of) from None
        else:
            state.answer(self.by_luck(question))

    def by_luck(self, question: ChanceQuestion) -> Sequence[str]:
        """What chance answers where no outcome is written."""
        self.events += 1
        self.left_to_luck.append((question, self.made))
        self.luck, outcome = _by_luck(self.luck, question)
        return outcome

    def misplaced(self, state: State, outcome: ChanceOutcome) -> Iterator[str]:
        """Where an outcome stands that does not fit what chance is asked now, but what it is asked
        next or was asked before: which event it would have to stand behind or above."""
        now, luck, later = state.question, self.luck, state.copy()
        assert now is not None
        with suppress(PlayError):  # of rules that go wrong it is told when they do
            for _ in range(MOST_AHEAD):
                asked = later.question
                if asked is None:
                    break
                if _fits(asked, outcome):
                    then = "another" if _event(asked) == _event(now) else _event(asked)
                    yield f"{_event(now)} is asked first, and then {then}"
                    return
                luck, answer = _by_luck(luck, asked)
                later.answer(answer)
        for told in self.came_before(outcome):
            yield f"{_event(now)} is asked here"
            yield told

    def came_before(self, outcome: ChanceOutcome) -> Iterator[str]:
        """With which move chance was asked last for what an outcome may be, where none was written
        for it yet."""
        fitting = (one for one in reversed(self.left_to_luck) if _fits(one[0], outcome))
        for question, move in islice(fitting, 1):
            at = f"with {move}" if move else "at the beginning"
            yield f"{_event(question)} came already {at}, so its outcome is written above that"

    def undecided(self) -> tuple[str, ...]:
        """What chance was asked where no outcome was written, in words, each once."""
        return tuple(dict.fromkeys(_event(question) for question, _ in self.left_to_luck))

    def play(self, move: str, span: Span) -> None:
        state = self.settled(span)
        mover, choose = state.to_move, state.waiting
        try:
            state.apply(move)
        except MoveError as error:
            offered = tuple(str(offer) for offer in state.legal_moves())
            order = ""
            with suppress(PlayError):  # it is looked at positions that nobody has asked for
                order, _ = of_the_order(state, tidy(move))
            told = str(error)
            skipped = why_skipped(state, move, self.made_at, told)
            message = "; ".join(filter(None, (whose(state, tidy(move)), told, *skipped)))
            if order:  # the rules have nothing against it, whatever they say
                message = f"{tidy(move)} is not offered: {order}"
            message += _or_so(reordered(state, move))
            raise Failure(message, span, (tidy(move),), offered) from None
        self.made, self.events = tidy(move), 0
        self.made_at = (cast(int, mover), choose) if choose is not None else None
        if self.left_out and choose is not None:
            # also what is taken away at once has lain there: the last card that is given, say
            moving = [stmt for stmt in walk(choose) if isinstance(stmt, Move | MoveAll | Deal)]
            filled = {(stmt.target.variable.name, mover) for stmt in moving}
            self.left_out = tuple(
                (zone, seat)
                for zone, seat in self.left_out
                if (zone.name, seat) not in filled
                and not held_in(zone, state.engine.codec.get(state.position, zone, (seat,)))
            )

    def keeps_always(self, state: State) -> None:
        """Every `always` line holds, but for what a position that is given has broken already."""
        if self.kept_at is state.position:
            return
        if self.kept is None:
            claims = state.engine.program.always
            self.kept = tuple(c for c in claims if not self.given or self.is_so(state, c))
        for claim in self.kept:
            if not self.is_so(state, claim):
                raise Failure(
                    f"this must always hold: {claim.told}",
                    claim.span,
                    (claim.span.said(claim.tags),),
                    tuple(_Explaining(self, state, claim.span).lines(claim.test, {})),
                )
        self.kept_at = state.position

    def is_so(self, state: State, claim: Promise) -> bool:
        """Does an `always` line hold at the state? How long that takes is noted."""
        began = perf_counter()
        found = bool(self.value(state, claim.test, {}))
        self.spent[claim.span] = self.spent.get(claim.span, 0.0) + perf_counter() - began
        return found

    def offers(self, step: Offers) -> None:
        state = self.settled(step.span)
        offered = [str(move) for move in state.legal_moves()]
        meant = {tidy(move): as_offered(state, tidy(move)) for move in step.moves}
        wanted = [*dict.fromkeys(meant.values())]  # of equal components, one for all that are named
        missing = [move for move in wanted if move not in offered]
        more = [] if step.open else [move for move in offered if move not in wanted]
        twice = [move for move, times in Counter(offered).items() if times > 1]
        again = _listed_again(map(tidy, step.moves), meant)
        if missing or more or twice or again:
            parts = [f"not offered: {_some_moves(missing)}"] * bool(missing)
            parts += [f"offered as well: {_some_moves(more)}"] * bool(more)
            parts += [f"offered twice: {_some_moves(twice)}"] * bool(twice)
            parts += [f"listed twice: {_some_moves(again)}"] * bool(again)
            parts += _one_by_one(self.game.open_program, missing, more)
            parts += islice(_in_their_order(state, missing), 1)
            hints = (reordered(state, move) for move in missing)
            expected = (*wanted, *(["..."] if step.open else []))
            message = ", ".join(parts) + _or_so(next(filter(None, hints), ""))
            raise Failure(message, step.span, expected, tuple(offered))

    def refuses(self, step: Refuses) -> None:
        state = self.settled(step.span)
        move = tidy(step.move)
        reasons = tuple(reason.message for reason in state.why_not(move))
        if not reasons:
            offered = as_offered(state, move)
            message = f"{offered} is offered{could_follow(state, offered)}"
            raise Failure(message, step.span, (f"not {move}",), (offered,))
        if step.reason in reasons:
            return
        instead = asked_instead(state, move)
        if step.reason:
            message = f"{move} is refused for another reason{_or_so(reordered(state, move))}"
            told = "; ".join(reasons)
            skipped = why_skipped(state, move, self.made_at, told)
            found = (*reasons, *skipped, *([instead] if instead else []))
            raise Failure(message, step.span, (step.reason,), found)
        if instead and not any(one.now for one in unasked(state, move, self.made_at)):
            self.met_anyhow[step.span] = f"{move} is refused since {instead}"

    def expects(self, step: Expects) -> None:
        state = self.settled(step.span)
        if not self.value(state, step.test, {}):
            text = step.span.in_line().removeprefix("expect").strip()
            said = self.game.laid_open(step.said)
            why = tuple(_Explaining(self, state, step.span).lines(said, {}))
            raise Failure(f"not so: {text}", step.span, (text,), why)

    def over(self, step: ExpectsOver) -> None:
        state = self.settled(step.span)
        if step.over and not state.over:
            offered = tuple(str(move) for move in state.legal_moves())
            raise Failure("the game is not over", step.span, ("over",), offered)
        if state.over and not step.over:
            ended = ", ".join(state.outcome["result"]) if state.outcome is not None else ""
            raise Failure("the game is over", step.span, ("not over",), (ended or "over",))

    def outcome(self, step: ExpectsOutcome) -> None:
        state = self.settled(step.span)
        outcome = state.outcome
        if outcome is None:
            offered = tuple(str(move) for move in state.legal_moves())
            raise Failure("the game is not over", step.span, (", ".join(step.names),), offered)
        if outcome["result"] != list(step.names):
            wanted, found = ", ".join(step.names), ", ".join(outcome["result"]) or "no name"
            raise Failure(f"the outcome is {found}", step.span, (wanted,), (found,))

    def read(self, span: Span) -> State:
        """The state by which it is told what seats see and know. That is read off the rules, and so
        off those that are played where nothing in these is worked out beforehand."""
        state = self.settled(span)
        return made_alike(state, _as_played(state.engine.program)) if self.game.unfolded else state

    def seen(self, state: State, seat: int, wanted: SeenValue) -> None:
        expected, found = as_wanted(wanted), as_seen(state, seat, wanted)
        if not is_seen(wanted, expected, found):
            who = state.engine.program.seats.labels[seat]
            raise Failure(
                f"{who} sees something else of {member_text(wanted.variable, wanted.keys)}",
                wanted.span,
                tuple(written_hidden(in_order(wanted, expected))),
                tuple(written_hidden(in_order(wanted, found))),
            )

    def chosen(self, state: State, seat: int, wanted: SeenChoice) -> None:
        """What was chosen last at a choice is told to a seat, or is not."""
        told, who = told_at(state, seat, wanted), state.engine.program.seats.labels[seat]
        if told is None:
            expected = (wanted.move or "?",)
            raise Failure(f"nobody has chosen at {wanted.choice} yet", wanted.span, expected)
        if not wanted.move and told != "?":
            own = _last_at(Transcript.of(state), wanted.choice)
            knows = "is told what was chosen"
            if own and own.seat == seat:
                knows = "chose it itself"
            elif own and told != own.text:
                knows = "is told which of the offers was chosen, but not what it names"
            raise Failure(f"{who} {knows}", wanted.span, ("?",), (told,))
        if wanted.move and told != tidy(wanted.move):
            what = "not told" if told == "?" else "told something else of"
            message = f"{who} is {what} what was chosen"
            raise Failure(message, wanted.span, (wanted.move,), (told,))

    def value(self, state: State, expr: Expr, values: Locals) -> Value:
        """An expression at the state."""

        def read(variable: StateVariable, keys: tuple[int, ...]) -> Value:
            return state.engine.codec.get(state.position, variable, keys)

        return evaluate(expr, values, read, plain(state.engine.program).asking(state.slots))


@lru_cache(maxsize=8)
def _as_played(program: Program) -> Engine:
    """What plays a program in which nothing is worked out beforehand as another one is played in
    which everything is."""
    assert program.generic is not None
    return sealed(ReferenceEngine(settled(program.generic, program.bound)))


def told_at(state: State, seat: int, wanted: SeenChoice) -> str | None:
    """What a seat is told of what was chosen last at a choice, `?` if it is not told which of the
    offers it was; None if nobody has chosen there. In part it is told as in the log, or by the name
    of the offer alone if that is wanted."""
    transcript = Transcript.of(state)
    last = _last_at(transcript, wanted.choice)
    if last is None:
        return None
    text = transcript.text_for(last, state, seat)
    if transcript.is_hidden(last, state, seat):  # of the only offer that there is the log tells
        return text if text is not None and text == tidy(wanted.move) else "?"
    if text == told_in_part(last.name) != tidy(wanted.move):
        return last.words_in_part
    return text or "?"


def _last_at(transcript: Transcript, choice: str) -> Entry | None:
    """What was chosen last at a choice."""
    return next((one for one in reversed(transcript.entries) if one.choice == choice), None)


def _complete(question: ChanceQuestion, outcome: ChanceOutcome) -> tuple[str, ...]:
    """The elements of an outcome; where it names only the first, with the others after them."""
    if not outcome.rest:
        return outcome.elements
    others = (label for label in question.of if label not in outcome.elements)
    return (*outcome.elements, *others)


def _fits(question: ChanceQuestion, outcome: ChanceOutcome) -> bool:
    """Is it one of the outcomes of what chance is asked?"""
    told = _complete(question, outcome)
    if question.kind == "shuffle":
        return sorted(told) == sorted(question.of)
    return len(told) == 1 and told[0] in question.of


def _by_luck(luck: int, question: ChanceQuestion) -> tuple[int, Sequence[str]]:
    """The stream afterwards, and what it answers."""
    if question.kind == "shuffle":
        source, order = shuffled(luck, question.zone, list(range(len(question.of))))
        return cast(int, source), [question.of[i] for i in reversed(order)]
    source, i = picked(luck, question.zone, (1 << len(question.of)) - 1)
    return cast(int, source), [question.of[i]]


def _event(question: ChanceQuestion) -> str:
    """What chance is asked, in words."""
    return f"{'a shuffle' if question.kind == 'shuffle' else 'a pick'} of {question.zone}"


def _no_answer(question: ChanceQuestion, outcome: ChanceOutcome) -> Iterator[str]:
    """Why an outcome is none of what chance is asked."""
    told, event = _complete(question, outcome), _event(question)
    if question.kind != "shuffle":
        if len(told) > 1:
            events = "; ".join(outcome.elements)
            yield f"chance decides one after the other for {question.zone}: chance {events}"
            return
        hint = did_you_mean(told[0], question.of) if told else ""
        yield f"{event} cannot be {', '.join(told) or 'nothing'}"
        yield from filter(None, [hint])
        return
    yield f"{event} is an order of all that is shuffled"
    many = Counter(told)
    for words, wrong in (
        ("missing", [one for one in question.of if one not in many]),
        ("not there", [one for one in many if one not in question.of]),
        ("twice", [one for one, times in many.items() if times > 1]),
    ):
        if wrong:
            yield f"{words}: {_some(wrong)}"


def _or_so(hint: str) -> str:
    """A hint behind what is wrong."""
    return f"; {hint}" if hint else ""


def _in_their_order(state: State, missing: Sequence[str]) -> Iterator[str]:
    """That only the order in which a set is chosen keeps a move from being offered."""
    for move in missing:
        with suppress(PlayError):  # it is looked at positions that nobody has asked for
            if order := of_the_order(state, move)[0]:
                is_it = order.startswith("it ")
                yield f"{move} {order.removeprefix('it ')}" if is_it else f"{move}: {order}"


def _one_by_one(
    program: GenericProgram, missing: Sequence[str], more: Sequence[str]
) -> Iterator[str]:
    """Why moves are offered with numbers of equal components that were expected without."""
    for domain, found in alike(program).items():
        named = zip(domain.labels, domain.kinds, strict=False)
        if isinstance(found, Apart) and any(
            label in move and move.replace(label, kind) in missing
            for label, kind in named
            if label != kind
            for move in more
        ):
            yield f"every {domain.name} is offered by itself: {found.why} ({found.span})"


def as_offered(state: State, text: str) -> str:
    """The text of the move that one means; itself if it means none."""
    moves = state.legal_moves()
    named = moves[0].offer.named(text) if moves else []
    return str(named[0]) if len(named) == 1 else text


def could_follow(state: State, move: str) -> str:
    """Of a step with which its compose is not complete: that it is offered since others could
    follow, by way of which it can be, and which; nothing of other moves."""
    choice, after = state.waiting, state.copy()
    with suppress(PlayError, MoveError):  # of rules that go wrong it is told when they do
        after.apply(move)
        made = after.moves[-1]
        code = next((m.code for m in state.legal_moves() if str(m) == made), ())
        following = after.legal_moves() if after.waiting is choice else ()
        steps = [_step_of(choice, one) for one in (code, *(one.code for one in following))]
        composes = [step and step[0].compose for step in steps]
        if following and steps[0] and all(one is composes[0] for one in composes):
            if foresight(state.engine.program, state.slots).over(*steps[0]):
                return ""  # what follows is another compose
            told = first_few([str(one) for one in following], FEW, "; ")
            return f", since another step of {steps[0][0].compose.name} could follow: {told}"
    return ""


def _step_of(choice: Choose | None, code: Code) -> tuple[Completable, Locals] | None:
    """What is asked ahead of an offer, with what it draws, where it is a step of a compose."""
    if choice is None or not code:
        return None
    alternative = choice.alternatives[code[0]]
    asked = (guard.test for guard in alternative.guards)
    ahead = (one for one in asked if isinstance(one, Completable) and one.step is not None)
    drawn = zip(alternative.params, code[1:], strict=False)  # selections stand behind them
    values: Locals = {param.local.number: value for param, value in drawn}
    return next(((one, values) for one in ahead), None)


def _listed_again(moves: Iterable[str], meant: Mapping[str, str]) -> list[str]:
    """The moves that are listed more than once, be it that what they name stands in another order;
    `meant`: which offered move each means, for two of equal components may both be named."""
    words = Counter((meant[move], *sorted(move.replace(",", " ").split())) for move in moves)
    return [*dict.fromkeys(move for (move, *_), times in words.items() if times > 1)]


def _left_out(program: Program, given: GivenPosition) -> Iterator[tuple[StateVariable, int]]:
    """The zones of seats that a position says nothing of, but something of the same of others."""
    said = {(cell.variable.name, cell.keys) for cell in given.cells}
    for zone in program.variables:
        if zone.role == "zone" and zone.keys == (program.seats,):
            members = {seat: (zone.name, (seat,)) for seat in range(program.seats.size)}
            if not said.isdisjoint(members.values()):
                yield from ((zone, seat) for seat, member in members.items() if member not in said)


def _some(names: Sequence[str]) -> str:
    """Names in a sentence; of many the first."""
    return first_few(names, MOST_NAMED, ", ")


def _some_moves(moves: Sequence[str]) -> str:
    """Moves that have to be compared; of very many the first."""
    return first_few(moves, MOST_MOVES, "; ")


_COMPARING = {
    "equal", "differ", "less", "at_most", "more", "at_least", "contains", "meets", "empty", "full",
}  # fmt: skip
MOST_NAMED, MOST_MOVES = 8, 20  # in a sentence
FEW = 4  # elements of a set that are held against others at a glance
_SIGNS = re.compile(r"\s+(?:is\s+not|is|<=|>=|<|>|not\s+in|in|meets)\s+")


def _says_itself(text: str, value: str) -> bool:
    """Is a side of a comparison written as its value, which is nothing new? A set may be written in
    any order; for a number that is none stands -1."""
    if text == "none" or value in (text, text.strip("{}' ")):
        return True
    named = [name.strip(" '") for name in text[1:-1].split(",")]
    return text[:1] + text[-1:] == "{}" and sorted(named) == sorted(value.split(", "))


@dataclass(frozen=True, slots=True)
class _Explaining:
    """Why a condition does not hold, down to the comparisons that fail."""

    table: ScenarioRun
    state: State
    within: Span

    def lines(self, expr: Expr, values: Locals) -> Iterator[str]:
        """One line for each side of each comparison that fails."""
        match expr:
            case Op(name="and"):
                false = (arg for arg in expr.args if not self.holds(arg, values))
                yield from self.lines(next(false), values)
            case Op(name="or"):
                for arg in expr.args:
                    yield from self.lines(arg, values)
            case Op(name="not", args=(Op() as inner,)) if inner.name in _COMPARING:
                yield from self.sides(inner, values)
            case Op(name="not", args=(inner,)):
                yield f"{self.text(inner)}: {self.written(inner, values)}"
            case Op() if expr.name in _COMPARING:
                yield from self.sides(expr, values)
            case Cond():
                chosen = expr.then if self.holds(expr.test, values) else expr.other
                yield from self.lines(chosen, values)
            case Fold(kind="every") if expr.body is not None:
                yield from self.counterexample(expr, expr.body, values)
            case _:
                yield f"{self.text(expr)}: {self.written(expr, values)}"

    def sides(self, expr: Op, values: Locals) -> Iterator[str]:
        """Both sides with their values; a side that is written as its value says nothing new."""
        words = self.split(expr)
        both = [
            (text, self.written(arg, values)) for arg, text in zip(expr.args, words, strict=True)
        ]
        told = [(text, value) for text, value in both if not _says_itself(text, value)]
        for text, value in told or both:
            yield f"{text}: {value}"
        if expr.name == "equal" and len(told) == 1:
            yield from self.difference(expr, both.index(told[0]), values)

    def difference(self, expr: Op, found: int, values: Locals) -> Iterator[str]:
        """Of two sets, one of which is written out, what is in one only, where they are long."""
        kind = expr.args[found].type
        if not isinstance(kind, SetOf):
            return
        now, wanted = (
            cast(int, self.table.value(self.state, expr.args[at], values))
            for at in (found, 1 - found)
        )
        if max(now.bit_count(), wanted.bit_count()) > FEW:
            for head, only in (("missing", wanted & ~now), ("too many", now & ~wanted)):
                if only:
                    yield f"{head}: {written(only, kind)}"

    def split(self, expr: Op) -> list[str]:
        """The words of the sides of a comparison, in the order of its arguments."""
        if self.is_within(expr.span) and not all(self.is_within(arg.span) for arg in expr.args):
            parts = _SIGNS.split(expr.span.in_line())
            if len(parts) == 2 and len(expr.args) == 1:
                return parts[:1]
            if len(parts) == len(expr.args) == 2:
                return parts if expr.name != "contains" else parts[::-1]
        return [self.text(arg) for arg in expr.args]

    def counterexample(self, expr: Fold, body: Expr, values: Locals) -> Iterator[str]:
        source = self.table.value(self.state, expr.source, values)
        for element in elements(source, expr.source.type):
            inner = {**values, expr.local.number: element}
            if expr.where is not None and not self.holds(expr.where, inner):
                continue
            if not self.holds(body, inner):
                yield f"{expr.local.name}: {written(element, expr.local.type)}"
                yield from self.lines(body, inner)
                return

    def holds(self, expr: Expr, values: Locals) -> bool:
        return bool(self.table.value(self.state, expr, values))

    def written(self, expr: Expr, values: Locals) -> str:
        return written(self.table.value(self.state, expr, values), expr.type)

    def text(self, expr: Expr) -> str:
        """An expression in the words of the scenario, if it stands there."""
        return expr.span.in_line() if self.is_within(expr.span) else expression_text(expr)

    def is_within(self, span: Span) -> bool:
        outer = self.within
        return span.file is outer.file and outer.start <= span.start and span.end <= outer.end
