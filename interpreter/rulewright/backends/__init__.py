"""Ways to execute a specialised program on the position of a state.

In: a specialised `core` program. Out: an `Engine` (`protocol`), which `registry` makes by its name,
and whose positions its codec tells in the slots of a `runtime` layout. `reference` defines the
meaning and stays plain; `python` generates fast Python and must agree with it on every slot.
"""
