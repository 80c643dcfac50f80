"""Edits of variants that change nothing, as nobody can take the action that they change.

A variant may leave actions of its game without use, and another one, which knows nothing of it, may
edit them. Both are right by themselves, and together one of them is not heard. That is no mistake
that keeps anybody from playing, so it is a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from ..diagnostics import Findings
from ..source import Span
from ..syntax import nodes as n
from ..syntax.walk import walk
from . import overlay
from .modules import EditedAction, Loaded, Merged
from .siblings import apart

NEVER = {
    n.ActionDecl: "the action {}, which nobody can choose",
    n.ProcedureDecl: "{}, which is never called",
}


def report_idle_edits(
    merged: Merged, need_not_be_used: Callable[[Span], bool], findings: Findings
) -> None:
    """Report edits of actions that are never offered, and of procedures that are never called.

    `need_not_be_used`: of what is declared at a place it is told nowhere else that nothing uses it.
    """
    untold = [
        each for each in merged.edited_actions
        if not isinstance(each.edit, n.ReplaceDecl) or need_not_be_used(each.declaration.name.span)
    ]  # fmt: skip
    for edited in _idle(untold, merged.declarations):
        name, anew = edited.declaration.name.text, isinstance(edited.edit, n.ReplaceDecl)
        away = f"remove {overlay.called(edited.declaration)}"
        findings.add(
            "W002",
            f"{edited.variant} changes {NEVER[type(edited.declaration)].format(name)}",
            overlay.place_of(edited.edit),
            hint=f"with the other it can be taken away, below `with OTHER`: {away}" * anew,
        )


def meeting(
    game: Loaded, libraries: list[Loaded], variants: Sequence[tuple[str, Loaded]]
) -> Iterator[tuple[str, str]]:
    """Pairs of variants that may be played together, of which one edits an action or procedure that
    the other one leaves without use; each comes with what it is loaded by."""
    merged = [overlay.merge(game, libraries, [file], Findings()) for _, file in variants]
    edited = [{_key(each.declaration) for each in one.edited_actions} for one in merged]
    idle = [_without_use(one.declarations) for one in merged]
    for one, other in combinations(range(len(variants)), 2):
        if edited[one] & idle[other] or edited[other] & idle[one]:
            if not apart(variants[one][1], variants[other][1]):
                yield variants[one][0], variants[other][0]


_Key = tuple[type, str]


def _key(declaration: n.ActionDecl | n.ProcedureDecl) -> _Key:
    return type(declaration), declaration.name.text


def _idle(
    edited: Iterable[EditedAction], declarations: Iterable[n.Declaration]
) -> Iterator[EditedAction]:
    """What was changed and never happens, each edit once."""
    changed = {id(each.edit): each for each in edited}  # as it was left by the last one
    never = _without_use(declarations) if changed else set()
    return (each for each in changed.values() if _key(each.declaration) in never)


def _without_use(declarations: Iterable[n.Declaration]) -> set[_Key]:
    """The actions and procedures that nothing names which may happen. Whatever has such a name
    counts, so these are rather too few than too many."""
    waiting: list[n.Declaration] = []
    unmet: dict[str, list[n.ActionDecl | n.ProcedureDecl]] = {}
    for declaration in declarations:
        if isinstance(declaration, n.ActionDecl | n.ProcedureDecl):
            unmet.setdefault(declaration.name.text, []).append(declaration)
        else:
            waiting.append(declaration)
    while waiting and unmet:
        for node in walk(waiting.pop()):
            if isinstance(node, n.Name):
                waiting += unmet.pop(node.text, ())
    return {_key(declaration) for left in unmet.values() for declaration in left}
