"""A thread that may be in a native library when the process ends, and how to know whether it is.

Python takes a thread that comes back then out of the world, and in the middle of C++ that aborts the process ("terminate
called without an active exception", SIGABRT): a daemon that was stopped in good order would count as crashed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

Job = Callable[[], None]


class NativeThread(threading.Thread):
    """Does jobs in order until it is ended. A daemon thread: one that hangs does not keep us from ending."""

    def __init__(self, name: str) -> None:
        """Start; `name` is for debuggers."""
        super().__init__(name=name, daemon=True)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        # Each is counted on one side only, so that no count is lost between two threads.
        self._given = 0
        self._done = 0
        self.start()

    @property
    def is_at_work(self) -> bool:
        """Whether a job waits, is being done, or is being released."""
        return self._given != self._done

    def give(self, job: Job) -> None:
        """Have a job done, which raises nothing. All jobs of a thread come from one other thread."""
        self._given += 1
        self._jobs.put(job)

    def end(self) -> None:
        """End when all that was given is done. Returns at once."""
        self._jobs.put(None)

    def run(self) -> None:
        """Do what is given."""
        while (job := self._jobs.get()) is not None:
            job()
            # The last job may be the last to know a model, whose release is native work as well.
            del job
            self._done += 1


def is_any_at_work() -> bool:
    """Whether such a thread does something: then Python must not be ended but left (`os._exit`)."""
    return any(isinstance(thread, NativeThread) and thread.is_at_work for thread in threading.enumerate())
