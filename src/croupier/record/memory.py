"""Keeping what a process knows out of files that the system may write of its own accord."""

import ctypes
import resource
import sys

PR_SET_DUMPABLE = 4
"""The option that tells Linux whether a process may be dumped."""


def keep_memory_private() -> None:
    """Leave no core dump of this process, and let nobody of the same user read its memory.

    Called where a master key is read. Where the system has no such switch, the limit on the size of
    dumps remains.
    """
    _, most = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
