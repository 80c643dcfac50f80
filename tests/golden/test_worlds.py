"""The worlds that players are dealt, and the moves they choose in them, in games with something
hidden: by seeds, the same to the bit, however they are found.

`worlds.txt` holds a digest for each game; `--update-golden` writes it. If it changes, players play
otherwise.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import pytest

from rulewright import load
from rulewright.play.match import Limits, Match
from rulewright.players import player
from rulewright.players.naming import seat_players
from rulewright.players.view import View, view_of
from rulewright.runtime.layout import CHANCE
from rulewright.runtime.observation import canonical
from rulewright.state import State

CUPS = str(Path(__file__).parents[1] / "conformance" / "bazaar" / "cups.game")
GAMES = (  # each with its seats, players, moves at most, and how many games
    ("ruins", 2, "greedy", 10, 1),
    ("ruins", 3, "mcts:2", 4, 1),
    ("ruins", 4, "greedy", 8, 1),
    ("quetinny", 1, "greedy", 8, 1),
    ("crazy_eights", 2, "greedy", 30, 2),
    ("crazy_eights", 3, "mcts:20", 8, 1),
    ("goofspiel", 2, "mcts:20", 8, 1),
    ("liars_dice", 2, "greedy", 20, 3),
    ("liars_dice", 3, "mcts:20", 20, 2),
    ("leduc_poker", 2, "mcts:20", 20, 3),
    ("kuhn_poker", 2, "mcts:20", 20, 3),
    ("klondike", 1, "greedy", 12, 1),
    (CUPS, 2, "greedy", 20, 3),
)


def digest(name: str, seats: int, who: str, longest: int, games: int) -> str:
    """What comes of some games, with every world on their way."""
    found = blake2b(digest_size=8)

    def viewed(state: State, seat: int, *, worlds: int, seed: int, rough: bool = False) -> View:
        view = view_of(state, seat, worlds=worlds, seed=seed, rough=rough)
        for world in view.worlds:
            might = [[(d.name, backs) for d, backs in one.items()] for one in world.memory.might]
            told = canonical(world.slots), world.slots[CHANCE], might, world.memory.turns
            found.update(repr(told).encode())
        return view

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(player, "view_of", viewed)
        for seed in range(1, games + 1):
            game = load(name, seats=seats)
            players = seat_players([who] * seats, seed, seats=seats)
            record = Match(game, players, Limits(longest)).play(seed=seed)
            found.update(repr(record.moves).encode())
    return found.hexdigest()


def test_worlds_and_moves_are_the_same(request: pytest.FixtureRequest) -> None:
    file = Path(__file__).parent / "worlds.txt"
    lines = [
        f"{Path(name).stem} {seats} {who}: {digest(name, seats, who, longest, games)}\n"
        for name, seats, who, longest, games in GAMES
    ]
    if request.config.getoption("--update-golden"):
        file.write_text("".join(lines), encoding="utf-8")
    assert "".join(lines) == file.read_text(encoding="utf-8")
