"""`rulewright check` and `rulewright test`: what is wrong with rules, and where."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from click.testing import Result

from rulewright.game import load
from rulewright.limits import OutOfTime
from rulewright.source import SourceFile, Span
from rulewright.testing import scenario
from rulewright.testing.lint.lint import Linted
from rulewright.testing.mutation import campaign
from rulewright.testing.mutation.trial import Bench
from rulewright.testing.scenario import ScenarioResult
from rulewright_cli.commands.lint import looked_at
from rulewright_cli.commands.test import dear_line, slow_ones
from rulewright_cli.sarif import uri

Run = Callable[..., Result]
Golden = Callable[[str, str], None]


FAILING = """
scenario "wrong position"
  given
    hold of red: Nut, Cloth
    ferry is red: Ayr-Dun
  play open Ayr-Bute; put Nut; sail
  expect coins of red is 3 and hold of red is {Nut}

scenario "wrong offers"
  given
    hold of red: Nut
  offers sink Nut; open Ayr-Bute

scenario "wrong reason"
  given
    hold of red: Nut
  refuses sink Nut "it is far too heavy"

scenario "not offered"
  given
    hold of red: Nut
  play sink Nut

scenario "not seen"
  given
    hold of red: Nut, Oil
  seen by blue
    hold of red: Nut, ?
"""


@pytest.fixture
def rules(own_folders: Path) -> Path:
    return own_folders / "ferry.game"


def test_a_code_is_explained(run: Run) -> None:
    code, wrong, right = "E118", "    always 1000000 * 1000 * limit > 0", "    always 100000 * 1000"
    done = run("check", "--explain", code.lower())
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{code}: A product or total can become too large")
    assert f"wrong:\n{wrong}" in done.stdout and f"right:\n{right}" in done.stdout
    assert "MISTAKES.md" in done.stdout
    said = json.loads(run("check", "--explain", code, "--json").stdout)
    assert (said["code"], said["wrong"]) == (code, f"{wrong.strip()}\n")
    assert "⟨define number_№ = №\n    ⟩×2001" in run("check", "--explain", "E001").stdout


@pytest.mark.parametrize(("code", "nearest"), [("E118x", "E118"), ("118", "E118"), ("W01", "W001")])
def test_a_code_that_is_none_suggests_the_nearest(run: Run, code: str, nearest: str) -> None:
    done = run("check", "--explain", code)
    assert done.exit_code == 2
    assert done.stderr == f'there is no code "{code}"; did you mean {nearest}?\n'


def test_a_code_is_explained_or_games_are_checked(run: Run) -> None:
    assert "Missing argument 'GAME...'" in run("check").stderr
    both = run("check", "--explain", "E118", "ferry.game")
    assert (both.exit_code, both.stdout) == (2, "")
    assert both.stderr == "--explain says what a code means, and checks no GAME\n"


def test_all_rule_files_in_a_folder_are_checked(run: Run, own_folders: Path) -> None:
    inner = own_folders / "games" / "inner"
    inner.mkdir(parents=True)
    for file in own_folders.iterdir():
        if file.is_file():
            (inner / file.name).write_bytes(file.read_bytes())
    assert run("check", "games").stdout == run("check", "games/inner/ferry.game").stdout
    with (inner / "wind.game").open("a") as broken:
        broken.write("zon shelf: set of card\n")
    (inner / "a.game").write_text('library a "A"\n\ndefine one = x\n')
    (inner.parent / "z.game").write_bytes(b"\xff")
    assert run("fmt", "--check", "games").exit_code == 2
    done = run("check", "games", "--json")
    assert done.exit_code == 2
    said = json.loads(done.stdout)
    found = {(finding["file"], finding["code"]) for finding in said["findings"]}
    assert found == {("games/inner/wind.game", "E012"), ("games/inner/a.game", "E100")}
    assert said["unread"] == ["games/z.game is not UTF-8 text (byte 0)"] and not said["ok"]


def test_a_game_is_checked_though_a_variant_comes_first(run: Run, tmp_path: Path) -> None:
    """What is read with a variant is not yet looked at by itself."""
    game = (
        'game nuts "Nuts"\n  players 2\nmark bowl: 0..9, starts 9\nphase only\n'
        "  turns until bowl is 0\n    choose main\n      take\n        spend 1 bowl\n"
        'score left of p: bowl\nwinner most score\nscenario "One"\n  play tak\n'
    )
    (tmp_path / "nuts.game").write_text(game)
    (tmp_path / "all.game").write_text(
        'variant all of nuts "All"\nset until in turns to bowl < 3\n'
    )
    done = run("check", str(tmp_path))
    assert done.exit_code == 1 and "nuts.game:12:8: error E206" in done.stdout
    done = run("lint", str(tmp_path), "--games", "1")
    assert done.exit_code != 0 and "E206" in done.output


PIT = """game pit "Pit"
  players 2
mark rows: 0..9
mark wet: yes or no
phase dig "Dig"
  turns until rows is 9 "Until it is deep"
    choose main "What?"
      dig "Dig"
        gain 1 rows
        if rows is 9 and me is '1'
          set wet to yes "Wet"
