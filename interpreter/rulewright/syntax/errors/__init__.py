"""Syntax errors in the file's own terms: what stands there, what could stand there, and a hint.

In: where the parser stumbled, and which terminals it would have taken (`place.Stumble`). Out: one
finding for each broken declaration (`explaining.explain`), with the line as it may be typed where
that can be told for certain (`as_typed`). Afterwards whatever is told to be typed has been read.
The text alone is looked at, since a file that cannot be read has no tree.
"""
