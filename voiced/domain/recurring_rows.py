"""The rows that belong to recurring entries, though they may be told in other words: they settle due days, and teach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.recurring import NEAR_DAYS, Recurring
from voiced.domain.thing_words import habit_words, likeness, pairs_of
from voiced.domain.transaction import TransactionType

_NEARLY = 0.25
"""An amount that differs by at most this share is nearly the same: a rent that was raised."""
_SAME = 2
"""The evidence of an amount that is the same."""


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

    @property
    def words(self) -> str:
        """Its words, as habits compare them."""
        return habit_words(self.description)


class _Evidence(Struct, frozen=True, order=True):
    """What a row and a recurring entry have in common, the weightiest first; a greater one is the better fit.

    Attributes:
        words: how much of the words is the same.
        amount: 2 for the same amount, 1 for nearly the same, else 0.
        category: whether the category is the same.
        parts: how many pairs of characters both have.
        nearness: of the row's day to the due day; the nearer, the greater.
    """

    words: int
    amount: int
    category: bool
    parts: int
    nearness: int


def with_rows(entries: Iterable[Recurring], rows: Sequence[tuple[str, LikeRow]]) -> tuple[Recurring, ...]:
    """The recurring entries with the values of their last row, and with the days of the rows that settle them.

    A row belongs to the entries that it fits best. Words that were told in the place of an entry are wordings of it from then on.

    Args:
        entries: as they were set up.
        rows: ids of entries, each with a row, in the order of recording.
    """
    followed = {
        entry.id: _Followed(entry, [row for id_, row in rows if id_ == entry.id]) for entry in entries
    }
    for _, same in groupby(rows, key=lambda pair: pair[1].id):
        claims: list[tuple[_Evidence, _Followed, LikeRow]] = []
        for id_, row in same:
            claim = followed[id_].claim(row)
            if claim is not None:
                claims.append((claim, followed[id_], row))
        best = max((claim for claim, _, _ in claims), default=None)
        fitting = [one for one in claims if one[0] == best]
        for claim, entry, row in fitting:
            entry.take(row, claim, is_only=len(fitting) == 1)
    return tuple(one.entry for one in followed.values())


class _Followed:
    """A recurring entry while its rows are read in the order of recording.

    Attributes:
        entry: with what the rows so far taught and settled.
    """

    def __init__(self, entry: Recurring, rows: Sequence[LikeRow]) -> None:
        self.entry = entry
        self._wordings: set[str] = set()
        self._told = {_due_day(entry, row.date) for row in rows if self._likeness(row)}
        self._days_of_words = _Days(entry, ((row.words, row.date) for row in rows))
        self._days_of_amounts = _Days(entry, ((row.amount, row.date) for row in rows))

    def claim(self, row: LikeRow) -> _Evidence | None:
        """What speaks for the row being one of the entry; None if too little does.

        Words that it has not are believed on a day on which its own words were not told, before or later.
        """
        found = self._evidence(row)
        if found.words:
            return found if self._is_of_its_type(row, found) else None
        is_likely = self._is_likely(row, found) and self._days_of_words.are_near(row.words)
        is_open = _due_day(self.entry, row.date) not in self._told
        return found if is_likely and is_open and _is_near(self.entry, row.date) else None

    def _evidence(self, row: LikeRow) -> _Evidence:
        entry = self.entry
        difference = abs(row.amount.fen - entry.amount.fen)
        is_near = difference <= _NEARLY * entry.amount.fen
        return _Evidence(
            words=self._likeness(row),
            amount=_SAME if difference == 0 else int(is_near),
            category=row.category == entry.category,
            parts=len(pairs_of(row.words) & pairs_of(habit_words(entry.description))),
            nearness=-abs((row.date - _due_day(entry, row.date)).days),
        )

    def _likeness(self, row: LikeRow) -> int:
        """How much of the words is the same; of an entry without words, whether the category is."""
        if row.words in self._wordings:
            return len(row.words) + 1
        if not self.entry.description:
            return 1 if row.category == self.entry.category else 0
        return likeness(self.entry.description, row.description)

    def _is_likely(self, row: LikeRow, found: _Evidence) -> bool:
        """Whether a row in unknown words may be the entry: by its amount and one thing more, or by an amount that tells it apart.

        An amount tells it apart if most rows that have it lie near the due days. The type, the category and the account of an
        entry that no row has taught yet are guesses; after that the account counts.
        """
        is_taught = self.entry.taught is not None
        is_of_its_type = self._is_of_its_type(row, found)
        is_of_its_category = is_of_its_type and found.category
        has_its_account = is_taught and row.account == self.entry.account
        if found.amount < _SAME:
            return found.amount > 0 and is_of_its_category and (found.parts > 0 or has_its_account)
        if found.parts or is_of_its_category:
            return True
        return (
            is_of_its_type
            and (has_its_account or not is_taught)
            and self._days_of_amounts.are_near(row.amount)
        )

    def _is_of_its_type(self, row: LikeRow, found: _Evidence) -> bool:
        """Whether the types agree, or the row of the amount shows that the type is another one: no question named it at the set-up."""
        if row.type in {self.entry.type, TransactionType.TRANSFER}:
            return True
        return found.amount == _SAME and (found.words > 0 or self.entry.taught is None)

    def take(self, row: LikeRow, claim: _Evidence, *, is_only: bool) -> None:
        """Let the row settle its day, and teach if it is of no other entry as well."""
        entry = self.entry = replace(self.entry, alike=(*self.entry.alike, row.date))
        if not is_only or not _is_near(entry, row.date):
            return
        if claim.words:
            self._told.add(_due_day(entry, row.date))
        else:
            self._wordings.add(row.words)
        if row.teaches:
            self.entry = replace(
                entry,
                amount=row.amount,
                type=row.type,
                category=row.category,
                account=row.account,
                taught=row.date,
            )


class _Days:
    """How often something stands in rows near the due days of an entry, and how often in others."""

    def __init__(self, entry: Recurring, rows: Iterable[tuple[object, date]]) -> None:
        self._near = Counter[object]()
        for thing, day in rows:
            self._near[thing] += 1 if _is_near(entry, day) else -1

    def are_near(self, thing: object) -> bool:
        """Whether most of the rows that have it lie near a due day."""
        return self._near[thing] > 0


def _due_day(entry: Recurring, day: date) -> date:
    """The due day to which a row of this day may belong."""
    return entry.days.latest(day + entry.early)


def _is_near(entry: Recurring, day: date) -> bool:
    """Whether a day lies within three days of a due day; a week is too short for days before."""
    return day - _due_day(entry, day) <= timedelta(days=NEAR_DAYS)
