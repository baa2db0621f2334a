"""A table in the terminal: what is shown, what is asked, what is typed."""
