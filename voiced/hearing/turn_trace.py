"""Where the time of a turn goes: from the real end of speech to the first sample of the answer.

A trace holds no words, so it can be kept and shown to others.
"""

from __future__ import annotations

from msgspec import Struct

from voiced.hearing.frame import seconds
from voiced.hearing.utterance import Utterance


class TurnTrace(Struct, frozen=True):
    """One turn. Durations are in seconds; None for a stage that the turn did not reach.

    Attributes:
        ending: how the utterance ended, as `Ending` names it.
        had_words: whether words were recognised.
        attempts: how often the recogniser worked on the utterance.
        speech: from the first sample of the utterance to the last one of speech.
        endpoint: from the real end of speech to the decision that the utterance had ended.
        recognition: from that decision to the final text.
        decision: from the final text until the first sentence of the answer was handed to the voice.
        voice: from then to the first sample of the sentence.
        answer: the sum of `endpoint`, `recognition`, `decision` and `voice`.
        cpu: processor time of the whole daemon from the endpoint on.
        dropped_frames: frames of sound that were lost since the turn before.
    """

    ending: str
    had_words: bool
    attempts: int
    speech: float
    endpoint: float | None
    recognition: float | None
    decision: float | None
    voice: float | None
    answer: float | None
    cpu: float
    dropped_frames: int


class Moments(Struct, frozen=True):
    """When each stage of a turn was reached, in seconds of one clock; None before that."""

    end_of_speech: float | None = None
    endpoint: float | None = None
    final_text: float | None = None
    decided: float | None = None
    audible: float | None = None


def trace_of(utterance: Utterance, moments: Moments, *, cpu: float, dropped_frames: int) -> TurnTrace:
    """The trace of an utterance, from the moments of its turn."""
    return TurnTrace(
        ending=utterance.ending.value,
        had_words=bool(utterance.text),
        attempts=utterance.attempts,
        speech=round(seconds(utterance.end_of_speech - utterance.start), 6),
        endpoint=_between(moments.end_of_speech, moments.endpoint),
        recognition=_between(moments.endpoint, moments.final_text),
        decision=_between(moments.final_text, moments.decided),
        voice=_between(moments.decided, moments.audible),
        answer=_between(moments.end_of_speech, moments.audible),
        cpu=round(cpu, 6),
        dropped_frames=dropped_frames,
    )


def _between(earlier: float | None, later: float | None) -> float | None:
    # The clocks of two devices differ by a few samples. A later moment must not get a negative duration.
    return None if earlier is None or later is None else round(max(0.0, later - earlier), 6)
