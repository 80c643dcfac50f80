"""`rulewright watch`: what each save brings about, however files are saved; nobody waits here, for
whatever waits makes the next save."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.testing import rounds
from rulewright_cli.saves import EVERY, QUIET, Saves

Run = Callable[..., Result]
Saving = Callable[..., Result]

STEP = re.compile(r"^(checked|scenarios|last game|all else) +\d+\.\d\d s ", re.MULTILINE)


@pytest.fixture
def saving(run: Run, monkeypatch: pytest.MonkeyPatch) -> Saving:
    """Watches `ferry.game`; each time that it waits, it goes on to the next `yield` of some saves,
    and then there is Ctrl-C. What is done before a yield of `QUIET` is one burst."""

    def watched(saves: Iterator[float], *arguments: str) -> Result:
        last = EVERY

        def pause(seconds: float) -> None:
            nonlocal last
            if seconds == QUIET and last == EVERY:
                return  # nothing more comes
            try:
                last = next(saves)
            except StopIteration:
                raise KeyboardInterrupt from None

        times = iter(range(1_000_000))
        clock = partial(Saves, pause=pause, now=lambda: 0.02 * next(times))
        monkeypatch.setattr("rulewright_cli.commands.watch.Saves", clock)
        # one engine, for what it takes to make another: `test_one_look` has all
        monkeypatch.setattr("rulewright.backends.registry.stepping", lambda: ("reference",))
        return run("watch", *(arguments or ("ferry.game",)))

    return watched


def told(done: Result) -> list[tuple[str, ...]]:
    """What was told in each round, without its times: a tuple of lines."""
    text = STEP.sub(lambda step: f"{step[1]}: ", done.stdout)
    found: list[list[str]] = [[]]
    for line in text.splitlines():
        if not re.match(r"  |checked|scenarios|last game|all else|     ", line):
            found.append([])
        found[-1].append(line)
    return [tuple(lines) for lines in found]


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_one_look(run: Run) -> None:
    done = run("watch", "ferry.game", "--seconds", "0")
    assert done.exit_code == 0, done.output
    (lines,) = told(done)
    assert lines[:2] == ("checked: nothing found", "scenarios: 1 holds")
    assert re.fullmatch(r"last game: a game by chance, \d+ moves", lines[2])
    assert re.fullmatch(r"all else: 1 scenario, \d other settings?: nothing found", lines[3])


def test_what_saves_bring_about(saving: Saving, own_folders: Path) -> None:
    rules = own_folders / "ferry.game"

    def saves() -> Iterator[float]:
        changed(rules, "1 point for each coin", "A point for each coin")
        yield EVERY
        changed(rules, "score purse of p: coins of p", "score purse of p: coin of p")
        yield EVERY
        changed(rules, "coin of p", "2 * coins of p")
        yield EVERY
        changed(rules, "ferry of 'Ayr-Bute' is red", "ferry of 'Ayr-Bute' is blue")
        yield EVERY

    done = saving(saves())
    assert done.exit_code == 1
    _, words, broken, points, scenario = told(done)
    assert words[:2] == ("ferry.game", "checked: nothing found; the rules are the same")
    assert words[2].startswith("scenarios: none are reached")
    assert words[3].startswith("last game: as it was, ")
    assert broken[1] == "checked: 1 error" and 'unknown name "coin"' in broken[2]
    assert any(line.strip().startswith("^") for line in broken)
    assert not any(line.startswith("scenarios") for line in broken)
    assert points[1] == "checked: nothing found; changed: score purse"
    assert points[3].startswith("last game: ends otherwise: the record says [")
    assert scenario[1:4] == (
        "checked: nothing found; the rules are the same",
        "scenarios: 1 of 1 fails",
        "  FAILED  F-1 A lane is opened (reference)",
    )
    assert "found: ferry of 'Ayr-Bute': red" in "".join(scenario)


def test_a_move_that_is_gone_parts_the_last_game(saving: Saving, own_folders: Path) -> None:
    def saves() -> Iterator[float]:
        needs = '  needs hold of me is empty  else "one is enough"\n'
        first = "  move c to hold of me\n  refill"
        changed(own_folders / "ferry.game", first, needs + first)
        yield EVERY

    *_, last = told(saving(saves()))
    assert last[1] == "checked: nothing found; changed: action load"
    assert last[3].startswith("last game: parts at move ")
    assert "is not offered: one is enough" in " ".join(" ".join(last).split())


@pytest.mark.parametrize("how", ["rename", "vanishing", "burst", "in place", "touched"])
def test_files_are_saved_in_many_ways(saving: Saving, own_folders: Path, how: str) -> None:
    rules = own_folders / "ferry.game"
    text = rules.read_text()
    new = text.replace("coins of p", "2 * coins of p")

    def saves() -> Iterator[float]:
        match how:
            case "rename":
                (own_folders / "4913").write_text(new)
                (own_folders / ".ferry.game.swp").write_text("x")
                os.replace(own_folders / "4913", rules)
            case "vanishing":
                rules.unlink()
                yield QUIET
                yield QUIET
                rules.write_text(new)
            case "burst":
                for part in (new[:100], new[:1000], text, "", new):
                    rules.write_text(part)
                    yield QUIET
            case "touched":
                os.utime(rules, ns=(1, 1))
                new_ = text
                rules.write_text(new_)
            case _:
                rules.write_text(new)
        yield EVERY

    done = saving(saves())
    first, *others = told(done)
    assert first[0] == "checked: nothing found" and len(others) == 1, done.stdout
    expected = "the rules are the same" if how == "touched" else "changed: score purse"
    assert others[0][:2] == ("ferry.game", f"checked: nothing found; {expected}")


def test_a_file_that_stays_away_is_told(saving: Saving, own_folders: Path) -> None:
    rules = own_folders / "ferry.game"
    text = rules.read_text()

    def saves() -> Iterator[float]:
        rules.unlink()
        for _ in range(60):  # longer than it is waited for
            yield QUIET
        rules.write_text(text)
        yield EVERY

    done = saving(saves())
    assert [lines[1] for lines in told(done)[1:]] == [
        "checked: there is no rule file ferry.game",
        "checked: nothing found; the rules are the same",
    ]
    assert done.exit_code == 0


def test_the_variant_that_is_edited_comes_first(saving: Saving, own_folders: Path) -> None:
    wind, breeze = own_folders / "wind.game", own_folders / "breeze.game"

    def saves() -> Iterator[float]:
        changed(wind, "of l - 1", "of l - 2")
        yield EVERY
        (own_folders / "other.game").write_text('game other "Other"\n  players 2\n')
        yield EVERY  # which has nothing to do with it
        breeze.write_text('variant breeze of ferry "A breeze"\n\nremove salt in sink\n')
        yield EVERY
        breeze.unlink()
        changed(own_folders / "crates.csv", "Nut", "Nux")
        yield EVERY

    _, first, second, third = told(saving(saves()))
    assert first[0] == "wind.game with wind" and first[1] == "checked: nothing found"
    assert second[0] == "breeze.game with breeze" and second[1] == "checked: 1 error"
    assert third[0] == "breeze.game crates.csv"
    assert third[1] == "checked: nothing found; changed: tables, options or seats"
    assert third[2] == "scenarios: 1 of 1 fails" and "E2" in third[4]


def test_of_a_variant_the_scenarios_of_its_game_too(saving: Saving, own_folders: Path) -> None:
    def saves() -> Iterator[float]:
        changed(own_folders / "wind.game", "of l - 1", "of l + 9")
        yield EVERY

    *_, last = told(saving(saves(), "wind.game"))
    assert last[0] == "wind.game" and last[1] == "checked: nothing found; changed: define toll"
    assert last[2] == "scenarios: 2 of 2 fail"


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals as Unix has them")
def test_a_save_interrupts_what_is_done_afterwards(
    saving: Saving, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[int]()

    def endless(*_: object) -> rounds.Other:
        begun.append(1)
        if len(begun) == 1:
            changed(own_folders / "ferry.game", "coins of p", "2 * coins of p")
            for _number in range(10**10):
                pass
        return rounds.Other("ever")

    monkeypatch.setattr(rounds, "_with", endless)
    first, second = told(saving(iter(())))
    assert not any(line.startswith("all else") for line in first)
    assert second[1] == "checked: nothing found; changed: score purse"
    assert any(line.startswith("all else") for line in second)


def test_a_saved_game_is_played_again(run: Run, saving: Saving, own_folders: Path) -> None:
    run("play", "ferry.game", "--players", "random,random", "--seed", "3", "--save", "mine.json")

    def saves() -> Iterator[float]:
        changed(own_folders / "ferry.game", "coins of p", "2 * coins of p")
        yield EVERY
        changed(own_folders / "ferry.game", "1 point for", "One point for")
        yield EVERY

    call = ("ferry.game", "--record", "mine.json")
    first, *others = told(saving(saves(), *call))
    assert first[2].startswith("last game: as it was, ")
    assert [lines[3].startswith("last game: ends otherwise") for lines in others] == [True, True]
    shutil.copy(own_folders / "mine.json", "other.json")
    changed(Path("other.json"), '"seats": 2', '"seats": 3')
    done = run("watch", "ferry.game", "--record", "other.json", "--seconds", "0")
    assert done.exit_code == 1 and "was played with seats" in done.stdout


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("nothing.game",), "there is no rule file nothing.game"),
        (("decktet",), "decktet is a library: watch a game that uses it"),
        (("ferry.game", "--variant", "gale"), 'ferry has no variant "gale"'),
        (("ferry.game", "--option", "fog=thick"), "fog"),
        (("ferry.game", "--seats", "9"), "players"),
        (("ferry.game", "--record", "none.json"), "there is no record none.json"),
        (("ferry.game", "--seconds", "inf"), "--seconds"),
    ],
)
def test_there_must_be_something_to_watch(run: Run, call: tuple[str, ...], message: str) -> None:
    done = run("watch", *call)
    assert done.exit_code == 2 and message in done.stderr, done.output


def test_on_a_terminal_there_is_one_picture(
    saving: Saving, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright_cli.screen import Screen

    cleared = []
    monkeypatch.setattr(Screen, "clear", lambda screen: cleared.append(1))

    begin = Screen.__init__

    def on_a_terminal(screen: Screen, *, plain: bool = False) -> None:
        begin(screen, plain=plain)
        screen.terminal = screen.may_clear = True

    def saves() -> Iterator[float]:
        changed(own_folders / "ferry.game", "coins of p", "2 * coins of p")
        yield EVERY

    monkeypatch.setattr(Screen, "__init__", on_a_terminal)
    shown = saving(saves()).stdout
    assert len(cleared) >= 10 and shown.count("waiting for the next save; Ctrl-C ends") == 2
    last = shown.rpartition("\nferry.game\n")[2]
    assert STEP.findall(last) == ["checked", "scenarios", "last game", "all else"]
