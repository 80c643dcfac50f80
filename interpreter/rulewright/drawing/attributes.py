"""What the rules fix about a component or an edge, whatever happens in the game.

Facts are the columns of component tables and those definitions of one parameter that never look at
the table (what a card counts, what a route costs). They are what a person wants to see beside a
name, so every picture and list takes them from here; nothing is known of any particular game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import prod
from typing import cast

from ..characters import spoken
from ..core.cost import cost
from ..core.evaluate import elements, evaluate, written
from ..core.ir import (
    Call,
    Completable,
    Domain,
    Element,
    Expr,
    Function,
    Guard,
    Local,
    Lookup,
    Number,
    OnGrid,
    Param,
    Program,
    Read,
    SetOf,
    StateVariable,
    Truth,
    Type,
)
from ..core.specialise import MOST_WORKED_OUT, closed_expression
from ..core.walk import Node, children, walk, walk_called
from ..diagnostics import Findings, PlayError, RulesError
from ..recent import Recent, Same
from .lines import labelled
from .look import look_of, shorts

MOST_WRITTEN = 2_000  # nodes of a definition, with those that it is made of written out
MOST_LISTED = 12  # elements of a set that a definition makes and a list of all elements tells
MOST_NUMBERS = 4  # in the brackets behind a name


@dataclass(frozen=True, slots=True)
class Attribute:
    """One thing known of every element of a domain: `values` as stored, in the domain's order."""

    name: str
    type: Type
    values: tuple[int, ...]
    defined: bool
    optional: bool = False

    def text(self, element: int) -> str:
        """The value of an element in words; empty where a column has none."""
        value = self.values[element]
        return "" if self.optional and value == -1 else written(value, self.type)

    def said(self, element: int) -> str:
        """The same as it stands on the table."""
        text = self.text(element)
        kind = self.type
        of_values = isinstance(kind, Element | SetOf) and kind.domain.kind == "enumeration"
        return spoken(text) if of_values else text


