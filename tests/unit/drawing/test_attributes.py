"""Facts are told of things as long as nobody has to wait for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.core.specialise import closed_expression
from rulewright.drawing import attributes
from rulewright.drawing.attributes import Attributes

LAYERS = 13
GAME = """game layers "Layers"
  players 2
type spot: a, b, c, d, e, f, g, h
mark done of spot: 0..9
define f0 of c: spot = 1 when c is a else 2
{layers}
phase only
  turns until some c in spot where done of c > 0
    choose main
      take(c in spot)
        needs f{last} of c > 0               else "nothing is worth nothing"
        gain 1 done of c
score done of p: total done of spot
winner most score
"""


def test_what_is_too_long_written_out_is_left_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these rests twice on the one before: the rules can be played, for what is asked for
    is worked out once, but nobody waits for all of it to be written out."""
    numbers = range(1, LAYERS + 1)
    layers = [f"define f{n} of c: spot = f{n - 1} of c + f{n - 1} of c" for n in numbers]
    text = GAME.format(layers="\n".join(layers), last=LAYERS)
    (tmp_path / "layers.game").write_text(text)
    state = load(str(tmp_path / "layers.game")).start(seed=1)
    written, made = list[object](), closed_expression

    def noted(*args: object, **how: object) -> object:
        written.append(args[2])
        return made(*args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(attributes, "closed_expression", noted)
    program = state.engine.program
    (spot,) = (domain for domain in program.domains if domain.name == "spot")
    told = [fact.name for fact in Attributes(program).of(spot)]
    assert told == [f"f{number}" for number in range(9)] and len(written) == len(told)
    assert state.table() and state.svg()
