"""What a finding would have authors type mends what it was said of, when it is typed as printed.

One small mistake is made in rules that are right: a word is left out, doubled, in another place; a
name stands where one of another kind belongs; a sign, a bracket, a quote, a level of indentation is
wrong; another language's form is used. The fix of each finding is carried out then, and a hint that
says `write: …` or `did you mean …?`: what it was said of is gone, and nothing new is found. A hint
may mean the place or the whole line, and may name several forms: one of them is to do. Words in
capitals stand for the author's own, so that there is nothing to type.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.golden.test_mistakes import slips
from tests.repeated import times

from rulewright import explanations, resources
from rulewright.diagnostics import Diagnostic, RulesError, render
from rulewright.game import check
from rulewright.mending import is_worse
from rulewright.testing.inherited import unreadable

TRIED = 100  # mistakes; with --thorough as many as one has time for
ONE_IN = 30  # hints at most misleads: nobody knows what was meant by every line
MOST_TOLD = 3  # findings of one mistake; what follows from it is not told besides
LARGEST = 6_000  # characters of a rule file, as larger ones take long

PIECE = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'|\w+|\.\.|[<>=!]=|[^\w\s]")
WORD = re.compile(r"[A-Za-z]\w*")
DECLARED = re.compile(
    r"^(?:add |replace )?(zone|mark|type|option|define|component|action|phase|to) (\w+)", re.M
)
OF_THE_BASE = (
    ("zone", "pile"), ("zone", "hand"), ("mark", "gold"), ("type", "suit"), ("option", "limit"),
    ("define", "rank"), ("component", "card"), ("value", "red"), ("value", "Ann"),
    ("value", "Bee"), ("action", "draw"), ("column", "value"),
)  # fmt: skip
FOREIGN = (
    (r" is not ", " != "), (r" is ", " == "), (r" is ", " = "), (r" and ", " && "),
    (r" or ", " || "), (r"\bsize of (\w+)", r"len(\1)"), (r"\bsize of (\w+)", r"count of \1"),
    (r"\bgain (\d+) (.+)", r"\2 += \1"), (r"\bspend (\d+) (.+)", r"\2 -= \1"),
    (r"\bset ([\w ]+) to (.+)", r"\1 = \2"), (r"(\w+) of (\w+)", r"\2.\1"),
    (r"(\w+) of (\w+)", r"\2's \1"), (r"(\w+) of (\w+)", r"\1[\2]"), (r"\bif (.+)", r"if \1:"),
    (r"\belse\b", "otherwise"), (r"\bnext of me\b", "opponent"), (r"\bneeds\b", "requires"),
    (r"\bmove (.+) to\b", r"move \1 into"), (r" when (.+) else ", r" if \1 else "),
    (r"\bwhere\b", "with"), (r"\.\.", "-"), (r"\byes\b", "true"), (r"<=", "=<"),
    (r" - ", " minus "), (r"\blargest\b", "max"), (r"\btotal\b", "sum"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule file that is right: its path, and what it holds."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of rules, without a comment: its pieces, the whole file, and what the line is in."""

    code: str
    pieces: list[re.Match[str]]
    names: list[tuple[str, str]]
    around: str

    def with_(self, piece: re.Match[str], instead: str) -> str:
        return self.code[: piece.start()] + instead + self.code[piece.end() :]

    def of(self, *texts: str) -> list[re.Match[str]]:
        return [piece for piece in self.pieces if piece[0] in texts]

    @property
    def words(self) -> list[re.Match[str]]:
        return [piece for piece in self.pieces if WORD.fullmatch(piece[0])]


Mistake = Callable[[Line, random.Random], str]
"""A line with a mistake; IndexError if there is no place for it."""


def left_out(line: Line, rng: random.Random) -> str:
    piece = rng.choice(line.pieces)
    return line.code[: piece.start()] + line.code[piece.end() :].removeprefix(" ")


def doubled(line: Line, rng: random.Random) -> str:
    piece = rng.choice(line.pieces)
    return line.with_(piece, (" " * piece[0][0].isalnum()).join((piece[0], piece[0])))


def exchanged(line: Line, rng: random.Random) -> str:
    first, second = rng.choice([*zip(line.pieces, line.pieces[1:], strict=False)])
    between = line.code[first.end() : second.start()]
    return line.code[: first.start()] + second[0] + between + first[0] + line.code[second.end() :]


def bracket(line: Line, rng: random.Random) -> str:
    if rng.random() < 0.3:
        word = rng.choice(line.words)
        return line.with_(word, rng.choice((f"({word[0]}", f"{word[0]})", f"({word[0]})")))
    sign = rng.choice(line.of(*"(){}"))
    return line.with_(sign, rng.choice(("", sign[0] * 2)))


def quote(line: Line, rng: random.Random) -> str:
    sign = rng.choice([*re.finditer("[\"']", line.code)])
    return line.with_(sign, rng.choice(("", sign[0] * 2)))


