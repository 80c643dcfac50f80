"""Facts are told of things as long as nobody has to wait for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.core.specialise import closed_expression
from rulewright.drawing import attributes
from rulewright.drawing.attributes import Attributes

LAYERS = 13
GAME = """game layers "Layers"
  players 2
type spot: a, b, c, d, e, f, g, h
mark done of spot: 0..9
define f0 of c: spot = 1 when c is a else 2
{layers}
phase only
  turns until some c in spot where done of c > 0
    choose main
      take(c in spot)
        needs f{last} of c > 0               else "nothing is worth nothing"
        gain 1 done of c
score done of p: total done of spot
winner most score
"""


def test_what_is_too_long_written_out_is_left_out_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of these rests twice on the one before: the rules can be played, for what is asked for
    is worked out once, but nobody waits for all of it to be written out."""
    numbers = range(1, LAYERS + 1)
    layers = [f"define f{n} of c: spot = f{n - 1} of c + f{n - 1} of c" for n in numbers]
    text = GAME.format(layers="\n".join(layers), last=LAYERS)
    (tmp_path / "layers.game").write_text(text)
    state = load(str(tmp_path / "layers.game")).start(seed=1)
    written, made = list[object](), closed_expression

    def noted(*args: object, **how: object) -> object:
        written.append(args[2])
        return made(*args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(attributes, "closed_expression", noted)
    program = state.engine.program
    (spot,) = (domain for domain in program.domains if domain.name == "spot")
    told = [fact.name for fact in Attributes(program).of(spot)]
    assert told == [f"f{number}" for number in range(9)] and len(written) == len(told)
    assert state.table() and state.svg()


def test_what_goes_with_many_others_is_not_told_beside_names(tmp_path: Path) -> None:
    """A claim about a card and one of few values is told as the letters of these; of many nobody
    would read them, behind each card and again in the legend."""
    names = ", ".join(f"{letter}{letter}" for letter in "abcdefghijklmn")
    (tmp_path / "card.csv").write_text("name,worth\nAnn,1\nBob,9\n")
    (tmp_path / "melds.game").write_text(f"""game melds "Melds"
  players 2
type few: red, blue
type meld: {names}
component card from "card.csv" named by name
  worth: 1..9
zone hand of seat: set of card
mark laid: meld or none
mark liked: few or none
define likes(c: card, f: few) = f is red or worth of c > 3
define fits(c: card, m: meld) = m is not aa or worth of c > 3
setup
  move all c in card to hand of '0'
phase only
  turns until laid is not none and liked is not none
    choose main
      lay(c in hand of '0', m in meld where fits(c, m), f in few where likes(c, f))
        set laid to m
        set liked to f
score held of p: total worth of hand of p
winner most score
""")
    table = load(str(tmp_path / "melds.game")).start(seed=1).table(0)
    assert "Ann (1 r), Bob (9 r b)" in table and "aa" not in table


@pytest.mark.parametrize(
    ("columns", "told", "legend"),
    [
        ("worth_of, likes", "Ann (2 r d), Bob (3 s)", "r red, d deep blue, s sea green"),
        (
            "worth_of, likes, hates",
            "Ann (2, likes r d, hates s), Bob (3, likes s)",
            "r red, d deep blue, s sea green",
        ),
        ("worth_of, main", "Ann (2), Bob (3)", ""),
        ("main", "Ann (red), Bob (deep blue)", ""),
        ("main, side", "Ann (main red, side sea green), Bob (main deep blue, side red)", ""),
    ],
)
def test_facts_of_one_kind_are_told_apart_by_their_names(
    tmp_path: Path, columns: str, told: str, legend: str
) -> None:
    """Those that nothing else looks like need none; and letters are explained once."""
    wanted = columns.split(", ")
    kinds = {"worth_of": "1..9", "likes": "set of tone", "hates": "set of tone"}
    lines = "".join(f"  {one}: {kinds.get(one, 'tone')}\n" for one in wanted)
    asks = {
        "worth_of": "worth_of of c > 1",
        "likes": "red in likes of c",
        "hates": "red in hates of c",
        "main": "main of c is red",
        "side": "side of c is red",
    }
    (tmp_path / "card.csv").write_text(
        "name,worth_of,likes,hates,main,side\n"
        "Ann,2,red deep_blue,sea_green,red,sea_green\nBob,3,sea_green,,deep_blue,red\n"
    )
    (tmp_path / "tones.game").write_text(f"""game tones "Tones"
  players 2
type tone: red, deep_blue, sea_green
component card from "card.csv" named by name
{lines}zone hand of seat: set of card
zone table: set of card
setup
  move all c in card to hand of '0'
phase only
  turns until size of table is 2
    choose main
      lay(c in hand of '0')
        needs any: {" or ".join(asks[one] for one in wanted)} or size of table < 9 else "no"
        move c to table
score held of p: size of hand of p
winner most score
""")
    state = load(str(tmp_path / "tones.game"), engine="reference").start(seed=1)
    assert f"hand {told}" in " ".join(state.table(0).split())
    facts = Attributes(state.engine.program)
    (card,) = (domain for domain in state.engine.program.domains if domain.name == "card")
    assert facts.legend(card) == legend


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ("Wool Salt", "Wool (3, home Ash, goal Elm), Salt (5, home Oak, goal Ash)"),
        ("Ash_to_Elm Oak_to_Ash", "Ash to Elm (3), Oak to Ash (5)"),
    ],
)
def test_components_that_a_column_names_are_told_if_the_name_does_not_say_them(
    tmp_path: Path, names: str, told: str
) -> None:
    first, second = (name.replace("_", " ") for name in names.split())
    (tmp_path / "trees.csv").write_text("name\nAsh\nElm\nOak\n")
    (tmp_path / "tickets.csv").write_text(
        f"name,home,goal,worth\n{first},Ash,Elm,3\n{second},Oak,Ash,5\n"
    )
    (tmp_path / "tickets.game").write_text("""game tickets "Tickets"
  players 2
component tree from "trees.csv" named by name
component ticket from "tickets.csv" named by name
  home: tree
  goal: tree
  worth: 1..9
zone hand of seat: set of ticket
zone table: set of tree
zone felled: set of tree
setup
  move all t in ticket to hand of '0'
  move all t in tree to table
phase only
  turns until passes is 2
    choose main
      fell(t in hand of me where home of t in table and goal of t in table)
        move home of t from table to felled
      else pass
score worth of p: total worth of hand of p
winner most score
""")
    state = load(str(tmp_path / "tickets.game"), engine="reference").start(seed=1)
    assert f"hand {told}" in " ".join(state.table(0, width=120).split())


