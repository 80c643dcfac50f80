"""What can be varied in a game: options, and numbers that stand in its rules.

A number is named by where it stands, `pig.game:21` or, where a line has several, `pig.game:21:2`
for the second of them, or by the declaration it stands in, if there is but one. Another number is
put in its place by a variant, which replaces that declaration; so what is found can be played, read
and kept as any variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, get_args, get_type_hints

from ..characters import whole_number
from ..check.overlay import name_of
from ..diagnostics import Findings, UsageError, did_you_mean, shown
from ..game import Game, label_of
from ..source import SourceFile, Span
from ..syntax import nodes as n
from ..syntax.formatting import format_file

REPLACED = (n.SetupDecl, *get_args(get_type_hints(n.ReplaceDecl)["declaration"]))
MOST_VALUES = 10_000
CODE = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|\#[^\n]*|[A-Za-z_][\w-]*|(?P<number>\d+)')
"""Numbers, among all that is no number though it has digits: words, names, comments, tags."""


class Number(NamedTuple):
    """A number in the rules: where, in which declaration, and which it is in its line, from 1."""

    span: Span
    declaration: Span
    at: int

    @property
    def place(self) -> str:
        return f"{self.span.file.name}:{self.span.line}:{self.at}"


@dataclass(frozen=True, slots=True)
class Knob:
    """Something that is varied: what it is called, its values as they are written, and the one that
    it has now. `number`: where it stands, if it is no option."""

    name: str
    values: tuple[str, ...]
    now: str
    number: Number | None = None

    @property
    def is_ordered(self) -> bool:
        """Are all values whole numbers?"""
        return all(whole_number(value) is not None for value in self.values)


def knob(game: Game, text: str) -> Knob:
    """What is varied, as it is written: `NAME=VALUES`; of an option the values may be left out.

    Values: `50..150`, `50..150/10` (each tenth), `2,3,5`. Raises `UsageError`.
    """
    name, sign, written = (part.strip() for part in text.partition("="))
    options = {option.name: option for option in game.program.options}
    if name in options:
        labels = [label_of(options[name], value) for value in options[name].values]
        values = _values(written, text) if sign else labels
        for value in values:
            if value not in labels:
                raise UsageError(
                    f"the option {name} cannot be {shown(value)}{_hint(value, labels)}"
                )
        return Knob(name, tuple(values), game.options[name])
    number = _number(game, name, options)
    if not sign:
        raise UsageError(f"say which values {name} is to have: --vary {name}=1..9")
    values = _values(written, text)
    for value in values:
        if whole_number(value) is None or int(value) < 0:
            raise UsageError(f"{name} is a whole number in the rules, and cannot be {shown(value)}")
    return Knob(name, tuple(values), number.span.text(), number)


def _values(written: str, text: str) -> list[str]:
    found = re.fullmatch(r"(\d{1,9})\.\.(\d{1,9})(?:/(\d{1,9}))?", written)
    if found is not None:
        low, high, step = int(found[1]), int(found[2]), int(found[3] or 1)
        if low > high or not step:
            raise UsageError(f"there is no value in {shown(text)}")
        if (high - low) // step >= MOST_VALUES:
            raise UsageError(f"{shown(text)} are more than {MOST_VALUES:,} values")
        return [str(value) for value in range(low, high + 1, step)]
    values = [value.strip() for value in written.split(",")]
    if not all(values):
        raise UsageError(f"values are written 50..150, 50..150/10 or 2,3,5, not {shown(written)}")
    return list(dict.fromkeys(values))


def numbers(game: Game) -> list[Number]:
    """All numbers that a variant can replace, in the order of the rules."""
    own = {header.span.file for header in game.merged.variant_headers}
    found = []
    for declaration in game.merged.declarations:
        span = declaration.span
        if not isinstance(declaration, REPLACED) or span.file in own:
            continue
        if isinstance(declaration, n.ScenarioDecl):
            continue
        text = span.file.text[: span.end]
        begin = span.file.starts[span.line - 1]
        places = [m.span() for m in CODE.finditer(text, begin) if m["number"] is not None]
        spans = [Span(span.file, *place) for place in places]
        for _, line in groupby(spans, lambda one: one.line):
            found += [Number(one, span, at) for at, one in enumerate(line, 1)]
    return found


def _hint(name: str, known: Iterable[str]) -> str:
    hint = did_you_mean(name, known)
    return f"; {hint}" * bool(hint)


def _number(game: Game, name: str, options: Iterable[str]) -> Number:
    """The number that is meant by a place or by the name of a declaration."""
    known = numbers(game)
    place = re.fullmatch(r"(.+?):(\d+)(?::(\d+))?", name)
    if place is not None:
        file, line, at = place[1], int(place[2]), place[3]
        found = [
            one for one in known
            if one.span.line == line and f"/{one.span.file.name}".endswith(f"/{file}")
            and at in (None, str(one.at))
        ]  # fmt: skip
    else:
        named: dict[str, list[Number]] = {}
        for declaration in game.merged.declarations:
            called = name_of(declaration) or getattr(getattr(declaration, "name", None), "text", "")
            named.setdefault(called, []).extend(
                one for one in known if one.declaration == declaration.span
            )
        if not name or name not in named:
            raise UsageError(
                f"no option is called {shown(name)}, and nothing that is declared"
                + _hint(name, {*options, *named})
            )
        found = named[name]
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            f"no number that a variant could replace stands at {name}: it can in options, "
            "definitions, actions, procedures, marks, zones, scores, outcomes and the setup"
        )
    places = "; ".join(f"{one.place} is {one.span.text()}" for one in found)
    raise UsageError(f"several numbers stand at {name}, say which: {places}")


def variant(game: Game, name: str, chosen: Mapping[Knob, str], *, options: bool = True) -> str:
    """The text of a variant in which knobs have the values that are chosen for them; `options`:
    those that are options, too."""
    told = ", ".join(f"{knob.name} {value}" for knob, value in chosen.items())
    parts = [f'variant {name} of {game.name} "{game.title}, tuned"\n  "{told}"']
    found = [f"set {k.name} to {v}" for k, v in chosen.items() if k.number is None and options]
    parts += ["\n".join(found)] if found else []
    placed: dict[Span, list[tuple[Span, str]]] = {}
    for one, value in chosen.items():
        if one.number is not None:
            placed.setdefault(one.number.declaration, []).append((one.number.span, value))
    for declaration, changes in placed.items():
        text, first = declaration.text(), declaration.start
        for span, value in sorted(changes, key=lambda change: -change[0].start):
            text = text[: span.start - first] + value + text[span.end - first :]
        parts.append(f"replace {text.rstrip()}")
    text = "\n\n".join(parts) + "\n"
    return format_file(SourceFile(name, text), Findings()) or text
