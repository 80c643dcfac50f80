"""Edits of variants: each gives rules that can be read, or is none; a variant's file is edited
itself, and the scenarios of its game notice too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulewright import catalogue, resources
from rulewright.diagnostics import RulewrightError
from rulewright.syntax import nodes as n
from rulewright.testing.mutation.campaign import Task, judged, mutate, suggested
from rulewright.testing.mutation.edits import Mutant
from rulewright.testing.mutation.sameness import ScenarioText
from rulewright.testing.mutation.trial import Bench

ALL = (
    os.environ.get("RULEWRIGHT_EDITS") == "all"
)  # of all games and variants, or of each variant one

GAME = """game cherries "Cherries"
  players 2 named Ann, Bob

mark bowl: 0..9, starts 7
mark taken of seat: 0..9
mark last: seat or nobody

setup
  spend 1 bowl

phase meal
  turns until bowl is 0
    choose main
      take(h in 1..2)
        needs few: h <= bowl   else "only {bowl} left"
        spend h bowl
        set last to me
      share
        compose sharing
          step give(p in seat)
            needs free: bowl > 0   else "none is left"
            spend 1 bowl
            gain 1 taken of p
          finish enough
            needs some: taken of me > 0   else "nothing yet"

score last of p: taken of p + 5 when last is p else taken of p
winner most score

scenario "The last cherry"
  given
    bowl: 1
  play take 1
  expect winners is {Ann}
scenario "Shared"
  given
    bowl: 2
  play share; give Ann; give Bob; enough
  expect taken of Ann is 1
"""
VARIANT = """variant more of cherries "More"

mark extra: 0..3

add before turns
  set extra to 2
add after turns
  set extra to 0
add last at end of take
  gain 1 taken of me
add before few in take
  needs other: h is not extra   else "not {extra}"
add last at start of give
  set last to p
add at end of sharing
  finish stop
    needs late: bowl is 0   else "not yet"
add after give
  step put_back
    needs held: taken of me > 0   else "you hold none"
    spend 1 taken of me
    gain 1 bowl
add eat to main
action eat
  needs few: bowl > 0   else "none is left"
  spend 1 bowl
replace few in take
  needs few: h < 3 and h <= bowl   else "only {bowl} left"
replace setup
  spend 2 bowl
remove scenario "The last cherry", "Shared"
with less
  add at end of eat
    set last to me

scenario "One is eaten"
  play eat
  expect bowl is 4
"""
LESS = """variant less of cherries "Less"

define three = 2
add at end of take
  set bowl to min(bowl, three)
replace scenario "The last cherry"
  given
    bowl: 2
  play take 1; take 1
  expect winners is {Bob}

scenario "Less and less"
  play take 2
  expect bowl is 2
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "cherries.game").write_text(GAME)
    (tmp_path / "more.game").write_text(VARIANT)
    (tmp_path / "less.game").write_text(LESS)
    return tmp_path


def empties(mutant: Mutant) -> bool:
    """Does it leave out something that may stand alone?"""
    return mutant.words.endswith(("left out", "is not offered"))


def read_all(bench: Bench, wanted: list[Mutant]) -> list[str]:
    """Whatever the checker says of the edited rules, it says as a finding."""
    wrong = []
    for mutant in wanted:
        for files in bench.settings if ALL else bench.settings[:1]:
            try:
                bench.made(files, mutant)
            except RulewrightError:
                continue
            except Exception as error:
                wrong.append(f"{mutant.span}: {mutant.words}: {type(error).__name__}: {error}")
    return wrong


def test_every_edit_of_every_form_of_a_variant_is_read(folder: Path) -> None:
    for name in ("more.game", "less.game", "cherries.game"):
        bench = Bench(str(folder / name))
        assert bench.mutants
        assert read_all(bench, bench.mutants) == []


SOME = [("quetinny", "excuse"), ("ruin_runner", "thieves"), ("ruins", "rich_start")]
EVERYTHING = [(i.name, v) for i in catalogue.games() for v in ("", *(v.name for v in i.variants))]


@pytest.mark.parametrize(("game", "variant"), EVERYTHING if ALL else SOME)
def test_edits_of_what_comes_with_rulewright_are_read(game: str, variant: str) -> None:
    bench = Bench(game, variant)
    some = [mutant for mutant in bench.mutants if empties(mutant)][:1] or bench.mutants[:1]
    assert read_all(bench, bench.mutants if ALL else some) == []


def test_an_addition_of_nothing_is_no_addition(folder: Path) -> None:
    bench = Bench(str(folder / "more.game"))
    gone = [m for m in bench.mutants if m.words == "`set last to p` is left out"]
    tree = gone[0].applied(bench.edited.file)
    added = [d for d in tree.declarations if isinstance(d, n.Add)]
    before = [d for d in bench.edited.file.declarations if isinstance(d, n.Add)]
    assert len(added) == len(before) - 1
    assert judgement(bench, "`set last to p` is left out") == "survived"


def judgement(bench: Bench, words: str) -> str:
    number = next(i for i, m in enumerate(bench.mutants) if m.words.startswith(words))
    return [*judged(bench, number)][-1].what


