"""Where a module asks whether it is to go on: often enough, and no oftener than it must.

A call that takes long has to come back now and then, for signals and deadlines. wasmtime can see to
that by itself, but asks wherever a function or a round of a loop begins, which takes a tenth of the
time of a game and more. So what is compiled asks by itself: a word of its memory that is set from
outside (`machine`). What is printed, and read by others, does not ask.

Between two askings lies what is bounded by the text: each loop asks in each round unless its label
tells how many rounds it has at most (`at_most`) and these are quickly done; so does each function,
as it begins, that may take a while, and one that calls itself, which asks after that call, too.
What copies any number of bytes is followed by an asking, and so are calls of functions that call
others, where many that take a while could come to their end one after the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .inlining import HEAD, PARTS, words_of

ASKED_AT = 1016  # what is not 0 if the module is to call `tick`
TICK = '(import "rulewright" "tick" (func $tick (result i32)))'  # 1: the call ends
_ASKING = (  # hardly ever is it so: what is done then is to lie out of the way
    f'(@metadata.code.branch_hint "\\00") (if (i32.load offset={ASKED_AT} (i32.const 0))'
    " (then (if (call $tick) (then (unreachable)))))"
)
# What is done between two askings, in words of the text: a few million take a few milliseconds
LONG = 1 << 16  # a function that takes longer asks as it begins
LONG_LOOP = 1 << 23  # a loop that takes longer asks in each round
LONGEST = 1 << 24  # a function that takes longer asks after all but the shortest calls and loops
SHORTEST = 1 << 8
MOST_AROUND = 3  # functions that take a while and call each other, without asking on the way back
_COPYING = frozenset(("memory.copy", "memory.fill"))
_OPENING = frozenset(("block", "loop", "if", "try_table"))
_ROUNDS = re.compile(r"\.most(\d+)\b")


def at_most(rounds: int) -> str:
    """The end of a label of a loop that goes round so often, or less."""
    return f".most{rounds}"


def watched(text: str) -> str:
    """The module with what asks, and what it calls then."""
    return _Watching(PARTS.split(text)).written()


@dataclass(slots=True)
class _Loop:
    """A loop, or a function as a whole: how many words it has in itself, what it calls and where
    that is, and loops within it."""

    start: int  # of its body
    rounds: int | None
    words: int = 0
    calls: list[tuple[str, int]] = field(default_factory=list)  # and where they have been made
    loops: list[_Loop] = field(default_factory=list)


class _Watching:
    """The parts of a module: a function is weighed after those that it calls."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        heads = {at: head for at, part in enumerate(parts) if (head := HEAD.match(part))}
        assert len(heads) == sum(part.count("(func ") for part in parts), "each begins a line"
        self.heads = {at: head[0] for at, head in heads.items()}
        self.named = {head[1] or f"{at}": at for at, head in heads.items()}
        self.words = {at: words_of(parts[at][head.end() :]) for at, head in heads.items()}
        self.bodies = {at: _read(words) for at, words in self.words.items()}
        self.lengths: dict[str, int] = {}  # of functions; 0: it asks as it begins, or is weighed
        self.heights: dict[str, int] = {}  # how many come to their end one after the other
        self.circular: set[str] = set()  # in each circle of calls there is one of these
        self.asking: dict[int, set[int]] = {at: set() for at in heads}  # before which words

    def written(self) -> str:
        for name in self.named:
            self._weigh(name)
        for called in self.circular:
            self._ask_around(called)
        for at, places in self.asking.items():
            words = self.words[at]
            for place in sorted(places, reverse=True):
                words.insert(place, _ASKING)
            if places:
                self.parts[at] = f"{self.heads[at]} {' '.join(words)}\n"
        return "".join(self.parts).replace("(module", f"(module {TICK}", 1)

    def _ask_around(self, called: str) -> None:
        """Let a function ask that may call itself: as it begins, and wherever it has been called by
        what it may call."""
        self.asking[self.named[called]].add(0)
        reached = [called]
        for name in reached:
            reached += set(self._called(name)).difference(reached)
        for name in reached:
            at = self.named[name]
            self.asking[at] |= {after for one, after in _calls(self.bodies[at]) if one == called}

    def _weigh(self, first: str) -> None:
        if first in self.lengths:
            return
        self.lengths[first] = 0
        waiting = {first: iter(self._called(first))}  # each is called by the one before
        while waiting:
            name, calls = next(reversed(waiting.items()))
            for called in calls:
                if called in waiting:
                    self.circular.add(called)
                elif called not in self.lengths:
                    self.lengths[called] = 0
                    waiting[called] = iter(self._called(called))
                    break
            else:
                del waiting[name]
                self._decide(name)

    def _called(self, name: str) -> list[str]:
        calls = _calls(self.bodies[self.named[name]])
        return [called for called, _ in calls if called not in _COPYING]

    def _decide(self, name: str) -> None:
        """Where a function asks that is called by none of those that it calls."""
        at = self.named[name]
        whole, places = self.bodies[at], self.asking[at]
        length = self._length(whole, places, LONG_LOOP)
        if length > LONGEST:
            self._length(whole, places, SHORTEST)
            places |= {
                after for called, after in _calls(whole) if self._length_of(called) > SHORTEST
            }
        height = 0
        for called, after in _calls(whole):
            below = self.heights.get(called, 0)
            if called in _COPYING or below >= MOST_AROUND:
                places.add(after)
            else:
                height = max(height, below)
        self.heights[name] = height + (length > LONG)
        if length > LONG:
            places.add(0)
            length = 0
        self.lengths[name] = 0 if name in self.circular else length

    def _length_of(self, called: str) -> int:
        return 0 if called in _COPYING else self.lengths[called]

    def _length(self, loop: _Loop, places: set[int], limit: int) -> int:
        """How long a round takes at most; where the loops within it ask."""
        found = loop.words + sum(self._length_of(called) for called, _ in loop.calls)
        for inner in loop.loops:
            length = self._length(inner, places, limit)
            if inner.rounds is None or inner.rounds * length > limit:
                places.add(inner.start)
            else:
                length *= inner.rounds
            found += length
        return found


