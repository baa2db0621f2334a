"""Helpers without casino knowledge: data files, Merkle trees, lazy values and lazy imports."""

VERSION = "0.1.0"
"""The version of the package, as records and servers name it."""
