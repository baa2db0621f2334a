"""Work that is done in a process of its own, forked from this one, with a limit of time."""

import gc
import os
import resource
import select
import signal
import time
import traceback
from collections.abc import Callable

MEMORY_BYTES = 6 * 1024**3
"""What a process may write to: a change that lets a list grow for ever ends there. Address space
that is only reserved does not count: the tests that run a page's script reserve far more."""
FAILED = 3
"""The exit code of a process whose own work raised an error."""


class ChildFailedError(Exception):
    """An error in the tool itself, not in what it tries."""


class Child:
    """A forked process that answers with some bytes, or with none if it breaks off."""

    def __init__(self, work: Callable[[], bytes]) -> None:
        reader, writer = os.pipe()
        self.began = time.monotonic()
        self.process = os.fork()
        if self.process == 0:
            os.close(reader)
            _work_and_leave(work, writer)
        os.close(writer)
        self.pipe = reader
        self._answer: list[bytes] = []
        self._over = False

    def poll(self, seconds: float) -> bool:
        """Take what has come within some time; whether the process is done."""
        if not self._over and select.select([self.pipe], [], [], seconds)[0]:
            more = os.read(self.pipe, 1 << 20)
            self._answer.append(more)
            self._over = not more
        return self._over

    def end(self) -> bytes | None:
        """The answer of a process that is done; one that is not is ended, and gave none."""
        if not self._over:
            os.kill(self.process, signal.SIGKILL)
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == FAILED:
            raise ChildFailedError("the work in a process of its own failed; see above")
        return b"".join(self._answer) if self._over and status == 0 else None

    def wait(self, limit_seconds: float) -> bytes | None:
        """The answer, however long it takes up to a limit."""
        while time.monotonic() - self.began < limit_seconds and not self.poll(1.0):
            pass
        return self.end()


def _work_and_leave(work: Callable[[], bytes], writer: int) -> None:
    """In the child: do the work, write the answer, and run nothing that the parent has set up.

    What the parent had made is left alone when garbage is collected: going through it takes long,
    and copies it.
    """
    code = FAILED
    try:
        gc.freeze()
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
        answer = work()
        while answer:
            answer = answer[os.write(writer, answer) :]
        code = 0
    except BaseException:  # noqa: BLE001 - said before it is lost with the process
        traceback.print_exc()
    finally:
        os._exit(code)
