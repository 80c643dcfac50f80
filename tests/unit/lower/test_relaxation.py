"""What is read off the rules of a compose about single elements, and when nothing can be."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from rulewright import Game, load
from rulewright.backends.python.engine import source
from rulewright.backends.registry import EngineName
from rulewright.core.dump import expression_text
from rulewright.core.ir import Compose
from rulewright.core.walk import cells_in
from rulewright.lower.changes import in_order, is_onward, members_changed
from rulewright.lower.relaxation import Bound, falling, prospects

RULES = """\
game polish "Polish"
  players 2

type card: a, b, c, d
type tin: small, large

mark coins of seat: 0..9, starts 5
mark shine of card: 0..9
mark sold of tin: yes or no
mark got of seat: 0..99

define cost of t: tin = 1 when t is small else 3

phase play
  turns until passes is 2
    compose lay
      step take(c in card) into laid
      step polish(t in tin, c in laid)
        needs not sold of t          else "sold"
        needs coins of me >= cost of t   else "too dear"
        spend cost of t coins of me
        set sold of t to yes
        gain 1 shine of c
{more}
      finish lay(r in 1..9)
        needs laid is not empty      else "nothing is laid out"
        needs size of laid <= 3      else "too many"
        needs every c in laid has shine of c is r   else "not alike"
        gain r got of me
      finish pass
        needs laid is empty          else "too late"
        pass

score got of p: got of p
winner most score
"""


@pytest.fixture
def course(tmp_path: Path, request: pytest.FixtureRequest) -> Compose:
    rules = tmp_path / "polish.game"
    rules.write_text(RULES.replace("{more}\n", request.param), encoding="utf-8")
    return load(str(rules)).start(seed=1).engine.program.composes[0]


NOTHING = ""
DULL = """\
      step dull(d in laid)
        needs shine of d > 0         else "dull"
        spend 1 shine of d
"""
ALL = "      step rub\n        each d in laid\n          gain 1 shine of d\n"


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_what_is_demanded_of_every_element(course: Compose) -> None:
    found = prospects(course)
    assert found is not None
    (demand,) = found.demands
    assert (demand.finish, demand.param and demand.param.local.name) == (0, "r")
    assert expression_text(demand.test).startswith("shine[element")
    (own,) = found.steps
    assert course.steps[own.number].name == "polish" and own.param.local.name == "c"
    assert [variable.name for variable, _ in found.private] == ["shine"]


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_what_fails_for_good(course: Compose) -> None:
    told = [[expression_text(test) for test in tests] for tests in falling(course)]
    assert any("size(lay.laid)" in test for test in told[0])
    assert told[1] == ["empty(lay.laid)"]


@pytest.mark.parametrize("course", [NOTHING], indirect=True)
def test_steps_that_lead_onward(course: Compose) -> None:
    assert is_onward(course)


@pytest.mark.parametrize("course", [DULL], indirect=True)
def test_steps_that_may_lead_back(course: Compose) -> None:
    assert not is_onward(course)
    assert prospects(course) is not None


@pytest.mark.parametrize("course", [ALL], indirect=True)
def test_a_step_that_changes_all_elements_tells_nothing_of_one(course: Compose) -> None:
    assert prospects(course) is None


# Herbs hang on hooks and go into vats of beer; fetching them costs coal, and some glow: for each
# glow in the vats that are tapped, coal can be raked back.
BREWERY = """\
game brew "A brewery"
  players 2

type vat: ale, bock, cider, dark
type hook: left, middle, right
component herb from "herbs.csv" named by herb
  bite: 0..3
  glow: 0..2

zone bunch: stack of herb, seen by nobody
zone rack of hook: slot of herb
zone pot of vat: set of herb
zone gone: set of herb
mark coal of seat: 0..6, starts 2
mark raked: 0..9
mark sold of seat: 0..99

define price of k: hook
  3 when k is left
  1 when k is right
  2 else
define base of v: vat
  1 when v is ale or v is dark
  2 else
define strength of v: vat = base of v + total bite of h for h in pot of v
define embers of v: vat = total glow of h for h in pot of v

