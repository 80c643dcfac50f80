"""`rulewright test` with a variant: the game's scenarios, drafts, and what `--accept` writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright_cli.time_limit import TimeOver

Run = Callable[..., Result]

CHANGED = """variant wind of ferry "A fair wind"
  "Who opens a lane is paid."

add at end of open
  gain 1 coins of me
"""
SHOWN = """
scenario "A lane pays nothing"
  given
    hold of red: Nut, Cloth
  play open Ayr-Bute; put Nut; sail
  expect coins of red is 3 and size of hold of red is 1
"""
CALM = '  needs coins of me > 8  else "calm"\n'
DROWNED = """
remove sink in berth
remove action sink
add drown to berth
action drown(c in hold of me)
  needs clear: fog is off                 else "fog"
  needs sweet: not (salt in cargoes of c) else "salt"
  move c to sunk
"""
DRAFT = 'replace scenario "A lane pays nothing"'


@pytest.fixture
def wind(own_folders: Path) -> Path:
    """The file of a variant that changes what a scenario of its game shows."""
    with (own_folders / "ferry.game").open("a") as rules:
        rules.write(SHOWN)
    file = own_folders / "wind.game"
    file.write_text(CHANGED)
    return file


@pytest.mark.parametrize("call", [("wind.game",), ("ferry.game", "--variant", "wind")])
def test_drafts_are_shown_and_nothing_is_written(
    run: Run, wind: Path, call: tuple[str, ...]
) -> None:
    done = run("test", *call)
    assert done.exit_code == 1 and "FAILED  A lane pays nothing (reference)" in done.stdout
    assert done.stdout.count("FAILED  A lane pays nothing") == 1
    heading = "Scenarios of ferry that do not hold with wind; what wind would have to say of"
    assert done.stdout.startswith(heading) and done.stdout.count("Scenarios of") == 1
    assert "on python: the same" in done.stdout
    assert "1 draft for wind.game:" in done.stdout and DRAFT in done.stdout
    assert "Nothing is written; --accept --yes writes it." in done.stdout, "nobody can be asked"
    assert wind.read_text() == CHANGED


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_is_accepted_is_written_and_holds(run: Run, wind: Path, ends: str) -> None:
    wind.write_bytes(CHANGED.replace("\n", ends).encode())
    done = run("test", "wind.game", "--accept", "--yes")
    assert done.exit_code == 0 and "1 draft written into wind.game" in done.stdout
    assert wind.read_bytes().decode().startswith(f"{CHANGED}\n{DRAFT}\n".replace("\n", ends))
    assert run("test", "ferry.game").exit_code == 0
    assert run("fmt", "--check", "wind.game").exit_code == run("check", "wind.game").exit_code == 0
    more = run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    assert more.exit_code == 0 and "draft" not in more.stdout


def test_where_results_alone_are_wanted_drafts_are_counted(run: Run, wind: Path) -> None:
    done = run("test", "wind.game", "-q")
    assert DRAFT not in done.stdout
    told = "1 draft for wind.game\nNothing is written; --accept --yes writes it.\n"
    assert done.stdout.endswith(told)
    done = run("test", "wind.game", "-q", "--accept", "--yes")
    assert DRAFT not in done.stdout and DRAFT in wind.read_text()
    assert done.stdout.endswith("1 draft for wind.game\n1 draft written into wind.game\n")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_nothing_is_written_into_a_file_with_a_mistake(
    run: Run, wind: Path, form: tuple[str, ...]
) -> None:
    """Its own scenarios for both are not run, so that it is not known what they say."""
    wind.with_name("calm.game").write_text('variant calm of ferry "Calm"\n')
    text = f'{CHANGED}\nwith calm\n  scenario "Both"\n    expect coin of red is 3\n'
    wind.write_text(text)
    done = run("test", "wind.game", "--accept", "--yes", *form)
    assert done.exit_code == 1 and wind.read_text() == text
    if form:
        assert json.loads(done.stdout)["written"] is None
    else:
        left = "wind.game: the scenarios of wind with calm are not run before that is right"
        assert DRAFT in done.stdout and left in done.stdout
        assert done.stdout.endswith("Nothing is written before wind.game is right.\n")


def test_a_draft_can_be_given_a_title_of_its_own(run: Run, wind: Path) -> None:
    run("test", "wind.game", "--accept", "--yes")
    removed = 'remove scenario "A lane pays nothing"\n\nscenario "A lane pays"'
    wind.write_text(wind.read_text().replace(DRAFT, removed))
    done = run("test", "wind.game", "--engine", "reference")
    assert done.exit_code == 0 and "draft" not in done.stdout


def test_without_a_terminal_nobody_is_asked_and_nothing_is_written(run: Run, wind: Path) -> None:
    done = run("test", "wind.game", "--accept", "--engine", "reference", input="y\n")
    assert done.exit_code == 1 and "--accept --yes writes it" in done.stdout
    assert wind.read_text() == CHANGED


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("\n", 1), ("n\n", 1)])
def test_at_a_terminal_it_is_asked(
    run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int
) -> None:
    monkeypatch.setattr("rulewright_cli.commands.test.is_asked", lambda: True)
    done = run("test", "wind.game", "--accept", "--engine", "reference", input=answer)
    assert (done.exit_code, wind.read_text() == CHANGED) == (code, bool(code))
    assert "Write 1 draft into wind.game?" in done.stdout
    wind.write_text(CHANGED)
    assert "Nothing is written; --accept writes it." in run("test", "wind.game").stdout


def test_what_is_not_shown_any_more_and_titles_are_told(run: Run, wind: Path) -> None:
    with (wind.parent / "ferry.game").open("a") as rules:
        rules.write("  refuses sink Nut\n")
    wind.write_text(CHANGED + DROWNED)
    said = run("test", "wind.game", "--engine", "reference").stdout
    assert "not shown any more: refuses sink Nut" in said
    assert "look whether it is still true" in said
    assert "remove scenario, and the same under a title of its own" in said


def test_a_promise_that_the_position_breaks_is_told(run: Run, wind: Path) -> None:
    with wind.open("a", encoding="utf-8") as rules:
        rules.write("\nalways every p in seat has (size of hold of p) < 2 or coins of p > 8\n")
    said = run("test", "wind.game", "--engine", "reference").stdout
    told = " ".join(said.partition(" for wind.game:")[2].partition("replace scenario")[0].split())
    promise = "always every p in seat has (size of hold of p) < 2 or coins of p > 8"
    assert f"this position breaks: {promise}" in told


def test_why_a_scenario_is_removed_is_told_once(run: Run, wind: Path) -> None:
    wind.write_text('variant wind of ferry "W"\n\nadd at start of open\n' + CALM)
    said = run("test", "wind.game", "--engine", "reference").stdout
    assert 'remove scenario "A lane pays nothing"' in said
    drafted = said.partition(" for wind.game:")[2]
    assert drafted.count("open Ayr-Bute is not offered") == drafted.count("remove scenario")
    assert "may still be shown from elsewhere: replace scenario, with what" in drafted


def test_what_has_one_cause_is_told_once(run: Run, wind: Path) -> None:
    """A question before each turn; of all that it changes the first is shown, and all with -v."""
    rules = wind.with_name("ferry.game")
    shown = "".join(SHOWN.replace("A lane", f"{n} lanes") for n in range(4))
    rules.write_text(rules.read_text().partition('\nscenario "')[0] + shown)
    asked = "add before berth\n  may choose resting\n    rest\n      set coins of me to 0\n"
    wind.write_text(f'variant wind of ferry "W"\n\n{asked}    or go_on\n')
    call = ("test", "wind.game", "--engine", "reference")
    done = run(*call)
    said = done.stdout
    assert said, done.output
    cause = "resting is asked first: go_on is played"
    named = "; ".join(f"{n} lanes pays nothing" for n in range(1, 4))
    failed = f"FAILED  3 scenarios more: {cause}: {named}"
    assert said.count("FAILED  ") == 2 and failed in " ".join(said.split("\n  "))
    assert f"4 scenarios: {cause}\n0 lanes pays nothing\nreplace scenario" in said
    assert said.count("replace scenario") == 1
    assert f"and 3 more, which -v shows: {named}" in " ".join(said.split())
    whole = run(*call, "-v").stdout
    assert whole.count("FAILED  ") == whole.count("replace scenario") == 4
    run(*call, "--accept", "--yes")
    assert wind.read_text().count("replace scenario") == 4


def test_what_fails_is_told_before_drafts_that_take_long(
    run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.commands.test.PATIENCE", 0.0)
    done = run("test", "wind.game", "--engine", "reference")
    assert 'drafts after 0 s, at "A lane pays nothing"' in done.stderr
    assert done.stdout.startswith("Scenarios of ferry that do not hold with wind")
    assert done.stdout.count("FAILED  A lane pays nothing") == done.stdout.count(DRAFT) == 1
    assert run("test", "wind.game", "--engine", "reference", "--quiet").stderr == ""


@pytest.mark.parametrize("ends", [TimeOver, KeyboardInterrupt])
def test_what_has_been_found_is_told_where_drafting_is_stopped(
    run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch, ends: type[BaseException]
) -> None:
    def stop(*_: object) -> None:
        raise ends

    monkeypatch.setattr("rulewright.testing.drafts._drafted", stop)
    done = run("test", "wind.game", "--engine", "reference")
    assert done.exit_code not in (0, 1)
    assert "FAILED  A lane pays nothing (reference)" in done.stdout
    assert "not all: " in done.stdout and " on reference: 1 failed, " in done.stdout
    drafting = '; it was drafting what replaces "A lane pays nothing"\n'
    assert done.stderr.endswith(drafting if ends is TimeOver else "interrupted\n")


def test_replacements_that_fail_of_what_still_holds_are_taken_away(run: Run, wind: Path) -> None:
    rules = wind.with_name("ferry.game")
    shown = [SHOWN.replace("A lane", lanes) for lanes in ("One lane", "Two lanes")]
    rules.write_text(rules.read_text().replace(SHOWN, "".join(shown)))
    edit = "\nadd at end of open\n  if coins of me > 8\n    spend 1 coins of me\n"
    wrong = "".join(f"\nreplace {one.strip()}\n".replace("red is 3", "red is 2") for one in shown)
    wind.write_text(f'variant wind of ferry "A fair wind"\n{edit}{wrong}')
    call = ("test", "wind.game", "--accept", "--yes")
    said = " ".join(run(*call).stdout.split())
    cause = "it holds with the variant, too, and what its replace scenario shows does not"
    assert f"FAILED 1 scenario more: {cause}: Two lanes pays nothing" in said
    assert "(nothing is to be said of One lane pays nothing any more)" in said
    assert "2 drafts written into wind.game" in said
    assert wind.read_text() == f'variant wind of ferry "A fair wind"\n{edit}'
    assert run("test", "wind.game").exit_code == 0


def test_as_json(run: Run, wind: Path) -> None:
    call = ("test", "wind.game", "--json", "--engine", "reference")
    said = json.loads(run(*call).stdout)
    assert [(draft["what"], draft["text"].startswith(DRAFT)) for draft in said["drafts"]] == [
        ("replace", True)
    ]
    assert said["written"] is None and wind.read_text() == CHANGED
    assert json.loads(run(*call, "--accept").stdout)["written"] is None
    done = run(*call, "--accept", "--yes")
    assert (done.exit_code, json.loads(done.stdout)["written"]) == (0, "wind.game")
    assert DRAFT in wind.read_text()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("wind.game", "--yes"), "--yes goes with --accept"),
        (("ferry.game", "--accept"), "--accept is for one variant"),
        (("wind.game", "--accept", "--seats", "2"), "--accept is for one variant"),
        (("wind.game", "--accept", "--option", "fog=off"), "--accept is for one variant"),
    ],
)
def test_accepting_is_for_one_variant(
    run: Run, wind: Path, call: tuple[str, ...], message: str
) -> None:
    done = run("test", *call)
    assert done.exit_code == 2 and message in done.stderr
    assert wind.read_text() == CHANGED


def test_a_file_that_was_changed_meanwhile_is_left_alone(
    run: Run, wind: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_: object) -> bool:
        wind.write_text(CHANGED + "# more\n")
        return True

    monkeypatch.setattr("rulewright_cli.commands.test.is_asked", lambda: True)
    monkeypatch.setattr("rulewright_cli.commands.test.agreed", asked)
    done = run("test", "wind.game", "--accept", "--engine", "reference")
    assert done.exit_code == 2 and "has been changed meanwhile" in done.stderr
    assert wind.read_text() == CHANGED + "# more\n"


def test_coverage_of_a_variant_shows_its_own_lines(run: Run, wind: Path) -> None:
    refused = run("coverage", "wind.game")
    assert refused.exit_code == 2 and "fails with wind: A lane pays nothing" in refused.stderr
    run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    shown = run("coverage", "wind.game").stdout
    assert shown.startswith("scenarios: 1 of wind, 1 of ferry; 1 more is replaced or removed")
    assert "100.0 % reached by " in shown
    assert ": 1 of 1 things to reach, 1 of 1 lines wholly" in shown
    whole = run("coverage", "ferry.game", "--variant", "wind", "--all").stdout
    assert "ferry.game:" in whole and " of 1 lines" not in whole
    assert run("coverage", "wind.game", "--min", "100").exit_code == 0
    assert run("coverage", "wind.game", "--min", "100", "--all").exit_code == 1
    said = json.loads(run("coverage", "wind.game", "--json").stdout)
    assert said["edited"] == ["wind.game"] and {line["file"] for line in said["lines"]} == {
        "wind.game"
    }
    wind.write_text('variant wind of ferry "Wind"\n')
    done = run("coverage", "wind.game")
    assert done.stdout == "wind.game: there is nothing that a scenario could reach\n"


def test_what_the_game_shows_of_a_variant_is_looked_at_where_it_is_said(
    run: Run, wind: Path
) -> None:
    """Without variants the scenarios of the game are run without them, and so may reach less."""
    told = "scenarios of the game are run with a variant by: rulewright coverage wind.game"
    own = 'scenario "Still"\n  given\n    hold of red: Cloth\n  expect coins of red is 3\n'
    wind.write_text(CHANGED.replace("  gain 1", "  if coins of me > 8\n    spend 1") + own)
    done = run("coverage", "ferry.game")
    assert "wind.game: 0.0 %" in done.stdout and told in done.stdout
    alone = run("coverage", "wind.game").stdout
    assert told not in alone and ": 1 of 3 things to reach" in alone


def test_mistakes_are_put_into_the_variant(run: Run, wind: Path) -> None:
    run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    options = ("--jobs", "1", "--each", "0", "--fresh", "--limit", "1", "--json")
    done = json.loads(run("mutate", "ferry.game", "--variant", "wind", *options).stdout)
    assert {edit["file"] for edit in done["edits"]} == {"wind.game"}


FAIR = """variant fair of ferry "Fair"
  "Nobody is in debt."

