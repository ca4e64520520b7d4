"""A group of tasks that are cancelled at the end of the block that started them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self


class Tasks:
    """An `asyncio.TaskGroup` whose tasks are cancelled when the block is left.

    A task that fails ends the whole group, as in a TaskGroup. A single failure, of a task or of the block, is raised
    without a group around it, so that `except VoicedError` works; several failures come as a group.
    """

    def __init__(self) -> None:
        self._group = asyncio.TaskGroup()
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine until it is done or the group ends."""
        task = self._group.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        for task in tuple(self._running):
            task.cancel()
        try:
            return await self._group.__aexit__(kind, error, trace)
        except BaseExceptionGroup as group:
            failure, *others = group.exceptions
            if others:
                raise
        raise failure
