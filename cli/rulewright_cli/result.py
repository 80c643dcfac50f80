"""The result of a game, line by line of its score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.drawing.lines import Line, Piece, line, seat_style, seat_title

if TYPE_CHECKING:
    from rulewright.game import Game
    from rulewright.state import Outcome, State


def result_lines(game: Game, state: State, you: int | None = None) -> Iterator[Line]:
    """A column for each seat, a row for each line of the score, the total, the rules' words for who
    wins where no total decides it, and how it ended. `you`: the seat of who reads it."""
    outcome = state.outcome
    assert outcome is not None
    if game.program.scores:
        yield from _sheet(game, outcome)
    if outcome["result"]:
        yield line(f"Outcome: {outcome_words(game, tuple(outcome['result']))}", "bold")
    if game.seats > 1 and game.program.winning:
        # who wins though somebody else has more points
        yield (Piece("goal", "dim"), Piece(f"  {game.program.winning}"))
    if game.seats > 1 and (outcome["winners"] or not outcome["result"]):
        yield winner_line(game, outcome["winners"], you)
    elif not outcome["result"]:
        lost = game.program.winners is not None and not outcome["winners"]
        yield line("The game is lost." if lost else "The game is over.", "bold")


def outcome_words(game: Game, names: tuple[str, ...]) -> str:
    """An outcome in the words of the rules, with its names."""
    words = next((case.words for case in game.program.outcome if case.names == names), "")
    return f"{words} ({', '.join(names)})" if words else ", ".join(names)


def _sheet(game: Game, outcome: Outcome) -> Iterator[Line]:
    """The points: a row for each line of the score, and the total."""
    words = {score.name: score.words or score.name for score in game.program.scores}
    rows = [(words.get(name, name), points) for name, points in outcome["lines"].items()]
    heads = [seat_title(name) for name in game.seat_names]
    margin = max(len(text) for text in (*(text for text, _ in rows), "total")) + 2
    widths = [max(len(head), 5) + 2 for head in heads]
    yield (
        Piece(" " * margin),
        *(
            Piece(head.rjust(width), seat_style(seat))
            for seat, (head, width) in enumerate(zip(heads, widths, strict=True))
        ),
    )
    for text, points in rows:
        cells = (str(p).rjust(w) for p, w in zip(points, widths, strict=True))
        yield (Piece(text.ljust(margin), "dim"), Piece("".join(cells)))
    totals = (str(p).rjust(w) for p, w in zip(outcome["scores"], widths, strict=True))
    yield (Piece("total".ljust(margin), "bold"), Piece("".join(totals), "bold"))


def winner_line(game: Game, winners: list[int], you: int | None = None) -> Line:
    """Who has won, and whether that is who reads it."""
    if not winners:
        return line("Nobody wins.", "bold")
    if len(winners) == game.seats:
        return line("A draw.", "bold")
    names = [seat_title(game.seat_names[seat]) + " (you)" * (seat == you) for seat in winners]
    verb = "wins" if len(winners) == 1 else "share the win"
    return line(f"{' and '.join(names)} {verb}.", "bold")
