"""Every code is explained by rules that are wrong in just this way, and by rules that are right;
and what authors write who know other languages, or none, is told so that they can mend it.

`slips.md` has such rules, with all that is said of them, what `check --fix` makes of them, and what
their authors meant, which must be right. `--update-golden` writes what is said and made; read the
difference, as somebody who does not program, before you keep it: is it the right place, can it be
understood, does it say what to type?
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from tests.repeated import some, times

from rulewright import explanations, foreign
from rulewright.diagnostics import Diagnostic, RulesError, render
from rulewright.game import check
from rulewright.mending import mended
from rulewright.testing.inherited import unreadable
from rulewright.testing.lint import CODES as LINTS
from rulewright.testing.lint import lint

CODES = explanations.explanations()
TOGETHER = {"E043": ("larger",)}  # variants with which an example is wrong

SLIPS = Path(__file__).with_name("slips.md")
BLOCK = re.compile(r"^```(.+)\n((?:.*\n)*?)```$", re.M)


def slips() -> dict[str, dict[str, str]]:
    """The blocks of each slip, by its title."""
    parts = SLIPS.read_text(encoding="utf-8").split("\n## ")[1:]
    return {part.split("\n")[0]: dict(BLOCK.findall(part)) for part in parts}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the files lie that the examples extend and use."""
    made = tmp_path_factory.mktemp("examples")
    for name, text in explanations.files().items():
        (made / name).write_text(text, encoding="utf-8")
    return made


def findings(folder: Path, rules: str, variants: tuple[str, ...] = ()) -> list[Diagnostic]:
    """Everything that is wrong with an example, played with these variants."""
    file = folder / "example.game"
    file.write_bytes(explanations.whole(rules).encode())
    try:
        game = check(str(file), variants=variants)
        game.scenarios()
    except RulesError as error:
        return [*error.diagnostics]
    return [*game.warnings, *unreadable(game)]


def found(folder: Path, rules: str, variants: tuple[str, ...] = ()) -> set[str]:
    """The codes of it."""
    return {finding.code for finding in findings(folder, rules, variants)}


def odd(folder: Path, rules: str, code: str) -> set[str]:
    """The same of what `lint` finds: in play only where the code is one for that."""
    assert found(folder, rules) == set()
    # 25 come to all that the examples write
    games = times(28, thorough=40) if code.startswith("L1") else 0
    return {finding.code for finding in lint(str(folder / "example.game"), games=games).findings}


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_example_is_wrong_in_just_this_way_and_the_right_one_in_none(
    code: str, folder: Path
) -> None:
    look = partial(odd, code=code) if code in LINTS else found
    together = partial(found, variants=TOGETHER[code]) if code in TOGETHER else look
    for wrong in explanations.examples(code, "wrong"):
        assert together(folder, wrong) == {code}
    for right in explanations.examples(code, "right"):
        assert look(folder, right) == set()


def test_no_example_is_left_over() -> None:
    blocks = {name for name in explanations._blocks() if "." not in name}
    assert blocks == {f"{code} {kind}" for code in CODES for kind in ("wrong", "right")}


def mended_of(folder: Path, rules: str) -> dict[str, str]:
    """What `check --fix` makes of it, and the codes of what is left."""
    file = folder / "example.game"
    made, left = mended(
        lambda texts: findings(folder, texts.get(str(file), rules)), lambda source: True
    )
    if not made:
        return {}
    text = made[str(file)].removeprefix(explanations.EXAMPLE)
    codes = "".join(f"{finding.code}\n" for finding in left)
    return {"mended": text} | ({"left": codes} if codes else {})


def said_of(folder: Path, rules: str) -> str:
    told = findings(folder, rules)
    assert any(finding.severity == "error" for finding in told)
    return "".join(f"{render(finding)}\n" for finding in told).replace(f"{folder}/", "")


def test_what_is_said_of_slips(request: pytest.FixtureRequest, folder: Path) -> None:
    before = SLIPS.read_text(encoding="utf-8")
    page = before.split("\n## ")[0]
    update = request.config.getoption("--update-golden")
    to_tell = slips().keys() if update else some(slips(), one_in=2)
    to_mend = slips().keys() if update else some(slips(), one_in=8)  # for that takes longest
    for title, slip in slips().items():
        if title not in to_tell:
            page += f"\n## {title}\n"
            page += "".join(f"```{name}\n{text}```\n" for name, text in slip.items())
            continue
        beside = {name: text for name, text in slip.items() if "." in name}
        for name, text in beside.items():
            (folder / name).write_text(text, encoding="utf-8")
        blocks = {"wrong": slip["wrong"], "said": said_of(folder, slip["wrong"])}
        if title in to_mend:
            blocks |= mended_of(folder, slip["wrong"])
        else:
            blocks |= {name: slip[name] for name in ("mended", "left") if name in slip}
        assert findings(folder, slip["right"]) == [], title
        blocks |= {"right": slip["right"]} | beside
        page += f"\n## {title}\n"
        page += "".join(f"```{name}\n{text}```\n" for name, text in blocks.items())
        for name in beside:
            (folder / name).unlink()
    if update:
        SLIPS.write_text(page, encoding="utf-8")
    assert page == SLIPS.read_text(encoding="utf-8")


def written_out(written: str) -> str:
    """An example of a foreign form; something follows what could go on."""
    more = "" if re.search(r"\b[XYZNMABC]$", written) else " of everything"
    for place, text in {"X": "some", "Y": "thing", "Z": "other", "N": "2", "M": "5"}.items():
        written = re.sub(rf"\b{place}\b", text, written)
    return re.sub(r"\b[ABC]\b", "this that", written) + more


BEGINS = {
    "declaration": "{}\n",
    "statement": "add at end of draw\n  {}\n",
    "value": "always 1 < {}\n",
    "type": "mark something_{number}: {}\n",
}
VALUES = ("`yes`", "`no`", "`none`")  # what nothing follows
AT_ONCE = 90  # declarations of a file, of which a hundred wrong ones are told


@pytest.mark.parametrize("where", BEGINS)
def test_every_foreign_form_is_told_with_the_form_here(where: str, folder: Path) -> None:
    rows = [row for row in foreign.rows() if row.where == where]
    missed: list[str] = []
    for group in (rows[i : i + AT_ONCE] for i in range(0, len(rows), AT_ONCE)):
        rules = explanations.EXAMPLE
        starts = []
        for number, row in enumerate(group):
            alone = where == "type" or row.here in VALUES or row.here.strip("`").isdigit()
            text = row.written if alone else written_out(row.written)
            starts.append(rules.count("\n") + 1)
            rules += BEGINS[where].format(text, number=number)
        told = findings(folder, rules)
        for row, start in zip(group, starts, strict=True):
            here = "\n".join(render(d) for d in told if 0 <= d.span.line - start <= 1)
            heading = re.split(r"\b[XYZNMABC]\b|[A-Z]{2}", row.here.replace("`", ""))[0].strip()
            missed += [] if heading in here.replace("`", "") else [f"{row.written}: {here}"]
    assert not missed


def test_every_foreign_form_in_a_line_is_found() -> None:
    for row in foreign.rows():
        if row.where == "line":
            text = f"always {written_out(row.written)}"
            forms = foreign.within(text, 7, len(text))
            assert any(form.start == 7 for form in forms), row
