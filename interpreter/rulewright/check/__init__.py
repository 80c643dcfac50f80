"""Tree of what was written → generic core.

In: parsed files. Out: one `core` program in which every name is resolved, every expression typed
and every convenience of the language gone, or all that is wrong with the files. The steps, in
order: `modules` (which files), `overlay` (variants edit the tree), `program` (declarations),
`expressions` and `statements` (what they mean), `scenes` (scenarios). Options stay open; seats are
fixed.
"""
