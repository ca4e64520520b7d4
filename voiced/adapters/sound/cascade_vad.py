"""Voice activity in two steps: a cheap gate that passes noise too, and a costly judge that rejects noise."""

from __future__ import annotations

from collections import deque

from voiced.hearing.frame import AudioFrame
from voiced.hearing.room_noise import UNKNOWN, levels
from voiced.ports.sound import VoiceActivity

HANGOVER_FRAMES = 25
"""Half a second: the judge keeps listening, and keeps its state, through the pauses between words."""
HISTORY_FRAMES = 16
"""0.32 s before the gate opened, ten of the network's chunks: enough for the network to learn the room's sound."""


class CascadeVad:
    """Asks the judge while the gate passes sound other than the room's steady noise, and shortly after.

    So silence costs almost no processor time, and a fan little more once the judge has called it noise for two seconds.
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
            gate: cheap; it may take noise for speech, but must not miss speech for longer than the hangover.
            judge: decides about each frame that it gets.
            hangover_frames: how long the judge is asked after the last frame that called for it; after so many frames
                that the gate rejects, the noise of the room is forgotten.
            history_frames: how many frames from before the gate opened the judge gets as well.
        """
        self._gate = gate
        self._judge = judge
        self._hangover_frames = hangover_frames
        self._history: deque[AudioFrame] = deque(maxlen=history_frames)
        self._left = 0
        self._quiet = 0
        self._noise = UNKNOWN

    def is_speech(self, frame: AudioFrame) -> bool:
        """Whether gate and judge both take the frame for speech."""
        if not self._gate.is_speech(frame):
            self._quiet += 1
            if self._quiet == self._hangover_frames:
                self._noise = UNKNOWN
            # In a quiet room the gate notices the end of speech four frames before the judge.
            self._judged(frame, calls=False)
            return False
        self._quiet = 0
        level = levels(frame.pcm)
        is_speech = self._judged(frame, calls=not self._noise.holds(level))
        # A frame that was not judged is within the known noise: it may lower the noise level, but cannot raise it.
        self._noise = UNKNOWN if is_speech else self._noise.after(level)
        return is_speech

    def reset(self) -> None:
        """Forget the frames so far."""
        self._gate.reset()
        self._history.clear()
        self._left = self._quiet = 0
        self._noise = UNKNOWN

    def _judged(self, frame: AudioFrame, *, calls: bool) -> bool:
        """Whether the judge calls the frame speech; False if it is not asked. It is asked for a frame that `calls` for it."""
        was_asked = self._left > 0
        self._left = self._hangover_frames if calls else max(0, self._left - 1)
        if not self._left:
            self._history.append(frame)
            return False
        if not was_asked:
            self._recall()
        return self._judge.is_speech(frame)

    def _recall(self) -> None:
        # The judge's last frame is long past. Without a reset it would take that frame for the previous one.
        self._judge.reset()
        for frame in self._history:
            self._judge.is_speech(frame)
        self._history.clear()
