"""What was said and is not in the draft, with the reason."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from voiced.domain.transaction import ParseResult, Transaction


class LeftOutReason(StrEnum):
    """Why an entry is not in the draft.

    LIMIT: the draft has as many rows as it may hold. AMOUNT: it has no amount. ALONE: rules keep one entry a sentence.
    UNSURE: it may not have happened. LEFT_BEHIND: it is of a draft that a crash left behind.
    """

    LIMIT = "limit"
    AMOUNT = "amount"
    ALONE = "alone"
    UNSURE = "unsure"
    LEFT_BEHIND = "left_behind"


class Unrecorded(Struct, frozen=True):
    """An entry that was said and is not in the draft.

    Attributes:
        words: what it is called, in the words of the speaker if there are any.
        entry: as much of it as is known.
        until: the time after which it is forgotten; None as long as the draft is open beside which it was said.
    """

    words: str
    reason: LeftOutReason
    entry: ParseResult
    until: datetime | None = None


class TrayPlace(Struct, frozen=True):
    """Names an entry among those that are left out: its place from 0, and its words, which must be the same there."""

    place: int
    words: str


def brief(entry: ParseResult | Transaction) -> str:
    """「吃饭60元」: an entry by name alone."""
    amount = "" if entry.amount is None else f"{entry.amount}元"
    return f"{entry.description or entry.category}{amount}"
