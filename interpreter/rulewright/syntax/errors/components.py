"""`component die: 1..6`, `component tile: red, blue`, `component card (suit: suit, n: 1..5)`:
components that are listed in the rules, where a table lists them."""

from __future__ import annotations

import re

from .mistake import Mistake
from .place import Place

_DECLARED = re.compile(
    r"(?:replace )?component (?:(?P<many>\d+) )?(?P<name>\w+)"
    r"(?P<sign>(?: *(?:[:=,]|of\b|from\b|how many\b|with\b))*) *(?P<rest>[^\"\n]*?) *"
    r"(?P<named>named \"[^\"\n]*\")? *(?:\"[^\"\n]*\")? *(?:#.*)?$(?P<below>(?:\n +[^\n]*)*)",
    re.M,
)
_PAIRS = re.compile(r"\((\w+: [\w. ]+(?:, *\w+: [\w. ]+)+)\)")
_NUMBERS = re.compile(r"(\d+)\.\.(\d+)")
_SIDES = re.compile(r"(\d+) (?:sides?|faces?|sided)")
_LISTED = re.compile(r"\{?\w+(?:(?:, | or | and |/)\w+)+\}?")
_COLUMN = re.compile(r"(\w+(?:, *\w+)*): [\w. ]+")


def listed_components(p: Place) -> Mistake | None:
    """Components that a line lists, with the table that does; and what is no component, as it lies
    nowhere: what is thrown is a mark, what is only named a type."""
    found = _DECLARED.match(p.text, p.line_start) if p.first_word == "component" else None
    if found is None or p.line_start or ".csv" in p.line:
        return None
    hint = _hint(p, found)
    if not hint:
        return None
    said = "components stand in a table, a row for each"
    return Mistake("E013" if p.ends else "E011", said, p.at, p.end, hint)


def _hint(p: Place, found: re.Match[str]) -> str:
    name, rest, named = found["name"], found["rest"], found["named"] or ""
    below = [line.strip() for line in found["below"].split("\n") if line.strip()]
    pairs = _PAIRS.fullmatch(rest)
    if not pairs and (made := re.search(rf"^type {re.escape(rest)}: *(\(.*?\))", p.file, re.M)):
        pairs = _PAIRS.fullmatch(made[1])
    elif pairs:
        named = f"; what only marks and moves name is a type of all pairs: type {name}: {rest}" + (
            f" {named}" if named else ""
        )
    if pairs:
        fields = [field.split(":") for field in re.split(r", *", pairs[1])]
        kinds = [kind.strip() for _, kind in fields]
        row = [_first(p, kind) for kind in kinds]
        columns = [f"{field}: {kind}" for (field, _), kind in zip(fields, kinds, strict=True)]
        return f"write: {_table(name, columns, [' '.join(row), *row])}{named}"
    if sides := _SIDES.fullmatch(rest):
        rest = f"1..{sides[1]}"
    if numbers := _NUMBERS.fullmatch(rest):
        thrown = f"what is thrown is a mark: mark {name}: {rest}, and then: pick {name} from {rest}"
        table = _table(name, [f"value: {rest}"], [f"{name} {numbers[1]}", numbers[1]])
        return f"{thrown}; what lies in zones: {table}"
    words = re.findall(r"\b(?!(?:or|and)\b)\w+", rest) if _LISTED.fullmatch(rest) else []
    if not rest and below and all(re.fullmatch(r"\w+,?", line) for line in below):
        words = [line.rstrip(",") for line in below]
    if words:
        lines = ", ".join(("name", *words))
        kind = f"what only marks hold is a type: type {name}: {', '.join(words)}"
        return f"write: {_declared(name)}, a line each: {lines}; {kind}"
    if (count := found["many"] or rest).isdecimal() and not below:
        return f"write: {_declared(name, count)}, two lines: name,count and {name},{count}"
    if found["sign"] and re.fullmatch(r"[a-zA-Z]\w*", rest):
        first = _first(p, rest)
        return f"write: {_table(name, [f'{rest}: {rest}'], [f'{name} {first}', first])}"
    if re.fullmatch(r"(?:named by (\w+))?", rest) and all(map(_COLUMN.fullmatch, below)):
        heads = ["name", *(head for line in below for head in line.split(":")[0].split(", "))]
        return f"for example: {_declared(name)}, first a line {','.join(heads)}, then a line each"
    return ""


def _declared(name: str, count: str = "", below: str = "") -> str:
    """A declaration, up to what stands in its table; `count`: of one kind that there are so many
    of; `below`: its columns."""
    many = ", how many by count" if count else ""
    return (
        f'component {name} from "{name}.csv" named by name{many}{below}; and in {name}.csv, '
        "beside the rules"
    )


def _table(name: str, columns: list[str], row: list[str]) -> str:
    """A declaration with its columns, and the first lines of its table."""
    heads = ",".join(("name", *(column.split(":")[0] for column in columns)))
    below = f", below it, indented: {', and '.join(columns)}"
    return f"{_declared(name, '', below)}, first a line {heads}, then a line each: {','.join(row)}"


def _first(p: Place, kind: str) -> str:
    """The first value of a type, as far as the file tells."""
    if numbers := _NUMBERS.fullmatch(kind):
        return numbers[1]
    listed = re.search(rf"^type {re.escape(kind)}: (?:ring )?(\w+)", p.file, re.M)
    return listed[1] if listed else kind.upper()
