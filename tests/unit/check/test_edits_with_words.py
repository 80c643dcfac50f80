"""The words behind an edit are said in the place of those that were there, and a `with` block says
what holds for two variants that change the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import RulesError, load
from rulewright_cli.main import cli

GAME = """\
game bowl "Bowl"
  players 2
mark bowl: 0..9, starts 9                 "Left"
mark seen: 0..10              "What was seen last"
define worth = 2                          "What one is worth"
setup                                     "A full bowl" BOWL-1
  spend 1 bowl
phase meal
  turns until bowl is 0                   "Until nothing is left" BOWL-2
    choose main
      take                                "Take one"
        spend 1 bowl
    set seen to bowl
score worth of p: worth + seen
winner most score
"""
EDITS = """\
set until in turns to bowl <= 3           "Until three are left" BOWL-3
set worth to 3                            "Each is worth more"
replace setup                             "A fair share"
  spend 3 bowl
replace take                              "Take two"
  spend 2 bowl
replace "set seen"                        "Others look"
  set seen to bowl + 1
add after main in turns                   "One falls down"
  if bowl > 5
    spend 1 bowl
"""
OLD = "A full bowl", "Until nothing is left", "What one is worth", "Take one"
NEW = (
    "A fair share", "Until three are left", "Each is worth more", "Take two", "Others look",
    "One falls down",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bowl.game").write_text(GAME)
    (tmp_path / "other.game").write_text(f"variant other of bowl\n{EDITS}")
    return tmp_path


@pytest.mark.parametrize(
    ("edit", "target"),
    [
        ('replace "Until nothing is left" "Until all are gone"', '"Until nothing is left"'),
        ('replace "Until nothing is left" with "Until all are gone"', '"Until nothing is left"'),
        ('replace main "What do you take?"  BOWL-9', "main"),
        ('replace choose main\n  "What do you take?"', "choose main"),
        ('set question of main to "What do you take?"', "main"),
        ('replace words of take "Two"', "take"),
    ],
)
def test_words_alone_cannot_be_changed(folder: Path, edit: str, target: str) -> None:
    (folder / "more.game").write_text(f"variant more of bowl\n\n{edit}\n")
    with pytest.raises(RulesError) as caught:
        load(str(folder / "more.game"))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E016", "words alone cannot be changed")
    wanted = f"anew with all that they are about: replace {target}, and below it all of it – of a"
    assert wanted in found.hint


def rulebook(*arguments: str) -> str:
    run = CliRunner().invoke(cli, ["rulebook", *arguments, "--format", "md"])
    assert run.exit_code == 0, run.output
    return run.output


def test_the_words_of_edits_are_in_the_rulebook_instead_of_the_old_ones(folder: Path) -> None:
    book, changes = rulebook(str(folder / "other.game")).split("What the variant changes")
    assert [words for words in OLD if words in book] == []
    joined = book.replace("Players take turns until three", "Until three")
    assert [words for words in NEW if words not in joined] == []
    line = next(line for line in joined.splitlines() if "Until three" in line)
    assert "BOWL-2" in line and "BOWL-3" in line and "**[other]**" in line
    told = {words: changes.count(words) for words in NEW}  # with what is done, and instead of what
    assert told == dict.fromkeys(NEW, 1) | {"A fair share": 2, "Take two": 2}


def test_the_words_of_edits_are_those_of_the_moves(folder: Path) -> None:
    (choose,) = load(str(folder / "other.game")).program.choices
    assert [alternative.words for alternative in choose.alternatives] == ["Take two"]


def test_diff_tells_the_words_of_both(folder: Path) -> None:
    files = str(folder / "bowl.game"), str(folder / "other.game")
    said = CliRunner().invoke(cli, ["diff", *files, "-n", "1", "--jobs", "1"]).output
    assert '+ turns until bowl <= 3  "Until three are left"' in said
    assert '- turns until bowl is 0  "Until nothing is left"' in said


def test_diff_tells_the_reason_of_a_compose_that_ends_otherwise(tmp_path: Path) -> None:
    rows = "type row: one, two, three\nmark rows of seat: set of row\n"
    game = GAME.replace("mark seen", f"{rows}mark seen").replace(
        "        spend 1 bowl\n    set",
        '        compose lot until size of lot is 2 else "two"\n'
        "          step add(k in row) into lot\n        set rows of me to lot\n"
        "        spend 1 bowl\n    set",
    ).replace("worth + seen", "worth + seen + size of rows of p")  # fmt: skip
    (tmp_path / "bowl.game").write_text(game)
    edit = 'set until in lot to size of lot is 1 else "one"\n'
    (tmp_path / "other.game").write_text(f"variant other of bowl\n{edit}")
    files = str(tmp_path / "bowl.game"), str(tmp_path / "other.game")
    said = CliRunner().invoke(cli, ["diff", *files, "-n", "1", "--jobs", "1"]).output
    assert '- compose lot until size of lot is 2 else "two"' in said
    assert '+ compose lot until size of lot is 1 else "one"' in said


BOTH = """\
variant {name} of bowl
set until in turns to bowl <= {number}
replace score worth of p: worth + seen + {number}
"""
BLOCK = """\
with {other}
  set until in turns to bowl <= 5
  replace score worth of p: worth + seen + 5
