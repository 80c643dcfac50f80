"""More moves than a list of them should hold: refused where they would be listed, in every form."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.backends import move_generator
from rulewright.backends.protocol import PlayoutResult
from rulewright.core import cost
from rulewright.diagnostics import PlayError
from rulewright.game import Game, load
from rulewright.lower import offers as lowered_offers
from rulewright.testing.engines import on_engine

RULES = """game plenty "Plenty"
  players 2 named Ann, Bob

type fruit: apple, pear, plum, fig, quince, peach, melon
component card from "cards.csv" named by name

zone hand: set of card
zone pile: stack of card
mark kept: fruit or none
mark left: 0..9
mark last: card or none

setup
  move all c in card where c is not A to hand
  move all c in card where c is A to pile

phase play
  turns until left is 9 or passes is 2
    choose one
      {head}
        {body}
      skip
        set kept to apple
        set last to none
        set left to 9
      else pass

winner p where kept is apple and (last is none or last in hand) and size of pile is 1
"""
FRUIT = "set kept to a when a is not b else none"
ACTIONS = {  # with how many moves there are, one more than is written
    "masks": ("swap(a in fruit, b in fruit)", FRUIT, 49),
    "fewer": ("swap(a in fruit, b in fruit where a is not b)", FRUIT, 42),
    "ranges": ("count(a in 1..7, b in 1..7)", "set left to 8 when a is b else 3", 49),
    "three": ("mix(k in 1..2, c in hand, d in hand)", "set last to c when k is 2 else d", 72),
    "stack last": ("dig(k in 1..50, c in pile)", "set last to c when k is 1 else none", 50),
}


def made(action: str, folder: Path) -> Game:
    head, body, _ = ACTIONS[action]
    (folder / "cards.csv").write_text("name\n" + "\n".join("ABCDEFG"), encoding="utf-8")
    path = folder / "plenty.game"
    path.write_text(RULES.format(head=head, body=body), encoding="utf-8")
    return load(str(path), engine="reference")


def bound(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    for module in (cost, move_generator, lowered_offers):
        monkeypatch.setattr(module, "MOST_OFFERED", most)


def outcomes(game: Game) -> list[object]:
    """How many moves each engine offers at the start, and how a playout ends."""
    found: list[object] = []
    for engine in (on_engine(game, "reference"), on_engine(game, "python")):
        for what in (
            lambda: len(engine.start(seed=1).legal_moves()),  # noqa: B023
            lambda: engine.engine.playout(1, 3, longest=40),  # noqa: B023
        ):
            try:
                found.append(what())
            except Exception as error:
                found.append((type(error).__name__, str(error)))
    return found


@pytest.mark.parametrize("action", ACTIONS)
def test_as_many_as_may_be_are_offered(
    action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = ACTIONS[action][2]
    bound(monkeypatch, most)
    found = outcomes(made(action, tmp_path))
    assert found[0] == found[2] == most + 1, "and to skip"
    assert found[1] == found[3] and (
        isinstance(found[1], PlayoutResult) or "TooLong" in str(found[1])
    )


@pytest.mark.parametrize("action", ACTIONS)
def test_one_more_is_refused_in_every_form(
    action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head, _, most = ACTIONS[action]
    bound(monkeypatch, most - 1)
    for found in outcomes(made(action, tmp_path)):
        assert isinstance(found, tuple) and found[0] == PlayError.__name__, found
        name = head.partition("(")[0]
        assert f"{name}: more than {most - 1} moves are on offer" in found[1]
        assert "plenty.game:" in found[1]
