"""Colons too many or too few, and reasons that are not said."""

from __future__ import annotations

import re

from .mistake import Mistake, quoted
from .place import Place
from .rewording.written import OPEN, Written


def colon_at_the_end(p: Place) -> Mistake | None:
    if p.piece != ":" or p.following[:1] not in ("", '"') or "_NL" not in p.expected:
        return None
    return Mistake(
        "E060", "no line ends in `:`", p.at, p.end,
        f"write: {' '.join(p.before.split())} – what belongs to it stands below it, indented by "
        "two blanks",
        (p.at, p.end, ""),
    )  # fmt: skip


def needs_without_else(p: Place) -> Mistake | None:
    ends = p.ends or p.piece.startswith('"')
    needs = p.first_word == "needs"
    if "ELSE" not in p.expected or not ends or not (needs or _REASONED_UNTIL.search(p.before)):
        return None
    what = "`needs`" if needs else "this part of `until`"
    return Mistake(
        "E014", f"{what} says no reason: after the condition, `else` and a sentence are wanted",
        p.at, p.end, f'write: {" ".join(p.before.split())}  else "REASON"' if p.ends else "",
    )  # fmt: skip


_REASONED_UNTIL = re.compile(r'(?s)\buntil\b.* else "[^"\n]*"\s+and\b')


def when_without_else(p: Place) -> Mistake | None:
    """`needs n < 3 when is_late else "too many"`: the reason stands where the other value would."""
    if p.piece[:1] != '"' or p.previous != "else":
        return None
    found = _WHEN_IN_CONDITION.fullmatch(" ".join(p.before.split()))
    if found is None or found[0].count("(") != found[0].count(")"):
        return None
    head, first, then, test = found.group("head", "first", "then", "test")
    line = f"{head} {first or ''}({then} or not ({test}))  else {p.piece}"
    start = p.line_start + [*re.finditer(r"\bwhen\b", p.before)][-1].start()
    return Mistake(
        "E011", "`when` takes an `else` of its own, with what holds otherwise, and the reason "
        "stands behind that", start, start + len("when"),
        f"what is asked only then is put with `or`: {line}",
    )  # fmt: skip


_WHEN_IN_CONDITION = re.compile(
    r"(?P<head>(?:add )?needs(?: \w+:)?|(?:compose \w+ (?:.* )?)?until"
    r"(?:(?:(?! when ).)* else \"[^\"]*\" and)?) (?P<first>.* and )?(?P<then>(?:(?! and ).)+) "
    r"when (?P<test>(?:(?! else ).)+) else"
)
"""A condition with a reason behind it, in which what stands last is one of two values."""

_SCORE_WITH_CASES = re.compile(
    r"(?:replace )?score (\w+) of (\w+)[ \t]*(?:\"[^\"\n]*\"|#[^\n]*)?\n[ ]+\S[^\n]* "
    r"(?:when|else)\b"
)


_NO_VALUE = (".", ";", "]", "}")  # with which nothing begins that follows a colon


def missing_colon(p: Place) -> Mistake | None:
    if "COLON" not in p.expected or ":" in p.before or p.piece in _NO_VALUE:
        return None
    said = p.before.rstrip()
    if p.ends and " is " in said and p.parent(p.line_start) in ("given", "seen"):
        at = p.line_start + said.index(" is ")
        line = " ".join(said.replace(" is ", ": ", 1).split())
        return Mistake(
            "E063", "what lies or stands somewhere follows after a `:`", at + 1, at + 3,
            f"write: {line}", (at, at + 4, ": "),
        )  # fmt: skip
    words = p.piece.startswith('"')
    if (p.ends or words) and (score := _SCORE_WITH_CASES.match(p.text, p.line_start)):
        name, seat = score.groups()
        return Mistake(
            "E063", "a score has one value, behind a `:`, and no cases below it", p.at, p.end,
            f"let a definition have them: define {name}_points of {seat}: seat; and write here: "
            f"{' '.join(p.before.split())}: {name}_points of {seat}",
        )  # fmt: skip
    if p.ends or ":" not in p.rest:
        end = p.line_start + len(p.before.rstrip())
        fix = (end, p.end if p.piece == "=" else end, ":")
        label = p.first_word == "needs"
        if p.first_word in ("to", "define") and p.piece in (",", ")") and "(" in p.before:
            called, _, inside = f"{p.before}{p.rest}".rstrip().partition("(")
            kind_of = Written(p.line.strip(), p.first_word, "", p.file).kind_of
            typed = [
                name if ":" in name else f"{name}: {kind_of(name) or OPEN}"
                for name in re.split(r", *", inside.partition(")")[0])
            ]
            return Mistake(
                "E063", f"it is missing here what {p.previous} is: a `:` and a type", p.at, p.end,
                f"say of each what it is, as in {called.strip()}({', '.join(typed)})",
            )  # fmt: skip
        if p.first_word == "define" and p.piece == "=":
            kinds = [
                *re.findall(r"^component (\w+)", p.file, re.M),
                *re.findall(r"^(?:type|cells) (\w+)", p.file, re.M),
            ]
            kind = kinds[0] if kinds else "seat"
            return Mistake(
                "E063", f"it is missing here what {p.previous} is: a `:` and a type", p.at, p.end,
                f"for example: {' '.join(p.before.split())}: {kind} {p.rest.strip()}",
            )  # fmt: skip
        after = f"after a label stands a colon: needs {p.previous}: CONDITION"
        found = "the line ends" if p.ends else f"{quoted(p.piece)} follows"
        return Mistake(
            "E063", f"a `:` is missing here: {found} right after {quoted(p.previous)}", p.at,
            p.end, after if label else p.form(), None if label else fix,
        )  # fmt: skip
    return None
