"""`rulewright engine`: lines in, lines out, to the end of the input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from rulewright_cli.main import cli


def serve(data: bytes, *arguments: str) -> list[dict[str, Any]]:
    done = CliRunner().invoke(cli, ["engine", *arguments], input=data)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout_bytes.splitlines()]


def line(do: str, **fields: object) -> bytes:
    return json.dumps({"do": do, **fields}).encode() + b"\n"


NEW = line("new", game="ruta", seed=7)


def test_one_line_out_for_each_line_in() -> None:
    data = NEW + line("play", move="draw") + b"\n" + b"garbage\r\n" + line("undo")
    answers = serve(data)
    assert [answer["ok"] for answer in answers] == [True, True, False, False, True]
    assert answers[4] == answers[0]


def test_no_input_and_a_last_line_without_end() -> None:
    assert serve(b"") == []
    assert [answer["ok"] for answer in serve(NEW + b'{"do":"position"}')] == [True, True]


@pytest.mark.parametrize("end", [b"\n", b""])
def test_a_line_that_is_too_long_is_refused_and_the_next_is_read(end: bytes) -> None:
    data = NEW + b'{"do":"play","move":"' + b"x" * (5 << 20) + b'"}' + end
    answers = serve(data + line("position") if end else data)
    assert answers[1]["error"]["code"] == "too-long"
    assert len(answers) == (3 if end else 2)
    assert not end or answers[2] == answers[0]


def test_a_line_may_be_exactly_as_long_as_allowed() -> None:
    request = b'{"do":"play","move":"%s"}'
    padded = request % (b"x" * ((4 << 20) - len(request) + 2))
    assert len(padded) == 4 << 20
    answers = serve(padded + b"\n" + padded[:-2] + b'x"}\n' + NEW)
    assert [a.get("error", {}).get("code") for a in answers] == ["no-game", "too-long", None]


def test_both_engines_answer_alike() -> None:
    data = NEW + line("play", move="draw") + line("perft", depth=3) + line("observe", seat=1)
    assert serve(data, "--engine", "reference") == serve(data, "--engine", "python")


def test_a_program_talks_to_it_line_by_line() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright_cli", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdin is not None and process.stdout is not None
    with process:
        for request in (NEW, line("play", move="draw"), line("save")):
            process.stdin.write(request)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"] is True
        process.stdin.close()
        assert process.wait(timeout=20) == 0
