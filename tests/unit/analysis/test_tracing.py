"""What is done in games: held against matches that are counted by other means, and against endings
and phases that can be read off small rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import catalogue
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.analysis.tracing import EnginesDiffer, MoveKind, Step, Tracer, Watcher
from rulewright.backends.protocol import TooLong
from rulewright.game import Game, load
from rulewright.play.match import Match
from rulewright.players.naming import seat_players
from rulewright.players.random import shared_stream
from rulewright.runtime.chance import stream
from rulewright.state import Move, State

SLOW = ("ruins", "draughts", "reversi")  # which take their time
GAMES = [info.name for info in catalogue.games() if info.name not in SLOW]

TWO_ENDS = """game counters "Counters"
  players 2 named Ann, Bob
mark heap: 0..9, starts 9
mark spare: 0..3

to add_up
  set spare to 2

phase early
  add_up
  turns until spare is 0
    choose first_of
      drop
        spend 1 spare

phase late
  rest_of_it
  turns until heap <= 1                   "The heap is gone"
    choose second_of
      take
        spend 2 heap
      else pass
    after_it

to rest_of_it
  add_up

to after_it
  if heap is 7
    end game                              COUNT-7

score left of p: heap
winner most score
"""


def counted(game: Game, seed: int) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """The moves made and those on offer at decisions, by choice and alternative, from states."""
    made, offered = Counter[tuple[str, str]](), Counter[tuple[str, str]]()

    def note(state: State, move: Move) -> None:
        made[state.choice, move.alternative.name] += 1
        offered.update({(state.choice, other.alternative.name) for other in state.legal_moves()})

    players = seat_players(["random"] * game.seats, seed, seats=game.seats)
    Match(game, players).play_state(seed=seed, watch=note)
    return made, offered


def test_points_are_asked_for_once_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("pig", engine="reference")
    asked = list[str]()

    def noting(name: str) -> Callable[..., object]:
        answer = getattr(type(game.engine), name)

        def noted(*args: object) -> object:
            asked.append(name)
            return answer(*args)

        return noted

    for name in ("totals", "lines"):
        monkeypatch.setattr(type(game.engine), name, noting(name))
    trace = Tracer(game).playout(1, longest=10_000)
    assert sorted(asked) == ["lines", "totals"], "who has won hangs on points here"
    assert sum(trace.points.values()) == sum(trace.result.totals) > 0


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_a_trace_is_the_playout_with_the_same_seed(name: str) -> None:
    game = load(name, engine="python")
    tracer = Tracer(game)
    for seed in (1, 2):
        trace = tracer.playout(seed, longest=10_000)
        chance, players = stream(seed), shared_stream(seed)
        assert trace.result == game.engine.playout(chance, players, longest=10_000)
        made, offered = counted(game, seed)
        whole = {kind for kinds in tracer.kinds for kind in kinds}
        assert {k[1:]: times for k, times in trace.made.items() if k in whole} == made
        assert {k[1:]: times for k, times in trace.offered.items() if k in whole} == offered
        for kinds, inner in zip(tracer.kinds, tracer.inner, strict=True):
            for kind, of_values in zip(kinds, inner, strict=True):
                if of_values:
                    by_value = sum(trace.made.get(one, 0) for one in of_values)
                    assert by_value == trace.made.get(kind, 0)
        assert sum(trace.lengths.values()) == trace.result.decisions
        where = next(file for file in game.files if file.name == trace.ending.file)
        assert where.line_text(trace.ending.line).split()[0] in ("end", "turns", "repeat")


def test_players_who_are_named_are_traced_alike() -> None:
    game = load("ruta")
    tracer = Tracer(game)
    players = seat_players(["random", "random"], 5, seats=2)
    assert tracer.match(players, 5, longest=999) == tracer.playout(5, longest=999)


def test_moves_are_told_apart_by_the_value_of_a_small_type_that_they_name_first() -> None:
    tracer = Tracer(load("crazy_eights"))
    names = [kind.name for kind in tracer.every_kind if kind.choice == "suit"]
    assert names == ["name", "name Clubs", "name Diamonds", "name Hearts", "name Spades"]


def test_phases_and_endings(tmp_path: Path) -> None:
    rules = tmp_path / "counters.game"
    rules.write_text(TWO_ENDS)
    tracer = Tracer(load(str(rules)))
    trace = tracer.playout(1, longest=99)
    assert trace.made == {
        MoveKind("early", "first_of", "drop"): 2,
        MoveKind("late", "second_of", "take"): 1,
    }
    assert trace.lengths == {"early": 2, "late": 1}
    assert trace.ending == ("end game", str(rules), 30)
    rules.write_text(TWO_ENDS.replace("heap is 7", "heap is 8"))
    trace = Tracer(load(str(rules))).playout(1, longest=99)
    assert trace.ending == ("The heap is gone", str(rules), 18)
    assert trace.lengths == {"early": 2, "late": 4}


def test_an_ending_without_words_has_those_of_the_condition_above_it(tmp_path: Path) -> None:
    rules = tmp_path / "counters.game"
    rules.write_text(TWO_ENDS.replace("if heap is 7", 'if heap is 7  "Seven are left"'))
    ending = "Seven are left", str(rules), 30
    assert Tracer(load(str(rules))).playout(1, longest=99).ending == ending


def test_an_ending_that_a_variant_says_is_told_where_that_stands(tmp_path: Path) -> None:
    (tmp_path / "counters.game").write_text(TWO_ENDS.replace("heap is 7", "heap is 5"))
    edits = {
        'set until in turns in late to heap <= 7  "Seven are left"': ("Seven are left", 3),
        'replace "end game" in after_it\n  end game  "Enough"': ("Enough", 4),
    }
    for edit, (words, line) in edits.items():
        more = tmp_path / "more.game"
        more.write_text(f'variant more of counters "More"\n\n{edit}\n')
        game = load(str(tmp_path / "counters.game"), variants=["more"])
        assert Tracer(game).playout(1, longest=99).ending == (words, str(more), line)


def test_which_of_several_conditions_has_ended_games_is_told(tmp_path: Path) -> None:
    """By the words of a definition, or as it is written; also where all of them held."""
    text = TWO_ENDS
    for before, after in (
        ("heap <= 1 ", "is_low or spare is 0 and heap < 9 "),
        ("to add_up", 'define is_low = heap <= 7  "Little is left"\n\nto add_up'),
        ("      take\n", "      lose\n        spend 1 spare\n        spend 1 heap\n      take\n"),
        ("if heap is 7", "if heap is 0"),
    ):
        text = text.replace(before, after, 1)
    rules = tmp_path / "counters.game"
    rules.write_text(text)
    figures = simulate(GameSpec(str(rules)), games=60, seed=1).figures
    assert figures is not None
    endings = figures["traced"]["endings"]
    assert {one["words"] for one in endings} == {"The heap is gone"}
    both = "Little is left and spare is 0 and heap < 9"
    assert {one["because"] for one in endings} == {"Little is left", both}
    assert sum(one["games"]["count"] for one in endings) == 60


def test_such_an_ending_without_words_is_told_as_it_is_now(tmp_path: Path) -> None:
    text = TWO_ENDS.replace("heap is 7", "heap is 5")
    more = tmp_path / "more.game"
    more.write_text('variant more of counters "More"\n\nset until in turns in late to heap <= 7\n')
    for number in ("", "COUNT-8"):
        (tmp_path / "counters.game").write_text(text.replace('"The heap is gone"', number))
        game = load(str(tmp_path / "counters.game"), variants=["more"])
        assert Tracer(game).playout(1, longest=99).ending == ("turns until heap <= 7", str(more), 3)


def test_what_a_variant_puts_into_a_phase_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "counters.game").write_text(TWO_ENDS)
    (tmp_path / "more.game").write_text(
        'variant more of counters "More"\n\nadd at end of early\n  set spare to 3\n'
        "  turns until spare is 0\n    choose again_of\n      drop_again\n        spend 1 spare\n"
    )
    game = load(str(tmp_path / "counters.game"), variants=["more"])
    assert Tracer(game).playout(1, longest=99).lengths == {"early": 5, "late": 1}


def test_a_game_that_is_too_long_is_no_trace() -> None:
    with pytest.raises(TooLong):
        Tracer(load("ruta")).playout(1, longest=20)


def test_figures_of_traces_add_up() -> None:
    figures = simulate(GameSpec("leduc_poker"), games=40, seed=3).figures
    assert figures is not None
    traced = figures["traced"]
    assert traced["games"] == 40
    assert sum(ending["games"]["count"] for ending in traced["endings"]) == 40
    decisions = sum(phase["decisions"]["mean"] for phase in traced["phases"])
    assert decisions == pytest.approx(figures["decisions"]["mean"])
    assert sum(move["made"] for move in traced["moves"]) == pytest.approx(40 * decisions)
    assert all(move["made"] <= move["offered"] for move in traced["moves"])
    assert [move["move"] for move in traced["moves"][:2]] == ["fold", "check"]


def test_that_a_game_goes_on_on_one_engine_alone_is_told() -> None:
    game = load("pig", engine="python")
    state = game.start(seed=1)
    codes = []
    while not state.over:
        move = state.legal_moves()[-1]
        codes.append(move.code)
        state.apply(move)
    watcher = Watcher(game)
    assert watcher.watch(1, codes)
    with pytest.raises(
        EnginesDiffer, match=f"over after {len(codes)} moves on reference, and goes"
    ):
        watcher.watch(1, [*codes, codes[0]])


RACE = """game race "A race"
  players 2
