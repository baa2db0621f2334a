"""The law explained: the games compared side by side, and remedies for irregularities."""
