"""What a variant changes, and what scenarios show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import DOING, OPEN, OWN_TABLE, Lines, Written


def set_so(w: Written) -> Iterator[Lines]:
    """`goal is 15`, where a variant sets it, or a game defines it."""
    found = re.fullmatch(r"(?!winner\b)(\w+) (?:is|=|:=) (.+)", w.line)
    if found and not w.around and w.file.startswith("variant "):
        yield (f"set {found[1]} to {found[2]}",)
    elif found and not w.around and w.file.startswith("game "):
        yield (f"define {found[1]} = {found[2]}",)


_DECLARING = (
    "define", "score", "mark", "zone", "type", "option", "history", "always", "whenever", "board",
    "phase", "action", "winner", "setup", "component", "cells", "edges", "scenario", "outcome",
)  # fmt: skip


def edit(w: Written) -> Iterator[Lines]:
    """`add needs C else "…" to take`, `remove "What is shown"`."""
    if found := re.fullmatch(r"add (needs .+\"[^\"]*\") (?:to|in) (\w.*)", w.line):
        yield (f"add at start of {found[2]}", found[1])
    elif found := re.fullmatch(
        rf"add ((?:{'|'.join(DOING)})\b.*) (?:to|in|at end of) (\w+)", w.line
    ):
        yield (f"add at end of {found[2]}", found[1])
    if found := re.fullmatch(
        r"add (?:(?:a )?case )?(?:(?:to )?outcome:? )?(\w+(?:, *\w+)* when .+?)(?: (?:to|in) \w+)?",
        w.line,
    ):
        yield (f"add {found[1]} to outcome",)
    if found := re.fullmatch(
        r"needs (\w+) (?:of|in) (\w+)(?::| with| to| by) (?:needs )?(.+)", w.line
    ):
        yield (f"needs {found[1]} in {found[2]}", f"needs {found[1]}: {found[3]}")
    if found := re.fullmatch(r"add (?:to|in) (\w+): (needs .+)", w.line):
        yield (f"add at start of {found[1]}", found[2])
    if found := re.fullmatch(r"(needs (\w+)): .+\"[^\"]*\"", w.line):
        yield (found[1], w.line)  # below `replace`, which stands before it
    if found := re.fullmatch(r'remove scenarios? ("[^"]+"(?:(?:,| and|, and) "[^"]+")+)', w.line):
        titles = ", ".join(re.findall('"[^"]+"', found[1]))
        yield (f"remove scenario {titles}",)
    if found := re.fullmatch(r"remove ([\"'])([^\"']+)\1", w.line):
        yield (f'remove scenario "{found[2]}"',)
    if found := re.fullmatch(
        r"(remove (?:define|score|zone|mark|action|to) \w+)(?: of .*|\(.*)", w.line
    ):
        yield (found[1],)  # it is told by its name alone
    if not w.around and (
        found := re.fullmatch(r"set (\w+)(?: of (\w+)|\((\w+(?:, *\w+)*)\)) to (.+)", w.line)
    ):
        names = re.findall(r"\w+", found[2] or found[3])
        if found[1] in _OF_MARKS or any(len(name) > 1 for name in names):
            return  # what a mark starts with, or one with keys
        typed = ", ".join(f"{name}: {w.kind_of(name) or OPEN}" for name in names)
        yield (f"replace define {found[1]}({typed}) = {found[4]}",)
    if found := re.fullmatch(rf"add ((?:{'|'.join(_DECLARING)})\b.*)", w.line):
        yield (found[1],)  # a declaration is added as it is


def edit_in_words(w: Written) -> Iterator[Lines]:
    """`remove pass from main`, `add action sell to main`, `set option goal to 15`, `add to main
    sell`, `replace until A with B`, `add phase dusk`, `add card "Joker"`."""
    if w.around:
        return
    line = w.line
    if found := re.fullmatch(r"remove (.+) from (\w+)", line):
        yield (f"remove {found[1]} in {found[2]}",)
    found = re.fullmatch(
        r"remove (?:the )?(?:choice|option|offer|move|rule|possibility|value) (\w+)(.*)", line
    )
    if found:
        yield (f"remove {found[1]}{found[2]}",)
    if found := re.fullmatch(r"replace (?:the )?(?:choice|decision) (\w+)(.*)", line):
        yield (f"replace choose {found[1]}{found[2]}",)
    found = re.fullmatch(rf"add {_KIND}(\w+) to (?:the )?{_KIND}(\w+)", line)
    if found and found[1] not in _DECLARING:
        yield (f"add {found[1]} to {found[2]}",)
    found = re.fullmatch(rf"add to (?:the )?{_KIND}(\w+):? {_KIND}(\w+)", line)
    if found and found[1] not in ("choose", "choice", "action", "phase", "type"):
        yield (f"add {found[2]} to {found[1]}",)
    found = re.fullmatch(
        r"set (?:the )?(?:option|definition|define|value) (\w+) (?:to|=) (.+)", line
    )
    if found:
        yield (f"set {found[1]} to {found[2]}",)
    if found := re.fullmatch(r"replace until(?: .+)? (?:with|by) (.+)", line):
        yield (f"set until in turns to {found[1]}",)
    if found := re.fullmatch(r"set (?:turns )?until(?: in turns)?(?: to)? (.+)", line):
        yield (f"set until in turns to {found[1]}",)
    if found := re.fullmatch(r"(?:set|replace) winner (?:to|with|by|is) (.+)", line):
        yield (f"replace winner {found[1]}",)
    if found := re.fullmatch(r"set score (\w+)(?: of (\w+))? (?:to|=|:) (.+)", line):
        seat = re.search(r"\bof (\w)\b", found[3])
        yield (f"replace score {found[1]} of {found[2] or (seat[1] if seat else 'p')}: {found[3]}",)
    if found := re.fullmatch(r"set (?:type )?(\w+) (?:to|=|:) (\w+(?:, *\w+)+)", line):
        yield (f"replace type {found[1]}: {found[2]}",)
    if found := re.fullmatch(r"set ((?:zone|mark|type|score|action|define) .+[:=].+)", line):
        yield (f"replace {found[1]}",)
    if found := re.fullmatch(r"remove scenario (\w[\w' ]*)", line):
        yield (f'remove scenario "{found[1]}"',)
    begins = "|".join((*DOING, "if", "each", "repeat"))
    found = re.fullmatch(
        rf"replace \"?((?:{begins})\b[^\"]+?)\"? (?:with|by) \"?([^\"]+?)\"?", line
    )
    if found:
        yield (f'replace "{found[1]}"', found[2])
    found = re.fullmatch(r"add (?:a )?(?:component|card|tile|piece) ?\"?([\w' ]+)\"?", line)
    if found:
        kind = next(iter(re.findall(r"^component (\w+)", w.file, re.M)), "card")
        yield (f"add {OWN_TABLE} to {kind}",)


_WITH = re.compile(rf"^replace (?:{'|'.join(DOING)})\b.* (?:with|by) (?:{'|'.join(DOING)})\b")
_KIND = r"(?:action |choice |choose |offer |type |phase |value )?"
_OF_MARKS = ("start", "starts", "starting")
_LINE_AS_TARGET = re.compile(
    r"((?:replace|remove|add(?: last)? (?:before|after|at (?:start|end) of)) )"
    rf"((?:{'|'.join((*DOING, 'if', 'each', 'turns', 'repeat', 'whenever', 'needs'))}) .+)"
)


def line_as_target(w: Written) -> Iterator[Lines]:
    """`replace set lit of me in buy`: a line of the rules is a target in double quotes."""
    found = _LINE_AS_TARGET.fullmatch(w.line)
    if not found or '"' in w.line or w.around:
        return
    if re.fullmatch(r"remove (?:pass|needs \w+) from \w+", w.line) or _WITH.search(w.line):
        return  # see `edit_in_words`
    line, text = found[2], " ".join(w.file.split())
    if ends := re.fullmatch(r"replace turns until (.+)", w.line):
        if not re.search(r"^replace +turns +until [^\n]*\n[ ]+\S", w.file, re.M):
            yield (f"set until in turns to {ends[1]}",)  # nothing else is said of them
    cuts = [at.start() for at in re.finditer(r" in (?=\w+(?: in \w+)*$)", line)]
    parts = [(line[:at], line[at:]) for at in reversed(cuts)] or [(line, "")]
    for begun, within in sorted(parts, key=lambda part: f" {part[0]}" not in text):
        yield (f'{found[1]}"{begun}"{within}',)


_LISTED = (
    r"^((?:type|component) {name} from )\"[^\"\n]*\"([^\"\n]*?)(?:  [^\n]*)?\n((?: +[^\n]*\n)+)"
)


def one_of_several(w: Written) -> Iterator[Lines]:
    """`set price of Ace to 3`: one value of a definition by cases, or of a column of a table."""
    found = re.fullmatch(r"set (\w+)(?: of |\()('[^']+'|\w+)\)? to (.+)", w.line)
    column = found or re.fullmatch(r"(?:replace|set) (\w+) (?:of|in) ('[^']+'|\w+)(?: .*)?", w.line)
    if w.around or not column:
        return
    name, which = column[1], column[2]
    if found:
        define = rf"^(define {name} of (\w+): \w+ =) ([^\"\n]+?)(?:  [^\n]*)?$"
        for line, whose, value in re.findall(define, w.file, re.M):
            new = f"{found[3]} when {whose} is {which}"
            if re.search(r"\b(when|else)\b", value):
                value = f"({value})"
            if which != whose:
                yield (f"replace {line} {new} else {value}",)
    for table in re.finditer(_LISTED.format(name=r"\w+"), w.file, re.M):
        if re.search(rf"^ +{name}:", table[3], re.M):
            columns = (line.partition('"')[0].strip() for line in table[3].splitlines())
            yield (f"replace {table[1]}{OWN_TABLE}{table[2]}", *columns)


def scene(w: Written) -> Iterator[Lines]:
    """`given hand of Ann: Ace`, `seen by Ann: hand of Bob: ?`, `Ann takes Ace`, `expect outcome is
    won and gold of Ann is 3`."""
    if w.around != "scenario":
        return
    if found := re.fullmatch(r"(expect outcome is [\w, ]+?),? and (.+)", w.line):
        yield (found[1],) if found[2] == "over" else (found[1], f"expect {found[2]}")
    if found := re.fullmatch(r"(\d+) (?:seats|players)", w.line):
        yield (f"seats {found[1]}",)
    if found := re.fullmatch(r"expect (\w+) has (\d+) (\w+)((?:,| and|, and) \d+ \w+)+", w.line):
        parts = re.findall(r"(\d+) (\w+)", w.line)
        yield ("expect " + " and ".join(f"{what} of {found[1]} is {n}" for n, what in parts),)
    if re.search(rf"^option {re.escape(w.first)}\b", w.file, re.M):
        yield (f"with {w.line}",)
    if w.offers(w.first):
        yield (f"play {w.line}",)
    if found := re.fullmatch(r"(given|seen by \w+)[:,]? +([^:]+: *.+)", w.line):
        yield (found[1], found[2])
    yield from _told_of_seats(w)
    if w.first in w.seats and (found := re.fullmatch(r"\w+(?: plays:?)? (\w+?)e?s? (.+)", w.line)):
        yield (f"play {found[1]} {found[2]}",)
    if found := re.fullmatch(r"(expect .+ is) ((?:[\w' -]+, *)+[\w' -]+)", w.line):
        yield (f"{found[1]} {{{found[2]}}}",)


def _told_of_seats(w: Written) -> Iterator[Lines]:
    """`Bob draws`, `when Ann plays Bee`, `Ann cannot play Bee`, `play Ann draws; Bob passes`."""
    line = re.sub(r"^(?:play|when|then|now|do)\b[: ]*", "", w.line)
    moves = [re.fullmatch(rf"{_WHO} (?:{_MAY} )?(.+)", one) for one in re.split(r"; *|, *", line)]
    if not all(one and one["who"] in w.seats for one in moves):
        return
    told = [_move(w, one[3]) for one in moves if one]
    first = moves[0]["may"] if moves[0] else None
    if first is None:
        yield (f"play {'; '.join(told)}",)
    elif "n" in first:
        yield (f"refuses {'; '.join(told)}",)
    else:
        yield (f"offers {'; '.join(told)}; ...",)


_WHO = r"(?P<who>\w+)"
_MAY = r"(?P<may>can ?not|can't|may not|must not|is not allowed to|can|may|is allowed to)"


def _move(w: Written, said: str) -> str:
    """`plays Bee` as a move of the game: `play Bee`."""
    verb, _, rest = said.partition(" ")
    for name in (verb, verb.removesuffix("s"), verb.removesuffix("es")):
        if w.offers(name):
            return f"{name} {rest}".rstrip()
    return said


def given(w: Written) -> Iterator[Lines]:
    """`counter is Ace and Bee`, `Ann has 4 coins`, in a position."""
    if w.around != "given":
        return
    found = re.fullmatch(r"(\w+(?: of \w+)?)(?: is|:| has| holds) (.+? and .+)", w.line)
    if found and found[1] not in w.seats:
        yield (f"{found[1]}: {', '.join(re.split(r', *(?:and )?| and ', found[2]))}",)
    found = re.fullmatch(r"(\w+) has (\d+) (\w+)", w.line)
    own = found is not None and re.search(rf"^mark {found[3]} of seat\b", w.file, re.M)
    if found and (own or w.file.startswith("variant ")):
        yield (f"{found[3]} of {found[1]}: {found[2]}",)
