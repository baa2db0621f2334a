"""Whole tournaments, compiled.

From the bottom: ``cards`` (the shoe, seats and wagers), ``rounds``, ``sessions``, ``room`` (all
arrays), ``play``.
"""
