"""Small edits of rules: which there are, which scenarios notice them, what of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import load
from rulewright.check import modules
from rulewright.diagnostics import Findings, UsageError
from rulewright.limits import Deadline, OutOfTime
from rulewright.testing.mutation.campaign import (
    NOT_LOOKED,
    MutantReport,
    ResultCache,
    Task,
    chosen,
    judged,
    mutate,
)
from rulewright.testing.mutation.edits import mutants
from rulewright.testing.mutation.sameness import ScenarioText, seen_otherwise
from rulewright.testing.mutation.trial import Bench

GAME = """game cherries "Cherries"
  players 2 named first, second

type helping: one, two
mark left: 0..9, starts 5
mark last: seat or nobody
mark helpings of seat: 0..9
mark idle of seat: 0..2, seen by owner

define size_of(h: helping)
  1 when h is one
  2 else

phase play
  turns until left is 0
    choose eat
      take(h in helping where size_of(h) <= left)
        needs size_of(h) < 3               else "too much"
        spend (size_of(h)) left
        gain 1 helpings of me
        set last to me
      skip
        gain 1 idle of me
        if idle of me is 2
          end game

score last of p: 1 when last is p else 0
score few of p: 9 - helpings of p
winner most score

scenario "Two and two, then one"
  play take two; take two
  offers take one; skip
  play take one
  expect over
  expect score of first is 8 and score of second is 8
"""
MORE = """
scenario "The last one is worth a point"
  given
    left: 1
  play skip; take one
  expect score of first is 9 and score of second is 9
  expect left is 0 and winners is {first, second}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "cherries.game"
    path.write_text(GAME)
    return path


def edits(path: Path) -> dict[int, list[str]]:
    loaded = modules.read(path, Findings())
    assert loaded is not None
    found: dict[int, list[str]] = {}
    for mutant in mutants(loaded.file):
        found.setdefault(mutant.line, []).append(mutant.words)
    return found


def judgement(path: Path, line: int, words: str) -> MutantReport:
    bench = Bench(str(path))
    number = next(
        i for i, m in enumerate(bench.mutants) if m.line == line and m.words.startswith(words)
    )
    return list(judged(bench, number, seconds=1.0))[-1]


def test_what_is_left_out_is_quoted_as_it_stands_there(game: Path) -> None:
    both = "size_of(h) < 3 or last is me or (left is 1 and last is nobody)"
    game.write_text(GAME.replace("needs size_of(h) < 3  ", f"needs {both}  "))
    gone = [words for words in edits(game)[18] if words.endswith("is left out")]
    assert {*gone[1:]} == {
        "`size_of(h) < 3 or` is left out",
        "`or last is me` is left out",
        "`or (left is 1 and last is nobody)` is left out",
        "`left is 1 and` is left out",
        "`and last is nobody` is left out",
    }


def test_edits_stand_at_their_lines_and_say_what_they_do(game: Path) -> None:
    found = edits(game)
    assert found[5] == ["5 becomes 6", "5 becomes 4"]
    assert found[8] == ["idle is seen by all"]
    assert "the case `1 when h is one` is left out" in found[11]
    assert "`is` becomes `is not`" in found[15]
    assert "`where size_of(h) <= left` is left out" in found[17]
    assert "`<=` becomes `<`" in found[17]
    assert found[20] == [
        "`gain 1 helpings of me` is left out", "gain becomes spend", "1 becomes 2",
        "me becomes opponent",
    ]  # fmt: skip
    assert "`end game` is left out" in found[25]
    assert "the least points win" in found[29]
    assert not any(line > 30 for line in found), "scenarios are not edited"


def test_every_edit_gives_another_tree(game: Path) -> None:
    loaded = modules.read(game, Findings())
    assert loaded is not None
    for mutant in mutants(loaded.file):
        assert mutant.applied(loaded.file) != loaded.file, mutant.words


def test_a_scenario_notices(game: Path) -> None:
    result = judgement(game, 19, "spend becomes gain")
    assert result.what == "killed"
    assert result.by == "Two and two, then one"


def test_the_checker_refuses(game: Path) -> None:
    result = judgement(game, 22, "`skip") if False else judgement(game, 5, "5 becomes 6")
    assert result.what == "killed"
    assert judgement(game, 21, "`set last to me` is left out").by == "E193"


