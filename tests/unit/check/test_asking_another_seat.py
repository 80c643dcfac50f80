"""A choice that is put to another seat in the middle of a turn: `choose answer by p`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from rulewright import RulesError, load
from rulewright.game import check
from rulewright.players.information import seen_by
from rulewright.testing.lint.lint import lint
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.trial import put_on_trial
from rulewright.testing.scenario import Runner
from rulewright.transcript import Transcript

WHO = """\
game who "Who is asked"
  players 3 named Ann, Bob, Cleo

mark turns_of of seat: 0..99              "Turns begun"
mark answers of seat: 0..99               "Answers given"
mark last: seat or nobody                 "Who has the turn when all is said"

phase play
  turns until answers of Ann > 8
    gain 1 turns_of of me
    choose main
      'ask'
        ask_next
        set last to me
      'go on'
        choose answer by next of me
          'pass'
            gain 1 answers of me
            pass
          'extra'
            gain 1 answers of me
            extra turn
          'mine'
            gain 1 answers of me
            turn to me
          'end'
            gain 1 answers of me
            end game
          'anew'
            again
          'deeper'
            choose deeper by next of me
              'pass it'
                gain 1 answers of me
                pass
              'back'
                gain 1 answers of me
            set last to me
            gain 1 answers of me
        set last to me
      else pass
    may choose bonus by next of next of me
      bonus(n in 1..2 where turns_of of me > 1)
        gain n answers of me
      or 'no'

to ask_next
  choose reply by next of me
    'yes'
      gain 1 answers of me
    'no'

score answers of p: answers of p
winner most score

scenario "The turn is given back"
  play ask; yes
  expect last is Ann and answers of Bob is 1 and me is Bob
  play ask; no
  expect last is Bob and me is Cleo

scenario "Whatever ends the turn ends that of who asks"
  play go on; pass
  expect me is Bob and passes is 1 and answers of Bob is 1
  play go on; extra
  expect me is Bob and passes is 0 and answers of Cleo is 1 and turns_of of Bob is 2
  play go on; mine
  expect me is Cleo and answers of Cleo is 2
  play go on; deeper; pass it
  expect me is Ann and answers of Bob is 2 and passes is 1

scenario "One who is asked asks another"
  play go on; deeper; back
  expect answers of Cleo is 1 and answers of Bob is 1 and last is Ann and me is Bob

scenario "Asked once more, and the game is over"
  play go on; anew
  offers end; ...
  expect me is Bob
  play anew; end
  expect over and answers of Bob is 1

scenario "Asked only where it can do something"
  given
    turns_of of Cleo: 1
    to move: Ann (main)
  play ask; no
  expect me is Bob

scenario "Asked where it can do something"
  given
    turns_of of Cleo: 2
    to move: Ann (main)
  play ask; no
  expect me is Cleo
  play bonus 2
  expect answers of Cleo is 2 and me is Bob

scenario "It begins where one is asked"
  given
    turn: Cleo
    to move: Ann (answer)
  play pass
  expect me is Ann and answers of Ann is 1
"""

OFFER = """\
game offer "An offer"
  "Offer a card face down and say what it is; who takes it keeps it."
  players 2..3 named Ann, Bob, Cleo

type kind: fig, nut, pea
component fruit from "fruit.csv" named by kind, how many by count
  kind: kind
type belief: true, false

zone deck: stack of fruit, seen by nobody
zone hand of seat: set of fruit, seen by owner
zone taken of seat: set of fruit

mark counted of seat: 0..9                "Questions that were answered"
setup
  move all f in fruit to deck
  shuffle deck
  deal 3 from deck to each hand

phase bowls
  turns until some p in seat where hand of p is empty
    choose main
      offer

action offer(f in hand of me, p in seat where p is not me, k in kind)
    named "offer {f} to {p} as {k}"
  let asker = me
  choose answer by p                      "Is it true?"
    say(b in belief)
      let is_true = kind of f is k
      move f from hand of asker to taken of (me when is_true is not (b is true) else asker)
    'leave it'
      move f from hand of asker to taken of asker
      end turn
  gain 1 counted of me

