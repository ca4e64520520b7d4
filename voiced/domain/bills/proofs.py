"""Which line of a bank is its side of a wallet's payment: both bills have it, and it is one payment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from voiced.domain.bills.billed import BilledLine, LineKind
from voiced.domain.bills.meaning import words_of
from voiced.domain.bills.settled import LineOutcome, Settled
from voiced.domain.transaction import TransactionType

_BANK_LATER, _REFUND_LATER = 3, 15
"""A bank books the payment of a wallet up to so many days later, and money that comes back up to so many."""
_SEVERAL = "&"
"""Stands between the methods of a payment that was paid from several."""


class Proofs(Struct, frozen=True):
    """What was found, by the refs of the lines.

    Attributes:
        sides: the lines that are the other side of another one.
        doubts: why a line of a bank may be one, although the wallet's line is not known for certain.
    """

    sides: dict[str, Settled]
    doubts: dict[str, str]


def two_sides(lines: Sequence[BilledLine], known: Sequence[Settled]) -> Proofs:
    """The lines that are the other side of another one.

    A bank's line adds nothing beside the wallet's line. A wallet's line takes the rows of a bank's line that stays as it is.

    Args:
        lines: in order of time.
        known: lines of earlier imports that stay as they are.
    """
    sides = _Sides()
    sides.offer(lines)
    sides.offer(one.line for one in known)
    sides.taken |= {(one.doubles, one.line.source) for one in known if one.doubles}
    known_refs = {one.line.ref for one in known}
    fixed = [one for one in known if not one.line.is_of_wallet and one.rows and not one.doubles]
    banks = [line for line in lines if not line.is_of_wallet and line.moves_money]
    found, doubts = dict[str, Settled](), dict[str, str]()
    # What is certain comes first: a payment has one line of each bank.
    for proves in (_proves, _proves_unnamed, _proves_a_part):
        for bank in (one for one in banks if one.ref not in found):
            if wallet := sides.wallet_of(bank, proves):
                reason = f"the bank's side of {wallet.ref}"
                found[bank.ref] = Settled(bank, LineOutcome.IGNORED, doubles=wallet.ref, reason=reason)
        for bank in fixed:
            wallet = None if bank.line.ref in found else sides.wallet_of(bank.line, proves)
            if wallet and wallet.ref not in known_refs:
                reason = f"the wallet's side of {bank.line.ref}"
                found[wallet.ref] = Settled(wallet, LineOutcome.LINKED, bank.rows, reason=reason)
                known_refs.add(wallet.ref)
    for bank in banks:
        if bank.ref not in found and (reason := sides.doubt_of(bank)):
            doubts[bank.ref] = reason
    return Proofs(found, doubts)


_Proving = Callable[[BilledLine, BilledLine], bool]


@dataclass(slots=True)
class _Sides:
    wallets: defaultdict[int, list[BilledLine]] = field(
        default_factory=lambda: defaultdict[int, list[BilledLine]](list)
    )
    """The lines of wallets by their amounts, without and with their fees."""
    of_several: list[BilledLine] = field(default_factory=list[BilledLine])
    """Those that were paid from several methods."""
    days: dict[str, tuple[date, date]] = field(default_factory=dict[str, tuple[date, date]])
    """The first and the last day of each wallet's lines."""
    taken: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    """Those that a bank has proved, by each bank: a repayment leaves one and comes to another."""

    def offer(self, lines: Iterable[BilledLine]) -> None:
        for line in lines:
            if not line.is_of_wallet:
                continue
            if line.is_dated:
                first, last = self.days.get(line.source, (line.day, line.day))
                self.days[line.source] = min(first, line.day), max(last, line.day)
            if line.moves_money:
                for fen in {line.amount.fen, line.amount.fen + line.fee.fen}:
                    self.wallets[fen].append(line)
                if _SEVERAL in line.method:
                    self.of_several.append(line)

    def wallet_of(self, bank: BilledLine, proves: _Proving) -> BilledLine | None:
        """The nearest wallet's line that this bank has not proved yet; it is proved from now on."""
        offered = self.of_several if proves is _proves_a_part else self.wallets[bank.amount.fen]
        payments = [one for one in offered if (one.ref, bank.source) not in self.taken and proves(bank, one)]
        if not payments:
            return None
        of = min(payments, key=lambda one: (abs((bank.day - one.day).days), one.happened, one.ref))
        self.taken.add((of.ref, bank.source))
        return of

    def doubt_of(self, bank: BilledLine) -> str:
        """Why a line without a wallet's line may be the side of one all the same; else an empty text."""
        if self.wallet_of(bank, _may_prove):
            return "a wallet's line of another day has this amount and this card"
        first, last = self.days.get(bank.through or "", (date.max, date.min))
        return f"the bill of {bank.through} has no such payment" if first <= bank.day <= last else ""


def _proves(bank: BilledLine, wallet: BilledLine) -> bool:
    """Whether a line of a bank is its side of the line of the wallet that it names."""
    if wallet.source != bank.through or not _is_in_time(bank, wallet):
        return False
    return any(
        theirs is None or ours is None or theirs == ours for theirs, ours in _common_legs(bank, wallet)
    )


def _proves_unnamed(bank: BilledLine, wallet: BilledLine) -> bool:
    """Whether a line of a bank that names no wallet is its side of a wallet's payment by this card."""
    return _may_prove(bank, wallet) and (bank.day == wallet.day or _have_words_in_common(bank, wallet))


def _may_prove(bank: BilledLine, wallet: BilledLine) -> bool:
    if bank.through is not None or not _is_in_time(bank, wallet):
        return False
    return any(ours is not None and theirs == ours for theirs, ours in _common_legs(bank, wallet))


def _proves_a_part(bank: BilledLine, wallet: BilledLine) -> bool:
    """Whether a line of a bank is its part of a payment from several methods."""
    is_part = wallet.source == bank.through and bank.type is wallet.type and bank.amount < wallet.amount
    return is_part and _is_in_time(bank, wallet) and _have_words_in_common(bank, wallet)


def _is_in_time(bank: BilledLine, wallet: BilledLine) -> bool:
    latest = _REFUND_LATER if bank.kind is wallet.kind is LineKind.REFUND else _BANK_LATER
    return 0 <= (bank.day - wallet.day).days <= latest


def _have_words_in_common(bank: BilledLine, wallet: BilledLine) -> bool:
    return bool(words_of(f"{bank.merchant} {bank.item}") & words_of(f"{wallet.merchant} {wallet.item}"))


def _common_legs(bank: BilledLine, wallet: BilledLine) -> list[tuple[str | None, str | None]]:
    """The accounts that money went out of, or came into, on both sides: the wallet's view and the bank's."""
    return [
        (theirs, ours) for direction, theirs in _legs(wallet) for own, ours in _legs(bank) if own == direction
    ]


def _legs(line: BilledLine) -> tuple[tuple[str, str | None], ...]:
    match line.type:
        case TransactionType.EXPENSE:
            return (("out", line.account),)
        case TransactionType.INCOME:
            return (("in", line.account),)
        case TransactionType.TRANSFER:
            return (("out", line.account), ("in", line.to_account))
