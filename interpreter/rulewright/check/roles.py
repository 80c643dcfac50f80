"""What those who read expressions, statements and declarations are to the files that help them.

A helper reads parts of what it is given by asking whoever called it, so it has to name the caller's
type, and the caller has to import the helper. These protocols lie below both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Literal, Protocol

from ..core import ir
from ..diagnostics import Findings, Fix, Note
from ..source import Span
from ..syntax import nodes as n
from .context import Block, Context, Seers
from .modules import Merged
from .narrowing import Known
from .scope import Names, Scope, Symbol


class Questions(Protocol):
    """Writes out whether what has a name can be chosen: `possible.Possible`."""

    def __call__(
        self, reader: ExpressionReader, name: n.Name, names: Names, span: Span
    ) -> ir.Expr: ...


Asked = Literal["score", "winner"]


class EndingReader(Protocol):
    """Reads what scores and who wins when it is first asked: `scoring.Ending`."""

    def is_known(self, reader: ExpressionReader, what: Asked, span: Span) -> bool: ...


class ExpressionReader(Protocol):
    """Reads expressions: `expressions.Expressions`."""

    scope: Scope
    findings: Findings
    known: Known
    gone: Known
    possible: Questions | None
    no_me: str
    for_me: str
    mistakes: int
    best: str
    won_by: ir.Expr | None
    broken: frozenset[str]

    def trial(self) -> ExpressionReader: ...
    def knowing(self, known: Known) -> AbstractContextManager[None]: ...
    def anew(self) -> AbstractContextManager[None]: ...
    def may_be_declared(self, name: str) -> bool: ...
    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *notes: Note,
        hint: str = "",
        fix: Fix | None = None,
    ) -> ir.Expr: ...
    def origins(self, *exprs: ir.Expr) -> tuple[Note, ...]: ...
    def read(self, node: n.Expr, names: Names, wanted: ir.Type | None) -> ir.Expr: ...
    def value(
        self, node: n.Expr, names: Names, wanted: ir.Type, mark: n.Expr | None = None
    ) -> ir.Expr: ...
    def truth(self, node: n.Expr, names: Names) -> ir.Expr: ...
    def number(self, node: n.Expr, names: Names) -> ir.Expr: ...
    def collection(
        self, node: n.Expr, names: Names, wanted: ir.Type | None = None,
        instead: Callable[[ir.Expr], str] | None = None,
    ) -> ir.Expr: ...  # fmt: skip
    def total(self, seat: ir.Expr, span: Span) -> ir.Expr: ...
    def type_of(self, node: n.TypeExpr) -> ir.Type: ...
    def domain(self, name: n.Name) -> ir.Domain | None: ...


class StatementReader(Protocol):
    """Reads statements: `statements.Statements`."""

    scope: Scope
    findings: Findings
    procedures_with_choices: frozenset[str]
    procedures_asking: frozenset[str]
    inside_dealing: bool
    in_setup: bool

    @property
    def expressions(self) -> ExpressionReader: ...
    @property
    def before_dealing(self) -> Mapping[str, Sequence[n.BeforeDealing]]: ...

    def error(self, code: str, message: str, span: Span, *notes: Note, hint: str = "") -> None: ...
    def block(self, body: tuple[n.Statement, ...], context: Context) -> ir.Stmt: ...
    def forget(self) -> None: ...
    def clear(self, variables: tuple[ir.StateVariable, ...]) -> Block: ...
    def keep(
        self,
        name: n.Name,
        value: ir.Expr,
        context: Context,
        out: Block,
        cleared: list[ir.StateVariable],
        *,
        seers: Seers,
        chosen: bool = True,
    ) -> Context: ...
    def asked(self, seat: ir.Expr, context: Context) -> tuple[Block, Context]: ...
    def seen_over(
        self, rest: Iterable[n.Statement], context: Context, *given: ir.Expr
    ) -> Seers: ...
    def is_open(self, context: Context, *given: ir.Expr) -> bool: ...
    def choice_variable(
        self,
        name: str,
        kind: ir.Type,
        start: int,
        seers: Seers,
        span: Span,
        context: Context,
        *,
        chosen: bool = True,
    ) -> ir.StateVariable: ...
    def zone_of(self, node: n.Expr, source: ir.Expr) -> ir.Place | None: ...
    def settled(self, statement: ir.Stmt) -> ir.Stmt: ...
    def guard(self, node: n.Needs, names: Names) -> ir.Guard: ...

    def guards(
        self, needs: Iterable[n.Needs], names: Names, first: Sequence[ir.Guard] = ()
    ) -> list[ir.Guard]: ...
    def message(self, node: n.Template, names: Names) -> ir.Message: ...
    def resting(self, asleep: bool = True) -> AbstractContextManager[None]: ...


class ProgramReader(Protocol):
    """Reads declarations: `program.Builder`."""

    merged: Merged
    findings: Findings
    scope: Scope
    options: list[ir.Option]

    @property
    def expressions(self) -> ExpressionReader: ...

    def of(self, *kinds: type) -> list[Any]: ...
    def add(self, symbol: Symbol) -> bool: ...
