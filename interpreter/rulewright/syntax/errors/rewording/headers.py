"""How a game begins: who plays, its options, its blurb."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....diagnostics import written_numbers
from .written import PLAIN, Lines, Written


def players(w: Written) -> Iterator[Lines]:
    """`players Ann, Bob`, `players 2: Ann and Bob`."""
    found = re.fullmatch(
        r"players (\d+(?:\.\.\d+)?),? named (\w+(?:(?:, *| and |, and )\w+)+)", w.line
    )
    if found:
        yield (f"players {found[1]} named {', '.join(re.split(r',? and |, *', found[2]))}",)
    found = re.fullmatch(
        r"players:? *(\d+) *(?:-|–|to|\.\.) *(\d+)\W+(?:called |named |are )?(\D+)", w.line
    )
    if found and (names := re.findall(r"\b(?!and\b)\w+", found[3])):
        yield (f"players {found[1]}..{found[2]} named {', '.join(names)}",)
    found = re.fullmatch(r"players:? *(\d+)?\W*(?:called |named |are )?(\D+)", w.line)
    names = re.findall(r"\b(?!and\b)\w+", found[2]) if found else []
    if found and names and w.first == "players" and (found[1] or len(names) > 1):
        yield (f"players {found[1] or len(names)} named {', '.join(names)}",)


def players_beside(w: Written) -> Iterator[Lines]:
    """`game tiny "Tiny", 2 players`: below the title."""
    found = re.fullmatch(
        r"(game \w+(?: \"[^\"]*\")?),? (?:\()?(?:for )?"
        r"(\d+)(?: *(?:-|–|to|\.\.) *(\d+))? players\)?",
        w.line,
    )
    if found:
        yield (found[1], f"players {found[2]}" + (f"..{found[3]}" if found[3] else ""))


def numbers(w: Written) -> Iterator[Lines]:
    """`players 2, 3 or 4`, `price: number from 1 to 6`, `option goal between 5 and 15`."""
    found = re.fullmatch(r"players (\d+(?:(?:, *| or | and |, *or )\d+)+)( named .+)?", w.line)
    if found:
        many = sorted({*map(int, re.findall(r"\d+", found[1]))})
        yield (f"players {written_numbers(many)}{found[2] or ''}",)
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
    if usual := re.fullmatch(rf"(.+?),? *(?:\(?{_USUALLY} *[:=]?|=) *(\w+)\)?", values):
        others = [one for one in re.split(r" *, *", usual[1]) if one and one != usual[2]]
        yield (f"option {name}: {', '.join((usual[2], *others))}",)
    plain = re.sub(r"(\d+) [a-z]+(?=,|$)", r"\1", values)
    if plain != values:
        yield (f"option {name}: {plain}",)
    values = values.removeprefix("either ")
    listed = re.split(r" *(?:/|\||,? *\bor\b|,) *", values)
    if len(listed) > 1 and all(map(PLAIN.fullmatch, listed)):
        switch = {*listed} in ({"on", "off"}, {"yes", "no"}, {"true", "false"})
        yield (f"option {name}: {'off, on' if switch else ', '.join(listed)}",)


_USUALLY = r"(?:normally|usually|usual|standard|default|defaults to|default is|starts at|starts)"
