"""A line as it was written, with what its file tells of the names in it."""

from __future__ import annotations

import re
from dataclasses import dataclass

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

    @property
    def marks_of_seats(self) -> tuple[str, ...]:
        """The marks that hold a seat."""
        return tuple(re.findall(r"^mark (\w+)(?: of [^:]+)?: *seat\b", self.file, re.M))

    @property
    def hands(self) -> list[str]:
        """The zones of each seat that its owner alone sees."""
        return re.findall(r"^zone (\w+) of seat: set of \w+, seen by owner", self.file, re.M)

    def mark_of_seats(self, called: str) -> str:
        """The mark of each seat that is called so, perhaps in the singular; empty if none is."""
        names = (called, f"{called}s")
        return next((x for x in names if re.search(rf"^mark {x} of seat\b", self.file, re.M)), "")

    def held_in(self, zone: str) -> str:
        """What lies in the zone with which a text begins: `hand of me`; empty if nothing tells."""
        name = zone.split()[0]
        kind = rf"^zone {name}\b[^:]*: (?:set|stack|row \w+) of (\w+)"
        found = re.search(kind, self.file, re.M)
        return found[1] if found else ""

    def offers(self, name: str) -> bool:
        """Is this the name of an action or an offer of the file?"""
        name = re.escape(name)
        offer = rf"^action {name}\b|^    +(?:else |or )?{name}(?: *$|\(|  +\")"
        return bool(re.search(offer, self.file, re.M))

    def kind(self, written: str) -> str:
        """The kind that a word, perhaps its plural, is the name of; empty if none."""
        found = (k for k in self.kinds if written in (k, f"{k}s"))
        return next(found, "seat" if written in PLAYERS else "")

    def kind_of(self, name: str) -> str:
        """What an element of this name is likely to be; empty if nothing tells."""
        if name in ("p", "q"):
            return "seat"
        usual = (*re.findall(r"^component (\w+)", self.file, re.M), *self.kinds, "")[0]
        return next((kind for kind in self.kinds if kind[0] == name[0]), usual)


def how_many(word: str) -> str:
    """A number of cards as it is written in rules: `1` for `a`."""
    return "1" if word in ("a", "an", "one") else word


COMPARED = {
    "at least": ">=", "no fewer than": ">=", "at most": "<=", "no more than": "<=",
    "more than": ">", "fewer than": "<", "less than": "<", "exactly": "is", "just": "is",
    "only": "is",
}  # fmt: skip
"""How a number is compared, in words."""
OPEN = "KIND"  # stands in a line for what nobody but its author knows
OWN_TABLE = '"TABLE.csv"'  # and a table that is still to be written
PLAYERS = ("player", "players", "seat", "seats", "person", "people")
EACH = r"(?:of|for|per|by)(?: (?:each|every|all|the|a))? (?:players?|seats?|person|people)\b"
PLAIN = re.compile(r"\w+")
OUTSIDE = ("game", "library", "variant", "define", "outcome", "scenario", "given", "component")
DOING = (
    "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "end game", "end turn",
    "extra turn", "turn to", "pass", "again",
)  # fmt: skip
OPENING_NOTHING = (
    "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "let", "type", "option",
    "mark", "zone",
)  # fmt: skip
"""Words of lines below which nothing is indented."""
