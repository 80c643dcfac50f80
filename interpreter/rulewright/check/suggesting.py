"""What an author may have meant: names and values that would fit where something else stands.

Only what would fit there is offered. What is asked for here is worked out when a finding is made,
so that rules without one cost nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice
from string import ascii_lowercase
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from ..core import ir
from ..core.faces import of_components
from ..core.walk import walk
from ..diagnostics import Fix, Note, near, nearest, only_near
from ..diagnostics import listed as listed_as_told
from ..source import QUOTED, Span
from ..syntax import nodes as n
from ..syntax.errors.repairing import told
from .scope import (
    BoardSymbol,
    DomainSymbol,
    FunctionSymbol,
    Names,
    OptionSymbol,
    Scope,
    Symbol,
    TableSymbol,
    VariableSymbol,
)
from .types import BROKEN_DOMAIN, domain_of, element_of, fits, is_collection
from .visibility import seers

if TYPE_CHECKING:
    from .. import foreign

EMPTY = "a set of nothing is written {}; asked is: `is empty` or `is not empty`"
ONE_OF_THEM = ", the first of them"
MOST_LISTED = 8  # names in a hint
LARGEST_RANGE = 1_000  # the highest number in a set of numbers
_PLAIN = re.compile(r"[A-Za-z]\w*", re.A)
_SWITCHES = ({"off", "on"}, {"no", "yes"})  # of which the second cannot be declared
_SIMPLE = re.compile(r"[\w']+( of [\w']+)*")
_SOURCE = re.compile(rf"{_SIMPLE.pattern}|\w+\([^()]*\)|\([^()]*\)|\{{[^{{}}]*\}}")
NO_NAMES: Mapping[str, ir.Expr] = MappingProxyType({})


class Suggested(NamedTuple):
    """A hint, and what can certainly stand in the place of a name, if anything can; `near`: a name
    like it."""

    hint: str = ""
    instead: str = ""
    near: bool = False

    def fix(self, span: Span) -> Fix | None:
        """What mends the name here. One that stands nowhere else in the file than where it is
        declared may itself be mistyped there."""
        whole = re.compile(rf"(?<!\w){re.escape(self.instead)}(?!\w)")
        if not self.instead or (self.near and len(whole.findall(span.file.text)) == 1):
            return None
        return Fix(span, self.instead)


NONE = Suggested()
_VALUES = ("yes", "no", "none", "nobody", "me", "opponent")  # which are asked of nothing
_PLAIN_VALUES = ("me", "opponent", "passes", "winners")
_OTHERS = (  # which are asked of a seat elsewhere
    "opponent", "opponent_of", "opponents", "other", "others", "other_of", "other_player",
    "other_seat", "enemy", "rival", "foe",
)  # fmt: skip


def one_of_these(name: str, known: Iterable[str], listed: str = "") -> Suggested:
    """The nearest name, else, under the heading `listed`, all if they are few."""
    names = list(dict.fromkeys(known))
    if close := near(name, names):
        only = only_near(name, names)
        hint = f"did you mean {listed_as_told(map(written, close), 'or')}?"
        return Suggested(hint, written(only) if only else "", True)
    if listed and 0 < len(names) <= MOST_LISTED:
        return Suggested(f"{listed}: {', '.join(map(written, names))}")
    return NONE


def members(domain: ir.Domain | None) -> str:
    """What the elements of a type are called, if they are few: also what nobody thinks of, seats
    that have no names."""
    if domain is None:
        return ""
    are_bare = domain.kind == "seat" and all(label.isdecimal() for label in domain.labels)
    heading = "seats without names are" if are_bare else f"a {domain.name} is one of"
    return one_of_these("", domain.labels, heading).hint


def elsewhere(where: foreign.Where, name: str) -> Suggested:
    """What is written here instead of a foreign name."""
    from .. import foreign

    form = foreign.named(where, name)
    return Suggested(form.hint, form.instead) if form else NONE


def written(label: str) -> str:
    """A name as it is written in rules: what is no plain name stands in quotes."""
    return label if _PLAIN.fullmatch(label) else f"'{label}'"


def unquoted(scope: Scope, span: Span) -> tuple[str, Fix | None]:
    """A hint if the text here is an element's name that wants quotes, the longest there is, and
    what mends it."""
    text, start = span.file.text, span.start
    first = re.compile(r"\w+").match(text, start)
    if first is None or not text:
        return "", None
    found = ""
    for domain in scope.domains:
        for label in domain.labels:
            if len(label) > max(len(found), first.end() - start) and text.startswith(label, start):
                if not text[start + len(label) : start + len(label) + 1].isalnum():
                    found = label
    if not found:
        return "", None
    quoted, rest = f"'{found}'", start + len(found)
    told, end = _all_quoted(scope, text, rest)
    fix = Fix(Span(span.file, start, end), quoted + told)
    return f"a name like this stands in single quotes: {quoted}", fix


def _all_quoted(scope: Scope, text: str, start: int) -> tuple[str, int]:
    """What stands from here to the last name of several words, on this line or those that go on
    with it, with quotes around each, and where that ends. Of a list only the first is found; the
    others would be once it is mended, and then it would seem that nothing is won."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    deeper = " " * (len(line) - len(line.lstrip())) + "  *\\S"
    rest = re.compile(rf"(?:[^\n]*,\s*\n|[^\n]*\n(?={deeper}))*[^\n]*").match(text, start)
    within = rest.group() if rest is not None else ""
    names = {one for d in scope.domains for one in d.labels if " " in one and one in within}
    if not names:
        return "", start
    longest = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    known = rf"(?<!\w)(?P<name>{longest})(?!\w)"
    told, end = "", 0
    for found in re.finditer(rf"{QUOTED}|\"[^\"\n]*\"|#[^\n]*|{known}", within):
        if found["name"] is not None:
            told += f"{within[end : found.start()]}'{found['name']}'"
            end = found.end()
    return told, start + end


