"""Queries over paths: rising numbers, crossings, ends that are not there, on both engines."""

from __future__ import annotations

import shutil
from pathlib import Path

from rulewright import load
from rulewright.runtime.chance import stream
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

ROOT = Path(__file__).parents[3]
RULES = """\
game ways "Ways"
  players 1
  uses decktet
board realm: grid of card
cells site of realm named "{row},{column}"
mark chips of card: set of suit
zone hand: set of card

define marked of s: suit = all p in realm where s in chips of p
define rung of c: card
  12 when kind of c is crown
  value of c else
define across of x: site = size of common(touching of x, open of realm)
define worth(n: 2..9)
  how many w in paths from site of 'Ace of Wyrms' to site of Calamity
    in site of marked of Wyrms by rung where size of w is n else
define free(n: 2..9)
  how many w in paths from site of 'Ace of Wyrms' to site of Calamity
    in site of marked of Wyrms where size of w is n else

setup
  move all c in card where Wyrms in suits of c to hand
phase lay
  repeat until hand is empty or size of realm is 9
    choose main
      lay(c in hand, x in open of realm, s in suits of c)
        move c to realm of x
        set chips of c to {s}

score rising of p: total (worth(n) * n) for n in 2..9
score all of p: total (free(n) * n) for n in 2..9
define ace = site of 'Ace of Wyrms'
score longest of p: largest size of w for w in paths from ace to (site of Calamity) in site of realm
score wide of p: smallest size of w for w in paths from '0,0' to '0,2' in open of realm by across
score alone of p: 100 when some w in paths from '0,0' to '0,0' in {} where size of w is 1 else 0
winner most score

scenario "A way never crosses itself"
  given
    realm of '0,0': Ace of Wyrms
    realm of '0,1': Soldier
    realm of '1,0': Penitent
    realm of '1,1': Battle
    realm of '2,0': Calamity
    chips is {Wyrms}: Soldier, Penitent, Battle
    hand: Darkness
  expect worth(3) is 2 and worth(4) is 2 and worth(5) is 0 and worth(2) is 0
  expect site of marked of Wyrms is {'0,1', '1,0', '1,1'}

scenario "Numbers rise"
  given
    realm of '0,0': Ace of Wyrms
    realm of '0,1': Cave
    realm of '1,0': Author
    realm of '1,1': Soldier
    realm of '1,2': Calamity
    chips is {Wyrms}: Cave, Soldier
    hand: Darkness
  expect worth(3) is 2 and worth(4) is 1 and free(4) is 2
"""


def written(folder: Path) -> str:
    shutil.copy(ROOT / "rules" / "decktet" / "decktet.csv", folder)
    file = folder / "ways.game"
    text = RULES.replace("  how many w in paths", "  (how many w in paths")
    file.write_text(text.replace("size of w is n else", "size of w is n) else"), encoding="utf-8")
    return str(file)


def test_by_hand(tmp_path: Path) -> None:
    game = load(written(tmp_path))
    results = [scenario.run(game, s, e) for s in game.scenarios() for e in ("python", "reference")]
    assert [r.message for r in results if not r.passed] == []


def test_engines_agree(tmp_path: Path) -> None:
    game, plain = load(written(tmp_path)), load(written(tmp_path), engine="reference")
    for seed in range(4):
        lockstep(game, seed, every=4)
        one = plain.engine.playout(stream(seed), stream(seed, 1))
        assert one == game.engine.playout(stream(seed), stream(seed, 1))
