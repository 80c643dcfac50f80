"""Positions belong to their engine. One whose positions are bytes plays all games, and everything
that is asked about a game is answered as on the others: nobody looks into a position but through
the codec, and play does not unpack any."""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator
from typing import cast

import pytest

from rulewright.analysis.tree import grow, histories
from rulewright.backends import registry
from rulewright.backends.protocol import (
    MOST_DECISIONS,
    Code,
    Engine,
    PlayoutResult,
    Verdict,
    sealed,
)  # fmt: skip
from rulewright.backends.python import PythonEngine
from rulewright.backends.registry import EngineKind
from rulewright.core.ir import Program, StateVariable
from rulewright.diagnostics import UsageError
from rulewright.game import load
from rulewright.play.perft import perft
from rulewright.play.protocol import Session
from rulewright.play.takeback import Takeback
from rulewright.runtime.chance import below, stream
from rulewright.runtime.layout import CHANCE, POINT, Layout, Slots
from rulewright.testing.conformance import lockstep
from rulewright.testing.position import position_text
from rulewright.testing.properties import PROPERTIES, put_on_trial
from rulewright.testing.scenario import Runner
from rulewright.transcript import Transcript


class Box:
    """A position: bytes that nobody can read by accident, and where outcomes come from."""

    __slots__ = ("packed", "point", "source")

    def __init__(self, packed: bytes, point: int, source: object) -> None:
        self.packed, self.point, self.source = packed, point, source


class BoxCodec:
    """Between boxes and slots; counts how often a box is opened."""

    def __init__(self, layout: Layout) -> None:
        self.layout, self.opened = layout, 0

    def encode(self, slots: Slots) -> Box:
        return Box(
            marshal.dumps([slots[POINT], 0, *slots[CHANCE + 1 :]]), slots[POINT], slots[CHANCE]
        )

    def decode(self, box: Box) -> Slots:
        self.opened += 1
        slots: Slots = marshal.loads(box.packed)
        slots[CHANCE] = box.source
        return slots

    def copy(self, box: Box) -> Box:
        return Box(box.packed, box.point, box.source)

    def get(self, box: Box, variable: StateVariable, keys: tuple[int, ...]) -> int | list[int]:
        return self.layout.get(marshal.loads(box.packed), variable, keys)

    def point(self, box: Box) -> int:
        return box.point

    def chance(self, box: Box) -> object:
        return box.source

    def set_chance(self, box: Box, source: object) -> None:
        box.source = source


