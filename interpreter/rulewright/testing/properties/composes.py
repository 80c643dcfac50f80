"""A compose offers every complete choice exactly once, and nothing that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...core.evaluate import Locals, Reader, Value, elements, evaluate
from ...core.ir import Cell, Completable, Compose, Expr, Guard, SetOf
from ...diagnostics import PlayError
from ...state import State
from .finding import Broken
from .playout import Play

MOST = 600  # positions of one compose; a larger one is looked at elsewhere

Chosen = tuple[tuple[Value, ...], str]  # what each selection holds, and the finish


class _TooMany(Exception):
    """The compose is too large to be gone through."""


def composes_offer_each_choice_once(play: Play) -> None:
    """Going through a compose in every way meets each complete choice once, and no dead end."""
    if play.state.over or not (play.thorough or play.lot(3) == 0):
        return
    for compose in _begun(play.state):
        try:
            wanted = sorted(_Drafts(compose, play.state).complete())
            offered = sorted(_Offers(compose).complete(play.state))
        except _TooMany:
            continue
        except PlayError as error:
            raise Broken(
                f"in {compose.name} a step leads nowhere: {error.message}", compose.span
            ) from None
        if offered == wanted:
            continue
        again = [chosen for chosen in offered if offered.count(chosen) > 1]
        for what, found in (
            ("can be made in two ways", again),
            ("cannot be made", [chosen for chosen in wanted if chosen not in offered]),
            ("can be made, and the rules forbid it", [c for c in offered if c not in wanted]),
        ):
            if found:
                raise Broken(
                    f"in {compose.name}, {_words(compose, found[0])} {what}", compose.span,
                    expected=f"{len(wanted)} complete choices", found=str(len(offered)),
                )  # fmt: skip


def _begun(state: State) -> Iterator[Compose]:
    """The composes that begin at this decision: none of their selections holds anything yet."""
    choice = state.choice
    found = {
        guard.test.compose.index: guard.test.compose
        for alternative in (choice.alternatives if choice is not None else ())
        for guard in alternative.guards
        if isinstance(guard.test, Completable) and guard.test.step is not None
    }
    read = state.engine.layout.reader(state.slots)
    for compose in found.values():
        if not any(read(step.selection, ()) for step in compose.steps):
            yield compose


def _words(compose: Compose, chosen: Chosen) -> str:
    parts = []
    for step, value in zip(compose.steps, chosen[0], strict=True):
        kind = step.selection.type
        assert isinstance(kind, SetOf)
        names = ", ".join(kind.domain.labels[e] for e in elements(value, kind))
        parts.append(f"{step.name} {names or 'nothing'}")
    return "; ".join([*parts, chosen[1]])


@dataclass
class _Offers:
    """A compose gone through as it is offered."""

    compose: Compose
    met: int = 0

    def complete(self, state: State) -> Iterator[Chosen]:
        self.met += 1
        if self.met > MOST:
            raise _TooMany
        read = state.engine.layout.reader(state.slots)
        finishes = {finish.name for finish in self.compose.finishes}
        for move in state.legal_moves():
            if self._is_step(move.alternative.guards):
                after = state.copy()
                after.apply(move)
                yield from self.complete(after)
            elif move.alternative.name in finishes:
                held = tuple(read(step.selection, ()) for step in self.compose.steps)
                yield held, move.alternative.name

    def _is_step(self, guards: tuple[Guard, ...]) -> bool:
        tests = [guard.test for guard in guards]
        return any(
            isinstance(t, Completable) and t.compose is self.compose and t.step is not None
            for t in tests
        )


@dataclass
class _Drafts:
    """A compose gone through as its rules define it, without looking ahead."""

    compose: Compose
    state: State
    met: int = 0

    def complete(self) -> Iterator[Chosen]:
        yield from self._from(0, tuple(0 for _ in self.compose.steps))

    def _from(self, first: int, masks: tuple[int, ...]) -> Iterator[Chosen]:
        self.met += 1
        if self.met > MOST:
            raise _TooMany
        read = self._reader(masks)
        for finish in self.compose.finishes:
            if all(evaluate(guard.test, {}, read) for guard in finish.guards):
                yield masks, finish.name
        for number in range(first, len(masks)):
            step, mask = self.compose.steps[number], masks[number]
            if step.at_most is not None and mask.bit_count() >= _number(step.at_most, read):
                continue
            for e in elements(evaluate(step.source, {}, read), step.source.type):
                values: Locals = {step.local.number: e}
                if e < mask.bit_length() or not all(
                    evaluate(guard.test, values, read) for guard in step.guards
                ):
                    continue
                grown = (*masks[:number], mask | 1 << e, *masks[number + 1 :])
                yield from self._from(number, grown)

    def _reader(self, masks: tuple[int, ...]) -> Reader:
        plain = self.state.engine.layout.reader(self.state.slots)
        held = {step.selection: m for step, m in zip(self.compose.steps, masks, strict=True)}

        def read(cell: Cell, keys: tuple[int, ...]) -> Value:
            return held[cell] if cell in held else plain(cell, keys)

        return read


def _number(expr: Expr, read: Reader) -> int:
    value = evaluate(expr, {}, read)
    assert isinstance(value, int)
    return value
