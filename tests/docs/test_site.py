"""The pages for a browser are made without a warning, from the checkout alone, and hold every
public name.

Making them takes half a minute and needs `pip install '.[docs]'`, so it is done on demand:
RULEWRIGHT_SITE=1 .venv/bin/python -m pytest tests/docs/test_site.py
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright

ROOT = Path(__file__).parents[2]
NEEDED = ("sphinx", "furo", "myst_parser")
pytestmark = pytest.mark.skipif(
    not os.environ.get("RULEWRIGHT_SITE") or not all(map(importlib.util.find_spec, NEEDED)),
    reason="RULEWRIGHT_SITE is not set, or Sphinx is not installed",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [
            sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", ROOT / "docs",
            "-d", folder / "trees", ROOT, folder / "pages",
        ],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        env={**os.environ, "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    return folder / "pages"


def test_every_public_name_is_told_of(site: Path) -> None:
    page = (site / "docs" / "api.html").read_text(encoding="utf-8")
    told = set(re.findall(r'id="rulewright\.(\w+)"', page))
    assert told >= set(rulewright.__all__) - {"__version__"}
    members = set(re.findall(r'id="rulewright\.State\.(\w+)"', page))
    public = {name for name in vars(rulewright.State) if not name.startswith("_")}
    assert public - members == {"engine", "seed"}


def test_every_page_is_there_and_needs_no_other_machine(site: Path) -> None:
    for name in (
        "README", "grammar/CHEATSHEET", "grammar/REFERENCE", "rules/TUTORIAL", "rules/COOKBOOK",
        "rules/ruta/rulebook",
    ):  # fmt: skip
        assert (site / f"{name}.html").is_file()
    pages = list(site.rglob("*.html"))
    loaded = re.compile(r'<(?:script|img|link)\b[^>]*\b(?:src|href)="(?:https?:)?//')
    assert [page for page in pages if loaded.search(page.read_text(encoding="utf-8"))] == []


def test_rules_are_in_colour(site: Path) -> None:
    page = (site / "grammar" / "CHEATSHEET.html").read_text(encoding="utf-8")
    assert 'class="highlight-game' in page and '<span class="kd">zone</span>' in page
