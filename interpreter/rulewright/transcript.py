"""What has been done in a game, as each seat may know it.

The text of a move can name components that others do not see. So a move is told to another seat
without them until each of them has been seen by it where the move has put it: at once, while the
action goes on, or later, if the seat has followed it there – a card that is turned up where it was
laid down. One that comes out of a hand into which it was given is not known to be the one that was
given, and neither is one that was only named and has stayed where it was. What stands for something
that all see, as a place on a map does, is told. What was chosen in secret is not told at all while
the secret choice goes on.

A move that was chosen `secretly` is told only where nothing but the components that it names was
open: there is one offer, all of whose parameters are components that it moves at once. A seat that
has followed them to where they are turned up knows then which they were. Else it stays a secret.
The moves of a secret compose are told together, under the same conditions: that it has one step and
at most one finish, and that what the step names is all moved, by it or when the compose is over.
Where the steps make a set, whose order tells nothing, a seat need not tell one of its components
from another to know that it has seen all of them, as of two cards in a bag.
Before that, and for good where something else was open, too, they are one move without its parts,
for how many steps there were is a secret as well.

That a secret choice was made is told as soon as it is over, whoever chooses in secret then. What
has come of it is told as far as it is seen: a seat that is not told the move is told what it sees
otherwise of who made it. That it knows whatever was chosen, so no secret can be in it. If it sees
nothing otherwise of anybody else, all may be choosing at the same time, and what is turned up when
the choice is not put to anybody any more is told with each of their choices. Where nobody else has
moved since, what has come to lie open where chosen components are put is told, too. What open marks
have become is told to all, as of any move; who is not told which move it was is told what any of
them leaves unsaid. What is told to a seat of a secret choice hangs on nothing but what that seat
has seen, and when on that, too.

What chance has picked in a move is told with it to the seats that see what it was picked for, but
for those that cannot know that it was, because that hangs on something hidden: they are told if
they see that it has made something else of it. So is what the move has
turned up before a seat, or put where all see it, what each seat has seen on the way to where it
lies hidden, and what open marks have become by it. What its numbers are is told, too, if it names
nothing else.
What the next turn began with is told behind it, as of who has that turn: what was thrown and laid
open and, to the seats that see it, what was dealt; and so is each turn before it in which nothing
was to be decided. With any move it is told what has come by it to
where some seats alone see it, their own hand or that of another, and what has gone from there to
another seat: but for what the move names, if they are told that, for else they would know what that
is; and all others how many lie there now, unless the move is open and always does that. Where
nobody is at the table from whom something is hidden, it is told of all seats. Behind the last move
of a game it is told what the rules have moved then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, islice, pairwise, takewhile
from typing import NamedTuple, Protocol, Self, cast

from .backends.protocol import Code, Engine, Position
from .characters import spoken
from .check.visibility import only_counted
from .core import ir
from .core.evaluate import Reader, elements_of_mask
from .core.ir import Alternative, Choose, Completable, Compose, Domain, Element, Local, SetOf
from .core.said import said_aloud
from .core.scenes import told_in_part
from .core.walk import EXPRESSIONS, Node, children, free_locals, one_by_one, variables_written, walk
from .drawing.around import behind
from .drawing.attributes import attributes_of
from .drawing.became import Became, Counted, counted, has_become, has_become_whatever_was_chosen
from .drawing.doing import BECOMES, Change, Doing, place_called
from .drawing.look import shown
from .drawing.named import in_part, in_words, named_by
from .drawing.taken import taken
from .drawing.thrown import (
    Changed,
    Seats,
    drawn,
    drawn_in_words,
    glimpsed,
    glimpsed_in_words,
    thrown_in_words,
)
from .drawing.turned import (
    Done,
    always_moved,
    come,
    done_by,
    done_unasked,
    labels_of,
    moved_at_the_end,
    turned_up,
)
from .runtime.layout import Slots
from .runtime.memory import Begun, Memory, Thrown
from .runtime.observation import observe
from .runtime.sight import Masks, can_be_hidden, visible

LEARNT = "learnt now"
"""What stands behind a move that was made before, where a seat is told more of it."""

Components = frozenset[tuple[Domain, int]]
Observed = Mapping[str, object]


class Offered(Protocol):
    """Where a move is on offer."""

    @property
    def read(self) -> Reader: ...


class Made(Protocol):
    """What is to be known of a move."""

    @property
    def choose(self) -> Choose: ...
    @property
    def alternative(self) -> Alternative: ...
    @property
    def code(self) -> Code: ...
    @property
    def offer(self) -> Offered: ...


class Played(Protocol):
    """What is to be known of a state of a game."""

    @property
    def engine(self) -> Engine: ...
    @property
    def position(self) -> Position: ...
    @property
    def slots(self) -> Slots: ...
    @property
    def memory(self) -> Memory: ...
    @property
    def to_move(self) -> int | str | None: ...
    @property
    def waiting(self) -> Choose | None: ...
    @property
    def question(self) -> object | None: ...
    @property
    def outcomes(self) -> Sequence[object]: ...
    @property
    def steps(self) -> int: ...
    @property
    def moves(self) -> list[str]: ...
    def legal_moves(self) -> Sequence[Made]: ...
    def undo(self) -> None: ...
    def copy(self) -> Self: ...


@dataclass(frozen=True, slots=True)
class Came:
    """What a seat has seen to have come of a secret choice: how many moves had been made when it
    saw that, what has become of who made it, and whether that is all, `for_good`. `counted`: how
    many it saw to lie in places of who made it when the choice was over."""

    at: int
    texts: Sequence[str]
    for_good: bool
    counted: Sequence[str]


class Turn(NamedTuple):
    """A turn as it began before its first decision, or that had none: whose it is, what chance has
    picked in it, what it has laid open, and what it has dealt, by the seats that see it."""

    seat: int
    thrown: Sequence[Thrown]
    laid: str
    dealt: Mapping[Seats, list[Changed]]


@dataclass(slots=True, eq=False)
class Entry:
    """A move: who made it and at which choice, its text, that in more words (`words`), and in those
    for who is not told what it names; its name, or the choice's where its own is not to be told,
    what it names of what may lie on the table, what all are told of that (`openly`), what of it is
    only said `aloud`, wherever it lies, and the components that it names, whether it was made in
    secret, `secretly`, of moves of one kind only (`is_only`), and so that it stays a secret
    (`lasting`). `is_set`: what the steps of a secret compose name makes a set, in whose order they
    are taken.

    `unseen`: for each seat, those components that it must still see to be told the move; `lost`:
    those of which it cannot tell where they are, as of all that lie unseen and have not been moved
    for being chosen yet. `within`: the choices that are part of the move's action;
    `goes_on`: is the action not over yet? `thrown`: what chance has picked in it. `turned`: what
    has come to lie open in it before seats, or has been put where all see it and was unknown, but
    for what is named in the moves of its action, of which the `first` has that number;
    `turned_anyway`: all of that, for who is not told what is named; `turned_of_others`: of a secret
    choice, what of it lies before others, but for who chose at the same time;
    `taken`: what lay open on cells and was taken from there;
    `shown`: what has been seen in it and is not seen any more, by the seats that saw it;
    `shown_of`: of whom what all saw was, as all know; `gone`: what of it a seat has lost sight of
    since, and which may have come to light again;
    `together`: the moves that are told with it or not at all, the first one first. `point`, `turn`:
    where in the rules and in which turn a move of a secret compose was made. `is_last`: does it
    complete the compose? `start`: what stood before it.
    `told`: for each other seat, how many moves had been made whenever its text was another one, and
    that text. `before`: of a secret choice, what each seat saw before it;
    `came`: what has become of who made it since, for all that each of them sees, the latest last.
    `drawn`: what has come to where some seats alone see it, or gone from there to a seat, by these
    seats; `got`: the same of all that is told with it; `counted`: how many lie there now, for all
    others. `became`: what has come of the move for all to see; None as long as chance goes on;
    `became_anyway`: the same of a secret choice, for each other seat, whatever was chosen. `begun`:
    the turns that began after it, of which only the last asks something; None as long as chance
    goes on. `ended`: what the rules have moved after it, as the last one; `ended_anyway`: the same
    for who is not told what is named.
    """

    seat: int
    choice: str
    text: str
    words: str
    words_in_part: str
    name: str
    named: Mapping[str, Domain]
    openly: frozenset[Local]
    aloud: frozenset[str]
    components: tuple[tuple[Domain, int], ...]
    secret: bool
    secretly: bool
    is_only: bool
    lasting: bool
    is_set: bool
    within: frozenset[int]
    point: int
    turn: int
    is_last: bool
    start: Slots = field(repr=False)
    unseen: dict[int, Components] = field(default_factory=dict)
    lost: dict[int, Components] = field(default_factory=dict)
    first: int = 0
    thrown: Sequence[Thrown] = ()
    turned: str = ""
    turned_of_others: str = ""
    turned_anyway: str = ""
    goes_on: bool = True
    taken: str = ""
    told: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    before: Mapping[int, Observed] = field(default_factory=dict, repr=False)
    came: dict[int, list[Came]] = field(default_factory=dict)
    shown: dict[Seats, list[str]] = field(default_factory=dict)
    shown_of: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    drawn: Mapping[Seats, list[Changed]] = field(default_factory=dict)
    got: Mapping[Seats, list[Changed]] = field(default_factory=dict)
    counted: Sequence[Counted] = ()
    became: Sequence[Became] | None = None
    became_anyway: Mapping[int, Sequence[str]] = field(default_factory=dict)
    begun: Sequence[Turn] | None = None
    ended: str = ""
    ended_anyway: str = ""
    together: list[Entry] = field(default_factory=list, repr=False)

    def is_open_to(self, seat: int) -> bool:
        """Has the seat seen all that the move names, and those that are told with it? That nothing
        was chosen step by step in secret nobody sees."""
        is_something = not self.secret or any(one.components for one in self.together)
        return is_something and not any(one.lasting or one.unseen[seat] for one in self.together)

    def goes_on_in(self, state: Played) -> bool:
        """Is what a seat is asked there, at a secret compose, a part of what it has chosen here?"""
        choose = state.waiting
        if choose is None or self.seat != state.to_move:
            return False
        if self.secretly:
            return choose.point in self.within
        is_same = self.point == choose.point and self.turn == state.memory.turns
        return is_same and not self.is_last and not _begins_anew(choose, state)

    @property
    def has_come_for_good(self) -> bool:
        """Is nothing open any more of what has come of it, for any seat?"""
        return not any(map(self.is_open_to_come, self.before))

    def is_open_to_come(self, seat: int) -> bool:
        """May the seat yet see more of what has come of this secret choice?"""
        came = self.came.get(seat)
        return seat in self.before and not (came and came[-1].for_good)

    def told_at(self, seat: int) -> list[int]:
        """How many moves had been made whenever the seat was told something of this move of
        another."""
        at = [when for when, _ in self.told.get(seat, ())]
        before: Sequence[str] = ()
        for came in self.came.get(seat, ()) if seat != self.seat else ():
            if not {*came.texts} <= {*before}:
                at.append(came.at)
            before = came.texts
        return at

    def was_told_to(self, seat: int, start: int) -> bool:
        """Was the seat told something of this move of another when so many moves had been made, or
        since?"""
        return any(when >= start for when in self.told_at(seat))

    def was_told_before(self, seat: int, start: int) -> bool:
        """Was the seat told something of this move of another before so many had been made, or of
        those that are told with it?"""
        told = (when for one in self.together for when, _ in one.told.get(seat, ()))
        return seat != self.seat and any(when < start for when in told)

    def note(self, seat: int, seen: Masks, memory: Memory) -> None:
        """The seat has seen components in a step, and lost track of some, of all that is told with
        this move. While the action goes on it is seen of what was chosen what is done with it.

        Of what was chosen as a set it does not matter which is which, and who takes one for another
        of them has not lost it: but for what it has lost already."""
        own = _masks(component for one in self.together for component in one.components)
        for what, domain, mask in memory.followed[seat]:
            masks = {domain: mask & own.get(domain, 0)}
            if not masks[domain]:
                continue
            lost = what == "lost" and not self._is_among_what_is_followed(seat, domain, mask)
            for one in self.together:
                if what == "seen":
                    one.unseen[seat] -= _among(one.unseen[seat], masks) - one.lost[seat]
                elif lost:
                    one.lost[seat] |= _among(frozenset(one.components), masks)
                elif what == "taken" and one.goes_on:
                    one.lost[seat] -= _among(one.lost[seat], masks)
        for one in self.together:
            one.unseen[seat] -= _among(one.unseen[seat], seen) - one.lost[seat]

    def _is_among_what_is_followed(self, seat: int, domain: Domain, mask: int) -> bool:
        """Were all of these components chosen, in a set, and has the seat lost none of them?"""
        if not all(one.is_set for one in self.together):
            return False
        followed = _masks(
            component
            for one in self.together
            for component in one.components
            if component not in one.lost[seat]
        )
        return not mask & ~followed.get(domain, 0)


class Transcript:
    """The moves of a game, oldest first."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.begun: Sequence[Turn] = ()  # the turns that began before the first move
        self._noted: Position | None = None  # the last position that was looked at
        self._made: tuple[Slots, Made] | None = None  # the last move, and what was before it
        self._open: tuple[Played, Made] | None = None  # the same until all is done that it does
        self._shown: list[Masks] = []  # what each seat has seen since
        self._all_saw: Masks = {}  # what of that all have seen at one time
        self._all_lost: Masks = {}  # and what of that a seat has lost sight of since

    @staticmethod
    def of(state: Played, known: tuple[Played, Transcript] | None = None) -> Transcript:
        """The transcript of a game that has been played so far: all its moves, made again. `known`:
        a state that waits for no chance, and its transcript: if the game has come through there
        only the moves since are made again."""
        states, there = [state.copy()], None
        while states[-1].steps:
            if known is not None and _is_same(states[-1], known[0]):
                there = known[1]
                break
            states.append(states[-1].copy())
            states[-1].undo()
        transcript = there.copy() if there is not None else Transcript()
        texts = iter(state.moves[len(transcript.entries) :])
        states.reverse()
        for before, after in pairwise(states):
            if before.to_move != "chance":
                transcript.add(before, next(texts), after)
            else:
                transcript.look(after)
        return transcript

    def copy(self) -> Transcript:
        """The same moves, to go on with others."""
        other, groups = Transcript(), dict[int, list[Entry]]()
        for entry in self.entries:
            together = groups.setdefault(id(entry.together), [])
            told = {seat: [*texts] for seat, texts in entry.told.items()}
            came = {seat: [*all_of_it] for seat, all_of_it in entry.came.items()}
            unseen, lost = dict(entry.unseen), dict(entry.lost)
            together.append(
                replace(entry, unseen=unseen, lost=lost, told=told, came=came, together=together)
            )
            other.entries.append(together[-1])
        other._noted, other.begun = self._noted, self.begun
        other._open = self._open
        other._made, other._shown, other._all_saw = self._made, self._shown, self._all_saw
        other._all_lost = self._all_lost
        return other

    def add(self, before: Played, made: Made | str, after: Played) -> None:
        """Note a move, given as itself or as its text, with the states before and after it."""
        seat, move = before.to_move, _move(made, before)
        assert isinstance(seat, int)
        self.look(before)
        if not self.entries:
            # what was dealt before anything was done is in the hands that all begin with
            self.begun = [one._replace(dealt={}) for one in _begun(before)]
        choose = move.choose
        only, moved = len(choose.alternatives) == 1, _moved(move.alternative)
        secret = choose.secret or bool(choose.cover)
        lasting = choose.secret and not (only and moved.issuperset(move.alternative.bound))
        if choose.cover:
            lasting = not _only_takes(choose, before.engine.program)
        components = tuple(_components(move, all_of_them=secret))
        # steps that nobody can count are told by the name of what they are steps of
        is_whole = secret and (not only or bool(choose.cover))
        name = choose.name if is_whole else move.alternative.name
        within = frozenset(
            node.point for node in walk(move.alternative.body) if isinstance(node, Choose)
        )
        unseen = _not_seen(before, move, components)
        hidden = can_be_hidden(before.engine.program)
        lost = frozenset((domain, one) for domain, one in components if domain in hidden)
        named = named_by(before.engine.program, move.alternative, move.code)
        openly = frozenset() if secret else _told_openly(move.alternative)
        entry = Entry(
            seat,
            choose.name,
            str(move),
            in_words(move.alternative, move.code, move.offer.read),
            spoken(told_in_part(name))
            if is_whole
            else in_part(move.alternative, move.code, move.offer.read, openly),
            name,
            named,
            openly,
            _aloud(move),
            components,
            bool(choose.cover),
            choose.secret,
            only,
            lasting,
            bool(choose.cover) and _selected(move.alternative).issuperset(move.alternative.bound),
            within,
            choose.point,
            before.memory.turns if choose.cover else 0,
            _leads_out(move.alternative.body),
            before.slots,
            unseen,
            {other: one & lost for other, one in unseen.items()},
            first=self._first_in_action(seat, choose),
        )
        self._made, self._shown, self._all_saw = (before.slots, move), [], {}
        self._all_lost = {}
        last = self.entries[-1] if self.entries else entry
        is_over = bool(last.together and last.together[0].told)
        if choose.cover and not is_over and last.goes_on_in(before):
            entry.together = last.together
        entry.together.append(entry)
        if secret and entry is entry.together[0]:
            entry.before = {one: _cells(before, one) for one in entry.unseen}
        self.entries.append(entry)
        self._open = before.copy() if after.to_move == "chance" else before, move
        self.look(after)

    def _look_what_was_done(self, after: Played) -> None:
        """Note what the last move has done, once chance has been asked all that it is asked."""
        if self._open is None or after.to_move == "chance":
            return
        (before, move), entry = self._open, self.entries[-1]
        self._open = None
        seat, secret = entry.seat, entry.secret or entry.secretly
        entry.thrown = [one for one in _thrown_in(after) if not one.begun]
        if secret:  # who is not told the move is told what has come of it
            own = {name for one in entry.together for name in one.named}
            secretly = takewhile(lambda one: one.secret or one.secretly, reversed(self.entries))
            others = {one.seat for one in secretly} - {seat}
            entry.turned = _turned(before, move, after, seat, own, others)
            entry.turned_of_others = _turned(before, move, after, seat, own, {seat, *others})
        else:
            program, layout = before.engine.program, before.engine.layout
            entry.turned = _turned(before, move, after, seat, self._named(entry, before))
            entry.turned_anyway = _turned(before, move, after, seat, ())
            entry.taken = taken(program, layout, before.slots, after.slots, seat, entry.named)
        _note_drawn(entry, move, after)

    def _named(self, entry: Entry, state: Played) -> set[str]:
        """What a move names, and those before it in its action, that they have not put anywhere
        before the move: if that comes to lie open in it, it goes without saying."""
        named, engine = {*entry.named}, state.engine
        for one in self.entries[entry.first :]:
            if one.named and one is not entry:
                named |= {*one.named} - come(engine.program, engine.layout, one.start, entry.start)
        return named

    def _first_in_action(self, seat: int, choose: Choose) -> int:
        """The number of the first move in the same action as the next one, of which it may be the
        end."""
        first = len(self.entries)
        while first:
            entry = self.entries[first - 1]
            if entry.seat != seat or not (entry.goes_on or entry.point == choose.point):
                break
            first -= 1
        return first

    def look(self, state: Played) -> None:
        """Note what seats have seen in the step that led to a state, if it has come to its end."""
        if state.position is self._noted:
            return
        self._noted = state.position
        self._look_what_was_done(state)
        told = [e for e in self.entries if not e.lasting and any(e.unseen.values())]
        memory: Memory | None = state.memory if told else None
        for seat in range(state.engine.program.seats.size):
            if memory is None or not memory.followed:
                continue
            seen = _seen(state, seat)
            for entry in {id(one.together): one for one in told}.values():
                entry.note(seat, seen, memory)
        choice = state.waiting
        self._look_what_came(state)
        self._look_what_was_shown(state)
        self._look_what_became(state)
        if self.entries and state.to_move is None:
            self.entries[-1].ended, self.entries[-1].ended_anyway = self._ended(state)
        if self.entries and self.entries[-1].begun is None and state.to_move != "chance":
            self.entries[-1].begun = _begun(state)
        for entry in self.entries:
            if entry.goes_on:
                entry.goes_on = (
                    (choice.point in entry.within)
                    if choice is not None
                    else state.question is not None
                ) or _goes_on_in_secret(entry, state)
        for entry in self.entries:
            self._look_what_is_told(entry, state)

    def _look_what_is_told(self, entry: Entry, state: Played) -> None:
        """Note what others are told of a move now, if that is something else than before."""
        for seat in entry.unseen:
            told = entry.told.get(seat, ())
            if seat == entry.seat or (told and told[-1][1] == entry.text):
                continue
            text = self.text_for(entry, state, seat)
            if text is not None and (not told or told[-1][1] != text):
                entry.told.setdefault(seat, []).append((len(self.entries), text))

    def _look_what_came(self, state: Played) -> None:
        """Note what has come of secret choices that are over, and what was turned up since of those
        that are put to nobody any more."""
        open_ones = [one for one in self.entries if one.before and not one.has_come_for_good]
        if not open_ones or state.question is not None or self._goes_on(state):
            return
        program = state.engine.program
        for seat in range(program.seats.size):
            of_others = [one for one in open_ones if one.is_open_to_come(seat)]
            if not of_others:
                continue
            is_still_put = self._is_still_put(of_others, state)
            now = _cells(state, seat)
            for entry in of_others:
                if not is_still_put or seat not in entry.came:
                    self._note_what_came(entry, seat, now, program, is_still_put=is_still_put)

    def _note_what_came(
        self, entry: Entry, seat: int, now: Observed, program: ir.Program, *, is_still_put: bool
    ) -> None:
        """Note what a seat sees to have come of a secret choice. That is all if the choice is put
        to nobody any more, or if the seat sees already that it was not turned face down."""
        before, doing = entry.before[seat], Doing(attributes_of(program))
        alone = all(one.seat == entry.seat for one in self.entries[self.entries.index(entry) :])
        laid = _laid_open(program, entry.point) if alone else frozenset()
        for_good = not is_still_put or _sees_more(program, entry.seat, laid, before, now)
        changes = doing.come_to(entry.seat, before, now, laid, is_whole=for_good)
        came = entry.came.setdefault(seat, [])
        counted: Sequence[str] = ()
        if entry.secret or not entry.is_only:  # else it is always one
            counted = came[0].counted if came else _counts(doing, entry.seat, before, now)
        if counted:  # how many lie there since says nothing of the choice
            changes = [one for one in changes if not _is_count(one, program)]
        texts = [one.text for one in changes]
        texts += filter(None, [entry.together[-1].turned_of_others])
        came.append(Came(len(self.entries), [*counted, *texts], for_good, counted))

    def _look_what_was_shown(self, state: Played) -> None:
        """Note what seats have seen since the last move was made, where they do not see it any
        more."""
        last, program = self.entries[-1] if self.entries else None, state.engine.program
        if last is None or last.became is not None or not can_be_hidden(program):
            return
        assert self._made is not None
        layout, shown = state.engine.layout, state.memory.shown
        self._shown = [
            _either(was, now)
            for was, now in zip(self._shown or [{} for _ in shown], shown, strict=True)
        ]
        for masks in state.memory.blurred:
            lost = {domain: mask & masks.get(domain, 0) for domain, mask in self._all_saw.items()}
            self._all_lost = _either(self._all_lost, lost)
        self._all_lost = _either(self._all_lost, state.memory.all_lost)
        self._all_saw = _either(self._all_saw, state.memory.all_saw)
        for seat, masks in state.memory.all_saw_of.items():
            of_seat = (labels_of(domain, mask) for domain, mask in masks.items())
            labels = {label: seat for each in of_seat for label in each}
            last.shown_of = {**last.shown_of, **labels}
        if state.to_move == "chance" or not self._shown:
            return
        before, after = (
            [visible(program, layout, slots, seat) for seat in range(program.seats.size)]
            for slots in (self._made[0], state.slots)
        )
        last.shown = glimpsed(
            program,
            before,
            self._shown,
            after,
            at_once=self._all_saw,
            lost=self._all_lost,
        )
        last.gone = {one for each in self._all_lost.items() for one in labels_of(*each)}

    def _look_what_became(self, state: Played) -> None:
        """Note what has become of open marks since the last move was made, once all is over that
        follows on it."""
        last = self.entries[-1] if self.entries else None
        if last is None or last.became is not None or state.to_move == "chance":
            return
        assert self._made is not None
        program, layout, (before, move) = state.engine.program, state.engine.layout, self._made
        made = move.choose, move.alternative, move.code
        now, then = state.slots, state.waiting
        earlier = {name for one in self.entries[last.first : -1] for name in one.named}
        last.became = [
            *has_become(program, layout, before, now, made, then, last.named, last.openly, earlier)
        ]
        if last.secretly or last.secret:
            start, now, then = last.together[0].start, state.slots, state.waiting
            # what has become of those who chose before stands with their own moves, but for them
            last.became_anyway = {
                seat: [
                    *has_become_whatever_was_chosen(
                        program,
                        layout,
                        start,
                        now,
                        move.choose,
                        then,
                        {*self._came_now(seat), last.seat} - {seat},
                    )
                ]
                for seat in last.unseen
                if seat != last.seat
            }

    def _came_now(self, seat: int) -> set[int]:
        """Those of whom the seat is told only now what has come of their secret choices."""
        latest = ((one.seat, one.came[seat][-1]) for one in self.entries if seat in one.came)
        return {who for who, came in latest if came.for_good and came.at == len(self.entries)}

    def _ended(self, state: Played) -> tuple[str, str]:
        """What has been moved by the rules themselves after the last move, for who is told that
        whole, and for all others."""
        assert self._made is not None
        program, layout, (before, move) = state.engine.program, state.engine.layout, self._made
        last = self.entries[-1]
        secret = last.secret or last.secretly
        may_be = move.choose.alternatives if secret else (move.alternative,)
        named = () if secret else self._named(last, state)
        made = program, layout, before, state.slots, move.choose, may_be
        return moved_at_the_end(*made, named), moved_at_the_end(*made)

    def _goes_on(self, state: Played) -> bool:
        """Does what was done last go on, in another choice or in a further step?"""
        last, choose = self.entries[-1], state.waiting
        return choose is not None and (last.goes_on_in(state) or choose.point in last.within)

    def _is_still_put(self, made: Sequence[Entry], state: Played) -> bool:
        """Is a secret choice that was made put to others now?"""
        choose, seat = state.waiting, state.to_move
        if choose is None:
            return False
        same = [one for one in made if one.point == choose.point]
        return bool(same) and all(one.seat != seat for one in same)

    def cut(self, count: int) -> None:
        """Keep the first `count` moves."""
        for entry in self.entries[count:]:
            entry.together.remove(entry)
            self._open = None
        del self.entries[count:]
        for entry in self.entries:
            told = {n: [one for one in told if one[0] <= count] for n, told in entry.told.items()}
            came = {n: [one for one in came if one.at <= count] for n, came in entry.came.items()}
            entry.told = {n: texts for n, texts in told.items() if texts}
            entry.came = {n: seen for n, seen in came.items() if seen}

    def told(
        self,
        state: Played,
        seat: int,
        *others: int,
        of: Iterable[Entry] | None = None,
        is_open: bool = False,
        since: int = 0,
    ) -> Iterator[tuple[int, str]]:
        """The moves, or those `of` them, as the seats may all know them: who made them, and their
        texts, with what their numbers are, what was thrown, and what has become; and what their
        turns began with, and the game ended with. `is_open`: nobody is there from whom anything is
        hidden. `since`: after so many moves; what the first of the seats was told before of a move,
        and learns more of now, is marked, and stands behind the move by which it is learnt."""
        seats, news = (seat, *others), {*(self.entries if of is None else of)}
        known = [one for one in self.entries if one in news and one.was_told_before(seat, since)]
        learnt = defaultdict[int, list[Entry]](list)
        for one in known:
            learnt[max(one.told_at(seat), default=0)].append(one)
        news -= {*known}
        for made, entry in enumerate(self.entries, 1):
            is_new = entry in news
            if is_new and made == 1:
                yield from self.begun_first(state, seats, is_open=is_open)
            for one in ([entry] if is_new else []) + learnt[made]:
                line = self.line_for_all(one, state, seats, is_open=is_open)
                if line is not None:
                    yield one.seat, line if one is entry else f"{line} ({LEARNT})"
            if is_new:
                yield from self.begun_for_all(entry, state, seats, is_open=is_open)

    def begun_first(
        self, state: Played, seats: Sequence[int], *, is_open: bool = False
    ) -> Iterator[tuple[int, str]]:
        """What the turns before the first move began with, and whose these are."""
        return _turns_in_words(self.begun, state, seats, is_open=is_open)

    def begun_for_all(
        self, entry: Entry, state: Played, seats: Sequence[int], *, is_open: bool = False
    ) -> Iterator[tuple[int, str]]:
        """What the turns behind one of the moves began with, and whose turns these are: what was
        thrown and, for who sees it, what was dealt; behind the last move of a game what the rules
        have moved then. All but the last were over without a decision."""
        yield from _turns_in_words(entry.begun or (), state, seats, is_open=is_open)
        if entry.ended or entry.ended_anyway:
            is_told = self._is_told(entry, state, seats)
            if ended := entry.ended if is_told else entry.ended_anyway:
                yield entry.seat, ended

    def line_for_all(
        self, entry: Entry, state: Played, seats: Sequence[int], *, is_open: bool = False
    ) -> str | None:
        """One of the moves as `told` tells it; None if one of the seats is not told of it yet."""
        text = self.text_for_all(entry, state, seats)
        if text is None:
            return None
        whole = text == entry.text
        text = entry.words if whole else entry.words_in_part
        parts = [entry] if whole else entry.together  # which are told in one, if they are hidden
        thrown = [throw for one in parts for throw in one.thrown]
        told = _thrown_to(seats, thrown, entry.seat, state, is_open=is_open)
        came = {other: seen[-1].texts for other, seen in entry.came.items()}
        came_to = [] if whole else _told_to_all(entry, came, seats)
        told += came_to
        is_told = self._is_told(entry, state, seats)
        turned = entry.turned if is_told else entry.turned_anyway
        told += [part for part in (turned, entry.taken) if part]
        shown, got = self._seen_in(entry, state, seats, came_to, is_open=is_open)
        told += shown
        if whole or not (entry.secret or entry.secretly):
            became = (one.unsaid if whole else one.text for one in entry.became or ())
            told += [text for text in became if text]
            told += _counted_to(seats, entry.counted, whole=whole) if not is_open else []
        else:  # what came of who made it has been told; the rest may have come of others' choices
            became_anyway = _told_to_all(entry, parts[-1].became_anyway, seats)
            others = [text for text in became_anyway if text not in came_to]
            told += [f"then {text}" if not at else text for at, text in enumerate(others)]
        told += got
        return f"{text} ({', '.join(told)})" if told else text

    def _seen_in(
        self,
        entry: Entry,
        state: Played,
        seats: Sequence[int],
        said: Sequence[str],
        *,
        is_open: bool,
    ) -> tuple[list[str], list[str]]:
        """What these seats have seen in a move for a moment, and what is otherwise where some alone
        see it; each component once, but for what is `said`."""
        whole = self.text_for_all(entry, state, seats) == entry.text
        parts = [entry] if whole else entry.together  # which are told in one, if they are hidden
        knows = is_open or whole or entry.seat in seats
        # to others it is not said of what has come what the move names
        named = {name for one in entry.together for name in one.named} if knows else set[str]()
        in_action = self.entries[entry.first : self.entries.index(entry)]
        before = in_action if self._is_told(entry, state, seats) else ()
        changed = [one.drawn for one in parts] if knows else [parts[-1].got]
        groups = [group for each in changed for group in _told_to(seats, each, is_open=is_open)]
        put = named.union(*(one.named for one in before))
        got, told = drawn_in_words(groups, named, put, said)
        # what was only said aloud need not be what is seen
        by_name, program = named - entry.aloud if whole else set[str](), state.engine.program
        shown = (
            glimpsed_in_words(
                program, seers, labels, one.shown_of, entry.seat, (told - one.gone) | by_name
            )
            for one in parts
            for seers, labels in one.shown.items()
            if is_open or seers.issuperset(seats)
        )
        return [text for text in shown if text], got

    def _is_told(self, entry: Entry, state: Played, seats: Sequence[int]) -> bool:
        """Are the seats told a move whole, and all moves before it in its action?"""
        for one in self.entries[entry.first :]:
            if self.text_for_all(one, state, seats) != one.text:
                return False
            if one is entry:
                break
        return True

    def text_for_all(self, entry: Entry, state: Played, seats: Sequence[int]) -> str | None:
        """One of the moves as all these seats may know it; None if one is not told of it yet."""
        told = {self.text_for(entry, state, seat) for seat in seats}
        texts = [text for text in told if text is not None]
        if len(texts) < len(told):
            return None
        return texts[0] if len(texts) == 1 else told_in_part(entry.name)

    def text_for(self, entry: Entry, state: Played, seat: int) -> str | None:
        """One of the moves as the seat may know it; None if it is not told of it yet."""
        if entry.seat == seat:
            return entry.text
        if _goes_on_in_secret(entry, state):
            return None
        if entry.is_open_to(seat):
            return entry.text
        return told_in_part(entry.name) if entry is entry.together[0] else None

    def since(self, seat: int) -> list[Entry]:
        """The last move that the seat has made, in all its parts, and what others have made since,
        or were first told to have made."""
        own = [number for number, entry in enumerate(self.entries) if entry.seat == seat]
        if not own:
            return [*self.entries]
        parts, news = self._parts(own), self._news(seat, own[-1] + 1)
        return [entry for entry in self.entries if entry in parts or entry in news]

    def told_since(self, state: Played, seat: int) -> Iterator[tuple[int, str]]:
        """What the seat has done last, and what others have done `since`, as it may know it."""
        start = max(
            (n + 1 for n, entry in enumerate(self.entries) if entry.seat == seat), default=0
        )
        return self.told(state, seat, of=self.since(seat), since=start)

    def _news(self, seat: int, start: int) -> list[Entry]:
        """The moves from the one with this number on, and those before of which the seat was told
        something since: that others have made them, what they were, or what has come of them."""
        return [
            entry
            for number, entry in enumerate(self.entries)
            if number >= start or entry.was_told_to(seat, start)
        ]

    def _parts(self, own: list[int]) -> list[Entry]:
        """The last of the moves with these numbers, after the choices of the same seat that it is a
        part of."""
        last = self.entries[own[-1]]
        before = range(own[-1] - 1, -1, -1)
        start = next((n for n in before if last.point in self.entries[n].within), None)
        if start is None or self.entries[start].seat != last.seat:
            return [*last.together]
        return [self.entries[number] for number in own if number >= start]

    def lately(self, state: Played, seats: Sequence[int]) -> list[Entry]:
        """What a seat has done last, and what others have done since its turn before; of several
        seats the last move: the newest first, and only what they are all told whole."""
        made = self.entries[-1:]
        if len(seats) == 1:
            runs = groupby(reversed(self.entries), lambda entry: entry.seat == seats[0])
            latest = islice(runs, 2)
            made = [entry for own, run in latest for entry in islice(run, 1 if own else None)]
        return [one for one in made if self.text_for_all(one, state, seats) == one.text]

    def named_lately(self, state: Played, seats: Sequence[int]) -> set[str]:
        """What is named by what was done `lately`: it stands out in pictures."""
        return {name for entry in self.lately(state, seats) for name in entry.named}

    def told_lately(self, state: Played, seats: Sequence[int]) -> list[tuple[int, list[str]]]:
        """What others have done since a seat's turn before, and its own last move if it came later;
        of several seats, what was done in the last turn: by whom, and in which words, the oldest
        first."""
        before = 0
        if len(seats) > 1:
            runs = groupby(reversed(self.entries), lambda entry: entry.seat)
            made = [*next(runs)[1]][::-1] if self.entries else []
        else:
            (seat,) = seats
            own = [number for number, entry in enumerate(self.entries) if entry.seat == seat]
            start = len(self.entries)
            while start > 0 and self.entries[start - 1].seat == seat:
                start -= 1  # its turn goes on
            goes_on = start < len(self.entries)
            parts = self._parts(own) if goes_on else []
            before = max((number + 1 for number in own if number < start), default=0)
            made = [one for one in self._news(seat, before) if one.seat != seat or one in parts]
        told = self.told(state, *seats, of=made, since=before)
        lines = groupby(told, lambda one: one[0])
        return [(who, [text for _, text in run]) for who, run in lines]

    def is_hidden(self, entry: Entry, state: Played, seat: int) -> bool:
        """Is the seat not told which of the offers was chosen?"""
        secret = (entry.secretly or entry.secret) and not entry.is_open_to(seat)
        return entry.seat != seat and (secret or _goes_on_in_secret(entry, state))


