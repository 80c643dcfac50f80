"""`rulewright play`: a person in a pipe, with a bot or with another person."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.diagnostics import PlayError
from rulewright.drawing.shown import winner_words
from rulewright.game import load
from rulewright.play.commands import COMMANDS, LEAVES, LEAVING
from rulewright.players import mcts
from rulewright.players.naming import player
from rulewright_cli.ask import WORDS

Run = Callable[..., Result]
Golden = Callable[[str, str], None]


SEED = ("--seed", "3")
BARE = """game bare "Bare"
  players 2
mark left: 0..9, starts 9
mark last: seat or nobody
phase play
  turns until left is 0
    choose main
      take(n in 1..3 where n <= left)
        spend n left
        set last to me
winner p where last is p
"""


def test_a_whole_game(run: Run, golden: Golden) -> None:
    """Numbers, texts and beginnings of texts; the rest of a game is chosen by the bot."""
    typed = "help\nload o\n1\nwhy sink Nut\n" + "1\n" * 40
    done = run("play", "ferry.game", *SEED, input=typed)
    assert done.exit_code == 0
    golden("play_ferry.txt", done.stdout)


def test_a_game_of_bots(run: Run) -> None:
    done = run("play", "ferry.game", *SEED, "--players", "random,random")
    assert done.exit_code == 0
    assert "total" in done.stdout
    assert done.stdout.splitlines()[-2].endswith(("wins.", "A draw."))
    assert done.stdout.splitlines()[-1] == "seed 3"


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        ([0], "seat 0 (you) wins"),
        ([1], "seat 1 wins"),
        ([0, 1], "seat 0 (you) and seat 1 share the win"),
    ],
)
def test_who_has_won_is_told_to_who_plays(winners: list[int], told: str) -> None:
    assert winner_words(load("pig", seats=3).program, winners, [], you=0) == told


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        ([0], "Ann (you) wins"),
        ([0, 1], "Ann (you) and Bob win, Cleo and Dan lose"),
        ([0, 1, 3], "Ann (you), Bob and Dan win, Cleo loses"),
        ([1, 2, 3], "Bob, Cleo and Dan win, Ann (you) loses"),
        ([0, 1, 2, 3], "All win"),
        ([], "Nobody wins"),
    ],
)
def test_who_has_lost_is_told_where_the_rules_let_several_win(
    winners: list[int], told: str, tmp_path: Path
) -> None:
    (tmp_path / "nuts.game").write_text(
        """game nuts "The last nut"
  players 4 named Ann, Bob, Cleo, Dan
mark last: seat or nobody
phase meal
  turns until last is not nobody
    choose main
      take
        set last to me
winner p where p is not last
""",
        encoding="utf-8",
    )
    program = load(str(tmp_path / "nuts.game")).program
    assert winner_words(program, winners, [], you=0) == told


def test_the_end_tells_what_decides_where_no_total_does(run: Run) -> None:
    """In RUINS who has fewer points may have won."""
    options = ("--option", "rounds=1", "--option", "hand_size=5", "--seats", "2", "--seed", "1")
    done = run("play", "ruins", *options, "--players", "random,random")
    told = load("ruins").program.winning
    assert told and done.stdout.splitlines()[-3] == f"goal  {told}"


def test_a_game_that_nobody_has_won_tells_that_and_no_goal(run: Run, tmp_path: Path) -> None:
    """Also where an outcome says how it has ended; whatever was told one by one is told once."""
    board = run("show", "tic_tac_toe", "--source").output
    ends = (
        'outcome\n  line when some p in seat where has_line of p\n  full else  "No cell is left"\n'
    )
    (tmp_path / "lines.game").write_text(board.partition("scenario")[0] + ends, encoding="utf-8")
    for game, result in (
        ("tic_tac_toe", ["Nobody wins."]),
        (str(tmp_path / "lines.game"), ["Outcome: No cell is left (full)", "Nobody wins."]),
    ):
        done = run("play", game, "--players", "random,random", "--seed", "5").stdout.splitlines()
        assert done[-len(result) - 2 : -1] == ["", *result]
        moves = [row for row in done if row.startswith(("X: ", "O: "))]
        assert len(moves) == len(set(moves)) == 9
    won = run("play", str(tmp_path / "lines.game"), "--players", "random,random", "--seed", "1")
    assert won.stdout.splitlines()[-4:-1] == [
        "goal  Three in a line win",
        "Outcome: line",
        "X wins.",
    ]


def test_who_watches_bots_is_shown_what_they_see_as_their_moves_are_told(run: Run) -> None:
    """Secret moves are told there, so the hands of all lie open at the end; what no seat sees
    stays hidden."""
    told = run("play", "kuhn_poker", "--players", "random,random", "--seed", "3", "--plain").stdout
    table = [line.split() for line in told.splitlines()]
    hands = [words[words.index("hand") + 1] for words in table if "hand" in words]
    assert hands == ["Queen", "Jack"]
    assert ["deck", "1", "unseen"] in table


EMPTY = """\
game empty "Empty"
  players 2
  uses standard_deck
