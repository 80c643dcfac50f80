"""What several things are called is told apart in a target as the message proposes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import RulesError, load
from rulewright.diagnostics import Diagnostic
from rulewright.testing.conformance import lockstep
from rulewright.testing.position import position_text

GAME = """\
game step "One name for many things"
  players 2
mark step: 0..99
mark n: 0..9

phase step
  turns until n is 9
    choose step
      step
      stop(k in 1..2)
        gain 1 n
        set step to k
  repeat until n is 9
    choose stop
      'step by step'
        gain 1 n
action step
  compose step
    step step(k in 1..2) into steps
      needs step: k is not step          else "not {k}"
    finish stop
      needs steps is not empty           else "choose a number"
  gain 1 n
  gain (size of steps) step
score step of p: step
winner most score
"""
WHOLE = """\
game step "An action and a procedure"
  players 2
mark n: 0..9
phase main
  turns until n is 3
    choose act
      take
action take
  ending
to ending
  set n to 3
outcome
  drawn else
"""
EDITS = {
    "add at end of TARGET": "  needs n < 8 else \"no\"\n",
    "add at start of TARGET": "  set n to 3\n",
    "add before TARGET": "  set n to 3\n",
    "add after TARGET": "  let m = n\n",
    "replace TARGET": "  set n to 3\n",
    "remove TARGET": "",
}  # fmt: skip


def findings(folder: Path, edit: str) -> tuple[Diagnostic, ...]:
    (folder / "step.game").write_text(GAME)
    (folder / "other.game").write_text(f'variant other of step "Other"\n{edit}\n')
    try:
        load(str(folder / "other.game"), engine="reference")
    except RulesError as error:
        return error.diagnostics
    return ()


def of_targets(folder: Path, edit: str) -> list[Diagnostic]:
    return [d for d in findings(folder, edit) if d.code in ("E040", "E041", "E042")]


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("target", ["step", "stop", "step in step", "stop in step"])
def test_each_proposed_target_is_just_one_thing(edit: str, target: str, tmp_path: Path) -> None:
    (found,) = of_targets(tmp_path, edit.replace("TARGET", target) + "\n" + EDITS[edit])
    if found.code == "E042" or not found.hint:  # it is there, but cannot be edited so
        assert found.notes
        return
    ways = found.hint.removeprefix("say which: ").split(" or ")
    assert found.code == "E041" and len(found.notes) >= len(ways) >= 1
    assert len(set(ways)) == len(ways)
    for way in ways:
        assert of_targets(tmp_path, edit.replace("TARGET", way) + "\n" + EDITS[edit]) == []


def test_what_nothing_tells_apart_is_said_to_be_so(tmp_path: Path) -> None:
    (folder := tmp_path / "two").mkdir()
    text = GAME.replace("game step", "game twice").replace("turns until", "repeat until")
    (folder / "twice.game").write_text(text)
    (folder / "other.game").write_text('variant other of twice "O"\nremove repeat in phase step\n')
    with pytest.raises(RulesError) as caught:
        load(str(folder / "other.game"))
    assert "no target tells them apart" in str(caught.value)


LINES = """\
game lines "Lines that have no name"
  players 2
mark n: 0..9
mark k: 0..9

phase step
  turns from 0 until n >= 3
    choose first
      begin
        gain 1 n
        if n is 2
          gain 1 k
  turns until n is 9                      "The others"
    choose act
      take
      leave
        if n is 3
          gain 1 k
        if n is 3
          gain 1 k
  turns until n is 9                      "And once more"
    choose other
      leave
        gain 2 n
        gain 1 k
action take
  gain 1 n
outcome
  drawn else
