"""What a line that cannot be read would say here, where its form as a whole is another one.

A sign that stands for a word is a matter of one place; here are lines that are laid out otherwise:
`mark gold of each player: 10`, `score gold: gold of me`, `end game if pile is empty`. Each function
takes such a line and gives it as it may be typed, one line or two, of which the second stands below
the first, or beside it if both begin with the same word. Nothing here has to be certain: who asks
reads the lines, and tells only what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A line as it was written, blanks around it left out, without its words and rule numbers.

    `first`: its first word. `around`: that of the line that it stands in. `file`: the whole text.
    """

    line: str
    first: str
    around: str
    file: str

    @property
    def kinds(self) -> tuple[str, ...]:
        """What the file calls components and types, so far as it can be seen."""
        found = re.findall(r"^(?:component|type|cells|edges) (\w+)", self.file, re.M)
        found += re.findall(r"\b(?:set|stack|slot|row \d+) of (\w+)", self.file)
        return tuple(dict.fromkeys(found))

    @property
    def seats(self) -> tuple[str, ...]:
        named = re.search(r"^  players .*? named (\w+(?:, *\w+)*)", self.file, re.M)
        return tuple(re.findall(r"\w+", named[1])) if named else ()

    def offers(self, name: str) -> bool:
        """Is this the name of an action or an offer of the file?"""
        offer = rf"^action {name}\b|^    +(?:else |or )?{name}(?: *$|\(|  +\")"
        return bool(re.search(offer, self.file, re.M))

    def kind(self, written: str) -> str:
        """The kind that a word, perhaps its plural, is the name of; empty if none."""
        found = (k for k in self.kinds if written in (k, f"{k}s"))
        return next(found, "seat" if written in _PLAYERS else "")

    def kind_of(self, name: str) -> str:
        """What an element of this name is likely to be; empty if nothing tells."""
        if name in ("p", "q"):
            return "seat"
        return next((kind for kind in self.kinds if kind[0] == name[0]), (*self.kinds, "")[0])


OPEN = "KIND"  # stands in a line for what nobody but its author knows
_PLAYERS = ("player", "players", "seat", "seats", "person", "people")
_EACH = r"(?:of|for|per|by)(?: (?:each|every|all|the|a))? (?:players?|seats?|person|people)\b"
_PLAIN = re.compile(r"\w+")


def reworded(written: Written) -> Iterator[Lines]:
    """What a line might be, in the forms of the language."""
    line, before = written.line, ""
    if written.first == "replace":
        before, line = "replace ", line.partition(" ")[2]
        written = Written(line, line.split(maxsplit=1)[0] if line else "", "", written.file)
    made = list(_forms(written))
    for lines in made:
        yield (before + lines[0], *lines[1:])
    for first, *others in made:  # one change more, of a line that has two
        if not others:
            for lines in _forms(replace(written, line=first)):
                yield (before + lines[0], *lines[1:])


def _forms(written: Written) -> Iterator[Lines]:
    for form in _FORMS:
        yield from (lines for lines in form(written) if lines[0] != written.line)


def players(w: Written) -> Iterator[Lines]:
    """`players Ann, Bob`, `players 2: Ann and Bob`."""
    found = re.fullmatch(
        r"players (\d+(?:\.\.\d+)?),? named (\w+(?:(?:, *| and |, and )\w+)+)", w.line
    )
    if found:
        yield (f"players {found[1]} named {', '.join(re.split(r',? and |, *', found[2]))}",)
    found = re.fullmatch(r"players:? *(\d+)?\W*(?:called |named |are )?(\D+)", w.line)
    names = re.findall(r"\b(?!and\b)\w+", found[2]) if found else []
    if found and names and w.first == "players" and (found[1] or len(names) > 1):
        yield (f"players {found[1] or len(names)} named {', '.join(names)}",)


