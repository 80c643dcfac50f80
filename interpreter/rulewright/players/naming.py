"""How names become players: `random`, `greedy`, `flat:200`, `mcts:500`, `mcts:2s`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from ..characters import many
from ..core.ir import Program
from ..diagnostics import UsageError, did_you_mean
from .budget import Budget, budget
from .player import Maker, Player
from .random import RandomPlayer, seat_stream, shared_stream
from .view import mixed

ENTRY_POINTS = "rulewright.players"
USUAL = Budget(500)


def _random(seed: int, seat: int) -> Player:
    return RandomPlayer(seat_stream(seed, seat))


def _greedy(seed: int, seat: int) -> Player:
    from .greedy import Greedy

    return Greedy(seed)


def _flat(seed: int, budget: Budget) -> Player:
    from .flat import Flat

    return Flat(seed, budget)


def _mcts(seed: int, budget: Budget) -> Player:
    from .mcts import MCTS

    return MCTS(seed, budget)


MAKERS: Mapping[str, Maker] = {"random": _random, "greedy": _greedy}
"""The players of the library by name."""

SEARCHING: Mapping[str, Callable[[int, Budget], Player]] = {"flat": _flat, "mcts": _mcts}
"""Those that are given a budget behind their names; `USUAL` if none is."""


def player(
    name: str, seed: int = 0, seat: int = 0, *, makers: Mapping[str, Maker] = MAKERS
) -> Player:
    """A player by name for one seat; its luck depends on the seed and the seat.

    `makers`: the names that are known, for callers who add their own. Raises `UsageError`.
    """
    return _maker(name, makers)(seed if name == "random" else own_seed(seed, seat), seat)


def seat_players(
    names: Sequence[str | Maker],
    seed: int = 0,
    *,
    seats: int,
    makers: Mapping[str, Maker] = MAKERS,
) -> tuple[Player, ...]:
    """The players of a game: a name or a maker for each seat, seat 0 first.

    All seats named `random` share one random player, so that a game of random players is the
    playout with the same seed. Makers of others are told a seed that depends on this one, and from
    which it cannot be told: chance in the game hangs on it. Raises `UsageError` for an unknown name
    or a wrong number of names.
    """
    return tuple(make() for make in seat_makers(names, seed, seats=seats, makers=makers))


def seat_makers(
    names: Sequence[str | Maker],
    seed: int = 0,
    *,
    seats: int,
    makers: Mapping[str, Maker] = MAKERS,
) -> tuple[Callable[[], Player], ...]:
    """What makes the players that `seat_players` gives, which can wait until they are to move; what
    is wrong with their names is raised at once."""
    if len(names) != seats:
        raise UsageError(
            f"the game has {many(seats, 'seat')}, but {many(len(names), 'player')} "
            f"{'is' if len(names) == 1 else 'are'} named"
        )
    lot = RandomPlayer(shared_stream(seed))
    return tuple(
        (lambda: lot)
        if name == "random"
        else partial(_maker(name, makers), own_seed(seed, seat), seat)
        for seat, name in enumerate(names)
    )


def blindness(names: Iterable[str], program: Program) -> str:
    """That a player which looks at points is asked for where there are no points to look at,
    in a line; empty if none is."""
    if "greedy" not in names or program.scores:
        return ""
    return (
        "greedy sees no difference between moves here but where one ends the game: nobody has "
        "points in it. flat:N and mcts:N play on to the end"
    )


def own_seed(seed: int, seat: int) -> int:
    """What a player at a seat draws by in a game with a seed."""
    return mixed("player", seed, seat)


def names() -> list[str]:
    """The names that are known, those that others have added among them."""
    return sorted({*MAKERS, *SEARCHING, *_added()})


def _added() -> dict[str, Callable[[], Maker]]:
    """Players that are installed beside the library: names of entry points, and how to load
    them."""
    from importlib.metadata import entry_points

    return {point.name: point.load for point in entry_points(group=ENTRY_POINTS)}


def _maker(name: str | Maker, makers: Mapping[str, Maker]) -> Maker:
    if not isinstance(name, str):
        return name
    word, colon, rest = name.partition(":")
    if word in SEARCHING:
        kind, found = SEARCHING[word], budget(rest, word, f"{word}:") if colon else USUAL
        return lambda seed, seat: kind(seed, found)
    if name in makers:
        return makers[name]
    added = _added()
    if name in added:
        return added[name]()
    known = {*makers, *SEARCHING, *added}
    if word in known:
        raise UsageError(f"{word} is given no budget: write {word}")
    hint = did_you_mean(name.split(":")[0], known) or f"known players: {', '.join(sorted(known))}"
    raise UsageError(f"there is no player called {name}; {hint}")
