"""Determinization: what else may have happened in a game, for all that a seat has seen of it.

Hidden cards can change places (see `runtime.observation.exchange`), but a hidden mark cannot just
be given another value: it may be one that the rules never give it, and other things may have come
of the one it has. So the past is changed instead: another throw of a hidden die, another move of
another seat at a secret choice – and the game is played again from there. If each of its decisions
looks the same to the seat as it did, and every move that was made could still be made, that is a
game which the seat cannot tell from the real one. Whatever was derived from the throw has come out
right, and what has been turned up since stays as it was.

Changing one thing at a time, at random, and keeping what looks the same leads to each such game
that single changes lead to, all being equally likely in the long run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from .backends.protocol import Code, Engine
from .core.ir import Program
from .diagnostics import RulewrightError
from .following import follower
from .runtime.chance import Asked, NeedChance, Question, below, picked, shuffled, stream
from .runtime.layout import CHANCE, Slots
from .runtime.memory import Memory
from .runtime.observation import looks_alike
from .runtime.sight import waiting

TRIES, MOST_CHANGES = 5, 60  # changes that are tried: for each thing, in all
MOST_STEPS = 600  # that are played again for them
KEPT = ("owner", "others", "nobody")  # from some seat, other than with a component

Answers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PastStep:
    """A step of a game: a move, or the beginning (None), and what chance answered in it."""

    move: Code | None
    answers: Answers


@dataclass(frozen=True, slots=True)
class _Made:
    """A step that was made, what chance was asked in it, and the slots after it."""

    step: PastStep
    questions: tuple[Question, ...]
    after: Slots


class _Dealer(Asked):
    """Chance that answers as it did before; and then, if it has a stream, as that says."""

    def __init__(self, answers: Answers, source: object = None) -> None:
        super().__init__(list(answers))
        self.source = source
        self.questions: list[Question] = []

    def take(self, question: Question) -> tuple[int, ...]:
        if self.used == len(self.outcomes) and self.source is not None:
            if question.kind == "shuffle":
                self.source, order = shuffled(self.source, question.zone, list(question.of))
                self.outcomes.append(tuple(reversed(order)))
            else:
                mask = sum(1 << element for element in question.of)
                self.source, element = picked(self.source, question.zone, mask)
                self.outcomes.append((element,))
        self.questions.append(question)
        return super().take(question)


def has_hidden_marks(program: Program) -> bool:
    """Is there a mark that some seat does not see, other than with a component, or something
    remembered of one?"""
    return any(c.role in ("mark", "history") and c.seen in KEPT for c in program.variables)


@dataclass
class Past:
    """How a game came about: what was on the table at its beginning, and its steps. Where chance
    was seeded, the table holds the stream, and no answers are known. It may be dealt anew many
    times; what is found out of the real game is worked out once."""

    engine: Engine
    table: Slots
    setup: bool
    steps: Sequence[PastStep]
    _known: tuple[Memory, ...] = ()  # what seats knew at first, and after some of the steps
    _begun: tuple[tuple[_Made, ...], object] | None = None  # some steps made, and chance then
    _source: object = None  # chance after all of them

    def later(self, steps: Sequence[PastStep]) -> Past | None:
        """The same game with more steps, with what was found out of the first ones; None if these
        are others."""
        if list(steps[: len(self.steps)]) != list(self.steps) or self._real is None:
            return None
        begun = tuple(self._real), self._source
        return Past(self.engine, self.table, self.setup, steps, self._known, begun)

    def otherwise(self, seat: int, seed: int) -> tuple[Slots, Memory] | None:
        """The slots of a game that the seat cannot tell from this one, its chance source left 0,
        and what seats know in it; nothing of this is shared with the real game.

        None if the game cannot be played again.
        """
        real = self._real
        if real is None:
            return None
        source, left, made = stream(seed, 3), MOST_STEPS, list(real)
        changeable = list(self._changeable(real, seat))
        for _ in range(min(MOST_CHANGES, TRIES * len(changeable))):
            source, at = below(source, len(changeable))
            number, question = changeable[at]
            source, changed = self._changed(made, number, question, source)
            if changed == made[number].step:
                continue
            left -= 1
            again = self._again(made, number, changed, real, seat)
            left -= len(again)
            if again:
                made[number : number + len(again)] = again
            if left <= 0:
                break
        same = next((i for i, one in enumerate(made) if one is not real[i]), len(made))
        memory, before = self._after(real, same)
        for one in made[same:]:
            memory = self._followed(memory, before, one)
            before = one.after
        return self.engine.layout.copy(made[-1].after), memory.copy()

    def _after(self, real: list[_Made], count: int) -> tuple[Memory, Slots]:
        """What seats knew after so many of the real steps, and the slots then."""
        known = list(self._known) or [follower(self.engine.program).first(self.table)]
        for number in range(len(known), count + 1):
            before = real[number - 2].after if number > 1 else self.table
            known.append(self._followed(known[-1], before, real[number - 1]))
        self._known = tuple(known)
        return known[count], real[count - 1].after if count else self.table

    def _followed(self, memory: Memory, before: Slots, one: _Made) -> Memory:
        following = follower(self.engine.program)
        return following.after(memory, before, one.step.move, one.step.answers, setup=self.setup)

    @cached_property
    def _real(self) -> list[_Made] | None:
        """The real game, step by step."""
        begun, source = self._begun or ((), self.table[CHANCE] or None)
        made = list(begun)
        for step in self.steps[len(begun) :]:
            dealer = _Dealer(step.answers, source)
            after = self._run(made[-1].after if made else self.table, step.move, dealer)
            if after is None:
                return None
            source = dealer.source
            played = PastStep(step.move, tuple(dealer.outcomes))
            made.append(_Made(played, tuple(dealer.questions), after))
        self._source = source
        return made

    def _run(self, before: Slots, move: Code | None, dealer: _Dealer) -> Slots | None:
        """The slots after a step; None if it cannot be made with these answers."""
        engine, codec = self.engine, self.engine.codec
        position = codec.encode(engine.layout.copy(before))
        codec.set_chance(position, dealer)
        try:
            if move is None:
                engine.begin(position, setup=self.setup)
            else:
                engine.apply(position, move)
        except (NeedChance, RulewrightError):
            return None
        codec.set_chance(position, 0)
        return codec.decode(position) if dealer.used == len(dealer.outcomes) else None

    def _moves(self, slots: Slots) -> Sequence[Code]:
        return self.engine.moves(self.engine.codec.encode(slots))

    def _changeable(self, made: list[_Made], seat: int) -> list[tuple[int, int]]:
        """The steps, and the questions to chance in them (−1: the move), that may have come out
        otherwise for all that the seat was shown at that moment."""
        program = self.engine.program
        covered = {
            variable.name
            for variable in program.variables
            if variable.role == "mark" and variable.seen in KEPT
        }
        found = []
        for number, one in enumerate(made):
            choice = waiting(program, made[number - 1].after) if number else None
            if choice is not None and (choice.secret or choice.cover):
                me = self.engine.layout.get(made[number - 1].after, program.me, ())
                found += [(number, -1)] if me != seat else []
            found += [
                (number, i)
                for i, question in enumerate(one.questions)
                if question.kind == "pick" and question.zone in covered
            ]
        return found

    def _changed(
        self, made: list[_Made], number: int, question: int, source: int
    ) -> tuple[int, PastStep]:
        """The step with another move or another answer, and the stream afterwards."""
        step = made[number].step
        if question < 0:
            moves = self._moves(made[number - 1].after)
            source, k = below(source, len(moves))
            return source, replace(step, move=moves[k])
        of = made[number].questions[question].of
        source, k = below(source, len(of))
        answers = (*step.answers[:question], (of[k],), *step.answers[question + 1 :])
        return source, replace(step, answers=answers)

    def _again(
        self, made: list[_Made], first: int, changed: PastStep, real: list[_Made], seat: int
    ) -> list[_Made]:
        """The steps from the changed one on, as far as they are no longer the same; none if the
        seat would have noticed, or a move could not have been made."""
        program, layout = self.engine.program, self.engine.layout
        again: list[_Made] = []
        for number in range(first, len(made)):
            step = changed if number == first else made[number].step
            before = again[-1].after if again else (made[first - 1].after if first else self.table)
            if number > first and before == made[number - 1].after:
                break
            if number > first and cast(Code, step.move) not in self._moves(before):
                return []
            dealer = _Dealer(step.answers)
            after = self._run(before, step.move, dealer)
            if after is None or not looks_alike(program, layout, after, real[number].after, seat):
                return []
            again.append(_Made(step, tuple(dealer.questions), after))
        return again
