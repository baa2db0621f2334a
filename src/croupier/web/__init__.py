"""The server: accounts, live tables, an API for programs and pages for people.

Layers, from the top: ``pages`` and ``api`` (routes; neither imports the other), ``http`` (guards,
middleware), ``service`` (the running floor), ``live`` (read model, updates), ``auth`` (principals,
permissions), ``problems`` (how the server says no). ``croupier.app`` puts them together.
"""
