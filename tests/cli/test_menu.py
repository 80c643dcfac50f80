"""What a person is offered at a decision, and how long lists are gone through step by step."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright import Game, Move, State, load
from rulewright.drawing.lines import plain_text
from rulewright.play.preview import Previews
from rulewright_cli.menu import FEW, MOST, LongLists, Menu, _under

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def runner() -> Game:
    return load("ruin_runner", seats=3, engine="reference")


def offered(game: Game, state: State) -> Menu:
    return Menu(state, Previews(game.program), 80)


def shown(menu: Menu) -> list[str]:
    return plain_text(menu.lines()).splitlines()


def test_few_moves_are_told_with_what_they_do() -> None:
    game = load("ruins", seats=3, engine="reference")
    lines = shown(offered(game, game.start(seed=3)))
    assert lines[0] == "Flip nothing: 1 keep"
    assert "  2 flip 1b (rank 1): 1b: rank 1 -> 2, wild, night" in lines
    assert all(len(line) <= 80 for line in lines)


def test_what_all_moves_do_is_not_told() -> None:
    game = load("connect_four", engine="reference")
    assert "then Red" not in plain_text(offered(game, game.start(seed=3)).lines())


def test_many_moves_are_asked_for_step_by_step(runner: Game) -> None:
    menu = offered(runner, runner.start(seed=3))
    assert len(menu.moves) > MOST
    lines = shown(menu)
    assert lines[0] == "Lay a tile beside the ruin: which tile?"
    assert re.fullmatch(r"  a T\d\d \([iowb]{4}[a-zAB, ]*\) \.\.\. \d+ moves", lines[1])
    assert menu.prompt == ""
    assert menu.answer("b", exactly=True) is True
    tile = menu.prompt.split()[1]
    assert menu.prompt == f" place {tile}"
    assert shown(menu)[0] == "Lay a tile beside the ruin: which site?"
    assert all(str(menu.moves[number]).startswith(f"place {tile}") for number in menu.steps.left)


LANES = """game lanes "Lanes"
  players 2
type lane: A, B, C, D, E
mark at: lane, starts B
mark gap: 0..6
phase play
  turns until at is A and gap > 0
    choose main
      lay(l in lane, g in 1..6)            "Lay a plank"
        set at to l
        set gap to g
      move(l in lane, g in 1..6)           "Move a plank"
        needs g < 4                       else "too far"
        set at to l
      rest(l in lane)                     "Rest"
        set at to l
score nothing of p: 0
winner most score
"""


def test_what_is_asked_about_leaves_few_enough_to_be_told(tmp_path: Path) -> None:
    """Of the moves under all words together, and the largest groups are asked about first."""
    (tmp_path / "lanes.game").write_text(LANES)
    game = load(str(tmp_path / "lanes.game"))
    menu = offered(game, game.start(seed=1))
    assert len(menu.moves) == 50 > MOST
    lines = shown(menu)
    assert lines[0] == "Lay a plank: which lane?"
    assert lines[1] == "  f A ... 6 moves"
    assert "Move a plank:" in lines and "Rest:" in " ".join(lines)
    assert sum(len(group.left) for group in menu.asked) == 30 > FEW


HEAPS = """game heaps "Heaps"
  players 2
board field: grid 4 by 4
cells square of field named "{letter}{y}"
mark heap of square: 0..9
mark purse of seat: 0..9, starts 5
define toll of s: square = 2 * heap of s when heap of s > 0 else 0
setup
  each s in square where row of s is 2
    set heap of s to START
phase play
  turns until some p in seat where purse of p < 2
    choose main
      go(s in square)                     "Go to a square"
        needs toll of s <= purse of me    else "too dear"
        gain 1 heap of s
        spend 1 purse of me
