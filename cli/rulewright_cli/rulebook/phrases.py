"""How the language's own words are said in a rulebook: operators, names that mean something by
themselves, and functions.
"""

from __future__ import annotations

from rulewright.syntax import nodes as n

COMPARED = {
    "is": "is", "is not": "is not", "<": "is less than", "<=": "is at most", ">": "is more than",
    ">=": "is at least", "in": "is in", "not in": "is not in",
}  # fmt: skip
DETERMINERS = tuple(f" {word}" for word in (
    "a", "an", "any", "every", "her", "his", "its", "no", "own", "such", "that", "the", "their",
    "this", "your",
))  # fmt: skip
"""Words before the name of a thing behind which no article stands."""
DIFFER = {
    "is": "differ by", "is not": "do not differ by", "<": "differ by less than",
    "<=": "differ by at most", ">": "differ by more than", ">=": "differ by at least",
}  # fmt: skip
SO_OFTEN = {
    "is": "", "is not": "not just ", "<": "fewer than ", "<=": "at most ", ">": "more than ",
    ">=": "at least ",
}  # fmt: skip
OPPOSITE = {
    "is": "is not", "is not": "is", "<": ">=", "<=": ">", ">": "<=", ">=": "<", "in": "not in",
    "not in": "in",
}  # fmt: skip
SIGNS = {"+": " + ", "-": " − ", "*": " × "}
SIGNS_OF_SETS = {"+": " and ", "-": " without "}
SPECIAL = {
    "me": "you", "opponent": "your opponent", "none": "none", "nobody": "nobody",
    "passes": "the number of passes in a row", "winners": "the winners", "seat": "the players",
}  # fmt: skip
FUNCTIONS = {
    ("min", 2): "the smaller of {} and {}",
    ("max", 2): "the larger of {} and {}",
    ("abs", 1): "how far {} is from 0",
    ("top", 1): "the top of {}",
    ("top", 2): "the uppermost (as many as {}) of {}",
    ("first", 2): "the first {} of {}",
    ("common", 2): "what is both in {} and in {}",
    ("next", 1): "the player after {}",
    ("ends", 1): "the two ends of {}",
    ("open", 1): "the empty cells beside {}",
    ("beside", 1): "the cells beside {}",
    ("beside", 2): "the cell beside {} towards {}",
    ("touching", 1): "the cells around {}",
    ("beyond", 2): "the cells beyond {} towards {}",
    ("between", 2): "the cells between {} and {}",
}
"""Functions by name and by how many values they take, which stand in the braces. Those of which the
sentence hangs on what they are asked of are said in `reading`."""


ENDING_IN_NUMBERS = ("min", "max", "abs", "remainder")
"""Functions whose phrases end in a number: what is added would be taken for a part of that."""


def gives_several(node: n.Apply) -> bool:
    """Is what the language itself makes of something told as several?"""
    match node.name.text, node.args:
        case "top", (count, _):
            return not (isinstance(count, n.Integer) and count.value == 1)
        case "beside", (_,):
            return True
    return node.name.text in ("ends", "open", "touching", "beyond", "between")
