"""Which scenarios an edit may well reach: those that met a declaration which is another one now.

Scenarios are watched as for coverage, and what they met is kept as declarations, each with a name
that outlives an edit. Those that were not watched since they were reached count as reached, and all
of them if more is otherwise than declarations that are met where they matter. It is a guess, for
whoever wants to know the likely things first: an action that is offered and asks for nothing is met
by nobody who does not choose it. So the others have to be run too, later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..game import Game
from ..source import Place, place_of
from ..syntax import nodes as n
from ..syntax.dump import dump
from ..syntax.walk import walk
from .coverage import Watched

Key = tuple[str, str]  # the kind of a declaration, and its name or number

ASKED = n.DefineDecl | n.ActionDecl | n.ProcedureDecl  # without effect but where they are named
MET = n.PhaseDecl | n.ScoreDecl | n.OutcomeDecl | n.WheneverDecl
"""Declarations that are met where they matter; what others say may matter anywhere."""


def keyed(game: Game) -> dict[Key, n.Declaration]:
    """The declarations of a game, variants applied, promises left out, by names that stay."""
    found: dict[Key, n.Declaration] = {}
    for declaration in game.merged.declarations:
        kind, name = type(declaration).__name__, getattr(declaration, "name", None)
        text = name.text if isinstance(name, n.Name) else ""
        number = 0
        while (key := (kind, f"{text} {number}" if number or not text else text)) in found:
            number += 1
        found[key] = declaration
    return found


def told(declaration: n.Declaration) -> str:
    """What a declaration is called: `action take`, `setup`."""
    name = getattr(declaration, "name", None)
    first = declaration.span.text().split(maxsplit=1)[:1]
    return " ".join([*first, *([name.text] if isinstance(name, n.Name) else [])])


@dataclass(frozen=True, slots=True)
class Change:
    """What is otherwise between two readings of a game.

    `declarations`: what those are called that differ, in the order of the rules. `keys`: what
    scenarios must have met to be reached; None if it may reach any.
    """

    declarations: tuple[str, ...]
    keys: frozenset[Key] | None


def change(before: Game, after: Game) -> Change:
    """What is otherwise in a game that was read again."""
    old, new = keyed(before), keyed(after)
    both = {**old, **new}
    differing = [key for key in both if _otherwise(old.get(key), new.get(key))]
    words = tuple(dict.fromkeys(told(both[key]) for key in differing))
    if _settings(before) != _settings(after):
        return Change(words or ("tables, options or seats",), None)
    for key in differing:
        is_new = key not in old or key not in new
        if not isinstance(both[key], ASKED) and (is_new or not isinstance(both[key], MET)):
            return Change(words, None)
    return Change(words, frozenset(differing))


def _otherwise(one: n.Declaration | None, other: n.Declaration | None) -> bool:
    """Do two declarations mean something else? Words do not count, reasons do."""
    if one is None or other is None:
        return True
    return one != other and _meaning(one) != _meaning(other)


def _meaning(declaration: n.Declaration) -> str:
    return dump(declaration, lines=False, words=False)


def _settings(game: Game) -> object:
    tables = sorted((table.file.name, table.file.text) for table in game.checked.tables.values())
    header = game.merged.header
    for_how_many = header.players, header.not_for, header.seat_names
    return tables, for_how_many, game.options, game.merged.defaults


@dataclass(slots=True)
class Reach:
    """What scenarios have met, by their trees as text; nothing of those that are not known."""

    met: dict[str, frozenset[Key]] = field(default_factory=dict)

    def out_of_reach(self, trees: Iterable[n.ScenarioDecl], change: Change) -> list[n.ScenarioDecl]:
        """The scenarios that a change cannot reach; what the others met is forgotten."""
        out = list[n.ScenarioDecl]()
        for tree in trees:
            met = self.met.get(_text(tree))
            if met is not None and change.keys is not None and met.isdisjoint(change.keys):
                out.append(tree)
            else:
                self.met.pop(_text(tree), None)
        return out

    def look(self, game: Game, trees: Iterable[n.ScenarioDecl]) -> Iterator[None]:
        """Watch the scenarios that are not known, one at a time. `game`: unfolded."""
        unknown = [tree for tree in trees if _text(tree) not in self.met]
        if not unknown:
            return
        owners = _owners(keyed(game))
        watched = Watched(game)
        for tree in unknown:
            passes = watched.passes(tree)
            keys = (owners.get(place[:2]) for place in watched.places())
            if passes:  # what fails is run again each time
                self.met[_text(tree)] = frozenset(key for key in keys if key is not None)
            yield


def _text(tree: n.ScenarioDecl) -> str:
    return dump(tree, lines=False)


def _owners(declarations: dict[Key, n.Declaration]) -> dict[tuple[str, int], Key]:
    """The declarations by the places at which anything in them begins."""
    found: dict[tuple[str, int], Key] = {}
    for key, declaration in declarations.items():
        for node in walk(declaration):
            place: Place = place_of(node.span)
            found.setdefault(place[:2], key)
    return found
