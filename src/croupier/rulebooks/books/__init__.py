"""The rulebooks: one module for each, with the laws of its games."""
