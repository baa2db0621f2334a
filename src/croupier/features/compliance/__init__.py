"""Coverage of the rulebooks: which clauses the system keeps, and which tests show it.

Nothing is declared, and no source is interpreted: a clause counts if a scenario or a test that
cites it made the engine act on it, and a trace saw that. From the bottom up:

- ``evidence``: what speaks for a clause, and the coverage that follows.
- ``law_index``, ``implicit``: the rules of the laws by their clauses; what functions do by a clause
  without naming it.
- ``tracing``, ``runs``: tracing the engine; playing scenario files under a trace.
- ``findings``, ``source_hashes``: what the last run of the tests found, and whether it still
  applies.
- ``cli``: ``croupier rules``.
"""
