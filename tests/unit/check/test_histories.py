"""Histories: who sees them, where they show, what variants make of them, and whose names count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright import RulesError, load
from rulewright.backends import registry
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.renaming import renamed
from rulewright.editing.workspace import Workspace
from rulewright.game import Game
from rulewright.testing.position import position_text
from rulewright.testing.scenario import run

LAMPS = """\
game lamps "Lamps"
  players 2 named Ann, Bob
board wall: grid 2 by 2
cells lamp of wall named "{letter}{y}"
mark lit of lamp: yes or no
mark owner of lamp: seat or nobody                    "Who has switched it"
mark level of seat: 0..3
history walls of lit, owner, level, me: last 2        "How the wall has been"

phase play
  turns until times(walls) is 2
    remember(walls)
    choose main
      light(c in lamp)                                "Switch a lamp"
        set lit of c to not lit of c
        set owner of c to me
      rise                                            "Go up"
        set level of me to remainder(level of me + 1, 4)
      rest
        end turn
score level of p: level of p
winner most score
"""
SECRETS = """\
game secrets "Secrets"
  players 2 named Ann, Bob
mark thought of seat: 0..9, seen by owner
mark turns_taken: 0..9
history thoughts of thought: last 6

phase play
  turns until times(thoughts) is 3 or turns_taken is 9
    remember(thoughts)
    choose think secretly
      think(n in 0..9)
        set thought of me to n
        gain 1 turns_taken
score none of p: 0
winner most score
"""


@pytest.fixture
def game(tmp_path: Path) -> Callable[..., Game]:
    def make(text: str, variant: str = "") -> Game:
        name = text.split()[1]
        (tmp_path / f"{name}.game").write_text(text)
        if not variant:
            return load(str(tmp_path / f"{name}.game"))
        (tmp_path / "other.game").write_text(f'variant other of {name} "Another"\n{variant}')
        return load(str(tmp_path / f"{name}.game"), variants=["other"])

    return make


def seen(game: Game, *moves: str) -> dict[str, Any]:
    state = game.start(seed=1)
    for move in moves:
        state.apply(move)
    return state.observation(0)


def test_an_observation_holds_the_moments_the_oldest_first(game: Callable[..., Game]) -> None:
    found = seen(game(LAMPS), "light a2", "rise", "light b1")
    levels = {"Ann": 0, "Bob": 0}, {"Ann": 0, "Bob": 1}, {"Ann": 0, "Bob": 1}
    assert found["remembered"]["walls"] == [  # two of the four
        {"lit": ["a2"], "owner": {"Ann": ["a2"], "Bob": []}, "level": levels[1], "me": "Ann"},
        {
            "lit": ["a2", "b1"], "owner": {"Ann": ["a2", "b1"], "Bob": []}, "level": levels[2],
            "me": "Bob",
        },
    ]  # fmt: skip
    assert set(found["cells"]) == {"lit", "owner", "level"}


def test_what_is_changed_in_one_moment_stays_in_another(game: Callable[..., Game]) -> None:
    found = seen(game(LAMPS), "light a2", "rise", "light b1")["remembered"]["walls"]
    found[0]["owner"]["Bob"].append("nothing")
    assert found[1]["owner"]["Bob"] == []


def test_games_without_a_history_remember_nothing(game: Callable[..., Game]) -> None:
    assert "remembered" not in load("tic_tac_toe").start(seed=1).observation(0)


def test_no_table_draws_it(game: Callable[..., Game]) -> None:
    state = game(LAMPS).start(seed=1)
    for move in ("light a2", "rise", "light b1"):
        state.apply(move)
    drawn = [state.table(0), state.table(), state.svg(0), state.svg()]
    assert [text for text in drawn if "walls" in text or "moment" in text] == []


def test_what_not_everybody_sees_nobody_sees_remembered(game: Callable[..., Game]) -> None:
    state = game(SECRETS).start(seed=1)
    for move in ("think 3", "think 4", "think 5"):
        state.apply(move)
    (history,) = state.engine.program.histories
    (_, kept), read = history.kept[0], state.engine.layout.get
    assert state.observation(0)["remembered"] == {"thoughts": None}
    bobs = set[tuple[object, ...]]()
    for seed in range(30):
        world = state.redealt(0, seed)
        assert world.observation(0) == state.observation(0)
        ann, bob = ([read(world.slots, kept, (p, at)) for at in range(4)] for p in (0, 1))
        assert ann == [0, 3, 3, 5]
        assert bob[:2] == [0, 0] and bob[2] == bob[3] == read(world.slots, _thought(world), (1,))
        bobs.add(tuple(bob))
    assert len(bobs) > 3


def _thought(state: Any) -> Any:
    return next(v for v in state.engine.program.variables if v.name == "thought")


@pytest.mark.parametrize(("recorded", "again"), [("lit, owner, level, me", False), ("lit", True)])
def test_a_variant_records_something_else(
    recorded: str, again: bool, game: Callable[..., Game]
) -> None:
    made = game(LAMPS, f"replace history walls of {recorded}: last 9\n")
    state = made.start(seed=1)
    for move in ("light a1", "light a1", "rest"):
        state.apply(move)
    assert state.over == again


def test_a_variant_does_without(game: Callable[..., Game]) -> None:
    edits = """\
