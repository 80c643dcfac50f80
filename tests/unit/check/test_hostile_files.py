"""A stranger's rule file ends in a game or in findings: in bounded time and memory, without reading
anything outside its folder.

Each file here is loaded in a process of its own with a limit on its memory; what it may take of
processor time is generous, because the machines that run this are busy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.repeated import some

import rulewright as rw
from rulewright.diagnostics import RulesError

MEMORY, SECONDS = 1 << 30, 30  # bytes; seconds of processor time for one file
PROGRAM = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
import rulewright as rw
from rulewright.diagnostics import Findings, RulewrightError
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file
for path in {paths!r}:
    spent = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (spent + {seconds}, resource.RLIM_INFINITY))
    try:
        game = rw.load(path)
        game.scenarios()
        game.start(seed=1)
        said = "loaded"
    except RulewrightError as error:
        said = str(error)
    if said == "loaded":
        format_file(SourceFile(path, open(path, encoding="utf-8").read()), Findings())
    print(json.dumps(said), flush=True)
"""

GAME = """game g "G"
  players 2

mark n of seat: 0..99
phase play
  turns until passes >= 2
    choose main
      go
        gain 1 n of me
      else pass
score n of p: n of p
winner most score
"""
PAIRS = "type big: (a: 0..299, b: 0..299)\n"


def doing(line: str) -> str:
    """The game with one more statement in its action."""
    return GAME.replace("gain 1 n of me", f"gain 1 n of me\n        {line}")


def chain(text: str, first: str, count: int) -> str:
    return first + "".join(text.format(i=i, j=i - 1) for i in range(1, count + 1))


HOSTILE: dict[str, tuple[str, str]] = {  # what is said about it, and the file
    "definitions that double": (
        "E196",
        doing("set n of me to min(9, d30)")
        + chain("define d{i} = d{j} + d{j}\n", "define d0 = n of opponent\n", 30),
    ),
    "definitions that double their parameters": (
        "E196",
        doing("set n of me to min(9, d30(me))")
        + chain("define d{i} of p: seat = max(d{j}(p), d{j}(p))\n",
                "define d0 of p: seat = n of p\n", 30),
    ),
    "fixed definitions that double": (
        "loaded",
        doing("set n of me to min(9, d30(3))")
        + chain("define d{i} of k: 0..9 = max(d{j}(k), d{j}(9 - k))\n",
                "define d0 of k: 0..9 = k\n", 30),
    ),
    "fixed definitions that double two by two": (
        "loaded",
        doing("gain 1 n of me").replace("go\n", "go(k in 0..9 where d40(k))\n", 1)
        + chain("define d{i} of k: 0..9 = e{i}(k) or f{i}(k)\n"
                "define e{i} of k: 0..9 = not d{j}(k)\ndefine f{i} of k: 0..9 = d{j}(k)\n",
                "define d0 of k: 0..9 = k > 4\n", 40),
    ),
    "a chain of definitions": (
        "E196",
        doing("set n of me to min(9, d500)")
        + chain("define d{i} = max(d{j}, n of me)\n", "define d0 = n of opponent\n", 500),
    ),
    "procedures that double": (
        "E196", doing("p30") + chain("to p{i}\n  p{j}\n  p{j}\n", "to p0\n  gain 1 n of me\n", 30)
    ),
    "actions that offer one another": (
        "E196",
        doing("choose deeper\n          a20\n          b20")
        + chain("action a{i}\n  choose x{i}\n    a{j}\n    b{j}\n"
                "action b{i}\n  choose y{i}\n    a{j}\n    b{j}\n",
                "action a0\n  gain 1 n of me\naction b0\n  gain 2 n of me\n", 20),
    ),
    "a sum that is read again and again": (
        "loaded", doing(f"set n of me to min(9, {' + '.join(['n of me'] * 60)})")
    ),
    "a very long sum": ("E005", doing(f"set n of me to min(9, {' + '.join(['n of me'] * 3_000)})")),
    "signs": ("E005", doing(f"set n of me to {'-' * 5_000}1")),
    "functions of functions": ("E005", doing(f"set n of me to {'n of ' * 5_000}me")),
    "else if": (
        "E005",
        doing("if n of me is 1\n          pass\n"
              + "        else if n of me is 2\n          pass\n" * 500),
    ),
    "queries in queries": (
        "E197",
        f"{GAME}{PAIRS}always some a in big where some b in big where some c in big where a is c\n",
    ),
    "loops in loops": (
        "E197",
        f"{GAME}setup\n"
        + "".join("  " * i + f"each a{i} in 0..1000\n" for i in range(1, 6))
        + "  " * 6 + "set n of 0 to min(3, a1)\n",
    ),
    "parameters by parameters": (
        "E197",
        doing("set z to x").replace(
            "go\n", "go(x in big, y in big, w in big where w is not z and y is not x)\n"
        )
        + f"{PAIRS}mark z: big\nalways a of z < 999\n",
    ),
    "a definition that takes long to work out": (
        "E197",
        doing("set n of me to min(9, f(n of me))") + PAIRS
        + "define f of k: 0..99 = how many x in big where some y in big where some z in big"
        " where a of x * b of y is a of z + k",
    ),
    "many large types": (
        "E179",
        GAME + "".join(f"type t{i}: (x{i}: 0..315, y{i}: 0..315)\nmark m{i}: t{i}\n"
                       for i in range(9)),
    ),
    "many large marks": (
        "E179", GAME + PAIRS + "".join(f"mark m{i} of big: 0..9\n" for i in range(9))
    ),
    "a set for each of many": ("E179", f"{GAME}{PAIRS}mark m of big: set of big\n"),
    "large boards": (
        "E179",
        GAME + "".join(f'board f{i}: grid 26 by 26\ncells c{i} of f{i} named "{{letter}}{{y}}"\n'
                       f"always every x in c{i} has size of between(x, x) is 0\n"
                       for i in range(20)),
    ),
    "many declarations": ("E001", GAME + "option o: 1, 2\n" * 2_001),
    "many mistakes": ("E100", GAME + "".join(f"define d{i} = x{i}\n" for i in range(1_900))),
    "many broken declarations": ("E012", GAME + "defin d = x\n" * 1_900),
    "many options": ("E124", f"{GAME}option o: {', '.join(['1..999'] * 3_000)}\n"),
    "a long list": ("loaded", f'{GAME}scenario "a"\n  offers {"go; " * 20_000} pass\n'),
    "quotes": ("E202", GAME + 'scenario "a"\n  given\n    n of 0: ' + "'a" * 50_000 + "\n"),
    "comments and blanks": ("loaded", "\n" * 100 + " " * 90_000 + "\n" + "#\n" * 40_000 + GAME),
    "lines that go on": (
        "loaded",
        f"{GAME}setup\n  if 1 is 1\n" + "    or 2 is 2\n" * 1_000 + "    set n of 0 to 0\n",
    ),
}  # fmt: skip


