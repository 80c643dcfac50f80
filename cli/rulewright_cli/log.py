"""The latest moves of a game, as lines on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.drawing.lines import Line, Piece, seat_style, seat_title, wrapped
from rulewright.state import State
from rulewright.transcript import Transcript

FEWEST_LINES = 2
MOST_LINES = 8
"""So many lines tell what another has done since a seat's last move; `log` tells all of it."""

LEFT_OUT = "..."
NOTHING_DONE = "Nothing has been done yet."


def log_lines(log: Transcript, state: State, seats: Sequence[int], width: int) -> list[Line]:
    """What a seat has done last, and what others have done since or were told to have done; of
    several seats, the latest moves as all of them know them. Those of one seat are together, in as
    many lines as there are seats, the latest ones; but what others have done since a seat's last
    move is told whole while there is any room for it. `...` stands for moves that are left out, and
    for the end of a move that has no room."""
    names = state.engine.program.seats.labels
    fewest = max(FEWEST_LINES, len(names))
    alone = len(seats) == 1
    told = log.told_since(state, seats[0]) if alone else log.told(state, *seats)
    lines: list[Line] = []
    for who, texts in reversed(_turns([*told] if alone else [*told][-30:])):
        head = f"{seat_title(names[who])}: "
        most = max(fewest, MOST_LINES) if alone and who != seats[0] else fewest
        parts = _filled(texts, width - len(head))
        if len(lines) + len(parts) > most and lines and not alone:
            break
        while len(parts) > most and len(texts) > 1:
            del texts[0]
            parts = _filled([LEFT_OUT, *texts], width - len(head))
        parts = _cut(parts, most, width - len(head))
        rows: list[Line] = [(Piece(head, seat_style(who)), Piece(parts[0], "dim"))]
        rows += [(Piece(" " * len(head) + part, "dim"),) for part in parts[1:]]
        lines = rows + lines
    return lines


def whole_log(
    log: Transcript, state: State, seats: Sequence[int], width: int
) -> tuple[list[Line], int]:
    """All moves as these seats know them, oldest first, and the number of the first line that tells
    of what came after the last turn of one of them, but for a turn that goes on; of as many as
    there are if nothing did."""
    names = state.engine.program.seats.labels
    turns = _turns(list(log.told(state, *seats)))
    own = [number for number, (who, _) in enumerate(turns) if who in seats]
    if len(turns) > 1 and own[-1:] == [len(turns) - 1] and state.to_move in seats:
        own.pop()  # it goes on
    last = own[-1] if own else -1
    lines: list[Line] = []
    since = 0
    for number, (who, texts) in enumerate(turns):
        head = f"{seat_title(names[who])}: "
        first, *rest = _filled(texts, max(8, width - len(head)))
        style = "" if number > last else "dim"
        lines += [(Piece(head, seat_style(who)), Piece(first, style))]
        lines += [(Piece(" " * len(head) + part, style),) for part in rest]
        if number == last:
            since = len(lines)
    return lines, since


def _turns(told: Iterable[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Moves that a seat makes one after the other, together."""
    turns: list[tuple[int, list[str]]] = []
    for who, text in told:
        if turns and turns[-1][0] == who:
            turns[-1][1].append(text)
        else:
            turns.append((who, [text]))
    return turns


def _cut(parts: list[str], most: int, width: int) -> list[str]:
    """Of lines the first ones; the last of them says so where more follow."""
    if len(parts) <= most:
        return parts
    *first, last = parts[:most]
    words = last.split(" ")
    while words and len(" ".join([*words, LEFT_OUT])) > width:
        words.pop()
    return [*first, " ".join([*words, LEFT_OUT])]


TOGETHER = "\N{NO-BREAK SPACE}"


def _filled(texts: Sequence[str], width: int) -> list[str]:
    """Moves side by side in lines; one goes on in the next line only if it has no room in one."""
    fits = (text if len(text) >= width else text.replace(" ", TOGETHER) for text in texts)
    return [part.replace(TOGETHER, " ") for part in wrapped(", ".join(fits), width)]
