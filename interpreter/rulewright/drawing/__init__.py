"""Tables as people are shown them, from what a seat observes and what the rules declare.

attributes, notes   what is to be told of components: what is fixed, and what is so now
lines               text in styles
places, cells, stacks, growing, table   boards and tables as text
doing               what moves do
svg, pictures, position         the same as pictures
shown               a state
"""
