"""An edit of an action that nobody can choose, as another variant has it, is told at the edit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import load
from rulewright.diagnostics import Diagnostic
from rulewright.mending import Texts, mended
from rulewright_cli.commands.check import look_at

GAME = """game plums "Plums"
  players 2
mark bowl: 0..12, starts 12               "Plums in the bowl"

phase meal
  turns until bowl is 0
    one_turn
phase cleaning
  turns until bowl is 12
    choose fill
      put_back
to one_turn
  choose main
    take
    wait
action take
  eat
action wait
  if bowl > 3
    eat
action put_back
  if bowl < 12
    gain 1 bowl
to eat
  spend 1 bowl
score left of p: bowl
winner most score
"""
TAKES_AWAY = {
    "its offer": ("remove take in main", "take"),
    "its phase": ("remove phase cleaning", "put_back"),
    "the turn": ('replace "one_turn"\n  choose other\n    put_back', "take"),
    "the call of a procedure": ('replace "one_turn"\n  choose other\n    put_back', "one_turn"),
    "the last line that calls it": (
        'replace "eat" in take\n  spend 1 bowl\nreplace "if bowl > 3" in wait\n  spend 1 bowl',
        "eat",
    ),
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    def written(others: str = "", /, **variants: str) -> str:
        (tmp_path / "plums.game").write_text(GAME)
        for name in (*variants, *others):
            head = f'variant {name} of plums "{name.title()}"\n'
            (tmp_path / f"{name}.game").write_text(head + variants.get(name, ""))
        return str(tmp_path / "plums.game")

    return written


def told(path: str) -> list[tuple[str, int, str, str, list[str]]]:
    """What `check` says: code, line, what it stands at, the message, and the notes' places."""
    return [
        (f.code, f.span.line, f.span.text(), f.message,
         [f"{Path(note.span.file.name).name}:{note.span.line}" for note in f.notes if note.span])
        for f, _ in look_at([path]).found
    ]  # fmt: skip


@pytest.mark.thorough(each="how")
@pytest.mark.parametrize("how", TAKES_AWAY)
@pytest.mark.parametrize("names", [("less", "more"), ("more", "less")])
@pytest.mark.parametrize("many", ["", "abcd"])
def test_an_edit_of_what_another_variant_leaves_without_use_is_told(
    how: str, names: tuple[str, str], many: str, write: Callable[..., str]
) -> None:
    """Whichever comes first, and of many variants too, of which not all pairs are looked at."""
    less, more = names
    edit, name = TAKES_AWAY[how]
    path = write(
        many, **{less: edit, more: f"add at end of {name}\n  if bowl > 7\n    spend 1 bowl"}
    )
    why = {"one_turn", "eat"} & {name}
    what = (
        f"{name}, which is never called" if why else f"the action {name}, which nobody can choose"
    )
    (found,) = told(path)
    assert found[:4] == ("W002", 2, name, f"{more} changes {what}")
    assert [place.partition(":")[0] for place in found[4]] == [f"{less}.game"]
    assert load(path, variants=names).start(seed=1).decisions == 0  # they can be played


def test_the_note_and_the_hint_name_the_other_variant(write: Callable[..., str]) -> None:
    path = write(less="\nremove take in main", more="add at end of take\n  eat")
    ((finding, chosen),) = look_at([path]).found
    assert chosen == ("less", "more")
    (note,) = finding.notes
    assert note.span is not None and note.span.text() == "take in main"
    assert finding.hint == "do they not go together? below the header: excludes less"


def test_no_edit_is_told_that_does_something(write: Callable[..., str]) -> None:
    path = write(
        less="remove put_back in fill\nadd take to fill\nremove action put_back",
        more="add at end of take\n  eat\nremove wait in main\nadd wait to fill\n"
        "add at end of wait\n  eat",
    )
    assert told(path) == []


def test_those_that_exclude_each_other_are_not_looked_at(write: Callable[..., str]) -> None:
    less = "  excludes more\nremove take in main"
    assert told(write("abcd", less=less, more="add at end of take\n  eat")) == []


def test_what_a_variant_itself_leaves_without_use_is_told_of_it_alone(
    write: Callable[..., str],
) -> None:
    path = write(more="add at end of take\n  eat\nremove take in main")
    assert told(path) == [
        ("W002", 2, "take", "more changes the action take, which nobody can choose", [])
    ]


ANEW = {
    "its offer": "replace action take\n  spend 1 bowl\n",
    "its phase": "replace action put_back\n  gain 1 bowl\n",
    "the turn": "replace action take\n  spend 1 bowl\n",
    "the call of a procedure": "replace to one_turn\n  choose quick\n    take\n",
    "the last line that calls it": (
        "define much = 2\nreplace to eat\n  let all = much\n  if bowl > all\n    spend 1 bowl\n"
    ),
}  # fmt: skip


