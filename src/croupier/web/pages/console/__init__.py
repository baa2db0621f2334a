"""The dealer's console: what staff enter, report and order at a table."""
