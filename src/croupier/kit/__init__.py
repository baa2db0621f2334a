"""Helpers without casino knowledge: data files, Merkle trees, lazy values and lazy imports."""
