"""How the dialogue behaves, as configured once at the start."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from voiced.domain.transaction import ParseResult

CONFIDENCE_FLOOR = 0.7
"""Below this a model's answer is not acted on, and a row it parsed is marked for checking (documents, R-05)."""

HISTORY_MESSAGES = 12
"""Messages of a draft that are sent with the dialogue-history protocol: six exchanges, well under 600 tokens."""


class SplitLocally(Enum):
    """When rules split a sentence of several entries; else its first entry is kept."""

    LOCAL = "local"
    ALWAYS = "always"
    NEVER = "never"


class Policy(Struct, frozen=True):
    """Settings of the dialogue.

    Attributes:
        model_configured: whether there is a language model to ask at all.
        offline: the model must not be asked, as the settings say.
        local_first: parse a sentence locally where it certainly holds one entry.
        split_locally: when rules split a sentence of several entries.
        answer_questions: answer questions about the ledger.
        inactivity_seconds: a session without a word ends after this.
        failures_before_pause: so many failures of the model in a row, and it is left alone for a while.
        pause_seconds: how long.
        draft_offer_seconds: a draft left by a crash is offered again if it is younger than this.
    """

    model_configured: bool = False
    offline: bool = False
    local_first: bool = True
    split_locally: SplitLocally = SplitLocally.LOCAL
    answer_questions: bool = True
    inactivity_seconds: float = 60.0
    failures_before_pause: int = 3
    pause_seconds: float = 60.0
    draft_offer_seconds: float = 12 * 3600.0


def is_doubtful(entry: ParseResult) -> bool:
    """Whether an entry is so unsure that it is marked for checking."""
    return entry.confidence is not None and entry.confidence < CONFIDENCE_FLOOR
