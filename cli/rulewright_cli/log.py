"""The latest moves of a game, as lines on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.drawing.lines import Line, Piece, seat_style, seat_title, wrapped
from rulewright.play.transcript import Transcript
from rulewright.state import State

MOST_LINES = 2


def log_lines(
    log: Transcript, state: State, seats: Sequence[int], width: int, most: int = MOST_LINES
) -> list[Line]:
    """The latest moves as all these seats know them, in a few lines, those of one seat together."""
    names = state.engine.program.seats.labels
    turns: list[tuple[int, list[str]]] = []
    for who, text in list(log.told(state, *seats))[-30:]:
        if turns and turns[-1][0] == who:
            turns[-1][1].append(text)
        else:
            turns.append((who, [text]))
    lines: list[Line] = []
    for who, texts in reversed(turns):
        head = f"{seat_title(names[who])}: "
        parts = wrapped(", ".join(texts), width - len(head))
        if len(lines) + len(parts) > most and lines:
            break
        while len(parts) > most and len(texts) > 1:
            del texts[0]
            parts = wrapped(", ".join(texts), width - len(head))
        parts = parts[-most:]
        rows: list[Line] = [(Piece(head, seat_style(who)), Piece(parts[0], "dim"))]
        rows += [(Piece(" " * len(head) + part, "dim"),) for part in parts[1:]]
        lines = rows + lines
    return lines
