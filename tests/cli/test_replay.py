"""`rulewright replay`: a record that replays, and ones that do not."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from rulewright.game import load
from rulewright.play import record as records
from rulewright.play.match import Limits, Match
from rulewright.play.retold import retold
from rulewright.players.naming import seat_players
from rulewright_cli.main import cli


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["replay", *map(str, arguments)])


@cache
def whole() -> records.Record:
    """A game of ruta that is soon over."""
    return Match(load("ruta"), seat_players(["random", "random"], 4, seats=2)).play(seed=4)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    records.save(whole(), path)
    return path


def test_moves_and_result_as_text(saved: Path) -> None:
    done = run(saved)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Ruta, 2 seats, seed 4"
    assert lines[2].split(maxsplit=2)[:2] == ["1", "first"]
    moves = records.load(saved).moves
    assert lines[len(moves) + 1].split(maxsplit=2)[::2] == [str(len(moves)), moves[-1]]
    assert lines[-2] in ("first wins.", "second wins.", "A draw.")
    assert lines[-1] == f"The record replays: {len(moves)} moves."


def test_each_table_step_by_step(saved: Path) -> None:
    done = run(saved, "--step")
    assert done.exit_code == 0
    assert done.stdout.count("Penitent\n") >= len(records.load(saved).moves)
    assert "(you)" in done.stdout


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("seat", [[], ["--seat", "second"], ["--seat", "0"]])
def test_a_page_with_every_position(saved: Path, tmp_path: Path, seat: list[str]) -> None:
    page, record = tmp_path / "game.html", records.load(saved)
    assert run(saved, "-o", page, *seat).exit_code == 0
    text = page.read_text(encoding="utf-8")
    count = text.count("<section id=")
    assert text.count("<svg ") == count and "<script" not in text and "http" not in text
    assert all(f'href="#p{number}">{number}&ensp;' in text for number in range(count))
    own = text.count("(you)</text>")
    if seat:  # what others pay is told when they have paid it
        assert own == count < len(record.moves)
    else:
        assert own == len(record.moves) == count - 1  # at the end all look


def test_in_each_picture_only_that_stands_out_which_led_to_it(tmp_path: Path) -> None:
    """Not what who moves next has done before: the picture before shows that."""
    moves = ["mark a1", "mark b2", "mark c3"]
    state = load("tic_tac_toe").start(seed=1)
    for text in moves:
        state.apply(text)
    records.save(records.record_of(load("tic_tac_toe"), state), tmp_path / "game.txt")
    assert run(tmp_path / "game.txt", "-o", tmp_path / "game.html").exit_code == 0
    _, *pictures = (tmp_path / "game.html").read_text().split("<figure>")
    assert [one.count("stroke-width:3") for one in pictures] == [0, 1, 1, 1]


def test_the_last_picture_has_the_words_of_the_end(tmp_path: Path) -> None:
    (tmp_path / "walk.game").write_text("""game walk "A walk"
  players 2
mark steps of seat: 0..2
phase walk
  turns until some p in seat where steps of p is 2
    choose main
      walk
        gain 1 steps of me
      sit
        end game "Somebody sits down"
