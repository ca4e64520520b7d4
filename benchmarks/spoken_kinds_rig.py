"""Plays the takes of `spoken_kinds` into the microphone of the rig, and listens to the daemon's loudspeaker, in real time.

A turn is over when its utterance was kept by the daemon, a sentence followed, the daemon tells that its voice is over and the loudspeaker
is quiet. So a busy machine makes it longer, and no clock ends it; only where nothing at all happens for a long time it counts as a
silence. What was said over the daemon would not be heard, and its own pauses are long on a busy machine, so that quiet alone is no sign.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.spoken_kind import Conversation
from benchmarks.spoken_person import Person
from tests.support.ledger_files import rows_in
from tests.support.pulse_rig import PulseRig, pulse_rig
from tests.support.spoken_daemon import LOUD, SpokenDaemon, Told, spoken_daemon
from voiced.hearing.frame import SAMPLE_RATE
from voiced.runtime.tasks import Tasks

SETTINGS = {
    "VOICED_LLM__SPLIT_LOCALLY": "always",
    "VOICED_SESSION__INACTIVITY_SECONDS": "3600",
    "VOICED_VOICE__EARCONS": "false",
    "VOICED_VOICE__RATE_WORDS_PER_MINUTE": "400",
    "VOICED_VOICE__DEADLINE_SECONDS": "60",
}
_STEP_SECONDS = 0.1
_QUIET_SECONDS = 2.0
"""Between two sentences the voice is over for a moment."""
_NO_UTTERANCE_SECONDS, _NO_ANSWER_SECONDS = 90.0, 15.0
"""Far longer than the slowest recognition and the slowest decision that were seen."""


class Room:
    """A daemon on the rig, one conversation after the other."""

    def __init__(self, rig: PulseRig, daemon: SpokenDaemon, data: Path) -> None:
        self._rig = rig
        self._daemon = daemon
        self._kept, self._states = data / "kept", data / "states"
        self._conversation: Conversation | None = None

    async def converse(self, conversation: Conversation) -> None:
        """Say the turns of a conversation."""
        self._conversation = conversation
        for sound in Person(conversation).turns():
            await self._say(sound, conversation)

    async def listen(self) -> None:
        """Note what the daemon tells, until cancelled."""
        while True:
            self._note(await self._daemon.until(lambda _: True, 3600))

    def _note(self, told: Told) -> None:
        if self._conversation is None:
            return
        match told["event"]:
            case "final_text":
                self._conversation.heard.append(told["text"])
            case "speak":
                self._conversation.said.append(told["text"])
            case _:
                pass

    async def _say(self, sound: bytes, conversation: Conversation) -> None:
        utterances, answers, heard = self._utterances, len(conversation.said), len(self._rig.heard())
        await self._rig.say_samples(sound)
        if not await _happens(lambda: self._utterances > utterances, _NO_UTTERANCE_SECONDS):
            return
        if await _happens(lambda: len(conversation.said) > answers, _NO_ANSWER_SECONDS):
            await _happens(lambda: self._is_quiet_again(heard), _NO_UTTERANCE_SECONDS)

    @property
    def _utterances(self) -> int:
        return len(list(self._kept.glob("*.wav")))

    def _is_quiet_again(self, before: int) -> bool:
        if self._states.read_text(encoding="utf-8").split()[-1] == "speaking":
            return False
        since = self._rig.heard()[before:]
        loud = np.flatnonzero(np.abs(since.astype(int)) > LOUD)
        return len(loud) > 0 and len(since) - loud[-1] > _QUIET_SECONDS * SAMPLE_RATE


async def _happens(wanted: Callable[[], bool], seconds: float) -> bool:
    until = time.monotonic() + seconds
    while not wanted():
        if time.monotonic() > until:
            return False
        await asyncio.sleep(_STEP_SECONDS)
    return True


async def play_on_rig(chosen: Sequence[Conversation], told: Callable[[Conversation], None]) -> None:
    """Play all. A daemon goes on with the next conversation until one ends wrong or unheard, or ends the session."""
    waiting = list(chosen)
    # Not the default folder for such things: the path of a socket is short.
    with TemporaryDirectory(prefix="rig-") as folder:
        async with pulse_rig(Path(folder)) as rig:
            while waiting:
                with TemporaryDirectory() as data:
                    await _one_daemon(rig, Path(data), waiting, told)


async def _one_daemon(
    rig: PulseRig, data: Path, waiting: list[Conversation], told: Callable[[Conversation], None]
) -> None:
    database, seen = data / "ledger.db", 0
    kept = ("--debug-recording-dir", str(data / "kept"))
    settings = {**SETTINGS, "VOICED_HOOKS__ON_STATE": f"sh -c 'echo $VOICED_STATE >> {data}/states'"}
    async with spoken_daemon(rig, database, *kept, settings=settings) as daemon:
        await daemon.listens()
        room = Room(rig, daemon, data)
        async with Tasks() as tasks:
            tasks.start(room.listen())
            while waiting:
                conversation = waiting.pop(0)
                await room.converse(conversation)
                rows = await rows_in(database)
                conversation.rows = tuple(f"{row.amount} {row.type}" for row in rows[seen:])
                seen = len(rows)
                told(conversation)
                is_over = conversation.is_right and not conversation.silences
                if not is_over or conversation.kind == "exit_session":
                    break