class Attributes:
    """What is fixed in a game, worked out for each domain when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._functions = program.generic.functions if program.generic is not None else ()
        self._extents: dict[str, tuple[int, Counter[int]]] = {}
        self._of: dict[tuple[str, bool], tuple[Attribute, ...]] = {}
        self._brief: dict[str, tuple[str, ...]] = {}
        self._printed: dict[tuple[str, bool], tuple[str, ...]] = {}
        self._looking: dict[str, tuple[Function, ...]] = {}
        self._standing: dict[str, tuple[Function, ...]] = {}
        self._sided: dict[str, Function | None] = {}
        self._turning: dict[str, frozenset[StateVariable]] = {}
        self._said_by_name: dict[str, frozenset[int]] = {}

    def of(self, domain: Domain, *, brief: bool = False) -> tuple[Attribute, ...]:
        """All facts about a domain: columns, then definitions, each in the order of the files;
        `brief`: without definitions that say more than a few characters can."""
        key = domain.name, brief
        if key not in self._of:
            self._of[key] = (*self._columns(domain), *self._definitions(domain, brief=brief))
        return self._of[key]

    def drawn(self, domain: Domain, *, brief: bool = False) -> tuple[Attribute, ...]:
        """The facts about a domain that are told beside names and drawn: all but what its author
        leaves out, and what nobody would read."""
        hidden = look_of(self.program).hidden
        known = self.of(domain, brief=brief)
        return tuple(fact for fact in known if fact.name not in hidden and not _is_long(fact))

    def listed(self, domain: Domain) -> tuple[list[Attribute], list[Attribute]]:
        """The facts that a list of all elements has as columns, and those that it leaves out
        because nobody would read them: definitions that make large sets, as of pairs. Neither are
        definitions that their author leaves out, nor those that say of each element what another
        column says; what a table says is looked up in lists anyway."""
        hidden = look_of(self.program).hidden
        told, long = list[Attribute](), list[Attribute]()
        for fact in self.of(domain):
            if fact.name.startswith("ends of ") or (fact.defined and fact.name in hidden):
                continue
            if fact.defined and not isinstance(fact.type, Truth) and domain.size > 1:
                said = [fact.text(one) for one in range(domain.size)]
                if any(said == [o.text(one) for one in range(domain.size)] for o in told):
                    continue
            (long if _is_long(fact) else told).append(fact)
        return told, long

    def looking(self, domain: Domain) -> tuple[Function, ...]:
        """The numbers and claims defined about one element that look at the table, without those
        of which another one is made."""
        if domain.name not in self._looking:
            found = [
                function
                for function in self._functions
                if [p.type for p in function.params] == [Element(domain)]
                and function.name not in look_of(self.program).hidden
                and isinstance(function.body.type, Number | Truth)
                and not _is_fixed(function)
            ]
            parts = {name for function in found for name in _called(function.body)}
            whole = (self._closed(function) for function in found if function.name not in parts)
            self._looking[domain.name] = tuple(filter(None, whole))
        return self._looking[domain.name]

    def standing(self, domain: Domain) -> tuple[Function, ...]:
        """The numbers defined about a place, an edge or another element, as they stand: those that
        look at the table and that what is done asks for, without those of which another one is
        made. Of components for which something is kept all is told that looks at the table anyway;
        of others what a fixed number has become, as a price."""
        is_component = domain.kind == "component" and not domain.columns
        if domain.kind == "seat" or (
            is_component and any(one.keys[:1] == (domain,) for one in self.program.variables)
        ):
            return ()
        if domain.name not in self._standing:
            asked = self._asked
            found = [
                function
                for function in self._functions
                if [p.type for p in function.params] == [Element(domain)]
                and function.name in asked
                and function.name not in look_of(self.program).hidden
                and isinstance(function.body.type, Number)
                and not _is_fixed(function)
            ]
            parts = {name for function in found for name in _made_of(function.body)}
            if (
                domain.kind == "enumeration" or is_component
            ):  # of whose values much is counted that goes by itself
                fixed = {fact.name for fact in self.drawn(domain) if isinstance(fact.type, Number)}
                found = [function for function in found if fixed & _made_of(function.body)]
            closed = [self._closed(function) for function in found if function.name not in parts]
            self._standing[domain.name] = tuple(
                function
                for function in closed
                if function is not None and not _takes_long(function.body, domain.size)
            )
        return self._standing[domain.name]

    @cached_property
    def of_seats(self) -> tuple[Function, ...]:
        """The numbers defined about a seat that have words, that what is done asks for, and that
        hang on what its owner alone sees, as what a hand counts: nobody else can work them out, and
        who may has nothing but the cards to go by."""
        seats = self.program.seats
        found = [
            self._closed(function)
            for function in self._functions
            if [p.type for p in function.params] == [Element(seats)]
            and function.words
            and function.name in self._asked
            and function.name not in look_of(self.program).hidden
            and isinstance(function.body.type, Number)
        ]
        return tuple(
            function
            for function in found
            if function is not None
            and any(
                isinstance(node, Read) and node.variable.seen == "owner"
                for node in walk(function.body)
            )
            and not _takes_long(function.body, seats.size)
        )

    def outdated(self, domain: Domain) -> frozenset[str]:
        """The fixed numbers of which those are made that are told as they stand: beside these they
        would be taken for what counts."""
        named = {function.name for function in self.standing(domain)}
        found = (f for f in self._functions if f.name in named)
        return frozenset(name for function in found for name in _made_of(function.body))

    @cached_property
    def defined_at(self) -> dict[str, int]:
        """Which of all definitions it is that is called so at the table."""
        return {spoken(function.name): at for at, function in enumerate(self._functions)}

    @cached_property
    def _asked(self) -> frozenset[str]:
        """The definitions that say what may be done: that conditions of moves ask for, and their
        steps, or that one asks for which they ask for."""
        generic = self.program.generic
        asking = (
            node
            for node in (walk(generic.flow) if generic is not None else ())
            if isinstance(node, Guard | Param)
        )
        return frozenset(
            node.function.name for node in walk_called(*asking) if isinstance(node, Call)
        )

    def sided(self, domain: Domain) -> Function | None:
        """The definition that says what an element shows on each of four sides, if there is one:
        of several the first that looks at the table, for things lie there in their own way."""
        if domain.name not in self._sided:
            found = [
                function
                for function in self._functions
                if isinstance(function.body.type, Element)
                and _is_enumeration(function.body.type.domain)
                and len(function.params) == 2
                and function.params[0].type == Element(domain)
                and _is_direction(function.params[1].type)
            ]
            found.sort(key=_is_fixed)
            self._sided[domain.name] = self._closed(found[0]) if found else None
        return self._sided[domain.name]

    def turning(self, domain: Domain) -> frozenset[StateVariable]:
        """The marks that say how a component lies, where that is told by its sides."""
        if domain.name not in self._turning:
            sided = self.sided(domain)
            self._turning[domain.name] = frozenset(
                node.variable
                for node in (walk(sided.body) if sided is not None else ())
                if isinstance(node, Read) and node.variable.keys == (domain,)
            )
        return self._turning[domain.name]

    def _closed(self, function: Function) -> Function | None:
        """A definition with all that it is made of written out, for the options of the game; None
        if that is more than whoever looks at the table waits for, or than can be written out."""
        program = self.program
        assert program.generic is not None
        if self._extent(function.body)[0] > MOST_WRITTEN:
            return None
        try:
            body = closed_expression(
                program.generic, program.bound, function.body, Findings(), unfolded=True
            )
        except RulesError:
            return None
        return Function(function.name, function.params, body, function.span, function.words)

    def _extent(self, node: Node) -> tuple[int, Counter[int]]:
        """How many nodes there are with all that is called written out, and how often each local
        value stands among them: that often stands what is given for it."""
        if isinstance(node, Local):
            return 1, Counter((node.number,))
        if not isinstance(node, Call):
            parts = [self._extent(child) for child in children(node)]
            return 1 + sum(size for size, _ in parts), sum((used for _, used in parts), Counter())
        function = node.function
        if function.name not in self._extents:
            self._extents[function.name] = self._extent(function.body)
        size, used = self._extents[function.name]
        found = Counter[int]()
        for param, arg in zip(function.params, node.args, strict=True):
            often, (each, inner) = used[param.number], self._extent(arg)
            size += often * (each - 1)
            found.update({number: often * count for number, count in inner.items()})
        return size, found

    def brief(self, domain: Domain) -> tuple[str, ...]:
        """What matters of each element in a few characters: `10 M L` for rank and suits.

        A number, sets, and components that columns name; of numbers the first that is defined
        rather than columns, for rules define what printed numbers are worth. Without any of these,
        enumerations. Where several are of one kind, each stands behind its name, else they would
        not be told apart.
        """
        if domain.name not in self._brief:
            columns = dict[tuple[str, ...], Attribute]()  # what always says the same, once
            there = self.program.present(domain)
            for fact in self.telling(domain):
                columns.setdefault(tuple(self._short(fact, e) for e in there), fact)
            facts = [*columns.values()]
            self._brief[domain.name] = tuple(
                self._told_apart(facts, element) for element in range(domain.size)
            )
        return self._brief[domain.name]

    def brief_but_numbers(self, domain: Domain, element: int) -> str:
        """The same of one element, where numbers are told as they stand."""
        facts = [fact for fact in self.telling(domain) if not isinstance(fact.type, Number)]
        return self._told_apart(facts, element)

    def _told_apart(self, facts: Sequence[Attribute], element: int) -> str:
        """What facts say of an element; those of one kind each behind its name."""
        kinds = Counter(map(_kind, facts))
        told = [(fact, text) for fact in facts if (text := self._short(fact, element))]
        if max(kinds.values(), default=0) < 2:
            return " ".join(text for _, text in told)
        return ", ".join(
            f"{labelled(fact.name)} {text}" if kinds[_kind(fact)] > 1 else text
            for fact, text in told
        )

    def printed(self, domain: Domain, *, lying: bool) -> tuple[str, ...]:
        """What is printed on each element of a kind that has sides, whose names say nothing: what
        it is if most are something else, and with their names what there are several of; `lying`:
        without these, in whose place things lie where it does."""
        if (domain.name, lying) not in self._printed:
            sided = self.sided(domain)
            facts = [
                fact
                for fact in (self._columns(domain) if sided is not None else ())
                if sided is not None and fact.type != sided.body.type
                if fact.name not in look_of(self.program).hidden
                if not (lying and isinstance(fact.type, SetOf))
            ]
            self._printed[domain.name, lying] = tuple(
                ", ".join(t for fact in facts if (t := self._special(fact, e)) not in ("", own))
                for e, own in enumerate(label.casefold() for label in domain.labels)
            )
        return self._printed[domain.name, lying]

    def _special(self, fact: Attribute, element: int) -> str:
        """What a fact says of an element, if not just what it says of most."""
        value, text = fact.values[element], spoken(fact.text(element))
        if isinstance(fact.type, Truth) or not text:
            return spoken(fact.name) if value and isinstance(fact.type, Truth) else ""
        if isinstance(fact.type, SetOf):
            return f"{spoken(fact.name)} {text}" if value else ""
        if 2 * fact.values.count(value) > len(fact.values):
            return ""
        return text if isinstance(fact.type, Element) else f"{spoken(fact.name)} {text}"

    def said_by_name(self, domain: Domain) -> frozenset[int]:
        """The components of which all that is told in short is a number that their names say, in
        digits or as a word: Three of Clubs. Where a name says another one, none of them: it means
        something else then."""
        if domain.name not in self._said_by_name:
            said = dict[int, bool]()
            for element in self.program.present(domain) if domain.kind == "component" else ():
                name = domain.kinds[element] if domain.kinds else domain.labels[element]
                words = name.casefold().split()
                if numbers := _numbers_in(words):
                    said[element] = self.brief(domain)[element] in numbers and len(words) > 1
            self._said_by_name[domain.name] = frozenset(said if all(said.values()) else ())
        return self._said_by_name[domain.name]

    def lasting(self, domain: Domain) -> tuple[str, ...]:
        """What is told in short even beside what is so now: suits are, for nothing replaces them,
        but a printed number is not, where rules make another one of it."""
        has_sets = any(isinstance(fact.type, SetOf) for fact in self.telling(domain))
        return self.brief(domain) if has_sets else ("",) * domain.size

    def legend(self, domain: Domain) -> str:
        """What the short forms of `brief` stand for: `M Moons, S Suns`."""
        telling = (fact.type for fact in self.telling(domain))
        kinds = [kind.domain for kind in telling if isinstance(kind, SetOf)]
        sided = self.sided(domain)
        if sided is not None:
            assert isinstance(sided.body.type, Element)
            kinds.append(sided.body.type.domain)
        pairs = (
            pair
            for kind in kinds
            for pair in zip(shorts(self.program, kind.labels), kind.labels, strict=True)
        )
        told = (f"{short} {spoken(label)}" for short, label in pairs if short != label)
        return ", ".join(dict.fromkeys(told))

    def telling(self, domain: Domain) -> list[Attribute]:
        """The facts of which `brief` is made; not what all are named after anyway, and none of what
        nothing is to be told beside its names."""
        if domain.name in look_of(self.program).hidden:
            return []
        names, there = domain.kinds or domain.labels, self.program.present(domain)
        known = [
            fact
            for fact in self.drawn(domain, brief=True)
            if not isinstance(fact.type, Truth)
            if any(fact.text(e) not in (names[e], *names[e].split()) for e in there)
        ]
        numbers = [fact for fact in known if isinstance(fact.type, Number)]
        numbers = [fact for fact in numbers if fact.defined][:1] or numbers
        numbers = [] if len(numbers) > MOST_NUMBERS else numbers  # a table to look things up in
        sets = [f for f in known if isinstance(f.type, SetOf) and _is_enumeration(f.type.domain)]
        others = [
            fact
            for fact in known
            if _is_component(fact.type) and not fact.defined
            if any(fact.text(e) not in names[e] for e in there)
        ]
        return numbers + sets + others or [
            f for f in known if isinstance(f.type, Element) and _is_enumeration(f.type.domain)
        ]

    def _short(self, fact: Attribute, element: int) -> str:
        value = fact.values[element]
        if isinstance(fact.type, SetOf):
            short = shorts(self.program, fact.type.domain.labels)
            return " ".join(short[e] for e in elements(value, fact.type))
        if value == -1 and not isinstance(fact.type, Number):
            return ""
        return fact.said(element)

    def _columns(self, domain: Domain) -> Iterator[Attribute]:
        generic = self.program.generic
        for table in generic.tables if generic is not None else ():
            counted = table.name == f"places of {domain.name}"  # with, and nobody wrote it
            if not counted and [key.name for key in table.keys] == [domain.name]:
                yield Attribute(table.name, table.type, table.values, False, table.optional)

    def _definitions(self, domain: Domain, *, brief: bool) -> Iterator[Attribute]:
        """Definitions of one element, and claims about one element and a value of a type:
        `shares(route, suit)` is told as the set of suits for which it holds."""
        for function in self._functions:
            keys = [
                param.type.domain for param in function.params if isinstance(param.type, Element)
            ]
            if not keys or keys[0].name != domain.name or len(keys) != len(function.params):
                continue
            if brief and len(keys) == 1 and not _is_brief(function.body.type):
                continue
            if len(keys) == 1 or (_is_claim_of_two(function) and _is_enumeration(keys[1])):
                yield from self._worked_out(function, domain, keys)

    def _worked_out(
        self, function: Function, domain: Domain, keys: Sequence[Domain]
    ) -> Iterator[Attribute]:
        """What a definition says of each element, or of each with every value of a type, unless it
        looks at the table, takes long or cannot be said of all."""
        if not _is_fixed(function):
            return
        closed, numbers = self._closed(function), [p.number for p in function.params]
        if closed is None or _takes_long(closed.body, prod(key.size for key in keys)):
            return
        body, kind = closed.body, closed.body.type
        if len(keys) == 1:
            values = self._of_each(domain, partial(_value, body, numbers[0]))
        else:
            kind = SetOf(keys[1])
            values = self._of_each(domain, partial(_where, body, numbers, keys[1].size))
        if values is not None:
            yield Attribute(function.name, kind, values, True)

    def joining(self, domain: Domain) -> Iterator[Attribute]:
        """Definitions that lead from each cell of a board to others: a set of cells, or a claim
        about two, which is told as the set of those for which it holds."""
        for function in self._functions:
            keys = [p.type.domain for p in function.params if isinstance(p.type, Element)]
            kind, names = function.body.type, [key.name for key in keys]
            if len(keys) != len(function.params) or function.name in look_of(self.program).hidden:
                continue
            is_set = isinstance(kind, SetOf) and [*names, kind.domain.name] == [domain.name] * 2
            if is_set or (_is_claim_of_two(function) and names == [domain.name] * 2):
                yield from self._worked_out(function, domain, [domain] * len(keys))

    def _of_each(self, domain: Domain, value: Callable[[int], int]) -> tuple[int, ...] | None:
        """A value for each element, 0 for cells that are not on a board as large as this; None if
        one that is there has none."""
        there = frozenset(self.program.present(domain))
        try:
            return tuple(value(e) if e in there else 0 for e in range(domain.size))
        except PlayError:
            return None

    def on_sides(self, domain: Domain, element: int) -> tuple[int, ...]:
        """What a component shows on its four sides wherever it lies; nothing if that hangs on what
        is on the table."""
        sided = self.sided(domain)
        if sided is None or not _is_fixed(sided):
            return ()
        one, other = (param.number for param in sided.params)
        try:
            found = [evaluate(sided.body, {one: element, other: d}) for d in range(4)]
        except PlayError:
            return ()
        return tuple(cast(int, side) for side in found)


_made: Recent[Same, Attributes] = Recent(8)
"""What is fixed in programs that were shown last; made twice at worst."""


def attributes_of(program: Program) -> Attributes:
    """What is fixed in a program."""
    found = _made.get(Same(program))
    if found is None:
        found = Attributes(program)
        _made.put(Same(program), found)
    return found


NUMBERS = (
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty"
).split()


def _numbers_in(words: Sequence[str]) -> set[str]:
    """The numbers that a name says, in digits."""
    return {str(NUMBERS.index(one)) if one in NUMBERS else one for one in words
            if one in NUMBERS or one.isdecimal()}  # fmt: skip


def _is_long(fact: Attribute) -> bool:
    """Does a definition make larger sets of elements than anybody reads, as of all that go with a
    card? Who wrote a table has written such a set out to be read."""
    if not (fact.defined and isinstance(fact.type, SetOf)):
        return False
    return max(value.bit_count() for value in fact.values) > MOST_LISTED


def _takes_long(body: Expr, often: int) -> bool:
    """Would a definition, asked so often, keep whoever looks at the table waiting?"""
    found = cost(body)
    return found.searches or found.steps * often > MOST_WORKED_OUT


def _kind(fact: Attribute) -> str:
    """Of which kind a fact is: two of one kind look alike."""
    kind = fact.type
    return kind.domain.name if isinstance(kind, Element | SetOf) else "number"


def _value(body: Expr, number: int, element: int) -> int:
    return cast(int, evaluate(body, {number: element}))


def _where(claim: Expr, numbers: Sequence[int], size: int, element: int) -> int:
    """The mask of the values for which a claim about an element holds."""
    one, other = numbers
    return sum(1 << v for v in range(size) if evaluate(claim, {one: element, other: v}))


def _is_brief(kind: Type) -> bool:
    """Can few characters say this of an element? Neither a claim nor, say, which cells touch a cell
    can be said so, and to work that out for all cells of a board that grows would take long."""
    if isinstance(kind, Number):
        return True
    return isinstance(kind, Element | SetOf) and _is_enumeration(kind.domain)


def _is_claim_of_two(function: Function) -> bool:
    return len(function.params) == 2 and isinstance(function.body.type, Truth)


def _is_enumeration(domain: Domain) -> bool:
    return domain.kind == "enumeration"


def _is_component(kind: Type) -> bool:
    """Is it one component, as a column may name?"""
    return isinstance(kind, Element) and kind.domain.kind == "component"


def _is_direction(kind: Type) -> bool:
    """Is it one of a ring of four, as the directions on a board are?"""
    return isinstance(kind, Element) and kind.domain.ring and kind.domain.size == 4


def _is_fixed(function: Function) -> bool:
    """Does the definition never look at the table?"""
    return not any(
        isinstance(node, Read | OnGrid | Completable) for node in walk_called(function.body)
    )


def _called(body: Expr) -> set[str]:
    """The definitions that a value is made of."""
    return {node.function.name for node in walk(body) if isinstance(node, Call)}


def _made_of(body: Expr) -> set[str]:
    """The definitions and columns that a value is made of, however far down."""
    return {
        node.function.name if isinstance(node, Call) else node.table.name
        for node in walk_called(body)
        if isinstance(node, Call | Lookup)
    }
