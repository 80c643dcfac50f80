"""What lies ahead of decisions that are looked at, of which a sample is searched.

In a compose, each move is asked whether the compose can still be completed after it. The reference
searches for that, which may take a thousand times as long as all else at the decision. Yet it is
known: the engine that plays offers the move, or it does not, and where this question is the last
that is asked of a move, that is the answer. So a decision is gone through with what is known, and
some of its questions, chosen by lot, are searched afterwards, to see what rules come to in there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from ...backends.protocol import Code
from ...core import ir
from ...core.evaluate import Completer, Locals
from ...core.walk import Node, free_locals, walk
from ...runtime.chance import below
from ...source import Place, place_of

ENOUGH = 500  # searches that are watched, before what was never seen in them is told, or nearly all

Question = tuple[ir.Completable, Locals]


@dataclass(slots=True)
class Searches:
    """The searches of a compose: how many questions were `asked`, of which so many were `tried` to
    be searched, and so many `watched` to their ends. `places`: what may be worked out in them."""

    name: str
    places: frozenset[Place]
    asked: int = 0
    tried: int = 0
    watched: int = 0

    @property
    def is_enough(self) -> bool:
        """Does it say something what was never seen in them? Not where many were left, for these
        are others than those that come to an end soon."""
        nearly_all = 10 * self.watched >= 9 * self.asked
        return nearly_all or (self.watched >= ENOUGH and 10 * self.watched >= 9 * self.tried)


@dataclass(slots=True)
class Foreknown:
    """The answers that follow from what is on offer at a decision, and the `questions` that were
    asked."""

    last: dict[int, tuple[int, tuple[int, ...]]]
    offered: Collection[Code]
    questions: list[Question] = field(default_factory=list)

    def __call__(self, search: Completer) -> Completer:
        """What answers what is foreknown, and searches for all else."""

        def answer(expr: ir.Completable, values: Locals) -> int:
            asked_of = self.last.get(id(expr))
            if asked_of is None:
                return search(expr, values)
            self.questions.append((expr, dict(values)))
            number, params = asked_of
            return int((number, *(values[param] for param in params)) in self.offered)

        return answer


def asked_last(program: ir.Program) -> dict[int, tuple[int, tuple[int, ...]]]:
    """The questions that are the last to be asked of moves, by their identity: of which alternative
    each is asked, and its parameters. All else that is asked of the move holds by then, so the
    answer is whether it is offered."""
    return {
        id(one.guards[-1].test): (number, tuple(param.local.number for param in one.params))
        for choose in program.choices
        for number, one in enumerate(choose.alternatives)
        if one.compose is None and one.guards and _is_asked_last(one)
    }


def _is_asked_last(one: ir.Alternative) -> bool:
    """Is the last of what is asked of a move whether a compose can be completed? What reads no
    parameter may be asked before the others."""
    test = one.guards[-1].test
    if not isinstance(test, ir.Completable):
        return False
    ours = {param.local.number for param in one.params}
    return bool(ours & free_locals(test)) or not any(
        ours & free_locals(guard.test) for guard in one.guards
    )


def places_in(compose: ir.Compose) -> frozenset[Place]:
    """What may be worked out in search of a finish of a compose."""
    roots: list[Node] = [*compose.steps, *compose.finishes]
    if compose.weight is not None:
        roots.append(compose.weight)
    return frozenset(
        place_of(node.span) for root in roots for node in walk(root) if hasattr(node, "span")
    )


def by_lot(questions: list[Question], luck: int) -> Iterator[Question]:
    """The questions, each once, in an order that hangs on luck."""
    waiting = questions[:]
    while waiting:
        luck, at = below(luck, len(waiting))
        waiting[at], waiting[-1] = waiting[-1], waiting[at]
        yield waiting.pop()
