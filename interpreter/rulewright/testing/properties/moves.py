"""What is promised of the moves on offer, and of those that are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ...core.evaluate import Locals, elements, elements_of_mask, evaluate
from ...core.ir import Alternative, Element, Number, SetOf
from ...diagnostics import MoveError, OutOfRange, PlayError
from ...runtime.move import read_among, text_of
from ...state import Move, State
from .finding import Broken
from .playout import Play

MANY = 12  # moves at a decision, of which all are looked at
REFUSED = 3  # moves that are not offered, at a decision


def moves_are_canonical(play: Play) -> None:
    """No move twice, no text twice, in the order of the rules, and every text reads back."""
    state = play.state
    choice = state.waiting
    if choice is None:
        if state.legal_moves():
            raise Broken("moves are on offer though nobody is to move")
        return
    moves = state.legal_moves()
    if not moves:
        raise Broken(f"no move is on offer at {choice.name}", choice.span)
    texts: dict[str, Move] = {}
    for move in moves:
        text = str(move)
        if text in texts:
            raise Broken(
                f"two moves are both written {text}", move.alternative.span, choice.span,
                expected="as many texts as moves", found=f"{texts[text].code} and {move.code}",
            )  # fmt: skip
        texts[text] = move
    codes = [move.code for move in moves]
    if len(set(codes)) < len(codes):
        raise Broken("a move is offered twice", choice.span)
    if play.every(4):
        places = [tuple(_place(state, move)) for move in moves]
        for one, other, here, there in zip(moves, moves[1:], places, places[1:], strict=False):
            if here >= there:
                raise Broken(
                    f"{one} is offered before {other}", one.alternative.span,
                    expected=f"{other}; {one}", found=f"{one}; {other}",
                )  # fmt: skip
    for move in play.some(moves, MANY):
        text = str(move)
        if text != " ".join(text.split()) or not text:
            raise Broken(f'a move is written "{text}", which cannot be typed', choice.span)
        read = read_among(text, choice, codes, move.offer.read)
        if read != move.code:
            raise Broken(
                f"{text} is read as another move", move.alternative.span,
                expected=str(move.code), found=str(read),
            )  # fmt: skip


def _place(state: State, move: Move) -> Iterator[object]:
    """What orders moves: the line of the choice, arguments in the order of their sources, the last
    fastest, then the sets depth first."""
    alternative, args = move.alternative, move.code[1:]
    yield move.code[0]
    values: Locals = {}
    for param, arg in zip(alternative.params, args, strict=False):
        among = list(elements(evaluate(param.source, values, move.offer.read), param.source.type))
        if arg not in among:
            raise Broken(f"{move} is offered, but not drawn from what the rule says", param.span)
        yield among.index(arg)
        values[param.local.number] = arg
    masks = args[len(alternative.params) :]
    yield tuple((i, e) for i, mask in enumerate(masks) for e in elements_of_mask(mask))


def offered_moves_apply(play: Play) -> None:
    """Each move leads to a decision or to the end, and the seat that is to move is there."""
    state = play.state
    _stands_well(state)
    if state.over or not play.every(3):
        return
    for move in play.some(state.legal_moves(), 4):
        after = state.copy()
        try:
            after.apply(move)
        except OutOfRange:
            continue  # that is told when it is made
        except PlayError as error:
            raise Broken(
                f"{move} cannot be made: {error.message}", *([error.span] if error.span else ()),
                move.alternative.span, expects=f"play {move}",
            ) from None  # fmt: skip
        if after.to_move != "chance":
            _stands_well(after)


def _stands_well(state: State) -> None:
    if state.over:
        if state.to_move is not None or state.outcome is None:
            raise Broken("the game is over, but somebody is to move or it has no outcome")
    elif not isinstance(state.to_move, int) or state.outcome is not None:
        raise Broken("the game goes on, but nobody is to move or it has an outcome")
    elif not 0 <= state.to_move < state.engine.program.seats.size:
        raise Broken(f"seat {state.to_move} is to move, and there is none")


def refusals_explain_themselves(play: Play) -> None:
    """What is not on offer cannot be made, leaves everything as it is, and has a reason."""
    state = play.state
    offered = [str(move) for move in state.legal_moves()]
    others = not_on_offer(play)
    if play.every(5):
        tried = [others[play.lot(len(others))] for _ in range(REFUSED) if others]
        tried += [text for text in _made_up(play) if text not in offered]
        for text in [*tried, "no_such_move"]:
            if not _named(state, text):
                _refuse(state, text)
        for text in play.some(offered, 2):
            if state.why_not(text):
                raise Broken(f"{text} is on offer, and there is a reason against it")


def not_on_offer(play: Play) -> list[str]:
    """Moves of earlier decisions of this playout that are not on offer now."""
    seen = cast("dict[str, int]", play.memory.setdefault("texts", {}))
    offered = {str(move): play.number for move in play.state.legal_moves()}
    others = [text for text in seen if text not in offered]
    seen |= dict(list(offered.items())[:30])
    for text in others[:-150]:
        del seen[text]
    return others


def _named(state: State, text: str) -> bool:
    """Does it mean a move on offer, one that is equal to it?"""
    moves = state.legal_moves()
    return bool(moves) and len(moves[0].offer.named(text)) == 1


def _made_up(play: Play) -> Iterator[str]:
    """Moves at this choice with arguments by lot, on offer or not."""
    choice = play.state.waiting
    for alternative in play.some(choice.alternatives if choice is not None else (), REFUSED):
        args = [_argument(play, alternative, i) for i in range(len(alternative.bound))]
        if choice is not None and None not in args:
            code = (choice.alternatives.index(alternative), *cast("list[int]", args))
            yield text_of(choice, code, play.state.legal_moves()[0].offer.read)


def _argument(play: Play, alternative: Alternative, number: int) -> int | None:
    match alternative.bound[number].type:
        case Element(domain=domain):
            return play.lot(domain.size)
        case Number(low=low, high=high):
            return low + play.lot(min(high - low + 1, 1_000))
        case SetOf(domain=domain):
            return play.lot(1 << min(domain.size, 16))
    return None


def _refuse(state: State, text: str) -> None:
    before = state.position
    reasons = state.why_not(text)
    if not reasons or not all(reason.message.strip() for reason in reasons):
        raise Broken(f"{text} is not on offer, and no reason is given")
    try:
        state.apply(text)
    except MoveError as error:
        if reasons[0].message not in str(error):
            raise Broken(
                f"{text} is refused for another reason than why-not gives",
                expected=reasons[0].message, found=str(error),
            ) from None  # fmt: skip
    else:
        raise Broken(f"{text} is not on offer, and could be made")
    if state.position is not before:
        raise Broken(f"{text} is refused, and the position is another one")
