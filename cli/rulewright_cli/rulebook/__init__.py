"""Rulebooks: rules with their words, as a page for people.

In comes a loaded game; out goes a document (`document`): sections of paragraphs, nested items,
tables and pictures, made from declarations alone (`book`). It is printed as Markdown (`markdown`),
as one self-contained HTML page (`page`) or as lines for a terminal (`lines`). What has no words is
read out in plain language: `reading` for expressions, which asks `meaning` what they are and takes
the language's own words from `phrases`; `happenings` for what happens. `missing` says which rules
have no sentence, and which rule numbers no rule. The same rules give the same bytes.
"""
