"""What every table has, whatever is played at it.

``state`` is the table as an immutable value, ``choices`` and ``opening`` its beginning. Above them,
one module per subject: ``seats``, ``wagers``, ``signs``, ``restrictions``, ``notices``,
``conduct``, ``disputes``, ``equipment``; for the cards ``preparation``, ``new_cards`` and
``card_counts``; for money ``rounds``. ``contest`` is what a session of a tournament adds.

``draft`` is how all of them decide, ``checks`` holds refusals that several share, ``due`` says what
is owed between rounds, and ``dispatch`` joins the subjects.
"""
