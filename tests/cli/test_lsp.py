"""The language server over stdio, as an editor has it: one process answers all tests here."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from shutil import copytree
from typing import Any

import pytest
from click.testing import Result

from rulewright.diagnostics import Findings
from rulewright.editing.positions import Text
from rulewright.source import SourceFile
from rulewright.syntax.formatting import format_file

Run = Callable[..., Result]

HERE = Path(__file__).parent
LONGEST = 20  # seconds that anything may take on a busy machine


class Editor:
    """Speaks with a server; `said` holds what it says of itself, without being asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[dict[str, Any]] = []
        self.found: dict[str, list[dict[str, Any]]] = {}  # by the name of the file
        self._number = 0
        self._heard: SimpleQueue[dict[str, Any] | None] = SimpleQueue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright_cli", "lsp"],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while headers := self._headers():
            length = int(headers["content-length"])
            self._heard.put(json.loads(self.process.stdout.read(length)))
        self._heard.put(None)

    def _headers(self) -> dict[str, str]:
        assert self.process.stdout is not None
        found = {}
        while line := self.process.stdout.readline().decode().strip():
            name, _, value = line.partition(":")
            found[name.lower()] = value.strip()
        return found

    def write(self, body: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request; an error fails the test."""
        answer = self.answer(method, params)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def answer(self, method: str, params: Any) -> dict[str, Any]:
        self._number += 1
        asked = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.write(json.dumps(asked).encode())
        while (heard := self.hear()).get("id") != self._number or "method" in heard:
            pass
        return heard

    def hear(self) -> dict[str, Any]:
        """The next thing the server says."""
        try:
            heard = self._heard.get(timeout=LONGEST)
        except Empty:
            pytest.fail(
                f"the server says nothing more; of files: {self.found}, else: {self.said[-3:]}"
            )
        assert heard is not None, "the server has ended"
        if heard.get("method") == "textDocument/publishDiagnostics":
            name = heard["params"]["uri"].rpartition("/")[2]
            self.found[name] = heard["params"]["diagnostics"]
        elif "method" in heard:
            self.said.append(heard)
        return heard

    def begin(self) -> Any:
        answer = self.ask("initialize", {"processId": os.getpid(), "capabilities": {}})
        self.tell("initialized", {})
        return answer

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        """Open a file with its text, or with another one that is not saved."""
        if text is None:
            text = (self.folder / name).read_bytes().decode()
        item = {"uri": self.uri(name), "languageId": "rulewright", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return text

    def change(self, name: str, *changes: dict[str, Any]) -> None:
        item = {"uri": self.uri(name), "version": 2}
        self.tell("textDocument/didChange", {"textDocument": item, "contentChanges": changes})

    def close(self, name: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": self.uri(name)}})
        self.found.pop(name, None)

    def codes(self, name: str, *wanted: str) -> list[dict[str, Any]]:
        """What is found in a file, as soon as these are the codes."""
        while name not in self.found or [d.get("code") for d in self.found[name]] != [*wanted]:
            self.hear()
        return self.found[name]

    def end(self) -> int:
        self.ask("shutdown", None)
        self.tell("exit", None)
        _, complaints = self.process.communicate(timeout=LONGEST)
        assert complaints == b""
        return self.process.returncode


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor in a folder with a game and its variant; at the end nothing was amiss."""
    folder = tmp_path_factory.mktemp("lsp") / "ferry"
    copytree(HERE / "ferry", folder)
    editor = Editor(folder)
    editor.begin()
    yield editor
    assert editor.end() == 0
    assert editor.said == []


def span(text: str, part: str, at: int = 0) -> dict[str, Any]:
    """The range of a part of a text."""
    start = text.index(part, at)
    places = (Text(text).position(offset) for offset in (start, start + len(part)))
    begin, end = ({"line": line, "character": column} for line, column in places)
    return {"start": begin, "end": end}


def edited(text: str, edits: list[dict[str, Any]]) -> Text:
    """A text after edits that all mean places in it as it was."""
    made = Text(text)
    for edit in sorted(edits, key=lambda one: place(one["range"]["start"]), reverse=True):
        where = edit["range"]
        made = made.edited(place(where["start"]), place(where["end"]), edit["newText"])
    return made


def place(position: dict[str, int]) -> tuple[int, int]:
    return position["line"], position["character"]


def test_what_is_typed_is_checked(editor: Editor) -> None:
    text = editor.open("ferry.game")
    wrong = text.replace("hold of me\n", "hodl of me\n", 1)
    editor.change("ferry.game", {"range": span(text, "hold of me\n"), "text": "hodl of me\n"})
    (found,) = editor.codes("ferry.game", "E100")
    assert found["range"] == span(wrong, "hodl")
    assert found["message"] == 'unknown name "hodl"\nhint: did you mean hold?'
    assert found["codeDescription"]["href"].endswith("/grammar/MISTAKES.md")
    editor.change("ferry.game", {"text": text})
    editor.codes("ferry.game")
    editor.close("ferry.game")


def test_a_variant_is_checked_with_the_unsaved_text_of_its_game(editor: Editor) -> None:
    editor.open("wind.game")
    game = (editor.folder / "ferry.game").read_text()
    editor.open("ferry.game", game.replace("toll", "tolls"))
    (found,) = editor.codes("wind.game", "E040")
    assert "toll" in found["message"]
    editor.close("ferry.game")  # what is saved counts again
    editor.codes("wind.game")
    editor.close("wind.game")


def test_what_is_wrong_with_a_table_is_told_there_and_notes_lead_to_their_places(
    editor: Editor,
) -> None:
    table = editor.folder / "crates.csv"
    fine = table.read_text()
    table.write_text(fine.replace("Nut,", "Nut,x", 1))
    text = editor.open("ferry.game", (editor.folder / "ferry.game").read_text())
    while not editor.found.get("crates.csv"):
        editor.hear()
    table.write_text(fine)
    twice = text.replace("mark coins of seat", "mark coins of seat: 0..2\nmark coins of seat")
    editor.change("ferry.game", {"text": twice})
    found = editor.codes("ferry.game", "E172")[0]
    (note,) = found["relatedInformation"]
    assert note["location"] == {"uri": editor.uri("ferry.game"), "range": span(twice, "coins")}
    assert editor.found["crates.csv"] == []
    editor.close("ferry.game")


def test_a_file_that_was_never_saved_is_read(editor: Editor) -> None:
    text = 'game new "New"\n  players 2\n\nzone hand of seat set of card\n'
    editor.open("new.game", text)
    (found,) = editor.codes("new.game", "E063")
    assert found["range"]["start"] == {"line": 3, "character": 18}
    editor.close("new.game")


def test_outline(editor: Editor) -> None:
    text = editor.open("ferry.game")
    broken = text.replace("mark coins of seat:", "mark coins of seat,", 1)
    editor.change("ferry.game", {"text": broken})
    file = {"textDocument": {"uri": editor.uri("ferry.game")}}
    found = editor.ask("textDocument/documentSymbol", file)
    names = [entry["name"] for entry in found]
    assert names[:3] == ["ferry", "option fog", "cargo"]
    assert "mark coins of seat" in names  # it cannot be read, and is there
    action = found[names.index("action open")]
    assert [one["name"] for one in action["children"]] == ["lading"]
    assert [one["name"] for one in action["children"][0]["children"]] == ["put", "sail"]
    assert action["detail"] == "Open a lane"
    editor.close("ferry.game")


def test_formatting(editor: Editor) -> None:
    text = editor.open("ferry.game").replace("\n", "\r\n")
    editor.change("ferry.game", {"text": text.replace("  deal 1 from", "  deal   1   from")})
    file = {"textDocument": {"uri": editor.uri("ferry.game")}}
    request = {**file, "options": {"tabSize": 2, "insertSpaces": True}}
    edits = editor.ask("textDocument/formatting", request)
    assert "  deal 1 from store to each hold\r\n" in [edit["newText"] for edit in edits]
    wanted = format_file(SourceFile("ferry.game", text.replace("\r\n", "\n")), Findings())
    assert edited(text.replace("  deal 1 from", "  deal   1   from"), edits).rules == wanted
    editor.change("ferry.game", {"text": text.replace("setup", "setpu")})
    assert editor.ask("textDocument/formatting", request) is None
    editor.close("ferry.game")


def at(editor: Editor, name: str, text: str, part: str, ahead: int = 0) -> dict[str, Any]:
    """The place in a file where a part of its text begins, or so many characters on."""
    line, column = Text(text).position(text.index(part) + ahead)
    return {
        "textDocument": {"uri": editor.uri(name)},
        "position": {"line": line, "character": column},
    }


def test_hover(editor: Editor) -> None:
    text = editor.open("ferry.game")
    editor.codes("ferry.game") if "ferry.game" in editor.found else None
    said = editor.ask("textDocument/hover", at(editor, "ferry.game", text, "toll of l}"))
    assert "define toll of l: lane = total depth of ends of l" in said["contents"]["value"]
    assert said["range"] == span(text, "toll", text.index("toll of l}"))
    word = editor.ask("textDocument/hover", at(editor, "ferry.game", text, "refill dock"))
    assert "refill draft from pile" in word["contents"]["value"]
    words = (
        editor.ask("textDocument/hover", at(editor, "ferry.game", text, "hold of me, x", 0))
        if ("hold of me, x" in text)
        else editor.ask("textDocument/hover", at(editor, "ferry.game", text, "hold of me"))
    )
    assert "Crates on board" in words["contents"]["value"]
    wrong = text.replace("coins of me > 0", "coins of me > salt")
    editor.change("ferry.game", {"text": wrong})
    editor.codes("ferry.game", "E116")
    said = editor.ask("textDocument/hover", at(editor, "ferry.game", wrong, "salt\n".strip(), 0))
    found = editor.ask("textDocument/hover", at(editor, "ferry.game", wrong, "> salt", 2))
    assert "**E116**" in found["contents"]["value"] and "wrong:" in found["contents"]["value"]
    assert "an element of cargo" in said["contents"]["value"]
    editor.close("ferry.game")


def test_definitions_and_references_lead_through_variants_and_tables(editor: Editor) -> None:
    game = editor.open("ferry.game")
    text = editor.open("wind.game")
    toll = editor.ask("textDocument/definition", at(editor, "wind.game", text, "toll of l"))
    assert toll == {
        "uri": editor.uri("ferry.game"),
        "range": span(game, "toll", game.index("define toll")),
    }
    nut = editor.ask("textDocument/definition", at(editor, "ferry.game", game, "Nut, Cloth"))
    assert nut["uri"] == editor.uri("crates.csv")
    place = {**at(editor, "wind.game", text, "toll of l"), "context": {"includeDeclaration": False}}
    found = editor.ask("textDocument/references", place)
    names = [one["uri"].rpartition("/")[2] for one in found]
    assert names == ["ferry.game", "ferry.game", "wind.game"]
    marked = editor.ask(
        "textDocument/documentHighlight", at(editor, "ferry.game", game, "toll of l")
    )
    assert len(marked) == 3
    editor.close("wind.game")
    editor.close("ferry.game")


def test_rename_changes_every_file_or_says_why_not(editor: Editor) -> None:
    game = editor.open("ferry.game")
    place = at(editor, "ferry.game", game, "toll of l: lane")
    assert editor.ask("textDocument/prepareRename", place)["placeholder"] == "toll"
    changes = editor.ask("textDocument/rename", {**place, "newName": "fare"})["changes"]
    made = edited(game, changes[editor.uri("ferry.game")]).raw
    assert made == re.sub(r"\btoll\b", "fare", game)
    assert len(changes[editor.uri("wind.game")]) == 1
    for new, why in (
        ("hold", "hold is a zone, a set already"),
        ("me", "me has a meaning of its own"),
        ("two words", "is no name"),
    ):
        answer = editor.answer("textDocument/rename", {**place, "newName": new})
        assert why in answer["error"]["message"] and "data" not in answer["error"]
    column = at(editor, "ferry.game", game, "weight of cargo")
    answer = editor.answer("textDocument/prepareRename", column)
    assert answer["error"]["message"] == "weight is a column of a table: rename it there"
    editor.close("ferry.game")


def test_completion_fits_and_goes_on_after_mistakes(editor: Editor) -> None:
    text = editor.open("ferry.game")

    def labels(broken: str, part: str) -> list[str]:
        editor.change("ferry.game", {"text": broken})
        place = at(editor, "ferry.game", broken, part, len(part))
        found = editor.ask("textDocument/completion", place)
        return [item["label"] for item in found["items"]]

    assert labels(text, "zone dock: row 2 of ") == ["cargo", "crate", "isle", "lane", "seat"]
    assert {"move", "refill", "needs"} <= {*labels(text, "move c to hold of me\n  ")}
    assert "zone" not in labels(text, "move c to hold of me\n  ")
    after = text.replace("  needs fog is off", "  neds fog\n  needs ", 1)
    assert {"c", "coins", "salt", "size"} <= {*labels(after, "  neds fog\n  needs ")}
    assert labels(text, "      load\n      ")[:2] == ["else", "or"]
    assert {"Nut", "Cloth"} <= {*labels(text, "hold of red: Nut, ")}
    assert {"open", "sink", "put"} <= {*labels(text, "  offers ")}
    assert labels(text, "# ") == [] if "# " in text else True
    assert labels(text, '"Crates on ') == []
    editor.close("ferry.game")


def test_above_a_declaration_it_says_how_many_scenarios_reach_it(editor: Editor) -> None:
    text = editor.open("ferry.game")
    file = {"textDocument": {"uri": editor.uri("ferry.game")}}
    while not (found := editor.ask("textDocument/codeLens", file)):
        pass
    shown = {one["range"]["start"]["line"]: one["command"]["title"] for one in found}
    line = text[: text.index("action open")].count("\n")
    assert shown[line] == "1 scenario"
    assert shown[text[: text.index("action load")].count("\n")] == "0 scenarios"
    editor.close("ferry.game")


def test_columns_count_units_of_utf_16(editor: Editor) -> None:
    text = editor.open("ferry.game").replace(
        '"Coins"', '"\U0001fa99 Coins"  # \U0001fa99\U0001fa99 '
    )
    text = text.replace('"1 point for each coin"', '"\U0001fa99"') + "\n"
    editor.change("ferry.game", {"text": text})
    line = '  needs coins of me > 0  else "\U0001fa99\U0001fa99 {coins of me} is none"\n'
    longer = text.replace("  spend 1 coins of me\n", line + "  spend 1 coins of me\n")
    where = span(text, "  spend 1 coins of me\n")["start"]
    editor.change("ferry.game", {"range": {"start": where, "end": where}, "text": line})
    place = at(editor, "ferry.game", longer, "{coins", 1)
    assert (
        place["position"]["character"]
        == longer.splitlines()[place["position"]["line"]].index("{coins") + 1 + 2
    )
    said = editor.ask("textDocument/hover", place)
    assert said["range"] == span(longer, "coins", longer.index("{coins"))
    editor.close("ferry.game")


REQUESTS = (
    "hover", "definition", "references", "completion", "documentSymbol", "codeLens", "formatting",
    "documentHighlight", "prepareRename", "rename",
)  # fmt: skip


def test_whatever_is_asked_of_whatever_text_is_answered(editor: Editor) -> None:
    """At random prefixes and damaged texts; of files that are closed, unknown, or no files."""
    draw = random.Random(1)
    text = editor.open("ferry.game")
    rounds = int(os.environ.get("RULEWRIGHT_FUZZ", 25))
    odd = (
        "",
        "\r",
        "\r\n",
        "\ud800",
        "\U0001fa99",
        "'",
        '"',
        "{",
        "(",
        "\t",
        "\x00",
        "zone ",
        "in ",
    )
    for number in range(rounds):
        start = draw.randrange(len(text))
        end = min(len(text), start + draw.choice((0, 1, 9, 400)))
        broken = text[:start] + draw.choice(odd) + text[end:]
        broken = broken if number % 3 else text[:start]
        editor.change("ferry.game", {"text": broken})
        near = draw.choice((start, draw.randrange(len(broken) + 1)))
        line, column = Text(broken).position(min(near, len(Text(broken).rules)))
        if number % 10 == 9:
            line, column = draw.choice(((0, 10**6), (10**6, 0), (10**6, 10**6)))
        name = "ferry.game" if number % 8 else draw.choice(("unknown.game", "crates.csv", "a b%"))
        for method in draw.sample(REQUESTS, 4):
            asked = {
                "textDocument": {"uri": editor.uri(name)},
                "position": {"line": line, "character": column},
                "context": {"includeDeclaration": True, "triggerKind": 1},
                "options": {"tabSize": 2, "insertSpaces": True},
                "newName": draw.choice(("fare", "me", "", "x y")),
            }
            answer = editor.answer(f"textDocument/{method}", asked)
            error = answer.get("error")
            assert error is None or (error["code"] == -32803 and error["message"]), (number, error)
    editor.close("ferry.game")
    editor.tell("textDocument/didClose", {"textDocument": {"uri": editor.uri("ferry.game")}})
    other = {"uri": "untitled:Untitled-1", "languageId": "rulewright", "version": 1, "text": text}
    editor.tell("textDocument/didOpen", {"textDocument": other})
    found = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": other["uri"]}})
    assert found[0]["name"] == "ferry"
    editor.tell("textDocument/didClose", {"textDocument": {"uri": other["uri"]}})


def test_where_pygls_is_not_installed_it_is_said_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright_cli.commands.lsp.find_spec", lambda name: None)
    done = run("lsp")
    said = "rulewright lsp needs pygls, which is not installed: pip install 'rulewright[lsp]'"
    assert (done.exit_code, done.stdout, done.stderr.strip()) == (2, "", said)


def test_an_editor_that_goes_away_is_no_mistake(run: Run) -> None:
    done = run("lsp", input="Content-Length: 12\r\n\r\nthis is ")
    assert (done.exit_code, done.stderr) == (0, "")
