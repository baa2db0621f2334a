"""Promotional prizes: terms, entries, the draw, and prizes handed over.

From the bottom up:

- ``rules``: a promotion as a value, with ``decide``, ``evolve`` and ``due``; pure.
- ``files``: terms and commands as people write them.
- ``narration``: its events and terms in sentences.
- ``runner``: a promotion with chance and a journal, alone or on a floor, where it enters players
  who earn it at tables.
- ``lots``, ``draw_verifier``: the numbers that a draw's seed decides, and the program that checks
  them.
- ``history``: when everything happened, which the state does not keep.
- ``scenarios``, ``rehearsal``: scenario files, and trial runs with software players.
- ``api``, ``pages``, ``cli``: promotions over HTTP, in the browser, and ``croupier promotion``.
"""
