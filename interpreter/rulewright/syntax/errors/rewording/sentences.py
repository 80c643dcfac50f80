"""What rulebooks say of somebody, or of everybody: `everybody has passed`, `p has any coins`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .written import COMPARED, Lines, Written, how_many

_EVERYBODY = r"(?:everybody|everyone|all players|every player|each player|all)"
_SOMEBODY = r"(?:somebody|someone|anybody|anyone|any player|some player|a player)"
_NOBODY = r"(?:nobody|no one|no player|none)"
_IS = r"(?:is|are|was|were|has been|have been|has|have)(?: already| now)?"


def of_people(w: Written) -> Iterator[Lines]:
    """`everybody has been robbed`, `nobody is rich`, `p not robbed`, `p has any coins`."""
    line = w.line
    line = re.sub(rf"\b{_EVERYBODY} {_IS} (\w+)", _told(w, "every p in seat has {}"), line)
    line = re.sub(rf"\b{_SOMEBODY} {_IS} (\w+)", _told(w, "some p in seat where {}"), line)
    line = re.sub(rf"\b{_NOBODY} {_IS} (\w+)", _told(w, "not (some p in seat where {})"), line)
    line = re.sub(r"\b(me|opponent|[a-z]) (?:is |has )?not (?:been )?(\w+)", _is(w, "not "), line)
    line = re.sub(r"\b(me|opponent|[a-z]) (?:is|has been|has) (\w+)$", _is(w, ""), line)
    line = re.sub(r"\b(\w+) has any (\w+)", r"\2 of \1 > 0", line)
    line = re.sub(r"\b(\w+) has no (\w+)(?: left)?", r"\2 of \1 is 0", line)
    line = re.sub(
        r"\b(?:both|all|every|each) ?(?:players?|seats?|body|one)? "
        r"(?:pass|passes|passed|have passed|has passed)\b"
        r"(?: in (?:a row|succession)| one after (?:an|the )other)?",
        "passes is size of seat", line,
    )  # fmt: skip
    line = re.sub(r"\b(\w+(?: of \w+)?) exists?\b", r"\1 is not none", line)
    if line != w.line:
        yield (line,)


def _truth(w: Written, name: str) -> str:
    """What a word says of a seat or anything else, if the file has a mark or definition for it."""
    for one in (name, f"is_{name}", f"has_{name}"):
        if re.search(rf"^(?:mark {one} of \w+: yes or no|define {one}(?: of|\())", w.file, re.M):
            return one
    return ""


def _told(w: Written, form: str) -> Callable[[re.Match[str]], str]:
    def said(found: re.Match[str]) -> str:
        name = _truth(w, found[1])
        return form.format(f"{name} of p") if name else found[0]

    return said


def _is(w: Written, not_: str) -> Callable[[re.Match[str]], str]:
    def said(found: re.Match[str]) -> str:
        name = _truth(w, found[2])
        return f"{not_}{name} of {found[1]}" if name else found[0]

    return said


def has_so_many(w: Written) -> Iterator[Lines]:
    """`Ann has 3 gold`, `me has at least 2 cards`, `shuffle discard pile`."""
    kept = dict[str, str]()
    for role, name, kind in re.findall(
        r"^(mark|zone) (\w+) of seat: (?:(?:set|stack|row \w+) of (\w+))?", w.file, re.M
    ):
        asked = f"{'size of ' * (role == 'zone')}{name}"
        for called in (
            name,
            f"{name}s",
            name.removesuffix("s"),
            *((kind, f"{kind}s") * bool(kind)),
        ):
            kept.setdefault(called, asked)

    def so(found: re.Match[str]) -> str:
        who, how, number, what = found.groups()
        asked = kept.get(what)
        return f"{asked} of {who} {COMPARED[how] if how else 'is'} {number}" if asked else found[0]

    line = re.sub(
        r"\b(\w+) (?:has|have) (?:(at least|at most|more than|fewer than|exactly) )?(\d+) (\w+)",
        so, w.line,
    )  # fmt: skip
    zones = re.findall(r"^zone (\w+)", w.file, re.M) if w.around else []
    for name in zones:
        line = re.sub(
            rf"\b(?:the )?{name} (?:pile|deck|stack|zone|row|area|heap|bag|hand)\b", name, line
        )
    if line != w.line:
        yield (line,)


def in_words(w: Written) -> Iterator[Lines]:
    """`hand of me contains a red card`: of what a type lists, and a table has as a property."""
    found = re.fullmatch(
        r"(.*?)\b(\w+(?: of \w+)?) (contains?|includes?|has|holds) (an?|any|no) (\w+) (\w+)\b(.*)",
        w.line,
    )
    kind = w.kind(found[6]) if found else ""
    if not found or not kind:
        return
    for name, values in re.findall(r"^type (\w+): ([\w, ]+)", w.file, re.M):
        if found[5] in re.findall(r"\w+", values):
            for has in re.findall(rf"^  (\w+(?:, *\w+)*): (?:{name})\b(?! of)", w.file, re.M):
                x = kind[0]
                asked = f"some {x} in {found[2]} where {has} of {x} is {found[5]}"
                yield (found[1] + (f"not ({asked})" if found[4] == "no" else asked) + found[7],)


def of_things(w: Written) -> Iterator[Lines]:
    """`all cards of suit s from hand of me`, `at least 3 cards of s in hand of me`, `places where
    man is p`, `x in row 1`."""
    line = re.sub(
        r"\ball (\w+) (?:of|with) (\w+) (\w+) (?:from|in) (\w+(?: of \w+)?)",
        lambda x: f"all x in {x[4]} where {x[2]} of x is {x[3]}", w.line,
    )  # fmt: skip
    line = re.sub(
        r"\b(?:(at least|at most|more than|fewer than|exactly) )?(\d+) (\w+) (?:of|with|in) "
        r"(?:(\w+) )?(\w+) in (\w+(?: of \w+)?)",
        lambda x: _counted(w, x), line,
    )  # fmt: skip
    line = re.sub(r"(?<=[=(] )(?:the )?(\w+) where (?:the )?(\w+) is", lambda x: _where(w, x), line)
    boards = re.findall(r"^cells (\w+) of ", w.file, re.M)
    if len(boards) == 1:
        line = re.sub(
            r"\b(\w+) in (row|column) (\w+)", rf"\1 in {boards[0]} where \2 of \1 is \3", line
        )
    line = re.sub(r"\b(?:next to|beside|adjacent to) (\w)\b", r"in touching of \1", line)
    if line != w.line:
        yield (line,)
    if found := re.fullmatch(r"set (\w+) of (?:all|every|each) (\w+) in (.+) to (\S.*)", line):
        yield (f"each {found[2]} in {found[3]}", f"set {found[1]} of {found[2]} to {found[4]}")


def _counted(w: Written, found: re.Match[str]) -> str:
    how, number, _, named, value, of = found.groups()
    kind = re.search(rf"\b{value}(?: in |: )(\w+)", w.file)
    asked = named or (kind[1] if kind else "")
    if not asked:
        return found[0]
    sign = COMPARED[how] if how else ">="
    return f"(how many x in {of} where {asked} of x is {value}) {sign} {number}"


def _where(w: Written, found: re.Match[str]) -> str:
    kept = re.search(rf"^mark {found[2]} of (\w+)", w.file, re.M)
    if kept is None or found[1] not in (kept[1], f"{kept[1]}s"):
        return found[0]
    return f"all x in {kept[1]} where {found[2]} of x is"


def done(w: Written) -> Iterator[Lines]:
    """`p is now robbed`, `n = 3`, `roll a six-sided die`, `next season`, `draw a card`."""
    if not w.around or w.around in ("game", "variant", "scenario", "given", "define"):
        return
    if found := re.fullmatch(r"(?:set |let |make )?(\w+) (?:=|:=|be|is) (.+)", w.line):
        if not re.search(rf"^(?:\w+) {found[1]}\b", w.file, re.M):
            yield (f"let {found[1]} = {found[2]}",)
    found = re.fullmatch(
        r"(?:mark )?(\w+) (?:is now|becomes|is|gets|as|was) (not |no longer )?"
        r"(?:marked )?(?:as )?(\w+)",
        w.line,
    )
    if found and (name := _truth(w, found[3])):
        yield (f"set {name} of {found[1]} to {'no' if found[2] else 'yes'}",)
    dice = re.findall(r"^mark (\w+): (\d+\.\.\d+)", w.file, re.M)
    rolled = re.match(r"(?:roll|throw|cast)s?\b", w.line) or re.search(
        r"\brand(?:om|int|range)", w.line
    )
    for name, kept in dice:
        if rolled and (name in w.line or len(dice) == 1 or "die" in name or "dice" in name):
            low, high = kept.split("..")
            said = re.search(r"(\d+)\s*(?:,|-|–|to|\.\.)\s*(\d+)", w.line)
            range_ = f"{said[1]}..{said[2]}" if said else f"{max(1, int(low))}..{high}"
            yield (f"pick {name} from {range_}",)
    if found := re.fullmatch(
        r"(?:next|advance|go to the next|move to the next) (?:the )?(\w+)", w.line
    ):
        for name, kind in re.findall(r"^mark (\w+): (\w+)", w.file, re.M):
            if found[1] in (name, kind):
                yield (f"set {name} to {name} + 1",)
    yield from _cards(w)


def _cards(w: Written) -> Iterator[Lines]:
    hands = w.hands
    heaps = re.findall(r"^zone (\w+): stack of \w+", w.file, re.M)
    if hands and (found := re.fullmatch(
        r"(?:you )?(?:draw|take|get|pick up)s? (an?|one|\d+|\w+) (?:more |new )?(?:cards?|tiles?)"
        r"(?: from (?:the )?(?:top of (?:the )?)?(\w+))?(?: (?:in)?to .+)?", w.line,
    )):  # fmt: skip
        number = how_many(_NUMBERS.get(found[1], found[1]))
        for heap in [found[2]] if found[2] else heaps:
            yield (f"deal {number} from {heap} to {hands[0]} of me",)
    if found := re.fullmatch(
        r"(?:take|put|place|lay|play|move|add|discard|return) (\w+) "
        r"(in|into|to|onto|on|on top of|under) (?:the |your |my |his |her )?(\w+)(?: of (\w+))?",
        w.line,
    ):  # fmt: skip
        moved, how, zone, keeper = found.groups()
        if how == "under" and not re.search(rf"^zone {zone}\b.*: (?!stack)", w.file, re.M):
            return  # what is moved to a stack lies on top
        own = re.search(rf"^zone {zone} of seat", w.file, re.M)
        whose = f" of {keeper or 'me'}" if own or keeper else ""
        yield (f"move {moved} to {zone}{whose}",)
    if hands and (found := re.fullmatch(
        r"(?:give|hand|pass) (\w+) to (?:the |your )?(opponent|next player|\w)", w.line
    )):  # fmt: skip
        yield (f"move {found[1]} to {hands[0]} of {found[2].replace('next player', 'next of me')}",)
    if found := re.fullmatch(
        r"shuffle (\w+(?: of \w+)?) (?:back )?(?:in)?to (?:the )?(\w+)", w.line
    ):
        yield (f"move {found[1]} to {found[2]}", f"shuffle {found[2]}")
    if found := re.fullmatch(
        r"(refill|fill|fill up|restock) (\w+) (?:up )?to (?:\d+|\w+) (from \w+)", w.line
    ):
        yield (f"refill {found[2]} {found[3]}",)


_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}


def parameters(w: Written) -> Iterator[Lines]:
    """`step(x in men to y in near of x)`."""
    line = re.sub(
        r"(\(\w+ in [^()]+?),? (?:to|and|then|with|for|from) (\w+ in )", r"\1, \2", w.line
    )
    if line != w.line and (w.around == "choose" or w.first in ("action", "step", "finish", "to")):
        yield (line,)
