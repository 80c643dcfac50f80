"""One game from its start to its result.

In: a game and players (`match`), a record of moves (`record`; `notation` and `writing` have it as
text for people), or requests from another program (`protocol`). Out: states and records, what moves
do before they are made (`foreseen`, `preview`), long lists of them as `questions`. What holds
afterwards: whatever was played can be saved, and what was saved replays to the same state, or says
at which move it does not.
"""
