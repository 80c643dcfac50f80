"""Cards that go through hidden and open places within one move, by rules nobody has chosen.

What others are told of such a move hangs on the order of what it does: laid open, gathered in and
shuffled, looked at by one seat, buried. So the middle of a game is drawn, with what is offered
openly, in secret and in steps, and `verify`'s property of secrecy looks on. In some of the games
all but its owner see a hand: then it is the other hand that cards are chosen from. In most of them
a mark that not all see keeps what was done, so that what is chosen in secret comes out otherwise.

`RULEWRIGHT_DECISIONS=20000 pytest -n 2 tests/conformance/test_random_secrets.py` makes that many
decisions.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Sequence
from functools import partial
from itertools import count, takewhile
from pathlib import Path
from typing import Any, cast

import pytest
from tests.repeated import times

from rulewright import Game, MoveError, State, load
from rulewright.core.evaluate import elements_of_mask
from rulewright.core.ir import Function
from rulewright.diagnostics import ChanceError
from rulewright.drawing.turned import MOST
from rulewright.testing.properties.catalogue import BY_NAME
from rulewright.testing.properties.trial import put_on_trial
from rulewright.transcript import Transcript

DECISIONS = int(os.environ.get("RULEWRIGHT_DECISIONS", "0"))
PARTS = 4 if DECISIONS else 2
GAMES = times(20, thorough=60)  # where it is counted what comes to be seen
FEWEST = times(100, thorough=300)  # decisions, where nobody asks for more
SEEDS_APART = 1_000_003
SECRECY = (BY_NAME["secrecy"],)

HEAD = """\
game errands "Errands"
  "Cards go from place to place."
  players 2 named Ann, Bob

type deed: sending, bringing
component card from "trees.csv" named by name
zone hand of seat: set of card, seen by {hand}
zone aside of seat: set of card, seen by {aside}
zone pile: stack of card, seen by nobody
zone crib: set of card, seen by nobody
zone heap: stack of card
zone stall: set of card
mark days: 0..8
{used}mark noted of seat: deed or none{noted}

setup
  move all c in card to pile
  shuffle pile
  deal 1 from pile to each aside
  deal 1 from pile to crib
  deal 1 from pile to heap
  deal 1 from pile to stall
  each p in seat
    set noted of p to bringing

phase errands
  turns until days is 8
    gain 1 days
    if size of pile < 3
      each p in seat
        move aside of p to pile
      move crib to pile
      move heap to pile
      move stall to pile
      shuffle pile
    deal min(3, size of pile) from pile to {dealt}
