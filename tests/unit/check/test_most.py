"""`most`: of all ways through a compose, only those that come to the largest number."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import Game, PlayError, RulesError, State, load
from rulewright.backends import registry, search
from rulewright.backends.python import support
from rulewright.backends.registry import EngineName
from rulewright.runtime.chance import stream
from rulewright.testing import scenario
from rulewright.testing.conformance import lockstep

# A frog on a ring of six leaves eats flies, jumping two leaves either way; it may jump to and fro.
FROG = """\
game frog "A hungry frog"
  players 2

type leaf: ring a, b, c, d, e, f
type way: ring on, back
mark at: leaf
mark flies of leaf: yes or no, starts yes
mark eaten: set of leaf
mark jumps: 0..9
mark full of seat: 0..99

define next(l: leaf, w: way) = l + 2 when w is on else l - 2

phase pond
  turns until passes is 2
    set eaten to {}
    set jumps to 0
    compose meal
      step eat(w in way)
        needs flies of next(at, w)          else "there is no fly on {next(at, w)}"
        set at to next(at, w)
        set flies of at to no
        set eaten to eaten + {at}
      step hop(w in way)
        needs jumps < 2                     else "the frog is tired"
        gain 1 jumps
        set at to next(at, w)
      step rest
        needs jumps > 0                     else "the frog is not tired"
        set jumps to 0
      finish stop
        needs jumps is 0 or eaten is empty  else "not so soon"
        gain size of eaten full of me
        if eaten is empty
          pass
      finish sleep(l in leaf where l is at)
        needs size of eaten > 1             else "{l} is no place to sleep"
        gain 1 full of me
      most size of eaten + (1 when at in {a, b} else 0)    "The frog eats all it can"   FROG-1
    if full of me < 9
      may choose wake
        shift
          set at to at + 1
        or stay

score full of p: full of p
winner most score

scenario "All flies within reach"
  offers eat on; eat back; hop on; hop back
  refuses stop "The frog eats all it can: 4 instead of 1"
  play eat on; eat back
  offers eat back; hop on; hop back
  refuses stop "The frog eats all it can: 4 instead of 3"
  refuses sleep a "The frog eats all it can: 4 instead of 3"
  play eat back
  refuses stop "The frog eats all it can: 4 instead of 3"
  play hop on; rest
  offers stop; sleep a; hop on; hop back
"""


def made(tmp_path: Path, text: str, engine: EngineName = "python", **cards: int) -> Game:
    for name, count in cards.items():
        rows = "".join(f"{name}{i},{i}\n" for i in range(1, count + 1))
        (tmp_path / f"{name}.csv").write_text(f"name,rank\n{rows}")
    file = tmp_path / f"{text.split()[1]}.game"
    file.write_text(text, encoding="utf-8")
    return load(str(file), engine=engine)


def offered(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def examples_pass(game: Game, engine: EngineName) -> None:
    failed = [r for s in game.scenarios() if not (r := scenario.run(game, s, engine)).passed]
    assert game.scenarios() and not failed, failed


def agree(game: Game, plain: Game, games: int = 6, limit: int = 60) -> None:
    for seed in range(games):
        lockstep(game, seed, limit=limit)
        luck = stream(seed), stream(seed, 1)
        assert plain.engine.playout(*luck) == game.engine.playout(*luck)


@pytest.mark.parametrize("engine", registry.available())
def test_steps_that_lead_back_are_no_way_round(tmp_path: Path, engine: EngineName) -> None:
    examples_pass(made(tmp_path, FROG, engine), engine)


def test_engines_agree_on_a_frog(tmp_path: Path) -> None:
    ending = FROG.replace("passes is 2", "passes is 2 or full of me > 20")
    agree(made(tmp_path, ending), made(tmp_path, ending, "reference"))


# Cards are paid for a prize: as many as can be, and at least what it costs; chosen one by one, in
# secret, at once, or until there are three.
MARKET = """\
game market "A market"
  players 2 named first, second

component card from "card.csv" named by name
  rank: 1..9
