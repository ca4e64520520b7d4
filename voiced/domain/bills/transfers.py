"""Money between two of the household's banks: both bills have it, and it is one transfer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.bills.billed import BilledLine, LineKind
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.transaction import TransactionType

_DAYS = 2
"""Money reaches another bank within so many days."""
_MOVED = re.compile("转账|汇款|汇入|转存|转入|转出|跨行|网银|还款")


class OwnTransfers(Struct, frozen=True):
    """What was found, by the refs of the lines.

    Attributes:
        whole: the first sides with both accounts, in the place of the lines as they were read.
        second: the second sides, which add nothing.
        doubts: why a line may be a second side.
    """

    whole: dict[str, BilledLine]
    second: dict[str, Settled]
    doubts: dict[str, str]


def between_banks(lines: Sequence[BilledLine], known: Sequence[Settled]) -> OwnTransfers:
    """The transfers between banks.

    Args:
        lines: in order of time.
        known: lines of earlier imports that stay as they are.
    """
    found = OwnTransfers({}, {}, {})
    fixed = {one.line.ref for one in known}
    doubled = {one.doubles for one in known}
    kept = [one.line for one in known if one.rows and one.line.ref not in doubled]
    coming = _coming([*lines, *kept])
    for out in filter(_leaves, (*lines, *kept)):
        ends = [end for end in coming[out.amount.fen] if _is_end(out, end)]
        if not ends:
            continue
        end = min(ends, key=lambda one: (one.day, not _is_sure(out, one), one.ref))
        coming[out.amount.fen].remove(end)
        if not _is_sure(out, end):
            if end.ref not in fixed:
                found.doubts[end.ref] = f"may be the other side of {out.ref}"
        elif end.ref not in fixed:
            found.second[end.ref] = _second(end, out)
            if out.ref not in fixed:
                found.whole[out.ref] = _whole(out, end)
        elif out.ref not in fixed:
            found.second[out.ref] = _second(out, end)
    return found


def _coming(lines: Iterable[BilledLine]) -> defaultdict[int, list[BilledLine]]:
    found: defaultdict[int, list[BilledLine]] = defaultdict(list)
    for line in lines:
        is_in = line.type is TransactionType.INCOME or (line.kind is LineKind.OWN and line.account is None)
        if is_in and _moves(line):
            found[line.amount.fen].append(line)
    return found


def _leaves(line: BilledLine) -> bool:
    return line.type is not TransactionType.INCOME and line.account is not None and _moves(line)


def _moves(line: BilledLine) -> bool:
    """Whether a line of a bank tells of money that was moved, and of no wallet."""
    if line.is_of_wallet or line.through or line.kind not in (LineKind.PAID, LineKind.OWN):
        return False
    return line.kind is LineKind.OWN or bool(_MOVED.search(f"{line.merchant} {line.item}"))


def _is_end(out: BilledLine, end: BilledLine) -> bool:
    into = _into(end)
    return (
        end.source != out.source
        and 0 <= (end.day - out.day).days <= _DAYS
        and into not in (None, out.account)
        and out.to_account in (None, into)
    )


def _is_sure(out: BilledLine, end: BilledLine) -> bool:
    """Whether one of them is known to stay within the household, or both name one person."""
    return LineKind.OWN in (out.kind, end.kind) or bool(out.merchant and out.merchant == end.merchant)


def _into(end: BilledLine) -> str | None:
    return end.to_account if end.type is TransactionType.TRANSFER else end.account


def _second(line: BilledLine, of: BilledLine) -> Settled:
    return Settled(line, LineOutcome.IGNORED, doubles=of.ref, reason=f"the other side of {of.ref}")


def _whole(out: BilledLine, end: BilledLine) -> BilledLine:
    category = next((one.category for one in (out, end) if one.kind is LineKind.OWN), "转账")
    return replace(
        out, kind=LineKind.OWN, type=TransactionType.TRANSFER, to_account=_into(end), category=category
    )
