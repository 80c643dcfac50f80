"""What an edit of a variant breaks is told at the edit, whatever it is that goes wrong.

Edits of every form are made for every name of a game, in each of which many things go wrong. The
game itself has no mistake, so each finding must be told in the variant, or at least name it.
`RULEWRIGHT_EDITS` says how many edits of each game that comes along are tried.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from rulewright import PlayError, RulesError, UsageError, load
from rulewright.backends.registry import EngineName
from rulewright.catalogue import games
from rulewright.check import modules
from rulewright.check.overlay import called, name_of, named
from rulewright.diagnostics import Diagnostic, Findings

BODIES = ("  pass\n", "  end game\n", "  set m to 3\n", '  needs no  else "no"\n', "  m\n")
EDITS = (
    "remove {full}\n",
    "replace {full}\n{body}",
    "add before {full}\n{body}",
    "add after {full}\n{body}",
    "add at start of {full}\n{body}",
    "add at end of {full}\n{body}",
    "replace define {name} = 3\n",
    "replace mark {name}: yes or no\n",
    "replace zone {name}: stack of card\n",
    "replace option {name}: blue, green\n",
    "replace score {name} of p: 0\n",
    "replace action {name}\n{body}",
    "replace to {name}\n{body}",
    "replace type {name}: red, blue\n",
    'replace component {name} from "cards.csv" named by name\n  value: 0..3\n',
    "replace board {name}: grid 2 by 2\n",
    "set {name} to 3\n",
    "mark {name}: 0..3\n",
    "define {name} = 3\n",
    "type {name}: red, blue\n",
    "action {name}\n{body}",
    "to {name}\n{body}",
    "replace winner least score\n",
    "replace outcome\n  lost else\n",
    "winner most score\n",
    "setup\n{body}",
    "whenever m is 3\n  set m to 3\n",
)  # fmt: skip
HEAP = """\
game heap "A heap"
  players 2
mark left: 0..9, starts 9
define most(k: 0..3) = k + 1
phase main
  turns until left is 0
    choose act
      take(n in 1..most(2))
        needs there: n <= left            else "only {left}"
        spend n left
outcome
  drawn else
"""
SMALL = """\
game small "A small game"
  players 2
type side: left, right
component card from "cards.csv" named by name
  value: 0..9
option limit: 3, 4, 5
zone pile: stack of card
zone hand of seat: set of card, seen by owner
zone table: set of card
mark m: 0..9
mark turned: side
mark chosen of side: seat or nobody
define worth of c: card = value of c * (2 when turned is right else 1)
define best of p: seat = largest worth of hand of p
setup
  move all c in card to pile
  shuffle pile
  deal 2 from pile to each hand
phase play
  turns until passes is 2
    choose main
      draw
      lay
      mark_it(s in side)
        needs chosen of s is nobody      else "taken"
        set chosen of s to me
      else pass
action draw
  needs full: size of hand of me < limit  else "full"
  needs pile is not empty                 else "empty"
  deal 1 from pile to hand of me
  turn_it
action lay(c in hand of me)
  let before = m
  compose pay
    step pay(d in hand of me where d is not c) into paid
    finish done
      needs enough: size of paid > 0      else "none"
  move paid from hand of me to table
  move c from hand of me to table
  if before < 5
    gain 1 m
to turn_it
  set turned to right when turned is left else left
