"""What an editor asks about rule files while they are written.

In: the texts of files, saved or not, and a place in one. Out: what is wrong, what is declared where
and used where, what may stand at the place, and the edits that rename something: plain values with
offsets. `positions` turns offsets into lines and columns as editors count them. Nothing here knows
of a protocol, and nothing is changed on disk.
"""
