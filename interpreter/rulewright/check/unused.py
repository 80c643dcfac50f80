"""What is written and changes nothing: declarations, marks and values that nobody needs.

An unread line is nearly always a mistake (a name mistyped elsewhere, a rule forgotten), so it is an
error. What comes from a library need not be used, nor, with variants, what the game declares, nor,
with several, what one of them does: that a variant takes away what used it is no mistake. What only
a scenario asks is used, if the rules need not do anything with it: a definition, what a table says.
A mark that only a scenario reads is not, since then nothing hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..core.ir import Element, SetOf, StateVariable
from ..diagnostics import Findings
from ..recent import Recent
from ..source import NOWHERE, SourceFile
from ..syntax import nodes as n
from ..syntax.walk import children, walk
from .scope import BoardSymbol, DomainSymbol, HistorySymbol, Scope, Symbol, VariableSymbol
from .suggesting import letter

NEVER = {
    "an action": "never offered in a choice",
    "an option": "never read, so it changes nothing",
    "a procedure": "never called",
}


IN_BLOCKS = ("a definition", "an action", "a procedure")
"""What can be declared below `with`, too."""
USE_IT = "use it, or take it away; or is its name mistyped elsewhere?"


def asked_by(scenarios: Iterable[n.ScenarioDecl]) -> frozenset[str]:
    """The names in what scenarios expect."""
    expected = (line for one in scenarios for line in one.scenes if isinstance(line, n.SceneExpect))
    return frozenset(name.text for name in _names_in(node for e in expected for node in walk(e)))


ASKED = ("an attribute", "a definition", "a type")
"""What scenarios use that ask for it."""


def report_unused(
    scope: Scope, variants: Iterable[n.File], asked: frozenset[str], findings: Findings
) -> None:
    """Report declarations that nothing uses. `variants`: the files of those that are played;
    `asked`: the names that scenarios ask for."""
    in_blocks = {
        (node.span.file, node.text): block.other.text
        for file in variants
        for block in file.declarations
        if isinstance(block, n.Together)
        for node in walk(block)
        if isinstance(node, n.Name)
    }
    symbols: list[Symbol] = [
        *scope.values.values(), *scope.columns.values(), *scope.actions.values(),
        *scope.procedures.values(),
    ]  # fmt: skip
    for symbol in symbols:
        if symbol.optional or symbol.span is NOWHERE or isinstance(symbol, BoardSymbol):
            continue
        if isinstance(symbol, DomainSymbol) and symbol.domain.kind in ("component", "edge", "cell"):
            continue
        if isinstance(symbol, VariableSymbol):
            unused_variable(symbol, findings)
        elif isinstance(symbol, HistorySymbol) and symbol.used != symbol.written:
            half_used(symbol, findings)
        elif not symbol.used and not (symbol.kind in ASKED and symbol.name in asked):
            never = NEVER.get(symbol.kind, "never used")
            message = f"{symbol.name} is {symbol.kind} that is {never}"
            other = in_blocks.get((symbol.span.file, symbol.name))
            hint = f"only what stands below `with {other}` names it: declare it there, indented"
            may_be_there = other is not None and symbol.kind in IN_BLOCKS
            findings.add("E190", message, symbol.span, hint=hint if may_be_there else USE_IT)


def unused_variable(symbol: VariableSymbol, findings: Findings) -> None:
    """A zone has to be filled, a mark both changed and read."""
    if not symbol.used and not symbol.written:
        message = f"{symbol.name} is {symbol.kind} that is never used"
        findings.add("E190", message, symbol.span, hint=USE_IT)
    elif not symbol.written and symbol.variable.role == "zone":
        findings.add(
            "E193", f"nothing is ever moved to {symbol.name}, so it is always empty", symbol.span,
            hint=f"what is to lie there is moved there, by `move … to {symbol.name}`; a zone that "
            "is not needed is left out",
        )  # fmt: skip
    elif not symbol.written:
        findings.add(
            "E193", f"nothing ever changes {symbol.name}, so it is always what it starts with",
            symbol.span, hint=_changed_or_defined(symbol.variable),
        )  # fmt: skip
    elif not symbol.used and symbol.variable.role == "mark" and not _informs(symbol.variable):
        findings.add(
            "E194", f"{symbol.name} is changed but never read, so it changes nothing", symbol.span,
            hint="if it is there for players to see, say in words what it tells them",
        )  # fmt: skip


def _changed_or_defined(mark: StateVariable) -> str:
    """How a mark is changed, which may have been forgotten, or is said where it never changes."""
    changed = defined = mark.name + "(…)" * (len(mark.keys) > 1)
    if len(mark.keys) == 1:
        own, key = letter(mark.keys[0], {}), mark.keys[0].name
        changed += f" of {'me' if mark.keys[0].kind == 'seat' else own}"
        defined += f" of {own}: {key}"
    return (
        f"where it changes, that is written: set {changed} to VALUE; what is always the same is a "
        f"definition: define {defined} = VALUE"
        + f"; what is to be drawn on the board is set in the set-up: set {mark.name}"
        f"{'(…)' if len(mark.keys) > 1 else ' of CELL' if mark.keys else ''} to VALUE"
        * _is_drawn_on_cells(mark)
    )


def _is_drawn_on_cells(mark: StateVariable) -> bool:
    """Does a board of cells show it: a cell, a set of cells, or what is so of each?"""
    if mark.seen == "nobody":
        return False
    domains = list(mark.keys)
    if not domains and isinstance(mark.type, Element | SetOf):
        domains.append(mark.type.domain)
    return any(domain.kind == "cell" for domain in domains)


def half_used(symbol: HistorySymbol, findings: Findings) -> None:
    """A history has to be both filled and asked."""
    name = symbol.name
    if symbol.used:
        findings.add(
            "E193", f"nothing is ever remembered in {name}, so nothing has been before",
            symbol.span, hint=f"for example at the start of a turn: remember({name})",
        )  # fmt: skip
    else:
        findings.add(
            "E194", f"{name} is remembered, and nobody asks how often it has been so, so it "
            "changes nothing", symbol.span,
            hint=f"for example: turns until times({name}) is 3",
        )  # fmt: skip


def _informs(variable: StateVariable) -> bool:
    """Is it there for players to see?"""
    return bool(variable.words) and variable.seen != "nobody"


def report_unread_values(
    declarations: Iterable[n.Declaration], free: frozenset[SourceFile], findings: Findings
) -> None:
    """Report parameters and lets that are never read, except definitions in the files `free`.

    A definition of a variant that replaces another has to take the same values, needed or not. A
    let before a choice may be read in the actions that are offered there.
    """
    declarations = list(declarations)
    actions = {d.name.text: d for d in declarations if isinstance(d, n.ActionDecl)}
    for declaration in declarations:
        if isinstance(declaration, n.DefineDecl) and declaration.span.file in free:
            continue
        if _fine.get(id(declaration)) is declaration:
            continue
        before, is_by_itself = len(findings.found), True
        written = list(walk(declaration))
        names = _names_in(written)
        for node in written:
            for name, what in given_names(node):
                if not _is_read(name, names if node is declaration else _names_in(walk(node))):
                    findings.add("E192", f"{what} {name.text} is never used", name.span)
        with_lets = any(isinstance(node, n.LetBe) for node in written)
        for body in bodies(declaration) if with_lets else ():
            for index, node in enumerate(body):
                if isinstance(node, n.LetBe):
                    after = [below for s in body[index + 1 :] for below in walk(s)]
                    if _is_read(node.name, _names_in(after)):
                        continue
                    is_by_itself = False
                    if not _is_read(node.name, _names_in(_offered(after, actions))):
                        findings.add(
                            "E192", f"the value {node.name.text} is never used", node.name.span
                        )

        if len(findings.found) == before and is_by_itself:
            _fine.put(id(declaration), declaration)


def _offered(nodes: Iterable[Any], actions: Mapping[str, n.ActionDecl]) -> Iterator[Any]:
    """What stands in the actions that are offered somewhere, and in those offered there."""
    waiting, met = [*nodes], set[str]()
    while waiting:
        node = waiting.pop()
        name = node.name.text if isinstance(node, n.Offer) else ""
        if name in actions and name not in met:
            met.add(name)
            below = list(walk(actions[name]))
            yield from below
            waiting += below


_fine = Recent[int, n.Declaration](5_000)
"""Declarations in which nothing was found, by their identity: they are in many programs."""


def given_names(node: Any) -> Iterator[tuple[n.Name, str]]:
    """The parameters a node gives, with what to call them."""
    match node:
        case n.DefineDecl(params=params) | n.ProcedureDecl(params=params):
            for param in params:
                yield param.name, "the parameter"
        case (
            n.ActionDecl(params=drawn) | n.Offer(params=drawn) | n.FinishStep(params=drawn)
            | n.Step(params=drawn, into=None)
        ):  # fmt: skip
            for each in drawn:
                yield each.name, "the parameter"
        case _:
            pass


def _names_in(nodes: Iterable[Any]) -> list[n.Name]:
    """The bare names among some nodes."""
    return [node for node in nodes if isinstance(node, n.Name) and not node.quoted]


def _is_read(given: n.Name, names: Iterable[n.Name]) -> bool:
    """Is a name among others, but for the place where it is given?"""
    return any(name.text == given.text and name is not given for name in names)


def bodies(node: Any) -> Iterator[tuple[Any, ...]]:
    """All blocks of statements below a node."""
    for name in ("body", "then", "other"):
        value = getattr(node, name, None)
        if isinstance(value, tuple):
            yield value
    for child in children(node):
        yield from bodies(child)
