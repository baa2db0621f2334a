"""Stores of the record: SQLite when embedded, PostgreSQL when served from several machines."""