def numbers(w: Written) -> Iterator[Lines]:
    """`players 2, 3 or 4`, `price: number from 1 to 6`, `option goal between 5 and 15`."""
    found = re.fullmatch(r"players (\d+(?:(?:, *| or | and |, *or )\d+)+)( named .+)?", w.line)
    if found:
        many = [*map(int, re.findall(r"\d+", found[1]))]
        yield (f"players {min(many)}..{max(many)}{found[2] or ''}",)
    found = re.fullmatch(
        r"(.+?)(?::| is)? (?:an? )?(?:(?:whole )?numbers?|integer|int)?,? ?"
        r"(?:from|between) (-?\d+) (?:to|and) (-?\d+)(.*)",
        w.line,
    )
    if found and not w.line.startswith(("pick", "deal", "each", "let", "needs")):
        rest = re.sub(rf",? *\(?{_USUALLY} *[:=]? *(\w+)\)?", r", starts \1", found[4])
        between = f"{found[2]}..{found[3]}"
        if w.first == "option" and rest.startswith(", starts "):
            yield (f"{found[1]}: {rest.removeprefix(', starts ')}, {between}",)
        yield (f"{found[1]}: {between}{rest}",)


def sentence(w: Written) -> Iterator[Lines]:
    """A blurb without quotes."""
    if w.around in ("game", "variant", "library") and len(w.line.split()) > 3 and '"' not in w.line:
        if w.first not in ("players", "uses", "by", "excludes"):
            yield (f'"{w.line}"',)


def option(w: Written) -> Iterator[Lines]:
    """`option draws: 5 (1..12)`, `option redeals: 0..9, normally 2`, `option idle: on/off`."""
    found = re.fullmatch(r"option (\w+) *(?:[:=]|\bfrom\b|\bis\b|\bof\b) *(.+)", w.line)
    if found is None:
        return
    name = found[1]
    values = re.sub(r"\b(\d+) *(?:to|-|–|up to) *(\d+)\b", r"\1..\2", found[2])
    if apart := re.fullmatch(r"(\w+) *\((.+)\)", values):
        yield (f"option {name}: {apart[1]}, {apart[2]}",)
    if usual := re.fullmatch(rf"(.+?),? *\(?{_USUALLY} *[:=]? *(\w+)\)?", values):
        others = [one for one in re.split(r" *, *", usual[1]) if one and one != usual[2]]
        yield (f"option {name}: {', '.join((usual[2], *others))}",)
    values = values.removeprefix("either ")
    listed = re.split(r" *(?:/|\||,? *\bor\b|,) *", values)
    if len(listed) > 1 and all(map(_PLAIN.fullmatch, listed)):
        switch = {*listed} in ({"on", "off"}, {"yes", "no"}, {"true", "false"})
        yield (f"option {name}: {'off, on' if switch else ', '.join(listed)}",)


_USUALLY = r"(?:normally|usually|usual|standard|default|defaults to|default is|starts at|starts)"


def kept_for_each(w: Written) -> Iterator[Lines]:
    """`zone hand of each player: …`, `mark gold per player: …`."""
    if w.first in ("zone", "mark"):
        head, colon, rest = w.line.partition(":")
        yield (re.sub(_EACH, "of seat", head) + colon + rest,)


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

    if found := re.fullmatch(r"(.*:) (?:an? )?(?:row of )?(\d+) (\w+)(?: in a row)?(.*)", w.line):
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


def definition(w: Written) -> Iterator[Lines]:
    """`define low of card: …`, `define low(c) = …`."""
    found = re.fullmatch(r"define (\w+) of (\w+) *(?::|=|is) *(.+)", w.line)
    itself = found and len(found[2]) > 1 and f"of {found[2]}" in found[3]
    if found and (kind := w.kind(found[2]) or found[2] * bool(itself)):
        letter = "p" if kind == "seat" else kind[0]
        value = re.sub(rf"\bof (?:the )?{found[2]}\b", f"of {letter}", found[3])
        yield (f"define {found[1]} of {letter}: {kind} = {value}",)
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


def case(w: Written) -> Iterator[Lines]:
    """`otherwise 1`, `if C then 1`: the cases of definitions and outcomes."""
    if w.around not in ("define", "outcome"):
        return
    if found := re.fullmatch(r"(?:otherwise|else|default)[:,]? *(.+)", w.line):
        yield (f"{found[1]} else",)
    if found := re.fullmatch(r"(?:if|when) (.+?)(?: then |[:,]| ->) *(.+)", w.line):
        yield (f"{found[2]} when {found[1]}",)


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
    low, high = (end if _PLAIN.fullmatch(end) else f"({end})" for end in ends)
    return f"{name} in {low}..{high}"


