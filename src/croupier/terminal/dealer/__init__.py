"""A live table in the terminal, for its dealer.

``lines`` turns typed lines into commands, with ``defaults`` for what a line leaves out.
``live_table`` submits them and narrates the outcome; ``terminal`` runs it for a person, ``machine``
for a program that speaks JSON. ``help_pages`` are made from the commands themselves.
"""
