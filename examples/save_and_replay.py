"""Save a game as a file, read it back, and play it again move by move.

python examples/save_and_replay.py [file]
"""

import sys
import tempfile
from pathlib import Path

import rulewright as rw
from rulewright.play import record
from rulewright.play.match import Match
from rulewright.players.naming import seat_players


def main(path: Path) -> None:
    game = rw.load("ruta", variants=["ace_give"], options={"longest": "path"})
    match = Match(game, seat_players(["random", "random"], seed=7, seats=2))
    last = match.play_state(seed=7)
    record.save(record.record_of(game, last), path)

    again = record.replay(record.load(path))  # loads the game by what the record says
    print(f"{len(again.moves)} moves, {again.scores()} points; same position:", end=" ")
    print("yes" if again.key() == last.key() else "no")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else f"{folder}/game.json"))
