"""The games: everything that is decided at one table, without clock, storage or network.

A game family is a set of games with the same kind of round: blackjack and its relatives are one,
Caribbean Stud is another. A rulebook's law says how one game of a family differs from the next, so
a new game of a known family is data and not code.

``table`` holds what every family shares: seats, wagers, signs, preparing cards, notices, disputes
and the sessions of tournaments. ``blackjack`` and ``stud`` add the round of their family; they
import ``table`` and never each other. ``engine`` is above all three and the way in from outside: it
finds a table's family and offers ``open_table``, ``decide``, ``evolve``, ``fold`` and ``due`` for
any game.

A subject is one module with its commands, its events, what each event changes, what is lawful, and
its handlers. ``table.dispatch`` and each family's ``game`` join the ``HANDLERS`` and ``EVOLVERS``
of the subjects.
"""
