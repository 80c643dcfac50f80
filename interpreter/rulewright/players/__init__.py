"""Who chooses: the players that can sit at a table.

In: what a seat may know of a decision (`view`). Out: the number of a move. A player never sees the
real position, but positions that its seat cannot tell from it, dealt anew; those who search
(`flat`, `mcts`) play on from these. What a player draws by lot comes from its own stream, never
from the state's, so that chance in the game is the same whoever plays.
"""
