"""How far the bills of a ledger are settled, in numbers."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from voiced.domain.bills.bill_format import BillFormat


class BillStanding(Struct, frozen=True):
    """The latest import of one kind of bill.

    Attributes:
        first: the first day that it covers; `last` is the last one.
        matched: lines that belong to what was said.
        asked: lines that wait for an answer.
        new: lines that became rows of their own.
    """

    form: BillFormat
    first: date
    last: date
    matched: int
    asked: int
    new: int
