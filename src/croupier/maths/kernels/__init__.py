"""Compiled kernels: flat numbers in, flat numbers out. They know no law and no clause."""

from croupier.maths.kernels.kernel_store import keep_kernels

keep_kernels()
