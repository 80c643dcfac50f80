"""The lowered form as Python: one syntax tree a function, each node on the line of its rule."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, assert_never

from ...lower import nodes as code
from ...lower.names import FAILURE
from ...lower.stream import written_out
from ...source import NOWHERE, SourceFile

LOAD, STORE = ast.Load(), ast.Store()
_BINARY: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "%": ast.Mod(), "&": ast.BitAnd(),
    "|": ast.BitOr(), "^": ast.BitXor(), "<<": ast.LShift(), ">>": ast.RShift(),
}  # fmt: skip
_COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(), "!=": ast.NotEq(), "<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(),
    ">=": ast.GtE(), "in": ast.In(), "not in": ast.NotIn(),
}  # fmt: skip
_UNARY: dict[str, ast.unaryop] = {"-": ast.USub(), "~": ast.Invert(), "not": ast.Not()}
_JUNCTION: dict[str, ast.boolop] = {"and": ast.And(), "or": ast.Or()}


def printed(function: code.Function, file: SourceFile) -> ast.FunctionDef:
    """A function as Python. What stands in another file takes the line of what encloses it, for
    code has one file."""
    return _Printer(file).function(function)


def expression(node: code.Value) -> ast.expr:
    """A value as Python."""
    return _Printer(NOWHERE.file).value(node)


def text(lines: code.Lines) -> str:
    """Statements as the text of Python."""
    return ast.unparse(ast.Module(_Printer(NOWHERE.file).block(lines, needed=False), []))


class _Printer:
    def __init__(self, file: SourceFile) -> None:
        self.file = file
        self.line = 1

    def function(self, function: code.Function) -> ast.FunctionDef:
        """The function; its line is where it stands."""
        self._go_to(function)
        arguments = ast.arguments(
            posonlyargs=[],
            args=[self._at_line(ast.arg(param)) for param in function.params],
            vararg=None,
            kwonlyargs=[],
            kw_defaults=[],
            kwarg=None,
            defaults=[],
        )
        made = ast.FunctionDef(function.name, arguments, [], [])
        self._at_line(made)
        made.body = self.block(function.body)
        return made

    def _go_to(self, node: code.Node | code.Function) -> None:
        if node.at is not None and node.at[0] is self.file:
            self.line = node.at[1]

    def _at_line(self, made: Any) -> Any:
        held = made.__dict__
        held["lineno"] = held["end_lineno"] = self.line
        held["col_offset"] = held["end_col_offset"] = 0
        return made

    def block(self, lines: code.Lines, *, needed: bool = True) -> list[ast.stmt]:
        lines = [line for line in lines if not isinstance(line, code.Never)]
        if not lines and needed:
            return [self._at_line(ast.Pass())]
        return list(map(self._statement, lines))

    def _statement(self, node: code.Statement) -> ast.stmt:
        before = self.line
        self._go_to(node)
        made: ast.stmt = self._at_line(self._made_statement(node))
        self.line = before
        return made

    def _made_statement(self, node: code.Statement) -> ast.stmt:
        match node:
            case code.Assign():
                return ast.Assign([self._target(node.target)], self.value(node.value))
            case code.Augment():
                target = self._target(node.target)
                assert isinstance(target, ast.Name | ast.Subscript)
                return ast.AugAssign(target, _BINARY[node.operator], self.value(node.value))
            case code.When():
                test, then = self.value(node.test), self.block(node.then)
                return ast.If(test, then, self.block(node.other, needed=False))
            case code.While():
                return ast.While(self.value(node.test), self.block(node.body), [])
            case code.Each():
                target, source = self._target(node.target), self.value(node.source)
                body = self.block(node.body)
                return ast.For(target, source, body, self.block(node.otherwise, needed=False))
            case code.Attempt():
                failed = ast.ExceptHandler(self._name(FAILURE), None, [])
                body, failed.body = self.block(node.body), self.block(node.otherwise)
                return ast.Try(body, [self._at_line(failed)], [], [])
            case code.Leave():
                return ast.Break()
            case code.Again():
                return ast.Continue()
            case code.Give():
                return ast.Return(None if node.value is None else self.value(node.value))
            case code.Perform():
                return ast.Expr(self.value(node.value))
            case code.Never() | code.Jump():
                raise AssertionError("it is not printed")
            case _:
                assert_never(node)

    def _target(self, node: code.Target) -> Any:
        match node:
            case code.Name():
                return self._at_line(ast.Name(node.id, STORE))
            case code.Item():
                made = ast.Subscript(self.value(node.owner), self.value(node.index), STORE)
                return self._at_line(made)
            case code.Several():
                parts = [self._target(part) for part in node.parts]  # type: ignore[arg-type]
                return self._at_line(ast.Tuple(parts, STORE))
            case _:
                assert_never(node)

    def _values(self, nodes: Sequence[code.Value]) -> list[ast.expr]:
        return list(map(self.value, nodes))

    def value(self, node: code.Value) -> ast.expr:
        before = self.line
        self._go_to(node)
        made: ast.expr = self._at_line(self._made_value(node))
        self.line = before
        return made

    def _name(self, identifier: str) -> ast.expr:
        made: ast.expr = self._at_line(ast.Name(identifier, LOAD))
        return made

    def _made_value(self, node: code.Value) -> ast.expr:
        match node:
            case code.Name():
                return ast.Name(node.id, LOAD)
            case code.Number() | code.Text():
                return ast.Constant(node.value)
            case code.Binary():
                left, right = self.value(node.left), self.value(node.right)
                return ast.BinOp(left, _BINARY[node.operator], right)
            case code.Compare():
                left, right = self.value(node.left), self.value(node.right)
                return ast.Compare(left, [_COMPARE[node.operator]], [right])
            case code.Item():
                return ast.Subscript(self.value(node.owner), self.value(node.index), LOAD)
            case code.Call() if (arithmetic := written_out(node)) is not None:
                return self._made_value(arithmetic)
            case code.Call():
                return ast.Call(self._name(node.function), self._values(node.args), [])
            case code.Method():
                owner = self.value(node.owner)
                operation = self._at_line(ast.Attribute(owner, node.operation, LOAD))
                return ast.Call(operation, self._values(node.args), [])
            case code.Unary(operator="filled"):
                return self._made_value(node.operand)
            case code.Unary():
                return ast.UnaryOp(_UNARY[node.operator], self.value(node.operand))
            case code.Junction():
                return ast.BoolOp(_JUNCTION[node.operator], self._values(node.parts))
            case code.Choice():
                test, then = self.value(node.test), self.value(node.then)
                return ast.IfExp(test, then, self.value(node.other))
            case code.Bound():
                name = self._at_line(ast.Name(node.name, STORE))
                return ast.NamedExpr(name, self.value(node.value))
            case code.Section():
                return ast.Subscript(self.value(node.owner), self._slice(node), LOAD)
            case code.Several():
                return ast.Tuple(self._values(node.parts), LOAD)
            case code.MoveCode():
                parts = self._values(node.parts)
                if node.rest is not None:
                    parts.append(self._at_line(ast.Starred(self.value(node.rest), LOAD)))
                return ast.Tuple(parts, LOAD)
            case code.Listed():
                made: ast.expr = ast.List(self._values(node.parts), LOAD)
                if node.times == 1:
                    return made
                times = self._at_line(ast.Constant(node.times))
                return ast.BinOp(self._at_line(made), _BINARY["*"], times)
            case code.Mapping():
                return ast.Dict([], [])
            case code.Nothing():
                return ast.Constant(None)
            case _:
                assert_never(node)

    def _slice(self, node: code.Section) -> ast.expr:
        start, end = (None if p is None else self.value(p) for p in (node.start, node.end))
        step = None
        if node.backwards:
            step = self._at_line(ast.UnaryOp(_UNARY["-"], self._at_line(ast.Constant(1))))
        made: ast.expr = self._at_line(ast.Slice(start, end, step))
        return made