zone stock: set of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone kept of seat: slot of card, seen by owner
mark liked of seat: card or none, seen by owner  "Liked"
mark back of seat: suit or none, seen by others  "Its suit"
setup
  move all c in card to stock
  each p in seat
    deal 1 from stock to hand of p
phase play
  turns until passes is 2
    choose main
      keep(c in hand of me)
        move c to kept of me
        set liked of me to c
        set back of me to suit of c
        end turn
      nothing
        pass
winner p where hand of p is empty
"""


def test_who_watches_bots_is_told_of_what_holds_nothing_that_it_does(run: Run) -> None:
    """Its owner sees that it is empty, or all others do: it is not hidden from who watches all."""
    Path("empty.game").write_text(EMPTY)
    told = run("play", "empty.game", "--players", "random,random", "--seed", "2", "--plain").stdout
    table = [" ".join(line.split()) for line in told.splitlines()]
    (one,) = [line for line in table if line.startswith("seat 0 ") and "hand" in line]
    assert "hidden" not in one and "kept none" in one and "liked none" in one, one
    assert "back none" in one


def test_a_table_stands_before_others_think(run: Run) -> None:
    """Whoever does not begin sees what is on the table, and who is to decide, once; a resumed game
    is shown in the same way."""
    done = run("play", "ferry.game", *SEED, "--players", "random,human", input="1\n")
    asked = [
        line for line in done.stdout.splitlines() if line.endswith("Load, sink or open a lane")
    ]
    assert [line.split(":")[0] for line in asked] == ["red", "blue (you)", "blue (you)"]
    before = done.stdout.partition(asked[0])[0]
    assert "coins 3" in before and "open Ayr-Dun" not in before


def test_that_nobody_is_ahead_is_said_once_and_where_the_table_is_asked_for(run: Run) -> None:
    Path("bare.game").write_text(BARE)
    players = ("--players", "human,human")
    said = "The rules do not count who is ahead."
    done = run("play", "bare.game", *SEED, *players, input="1\n1\n1\n")
    assert done.stdout.count(": main") > 2, done.stdout
    assert done.stdout.count(said) == 1, done.stdout
    done = run("play", "bare.game", *SEED, *players, input="1\nlook\n1\n")
    assert done.stdout.count(said) == 2


def test_bots_that_look_ahead(run: Run) -> None:
    one, other = (
        run("play", "ferry.game", *SEED, "--players", "mcts:5,greedy").stdout for _ in range(2)
    )
    assert one == other
    assert one.startswith("Ferry  red: mcts:5, blue: greedy")


def test_people_meet_an_opponent_that_thinks() -> None:
    """As it is outside of these tests, in which a quicker one sits there."""
    code = "from rulewright_cli.commands.play import OPPONENT; print(OPPONENT)"
    known = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert player(known.stdout.strip()).name == "mcts:1s"


@pytest.mark.parametrize(("typed", "most"), [("hint", 3), ("analyse", 20), ("analyse 2", 2)])
def test_a_hint_tells_what_moves_are_worth(run: Run, typed: str, most: int) -> None:
    played = ("play", "ferry.game", *SEED, "--hint", "30")
    done = run(*played, input=f"{typed}\n")
    assert done.stdout == run(*played, input=f"{typed}\n").stdout
    told = [line for line in done.stdout.splitlines() if line.endswith(" of 30 games")]
    assert 2 <= len(told) <= most
    assert all(
        line.startswith(("  load ", "  sink ", "  open ")) and "worth 0." in line for line in told
    )
    tried = [int(line.split()[-4]) for line in told]
    assert tried == sorted(tried, reverse=True)
    assert f"and {7 - most} more" in done.stdout if most < 7 else sum(tried) == 30


def test_a_search_that_goes_wrong_does_not_end_the_game(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_: object, **__: object) -> None:
        raise PlayError("no move is possible at choice pay")

    monkeypatch.setattr(mcts, "view_of", wrong)
    played = ("play", "ferry.game", *SEED, "--players", "human,random")
    done = run(*played, input="hint\nanalyse\nmoves\nquit\n")
    said = "the search went wrong, the game goes on: no move is possible at choice pay"
    assert done.stdout.count(said) == 2 and done.exit_code == 0
    assert "sink" in done.stdout.rpartition(said)[2]


def test_there_is_nothing_to_think_about_a_single_move(run: Run, treadmill: Path) -> None:
    rules = treadmill.read_text()
    treadmill.write_text(rules.replace("      left\n        set steps to 0\n", ""))
    done = run("play", treadmill, "--hint", "9999s", input="hint\n")
    assert "right is the only move" in done.stdout


@pytest.mark.parametrize("hint", ["", "0", "2", "2x", "-1s"])
def test_hints_have_a_budget(run: Run, hint: str) -> None:
    done = run("play", "ferry.game", "--hint", hint, input="")
    refused = (2, True) if hint != "2" else (0, False)
    assert (done.exit_code, "--hint 500 or --hint 2s" in done.stderr) == refused


def test_ruta_fits_80_by_24(run: Run) -> None:
    done = run("play", "ruta", "--seed", "7", input="")
    table = done.stdout[: done.stdout.index("first>")]
    assert max(map(len, table.splitlines())) <= 80
    assert len(table.splitlines()) <= 24


def test_no_escape_sequences_in_a_pipe(run: Run) -> None:
    assert "\x1b" not in run("play", "ruta", "--seed", "7", input="1\n").stdout


def test_the_end_of_the_input_keeps_the_game(run: Run, tmp_path: Path) -> None:
    done = run("play", "ferry.game", *SEED, input="1\n")
    assert done.exit_code == 0
    (kept,) = (tmp_path / "state" / "rulewright").iterdir()
    assert f"rulewright play ferry.game --resume {kept}" in done.stdout
    again = run("play", "ferry.game", "--resume", kept, input="")
    assert "red: load Oil" in again.stdout


def test_nothing_is_kept_of_a_game_without_a_move(run: Run, tmp_path: Path) -> None:
    assert run("play", "ferry.game", *SEED, input="").exit_code == 0
    assert not (tmp_path / "state").exists()


def test_save_and_resume(run: Run) -> None:
    run("play", "ferry.game", *SEED, input="1\nsave game.json\nsink Cloth\nquit\n")
    moves = json.loads(Path("game.json").read_text())["moves"]
    assert moves[0] == "load Oil"
    assert "sink Cloth" in moves
    done = run("play", "ferry.game", "--resume", "game.json", input="1\n")
    assert done.exit_code == 0
    after = json.loads(Path("game.json").read_text())["moves"]
    assert after[: len(moves)] == moves and len(after) > len(moves)


def test_each_own_move_is_saved_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left to the end of the program: it may be killed."""
    from rulewright.play import record as records

    lengths = []
    real = records.save

    def save(record: records.Record, path: str | Path, *, new: bool = False) -> None:
        real(record, path, new=new)
        lengths.append(len(records.load(path).moves))

    monkeypatch.setattr(records, "save", save)
    run("play", "ferry.game", *SEED, "--save", "game.json", input="load Oil\nopen Ayr-B\n1\n")
    assert lengths == [0, 1, 3, 4]