setup
  move all h in herb to bunch
  shuffle bunch
  each k in hook
    deal 1 from bunch to rack of k

phase play
  turns until passes is 2
    if passes is 0 and size of bunch > 0
      each k in hook
        if rack of k is empty and size of bunch > 0
          deal 1 from bunch to rack of k
    set raked to 0
    compose brew
      step tap(v in vat) into tapped
      step season(k in hook, v in tapped)
        needs rack of k is not empty        else "nothing hangs there"
        needs price of k <= coal of me      else "too dear"
        spend price of k coal of me
        let h = the h in rack of k
        move h from rack of k to pot of v
      step rake
        needs raked < total embers of v for v in tapped   else "nothing glows"
        needs coal of me < 6                else "enough coal"
        gain 1 raked
        set coal of me to min(6, coal of me + 1)
      finish serve(r in 1..9)
        needs size of tapped > 1            else "two vats at least"
        needs every v in tapped has strength of v is r   else "not alike"
        gain r sold of me
        each v in tapped
          move pot of v to gone
      finish pass
        needs tapped is empty               else "too late"
        pass

score sold of p: sold of p
winner most score
"""
HERBS = "herb,bite,glow\n" + "\n".join(f"h{i},{i % 4},{i % 3}" for i in range(14)) + "\n"


PLAIN_SUM = "total bite of h for h in pot of v"
PLAIN, CHOOSY = "for h in pot of v\ndefine", "for h in pot of v where bite of h > 1\ndefine"


WARM = """\
      finish serve(r in 1..9, k in 0..size of tapped + total embers of v for v in tapped)
        needs k is 3                        else "not warm enough"
"""


def brewery(
    folder: Path,
    engine: EngineName,
    counted: str = PLAIN,
    finish: str = "",
    glow: int = 2,
    edits: Sequence[tuple[str, str]] = (),
) -> Game:
    """`glow`: as much of it as there can be, but there is no more than 2."""
    rules = BREWERY.replace(PLAIN, counted).replace("glow: 0..2", f"glow: 0..{glow}")
    for before, after in edits:
        assert before in rules
        rules = rules.replace(before, after)
    if finish:
        rules = rules.replace("      finish serve(r in 1..9)\n", finish)
    (folder / "brew.game").write_text(rules, encoding="utf-8")
    (folder / "herbs.csv").write_text(HERBS, encoding="utf-8")
    return load(str(folder / "brew.game"), engine=engine)


def test_what_is_spent_gained_and_emptied(tmp_path: Path) -> None:
    """Coal is spent on what hangs on hooks, and gained for what glows in a vat."""
    found = prospects(brewery(tmp_path, "python").program.composes[0])
    assert found is not None and found.fund is not None and found.stock is not None
    assert (found.fund.variable.name, found.stock.name) == ("coal", "rack")
    assert found.slots == 3 and found.paid
    assert found.gain is not None and "glow" in expression_text(found.gain)
    assert found.gains == (*(i % 3 for i in range(14)), 0)
    assert found.useful == (*range(14), -1)
    assert [own.price for own in found.steps] == [(3, 2, 1)]
    assert found.grown is not None and found.grown.name == "pot"
    assert found.closing == {1, 2}


def test_what_only_raises_the_fund_is_tried_after_what_spends_it(tmp_path: Path) -> None:
    """Raking coal leads to no finish by itself; what is written last is tried first otherwise."""
    text = source(brewery(tmp_path, "python").program)
    search = text[text.index("def leads_on_brew(") :]
    tried = [search.index(f"if after_{step}(") for step in ("season", "rake", "tap")]
    assert tried == sorted(tried)


SUM = "base of v + total bite of h for h in pot of v"
MOVED = "        move h from rack of k to pot of v\n"


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "before, after",
    [
        (SUM, f"{SUM} + size of pot of v"),  # what is no sum over what is in the pot
        (MOVED, f"        move all g in pot of v to gone\n{MOVED}"),
        (MOVED, f"{MOVED}        if size of gone < 9\n          move h from pot of v to gone\n"),
    ],
)
def test_what_does_not_grow_by_slots_alone(tmp_path: Path, before: str, after: str) -> None:
    assert BREWERY.count(before) == 1
    (tmp_path / "brew.game").write_text(BREWERY.replace(before, after), encoding="utf-8")
    (tmp_path / "herbs.csv").write_text(HERBS, encoding="utf-8")
    one, other = (load(str(tmp_path / "brew.game"), engine=e) for e in ("python", "reference"))
    found = prospects(one.program.composes[0])
    assert found is None or found.grown is None
    assert len(list(games_alike([one, other], range(6), 30))) > 60


STEPS, RAKED = "      step rake\n", "mark raked: 0..9\n"
BOUNDS = {
    "an herb is thrown away": (
        [(STEPS, """\
      step skim(v in tapped, o in pot of v)
        needs coal of me < 6                else "enough coal"
        move o from pot of v to gone
        set coal of me to min(6, coal of me + 1)
