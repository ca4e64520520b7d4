"""The configured behaviour of the dialogue and patience of the ears."""

from __future__ import annotations

from voiced.config import Settings
from voiced.dialogue.values.policy import Policy, SplitLocally
from voiced.dialogue.values.state import Phase
from voiced.hearing.segmenter import Endpointing, frames
from voiced.runtime.running_utterance import Patience

_LONGEST_UNADDRESSED_SECONDS = 6.0
"""The longest utterance outside a session: enough for the wake phrase and a first entry."""


def policy_of(settings: Settings) -> Policy:
    """The configured behaviour of the dialogue."""
    return Policy(
        model_configured=bool(settings.llm.base_url or settings.llm.upstream_url),
        local_first=settings.llm.local_first,
        offline=settings.llm.offline,
        split_locally=SplitLocally(settings.llm.split_locally),
        answer_questions=settings.dialogue.questions,
        inactivity_seconds=settings.session.inactivity_seconds,
        failures_before_pause=settings.llm.failures_before_pause,
        pause_seconds=settings.llm.pause_seconds,
        draft_offer_seconds=settings.dialogue.draft_offer_max_age_minutes * 60,
    )


def patience_of(settings: Settings) -> Patience:
    """The configured endpointing: long pauses while dictating, short ones while confirming, short pieces when idle."""
    endpoint = settings.endpoint

    def cut(end_silence_seconds: float, longest_seconds: float) -> Endpointing:
        return Endpointing.of_seconds(
            start_speech=endpoint.start_speech_seconds,
            end_silence=end_silence_seconds,
            max_utterance=longest_seconds,
            max_wait=endpoint.no_speech_seconds,
        )

    longest = endpoint.max_utterance_seconds
    by_phase = {
        Phase.IDLE: cut(endpoint.confirming_silence_seconds, min(_LONGEST_UNADDRESSED_SECONDS, longest)),
        Phase.LISTENING: cut(endpoint.dictating_silence_seconds, longest),
        Phase.CONFIRMING: cut(endpoint.confirming_silence_seconds, longest),
    }
    return Patience(by_phase, frames(endpoint.preroll_seconds))
