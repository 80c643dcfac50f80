"""`passes` counts as far as rules ask."""

from pathlib import Path

import pytest

from rulewright import load

RULES = """game still "Still"
  players {players}

option patience: 6, 3..8                  "Patience"
mark waited: 0..9                         "Waited"
mark away: set of seat                    "Who is away"
define many = 7
define few of p: seat = 3 when p in away else patience
define here = all p in seat where p not in away
define around = here when size of here > 1 else seat
{more}
phase wait
  turns until {until}
    choose main
      rest
        pass
      work
        set waited to min(9, waited + 1)
        set away to {{me}}
      count
        set waited to min(9, many + waited) - patience + few of me - (size of around)

score waited of p: waited
winner most score
"""
UNTIL = {
    "a number": ("passes is 6", "2", 6),
    "as many as there are seats": ("passes is size of seat", "3", 3),
    "more than a number": ("passes > 5", "2", 6),
    "at least": ("passes >= 9", "2", 9),
    "the other way round": ("7 <= passes", "2", 7),
    "a definition": ("passes is many", "2", 7),
    "an option": ("passes >= patience", "2", 6),
    "a range": ("passes in 5..6", "2", 5),
    "one of several": ("passes in {9, 11}", "2", 9),
    "worked out": ("passes * 2 is 12", "2", 6),
    "taken away": ("passes - 3 is 10", "2", 13),
    "by case": ("passes is (8 when waited is 0 else 1)", "2", 8),
    "rounds": ("passes is 4 * size of seat", "2", 8),
    "a definition of somebody": ("passes > few of me", "2", 7),
    "a mark": ("passes is waited + 9", "2", 9),
    "who is left": ("passes > size of here + 3", "2", 6),
    "as many as something has": ("passes > size of {c in card}", "2", 21),
}
DECK = """component card from "cards.csv" named by name
zone pile: set of card
setup
  move all c in card to pile
"""


@pytest.mark.parametrize(("until", "players", "last"), UNTIL.values(), ids=UNTIL)
def test_turns_end_with_so_many_passes(tmp_path: Path, until: str, players: str, last: int) -> None:
    more = ""
    if "card" in until:
        until, more = "passes > size of pile", DECK
        cards = "".join(f"c{number}\n" for number in range(20))
        (tmp_path / "cards.csv").write_text(f"name\n{cards}")
    rules = tmp_path / "still.game"
    rules.write_text(RULES.format(players=players, until=until, more=more))
    state = load(str(rules)).start(seed=1)
    for number in range(1, last + 1):
        assert not state.over, number
        state.apply("rest")
    assert state.over


def test_no_more_are_told_apart_than_anybody_asks_for(tmp_path: Path) -> None:
    """So positions come again where all may pass for ever."""
    rules = tmp_path / "still.game"
    rules.write_text(RULES.format(players="2", until="waited is 9", more=""))
    state = load(str(rules)).start(seed=1)
    seen = []
    for _ in range(6):
        state.apply("rest")
        seen.append(state.observation(0)["passes"])
    assert seen == [1, 2, 3, 4, 4, 4]
