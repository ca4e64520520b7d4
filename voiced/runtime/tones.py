"""When a tone tells what no sentence does: that we listen, that we heard and still think, that it is saved, that it failed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from voiced.dialogue.earcon import Earcon
from voiced.dialogue.phase import Phase
from voiced.domain.transaction import Transaction
from voiced.ports import Pcm
from voiced.runtime.bystander import Bystander
from voiced.runtime.voice_lane import VoiceLane

THINKING_SECONDS = 0.6
"""An answer that takes longer than this is announced: whoever waits that long thinks that nothing was heard."""


class Tones(Bystander):
    """Watches a conversation for what wants a tone. The voice lane drops it where a sentence is heard instead."""

    def __init__(self, sounds: Mapping[Earcon, Pcm]) -> None:
        """Tell by these sounds."""
        self._sounds = sounds
        self._phase = Phase.IDLE
        self._is_deaf = False
        self._has_heard = False
        self._thinking: asyncio.TimerHandle | None = None
        self._lane: VoiceLane | None = None

    def sound_by(self, lane: VoiceLane) -> None:
        """Sound by this one, and stand in for its sentences that cannot be made."""
        self._lane = lane
        lane.on_unspoken = lambda: self._tell(Earcon.ERROR)

    def on_state_changed(self, phase: Phase) -> None:
        """A session that begins without words of ours begins with a tone, unless an entry came with the wake phrase."""
        before, self._phase = self._phase, phase
        if phase is Phase.IDLE:
            self._has_heard = False
            self._think_no_more()
        elif before is Phase.IDLE and not self._has_heard:
            self._tell(Earcon.ERROR if self._is_deaf else Earcon.LISTENING)

    def on_speech_detected(self) -> None:
        """The speaker goes on."""
        self._think_no_more()

    def on_speaking(self, text: str) -> None:
        """The answer is there."""
        self._think_no_more()

    def on_saved(self, batch_id: str, rows: Sequence[Transaction]) -> None:
        """Told by a sentence, and by the tone where that is not heard."""
        self._tell(Earcon.SAVED)

    def on_error(self, message: str) -> None:
        """Told by a sentence as a rule, and by the tone where none is heard."""
        self._tell(Earcon.ERROR)

    def on_microphone_lost(self, reason: str) -> None:
        """In a session somebody may be speaking to nobody; outside of one there is no need to beep at night."""
        self._is_deaf = True
        if self._phase is not Phase.IDLE:
            self._tell(Earcon.ERROR)

    def on_microphone_back(self) -> None:
        """Whoever was told that we are deaf is told that we are not any more."""
        self._is_deaf = False
        if self._phase is not Phase.IDLE:
            self._tell(Earcon.LISTENING)

    def heard(self, text: str) -> None:
        """An utterance of a session is over; it is empty for a noise, or for a wake phrase with nothing after it."""
        if text:
            self._has_heard = True
            if self._lane is not None:
                self._lane.drop_tone()
            self._think_no_more()
            loop = asyncio.get_running_loop()
            self._thinking = loop.call_later(THINKING_SECONDS, self._tell, Earcon.HEARD)

    def _think_no_more(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def _tell(self, earcon: Earcon) -> None:
        if self._lane is not None:
            self._lane.sound(self._sounds[earcon])
