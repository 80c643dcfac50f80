"""What each seat knows of components that lie where it does not see them.

Think of hidden components as of cards that lie face down: a seat sees their backs, follows each
back on its way, and has some faces in mind that it may show. So of every component the memory holds
`might`: those that it might be, for all the seat knows. What lies open might be nothing but itself.
Backs that cannot be told apart any longer – a stack is shuffled, one of several cards leaves a hand
and nobody says which – might each be whatever any of them was. A component that might only be
itself is known where it lies. What that forgets of several backs at once – that one of two came out
of the bag – is kept beside it (see `together`), and what follows from it is taken from `might`.

The backs are numbered by what they really show, which no seat is told: all that is ever done with
them depends on where they lie, and on what the seat sees. A memory is never changed; what is
learned is noted in a `Notes` and makes another memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

from ..core.evaluate import Value, elements_of_mask
from ..core.ir import Domain, Program, StateVariable
from .layout import Layout, Slots
from .sight import Masks, can_be_hidden, hidden, in_zones, is_box, visible_to
from .together import Counted, Together


class Backs(tuple[int, ...]):
    """For each component of a domain, the components it might be (a mask)."""

    @cached_property
    def doubts(self) -> Doubts:
        """What there is to be in doubt about."""
        return doubts_of(self)


Doubts = dict[int, int]
"""The backs that might show something else than they do, by what they might show: those that might
show the same (masks)."""


class Begun(NamedTuple):
    """What there was when a turn, the block with that `label`, began in the midst of a step: the
    slots, and what each seat had lost sight of in the step `before`, and has lost sight of `since`,
    until the next one."""

    slots: Slots
    before: Sequence[Masks]
    since: Sequence[Masks]
    label: int


class Followed(NamedTuple):
    """What has happened in a step, before a seat, to these components of a domain (a mask): that
    the step's move took them by their name, out of a hand say, that the seat `lost` sight of them,
    and might take each for any other of them now, or that it has `seen` them."""

    what: Literal["taken", "lost", "seen"]
    domain: Domain
    mask: int


class Thrown(NamedTuple):
    """What chance has picked in a step: into what, how many turns had `begun` in the step before
    it, the seats that know that it was picked, and those that see what (masks)."""

    variable: StateVariable
    keys: tuple[int, ...]
    value: Value
    begun: int
    known: int
    seen: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What the seats know: `might`, for each seat and each domain that can be hidden; `together`,
    what holds there of several backs at once.

    `turns`: how many turns have begun. Of the last step: `begun`, what there was when each of its
    turns began, and `thrown`, what chance has picked in it; for each seat: `shown`, the components
    it has seen on the way, and `blurred`, those of which it lost sight, or saw them without knowing
    which of several backs it was; `followed`, the same one after the other, with what the step's
    move took. `all_saw`: what all seats have seen in the last step at one time, wherever
    it lay before and went then; `all_saw_of`: of that, what came out of a place of a seat, or else
    to one, as all know; `all_lost`: of that, what a seat has lost sight of since. `told`: by the
    names of values that are kept for the rest of an action, and that only their chooser sees, the
    seats that know them all the same, having seen where they come from (a mask). `regarded`: for
    each seat the components it has not seen on which hung what the last step has done, or that it
    was on offer; none at all if that is so of no seat. `regarded_else`: the seats that do not see
    something else on which that hung (a mask).
    """

    might: tuple[dict[Domain, Backs], ...]
    turns: int = 0
    shown: tuple[Masks, ...] = ()
    blurred: tuple[Masks, ...] = ()
    followed: tuple[tuple[Followed, ...], ...] = ()
    told: Mapping[str, int] = field(default_factory=dict)
    regarded: tuple[Masks, ...] = ()
    regarded_else: int = 0
    together: tuple[dict[Domain, Together], ...] = field(default=(), repr=False)
    all_saw: Masks = field(default_factory=dict)
    all_saw_of: Mapping[int, Masks] = field(default_factory=dict, compare=False, repr=False)
    all_lost: Masks = field(default_factory=dict, compare=False, repr=False)
    begun: Sequence[Begun] = field(default=(), compare=False, repr=False)
    thrown: Sequence[Thrown] = field(default=(), compare=False, repr=False)

    def might_be(self, seat: int, domain: Domain, component: int) -> int:
        """The components that one might be, for all a seat knows (a mask)."""
        backs = self.might[seat].get(domain)
        return 1 << component if backs is None else backs[component]

    def together_at(self, seat: int, domain: Domain) -> Together:
        """What the seat knows of several components at once."""
        return self.together[seat].get(domain, Together()) if self.together else Together()

    def is_known(self, seat: int, domain: Domain, component: int) -> bool:
        """Does the seat know which component lies where this one does?"""
        return self.might_be(seat, domain, component) == 1 << component

    def known_where(self, seat: int, domain: Domain, held: int) -> int:
        """Of some components, those of which the seat knows which is where."""
        for members in self._doubts(seat, domain).values():
            held &= ~members
        return held

    def known_among(self, seat: int, domain: Domain, held: int) -> int:
        """Of the components that lie at an unordered place, those that the seat knows to be there:
        nothing that lies elsewhere might be one of them."""
        elsewhere = 0
        for faces, members in self._doubts(seat, domain).items():
            if members & ~held:
                elsewhere |= faces
        return held & ~elsewhere

    def _doubts(self, seat: int, domain: Domain) -> Doubts:
        backs = self.might[seat].get(domain)
        return {} if backs is None else backs.doubts

    def numbered(self, domains: Sequence[Domain]) -> Memory:
        """The same told by the numbers of domains, for another process, where they are others."""
        number = {domain: i for i, domain in enumerate(domains)}
        return self._told(number.__getitem__)

    def of_domains(self, domains: Sequence[Domain]) -> Memory:
        """What was `numbered`, told of domains again."""
        return self._told(domains.__getitem__)

    def copy(self) -> Memory:
        """The same, of which nothing is shared with what it was made from."""
        return replace(self._told(lambda domain: domain), told=dict(self.told))

    def _told(self, new: Callable[[Any], Any]) -> Memory:
        parts: dict[str, tuple[dict[Any, Any], ...]] = {
            name: tuple({new(d): held for d, held in one.items()} for one in getattr(self, name))
            for name in (
                "might",
                "shown",
                "blurred",
                "regarded",
                "together",
            )
        }
        all_saw: dict[Any, Any] = {new(d): held for d, held in self.all_saw.items()}
        changed: dict[str, Any] = {
            **parts,
            "followed": tuple(
                tuple(each._replace(domain=new(each.domain)) for each in one)
                for one in self.followed
            ),
            "all_saw_of": {},
            "all_lost": {},
            "begun": (),
            "thrown": (),
        }
        return replace(self, all_saw=all_saw, **changed)

    def renamed(self, domain: Domain, names: dict[int, int], dealt_by: int) -> Memory:
        """The memory after components have changed places: `names` says which lies now where one
        lay. The seat that cannot tell the difference has the same in mind as before; what others
        have in mind changes with the places."""
        might = []
        moved, called = sum(1 << one for one in names), dict[int, int]()  # many backs are alike

        def renamed(faces: int) -> int:
            found = called.get(faces)
            if found is None:
                found = faces & ~moved
                for element in elements_of_mask(faces & moved):
                    found |= 1 << names[element]
                called[faces] = found
            return found

        for seat, domains in enumerate(self.might):
            backs = domains[domain]
            lie = list(backs)
            for before, after in names.items():
                lie[after] = backs[before]
            if seat != dealt_by:
                lie = [renamed(faces) for faces in lie]
            might.append({**domains, domain: Backs(lie)})
        together = tuple(
            {**one, domain: one[domain].renamed(renamed, faces_too=seat != dealt_by)}
            for seat, one in enumerate(self.together)
        )
        return Memory(tuple(might), self.turns, together=together)


