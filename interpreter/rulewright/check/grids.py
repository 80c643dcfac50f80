"""Growing grids: their declarations, and the functions that ask about their cells."""

from __future__ import annotations

import re

from ..core import grids, ir
from ..source import Span
from ..syntax import nodes as n
from . import boards, kinds
from .modules import CELLS
from .roles import ExpressionReader, ProgramReader
from .scope import DomainSymbol, Names, VariableSymbol
from .types import BROKEN, is_broken, is_collection, op

MOST_COMPONENTS = 120  # of the type that lies on a growing grid


def growing(builder: ProgramReader, d: n.GrowingDecl) -> None:
    """A grid without bounds: a zone with a place for each of its cells, which `cells` names."""
    domain = builder.expressions.domain(d.component)
    cells = [c for c in builder.of(n.CellsDecl) if c.board.text == d.name.text]
    if not _may_grow(builder, d, domain, cells):  # which has been told, so that no more follows
        builder.expressions.broken |= {CELLS, d.name.text, *(c.name.text for c in cells)}
        return
    assert domain is not None
    template = cells[0].template if is_readable(builder, cells[0]) else "{x} {y}"
    width = grids.window(domain.size)
    names = grids.labels(width, template)
    site = ir.Domain(cells[0].name.text, "cell", names, width=width)
    if builder.add(DomainSymbol(site.name, "a type", cells[0].name.span, domain=site)):
        builder.scope.add_domain(site)
    variable = builder.scope.add_variable(
        d.name.text, (site,), ir.Element(domain, True), -1, "all", "zone", d.name.span, d.tail.words
    )
    builder.scope.grids[site.name] = variable
    builder.add(VariableSymbol(d.name.text, "a board", d.name.span, variable=variable))


def _may_grow(
    builder: ProgramReader, d: n.GrowingDecl, domain: ir.Domain | None, cells: list[n.CellsDecl]
) -> bool:
    """Can the components of this domain be laid on cells that have names?"""
    findings = builder.findings
    if domain is None:
        return False
    if domain.kind != "component":
        findings.add("E175", f"{domain.name} is not a component", d.component.span)
        return False
    if not cells:
        is_told = boards.mistyped_in_cells(builder, d.name)
        if not is_told and not builder.expressions.may_be_declared(d.name.text):
            findings.add(
                "E219", f"the cells of {d.name.text} have no name", d.name.span,
                hint=f'add a line: cells cell of {d.name.text} named "{{x}} {{y}}"',
            )  # fmt: skip
        return False
    if domain.size > MOST_COMPONENTS:
        findings.add(
            "E179",
            f"a growing grid is for {MOST_COMPONENTS} components at most, and there are "
            f"{domain.size} of {domain.name}",
            d.component.span,
        )
        return False
    return True


def is_readable(builder: ProgramReader, d: n.CellsDecl) -> bool:
    """Does the template tell both coordinates, once each and apart?"""
    if re.search("[;']", d.template):
        builder.findings.add(
            "E214", "the name of a cell holds a sign that separates moves or names", d.span,
            hint="no semicolon, no quotation mark",
        )  # fmt: skip
        return False
    held = tuple(sorted(re.findall(r"\{(\w*)\}", d.template)))
    if held in [tuple(sorted(names)) for names in grids.PLACES] and "}{" not in d.template:
        return True
    builder.findings.add(
        "E214", "the name of a cell holds {x} and {y}, or {row} and {column}, with something "
        "between them", d.span,
    )  # fmt: skip
    return False


def of_no_board(builder: ProgramReader) -> None:
    """What the cells are of a board that is not there, or could not be read, nobody can tell; that
    it is not there is told of itself, so that no more follows."""
    known = _boards(builder)
    for d in builder.of(n.CellsDecl):
        if d.board.text not in known:
            builder.expressions.broken |= {CELLS, d.name.text}


def _boards(builder: ProgramReader) -> list[str]:
    return [board.name.text for board in builder.of(n.GrowingDecl, n.CellBoardDecl)]


def cells(builder: ProgramReader, d: n.CellsDecl) -> None:
    """The cells of a board are declared with it; here it has only to be there, once."""
    known = _boards(builder)
    if d.board.text not in known and not builder.expressions.may_be_declared(d.board.text):
        kinds.not_there(
            builder.scope, builder.findings, "E178", d.board, "a board of cells", known,
            f"there is no board called {d.board.text}",
        )  # fmt: skip
    others = [c for c in builder.of(n.CellsDecl) if c.board.text == d.board.text]
    if others[0] is not d:
        builder.findings.add("E172", f"{d.board.text} has cells already", d.span)


def whole(variable: ir.StateVariable, span: Span) -> ir.Expr:
    """The components that lie on a grid."""
    assert isinstance(variable.type, ir.Element)
    return ir.OnGrid("laid", variable, (), ir.SetOf(variable.type.domain), span)


def cell_of(reader: ExpressionReader, node: n.Apply, site: ir.Domain, names: Names) -> ir.Expr:
    """`site of t`: where a component lies; of a set, all the cells its components lie in."""
    variable = reader.scope.grids[site.name]
    assert isinstance(variable.type, ir.Element)
    if len(node.args) != 1:
        return reader.error("E106", f"{site.name} wants one {variable.type.domain.name}", node.span)
    if is_collection(reader.trial().read(node.args[0], names, None).type):
        components = reader.value(node.args[0], names, ir.SetOf(variable.type.domain))
        return ir.OnGrid("cells_of", variable, (components,), ir.SetOf(site), node.span)
    component = reader.value(node.args[0], names, ir.Element(variable.type.domain))
    if is_broken(component):
        return BROKEN
    return ir.OnGrid("cell_of", variable, (component,), ir.Element(site, True), node.span)


def open_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`open of ruin`: the empty cells beside what lies on the grid."""
    name = node.args[0]
    symbol = reader.scope.values.get(name.text) if isinstance(name, n.Name) else None
    if isinstance(name, n.Name) and symbol is None and reader.may_be_declared(name.text):
        return BROKEN
    if len(node.args) != 1 or not isinstance(symbol, VariableSymbol) or not symbol.variable.grows:
        return reader.error("E215", "only a board without bounds has open cells", node.span)
    symbol.used = True
    return ir.OnGrid("open", symbol.variable, (), ir.SetOf(symbol.variable.keys[0]), node.span)


def beside_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`beside of c`: the four cells beside it; `beside(c, d)`: the one in a direction."""
    if len(node.args) != 2:
        return around(reader, "neighbours", node, names)
    site = boards.a_cell(reader, node.args[0], names)
    if site is None:
        return BROKEN
    assert isinstance(site.type, ir.Element)
    direction = boards.a_direction(reader, node.args[1], names, site.type.domain)
    if is_broken(direction):
        return BROKEN
    if site.type.domain.columns:
        return boards.beside(reader, site, direction, node.span)
    return op("beside", site.type, node.span, site, direction)


def touching_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`touching of c`: the eight cells around it."""
    return around(reader, "touching", node, names)


def around(reader: ExpressionReader, name: ir.OpName, node: n.Apply, names: Names) -> ir.Expr:
    site = boards.a_cell(reader, node.args[0], names) if len(node.args) == 1 else None
    if site is None:
        if len(node.args) != 1:
            reader.error("E106", f"{node.name.text} wants a cell", node.span)
        return BROKEN
    assert isinstance(site.type, ir.Element)
    if site.type.domain.columns:
        return boards.around(reader, node.name.text, site, node.span)
    return op(name, ir.SetOf(site.type.domain), node.span, site)
