"""Lowered functions run in both targets: as Python, watched, and as WebAssembly, read from memory.

The two share nothing but the functions and the data: what WebAssembly gives is read from its memory
by the shapes that were found, word by word.
"""

from __future__ import annotations

import ast
import ctypes
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any

import pytest

from rulewright.backends.python.printer import printed
from rulewright.backends.python.support import EXPORTS, called
from rulewright.backends.wasm import library
from rulewright.diagnostics import PlayError
from rulewright.lower import nodes as code
from rulewright.source import NOWHERE

MAIN, GIVEN = "main", "i"
FALLEN_BACK = "fallen back"
MEMORY = 1 << 26
# Where the result lies; the number of what has gone wrong, which is below 0 too
_EXPORTED = f"""  (func (export "called") (param $given i64) (param $start i32) (result i32)
    (global.set $top (local.get $start))
    (global.set $end (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const 256)))
    {{aged}}
    (block $failed (result i32 i64 i64 i64 i64)
      (try_table (result i32) (catch $fail $failed) (call ${MAIN} (local.get $given)))
      (return))
    drop drop drop drop)"""
_AGED = "(global.set $age (i64.add (global.get $age) (i64.const 1)))"


class Twin:
    """Functions of which `main(i)` gives a list or record, in both targets; `data`: what all of
    them know. Raises `Unprintable`."""

    def __init__(self, functions: Sequence[code.Function], data: Mapping[str, object]) -> None:
        wasmtime = pytest.importorskip("wasmtime")
        from rulewright.backends.wasm import machine, module, shapes, writing
        from rulewright.backends.wasm.inlining import inlined

        self.escaped: list[str] = []  # variables that held what is not in their range
        known: list[writing.Needs] = []

        def exported(needs: writing.Needs) -> str:
            known.append(needs)
            return _EXPORTED.format(aged=_AGED if needs.known else "")

        made = module.linked(deepcopy(functions), data, {MAIN: {GIVEN: shapes.count()}}, exported)
        self.shapes, self._start, self.text = known[0].shapes, made.seeds, made.text
        engine = machine.host().engine
        store = wasmtime.Store(engine)
        store.set_limits(memory_size=MEMORY)
        exports = wasmtime.Instance(store, wasmtime.Module(engine, inlined(made.text)), []).exports(
            store
        )
        self._store, self._memory, self._main = store, exports["memory"], exports["called"]
        self._python = self._compiled(functions, data)

    def _compiled(
        self, functions: Sequence[code.Function], data: Mapping[str, object]
    ) -> Callable[[int], object]:
        names: dict[str, Any] = {**EXPORTS, **{key: called(held) for key, held in data.items()}}
        names["seen"] = self._seen
        parts: list[ast.stmt] = [
            _Watched(function.name).visit(printed(function, NOWHERE.file)) for function in functions
        ]
        tree = ast.fix_missing_locations(ast.Module(parts, []))
        exec(compile(tree, "functions", "exec"), names)
        main: Callable[[int], object] = names[MAIN]
        return main

    def _seen(self, function: str, variable: str, value: Any) -> Any:
        """A value that a variable takes; it is handed back."""
        if variable:
            shape = self.shapes.variables[function].get(variable)
        else:
            shape = self.shapes.results[function]
        if shape is not None and not _is_within(value, shape):
            self.escaped.append(f"{variable or 'the result'} of {function}: {value}")
        return value

    def python(self, given: int) -> object:
        self.escaped.clear()
        try:
            return _plain(self._python(given))
        except PlayError as error:
            return str(error)

    def wasm(self, given: int) -> object:
        """The same, if it is printed right; `FALLEN_BACK` if it has become too wide or large."""
        held = self._main(self._store, given, self._start)
        self._at = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        if held < 0:
            return FALLEN_BACK
        return self._value(held, self.shapes.results[MAIN])

    def agree(self, given: int) -> bool:
        """Assert that both do the same, within the ranges; was that in WebAssembly too?"""
        meant, found = self.python(given), self.wasm(given)
        if found == FALLEN_BACK:
            return False
        assert found == meant
        assert self.escaped == []
        return True

    def _word(self, at: int) -> int:
        return ctypes.c_int64.from_address(self._at + at).value

    def _half(self, at: int) -> int:
        return ctypes.c_int32.from_address(self._at + at).value

    def _value(self, held: int, shape: Any) -> object:
        shape = shape.found()
        if shape.kind == "number":
            return self._number(held, shape)
        if held == 0:
            return None
        if shape.kind == "list":
            entries = self._half(held + 8)
            count = self._half(held)
            [part] = shape.parts
            return [self._value(self._word(entries + 8 * n), part) for n in range(count)]
        if shape.kind == "record":
            return [self._value(self._word(held + 8 * n), p) for n, p in enumerate(shape.parts)]
        raise AssertionError(shape.kind)

    def _number(self, held: int, shape: Any) -> int:
        from rulewright.backends.wasm.shapes import WORD, is_word

        if not is_word(shape.range):
            count, below = self._half(held), self._half(held + 4)
            words = ctypes.string_at(self._at + held + 8, 8 * count)
            number = int.from_bytes(words, "little", signed=True)
            assert count == (number if number >= 0 else ~number).bit_length() // 64 + 1
            assert number & (1 << 64) - 1 or number == below == 0
            return number << 64 * below
        is_unsigned = shape.range is not None and shape.range[1] > WORD[1]
        return held & (1 << 64) - 1 if is_unsigned else held


