"""What is on the table: boards, zones and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import EACH, Lines, Written


def kept_for_each(w: Written) -> Iterator[Lines]:
    """`zone hand of each player: …`, `mark gold per player: …`."""
    if w.first in ("zone", "mark"):
        head, colon, rest = w.line.partition(":")
        yield (re.sub(EACH, "of seat", head) + colon + rest,)


def zone(w: Written) -> Iterator[Lines]:
    """`zone pile: face-down stack of card`, `zone draft: row of 2 cards`."""
    if w.first != "zone":
        return
    for said, seen in _SEEN.items():
        if found := re.fullmatch(rf"(.*:) (?:{said}) ((?:set|stack|row|slot)\b.*)", w.line):
            yield (f"{found[1]} {found[2]}{seen}",)
    if found := re.fullmatch(r"(.*:) (?:a )?row of (\d+) (\w+)(.*)", w.line):
        yield (f"{found[1]} row {found[2]} of {w.kind(found[3]) or found[3]}{found[4]}",)
    if found := re.fullmatch(r"(.*:) (?:a )?(\d+)[- ](?:\w+ )?row of (\w+)(.*)", w.line):
        yield (f"{found[1]} row {found[2]} of {w.kind(found[3]) or found[3]}{found[4]}",)

    if found := re.fullmatch(
        r"(.*:) (?:an? )?(?:row of )?(\d+) (?:face-up |open |visible )?(\w+)(?: in a row)?(.*)",
        w.line,
    ):
        yield (f"{found[1]} row {found[2]} of {w.kind(found[3]) or found[3]}{found[4]}",)


_SEEN = {
    "face-down|face down|hidden|secret|closed|shuffled": ", seen by nobody",
    "face-up|face up|open|public|visible": "",
    "private": ", seen by owner",
}


def mark(w: Written) -> Iterator[Lines]:
    """`mark gold of seat: 10`, `mark owner: Black, White or nobody`."""
    found = re.fullmatch(r"(mark [^:]+?) *(?::|=|:=) *(.+)", w.line)
    if found is None:
        return
    head, kind = found.groups()
    begins = re.sub(
        r",? *(?:starts|starting|begins|beginning|initially) (?:with|at|as|on|in) ",
        ", starts ",
        kind,
    )
    if begins != kind:
        yield (f"{head}: {begins}",)
    if between := re.fullmatch(r"(-?\d+) *(?:-|–|to|up to) *(\d+)(.*)", kind):
        yield (f"{head}: {between[1]}..{between[2]}{between[3]}",)
    if kind.isdecimal():
        yield (f"{head}: 0..{kind if int(kind) else 10}, starts {kind}",)
    listed = re.findall(r"\w+", re.sub(r"\b(?:or|and|is|either)\b", " ", kind))
    nobody = {"nobody", "none", "empty", "neither"} & {*listed}
    for name, values in re.findall(r"^type (\w+): ([\w, ]+)", w.file, re.M):
        if {*listed} - nobody == {*re.findall(r"\w+", values)}:
            yield (f"{head}: {name}{' or none' * bool(nobody)}",)
    if w.seats and {*listed} - nobody == {*w.seats}:
        yield (f"{head}: seat{' or nobody' * bool(nobody)}",)


def seen_so(w: Written) -> Iterator[Lines]:
    """`mark guess of seat: 1..6 hidden`: what a seat keeps its owner sees."""
    found = re.fullmatch(
        r"((?:mark|zone) \w+( of seat)?.*?:.*?)[, ]+"
        r"\(?(?:is )?(?:hidden|secret|private|face[- ]down)\)?",
        w.line,
    )
    if found:
        yield (f"{found[1]}, seen by {'owner' if found[2] else 'nobody'}",)


def listed_in_brackets(w: Written) -> Iterator[Lines]:
    """`type wind: {north, east}`, `option goal = [3, 5]`."""
    found = re.fullmatch(r"((?:type|option) \w+) *(?::|=|:=)? *[\[({](.+)[\])}]", w.line)
    if found:
        yield (f"{found[1]}: {', '.join(re.split(r'[ ,;|]+', found[2].strip()))}",)


def of_a_new_type(w: Written) -> Iterator[Lines]:
    """`mark coin: heads or tails`, where no type lists them."""
    found = re.fullmatch(r"mark (\w+)((?: of \w+)?): (\w+(?:(?:, | or |, or |/|\|)\w+)+)", w.line)
    names = re.split(r", or | or |, |/|\|", found[3]) if found else []
    if found and not {*names} & {"none", "nobody", "yes", "no", "seat"}:
        kind = f"{found[1]}_side" if len(names) == 2 else f"{found[1]}_kind"
        yield (f"type {kind}: {', '.join(names)}", f"mark {found[1]}{found[2]}: {kind}")


_HEXAGONS = r"(board \w+):? (?:an? )?(?:grid )?(?:of )?hex(?:agon)?(?:al|s)?(?: board| grid)?"


def _of_hexagons(line: str) -> Iterator[Lines]:
    """`board field: hexagon of side 5`, `board field: hexagons 5 by 5`."""
    if found := re.fullmatch(rf"{_HEXAGONS} (\w+) *(?:by|[xX×*]) *(\w+)", line):
        yield (f"{found[1]}: grid {found[2]} by {found[3]} of hexagons",)
    size = r"(?:of |with )?(?:(?:a )?sides? |size )?(?:of )?(\w+)"
    if found := re.fullmatch(rf"{_HEXAGONS} {size}(?: (?:cells|long|cells long))?", line):
        side = found[2]
        many = f"{2 * int(side) - 1}" if side.isdecimal() else f"2 * {side} - 1"
        grid = f"grid {many} by {many} of hexagons where abs(row - column) < {side}"
        yield (f"{found[1]}: {grid}",)


def board(w: Written) -> Iterator[Lines]:
    """`board field: 8x8`, `board field: square grid of 8`, `cells of field are squares named …`."""
    named = re.findall(r"^cells \w+ of (\w+)", w.file, re.M)
    if len(named) == 1 and (found := re.fullmatch(r"board \(square (\d+)\)", w.line)):
        yield (f"board {named[0]}: grid {found[1]} by {found[1]}",)
    if found := re.fullmatch(r"(board \w+): (?:an? )?square (?:grid |board )?of (\w+)", w.line):
        yield (f"{found[1]}: grid {found[2]} by {found[2]}",)
    if found := re.fullmatch(
        r"cells of (\w+)(?: are| is|:| =)(?: called)? (\w+) (named .+)", w.line
    ):
        yield (f"cells {found[2]} of {found[1]} {found[3]}",)
    yield from _of_hexagons(w.line)
    if found := re.fullmatch(
        r"(board \w+:?) (?:a |of )?(?:grid )?(?:of )?(\w+) *[xX×*] *(\d\w*)(.*)", w.line
    ):
        yield (f"{found[1].rstrip(':')}: grid {found[2]} by {found[3]}{found[4]}",)
    if found := re.fullmatch(
        r"(board \w+:?) (?:a |of )?(?:grid )?(?:of )?(\d+)[xX×](\d+)(.*)", w.line
    ):
        yield (f"{found[1].rstrip(':')}: grid {found[2]} by {found[3]}{found[4]}",)
    if found := re.fullmatch(
        r"(board \w+):? (?:grid of )?(\w+) rows?(?: and| by|,)? (\w+) columns?", w.line
    ):
        yield (f"{found[1]}: grid {found[2]} by {found[3]}",)
    if found := re.fullmatch(
        r"type (\w+): ([\w, ]+?),? (?:in|as|round) (?:a )?(?:ring|circle)", w.line
    ):
        yield (f"type {found[1]}: ring {found[2]}",)
    if re.fullmatch(r"cells \w+ of \w+", w.line):
        yield (f'{w.line} named "{{letter}}{{y}}"',)
