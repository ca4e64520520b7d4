"""When a thread counts as at work: from the moment it is given something until nothing of that is left on it."""

from __future__ import annotations

import threading

from voiced.runtime.native_thread import NativeThread, is_any_at_work


class Model:
    """Tells whether a thread was at work when it was released."""

    def __init__(self, released: list[bool], done: threading.Event) -> None:
        self._released = released
        self._done = done

    def close(self) -> None:
        pass

    def __del__(self) -> None:
        self._released.append(is_any_at_work())
        self._done.set()


def test_a_thread_that_waits_is_not_at_work() -> None:
    NativeThread("test").end()
    assert not is_any_at_work()


def test_a_thread_is_at_work_before_it_begins_and_until_the_job_is_over() -> None:
    begins, may_end, ended = threading.Event(), threading.Event(), threading.Event()

    def job() -> None:
        begins.set()
        may_end.wait()

    thread = NativeThread("test")
    thread.give(job)
    thread.give(ended.set)
    assert thread.is_at_work
    begins.wait()
    assert thread.is_at_work
    thread.end()
    may_end.set()
    ended.wait()
    thread.join()
    assert not thread.is_at_work


def test_a_thread_is_at_work_while_the_last_job_releases_a_model() -> None:
    """That is native work too: a process that ended meanwhile was aborted."""
    released, done = list[bool](), threading.Event()
    thread = NativeThread("test")
    thread.give(Model(released, done).close)
    assert done.wait(10), "it holds the model until the next job comes"
    thread.end()
    thread.join()
    assert released == [True]
