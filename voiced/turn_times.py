"""The times of a turn, from the real end of speech to the first sample of the answer, and the summary of many turns.

A trace holds no words, so it can be kept. It names the source of words that were sent, such as a satellite.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from msgspec import Struct

from voiced.hearing.frame import seconds
from voiced.hearing.segmenter import SpokenUtterance

AT_MICROPHONE = "room"
"""The source of turns that the daemon's own microphone heard."""


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
        source: where the words came from: the microphone, or the satellite or the script that sent them.
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
    source: str = AT_MICROPHONE


class Moments(Struct, frozen=True):
    """When each stage of a turn was reached, in seconds of one clock; None before that."""

    end_of_speech: float | None = None
    endpoint: float | None = None
    final_text: float | None = None
    decided: float | None = None
    audible: float | None = None


def trace_of(utterance: SpokenUtterance, moments: Moments, *, cpu: float, dropped_frames: int) -> TurnTrace:
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


def sent_trace(source: str, decision: float | None) -> TurnTrace:
    """The trace of words that a source sent as text.

    Args:
        source: their source.
        decision: the seconds until the first sentence of the answer; None without an answer.
    """
    return TurnTrace(
        ending="sent",
        had_words=True,
        attempts=0,
        speech=0.0,
        endpoint=None,
        recognition=None,
        decision=None if decision is None else round(decision, 6),
        voice=None,
        answer=None,
        cpu=0.0,
        dropped_frames=0,
        source=source,
    )


def _between(earlier: float | None, later: float | None) -> float | None:
    # The clocks of two devices differ by a few samples. A later moment must not get a negative duration.
    return None if earlier is None or later is None else round(max(0.0, later - earlier), 6)


STAGES = ("speech", "endpoint", "recognition", "decision", "voice", "answer", "cpu")
"""The durations of a turn, in the order in which they are printed."""


class Percentiles(Struct, frozen=True):
    """The 50th, 90th and 99th percentile of a stage, in seconds, over the `count` turns that have it."""

    count: int
    p50: float
    p90: float
    p99: float


class TurnSummary(Struct, frozen=True):
    """The summary of some turns: of those at the microphone, and by source of those that were sent as text.

    Attributes:
        turns: the number of turns at the microphone.
        stages: percentiles by stage, for the stages that at least one turn reached.
        endings: the number of turns by how they ended.
        without_words: the number of turns without recognised words.
        dropped_frames: the number of lost frames in all turns.
        sent: percentiles of the time to decide, by the source of the words; without turns that got no answer.
    """

    turns: int
    stages: Mapping[str, Percentiles]
    endings: Mapping[str, int]
    without_words: int
    dropped_frames: int
    sent: Mapping[str, Percentiles]


def summary_of(turns: Sequence[TurnTrace]) -> TurnSummary:
    """The summary of any number of turns."""
    by_source: defaultdict[str, list[TurnTrace]] = defaultdict(list)
    for turn in turns:
        by_source[turn.source].append(turn)
    spoken = by_source.pop(AT_MICROPHONE, [])
    lasted = {stage: _durations(spoken, stage) for stage in STAGES}
    decided = {source: _durations(sent, "decision") for source, sent in by_source.items()}
    return TurnSummary(
        turns=len(spoken),
        stages={stage: _percentiles(durations) for stage, durations in lasted.items() if durations},
        endings=dict(Counter(turn.ending for turn in spoken).most_common()),
        without_words=sum(not turn.had_words for turn in spoken),
        dropped_frames=sum(turn.dropped_frames for turn in spoken),
        sent={source: _percentiles(durations) for source, durations in decided.items() if durations},
    )


def _durations(turns: Sequence[TurnTrace], stage: str) -> list[float]:
    durations: list[float | None] = [getattr(turn, stage) for turn in turns]
    return sorted(duration for duration in durations if duration is not None)


def _percentiles(durations: Sequence[float]) -> Percentiles:
    # The nearest rank: each figure is one that was measured.
    p50, p90, p99 = (durations[math.ceil(len(durations) * part / 100) - 1] for part in (50, 90, 99))
    return Percentiles(len(durations), p50, p90, p99)
