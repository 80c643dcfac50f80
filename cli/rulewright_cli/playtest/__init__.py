"""What a playtest says, as a page: sentences, tables and charts made of figures.

In: the figures of `rulewright.playtest`. Out: a book as rulebooks are (`rulebook.document`), so it
is printed as they are, as one HTML page or as Markdown; and the same figures as JSON.
"""
