"""Bugs put in on purpose, into a rule file and into an engine: each is found, by the property that
is meant to find it, and shown by a short game.

`BUGS` is also the table of how short: the most moves that the shrunk game may have.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from tests.repeated import times

from rulewright import determinization, transcript
from rulewright.backends.protocol import Code, Engine, EngineOf, PlayoutResult, Verdict
from rulewright.backends.slots import OnSlots, SlotCodec
from rulewright.core.evaluate import elements_of_mask
from rulewright.diagnostics import MoveError
from rulewright.game import Game, load
from rulewright.limits import Deadline
from rulewright.play import record
from rulewright.runtime import layout as layouts
from rulewright.runtime import observation
from rulewright.runtime.layout import POINT, Slots
from rulewright.state import State
from rulewright.testing.inherited import inherited
from rulewright.testing.properties import (
    PROPERTIES,
    Finding,
    all_settings,
    put_on_trial,
    shrinking,
)
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.shrinking import shrink
from rulewright.testing.properties.telling import scenario_of
from rulewright.testing.properties.trial import actions_of
from rulewright.transcript import Transcript

HERE = Path(__file__).parent / "bazaar"
GAMES, LONGEST, TRIES = 60, 40, 200

Edit = tuple[str, str]  # a text of the rule file, and what stands there instead


@dataclass(frozen=True)
class Rules:
    """A bug in the rules: what finds it, how long the shrunk game may be, the edit, and whether a
    scenario can show it by failing."""

    property: str
    moves: int
    edit: Edit
    fails: bool = True


RULES = {
    "an end that cannot be reached": Rules(
        "ends", LONGEST + 1,
        ("until passes >= size of seat or sales >= 12", "until sales >= 12"), fails=False,
    ),
    "a game that is longer than was said": Rules(
        "ends", 6, ("always seats alike\n", "always end after 6 moves\n"),
    ),
    "a seat that is favoured": Rules(
        "seats", 7,
        ("  gain size of wares sales\n", "  if me is Bob\n    gain size of wares sales\n"),
        fails=False,
    ),
    "a price that is not asked for": Rules(
        "ranges", 6, ('  needs coins of me > 0                   else "you have no coin"\n', ""),
    ),
    "a mark that is counted too high": Rules(
        "ranges", 11, ("sales: 0..20", "sales: 0..3"),
    ),
    "a place that is taken": Rules(
        "applies", 5, ("  move c to heap\n", "  move c to stall\n"),
    ),
    "a card that is not there": Rules(
        "applies", 0,
        ("  refill stall from pile\n\naction sell", "  move c from stall to heap\n\naction sell"),
    ),
    "nothing left to choose": Rules(
        "applies", 17, ("      else pass\n", ""),
    ),
    "an element that is not there": Rules(
        "applies", 0,
        ("  spend 1 coins", "  spend (value of the d in hand of me where d is c) coins"),
    ),
    "a pick from nothing": Rules(
        "applies", 5, ("  gain 1 sales\n", "  pick sales from size of hand of me..1\n"),
    ),
    "a promise that is broken": Rules(
        "always", 3, ("coins of p <= 8", "coins of p <= 2"),
    ),
    "a promise that is broken late": Rules(
        "always", 14, ("coins of p <= 8", "sales < 5"),
    ),
}  # fmt: skip


def altered(folder: Path, edit: Edit, **settings: Any) -> Game:
    """The bazaar with an edit of its rules."""
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    path = folder / "bazaar.game"
    text = path.read_text(encoding="utf-8")
    assert text.count(edit[0]) == 1
    path.write_text(text.replace(*edit), encoding="utf-8")
    return load(str(path), **settings)


class Faulty(OnSlots):
    """An engine that plays as another one does, but for what its methods are told otherwise."""

    def __init__(self, engine: Engine) -> None:
        self.engine = cast(EngineOf[Slots], engine)
        self.name, self.program, self.layout = engine.name, engine.program, engine.layout
        self.codec = self.engine.codec
        self.variables = {variable.name: variable for variable in engine.program.variables}

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        self.engine.begin(slots, setup=setup)

    def moves(self, slots: Slots) -> Sequence[Code]:
        return self.engine.moves(slots)

    def apply(self, slots: Slots, move: Code) -> None:
        self.engine.apply(slots, move)

    def totals(self, slots: Slots) -> tuple[int, ...]:
        return self.engine.totals(slots)

    def lines(self, slots: Slots) -> tuple[tuple[int, ...], ...]:
        return self.engine.lines(slots)

    def verdict(self, slots: Slots) -> Verdict:
        return self.engine.verdict(slots)

    def playout(self, chance: int, players: int) -> PlayoutResult:
        return self.engine.playout(chance, players)

    # what faults are made of

    def get(self, slots: Slots, name: str, *keys: int) -> Any:
        return self.layout.get(slots, self.variables[name], keys)

    def put(self, slots: Slots, name: str, value: int | list[int], *keys: int) -> None:
        self.layout.put(slots, self.variables[name], keys, value)

    def name_of(self, slots: Slots, move: Code) -> str:
        choice = self.program.choices[slots[POINT]]
        return choice.alternatives[move[0]].name


class LostCard(Faulty):
    """The third card on the heap is gone."""

    def apply(self, slots: Slots, move: Code) -> None:
        self.engine.apply(slots, move)
        if len(self.get(slots, "heap")) > 2:
            self.put(slots, "heap", self.get(slots, "heap")[1:])


class CardInTwoPlaces(Faulty):
    """What is bought stays in the stall's pile as well."""

    def apply(self, slots: Slots, move: Code) -> None:
        bought = self.name_of(slots, move) == "buy"
        self.engine.apply(slots, move)
        if bought:
            self.put(slots, "heap", [*self.get(slots, "heap"), move[1]])


