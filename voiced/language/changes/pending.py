"""The pending rows of a draft, numbered from 0 as if they were all of it, and words about them with the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Correction
from voiced.language.changes.nth import with_extreme_numbered, with_same_numbered
from voiced.language.commands.wording import Wording
from voiced.language.numbers.ordinals import rewrite_ordinals
from voiced.language.rows import Chosen


class PendingRows(Struct, frozen=True):
    """The pending rows, and what was said about them.

    Attributes:
        items: the pending rows, numbered from 0.
        indices: their indices in the draft.
        said: the words with the numbers of these rows; 「最贵的那笔」 is written as a number, too.
        names_others: whether the words name a row that is confirmed or cancelled, or that the draft lacks.
    """

    items: Chosen
    indices: tuple[int, ...]
    said: str
    names_others: bool

    @classmethod
    def of(cls, wording: Wording, items: Sequence[DraftTransaction]) -> PendingRows:
        """The pending ones among the rows of a draft."""
        pending = [item for item in items if item.is_pending]
        rows = tuple(replace(item, index=place) for place, item in enumerate(pending))
        places = {item.number: place for place, item in enumerate(pending, start=1)}
        named = {number for mention in wording.mentions for number in mention.numbers}
        said = wording.text if len(rows) == len(items) else rewrite_ordinals(wording.text, places)
        return cls(
            rows,
            tuple(item.index for item in pending),
            with_same_numbered(with_extreme_numbered(said, rows), rows),
            names_others=any(
                number not in places and number + len(items) + 1 not in places for number in named
            ),
        )

    def of_the_draft(self, corrections: Sequence[Correction]) -> tuple[Correction, ...]:
        """Corrections of these rows with the indices of the draft."""
        return tuple(replace(one, index=self.indices[one.index]) for one in corrections)
