"""What the house keeps above single tables: accounts, purses, jackpot pools, people, gaming days.

Everything is pure: a state, its events, ``decide`` and ``evolve``. The modules do not import each
other, except that ``admission`` reads accounts.
"""
