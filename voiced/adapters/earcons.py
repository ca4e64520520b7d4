"""Short tones that tell what happened before words can: we listen, we heard, it is written, it failed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from voiced.ports import Pcm

_EDGE_SECONDS = 0.015
"""Attack and decay: a tone that begins or ends at once clicks."""
_LOUDNESS = 0.12


@dataclass(frozen=True, slots=True)
class _Note:
    hertz: float
    seconds: float


class Earcon(Enum):
    """What a tone tells; its notes follow each other without a pause."""

    LISTENING = (_Note(660, 0.06), _Note(880, 0.06))
    HEARD = (_Note(880, 0.06),)
    SAVED = (_Note(660, 0.05), _Note(880, 0.05), _Note(1320, 0.05))
    ERROR = (_Note(330, 0.07), _Note(260, 0.07))


def tone(earcon: Earcon, *, sample_rate: int, volume: float = 1.0) -> Pcm:
    """The sound of an earcon.

    Args:
        earcon: which.
        sample_rate: best that of the voice, so that the loudspeaker need not resample.
        volume: from 0 to 1; at 1 it still is quieter than speech.
    """
    notes = [_note(note, sample_rate) for note in earcon.value]
    samples = np.concatenate(notes) * (_LOUDNESS * volume * 32_767)
    return Pcm(samples.astype("<i2").tobytes(), sample_rate)


def _note(note: _Note, rate: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    count = round(note.seconds * rate)
    edge = round(_EDGE_SECONDS * rate)
    envelope = np.ones(count)
    rise = np.sin(np.linspace(0, np.pi / 2, edge)) ** 2
    envelope[:edge], envelope[-edge:] = rise, rise[::-1]
    return np.sin(2 * np.pi * note.hertz * np.arange(count) / rate) * envelope
