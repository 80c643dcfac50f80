"""Trees are walked and rebuilt without touching what they refer to."""

from types import SimpleNamespace

from rulewright.core.ir import (
    Call,
    Choose,
    Const,
    Expr,
    Fold,
    Function,
    Local,
    Number,
    Op,
    Read,
    SetOf,
    opened,
)
from rulewright.core.walk import Node, children, free_locals, rewrite, substitute, walk, walk_called
from rulewright.source import NOWHERE

NUMBER = Number(0, 9)


def const(value: int) -> Const:
    return Const(value, NUMBER)


def local(number: int) -> Local:
    return Local(number, f"x{number}", NUMBER)


def add(a: Expr, b: Expr) -> Op:
    return Op("add", (a, b), NUMBER)


def total(source: Expr, body: Expr) -> Fold:
    return Fold("total", local(1), source, None, body, NUMBER)


def called(function: Function) -> Expr:
    return opened(Call(function, (), NUMBER))


def test_walk_goes_from_the_root_down() -> None:
    tree = add(add(const(1), const(2)), const(3))
    assert [n.value for n in walk(tree) if isinstance(n, Const)] == [1, 2, 3]
    assert next(walk(tree)) is tree


def test_definitions_are_walked_once_behind_their_first_call() -> None:
    """However many layers there are of two that rest on one."""
    body: Expr = const(0)
    for layer in range(1, 100):
        below = Function(f"below{layer}", (), body, NOWHERE)
        left = Function(f"left{layer}", (), add(called(below), const(layer)), NOWHERE)
        right = Function(f"right{layer}", (), called(below), NOWHERE)
        body = add(called(left), called(right))
    walked = [*walk_called(body)]
    assert [n.value for n in walked if isinstance(n, Const)] == [0, *range(1, 100)]
    assert [n.function.name for n in walked if isinstance(n, Call)][:3] == [
        "left99", "below99", "left98",
    ]  # fmt: skip


def test_a_binder_is_no_child() -> None:
    assert list(children(total(const(3), local(1)))) == [const(3), local(1)]


def test_statements_are_walked_into_their_choices(mini: SimpleNamespace) -> None:
    assert [n.name for n in walk(mini.program.flow) if isinstance(n, Choose)] == ["main", "pay"]


def test_rewriting_nothing_gives_the_same_tree(mini: SimpleNamespace) -> None:
    assert rewrite(mini.program.flow, lambda node: node) is mini.program.flow


def test_rewrite_works_from_the_leaves_up() -> None:
    def fold(node: Node) -> Node:
        match node:
            case Op(name="add", args=(Const(value=a), Const(value=b))):
                return const(a + b)
        return node

    tree: Expr = add(add(const(1), const(2)), const(3))
    assert rewrite(tree, fold) == const(6)


def test_free_locals_are_those_not_bound() -> None:
    assert free_locals(total(local(2), add(local(1), local(3)))) == {2, 3}
    assert free_locals(total(local(1), local(1))) == {1}


def test_substitute_leaves_bound_locals_alone() -> None:
    tree = total(local(1), add(local(1), local(2)))
    changed = substitute(tree, {1: const(7), 2: const(8)})
    assert changed == total(const(7), add(local(1), const(8)))


def test_substitute_reaches_keys_and_shares_the_rest(mini: SimpleNamespace) -> None:
    hand = mini.variables["hand"]
    tree = Read(hand, (local(4),), SetOf(hand.type.domain))
    assert substitute(tree, {4: const(0)}) == Read(hand, (const(0),), tree.type)
    assert substitute(tree, {5: const(0)}) is tree
