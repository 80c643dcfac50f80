"""Many games, and what they have in common.

In: what to play, how many games, and a seed. Out: figures (`statistics`), the same for the same
seed whatever number of processes played (`simulate`), and what is done in games, move by move
(`tracing`). Timings are kept apart from figures. Of two games: which rules differ (`differences`),
and what that does to games with the same seeds (`compare`, `paired`). Of a game small enough, all
the ways it can go (`tree`), and what a strategy is worth in it (`equilibrium`).
"""
