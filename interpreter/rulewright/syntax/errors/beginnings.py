"""Lines that begin with a word that begins none where they stand."""

from __future__ import annotations

import re

from ... import foreign
from ...diagnostics import did_you_mean, listed, nearest
from .examples import FORMS
from .mistake import IN_COLUMN_1, Mistake, only_meant, quoted
from .place import Place, blanks_at, is_word, word_at
from .repairing import MEANT
from .words import CALLED_OTHERWISE, DECLARATIONS, LINES, STATEMENTS

_DRAWN = (
    "what is drawn lies on top: say what lies there in `given`, from the top on, such as "
    "PILE: A, B; what a throw or a shuffle comes to is said by: chance VALUE"
)


def scene_line(p: Place) -> Mistake | None:
    """`with limit = 5`, `seen by Ann: …`: lines of a scenario that are written with signs."""
    around = p.parent(p.line_start)
    if around in ("given", "seen") and p.first_word in LINES["scenario"]:
        if p.piece != ":" and not p.before.strip().endswith(":"):
            start = p.first_at
            return Mistake(
                "E012", f'"{p.first_word}" cannot begin a line here', start,
                start + len(p.first_word), f"start it in the same column as `{around}`",
                (start - 2, start, ""),
            )  # fmt: skip
    if not p.line_start or around != "scenario":
        return None
    if p.first_word == "with" and p.piece in ("=", ":", ":=", "is"):
        said = f"`{p.piece}` has no meaning here"
        line = " ".join(f"{p.before} {p.rest[len(p.piece) :]}".split())
        start = p.line_start + len(p.before.rstrip())
        spaces = len(p.rest[len(p.piece) :]) - len(p.rest[len(p.piece) :].lstrip())
        return Mistake("E060", said, p.at, p.end, f"write: {line}", (start, p.end + spaces, " "))
    if p.first_word in ("given", "seen") and p.piece == ":" and p.following:
        return Mistake(
            "E011", f"{quoted(p.piece)} stands here, but the end of the line is wanted", p.at,
            p.end, "what lies where stands below this line, indented, a line for each zone or mark",
        )  # fmt: skip
    return None


def unknown_beginning(p: Place) -> Mistake | None:
    """A line whose first word is none that can begin one here."""
    word, start = p.first_word, p.first_at
    if not word or ("$END" in p.expected and word in FORMS):
        return None
    if p.in_column_1 or (p.line_start == 0 and word not in DECLARATIONS):
        form = foreign.begins("declaration", p.line)
        close = form.hint if form else _meant(p, word, DECLARATIONS)
        hint = close or "a line in column 1 begins with: " + ", ".join(DECLARATIONS)
        if "ZONE" in p.expected or (p.declares and word not in DECLARATIONS):
            return Mistake(
                "E012", f'"{word}" begins no declaration', start, start + len(word), hint,
                form.fix(p.line_start)
                if form
                else only_meant(word, DECLARATIONS, start) if close else None,
                form is None or form.sure,
            )  # fmt: skip
        return None
    around = p.parent(p.line_start)
    other = CALLED_OTHERWISE.get((around, word), "")
    if around == "scenario" and word not in LINES[around] and (line := _move_alone(p)):
        said = f'"{word}" cannot begin a line here'
        return Mistake("E012", said, start, start + len(word), f"write: {line}")
    if word not in LINES.get(around, (word,)) and p.found not in ("_INDENT", "_DEDENT"):
        return Mistake(
            "E012", f'"{word}" cannot begin a line here', start, start + len(word),
            f"write: {other} {p.line.strip().partition(' ')[2]}".rstrip() if other
            else _in_column_1(p) if word in _ALONE
            else _DRAWN if around == "scenario" and word in ("draw", "deal", "drawn", "dealt")
            else did_you_mean(word, LINES[around])
            or f"a line here begins with {listed(LINES[around], 'or')}",
            (start, start + len(word), other) if other else only_meant(word, LINES[around], start),
        )  # fmt: skip
    in_table = around == "component" and word in _ALONE and p.piece not in (":", ",")
    if in_table or (word in DECLARATIONS and _offers(p) and p.at_line_start):
        return Mistake(
            "E012", f'"{word}" cannot begin a line here', start, start + len(word), _in_column_1(p)
        )
    form = None if around in ("with", *LINES) else foreign.begins("statement", p.line)
    if p.at_line_start:
        known = sorted(p.words[t] for t in p.expected if is_word(p.words.get(t, "")))
        if "MAY" in p.expected:
            known.append("may")
        if known and is_word(p.piece) and p.found != "_INDENT" and "NAME" not in p.expected:
            return Mistake(
                "E012", f'"{word}" cannot begin a line here', start, start + len(word),
                _in_column_1(p) if word in _ALONE
                else did_you_mean(word, known) or f"a line here begins with {listed(known, 'or')}",
            )  # fmt: skip
        if p.found == "_INDENT":
            return _misspelt_opener(p)
        return None
    calls = (
        p.line_start
        and p.before.strip() == word
        and "LPAR" in p.expected
        and "LESSTHAN" not in p.expected  # an expression may stand here
    )
    known_here = word in LINES.get(around, ()) or p.is_declared_as("to", word)
    if (
        calls
        and word not in STATEMENTS
        and around not in ("choose", "component")
        and not known_here
    ):
        if word in DECLARATIONS and _offers(p):
            form = None
            hint = _in_column_1(p)
        elif p.is_declared_as("mark", word) and re.match(r"\w+( of \w+)? to \S", p.line.strip()):
            form = foreign.Foreign(0, 0, "", f"write: set {' '.join(p.line.strip().split())}")
            hint = form.hint
        else:
            hint = form.hint if form else _who_has_won(p) or _meant(p, word, STATEMENTS)
        if not hint and word in _ALONE:
            hint = _in_column_1(p)
        fix = form.fix(p.line_start) if form else None
        if hint.startswith("did you mean "):
            fix = only_meant(word, STATEMENTS, start)
        return Mistake(
            "E012", f'"{word}" begins no statement', start, start + len(word),
            hint
            or f"a statement begins with {', '.join(STATEMENTS[:-1])}, remember or forget, or it "
            "is a procedure's name",
            fix,
            form is None or form.sure,
        )  # fmt: skip
    return None