def test_a_survivor_comes_with_a_scenario_that_notices_it(game: Path) -> None:
    result = judgement(game, 25, "`end game` is left out")
    assert (result.what, result.message) == ("survived", "the game goes on")
    assert result.suggestion.endswith("skip\n  expect over\n")
    result = judgement(game, 23, "1 becomes 2")
    assert result.what == "survived"
    assert result.suggestion.splitlines()[0] == 'scenario "play: take one is offered"'
    suggested = game.read_text() + "\n" + result.suggestion
    game.write_text(suggested)
    assert judgement(game, 23, "1 becomes 2").what == "killed"


LONG = """game walk "A long walk"
  players 2
mark miles: 0..99
mark rests: 0..99
mark last: seat or nobody

phase walking
  turns until miles is 90
    choose main
      walk                                "Walk on for a mile"
        gain 1 miles
        set last to me
      rest                                "Rest"
        needs miles > 40                  else "nobody is tired"
        gain 1 miles
        gain 1 rests

score walked of p: 1 when last is p and rests < 99 else 0
winner most score

scenario "One mile"
  play walk
  expect miles is 1
"""


def test_a_long_game_is_shown_from_a_position_near_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "walk.game"
    path.write_text(LONG, encoding="utf-8")
    result = judgement(path, 14, "40 becomes 41")
    assert (
        result.suggestion
        == """scenario "walking: rest is offered"
  given
    miles: 41
  offers rest; ...
"""
    )
    path.write_text(f"{LONG}\n{result.suggestion}", encoding="utf-8")
    assert judgement(path, 14, "40 becomes 41").what == "killed"


def test_what_a_scenario_says_is_empty_is_so_in_what_is_suggested(tmp_path: Path) -> None:
    path = tmp_path / "walk.game"
    given = "  given\n    met:\n    miles: 41\n"
    rules = LONG.replace("mark rests", "mark met: set of seat, starts {'0'}\nmark rests")
    rules = rules.replace("is p and", "is p and p not in met and")
    rules = rules.replace("gain 1 rests", "gain 1 rests\n        set met to {me}")
    path.write_text(f'{rules}\nscenario "Nobody is met"\n{given}  play walk\n', encoding="utf-8")
    result = judgement(path, 15, "40 becomes 41")
    assert f"{given}  offers rest; ...\n" in result.suggestion


def test_what_changes_nothing_is_told_apart(game: Path) -> None:
    text = game.read_text().replace("needs size_of(h) < 3 ", "needs size_of(two) < 4 ")
    game.write_text(text)
    assert judgement(game, 18, "4 becomes 5").what == "same core"
    assert judgement(game, 18, "`needs").what == "same core"


def test_where_no_game_differed_it_is_looked_again_when_there_is_more_time(game: Path) -> None:
    text = game.read_text().replace("size_of(h) < 3  ", "left < 99  ")
    game.write_text(text)
    short = mutate(Task(str(game), seconds=0.01), only=["18"])
    alike = [r for r in short.results if r.what == "same playouts"]
    assert len(alike) > 1 and all(r.games > 1 for r in alike)
    assert mutate(Task(str(game), seconds=0.01), only=["18"]).fresh == 0
    assert mutate(Task(str(game), seconds=0.0), only=["18"]).results == short.results
    longer = mutate(Task(str(game), seconds=0.1), only=["18"])
    assert longer.fresh == len(alike)
    again = {r.words: r.games for r in longer.results}
    assert all(again[r.words] > r.games for r in alike)


def test_a_title_says_what_the_scenario_shows() -> None:
    def title(*expect: str, around: str = "eat") -> str:
        return ScenarioText(expect=[*expect]).title(around)

    assert title("offers take one; ...") == "eat: take one is offered"
    assert title("offers take one; skip") == "eat: what is offered"
    assert title("refuses skip") == "eat: skip is not offered"
    assert title("expect over") == "eat: the game is over"
    assert title("seen by first", "  idle of second: hidden") == "eat: what first sees"
    assert title("expect left is 3", around="") == "Left is 3"
    line = '"if n is 3" in play'
    assert title("expect n is 1", around=line) == "'if n is 3' in play: n is 1", "no quote ends it"
    long = title("offers " + "take one and " * 9 + "no more; ...")
    assert len(long) < 70 and long.endswith(" …")


