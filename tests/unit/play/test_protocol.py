"""The engine protocol: every request, every error, and the game as it was after an error."""

from __future__ import annotations

import gc
import json
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.play import protocol
from rulewright.play.protocol import CODES, Session
from rulewright.play.shelf import Shelf
from rulewright.state import State

POSITION = ["to_move", "choice", "moves", "chance", "over", "scores", "outcome", "decisions"]


class Talk:
    """A session in plain data."""

    def __init__(self) -> None:
        self.session = Session()

    def __call__(self, do: str, **fields: object) -> dict[str, Any]:
        return self.line(json.dumps({"do": do, **fields}))

    def line(self, line: str | bytes) -> dict[str, Any]:
        answer = self.session.answer(line)
        assert "\n" not in answer
        data = json.loads(answer)
        assert isinstance(data, dict)
        return data

    def refused(self, do: str, **fields: object) -> tuple[str, str]:
        """Code and message of an error, after which the game is as it was."""
        before = self.session.state.key() if self.session.state else None
        answer = self(do, **fields)
        assert list(answer) == ["ok", "error"] and answer["ok"] is False, answer
        assert list(answer["error"]) == ["code", "message"]
        assert (self.session.state.key() if self.session.state else None) == before
        return answer["error"]["code"], answer["error"]["message"]


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def ruta(talk: Talk) -> Talk:
    talk("new", game="ruta", seed=7)
    return talk


def test_a_position_has_exactly_its_keys(talk: Talk) -> None:
    answer = talk("new", game="ruta", seed=7)
    assert list(answer) == ["ok", *POSITION]
    assert answer["ok"] is True
    assert answer["to_move"] == 0
    assert (answer["chance"], answer["over"], answer["outcome"]) == (None, False, None)
    assert (answer["scores"], answer["decisions"]) == ([0, 0], 0)
    assert "draw" in answer["moves"]


def test_settings_reach_the_game(talk: Talk) -> None:
    talk("new", game="ruta", seats=2, options={"excuse": "off"}, variants=["ace_give"], seed=1)
    game = talk.session.game
    assert game is not None
    assert (game.variants, game.options["excuse"], game.seats) == (("ace_give",), "off", 2)


def test_without_a_seed_one_is_taken_and_saved(talk: Talk) -> None:
    first = talk("new", game="ruta")
    record = talk("save")["record"]
    assert 0 <= int(record["seed"]) < 2**128
    assert talk("new", game="ruta", seed=record["seed"]) == first


def test_play_undo_and_position(ruta: Talk) -> None:
    start = ruta("position")
    after = ruta("play", move="draw")
    assert (after["to_move"], after["decisions"]) == (1, 1)
    assert ruta("position") == after
    assert ruta("undo") == start


def test_chance_is_asked_and_answered(talk: Talk) -> None:
    answer = talk("new", game="ruta", chance="asked")
    assert (answer["to_move"], answer["moves"], answer["scores"]) == ("chance", [], None)
    assert answer["chance"]["kind"] == "shuffle"
    assert answer["chance"]["zone"] == "pile"
    order = answer["chance"]["of"]
    assert len(order) == 30
    assert talk.refused("play", move="draw") == ("move", "it is for chance to decide now")
    assert talk.refused("chance", outcome=order[1:])[0] == "chance"
    assert talk.refused("chance", outcome=["Nobody", *order[1:]])[0] == "chance"
    assert talk.refused("perft", depth=2)[0] == "perft"
    dealt = talk("chance", outcome=order)
    assert (dealt["to_move"], dealt["chance"], dealt["decisions"]) == (0, None, 0)
    hand = talk("observe", seat=0)["observation"]["cells"]["hand"]["first"]
    assert set(hand) == {order[0], order[2]}, "the first is on top and is dealt first"
    assert talk.refused("chance", outcome=order)[0] == "chance"
    assert talk("undo")["to_move"] == "chance"


def test_seats_see_their_own_hands(ruta: Talk) -> None:
    hands = [ruta("observe", seat=seat)["observation"]["cells"]["hand"] for seat in (0, 1)]
    assert isinstance(hands[0]["first"], list) and hands[0]["second"]["count"] == 2
    assert isinstance(hands[1]["second"], list) and hands[1]["first"]["count"] == 2
    assert ruta.refused("observe", seat=2)[0] == "usage"
    assert ruta.refused("observe", seat=-1)[0] == "usage"


