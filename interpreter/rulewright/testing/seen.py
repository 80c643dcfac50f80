"""What a seat sees of a place, held against what a scenario says that it sees.

Both are lists of words as scenarios write them: a name, `?` for a component that is hidden, and in
rows `-` for an empty place. Of stacks and rows their order counts, of sets it does not.
"""

from __future__ import annotations

from typing import cast

from ..core.evaluate import written
from ..core.ir import Number, RowOf, StackOf, Truth
from ..core.scenes import ALL_HIDDEN, HIDDEN, SeenValue
from ..state import State

NONE = "none"
EMPTY = "-"  # a place of a row with nothing in it


def as_wanted(wanted: SeenValue) -> list[str]:
    """What is wanted, in words."""
    if wanted.values is None:
        return [ALL_HIDDEN]
    return _tidy(wanted, [_word(wanted, value) for value in wanted.values])


def as_seen(state: State, seat: int, wanted: SeenValue) -> list[str]:
    """What the observation of a seat says about a member, in words."""
    seen: object = cast("dict[str, object]", state.observation(seat)["cells"])
    path = [key.labels[k] for key, k in zip(wanted.variable.keys, wanted.keys, strict=True)]
    for name in (wanted.variable.name, *path):
        if not isinstance(seen, dict) or name not in seen:
            return [HIDDEN]  # it belongs to something that is not seen
        seen = seen[name]
    if isinstance(seen, bool):
        return ["yes" if seen else "no"]
    if isinstance(seen, dict):
        return _known(wanted, cast("dict[str, object]", seen))
    if isinstance(seen, list):
        return _tidy(wanted, [EMPTY if label is None else str(label) for label in seen])
    if seen is None and wanted.variable.role == "mark" and _is_covered(wanted, seat):
        return [HIDDEN]
    if seen is None:
        return [NONE] if isinstance(wanted.variable.type, Number) else []
    return [str(seen)]


def in_order(wanted: SeenValue, words: list[str]) -> list[str]:
    """Words of a set in the order in which two sets are compared; others as they are."""
    if isinstance(wanted.variable.type, StackOf | RowOf):
        return words
    return sorted(words, key=lambda word: (word == HIDDEN, word))


def is_seen(wanted: SeenValue, expected: list[str], found: list[str]) -> bool:
    """Is what is found what is wanted? Where components of a row are hidden, it is not seen either
    which of its places are empty: then only the order of those that are known counts."""
    if wanted.values is None:
        return bool(found) and {*found} == {HIDDEN}
    if isinstance(wanted.variable.type, RowOf) and HIDDEN in found:
        expected, found = (_known_first(words) for words in (expected, found))
    return in_order(wanted, expected) == in_order(wanted, found)


def _known(wanted: SeenValue, seen: dict[str, object]) -> list[str]:
    """What lies in a place that is not seen: what is known of it, in a stack where it lies."""
    known = [str(label) for label in cast("list[object]", seen["known"])]
    count = cast(int, seen["count"])
    if not isinstance(wanted.variable.type, StackOf):
        return [*known, *[HIDDEN] * (count - len(known))]
    words = [HIDDEN] * count
    for at, label in zip(cast("list[int]", seen.get("at", [])), known, strict=True):
        words[at - 1] = label
    return words


def _tidy(wanted: SeenValue, words: list[str]) -> list[str]:
    """Without the empty places at the end of a row, which may be left out."""
    if not isinstance(wanted.variable.type, RowOf):
        return words
    return words[: max((i for i, word in enumerate(words, 1) if word != EMPTY), default=0)]


def _known_first(words: list[str]) -> list[str]:
    placed = [word for word in words if word not in (EMPTY, HIDDEN)]
    return placed + [HIDDEN] * words.count(HIDDEN)


def _word(wanted: SeenValue, value: int | None) -> str:
    """A number, yes or no, an element that lies somewhere, or what stands for one that is hidden or
    for none."""
    kind = wanted.variable.type
    if value is None:
        return HIDDEN
    if isinstance(kind, Truth):
        return "yes" if value else "no"
    if isinstance(kind, Number):
        return written(value, kind)
    return EMPTY if value < 0 else kind.domain.labels[value]


def _is_covered(wanted: SeenValue, seat: int) -> bool:
    """Is a mark hidden from a seat, rather than none?"""
    match wanted.variable.seen:
        case "owner":
            return wanted.keys[0] != seat
        case "others":
            return wanted.keys[0] == seat
        case seen:
            return seen == "nobody"
