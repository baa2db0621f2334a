"""Compiled kernels: flat numbers in, flat numbers out. They know no law and no clause."""
