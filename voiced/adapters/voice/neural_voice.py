"""A neural voice: Kokoro-82M by ONNX Runtime. It is much easier to understand than eSpeak and much slower.

Even on a fast machine, making a sentence takes about half as long as playing it. So a sentence is cut into clauses, each
made while the one before is heard, and fixed sentences are made when the daemon starts. See docs/decisions/0014.
"""

from __future__ import annotations

from pathlib import Path

from voiced.adapters.machine.extras import how_to_get
from voiced.adapters.voice.child_voice import ChildEngine, ChildVoice
from voiced.adapters.voice.kokoro_child import SAMPLE_RATE
from voiced.adapters.voice.voice_child import VoiceRequest

_ENGINE = ChildEngine(
    "voiced.adapters.voice.kokoro_child",
    SAMPLE_RATE,
    f"{how_to_get('neural-voice')}; docs/voices.md says which model it needs",
    start_seconds=10.0,
)


class NeuralVoice(ChildVoice):
    """Kokoro's voices, in a child process."""

    def __init__(
        self,
        folder: Path,
        *,
        voice: str = "",
        rate_words_per_minute: int = 180,
        volume: float = 1.0,
        deadline_seconds: float = 5.0,
    ) -> None:
        """Prepare; nothing is started yet.

        Args:
            folder: holds `model.onnx`, `voices.npz` and `vocab.json`.
            voice: the name of a voice; empty for a Mandarin speaker's voice if the model has one, else for the best other.
            rate_words_per_minute: how fast it speaks; 180 is the speaker's own rate.
            volume: from 0 to 1.
            deadline_seconds: for a clause, once the model is loaded.
        """
        request = VoiceRequest(voice=voice, rate=rate_words_per_minute, volume=volume, model=str(folder))
        super().__init__(_ENGINE, request, deadline_seconds)
