"""`check --fix`: what is mechanical is mended, shown, and written if that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from rulewright import resources
from rulewright.check import modules
from rulewright.diagnostics import Diagnostic, UsageError
from rulewright.mending import mended
from rulewright.source import SourceFile

from .commands.fmt import Text, difference, with_line_ends_of, write
from .commands.test import agreed, is_asked
from .options import fail
from .screen import Screen, echo


class Looked(Protocol):
    """What there is to be said of some games: findings, and with which variants."""

    @property
    def found(self) -> list[tuple[Diagnostic, tuple[str, ...]]]: ...


Seen = TypeVar("Seen", bound=Looked)


def fix(look: Callable[[], Seen], *, yes: bool, screen: Screen) -> Seen:
    """Mend what can be mended mechanically, and give what is found then; `yes`: without asking.

    What is written is what was shown: a file that others have changed meanwhile keeps all files as
    they are.
    """
    before: dict[str, str] = {}
    looked: list[Seen] = []

    def found(texts: Mapping[str, str]) -> list[Diagnostic]:
        unsaved = {Path(name).resolve(): text for name, text in texts.items()}
        token = modules.UNSAVED.set({**modules.UNSAVED.get(), **unsaved})
        try:
            looked.append(look())
        finally:
            modules.UNSAVED.reset(token)
        return [finding for finding, _ in looked[-1].found]

    def may(source: SourceFile) -> bool:
        path = Path(source.name)
        if path.resolve().is_relative_to(resources.rules_root()):
            return False  # what comes with Rulewright
        try:
            text = modules.text_of(path)
        except UsageError:
            return False
        before[source.name] = text
        return text.replace("\r\n", "\n") == source.text

    after, _ = mended(found, may)
    changed = [
        Text(name, Path(name), before[name], with_line_ends_of(before[name], text))
        for name, text in sorted(after.items())
    ]
    if not changed:
        return looked[0]
    for text in changed:
        screen.show(difference(text))
    if not yes and not _agreed(len(changed)):
        return looked[0]
    for text in changed:
        assert text.path is not None
        if modules.text_of(text.path) != text.before:
            fail(f"{text.name} has changed meanwhile; nothing is written")
    for text in changed:
        write(text)
        screen.aside(f"mended {text.name}")
    return look()


def _agreed(files: int) -> bool:
    if not is_asked():
        echo("nothing is written: --yes does it without asking", err=True)
        return False
    return agreed(f"Write {'this file' if files == 1 else f'these {files} files'}? [y/N] ")
