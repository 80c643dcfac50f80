"""Lines that stand too deep, not deep enough, or end too early: what belongs to what."""

from __future__ import annotations

import re

from ... import foreign
from ..joining import CONTINUING
from .mistake import Mistake
from .place import Place, blanks_at, open_brackets, word_at
from .repairing import Reader
from .unexpected import line_form, what_is_wanted
from .words import DECLARATIONS, STATEMENTS


def misplaced_statement(p: Place) -> Mistake | None:
    word = p.piece
    if p.in_column_1 and word in {*STATEMENTS, "step", "finish"} and word not in DECLARATIONS:
        form = foreign.begins("declaration", p.line)
        return Mistake(
            "E016", f"`{word}` belongs inside a declaration, but this line starts in column 1",
            p.at, p.end, "indent it under the action, phase or set-up it belongs to"
            + (f"; or {form.hint}" if form else ""),
        )  # fmt: skip
    return None


def misplaced_else(p: Place) -> Mistake | None:
    """`else` with words, below no `needs`; or with a statement, below no `if`."""
    start = p.text.rfind("\n", 0, p.at) + 1
    if word_at(p.text, start) != "else" or not start:
        return None
    begin = start + len(blanks_at(p.text, start))
    rest = p.text[begin + len("else") :].split("\n")[0].split("#")[0].strip()
    if p.parent(start) != "choose" and (quoted := re.fullmatch(r"'([^']+)'", rest)):
        said = "a reason stands behind the condition of a `needs`, in double quotes"
        hint = f'write: needs CONDITION  else "{quoted[1]}"'
        return Mistake("E017", said, begin, begin + 4, hint)
    if rest.startswith('"'):
        if word_at(p.text, p.line_start) in ("needs", "compose", "until"):
            return None
        if p.beside(start) in ("if", "else"):
            said = "the `else` of an `if` has no words of its own"
            hint = f"they stand behind a statement below it: gain 1 coins of me   {rest}"
            return Mistake("E017", said, begin, begin + 4, hint)
        said = "words after `else` give the reason of a `needs`, and there is none above"
        return Mistake("E017", said, begin, begin + 4, f"write: needs CONDITION  else {rest}")
    if p.parent(start) in ("choose", "define", "outcome") or not rest or rest.startswith("if "):
        return None
    if p.beside(start) not in ("if", "else"):
        added = _ADDED.fullmatch(p.text[:start].rstrip().rsplit("\n", 1)[-1])
        of_choice = f"what a choice offers when nothing else can be: add else {rest} to "
        hint = of_choice + added[1] if added and _NAMED.fullmatch(rest) else _SAME_COLUMN
        return Mistake("E017", _NO_IF, begin, begin + 4, hint)
    return None


_ADDED = re.compile(r"add at (?:start|end) of (.*?)\s*(?:\"[^\"]*\".*)?")
_NAMED = re.compile(r"\w+")


_NO_IF = "this `else` stands below no `if`"
_SAME_COLUMN = "`else` stands in the same column as its `if`"


def missing_block(p: Place) -> Mistake | None:
    if p.expected != {"_INDENT"}:
        return None
    above = p.text[: p.at].rstrip() if p.at_line_start or p.ends else p.text[: p.line_start]
    start = above.rfind("\n") + 1
    while start and word_at(p.text, start) in CONTINUING and word_at(p.text, start) != "else":
        start = p.text.rfind("\n", 0, start - 1) + 1
    word = word_at(p.text, start)
    begin = start + len(blanks_at(p.text, start))
    if word == "else" and p.parent(start) == "if" and p.beside(start) not in ("if", "else"):
        return Mistake("E017", _NO_IF, begin, begin + len(word), _SAME_COLUMN)
    return Mistake(
        "E016", f"under `{word}` an indented block is wanted", begin, begin + len(word),
        "indent the lines that belong to it by two blanks",
    )  # fmt: skip


