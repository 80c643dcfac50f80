"""A whole WebAssembly module for a program: its functions, the primitives that they need, fixed
data, and what may be called from outside.

What is exported, and where it leaves its results in memory, is told by `Module`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...core.graphs import network
from ...core.ir import MOST_STATES, Program
from ...files import own_text
from ...lower import nodes as code
from ...lower.lowered import Lowered
from ...lower.names import (
    ACTION,
    CHANCE,
    LINES,
    LONGEST,
    PLAY_ON,
    PLAYERS,
    PLAYOUT,
    SEEN,
    STEP,
    TOLD,
    TOTALS,
    VERDICT,
    WAITING,
)
from ...lower.primitives import NOTHING, AllWays, Longest, LongestLine, LongestPath, WaysBy
from ...lower.step import words_of
from ...lower.store import LocalStore
from ...lower.totals import is_judged
from ...runtime.layout import Layout
from ...runtime.ways import steps_over
from . import library
from .choosing import work_out
from .frames import frame
from .giving_back import that_give_back
from .image import Image
from .many import stepping_all
from .maps import ANSWERS, ENTRY
from .packing import pack
from .positions import Positions, arguments, given_shapes
from .printer import printed
from .shapes import (
    BITS,
    NO_ENTRIES,
    NO_SIZES,
    Range,
    Shape,
    Shapes,
    Unprintable,
    count,
    point,
    stream,
)
from .steps import is_read, stepping
from .tabled import HEAD, find_tables
from .unread import without_unread
from .writing import Needs, catching, field_of

WIDEST = 63  # bits of a number that is not negative and fits into a word
MOST_HELD = 900  # words that a function may be given
MOST_BITS = 256  # that a table holds, one in each entry
FAILED_AT = 128  # where it is said what went wrong: the number of its kind, and four values
RESULT_AT = 8  # 1, decisions, options, winners, case, then points by seat
GAMES = 256  # that may be asked for at once


class TooDeep(Exception):
    """Calls nest deeper than they may."""


class Trapped(Exception):
    """A module did what none may, or would be called as it cannot be: a mistake of ours, which says
    of which game."""


class NoRoom(Exception):
    """There is no room for an instance: too few addresses are left, say."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as text.

    It exports `memory` and two functions. `playout` takes the two streams of a random game, low
    words first, and the most decisions it may have, and gives 1 if it came to an end, 0 if it has
    too many decisions, -1 if something went wrong (of which kind is told at `FAILED_AT`); that and
    the results are at `RESULT_AT`. `playouts` takes a number of games, at most `GAMES`, and the
    most decisions; their seeds lie at `seeds`, two words each, and their results from `results` on,
    as that of the other does, one after the other. It gives how many there are, and ends before a
    game in which something goes wrong.

    If the games go on from a position, it lies at `heap`; `positions` writes it.

    A module for single decisions exports `step` in the place of the others (see `steps`), which
    tells of each move the number of its action in so many `words`, and `lines`, which gives where
    the points of each seat in each score line lie, or 0 if something goes wrong.

    `inlines`: are short functions written where they are called before it is compiled? `compiled`:
    what wasmtime has made of it, where that is known; then there may be no text.
    """

    text: str
    seeds: int
    results: int
    words: int = 1
    heap: int = 0
    positions: Positions | None = None
    inlines: bool = True
    compiled: bytes = b""


def module(program: Program, without: frozenset[str] | None = None) -> Module:
    """The module that plays a program from its start. Raises `Unprintable`."""
    lowered = _lowered(program, without)
    lowered.write_direct()
    functions = _called(lowered.taken(), PLAYOUT)
    given = {PLAYOUT: {CHANCE: stream(), PLAYERS: stream(), LONGEST: count()}}
    return linked(
        functions,
        lowered.unit.data,
        given,
        lambda needs: _exported(program, needs),
        lowered.unit.uses,
        sizes=lowered.sizes(),
        entries=lowered.entries(),
    )


def module_on(program: Program, without: frozenset[str] | None = None) -> Module:
    """The module that plays on from positions. Raises `Unprintable`."""
    lowered = _lowered(program, without)
    store = lowered.write_direct_on()
    functions = _called(lowered.taken(), PLAY_ON)
    given = {CHANCE: stream(), PLAYERS: stream(), LONGEST: count(), WAITING: point()}
    given |= given_shapes(store)
    known: list[Needs] = []

    def exports(needs: Needs) -> str:
        known.append(needs)
        return _exported(program, needs, store)

    made = linked(
        functions, lowered.unit.data, {PLAY_ON: given}, exports, lowered.unit.uses,
        sizes=lowered.sizes(), entries=lowered.entries(),
    )  # fmt: skip
    [needs] = known
    positions = Positions(store, needs.shapes.params[PLAY_ON])
    return replace(made, heap=_heap(program, needs), positions=positions)


def module_of_steps(program: Program, without: frozenset[str] | None = None) -> Module:
    """The module that makes single decisions, and tells points. Raises `Unprintable`."""
    lowered = _lowered(program, without)
    points = (LINES,) if program.scores else ()
    return _of_steps(lowered, lowered.write_step(), stepping, *points)


def module_side_by_side(program: Program, without: frozenset[str] | None = None) -> Module:
    """The module that steps many games at once. Raises `Unprintable`."""
    lowered = _lowered(program, without)
    judged = (VERDICT,) if is_judged(program) else ()
    return _of_steps(lowered, lowered.write_side_by_side(), stepping_all, SEEN, TOTALS, *judged)


def _of_steps(
    lowered: Lowered,
    store: LocalStore,
    write: Callable[[LocalStore, Needs, int, int], str],
    *others: str,
) -> Module:
    """A module of the functions for single decisions and of some others that are given a position;
    `write`: what is called from outside, where positions are put and with how many parts."""
    program, actions = lowered.unit.program, lowered.unit.layout.actions
    if not all(is_read(block.sizes) for blocks in actions.blocks for block in blocks):
        raise Unprintable("the number of a move that takes a division of wide numbers")
    functions = _called(lowered.taken(), STEP, *others)
    given = {CHANCE: stream(), WAITING: point()}
    given |= given_shapes(store)
    action = Shape("number", range=(-1, actions.count))
    known: list[Needs] = []

    def exports(needs: Needs) -> str:
        known.append(needs)
        return write(store, needs, _heap(program, needs), MOST_HELD)

    taken = {STEP: {**given, ACTION: action}, TOLD: given, **dict.fromkeys(others, given)}
    made = linked(
        functions, lowered.unit.data, taken, exports, lowered.unit.uses, unwritten=(TOLD,)
    )
    [needs] = known
    positions = Positions(store, needs.shapes.params[STEP])
    return replace(
        made, heap=_heap(program, needs), positions=positions, words=words_of(actions.count)
    )


def _lowered(program: Program, without: frozenset[str] | None) -> Lowered:
    return Lowered(program, Layout(program), without, WIDEST)


def linked(
    functions: Sequence[code.Function],
    fixed: Mapping[str, object],
    given: Mapping[str, Mapping[str, Shape]],
    exports: Callable[[Needs], str],
    uses: Callable[[str], bool] = lambda name: True,
    *,
    unwritten: Collection[str] = (),
    sizes: Mapping[str, int] = NO_SIZES,
    entries: Mapping[str, Range] = NO_ENTRIES,
) -> Module:
    """The module of functions, which are changed, with what they call besides each other.

    `fixed`: the data that they know; `given`: what is given from outside (see `Shapes`); `exports`:
    writes what is called from outside, and the functions that are not written here (`unwritten`);
    `sizes`, `entries`: see `Shapes`; `uses`: is a pass carried out (see `Unit.uses`)? Raises
    `Unprintable`.
    """
    data = dict(fixed)
    code.apart(functions)
    _without_bit_tables(functions, data)
    for function in functions:
        _around_components(function, function.body)
        work_out(function, data, entries)
        if uses("frames"):
            frame(function, data)
        without_unread(function)
    functions = [*functions, *_Primitives(functions, data).made]
    shapes = Shapes(functions, data, given, sizes, entries)
    if uses("maps"):
        find_tables(shapes, functions, given)
        pack(shapes, [shape for params in given.values() for shape in params.values()])
    image = Image(shapes, data)
    called = {
        node.function
        for function in functions
        for node in code.walk(function)
        if isinstance(node, code.Call)
    }
    needs = Needs(shapes, image, that_give_back(functions, shapes), called)
    texts = [printed(function, needs) for function in functions if function.name not in unwritten]
    exported = exports(needs)
    runtime = own_text(Path(__file__).with_name("runtime.wat"))
    parts = [
        "(module",
        "  (tag $fail (param i32 i64 i64 i64 i64))",
        f'  (memory (export "memory") {(_seeds(needs) >> 16) + 4})',
        *_remembered(needs),
        runtime.replace("@BITWISE@", _BITWISE),
        *needs.extra.values(),
        *texts,
        exported,
        image.text(),
        ")",
    ]
    text = "\n".join(parts) + "\n"
    return Module(text, _seeds(needs), _results(needs), inlines=uses("inlining"))


def _remembered(needs: Needs) -> Iterator[str]:
    """Where tables have their places, where answers are remembered, and what tells those that still
    count."""
    place = _rooms(needs)
    for number, room in enumerate(needs.rooms):
        yield f"  (global $room.{number + 1} i32 (i32.const {place + HEAD}))"
        place += room
    if needs.known:
        yield "  (global $age (mut i64) (i64.const 1))"  # of none that is not there
    for number, name in enumerate(needs.known):
        place = _answers(needs) + number * ANSWERS * ENTRY
        yield f"  (global $known_{name} i32 (i32.const {place}))"


def _rooms(needs: Needs) -> int:
    return needs.image.end + 63 & -64 if needs.rooms else needs.image.end + 7 & -8


def _answers(needs: Needs) -> int:
    return _rooms(needs) + sum(needs.rooms)


def _seeds(needs: Needs) -> int:
    return _answers(needs) + len(needs.known) * ANSWERS * ENTRY


def _results(needs: Needs) -> int:
    return _seeds(needs) + 16 * GAMES


def _width(program: Program) -> int:
    """The bytes of a result."""
    return 8 * (5 + program.seats.size)


def _heap(program: Program, needs: Needs) -> int:
    return _results(needs) + _width(program) * GAMES


def _called(functions: Sequence[code.Function], *first: str) -> list[code.Function]:
    """The functions that some call, directly or not, and themselves."""
    named = {function.name: function for function in functions}
    wanted = [*first]
    for title in wanted:
        names = {
            part.function if isinstance(part, code.Call) else part.id
            for part in code.walk(named[title])
            if isinstance(part, code.Call | code.Name)
        }
        wanted += (name for name in named if name in names and name not in wanted)
    return [function for function in functions if function.name in wanted]


def _without_bit_tables(functions: Sequence[code.Function], data: Mapping[str, object]) -> None:
    """Shifts in the place of tables of single bits that would be large; nothing has none."""
    tables = {
        name
        for name, held in data.items()
        if isinstance(held, tuple | list) and len(held) > MOST_BITS
        and held[-1] == 0 and all(bit == 1 << place for place, bit in enumerate(held[:-1]))
    }  # fmt: skip
    if not tables:
        return
    for function in functions:
        instead: dict[int, code.Value] = {
            id(node): code.Call("only", [node.index, code.Number(BITS)])
            for node in code.walk(function)
            if isinstance(node, code.Item) and isinstance(node.owner, code.Name)
            and node.owner.id in tables
        }  # fmt: skip
        if instead:
            code.replace(function, instead)


_AROUND = {"beside_any": "beside_cells", "touching_any": "touching_cells"}


def _around_components(function: code.Function, lines: code.Lines) -> None:
    """The cells around those of components are found one by one, where the mask of these is wanted
    for nothing else: most of the words of the window hold nothing."""
    for at in range(len(lines) - 1, -1, -1):
        for block in code.blocks_of(lines[at]):
            _around_components(function, block)
        match lines[at : at + 2]:
            case [
                code.Assign(
                    target=code.Name(id=held), value=code.Call(function="cells_of") as cells
                ),
                code.Assign(
                    value=code.Call(function=name, args=[code.Name(id=asked), width]) as around
                ),
            ] if held == asked and name in _AROUND and _is_used_once(function, held):
                around.function, around.args = _AROUND[name], [*cells.args, width]
                del lines[at]


def _is_used_once(function: code.Function, name: str) -> bool:
    """Is a variable stored in one place and looked at in one?"""
    return sum(isinstance(n, code.Name) and n.id == name for n in code.walk(function)) == 2


class _Primitives:
    """Puts functions of the library in place of primitives and of data that is called; each call
    has one of its own, so that what it is given tells how wide its numbers are."""

    def __init__(self, functions: Sequence[code.Function], data: dict[str, object]) -> None:
        self.data = data
        self.params = {function.name: len(function.params) for function in functions}
        self.taken = set(self.params) | set(data)
        self.made: list[code.Function] = []
        for function in functions:
            self._look_through(function)

    def _look_through(self, function: code.Function) -> None:
        keys: dict[str, str] = {}  # by variable: what tells the states apart that it has weighed
        instead: dict[int, code.Value] = {}
        nodes = list(code.walk(function))
        for node in nodes:
            match node:
                case code.Assign(
                    target=code.Name(id=most),
                    value=code.Call(function="Most", args=[_, _, code.Name(id=key_of), _]),
                ):
                    keys[most] = key_of
        for node in nodes:
            match node:
                case code.Call():
                    self._call(node)
                case code.Method(owner=code.Name(id=most), operation="is_kept"):
                    there = _fields("there", self.params[keys[most]])
                    source = _IS_KEPT.format(there=there, nothing=NOTHING)
                    args = [node.owner, *node.args]
                    instead[id(node)] = self._read(source, {"key_of": keys[most]}, args)
                case code.Method(operation="is_reached"):
                    instead[id(node)] = self._read(_IS_REACHED, {}, [node.owner, *node.args])
        if instead:
            code.replace(function, instead)

    def _call(self, node: code.Call) -> None:
        match self.data.get(node.function):
            case Longest(graph=graph, kind=kind):
                at = self._fixed(f"{node.function}_AT", tuple(network(graph).at))
                ends = self._fixed(f"{node.function}_ENDS", tuple(map(tuple, graph.ends)))
                self._replace(node, f"longest_{kind}", [at, ends, *node.args])
            case LongestLine(directions=directions):
                steps, rooms = zip(*directions, strict=True)
                args = [
                    self._fixed(f"{node.function}_STEPS", steps),
                    self._fixed(f"{node.function}_ROOMS", rooms),
                ]
                self._replace(node, "longest_line", [*node.args, *args])
            case AllWays(columns=columns, sides=sides):
                around = self._fixed(f"{node.function}_AROUND", steps_over(columns, sides))
                self._replace(node, "all_ways", [code.Number(columns), around, *node.args])
            case WaysBy():
                self._replace(node, "ways_by", node.args)
            case LongestPath():
                self._replace(node, "path_length", node.args)
            case None if node.function in library.names():
                self._replace(node, node.function, node.args)
            case None if node.function == "Most":
                self._most(node)
            case _:
                pass

    def _most(self, node: code.Call) -> None:
        compose, ways, key_of, state = node.args
        assert isinstance(ways, code.Name) and isinstance(key_of, code.Name)
        assert isinstance(state, code.Several)
        count = len(state.parts)
        source = _MOST.format(
            state=_fields("state", count), here=_fields("here", count),
            there=_fields("there", count), most=MOST_STATES,
        )  # fmt: skip
        renamed = {"ways_of": ways.id, "key_of": key_of.id}
        made = self._read(source, renamed, [compose, state])
        node.function, node.args = made.function, made.args

    def _fixed(self, name: str, value: object) -> code.Value:
        self.data.setdefault(name, value)
        return code.Name(name)

    def _replace(self, node: code.Call, name: str, args: list[code.Value]) -> None:
        """A function of the library, and those that it calls, under names of their own."""
        wanted = [name]
        for one in wanted:
            wanted += (called for called in library.calls_of(one) if called not in wanted)
        renamed = {one: self._fresh(one) for one in wanted}
        self.made += (library.function(one, renamed[one], renamed) for one in wanted)
        node.function, node.args = renamed[name], list(args)

    def _read(self, source: str, renamed: dict[str, str], args: list[code.Value]) -> code.Call:
        """A call of a function that is read from text."""
        [parsed] = ast.parse(source).body
        assert isinstance(parsed, ast.FunctionDef)
        title = self._fresh(parsed.name)
        self.made.append(library.read(parsed, title, renamed))
        return code.Call(title, args)

    def _fresh(self, name: str) -> str:
        number = 1
        while f"{name}.{number}" in self.taken:
            number += 1
        self.taken.add(f"{name}.{number}")
        return f"{name}.{number}"


def _fields(record: str, count: int) -> str:
    return ", ".join(f"{record}[{number}]" for number in range(count))


# The largest weight that can be reached from each of the states of a compose: all states are found,
# and then each weight, from the heaviest down, is handed back to those before that have none yet.
_MOST = """
def most(compose, state):
    numbers = {{}}
    states = [state]
    before = [[]]
    weights = [0]
    waiting = [0]
    numbers[key_of({state})] = 0
    while waiting:
        i = waiting.pop()
        here = states[i]
        weight, after = ways_of({here})
        weights[i] = weight
        for there in after:
            if not there:
                continue
            key = key_of({there})
            j = numbers.get(key, -1)
            if j < 0:
                j = len(states)
                numbers[key] = j
                states.append(there)
                before.append([])
                weights.append(0)
                waiting.append(j)
            before[j].append(i)
        if len(states) > {most}:
            give_up(compose)
    distinct = {{}}
    order = []
    for weight in weights:
        if distinct.get(weight, -1) < 0:
            distinct[weight] = 0
            order.append(weight)
    order = sorted(order)
    reached = weights[:]
    done = []
    for weight in weights:
        done.append(0)
    while order:
        heavy = order.pop()
        for i in range(len(weights)):
            if weights[i] == heavy:
                waiting.append(i)
        while waiting:
            i = waiting.pop()
            if not done[i]:
                done[i] = 1
                reached[i] = heavy
                waiting.extend(before[i])
    return (numbers, reached, reached[0])
