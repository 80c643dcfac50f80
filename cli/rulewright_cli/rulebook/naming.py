"""What things are called in a rulebook: names as words, moves as they are typed, anchors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.drawing.lines import spoken
from rulewright.syntax import nodes as n


def anchor(kind: str, name: str, taken: set[str]) -> str:
    """An anchor that nothing else has, of letters, digits and dashes."""
    slug = re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")
    first = f"{kind}-{slug}" if slug else kind
    found, number = first, 1
    while found.casefold() in taken:
        number += 1
        found = f"{first}-{number}"
    taken.add(found.casefold())
    return found


def between(name: str) -> str:
    """What joins a name to what it is of; some names bring it with them."""
    return " " if name.endswith("_of") else " of "


def noun(kind: str) -> str:
    """What elements of a type are called; a seat is a player."""
    return "player" if kind == "seat" else spoken(kind)


def article(what: str) -> str:
    return "an" if what[:1].casefold() in tuple("aeiou") else "a"


OWN_PLURALS = {"die": "dice", "man": "men", "woman": "women", "person": "people", "mouse": "mice"}


def plural(word: str) -> str:
    """Several of what a word names, as most words have it; some of what is played with do not."""
    before, _, last = word.rpartition(" ")
    if last in OWN_PLURALS:
        return f"{before} {OWN_PLURALS[last]}".strip()
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", word) else f"{word}s"


def move_text(name: str, params: Sequence[n.Parameter], written: n.MoveText | None) -> str:
    """How a move is typed, with its parameters in braces."""
    if written is None:
        return " ".join([name, *(f"{{{param.name.text}}}" for param in params)])
    return "".join(
        part if isinstance(part, str) else f"{{{part.name.text}}}" for part in written.parts
    )


def written_as(action: n.ActionDecl) -> str:
    """How the moves of an action are typed: as a compose says whose choices are part of them."""
    texts = (part.text for part in action.body if isinstance(part, n.ComposeOne))
    return move_text(action.name.text, action.params, next(texts, None) or action.text)


def by_number(tag: str) -> tuple[str, int]:
    """What rule numbers are sorted by."""
    word, _, number = tag.rpartition("-")
    return word, int(number) if number.isdigit() else 0


def capital(title: str) -> str:
    """A title with a capital at its beginning."""
    return title[:1].upper() + title[1:]


def fact_text(value: str) -> str:
    """A cell of a table, which is never empty."""
    return value or "–"


def first_value(node: n.TypeExpr) -> str:
    """What a mark begins as if its declaration does not say."""
    match node:
        case n.TypeTruth():
            return "no"
        case n.TypeRange(low=low, high=high, otherwise=otherwise):
            if isinstance(low, int) and isinstance(high, int):
                return otherwise or str(min(max(low, 0), high))
            if otherwise:
                return otherwise
            if isinstance(low, int) and low >= 0:
                return str(low)
            return "0, or the number nearest to it that there is"
        case n.TypeName(otherwise=otherwise):
            return otherwise or "the first"
    return "empty"
