"""A thread that may be inside a native library when the process ends, and the check whether it is.

Python ends such a thread when it returns from the library. Inside C++ that aborts the process ("terminate called without
an active exception", SIGABRT), and a daemon that stopped in good order would count as crashed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

Job = Callable[[], None]


class NativeThread(threading.Thread):
    """Does jobs in order until it is ended. As a daemon thread it does not keep the process from ending when it hangs."""

    def __init__(self, name: str) -> None:
        """Start; `name` is for debuggers."""
        super().__init__(name=name, daemon=True)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        # Only one thread writes each counter, so no count is lost.
        self._given = 0
        self._done = 0
        self.start()

    @property
    def is_at_work(self) -> bool:
        """Whether a job is waiting or running, or its data is being released."""
        return self._given != self._done

    def give(self, job: Job) -> None:
        """Queue a job, which must not raise. All jobs come from one other thread."""
        self._given += 1
        self._jobs.put(job)

    def end(self) -> None:
        """End after the queued jobs. Returns at once."""
        self._jobs.put(None)

    def run(self) -> None:
        """Do the jobs."""
        while (job := self._jobs.get()) is not None:
            job()
            # The job may hold the last reference to a model, whose release is native work as well.
            del job
            self._done += 1


def is_any_at_work() -> bool:
    """Whether such a thread is at work. The process must then end with `os._exit`."""
    return any(isinstance(thread, NativeThread) and thread.is_at_work for thread in threading.enumerate())
