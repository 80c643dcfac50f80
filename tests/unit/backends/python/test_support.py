"""What generated code calls at run time, held to its plain meaning."""

from __future__ import annotations

import builtins

from hypothesis import example, given
from hypothesis import strategies as st

from rulewright.backends.python.support import EXPORTS, bits, nth
from rulewright.lower.names import FAILURE
from rulewright.lower.primitives import PRIMITIVES
from rulewright.lower.stream import WRITTEN_OUT

WIDTHS = (1, 2, 16, 17, 31, 32, 33, 63, 64, 65, 129, 300)
MASKS = st.builds(
    lambda width, shift, holes: (((1 << width) - 1) & ~holes or 1) << shift,
    st.sampled_from(WIDTHS), st.sampled_from((0, 1, 17, 31, 32, 64, 500)),
    st.just(0) | st.integers(0, 1 << 300),
)  # fmt: skip


@given(MASKS)
@example(0b1111_1111_1111_1111_1 << 17)  # all elements are in the upper half
def test_elements_of_a_mask_are_found_by_number(mask: int) -> None:
    elements = [i for i in range(mask.bit_length()) if mask >> i & 1]
    assert bits(mask) == elements
    assert [nth(mask, n) for n in range(len(elements))] == elements


def test_all_primitives_are_there_and_nothing_else() -> None:
    assert EXPORTS.keys() - PRIMITIVES.keys() == {FAILURE}
    assert PRIMITIVES.keys() - EXPORTS.keys() <= {*dir(builtins), *WRITTEN_OUT}