zone hand of seat: set of card, seen by owner
zone pile: stack of card, seen by nobody
zone bin: set of card
mark won of seat: 0..99
type prize: small, large

define price of x: prize = 6 when x is small else 9

setup
  move all c in card to pile
  shuffle pile
  deal 4 from pile to each hand

phase play
  turns until pile is empty
    choose main
      buy
      trade
      run_off
      else draw
        deal 1 from pile to hand of me

action buy(x in prize)
  needs won of me < 90                      else "enough"
  compose pay secretly
    step pay(c in hand of me) into payment at most 4
      needs odd: rank of c is not 2         else "twos are no money"
    finish done
      needs cost: total rank of payment is price of x      else "that is not {price of x}"
    most size of payment                    "Pay with many cards"
  move payment from hand of me to bin
  gain size of payment won of me
  deal 2 from pile to hand of me

action trade
  compose throw named "trade {thrown ' + '}"
    step throw(c in hand of me) into thrown at most 3
    finish done
      needs total rank of thrown <= 10      else "too much"
    most total rank of thrown
  needs_some(size of thrown)
  move thrown from hand of me to bin
  deal 2 from pile to hand of me

to needs_some(n: 0..9)
  if n > 1
    gain 1 won of me

action run_off
  compose lay until size of laid is 2 or hand of me is empty
    step lay(c in hand of me) into laid
    finish stop
      needs laid is not empty               else "lay a card"
    most total rank of laid                 "Lay what is worth most"   MARKET-3
  move laid from hand of me to bin
  deal 1 from pile to hand of me

score won of p: won of p
winner most score

scenario "As many as can be"
  given
    hand of first: card1, card2, card3, card4, card5, card6
    pile: card9
  play buy small
  offers pay card1
  refuses pay card6 "Pay with many cards: 2 instead of 1"
  refuses pay card3 "after this, pay cannot be completed"
  play pay card1
  offers pay card5

scenario "At once"
  given
    hand of first: card1, card4, card5, card6, card7
    pile: card9
  offers run_off; trade card1 + card4 + card5; trade card4 + card6; buy small; buy large
  refuses trade card1 + card4 "more is possible: 10 instead of 5"
  refuses trade card4 + card7 "too much"

scenario "Until"
  given
    hand of first: card1, card4, card5
    pile: card9, card8
  play run_off
  offers lay card4
  refuses stop "lay a card"
  play lay card4
  offers lay card5
  refuses stop "Lay what is worth most: 9 instead of 4"
  play lay card5
  expect bin is {card4, card5} and me is second
"""


@pytest.mark.parametrize("engine", registry.available())
def test_selections_at_once_and_until(tmp_path: Path, engine: EngineName) -> None:
    examples_pass(made(tmp_path, MARKET, engine, card=9), engine)


def test_engines_agree_on_a_market(tmp_path: Path) -> None:
    plain = made(tmp_path, MARKET, "reference", card=9)
    agree(made(tmp_path, MARKET, card=9), plain)


def with_variant(tmp_path: Path, edits: str, text: str = MARKET) -> Game:
    made(tmp_path, text, card=9)
    name = text.split()[1]
    changed = text.split("\nscenario")[0]
    (tmp_path / f"{name}.game").write_text(changed + "\n", encoding="utf-8")
    (tmp_path / "other.game").write_text(f"variant other of {name}\n\n{edits}", encoding="utf-8")
    return load(str(tmp_path / f"{name}.game"), variants=["other"])


def test_variants_take_it_away_replace_it_and_add_it(tmp_path: Path) -> None:
    edits = """\
remove most in pay in buy
replace most in throw
  most size of thrown
replace most in lay
  most 9 - size of laid
scenario "Otherwise"
  given
    hand of first: card1, card4, card5, card6
    pile: card9, card8
  offers run_off; trade card1 + card4 + card5; buy small; buy large
  play run_off; lay card6
  offers stop
  play stop; pass_on
"""
    game = with_variant(tmp_path, edits.replace("; pass_on", ""))
    examples_pass(game, "python")
    adding = """\