def test_why_gives_reasons_with_places(ruta: Talk) -> None:
    assert ruta("why", move="draw") == {"ok": True, "offered": True, "reasons": []}
    answer = ruta("why", move="claim Harvest-Consul")
    assert answer["offered"] is False
    assert list(answer["reasons"][0]) == ["message", "file", "line"]
    assert answer["reasons"][0]["line"] > 0
    assert ruta("why", move="fly to the moon")["offered"] is False


def test_a_hint_is_the_same_for_the_same_seed_and_changes_nothing(ruta: Talk) -> None:
    before = ruta("position")
    one, other = (ruta("hint", simulations=20, seed=3) for _ in range(2))
    assert one == other
    assert ruta("position") == before
    assert {told["move"] for told in one["moves"]} <= set(before["moves"])
    assert sum(told["share"] for told in one["moves"]) == pytest.approx(1)
    assert all(0 <= told["value"] <= 1 and told["certain"] is None for told in one["moves"])


def test_hints_are_for_who_decides(talk: Talk) -> None:
    talk("new", game="ruta", chance="asked")
    assert talk.refused("hint") == ("move", "it is for chance to decide now")
    talk("new", game="tic_tac_toe", seed=1)
    for move in ("a1", "b1", "a2", "b2"):
        talk("play", move=f"mark {move}")
    best = talk("hint")["moves"][0]
    assert (best["move"], best["certain"]) == ("mark a3", "win")
    talk("play", move="mark a3")
    assert talk.refused("hint") == ("move", "the game is over")


def test_perft_counts_and_leaves_the_game_alone(ruta: Talk) -> None:
    before = ruta("position")
    counts = ruta("perft", depth=3)["counts"]
    assert len(counts) == 3
    assert counts[0] == len(before["moves"])
    assert ruta("position") == before


def test_save_and_load(ruta: Talk) -> None:
    for move in ("draw", "draw"):
        position = ruta("play", move=move)
    record = ruta("save")["record"]
    other = Talk()
    assert other("load", record=record) == position
    assert other("undo")["decisions"] == 1
    assert other("load", record=record | {"digest": "0" * 12}) == position
    assert other.refused("load", record=record | {"seats": 9})[0] == "record"
    assert other.refused("load", record=None)[0] == "record"


def test_a_record_may_be_a_text(talk: Talk) -> None:
    answer = talk("load", record="game: pig\nseed: 4\n\nroll  # bold\nroll; hold")
    assert answer["decisions"] == 3
    code, message = talk.refused("load", record="game: pig\n\nroll;; hold")
    assert code == "record" and message.startswith("the record:3:")


def test_a_record_that_parts_says_where(ruta: Talk) -> None:
    ruta("play", move="draw")
    record = ruta("save")["record"]
    answer = ruta("load", record=record | {"moves": ["draw", "claim the moon"]})
    assert answer["error"]["code"] == "record"
    parting = answer["error"]["parting"]
    assert (parting["move"], parting["text"], parting["changed"]) == (2, "claim the moon", False)
    assert "is not offered" in parting["why"]