winner p where wet
"""


def test_where_too_little_was_watched_nothing_found_is_not_said_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pit.game"
    path.write_text(PIT, encoding="utf-8")
    arguments = "lint", path, "--plain", "--games", "1", "--select", "L101,L102,L103"
    assert "in what was watched" not in run(*arguments).stdout
    monkeypatch.setattr(import_module("rulewright.testing.lint.lint"), "STEPS", -1)
    told = " ".join(run(*arguments).stdout.split())
    assert "--seconds 30 nothing found in 1 file, in what was watched, 1 random" in told
    assert "decisions watched" not in told


def test_many_random_games_are_told_beforehand(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pit.game"
    path.write_text(PIT.replace("players 2", "players 2..4"), encoding="utf-8")
    told = run("lint", path, "--games", "40").stderr.splitlines()[0]
    assert told == (
        "40 random games in each of 3 settings, 120 in all, after it has been seen what can happen"
    )
    assert run("lint", path, "--games", "1").stderr == ""


def test_how_many_decisions_were_watched_is_told_where_that_is_not_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pit.game").write_text(PIT)
    arguments = "lint", tmp_path / "pit.game", "--plain", "--games", "1", "--select", "L101"
    assert "watched" not in run(*arguments).stdout  # all were
    module = import_module("rulewright.testing.lint.lint")
    monkeypatch.setattr(module, "STEPS", -1)
    monkeypatch.setattr(module, "ENOUGH", 1)
    monkeypatch.setattr(module, "MOSTLY", 0)
    told = " ".join(run(*arguments).stdout.split())
    assert told.endswith(" 1 random game played, 3 of their 9 decisions watched line by line")
    text = (tmp_path / "pit.game").read_text().replace("rows is 9 and me is '1'", "rows < 3")
    text = text.replace("p where wet", "p where wet and p is '0'")  # not so of all any more
    (tmp_path / "pit.game").write_text(text.replace("players 2", "players 2..3"))
    told = " ".join(run(*arguments, "--seconds", "20000").stdout.split())
    assert "2 random games played, 1 in each of 2 settings, " in told
    said = r"\d of their 18 decisions watched line by line, in which all came to pass that can$"
    assert re.search(said, told), told


def test_what_came_to_pass_in_scenarios_is_not_said_of_games_that_nobody_watched(
    run: Run, tmp_path: Path
) -> None:
    """Nothing is left to be looked for in random games, so that none of them is watched."""
    path = tmp_path / "pit.game"
    digging = 'scenario "All the way"\n  play dig; dig; dig; dig; dig; dig; dig; dig; dig\n'
    rules = PIT.replace("rows is 9 and me is '1'", "rows < 3") + "\n" + digging
    path.write_text(rules.replace("p where wet", "p where wet and p is '0'"), encoding="utf-8")
    told = run("lint", path, "--plain", "--games", "1", "--select", "L1", "--seconds", "20000")
    said = " ".join(told.stdout.split())
    unwatched = "1 random game played, none of their 9 decisions watched line by line"
    assert said.endswith(f"{unwatched}, for all that can come to pass had done so before"), said


def test_lint_says_how_few_games_came_to_their_ends(run: Run, tmp_path: Path) -> None:
    (tmp_path / "march.game").write_text(
        """game march "A long march"
  players 2

mark steps: 0..6000 "Steps"

phase marching "Marching"
  turns until steps is 6000
    choose pace "Walk on"
      step "Take a step"
        gain 1 steps

score way of p: steps "How far it is"
winner most score
""",
        encoding="utf-8",
    )
    told = " ".join(run("lint", str(tmp_path / "march.game"), "--games", "2").output.split())
    assert "2 random games played, none to its end" in told


def test_folders_of_tools_are_not_looked_at(run: Run, own_folders: Path) -> None:
    """A virtual environment beside a game holds all games of the library."""
    (own_folders / "env").mkdir()
    (own_folders / "env" / "pyvenv.cfg").write_text("home = /usr/bin\n")
    for name in ("env/lib", "node_modules", "__pycache__", ".venv/rules"):
        hidden = own_folders / name
        hidden.mkdir(parents=True)
        (hidden / "broken.game").write_text("game broken\n")
    assert run("check", ".").exit_code == 0
    assert run("check", str(hidden)).exit_code == 1


def test_variants_are_not_told_apart_by_commas(run: Run, rules: Path) -> None:
    done = run("test", "ferry.game", "--variant", "a,b")
    assert done.exit_code == 2
    assert 'has no variant "a,b"; give each one its own --variant' in done.stderr


def test_a_variant_that_lies_elsewhere_than_its_game_is_named_by_its_file(
    run: Run, own_folders: Path
) -> None:
    (own_folders / "still.game").write_text('variant still of ruta "Still"\n')
    done = run("show", "ruta", "--variant", "still")
    told = 'ruta has no variant "still" beside it; for the file beside you write still.game'
    assert done.exit_code == 2 and done.stderr.strip().endswith(told)
    compared = run("diff", "ruta+still", "ruta")
    assert compared.exit_code == 2 and compared.stderr.strip().endswith(told)
    assert run("show", "ruta", "--variant", "still.game").exit_code == 0


DICE = """game dice "Dice"
  players 1
type die: d1..d9
mark face of die: 1..6
mark won of seat: 0..99
phase play
  turns until passes is 1
    compose lay
      step take(d in die) into laid
      step turn(d in laid, e in laid where d is not e)
        needs face of d < 6             else "it is six"
        gain 1 face of d
        set face of e to 1
      finish show(n in 1..6)
        needs laid is not empty         else "none"
        needs every d in laid has face of d is n   else "not alike"
        gain 1 won of me
      finish stop
        needs laid is empty             else "some lie there"
        pass
score won of p: won of p
winner most score
"""


def test_what_may_not_be_searched_is_told_before_anybody_plays(
    run: Run, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `lint` does; a comment says that it is meant."""
    rules = own_folders / "dice.game"
    rules.write_text(DICE.replace("d1..d9", "d1..d30"))
    done = run("check", "dice.game")
    told = " ".join(done.stdout.split())
    assert done.exit_code == 1 and "dice.game:10:7: warning L010: whether lay can be" in told
    assert "turn changes face of others than the one it draws" in told
    assert "or keep laid small, which may still be slow: `needs size of laid < 3` in take" in told
    assert told.endswith("1 warning in 1 file")
    found = json.loads(run("check", "dice.game", "--json").stdout)["findings"]
    assert [(one["code"], one["severity"]) for one in found] == [("L010", "warning")]
    silenced = "e in laid where d is not e)   # lint: L010 because few are ever laid out"
    rules.write_text(
        DICE.replace("d1..d9", "d1..d30").replace("e in laid where d is not e)", silenced)
    )
    done = run("check", "dice.game")
    assert (done.exit_code, done.stdout) == (0, "nothing found in 1 file\n")


def test_a_folder_without_rule_files(run: Run, own_folders: Path) -> None:
    (own_folders / "empty").mkdir()
    done = run("check", "empty")
    assert (done.exit_code, done.stderr) == (2, "there is no rule file in the folder empty\n")


def test_the_games_in_a_folder_are_tested(run: Run, own_folders: Path) -> None:
    alone = json.loads(run("test", "ferry.game", "--json").stdout)["results"]
    inner = own_folders / "inner"
    inner.mkdir()
    (inner / "lib.game").write_text('library lib "Lib"\n\ndefine one = 1\n')
    (inner / "calm.game").write_text(
        'variant calm of kuhn_poker "Calm"\n\nscenario "as it was"\n  expect size of deck is 1\n'
    )
    done = run("test", ".", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)["results"]
    own = [one for one in told if one["title"] == "as it was"]
    assert {one["file"] for one in own} == {"inner/calm.game"}
    assert [one for one in told if one["file"] in ("ferry.game", "wind.game")][
        : len(alone)
    ] == alone
    (own_folders / "empty").mkdir()
    for arguments, message in (
        (("empty",), "there is no rule file in the folder empty\n"),
        ((".", "--seats", "2"), ". is a folder: variants, options, seats and --accept are for one"),
        ((".", "--accept"), ". is a folder: variants, options, seats and --accept are for one"),
    ):
        refused = run("test", *arguments)
        assert refused.exit_code == 2 and refused.stderr.startswith(message), refused.output
    wanted = run("show", ".")
    assert wanted.exit_code == 2
    assert wanted.stderr == ". is a folder, not a game; name a file in it, as ferry.game\n"


