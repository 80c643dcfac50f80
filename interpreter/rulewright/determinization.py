"""Determinization: what else may have happened in a game, for all that a seat has seen of it.

Hidden cards can change places (see `runtime.observation.exchange`). But where somebody was told
something that was made of them – these cards of yours are red –, or somebody made a move that not
all cards allow, not every exchange can be. So the steps that have regarded cards which the seat did
not see (see `runtime.regarding`) are made again with the cards as they have been dealt anew: the
same moves, with the new names of what they named in secret. A world counts if every one of these
moves was on offer, and the decisions after them look to the seat as they did, as does what it saw
move within them (see `sightings`). Of several exchanges the first one that counts is taken, so that
one is as likely as another. After the first two, each puts in such places as a step has hung on,
each by itself, only what may lie there: who has not followed suit has no card of it, and no deal of
a large hand comes to that by chance. And what was mixed meanwhile, as cards that came back to a
hand, is drawn there so that each step before it comes out right by itself. Before it was mixed it
may all have been as it was, unless something has come in from without: which of it is what now does
not hang on that, so it is drawn only there, or where a step comes out wrong otherwise. Where none
counts, two cards at a time change places in the best of them, as long as no more steps come out
wrong: one of those on which a step hung that does, and so that this step comes out right, which is
soon seen of one alone. For where much was told, hardly any two cards may change places, and hardly
any exchange mends what is wrong (Minton, Johnston, Philips and Laird, "Minimizing conflicts", 1992,
do the same for what is to be satisfied in general). Where that is in vain, too, the world is taken
in which the fewest do: the seat can know that it is none. Where it takes long to find one, few are
found, and others are made of one of these that is right in the same way.
How a move that is made of many steps at once has come to be on offer is not asked. Nor is it
searched whether a compose can be completed that was completed afterwards: if what followed can be
made in another world, too, that is how.

A hidden mark cannot just be given another value: it may be one that the rules never give it, and
other things may have come of the one it has. So the past is changed instead: another throw of a
hidden die, another move of another seat at a secret choice of which such a mark may hold something
(see `origins`) – and the game is played again from there. If all looks the same to the seat as it
did, and every move that was made could still be made, that is a game which the seat cannot tell
from the real one. Whatever was derived from the throw has come out right, and what has been turned
up since stays as it was, be it that it was covered again before anybody decided.

Changing one thing at a time, at random, and keeping what looks the same leads to each such game
that single changes lead to, all being equally likely in the long run. To what a change leads is
kept with the step at which it is made, while the game goes on: nothing is tried twice. And a step
that neither reads nor sets the marks that are otherwise is not made again: it is the same with them
as they are.

Both are known for games of which nothing is known but their rules: to make the moves again in
another world, and to keep the worlds in which the same is seen (Schofield, Cerexhe and Thielscher,
"HyperPlay: a solution to general game playing with imperfect information", 2012); and to make
worlds of others by small changes that are kept if they fit (Silver and Veness, "Monte-Carlo
planning in large POMDPs", 2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, reduce
from itertools import product
from operator import or_
from typing import NamedTuple, cast

from .backends.protocol import Code, Engine
from .backends.reference import plain
from .backends.touching import slots_of, touched
from .core.evaluate import elements_of_mask
from .core.faces import of_components
from .core.ir import Choose, Completable, Domain, Element, SetOf, StateVariable
from .core.said import named_plainly
from .diagnostics import RulewrightError
from .following import follower
from .origins import hidden_marks, is_origin, origins
from .runtime.chance import Asked, NeedChance, Question, below, picked, shuffled, stream
from .runtime.layout import CHANCE, POINT, Slots
from .runtime.memory import Memory
from .runtime.observation import (
    Appearance,
    Loose,
    Lying,
    Names,
    dealt_to,
    exchange,
    other_names,
    rename,
    renamed,
)
from .runtime.sight import Masks, can_be_hidden, component_of, held_in, waiting
from .sightings import Sighting, Watcher, watcher

TRIES, MOST_CHANGES = 5, 60  # changes that are tried: for each thing, in all
MOST_STEPS = 600  # that are played again for them
DEALS, SWAPS = 12, 72  # of hidden components, that are tried: of all of them, of two at a time
# Where so many deals are in vain, it takes long to find a world: few are found, and others are made
# of them by so many changes.
WORLDS, CHANGES = 3, 8
MOST_KEPT = 20_000  # steps that led somewhere else, of which is kept what comes of them
MOST_MOVES = 60  # at a secret choice, of which one that comes to what is wanted is taken
PLAIN = 2  # the first deals, that are dealt as all may lie
MOST_REPLACED = 3  # of what a step hung on, by what else it might have hung on
MOST_PAIRS = 600  # of components that change places, to see where each of them may lie
LOOKS = 12  # exchanges of two, of which one that mends a step is taken
REDRAWN = 16  # times for each step, of what was mixed after it, where the step comes out wrong

Answers = tuple[tuple[int, ...], ...]
Hung = list[tuple[int, Masks]]


@dataclass(frozen=True, slots=True)
class PastStep:
    """A step of a game: a move, or the beginning (None), and what chance answered in it."""

    move: Code | None
    answers: Answers


@dataclass(slots=True, eq=False)
class _Made:
    """A step that was made, what chance was asked in it, and the slots after it. `looks`, `seen`:
    how these look to seats, and what each has seen move in the step, worked out when somebody
    asks. Whatever it is part of, it has begun at the same slots.

    `moves`: what is on offer after it. `leads`: to what another step has led from here, by the seat
    to which it is to look as in the real game; None where it cannot have been made, or the seat
    would have noticed. `known`: what seats know after it, by the identity of what they knew before.
    `fits`, `apart`: what else it might have hung on, by the seat and what that did not know of it:
    at all places, and at each of them. `touched`: the slots that it reads or sets, or its being on
    offer hangs on. `like`: the step of the real game which it is with other marks that this does
    not touch.
    """

    step: PastStep
    questions: tuple[Question, ...]
    after: Slots
    looks: dict[int, Appearance] = field(default_factory=dict)
    seen: dict[int, list[Sighting]] = field(default_factory=dict)
    moves: Sequence[Code] | None = None
    leads: dict[tuple[int, PastStep], _Made | None] = field(default_factory=dict)
    known: dict[int, tuple[Memory, Memory]] = field(default_factory=dict)
    fits: dict[tuple[int, Domain, int, int], int] = field(default_factory=dict)
    touched: frozenset[int] | None = None
    like: _Made | None = None
    apart: dict[tuple[int, Domain, int, int], dict[int, int]] = field(default_factory=dict)


class _Dealer(Asked):
    """Chance that answers as it did before; and then, if it has a stream, as that says."""

    def __init__(self, answers: Answers, source: object = None) -> None:
        super().__init__(list(answers))
        self.source = source
        self.questions: list[Question] = []

    def take(self, question: Question) -> tuple[int, ...]:
        if self.used == len(self.outcomes) and self.source is not None:
            if question.kind == "shuffle":
                self.source, order = shuffled(self.source, question.zone, list(question.of))
                self.outcomes.append(tuple(reversed(order)))
            else:
                mask = sum(1 << element for element in question.of)
                self.source, element = picked(self.source, question.zone, mask)
                self.outcomes.append((element,))
        self.questions.append(question)
        return super().take(question)


class _Aligned(Asked):
    """Chance that answers each question as the same one was answered before, and with a guess one
    that was not asked then; if there is no guess, `lacking` says which that is."""

    def __init__(
        self, questions: Sequence[Question], answers: Answers, guess: int | None = None
    ) -> None:
        super().__init__()
        self.before = list(zip(questions, answers, strict=True))
        self.guess = guess
        self.lacking: Question | None = None

    def take(self, question: Question) -> tuple[int, ...]:
        for number, (before, answer) in enumerate(self.before):
            same = (before.kind, before.zone) == (question.kind, question.zone)
            if same and not set(answer) - {*question.of}:
                del self.before[: number + 1]
                break
        else:
            if self.guess is None:
                self.lacking = question
                raise NeedChance(question)
            answer, self.guess = (self.guess,), None
        self.outcomes.append(answer)
        return super().take(question)


@dataclass(frozen=True)
class _Mixed:
    """Components that lay together when a seat lost sight of which is which; `free`: those of them
    that it did not know before, and has not been shown meanwhile; `might`: what each of all of them
    might have been before (masks)."""

    domain: Domain
    together: tuple[int, ...]
    free: tuple[int, ...]
    might: Mapping[int, int]

    @cached_property
    def all(self) -> int:
        """All of them (a mask)."""
        return sum(1 << one for one in self.together)

    def is_entered(self, names: Names) -> bool:
        """Has one of them the name of another that was not among them? If not, whatever they are
        called was mixed then, and it may all have been before as it was."""
        changed = names.get(self.domain, {})
        return any(not self.all >> changed.get(one, one) & 1 for one in self.together)


class _Drawn(NamedTuple):
    """Something that was mixed after a step: at which step, and as the how many-eth of it."""

    number: int
    at: int


class _World(NamedTuple):
    """How hidden components may lie, how many steps come out wrong then, the slots, and how many
    worlds were tried. `hung`: of the steps that come out wrong, each with the components on which
    it hung."""

    lying: Lying
    wrong: int
    end: Slots
    tries: int
    hung: Hung


@dataclass(slots=True, eq=False)
class _Game:
    """A game as it may have been, what seats knew at first and after each step, and the seat for
    which it is dealt anew. `regarding`: the steps that tell it something. `loose`: what it cannot
    tell apart in the end. `mixed`: for each step, what was mixed at each of its questions, and in
    it; worked out when somebody asks. `worlds`: those that others are made of. `narrowed`: what may
    lie at each place, as far as single steps tell. `completed`: of steps, whether each is one of a
    compose that was completed afterwards. `still`: whether it has lost sight of nothing there."""

    made: Sequence[_Made]
    known: Sequence[Memory]
    seat: int
    regarding: Mapping[int, Memory]
    loose: Loose
    mixed: dict[int, tuple[list[_Mixed | None], list[_Mixed]]] = field(default_factory=dict)
    worlds: dict[int, _World] = field(default_factory=dict)
    narrowed: dict[bool, list[list[int]]] = field(default_factory=dict)
    completed: dict[int, bool] = field(default_factory=dict)
    still: dict[int, bool] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class _Course:
    """A way in which a game may have gone, for all that a seat has seen of it. `turns`: to which
    other one a change leads, and how many steps are made again for that; `game`: the same with what
    seats knew. Both are worked out when somebody asks."""

    made: tuple[_Made, ...]
    turns: dict[tuple[int, PastStep], tuple[_Course, int]] = field(default_factory=dict)
    game: _Game | None = None


class _Renamed(NamedTuple):
    """By which other names components are called in another world: before a step, at each of its
    questions once it is answered, and after it. `can_be`: for all that the seat knew before."""

    before: Names
    at: Sequence[Names]
    after: Names
    can_be: bool

    def keeps(self, memory: Memory, seat: int) -> bool:
        """Do all components on which the step has hung have their own names? `memory`: what was
        known after it."""
        if memory.regarded_else >> seat & 1:
            return not any((*self.before.values(), *self.after.values()))
        for domain, mask in _regarded(memory, seat).items():
            for names in (self.before.get(domain, {}), self.after.get(domain, {})):
                if any(mask >> component & 1 for component in names):
                    return False
        return True


@dataclass(frozen=True, slots=True)
class _Begun:
    """The first steps of a game, as they were told and as they were made, the table before them,
    and chance after them."""

    steps: tuple[PastStep, ...]
    made: tuple[_Made, ...]
    start: _Made
    source: object


@dataclass
class Past:
    """How a game came about: what was on the table at its beginning, its steps, and what seats knew
    at first and after each of them. Where chance was seeded, the table holds the stream, and no
    answers are known. It may be dealt anew many times; what is found out of the real game is worked
    out once, and only if it is wanted."""

    engine: Engine
    table: Slots
    setup: bool
    told: Callable[[], Sequence[PastStep]]
    known: Sequence[Memory]
    _begun: _Begun | None = None  # some of the steps
    _source: object = None  # chance after all of them
    _regarded: dict[int, Mapping[int, Memory]] = field(default_factory=dict)  # by seats
    _courses: dict[tuple[int, Sequence[_Made]], _Course] = field(default_factory=dict)  # by seats
    _changeable: dict[int, Sequence[tuple[int, int]]] = field(default_factory=dict)  # by seats
    _loose: dict[int, Loose] = field(default_factory=dict)  # by seats
    _plain: dict[int, frozenset[int]] = field(default_factory=dict)  # by the alternative's identity
    _kept: list[_Made] = field(default_factory=list)  # of which is kept to what they lead

    def later(self, told: Callable[[], Sequence[PastStep]], known: Sequence[Memory]) -> Past:
        """The game at another moment, with what was found out of this one, if it has begun so."""
        begun = self._begun
        if "_real" in vars(self) and self._real is not None:
            begun = _Begun(tuple(self.steps), self._real, self._start, self._source)
        return Past(self.engine, self.table, self.setup, told, known, begun, _kept=self._kept)

    @cached_property
    def steps(self) -> Sequence[PastStep]:
        """The beginning and all moves, with what chance answered."""
        return self.told()

    def matters_to(self, seat: int, *, rough: bool = False) -> bool:
        """Is what a seat cannot tell apart more than hidden components that change places? `rough`:
        whatever was told of them."""
        return self._has_hidden_marks or (not rough and bool(self.regarding(seat)))

    @cached_property
    def _has_hidden_marks(self) -> bool:
        return bool(hidden_marks(self.engine.program))

    def regarding(self, seat: int) -> Mapping[int, Memory]:
        """The steps that have told a seat something of what it does not see."""
        found = self._regarded.get(seat)
        if found is None:
            found = self._regarded[seat] = regarding_steps(self.known, seat)
        return found

    def loose(self, seat: int, slots: Slots) -> Loose:
        """What a seat cannot tell apart at the end of the game; `slots`: the position there."""
        found = self._loose.get(seat)
        if found is None:
            engine = self.engine
            found = Loose(engine.program, engine.layout, slots, seat, self.known[-1])
            self._loose[seat] = found
        return found

    def otherwise(
        self, seat: int, seed: int, *, rough: bool = False
    ) -> tuple[Slots, Memory] | None:
        """The slots of a game that the seat cannot tell from this one, its chance source left 0,
        and what seats know in it; nothing of this is shared with the real game. `rough`: of hidden
        components it is asked only where each may lie, for all the seat knows.

        None if the game cannot be played again.
        """
        real = self._real
        if real is None:
            return None
        course = self._course(seat, real)
        if self._has_hidden_marks:
            course = self._changed_at_random(course, seat, stream(seed, 3))
        if course.game is None:
            course.game = self._game(course.made, seat)
        if rough:
            program, layout, game = self.engine.program, self.engine.layout, course.game
            end, known = game.made[-1].after, game.known[-1]
            slots, known = exchange(program, layout, end, seat, seed, known, game.loose)
            return slots, known.copy()
        return self._exchanged(course.game, stream(seed, 1))

    def _course(self, seat: int, made: tuple[_Made, ...]) -> _Course:
        """The one of these steps: there is no more than one of each."""
        course = self._courses.get((seat, made))
        if course is None:
            course = self._courses[seat, made] = _Course(made)
        return course

    def _game(self, made: tuple[_Made, ...], seat: int) -> _Game:
        """The game of these steps, with what seats knew in it."""
        if made == self._real:
            known, loose = self.known, self.loose(seat, made[-1].after)
            return _Game(made, known, seat, self.regarding(seat), loose)
        known, slots = self._known_with(made), made[-1].after
        loose = Loose(self.engine.program, self.engine.layout, slots, seat, known[-1])
        return _Game(made, known, seat, regarding_steps(known, seat), loose)

    def _known_with(self, made: Sequence[_Made]) -> list[Memory]:
        """What seats know at first, and after each step of a game that is the real one with some
        changes."""
        both = zip(made, cast("tuple[_Made, ...]", self._real), strict=True)
        same = next((i for i, (one, real) in enumerate(both) if one is not real), len(made))
        known = [*self.known[: same + 1]]
        for number in range(same, len(made)):
            one, memory = made[number], known[-1]
            if memory is self.known[number] and one.like is not None:
                known.append(self.known[number + 1])
                continue
            found = one.known.get(id(memory))
            if found is None:
                before = made[number - 1].after if number else self.table
                after, real = self._followed(memory, before, one), self.known[number + 1]
                found = memory, real if after == real else after
                self._keep(one)
                one.known[id(memory)] = found
            known.append(found[1])
        return known

    def _keep(self, one: _Made) -> None:
        """Something is about to be kept with a step; of too many all is worked out again."""
        if len(self._kept) >= MOST_KEPT:
            for other in self._kept:
                other.leads.clear()
                other.known.clear()
            self._kept.clear()
        self._kept.append(one)

    def _changed_at_random(self, course: _Course, seat: int, source: int) -> _Course:
        """A game that looks the same, with other throws and other secret choices."""
        left, real = MOST_STEPS, course.made
        changeable = self._changeable.get(seat)
        if changeable is None:
            changeable = self._changeable[seat] = self._may_be_otherwise(real, seat)
        for _ in range(min(MOST_CHANGES, TRIES * len(changeable))):
            source, at = below(source, len(changeable))
            number, question = changeable[at]
            source, changed = self._changed(course.made, number, question, source)
            if changed == course.made[number].step:
                continue
            turn = course.turns.get((number, changed))
            if turn is None:
                turn = course.turns[number, changed] = self._turned(course, number, changed, seat)
            course, many = turn
            left -= 1 + many
            if left <= 0:
                break
        return course

    def _turned(
        self, course: _Course, number: int, changed: PastStep, seat: int
    ) -> tuple[_Course, int]:
        """What a change makes of a game, and how many steps are made again for it; the same game if
        it cannot have been so."""
        again = self._again(course.made, number, changed, seat)
        if not again:
            return course, 0
        made = (*course.made[:number], *again, *course.made[number + len(again) :])
        return self._course(seat, made), len(again)

    def _exchanged(self, game: _Game, source: int) -> tuple[Slots, Memory]:
        """The slots at the end of a game, and what seats know then, after hidden components have
        changed places as they might."""
        loose, known = game.loose, game.known[-1]
        if not loose.domains:
            return self.engine.layout.copy(game.made[-1].after), known.copy()
        if game.regarding and not self._has_hidden_marks:
            source, world = self._near_another(game, source)
        else:
            world = self._found(game, source)
        names = loose.names(world.lying)
        return self.engine.layout.copy(world.end), renamed(known, names, game.seat).copy()

    def _near_another(self, game: _Game, source: int) -> tuple[int, _World]:
        """The stream afterwards, and a world: found for itself, where that does not take long; else
        what becomes of one of a few. Those hang on the chance of the game, which nobody knows."""
        source, first = below(source, WORLDS)
        secret = self._source if isinstance(self._source, int) else 0
        world: _World | None = None
        for number in (*range(first, WORLDS), *range(first)):
            if number not in game.worlds:
                game.worlds[number] = self._found(game, stream(secret, 4 + number))
            if world is None or game.worlds[number].wrong < world.wrong:
                world = game.worlds[number]
            if not world.wrong:
                break
        assert world is not None
        if world.tries <= DEALS:
            return source, self._found(game, source)
        for _ in range(CHANGES):
            source, lying = self._mended(game, world, source, settled=False)
            names = game.loose.names(lying)
            source, wrong, end, hung = self._played_again(
                game, names, world.wrong, source, heeding=True
            )
            if wrong <= world.wrong:
                world = _World(lying, wrong, end, world.tries, hung)
        return source, world

    def _found(self, game: _Game, source: int) -> _World:
        """The first world that counts, or the best of those that were tried."""
        best: _World | None = None
        for number in range(DEALS + SWAPS if game.regarding else 1):
            heeding = number >= PLAIN
            if number < DEALS or best is None or number % 3 == 0:
                apart = heeding and (number % 2 == 0 or number >= DEALS)
                narrowed = self._narrowed(game, apart=apart) or None if heeding else None
                source, lying = game.loose.dealt(source, narrowed)
                lying = game.loose.settled(lying) if apart else lying
            else:
                source, lying = self._mended(game, best, source, settled=number % 2 == 1)
            fewest = best.wrong if best is not None else 2 * len(game.made) + 2
            most = fewest - 1 if number < DEALS else fewest
            names = game.loose.names(lying)
            source, wrong, end, hung = self._played_again(
                game, names, most, source, heeding=heeding
            )
            if wrong <= most:
                best = _World(lying, wrong, end, number + 1, hung)
            if not wrong:
                break
        assert best is not None
        return best._replace(tries=number + 1)

    def _narrowed(self, game: _Game, *, apart: bool) -> list[list[int]]:
        """What may lie at each place where something lies on which a step has hung, if it has hung
        on each of them by itself: nobody plays another suit who can follow. That is all there is to
        such a step, and no deal of all there is would come to it by chance. `apart`: where it was
        not alike for all of them, too (see `_apart`). Nothing if there is no such step.
        """
        if apart in game.narrowed:
            return game.narrowed[apart]
        loose, seat = game.loose, game.seat
        might = game.narrowed[apart] = [[*row] for row in loose.might]
        for number, memory in game.regarding.items():
            if number and self._is_secret(game.made[number - 1].after, seat):
                continue  # something else may have been chosen
            for domain, hung in _regarded(memory, seat).items():
                for own, places, row in zip(loose.domains, loose.places, might, strict=True):
                    here = [i for i, one in enumerate(places) if own is domain and hung >> one & 1]
                    fit = self._fit(game, number, domain, hung) if here else -1
                    each = self._apart(game, number, domain, hung) if here and apart else {}
                    for i in here:
                        row[i] &= each.get(places[i], fit) | 1 << places[i]
        if might == loose.might:
            might.clear()
        return might

    def _apart(self, game: _Game, number: int, domain: Domain, hung: int) -> dict[int, int]:
        """What might lie at each place on which a step hung, where these are not alike: of all that
        somebody holds what is claimed by another goes there, and what is not stays. That is known
        by what can be in each other's places, one at a time. Nothing if most places could hold none
        of what lay elsewhere, or the others not most of what any could: then what lies there hangs
        together, as where its total is told, and to keep to what could be alone would come to what
        there is."""
        made, seat = game.made[number], game.seat
        elsewhere = self._unknown(game, number, domain) & ~hung
        key = seat, domain, hung, elsewhere
        found = made.apart.get(key)
        if found is None:
            here, there = elements_of_mask(hung), elements_of_mask(elsewhere)
            fits = dict.fromkeys(here, 0)
            if len(here) * len(there) <= MOST_PAIRS:
                for place, other in product(here, there):
                    right = self._fits_for(game, number, domain, other, place)
                    fits[place] |= right << other
            free, others = [place for place in here if fits[place]], reduce(or_, fits.values(), 0)
            many = sum(fit.bit_count() for fit in fits.values())
            found = made.apart[key] = {}
            if 2 * len(free) >= len(here) and 2 * many >= len(free) * others.bit_count() > 0:
                for place, fit in fits.items():
                    alike = [one for one in free if fits[one] & fit]
                    if place not in free:
                        alike = [
                            one for one in here
                            if one == place
                            or (not fits[one] and self._fits_for(game, number, domain, one, place))
                        ]  # fmt: skip
                    found[place] = fit | sum(1 << one for one in alike)
        return found

    def _unknown(self, game: _Game, number: int, domain: Domain) -> int:
        """The components of which the seat did not know, after a step, which of them is which."""
        backs = game.known[number + 1].might[game.seat].get(domain, ())
        return sum(1 << back for back, faces in enumerate(backs) if faces != 1 << back)

    def _fit(self, game: _Game, number: int, domain: Domain, hung: int) -> int:
        """The components that might lie among those on which a step hung. Any of them that the seat
        does not know, if that is not the same whichever of these it is in place of, or so of none:
        then what lies there hangs together, as where its total is told."""
        one, seat = game.made[number], game.seat
        unknown = self._unknown(game, number, domain)
        key = seat, domain, hung, unknown
        found = one.fits.get(key)
        if found is None:
            found = hung
            for other in elements_of_mask(unknown & ~hung):
                ways = {
                    self._fits_for(game, number, domain, other, replaced)
                    for replaced in elements_of_mask(hung)[:MOST_REPLACED]
                }
                if len(ways) > 1:
                    found = -1
                    break
                found |= 1 << other if True in ways else 0
            found = one.fits[key] = -1 if found == hung else found
        return found

    def _fits_for(
        self, game: _Game, number: int, domain: Domain, other: int, replaced: int
    ) -> bool:
        """Does a step come out right with two components in each other's places before it?"""
        one = game.made[number]
        changed = {domain: {other: replaced, replaced: other}}
        names = _Renamed(changed, [changed] * len(one.questions), changed, True)
        return self._step_alone(game, number, names, alone=True)[1]

    def _mended(
        self, game: _Game, world: _World, source: int, *, settled: bool
    ) -> tuple[int, Lying]:
        """The stream afterwards, and a world with two components in each other's places: if a step
        comes out wrong there, one on which it hung, and so that it comes out right, if a few
        exchanges lead to that. To look at one step is quick, where there are many."""
        loose = game.loose
        if not world.hung:
            return loose.swapped(source, world.lying)
        source, at = below(source, len(world.hung))
        number, hung = world.hung[at]
        for _ in range(LOOKS):
            source, lying = loose.swapped(source, world.lying, hung)
            lying = loose.settled(lying) if settled else lying
            source, steps = self._renamed(game, number, loose.names(lying), source)
            if steps[0].can_be and self._step_alone(game, number, steps[0])[1]:
                break
        return source, lying

    def _step_alone(
        self, game: _Game, number: int, names: _Renamed, *, alone: bool = False
    ) -> tuple[Slots | None, bool]:
        """The slots after a step that is made in another world of which no more is known, and
        whether all lies there as it is to. `alone`: the steps after it are not made there."""
        before = game.made[number - 1].after if number else self.table
        before = self._by_names(before, names.before, game.seat)
        wanted = self._by_names(game.made[number].after, names.after, game.seat)
        after = self._step_again(game, number, names, before, lambda: wanted, alone=alone)
        return after, after is not None and self._holds_the_same(after, wanted)

    def _step_again(
        self,
        game: _Game,
        number: int,
        names: _Renamed,
        before: Slots,
        wanted: Callable[[], Slots],
        *,
        alone: bool = False,
    ) -> Slots | None:
        """The slots after a step that is made in another world, if it can be and the seat sees what
        it saw. If there are other questions to chance, it is to come to what is wanted; and what
        was chosen in secret may have been another move, by which all lies where it is wanted.
        `alone`: those after it are not made there."""
        step, seat, real = self._step_by_names(game, number, names), game.seat, game.made[number]
        real_before = game.made[number - 1].after if number else self.table
        after = None
        whole = not alone and self._is_completed(game, number)
        offered = partial(self._on_offer, before, seat=seat, real_before=real_before, whole=whole)
        if offered(step.move):
            after = self._made_so(game, number, before, step, wanted)
        if after is not None and self._holds_the_same(after, wanted()):
            return after
        others = list[Code | None]()
        if names.after is not names.before:
            # by what lies there now: it may have been chosen in place of what was known there
            move = self._move_by_names(real_before, real.step.move, names.after, seat)
            others += [move] if move != step.move and offered(move) else []
        is_secret = before[POINT] == real_before[POINT] and self._is_secret(before, seat)
        others += self._moves(before)[:MOST_MOVES] if is_secret else ()
        for move in others:
            made = self._made_so(game, number, before, replace(step, move=move), wanted)
            if made is not None and self._holds_the_same(made, wanted()):
                return made
            after = after or made if is_secret else after
        return after

    def _made_so(
        self, game: _Game, number: int, before: Slots, step: PastStep, wanted: Callable[[], Slots]
    ) -> Slots | None:
        """The slots after a step, if it can be made and the seat sees what it saw of it."""
        seat = game.seat
        played = self._watched(before, step.move, _Dealer(step.answers), seat)
        if played is None:
            asked = self._asked_otherwise(before, step, game.made[number].questions, wanted())
            if asked is not None:
                played = self._watched(before, step.move, _Dealer(asked), seat)
        if played is None or not self._is_seen_so(game.made, number, seat, *played):
            return None
        return played[0]

    def _is_secret(self, slots: Slots, seat: int) -> bool:
        """Is this a choice of which the seat is not told what is chosen?"""
        choice = waiting(self.engine.program, slots)
        if choice is None or not (choice.secret or choice.cover):
            return False
        return self.engine.layout.get(slots, self.engine.program.me, ()) != seat

    def _played_again(
        self, game: _Game, names: Names, most: int, source: int, *, heeding: bool
    ) -> tuple[int, int, Slots, Hung]:
        """The stream afterwards; how many of the steps that tell the seat something would not have
        looked the same to it, or not have been on offer, in the world in which components have
        these names in the end; its slots then, and those steps with what they hung on. No more is
        counted beyond `most`. `heeding`: what was mixed is drawn so that these come out right.

        Where a step has come out otherwise, and the seat does not see it, those after it are made
        again, too, and looked at in the same way.
        """
        made, seat, regarding = game.made, game.seat, game.regarding
        first = min(regarding, default=len(made))
        alone: dict[int, Slots | None] = {}  # what steps come to, as far as that is known
        if heeding:
            source, steps, alone = self._renamed_heeding(game, first, names, source)
        else:
            source, steps = self._renamed(game, first, names, source)
        hung: Hung = [
            (number, game.known[number + 1].blurred[seat])
            for number, one in enumerate(steps, first)
            if not one.can_be
        ]
        wrong = len(hung)
        if wrong > most:
            return source, wrong, made[-1].after, hung
        otherwise: Slots | None = None
        parted: tuple[int, Masks] = -1, {}  # the last step after which all lies otherwise
        told: tuple[Slots, Names, Slots] = [], {}, []  # slots, names, and the slots by these

        def by_names(slots: Slots, names: Names) -> Slots:
            nonlocal told
            if told[0] is not slots or told[1] is not names:
                told = slots, names, self._by_names(slots, names, seat)
            return told[2]

        for number in range(first, len(made)):
            memory, one = regarding.get(number), steps[number - first]
            if otherwise is None and (memory is None or one.keeps(memory, seat)):
                continue
            before = made[number - 1].after if number else self.table
            if otherwise is None:
                before = by_names(before, one.before)
            else:
                before = otherwise
            wanted = partial(by_names, made[number].after, one.after)
            if otherwise is None and number in alone:
                after = alone[number]
            else:
                after = self._step_again(game, number, one, before, wanted)
            otherwise = None
            if after is None:
                wrong += 1
                if wrong > most:
                    break
                if memory is not None:
                    hung.append((number, _with_names(_regarded(memory, seat), one.before)))
                elif parted[1]:
                    hung.append(parted)
            elif after != wanted():
                otherwise = after
                if memory is not None:
                    parted = number, _with_names(_regarded(memory, seat), one.before)
        end = self._by_names(made[-1].after, names, seat)
        if otherwise is None:
            return source, wrong, end, hung
        if not self._holds_the_same(otherwise, end) or not self._looks_as(
            made[-1], otherwise, seat
        ):
            return source, wrong + 1, end, [*hung, parted] if parted[1] else hung
        return source, wrong, otherwise, hung

    def _asked_otherwise(
        self, before: Slots, step: PastStep, questions: Sequence[Question], wanted: Slots
    ) -> Answers | None:
        """What chance answers in a step in which it has a choice where it had none, or none where
        it had one, since there are more to be picked from in this world, or fewer. What was not
        asked has come to what is wanted; None if it cannot."""
        dealer = _Aligned(questions, step.answers)
        if self._run(before, step.move, dealer) is not None:
            return tuple(dealer.outcomes)
        if dealer.lacking is None or dealer.lacking.kind == "shuffle":
            return None
        for element in dealer.lacking.of:
            dealer = _Aligned(questions, step.answers, element)
            if self._run(before, step.move, dealer) == wanted:
                return tuple(dealer.outcomes)
        return None

    def _by_names(self, slots: Slots, names: Names, seat: int) -> Slots:
        """Slots in which components have other names: also what others were about to choose."""
        program, layout = self.engine.program, self.engine.layout
        slots = layout.copy(slots)
        rename(program, layout, slots, names, seat)
        return slots

    def _holds_the_same(self, slots: Slots, other: Slots) -> bool:
        """Do all components lie in the same places?"""
        return not any(
            slots[base:end] != other[base:end] and component_of(variable) is not None
            for variable, base, end in self.engine.layout.bounds
        )

    def _on_offer(
        self,
        before: Slots,
        move: Code | None,
        seat: int,
        *,
        real_before: Slots,
        whole: bool,
    ) -> bool:
        """Could the move have been made? That of the seat itself can always, where it decides the
        same: what it is offered hangs on what it sees. `whole`: it is a step of a compose, and
        what completed that is made after it."""
        if move is None:
            return True
        if before[POINT] != real_before[POINT]:
            return False
        me = self.engine.layout.get(before, self.engine.program.me, ())
        if me == seat:
            return True
        if not whole:
            return move in self._moves(before)
        try:
            return plain(self.engine.program).offers_step(before, move)
        except RulewrightError:  # as above
            return False

    def _is_completed(self, game: _Game, number: int) -> bool:
        """Is it a step of an open compose that was completed by moves after it?"""
        found = game.completed.get(number)
        if found is None:
            found = game.completed[number] = self._completed_after(game.made, number)
        return found

    def _completed_after(self, made: Sequence[_Made], number: int) -> bool:
        before = made[number - 1].after if number else self.table
        choice, move = waiting(self.engine.program, before), made[number].step.move
        if choice is None or move is None or choice.secret or choice.cover:
            return False
        asked = _to_complete(choice, move)
        if asked is None or not all(finish.name for finish in asked.compose.finishes):
            return False  # by `until` it ends without a move, which what is hidden may decide
        for later in made[number + 1 :]:
            if later.step.move is None or _to_complete(choice, later.step.move) is None:
                return True
        return False

    def _renamed(
        self, game: _Game, first: int, names: Names, source: int
    ) -> tuple[int, list[_Renamed]]:
        """The stream afterwards, and the steps from one on in the world in which components have
        these names in the end.

        Where the seat could not tell components apart any longer, since they were shuffled or one
        of a set was moved, each may have been any of them before: as chance says, as far as the
        seat did not know it. Where that leaves no way, the step is wrong: the world can be none.
        """
        found, drawn = list[_Renamed](), dict[_Drawn, int | None]()
        for number in range(len(game.made) - 1, first - 1, -1):
            source, one = self._renamed_before(game, number, names, drawn, source)
            found.append(one)
            names = one.before
        return source, found[::-1]

    def _renamed_heeding(
        self, game: _Game, first: int, names: Names, source: int
    ) -> tuple[int, list[_Renamed], dict[int, Slots | None]]:
        """The same, but what was mixed is drawn so that steps that tell the seat something come out
        right, each by itself; and to what each of these leads. Where one does not, something that
        was mixed after it, and on which it hung, is drawn anew, or left as it was each other time,
        and all else stays as it was drawn: so what was told of cards before they came back to a
        hand does not have to come out right by chance all at once.
        """
        found, drawn = list[_Renamed](), dict[_Drawn, int | None]()
        alone, tries, last = dict[int, Slots | None](), Counter[int](), len(game.made) - 1
        while len(found) <= last - first:
            number = last - len(found)
            source, one = self._renamed_before(game, number, names, drawn, source)
            found.append(one)
            names, memory = one.before, game.regarding.get(number)
            if one.can_be and (memory is None or one.keeps(memory, game.seat)):
                continue
            if REDRAWN in tries.values():  # it is wrong anyway
                continue
            alone[number], is_right = self._step_alone(game, number, one)
            if one.can_be and is_right:
                continue
            known = game.known[number + 1]
            hung = _regarded(known, game.seat) if one.can_be else known.blurred[game.seat]
            nearest = self._mixed_after(game, number, hung, drawn)
            if nearest:
                tries[number] += 1
                source, at = below(source, len(nearest))
                drawn[nearest[at]] = stream(source) if tries[number] % 2 else None
                later = last - nearest[at].number
                names = found[later].after
                del found[later:]
                for again in range(number, nearest[at].number + 1):
                    alone.pop(again, None)
        return source, found[::-1], alone

    def _mixed_after(
        self, game: _Game, number: int, hung: Masks, drawn: Mapping[_Drawn, int | None]
    ) -> list[_Drawn]:
        """Where components were mixed of which a step has hung: in the step itself, by which other
        ones it was made, and first after it, by which to others."""
        nearest = list[_Drawn]()
        for later in (range(number, number + 1), range(number + 1, len(game.made))):
            left = dict(hung)
            for at, mixed in (pair for one in later for pair in self._mixed_from(game, one)):
                if left.get(mixed.domain, 0) & mixed.all:
                    left[mixed.domain] &= ~mixed.all
                    if len(mixed.free) > 1 and at in drawn:
                        nearest.append(at)
        return nearest

    def _mixed_from(self, game: _Game, number: int) -> Iterator[tuple[_Drawn, _Mixed]]:
        """What was mixed at a step, as it came."""
        at_questions, in_sets = self._mixed(game, number)
        for at, mixed in reversed([*enumerate([*reversed(at_questions), *in_sets])]):
            if mixed is not None:
                yield _Drawn(number, at), mixed

    def _renamed_before(
        self, game: _Game, number: int, names: Names, drawn: dict[_Drawn, int | None], source: int
    ) -> tuple[int, _Renamed]:
        """The stream afterwards, and a step after which components have these names. `drawn`: of
        what was mixed, the stream of which it was drawn; put to it is what is drawn now."""

        def before(names: Names, mixed: _Mixed, at: int) -> Names:
            nonlocal source
            key = _Drawn(number, at)
            if key not in drawn:
                source, _ = below(source, 2)
                drawn[key] = stream(source) if mixed.is_entered(names) else None
            return _before(names, mixed, drawn[key])

        is_still = game.still.get(number)
        if is_still:  # as most are
            return source, _Renamed(names, [names] * len(game.made[number].questions), names, True)
        after, between, (at_questions, in_sets) = names, list[Names](), self._mixed(game, number)
        if is_still is None:
            lost = any(game.known[number + 1].blurred[game.seat].values())
            game.still[number] = not (lost or in_sets or any(at_questions))
        for at, mixed in enumerate(reversed(at_questions)):
            between.append(names)
            if mixed is not None:
                names = before(names, mixed, at)
        for at, mixed in enumerate(in_sets, len(at_questions)):
            names = before(names, mixed, at)
        can_be = self._can_be(game, number, names)
        return source, _Renamed(names, between[::-1], after, can_be)

    def _can_be(self, game: _Game, number: int, names: Names) -> bool:
        """Might all components of which the seat has lost sight in a step have had these names
        before it, for all that the seat knew then?"""
        before, after = game.known[number], game.known[number + 1]
        for domain, lost in after.blurred[game.seat].items():
            if lost:
                changed = names.get(domain, {})
                for one in elements_of_mask(lost):
                    other = changed.get(one, one)
                    if other != one and not before.might_be(game.seat, domain, one) >> other & 1:
                        return False
        return True

    def _step_by_names(self, game: _Game, number: int, names: _Renamed) -> PastStep:
        """A step as it would have been: the move and the answers by the names of what they name."""
        one, answers = game.made[number], list[tuple[int, ...]]()
        for question, answer, at in zip(one.questions, one.step.answers, names.at, strict=True):
            domain = self._answered_with[question.zone]
            changed = at.get(domain, {}) if domain is not None else {}
            answers.append(tuple(changed.get(element, element) for element in answer))
        before = game.made[number - 1].after if number else self.table
        move = self._move_by_names(before, one.step.move, names.before, game.seat)
        return PastStep(move, tuple(answers))

    def _mixed(self, game: _Game, number: int) -> tuple[list[_Mixed | None], list[_Mixed]]:
        """What was mixed for the seat at each question of a step, and in the sets before it."""
        found = game.mixed.get(number)
        if found is not None:
            return found
        seat, before, after = game.seat, game.known[number], game.known[number + 1]

        def mixed(domain: Domain | None, together: Sequence[int], *, asked: bool) -> _Mixed | None:
            lost = after.blurred[seat].get(domain, 0) if domain is not None else 0
            here = tuple(component for component in together if lost >> component & 1)
            if domain is None or len(here) < 2:
                return None
            shown = after.shown[seat].get(domain, 0)
            might = {
                one: 1 << one if asked and shown >> one & 1 else before.might_be(seat, domain, one)
                for one in here
            }
            free = (one for one in here if not shown >> one & 1 and might[one] != 1 << one)
            return _Mixed(domain, here, tuple(free), might)

        asked = game.made[number].questions
        questions = [mixed(self._domains[q.zone], q.of, asked=True) for q in asked]
        sets: list[_Mixed] = []
        if number and any(after.blurred[seat].values()):
            together = self._hidden_sets(game.made[number - 1].after)
            sets = [one for each in together if (one := mixed(*each, asked=False)) is not None]
        game.mixed[number] = questions, sets
        return questions, sets

    def _hidden_sets(self, slots: Slots) -> Iterator[tuple[Domain, tuple[int, ...]]]:
        """What lies together in sets that not all see; what somebody is about to choose of it is a
        set of its own."""
        layout, chosen = self.engine.layout, dict[Domain, int]()
        for variable in self._sets:
            domain = cast("SetOf | Element", variable.type).domain
            for keys in layout.members(slots, variable):
                held = held_in(variable, layout.get(slots, variable, keys))
                held &= ~chosen.get(domain, 0)
                if variable.role == "choice":
                    chosen[domain] = chosen.get(domain, 0) | held
                if held & (held - 1):
                    yield domain, elements_of_mask(held)

    @cached_property
    def _sets(self) -> list[StateVariable]:
        """Sets of components that not all see: first those that somebody chooses."""
        sets = [
            variable
            for variable in self.engine.program.variables
            if variable.role in ("zone", "choice")
            and variable.seen != "all"
            and of_components(variable.type)
            and (variable.role == "choice" or isinstance(variable.type, SetOf))
        ]
        return sorted(sets, key=lambda variable: variable.role)

    @cached_property
    def _domains(self) -> dict[str, Domain | None]:
        """What lies in each zone, by its name."""
        return {one.name: component_of(one) for one in self.engine.program.variables}

    @cached_property
    def _answered_with(self) -> dict[str, Domain | None]:
        """What chance names where something is dealt, or picked into a mark of components."""
        return self._domains | {
            one.name: cast("Element", one.type).domain
            for one in self.engine.program.variables
            if one.role == "mark" and of_components(one.type)
        }

    def _move_by_names(
        self, before: Slots, move: Code | None, names: Names, seat: int
    ) -> Code | None:
        """The move of another seat with the names of what lies in its hand, or elsewhere."""
        choice = waiting(self.engine.program, before)
        me = self.engine.layout.get(before, self.engine.program.me, ())
        if move is None or choice is None or me == seat:
            return move
        alternative = choice.alternatives[move[0]]
        plain = self._plain.get(id(alternative))
        if plain is None:
            plain = self._plain[id(alternative)] = named_plainly(choice, alternative)
        values = [move[0]]
        for local, value in zip(alternative.bound, move[1:], strict=True):
            kind = local.type
            if isinstance(kind, Element | SetOf) and local.number not in plain:
                changed = names.get(kind.domain, {})
                one = not isinstance(kind, SetOf)
                value = changed.get(value, value) if one else other_names(value, changed)
            values.append(value)
        return tuple(values)

    def _followed(self, memory: Memory, before: Slots, one: _Made) -> Memory:
        following = follower(self.engine.program)
        return following.after(memory, before, one.step.move, one.step.answers, setup=self.setup)

    @cached_property
    def _start(self) -> _Made:
        """The table before the first step."""
        return _Made(PastStep(None, ()), (), self.table)

    @cached_property
    def _real(self) -> tuple[_Made, ...] | None:
        """The real game, step by step."""
        made, source = list[_Made](), self.table[CHANCE] or None
        begun = self._begun
        if begun is not None and tuple(self.steps[: len(begun.steps)]) == begun.steps:
            made, source = [*begun.made], begun.source
            self._start = begun.start
        for step in self.steps[len(made) :]:
            dealer = _Dealer(step.answers, source)
            after = self._run(made[-1].after if made else self.table, step.move, dealer)
            if after is None:
                return None
            source = dealer.source
            played = PastStep(step.move, tuple(dealer.outcomes))
            made.append(_Made(played, tuple(dealer.questions), after))
        self._source = source
        return tuple(made)

    def _run(self, before: Slots, move: Code | None, dealer: Asked) -> Slots | None:
        """The slots after a step; None if it cannot be made with these answers."""
        engine, codec = self.engine, self.engine.codec
        position = codec.encode(engine.layout.copy(before))
        codec.set_chance(position, dealer)
        try:
            if move is None:
                engine.begin(position, setup=self.setup)
            else:
                engine.apply(position, move)
        except (NeedChance, RulewrightError):
            return None
        codec.set_chance(position, 0)
        return codec.decode(position) if dealer.used == len(dealer.outcomes) else None

    def _watched(
        self, before: Slots, move: Code | None, dealer: Asked, seat: int
    ) -> tuple[Slots, list[Sighting]] | None:
        """The same, and what the seat sees move, where anything can be hidden."""
        watching = self._watcher
        if watching is None:
            after = self._run(before, move, dealer)
            return None if after is None else (after, [])
        try:
            after, moved = watching.made(before, move, dealer, seat, setup=self.setup)
        except (NeedChance, RulewrightError):
            return None
        after[CHANCE] = 0
        return (after, moved) if dealer.used == len(dealer.outcomes) else None

    @cached_property
    def _watcher(self) -> Watcher | None:
        program = self.engine.program
        return watcher(program) if can_be_hidden(program) else None

    def _offered(self, after: _Made) -> Sequence[Code]:
        """The moves on offer after a step."""
        if after.moves is None:
            after.moves = self._moves(after.after)
        return after.moves

    def _moves(self, slots: Slots) -> Sequence[Code]:
        """The moves on offer; none where the rules cannot have come to these slots, or go wrong:
        in a compose that cannot be completed with other cards, say."""
        try:
            return self.engine.moves(self.engine.codec.encode(slots))
        except RulewrightError:
            return ()

    def _may_be_otherwise(self, made: Sequence[_Made], seat: int) -> list[tuple[int, int]]:
        """The steps, and the questions to chance in them (−1: the move), that may have come out
        otherwise for all that the seat was shown at that moment."""
        program = self.engine.program
        of = origins(program)
        drawn, found = {variable.name for variable in of}, list[tuple[int, int]]()
        for number, one in enumerate(made):
            if number and self._is_secret(made[number - 1].after, seat):
                choice = waiting(program, made[number - 1].after)
                found += [(number, -1)] if choice is not None and is_origin(choice, of) else []
            found += [
                (number, i)
                for i, question in enumerate(one.questions)
                if question.kind == "pick" and question.zone in drawn
            ]
        return found

    def _changed(
        self, made: Sequence[_Made], number: int, question: int, source: int
    ) -> tuple[int, PastStep]:
        """The step with another move or another answer, and the stream afterwards."""
        step = made[number].step
        if question < 0:
            before = made[number - 1]
            moves = self._offered(before)
            source, k = below(source, len(moves))
            if moves[k] == step.move:
                return source, step
            dealer = _Dealer((), source)  # it may ask something else, or nothing
            if self._run(before.after, moves[k], dealer) is None:
                return source, step
            return cast(int, dealer.source), PastStep(moves[k], tuple(dealer.outcomes))
        asked = made[number].questions
        if question >= len(asked) or asked[question].kind != "pick":
            return source, step  # in place of a move that asked so there is another
        of = asked[question].of
        source, k = below(source, len(of))
        answers = (*step.answers[:question], (of[k],), *step.answers[question + 1 :])
        return source, replace(step, answers=answers)

    def _again(
        self, made: Sequence[_Made], first: int, changed: PastStep, seat: int
    ) -> list[_Made]:
        """The steps from the changed one on, as far as they are no longer the same; none if the
        seat would have noticed, or a move could not have been made."""
        before, again = made[first - 1] if first else self._start, list[_Made]()
        for number in range(first, len(made)):
            step = made[number].step if again else changed
            if again and before.after == made[number - 1].after:
                break
            after = self._led(before, number, step, seat)
            if after is None:
                return []
            again.append(after)
            before = after
        return again

    def _led(self, before: _Made, number: int, step: PastStep, seat: int) -> _Made | None:
        """What a step leads to where the real game has come so far; None if it could not be made,
        or does not look to the seat as it did. It is tried once, as long as the game goes on."""
        key = seat, step
        if key not in before.leads:
            self._keep(before)
            before.leads[key] = self._tried(before, number, step, seat)
        return before.leads[key]

    def _tried(self, before: _Made, number: int, step: PastStep, seat: int) -> _Made | None:
        like = self._with_other_marks(before, number, step)
        if like is not None:
            return like
        if step.move is not None and step.move not in self._offered(before):
            return None
        real = cast("tuple[_Made, ...]", self._real)
        dealer = _Dealer(step.answers)
        played = self._watched(before.after, step.move, dealer, seat)
        if played is None or not self._is_seen_so(real, number, seat, *played):
            return None
        return _Made(step, tuple(dealer.questions), played[0])

    def _with_other_marks(self, before: _Made, number: int, step: PastStep) -> _Made | None:
        """What a step of the real game leads to where it is made with other marks before it, if it
        touches none of these: to the same with them. None if it does, or is another step."""
        real = cast("tuple[_Made, ...]", self._real)
        one = real[number]
        if not number or step != one.step or step.move is None:
            return None
        were = real[number - 1].after
        otherwise = [at for at, held in enumerate(before.after) if held != were[at]]
        if not self._lasting.issuperset(otherwise):
            return None
        if one.touched is None:
            dealer = _Dealer(one.step.answers)
            one.touched = touched(plain(self.engine.program), were, step.move, dealer)
        if not one.touched.isdisjoint(otherwise):
            return None
        after = self.engine.layout.copy(one.after)
        for at in otherwise:
            after[at] = before.after[at]
        return _Made(one.step, one.questions, after, like=one)

    @cached_property
    def _lasting(self) -> frozenset[int]:
        """The slots of marks which the same seats see at any time, or do not see."""
        seen = ("all", "owner", "others", "nobody")
        marks = [v for v in self.engine.program.variables if v.role == "mark" and v.seen in seen]
        return slots_of(self.engine.layout, marks)

    def _is_seen_so(
        self,
        made: Sequence[_Made],
        number: int,
        seat: int,
        after: Slots,
        moved: Sequence[Sighting],
    ) -> bool:
        """Is that what the seat has seen of a step: these slots, and this going from place to place
        within it?"""
        one = made[number]
        if not self._looks_as(one, after, seat):
            return False
        seen = one.seen.get(seat)
        if seen is None:
            before = made[number - 1].after if number else self.table
            played = self._watched(before, one.step.move, _Dealer(one.step.answers), seat)
            assert played is not None  # as it was
            seen = one.seen[seat] = played[1]
        return moved == seen

    def _looks_as(self, one: _Made, after: Slots, seat: int) -> bool:
        """Would these slots look to the seat as those after the step?"""
        look = one.looks.get(seat)
        if look is None:
            engine = self.engine
            look = one.looks[seat] = Appearance(engine.program, engine.layout, one.after, seat)
        return look.is_that_of(after)