def _is_same(one: Played, known: Played) -> bool:
    """Is it the same state, and not only one with the same on the table?"""
    return one.position is known.position and one.steps == known.steps


def _not_seen(
    before: Played, move: Made, components: Iterable[tuple[Domain, int]]
) -> dict[int, Components]:
    """The components that each seat must still see to be told a move: where that is not secret
    those that lie open to it go without saying, and so do those that it selects."""
    choose, alternative, every = move.choose, move.alternative, frozenset(components)
    seats = range(before.engine.program.seats.size)
    if choose.secret or choose.cover:
        return dict.fromkeys(seats, every)
    selected = _selected(alternative)
    openly = {
        (domain, value)
        for local, value in zip(alternative.bound, move.code[1:], strict=True)
        if local in selected and (domain := _component(local)) is not None
    }
    return {seat: every - openly - _among(every, _seen(before, seat)) for seat in seats}


def _among(components: Components, masks: Masks) -> Components:
    """Those of some components that are in masks."""
    return frozenset((d, element) for d, element in components if masks.get(d, 0) >> element & 1)


def _masks(components: Iterable[tuple[Domain, int]]) -> Masks:
    """The same components as masks."""
    masks: Masks = {}
    for domain, element in components:
        masks[domain] = masks.get(domain, 0) | 1 << element
    return masks