""")],
        ["pot: 0.. with what hangs"], True,
    ),
    "a vat is sealed": (
        [(STEPS, """\
      step seal(v in tapped)
        needs not sealed of v               else "sealed"
        needs coal of me > 0                else "no coal"
        spend 1 coal of me
        set sealed of v to yes
"""), ("total bite of h for h in pot of v", "(2 when sealed of v else 0) + " + PLAIN_SUM)],
        ["pot: .. with what hangs", "sealed: ..1"], True,
    ),
    "a vat is opened again": (
        [(STEPS, """\
      step toggle(v in tapped)
        needs raked < 4                     else "enough"
        gain 1 raked
        set sealed of v to not sealed of v
"""), ("total bite of h for h in pot of v", "(2 when sealed of v else 0) + " + PLAIN_SUM)],
        ["pot: .. with what hangs", "sealed: 0..1"], True,
    ),
    "a vat is heated": (
        [(STEPS, """\
      step warm(v in tapped)
        needs heat of v < 2                 else "hot"
        gain 1 heat of v
"""), ("total bite of h for h in pot of v", "heat of v + " + PLAIN_SUM)],
        ["pot: .. with what hangs", "heat: ..3"], True,
    ),
    "a vat is poured into another": (
        [(STEPS, """\
      step pour(v in tapped)
        needs raked < 4                     else "enough"
        gain 1 raked
        move gone to pot of v
""")],
        None, False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("edits, told, gained", BOUNDS.values(), ids=BOUNDS)
def test_what_is_an_element_s_own_stays_between_two_ends(
    tmp_path: Path, edits: list[tuple[str, str]], told: list[str] | None, gained: bool
) -> None:
    (step, more), *others = edits
    every = ("heat of vat: 0..3", "sealed of vat: yes or no")
    used = [mark for mark in every if mark.split()[0] in more]
    marks = RAKED, RAKED + "".join(f"mark {mark}\n" for mark in used)
    edits = [(step, more + step), *others, marks]
    games = [brewery(tmp_path, engine, edits=edits) for engine in ("python", "reference")]
    found = prospects(games[0].program.composes[0])
    bounds = None if found is None or found.bounds is None else [*map(in_words, found.bounds)]
    assert bounds == told
    assert (found is not None and found.gain is not None) == gained
    assert len(list(games_alike(games, range(4), 30))) > 10


def in_words(bound: Bound) -> str:
    low, high = ("" if end is None else expression_text(end) for end in (bound.low, bound.high))
    low = low.replace("{}", "0").replace("no", "0")
    ends = f"{low}..{high.replace('yes', '1')}"
    return f"{bound.its.variable.name}: {ends}" + " with what hangs" * bound.added


ONCE = {
    "each once": ("not fired of v", "set fired of v to yes", True),
    "each once, but it may be undone": (
        "not fired of v",
        "set fired of v to not sealed of v",
        False,
    ),
    "each as it lies": ("not sealed of v", "set fired of v to yes", False),
}


@pytest.mark.parametrize("needed, marked, known", ONCE.values(), ids=ONCE)
def test_what_each_gives_once(tmp_path: Path, needed: str, marked: str, known: bool) -> None:
    """And what glows at best, where a step turns a vat over that glows more on one side."""
    step = f"""\
      step stoke(v in tapped)
        needs {needed}           else "stoked"
        {marked}
        set sealed of v to not sealed of v
        set coal of me to min(6, coal of me + 1)
