"""What is written with other signs or words in other languages, or in English."""

from __future__ import annotations

import re
from dataclasses import replace

from ... import foreign
from ...diagnostics import nearest
from ..anew import ALONE, promise_anew, with_all
from ..joining import CONTINUING
from .mistake import BELOW, Mistake, quoted, short
from .place import Place, open_brackets, word_at
from .rewording.written import COMPARED
from .words import NAMING, STATEMENTS


def foreign_form(p: Place) -> Mistake | None:
    """What means something in other languages, or in English (see `foreign`)."""
    no_range = p.expects("..")  # `0-9` was read as a calculation
    if p.piece[:1] == '"' or (p.ends and not no_range) or p.found == "_INDENT":
        return None
    at, before = p.at - p.line_start, p.before
    start = (
        before.index(":")
        if no_range and ":" in before
        else before.rindex(p.previous)
        if p.previous and p.previous[0] != '"'
        else at
    )
    if p.piece in CONTINUING and not p.text[p.text.rfind("\n", 0, p.at) + 1 : p.at].strip():
        other = foreign.begins("statement", p.rest)
        said = f'"{p.piece}" begins no statement'
        return Mistake("E012", said, p.at, p.end, other.hint, other.fix(p.at)) if other else None
    if p.piece in ("=", ":=") and p.expects(":"):
        return None
    whole = foreign.begins("statement", p.line) if p.line_start else None
    if (counted := counted_down(p)) is not None:
        end = p.at + len(p.rest.rstrip())
        said = f"`{short(p.line.strip())}` has no meaning here"
        return Mistake("E060", said, p.first_at, end, counted)
    if whole is not None and p.first_word in STATEMENTS and BELOW in whole.hint:
        said = f"`{short(p.line[whole.start : whole.end])}` has no meaning here"
        end = p.at + len(p.rest.rstrip())
        lines = whole.hint.removeprefix("write: ").split(BELOW)
        instead = ("\n" + " " * (p.first_at - p.line_start + 2)).join(lines)
        fix = None if re.search(r"[A-Z]{2}", instead) else (p.first_at, end, instead)
        return Mistake("E060", said, p.first_at, end, whole.hint, fix)
    for form in foreign.within(p.line, start, p.end - p.line_start):
        written = p.line[form.start : form.end]
        if re.fullmatch(r"\d+\.\d+", written):
            continue  # no property, but part of a number
        if written[0] == ":" and "score" in p.line[: form.start].split():
            continue  # what follows is a value, no type
        if form.end <= at and " " not in written and not (no_range and ".." in form.instead):
            continue  # that was understood
        named = p.first_word in NAMING and p.names_something
        if named and form.start == len(p.first_word) + p.first_at - p.line_start + 1:
            continue  # the name of what is declared
        if form.start == at and form.instead and not p.could_stand(form.instead):
            continue
        if (held := _what_it_has(p, written)) is not None:
            form = replace(form, instead=held)
        said = f"`{short(written)}` has no meaning here"
        said += f"; write `{form.instead}`" if form.instead else ""
        hint = "" if form.instead else form.hint
        return Mistake(
            "E060", said, p.line_start + form.start, p.line_start + form.end, hint,
            form.fix(p.line_start), form.sure,
        )  # fmt: skip
    return None


def counted_down(p: Place) -> str | None:
    """What is written for `repeat 3 times` with a choice below it, which no `each` may hold."""
    times = re.fullmatch(
        r"\s*repeat (?!until\b|while\b)([^\"]+?)(?: times)?\s*(?:\"[^\"]*\"\s*)?", p.line
    )
    if times is None or not p.line_start:
        return None
    column = p.first_at - p.line_start
    for line in p.text[p.at :].split("\n")[1:]:
        if line.strip() and len(line) - len(line.lstrip()) <= column:
            return None
        if re.match(r" *(?:choose|may choose|compose)\b", line):
            return COUNTED_DOWN.format(times[1])
    return None


COUNTED_DOWN = (
    "count what is left, with mark left: 0..MOST: set left to {}, then repeat until left is 0, "
    "and below that the choice and spend 1 left"
)


_HAS = re.compile(
    r"(\w+) has (?:(exactly|at least|at most|more than|fewer than|less than) )?(\d+) (\w+)"
)