class Unasked(Faulty):
    """A mark is set outside its range, and nobody says so."""

    def apply(self, slots: Slots, move: Code) -> None:
        self.engine.apply(slots, move)
        if self.get(slots, "sales") > 2:
            self.put(slots, "sales", 99)


class OneMoveShort(Faulty):
    """The last of four moves is forgotten."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        return moves[:-1] if len(moves) > 3 else moves


class CheaperLater(Faulty):
    """From the second sale on, buying costs nothing."""

    def apply(self, slots: Slots, move: Code) -> None:
        me, bought = self.get(slots, "me"), self.name_of(slots, move) == "buy"
        coins = self.get(slots, "coins", me)
        self.engine.apply(slots, move)
        if bought and self.get(slots, "sales") > 1:
            self.put(slots, "coins", coins, me)


class Backwards(Faulty):
    """Moves come last things first."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        return self.engine.moves(slots)[::-1]


class Twice(Faulty):
    """A move is offered twice."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        return [*moves, moves[-1]] if len(moves) == 4 else moves


class Nothing(Faulty):
    """A decision without moves."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        return [] if self.get(slots, "sales") == 3 else moves


class Crash(Faulty):
    """A mistake of ours."""

    def apply(self, slots: Slots, move: Code) -> None:
        if self.name_of(slots, move) == "toss":
            raise KeyError(move)
        self.engine.apply(slots, move)


class PeekingOffers(Faulty):
    """What is offered depends on the other hand."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        other = 1 - self.get(slots, "me")
        strong = self.get(slots, "hand", other) & 0b111
        return [m for m in moves if not strong or self.name_of(slots, m) != "buy"] or moves


class TellingDie(Faulty):
    """Six cannot be said if it lies under the other cup."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        other = 1 - self.get(slots, "me")
        six = self.get(slots, "die", other) == 6
        return [m for m in moves if not (six and self.name_of(slots, m) == "say" and m[1] == 6)]


class TellingHat(Faulty):
    """Whoever wears tea cannot tell anything."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        tea = self.get(slots, "hat", self.get(slots, "me")) < 4
        return [m for m in moves if not (tea and self.name_of(slots, m) == "tell")]


class TellingBadge(Faulty):
    """The number that somebody wears cannot be said."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        own = self.get(slots, "badge", self.get(slots, "me"))
        return [m for m in moves if self.name_of(slots, m) != "lift" or m[1] != own]


