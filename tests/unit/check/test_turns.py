"""Whose turn it is: some seats only, one after another, or the one that is named."""

from pathlib import Path

import pytest

from rulewright.backends import registry
from rulewright.backends.registry import EngineName
from rulewright.game import load
from rulewright.state import State

HEADER = """game order "Order"
  players 4
mark out of seat: yes or no
mark told: 0..9999
mark dealer: seat
mark rounds: 0..3
score told of p: told
winner most score
define active = all p in seat where not out of p
always dealer in active or rounds > 0 or told >= 0

setup
  set dealer to '0'
  set rounds to 0
  set told to 0
  each p in seat
    set out of p to no
"""


def begun(tmp_path: Path, text: str, engine: EngineName) -> State:
    file = tmp_path / "order.game"
    file.write_text(HEADER + text)
    return load(str(file), engine=engine).start(seed=1)


def played(state: State, *moves: str) -> list[int]:
    """The seats that make these moves, and the one that decides then."""
    seats = []
    for move in moves:
        seats.append(state.to_move)
        state.apply(move)
    return [*seats, state.to_move]  # type: ignore[list-item]


MAIN = """
    choose main
      go
        end turn
      leave
        set out of me to yes
      give(p in seat)
        turn to p
      more
        extra turn
      rest
        pass
"""


@pytest.mark.parametrize("engine", registry.stepping())
def test_only_some_seats_have_turns(tmp_path: Path, engine: EngineName) -> None:
    state = begun(tmp_path, f"phase play\n  turns in active from '2'{MAIN}", engine)
    assert played(state, "leave", "go", "rest", "rest", "go", "leave") == [2, 3, 0, 1, 3, 0, 1]
    assert played(state, "more", "leave", "leave")[:3] == [1, 1, 3]
    assert state.over


@pytest.mark.parametrize("engine", registry.stepping())
def test_the_seat_that_is_named_has_the_next_turn(tmp_path: Path, engine: EngineName) -> None:
    state = begun(tmp_path, f"phase play\n  turns in active until passes is 2{MAIN}", engine)
    assert played(state, "give 2", "go", "give 3", "leave", "give 3") == [0, 2, 3, 3, 0, 0]
    assert played(state, "rest", "give 2", "rest", "more", "rest") == [0, 1, 2, 0, 0, 1]
    state.apply("rest")
    assert state.over


ROUNDS = """
phase play
  repeat until rounds is 3
    turns from dealer until passes is 3
      choose main
        go
          end turn
        rest
          pass
    gain 1 rounds
    set dealer to next(dealer, all p in seat where p is not '2')
"""


@pytest.mark.parametrize("engine", registry.stepping())
def test_turns_are_repeated_in_rounds(tmp_path: Path, engine: EngineName) -> None:
    state = begun(tmp_path, ROUNDS, engine)
    assert played(state, "go", "rest", "rest", "rest") == [0, 1, 2, 3, 1]
    assert played(state, "rest", "rest", "rest") == [1, 2, 3, 3]
    assert played(state, "rest", "rest", "rest")[:3] == [3, 0, 1]
    assert state.over


EACH = """
define number of p: seat
  0 when p is '0'
  1 when p is '1'
  2 when p is '2'
  3 else
to tell(n: 0..3)
  set told to told * 10 + n + 1
phase play
  turns until passes is 1
    choose main
      tell_all(q in seat)
        set told to 0
        each p in active from q where p is not '1'
          tell(number of p)
      leave
        set out of me to yes
      rest
        pass
"""


@pytest.mark.parametrize("engine", registry.stepping())
def test_seats_are_gone_through_round_the_table(tmp_path: Path, engine: EngineName) -> None:
    state = begun(tmp_path, EACH, engine)
    state.apply("tell_all 2")
    assert state.scores()[0] == 341
    state.apply("tell_all 0")
    assert state.scores()[0] == 134
    state.apply("leave")
    state.apply("tell_all 3")
    assert state.scores()[0] == 41