def _either(one: Masks, other: Masks) -> Masks:
    return {domain: one.get(domain, 0) | other.get(domain, 0) for domain in (*one, *other)}


def _begun(state: Played) -> list[Turn]:
    """The turns that began in the step that led to a state, as far as they have gone. Where a game
    has ended what was moved in them is told with the last move."""
    engine, thrown, turns = state.engine, _thrown_in(state), list[Turn]()
    program, layout = engine.program, engine.layout
    hides = can_be_hidden(program) and state.waiting is not None
    begun = state.memory.begun if hides or thrown else ()
    for number, one in enumerate(begun, 1):
        end = begun[number].slots if number < len(begun) else state.slots
        seat = cast(int, layout.get(one.slots, program.me, ()))
        laid, dealt = "", dict[Seats, list[Changed]]()
        if hides:
            made = program, layout, one.slots, end, seat
            laid = turned_up(*made, (), _done_in_turn(program, one.label), lost=one.since)
            dealt = drawn(*made, memory=state.memory, lost=one.since)
        turns.append(Turn(seat, [t for t in thrown if t.begun == number], laid, dealt))
    return turns


@lru_cache(maxsize=64)
def _done_in_turn(program: ir.Program, label: int) -> Done:
    """Where a turn may put something for all to see, but for what is done in its moves."""
    turns = (node for node in walk(program.flow) if isinstance(node, ir.Block))
    return done_unasked(next(one for one in turns if one.label == label))