score left of p: purse of p
winner most score
"""


@pytest.mark.parametrize(("start", "told"), [("1", True), ("0", False)])
def test_numbers_that_hang_on_the_table_are_told_of_all_moves_unless_all_are_0(
    tmp_path: Path, start: str, told: bool
) -> None:
    (tmp_path / "heaps.game").write_text(HEAPS.replace("START", start))
    game = load(str(tmp_path / "heaps.game"), engine="reference")
    menu = offered(game, game.start(seed=1))
    assert FEW < len(menu.moves) <= MOST
    lines = " ".join(shown(menu))
    assert ("go a2 (toll 2)" in lines) is told
    assert ("go a1 (toll 0)" in lines) is told
    assert "go a1" in lines


PAIRS = """game pairs "Pairs"
  players 1
component card from "cards.csv" named by name
  worth: 1..9
zone table: set of card
zone hand: set of card
phase play
  repeat until hand is empty
    choose main                           "Which one?"
      take
      lay
action take(c in hand)                    "Take some that make it up"
  compose sum named "take {lot ' + '} with {c}"
    step pick(t in table) into lot
    finish enough
      needs total worth of t for t in lot is worth of c    else "not enough"
  move c to table
action lay(c in hand)                     "Lay one"
  move c to table
setup
  each c in card
    if worth of c < 4
      move c to table
    else
      move c to hand
score left of p: size of table
winner most score
"""


@pytest.mark.parametrize(
    ("width", "rows", "taken"),
    [
        (80, 40, ": 1 take One (1) + Three (3) with Four (4)"),
        (80, 1, ": 1 take One (1) + Three (3) with Four (4)"),
        (60, 1, ": 1 take One + Three with Four"),
    ],
)
def test_what_is_printed_is_told_of_all_that_moves_name_unless_that_takes_a_line(
    tmp_path: Path, width: int, rows: int, taken: str
) -> None:
    """Of what is chosen one by one, too; and it does not go for want of room where nothing is won
    by it. Moves under the same words are told alike."""
    cards = "".join(f"{name},{n}\n" for n, name in enumerate(("One", "Two", "Three", "Four"), 1))
    (tmp_path / "cards.csv").write_text(f"name,worth\n{cards}")
    (tmp_path / "pairs.game").write_text(PAIRS)
    game = load(str(tmp_path / "pairs.game"))
    state = game.start(seed=1)
    menu = Menu(state, Previews(game.program), width, rows)
    assert shown(menu) == [f"Take some that make it up{taken}", "Lay one: 2 lay Four (4)"]


STALLS = """game stalls "Stalls"
  players 2
type stall from "stalls.csv" named by name
  toll: 1..9
mark heap of stall: 0..9                "Bought there"
mark purse of seat: 0..9, starts 9
phase play
  turns until some p in seat where purse of p < 2
    choose main
      buy(s in stall)                     "Buy at a stall"
        needs toll of s <= purse of me      else "too dear"
        spend (toll of s) purse of me
        gain 1 heap of s
        if s is a1
          each t in stall
            gain 1 heap of t