def test_a_whole_game(talk: Talk) -> None:
    answer = talk("new", game="ruta", seed=3)
    for _ in range(3000):
        if answer["over"]:
            break
        answer = talk("play", move=answer["moves"][answer["decisions"] % len(answer["moves"])])
    assert (answer["to_move"], answer["choice"], answer["moves"]) == (None, None, [])
    assert answer["outcome"]["scores"] == answer["scores"]
    assert list(answer["outcome"]) == ["winners", "scores", "lines", "result"]
    assert talk("perft", depth=2)["counts"] == [0, 0]
    assert talk.refused("play", move="draw")[0] == "move"
    assert talk("why", move="draw")["reasons"][0]["message"] == "the game is over"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        (b"", "json", "this is no JSON"),
        (b"hello", "json", "this is no JSON"),
        (b'{"do":"undo"', "json", "this is no JSON"),
        (b'{"do":"undo"} {}', "json", "trailing"),
        (b"\xff\x00", "json", "this is no JSON"),
        (b"[" * 100_000, "json", "recursion limit"),
        (b'["undo"]', "json", "a request is a JSON object"),
        (b"7", "json", "a request is a JSON object"),
        (b"{}", "request", "says what to `do`: new, play"),
        (b'{"do":null}', "request", "no request None"),
        (b'{"do":"plya","move":"draw"}', "request", "no request plya; did you mean play?"),
        (b'{"do":"play"}', "request", "field move of play is missing"),
        (b'{"do":"play","move":3}', "request", "field move of play: Input should be"),
        (b'{"do":"undo","times":2}', "request", "field times of undo is not known"),
        (b'{"do":"observe","seat":"0"}', "request", "field seat of observe"),
        (b'{"do":"observe","seat":true}', "request", "field seat of observe"),
        (b'{"do":"hint","simulations":0}', "request", "field simulations of hint"),
        (b'{"do":"hint","simulations":9999999}', "request", "field simulations of hint"),
        (b'{"do":"perft","depth":0}', "request", "field depth of perft"),
        (b'{"do":"perft","depth":1000}', "request", "field depth of perft"),
        (b'{"do":"new"}', "request", "field game of new is missing"),
        (b'{"do":"new","game":"ruta","seed":1,"chance":"asked"}', "request", "not both"),
        (b'{"do":"new","game":"ruta","chance":"rolled"}', "request", "field chance of new"),
        (b'{"do":"new","game":"ruta","options":{"excuse":[]}}', "request", "options of new"),
    ],
)
def test_garbage_is_answered(ruta: Talk, line: bytes, code: str, message: str) -> None:
    before = ruta("position")
    answer = ruta.line(line)
    assert answer["ok"] is False
    assert answer["error"]["code"] == code
    assert message in answer["error"]["message"]
    assert ruta("position") == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("game", "move", "outcome", "seat", "depth", "record", "seed", "options", "variants")


@settings(deadline=None)
@given(
    st.binary()
    | st.builds(
        lambda do, fields: json.dumps({"do": do, **fields}).encode(),
        st.sampled_from(protocol._VERBS) | JSON,
        st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=2),
    )
)
def test_every_line_has_one_answer(line: bytes) -> None:
    answer = json.loads(Session().answer(line))
    assert answer["ok"] is False
    assert answer["error"]["code"] in CODES.keys() - {"internal"}, answer


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "rutta"},
        {"game": ""},
        {"game": "/no/such/file.game"},
        {"game": "nul\0.game"},
        {"game": "ruta", "seats": 3},
        {"game": "ruta", "options": {"excuse": "maybe"}},
        {"game": "ruta", "options": {"colour": "red"}},
        {"game": "ruta", "variants": ["ace_gave"]},
        {"game": "ruta", "variants": ["ace_give", "ace_subvert"]},
    ],
)
def test_what_cannot_be_begun(ruta: Talk, fields: dict[str, Any]) -> None:
    assert ruta.refused("new", **fields)[0] == "usage"


def test_rule_files_with_errors_are_told_with_their_lines(ruta: Talk, tmp_path: Path) -> None:
    ruta.session.shelf = Shelf(tmp_path)
    path = tmp_path / "broken.game"
    path.write_text('game broken "Broken"\n  players 2\n\nset up\n')
    code, message = ruta.refused("new", game=str(path))
    assert code == "rules"
    assert "broken.game:4" in message


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("play", {"move": "draw"}),
        ("chance", {"outcome": []}),
        ("undo", {}),
        ("position", {}),
        ("observe", {"seat": 0}),
        ("why", {"move": "x"}),
        ("perft", {"depth": 1}),
        ("hint", {}),
        ("save", {}),
    ],
)
def test_requests_before_a_game(talk: Talk, do: str, fields: dict[str, Any]) -> None:
    assert talk.refused(do, **fields)[0] == "no-game"


def test_a_move_not_offered_and_nothing_to_take_back(ruta: Talk) -> None:
    code, message = ruta.refused("play", move="claim Harvest-Consul")
    assert code == "move"
    assert message.startswith("claim Harvest-Consul is not offered")
    assert ruta.refused("undo")[0] == "usage"


