"""What the English of rulebooks and the calls of programs say in one line: `each player draws 3
cards`, `p has more coins than q`, `pile.shuffle()`.

The names are looked up in the file, so that what it does not declare is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import COMPARED, PLAYERS, Lines, Written, how_many

_ONE = r"\w+(?: of \w+)?"


def compared_by(w: Written) -> Iterator[Lines]:
    """`p has more coins than q`, `p's coins reach the goal`, `store of me is not full`, `fewer than
    7 cards in hand`, `the thief option`."""
    line, words = _without_words(w.line)
    line = re.sub(
        rf"\b(\w+) (?:has|have) (more|fewer|less|as many) (\w+) (?:than|as) ({_NO_END}\w+)",
        lambda x: f"{x[3]} of {x[1]} {_HOW[x[2]]} {x[3]} of {x[4]}", line,
    )  # fmt: skip
    line = re.sub(
        rf"(?:(\w+)'s (\w+)|({_ONE})) (?:reach|reaches|gets to|hits) (?:the )?(\w+)",
        lambda x: f"{x[3] or f'{x[2]} of {x[1]}'} >= {x[4]}", line,
    )  # fmt: skip
    for name, most in re.findall(r"^mark (\w+)[^:\n]*: -?\d+\.\.(\d+)", w.file, re.M):
        line = re.sub(rf"\b({name}(?: of \w+)?) is not full\b", rf"\1 < {most}", line)
        line = re.sub(rf"\b({name}(?: of \w+)?) is full\b", rf"\1 is {most}", line)
    hands = "|".join(re.findall(r"^zone (\w+) of seat", w.file, re.M))
    if hands:
        line = re.sub(
            rf"\b({_SIZES}) (\d+) \w+ in (?:your )?({hands})\b(?: of (\w+))?",
            lambda x: f"size of {x[3]} of {x[4] or 'me'} {COMPARED[x[1]]} {x[2]}", line,
        )  # fmt: skip
    for name in re.findall(r"^option (\w+): (?:off, on|on, off)", w.file, re.M):
        line = re.sub(rf"\bthe {name} (?:option|rule|variant)\b", f"{name} is on", line)
    line += words
    if line != w.line:
        yield (line,)


_NO_END = r"(?!the\b)"
_HOW = {"more": ">", "fewer": "<", "less": "<", "as many": "is"}
_SIZES = "fewer than|less than|more than|at least|at most|exactly"


def one_or_other(w: Written) -> Iterator[Lines]:
    """`define cost of c: card = rank of c < 8 ? 1 : 2`."""
    test = r"([^=?:]+|[^?:]+ [<>]= [^?:]+)"
    if found := re.fullmatch(rf"(.*?(?:= |: |\()){test} \? (.+?) : (.+)", w.line):
        yield (f"{found[1]}{found[3]} when {found[2]} else {found[4]}",)


def done_to(w: Written) -> Iterator[Lines]:
    """`each player draws 3 cards`, `pile.shuffle()`, `remove man from x`, `basket of f loses n`."""
    if w.around in ("", "game", "variant", "given", "define", "scenario"):
        if w.around != "" or w.first not in ("each", "every"):
            return
    heaps = re.findall(r"^zone (\w+): stack of \w+", w.file, re.M)
    found = re.fullmatch(
        rf"(?:for )?(?:each|every|all) (?:{'|'.join(PLAYERS)}):? (?:draw|get|take|receive)s? (\w+) "
        r"(?!turns?\b)\w+(?: from (?:the )?(\w+))?", w.line,
    )  # fmt: skip
    if found and w.hands:
        for heap in [found[2]] if found[2] else heaps:
            yield (f"deal {how_many(found[1])} from {heap} to each {w.hands[0]}",)
    if found := re.fullmatch(r"(\w+(?: of \w+)?)\.shuffle\(\)", w.line):
        yield (f"shuffle {found[1]}",)
    if found := re.fullmatch(r"(?:remove|clear|take) (?:the )?(\w+) (?:from|of|off) (\w+)", w.line):
        kept = re.search(rf"^mark {found[1]} of \w+: .*\bor (nobody|none)\b", w.file, re.M)
        if kept:
            yield (f"set {found[1]} of {found[2]} to {kept[1]}",)
    for words, what in ((r"gets?|gains?", "gain"), (r"loses?|pays?", "spend")):
        if found := re.fullmatch(rf"({_ONE}) (?:{words}) (\w+) (\w+)", w.line):
            yield (f"{what} {found[2]} {found[3]} of {found[1]}",)
            yield (f"{what} {found[2]} {found[1]}",)


def declared_so(w: Written) -> Iterator[Lines]:
    """`mark lead: seat, starts nobody`, `score fruit of p: 1 point per 3 store`, `define p ahead q
    = C`."""
    if found := re.fullmatch(r"(mark [^:]+: \w+), starts (nobody|none)", w.line):
        yield (f"{found[1]} or {found[2]}",)
    if found := re.fullmatch(
        r"(score \w+ of (\w+)): (?:1|one|a) points? (?:per|for every|for each) (\d+) (\w+)", w.line
    ):
        yield (f"{found[1]}: quotient({found[4]} of {found[2]}, {found[3]})",)
    if found := re.fullmatch(r"define ([pq]) (\w+) ([pq]) (= .+)", w.line):
        yield (f"define {found[2]}({found[1]}: seat, {found[3]}: seat) {found[4]}",)


def over(w: Written) -> Iterator[Lines]:
    """`turns until somebody is stuck or both pass`: of a mark that says who it is."""
    line, words = _without_words(w.line)
    everybody = r"\b(?:both|all)(?: players)? (?:have )?pass(?:ed)?\b"
    line = re.sub(everybody, "passes is size of seat", line)
    for name in re.findall(r"^mark (\w+): seat or nobody", w.file, re.M):
        line = re.sub(rf"\b(?:somebody|someone|anybody) is {name}\b", f"{name} is not nobody", line)
        line = re.sub(rf"\bnobody is {name}\b", f"{name} is nobody", line)
    if line + words != w.line:
        yield (line + words,)


def _without_words(line: str) -> tuple[str, str]:
    """What has a meaning, and what players read, in which nothing is changed."""
    at = line.find('"') % (len(line) + 1)
    return line[:at], line[at:]
