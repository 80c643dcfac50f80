"""Runs a module with wasmtime: compiled once, with an instance for each thread.

Calls go through the C function that checks nothing, with prototypes of our own: the wrappers of the
package take many times as long as a short game. What the short cut has to see to itself: number and
types of arguments are fixed in `Instance.playout`, and how many there are is asked of the function
in `Instance.function`, it is asked after each call whether something went wrong, nothing calls back
but `tick`, which is all that is imported, and a store lives as long as its instance, which one
thread uses.

While a call is under way Python tells nobody of signals. So a thread of ours, the clock, sets a
word in the memory of each instance now and then; the code looks there (`watched`), and the call
comes back for a moment: that is when Ctrl-C, a deadline or the end of a process arrive, and what
they raise ends the call. Other threads than the first, which no signal reaches, ask then whether
they are still wanted (`limits.wanted_while`). The clock holds the instance while it sets the word,
so that the memory is there, and it never moves (`memory_may_move`).

What comes back must never raise, for then its result is anything, and a function of Python may do
so before its first line: that is when it is told of signals. A generator is told where it goes on,
which is within a `try`; so `max` calls, with what sends to one as its key for each of its arguments
(`_Raised.watching`), and gives nothing. What it answers, 1 if the call is to end, is put where the
module finds it.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import platform
import threading
import time
import weakref
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from struct import Struct, pack_into
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import wasmtime
from wasmtime import _ffi as ffi

from ...limits import check_wanted
from ...recent import Recent
from ...runtime.layout import Slots
from ...workers import working_apart
from .inlining import inlined
from .module import RESULT_AT, Module, NoRoom, TooDeep, Trapped
from .multiplying import multiplying
from .positions import BEYOND, STREAM
from .shapes import MOST_GIVEN
from .steps import STEPPED_AT
from .watched import ASKED_AT, watched

if TYPE_CHECKING:
    from .._stepping import Stepper

MEMORY = 1 << 28  # bytes that a game may take
STACK = 1 << 20  # bytes of nested calls
TICK = 0.02  # seconds
MASK = (1 << 64) - 1
NAMED = 1 << 32  # bytes: whatever a module names lies in so many, and
BEYOND_NAMED = 1 << 25  # as far behind them as fixed data may reach
SETTINGS: Mapping[str, bool | int] = MappingProxyType(
    {
        "wasm_exceptions": True,
        "wasm_wide_arithmetic": True,
        "max_wasm_stack": STACK,
        "parallel_compilation": False,
        "memory_may_move": False,
    }
)

_stepped = Struct("<5q").unpack_from
_WORDS = tuple(Struct(f"<{count}q").unpack_from for count in range(65))  # faster if they are few
_Raw = ctypes.c_uint64 * 2  # a parameter or result: 16 bytes, of which the first are the number


def _address_of(name: str) -> int:
    address = ctypes.cast(getattr(ffi.dll, name), ctypes.c_void_p).value
    assert address is not None
    return address


def _prototype(name: str, result: Any, *arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *arguments)(_address_of(name))


_address = ctypes.c_void_p
# its arguments are those of `Instance.function`, which are not converted anew: that took a quarter
# of a short call
_call = _prototype("wasmtime_func_call_unchecked", _address)
_Tick = ctypes.CFUNCTYPE(_address, _address, _address, _address, ctypes.c_size_t)
_new_function = _prototype(
    "wasmtime_func_new_unchecked", None, _address, _address, _Tick, _address, _address, _address
)
_HINTING = "wasmtime_config_wasm_branch_hinting_set"  # which not every wasmtime has
_hint_branches = (
    _prototype(_HINTING, None, _address, ctypes.c_bool) if hasattr(ffi.dll, _HINTING) else None
)
_ANSWER, _ARGUMENTS = 3, 5  # what a tick is given: nothing, data, a caller, the answer's place, 1


@cache
def _version() -> str:
    """Which wasmtime this is; its files are asked once, for where somebody's time runs out while
    they are read, one of them stays open."""
    with suppress(PackageNotFoundError):  # packed into a program: wasmtime knows its own version
        return version("wasmtime")
    return ""


def settings() -> str:
    """All that compiled modules hang on besides their texts."""
    with _lock:
        chosen = _hosts[0].settings if _hosts else _chosen()
    return repr((_version(), platform.system(), platform.machine(), sorted(chosen.items())))


def _chosen() -> Mapping[str, bool | int]:
    """What modules are compiled with. An instance is given all addresses that its module can name,
    so that none of them has to be compared with an end, which takes a fifth of the time of a game
    and more; only where a process may have no more than so many, it is given `MEMORY` of them."""
    room, beyond = (MEMORY, 1 << 16) if _are_addresses_few() else (NAMED, BEYOND_NAMED)
    return {**SETTINGS, "memory_reservation": room, "memory_guard_size": beyond}


def _are_addresses_few() -> bool:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


class _Host:
    """What all modules of this process are compiled with, and its clock."""

    def __init__(self) -> None:
        self.is_ours = True  # and not that of the process that forked this one off
        self.settings = _chosen()
        config = wasmtime.Config()
        for name, value in self.settings.items():
            setattr(config, name, value)
        if _hint_branches is not None:
            _hint_branches(ctypes.cast(config.ptr(), _address), True)
        self.engine = wasmtime.Engine(config)
        self._called = threading.Event()
        self.awake = bytearray(1)  # 1: the clock goes on for a while
        self.asked: dict[weakref.ref[Instance], ctypes.c_int32] = {}  # of each that is there
        threading.Thread(target=self._tick, name="wasm clock", daemon=True).start()

    def wake(self) -> None:
        """Let the clock go on for a while, if it is not woken already."""
        if not self.awake[0]:
            self.awake[0] = 1
            self._called.set()

    def _tick(self) -> None:
        while True:
            self._called.wait()
            self._called.clear()
            self.awake[0] = 0  # who calls from now on wakes it for another while
            for _ in range(50):  # a call that takes longer wakes it again
                time.sleep(TICK)
                self.ask()

    def ask(self) -> None:
        """Let whatever is at work call back."""
        for found, asked in self.asked.copy().items():
            instance = found()  # while it is held, its memory is there
            if instance is not None:
                asked.value = 1
            del instance

    def at_work(self, instance: Instance, asked: ctypes.c_int32) -> None:
        """Ask an instance, too, while it is there; where that is done."""
        self.asked[weakref.ref(instance, self._gone)] = asked

    def _gone(self, instance: weakref.ref[Instance]) -> None:
        self.asked.pop(instance, None)


_lock = threading.Lock()
_hosts: list[_Host] = []  # one, as soon as it is asked for


def host() -> _Host:
    """The one of this process."""
    with _lock:
        if not _hosts:
            _hosts.append(_Host())
        return _hosts[0]


def _forget() -> None:
    """A process that was forked off has no clock."""
    global _lock
    _lock = threading.Lock()
    for one in _hosts:
        one.is_ours = False
        one.awake[0] = 0
    _hosts.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


MOST_INSTANCES = 3
"""How many instances a thread keeps: each takes addresses of its process, as many again for its
exceptions, and there is a limit to them. One that is gone is made again if wanted."""


class _Instances(Recent[int, "Instance"]):
    """The instances of a thread, by the numbers of their machines."""

    def __init__(self) -> None:
        super().__init__(MOST_INSTANCES)
        self.latest: Instance | None = None  # that was asked for

    def clear(self) -> None:
        super().clear()
        self.latest = None


_machines: weakref.WeakSet[Machine] = weakref.WeakSet()
_kept: weakref.WeakSet[_Instances] = weakref.WeakSet()  # of each thread


class _Here(threading.local):
    """What a thread plays with, once there is anything."""

    instances: _Instances | None = None


_here = _Here()
_numbers = count()


@atexit.register
def _close_all() -> None:
    """Let go of all that is wasmtime's while it is still there to take it back: whatever outlives
    the last line of a program is gone through in any order."""
    for machine in list(_machines):
        machine.close()
    for instances in list(_kept):
        instances.clear()


def _instances() -> _Instances:
    """The instances of this thread."""
    found = _here.instances
    if found is None:
        found = _here.instances = _Instances()
        _kept.add(found)
    return found


class Unfit(Exception):
    """What was compiled elsewhere, or by another wasmtime, cannot be used here."""


class Machine:
    """A compiled module; `name`: that of its game."""

    def __init__(self, module: Module, seats: int, name: str = "") -> None:
        _machines.add(self)
        self.name = name
        self._source = module
        self.seats = seats
        self._module: wasmtime.Module | None = None
        self._host: _Host | None = None
        self._number = next(_numbers)

    def close(self) -> None:
        """Forget the module and the instances, which are made again if they are wanted."""
        self._module, self._host, self._number = None, None, next(_numbers)

    def compiled(self) -> bytes:
        """What wasmtime makes of the module, which replaces its text. Raises `Unfit`."""
        here = host()
        self._module, self._host = self._made(here), here
        if not self._source.compiled:
            code = bytes(self._module.serialize())
            self._source = replace(self._source, text="", compiled=code)
        return self._source.compiled

    def _made(self, here: _Host) -> wasmtime.Module:
        if not self._source.compiled:
            text = multiplying(self._source.text)
            return wasmtime.Module(
                here.engine, watched(inlined(text) if self._source.inlines else text)
            )
        try:
            return wasmtime.Module.deserialize(here.engine, self._source.compiled)
        except wasmtime.WasmtimeError as error:
            raise Unfit from error

    def own(self) -> _Instances:
        """An instance for whoever asks, who lets go of it when told to: it is the latest of these.
        Raises `NoRoom`."""
        found = _Instances()
        _kept.add(found)
        found.latest = self._new(host())
        return found

    def instance(self) -> Instance:
        """The instance of this thread. Raises `NoRoom`."""
        instances = _here.instances or _instances()
        latest = instances.latest
        if latest is not None and latest.number == self._number and latest.host.is_ours:
            return latest
        here = host()
        found = instances.get(self._number)
        if found is None or found.host is not here:
            found = self._new(here)
            instances.put(self._number, found)
        instances.latest = found
        return found

    def _new(self, here: _Host) -> Instance:
        if self._module is None or self._host is not here:
            self._module, self._host = self._made(here), here
        try:
            return Instance(here, self._module, self._source, self)
        except wasmtime.WasmtimeError as error:
            raise NoRoom from error


class _Raised:
    """What signals raised while a call was under way. It knows nothing of its instance, which is to
    be gone as soon as nobody wants it."""

    __slots__ = ("asked", "error", "host")

    def __init__(self, host: _Host) -> None:
        self.host = host
        self.error: BaseException | None = None
        self.asked = ctypes.c_int32(0)  # of the memory, as soon as there is one

    def watching(self) -> Generator[int, int, None]:
        """Is sent the arguments of each tick one by one, and weighs them all the same, so that the
        first is given, which is nothing: what signals raise is raised here. Nothing that could
        raise stands between two sendings outside of the `try`. If that happens before there is an
        answer, whatever lies in its place is one: what was raised ends the call, now or at the next
        tick, which comes at once, for the word that asks for it is still set."""
        place = _ARGUMENTS - 1
        while True:
            try:
                while True:
                    place = 0 if place == _ARGUMENTS - 1 else place + 1
                    given = yield 0
                    if place == _ANSWER:
                        if self.error is None:
                            self.host.wake()
                            check_wanted()
                        ctypes.c_int64.from_address(given).value = int(self.error is not None)
                        self.asked.value = 0
            except GeneratorExit:
                return
            except BaseException as error:
                self.error = error


class Instance:
    """A module with a memory of its own, used by one thread."""

    def __init__(
        self, host: _Host, module: wasmtime.Module, source: Module, machine: Machine
    ) -> None:
        self.host, self.number, self._name = host, machine._number, machine.name
        self._store = wasmtime.Store(host.engine)
        self._store.set_limits(memory_size=MEMORY)
        self._raised = _Raised(host)
        self._instance = wasmtime.Instance(self._store, module, [self._ticking()])
        exports = self._instance.exports(self._store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)
        start = ctypes.cast(memory.data_ptr(self._store), _address).value
        assert start is not None
        self.width = 5 + machine.seats  # of a result, in words
        self._result = (ctypes.c_int64 * self.width).from_address(start + RESULT_AT)
        self._memory, self._start, self._room, self.source = memory, start, 0, source
        # as far as it may ever reach: what lies beyond its end is never asked for
        whole = memoryview((ctypes.c_char * MEMORY).from_address(start)).cast("B")
        self.bytes, self.words = whole, whole.cast("q")
        self._heap, self._of_words = source.heap, source.words
        self._raised.asked = ctypes.c_int32.from_address(start + ASKED_AT)
        host.at_work(self, self._raised.asked)
        self._args = (_Raw * 6)()
        self._action = ctypes.c_int64.from_buffer(self._args)  # the first of them
        self._trap = ctypes.c_void_p()
        self._exports = exports
        self._one = self.function("playout", 5)
        self._many = self.function("playouts", 2)
        self._step = self.function("step", source.words)
        self._lines = self.function("lines", 1)
        self._is_lent = False

    def function(self, name: str, count: int) -> tuple[Any, ...]:
        """What a function that takes so many numbers is called with, or gives one if it takes none;
        nothing if there is none. Raises `Trapped` if it takes others: to call it so would end the
        process, for where that is noticed no trap can be raised."""
        function = self._exports.get(name)
        if not isinstance(function, wasmtime.Func):
            return ()
        kind = function.type(self._store)
        needed = max(len(kind.params), len(kind.results))
        if not needed == count <= len(self._args):
            raise self._trapped(f"{name} takes {needed} numbers and would be given {count}")
        return (
            ctypes.cast(self._store._context(), _address),
            ctypes.cast(ctypes.byref(function._func), _address),
            ctypes.cast(self._args, _address),
            ctypes.c_size_t(count),
            ctypes.cast(ctypes.byref(self._trap), _address),
        )

    def _ticking(self) -> wasmtime.Func:
        """What the module calls when it is asked to: `_Raised.watching`."""
        watching = self._raised.watching()
        next(watching)
        self._tick = _Tick(partial(max, None, key=watching.send))
        kind = wasmtime.FuncType([], [wasmtime.ValType.i32()])  # it is of one engine
        function = ffi.wasmtime_func_t()
        _new_function(
            self._store._context(), kind.ptr(), self._tick, None, None, ctypes.byref(function)
        )
        return wasmtime.Func._from_raw(function)

    def playout(self, chance: int, players: int, longest: int) -> int:
        """Call the function of this name; see `module.Module`. Raises `TooDeep`."""
        args = self._args
        args[0][0], args[1][0] = chance & MASK, chance >> 64
        args[2][0], args[3][0] = players & MASK, players >> 64
        args[4][0] = min(longest, MOST_GIVEN)
        return self.call(self._one)

    def playouts(self, seeds: Sequence[int], longest: int) -> bytes:
        """Call the function of this name: the results of games, one after the other, `width` words
        each, as `result` tells one. Raises `TooDeep`."""
        words = [0] * (2 * len(seeds))
        if 0 <= min(seeds) and max(seeds) <= MASK:
            words[::2] = seeds
        else:
            words[::2] = [seed & MASK for seed in seeds]
            words[1::2] = [seed >> 64 & MASK for seed in seeds]
        pack_into(f"<{len(words)}Q", self.bytes, self.source.seeds, *words)
        self._args[0][0], self._args[1][0] = len(seeds), min(longest, MOST_GIVEN)
        with working_apart():
            played = self.call(self._many)
        first = self.source.results
        return self.bytes[first : first + 8 * self.width * played].tobytes()

    def step(
        self, position: bytes, stream: bytes | None, action: int
    ) -> tuple[bytes, int, Sequence[int] | None]:
        """Make a move, or none if it is below zero, or begin a game if it is the number behind the
        last, with another stream than in the position if one is given: the position after it, where
        that waits, and the numbers of the moves that there are then. Empty if no move is made; None
        if they could not be listed. Raises `NoRoom` and `TooDeep`."""
        size, heap, memory = len(position), self._heap, self.bytes
        if size > self._room:
            self.make_room(size)
        memory[heap : heap + size] = position
        if stream is not None:
            memory[heap + STREAM : heap + BEYOND] = stream
        self._action.value = action
        if self._of_words > 1:
            for i in range(1, self._of_words):
                self._args[i][0] = action >> 64 * i & MASK
        if not self.host.awake[0]:
            self.host.wake()
        error = _call(*self._step)
        if error or self._trap or self._raised.error is not None:
            self._failed(error)
        start, end, point, moves, count = _stepped(memory, STEPPED_AT)
        after = memory[start:end].tobytes() if start else b""
        if 0 <= count < len(_WORDS) and self._of_words == 1:
            return after, point, _WORDS[count](memory, moves)
        if count < 0:
            return after, point, None
        if self._of_words > 1:
            size = 8 * self._of_words
            places = range(moves, moves + 8 * count, size)
            return after, point, [int.from_bytes(memory[at : at + size], "little") for at in places]
        first = moves >> 3
        return after, point, self.words[first : first + count].tolist()

    def lines(self, position: bytes, count: int) -> Sequence[int] | None:
        """So many points: of each score line those of each seat, one after the other; None if that
        is not known here, or something goes wrong. Raises `NoRoom` and `TooDeep`."""
        if not self._lines:
            return None
        size, heap = len(position), self._heap
        if size > self._room:
            self.make_room(size)
        self.bytes[heap : heap + size] = position
        at = self.call(self._lines) >> 3
        return self.words[at : at + count].tolist() if at else None

    def lend(self, stepper: Stepper) -> None:
        """Let `step` be called by this one, too, while this instance is there."""
        if not self._step or self._of_words > 1:
            return
        context, function, numbers, _, _ = self._step
        stepper.attach(
            memory=self._start,
            call=_address_of("wasmtime_func_call_unchecked"),
            context=context.value,
            function=function.value,
            numbers=numbers.value,
            trap=ctypes.addressof(self._trap),
            heap=self._heap,
            room=self._memory.data_len(self._store) - self._heap,
            told_at=STEPPED_AT,
            stream_at=STREAM,
            stream_size=BEYOND - STREAM,
            awake=self.host.awake,
            raised=self._raised,
            failed=weakref.WeakMethod(self._failed),
            too_deep=TooDeep,
        )
        if not self._is_lent:
            self._is_lent = True
            weakref.finalize(self, stepper.detach, self._start)

    def written(self, slots: Slots) -> list[int]:
        """A position in words, for `place`."""
        assert self.source.positions is not None
        return self.source.positions.written(slots, self.source.heap)

    def place(self, position: list[int]) -> None:
        """Let games go on from a position, which is given in words. Raises `NoRoom`."""
        size, heap = 8 * len(position), self.source.heap
        if size > self._room:
            self.make_room(size)
        words = (ctypes.c_uint64 * len(position)).from_address(self._start + heap)
        words[:] = position  # type: ignore[assignment]

    def make_room(self, size: int) -> None:
        """Let there be memory for a position of so many bytes. Raises `NoRoom`."""
        more = self.source.heap + size - self._memory.data_len(self._store)
        if more > 0:
            try:
                self._memory.grow(self._store, (more >> 16) + 1)
            except wasmtime.WasmtimeError as error:
                raise NoRoom from error
        self._room = size

    def call(self, given: tuple[Any, ...]) -> int:
        """Call one of `function`. Raises `TooDeep`."""
        if not self.host.awake[0]:
            self.host.wake()
        error = _call(*given)
        if error or self._trap or self._raised.error is not None:
            self._failed(error)
        return ctypes.c_int32(self._args[0][0] & 0xFFFFFFFF).value

    def _failed(self, error: int | None) -> None:
        raised, self._raised.error = self._raised.error, None
        if error:
            wrapped = wasmtime.WasmtimeError._from_ptr(
                ctypes.cast(error, ctypes.POINTER(ffi.wasmtime_error_t))
            )
            raise raised or wrapped
        if not self._trap:
            assert raised is not None  # after the last tick
            raise raised
        pointer = ctypes.cast(self._trap, ctypes.POINTER(ffi.wasm_trap_t))
        self._trap.value = None
        trap = wasmtime.Trap._from_ptr(pointer)
        if raised is not None:
            raise raised
        if trap.trap_code == wasmtime.TrapCode.STACK_OVERFLOW:
            raise TooDeep
        raise self._trapped(trap.message.strip().rpartition("wasm trap: ")[2]) from trap

    def _trapped(self, reason: str) -> Trapped:
        game = f"the game {self._name}" if self._name else "a game"
        return Trapped(f"{game} broke off in WebAssembly, which engine='python' avoids: {reason}")

    def result(self) -> list[int]:
        """1, decisions, options, winners, case, and the points of each seat."""
        return self._result[:]
