"""What spreadsheets and programs write: functions with a condition, loops inside brackets, the
smaller of two values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import PLAIN, Lines, Written


def by_its_kind(w: Written) -> Iterator[Lines]:
    """`carrier is seat 0`, `points of player 1`: seats that have no names are numbers."""
    line = re.sub(r"\b(?:seat|player|Seat|Player) (\d+)\b", r"\1", w.line)
    if line != w.line:
        yield (line,)


def formula(w: Written) -> Iterator[Lines]:
    """`IF(C, 1, 2)`, `SUM(basket)`, `sum(rank of c for c in hand)`, `any(C for c in hand)`."""
    line = re.sub(r"= *=", "=", w.line)
    for _ in range(MOST_NESTED):
        called = _CALLED.search(line)
        if called is None:
            break
        made = _said(w, called[1].lower(), called[2])
        if made is None:
            return
        whole = made if called.span() == (0, len(line)) or _STANDS_ALONE.search(
            line[: called.start()]
        ) else f"({made})"  # fmt: skip
        line = line[: called.start()] + whole + line[called.end() :]
    if line != w.line:
        yield (line,)


MOST_NESTED = 4
_CALLED = re.compile(
    r"\b(if|and|or|not|sum|max|min|any|all|len|count|countif|countifs|sumif|iif)\(([^()]*(?:\([^()]*\)[^()]*)*)\)"
    r"(?=.*)",
    re.I,
)
_STANDS_ALONE = re.compile(r"(?:=|:|needs|if|until|while|where|has|whenever|always|\() *$")
_FOR = re.compile(r"\[?(.+?) for (\w+) in (.+?)(?: if (.+?))?\]?")
_FOLDS = {"sum": "total", "max": "largest", "min": "smallest"}


def _said(w: Written, name: str, inside: str) -> str | None:
    if found := _FOR.fullmatch(inside.strip()):
        value, x, of, where = found.groups()
        rest = f" where {where}" if where else ""
        if name == "any":
            return f"some {x} in {of} where {value}" + (f" and {where}" if where else "")
        if name == "all":
            return f"every {x} in {of}{rest} has {value}"
        if name in ("len", "count") or (name == "sum" and value == "1"):
            return f"how many {x} in {of}{rest}"
        if name in _FOLDS:
            value = value if re.fullmatch(r"\w+(?: of \w+)?", value) else f"({value})"
            return f"{_FOLDS[name]} ({value.strip('()')}) for {x} in {of}{rest}"
        return None
    parts = [part.strip() for part in _parted(inside)]
    if name in ("if", "iif") and len(parts) == 3:
        test, yes, no = parts
        if (yes.lower(), no.lower()) in (("true", "false"), ("yes", "no"), ("1", "0")):
            return test if yes != "1" else f"1 when {test} else 0"
        return f"{yes} when {test} else {no}"
    if name in ("and", "or") and len(parts) > 1:
        return f" {name} ".join(parts)
    if name == "not" and len(parts) == 1:
        return f"not ({parts[0]})" if " " in parts[0] else f"not {parts[0]}"
    if name == "sum" and len(parts) == 1:
        if kept := re.search(rf"^mark {re.escape(parts[0])} of (\w+)", w.file, re.M):
            x = "p" if kept[1] == "seat" else kept[1][0]
            return f"total ({parts[0]} of {x}) for {x} in {kept[1]}"
    if name == "sum" and len(parts) == 2 and PLAIN.fullmatch(parts[0]):
        return f"total {parts[0]} of {parts[1]}"
    if name in ("max", "min") and len(parts) == 1:
        if found := re.fullmatch(r"(\w+) of (\w+(?: of \w+)*)", parts[0]):
            return f"{_FOLDS[name]} {found[1]} of {found[2]}"
    if name in ("countif", "countifs") and len(parts) == 2:
        if of := re.fullmatch(r"(\w+) *(is not|is|=|<=|>=|<|>) *(.+)", parts[1]):
            sign = "is" if of[2] == "=" else of[2]
            return f"how many x in {parts[0]} where {of[1]} of x {sign} {of[3]}"
    return None


def _parted(inside: str) -> list[str]:
    """What stands between commas or semicolons that are in no brackets."""
    parts, depth = [""], 0
    for sign in inside:
        depth += (sign in "([{") - (sign in ")]}")
        if sign in ",;" and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return parts


def listed_so(w: Written) -> Iterator[Lines]:
    """`[c for c in hand of p if C]`."""
    line = re.sub(
        r"[\[{](\w+) for \1 in ([^\]}]+?)(?: if ([^\]}]+))?[\]}]",
        lambda x: f"(all {x[1]} in {x[2]}" + (f" where {x[3]})" if x[3] else ")"), w.line,
    )  # fmt: skip
    if line != w.line:
        yield (line,)


def of_two(w: Written) -> Iterator[Lines]:
    """`the smaller of A and B`, `whichever is larger, A or B`."""
    line = re.sub(
        r"\b(?:the )?"
        r"(smaller|lower|lesser|larger|higher|greater|bigger|minimum|maximum|min|max) of "
        r"([^,()]+?) (?:and|or) (\w+(?: of \w+)*)",
        lambda x: f"{'max' if x[1] in _LARGER else 'min'}({x[2]}, {x[3]})", w.line,
    )  # fmt: skip
    line = re.sub(r"\bhalf (?:of )?(?:the )?(\w+(?: of \w+)*)", r"quotient(\1, 2)", line)
    line = re.sub(r"\b(?:twice|double) (?:the )?(\w+(?: of \w+)*)", r"2 * \1", line)
    if line != w.line:
        yield (line,)


def called_on(w: Written) -> Iterator[Lines]:
    """`hand of p.filter(c => rank of c < 3).length`, `gold of p[ctx.currentPlayer] += 1`,
    `ctx.events.endTurn()`."""
    line = re.sub(
        r"\b(?:\w+\.)*(?:currentPlayer|current_player|playerID|activePlayer)\b", "me", w.line
    )
    line = re.sub(r"\b(?:G|state|self|this)\.(?=\w)", "", line)
    line = re.sub(r"\b(\w+)\[(\w+)\]\[(\w+)\]", r"\1(\2, \3)", line)
    line = re.sub(r"\b(\w+)\[(\w+)\]", r"\1 of \2", line)
    line = re.sub(
        rf"({_ONE_OR_OF})\.filter\((\w+) *=> *(.+?)\)\.(?:length|size)\b",
        r"(how many \2 in \1 where \3)",
        line,
    )
    for called, form in _ON_LISTS.items():
        line = re.sub(rf"({_ONE_OR_OF})\.{called}\((\w+) *=> *(.+)\)", form, line)
    line = re.sub(rf"({_ONE_OR_OF})\.(?:length|size|count)\b(?:\(\))?", r"size of \1", line)
    if found := re.fullmatch(rf"({_ONE_OR_OF}) *([+-])= *(\w+)", line):
        line = f"{'gain' if found[2] == '+' else 'spend'} {found[3]} {found[1]}"
    if found := re.fullmatch(r"(?:\w+\.)*end_?(Turn|Game|turn|game)\(.*\)", line):
        line = f"end {found[1].lower()}"
    if line != w.line:
        yield (line,)


_ONE_OR_OF = r"\w+(?: of \w+)?"
_ON_LISTS = {
    "filter": r"(all \2 in \1 where \3)",
    "some": r"(some \2 in \1 where \3)",
    "every": r"(every \2 in \1 has \3)",
    "find": r"(the \2 in \1 where \3)",
}
_LARGER = ("larger", "higher", "greater", "bigger", "maximum", "max")
