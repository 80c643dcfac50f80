"""What a variant changes, and what scenarios show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import DOING, OPEN, OWN_TABLE, Lines, Written


def set_so(w: Written) -> Iterator[Lines]:
    """`goal is 15`, where a variant sets it, or a game defines it."""
    found = re.fullmatch(r"(\w+) (?:is|=|:=) (.+)", w.line)
    if found and not w.around and w.file.startswith("variant "):
        yield (f"set {found[1]} to {found[2]}",)
    elif found and not w.around and w.file.startswith("game "):
        yield (f"define {found[1]} = {found[2]}",)


_DECLARING = (
    "define", "score", "mark", "zone", "type", "option", "history", "always", "whenever", "board",
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
        if found[1] in _OF_MARKS or {*names} & {"seat", *w.kinds}:
            return  # what a mark starts with, or one with keys
        typed = ", ".join(f"{name}: {w.kind_of(name) or OPEN}" for name in names)
        yield (f"replace define {found[1]}({typed}) = {found[4]}",)
    if found := re.fullmatch(rf"add ((?:{'|'.join(_DECLARING)})\b.*)", w.line):
        yield (found[1],)  # a declaration is added as it is


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