score cards of p: best of p + m + (how many s in side where chosen of s is p)
score laid of p: size of table
winner most score
"""


def of_the_base(variant: Path) -> list[Diagnostic]:
    """Findings that say nothing of the variant."""
    try:
        found = list(load(str(variant), engine="reference").warnings)
    except RulesError as error:
        found = list(error.diagnostics)
    except UsageError:
        return []
    return [
        finding
        for finding in found
        if not any(
            place is not None and place.file.name.endswith(variant.name)
            for place in (finding.span, *(note.span for note in finding.notes))
        )
    ]


def edits_of(game: Path) -> list[str]:
    """Edits of every form for every name in a game."""
    loaded = modules.read(game, Findings())
    assert loaded is not None
    whole = list(named(list(loaded.file.declarations)))
    made: list[str] = []
    for found in whole:
        full = " in ".join(called(node) for node in (found.node, *found.around))
        for number, edit in enumerate(EDITS):
            body = BODIES[(number + len(made)) % len(BODIES)]
            made.append(edit.format(full=full, name=name_of(found.node), body=body))
    return list(dict.fromkeys(made))


def check_all(game: Path, folder: Path, edits: list[str]) -> None:
    variant = folder / "broken.game"
    for edit in edits:
        variant.write_text(f'variant broken of {game.stem} "Broken"\n{edit}', encoding="utf-8")
        left = of_the_base(variant)
        assert left == [], f"{edit}\n{left[0]}"


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("part", range(4))
def test_what_an_edit_breaks_is_told_at_the_edit(part: int, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    game = tmp_path / "small.game"
    game.write_text(SMALL)
    assert load(str(game), engine="reference").warnings == ()
    check_all(
        game, tmp_path, edits_of(game)[part::4][:: 4 if "RULEWRIGHT_EDITS" not in os.environ else 1]
    )


@pytest.mark.parametrize("name", [info.name for info in games()])
def test_the_same_with_the_games_that_come_along(name: str, tmp_path: Path) -> None:
    count = int(os.environ.get("RULEWRIGHT_EDITS", "0"))
    if not count:
        pytest.skip("RULEWRIGHT_EDITS says how many edits of each game are tried")
    path = modules.find(name)
    edits = random.Random(name).sample(edits_of(path), count)
    check_all(path, tmp_path, edits)


def test_an_edit_says_where_it_shows(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    (tmp_path / "small.game").write_text(SMALL)
    (tmp_path / "v.game").write_text('variant v of small "V"\nset limit to 4\nremove action draw\n')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    missing, *_ = caught.value.diagnostics
    assert (missing.code, missing.span.line, missing.span.text()) == ("E163", 3, "action draw")
    assert missing.message.endswith('small.game wrong: there is no action "draw"')
    assert missing.notes[0].span is not None and missing.notes[0].span.text() == "draw"


def test_of_two_variants_both_are_named(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    (tmp_path / "small.game").write_text(SMALL)
    (tmp_path / "v.game").write_text('variant v of small "V"\nadd at end of lay\n  turn_it\n')
    (tmp_path / "w.game").write_text(
        'variant w of small "W"\nremove turn_it\nreplace action draw\n  deal 1 from pile to table\n'
        "set limit to 4\n"
    )
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "small.game"), variants=["v", "w"])
    unknown = next(d for d in caught.value.diagnostics if d.code == "E153")
    assert unknown.span.file.name.endswith("v.game")
    assert [note.span.text() for note in unknown.notes if note.span is not None] == ["turn_it"]


@pytest.mark.parametrize("names", [("a", "z"), ("z", "a")])
@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("remove mark m\n", 'add after full in draw\n  needs low: m < 9  else "m"\n'),
        ("remove zone table\n", "replace score laid of p: 2 * size of table\n"),
        ("replace mark m: yes or no\n", "add at end of lay\n  gain 1 m\n"),
    ],
)
def test_a_variant_that_is_wrong_by_itself_is_wrong_beside_others_too(
    wrong: str, right: str, names: tuple[str, str], tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    (tmp_path / "small.game").write_text(SMALL)
    for name, edits in zip(names, (wrong, right), strict=True):
        (tmp_path / f"{name}.game").write_text(f'variant {name} of small "V"\n{edits}')
    told = list[list[tuple[str, str]]]()
    for variants in (names[:1], names):
        with pytest.raises(RulesError) as caught:
            load(str(tmp_path / "small.game"), variants=variants)
        told.append([(one.span.file.name, one.message) for one in caught.value.diagnostics])
    assert told[0] == told[1]


def test_what_two_variants_lack_beside_a_third_is_told_of_both(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    (tmp_path / "small.game").write_text(SMALL)
    (tmp_path / "a.game").write_text(
        'variant a of small "A"\nremove turn_it\nreplace action draw\n  deal 1 from pile to table\n'
    )
    (tmp_path / "b.game").write_text('variant b of small "B"\nadd at end of lay\n  turn_it\n')
    (tmp_path / "c.game").write_text('variant c of small "C"\nadd at end of mark_it\n  turn_it\n')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "small.game"), variants=["a", "b", "c"])
    unknown = [one for one in caught.value.diagnostics if one.code == "E153"]
    assert [Path(one.span.file.name).stem for one in unknown] == ["b", "c"]


def test_what_the_game_itself_has_wrong_stays_there(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n")
    (tmp_path / "small.game").write_text(SMALL.replace("      lay\n", "      lya\n"))
    (tmp_path / "v.game").write_text('variant v of small "V"\nset limit to 4\n')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    assert all(d.span.file.name.endswith("small.game") for d in caught.value.diagnostics)


PAY = """game pay "Pay"
  players 1
