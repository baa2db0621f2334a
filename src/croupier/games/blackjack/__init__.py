"""The blackjack family: what happens in a round, from the deal to the settlement.

``state`` is the round at one moment. A table begins with ``opening`` and ``approvals``; a round
goes through ``round_opening``, ``deal``, ``side_bets``, ``insurance``, ``turn`` and ``calls``, and
``settlement``. For what goes wrong there are ``oversights``, ``stray_cards``, ``device_failure``,
``voids``, ``history`` with ``reconstruction``, and ``controllers`` for players who drop out.

``due`` says what must happen next; ``software_deal`` deals many cards at once for speed; ``game``
joins the subjects.
"""
