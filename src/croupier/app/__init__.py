"""The server put together: settings, the application with all its features, processes, logs.

Only this package and ``croupier.cli`` list the features.
"""