def _what_it_has(p: Place, written: str) -> str | None:
    """`pile has 24 cards`, `Ann has 3 gold`, as it is written here of what the file declares."""
    if (found := _HAS.fullmatch(written)) is None:
        return None
    who, how, number, what = found.groups()
    compared = f"{COMPARED[how] if how else 'is'} {number}"
    if re.search(rf"^zone {who}:|\binto {who}\b", p.file, re.M):
        return f"size of {who} {compared}"
    named = {what, what.removesuffix("s"), f"{what}s"}
    for role, name in re.findall(r"^(mark|zone) (\w+) of seat\b", p.file, re.M):
        if name in named:
            return f"{'size of ' * (role == 'zone')}{name} of {who} {compared}"
    return None


def part_of_a_number(p: Place) -> Mistake | None:
    """`1.5`, `50%`."""
    if p.previous.isdecimal() and (p.piece == "%" or (p.piece == "." and p.following.isdecimal())):
        start = p.at - len(p.before) + p.before.rindex(p.previous)
        end = p.at + p.rest.index(p.following) + len(p.following) if p.piece == "." else p.end
        hint = "count in a smaller unit, or divide and round down: quotient(A, B)"
        compared = re.search(r"(<|>)=? *$", p.before[: p.before.rindex(p.previous)])
        if compared is not None and p.piece == ".":
            whole = int(p.previous) + (compared[1] == "<")
            hint = f"write: {compared[1]} {whole}"
        said = "numbers are whole: there are no parts and no per cent"
        return Mistake("E060", said, start, end, hint)
    return None


def several_sets(p: Place) -> Mistake | None:
    """`every x in S + T has …`, `some x in S - T where …`."""
    if p.piece not in ("+", "-", "where", "has"):
        return None
    begun = [*_DRAWN_FROM.finditer(p.before)]
    if not begun:
        return None
    start = p.line_start + begun[-1].end()
    line = p.text[start : p.at + len(p.rest.rstrip())]
    sets = _UP_TO_CONDITION.match(line)
    if sets is None or open_brackets(sets[0]) or not re.search(r" [+-] ", sets[0]):
        return None
    written = sets[0].strip()
    return Mistake(
        "E011", "a query goes through one set: one that is worked out stands in brackets",
        start, start + len(written), f"for example: {begun[-1][0].strip()} ({written})",
        (start, start + len(written), f"({written})"),
    )  # fmt: skip


_GAINED = re.compile(r" *(?:gain|spend) (.*[\w)] )(?<! of )\w+(?:\([^()]*\)| of \w+)*\s*$")


def sum_gained(p: Place) -> Mistake | None:
    """`gain 1 + bonus of me points of me`: so much of what, if the sum stands in brackets."""
    if p.first_word not in ("gain", "spend") or p.piece not in ("+", "-", "*"):
        return None
    said = _GAINED.match(p.line)
    if said is None or p.line_start + said.end(1) <= p.end or said[1].startswith("("):
        return None
    start, amount = p.line_start + said.start(1), said[1].rstrip()
    written = p.line.strip().replace(amount, f"({amount})", 1)
    return Mistake(
        "E011", "how much that is stands in brackets where it is worked out",
        start, start + len(amount), f"write: {written}",
        (start, start + len(amount), f"({amount})"),
    )  # fmt: skip


_NOBODY_WINS = re.compile(
    r"(?:replace +)?(?:winners?(?: is| are| *[:=])? (?:none|nobody|no(?: ?one| winners?)?|nothing)"
    r"|no winners?|(?:nobody|no ?one|none) wins)"
)


def nobody_wins(p: Place) -> Mistake | None:
    """`winner none`: nobody, whatever has happened, or an end that is the same for all."""
    said = _NOBODY_WINS.fullmatch(p.line.strip())
    if said is None or p.first_at != p.line_start:
        return None
    in_variant = re.search(r"^variant\b", p.file, re.M) is not None
    meant = f"{'replace ' * in_variant}winner p where no"
    instead = (
        f"; or, where all win or lose together, no winner but how it ends: outcome{BELOW}"
        "won when CONDITION, then: lost else"
    )
    return Mistake(
        "E060", f"`{said[0]}` has no meaning here: who wins is asked of each seat", p.first_at,
        p.first_at + len(said[0]), f"write: {meant}{instead * (not in_variant)}",
        (p.first_at, p.first_at + len(said[0]), meant),
    )  # fmt: skip


