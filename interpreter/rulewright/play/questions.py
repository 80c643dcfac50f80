"""A long list of moves as a few small questions: which action, then one parameter after the other.

Questions with one answer are not asked. Nothing is known here of what moves mean, nor of screens:
whoever asks a person shows the answers in its own way.

    steps = Steps.of(state.legal_moves())
    steps.question.answers          # place, pass
    steps = steps.into(steps.question.answers[0])
    steps.question.about            # tile: T05, T08, ...
    steps.back()                    # which action, once more

`groups` are the moves under the same words, each asked about by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..characters import spoken
from ..core.evaluate import elements_of_mask, written
from ..core.ir import Domain, Element, SetOf, Type
from ..runtime.move import tidy
from ..state import Move
from .spelling import names_all


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a question. `text`: the action as moves begin that are it, or the value in
    words; `words`: the rules' words for an action. `moves`: the numbers of the moves that are left
    with it, in canonical order. `of`: what kind of element it is, if it is one. `names`: what is in
    it, if it is a set."""

    text: str
    moves: tuple[int, ...]
    words: str = ""
    of: Domain | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question that leads on to a move. `about`: empty if it is which action; else what is asked
    for: what kind of element, or the name of the parameter."""

    about: str
    answers: tuple[Answer, ...]

    def matching(self, typed: str) -> list[Answer]:
        """The answers that a text may mean: the one that it is, or all that begin so; else all of
        which some word begins so."""
        wanted = spoken(tidy(typed)).casefold()
        texts = [(answer, spoken(answer.text).casefold()) for answer in self.answers]
        if found := [answer for answer, text in texts if text == wanted]:
            return found
        known = {name for answer in self.answers for name in answer.names}
        for begun in (False, True)[: 1 if names_all(typed, [*known]) != "not" else 2]:
            named = [(a, names_all(typed, a.names, begun=begun)) for a in self.answers if a.names]
            for some in ("all", "some"):
                if found := [answer for answer, how in named if how == some]:
                    return found
        if found := [answer for answer, text in texts if text.startswith(wanted)]:
            return found
        return [answer for answer, text in texts if f" {wanted}" in text]


@dataclass(frozen=True)
class Steps:
    """Where somebody is on the way to one of these moves: `path` holds the answers given."""

    moves: Sequence[Move]
    path: tuple[Answer, ...] = ()

    @staticmethod
    def of(moves: Sequence[Move]) -> Steps:
        """The beginning, with all moves left."""
        return Steps(moves)

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the moves that are left."""
        return self.path[-1].moves if self.path else tuple(range(len(self.moves)))

    @cached_property
    def question(self) -> Question | None:
        """What is to be asked next; nothing if one move is left."""
        left = [(number, self.moves[number]) for number in self.left]
        actions: dict[int, list[int]] = {}
        for number, move in left:
            actions.setdefault(move.code[0], []).append(number)
        if len(actions) > 1:
            return Question("", tuple(self._action(numbers) for numbers in actions.values()))
        alternative = left[0][1].alternative
        for place, local in enumerate(alternative.bound, start=1):
            values: dict[int, list[int]] = {}
            for number, move in left:
                values.setdefault(move.code[place], []).append(number)
            if len(values) > 1:
                answers = (_value(local.type, v, numbers) for v, numbers in values.items())
                return Question(_about(local.name, local.type), tuple(answers))
        return None

    def into(self, answer: Answer) -> Steps:
        """One step on."""
        return Steps(self.moves, (*self.path, answer))

    def back(self) -> Steps:
        """One step back; at the beginning nothing is different."""
        return Steps(self.moves, self.path[:-1])

    def _action(self, numbers: list[int]) -> Answer:
        """Which action, as its moves begin; a single move as it is written."""
        move = self.moves[numbers[0]]
        text = str(move)
        if len(numbers) > 1:
            first = move.alternative.text.parts[0]
            text = first.strip() if isinstance(first, str) else move.alternative.name
        return Answer(text, tuple(numbers), move.alternative.words)


def words_of(move: Move) -> str:
    """The rules' words for the action of a move, or its name."""
    return move.alternative.words or move.alternative.name


def groups(moves: Sequence[Move]) -> list[Steps]:
    """The moves under the same words, in canonical order: one step on from the beginning each."""
    found: dict[str, list[int]] = {}
    for number, move in enumerate(moves):
        found.setdefault(words_of(move), []).append(number)
    return [Steps(moves, (Answer("", tuple(numbers), words),)) for words, numbers in found.items()]


def _value(kind: Type, value: int, numbers: list[int]) -> Answer:
    of = kind.domain if isinstance(kind, Element) else None
    held = kind.domain if isinstance(kind, SetOf) else None
    names = () if held is None else tuple(held.labels[e] for e in elements_of_mask(value))
    return Answer(written(value, kind), tuple(numbers), of=of, names=names)


def _about(name: str, kind: Type) -> str:
    return kind.domain.name if isinstance(kind, Element) else name
