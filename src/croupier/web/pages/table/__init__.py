"""The player's table: its page as a function of a view, the felt, forms and results."""
