"""Which games may be begun by whoever is served, and those begun last, to be shared.

Names of the catalogue may always be asked for. Paths may lead to rule files inside one folder, if
the host names one: what a link leads to counts, and the folder in which the file lies, for its
tables, variants and libraries are looked for there and nowhere else (see `check.modules`).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from ..backends.registry import EngineName
from ..check import modules, tables
from ..diagnostics import Findings, UsageError, nearest
from ..game import Game, load
from ..recent import Recent

MOST_GAMES = 8

_Texts = tuple[tuple[str, str], ...]


class Shelf:
    """Loads games as `rulewright.load` does, of those that may be loaded, and shares them.

    `root`: the folder with the rule files that may be asked for by path, relative to it; none
    without one. A game is had again without being made again while its files hold what they held.
    Like a `Session`, it belongs to one thread at a time; its games do not.
    """

    def __init__(self, root: str | Path | None = None) -> None:
        self.root = None if root is None else Path(root)
        self._games = Recent[object, tuple[_Texts, Game]](MOST_GAMES)

    def load(
        self,
        name: str,
        *,
        variants: Iterable[str] = (),
        options: Mapping[str, str | int] | None = None,
        seats: int | None = None,
        engine: EngineName | None = None,
    ) -> Game:
        """As `rulewright.load`. Raises `UsageError` also for what may not be asked for."""
        name = self._served(name) if _is_path(name) else _known(name)
        variants = [self._served(one) if _is_path(one) else one for one in variants]
        chosen = frozenset((option, type(v), v) for option, v in (options or {}).items())
        setting = name, frozenset(variants), chosen, seats, engine
        texts = _texts(name, variants)
        kept = self._games.get(setting)
        if kept is not None and kept[0] == texts and _has_its_tables(kept[1]):
            return kept[1]
        game = load(name, variants=variants, options=options, seats=seats, engine=engine)
        self._games.put(setting, (texts, game))
        return game

    def _served(self, name: str) -> str:
        """The path of a rule file inside the folder. What lies outside is not even looked for: a
        way out of the folder and back leads nowhere else, whatever is met on it."""
        if self.root is None:
            raise UsageError(
                f"only games that come with Rulewright are served here, and {name} is a path"
            )
        inside = False
        with suppress(OSError, ValueError):
            folder = os.path.abspath(self.root)
            asked = Path(os.path.normpath(os.path.join(folder, name)))
            path = self.root / asked.relative_to(folder)
            root, *places = (os.path.realpath(p) for p in (folder, path, path.parent))
            inside = all(Path(place).is_relative_to(root) for place in places)
        if not inside or path.suffix != ".game":
            raise UsageError(f"{name} is no rule file inside the folder that is served")
        return str(path)


def _is_path(name: str) -> bool:
    return name.endswith(".game") or "/" in name or "\\" in name


def _known(name: str) -> str:
    """A name of the catalogue."""
    known = modules.shipped()
    if name not in known:
        hint = nearest(name, known)
        more = f"; did you mean {hint}?" if hint else ""
        raise UsageError(f'there is no game called "{name}"{more}')
    return name


def _texts(name: str, variants: list[str]) -> _Texts:
    """All rule files of a game as they are now, and which files lie beside them."""
    game, libraries, edits = modules.gather(name, variants, Findings())
    files = [game, *libraries, *edits]
    folders = dict.fromkeys(file.path.parent for file in files)
    names = [(str(f), " ".join(sorted(p.name for p in f.glob("*.game")))) for f in folders]
    return (*((file.source.name, file.source.text) for file in files), *names)


def _has_its_tables(game: Game) -> bool:
    """Do the tables of a game hold what they held when it was loaded?"""
    for span, table in game.checked.tables.items():
        folder, name = Path(game.merged.folders[span.file]), Path(table.file.name).name
        now = tables.read_table(folder, name, span, Findings())
        if now is None or now.file.text != table.file.text:
            return False
    return True
