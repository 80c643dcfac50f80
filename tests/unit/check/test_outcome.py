"""How a game ends: outcomes by name, winners by condition, shuffling until a condition holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import PlayError, RulesError, load
from rulewright.analysis.simulate import GameSpec, simulate
from rulewright.backends.registry import EngineName
from rulewright.play.record import record_of, replay
from rulewright.runtime.chance import stream
from rulewright.testing.conformance import lockstep
from rulewright.testing.scenario import run

COIN = """\
game coin "Heads or tails"
  players 1..4

type side: heads, tails
mark coin: side
mark hits of seat: 0..9

phase call
  turns until passes >= size of seat
    choose call_it
      call(s in side)
        pick coin from side
        if coin is s
          gain 1 hits of me
        pass

winner p where hits of p > 0
outcome
  luck, all when every p in seat has hits of p > 0
  luck when some p in seat where hits of p > 0
  nothing else
"""

PILE = """\
game pile "Until"
  players 1
component card from "cards.csv" named by name
zone pile: stack of card
zone hand: set of card

setup
  move all c in card where yes to pile
  shuffle pile until {until}
  deal 2 from pile to hand

phase only
  choose what
    stop
      move hand to pile

score cards of p: size of pile
winner most score
"""
ENGINES = pytest.mark.parametrize("engine", ["reference", "python"])


def written(folder: Path, name: str, text: str) -> str:
    (folder / "cards.csv").write_text("name\nAce\nBee\nCat\nDog\nElk\n", encoding="utf-8")
    file = folder / f"{name}.game"
    file.write_text(text, encoding="utf-8")
    return str(file)


@ENGINES
def test_how_a_game_ends(tmp_path: Path, engine: EngineName) -> None:
    game = load(written(tmp_path, "coin", COIN), seats=2, engine=engine)
    ends: set[tuple[str, ...]] = set()
    for seed in range(20):
        state = game.start(seed=seed)
        state.apply("call heads")
        assert state.outcome is None
        state.apply("call tails")
        outcome = state.outcome
        assert outcome is not None
        wanted = {2: ["luck", "all"], 1: ["luck"], 0: ["nothing"]}[len(outcome["winners"])]
        assert outcome["result"] == wanted
        record = record_of(game, state)
        assert record.result is not None and list(record.result.result) == wanted
        assert replay(record, game).outcome == outcome
        ends.add(tuple(wanted))
    assert len(ends) == 3


def test_playouts_are_judged_alike(tmp_path: Path) -> None:
    path = written(tmp_path, "coin", COIN)
    games = [load(path, seats=3, engine=name) for name in ("reference", "python")]
    for seed in range(30):
        one, other = (g.engine.playout(stream(seed), stream(seed, 1)) for g in games)
        assert one == other
    lockstep(games[1], 1)


def test_simulation_counts_outcomes(tmp_path: Path) -> None:
    path = written(tmp_path, "coin", COIN)
    figures = simulate(GameSpec(path), games=100, seed=4).figures
    assert figures is not None
    assert [r["result"] for r in figures["results"]] == [["luck", "all"], ["luck"], ["nothing"]]
    assert sum(r["games"]["count"] for r in figures["results"]) == 100
    assert figures["seats"][0]["wins"]["count"] == figures["results"][0]["games"]["count"]


@ENGINES
def test_shuffling_until(tmp_path: Path, engine: EngineName) -> None:
    until = "Ace in top(2, pile) and Bee in top(2, pile)"
    game = load(written(tmp_path, "pile", PILE.format(until=until)), engine=engine)
    for seed in range(10):
        assert game.start(seed=seed).observation(0)["cells"]["hand"] == ["Ace", "Bee"]  # type: ignore[index,call-overload]
    asked = game.start(chance="asked")
    asked.answer(["Cat", "Ace", "Bee", "Dog", "Elk"])
    assert asked.to_move == "chance"
    asked.answer(["Bee", "Ace", "Cat", "Dog", "Elk"])
    assert not asked.question


@ENGINES
def test_shuffling_in_vain(tmp_path: Path, engine: EngineName) -> None:
    game = load(written(tmp_path, "pile", PILE.format(until="top(9, pile) is {}")), engine=engine)
    with pytest.raises(PlayError, match=r"pile\.game:9:3: pile was shuffled 10,000 times in vain"):
        game.start(seed=1)


def test_engines_shuffle_alike(tmp_path: Path) -> None:
    path = written(tmp_path, "pile", PILE.format(until="Ace in top(2, pile)"))
    games = [load(path, engine=name) for name in ("reference", "python")]
    for seed in range(10):
        one, other = (g.start(seed=seed) for g in games)
        assert one.slots == other.slots
        a, b = (g.engine.playout(stream(seed), stream(seed, 1)) for g in games)
        assert a == b


WINNERS = {
    "winner most score": "{bob}",
    "winner least score": "{ann}",
    "winner p where hits of p is 2": "{cec}",
}


@ENGINES
@pytest.mark.parametrize("how", WINNERS)
def test_scenarios_ask_for_the_winners_as_the_rules_choose_them(
    tmp_path: Path, how: str, engine: EngineName
) -> None:
    path = tmp_path / "won.game"
    path.write_text(
        f"""\
game won "Won"
  players 3 named ann, bob, cec

mark hits of seat: 0..9

phase play
  turns until passes >= 1
    choose main
      hit
        gain 1 hits of me
      stop
        pass

score hits of p: hits of p
{how}

scenario "Who has won"
  given
    hits of ann: 1
    hits of bob: 3
    hits of cec: 2
  play stop
  expect winners is {WINNERS[how]}
""",
        encoding="utf-8",
    )
    game = load(str(path), engine=engine)
    (scenario,) = game.scenarios()
    result = run(game, scenario, engine)
    assert result.passed, result.message


@pytest.mark.parametrize("said", ["not (outcome is luck)", "winners is {} or outcome is luck"])
def test_how_a_game_ended_is_no_part_of_a_condition(tmp_path: Path, said: str) -> None:
    path = written(tmp_path, "coin", COIN + f'\nscenario "Luck"\n  expect {said}\n')
    with pytest.raises(RulesError) as error:
        load(path).scenarios()
    (found,) = error.value.diagnostics
    assert found.message == "`outcome` is no part of a condition"
    assert found.hint == "it is said by itself, or joined by `and`: expect outcome is NAME"
