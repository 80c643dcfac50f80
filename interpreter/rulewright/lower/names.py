"""The names of generated code: three name spaces that cannot meet, whatever rule files say.

    c_  c_2_  gold_0_     what rule files name: parameters, lets, state variables that are held in
    variables _t  _left  _left2     the generator's own variables bits  RANK  take_0_1  globals:
    helpers, builtins, fixed data, functions

Where the underscore stands tells them apart: a name of the rules ends with one and does not begin
with one, a variable of the generator begins with one and does not end with one, a global does
neither. No keyword of Python is of the first two kinds, and no helper or builtin. Within a space no
name is given twice, for what has been given is known.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

# The generator's variables that several functions, or several parts of one, know each other's by.
STATE = "_s"
CHANCE, PLAYERS = "_chance", "_players"  # the two streams of a playout
DECISIONS, OPTIONS, BLOCK, K, N = "_decisions", "_options", "_block", "_k", "_n"
LONGEST, MOVES, ROUNDS = "_longest", "_moves", "_rounds"
FAILED, KEY, FULL, HOPE, ALONE = "_failed", "_key", "_full", "_hope", "_alone"
UNTRIED, ELEMENT, LOWEST = "_untried", "_element", "_lowest"
ANSWER, SAID, WAYS, GAIN, TRIED = "_answer", "_said", "_ways", "_gain", "_tried"
LOST = "_lost"
TO_AND_FRO, LIMITED = "_to_and_fro", "_limited"
PAYABLE, NOW, JOINT, SHOWN, MOST = "_paid_sets", "_now", "_joint", "_shown", "_most"
LYING, OTHERS, OWN = "_lying", "_besides", "_of_chosen"
WEIGHS, AFTER, WAITING, ACTION = "_weighs", "_after", "_waiting", "_action"
SHARED = frozenset(
    (
        STATE, CHANCE, PLAYERS, DECISIONS, OPTIONS, BLOCK, K, N, LONGEST, MOVES, ROUNDS, FAILED,
        KEY, FULL, HOPE, ALONE, UNTRIED, ELEMENT, LOWEST, ANSWER, SAID, WAYS, GAIN, PAYABLE, NOW,
        JOINT, SHOWN, MOST, LYING, OTHERS, OWN, TRIED, LOST, WEIGHS, AFTER, WAITING, ACTION,
        TO_AND_FRO, LIMITED,
    )
)  # fmt: skip
# The functions that the engine calls by name.
BEGIN, BEGIN_FLOW, TOTALS, VERDICT = "begin", "begin_flow", "totals", "verdict"
LINES = "score_lines"
PLAYOUT, PLAY_ON = "playout", "play_on"
STEP, TOLD, SEEN = "step_on", "told_of", "seen_of"
FAILURE = "PlayError"  # what an attempt is given up for
GLOBALS = frozenset(
    (
        BEGIN, BEGIN_FLOW, TOTALS, LINES, VERDICT, PLAYOUT, PLAY_ON, STEP, TOLD, SEEN, FAILURE,
        *dir(builtins),
    )
)  # fmt: skip


def word(text: str) -> str:
    """What reads like a text and can be part of a name: begins with a letter, ends with none of
    the underscores that tell name spaces apart."""
    kept = (c if c.isascii() and c.isalnum() else "_" for c in text)
    found = "".join(kept).strip("_")
    return found if found[:1].isalpha() else f"x{found}"


class Names:
    """The names of one scope: of a function, or of all functions."""

    def __init__(self, taken: Collection[str]) -> None:
        self._given: set[str] = set()
        self._taken = taken
        self._counts: dict[str, int] = {}

    def of_rules(self, text: str) -> str:
        """A name for what a rule file calls so."""
        return self._fresh(word(text) + "_", "{}{}_")

    def own(self, hint: str) -> str:
        """A name for a variable of the generator."""
        return self._fresh("_" + word(hint), "{}{}")

    def of_all(self, text: str) -> str:
        """A name for what all functions know."""
        return self._fresh(word(text), "{}_{}")

    @contextmanager
    def tried(self) -> Iterator[None]:
        """Names that are given meanwhile are not in use after it."""
        before = set(self._given), dict(self._counts)
        try:
            yield
        finally:
            self._given, self._counts = before

    def reserve(self, names: Iterable[str]) -> None:
        """Names that are in use in the scope."""
        self._given.update(names)

    def _fresh(self, wanted: str, numbered: str) -> str:
        found, count = wanted, self._counts.get(wanted, 1)
        while found in self._given or found in self._taken:
            count += 1
            found = numbered.format(wanted, count)
        self._counts[wanted] = count
        self._given.add(found)
        return found
