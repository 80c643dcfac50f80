"""The engine that plays as WebAssembly: whole games, single decisions, steps of many games at once.

module     a program's functions, primitives and fixed data; `frames`, `kept_cells`: sets of cells
           as words; `unread`: what is stored for nobody
shapes     what variables hold, and how wide numbers are; `packing`: keys in a word or two
printer    a lowered function as text; `groups`, `side_sums`, `flat`, `own`, `places`, `choosing`
library    primitives in the lowered form; `runtime.wat`: memory, wide numbers, lists, maps
rounds     how often a loop goes round at most; `giving_back`: memory, as a search ends
watched    where a module asks whether to go on; `multiplying`: words, as wasmtime can
positions  a position as it lies in the memory of a module
steps      what makes single decisions, and lays out the position that was reached
many       what makes one in each of many games, whose positions lie side by side
held       what the engine plays on: such a position as bytes, or slots
machine    runs a module with wasmtime; `side_by_side`: many games in one
engine     what everybody else sees
"""

from .engine import WasmEngine, source

__all__ = ["WasmEngine", "source"]
