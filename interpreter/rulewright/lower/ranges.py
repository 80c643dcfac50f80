"""Numbers that are drawn from a range, from no more of it than there can be: `r in 0..rank of c`.

Such a range is as long as what is declared lets it be: as if a sum had all that there is in it, and
of the largest kind each time. What tables say shows it to be shorter, and so the sets of these
numbers: where numbers have a width, one may fit a word then that would have taken several.
"""

from __future__ import annotations

from dataclasses import replace

from ..core import ir
from ..core.walk import Node, changed, rewrite, walk
from .intervals import Intervals


def ranged(program: ir.Program) -> ir.Program:
    """The program with ranges cut down to what numbers drawn from them can be."""
    return _Ranges(program).cut()


class _Ranges:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.highest: dict[int, int] = {}  # by local: what a number drawn from a range can be
        self._intervals = Intervals()
        self._domains: dict[tuple[ir.Domain, int], ir.Domain] = {}
        self._composes: dict[ir.Compose, ir.Compose] = {}

    def cut(self) -> ir.Program:
        program = self.program
        composes = {compose: None for compose in program.composes}
        for part in (program.setup, program.flow, *program.scores):
            for node in walk(part):
                self._look_at(node)
                if isinstance(node, ir.Completable):
                    composes[node.compose] = None
        for compose in composes:
            for node in walk(compose):
                self._look_at(node)
        setup, flow = rewrite(program.setup, self._change), rewrite(program.flow, self._change)
        stmts = (*walk(setup), *walk(flow))
        choices = {node.point: node for node in stmts if isinstance(node, ir.Choose)}
        return replace(
            program,
            composes=tuple(map(self._compose, program.composes)),
            setup=setup,
            flow=flow,
            scores=tuple(rewrite(line, self._change) for line in program.scores),
            choices=tuple(choices.get(choose.point, choose) for choose in program.choices),
        )

    def _look_at(self, node: Node) -> None:
        """Find out how far a number can go; copies of what is drawn from a range share a local."""
        if not isinstance(node, ir.Param | ir.Fold) or not isinstance(node.local.type, ir.Number):
            return
        number, most = node.local.number, node.local.type.high
        match node.source:
            case ir.Op(name="range", args=(_, high)):
                most = min(max(self._intervals.of(high)[1], 0), most)
            case _:
                pass
        self.highest[number] = max(most, self.highest.get(number, 0))

    def _change(self, node: Node) -> Node:
        match node:
            case ir.Local() if node.number in self.highest:
                return self._local(node)
            case ir.Param() | ir.Fold() if node.local.number in self.highest:
                return changed(node, local=self._local(node.local), source=self._source(node))
            case ir.Completable():
                compose = self._compose(node.compose)
                return node if compose is node.compose else replace(node, compose=compose)
            case _:
                return node

    def _local(self, local: ir.Local) -> ir.Local:
        kind, high = local.type, self.highest[local.number]
        if not isinstance(kind, ir.Number) or kind.high <= high:
            return local
        return replace(local, type=ir.Number(min(kind.low, high), high))

    def _source(self, node: ir.Param | ir.Fold) -> ir.Expr:
        source, high = node.source, self.highest[node.local.number]
        match source:
            case ir.Op(name="range", type=ir.SetOf(domain=domain)) if high < domain.size - 1:
                key = domain, high
                if key not in self._domains:
                    labels = domain.labels[: high + 1]
                    self._domains[key] = ir.Domain(domain.name, domain.kind, labels)
                return replace(source, type=ir.SetOf(self._domains[key]))
            case _:
                return source

    def _compose(self, compose: ir.Compose) -> ir.Compose:
        if compose not in self._composes:
            self._composes[compose] = rewrite(compose, self._change)
        return self._composes[compose]