def _turns_in_words(
    turns: Iterable[Turn], state: Played, seats: Sequence[int], *, is_open: bool
) -> Iterator[tuple[int, str]]:
    """What turns began with, as all these seats know it, if that is anything."""
    for turn in turns:
        thrown = _thrown_to(seats, turn.thrown, turn.seat, state, is_open=is_open)
        dealt, _ = drawn_in_words(_told_to(seats, turn.dealt, is_open=is_open))
        laid = [turn.laid] if turn.laid else []
        if text := ", ".join([*thrown, *laid, *dealt]):
            yield turn.seat, text


def _thrown_to(
    seats: Sequence[int], thrown: Iterable[Thrown], who: int, state: Played, *, is_open: bool
) -> list[str]:
    """What chance has picked, as all these seats know it."""
    text = thrown_in_words(state.engine.program, thrown, who, seats, is_open=is_open)
    return [text] if text else []


def _move(made: Made | str, before: Played) -> Made:
    """A move as it was on offer."""
    if not isinstance(made, str):
        return made
    return next(move for move in before.legal_moves() if str(move) == made)


def _told_to(
    seats: Sequence[int], told: Mapping[Seats, list[Changed]], *, is_open: bool
) -> list[list[Changed]]:
    """What is told to all of these seats; all of it where nobody is from whom it is hidden."""
    return [each for seers, each in told.items() if is_open or seers.issuperset(seats)]


