"""Games in progress are not lost, and nothing else is: what is there is never written over."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rulewright.diagnostics import PlayError, RecordError
from rulewright.game import load
from rulewright.play import record as records
from rulewright.state import State
from rulewright_cli.keeping import left_behind

Run = Callable[..., Result]

SEED = ("--seed", "3")


def kept(folder: Path) -> list[Path]:
    """The games that were kept without a name, oldest first."""
    return sorted((folder / "state" / "rulewright").glob("*.json"))


def test_a_save_of_another_game_is_not_written_over(run: Run) -> None:
    run("play", "ruta", "--seed", "7", "--save", "my.json", input="draw\n")
    before = Path("my.json").read_bytes()
    for arguments in (("ferry.game", *SEED), ("ruta", "--seed", "8"), ("ruta", "--seed", "7")):
        done = run("play", *arguments, "--save", "my.json", input="1\n")
        assert done.exit_code == 2
        assert "my.json exists already: choose another name" in done.stderr
        assert done.stdout == ""  # before anything is played
    assert Path("my.json").read_bytes() == before


def test_a_game_that_was_left_is_found_until_it_is_over(run: Run, tmp_path: Path) -> None:
    """The one that was played last, of the same game with the same variants."""
    ferry, wind = load("ferry.game"), load("ferry.game", variants=["wind"])
    assert left_behind(ferry) is None
    for seed in "12":
        run("play", "ferry.game", "--seed", seed, input="1\n")
    first, last = sorted(kept(tmp_path), key=lambda file: records.load(file).seed or 0)
    os.utime(first, (1, 1))
    assert left_behind(ferry) == last and left_behind(wind) is None
    state = records.replay(records.load(last), ferry)
    while not state.over:
        state.apply(state.legal_moves()[0])
    records.save(records.record_of(ferry, state), last)
    assert left_behind(ferry) == first
    first.write_text("no record")
    assert left_behind(ferry) is None


def test_wrong_players_leave_no_file(run: Run) -> None:
    assert run("play", "ferry.game", "--players", "human,nobody", "--save", "a.json").exit_code == 2
    assert not Path("a.json").exists()


def test_a_link_that_leads_to_a_file_is_a_file(run: Run) -> None:
    Path("real.json").write_text("mine")
    Path("link.json").symlink_to("real.json")
    assert run("play", "ferry.game", "--save", "link.json", input="").exit_code == 2
    assert Path("real.json").read_text() == "mine"


def test_a_resumed_game_goes_on_in_its_file_or_in_a_new_one(run: Run) -> None:
    run("play", "ferry.game", *SEED, "--save", "a.json", input="load Oil\n")
    first = Path("a.json").read_bytes()
    run("play", "ferry.game", "--resume", "a.json", "--save", "b.json", input="1\n")
    assert Path("a.json").read_bytes() == first
    assert len(records.load("b.json").moves) > len(records.load("a.json").moves)
    assert run("play", "ferry.game", "--resume", "a.json", "--save", "b.json").exit_code == 2
    run("play", "ferry.game", "--resume", "a.json", "--save", "./a.json", input="1\n")
    assert Path("a.json").read_bytes() != first


def test_a_game_that_is_kept_as_text_keeps_what_is_said_of_it(run: Run) -> None:
    run("play", "ferry.game", *SEED, "--save", "a.txt", input="load Oil\n")
    saved = Path("a.txt").read_text()
    assert "players: human, random\n" in saved and "1. red:  load Oil" in saved
    first, second = records.load("a.txt").moves[:2]
    text = saved.replace("load Oil", "load Oil   # slippery")
    Path("a.txt").write_text(f"# Mine\n{text}# what now?\n")
    run("play", "ferry.game", "--resume", "a.txt", input="1\n")
    record = records.load("a.txt")
    assert [(one.after, one.text) for one in record.comments] == [
        (0, "Mine"), (1, "slippery"), (2, "what now?"),
    ]  # fmt: skip
    assert len(record.moves) > 2 and record.moves[:2] == (first, second)
    run("play", "ferry.game", "--resume", "a.txt", "--save", "b.json", input="1\n")
    assert records.load("b.json").comments == record.comments
    assert json.loads(Path("b.json").read_text())["players"] == ["human", "random"]


@pytest.mark.parametrize("name", ["notes", "game.record"])
def test_a_game_goes_on_in_the_form_that_its_file_has(run: Run, name: str) -> None:
    Path(name).write_text("game: ferry.game\nseed: 3\n\nload Oil   # slippery\n")
    assert run("play", "ferry.game", "--resume", name, input="1\n1\n").exit_code == 0
    text = Path(name).read_text()
    assert text.startswith("game: ") and "load Oil   # slippery" in text and "2. blue:" in text
    run("play", "ferry.game", *SEED, "--save", "new.record", input="load Oil\n")
    assert Path("new.record").read_text().startswith("{")


def test_what_is_said_of_moves_that_were_taken_back_goes_with_them(tmp_path: Path) -> None:
    from rulewright_cli.keeping import Keeper

    game = load("ferry.game")
    state = game.start(seed=3)
    for _ in range(4):
        state.apply(state.legal_moves()[0])
    said = [records.Comment(after=number, text=str(number)) for number in range(5)]
    keeper = Keeper(game, (), records.record_of(game, state, comments=said))
    state.undo()
    state.undo()
    state.apply(state.legal_moves()[1])
    state.apply(state.legal_moves()[0])
    keeper.begin(tmp_path / "a.txt", state)
    assert [one.after for one in records.load(tmp_path / "a.txt").comments] == [0, 1, 2]


def test_a_save_that_somebody_else_plays_on(run: Run, tmp_path: Path) -> None:
    """At another terminal, say: then this game goes on in a file of its own."""
    run("play", "ferry.game", *SEED, "--save", "a.json", input="load Oil\n")
    from rulewright_cli.keeping import Keeper

    game = load("ferry.game")
    state = records.replay(records.load("a.json"), game)
    keeper = Keeper(game)
    keeper.go_on_in(Path("a.json"), Path("a.json").read_bytes())
    run("play", "ferry.game", "--resume", "a.json", input="1\n")
    theirs = Path("a.json").read_bytes()
    state.apply(state.legal_moves()[0])
    with pytest.raises(RecordError, match="has been changed meanwhile by somebody else"):
        keeper.write(state)
    assert Path("a.json").read_bytes() == theirs


def test_kept_games_have_names_of_their_own(run: Run, tmp_path: Path) -> None:
    """Of the same seed and second, with variants and without."""
    for _ in range(3):
        run("play", "ferry.game", *SEED, input="1\n")
    run("play", "ferry.game", "--variant", "wind", *SEED, input="1\n")
    names = [file.name for file in kept(tmp_path)]
    assert len(names) == 4
    assert sum(name.startswith("ferry-wind-") for name in names) == 1
    for name in names:
        assert re.fullmatch(r"ferry(-wind)?-\d{8}-\d{6}-\d+\.json", name)


@pytest.mark.parametrize("place", ["odd.game", "a/b/odd.game", "a b: c/od d?*.game"])
def test_a_game_with_a_variant_that_lies_anywhere_is_kept(
    run: Run, tmp_path: Path, place: str
) -> None:
    file = tmp_path / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('variant odd of pig "Odd"\n', encoding="utf-8")
    done = run("play", str(file), "--plain", "--players", "human,random", input="roll\nquit\n")
    assert "not saved" not in done.output and done.exit_code == 0, done.output
    [found] = kept(tmp_path)
    assert re.fullmatch(r"pig-od(_d_|d)-[\d-]+\.json", found.name), found.name
    assert left_behind(load("pig", variants=[str(file)])) == found


def test_a_game_with_long_names_that_are_no_ascii_is_kept(run: Run, tmp_path: Path) -> None:
    """Names of files are so many bytes long at most, not so many letters."""
    name = "ψ" * 100 + ".game"
    Path(name).write_text('variant odd of pig "Odd"\n', encoding="utf-8")
    done = run("play", name, "--plain", "--players", "human,random", input="roll\nquit\n")
    assert "not saved" not in done.output and done.exit_code == 0, done.output
    [found] = kept(tmp_path)
    assert len(os.fsencode(found.name)) < 120
    assert left_behind(load("pig", variants=[name])) == found


def test_many_keep_a_game_in_the_same_second(tmp_path: Path) -> None:
    from rulewright_cli.keeping import Keeper

    game = load("ferry.game")
    state = game.start(seed=1)
    threads = [threading.Thread(target=Keeper(game).keep, args=(state,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept(tmp_path)) == 8
    assert all(records.load(file).seed == 1 for file in kept(tmp_path))


def test_a_game_that_nobody_wants_is_taken_away_unless_somebody_plays_on_in_it(
    tmp_path: Path,
) -> None:
    from rulewright_cli.keeping import Keeper

    game = load("ferry.game")
    state = game.start(seed=1)
    keeper = Keeper(game)
    for wanted in range(3):
        keeper.hold(state)
        state.apply(state.legal_moves()[0])
        keeper.hold(state)
        [file] = kept(tmp_path)
        assert records.load(file).moves == tuple(state.moves) and keeper.file is None
        if wanted == 1:
            file.write_text(file.read_text() + "\n")
        if wanted == 2:
            keeper.keep(state)
            assert keeper.file == file
        keeper.drop()
        assert file.exists() == bool(wanted)
        if wanted == 1:
            file.unlink()


def test_a_game_that_is_over_leaves_nothing_but_its_own_file(run: Run, tmp_path: Path) -> None:
    done = run("play", "tic_tac_toe", "--players", "human,human", input="1\n" * 9)
    assert "wins" in done.stdout and kept(tmp_path) == []
    run("play", "ferry.game", *SEED, input="1\nsave a.json\n1\n")
    assert kept(tmp_path) == [] and len(records.load("a.json").moves) > 1


def broken_rule(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """The second move goes wrong, whether it is made or only tried to tell what it does."""
    real = State.apply

    def apply(state: State, move: object) -> None:
        if state.decisions:
            raise error
        real(state, move)  # type: ignore[arg-type]

    monkeypatch.setattr(State, "apply", apply)


@pytest.mark.parametrize("error", [PlayError("no such seat"), ZeroDivisionError(), MemoryError()])
def test_a_game_outlives_what_goes_wrong(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    broken_rule(monkeypatch, error)
    done = run("play", "ferry.game", *SEED, input="load Oil\n1\n")
    monkeypatch.undo()
    (file,) = kept(tmp_path)
    assert f"--resume {file}" in done.stdout
    assert records.load(file).moves == ("load Oil",)


def test_a_full_disk_in_the_middle_of_a_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = records.save

    def save(record: records.Record, path: str | Path, *, new: bool = False) -> None:
        if Path(path).name == "a.json" and record.moves:
            raise RecordError("a.json cannot be written: No space left on device")
        real(record, path, new=new)

    monkeypatch.setattr(records, "save", save)
    done = run("play", "ferry.game", *SEED, "--save", "a.json", input="load Oil\nopen Ayr-B\n")
    assert "No space left on device" in done.stdout
    (file,) = kept(tmp_path)
    assert records.load(file).moves[0] == "load Oil"
    assert "open Ayr-Bute" in records.load(file).moves
    assert records.load("a.json").moves == ()


@pytest.mark.parametrize("state", ["relative", "/proc/nowhere", ""])
def test_a_game_is_kept_somewhere(run: Run, monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", state)
    monkeypatch.setenv("HOME", "/proc/nowhere")
    done = run("play", "ferry.game", *SEED, input="1\n")
    (file,) = Path().glob("ferry-*.json")
    assert f"--resume {file}" in done.stdout


def test_paths_that_are_no_text(run: Run, tmp_path: Path) -> None:
    strange = Path(os.fsdecode(b"caf\xe9"))
    strange.mkdir()
    for file in [*Path().glob("*.game"), *Path().glob("*.csv")]:
        (strange / file.name).write_bytes(file.read_bytes())
    game, save = str(strange / "ferry.game"), str(strange / "my.json")
    done = run("play", game, *SEED, "--save", save, input="1\n")
    assert done.exit_code == 0
    assert (
        r"rulewright play $'caf\xe9/ferry.game' --resume $'caf\xe9/my.json'"
        in done.stdout.replace("\\\\", "\\")
    )
    assert json.loads(Path(save).read_text())["game"].startswith("file:///")
    again = run("play", game, "--resume", save, input="")
    assert again.exit_code == 0
    assert run("replay", save).exit_code == 0


def edited(old: str, new: str) -> None:
    text = Path("ferry.game").read_text()
    assert old in text
    Path("ferry.game").write_text(text.replace(old, new))


def played(run: Run) -> records.Record:
    run("play", "ferry.game", *SEED, "--save", "a.json", input="1\n" * 8)
    return records.load("a.json")


def test_a_save_outlives_other_words(run: Run) -> None:
    """Captions, reasons, rule numbers, comments, titles and scenarios mean nothing in play."""
    record = played(run)
    text = Path("ferry.game").read_text()
    words = re.sub(r'(  |else )"([^"\n]*)"', r'\1"So: \2"', text)
    assert words != text
    Path("ferry.game").write_text(f"# a comment\n{words}")
    assert load("ferry.game").digest == record.digest
    done = run("replay", "a.json")
    assert done.exit_code == 0
    assert "rules have changed" not in done.stdout


def test_a_save_says_where_edited_rules_part_from_it(run: Run) -> None:
    record = played(run)
    before = Path("a.json").read_bytes()
    first = [i for i, move in enumerate(record.moves) if move.startswith("sink")][1]
    edited(
        "  needs coins of me > 0 ",
        '  needs size of sunk < 1  else "the sea is full"\n  needs coins of me > 0 ',
    )
    done = run("replay", "a.json")
    assert done.exit_code == 1
    told = f"move {first + 1} does not replay: {record.moves[first]} is not offered"
    assert f"{told}: the sea is full" in done.stderr
    assert "the rules have changed since this was recorded" in done.stderr
    refused = run("play", "ferry.game", "--resume", "a.json", input="\n")
    assert refused.exit_code == 1
    assert f"Go on in a new file after {first} moves?" in refused.stdout
    again = run("play", "ferry.game", "--resume", "a.json", input="y\n1\n")
    assert again.exit_code == 0
    assert "saved in a-2.json" in again.stdout
    assert Path("a.json").read_bytes() == before
    assert records.load("a-2.json").moves[:first] == record.moves[:first]
    assert records.load("a-2.json").digest == load("ferry.game").digest


def test_a_change_that_does_not_matter_is_only_told(run: Run) -> None:
    run("play", "ferry.game", *SEED, "--save", "a.json", input="1\n1\n")
    record = records.load("a.json")
    assert record.result is None
    edited("winner most", "score luck of p: 0\nwinner most")
    assert load("ferry.game").digest != record.digest
    done = run("play", "ferry.game", "--resume", "a.json", input="")
    assert "The rules have changed since this was saved; all that was played holds." in done.stdout


def test_a_text_that_parts_is_shown_as_it_stands(run: Run) -> None:
    run("play", "ferry.game", *SEED, "--save", "a.txt", input="1\nquit\n")
    text = Path("a.txt").read_text()
    number, line = next(
        (n, line) for n, line in enumerate(text.splitlines(), start=1) if line.startswith("1.")
    )
    wrong = line.replace("load ", "lood ")
    Path("a.txt").write_text(text.replace(line, wrong))
    refused = run("play", "ferry.game", "--resume", "a.txt", input="\n")
    assert refused.exit_code == 1
    assert "Go on in a new file after 0 moves?" in refused.stdout
    told = refused.stdout.splitlines()
    at = next(i for i, shown in enumerate(told) if shown.endswith(f"{number} | {wrong}"))
    assert set(told[at + 1].strip()) == {"^"}
    assert told[at + 1].index("^") == told[at].index("lood")