def test_several_games_are_tested_at_once(run: Run) -> None:
    each = [json.loads(run("test", name, "--json").stdout)["results"] for name in ("ferry", "pig")]
    for names in (("ferry", "pig"), ("ferry", "pig", "ferry")):
        done = run("test", *names, "--json")
        assert (done.exit_code, json.loads(done.stdout)["results"]) == (0, [*each[0], *each[1]])
    for arguments, message in (
        (
            ("ferry", "pig", "--seats", "2"),
            "ferry.game and pig are several: variants, options, seats",
        ),
        (("ferry", "pig", "-k", "zzz"), "no scenario of ferry.game or pig has zzz in its title"),
        (("ferry", "no.game"), "there is no rule file no.game"),
    ):
        refused = run("test", *arguments)
        assert refused.exit_code == 2 and refused.stderr.startswith(message), refused.output


def test_nothing_to_find(run: Run) -> None:
    done = run("check", "ferry.game")
    assert done.exit_code == 0
    assert done.stdout == "nothing found in 2 files\n"


def test_the_pairs_of_variants_that_were_looked_at_are_told(run: Run) -> None:
    told = run("check", "ruta").stdout.splitlines()
    assert told[-1] == "each variant alone, and together: ace_extra + ace_give"
    Path("own.game").write_text(
        'variant own of ruta "Own"\nreplace mark tokens of seat: 0..12, starts 10\n'
    )
    told = run("check", "own.game").stdout.splitlines()
    assert told[-1].startswith("own alone, and with ace_extra, ace_give, ")


def test_what_one_pair_has_is_told_without_pairs(run: Run) -> None:
    block = 'with elm\n  add at start of action gone\n    needs tokens of me > 0 else "no"'
    more = "replace mark tokens of seat: 0..12, starts 10"
    for name, edits in (("ash", block), ("elm", more)):
        Path(f"{name}.game").write_text(f'variant {name} of ruta "Tree"\n{edits}\n')
    told = run("check", ".").stdout
    assert told.count("there is no action gone to edit") == 1 and "it is so of" not in told


def test_what_several_pairs_have_at_one_place_is_told_once_with_the_pairs(
    run: Run, rules: Path
) -> None:
    text = 'variant {0} of ferry "Tree"\n{1}\n'
    for name in ("ash", "elm", "fir"):
        (rules.parent / f"{name}.game").write_text(text.format(name, "remove free in open"))
    edit = 'replace free in open\n  needs free: coins of me > 0 else "no"'
    (rules.parent / "oak.game").write_text(text.format("oak", edit))
    told = run("check", "oak.game").stdout
    assert told.count("oak.game:2:9: error") == 1
    assert "  note: it is so of oak with ash, elm and fir\n" in told
    assert "\noak alone, and with ash, elm, fir, wind\n" in told
    (rules.parent / "alder.game").write_text(
        text.format("alder", 'add at end of sail\n  needs coins of me > 0 else "no"')
    )
    for name in ("ash", "elm", "fir"):
        edit = 'replace sail in open\n  finish leave\n    needs heavy: me is 0  else "no"'
        (rules.parent / f"{name}.game").write_text(text.format(name, edit))
    told = run("check", "alder.game").stdout
    assert told.count("change the same thing") == told.count("alder and ash change") == 1
    assert "  note: it is so of alder with ash, elm and fir\n" in told
    found = json.loads(run("check", "alder.game", "--json").stdout)["findings"]
    beside = [one["variants"][1] for one in found if "change the same thing" in one["message"]]
    assert beside == ["ash", "elm", "fir"]