def reason(w: Written) -> Iterator[Lines]:
    """`needs C, otherwise "…"`, `needs C or "…"`."""
    found = _REASONS.fullmatch(w.line)
    if found:
        yield (f"{found[1]}  else {found[2]}",)


def reason_of_parts(w: Written) -> Iterator[Lines]:
    """`else "{c} costs " + cost of c`: what is worked out stands in the words."""
    if w.first == "needs" and '" + ' in w.line and (at := w.line.rfind(" else ")) > 0:
        parts = re.split(r'("[^"]*")', w.line[at + 6 :])
        joined = "".join(
            part[1:-1] if part.startswith('"') else "{" + part.strip(" +") + "}"
            for part in parts
            if part.strip(" +")
        )
        yield (f'{w.line[:at].rstrip()}  else "{joined}"',)


_REASONS = re.compile(
    r"(needs .+?)[ ,;:]*"
    r"(?:\b(?:or|else|otherwise|because|error|say|but|if not|message|reason)\b[ ,:]*)*"
    r'("[^"]*")'
)


def winner(w: Written) -> Iterator[Lines]:
    """`winner most coins`, `winner is who has the fewest points`, `winner whoever is_free`."""
    if found := re.fullmatch(r"winner (?:is |by )?(?:whoever|anyone|who|the one) (\w+)", w.line):
        if re.search(rf"^define {found[1]} of \w+: seat\b", w.file, re.M):
            yield (f"winner p where {found[1]} of p",)
    if found := re.fullmatch(r"winner (?:by|with|to|=|:) (\w where .+)", w.line):
        yield (f"winner {found[1]}",)
    if w.first in ("winner", "winners", "win", "wins"):
        words = {*re.findall(r"\w+", w.line)}
        if words & {"least", "fewest", "lowest", "smallest", "minimum"}:
            yield ("winner least score",)
        elif words & {"most", "highest", "best", "largest", "greatest", "maximum", "biggest"}:
            yield ("winner most score",)


def score(w: Written) -> Iterator[Lines]:
    """`score gold: gold of me`, `score gold of each player: …`."""
    found = re.fullmatch(rf"score (\w+)(?: (?:of (?:me|seat)|{_EACH}))? *[:=] *(.+)", w.line)
    if found and len(found[1]) > 1:
        value = re.sub(r"\bof me\b", "of p", found[2])
        if _PLAIN.fullmatch(value) and re.search(rf"^mark {value} of seat\b", w.file, re.M):
            value = f"{value} of p"
        yield (f"score {found[1]} of p: {value}",)


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


def chance(w: Written) -> Iterator[Lines]:
    """`roll die`, `set die to random 1..6`, `die is a number from 1 to 6`."""
    number = r"(\d+)(?:\.\.| to | and |-)(\d+)"
    if found := re.fullmatch(
        rf"(?:set )?(\w+) (?:to|is|=) (?:an? )?(?:random )?(?:number )?(?:from |between )?{number}",
        w.line,
    ):
        yield (f"pick {found[1]} from {found[2]}..{found[3]}",)
    found = re.fullmatch(r"(?:roll|throw)s? (?:the |a )?(\w+)", w.line)
    if found and (kept := re.search(rf"^mark {found[1]}: \d+\.\.(\d+)", w.file, re.M)):
        yield (f"pick {found[1]} from 1..{kept[1]}",)


