"""Trees of small games: histories, what seats can tell apart, and best responses."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.analysis.equilibrium import best_response, bounds
from rulewright.analysis.tree import BY_CHANCE, END, Tree, TreeError, grow, histories
from rulewright.diagnostics import UsageError

FINGERS = """game fingers "Rock, paper, scissors"
  players 2 named left, right

type sign: rock, paper, scissors
mark shown of seat: sign or none, seen by owner

define beats(p: seat, q: seat) = (some a in sign where a is shown of p
    and some b in sign where b is shown of q and beaten(a, b))
define beaten(a: sign, b: sign)
  b is scissors when a is rock
  b is rock when a is paper
  b is paper else

phase show
  turns until every p in seat has shown of p is not none
    choose sign SECRETLY
      show(s in sign)
        set shown of me to s

score won of p: (1 when beats(p, next of p) else 0) - (1 when beats(next of p, p) else 0)
winner most score
"""

COINS = """game coins "Guess the first of two throws"
  players 1

type side: heads, tails
mark coin: side
mark right: yes or no
mark asked: 0..1

phase throws
  pick coin from side
  turns until asked is 1
    choose look
      on
        pick coin from side
        gain 1 asked
  turns
    choose call
      call(s in side)
        set right to yes when s is coin else no
        end game

score right of p: 1 when right else 0
winner most score
"""


def game(folder: Path, rules: str) -> Game:
    name = rules.split()[1]
    (folder / f"{name}.game").write_text(rules, encoding="utf-8")
    return load(str(folder / f"{name}.game"))


def count(tree: Tree, actor: int) -> int:
    return sum(node.actor == actor for node in tree.nodes)


def test_histories_are_counted_by_who_decides_next(tmp_path: Path) -> None:
    found = histories(game(tmp_path, COINS))
    assert (found.chances, found.decisions, found.ends) == (1 + 2, 2 + 4, 8)
    assert found.total == 17


def test_a_tree_holds_every_history_before_those_that_go_on_from_it(tmp_path: Path) -> None:
    tree = grow(game(tmp_path, COINS))
    assert [count(tree, actor) for actor in (BY_CHANCE, 0, END)] == [3, 6, 8]
    assert all(child > number for number, node in enumerate(tree.nodes) for child in node.children)
    assert sorted(child for node in tree.nodes for child in node.children) == list(range(1, 17))


def test_seats_forget_nothing(tmp_path: Path) -> None:
    """The coin has been thrown twice and shows the second throw only: four sets at the call."""
    tree = grow(game(tmp_path, COINS))
    assert sorted(len(known.moves) for known in tree.sets) == [1, 1, 2, 2, 2, 2]
    assert tree.sets[0].moves == ("on",)
    assert any("> on" in known.remembers for known in tree.sets)


@pytest.mark.parametrize(("secretly", "sets"), [("secretly", 2), ("", 4)])
def test_moves_are_known_to_all_unless_they_are_secret(
    tmp_path: Path, secretly: str, sets: int
) -> None:
    tree = grow(game(tmp_path, FINGERS.replace("SECRETLY", secretly)))
    assert len(tree.nodes) == 1 + 3 + 9
    assert len(tree.sets) == sets


def test_what_is_seen_alike_is_not_told_apart(tmp_path: Path) -> None:
    plain = game(tmp_path, FINGERS.replace("SECRETLY", ""))
    tree = grow(plain, seen=lambda text: text.replace("show paper", "show scissors"))
    assert len(tree.sets) == 3


def test_large_trees_are_refused(tmp_path: Path) -> None:
    small = game(tmp_path, FINGERS.replace("SECRETLY", "secretly"))
    assert histories(small, most=13).total == 13
    for walk in (histories, grow):
        with pytest.raises(TreeError, match="more than 12 histories"):
            walk(small, most=12)


def test_the_value_lies_between_what_both_are_sure_of(tmp_path: Path) -> None:
    tree = grow(game(tmp_path, FINGERS.replace("SECRETLY", "secretly")))
    even, rock = [Fraction(1, 3)] * 3, [1, 0, 0]
    assert bounds(tree, [even, even]) == (0, 0)
    assert bounds(tree, [rock, even]) == (-1, 0)
    assert best_response(tree, [even, rock], 0) == 1
    mostly = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    assert bounds(tree, [mostly, mostly]) == (Fraction(-1, 4), Fraction(1, 4))


def test_only_games_for_two_that_win_from_each_other_have_a_value(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only a game for two"):
        bounds(grow(game(tmp_path, COINS)), [])