def of_another_kind(line: Line, rng: random.Random) -> str:
    kinds = dict((name, kind) for kind, name in line.names)
    name = rng.choice([piece for piece in line.pieces if piece[0] in kinds])
    others = [other for kind, other in line.names if kind != kinds[name[0]]]
    return line.with_(name, rng.choice([*others, "2", "none"]))


def none(line: Line, rng: random.Random) -> str:
    return line.with_(rng.choice(line.words[1:]), rng.choice(("none", "nobody", "0", "yes")))


def plural(line: Line, rng: random.Random) -> str:
    word = rng.choice(line.words)
    return line.with_(word, word[0][:-1] if word[0].endswith("s") else f"{word[0]}s")


def letter(line: Line, rng: random.Random) -> str:
    word = rng.choice([word for word in line.words if len(word[0]) > 3])
    at = rng.randrange(len(word[0]))
    return line.with_(word, word[0][:at] + word[0][at + 1 :])


def of(line: Line, rng: random.Random) -> str:
    if rng.random() < 0.3:
        word = rng.choice(line.words)
        return line.with_(word, f"{word[0]} of")
    word = rng.choice(line.of("of"))
    return line.with_(word, rng.choice(("of of", "in", "from", "")))


def arguments(line: Line, rng: random.Random) -> str:
    call = rng.choice([*re.finditer(r"\(([^(),]+)((?:, [^(),]+)+)\)", line.code)])
    given = [call[1], *call[2].split(", ")[1:]]
    return line.with_(call, f"({', '.join(rng.choice((given[::-1], given[1:], given * 2)))})")


def sign(line: Line, rng: random.Random) -> str:
    if rng.random() < 0.3:
        piece = rng.choice(line.pieces)
        return line.with_(piece, piece[0] + rng.choice(",:;."))
    found = rng.choice(line.of(*",:;", "is", "=", "to"))
    return line.with_(found, rng.choice(("", *",:;", "is", "=", "==", "to", found[0] * 2)))


def deeper(line: Line, rng: random.Random) -> str:
    return f"  {line.code}"


def less_deep(line: Line, rng: random.Random) -> str:
    return line.code.removeprefix("  ")


def foreign(line: Line, rng: random.Random) -> str:
    here, elsewhere = rng.choice([pair for pair in FOREIGN if re.search(pair[0], line.code)])
    found = rng.choice([*re.finditer(here, line.code)])
    return line.with_(found, found.expand(elsewhere))


def target(line: Line, rng: random.Random) -> str:
    if not line.code.startswith(("add ", "replace ", "remove ", "set ")):
        raise IndexError
    return line.with_(rng.choice(line.words[1:]), rng.choice(line.names)[1])


def scene(line: Line, rng: random.Random) -> str:
    if line.around != "scenario":
        raise IndexError
    return line.with_(rng.choice(line.words), rng.choice([name for _, name in line.names]))


def notation(line: Line, rng: random.Random) -> str:
    found = re.fullmatch(r"( +(?:play|offers|refuses) )(.*)", line.code)
    if found is None:
        raise IndexError
    moves = found[2].split("; ")
    first, *rest = moves[0].split(" ")
    ways = (f"{first}({', '.join(rest)})", " ".join(rest), f"'{moves[0]}'", f"{first}: {rest}")
    return found[1] + rng.choice(("; ", ", ")).join([rng.choice(ways), *moves[1:]])


MISTAKES: tuple[Mistake, ...] = (
    left_out, doubled, exchanged, bracket, quote, of_another_kind, none, plural, letter, of,
    arguments, sign, deeper, less_deep, foreign, target, scene, notation,
)  # fmt: skip


def wrong(rules: Rules, rng: random.Random) -> str | None:
    """The file with a mistake in one of its lines, if there is room for it."""
    lines = rules.text.split("\n")
    at = rng.randrange(len(lines))
    written = re.match(r"(?:\"[^\"]*\"|[^\"#])*", lines[at])
    code = written.group() if written else ""
    pieces = [*PIECE.finditer(code)]
    if not pieces or code.lstrip().startswith('"'):
        return None
    names = [*OF_THE_BASE, *((kind, name) for kind, name in DECLARED.findall(rules.text))]
    above = next((line for line in lines[at::-1] if re.match(r"\w", line)), "")
    line = Line(code, pieces, names, above.split(" ")[0])
    try:
        made = rng.choice(MISTAKES)(line, rng)
    except IndexError:
        return None
    lines[at] = made + lines[at][len(code) :]
    return None if made == code else "\n".join(lines)