def test_what_a_variant_alone_has_wrong_is_told_before_pairs_are_tried(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'variant {0} of ferry "Tree"\n{1}\n'
    (rules.parent / "ash.game").write_text(text.format("ash", "remove free in open"))
    edit = (
        'replace free in open\n  needs free: coins of me > 0 else "no"\nadd at end of sial\n  pass'
    )
    (rules.parent / "oak.game").write_text(text.format("oak", edit))
    module = import_module("rulewright_cli.commands.check")
    load, seen = module._load, list[object]()

    def loaded(path: str, variants: tuple[str, ...], *rest: object) -> Iterator[object]:
        seen.append(("load", len(variants) + Path(path).stem.count("oak")))
        yield from load(path, variants, *rest)

    def shown(self: object, lines: list[object]) -> None:
        seen.append(str(lines))

    monkeypatch.setattr(module, "_load", loaded)
    monkeypatch.setattr(module.Screen, "show", shown)
    run("check", "oak.game", "--fresh")
    told = [number for number, one in enumerate(seen) if "sial" in str(one)]
    assert len(told) == 1 and told[0] < seen.index(("load", 2))
    monkeypatch.undo()
    out = run("check", "oak.game", "--fresh").stdout
    assert out.count("there is no sial to edit") == out.count("excludes ash") == 1
    assert out.index("sial") < out.index("excludes ash") and "\n2 errors in " in out


@pytest.mark.parametrize("where", ["above", "below"])
def test_excludes_that_is_not_indented_is_one_mistake(run: Run, rules: Path, where: str) -> None:
    edit = 'replace free in open\n  needs free: coins of me > 0 else "no"\n'
    line = 'excludes oak  "They do not go together"\n'
    text = line + edit if where == "above" else edit + line
    rules.with_name("elm.game").write_text(f'variant elm of ferry "Elm"\n{text}')
    rules.with_name("oak.game").write_text(f'variant oak of ferry "Oak"\n{edit}')
    for game in ("elm.game", "ferry.game", "."):
        told = run("check", game).stdout
        assert 'error E012: "excludes" begins no declaration' in told
        assert "1 error in 1 of " in told


def test_variants_beside_one_that_are_wrong_are_told_on_one_line(run: Run, rules: Path) -> None:
    for name in ("ash", "elm", "fir"):
        text = f'variant {name} of ferry "Tree"\nmark {name}: 0..nothing\n'
        (rules.parent / f"{name}.game").write_text(text)
    done = run("check", "wind.game")
    assert done.exit_code == 0
    assert done.stderr == (
        "not looked at: together with ash, elm and fir, which are wrong by themselves\n"
    )


def test_findings_of_the_game_and_of_its_variants(run: Run, rules: Path) -> None:
    rules.write_text(rules.read_text().replace("move c to sunk", "move c to snuk"))
    wind = rules.with_name("wind.game")
    wind.write_text(wind.read_text().replace("total depth", "total dpeth"))
    done = run("check", "ferry.game")
    assert done.exit_code == 1
    assert 'unknown name "snuk"' in done.stdout
    assert '"dpeth"' in done.stdout
    assert done.stdout.count('unknown name "snuk"') == 1
    assert " errors in 2 files" in done.stdout.splitlines()[-1]


def test_findings_as_json(run: Run, rules: Path) -> None:
    rules.write_text(rules.read_text().replace("move c to sunk", "move c to snuk"))
    done = run("check", "ferry.game", "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    (finding,) = told["findings"]
    assert not told["ok"]
    assert finding["severity"] == "error"
    assert rules.read_text().splitlines()[finding["line"] - 1].strip() == "move c to snuk"
    assert finding["end_column"] - finding["column"] == len("snuk")


def test_findings_as_sarif(run: Run, rules: Path) -> None:
    """All that the schema of SARIF 2.1.0 requires, and what code scanning shows."""
    wind = rules.with_name("wind.game")
    wind.write_text(wind.read_text().replace("total depth", "total dpeth"))
    rules.write_text(rules.read_text().replace("move c to sunk", "move c to snuk"))
    rules.with_name("torn.game").write_bytes(b"\xff")
    done = run("check", "ferry.game", "--sarif", "found.sarif")
    assert done.exit_code == 1 and 'unknown name "snuk"' in done.stdout
    log = json.loads(rules.with_name("found.sarif").read_text())
    (scan,) = log["runs"]
    assert (log["version"], scan["tool"]["driver"]["name"]) == ("2.1.0", "rulewright")
    known = scan["tool"]["driver"]["rules"]
    for rule in known:
        assert rule["shortDescription"]["text"] and "right:" in rule["help"]["text"]
    assert scan["invocations"][0]["executionSuccessful"]
    (unread,) = scan["invocations"][0]["toolExecutionNotifications"]
    assert unread["message"]["text"].startswith("torn.game is not UTF-8")
    told = json.loads(run("check", "ferry.game", "--json").stdout)["findings"]
    assert len(told) == len(scan["results"]) > 1
    for result, finding in zip(scan["results"], told, strict=True):
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        assert known[result["ruleIndex"]]["id"] == result["ruleId"] == finding["code"]
        assert result["level"] == finding["severity"]
        assert result["message"]["text"].startswith(finding["message"])
        assert finding["hint"] in result["message"]["text"]
        assert place["artifactLocation"]["uri"] == finding["file"]
        assert (region["startLine"], region["startColumn"]) == (finding["line"], finding["column"])
        assert (region["endLine"], region["endColumn"]) == (
            finding["end_line"], finding["end_column"],
        )  # fmt: skip
        assert result["properties"]["variants"] == finding["variants"]
        fixed = result["fixes"][0]["artifactChanges"][0]["replacements"][0]
        assert fixed["deletedRegion"] == region
        assert fixed["insertedContent"]["text"] == finding["fix"]["text"] in ("sunk", "depth")
        assert finding["variants"] == (["wind"] if finding["file"] == "wind.game" else [])


def test_a_file_of_any_name_has_a_place_in_sarif() -> None:
    assert uri("a b/c#d?.game") == "a%20b/c%23d%3F.game"
    assert uri("/a b.game") == "file:///a%20b.game"


def test_sarif_that_cannot_be_written(run: Run) -> None:
    done = run("check", "ferry.game", "--sarif", "no/such/folder.sarif")
    assert done.exit_code == 2 and done.stderr.startswith("cannot write no/such/folder.sarif:")


def test_syntax_errors_are_findings(run: Run, rules: Path) -> None:
    rules.write_text(rules.read_text().replace("zone store:", "zone store"))
    done = run("check", "ferry.game")
    assert done.exit_code == 1
    assert "ferry.game:21:12: error E" in done.stdout


def test_a_library_can_be_checked(run: Run) -> None:
    assert run("check", "decktet").exit_code == 0


THINGS = """library things

component thing from "things.csv" named by thing
  bite: 0..3

define heavy of t: thing = {test}
"""


@pytest.mark.parametrize(
    ("test", "table", "found"),
    [
        ("bite of t > 2", "thing,bite\na,1\nb,3\n", "nothing found in 1 file"),
        (
            "sting of t > 2",
            "thing,bite\na,1\n",
            'things.game:6:28: error E100: unknown name "sting"',
        ),
        ("bite of t > 2", "thing,bite\na,1\nb,9\n", "things.csv:3:3: error"),
        ("bite of t > 2", None, "things.game:3:22: error E021"),
        ("bite of t >", "thing,bite\na,1\n", "things.game:6:"),
        ("alone_ > 2", "thing,bite\na,1\n", 'unknown name "alone_"'),
    ],
)
def test_a_library_is_checked_by_itself(
    run: Run, rules: Path, test: str, table: str | None, found: str
) -> None:
    (rules.parent / "things.game").write_text(THINGS.format(test=test))
    if table is not None:
        (rules.parent / "things.csv").write_text(table)
    done = run("check", "things.game")
    assert found in done.stdout, done.stdout
    assert done.exit_code == int("error" in found or ":6:" in found or "unknown" in found)
    assert "alone:" not in done.stdout


def test_a_library_of_any_name_and_one_that_uses_itself(run: Run, rules: Path) -> None:
    (rules.parent / "things.csv").write_text("thing,bite\na,1\n")
    wrong = THINGS.format(test="sting of t > 2")
    (rules.parent / "odd-name.game").write_text(wrong)
    (rules.parent / "things.game").write_text(wrong.replace("\n\n", "\n  uses things\n\n", 1))
    for name in ("odd-name.game", "things.game"):
        done = run("check", name)
        assert done.exit_code == 1 and 'unknown name "sting"' in done.stdout, done.stdout
        assert "1 error in 1 file" in done.stdout


def test_scenarios_of_game_and_variant_on_both_engines(run: Run) -> None:
    done = run("test", "ferry.game", "-v")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:5] == [
        "passed  F-1 A lane is opened (reference)",
        "passed  F-1 A lane is opened (python)",
        "passed  F-2 One less (reference)",
        "passed  F-2 One less (python)",
        "scenarios: 1 of ferry, 1 of wind",
    ]
    assert " ".join(lines[5:-1]) == (
        "those of the game are not run with its variants: rulewright test ferry.game --variant wind"
    )
    assert lines[-1].startswith("2 scenarios on reference and python: 2 passed in ")


def test_each_variant_is_named_with_which_those_of_the_game_are_not_run(
    run: Run, rules: Path
) -> None:
    (rules.parent / "calm.game").write_text('variant calm of ferry "Calm"\n')
    told = " ".join(run("test", "ferry.game").stdout.split())
    assert "rulewright test ferry.game --variant calm, and so with wind " in told


def test_failures_are_shown_beside_the_position(run: Run, rules: Path, golden: Golden) -> None:
    rules.write_text(rules.read_text() + FAILING)
    done = run("test", "ferry.game", "--engine", "reference")
    assert done.exit_code == 1
    golden("test_ferry_failing.txt", done.stdout.rpartition(" in ")[0])


def test_failures_as_json(run: Run, rules: Path) -> None:
    rules.write_text(rules.read_text() + FAILING)
    done = run("test", "ferry.game", "--json", "-k", "offers")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert [result["engine"] for result in told["results"]] == ["reference", "python"]
    (first, second) = told["results"]
    assert first["found"] == second["found"]
    assert first["expected"] == ["sink Nut", "open Ayr-Bute"]
    assert rules.read_text().splitlines()[first["line"] - 1].strip().startswith("offers")


def test_names_filter_scenarios(run: Run) -> None:
    assert "1 scenario on" in run("test", "ferry.game", "-k", "one LESS").stdout
    assert "2 scenarios on" in run("test", "ferry.game", "-k", "one LESS", "-k", "f-1").stdout
    done = run("test", "ferry.game", "-k", "nothing like it")
    assert done.exit_code == 2


def test_one_engine_and_one_variant(run: Run) -> None:
    done = run("test", "ferry.game", "--variant", "wind", "--engine", "python")
    first, last = done.stdout.splitlines()
    assert first == "scenarios: 1 of wind, 1 of ferry" and last.startswith("2 scenarios on python:")


def test_what_is_wrong_with_a_variant_beside_a_game_stops_no_other_scenario(
    run: Run, rules: Path
) -> None:
    wrong = 'variant wet of ferry "Wet"\nmark wet: 0..nothing\n'
    (rules.parent / "wet.game").write_text(wrong)
    done = run("test", "ferry.game", "--engine", "python")
    assert done.exit_code == 1
    assert "wet.game:2:14: error" in done.stdout and "2 scenarios on python: 2 pa" in done.stdout
    assert "wet.game: its scenarios are not run before that is right" in done.stdout
    assert "the scenarios of" not in done.stdout
    told = json.loads(run("test", "ferry.game", "--json").stdout)
    assert not told["ok"] and [one["file"] for one in told["wrong"]] == ["wet.game"]
    done = run("test", "wet.game")
    assert done.exit_code == 1 and "scenario" not in done.stdout


@pytest.mark.parametrize(
    ("asked", "left", "found"),
    [
        ("wet.game", "wet with dry, wet with wind", 2),
        ("wind.game", "wind with wet", 2),
        ("ferry.game", "dry with wet, wet with wind", 3),
        (".", "dry with wet, wet with wind", 3),
    ],
)
def test_of_variants_that_are_wrong_together_what_each_shows_alone_is_run(
    asked: str, left: str, found: int, run: Run, rules: Path
) -> None:
    both = "".join(f"\nwith {other}\n  remove nothing_such\n" for other in ("wind", "dry"))
    shows = 'scenario "W"\n  expect coins of red is 3\n'
    (rules.parent / "wet.game").write_text(f'variant wet of ferry "Wet"\n{shows}{both}')
    (rules.parent / "dry.game").write_text('variant dry of ferry "Dry"\n')
    done = run("test", asked, "--engine", "python")
    told = " ".join(done.stdout.split())
    assert f"wet.game: the scenarios of {left} are not run before that is right" in told
    assert f" {found} scenarios on python: {found} passed" in told and done.exit_code == 1


def test_what_is_wrong_with_a_variant_beside_it_is_not_told_of_another(
    run: Run, rules: Path
) -> None:
    (rules.parent / "wet.game").write_text('variant wet of ferry "Wet"\nmark wet: 0..nothing\n')
    done = run("check", "wind.game")
    assert done.exit_code == 0 and "error" not in done.stdout
    assert "not looked at: together with wet, which is wrong by itself" in done.stderr
    assert run("check", "wet.game").exit_code == run("check", "ferry.game").exit_code == 1
    done = run("test", "wind.game")
    assert done.exit_code == 0 and "error" not in done.output


def test_a_warning_of_a_variant_keeps_nothing_from_being_looked_at_together_with_it(
    run: Run, rules: Path
) -> None:
    wet, dry = rules.with_name("wet.game"), rules.with_name("dry.game")
    wet.write_text('variant wet of ferry "Wet"\nphase ebb "The tide"\n  set coins of red to 3\n')
    assert "warning W001" in run("check", "wet.game").stdout
    for mark, found in (("cions", 'unknown name "cions"'), ("coins", "nothing found")):
        edit = f'replace "set coins of red to 3"\n    set {mark} of red to 4\n'
        dry.write_text(f'variant dry of ferry "Dry"\nwith wet\n  {edit}\n')
        done = run("check", "dry.game")
        assert done.stderr == "" and found in done.stdout and "warning" not in done.stdout


def test_a_variant_beside_it_that_is_wrong_changes_nothing_of_what_is_told(
    run: Run, rules: Path
) -> None:
    """It is named once, not among what it was played with; what clashes is told all the same."""
    wet, dry = rules.with_name("wet.game"), rules.with_name("dry.game")
    edit = "add at end of open\n  set ferry of l to me\n  gain 1 cions of me\n"
    wet.write_text(f'variant wet of ferry "Wet"\n{edit}')
    dry.write_text(
        'variant dry of ferry "Dry"\nadd before "set ferry of l to me"\n  shuffle store\n'
    )
    for _ in range(2):  # also where all the rest is known from an earlier run
        done = run("check", "dry.game")
        assert "error" not in done.stdout and "wet" not in done.stdout
        assert done.stderr == "not looked at: together with wet, which is wrong by itself\n"
    dry.write_text(f'variant dry of ferry "Dry"\n{edit.replace("cions", "coins")}')
    assert "dry and wet change the same thing" in run("check", "dry.game").stdout
    wet.write_text("variant wet of\n")
    for game in ("dry.game", "ferry.game"):
        done = run("check", game)
        assert "wet" not in done.stdout
        assert done.stderr == "not looked at: wet.game, whose header cannot be read\n"
    done = run("check", ".")
    assert done.stdout.count("wet.game") == 1 and done.stderr == ""


def test_a_variant_of_a_game_that_is_wrong_itself_is_not_right(run: Run, rules: Path) -> None:
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + '\nscenario "It"\n  expect nothing_such is 1\n', encoding="utf-8")
    done = run("check", "wind.game")
    assert done.exit_code == 1 and "ferry.game" in done.stdout and "nothing_such" in done.stdout


