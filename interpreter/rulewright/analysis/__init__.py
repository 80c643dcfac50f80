"""Many games, and what they have in common.

In: what to play, how many games, and a seed. Out: figures (`statistics`), the same for the same
seed whatever number of processes played (`simulate`). Timings are kept apart from figures. Of a
game small enough, all the ways it can go (`tree`), and what a strategy is worth in it
(`equilibrium`).
"""
