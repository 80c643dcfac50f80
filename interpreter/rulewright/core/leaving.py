"""What comes after a choice, whichever way it goes.

Whoever is not told what was chosen does not know what has been done because of it. But what stands
behind the choice is done in any case, if none of its ways leads past that.
"""

from __future__ import annotations

from . import ir
from .starts import Start, starts
from .walk import walk


def what_follows(program: ir.Program) -> dict[int, ir.Stmt]:
    """By the point of a choice, the statement that is carried out next when it is over, if that is
    so however it goes: of a compose, when all of it is chosen."""
    found: dict[int, ir.Stmt] = {}
    for start in starts(program):
        following = _behind(start)
        if following is not None:
            found[start.choose.point] = following
    return found


def _behind(start: Start) -> ir.Stmt | None:
    way, choose = [*start.way], start.choose
    loops = [i for i, (stmt, _) in enumerate(way) if isinstance(stmt, ir.Loop)]
    region: ir.Stmt = choose
    if loops and _goes_round(way[loops[-1]][0], choose):
        region, way = way[loops[-1]][0], way[: loops[-1]]
    inside = {one.label for one in walk(region) if isinstance(one, ir.Block | ir.Loop)}
    for one in walk(region):
        if isinstance(one, ir.Leave | ir.Again) and one.label not in inside:
            return None
        if isinstance(one, ir.End) or (isinstance(one, ir.Choose) and one is not choose):
            return None
    for stmt, part in reversed(way):
        match stmt:
            case ir.Seq(body=body):
                if part + 1 < len(body):
                    return body[part + 1]
            case ir.If() | ir.Block():
                pass
            case _:
                return None
    return None


def _goes_round(stmt: ir.Stmt, choose: ir.Choose) -> bool:
    """Is it a loop that holds nothing but a choice, and what ends it?"""
    if not isinstance(stmt, ir.Loop):
        return False
    parts = stmt.body.body if isinstance(stmt.body, ir.Seq) else (stmt.body,)
    return parts[-1] is choose and all(isinstance(part, ir.If) for part in parts[:-1])
