"""A position that is shown goes on in a second line only where lists do, and can be pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from rulewright import load
from rulewright.testing.position import in_width
from rulewright.testing.properties.finding import Finding
from rulewright.testing.properties.telling import scenario_of

Run = Callable[..., Result]

RULES = """game odd "Names with blanks"
  players 2

type wind: north, east, south, west
type lamp: (way: wind, light: 1..3) named "Lamp Bearer of {way} {light}"
type call: (way: wind, force: 0..2) named "{way}, {force}"
mark lit: set of lamp
mark called: set of call

phase main
  turns until size of lit is 12
    choose go
      light(l in lamp, c in call)
        set lit to lit + {l}
        set called to called + {c}

score x of p: size of lit + size of called
winner most score

scenario "Wrong"
  given
    lit: {}
    called: 'north, 1', 'north, 2', 'east, 0', 'west, 2', 'west, 1', 'south, 0', 'south, 1'
  expect size of called is 1
"""
CALLED = "".join(RULES.partition("    called:")[1:]).splitlines(keepends=True)[0]


def test_a_position_that_is_shown_can_be_pasted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "odd.game"
    lit = ", ".join(
        f"Lamp Bearer of {way} {light}" for way in ("north", "west") for light in (1, 3)
    )
    path.write_text(RULES.replace("{}", lit))
    done = run("test", path, "--engine", "reference")
    assert done.exit_code == 1 and "  position\n" in done.stdout, done.stdout
    shown = done.stdout.split("  position\n")[1].split("\n\n")[0].splitlines()
    assert len(shown) > 4 and all(len(line) <= 80 for line in shown), shown
    path.write_text(
        RULES.replace("    lit: {}\n", "\n".join(shown) + "\n", 1)
        .replace(CALLED, "", 1)
        .replace("called is 1", "called is 7 and size of lit is 4")
    )
    done = run("test", path, "--engine", "reference")
    assert done.exit_code == 0, done.stdout


def test_a_line_is_broken_behind_commas_and_never_within_a_name() -> None:
    head = "# No `given` leads to it, nor does anything else:"
    text = f"{head}\n#   lit: Old Hand, Old Owl\nplay a b; c d"
    assert in_width(text, 17) == [
        head,
        "#   lit: Old Hand,",
        "#       Old Owl",
        "play a b; c d",
    ]
    assert in_width("  at(a1, 'b, c'): 'x, y', z", 10) == ["  at(a1, 'b, c'): 'x, y',", "      z"]


def test_what_chance_decides_is_in_quotes_where_its_name_has_a_comma(tmp_path: Path) -> None:
    path = tmp_path / "odd.game"
    path.write_text(RULES.replace("{}", "Lamp Bearer of north 1"))
    finding = Finding("ranges", "something", outcomes=(("north, 1", "east, 0"),))
    assert "  chance 'north, 1', 'east, 0'\n" in scenario_of(load(str(path)), finding).text
