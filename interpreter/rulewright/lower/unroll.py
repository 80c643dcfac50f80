"""Questions about a few fixed elements, written out: `every d in side has P(d)` is P(north) and ….

Each part is then about fewer things: it may be a table of its own, or the same for all elements of
another set. Errors stay where they are, for `and` and `or` stop as the questions do.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ..core import ir
from ..core.evaluate import elements_of_mask
from ..core.walk import Node, rewrite, substitute, walk, walk_statements

MOST_ELEMENTS = 4
MOST_NODES = 160  # of the whole that is written out


def unrolled(program: ir.Program) -> ir.Program:
    """The program with such questions written out, outside composes."""
    setup, flow = rewrite(program.setup, _change), rewrite(program.flow, _change)
    stmts = (*walk_statements(setup), *walk_statements(flow))
    choices = {node.point: node for node in stmts if isinstance(node, ir.Choose)}
    return replace(
        program,
        setup=setup,
        flow=flow,
        scores=tuple(rewrite(line, _change) for line in program.scores),
        choices=tuple(choices.get(choose.point, choose) for choose in program.choices),
    )


def _change(node: Node) -> Node:
    if not isinstance(node, ir.Fold) or node.kind not in ("some", "every"):
        return node
    if not isinstance(node.source, ir.Const) or not isinstance(node.source.type, ir.SetOf):
        return node
    elements = elements_of_mask(node.source.value)
    parts = [part for part in (node.where, node.body) if part is not None]
    nodes = [inner for part in parts for inner in walk(part)]
    if not 1 <= len(elements) <= MOST_ELEMENTS or len(nodes) * len(elements) > MOST_NODES:
        return node
    if not parts or any(isinstance(inner, ir.Completable) for inner in nodes):
        return node
    written = [_for(node, ir.Const(element, node.local.type)) for element in elements]
    if len(written) == 1:
        return written[0]
    return ir.Op("or" if node.kind == "some" else "and", tuple(written), ir.Truth(), node.span)


def _for(fold: ir.Fold, element: ir.Const) -> ir.Expr:
    """What is asked of one element."""
    values = {fold.local.number: element}
    where = None if fold.where is None else substitute(fold.where, values)
    body = None if fold.body is None else substitute(fold.body, values)
    if where is None or body is None:
        return cast(ir.Expr, body or where)
    if fold.kind == "some":
        return ir.Op("and", (where, body), ir.Truth(), fold.span)
    outside = ir.Op("not", (where,), ir.Truth(), fold.span)
    return ir.Op("or", (outside, body), ir.Truth(), fold.span)