def needless_indent(p: Place) -> Mistake | None:
    if p.found != "_INDENT":
        return None
    above = p.text.rfind("\n", 0, p.line_start - 1) + 1
    if word_at(p.text, above) == "otherwise" and not p.text[above : p.line_start].split()[1:]:
        start = above + len(blanks_at(p.text, above))
        end = start + len("otherwise")
        said = '"otherwise" begins no statement'
        return Mistake("E012", said, start, end, "write: else", (start, end, "else"))
    if p.piece == "else" or word_at(p.text, above) == "else":
        start = p.at if p.piece == "else" else above + len(blanks_at(p.text, above))
        return Mistake(
            "E017", _NO_IF, start, start + len("else"), _SAME_COLUMN,
        )  # fmt: skip
    if p.piece[:1] == '"' and (words := _WORDS_BELOW.match(p.text, above)) is not None:
        return _words_go_on(p, words)
    hint = "put it on the end of that line, or all of it in brackets: in them a line may go on"
    if p.piece not in _NO_BEGINNING and p.piece[:1].isalpha():
        hint = "start it in the same column as the line above, or put it on the end of that line"
    if (listed := word_at(p.text, above)) in ("offers", "play", "chance"):
        sign = "," if listed == "chance" else ";"
        whole = p.text[above : p.line_start].strip()
        hint = f"a list goes on below a line that ends in `{sign}`; write: {whole}{sign}"
    if (added := _OFFER_ADDED.match(p.text, above)) is not None:
        hint = (
            f"what an offer does stands in an action of its own: action {added[1]}, and below it, "
            f"indented, what it does; the line above offers it"
        )
    return Mistake(
        "E017", "this line is indented, but the line above it opens no block", p.at, p.end, hint,
    )  # fmt: skip


_OFFER_ADDED = re.compile(r"add (\w+) to \w+\s*$", re.M)
_WORDS_BELOW = re.compile(r'[^\n#]*?(?:"([^"\n]*)"[ \t]*)?\n[ \t]*"([^"\n]*)"')
"""Words on a line of their own, and those at the end of the line above if there are any."""


def _words_go_on(p: Place, words: re.Match[str]) -> Mistake:
    """Words on a second line, which can go on nowhere."""
    said = "words stand at the end of the line that they are about, and all of them on that line"
    if words[1] is None:
        return Mistake("E017", said, p.at, p.end, "put them on the end of the line above")
    whole = f'"{words[1].strip()} {words[2].strip()}"'
    return Mistake(
        "E017", said, p.at, p.end, f"a line with words may be long: {whole}",
        (words.start(1) - 1, words.end(), whole),
    )  # fmt: skip


_NO_BEGINNING = ("when", "is", "in", "meets", "until", "from", "to", "of", "by")
"""Words of the language with which no line begins."""


def line_ends_early(p: Place) -> Mistake | None:
    if not p.ends:
        return None
    if "ELSE" in p.expected and (other := _ELSE_BELOW.match(p.text, p.at)) is not None:
        whole = f"{' '.join(p.before.split())} {' '.join(other[1].split())}"
        return Mistake(
            "E013", "the line ends here, but its `else` stands on the next one, where only what "
            "is in brackets goes on", p.at, p.at + 1,
            f"write: {whole}", (p.first_at, other.end(), whole),
        )  # fmt: skip
    what = "the line ends here" if p.found in ("_NL", "_DEDENT") else "the declaration ends here"
    form, last = line_form(p), p.before.split()[-1:]
    hint = form.hint if form else p.form()
    if last and last[0] in CONTINUING and _DEEPER.match(p.text, p.at):
        hint = (
            f"a line goes on where the next one begins with a joining word: put `{last[0]}` there"
        )
    elif p.before.endswith(","):
        hint = "behind a comma a list goes on in the next line if that is indented more"
    elif "ELSE" in p.expected and p.first_word != "needs" and " when " in p.before:
        hint = f"what it is otherwise is wanted too: {' '.join(p.before.split())} else VALUE"
    return Mistake("E013", f"{what}, but {what_is_wanted(p)}", p.at, p.at + 1, hint)


_DEEPER = re.compile(r"[ \t]*(?:#[^\n]*)?\n[ \t]+\S")
_ELSE_BELOW = re.compile(r"[ \t]*(?:#[^\n]*)?\n[ \t]*(else[ \t][^\n#]*)(?<!\s)")
"""Below a line that says `A when C`."""