option longest: 9, 3..9
mark near: 0..9
mark far: 0..9
phase only
  turns until near is 3                   "Somebody has come near"       RACE-1
    choose go
      to_and_fro
        gain 1 near
      away
        gain 1 far
score gone of p: near
winner most score
"""
RACES = {
    "weary": 'add until far is 2 or far > 8 to turns  "It is too far"  RACE-2',
    "brief": "add until near + far >= longest - 5 to turns  RACE-3",
    "early": 'set until in turns to near is 1  "Just one"',
}


def test_ends_that_variants_add_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "race.game").write_text(RACE)
    for name, edit in RACES.items():
        (tmp_path / f"{name}.game").write_text(f'variant {name} of race "Other"\n\n{edit}\n')

    def met(*variants: str, **options: str) -> set[tuple[str, str, int]]:
        game = load(str(tmp_path / "race.game"), variants=variants, options=options)
        traces = (Tracer(game).playout(seed, longest=99) for seed in range(12))
        return {(t.ending.words, Path(t.ending.file).stem, t.ending.line) for t in traces}

    near, far = ("Somebody has come near", "race", 7), ("It is too far", "weary", 3)
    assert met("weary") == {near, far}
    written = ("add until near + far >= longest - 5 to turns", "brief", 3)
    assert met("weary", "brief", longest="8") == {near, far, written}
    assert met("early", "weary") == {("Just one", "early", 3), far}
    assert {words for words, _, _ in met("early")} == {"Just one"}
    assert met("weary", "brief", longest="5") == {written}


PONDS = """\
game frogs "Frogs"
  players 2