def at_first(program: Program, layout: Layout, slots: Slots) -> Memory:
    """What seats know of a position that they see for the first time.

    What is hidden might be anything they do not see, and also what is not in the game: who makes a
    position up lays out what matters, and leaves the rest in the box.
    """
    notes = MemoryBuilder(program, layout, None)
    left = in_zones(layout, slots, is_box)
    for seat in range(program.seats.size):
        for domain, mask in hidden(program, layout, slots, seat).items():
            if domain in notes.might[seat] and mask:
                notes.mix(seat, domain, mask | left[domain])
    return notes.memory(slots)


@dataclass(slots=True)
class MemoryBuilder:
    """A memory in the making, during one step."""

    program: Program
    layout: Layout
    before: Memory | None
    might: list[dict[Domain, list[int]]] = field(init=False)
    together: list[dict[Domain, Together]] = field(init=False)
    shown: list[Masks] = field(init=False)
    blurred: list[Masks] = field(init=False)
    followed: list[list[Followed]] = field(init=False)
    all_saw: Masks = field(init=False)
    all_saw_of: dict[int, Masks] = field(init=False)
    all_lost: Masks = field(init=False)
    told: dict[str, int] = field(init=False)
    turns: int = field(init=False)
    begun: list[Begun] = field(init=False)
    thrown: list[Thrown] = field(init=False)

    def __post_init__(self) -> None:
        seats = range(self.program.seats.size)
        if self.before is None:
            domains = can_be_hidden(self.program)
            self.might = [{d: [1 << i for i in range(d.size)] for d in domains} for _ in seats]
            self.together = [dict.fromkeys(domains, Together()) for _ in seats]
        else:
            self.together = [dict(one) for one in self.before.together]
            self.might = [
                {domain: list(backs) for domain, backs in one.items()} for one in self.before.might
            ]
        self.shown = [{} for _ in seats]
        self.blurred = [{} for _ in seats]
        self.followed = [[] for _ in seats]
        self.all_saw, self.all_saw_of, self.all_lost = {}, {}, {}
        self.begun, self.thrown = [], []
        self.turns = self.before.turns if self.before is not None else 0
        self.told = {**self.before.told} if self.before is not None else {}

    def mix(self, seat: int, domain: Domain, mask: int) -> None:
        """From here on the seat cannot tell these backs apart."""
        backs = self.might[seat][domain]
        several = list(elements_of_mask(mask))
        if len(several) < 2:
            return
        faces = 0
        for component in several:
            faces |= backs[component]
        for component in several:
            backs[component] = faces
        self.together[seat][domain] = self.together[seat][domain].mixed(mask)
        self._blur(seat, domain, mask)
        if lost := self.all_saw.get(domain, 0) & mask:
            self.all_lost[domain] = self.all_lost.get(domain, 0) | lost

    def show(
        self, seat: int, domain: Domain, component: int, among: int, *, seen: bool = True
    ) -> None:
        """The seat sees a component, or is told by its name which one it is: one of the backs of
        `among` (a mask), or what lay where it could be told from all others (0)."""
        backs, bit = self.might[seat][domain], 1 << component
        like = [b for b in elements_of_mask(among & ~bit) if backs[b] & bit]
        if like:
            faces = backs[component]
            for back in like:
                faces |= backs[back]
            for back in like:
                backs[back] = faces
            alike = sum(1 << back for back in like) | bit
            self.together[seat][domain] = self.together[seat][domain].mixed(alike)
            self._blur(seat, domain, alike)
        if backs[component] != bit:
            for other, faces in enumerate(backs):
                backs[other] = faces & ~bit
            backs[component] = bit
            self.together[seat][domain] = self.together[seat][domain].shown(component)
        if seen:
            self.shown[seat][domain] = self.shown[seat].get(domain, 0) | bit
            self.followed[seat].append(Followed("seen", domain, bit))

    def leave_out(self, seat: int, domain: Domain, places: int, faces: int) -> None:
        """The seat knows that none of these backs shows one of these faces (masks), none of which
        is its own."""
        backs = self.might[seat][domain]
        wrong = [back for back in elements_of_mask(places) if backs[back] & faces]
        for back in wrong:
            backs[back] &= ~faces | 1 << back
        if wrong:
            of_them = sum(1 << back for back in wrong)
            self.together[seat][domain] = self.together[seat][domain].without(of_them, faces)

    def count(
        self, seat: int, domain: Domain, places: int, faces: int, least: int, most: int
    ) -> None:
        """The seat knows how many of these backs show one of these faces (masks), at least and at
        most, as they do."""
        if not most:
            self.leave_out(seat, domain, places, faces)
        else:
            self.count_one_of(seat, domain, [(places, faces, least, most)])

    def count_one_of(self, seat: int, domain: Domain, ways: Sequence[Counted]) -> None:
        """The same of one of several places, or one number of several."""
        self.together[seat][domain] = self.together[seat][domain].counted(ways)

    def show_together(self, seat: int, domain: Domain, mask: int) -> None:
        """Components come to light of which nobody can tell which of these backs was which."""
        backs = self.might[seat].get(domain)
        unknown = [c for c in elements_of_mask(mask) if backs is None or backs[c] != 1 << c]
        if len(unknown) > 1:
            self._blur(seat, domain, sum(1 << component for component in unknown))

    def _blur(self, seat: int, domain: Domain, mask: int) -> None:
        since = [one.since[seat] for one in self.begun[-1:]]
        for noted in (self.blurred[seat], *since):
            noted[domain] = noted.get(domain, 0) | mask
        self.followed[seat].append(Followed("lost", domain, mask))

    def begin_turn(self, slots: Slots, label: int) -> None:
        """A turn begins with these slots, which are the memory's own."""
        self.turns += 1
        lost = tuple(dict(one) for one in self.blurred)
        self.begun.append(Begun(slots, lost, tuple({} for _ in lost), label))

    def show_all(self, domain: Domain, mask: int, owner: int | None) -> None:
        """All seats see components at one time; `owner`: of whom, as all know."""
        self.all_saw[domain] = self.all_saw.get(domain, 0) | mask
        if owner is not None:
            of = self.all_saw_of.setdefault(owner, {})
            of[domain] = of.get(domain, 0) | mask

    def take(self, seat: int, domain: Domain, mask: int, *, sees: bool) -> None:
        """These components have moved because they were chosen: whoever is told later which they
        were has seen that, or follows them from there on."""
        self.followed[seat].append(Followed("taken", domain, mask))
        if sees:
            self.followed[seat].append(Followed("seen", domain, mask))

    def memory(self, slots: Slots) -> Memory:
        """What is known when the step has come to its end."""
        kept = list[dict[Domain, Backs]]()
        left = in_zones(self.layout, slots, is_box)
        visible = visible_to(self.program, self.layout, slots, range(self.program.seats.size))
        for seat, seen in enumerate(visible):
            for domain in self.might[seat]:
                self._settle(seat, domain, seen.get(domain, 0) & ~left[domain])
            kept.append(self._kept(seat))
        return Memory(
            tuple(kept), self.turns, tuple(self.shown), tuple(self.blurred),
            tuple(map(tuple, self.followed)), self.told,
            together=tuple(self.together), all_saw=self.all_saw, all_saw_of=self.all_saw_of,
            all_lost=self.all_lost, begun=self.begun, thrown=self.thrown,
        )  # fmt: skip

    def _settle(self, seat: int, domain: Domain, seen: int) -> None:
        """Take in what the seat sees at the end of the step, and what follows from it."""
        if seen:  # `followed` goes without what lies open now
            self.shown[seat][domain] = self.shown[seat].get(domain, 0) | seen
        backs, known = self.might[seat][domain], self._known_before(seat, domain)
        doubts = doubts_of(backs) if known is None else known.doubts
        new = sum(members & seen for members in doubts.values())
        for component in elements_of_mask(new):
            self.show(seat, domain, component, 0, seen=False)
        if new or known is None:
            tighten(backs, doubts_of(backs) if new else doubts)
            self._conclude(seat, domain)

    def _known_before(self, seat: int, domain: Domain) -> Backs | None:
        """What the seat knew before the step, if it knows just that."""
        before, together = self.before, self.together[seat][domain]
        if before is None or before.together[seat][domain] is not together:
            return None
        backs = before.might[seat][domain]
        return backs if backs == tuple(self.might[seat][domain]) else None

    def _conclude(self, seat: int, domain: Domain) -> None:
        """Take from each back the faces that it cannot show for what holds of several together."""
        backs, found = self.might[seat][domain], self.together[seat][domain]
        if self.before is not None and self.before.together[seat][domain] is found:
            return
        while found.loose:
            found = found.simplified()
            certain = [b for b in elements_of_mask(found.loose) if backs[b] == 1 << b]
            for back in certain:
                found = found.shown(back)
            if not certain:
                before = list(backs)
                for heap, faces in found.might_be():
                    for back in elements_of_mask(heap):
                        backs[back] &= faces | 1 << back
                if backs == before:
                    break
                tighten(backs, doubts_of(backs))
        self.together[seat][domain] = found

    def _kept(self, seat: int) -> dict[Domain, Backs]:
        """A seat's part of the memory, shared with the one before where nothing is new."""
        made = {domain: Backs(backs) for domain, backs in self.might[seat].items()}
        if self.before is None:
            return made
        before = self.before.might[seat]
        if made == before:
            return before
        return {d: before[d] if before[d] == backs else backs for d, backs in made.items()}


