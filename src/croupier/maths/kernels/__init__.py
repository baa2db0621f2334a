"""Compiled kernels: numbers in, numbers out, without laws or clauses.

``compilation`` and ``code_cache`` compile and keep them, ``random_streams`` and ``tables`` are
shared; ``exact`` counts, ``simulated`` deals at random, ``tournaments`` plays whole tournaments.
"""

from croupier.maths.kernels.code_cache import choose_kernel_folder

choose_kernel_folder()
