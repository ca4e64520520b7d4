"""How far the language model is believed, and why: what the settings say, and what `voiced llm check` found."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Protocol

from msgspec import Struct


class CheckCause(StrEnum):
    """A reason for which a model did not pass the check.

    SLOW: its answers take longer than the deadline.
    UNREADABLE: answers are no JSON of the expected form.
    TRAPPED: it obeyed an order in the speech, or took an amount, a currency or a thanks for what it is not.
    AMOUNTS: amounts of entries are wrong.
    TYPES: expenses, incomes and transfers are mixed up.
    DAYS: days of entries are wrong.
    ROWS: entries are missing, or too many.
    TALK: talk became an entry.
    CORRECTIONS: words about a draft are misunderstood.
    QUESTIONS: questions about the ledger are misunderstood; it does not keep a model from passing.
    """

    SLOW = "slow"
    UNREADABLE = "unreadable"
    TRAPPED = "trapped"
    AMOUNTS = "amounts"
    TYPES = "types"
    DAYS = "days"
    ROWS = "rows"
    TALK = "talk"
    CORRECTIONS = "corrections"
    QUESTIONS = "questions"


class TrustReason(StrEnum):
    """The reason for which a model is believed or weighed.

    PASSED: it passed the check.
    BY_HAND: `llm.trust` says so.
    UNMEASURED: the check was never played to it.
    FAILED: it did not pass the check.
    OLD: the last check is too long ago.
    REVOKED: it began to fail after it was believed.
    """

    PASSED = "passed"
    BY_HAND = "by_hand"
    UNMEASURED = "unmeasured"
    FAILED = "failed"
    OLD = "old"
    REVOKED = "revoked"


class TrustStanding(Struct, frozen=True):
    """Whether the model is believed at this moment.

    Attributes:
        believes: whether its answers stand once they keep the invariants; otherwise they are weighed by the rules.
        since: the time of the check or of the revocation; None where there was neither.
        cause: the main cause if the check was not passed.
    """

    believes: bool
    reason: TrustReason
    since: datetime | None = None
    cause: CheckCause | None = None


class TrustKeeper(Protocol):
    """Knows how far the configured model is believed, and keeps it when that ends."""

    @property
    def believes(self) -> bool:
        """Whether the model's answers stand once they keep the invariants."""
        ...

    def standing(self) -> TrustStanding:
        """Whether it is believed, and why."""
        ...

    def revoke(self) -> None:
        """Weigh the model from now on, until it passes the check again."""
        ...
