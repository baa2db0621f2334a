"""Exact analysis, best strategies and simulation, from the same law as the engine."""