"""


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("edit", EDITS)
@pytest.mark.parametrize("target", ["turns", "turns in step", '"turns"', '"turns until"',
                                    '"gain 1 n"', '"if n is 2"', "leave"])  # fmt: skip
def test_what_no_name_tells_apart_is_told_by_its_line(
    edit: str, target: str, tmp_path: Path
) -> None:
    def found(meant: str) -> list[Diagnostic]:
        text = edit.replace("TARGET", meant) + "\n" + EDITS[edit]
        (tmp_path / "lines.game").write_text(LINES)
        (tmp_path / "v.game").write_text(f'variant v of lines "V"\n{text}')
        try:
            load(str(tmp_path / "v.game"), engine="reference")
        except RulesError as error:
            return [d for d in error.diagnostics if d.code in ("E040", "E041")]
        return []

    for one in (one for one in found(target) if one.hint):  # without: it cannot be edited so
        assert one.hint.startswith("say which: "), one
        ways = one.hint.removeprefix("say which: ").split(" or ")
        assert len({*ways}) == len(ways) == len(one.notes)
        several = one.message.partition("several: ")[2].split(", ")
        assert len({*several}) == len(several)
        for way in ways:
            assert found(way) == [], way


@pytest.mark.parametrize("target", ['"if n is 3"', '"turns until n is 9" in step'])
def test_lines_that_are_the_same_are_told_by_words_or_not_at_all(
    target: str, tmp_path: Path
) -> None:
    (tmp_path / "lines.game").write_text(LINES)
    (tmp_path / "v.game").write_text(
        f'variant v of lines "V"\nadd at start of {target}\n  gain 1 n\n'
    )
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    (found,) = (one for one in caught.value.diagnostics if one.code == "E041")
    assert ("no target tells them apart" in found.hint) == ("if" in target), found
    assert ('"The others" or "And once more"' in found.hint) == ("turns" in target), found


@pytest.mark.parametrize(
    ("target", "ways"),
    [
        ("turns in act", ['"turns in seat"', '"The others"', '"And once more"']),
        ("turns in seat", ['"turns in seat"']),
        ("leave in begin", ["leave in choose act in turns in phase step",
                            "leave in choose other in turns in phase step"]),
    ],
)  # fmt: skip
def test_what_is_there_instead_is_told_by_targets_that_mean_one_thing(
    target: str, ways: list[str], tmp_path: Path
) -> None:
    (tmp_path / "lines.game").write_text(LINES.replace("turns from 0", "turns in seat"))

    def found(meant: str) -> list[Diagnostic]:
        (tmp_path / "v.game").write_text(
            f'variant v of lines "V"\nadd at end of {meant}\n  gain 1 n\n'
        )
        try:
            load(str(tmp_path / "v.game"), engine="reference")
        except RulesError as error:
            return [d for d in error.diagnostics if d.code in ("E040", "E041")]
        return []

    (one,) = found(target)
    assert one.code == "E040"
    assert [way for way in one.hint.partition(": ")[2].split(", ") if way in ways] == ways, one
    for way in ways:
        assert found(way) == [], way


@pytest.mark.parametrize(
    "edit", ["add step to phase step", "remove zone step", "remove choose step in action step"]
)
def test_a_word_that_does_not_fit_is_told(edit: str, tmp_path: Path) -> None:
    (found,) = of_targets(tmp_path, edit)
    assert found.span.file.name.endswith("other.game") and (found.hint or found.notes)


def test_words_of_targets_may_still_be_names(tmp_path: Path) -> None:
    words = "action phase to define score zone mark option choose compose step finish let"
    for word in words.split():
        text = (
            'game g "G"\n  players 2\nmark n: 0..9\nphase p\n  turns until n is 9\n    choose c\n'
        )
        text += "      go\n      else pass\n"
        (tmp_path / "g.game").write_text(
            text + f"action go\n  let {word} = n\n  set n to min(9, n + {word} + 1)\n"
            "score s of p: n\nwinner most score\n"
        )
        (tmp_path / "v.game").write_text(
            f'variant v of g "V"\nadd after {word}\n  gain 1 n\nadd after let {word} in go\n'
            "  gain 1 n\n"
        )
        state = load(str(tmp_path / "v.game")).start(seed=1)
        state.apply("go")
        assert state.scores() == [3, 3]


def test_numbers_may_be_chosen_step_by_step(tmp_path: Path) -> None:
    (tmp_path / "step.game").write_text(GAME)
    game = load(str(tmp_path / "step.game"))
    state = game.start(seed=1)
    state.apply("step")
    assert [str(m) for m in state.legal_moves()] == ["step 1", "step 2"]
    lockstep(game, seed=3)


@pytest.mark.parametrize(
    ("target", "written"), [("take", "replace action take"), ("ending", "replace to ending")]
)
def test_what_is_replaced_as_a_whole_is_said_to_be(
    tmp_path: Path, target: str, written: str
) -> None:
    (tmp_path / "step.game").write_text(WHOLE)
    body = "set n to 3" if target == "ending" else "ending"
    (tmp_path / "v.game").write_text(f'variant v of step "V"\nreplace {target}\n  {body}\n')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    said = f"write: {written}, and below it all that it does"
    assert [d.hint for d in caught.value.diagnostics] == [said]
    (tmp_path / "v.game").write_text(f'variant v of step "V"\n{written}\n  {body}\n')
    load(str(tmp_path / "v.game"))


OWN = """\
game own "What was there, and what a variant puts beside it"
  players 2
mark n: 0..9
mark k: 0..9
always n < 10
whenever k is 5
  set k to 0
phase p
  turns until n is 9
    choose c
      take
action take
  gain 1 n
  if n is 8
    gain 1 k
