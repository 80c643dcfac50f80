"""What is asked in everyday words: `no c in hand of me where …`, `exactly one d in …`, `can buy`,
`if C then D`, `next to`, `more coins than all others`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .written import COMPARED, PLAYERS, Lines, Written

_NUMBERS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "a single": "1",
}  # fmt: skip
_HOW = "|".join(COMPARED)
_PLACE = r"\w+(?: of \w+)*(?:\([^()]*\))?"
_END = r"(?=,? (?:else|and|or|when) |\)|$)"
_TO_THE_END = r"(?= else |\)|$)"
_WITH = r"(?:where|with|that has|that have|for which|such that|has|have)"


def everyday(w: Written) -> Iterator[Lines]:
    """The line with one of these forms in place of what was asked."""
    for form in (
        _none_there, _some_there, _so_many, _who_has_most, _of_all_others, _one_of_a_kind,
        _near, _possible, _either_bound, _listed, _only_then, _on_top, _whose, _at_least_so_many,
        _of_somebody, _added_up, _next_among, _of_two_keys,
    ):  # fmt: skip
        line = form(w)
        if line != w.line:
            yield (line,)


def _none_there(w: Written) -> str:
    """`there is no c in hand of me where C`, `no card in hand of me`."""
    begin = r"\b(?:there (?:is|are) )?(?:no|none|not any|not a|not one)"
    line = re.sub(
        rf"{begin} (\w+) in ({_PLACE}) {_WITH} (.+?){_TO_THE_END}",
        lambda x: "not (some {} in {} where {})".format(*_drawn(w, x[1], x[2], x[3])), w.line,
    )  # fmt: skip
    if line != w.line:
        return line
    return re.sub(rf"{begin} \w+ in ({_PLACE}){_END}", r"\1 is empty", w.line)


def _some_there(w: Written) -> str:
    """`there is a c in hand of me where C`."""
    return re.sub(
        r"\b(?:if )?there (?:is|are|exists?) (?:an? |one |some |any |at least one )?"
        rf"(\w+) in ({_PLACE})(?: {_WITH} (.+?){_TO_THE_END})?",
        lambda x: "some {} in {}{}".format(*_asked(w, x)), w.line,
    )  # fmt: skip


def _so_many(w: Written) -> str:
    """`exactly one d in touching of c where C`, `two d in …`, `the number of cards in pile`."""
    line = re.sub(
        rf"\b(?:there (?:is|are) )?(?:({_HOW}) )?({'|'.join(_NUMBERS)}|\d+) (?:of )?(\w+) in "
        rf"({_PLACE}){_WHERE}",
        lambda x: _counted(w, x), w.line,
    )  # fmt: skip
    line = re.sub(
        r"\b(?:the )?(?:number|count|amount) of (?:all )?(\w+) (?:in|on) "
        rf"({_PLACE})(?: {_WITH} (.+?){_TO_THE_END})?",
        lambda x: _how_many(w, x), line,
    )  # fmt: skip
    return re.sub(rf"\bhow many(?: \w+ are| are)? (?:in|on) ({_PLACE}){_END}", r"size of \1", line)


_WHERE = rf"(?: {_WITH} (.+?))?{_TO_THE_END}"


def _counted(w: Written, found: re.Match[str]) -> str:
    how, number, name, among, test = found.groups()
    count = _NUMBERS.get(number, number)
    sign = COMPARED[how] if how else ">="
    if test is None:
        return f"size of {among} {sign} {count}"
    return "(how many {} in {} where {}) {} {}".format(*_drawn(w, name, among, test), sign, count)


def _how_many(w: Written, found: re.Match[str]) -> str:
    if found[3] is None:
        return f"size of {found[2]}"
    return "how many {} in {} where {}".format(*_drawn(w, found[1], found[2], found[3]))


def _asked(w: Written, found: re.Match[str]) -> tuple[str, str, str]:
    if found[3] is None:
        return found[1], found[2], ""
    name, among, test = _drawn(w, found[1], found[2], found[3])
    return name, among, f" where {test}"


def _drawn(w: Written, name: str, among: str, test: str) -> tuple[str, str, str]:
    """What a query draws, by a name of one letter if it was called by its kind."""
    kind = w.kind(name)
    if not kind:
        return name, among, test
    letter = "q" if kind == "seat" else kind[0]
    return letter, among, re.sub(rf"\b(?:the )?{name}\b", letter, test)


def _of_all_others(w: Written) -> str:
    """`coins of me > coins of all others`."""
    return re.sub(
        r"\b(\w+ of (\w+)) (>=|<=|>|<|is not|is) (\w+) of "
        rf"(?:all|every|each|any)(?: the)? other(?:s| (?:{'|'.join(PLAYERS)}))?\b",
        r"every q in seat where q is not \2 has \1 \3 \4 of q", w.line,
    )  # fmt: skip


def _who_has_most(w: Written) -> str:
    """`coins of me is the most`, `me has the most coins`."""
    most, least = r"(?:most|highest|largest|greatest|biggest)", r"(?:least|lowest|smallest|fewest)"
    line = w.line
    for words, form in ((most, "largest"), (least, "smallest")):
        line = re.sub(
            rf"\b((\w+) of \w+) is the {words}(?: of all)?{_END}",
            rf"\1 is {form} \2 of seat", line,
        )  # fmt: skip
        line = re.sub(
            rf"\b(\w+) has (?:the )?{words} (\w+)(?: of all)?{_END}",
            _kept(w, rf"{{0}} of {{1}} is {form} {{0}} of seat"), line,
        )  # fmt: skip
    return line


def _kept(w: Written, form: str) -> Callable[[re.Match[str]], str]:
    def said(found: re.Match[str]) -> str:
        there = re.search(rf"^mark {found[2]} of seat\b", w.file, re.M)
        return form.format(found[2], found[1]) if there else found[0]

    return said


def _one_of_a_kind(w: Written) -> str:
    """`hand of me has no card with suit of c`, `no card in hand of me has suit Clubs`."""

    def said(none: str, kind: str, among: str, of: str, value: str, whole: str) -> str:
        if not w.kind(kind):
            return whole
        asked = f"some x in {among} where {of} of x is {value}"
        return f"not ({asked})" if none in ("no", "none") else asked

    value = rf"{_WITH.replace('has|have', 'of|whose')} (?:the )?(?:same )?(\w+)"
    line = re.sub(
        rf"\b({_PLACE}) (?:has|have|contains?|holds?|includes?) (no|an?|any|some) (\w+) "
        rf"{value}(?: is| as)?( of)? (\w+){_END}",
        lambda x: said(
            x[2], x[3], x[1], x[4], f"{x[4]} of {x[6]}" if x[5] else x[6], x[0]
        ), w.line,
    )  # fmt: skip
    return re.sub(
        rf"\b(no|none|an?|any|some) (\w+) in ({_PLACE}) (?:has|have|is|are) (?:the )?(\w+)"
        rf"(?: is)?( of)? (\w+){_END}",
        lambda x: said(
            x[1], x[2], x[3], x[4], f"{x[4]} of {x[6]}" if x[5] else x[6], x[0]
        ), line,
    )  # fmt: skip


def _near(w: Written) -> str:
    """`c is adjacent to a1`, `c next to b2`, `c touches d`, `c is on the rim`."""
    if "\ncells " not in w.file:
        return w.line
    line = re.sub(
        r"\b(\w+) (?:is |are )?(not )?"
        r"(?:adjacent to|next to|beside|touching|touches|a neighbou?r of|neighbou?rs?(?: of)?) "
        rf"({_PLACE}){_END}",
        lambda x: f"{x[1]} {'not ' * bool(x[2])}in touching of {x[3]}", w.line,
    )  # fmt: skip
    return re.sub(
        r"\b(\w+) (?:is |lies )?(?:on|at|along) the (?:rim|edge|border|side)\b",
        r"size of beside of \1 < 4", line,
    )  # fmt: skip


def _possible(w: Written) -> str:
    """`can buy`, `me cannot buy`, `buy is possible`."""

    def asked(found: re.Match[str]) -> str:
        not_, name = found.groups()
        return f"{'not ' * bool(not_)}possible({name})" if w.offers(name) else found[0]

    line = re.sub(
        r"\b(?:(?:me|you|they|the player|a player) )?(?:can|may)( ?not)? (?:still )?(\w+)", asked,
        w.line,
    )  # fmt: skip
    return re.sub(
        r"\b(\w+) is (not )?(?:possible|available|on offer)\b",
        lambda x: (
            f"{'not ' * bool(x[2])}possible({x[1]})" if w.offers(x[1]) else x[0]
        ), line,
    )  # fmt: skip


def _either_bound(w: Written) -> str:
    """`rank of c >= 5 and <= 9`."""
    sign = r"(?:<=|>=|<|>|is not|is|not in|in)"
    return re.sub(
        rf"\b((?:\w+ of )*\w+) ({sign}) (\S+) (and|or) (?=(?:<=|>=|<|>|is|in|not in) )",
        r"\1 \2 \3 \4 \1 ", w.line,
    )  # fmt: skip


def _listed(w: Written) -> str:
    """`suit of c in Clubs, Spades`, `rank of c is one of 5, 6 or 7`, `is either 5 or 6`."""
    return re.sub(
        r"\b(?:is )?(not )?(in|one of|any of|either|neither)(?: of)? "
        r"([\w']+(?:(?:, *| or |, or | nor )[\w']+)+)(?= else |\)|$)",
        lambda x: (
            f"{'not ' * bool(x[1] or x[2] == 'neither')}in "
            f"{{{', '.join(re.split(r', *or |, *| or | nor ', x[3]))}}}"
        ),
        w.line,
    )


def _only_then(w: Written) -> str:
    """`needs if C then D`, `C implies D`."""
    line = re.sub(
        r"^((?:add )?(?:needs(?: \w+:)?|always) )if (.+?),? then (.+?)(?= else |$)",
        r"\1not (\2) or \3", w.line,
    )  # fmt: skip
    return re.sub(
        r"^((?:add )?(?:(?:needs(?: \w+:)?|always) |define [^=]*= ))(.+?) (?:implies|=>) "
        r"(.+?)(?= else |$)",
        lambda x: f"{x[1]}not {x[2] if x[2].startswith('(') else f'({x[2]})'} or {x[3]}", line,
    )  # fmt: skip


def _on_top(w: Written) -> str:
    """`the top card of trick`, `last card of trick`, `trick[0]`."""
    if w.first in ("move", "deal", "draw", "take", "put", "place", "give", "discard"):
        return w.line  # by which a top card may be dealt
    if w.first in ("zone", "mark"):
        return w.line  # which may be called so
    line = re.sub(
        r"\b(?:the )?(?:top|topmost|uppermost|last|latest)(?:[- ]?most)? (\w+) "
        rf"(?:of|in|on) ({_PLACE})",
        lambda x: f"top of {x[2]}" if w.kind(x[1]) else x[0], w.line,
    )  # fmt: skip
    return re.sub(
        r"\b(\w+(?: of \w+)*)\[(?:0|-1)\]",
        lambda x: f"top of {x[1]}" if _is_stack(w, x[1]) else x[0], line,
    )  # fmt: skip


def _is_stack(w: Written, zone: str) -> bool:
    return bool(re.search(rf"^zone {zone.split()[0]}\b[^:]*: stack\b", w.file, re.M))


def _whose(w: Written) -> str:
    """`top of trick's suit`."""
    return re.sub(r"\b(\w+(?: of \w+)+)'s (\w+)", r"\2 of \1", w.line)


def _at_least_so_many(w: Written) -> str:
    """`needs 1 coin`, `needs some coins of me`, `needs you have 2 coins`."""
    found = re.fullmatch(
        r"((?:add )?needs (?:\w+: )?)(?:(?:you|me|the player) (?:has|have) )?"
        r"(?:at least )?(\d+|an?|one|some|any|enough)? ?(\w+)(?: of me)?( else .+)?", w.line,
    )  # fmt: skip
    if found is None:
        return w.line
    for name in (found[3], f"{found[3]}s"):
        if re.search(rf"^mark {name} of seat: \d+\.\.", w.file, re.M):
            number = found[2] if (found[2] or "").isdecimal() else "1"
            return f"{found[1]}{name} of me >= {number}{found[4] or ''}"
    return w.line


def _of_somebody(w: Written) -> str:
    """`any hand is empty`, `all hands are empty`, `someone has 10 coins`."""

    def empty(found: re.Match[str]) -> str:
        who, called, not_, what = found.groups()
        form = (
            "every p in seat has"
            if who in ("all", "every", "each", "both")
            else "some p in seat where"
        )
        for name in (called, called.removesuffix("s")):
            if re.search(rf"^zone {name} of seat\b", w.file, re.M):
                return f"{form} {name} of p is {'not ' * bool(not_)}{what}"
        return found[0]

    def has(found: re.Match[str]) -> str:
        how, number, called = found.groups()
        mark, sign = w.mark_of_seats(called), COMPARED[how] if how else ">="
        return f"some p in seat where {mark} of p {sign} {number}" if mark else found[0]

    line = re.sub(
        r"\b(all|every|each|both|any|an?|some|one|somebody's|someone's)(?: of)?(?: the)? (\w+) "
        r"(?:is|are) (not )?(empty|full)\b", empty, w.line,
    )  # fmt: skip
    return re.sub(
        r"\b(?:somebody|someone|anybody|anyone|(?:any|some|a|one) (?:player|seat)) "
        rf"(?:has|have|gets?|reaches) (?:({_HOW}) )?(\d+)(?: or more)? (\w+)", has, line,
    )  # fmt: skip


_FOLDS = {
    "total": "total", "sum": "total", "largest": "largest", "highest": "largest", "max": "largest",
    "smallest": "smallest", "lowest": "smallest", "min": "smallest", "product": "product",
}  # fmt: skip


def _added_up(w: Written) -> str:
    """`total of rank of c in won of p where …`, `largest rank of won of p where suit is …`."""
    folds = "|".join(_FOLDS)
    line = re.sub(
        rf"\b({folds})(?: of)?(?: the)? (\w+) of (\w) in ({_PLACE})",
        lambda x: f"{_FOLDS[x[1]]} ({x[2]} of {x[3]}) for {x[3]} in {x[4]}", w.line,
    )  # fmt: skip

    def asked(found: re.Match[str]) -> str:
        fold, of, among, test = found.groups()
        kind = w.held_in(among)
        if not kind or (drawn := f" of {kind[0]}") in test:
            return found[0]
        test = re.sub(r"\b(\w+)(?= (?:is|in|not in|<=|>=|<|>) )", rf"\1{drawn}", test)
        return f"{_FOLDS[fold]} ({of}{drawn}) for {kind[0]} in {among} where {test}"

    return re.sub(rf"\b({folds}) (\w+) of ({_PLACE}) where (.+?){_TO_THE_END}", asked, line)


def _next_among(w: Written) -> str:
    """`set active to next alive player`: the next one of some."""
    behind = re.match(r"set (\w+) to ", w.line)

    def said(found: re.Match[str]) -> str:
        among = found[1]
        kept = rf"^(?:define {among} =|mark {among}: set of seat)"
        if not re.search(kept, w.file, re.M):
            return found[0]
        return f"next({behind[1] if behind else 'me'}, {among})"

    return re.sub(r"\b(?:the )?next (\w+)(?: (?:player|seat|one))?(?=$| )", said, w.line)


def _of_two_keys(w: Written) -> str:
    """`earned of p, cards`: what is kept for two things has them in brackets."""

    def said(found: re.Match[str]) -> str:
        kept = rf"^(?:mark|zone|define) {found[1]}\("
        return f"{found[1]}({found[2]}, {found[3]})" if re.search(kept, w.file, re.M) else found[0]

    return re.sub(r"\b(\w+) of (\w+)(?:,| and| of) (\w+)", said, w.line)
