"""A compose offers every complete choice exactly once, and nothing that leads nowhere.

What is offered is compared with what the rules mean (see `plain`). A choice of few positions is
gone through in every way. Of a larger one some ways are followed: those that are offered end in a
choice that the rules allow, and a choice that the rules allow, found without asking what is
offered, can be made step by step.

Exactly once means: what is selected comes in the order of the language, so there is one sequence of
steps for it. Steps that change things and select nothing may come in any order that their `needs`
let, and each such sequence is a way of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, cast

from ...characters import many
from ...core.evaluate import elements_of_mask
from ...core.ir import Alternative, Completable, Compose, Element, Local, SetOf
from ...core.selecting import selects
from ...diagnostics import PlayError
from ...state import Move, State
from .finding import Broken
from .plain import At, AtOnce, Code, Doing, Masks, Plain, arguments_of
from .playout import Play

MOST, MOST_TABLES = 600, 80  # positions of a choice that is gone through in every way
OFTEN = 3  # each so many times that a choice comes up it is looked at
LONGEST_WALK = 60  # steps of one choice
SETS = 4  # combinations of parameters of which the sets are looked at


@dataclass(slots=True)
class _Looked:
    """How often each choice came up in a playout, and which were too large to be gone through."""

    times: Counter[str] = field(default_factory=Counter)
    large: set[str] = field(default_factory=set)

    def is_due(self, name: str, play: Play) -> bool:
        """The first time, and then now and again."""
        self.times[name] += 1
        return play.thorough or self.times[name] % (OFTEN * play.pace) == 1


def composes_offer_each_choice_once(play: Play) -> None:
    """What is offered of a choice in several steps is what its rules mean, no more and no less."""
    if play.state.over or play.passes_over(3):
        return
    looked = cast(_Looked, play.memory.setdefault("compose", _Looked()))
    for plain in _begun(play.state):
        if looked.is_due(plain.name, play):
            # where the rules go wrong on the way, other properties tell it in play
            with suppress(PlayError):
                _look_into(play, plain, MOST if selects(plain.compose) else MOST_TABLES, looked)
    for alternative in play.state.waiting.alternatives if play.state.waiting is not None else ():
        compose = alternative.compose
        if compose and not alternative.fallback and looked.is_due(alternative.name, play):
            with suppress(PlayError):
                _look_at_ways(play, alternative, compose)


def _begun(state: State) -> Iterator[Doing]:
    """The composes that begin at this decision: nothing is selected yet."""
    choice = state.waiting
    read = state.engine.layout.reader(state.slots)
    found: dict[str, Doing] = {}
    for alternative in choice.alternatives if choice is not None else ():
        for test in (guard.test for guard in alternative.guards):
            if isinstance(test, Completable) and test.step is not None:
                if not any(read(variable, ()) for variable in test.compose.own):
                    found[test.compose.name] = Doing(test.compose, state)
    for compose in state.engine.program.composes:
        if choice is not None and (compose.name, compose.span) == (choice.name, choice.span):
            if compose.name not in found and not any(
                read(variable, ()) for variable in compose.own
            ):
                found[compose.name] = Doing(compose, state)  # though nothing on offer looks ahead
    yield from found.values()


def _look_into(play: Play, plain: Plain[At], most: int, looked: _Looked) -> None:
    whole = None
    if plain.name not in looked.large or play.thorough or play.lot(4) == 0:
        whole = _Whole.of(plain, most)
    if whole is not None:
        whole.compare(play.state)
        return
    looked.large.add(plain.name)
    for _ in range(3 if play.thorough else 1):
        _follow(play, plain, most // 2)


@dataclass
class _Whole(Generic[At]):
    """All positions of a choice, and for each the largest weight that can be reached from it,
    where a finish can be."""

    plain: Plain[At]
    steps: dict[At, dict[Code, At]]
    finishes: dict[At, list[Code]]
    best: dict[At, int]

    @staticmethod
    def of(plain: Plain[At], most: int) -> _Whole[At] | None:
        """None if there are too many."""
        steps: dict[At, dict[Code, At]] = {}
        before: dict[At, list[At]] = {}
        waiting = [plain.start()]
        while waiting:
            at = waiting.pop()
            if at in steps:
                continue
            if len(steps) == most:
                return None
            steps[at] = dict(plain.steps(at))
            for to in steps[at].values():
                before.setdefault(to, []).append(at)
                waiting.append(to)
        finishes = {at: plain.finishes(at) for at in steps}
        best = {at: plain.weight(at) for at in steps if finishes[at]}
        changed = list(best)
        while changed:
            to = changed.pop()
            for at in before.get(to, ()):
                if at not in best or best[at] < best[to]:
                    best[at] = best[to]
                    changed.append(at)
        return _Whole(plain, steps, finishes, best)

    def wanted(self, at: At) -> list[Code]:
        """What ought to be offered: what leads to the best that can be reached."""
        best = self.best.get(at)
        found = [code for code, to in self.steps[at].items() if self.best.get(to) == best]
        if best is not None and self.finishes[at] and self.plain.weight(at) == best:
            found += self.finishes[at]
        return found if best is not None else []

    def compare(self, state: State) -> None:
        """Go through what is offered, wherever it leads."""
        start = self.plain.start()
        waiting, met = [(state, start)], {start}
        while waiting:
            here, at = waiting.pop()
            _same(self.plain, here, at, self.wanted(at))
            for move in _offered(self.plain, here):
                to = self.steps[at].get(_code(move))
                if to is None or to in met or _is_over(self.finishes[to]):
                    continue
                met.add(to)
                waiting.append((_after(self.plain, here, move), to))


def _same(plain: Plain[At], state: State, at: At, wanted: list[Code]) -> None:
    moves = _offered(plain, state)
    offered = [_code(move) for move in moves]
    texts = {_code(move): str(move) for move in moves}
    for move in moves:
        _in_order(plain, at, move)
    for what, found in (
        ("is offered twice", [code for code in texts if offered.count(code) > 1]),
        ("ought to be offered, and is not", [code for code in wanted if code not in texts]),
        ("is offered, and leads to nothing the rules allow", [c for c in texts if c not in wanted]),
    ):
        if found:
            text = texts.get(found[0]) or _words(state, found[0])
            raise Broken(
                f"in {plain.name}, {text} {what}", plain.span,
                expected=many(len(wanted), "move"), found=str(len(offered)),
            )  # fmt: skip


def _offered(plain: Plain[At], state: State) -> Sequence[Move]:
    try:
        return state.legal_moves()
    except PlayError as error:
        raise Broken(f"in {plain.name} a step leads nowhere: {error.message}", plain.span) from None


def _after(plain: Plain[At], state: State, move: Move) -> State:
    after = state.copy()
    try:
        after.apply(move)
    except PlayError as error:
        raise Broken(
            f"in {plain.name}, {move} cannot be made: {error.message}", plain.span
        ) from None
    return after


def _in_order(plain: Plain[At], at: At, move: Move) -> None:
    if not plain.is_next(at, _code(move)):
        raise Broken(
            f"in {plain.name}, a choice can be made in two ways: {move} comes before what is "
            "chosen already", plain.span,
        )  # fmt: skip


def _code(move: Move) -> Code:
    return move.alternative.name, move.code[1:]


def _is_over(finishes: list[Code]) -> bool:
    """Does the choice end here by itself?"""
    return any(not name for name, _ in finishes)


def _words(state: State, code: Code) -> str:
    """A step, whether it is offered now or not: its name and its arguments."""
    for alternative in state.waiting.alternatives if state.waiting is not None else ():
        if alternative.name == code[0]:
            return " ".join([code[0], *map(_label, alternative.bound, code[1])])
    return " ".join([code[0], *map(str, code[1])])


def _label(local: Local, value: int) -> str:
    match local.type:
        case SetOf(domain=domain):
            return ", ".join(domain.labels[e] for e in elements_of_mask(value)) or "nothing"
        case Element(domain=domain) if value >= 0:
            return domain.labels[value]
        case _:
            return str(value)


def _follow(play: Play, plain: Plain[At], most: int) -> None:
    """Follow what is offered to an end, and a complete choice through what is offered."""
    reached = _walk(play, plain)
    found = _complete(play, plain, most)
    if found is None or reached is None:
        return
    path, weight = found
    if weight > reached:
        way = "; ".join(_words(play.state, code) for code in path)
        raise Broken(f"in {plain.name}, there is more to be had: {way}", plain.span,
                     expected=str(weight), found=str(reached))  # fmt: skip
    here = play.state
    for code in path if weight == reached else ():
        if not code[0]:
            return
        moves = {_code(move): move for move in _offered(plain, here)}
        if code not in moves:
            way = "; ".join(_words(here, code) for code in path)
            raise Broken(
                f"in {plain.name}, {_words(here, code)} ought to be offered, and is not",
                plain.span, expected=way, found="; ".join(map(str, moves.values())),
            )  # fmt: skip
        if code != path[-1]:
            here = _after(plain, here, moves[code])


def _walk(play: Play, plain: Plain[At]) -> int | None:
    """Make moves on offer until the choice is complete: its weight, or None if it takes long."""
    here, at = play.state, plain.start()
    for _ in range(LONGEST_WALK):
        steps, finishes = dict(plain.steps(at)), plain.finishes(at)
        moves = _offered(plain, here)
        for move in moves:
            _in_order(plain, at, move)
            if _code(move) not in steps and _code(move) not in finishes:
                raise Broken(
                    f"in {plain.name}, {move} is offered, and the rules forbid it", plain.span
                )
        move = moves[play.lot(len(moves))]
        if _code(move) in finishes:
            return plain.weight(at)
        at = steps[_code(move)]
        if _is_over(plain.finishes(at)):
            return plain.weight(at)
        here = _after(plain, here, move)
    return None


def _complete(play: Play, plain: Plain[At], most: int) -> tuple[list[Code], int] | None:
    """A complete choice as its steps, found at random without asking what is offered, and its
    weight; None if it is not found soon."""
    waiting: list[tuple[At, list[Code]]] = [(plain.start(), [])]
    met: set[At] = set()
    found = None
    while waiting and len(met) < most:
        at, path = waiting.pop()
        if at in met:
            continue
        met.add(at)
        finishes = plain.finishes(at)
        if finishes:
            finish = finishes[play.lot(len(finishes))]
            found = [*path, finish], plain.weight(at)
            if _is_over(finishes) or play.lot(3) == 0:
                break
        steps = list(plain.steps(at))
        while steps:
            code, to = steps.pop(play.lot(len(steps)))
            waiting.append((to, [*path, code]))
    return found


def _look_at_ways(play: Play, alternative: Alternative, compose: Compose) -> None:
    """All ways to complete a single move are on offer, each as one move."""
    read = play.state.engine.layout.reader(play.state.slots)
    offered: dict[tuple[int, ...], list[Code]] = {}
    params = len(alternative.params)
    for move in play.state.legal_moves():
        if move.alternative is alternative:
            offered.setdefault(move.code[1 : params + 1], []).append(_code(move))
    drawn = list(arguments_of(alternative.params, alternative.guards, read))
    for arguments in play.some(drawn, SETS):
        plain = AtOnce(alternative, compose, arguments, play.state)
        codes = offered.get(arguments, [])
        whole = _Whole.of(plain, MOST)
        if whole is not None:
            best = whole.best.get(plain.start())
            complete = [(at, code) for at, codes in whole.finishes.items() for code in codes]
            wanted = [code for at, code in complete if plain.weight(at) == best]
        else:
            found = _complete(play, plain, MOST // 2)
            weight = _weight(plain, codes[0]) if codes else None
            wanted = [found[0][-1]] if found is not None and found[1] == weight else []
            if found is not None and (weight is None or found[1] > weight):
                wanted = [found[0][-1]]
        for what, wrong in (
            ("ought to be offered, and is not", [code for code in wanted if code not in codes]),
            ("is offered twice", [code for code in set(codes) if codes.count(code) > 1]),
            ("is offered, and the rules forbid it", _forbidden(play, plain, codes, whole, wanted)),
        ):
            if wrong:
                raise Broken(f"{_words(play.state, wrong[0])} {what}", alternative.span)


def _weight(plain: AtOnce, code: Code) -> int:
    return plain.weight(code[1][len(plain.arguments) :])


def _forbidden(
    play: Play, plain: AtOnce, codes: list[Code], whole: _Whole[Masks] | None, wanted: list[Code]
) -> list[Code]:
    if whole is not None:
        return [code for code in codes if code not in wanted]
    return [code for code in play.some(codes, 5) if not _is_allowed(plain, code)]


def _is_allowed(plain: AtOnce, code: Code) -> bool:
    """Can a choice be put together, element by element?"""
    at, masks = plain.start(), code[1][len(plain.arguments) :]
    for step, mask in zip(plain.compose.steps, masks, strict=True):
        for element in elements_of_mask(mask):
            steps = dict(plain.steps(at))
            if (step.name, (element,)) not in steps:
                return False
            at = steps[step.name, (element,)]
    return code in plain.finishes(at)
