"""The random programs reach every kind of node, so that both engines are compared on each.

A new kind of node, operation or variety of one fails here until the generator in `conftest` makes
it, or it is named below with the place where it is tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_args, get_type_hints

from rulewright.core import ir
from rulewright.core.selecting import selects
from rulewright.core.walk import Node, walk

PROGRAMS = 60

ELSEWHERE = {
    "OptionValue": "of the open core only: tests/unit/core, and every game with options",
    "Call": "of the open core only: every game with definitions",
    "Choose secret": "changes what others see, not what is offered: unit/runtime",
    "Choose cover": "the same, for composes: unit/runtime",
    "Choose impossible": "for why-not alone, which no engine answers: unit/runtime",
    "Cell seen chooser": "what is seen is of no concern to an engine: unit/runtime",
    "Cell seen with": "the same",
}


def wanted() -> set[str]:
    """Every kind of node, and every variety of those that have several."""
    names = {kind.__name__ for union in (ir.Expr, ir.Stmt, ir.Type) for kind in get_args(union)}
    names |= {f"Op {name}" for name in get_args(ir.OpName)}
    names |= {f"Fold {name}" for name in get_args(ir.FoldKind)}
    names |= {f"Fold over {kind.__name__}" for kind in (*get_args(ir.Collection), ir.WaysOf)}
    names |= {f"OnGrid {name}" for name in get_args(get_type_hints(ir.OnGrid)["what"])}
    names |= {f"Measure {name}" for name in get_args(get_type_hints(ir.Measure)["kind"])}
    names |= {f"Cell {role}" for role in get_args(ir.Role)}
    names |= {f"Cell seen {seen}" for seen in get_args(ir.Visibility)}
    return names | {
        "Fold where", "Paths by", "Paths near", "Paths on a board", "Paths on a grid that grows",
        "For first", "If other", "Shuffle until", "MoveAll some",
        "MoveAll everything", "Deal from a stack", "Deal from a set", "Choose secret",
        "Choose cover", "Choose impossible", "Alternative fallback", "Alternative compose",
        "Alternative params",
        "Completable start", "Completable step", "Completable best", "Compose weight",
        "single Compose weight",
        "Compose own", "Compose that selects", "Compose that does more", "Score", "winners",
        "outcome",
    }  # fmt: skip


def reached(program: ir.Program) -> Iterator[str]:
    """What a program holds of all that."""
    for variable in program.variables:
        yield from (
            type(variable.type).__name__,
            f"Cell {variable.role}",
            f"Cell seen {variable.seen}",
        )
    roots: list[Node] = [program.setup, program.flow, *program.scores, *program.outcome]
    for compose in program.composes:
        roots.append(compose)
        yield "Compose that selects" if selects(compose) else "Compose that does more"
    if program.winners is not None:
        roots.append(program.winners)
        yield "winners"
    if program.outcome:
        yield "outcome"
    for root in roots:
        for node in walk(root):
            yield type(node).__name__
            yield from varieties(node)


def varieties(node: Node) -> Iterator[str]:
    match node:
        case ir.Op():
            yield f"Op {node.name}"
        case ir.Fold():
            yield f"Fold {node.kind}"
            yield f"Fold over {type(node.source.type).__name__}"
            if node.where is not None:
                yield "Fold where"
            yield type(node.source.type).__name__
        case ir.OnGrid():
            yield f"OnGrid {node.what}"
        case ir.Measure():
            yield f"Measure {node.kind}"
        case ir.Paths():
            board = "a board" if node.type.domain.columns else "a grid that grows"
            yield f"Paths on {board}" if node.near is None else "Paths near"
            if node.by is not None:
                yield "Paths by"
        case ir.For() if node.first is not None:
            yield "For first"
        case ir.If() if node.other is not None:
            yield "If other"
        case ir.Shuffle() if node.until is not None:
            yield "Shuffle until"
        case ir.MoveAll():
            yield "MoveAll everything" if node.components is None else "MoveAll some"
        case ir.Deal():
            is_stack = isinstance(node.source.variable.type, ir.StackOf)
            yield "Deal from a stack" if is_stack else "Deal from a set"
        case ir.Choose():
            found = (name for name in ("secret", "cover", "impossible") if getattr(node, name))
            yield from (f"Choose {name}" for name in found)
        case ir.Alternative():
            parts = ("fallback", "compose", "params")
            yield from (f"Alternative {name}" for name in parts if getattr(node, name))
        case ir.Compose():
            single = "single Compose" if node.selections else "Compose"
            yield from (f"{single} {name}" for name in ("weight", "own") if getattr(node, name))
        case ir.Completable(best=True):
            yield "Completable best"
        case ir.Completable():
            yield "Completable start" if node.step is None else "Completable step"
        case _:
            return


def test_every_kind_of_node_is_reached(random_program: Callable[[int], ir.Program]) -> None:
    found: set[str] = set()
    for seed in range(PROGRAMS):
        found.update(reached(random_program(seed)))
        if wanted() - ELSEWHERE.keys() <= found:
            break
    assert sorted(wanted() - found - ELSEWHERE.keys()) == []
    assert sorted(ELSEWHERE.keys() & found) == []  # what is reached need not be excused