def test_a_file_that_is_no_record_is_not_overwritten(run: Run) -> None:
    before = Path("sea.csv").read_text()
    done = run("play", "ferry.game", *SEED, "--save", "sea.csv", input="")
    assert done.exit_code == 2
    assert "sea.csv exists already: choose another name" in done.stderr
    done = run("play", "ferry.game", *SEED, input="save sea.csv\nsave\n")
    assert "sea.csv exists already: choose another name" in done.stdout
    assert "save to which file?" in done.stdout
    assert Path("sea.csv").read_text() == before


@pytest.mark.parametrize("extra", [["--seed", "1"], ["--option", "fog=on"], ["--seats", "2"]])
def test_a_resumed_game_keeps_its_settings(run: Run, extra: list[str]) -> None:
    run("play", "ferry.game", *SEED, "--save", "game.json", input="1\n")
    assert run("play", "ferry.game", "--resume", "game.json", *extra).exit_code == 2


def test_a_game_with_a_variant_goes_on_as_it_was_begun(run: Run, tmp_path: Path) -> None:
    """By the name or path of the game, or of a variant in it, as the user has typed it."""
    done = run("play", "wind.game", *SEED, input="1\n")
    (kept,) = (tmp_path / "state" / "rulewright").iterdir()
    assert f"rulewright play wind.game --resume {kept}" in done.stdout
    for name in ("wind.game", "ferry.game", "./ferry.game", Path("wind.game").absolute(), "wind"):
        again = run("play", name, "--resume", kept, "--save", "again.json", input="")
        assert "red: load Oil" in again.stdout, (name, again.output)
        typed = "wind.game" if name == "wind" else name
        assert f"rulewright play {typed} --resume again.json" in again.stdout
        Path("again.json").unlink()
    for name in ("ruta", "fog.game"):
        done = run("play", name, "--resume", kept)
        assert done.exit_code == 2
        assert f"is a record of ferry.game with wind, not of {name}" in done.stderr


