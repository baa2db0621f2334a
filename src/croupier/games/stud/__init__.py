"""Caribbean Stud: what happens in a round, from the ante to the jackpot.

``state`` is the round at one moment. The course of a round is ``bets``, ``settlement`` and
``jackpots``; ``cards`` has face-down cards at a live table. What goes wrong is ``misdeals``,
``corrections``, ``device_failure`` and ``voids``; ``measures`` has a supervisor's directions.
``due`` says what must happen next, ``game`` joins the subjects.
"""
