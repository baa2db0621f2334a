"""The cage: chips that go to tables and come back, drop boxes, counts, and what a day came to.

``rules`` decides openers, fills, credits, counts, drops and closers; ``runner`` submits them on a
floor; ``books`` folds a record into the figures of each gaming day, ``reports`` writes them as
tables, CSV and XLSX; ``papers`` makes the slips. ``api``, ``pages`` and ``cli`` are its edges.
"""