def all_rules(folder: Path) -> list[Rules]:
    """The right examples of all codes and slips, and the smaller files of the library."""
    examples = folder / "examples"
    examples.mkdir()
    for name, text in explanations.files().items():
        (examples / name).write_text(text, encoding="utf-8")
    texts = [slip["right"] for slip in slips().values() if not any("." in name for name in slip)]
    for code in explanations.explanations():
        texts += explanations.examples(code, "right")
    found = [Rules(examples / "example.game", explanations.whole(text)) for text in texts]
    shutil.copytree(resources.rules_root(), folder / "rules")
    for path in sorted((folder / "rules").rglob("*.game")):
        found.append(Rules(path, path.read_text(encoding="utf-8")))
    games = re.compile(r"(?:#.*\n|\n)*(?:game|variant)\b")  # what can be played, and no library
    return [rules for rules in found if len(rules.text) < LARGEST and games.match(rules.text)]


def findings(rules: Rules, text: str) -> list[Diagnostic]:
    """Everything that is wrong with a file when it holds this text."""
    rules.path.write_text(text, encoding="utf-8")
    try:
        game = check(str(rules.path))
        game.scenarios()
    except RulesError as error:
        return [*error.diagnostics]
    finally:
        rules.path.write_text(rules.text, encoding="utf-8")
    return [*game.warnings, *unreadable(game)]


SAID = re.compile(r"(?:^|[ ;:,])(?:write|write also)(?: first)?: (.+)$", re.S)
ENDS = ("; ", " (", ", and below", ", the first of them", ", which", ", or ", " or ")
"""What may stand between a form and what is said of it, or another form."""
OPEN = re.compile(r"\b[A-Z]{2,}\b|…")


def forms(hint: str) -> list[str]:
    """What a hint would have one type, as far as it is told from what it says besides."""
    if meant := re.match(r"did you mean (.+?)\?", hint):
        return [meant[1]]
    said = SAID.search(hint)
    return [form for end in ENDS for form in said[1].split(end)] if said else []


def carried_out(finding: Diagnostic, text: str) -> Iterator[str]:
    """The file with what is said, at its place, in the place of the line, or beside that."""
    if (fix := finding.fix) is not None:
        yield text[: fix.span.start] + fix.text + text[fix.span.end :]
        return
    start, end = finding.span.start, finding.span.end
    low = text.rfind("\n", 0, start) + 1
    high = text.find("\n", start) % (len(text) + 1)
    line = text[low:high]
    blanks = line[: len(line) - len(line.lstrip())]
    behind = re.search(r"\s*(?:(?:else )?\"[^\"]*\")?[A-Z0-9_, -]*(?:#.*)?$", line)
    tail = behind[0] if behind else ""
    if "in column 1, write: " in finding.hint:
        yield text[:low] + text[low + len(blanks) :]
    for form in forms(finding.hint):
        yield text[:start] + form + text[end:]
        for word in re.finditer(r"[\w']+", text[start:end]):
            yield text[: start + word.start()] + form + text[start + word.end() :]
        for whole in (form, form + tail, f"{form}\n{line}", f"{line.strip()}\n{blanks}{form}"):
            yield text[:low] + blanks + whole + text[high:]


def misleads(rules: Rules, text: str, found: list[Diagnostic], one: Diagnostic) -> bool:
    """Does nothing of what a finding would have one type mend it?"""
    if one.span.file.text != text or any(w not in text for w in OPEN.findall(one.hint)):
        return False  # of another file, or with words for the author's own
    tried = [*dict.fromkeys(carried_out(one, text))]
    return bool(tried) and all(is_worse(found, findings(rules, new), [one]) for new in tried)


def test_what_hints_say_mends_what_they_were_said_of(tmp_path: Path) -> None:
    rng, some = random.Random(1), all_rules(tmp_path)
    told, misled, crowded, made = 0, list[str](), list[str](), 0
    right: dict[Rules, bool] = {}
    while made < times(TRIED, thorough=40 * TRIED):
        rules = rng.choice(some)
        text = wrong(rules, rng)
        if text is None:
            continue
        if rules not in right:
            right[rules] = not findings(rules, rules.text)
        if not right[rules]:
            continue  # a part that is used, and no whole
        made += 1
        found = findings(rules, text)
        told += len(found)
        misled += [render(one) for one in found if misleads(rules, text, found, one)]
        if len(found) > MOST_TOLD:
            crowded.append("\n".join(map(render, found)))
    assert told > made // 2
    assert len(misled) * ONE_IN <= told, "\n\n".join(misled)
    assert len(crowded) * ONE_IN <= told, "\n\n".join(crowded)


@pytest.mark.parametrize("hint", ["did you mean gold?", "write: gold; or leave it out"])
def test_a_hint_that_misleads_is_found(hint: str, tmp_path: Path) -> None:
    examples = [one for one in all_rules(tmp_path) if one.path.name == "example.game"]
    rules = Rules(examples[0].path, explanations.whole("always gold of Ann < 10\n"))
    text = rules.text.replace("gold", "godl")
    found = findings(rules, text)
    one = found[0]
    fine = Diagnostic(one.code, one.message, one.span, hint=hint)
    bad = Diagnostic(one.code, one.message, one.span, hint=hint.replace("gold", "glod"))
    assert not misleads(rules, text, found, fine)
    assert misleads(rules, text, found, bad)
