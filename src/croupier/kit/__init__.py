"""Small tools that know nothing of casinos: hashing, lazy imports, files of data."""

VERSION = "0.1.0"
"""The version of the package, as records and servers name it."""