ADDED = re.compile(r"add (?:at end of (?P<whole>\S.*?)|(?:before|after) \S.*?)\s*(?:  .*|#.*)?")


def where_needs_go(span: Span) -> str:
    """Where a `needs` is to stand that comes too late: in a variant that adds it, by which edit."""
    above = span.file.text[: span.start].split("\n")
    indent = len(above.pop())
    for line in reversed(above):
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            if found := ADDED.fullmatch(line.strip()):
                return f"write: add at start of {found['whole'] or 'ACTION'}"
            break
    return "put it above all that happens; what is looked at later is asked with `if`"


def in_its_line(span: Span) -> tuple[str, str, Fix] | None:
    """What English means by a name together with what stands around it, `is 3 or less`: that, a
    hint with the line as it is written here, and what mends it."""
    from .. import foreign

    text, start = span.file.text, span.start
    low = text.rfind("\n", 0, start) + 1
    line = text[low : text.find("\n", start) % (len(text) + 1)]
    for form in foreign.within(line, start - low, span.end - low):
        if form.start <= start - low and span.end - low <= form.end and form.instead:
            place = Span(span.file, low + form.start, low + form.end)
            whole = told(line[: form.start] + form.instead + line[form.end :])
            return line[form.start : form.end], f"write: {whole}", Fix(place, form.instead)
    return None


