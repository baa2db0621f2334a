"""The pages: a viewer's view in, HTML out, with the drawings, styles and scripts that go with it.

Pages are plain forms first; scripts only make them live. ``rendering`` has the templates'
environment, ``routes`` joins all pages and shows errors as pages, ``table`` is the player's table,
``console`` the dealer's.
"""
