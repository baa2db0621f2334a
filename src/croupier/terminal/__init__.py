"""Text interfaces: what every command shares, and the tables played or dealt in a terminal.

``arguments``, ``table_options``, ``line_input``, ``output`` and ``compiler_notice`` are used by the
commands of all packages. ``player`` is a table as a player sees it, ``dealer`` a live table as its
dealer types it. ``remote`` does both at a server, ``saved_play`` records them in a file.
"""
