"""What a move begins belongs to it: the steps of a compose, and what is chosen in an action."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.play.match import Limits, Match
from rulewright.players.greedy import ALIKE, MOST_AHEAD, Greedy, _Ahead
from rulewright.players.playing_out import Playouts
from rulewright.players.view import view_of

LOTS = """\
game lots "Lots"
  players 2
  uses standard_deck
zone hand of seat: set of card
zone laid: set of card
mark left: 0..6, starts 6
mark points of seat: 0..99
setup
  move all c in card where rank of c <= 3 to hand of '0'
  move all c in card where rank of c in 4..6 to hand of '1'
phase play
  turns until left is 0
    spend 1 left
    compose lay
      step add(c in hand of me) into lot at most 3
      finish lay
        needs some_card: lot is not empty          else "lay one"
        needs alike: largest rank of lot is smallest rank of lot   else "of one rank"
        gain (size of lot * size of lot) points of me
    move lot from hand of me to laid
score points of p: points of p
winner most score
"""
BUYS = """\
game buys "Buys"
  players 2
type ware: salt, silk
mark left: 0..4, starts 4
mark points of seat: 0..99
define worth of w: ware = 1 when w is salt else 5
phase play
  turns until left is 0
    spend 1 left
    choose main
      pause
        gain 2 points of me
      buy
        choose what{how}
          take(w in ware)
            choose how
              gladly
                gain (worth of w) points of me
              'sadly'
score points of p: points of p
winner most score
"""


def moves(path: Path, seed: int = 1, longest: int | None = None) -> list[str]:
    game = load(str(path), engine="python")
    record = Match(game, [Greedy(1), Greedy(2)], Limits(longest)).play(seed=seed)
    return list(record.moves)


def test_the_steps_of_a_compose_are_one_move(tmp_path: Path) -> None:
    (tmp_path / "lots.game").write_text(LOTS)
    told = moves(tmp_path / "lots.game")
    turns = " ".join(one.split()[0] for one in told).split(" lay")
    assert [turn.split() for turn in turns if turn] == [["add"] * 3] * 6, told


@pytest.mark.parametrize("how", ["", " secretly"])
def test_what_is_chosen_in_an_action_is_a_part_of_it(tmp_path: Path, how: str) -> None:
    (tmp_path / "buys.game").write_text(BUYS.format(how=how))
    assert moves(tmp_path / "buys.game") == ["buy", "take silk", "gladly"] * 4


UNTIL = LOTS.replace("compose lay\n", "compose lay until size of lot is 2\n").replace(
    LOTS[LOTS.index("      finish lay") : LOTS.index("    move lot")],
    "    gain (largest rank of lot) points of me\n",
)
WIDE = LOTS.replace("at most 3", "").replace("is smallest rank of lot", "> 0")
WHOLE = 11 + 66  # moves, of which the last card is none, and pairs of cards


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        (WIDE, MOST_AHEAD // 6, MOST_AHEAD),
        (WIDE.replace("(size of lot * size of lot)", "1"), ALIKE, 2 * ALIKE + 12),  # all alike
        (UNTIL, WHOLE, WHOLE),  # and not on to what the other one chooses
    ],
)
def test_so_many_ends_are_looked_at(tmp_path: Path, text: str, least: int, most: int) -> None:
    (tmp_path / "lots.game").write_text(text)
    state = load(str(tmp_path / "lots.game"), engine="python").start(seed=1)
    playouts = Playouts(view_of(state, 0, worlds=1, seed=1), 1)
    looked_at = list[float]()
    ahead = playouts.ahead
    playouts.ahead = lambda position: looked_at.append(ahead(position)) or looked_at[-1]  # type: ignore
    _Ahead(playouts).leads(playouts.codes)
    assert least <= len(looked_at) <= most
