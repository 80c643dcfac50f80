"""Definitions, queries, conditions, and what a game is worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .written import EACH, OPEN, PLAIN, Lines, Written


def definition(w: Written) -> Iterator[Lines]:
    """`define low of card: …`, `define low(c) = …`."""
    found = re.fullmatch(r"define (\w+) of (\w+) *(?::|=|is) *(.+)", w.line)
    itself = found and len(found[2]) > 1 and f"of {found[2]}" in found[3]
    if found and (kind := w.kind(found[2]) or found[2] * bool(itself)):
        letter = "p" if kind == "seat" else kind[0]
        value = re.sub(rf"\bof (?:the )?{found[2]}\b", f"of {letter}", found[3])
        yield (f"define {found[1]} of {letter}: {kind} = {value}",)
    if found := re.fullmatch(r"(?:const|constant) (\w+) *(?:=|:=|is) *(.+)", w.line):
        if not w.around:
            yield (f"define {found[1]} = {found[2]}",)
    found = re.fullmatch(rf"(define .+?) *(?::|->|as) *{_KINDS} *= *(.+)", w.line)
    if found:
        yield (f"{found[1]} = {found[2]}",)
    found = re.fullmatch(
        r"define (\w+)(?: of (\w+)|\((\w+(?:, *\w+)*)\)) *(?:=|:=|is) *(.+)", w.line
    )
    if found:
        names = re.findall(r"\w+", found[2] or found[3])
        if any(map(w.kind, names)):
            return
        typed = ", ".join(f"{name}: {w.kind_of(name) or OPEN}" for name in names)
        yield (
            f"define {found[1]}"
            + (f" of {typed}" if found[2] else f"({typed})")
            + f" = {found[4]}",
        )


_KINDS = r"(?:yes or no|yes/no|bool|boolean|truth|true or false|number|integer|int)"


def of_left_out(w: Written) -> Iterator[Lines]:
    """`2 * held p`: what is kept or worked out for each of some is that of one."""
    if w.first in ("define", "mark", "zone", "action", "option", "type"):
        return
    names = re.findall(r"^ *(?:replace )?(?:define|mark|zone) (\w+) of ", w.file, re.M)
    if names:
        line = re.sub(
            rf"\b({'|'.join(dict.fromkeys(names))}) (?!{_JOINS})(\w+)", r"\1 of \2", w.line
        )
        if line != w.line:
            yield (line,)


_JOINS = r"(?:of|is|in|not|and|or|when|where|else|to|has|from|until|for|with|meets|by|into|after)\b"


def case(w: Written) -> Iterator[Lines]:
    """`otherwise 1`, `if C then 1`: the cases of definitions and outcomes."""
    if w.around not in ("define", "outcome"):
        return
    if found := re.fullmatch(r"(?:otherwise|else|default)[:,]? *(.+)", w.line):
        yield (f"{found[1]} else",)
    if found := re.fullmatch(r"(?:elif|elsif|elseif|else if|or|if) (.+? when .+)", w.line):
        yield (found[1],)
    if found := re.fullmatch(r"(?:if|when) (.+?)(?: then |[:,]| ->) *(.+)", w.line):
        yield (f"{found[2]} when {found[1]}",)
    found = re.fullmatch(r"(.+?),? (?:when|if) (.+)|(.+?),? (?:otherwise|else)", w.line)
    if found and w.around == "outcome":
        named = "_".join(re.findall(r"\w+", found[1] or found[3]))
        yield (f"{named} when {found[2]}" if found[2] else f"{named} else",)


def drawn(w: Written) -> Iterator[Lines]:
    """`play(card c in hand of me)`, `all cards where …`, `all players where …`."""
    line = w.line
    for kind in re.findall(r"\b(\w+) \w+ (?:in|from)\b", line):
        if w.kind(kind) or kind in ("number", "integer", "int", "any", "each", "a", "one"):
            line = re.sub(rf"\b{kind} (\w+) (?:in|from)\b", r"\1 in", line)
    if line != w.line:
        yield (line,)
    found = _WITHOUT_BRACKETS.fullmatch(w.line)
    if found and (w.around == "choose" or w.first in ("action", "step", "finish")):
        yield (f"{found[1]}({found[2].replace(' from ', ' in ')}){found[3] or ''}",)
    if found := re.fullmatch(r"((?:action |step |finish )?\w+)\((\w(?:, *\w)*)\)(.*)", w.line):
        names = re.findall(r"\w+", found[2])
        if all(map(w.kind_of, names)):
            yield (f"{found[1]}({', '.join(f'{x} in {w.kind_of(x)}' for x in names)}){found[3]}",)
    found = _ONE_OF.fullmatch(w.line)
    if found and (w.around == "choose" or w.first in ("action", "step")):
        yield (f"{found[1]}({found[2]} in {found[3]})",)
    line = re.sub(rf"\b{_OTHERS} (\w)(?: in (?:seats?|players?))?", r"each \1 in seat", w.line)
    if line != w.line and w.first == "each":
        yield (f"{line} where {line.split()[1]} is not me",)
    line = re.sub(r"\b(\w+) in (\w+) (\w+)(?=[,)]|$)", _such(w), w.line)
    if line != w.line:
        yield (line,)
    line = re.sub(r"\bsome (?:player|seat|one) is (\w+)", _somebody(w), w.line)
    if line != w.line:
        yield (line,)
    line = re.sub(
        r"\ball (\w+) (?:cards?|tiles?|pieces?|tokens?|dice)(?= )", _of_kind(w, "all"), w.line
    )
    if line != w.line:
        yield (line,)
    line = re.sub(r"\b(\w+) (?:in|from) (\S+) to (\S+?)(?=[,)])", _range, w.line)
    if line != w.line:
        yield (line,)
    line = re.sub(r"(?<=[=(] )(\w+)(?= where\b)", lambda x: _of_kind(w)(x, "all"), w.line)
    if line != w.line:
        yield (line,)
    line = re.sub(
        r"\b(all|every|some) (\w+)(?= (?:where|to|has|with)\b| *[)}]|$)", _of_kind(w), w.line
    )
    if line != w.line:
        yield (line,)


_WITHOUT_BRACKETS = re.compile(
    r"((?:action |step |finish )?\w+) (\w+ (?:in|from) .+?)((?: into| named| at most) .+)?"
)


_ONE_OF = re.compile(r"((?:action |step )?\w+) (?:an?|the|any|one) (?:\w+ )?(\w) (?:in|from) (.+)")
_OTHERS = r"each (?:other(?: (?:player|seat))?|opponent)"


def _such(w: Written) -> Callable[[re.Match[str]], str]:
    """`x in free cell`, where it is defined what is free."""

    def drawn_so(found: re.Match[str]) -> str:
        name, which, kind = found.groups()
        if re.search(rf"^define {which} of \w+: {kind}\b", w.file, re.M):
            return f"{name} in {kind} where {which} of {name}"
        return found[0]

    return drawn_so


def _somebody(w: Written) -> Callable[[re.Match[str]], str]:
    """`some player is rich`, where it is defined who is."""

    def so(found: re.Match[str]) -> str:
        for name in (f"is_{found[1]}", found[1]):
            if re.search(rf"^define {name} of \w+: seat\b", w.file, re.M):
                return f"some p in seat where {name} of p"
        return found[0]

    return so


def _of_kind(w: Written, usual: str = "") -> Callable[..., str]:
    def named(found: re.Match[str], before: str = usual) -> str:
        kind = w.kind(found[found.re.groups])
        letter = "p" if kind == "seat" else kind[:1]
        return f"{before or found[1]} {letter} in {kind}" if kind else found[0]

    return named


def _range(found: re.Match[str]) -> str:
    """`n from bid+1 to 12`."""
    name, *ends = found.groups()
    low, high = (end if PLAIN.fullmatch(end) else f"({end})" for end in ends)
    return f"{name} in {low}..{high}"


def winner(w: Written) -> Iterator[Lines]:
    """`winner most coins`, `winner is who has the fewest points`, `winner whoever is_free`,
    `winner where coins of p > 9`, `winner me when has_four of me`, `winner man of a1`,
    `loser p where p is hit`."""
    if found := re.fullmatch(
        r"winner (?:first|last|the|any|each|every|all) (\w) where (.+)", w.line
    ):
        yield (f"winner {found[1]} where {found[2]}",)
    if found := re.fullmatch(r"(winner|loser) (\w+) (?:where|when|if) (.+)", w.line):
        seat, test = found[2], found[3]
        if seat in ("me", "opponent", "seat"):
            seat, test = "p", re.sub(rf"\b{seat}\b", "p", test)
        if found[1] == "loser":
            plain = re.fullmatch(rf"{seat} is (not )?(\w+(?: of \w+)*)", test)
            is_not = "" if plain and plain[1] else "not "
            test = f"{seat} is {is_not}{plain[2]}" if plain else f"not ({test})"
        yield (f"winner {seat} where {test}",)
    if found := re.fullmatch(r"(winner|loser)(?: is|:| =)? (\w+)((?: of \w+)*)", w.line):
        if found[2] in w.marks_of_seats:
            is_not = "not " * (found[1] == "loser")
            yield (f"winner p where p is {is_not}{found[2]}{found[3]}",)
    if found := re.fullmatch(r"winner (?:is |by )?(?:whoever|anyone|who|the one) (\w+)", w.line):
        if re.search(rf"^define {found[1]} of \w+: seat\b", w.file, re.M):
            yield (f"winner p where {found[1]} of p",)
    if found := re.fullmatch(r"winner (?:by|with|to|=|:) (\w where .+)", w.line):
        yield (f"winner {found[1]}",)
    without = r"winner (?:(?:is|the) )*(?:(?:player|seat|one|who) )?(?:where|with|if|when) (.+)"
    if found := re.fullmatch(without, w.line):
        asked = re.search(r"\bof (\w)\b", found[1])
        yield (f"winner {asked[1] if asked else 'p'} where {found[1]}",)
    if (found := re.fullmatch(r"winner(?: is|:| =)? (\w+)", w.line)) and found[1] in w.seats:
        yield (f"winner p where p is {found[1]}",)
    if w.first in ("winner", "winners", "win", "wins") and not _TIES.search(w.line):
        words = {*re.findall(r"\w+", w.line)}
        if words & {"least", "fewest", "lowest", "smallest", "minimum"}:
            yield ("winner least score",)
        elif words & {"most", "highest", "best", "largest", "greatest", "maximum", "biggest"}:
            yield ("winner most score",)


_TIES = re.compile(r"\b(?:then|ties?|tied|tie-?break\w*|if)\b|,")
"""What asks for more than the most of one number."""


def score(w: Written) -> Iterator[Lines]:
    """`score gold: gold of me`, `score gold of each player: …`."""
    found = re.fullmatch(rf"score (\w+)(?: (?:of (?:me|seat)|{EACH}))? *[:=] *(.+)", w.line)
    if found and len(found[1]) > 1:
        value = re.sub(r"\bof me\b", "of p", found[2])
        if PLAIN.fullmatch(value) and re.search(rf"^mark {value} of seat\b", w.file, re.M):
            value = f"{value} of p"
        yield (f"score {found[1]} of p: {value}",)


def score_of_a_mark(w: Written) -> Iterator[Lines]:
    """`score coins of me`, `score coins`, `score = coins`: what is kept is what is counted."""
    found = re.fullmatch(rf"score(?: *[:=])? (\w+)(?: (?:of (?:me|seat|\w)|{EACH}))?", w.line)
    if found and re.search(rf"^mark {found[1]} of seat\b", w.file, re.M):
        yield (f"score {found[1]} of p: {found[1]} of p",)


def unnamed_score(w: Written) -> Iterator[Lines]:
    """`score: coins of p`."""
    if found := re.fullmatch(r"score *[:=] *((\w+) of )(?:\w+)", w.line):
        yield (f"score {found[2]} of p: {found[1]}p",)


def promise(w: Written) -> Iterator[Lines]:
    """`always ends within 200 moves`."""
    if found := re.fullmatch(
        r"always (?:the game )?(?:ends?|is over) (?:with)?in (\d+) (?:moves|decisions|steps)",
        w.line,
    ):
        yield (f"always end after {found[1]} moves",)


def compared(w: Written) -> Iterator[Lines]:
    """`if die shows 1`, `expect purse to be 8`, `highest rank in prizes`."""
    line = re.sub(r" (?:shows|reaches|becomes|to be) (?=[\w(])", " is ", w.line)
    if line != w.line:
        yield (line,)
    line = re.sub(
        r"\b(?:the )?(?:highest|greatest|biggest|largest) (\w+) (?:in|of|among) ",
        r"largest \1 of ", w.line,
    )  # fmt: skip
    if line != w.line:
        yield (line,)
    line = re.sub(
        r"\b(?:the )?(?:lowest|least|smallest) (\w+) (?:in|of|among) ", r"smallest \1 of ", w.line
    )
    if line != w.line:
        yield (line,)


def one_of_two(w: Written) -> Iterator[Lines]:
    """`define far = if C then 1 else 2`, `2 when C, 1 otherwise`, `2 if C, else 1`."""
    line = re.sub(r"\b(?:if|when) ([^\"]+?)(?: then|:) ([^\"]+?),? (?:else|otherwise):? ",
                  r"\2 when \1 else ", w.line)  # fmt: skip
    if line != w.line:
        yield (line,)
    line = re.sub(
        r" (?:when|if) ([^,;\"]+?)[,;]? (?:or )?(?:else|otherwise)[,:]? (?=[^\"\s])",
        r" when \1 else ", w.line,
    )  # fmt: skip
    if line != w.line:
        yield (line,)
    line = re.sub(
        r" (?:when|if) ([^,;\"]+?)[,;] (?:and |or )?([^,;\"]+?),? (?:otherwise|else|if not)$",
        r" when \1 else \2", w.line,
    )  # fmt: skip
    if line != w.line:
        yield (line,)


def heads(w: Written) -> Iterator[Lines]:
    """`define gap of p: seat, q: seat = …`, `define price(card c) = …`, `to pay(p in seat)`."""
    for found in filter(None, (form.fullmatch(w.line) for form in _HEADS)):
        before, brackets, named, value = found.group("before", "brackets", "named", "value")
        typed = [_typed(w, one) for one in re.split(r" *, *(?:and )?| and ", brackets or named)]
        if all(typed):
            alone = len(typed) == 1 and before.startswith("define")
            head = f" of {typed[0]}" if alone else f"({', '.join(typed)})"
            yield (f"{before}{head}" + (f" = {value}" if value else ""),)


_HEADS = tuple(
    re.compile(
        r"(?P<before>(?:define|to) \w+)(?: of)? ?"
        r"(?:\((?P<brackets>[^()=]+)\)|(?<= of )(?P<named>[^()=]+?))" + value
    )
    for value in (r"(?: *(?:=|:=| is ) *(?P<value>\S.*))?", r" *: *(?P<value>\S.*)")
)
"""The head of a definition or procedure, with what it is asked of."""


def _typed(w: Written, one: str) -> str:
    """A parameter with its type: `c: card` of `card c`, `a card c`, `c in card`; else nothing."""
    if re.fullmatch(r"\w+: *\w+(?: or none)?", one):
        return one
    found = re.fullmatch(r"(\w+) (?:in|is|as|from)(?: an?| the)? (\w+)", one)
    if found and (kind := w.kind(found[2])):
        return f"{found[1]}: {kind}"
    found = re.fullmatch(r"(?:(?:an?|the) )?(\w+)(?: (\w+))?", one)
    if found and (kind := w.kind(found[1])):
        return f"{found[2] or ('p' if kind == 'seat' else kind[0])}: {kind}"
    return ""