def test_what_is_wrong_only_with_two_variants_together_is_told_of_either(
    run: Run, rules: Path
) -> None:
    (rules.parent / "calm.game").write_text(
        'variant calm of ferry "Calm"\nreplace define toll of l: lane = 1\n', encoding="utf-8"
    )
    together = [run("check", name).stdout for name in ("wind.game", "calm.game")]
    assert all("E043" in told for told in together)


def test_what_follows_from_a_name_that_two_variants_declare_is_not_told(
    run: Run, rules: Path
) -> None:
    """It buried what was wrong: each use of the name in the other variant was one more error."""
    (rules.parent / "calm.game").write_text(
        'variant calm of ferry "Calm"\noption luck: 1, 2 "Luck"\ndefine lucky = luck is 1\n'
        "replace define toll of l: lane = 1 when lucky else 2\n", encoding="utf-8",
    )  # fmt: skip
    (rules.parent / "storm.game").write_text(
        'variant storm of ferry "Storm"\nmark luck: yes or no "Luck"\n'
        "add last at end of load\n  if luck\n    set luck to no\n", encoding="utf-8",
    )  # fmt: skip
    told = run("check", "storm.game").stdout
    assert "E172: luck is declared twice" in told.replace("error ", "")
    assert "cannot be set" not in told


