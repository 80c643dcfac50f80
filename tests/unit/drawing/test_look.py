"""How things are drawn as their author has said it, beside the rules that say what they are."""

from __future__ import annotations

import re
from base64 import b64encode
from pathlib import Path

import pytest

from rulewright.core.look import COLOURS
from rulewright.diagnostics import RulesError
from rulewright.drawing.svg import BOX, INKS, QUIET
from rulewright.game import Game, load
from rulewright.play.preview import Previews

GAME = """game dots "Dots"
  players 2 named Ann, Bob

type paint: red, blue

component pot from "pots.csv" named by name

board field: grid 2 by 2
cells square of field named "{letter}{y}"
mark owner of square: seat or none         "Who was there first"
mark old of square: yes or no              "Was somebody there?"
mark hue: paint or none                    "The colour of the day"
zone shelf: set of pot                     "What is left"
zone used: set of pot                      "What was taken"
mark count: 0..9                           "How many squares are owned"

setup
  move all p in pot to shelf

phase main
  turns until passes is 2
    choose turn
      take
      else pass

action take(s in square, p in shelf)
  needs owner of s is none  else "it is taken"
  set owner of s to me
  set old of s to yes
  move p to used
  set hue to red
  gain 1 count

score n of q: how many s in square where owner of s is q
winner most score
"""
POTS = "name\nClay\nTin\n"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


def written(folder: Path, look: str = "", name: str = "dots", **variants: str) -> Game:
    (folder / "dots.game").write_text(GAME, encoding="utf-8")
    (folder / "pots.csv").write_text(POTS, encoding="utf-8")
    (folder / "tin.svg").write_bytes(SVG)
    for variant, text in variants.items():
        (folder / f"{variant}.game").write_text(text, encoding="utf-8")
    if look:
        (folder / f"{name}.look.csv").write_text(look, encoding="utf-8")
    return load(str(folder / "dots.game"), variants=list(variants))


def test_symbols_stand_for_things_in_letters_and_in_pictures(tmp_path: Path) -> None:
    game = written(tmp_path, "name,symbol\nAnn,●\nold,+\n")
    state = game.start(seed=1)
    state.apply("take a1 Clay")
    assert "●+" in state.table() and "● Ann" in "\n".join(_legend(game))
    assert ">●<" not in state.svg() and ">A<" not in state.svg(), "it is a disc itself"
    game = written(tmp_path, "name,symbol\nAnn,◆\nold,+\n")
    state = game.start(seed=1)
    state.apply("take a1 Clay")
    assert ">◆<" in state.svg()


def test_discs_have_an_edge_that_is_seen_on_light_paper_and_on_dark(tmp_path: Path) -> None:
    """Whatever their colour: black ones vanished on dark cells, and white ones on light."""
    state = written(tmp_path, "name,colour\nAnn,black\nBob,white\n").start(seed=1)
    state.apply("take a1 Clay")
    assert re.search(r'<circle [^>]*class="stroke-quiet"[^>]*style="fill:#2b2926', state.svg())
    for shade in (0, 1):
        edge, cell = (_light(INKS[ink][shade]) for ink in (QUIET, BOX))
        alike = _light(COLOURS["white" if shade == 0 else "black"])
        assert abs(edge - cell) > 60 and abs(edge - alike) > 60


