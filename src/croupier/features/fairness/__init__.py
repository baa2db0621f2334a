"""Provably fair cards: seeds committed to before the deal, proofs to check them by afterwards.

From the bottom up:

- ``rules``: what follows from a seed (``chance``), and a table's shoes folded from their events
  (``shoes``).
- ``seeds``: commits to seeds, accepts those of players, and deals the order that results;
  ``publication`` says when a seed may be shown to everybody.
- ``audit``: checks the shoes in a record; ``reveals`` makes the proof that one viewer may have.
- ``api``, ``pages``: the same for players, over HTTP and in the browser.
- ``verifier``: a program for players that imports nothing of croupier, and is sent to them
  unchanged.

Decision 23 gives the scheme, decision 41 when seeds are published.
"""
