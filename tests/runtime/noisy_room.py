"""A room with noise and without a speaker, at replay speed: the reaction of the whole daemon to noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.fakes import RecordingWatcher
from tests.support.now import NOW
from tests.support.recordings import frames
from voiced.adapters.machine.clocks import SampleClock
from voiced.app.build_conversation import Surroundings, open_conversation
from voiced.app.build_ears import open_ears
from voiced.config import load_settings
from voiced.dialogue.values import events as ev
from voiced.dialogue.values.state import Phase
from voiced.hearing.frame import FRAME_SAMPLES, AudioFrame, seconds
from voiced.ports.sound import Recognizer

ENTRY = "午饭三十五"
_SETTINGS = {"VOICED_VOICE__ENGINE": "none", "VOICED_SESSION__INACTIVITY_SECONDS": "3600"}
"""A session that noise cannot outlast."""


@dataclass(frozen=True, slots=True)
class Endured:
    """The effect of a noise.

    Attributes:
        utterances: the number of parts that were taken for speech.
        understood: the words that were recognised in them.
        drafts: how often a draft was opened or changed.
        saved: how often rows were written.
        said: what the daemon said, in order.
    """

    utterances: int
    understood: tuple[str, ...]
    drafts: int
    saved: int
    said: tuple[str, ...]


class NoisyRoom:
    """The daemon, all but its voice, in such a room and in an endless session."""

    def __init__(self, database: Path, load: Callable[[], Recognizer]) -> None:
        """Prepare.

        Args:
            database: the ledger that it would write.
            load: makes the recogniser.
        """
        self._database = database
        self._load = load

    async def noise(self, pcm: bytes, phase: Phase) -> Endured:
        """Hear noise from the beginning of a session, with or without an open draft.

        Args:
            pcm: little-endian 16-bit mono samples at 16 kHz.
            phase: LISTENING, or CONFIRMING for a draft of one row.
        """
        clock, told = SampleClock(NOW), RecordingWatcher()
        around = Surroundings(self._database, clock, told)
        settings = load_settings(environment=_SETTINGS)
        async with (
            open_conversation(settings, around) as conversation,
            open_ears(settings, conversation, self._load) as ears,
        ):
            conversation.post(ev.Woken())
            if phase is Phase.CONFIRMING:
                conversation.post(ev.Heard(ENTRY))
            await conversation.settled()
            before = len(told.reports)
            for frame in frames(pcm):
                await clock.advance(seconds(FRAME_SAMPLES))
                await ears.hear(AudioFrame(frame.start, frame.pcm))
                await conversation.settled()
            await ears.finish_utterance()
            await conversation.settled()
            reports = told.reports[before:]
            await conversation.stop()
        return Endured(
            utterances=reports.count("speech detected"),
            understood=tuple(
                report.removeprefix("final ") for report in reports if report.startswith("final ")
            ),
            drafts=sum(report.startswith("draft ") for report in reports),
            saved=sum(report.startswith("saved ") for report in reports),
            said=tuple(
                report.removeprefix("speaking ") for report in reports if report.startswith("speaking ")
            ),
        )