remove history walls
replace mark level of seat: 0..9
"""
    with pytest.raises(RulesError, match="there is no history called walls"):
        game(LAMPS, edits)


def test_names_of_ones_own_count_first(game: Callable[..., Game]) -> None:
    text = LAMPS.replace("walls is 2", "").replace(
        "history walls of lit, owner, level, me: last 2", "#"
    )
    text = text.replace("times(walls) is 2", "times of Ann is 2").replace("(walls)", "(me)")
    text += "mark times of seat: 0..2\nto remember(p: seat)\n  set times of p to 2\n"
    state = game(text).start(seed=1)
    state.apply("rest")
    assert state.over


def test_a_position_with_a_past_is_told_by_what_leads_to_it(game: Callable[..., Game]) -> None:
    made = game(LAMPS)
    state = made.start(seed=1)
    state.apply("light a1")
    text = position_text(state)
    assert text.startswith("# No `given`")
    assert "\nplay light a1\n" in text and "what is remembered" in text.splitlines()[0]


GIVEN = """
scenario "The rules begin with a turn, and remember it"
  given
    lit: a1
    me: Bob
  expect times(walls) is 1
  play rest; rest; rest
  expect times(walls) is 2
  play rest
  expect over
scenario "At a choice nothing has been remembered"
  given
    lit of a1: yes
    to move: Bob (main)
  expect times(walls) is 0
"""


def test_a_position_that_is_given_has_no_past(game: Callable[..., Game]) -> None:
    longer = LAMPS.replace("last 2", "last 9")
    made = game(longer + GIVEN.replace("lit: a1", "lit of a1: yes"))
    assert [run(made, one, "python").passed for one in made.scenarios()] == [True, True]
    with pytest.raises(RulesError, match="walls is a history; it has no value"):
        game(LAMPS + GIVEN.replace("lit: a1", "walls: 1")).scenarios()


COUNTED = """\
game counted "Counted"
  players 1
option size: 2, 1..3
define moments = 2 * size - 1
mark up: yes or no
mark seen: 0..9
history ups of up: last moments
phase play
  repeat until seen is 9
    remember(ups)
    set seen to times(ups)
    choose main
      stay
        set seen to times(ups)
      turn
        set up to not up
score seen of p: seen
winner most score
"""


@pytest.mark.parametrize("engine", registry.available())
@pytest.mark.parametrize("size", [1, 2, 3])
def test_how_much_is_remembered_may_hang_on_options(tmp_path: Path, engine: str, size: int) -> None:
    (tmp_path / "counted.game").write_text(COUNTED)
    made = load(str(tmp_path / "counted.game"), options={"size": size}, engine=engine)
    state, counted = made.start(seed=1), list[Any]()
    for move in (*["stay"] * 6, "turn", *["stay"] * 3):
        state.apply(move)
        shown: Any = state.observation(0)
        counted += shown["scores"]
    most = 2 * size - 1
    assert counted == [min(n, most) for n in (*range(2, 8), *range(1, 5))]
    assert len(shown["remembered"]["ups"]) == most


def test_a_history_and_what_it_records_can_have_other_names(tmp_path: Path) -> None:
    path, workspace = tmp_path / "lamps.game", Workspace()
    workspace.put(path, Text(LAMPS))
    for name, times in (("walls", 3), ("owner", 3)):
        at = LAMPS.index(f" {name}") + 1
        edits = renamed(Families(workspace), path, at, "another")
        assert len(edits[path]) == times


PILES = """game piles "Piles"
  players 2
board field: grid 2 by 2
cells place of field named "{letter}{y}"
component man from "men.csv" named by name
zone pile of place: stack of man
define heap of p: place = pile of p
history before of LISTED, me: last 9
setup
  move all m in man to pile of a1
phase play
  turns until times(before) is 2
    remember(before)
    choose main
      go(p in place where pile of p is not empty, q in beside of p)
        move top of pile of p to pile of q
outcome
  done else
"""


@pytest.mark.parametrize("listed", ["pile", "heap"])
def test_who_lists_a_stack_is_told_of_a_recipe(tmp_path: Path, listed: str) -> None:
    (tmp_path / "men.csv").write_text("name\na\nb\n", encoding="utf-8")
    (tmp_path / "piles.game").write_text(PILES.replace("LISTED", listed), encoding="utf-8")
    with pytest.raises(RulesError) as raised:
        load(str(tmp_path / "piles.game"))
    [told] = [one for one in raised.value.diagnostics if one.code == "E243"]
    [_, titled] = told.hint.split("rules/COOKBOOK.md under ")
    cookbook = Path(__file__).parents[3] / "rules" / "COOKBOOK.md"
    title = titled.strip('"')
    assert f"## {title}\n" in cookbook.read_text(encoding="utf-8")