def _counted_to(seats: Sequence[int], many: Iterable[Counted], *, whole: bool) -> list[str]:
    """How many lie now where not all of these seats see them."""
    told = (one.unsaid if whole else one.text for one in many if not one.seers.issuperset(seats))
    return [text for text in told if text]


def _told_to_all(
    entry: Entry, came: Mapping[int, Sequence[str]], seats: Sequence[int]
) -> list[str]:
    """What each of these seats sees has come of a secret choice, but for who made it."""
    first, *others = [came.get(seat, ()) for seat in seats if seat != entry.seat]
    return [text for text in first if all(text in told for told in others)]


def _note_drawn(entry: Entry, move: Made, after: Played) -> None:
    """Note what has come in a move to where some seats alone see it, and how many lie there; and
    where a turn has begun behind it, what has come since."""
    program, layout = after.engine.program, after.engine.layout
    if not can_be_hidden(program):
        return
    memory, start = after.memory, entry.together[0].start
    then, lost = _then(after)
    # who is told none of the parts of a choice is told what they all did
    entry.drawn, entry.got = (
        drawn(program, layout, since, then, entry.seat, memory=memory, lost=lost, goes=True)
        for since in (entry.start, start)
    )
    if not (entry.secret or entry.secretly) and after.to_move is not None:
        made = move.choose, move.alternative, move.code
        entry.counted = [*counted(program, layout, entry.start, then, made, entry.openly)]


