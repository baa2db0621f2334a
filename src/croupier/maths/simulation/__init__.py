"""Simulation: games turned into automata, run in chunks on many cores, and their results.

``automata`` and ``decision_automata`` build the tables for ``maths.kernels``; ``blackjack``,
``stud`` and ``tournaments`` are what can be simulated; ``runs`` runs them, ``results`` and
``tables`` report.
"""