def value(scope: Scope, name: str, names: Names, wanted: ir.Type | None) -> Suggested:
    """What may be meant by the name of a value that nothing has."""
    if (said := elsewhere("value", name)).instead == "none" and wanted and is_collection(wanted):
        return Suggested(EMPTY)
    if said.hint:
        return said
    labels: Iterable[str]
    domain = None if wanted is None else domain_of(wanted)
    if wanted is None:
        labels = [label for one in scope.domains for label in one.labels]
        known = [*names, *scope.values, *labels]
    else:
        labels = domain.labels if domain else ()
        known = [
            *(key for key, expr in names.items() if may_be(expr.type, wanted)),
            *(key for key, symbol in scope.values.items() if _may_be(symbol, wanted)),
            *labels,
        ]
    close = one_of_these(name, known)
    alike = nearest(name, known)
    symbol = scope.values.get(alike) if alike not in names and alike not in labels else None
    if isinstance(symbol, VariableSymbol) and symbol.variable.keys and wanted is not None:
        mine = symbol.variable.keys == (scope.seats,)
        return Suggested(f"did you mean {member(scope, alike, symbol.variable.keys, mine)}?")
    if not close.instead and (alike := nearest(name, _words(scope, wanted))):
        return Suggested(f"did you mean {alike}?", alike, True)
    if not close.hint and (alike := nearest(name, names)):
        return Suggested(f"did you mean {alike}?", alike, True)
    if wanted is None and close.hint:
        return close
    parts = [key for key in {*scope.values, *names} if name in key.split("_")]
    if not close.hint and len(parts) == 1 and len(name) > 1:
        return Suggested(f"did you mean {parts[0]}?", parts[0], True)
    if domain and (several := _beginning_so(scope, name, domain)).hint:
        return several
    if not close.hint and domain is not None and not isinstance(wanted, ir.Truth):
        for symbol in _columns(scope, domain):
            of = symbol.table.type.domain  # type: ignore[union-attr]
            if alike := nearest(name, of.labels):
                own = (
                    key
                    for key, one in names.items()
                    if isinstance(one.type, ir.Element) and one.type.domain is domain
                )
                x = next(own, letter(domain, names))
                return Suggested(
                    f"{written(alike)} is a {of.name}, which is asked so: "
                    f"{symbol.name} of {x} is {written(alike)}"
                )
    heading = f"a {domain.name} is one of" if domain else ""
    may_be_none = isinstance(wanted, ir.Element) and wanted.optional
    if domain and domain.kind == "enumeration" and domain.labels and may_be_none:
        heading, labels = "it is one of", [*labels, "none"]
    close = close if close.hint else one_of_these(name, labels, heading)
    if close.hint.startswith(heading) and domain is not None:
        close = close._replace(hint=close.hint + _at_a_larger_table(domain, name))
    if not close.hint and isinstance(wanted, ir.Number):
        return Suggested(f"{wanted} is wanted here")
    if not close.hint and isinstance(wanted, ir.Truth):
        return Suggested(
            f"what happened before is kept in a mark, mark {name}: yes or no; what can be seen is "
            f"defined, define {name} = CONDITION"
        )
    return close


def _words(scope: Scope, wanted: ir.Type | None) -> list[str]:
    """The words of the language that are values and would fit, perhaps."""
    if wanted is None:
        return [*_PLAIN_VALUES, "seat", "none", "nobody", "yes", "no", "empty", "full"]
    if isinstance(wanted, ir.Number):
        return ["passes"]
    if isinstance(wanted, ir.Truth):
        return ["yes", "no"]
    is_seat = domain_of(wanted) is scope.seats
    if isinstance(wanted, ir.Element):
        return [*["me", "opponent"] * is_seat, wanted.domain.nothing, "empty", "full"]
    return [*["winners", "seat"] * is_seat, "empty", "full"]  # which are asked with `is`


def function(
    scope: Scope, name: str, given: ir.Type, built_in: Iterable[str], asked: str
) -> Suggested:
    """What may be meant by a name that is asked of a value, `NAME of VALUE`, and not there.
    `asked`: how the value is written."""
    if isinstance(given, ir.Element) and given.domain is scope.seats and name in _OTHERS:
        if scope.seats.size == 2:
            return Suggested(f"the other seat of two: next of {asked}", "next")
        return Suggested(f"all seats but one: all q in seat where q is not {asked}")
    if isinstance(given, ir.Element) and (told := _in_own_table(scope, name, given.domain)):
        return Suggested(told)
    said = elsewhere("value", name)
    if said.hint and said.instead not in _VALUES and not said.instead.isdigit():
        of = element_of(given) if is_collection(given) else None
        numbers = in_numbers(scope, of)
        if "VALUE of SET" not in said.hint or of is None or not numbers:
            return said
        written_out = said.hint.replace("VALUE of SET", f"{numbers[0]} of {asked}")
        return Suggested(written_out.replace("write:", "for example:" if numbers[1:] else "write:"))
    domain = given.domain if isinstance(given, ir.Element) else None
    domain = None if domain is BROKEN_DOMAIN else domain
    own = [column for of, column in scope.columns if domain and of == domain.name]
    asking = [key for key, symbol in scope.values.items() if _takes_values(symbol)]
    close = near_function(scope, name, given, built_in)
    own += [key for key in asking if _takes(scope.values[key], given)]
    heading = f"of a {domain.name} there is" if domain else ""
    return close if close.hint else one_of_these(name, own, heading)


