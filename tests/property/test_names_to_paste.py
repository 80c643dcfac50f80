"""Whatever names a table has that can be declared: what is printed with them is read as the same.

Positions with names as keys, values, and in lists, at any width; moves; what chance decides; and
the layout that `fmt` gives to all of it, with comments behind it.
"""

from __future__ import annotations

import csv
import re
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.property.test_positions_to_paste import led_to
from tests.repeated import times

import rulewright as rw
from rulewright.diagnostics import Findings
from rulewright.runtime.layout import FIRST_VARIABLE
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
from rulewright.testing.position import in_width, listed, position_text

GAME = """game odd "Odd names"
  players 2 named Ann, Bob
component piece from "pieces.csv" named by name
zone pool: set of piece
zone line: stack of piece
zone rowed: row 3 of piece
zone kept of piece: set of piece
mark owner of piece: seat or nobody
mark fav of seat: piece or none           "The one liked best"
mark best: piece or none                  "The best"
mark worth(piece, seat): 0..3             "What it is worth"
mark some_of: set of piece                "Some of them"
mark lot: piece or none                   "The lot"
setup
  move all c in piece to pool
  shuffle line
phase play
  turns until pool is empty
    choose main
      take(c in pool)
        move c to line
        pick lot from piece
        set owner of c to me
        set fav of me to c
        set best to c
        set worth(c, me) to 2
        set some_of to some_of + {c}
      keep(c in pool)
        move c to kept of c
      lay(c in pool where rowed is not full)
        move c to rowed
score s of p: how many c in piece where owner of c is p
winner most score
"""
HOSTILE = [
    "Queen's Knight", "King's Horse", "rock 'n roll", "it's Ann's", "a, b", "x's, y's", "5", "7 up",
    "2..3", "a -> b", "c: d", "(a)", "(a, b)", "a)", "me", "in", "of", "is", "to move", "passes",
    "yes", "no", "not", "seat", "all", "some", "the", "play", "given", "chance", "offers", "end",
    "take", "Ann", "line", "pool", "total", "longest", "when", "else", "or", "and", "{x}", "a/b",
    "-1", "1 - 2", "a_b", "Ünïcode’s", "where", "has", "for", "nobody's", "A-1", "“so”", "box",
    "or 5", "for me", "has, for", "expect over", "else", "opponent", "?!", "...!", "'",
]  # fmt: skip
SIGNS = "ab Z09'’,:()-->_.{}[]|/?!&*+=<>@$%^~`\\"
NAMES = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(SIGNS, min_size=1, max_size=7).map(lambda text: " ".join(text.split())),
).filter(bool)
REFUSED = {"E210", "E171"}


def made(folder: Path, names: list[str], more: str = "") -> rw.Game | None:
    """A game with such names; None if they are refused."""
    with (folder / "pieces.csv").open("w", encoding="utf-8", newline="") as table:
        csv.writer(table).writerows([["name"], *([name] for name in names)])
    path = folder / "odd.game"
    path.write_text(GAME + more, encoding="utf-8")
    try:
        return rw.load(str(path), engine="reference")
    except rw.RulesError as error:
        assert {one.code for one in error.diagnostics} <= REFUSED, str(error)
    return None


@settings(
    max_examples=times(5, thorough=15), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(st.lists(NAMES, min_size=3, max_size=6, unique=True), st.data())
@example(["Queen's Knight", "King's Horse", "x's, y's"], None)
def test_what_is_printed_with_any_names_is_read_as_the_same(
    names: list[str], data: st.DataObject | None
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        game = made(Path(folder), names)
        if game is None:
            return

        def any_of(count: int) -> int:
            return count - 1 if data is None else data.draw(st.integers(0, count - 1))

        state, played = game.start(chance="asked"), list[str]()
        while not state.over and len(played) < 6:
            if state.question is not None:
                lot = state.question.of[any_of(len(names))]
                state.answer([lot])
                played.append(f"chance {listed(lot)}")
                continue
            moves = state.legal_moves()
            offers = "; ".join(map(str, moves))
            given = "\n".join(f"    {line}" for line in in_width(position_text(state, game), 30))
            text = f'scenario "Pasted"\n  given\n{given}\n  offers {offers}\n'
            whole = "\n".join(f"  {line}" for line in played)
            again = f'scenario "Again"\n{whole}\n  offers {offers}\n'
            for one in (text, again):
                findings = Findings()
                laid = format_file(SourceFile("odd.game", f"{GAME}\n{one}"), findings)
                assert laid is not None, (findings.found, one)
                for told in (one, laid[laid.index("scenario") :]):
                    with_comments = re.sub(r"(?<![,;])\n", "   # it's so: 'a\n", told)
                    for version in (told, with_comments):
                        found = led_to(game, version)
                        assert found.slots[FIRST_VARIABLE:] == state.slots[FIRST_VARIABLE:], version
                        assert [*map(str, found.legal_moves())] == [*map(str, moves)], version
            move = moves[any_of(len(moves))]
            played.append(f"play {move}")
            state.apply(move)
