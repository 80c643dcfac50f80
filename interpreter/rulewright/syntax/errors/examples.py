"""An example of each kind of line, made of what the author's file declares.

An example with names that are in no file of theirs has to be translated before it helps. So forms
have places for names: filled with what is declared, or, where there is no such thing, with
capitals, which stand for what authors write. Only the text is looked at, since the file cannot be
read as a whole when an example is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from .repairing import JOINING

_FORMS = {
    "game": 'game my_game "My game"',
    "library": 'library {name:my_cards} "{TITLE:My cards}"',
    "variant": 'variant {name:my_variant} of {GAME:my_game} "{TITLE:My variant}"',
    "players": "players 2..4",
    "uses": "uses {LIBRARY:decktet}",
    "option": 'option {name:longest}: {ONE, TWO:trail, path}  "{QUESTION:What is asked}"',
    "type": "type {name:suit}: {ONE, TWO, THREE:Moons, Suns, Waves}",
    "component": 'component {name:card} from "{TABLE:cards}.csv" named by {COLUMN:name}',
    "board": "board {name:map}: grid 3 by 5",
    "cells": 'cells {name:site} of {board:map} named "{{letter}}{{y}}"',
    "edges": "edges {name:route} of {board:map}",
    "zone": "zone {name:hand} of seat: set of {component:card}, seen by owner",
    "mark": "mark {name:tokens} of seat: 0..10, starts 10",
    "history": "history {name:positions} of {bare mark:holder}, me: last 100",
    "define": "define {name:price} of p: seat = {own value:gold of p}",
    "score": "score {name:gold} of p: {own value:gold of p}",
    "winner": "winner most score",
    "outcome": "outcome",
    "setup": "setup",
    "phase": "phase {name:play}",
    "action": "action {name:take}(c in {own zone:draft})",
    "to": "to {name:turn_over}",
    "whenever": "whenever {zone:pile} is empty",
    "before": "before dealing from {stack:pile}",
    "always": "always {number mark:gold of me} < 9",
    "scenario": 'scenario "{TITLE:What is shown}"',
    "add": "add at end of {ACTION:claim}",
    "replace": "replace define {NAME:limit} = {VALUE:7}",
    "remove": "remove {NAME:draw} in {CHOICE:main}",
    "with": "with {VARIANT:ace_extra}",
    "needs": 'needs {CONDITION:holder of r is nobody}  else "{REASON:{{r}} is taken}"',
    "move": "move {COMPONENT:c} from {own zone:hand of me} to {zone:discards}",
    "deal": "deal 2 from {stack:pile} to {own zone:hand of me}",
    "refill": "refill {row:draft} from {stack:pile}",
    "shuffle": "shuffle {stack:pile}",
    "pick": "pick {name:die} from 1..6",
    "set": "set {MARK:holder of r} to {VALUE:me}",
    "gain": "gain 2 {number mark:gold of me}",
    "spend": "spend 1 {number mark:tokens of me}",
    "let": "let {name:exact} = {VALUE:total rank of payment}",
    "if": "if {number mark:tokens of me} is 0",
    "each": "each p in seat",
    "repeat": "repeat until {zone:draft} is empty",
    "turn": "turn to next of me",
    "turns": "turns until passes is 2",
    "choose": "choose {name:main}",
    "may": "may choose {name:extra}",
    "compose": "compose {name:pay}",
    "step": "step {name:pay}(c in {own zone:hand of me}) into {SELECTION:payment}",
    "finish": "finish {name:done}",
    "most": "most size of {SELECTION:taken}",
    "end": "end game",
    "extra": "extra turn",
}  # `{what stands there:how it is called where nobody's names are known}`
_PLACE = re.compile(r"\{\{|\}\}|\{([^:{}]+):((?:\{\{|\}\}|[^{}])*)\}")
_BRACES = MappingProxyType({"{{": "{", "}}": "}"})


_ANEW = (
    "action", "to", "zone", "mark", "history", "option", "score", "winner", "outcome", "type",
    "component", "board",
)  # fmt: skip
"""Besides a definition, what is said anew by all of it."""


def _filled(form: str, names: Mapping[str, str]) -> str:
    """A form with names in its places; in capitals what there is none for."""

    def place(match: re.Match[str]) -> str:
        if match[0] in _BRACES:
            return _BRACES[match[0]]
        return names.get(match[1]) or (
            match[1] if match[1].isupper() else match[1].split()[-1].upper()
        )

    return _PLACE.sub(place, form)


def _as_anywhere(form: str) -> str:
    places = {match[1]: match[2] for match in _PLACE.finditer(form) if match[1]}
    inside = {what: named.replace("{{", "{").replace("}}", "}") for what, named in places.items()}
    return _filled(form, inside)


FORMS: Mapping[str, str] = MappingProxyType({w: _as_anywhere(form) for w, form in _FORMS.items()})
"""An example of each kind of line, for whoever has no file yet."""


def example(word: str, line: str, piece: str, file: str) -> str:
    """A line that begins with a word, for who wrote `line` in this piece of a file; empty if there
    is none."""
    form = _FORMS.get(word, "")
    own = re.match(r"\s*(history \w+ of \w+(?:, *\w+)*)\s*:?\s*$", line)
    if own and word == "history":
        return f"{own[1]}: last 100"
    if word == "add" and re.match(r"\s*add\s+until\b", line):
        form = "add until passes is 2 to turns"
    if word == "remove" and re.match(r"\s*remove\s+always\b", line):
        form = 'remove always "ITS WORDS, OR WHAT IT SAYS"'
    if word == "set" and line.startswith(word):
        form = "set {OPTION:longest} to {VALUE:path}"  # of a variant: a declaration, no statement
    anew = re.match(r"\s*replace\s+(\w+)", line)
    if word == "replace" and anew and anew[1] in _ANEW:
        form, word = f"replace {_FORMS[anew[1]]}", rf"replace\s+{anew[1]}"
    named = re.match(rf"\s*(?:may\s+)?{word}(?:\s+choose)?\s+([A-Za-z]\w*)", line)
    others = file.replace(piece, "", 1)
    if word == "winner" and "score" not in line and not re.search(r"^score\b", others, re.M):
        form = "winner p where {own condition:CONDITION}"
    names = {"name": named[1]} if named and not _NO_NAME.fullmatch(named[1]) else {}
    return _filled(form, names | _declared(others, mine=not _NOBODYS.match(piece)))


_NO_NAME = re.compile(rf"[a-z]|{'|'.join(sorted(JOINING))}|secretly|an|named")
_NOBODYS = re.compile(r"setup|whenever|before|always|define|score|winner|outcome|scenario")
_VARIABLE = re.compile(r"^(zone|mark) (\w+)(?: of (\w+))?: *(.*)", re.M)


def _declared(file: str, *, mine: bool) -> dict[str, str]:
    """What a text declares, by what it may stand for; `mine`: is it somebody's turn?"""
    found: dict[str, str] = {}
    seats = re.search(r"^  players .*? named (\w+)", file, re.M)
    whose = "me" if mine else seats[1] if seats else "p"
    for kind in ("component", "board"):
        if there := re.search(rf"^{kind} (\w+)", file, re.M):
            found[kind] = there[1]
    for role, name, key, what in sorted(_VARIABLE.findall(file), key=lambda v: v[2] != ""):
        if key not in ("", "seat"):
            continue
        written = f"{name} of {whose}" if key else name
        for kind in _kinds(role, what):
            found.setdefault(kind, written)
        if role == "mark" and not key and re.match(r"seat\b", what):
            found.setdefault("own condition", f"p is {name}")
        if role == "zone" and key:
            found.setdefault("own zone", written)
        if role == "mark" and not key:
            found.setdefault("bare mark", name)
        if role == "mark" and key and _NUMBERS.match(what):
            found.setdefault("own value", f"{name} of p")
    return {"own zone": found["zone"], **found} if "zone" in found else found


_NUMBERS = re.compile(r"-?\d+ *\.\.")


def _kinds(role: str, what: str) -> tuple[str, ...]:
    """What a zone or mark may be an example of."""
    if role == "zone":
        return ("zone", *what.split()[:1])
    return ("number mark",) if _NUMBERS.match(what) else ()
