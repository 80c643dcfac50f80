"""How what rules name is drawn, where its author has said that. Nothing of it matters to a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

COLOURS = {
    "red": "#c0392b", "orange": "#e08a1e", "yellow": "#d9b310", "green": "#3c9a5f",
    "blue": "#3f6fb5", "purple": "#8257a8", "white": "#f5f2ea", "black": "#2b2926",
    "pink": "#d681a8", "brown": "#7a5638", "grey": "#8b8780", "gray": "#8b8780",
    "hearts": "#c0392b", "diamonds": "#c0392b", "clubs": "#2b2926", "spades": "#2b2926",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """How things are drawn, by what rules call them: letters for them, colours (`#rrggbb`),
    pictures (each an address that holds all of it), what is not drawn, and what stands before what
    beside the boards."""

    symbols: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    order: Mapping[str, int] = field(default_factory=dict)


PLAIN = Look()


def prefixes(labels: Sequence[str]) -> tuple[str, ...]:
    """The shortest beginnings that tell labels apart: Moons, Waves, Wyrms → M, Wa, Wy. A number
    stays whole, for its beginning is another one."""
    short = []
    for label in labels:
        others = [other for other in labels if other != label]
        length = len(label) if label.isdigit() else 1
        while length < len(label) and any(o.startswith(label[:length]) for o in others):
            length += 1
        short.append(label[:length])
    return tuple(short)
