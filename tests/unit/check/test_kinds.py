"""Each kind of thing where each other kind is wanted: the message says what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import RulesError, load

GAME = """\
game g "G"
  players 2 named ann, bob
option a_option: 3, 4
type a_type: ring an_element, north, east, south, west
component a_component from "cards.csv" named by name
  a_property: 0..9
board a_board: grid 1 by 2 of a_component from "map.csv"
edges an_edge of a_board
board a_field: grid 2 by 2
cells a_cell of a_field named "{letter}{y}"
board a_land: grid of a_component
cells a_site of a_land named "{x} {y}"
zone a_set: set of a_component
zone a_stack: stack of a_component
zone a_row: row 2 of a_component
zone a_slot: slot of a_component
mark a_mark: 0..9
define a_define = 3
score a_score of p: 3
winner most score
phase a_phase
  turns until passes is 2
    choose a_choice
      an_action
      an_offer(k in 1..2)
        let a_let = k
        gain a_let a_mark
      else pass
action an_action
  compose a_compose
    step a_step(k in 1..2) into a_selection
    finish a_finish
      needs a_label: a_selection is not empty          else "none"
  gain 1 a_mark
to a_procedure
  gain 1 a_mark
"""
KINDS = {
    "a_option": "option", "a_type": "type", "an_element": "element", "a_component": "component",
    "a_property": "property", "a_board": "board of components", "an_edge": "edge",
    "a_field": "board of cells", "a_cell": "type", "a_land": "board without bounds",
    "a_site": "type", "a_set": "zone", "a_stack": "zone", "a_row": "zone", "a_slot": "zone",
    "a_mark": "mark", "a_define": "definition", "a_score": "score line", "a_phase": "phase",
    "a_choice": "choice", "an_offer": "offer", "an_action": "action", "a_compose": "compose",
    "a_step": "step", "a_finish": "finish", "a_label": "`needs`", "a_procedure": "procedure",
    "ann": "seat", "size": "function",
}  # fmt: skip
PLACES = {
    "a type": "mark other: NAME",
    "a key": "mark other of NAME: 0..9",
    "a set": "mark other: set of NAME",
    "what lies in a zone": "zone other: stack of NAME",
    "what lies on a board": 'board other: grid 1 by 2 of NAME from "map.csv"',
    "a size": "board other: grid NAME by 2",
    "a board with edges": "edges other of NAME",
    "a board with cells": 'cells other of NAME named "{letter}{y}"',
    "what is dealt from": "before dealing from NAME\n  set a_mark to 0",
    "a value": "define other = NAME",
    "a function": "define other = NAME of NAME",
    "a call": "to other\n  NAME",
    "an offer": "phase other\n  repeat until no\n    choose other\n      NAME",
    "moved to": "to other\n  move a_stack to NAME",
    "moved from": "to other\n  move top of a_stack from NAME to a_set",
    "dealt": "to other\n  deal 1 from NAME to a_set",
    "refilled": "to other\n  refill NAME from a_stack",
    "shuffled": "to other\n  shuffle NAME",
    "set": "to other\n  set NAME to 3",
    "gained": "to other\n  gain 1 NAME",
    "picked": "to other\n  pick NAME from 1..3",
}
INNER = ["a_label", "a_finish", "a_step", "a_compose", "an_offer", "a_choice"]  # edited first
NO_EDITS = ("ann", "size", "an_element", "a_property")
EDITED = [*INNER, *(name for name in KINDS if name not in (*INNER, *NO_EDITS))]
EDITS = (
    "set NAME to 3", "replace define NAME = 3", "replace mark NAME: 0..3",
    "replace zone NAME: set of a_component", "replace action NAME\n  gain 1 a_mark",
    "replace option NAME: 1, 2", "replace to NAME\n  gain 1 a_mark", "replace score NAME of p: 3",
    "add NAME to a_choice", "add an_action to NAME", "add at end of NAME\n  gain 1 a_mark",
    "add before NAME\n  gain 1 a_mark", "replace NAME\n  gain 1 a_mark", "remove NAME",
)  # fmt: skip
NOUNS = (
    "option|type|component|property|board|zone|mark|definition|score line|phase|choice|offer|"
    "action|compose|step|finish|procedure|seat|function"
)


def findings(folder: Path, text: str, edits: str = "") -> list[str]:
    """What is said of what comes after the game."""
    (folder / "cards.csv").write_text("name,a_property\nace,1\ntwo,2\nsix,3\n")
    (folder / "map.csv").write_text("row,column,name\n1,1,ace\n1,2,two\n")
    (folder / "g.game").write_text(GAME + text)
    (folder / "v.game").write_text(f'variant v of g "V"\n{edits}')
    try:
        load(str(folder / ("v.game" if edits else "g.game")), engine="reference")
    except RulesError as error:
        found = [(d.span.file.name.endswith("v.game"), d) for d in error.diagnostics]
        return [d.message for of_v, d in found if of_v or d.span.line > GAME.count("\n")]
    return []


def lies(messages: list[str]) -> list[tuple[str, str]]:
    """Messages that say that something is missing which is there, or is what it is not."""
    found: list[tuple[str, str]] = []
    for message in messages:
        for name in re.findall(r'(?:no|unknown) [\w ,]*?"?\b(an?_\w+|ann|size)\b', message):
            found.append((name, message))
        for name, said in re.findall(
            rf"\b(an?_\w+|ann|size) is (?:an? )?((?:\w+ )?(?:{NOUNS})\b)", message
        ):
            if KINDS[name].split()[0] not in said and said not in KINDS[name]:
                found.append((name, message))
    return found


@pytest.mark.parametrize("place", PLACES)
def test_what_is_there_is_never_said_to_be_missing_or_something_else(
    place: str, tmp_path: Path
) -> None:
    texts = [
        PLACES[place].replace("other", f"other_{i}").replace("NAME", name)
        for i, name in enumerate(KINDS)
    ]
    said = findings(tmp_path, "\n".join(texts) + "\n")
    assert said and lies(said) == []


@pytest.mark.parametrize("edit", EDITS)
def test_edits_say_what_they_name(edit: str, tmp_path: Path) -> None:
    said = findings(tmp_path, "", "".join(f"{edit}\n".replace("NAME", name) for name in EDITED))
    assert said and lies(said) == []


def test_what_is_nowhere_is_said_to_be_missing(tmp_path: Path) -> None:
    for place, text in PLACES.items():
        said = findings(tmp_path, text.replace("NAME", "hnad") + "\n")
        missing = re.compile(r'(no|unknown) [\w ,]*"?hnad|hnad is no')
        assert any(map(missing.search, said)), place


def test_a_thing_is_no_value_of_its_property(tmp_path: Path) -> None:
    """Where one property alone says such a thing, it is named."""
    (tmp_path / "cards.csv").write_text("name,suit,lead,other\nA,red,red,red\n")
    rules = (
        'game suits "Suits"\n  players 2\n\ntype suit: red, blue\ntype mood: glad, sad\n'
        'component card from "cards.csv" named by name\n  suit: suit\n  mood: mood\n\n'
        "mark ahead: card\n\nalways ahead is {}\n"
    )
    (tmp_path / "cards.csv").write_text("name,suit,mood\nA,red,sad\n")
    (tmp_path / "suits.game").write_text(rules.format("blue"))
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "suits.game"))
    hints = {d.message: d.hint for d in caught.value.diagnostics}
    assert hints["a card can never be a suit"] == "write: suit of ahead is blue"