always coins of red >= 0
scenario "Nothing is paid"
  expect coins of red is coins of blue
"""


@pytest.mark.parametrize("how", ["replaced", "removed"])
def test_what_a_variant_says_to_be_otherwise_is_told_of_and_not_counted_anywhere(
    run: Run, wind: Path, how: str
) -> None:
    run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    if how == "removed":
        text = wind.read_text().partition("replace scenario")[0]
        wind.write_text(f'{text}remove scenario "A lane pays nothing"\n')
    own, both = (1, 2) if how == "replaced" else (0, 1)
    done = run("test", "wind.game", "-v", "--fresh").stdout
    line = wind.read_text()[: wind.read_text().index('scenario "A lane')].count("\n") + 1
    said = f"not so any more, says wind.game:{line}:"
    assert done.count(said) == 1
    assert done.count("passed  A lane pays nothing") == 2 * own
    assert f"on reference and python: {both} passed in" in done
    verified = run("verify", "wind.game", "--seconds", "1").stdout
    covered = run("coverage", "wind.game").stdout
    told = f"{both} scenario{'s' * (both > 1)}"
    for text in (done, verified, covered):
        assert told in text and (not own or "1 more is replaced or removed" in text), text
    results = json.loads(run("test", "wind.game", "--json").stdout)["results"]
    assert sum(one["announced"] for one in results) == 2


def test_what_is_not_drafted_has_no_heading(run: Run, wind: Path) -> None:
    with wind.open("a") as rules:
        rules.write('\nscenario "Not so"\n  expect coins of red is 8\n')
    told = run("test", "wind.game").stdout
    own, _, others = told.partition("Scenarios of ferry")
    assert "FAILED  Not so" in own and "FAILED  A lane pays nothing" in others
    for more in (("--seats", "2"), ("-k", "Not so")):
        assert "Scenarios of ferry" not in run("test", "wind.game", *more).stdout


@pytest.mark.parametrize("of", ["fair", "wind"])
def test_what_is_for_one_variant_alone_is_said_to_be(run: Run, wind: Path, of: str) -> None:
    """With the file and the block below which those stand that are for both, in whichever it is."""
    run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    Path("fair.game").write_text(FAIR)
    other = "wind" if of == "fair" else "fair"
    with Path(f"{of}.game").open("a") as rules:
        rules.write(f'with {other}\n  scenario "Both"\n    expect coins of red is 3\n')
    together = ("ferry.game", "--variant", "wind", "--variant", "fair")
    for extra in ((), (), ("--fresh",)):  # also where all of it passed earlier
        shown = " ".join(run("test", *together, *extra).stdout.split())
        assert "not run: 1 more of fair and 1 more of wind, which are not for both" in shown
        assert f"those that are for both stand below `with {other}` in {of}.game" in shown
    for alone in (("wind.game",), ("ferry.game",), (*together, "-k", "Both")):
        assert "which are not for both" not in run("test", *alone).stdout


def test_where_no_scenario_is_for_both_variants_it_is_said_where_one_could_stand(
    run: Run, wind: Path
) -> None:
    run("test", "wind.game", "--accept", "--yes", "--engine", "reference")
    Path("fair.game").write_text(FAIR)
    shown = run("test", "ferry.game", "--variant", "wind", "--variant", "fair").stdout
    told = "one that is for both could stand below `with wind` in fair.game or below `with fair` in"
    assert f"{told} wind.game" in " ".join(shown.split())


def test_no_scenario_is_wanted_in_a_file_that_comes_with_rulewright(
    run: Run, own_folders: Path
) -> None:
    mine = 'variant mine of ruta "Mine"\n  "Nothing else."\n'
    Path("mine.game").write_text(f'{mine}scenario "Nine"\n  expect tokens of first is 10\n')
    asked = ("test", "ruta", "--variant", "ace_give", "--engine", "reference")
    shown = " ".join(run(*asked, "--variant", "mine.game").stdout.split())
    told = "which are not for both; one that is for both could stand below `with ace_give` in"
    assert f"{told} mine.game " in shown
    assert "or below" not in shown
    asked = ("test", "ruins", "--variant", "higher_bar", "--engine", "reference")
    shown = " ".join(run(*asked, "--variant", "low_hand").stdout.split())
    assert "which are not for both" in shown and "could stand" not in shown


def test_of_several_files_each_is_told_what_is_reached_of_it(run: Run) -> None:
    done = run("coverage", "ferry.game", "wind.game", "ferry.game", "--json")
    edited = [one["edited"] for one in json.loads(done.stdout)["games"]]
    assert edited == [[], ["wind.game"]]
    told = run("coverage", "ferry.game", "wind.game").stdout.splitlines()
    assert told[0] == "ferry.game" and "wind.game" in told
    refused = run("coverage", "ferry.game", "wind.game", "--variant", "wind")
    assert refused.exit_code == 2 and "--variant is for one game" in refused.stderr
