"""``croupier tournament``: check and print conditions, run, play, deal, simulate, report.

``main`` holds the commands around a tournament file, ``opening`` what they share; ``play``,
``dealing`` and ``simulate`` are a player's, a dealer's and a statistician's way into one, and
``reports`` reads saved tournaments.
"""
