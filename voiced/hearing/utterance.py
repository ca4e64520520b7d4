"""One utterance with its sound and its text."""

from __future__ import annotations

from msgspec import Struct

from voiced.hearing.segmenter import Ending


class SpokenUtterance(Struct, frozen=True):
    """One stretch of speech, from its first sample to its last.

    Attributes:
        start: the first sample, the pre-roll included.
        end_of_speech: the sample at which the speaker fell silent, before the silence that ended the utterance.
        end: the sample after the last one.
        ending: how it ended.
        text: the recognised words; empty for a noise.
        attempts: how often the recogniser worked on it; more than once where it guessed before the end.
        pcm: little-endian 16-bit mono samples at 16 kHz.
    """

    start: int
    end_of_speech: int
    end: int
    ending: Ending
    text: str
    attempts: int
    pcm: bytes
