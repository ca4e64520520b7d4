"""A thread that does one thing after the other, and can be given up when it hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from voiced.runtime.native_thread import NativeThread

T = TypeVar("T")


class WorkerThread:
    """Work on one thread, in order; answers to `await`."""

    def __init__(self, name: str) -> None:
        """Start the thread; `name` is for debuggers."""
        self._thread = NativeThread(name)

    async def call(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises, on the thread."""
        future: Future[T] = Future()

        def job() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 - whoever waits for it gets it
                future.set_exception(error)
            else:
                future.set_result(result)

        self._thread.give(job)
        return await asyncio.wrap_future(future)

    def end(self) -> None:
        """End the thread when it has done what it was given. Returns at once."""
        self._thread.end()