def _to_complete(choice: Choose, move: Code) -> Completable | None:
    """What is asked of a step of a compose before it is offered: can it be completed after that?
    None if the move is no such step, or more is asked."""
    guards = choice.alternatives[move[0]].guards
    asked = guards[-1].test if guards else None
    one = isinstance(asked, Completable) and asked.step is not None and not asked.best
    return asked if isinstance(asked, Completable) and one else None


def regarding_steps(known: Sequence[Memory], seat: int) -> dict[int, Memory]:
    """The steps that have hung on something that the seat did not see, each with what seats knew
    after it. Left out are those of which it has come to know since what they hung on.

    `known`: what seats knew at first, and after each step.
    """

    def tells(number: int, memory: Memory) -> bool:
        return bool(memory.regarded_else >> seat & 1) or any(
            not any(later.is_known(seat, domain, component) for later in known[number + 1 :])
            for domain, mask in _regarded(memory, seat).items()
            for component in elements_of_mask(mask)
        )

    return {n: memory for n, memory in enumerate(known[1:]) if tells(n, memory)}


def _regarded(memory: Memory, seat: int) -> Masks:
    """The components that the seat has not seen on which the last step has hung."""
    return memory.regarded[seat] if memory.regarded else {}


def _with_names(masks: Masks, names: Names) -> Masks:
    """Components, and those by whose names they are called."""
    return {
        domain: mask | other_names(mask, names.get(domain, {})) for domain, mask in masks.items()
    }


def _before(names: Names, mixed: _Mixed, source: int | None) -> Names:
    """The names of components before they were mixed: each has its own, but where another one has
    come in its place from without; and those that are free have any of these, as far as each might
    have been that. If there is no such way, all of them have. Without a stream these have their own
    names, too, if they may.
    """
    changed = names.get(mixed.domain, {})
    here = {one: changed[one] for one in mixed.together if one in changed}
    if not here and (source is None or len(mixed.free) < 2):
        return names
    changed = {one: other for one, other in changed.items() if one not in here}
    alike, reached = {*mixed.together}, {*here.values()}
    for one in here:
        if one not in reached:
            other = here[one]
            while other in alike:
                other = here[other]
            changed[one] = other
    for among in (mixed.free, mixed.together):
        might = [mixed.might[one] for one in among]
        if source is None:
            if all(may >> changed.get(one, one) & 1 for one, may in zip(among, might, strict=True)):
                break
            source = 0
        source, dealt = dealt_to([changed.get(one, one) for one in among], might, source)
        if dealt is not None:
            changed |= zip(among, dealt, strict=True)
            break
    changed = {one: other for one, other in changed.items() if one != other}
    return {**names, mixed.domain: changed}
