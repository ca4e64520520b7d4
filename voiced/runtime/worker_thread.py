"""A thread with awaitable calls, which can be abandoned when it hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from voiced.runtime.native_thread import NativeThread

T = TypeVar("T")


class WorkerThread:
    """Runs calls on one thread, in order."""

    def __init__(self, name: str) -> None:
        """Start the thread; `name` is for debuggers."""
        self._thread = NativeThread(name)

    async def call(self, work: Callable[[], T]) -> T:
        """Run `work` on the thread; return its result or raise its error."""
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
        """End the thread after its queued calls. Returns at once."""
        self._thread.end()
