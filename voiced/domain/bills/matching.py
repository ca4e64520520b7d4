"""What becomes of each line of a bill: linked with a row that was said, asked about, a new row, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.domain.bills.asking import ask, ask_about_what_is_left, book
from voiced.domain.bills.billed import BilledLine, SaidRow
from voiced.domain.bills.coverage import Coverage
from voiced.domain.bills.grouping import link_exact_sums, link_sums_that_are_alone
from voiced.domain.bills.linking import Linking
from voiced.domain.bills.refunds import refunded
from voiced.domain.bills.settled import Settled
from voiced.domain.bills.transfers import between_banks


def settle(
    lines: Sequence[BilledLine], said: Sequence[SaidRow], known: Sequence[Settled] = ()
) -> tuple[Settled, ...]:
    """What becomes of each line, in the order of the lines. The order of lines and rows does not matter.

    Args:
        lines: each of which may become anything.
        said: rows of the days around them that no other line belongs to.
        known: lines of earlier imports that stay as they are, with their rows.
    """
    ordered = sorted(lines, key=lambda line: (line.happened, line.ref))
    own = between_banks(ordered, known)
    ordered = [own.whole.get(line.ref, line) for line in ordered]
    bills = Coverage([*lines, *(one.line for one in known)])
    rows = [replace(one, is_billed=bills.has(one)) for one in said]
    rows.sort(key=lambda one: (one.row.date, one.row.created_at, one.row.id))
    pairs = Linking(ordered, rows)
    pairs.set_aside(own, known)
    pairs.link_what_is_clear()
    pairs.find_fees()
    link_exact_sums(pairs)
    pairs.link_what_is_alone()
    link_sums_that_are_alone(pairs)
    ask(pairs)
    ask_about_what_is_left(pairs)
    book(pairs)
    payments = refunded([*lines, *(one.line for one in known)])
    by_ref = {
        one.line.ref: replace(
            one, refunds=payments.get(one.line.ref, ""), fee_row=pairs.fee_rows.get(one.line.ref, "")
        )
        for one in pairs.settled.values()
    }
    return tuple(by_ref[line.ref] for line in lines)