def _light(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def _legend(game: Game) -> list[str]:
    from rulewright.drawing.attributes import attributes_of
    from rulewright.drawing.lines import plain_text
    from rulewright.drawing.table import TableView

    return plain_text(TableView(attributes_of(game.program)).legend(80)).splitlines()


def test_what_is_not_to_be_shown_is_neither_drawn_nor_told(tmp_path: Path) -> None:
    game = written(tmp_path, "name,show\nold,no\ncount,no\nused,no\n")
    state = game.start(seed=1)
    move = state.legal_moves()[0]
    told = " ".join(Previews(game.program).of(state, move).effects)
    state.apply(move)
    for shown in (state.table(), state.svg(), told):
        assert not any(word in shown.casefold() for word in ("count", "used", "ao"))
    assert "'count': 1" in str(state.observation(0)), "rules and observations stay"


def test_of_what_is_not_drawn_there_is_no_legend(tmp_path: Path) -> None:
    """Neither of letters on cells nor of brackets around one nor of who stands there."""
    marks = (
        'mark aim: square or none  "Aimed at"\nmark stand of seat: square or none  "Stands at"\n'
    )
    rules = GAME.replace("mark hue", f"{marks}mark hue")
    rules = rules.replace(
        "  set hue to red", "  set aim to s\n  set stand of me to s\n  set hue to red"
    )
    (tmp_path / "pots.csv").write_text(POTS, encoding="utf-8")
    (tmp_path / "dots.game").write_text(rules, encoding="utf-8")

    def legend(look: str) -> str:
        (tmp_path / "dots.look.csv").write_text(look, encoding="utf-8")
        return "\n".join(_legend(load(str(tmp_path / "dots.game"))))

    assert (
        "[ ] aim" in (told := legend("name,show\naim,\n")) and "old" in told and "s stand" in told
    )
    assert "[ ]" not in legend("name,show\naim,no\n")
    assert "old" not in legend("name,show\nold,no\n")
    assert "stand" not in legend("name,show\nstand,no\n")


def test_zones_and_marks_stand_in_the_order_that_is_asked_for(tmp_path: Path) -> None:
    def order(look: str) -> list[str]:
        state = written(tmp_path, look).start(seed=1)
        state.apply("take a1 Clay")
        heads = (line.split()[0] for line in state.table().splitlines() if line)
        return [head for head in heads if head in ("shelf", "used", "count")]

    assert order("name,order\nshelf,\n") == ["shelf", "used", "count"]
    assert order("name,order\nshelf,3\ncount,0\n") == ["count", "shelf", "used"]


MANY = """game many "Many"
  players 1 named Ann

type suit: red, blue
component pot from "pots.csv" named by name
zone hand of seat: set of pot             "In hand"
mark fame of seat: 0..9                   "Fame"
mark wealth of seat: 0..9                 "Wealth"
mark price of suit: 0..9                  "What a suit costs"
mark count: 0..9                          "Turns"
mark cracks of pot: 0..9                  "Cracks"
mark stains of pot: 0..9                  "Stains"

setup
  move all p in pot to hand of Ann

phase main
  turns until count > 2
    choose turn
      take
        each p in hand of me
          gain 1 cracks of p
          gain 1 stains of p
        gain 1 fame of me
        gain 1 wealth of me
        gain 1 price of red
        gain 1 count

score fame of q: fame of q
winner most score
"""


@pytest.mark.parametrize(
    ("look", "order"),
    [
        ("fame,", "count price fame wealth hand cracks stains"),
        ("fame,3\nwealth,2", "count price wealth fame hand cracks stains"),
        ("hand,1", "count price hand cracks stains fame wealth"),
        ("price,1", "price count fame wealth hand cracks stains"),
        ("stains,1\nhand,2", "count price hand stains cracks fame wealth"),
    ],
)
def test_what_is_kept_for_something_is_put_in_order_too(
    tmp_path: Path, look: str, order: str
) -> None:
    (tmp_path / "many.game").write_text(MANY, encoding="utf-8")
    (tmp_path / "pots.csv").write_text(POTS, encoding="utf-8")
    (tmp_path / "many.look.csv").write_text(f"name,order\n{look}\n", encoding="utf-8")
    state = load(str(tmp_path / "many.game")).start(seed=1)
    state.apply("take")
    table = state.table()
    assert sorted(order.split(), key=table.rindex) == order.split(), table


GATES = """game gates "Gates"
  players 1 named Ann

component town from "towns.csv" named by name
board map: grid 1 by 2 of town from "map.csv"
mark fee of town: 0..9                    "What the gate asks"
mark guards_at of town: 0..9              "Who stands there"

setup
  each t in town
    set fee of t to 7
    set guards_at of t to 3

phase main
  turns until passes is 1
    choose turn
      else pass

score none of q: 0
winner most score
"""


@pytest.mark.parametrize(
    ("look", "told"),
    [("fee,", "fee 7 guards at 3"), ("guards_at,1", "guards at 3 fee 7")],
)
def test_marks_of_a_place_on_a_board_stand_in_order(tmp_path: Path, look: str, told: str) -> None:
    (tmp_path / "gates.game").write_text(GATES, encoding="utf-8")
    (tmp_path / "towns.csv").write_text("name\nElm\nOak\n", encoding="utf-8")
    (tmp_path / "map.csv").write_text("row,column,name\n1,1,Elm\n1,2,Oak\n", encoding="utf-8")
    (tmp_path / "gates.look.csv").write_text(f"name,order\n{look}\n", encoding="utf-8")
    table = load(str(tmp_path / "gates.game")).start(seed=1).table()
    assert told in " ".join(table.split()), table


def test_colours_and_pictures_are_drawn(tmp_path: Path) -> None:
    look = "name,colour,picture\nAnn,#12AB56,\nBob,pink,\nTin,,tin.svg\n"
    state = written(tmp_path, look).start(seed=1)
    state.apply("take a1 Clay")
    drawn = state.svg()
    assert "#12ab56" in drawn
    assert f'href="data:image/svg+xml;base64,{b64encode(SVG).decode()}"' in drawn


def test_looks_change_no_game(tmp_path: Path) -> None:
    plain = written(tmp_path)
    looked = written(tmp_path, "name,symbol,show\nAnn,x,\nold,,no\n")
    assert looked is not plain and looked.digest == plain.digest
    assert looked.start(seed=1).observation(0) == plain.start(seed=1).observation(0)


def test_a_look_that_has_changed_or_gone_is_read_again(tmp_path: Path) -> None:
    def symbol() -> str:
        state = load(str(tmp_path / "dots.game")).start(seed=1)
        state.apply("take a1 Clay")
        return state.table()

    written(tmp_path, "name,symbol\nAnn,●\n")
    assert "●" in symbol()
    (tmp_path / "dots.look.csv").write_text("name,symbol\nAnn,◆\n", encoding="utf-8")
    assert "◆" in symbol()
    (tmp_path / "dots.look.csv").unlink()
    assert "◆" not in symbol()
    (tmp_path / "dots.look.csv").write_text("name,picture\nTin,tin.svg\n", encoding="utf-8")
    before = load(str(tmp_path / "dots.game"))
    (tmp_path / "tin.svg").write_bytes(b"<svg />")
    assert load(str(tmp_path / "dots.game")) is not before


WITHOUT_OLD = """variant odd of dots "Nobody remembers"

remove mark old

replace action take(s in square, p in shelf)
  needs owner of s is none  else "it is taken"
  set owner of s to me
  set hue to blue
  move p to used
  gain 1 count

mark wind: yes or no  "Does it blow?"
add at end of setup
  set wind to yes
"""


def test_a_variant_has_a_look_of_its_own(tmp_path: Path) -> None:
    looks = "name,symbol\nAnn,x\nBob,o\nold,a\nred,r\n"
    (tmp_path / "odd.look.csv").write_text("name,symbol,order\nAnn,#,\nwind,,1\n")
    game = written(tmp_path, looks, odd=WITHOUT_OLD)
    assert "# Ann, o Bob" in " ".join(_legend(game)), "of the two the variant's; old is gone"
    with pytest.raises(RulesError, match="nothing that could be drawn is called wind"):
        written(tmp_path, "name,order\nwind,1\n")


def test_symbols_may_differ_in_capitals_alone(tmp_path: Path) -> None:
    game = written(tmp_path, "name,symbol\nAnn,X\nBob,x\nred,Q\nblue,q\n")
    state = game.start(seed=1)
    for move in ("take a1 Clay", "take b1 Tin"):
        state.apply(move)
    assert "Xo   xo" in state.table()
    with pytest.raises(RulesError, match="blue and red would look alike: both r"):
        written(tmp_path, "name,symbol\nblue,r\n")
    with pytest.raises(RulesError, match="Bob and Ann would look alike: both A"):
        written(tmp_path, "name,symbol\nBob,A\n")


def test_what_is_wrong_with_a_look_of_a_variant_is_told_at_its_line(tmp_path: Path) -> None:
    odd = 'variant odd of dots "Odd"\nadd green to paint\nadd at end of take\n  set hue to {}\n'
    for name, look in (("odd", "Ann,o\nBob,x\ngreen,r"), ("dots", "Bob,x\nblue,g\nred,r")):
        (tmp_path / "odd.look.csv").write_text("name,symbol\nAnn,o\n")
        with pytest.raises(RulesError) as caught:
            written(tmp_path, f"name,symbol\n{look}\n", name, odd=odd.format("green"))
        (told,) = caught.value.diagnostics
        line = {"odd": "odd.look.csv:4:1", "dots": "odd.game:2:14"}[name]
        assert str(told.span).endswith(line), told


@pytest.mark.parametrize("place", ["/tin.svg", "../tin.svg", "there/../../tin.svg", "a\\tin.svg"])
def test_pictures_lie_in_the_folder_of_the_rules(place: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="is not a file in the folder"):
        written(tmp_path, f'name,picture\nTin,"{place}"\n')


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.svg").write_bytes(SVG)
    (inside / "out.svg").symlink_to(tmp_path / "secret.svg")
    with pytest.raises(RulesError, match="leads out of it"):
        written(inside, "name,picture\nTin,out.svg\n")


def test_large_pictures_are_refused(tmp_path: Path) -> None:
    (tmp_path / "big.svg").write_bytes(b"<svg" + b" " * 200_000)
    with pytest.raises(RulesError, match="200,000 bytes"):
        written(tmp_path, "name,picture\nTin,big.svg\n")


def test_the_names_of_colours_are_listed_for_authors() -> None:
    """All that can be said in a look, but for suits, which have a colour of their own."""
    page = (Path(__file__).parents[3] / "rules" / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"`#rrggbb` or one of ([a-z, ]+);", page)
    suits = {"hearts", "diamonds", "clubs", "spades"}
    assert [set(one.split(", ")) for one in listed] == [COLOURS.keys() - suits]


POTTED = GAME.replace('named by name', 'named by name\n  price: 1..99').replace(
    "score n of q:", "define worth of p: pot = 2 * price of p\nscore paid of q: total worth of used"
    "\nscore n of q:"
)  # fmt: skip


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("", "shelf Clay (14), Tin (18)"),
        ("name,show\nworth,no\n", "shelf Clay (7), Tin (9)"),
        ("name,show\nworth,no\nprice,no\n", "shelf Clay, Tin"),
        ("name,show\npot,no\n", "shelf Clay, Tin"),
    ],
)
def test_what_stands_behind_names_can_be_left_out(tmp_path: Path, look: str, told: str) -> None:
    (tmp_path / "dots.game").write_text(POTTED)
    (tmp_path / "pots.csv").write_text("name,price\nClay,7\nTin,9\n")
    if look:
        (tmp_path / "dots.look.csv").write_text(look)
    state = load(str(tmp_path / "dots.game")).start(seed=1)
    assert told in " ".join(str(state).split())


