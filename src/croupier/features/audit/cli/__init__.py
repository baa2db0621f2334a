"""The commands of ``croupier audit``.

- ``main``: verify, balance, checkpoint, prove.
- ``rounds``, ``shoes``: what was played, and whether the cards were those committed to.
- ``exports``: events for other programs; ``witness``: checkpoints kept elsewhere.
- ``upkeep``: keys, laws, the gaming day, snapshots, erasure.
- ``records``: what they share: opening a record, reading and writing files.
"""
