"""What functions only hand on to each other is taken away, and nothing else."""

from __future__ import annotations

import ast

from rulewright.backends.python.unread import without_unread

CIRCLE = """
def begin(a, b, c, d):
    return there(a, b, c, d)

def there(a, b, c, d):
    if a > 0:
        return 1
    return back(a - 1, b, c, d)

def back(a, b, c, d):
    b = b[:]
    b[0] = a
    return there(a, b, c, f(d))
"""

TRIMMED = """
def begin(a, b, c, d):
    return there(a, b, d)

def there(a, b, d):
    if a > 0:
        return 1
    return back(a - 1, b, d)

def back(a, b, d):
    b = b[:]
    b[0] = a
    return there(a, b, f(d))
"""


def trimmed(text: str, *among: str) -> str:
    module = ast.parse(text)
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    without_unread(functions, among)
    return ast.unparse(module)


def test_what_a_circle_of_functions_never_reads_is_not_handed_round() -> None:
    assert trimmed(CIRCLE, "there", "back") == ast.unparse(ast.parse(TRIMMED))


def test_functions_that_others_may_call_keep_their_parameters() -> None:
    assert trimmed(CIRCLE) == ast.unparse(ast.parse(CIRCLE))
