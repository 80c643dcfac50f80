"""Seats that are said to be alike are alike."""

from __future__ import annotations

import re
from contextlib import suppress

from ...backends.effects import Executor, Exit, Run
from ...backends.reference import ReferenceEngine
from ...core.evaluate import written
from ...core.ir import (
    Assign,
    Choose,
    Const,
    Deal,
    Element,
    For,
    Loop,
    Move,
    MoveAll,
    Promise,
    Seq,
    SetOf,
    StackOf,
    StateVariable,
    Stmt,
)
from ...core.walk import walk
from ...diagnostics import PlayError
from ...runtime.layout import CHANCE, Layout, Slots
from ...runtime.observation import canonical
from ...runtime.seat_symmetry import rotated, rotated_code, rotated_value
from ...runtime.sight import visible
from ...source import Span
from ...state import Move as Played
from ...state import State
from ..position import member_text, value_text
from .finding import Broken
from .playout import Play

_Cell = tuple[StateVariable, tuple[int, ...]]


def seats_are_alike(play: Play) -> None:
    """With everybody one seat further on, the same moves are on offer and come to the same.

    How a game begins may set seats apart, and so may chance: moves after which it is asked are not
    made again.
    """
    promise = next(iter(play.state.engine.program.alike), None)
    if promise is None or not play.every(2):
        return
    further = _further_on(play.state)
    try:
        _offered(play.state, further, promise)
        _counted(play.state, further, promise)
        _made(play, further, promise)
    except PlayError as error:
        places = [error.span] if error.span else []
        raise Broken(
            f"with everybody one seat further on the rules go wrong: {error.message}",
            promise.span, *places,
        ) from None  # fmt: skip


def _further_on(state: State) -> State:
    """The state with everybody one seat further on."""
    engine = state.engine
    return State(engine, engine.codec.encode(rotated(engine.program, engine.layout, state.slots)))


def _offered(state: State, further: State, promise: Promise) -> None:
    """The next seat may do what this one may, and sees as much."""
    program, layout = state.engine.program, state.engine.layout
    seats = program.seats
    for seat, name in enumerate(seats.labels):
        after = (seat + 1) % seats.size
        if visible(program, layout, state.slots, seat) != visible(
            program, layout, further.slots, after
        ):
            raise Broken(
                f"in the place of {name}, {seats.labels[after]} sees something else", promise.span
            )
    mine = {rotated_code(m.alternative, m.code, seats): m for m in state.legal_moves()}
    theirs = {move.code: move for move in further.legal_moves()}
    only = [move for code, move in mine.items() if code not in theirs]
    only += [move for code, move in theirs.items() if code not in mine]
    if only and isinstance(state.to_move, int):
        me, after = state.to_move, (state.to_move + 1) % seats.size
        raise Broken(
            f"{seats.labels[me]} and {seats.labels[after]} in the same place are not offered the "
            f"same: {only[0]}", promise.span, only[0].alternative.span,
            expected="; ".join(map(str, mine.values())),
            found="; ".join(map(str, theirs.values())),
        )  # fmt: skip


def _counted(state: State, further: State, promise: Promise) -> None:
    """The next seat has as many points, and has won if this one has."""
    engine, seats = state.engine, state.engine.program.seats
    totals, theirs = engine.totals(state.position), engine.totals(further.position)
    if (totals[-1], *totals[:-1]) != theirs:
        raise Broken(
            "with everybody one seat further on, points do not go with the seats", promise.span,
            expected=str((totals[-1], *totals[:-1])), found=str(theirs),
        )  # fmt: skip
    if state.over:
        mine, other = engine.verdict(state.position), engine.verdict(further.position)
        winners = rotated_value(mine.winners, SetOf(seats), seats)
        if (winners, mine.case) != other:
            raise Broken(
                "with everybody one seat further on, somebody else has won or the outcome is "
                "another", promise.span, expected=written(winners, SetOf(seats)),
                found=written(other.winners, SetOf(seats)),
            )  # fmt: skip