"""
    marks = f"{RAKED}mark fired of vat: yes or no\nmark sealed of vat: yes or no\n"
    edits = [
        (STEPS, step + STEPS), (RAKED, marks),
        ("total glow of h for h in pot of v", "(total glow of h for h in pot of v) + "
         "(2 when sealed of v else 0)"),
        (PLAIN_SUM, f"(1 when fired of v else 0) + {PLAIN_SUM}"),
    ]  # fmt: skip
    games = [brewery(tmp_path, engine, edits=edits) for engine in ("python", "reference")]
    found = prospects(games[0].program.composes[0])
    assert found is not None and (found.gain is not None) == known
    if found.gain is not None:
        told = expression_text(found.gain)
        assert "sealed" not in told and "0 when fired[element" in told and told.startswith("most(")
        assert found.gains == (*(i % 3 for i in range(14)), 0)
    assert len(list(games_alike(games, range(3), 20))) > 10


KEPT = {
    "the first time each": ("v not in done", "set done to done + {v}", True),
    "but it may be undone": ("v not in done", "set done to {v}", False),
}


@pytest.mark.parametrize("needed, marked, known", KEPT.values(), ids=KEPT)
def test_what_is_given_the_first_time(
    tmp_path: Path, needed: str, marked: str, known: bool
) -> None:
    """So often as there are elements that are chosen, or may be, and are not in the set."""
    step = f"""\
      step stoke(v in tapped)
        needs {needed}           else "stoked"
        needs not sealed of v    else "sealed"
        {marked}
        set sealed of v to not sealed of v
        set coal of me to min(6, coal of me + 1)
"""
    marks = f"{RAKED}mark done: set of vat\nmark sealed of vat: yes or no\n"
    edits = [
        (STEPS, step + STEPS),
        (RAKED, marks),
        (PLAIN_SUM, f"(1 when sealed of v else 0) + {PLAIN_SUM}"),
    ]  # fmt: skip
    games = [brewery(tmp_path, engine, edits=edits) for engine in ("python", "reference")]
    found = prospects(games[0].program.composes[0])
    assert found is not None and (found.gain is not None) == known
    assert ("done" in expression_text(found.lent)) == known
    assert len(list(games_alike(games, range(3), 20))) > 10


LENT = {
    "as often as is counted": ("lent < 2", "gain 1 lent", True),
    "once": ("not begged", "set begged to yes", True),
    "as often as one likes": ("lent < 9", "set lent to 1", False),
    "once, but it is undone": ("not begged", "set begged to raked > 2", False),
}


@pytest.mark.parametrize("needed, counted, known", LENT.values(), ids=LENT)
def test_what_can_be_raised_whatever_is_chosen(
    tmp_path: Path, needed: str, counted: str, known: bool
) -> None:
    step = f"""\
      step borrow
        needs {needed}    else "no more"
        {counted}
        set coal of me to min(6, coal of me + 1)
