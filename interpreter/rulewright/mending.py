"""What is mechanical is mended: findings that say what would certainly mend them.

A change is kept only if the files, looked at again, are no worse: what was found is gone, nothing
new is found on the line, and nothing new elsewhere but what could not be seen before because a
declaration could not be read, or that it is not used yet, or changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from .diagnostics import Diagnostic, Fix
from .source import SourceFile

Texts = Mapping[str, str]
"""Texts in the place of files, by the names that messages call them."""
Look = Callable[[Texts], Sequence[Diagnostic]]

ROUNDS = 20  # each looks at everything again; what is mended may show more


def mended(
    look: Look, may: Callable[[SourceFile], bool]
) -> tuple[dict[str, str], Sequence[Diagnostic]]:
    """The files that are changed, as they are to be, and what is found then.

    `look`: what is found with these texts in the place of files. `may`: is this file to be changed?
    """
    texts: dict[str, str] = {}
    found = look(texts)
    for _ in range(ROUNDS):
        fixable = [
            finding
            for finding in found
            if finding.fix is not None
            and (finding.fix.span.file.name in texts or may(finding.fix.span.file))
        ]
        for some in (fixable, *([one] for one in fixable)):
            changed = texts | _changed(some)
            after = look(changed) if some else found
            if some and not is_worse(found, after, some):
                texts, found = changed, after
                break
        else:
            break
    return texts, found


def _changed(findings: Iterable[Diagnostic]) -> dict[str, str]:
    """The files of some findings with their fixes; of two that meet the first."""
    fixes = {(fix.span.file.name, fix.span.start): fix for fix in _fixes(findings)}
    apart: list[tuple[str, Fix]] = []
    for (name, start), fix in sorted(fixes.items(), key=lambda one: one[0]):
        if not apart or apart[-1][0] != name or apart[-1][1].span.end <= start:
            apart.append((name, fix))
    made: dict[str, str] = {}
    for name, fix in reversed(apart):
        text = made.get(name, fix.span.file.text)
        made[name] = text[: fix.span.start] + fix.text + text[fix.span.end :]
    return made


def _fixes(findings: Iterable[Diagnostic]) -> Iterable[Fix]:
    return (finding.fix for finding in findings if finding.fix is not None)


def is_worse(
    before: Sequence[Diagnostic], after: Sequence[Diagnostic], fixed: Sequence[Diagnostic]
) -> bool:
    """Is anything there still that was to be mended, or anything new that should not be?"""
    known, lines = set(map(_key, before)), {_line(finding) for finding in fixed}
    left = {(*_key(finding), _line(finding)) for finding in after}
    if any((*_key(finding), _line(finding)) in left for finding in fixed):
        return True
    hidden = any(finding.code < FIRST_OF_CHECKS for finding in before)
    new = [finding for finding in after if _key(finding) not in known]
    new = [finding for finding in new if not (hidden and finding.code in UNUSED)]
    return any(not hidden or _line(finding) in lines for finding in new)


UNUSED = ("E190", "E192", "W002")
"""What was declared where it could not be read may yet be used, and what an edit says that could
not be read may be so without it."""
FIRST_OF_CHECKS = "E100"  # what has a lower code may hide what others would find


def _key(finding: Diagnostic) -> tuple[str, str, str]:
    return finding.span.file.name, finding.code, finding.message


def _line(finding: Diagnostic) -> tuple[str, int]:
    return finding.span.file.name, finding.span.line