"""
FOOT = """
score cards of p: size of hand of p + (1 when noted of p is sending else 0)
winner most score
"""
TREES = "name\nash\nbirch\ncedar\nelm\nfir\nhazel\noak\npine\nrowan\nyew\n"
MINE, THEIRS = "hand of me", "hand of next of me"
WHERE = (MINE, "aside of me", "pile", "crib", "heap", "stall", THEIRS)


def errand(luck: random.Random, what: str, hand: str) -> list[str]:
    """What a move does with what it names of a hand, and with all that lies where that comes to
    lie."""
    at = luck.choice([zone for zone in WHERE if zone != hand])
    done = [f"move {what} from {hand} to {at}"]
    for _ in range(luck.randint(0, 3)):
        kind = luck.choice(("move", "move", "shuffle", "draw", "lay down"))
        if kind == "move":
            to = luck.choice([zone for zone in WHERE if zone != at])
            done.append(f"move {at} to {to}")
            at = to
        elif kind == "lay down":
            done.append(f"move {hand} to pile")
        elif kind == "draw":
            done.append(f"deal min(1, size of pile) from pile to {hand}")
        elif at in {"pile", "heap"}:
            done.append(f"shuffle {at}")
    return done


def question(luck: random.Random, hand: str) -> list[str]:
    """A move that asks for a card by its name, in some way, and perhaps takes it."""
    other = THEIRS if hand == MINE else MINE
    which = luck.choice(("c", "twin(c)", "d", "e"))
    named = {"d": ["let d = c"], "e": ["let e = twin(c)"]}.get(which, [])
    holds = luck.choice((f"{which} in {other}", f"{{{which}}} meets {other}"))
    asked = luck.choice(
        (
            [f"set found to {holds}", "if found"],
            [f"let there = {holds}", "set found to there", "if found"],
            [f"set found to {holds}", f"if {holds}"],
            [f"set found to days > 3 or {holds}", f"if {holds}"],
            [f"set found to not (days > 3 and not {holds})", f"if {holds}"],
        )
    )
    needs = luck.choice(([], [f'needs lacks: c not in {hand} else "you see it"']))
    taken = luck.choice((f"move {which} from {other} to {hand}", "set found to found"))
    return [
        "  ask(c in card)",
        *(f"    {line}" for line in (*needs, *named, *asked, f"  {taken}")),
    ]


FOUND = 'mark found: yes or no "Was it there?"\n'
TWIN = "define twin(c: card) = elm when c is ash else (ash when c is elm else c)\n"


def answer(luck: random.Random, hand: str) -> list[str]:
    """The other seat is asked in the middle of a move, of which it may not know what it names."""
    secretly = luck.choice(("", " secretly"))
    way = luck.choice(("end turn", "set noted of me to sending", "again"))
    again = ["    if days < 8", "      gain 1 days", "      again"]
    return [
        f"choose answer by next of me{secretly}",
        "  'leave'",
        *(again if way == "again" else [f"    {way}"]),
        f"  reply(d in {hand})",
        *(f"    {one}" for one in errand(luck, "d", hand)),
    ]


def rules(luck: random.Random, *, asking: bool = False) -> str:
    """A game in which cards are sent on errands; `asking`: in some others are asked about it."""
    secretly = luck.choice(("", " secretly"))
    seers = {zone: luck.choice(("owner", "others")) for zone in ("hand", "aside")}
    hand = MINE if seers["hand"] == "owner" else THEIRS
    used = ""
    many, most = luck.randint(1, 2), f"min(2, size of {hand})"
    if luck.random() < 0.4:
        body = [
            f"compose parcel{secretly} until size of sent is min({many}, size of {hand})",
            f"  step pack(c in {hand}) into sent",
            *errand(luck, "sent", hand),
        ]
    elif luck.random() < 0.3:
        body = [
            f"compose parcel{secretly} until size of sent + size of kept is {most}",
            f"  step pack(c in {hand}) into sent at most 1",
            f"  step keep(c in {hand} where c not in sent) into kept",
            *errand(luck, "sent", hand)[:1],
            *errand(luck, "kept", hand),
        ]
    else:
        body = [f"choose main{secretly}"]
        for name in ("send", "bring")[:many]:
            done = errand(luck, "c", hand)
            if asking and luck.random() < 0.5:
                at = luck.randint(0, len(done))
                if not at:  # it may be gone by then
                    done = [f"if c in {hand}", *(f"  {one}" for one in done)]
                done[at:at] = answer(luck, hand)
            body += [f"  {name}(c in {hand})", *(f"    {one}" for one in done)]
            body += [f"    set noted of me to {name}ing"]
        if luck.random() < 0.5:
            body += question(luck, hand)
            used = FOUND + (TWIN if "twin(" in "".join(body) else "")
    body = [f"if {hand} is not empty", *(f"  {line}" for line in body)]
    noted = luck.choice(("owner", "others", "all"))
    hidden = "" if noted == "all" else f", seen by {noted}"
    return (
        HEAD.format(**seers, dealt=hand, noted=hidden, used=used)
        + "".join(f"    {line}\n" for line in body)
        + FOOT
    )


def a_game(seed: int, folder: Path) -> Game:
    return loaded(folder / f"errands{seed}", rules(random.Random(seed), asking=True))


def games(part: int, folder: Path) -> int:
    """Fails if something is told that must not be. Gives how many games were looked at."""
    decisions, number = max(FEWEST, DECISIONS) // PARTS, 0
    for number in count():
        game = a_game(part * SEEDS_APART + number, folder)
        trial = put_on_trial(game, SECRECY, seed=number, games=2)
        assert not trial.findings, rules(random.Random(part * SEEDS_APART + number), asking=True)
        decisions -= trial.decisions
        if decisions <= 0:
            break
    return number


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_hidden_is_told(part: int, tmp_path: Path) -> None:
    games(part, tmp_path)


def test_a_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Transcript, "text_for", lambda self, entry, state, seat: entry.text)
    with pytest.raises(AssertionError):
        games(0, tmp_path)


def newly_seen(game: Game, seed: int) -> int:
    """Fails if a card that has come to a place that a seat sees and not all do, and that the seat
    did not see before, or lost sight of meanwhile, is not told in what its log says since, or in
    the step of the same move before. Gives how many came so."""
    luck, state, log, count = random.Random(seed), game.start(seed=seed), Transcript(), 0
    told = {seat: list[tuple[int, str]]() for seat in range(game.seats)}
    while not state.over:
        before, move = state.copy(), luck.choice(state.legal_moves())
        state.apply(move)
        log.add(before, move, state)
        for seat, known in told.items():
            lines = [*log.told(state, seat)]
            pairs = zip(known, lines, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            text = " ".join(line for _, line in lines[max(0, same - 1) :])
            told[seat] = lines
            new = seen_by(state, seat, "hand", "aside") - (
                seen_by(before, seat, *PLACES) - lost_by(state, seat)
            )
            count += len(new)
            unsaid = {card for card in new if not re.search(rf"\b{card}\b", text)}
            if unsaid and len(new) <= MOST:  # more may be told in short
                raise AssertionError((seat, unsaid, text, state.moves))
    return count


PLACES = ("hand", "aside", "pile", "crib", "heap", "stall", "sent", "kept")


def seen_by(state: State, seat: int, *places: str) -> set[str]:
    """The cards that a seat sees in some places."""
    cells = cast("dict[str, Any]", state.observation(seat)["cells"])
    zones = (cells[name] for name in places if name in cells)
    held = (
        each for zone in zones for each in (zone.values() if isinstance(zone, dict) else [zone])
    )
    return {card for each in held if isinstance(each, list) for card in each}


def lost_by(state: State, seat: int) -> set[str]:
    """The cards of which a seat has lost sight in the last step."""
    lost = state.memory.blurred[seat].items()
    return {domain.labels[one] for domain, mask in lost for one in elements_of_mask(mask)}


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("part", range(PARTS))
def test_what_a_seat_comes_to_see_is_told_to_it(part: int, tmp_path: Path) -> None:
    games = (a_game(part * SEEDS_APART + n, tmp_path) for n in range(GAMES))
    assert sum(newly_seen(game, n) for n, game in enumerate(games)) > 5 * GAMES


def functions_of(game: Game) -> Sequence[Function]:
    generic = game.program.generic
    return generic.functions if generic is not None else ()


CARDS = frozenset(TREES.split()[1:])


def alike_with_others(game: Game, seed: int) -> int:
    """Fails if a seat that has never seen either of two cards, nor come to know where one of them
    lies, could tell the game from the same with each of them in the other's place. Gives how many
    positions it was shown."""
    luck, count, unaware = random.Random(seed), 0, {0, 1}
    one, two = luck.sample(TREES.split()[1:], 2)
    instead = {one: two, two: one}
    state, other = (game.start(chance="asked") for _ in range(2))

    def exchanged(text: str) -> str:
        return re.sub(r"\w+", lambda word: instead.get(word[0], word[0]), text)

    while unaware and not state.over:
        if (question := state.question) is not None:
            answer = luck.sample(question.of, len(question.of))
            answer = answer if question.kind == "shuffle" else answer[:1]
            state.answer(answer)
            try:
                other.answer([exchanged(each) for each in answer])
            except ChanceError:
                break  # another card has come in a third one's place
        else:
            move = str(luck.choice(state.legal_moves()))
            if move.startswith("ask ") and exchanged(move) != move:
                break  # which all hear
            state.apply(move)
            try:
                other.apply(exchanged(move))
            except MoveError:
                break  # sets are chosen in the order of the table
        for seat in [*unaware]:
            seen, same = (json.dumps(each.observation(seat)["cells"]) for each in (state, other))
            named, others = (sorted(CARDS.intersection(re.findall(r"\w+", each)))
                             for each in (seen, same))  # fmt: skip
            if {one, two}.intersection(named) or named != others:
                unaware.discard(seat)  # which is shown one, or another card in its place
            else:
                assert seen == same, (seat, one, two, state.made)
                count += 1
    return count


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("part", range(PARTS))
def test_what_was_never_seen_makes_no_difference(part: int, tmp_path: Path) -> None:
    """Nor does the order of the table, in which what goes from a set to a stack comes to lie."""
    games = [a_game(part * SEEDS_APART + n, tmp_path) for n in range(GAMES)]
    games = [one for one in games if "twin" not in {f.name for f in functions_of(one)}]
    shown = sum(alike_with_others(game, n) for game in games for n in range(6))
    assert shown > 12 * GAMES


OFFER = re.compile(r"( +)(send|bring)\(c in .*\)$")


def is_within(margin: str, line: str) -> bool:
    return line.startswith(margin)


def by_procedures(text: str) -> str:
    """The same rules, with what moves do in procedures that are told what is sent, and by whom."""
    lines, kept, procedures = text.splitlines(), list[str](), list[str]()
    while lines:
        kept.append(lines.pop(0))
        if (offer := OFFER.match(kept[-1])) is not None:
            margin, name = offer[1] + "  ", offer[2]
            body = [*takewhile(partial(is_within, margin), lines)]
            del lines[: len(body)]
            kept.append(f"{margin}{name}_off(c, me)")
            its = [re.sub(r"\bme\b", "q", one.removeprefix(margin)) for one in body]
            procedures += ["", f"to {name}_off(c: card, q: seat)", *(f"  {one}" for one in its)]
    return "\n".join([*kept, *procedures]) + "\n"


def test_procedures_teach_nobody_less(tmp_path: Path) -> None:
    """Whatever is chosen in secret, each seat knows the same where what is done is written in
    procedures: it is between the same places that anything may have moved."""
    compared = 0
    for seed in range(GAMES):
        text = rules(random.Random(seed)).replace("2 named Ann, Bob", "3 named Ann, Bob, Cleo")
        text = re.sub(r"(zone aside .*) seen by \w+", r"\1 seen by nobody", text)
        games = [loaded(tmp_path / name / str(seed), rules)
                 for name, rules in (("plain", text), ("by", by_procedures(text)))]  # fmt: skip
        luck = random.Random(seed)
        one, other = (game.start(seed=seed) for game in games)
        while not one.over:
            move = str(luck.choice(one.legal_moves()))
            one.apply(move)
            other.apply(move)
            for seat in range(3):
                assert one.observation(seat) == other.observation(seat), text
                compared += 1
    assert compared > 10 * GAMES


def loaded(folder: Path, text: str) -> Game:
    folder.mkdir(parents=True)
    (folder / "trees.csv").write_text(TREES)
    (folder / "errands.game").write_text(text)
    return load(str(folder / "errands.game"), engine="reference")
