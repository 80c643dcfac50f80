"""What a choice offers is worked out once where it was asked before whether there is anything."""

from pathlib import Path

from rulewright.backends.python import source
from rulewright.game import load
from rulewright.testing.conformance import lockstep

RULES = """game hives "Hives"
  players 2
type cell: ring a, b, c, d, e, f, g
mark full: set of cell
mark told: 0..99
define near of x: cell = {x + 1, x - 1}
define free of x: cell                    "Where bees may swarm to"
  {} when told > 30
  all y in cell where y not in full and near of y meets full and x is not y else

phase play
  turns until told > 40
    choose main
      settle(x in cell)
        set full to full + {x}
        gain 3 told
        may choose swarm
          swarm(y in free of x)
            set full to full + {y}
            gain 1 told
          or stay
      leave(x in full)
        set full to full - {x}
        gain 2 told
score bees of p: told
winner most score
"""


def test_offers_are_worked_out_once(tmp_path: Path) -> None:
    path = tmp_path / "hives.game"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path))
    for seed in range(5):
        lockstep(game, seed, limit=40)
    plain = load(str(path), engine="reference").engine
    assert list(game.engine.playouts(range(20))) == list(plain.playouts(range(20)))
    text = source(game.engine.program)
    playout = text[text.index("def playout(") :].split("\ndef ")[0]
    assert playout.count("> 30") == 1
