"""The blackjack family: what happens in a round, from the deal to the settlement.

``state`` is the round at one moment. The course of a round is ``round_opening``, ``deal``,
``insurance``, ``turn`` and ``calls``, ``side_bets``, ``settlement``. What goes wrong is
``oversights``, ``stray_cards``, ``device_failure``, ``voids``, ``history`` with ``reconstruction``,
and ``controllers`` for players who are out of the round.

``due`` says what must happen next; ``software_deal`` deals many cards at once for speed; ``game``
joins the subjects.
"""
