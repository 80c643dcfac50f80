"""Lines that have no room go on in others."""

from __future__ import annotations

from rulewright.drawing.lines import Piece, folded, plain_text

SEATS = [Piece(text) for n in range(4) for text in (f"  seat {n}: ", f"{n}")]


def test_a_line_is_broken_between_what_belongs_together_and_goes_on_under_it() -> None:
    row = (Piece("score"), *SEATS)
    assert plain_text(folded([row], 60)) == "score  seat 0: 0  seat 1: 1  seat 2: 2  seat 3: 3\n"
    assert plain_text(folded([row], 30)).splitlines() == [
        "score  seat 0: 0  seat 1: 1",
        "       seat 2: 2  seat 3: 3",
    ]
    assert len(list(folded([row], 1))) == 4  # never more lines than there are parts
    assert list(folded([()], 30)) == [()]
