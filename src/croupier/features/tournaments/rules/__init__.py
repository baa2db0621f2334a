"""The rules of tournaments: conditions, entries, sessions, places and prizes, above the tables.

``state`` and ``conditions`` are at the bottom, ``draft`` (a decision being made) above them, then
the subjects (entries, seats, conduct, interruptions, placings), and ``decisions`` and ``due`` on
top.
"""
