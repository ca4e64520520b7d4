"""Cancels work while it waits, at the await that the test chooses, so that no race decides."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any, Generic, TypeVar

T = TypeVar("T")


async def cancelled_at(step: int, work: Coroutine[Any, Any, T]) -> bool:
    """Run `work` as a task and cancel it when it waits for the `step`-th time, counted from 0.

    Returns:
        Whether it was cancelled; False if it was done before.
    """
    task = asyncio.ensure_future(_run(_CancelledAt(step, work)))
    await asyncio.wait([task])
    if task.cancelled():
        return True
    task.result()
    return False


async def _run(work: _CancelledAt[T]) -> T:
    return await work


class _CancelledAt(Generic[T]):
    """Passes on each await of a task and counts it."""

    def __init__(self, step: int, work: Coroutine[Any, Any, T]) -> None:
        self._step = step
        self._work = work

    def __await__(self) -> Generator[Any, Any, T]:
        waits = 0
        try:
            awaited = self._work.send(None)
            while True:
                if waits == self._step:
                    task = asyncio.current_task()
                    assert task is not None
                    task.cancel()
                waits += 1
                try:
                    value = yield awaited
                except BaseException as error:  # noqa: BLE001 - the work decides what becomes of it
                    awaited = self._work.throw(error)
                else:
                    awaited = self._work.send(value)
        except StopIteration as done:
            return done.value