def _move_alone(p: Place) -> str:
    """A move that stands in a scenario by itself, as it is written: it is refused if a reason
    stands behind it."""
    if not p.is_declared_as("action", p.first_word):
        return ""
    refused = re.search(r'\s"[^"]*"\s*$', p.line)
    return f"{'refuses' if refused else 'play'} {p.line.strip()}"


def _meant(p: Place, word: str, known: tuple[str, ...]) -> str:
    """A hint with the known word that a word of no meaning may be: `none` is no `zone`."""
    has_meaning = word in (*p.words.values(), *MEANT) or p.is_own(word)
    return "" if has_meaning else did_you_mean(word, known)


def _offers(p: Place) -> bool:
    """Is this an edit that offers an action, `add swap to main`?"""
    named = re.match(r"\s*add (?:last )?(\w+(?:, *\w+)*) to \w+", p.line)
    return named is not None and all(
        p.is_declared_as("action", one.strip()) for one in named[1].split(",")
    )


_ALONE = tuple(
    word for word in DECLARATIONS if word not in (*STATEMENTS, "game", "library", "variant")
)
"""What begins a declaration, no statement, and no header, of which a file has one."""


def _in_column_1(p: Place) -> str:
    """How a declaration is written that stands among statements: in column 1; but who wins is no
    statement there, and what one keeps is asked."""
    said = p.line.strip()
    if p.parent(p.line_start) == "with":
        return f"it cannot hang on another variant; in column 1 it holds without that, too: {said}"
    who = re.fullmatch(r"winner (?!most\b|least\b)(\w+(?: of \w+)*)", said)
    return _kept(p, who[1]) if who else f"{IN_COLUMN_1}{said}"


_OTHER = {"me": "opponent", "opponent": "me"}


_ASKED = (
    r"(?:may )?choose (?P<name>(?!secretly)\w+) (?:of|for) (?P<who>(?!each\b|every\b|all\b)\w+)",
    r"ask (?P<who>\w+)(?: to choose| for| about)?(?: (?P<name>\w+))?",
    r"let (?P<who>\w+) choose(?: (?P<name>\w+))?",
    r"(?P<who>\w+) (?:must )?(?:chooses?|decides?|picks?)(?: (?P<name>\w+))?",
)