class TellingBead(Faulty):
    """Whoever faces a bead in the left hand cannot throw."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        left = self.get(slots, "bead", 1 - self.get(slots, "me")) == 0
        return [m for m in moves if not (left and self.name_of(slots, m) == "throw")]


class DeadEnd(Faulty):
    """Every card of the hand may be offered, whether that leads anywhere or not."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        if self.name_of(slots, moves[0]) not in ("offer", "done"):
            return moves
        steps = [m for m in moves if self.name_of(slots, m) == "offer"]
        hand = elements_of_mask(self.get(slots, "hand", self.get(slots, "me")))
        number = next(
            i for i, a in enumerate(self.program.choices[slots[POINT]].alternatives)
            if a.name == "offer"
        )  # fmt: skip
        wares = next(c for c in self.program.variables if c.role == "choice" and "wares" in c.name)
        held = self.layout.get(slots, wares, ())
        assert isinstance(held, int)
        offered = [(number, c) for c in hand if c >= held.bit_length()]
        return offered + [m for m in moves if m not in steps]


class EitherOrder(DeadEnd):
    """What was offered second may be offered first as well."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        steps = [m for m in moves if self.name_of(slots, m) == "offer"]
        if not steps and self.name_of(slots, moves[0]) != "done":
            return moves
        wares = next(c for c in self.program.variables if c.role == "choice" and "wares" in c.name)
        held = self.layout.get(slots, wares, ())
        assert isinstance(held, int)
        if held.bit_count() != 1:
            return moves
        hand = self.get(slots, "hand", self.get(slots, "me"))
        number = next(
            i for i, a in enumerate(self.program.choices[slots[POINT]].alternatives)
            if a.name == "offer"
        )  # fmt: skip
        earlier = [(number, c) for c in elements_of_mask(hand) if 1 << c < held]
        return sorted({*earlier, *moves})


class NeverTwo(Faulty):
    """Two cards are never sold together."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        names = {self.name_of(slots, m) for m in moves}
        if names == {"offer", "done"}:
            return [m for m in moves if self.name_of(slots, m) == "done"]
        return moves


class SlowerSecond(Faulty):
    """The second seat may not toss."""

    def moves(self, slots: Slots) -> Sequence[Code]:
        moves = self.engine.moves(slots)
        if self.get(slots, "me") != 1:
            return moves
        return [m for m in moves if self.name_of(slots, m) != "toss"] or moves


class WrongPoints(Faulty):
    """The second seat has a point too many."""

    def totals(self, slots: Slots) -> tuple[int, ...]:
        first, second, *others = self.engine.totals(slots)
        return (first, second + (self.get(slots, "sales") > 1), *others)


class WrongWinner(Faulty):
    """The first seat wins whatever happens."""

    def verdict(self, slots: Slots) -> Verdict:
        return Verdict(1, self.engine.verdict(slots).case)


class OtherLuck(Faulty):
    """A seed deals other cards than it should."""

    def begin(self, slots: Slots, *, setup: bool = True) -> None:
        if isinstance(slots[layouts.CHANCE], int):
            slots[layouts.CHANCE] += 2
        self.engine.begin(slots, setup=setup)


Patch = Callable[[pytest.MonkeyPatch], None]


def sharing_copies(patch: pytest.MonkeyPatch) -> None:
    """Copies of a position share its stacks."""
    patch.setattr(SlotCodec, "copy", lambda self, slots: list(slots))


def forgetful_undo(patch: pytest.MonkeyPatch) -> None:
    """Undo leaves the moves as they were."""
    undo = State.undo

    def forgetting(state: State) -> None:
        offer = state._offered()
        undo(state)
        state._offer = offer

    patch.setattr(State, "undo", forgetting)