def doing(w: Written) -> Iterator[Lines]:
    """`turn ends`, `purse increases by die`, `me becomes bettor`, `set folded of me`."""
    if w.around in ("", *_OUTSIDE):
        return
    if found := re.fullmatch(r"(?:the )?(turn|game) (?:ends|is over)", w.line):
        yield (f"end {found[1]}",)
    if re.fullmatch(r"(?:roll|go|play|choose|throw) (?:once )?(?:again|more)", w.line):
        yield ("again",)
    for words, done in ((r"increases by|gets?|gains?", "gain"), (r"decreases by|loses?", "spend")):
        if found := re.fullmatch(rf"(\w+(?: of \w+)?) (?:{words}) (\w+|\(.+\))", w.line):
            yield (f"{done} {found[2]} {found[1]}",)
    found = re.fullmatch(r"(?:me|\w) becomes (?:the )?(\w+)", w.line)
    if found and re.search(rf"^mark {found[1]}: seat\b", w.file, re.M):
        yield (f"set {found[1]} to {w.first}",)
    found = re.fullmatch(r"set (\w+)(?: of \w+)?", w.line)
    if found and re.search(rf"^mark {found[1]}\b[^:]*: yes or no", w.file, re.M):
        yield (f"{w.line} to yes",)
    line = re.sub(r" face[ -](?:up|down) to ", " to ", w.line)
    if line != w.line:
        yield (line,)
    if found := re.fullmatch(r"(?:secretly|secret) choose (\w+)", w.line):
        yield (f"choose {found[1]} secretly",)
    if found := re.fullmatch(r"only (?:if|when|while) (.+?)[ ,]*(else \".*)", w.line):
        yield (f"needs {found[1]}  {found[2]}",)


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


def paid(w: Written) -> Iterator[Lines]:
    """`pay 2 coins`, `lose (cost of c) coins`: of what is kept for each seat."""
    if found := re.fullmatch(r"(?:pay|pays|lose|loses|use) (\d+|\(.+\)|\w+ of \w+) (\w+)", w.line):
        if re.search(rf"^mark {found[2]} of seat\b", w.file, re.M):
            amount = f"({found[1]})" if " " in found[1] and found[1][0] != "(" else found[1]
            yield (f"spend {amount} {found[2]} of me",)


def picked(w: Written) -> Iterator[Lines]:
    """`pick a weather for today`."""
    if found := re.fullmatch(r"pick (?:an? |the |one )?(\w+) (?:for|as|into) (\w+)", w.line):
        yield (f"pick {found[2]} from {found[1]}",)


def standing(w: Written) -> Iterator[Lines]:
    """`when melted = 20 then`, `whenever melted reaches 20`, `before a card is drawn from pile`."""
    if w.around:
        return
    found = re.fullmatch(r"(?:when|whenever|if|once|as soon as) (.+?),?(?: then)?:?", w.line)
    if found:
        said = re.sub(r" (?:=|==|reaches|becomes|equals|hits|gets to) ", " is ", found[1])
        yield (f"whenever {said}",)
    found = re.fullmatch(r"before .+ (?:from|of|in) (?:the )?(\w+)", w.line)
    if found and re.search(rf"^zone {found[1]}: stack\b", w.file, re.M):
        yield (f"before dealing from {found[1]}",)


def condition(w: Written) -> Iterator[Lines]:
    """`end game if C`: what is to be done stands below its condition."""
    if w.around not in ("", *_OUTSIDE) and (
        found := re.fullmatch(
            r"((?!if|else|needs|let|choose|repeat|turns)\w.*?),? (if|unless) (.+)", w.line
        )
    ):
        test = found[3] if found[2] == "if" else f"not ({found[3]})"
        yield (f"if {test}", found[1])
    if found := re.fullmatch(r"((?:if|each|repeat|whenever|else if)\b[^:\"]+):\s*(.+)", w.line):
        yield (found[1], found[2])
    if w.first in ("if", "else", "each", "repeat", "whenever"):
        for split in re.finditer(rf"(?: then\b|[:,])? ((?:{'|'.join(_DOING)})\b.+)", w.line):
            yield (w.line[: split.start()], split[1])


_OUTSIDE = ("game", "library", "variant", "define", "outcome", "scenario", "given", "component")


def one_of_two(w: Written) -> Iterator[Lines]:
    """`define far = if C then 1 else 2`."""
    line = re.sub(r"\bif ([^\"]+?)(?: then|:) ([^\"]+?) else ", r"\2 when \1 else ", w.line)
    if line != w.line:
        yield (line,)


def set_so(w: Written) -> Iterator[Lines]:
    """`goal is 15`, where a variant sets it, or a game defines it."""
    found = re.fullmatch(r"(\w+) (?:is|=|:=) (.+)", w.line)
    if found and not w.around and w.file.startswith("variant "):
        yield (f"set {found[1]} to {found[2]}",)
    elif found and not w.around and w.file.startswith("game "):
        yield (f"define {found[1]} = {found[2]}",)


