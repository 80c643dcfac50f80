"""What a move names of what lies on the table, to be made to stand out there."""

from __future__ import annotations

from ..core.evaluate import elements_of_mask
from ..core.ir import Alternative, Domain, Element, Program, SetOf
from ..runtime.actions import Code


def named_by(program: Program, alternative: Alternative, code: Code) -> dict[str, Domain]:
    """The labels of what a move names, and of the ends of such edges, with what each is."""
    found: dict[str, Domain] = {}
    for local, value in zip(alternative.bound, code[1:], strict=True):
        if isinstance(local.type, SetOf):
            values = [*elements_of_mask(value)]
        elif isinstance(local.type, Element) and value >= 0:
            values = [value]
        else:
            continue
        domain = local.type.domain
        for one in values:
            found[domain.labels[one]] = domain
            for graph in program.graphs:
                if graph.edges.name == domain.name:
                    places, component = graph.board.places, graph.board.component
                    ends = (places[end] for end in graph.ends[one])
                    found |= {component.labels[end]: component for end in ends}
    return found
