"""What was made last, to be had again without being made again, and keys to have it by."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The values that were put in or asked for last, by their keys; at most so many.

    Any threads may use it at once: every step is one that no other thread can come into, and what
    is not found because another thread has just taken it out is only made once more.

    >>> recent = Recent[str, int](2)
    >>> recent.put("one", 1)
    >>> recent.get("one"), recent.get("two")
    (1, None)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[Key, Value] = {}  # those used last at the end

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is still there."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def put(self, key: Key, value: Value) -> None:
        """Keep a value; if there are too many now, the one that nobody used for longest goes."""
        self._values[key] = value
        if len(self._values) > self._most:
            for oldest in list(self._values)[: -self._most]:
                self._values.pop(oldest, None)

    def clear(self) -> None:
        """Forget all."""
        self._values.clear()


class Same:
    """A tree as a key: equal to itself alone, for comparing whole trees takes longer."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node

    def __hash__(self) -> int:
        return id(self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.node is other.node
