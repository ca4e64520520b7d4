"""The recogniser on its own thread: loaded there, asked in order, released at the end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from tests.support.fakes import ScriptedRecognizer
from voiced.errors import ModelMissing, RecognizerFailure
from voiced.hearing.frame import FRAME_BYTES, FRAME_SAMPLES, AudioFrame
from voiced.ports.sound import ListeningFor, Recognizer
from voiced.runtime.recognizer import RecognizerThread, WorkerThread

FRAMES = [AudioFrame(number * FRAME_SAMPLES, bytes(FRAME_BYTES)) for number in range(20)]


@asynccontextmanager
async def thread_of(recognizer: Recognizer) -> AsyncGenerator[RecognizerThread]:
    thread = RecognizerThread(lambda: recognizer)
    try:
        yield thread
    finally:
        await thread.close()


async def test_an_utterance_goes_through_whole_and_in_order() -> None:
    recognizer = ScriptedRecognizer("吃饭花了60")
    async with thread_of(recognizer) as thread:
        await thread.start(ListeningFor.ENTRIES)
        assert await thread.accept(FRAMES[:10]) == "10 frames"
        assert await thread.accept(FRAMES[10:]) == "20 frames"
        assert await thread.finish() == "吃饭花了60"
    assert recognizer.utterances == [FRAMES]
    assert recognizer.listened_for == [ListeningFor.ENTRIES]


async def test_the_words_of_the_household_reach_the_recogniser_with_the_next_utterance() -> None:
    recognizer = ScriptedRecognizer()
    async with thread_of(recognizer) as thread:
        await thread.start(ListeningFor.ENTRIES)
        assert recognizer.expected == ()
        thread.expect(["猫粮"])
        await thread.start(ListeningFor.ENTRIES)
        assert recognizer.expected == ("猫粮",)
        thread.expect(["狗粮"])
        assert await thread.call_beside(lambda beside: beside is recognizer)
        assert recognizer.expected == ("狗粮",)


class ThreadNoting(ScriptedRecognizer):
    """Notes on which thread it was made and used."""

    def __init__(self) -> None:
        super().__init__()
        self.threads = {threading.get_ident()}

    def start(self, listening_for: ListeningFor) -> None:
        super().start(listening_for)
        self.threads.add(threading.get_ident())

    def close(self) -> None:
        super().close()
        self.threads.add(threading.get_ident())


async def test_one_thread_owns_the_recogniser_from_loading_to_closing() -> None:
    made: list[ThreadNoting] = []

    def load() -> Recognizer:
        made.append(ThreadNoting())
        return made[0]

    thread = RecognizerThread(load)
    await thread.load()
    await thread.start(ListeningFor.COMMANDS)
    await thread.close()
    (recognizer,) = made
    assert recognizer.closed
    assert len(recognizer.threads) == 1
    assert threading.get_ident() not in recognizer.threads


async def test_the_model_is_loaded_once_and_at_the_latest_when_it_is_needed() -> None:
    loaded = list[Recognizer]()

    def load() -> Recognizer:
        loaded.append(ScriptedRecognizer())
        return loaded[-1]

    thread = RecognizerThread(load)
    await thread.start(ListeningFor.ENTRIES)
    await thread.load()
    await thread.load()
    await thread.close()
    assert len(loaded) == 1


async def test_a_model_that_is_not_there_is_told_at_loading() -> None:
    def load() -> Recognizer:
        raise ModelMissing("no model; fetch one with: voiced models fetch")

    thread = RecognizerThread(load)
    with pytest.raises(ModelMissing, match="voiced models fetch"):
        await thread.load()
    await thread.close()


async def test_closing_waits_for_what_is_under_way() -> None:
    release = threading.Event()

    class Slow(ScriptedRecognizer):
        def finish(self) -> str:
            release.wait()
            return super().finish()

    recognizer = Slow("好的")
    thread = RecognizerThread(lambda: recognizer)
    await thread.start(ListeningFor.ENTRIES)
    async with asyncio.TaskGroup() as tasks:
        text = tasks.create_task(thread.finish())
        closing = tasks.create_task(thread.close())
        await asyncio.sleep(0)
        assert not recognizer.closed
        release.set()
    assert text.result() == "好的"
    assert closing.done()
    assert recognizer.closed


class FailingOnce(ScriptedRecognizer):
    """Fails once, at the step named."""

    def __init__(self, step: str) -> None:
        super().__init__("好的")
        self._fails_at: str | None = step

    def _pass(self, step: str) -> None:
        if step == self._fails_at:
            self._fails_at = None
            raise RecognizerFailure(f"the engine failed at {step}")

    def start(self, listening_for: ListeningFor) -> None:
        super().start(listening_for)
        self._pass("start")

    def accept(self, frame: AudioFrame) -> None:
        self._pass("accept")
        super().accept(frame)

    def partial(self) -> str:
        self._pass("partial")
        return super().partial()

    def finish(self) -> str:
        self._pass("finish")
        return super().finish()


@pytest.mark.parametrize("step", ["start", "accept", "partial", "finish"])
async def test_a_failure_anywhere_is_told_at_the_end_and_the_next_utterance_is_heard(step: str) -> None:
    recognizer = FailingOnce(step)
    async with thread_of(recognizer) as thread:
        await thread.start(ListeningFor.ENTRIES)
        await thread.accept(FRAMES[:10])
        await thread.accept(FRAMES[10:])
        with pytest.raises(RecognizerFailure, match=step):
            await thread.finish()

        await thread.start(ListeningFor.ENTRIES)
        await thread.accept(FRAMES)
        assert await thread.finish() == "好的"
    assert recognizer.utterances[-1] == FRAMES


async def test_a_mistake_of_the_program_is_raised_at_once() -> None:
    class Broken(ScriptedRecognizer):
        def accept(self, frame: AudioFrame) -> None:
            raise ZeroDivisionError

    async with thread_of(Broken()) as thread:
        await thread.start(ListeningFor.ENTRIES)
        with pytest.raises(ZeroDivisionError):
            await thread.accept(FRAMES)


class Hanging(ScriptedRecognizer):
    """Hangs at the step named until it is released."""

    def __init__(self, step: str, release: threading.Event) -> None:
        super().__init__("never told")
        self._step = step
        self._release = release

    def _pass(self, step: str) -> None:
        if step == self._step:
            self._release.wait()

    def accept(self, frame: AudioFrame) -> None:
        self._pass("accept")
        super().accept(frame)

    def attempt(self) -> str:
        self._pass("attempt")
        return super().attempt()

    def finish(self) -> str:
        self._pass("finish")
        return super().finish()


class Understanding(ScriptedRecognizer):
    """Understands one utterance, and hangs at the end of the next one."""

    def __init__(self, release: threading.Event) -> None:
        super().__init__("确认")
        self._release = release
        self._is_done = False

    def finish(self) -> str:
        if self._is_done:
            self._release.wait()
        self._is_done = True
        return super().finish()


@pytest.mark.parametrize("step", ["accept", "attempt", "finish"])
async def test_one_that_hangs_is_given_up_and_the_next_utterance_is_heard_by_another(step: str) -> None:
    release = threading.Event()
    recognizers = [Hanging(step, release), ScriptedRecognizer("确认")]
    thread = RecognizerThread(lambda: recognizers.pop(0), deadline_seconds=0.3)
    await thread.load()
    await thread.start(ListeningFor.COMMANDS)
    await thread.accept(FRAMES)
    await thread.attempt()
    with pytest.raises(RecognizerFailure, match="did not answer"):
        await thread.finish()

    await thread.start(ListeningFor.COMMANDS)
    await thread.accept(FRAMES)
    assert await thread.finish() == "确认"
    assert recognizers == []
    release.set()
    await thread.close()


async def test_one_that_takes_longer_is_given_longer_each_time_until_an_utterance_is_understood() -> None:
    release = threading.Event()
    hanging = [Hanging("finish", release) for _ in range(4)]
    recognizers: list[Recognizer] = [*hanging, Understanding(release)]
    thread, told = RecognizerThread(lambda: recognizers.pop(0), deadline_seconds=0.1), list[str]()
    for _ in range(6):
        await thread.start(ListeningFor.COMMANDS)
        await thread.accept(FRAMES)
        try:
            told.append(await thread.finish())
        except RecognizerFailure as failure:
            told.append(str(failure).partition("within ")[2].partition(";")[0])
    assert told == ["0.1 s", "0.2 s", "0.4 s", "0.4 s", "确认", "0.1 s"]
    assert not thread.calls
    release.set()
    await thread.close()


async def test_one_that_hangs_is_not_waited_for_at_closing() -> None:
    release = threading.Event()
    thread = RecognizerThread(lambda: Hanging("finish", release), deadline_seconds=0.3)
    await thread.start(ListeningFor.COMMANDS)
    with pytest.raises(RecognizerFailure):
        await thread.finish()
    await thread.close()
    release.set()


async def test_one_that_is_at_work_for_nobody_is_not_waited_for_either() -> None:
    """Who stops us waits two seconds; an utterance takes longer on a small computer."""
    release = threading.Event()
    thread = RecognizerThread(lambda: Hanging("finish", release))
    await thread.start(ListeningFor.COMMANDS)
    async with asyncio.TaskGroup() as tasks:
        finishing = tasks.create_task(thread.finish())
        await asyncio.sleep(0)
        finishing.cancel()
    async with asyncio.timeout(2):
        await thread.close()
    release.set()


async def test_a_model_that_has_gone_when_it_is_loaded_anew_is_a_failure_like_others() -> None:
    release = threading.Event()
    recognizers: list[Recognizer] = [Hanging("finish", release)]

    def load() -> Recognizer:
        if not recognizers:
            raise ModelMissing("no model; fetch one with: voiced models fetch")
        return recognizers.pop()

    thread = RecognizerThread(load, deadline_seconds=0.3)
    await thread.start(ListeningFor.COMMANDS)
    with pytest.raises(RecognizerFailure, match="did not answer"):
        await thread.finish()
    await thread.start(ListeningFor.COMMANDS)
    assert await thread.attempt() is None
    with pytest.raises(RecognizerFailure, match="voiced models fetch"):
        await thread.finish()
    release.set()
    await thread.close()


async def test_whether_it_streams_is_known_once_it_is_loaded() -> None:
    async with thread_of(ScriptedRecognizer()) as thread:
        assert not thread.streams
        await thread.load()
        assert thread.streams


async def test_work_that_nobody_waits_for_any_more_is_not_begun() -> None:
    worker, release, done = WorkerThread("test"), threading.Event(), list[str]()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(worker.call(release.wait))
        forgotten = tasks.create_task(worker.call(lambda: done.append("forgotten")))
        last = tasks.create_task(worker.call(lambda: done.append("last")))
        await asyncio.sleep(0)
        forgotten.cancel()
        await asyncio.sleep(0)
        release.set()
    assert last.done()
    assert done == ["last"]
    worker.end()
