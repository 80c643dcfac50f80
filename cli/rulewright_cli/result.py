"""The result of a game, line by line of its score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.characters import spoken
from rulewright.drawing.lines import Line, Piece, line, seat_style, seat_title, wrapped
from rulewright.drawing.shown import is_won, outcome_words, winner_words
from rulewright.play.ended import words_of_end

if TYPE_CHECKING:
    from rulewright.game import Game
    from rulewright.state import Outcome, State


FEWEST_LETTERS = 16  # of the words of a line of the score, beside its points


def result_lines(game: Game, state: State, you: int | None = None, *, width: int) -> Iterator[Line]:
    """The words of the line that has ended the game, if it has any, and which of its conditions it
    was; a column for each seat, a row for each line of the score, the total, the rules' words for
    who wins where no total decides it and somebody has won, and how it ended. `you`: the seat of
    who reads it."""
    outcome = state.outcome
    assert outcome is not None
    words, because = words_of_end(game, state)
    if words:
        yield from (line(part) for part in wrapped(f"{words.rstrip('.')}.", width))
    if because:  # which of several it was, of which the words speak
        yield (Piece("because", "dim"), Piece(f"  {because}"))
    if game.program.scores:
        yield from _sheet(game, outcome, width)
    if game.seats > 1 and game.program.winning and is_won(game.program, outcome["winners"]):
        # who wins though somebody else has more points
        yield (Piece("goal", "dim"), Piece(f"  {game.program.winning}"))
    if outcome["result"]:
        yield line(f"Outcome: {outcome_words(game.program, outcome['result'])}", "bold")
    won = winner_words(game.program, outcome["winners"], outcome["result"], you)
    if won:
        yield line(f"{won}.", "bold")


def _sheet(game: Game, outcome: Outcome, width: int) -> Iterator[Line]:
    """The points: a row for each line of the score, and the total. Words that leave no room for the
    seats go on in further lines; seats that have no room beside the others come below these."""
    words = {score.name: score.words or spoken(score.name) for score in game.program.scores}
    rows = [(words.get(name, name), points) for name, points in outcome["lines"].items()]
    counted = [*(points for _, points in rows), outcome["scores"]]
    widths = [
        max(5, len(seat_title(name)), *(len(str(points[seat])) for points in counted)) + 2
        for seat, name in enumerate(game.seat_names)
    ]
    longest = max(len(text) for text in (*(text for text, _ in rows), "total")) + 2
    margin = min(longest, max(FEWEST_LETTERS, width - sum(widths)))
    for seats in _beside_each_other(widths, width - margin):
        yield (
            Piece(" " * margin),
            *(
                Piece(seat_title(game.seat_names[seat]).rjust(widths[seat]), seat_style(seat))
                for seat in seats
            ),
        )
        for text, points in rows:
            *above, last = wrapped(text, margin - 2)
            yield from (line(part, "dim") for part in above)
            cells = "".join(str(points[seat]).rjust(widths[seat]) for seat in seats)
            yield (Piece(last.ljust(margin), "dim"), Piece(cells))
        totals = "".join(str(outcome["scores"][seat]).rjust(widths[seat]) for seat in seats)
        yield (Piece("total".ljust(margin), "bold"), Piece(totals, "bold"))


def _beside_each_other(widths: Sequence[int], room: int) -> Iterator[list[int]]:
    """The numbers of columns, as many together as there is room for."""
    together = list[int]()
    for number, width in enumerate(widths):
        if together and sum(widths[one] for one in together) + width > room:
            yield together
            together = []
        together.append(number)
    yield together
