"""What happens: statements, reasons, chance, standing rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .written import DOING, OUTSIDE, PLAYERS, Lines, Written, how_many


def reason(w: Written) -> Iterator[Lines]:
    """`needs C, otherwise "…"`, `needs C or "…"`, `if C else "…"`, `C else "…"`."""
    found = _REASONS.fullmatch(w.line)
    if found:
        yield (f"{found[1]}  else {found[2]}",)
    alone = _CONDITION.fullmatch(w.line)
    if alone and w.around not in ("", *OUTSIDE) and w.first not in (*DOING, "else", "let", "until"):
        yield (f'needs {alone[1]}  else "{alone[2] or alone[3]}"',)


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
_CONDITION = re.compile(r"""(?:if |require )?((?!needs\b)\S.*?),? else (?:"([^"]+)"|'([^']+)')""")


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
    if w.around in ("", *OUTSIDE):
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
    if found := re.fullmatch(r"(may )?choose secretly (\w+)", w.line):
        yield (f"{found[1] or ''}choose {found[2]} secretly",)
    if found := re.fullmatch(r"only (?:if|when|while) (.+?)[ ,]*(else \".*)", w.line):
        yield (f"needs {found[1]}  {found[2]}",)


def of_a_set(w: Written) -> Iterator[Lines]:
    """`add f to got`, `got += f`, `remove f from got of me`, `got.add(f)`: of a mark with a set."""
    for form in _OF_A_SET:
        if (found := form.fullmatch(w.line)) is None:
            continue
        what, mark, sign = found["what"].strip(), found["mark"], found["sign"]
        if re.search(rf"^mark {mark.split()[0]}\b[^:\n]*: *set of\b", w.file, re.M):
            sign = "-" if sign in _LESS else "+"
            for one in (what,) if what[0] == "{" else (f"{{{what}}}", what):
                yield (f"set {mark} to {mark} {sign} {one}",)


_LESS = ("-", "remove", "take", "delete", "discard", "drop")
_OF_A_SET = [
    re.compile(form.replace("MARK", r"(?P<mark>\w+(?: of \w+)?)"))
    for form in (
        r"(?P<sign>add|put|insert|include|remove|take|delete|drop) (?P<what>.+?) "
        r"(?:to|in|into|from|out of) MARK",
        r"MARK *(?P<sign>[+-])= *(?P<what>.+)",
        r"MARK *= *(?P=mark) *(?P<sign>[+-]) *(?P<what>.+)",
        r"MARK\.(?P<sign>add|push|append|remove|discard|delete)\((?P<what>.+)\)",
    )
]


def paid(w: Written) -> Iterator[Lines]:
    """`pay 2 coins`, `lose (cost of c) coins`: of what is kept for each seat; `spend coins of me
    (cost of c)`, `spend cost of c of coins of me`: how much comes first, with nothing between."""
    if found := re.fullmatch(r"(gain|spend) (\w+ of \w+)(?: by| =|:)? (\(.+\)|\d+)", w.line):
        yield (f"{found[1]} {found[3]} {found[2]}",)
    if found := re.fullmatch(r"(gain|spend) (\w+(?: of \w+|\([^()]*\))?) of (\w+ of \w+)", w.line):
        amount = f"({found[2]})" if " " in found[2] else found[2]
        yield (f"{found[1]} {amount} {found[3]}",)
    found = re.fullmatch(
        r"(pay|pays|lose|loses|use|spend|give|gain|get|earn|receive) "
        r"(\d+|an?|one|\(.+\)|\w+ of \w+) (\w+)(?: to (\w+(?: of \w+)*))?", w.line,
    )  # fmt: skip
    mark = w.mark_of_seats(found[3]) if found else ""
    if found and mark:
        amount = f"({found[2]})" if " " in found[2] and found[2][0] != "(" else found[2]
        amount = how_many(amount)
        gained = found[1] in ("gain", "get", "earn", "receive")
        mine = f"{'gain' if gained else 'spend'} {amount} {mark} of me"
        yield (mine, f"gain {amount} {mark} of {found[4]}") if found[4] else (mine,)


def everybody(w: Written) -> Iterator[Lines]:
    """`each other player gains 1 coin`, `all players lose 2 coins`."""
    found = re.fullmatch(
        rf"(?:each|every|all)(?: of)?(?: the)?( other)? ?(?:{'|'.join(PLAYERS)}|body|one|others?) "
        r"(gains?|gets?|receives?|earns?|loses?|pays?|spends?) (\d+|an?|one|\(.+\)) (\w+)", w.line,
    )  # fmt: skip
    mark = w.mark_of_seats(found[4]) if found else ""
    if found and mark:
        done = "spend" if found[2][0] in "lps" else "gain"
        amount = how_many(found[3])
        others = " where p is not me" * bool(found[1])
        yield (f"each p in seat{others}", f"{done} {amount} {mark} of p")


