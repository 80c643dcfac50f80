"""Rules without errors: what checking gives, and what of it holds for variants, too.

Most variants only set options, and the generic program is one for all values of these: what was
checked of the game by itself is theirs as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import is_
from pathlib import Path
from typing import cast

from ..core import ir
from ..diagnostics import Findings
from ..source import Span
from .expressions import Expressions
from .look import look_of
from .modules import Merged
from .scope import OptionSymbol, Scope
from .tables import CsvTable, read_table


@dataclass(frozen=True, slots=True)
class Checked:
    """Rules without errors: the generic program they make, what its names mean, and its tables by
    the places that ask for them.

    It stays as it is, so that any threads may share it: what is read about it later, such as
    scenarios, is read by readers with names and findings of their own.
    """

    merged: Merged
    program: ir.GenericProgram
    scope: Scope
    tables: Mapping[Span, CsvTable]

    def has_read_the_same(self) -> bool:
        """Are its tables still as they were read, and its look?"""
        findings = Findings()
        return (
            self._tables_say_the_same()
            and look_of(self.merged, self.program, findings) == self.program.look
            and not findings.found
        )

    def _tables_say_the_same(self) -> bool:
        for span, table in self.tables.items():
            _, _, name = table.file.name.rpartition("/")
            now = read_table(Path(self.merged.folders[span.file]), name, span, Findings())
            if now is None or now.file.text != table.file.text:
                return False
        return True

    def as_set_by(
        self, merged: Merged, findings: Findings, chosen: Callable[[ir.Option], int]
    ) -> Checked | None:
        """The same rules with the options as other variants set them, if that is all these do: what
        was checked, and nothing was found in it, holds then as well. None if they do more, or if
        sizes hang on it."""
        before, now = self.merged, merged
        if (
            len(before.declarations) != len(now.declarations)
            or not all(map(is_, before.declarations, now.declarations))
            or (before.header.players, before.header.seat_names)
            != (now.header.players, now.header.seat_names)
            or now.broken
        ):
            return None
        options = tuple(as_set(option, merged) for option in self.program.options)
        if not self.program.is_for({option.name: chosen(option) for option in options}):
            return None
        if not self._tables_say_the_same():
            return None
        program = replace(self.program, options=options)
        program.look = look_of(merged, program, findings)
        findings.raise_errors()
        scope = self.scope.copy()
        for option in options:
            symbol = cast(OptionSymbol, scope.values[option.name])
            scope.values[option.name] = replace(symbol, option=option)
        return Checked(merged, program, scope, self.tables)

    def reader(self, findings: Findings) -> Expressions:
        """Reads expressions about the program; what it numbers meanwhile, nobody else will know."""
        reader = Expressions(self.scope.copy(), findings)
        reader.won_by, reader.best = self.program.winners, self.program.winner
        return reader


def as_set(option: ir.Option, merged: Merged) -> ir.Option:
    """An option, as variants set it."""
    said = merged.defaults.get(option.name)
    if said is None:
        return option
    kind = option.type
    value = kind.domain.labels.index(said) if isinstance(kind, ir.Element) else int(said)
    return replace(option, default=value)
