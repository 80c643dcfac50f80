"""Whatever rules declare can be drawn: tables, pictures and what moves do, of random programs."""

from __future__ import annotations

import random
from collections.abc import Callable
from xml.etree import ElementTree

from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Program
from rulewright.diagnostics import RulewrightError
from rulewright.play.preview import Previews
from rulewright.play.transcript import Transcript
from rulewright.state import State, begin

PROGRAMS = 14
DECISIONS = 4
MOVES = 2


def begun(program: Program, seed: int) -> State | None:
    """A game of it; None if it is not to be begun with this luck."""
    try:
        return begin(ReferenceEngine(program), seed=seed)
    except RulewrightError:
        return None


def look(state: State, previews: Previews, luck: random.Random) -> int:
    """All that can be looked at in a state. Gives how many moves were told of."""
    for seat in (None, *range(state.engine.program.seats.size)):
        assert state.table(seat, width=luck.choice((20, 80, 200)))
    ElementTree.fromstring(state.svg())
    offered = list(state.legal_moves())
    moves = luck.sample(offered, min(MOVES, len(offered)))
    for move in moves:
        ElementTree.fromstring(move.svg())
        ElementTree.fromstring(state.svg(move=move))
        preview = previews.of(state, move)
        assert preview.words
        for domain in state.engine.program.domains:
            for label in domain.labels[:2]:
                previews.about(state, domain, label)
    return len(moves)


def test_whatever_is_declared_can_be_drawn(plain_program: Callable[[int], Program]) -> None:
    told = 0
    for seed in range(PROGRAMS):
        program, luck = plain_program(seed), random.Random(seed)
        previews, state = Previews(program), begun(program, seed)
        for _ in range(DECISIONS):
            if state is None or state.over:
                break
            try:
                told += look(state, previews, luck)
                state.apply(luck.choice(state.legal_moves()))
            except RulewrightError:  # what rules make impossible is said as such
                break
        if state is not None:
            log = Transcript.of(state)
            for seat in range(program.seats.size):
                assert len(list(log.told(state, seat))) <= len(log.entries)
    assert told > PROGRAMS