def _made(play: Play, further: State, promise: Promise) -> None:
    """The move that was made last leads the next seat where it led this one."""
    before, move, state = play.before, play.move, play.state
    if before is None or move is None or play.answers:
        return
    if before.slots[CHANCE] != state.slots[CHANCE]:
        return
    engine = state.engine
    program, layout = engine.program, engine.layout
    led = engine.codec.encode(rotated(program, layout, before.slots))
    engine.apply(led, rotated_code(move.alternative, move.code, program.seats))
    slots = engine.codec.decode(led)
    if canonical(slots) == canonical(further.slots):
        return
    seats = program.seats.labels
    if (turns := _turns_begun(state, further.slots, slots)) is not None:
        raise Broken(
            f"after {move}, turns begin with {seats[0]} whoever has moved: `turns from me until …` "
            f"goes on with who is next; what a variant has all choose before these turns is the "
            f"first turn of each: `add at start of turns`",
            turns, promise.span, move.alternative.span,
        )  # fmt: skip
    place, meant, found = _first_difference(layout, further.slots, slots)
    if (moved := _moved_by_seats(before, move, place)) is not None:
        raise Broken(
            f"after {move}, {_in_seat_order(moved, seats[0])}", moved.span, promise.span,
            move.alternative.span, expected=meant, found=found,
        )  # fmt: skip
    raise Broken(
        f"{move}, made with everybody one seat further on ({seats[-1]} being {seats[0]}), does "
        f"something else{_named(place)}",
        promise.span, move.alternative.span, expected=meant, found=found,
    )  # fmt: skip


def _turns_begun(state: State, meant: Slots, found: Slots) -> Span | None:
    """The turns around what is asked, if they begin with the first seat and somebody else is asked
    for that."""
    program, layout, waiting = state.engine.program, state.engine.layout, state.waiting
    if waiting is None or layout.get(meant, program.me, ()) == layout.get(found, program.me, ()):
        return None
    around: Span | None = None
    begin: Span | None = None
    for node in walk(program.flow):
        for each in node.body if isinstance(node, Seq) else ():
            if isinstance(each, Assign) and each.variable is program.me:
                begin = each.span if each.value == Const(0, Element(program.seats)) else None
            if isinstance(each, Loop) and begin is not None and _asks(each, waiting):
                around = begin
    return around


def _asks(node: Stmt, choose: Choose) -> bool:
    return any(isinstance(each, Choose) and each.point == choose.point for each in walk(node))


_Moving = Move | MoveAll | Deal


def _moved_by_seats(before: State, move: Played, place: _Cell | None) -> _Moving | None:
    """What a move has moved first, seat by seat from the first seat on, onto a stack or from its
    top, if the place where positions differ is touched by such."""
    program = before.engine.program
    inside = {
        id(each): each
        for loop in walk(program.flow)
        if isinstance(loop, For) and loop.first is None
        and loop.local.type == Element(program.seats)
        for each in walk(loop.body)
        if isinstance(each, Move | MoveAll | Deal) and _goes_by_order(each)
    }  # fmt: skip
    if not inside or place is None:
        return None
    done: list[_Moving] = []

    def watch(stmt: Stmt, step: Executor) -> Executor:
        moving = inside.get(id(stmt))
        if moving is None:
            return step

        def watched(run: Run) -> Exit:
            held = before.engine.layout.copy(run.slots)
            broken = step(run)
            if held != run.slots:
                done.append(moving)
            return broken

        return watched

    with suppress(PlayError):
        ReferenceEngine(program, watch=watch).apply(
            before.engine.layout.copy(before.slots), move.code
        )
    touched = {each.variable for one in done for each in (one.source, one.target)}
    return done[0] if done and place[0] in touched else None


def _goes_by_order(moving: _Moving) -> bool:
    """Does it put something onto a stack, or take what lies on top of one?"""
    onto = isinstance(moving.target.variable.type, StackOf)
    return onto or (isinstance(moving, Deal) and isinstance(moving.source.variable.type, StackOf))


def _in_seat_order(moving: _Moving, first: str) -> str:
    """That something goes by seats, and what to write."""
    from_one = "begins with a seat that the game knows"
    source, target = moving.source.variable.name, moving.target.variable.name
    if isinstance(moving, Deal):
        dealt = re.match(r"deal .* to (?=each \w)", moving.span.in_line())
        dealing = dealt.group() if dealt else f"deal 1 from {source} to "
        return (
            f"dealing to each seat begins with {first} whoever has moved: write `each p in seat "
            f"from me` (or from another seat that the game knows), and in it "
            f"`{dealing}{target} of p`"
        )
    return (
        f"what is moved from {source} to {target} seat by seat begins with {first} whoever has "
        f"moved, and a stack keeps that order: `each p in seat from SEAT` {from_one}; or move all "
        f"to a set first, which has no order, and then that to {target}"
    )


def _named(place: _Cell | None) -> str:
    return ": another choice follows, or none" if place is None else f" to {member_text(*place)}"


def _first_difference(layout: Layout, meant: Slots, found: Slots) -> tuple[_Cell | None, str, str]:
    """Where two positions differ, and what is there in each."""
    for variable in layout.program.variables:
        for keys in layout.members(meant, variable):
            values = layout.get(meant, variable, keys), layout.get(found, variable, keys)
            if values[0] != values[1]:
                one, other = (value_text(variable, value) for value in values)
                return (variable, keys), one, other
    return None, "", ""
