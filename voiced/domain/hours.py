"""A span of hours of each day."""

from __future__ import annotations

from datetime import time

from msgspec import Struct


class Hours(Struct, frozen=True):
    """The hours from `begins` to `ends` of each day; they may go over midnight."""

    begins: time
    ends: time

    @classmethod
    def from_text(cls, text: str) -> Hours | None:
        """The hours of `22:00-07:00`; None for an empty text."""
        if not text:
            return None
        begins, ends = map(time.fromisoformat, text.split("-"))
        return cls(begins, ends)

    def hold(self, moment: time) -> bool:
        """Whether a time of day belongs to them."""
        if self.begins < self.ends:
            return self.begins <= moment < self.ends
        return moment >= self.begins or moment < self.ends
