"""The rows that belong to recurring entries, though they may be told in other words: they settle due days, and teach."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.recurring import NEAR_DAYS, Recurring
from voiced.domain.thing_words import habit_words, likeness, pairs_of
from voiced.domain.transaction import TransactionType

_NEARLY = 0.25
"""An amount that differs by at most this share is nearly the same: a rent that was raised."""
_NEAR = timedelta(days=NEAR_DAYS)
_SAME = 2
"""The evidence of an amount that is the same."""


class SavedRow(Struct, frozen=True):
    """A row of the ledger that may belong to a recurring entry.

    Attributes:
        number: its place in the order of recording.
        account: None for the ledger's default account.
        teaches: whether it was said, and not for this time alone.
    """

    number: int
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


class SetUp(Struct, frozen=True):
    """A recurring entry as it was set up, and the number of the last row before; only later rows teach."""

    entry: Recurring
    rows_before: int


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


def with_rows(entries: Iterable[SetUp], rows: Sequence[SavedRow]) -> tuple[Recurring, ...]:
    """The recurring entries with the values of their last row, and with the days of the rows that settle them.

    A row belongs to the entries that it fits best. Words that were told in the place of one entry are its own from then on.

    Args:
        entries: as they were set up.
        rows: in the order of recording.
    """
    words = defaultdict[str, list[date]](list)
    amounts = defaultdict[Money, list[date]](list)
    for row in rows:
        words[row.words].append(row.date)
        amounts[row.amount].append(row.date)
    followed = [_Followed(one, rows, words, amounts) for one in entries]
    for row in rows:
        claims = [(claim, one) for one in followed if (claim := one.claim(row)) is not None]
        best = max((claim for claim, _ in claims), default=None)
        fitting = [one for claim, one in claims if claim == best]
        for one in fitting:
            one.take(row, is_only=len(fitting) == 1)
    return tuple(one.entry for one in followed)


class _Followed:
    """A recurring entry while the rows are read in the order of recording.

    Attributes:
        entry: with what the rows so far taught and settled.
    """

    def __init__(
        self,
        set_up: SetUp,
        rows: Sequence[SavedRow],
        words: Mapping[str, Sequence[date]],
        amounts: Mapping[Money, Sequence[date]],
    ) -> None:
        entry = set_up.entry
        self._days, self._early = entry.days, entry.early
        self._rows_before = set_up.rows_before
        self._words, self._amounts = words, amounts
        self._due_days: dict[date, date] = {}
        name = entry.description
        self._like = {said: likeness(name, said) for said in words} if name else {}
        told = (day for said, like in self._like.items() if like for day in words[said])
        self._told = {self._due_day(day) for day in told if self._is_near(day)}
        same = (row.date for row in rows if _is_same_thing(entry, row))
        self.entry = replace(entry, recorded=max(same, default=None))

    def claim(self, row: SavedRow) -> _Evidence | None:
        """What speaks for the row being one of the entry; None if too little does.

        Words that it has not are believed on a day on which its own words were not told, before or later.
        """
        like = self._likeness(row)
        if row.date < self.entry.since or not (like or self._is_open_to(row)):
            return None
        found = self._evidence(row, like)
        if like:
            return found if self._is_of_its_type(row, found) else None
        is_likely = self._is_likely(row, found) and self._are_near(self._words[row.words])
        return found if is_likely else None

    def _is_open_to(self, row: SavedRow) -> bool:
        """Whether a row in unknown words may count: its amount is near, and its day, on which the entry was not told by name."""
        is_near = self._sameness(row.amount) > 0 and self._is_near(row.date)
        return is_near and self._due_day(row.date) not in self._told

    def _sameness(self, amount: Money) -> int:
        """2 for the amount of the entry, 1 for nearly the same, else 0."""
        difference = abs(amount.fen - self.entry.amount.fen)
        return _SAME if difference == 0 else int(difference <= _NEARLY * self.entry.amount.fen)

    def _evidence(self, row: SavedRow, like: int) -> _Evidence:
        return _Evidence(
            words=like,
            amount=self._sameness(row.amount),
            category=row.category == self.entry.category,
            parts=len(pairs_of(row.words) & pairs_of(habit_words(self.entry.description))),
            nearness=-abs((row.date - self._due_day(row.date)).days),
        )

    def _likeness(self, row: SavedRow) -> int:
        """How much of the words is the same; of an entry without words, whether the category is."""
        if not self.entry.description:
            return int(row.category == self.entry.category)
        return self._like[row.words]

    def _is_likely(self, row: SavedRow, found: _Evidence) -> bool:
        """Whether a row in unknown words, of nearly the amount, may be the entry.

        Nearly the amount needs the category and one thing more. The amount itself needs the category or a part of the words,
        or it tells the entry apart: most rows that have it lie near the due days. The type, the category and the account of
        an entry that no row has taught yet are guesses; after that the account counts.
        """
        is_taught = self.entry.taught is not None
        is_of_its_type = self._is_of_its_type(row, found)
        is_of_its_category = is_of_its_type and found.category
        has_its_account = is_taught and row.account == self.entry.account
        if found.amount < _SAME:
            return is_of_its_category and (found.parts > 0 or has_its_account)
        if found.parts or is_of_its_category:
            return True
        return (
            is_of_its_type
            and (has_its_account or not is_taught)
            and self._are_near(self._amounts[row.amount])
        )

    def _is_of_its_type(self, row: SavedRow, found: _Evidence) -> bool:
        """Whether the types agree, or the row shows that the type of the entry is another one: no question named it at the set-up.

        A transfer always shows it; another type only with the amount, and with words that are like or before any row taught.
        """
        if row.type in {self.entry.type, TransactionType.TRANSFER}:
            return True
        return found.amount == _SAME and (found.words > 0 or self.entry.taught is None)

    def take(self, row: SavedRow, *, is_only: bool) -> None:
        """Let the row settle its day, and teach if it is of no other entry as well."""
        self.entry = replace(self.entry, alike=(*self.entry.alike, row.date))
        if not is_only or not self._is_near(row.date):
            return
        if self._likeness(row):
            self._told.add(self._due_day(row.date))
        else:
            self._like[row.words] = likeness(row.description, row.description)  # They are its own words now.
        if row.teaches and row.number > self._rows_before:
            self.entry = replace(
                self.entry,
                amount=row.amount,
                type=row.type,
                category=row.category,
                account=row.account,
                taught=row.date,
            )

    def _due_day(self, day: date) -> date:
        """The due day to which a row of this day may belong."""
        if day not in self._due_days:
            self._due_days[day] = self._days.latest(day + self._early)
        return self._due_days[day]

    def _is_near(self, day: date) -> bool:
        """Whether a day lies within three days of a due day; a week is too short for days before."""
        return day - self._due_day(day) <= _NEAR

    def _are_near(self, days: Sequence[date]) -> bool:
        """Whether most of these days lie near a due day."""
        return 2 * sum(map(self._is_near, days)) > len(days)


def _is_same_thing(entry: Recurring, row: SavedRow) -> bool:
    """Whether the row has the type and the description of the entry, or its category where it has no description."""
    is_same = row.description == entry.description if entry.description else row.category == entry.category
    return is_same and row.type is entry.type and row.date >= entry.since