def _then(after: Played) -> tuple[Slots, Sequence[Masks]]:
    """What there was when the turn behind a move began, or now, and what each seat had lost sight
    of by then in the last step."""
    begun = _turns_of(after)
    return (begun[0].slots, begun[0].before) if begun else (after.slots, after.memory.blurred)


def _turns_of(after: Played) -> Sequence[Begun]:
    """What there was when each of the turns began in the step that led to a state where somebody
    decides."""
    return after.memory.begun if after.waiting is not None else ()


def _counts(doing: Doing, owner: int, before: Observed, now: Observed) -> list[str]:
    """How many components lie now in places of who has chosen, where a seat sees no more of them
    and that is not as it was."""
    changes = doing.come_to(owner, before, now)
    return [one.text for one in changes if _is_count(one, doing.program)]


def _is_count(change: Change, program: ir.Program) -> bool:
    """Is it about how many components lie in a place?"""
    return BECOMES in change.what and change.name in _zones(program)


@lru_cache(maxsize=8)
def _zones(program: ir.Program) -> frozenset[str]:
    """What zones are called where a difference about them is told."""
    return frozenset(place_called(v) for v in program.variables if v.role == "zone")


def _cells(state: Played, seat: int) -> Observed:
    """What a seat sees, of what is told at all."""
    program, layout = state.engine.program, state.engine.layout
    seen = observe(program, layout, state.slots, seat, state.memory)["cells"]
    return shown(program, cast(Observed, seen))


