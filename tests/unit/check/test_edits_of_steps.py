"""Variants reach into steps and finishes that do things."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, RulesError, load
from rulewright.testing.conformance import lockstep

GAME = """\
game forge "A forge"
  players 1
type bar: iron, copper, silver
mark coal: 0..9, starts 4
mark heat of bar: 0..9
mark made: 0..9

phase only
  turns until made >= 2 or coal is 0
    compose work
      step take(b in bar) into taken
      step fan(b in taken) named "fan {b}"
        needs coal > 0                    else "no coal is left"
        spend 1 coal
        gain 1 heat of b
      finish strike
        needs hot: some b in taken where heat of b > 0   else "all of it is cold"
        gain 1 made
      finish 'go home'
        needs taken is empty              else "the work is begun"
        set coal to 0

outcome
  done when made > 0
  nothing else
"""
VARIANT = 'variant bellows of forge "Bellows"\n'


def forge(tmp_path: Path, edits: str) -> Game:
    (tmp_path / "forge.game").write_text(GAME)
    (tmp_path / "bellows.game").write_text(VARIANT + edits)
    return load(str(tmp_path / "forge.game"), variants=["bellows"])


def test_needs_and_statements_join_those_of_a_step(tmp_path: Path) -> None:
    game = forge(
        tmp_path,
        """\
add at start of fan
  needs heat of b < 1 else "{b} is hot already"
  needs coal > 1 else "not enough coal"
  spend 1 coal
add at end of fan
  if b is iron
    gain 1 coal
""",
    )
    state = game.start(seed=1)
    state.apply("take iron")
    state.apply("take silver")
    state.apply("fan iron")
    assert [str(move) for move in state.legal_moves()] == ["fan silver", "strike"]
    assert [reason.message for reason in state.why_not("fan iron")] == ["iron is hot already"]
    state.apply("fan silver")  # 4 pieces of coal: iron takes 2 and gives 1, silver takes 2
    assert [str(move) for move in state.legal_moves()] == ["strike"]
    for seed in range(20):
        lockstep(game, seed)


def test_needs_and_statements_join_those_of_a_finish(tmp_path: Path) -> None:
    game = forge(
        tmp_path,
        """\
add at end of strike
  needs size of taken < 3 else "too much"
  gain 1 made
add at start of 'go home' in work
  gain 1 made
""",
    )
    state = game.start(seed=1)
    for move in ("take iron", "fan iron", "strike"):
        state.apply(move)
    assert state.over and state.outcome is not None and state.outcome["result"] == ["done"]
    for seed in range(20):
        lockstep(game, seed)


DIG = """\
game dig "A dig"
  players 1
mark deep: 0..9
mark tired: 0..9
mark fed: 0..9

phase only
  turns until deep >= 4 or tired is 9
    choose work
      dig(n in 1..2)
        needs even: deep + n < 9          else "rock"
        gain n deep
        gain 1 tired
      rest
        gain 1 tired

