"""Published figures of the classics on boards: how many positions there are, how many ways to play.

S-6 of the rulebooks of Tic-Tac-Toe, Connect Four and Breakthrough, S-7 of that of Reversi, S-13 of
that of draughts.

Ways are counted level by level, and positions that are reached in several ways are gone on from
once, so that this is quick. Where a turn is several decisions – captures in draughts – turns are
counted: one is over when another seat is to move, or the game is.
"""

from __future__ import annotations

from collections import Counter

import pytest
from tests.repeated import times

from rulewright.game import Game, load
from rulewright.play.perft import perft
from rulewright.runtime.layout import OVER, POINT

Position = tuple[int, ...]
Level = Counter[Position]  # positions, and in how many ways each is reached

TURNS: list[tuple[str, list[str], dict[str, int], list[int]]] = [
    ("connect_four", [], {}, [7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
    ("breakthrough", [], {"size": 8}, [22, 484, 11_132, 256_036]),
    ("breakthrough", [], {"size": 6}, [16, 256, 4_308, 71_478]),
    ("breakthrough", [], {"size": 5}, [13, 156, 1_924, 23_084]),
    ("reversi", [], {}, [4, 12, 56, 244, 1_396, 8_200, 55_092]),
    ("draughts", [], {}, [7, 49, 302, 1_469, 7_361, 36_768, 179_740]),
    ("draughts", ["brazilian"], {}, [7, 49, 302, 1_469, 7_473, 37_628]),
]
PLIES = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]


class Ways:
    """The ways to play a game without chance, turn by turn."""

    def __init__(self, game: Game) -> None:
        self.engine, self.codec = game.engine, game.engine.codec
        self.me = game.engine.layout.region(game.engine.program.me).base
        self.start: Level = Counter([tuple(game.start(seed=0).slots)])

    def over(self, position: Position) -> bool:
        return position[POINT] == OVER

    def one_more(self, level: Level) -> Level:
        """All positions one turn later."""
        found: Level = Counter()
        going = [(p, ways, p[self.me]) for p, ways in level.items() if not self.over(p)]
        for position, ways, me in going:  # which grows while a turn goes on
            for move in self.engine.moves(self.codec.encode(list(position))):
                work = self.codec.encode(list(position))
                self.engine.apply(work, move)
                after = tuple(self.codec.decode(work))
                if after[self.me] == me and not self.over(after):
                    going.append((after, ways, me))
                else:
                    found[after] += ways
        return found


@pytest.mark.parametrize(("name", "variants", "options", "wanted"), TURNS)
def test_sequences_of_turns(
    name: str, variants: list[str], options: dict[str, int], wanted: list[int]
) -> None:
    ways = Ways(load(name, variants=variants, options=options))
    wanted = wanted[: times(-2, thorough=len(wanted))]  # the last take longest
    level, found = ways.start, []
    for _ in wanted:
        level = ways.one_more(level)
        found.append(level.total())
    assert found == wanted


@pytest.mark.parametrize(
    ("name", "wanted"), [("connect_four", 5), ("breakthrough", 3), ("reversi", 6), ("draughts", 3)]
)
def test_perft_says_the_same(name: str, wanted: int) -> None:
    figures = next(figures for game, _, _, figures in TURNS if game == name)
    assert perft(load(name).start(), wanted) == figures[:wanted]


def test_s_6_of_tic_tac_toe_the_whole_tree() -> None:
    """Positions, nodes by ply, and games by result."""
    game = load("tic_tac_toe")
    ways = Ways(game)
    level, nodes, positions = ways.start, [1], set(ways.start)
    games: Counter[int] = Counter()
    while level:
        for position, count in level.items():
            if ways.over(position):
                games[game.engine.verdict(ways.codec.encode(list(position))).winners] += count
        level = ways.one_more(level)
        nodes.append(level.total())
        positions.update(level)
    assert nodes == [*PLIES, 0]
    assert len(positions) == 5_478
    assert games == {0b01: 131_184, 0b10: 77_904, 0: 46_080}
    assert games.total() == 255_168
