"""Events in sentences.

``table`` covers what all games share, ``games`` each game's own events; ``narrator`` chooses among
them and narrates whole batches of events for a viewer.
"""