def test_a_record_says_which_game_is_resumed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "ferry.game", *SEED, "--save", "game.json", input="1\n")
    done = run("play", "--resume", "game.json", input="1\n")
    assert done.exit_code == 0 and "--resume game.json" in done.stdout
    assert "Missing argument 'GAME'" in run("play").stderr
    Path("away").mkdir()
    Path("game.json").rename("away/game.json")
    monkeypatch.chdir("away")
    lost = run("play", "--resume", "game.json")
    assert lost.exit_code == 2 and "rulewright play GAME --resume game.json" in lost.stderr
    assert run("play", "../ferry.game", "--resume", "game.json", input="1\n").exit_code == 0


@pytest.mark.parametrize(
    ("before", "asked", "now"),
    [
        ("random,human", (), ""),
        ("random,human", ("--players", "human,random"), "human, random"),
        ("random,random", (), "human, random"),
        ("flat:1,human", (), ""),
    ],
)
def test_who_played_plays_on_in_a_resumed_game_or_it_is_said(
    run: Run, before: str, asked: tuple[str, ...], now: str
) -> None:
    run("play", "ferry.game", *SEED, "--players", before, "--save", "a.json", input="1\n")
    record = json.loads(Path("a.json").read_text())
    del record["moves"][1:], record["result"]
    Path("a.json").write_text(json.dumps(record))
    done = run("play", "ferry.game", "--resume", "a.json", *asked, input="")
    said = f"it was played by {before.replace(',', ', ')}; now it is by {now}"
    assert (said in done.output) == bool(now), done.output
    seat = "blue" if (now or before).endswith("human") else "red"
    assert f"{seat} (you)" in done.stdout


def test_who_played_in_words_of_ones_own_is_followed_by_whom_it_says(run: Run) -> None:
    Path("a.txt").write_text("game: ferry.game\nseed: 3\nplayers: Ann, Bob\n\nload Oil\n")
    done = run("play", "ferry.game", "--resume", "a.txt", input="")
    assert "it was played by Ann, Bob; now it is by human, random" in done.output


def test_a_record_of_another_game(run: Run) -> None:
    run("play", "ferry.game", *SEED, "--save", "game.json", input="1\n")
    done = run("play", "ruta", "--resume", "game.json")
    assert done.exit_code == 2
    assert "is a record of ferry.game, not of ruta" in done.stderr


