"""The rows that belong to recurring entries, though they may be told in other words: they settle due days, and teach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.recurring import NEAR_DAYS, Recurring
from voiced.domain.thing_words import habit_words, likeness, pairs_of
from voiced.domain.transaction import TransactionType


class LikeRow(Struct, frozen=True):
    """A row of the ledger that may belong to a recurring entry, since its words, its category or its amount are like the entry's.

    Attributes:
        account: None for the ledger's default account.
        teaches: whether it was said, not for this time alone, and after the values of the recurring entry were set.
    """

    id: str
    amount: Money
    category: str
    account: str | None
    description: str
    date: date
    teaches: bool
    type: TransactionType


def with_rows(entries: Iterable[Recurring], rows: Sequence[tuple[str, LikeRow]]) -> tuple[Recurring, ...]:
    """The recurring entries with the values of their last row, and with the days of the rows that settle them.

    A row belongs to the entries whose words are the most like its own. Where no words are like, its amount counts, with its
    category or a part of its words.

    Args:
        entries: as they were set up.
        rows: ids of entries, each with a row, in the order of recording.
    """
    entries = tuple(entries)
    most: dict[str, int] = {}
    names = {entry.id: entry for entry in entries}
    for id_, row in rows:
        most[row.id] = max(most.get(row.id, 0), _likeness(names[id_], row))
    return tuple(
        _with_own(
            entry,
            [row for id_, row in rows if id_ == entry.id and _likeness(entry, row) == most[row.id]],
        )
        for entry in entries
    )


def _with_own(entry: Recurring, rows: Sequence[LikeRow]) -> Recurring:
    """The entry with what these rows, whose words are no more like those of another entry, teach and settle."""
    for row in rows:
        if row.teaches and _is_near(entry, row.date) and _is_same(entry, row):
            entry = replace(
                entry,
                amount=row.amount,
                type=row.type,
                category=row.category,
                account=row.account,
                taught=row.date,
            )
    paid = (
        row
        for row in rows
        if _is_same(entry, row) or (row.category, row.amount) == (entry.category, entry.amount)
    )
    return replace(entry, alike=tuple(row.date for row in paid))


def _is_same(entry: Recurring, row: LikeRow) -> bool:
    """Whether the words are like, or the amount and a part of the words are the same: 交宽带 is 宽带费."""
    common = pairs_of(habit_words(row.description)) & pairs_of(habit_words(entry.description))
    return _likeness(entry, row) > 0 or (row.amount == entry.amount and bool(common))


def _likeness(entry: Recurring, row: LikeRow) -> int:
    """How much of the words of both is the same; of an entry without words, whether the category is."""
    if not entry.description:
        return 1 if row.category == entry.category else 0
    return likeness(entry.description, row.description)


def _is_near(entry: Recurring, day: date) -> bool:
    """Whether a day lies within three days of a due day; a week is too short for days before."""
    return day - entry.days.latest(day + entry.early) <= timedelta(days=NEAR_DAYS)
