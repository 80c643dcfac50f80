"""What stands here and what could stand here, in one sentence, for every other mistake."""

from __future__ import annotations

import re

from ... import foreign
from ...diagnostics import listed, nearest
from .mistake import Mistake, only_meant, quoted
from .place import Place, is_word
from .words import (
    ALIKE,
    CONTINUES_EXPRESSION,
    DECLARATIONS,
    KINDS,
    OPENERS,
    SEVERAL,
    STARTS_EXPRESSION,
    STATEMENTS,
    TAIL,
    THINGS,
)


def unexpected(p: Place) -> Mistake:
    """What stands here and what could stand here, in one sentence."""
    known = [p.words[t] for t in p.expected if is_word(p.words.get(t, ""))]
    hint = edit_hint(p) or several_names(p)
    form, meant = None if hint else line_form(p), None
    unknown = is_word(p.piece) and p.piece not in p.words.values() and not p.is_own(p.piece)
    if not hint and not form and unknown:
        alone = re.sub(r"(\w)\1", r"\1", p.piece)  # `iss`, too short to be like another word
        close = alone if alone in known else nearest(p.piece, known) if len(p.piece) > 1 else ""
        hint = f"did you mean {close}?" if close else ""
        only = (p.at, p.end, close) if close == alone else only_meant(p.piece, known, p.at)
        meant = only if hint else None
    hint = hint or (form.hint if form else other_form(p)) or p.form()
    piece = p.piece or p.text[p.at : p.at + 1] or "the end"
    return Mistake(
        "E011", f"{quoted(piece)} stands here, but {what_is_wanted(p)}", p.at, p.end, hint,
        form.fix(p.line_start) if form else meant, form is None or form.sure,
    )  # fmt: skip


def line_form(p: Place) -> foreign.Foreign | None:
    """What the whole line is elsewhere."""
    form = foreign.begins("statement" if p.line_start else "declaration", p.line)
    if form is not None and (" " in p.line[form.start : form.end].strip() or p.at_line_start):
        return form
    return None


def other_form(p: Place) -> str:
    """How what stands here is written."""
    line = " ".join(p.line.split('"')[0].split())
    if p.first_word == "players" and p.piece in ("or", "to", "and") and p.following.isdecimal():
        if p.piece != "to":
            return f"write: {' '.join(p.before.split())}, {p.following}"
        return f"write: {' '.join(p.before.split())}..{p.following}"
    if p.first_word == "option" and p.piece == "or":
        values = line.split(":", 1)[-1].strip()
        values = "off, on" if values == "yes or no" else values.replace(" or ", ", ")
        return f"write: {line.split(':')[0]}: {values}"
    if p.piece.startswith('"') and p.at_line_start and p.line_start:
        return "words stand at the end of the line that they are about, not below it"
    if p.before.split()[:1] == ["type"] and p.piece.startswith("'"):
        name = (*p.before.replace(":", " ").split(), "NAME")[1]
        bare = p.piece.strip("'")
        short = f"a name begins with a letter: {name[0]}{bare}; " if bare.isalnum() else ""
        return (
            f"{short}a name with blanks, dashes or a leading digit stands in a table: "
            f'type {name} from "TABLE.csv" named by COLUMN'
        )
    if _JOINED.fullmatch(p.text):
        return (
            "what joins the elements of a set stands in the text of a move alone, behind `named`; "
            "in other words there are commas between them"
        )
    if p.before.endswith("seen by ") and p.expected & {"SEEN"}:
        return (
            "who sees it stays the same: owner, or all others, of what is kept for each seat, as "
            "in zone NAME of seat; nobody; or all"
        )
    default = re.search(r"\b(default|defaults|starts?)\b(?: to| at| is)?[ =:]*(\w+)", line)
    if p.first_word == "option" and default and p.piece in (default[1], default[2]):
        values = line[: default.start()].split(":")[-1].strip(" ,(")
        name = line.split(":")[0]
        return f"the value of who says nothing stands first: {name}: {default[2]}, {values}"
    if p.before.strip() == "else" and "IF" in p.expected and p.following not in ("", "if"):
        return f"write: else if {p.rest.strip()}"
    listed = p.first_word if p.first_word in ("choose", "may") else p.parent(p.line_start)
    if (
        "(" not in p.before
        and listed in ("choose", "may")
        and p.piece in (":", ",", "or", "and", "/")
    ):
        return "each offer stands on a line of its own, below the choice and indented"
    if "_NL" in p.expected and (p.piece == "," or p.piece in STATEMENTS):
        if p.first_word == "always":
            if p.piece == "else":
                return "a promise has no `else`: words for it stand at the end of the line"
            return "a promise is one condition: write `and` between two" if p.piece == "," else ""
        opens = p.first_word in OPENERS
        if not p.line_start and not opens:
            return ""
        return (
            f"what is to be done stands on {'the next line, indented' if opens else 'its own line'}"
        )
    return ""


