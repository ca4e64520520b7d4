"""`voiced run` on the rig of `pulse_rig`: a test speaks to it, listens to it and reads its reports, in real time."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import numpy as np

from tests.support.pulse_rig import PulseRig
from voiced.hearing.frame import SAMPLE_RATE

WHISPER = Path(".cache/models/whisper-base").resolve()
"""The rig's own home folder has no models."""
LOUD = 200
"""The lowest sample of the daemon's voice; a quieter one is silence."""
STARTING_SECONDS = 60.0
_STEP_SECONDS = 0.1
_QUIET_SECONDS = 0.8

Told = Mapping[str, Any]


class SpokenDaemon:
    """A daemon that a test speaks to.

    Attributes:
        events: its reports so far.
    """

    def __init__(self, process: Process, rig: PulseRig, log: Path) -> None:
        self._process = process
        self._rig = rig
        self._log = log
        self.events: list[Told] = []

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def log(self) -> str:
        """The messages to the operator so far."""
        return self._log.read_text(encoding="utf-8")

    def told(self, event: str) -> list[Told]:
        """All events of a kind so far."""
        return [one for one in self.events if one["event"] == event]

    async def until(self, wanted: Callable[[Told], bool], seconds: float = 30.0) -> Told:
        """The next event that is wanted."""
        assert self._process.stdout is not None
        async with asyncio.timeout(seconds):
            while line := await self._process.stdout.readline():
                event: Told = json.loads(line)
                self.events.append(event)
                if wanted(event):
                    return event
        raise AssertionError(f"the daemon ended; it told {self.events}\n{self.log}")

    async def listens(self) -> None:
        """Return when its session has begun and it hears the microphone."""
        await self.until(lambda event: event.get("state") == "LISTENING", STARTING_SECONDS)
        await self._rig.listener()

    async def hears(self, recording: Path) -> str:
        """Say something to it and let it answer; returns the text that it recognised."""
        before = len(self._rig.heard())
        await self._rig.say(recording)
        heard = (await self.until(lambda event: event["event"] == "final_text"))["text"]
        await self._quiet_after(before)
        return heard

    async def says(self, sentence: str) -> None:
        """Return when it has decided to say this sentence."""
        await self.until(lambda event: event["event"] == "speak" and event["text"] == sentence)

    async def _quiet_after(self, before: int) -> None:
        """Return when the loudspeaker made a sound after so many samples, and then none for a while."""
        async with asyncio.timeout(30):
            while True:
                await asyncio.sleep(_STEP_SECONDS)
                since = self._rig.heard()[before:]
                loud = np.flatnonzero(np.abs(since.astype(int)) > LOUD)
                if len(loud) and len(since) - loud[-1] > _QUIET_SECONDS * SAMPLE_RATE:
                    return

    async def logs(self, words: str, times: int = 1) -> None:
        """Return when the operator was told these words so often."""
        async with asyncio.timeout(60):
            while self.log.count(words) < times:  # noqa: ASYNC110 - another process writes it
                await asyncio.sleep(_STEP_SECONDS)

    async def stop(self) -> int:
        """Ask it to end, and read its last reports; returns its exit status."""
        self._process.terminate()
        await self.until(lambda event: event["event"] == "end")
        async with asyncio.timeout(10):
            await self._process.communicate()
            return await self._process.wait()


@asynccontextmanager
async def spoken_daemon(
    rig: PulseRig, database: Path, *options: str, settings: Mapping[str, str] | None = None
) -> AsyncGenerator[SpokenDaemon]:
    """`voiced run` with Whisper, offline, in a session at once; its log is kept beside the database.

    Args:
        rig: its microphone and loudspeaker.
        database: the ledger to write.
        options: more options of the command line.
        settings: more variables of the environment.
    """
    environment = {**os.environ, **rig.environment, "VOICED_SESSION__START": "at_once", **(settings or {})}
    command = ["-m", "voiced", "run", "--json", "--offline", "--asr", "whisper", "--db", str(database)]
    log = database.with_name("operator.log")
    with log.open("wb") as told:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--model", str(WHISPER), *options,
            env=environment, stdout=PIPE, stderr=told,
        )  # fmt: skip
    try:
        yield SpokenDaemon(process, rig, log)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