score left of p: purse of p
winner most score
"""


@pytest.mark.parametrize("width", [44, 54, 60, 64, 80])
def test_moves_under_the_same_words_are_explained_all_or_none(tmp_path: Path, width: int) -> None:
    """Also where there would be room for it behind those that do less."""
    (tmp_path / "stalls.csv").write_text("name,toll\na1,4\nb1,5\nc1,6\n")
    (tmp_path / "stalls.game").write_text(STALLS)
    game = load(str(tmp_path / "stalls.game"), engine="reference")
    menu = Menu(game.start(seed=1), Previews(game.program), width)
    explained = ["(toll " in row for row in shown(menu) if re.match(r"  \d buy", row)]
    assert len(explained) == 3
    assert len({*explained}) == 1
    assert explained[0] == (width == 64)


def test_what_fits_behind_its_words_stands_there() -> None:
    """To the last column."""
    words, texts = "Take one", ["1 take a", "2 take b"]
    wanted = "Take one: 1 take a   2 take b"
    assert plain_text(_under(words, texts, len(wanted))) == f"{wanted}\n"
    assert len(plain_text(_under(words, texts, len(wanted) - 1)).splitlines()) == 2


def test_the_last_step_tells_what_each_answer_does(runner: Game) -> None:
    menu = offered(runner, runner.start(seed=3))
    while menu.inward:
        menu.answer(next(iter(menu.inward)), exactly=True)
    lines = shown(menu)
    assert re.match(r"  \d+ \d: T\d\d: N:[iowb] E:[iowb] S:[iowb] W:[iowb]", lines[1])
    move = menu.answer(lines[1].split()[1].rstrip(":"), exactly=True)
    assert isinstance(move, Move)
    assert str(move).startswith(menu.prompt.strip())


def test_back_leads_to_where_one_came_from(runner: Game) -> None:
    menu = offered(runner, runner.start(seed=3))
    first = shown(menu)
    menu.answer("a", exactly=True)
    second = shown(menu)
    menu.answer("a", exactly=True)
    menu.back()
    assert shown(menu) == second
    menu.back()
    assert shown(menu) == first
    menu.back()
    assert shown(menu) == first


@pytest.mark.parametrize("typed", ["place", "PLACE {}", "{}", "place {} "])
def test_a_beginning_leads_as_far_as_it_goes(runner: Game, typed: str) -> None:
    menu = offered(runner, runner.start(seed=3))
    tile = menu.texts[0].split()[1]
    assert menu.answer(typed.format(tile).strip(), exactly=False) is True
    assert menu.prompt == (" place" if typed == "place" else f" place {tile}")


def test_what_is_no_answer_leads_nowhere(runner: Game) -> None:
    menu = offered(runner, runner.start(seed=3))
    for typed in ("place T0", "T", "nothing", "place T99"):
        assert menu.answer(typed, exactly=False) is False
        assert not menu.steps.path


def test_no_letter_is_taken_for_something_else(runner: Game) -> None:
    """A letter is the name of no answer, and not how one move alone begins."""
    state = runner.start(seed=3)
    while len(state.legal_moves()) > 1 or state.choice == "place":
        menu = offered(runner, state)
        for letters in menu.inward:
            answers = [a.text.casefold() for one in menu.asked for a in one.question.answers]  # type: ignore[union-attr]
            assert letters not in answers
            assert sum(text.casefold().startswith(letters) for text in menu.texts) != 1
        state.apply(menu.moves[0])


def test_steps_in_a_pipe(run: Run) -> None:
    """Letters, names, numbers and back; a whole move works anywhere."""
    play = ("play", "ruin_runner", "--seed", "3", "--players", "human,greedy,greedy", "--plain")
    done = run(*play, input="b\n0 1\nback\n\nT05\nplace T05 1 -1 1\n")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    prompts = [line for line in lines if line.startswith("seat 0") and "> " in line]
    assert prompts[:6] == [
        "seat 0> b",
        "seat 0 place T08> 0 1",
        "seat 0 place T08 0 1> back",
        "seat 0 place T08> ",
        "seat 0> T05",
        "seat 0 place T05> place T05 1 -1 1",
    ]
    assert any(line.startswith("seat 0: place T05 1 -1 1 (hand + T") for line in lines)


def test_a_wrong_answer_is_told_what_was_expected(run: Run) -> None:
    play = ("play", "ruin_runner", "--seed", "3", "--players", "human,greedy,greedy", "--plain")
    typed = "zz\nT155\nplac T99\nT05\n1 11\nqq\n9999\n"
    told = run(*play, input=typed).stdout.splitlines()

    def after(text: str) -> list[str]:
        at = next(n for n, row in enumerate(told) if row.endswith(f"> {text}"))
        return told[at + 1 : at + 4]

    tiles = "which tile? T05, T08, T15, T17, T19"
    assert after("zz") == ["zz is no answer here", tiles, NEXT.format("e")]
    assert after("T155")[1:] == [tiles, "did you mean T15?"]
    assert after("plac T99")[0].endswith("did you mean place?")
    assert after("1 11")[2] == "did you mean 1 -1?"
    sites = after("qq")[1]
    assert sites.startswith("which site? ") and "1 -1" in sites
    assert after("9999")[:2] == ["there are moves 1 to 72", sites]


NEXT = "type a to {}, a number that is told, or a name"


def test_a_number_is_a_move_unless_it_is_an_answer(run: Run) -> None:
    """In the last step turnings are asked for, by the numbers that the rules have for them."""
    play = ("play", "ruin_runner", "--seed", "3", "--players", "human,greedy,greedy", "--plain")
    turned = run(*play, input="T05\n1 -1\n1\n").stdout
    assert "seat 0: place T05 1 -1 1" in turned
    first = run(*play, input="1\n").stdout
    assert "seat 0: place T05 0 1 1" in first


def test_the_number_of_a_move_that_is_not_left_is_no_move(run: Run) -> None:
    play = ("play", "ruin_runner", "--seed", "3", "--players", "human,greedy,greedy", "--plain")
    told = run(*play, input="T05\n30\n1\n").stdout
    assert "move 30 is not among these: an empty line leads back" in told
    assert "seat 0: place T05 0 1 1" in told


def test_show_draws_the_table_after_a_move(run: Run) -> None:
    play = ("play", "ruin_runner", "--seed", "3", "--players", "human,greedy,greedy", "--plain")
    done = run(*play, input="show place T05 1 -1 1\nshow nothing\n").stdout
    after = done.split("show place T05 1 -1 1\n")[1]
    assert "place T05 (iioo, diamonds blue, purple) 1 -1 (right of T14" in after
    assert "1 (quarter turns): as it would be" in after
    assert "hand 5: T08, T15, T17, T19, 1 unseen" in after
    assert re.search(r"T14 . +. T05 .", after)
    assert "\n  T05: N:o E:i S:i W:o" in after


def test_show_says_of_what_is_no_move_what_the_move_would_say(run: Run) -> None:
    """Why it is not offered, which may be meant, or that there is none."""
    texts = ["mark b2", "mark a", "12", "foo"]
    typed = [each for text in texts for each in (text, f"show {text}")]
    done = run("play", "tic_tac_toe", "--plain", input="\n".join(["mark b2", *typed, ""])).stdout
    said = [part.strip() for part in re.split(r"\n[XO]> .*", done)[2:10]]
    assert said[::2] == said[1::2] and len(said) == 8
    assert said[0].startswith("b2 ") and said[2].startswith("which one?")
    assert said[4] == "there are moves 1 to 7"


def test_moves_by_a_part_of_them(run: Run) -> None:
    done = run("play", "ruta", "--seed", "3", "--plain", input="moves desert\nmoves xyz\n").stdout
    told = done.split("moves desert\n")[1].split("first>")[0].splitlines()
    assert len(told) == 2
    assert all("Desert" in line and "price" in line for line in told)
    assert "no move has xyz in it" in done


BUYING = """game buying "Buying"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
  cost: 1..9
