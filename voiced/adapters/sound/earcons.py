"""Short tones in place of words: the daemon listens, it heard, it saved, it failed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec import Struct

from voiced.ports.sound import Earcon, Pcm

_EDGE_SECONDS = 0.015
"""Attack and decay: a tone with a sudden beginning or end clicks."""
_LOUDNESS = 0.12


class _Note(Struct, frozen=True):
    hertz: float
    seconds: float


_NOTES = {
    Earcon.LISTENING: (_Note(880, 0.06), _Note(1319, 0.06)),
    Earcon.HEARD: (_Note(1175, 0.06),),
    Earcon.SAVED: (_Note(1047, 0.05), _Note(1319, 0.05), _Note(1568, 0.05)),
    Earcon.ERROR: (_Note(1319, 0.07), _Note(880, 0.07)),
}
"""The notes follow each other without a pause. In 300 simulated rooms for each tone, of all loudnesses, noises and echoes,
the speech detector never took one for speech. It sometimes takes lower tones, from 260 to 660 Hz, for a vowel."""


def tones(*, sample_rate: int, volume: float = 1.0) -> Mapping[Earcon, Pcm]:
    """The sound of each earcon.

    Args:
        sample_rate: best the voice's, which saves resampling.
        volume: from 0 to 1; at 1 a tone is still quieter than speech.
    """
    return {earcon: _tone(notes, sample_rate, volume) for earcon, notes in _NOTES.items()}


def _tone(notes: tuple[_Note, ...], rate: int, volume: float) -> Pcm:
    samples = np.concatenate([_note(note, rate) for note in notes]) * (_LOUDNESS * volume * 32_767)
    return Pcm(samples.astype("<i2").tobytes(), rate)


def _note(note: _Note, rate: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    count = round(note.seconds * rate)
    edge = round(_EDGE_SECONDS * rate)
    envelope = np.ones(count)
    rise = np.sin(np.linspace(0, np.pi / 2, edge)) ** 2
    envelope[:edge], envelope[-edge:] = rise, rise[::-1]
    return np.sin(2 * np.pi * note.hertz * np.arange(count) / rate) * envelope
