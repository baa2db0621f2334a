"""``croupier rules``: read, search and compare the clauses, and report their coverage.

``rules`` holds the commands, ``coverage`` and ``report`` what they print.
"""
