"""What is said of rows: held against counts made apart, and against games whose course is known."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from rulewright.analysis.compare import Both
from rulewright.analysis.simulate import GameSpec
from rulewright.analysis.tracing import Ending, Trace
from rulewright.backends.protocol import PlayoutResult, Verdict
from rulewright.game import load
from rulewright.playtest import figures, skill
from rulewright.playtest.beside import CHANGES, COMEBACKS, beside
from rulewright.playtest.figures import Bar
from rulewright.playtest.plan import Measures, Plan, Setting
from rulewright.playtest.report import Questions, answers
from rulewright.playtest.row import Look, Measured, Moment, Row, Use, Weighed
from rulewright.playtest.run import Played, playtest

LINES = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3",
         "a3 b2 c1")  # fmt: skip


def row(
    number: int, *, winners: int, wins: tuple[tuple[float, ...], ...] = (), decisions: int = 10,
    totals: tuple[int, ...] = (0, 0), looks: tuple[Look, ...] = (), uses: tuple[Use, ...] = (),
) -> Row:  # fmt: skip
    """A game of so many decisions; `wins`: of ten games from each of its moments, one a decision
    from 0."""
    moments = tuple(Moment(at, 10, shares, totals) for at, shares in enumerate(wins))
    trace = Trace(
        PlayoutResult(decisions, 30, totals, Verdict(winners, -1)), {}, {}, {}, {},
        Ending("over", "x.game", 1),
    )  # fmt: skip
    players = ("random",) * len(totals)
    measured = Measured(moments, looks, uses)
    return Row(0, number, number, players, trace, 0, ("a move",) * decisions, measured)


@pytest.fixture(scope="module")
def played() -> Played:
    measures = Measures(games=3, moments=2, playouts=2, decisions=1, simulations=4)
    setting = Setting(GameSpec("tic_tac_toe"), ("random", "random"), 60, measures)
    return playtest(Plan((setting,), seed=2))


def test_wins_and_lengths_are_those_of_a_count_made_apart(played: Played) -> None:
    won, lengths = Counter[str](), Counter[int]()
    for one in played.rows[0]:
        squares = [move.removeprefix("mark ") for move in one.moves]
        signs = {"X": set(squares[::2]), "O": set(squares[1::2])}
        found = [s for s, has in signs.items() if any(set(li.split()) <= has for li in LINES)]
        won[found[0] if found else "nobody"] += 1
        lengths[len(squares)] += 1
    told = figures.side(played.games[0], played.rows[0], 4)
    assert told.figures is not None and told.length is not None
    counts = [seat["wins"]["count"] for seat in told.figures["seats"]]
    assert counts == [won["X"], won["O"]] and told.figures["nobody"]["count"] == won["nobody"]
    assert {bar.first: bar.games for bar in told.lengths if bar.games} == lengths
    assert told.seats[0].value == pytest.approx((won["X"] + won["nobody"] / 2) / 60)
    in_order = sorted(lengths.elements())
    assert told.length.least == in_order[0] and told.length.greatest == in_order[-1]
    assert told.figures["traced"]["games"] == 60
    numbers = sorted(range(60), key=lambda number: len(played.rows[0][number].moves))
    assert list(told.examples.shortest) == numbers[:10]
    assert told.players == {}


def test_what_is_told_of_a_win_is_that_it_is_shared() -> None:
    shared = row(0, winners=0b11, totals=(5, 5, 1))
    assert [figures.win_of(shared, seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    nobody = row(0, winners=0, totals=(5, 5, 1))
    assert [figures.win_of(nobody, seat) for seat in range(3)] == [1 / 3] * 3


def test_a_game_is_decided_when_the_chance_stays() -> None:
    wins = ((5.0, 5.0), (9.0, 1.0), (7.0, 3.0), (8.0, 2.0), (10.0, 0.0))
    assert figures.decided_at(row(0, winners=0b01, wins=wins)) == 0.3
    assert figures.decided_at(row(0, winners=0b10, wins=wins)) == 1.0
    assert figures.decided_at(row(0, winners=0b01)) == 1.0


def test_the_lead_changes_only_beyond_chance() -> None:
    def changes(*shares: float) -> int:
        return figures.lead_changes([Moment(i, 30, (s, 30 - s), ()) for i, s in enumerate(shares)])

    assert changes(15, 17, 13, 16, 14) == 0
    assert changes(25, 5, 25) == 2
    assert changes(5, 14, 25) == 1
    assert changes(15, 25, 16, 25) == 0
    assert changes() == 0


def test_a_comeback_is_from_clearly_behind_after_the_beginning() -> None:
    behind, even = (0.0, 10.0), (4.0, 6.0)
    assert figures.is_comeback(row(0, winners=1, wins=(even, behind, even)), 2)
    assert not figures.is_comeback(row(0, winners=1, wins=(behind, even, even)), 2)
    assert not figures.is_comeback(row(0, winners=2, wins=(even, behind, even)), 2)


def test_chances_along_a_game_are_those_of_who_wins_in_the_end() -> None:
    game = load("tic_tac_toe")
    wins = tuple((10.0 - at, float(at)) for at in range(10))
    rows = [row(number, winners=0b10, wins=wins) for number in range(4)]
    found = figures.course(game, rows, wins=True)
    assert found is not None and found.decided is not None
    assert [round(one.estimate.value, 9) for one in found.winner] == [at / 10 for at in range(10)]
    assert [one.at for one in found.winner] == [at / 10 for at in range(10)]
    assert all(one.estimate.games == 4 for one in found.winner)
    assert found.decided.middle == 0.8 and found.changes is not None
    assert found.changes["mean"] == 1 and found.comebacks is not None
    assert found.comebacks["count"] == 4
    drawn = figures.course(game, [row(0, winners=0, wins=wins)], wins=True)
    assert drawn is not None and drawn.winner == () and drawn.decided is None
    endless = row(0, winners=1)._replace(
        measured=Measured((Moment(0, 0, (0.0, 0.0), (0, 0)),), (), ())
    )
    assert figures.course(game, [endless], wins=True) is None


def weighed(*values: tuple[float, float], proof: int = 0) -> Look:
    found = tuple(Weighed(i, share, value, 0) for i, (share, value) in enumerate(values))
    first = found[0]._replace(proof=proof)
    return Look(0, 0, len(found), 0, (first, *found[1:]))


def test_choices_are_told_apart_by_what_a_search_can_see() -> None:
    assert figures.kind_of(weighed((0.5, 0.50), (0.5, 0.52)), 100) == ("alike", 2)
    assert figures.kind_of(weighed((0.5, 0.9), (0.5, 0.2)), 100) == ("clear", 1)
    open_ = weighed((0.4, 0.8), (0.4, 0.79), (0.2, 0.1))
    assert figures.kind_of(open_, 100) == ("open", 2)
    assert figures.kind_of(weighed((0.5, 0.4), (0.5, 0.6)), 20) == ("alike", 2)
    assert figures.kind_of(weighed((0.5, 0.4), (0.5, 0.6)), 2000)[0] == "clear"
    assert figures.kind_of(weighed((0.1, 0.5), (0.9, 0.5), proof=1), 100) == ("clear", 1)
    assert figures.kind_of(weighed((1.0, 0.5)), 100) == ("alike", 1)
    assert figures.kind_of(weighed((0.5, 0.0), (0.5, 0.0)), 100)[0] == "alike"


def test_the_quantile_of_chi_square_is_that_of_the_tables() -> None:
    for degrees, printed in ((1, 3.841), (2, 5.991), (5, 11.070), (10, 18.307), (30, 43.773)):
        assert figures.chi_square_95(degrees) == pytest.approx(printed, rel=0.03)


def test_what_is_never_and_always_used() -> None:
    uses = (Use("square", "a1", 1, 3), Use("square", "b2", 0, 2))
    rows = [row(number, winners=0, uses=uses) for number in range(12)]
    (found,) = figures.uses(load("tic_tac_toe"), rows)
    assert (found.kind, found.games) == ("square", 12)
    assert found.never == ("b2",) and found.always == ("a1",)
    assert found.missing == ("b1", "c1", "a2", "c2", "a3", "b3", "c3") or len(found.missing) == 7
    assert found.used[0] == ("a1", 12, 12, 36, 12)


def test_the_closest_games_are_those_by_points() -> None:
    game = load("goofspiel")
    rows = [row(0, winners=1, totals=(9, 2)), row(1, winners=1, totals=(5, 4)),
            row(2, winners=2, totals=(3, 6))]  # fmt: skip
    assert figures.examples(game, rows).closest == (1, 2, 0)


def test_lengths_are_put_together_to_bars() -> None:
    assert list(figures.bars([])) == []
    assert list(figures.bars([4, 4, 6])) == [Bar(4, 4, 2), Bar(5, 5, 0), Bar(6, 6, 1)]
    many = list(figures.bars(list(range(1000))))
    assert len(many) <= figures.WIDTH and sum(bar.games for bar in many) == 1000


def test_elo_is_the_difference_that_makes_such_a_share() -> None:
    for share, seats, known in ((0.5, 2, 0.0), (10 / 11, 2, 400.0), (0.25, 4, 0.0)):
        assert skill.elo(share, seats) == pytest.approx(known)
    four = skill.elo(0.5, 4)  # three times as strong as each of the three others
    assert four == pytest.approx(400 * math.log10(3))
    assert skill.elo(1.0, 2) is None and skill.elo(0.0, 2) is None


def test_parts_of_wins_have_the_interval_of_wilson() -> None:
    found = figures.part_of([1.0] * 7 + [0.0] * 3)
    assert (found.low, found.high) == pytest.approx((0.39677, 0.89220), abs=1e-4)
    assert figures.part_of([1.0] * 5).high == 1.0 and figures.part_of([0.0]).low == 0.0


def test_a_ladder_puts_each_player_against_the_one_below() -> None:
    questions = Questions(
        (GameSpec("tic_tac_toe"),), ("random", "random"), 2, Measures(games=0),
        ("random", "greedy", "flat:9"), 12,
    )  # fmt: skip
    plan = questions.plan(3, 100)
    assert [one.players for one in plan.settings] == [
        ("random", "random"), ("greedy", "random"), ("flat:9", "greedy"),
    ]  # fmt: skip
    done = playtest(plan)
    first, second = answers(questions, done).ladders[0]
    assert isinstance(first, skill.Step) and isinstance(second, skill.Step)
    assert (first.upper, first.lower) == ("greedy", "random")
    won = 0.0
    for one in done.rows[1]:
        seat = one.players.index("greedy")
        assert one.trace is not None
        mask = one.trace.result.verdict.winners
        won += 0.5 if mask == 0 else float(mask == 1 << seat)
    assert first.share.value == pytest.approx(won / 12) and first.share.games == 12


def test_alone_at_a_table_players_are_held_against_each_other_by_points() -> None:
    game = load("tic_tac_toe")
    rows = {
        name: [row(number, winners=0, totals=(points + number,)) for number in range(4)]
        for name, points in (("random", 3), ("greedy", 5))
    }
    spec = GameSpec("tic_tac_toe")
    ladder = [(Setting(spec, (name,), 4), found) for name, found in rows.items()]
    first, second = skill.alone(game, ladder)
    assert first.more is None and second.more is not None
    assert (first.points.value, second.points.value) == (4.5, 6.5)
    assert second.more == (2.0, 2.0, 2.0, 4) and second.wins["count"] == 0


def test_two_settings_are_held_against_each_other_pair_by_pair() -> None:
    game = load("tic_tac_toe")
    even, ahead = (5.0, 5.0), (10.0, 0.0)
    a = [row(n, winners=1, decisions=10, wins=(even, ahead)) for n in range(40)]
    b = [row(n, winners=1 + n % 2, decisions=12, wins=(even, ahead)) for n in range(1, 41)]
    found = beside(Both(game, game), Both(a, b))
    assert found.pairs == 39
    by_name = {one.what: one for one in found.results}
    assert by_name["decisions",].difference == 2 and by_name["decisions",].differs
    assert by_name["wins", "1"].b == pytest.approx(20 / 39)
    course = {one.what: one for one in found.course}
    assert course[CHANGES].a == course[CHANGES].b == 0
    assert course[COMEBACKS].b == pytest.approx(20 / 39) and course[COMEBACKS].differs
