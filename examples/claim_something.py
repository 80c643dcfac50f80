"""A claim about a game, held against states drawn by Hypothesis: if it is wrong, the shortest game
that shows it is printed.

pytest examples/claim_something.py
"""

from typing import Any

from hypothesis import given, settings

import rulewright as rw
from rulewright.testing import strategies as rules

RUTA = rw.load("ruta")


@settings(max_examples=60, deadline=None, database=None)
@given(rules.states(RUTA))
def test_a_token_is_in_stock_or_on_the_map(state: rw.State) -> None:
    for seat, name in enumerate(RUTA.seat_names):
        seen: Any = state.observation(seat)["cells"]
        assert seen["tokens"][name] + list(seen["holder"].values()).count(name) == 10


@settings(max_examples=40, deadline=None, database=None)
@given(rules.positions(RUTA, choice="pay"))
def test_a_payment_that_is_begun_can_be_completed(state: rw.State) -> None:
    while state.choice == "pay":
        state.apply(state.legal_moves()[-1])
    assert state.moves[-1] == "commit"


if __name__ == "__main__":
    test_a_token_is_in_stock_or_on_the_map()
    test_a_payment_that_is_begun_can_be_completed()
    print("both claims hold")
