"""What becomes of a line of a bill beside what was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct

from voiced.domain.bills.billed import Bill, BilledLine, SaidRow

_ENOUGH_ROWS = 50
"""So many rows of a bill's days without one that fits tell that the bill is of somebody else."""


class LineOutcome(StrEnum):
    """What becomes of a line."""

    LINKED = "linked"
    ASK = "ask"
    NEW = "new"
    REFUND = "refund"
    IGNORED = "ignored"


class Settled(Struct, frozen=True, omit_defaults=True):
    """A line and what becomes of it.

    Attributes:
        rows: the ids of the rows that it belongs to.
        options: of a line that has to be asked about: the rows that it may belong to, the likeliest first. Several rows
            of one option belong to it together.
        beside: the refs of the lines that belong to the same row together with it.
        doubles: the ref of the wallet's line that this line of a bank proves; empty for every other line.
        refunds: the ref of the payment whose money came back; empty where no payment is known, and for every other line.
        fee_row: the id of the row that was said about its fee; empty where none was.
        reason: in words, for the operator.
    """

    line: BilledLine
    outcome: LineOutcome
    rows: tuple[str, ...] = ()
    options: tuple[tuple[str, ...], ...] = ()
    beside: tuple[str, ...] = ()
    doubles: str = ""
    refunds: str = ""
    fee_row: str = ""
    reason: str = ""


def is_another_persons(bill: Bill, settled: Iterable[Settled], said: Sequence[SaidRow]) -> bool:
    """Whether no line of a bill may belong to what was said, although much was said in its days."""
    if bill.first is None or bill.last is None:
        return False
    if any(one.rows or one.options or one.doubles for one in settled):
        return False
    return sum(bill.first <= one.row.date <= bill.last for one in said) >= _ENOUGH_ROWS
