"""A recording as the sound of a unit: without silence around it, as loud and as fast as the others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import soxr
from msgspec import Struct

from voiced.adapters.voice.bank_file import UnitSamples
from voiced.adapters.voice.bank_recordings import Recording
from voiced.adapters.voice.time_stretch import Waveform, retimed
from voiced.errors import AudioWrong

SAMPLE_RATE = 22_050
"""Of every bank: that of eSpeak's sound, so the loudspeaker stays as it is when the engine changes."""
_SYLLABLE_SECONDS, _LAST_SECONDS = 0.27, 0.36
"""The length of a syllable, and of the last one of a clause. Faster is understood worse, and so is slower."""
_LOUDNESS = 3_000.0
"""The root mean square of the loud part of every unit, of 32 767."""
_PEAK = 30_000.0
_FRAME_SECONDS = 0.01
_SILENCE = 0.03
"""A frame below this part of the loudest one is silence at the edges."""
_ASPIRATED, _AFFRICATES = ("ch", "c", "q"), ("zh", "z", "j")
_BEFORE_SECONDS, _AFTER_SECONDS = 0.015, 0.03
"""What is kept before the first and after the last frame that is not silent."""
_THIRD_TONE_KEPT, _WITH_NASAL_KEPT = 0.75, 0.9
"""The part of a third tone inside a clause, where it does not rise again; an n or ng at its end has to stay."""
_LOW_PASS = 24
"""Samples of a moving average that leaves the voice and takes the hiss of s, sh, f and x away."""
_VOICED = 0.2
"""A frame whose low part is above this share of the loudest low part belongs to the voice."""
_SHORTEST_VOWEL = 0.3
"""A vowel keeps at least this part of its length."""
_LOUD = 0.3
"""A frame above this part of the loudest one counts for the loudness."""


class _Consonant(Struct, frozen=True):
    """How the consonant of a syllable is cut.

    Attributes:
        onset: a frame before it below this part of the loudest one is silence.
        hiss_seconds: how much of the sound without voice is kept. A shorter s is heard as c, a shorter q as j.
    """

    onset: float
    hiss_seconds: float


_PLAIN = _Consonant(_SILENCE, 0.15)
_OF_ASPIRATED, _OF_AFFRICATE = _Consonant(0.05, 0.14), _Consonant(0.1, 0.07)
"""q, zh and the like begin at once: with a slow onset q is heard as x."""


def forms(recording: Recording) -> tuple[UnitSamples, UnitSamples]:
    """The inner and the final form of a recording.

    Raises:
        AudioWrong: the file cannot be read, or is silent.
    """
    consonant = _consonant(recording)
    hiss = recording.syllables * consonant.hiss_seconds
    sound = _levelled(_trimmed(_read(recording.path), consonant.onset))
    if not sound.size:
        raise AudioWrong(f"{recording.path}: holds no sound")
    inner = sound[: round(len(sound) * _kept_inside(recording.unit))]
    inner_seconds = recording.syllables * _SYLLABLE_SECONDS
    final_seconds = inner_seconds - _SYLLABLE_SECONDS + _LAST_SECONDS
    return (
        _at_most(inner, inner_seconds, hiss),
        _at_most(sound, final_seconds, hiss),
    )


def _consonant(recording: Recording) -> _Consonant:
    """The consonant of a syllable; a word is cut like a syllable that begins with s or any other sound."""
    if recording.syllables > 1:
        return _PLAIN
    if recording.unit.startswith(_ASPIRATED):
        return _OF_ASPIRATED
    return _OF_AFFRICATE if recording.unit.startswith(_AFFRICATES) else _PLAIN


def _kept_inside(unit: str) -> float:
    """The part of a unit that is heard in the middle of a clause."""
    if not unit.endswith("3"):
        return 1.0
    return _WITH_NASAL_KEPT if unit[-2] in "ng" else _THIRD_TONE_KEPT


def _read(path: Path) -> Waveform:
    """A file as mono samples, 32 767 for the loudest."""
    import soundfile  # noqa: PLC0415 - loads a library, which only the building of a bank needs

    try:
        sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise AudioWrong(f"{path}: cannot be read as sound: {error}") from error
    return soxr.resample(sound.mean(axis=1, dtype=np.float32) * np.float32(32_767), rate, SAMPLE_RATE)


def _trimmed(sound: Waveform, onset: float) -> Waveform:
    frame = round(_FRAME_SECONDS * SAMPLE_RATE)
    levels = _levels(sound, frame)
    loud = np.flatnonzero(levels > _SILENCE * levels.max(initial=0))
    if not loud.size:
        return sound[:0]
    first = int(np.argmax(levels > onset * levels.max()))
    begin = max(0, first * frame - round(_BEFORE_SECONDS * SAMPLE_RATE))
    return sound[begin : (loud[-1] + 1) * frame + round(_AFTER_SECONDS * SAMPLE_RATE)]


def _levelled(sound: Waveform) -> Waveform:
    levels = _levels(sound, round(_FRAME_SECONDS * SAMPLE_RATE))
    loud = levels[levels > _LOUD * levels.max(initial=0)]
    if not loud.size:
        return sound
    gain = _LOUDNESS / float(np.sqrt(np.mean(loud**2)))
    return sound * np.float32(min(gain, _PEAK / float(np.abs(sound).max())))


def _levels(sound: Waveform, frame: int) -> Waveform:
    """The root mean square of each frame."""
    whole = sound[: len(sound) // frame * frame].reshape(-1, frame)
    return np.sqrt(np.mean(whole**2, axis=1))


def _at_most(sound: Waveform, seconds: float, hiss_seconds: float) -> UnitSamples:
    """The sound, made faster if it is longer than this; vowels get shorter rather than consonants."""
    if len(sound) > seconds * SAMPLE_RATE:
        is_voiced = _voiced(sound)
        voiced = max(1, int(is_voiced.sum()))
        rest = max(1, len(sound) - voiced)
        hiss = min(1.0, hiss_seconds * SAMPLE_RATE / rest)
        vowel = min(1.0, max(_SHORTEST_VOWEL, (seconds * SAMPLE_RATE - hiss * rest) / voiced))
        sound = retimed(sound, SAMPLE_RATE, np.where(is_voiced, np.float32(vowel), np.float32(hiss)))
    return np.rint(sound).clip(-32_768, 32_767).astype(np.int16)


def _voiced(sound: Waveform) -> npt.NDArray[np.bool_]:
    """For each sample, whether it belongs to a vowel or another sound of the voice: most of its energy is low.

    What is heard after the last vowel is its end.
    """
    frame = round(_FRAME_SECONDS * SAMPLE_RATE)
    low = _levels(np.convolve(sound, np.full(_LOW_PASS, 1 / _LOW_PASS, np.float32), "same"), frame)
    is_voiced = low > _VOICED * low.max(initial=0)
    is_voiced[np.flatnonzero(is_voiced).max(initial=0) :] = True
    voiced = np.repeat(is_voiced, frame)
    return np.concatenate([voiced, np.ones(len(sound) - len(voiced), np.bool_)])
