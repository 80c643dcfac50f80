"""Names in a row: ranges of them, and steps along a type, with ends or round, on all engines."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import rulewright as rw
from rulewright.backends import registry

RULES = """game steps "Steps along names"
  players 1
type way: {ring}{names}
mark on: way or none
mark back: way or none
mark twice: way or none
mark at: 0..40

phase asking
  turns until at is 40
    choose main
      ask(w in way, n in 0..{most})
        set on to w + n
        set back to w - n
        set twice to w + (n - {half}) * 3
        gain 1 at
score x of p: 0 when on is none or back is none or twice is none else 1
winner most score
"""
WAYS = {
    "p1..p5": ["p1", "p2", "p3", "p4", "p5"],
    "start, q08..q11, a2..a2, finish": ["start", "q08", "q09", "q10", "q11", "a2", "finish"],
    "x998..x1003": [f"x{n}" for n in range(998, 1004)],
}


@pytest.mark.thorough(each="names")
@pytest.mark.parametrize("names", WAYS)
@pytest.mark.parametrize("ring", ["", "ring "])
def test_steps_lead_on_and_back_and_end_or_go_round(names: str, ring: str, tmp_path: Path) -> None:
    known, file = WAYS[names], tmp_path / "steps.game"
    most = 2 * len(known)
    file.write_text(RULES.format(ring=ring, names=names, most=most, half=most // 2))

    def there(at: int) -> str | None:
        return known[at % len(known)] if ring or 0 <= at < len(known) else None

    for engine in registry.available():
        game = rw.load(str(file), engine=engine)
        state = game.start(seed=1)
        asked = [(w, n) for w in range(len(known)) for n in range(most + 1)]
        assert list(map(str, state.legal_moves())) == [f"ask {known[w]} {n}" for w, n in asked]
        for w, n in asked[:: max(1, len(asked) // 39)][:40]:
            state.apply(f"ask {known[w]} {n}")
            told = cast("dict[str, object]", state.observation(0)["cells"])
            wanted = (there(w + n), there(w - n), there(w + (n - most // 2) * 3))
            assert (told["on"], told["back"], told["twice"]) == wanted, (engine, w, n)
