"""Boards of cells: their declarations, and the functions that ask about their cells.

What lies beside, beyond and between cells is fixed, so it is kept in tables. If the size of a board
is an option, the tables are those of the largest one, and definitions cut off what is not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import cast

from ..core import boards, grids, ir
from ..source import Span
from ..syntax import nodes as n
from . import kinds
from .roles import ExpressionReader, ProgramReader
from .scope import BoardSymbol, DomainSymbol, Names, OptionSymbol, Scope, TableSymbol
from .types import BROKEN, TRUTH, is_broken, op, shown


def declare(builder: ProgramReader, d: n.CellBoardDecl) -> None:
    """The type of the cells, and the board as the set of them."""
    scope = builder.scope
    cells = [c for c in builder.of(n.CellsDecl) if c.board.text == d.name.text]
    rows, columns = _side(builder, d.rows), _side(builder, d.columns)
    if not _may_be(builder, d, cells) or not rows or not columns:  # which has been told
        builder.expressions.broken |= {d.name.text, *(c.name.text for c in cells)}
        return
    template = cells[0].template if is_readable(builder, cells[0]) else "{x} {y}"
    name = cells[0].name
    names = boards.labels(rows[-1], columns[-1], template)
    domain = ir.Domain(name.text, "cell", names, columns=columns[-1])
    options = cast(
        "tuple[str, str]",
        tuple(s.text if isinstance(s, n.Name) else "" for s in (d.rows, d.columns)),
    )
    board = ir.Board(
        d.name.text, rows[-1], columns[-1], domain, tuple(range(domain.size)), d.tail.words,
        d.tail.tags, d.name.span, options, "{row}" not in template,
    )  # fmt: skip
    if builder.add(DomainSymbol(domain.name, "a type", name.span, domain=domain)):
        scope.add_domain(domain)
        scope.boards_of_cells[domain.name] = board
        _numbers(scope, board, name.span)
    if builder.add(BoardSymbol(board.name, "a board", d.name.span, board=board)):
        scope.boards.append(board)


def _side(builder: ProgramReader, side: n.Integer | n.Name) -> tuple[int, ...]:
    """How many rows or columns there can be, in rising order; nothing if that is wrong."""
    symbol = None
    if isinstance(side, n.Integer):
        sizes: tuple[int, ...] = (side.value,)
    else:
        symbol = builder.scope.values.get(side.text)
        if symbol is None and builder.expressions.may_be_declared(side.text):
            return ()
        if not isinstance(symbol, OptionSymbol) or isinstance(symbol.option.type, ir.Element):
            numbers = [o.name for o in builder.options if isinstance(o.type, ir.Number)]
            kinds.not_there(
                builder.scope, builder.findings, "E220", side,
                "an option with numbers for values", numbers,
                f"{side.text} is no number, and no option with numbers for values",
            )  # fmt: skip
            return ()
        symbol.used = True
        sizes = symbol.option.values
    if not (1 <= sizes[0] and sizes[-1] <= boards.MOST):
        builder.findings.add(
            "E181", f"a board of cells has 1 to {boards.MOST} rows and columns", side.span
        )
        return ()
    return sizes


def _may_be(builder: ProgramReader, d: n.CellBoardDecl, cells: list[n.CellsDecl]) -> bool:
    """Does the board say no more than can be, and do its cells have names?"""
    if d.component is not None:
        builder.findings.add(
            "E221", f"it is not said where each {d.component.text} lies on {d.name.text}",
            d.component.span,
            hint="what lies there for the whole game comes from a table; for pieces that move, "
            f'leave out "of {d.component.text}" and add: zone on of square: slot of '
            f"{d.component.text}",
        )  # fmt: skip
        return False
    if not cells:
        builder.findings.add(
            "E219", f"the cells of {d.name.text} have no name", d.name.span,
            hint=f'add a line: cells square of {d.name.text} named "{{letter}}{{y}}"',
        )  # fmt: skip
    return bool(cells)


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
        "with something between them", d.span,
        hint='for example: "{letter}{y}"',
    )  # fmt: skip
    return False


def _numbers(scope: Scope, board: ir.Board, span: Span) -> None:
    """`row of c` and `column of c`, counted as in the names of cells: from the common corner."""
    domain = board.component
    across = [place % board.columns + 1 for place in board.places]
    down = [place // board.columns + 1 for place in board.places]
    if board.south:
        down = [board.rows + 1 - row for row in down]
    for name, most, values in (("row", board.rows, down), ("column", board.columns, across)):
        table = scope.add_table(name, (domain,), ir.Number(1, most), values, span)
        symbol = TableSymbol(name, f"the {name} of a cell", span, optional=True, table=table)
        scope.columns[domain.name, name] = symbol


def all_of(scope: Scope, domain: ir.Domain, span: Span) -> ir.Expr:
    """All elements of a type; of cells, those that are on the board."""
    board, kind = scope.boards_of_cells.get(domain.name), ir.SetOf(domain)
    if board is None or board.sized == ("", ""):
        return ir.Const(domain.everything(), kind, span)
    sizes = board.rows, board.columns
    options = {name: size for name, size in zip(board.sized, sizes, strict=True) if name}
    keys = tuple(scope.range_to(size) for size in options.values())

    def masks() -> Iterable[int]:
        for given in _combinations(keys):
            of = dict(zip(options, given, strict=True))
            rows, columns = (
                of.get(name, size) for name, size in zip(board.sized, sizes, strict=True)
            )
            yield sum(1 << cell for cell in boards.corner(domain, rows, columns, board.south))

    table = _table(scope, f"cells of {board.name}", keys, kind, masks, span)
    of_options = []
    for name in options:
        symbol = scope.values[name]
        assert isinstance(symbol, OptionSymbol)
        of_options.append(ir.opened(ir.OptionValue(name, symbol.option.type, span)))
    return ir.Lookup(table, tuple(of_options), kind, span)


def _combinations(keys: tuple[ir.Domain, ...]) -> Iterable[tuple[int, ...]]:
    if not keys:
        yield ()
        return
    for first in range(keys[0].size):
        for rest in _combinations(keys[1:]):
            yield first, *rest


def first_cell(scope: Scope, domain: ir.Domain) -> int:
    """The element that a mark starts with: of cells, one that every board has."""
    if domain.width:
        return grids.origin(domain)
    board = scope.boards_of_cells.get(domain.name)
    if board is None or board.sized == ("", ""):
        return 0
    return boards.corner(domain, 1, 1, board.south)[0]


def _table(
    scope: Scope, name: str, keys: tuple[ir.Domain, ...], kind: ir.Type,
    values: Callable[[], Iterable[int]], span: Span,
) -> ir.Table:  # fmt: skip
    """A table, made when it is first asked for."""
    key = name, keys
    if key not in scope.geometry:
        scope.geometry[key] = scope.add_table(name, keys, kind, values(), span)
    return scope.geometry[key]


def _on_board(
    reader: ExpressionReader, name: str, table: ir.Table, args: tuple[ir.Expr, ...], span: Span
) -> ir.Expr:
    """What a table says of cells, without the cells that are not on the board."""
    scope, kind = reader.scope, table.type
    assert isinstance(kind, ir.Element | ir.SetOf)
    if scope.boards_of_cells[kind.domain.name].sized == ("", ""):
        return ir.Lookup(table, args, kind, span)
    if table not in scope.cut_tables:
        params = tuple(scope.fresh(key.name, ir.Element(key), span) for key in table.keys)
        found = ir.Lookup(table, params, kind, span)
        there = all_of(scope, kind.domain, span)
        body: ir.Expr
        if isinstance(kind, ir.SetOf):
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


def beside(reader: ExpressionReader, cell: ir.Expr, direction: ir.Expr, span: Span) -> ir.Expr:
    """`beside(c, d)`: the next cell in a direction, or none."""
    domain, ring = _domain(cell), _domain(direction)
    steps = boards.steps_of(ring)
    table = _table(
        reader.scope, "beside", (domain, ring), ir.Element(domain, True),
        lambda: (boards.beside(domain, c, step) for c in range(domain.size) for step in steps),
        span,
    )  # fmt: skip
    return _on_board(reader, "beside", table, (cell, direction), span)


def around(reader: ExpressionReader, name: str, cell: ir.Expr, span: Span) -> ir.Expr:
    """`beside of c`, `touching of c`: the cells around a cell."""
    domain = _domain(cell)
    steps = boards.STEPS if name == "touching" else boards.STRAIGHT
    table = _table(
        reader.scope, name, (domain,), ir.SetOf(domain),
        lambda: (boards.around(domain, c, steps) for c in range(domain.size)), span,
    )  # fmt: skip
    return _on_board(reader, name, table, (cell,), span)


def beyond_of(reader: ExpressionReader, node: n.Apply, names: Names) -> ir.Expr:
    """`beyond(c, d)`: all cells beyond a cell in a direction."""
    if len(node.args) != 2:
        return reader.error("E106", "beyond wants a cell and a direction", node.span)
    cell = a_fixed_cell(reader, node.args[0], names)
    direction = a_direction(reader, node.args[1], names)
    if cell is None or is_broken(direction):
        return BROKEN
    domain, ring = _domain(cell), _domain(direction)
    steps = boards.steps_of(ring)
    table = _table(
        reader.scope, "beyond", (domain, ring), ir.SetOf(domain),
        lambda: (boards.beyond(domain, c, step) for c in range(domain.size) for step in steps),
        node.span,
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
    table = _table(
        reader.scope, "between", (domain, domain), ir.SetOf(domain),
        lambda: (mask for c in range(domain.size) for mask in boards.between(domain, c)), node.span,
    )  # fmt: skip
    return ir.Lookup(table, (first, second), table.type, node.span)


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
            *reader.origins(expr),
        )  # fmt: skip
        return None
    if expr.type.optional:
        reader.error("E109", "a cell is wanted here, but this may be none", node.span)
        return None
    return expr


def a_direction(reader: ExpressionReader, node: n.Expr, names: Names) -> ir.Expr:
    """An expression for a direction: an element of a ring of four or eight."""
    direction = reader.read(node, names, None)
    kind = direction.type
    if is_broken(direction):
        return BROKEN
    if not (isinstance(kind, ir.Element) and kind.domain.ring and kind.domain.size in (4, 8)):
        return reader.error(
            "E216",
            f"a direction is wanted here, but this is {shown(kind)}",
            node.span,
            *reader.origins(direction),
            hint="directions are a ring of four or eight, clockwise: type side: ring north, east, "
            "south, west",
        )
    if kind.optional:
        return reader.error(
            "E109", f"a {kind.domain.name} is wanted here, but this may be none", node.span
        )
    return direction


def _domain(expr: ir.Expr) -> ir.Domain:
    assert isinstance(expr.type, ir.Element)
    return expr.type.domain
