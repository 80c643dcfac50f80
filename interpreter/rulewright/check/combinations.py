"""Types of pairs: every combination of the values of some fields, as the elements of one type.

Each field becomes a table from an element to its part, so that it is read as a column of a
component is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from ..core import ir
from ..core.evaluate import written
from ..diagnostics import did_you_mean
from ..syntax import nodes as n
from .roles import ProgramReader
from .scope import DomainSymbol, Scope, TableSymbol
from .tables import not_read_back
from .types import broken_type

MOST_COMBINATIONS = 100_000


def in_order(builder: ProgramReader) -> list[n.PairDecl]:
    """The types of pairs, each behind those that its fields are of; without those that would be
    made of themselves, which is reported, and what is made of these."""
    left: list[n.PairDecl] = builder.of(n.PairDecl)
    fields = {pair.name.text: _of_types(pair) for pair in left}
    made: list[n.PairDecl] = []
    while ready := [pair for pair in left if not _waits_for(pair, left)]:
        made += ready[:1]
        left = [pair for pair in left if pair is not ready[0]]
    for pair in left:
        for field in fields[pair.name.text]:
            if _leads_to(field.text, pair.name.text, fields):
                builder.findings.add(
                    "E213", f"{pair.name.text} would be made of itself: a field is of {field.text}",
                    field.span, hint="a field is of a type that is made without this one",
                )  # fmt: skip
    builder.expressions.broken |= {pair.name.text for pair in left}
    return made


def _of_types(pair: n.PairDecl) -> list[n.Name]:
    """What the fields of a type of pairs are of."""
    return [field.type.name for field in pair.fields if isinstance(field.type, n.TypeName)]


def _waits_for(pair: n.PairDecl, others: Sequence[n.PairDecl]) -> bool:
    """Is a field of one of these?"""
    names = {other.name.text for other in others}
    return any(name.text in names for name in _of_types(pair))


def _leads_to(name: str, goal: str, fields: Mapping[str, Sequence[n.Name]]) -> bool:
    """Is a type of pairs this one, or made of it?"""
    waiting, met = [name], set[str]()
    while waiting:
        at = waiting.pop()
        if at == goal:
            return True
        if at not in met:
            met.add(at)
            waiting += (field.text for field in fields.get(at, ()))
    return False


def declare(builder: ProgramReader, d: n.PairDecl) -> None:
    """Add the type, its elements in order of the fields, the last one fastest, and the fields.

    What differs only in fields that the text leaves out shares a name: copies of one thing.
    """
    findings, scope = builder.findings, builder.scope
    kinds: dict[str, ir.Type] = {}
    for field in d.fields:
        kind = builder.expressions.type_of(field.type)
        if field.name.text in kinds:
            findings.add("E121", f"two fields are called {field.name.text}", field.span)
        if broken_type(kind):
            return
        if not _is_field(kind):
            findings.add(
                "E213", "a field is one of a type, or a number from 0 up", field.type.span,
                hint="for example: (ware: suit, length: 2..9)",
            )  # fmt: skip
            return
        kinds[field.name.text] = kind
    choices = [_values(builder.scope, kind) for kind in kinds.values()]
    size = prod(len(values) for values in choices)
    if size > MOST_COMBINATIONS:
        findings.add(
            "E179", f"that would be {size:,} combinations; {MOST_COMBINATIONS:,} at most", d.span
        )
        return
    before = len(findings.found)
    parts = _text(builder, d, kinds)
    if len(findings.found) > before:
        return
    combinations = list(product(*choices))
    places = {name: i for i, name in enumerate(kinds)}
    texts = [
        [written(value, kind) for value in values]
        for kind, values in zip(kinds.values(), choices, strict=True)
    ]
    form = "".join(
        f"{{{places[part.text]}}}" if part.is_field else re.sub("[{}]", r"\g<0>\g<0>", part.text)
        for part in parts
    )
    labels = tuple(form.format(*said) for said in product(*texts))
    told = sorted({places[part.text] for part in parts if part.is_field})
    differing = {
        (name, *(c[i] for i in told)) for name, c in zip(labels, combinations, strict=True)
    }
    twice, times = Counter(name for name, *_ in differing).most_common(1)[0]
    if times > 1:
        findings.add(
            "E173", f'two combinations are called "{twice}"', d.text.span if d.text else d.span
        )
        return
    if wrong := next(filter(None, map(not_read_back, labels)), None):
        findings.add("E210", wrong[0], d.text.span if d.text else d.span, hint=wrong[1])
        return
    domain = ir.Domain(d.name.text, "enumeration", labels)
    if not builder.add(DomainSymbol(d.name.text, "a type", d.name.span, domain=domain)):
        return
    scope.add_domain(domain)
    if len(set(labels)) < domain.size:
        scope.copies.add(domain)
    for field in d.fields:
        values = [combination[places[field.name.text]] for combination in combinations]
        table = scope.add_table(
            field.name.text, (domain,), kinds[field.name.text], values, field.span
        )
        symbol = TableSymbol(field.name.text, "a field", field.span, table=table)
        symbol.optional = True  # a field that nothing reads still tells elements apart
        scope.columns[domain.name, field.name.text] = symbol


class _Part:
    """A part of the text: a field by its name, or words."""

    def __init__(self, text: str, is_field: bool) -> None:
        self.text, self.is_field = text, is_field


def _text(builder: ProgramReader, d: n.PairDecl, kinds: dict[str, ir.Type]) -> list[_Part]:
    if d.text is None:
        spaced = [part for name in kinds for part in (_Part(" ", False), _Part(name, True))]
        return spaced[1:]
    found = []
    for part in d.text.parts:
        if isinstance(part, str):
            found.append(_Part(part, False))
        elif part.name.text in kinds:
            found.append(_Part(part.name.text, True))
        else:
            builder.findings.add(
                "E210", f"{part.name.text} is no field of {d.name.text}", part.span,
                hint=did_you_mean(part.name.text, kinds),
            )  # fmt: skip
    return found


def _is_field(kind: ir.Type) -> bool:
    if isinstance(kind, ir.Number):
        return kind.low >= 0
    return isinstance(kind, ir.Element) and not kind.optional


def _values(scope: Scope, kind: ir.Type) -> Sequence[int]:
    """What a field can be; of the cells of a board, those that it has with some options."""
    if isinstance(kind, ir.Number):
        return range(kind.low, kind.high + 1)
    assert isinstance(kind, ir.Element)
    board = scope.boards_of_cells.get(kind.domain.name)
    return range(kind.domain.size) if board is None else board.places
