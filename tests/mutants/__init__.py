"""Mutants: small faults put into the code and into the law, to see which of them no test notices.

``make mutants`` runs it; docs/tests.md says how to read what it prints.
"""
