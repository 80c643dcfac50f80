"""The reference engine does what the statements say."""

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.backends.reference import ReferenceEngine
from rulewright.core.ir import (
    Again,
    Assign,
    Block,
    Const,
    End,
    If,
    Leave,
    Loop,
    Move,
    MoveAll,
    Op,
    Pick,
    Place,
    Read,
    RowOf,
    Seq,
    Stmt,
    Times,
    Truth,
)
from rulewright.diagnostics import PlayError
from rulewright.runtime.chance import Asked, stream
from rulewright.runtime.layout import CHANCE, OVER, POINT, Slots

Deal = Callable[..., Slots]
ACE, BEE, CAT, DOG, ELK, FOX = range(6)


def run(mini: SimpleNamespace, slots: Slots, *stmts: Stmt) -> ReferenceEngine:
    """Run statements as a whole game."""
    engine = ReferenceEngine(replace(mini.program, setup=Seq(()), flow=Seq(stmts)))
    engine.begin(slots)
    return engine


def number(value: int) -> Const:
    return Const(value, Truth())


def count_up(mini: SimpleNamespace) -> Assign:
    passes = mini.variables["passes"]
    return Assign(passes, (), Op("add", (Read(passes, (), passes.type), number(1)), passes.type))


def cards(mini: SimpleNamespace, *elements: int) -> Const:
    return Const(sum(1 << e for e in elements), mini.variables["hand"].type)


def zone(mini: SimpleNamespace, name: str) -> Place:
    return Place(mini.variables[name], ())


def hand(mini: SimpleNamespace, seat: int) -> Place:
    return Place(mini.variables["hand"], (number(seat),))


def value(engine: ReferenceEngine, slots: Slots, mini: SimpleNamespace, name: str) -> object:
    return engine.layout.get(slots, mini.variables[name], ())


def test_moves_are_in_canonical_order(mini: SimpleNamespace, deal: Deal) -> None:
    engine = ReferenceEngine(mini.program)
    slots = deal(mini, first="Bee Fox", draft="Elk Ace", pile="Cat")
    engine.begin(slots, setup=False)
    assert engine.moves(slots) == [(0, ELK), (0, ACE), (1,), (2, 0), (2, 2)]


def test_a_choice_goes_on_where_it_stands(mini: SimpleNamespace, deal: Deal) -> None:
    engine = ReferenceEngine(mini.program)
    slots = deal(mini, first="Bee Dog Fox", second="Ace")
    engine.begin(slots, setup=False)
    engine.apply(slots, (2, 1))
    assert engine.moves(slots) == [(0, BEE), (0, DOG)]  # 9 is out of reach from the Fox Cub alone
    engine.apply(slots, (0, DOG))
    assert engine.moves(slots) == [(0, FOX)]
    engine.apply(slots, (0, FOX))
    assert engine.moves(slots) == [(1,)]
    engine.apply(slots, (1,))
    assert value(engine, slots, mini, "discards") == [DOG, FOX]
    assert value(engine, slots, mini, "payment") == 0
    assert engine.layout.get(slots, mini.variables["holder"], (1,)) == 0
    assert value(engine, slots, mini, "me") == 1
    assert engine.totals(slots) == (2, 2)


def test_a_fallback_comes_alone_and_two_end_the_game(mini: SimpleNamespace, deal: Deal) -> None:
    engine = ReferenceEngine(mini.program)
    slots = deal(mini)
    engine.begin(slots, setup=False)
    for _ in range(2):
        assert engine.moves(slots) == [(3,)]
        engine.apply(slots, (3,))
    assert slots[POINT] == OVER


def test_playouts_depend_on_their_seeds_alone(mini: SimpleNamespace) -> None:
    engine = ReferenceEngine(mini.program)
    games = [engine.playout(stream(seed), stream(seed, 1)) for seed in range(20)]
    assert games == [engine.playout(stream(seed), stream(seed, 1)) for seed in range(20)]
    assert len(set(games)) > 5


def test_a_counter_out_of_range_is_an_error(mini: SimpleNamespace, deal: Deal) -> None:
    with pytest.raises(PlayError, match=r"passes would become 3, outside 0\.\.2"):
        run(mini, deal(mini), Times(number(3), count_up(mini)))