def short_undo(patch: pytest.MonkeyPatch) -> None:
    """Undo forgets one coin."""
    undo = State.undo

    def forgetting(state: State) -> None:
        undo(state)
        variable = next(c for c in state.engine.program.variables if c.name == "sales")
        slots = state.engine.layout.copy(state.slots)
        state.engine.layout.put(slots, variable, (), 0)
        state._point = copy(state._point)
        state._point.position = state.engine.codec.encode(slots)

    patch.setattr(State, "undo", forgetting)


def leaked_to_all(name: str, patch: pytest.MonkeyPatch) -> None:
    """Everybody sees all hands, or all hats, the own one too."""
    told = observation.Told.told

    def leaking(self: observation.Told, at: Any, seat: int, values: list[Any]) -> Any:
        if self.variable.name == name:
            return [observation.as_json(value, self.variable.type) for value in values]
        return told(self, at, seat, values)

    patch.setattr(observation.Told, "told", leaking)


def leaking_reasons(patch: pytest.MonkeyPatch) -> None:
    """A reason names the top of the pile."""
    why_not = State.why_not

    def telling(state: State, text: str) -> list[Any]:
        found = why_not(state, text)
        variable = next(c for c in state.engine.program.variables if c.name == "pile")
        pile: Any = state.engine.layout.get(state.slots, variable, ())
        if not found or not pile or state.waiting is None:
            return found
        return [type(found[0])(f"{found[0].message} ({pile[-1]})"), *found[1:]]

    patch.setattr(State, "why_not", telling)


