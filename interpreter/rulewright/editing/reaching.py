"""Which scenarios reach a declaration: for the line that an editor shows above it.

Scenarios are run on the reference engine while somebody watches. What each has reached is known
until the rules or the scenario change, wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import RulewrightError
from ..game import check
from ..recent import Recent
from ..syntax import nodes as n
from ..testing.coverage import Watched

SCENARIOS_KEPT = 2_000

Declarations = frozenset[tuple[str, str]]
"""By the name of the file and the text."""

_known = Recent[tuple[str, str], Declarations](SCENARIOS_KEPT)


HAPPENS = (n.ActionDecl, n.ProcedureDecl, n.PhaseDecl, n.SetupDecl, n.BeforeDealing)
"""What a scenario reaches when some of it is carried out: that it is asked whether it can be done
is not enough."""


def reached(name: str) -> Iterator[list[Declarations] | None]:
    """What the scenarios of a game or variant reach, each by itself; None after each that was run,
    before all are known. Nothing if the rules cannot be checked."""
    try:
        game = check(name, unfolded=True)
        trees = game.scenario_trees()
    except RulewrightError:
        return
    found: list[Declarations] = []
    watched: Watched | None = None
    for tree in trees:
        key = (game.digest, tree.span.text())
        known = _known.get(key)
        if known is None:
            watched = watched or Watched(game)
            known = _reached(watched, tree)
            _known.put(key, known)
            yield None
        found.append(known)
    yield found


def _reached(watched: Watched, tree: n.ScenarioDecl) -> Declarations:
    try:
        watched.passes(tree)
    except RulewrightError:  # it cannot be read, which is told elsewhere
        pass
    seen = watched.seen
    happened, reached = seen.carried_out | seen.chosen, seen.reached | seen.carried_out
    found = set()
    for node in watched.game.merged.declarations:
        span = node.span
        places = happened if isinstance(node, HAPPENS) else reached
        if any(f == span.file.name and span.start <= a < span.end for f, a, _ in places):
            found.add((span.file.name, span.text()))
    for met in (seen.reached, seen.carried_out, seen.chosen):
        met.clear()
    return frozenset(found)
