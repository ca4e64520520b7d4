"""Tones where no sentence is heard: the daemon listens, it heard and still thinks, it saved, or it failed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from voiced.dialogue.values import effects as fx
from voiced.dialogue.values.state import Phase
from voiced.ports.conversation import MicrophoneBack, MicrophoneLost, Report
from voiced.ports.sound import Earcon, Pcm
from voiced.runtime.voice_lane import VoiceLane

THINKING_SECONDS = 0.6
"""After this time without an answer a tone sounds: the speaker would otherwise think that the words were missed."""


class Tones:
    """Watches a conversation and sounds tones. The voice lane drops a tone when a sentence is heard instead."""

    def __init__(self, sounds: Mapping[Earcon, Pcm]) -> None:
        """Use these sounds."""
        self._sounds = sounds
        self._phase = Phase.IDLE
        self._is_deaf = False
        self._has_heard = False
        self._thinking: asyncio.TimerHandle | None = None
        self._lane: VoiceLane | None = None

    def sound_by(self, lane: VoiceLane) -> None:
        """Play tones through this lane, and the error tone for a sentence that cannot be spoken."""
        self._lane = lane
        lane.on_unspoken = lambda: self._sound(Earcon.ERROR)

    def tell(self, report: Report) -> None:
        """Sound the tone that belongs to the report, if any."""
        match report:
            case fx.ChangeState(phase):
                self._enter(phase)
            case fx.TellSpeechDetected() | fx.Speak():
                # The speaker goes on, or the answer begins.
                self._think_no_more()
            case fx.TellSaved():
                self._sound(Earcon.SAVED)
            case fx.TellError():
                self._sound(Earcon.ERROR)
            case MicrophoneLost():
                self._is_deaf = True
                self._sound_in_session(Earcon.ERROR)
            case MicrophoneBack():
                self._is_deaf = False
                self._sound_in_session(Earcon.LISTENING)
            case _:
                pass

    def heard(self, text: str) -> None:
        """An utterance of a session is over; it is empty for a noise, or for a wake phrase with nothing after it."""
        if text:
            self._has_heard = True
            if self._lane is not None:
                self._lane.drop_tone()
            self._think_no_more()
            loop = asyncio.get_running_loop()
            self._thinking = loop.call_later(THINKING_SECONDS, self._sound, Earcon.HEARD)

    def _enter(self, phase: Phase) -> None:
        """Sound a tone when a session begins, unless an entry came with the wake phrase."""
        before, self._phase = self._phase, phase
        if phase is Phase.IDLE:
            self._has_heard = False
            self._think_no_more()
        elif before is Phase.IDLE and not self._has_heard:
            self._sound(Earcon.ERROR if self._is_deaf else Earcon.LISTENING)

    def _sound_in_session(self, earcon: Earcon) -> None:
        """Sound a tone during a session only, so that the device does not beep at night."""
        if self._phase is not Phase.IDLE:
            self._sound(earcon)

    def _think_no_more(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _sound(self, earcon: Earcon) -> None:
        if self._lane is not None:
            self._lane.sound(self._sounds[earcon])
