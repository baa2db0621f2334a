"""Exact Caribbean Stud: hand classes, counts of all deals, best play, and the jackpot.

``poker_classes`` orders all hands, ``terms`` turns a law into money, ``counts`` counts how bets
end; ``analysis``, ``play``, ``figures`` and ``jackpots`` are the results.
"""
