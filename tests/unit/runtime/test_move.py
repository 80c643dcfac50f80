"""Moves become texts and texts moves, also where labels begin alike or hold blanks."""

from types import SimpleNamespace

from rulewright.core.ir import (
    Alternative,
    Choose,
    Const,
    Domain,
    Element,
    Joined,
    Local,
    Message,
    Number,
    Param,
    Seq,
    SetOf,
    Type,
)
from rulewright.runtime.move import read_among, take_apart, text_of, tidy, unread


def choose(mini: SimpleNamespace, name: str) -> Choose:
    found: Choose = next(c for c in mini.program.choices if c.name == name)
    return found


def test_a_move_is_written_by_its_template(mini: SimpleNamespace) -> None:
    assert text_of(choose(mini, "main"), (0, 5)) == "take Fox Cub"
    assert text_of(choose(mini, "main"), (1,)) == "draw"


def test_a_text_is_found_among_the_moves_offered(mini: SimpleNamespace) -> None:
    main = choose(mini, "main")
    assert read_among(" take  Fox Cub", main, [(0, 1), (0, 5)]) == (0, 5)
    assert read_among("take Ace", main, [(0, 1), (0, 5)]) is None


def test_any_text_is_taken_apart(mini: SimpleNamespace) -> None:
    main = choose(mini, "main")
    assert list(take_apart("claim North Far", main)) == [(2, (1,))]
    assert list(take_apart("claim North", main)) == [(2, (0,))]
    assert list(take_apart("draw", main)) == [(1, ())]
    assert list(take_apart("draw two", main)) == []


def test_blanks_and_numbers_are_split_in_every_way() -> None:
    town = Domain("town", "enumeration", ("Old", "Old Port", "Port"))
    a, b = Local(1, "a", Element(town)), Local(2, "b", Element(town))
    n = Local(3, "n", Number(0, 99))
    params = tuple(Param(x, Const(0, SetOf(town))) for x in (a, b, n))
    road = Alternative("road", params, (), Seq(()), Message(("road ", a, " ", b, n)))
    found = list(take_apart("road Old Port Port12", Choose(0, "main", (road,))))
    assert found == [(0, (1, 2, 12))]
    assert list(take_apart("road Old Port7", Choose(0, "main", (road,)))) == [(0, (0, 2, 7))]
    assert list(take_apart("road Old Port", Choose(0, "main", (road,)))) == []


def test_a_name_without_a_number_is_one_that_is_not_named() -> None:
    kinds = ("Ruby", "Ruby", "Ruby", "Pearl")
    gem = Domain("gem", "component", ("Ruby 1", "Ruby 2", "Ruby 3", "Pearl"), kinds=kinds)
    paid = Local(1, "paid", SetOf(gem))
    param = Param(paid, Const(0, SetOf(gem)))
    pay = Alternative("pay", (param,), (), Seq(()), Message(("pay ", Joined(paid, " + "))))

    def read(text: str) -> list[int]:
        return [args[0] for _, args in take_apart(text, Choose(0, "main", (pay,)), kinds=True)]

    assert read("pay Ruby + Ruby") == [0b0011]
    assert read("pay Ruby + Ruby 1") == [0b0011]
    assert read("pay Ruby 3 + Ruby + Pearl") == [0b1101]
    assert read("pay Ruby + Ruby + Ruby") == [0b0111]
    assert read("pay Ruby + Ruby + Ruby + Ruby") == []
    assert read("pay Pearl + Pearl") == []
    assert [*take_apart("pay Ruby + Ruby", Choose(0, "main", (pay,)))] == []
    assert [*take_apart("pay Ruby 2 + Ruby 1", Choose(0, "main", (pay,)))] == [(0, (0b0011,))]
    assert read("pay Pearl + Ruby 1 + Ruby") == [0b1011], "in any order"


def test_a_set_of_components_that_are_called_alike_is_read_once() -> None:
    labels = ("Moon",) * 8 + ("Sun",)
    card = Domain("card", "component", labels)
    paid = Local(1, "paid", SetOf(card))
    param = Param(paid, Const(0, SetOf(card)))
    pay = Alternative("pay", (param,), (), Seq(()), Message(("pay ", Joined(paid, ", "))))

    found = [*take_apart("pay " + ", ".join(["Moon"] * 7), Choose(0, "main", (pay,)))]
    masks = [args[0] for _, args in found]
    assert len(masks) == 8, "seven of eight, in whatever order they are named"
    assert sorted(masks) == sorted({0xFF & ~(1 << left) for left in range(8)})


def wanted(text: str, alternative: Alternative) -> tuple[str, Type]:
    found = unread(text, alternative)
    assert found is not None
    assert tidy(text)[found.at :].startswith(found.words)
    return found.words, found.kind


def test_what_cannot_be_read_is_named(mini: SimpleNamespace) -> None:
    claim = choose(mini, "main").alternatives[2]
    assert wanted("claim Nort", claim) == ("Nort", claim.params[0].local.type)
    assert wanted("claim", claim) == ("", claim.params[0].local.type)
    assert unread("draw", claim) is None


def test_the_first_argument_that_cannot_be_read_is_named() -> None:
    tile = Domain("tile", "component", ("T1", "T10"))
    site = Domain("site", "cell", ("0 0", "1 0"))
    t, c, n = (
        Local(1, "t", Element(tile)),
        Local(2, "c", Element(site)),
        Local(3, "n", Number(0, 3)),
    )
    params = tuple(Param(x, Const(0, SetOf(tile))) for x in (t, c, n))
    text = Message(("lay ", t, " ", c, " ", n))
    lay = Alternative("lay", params, (), Seq(()), text)
    assert wanted("lay T2 0 0 1", lay) == ("T2", t.type)
    assert wanted("lay T10", lay) == ("", c.type)
    assert wanted("lay T10 9 9 1", lay) == ("9 9 1", c.type)
    assert wanted("lay T10 0 0 x", lay) == ("x", n.type)
    assert unread("lay T10 0 0 3", lay) is None


def test_a_set_is_read_back_by_what_joins_it() -> None:
    suit = Domain("suit", "enumeration", ("Moons", "Suns", "Moons + Suns"))
    s, n = Local(1, "s", SetOf(suit)), Local(2, "n", Number(0, 9))
    params = (Param(s, Const(0, SetOf(suit))), Param(n, Const(0, SetOf(suit))))
    text = Message(("tax ", Joined(s, " + "), ": ", n))
    tax = Choose(0, "main", (Alternative("tax", params, (), Seq(()), text),))
    assert text_of(tax, (0, 0b011, 4)) == "tax Moons + Suns: 4"
    assert text_of(tax, (0, 0, 4)) == "tax nothing: 4"
    assert set(take_apart("tax Moons + Suns: 4", tax)) == {(0, (0b011, 4)), (0, (0b100, 4))}
    assert list(take_apart("tax Suns + Moons: 4", tax)) == [(0, (0b011, 4))], "in any order"
    offered = [(0, 0b011, 4), (0, 0b100, 4)]
    assert read_among("tax Suns + Moons: 4", tax, offered) == (0, 0b011, 4)
    assert read_among("tax Moons + Suns + Moons: 4", tax, offered) is None
