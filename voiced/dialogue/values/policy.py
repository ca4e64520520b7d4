"""The settings of the dialogue, which are read once at the start."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from voiced.domain.hours import Hours

HISTORY_MESSAGES = 12
"""Messages of a draft that are sent with the dialogue-history protocol: six exchanges, well under 600 tokens."""

MODEL_DEADLINE_SECONDS = 3.0
"""The usual limit for an answer of the language model, from the connection to the last byte."""


class SplitLocally(Enum):
    """The condition under which rules split a sentence of several entries; otherwise they keep its first entry."""

    LOCAL = "local"
    ALWAYS = "always"
    NEVER = "never"


class Notices(Struct, frozen=True):
    """The things that voiced points out by itself; each can be switched off.

    Attributes:
        recurring: entries that are due are offered.
        budgets: a save tells a budget of which 80 or 100 % are spent.
        missing: 「今天有什么」 names monthly rows that did not come.
        repeated: an entry much like one of the last minutes is remarked on while it is read back.
    """

    recurring: bool = True
    budgets: bool = True
    missing: bool = True
    repeated: bool = True


class Policy(Struct, frozen=True):
    """Settings of the dialogue.

    Attributes:
        model_configured: whether a language model is configured.
        believes: whether the model's answers stand once they keep the invariants; otherwise they are weighed against the
            readings of the rules.
        offline: whether the settings forbid requests to the model.
        local_first: whether rules parse a sentence if they are certain of it.
        split_locally: the condition under which rules split a sentence of several entries.
        answer_questions: whether questions about the ledger are answered.
        habits: whether corrections are learnt, and entries of the same words get what was learnt.
        inactivity_seconds: the session ends after this time without activity.
        failures_before_pause: after so many failures of the model in a row, requests to it pause.
        pause_seconds: the time between two attempts to reach the paused model.
        notices: the things that voiced points out by itself.
        night: the hours in which nothing is pointed out unless somebody asks.
        draft_offer_seconds: a draft that a crash left behind is offered up to this age.
    """

    model_configured: bool = False
    believes: bool = False
    offline: bool = False
    local_first: bool = True
    split_locally: SplitLocally = SplitLocally.LOCAL
    answer_questions: bool = True
    habits: bool = True
    inactivity_seconds: float = 60.0
    failures_before_pause: int = 3
    pause_seconds: float = 60.0
    draft_offer_seconds: float = 12 * 3600.0
    notices: Notices = Notices()
    night: Hours | None = None