winner p where steps of p is 2
""")
    game = load(str(tmp_path / "walk.game"))
    state = game.start(seed=1)
    state.apply("walk")
    state.apply("sit")
    records.save(records.record_of(game, state), tmp_path / "game.json")
    for name in ("game.html", "game.svg"):
        assert run(tmp_path / "game.json", "-o", tmp_path / name).exit_code == 0
        text = (tmp_path / name).read_text()
        assert text.count(">Somebody sits down.<") == 1
        assert text.index(">Somebody sits down.<") > text.index("2 of 2")


@pytest.fixture
def bids(tmp_path: Path) -> Path:
    """Two rounds of goofspiel."""
    game = load("goofspiel")
    state = game.start(seed=3)
    for move in ("Four of Clubs", "Ten of Hearts", "Ten of Clubs"):
        state.apply(f"bid {move}")
    path = tmp_path / "bids.json"
    records.save(records.record_of(game, state), path)
    return path


def test_a_seat_is_told_a_secret_when_it_comes_out(bids: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.html", tmp_path / "two.svg"
    told = {
        "first": [
            "first: bid Four of Clubs",
            "second: bid Ten of Hearts",
            "first: bid Ten of Clubs",
        ],
        "second": [
            "first: bid ...",
            "second: bid Ten of Hearts; first: bid Four of Clubs (move 1, learnt now)",
            "first: bid ...",
        ],
    }
    for seat, lines in told.items():
        assert run(bids, "-o", one, "--seat", seat).exit_code == 0
        assert run(bids, "-o", two, "--seat", seat).exit_code == 0
        page, film = one.read_text(encoding="utf-8"), two.read_text(encoding="utf-8")
        for number, text in enumerate(lines, 1):
            assert f">{number}&ensp;{text}</a>" in page and f">{number} of 3: {text}<" in film
        told_rows = run(bids, "--seat", seat).stdout.splitlines()
        rows = [" ".join(re.sub(r"^ *\d* ", "", row).split()) for row in told_rows]
        shown = "; ".join(lines).replace(":", "").split("; ")
        assert rows[2 : 2 + len(shown)] == shown
        assert ("bid Ten of Clubs" in run(bids, "--step", "--seat", seat).stdout) == (
            seat == "first"
        )
    assert "bid Ten of Clubs" in run(bids).stdout  # for nobody in particular all is told


def test_what_tells_all_is_not_told_as_a_seat_sees_it(bids: Path, saved: Path) -> None:
    """The seed deals again what was dealt; a record as data holds everything."""
    for step in ((), ("--step",)):
        shown = run(bids, "--seat", "first", *step).stdout
        assert "seed" not in shown and "the game is not over" in shown
    assert "seed 3" in run(bids).stdout
    assert "seed 4" in run(saved, "--seat", "first").stdout  # it is over: all is known
    done = run(bids, "--json", "--seat", "first")
    assert done.exit_code == 2 and "holds what every seat knows" in done.stderr


def test_why_it_goes_no_further_is_told_to_who_is_to_move(bids: Path) -> None:
    data = json.loads(bids.read_text())
    data["moves"][3:] = ["bid Ten of Hats"]
    bids.write_text(json.dumps(data))
    assert "Ten of Hats" in run(bids).stderr
    assert "Ten of Hats" in run(bids, "--seat", "second").stderr
    done = run(bids, "--seat", "first")
    assert done.exit_code == 1 and "Ten of Hats" not in done.stderr
    assert "does not replay; without --seat" in done.stderr


def test_the_table_that_is_left_comes_last(saved: Path, bids: Path) -> None:
    shown = run(saved, "--step").stdout
    *_, after, _ = shown.split("\n\n")  # behind the last move
    assert after.count("tokens") == 2, "both seats, as all see them"
    assert "unseen" in run(bids, "--step", "--seat", "second").stdout.split("\n\n")[-2]


def test_parts_of_a_secret_choice_are_told_together_or_not_at_all(tmp_path: Path) -> None:
    game = load("ruta")
    state = game.start(seed=3)
    for move in ("claim Forest-Mountain", "pay Pact", "commit", "draw"):
        state.apply(move)
    made = list(retold(state, 1))
    assert [one.said for one in made] == [
        [(0, "claim Forest-Mountain")], [], [(0, "pay Pact, commit")], [(0, "draw")],
    ]  # fmt: skip
    assert [one.said for one in retold(state, 0)][1:3] == [[(0, "pay Pact")], [(0, "commit")]]
    path, page = tmp_path / "paid.json", tmp_path / "paid.html"
    records.save(records.record_of(game, state), path)
    assert run(path, "-o", page, "--seat", "second").exit_code == 0
    assert page.read_text(encoding="utf-8").count("<section id=") == 4


def test_chance_is_told_as_far_as_all_see_it() -> None:
    state = load("pig").start(chance="asked")
    state.apply("roll")
    assert state.question is not None
    state.answer(["5"])
    assert [one.said for one in retold(state, 1)] == [
        [(0, "roll")],
        [(None, "5"), (0, "die 5, purse 0 -> 5")],  # and what comes of it, behind it
    ]
    state = load("kuhn_poker").start(chance="asked")
    while state.question is not None:
        state.answer(state.question.of[:1])
    assert {one.said[0][0] for one in retold(state, None)} == {None}
    assert list(retold(state, 1)) == []  # where something is hidden it stands with the moves


BOWL = """\
game bowl "Bowl"
  players 2 named Ann, Bob
