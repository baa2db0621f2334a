"""Tournaments: conditions, entries, sessions, places and prizes, above the tables.

From the bottom up:

- ``rules``: a tournament as a value, with ``decide``, ``evolve`` and ``due``; pure.
- ``files``: tournament files and scenario files as people write them.
- ``narration``, ``papers``, ``standings``, ``wall``: what people read: sentences, documents,
  results, the display.
- ``runner``: a tournament with its tables, alone with a journal or on a floor.
- ``bots``, ``scenarios``, ``records``: software players, scenario runs, tournaments saved in a
  file.
- ``manager``: the house as manager of its own tournaments on a server.
- ``api``, ``cli``: tournaments over HTTP, and ``croupier tournament``.
"""