def _turned(
    before: Played,
    move: Made,
    after: Played,
    seat: int,
    named: Collection[str],
    but: Collection[int] = (),
) -> str:
    """What a move has turned up, but before some seats; without its own, only before others."""
    program, layout = before.engine.program, before.engine.layout
    done, always = _done(program, move.choose, move.alternative)
    then, lost = _then(after)
    slots, told = (before.slots, then), {*named, *always}
    where = () if seat in but else done
    return turned_up(program, layout, *slots, seat, told, where, lost=lost, but=but)


@lru_cache(maxsize=256)
def _done(
    program: ir.Program, choose: Choose, alternative: Alternative
) -> tuple[Done, frozenset[str]]:
    """Where a move puts something, and what it always moves, as is not told. What is chosen step by
    step is done behind the last step."""
    bodies = [alternative.body]
    if _is_step(alternative):
        bodies += _follows(choose, program)
    zones = dict.fromkeys(zone for body in bodies for zone in done_by(body))
    return tuple(zones), always_moved(alternative.body)


def _is_step(alternative: Alternative) -> bool:
    """Is the move a step of a compose, or its finish?"""
    return _leads_out(alternative.body) or bool(_chosen_into(alternative))


def _thrown_in(after: Played) -> Sequence[Thrown]:
    """What chance has picked in the step that led to a state."""
    return after.memory.thrown if _is_thrown(after.engine.program) else ()


@lru_cache(maxsize=8)
def _is_thrown(program: ir.Program) -> bool:
    """Does chance ever pick anything?"""
    return any(isinstance(node, ir.Pick) for node in walk(program.flow))


def _seen(state: Played, seat: int) -> Masks:
    return visible(state.engine.program, state.engine.layout, state.slots, seat)


def _goes_on_in_secret(entry: Entry, state: Played) -> bool:
    """Is the move part of a secret choice that is not over yet? What was told once stays told."""
    if not entry.secret or entry.together[0].told:
        return False
    last = entry.together[-1]
    if state.to_move == "chance":
        return not last.is_last  # there may be another step
    return last.goes_on_in(state)


def _begins_anew(choose: Choose, state: Played) -> bool:
    """Is nothing chosen yet, where it is chosen step by step into selections?"""
    layout, slots = state.engine.layout, state.slots
    selections = _selections(choose)
    return bool(selections) and not any(layout.get(slots, one, ()) for one in selections)


@lru_cache(maxsize=256)
def _selections(choose: Choose) -> frozenset[ir.StateVariable]:
    """What is chosen step by step into."""
    return frozenset(one for a in choose.alternatives for one in _chosen_into(a))


def _chosen_into(alternative: Alternative) -> list[ir.StateVariable]:
    """The selections that a step puts something into."""
    written = variables_written(alternative.body)
    return [one for one in written if one.role == "choice" and isinstance(one.type, SetOf)]


@lru_cache(maxsize=256)
def _selected(alternative: Alternative) -> frozenset[Local]:
    """What a step puts into a selection."""
    into = _chosen_into(alternative)
    return frozenset(
        node
        for part in walk(alternative.body)
        if isinstance(part, ir.Assign) and part.variable in into
        for node in walk(part.value)
        if node in alternative.bound
    )


def _leads_out(stmt: ir.Stmt) -> bool:
    """Does a statement lead to somewhere outside of it?"""
    inside = {part.label for part in walk(stmt) if isinstance(part, ir.Block | ir.Loop)}
    return any(isinstance(part, ir.Leave) and part.label not in inside for part in walk(stmt))


def _sees_more(
    program: ir.Program, owner: int, laid: Collection[str], before: Observed, now: Observed
) -> bool:
    """Does a seat see another change than one of what the owner has: something has become of
    another seat, or come to lie open?"""
    of_seats = (v for v in program.variables if v.keys[:1] == (program.seats,))
    labels = [one for n, one in enumerate(program.seats.labels) if n != owner]
    for name in (v.name for v in of_seats if v.role in ("zone", "mark") and v.name in now):
        was, here = (cast(Observed, cells[name]) for cells in (before, now))
        if any(was.get(label) != here.get(label) for label in labels):
            return True
    return any(before[name] != now[name] for name in laid)


def _components(move: Made, *, all_of_them: bool) -> Iterator[tuple[Domain, int]]:
    """The components that a move names, alone or in a set, but not those that only stand for what
    everybody sees, unless all are wanted: colours of counters that lie open are no cards of these
    colours, and a place on the map is no card in a hand."""
    if not all_of_them and _is_open(move.alternative):
        return
    said = said_aloud(move.choose, move.alternative)
    left_out = frozenset() if all_of_them else _chosen_openly(move.alternative)
    for local, value in zip(move.alternative.bound, move.code[1:], strict=True):
        domain = _component(local)
        if domain is not None and local not in left_out and local.number not in said:
            several = elements_of_mask(value) if isinstance(local.type, SetOf) else (value,)
            yield from ((domain, element) for element in several)


def _aloud(move: Made) -> frozenset[str]:
    """The names that are only said in a move."""
    said, bound = said_aloud(move.choose, move.alternative), move.alternative.bound
    return frozenset(
        domain.labels[value]
        for local, value in zip(bound, move.code[1:], strict=True)
        if local.number in said and (domain := _component(local)) is not None
        if isinstance(local.type, Element) and value >= 0
    )


def _component(local: Local) -> Domain | None:
    """The domain of the components that a name stands for, if it stands for any."""
    kind = local.type
    if isinstance(kind, Element | SetOf) and kind.domain.kind == "component":
        return kind.domain
    return None


@lru_cache(maxsize=256)
def _is_open(alternative: Alternative) -> bool:
    """Do all seats see whatever the offer is made of, depends on and changes at once?"""
    if any(isinstance(part, Completable | Compose) for part in walk(alternative)):
        return False
    return _is_all_open(alternative)


@lru_cache(maxsize=256)
def _chosen_openly(alternative: Alternative) -> frozenset[Local]:
    """The parameters that all seats may be told, whatever else the offer depends on and changes:
    what they are drawn from and all that hangs on them all seats see, so that nothing hidden is the
    reason why one of them can be chosen, and nothing hidden is done to it."""
    if any(isinstance(part, Completable | Compose) for part in walk(alternative)):
        return frozenset()
    return frozenset(
        param.local for param in alternative.params if _is_chosen_openly(param, alternative)
    )