def test_a_scenario_of_one_of_two_variants_is_said_to_be_there(run: Run, rules: Path) -> None:
    (rules.parent / "calm.game").write_text('variant calm of ferry "Calm"\n', encoding="utf-8")
    both = ("test", "ferry.game", "--variant", "wind", "--variant", "calm")
    done = run(*both, "-k", "one less")
    assert done.exit_code == 2
    assert "; one of wind has: --variant wind alone" in done.stderr
    done = run(*both, "-k", "nothing like it")
    assert "no scenario of ferry.game with wind and calm has nothing like it" in done.stderr
    assert "alone" not in done.stderr


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("test",), "has no scenarios: nothing was tested"),
        (("coverage",), "has no scenarios, so nothing is reached"),
        (("mutate", "--only", "1", "--jobs", "1", "--fresh"), "nothing was tried"),
        (("verify", "--only", "scenarios"), "nothing was looked at"),
    ],
)
def test_nothing_done_is_no_success(
    run: Run, treadmill: Path, command: tuple[str, ...], message: str
) -> None:
    result = run(command[0], treadmill, *command[1:])
    assert result.exit_code == 2 and message in result.output, result.output


def test_games_without_end_are_told_by_coverage(run: Run, treadmill: Path) -> None:
    result = run("coverage", treadmill, "--games", "2", "--longest", "50", "--plain")
    assert "and 2 random games (2 stopped)" in result.output


def test_files_of_a_folder_stand_apart_in_coverage(run: Run, treadmill: Path) -> None:
    (treadmill.parent / "more.game").write_text(
        treadmill.read_text().replace("game treadmill", "game more", 1)
    )
    shown = run("coverage", treadmill.parent, "--games", "1", "--longest", "9", "--plain").stdout
    assert f"\n\n{treadmill}\n" in shown


