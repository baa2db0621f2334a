"""The credential store: one class over rows in SQLite or PostgreSQL, in the database of the log."""
