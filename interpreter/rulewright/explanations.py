"""What a code of a finding means, with a wrong and a right example.

The sentences are those of the table in `grammar/REFERENCE.md`, the examples those of
`grammar/MISTAKES.md`: there is one place for each, and tests run every example.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from . import resources
from .files import own_text

EXAMPLES = "MISTAKES.md"
EXAMPLE = 'variant example of base "An example"\n\n'  # where an example has no header


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code, what it means, and examples; of several of a kind, an empty line stands between."""

    code: str
    meaning: str
    wrong: str
    right: str


@cache
def explanations() -> MappingProxyType[str, Explanation]:
    """Every code there is, in the order of the reference."""
    meanings = re.findall(r"^\| ([EWL]\d{3}) \| (.*) \|$", _text("REFERENCE.md"), re.M)
    return MappingProxyType(
        {
            code: Explanation(code, meaning, _told(code, "wrong"), _told(code, "right"))
            for code, meaning in meanings
        }
    )


def examples(code: str, kind: str) -> tuple[str, ...]:
    """The examples for a code that are `wrong`, or `right`, each by itself."""
    return _blocks().get(f"{code} {kind}", ())


def _told(code: str, kind: str) -> str:
    return "\n".join(examples(code, kind))


def where() -> str:
    """The path of the page with all examples and the files they use."""
    return str(resources.page(EXAMPLES))


def files() -> dict[str, str]:
    """The files that the examples extend and use: name and text."""
    found: dict[str, str] = {}
    for name, texts in _blocks().items():
        if "." in name:
            found |= dict.fromkeys(_in_full(f"{name}\n").split(), _in_full(texts[0]))
    return found


def whole(example: str) -> str:
    """An example as the rule file it stands for: most are the body of a variant."""
    alone = re.match(r"#|(?:game|variant|library)\b", example)
    return _in_full(example if alone else EXAMPLE + example)


def _in_full(text: str) -> str:
    """A text with all that is written shortly in examples: `⟨TEXT⟩×3`, with the number of each in
    place of №, and signs for control characters."""
    text = re.sub(
        r"⟨([^⟩]*)⟩×(\d+)",
        lambda part: "".join(
            part.group(1).replace("№", str(i)) for i in range(1, int(part.group(2)) + 1)
        ),
        text,
    )
    return re.sub("[\u2400-\u241f]", lambda sign: chr(ord(sign.group()) - 0x2400), text)


@cache
def _blocks() -> dict[str, tuple[str, ...]]:
    """What is written after the three signs that open a block, and what stands in the blocks that
    say so."""
    found = dict[str, tuple[str, ...]]()
    for name, text in re.findall(r"^```(.+)\n((?:.*\n)*?)```$", _text(EXAMPLES), re.M):
        found[name] = (*found.get(name, ()), text)
    return found


def _text(page: str) -> str:
    return own_text(resources.page(page))