def _all(loop: _Loop) -> list[_Loop]:
    found = [loop]
    for one in found:
        found += one.loops
    return found


def _calls(loop: _Loop) -> list[tuple[str, int]]:
    return [call for one in _all(loop) for call in one.calls]


def _read(words: list[str]) -> _Loop:
    """The body of a function, whose closing bracket is the last word."""
    whole = _Loop(0, 1)
    around: list[_Loop] = [whole]
    opened: list[tuple[str, bool, str]] = []  # what is to be closed, is it a loop, what it calls
    before = ""
    for at, word in enumerate(words):
        loop = around[-1]
        if word == ")" and not opened:
            break  # it is that of the function; behind it may stand that of the module
        is_nested = before == "("
        if word == "(":
            opened.append(("(", False, ""))
        elif word == ")" or word == "end":
            _, is_loop, called = opened.pop()
            if is_loop:
                around.pop()
            if called:
                around[-1].calls.append((called, at + 1))
        else:
            loop.words += 1
        if word == "loop":
            start, rounds = _opening(words, at + 1)
            inner = _Loop(start, rounds)
            loop.loops.append(inner)
            around.append(inner)
            if is_nested:
                opened[-1] = ("(", True, "")
            else:
                opened.append(("end", True, ""))
        elif word in _OPENING and not is_nested:
            opened.append(("end", False, ""))
        elif word == "call":
            if is_nested:
                opened[-1] = ("(", False, words[at + 1])
            else:
                loop.calls.append((words[at + 1], at + 2))
        elif word in _COPYING:
            if is_nested:
                opened[-1] = ("(", False, word)
            else:
                loop.calls.append((word, at + 1))
        before = word
    return whole


def _opening(words: list[str], at: int) -> tuple[int, int | None]:
    """Where the body of a loop begins, and how often it goes round, from what follows its word."""
    rounds = None
    if words[at].startswith("$"):
        found = _ROUNDS.search(words[at])
        rounds = int(found[1]) if found else None
        at += 1
    while words[at] == "(" and words[at + 1] in ("result", "param", "type"):
        at = words.index(")", at) + 1
    return at, rounds
