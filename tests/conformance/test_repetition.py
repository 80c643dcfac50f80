"""`times` says how often it has been so as a list of what was seen says it, on every engine.

Rules are drawn: boards around the sizes at which numbers become long ones, and histories of all
kinds of marks, zones and definitions, some of them longer than others. What is remembered is kept
here as plain data from observations, and counted by comparing it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from struct import Struct
from typing import Any, cast

import pytest

import rulewright as rw
from rulewright.backends import registry
from rulewright.backends.wasm.engine import WasmEngine
from rulewright.check import histories
from rulewright.check.scope import HistorySymbol, Scope
from rulewright.core import ir, soundness
from rulewright.source import Span

RULES = """game again "What has been before"
  players 2 named Ann, Bob
type hue: red, green, blue
component token from "tokens.csv" named by name
  of_hue: hue
board field: grid {rows} by {columns}
cells cell of field named "{{letter}}{{y}}"
mark lit of cell: yes or no
mark man of cell: seat or nobody
mark place of seat: cell
mark level of hue: -1..1
mark tint: hue or none
mark held: set of hue
mark likes(seat, hue): yes or no
mark ready: yes or no
zone bowl: set of token
zone on of hue: slot of token
mark changes: 0..100
mark often_a: 0..9
mark often_b: 0..4
history a of {a}: last {last_a}
history b of {b}: last {last_b}

define few = all c in cell where column of c is {columns} and row of c <= 2
define men of p: seat = how many c in cell where man of c is p
define hues = all h in hue where some t in bowl where of_hue of t is h
define worth(p: seat, h: hue) = level of h * men of p
define top of h: hue = h + level of h

setup
  move all t in token to bowl

phase play
  turns until changes is {changes}
    choose main
      flip(c in few)
        set lit of c to not lit of c
        look
      man(c in few, p in seat)
        if man of c is p
          set man of c to nobody
        else
          set man of c to p
        look
      go(c in few)
        set place of me to c
        look
      raise(h in hue)
        set level of h to -1 when level of h is 1 else level of h + 1
        look
      paint(h in hue)
        if tint is h
          set tint to none
        else
          set tint to h
        look
      hold(h in hue)
        set held to held - {{h}} when h in held else held + {{h}}
        look
      like(h in hue)
        set likes(me, h) to not likes(me, h)
        look
      rest
        set ready to not ready
        look
      put(t in bowl, h in hue where on of h is empty)
        move t from bowl to on of h
        look
      take(h in hue where on of h is not empty)
        move on of h from on of h to bowl
        look
      keep
        remember(a)
        if times(b) is 0
          remember(b)
        look
      drop
        forget(a)
        look
      venture

action venture
  compose way until changed and times(a) <= times(b)
    step light(c in few)
      needs not changed                               else "once"
      set lit of c to not lit of c
      set changed to yes
    step hang(h in hue)
      needs not changed                               else "once"
      set tint to h
      set changed to yes
  set changed to no
  look

mark changed: yes or no

to look
  set often_a to times(a)
  set often_b to times(b)
  gain 1 changes

score all of p: (often_a + 10 * often_b + size of (few - cell) + 100 * size of hues
    + 1000 * worth(p, red) + (5 when top of red is red else 0)
    + (how many c in cell where lit of c and man of c is p) + (3 when place of p in few else 0)
    + (2 when ready or tint is red or red in held or likes(p, red) else 0))
