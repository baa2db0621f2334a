"""A table in the terminal, for its player.

``sitting`` plays a table of any game; ``blackjack`` and ``stud`` add what each game asks for.
``typed`` reads what the player types. ``screen`` shows the table in plain lines, ``felt`` draws it
in colour (``colours``). ``help_pages`` and ``results`` answer help and sums.
"""