def leaked_die(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees under every cup."""
    told = observation.Told.told

    def leaking(self: observation.Told, at: Any, seat: int, values: list[Any]) -> Any:
        return values if self.variable.name == "fallen" else told(self, at, seat, values)

    patch.setattr(observation.Told, "told", leaking)


def leaking_needs(patch: pytest.MonkeyPatch) -> None:
    """A reason counts what has fallen under the other cup."""
    why_not = State.why_not

    def telling(state: State, text: str) -> list[Any]:
        found = why_not(state, text)
        variables = {c.name: c for c in state.engine.program.variables}
        held = (state.engine.layout.get(state.slots, variables["fallen"], (p,)) for p in (0, 1))
        fallen = sum(held)  # type: ignore[arg-type]
        return [type(one)(f"{one.message} ({fallen})") for one in found]

    patch.setattr(State, "why_not", telling)


def leaking_transcript(patch: pytest.MonkeyPatch) -> None:
    """Others are told each move as it is."""
    patch.setattr(Transcript, "text_for", lambda self, entry, state, seat: entry.text)


def told_by_names(patch: pytest.MonkeyPatch) -> None:
    """Of what is chosen in secret steps all is told but hidden cards."""

    def is_open_to(entry: transcript.Entry, seat: int) -> bool:
        return not any(one.unseen[seat] for one in entry.together)

    patch.setattr(transcript, "_only_takes", lambda *_: True)
    patch.setattr(transcript.Entry, "is_open_to", is_open_to)


def no_reasons(patch: pytest.MonkeyPatch) -> None:
    """Nothing says why a card cannot be tossed."""
    why_not = State.why_not
    patch.setattr(
        State, "why_not",
        lambda state, text: [] if text.startswith("toss") else why_not(state, text),
    )  # fmt: skip


def open_door(patch: pytest.MonkeyPatch) -> None:
    """What is not on offer can be made all the same."""
    apply = State.apply

    def applying(state: State, move: Any) -> None:
        try:
            apply(state, move)
        except MoveError:
            if state.over or not str(move).startswith("toss"):
                raise

    patch.setattr(State, "apply", applying)


def lossy_record(patch: pytest.MonkeyPatch) -> None:
    """A record forgets how the last shuffle came out."""
    record_of = record.record_of
    patch.setattr(
        record, "record_of",
        lambda game, state: record_of(game, state).model_copy(
            update={"outcomes": tuple(state.outcomes)[:-1]}
        ),
    )  # fmt: skip


def restless_key(patch: pytest.MonkeyPatch) -> None:
    """The key of a position counts how often it was asked for."""
    asked: list[int] = []

    def key(state: State) -> bytes:
        asked.append(1)
        return len(asked).to_bytes(16, "big")

    patch.setattr(State, "key", key)


@dataclass(frozen=True)
class Fault:
    """A bug in an engine or in what all engines share, what finds it, how short it is shown, and in
    how many games it is found: enough that it is found with nearly every seed."""

    property: str
    moves: int
    engine: type[Faulty] | None = None
    patch: Patch | None = None
    game: str = "bazaar"
    games: int = GAMES


FAULTS = {
    "a lost card": Fault("components", 10, LostCard),
    "a card in two places": Fault("components", 1, CardInTwoPlaces),
    "a mark outside its range": Fault("ranges", 10, Unasked),
    "a move that is forgotten": Fault("engines", 4, OneMoveShort),
    "a rule that is forgotten later": Fault("engines", 13, CheaperLater),
    "moves in another order": Fault("moves", 0, Backwards),
    "a move that is offered twice": Fault("moves", 4, Twice),
    "a decision without moves": Fault("moves", 9, Nothing),
    "a crash": Fault("applies", 5, Crash),
    "offers that tell of a hand": Fault("secrecy", 1, PeekingOffers),
    "a compose with dead ends": Fault("compose", 5, DeadEnd),
    "a compose with two ways": Fault("compose", 5, EitherOrder),
    "a compose that leaves something out": Fault("compose", 5, NeverTwo),
    "a seat that may do less": Fault("seats", 4, SlowerSecond),
    "points that do not add up": Fault("scores", 6, WrongPoints),
    "a winner with fewer points": Fault("scores", 25, WrongWinner),
    "luck that differs": Fault("engines", 0, OtherLuck),
    "copies that share": Fault("copy", 0, patch=sharing_copies),
    "undo that keeps the moves": Fault("undo", 1, patch=forgetful_undo),
    "undo that forgets a mark": Fault("undo", 6, patch=short_undo),
    "a hand that all see": Fault("secrecy", 0, patch=partial(leaked_to_all, "hand")),
    "reasons that tell of the pile": Fault("secrecy", 2, patch=leaking_reasons),
    "a transcript that tells": Fault("secrecy", 6, patch=leaking_transcript),
    # one game in about ten shows it
    "offers that tell of a die": Fault("secrecy", 3, TellingDie, game="cups", games=180),
    "offers that tell of a secret choice": Fault("secrecy", 2, TellingBead, game="cups"),
    "a die that all see": Fault("secrecy", 3, patch=leaked_die, game="cups"),
    "reasons that tell of a die": Fault("secrecy", 3, patch=leaking_needs, game="cups"),
    "a hat that its owner sees": Fault(
        "secrecy", 0, patch=partial(leaked_to_all, "hat"), game="hats"
    ),
    "offers that tell of one's own hat": Fault("secrecy", 1, TellingHat, game="hats"),
    "offers that tell of one's own number": Fault("secrecy", 1, TellingBadge, game="hats"),
    "a transcript that tells of kinds": Fault("secrecy", 3, patch=told_by_names, game="seals"),
    "refusals without a reason": Fault("refusals", 1, patch=no_reasons),
    "refusals that refuse nothing": Fault("refusals", 1, patch=open_door),
    "a record without its luck": Fault("records", 0, patch=lossy_record),
    "a key that changes": Fault("undo", 1, patch=restless_key),
}


RANGES = BY_NAME["ranges"]
PAGE = HERE.parents[2] / "rules" / "TESTING.md"  # its sections show what some of these look like
TOLD = dict(re.findall(r"^```text (\w.*)\n(.*)\n```$", PAGE.read_text(encoding="utf-8"), re.M))


def found(game: Game, name: str, games: int = GAMES) -> Finding:
    """The shrunk finding of a property over some games."""
    one = BY_NAME[name]
    trial = put_on_trial(game, (one,), seed=1, games=games, longest=LONGEST)
    assert name in trial.findings
    return shrink(
        game, one, trial.findings[name][1], tries=TRIES, deadline=Deadline(60), longest=LONGEST
    )


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", RULES)
def test_bugs_in_rules(name: str, tmp_path: Path) -> None:
    bug = RULES[name]
    game = altered(tmp_path, bug.edit)
    finding = found(game, bug.property)
    assert len(finding.moves) <= bug.moves
    assert finding.places, "the rule's line is told"
    shown = scenario_of(game, finding)
    assert shown.fails == bug.fails, shown.text


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    files = {name: str(HERE / f"{name}.game") for name in ("bazaar", "cups", "seals", "hats")}
    return {name: load(file, engine="python") for name, file in files.items()}  # plays on slots


def faulty(fault: Fault, games: dict[str, Game], patch: pytest.MonkeyPatch) -> Game:
    """The game with the bug in it."""
    game = games[fault.game]
    if fault.engine is not None:
        patch.setitem(game.__dict__, "engine", fault.engine(game.engine))
    if fault.patch is not None:
        fault.patch(patch)
    return game


LAST = {fault.property: name for name, fault in FAULTS.items()}
"""Of the bugs that break a property one."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in LAST.values() else pytest.mark.thorough)
        for name in FAULTS
    ],
)
def test_bugs_in_engines(
    name: str, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = FAULTS[name]
    game = faulty(fault, games, monkeypatch)
    finding = found(game, fault.property, fault.games)
    assert len(finding.moves) <= fault.moves
    assert TOLD.get(name) in (None, finding.message)


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault.game == "cups"])
def test_what_marks_tell_is_found_by_changing_the_past_alone(
    name: str, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = FAULTS[name]
    game = faulty(fault, games, monkeypatch)
    monkeypatch.setattr(determinization, "hidden_marks", lambda program: frozenset())
    secrecy = (BY_NAME[fault.property],)
    games_of_it = max(1, fault.games // times(5, thorough=1))
    trial = put_on_trial(game, secrecy, seed=1, games=games_of_it, longest=LONGEST)
    assert trial.findings == {}


def test_what_is_left_when_moves_are_left_out_is_made_plainer(
    games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = FAULTS["a decision without moves"]
    game = faulty(fault, games, monkeypatch)
    plain = found(game, fault.property)
    monkeypatch.setattr(shrinking, "_make_plainer", lambda best, fails: None)
    left = found(game, fault.property)
    assert len(plain.moves) < len(left.moves)


def test_the_page_shows_bugs_that_are_here() -> None:
    assert len(TOLD) >= 9 and TOLD.keys() <= FAULTS.keys()


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("name", ["bazaar", "cups", "seals", "hats"])
def test_without_bugs_all_holds(name: str, games: dict[str, Game]) -> None:
    assert put_on_trial(games[name], PROPERTIES, seed=1, games=4).findings == {}


def test_a_bug_of_an_option_is_found_in_its_setting(tmp_path: Path) -> None:
    altered(
        tmp_path,
        ("  if rich is gift and coins of me < 9\n", "  if rich is gift\n    spend 9 sales\n"),
    )
    broken = {
        tuple(setting.options): put_on_trial(setting.load(), (RANGES,), seed=1, games=9).findings
        != {}
        for setting in all_settings(str(tmp_path / "bazaar.game"))
        if setting.seats == 2
    }
    assert broken == {(): False, ("rich",): True}


def test_an_action_that_is_never_possible_is_told(tmp_path: Path) -> None:
    game = altered(tmp_path, ("size of hand of me > 2 ", "size of hand of me > 4 "))
    trial = put_on_trial(game, (), seed=1, games=20)
    assert actions_of(game) - set(trial.reached.actions) == {"toss"}


def test_a_change_that_no_variant_announces_is_found(tmp_path: Path) -> None:
    altered(tmp_path, ("starts 2", "starts 3"))
    variant = (
        'variant dear of bazaar "Dear"\nadd at start of buy\n  needs coins of me > 2 else "dear"\n'
    )
    (tmp_path / "dear.game").write_text(variant, encoding="utf-8")
    game = load(str(tmp_path / "bazaar.game"), variants=["dear"])
    assert [run().passed for run in inherited(game)] == [False]