zone stall: set of card              "On the stall"
zone hand of seat: set of card       "In hand"
zone gifts of seat: set of card      "Given"
mark coins of seat: 0..9, starts 9   "Coins"
setup
  move all c in card where cost of c < 4 to stall
  move all c in card where cost of c > 3 to hand of Ann
phase play
  turns from Ann until size of hand of Ann > 3
    choose main
      buy(c in stall)                "Buy for less than it says"
        spend (cost of c - 1) coins of me
        move c to hand of me
phase give
  turns from Ann until gifts of Ann is not empty
    compose pass until size of gift is 2 "What do you give?"
      step give(c in hand of me) into gift "Give a card"
    move gift from hand of me to gifts of me
score coins of p: coins of p
winner most score
"""


def test_what_is_listed_can_be_typed_and_is_told_whole(run: Run, tmp_path: Path) -> None:
    """With what stands in brackets; what is paid rather than what a card says it costs; and what is
    missing because sets are chosen in one order."""
    (tmp_path / "cards.csv").write_text("name,cost\nEarthenware,2\nA,4\nB,5\nC,6\n")
    (tmp_path / "buying.game").write_text(BUYING)
    typed = "moves buy\nbuy Earthenware (cost 2)\ngive A (4)\n"
    play = ("play", str(tmp_path / "buying.game"), "--plain", "--players", "human,random")
    told = run(*play, "--no-auto", input=typed).stdout
    whole = told.split("moves buy\n")[1].split("Ann>")[0]
    assert "coins 9 -> 8" in whole and "..." not in whole
    assert "Ann: buy Earthenware" in told
    assert "Each set can be chosen in one order only: give C" in told.replace("\n", " ")
    assert "before what is chosen" not in told.split("> give A (4)")[0]
    assert "is no card" not in told


def test_q_leaves_as_on_the_whole_screen(run: Run) -> None:
    """It is no answer, however many there are, nor how a move begins."""
    play = ("play", "crazy_eights", "--seed", "3", "--players", "human,random", "--plain")
    done = run(*play, input="1\nq\n1\n")
    assert done.exit_code == 0
    end = done.stdout.split("> q\n")[1]
    assert end.startswith("The game is saved. Go on with:") and "> " not in end


def test_points_and_outcomes_in_words(run: Run) -> None:
    played = "4\n" + "1\n" * 400
    done = run("play", "ruta", "--seed", "3", "--plain", "--players", "human,random", input=played)
    assert re.search(r"^score  first: \d+  second: \d+$", done.stdout, re.MULTILINE)
    solitaire = run("play", "quetinny", "--seed", "3", "--plain", "--players", "random").stdout
    assert re.search(
        r"^Outcome: A tax could not be paid \(loss, bankrupt\)$", solitaire, re.MULTILINE
    )


BOARD = """game field "Field"
  players 2 named White, Black