def test_hostile_files_are_refused_in_bounded_time_and_memory(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    paths: list[Path] = []
    tried = dict(some(HOSTILE.items(), one_in=5))
    for number, (_, text) in enumerate(tried.values()):
        paths.append(tmp_path / f"g{number}.game")
        paths[-1].write_text(text, encoding="utf-8")
    program = PROGRAM.format(memory=MEMORY, seconds=SECONDS, paths=[str(p) for p in paths])
    library = str(Path(rw.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": library}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{list(tried)[len(said)]}: {done.stderr}"
    for (name, (expected, _)), answer in zip(tried.items(), said, strict=True):
        assert expected in answer, f"{name}: {answer[:300]}"
        assert len(answer) < 200_000, name


TABLE = """game g "G"
  players 1

component card from "{name}" named by name
zone z: set of card

setup
  move all x in card to z

phase p
  turns until passes is 1
    choose c
      go
        pass

score z of p: size of z
winner most score
"""


def with_table(folder: Path, name: str = "cards.csv") -> Path:
    path = folder / "g.game"
    path.write_text(TABLE.format(name=name), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(RulesError) as caught:
        rw.load(str(path), engine="reference")
    assert len(str(caught.value)) < 2_000
    return str(caught.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("name\n" + "x" * 200_000, "E022"),
        ("name\n" + "x" * 2_000, "E022: a field of more than 1,000 characters"),
        ("name" + "".join(f",c{i}" for i in range(100_000)), "E022: more than 200 fields"),
        ("name\na\rb\n", "E006: a character that may not stand here: U+000D"),
        ('name\n"a\n', None),
        ('name\n"a"b"c\n', "E210"),
        ("name\n\x00\n", "E006: a character that may not stand here: U+0000"),
        ("x" * 1_000_001, "E022"),
    ],
    ids=["a huge field", "a large field", "many fields", "line ends", "open quotes", "odd quotes",
         "zero", "a huge table"],
)  # fmt: skip
def test_odd_tables(table: str, said: str | None, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(table, encoding="utf-8", newline="")
    path = with_table(tmp_path)
    if said is None:
        rw.load(str(path), engine="reference")
    else:
        assert said in refusal(path)


@pytest.mark.parametrize("name", ["../cards.csv", "/cards.csv", "..", ".cards.csv", "a\\\\b.csv"])
def test_tables_are_named_without_a_folder(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "cards.csv").write_text("name\na\n", encoding="utf-8")
    assert "E020" in refusal(with_table(inner, name))


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret.csv").write_text("name\na\n", encoding="utf-8")
    (inner / "cards.csv").symlink_to(tmp_path / "secret.csv")
    assert "leads out of the folder" in refusal(with_table(inner))
    (inner / "cards.csv").unlink()
    (inner / "real.csv").write_text("name\na\n", encoding="utf-8")
    (inner / "cards.csv").symlink_to(inner / "real.csv")
    assert rw.load(str(with_table(inner)), engine="reference").name == "g"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_only_files_are_tables(tmp_path: Path) -> None:
    """And what is there is not said to be missing, with itself as the nearest name."""
    os.mkfifo(tmp_path / "cards.csv")
    told = refusal(with_table(tmp_path))
    assert 'the table "cards.csv" cannot be read: not an ordinary file' in told
    assert "did you mean" not in told


def test_a_library_that_leads_out_of_the_folder_is_not_read(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "secret.game").write_text("library cards\n", encoding="utf-8")
    (inner / "cards.game").symlink_to(tmp_path / "secret.game")
    path = inner / "g.game"
    path.write_text(f"{GAME}".replace("  players 2\n", "  players 2\n  uses cards\n"))
    assert "E032" in refusal(path)
