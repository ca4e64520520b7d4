"""Keeps noise from becoming words.

A recogniser always writes something: it turns a fan, key clicks or breath into fluent commands, most readily into those
that it was told to expect. Three checks stop that, each for another kind of mistake:

1. **Was there a voice?** Vowels are periodic, at 70 to 400 Hz; fan, hiss, breath, clicks and mains hum are not.
2. **Is the text short enough for the time?** People say only so many characters a second. If there are more, the
   recogniser repeated them in a loop or made them up.
3. **Was it heard, or only expected?** Words that were said are likely even if the recogniser was not told to expect
   them. Words that come from the expectation alone are not.

The thresholds were measured on the recordings in tests/audio and on generated noise; docs/decisions/0007 has the
figures. Pure computation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from voiced.hearing.frame import SAMPLE_RATE, AudioFrame

LEAST_VOICE_SECONDS = 0.08
"""The shortest answer that was measured, 「嗯」, has 0.10 s of voice; noise without a pitch has at most 0.02 s."""
_JUDGED_FRAMES = 250
LOOP_CHARACTERS_A_SECOND = 18.0
"""Characters per second of voice. Measured speech has 4 to 17; a text that was written twice has 20 to 33."""
MOST_CHARACTERS_A_SECOND = 40.0
"""Noise hides voice, so speech in noise seems faster; invented text has 50 and more."""
MOST_NO_SPEECH_PROBABILITY = 0.35
"""Recordings have up to 0.15, stationary noise and music 0.4 to 0.95."""
LEAST_EVIDENCE = -3.0
"""Sum of both mean log probabilities of a token: recordings have -0.2 to -2.6, invented words -3 to -7."""
NO_SPEECH_WEIGHT = 6.0
"""How much the probability of no speech reduces the evidence. The words of eight people talking at once are as likely as
those of a distant speaker (-2.0 to -2.9), but their probability of no speech is 0.1 to 0.4. That makes -3.2 in all; a
speaker in noise at 10 dB has -2.9."""
LEAST_EVIDENCE_OF_ECHO = -2.2
"""The same for a text that was expected word by word, which a recogniser invents first: 「确认」 in noise still has -1.1."""

LEAST_LIKELIHOOD = -7.5
"""Of one word among a few: the sum of the log probabilities of its tokens. Commands alone have -1.4 to -3.8, in noise that is
10 dB softer -2.1 to -5.9, in louder noise down to -10.3. Of 242 pieces of talk and noises one had more than this, and less
than the lead below; docs/decisions/0080 has the figures."""
LEAST_LEAD = 5.0
"""By how much the word is likelier than each other one: 5.9 to 19 for these commands, up to 5.9 for the other sounds."""

_WINDOW, _HOP, _SPECTRUM = 512, 160, 1024
"""Samples: 32 ms hold two periods of the lowest voice; every 10 ms; the spectrum of a padded window."""
_WHITENED = 0.95
"""Pre-emphasis: a hum that falls off with pitch becomes flat, a voice stays a comb."""
_HIGHEST_HERTZ = 2500
"""Above it breath outweighs the voice."""
_PERIODS = slice(SAMPLE_RATE // 400, SAMPLE_RATE // 70)
_LEAST_PERIODICITY = 0.7
"""Autocorrelation at the best period: 0.97 for a clean voice, 0.84 far off in a room, 0.4 for a fan."""
_BELOW_LOUDEST_DB = 18.0
"""Vowels are within this range of the loudest sound; quieter periodic sound is the echo of the room."""
_QUIETEST_POWER = 10.0**2
"""Mean square of 16-bit samples, -70 dBFS: below it lies the noise that digitising adds to silence."""

_SAME_AGAIN = re.compile(r"(?P<said>.{2,}?)(?:[，。、,.?？!！\s]*(?P=said))+")
_LOOP = re.compile(r"(?P<said>.{3,}?)(?:[，。、,.?？!！\s]*(?P=said)){2,}")
_LETTER = re.compile(r"[^\W_]")
_CLAUSE = re.compile(r"\w+")


class Hypothesis(Struct, frozen=True):
    """A text that a recogniser offers for an utterance, with its probabilities.

    Attributes:
        expected: mean log probability of its tokens, given the expectation.
        unexpected: the same without an expectation.
        no_speech: probability that the sound holds no speech.
        is_echo: whether every clause is one of the expected clauses.
    """

    text: str
    expected: float
    unexpected: float
    no_speech: float
    is_echo: bool

    @property
    def is_heard(self) -> bool:
        """Whether the text was heard rather than invented."""
        least = LEAST_EVIDENCE_OF_ECHO if self.is_echo else LEAST_EVIDENCE
        evidence = self.expected + self.unexpected - NO_SPEECH_WEIGHT * self.no_speech
        return self.no_speech <= MOST_NO_SPEECH_PROBABILITY and evidence >= least


def echoes(text: str, expectation: str) -> bool:
    """Whether every clause of a text is one of the expected clauses."""
    return _clauses(text) <= _clauses(expectation)


def clearest(likelihoods: Mapping[str, float]) -> str:
    """The word that is likely and clearly likelier than the other ones; empty if there is no such word."""
    best, *others = sorted(likelihoods, key=lambda word: -likelihoods[word])
    lead = min((likelihoods[best] - likelihoods[other] for other in others), default=LEAST_LEAD)
    return best if likelihoods[best] >= LEAST_LIKELIHOOD and lead >= LEAST_LEAD else ""


def holds_voice(frames: Sequence[AudioFrame]) -> bool:
    """Whether a voice is in an utterance; its first 5 s show it."""
    return voiced_seconds(b"".join(frame.pcm for frame in frames[:_JUDGED_FRAMES])) >= LEAST_VOICE_SECONDS


def voiced_seconds(pcm: bytes) -> float:
    """The seconds of the sound that are voiced: loud within this sound, and periodic like a voice.

    Args:
        pcm: little-endian 16-bit mono samples at 16 kHz.
    """
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float32)
    if len(samples) < _WINDOW:
        return 0.0
    windows = np.lib.stride_tricks.sliding_window_view(samples, _WINDOW)[::_HOP]
    windows = windows - windows.mean(axis=1, keepdims=True)
    power = (windows**2).mean(axis=1)
    loudest = float(np.percentile(power, 95))
    active = power > max(loudest / 10 ** (_BELOW_LOUDEST_DB / 10), _QUIETEST_POWER)
    return float(np.count_nonzero(_periodicity(windows[active]) > _LEAST_PERIODICITY)) * _HOP / SAMPLE_RATE


def without_loop(text: str, voice_seconds: float) -> str:
    """The text without the recogniser's repetitions, if it is too long for the time.

    Words that the speaker really said twice stay, since there was time for them.
    """
    fast = _characters(text) > LOOP_CHARACTERS_A_SECOND * voice_seconds
    return _SAME_AGAIN.sub(r"\g<said>", text) if fast else text


def can_have_been_said(text: str, voice_seconds: float) -> bool:
    """Whether there was enough voice for the text, and no three characters or more stand three times in a row."""
    fast = _characters(text) > MOST_CHARACTERS_A_SECOND * voice_seconds
    return not fast and _LOOP.search(text) is None


def _clauses(text: str) -> frozenset[str]:
    return frozenset(_CLAUSE.findall(text))


def _characters(text: str) -> int:
    return len(_LETTER.findall(text))


def _periodicity(windows: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The highest autocorrelation of each window within the periods of a voice, corrected for the window."""
    taper = np.hanning(_WINDOW)
    of_sound = _autocorrelation(_power_spectrum(windows * taper) * _weighting())
    of_taper = _autocorrelation(_power_spectrum(taper[np.newaxis]))
    relative = of_sound / (of_sound[:, :1] + 1e-9) / (of_taper / of_taper[:, :1])
    return relative[:, _PERIODS].max(axis=1, initial=0.0)


def _autocorrelation(power: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.fft.irfft(power, axis=1)[:, : _PERIODS.stop]


def _power_spectrum(windows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.abs(np.fft.rfft(windows, _SPECTRUM, axis=1)) ** 2


def _weighting() -> npt.NDArray[np.float64]:
    hertz = np.fft.rfftfreq(_SPECTRUM, 1 / SAMPLE_RATE)
    whitened = np.abs(1 - _WHITENED * np.exp(-2j * np.pi * hertz / SAMPLE_RATE)) ** 2
    return np.where(hertz < _HIGHEST_HERTZ, whitened, 0.0)
