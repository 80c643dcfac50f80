"""A state machine plays Leduc poker, takes moves back, copies and saves the game, in any order; and
what it plays keeps a promise of one's own.

pytest examples/play_like_a_machine.py
"""

from hypothesis import settings
from hypothesis.stateful import invariant, run_state_machine_as_test

import rulewright as rw
from rulewright.testing.strategies import GameMachine


class Poker(GameMachine):
    """What one wins the other loses, and nobody can lose more than thirteen chips."""

    game = rw.load("leduc_poker")

    @invariant()
    def no_chip_comes_from_anywhere_else(self) -> None:
        won = self.state.scores()
        assert sum(won) == 0 and max(won) <= 13


TestPoker = Poker.TestCase

if __name__ == "__main__":
    few = settings(max_examples=30, stateful_step_count=20, deadline=None, database=None)
    run_state_machine_as_test(Poker, settings=few)
    print("the promise is kept")
