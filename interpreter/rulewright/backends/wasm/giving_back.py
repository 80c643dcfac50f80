"""Memory that a search takes is given back when it ends: the next one finds it near at hand.

Memory is taken in order and given back all at once, when a game ends. Functions that search call
themselves, take some for each state that they look at, and tell no more than numbers in the end:
nothing that they have made is held any longer, but for what has been stored where others look.
Whatever stores such a thing says that all which has been taken up to then is kept.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...lower import nodes as code
from .shapes import Shapes, words


def that_give_back(functions: Sequence[code.Function], shapes: Shapes) -> frozenset[str]:
    """The functions that give back, as they end, what memory they have taken."""
    called = {function.name: _called(function) for function in functions}
    return frozenset(
        function.name
        for function in functions
        if _tells_numbers(function, shapes)
        and any(isinstance(node, code.Listed | code.Section) for node in code.walk(function))
        and _calls_itself(function.name, called)
    )


def _called(function: code.Function) -> set[str]:
    return {node.function for node in code.walk(function) if isinstance(node, code.Call)}


def _tells_numbers(function: code.Function, shapes: Shapes) -> bool:
    """Are results numbers that no memory is needed for?"""
    result = shapes.results[function.name].found()
    return result.kind == "number" and bool(words(result.range))


def _calls_itself(name: str, called: dict[str, set[str]]) -> bool:
    """May a function be called again before it ends?"""
    found, further = set[str](), [name]
    while further:
        more = called.get(further.pop(), set[str]()) - found
        found |= more
        further += more
    return name in found


GIVEN_BACK = (  # what was taken since a function began, or since something was kept last
    "local.get $taken", "global.get $kept", "local.get $taken", "global.get $kept", "i32.gt_u",
    "select", "global.set $top",
)  # fmt: skip
"""What is emitted where a function ends."""
