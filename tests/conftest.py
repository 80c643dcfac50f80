"""Options of the whole test suite."""

from __future__ import annotations

import pytest

from rulewright.core import verify

verify.WANTED = True  # of every program that is loaded here


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write what is found into the golden files; review the difference before keeping it",
    )
