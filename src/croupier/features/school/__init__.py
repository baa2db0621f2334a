"""The school: a coach at practice tables, which says what each choice is worth.

- ``coach``: the worth of each choice in a hand, and what mistakes have cost; the terminal uses it
  too.
- ``pages``: follows the log of a floor and shows the coach's advice beside the table.
"""
