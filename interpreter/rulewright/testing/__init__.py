"""For people who write rules, and for those who do not trust rules that no test has read.

In: a loaded game. Out: results of its scenarios (`scenario`), positions as text (`position`), and
the assurance that both engines play alike (`conformance`). A result says what was expected, what
was found, and where in the rule file that stands; nothing here prints.
"""