def dealing(w: Written) -> Iterator[Lines]:
    """`deal 5 to each hand`: from the one heap that there is."""
    heaps = re.findall(r"^zone (\w+): stack\b.*seen by nobody", w.file, re.M)
    heaps = heaps or re.findall(r"^zone (\w+): stack\b", w.file, re.M)
    if len(heaps) == 1 and (found := re.fullmatch(r"deal (\w+|\(.+\)) to (.+)", w.line)):
        if " from " not in w.line:
            yield (f"deal {found[1]} from {heaps[0]} to {found[2]}",)


_DOING = (
    "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "end game", "end turn",
    "extra turn", "turn to", "pass", "again",
)  # fmt: skip


_DECLARING = (
    "define", "score", "mark", "zone", "type", "option", "history", "always", "whenever", "board",
)  # fmt: skip


def edit(w: Written) -> Iterator[Lines]:
    """`add needs C else "…" to take`, `remove "What is shown"`."""
    if found := re.fullmatch(r"add (needs .+\"[^\"]*\") (?:to|in) (\w.*)", w.line):
        yield (f"add at start of {found[2]}", found[1])
    elif found := re.fullmatch(
        rf"add ((?:{'|'.join(_DOING)})\b.*) (?:to|in|at end of) (\w+)", w.line
    ):
        yield (f"add at end of {found[2]}", found[1])
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
        typed = ", ".join(f"{name}: {w.kind_of(name) or OPEN}" for name in names)
        yield (f"replace define {found[1]}({typed}) = {found[4]}",)
    if found := re.fullmatch(rf"add ((?:{'|'.join(_DECLARING)})\b.*)", w.line):
        yield (found[1],)  # a declaration is added as it is


def board(w: Written) -> Iterator[Lines]:
    """`board field: 8x8`, `board field: square grid of 8`, `cells of field are squares named …`."""
    if found := re.fullmatch(r"(board \w+): (?:an? )?square (?:grid |board )?of (\w+)", w.line):
        yield (f"{found[1]}: grid {found[2]} by {found[2]}",)
    if found := re.fullmatch(
        r"cells of (\w+)(?: are| is|:| =)(?: called)? (\w+) (named .+)", w.line
    ):
        yield (f"cells {found[2]} of {found[1]} {found[3]}",)
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


def scene(w: Written) -> Iterator[Lines]:
    """`given hand of Ann: Ace`, `seen by Ann: hand of Bob: ?`, `Ann takes Ace`, `expect outcome is
    won and gold of Ann is 3`."""
    if w.around != "scenario":
        return
    if found := re.fullmatch(r"(expect outcome is [\w, ]+?),? and (.+)", w.line):
        yield (found[1],) if found[2] == "over" else (found[1], f"expect {found[2]}")
    if found := re.fullmatch(r"(\d+) (?:seats|players)", w.line):
        yield (f"seats {found[1]}",)
    if re.search(rf"^option {w.first}\b", w.file, re.M):
        yield (f"with {w.line}",)
    if w.offers(w.first):
        yield (f"play {w.line}",)
    if found := re.fullmatch(r"(given|seen by \w+)[:,]? +([^:]+: *.+)", w.line):
        yield (found[1], found[2])
    if w.first in w.seats and (found := re.fullmatch(r"\w+(?: plays:?)? (\w+?)e?s? (.+)", w.line)):
        yield (f"play {found[1]} {found[2]}",)
    if found := re.fullmatch(r"(expect .+ is) ((?:[\w' -]+, *)+[\w' -]+)", w.line):
        yield (f"{found[1]} {{{found[2]}}}",)


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


_FORMS: tuple[Callable[[Written], Iterator[Lines]], ...] = (
    players, numbers, sentence, option, kept_for_each, zone, mark, definition, case, drawn, reason,
    reason_of_parts, winner, score, unnamed_score, promise, paid, chance, doing, picked, compared,
    standing, condition,
    one_of_two, set_so, dealing, edit, board, scene, given,
)  # fmt: skip
