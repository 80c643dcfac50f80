"""What does a variant change? Ruta with the extra card for an ace, held against Ruta.

python examples/measure_a_variant.py [pairs]
"""

import sys

from rulewright.analysis.compare import compare
from rulewright.analysis.simulate import GameSpec


def main(pairs: int) -> None:
    found = compare(GameSpec("ruta"), GameSpec("ruta", ("ace_extra",)), games=pairs, seed=1)
    for change in found.rules.changes:
        if change.after is not None:
            print(f"{change.what}: {change.after.text.splitlines()[0]}")
    for one in (*found.results, *found.play):
        if one.low is not None and one.high is not None:
            sure = "different" if one.differs else "no difference seen"
            between = f"{one.low:+.2f} to {one.high:+.2f}"
            print(f"{' '.join(one.what)}: {one.a:.2f}, then {one.b:.2f} ({between}): {sure}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