def near_function(scope: Scope, name: str, given: ir.Type, built_in: Iterable[str]) -> Suggested:
    """A name like this one that is asked of values: of one like this first."""
    domain = given.domain if isinstance(given, ir.Element) else None
    own = [column for of, column in scope.columns if domain and of == domain.name]
    asking = [key for key, symbol in scope.values.items() if _takes_values(symbol)]
    fitting = [key for key in asking if _takes(scope.values[key], given)]
    for known in ([*own, *fitting], [*own, *asking, *built_in]):
        close = one_of_these(name, [one for one in known if one != name])
        if close.hint:
            return close
    return NONE


def in_other_case(scope: Scope, name: str, names: Names) -> bool:
    """Is there something of this name, but for capitals?"""
    return name.lower() in {key.lower() for key in (*names, *scope.values)}


def _in_own_table(scope: Scope, name: str, domain: ir.Domain) -> str:
    """How the row or the column of a component is told that lies on a board for the whole game."""
    board = next((board for board in scope.boards if board.component is domain), None)
    if name not in ("row", "column") or board is None or domain.kind != "component":
        return ""
    most = board.rows if name == "row" else board.columns
    return (
        f"only cells have rows and columns by themselves; that of a {domain.name} stands in its "
        f"own table, and below `component {domain.name}` is declared {name}: 1..{most} (or none)"
    )


def in_numbers(scope: Scope, domain: ir.Domain | None) -> list[str]:
    """The properties of a type that are numbers."""
    return [
        name
        for (of, name), symbol in scope.columns.items()
        if domain is not None and of == domain.name and isinstance(symbol.table.type, ir.Number)
    ]


def properties(scope: Scope, domain: ir.Domain | None, values: ir.Domain) -> list[str]:
    """The properties of a type that are elements of another, or sets of them."""
    return [
        name
        for (of, name), symbol in scope.columns.items()
        if domain is not None
        and of == domain.name
        and symbol.table.type is not None
        and _holds(symbol.table.type, values)
    ]


def _holds(kind: ir.Type, values: ir.Domain) -> bool:
    return isinstance(kind, ir.Element | ir.SetOf) and kind.domain is values


def member(scope: Scope, name: str, keys: Iterable[ir.Domain], mine: bool = False) -> str:
    """One of several, as it is written: that of who is to move, if so, or the first there is; of
    cells, whatever the size of the board."""
    if mine:
        return f"{name} of me"
    labels = list[str]()
    for key in keys:
        always = (one for at, one in enumerate(key.labels) if scope.is_always_there(key, at))
        labels += [written(label) for label in islice(chain(always, key.labels), 1)]
    return f"{name} of {labels[0]}" if len(labels) == 1 else f"{name}({', '.join(labels)})"


def places(
    scope: Scope, role: str, numbers: bool = False, of: ir.Domain | None = None,
    keys: tuple[ir.Domain, ...] | None = None,
) -> list[str]:  # fmt: skip
    """The zones or marks there are; those that hold numbers only, if so, or are for several of a
    type, or are kept for these."""
    return [
        symbol.name
        for symbol in scope.values.values()
        if isinstance(symbol, VariableSymbol)
        and symbol.variable.role == role
        and (not numbers or isinstance(symbol.variable.type, ir.Number))
        and (of is None or element_of(symbol.variable.type) is of)
        and (keys is None or symbol.variable.keys == keys)
    ]


def is_all(expr: ir.Expr, domain: ir.Domain) -> bool:
    """Is this a whole type by its name?"""
    return isinstance(expr, ir.Const) and expr.value == domain.everything()


def letter(domain: ir.Domain, names: Mapping[str, ir.Expr]) -> str:
    """A name for an element, which nothing has here: `c` of a card."""
    usual = "p" if domain.kind == "seat" else domain.name[0]
    return next((one for one in (usual, *ascii_lowercase) if one not in names), "one")


