"""A doubt about a sentence: the two best readings of it, and the reason why neither is certain."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from voiced.domain.transaction import ParseResult


class DoubtReason(StrEnum):
    """The difference between the readings of a sentence.

    HAPPENED: the money may not have moved (talk, a plan, a question); the other reading has no row.
    AMOUNT: different numbers may be the amount that was paid (45 or 15).
    WORKED_OUT: the amount was worked out from the words (四张每张40 comes to 160); the other reading has the number that was said.
    TYPE: the money may have gone out, come in or moved between accounts.
    ROWS: the words may tell of one entry or of several.
    UNSURE: both readers read the same, but the weights are not sure of it; there is only one reading.
    """

    HAPPENED = "happened"
    AMOUNT = "amount"
    WORKED_OUT = "worked_out"
    TYPE = "type"
    ROWS = "rows"
    UNSURE = "unsure"


class Doubt(Struct, frozen=True):
    """A doubt about a sentence.

    Attributes:
        reason: the difference between the readings.
        readings: the rows of each reading, the better one first; a reading without rows means that nothing is recorded.
            There are one or two. The rows of the first are those that the sentence is parsed into.
    """

    reason: DoubtReason
    readings: tuple[tuple[ParseResult, ...], ...]