board field: grid 7 by 7
cells cell of field named "{letter}{y}"
mark stone of cell: seat or nobody
phase play
  turns until every c in cell has stone of c is not nobody
    choose main
      lay(c in cell where stone of c is nobody)     "Lay a stone"
        set stone of c to me
score stones of p: how many c in cell where stone of c is p
winner most score
"""


def test_enter_leads_back_where_there_is_more_to_choose_from(runner: Game, tmp_path: Path) -> None:
    (tmp_path / "field.game").write_text(BOARD)
    game = load(str(tmp_path / "field.game"))
    menu = offered(game, game.start(seed=1))
    assert shown(menu)[0] == "Lay a stone: which cell?" and not menu.leads_back
    first = shown(menu)
    assert menu.answer("lay", exactly=False) is True
    assert shown(menu) == first and "Enter" not in " ".join(first)
    menu = offered(runner, runner.start(seed=3))
    assert shown(menu)[-1] == "A letter or a name leads on."
    menu.answer("a", exactly=True)
    assert shown(menu)[-1] == "A letter or a name leads on, Enter leads back."
    menu.answer("a", exactly=True)
    assert shown(menu)[-1].endswith("Enter leads back.")


def test_what_was_asked_about_is_asked_about_until_it_is_little(tmp_path: Path) -> None:
    (tmp_path / "field.game").write_text(BOARD)
    game = load(str(tmp_path / "field.game"))
    previews, long, state = Previews(game.program), LongLists(), game.start(seed=1)
    asked = list[bool]()
    while not state.over:
        asked.append(bool(Menu(state, previews, 80, long=long).asked))
        state.apply(state.legal_moves()[0])
    assert asked == [left > FEW for left in range(49, 0, -1)]
    undone = game.start(seed=1)
    for move in state.moves[:20]:
        undone.apply(str(move))
    assert len(undone.legal_moves()) == 29 and not offered(game, undone).asked


TAKEN_OVER = """game field "Field"
  players 2 named White, Black
board field: grid 7 by 7
cells cell of field named "{letter}{y}"
mark stone of cell: seat or nobody
define stones of p: seat = how many c in cell where stone of c is p
phase play
  turns until every c in cell has stone of c is not nobody
    choose main
      lay(c in cell)                                    "Lay a stone"
        needs stone of c is nobody                      else "{c} is taken"
        set stone of c to me
      take_over                                         "Take the first stone over"
        needs me is Black and stones of Black is 0      else "only Black may"
        each c in cell where stone of c is White
          set stone of c to Black
