"""What an earlier run found of rules that were fine, and have not changed since.

All that it hangs on is its name: the texts of the rule files, of tables and looks, the names of
rule files beside them and which of these are no variants, although they name them as such, what was
asked, and the library itself. Where anything at all was found amiss nothing is kept: it is looked
at again, and told with what is there now.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from ..check.modules import Loaded, gather, strangers
from ..core import soundness
from ..diagnostics import Findings, RulewrightError
from ..files import file_bytes
from ..kept import keep, kept
from ..resources import code

MOST = 120  # sets of variants of a game, and what is asked of them
LARGEST = 1_000_000  # bytes of a table; beside a larger one nothing is kept
ROOM = 16_000_000  # bytes, of all games

Name = str


class Unchanged:
    """What is known of a game: of each set of variants that was fine, what it came to, as plain
    data.

    `what`: who asks. `fresh`: nothing is known, and nothing kept.
    """

    def __init__(self, what: str, game: Path, *, fresh: bool = False) -> None:
        where = blake2b(str(game.resolve()).encode(errors="surrogatepass"), digest_size=8)
        self._game = game
        self._place = "found", f"{what}-{where.hexdigest()}.json"
        self._form = f"found 1 {code()} {sys.version}"
        self._off = fresh or soundness.WANTED  # who wants programs looked at has them made
        found = None if self._off else kept(*self._place, form=self._form)
        self._found: dict[Name, Any] = json.loads(found or "{}")
        self._more = False

    def files(self, variants: Iterable[str]) -> list[Loaded]:
        """The files of a set of variants; none where they cannot all be read."""
        findings = Findings()
        try:
            game, libraries, edits = gather(str(self._game), variants, findings)
        except RulewrightError:  # which will be told when they are looked at
            return []
        return [] if findings.found else [game, *libraries, *edits]

    def name(self, files: Sequence[Loaded], *asked: object) -> Name:
        """What names a set of variants by all it hangs on: its files, those beside them, and what
        is asked of it. Empty where nothing is to be known of it."""
        if self._off or not files:
            return ""
        about = [(file.source.name, str(file.path), file.source.text) for file in files]
        unfit = [name.text for file in files for name in strangers(file)]
        hasher = sha256(repr((asked, about, unfit)).encode(errors="surrogatepass"))
        looks = {f"{file.path.stem}.look.csv" for file in files}
        for folder in sorted({file.path.parent for file in files}):
            tables = [
                path
                for path in sorted(folder.glob("*.csv"))
                if path.name in looks or any(f'"{path.name}"' in text for *_, text in about)
            ]
            names = [path.name for path in (*sorted(folder.glob("*.game")), *tables)]
            hasher.update(repr((str(folder), names)).encode(errors="surrogatepass"))
            for table in tables:
                try:
                    data = file_bytes(table, LARGEST)
                except OSError:
                    return ""
                pictures = table.name.endswith(".look.csv") and b"picture" in data
                if len(data) > LARGEST or pictures:  # which lie anywhere below
                    return ""
                hasher.update(data + b"\0")
        return hasher.hexdigest()

    def get(self, name: Name) -> Any:
        """What was found of it; None if that is not known."""
        found = self._found.pop(name, None)
        if found is not None:
            self._found[name] = found  # the last to go
        return found

    def put(self, name: Name, found: object) -> None:
        """It was fine, and came to this."""
        if name:
            self._found[name] = found
            self._more = True

    def save(self) -> None:
        """Keep what is known for later runs; of very much, what was asked for last."""
        if self._more:
            last = dict([*self._found.items()][-MOST:])
            keep(json.dumps(last).encode(), *self._place, form=self._form, room=ROOM)
