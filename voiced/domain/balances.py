"""What is in each account: an opening balance that its owner tells, and the rows since then."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from voiced.domain.money import ZERO, Money
from voiced.domain.month import Month


class Opening(Struct, frozen=True):
    """What was in an account before the rows of a day. A debt is below zero. It is no row and in no total."""

    account: str
    amount: Money
    day: date


class AccountFlow(Struct, frozen=True):
    """What came into an account in a month since its opening day, less what went out."""

    account: str
    month: Month
    amount: Money


class Balances(Struct, frozen=True):
    """The accounts whose opening balance is known.

    Attributes:
        flows: by account and month; without months that have no rows.
    """

    openings: tuple[Opening, ...] = ()
    flows: tuple[AccountFlow, ...] = ()

    def of(self, account: str, until: Month | None = None) -> Money | None:
        """What is in an account, at the end of a month or now; None before its opening and without one."""
        for opening in self.openings:
            if opening.account == account:
                return self._at(opening, until)
        return None

    def net_worth(self, until: Month | None = None) -> Money | None:
        """The sum of all accounts that are open then; None while there is no such account."""
        known = [amount for one in self.openings if (amount := self._at(one, until)) is not None]
        return _sum(known) if known else None

    def _at(self, opening: Opening, until: Month | None) -> Money | None:
        if until is not None and opening.day > until.last:
            return None
        since = (
            flow.amount
            for flow in self.flows
            if flow.account == opening.account and (until is None or flow.month <= until)
        )
        return opening.amount + _sum(since)


def _sum(amounts: Iterable[Money]) -> Money:
    return sum(amounts, ZERO)
