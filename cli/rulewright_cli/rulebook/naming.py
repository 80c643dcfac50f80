"""What things are called in a rulebook: names as words, moves as they are typed, anchors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.characters import leads_on, spoken
from rulewright.syntax import nodes as n

from .document import Run, Text, joined, text


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


def between(name: str, *, player: bool = False) -> str:
    """What joins a name to what it is of; some names bring it with them. `player`: is it of a
    player, by whom something is done then: `looked_at of p` is what *p* looks at."""
    if not leads_on(name):
        return " of "
    return " by " if player and is_done_somewhere(name) else " "


def is_done_somewhere(name: str) -> bool:
    """Does a name say what is done, and end with where, as `looked_at` and `laid_on` do?"""
    first, _, last = spoken(name).partition(" ")
    return is_done(first) and last in ("at", "in", "on")


TO_SOMEBODY = ("to", "from", "by", "with")
"""Those behind which players stand as well as things: `debt_to(p, q)`."""


def just_behind(name: str, seats: Sequence[bool]) -> list[int]:
    """Which of what a name that leads on is of stand just behind it, in the order of the rules; all
    others are told after them, with `for`. `seats`: which are players.

    That is all but the player whose it is: `men_on(s, t)` are the men on *s* and *t*,
    `routes_at(p, c)` the routes at *c* for *p*. A player who comes last may be whom something goes
    to or comes from: `debt_to(p, q)` is the debt to *q* for *p*.
    """
    places = [*range(len(seats))]
    preposition = spoken(name).rpartition(" ")[2]
    if preposition == "for" or len(seats) < 2 or True not in seats:
        return places
    if preposition in TO_SOMEBODY and seats[-1]:
        return places[-1:]
    return [place for place in places if place != seats.index(True)]


def noun(kind: str) -> str:
    """What elements of a type are called; a seat is a player, and what is called by what has been
    done, `made`, is one value of it."""
    if kind == "seat":
        return "player"
    said = spoken(kind)
    return f"{said} value" if is_done(said) and said not in NOUNS_TOO else said


def article(what: str) -> str:
    """What stands before a word; a letter alone is said by its name: `an x`."""
    first = what.partition(" ")[0].casefold()
    vowels = "aefhilmnorsx" if len(first) == 1 else "aeiou"
    return "an" if first[:1] in tuple(vowels) else "a"


OWN_PLURALS = {"die": "dice", "man": "men", "woman": "women", "person": "people", "mouse": "mice"}


def plural(word: str) -> str:
    """Several of what a word names, as most words have it; some of what is played with do not, and
    what says so itself, as `drops`, stays as it is."""
    before, _, last = word.rpartition(" ")
    if is_of_several(last):
        return word
    if last in OWN_PLURALS:
        return f"{before} {OWN_PLURALS[last]}".strip()
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search(r"(s|x|z|ch|sh)$", word) else f"{word}s"


def move_text(name: str, params: Sequence[n.Parameter], written: n.MoveText | None) -> Text:
    """How a move is typed, with names where something is chosen."""
    if written is None:
        return joined([_typed(name), *(_chosen(param.name.text) for param in params)], " ")
    return text(*(
        _typed(part) if isinstance(part, str) else _chosen(part.name.text) for part in written.parts
    ))  # fmt: skip


def _typed(word: str) -> Text:
    """What is typed as it stands, the blanks around it apart."""
    bare = word.strip()
    before, after = word[: len(word) - len(word.lstrip())], word[len(word.rstrip()) :]
    return text(before, Run(bare, "code") if bare else "", after if bare else "")


def _chosen(name: str) -> Text:
    return text(Run(spoken(name), "name"))


def written_as(action: n.ActionDecl) -> Text:
    """How the moves of an action are typed: as a compose says whose choices are part of them."""
    texts = (part.text for part in action.body if isinstance(part, n.ComposeOne))
    return move_text(action.name.text, action.params, next(texts, None) or action.text)


VERBS = ("is", "has", "can", "may", "was", "does", "must", "will")
"""Words with which names of conditions begin that are said of somebody: `is_informer of p`."""


PARTICIPLES = {
    "been", "begun", "bid", "bought", "broken", "built", "chosen", "drawn", "drunk",
    "eaten", "fallen", "flown", "fought", "found", "given", "gone", "grown", "held",
    "hidden", "hit", "kept", "known", "laid", "left", "lost", "made", "met", "paid", "put",
    "run", "seen", "sent", "set", "shown", "slept", "sold", "spent", "spoken", "stolen",
    "stood", "sung", "sunk", "sworn", "taken", "thrown", "told", "woken", "won", "written",
}  # fmt: skip
"""What may stand behind `has` where something has happened, and does not end in `ed`."""
NAMES_IN_ED = {
    "bed", "breed", "deed", "feed", "need", "seed", "shed", "sled", "speed", "steed", "weed",
}  # fmt: skip


NOUNS_TOO = {"bid", "hit", "run", "set"}
"""Of these those that name a thing as well."""


def is_done(word: str) -> bool:
    """Does a word say behind `has` what has happened, as `won` does, and `cards` does not?"""
    return word in PARTICIPLES or (word.endswith("ed") and word not in NAMES_IN_ED)


def says_how(name: str) -> bool:
    """Does a name say how things are to what it is of, rather than what they are: `open_to`,
    `taken_by`?"""
    first, *between_, last = spoken(name).split(" ") if leads_on(name) else ("", "")
    return not between_ and last != "of" and (is_done(first) or first in STANDING)


STANDING = {
    "adjacent", "beside", "close", "far", "free", "near", "next", "open", "opposite", "safe",
    "visible",
}  # fmt: skip
"""What may stand before `to` or `from` where something stands so to something else."""


SAYS_HOW_MANY = {
    "a", "all", "an", "any", "both", "each", "enough", "every", "few", "fewer", "it", "its",
    "just", "less", "many", "more", "most", "much", "no", "one", "only", "other", "several",
    "some", "that", "the", "them", "this", "three", "to", "two",
}  # fmt: skip
"""What may stand behind `has` where `has no` cannot say that it is not so: `has all cards`."""


def says_won(name: str) -> bool:
    """Is a name that of having won?"""
    return spoken(name) in ("won", "has won", "have won", "is won", "wins", "winner", "is winner")


def said_of(name: str, *, is_so: bool, you: bool) -> str:
    """A name as it is said of the one thing it is of, `is not informer`; empty if it cannot be."""
    verb, _, rest = spoken(name).partition(" ")
    if verb not in VERBS or not rest:
        return ""
    if you:
        verb = {"is": "are", "has": "have", "was": "were", "does": "do"}.get(verb, verb)
    if is_so:
        return f"{verb} {rest}"
    first = rest.partition(" ")[0]
    if verb in ("has", "have") and not is_done(first):
        if first not in SAYS_HOW_MANY:
            return f"{verb} no {rest}"
        return f"{'do' if you else 'does'} not have {rest}"
    if verb == "can":
        return f"cannot {rest}"
    return f"{verb} not {rest}"


def holds(name: str, *, is_so: bool = True) -> str:
    """The verb of a claim with a name; one that says it itself is not said to hold once more."""
    if {*name.split("_")[1:-1]} & {*VERBS, "are", "have", "were", "do"}:
        return "" if is_so else " is not so"
    if name.rpartition("_")[2] in ("holds", "hold", "held"):
        return " is true" if is_so else " is not true"
    return " holds" if is_so else " does not hold"


def is_plural(name: str) -> bool:
    """Does a name say that it is of several, as `points` and `pieces`?"""
    words = spoken(name).split(" ")
    word = words[-2] if leads_on(name) else words[-1]
    return is_of_several(word)


def is_of_several(word: str) -> bool:
    """Does a word end as those for several do: in an s, and not as `glass`, `bonus`, `iris`?"""
    return bool(re.search(r"[^siu]s$", word)) or word in OWN_PLURALS.values()


def by_number(tag: str) -> tuple[str, int]:
    """What rule numbers are sorted by."""
    word, _, number = tag.rpartition("-")
    return word, int(number) if number.isdigit() else 0


def capital(title: str) -> str:
    """A title with a capital at its beginning."""
    return title[:1].upper() + title[1:]


def fact_text(value: str) -> str:
    """A cell of a table, which is never empty, with names as they are said."""
    return spoken(value) or "–"


def with_types(params: Sequence[n.Typed]) -> Text:
    """The parameters of a definition or procedure."""
    parts = []
    for param in params:
        kind = type_name(param.type)
        name = Run(spoken(param.name.text), "name")
        parts.append(text(article(kind), f" {kind} ", name) if kind != name.text else text(
            article(kind), " ", name))  # fmt: skip
    return joined(parts, ", ", " and ")


def of_what(name: str, params: Sequence[n.Typed], *, truth: bool) -> Text:
    """The parameters behind a name, joined to it as where a rule names it with values: of a
    condition `for`, `of` what alone it is of, and of several `for` them."""
    if not params:
        return ()
    if truth:
        return text(" for ", with_types(params))
    if len(params) == 1:
        return text(between(name, player=is_player(params[0])), with_types(params))
    if not leads_on(name):
        return text(" for ", with_types(params))
    near = just_behind(name, [is_player(param) for param in params])
    others = [param for place, param in enumerate(params) if place not in near]
    behind = text(" ", with_types([params[place] for place in near]))
    return text(behind, " for ", with_types(others)) if others else behind


def is_player(param: n.Typed) -> bool:
    """Is a parameter one player?"""
    return isinstance(param.type, n.TypeName) and param.type.name.text == "seat"


def type_name(node: n.TypeExpr) -> str:
    """A type in words: `card`, `number`."""
    match node:
        case n.TypeName(name=name):
            return noun(name.text)
        case n.TypeTruth():
            return "yes or no"
        case n.TypeSet(name=name):
            return f"set of {plural(noun(name.text))}"
        case n.TypeRange():
            return "number"


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