def test_numbers_behind_names_are_whole_and_what_is_alike_is_said_once(tmp_path: Path) -> None:
    """Ten is not told as 1 because all other numbers of its type begin otherwise."""
    takes = 'type goal from "goals.csv" named by amount\n  amount: 2..14\n'
    takes += "define takes(p: pot, v: goal) = amount of v is price of p"
    text = POTTED.replace("\nboard field", f"\n{takes}\n\nboard field")
    fits = 'needs some v in goal where takes(p, v)  else "it is of no use"\n  needs owner'
    (tmp_path / "dots.game").write_text(text.replace("needs owner", fits))
    (tmp_path / "goals.csv").write_text("amount\n9\n10\n")
    (tmp_path / "pots.csv").write_text("name,price\nClay,10\nTin,9\n")
    for look, told in (("worth,no", "Clay (10), Tin (9)"), ("hue,yes", "Clay (20 10), Tin (18 9)")):
        (tmp_path / "dots.look.csv").write_text(f"name,show\n{look}\n")
        game = load(str(tmp_path / "dots.game"))
        assert f"shelf {told}" in " ".join(str(game.start(seed=1)).split())
        assert not any("10" in line for line in _legend(game))


@pytest.mark.parametrize(
    ("heights", "told"),
    [
        ((1, 4), "Clay (price 1, height 1), Tin (price 2, height 4)"),
        ((1, 2), "Clay (1), Tin (2)"),
    ],
)
def test_a_column_is_left_out_that_always_says_what_another_does(
    heights: tuple[int, int], told: str, tmp_path: Path
) -> None:
    """What two of them say of one thing may be alike by chance: left out there, it would not be
    known which of the two is told."""
    text = POTTED.replace("price: 1..99", "price: 1..99\n  height: 1..99")
    text = text.replace(
        "needs owner", 'needs price of p + height of p > 1  else "no"\n  needs owner'
    )
    (tmp_path / "dots.game").write_text(text)
    first, second = heights
    (tmp_path / "pots.csv").write_text(f"name,price,height\nClay,1,{first}\nTin,2,{second}\n")
    (tmp_path / "dots.look.csv").write_text("name,show\nworth,no\n")
    assert f"shelf {told}" in " ".join(str(load(str(tmp_path / "dots.game")).start(seed=1)).split())


@pytest.mark.parametrize("kind", ["slot", "stack"])
def test_symbols_of_components_stand_on_boards(kind: str, tmp_path: Path) -> None:
    """Where their names have no room."""
    place = "zone used: set of pot                      "
    text = GAME.replace(place, f"zone held of square: {kind} of pot         ")
    text = text.replace("move p to used", "move p to held of s")
    (tmp_path / "dots.game").write_text(text, encoding="utf-8")
    (tmp_path / "pots.csv").write_text(POTS, encoding="utf-8")
    (tmp_path / "dots.look.csv").write_text("name,symbol\nClay,♣\n", encoding="utf-8")
    game = load(str(tmp_path / "dots.game"))
    state = game.start(seed=1)
    state.apply("take a1 Clay")
    state.apply("take b2 Tin")
    board = [line for line in state.table().splitlines() if line[:1] in ("1", "2")]
    assert "♣" in board[1] and "Clay" not in board[1] and "Tin" in board[0]
    assert "♣ Clay" in "\n".join(_legend(game))
