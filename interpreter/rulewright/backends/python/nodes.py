"""Building Python syntax trees: short names for what generated code is made of.

Constants are folded and neutral elements dropped while building, so that the passes above can write
the general case. Lines are given to statements and to the expressions that have a span; `locate`
hands them down to everything else at the end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from ...source import NOWHERE, SourceFile, Span

LOAD, STORE = ast.Load(), ast.Store()

Lines = list[ast.stmt]

_BINARY: dict[str, ast.operator] = {
    "+": ast.Add(),
    "-": ast.Sub(),
    "*": ast.Mult(),
    "%": ast.Mod(),
    "&": ast.BitAnd(),
    "|": ast.BitOr(),
    "^": ast.BitXor(),
    "<<": ast.LShift(),
    ">>": ast.RShift(),
}
_COMPARE: dict[str, ast.cmpop] = {
    "==": ast.Eq(),
    "!=": ast.NotEq(),
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "in": ast.In(),
    "not in": ast.NotIn(),
}
_AND, _OR, _NOT, _MINUS, _INVERT = ast.And(), ast.Or(), ast.Not(), ast.USub(), ast.Invert()


class Jump(ast.stmt):
    """A place-holder for going to a join (`flow`); it never reaches the compiler."""

    _fields = ()

    def __init__(self, target: object) -> None:
        super().__init__()
        self.target = target


def name(identifier: str) -> ast.expr:
    return ast.Name(identifier, LOAD)


def number(value: int) -> ast.expr:
    return ast.Constant(value)


def constant(node: ast.expr) -> int | None:
    """The value of an integer constant; None for everything else."""
    if type(node) is ast.Constant and type(node.value) is int:
        return node.value
    return None


def is_atom(node: ast.expr) -> bool:
    """Is it free of work: a name or a constant?"""
    return type(node) is ast.Name or type(node) is ast.Constant


def binary(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    """`left operator right`, folded when both are constants, simplified when one is neutral."""
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return number(_fold(a, operator, b))
    if b == 0 and operator in ("+", "-", "|", "^", "<<", ">>"):
        return left
    if a == 0 and operator in ("+", "|", "^"):
        return right
    if operator == "&" and (a == 0 or b == 0) and not _can_fail(left if b == 0 else right):
        return number(0)
    if operator == "&" and (a == -1 or b == -1):
        return right if a == -1 else left
    if operator == "+" and b is not None and b < 0:
        operator, right = "-", number(-b)
    return ast.BinOp(left, _BINARY[operator], right)


def _can_fail(node: ast.expr) -> bool:
    """Is there a call of `fail` in it?"""
    calls = (part.func for part in ast.walk(node) if isinstance(part, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == "fail" for called in calls)


def _fold(a: int, operator: str, b: int) -> int:
    match operator:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "%":
            return a % b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "<<":
            return a << b
        case _:
            return a >> b


def compare(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [_COMPARE[operator]], [right])


def negative(node: ast.expr) -> ast.expr:
    value = constant(node)
    return number(-value) if value is not None else ast.UnaryOp(_MINUS, node)


def inverted(node: ast.expr) -> ast.expr:
    value = constant(node)
    return number(~value) if value is not None else ast.UnaryOp(_INVERT, node)


def negated(node: ast.expr) -> ast.expr:
    """The opposite of a test."""
    value = constant(node)
    if value is not None:
        return number(int(not value))
    if type(node) is ast.UnaryOp and node.op is _NOT:
        return node.operand
    return ast.UnaryOp(_NOT, node)


def both(parts: Iterable[ast.expr]) -> ast.expr:
    """All of these tests, in order."""
    left: list[ast.expr] = []
    for part in parts:
        value = constant(part)
        if value is None:
            left.append(part)
        elif not value:
            return number(0) if not left else ast.BoolOp(_AND, [*left, number(0)])
    if len(left) < 2:
        return left[0] if left else number(1)
    return ast.BoolOp(_AND, left)


def either(parts: Iterable[ast.expr]) -> ast.expr:
    """One of these tests, in order."""
    left: list[ast.expr] = []
    for part in parts:
        value = constant(part)
        if value is None:
            left.append(part)
        elif value:
            return number(1) if not left else ast.BoolOp(_OR, [*left, number(1)])
    if len(left) < 2:
        return left[0] if left else number(0)
    return ast.BoolOp(_OR, left)


def choose(test: ast.expr, then: ast.expr, other: ast.expr) -> ast.expr:
    """`then if test else other`."""
    value = constant(test)
    if value is not None:
        return then if value else other
    return ast.IfExp(test, then, other)


def call(function: str, *args: ast.expr) -> ast.expr:
    return ast.Call(name(function), list(args), [])


def method(owner: ast.expr, attribute: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(owner, attribute, LOAD), list(args), [])


def item(owner: ast.expr, index: ast.expr, context: ast.expr_context = LOAD) -> ast.expr:
    return ast.Subscript(owner, index, context)


def section(owner: ast.expr, start: ast.expr, end: ast.expr) -> ast.expr:
    return ast.Subscript(owner, ast.Slice(start, end), LOAD)


def tuple_of(parts: Sequence[ast.expr]) -> ast.expr:
    return ast.Tuple(list(parts), LOAD)


def list_of(parts: Sequence[ast.expr]) -> ast.expr:
    return ast.List(list(parts), LOAD)


def size(mask: ast.expr) -> ast.expr:
    """How many elements a mask has."""
    value = constant(mask)
    return number(value.bit_count()) if value is not None else method(mask, "bit_count")


def length(mask: ast.expr) -> ast.expr:
    """One more than the highest element of a mask."""
    value = constant(mask)
    return number(value.bit_length()) if value is not None else method(mask, "bit_length")


def lowest(mask: ast.expr) -> ast.expr:
    """The lowest element of a mask held in a name; -1 when it is empty."""
    return binary(length(binary(mask, "&", negative(mask))), "-", number(1))


def assign(target: str | ast.expr, value: ast.expr) -> ast.stmt:
    place = ast.Name(target, STORE) if isinstance(target, str) else target
    return ast.Assign([place], value)


def augment(target: str | ast.expr, operator: str, value: ast.expr) -> ast.stmt:
    """`target operator= value`; the target as for `assign`."""
    place = ast.Name(target, STORE) if isinstance(target, str) else target
    assert isinstance(place, ast.Name | ast.Subscript)
    return ast.AugAssign(place, _BINARY[operator], value)


def attempt(body: Lines, otherwise: Lines) -> ast.stmt:
    """What is done, and what is done instead where the rules go wrong in it."""
    handler = ast.ExceptHandler(name("PlayError"), None, otherwise)
    return ast.Try(body, [handler], [], [])


def when(test: ast.expr, then: Lines, other: Lines | None = None) -> ast.stmt:
    """An `if`; an empty `then` is turned round."""
    if not then and other:
        return ast.If(negated(test), other, [])
    return ast.If(test, then or [ast.Pass()], other or [])


def loop(test: ast.expr, body: Lines) -> ast.stmt:
    return ast.While(test, body or [ast.Pass()], [])


def for_each(variable: str, source: ast.expr, body: Lines) -> ast.stmt:
    return ast.For(ast.Name(variable, STORE), source, body or [ast.Pass()], [])


def give(value: ast.expr | None) -> ast.stmt:
    return ast.Return(value)


def fail(value: ast.expr) -> ast.stmt:
    return ast.Raise(value, None)


def perform(value: ast.expr) -> ast.stmt:
    return ast.Expr(value)


def function(title: str, params: Sequence[str], body: Lines) -> ast.FunctionDef:
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(p) for p in params],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[],
    )
    return ast.FunctionDef(title, arguments, body or [ast.Pass()], [])


def terminates(body: Lines) -> bool:
    """Does control never run off the end of these statements?"""
    if not body:
        return False
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise | ast.Continue | ast.Break | Jump):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and terminates(last.body) and terminates(last.orelse)
    return False


def mark(node: ast.AST, span: Span) -> None:
    """Let a node stand at a place of a rule file; a span of no file changes nothing."""
    if span.file is not NOWHERE.file:
        node.at = (span.file, span.line)  # type: ignore[attr-defined]


def mark_all(lines: Lines, span: Span) -> None:
    """Give the statements that stand nowhere yet a place."""
    for line in lines:
        if "at" not in line.__dict__:
            mark(line, span)


def file_of(node: ast.AST, otherwise: SourceFile) -> SourceFile:
    """The file a function is in: its own, or that of the first of its statements that is in one."""
    for part in ast.walk(node):
        if "at" in part.__dict__:
            file: SourceFile = part.__dict__["at"][0]
            return file
    return otherwise


def locate(node: ast.AST, file: SourceFile) -> None:
    """Give every node below (and including) this one a line: its own or its parent's.

    What stands in another file takes its parent's line too, for code has one file.
    """
    pending: list[tuple[ast.AST, int]] = [(node, 1)]
    while pending:
        here, line = pending.pop()
        held = here.__dict__
        if here._attributes:
            own = held.get("at")
            if own is not None and own[0] is file:
                line = own[1]
            held["lineno"] = held["end_lineno"] = line
            held["col_offset"] = held["end_col_offset"] = 0
        for field in here._fields:
            value = held.get(field)
            if value.__class__ is list:
                for part in value:
                    if isinstance(part, ast.AST):
                        pending.append((part, line))
            elif isinstance(value, ast.AST):
                pending.append((value, line))
