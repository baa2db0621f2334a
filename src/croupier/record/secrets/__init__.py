"""Secrets in a record: sealed orders of cards, personal data, and the keys that open them.

Nothing secret is stored in the clear, and no key is in a database.
"""