def early_words(p: Place, reader: Reader) -> Mistake | None:
    """Words for players behind the first of several lines, or within brackets that go on."""
    if p.piece in CONTINUING:
        words = _LINE_OF_WORDS.search(p.text, p.line_start, p.at)
        if words is not None and not _could_go_on(p, words.start(), reader):
            return None  # as the first line below a head does: `setup "Words"`, `for each …`
    else:
        words = _WORDS_ALONE.match(p.text, p.at)
        if words is not None and not (open_brackets(p.before) or goes_on(p.text, words.end())):
            return None
    if words is None or p.text[: words.start()].rstrip().endswith("else"):
        return None
    end = p.whole_end if p.piece in CONTINUING else p.goes_on_from(words.end())
    while open_brackets(p.text[p.line_start : end]) and (more := _NEXT_LINE.match(p.text, end)):
        end = more.end()
    if open_brackets(p.text[p.line_start : end]):
        return None
    start, after = words.span(1)
    said = words[1].strip()
    rest, begin = p.text[after:end], start
    if "\n" not in rest:  # the line above it has been made one with it (see `grammar`)
        rest = " " + rest.lstrip(" ")
        begin = len(p.text[:start].rstrip(" "))
    if not rest.rpartition("\n")[2].strip() or rest.rstrip().endswith('"'):
        return None
    last = f"{' '.join(rest.splitlines()[-1].split())}   {said}"
    return Mistake(
        "E011", "the rule goes on after these words, which stand at its end", start, after,
        f"write them behind the last line: {last}", (begin, end, f"{rest}   {said}"),
    )  # fmt: skip


def _could_go_on(p: Place, end: int, reader: Reader) -> bool:
    """Could what stands here go on with the line, if that ended before its words?"""
    return any(p.words.get(one) == p.piece for one in reader.could_stand(p.text[:end]))


def goes_on(text: str, end: int) -> bool:
    """Does the next line begin with what stands between two parts of a rule?"""
    return word_at(text, len(text) - len(text[end:].lstrip())) in CONTINUING


_LINE_OF_WORDS = re.compile(
    r'[ \t]+("[^"\n]*"(?:[ \t]+[A-Z][A-Z0-9_, -]*-\d+)?)[ \t]*(?:#[^\n]*)?\n?[ \t]*\Z'
)


_WORDS_ALONE = re.compile(r'("[^"\n]*")[ \t]*(?:#[^\n]*)?(?=\n)')
_NEXT_LINE = re.compile(r"[^\n]*\n[^\n]*")


def value_below(p: Place) -> Mistake | None:
    """A value that stands below its definition, which `=`, words or both end: it begins behind the
    name. `define f of s: seat "Words"` has `= …` or a value without `else` below it."""
    if p.first_word == "define" and p.line_start == 0:
        begin, is_open = 0, p.before.rstrip().endswith("=")
        ends = p.ends or p.piece.startswith('"')
        below = p.text.find("\n", p.at)
        if not is_open or not ends or below < 0 or _CASES.search(p.text, below):
            return None
        value_at = below
    else:
        begin = p.text.rfind("\n", 0, max(0, p.line_start - 1)) + 1
        sign = p.piece == "=" and not p.before.strip()
        alone = p.ends and {"ELSE", "WHEN"} <= p.expected and not p.text[p.at :].strip()
        if not p.line_start or word_at(p.text, begin) != "define" or not (sign or alone):
            return None
        value_at = p.at + 1 if sign else p.line_start
    head = _HEAD_AND_WORDS.match(p.text, begin, p.text.find("\n", begin))
    end = len(p.text[: max(p.whole_end, p.at + len(p.rest), p.goes_on_from(value_at))].rstrip())
    if p.first_word == "define" and p.line_start == 0:
        end = len(p.text.rstrip())
    value = p.text[value_at:end].strip()
    if head is None or not value:
        return None
    said = f"   {head[2].strip()}" if head[2] else ""
    line = f"{head[1].strip()} = {' '.join(value.split())}{said}"
    long = len(line) > LONGEST
    broken = "; it goes on where the next line begins with `where`, `and`, `+` …" if long else ""
    what = "the value of a definition begins on its first line, and its words stand at its end"
    return Mistake(
        "E011", what, p.at, p.at + 1,
        f"write: {line}{broken}",
        (begin, end, f"{head[1].strip()} = {value}{said}"),
    )  # fmt: skip


LONGEST = 100  # characters of a line as `fmt` lays it out
_CASES = re.compile(r"\s(?:else|when)\b")
_HEAD_AND_WORDS = re.compile(r"(define [^=\"\n]*?)\s*=?\s*((?:\"[^\"\n]*\".*)?)$")