def test_undo_within_a_secret_choice(run: Run) -> None:
    typed = "open Ayr-B\nput C\nundo\nundo\nundo\n"
    done = run("play", "ferry.game", *SEED, input=typed)
    assert "payment" not in done.stdout
    assert done.stdout.count("Load the ferry") == 3  # after open, after put, after the first undo
    assert "there is nothing to take back" in done.stdout


def test_undo_stops_at_what_was_revealed(run: Run) -> None:
    done = run("play", "pig", "--seed", "7", input="roll\nundo\n")
    assert "no: chance has decided something in the last move" in done.stdout
    done = run("play", "klondike", "--seed", "7", input="1\nundo\n")
    assert "no: your last move has revealed something that cannot be unseen" in done.stdout


STEPS = """\
game steps "Card by card"
  players 2 named Ann, Bob
  uses standard_deck
zone stock: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone table: set of card
setup
  move all c in card to stock
  shuffle stock
  deal 5 from stock to each hand
phase play
  turns until hand of Ann is empty or hand of Bob is empty
    compose lay
      step add(c in hand of me) into laid at most 3
      finish done
        needs laid is not empty           else "a card"
    move laid from hand of me to table
score left of p: 5 - size of hand of p
winner most score
"""


@pytest.mark.parametrize("others", ["random", "human"])
def test_undo_goes_back_over_what_only_bots_have_seen(run: Run, others: str) -> None:
    """A bot that has not answered need not forget what it has seen; a person cannot unsee it."""
    Path("steps.game").write_text(STEPS)
    done = run("play", "steps.game", *SEED, "--players", f"human,{others}", input="1\nundo\nquit\n")
    said = "no: your last move has revealed something to others that cannot be unseen"
    assert (said in done.stdout) == (others == "human"), done.stdout
    if others == "random":
        assert done.stdout.count("Ann (you): lay") == 3  # first, after the move, and after undo


def test_undo_stops_at_what_somebody_else_did(run: Run) -> None:
    done = run("play", "tic_tac_toe", "--seed", "7", input="1\nundo\n")
    assert "no: the last move was O's" in done.stdout


def test_a_move_is_taken_back_before_the_other_looks(run: Run) -> None:
    """At the call for the next one; then it is for the first to be there again."""
    typed = "\n1\nundo\n\n2\n"
    done = run("play", "kuhn_poker", "--players", "human,human", input=typed)
    assert done.stdout.count("It is for first to decide") == 2
    assert done.stdout.count("It is for second to decide") == 2


def test_nobody_is_called_where_all_see_the_same(run: Run) -> None:
    """Who has moved may take it back while another is asked."""
    typed = "1\nundo\n2\n1\n"
    done = run("play", "tic_tac_toe", "--players", "human,human", input=typed)
    assert "look away" not in done.stdout and "\n" * 9 not in done.stdout
    prompts = [line[:2] for line in done.stdout.splitlines() if line[:2] in ("X>", "O>")]
    assert prompts == ["X>", "O>", "X>", "O>", "X>"]


def test_two_people_do_not_see_each_other(run: Run) -> None:
    done = run("play", "ruta", "--seed", "7", "--players", "human,human", input="\n1\n\n")
    first, second = done.stdout.split("It is for ")[1:3]
    assert first.startswith("first to decide: all others look away.")
    assert "hand Discovery (5 S Wa), Cave (7 Wa Wy)" in first
    assert second.startswith("second to decide: all others look away.")
    hidden, shown = second.split("press Enter")
    assert "Author" not in first + hidden and "Author" in shown
    assert "Discovery" not in second and "Cave" not in second
    assert "\n\n\n" not in done.stdout, "nobody looks into a pipe"


def test_one_person_is_not_asked_to_hand_over(run: Run) -> None:
    done = run("play", "ruta", "--seed", "7", input="1\n1\n")
    assert "look away" not in done.stdout


