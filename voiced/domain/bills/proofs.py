"""Which line of a bank is its side of a wallet's payment: both bills have it, and it is one payment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from voiced.domain.bills.billed import BilledLine, LineKind
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.transaction import TransactionType

_BANK_LATER = 3
"""A bank books the payment of a wallet up to so many days later."""


def two_sides(lines: Sequence[BilledLine], known: Sequence[Settled]) -> dict[str, Settled]:
    """The lines, by their refs, that are the other side of another one.

    A bank's line adds nothing beside the wallet's line. A wallet's line takes the rows of a bank's line that stays as it is.

    Args:
        lines: in order of time.
        known: lines of earlier imports that stay as they are.
    """
    sides = _Sides()
    sides.offer(lines)
    sides.offer(one.line for one in known)
    sides.taken |= {(one.doubles, one.line.source) for one in known if one.doubles}
    found = {line.ref: one for line in lines if line.through and (one := sides.proof(line))}
    for bank in known:
        if bank.line.through and bank.rows and not bank.doubles and (wallet := sides.wallet_of(bank.line)):
            reason = f"the wallet's side of {bank.line.ref}"
            found[wallet.ref] = Settled(wallet, LineOutcome.LINKED, bank.rows, reason=reason)
    known_refs = {one.line.ref for one in known}
    return {ref: one for ref, one in found.items() if ref not in known_refs}


@dataclass(slots=True)
class _Sides:
    wallets: defaultdict[int, list[BilledLine]] = field(
        default_factory=lambda: defaultdict[int, list[BilledLine]](list)
    )
    """The lines of wallets by their amounts."""
    taken: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Those that a bank has proved, by each bank: a repayment leaves one and comes to another."""

    def offer(self, lines: Iterable[BilledLine]) -> None:
        for line in lines:
            if line.through is None and line.kind not in (LineKind.NOTHING, LineKind.UNSURE):
                self.wallets[line.amount.fen].append(line)

    def proof(self, bank: BilledLine) -> Settled | None:
        if bank.kind in (LineKind.NOTHING, LineKind.UNSURE):
            return None
        of = self.wallet_of(bank)
        reason = "" if of is None else f"the bank's side of {of.ref}"
        return of and Settled(bank, LineOutcome.IGNORED, doubles=of.ref, reason=reason)

    def wallet_of(self, bank: BilledLine) -> BilledLine | None:
        """The nearest wallet's line that this bank has not proved yet; it is proved from now on."""
        payments = [
            one
            for one in self.wallets[bank.amount.fen]
            if (one.ref, bank.source) not in self.taken and _proves(bank, one)
        ]
        if not payments:
            return None
        of = min(payments, key=lambda one: (abs((bank.day - one.day).days), one.happened, one.ref))
        self.taken.add((of.ref, bank.source))
        return of


def _proves(bank: BilledLine, wallet: BilledLine) -> bool:
    """Whether a line of a bank is its side of a wallet's line."""
    if wallet.source != bank.through or not 0 <= (bank.day - wallet.day).days <= _BANK_LATER:
        return False
    return any(
        theirs is None or ours is None or theirs == ours
        for direction, theirs in _legs(wallet)
        for own, ours in _legs(bank)
        if own == direction
    )


def _legs(line: BilledLine) -> tuple[tuple[str, str | None], ...]:
    match line.type:
        case TransactionType.EXPENSE:
            return (("out", line.account),)
        case TransactionType.INCOME:
            return (("in", line.account),)
        case TransactionType.TRANSFER:
            return (("out", line.account), ("in", line.to_account))
