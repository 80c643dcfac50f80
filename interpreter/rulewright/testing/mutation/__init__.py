"""How much do the scenarios of a game notice? Small edits of its rules, each of which a scenario
ought to notice.

In: the files of a game. `edits` makes the mutants: the syntax tree with one small change, at a
place. `trial` tries one: does the checker refuse it, does a scenario fail? `sameness` looks for a
playout that tells a survivor from the original, or finds none. `suggestion` writes that playout as
a scenario. `campaign` does all this for all mutants, in worker processes, and remembers it.
"""
