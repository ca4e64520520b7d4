"""A month of the calendar."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from msgspec import Struct


class Month(Struct, frozen=True, order=True):
    """A month of the calendar; `number` from 1."""

    year: int
    number: int

    @classmethod
    def from_text(cls, text: str) -> Month | None:
        """The month of `2026-11`; None if the text is not a month."""
        try:
            day = date.fromisoformat(f"{text}-01")
        except ValueError:
            return None
        return cls(day.year, day.month) if str(day).startswith(text) else None

    @property
    def first(self) -> date:
        """Its first day."""
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        """Its last day."""
        return date(self.year, self.number, monthrange(self.year, self.number)[1])

    @property
    def next(self) -> Month:
        """The month after it."""
        return self.later(1)

    def later(self, months: int) -> Month:
        """The month so many months later; earlier if the number is negative."""
        years, number = divmod(self.number - 1 + months, 12)
        return Month(self.year + years, number + 1)

    def __str__(self) -> str:
        """The month as `2026-11`."""
        return f"{self.year:04d}-{self.number:02d}"
