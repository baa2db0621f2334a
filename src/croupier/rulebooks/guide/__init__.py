"""The law in words: the games side by side, and what is done when something goes wrong."""
