"""A thread that may be in a native library when the process ends, and how to know whether it is.

Python takes a thread that comes back then out of the world, and in the middle of C++ that aborts the process ("terminate
called without an active exception", SIGABRT): a daemon that was stopped in good order would count as crashed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue


class NativeThread(threading.Thread):
    """Does jobs in order until it is given None. A daemon thread: one that hangs does not keep us from ending.

    Attributes:
        jobs: what is to be done; a job raises nothing.
        is_at_work: whether one is being done.
    """

    def __init__(self, name: str) -> None:
        """Start; `name` is for debuggers."""
        super().__init__(name=name, daemon=True)
        self.jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self.is_at_work = False
        self.start()

    def run(self) -> None:
        """Do what is given."""
        while (job := self.jobs.get()) is not None:
            self.is_at_work = True
            job()
            self.is_at_work = False


def is_any_at_work() -> bool:
    """Whether such a thread does something: then Python must not be ended but left (`os._exit`)."""
    return any(isinstance(thread, NativeThread) and thread.is_at_work for thread in threading.enumerate())
