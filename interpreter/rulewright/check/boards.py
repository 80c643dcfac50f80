"""Boards of cells: their declarations, and the functions that ask about their cells.

What lies beside, beyond and between cells is fixed, so it is kept in tables. If options say which
cells there are, the tables are those of all of them, and definitions cut off what is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import cast

from ..core import boards, grids, ir
from ..diagnostics import Note, did_you_mean, nearest
from ..source import Span
from ..syntax import nodes as n
from . import suggesting
from .modules import CELLS
from .narrowing import plain
from .roles import ExpressionReader, ProgramReader
from .scope import BoardSymbol, DomainSymbol, Names, OptionSymbol, Scope, TableSymbol
from .sizes import Size, sizes
from .types import BROKEN, TRUTH, is_broken, op, shown

HEXAGONS = "hexagons"  # what cells are if it is said


def declare(builder: ProgramReader, d: n.CellBoardDecl) -> None:
    """The type of the cells, and the board as the set of them."""
    scope = builder.scope
    cells = [c for c in builder.of(n.CellsDecl) if c.board.text == d.name.text]
    found = sizes(builder, d, boards.MOST)
    if not _may_be(builder, d, cells) or found is None:  # which has been told
        builder.expressions.broken |= {CELLS, d.name.text, *(c.name.text for c in cells)}
        return
    board = _board(builder, d, cells[0], *found)
    domain, span = board.component, cells[0].name.span
    if builder.add(DomainSymbol(domain.name, "a type", span, domain=domain)):
        scope.add_domain(domain)
        scope.boards_of_cells[domain.name] = board
        _numbers(scope, board, span)
    if builder.add(BoardSymbol(board.name, "a board", d.name.span, board=board)):
        scope.boards.append(board)


def _board(
    builder: ProgramReader, d: n.CellBoardDecl, cells: n.CellsDecl, options: tuple[ir.Option, ...],
    all_sizes: list[Size],
) -> ir.Board:  # fmt: skip
    """The board with all cells that some options make."""
    template = cells.template if is_readable(builder, cells) else "{x} {y}"
    rows, columns = max(size.rows for size in all_sizes), max(size.columns for size in all_sizes)
    labels, south = boards.labels(rows, columns, template), "{row}" not in template
    domain = ir.Domain(
        cells.name.text, "cell", labels, columns=columns,
        sides=len(boards.HEXAGON if d.shape is not None else boards.STRAIGHT),
    )  # fmt: skip
    extents = tuple(
        ir.Extent(
            size.given, size.rows, size.columns,
            tuple(sorted(boards.cell(domain, *spot, south) for spot in size.spots)),
        )
        for size in all_sizes
    )  # fmt: skip
    places = {place for extent in extents for place in extent.places}
    return ir.Board(
        d.name.text, rows, columns, domain, tuple(sorted(places)), d.tail.words, d.tail.tags,
        d.name.span, tuple(option.name for option in options), extents if options else (), south,
    )  # fmt: skip


def _may_be(builder: ProgramReader, d: n.CellBoardDecl, cells: list[n.CellsDecl]) -> bool:
    """Does the board say no more than can be, and do its cells have names?"""
    if d.shape is not None and d.shape.text != HEXAGONS:
        builder.findings.add(
            "E221", f"it is not said where each {d.shape.text} lies on {d.name.text}",
            d.shape.span,
            hint=did_you_mean(d.shape.text, [HEXAGONS])
            or "what lies there for the whole game comes from a table; for pieces that move, "
            f'leave out "of {d.shape.text}" and add: zone on of square: slot of {d.shape.text}',
        )  # fmt: skip
        return False
    is_told = mistyped_in_cells(builder, d.name)
    if not cells and not is_told and not builder.expressions.may_be_declared(d.name.text):
        builder.findings.add(
            "E219", f"the cells of {d.name.text} have no name", d.name.span,
            hint=f'add a line: cells square of {d.name.text} named "{{letter}}{{y}}"',
        )  # fmt: skip
    return bool(cells)


def mistyped_in_cells(builder: ProgramReader, board: n.Name) -> bool:
    """Is there a line for its cells, which has another name for it, as is told of that line?"""
    return any(nearest(one.board.text, [board.text]) for one in builder.of(n.CellsDecl))


def is_readable(builder: ProgramReader, d: n.CellsDecl) -> bool:
    """Does the template tell both coordinates, once each and apart?"""
    held = re.findall(r"\{(\w*)\}", d.template)
    told = sorted(
        "east" if name in boards.EASTWARD else "up" if name in boards.UPWARD else ""
        for name in held
    )
    apart = "}{" not in d.template or "letter" in held
    if (
        told == ["east", "up"]
        and apart
        and not re.search("[;'#{}]", re.sub(r"\{\w+\}", "", d.template))
    ):
        return True
    builder.findings.add(
        "E214", "the name of a cell holds {letter}, {column} or {x}, and {y} or {row}; two numbers "
        "with something between them", _text_of(d), hint='for example: "{letter}{y}"',
    )  # fmt: skip
    builder.expressions.broken |= {CELLS}
    return False


def _text_of(d: n.CellsDecl) -> Span:
    """Where the text stands that says how cells are called."""
    start = d.span.start + d.span.text().index('"')
    return Span(d.span.file, start, start + len(d.template) + 2)


def _numbers(scope: Scope, board: ir.Board, span: Span) -> None:
    """`row of c` and `column of c`, counted as in the names of cells: from the common corner."""
    domain = board.component
    spots = [boards.spot(domain, cell, board.south) for cell in range(domain.size)]
    down, across = zip(*spots, strict=True)
    for name, most, values in (("row", board.rows, down), ("column", board.columns, across)):
        table = scope.add_table(name, (domain,), ir.Number(1, most), values, span)
        symbol = TableSymbol(name, f"the {name} of a cell", span, optional=True, table=table)
        scope.columns[domain.name, name] = symbol


def all_of(scope: Scope, domain: ir.Domain, span: Span) -> ir.Expr:
    """All elements of a type; of cells, those that are on the board."""
    board, kind = scope.boards_of_cells.get(domain.name), ir.SetOf(domain)
    if board is None:
        return ir.Const(domain.everything(), kind, span)
    if not board.options:
        return ir.Const(_there(board), kind, span)
    options = [cast("OptionSymbol", scope.values[name]).option for name in board.options]
    keys = tuple(
        option.type.domain
        if isinstance(option.type, ir.Element)
        else scope.range_to(option.values[-1])
        for option in options
    )

    def masks() -> Iterable[int]:
        known = {extent.given: extent.places for extent in board.extents}
        for given in product(*(range(key.size) for key in keys)):
            yield boards.mask(known.get(given, ()))

    table = scope.kept_table(f"cells of {board.name}", keys, kind, masks, span)
    of_options = (ir.opened(ir.OptionValue(o.name, o.type, span)) for o in options)
    return ir.Lookup(table, tuple(of_options), kind, span)


def _there(board: ir.Board) -> int:
    """The cells that a board can have, as a mask."""
    return boards.mask(board.places)


def first_cell(scope: Scope, domain: ir.Domain) -> int:
    """The element that a mark starts with: of cells, one that is always there, the corner if it can
    be; -1 if there is none."""
    if domain.width:
        return grids.origin(domain)
    board = scope.boards_of_cells.get(domain.name)
    if board is None:
        return 0
    corner = boards.cell(domain, 1, 1, board.south)
    known = (corner, *board.places) if board.options else board.places
    return next((cell for cell in known if scope.is_always_there(domain, cell)), -1)


def first_value(scope: Scope, kind: ir.Type) -> int:
    """What a mark of a type starts with where nothing is said: the number next to 0, none, the
    first element, nothing in a set; -1 if there is no such element."""
    match kind:
        case ir.Number(low=low, high=high):
            return -1 if kind.least is not None else max(low, min(0, high))
        case ir.Element(domain=domain, optional=optional):
            return -1 if optional else first_cell(scope, domain)
    return 0


def _on_board(
    reader: ExpressionReader, name: str, table: ir.Table, args: tuple[ir.Expr, ...], span: Span
) -> ir.Expr:
    """What a table says of cells, without the cells that are not on the board."""
    scope, kind = reader.scope, table.type
    assert isinstance(kind, ir.Element | ir.SetOf)
    board = scope.boards_of_cells[kind.domain.name]
    holed = any(len(e.places) < e.rows * e.columns for e in board.extents)
    if not board.options or (name == "between" and not holed):
        return ir.Lookup(table, args, kind, span)
    if table not in scope.cut_tables:
        params = tuple(scope.fresh(key.name, ir.Element(key), span) for key in table.keys)
        found: ir.Expr = ir.Lookup(table, params, kind, span)
        there = all_of(scope, kind.domain, span)
        body: ir.Expr
        if name == "between":
            body = ir.Cond(_holds(there, found), found, ir.Const(0, kind, span), kind, span)
        elif name == "beyond" and holed:
            cell = scope.fresh("e", ir.Element(kind.domain), span)
            way = ir.Lookup(_between(scope, kind.domain, span), (params[0], cell), kind, span)
            found = op("intersect", kind, span, found, there)
            body = ir.Fold("all", cell, found, _holds(there, way), None, kind, span)
        elif isinstance(kind, ir.SetOf):
            body = op("intersect", kind, span, found, there)
        else:
            body = ir.Cond(
                op("contains", TRUTH, span, there, found),
                found,
                ir.Const(-1, kind, span),
                kind,
                span,
            )
        scope.cut_tables[table] = ir.Function(name, params, body, span)
    return ir.opened(ir.Call(scope.cut_tables[table], args, kind, span))


def _holds(there: ir.Expr, cells: ir.Expr) -> ir.Expr:
    """Are these cells all on the board?"""
    missing = op("without", cells.type, cells.span, cells, there)
    return op("empty", TRUTH, cells.span, missing)


def _between(scope: Scope, domain: ir.Domain, span: Span) -> ir.Table:
    there = _there(scope.boards_of_cells[domain.name])
    return scope.kept_table(
        "between", (domain, domain), ir.SetOf(domain),
        lambda: (
            mask for c in range(domain.size) for mask in boards.between(domain, c, there)
        ), span,
    )  # fmt: skip


def beside(reader: ExpressionReader, cell: ir.Expr, direction: ir.Expr, span: Span) -> ir.Expr:
    """`beside(c, d)`: the next cell in a direction, or none."""
    domain, ring = _domain(cell), _domain(direction)
    steps, there = boards.steps_of(domain, ring), _there(reader.scope.boards_of_cells[domain.name])
    table = reader.scope.kept_table(
        "beside", (domain, ring), ir.Element(domain, True),
        lambda: (
            boards.beside(domain, c, step, there) for c in range(domain.size) for step in steps
        ), span,
    )  # fmt: skip
    return _on_board(reader, "beside", table, (cell, direction), span)


def around(reader: ExpressionReader, name: str, cell: ir.Expr, span: Span) -> ir.Expr:
    """`beside of c`, `touching of c`: the cells around a cell."""
    domain = _domain(cell)
    steps = boards.all_steps(domain) if name == "touching" else boards.straight(domain)
    there = _there(reader.scope.boards_of_cells[domain.name])
    table = reader.scope.kept_table(
        name, (domain,), ir.SetOf(domain),
        lambda: (boards.around(domain, c, steps, there) for c in range(domain.size)), span,
    )  # fmt: skip
    return _on_board(reader, name, table, (cell,), span)


def beyond_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`beyond(c, d)`: all cells beyond a cell in a direction."""
    if len(node.args) != 2:
        return reader.error("E106", "beyond wants a cell and a direction", node.span)
    cell = a_fixed_cell(reader, node.args[0], names)
    direction = BROKEN if cell is None else a_direction(reader, node.args[1], names, _domain(cell))
    if cell is None or is_broken(direction):
        return BROKEN
    domain, ring = _domain(cell), _domain(direction)
    steps, there = boards.steps_of(domain, ring), _there(reader.scope.boards_of_cells[domain.name])
    table = reader.scope.kept_table(
        "beyond", (domain, ring), ir.SetOf(domain),
        lambda: (
            boards.beyond(domain, c, step, there) for c in range(domain.size) for step in steps
        ), node.span,
    )  # fmt: skip
    return _on_board(reader, "beyond", table, (cell, direction), node.span)


