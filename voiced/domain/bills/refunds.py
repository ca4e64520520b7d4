"""The payment whose money a line brings back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from voiced.domain.bills.billed import BilledLine, LineKind
from voiced.domain.transaction import TransactionType

_REFUND_DAYS = 90
"""Without a number in common, money comes back within so many days."""
_SHORTEST_NUMBER = 8


def refunded(lines: Sequence[BilledLine]) -> dict[str, str]:
    """The ref of the payment of each refund whose payment is known, by the refund's ref.

    The number that both share tells; else a number that begins with that of the payment; else the latest payment of this
    amount to this merchant.
    """
    payments = [line for line in lines if line.kind is LineKind.PAID and line.type is TransactionType.EXPENSE]
    payments.sort(key=lambda line: (line.happened, line.ref))
    by_trade: defaultdict[tuple[str, str], list[BilledLine]] = defaultdict(list)
    by_merchant: defaultdict[tuple[str, str, int], list[BilledLine]] = defaultdict(list)
    for line in payments:
        if line.trade:
            by_trade[line.source, line.trade].append(line)
        by_merchant[line.source, line.merchant, line.amount.fen].append(line)
    by_ref = {line.ref: line for line in payments}
    found: dict[str, str] = {}
    for refund in lines:
        if refund.kind is not LineKind.REFUND:
            continue
        numbered = by_trade[refund.source, refund.trade] or _beginnings(refund, by_ref)
        alike = by_merchant[refund.source, refund.merchant, refund.amount.fen]
        for candidates in (numbered, [one for one in alike if _is_in_time(one, refund)]):
            earlier = [one for one in candidates if one.day <= refund.day and one.amount >= refund.amount]
            if earlier:
                found[refund.ref] = earlier[-1].ref
                break
    return found


def _beginnings(refund: BilledLine, by_ref: dict[str, BilledLine]) -> list[BilledLine]:
    shortest = len(refund.source) + 1 + _SHORTEST_NUMBER
    cut = (refund.ref[:end] for end in range(len(refund.ref) - 1, shortest - 1, -1))
    return [by_ref[ref] for ref in cut if ref in by_ref]


def _is_in_time(payment: BilledLine, refund: BilledLine) -> bool:
    return bool(refund.merchant) and (refund.day - payment.day).days <= _REFUND_DAYS
