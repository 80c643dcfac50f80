"""What goes round for ever without a decision stops with a message, on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, PlayError, load
from rulewright.backends import reference, registry
from rulewright.backends.registry import EngineName
from rulewright.core import rounds
from rulewright.core.ir import Loop
from rulewright.core.walk import walk
from rulewright.lower import flow
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep

HEAD = """\
game round "Round and round"
  players 2
mark n: 0..90000
mark held: yes or no
mark turned: 0..9
score n of p: n
winner most score

"""
TURNS = """\
phase only
  turns until passes is 2 or n > 80000
    if n < 3
      choose more
        more
          gain 1 n
    else if held
      gain STEP n
"""
REPEAT = """\
phase only
  turns until passes is 2
    choose go
      go
        set turned to min(9, turned + 1)
        again
      wait
        pass
    repeat until n >= 9900
      repeat until n in 5000..9000
        if turned is 9
          choose now
            now
              pass
        else
          gain 2 n
      gain 3 n
      if n > 9500
        set n to 0
"""
RULES = """\
whenever n is 1 and held
  set n to 2
whenever n is 2 and held
  set n to 1
phase only
  turns until passes is 2
    choose main
      one
        set n to 1
      hold
        set held to yes
      stop
        pass
"""


def made(tmp_path: Path, rules: str, engine: EngineName = "python") -> Game:
    file = tmp_path / "round.game"
    text = HEAD + rules
    unused = [f"mark {mark}" for mark in ("held", "turned") if mark not in rules]
    text = "\n".join(line for line in text.split("\n") if not line.startswith(tuple(unused)))
    file.write_text(text, encoding="utf-8")
    return load(str(file), engine=engine)


IN_VAIN = r"this goes round 10,000 times without a decision"


@pytest.mark.parametrize("engine", registry.available())
def test_turns_that_ask_nothing(tmp_path: Path, engine: EngineName) -> None:
    rules = TURNS.replace("    else if held\n      gain STEP n\n", "")
    state = made(tmp_path, rules, engine).start(seed=1)
    state.apply("more")
    state.apply("more")
    with pytest.raises(PlayError, match=IN_VAIN) as caught:
        state.apply("more")
    assert caught.value.span is not None and caught.value.span.line == 8
    assert [str(m) for m in state.legal_moves()] == ["more"]
    with pytest.raises(PlayError, match=IN_VAIN):
        state.engine.playout(stream(1), stream(2))


@pytest.mark.parametrize("engine", registry.available())
@pytest.mark.parametrize(("step", "fails"), [(8, True), (9, False)])
def test_as_many_rounds_as_may_be(
    tmp_path: Path, engine: EngineName, step: int, fails: bool
) -> None:
    rules = TURNS.replace("STEP", str(step)).replace("else if held", "else if not held")
    rules = rules.replace(
        "gain 1 n\n", "gain 1 n\n          if n > 9\n            set held to yes\n"
    )
    state = made(tmp_path, rules, engine).start(seed=1)
    state.apply("more")
    state.apply("more")
    if fails:
        with pytest.raises(PlayError, match=IN_VAIN):
            state.apply("more")
    else:
        state.apply("more")
        assert state.over


@pytest.mark.parametrize("engine", registry.available())
def test_rounds_that_take_long_are_fewer(
    tmp_path: Path, engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (rounds, reference, flow):  # so that it does not take long itself
        monkeypatch.setattr(module, "MOST_ROUNDS", 200)
    monkeypatch.setattr(rounds, "STEPS_OF_A_ROUND", 400)
    slow = "    each k in 0..999\n      set n to max(n, min(k, 5))\n"
    rules = TURNS.replace("    else if held\n      gain STEP n\n", slow)
    state = made(tmp_path, rules, engine).start(seed=1)
    with pytest.raises(PlayError, match="this goes round 11 times without a decision") as caught:
        state.apply("more")
    assert caught.value.span is not None and caught.value.span.line == 8


@pytest.mark.parametrize("engine", registry.available())
def test_standing_rules_that_set_each_other_off(tmp_path: Path, engine: EngineName) -> None:
    state = made(tmp_path, RULES, engine).start(seed=1)
    state.apply("hold")
    with pytest.raises(PlayError, match=IN_VAIN):
        state.apply("one")


def test_engines_agree_on_rounds(tmp_path: Path) -> None:
    game, plain = made(tmp_path, REPEAT), made(tmp_path, REPEAT, "reference")
    for seed in range(4):
        ends = []
        for engine in (game.engine, plain.engine):
            try:
                ends.append(str(engine.playout(stream(seed), stream(seed, 1))))
            except PlayError as error:
                ends.append(str(error))
        assert ends[0] == ends[1]
    lockstep(made(tmp_path, RULES.replace("set n to 1\nphase", "set n to 5\nphase")), 1, limit=20)


def test_what_always_asks_is_not_counted(tmp_path: Path) -> None:
    def idle(rules: str) -> list[bool]:
        program = made(tmp_path, rules).engine.program
        return [rounds.may_idle(node) for node in walk(program.flow) if isinstance(node, Loop)]

    asking = """phase only
  turns until passes is 2
    choose main
      one
        gain 1 n
        again
      stop
        pass
"""
    assert idle(asking) == [False, False]
    assert idle(TURNS.replace("else if held", "else if n > 9").replace("STEP", "1")) == [True]


DEEP = """\
phase only
  turns until passes is 2
    compose spend
      step one
        needs n < 9000                      else "none"
        gain 1 n
      finish done
        needs n is 9000                     else "some"
        pass
"""

TO_AND_FRO = """\
type bead: b1..b15
mark left_of of bead: 0..400, starts 200
phase only
  turns until passes is 2
    compose spend
      step shove(b in bead, c in bead)
        needs b is not c                    else "the same"
        needs left_of of b > 0 and left_of of c < 400  else "no room"
        set n to 0
        spend 1 left_of of b
        gain 1 left_of of c
      finish done
        needs n + left_of of b1 is 0 and left_of of b2 is 0  else "some"
        pass
"""


def test_steps_that_may_follow_one_another_without_end_are_named(tmp_path: Path) -> None:
    state = made(tmp_path, TO_AND_FRO.replace("left_of", "load"), "python").start(seed=1)
    with pytest.raises(PlayError, match="another: shove may lead back to what was there before"):
        state.legal_moves()


def test_too_many_steps_one_after_the_other(tmp_path: Path) -> None:
    """For functions that call each other; the reference goes as far as it must."""
    state = made(tmp_path, DEEP, "python").start(seed=1)
    with pytest.raises(PlayError, match="too many steps may follow one another") as caught:
        state.legal_moves()
    assert caught.value.span is not None and caught.value.span.line == 9
    with pytest.raises(PlayError, match="too many steps may follow one another"):
        state.engine.playout(stream(1), stream(2))