def test_a_move_that_is_offered_twice_is_a_difference(tmp_path: Path) -> None:
    path = tmp_path / "twice.game"
    path.write_text(
        """game twice "The same thing twice"
  players 1
type cake: (kind: 0..1, copy: 0..1) named "{kind}"
mark eaten: 0..9
phase play
  turns until eaten > 0
    choose main
      eat
action eat
  compose plate named "eat {cakes}"
    step put(c in cake) into cakes
      needs first: copy of c is 0         else "the first one comes first"
      needs only: cakes is empty          else "one cake"
    finish done
      needs one: cakes is not empty       else "a cake"
  gain (total kind of cakes + 1) eaten
score eaten of p: eaten
winner most score

scenario "One is eaten"
  play eat 0
  expect eaten is 1
"""
    )
    result = judgement(path, 12, "`needs first")
    assert (result.what, result.message) == ("survived", "eat 0 is offered twice")
    path.write_text(path.read_text() + "\n" + result.suggestion)
    assert judgement(path, 12, "`needs first").what == "killed"


@pytest.mark.parametrize("values", ["5, 3, 7, 9", "5, 3..7", "5..7", "5..7, 3, 9..12"])
def test_of_an_option_that_is_a_number_the_usual_one_is_edited(values: str, game: Path) -> None:
    """What else may be chosen, and from where to where, no scenario need show."""
    text = game.read_text().replace("type helping", f"option most: {values}\n\ntype helping")
    game.write_text(text.replace("gain 1 helpings of me", "gain min(most, 1) helpings of me"))
    edits = [mutant.words for mutant in Bench(str(game)).mutants if mutant.line == 4]
    assert edits == ["5 becomes 6", "5 becomes 4"]


def test_of_few_edits_none_is_of_an_option_as_long_as_there_are_others(game: Path) -> None:
    options = "option most: 3..7, 9, 11\noption least: 1, 2\n"
    game.write_text(game.read_text().replace("type helping", f"{options}\ntype helping"))
    loaded = modules.read(game, Findings())
    assert loaded is not None
    found = mutants(loaded.file)
    early = [i for i, mutant in enumerate(found) if not mutant.late]
    late = len(found) - len(early)
    assert late > 2
    for limit in (1, 3, len(early) - 1):
        few = chosen(found, (), limit)
        assert len(few) == limit and {*few} <= {*early}
        assert few == sorted({*few}) and few[0] == early[0], "spread over the file"
    assert {*chosen(found, (), len(early) + 1)} > {*early}
    assert chosen(found, (), len(found)) == [*range(len(found))]
    few = chosen(found, ("most", "least"), late - 1)
    assert len(few) == late - 1, "who asks for options has them"


def test_playouts_are_tried_for_each_number_of_seats_and_with_each_size(tmp_path: Path) -> None:
    path = tmp_path / "plums.game"
    path.write_text(
        """game plums "Plums"
  players 2..4 named first, second, third, fourth
option trees: 2, 2..20
type tree: (number: 1..trees) named "tree {number}"
mark bowl: 0..20
define helping = 5 when size of seat <= 3 else 4
define late = 1 when size of tree > 19 else 0
phase meal
  turns until bowl > 9
    choose main
      take
action take
  gain (helping + late) bowl
score eaten of p: bowl
winner most score

scenario "Ten are enough"
  play take; take
  expect over
"""
    )
    seats = judgement(path, 6, "3 becomes 4")
    assert (seats.what, seats.message) == ("survived", "the score of first is 5")
    assert "\n  seats 4\n" in seats.suggestion
    path.write_text(path.read_text() + "\n" + seats.suggestion)
    assert judgement(path, 6, "3 becomes 4").what == "killed"
    trees = judgement(path, 7, "19 becomes 20")
    assert trees.what == "survived" and "\n  with trees 20\n" in trees.suggestion


def test_lines_and_names_choose(game: Path) -> None:
    bench = Bench(str(game))
    assert {bench.mutants[i].line for i in chosen(bench.mutants, ["20-21", "5"], None)} == {
        5,
        20,
        21,
    }
    assert {bench.mutants[i].around for i in chosen(bench.mutants, ["play"], None)} == {"play"}
    assert len(chosen(bench.mutants, [], 7)) == 7
    with pytest.raises(UsageError, match="called nowhere"):
        chosen(bench.mutants, ["nowhere"], None)


def test_what_is_known_is_not_tried_again(game: Path) -> None:
    only = ["20", "23"]
    first = mutate(Task(str(game), seconds=0.2), only=only)
    assert first.complete and first.fresh == len(first.results)
    assert first.counts["survived"] and first.counts["killed"]
    again = mutate(Task(str(game), seconds=0.2), only=only)
    assert again.fresh == 0 and again.results == first.results
    game.write_text(game.read_text() + MORE + "  expect idle of first is 1\n")
    more = mutate(Task(str(game), seconds=0.2), only=only)
    assert more.fresh == first.counts["survived"] + first.counts["same playouts"]
    assert more.score > first.score