def test_hints_for_what_is_not_understood(run: Run) -> None:
    done = run("play", "ruta", "--seed", "7", input="99\nclaim\ndarw\nclaim Harvest-Consul\n")
    assert "there are moves 1 to 6" in done.stdout
    assert "which one?\nClaim a trade route:\n  4 claim Sailor-Mill   5 claim" in done.stdout
    assert "did you mean draw?" in done.stdout
    assert "0 does not reach 20 (ruta/ruta.game:" in done.stdout


def test_what_is_a_move_is_given_its_reason_and_no_other_move(run: Run) -> None:
    """Who typed a card, a direction or a number that is there did not mistype another one."""
    told = run("play", "ruta", "--seed", "7", input="claim Harvest-Consul\n").stdout
    assert "0 does not reach 20" in told and "did you mean" not in told
    rules = """\
game auction "Auction"
  players 1
mark bid: 21..40
phase auction
  turns until passes is 1
    choose main
      bid(n in 22..40 where n > bid)
        set bid to n
      else pass
score bid of p: bid
winner most score
"""
    Path("auction.game").write_text(rules)
    told = run("play", "auction.game", input="bid 7\nbdi 7\n").stdout
    first, _, second = told.partition("> bdi 7")
    assert "7 is not" in first and "did you mean" not in first and "did you mean bid" in second


def test_moves_may_be_typed_in_short(run: Run) -> None:
    """Names in part, and alone; where several moves are meant it is asked which."""
    typed = "claim desert\nclaim mill\nundo\nsavage\n"
    done = run("play", "ruta", "--seed", "7", "--save", "r.json", input=typed)
    assert (
        "which one?\nClaim a trade route: 5 claim Penitent-Desert   6 claim Desert-" in done.stdout
    )
    assert "pay" in done.stdout.split("claim mill")[1].split("undo")[0]
    assert json.loads(Path("r.json").read_text())["moves"][0] == "take Savage"
    done = run("play", "breakthrough", "--seed", "7", input="move b3-a2\n")
    assert "did you mean move a2-b3?" in done.stdout
    asked = run("play", "breakthrough", "--seed", "7", input="why move b3-a2\nquit\n")
    assert "did you mean move a2-b3?" in asked.stdout


@pytest.mark.parametrize("word", LEAVING)
def test_each_word_that_leaves_the_game_does(run: Run, word: str) -> None:
    assert LEAVES in LEAVING and set(LEAVING) <= set(COMMANDS)
    left = run("play", "tic_tac_toe", *SEED, input=f"{word}\nwhy a1\n").stdout
    assert f"> {word}" in left and "> why" not in left


def test_words_that_help_lists_are_answered_by_the_rules(run: Run) -> None:
    """Marks, zones and lines of the score are no moves, but stand on the table."""
    typed = "holder\nlongest\nrules holder\nrules longest\nhold\nhelp holder\n"
    done = run("play", "ruta", "--seed", "7", input=typed)
    holder, longest, by_rules, by_rules_too, neither, helped = done.stdout.split("first> ")[1:7]
    assert "Whose token lies on the route" in holder and "Whose token" in by_rules
    assert helped.split() == ["help", *holder.split()]
    assert "help NAME" in WORDS
    assert holder.rstrip().endswith("rules holder tells more") and len(by_rules) > len(holder)
    assert by_rules_too.split() == ["rules", *longest.split()]  # there is no more
    assert 'no move is called "hold"' in neither


def test_what_was_done_can_be_asked_for(run: Run) -> None:
    """All of it, as who asks has seen it, however it is asked."""
    typed = "log\ntake savage\ndraw\nLog\nhistory\nhelp\n"
    done = run("play", "ruta", "--seed", "7", "--players", "human,random", input=typed)
    nothing, *_, log, history, help_ = re.split(r"(?:first|second)> ", done.stdout)[1:-1]
    assert nothing.splitlines()[:2] == ["log", "Nothing has been done yet."]
    first, *others = log.splitlines()[1:]
    assert first == "first: take Savage" and others[0].startswith("second: ")
    assert "draw" in "".join(others) and history.splitlines()[1:] == [first, *others]
    assert "  log           what has been done so far, as you have seen it" in help_