def one_of_several(
    expr: ir.Expr, domain: ir.Domain, names: Mapping[str, ir.Expr], span: Span
) -> str:
    """One of what stands here, as it is written, if that is a set, a row or a stack of these, and
    not all there are: `the c in hand of me`."""
    text = span.in_line()
    if element_of(expr.type) is not domain or is_all(expr, domain):
        return ""
    if isinstance(expr.type, ir.StackOf):
        return f"top of {text}"
    if text == "{}":
        return ""
    if alone := re.fullmatch(r"\{([^{},]+)\}", text):
        return alone[1].strip()
    if drawn := re.fullmatch(r"\((all .*)\)|(all .*)", text):
        return f"the {(drawn[1] or drawn[2]).removeprefix('all ')}"
    return f"the {letter(domain, names)} in {as_source(text)}"


def as_source(text: str) -> str:
    """What a query can draw from: with brackets around it unless it is a name or what one gives."""
    return text if _SOURCE.fullmatch(text) else f"({text})"


def of_one_or_all(
    expr: ir.Expr, wanted: ir.Type, names: Names, span: Span, name: str, asks: ir.Type
) -> str:
    """What is asked of one, `rank of the c in hand of me`, where it was asked of several at once:
    of one of them, or of each. `asks`: the type of what it gives."""
    domain = wanted.domain if isinstance(wanted, ir.Element) else None
    one = one_of_several(expr, domain, names, span) if domain is not None else ""
    if not one or domain is None:
        return ""
    text = span.in_line()
    if one == text[1:-1].strip():  # in braces
        return f"write: {name} of {one}"
    own, source = letter(domain, names), as_source(text)
    one = f"({one})" if " where " in one else one
    if isinstance(asks, ir.Number):
        of_all = f"of all of them: largest {name} of {source}, or smallest, or total"
    else:
        of_all = (
            f"of at least one: some {own} in {source} where {name} of {own} …; "
            f"of all of them: every {own} in {source} has {name} of {own} …"
        )
    return f"of one of them: {name} of {one}; {of_all}"


def line_with(fix: Fix) -> str:
    """The line, or lines, in which something stands, in one and with what would mend it."""
    file, text = fix.span.file, fix.span.file.text
    start = text.rfind("\n", 0, fix.span.start) + 1
    end = text.find("\n", fix.span.end)
    before = Span(file, start, fix.span.start).in_line()
    after = Span(file, fix.span.end, len(text) if end < 0 else end).in_line()
    gap = " " if after and text[fix.span.end].isspace() else ""
    return f"{before} {fix.text}{gap}{after}"


def made_of(
    expr: ir.Expr, wanted: ir.Type | str, span: Span, names: Mapping[str, ir.Expr] = NO_NAMES
) -> str:
    """A hint how to make what is wanted of a value: `size of hand of me` of a set, say."""
    kind, text = expr.type, span.in_line()
    whole = text if _SIMPLE.fullmatch(text) else f"({text})"
    match wanted:
        case ir.Number() if is_collection(kind):
            return f"write: size of {whole}"
        case ir.Number() if isinstance(kind, ir.Truth):
            return f"write: (1 when {text} else 0)"
        case ir.Truth() if is_collection(kind):
            return f"write: {whole} is not empty"
        case ir.Truth() if isinstance(expr, ir.Const):
            return ""
        case ir.Truth() if isinstance(kind, ir.Number):
            return f"write: {whole} > 0"
        case ir.Truth() if isinstance(kind, ir.Element) and kind.optional:
            return f"write: {whole} is not none"
        case ir.Truth() if isinstance(kind, ir.Element) and {*kind.domain.labels} in _SWITCHES:
            return f"write: {whole} is on"
        case ir.Truth() if isinstance(kind, ir.Element) and 1 < kind.domain.size <= MOST_LISTED:
            either = " or ".join(f"{whole} is {written(label)}" for label in kind.domain.labels[:2])
            return f"ask for one of its values: {either}{' …' * (kind.domain.size > 2)}"
        case ir.SetOf(domain=domain) if isinstance(kind, ir.Element) and kind.domain is domain:
            return in_braces(kind, text)
        case ir.SetOf(domain=ir.Domain(kind="range")) if isinstance(kind, ir.Number):
            return in_braces(kind, text)
        case ir.Element(domain=domain) if isinstance(kind, ir.Number) and text in domain.labels:
            return f"the name of a {domain.name} that is a number stands in quotes: {written(text)}"
        case ir.Element(domain=domain, optional=True) if text == "{}":
            return f"write: {domain.nothing}"
        case ir.Element(domain=domain) if one := one_of_several(expr, domain, names, span):
            is_top = isinstance(kind, ir.StackOf)
            return f"write: {one}{', the uppermost' if is_top else ONE_OF_THEM}"
        case ir.Element(domain=domain) if domain.size <= MOST_LISTED:
            return one_of_these("", domain.labels, f"a {domain.name} is one of").hint + (
                _at_a_larger_table(domain, text)
            )
    return ""


