"""Names with a sign in them, such as those of edges, are told to stand in quotes wherever they do
not."""

from pathlib import Path

import pytest

from rulewright import load
from rulewright.diagnostics import RulesError

VARIANT = """\
variant roads of ruta "Roads"
  "A road is there from the first."
scenario "A road is there"
  given
    holder of {road}: first
    to move: first (main)
  expect not over
"""


def test_an_edge_behind_a_mark_is_told_to_stand_in_quotes(tmp_path: Path) -> None:
    file = tmp_path / "roads.game"
    file.write_text(VARIANT.format(road="'Forest-Mountain'"))
    assert "A road is there" in {one.title for one in load(str(file)).scenarios()}
    file.write_text(VARIANT.format(road="Forest-Mountain"))
    with pytest.raises(RulesError) as told:
        load(str(file)).scenarios()
    hint = "a name like this stands in single quotes: 'Forest-Mountain'"
    assert told.value.diagnostics[0].hint == hint