def test_leave_and_again_find_their_loop(mini: SimpleNamespace, deal: Deal) -> None:
    passes = mini.variables["passes"]
    done = Op("equal", (Read(passes, (), passes.type), number(2)), Truth())
    inner = Loop(2, Seq((If(done, Leave(1), Again(2)),)))
    body = Loop(2, Seq((count_up(mini), If(done, Leave(1), Again(2)))))
    slots = deal(mini)
    engine = run(mini, slots, Block(1, Seq((body, count_up(mini)))), Block(1, inner), End())
    assert value(engine, slots, mini, "passes") == 2 and slots[POINT] == OVER


def test_moving_what_is_not_there_is_an_error(mini: SimpleNamespace, deal: Deal) -> None:
    for component, message in ((ACE, "Ace is not in discards"), (-1, "nothing is not in discards")):
        move = Move(number(component), zone(mini, "discards"), hand(mini, 0))
        with pytest.raises(PlayError, match=message):
            run(mini, deal(mini, pile="Ace"), move)


def test_a_full_row_has_no_room(mini: SimpleNamespace, deal: Deal) -> None:
    slots = deal(mini, pile="Ace", draft="Bee Cat")
    with pytest.raises(PlayError, match="draft has no room for Ace"):
        run(mini, slots, Move(number(ACE), zone(mini, "pile"), zone(mini, "draft")))


def test_a_row_is_filled_from_the_left(mini: SimpleNamespace, deal: Deal) -> None:
    slots = deal(mini, draft="Bee Cat", pile="Ace")
    engine = run(
        mini,
        slots,
        Move(number(BEE), zone(mini, "draft"), hand(mini, 0)),
        Move(number(ACE), zone(mini, "pile"), zone(mini, "draft")),
    )
    assert value(engine, slots, mini, "draft") == [ACE, CAT]


def test_whole_zones_keep_or_take_an_order(mini: SimpleNamespace, deal: Deal) -> None:
    slots = deal(mini, first="Dog Bee", discards="Ace Fox", draft="Elk Cat")
    engine = run(
        mini,
        slots,
        MoveAll(None, zone(mini, "discards"), zone(mini, "pile")),
        MoveAll(None, hand(mini, 0), zone(mini, "pile")),
        MoveAll(None, zone(mini, "draft"), zone(mini, "pile")),
    )
    assert value(engine, slots, mini, "pile") == [FOX, ACE, BEE, DOG, ELK, CAT]
    assert isinstance(mini.variables["draft"].type, RowOf)


def test_some_of_a_stack_or_row_keep_their_order(mini: SimpleNamespace, deal: Deal) -> None:
    slots = deal(mini, discards="Dog Ace Fox Bee", draft="Elk Cat")
    engine = run(
        mini,
        slots,
        MoveAll(cards(mini, ACE, BEE, DOG), zone(mini, "discards"), zone(mini, "pile")),
        MoveAll(cards(mini, CAT, ELK), zone(mini, "draft"), zone(mini, "pile")),
    )
    assert value(engine, slots, mini, "discards") == [FOX]
    assert value(engine, slots, mini, "pile") == [BEE, ACE, DOG, ELK, CAT]
    gone = MoveAll(cards(mini, FOX, ACE), zone(mini, "discards"), zone(mini, "pile"))
    with pytest.raises(PlayError, match="Ace is not in discards"):
        run(mini, slots, gone)


def test_picks_take_their_outcome_from_the_source(mini: SimpleNamespace, deal: Deal) -> None:
    slots = deal(mini, first="Bee Dog")
    slots[CHANCE] = Asked([(DOG,)])
    hands = mini.variables["hand"]
    pick = Pick(mini.variables["want"], (), Read(hands, (number(0),), hands.type))
    engine = run(mini, slots, pick)
    assert value(engine, slots, mini, "want") == DOG
    nothing = Pick(mini.variables["want"], (), Read(hands, (number(1),), hands.type))
    with pytest.raises(PlayError, match="nothing to pick want from"):
        run(mini, slots, nothing)


def test_a_choice_without_moves_is_an_error(mini: SimpleNamespace, deal: Deal) -> None:
    engine = ReferenceEngine(mini.program)
    slots = deal(mini)
    slots[POINT] = 1
    engine.layout.put(slots, mini.variables["want"], (), 0)
    with pytest.raises(PlayError, match="no move is possible at choice pay"):
        engine.moves(slots)