def _at_a_larger_table(seats: ir.Domain, number: str) -> str:
    """What is said of the number of a seat beyond those that play, where more may."""
    if (
        seats.kind != "seat"
        or not number.isdecimal()
        or not seats.size <= int(number) < n.MOST_SEATS
    ):
        return ""
    return f"; where more play, a scenario says below its title: seats {int(number) + 1}"


def in_braces(kind: ir.Type, text: str) -> str:
    """A hint how to make a set of one thing, and what it is if there is no such thing."""
    empty = ""
    if isinstance(kind, ir.Element) and kind.optional:
        empty = f", which is empty where {text} is {kind.domain.nothing}"
    return f"a set of one thing stands in braces: {{{text}}}{empty}"


def alone(node: n.Expr) -> Callable[[ir.Expr], str]:
    """What gives such a hint where one thing can be meant as the set of just that, and no number
    can."""

    def hint(found: ir.Expr) -> str:
        is_one = isinstance(found.type, ir.Element)
        return in_braces(found.type, node.span.in_line()) if is_one else ""

    return hint


def counted(node: n.Expr) -> Callable[[ir.Expr], str]:
    """What gives a hint where it is asked how many elements a number has."""

    def hint(found: ir.Expr) -> str:
        text = node.span.in_line()
        if isinstance(found.type, ir.Number):
            return f"it is a number already, write: {text}"
        return in_braces(found.type, text) if isinstance(found.type, ir.Element) else ""

    return hint


def either(scope: Scope, name: n.Name) -> str:
    """`suit of c is Clubs or spades`: what is asked of a second value of the same kind."""
    found = _EITHER.search(name.span.file.text, 0, name.span.start)
    if found is None:
        return ""
    asked, not_, *first = found.groups()
    values = re.findall(r"'[^']*'|\w+", first[0])
    for domain in scope.domains:
        told = [nearest(one.strip("'"), domain.labels) for one in (*values, name.text)]
        if domain.labels and all(told):
            listed = ", ".join(map(written, told))
            return f"write: {asked} {'not in' if not_ else 'in'} {{{listed}}}"
    return ""


_VALUE = r"(?:'[^'\n]*'|\w+)"
_EITHER = re.compile(
    r"((?:\w+ of )*\w+(?:\([^()\n]*\))?) is (not )?"
    rf"({_VALUE}(?:(?:,| or|, or) {_VALUE})*),? or $"
)


def with_elements(scope: Scope, expr: ir.Expr, span: Span, of: ir.Domain | None = None) -> str:
    """A hint what to write where something with elements is wanted, and one thing stands, or a
    number. `of`: what its elements are to be, if that is known."""
    kind, text = expr.type, span.in_line()
    if isinstance(kind, ir.Number):
        may_be = of is None and 1 <= kind.high <= LARGEST_RANGE
        return f"the numbers up to it: 1..{text}" if may_be else ""
    if not isinstance(kind, ir.Element):
        return ""
    own = []
    if kind == ir.Element(scope.seats):
        own = [f"{zone} of {text}" for zone in places(scope, "zone", of=of, keys=(scope.seats,))]
    what = f"what belongs to that seat: {' or '.join(own[:3])}" if own else ""
    if of is not None and of is not kind.domain:
        return what
    return f"{what}{'; or, ' * bool(what)}{in_braces(kind, text)}"


