"""Benchmarks of croupier beside named peers, measured in one run: `python -m bench`."""
