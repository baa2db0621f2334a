"""Live updates: what happens, to each viewer as far as they may know it."""
