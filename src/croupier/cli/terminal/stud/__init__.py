"""A table of Caribbean Stud in the terminal."""