type leaf: ring a, b, c, d
mark frog of seat: leaf
option kept: 40, 1..100
history ponds of frog, me: last kept
history leaps of frog: last 3

phase pond
  turns until times(ponds) is 2
    remember(ponds)
    choose hop
      hop(n in {1, 3})
        set frog of me to frog of me + n
        if n is 3
          forget(leaps)
        remember(leaps)

score back of p: 1 when frog of p is a and times(leaps) > 0 else 0
winner most score
"""


def test_how_much_histories_remember_is_told_and_that_it_was_too_little(tmp_path: Path) -> None:
    """A moment a turn, and so as many as there were decisions; since one was put aside that counts
    after three."""
    (tmp_path / "frogs.game").write_text(PONDS)
    kept, in_all, too_long = 12, list[int](), list[bool]()
    for seed in range(40):
        game = load(str(tmp_path / "frogs.game"), options={"kept": "40"})
        steps, since, most, lost = list[Step](), 0, 0, False
        trace = Tracer(game).playout(seed, longest=40, seen=steps.append)
        for step in steps[:-1]:
            n = 1 if step.taken[1] == 1 else 3
            since, lost = (since + 1, lost or since >= 3) if n == 1 else (1, lost)
            most = max(most, min(3, since))
        decisions = trace.result.decisions
        assert trace.remembered == (("ponds", decisions, False), ("leaps", most, lost))
        in_all.append(decisions)
        short = load(str(tmp_path / "frogs.game"), options={"kept": str(kept)})
        (_, held, full), _ = Tracer(short).playout(seed, longest=400).remembered
        too_long.append(full)
        assert (held, full) == (min(kept, decisions), decisions > kept)
    assert {True, False} == set(too_long) and [n > kept for n in in_all] == too_long
    spec = GameSpec(str(tmp_path / "frogs.game"), options={"kept": str(kept)})
    figures = simulate(spec, games=40, traced=40, jobs=2).figures
    assert figures is not None
    (ponds, leaps) = figures["traced"]["histories"]
    assert ponds["history"] == "ponds" and ponds["moments"]["max"] == kept
    assert 0 < ponds["forgotten"]["count"] < 40 and leaps["moments"]["max"] == 3
