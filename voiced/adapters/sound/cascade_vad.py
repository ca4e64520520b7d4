"""Voice activity in two steps: a cheap gate that lets noise through, and a judge that does not."""

from __future__ import annotations

from collections import deque

from voiced.hearing.frame import AudioFrame
from voiced.hearing.room_noise import UNKNOWN, levels
from voiced.ports import VoiceActivity

HANGOVER_FRAMES = 25
"""Half a second: the judge goes on listening through the pauses between words, and keeps what it knows."""
HISTORY_FRAMES = 16
"""0.32 s before the gate opened, ten of the network's chunks: what it needs to know the room."""


class CascadeVad:
    """Asks the judge only while the gate lets something through that is not the room's steady noise, and shortly after.

    So silence costs next to nothing, and a fan little more once the judge has called it noise for two seconds.
    """

    def __init__(
        self,
        gate: VoiceActivity,
        judge: VoiceActivity,
        *,
        hangover_frames: int = HANGOVER_FRAMES,
        history_frames: int = HISTORY_FRAMES,
    ) -> None:
        """Put two detectors in a row.

        Args:
            gate: cheap; may take noise for speech, must not miss speech for longer than the hangover.
            judge: decides, frame by frame, while it is asked.
            hangover_frames: how long the judge is asked after the last frame that called for it; after so many that
                the gate keeps out, the noise of the room is forgotten.
            history_frames: how many frames from before the gate opened the judge hears as well.
        """
        self._gate = gate
        self._judge = judge
        self._hangover_frames = hangover_frames
        self._history: deque[AudioFrame] = deque(maxlen=history_frames)
        self._left = 0
        self._quiet = 0
        self._noise = UNKNOWN

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether the frame sounds like speech to both."""
        if not self._gate.is_speech(frame):
            self._quiet += 1
            if self._quiet == self._hangover_frames:
                self._noise = UNKNOWN
            # In a quiet room the gate knows four frames sooner than the judge that somebody fell silent.
            self._judged(frame, calls=False)
            return False
        self._quiet = 0
        level = levels(frame.pcm)
        is_speech = self._judged(frame, calls=not self._noise.holds(level))
        # A frame that nobody judged is no louder than those that were: it may make the noise softer, never louder.
        self._noise = UNKNOWN if is_speech else self._noise.after(level)
        return is_speech

    def reset(self) -> None:
        """Forget what was heard."""
        self._gate.reset()
        self._history.clear()
        self._left = self._quiet = 0
        self._noise = UNKNOWN

    def _judged(self, frame: AudioFrame, *, calls: bool) -> bool:
        """Whether the judge calls it speech; False where it is not asked. A frame that `calls` for it has it asked."""
        was_asked = self._left > 0
        self._left = self._hangover_frames if calls else max(0, self._left - 1)
        if not self._left:
            self._history.append(frame)
            return False
        if not was_asked:
            self._recall()
        return self._judge.is_speech(frame)

    def _recall(self) -> None:
        # What it heard before the silence is long ago; without a reset it would take that for the moment before.
        self._judge.reset()
        for frame in self._history:
            self._judge.is_speech(frame)
        self._history.clear()
