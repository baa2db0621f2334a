"""``croupier audit``: the commands that examine a record, and maintain it.

The record checks itself (``croupier.record``), and fairness its shoes
(``croupier.features.fairness``); this feature is only ``cli``, their commands for inspectors and
operators.
"""
