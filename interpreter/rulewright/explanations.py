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

EXAMPLES = "MISTAKES.md"
EXAMPLE = 'variant example of base "An example"\n\n'  # where an example has no header


@dataclass(frozen=True, slots=True)
class Explanation:
    """A code, what it means, and two examples; they are empty where there is no short one."""

    code: str
    meaning: str
    wrong: str = ""
    right: str = ""


@cache
def explanations() -> MappingProxyType[str, Explanation]:
    """Every code there is, in the order of the reference."""
    meanings = re.findall(r"^\| ([EWL]\d{3}) \| (.*) \|$", _text("REFERENCE.md"), re.M)
    examples = _blocks()
    return MappingProxyType(
        {
            code: Explanation(
                code, meaning, examples.get(f"{code} wrong", ""), examples.get(f"{code} right", "")
            )
            for code, meaning in meanings
        }
    )


def where() -> str:
    """The path of the page with all examples and the files they use."""
    return str(resources.page(EXAMPLES))


def files() -> dict[str, str]:
    """The files that the examples extend and use: name and text."""
    return {name: text for name, text in _blocks().items() if "." in name}


def whole(example: str) -> str:
    """An example as the rule file it stands for: most are the body of a variant."""
    alone = re.match(r"#|(?:game|variant|library)\b", example)
    return example if alone else EXAMPLE + example


@cache
def _blocks() -> dict[str, str]:
    """What is written after the three signs that open a block, and what stands in the block."""
    return dict(re.findall(r"^```(.+)\n((?:.*\n)*?)```$", _text(EXAMPLES), re.M))


def _text(page: str) -> str:
    return resources.page(page).read_text(encoding="utf-8")