def test_all_are_shown_to_the_scenarios_before_a_playout_is_looked_for(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(ResultCache, "put", lambda self, number, result: told.append(number))
    finished: list[int] = []
    done = mutate(
        Task(str(game), seconds=0.2), only=["20", "23"], cache=False,
        on_progress=lambda one, of: finished.append(one),
    )  # fmt: skip
    count, killed = len(done.results), done.counts["killed"] + done.counts["refused"]
    assert len({*told[:count]}) == count > killed > 0
    assert len(told) == count + (count - killed) == len(finished)
    assert finished[count - 1] == killed and finished[-1] == count
    assert NOT_LOOKED not in [result.message for result in done.results]


def test_rules_are_tried_first_and_options_and_histories_last(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "option most: 5, 1..9\nhistory sizes of left, last: last 9\n"
    text = GAME.replace("type helping", f"{head}type helping", 1).replace(
        "    choose eat\n", "    remember(sizes)\n    choose eat\n"
    )
    game.write_text(text.replace("until left is 0", "until left is 0 or times(sizes) is most"))
    told: list[int] = []
    monkeypatch.setattr(ResultCache, "put", lambda self, number, result: told.append(number))
    bench = Bench(str(game))
    mutate(Task(str(game), seconds=0), only=["most", "sizes", "size_of"], cache=False)
    tried = [bench.mutants[number].around for number in told]
    assert {*tried} == {"most", "sizes", "size_of"}
    first = tried.index("size_of")
    assert first == 0 and "size_of" not in tried[tried.count("size_of") :]


def test_nothing_is_said_while_scenarios_fail(game: Path) -> None:
    game.write_text(game.read_text().replace("score of second is 8", "score of second is 7"))
    with pytest.raises(UsageError, match="fails already"):
        mutate(Task(str(game)), only=["5"])


def test_a_deadline_ends_it_between_edits_and_in_the_middle_of_all(game: Path) -> None:
    clock = [0.0]

    def passes(done: int, _: int) -> None:
        clock[0] = 1000.0 * done

    deadline = Deadline(1000, now=lambda: clock[0])
    task = Task(str(game), seconds=0)
    done = mutate(task, only=["size_of"], cache=False, deadline=deadline, on_progress=passes)
    assert done.complete and len(done.results) == 1
    rest = chosen(Bench(str(game)).mutants, ["size_of"], None)
    assert len(done.untried) == len(rest) - 1 > 0
    with pytest.raises(OutOfTime):
        mutate(task, deadline=deadline)


def test_an_edit_that_breaks_a_promise_is_no_harmless_one(game: Path) -> None:
    promise = "define first_left = 5\nalways left <= first_left  # so it begins\n"
    rules, scenario = GAME.partition("scenario")[0] + promise, 'scenario "Two"\n'
    game.write_text(f"{rules}{scenario}  play take two\n")
    assert judgement(game, 31, "5 becomes 4").by == "Two"
    game.write_text(f"{rules}{scenario}  given\n    left: 5\n  play take two\n")
    result = judgement(game, 31, "5 becomes 4")
    assert (result.what, result.message) == (
        "survived",
        "this must always hold: left <= first_left",
    )
    assert result.suggestion.endswith("  expect left <= first_left\n")
    game.write_text(f"{game.read_text()}\n{result.suggestion}")
    assert judgement(game, 31, "5 becomes 4").what == "killed"


HOPPING = """game hopping "Hopping"
  players 2 named Ann, Bob
mark height: 0..3
history heights of height, me: last 9    "How high it was, and who was to move"
phase only
  turns until times(heights) is 2
    remember(heights)
    choose main
      hop
        set height to remainder(height + 1, 3)
winner p where height is 2
"""


def test_what_is_remembered_otherwise_is_told_where_nothing_else_is_seen(tmp_path: Path) -> None:
    states = []
    for name, text in (
        ("one", HOPPING),
        ("two", HOPPING.replace("of height, me:", "of height:")),
        ("three", HOPPING.replace("height + 1", "height + 2")),
    ):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "hopping.game"
        path.write_text(text)
        states.append(load(str(path)).start(seed=1))
        states[-1].apply("hop")
    one, two, three = states
    assert seen_otherwise(one, two, 0) == "what is remembered in heights is another"
    assert seen_otherwise(one, three, 0) == "Ann sees something else"
