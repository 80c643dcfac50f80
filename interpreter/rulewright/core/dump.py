"""A program as text, for people, and as JSON, for engines in other languages.

The text is meant to be read and compared: one statement a line, state variables and tables by name.
The JSON is complete: with it and nothing else an engine can play the game. It holds no value that
is only a Python value: sets are lists of element numbers, whatever is referred to (domains, state
variables, tables, boards, graphs, functions, composes) is referred to by its number in the list of
its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from itertools import product
from typing import assert_never, get_args

from ..source import NOWHERE, SourceFile, Span
from . import ir
from .boards import spots
from .evaluate import elements, written
from .operators import OPERATORS
from .walk import Node

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

JSON_VERSION = 3


Program = ir.GenericProgram | ir.Program


def program_text(program: Program, *, lines: bool = False) -> str:
    """The whole program, indented; with `lines`, where each statement was written.

    print(program_text(rulewright.load("ruta").program))
    """
    return "\n".join(_Text(lines).program(program)) + "\n"


def expression_text(expr: ir.Expr) -> str:
    """One expression as it stands in the text of a program."""
    return _expr(expr)


@dataclass(frozen=True, slots=True)
class _Text:
    lines: bool

    def program(self, program: Program) -> Iterator[str]:
        yield f'game {program.name} "{program.title}"'
        yield f"seats {', '.join(program.seats.labels)}"
        winner = f"{program.winner} score" if program.winners is None else _expr(program.winners)
        yield f"to move: {program.me.name} · winner: {winner}"
        for option in program.options:
            setting = written(option.default, option.type)
            yield f"option {option.name}: {option.type}, default {setting}"
        for name, value in sorted(_bound_options(program).items()):
            yield f"bound {name} = {_bound(program, name, value)}"
        yield from _section("domains", (line for d in program.domains for line in _domain(d)))
        yield from _section("tables", (line for t in program.tables for line in _table(t)))
        yield from _section("boards", (line for b in program.boards for line in _board(b)))
        yield from _section("graphs", (line for g in program.graphs for line in _graph(g)))
        yield from _section("variables", (_cell(variable) for variable in program.variables))
        for function in _functions(program):
            params = ", ".join(f"{_local(p)}: {p.type}" for p in function.params)
            yield ""
            yield self._at(f"define {function.name}({params}) =", function.span)
            yield f"  {_expr(function.body)}"
        for compose in program.composes:
            yield ""
            yield from self._compose(compose, str(compose.index), 0)
        yield from ("", "setup")
        yield from self._stmt(program.setup, 1)
        yield from ("", "flow")
        yield from self._stmt(program.flow, 1)
        yield ""
        for score in program.scores:
            head = f"score {score.name} of {_local(score.local)} = {_expr(score.value)}"
            yield self._at(head, score.span)
        for case in program.outcome:
            when = "else" if case.test is None else f"when {_expr(case.test)}"
            yield self._at(f"outcome {', '.join(case.names)} {when}", case.span)
        for claim in program.always:
            yield self._at(f"always {_expr(claim.test)}", claim.span)
        for claim in program.ends:
            yield self._at(f"always end after {_expr(claim.test)}", claim.span)
        for claim in program.alike:
            yield self._at("always alike", claim.span)

    def _at(self, line: str, span: Span) -> str:
        """The line with its place in the rule files at the right."""
        if not self.lines or span == NOWHERE:
            return line
        return f"{line:<88} ; {span.file.name}:{span.line}"

    def _compose(self, compose: ir.Compose, which: str, depth: int) -> Iterator[str]:
        margin = "  " * depth
        yield self._at(f"{margin}compose {which} {compose.name}", compose.span)
        for number, step in enumerate(compose.steps):
            yield f"{margin}  step {number} {step.name}{_params(step.params)}"
            yield from self._guards(step.guards, depth + 2)
            yield from self._stmt(step.body, depth + 2)
        for finish in compose.finishes:
            yield f"{margin}  finish {finish.name}{_params(finish.params)}"
            yield from self._guards(finish.guards, depth + 2)
        if compose.weight is not None:
            head = f"{margin}  most {_expr(compose.weight.value)}{_tags(compose.weight.tags)}"
            yield self._at(head, compose.weight.span)

    def _guards(self, guards: Iterable[ir.Guard], depth: int) -> Iterator[str]:
        for guard in guards:
            label = f"{guard.label}: " if guard.label else ""
            head = f"{'  ' * depth}needs {label}{_expr(guard.test)}{_tags(guard.tags)}"
            yield self._at(head, guard.span)
            if guard.message.parts:
                yield f"{'  ' * depth}  else {_message(guard.message)}"

    def _stmt(self, stmt: ir.Stmt, depth: int) -> Iterator[str]:
        margin = "  " * depth
        match stmt:
            case ir.Seq():
                for part in stmt.body:
                    yield from self._stmt(part, depth)
            case ir.If():
                yield self._at(f"{margin}if {_expr(stmt.test)}", stmt.span)
                yield from self._stmt(stmt.then, depth + 1)
                if stmt.other is not None:
                    yield f"{margin}else"
                    yield from self._stmt(stmt.other, depth + 1)
            case ir.For():
                first = "" if stmt.first is None else f" from {_expr(stmt.first)}"
                head = f"{margin}for {_local(stmt.local)} in {_expr(stmt.source)}{first}"
                yield self._at(head, stmt.span)
                yield from self._stmt(stmt.body, depth + 1)
            case ir.Times():
                yield self._at(f"{margin}times {_expr(stmt.count)}", stmt.span)
                yield from self._stmt(stmt.body, depth + 1)
            case ir.Block():
                yield self._at(f"{margin}block {stmt.label}", stmt.span)
                yield from self._stmt(stmt.body, depth + 1)
            case ir.Loop():
                yield self._at(f"{margin}loop {stmt.label}", stmt.span)
                yield from self._stmt(stmt.body, depth + 1)
            case ir.Choose():
                yield from self._choose(stmt, depth)
            case _:
                yield self._at(margin + _simple(stmt), stmt.span)

    def _choose(self, choose: ir.Choose, depth: int) -> Iterator[str]:
        margin = "  " * depth
        cover = f" under {choose.cover}" if choose.cover else ""
        cover += " secretly" if choose.secret else ""
        head = f"{margin}choose {choose.point} {choose.name}{cover}{_tags(choose.tags)}"
        yield self._at(head, choose.span)
        for number, alternative in enumerate(choose.alternatives):
            params = ", ".join(_param(param) for param in alternative.params)
            fallback = "else " if alternative.fallback else ""
            yield self._at(
                f"{margin}  {number} {fallback}{alternative.name}({params})"
                f" written {_message(alternative.text)}{_tags(alternative.tags)}",
                alternative.span,
            )
            yield from self._guards(alternative.guards, depth + 3)
            if alternative.compose is not None:
                yield from self._compose(alternative.compose, "at once", depth + 3)
            yield from self._stmt(alternative.body, depth + 3)


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from (f"  {line}" for line in found)


def _tags(tags: tuple[str, ...]) -> str:
    return f"  {' '.join(tags)}" if tags else ""


def _functions(program: Program) -> tuple[ir.Function, ...]:
    return program.functions if isinstance(program, ir.GenericProgram) else ()


def _bound_options(program: Program) -> dict[str, int]:
    return program.bound if isinstance(program, ir.Program) else {}


def _bound(program: Program, name: str, value: int) -> str:
    kinds = {option.name: option.type for option in program.options}
    return written(value, kinds[name]) if name in kinds else str(value)


def _domain(domain: ir.Domain) -> Iterator[str]:
    ring = ", a ring" if domain.ring else ""
    if domain.width:
        yield f"{domain.name}: {domain.width} by {domain.width} cells of a grid that grows"
        return
    yield f"{domain.name}: {domain.kind}{ring}"
    yield from _wrapped(list(domain.labels), ", ")


def _table(table: ir.Table) -> Iterator[str]:
    keys = ", ".join(key.name for key in table.keys)
    yield f"{table.name}({keys}): {table.type}"
    yield from _wrapped(list(_entries(table)), "; ")


def _entries(table: ir.Table) -> Iterator[str]:
    """The entries of a table by their keys; of claims, those that hold."""
    claims = isinstance(table.type, ir.Truth)
    labels = (key.labels for key in table.keys)
    for keys, value in zip(product(*labels), table.values, strict=True):
        if claims and value:
            yield ", ".join(keys)
        elif not claims:
            yield f"{', '.join(keys)}: {written(value, table.type)}"


def _wrapped(items: list[str], separator: str) -> Iterator[str]:
    """Items on lines of about a hundred characters."""
    line = ""
    for item in items:
        if line and len(line) + len(item) > 96:
            yield f"  {line}{separator.rstrip()}"
            line = ""
        line = f"{line}{separator}{item}" if line else item
    if line:
        yield f"  {line}"


def _board(board: ir.Board) -> Iterator[str]:
    yield f"{board.name}: {board.rows} by {board.columns} of {board.component.name}"
    rows: dict[int, list[str]] = {}
    for (row, _), place in zip(spots(board), board.places, strict=True):
        rows.setdefault(row, []).append(board.component.labels[place])
    for labels in rows.values():
        yield f"  {'; '.join(labels)}"


def _graph(graph: ir.Graph) -> Iterator[str]:
    yield f"of {graph.edges.name}: {graph.vertices} vertices, the places of {graph.board.name}"
    pairs = zip(graph.edges.labels, graph.ends, strict=True)
    yield from _wrapped([f"{label} {a}-{b}" for label, (a, b) in pairs], "; ")


def _cell(variable: ir.StateVariable) -> str:
    keys = f"[{', '.join(key.name for key in variable.keys)}]" if variable.keys else ""
    start = "" if isinstance(variable.type, ir.StackOf | ir.RowOf) else _start(variable)
    seen = f"seen {variable.seen_words}, {variable.role}"
    return f"{variable.name}{keys}: {variable.type}{start}, {seen}"


def _start(variable: ir.StateVariable) -> str:
    return f", starts {written(variable.start, variable.type)}"


def _local(local: ir.Local) -> str:
    return f"{local.name}.{local.number}"


def _param(param: ir.Param) -> str:
    return f"{_local(param.local)} in {_expr(param.source)}"


def _member(name: str, keys: tuple[ir.Expr, ...], brackets: str = "[]") -> str:
    if not keys:
        return name
    return f"{name}{brackets[0]}{', '.join(_expr(key) for key in keys)}{brackets[1]}"


def _place(place: ir.Place) -> str:
    return _member(place.variable.name, place.keys)


def _part(part: ir.Expr | ir.Joined) -> str:
    if isinstance(part, ir.Joined):
        return f"{_expr(part.value)} '{part.separator}'"
    return _expr(part)


def _message(message: ir.Message) -> str:
    parts = (p if isinstance(p, str) else f"{{{_part(p)}}}" for p in message.parts)
    return f'"{"".join(parts)}"'


def _simple(
    stmt: ir.Let
    | ir.Assign
    | ir.Move
    | ir.MoveAll
    | ir.Deal
    | ir.Shuffle
    | ir.Pick
    | ir.Leave
    | ir.Again
    | ir.End,
) -> str:
    """A statement that fits on one line."""
    match stmt:
        case ir.Let():
            return f"let {_local(stmt.local)} = {_expr(stmt.value)}"
        case ir.Assign():
            return f"set {_member(stmt.variable.name, stmt.keys)} = {_expr(stmt.value)}"
        case ir.Move():
            what = _expr(stmt.component)
            return f"move {what} from {_place(stmt.source)} to {_place(stmt.target)}"
        case ir.MoveAll():
            what = "everything" if stmt.components is None else f"all of {_expr(stmt.components)}"
            return f"move {what} from {_place(stmt.source)} to {_place(stmt.target)}"
        case ir.Deal():
            return f"deal from {_place(stmt.source)} to {_place(stmt.target)}"
        case ir.Shuffle():
            until = f" until {_expr(stmt.until)}" if stmt.until is not None else ""
            return f"shuffle {_place(stmt.place)}{until}"
        case ir.Pick():
            return f"pick {_member(stmt.variable.name, stmt.keys)} from {_expr(stmt.source)}"
        case ir.Leave():
            return f"leave {stmt.label}"
        case ir.Again():
            return f"again {stmt.label}"
        case ir.End():
            return f'end "{stmt.words}"' if stmt.words else "end"
        case _:
            assert_never(stmt)


def _expr(expr: ir.GenericExpr, *, inner: bool = False) -> str:
    """An expression; `inner` puts brackets around what would else run into its surroundings."""
    match expr:
        case ir.Const():
            return _constant(expr.value, expr.type)
        case ir.Local():
            return _local(expr)
        case ir.OptionValue():
            return f"option {expr.name}"
        case ir.Read():
            return _member(expr.variable.name, expr.keys)
        case ir.Lookup():
            return _member(expr.table.name, expr.keys, "()")
        case ir.Call():
            return f"{expr.function.name}({', '.join(_expr(arg) for arg in expr.args)})"
        case ir.Op():
            return _operation(expr, inner)
        case ir.Cond():
            parts = [_expr(part, inner=True) for part in (expr.then, expr.test, expr.other)]
            return f"({parts[0]} when {parts[1]} else {parts[2]})"
        case ir.Fold():
            where = f" where {_expr(expr.where)}" if expr.where is not None else ""
            body = f": {_expr(expr.body)}" if expr.body is not None else ""
            goal = f" to {_expr(expr.goal)}" if expr.goal is not None else ""
            source = _expr(expr.source, inner=True)
            return f"{expr.kind}({_local(expr.local)} in {source}{where}{body}{goal})"
        case ir.Measure():
            return f"longest {expr.kind}({_expr(expr.edges)})"
        case ir.Paths():
            led = expr.by if expr.near is None else expr.near
            by = f" by {_local(expr.local)}: {_expr(led)}" if led is not None else ""
            ends = f"{_expr(expr.start, inner=True)} to {_expr(expr.goal, inner=True)}"
            return f"paths(from {ends} in {_expr(expr.through)}{by})"
        case ir.OnGrid():
            args = "".join(f" of {_expr(arg, inner=True)}" for arg in expr.args)
            return f"{expr.what}({expr.variable.name}{args})"
        case ir.Completable():
            return _completable(expr)
        case _:
            assert_never(expr)


def _constant(value: int, kind: ir.Type) -> str:
    if isinstance(kind, ir.SetOf):
        if value == kind.domain.everything():
            return f"every {kind.domain.name}"
        return f"{{{written(value, kind)}}}" if value else "{}"
    return written(value, kind)


def _operation(expr: ir.Op, inner: bool) -> str:
    sign = OPERATORS[expr.name].sign
    if not sign:
        return f"{expr.name}({', '.join(_expr(arg) for arg in expr.args)})"
    text = f" {sign} ".join(_expr(arg, inner=True) for arg in expr.args)
    return f"({text})" if inner else text


def _completable(expr: ir.Completable) -> str:
    parts = [expr.compose.name]
    if expr.step is not None:
        step = expr.compose.steps[expr.step]
        parts.append(f"after {step.name}({', '.join(_expr(arg) for arg in expr.args)})")
    parts += [f"{variable.name} = {_expr(value)}" for variable, value in expr.assume]
    return f"{'best' if expr.best else 'completable'}({', '.join(parts)})"


def _params(params: tuple[ir.Param, ...]) -> str:
    return f"({', '.join(f'{_local(p.local)} in {_expr(p.source)}' for p in params)})"


def program_json(program: Program) -> dict[str, Json]:
    """The whole program as plain JSON.

    Nodes are objects with `"node"` (the name of the node kind in `ir`) and its fields; types are
    objects with `"type"`; a span is [file number, start, end] with offsets in characters, or null.
    Values are stored as in `ir`, except that a set is the list of its element numbers.
    """
    return _Json(program).program()


@dataclass(slots=True)
class _Json:
    source: Program
    domains: list[ir.Domain] = field(default_factory=list)
    functions: list[ir.Function] = field(default_factory=list)
    files: list[SourceFile] = field(default_factory=list)

    def program(self) -> dict[str, Json]:
        program = self.source
        self.domains.extend(program.domains)
        self.functions.extend(_functions(program))
        body: dict[str, Json] = {
            "format": "rulewright core",
            "version": JSON_VERSION,
            "name": program.name,
            "title": program.title,
            "closed": isinstance(program, ir.Program),
            "seats": self.number(self.domains, program.seats),
            "me": program.variables.index(program.me),
            "winner": program.winner,
            "winners": self.value(program.winners),
            "outcome": self.value(program.outcome),
            "options": [self.fields(option) for option in program.options],
            "bound": {name: value for name, value in sorted(_bound_options(program).items())},
            "tables": [self.table(table) for table in program.tables],
            "boards": [self.fields(board) for board in program.boards],
            "graphs": [self.fields(graph) for graph in program.graphs],
            "variables": [self.cell(variable) for variable in program.variables],
            "composes": [self.fields(compose) for compose in program.composes],
            "setup": self.value(program.setup),
            "flow": self.value(program.flow),
            "scores": self.value(program.scores),
            "always": self.value(program.always),
            "ends": self.value(program.ends),
            "alike": self.value(program.alike),
        }
        # A function may call others that are met only now, so the list grows while it is written.
        body["functions"] = [self.fields(function) for function in self.functions]
        body["domains"] = [self.fields(domain) for domain in self.domains]
        body["files"] = [file.name for file in self.files]
        return body

    def number(self, known: list[ir.Domain], domain: ir.Domain) -> int:
        for index, other in enumerate(known):
            if other is domain:
                return index
        known.append(domain)
        return len(known) - 1

    def table(self, table: ir.Table) -> Json:
        body = self.fields(table)
        body["values"] = [_stored(value, table.type) for value in table.values]
        return body

    def cell(self, variable: ir.StateVariable) -> Json:
        body = self.fields(variable)
        body["start"] = _stored(variable.start, variable.type)
        return body

    def fields(self, value: object) -> dict[str, Json]:
        """The fields of a declaration or node, each as JSON."""
        names = (f.name for f in fields(value))  # type: ignore[arg-type]
        return {name: self.value(getattr(value, name)) for name in names}

    def value(self, value: object) -> Json:
        match value:
            case None | bool() | int() | str():
                return value
            case tuple():
                return [self.value(item) for item in value]
            case ir.Domain():
                return self.number(self.domains, value)
            case ir.Table():
                return self.source.tables.index(value)
            case ir.StateVariable():
                return self.source.variables.index(value)
            case ir.Board():
                return self.source.boards.index(value)
            case ir.Graph():
                return self.source.graphs.index(value)
            case ir.Compose() if value in self.source.composes:
                return self.source.composes.index(value)
            case ir.Function():
                if value not in self.functions:
                    self.functions.append(value)
                return self.functions.index(value)
            case ir.Compose() | ir.ComposeStep() | ir.ComposeFinish():
                return self.fields(value)
            case Span():
                return self.span(value)
            case _ if isinstance(value, _TYPES):
                return {"type": _TYPE_NAMES[type(value)], **self.fields(value)}
            case _ if isinstance(value, _NODES):
                return self.node(value)
            case _:
                raise TypeError(f"{type(value).__name__} has no place in a program")

    def node(self, node: object) -> Json:
        body: dict[str, Json] = {"node": type(node).__name__, **self.fields(node)}
        if isinstance(node, ir.Const):
            body["value"] = _stored(node.value, node.type)
        return body

    def span(self, span: Span) -> Json:
        if span == NOWHERE:
            return None
        if span.file not in self.files:
            self.files.append(span.file)
        return [self.files.index(span.file), span.start, span.end]


_TYPES: tuple[type, ...] = get_args(ir.Type)
_TYPE_NAMES = {
    ir.Truth: "truth",
    ir.Number: "number",
    ir.Element: "element",
    ir.SetOf: "set",
    ir.StackOf: "stack",
    ir.RowOf: "row",
    ir.WaysOf: "ways",
}
_NODES: tuple[type, ...] = get_args(Node)


def _stored(value: int, kind: ir.Type) -> Json:
    """A value as an engine in any language can hold it: masks as lists of element numbers."""
    if isinstance(kind, ir.SetOf):
        return list(elements(value, kind))
    return value