score s of p: n
winner most score
"""
BESIDE = {
    "a standing rule": 'remove "whenever k is"\nwhenever k is 4\n  set k to 0\n',
    "a line that is replaced": 'add at start of take\n  gain 1 n\n'
    'replace "gain 1 n" in take\n  if n is 7\n    gain 1 n\n  gain 1 n\n',
    "a line that something is put after": 'add at start of take\n  if n is 8\n    gain 1 n\n'
    'add after "if n is 8" in take\n  gain 1 k\n',
    "an `always` line": 'remove always "n <"\nalways n < 11\n',
}  # fmt: skip


@pytest.mark.parametrize("case", BESIDE)
@pytest.mark.parametrize("together", [False, True])
def test_an_edit_is_of_what_was_there_before(case: str, together: bool, tmp_path: Path) -> None:
    text = BESIDE[case]
    if together and case.startswith("a line"):  # nothing else stands in such a block
        text = "with w\n" + "".join(f"  {line}\n" for line in text.splitlines())
    (tmp_path / "own.game").write_text(OWN)
    (tmp_path / "v.game").write_text(f'variant v of own "V"\n{text}')
    (tmp_path / "w.game").write_text('variant w of own "W"\nscore t of p: 0\n')
    load(str(tmp_path / "own.game"), variants=["v", "w"])


@pytest.mark.parametrize("first", ["a", "z"])
def test_an_edit_is_of_what_the_game_has_whatever_other_variants_add(
    first: str, tmp_path: Path
) -> None:
    """Variants are applied in the order of their names, which makes no difference here."""
    (tmp_path / "own.game").write_text(OWN)
    turns = "add at start of p\n  turns until k is 1\n    choose early\n      hop\n"
    turns += "action hop\n  set k to 1\n"
    (tmp_path / f"{first}.game").write_text(f'variant {first} of own "First"\n{turns}')
    edit = "add at end of turns in p\n  gain (min(1, 9 - n)) n\n"
    (tmp_path / "v.game").write_text(f'variant v of own "V"\n{edit}')
    state = load(str(tmp_path / "own.game"), variants=[first, "v"]).start(seed=1)
    state.apply("hop")
    assert "n:" not in position_text(state)
    state.apply("take")
    assert "n: 2" in position_text(state)


def test_below_with_an_edit_is_of_what_the_variant_puts_there_too(tmp_path: Path) -> None:
    text = 'add at start of take\n  gain 2 k\nwith w\n  replace "gain 2 k" in take\n    gain 3 k\n'
    (tmp_path / "own.game").write_text(OWN)
    (tmp_path / "v.game").write_text(f'variant v of own "V"\n{text}')
    (tmp_path / "w.game").write_text('variant w of own "W"\nscore t of p: 0\n')
    state = load(str(tmp_path / "own.game"), variants=["v", "w"]).start(seed=1)
    state.apply("take")
    assert "k: 3" in position_text(state)


GONE = {
    'remove "Until it is enough"\n|add at end of turns in p\n  gain 1 n\n': 2,
    "replace turns in p\n  take_all\n|set until in turns in p to k is 3\nto take_all\n"
    "  set k to 9\n": 2,
    'remove "gain 1 n" in take\n|add after "gain 1 n" in take\n  gain 1 k\n': 2,
    "|add after nothing in p\n  gain 1 n\n": None,
    'remove "gain 1 n" in take\n|add after nothing in p\n  gain 1 n\n': None,
}  # and in which line what a target means was taken away, if it was


@pytest.mark.parametrize("edits", GONE)
def test_an_edit_of_what_one_above_it_has_taken_away_says_so(edits: str, tmp_path: Path) -> None:
    game = OWN.replace("until n is 9", 'until n is 9  "Until it is enough"')
    (tmp_path / "own.game").write_text(game)
    first, _, _ = edits.partition("|")
    (tmp_path / "v.game").write_text(f'variant v of own "V"\n{edits.replace("|", "")}')
    with pytest.raises(RulesError) as told:
        load(str(tmp_path / "own.game"), variants=["v"])
    (found,) = [one for one in told.value.diagnostics if one.code == "E040"]
    assert found.span.line == 2 + first.count("\n")
    because = [
        one.span.line
        for one in found.notes
        if one.message == "it is so because of this" and one.span is not None
    ]
    assert because == ([] if GONE[edits] is None else [GONE[edits]])


def test_a_standing_rule_is_replaced_by_another_one_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "own.game").write_text(OWN)
    rule = 'replace "whenever k is 5"\n  whenever n is 2     "Two are enough"\n    set n to 9\n'
    (tmp_path / "v.game").write_text(f'variant v of own "V"\n{rule}')
    state = load(str(tmp_path / "v.game")).start(seed=1)
    state.apply("take")
    state.apply("take")
    assert state.over and state.scores() == [9, 9]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("step_by_step in stop", "did you mean 'step by step'?"),
        ("wait long in stop", "a name of two words stands in single quotes: 'wait long'"),
    ],
)
def test_a_name_of_several_words_is_told_in_quotes(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "step.game").write_text(GAME)
    variant = tmp_path / "less.game"
    variant.write_text(f'variant less of step "Less"\n\nremove {written}\n')
    with pytest.raises(RulesError) as caught:
        load(str(variant))
    assert caught.value.diagnostics[0].hint == said
