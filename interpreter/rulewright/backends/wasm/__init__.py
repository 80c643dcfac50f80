"""The engine that plays whole games as WebAssembly, and on from positions.

module     a program's functions, primitives and fixed data as one module
shapes     what variables hold, and how wide numbers are
printer    a lowered function as WebAssembly text; `groups`: numbers of a few words
library    primitives in the lowered form; `runtime.wat`: memory, wide numbers, lists, maps
positions  a position as it lies in the memory of a module
machine    runs a module with wasmtime
engine     what everybody else sees
"""

from .engine import WasmEngine, source

__all__ = ["WasmEngine", "source"]
