"""Brackets, quotes, and characters that look like those of the language."""

from __future__ import annotations

import re
import unicodedata

from .mistake import Mistake, quoted
from .names import as_name
from .place import Place, is_word
from .unexpected import what_is_wanted
from .words import DECLARATIONS


def unclosed_bracket(p: Place) -> Mistake | None:
    open_at: list[int] = []
    for match in re.finditer(r"\"[^\"\n]*\"|#[^\n]*|[(){}]", p.text[: p.at]):
        if match.group() in "({":
            open_at.append(match.start())
        elif match.group() in ")}" and open_at:
            open_at.pop()
    if p.piece in (")", "}") and not open_at:
        return Mistake("E061", f"`{p.piece}` closes a bracket that was never opened", p.at, p.end)
    if open_at and (p.ends or "\n" in p.text[open_at[-1] : p.at]):
        at = open_at[-1]
        return Mistake("E061", f"`{p.text[at]}` is never closed", at, at + 1)
    return None


def unclosed_quote(p: Place) -> Mistake | None:
    mark = p.text[p.at : p.at + 1]
    line_end = p.text.find("\n", p.at)
    line_end = len(p.text) if line_end < 0 else line_end
    if mark in ('"', "'") and mark not in p.text[p.at + 1 : line_end] and not p.ends:
        what = "the words are" if mark == '"' else "the name is"
        if p.text[p.at - 1 : p.at] == mark and not re.search(r"[^A-Z0-9_, -]", p.rest[1:]):
            line = " ".join((p.before + p.rest[1:]).split())
            return Mistake(
                "E015", f"one {mark} too many stands behind what is closed already", p.at, p.end,
                f"write: {line}", (p.at, p.end, ""),
            )  # fmt: skip
        end = len(p.text[:line_end].rstrip())
        whole = f"{p.text[p.text.rfind(chr(10), 0, p.at) + 1 : end]}{mark}"
        hint = f"write: {' '.join(whole.split())}" if mark == '"' else ""
        return Mistake(
            "E015", f"{what} not closed: a second {mark} is wanted on this line", p.at, line_end,
            hint, (end, end, mark) if hint else None,
        )  # fmt: skip
    return None


def wrong_quotes(p: Place) -> Mistake | None:
    if p.piece and p.piece in "“”„«»‘’`":
        inside = re.match(r"[“„«]([^\"“”„«»\n]*)[”“»]", p.text[p.at :])
        fix = (p.at, p.at + inside.end(), f'"{inside.group(1)}"') if inside else None
        return Mistake(
            "E062", f"{p.piece} is no quotation mark of the language", p.at, p.end,
            'words stand in straight quotes "…", names of several words in \'…\'', fix,
        )  # fmt: skip
    return None


def quoted_name(p: Place) -> Mistake | None:
    """`suit of c is "red"`: names are not among the words that players read."""
    if p.piece[:1] != '"' or "QUOTED" not in p.expected or p.first_word == "needs" != p.previous:
        return None
    if p.first_word == "needs":
        return Mistake(
            "E011", "words stand here, but a condition is wanted first", p.at, p.end,
            f"the words stand behind it: needs CONDITION  else {p.piece}",
        )  # fmt: skip
    if p.before.endswith("  ") and not p.following:
        return Mistake(
            "E011", "the words of the line stand here, but a value is wanted first", p.at, p.end,
            "what is left out stands before the words",
        )  # fmt: skip
    name = p.piece[1:-1]
    name = name if is_word(name) else f"'{name}'"
    if p.first_word in DECLARATIONS and p.before.split() == ["remove"]:
        return Mistake(
            "E062", f"{quoted(p.piece)} are words, and the name of what is changed is wanted here",
            p.at, p.end, f"a scenario or a promise is told by its words: remove scenario {p.piece}",
        )  # fmt: skip
    return Mistake(
        "E062", f"{quoted(p.piece)} is what players read, and a name is wanted here",
        p.at, p.end, f"write: {name}", (p.at, p.end, name),
    )  # fmt: skip


def needless_quotes(p: Place) -> Mistake | None:
    """`zone 'discard pile'`: in single quotes stand names from tables only."""
    if len(p.piece) <= 2 or p.piece[0] != "'" or "QUOTED" in p.expected:
        return None
    inside, hint, fix = p.piece[1:-1], "", None
    if "NAME" in p.expected and (plain := as_name(inside)):
        hint = f"only names from tables stand in single quotes; write: {plain}"
        if p.before.startswith("type ") and p.before.rstrip().endswith((":", ",")):
            name = p.before.removeprefix("type ").partition(":")[0]
            hint += f'; or have a table of such names: type {name} from "TABLE.csv" named by COLUMN'
    elif "STRING" in p.expected and not p.following:
        hint, fix = f'words stand in double quotes: "{inside}"', (p.at, p.end, f'"{inside}"')
    else:
        return None
    said = f"{quoted(p.piece)} stands here, but {what_is_wanted(p)}"
    return Mistake("E011", said, p.at, p.end, hint, fix)


def look_alike(p: Place) -> Mistake | None:
    """`：`, or a blank that is none: what looks like a character of the language."""
    found = p.text[p.at : p.at + 1]
    plain = unicodedata.normalize("NFKC", found)
    if found.isascii() or not plain.isascii() or plain.isalnum() or plain == found or p.ends:
        return None
    said = "this is another kind of blank" if plain == " " else f"{quoted(found)} is no `{plain}`"
    hint = "write an ordinary blank" if plain == " " else f"write `{plain}`"
    end = p.at + len(p.rest)
    instead = "".join(
        unicodedata.normalize("NFKC", c) if not c.isalnum() else c for c in p.text[p.at : end]
    )
    return Mistake("E062", said, p.at, p.at + 1, hint, (p.at, end, instead))


_NAMING = ("game", "players", "type", "board", "cells")
_NAMED = re.compile(r"[^\s\"'(){},:;.<>+*=#]+")  # all that may stand in a name with signs


def name_with_signs(p: Place) -> Mistake | None:
    """`content of c3 is 7♦`: a sign such as ♦ stands in names only, and in quotes."""
    sign = p.text[p.at : p.at + 1]
    if not sign or unicodedata.category(sign) != "So" or p.ends:
        return None
    found = next(m for m in _NAMED.finditer(p.text, p.line_start) if m.end() > p.at)
    is_new = p.first_word in DECLARATIONS and len(p.text[p.line_start : found.start()].split()) < 2
    if is_new or p.first_word in _NAMING or (found.start() == p.at and "QUOTED" not in p.expected):
        return None  # names that rules give have no signs
    name = f"'{found.group()}'"
    return Mistake(
        "E062", f"{quoted(sign)} has no meaning in the language outside of names",
        p.at, p.at + 1, f"a name with signs stands in single quotes: {name}",
        (found.start(), found.end(), name),
    )  # fmt: skip


def foreign_character(p: Place) -> Mistake | None:
    if len(p.piece) == 1 and not p.piece.isalnum() and p.piece not in "\"'(){},:.<>+-*=_":
        return Mistake("E062", f"{quoted(p.piece)} has no meaning in the language", p.at, p.end)
    return None
