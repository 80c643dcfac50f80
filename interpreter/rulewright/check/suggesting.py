"""What an author may have meant: names and values that would fit where something else stands.

Only what would fit there is offered. What is asked for here is worked out when a finding is made,
so that rules without one cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .. import foreign
from ..core import ir
from ..diagnostics import nearest
from ..source import Span
from .scope import (
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    Names,
    OptionSymbol,
    Scope,
    Symbol,
    TableSymbol,
    VariableSymbol,
)
from .types import element_of, fits, is_collection

MOST_LISTED = 8  # names in a hint
_PLAIN = re.compile(r"[A-Za-z]\w*", re.A)


def one_of_these(name: str, known: Iterable[str], listed: str = "") -> str:
    """A hint with the nearest name, else, under the heading `listed`, with all if they are few."""
    names = list(dict.fromkeys(known))
    if close := nearest(name, names):
        return f"did you mean {written(close)}?"
    if listed and 0 < len(names) <= MOST_LISTED:
        return f"{listed}: {', '.join(map(written, names))}"
    return ""


def written(label: str) -> str:
    """A name as it is written in rules: what is no plain name stands in quotes."""
    return label if _PLAIN.fullmatch(label) else f"'{label}'"


def unquoted(scope: Scope, span: Span) -> str:
    """A hint if the text here is an element's name that wants quotes, the longest there is."""
    text, start = span.file.text, span.start
    first = re.compile(r"\w+").match(text, start)
    if first is None or not text:
        return ""
    found = ""
    for domain in scope.domains:
        for label in domain.labels:
            if len(label) > max(len(found), first.end() - start) and text.startswith(label, start):
                if not text[start + len(label) : start + len(label) + 1].isalnum():
                    found = label
    return f"a name like this stands in single quotes: '{found}'" if found else ""


def value(scope: Scope, name: str, names: Names, wanted: ir.Type | None) -> str:
    """A hint for a value that nothing is called so."""
    if said := foreign.named("value", name):
        return said
    labels: Iterable[str]
    if wanted is None:
        labels = (label for domain in scope.domains for label in domain.labels)
        return one_of_these(name, [*names, *scope.values, *labels])
    domain = wanted.domain if isinstance(wanted, ir.Element) else element_of(wanted)
    labels = domain.labels if domain else ()
    known = [
        *(key for key, expr in names.items() if may_be(expr.type, wanted)),
        *(key for key, symbol in scope.values.items() if _may_be(symbol, wanted)),
        *labels,
    ]
    close = one_of_these(name, known)
    return close or one_of_these(name, labels, f"a {domain.name} is one of" if domain else "")


def function(scope: Scope, name: str, given: ir.Type, built_in: Iterable[str]) -> str:
    """A hint for what is asked of a value, `NAME of VALUE`, and not there."""
    if said := foreign.named("value", name):
        return said
    domain = given.domain if isinstance(given, ir.Element) else None
    own = [column for of, column in scope.columns if domain and of == domain.name]
    own += [key for key, symbol in scope.values.items() if _takes(symbol, given)]
    heading = f"of a {domain.name} there is" if domain else ""
    return one_of_these(name, [*own, *built_in]) or one_of_these(name, own, heading)


def member(name: str, keys: Iterable[ir.Domain]) -> str:
    """One of several, as it is written: the first there is."""
    labels = [written(key.labels[0]) for key in keys if key.labels]
    return f"{name} of {labels[0]}" if len(labels) == 1 else f"{name}({', '.join(labels)})"


def places(scope: Scope, role: str, numbers: bool = False) -> list[str]:
    """The zones or marks there are; those that hold numbers only, if so."""
    return [
        symbol.name
        for symbol in scope.values.values()
        if isinstance(symbol, VariableSymbol)
        and symbol.variable.role == role
        and (not numbers or isinstance(symbol.variable.type, ir.Number))
    ]


def made_of(expr: ir.Expr, wanted: ir.Type | str, span: Span) -> str:
    """A hint how to make what is wanted of a value: `size of hand of me` of a set, say."""
    kind, text = expr.type, " ".join(span.text().split())
    simple = re.fullmatch(r"[\w']+( of [\w']+)*", text)
    whole = text if simple else f"({text})"
    match wanted:
        case ir.Number() if is_collection(kind):
            return f"write: size of {whole}"
        case ir.Number() if isinstance(kind, ir.Truth):
            return f"write: (1 when {text} else 0)"
        case ir.Truth() if is_collection(kind):
            return f"write: {whole} is not empty"
        case ir.Truth() if isinstance(kind, ir.Number):
            return f"write: {whole} > 0"
        case ir.Truth() if isinstance(kind, ir.Element) and kind.optional:
            return f"write: {whole} is not none"
        case ir.Element(domain=domain) if domain.size <= MOST_LISTED:
            return one_of_these("", domain.labels, f"a {domain.name} is one of")
    return ""


def _may_be(symbol: Symbol, wanted: ir.Type) -> bool:
    """Might what has this name be of a type, perhaps with what belongs to it?"""
    match symbol:
        case VariableSymbol(variable=variable):
            return may_be(variable.type, wanted)
        case OptionSymbol(option=option):
            return may_be(option.type, wanted)
        case TableSymbol(table=table):
            return may_be(table.type, wanted)
        case FunctionSymbol(function=None):
            return True
        case FunctionSymbol(function=made):
            return made is None or may_be(made.body.type, wanted)
        case DomainSymbol(domain=domain):
            return is_collection(wanted) and element_of(wanted) is domain
        case BoardSymbol(board=board):
            return is_collection(wanted) and element_of(wanted) is board.component
    return False


def may_be(found: ir.Type, wanted: ir.Type) -> bool:
    """Does a type fit where another is wanted, if it is not none?"""
    if isinstance(wanted, ir.Element):
        wanted = ir.Element(wanted.domain, True)
    return fits(found, wanted)


def _takes(symbol: Symbol, given: ir.Type) -> bool:
    match symbol:
        case VariableSymbol(variable=variable) if variable.keys:
            return fits(given, ir.Element(variable.keys[0], True))
        case FunctionSymbol(function=made) if made is not None and made.params:
            return may_be(given, made.params[0].type)
        case FunctionSymbol(function=None, declaration=declaration):
            return bool(declaration.params)
    return False