def edit_hint(p: Place) -> str:
    """What to write where an edit says what is changed, or where, in other words than there are."""
    if p.first_word not in ("add", "replace", "remove"):
        return ""
    if p.before.split() == ["replace", p.previous] and p.piece in ("of", "(", ":", "="):
        words = " ".join(p.line.split()[1:])
        is_defined = "=" in p.rest or _CASES_BELOW.match(p.text, p.line_start)
        return f"say what it is: replace define {words}" if is_defined else ""
    if p.before.split() == ["remove", "always"] and p.rest.strip():
        return f'its words, or what it says, stand in quotes: remove always "{p.rest.strip()}"'
    if p.piece in _PUT_SOMEWHERE and p.following and _ADDED.fullmatch(p.before):
        return f"write: {' '.join(p.before.split())} to {p.rest[len(p.piece) :].strip()}"
    instead = THINGS.get(p.previous, "")
    places = ("before", "after", "at")
    if p.before.split() == ["add", p.previous] and p.previous not in places:
        instead = nearest(p.previous, places)
    return f"did you mean: {instead} {p.piece}?" if instead else ""


def several_names(p: Place) -> str:
    """How a query draws several names, where that is tried otherwise."""
    if p.piece in ("and", "(") and _QUERY_BEGUN.search(p.before):
        return "a query draws several names so: how many c, d in S where c < d"
    if p.piece == "where" and _TWO_DRAWN.search(p.before):
        return (
            "where values are listed, a query that draws several names stands in brackets of its "
            "own: (how many c in S, d in T where …)"
        )
    return ""


_PUT_SOMEWHERE = ("in", "into", "at", "on")
_ADDED = re.compile(r"add (?:last )?\w+(?:, *\w+)* +")
_CASES_BELOW = re.compile(
    r"replace +\w+(?: of \w+: *[\w ]+|\([^()\n]*:[^()\n]*\)) *(?:\"[^\"\n]*\" *)?\n"
    r"(?:[ \t]*\n)*[ \t]+\S"
)
"""A line that begins like a definition of what it names, with lines below it."""
_JOINED = re.compile(r"\s*\w+\s+'[^']*'\s*")
"""All that stands between braces."""
_QUERY_BEGUN = re.compile(r"\b(how\s+many|some|every|for)(\s+\w+)?\s*$")
_TWO_DRAWN = re.compile(r"\b(how\s+many|some|every|for)\s+\w+\s+in\b[^()]*,\s*\w+\s+in\b[^,]*$")


def what_is_wanted(p: Place) -> str:
    wanted = wanted_here(p)
    return f"{wanted} {'are' if wanted in SEVERAL else 'is'} wanted"


def wanted_here(p: Place) -> str:
    """What could stand here, grouped so that the list is short."""
    left = {ALIKE.get(terminal, terminal) for terminal in p.expected}
    groups: list[str] = []
    if {"NAME", "FINISH", "TURNS"} <= left:
        left.clear()
        edits = p.first_word in ("add", "replace", "remove")
        groups.append("the name of what is changed" if edits else "a name")
    if {"NAME", "NUMBER", "LPAR"} <= left:
        left -= STARTS_EXPRESSION
        groups.append("an expression")
    if {"MOVE", "QUOTED", "NAME"} <= left and "LPAR" not in left:  # they are names here
        left -= {t for t in left if p.words.get(t) in {*STATEMENTS, *DECLARATIONS} - {"else"}}
        left -= {"MAY", "STEP", "FINISH", "MOST"}
    if {"MOVE", "CHOOSE", "NAME"} <= left:
        left -= {t for t in left if p.words.get(t) in STATEMENTS} | {"NAME", "MAY", "_DEDENT"}
        groups.append("a statement")
    if {"ZONE", "MARK"} <= left:
        left -= {t for t in left if p.words.get(t) in DECLARATIONS}
        groups.append("a declaration")
    if "_NL" in left:
        left -= TAIL
        groups.append("the end of the line")
    operators = len(left & CONTINUES_EXPRESSION) > 4
    if operators:
        left -= CONTINUES_EXPRESSION
        left = {t for t in left if p.words.get(t) not in ("<", "<=", ">", ">=", "..")}
    if left - {"PLUS", "MINUS", "STAR"} and "PLUS" in left:
        left -= {"PLUS", "MINUS", "STAR"}
    if len(left) > 1:
        left.discard("_DEDENT")
    single = sorted(
        (KINDS.get(t) or f"`{p.words.get(t, t.lower())}`" for t in left), key=_words_first
    )
    groups = [*single, *groups]
    if operators:
        groups.append("an operator such as `is` or `and`")
    return listed(groups[:8] or ["something else"], "or")


def _words_first(item: str) -> tuple[bool, str]:
    return not item.startswith("`"), item