score taken of p: size of taken of p
winner least score
"""
FRUIT = "kind,count\nfig,4\nnut,4\npea,4\n"


def written(folder: Path, text: str) -> str:
    (folder / "fruit.csv").write_text(FRUIT)
    (folder / "game.game").write_text(text)
    return str(folder / "game.game")


@pytest.mark.parametrize("unfolded", [False, True])
def test_the_turn_is_given_back_however_it_goes_on(unfolded: bool, tmp_path: Path) -> None:
    game = check(written(tmp_path, WHO), unfolded=unfolded)
    for scenario in game.scenarios():
        result = Runner(game).run(scenario)
        assert result.passed, (result.message, result.expected, result.found)
    assert len(game.scenarios()) == 7


@pytest.mark.parametrize("text", [WHO, OFFER])
def test_engines_agree_and_nothing_is_told(text: str, tmp_path: Path) -> None:
    game = load(written(tmp_path, text), seats=3)
    trial = put_on_trial(game, tuple(BY_NAME.values()), seed=1, games=4)
    assert not trial.findings
    assert trial.decisions > 20


def test_who_is_asked_does_not_see_what_who_asks_has_chosen(tmp_path: Path) -> None:
    game = load(written(tmp_path, OFFER), seats=3)
    seen = seen_by(game.engine)
    told = []
    for fruit in range(3):
        state = game.start(seed=3)
        move = [m for m in state.legal_moves() if str(m).endswith("to Bob as fig")][fruit]
        state.apply(move)
        cells = [cast("dict[str, Any]", state.observation(p)["cells"]) for p in range(3)]
        named = str(move).removeprefix("offer ").removesuffix(" to Bob as fig")
        assert state.to_move == 1
        assert [one.get("offer.f", "hidden") for one in cells] == [named, "hidden", "hidden"]
        assert [one["offer.k"] for one in cells] == ["fig"] * 3
        told.append(([seen(state.position, seat) for seat in (1, 2)], cells[1:]))
    assert told == [told[0]] * 3  # whichever it is


def test_the_log_tells_an_answer_as_a_move_of_its_own(tmp_path: Path) -> None:
    game = load(written(tmp_path, OFFER), seats=3)
    state, log = game.start(seed=3), Transcript()
    for wanted in ("to Bob as fig", "leave it", "to Ann as pea", "say true"):
        before, move = state.copy(), next(m for m in state.legal_moves() if str(m).endswith(wanted))
        state.apply(move)
        log.add(before, move, state)
    told = [text.split(" (")[0] for seat, text in log.told_since(state, 0) if seat == 0]
    assert told == ["say true"]


def test_what_is_offered_to_who_is_asked_hangs_on_nothing_hidden(tmp_path: Path) -> None:
    text = OFFER.replace("say(b in belief)", "say(b in belief where kind of f is k)")
    with pytest.raises(RulesError) as raised:
        load(written(tmp_path, text))
    (finding,) = raised.value.diagnostics
    assert finding.code == "E191"
    assert "what f holds, which only who has the turn knows" in finding.message
    assert finding.hint.startswith("another seat is asked here")
    assert finding.hint.endswith("which tells nothing before")


def test_who_asks_may_look_at_it_before_and_after(tmp_path: Path) -> None:
    after = "  gain 1 counted of me\n  choose more\n    take(n in 1..2 where kind of f is k)\n"
    text = OFFER.replace("  gain 1 counted of me\n", after + "    else enough\n")
    text = text.replace("    else enough\n", "      gain n counted of me\n    'enough'\n")
    assert not put_on_trial(
        load(written(tmp_path, text)), tuple(BY_NAME.values()), seed=2, games=3
    ).findings


SECRETLY = """\
game secretly "Secretly"
  players 2 named Ann, Bob
  uses standard_deck

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone won of seat: set of card

setup
  move all c in card to deck
  shuffle deck
  deal 5 from deck to each hand

phase play
  turns until hand of me is empty or passes is 2
    choose main
      lead(d in hand of me)
        compose pay secretly
          step pay(c in hand of me - {d}) into paid at most 2
          finish done
            needs size of paid is 1       else "one card"
        choose answer by opponent
          'yes'
          beat(e in hand of me where rank of e > 3)
            move e to won of me
        move paid to won of me
      else pass

score won of p: size of won of p
winner most score
"""


def test_what_is_paid_in_secret_is_hidden_from_who_is_asked(tmp_path: Path) -> None:
    game = load(written(tmp_path, SECRETLY))
    state = game.start(seed=5)
    for wanted in ("lead", "pay", "done"):
        state.apply(next(m for m in state.legal_moves() if str(m).startswith(wanted)))
    assert state.to_move == 1
    own, other = (cast("dict[str, Any]", state.observation(p)["cells"]) for p in range(2))
    assert len(own["lead.paid"]) == 1
    assert "lead.paid" not in other and "lead.d" not in other
    assert not put_on_trial(game, tuple(BY_NAME.values()), seed=5, games=2).findings


LOAN = """\
game loan "A loan"
  players 2 named Ann, Bob
  uses standard_deck

zone deck: stack of card, seen by nobody
zone hand of seat: set of card, seen by owner
zone pledge of seat: slot of card, seen by owner
mark rate of seat: 0..6 "Rate"