@pytest.mark.parametrize(("many", "told"), [(4, "(n1 1, n2 2, n3 3, n4 4)"), (5, "")])
def test_a_table_of_many_numbers_is_not_written_behind_each_name(
    tmp_path: Path, many: int, told: str
) -> None:
    """Numbers to look something up by: no longer few characters."""
    columns = [f"n{i}" for i in range(1, many + 1)]
    row = ",".join(map(str, range(1, many + 1)))
    (tmp_path / "ways.csv").write_text(f"name,{','.join(columns)}\nHigh,{row}\nLow,{row}\n")
    lines = "\n".join(f"  {name}: 0..9" for name in columns)
    total = " + ".join(f"{name} of w" for name in columns)
    (tmp_path / "ways.game").write_text(f"""game ways "Ways"
  players 2
type way from "ways.csv" named by name
{lines}
mark gone of seat: 0..99
phase only
  turns until passes is 2
    choose main
      go(w in way)
        set gone of me to min(99, gone of me + {total})
      else pass
score gone of p: gone of p
winner most score
""")
    game = load(str(tmp_path / "ways.game"), engine="reference")
    (way,) = (domain for domain in game.program.domains if domain.name == "way")
    brief = Attributes(game.program).brief(way)
    assert brief == (told.strip("()"),) * 2


def test_what_the_rules_need_to_count_on_is_no_column(tmp_path: Path) -> None:
    """Also where a column has the name that such a table once had."""
    (tmp_path / "rung.csv").write_text("name,places\nlow,4\nmiddle,7\nhigh,2\n")
    (tmp_path / "ladder.game").write_text("""game ladder "Ladder"
  players 2
type rung from "rung.csv" named by name
  places: 0..9
mark stands of seat: rung
phase only
  turns until some p in seat where stands of p is high
    choose main
      climb
        if stands of me + 1 is not none
          set stands of me to stands of me + 1
score height of p: places of stands of p
winner most score
""")
    state = load(str(tmp_path / "ladder.game")).start(seed=1)
    program = state.engine.program
    (rung,) = (domain for domain in program.domains if domain.name == "rung")
    told = [(fact.name, tuple(fact.values)) for fact in Attributes(program).of(rung)]
    assert told == [("places", (4, 7, 2))]
    state.apply("climb")
    assert "stands middle (7)" in " ".join(state.table().split())
