"""The words of the language, read off the grammar: for completion, and for what colours rules."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType

from .. import resources
from ..check.builtins import BUILT_IN
from ..check.histories import DONE
from ..check.scope import RESERVED
from ..syntax.errors.words import DECLARATIONS, STATEMENTS

VALUES = ("me", "opponent", "passes", "winners", "none", "nobody", "yes", "no", "seat")


@cache
def keywords() -> tuple[str, ...]:
    """All words that the grammar has, single ones, in alphabetical order."""
    rules = re.sub(r"//.*", "", resources.grammar_text())
    found = set(re.findall(r'"([a-z]+)"', rules))
    for pattern in re.findall(r"^[A-Z_]+(?:\.\d)?: */(.*)/ *$", rules, re.M):
        found |= _begin(pattern)
    return tuple(sorted(found))


def _begin(pattern: str) -> set[str]:
    """The words that a terminal is made of, without what it looks ahead for, at its end."""
    written = re.split(r"\(\?[=!<]", pattern)[0].replace("(?:", "(")
    written = re.sub(r"\\[a-z]|\[a-z\]\+", " ", written)
    return (
        set()
        if re.search(r"[^a-z()| +*]", written)
        else set(re.findall("[a-z]+", re.sub("[()]", "", written)))
    )


@cache
def groups() -> MappingProxyType[str, tuple[str, ...]]:
    """The same in groups, each word once: what begins a `declaration`, what begins a `statement`,
    `operator`s, `value`s, and `other`s; and the `function`s that no rule file declares."""
    words = set(keywords())
    values = (words | set(RESERVED)) & set(VALUES)
    operators = words & {
        "is",
        "in",
        "not",
        "and",
        "or",
        "meets",
        "when",
        "else",
        "of",
        "where",
        "has",
    }
    declarations = words & set(DECLARATIONS) - values - operators
    statements = words & set(STATEMENTS) - declarations - values - operators
    found = {
        "declaration": declarations,
        "statement": statements,
        "operator": operators,
        "value": values | set(VALUES),
        "other": words - values - operators - declarations - statements,
        "function": {*BUILT_IN, *DONE},
    }
    return MappingProxyType({name: tuple(sorted(group)) for name, group in found.items()})