def doubts_of(backs: Sequence[int]) -> Doubts:
    """Which of some backs might show something else."""
    found: Doubts = {}
    for faces, bit in zip(backs, _themselves(len(backs)), strict=True):
        if faces != bit:
            found[faces] = found.get(faces, 0) | bit
    return found


@lru_cache(maxsize=64)
def _themselves(size: int) -> tuple[int, ...]:
    """So many components, each as a mask."""
    return tuple(1 << component for component in range(size))


def tighten(backs: list[int], kinds: Doubts) -> None:
    """Take from each back the faces that it cannot show, because others must.

    Each face is shown by one back. As it really is, back i shows face i; another way to give the
    faces to the backs differs from that by rings of backs, each of which shows the face of the next
    one. So a back can show just those faces that lie on a ring with it.

    `kinds`: what there is to be in doubt about.
    """
    if len(kinds) == 1 and next(iter(kinds.items()))[0] == next(iter(kinds.values())):
        return
    reached = {faces: _reached(faces, backs, kinds) for faces in kinds}
    for faces, members in kinds.items():
        ring = members
        for other, others in kinds.items():
            if reached[faces] & others and reached[other] & members:
                ring |= others
        for component in elements_of_mask(members):
            backs[component] = faces & ring | 1 << component


def _reached(faces: int, backs: Sequence[int], kinds: dict[int, int]) -> int:
    """All that can be reached from face to back to face."""
    found = faces
    while True:
        more = found
        for other, others in kinds.items():
            if found & others:
                more |= other
        if more == found:
            return found
        found = more
