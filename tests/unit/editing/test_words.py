"""What colours rules has the words of the grammar, all of them and none twice."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, String

from rulewright import resources
from rulewright.editing.colours import RulewrightLexer
from rulewright.editing.words import groups, keywords

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "editors" / "vscode"
RULES = sorted([*resources.rules_root().rglob("*.game"), *(ROOT / "examples").glob("*.game")])


def test_every_word_of_the_grammar_is_there_once() -> None:
    written = set(re.findall(r'"([a-z]+)"', re.sub(r"//.*", "", resources.grammar_text())))
    assert written <= set(keywords())
    assert {"largest", "how", "many", "while", "owner", "least", "paths", "moves"} <= set(
        keywords()
    )
    grouped = [word for name, group in groups().items() if name != "function" for word in group]
    assert len(grouped) == len(set(grouped))
    assert set(keywords()) <= set(grouped)


def test_the_grammar_of_the_vs_code_folder_is_current() -> None:
    spec = importlib.util.spec_from_file_location("make_grammar", ROOT / "editors/make_grammar.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.FILE.read_text(encoding="utf-8") == made.text(), "run editors/make_grammar.py"


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.json")), ids=lambda file: file.name)
def test_what_vs_code_reads_is_json(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    for pattern in re.findall(r'"match": "((?:[^"\\]|\\.)*)"', json.dumps(data)):
        re.compile(json.loads(f'"{pattern}"'))


def test_the_files_that_package_json_names_are_there() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    named = re.findall(r'"(\./(?!dist)[^"]+)"', json.dumps(package))
    assert named and all((FOLDER / name).is_file() for name in named)


def test_all_rule_files_are_coloured_and_stay_as_they_are() -> None:
    lexer = RulewrightLexer(stripnl=False, ensurenl=False)
    for file in RULES:
        text = file.read_text(encoding="utf-8")
        found = list(lexer.get_tokens(text))
        assert "".join(part for _, part in found) == text
        assert not [part for kind, part in found if kind in Error], file
        kinds = {kind for kind, _ in found}
        assert {Keyword.Declaration, Name.Function, String} <= kinds


def test_a_line_is_coloured() -> None:
    line = 'action take(c in hand of me)  "Take {c}"  RUTA-7  # so\n'
    found = [(str(kind)[6:], part) for kind, part in RulewrightLexer().get_tokens(line)]
    assert [one for one in found if one[1].strip()] == [
        ("Keyword.Declaration", "action"), ("Name.Function", "take"), ("Punctuation", "("),
        ("Name", "c"), ("Operator.Word", "in"), ("Name", "hand"), ("Operator.Word", "of"),
        ("Keyword.Constant", "me"), ("Punctuation", ")"), ("Literal.String", '"'),
        ("Literal.String", "Take "), ("Literal.String.Interpol", "{"), ("Name", "c"),
        ("Literal.String.Interpol", "}"), ("Literal.String", '"'), ("Name.Tag", "RUTA-7"),
        ("Comment.Single", "# so"),
    ]  # fmt: skip
    assert Comment.Single in Comment
