"""The SQLite store: a log in one file, which one process writes and any number read."""
