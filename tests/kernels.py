"""Compile all kernels on all cores: ``python -m tests.kernels``.

Tests run in several processes. Each would compile what it meets first, some of it twice.
"""

from croupier.cli.compiler_notice import get_ready
from croupier.maths.preparation import PARTS

if __name__ == "__main__":
    get_ready(*PARTS)
