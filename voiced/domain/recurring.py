"""Recurring entries: what is to be recorded again and again, on which days, and which day of it waits for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from voiced.domain.money import Money
from voiced.domain.month import Month
from voiced.domain.transaction import ParseResult, TransactionType

LAST_DAY = 31
"""The 31st is the last day of every month: a shorter month has its last day in its place."""

NEAR_DAYS = 3
"""A row within so many days of a due day is that entry. A week is too short for a row before its day."""

WEEKDAYS = "一二三四五六日"
"""Monday to Sunday, behind 周."""


class Every(StrEnum):
    """The period in which a recurring entry comes once."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


class DueDays(Struct, frozen=True):
    """The days on which a recurring entry is due, one in each period.

    Attributes:
        day: of the week from 1 (Monday) to 7, or of the month from 1 to 31.
        month: of the year, for a day that comes once a year; else 0.
    """

    every: Every
    day: int
    month: int = 0

    @property
    def is_possible(self) -> bool:
        """Whether there are such days. The 29th of February counts: 2024 is a leap year."""
        match self.every:
            case Every.WEEK:
                return 1 <= self.day <= 7 and not self.month
            case Every.MONTH:
                return 1 <= self.day <= LAST_DAY and not self.month
            case Every.YEAR:
                return 1 <= self.month <= 12 and 1 <= self.day <= Month(2024, self.month).last.day

    def latest(self, today: date) -> date:
        """The last of these days up to today."""
        if self.every is Every.WEEK:
            return today - timedelta(days=(today.isoweekday() - self.day) % 7)
        day = self._in_period_of(today, 0)
        return day if day <= today else self._in_period_of(today, -1)

    def coming(self, today: date) -> date:
        """The first of these days from today on."""
        if self.every is Every.WEEK:
            return today + timedelta(days=(self.day - today.isoweekday()) % 7)
        day = self._in_period_of(today, 0)
        return day if day >= today else self._in_period_of(today, 1)

    def _in_period_of(self, today: date, later: int) -> date:
        """The day in the month or year of today, or so many later."""
        if self.every is Every.MONTH:
            month = Month(today.year, today.month).later(later)
        else:
            month = Month(today.year + later, self.month)
        return date(month.year, month.number, min(self.day, month.last.day))

    def __str__(self) -> str:
        """The days as people say them: 每周一, 每月15号, 每月最后一天, 每年3月8号."""
        match self.every:
            case Every.WEEK:
                return f"每周{WEEKDAYS[self.day - 1]}"
            case Every.MONTH:
                return "每月最后一天" if self.day == LAST_DAY else f"每月{self.day}号"
            case Every.YEAR:
                return f"每年{self.month}月{self.day}号"


class Recurring(Struct, frozen=True, kw_only=True):
    """An entry that is to be offered on its due days. It is a row only after somebody confirmed it.

    Attributes:
        account: None for the ledger's default account.
        since: the day on which it was set up; it is due on no day before.
        offered: the day on which it was offered last.
        settled: the due day that was answered last, with a row or a refusal.
        recorded: the day of the latest row of the same thing since it was set up, however that row was recorded.
        alike: the days of the rows that belong to it, in whatever words; see `with_rows`.
        taught: the day of the row that gave it its values; None if it has those of its set-up.
    """

    id: str
    amount: Money
    type: TransactionType
    category: str
    description: str
    days: DueDays
    since: date
    account: str | None = None
    to_account: str | None = None
    offered: date | None = None
    settled: date | None = None
    recorded: date | None = None
    alike: tuple[date, ...] = ()
    taught: date | None = None

    @classmethod
    def of(cls, entry: ParseResult, days: DueDays, *, id: str, since: date) -> Recurring | None:
        """The recurring entry that an entry begins; None if it has no amount that a row may have."""
        if entry.amount is None or not entry.amount.is_recordable:
            return None
        return cls(
            id=id,
            amount=entry.amount,
            type=entry.type,
            category=entry.category,
            description=entry.description,
            days=days,
            since=since,
            account=entry.account,
            to_account=entry.to_account,
        )

    @property
    def name(self) -> str:
        """The thing: its description, or its category without one."""
        return self.description or self.category

    def due_on(self, today: date) -> date | None:
        """The due day that still waits for an answer; None if no day does. Only the latest due day ever waits.

        A day that lies after today was noted by a clock that ran ahead. It settles nothing, so that the entry does not
        stay silent until then.
        """
        day = self.days.latest(today)
        if day < self.since <= today:
            return None
        return None if self._is_settled(day, today) else day

    def soon(self, today: date) -> date | None:
        """The due day that waits, or the one that comes within three days; None if neither does."""
        coming = self.days.coming(today + timedelta(days=1))
        is_soon = coming - today <= self.early and not self._is_settled(coming, today)
        return self.due_on(today) or (coming if is_soon else None)

    @property
    def early(self) -> timedelta:
        """The time before a due day in which a row is that entry."""
        return timedelta(days=0 if self.days.every is Every.WEEK else NEAR_DAYS)

    def _is_settled(self, day: date, today: date) -> bool:
        """Whether a due day was answered by today, or has a row."""
        late = min(day + timedelta(days=NEAR_DAYS), today)
        answers = ((self.settled, day), (self.recorded, day - self.early))
        return any(done is not None and first <= done <= today for done, first in answers) or any(
            day - self.early <= one <= late for one in self.alike
        )

    def is_to_offer(self, today: date) -> bool:
        """Whether it waits and was not offered today: a person is asked at most once a day."""
        return self.offered != today and self.due_on(today) is not None

    def entry_on(self, day: date) -> ParseResult:
        """The entry of a due day."""
        return ParseResult(
            amount=self.amount,
            type=self.type,
            category=self.category,
            date=day,
            description=self.description,
            account=self.account,
            to_account=self.to_account,
        )


class Due(Struct, frozen=True):
    """A recurring entry with the due day that waits for an answer."""

    recurring: Recurring
    day: date

    @property
    def entry(self) -> ParseResult:
        """The entry of the due day."""
        return self.recurring.entry_on(self.day)


def due_entries(entries: Iterable[Recurring], today: date) -> tuple[Due, ...]:
    """The entries that wait for an answer, the earliest due day first; each at most once."""
    waiting = ((entry, entry.due_on(today)) for entry in entries)
    due = (Due(entry, day) for entry, day in waiting if day is not None)
    return tuple(sorted(due, key=lambda one: one.day))


def same_entry(entry: Recurring, known: Iterable[Recurring]) -> Recurring | None:
    """The known entry of the same thing, the same amount and the same days; None if no entry is like it."""
    for one in known:
        if (one.type, one.name, one.amount, one.days) == (entry.type, entry.name, entry.amount, entry.days):
            return one
    return None


def recurring_texts(entry: Recurring, today: date) -> dict[str, str | None]:
    """A recurring entry as texts: amounts as decimal numbers, days ISO 8601; `due` is the day that waits for an answer."""
    due = entry.due_on(today)
    return {
        "id": entry.id,
        "days": str(entry.days),
        "amount": str(entry.amount),
        "type": entry.type.value,
        "category": entry.category,
        "description": entry.description,
        "account": entry.account,
        "toAccount": entry.to_account,
        "since": entry.since.isoformat(),
        "due": due and due.isoformat(),
        "next": entry.days.coming(today).isoformat(),
    }