"""


def test_a_with_block_says_what_holds_for_two_that_change_the_same(tmp_path: Path) -> None:
    (tmp_path / "bowl.game").write_text(GAME)
    for name, number in (("one", 1), ("two", 2)):
        (tmp_path / f"{name}.game").write_text(BOTH.format(name=name, number=number))
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "bowl.game"), variants=["one", "two"])
    assert {d.code for d in caught.value.diagnostics} == {"E043"}
    assert all("with one" in d.hint for d in caught.value.diagnostics)
    for name, other in (("one", "two"), ("two", "one")):  # whichever of the two it stands in
        file = tmp_path / f"{name}.game"
        alone = file.read_text()
        file.write_text(alone + BLOCK.format(other=other))
        state = load(str(tmp_path / "bowl.game"), variants=["one", "two"]).start(seed=1)
        left = 0
        while moves := state.legal_moves():
            state.apply(moves[0])
            left += 1
        assert left == 3  # from 8 down to 5
        file.write_text(alone)
    for name, other in (("one", "two"), ("two", "one")):  # both cannot have the last word
        file = tmp_path / f"{name}.game"
        file.write_text(file.read_text() + BLOCK.format(other=other))
    with pytest.raises(RulesError, match="E043"):
        load(str(tmp_path / "bowl.game"), variants=["one", "two"])


def test_a_target_may_name_what_is_further_out(tmp_path: Path) -> None:
    (tmp_path / "bowl.game").write_text(GAME)
    file = tmp_path / "far.game"
    file.write_text('variant far of bowl\nreplace "set seen" in meal\n  set seen to 1\n')
    assert load(str(file)).variants
    file.write_text('variant far of bowl\nreplace "set seen" in main\n  set seen to 1\n')
    with pytest.raises(RulesError, match="E040"):
        load(str(file))


def test_what_another_variant_throws_away_is_told_with_both_ways_out(tmp_path: Path) -> None:
    (tmp_path / "bowl.game").write_text(GAME)
    (tmp_path / "ace.game").write_text(
        'variant ace of bowl\nmark aces: 0..9\nadd after "spend 1 bowl" in setup\n'
        "  gain 1 aces\nreplace score worth of p: worth + seen + aces\n"
    )
    (tmp_path / "new.game").write_text("variant new of bowl\nreplace setup\n  spend 3 bowl\n")
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "bowl.game"), variants=["ace", "new"])
    found = next(d for d in caught.value.diagnostics if d.code == "E043")
    assert "excludes" in found.hint
    assert 'replace "LINE" in setup' in found.hint


def found(folder: Path, text: str) -> str:
    (folder / "bowl.game").write_text(text)
    return CliRunner().invoke(cli, ["check", str(folder / "bowl.game")]).output


def test_a_value_below_the_words_of_its_definition_is_told_what_to_type(tmp_path: Path) -> None:
    line = 'define worth = 2                          "What one is worth"'
    said = found(tmp_path, GAME.replace(line, 'define worth "What"\n  = 2'))
    assert "E011" in said and 'write: define worth = 2   "What"' in said


def test_for_which_a_mark_says_yes_is_told_what_to_type(tmp_path: Path) -> None:
    text = GAME.replace("mark seen", "mark full of seat: yes or no\nmark seen")
    text = text.replace(
        "        spend 1 bowl\n", "        spend 1 bowl\n        set full of me to yes\n"
    )
    text = text.replace("worth + seen", "worth + (seen when full of p else 0)")
    said = found(tmp_path, text + 'scenario "On"\n  given\n    full: 0, 1\n')
    assert "E106" in said and "write: full is yes: 0, 1" in said