def test_a_game_that_nobody_can_stop_is_stopped(
    run: Run, treadmill: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.game_loop.MOST_DECISIONS", 40)
    result = run("play", treadmill, "--players", "random", "--seed", "1", "--plain")
    assert result.exit_code == 1
    assert "the game is not over after 40 decisions" in result.output


@pytest.mark.thorough(one_in=2)
@pytest.mark.skipif(os.name == "nt", reason="terminals as Unix has them")
@pytest.mark.parametrize("command", ["test", "coverage"])
def test_a_bar_is_shown_on_terminals_alone(command: str) -> None:
    terminal, stderr = os.openpty()
    call = [sys.executable, "-m", "rulewright_cli", command, "ferry.game", "--fresh"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm"}
    shown = subprocess.run(call, stdout=subprocess.PIPE, stderr=stderr, env=environment)
    bar = os.read(terminal, 100_000)
    os.close(stderr)
    os.close(terminal)
    assert b"scenarios" in bar and b"  0%" in bar and b"100%" in bar
    piped = subprocess.run(call, capture_output=True, env=environment)
    seconds = re.compile(rb"\d+\.\d s")
    assert seconds.sub(b"", piped.stdout) == seconds.sub(b"", shown.stdout)
    assert piped.stderr == b""


def test_what_there_was_no_time_to_edit_is_said(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def for_two(*_: object) -> Iterator[tuple[int, campaign.MutantReport]]:
        bench = Bench("ferry.game")
        for number in range(2):
            yield number, campaign.result_of(bench.mutants[number], "killed")
        raise OutOfTime

    monkeypatch.setattr(campaign, "_tried", for_two)
    arguments = "mutate", "ferry.game", "--jobs", "1", "--fresh", "--seconds", "600"
    told = run(*arguments, "--plain")
    left = re.search(r"^NOT ALL: (\d+) edits not tried in 600 s: \w+ \(\d+\)", told.stdout, re.M)
    assert left and told.exit_code == 0, told.output
    data = json.loads(run(*arguments, "--json").stdout)
    assert len(data["edits"]) == 2 and len(data["untried"]) == int(left[1])
    assert {"file", "line", "words", "around"} == {*data["untried"][0]}


def test_edits_that_were_not_looked_into_are_listed_together(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_looked(*_: object) -> Iterator[tuple[int, campaign.MutantReport]]:
        bench = Bench("ferry.game")
        for number in range(len(bench.mutants)):
            found = campaign.result_of(bench.mutants[number], "survived")
            message = "somebody wins" if number == 1 else campaign.NOT_LOOKED
            yield number, replace(found, message=message)

    monkeypatch.setattr(campaign, "_tried", not_looked)
    told = run("mutate", "ferry.game", "--jobs", "1", "--fresh", "--plain").stdout
    mutants = Bench("ferry.game").mutants
    alone, together = told.split("No scenario notices; what it changes in a game was not looked")
    assert alone.count("ferry.game:") == 1 and "\n  then somebody wins\n" in alone
    listed = together.partition(":\n")[2].partition("\n\n")[0].splitlines()
    heads = [text for text in listed if text.startswith("  ferry.game:")]  # long ones are wrapped
    assert len(heads) == len(mutants) - 1
    assert heads[0].startswith(f"  ferry.game:{mutants[0].line}: {mutants[0].words}: option fog")
    said = "Where `from` is left out, all begins with the first seat"
    assert said not in told
    text = rules.read_text(encoding="utf-8").replace("turns until", "turns from me until", 1)
    assert "turns from me" in text
    for promise in ("", "always seats alike\n"):
        rules.write_text(text.replace("scenario ", f"{promise}\nscenario ", 1), encoding="utf-8")
        told = run("mutate", "ferry.game", "--jobs", "1", "--fresh", "--plain").stdout
        assert "`from me` is left out" in told and (said in told) is bool(promise), told


def test_a_scenario_that_shows_several_edits_is_proposed_once(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no two that are proposed have one title."""

    def shown(*_: object) -> Iterator[tuple[int, campaign.MutantReport]]:
        bench = Bench("ferry.game")
        for number, expected in enumerate(("over", "over", "not over")):
            found = campaign.result_of(bench.mutants[number], "survived")
            yield number, replace(found, suggestion=f'scenario "go"\n  expect {expected}\n')

    monkeypatch.setattr(campaign, "_tried", shown)
    told = run("mutate", "ferry.game", "--jobs", "1", "--fresh", "--plain").stdout
    assert told.count('scenario "go"\n  expect over\n') == 1
    second = Bench("ferry.game").mutants[1]
    _, _, below = told.partition("  the same scenario shows these, too:\n")
    assert below.startswith(f"    ferry.game:{second.line}: {second.words}: ")
    assert told.count("ferry.game:") == 3
    assert told.count('scenario "go (2)"\n  expect not over\n') == 1


def test_it_is_said_in_how_many_games_nothing_differed(
    run: Run, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def alike(*_: object) -> Iterator[tuple[int, campaign.MutantReport]]:
        bench = Bench("ferry.game")
        found = [campaign.result_of(mutant, "same playouts") for mutant in bench.mutants[:3]]
        yield 0, campaign.result_of(bench.mutants[0], "same core")
        yield 1, replace(found[1], games=1, looked=5.0)
        yield 2, replace(found[2], games=312, looked=5.0)

    monkeypatch.setattr(campaign, "_tried", alike)
    told = run("mutate", "ferry.game", "--jobs", "1", "--fresh", "--plain")
    _, _, below = told.stdout.partition("No other game, or probably none:\n")
    ends = re.findall(r"\(((?:same|no difference)[^)]*)\)", " ".join(below.split()))
    assert ends == ["same core", "no difference in 1 game", "no difference in 312 games"]


def test_of_a_folder_it_is_told_of_each_game_what_is_reached(run: Run, rules: Path) -> None:
    whole = run("coverage", ".", "--plain")
    alone = run("coverage", "ferry.game", "--plain")
    assert whole.exit_code == alone.exit_code == 0
    assert whole.stdout == f"ferry.game\n{alone.stdout}"
    (rules.parent / "still.game").write_text(
        'game still "Still"\n  players 1\nphase all "All"\n  turns until passes is 1\n'
        '    choose main "What?"\n      pass "Pass"\nscore all of p: 1 "One"\nwinner most score\n'
    )
    told = run("coverage", ".", "--plain")
    assert told.exit_code == 1 and "still.game has no scenarios" in told.stdout
    assert alone.stdout in told.stdout
    both = json.loads(run("coverage", ".", "--json").stdout)["games"]
    assert [one["game"] for one in both] == ["ferry", "still"]
    assert run("coverage", ".", "--variant", "wind").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("verify", "pig", "ruta"), "verify takes one game at a time, or a folder for all"),
        (("play", "pig", "ruta"), "play takes one game at a time; the file of a variant stands"),
        (("show", "liars", "dice"), "The name of a game is one word"),
    ],
)
def test_who_names_two_games_is_told_how_both_are_run(
    run: Run, arguments: tuple[str, ...], told: str
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2 and told in done.stderr


def test_what_is_wrong_with_every_size_is_told_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sizes.game"
    path.write_text(
        "game sizes\n  players 2\noption size: 3, 4, 5\ntype pit: a1..size\n"
        "mark seeds of pit: 0..9\nmark at: pit\n"
        "define after(a: pit, b: pit) = the c in pit where c > a and c > b\n"
        "phase p\n  turns until seeds of a1 is 9\n    choose main\n"
        "      sow(p in pit where after(p, at) > p)\n        gain 1 seeds of p\n"
        "        set at to p\nscore seeds of p: 0 when p is '0' else 1\nwinner most score\n",
        encoding="utf-8",
    )
    said = run("check", path, "--plain").output
    assert said.count("E195") == 1 and "for a1, a3 and 4 other pairs" in said
    rules = path.read_text(encoding="utf-8")
    path.write_text(rules.replace("pit where c > a and", "pit  # the next\n  where c > a and"))
    said = run("check", path, "--plain").output
    assert "say what it is there: (the c in pit where c > a and c > b) when" in said


def test_a_total_that_is_too_large_with_more_players_is_told_once(run: Run, tmp_path: Path) -> None:
    """What is then written as the hint says is fine with all numbers of players."""
    path = tmp_path / "sums.game"
    path.write_text(
        "game sums\n  players 2..4\nmark seeds of seat: -9..9\n"
        "define all_seeds = total (seeds of p * 100000000) for p in seat\n"
        "phase p\n  turns until all_seeds > 9\n    choose main\n      sow\n"
        "        gain 1 seeds of me\nscore seeds of p: seeds of p\nwinner most score\n",
        encoding="utf-8",
    )
    said = run("check", path, "--plain").output
    assert said.count("E118") == 1 and "4 times -900000000 to 900000000" in said
    hint = "total max(-250000000, min({}, 250000000)) for "
    assert hint.format("…") in said
    rules = path.read_text(encoding="utf-8")
    kept = hint.format("seeds of p * 100000000")
    path.write_text(rules.replace("total (seeds of p * 100000000) for ", kept))
    assert "nothing found" in run("check", path, "--plain").output


def test_files_that_are_wrong_are_counted_among_those_that_were_read(
    run: Run, tmp_path: Path
) -> None:
    """A library is looked at with its game: what is wrong in one file is not wrong in both."""
    folder = tmp_path / "two"
    folder.mkdir()
    (folder / "nuts.csv").write_text("name\nash\noak\n", encoding="utf-8")
    library = 'library nuts "Nuts"\ncomponent nut from "nuts.csv" named by name\n'
    (folder / "nuts.game").write_text(library, encoding="utf-8")
    (folder / "two.game").write_text(
        """game two "Two"
  players 2
  uses nuts
zone hand of seat: set of nut
setup
  each p in seat
    move all c in nut to hand of q
phase play
  turns until passes is 2
    choose main
      stay
        pass
score hand of p: size of hand of p
winner most score
""",
        encoding="utf-8",
    )
    assert "1 error in 1 of 2 files" in run("check", str(folder)).stdout


SHARES = """game shares "Shares"
  players 2..4

type gem: ruby, opal, pearl, onyx, jade
mark taken: set of gem
mark mine of seat: 0..9

phase play
  turns until passes >= 2
    choose main
      take(g in gem where g not in taken)
        set taken to taken + {g}
        gain quotient(size of gem, size of WHOM) mine of me
      else pass

score it of p: mine of p
winner most score
"""


def test_a_type_has_an_element(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shares.game").write_text(SHARES.replace("WHOM", "seat").replace("0..9", "0..99"))
    assert run("check", str(tmp_path / "shares.game")).output == "nothing found in 1 file\n"


def test_a_range_that_is_another_for_each_number_of_players_is_told_once(
    run: Run, tmp_path: Path
) -> None:
    whom = "(all p in seat where mine of p is 0)"
    (tmp_path / "shares.game").write_text(SHARES.replace("WHOM", whom))
    output = run("check", str(tmp_path / "shares.game")).output
    assert output.count("E241") == 1 and "a number from 0 to 4" in output


def test_of_promises_those_are_told_that_have_the_words(run: Run, rules: Path) -> None:
    """Not all promises of a game, in one line."""
    base = rules.read_text(encoding="utf-8")
    kept = [f"always size of dock + {n} >= {n}" for n in range(6)]
    scenario = base.index("scenario ")
    rules.write_text(base[:scenario] + "\n".join(kept) + "\n\n" + base[scenario:], encoding="utf-8")
    for words, said in (
        ("of dock + 3", 'write how it begins, or its words: "size of dock + 3 >= 3"'),
        ("lighthouses", " and 4 more"),
    ):
        (rules.parent / "calm.game").write_text(
            f'variant calm of ferry "Calm"\nremove always "{words}"\n', encoding="utf-8"
        )
        told = run("check", "calm.game").stdout
        assert said in told and "+ 5 >= 5" not in told, told


def test_verify_says_which_scenarios_are_for_other_sets_of_variants(run: Run, rules: Path) -> None:
    (rules.parent / "calm.game").write_text(
        'variant calm of ferry "Calm"\n\nscenario "Alone"\n  expect dock is not empty\n\n'
        'with wind\n  scenario "Both"\n    expect dock is not empty\n', encoding="utf-8",
    )  # fmt: skip
    told = run("verify", "calm.game", "--games", "1").stdout
    assert "1 of calm" in told and "not run: 1 more of calm" in told
    told = run("verify", "calm.game", "--games", "1", "--only", "secrecy").stdout
    assert "not run" not in told, "no scenario was asked for"
    (rules.parent / "calm.game").write_text(
        'variant calm of ferry "Calm"\n\nwith wind\n'
        '  scenario "Both"\n    expect dock is not empty\n', encoding="utf-8",
    )  # fmt: skip
    told = run("verify", "calm.game", "--games", "1").stdout
    assert "not run: 1 more of calm" in told


def test_a_mark_that_may_be_none_has_no_other_word_for_it(run: Run, rules: Path) -> None:
    """`set vane to calm`: the hint listed the values alone, as if one of them were needed."""
    (rules.parent / "calm.game").write_text(
        'variant calm of ferry "Calm"\ntype breeze: east, west\nmark vane: breeze or none "Vane"\n'
        "add at start of load\n  set vane to calm\n", encoding="utf-8",
    )  # fmt: skip
    assert "hint: it is one of: east, west, none" in run("check", "calm.game").stdout


def test_an_always_line_that_takes_most_of_the_time_is_named() -> None:
    """Of one engine and the other, and where that is long: else it is no matter."""
    source = SourceFile("long.game", "always slow\nalways quick\n")
    slow, quick = Span(source, 0, 11), Span(source, 12, 24)
    one = ScenarioResult("it", (), "python", True, slow, slow, spent=((slow, 4.0), (quick, 0.5)))
    both = [one, replace(one, engine="reference", spent=((slow, 5.0),))]
    told = "9.0 of 12.0 s went to the `always` line at long.game:1:1"
    assert dear_line(both, 12.0) == told
    assert dear_line(both, 20.0) == "", "the rest takes longer"
    assert dear_line([replace(one, spent=((slow, 0.5),))], 0.6) == "", "nobody waits"


def test_scenarios_that_take_long_are_named() -> None:
    span = Span(SourceFile("long.game", "scenario"), 0, 8)
    one = ScenarioResult("it", (), "python", True, span, span, took=4.9)
    long = replace(one, title="wait", took=6.25), replace(one, title="wait", engine="x", took=61.0)
    assert slow_ones([one, *long]) == 'longest: "wait" on x 61.0 s, "wait" on python 6.2 s'
    assert slow_ones([one]) == ""


def test_in_a_pipe_it_is_told_which_scenario_it_is_at(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.screen.FIRST_TOLD", 0.0)
    told = run("test", "ferry.game", "--engine", "reference", "--fresh").stderr
    assert re.search(r"^scenarios: 0 % after 0 s, at \"[^\"]+\" on reference$", told, re.MULTILINE)


def test_how_long_each_always_line_takes_is_noted(tmp_path: Path) -> None:
    file = tmp_path / "wait.game"
    file.write_text(
        'game wait "Wait"\n  players 2\nphase p\n  turns until passes is 2\n    choose main\n'
        "      else pass\nwinner p where passes is 2\nalways passes < 3\n"
        'scenario "Once"\n  play pass\n', encoding="utf-8",
    )  # fmt: skip
    game = load(str(file))
    result = scenario.run(game, game.scenarios()[0])
    ((span, seconds),) = result.spent
    assert result.passed and span.line == 8 and seconds > 0


def test_of_what_there_was_no_time_to_see_it_is_not_said_that_all_came_to_pass() -> None:
    played = SimpleNamespace(looked=13, decisions=1_246)
    seen = SimpleNamespace(unseen=(), untimely="", saw_too_little=False, played=played)
    assert looked_at([cast(Linted, seen)], 8).endswith("in which all came to pass that can")
    late = SimpleNamespace(**vars(seen) | {"untimely": "what happens in games"})
    told = ", 13 of their 1,246 decisions watched line by line"
    assert looked_at([cast(Linted, late)], 8) == told
