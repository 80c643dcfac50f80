"""Records: what is saved replays; what does not fit is refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.diagnostics import RecordError
from rulewright.game import Game, load
from rulewright.play import record as records
from rulewright.play.match import Match
from rulewright.play.record import Record, record_of, replay
from rulewright.players.naming import seat_players
from rulewright.state import State


@pytest.fixture(scope="module")
def game() -> Game:
    return load("ruta", variants=["ace_give"], options={"longest": "path"})


@pytest.fixture(scope="module")
def last(game: Game) -> State:
    return Match(game, seat_players(["random", "random"], 3, seats=2)).play_state(seed=3)


@pytest.fixture
def saved(game: Game, last: State) -> dict[str, Any]:
    data = json.loads(record_of(game, last).model_dump_json())
    assert isinstance(data, dict)
    return data


def read(data: object) -> Record:
    return records.read(json.dumps(data))


def test_a_record_holds_everything_that_was_chosen(saved: dict[str, Any], last: State) -> None:
    assert saved["format"] == records.FORMAT
    assert (saved["game"], saved["variants"], saved["seats"]) == ("ruta", ["ace_give"], 2)
    assert saved["options"]["longest"] == "path"
    assert (saved["seed"], saved["outcomes"]) == (3, [])
    assert saved["moves"] == last.moves
    assert saved["result"]["scores"] == last.scores()


def test_a_finished_game_replays(game: Game, last: State, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    records.save(record_of(game, last), path)
    again = replay(records.load(path))
    assert again.key() == last.key()
    assert again.outcome == last.outcome
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_game_in_progress_replays_and_can_be_taken_back(game: Game, last: State) -> None:
    state = last.copy()
    for _ in range(20):
        state.undo()
    again = replay(record_of(game, state), game)
    assert again.key() == state.key()
    again.undo()
    state.undo()
    assert again.key() == state.key()


def test_asked_chance_replays_even_before_it_is_answered(game: Game) -> None:
    state = game.start(chance="asked")
    assert replay(record_of(game, state), game).question == state.question
    while state.question is not None:
        state.answer(state.question.of)
    state.apply(state.legal_moves()[0])
    made = record_of(game, state)
    assert made.seed is None
    assert made.outcomes
    assert replay(made, game).key() == state.key()


def test_saving_leaves_the_old_file_when_it_fails(
    game: Game, last: State, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("as it was")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(RecordError, match="cannot be written: No space left"):
        records.save(record_of(game, last), path)
    assert path.read_text() == "as it was"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_file_that_is_missing_or_no_json(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        records.load(tmp_path / "none.json")
    path = tmp_path / "bad.json"
    path.write_bytes(b"{\xff")
    with pytest.raises(RecordError, match=r"bad\.json is not a record: text: Invalid JSON"):
        records.load(path)
    path.write_bytes(b"\xff{")
    with pytest.raises(RecordError, match=r"bad\.json is not a record: no UTF-8 \(byte 0\)"):
        records.load(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "rulewright-record/2"}, "format: Input should be 'rulewright-record/1'"),
        ({"seats": "2"}, "seats: Input should be a valid integer"),
        ({"moves": [1]}, "moves.0: Input should be a valid string"),
        ({"colour": "red"}, "colour: Extra inputs are not permitted"),
        ({"variants": []}, "rules have changed since this was recorded: move .* no move is called"),
        ({"variants": ["nobody_here"]}, "cannot be loaded: .*nobody_here"),
        ({"game": "no_such_game"}, "cannot be loaded: .*no_such_game"),
        ({"options": {"excuse": "maybe"}}, "cannot be loaded: .*excuse"),
        ({"options": {}}, "with options none, and"),
        ({"seats": 5}, "cannot be loaded"),
        ({"seed": 4}, "move .* does not replay: .* is not offered"),
        ({"outcomes": [["Sea"]]}, "a seed and outcomes"),
        ({"seed": None}, "before move 1 .* lacks an outcome"),
        ({"seed": None, "outcomes": [["Sea"]]}, "from its beginning"),
        ({"result": None}, "its moves end the game"),
    ],
)
def test_what_does_not_fit_is_refused(
    saved: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        replay(read(saved | change))


def test_a_wrong_move_or_result_is_refused(saved: dict[str, Any], game: Game) -> None:
    saved["moves"][4] = "claim the moon"
    with pytest.raises(RecordError, match="move 5 does not replay: claim the moon"):
        replay(read(saved), game)


def test_a_wrong_result_is_refused(saved: dict[str, Any], game: Game) -> None:
    saved["result"]["scores"][0] += 1
    with pytest.raises(RecordError, match=r"the record says .* points, and the replay gives"):
        replay(read(saved), game)
    saved["moves"].pop()
    with pytest.raises(RecordError, match="its moves do not end the game"):
        replay(read(saved), game)


@pytest.mark.parametrize("seed", [0, 2**53, 2**53 + 1, 2**128 - 1, -(2**60)])
def test_seeds_of_all_sizes_come_back(seed: int) -> None:
    """Also through programs whose numbers are floating."""
    game = load("pig")
    state = game.start(seed=seed)
    kept = json.loads(records.text_of(record_of(game, state)), parse_int=lambda s: int(float(s)))
    again = replay(read(kept), game)
    assert (again.seed, again.key()) == (seed, state.key())


def test_a_save_is_read_by_its_owner_only(game: Game, last: State, tmp_path: Path) -> None:
    records.save(record_of(game, last), tmp_path / "game.json")
    assert (tmp_path / "game.json").stat().st_mode & 0o777 == 0o600