def _beginning_so(scope: Scope, name: str, domain: ir.Domain) -> Suggested:
    """What is meant by the first word of names of several words: those that begin so, and the
    column that holds it, if one does."""
    begin = [label for label in domain.labels if label.lower().startswith(f"{name} ".lower())]
    if not begin:
        return NONE
    more = f" … ({len(begin)} in all)" if len(begin) > MOST_LISTED else ""
    hint = f"these begin so: {', '.join(map(written, begin[:MOST_LISTED]))}{more}"
    held = ((s, label) for s in _columns(scope, domain) for label in s.table.type.domain.labels)  # type: ignore[union-attr]
    same = next(((s, label) for s, label in held if label.lower() == name.lower()), None)
    if same is not None:
        asked = f"{same[0].name} of c is {written(same[1])}"
        hint += f"; or by the column {same[0].name}: the c in {domain.name} where {asked}"
    return Suggested(hint)


def _columns(scope: Scope, domain: ir.Domain) -> list[TableSymbol]:
    """The columns of a type that hold elements of another."""
    return [
        symbol
        for symbol in scope.columns.values()
        if symbol.table.keys == (domain,) and isinstance(symbol.table.type, ir.Element)
    ]


def by_column(scope: Scope, expr: ir.Expr, wanted: ir.Type, span: Span) -> str:
    """How what has this in a column is named, if that is wanted: of a card, by its rank."""
    kind = expr.type
    if not isinstance(kind, ir.Element) or not isinstance(wanted, ir.Element):
        return ""
    for symbol in _columns(scope, wanted.domain):
        if symbol.table.type.domain is kind.domain:  # type: ignore[union-attr]
            asked = f"{symbol.name} of c is {span.in_line()}"
            told = f"what the column {symbol.name} holds is asked of one: "
            return f"{told}the c in {wanted.domain.name} where {asked}"
    return ""


def hidden(node: n.Expr, names: Names, wanted: ir.Type) -> tuple[tuple[Note, ...], str]:
    """That a name which the rules give here hides an element that is called so and is wanted: where
    it is given, and what to do about it; nothing if it hides none."""
    kind = wanted if isinstance(wanted, ir.Element | ir.SetOf) else None
    if not isinstance(node, n.Name) or node.text not in names or kind is None:
        return (), ""
    given = names[node.text].span
    if node.text not in kind.domain.labels or not given.file.text:
        return (), ""
    note = Note(f"{node.text} is this here", given)
    return (note,), f"it hides the {kind.domain.name} {node.text}: choose another name for it"


def _may_be(symbol: Symbol, wanted: ir.Type) -> bool:
    """Might what has this name be of a type, perhaps with what belongs to it?"""
    match symbol:
        case VariableSymbol(variable=variable):
            return may_be(variable.type, wanted)
        case OptionSymbol(option=option):
            return may_be(option.type, wanted)
        case TableSymbol(table=table):
            return may_be(table.type, wanted)
        case FunctionSymbol(function=None):
            return True
        case FunctionSymbol(function=made):
            return made is None or may_be(made.body.type, wanted)
        case DomainSymbol(domain=domain):
            return is_collection(wanted) and element_of(wanted) is domain
        case BoardSymbol(board=board):
            return is_collection(wanted) and element_of(wanted) is board.component
    return False


def may_be(found: ir.Type, wanted: ir.Type) -> bool:
    """Does a type fit where another is wanted, if it is not none?"""
    if isinstance(wanted, ir.Element):
        wanted = ir.Element(wanted.domain, True)
    return fits(found, wanted)


def _takes_values(symbol: Symbol) -> bool:
    match symbol:
        case VariableSymbol(variable=variable):
            return bool(variable.keys)
        case FunctionSymbol(declaration=declaration):
            return bool(declaration.params)
    return False


def _takes(symbol: Symbol, given: ir.Type) -> bool:
    """Is it asked of one value, and of one of this type?"""
    match symbol:
        case VariableSymbol(variable=variable) if len(variable.keys) == 1:
            return fits(given, ir.Element(variable.keys[0], True))
        case FunctionSymbol(function=made) if made is not None and len(made.params) == 1:
            return may_be(given, made.params[0].type)
        case FunctionSymbol(function=None, declaration=declaration):
            return len(declaration.params) == 1 and _is_written(declaration.params[0].type, given)
    return False


