"""What all games share: boxes, seats, wagers, limits, signs, restrictions, cards made ready."""
