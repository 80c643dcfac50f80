"""How the pages are made: `sphinx-build -W -c docs . OUT`, from what is in the checkout alone.

The source folder is the whole checkout, so that pages lead to each other as they do there.
"""

from __future__ import annotations

import re
from typing import Any

from rulewright import __version__

project = "Rulewright"
author = copyright = "The Rulewright authors"
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = [
    "docs/*.md", "docs/*.rst", "*.md", "grammar/*.md", "rules/*.md", "rules/*/rulebook.md",
    "editors/vscode/README.md",
]  # fmt: skip
suppress_warnings = ["misc.highlighting_failure"]  # what lexers of other languages do not know

html_theme = "furo"
html_title = f"Rulewright {release}"
html_show_sourcelink = False

myst_heading_anchors = 4  # as links between the pages name headings

default_role = "code"  # what stands between single backticks in docstrings
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"


def _examples_as_code(app: Any, what: str, name: str, it: Any, how: Any, lines: list[str]) -> None:
    """What stands deeper than the text before it is code."""
    text = "\n".join(lines)
    lines[:] = re.sub(r"(?m)(?<=\n\n)(?= {2,}\S)(?<!::\n\n)", "::\n\n", text).split("\n")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", _examples_as_code)