def offer_replaced(p: Place) -> Mistake | None:
    """`replace bid in promise`, and below it `bid(n in 7..24 …)`: the offer, not what it does."""
    offer = _OFFER_REPLACED.match(p.text)
    if offer is None or p.at < offer.start("offer"):
        return None
    name, choice = offer["name"], offer["choice"]
    other = f"more_{name}"
    target = f"{name} in {choice}" if choice else name
    return Mistake(
        "E042", "`replace` takes the statements that happen; what an offer draws stays as it is",
        *offer.span("offer"), f"an action is replaced whole: replace action {name}(…); an offer "
        f"that is written in the choice is taken away, remove {target}, and an action {other}("
        f"{offer['drawn']} in …) of its own offered instead: add {other} to {choice or 'CHOICE'}",
    )  # fmt: skip


def first_line_replaced(p: Place) -> Mistake | None:
    """`replace step pay(c in hand of me) into paid`, `replace whenever pile is empty`, `replace
    always …`: in the line stands what it is to be, and not what is replaced."""
    line = _FIRST_LINE.match(p.text)
    if line is None:
        return None
    said = " ".join(line["said"].split())
    if line["promise"]:
        hint = promise_anew(line["words"] or "")
    elif p.at >= line.end():
        return None
    elif line["rule"]:
        begun = " ".join(said.split()[:3])
        hint = (
            f'what is there is told by how its line begins: replace "{begun}", and below it, '
            f"indented, the rule: {said}"
        )
    else:
        hint = f"write: replace {line['part']}{BELOW}{said}"
    message = f"{quoted(p.piece)} stands here, but the end of the line is wanted"
    if p.at >= line.end() or not p.piece:
        return Mistake("E016", "a promise is not replaced", 0, len("replace always"), hint)
    return Mistake("E011", message, p.at, p.end, hint)


_FIRST_LINE = re.compile(
    r"replace +(?P<said>(?P<part>(?:step|finish|let) +\w+) *(?:\(|=|into\b|named\b)[^\"\n]*|"
    r"(?P<rule>whenever|before dealing) [^\"\n]+|"
    r"(?P<promise>always)\b *(?P<words>\"[^\"\n]*\")?[^\n]*)"
)


def words_alone(p: Place) -> Mistake | None:
    """`replace "What do you do?" "Lay or move?"`, `set question of main to "Lay or move?"`."""
    found = _WORDS_ALONE.match(p.text)
    if found is None:
        return None
    target = found["about"] or found["target"]
    return Mistake("E016", ALONE, 0, len(p.text.split()[0]), with_all(target))


_WORDS_ALONE = re.compile(
    r"(?:(?:replace|set)\s+(?:the )?(?:question|words|text) (?:of|in) (?P<about>\w+)|replace\s+"
    r"(?P<target>(?:(?:choose|phase|step|action) )?\w+(?: in \w+)*|\"[^\"\n]*\"(?: in \w+)*))"
    r"(?:\s+(?:with|by|to|is)|:)?\s*\"[^\"\n]*\"(?:\s+[A-Z][A-Z0-9_]*-\d+)*\s*\Z"
)


def case_added(p: Place) -> Mistake | None:
    """`add before draw`, `add at end of outcome`, `replace draw in outcome`, and below it a case of
    the outcome: `stalemate when …`."""
    case = _CASE_BELOW.match(p.text)
    if case is None:
        return None
    start = case.start("case")
    name = word_at(p.text, start)
    said = " ".join(case["case"].split())
    if not name and (found := re.search(r"\w+\Z", case["edit"])) and found[0] != "outcome":
        return Mistake(
            "E012", "a case belongs to a definition, and below this there are statements", start,
            start + len(said.split()[0]), _cases_anew(found[0]),
        )  # fmt: skip
    return Mistake(
        "E012", f'"{name}" begins no statement', start, start + len(name),
        f"a case is added to the outcome with: add {said} to outcome"
        if case["edit"].startswith("add") and " else" not in said
        else "a case of the outcome that is there is changed with all of it: replace outcome, and "
        "below it all its cases",
    )  # fmt: skip


