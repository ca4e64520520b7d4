"""Opening balances in SQL, and what came and went since then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from voiced.adapters.ledger.sql_database import Database
from voiced.adapters.ledger.sql_months import SqlMonths
from voiced.domain.balances import AccountFlow, Balances, Opening
from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.errors import NotInLedger

OPENINGS = """
SELECT accounts.name, openings.fen, openings.date FROM openings JOIN accounts ON accounts.id = openings.account_id
ORDER BY accounts.position, accounts.id
"""
"""Reads every opening balance: the name of its account, its fen and its day."""
# A transfer leaves one account and comes into another; without a known goal it has left only.
_FLOWS = """
WITH moved AS (
  SELECT account_id, date, CASE type WHEN 'INCOME' THEN amount_fen ELSE -amount_fen END AS fen
  FROM transactions WHERE undone_at IS NULL
  UNION ALL
  SELECT to_account_id, date, amount_fen FROM transactions WHERE undone_at IS NULL AND to_account_id IS NOT NULL
)
SELECT accounts.name, substr(CAST(moved.date AS TEXT), 1, 7) AS month, CAST(sum(moved.fen) AS BIGINT)
FROM moved JOIN openings ON openings.account_id = moved.account_id AND moved.date >= openings.date
JOIN accounts ON accounts.id = moved.account_id
GROUP BY accounts.name, month ORDER BY accounts.name, month
"""
_SET = """
INSERT INTO openings (account_id, fen, date) SELECT id, :fen, :day FROM accounts WHERE name = :account
ON CONFLICT (account_id) DO UPDATE SET fen = excluded.fen, date = excluded.date
RETURNING account_id
"""
_DROP = "DELETE FROM openings WHERE account_id = (SELECT id FROM accounts WHERE name = :account)"


async def read_balances(database: Database) -> Balances:
    """What is in each account whose opening balance is known. Without one no row is read."""
    doing = "reading the balances"
    openings = await database.read(doing, OPENINGS, {})
    if not openings:
        return Balances()
    flows = await database.read(doing, _FLOWS, {})
    return Balances(
        openings_of(openings),
        tuple(AccountFlow(name, _month(month), Money(fen)) for name, month, fen in flows),
    )


def openings_of(found: Iterable[Sequence[Any]]) -> tuple[Opening, ...]:
    """The opening balances that `OPENINGS` found."""
    return tuple(Opening(name, Money(fen), date.fromisoformat(day)) for name, fen, day in found)


def opening_columns(opening: Opening) -> dict[str, str | int]:
    """The values of the statements that keep an opening balance."""
    return {"account": opening.account, "fen": opening.amount.fen, "day": opening.day.isoformat()}


class SqlBalances(SqlMonths):
    """The balances of `Books`."""

    async def balances(self) -> Balances:
        """What is in each account; see `Books.balances`."""
        return await read_balances(self._database)

    async def set_opening(self, opening: Opening) -> None:
        """Tell what was in an account; see `Books.set_opening`."""
        if not await self._database.run("keeping the opening balance", _SET, opening_columns(opening)):
            raise NotInLedger(f"the ledger has no account {opening.account}")

    async def drop_opening(self, account: str) -> None:
        """Forget what was in an account; see `Books.drop_opening`."""
        await self._database.run("dropping the opening balance", _DROP, {"account": account})


def _month(text: str) -> Month:
    return Month(int(text[:4]), int(text[5:]))
