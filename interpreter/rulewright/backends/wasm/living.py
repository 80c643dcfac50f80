"""What variables hold that is asked for later: from the end of a function to its beginning."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ...lower import nodes as code

Live = frozenset[str]
Loop = tuple[Live, Live]  # what is asked for where it is left, and where it is begun again


def kept_across(
    function: code.Function, names: Collection[str], is_change: Callable[[code.Statement], bool]
) -> set[str]:
    """The variables, of some, that hold something for later when certain values are stored."""
    living = _Living(names, is_change)
    living.block(function.body, frozenset(), [])
    return living.found


class _Living:
    def __init__(self, names: Collection[str], is_change: Callable[[code.Statement], bool]) -> None:
        self.names = names
        self.is_change = is_change
        self.found: set[str] = set()

    def block(self, lines: code.Lines, after: Live, loops: list[Loop]) -> Live:
        """What is asked for later, before some lines; `loops`: those around, outermost first."""
        for line in reversed(lines):
            after = self._before(line, after, loops)
        return after

    def _before(self, line: code.Statement, after: Live, loops: list[Loop]) -> Live:
        match line:
            case code.Leave():
                return loops[-1][0]
            case code.Again():
                return loops[-1][1]
            case code.Never():
                return frozenset()
            case code.Give():
                return frozenset() if line.value is None else self._asked(line.value)
            case code.When(test=test, then=then, other=other):
                ways = self.block(then, after, loops) | self.block(other, after, loops)
                return ways | self._asked(test)
            case code.While(test=test, body=body):
                is_endless = bool(code.constant(test))
                head: Live = frozenset()
                while True:
                    begun = self.block(body, head, [*loops, (after, head)]) | self._asked(test)
                    begun = begun if is_endless else begun | after
                    if begun == head:
                        return head
                    head = begun
            case code.Each(target=target, source=source, body=body, otherwise=otherwise):
                ended = self.block(otherwise, after, loops)
                stored = self._stored(target)
                head = ended
                while True:
                    begun = self.block(body, head, [*loops, (after, head)]) - stored
                    if begun | head == head:
                        return head | self._asked(source)
                    head |= begun
            case code.Attempt(body=body, otherwise=otherwise):
                instead = self.block(otherwise, after, loops)
                return self.block(body, after | instead, loops) | instead
            case code.Assign(target=target, value=value):
                if self.is_change(line):
                    self.found |= after
                return (after - self._stored(target)) | self._asked(value) | self._places(target)
            case code.Augment(target=target, value=value):
                return after | self._asked(value) | self._asked(target)
            case code.Perform(value=value):
                return after | self._asked(value)
            case _:
                return after

    def _asked(self, node: code.Node) -> Live:
        return frozenset(
            part.id for part in code.walk(node)
            if isinstance(part, code.Name) and part.id in self.names
        )  # fmt: skip

    def _stored(self, target: code.Target) -> Live:
        return frozenset(part.id for part in code.targets_of(target) if isinstance(part, code.Name))

    def _places(self, target: code.Target) -> Live:
        """What is asked for to find where something is stored."""
        places = [part for part in code.targets_of(target) if not isinstance(part, code.Name)]
        return frozenset(name for place in places for name in self._asked(place))
