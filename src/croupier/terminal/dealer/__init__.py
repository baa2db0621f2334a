"""A live table in the terminal: lines in, what happened, what to say and what is due out."""
