"""Live updates: the read model folded from the log, updates per kind of viewer, and their
subscribers.

From the bottom: ``read_model`` (state for display), ``updates`` (what one command changed, as each
viewer may see it) and ``subscribers`` (the open connections).
"""
