"""Names and words of rules, written wrong as people write them: for `test_mistyped_names`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Diagnostic, RulesError
from rulewright.editing import words
from rulewright.editing.family import Families
from rulewright.editing.positions import Text
from rulewright.editing.workspace import Workspace
from rulewright.game import check

SHORTEST = 3  # letters of a name that can be recognised at all
COMMENT_OR_WORDS = re.compile(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'")
NO_USES = ("scenario", "file")


@dataclass(frozen=True, slots=True)
class Place:
    """A word of a rule file; `kind`: what it is a name of, or the group of words it belongs to."""

    start: int
    right: str
    kind: str


@dataclass(frozen=True, slots=True)
class Slip:
    """A word that is written otherwise, and how."""

    place: Place
    written: str
    how: str

    def within(self, text: str) -> str:
        """The text with this slip in it."""
        start = self.place.start
        return text[:start] + self.written + text[start + len(self.place.right) :]


def places(path: Path) -> list[Place]:
    """Where a file uses a name, or a word of the language, in order; not where it declares one."""
    workspace = Workspace()
    text = path.read_text(encoding="utf-8")
    workspace.put(path, Text(text))
    family = Families(workspace).of(path)
    view = family.view(path) if family is not None else None
    assert view is not None
    found, named = list[Place](), set[int]()
    for use in view.uses:
        named.update(range(use.span.start, use.span.end))
        right = text[use.span.start : use.span.end]
        if not use.declares and use.symbol.kind not in NO_USES and len(right) >= SHORTEST:
            where = " in a scenario" if _is_in_scenario(text, use.span.start) else ""
            found.append(Place(use.span.start, right, use.symbol.kind + where))
    hidden = {at for one in COMMENT_OR_WORDS.finditer(text) for at in range(*one.span())}
    groups = {word: f"a {group}" for group, known in words.groups().items() for word in known}
    for word in re.finditer(r"[a-z_]+", text):
        if not {word.start(), word.start() - 1} & (named | hidden) and len(word[0]) >= SHORTEST:
            if word[0] in groups:
                found.append(Place(word.start(), word[0], f"{groups[word[0]]} of the language"))
    return sorted(found, key=lambda place: place.start)


def _is_in_scenario(text: str, at: int) -> bool:
    begun = re.findall(r"^(\w+)", text[:at], re.MULTILINE)
    return begun[-1:] == ["scenario"]


def slips(place: Place) -> Iterator[Slip]:
    """One word as people write it who do not look, or do not remember."""
    quote = place.right[:1] if place.right[:1] == "'" else ""
    right = place.right.strip("'")
    for how, written in _ways(right, place.start):
        if written != right and len(written.strip("_ ")) >= SHORTEST:
            yield Slip(place, f"{quote}{written}{quote}", how)


def _ways(word: str, number: int) -> Iterator[tuple[str, str]]:
    at = 1 + number % (len(word) - 1) if len(word) > 1 else 0  # some letter, not the first
    if len(word) > SHORTEST:
        yield "a letter too few", word[:at] + word[at + 1 :]
        yield "two letters exchanged", word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
        yield "a wrong letter", word[:at] + ("e" if word[at] != "e" else "a") + word[at + 1 :]
    yield "a letter twice", word[:at] + word[at] + word[at:]
    yield "singular", word.removesuffix("s")
    yield "plural", f"{word}s"
    if len(word) > SHORTEST + 1 or word.endswith("ed"):
        yield "without its ending", re.sub(r"(?:ing|ed|er|es|s)$", "", word)
    if " " not in word and "_" not in word:
        stem = word.removesuffix("e")
        yield "another form", f"{stem}ed" if not word.endswith("ed") else f"{word[:-2]}ing"
    yield "the beginning alone", word[: max(SHORTEST + 1, (2 * len(word) + 2) // 3)]
    yield "a capital", word[:1].swapcase() + word[1:]
    if "_" in word:
        yield "words joined", word.replace("_", "")
        yield "a blank for _", word.replace("_", " ")
        yield "its last word", word.rpartition("_")[2]
        first, _, rest = word.partition("_")
        yield "capitals for _", first + "".join(part.title() for part in rest.split("_"))
    if " " in word:
        yield "words joined", word.replace(" ", "")
        yield "_ for a blank", word.replace(" ", "_")


def first_told(path: Path) -> Diagnostic | None:
    """What is told first of a rule file, if anything is wrong with it."""
    try:
        game = check(str(path))
        game.scenarios()
    except RulesError as error:
        return error.diagnostics[0]
    return None


def is_recognised(slip: Slip, finding: Diagnostic, text: str) -> bool:
    """Does it stand on the line of the slip, and say what was to be written?"""
    if finding.span.line != text.count("\n", 0, slip.place.start) + 1:
        return False
    right = re.escape(slip.place.right.strip("'"))
    told = f"{finding.message}\n{finding.hint}\n" + "\n".join(one.message for one in finding.notes)
    if finding.fix is not None:
        told += f"\n{finding.fix.text}"
    return re.search(rf"(?<!\w){right}(?!\w)", told) is not None
