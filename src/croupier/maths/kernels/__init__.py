"""Compiled kernels: flat numbers in, flat numbers out. They know no law and no clause."""

from croupier.maths.kernels.code_cache import keep_kernels

keep_kernels()
