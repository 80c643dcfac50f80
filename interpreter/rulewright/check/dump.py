"""The checked game as text: every declaration with its type and the file that said it.

This is what `rulewright dump --stage checked` prints: names resolved and typed, variants applied,
before options are chosen. The core that follows from it has a dump of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..characters import many
from ..core import ir
from ..source import NOWHERE, Span
from ..syntax import nodes as n
from .checked import Checked
from .scope import (
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    OptionSymbol,
    Symbol,
    VariableSymbol,
)


def dump(checked: Checked) -> str:
    """One line for each declaration, grouped by kind in the order of declaration."""
    return "\n".join(_lines(checked)) + "\n"


def _lines(checked: Checked) -> Iterator[str]:
    scope = checked.scope
    yield f"game {checked.merged.header.name.text} for {many(scope.seats.size, 'seat')}"
    for variant in checked.merged.variants:
        yield f"variant {variant}"
    for symbol in scope.values.values():
        yield f"{described(symbol)}{_where(symbol.span)}"
    for (domain, name), column in scope.columns.items():
        yield f"attribute {name} of {domain}: {column.table.type}{_where(column.span)}"
    for action in scope.actions.values():
        params = ", ".join(p.name.text for p in action.declaration.params)
        yield f"action {action.name}({params}){_where(action.span)}"
    for procedure in scope.procedures.values():
        params = ", ".join(p.name.text for p in procedure.declaration.params)
        yield f"procedure {procedure.name}({params}){_where(procedure.span)}"
    for declaration in checked.merged.declarations:
        if isinstance(declaration, n.PhaseDecl):
            yield f"phase {declaration.name.text}{_where(declaration.span)}"
        elif isinstance(declaration, n.WheneverDecl):
            yield f"whenever {declaration.test.span.text()}{_where(declaration.span)}"
    for line in scope.scores:
        yield f"score {line.name}: {line.value.type}{_where(line.span)}"


def described(symbol: Symbol) -> str:
    """A declared name with its type, in one line."""
    match symbol:
        case DomainSymbol(domain=domain):
            labels = ", ".join(domain.labels)
            return f"type {symbol.name} ({domain.kind}, {domain.size}): {labels}"
        case VariableSymbol(variable=variable):
            keys = ", ".join(k.name for k in variable.keys)
            of = f"({keys})" if keys else ""
            return f"{variable.role} {symbol.name}{of}: {variable.type}, seen {variable.seen_words}"
        case OptionSymbol(option=option):
            return f"option {symbol.name}: {_values(option)}"
        case BoardSymbol(board=board):
            return f"board {symbol.name}: {board.rows} by {board.columns} of {board.component.name}"
        case FunctionSymbol(function=function) if function is not None:
            params = ", ".join(f"{p.name}: {p.type}" for p in function.params)
            return f"define {symbol.name}({params}): {function.body.type}"
    return f"{symbol.kind} {symbol.name}"


def _values(option: ir.Option) -> str:
    if isinstance(option.type, ir.Element):
        return ", ".join(option.type.domain.labels)
    return f"{option.type.low}..{option.type.high}"


def _where(span: Span) -> str:
    return "" if span is NOWHERE else f"   [{span.file.name}:{span.line}]"