@lru_cache(maxsize=256)
def _told_openly(alternative: Alternative) -> frozenset[Local]:
    """The parameters that all are told who are not told the others: these are no reason why one of
    them can be chosen."""
    chosen = _chosen_openly(alternative)
    told, bound = {one.number for one in chosen}, {p.local.number for p in alternative.params}
    reasons = [{param.local.number, *free_locals(param.source)} for param in alternative.params]
    reasons += [{*free_locals(guard.test)} for guard in alternative.guards]
    while mixed := [one & told for one in reasons if one & told and (one & bound) - told]:
        told -= mixed[0]
    return frozenset(one for one in chosen if one.number in told)


def _is_chosen_openly(chosen: ir.Param, alternative: Alternative) -> bool:
    """Is nothing hidden where one parameter counts? What is made of it – other parameters, names,
    what is written – counts as it does itself, and what comes after a jump that hangs on it. That
    something hidden moves hides nothing, as long as it is the same whatever was chosen: how much
    lies where then all see. What is written anew once somebody has been asked hides nothing either:
    all have seen then what was written before."""
    if not _is_all_open(chosen.source):
        return False
    names, written, jumped = {chosen.local.number}, set[ir.StateVariable](), False

    def hangs_on_it(node: Node) -> bool:
        return jumped or any(
            part.number in names if isinstance(part, Local) else _variable(part) in written
            for part in walk(node)
            if not (isinstance(part, ir.Assign) and isinstance(node, Choose) and not node.secret)
        )

    for param in alternative.params:
        if hangs_on_it(param.source):
            names.add(param.local.number)
            if not _is_all_open(param.source):
                return False
    if any(hangs_on_it(g.test) and not _is_all_open(g.test) for g in alternative.guards):
        return False
    for stmt in one_by_one(alternative.body):
        if not hangs_on_it(stmt):
            continue
        if not _is_all_open(stmt, hangs_on_it):
            return False
        written |= set(variables_written(stmt))
        if isinstance(stmt, ir.Let):
            names.add(stmt.local.number)
        jumped = jumped or any(isinstance(p, ir.Leave | ir.Again | ir.End) for p in walk(stmt))
    return True


def _is_all_open(node: Node, hangs: Callable[[Node], bool] | None = None) -> bool:
    """Do all seats see all that stands in it? They see how many components lie in a zone. `hangs`:
    what else need not be open where it moves something that does not hang on this."""
    variable = _variable(node)
    if variable is not None and variable.seen != "all":
        return False
    below = children(node)
    counted = only_counted(cast(ir.Expr, node)) if type(node) in EXPRESSIONS else None
    if counted is not None and counted.variable.role == "zone":
        below = counted.keys
    elif hangs is not None and isinstance(node, ir.Move | ir.MoveAll | ir.Deal):
        places = node.source, node.target
        what = [one for one in children(node) if one not in places]
        if not any(map(hangs, what)) and all(one.variable.seen != "with" for one in places):
            below = [key for place in places for key in place.keys]
    return all(_is_all_open(one, hangs) for one in below)


def _variable(node: Node) -> ir.StateVariable | None:
    """The state variable that a node looks at or changes, if it does by itself."""
    return getattr(node, "variable", None)


@lru_cache(maxsize=64)
def _only_takes(choose: Choose, program: ir.Program) -> bool:
    """Is nothing chosen in a compose but which components are taken, and are these all moved?"""
    steps = [a for a in choose.alternatives if a.bound]
    if len(steps) > 1 or len(choose.alternatives) - len(steps) > 1:
        return False
    laid = _laid(choose, program)
    for step in steps:
        grows = {
            part.variable for part in walk(step.body)
            if isinstance(part, ir.Assign) and part.variable in laid
        }  # fmt: skip
        one_of_them = bool(grows) and len(step.bound) == 1
        if not one_of_them and not _moved(step).issuperset(step.bound):
            return False
    return True


@lru_cache(maxsize=64)
def _laid_open(program: ir.Program, point: int) -> frozenset[str]:
    """The places that are nobody's and lie open, to which something is moved at a choice, by it or
    by what follows on it."""
    choose = next(one for one in program.choices if one.point == point)
    bodies = (*(a.body for a in choose.alternatives), *_follows(choose, program))
    return frozenset(zone.name for body in bodies for zone in done_by(body) if not zone.keys)


def _follows(choose: Choose, program: ir.Program) -> Iterable[ir.Stmt]:
    """What follows on a choice, in its action, its turn, and when all have chosen."""
    later = behind(program, choose.point, beyond_turn=choose.secret or bool(choose.cover))
    return dict.fromkeys((*_after(choose, program), *later))


def _after(choose: Choose, program: ir.Program) -> Sequence[ir.Stmt]:
    """What follows on a compose in the same action."""
    after: Sequence[ir.Stmt] = ()
    for seq in walk(program.flow):
        if isinstance(seq, ir.Seq):
            for i, stmt in enumerate(seq.body):
                if isinstance(stmt, ir.Loop) and _asks(stmt, choose):
                    after = seq.body[i + 1 :]  # the innermost is the last that is found
    return after


def _laid(choose: Choose, program: ir.Program) -> set[ir.StateVariable]:
    """The selections of a compose that are moved as a whole, whatever else it and what follows on
    it do."""
    after = _after(choose, program)
    finishes = [a.body for a in choose.alternatives if not a.bound]
    return set().union(*map(_laid_by, (after, *finishes)))


def _laid_by(stmts: Sequence[ir.Stmt] | ir.Stmt) -> set[ir.StateVariable]:
    """The selections that statements move as a whole, whichever way they go."""
    found = set[ir.StateVariable]()
    for stmt in _done_at_once(stmts):
        match stmt:
            case ir.MoveAll(components=ir.Read(variable=selection), source=source, target=target):
                if source.variable is not target.variable:
                    found.add(selection)
            case ir.If(then=then, other=other) if other is not None:
                found |= _laid_by(then) & _laid_by(other)
            case _:
                pass
    return found


def _asks(stmt: ir.Stmt, choose: Choose) -> bool:
    return any(isinstance(part, Choose) and part.point == choose.point for part in walk(stmt))


def _done_at_once(stmts: Sequence[ir.Stmt] | ir.Stmt) -> Iterator[ir.Stmt]:
    """Statements up to the first one that asks or leads elsewhere."""
    if isinstance(stmts, ir.Seq):
        stmts = stmts.body
    for stmt in stmts if isinstance(stmts, Sequence) else (stmts,):
        if any(isinstance(part, Choose | ir.Leave | ir.Again | ir.End) for part in walk(stmt)):
            break
        yield stmt


@lru_cache(maxsize=256)
def _moved(alternative: Alternative) -> frozenset[Local]:
    """The parameters that name components which the move takes at once, whatever else it does, to
    where they cannot have been before: who follows them knows which they were."""
    moved = set[Local]()
    for stmt in _done_at_once(alternative.body):
        if isinstance(stmt, ir.Move) and isinstance(stmt.component, Local):
            if stmt.source.variable is not stmt.target.variable:
                moved.add(stmt.component)
    return frozenset(moved & {param.local for param in alternative.params})