winner most score
"""
RECORDED = ("lit", "man", "place", "level", "tint", "held", "likes", "ready", "bowl", "on", "men",
            "hues", "worth", "top", "me")  # fmt: skip
TOKENS = {"ruby": "red", "rose": "red", "leaf": "green", "sky": "blue"}
HUES, SEATS = ("red", "green", "blue"), ("Ann", "Bob")
BOARDS = ((2, 1), (2, 2), (5, 4), (8, 9))
CHANGES = 60
Cells = dict[str, Any]


@dataclass(frozen=True)
class Drawn:
    """A game: how large its board is, and of each history what it records and how much."""

    rows: int
    columns: int
    of: dict[str, tuple[str, ...]]
    last: dict[str, int]

    @property
    def rules(self) -> str:
        said = {f"last_{name}": last for name, last in self.last.items()}
        lists = {name: ", ".join(of) for name, of in self.of.items()}
        return RULES.format(
            rows=self.rows, columns=self.columns, changes=CHANGES, **lists, **said
        )  # fmt: skip


def drawn(seed: int) -> Drawn:
    luck = random.Random(seed)
    rows, columns = BOARDS[seed % len(BOARDS)]
    first = RECORDED[seed % 5 :: 5]  # so that five games have them all
    of = {"a": first, "b": tuple(luck.sample(RECORDED, luck.choice((1, 2))))}
    return Drawn(rows, columns, of, {"a": 9 if seed % 2 else 3, "b": luck.choice((1, 4))})


def now(cells: Cells, name: str, me: str) -> Any:
    """What something is, by what is seen of marks and zones."""
    men = {p: sum(man == p for man in cells["man"].values()) for p in SEATS}
    match name:
        case "me":
            return me
        case "men":
            return men
        case "hues":
            return [hue for hue in HUES if hue in {TOKENS[t] for t in cells["bowl"]}]
        case "worth":
            return {p: {h: cells["level"][h] * men[p] for h in HUES} for p in SEATS}
        case "top":
            steps = {h: i + cells["level"][h] for i, h in enumerate(HUES)}
            return {h: HUES[i] if 0 <= i < len(HUES) else None for h, i in steps.items()}
    return cells[name]


def shown(name: str, value: Any, cells: Cells) -> Any:
    """How an observation writes what is remembered: of few values, who has each of them."""
    values: tuple[str, ...] = {"man": SEATS, "on": tuple(TOKENS), "top": HUES}.get(name, ())
    if name == "place" and len(cells["lit"]) <= histories.MOST_SETS:
        values = tuple(cells["lit"])
    if values:
        return {v: [key for key, held in value.items() if held == v] for v in values}
    if name == "lit":
        return [cell for cell, is_so in value.items() if is_so]
    if name == "likes":
        return {p: [h for h, is_so in hues.items() if is_so] for p, hues in value.items()}
    return value


class Table:
    """What was remembered, as it was seen."""

    def __init__(self, game: Drawn) -> None:
        self.game = game
        self.kept: dict[str, list[list[Any]]] = {"a": [], "b": []}

    def moment(self, history: str, cells: Cells, me: str) -> list[Any]:
        return [now(cells, name, me) for name in self.game.of[history]]

    def times(self, history: str, cells: Cells, me: str) -> int:
        return self.kept[history].count(self.moment(history, cells, me))

    def remember(self, history: str, cells: Cells, me: str) -> None:
        kept = [*self.kept[history], self.moment(history, cells, me)]
        self.kept[history] = kept[-self.game.last[history] :]

    def follow(self, move: str, cells: Cells, me: str) -> None:
        if move == "keep":
            self.remember("a", cells, me)
            if self.times("b", cells, me) == 0:
                self.remember("b", cells, me)
        elif move == "drop":
            self.kept["a"] = []

    def ventures(self, cells: Cells, me: str) -> set[str]:
        """The steps after which it has not been so more often in `a` than in `b`."""
        few = [name for name in cells["lit"] if name[1:] in ("1", "2")]
        few = [name for name in few if name[0] == "abcdefghi"[self.game.columns - 1]]
        after: dict[str, Cells] = {
            f"light {c}": {"lit": {**cells["lit"], c: not cells["lit"][c]}} for c in few
        }
        after |= {f"hang {h}": {"tint": h} for h in HUES}
        then = {step: {**cells, **changed} for step, changed in after.items()}
        return {s for s, c in then.items() if self.times("a", c, me) <= self.times("b", c, me)}

    def shown(self, cells: Cells) -> dict[str, Any]:
        return {
            history: [
                {n: shown(n, value, cells) for n, value in zip(names, moment, strict=True)}
                for moment in self.kept[history]
            ]
            for history, names in self.game.of.items()
        }


@pytest.fixture
def loaded(tmp_path: Path) -> Callable[[int, registry.EngineName], rw.Game]:
    rows = "".join(f"{name},{hue}\n" for name, hue in TOKENS.items())
    (tmp_path / "tokens.csv").write_text(f"name,of_hue\n{rows}", encoding="utf-8")

    def load(seed: int, engine: registry.EngineName) -> rw.Game:
        (tmp_path / "again.game").write_text(drawn(seed).rules, encoding="utf-8")
        return rw.load(str(tmp_path / "again.game"), engine=engine)

    return load


Load = Callable[[int, registry.EngineName], rw.Game]
SEEDS = range(5)


def wrongs(game: rw.Game, seed: int, most: int = 3 * CHANGES) -> Counter[str]:
    """What is told otherwise than it is counted here, in a random game; and how often something
    had been so before, by `again`."""
    state, table, luck = game.start(seed=1), Table(drawn(seed)), random.Random(seed)
    found = Counter[str]()
    while not state.over and state.decisions < most:
        me = SEATS[cast(int, state.to_move)]
        cells = cast(Cells, state.observation(0)["cells"])
        offered = {str(move) for move in state.legal_moves()}
        can = table.ventures(cells, me)
        if state.choice == "way":
            found["way"] += offered != can
        else:
            found["venture"] += ("venture" in offered) != bool(can)
        # little is changed, so that much comes again
        wanted = ["keep"] * 9 + ["drop"] + sorted(offered - {"keep", "drop"})
        move = luck.choice([name for name in wanted if name in offered])
        state.apply(move)
        if move == "venture":
            continue
        told = state.observation(0)
        cells = cast(Cells, told["cells"])
        table.follow(move, cells, me)
        for history in "ab":
            often = table.times(history, cells, me)
            found[history] += cells[f"often_{history}"] != often
            found["again"] += often > 1
        found["remembered"] += told["remembered"] != table.shown(cells)
        without = state.observation(0, remembered=False)
        found["without"] += {**without, "remembered": told["remembered"]} != told
        found["without"] += "remembered" in without
    return +found


@pytest.mark.parametrize("engine", ["reference", "python"])
def test_what_has_been_is_counted(engine: registry.EngineName, loaded: Load) -> None:
    most = 3 * CHANGES if engine == "python" else 30
    found = sum((wrongs(loaded(seed, engine), seed, most) for seed in SEEDS), Counter[str]())
    assert found.keys() == {"again"} and found["again"] > 20


@pytest.mark.parametrize("seed", [3])  # of more cells than a word has bits
def test_whole_games_come_to_the_same_on_every_engine(
    seed: int, loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soundness, "WANTED", False)  # which has been looked at above
    engines = {name: loaded(seed, name).engine for name in registry.available()}
    results = {name: [*engine.playouts(range(3))] for name, engine in engines.items()}
    assert all(found == results[registry.REFERENCE] for found in results.values())
    for engine in engines.values():
        if isinstance(engine, WasmEngine):
            instance = engine._whole.instance()
            assert instance is not None
            assert len(instance.playouts(range(6), 1000)) == 6 * 8 * instance.width


def one_place_less(scope: Scope, symbol: HistorySymbol, most: ir.Expr) -> ir.History:
    assert isinstance(most, ir.Const)
    fewer = max(1, most.value - 1)
    symbol.most = ir.Const(fewer, ir.Number(fewer, fewer), most.span)
    return kept(scope, symbol, symbol.most)


def without_the_last(reader: Any, symbol: HistorySymbol, span: Span) -> Iterator[Any]:
    found = [*parts(reader, symbol, span)]
    return iter(found[:-1] or found)


def for_one_value(reader: Any, symbol: HistorySymbol, span: Span) -> Iterator[Any]:
    """Where sets are kept for each value, only who has the first one counts."""
    for part in parts(reader, symbol, span):
        loops = [(x, ir.Const(1, among.type, span)) for x, among in part.loops]
        yield replace(part, loops=tuple(loops))


def never_forgetting(reader: Any, symbol: HistorySymbol, span: Span) -> Iterator[ir.Stmt]:
    return iter([*forget(reader, symbol, span)][:-1])


def always_at_the_first_place(reader: Any, symbol: HistorySymbol, span: Span) -> Iterator[ir.Stmt]:
    return iter([*remember(reader, symbol, span)][:-1])


kept, parts = histories._kept, histories._parts
remember, forget = histories._remember, histories._forget
BUGS: dict[str, Any] = {
    "a ring that is one too short": ("_kept", one_place_less),
    "a mark that is not compared": ("_parts", without_the_last),
    "a value that is not compared": ("_parts", for_one_value),
    "what is not forgotten": ("forget", never_forgetting),
    "what takes the place of the last": ("remember", always_at_the_first_place),
}


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("bug", BUGS)
def test_what_is_counted_otherwise_is_found(
    bug: str, loaded: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soundness, "WANTED", False)
    name, instead = BUGS[bug]
    if name in histories.DONE:
        monkeypatch.setattr(histories, "DONE", {**histories.DONE, name: instead})
    else:
        monkeypatch.setattr(histories, name, instead)
    found = (wrongs(loaded(seed, "python"), seed).keys() - {"again"} for seed in SEEDS)
    assert any(found)


LONG = """game long "A board that may never be as it was"
  players 2 named Ann, Bob
