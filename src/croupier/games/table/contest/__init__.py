"""A session of a tournament, as far as it happens at one table.

``state`` is the session at one moment: contestants, marker, pass cards, forms. ``turns`` says whose
turn it is to wager, ``wagers`` has what may replace a wager, ``rounds`` what happens before and
after each round, ``checks`` what a session refuses before the table's own rules apply. Entries,
draws and placings of the whole tournament are a feature of their own.
"""
