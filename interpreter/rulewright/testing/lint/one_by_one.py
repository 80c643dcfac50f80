"""What is offered one by one though a table says how many there are of it, and where rules see to
that: mostly nobody has meant to."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.equals import Apart, Orders, alike, places_in
from ...core.ir import Alternative, Choose, Domain, Element, GenericProgram, Param
from ...core.walk import walk
from ...diagnostics import Diagnostic, Note

EQUAL = "what counts as equal is told in the reference, under `component`"
KEPT = (
    "put each into a zone as soon as it is chosen, and ask once more with `again`: then none is "
    "kept until all are chosen"
)
INSTEAD: dict[Orders, str] = {
    "compares": "compare what tells them apart, as in `worth of c < worth of d`, or leave it out",
    "takes one": (
        "of several that fit the first is taken: say which it is, as in `where ZONE is c`, or take "
        "it from the one zone where it lies, as in `the c in ZONE` or `move ZONE to ZONE`"
    ),
    "goes through": "go through what lies in one zone, as in `each c in ZONE`",
    "lays": "shuffle what they are laid on, or lay them on it from one zone, all or one by one",
}  # of what goes by the order of equal ones, what does not


def offered_one_by_one(program: GenericProgram) -> Iterator[Diagnostic]:
    """A finding for all that tells components of a type apart of which equal ones could be offered
    once."""
    offered = {domain: param for domain, param in _offered(program)}
    for domain, found in alike(program).items():
        if isinstance(found, Apart) and domain in offered:
            for one in (found, *found.more):
                yield Diagnostic(
                    "L013",
                    f"every {domain.name} is offered by itself, equal ones too: {one.why}",
                    one.span,
                    (Note(f"{domain.name}s are offered here", offered[domain].span),),
                    hint=KEPT if one.chosen else INSTEAD.get(one.orders, EQUAL),
                )


def _offered(program: GenericProgram) -> Iterator[tuple[Domain, Param]]:
    """What is drawn from places that all see, by type."""
    for node in walk(program.flow):
        for alternative in node.alternatives if isinstance(node, Choose) else ():
            for param in _params(alternative):
                kind, places = param.local.type, places_in(param.source)
                if isinstance(kind, Element) and any(p.variable.seen == "all" for p in places):
                    yield kind.domain, param


def _params(alternative: Alternative) -> Iterator[Param]:
    yield from alternative.params
    for step in () if alternative.compose is None else alternative.compose.steps:
        yield from step.params
