"""What to load, as plain data: any process can load it, and a command line can name it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .backends.registry import EngineName
from .game import Game, load


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What to load: the arguments of `rulewright.load`, so that every process loads it itself."""

    name: str
    variants: tuple[str, ...] = ()
    options: dict[str, str | int] = field(default_factory=dict)
    seats: int | None = None
    engine: EngineName | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What it is loaded by."""
        return self.name, *self.variants

    def load(self) -> Game:
        """The game. Raises `RulesError` and `UsageError`."""
        return load(
            self.name,
            variants=self.variants,
            options=self.options,
            seats=self.seats,
            engine=self.engine,
        )

    @property
    def arguments(self) -> list[str]:
        """The same on a command line."""
        return [
            self.name,
            *(part for name in self.variants for part in ("--variant", name)),
            *(part for name, v in self.options.items() for part in ("--option", f"{name}={v}")),
            *(("--seats", str(self.seats)) if self.seats is not None else ()),
        ]

    def __str__(self) -> str:
        parts = [*self.variants, *(f"{name}={value}" for name, value in self.options.items())]
        seats = [f"{self.seats} seat{'s' * (self.seats != 1)}"] if self.seats is not None else []
        return ", ".join([self.name, *seats, *parts])