board field: grid 9 by 9
cells cell of field named "{letter}{y}"
mark man of cell: seat or nobody
mark placed: cell or none
mark moves: 0..130
history boards of man, me: last 1000

phase play
  turns until moves is 130
    remember(boards)
    gain 1 moves
    set placed to none
    compose turn until placed is not none and times(boards) is 0
      step put(c in cell where row of c < 3)
        needs placed is none            else "once"
        set man of c to nobody when man of c is me else me
        set placed to c

score men of p: how many c in cell where man of c is p
winner most score
"""


def test_a_thousand_moments_of_a_large_board_are_remembered_in_webassembly(tmp_path: Path) -> None:
    """Whatever is remembered takes no memory anew each time that it is looked at."""
    file = tmp_path / "long.game"
    file.write_text(LONG.replace("moves", "rounds"), encoding="utf-8")
    engine = WasmEngine(rw.load(str(file)).program)
    instance = engine._whole.instance()
    assert instance is not None
    found = Struct(f"<{instance.width}q").unpack(instance.playouts([1], 1_000))
    assert found[:2] == (1, 130) and instance._memory.data_len(instance._store) < 1 << 23
    [result] = engine.python.playouts([1])
    assert result is not None and result.totals == found[5:]


HIGH = """game high "Whose men lie how high"
  players 2 named Ann, Bob