def _cases_anew(name: str) -> str:
    return f"a definition is replaced with all its cases: replace define {name}"


def case_of_definition(p: Place) -> Mistake | None:
    """`add 3 when k is lords to worth`: one more case of a definition, as of the outcome."""
    line = _CASE_TO.match(p.text, p.line_start)
    if line is None or nearest(line["name"], ["outcome"]):
        return None
    start, end = line.span("name")
    return Mistake(
        "E011", "a case is added so to the outcome alone", start, end, _cases_anew(line["name"])
    )


_CASE_TO = re.compile(
    r"[ ]*add[ ]+(?!(?:until|last|at|before|after)\b)[^\"#\n]+[ ]when[ ][^\"#\n]+[ ]to[ ]+"
    r"(?:define[ ]+)?(?P<name>\w+)"
)


_CASE_BELOW = re.compile(
    r"(?P<edit>add(?: last)? (?:before|after|at (?:start|end) of) \w+(?: in outcome)?|"
    r"add (?:(?:a )?case )?(?:to )?outcome|replace \w+ in outcome|replace \w+)"
    r"[ \t]*(?:\"[^\"\n]*\")?[ \t]*(?:#[^\n]*)?\n"
    r"[ ]+(?P<case>\w+(?:, *\w+)* +(?:when [^\"#\n]*[^\"#\s]|else))"
)


def end_added(p: Place) -> Mistake | None:
    """`add until or CONDITION to turns`, `add until CONDITION in turns`, or to nothing."""
    line = _END_ADDED.match(p.text, p.line_start, p.whole_end)
    if line is None:
        return None
    end, target = " ".join(line["end"].split()), line["target"] or "turns"
    words = f"  {line['words']}" if line["words"] else ""
    hint = f"write: add until {end} to {target}{words}"
    if line["joined"]:
        start, stop = line.span("joined")
        said = f'"{line["joined"]}" stands here, but a condition is wanted'
        return Mistake("E011", said, start, stop, hint)
    if p.ends and not line["target"]:
        return Mistake("E013", "the line ends here, but `to` is wanted", p.at, p.end, hint)
    if (p.piece == "in" and line["by"] == "in") or p.piece.startswith('"'):
        return Mistake(
            "E011", f"{quoted(p.piece)} stands here, but `to` is wanted", p.at, p.end, hint
        )
    return None


_END_ADDED = re.compile(
    r"[ ]*add[ ]+until[ ]+(?:(?P<joined>or|and)[ ]+)?(?P<end>(?:(?![ ]to[ ])[^\"#\n])+?)"
    r"(?:[ ]+(?P<by>in|to)[ ]+(?P<target>(?:turns|repeat)\b[\w ]*?))?"
    r"[ ]*(?P<words>\"[^\"\n]*\")?[ ]*$"
)


_LAST_OFFER = re.compile(
    r"add (?P<last>last )(?P<offer>(?!at\b|after\b|before\b|to\b|when\b)\w.* to .+)"
)


def last_offer(p: Place) -> Mistake | None:
    """`add last swap to main`: what is offered besides is no part that stands somewhere."""
    found = _LAST_OFFER.fullmatch(p.line.strip())
    if found is None or p.first_word != "add":
        return None
    start, end = (p.first_at + at for at in found.span("last"))
    return Mistake(
        "E060", "`last` is for what is put at, before or after something; an offer stands behind "
        "those that are there, whatever other variants add", start, end - 1,
        f"write: add {found['offer']}", (start, end, ""),
    )  # fmt: skip


_OFFER_REPLACED = re.compile(
    r"replace (?P<name>\w+)(?: in (?P<choice>\w+))?[ \t]*(?:\"[^\"\n]*\")?[^\n\w]*\n"
    r"[ ]+(?P<offer>(?P=name) ?\((?P<drawn>\w+) in [^\n]*)"
)


_DRAWN_FROM = re.compile(
    r"\b(?:some|every|how\s+many|all|the|for)\s+\w+(?:,\s*\w+)*\s+in\s+(?!.*\sin\s)"
)


_UP_TO_CONDITION = re.compile(r"(?:(?!\s(?:has|where)\b|\s+\")[^\n])+")
