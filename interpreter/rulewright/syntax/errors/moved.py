"""`move any c in hand of me to pile`, `move 2 cards from pile to played`: it is not said which."""

from __future__ import annotations

import re
from string import ascii_lowercase

from .mistake import Mistake, short
from .place import Place

_MOVED = re.compile(
    r" *(?P<does>move|deal) (?P<what>(?:"
    r"(?:any|an?|one|some|the|another|a single|any one|exactly one)(?: of)?"
    r"(?: the)?(?: random)?|random|(?P<number>\d+|two|three|four|five)(?: random)?) (?P<name>\w+)) "
    r"(?P<by>in|from|out of|of) (?P<among>[^\"#]+?)(?P<test> where [^\"#]+?)? to "
    r"(?P<target>[^\"#]+?)\s*(?:\"[^\"]*\"|#.*)?$"
)
_ALL_MOVED = re.compile(
    r" *move (?P<what>(?:all|every|each)(?: the)? (?P<name>\w+)) to (?P<target>[^\"#]+)"
)
_SUCH_MOVED = re.compile(
    r" *move (?P<what>(?:all )?(?:the )?(?P<value>[a-z]\w*) (?:cards|tiles|tokens|pieces|stones)) "
    r"(?:in|from|out of) (?P<among>[^\"#]+?) to (?P<target>[^\"#]+)"
)
_OF_ANY = frozenset(
    ("all", "the", "any", "some", "every", "each", "one", "two", "three", "four", "five", "random",
     "other", "these", "those", "top", "first", "last", "highest", "lowest", "largest", "smallest")
)  # fmt: skip
"""Words before components that are no property of theirs."""
_NUMBERS = ("two", "three", "four", "five")


def one_moved(p: Place) -> Mistake | None:
    """One of several, or so many of them, moved without saying which; told with how one is dealt,
    chosen, or all are moved."""
    if p.line_start and (bare := _ALL_MOVED.match(p.line)) is not None:
        letter, (start, end) = bare["name"][0], bare.span("what")
        said = f"`{short(bare['what'])}` does not say where they lie"
        hint = f"write: move all {letter} in ZONE to {bare['target'].rstrip()}"
        if start <= p.at - p.line_start <= end:
            return Mistake("E060", said, p.line_start + start, p.line_start + end, hint)
    if p.line_start and (such := _SUCH_MOVED.match(p.line)) is not None:
        start, end = such.span("what")
        column = _column_with(p.file, such["value"])
        letter = free_letter("c", p.text.replace(p.line, "", 1))
        hint = (
            f"which they are is told by a property: move all {letter} in {such['among']} where "
            f"{column} of {letter} is {such['value']} to {such['target'].rstrip()}"
        )
        if start <= p.at - p.line_start <= end and such["value"] not in _OF_ANY:
            said = f"`{short(such['what'])}` is no name"
            return Mistake("E019", said, p.line_start + start, p.line_start + end, hint)
    found = _MOVED.match(p.line) if p.first_word in ("move", "deal") else None
    if found is None or not p.line_start or p.is_own(f"{found['what']}".replace(" ", "_")):
        return None
    if not found.start("what") <= p.at - p.line_start <= found.end("among"):
        return None  # what is wrong stands elsewhere
    among, target, number = found["among"], found["target"].rstrip(), found["number"] or "1"
    if number in _NUMBERS:
        number = str(_NUMBERS.index(number) + 2)
    start, end = p.line_start + found.start("what"), p.line_start + found.end("what")
    name, test = found["name"], found["test"] or ""
    if found["does"] == "deal" and not test:
        line = f"deal {number} from {among} to {target}"
        fix = (start, p.line_start + found.end("target"), line.removeprefix("deal "))
        said = f"how many are dealt is a number, and this is {short(found['what'])}"
        return Mistake("E060", said, start, end, f"write: {line}", fix)
    said = (
        f"`{short(found['what'])}` does not say which {'one is' if number == '1' else 'are'} moved"
    )
    if not test:
        name = free_letter(name[0], p.text.replace(p.line, "", 1))
    elif not re.search(rf"\b{name}\b", test) and (asked := re.search(r"\bof (\w)\b", test)):
        name = asked[1]
    hint = how_moved(name, among, test, target, number, p.file)
    return Mistake("E060", said, start, end, hint)


def _column_with(file: str, value: str) -> str:
    """The property that may be so, as far as the file tells."""
    kind = re.search(rf"^type (\w+): [^\"\n]*\b{re.escape(value)}\b", file, re.M)
    column = kind and re.search(rf"^  (\w+)(?:, \w+)*: {kind[1]}\b", file, re.M)
    return column[1] if column else "PROPERTY"


def free_letter(letter: str, text: str) -> str:
    """A name for one of several that stands for nothing yet in a text: this letter, if it may."""
    taken = {*re.findall(r"\b(\w)(?:, \w)* in\b|\b(?:let|of|each) (\w)\b|\b(\w):", text)}
    used = {name for names in taken for name in names}
    return next((one for one in (letter, *"xyz", *ascii_lowercase) if one not in used), letter)


def how_moved(
    name: str, among: str, test: str, target: str, number: str = "1", file: str = ""
) -> str:
    """How one of several is moved, or so many of them: by chance or from the top, as a player
    chooses, or all. `test`: ` where …`, of what may be moved alone; `file`: in which it may stand
    what kinds of places there are."""
    zone, some = among.split()[0], f"first({number}, all {name} in {among}{test})"
    every = f"all of them: move all {name} in {among}{test} to {target}"
    if re.search(rf"^component {re.escape(zone)}\b", file, re.M):  # set-up
        return f"the first: move {some} to {target}; {every}"
    chosen = f"as a player chooses: action NAME({name} in {among}{test}), and below it: "
    chosen += f"move {name} to {target}"
    if test or re.search(rf"^zone {re.escape(zone)}\b[^:\n]*: (?:row|slot)\b", file, re.M):
        dealt = f"the first: move {some} from {among} to {target}"
    else:
        dealt = f"by chance, or from the top of a stack: deal {number} from {among} to {target}"
    return f"{dealt}; {chosen}; {every}"