add at end of compose pay
  most smallest rank of payment
remove most in throw
remove most in lay
scenario "Otherwise"
  given
    hand of first: card1, card3, card5, card6
    pile: card9
  play buy small
  offers pay card6
"""
    less = MARKET.replace('    most size of payment                    "Pay with many cards"\n', "")
    examples_pass(with_variant(tmp_path, adding, less), "python")


def test_what_is_weighed_must_be_seen(tmp_path: Path) -> None:
    hidden = MARKET.replace("most size of payment ", "most largest rank of hand of opponent ")
    with pytest.raises(RulesError, match=r"what pay offers would tell a player what hand holds"):
        made(tmp_path, hidden, card=9)
    hidden = MARKET.replace("most total rank of thrown", "most largest rank of hand of opponent")
    with pytest.raises(RulesError, match=r"what trade offers would tell a player what hand holds"):
        made(tmp_path, hidden, card=9)
    hidden = MARKET.replace(
        "hand of me is empty\n", "some c in hand of opponent where rank of c > 8\n"
    )
    with pytest.raises(RulesError, match=r"what lay offers would tell a player what hand holds"):
        made(tmp_path, hidden, card=9)


@pytest.mark.parametrize("engine", registry.available())
def test_a_search_gives_up_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: EngineName
) -> None:
    for module in (search, support):
        monkeypatch.setattr(module, "MOST_STATES", 3)
    state = made(tmp_path, FROG, engine).start(seed=1)
    with pytest.raises(PlayError, match="whether meal can be completed cannot be told"):
        offered(state)


def test_mistakes(tmp_path: Path) -> None:
    twice = MARKET.replace("    most total rank of thrown\n", "    most 3\n    most 4\n")
    with pytest.raises(RulesError, match="throw has a `most` already"):
        made(tmp_path, twice, card=9)
    ending = MARKET.replace("{thrown ' + '}\"", "{thrown ' + '}\" until thrown is empty")
    with pytest.raises(RulesError, match="single move, so nothing ends it on the way"):
        made(tmp_path, ending, card=9)


# Marks that have the names which generated searches like to use, and a board that steps grow.
NAMES = """\
game names "Names"
  players 2

type kind: one, two, three
component card from "card.csv" named by name
  rank: 1..9
board land: grid of card
cells site of land named "{x} {y}"
zone chosen: row 3 of card
zone hand of seat: set of card, seen by owner
zone pile: stack of card
mark failed: 0..9
mark full: 0..9
mark key: kind
mark weight: 0..9
mark after: kind
mark hope: yes or no
mark found: 0..9

setup
  move all c in card to pile
  deal 2 from pile to each hand

phase play
  turns until pile is empty or passes is 2
    set failed to 0
    compose build
      step lay(c in hand of me, s in open of land)
        needs failed < 2                    else "enough"
        needs full < 9 or key is two        else "full"
        gain 1 failed
        set hope to weight > 3
        set after to key
        move c to land of s
      finish done
        needs failed > 0 or hope            else "nothing is built"
        gain 1 found
        set weight to min(9, weight + size of land)
      finish none
        pass
      most weight + (2 when some s in beside of '0 0' where land of s is not none
        and (after is one or hope) else 0)
    choose main
      take
      else draw
        deal 1 from pile to hand of me

action take
  needs chosen is not full                  else "full"
  compose pay
    step pay(c in hand of me) into paid at most 2
      needs rank of c > failed - 3 or full > 8 or found > 8 or hope    else "no"
    finish done
      needs total rank of paid > size of chosen + failed               else "too little"
  let best = the c in paid
  move best from hand of me to chosen
  set full to min(9, full + 1)
  set key to two when full > 3 else one

score land of p: size of land + (1 when p is 0 else 0)
winner most score
"""


def test_names_and_growing_boards(tmp_path: Path) -> None:
    rules = NAMES.replace("p is 0", "p is '0'")
    agree(made(tmp_path, rules, card=9), made(tmp_path, rules, "reference", card=9), 2, 20)
