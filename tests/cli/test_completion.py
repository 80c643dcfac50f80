"""What shells are told when somebody presses Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete, get_completion_class
from click.testing import CliRunner

from rulewright_cli.completion import Bash, values
from rulewright_cli.main import ASKED_TO_COMPLETE, COMMANDS, cli

BASH = shutil.which("bash")


def offered(shell: type[ShellComplete], *words: str) -> list[str]:
    """What may stand in place of the last word."""
    asked = shell(cli, {}, "rulewright", ASKED_TO_COMPLETE)
    return [str(item.value) for item in asked.get_completions(list(words[:-1]), words[-1])]


def complete(*words: str) -> list[str]:
    zsh = get_completion_class("zsh")
    assert zsh is not None
    return offered(zsh, *words)


def test_commands_and_games() -> None:
    assert complete("") == list(COMMANDS)
    assert complete("play", "ru") == ["ruin_runner", "ruins", "ruta"]
    assert complete("coverage", "brea") == complete("check", "ruta", "brea") == ["breakthrough"]
    assert "decktet" not in complete("play", "d"), "a library is not played"


def test_variants_and_options_of_the_game() -> None:
    aces = ["ace_extra", "ace_give", "ace_subvert"]
    assert complete("play", "ruta", "--variant", "") == aces
    assert complete("play", "ruta", "--variant", "ace_give", "--variant", "") == [aces[0], aces[2]]
    assert complete("show", "--variant", "ace_give", "ruta", "--option", "longest=p") == [
        "longest=path"
    ]
    after = complete("play", "ruta", "--option", "longest=path", "--option", "")
    assert "excuse=off" in after and not any(text.startswith("longest") for text in after)
    assert complete("play", "ruins", "--option", "hand_size=")[1:] == [
        f"hand_size={n}" for n in range(5, 9)
    ]


def test_values_of_options() -> None:
    assert values(("9", "5..9"), "9") == ["9", "5", "6", "7", "8"]
    assert values(("on", "off"), "on") == ["on", "off"]
    assert values(("0..99",), "20") == ["0", "20", "99"]


def test_moves_players_engines() -> None:
    assert complete("why", "connect_four", "drop a") == ["drop a1"]
    assert complete("why", "--after", "drop a1; drop b1", "connect_four", "drop a") == ["drop a2"]
    assert complete("play", "ruta", "--players", "human,r") == ["human,random"]
    names = ["flat", "greedy", "mcts", "random"]
    assert complete("simulate", "ruta", "--players", "") == names
    assert complete("test", "ruta", "--engine", "p") == ["python"]


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nosuch", "--variant", ""), ("play", "nosuch", "--option", ""),
        ("why", "nosuch", "d"), ("why", "--after", "nonsense", "connect_four", "d"),
        ("play", "--variant", ""), ("play", "ruta", "--seats", ""),
        ("why", "connect_four", "--option", "nonsense", "d"),
    ],
)  # fmt: skip
def test_what_is_wrong_completes_to_nothing(words: tuple[str, ...]) -> None:
    assert complete(*words) == []


def test_paths_are_left_to_the_shell() -> None:
    zsh = get_completion_class("zsh")
    assert zsh is not None
    asked = zsh(cli, {}, "rulewright", ASKED_TO_COMPLETE)
    for words in (["play"], ["replay"], ["play", "ruta", "--save"], ["fmt"]):
        assert [item.type for item in asked.get_completions(words, "./x")] == ["file"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["play", "pi"], ["plain,pig"]),
        (["play", "ruta", "--option", "longest", "="], ["plain,trail", "plain,path"]),
        (["play", "ruta", "--option", "longest", "=", "p"], ["plain,path"]),
        (["play", "ruta", "--option", "lon"], ["plain,longest=trail", "plain,longest=path"]),
        (["why", "connect_four", r"drop\ c"], ["plain,drop c1"]),
        (["why", "connect_four", '"drop c'], ["plain,drop c1"]),
        (["replay", ""], ["file,"]),
    ],
)
def test_bash_takes_words_apart(
    typed: list[str], found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMP_WORDS", "\n".join(["rulewright", *typed]))
    monkeypatch.setenv("COMP_CWORD", str(len(typed)))
    asked = Bash(cli, {}, "rulewright", ASKED_TO_COMPLETE)
    assert asked.complete().split("\n") == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_is_given(shell: str) -> None:
    if shell == "bash" and BASH is None:
        pytest.skip("bash is not here")
    done = CliRunner().invoke(cli, ["completion", shell])
    assert done.exit_code == 0
    assert f"{ASKED_TO_COMPLETE}={shell}_complete" in done.stdout


def test_another_shell() -> None:
    done = CliRunner().invoke(cli, ["completion", "tcsh"])
    assert done.exit_code == 2 and "'bash', 'zsh', 'fish'" in done.stderr


@pytest.mark.skipif(BASH is None, reason="bash is not here")
def test_a_real_bash(tmp_path: Path) -> None:
    program = tmp_path / "rulewright"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright_cli "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(rulewright completion bash)"
        compopt() { echo "asked for: $2"; }
        COMP_WORDS=(rulewright why connect_four drop) COMP_CWORD=3
        _rulewright_completion rulewright
        printf '%s\\n' "${COMPREPLY[@]:0:2}"
    """
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    assert BASH is not None
    done = subprocess.run(
        [BASH, "--norc", "-c", script], env=environment, capture_output=True, text=True, timeout=60
    )
    lines = done.stdout.splitlines()
    assert lines[-2:] == ["drop a1", "drop b1"] and "asked for: filenames" in lines, done


def test_the_version_for_short() -> None:
    done = [CliRunner().invoke(cli, [word]).stdout for word in ("-V", "--version")]
    assert done[0] == done[1] and done[0].startswith("rulewright ")
