"""Exact blackjack: the law as numbers, the value of every hand, best play, charts and side bets.

From the bottom: ``parameters`` turns a law into numbers, ``hands`` lists the hands, ``splits`` and
``valuation`` value them, ``rounds`` a whole round; ``best_chart`` and ``side_bets`` build on these,
``analysis`` brings all figures together. Heavy loops are in ``maths.kernels.exact``.
"""
