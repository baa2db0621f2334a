"""The round of the blackjack family."""