def asked_of_another(p: Place) -> Mistake | None:
    """`choose loss of victim`, `ask victim`, `victim chooses loss`: another seat is asked."""
    line = p.line.strip()
    if p.in_column_1 or p.parent(p.line_start) in ("", "choose", "compose", "scenario"):
        return None
    found = next((m for one in _ASKED if (m := re.fullmatch(one, line))), None)
    if found is None or found["who"] in (*STATEMENTS, "a", "an", "the"):
        return None
    who, name = found["who"], found["name"] or "NAME"
    if not (p.is_own(who) or p.is_bound(who)):
        return None
    may = "may " if line.startswith("may ") else ""
    return Mistake(
        "E012", "which other seat chooses stands behind `by`", p.first_at, p.first_at + len(line),
        f"write: {may}choose {name} by {who}, and below it, indented, what is offered to it",
    )  # fmt: skip


def exchanged(p: Place) -> Mistake | None:
    """`swap c with top of deck`: two components change places, by the zones that hold them."""
    found = re.fullmatch(r"(?:swap|exchange) (.+?) (?:and|with|for) (.+)", p.line.strip())
    if found is None or p.in_column_1 or p.is_declared_as("to", p.first_word):
        return None
    one, other = found.groups()
    if one.startswith("top of "):
        one, other = other, one
    here, there = _zone_of(p, one), _zone_of(p, other)
    if not here or not there or one.startswith("top of "):
        return None
    first, then = f"move {one} from {here} to {there}", f"move {other} from {there} to {here}"
    if other.startswith("top of "):  # before the other one lies on top
        first, then = f"deal 1 from {there} to {here}", first
    return Mistake(
        "E012", f'"{p.first_word}" begins no statement', p.first_at,
        p.first_at + len(p.first_word), f"write: {first}, and below it: {then}",
    )  # fmt: skip


def _zone_of(p: Place, one: str) -> str:
    """The zone that holds a component, as far as the text tells; empty if it does not."""
    bound = rf"\b{re.escape(one)}(?:, \w+)* in (\w+(?: of \w+)*)"
    drawn = re.search(bound, p.text) or re.fullmatch(r"top of (\w+(?: of \w+)*)", one)
    zone = drawn[1] if drawn else ""
    return zone if zone and p.is_declared_as("zone", zone.split()[0]) else ""


def _who_has_won(p: Place) -> str:
    """`opponent wins`, `me loses`: how it is said that somebody has won."""
    said = re.match(r"\s*(\w+) (?:has |have |is )?(wins?|won|loses?|lost)\b", p.line)
    if said is None:
        return ""
    who, loses = said[1], said[2].startswith("los")
    if who in ("nobody", "none", "noone"):
        return "write: end game"
    if loses and who in _OTHER and re.search(r"^  players 2\b(?!\.\.|,)", p.file, re.M):
        who, loses = _OTHER[who], False
    return _kept(p, who, loses=loses)


def _kept(p: Place, who: str, *, loses: bool = False) -> str:
    """How it is kept that this seat has won, or lost."""
    kept = None if loses else re.search(r"^mark (\w+): seat or nobody\b", p.file, re.M)
    mark = kept[1] if kept else "lost" if loses else "won"
    new = "" if kept else f"mark {mark}: seat or nobody, and "
    if re.search(r"^winner\b", p.file, re.M) is None and re.search(r"^variant\b", p.file, re.M):
        new += "replace "  # that of the game
    return (
        f"who has {'lost' if loses else 'won'} is kept in a mark: set {mark} to {who}, and below "
        f"it: end game; in column 1, write: {new}winner p where p is {'not ' * loses}{mark}"
    )


def _misspelt_opener(p: Place) -> Mistake | None:
    """`turnz` with a block under it: read as a call, which has none."""
    above = p.text.rfind("\n", 0, p.line_start - 1) + 1
    while above and not word_at(p.text, above):
        above = p.text.rfind("\n", 0, above - 1) + 1
    word = word_at(p.text, above)
    openers = ("turns", "choose", "compose", "repeat", "each", "if", "else", "may")
    if not above or word in FORMS or word in STATEMENTS or p.parent(above) == "choose":
        return None
    close = nearest(word, openers)
    if not close:
        return None
    start = above + len(blanks_at(p.text, above))
    return Mistake(
        "E012", f'"{word}" begins no statement', start, start + len(word), f"did you mean {close}?"
    )
