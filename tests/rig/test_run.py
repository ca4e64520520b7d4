"""`voiced run` at a microphone and a loudspeaker: spoken to, heard, and asked what it wrote. In real time, so few."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import soxr

from tests.rig.test_microphone import correlation
from tests.support.pulse_rig import PulseRig, Samples
from voiced.adapters.pyttsx3_voice import Pyttsx3Voice
from voiced.adapters.sqlite_ledger import SqliteLedger
from voiced.adapters.turn_file import kept_turns
from voiced.domain.transaction import TransactionType
from voiced.hearing.frame import SAMPLE_RATE
from voiced.language.spoken import verbalise

pytestmark = [pytest.mark.speech, pytest.mark.timeout(180)]

RECORDINGS = sorted(Path("tests/audio/conversations/offline_single").glob("*.wav"))
WHISPER = Path(".cache/models/whisper-base").resolve()
"""The rig's own home folder has no models."""
STEP_SECONDS = 0.2
QUIET_SECONDS = 0.8
LOUD = 200
PIECE = SAMPLE_RATE * 3 // 10


class Spoken:
    """A daemon that somebody speaks to."""

    def __init__(self, process: Process, rig: PulseRig) -> None:
        self._process = process
        self._rig = rig
        self.events: list[dict[str, Any]] = []

    async def until(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = 30.0) -> dict[str, Any]:
        """The next event that is wanted."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            while line := await self._process.stdout.readline():
                event = json.loads(line)
                self.events.append(event)
                if wanted(event):
                    return event
        raise AssertionError(f"the daemon ended; it told {self.events}")

    async def hears(self, recording: Path) -> str:
        """Say something to it and let it answer; what it heard."""
        await self._rig.say(recording)
        heard = (await self.until(lambda event: event["event"] == "final_text"))["text"]
        await self.quiet()
        return heard

    async def quiet(self) -> None:
        """Return when the loudspeaker made a sound and then none for a while."""
        before = len(self._rig.heard())
        async with asyncio.timeout(30):
            while True:
                await asyncio.sleep(STEP_SECONDS)
                since = self._rig.heard()[before:]
                loud = np.flatnonzero(np.abs(since.astype(int)) > LOUD)
                if len(loud) and len(since) - loud[-1] > QUIET_SECONDS * SAMPLE_RATE:
                    return

    async def stop(self) -> int:
        """Ask it to end, and hear what it still tells; its exit status."""
        self._process.terminate()
        await self.until(lambda event: event["event"] == "end")
        async with asyncio.timeout(10):
            await self._process.communicate()
            return await self._process.wait()


@asynccontextmanager
async def running(rig: PulseRig, database: Path, *options: str) -> AsyncGenerator[Spoken]:
    environment = os.environ | rig.environment | {"VOICED_SESSION__START": "at_once"}
    command = ["-m", "voiced", "run", "--json", "--offline", "--asr", "whisper", "--db", str(database)]
    with database.with_name("operator.log").open("wb") as told:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--model", str(WHISPER), *options,
            env=environment, stdout=PIPE, stderr=told,
        )  # fmt: skip
    try:
        yield Spoken(process, rig)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


async def as_it_sounds(sentence: str) -> Samples:
    """The sentence as the voice of the default configuration says it."""
    voice = Pyttsx3Voice()
    try:
        sound = await voice.synthesize(verbalise(sentence))
    finally:
        await voice.close()
    samples = np.frombuffer(sound.samples, dtype="<i2")
    return soxr.resample(samples, sound.sample_rate, SAMPLE_RATE).astype(np.int16)


def likeness(heard: Samples, said: Samples) -> float:
    """How alike the pieces of `said` are to what was heard, the median: a busy machine plays with small holes."""
    pieces = [said[at : at + PIECE] for at in range(0, len(said) - PIECE, PIECE)]
    loud = [piece for piece in pieces if np.abs(piece.astype(int)).max() > LOUD]
    return float(np.median([correlation(heard, piece) for piece in loud]))


async def test_a_spoken_conversation_is_answered_aloud_and_written(rig: PulseRig, tmp_path: Path) -> None:
    database, kept = tmp_path / "ledger.db", tmp_path / "kept"
    async with running(rig, database, "--debug-recording-dir", str(kept)) as daemon:
        await daemon.until(lambda event: event["event"] == "state" and event["state"] == "LISTENING", 60)
        for recording in RECORDINGS:
            await daemon.hears(recording)
        async with httpx.AsyncClient(follow_redirects=True) as browser:
            page = await browser.get(card_address(tmp_path / "operator.log"))
            assert (page.status_code, page.url.query) == (200, b""), "the token became a cookie"
        assert await daemon.stop() == 0
    words = [event["text"] for event in daemon.events if event["event"] == "final_text"]
    assert len(words) == len(RECORDINGS), f"it heard itself, or not all that was said: {words}"
    answers = [event["text"] for event in daemon.events if event["event"] == "speak"]
    said = likeness(rig.heard(), await as_it_sounds(answers[0]))
    never_said = likeness(rig.heard(), await as_it_sounds("没听清要改什么，请再说一次"))
    assert said > never_said + 0.1, (answers[0], said, never_said)
    assert answers[-1] == "记好了，还有吗？"
    ledger = await SqliteLedger.open(database)
    rows = [row async for row in ledger.rows()]
    await ledger.close()
    assert [(str(row.amount), row.type) for row in rows] == [("100", TransactionType.INCOME)]
    turns = list(kept_turns(Path(rig.environment["HOME"]) / ".local" / "state" / "voiced" / "turns.jsonl"))
    assert [turn.ending for turn in turns] == ["ended"] * len(RECORDINGS)
    assert all(turn.answer is not None and turn.answer > 0 for turn in turns)
    assert len(list(kept.glob("*.wav"))) == len(RECORDINGS)


def card_address(log: Path) -> str:
    """What the operator was told to open."""
    return next(
        line.removeprefix("card: ") for line in log.read_text().splitlines() if line.startswith("card: ")
    )
