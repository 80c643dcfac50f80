"""Which engines there are: the one list that all others are taken from.

`load(engine=…)`, `--engine`, what is tested side by side, what `dump` can print: all of it asks
here. A new engine is a line in `KINDS` and the code that its `make` imports; CONTRIBUTING has the
recipe. Nothing of an engine is imported before one is made, so an engine may need a package that
most people do not have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

from ..core.ir import Program
from ..diagnostics import UsageError, did_you_mean, shown
from ..recent import Recent
from .protocol import Engine, SideBySide, sealed

EngineName = str
REFERENCE: EngineName = "reference"  # the engine that defines the meaning


@dataclass(frozen=True, slots=True)
class EngineKind:
    """An engine that can be had.

    `make`: one for a specialised program. `generated`: the code it makes of a program, as texts,
    each with what it is called, if it makes any. `package`: what it imports that is not ours;
    `extra`: the extra of our package that installs it. `steps`: the engine that single decisions
    are made with, at least in the beginning, if it is another. `beside`: many games for it to step
    at once, if it can. `settled`: one that makes single decisions from the first on as `make` has
    them made only where that pays, so that what it comes to hangs on no clock.
    """

    name: EngineName
    summary: str
    make: Callable[[Program], Engine]
    generated: tuple[tuple[str, Callable[[Program], str]], ...] = ()
    package: str = ""
    extra: str = ""
    steps: EngineName = ""
    beside: Callable[[Engine, range, int, int], SideBySide | None] | None = None
    settled: Callable[[Program], Engine] | None = None

    @property
    def is_there(self) -> bool:
        """Can it be made here?"""
        return not self.package or find_spec(self.package) is not None


def _python(program: Program) -> Engine:
    from .python import PythonEngine

    return sealed(PythonEngine(program))


def _python_source(program: Program) -> str:
    from .python import source

    return source(program)


def _reference(program: Program) -> Engine:
    from .reference import plain

    return sealed(plain(program))


def _wasm(program: Program) -> Engine:
    from .wasm import WasmEngine

    return sealed(WasmEngine(program))


def _wasm_settled(program: Program) -> Engine:
    from .wasm import WasmEngine

    return sealed(WasmEngine(program, at_once=True))


def _wasm_source(use: str, program: Program) -> str:
    from .wasm import source

    return source(program, use)


def _wasm_beside(engine: Engine, seeds: range, longest: int, columns: int) -> SideBySide | None:
    from .wasm import WasmEngine

    made: object = engine
    assert isinstance(made, WasmEngine)
    return made.side_by_side(seeds, longest, columns)


KINDS = (  # the one that is preferred stands first; the reference, which is always there, last
    EngineKind(
        "wasm",
        "games as WebAssembly, fastest; single moves as python until that pays",
        _wasm,
        (
            ("wasm", partial(_wasm_source, "whole")),
            ("wasm-on", partial(_wasm_source, "on")),
            ("wasm-step", partial(_wasm_source, "step")),
            ("wasm-all", partial(_wasm_source, "all")),
        ),
        package="wasmtime",
        extra="fast",
        steps="python",
        beside=_wasm_beside,
        settled=_wasm_settled,
    ),
    EngineKind("python", "generated Python, fast", _python, (("python", _python_source),)),
    EngineKind(REFERENCE, "the plain evaluator that defines the meaning", _reference),
)


def names() -> tuple[EngineName, ...]:
    """All engines, the preferred one first."""
    return tuple(kind.name for kind in KINDS)


def available() -> tuple[EngineName, ...]:
    """The engines that can be made here, the preferred one first."""
    return tuple(kind.name for kind in KINDS if kind.is_there)


def default() -> EngineName:
    """The engine that games are played on unless another is asked for."""
    return available()[0]


def stepping() -> tuple[EngineName, ...]:
    """The engines that make single decisions themselves, the preferred one first."""
    return tuple(kind.name for kind in KINDS if kind.is_there and not kind.steps)


def compared() -> tuple[EngineName, ...]:
    """The engines whose decisions are held against those of the reference."""
    return tuple(name for name in stepping() if name != REFERENCE)


def generated() -> tuple[str, ...]:
    """What the code is called that engines make of a program."""
    return tuple(name for kind in KINDS for name, _ in kind.generated)


def code_of(program: Program, name: str) -> str:
    """The code of this name, one of `generated()`; `UsageError` if it cannot be made here."""
    [engine] = (one.name for one in KINDS if name in dict(one.generated))
    return dict(kind(engine).generated)[name](program)


def faster() -> EngineKind | None:
    """The engine that would be preferred if its package were installed; None if it is."""
    return None if KINDS[0].is_there else KINDS[0]


def kind(name: EngineName) -> EngineKind:
    """An engine by its name; `UsageError` if there is none or it cannot be made here."""
    for found in KINDS:
        if found.name != name:
            continue
        if not found.is_there:
            raise UsageError(
                f"the engine {name} needs {found.package}, which is not installed: "
                f"pip install 'rulewright[{found.extra}]'"
            )
        return found
    hint = did_you_mean(name, names()) if isinstance(name, str) else ""
    raise UsageError(
        f"there is no engine {shown(name)}; there are: {', '.join(names())}"
        + (f" ({hint})" if hint else "")
    )


_again: Recent[tuple[EngineName, str], Engine] = Recent(16)  # those from other processes


def made_again(name: EngineName, token: str, program: Program) -> Engine:
    """An engine of this name for a program that was handed over, known by `Layout.token`; made once
    for each process, as long as they are few."""
    engine = _again.get((name, token))
    if engine is None:
        engine = kind(name).make(program)
        _again.put((name, token), engine)
    return engine


_settled: Recent[tuple[EngineName, str], Engine] = Recent(4)


def settled(engine: Engine) -> Engine | None:
    """An engine for the same program that makes single decisions from the first on as this one does
    where that pays; None if this one always makes them alike. Made once as long as they are few."""
    make, key = kind(engine.name).settled, (engine.name, engine.layout.token)
    if make is None:
        return None
    found = _settled.get(key)
    if found is None:
        found = make(engine.program)
        _settled.put(key, found)
    return found


def side_by_side(engine: Engine, seeds: range, longest: int, columns: int) -> SideBySide | None:
    """Games with these seeds for an engine to step, at most so many decisions each; None if it
    cannot or something goes wrong at once. `columns`: how many numbers tell what a seat sees."""
    beside = kind(engine.name).beside
    return None if beside is None else beside(engine, seeds, longest, columns)
