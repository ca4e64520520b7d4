"""One utterance, as it was heard."""

from __future__ import annotations

from msgspec import Struct

from voiced.hearing.segmenter import Ending


class Utterance(Struct, frozen=True):
    """What somebody said, from the first sample to the last.

    Attributes:
        start: first sample, the pre-roll included.
        end_of_speech: sample at which the speaker fell silent, before the silence that ended the utterance.
        end: sample after the last one.
        ending: how it ended.
        text: what was understood; empty where it held no words.
        attempts: how often the recogniser worked on it; more than one where it began before the speaker was done.
        pcm: little-endian 16-bit mono samples at 16 kHz.
    """

    start: int
    end_of_speech: int
    end: int
    ending: Ending
    text: str
    attempts: int
    pcm: bytes
