"""What is promised of positions: nothing is lost, nothing leaves its range, scores add up."""

from __future__ import annotations

from typing import cast

from ...backends.protocol import best
from ...core.evaluate import elements_of_mask, evaluate, mask_of
from ...core.ir import Domain, Element, Number, RowOf, SetOf, StackOf, StateVariable, Truth
from ...source import Span
from ...state import State
from ..position import member_text
from .coming_again import only, round_of
from .finding import Broken
from .playout import Play


def components_stay(play: Play) -> None:
    """Each component that was there at the beginning lies in exactly one place."""
    held = _components(play.state)
    first = cast("dict[Domain, int] | None", play.memory.get("components"))
    if first is None:
        play.memory["components"] = held
        return
    for domain, mask in held.items():
        lost, made = first[domain] & ~mask, mask & ~first[domain]
        for what, some in (("lost", lost), ("made", made)):
            if some:
                names = ", ".join(domain.labels[e] for e in elements_of_mask(some))
                raise Broken(f"components have been {what}: {names}")


def _components(state: State) -> dict[Domain, int]:
    """For each kind, what lies anywhere; nothing may lie in two places."""
    layout, found = state.engine.layout, dict[Domain, int]()
    for variable in state.engine.program.variables:
        kind = variable.type
        if variable.role != "zone" or isinstance(kind, Truth | Number):
            continue
        mask = found.setdefault(kind.domain, 0)
        for keys in layout.members(state.slots, variable):
            value = layout.get(state.slots, variable, keys)
            if isinstance(value, list):
                lying = [e for e in value if e >= 0]
                here = mask_of(lying)
                if here.bit_count() < len(lying):
                    raise Broken(
                        f"a component lies twice in {member_text(variable, keys)}", variable.span
                    )
            else:
                here = value if isinstance(kind, SetOf) else (1 << value if value >= 0 else 0)
            if mask & here:
                names = ", ".join(kind.domain.labels[e] for e in elements_of_mask(mask & here))
                where = member_text(variable, keys)
                raise Broken(f"{names} lies in {where} and somewhere else", variable.span)
            mask |= here
        found[kind.domain] = mask
    return found


def values_stay_in_range(play: Play) -> None:
    """Every number is in the range of its mark, every element in its type."""
    state = play.state
    layout, slots = state.engine.layout, state.slots
    for variable, base, end in layout.bounds:
        # of many members most hold the same: what a history does not hold yet, above all
        one_slot_each = layout.region(variable).form == "plain"
        if one_slot_each and all(_fits(variable, value) for value in set(slots[base:end])):
            continue
        for keys in layout.members(slots, variable):
            value = layout.get(slots, variable, keys)
            if not _fits(variable, value):
                wrong = f"{member_text(variable, keys)} is {value}"
                raise Broken(
                    f"{wrong}, outside its range", variable.span, expected=str(variable.type)
                )


def _fits(variable: StateVariable, value: int | list[int]) -> bool:
    kind = variable.type
    if isinstance(value, list):
        if not isinstance(kind, StackOf | RowOf):
            return False
        lowest = -1 if isinstance(kind, RowOf) else 0
        long = len(value) == kind.places if isinstance(kind, RowOf) else True
        return long and all(lowest <= e < kind.domain.size for e in value)
    match kind:
        case Truth():
            return value in (0, 1)
        case Number():
            return kind.holds(value)
        case Element():
            return -int(kind.optional) <= value < kind.domain.size or value == variable.start
        case SetOf():
            return 0 <= value <= kind.domain.everything()
    return False


def scores_add_up(play: Play) -> None:
    """The points of each seat are the sum of its lines, and the best have won."""
    state = play.state
    if not play.every(3):
        return
    totals, lines = state.scores(), state.score_lines()
    for seat, total in enumerate(totals):
        parts = {name: points[seat] for name, points in lines.items()}
        if sum(parts.values()) != total:
            spans = [line.span for line in state.engine.program.scores]
            raise Broken(
                f"the points of seat {seat} are not the sum of its lines", *spans,
                expected=" + ".join(f"{n} {v}" for n, v in parts.items()), found=str(total),
            )  # fmt: skip
    outcome, program = state.outcome, state.engine.program
    if outcome is None:
        return
    if outcome["scores"] != totals or outcome["lines"] != lines:
        raise Broken("the result has other points than the last position")
    if program.winners is None and program.scores:
        winners = list(elements_of_mask(best(program, tuple(totals))))
        if outcome["winners"] != winners:
            raise Broken(
                f"{program.winner} points do not win", expected=str(winners),
                found=str(outcome["winners"]),
            )  # fmt: skip
    named = {name for case in program.outcome for name in case.names}
    if not named.issuperset(outcome["result"]) or (named and not outcome["result"]):
        raise Broken("the result is none of those the rules name", found=str(outcome["result"]))


def promises_hold(play: Play) -> None:
    """Every `always` line holds."""
    state = play.state
    promises = state.engine.program.always
    if not promises:
        return
    read = state.engine.layout.reader(state.slots)
    for promise in promises:
        if not evaluate(promise.test, {}, read):
            raise Broken(
                f"this must always hold: {promise.told}", promise.span, expects="offers ..."
            )


def play_ends(play: Play) -> None:
    """The game is over after as many moves as the rules say, and before anybody gives up."""
    state = play.state
    bounds = cast("list[tuple[int, Span]] | None", play.memory.get("ends"))
    if bounds is None:
        read = state.engine.layout.reader(state.slots)
        bounds = [
            (cast(int, evaluate(p.test, {}, read)), p.span) for p in state.engine.program.ends
        ]
        play.memory["ends"] = bounds
    for most, span in bounds:
        if play.number > most or (play.number == most and not state.over):
            raise Broken(f"the game is not over after {most:,} moves", span, expects="expect over")
    if play.number > play.longest:
        since, moves = only(play.made)
        again = round_of(state, play.number, since)
        told = str(again or "")
        if again is None or again.since is None:
            told = "; ".join(filter(None, (moves, told)))
        message = f"the game is not over after {play.longest:,} decisions"
        raise Broken(message, found=told, round=again)