class BoxEngine:
    """Plays as generated Python does, on boxes."""

    name = "boxes"
    stepper = None

    def __init__(self, program: Program) -> None:
        self.inner, self.program = PythonEngine(program), program
        self.layout = self.inner.layout
        self.codec = BoxCodec(self.layout)

    def open(self, box: Box) -> Slots:
        slots: Slots = marshal.loads(box.packed)
        slots[CHANCE] = box.source
        return slots

    def close(self, box: Box, slots: Slots) -> None:
        new = self.codec.encode(slots)
        box.packed, box.point, box.source = new.packed, new.point, new.source

    def start(self, seed: int) -> Box:
        return self.codec.encode(self.inner.start(seed))

    def begin(self, box: Box, *, setup: bool = True) -> None:
        slots = self.open(box)
        self.inner.begin(slots, setup=setup)
        self.close(box, slots)

    def moves(self, box: Box) -> list[Code]:
        return self.inner.moves(self.open(box))

    def apply(self, box: Box, move: Code) -> None:
        slots = self.open(box)
        self.inner.apply(slots, move)
        self.close(box, slots)

    def actions(self, box: Box) -> list[int]:
        return self.inner.actions(self.open(box))

    def after(self, box: Box, action: int) -> Box:
        return self.codec.encode(self.inner.after(self.open(box), action))

    def totals(self, box: Box) -> tuple[int, ...]:
        return self.inner.totals(self.open(box))

    def lines(self, box: Box) -> tuple[tuple[int, ...], ...]:
        return self.inner.lines(self.open(box))

    def verdict(self, box: Box) -> Verdict:
        return self.inner.verdict(self.open(box))

    def playout(self, chance: int, players: int, *, longest: int = MOST_DECISIONS) -> PlayoutResult:
        return self.inner.playout(chance, players, longest=longest)

    def playouts(
        self, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        return self.inner.playouts(seeds, longest=longest)

    def play_on(
        self, box: Box, seeds: Iterable[int], *, longest: int = MOST_DECISIONS
    ) -> Iterator[PlayoutResult | None]:
        return self.inner.play_on(self.open(box), seeds, longest=longest)


BOXES = EngineKind("boxes", "positions as bytes", lambda program: sealed(BoxEngine(program)))


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An engine that is preferred to all others, and keeps its positions to itself."""
    monkeypatch.setattr(registry, "KINDS", (BOXES, *registry.KINDS))
    yield


GAMES = ["ruin_runner", "liars_dice", "klondike", "draughts"]


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", GAMES)
def test_everything_is_as_on_the_reference(boxes: None, name: str) -> None:
    game = load(name)
    assert game.engine.name == "boxes"
    lockstep(game, seed=5, engine="boxes", limit=30, every=6, asked=6)


@pytest.mark.parametrize("name", ["liars_dice", "leduc_poker"])
def test_every_property_can_be_asked(boxes: None, name: str) -> None:
    game = load(name)
    trial = put_on_trial(game, PROPERTIES, seed=1, games=1)
    assert trial.decisions > 0 and trial.findings == {}


def test_play_opens_no_box(boxes: None) -> None:
    game = load("klondike")
    codec = cast(BoxCodec, game.engine.codec)
    state, luck = game.start(seed=3), stream(3, 1)
    codec.opened = 0
    for _ in range(40):
        moves = state.legal_moves()
        luck, k = below(luck, len(moves))
        state.apply(moves[k])
        assert state.to_move is not None and not state.over and state.choice
        state.scores()
    assert codec.opened == 0
    state.key()
    assert codec.opened == 1


def test_what_looks_back_or_ahead(boxes: None) -> None:
    """Counting, taking back, dealing anew, whole trees, positions as text, what seats are told."""

    def told(engine: str) -> list[object]:
        found: list[object] = []
        assert load("kuhn_poker", engine=engine).engine.name == engine
        found.append(histories(load("kuhn_poker", engine=engine)).total)
        found.append(len(grow(load("kuhn_poker", engine=engine)).sets))
        found.append(perft(load("reversi", engine=engine).start(), 3))
        dice = load("liars_dice", engine=engine)
        state, transcript = dice.start(seed=4), Transcript()
        for _ in range(3):
            move, before = state.legal_moves()[-1], state.copy()
            state.apply(state.legal_moves()[0])
            found.append(str(move))
            transcript.look(state)
        found += [state.redealt(0, seed).key() for seed in range(5)]
        found += [position_text(state), state.reveals_since(0), before.why_not("nothing")]
        two = load("breakthrough", engine=engine).start()
        mover = two.to_move
        assert isinstance(mover, int)
        two.apply(two.legal_moves()[0])
        back = Takeback(two.engine.program).before(two, mover)
        found += [back.key(), two.key()]
        return found

    assert told("boxes") == told("reference")


def test_scenarios_and_other_programs(boxes: None) -> None:
    game, session = load("crazy_eights"), Session()
    results = [Runner(game).run(scenario) for scenario in game.scenarios()[:6]]
    assert all(result.passed and result.engine == "boxes" for result in results)
    assert '"ok":true' in session.answer(b'{"do":"new","game":"pig","chance":"asked"}')
    assert '"ok":true' in session.answer(b'{"do":"play","move":"roll"}')
    assert '"ok":true' in session.answer(b'{"do":"chance","outcome":["6"]}')


def test_an_engine_without_its_package_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(program: Program) -> Engine:
        raise AssertionError("it cannot be made")

    needy = EngineKind(
        "needy", "wants what is not here", make, package="no_such_thing", extra="needy"
    )
    monkeypatch.setattr(registry, "KINDS", (needy, *registry.KINDS))
    assert registry.names() == ("needy", "wasm", "python", "reference")
    assert "needy" not in registry.available() and registry.stepping() == ("python", "reference")
    assert load("pig").engine.name == registry.available()[0] != "needy"
    faster = registry.faster()
    assert faster is not None and faster.name == "needy"
    with pytest.raises(UsageError) as caught:
        load("pig", engine="needy")
    assert str(caught.value) == (
        "the engine needy needs no_such_thing, which is not installed: "
        "pip install 'rulewright[needy]'"
    )


def test_an_engine_that_there_is_not() -> None:
    with pytest.raises(
        UsageError, match="there is no engine 'pyhton'; there are: wasm, python, ref"
    ):
        load("pig", engine="pyhton")


def test_the_reference_is_always_there() -> None:
    last = registry.KINDS[-1]
    assert last.name == registry.REFERENCE == "reference" and not last.package
    assert len(set(registry.names())) == len(registry.KINDS)
    program = load("pig").program
    for kind in registry.KINDS:
        assert kind.make(program).name == kind.name
