"""`the` needs something to find: on both engines an error with its place, never a wrong slot."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, load
from rulewright.backends import registry
from rulewright.backends.registry import REFERENCE, EngineName
from rulewright.runtime.chance import stream

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


# What is low goes wrong at s2, what is high at s1: whoever asks all stones for what is low before
# any for what is high tells another error than whoever asks stone by stone.
STONES = """\
game stones "Stones"
  players 2

type stone: s1, s2, s3
mark lows of stone: 0..9
mark highs of stone: 0..9
mark held of stone: 0..9
mark before: 0..99

setup
  set lows of s1 to 1
  set highs of s2 to 1
  set held of s3 to 1

define low(s: stone) = held of (the q in stone where held of q < lows of s)
define high(s: stone) = held of (the q in stone where held of q < highs of s)

phase only
  turns until passes > 3
    choose what
      take
      else pass

action take({drawn})
{body}
score got of p: {score}
winner most score
"""


def told(path: Path, engine: EngineName, rules: str) -> list[str]:
    """What an engine tells of the moves, of a whole game and of what everyone has."""
    path.write_text(rules, encoding="utf-8")
    game = load(str(path), engine=engine)
    state = game.start(seed=1)
    answers = []
    luck = stream(1), stream(1, 1)
    for ask in (
        lambda: list(state.legal_moves()),
        lambda: game.engine.playout(*luck),
        state.scores,
    ):
        try:
            answers.append(str(ask()))
        except PlayError as error:
            answers.append(str(error))
    return answers


def all_tell_the_same(tmp_path: Path, **parts: str) -> list[str]:
    """What all engines tell of STONES with its parts filled in."""
    rules = STONES
    for name, part in {"drawn": "s in stone", "body": "", "score": "before", **parts}.items():
        rules = rules.replace("{" + name + "}", part)
    expected = told(tmp_path / "stones.game", REFERENCE, rules)
    for engine in registry.available():
        assert told(tmp_path / "stones.game", engine, rules) == expected, engine
    return expected


ASKED = [
    ["low(s) < 9 and high(s) < 9"],
    ["low(s) < 9", "high(s) < 9"],
    ["low(s) < 9", "held of s < 9 and high(s) < 9"],
    ["held of s < 9", "held of s < low(s) + high(s) + 1"],
    ["held of s is 0 or low(s) > high(s)"],
    ["not (low(s) > 0 or high(s) > 0)"],
    ["low(s) < 9 when high(s) < 9 else held of s < 9"],
    ["held of s < 9 when low(s) < 9 else high(s) < 9"],
    ["low(s) < 9", "some r in stone where r is not s and high(r) > 9"],
    ["every r in stone has low(r) < 9 and high(r) < 9"],
    ["every r in stone where low(r) < 9 has high(r) < 9"],
    ["some r in stone where low(r) > 9 or high(r) > 9"],
    ["size of {low(s), high(s)} > 0"],
]


@pytest.mark.thorough(each="asked")
@pytest.mark.parametrize(
    "drawn", ["s in stone", "s in stone, t in stone", "t in stone, s in stone"]
)
@pytest.mark.parametrize("asked", ASKED, ids=" | ".join)
def test_the_error_of_the_first_that_is_asked_is_told(
    tmp_path: Path, asked: list[str], drawn: str
) -> None:
    """Not that of the first thing that is asked of all of them."""
    lines = [f'  needs n{i}: {test}  else "no"\n' for i, test in enumerate(asked)]
    lines.append(f"  set before to held of s{' + held of t' if 't in' in drawn else ''}\n")
    moves, whole, _ = all_tell_the_same(tmp_path, drawn=drawn, body="".join(lines))
    assert "there is no such stone" in moves and moves == whole


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "score",
    [
        "total low(s) for s in stone where high(s) < 9",
        "largest low(s) for s in stone where high(s) < 9",
        "smallest low(s) for s in stone where high(s) < 9",
        "product low(s) for s in stone where high(s) < 9",
        "total (low(s) + high(s)) for s in stone where held of s < 9",
        "how many s in stone where low(s) < 9 and high(s) < 9",
        "held of the s in stone where low(s) > 9 or high(s) > 9",
        "size of all s in stone where low(s) < 9 and high(s) < 9",
    ],
)
def test_the_error_of_the_first_that_is_counted_is_told(tmp_path: Path, score: str) -> None:
    body = "  set before to held of s\n  end game\n"
    *_, scores = all_tell_the_same(tmp_path, body=body, score=f"before + ({score})")
    assert "there is no such stone" in scores