def exchanged(w: Written) -> Iterator[Lines]:
    """`swap coins of me and coins of opponent`: of marks, with a name for what one has held."""
    found = re.fullmatch(r"(?:swap|exchange|switch) (.+?) (?:and|with|for) (.+)", w.line)
    if found and all(re.search(rf"^mark {x.split()[0]}\b", w.file, re.M) for x in found.groups()):
        yield (f"let old = {found[1]}", f"set {found[1]} to {found[2]}", f"set {found[2]} to old")


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
    if w.around not in ("", *OUTSIDE) and (
        found := re.fullmatch(
            r"((?!if|else|needs|let|choose|repeat|turns)\w.*?),? (if|unless) (.+)", w.line
        )
    ):
        test = found[3] if found[2] == "if" else f"not ({found[3]})"
        yield (f"if {test}", found[1])
    if found := re.fullmatch(r"((?:if|each|repeat|whenever|else if)\b[^:\"]+):\s*(.+)", w.line):
        yield (found[1], found[2])
    if w.first in ("if", "else", "each", "repeat", "whenever"):
        for split in re.finditer(rf"(?: then\b|[:,])? ((?:{'|'.join(DOING)})\b.+)", w.line):
            yield (w.line[: split.start()], split[1])


def dealing(w: Written) -> Iterator[Lines]:
    """`deal 5 to each hand`: from the one heap that there is; and `deal deck to each hand`: all."""
    heaps = re.findall(r"^zone (\w+): stack\b.*seen by nobody", w.file, re.M)
    heaps = heaps or re.findall(r"^zone (\w+): stack\b", w.file, re.M)
    if len(heaps) == 1 and (found := re.fullmatch(r"deal (\w+|\(.+\)) to (.+)", w.line)):
        if " from " not in w.line and found[1] not in ("all", "everything"):
            yield (f"deal {found[1]} from {heaps[0]} to {found[2]}",)
    found = re.fullmatch(
        rf"(?:deal|give)(?: out)? (an?|one|\d+|\w+) (?:cards?|tiles?)(?: from (\w+))? to "
        rf"(?:each|every|all)(?: the)? (?:{'|'.join(PLAYERS)})", w.line,
    )  # fmt: skip
    if found and w.hands:
        for heap in [found[2]] if found[2] else heaps[:1]:
            yield (f"deal {how_many(found[1])} from {heap} to each {w.hands[0]}",)
    if (found := _ALL_OF_IT.fullmatch(w.line)) is None:
        return
    everything, the, name, target = found.groups()
    if not re.search(rf"^zone {name}:", w.file, re.M):
        kind = w.kind(name or "") or (w.kind_of(name) if len(name or "") == 1 else "")
        if everything and w.first == "move" and w.around == "setup" and kind not in ("", "seat"):
            yield (f"move all {kind[0]} in {kind} to {target}",)
        name = heaps[0] if everything and len(heaps) == 1 and w.first == "deal" else ""
    if name and target.startswith("each "):
        yield (f"deal size of {name} from {name} to {target}",)
    elif name and (everything or the):  # `deal pile to hand of me` may mean one card
        yield (f"move {name} to {target}",)


_ALL_OF_IT = re.compile(
    r"(?:deal|move)(?: out)?"
    r"(?: (all|each|every|everything|the whole)(?: (?:of )?(?:the )?\w+(?= from))?(?: of| from)?)?"
    r"( the)?(?: (\w+))? to (.+)"
)
"""`deal all cards from deck to each hand`, `deal out deck to each hand`, `deal deck to played`."""


def moving(w: Written) -> Iterator[Lines]:
    """`move each c in hand of me to pile`, `move every card from pile to played`, `move the whole
    pile to played`: all that lie there."""
    if (found := _ALL_THERE.fullmatch(w.line)) is None:
        return
    noun, by, among, test, target = found.group("noun", "by", "among", "test", "target")
    if test:
        if noun and (len(noun) == 1 or not w.kind(noun)):
            yield (f"move all {noun} in {among}{test} to {target}",)
    elif noun and by == "in":
        yield (f"move all {noun} in {among} to {target}",)
    elif by or " of " in among or re.search(rf"^zone {among}\b", w.file, re.M):
        yield (f"move {among} to {target}",)


_ALL_THERE = re.compile(
    r"move (?:all|each|every|everything|the whole|whole|the entire)(?: of)?(?: the)?"
    r"(?: (?P<noun>\w+)(?= (?:in|from|out of)\b))?(?: (?P<by>in|from|out of))?"
    r" (?P<among>[\w']+(?: of [\w']+)*)(?P<test> where .+?)? to (?P<target>.+)"
)


