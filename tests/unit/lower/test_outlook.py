"""What is offered while a selection grows is what some finish can still be made of: every set that
fulfils the conditions is found, and none else, by what the conditions are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from pathlib import Path

import pytest

from rulewright import Game, State, load
from rulewright.backends.python import support
from rulewright.lower import completing, single_moves

RULES = """game lot "A lot"
  players 1
type coin: {coins}
mark kept: set of coin                    "What was paid"
define worth of c: coin = 1 + how many d in coin where d < c
define down of c: coin = 8 - worth of c
define debt of c: coin = worth of c - 5

phase play
  choose main
    lay
    rest
action rest
  set kept to coin
action lay
  compose pay{text}
    step pay(c in coin) into lot
    finish done
      needs {needs}                       else "not that"
{more}  set kept to lot
outcome
  done else
always every c in coin has worth of c + down of c + debt of c > 0 - 9
"""
COINS = range(1, 8)
Told = Callable[[tuple[int, ...]], bool]


def largest(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)


def smallest(numbers: Iterable[int]) -> int:
    return min(numbers, default=0)


CONDITIONS: dict[str, Told] = {
    "size of lot is 3 and largest worth of lot is 6": lambda s: len(s) == 3 and largest(s) == 6,
    "size of lot is 3 and smallest down of lot is 2": (
        lambda s: len(s) == 3 and smallest(8 - c for c in s) == 2
    ),
    "size of lot is 3 and largest debt of lot is 1": (
        lambda s: len(s) == 3 and largest(c - 5 for c in s) == 1
    ),
    "size of lot is 4 and smallest debt of lot is 0 - 3": (
        lambda s: len(s) == 4 and smallest(c - 5 for c in s) == -3
    ),
    "size of lot is 3 and smallest worth of (all c in lot where worth of c > 3) is 6": (
        lambda s: len(s) == 3 and smallest(c for c in s if c > 3) == 6
    ),
    "size of lot is 3 and largest debt of (all c in lot where worth of c < 5) is 0": (
        lambda s: len(s) == 3 and largest(c - 5 for c in s if c < 5) == 0
    ),
    "total debt of lot is 0 - 3 and size of lot > 2": (
        lambda s: sum(c - 5 for c in s) == -3 and len(s) > 2
    ),
    "total worth of lot - total down of lot is 2": lambda s: sum(2 * c - 8 for c in s) == 2,
    "size of lot is 2 when some c in lot where worth of c is 7 else size of lot is 4": (
        lambda s: len(s) == (2 if 7 in s else 4)
    ),
    "total worth of lot in 20..21 or size of lot is 6": (
        lambda s: sum(s) in (20, 21) or len(s) == 6
    ),
    "largest worth of lot - smallest worth of lot is size of lot and size of lot > 2": (
        lambda s: largest(s) - smallest(s) == len(s) > 2
    ),
    "every c, d in lot has abs(worth of c - worth of d) is not 1": (
        lambda s: not any(c + 1 in s for c in s)
    ),
    "every k in 2..4 has (how many c in lot where quotient(worth of c, 2) is k - 1) is 1": (
        lambda s: all(sum(c // 2 == k - 1 for c in s) == 1 for k in (2, 3, 4))
    ),
}


@pytest.fixture
def lot(tmp_path: Path) -> Callable[..., Game]:
    def made(needs: str, *, text: str = "", more: str = "", coins: int = len(COINS)) -> Game:
        names = ", ".join(f"c{n}" for n in range(1, coins + 1))
        rules = RULES.format(coins=names, needs=needs, text=text, more=more)
        (tmp_path / "lot.game").write_text(rules, encoding="utf-8")
        return load(str(tmp_path / "lot.game"), engine="python")

    return made


def offered(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


@pytest.mark.parametrize("needs", CONDITIONS)
def test_a_coin_is_offered_if_it_belongs_to_a_set_that_will_do(
    needs: str, lot: Callable[..., Game]
) -> None:
    ways = [s for n in range(8) for s in combinations(COINS, n) if CONDITIONS[needs](s)]
    assert 0 < len(ways) < 1 << 7
    begun = lot(needs).start(seed=1)
    begun.apply("lay")
    for way in ways:
        state = begun.copy()
        for n in range(len(way) + 1):
            wanted = {f"pay c{s[n]}" for s in ways if s[:n] == way[:n] and len(s) > n}
            if way[:n] in ways:
                wanted.add("done")
            assert offered(state) == wanted, way[:n]
            state.apply(f"pay c{way[n]}" if n < len(way) else "done")


MANY = 26
ALIKE = "every c, d in lot has quotient(worth of c, 14) is quotient(worth of d, 14)"
TOGETHER = "every k in 8..12 has (how many c in lot where worth of c is k) is 1"


@pytest.mark.parametrize(
    "needs",
    [
        "size of lot is 3 and total worth of lot is 40",
        "total worth of lot is 351 - 1",  # all but the first
        f"{TOGETHER} and every c in lot has worth of c in 8..12",
        f"size of lot is 13 and {ALIKE}",
    ],
)
@pytest.mark.parametrize("text", ["", ' named "lay {lot}"'])
def test_of_many_coins_few_sets_are_tried(
    needs: str, text: str, lot: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 67,000,000 sets."""
    monkeypatch.setattr(completing, "MOST_STATES", 4_000)
    monkeypatch.setattr(single_moves, "MOST_STATES", 20_000)
    state = lot(needs, text=text, coins=MANY).start(seed=1)
    if not text:
        state.apply("lay")
    while not state.over:
        state.apply(state.legal_moves()[0])


def test_the_most_is_found_by_what_is_asked_of_sets(
    lot: Callable[..., Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(support, "MOST_STATES", 10_000)
    most = "    most size of lot\n"
    state = lot("total worth of lot <= 30", more=most, coins=MANY).start(seed=1)
    state.apply("lay")
    while not state.over:
        moves = state.legal_moves()
        state.apply(moves[-1])
    paid = [f"pay c{worth}" for worth in (1, 2, 3, 4, 5, 7, 8)]
    assert list(state.moves) == ["lay", *paid, "done"]