def test_the_file_of_a_variant_is_edited_itself(folder: Path) -> None:
    bench = Bench(str(folder / "more.game"))
    assert (bench.variant, bench.edited.path.name) == ("more", "more.game")
    assert {m.span.file.name for m in bench.mutants} == {str(folder / "more.game")}
    named = Bench(str(folder / "cherries.game"), "more")
    assert [m.words for m in named.mutants] == [m.words for m in bench.mutants]
    done = mutate(Task(str(folder / "more.game"), seconds=0), only=["eat"], cache=False)
    assert done.variant == "more" and done.counts["killed"]


def test_scenarios_of_the_game_notice_what_a_variant_must_not_change(folder: Path) -> None:
    """What the game shows is shown with the variant too, but for what it says is otherwise."""
    bench = Bench(str(folder / "less.game"))
    titles = {tree.title for _, _, trees in bench.originals for tree in trees}
    assert titles == {"The last cherry", "Shared", "Less and less"}
    assert sum(tree.title == "The last cherry" for _, _, ts in bench.originals for tree in ts) == 1
    assert "Shared" not in {
        tree.title for _, _, trees in Bench(str(folder / "more.game")).originals for tree in trees
    }


SCARCE = """variant scarce of cherries "Scarce"

with less
  add at end of share
    if bowl is 1 and taken of me is 3
      gain 2 bowl

scenario "Shared once"
  play share; give Ann; enough
  expect taken of Ann is 1
"""


def test_an_edit_in_a_with_block_is_tried_with_both_variants(folder: Path) -> None:
    """Also where nothing but the block is for both together."""
    less = folder / "less.game"
    less.write_text(LESS.partition("\nscenario ")[0] + "\n")
    scarce = folder / "scarce.game"
    scarce.write_text(SCARCE)
    bench = Bench(str(scarce))
    number = next(i for i, m in enumerate(bench.mutants) if m.words == "2 becomes 3")
    assert bench.mutants[number].beside == "less"
    result = [*judged(bench, number, seconds=60.0)][-1]
    assert result.what == "survived"
    assert result.suggestion.startswith('with less\n  scenario "share: ')
    scarce.write_text(f"{SCARCE}\n{result.suggestion}")
    bench = Bench(str(scarce))
    assert bench.verdict(bench.mutants[number]).kind == "killed"


def test_the_checker_refuses_an_edit_of_what_stands_in_a_with_block(folder: Path) -> None:
    scarce = folder / "scarce.game"
    scarce.write_text(SCARCE.replace("gain 2 bowl", "set bowl to 9"))
    bench = Bench(str(scarce))
    refused = {m.words for m in bench.mutants if bench.verdict(m).kind == "refused"}
    assert refused == {"9 becomes 10"}


def test_it_is_said_where_a_scenario_for_variants_of_a_game_goes(folder: Path) -> None:
    bench = Bench(str(folder / "cherries.game"))
    playout = ScenarioText(lines=["play share"], expect=["expect over"])

    def drafted(*names: str) -> str:
        files = next(one for one in bench.settings if one.names == {*names})
        return suggested(bench, files, bench.mutants[0], playout)

    plain = 'scenario "bowl: the game is over"\n  play share\n  expect over\n'
    within = "".join(f"  {line}\n" for line in plain.splitlines())
    assert drafted() == plain
    assert drafted("less") == f"# goes into the file of less\n{plain}"
    assert drafted("less", "more") == f"# goes into the file of less\nwith more\n{within}"


def test_the_aces_of_ruta() -> None:
    """Lines 8 and 9 of the first ace rule: with the second left out, nothing is added."""
    asked = Bench(str(resources.rules_root() / "ruta" / "ace_extra.game"))
    bench = Bench("ruta", "ace_extra")
    assert [m.words for m in asked.mutants] == [m.words for m in bench.mutants]
    wanted = [mutant for mutant in bench.mutants if mutant.line in (8, 9)]
    assert {bench.verdict(mutant).kind for mutant in wanted} == {"killed"}


ALPHA = """variant alpha of ruta "Alpha"
mark beads: 0..9                          "Beads"
add at end of draw
  if beads < 9
    gain 1 beads
"""
BETA = """variant beta of ruta "Beta"
with alpha
  add at end of take
    set beads to 9
  scenario "Nine beads"
    given
      draft: Author, Pact
    play take Author
    expect beads is 9
"""


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("named", ["./beta.game", "beta.game", "ABSOLUTE"])
def test_a_with_block_of_a_file_beside_another_counts_where_the_game_comes_with_rulewright(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """However the file is named, its partner beside it is found, as where the file is asked for."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "alpha.game").write_text(ALPHA)
    (tmp_path / "beta.game").write_text(BETA)
    variant = str(tmp_path / "beta.game") if named == "ABSOLUTE" else named
    asked = [("ruta", variant), (variant, "")]
    found = [mutate(Task(*one, 0.0), jobs=1, cache=False).results for one in asked]
    told = [[(one.line, one.words, one.what) for one in each] for each in found]
    assert told[0] == told[1]
    assert {"killed", "refused"} == {what for *_, what in told[0]}
