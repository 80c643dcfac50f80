"""What the seat that decides sees, as a function: a list of numbers, in the order of state
variables.

It tells what `runtime.sight` has: everything where all see, the members of one seat, what belongs
to components that are seen where they lie; and of zones that are not seen how many components lie
there. Nothing is remembered. `vector` says which number stands for what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import cast

from ..core import ir
from ..runtime.sight import component_of, is_chosen_openly
from . import nodes as code
from .names import SEEN, WAITING
from .resumable import Functions
from .store import LocalStore
from .unit import Unit
from .values import Searcher, Values
from .writer import Writer

WORD = 62  # elements of a set that are told at one go


def write_seen(unit: Unit, store: LocalStore, searcher: Searcher, functions: Functions) -> None:
    """Write the function `seen_of(waiting, state variables)`: the seat that decides, the number of
    its choice, and what it sees."""
    _Seen(unit, store, searcher).write(functions)


class _Seen:
    def __init__(self, unit: Unit, store: LocalStore, searcher: Searcher) -> None:
        self.unit, self.store = unit, store
        self.writer = Writer(unit, store)
        self.values = Values(self.writer, searcher)
        self.found = self.writer.fresh("seen")
        self.me = store.slot(unit.program.me, code.number(0))
        self.beheld: dict[ir.Domain, str] = {}  # the components that are seen, where it counts

    def write(self, functions: Functions) -> None:
        program, writer = self.unit.program, self.writer
        writer.add(code.assign(self.found, code.list_of([])))
        self._tell(self.me)
        self._tell(code.name(WAITING))
        if any(variable.seen == "with" for variable in program.variables):
            self._behold()
        for variable in program.variables:
            if variable.role != "control":
                self._variable(variable)
        writer.add(code.give(code.name(self.found)))
        params = [WAITING, *self.store.every()]
        functions.add(program.flow.span, SEEN, params, writer.lines)

    def _tell(self, value: code.Value) -> None:
        self.writer.add(code.perform(code.method(code.name(self.found), "append", value)))

    def _tell_all(self, several: code.Value) -> None:
        """All of a list, at one go."""
        self.writer.add(code.perform(code.method(code.name(self.found), "extend", several)))

    def _often(self, value: int, times: int) -> code.Value:
        """A number so many times."""
        return self.unit.fixed("often", ("often", value, times), lambda: (value,) * times)

    @contextmanager
    def _going(self, each: str, times: code.Value) -> Iterator[None]:
        """What is written is done for each number below one."""
        with self.writer.block() as lines:
            yield
        self.writer.add(code.for_each(each, code.call("range", times), lines))

    @contextmanager
    def _members(self, variable: ir.StateVariable) -> Iterator[tuple[ir.Read, code.Value]]:
        """What is written is done for each member in order; given are it and its first key."""
        unit, held = self.unit, list[str]()
        with ExitStack() as stack:
            locals_ = [
                unit.fresh_local(ir.Local(0, "key", ir.Element(key))) for key in variable.keys
            ]
            for local, key in zip(locals_, variable.keys, strict=True):
                held.append(stack.enter_context(self.writer.bound(local)))
                stack.enter_context(self._going(held[-1], code.number(key.size)))
            first = code.name(held[0]) if held else code.number(-1)
            yield ir.Read(variable, tuple(locals_), variable.type), first

    def _variable(self, variable: ir.StateVariable) -> None:
        form = self.unit.layout.region(variable).form
        is_plain = form == "row" or (form == "plain" and not isinstance(variable.type, ir.SetOf))
        if variable.seen == "all" and is_plain and self.store.is_list(variable):
            self._tell_all(code.name(self.store.variables(variable)[0]))
            return
        with self._members(variable) as (read, first):
            seen, told = self._is_seen(variable, first), self._told(variable, read)
            if code.constant(seen) is None:
                with self.writer.block() as open_lines:
                    told(True)
                with self.writer.block() as hidden_lines:
                    told(False)
                self.writer.add(code.when(seen, open_lines, hidden_lines))
            else:
                told(bool(code.constant(seen)))

    def _is_seen(self, variable: ir.StateVariable, first: code.Value) -> code.Value:
        match variable.seen:
            case "chooser" if variable.asked is not None:
                whose = self.store.slot(variable.asked, code.number(0))
                return code.either(
                    (code.compare(whose, "<", code.number(0)), code.compare(whose, "==", self.me))
                )
            case "all" | "chooser":  # whoever decides is the chooser
                return code.number(1)
            case "owner":
                return code.compare(first, "==", self.me)
            case "others":
                return code.compare(first, "!=", self.me)
            case "with":
                return self._is_beheld(variable, first)
            case "nobody":
                return code.number(0)

    def _told(self, variable: ir.StateVariable, read: ir.Read) -> Callable[[bool], None]:
        """What tells a member, if it is seen or not."""

        def told(is_seen: bool) -> None:
            is_zone = component_of(variable) is not None
            is_counted = variable.seen != "all" and is_zone
            if is_seen or (is_counted and variable.seen != "with"):
                value = self._value(read)
                if is_counted:
                    self._tell(self._count(variable, value))
                if is_seen:
                    self._tell_value(variable, value)
                    return
            elif is_counted:
                self._tell(code.number(-1))
            self._tell_nothing(variable, is_mark=not is_zone)

        return told

    def _value(self, read: ir.Read) -> code.Value:
        value = self.values.value(read)
        return value if isinstance(value, code.Several) else self.writer.atom(value, "held")

    def _count(self, variable: ir.StateVariable, value: code.Value) -> code.Value:
        """How many components a zone holds."""
        match variable.type:
            case ir.SetOf():
                return code.size(value)
            case ir.StackOf():
                return code.call("len", value)
            case ir.RowOf():
                count, one = self.writer.variable(code.number(0), "count"), self.writer.fresh("one")
                there = code.compare(code.name(one), ">=", code.number(0))
                counted = code.when(there, [code.augment(count, "+", code.number(1))])
                self.writer.add(code.for_each(one, value, [counted]))
                return code.name(count)
            case _:
                there = code.compare(value, ">=", code.number(0))
                return code.choose(there, code.number(1), code.number(0))

    def _tell_value(self, variable: ir.StateVariable, value: code.Value) -> None:
        match variable.type:
            case ir.SetOf(domain=domain):
                self._tell_bits(value, domain.size)
            case ir.StackOf(domain=domain):
                self._tell_all(code.call("reversed", value))
                none = self._often(-1, domain.size)
                self._tell_all(code.section(none, code.call("len", value)))
            case ir.RowOf() if isinstance(value, code.Several):
                for one in value.parts:
                    self._tell(one)
            case ir.RowOf():
                self._tell_all(value)
            case _:
                self._tell(value)

    def _tell_bits(self, mask: code.Value, size: int) -> None:
        """Whether each element is there, so many at a time as fit into a word."""
        for first in range(0, size, WORD):
            count, i = min(WORD, size - first), self.writer.fresh("i")
            part = code.binary(code.binary(mask, ">>", code.number(first)), "&", _below(count))
            part = self.writer.atom(part, "part")
            with self._going(i, code.number(count)):
                bit = code.binary(part, ">>", code.name(i))
                self._tell(code.binary(bit, "&", code.number(1)))

    def _tell_nothing(self, variable: ir.StateVariable, *, is_mark: bool) -> None:
        """Of a mark that is not seen one less than it can be; of a zone that nothing lies there."""
        kind, times = variable.type, 1
        match kind:
            case ir.Truth():
                value = -1
            case ir.Number():
                value = kind.low - 1
            case ir.Element():
                value = -2 if is_mark and kind.optional else -1
            case ir.SetOf():
                value, times = (-1 if is_mark else 0), kind.domain.size
            case ir.StackOf():
                value, times = -1, kind.domain.size
            case ir.RowOf():
                value, times = -1, kind.places
            case ir.WaysOf():
                raise TypeError("ways are worked out, never stored")
        if times == 1:
            self._tell(code.number(value))
        else:
            self._tell_all(self._often(value, times))

    # the components that are seen where they lie, or because they have been chosen openly

    def _behold(self) -> None:
        """Find them; then what belongs to them, and what belongs to that in turn."""
        beside: list[tuple[ir.StateVariable, ir.Domain]] = []
        open_: list[tuple[ir.StateVariable, ir.Domain]] = []
        for variable in self.unit.program.variables:
            domain = component_of(variable)
            if domain is None and is_chosen_openly(variable):
                domain = cast(ir.SetOf, variable.type).domain
            if domain is not None and domain.kind == "component":
                (beside if variable.seen == "with" else open_).append((variable, domain))
            for one in (domain, variable.keys[0] if variable.seen == "with" else None):
                if one is not None and one not in self.beheld:
                    self.beheld[one] = self.writer.variable(code.number(0), "beheld")
        self._add_all(open_)
        changed = self.writer.variable(code.number(1), "changed")
        with self.writer.block() as lines:
            self.writer.add(code.assign(changed, code.number(0)))
            self._add_all(beside, changed)
        self.writer.add(code.loop(code.name(changed), lines))

    def _add_all(
        self, variables: Sequence[tuple[ir.StateVariable, ir.Domain]], changed: str = ""
    ) -> None:
        """Add what members hold that are seen; `changed` is set where there is more than before."""
        for variable, domain in variables:
            if variable.seen == "nobody":
                continue
            held = self.beheld[domain]
            with self._members(variable) as (read, first):
                seen = self._is_seen(variable, first)
                with self.writer.block() as lines:
                    more = code.binary(code.name(held), "|", self._held(variable, read))
                    more = self.writer.atom(more, "more")
                    if changed:
                        test = code.compare(more, "!=", code.name(held))
                        self.writer.add(code.when(test, [code.assign(changed, code.number(1))]))
                    self.writer.add(code.assign(held, more))
                self.writer.add_if([seen] if code.constant(seen) is None else [], lines)

    def _held(self, variable: ir.StateVariable, read: ir.Read) -> code.Value:
        """What a member holds, as a mask."""
        if isinstance(variable.type, ir.Element):
            return self.values.bit(self._value(read), variable.type.domain)
        assert isinstance(variable.type, ir.SetOf | ir.StackOf | ir.RowOf)
        return code.binary(self.values.mask(read), "&", _below(variable.type.domain.size))

    def _is_beheld(self, variable: ir.StateVariable, first: code.Value) -> code.Value:
        bit = code.binary(code.name(self.beheld[variable.keys[0]]), ">>", first)
        return code.binary(bit, "&", code.number(1))


def _below(count: int) -> code.Value:
    return code.number((1 << count) - 1)