"""
    mark = "lent: 0..9" if "lent" in needed else "begged: yes or no"
    edits = [(STEPS, step + STEPS), (RAKED, f"{RAKED}mark {mark}\n")]
    games = [brewery(tmp_path, engine, edits=edits) for engine in ("python", "reference")]
    found = prospects(games[0].program.composes[0])
    assert found is not None and (found.gain is not None) == known
    assert cells_in(found.lent) == {
        v for v in games[0].program.variables if known and v.name in needed
    }
    assert len(list(games_alike(games, range(3), 20))) > 10


def test_who_still_may_be_chosen_has_to_fit(tmp_path: Path) -> None:
    games = [brewery(tmp_path, engine, finish=WARM) for engine in ("python", "reference")]
    assert "_besides" in source(games[0].program)
    assert len(list(games_alike(games, range(20, 26), 40))) > 30


def test_what_is_of_no_use_is_not_shown(tmp_path: Path) -> None:
    """Only what bites adds to the strength; some that does not is worth its glow all the same."""
    games = brewery(tmp_path, "python", CHOOSY), brewery(tmp_path, "reference", CHOOSY)
    found = prospects(games[0].program.composes[0])
    assert found is not None
    assert found.useful == (*(i if i % 4 > 1 else -1 for i in range(14)), -1)
    assert len(list(games_alike(games, range(12), 40))) > 150


EMBERS = "total glow of h for h in pot of v"
SERVED = "not alike"
LIMIT = "needs coal of me < 6                else"
PAID = "spend price of k coal of me\n"
SOLD = f"{PAID}        set sold of me to max(sold of me, 1)\n"


def also(needed: str) -> tuple[str, str]:
    """The finish asks for something more."""
    return SERVED, f'{SERVED}"\n        needs {needed} else "not so'


IDLE = {
    "as it is": ([], True),
    "another word for it": ([(LIMIT, "needs coal of me <= 5               else")], True),
    "raked beyond the limit": ([(LIMIT, "needs coal of me < 5                else")], False),
    "raked without a limit": ([("min(6, coal of me + 1)", "max(1, coal of me + 1)")], False),
    "raked by more each time": (
        [("min(6, coal of me + 1)", "min(6, coal of me + 1 + raked)")],
        False,
    ),
    "raking goes by what hangs": (
        [("gain 1 raked\n", "gain 1 raked\n        set sold of me to size of rack of left\n")],
        False,
    ),
    "something must be raked": ([also("raked > 0")], False),
    "not much may be raked": ([also("raked < 4")], True),
    "coal must be spent": ([also("coal of me is 0")], False),
    "coal must be left": ([also("coal of me > 0")], True),
    "a hook must be empty": ([also("rack of left is empty")], False),
    "herbs are counted": ([also("some v in tapped where size of pot of v > 1")], False),
    "a side that nothing asks for": ([(PAID, SOLD)], True),
    "a side that is asked for": ([(PAID, SOLD), also("sold of me > 0 or r > 2")], False),
}


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("edits, found", IDLE.values(), ids=IDLE)
def test_what_leads_no_nearer_to_a_finish(
    tmp_path: Path, edits: list[tuple[str, str]], found: bool
) -> None:
    """An herb that neither bites nor glows, where all that it costs only harms."""
    edits = [(EMBERS, f"{EMBERS} where glow of h > 0"), *edits]
    games = [
        brewery(tmp_path, engine, CHOOSY, edits=edits) for engine in ("python", "wasm", "reference")
    ]
    told = prospects(games[0].program.composes[0])
    assert told is not None and told.grown is not None
    idle = {i for i in range(14) if i % 4 < 2 and i % 3 == 0}
    assert told.idle == (idle if found else set())
    assert len(list(games_alike(games, range(4), 30))) > 10


def test_what_elements_add_up_to(tmp_path: Path) -> None:
    """Each vat is one, and as much more as glows in it."""
    games = [brewery(tmp_path, engine, finish=WARM) for engine in ("python", "reference")]
    found = prospects(games[0].program.composes[0])
    assert found is not None and found.total is not None
    assert found.total.param.local.name == "k" and found.total.base == 0
    assert found.total.more == (*(i % 3 for i in range(14)), 0)
    assert len(list(games_alike(games, range(12), 40))) > 60


@pytest.mark.thorough(each="by_ends")
@pytest.mark.parametrize(
    "asked, by_ends",
    [
        ("k is 3", True),
        ("3 <= k and k <= 5", True),
        ("sold of me > 4 or k is 3", True),
        ("k >= 3 or sold of me > 4 and sold of me < 9", True),
        ("sold of me < 9 and k < 5 and 2 < k", True),
        ("not k is 3", False),
        ("k is 3 or k is 5", False),
        ("k is r", False),
    ],
)
def test_many_numbers_are_told_by_their_ends(tmp_path: Path, asked: str, by_ends: bool) -> None:
    """Where all that is asked of them is between which ends they lie."""
    finish = WARM.replace("k is 3", asked)
    games = [brewery(tmp_path, e, finish=finish, glow=9) for e in ("python", "wasm", "reference")]
    search = source(games[0].program)
    search = search[search.index("def leads_on_brew(") : search.index("def stands_brew(")]
    assert ("up_to(_most, " in search) is not by_ends
    assert len(list(games_alike(games, range(4), 30))) > 20


def games_alike(games: Sequence[Game], seeds: range, decisions: int) -> Iterator[int]:
    """The same random games on all; how many moves were on offer, decision by decision."""
    for seed in seeds:
        states, luck = [game.start(seed=seed) for game in games], random.Random(seed)
        for _ in range(decisions):
            if states[0].over:
                break
            offered, *others = ([str(move) for move in state.legal_moves()] for state in states)
            assert others == [offered] * len(others), (seed, states[0].moves)
            yield len(offered)
            move = luck.choice(offered)
            for state in states:
                state.apply(move)


def test_a_relaxation_leaves_out_only_what_leads_nowhere(tmp_path: Path) -> None:
    games = brewery(tmp_path, "python"), brewery(tmp_path, "reference")
    offered = list(games_alike(games, range(12), 40))
    assert len(offered) > 200 and max(offered) > 4


def test_what_fits_no_demand_may_fit_a_finish_that_demands_nothing(tmp_path: Path) -> None:
    """Card a can never be laid; with it, one can still pass."""
    rules = tmp_path / "polish.game"
    changed = RULES.replace("{more}\n", "").replace("c is r   else", "c is r and c is not a   else")
    changed = changed.replace("laid is empty          else", "size of laid < 3       else")
    rules.write_text(changed, encoding="utf-8")
    one, other = (load(str(rules), engine=engine) for engine in ("python", "reference"))
    state = one.start(seed=1)
    state.apply("take a")
    assert "pass" in [str(move) for move in state.legal_moves()]
    assert list(games_alike([one, other], range(4), 20))


def test_who_is_alone_is_asked_for_more(tmp_path: Path) -> None:
    """Card d goes with anything, but not alone; in the second round no other can join it."""
    rules = tmp_path / "polish.game"
    changed = RULES.replace("{more}\n", "")
    changed = changed.replace(
        "      step take(c in card) into laid\n",
        '      step take(c in card) into laid\n        needs size of laid < most   else "enough"\n',
    )
    changed = changed.replace(
        "define cost", "define most = 1 when got of 0 > 0 else 3\ndefine cost"
    )
    changed = changed.replace(
        "shine of c is r   else", "shine of c is r or (not size of laid is 1 and c is d)   else"
    )
    rules.write_text(changed, encoding="utf-8")
    one, other = (load(str(rules), engine=engine) for engine in ("python", "reference"))
    found = prospects(one.program.composes[0])
    assert found is not None and found.alone is not None
    assert len(list(games_alike([one, other], range(20), 30))) > 100


WHOSE = {
    "of all tins": ("", ["coins: me", "shine: lay.laid", "sold: -"]),
    "of a seat that is drawn": (
        """
      step tip(p in seat)
        needs coins of p > 0         else "nothing to give"
        spend 1 coins of p
""",
        ["coins: -", "shine: lay.laid", "sold: -"],
    ),
    "of cards that are not laid out": (
        """
      step wipe(c in card)
        needs shine of c > 0         else "it is dull"
        spend 1 shine of c
""",
        ["coins: me", "shine: -", "sold: -"],
    ),
}


@pytest.mark.parametrize(("course", "told"), WHOSE.values(), ids=WHOSE, indirect=["course"])
def test_whose_members_steps_change(course: Compose, told: list[str]) -> None:
    found = []
    for variable in in_order(course):
        if variable.keys:
            whose = members_changed(course, variable)
            found.append(f"{variable.name}: {'-' if whose is None else expression_text(whose)}")
    assert found == told
