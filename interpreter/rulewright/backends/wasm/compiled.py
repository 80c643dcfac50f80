"""Modules as they were compiled, kept from one run to the next.

To print a module and to compile it takes up to a second, to have it again a few hundredths of one.
What is kept is machine code, so whoever can write it can do all that its reader can: it is read
only where nobody but the user can have written it, and as it was written (see `kept`); and only for
what it was made of: the program to its last node, the code that makes modules of programs, and what
compiles them. wasmtime looks at it once more, at its own version and the kind of processor.

`RULEWRIGHT_MODULES=off` in the environment leaves what is kept alone, and keeps nothing.
"""

from __future__ import annotations

import json
import os
from functools import cached_property
from hashlib import sha256
from typing import Any

from ... import resources
from ...core.dump import program_json
from ...core.ir import Program
from ...kept import keep, kept
from ...lower.store import LocalStore
from ...runtime.layout import Layout
from .module import Module
from .positions import Positions
from .shapes import Shape

VARIABLE = "RULEWRIGHT_MODULES"
FOLDER = "modules"
WORTH_KEEPING = 100_000  # characters of a module; smaller ones are made in a few hundredths, too
ROOM = 64_000_000  # bytes, of all that are kept
MAKING = ("core", "runtime", "lower", "backends")  # the folders of what makes a module of a program

Told = dict[str, Any]


class Shelf:
    """Where one module is kept: that of a program, for some `use`, without some passes.

    `settings`: all that the code hangs on which a module is compiled to.
    """

    def __init__(self, program: Program, use: str, without: frozenset[str], settings: str) -> None:
        self._program = program
        self._made_of = use, sorted(without), settings

    def found(self) -> Module | None:
        """The module, as it was compiled; None if it is not kept."""
        whole = kept(*self._names, form=self._form) if self._form else None
        if whole is None:
            return None
        head, _, code = whole.partition(b"\n")
        told: Told = json.loads(head)  # nobody else can have written it: it is what was kept
        shapes, positions = told.pop("shapes"), None
        if shapes is not None:
            store = LocalStore(self._program, Layout(self._program))
            positions = Positions(store, {name: _shape(one) for name, one in shapes.items()})
        return Module("", **told, positions=positions, compiled=code)

    def keep(self, module: Module) -> None:
        """Keep a module that was compiled, if that is worth it."""
        if len(module.text) < WORTH_KEEPING or not self._form:
            return
        told: Told = {name: getattr(module, name) for name in ("seeds", "results", "words", "heap")}
        told["shapes"] = None
        if module.positions is not None:
            shapes = module.positions.shapes.items()
            told["shapes"] = {name: _plain(shape) for name, shape in shapes}
        data = json.dumps(told).encode() + b"\n" + module.compiled
        keep(data, *self._names, form=self._form, room=ROOM)

    @cached_property
    def _form(self) -> str:
        """All that the module was made of; empty if it is not to be kept."""
        if os.environ.get(VARIABLE, "") == "off":
            return ""
        try:
            core = json.dumps(program_json(self._program), separators=(",", ":"))
        except (TypeError, ValueError):  # written by hand, or with numbers of thousands of digits
            return ""
        return "\n".join(("modules 1", repr(self._made_of), resources.code(*MAKING), core))

    @cached_property
    def _names(self) -> tuple[str, str]:
        return FOLDER, sha256(self._form.encode()).hexdigest()[:32]


def _plain(shape: Shape) -> list[Any]:
    """The shape of what a position holds, as plain data."""
    its = shape.found()
    ends = its.range and list(map(hex, its.range))  # JSON has a limit to the digits of numbers
    return [its.kind, ends, [_plain(part) for part in its.parts]]


def _shape(told: list[Any]) -> Shape:
    kind, ends, parts = told
    held = None if ends is None else (int(ends[0], 16), int(ends[1], 16))
    return Shape(kind, [_shape(part) for part in parts], range=held)
