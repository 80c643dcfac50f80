"""What the page of the package says, where README.md does not stand among the files that it shows.

Addresses within README.md are relative, so that they hold in every copy. A package page has no such
files beside it: once pyproject.toml says where they can be had (`files`, the address of a folder
that holds them as they are), addresses are made of that; until then what cannot be shown is left
out, words stay, and nothing on the page leads nowhere.
"""

from __future__ import annotations

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def page(text: str, files: str) -> str:
    """The text with addresses that hold anywhere; none where there are no `files`."""

    def told(found: re.Match[str]) -> str:
        picture, words, address = found.groups()
        if files:
            return f"{picture}[{words}]({files.rstrip('/')}/{address})"
        return "" if picture else words

    return LINK.sub(told, text)


class CustomMetadataHook(MetadataHookInterface):
    """Puts the page into the package's metadata."""

    def update(self, metadata: dict[str, object]) -> None:
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": page(text, str(self.config["files"])),
        }