score stones of p: stones of p
winner most score
"""


def test_a_move_that_is_not_offered_is_told_why_in_the_middle_of_a_question(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "field.game"
    path.write_text(TAKEN_OVER)
    typed = "take_over\nzz\nlay\ntake_over\nlay a1\nlay a1\na1\n"
    play = ("play", path, "--players", "human,human", "--plain")
    lines = run(*play, input=typed).stdout.splitlines()
    told = [row.partition(" (")[0] for row in lines]

    def after(prompt: str) -> list[str]:
        return [told[n + 1] for n, row in enumerate(told) if row == prompt]

    assert after("White> take_over") == ["only Black may"]
    assert after("White> zz") == ["zz is no answer here"]
    assert after("White lay> take_over") == ["only Black may"]
    assert after("Black> lay a1") == after("Black> a1") == ["a1 is taken"]


def test_what_says_just_the_words_above_it_stands_alone() -> None:
    """As the way to decline, which has no words but its name."""
    assert plain_text(_under("no burning", ["2 no burning"], 80)).split() == ["2", "no", "burning"]
    assert plain_text(_under("Burn", ["2 burn"], 80)).strip() == "Burn: 2 burn"


def test_what_all_moves_that_are_asked_for_do_is_told_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "race.game").write_text("""game race "Race"
  players 2 named Ann, Bob
mark at of seat: 0..9
mark last: seat or nobody                "Who went last"
phase only
  turns until passes is 2
    choose main
      run(n in 1..3)
        set at of me to n
        set last to me
        pass
score way of p: at of p
winner most score
""")
    told = run("play", str(tmp_path / "race.game"), "--plain", input="moves run\n").stdout
    whole = told.split("moves run\n")[1].split("Ann>")[0].splitlines()
    assert whole == [
        "  1 run 1: score 0 -> 1; at 0 -> 1",
        "  2 run 2: score 0 -> 2; at 0 -> 2",
        "  3 run 3: score 0 -> 3; at 0 -> 3",
        "  all of these: last Ann; then Bob",
    ]


def test_dots_in_what_several_moves_do_are_explained(run: Run, tmp_path: Path) -> None:
    """And they are three where what is last is open itself."""
    (tmp_path / "cards.csv").write_text("name\nSun\nMoon\nStar\nFog\nRain\n")
    (tmp_path / "bury.game").write_text("""game bury "Bury"
  players 2 named Ann, Bob
component card from "cards.csv" named by name
zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
mark left of seat: 0..3, starts 3
setup
  move all c in card to deck
  shuffle deck
  deal 2 from deck to each hand
phase p
  turns until left of Bob is 0
    choose main
      bury(x in hand of me)
        spend 1 left of me
        move x to deck
        shuffle deck
        if some c in top(1, deck) where c is Fog
          spend 1 left of me
score kept of p: left of p
winner most score
""")
    told = run("play", str(tmp_path / "bury.game"), "--plain", input="moves bury\n").stdout
    assert "......" not in told
    whole = told.split("moves bury\n")[1].split("Ann>")[0].splitlines()
    assert whole[-2].startswith("  all of these: ") and whole[-2].endswith(" -> ...")
    assert whole[-1] == "... the rest is not known before"


WALLS = """game walls "Walls"
  players 2
type lie: flat, upright
board field: grid 6 by 6
cells post of field named "{letter}{y}"
mark wall of post: lie or none            "Walls"
phase x
  turns until passes is 2
    choose main
      lay(c in post, l in lie where wall of c is none and (c is not b3 or l is flat))
        set wall of c to l
      else pass
score s of p: 0
winner most score
"""


def test_a_move_is_offered_with_all_that_it_says(tmp_path: Path) -> None:
    """Where of others it is asked what this one says, as it is the only one."""
    (tmp_path / "walls.game").write_text(WALLS)
    game = load(str(tmp_path / "walls.game"))
    told = "\n".join(shown(offered(game, game.start(seed=1))))
    assert re.search(r"\d+ b3 flat\b", told) and re.search(r"\w a1 \.\.\. 2 moves", told)
