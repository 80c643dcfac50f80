"""Scenarios as they are told elsewhere: who plays, what lies where, what chance decides, what comes
of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import Lines, Written


def scenario(w: Written) -> Iterator[Lines]:
    """`scenario "TITLE" with 3 players`, `scenario TITLE with goal 15`."""
    found = re.fullmatch(
        r"(scenario (?:\"[^\"]*\"|\w+))(?: with| for|,|:)? \(?(?:(\d+) (?:players|seats)|"
        r"(?:option )?(\w+)(?: is| to|=|:| =)? (\w+))\)?", w.line,
    )  # fmt: skip
    if found and found[2]:
        yield (found[1], f"seats {found[2]}")
    elif found and re.search(rf"^option {found[3]}\b", w.file, re.M):
        yield (found[1], f"with {found[3]} {found[4]}")


def placed(w: Written) -> Iterator[Lines]:
    """`hand of Ann = {Ace, Bee}`, `Ann has Ace in hand`, `set gold of Ann to 3`, `hand of Ann:
    "Ace"`, in a position."""
    if w.around not in ("given", "seen"):
        return
    if found := re.fullmatch(r"(\w+(?: of \w+)*) *(?:=|:=|:|is|has|holds|contains) *(.+)", w.line):
        values = re.sub(r"^\{(.*)\}$|^\[(.*)\]$", r"\1\2", found[2]).replace('"', "")
        yield (f"{found[1]}: {values}",)
    if found := re.fullmatch(
        r"(\w+) (?:has|holds) (.+?) (?:in|on) (?:his |her |their |the )?(\w+)", w.line
    ):
        yield (f"{found[3]} of {found[1]}: {found[2]}",)
    if found := re.fullmatch(r"set (\w+(?: of \w+)*) (?:to|=) (.+)", w.line):
        yield (f"{found[1]}: {found[2]}",)
    choices = re.findall(r"^ +(?:may )?choose (\w+)", w.file, re.M)
    found = _WHOSE_TURN.fullmatch(w.line)
    if found and choices:
        yield (f"to move: {found[1] or found[2]} ({choices[0]})",)


_WHOSE_TURN = re.compile(
    r"(?:the )?(?:(?:current|active|next|starting|first) )?(?:player|seat|turn|to play|turn of)"
    r"(?: is)? ?[:=]? *(\w+)|(?:it is )?(\w+)(?:'s turn| to move)"
)
"""`current player: Ann`, `it is Ann's turn`."""


def chanced(w: Written) -> Iterator[Lines]:
    """`roll 5`, `die: 4`, `random 3, 4`, in a scenario; what is drawn lies on top of something."""
    if w.around == "scenario" and (found := re.fullmatch(
        r"(?:rolls?|throws?|dice|die|random|luck|picks?|shuffled?)(?: is| to)?[:=]? (.+)", w.line,
    )):  # fmt: skip
        yield (f"chance {found[1]}",)


def expected(w: Written) -> Iterator[Lines]:
    """`expect Ann wins`, `expect gold of Ann: 3`, `expect turn of Bob`, `expect C, D`."""
    if w.first != "expect":
        return
    said = w.line.removeprefix("expect ")
    if found := _WON.fullmatch(said):
        names = re.findall(r"\w+", re.sub(r"\band\b", "", found[1] or found[2]))
        told = "" if names in (["nobody"], ["none"]) else ", ".join(names)
        yield (f"expect winners is {{{told}}}",)
    if found := re.fullmatch(r"(\w+(?: of \w+)+): *(.+)", said):
        yield (f"expect {found[1]} is {found[2]}",)
    if found := _NEXT.fullmatch(said):
        yield (f"expect me is {found[1] or found[2]}",)
    if ", " in said and not re.search(r"[{(\[]", said):
        yield ("expect " + " and ".join(re.split(r", *(?:and )?", said)),)
    zones = "|".join(re.findall(r"^zone (\w+)", w.file, re.M))
    if zones and (found := re.fullmatch(
        rf"((?:{zones})(?: of \w+)?) (?:has|have|holds|contains) (\d+)(?: \w+)?", said
    )):  # fmt: skip
        yield (f"expect size of {found[1]} is {found[2]}",)
    if found := re.fullmatch(r"(\w+(?: of \w+)*) (?:contains|includes|has|holds) (\w+)", said):
        yield (f"expect {found[2]} in {found[1]}",)


_WON = re.compile(
    r"(?:the )?winners?:? (?:is |are )?(.+)"
    r"|(\w+(?:(?:, | and )\w+)*) (?:wins?|won|has won|have won)"
)
_NEXT = re.compile(
    r"(?:to move:?|(?:the )?turn(?: of)?(?: is)?|next(?: player)?(?: is)?|it is) (\w+)"
    r"(?:'s turn|'s| to move)?|(\w+) to move"
)