@pytest.mark.thorough(each="how")
@pytest.mark.parametrize("how", ANEW)
@pytest.mark.parametrize("names", [("less", "more"), ("more", "less")])
def test_what_one_variant_replaces_another_may_leave_without_use(
    how: str, names: tuple[str, str], write: Callable[..., str]
) -> None:
    """As what the game declares may be: nobody has made a mistake, and the two can be played."""
    less, more = names
    edit, name = TAKES_AWAY[how]
    path = write("", **{less: edit, more: ANEW[how]})
    ((found, _),) = look_at([path]).found
    away = f"{'to' if name in ('one_turn', 'eat') else 'action'} {name}"
    assert (found.code, found.span.text()) == ("W002", name)
    if not TAKES_AWAY[how][0].startswith("replace"):  # else the other one may replace less
        said = f"with the other it can be taken away, below `with OTHER`: remove {away}; do they"
        assert found.hint.startswith(said)
    assert load(path, variants=names).start(seed=1).decisions == 0
    both = f"with less\n  remove {away}\n"
    assert told(write("", less=edit, more=ANEW[how] + both)) == []


def test_what_a_with_block_replaces_may_not_be_left_without_use(write: Callable[..., str]) -> None:
    block = "with less\n  replace action take\n    spend 1 bowl\n"
    path = write("", less="remove take in main", more=block)
    assert ("E190", 3, "take") in [found[:3] for found in told(path)]


AS_IT_IS = {
    "set until in turns in meal to bowl is 0": "turns in meal",
    "add until bowl is 0 to turns in meal": "turns in meal",
    "set many to 3": "many",
    "set limit to 7": "limit",
    'replace "eat" in take\n  eat': '"eat" in take',
    "replace main\n  choose main\n    take\n    wait": "main",
}
DRAFTS = [  # whole declarations, said anew to be changed
    "replace define limit = 7",
    "replace action take\n  eat",
    "replace score left of p: bowl",
    "replace winner most score",
]
OTHERWISE = [
    "set until in turns in meal to bowl is 1",
    'set until in turns in meal to bowl is 0 "Until it is empty"',
    "add until bowl is 1 to turns in meal",
    "set many to 4",
    "set limit to 3 + 4",
    'replace "eat" in take\n  eat\n  eat',
    'replace winner most score "Who has most"',
]


@pytest.fixture
def plums(write: Callable[..., str], tmp_path: Path) -> Callable[..., str]:
    def written(**variants: str) -> str:
        path = write(**variants)
        rules = GAME.replace("if bowl > 3", "if bowl > many and bowl < limit")
        more = "option many: 3, 2..5\ndefine limit = 7\n\nphase meal"
        (tmp_path / "plums.game").write_text(rules.replace("phase meal", more))
        return path

    return written


@pytest.mark.parametrize("edit", AS_IT_IS)
def test_an_edit_that_says_what_is_so_without_it_is_told(
    edit: str, plums: Callable[..., str]
) -> None:
    (found,) = told(plums(same=edit))
    said = "same changes nothing here: what it says is so without it"
    where = AS_IT_IS[edit].replace("replace ", "")
    assert (found[0], found[1], found[3]) == ("W002", 2, said)
    assert found[2] == where


@pytest.mark.parametrize("edit", OTHERWISE + DRAFTS)
def test_an_edit_that_says_something_else_is_not(edit: str, plums: Callable[..., str]) -> None:
    assert told(plums(other=edit)) == []


def test_what_another_variant_has_made_so_already_is_no_mistake(plums: Callable[..., str]) -> None:
    """Each of the two is right by itself."""
    one = "replace turns in meal\n  turns until bowl is 1\n    one_turn"
    path = plums(one=one, two="set until in turns in meal to bowl is 1")
    assert not [found for found in told(path) if "so without it" in found[3]]


def test_what_is_mended_may_be_so_without_it(plums: Callable[..., str], tmp_path: Path) -> None:
    """It is what the author has written, and told then."""
    path = plums(same="set meny to 3")
    made, left = mended(lambda texts: _found(path, texts), lambda source: "same" in source.name)
    assert [text.splitlines()[1] for text in made.values()] == ["set many to 3"]
    assert [finding.code for finding in left] == ["W002"]


def _found(path: str, texts: Texts) -> list[Diagnostic]:
    for name, text in texts.items():
        Path(name).write_text(text)
    return [finding for finding, _ in look_at([path]).found]
