"""What variants put last is there for their `with` blocks, whatever they are called."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from rulewright import RulesError
from rulewright.game import check
from rulewright.syntax import nodes as n
from rulewright.syntax.walk import walk

GAME = """\
game pick "Pick"
  players 2

mark bowl: 0..9, starts 9
mark luck: 0..99

phase meal
  turns until bowl is 0
    choose main
      take
        spend 1 bowl

always end after 900 moves
winner p where bowl is 0
"""
ASKS = """\
add last at end of turns
  may choose more
    'again'
      spend 1 bowl
    or enough
"""
LATER = "add last at end of take\n  if bowl is 1\n    gain 4 luck\n"
NAP = "action nap\n  gain 9 luck\nadd nap to more\n"
QUIET = 'mark joy: 0..9    "Joy"\n'
NAMES = [("asks", "naps"), ("naps", "asks"), ("p", "q"), ("q", "p")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pick.game").write_text(GAME)
    return tmp_path


def written(folder: Path, name: str, edits: str) -> str:
    """The path of a variant that is written."""
    path = folder / f"{name}.game"
    path.write_text(f'variant {name} of pick "Variant"\n\n{edits}')
    return str(path)


def below(name: str, edits: str) -> str:
    """Edits that count with another variant."""
    return f"\nwith {name}\n{indent(edits, '  ')}"


def put(number: int, where: str = "at end of turns") -> str:
    """An addition that is told by its number."""
    return f"add {where}\n  gain {number} luck\n"


def there(folder: Path, *variants: str) -> list[Any]:
    """All that stands in the game with variants."""
    declared = check(str(folder / "pick.game"), variants=variants).merged.declarations
    return [node for d in declared for node in walk(d)]


def body(folder: Path, kind: type[n.Turns | n.Offer], *variants: str) -> list[str]:
    """What happens in the one thing of a kind, as it is written."""
    (found,) = (node for node in there(folder, *variants) if isinstance(node, kind))
    return [line.span.in_line() for line in found.body]


def offers(folder: Path, *variants: str) -> list[str]:
    """What the choice offers that one of the variants puts last."""
    choices = [one for one in there(folder, *variants) if isinstance(one, n.ChooseOne)]
    (more,) = (choice for choice in choices if choice.name.text == "more")
    return [entry.name.text for entry in more.entries]


@pytest.mark.parametrize(("asks", "other"), NAMES)
def test_the_other_one_adds_to_what_is_put_last(asks: str, other: str, folder: Path) -> None:
    naps = written(folder, other, QUIET + below(asks, NAP))
    assert offers(folder, written(folder, asks, ASKS), naps) == ["again", "nap", "enough"]


@pytest.mark.parametrize(("asks", "other"), NAMES)
def test_so_does_the_one_that_has_put_it_there(asks: str, other: str, folder: Path) -> None:
    quiet, both = written(folder, other, QUIET), written(folder, asks, ASKS + below(other, NAP))
    assert offers(folder, both, quiet) == ["again", "nap", "enough"]
    assert offers(folder, both) == ["again", "enough"]


@pytest.mark.parametrize(("one", "two"), NAMES)
def test_what_both_say_comes_after_what_each_says_last(one: str, two: str, folder: Path) -> None:
    first = written(folder, one, put(1, "last at end of turns"))
    second = written(folder, two, put(2) + below(one, put(3)))
    assert body(folder, n.Turns, first, second)[1:] == ["gain 2 luck", "gain 1 luck", "gain 3 luck"]
    second = written(folder, two, put(2, "last at end of turns") + below(one, put(3)))
    first = written(folder, one, put(1))
    assert body(folder, n.Turns, first, second)[1:] == ["gain 1 luck", "gain 2 luck", "gain 3 luck"]


@pytest.mark.parametrize(("one", "two"), NAMES)
def test_what_both_say_last_comes_after_all(one: str, two: str, folder: Path) -> None:
    first = written(folder, one, QUIET + below(two, put(4, "last at end of turns")))
    second = written(folder, two, put(2, "last at end of turns") + below(one, put(3)))
    assert body(folder, n.Turns, first, second)[1:] == ["gain 2 luck", "gain 3 luck", "gain 4 luck"]


@pytest.mark.parametrize("third", ["a", "m", "z"])
def test_a_third_one_may_put_something_last(third: str, folder: Path) -> None:
    first, second = written(folder, "b", QUIET), written(folder, "c", below("b", put(3)))
    last = written(folder, third, put(1, "last at end of turns"))
    assert body(folder, n.Turns, first, second, last)[1:] == ["gain 1 luck", "gain 3 luck"]


@pytest.mark.parametrize("third", ["a", "m", "z"])
def test_a_conflict_with_a_third_one_is_told_behind_what_is_last(third: str, folder: Path) -> None:
    first = written(folder, "b", put(1, "last at end of turns"))
    second = written(folder, "c", below("b", put(3)))
    other = written(folder, third, put(2))
    with pytest.raises(RulesError) as caught:
        body(folder, n.Turns, first, second, other)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E043", f"{' and '.join(sorted((third, 'c')))} change "
                                           "the same thing")  # fmt: skip


@pytest.mark.parametrize("third", ["a", "m", "z"])
def test_it_is_put_last_in_what_both_put_instead(third: str, folder: Path) -> None:
    again = below("b", "replace main\n  choose main\n    take\n      spend 2 bowl\n")
    first, second = written(folder, "b", QUIET), written(folder, "c", again)
    last = written(folder, third, LATER)
    told = body(folder, n.Offer, first, second, last)
    assert told == ["spend 2 bowl", "if bowl is 1 gain 4 luck"]


def test_what_is_put_last_and_lost_is_a_conflict(folder: Path) -> None:
    again = below("b", "replace main\n  choose main\n    eat\n      spend 2 bowl\n")
    first, second = written(folder, "b", QUIET), written(folder, "c", again)
    with pytest.raises(RulesError) as caught:
        check(str(folder / "pick.game"), variants=(first, second, written(folder, "d", LATER)))
    (found,) = caught.value.diagnostics
    assert found.code == "E043" and found.message.endswith("c and d change the same thing")


def test_a_target_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(RulesError) as caught:
        check(written(folder, "late", put(1, "last at end of tunrs")))
    (found,) = caught.value.diagnostics
    assert (found.code, found.hint) == ("E040", "did you mean turns?")


@pytest.mark.parametrize("where", ["at start of turns", 'after "spend 1 bowl"', "at end of take"])
@pytest.mark.parametrize("names", NAMES)
def test_what_is_put_last_comes_after_what_others_put_there(
    folder: Path, where: str, names: tuple[str, str]
) -> None:
    """Wherever that is, and whatever the two are called."""
    first = f"add {where}\n  set luck to min(99, luck * 2)\n  set luck to min(99, luck + 5)\n"
    last = f"add last {where}\n  set luck to min(99, luck + 1)\n"
    found = [written(folder, *one) for one in zip(names, (first, last), strict=True)]
    game = check(str(folder / "pick.game"), variants=found)
    told = [
        line.span.text().strip()
        for one in game.merged.declarations
        for line in walk(one)
        if isinstance(line, n.SetTo) and "luck" in line.span.text()
    ]
    assert told == [
        "set luck to min(99, luck * 2)", "set luck to min(99, luck + 5)",
        "set luck to min(99, luck + 1)",
    ]  # fmt: skip
