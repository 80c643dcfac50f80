"""The moves on offer as a menu: numbered, under the words the rules have for them.

Where hundreds of moves are on offer nobody reads them all, so that many under the same words are
told by how they begin: `place T05 ... (12)`. Whoever types such a beginning gets a menu of those.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.drawing.lines import Line, Piece, line
from rulewright.state import Move

MOST = 40
"""How many moves under the same words are told one by one."""

Entry = tuple[int, str]  # the number of a move, from 1 up, and its text


def menu(moves: Sequence[Move], width: int, beginning: str = "") -> list[Line]:
    """The moves whose texts begin so, each with its number among all moves."""
    groups: dict[str, list[Entry]] = {}
    for number, move in enumerate(moves, start=1):
        if str(move).casefold().startswith(beginning.casefold()):
            words = move.alternative.words or move.alternative.name
            groups.setdefault(words, []).append((number, str(move)))
    lines: list[Line] = []
    for words, entries in groups.items():
        lines += _under(words, _in_short(entries), width)
    if any(len(entries) > MOST for entries in groups.values()):
        lines.append(line("Type how a move begins to see all that begin so.", "dim"))
    return lines


def _under(words: str, texts: list[str], width: int) -> list[Line]:
    """Texts under the words they have in common, or behind them if there is room."""
    margin = "  "
    rows = [margin]
    for text in texts:
        if len(rows[-1]) + len(text) > width and rows[-1].strip():
            rows.append(margin)
        rows[-1] += f"{text}   "
    if len(rows) == 1 and len(words) + len(rows[0]) <= width:
        return [(Piece(f"{words}:", "dim"), Piece(rows[0][1:].rstrip(), "bold"))]
    return [line(f"{words}:", "dim"), *(line(row.rstrip(), "bold") for row in rows)]


def _in_short(entries: list[Entry]) -> list[str]:
    """The entries one by one; too many by the fewest first words that tell several apart."""
    if len(entries) <= MOST:
        return [f"{number} {text}" for number, text in entries]
    begun: dict[str, list[str]] = {}
    longest = max(len(text.split()) for _, text in entries)
    for count in range(1, longest + 1):
        begun = {}
        for number, text in entries:
            beginning = " ".join(text.split()[:count])
            begun.setdefault(beginning, []).append(f"{number} {text}")
        if len(begun) > 1:
            break
    return [
        texts[0] if len(texts) == 1 else f"{beginning} ... ({len(texts)})"
        for beginning, texts in begun.items()
    ]