score deep of p: deep + fed
winner most score
"""


@pytest.mark.parametrize("target", ["dig", "dig in work"])
def test_what_is_added_at_the_start_stands_behind_the_needs(tmp_path: Path, target: str) -> None:
    """More needs come before these, and what happens comes before what happened already."""
    (tmp_path / "dig.game").write_text(DIG)
    (tmp_path / "hungry.game").write_text(
        f'variant hungry of dig "Hungry"\nadd at start of {target}\n'
        '  needs rested: tired < 2                 else "too tired"\n'
        "  gain (3 - tired) fed\n"
    )
    state = load(str(tmp_path / "dig.game"), variants=["hungry"]).start(seed=1)
    state.apply("dig 1")
    state.apply("rest")
    assert [str(move) for move in state.legal_moves()] == ["rest"]
    assert state.why_not("dig 1")[0].message == "too tired"
    assert state.scores() is not None and "4" in str(state.table())


def test_needs_after_statements_are_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        forge(tmp_path, 'add at end of fan\n  gain 1 coal\n  needs coal < 3 else "no"\n')
    assert [d.code for d in caught.value.diagnostics] == ["E141"]


def test_a_step_is_put_beside_steps_only(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        forge(tmp_path, "add at end of fan\n  step more(b in bar) into others\n")
    assert [d.code for d in caught.value.diagnostics] == ["E044"]


def test_a_finish_is_written_again_with_its_first_line(tmp_path: Path) -> None:
    edit = 'replace strike "Strike"\n  needs coal > 0 else "no coal"\n  gain 1 coal\n'
    with pytest.raises(RulesError) as caught:
        forge(tmp_path, edit)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text()) == ("E044", "strike")
    assert found.hint.startswith("write below it `finish strike` again")


def both(folder: Path, more: str, other: str) -> Game:
    (folder / "forge.game").write_text(GAME)
    (folder / "bellows.game").write_text(VARIANT + more)
    (folder / "tongs.game").write_text('variant tongs of forge "Tongs"\n' + other)
    return load(str(folder / "forge.game"), variants=["bellows", "tongs"])


def test_two_variants_may_each_add_conditions_at_one_place(tmp_path: Path) -> None:
    """The order changes nothing that is offered."""
    game = both(
        tmp_path,
        'add at end of strike\n  needs coal < 4 else "no fire"\n',
        'add at end of strike\n  needs heat of iron > 0 else "iron first"\n',
    )
    state = game.start(seed=1)
    state.apply("take iron")
    state.apply("take silver")
    state.apply("fan silver")
    assert [reason.message for reason in state.why_not("strike")] == ["iron first"]


def test_two_variants_may_not_each_add_what_happens_at_one_place(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="E043"):
        both(
            tmp_path,
            'add at end of fan\n  needs coal < 4 else "no fire"\n',
            "add at end of fan\n  gain 1 made\n",
        )


HOT = 'replace hot in work\n  needs hot: heat of {} > 0 else "{} is cold"\n'
FAN = "replace fan in work\n  step fan(b in taken)\n    gain {} heat of b\n"
BLOCK = "with {}\n" + "".join(
    f"  {line}\n"
    for edit in (HOT.format("silver", "silver"), FAN.format(5))
    for line in edit.splitlines()
)


@pytest.mark.parametrize("says", ["bellows", "tongs"])
def test_a_with_block_settles_what_two_variants_replace_in_a_compose(
    says: str, tmp_path: Path
) -> None:
    bellows = HOT.format("iron", "iron") + FAN.format(2)
    tongs = HOT.format("copper", "copper") + FAN.format(3)
    if says == "bellows":
        game = both(tmp_path, bellows + BLOCK.format("tongs"), tongs)
    else:
        game = both(tmp_path, bellows, tongs + BLOCK.format("bellows"))
    state = game.start(seed=1)
    state.apply("take iron")
    state.apply("take silver")
    state.apply("fan iron")
    assert "iron: 5" in str(state.table())
    assert [reason.message for reason in state.why_not("strike")] == ["silver is cold"]


def test_how_two_variants_that_replace_the_same_are_settled_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        both(tmp_path, HOT.format("iron", "it"), HOT.format("copper", "it"))
    (found,) = caught.value.diagnostics
    told = "below `with bellows` in tongs.game it can be changed once more, for both: replace hot"
    assert found.code == "E043" and found.hint.startswith(told)


def test_what_loses_its_name_cannot_be_replaced_again(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        both(
            tmp_path, HOT.format("iron", "it"), 'replace hot in work\n  needs coal > 1 else "no"\n'
        )
    (found,) = caught.value.diagnostics
    assert found.code == "E043" and found.hint.startswith("if both leave it its name, hot, it can")


FEWER = 'replace "spend 1 coal" in fan\n  spend 1 coal\n  gain {} heat of b\n'
OTHERWISE = 'replace "spend 1 coal" in fan\n  spend 2 coal    "More"\n'


@pytest.mark.parametrize("says", ["bellows", "tongs"])
def test_a_line_is_replaced_again_for_both_where_what_each_puts_there_begins_so(
    says: str, tmp_path: Path
) -> None:
    bellows, tongs = FEWER.format(1), FEWER.format(2)
    settled = 'with {}\n  replace "spend 1 coal" in fan\n    spend 2 coal    "Both"\n'
    if says == "bellows":
        game = both(tmp_path, bellows + settled.format("tongs"), tongs)
    else:
        game = both(tmp_path, bellows, tongs + settled.format("bellows"))
    state = game.start(seed=1)
    state.apply("take iron")
    state.apply("fan iron")
    assert "coal 2" in " ".join(str(state.table()).split())


def test_how_a_line_that_two_replace_is_settled_is_told(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        both(tmp_path, FEWER.format(1), FEWER.format(2))
    (found,) = caught.value.diagnostics
    assert found.code == "E043" and found.hint.startswith(
        "below `with bellows` in tongs.game it can be changed once more, for both: "
        'replace "spend 1 coal" in fan; if they do not go together'
    )
    with pytest.raises(RulesError) as caught:
        both(tmp_path, FEWER.format(1), OTHERWISE)
    (found,) = caught.value.diagnostics
    assert found.code == "E043" and found.hint.startswith(
        'if what both put there begins so, "spend 1 coal", it can be changed once more'
    )


def test_a_line_that_begins_otherwise_with_both_is_told(tmp_path: Path) -> None:
    settled = 'with bellows\n  replace "spend 1 coal" in fan\n    spend 1 coal    "Both"\n'
    with pytest.raises(RulesError) as caught:
        both(tmp_path, FEWER.format(1), OTHERWISE + settled)
    (found,) = caught.value.diagnostics
    assert found.hint == 'both are to put there what begins so: "spend 1 coal"'
