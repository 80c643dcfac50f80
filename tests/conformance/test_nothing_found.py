"""`the` needs something to find: on both engines an error with its place, never a wrong slot."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, load
from rulewright.backends import registry
from rulewright.backends.registry import REFERENCE, EngineName

RULES = """\
game nothing "Nothing"
  players 2

mark before: 0..9
mark got of seat: 0..9

phase only
  turns until passes > 3
    choose what
      reward
      else pass

action reward
  set got of the q in seat where got of q > 5 to 7
  set before to 1

score got of p: got of p + before
winner most score
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_the_of_nothing(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "nothing.game"
    file.write_text(RULES, encoding="utf-8")
    state = load(str(file), engine=engine).start(seed=1)
    with pytest.raises(PlayError, match=r"nothing\.game:14:14: there is no such seat"):
        state.apply("reward")


TWICE = """\
score one of p: got of the q in seat where got of q > 5
score two of p: total before for r in seat where got of (the q in seat where got of q > 6) < 5
"""


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_the_first_of_two_score_lines_is_told(tmp_path: Path, engine: EngineName) -> None:
    file = tmp_path / "nothing.game"
    file.write_text(RULES.split("score")[0] + TWICE + "winner most score\n", encoding="utf-8")
    state = load(str(file), engine=engine).start(seed=1)
    with pytest.raises(PlayError, match=r"nothing\.game:17:24: there is no such seat"):
        state.scores()


SHARED = """
define above(n: 0..9) = got of (the q in seat where got of q > n)
define below(n: 0..9) = got of (the q in seat where got of q < 0 - n)
define later(n: 0..9) = total 2 for r in seat where got of (the q in seat where got of q > n) < 5
define one_of(n: 0..9) = the q in seat where got of q > n
define other(n: 0..9) = the q in seat where later(n) > got of q
score one of p: {one}
score two of p: before + above(1) + below(1) + later(1) + got of one_of(1) + got of other(1)
"""


@pytest.mark.parametrize("engine", registry.compared())
@pytest.mark.parametrize(
    "one",
    [
        "above(5) + later(6)", "later(5) - below(6)", "above(5) * below(6)",
        "1 when above(5) < later(6) else 0", "1 when above(5) is later(6) else 0",
        "min(above(5), later(6))", "size of ({one_of(5)} + {other(6)})",
        "size of ({one_of(5), other(6)})", "1 when one_of(5) is other(6) else 0",
        "1 when one_of(5) in {other(6)} else 0", "1 when {one_of(5)} meets {other(6)} else 0",
        "got of one_of(5) + got of other(6)", "above(5) + later(6) - above(7)",
        "size of ({one_of(5)} - {other(6)})", "size of common({one_of(5)}, {other(6)})",
        "got of next(one_of(5), {other(6)})", "largest (above(5) + later(6)) for q in seat",
    ],
)  # fmt: skip
def test_of_two_errors_all_engines_tell_the_same(
    tmp_path: Path, engine: EngineName, one: str
) -> None:
    """Whether it takes statements of their own to work operands out, or none."""
    file = tmp_path / "nothing.game"
    rules = RULES.split("score")[0] + SHARED.replace("{one}", one) + "winner most score\n"
    file.write_text(rules, encoding="utf-8")
    told = []
    for name in (REFERENCE, engine):
        with pytest.raises(PlayError) as caught:
            load(str(file), engine=name).start(seed=1).scores()
        told.append(str(caught.value))
    assert told[0] == told[1]