board field: grid 5 by 5
cells cell of field named "{letter}{y}"
component man from "men.csv" named by name, how many by count
  whose: seat
type layer: (at: cell, n: 1..24)
zone pile of cell: stack of man
mark seen: 0..30000
mark rounds: 0..16
define owner_in of l: layer
  nobody when n of l > size of pile of at of l
  whose of the x in (top(n of l, pile of at of l) - top(n of l - 1, pile of at of l)) else
define is_taken of l: layer = n of l <= size of pile of at of l
define height of l: layer = 0 when n of l > size of pile of at of l else n of l
history owners of owner_in, me: last 3
history taken of is_taken, me: last 9
history heights of height, me: last 9

setup
  move all x in man where whose of x is Ann to pile of a1
  move all x in man where whose of x is Bob to pile of b1

phase play
  turns until rounds is 16
    gain 1 rounds
    remember(owners)
    remember(taken)
    remember(heights)
    choose main
      go(c in {a1, b1, a2}, d in {a1, b1, a2} where d is not c)
        needs some: pile of c is not empty      else "nothing lies there"
        move top(1, pile of c) to pile of d
      hop(c in {a1, b1} where size of pile of c > 10)
        move top(10, pile of c) to pile of e5
      forget_all
        forget(owners)
    gain (times(owners) + 7 * times(taken) + 50 * times(heights)) seen

score all of p: seen
winner most score
"""
MEN = "name,whose,count\nMan of Ann,Ann,12\nMan of Bob,Bob,12\n"


def test_what_lies_in_hundreds_of_places_is_counted_alike_and_put_together_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is told by somebody or nobody, yes or no, or a number. Of sets of so many nothing
    is made anew for each element."""
    monkeypatch.setattr(soundness, "WANTED", False)
    (tmp_path / "men.csv").write_text(MEN, encoding="utf-8")
    (tmp_path / "high.game").write_text(HIGH, encoding="utf-8")
    games = {name: rw.load(str(tmp_path / "high.game"), engine=name).engine
             for name in registry.available()}  # fmt: skip
    results = {name: [*engine.playouts([4])] for name, engine in games.items()}
    assert all(found == results[registry.REFERENCE] for found in results.values())
    engine = games["wasm"]
    assert isinstance(engine, WasmEngine)
    instance = engine._whole.instance()
    assert instance is not None
    assert len(instance.playouts(range(6), 1_000)) == 6 * 8 * instance.width
    assert instance._memory.data_len(instance._store) < 1 << 23
