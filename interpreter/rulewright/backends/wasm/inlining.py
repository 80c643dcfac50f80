"""Short functions of a module are written where they are called.

wasmtime calls whatever it is told to call. A module that can be read calls a function for each
entry of a list and each word of a number, and such a call takes longer than what is done in it. So
modules are printed to be read (`dump --stage wasm`), and compiled as `inlined` leaves them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count, pairwise

SHORT = 160  # words, brackets apart, of a body that is written where it is called
_LONG = 40 * SHORT  # characters: no function that is so long is short
PARTS = re.compile(r"^(?=  \()", re.MULTILINE)
HEAD = re.compile(
    r"  \(func(?: (\$[^\s()]+))?((?:(?:\s|;;[^\n]*)*\((?:export|param|result|local) [^()]*\))*)"
)
_SELDOM = re.compile(r"  \(func \$[^\s()]+  ;; seldom")
_CLAUSE = re.compile(r"\((export|param|result|local) ([^()]*)\)")
_WORD = re.compile(r"(?:;;[^\n]*)|(\(|\)|\"[^\"]*\"|[^\s()\";]+)")
_CALL = re.compile(r"^ *call (\$[^\s()]+)$", re.MULTILINE)
_CALLED = re.compile(r"\bcall (\$[^\s()]+)")
_LABELLED = frozenset(("block", "loop", "if", "try_table"))

Locals = dict[str, str]  # and their types


def inlined(text: str) -> str:
    """A module in which short functions are written where they are called.

    The text is that of a `Module`, in which each part begins a line. What is long, calls itself,
    has a loop or parameters without names is called as before, and so is what says that it happens
    seldom: it would make those that call it long. What nobody calls is left out.
    """
    return _Inlining(PARTS.split(text)).written()


@dataclass(frozen=True, slots=True)
class _Short:
    """A function that is written where it is called. It has the same locals there wherever that is:
    they are stored after all that it is given was worked out."""

    params: Locals
    locals: Locals
    results: list[str]
    words: list[str]
    labels: frozenset[str]

    def opening(self, number: int) -> list[str]:
        """What comes before what is given, or after it, if that is on the stack."""
        results = ["(", "result", *self.results, ")"] if self.results else []
        return ["block", f"$out@{number}", *results]

    def taking(self) -> list[str]:
        """What is on the stack becomes what is given."""
        return [word for place in reversed(self.params) for word in ("local.set", place)]

    def body(self, number: int) -> Iterator[str]:
        """The body; each that is written has another number."""
        for place, kind in self.locals.items():
            yield from (f"{kind}.const", "0", "local.set", place)
        for word in self.words:
            if word == "return":
                yield from ("br", f"$out@{number}")
            else:
                yield f"{word}@{number}" if word in self.labels else word


class _Inlining:
    """The parts of a module: a function is gone through before those that call it."""

    def __init__(self, parts: list[str]) -> None:
        self.parts = parts
        self.heads = {at: head for at, part in enumerate(parts) if (head := HEAD.match(part))}
        self.named = {head[1]: at for at, head in self.heads.items() if head[1]}
        self.numbers = count()
        self.gone_through: set[int] = set()
        self.short: dict[str, _Short | None] = {}

    def written(self) -> str:
        for at in self.heads:
            self._go_through(at)
        unused = set(self.heads) - self._used()
        return "".join(part for at, part in enumerate(self.parts) if at not in unused)

    def _used(self) -> set[int]:
        """The functions that are called from outside, directly or not."""
        used = [at for at, head in self.heads.items() if not head[1]]
        for at in used:
            called = {self.named[name] for name in _CALLED.findall(self.parts[at])}
            used += called.difference(used)
        return set(used)

    def _go_through(self, at: int) -> None:
        if at in self.gone_through:
            return
        self.gone_through.add(at)
        head = self.heads[at][0]
        body = self.parts[at][len(head) :]
        more: Locals = {}
        if "(call $" in body:
            body = " ".join(self._nested(words_of(body), more))
        else:
            body = _CALL.sub(lambda call: " ".join(self._flat(call[1], more)), body)
        declared = "".join(f" (local {place} {kind})" for place, kind in more.items())
        self.parts[at] = f"{head}{declared} {body}\n"

    def _flat(self, name: str, more: Locals) -> Iterator[str]:
        """A call of what is on the stack."""
        function = self._found(name, more)
        if function is None:
            yield from ("call", name)
        else:
            number = next(self.numbers)
            yield from function.taking()
            yield from function.opening(number)
            yield from function.body(number)
            yield "end"

    def _nested(self, words: list[str], more: Locals) -> Iterator[str]:
        """The words of a body whose calls hold what they are given."""
        closing: list[Iterator[str]] = []  # by open bracket
        at = 0
        while at < len(words):
            word = words[at]
            function = None
            if word == "(" and words[at + 1] == "call":
                function = self._found(words[at + 2], more)
            if function is not None:
                number = next(self.numbers)
                yield word
                yield from function.opening(number)
                closing.append(chain(function.taking(), function.body(number)))
                at += 3
                continue
            if word == "(":
                closing.append(iter(()))
            elif word == ")" and closing:
                yield from closing.pop()
            yield word
            at += 1

    def _found(self, name: str, more: Locals) -> _Short | None:
        """A function, if it is short, whose locals are `more` of whoever calls it."""
        if name not in self.short:
            self.short[name] = None  # until it is known: it may call itself
            at = self.named[name]
            if len(self.parts[at]) < _LONG and not _SELDOM.match(self.parts[at]):
                self._go_through(at)
                self.short[name] = _short(name, self.parts[at])
        function = self.short[name]
        if function is not None:
            more |= function.params | function.locals
        return function


def words_of(text: str) -> list[str]:
    return [found[1] for found in _WORD.finditer(text) if found[1]]


def _short(name: str, text: str) -> _Short | None:
    """A function that is written where it is called, if it is one."""
    head = HEAD.match(text)
    assert head is not None
    words = words_of(text[head.end() :])[:-1]  # without the bracket of the function itself
    if "loop" in words or sum(word not in "()" for word in words) > SHORT:
        return None
    held: dict[str, Locals] = {"param": {}, "local": {}}
    results: list[str] = []
    for kind, said in _CLAUSE.findall(head[2]):
        if kind == "result":
            results = said.split()
            continue
        place, _, of = said.partition(" ")
        if not place.startswith("$") or " " in of:
            return None
        held[kind][f"{place}@{name[1:]}"] = of
    ours = {place.rpartition("@")[0]: place for place in held["param"] | held["local"]}
    labels = frozenset(
        word for before, word in pairwise(words) if before in _LABELLED and word[0] == "$"
    )
    return _Short(
        held["param"], held["local"], results, [ours.get(word, word) for word in words], labels
    )