def test_rules_can_be_looked_up(run: Run) -> None:
    """By a rule number, the beginning of a word, or a move that need not be on offer."""
    typed = "rules RUTA-9\nrules reshuf\nrules zebra\nrules pay Author\nrules claim Sea-Cave\n"
    done = run("play", "ruta", "--seed", "7", input=typed)
    by_number, by_word, nothing, step, action = done.stdout.split("first> rules ")[1:]
    assert "Show the Excuse and take a discard\nWritten excuse c. [RUTA-9]\n" in by_number
    assert "RUTA-7" not in by_number
    assert "When do the discards become the draw pile? reshuffle: immediate" in by_word
    assert "nothing in the rules begins with zebra" in nothing
    assert "- Add a card to the payment." in step
    assert "otherwise “[c] has no suit of [r]”" in step and "Move payment" not in step
    assert "5. Move payment from your hand to the discards." in action
    assert "S-11" not in done.stdout


def test_the_whole_rulebook_is_told(run: Run) -> None:
    done = run("play", "ruta", "--seed", "7", input="rules\n")
    for title in ("Set-up", "How it is played", "What players may do", "The end", "Options"):
        assert f"\n\n{title}\n" in done.stdout
    assert "Ace of Moons" not in done.stdout  # which is for paper
    assert "\nCards\nM Moons" not in done.stdout  # nor what stands below pictures


def test_a_wrong_number_of_players(run: Run) -> None:
    done = run("play", "ruta", "--players", "human,random,random")
    assert done.exit_code == 2
    done = run("play", "ruta", "--players", "human,radnom")
    assert "did you mean random?" in done.stderr


def test_a_word_of_the_table_means_the_same_where_a_move_is_called_so(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "peep.game"
    path.write_text("""game peep "Peep"
  players 1

mark seen of seat: 0..3

phase play
  turns until seen of 0 is 3
    choose main
      look
        gain 1 seen of me
      wait
        set seen of me to 0

score seen_by of p: seen of p
winner most score
""")
    done = run("play", str(path), input="look\n1\n")
    assert done.stdout.count("look is a move here, too: 1 makes it") == 1
    assert "seen 1" in done.stdout.split("seat 0> 1")[1]


def test_a_command_where_only_enter_is_asked_for_is_not_lost(run: Run) -> None:
    """Through a pipe: at a terminal it may be what another one has typed too much."""
    played = ("play", "kuhn_poker", "--players", "human,human")
    done = run(*played, input="help\n1\n\n1\n")
    assert "> help\n" in done.stdout
    assert done.stdout.count("It is for second to decide") == 1
    same = run(*played, input="1\n2\n").stdout  # moves without an Enter before each
    assert same.count("It is for second to decide") == 1


COURT = """game court "Court"
  players 1
type rank_of: duke_of_x, lady
mark said: rank_of or none               "What was said"
mark foreign_aid: 0..9                   "Aid that was taken"
phase play
  repeat until foreign_aid > 1
    choose main
      take_aid                           "Take foreign aid"
        gain 1 foreign_aid
      claim_rank(r in rank_of)           "Claim a rank"
        needs other: said is not r       else "said already"
        set said to r
score all_aid of p: foreign_aid
winner most score
"""


def test_what_stands_there_with_blanks_can_be_typed_so(run: Run, tmp_path: Path) -> None:
    """Moves stand there as they are written, with underscores; all else in words. Both can be
    typed."""
    (tmp_path / "court.game").write_text(COURT)
    typed = ["moves claim rank", "claim rank duke of x", "why claim rank duke of x"]
    typed += ["rules claim rank", "show take aid", "take aid", "log", "take_aid"]
    told = run("play", str(tmp_path / "court.game"), input="\n".join(typed)).stdout
    listed, made, why, rule, shown, took, log, over = told.split("seat 0> ")[1:]
    assert "claim_rank duke_of_x: said duke of x" in listed
    assert "said  duke of x" in made
    assert why.splitlines()[1].startswith("said already")
    assert "Claim a rank – claim_rank r" in rule
    assert "take_aid: as it would be" in shown
    assert "foreign aid  1 of 2" in took
    assert log.splitlines()[1] == "seat 0: claim_rank duke_of_x, take_aid"
    assert "\nall aid  " in over