def functions_in(text: str) -> list[code.Function]:
    """The functions that a text in Python says, in their order."""
    found = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    return [library.read(one, one.name, {}) for one in found]


def _plain(value: Any) -> object:
    """Tuples as lists, tests as numbers."""
    if isinstance(value, tuple | list):
        return list(map(_plain, value))
    return int(value) if isinstance(value, int) else value


def _is_within(value: Any, shape: Any) -> bool:
    """Is a value what its shape tells?"""
    shape = shape.found()
    if shape.packed:
        return all(
            _entry(value, field) - field.least in range(1 << 64 - field.shift)
            for field in shape.packed
        )
    match shape.kind:
        case "number":
            low, high = shape.range or (1, 0)
            return bool(low <= value <= high)
        case "list" if value is not None:
            return all(_is_within(part, shape.parts[0]) for part in value)
        case "record" if value is not None:
            return all(map(_is_within, value, shape.parts))
        case "map":
            return all(
                _is_within(held, part)
                for pair in value.items()
                for held, part in zip(pair, shape.parts, strict=True)
            )
        case "keys":
            return all(_is_within(part, shape.parts[0]) for part in value)
        case _:
            return True


def _entry(key: Any, field: Any) -> Any:
    """The number of a key that lies in a field."""
    part = key[field.part]
    return part if field.entry < 0 else part[field.entry]


class _Watched(ast.NodeTransformer):
    """Tells of each value that a variable takes, and of each result."""

    def __init__(self, function: str) -> None:
        self.function = function

    def _seen(self, variable: str, value: ast.expr) -> ast.expr:
        told: list[ast.expr] = [ast.Constant(self.function), ast.Constant(variable), value]
        return ast.Call(ast.Name("seen", ast.Load()), told, [])

    def _stored(self, *targets: ast.expr) -> list[ast.stmt]:
        names = (part.id for one in targets for part in ast.walk(one) if isinstance(part, ast.Name))
        return [ast.Expr(self._seen(name, ast.Name(name, ast.Load()))) for name in names]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.body[:0] = self._stored(*(ast.Name(arg.arg, ast.Load()) for arg in node.args.args))
        return node

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *self._stored(*node.targets)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, *self._stored(node.target)]

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body[:0] = self._stored(node.target)
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        self.generic_visit(node)
        node.value = self._seen(node.target.id, node.value)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if node.value is not None:
            node.value = self._seen("", node.value)
        return node


@pytest.fixture(scope="session")
def twin() -> type[Twin]:
    """What runs functions in both targets."""
    return Twin
