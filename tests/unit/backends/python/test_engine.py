"""The generated engine: what the code looks like, and where errors point."""

import traceback
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.backends.python import PythonEngine, source
from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import Assign, Const, Loop, Number, Op, Read, Seq
from rulewright.diagnostics import PlayError
from rulewright.runtime.chance import Asked, NeedChance, stream
from rulewright.runtime.layout import CHANCE, OVER, POINT, Slots

Build = Callable[..., SimpleNamespace]
Deal = Callable[..., Slots]


def function(text: str, name: str) -> str:
    """One function of generated code."""
    return text.split(f"def {name}")[1].split("\ndef ")[0]


@pytest.mark.parametrize("options", [{}, {"minimal": True}, {"at_most": 1}, {"at_most": 2}])
def test_agrees_with_the_reference(build_mini: Build, options: dict[str, int]) -> None:
    program = build_mini(**options).program
    ours, theirs = PythonEngine(program), ReferenceEngine(program)
    for seed in range(15):
        a, b = ours.layout.fresh(), theirs.layout.fresh()
        a[CHANCE] = b[CHANCE] = stream(seed)
        ours.begin(a)
        theirs.begin(b)
        turn = seed
        while a[POINT] != OVER:
            assert a == b
            moves = ours.moves(a)
            assert moves == theirs.moves(b)
            turn = turn * 5 + 1
            ours.apply(a, moves[turn % len(moves)])
            theirs.apply(b, moves[turn % len(moves)])
        assert a == b and ours.totals(a) == theirs.totals(b)
        streams = stream(seed), stream(seed, 1)
        assert ours.playout(*streams) == theirs.playout(*streams)


def test_claims_are_found_without_a_loop_over_prizes(mini: SimpleNamespace) -> None:
    moves = function(source(mini.program), "moves_0_main")
    prizes = moves.split("SUMS")[1]
    assert "% " in prizes and "for " not in prizes.split("while")[0]


def test_playouts_leave_out_what_only_observation_reads(mini: SimpleNamespace) -> None:
    playout = function(source(mini.program), "playout")
    assert "known" not in playout
    assert "claim" not in playout and "payment" in playout


def test_a_playout_draws_nothing_for_a_single_move(mini: SimpleNamespace) -> None:
    engine, reference = PythonEngine(mini.program), ReferenceEngine(mini.program)
    for seed in range(40):
        streams = stream(seed), stream(seed, 1)
        assert engine.playout(*streams) == reference.playout(*streams)


def test_begins_without_setup(mini: SimpleNamespace, deal: Deal) -> None:
    engine = PythonEngine(mini.program)
    slots = deal(mini, first="Bee Fox", draft="Elk Ace", pile="Cat")
    engine.begin(slots, setup=False)
    assert slots[POINT] == 0 and engine.moves(slots) == [(0, 4), (0, 0), (1,), (2, 0), (2, 2)]


def test_asks_for_chance_that_comes_from_outside(mini: SimpleNamespace) -> None:
    engine = PythonEngine(mini.program)
    slots = engine.layout.fresh()
    slots[CHANCE] = Asked()
    with pytest.raises(NeedChance) as asked:
        engine.begin(slots)
    assert asked.value.question.zone == "pile"
    order = asked.value.question.of
    slots = engine.layout.fresh()
    slots[CHANCE] = Asked([order])
    engine.begin(slots)
    assert engine.layout.get(slots, mini.variables["hand"], (0,)) == 1 << order[0] | 1 << order[2]


def test_an_error_points_at_the_rule(mini: SimpleNamespace, deal: Deal) -> None:
    passes = mini.variables["passes"]
    at = mini.program.composes[0].span
    more = Op("add", (Read(passes, (), passes.type), Const(3, Number(3, 3))), passes.type)
    program = replace(mini.program, setup=Seq(()), flow=Loop(9, Assign(passes, (), more, at)))
    program = replace(program, choices=())
    with pytest.raises(PlayError, match=r"passes would become 3, outside 0\.\.2") as failure:
        PythonEngine(program).begin(deal(mini), setup=False)
    assert failure.value.span == at
    frames = traceback.extract_tb(failure.tb)
    places = [(frame.filename, frame.lineno) for frame in frames]
    assert (at.file.name, at.line) in places
    assert at.file.line_text(at.line).strip() in [frame.line for frame in frames]


def test_a_choice_without_moves_is_an_error(mini: SimpleNamespace, deal: Deal) -> None:
    engine = PythonEngine(mini.program)
    slots = deal(mini)
    slots[POINT] = 1
    engine.layout.put(slots, mini.variables["want"], (), 0)
    with pytest.raises(PlayError, match="no move is possible at choice pay"):
        engine.moves(slots)