def between_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`between(a, b)`: the cells strictly between two of one row, column or diagonal."""
    if len(node.args) != 2:
        return reader.error("E106", "between wants two cells", node.span)
    first, second = (a_fixed_cell(reader, arg, names) for arg in node.args)
    if first is None or second is None:
        return BROKEN
    domain = _domain(first)
    if _domain(second) is not domain:
        return reader.error(
            "E108", f"between wants two cells of one board, and this is a {_domain(second).name}",
            node.args[1].span,
        )  # fmt: skip
    table = _between(reader.scope, domain, node.span)
    return _on_board(reader, "between", table, (first, second), node.span)


def longest_line(reader: ExpressionReader, cells: ir.Expr, span: Span) -> ir.Expr:
    """`longest line of S`: how many cells of S stand in one row, column or diagonal, at most."""
    assert isinstance(cells.type, ir.SetOf)
    domain = cells.type.domain
    if not domain.columns:
        return reader.error(
            "E222", f"only cells of a board of fixed size form a line, and this is "
            f"{shown(cells.type)}", span, *reader.origins(cells),
        )  # fmt: skip
    most = max(domain.columns, domain.size // domain.columns)
    return op("longest_line", ir.Number(0, most), span, cells)


def a_fixed_cell(reader: ExpressionReader, node: n.Expr, names: Names) -> ir.Expr | None:
    """An expression for a cell of a board of fixed size."""
    cell = a_cell(reader, node, names)
    if cell is not None and not _domain(cell).columns:
        reader.error("E222", "a cell of a board of fixed size is wanted here", node.span)
        return None
    return cell


def a_cell(reader: ExpressionReader, node: n.Expr, names: Names) -> ir.Expr | None:
    """An expression for a cell of a board."""
    expr = reader.read(node, names, None)
    if is_broken(expr):
        return None
    if not (isinstance(expr.type, ir.Element) and expr.type.domain.kind == "cell"):
        reader.error(
            "E217", f"a cell of a board is wanted here, but this is {shown(expr.type)}", node.span,
            *reader.origins(expr), hint=_joined_hint(expr, node),
        )  # fmt: skip
        return None
    if expr.type.optional:
        _may_be_none(reader, "a cell", expr, node)
        return None
    return expr


def _may_be_none(reader: ExpressionReader, wanted: str, expr: ir.Expr, node: n.Expr) -> ir.Expr:
    """Report that there may be nothing where something is wanted."""
    is_gone, is_none = plain(expr) in reader.gone, isinstance(expr, ir.Const)
    hint = "" if is_none else suggesting.not_none(expr, node.span, gone=is_gone)
    return reader.error(
        "E109", f"{wanted} is wanted here, but this may be none", node.span, hint=hint
    )


def _joined_hint(expr: ir.Expr, node: n.Expr) -> str:
    """Edges have no cells beside them, but share ends with others."""
    if not (isinstance(expr.type, ir.Element) and expr.type.domain.kind == "edge"):
        return ""
    edge, text = expr.type.domain.name, node.span.in_line()
    other = "q" if text != "q" else "p"
    return (
        f"edges are joined where they share an end: {other} in {edge} where ends of {other} "
        f"meets ends of {text}"
    )


def a_direction(reader: ExpressionReader, node: n.Expr, names: Names, domain: ir.Domain) -> ir.Expr:
    """An expression for a direction from cells: an element of a ring of as many as there are."""
    direction = reader.read(node, names, None)
    kind = direction.type
    if is_broken(direction):
        return BROKEN
    counts = boards.directions(domain)
    if not (isinstance(kind, ir.Element) and kind.domain.ring and kind.domain.size in counts):
        hint, notes = _as_a_ring(reader.scope, kind, counts)
        return reader.error(
            "E216",
            f"a direction is wanted here, but this is {shown(kind)}",
            node.span,
            *(notes or reader.origins(direction)),
            hint=hint
            or "directions are a ring of four or eight, clockwise: type side: ring north, "
            "east, south, west"
            if len(counts) > 1
            else hint
            or "directions from hexagons are a ring of six, clockwise: type side: ring ne, e, "
            "se, sw, w, nw",
        )
    if kind.optional:
        return _may_be_none(reader, f"a {kind.domain.name}", direction, node)
    return direction


def _as_a_ring(
    scope: Scope, kind: ir.Type, counts: tuple[int, ...]
) -> tuple[str, tuple[Note, ...]]:
    """How a type of as many values as there are directions is made a ring, and where it is."""
    symbol = scope.values.get(kind.domain.name) if isinstance(kind, ir.Element) else None
    if not isinstance(symbol, DomainSymbol) or symbol.domain.kind != "enumeration":
        return "", ()
    domain = symbol.domain
    if domain.ring or domain.size not in counts:
        return "", ()
    made = f"type {domain.name}: ring {', '.join(domain.labels)}"
    note = Note(f"{domain.name} is declared here", symbol.span)
    return f"directions are a ring, clockwise; write: {made}", (note,)


def _domain(expr: ir.Expr) -> ir.Domain:
    assert isinstance(expr.type, ir.Element)
    return expr.type.domain
