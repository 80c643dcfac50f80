"""Dead parameters: those that functions only hand on to each other, taken away with the arguments
for them.

The functions of a search are all given the whole state of the search; what nothing in a circle of
them reads needs not be handed round. Calls are what they cost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from . import nodes as code


def without_dead_parameters(functions: Sequence[code.Function], among: Collection[str]) -> bool:
    """Change functions in place: those `among` them lose the parameters that nobody reads. Were
    there any?

    All calls of these functions must be in `functions`, by name and with arguments in order.
    """
    params = {f.name: list(f.params) for f in functions if f.name in among}
    if not params:
        return False
    needed: dict[str, set[str]] = {name: set() for name in params}
    handed: list[tuple[str, str, str, str]] = []  # a function's variable, to which parameter
    calls: dict[int, tuple[code.Call, str]] = {}  # one that stands in several places is one
    for function in functions:
        nodes = list(code.walk(function))
        passed: set[int] = set()
        for call, title in _calls(nodes, params):
            calls[id(call)] = call, title
            for arg, param in zip(call.args, params[title], strict=True):
                if isinstance(arg, code.Name):
                    passed.add(id(arg))
                    handed.append((function.name, arg.id, title, param))
                elif not isinstance(arg, code.Number | code.Text | code.Nothing):
                    needed[title].add(param)
        if function.name in params:
            names = (node for node in nodes if isinstance(node, code.Name))
            needed[function.name] |= {name.id for name in names if id(name) not in passed}
    while any(_spread(handed, needed)):
        pass
    if all(set(params[title]) <= needed[title] for title in params):
        return False
    for call, title in calls.values():
        pairs = zip(call.args, params[title], strict=True)
        call.args = [arg for arg, param in pairs if param in needed[title]]
    for function in functions:
        if function.name in params:
            kept = needed[function.name]
            function.params = [param for param in function.params if param in kept]
    return True


def _calls(
    nodes: Sequence[code.Node | code.Function], params: Collection[str]
) -> Iterator[tuple[code.Call, str]]:
    for node in nodes:
        if isinstance(node, code.Call) and node.function in params:
            yield node, node.function


def _spread(handed: list[tuple[str, str, str, str]], needed: dict[str, set[str]]) -> Iterator[bool]:
    """What a needed parameter is given is needed itself: was there something new?"""
    for function, variable, title, param in handed:
        if param in needed[title] and function in needed and variable not in needed[function]:
            needed[function].add(variable)
            yield True