"""
_IS_KEPT = """
def is_kept(most, there):
    if not there:
        return 0
    numbers, reached, best = most
    if best == {nothing}:
        return 0
    return reached[numbers.get(key_of({there}), -1)] == best
"""
_IS_REACHED = """
def is_reached(most, weight):
    return weight == most[2]
"""


def _exported(program: Program, needs: Needs, store: LocalStore | None = None) -> str:
    """What is called from outside: each game begins with empty memory, and what goes wrong in it is
    caught. `store`: what holds state variables, where games go on from a position."""
    title = PLAYOUT if store is None else PLAY_ON
    result = needs.shapes.results[title].found()
    if result.kind != "record":
        raise Unprintable("a game that never ends")
    count = program.seats.size
    totals, judged = result.parts[2].found(), len(result.parts) > 3
    fields = [field_of(result, i, "(local.get $r)") for i in range(2)]
    for i in range(2):
        verdict = "(i32.wrap_i64 (i64.load offset=24 (local.get $r)))"
        fields.append(field_of(result.parts[3].found(), i, verdict) if judged else "(i64.const -1)")
    points = "(i32.wrap_i64 (i64.load offset=16 (local.get $r)))"
    fields += (field_of(totals, i, points) for i in range(count))
    stored = "\n".join(
        f"    (i64.store offset={8 * i + 8} (local.get $at) {field})"
        for i, field in enumerate(fields)
    )
    stored += "\n" + _best(count, most=program.winner == "most")
    heap = _heap(program, needs)
    top, held = f"(i32.const {heap})", list[str]()
    if store is not None:
        top = f"(i32.load offset={heap + 8} (i32.const 0))"
        held = arguments([needs.shapes.params[PLAY_ON][name] for name in store.every()], heap)
        held.insert(0, f"(i64.load offset={heap} (i32.const 0))")
        if len(held) > MOST_HELD:
            raise Unprintable("a position of too many parts")
    return _EXPORTED.format(
        play=title, catching=catching(needs.known), stored=stored, seeds=_seeds(needs),
        size=_width(program), results=_results(needs), heap=top,
        held="\n          ".join(held), failed=FAILED_AT, result=RESULT_AT,
    )  # fmt: skip


def _best(seats: int, *, most: bool) -> str:
    """Where nothing else says who has won: the seats with the most points, or the least."""
    points = [f"(i64.load offset={40 + 8 * seat} (local.get $at))" for seat in range(seats)]
    lines = [f"(local.set $a {points[0]})"]
    for one in points[1:]:
        test = f"(i64.{'gt' if most else 'lt'}_s {one} (local.get $a))"
        lines.append(f"(local.set $a (select {one} (local.get $a) {test}))")
    for seat, one in enumerate(points):
        bit = f"(i64.extend_i32_u (i64.eq {one} (local.get $a)))"
        bit = f"(i64.shl {bit} (i64.const {seat}))"
        lines.append(f"(local.set $b (i64.or (local.get $b) {bit}))")
    lines.append("(i64.store offset=24 (local.get $at) (local.get $b))")
    body = "\n        ".join(lines)
    return f"""    (if (i64.lt_s (i64.load offset=24 (local.get $at)) (i64.const 0))
      (then
        {body}))"""


_EXPORTED = """  (func $game (param $chance i64) (param $chance_high i64) (param $players i64)
      (param $players_high i64) (param $longest i64) (param $at i32) (result i32)
    (local $r i32) (local $kind i32) (local $a i64) (local $b i64) (local $c i64) (local $d i64)
    (global.set $top {heap})
    (global.set $kept (i32.const 0))
    (global.set $end (i32.sub (i32.shl (memory.size) (i32.const 16)) (i32.const 256)))
    {catching}
        (local.set $r (call ${play} (local.get $chance) (local.get $chance_high)
          (local.get $players) (local.get $players_high) (local.get $longest)
          {held})))
      (if (i32.eqz (local.get $r))
        (then
          (i64.store (local.get $at) (i64.const 0))
          (return (i32.const 0))))
    (i64.store (local.get $at) (i64.const 1))
{stored}
      (return (i32.const 1)))
    local.set $d
    local.set $c
    local.set $b
    local.set $a
    local.set $kind
    (i64.store offset={failed} (i32.const 0) (i64.extend_i32_s (local.get $kind)))
    (i64.store offset={failed} (i32.const 8) (local.get $a))
    (i64.store offset={failed} (i32.const 16) (local.get $b))
    (i64.store offset={failed} (i32.const 24) (local.get $c))
    (i64.store offset={failed} (i32.const 32) (local.get $d))
    (i64.store (local.get $at) (i64.const -1))
    (i32.const -1))
  (func (export "playout") (param $chance i64) (param $chance_high i64) (param $players i64)
      (param $players_high i64) (param $longest i64) (result i32)
    (call $game (local.get $chance) (local.get $chance_high) (local.get $players)
      (local.get $players_high) (local.get $longest) (i32.const {result})))
  (func (export "playouts") (param $count i32) (param $longest i64) (result i32)
    ;; plays games with the seeds given; how many, which is fewer if something goes wrong in one
    (local $i i32) (local $seed i32) (local $at i32) (local $low i64) (local $high i64)
    (local.set $seed (i32.const {seeds}))
    (local.set $at (i32.const {results}))
    (block $done (loop $again
      (br_if $done (i32.ge_u (local.get $i) (local.get $count)))
      (local.set $low (i64.load (local.get $seed)))
      (local.set $high (i64.load offset=8 (local.get $seed)))
      (br_if $done (i32.eq (i32.const -1) (call $game
        (call $seeded (local.get $low) (local.get $high) (i64.const 0))
        (call $seeded (local.get $low) (local.get $high) (i64.const 1))
        (local.get $longest) (local.get $at))))
      (local.set $seed (i32.add (local.get $seed) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const {size})))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $again)))
    (local.get $i))"""


_LOWEST = "(call ${} (i32.load offset=4 (local.get $a)) (i32.load offset=4 (local.get $b)))"
_BITWISE = "\n".join(
    f"""  (func $signed_{name} (param $a i32) (param $b i32) (result i32)
    (local $p i32) (local $i i32) (local $n i32) (local $at i32)
    (local.set $i {first})
    (local.set $n (call $larger (call $top_of (local.get $a)) (call $top_of (local.get $b))))
    (if (i32.le_u (local.get $n) (local.get $i))
      (then (local.set $n (i32.add (local.get $i) (i32.const 1)))))
    (local.set $p (call $wide (i32.sub (local.get $n) (local.get $i)) (local.get $i)))
    (local.set $at (local.get $p))
    (loop $again
      (i64.store offset=8 (local.get $at) (i64.{operation}
        (call $word (local.get $a) (local.get $i))
        {second.format("(call $word (local.get $b) (local.get $i))")}))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br_if $again (i32.lt_u (local.get $i) (local.get $n))))
    (call $trim (local.get $p)))"""
    for name, operation, second, first in (
        ("and", "and", "{}", _LOWEST.format("larger")),
        ("or", "or", "{}", _LOWEST.format("smaller")),
        ("xor", "xor", "{}", _LOWEST.format("smaller")),
        (
            "without", "and", "(i64.xor (i64.const -1) {})",
            "(i32.load offset=4 (local.get $a))",
        ),
    )
)  # fmt: skip