component card from "cards.csv" named by name
  number: 1..19
zone hand: set of card                    "Cards"
zone paid: set of card                    "Paid"
mark last: card or none                   "Paid last"
setup
  move all c in card to hand
phase play
  compose paying
    step add(c in hand) into chosen       "One more"
      set last to c
    finish done
      needs ten: total number of chosen is 10  else "ten"
  move chosen from hand to paid
outcome
  done when last is none
  paid else
"""
ORDER = """variant order of pay "In order"
mark weight: 0..999999                    "Weight"
add at end of step add
  set weight to min(weight, 300000) * 3 + number of c
replace ten in done
  needs ten: remainder(total number of chosen, 11) is 10  else "ten"
add at end of finish done
  needs light: remainder(weight, 2) is 1 and remainder(weight, 4) is 2   else "too heavy"
"""


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("engine", ["python", "reference"])
def test_a_search_that_a_variant_makes_too_large_names_its_line(
    engine: EngineName, tmp_path: Path
) -> None:
    names = "".join(f"card_{number},{number}\n" for number in range(1, 20))
    (tmp_path / "cards.csv").write_text(f"name,number\n{names}")
    (tmp_path / "pay.game").write_text(PAY)
    (tmp_path / "order.game").write_text(ORDER)
    with pytest.raises(PlayError) as caught:
        load(str(tmp_path / "order.game"), engine=engine).start(seed=1).legal_moves()
    assert caught.value.span is not None
    assert caught.value.span.file.name == str(tmp_path / "order.game")
    assert caught.value.span.line == 4
    said = f"with what a variant puts here into line 11 of {tmp_path / 'pay.game'}: more than"
    assert said in caught.value.message
    assert load(str(tmp_path / "pay.game"), engine="python").start(seed=1).legal_moves()


@pytest.mark.parametrize("part", ["game", "v", "w", "library", "table"])
def test_what_cannot_be_read_is_told_where_it_stands(part: str, tmp_path: Path) -> None:
    texts = {
        "game": SMALL.replace("  players 2\n", "  players 2\n  uses library\n"),
        "v": 'variant v of small "V"\nset limit to 4\n',
        "w": 'variant w of small "W"\nset limit to 3\nset limit to 5\n',
        "library": "library library\ndefine three = 3\n",
        "table": "name,value\nace,1\ntwo,2\nsix,3\nten,4\nsun,5\n",
    }
    texts[part] += "two,2\n" if part == "table" else "define one = $\n"
    for name, text in texts.items():
        file = {"game": "small.game", "table": "cards.csv"}.get(name, f"{name}.game")
        (tmp_path / file).write_text(text)
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"), variants=["w"])
    broken = {"game": "small.game", "table": "cards.csv"}.get(part, f"{part}.game")
    (found,) = (d for d in caught.value.diagnostics if d.code in ("E013", "E027", "E062"))
    assert Path(found.span.file.name).name == broken
    assert found.notes == () or part == "table"


def test_a_game_is_not_blamed_for_a_line_of_its_variant_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "heap.game").write_text(HEAP)
    edit = "replace define most(k: 0..3) = k\n  2\n"
    (tmp_path / "v.game").write_text(f'variant v of heap "V"\n{edit}')
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    assert [(d.code, d.span.line) for d in caught.value.diagnostics] == [("E017", 3)]
    (tmp_path / "heap.game").write_text(HEAP.replace("spend n", "spend m"))
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "v.game"))
    assert [d.code for d in caught.value.diagnostics] == ["E100", "E017"]