def from_several(w: Written) -> Iterator[Lines]:
    """`move pile, played to bin`, `move Ace, Bee from pile to bin`, `each c in pile and played`,
    `each 1..3`, `move all hands to pile`: what several hold, or all have."""
    if found := re.fullmatch(r"move ([^\"]+?), ([^\",]+?) to ([^,]+)", w.line):
        first, second, target = found.groups()
        if " from " in second:
            second, source = second.split(" from ", 1)
            yield (f"move {{{first}, {second}}} from {source} to {target}",)
        else:
            yield (f"move {first} to {target}", f"move {second} to {target}")
    if found := re.fullmatch(rf"each (\w+) in ({_PLACE})(?:,| and|, and) ({_PLACE})", w.line):
        yield (f"each {found[1]} in {found[2]} + {found[3]}",)
    if found := re.fullmatch(r"each (\w+\.\.\w+)", w.line):
        yield (f"each n in {found[1]}",)
    found = re.fullmatch(
        r"each (?:(?:card|tile|thing|one|component) (?:of|in|from) )?(\w+)( of \w+)?", w.line
    )
    if found and (kind := w.held_in(found[1])):
        yield (f"each {kind[0]} in {found[1]}{found[2] or ''}",)
    found = re.fullmatch(r"move (\w+(?: of \w+)*) (?:from \w+ )?to (.+) where (.+)", w.line)
    if found and (kind := w.held_in(found[1])):
        drawn = re.search(r"\bof (\w)\b", found[3])
        x = drawn[1] if drawn else kind[0]
        yield (f"move all {x} in {found[1]} where {found[3]} to {found[2]}",)
    whose = rf"(?:all|each|every)(?: (?:{'|'.join(PLAYERS)}))?"
    found = re.fullmatch(rf"move (?:(\w+) of {whose}|(?:all|every|each) (\w+?)s?) to (.+)", w.line)
    held = (found[1] or found[2]) if found else ""
    if found and held and (found[1] or re.search(rf"^zone {held} of seat\b", w.file, re.M)):
        yield ("each p in seat", f"move {held} of p to {found[3]}")
    found = re.fullmatch(
        rf"deal (\w+)(?: \w+)? from (\w+) to (?:(\w+) of {whose}|(?:all|every) (?:the )?(\w+))",
        w.line,
    )
    if found and (name := found[3] or found[4]) not in PLAYERS:
        for one in dict.fromkeys((name.removesuffix("s"), name)):
            yield (f"deal {found[1]} from {found[2]} to each {one}",)


_PLACE = r"[\w']+(?: of [\w']+)*"


def in_turn(w: Written) -> Iterator[Lines]:
    """`each player in turn until C`, `players take turns`, `choose one of`, `up: gain 1 n`."""
    who = rf"(?:(?:each|every|all|the) )?(?:{'|'.join(PLAYERS)})"
    found = re.fullmatch(
        rf"{who}(?: (?:takes? (?:a )?turns?|in turn))+(?:,? (until .+))?:?", w.line
    )
    found = found or re.fullmatch(r"take turns(?:,? (until .+))?:?", w.line)
    if re.fullmatch(
        rf"{who} (?:takes?|has|have|gets?) (?:exactly )?(?:one|a single|1) turns?", w.line
    ):
        yield ("turns in seat",)
    line = re.sub(
        r"^turns (?:starting|beginning|started) (?:with|at|from|by) ", "turns from ", w.line
    )
    if line != w.line:
        yield (line,)
    if found:
        yield (f"turns {found[1]}" if found[1] else "turns",)
    if re.fullmatch(r"choose (?:one|1|any|either)(?: of)?(?: these| the following)?:?", w.line):
        yield ("choose one",)
    if found := re.fullmatch(r"choose (\w+) (?:in secret|privately|hidden)", w.line):
        yield (f"choose {found[1]} secretly",)
    found = re.fullmatch(r"([a-z]\w*)(\([^\"]+\))?: *(.+)", w.line)
    if found and w.around in ("choose", "may"):
        yield (found[1] + (found[2] or ""), *re.split(r"; *", found[3]))


def several(w: Written) -> Iterator[Lines]:
    """`if die is 1: set purse to 0, end turn`."""
    found = re.fullmatch(
        r"((?:if|each|repeat|whenever|else if)\b[^:\"]+?)(?:,? then|:|,) (.+)", w.line
    )
    if found:
        things = re.split(r"(?:,|;)? and (?:then )?|; |, (?:then )?", found[2])
        if len(things) > 1:
            yield (found[1], *things)