setup
  move all c in card to deck
  shuffle deck
  deal 4 from deck to each hand

phase play
  turns until passes is 2
    choose main
      borrow
      else pass

action borrow(c in hand of me, i in 1..3) named "borrow on {c} at {i}"
  needs free: pledge of me is empty       else "you have a loan"
  set rate of me to i
  move c to pledge of me
  choose answer by opponent
    lend(d in hand of me)
      move d to hand of opponent
    haggle
      set rate of opponent to 4
    'no'

score r of p: rate of p
winner most score
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", "at 2"),
        ("      move d to", "      set rate of opponent to 5\n      move d to", "at 2"),
        ("      move d to", "      gain 1 rate of opponent\n      move d to", "at ..."),
        ("  move c to", "  if rank of c > 6\n    set rate of me to 4\n  move c to", "at ..."),
        ("  choose answer", "  if rank of c > 6\n    choose answer", "at ..."),
    ],
)  # fmt: skip
def test_what_all_saw_before_somebody_was_asked_is_told(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    """Though it may be written anew by the answer: but not what something hidden has written anew
    before anybody saw it."""
    text = LOAN.replace(old, new, 1)
    if "    choose answer" in text:
        head, body = text.split("    choose answer")
        asked, end = body.split("\n\n", 1)
        text = head + "    choose answer" + asked.replace("\n", "\n  ") + "\n\n" + end
    assert told in borrowed(tmp_path, text)


def test_what_is_written_anew_where_nobody_is_asked_is_not_told(tmp_path: Path) -> None:
    """Where the other seat has nothing to choose, what all see is not what was chosen."""
    head, rest = LOAN.split("  choose answer")
    _, end = rest.split("\n\n", 1)
    answer = """\
  may choose answer by opponent
    lend(d in hand of me where rank of d > 20)
      move d to hand of opponent
    or 'no'
      set rate of opponent to 4

"""
    line = borrowed(tmp_path, head + answer + end)
    assert "at ..." in line
    assert "rate 0 -> 4" in line


def borrowed(folder: Path, text: str) -> str:
    """What the other seat is told of a loan at 2."""
    state, log = load(written(folder, text)).start(seed=4), Transcript()
    move = next(m for m in state.legal_moves() if str(m).endswith("at 2"))
    before = state.copy()
    state.apply(move)
    log.add(before, move, state)
    (line,) = (text for seat, text in log.told_since(state, 1) if seat == 0)
    return line


@pytest.mark.parametrize(
    ("asked", "told"),
    [("by hands of me", "E100"), ("by 3", "E113"), ("by taken of me", "E113"), ("by q", "E100")],
)
def test_a_seat_is_asked(asked: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError) as raised:
        load(written(tmp_path, OFFER.replace("answer by p", f"answer {asked}")))
    assert raised.value.diagnostics[0].code == told


def test_whether_it_is_possible_is_asked_of_who_has_the_turn(tmp_path: Path) -> None:
    text = OFFER.replace(
        "    choose main\n", "    if not possible(answer)\n      pass\n    choose main\n"
    )
    with pytest.raises(RulesError) as raised:
        load(written(tmp_path, text))
    assert [one.code for one in raised.value.diagnostics] == ["E240"]


NARROWED = """game mini "Mini"
  players 3
mark receiver: seat or nobody
mark open: yes or no
mark said of seat: 0..9
mark days: 0..9

phase talk
  turns until days > 3
    gain 1 days
    set receiver to next of me
    set open to yes
    {test} receiver is not nobody
      choose answer by receiver
        yea
          gain 1 said of me
          set receiver to nobody
        nay
          set receiver to nobody
    repeat while open
      choose more
        'stop'
          end turn

score said of p: said of p
winner most score
"""


@pytest.mark.parametrize("test", ["if", "repeat while"])
def test_who_is_asked_is_known_to_be_there_where_that_was_asked(tmp_path: Path, test: str) -> None:
    rules = tmp_path / "mini.game"
    rules.write_text(NARROWED.format(test=test), encoding="utf-8")
    state = load(str(rules)).start(seed=1)
    assert (state.to_move, [*map(str, state.legal_moves())]) == (1, ["yea", "nay"])


def test_what_keeps_a_loop_going_is_told_as_it_stands_there(tmp_path: Path) -> None:
    """It always holds where it is asked; that what ends the loop never holds is not said."""
    rules = tmp_path / "mini.game"
    rules.write_text(NARROWED.format(test="if"), encoding="utf-8")
    told = [one.message for one in lint(str(rules), games=30).findings if "`open`" in one.message]
    assert [text.split(" in ")[0] for text in told] == ["`open` is never otherwise"]
