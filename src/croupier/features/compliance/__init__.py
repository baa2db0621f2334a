"""Which clauses the system keeps, and which tests show it, as seen while they ran.

Nothing is declared, and no source is interpreted. A clause counts where a scenario or a test that
names it made the engine act on it, and what the engine did was traced.
"""
