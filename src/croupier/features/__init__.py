"""What the house offers besides plain play: tournaments, promotions, fairness, school, audits.

A feature may use the whole core; the core never imports a feature. The roots (``croupier.app`` and
``croupier.cli``) connect them. The features share one shape:

- ``rules``: pure decisions and state.
- ``runner`` (or ``seeds``, ``coach``): connects the rules to running tables and the store.
- ``files``, ``narration``, ``scenarios``: reading the feature's files, its sentences, its
  scenarios.
- ``api``, ``pages``, ``cli``: how people and programs reach it.
"""
