"""Uno Chat: one pure game, one pure table, and a thin shell that never loses a message.

Everything that can be a value is a value; everything that touches the world is at the edge.
The rooms are `game`, `strategies`, `table`, `views`, `contract`, `coordinator`, `runtime`,
`testing` and `cli`; the docstring of each says why it is there. Networks live in `adapters/`
and databases in `storage/`, as packages of their own that know only `contract`.
"""
