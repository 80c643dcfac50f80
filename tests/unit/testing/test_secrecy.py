"""What verify takes for a secret that was told, and what not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.draws import RandomDraws
from rulewright.testing.properties.playout import look_into

DOUBT = """game doubt "Shown and put back"
  players 2 named Ann, Bob
component card from "cards.csv" named by name, how many by count
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone shown: slot of card
mark round: 0..4
setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to hand of Ann
phase play
  turns until round is 2
    gain 1 round
    if me is Ann
      compose back secretly until size of returned is 1
        step return(c in hand of me) into returned
      move returned from hand of me to deck
      shuffle deck
    else
      choose doubt
        challenge
          move hand of Ann to shown
          move shown to deck
          SHUFFLE
winner p where no
"""


@pytest.mark.parametrize("after", ["shuffle deck", "gain 1 round"])
def test_what_is_shown_for_a_moment_may_tell_what_was_chosen(tmp_path: Path, after: str) -> None:
    """One card is put back in secret, and the other one shown and put back: had the other one been
    kept, it would have been shown."""
    (tmp_path / "cards.csv").write_text("name,count\nDuke,3\n")
    (tmp_path / "doubt.game").write_text(DOUBT.replace("SHUFFLE", after))
    game = load(str(tmp_path / "doubt.game"))
    for seed in range(30):
        found = look_into(game, RandomDraws(seed), (BY_NAME["secrecy"],), thorough=True)
        assert found is None, found.message
