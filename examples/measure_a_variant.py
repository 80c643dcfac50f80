"""What does a variant change? Random games of Ruta, with and without the extra card for an ace.

python examples/measure_a_variant.py [games]
"""

import sys

from rulewright.analysis.simulate import GameSpec, simulate


def main(games: int) -> None:
    for variants in ((), ("ace_extra",)):
        figures = simulate(GameSpec("ruta", variants), games=games, seed=1, jobs=1).figures
        assert figures is not None
        decisions, ties = figures["decisions"], figures["ties"]
        print(" + ".join(("ruta", *variants)))
        print(f"  decisions {decisions['mean']:.1f}, from {decisions['min']} to {decisions['max']}")
        for seat, of_seat in enumerate(figures["seats"]):
            wins = of_seat["wins"]
            print(
                f"  seat {seat} wins {wins['share']:.1%} ({wins['low']:.1%} to {wins['high']:.1%})"
            )
        print(f"  draws {ties['share']:.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
