"""The words of the language by what they do, and what others call them."""

from __future__ import annotations

import re
from collections.abc import Mapping

DECLARATIONS = (
    "game", "library", "variant", "option", "type", "component", "board", "cells", "edges", "zone",
    "mark", "history", "define", "score", "winner", "outcome", "setup", "phase", "action", "to",
    "whenever", "before", "always", "scenario", "add", "replace", "remove", "set", "with",
)  # fmt: skip


STATEMENTS = (
    "needs", "move", "deal", "refill", "shuffle", "pick", "set", "gain", "spend", "let", "if",
    "each", "repeat", "turn", "turns", "choose", "may", "compose", "end", "extra", "pass", "again",
    "else",
)  # fmt: skip


THINGS = {
    "choice": "choose",
    "procedure": "to",
    "definition": "define",
    "value": "let",
    "condition": "needs",
    "variable": "mark",
    "decision": "choose",
}  # what authors may call the things that targets name, and the words that mean them


LINES = {
    "game": ("by", "players", "uses"),
    "library": ("by", "uses"),
    "variant": ("by", "excludes", "uses"),
    "scenario": (
        "seats", "with", "given", "seen", "chance", "play", "offers", "refuses", "expect",
    ),
    "compose": ("step", "finish", "most"),
}  # fmt: skip
"""How the lines begin that stand in something and are no statements."""


NAMING = (
    "option",
    "type",
    "component",
    "board",
    "cells",
    "edges",
    "zone",
    "mark",
    "history",
    "define",
    "score",
    "phase",
    "action",
    "to",
    "choose",
    "compose",
    "step",
    "finish",
    "let",
)  # words before the names of things


CALLED_OTHERWISE = {
    ("game", "author"): "by",
    ("game", "designer"): "by",
    ("library", "author"): "by",
    ("variant", "author"): "by",
    ("game", "player"): "players",
    ("scenario", "players"): "seats",
    ("scenario", "setup"): "given",
    ("scenario", "position"): "given",
    ("scenario", "start"): "given",
    ("scenario", "when"): "play",
    ("scenario", "do"): "play",
    ("scenario", "move"): "play",
    ("scenario", "then"): "expect",
    ("scenario", "assert"): "expect",
    ("scenario", "option"): "with",
    ("scenario", "allows"): "offers",
    ("scenario", "forbids"): "refuses",
    ("scenario", "dice"): "chance",
    ("scenario", "cannot"): "refuses",
    ("scenario", "can"): "offers",
    ("compose", "end"): "finish",
    ("compose", "done"): "finish",
}  # how lines begin elsewhere that stand in something, and how they begin here


FUNCTIONS = (
    "size", "top", "first", "common", "min", "max", "abs", "quotient", "remainder", "next", "score",
    "ends", "open", "beside", "touching", "beyond", "between", "reached", "groups", "subsets",
    "times", "possible", "row", "column", "me", "opponent", "passes", "winners", "seat", "none",
    "nobody", "trail", "path", "line", "moves", "paths", "owner", "some", "every", "all", "the",
    "how", "many", "total", "largest", "smallest", "longest", "secretly", "each", "may", "last",
    "ring", "most", "least", "while", "until", "at", "turn", "to", "outcome", "is",
)  # fmt: skip
"""What is there without a declaration, and words that are told apart by what follows them."""


OF_ONE = ("top", "size", "next")  # what is there of everything, asked with `of`
OF_SEVERAL = ("between", "beyond", "common", "min", "max", "quotient", "remainder")
"""Functions that are asked of several things, in brackets."""
OPENERS = ("if", "else", "each", "repeat", "turns", "whenever", "setup", "phase", "action", "to")
STARTS_EXPRESSION = frozenset(
    {"NAME", "QUOTED", "NUMBER", "YES", "NO", "LPAR", "LBRACE", "MINUS", "NOT", "SOME", "ALL",
     "THE", "EVERY", "HOW_MANY", "FOLD", "LONGEST"}
)  # fmt: skip


CONTINUES_EXPRESSION = frozenset(
    {"AND", "OR", "IS", "IN", "NOT", "MEETS", "LESSTHAN", "MORETHAN", "PLUS", "MINUS", "STAR",
     "WHEN", "LPAR", "OF"}
)  # fmt: skip


OPERATORS = ("and", "or", "is", "in", "not", "meets", "when", "of")
TAIL = frozenset({"STRING", "TAG", "_NL"})
KINDS = {
    "NAME": "a name", "QUOTED": "a name in quotes", "NUMBER": "a number",
    "STRING": "words in quotes", "TAG": "a rule number", "_NL": "the end of the line",
    "_INDENT": "an indented block", "_DEDENT": "the end of the block",
    "$END": "the end", "RAW": "values",
    "SEEN": "`owner`, `others`, `nobody` or `all`",
    "BEST": "`most` or `least`", "WHETHER": "`while` or `until`", "AT_MOST": "`at most`",
    "_TURN_TO": "`turn to`", "_UNTIL": "`until`", "OUTCOME_IS": "`outcome is`", "MOVES": "`moves`",
    "SECRETLY": "`secretly`", "EACH": "`each`", "MAY": "`may`", "LAST": "`last`", "RING": "`ring`",
    "SOME": "`some`", "ALL": "`all`", "THE": "`the`", "EVERY": "`every`", "HOW_MANY": "`how many`",
    "_ALSO": "`, NAME in …`", "PATHS": "`paths`",
    "FOLD": "`total`, `product`, `largest` or `smallest`", "LONGEST": "`longest`",
}  # fmt: skip
SEVERAL = (KINDS["STRING"], KINDS["RAW"])  # of these it is said that they are wanted

ALIKE = {"_ACTION": "ACTION", "_TO": "TO"}
"""Words that are tokens of their own where they can also be names, and what they are elsewhere."""


def as_written(terminal: str, words: Mapping[str, str]) -> tuple[str, ...]:
    """How a terminal is written, if it is a word or one of a few; `words`: those that are fixed."""
    terminal = ALIKE.get(terminal, terminal)
    if terminal in words:
        return (words[terminal],)
    return tuple(re.findall(r"`([^`]+)`", KINDS.get(terminal, "")))
