"""A small game, written in the core by hand: two seats buy prizes with cards.

Six cards, ranks 1 to 6: two in each hand, two on the draft row, the rest in the pile. A turn takes
a card from the row or the pile, or claims a prize by paying cards that fit it, chosen one by one in
secret; nobody else sees `want` and `payment`. Two passes in a row, or two prizes, end the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from rulewright.core import ir
from rulewright.runtime.layout import Layout, Slots
from rulewright.source import SourceFile, Span

RULES = SourceFile("mini.game", "claim\n  needs enough\n  needs free\nthe draft\n")
YES = ir.Truth()
NUMBER = ir.Number(0, 30)

SEAT = ir.Domain("seat", "seat", ("first", "second"), ring=True)
CARD = ir.Domain("card", "component", ("Ace", "Bee", "Cat", "Dog", "Elk", "Fox Cub"))
PRIZE = ir.Domain("prize", "enumeration", ("North", "North Far", "South"))


def const(value: int, kind: ir.Type = NUMBER) -> ir.Const:
    return ir.Const(value, kind)


def op(name: ir.OpName, *args: ir.Expr, type: ir.Type = YES) -> ir.Op:
    return ir.Op(name, args, type)


def read(variable: ir.StateVariable, *keys: ir.Expr) -> ir.Read:
    return ir.Read(variable, keys, variable.type)


def line(number: int) -> Span:
    start = RULES.starts[number - 1]
    return Span(RULES, start, RULES.starts[number] - 1)


def build(*, minimal: bool = False, at_most: int | None = None) -> SimpleNamespace:
    kinds: dict[str, tuple[tuple[ir.Domain, ...], ir.Type, int, ir.Visibility, ir.Role]] = {
        "me": ((), ir.Element(SEAT), 0, "all", "control"),
        "passes": ((), ir.Number(0, 2), 0, "all", "control"),
        "box": ((), ir.SetOf(CARD), CARD.everything(), "all", "zone"),
        "pile": ((), ir.StackOf(CARD), 0, "nobody", "zone"),
        "discards": ((), ir.StackOf(CARD), 0, "all", "zone"),
        "draft": ((), ir.RowOf(CARD, 2), 0, "all", "zone"),
        "hand": ((SEAT,), ir.SetOf(CARD), 0, "owner", "zone"),
        "holder": ((PRIZE,), ir.Element(SEAT, optional=True), -1, "all", "mark"),
        "tokens": ((SEAT,), ir.Number(0, 2), 2, "all", "mark"),
        "want": ((), ir.Element(PRIZE, optional=True), -1, "chooser", "choice"),
        "payment": ((), ir.SetOf(CARD), 0, "chooser", "choice"),
    }
    variables = {
        name: ir.StateVariable(i, name, keys, kind, start, seen, role)
        for i, (name, (keys, kind, start, seen, role)) in enumerate(kinds.items())
    }
    rank = ir.Table(0, "rank", (CARD,), ir.Number(1, 6), (1, 2, 3, 4, 5, 6))
    price = ir.Table(1, "price", (PRIZE,), NUMBER, (5, 9, 7))
    fits = ir.Table(2, "fits", (CARD, PRIZE), YES, (1, 1, 0) + (1, 1, 1) * 5)  # no Ace for South

    me = read(variables["me"])
    mine = read(variables["hand"], me)
    payment = read(variables["payment"])
    want = ir.Read(variables["want"], (), ir.Element(PRIZE))  # a prize, wherever it is asked for
    hand_of_me = ir.Place(variables["hand"], (me,))
    c = ir.Local(1, "c", ir.Element(CARD))
    x = ir.Local(2, "x", ir.Element(CARD))
    p = ir.Local(3, "p", ir.Element(PRIZE))
    s = ir.Local(4, "s", ir.Element(SEAT))
    d = ir.Local(5, "d", ir.Element(CARD))

    def rank_of(card: ir.Expr) -> ir.Lookup:
        return ir.Lookup(rank, (card,), rank.type)

    def ranks(kind: ir.FoldKind) -> ir.Fold:
        return ir.Fold(kind, x, payment, None, rank_of(x), NUMBER)

    def price_of(prize: ir.Expr) -> ir.Lookup:
        return ir.Lookup(price, (prize,), NUMBER)

    def put(name: str, value: ir.Expr, *keys: ir.Expr) -> ir.Assign:
        return ir.Assign(variables[name], keys, value)

    enough = ir.Guard(
        op("at_least", ranks("total"), price_of(want)),
        ir.Message((ranks("total"), " does not reach ", price_of(want))),
        tags=("MINI-2",),
        span=line(2),
    )
    tight = ir.Guard(
        op("less", op("subtract", ranks("total"), ranks("smallest"), type=NUMBER), price_of(want)),
        ir.Message(("too much",)),
    )
    finishes = (enough, tight) if minimal else (enough,)

    def suited(card: ir.Local) -> ir.Guard:
        return ir.Guard(
            ir.Lookup(fits, (card, want), YES), ir.Message((card, " does not fit ", want))
        )

    def paid_with(card: ir.Local) -> ir.Assign:
        more = op("set", card, type=payment.type)
        return put("payment", op("union", payment, more, type=payment.type))

    few = () if at_most is None else (op("less", op("size", payment, type=NUMBER), const(at_most)),)
    compose = ir.Compose(
        0,
        "payment",
        (
            ir.ComposeStep(
                "pay",
                (ir.Param(d, op("after", payment, mine, type=payment.type)),),
                (suited(d), *(ir.Guard(test, ir.Message(())) for test in few)),
                paid_with(d),
            ),
        ),
        (ir.ComposeFinish("commit", (), finishes),),
        (variables["payment"],),
        line(1),
    )

    pile, draft = ir.Place(variables["pile"], ()), ir.Place(variables["draft"], ())
    acted = put("passes", const(0))
    take = ir.Alternative(
        "take",
        (ir.Param(c, replace(read(variables["draft"]), span=line(4))),),
        (),
        ir.Seq((ir.Move(c, draft, hand_of_me), ir.Deal(pile, draft), acted)),
        ir.Message(("take ", c)),
    )
    draw = ir.Alternative(
        "draw",
        (),
        (
            ir.Guard(
                op("not", op("empty", read(variables["pile"]))), ir.Message(("the pile is empty",))
            ),
        ),
        ir.Seq((ir.Deal(pile, hand_of_me), acted)),
        ir.Message(("draw",)),
    )
    pay = ir.Alternative(
        "pay",
        (ir.Param(c, op("after", payment, mine, type=ir.SetOf(CARD))),),
        (
            suited(c),
            ir.Guard(ir.Completable(compose, 0, (c,), (), YES), ir.Message(())),
        ),
        paid_with(c),
        ir.Message(("pay ", c)),
    )
    commit = ir.Alternative("commit", (), finishes, ir.Leave(1), ir.Message(("commit",)))
    paying = ir.Loop(1, ir.Choose(1, "pay", (pay, commit), cover="main"))
    discards = ir.Place(variables["discards"], ())
    claim = ir.Alternative(
        "claim",
        (ir.Param(p, const(7, ir.SetOf(PRIZE))),),
        (
            ir.Guard(
                op("equal", read(variables["holder"], p), const(-1, ir.Element(SEAT, True))),
                ir.Message((read(variables["holder"], p), " already holds ", p)),
                tags=("MINI-3",),
                span=line(3),
            ),
            ir.Guard(
                ir.Completable(compose, None, (), ((variables["want"], p),), YES), ir.Message(())
            ),
        ),
        ir.Seq(
            (
                put("want", p),
                paying,
                ir.MoveAll(payment, hand_of_me, discards),
                put("holder", me, want),
                put(
                    "tokens",
                    op("subtract", read(variables["tokens"], me), const(1), type=NUMBER),
                    me,
                ),
                put("want", const(-1, ir.Element(PRIZE, True))),
                put("payment", const(0, ir.SetOf(CARD))),
                acted,
                ir.If(
                    op("equal", read(variables["tokens"], me), const(0)), ir.End("all tokens"), None
                ),
            )
        ),
        ir.Message(("claim ", p)),
        span=line(1),
    )
    forced = ir.Alternative(
        "pass",
        (),
        (),
        put("passes", op("add", read(variables["passes"]), const(1), type=NUMBER)),
        ir.Message(("pass",)),
        fallback=True,
    )
    turn = ir.Seq(
        (
            ir.Choose(0, "main", (take, draw, claim, forced)),
            put("me", op("next_seat", me, type=ir.Element(SEAT))),
            ir.If(op("equal", read(variables["passes"]), const(2)), ir.Leave(0), None),
        )
    )
    deal = ir.For(s, const(3, ir.SetOf(SEAT)), ir.Deal(pile, ir.Place(variables["hand"], (s,))))
    setup = ir.Seq(
        (
            ir.MoveAll(None, ir.Place(variables["box"], ()), pile),
            ir.Shuffle(pile),
            ir.Times(const(2), deal),
            ir.Times(const(2), ir.Deal(pile, draft)),
        )
    )
    r = ir.Local(6, "r", ir.Element(PRIZE))
    held = op("equal", read(variables["holder"], r), s)
    scores = (
        ir.Score("prizes", s, ir.Fold("count", r, const(7, ir.SetOf(PRIZE)), held, None, NUMBER)),
        ir.Score("tokens", s, read(variables["tokens"], s)),
    )
    flow = ir.Loop(0, turn)
    program = ir.Program(
        name="mini",
        title="Mini",
        seats=SEAT,
        options=(),
        domains=(SEAT, CARD, PRIZE),
        tables=(rank, price, fits),
        graphs=(),
        variables=tuple(variables.values()),
        me=variables["me"],
        bound={},
        composes=(compose,),
        setup=setup,
        flow=flow,
        scores=scores,
        boards=(),
        winner="most",
        always=(),
        choices=(turn.body[0], paying.body),  # type: ignore[arg-type]
    )
    return SimpleNamespace(program=program, variables=variables, compose=compose)


@pytest.fixture
def mini() -> SimpleNamespace:
    """The small game: its `program`, its `variables` by name and its `compose`."""
    return build()


@pytest.fixture
def build_mini() -> Callable[..., SimpleNamespace]:
    """Makes the small game; `minimal`: no card too many in a payment; `at_most`: cards paid."""
    return build


@pytest.fixture
def deal() -> Callable[..., Slots]:
    """Makes slots with the cards dealt as told: `deal(mini, first="Ace Dog", pile="Fox Elk")`.

    `first`, `second`: hands; other names are zones, stacks top first; `Fox` is the Fox Cub. Cards
    not named stay in the box.
    """

    def dealt(mini: SimpleNamespace, **zones: str) -> Slots:
        layout = Layout(mini.program)
        slots = layout.fresh()
        short = {label.split(" ")[0]: i for i, label in enumerate(CARD.labels)}
        box = CARD.everything()
        for name, words in zones.items():
            cards = [short[word] for word in words.split()]
            mask = sum(1 << card for card in cards)
            box &= ~mask
            if name in SEAT.labels:
                layout.put(slots, mini.variables["hand"], (SEAT.labels.index(name),), mask)
            elif name == "draft":
                layout.put(slots, mini.variables["draft"], (), [*cards, -1, -1][:2])
            else:
                layout.put(slots, mini.variables[name], (), cards[::-1])
        layout.put(slots, mini.variables["box"], (), box)
        return slots

    return dealt