def test_a_mistake_of_ours_does_not_end_the_conversation(
    ruta: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(State, "apply", lambda *_: 1 // 0)
        code, message = ruta.refused("play", move="draw")
    assert (code, message.split(":")[0]) == ("internal", "ZeroDivisionError")
    assert ruta("play", move="draw")["ok"] is True


def test_a_position_that_fails_is_not_kept(ruta: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ruta("position")
    with monkeypatch.context() as patch:
        patch.setattr(protocol, "position", lambda _: 1 // 0)
        assert ruta("play", move="draw")["ok"] is False
    assert ruta("position") == before


def test_codes_are_the_documented_ones() -> None:
    used = {code for _, code in protocol._BY_ERROR}
    assert used | {"json", "request", "too-long", "no-game", "limit", "internal"} == set(CODES)


THERE_AND_BACK = """game there_and_back "There and back"
  players 2
mark side: 0..1, starts 0  "Side"
mark done: 0..1, starts 0  "Done"

phase walk
  turns until done is 1    "Turns"
    choose main
      go                   "Go there"
        needs side is 0    else "already there"
        set side to 1
      back                 "Come back"
        needs side is 1    else "not there"
        set side to 0
      stop                 "Stop"
        set done to 1

score none_yet of p: side  "Side"
winner most score
"""


def work(talk: Talk, do: str, fields: dict[str, Any]) -> tuple[int, int]:
    """What a request costs: the calls that are made for it, and the most memory it takes at once,
    in bytes."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    line = json.dumps({"do": do, **fields})
    gc.disable()  # others' callbacks would be counted whenever garbage is collected
    tracemalloc.start()
    sys.setprofile(count)
    talk.session.answer(line)
    sys.setprofile(None)
    gc.enable()
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return calls, taken


def test_what_a_request_costs_does_not_depend_on_the_length_of_the_game(
    talk: Talk, tmp_path: Path
) -> None:
    """The same positions after 10 and after 1,010 moves. To save is to tell all of the game. On the
    engine that does the same each time: the other measures now and then how long it takes."""
    talk.session.engine = "python"
    (tmp_path / "there_and_back.game").write_text(THERE_AND_BACK)
    talk.session.shelf = Shelf(tmp_path)
    talk("new", game="there_and_back.game", seed=1)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("position", {}), ("play", {"move": "go"}), ("undo", {}), ("observe", {"seat": 1}),
        ("why", {"move": "back"}), ("perft", {"depth": 3}), ("play", {"move": "nothing"}),
    ]  # fmt: skip

    def on(rounds: int) -> list[tuple[int, int]]:
        state = talk.session.state
        assert state is not None
        for _ in range(rounds):
            state.apply("go")
            state.apply("back")
        for do, fields in asked:
            talk(do, **fields)
        return [work(talk, do, fields) for do, fields in asked]

    short, long = on(5), on(500)
    assert [calls for calls, _ in short] == [calls for calls, _ in long]
    more = [after - before for (_, before), (_, after) in zip(short, long, strict=True)]
    assert max(more) < 8 << 10, more  # bytes; one for each move would be more
    assert talk("position")["decisions"] == 1010


def test_a_game_has_an_end_even_if_its_rules_have_none(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MOST_STEPS", 3)
    talk("new", game="pig", chance="asked")
    talk("play", move="roll")
    talk("chance", outcome="3")
    assert talk("play", move="roll")["ok"]
    record = talk("save")["record"]
    code, message = talk.refused("chance", outcome="3")
    assert (code, message) == ("limit", "a game has at most 3 moves and answers of chance here")
    assert talk("undo")["ok"] and talk("play", move="hold")["ok"]
    assert talk("load", record=record)["ok"]
    record["outcomes"] += [["3"]]
    assert talk.refused("load", record=record)[0] == "limit"


def test_a_request_may_take_so_long(talk: Talk) -> None:
    """Also where the rest of it would be done in one piece; the game is as it was."""
    talk.session.engine = "reference"
    talk("new", game="reversi", seed=1)
    talk.session.seconds = 0.3
    code, message = talk.refused("perft", depth=9)
    assert (code, message) == ("limit", "this took longer than 0.3 seconds")
    assert talk("position")["ok"]


def test_a_request_that_memory_does_not_suffice_for(
    ruta: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(protocol, "perft", full)
    assert ruta.refused("perft", depth=2) == ("limit", "there is not enough memory for this")
