"""From a game's Python methods to C functions: everything that touches Numba.

`zermelo.compiled` imports it on first use; of these, dependencies.py and folder.py do without Numba.

dependencies.py what the game's code refers to, and the digest that names its compiled form
game_type.py    `self` in compiled code; helpers compiled along
words.py        arithmetic that says what happens at 64 bits
sink.py         `yield` as a store
yield_from.py   `yield from` as a loop
entries.py      the C functions
compilation.py  all of them together
cache.py        compiled code on disk
folder.py       where that is
diagnostics.py  why a game cannot be compiled, in a few words
"""