type kind from "fruit.csv" named by kind
component fruit from "fruit.csv" named by kind, how many by count
  kind: kind
zone deck: stack of fruit, seen by nobody
zone hand of seat: set of fruit, seen by owner
zone bowl: slot of fruit, seen by nobody
mark lot of seat: fruit or none, seen by owner
setup
  move all f in fruit to deck
  shuffle deck
  deal 2 from deck to each hand
phase play
  turns until passes is 2
    choose gift secretly
      hide(k in kind where some f in hand of me where kind of f is k)
        pick lot of me from all f in hand of me where kind of f is k
        move the f in hand of me where f is lot of me from hand of me to bowl
        set lot of me to none
    choose then
      pass
score cards of p: size of hand of p
winner most score
"""


def test_whether_chance_was_asked_in_secret_is_not_told(tmp_path: Path) -> None:
    """Which of several it was only chance says; whoever has one is not asked."""
    (tmp_path / "fruit.csv").write_text("kind,count\nFig,3\nNut,3\n")
    (tmp_path / "bowl.game").write_text(BOWL)
    shown = []
    for anns, answers in ((["Fig 1", "Nut 3"], []), (["Fig 1", "Fig 2"], ["chance: Fig 1"])):
        first, other = anns
        rest = [one for one in ("Fig 2", "Fig 3", "Nut 3") if one not in anns]
        order = ", ".join([first, "Nut 1", other, "Nut 2", *rest])
        lines = [
            "game: bowl.game",
            "seats: 2",
            "",
            f"chance: {order}",
            "hide Fig",
            *answers,
            "pass",
        ]
        record = tmp_path / "game.txt"
        record.write_text("\n".join(lines) + "\n")
        texts = [run(record, "--plain", "--seat", "Bob", *also).stdout for also in ([], ["--step"])]
        for kind in ("html", "svg"):
            assert run(record, "--seat", "Bob", "-o", tmp_path / f"a.{kind}").exit_code == 0
            texts.append((tmp_path / f"a.{kind}").read_text(encoding="utf-8"))
        shown.append(texts)
        told = [line.split(maxsplit=1) for line in texts[0].splitlines() if " Ann " in line]
        assert told == [["1", "Ann     hide ... (hand 2 -> 1)"], ["2", "Ann     pass"]]
        assert "chance" in run(record, "--plain").stdout
    assert shown[0] == shown[1]


def test_a_record_is_of_no_seat(saved: Path, tmp_path: Path) -> None:
    for name in ("game.txt", "again.json"):
        done = run(saved, "-o", tmp_path / name, "--seat", "second")
        assert done.exit_code == 2 and "holds what every seat knows" in done.stderr
        assert f"--seat second > {tmp_path / name}" in " ".join(done.stderr.split())
        assert not (tmp_path / name).exists()


def test_a_picture_that_moves(saved: Path, tmp_path: Path) -> None:
    picture = tmp_path / "game.svg"
    assert run(saved, "-o", picture).exit_code == 0
    root = ElementTree.parse(picture).getroot()
    frames = [node for node in root if node.get("class") == "frame"]
    assert len(frames) == len(records.load(saved).moves) + 1
    delays = [float((frame.get("style") or "")[len("animation-delay:") : -1]) for frame in frames]
    assert delays == [1.5 * number for number in range(-len(frames), 0)]  # it has long begun
    seen = [frame for frame in frames if frame.get("visibility") != "hidden"]
    assert seen == frames[-1:], "without any style, too, as where nothing moves"
    sheets = "".join(node.text or "" for node in root if node.tag.endswith("}style"))
    bare = re.sub(r"@keyframes \w+ \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheets)
    assert "@keyframes" in sheets and "visibility" not in bare
    last = len(frames) - 1
    tops = [
        {text.text: float(text.get("y") or 0) for text in frame if text.tag.endswith("}text")}
        for frame in frames
    ]
    for number, told in enumerate(tops):
        (words, y), *end = told.items()
        assert len(end) == (number == last)  # which is said in the words of the rules
        assert f"{words}:".startswith(f"{number} of {last}:") and y < 24, "above the table"


def test_what_cannot_be_shown_is_told(bids: Path, tmp_path: Path) -> None:
    done = run(bids, "-o", tmp_path / "game.png")
    assert done.exit_code == 2 and "is to end in .html, .svg, .txt or .json" in done.stderr
    done = run(bids, "-o", tmp_path / "missing" / "game.html")
    assert done.exit_code == 2 and "cannot write" in done.stderr
    done = run(bids, "--seat", "secnd")
    assert done.exit_code == 2 and "there is no seat secnd; did you mean second" in done.stderr


@pytest.fixture
def commented(tmp_path: Path) -> Path:
    """The beginning of a game as text, with comments of somebody who means harm; `short.json` is
    the same without these."""
    match = Match(load("ruta"), seat_players(["random", "random"], 7, seats=2), Limits(decisions=9))
    path, short = tmp_path / "game.txt", tmp_path / "short.json"
    records.save(match.play(seed=7), short)
    assert run(short, "-o", path).exit_code == 0
    head, _, moves = path.read_text().partition("\n\n")
    first, second, *rest = moves.split("\n")
    lines = ["# </p><script>&amp;", first + "   # ! ]]> {x} \\x1b", second, "#  <b>indented", *rest]
    path.write_text(head + "\n\n" + "\n".join(lines))
    return path


def test_a_record_as_text_and_back(commented: Path, tmp_path: Path) -> None:
    back, again = tmp_path / "back.json", tmp_path / "again.txt"
    assert run(commented, "-o", back).exit_code == 0
    data = json.loads(back.read_text())
    said = [(one["after"], one["text"]) for one in data.pop("comments")]
    assert said == [(0, "</p><script>&amp;"), (1, "! ]]> {x} \\x1b"), (2, " <b>indented")]
    assert data == json.loads((tmp_path / "short.json").read_text())
    assert run(back, "-o", again).exit_code == 0
    assert again.read_text() == commented.read_text()
    assert again.stat().st_mode & 0o777 == 0o600  # it tells the seed


def test_comments_are_shown(commented: Path, tmp_path: Path) -> None:
    shown = run(commented).stdout.splitlines()
    assert shown[2] == "       # </p><script>&amp;"
    assert shown[3].split()[0] == "1" and shown[4] == "       # ! ]]> {x} \\x1b"
    assert "! ]]> {x}" in run(commented, "--step").stdout
    page, picture = tmp_path / "game.html", tmp_path / "game.svg"
    assert run(commented, "-o", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "&lt;/p&gt;&lt;script&gt;&amp;amp;" in text and "<script" not in text
    assert text.count('class="said"') == 3
    assert run(commented, "-o", picture).exit_code == 0
    words = "".join(ElementTree.parse(picture).getroot().itertext())
    assert "! ]]> {x}" in words and "<b>indented" in words


def test_a_text_that_does_not_replay_says_where(commented: Path, tmp_path: Path) -> None:
    text = commented.read_text()
    record, moves = records.load(commented), text.split("\n\n", 1)[1]
    wrong = f"{record.moves[1]}x"
    commented.write_text(text.replace(record.moves[1], wrong, 1))
    number = 3 + text[: text.index(moves)].count("\n")
    done = run(commented)
    assert done.exit_code == 1 and len(done.stdout.splitlines()) == 5
    assert done.stderr.startswith(f"{commented}:{number}:"), done.stderr
    assert f"move 2 does not replay: {wrong} is not offered" in done.stderr
    assert f"did you mean {record.moves[1]}?" in done.stderr
    assert f"{number} | " in done.stderr and "^" * len(wrong) in done.stderr
    out = tmp_path / "kept.json"  # all of it, also what does not replay
    assert run(commented, "-o", out).exit_code == 1
    assert json.loads(out.read_text())["moves"] == list(records.load(commented).moves)
    commented.write_text(text + "\n;;")
    done = run(commented)
    assert done.exit_code == 1 and "a move is missing" in done.stderr


def test_json(saved: Path) -> None:
    data = json.loads(run(saved, "--json", "--step").stdout)
    record = json.loads(saved.read_text())
    assert data["replays"] is True
    assert data["record"] == record
    assert data["position"]["over"] is True
    assert [step["what"] for step in data["steps"]] == record["moves"]
    assert data["steps"][0]["before"]["decisions"] == 0


def test_a_game_in_progress_with_asked_chance(tmp_path: Path) -> None:
    game = load("ruta")
    state = game.start(chance="asked")
    while state.question is not None:
        state.answer(state.question.of)
    state.apply(state.legal_moves()[0])
    path = tmp_path / "asked.json"
    records.save(records.record_of(game, state), path)
    done = run(path)
    assert done.exit_code == 0
    assert "asked chance" in done.stdout
    assert "chance  " in done.stdout
    assert "1 move, and the game is not over" in done.stdout
    assert json.loads(run(path, "--json", "--step").stdout)["steps"][0]["seat"] is None


def test_a_record_that_does_not_replay_is_a_finding(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["moves"][2] = "claim the moon"
    saved.write_text(json.dumps(data))
    done = run(saved)
    assert done.exit_code == 1
    assert len(done.stdout.splitlines()) == 2 + 2  # as far as it goes
    assert "move 3 does not replay" in done.stderr
    done = run(saved, "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["replays"] is False
    assert told["parting"]["move"] == 3
    assert told["parting"]["text"] == "claim the moon"
    assert told["parting"]["changed"] is False
    assert told["position"]["decisions"] == 2


def test_rules_that_have_been_moved(saved: Path) -> None:
    data = json.loads(saved.read_text())
    saved.write_text(json.dumps(data | {"game": "/gone/ruta.game"}))
    assert run(saved).exit_code == 1
    assert run(saved, "--game", "ruta").exit_code == 0


def test_no_such_file(tmp_path: Path) -> None:
    assert run(tmp_path / "none.json").exit_code == 2


def test_limits_leave_a_record_without_result(tmp_path: Path) -> None:
    players = seat_players(["random", "random"], 7, seats=2)
    path = tmp_path / "short.json"
    records.save(Match(load("ruta"), players, Limits(decisions=5)).play(seed=7), path)
    assert "5 moves, and the game is not over" in run(path).stdout


def test_a_record_may_name_the_file_of_a_variant_as_its_game(tmp_path: Path) -> None:
    """As `play` does; and so may who says where the rules are now."""
    rules = (
        'variant polite of breakthrough "Polite"\n\nadd at start of turns in phase play\n'
        "  choose greeting\n    greet\n\naction greet\n  set greeted to yes\n\n"
        'mark greeted: yes or no "Greeted"\n'
    )
    (tmp_path / "polite.game").write_text(rules)
    path, moves = tmp_path / "polite.txt", "1. White: greet\n"
    path.write_text(f"game: polite.game\n\n{moves}")
    done = run(path)
    assert done.exit_code == 0, done.output
    assert done.stdout.endswith("The record replays: 1 move, and the game is not over.\n")
    written = tmp_path / "written.txt"
    assert run(path, "-o", written).exit_code == 0
    assert "game: breakthrough\n" in written.read_text() and "polite.game" in written.read_text()
    assert run(written, "--game", tmp_path / "polite.game").exit_code == 0
    path.write_text(f"game: breakthrough\n\n{moves}")
    assert "with variants none" in run(path, "--game", tmp_path / "polite.game").output