def _is_written(written: n.TypeExpr, given: ir.Type) -> bool:
    """May this type, which nobody has read yet, be the one that is given?"""
    match written:
        case n.TypeName(name=name):
            return isinstance(given, ir.Element) and given.domain.name == name.text
        case n.TypeRange():
            return isinstance(given, ir.Number)
        case n.TypeSet():
            return is_collection(given)
        case n.TypeTruth():
            return isinstance(given, ir.Truth)


def of_seats(name: str, no_me: str) -> Suggested | None:
    """What may be meant by a name where several seats are wanted: all but one."""
    if name not in _OTHERS or no_me:
        return None
    return Suggested(
        "all seats but one, who needs a name, as `me` is another one in each turn: let one = me, "
        "and then: all p in seat where p is not one"
    )


def kept_on(scope: Scope, domain: ir.Domain) -> list[tuple[str, str]]:
    """The marks that say who or what is on each of a type, and how it is written that it is
    nothing: `man of square`, and `nobody`."""
    found = []
    for symbol in scope.values.values():
        if isinstance(symbol, VariableSymbol) and symbol.variable.role == "mark":
            kind = symbol.variable.type
            if symbol.variable.keys == (domain,) and isinstance(kind, ir.Element) and kind.optional:
                found.append((symbol.name, kind.domain.nothing))
    return found


def not_none(value: ir.Expr, span: Span, gone: bool) -> str:
    """How it is made sure that there is something where there may be nothing. `gone`: it was asked,
    but before something else happened. What the mover may not see is asked where nothing is
    offered: it would be told by what is."""
    text = span.text()
    if "\n" in text or len(text) > 40:
        return ""
    if gone:
        return (
            "that there is one has been asked, but what happened since, or happens in a loop, may "
            "have changed it; give it a name right after it is asked, which keeps its value, and "
            f"write that name here: let found = {text}"
        )
    match _declared_by(span):
        case "define" | "score":
            return f"say first what it is where there is none: VALUE when {text} is none else …"
        case "always":
            return f"promise it where there is one: {text} is none or …"
        case "scenario":
            return f"say first that there is one: {text} is not none and …"
    if (hidden := _unseen(value)) is not None:
        would = f"a `where` or `needs` would tell what {hidden.name} holds, which {seers(hidden)}"
        asked = f"in an `if` around what is done: {text} is not none"
        return f"ask first whether there is one, {asked}; {would} (E191)"
    return f"ask first whether there is one, in a `where`, `needs` or `if`: {text} is not none"


def would_tell(value: ir.Expr, span: Span, hint: str) -> str:
    """A hint for a value, which in what is offered or needed is of no use, where the mover may not
    see what it reads: that is said before it."""
    hidden = _unseen(value) if _OFFERED.match(span.file.line_text(span.line)) else None
    if hidden is None:
        return hint
    told = f"what is offered or needed would tell what {hidden.name} holds, which {seers(hidden)}"
    if isinstance(value.type, ir.Element) and of_components(value.type):
        hint = f"such as: move {span.text()} to ZONE"
    where = "it is named in what the move does"
    return f"{told}, so no move can name it; {where}" + (f", {hint}" if hint else "")


_OFFERED = re.compile(r"\s*(?:needs\b|(?:replace )?action \w+\(|\w+\()")
"""A line that says what is offered, or what it needs."""


def _declared_by(span: Span) -> str:
    """The word of the declaration in which something stands."""
    words = re.findall(r"^(?:replace )?(\w+)", span.file.text[: span.start], re.M)
    return words[-1] if words else ""


def _unseen(value: ir.Expr) -> ir.StateVariable | None:
    """What a value reads that the mover may not see."""
    for read in (one for one in walk(value) if isinstance(one, ir.Read)):
        own = [key for key in read.keys if isinstance(key, ir.Read) and key.variable.name == "me"]
        seen = read.variable.seen
        if seen == "nobody" or (seen == "owner" and not own) or (seen == "others" and own):
            return read.variable
    return None
