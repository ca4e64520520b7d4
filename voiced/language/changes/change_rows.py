"""The rows that a correction is about: those of its clauses, those under a number, and the pending ones.

Descriptions of a row become its number: 「第二次打车」, 「后面那个打车」 and 「最贵的那笔」 become 「第N笔」. The pending rows of a draft are
numbered from 0 as if they were all of it, and words about them with the same numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Correction
from voiced.language.commands.wording import Wording
from voiced.language.numbers.numerals import spoken, value_of
from voiced.language.numbers.ordinals import rewrite_ordinals
from voiced.language.rows import Chosen, NoSuchRow, WhichRow, find_rows, numbered
from voiced.language.text.phrases import phrases

_PHRASES = phrases("change_rows")
_COUNTED = _PHRASES["counted"]
_THAT_ONE = _PHRASES["that_one"]
_LARGEST = _PHRASES["largest"]
_SMALLEST = _PHRASES["smallest"]
_ONE_OF_SAME = _PHRASES["one_of_same"]
_LONGEST, _SHORTEST = 6, 2


def with_rows_numbered(said: str, items: Sequence[DraftTransaction]) -> str:
    """Normalised text with the first such row by its number on the card; unchanged if its words fit fewer than two rows."""
    for match in _COUNTED.finditer(said):
        for size in range(_SHORTEST, _LONGEST + 1):
            end = match.end() + size
            words = said[match.end() : end]
            fitting = find_rows(words, items) if len(words) == size else ()
            if len(fitting) < 2:
                continue
            place = _place(match, len(fitting))
            if place is None:
                break
            tail = _THAT_ONE.match(said, end)
            after = tail.end() if tail else end
            return f"{said[: match.start()]}第{spoken(fitting[place] + 1)}笔{said[after:]}"
    return said


def with_same_numbered(said: str, items: Sequence[DraftTransaction]) -> str:
    """Normalised text with 「第三碗」 by the number of that row among rows of one name; unchanged if no name is meant for sure."""
    found = _ONE_OF_SAME.search(said)
    number = int(value_of(found["nth"]) or 0) if found else 0
    names = Counter(item.result.description for item in items)
    same = [name for name, count in names.items() if count >= max(number, _SHORTEST)]
    if found is None or number < 1 or len(same) != 1:
        return said
    row = [item for item in items if item.result.description == same[0]][number - 1]
    return f"{said[: found.start()]}第{spoken(row.index + 1)}笔{said[found.end() :]}"


def with_extreme_numbered(said: str, items: Sequence[DraftTransaction]) -> str:
    """Normalised text with 「最贵的那笔」 by its number; unchanged unless one row alone is so, of rows with amounts."""
    for pattern, extreme in ((_LARGEST, max), (_SMALLEST, min)):
        amounts = [item.result.amount for item in items]
        known = [amount for amount in amounts if amount is not None]
        is_whole = 0 < len(items) == len(known)
        if pattern.search(said) and is_whole and known.count(extreme(known)) == 1:
            return pattern.sub(f"第{spoken(amounts.index(extreme(known)) + 1)}笔", said, count=1)
    return said


def _place(match: re.Match[str], count: int) -> int | None:
    if match["last"]:
        return count - 1
    if match["first"]:
        return 0
    number = int(value_of(match["nth"]) or 0)
    return number - 1 if 1 <= number <= count else None


class AlreadyResolved(Struct, frozen=True):
    """The words name rows that are already confirmed or cancelled; `numbers` from 1."""

    numbers: tuple[int, ...]


class NotUnderstood(Struct, frozen=True):
    """The rules find no change that is certain."""


RowsRefused = WhichRow | NoSuchRow | AlreadyResolved | NotUnderstood
"""The reason why a clause leads to no rows that can be changed."""


class PendingRows(Struct, frozen=True):
    """The pending rows, and what was said about them.

    Attributes:
        items: the pending rows, numbered from 0.
        indices: their indices in the draft.
        said: the words with the numbers of these rows; 「最贵的那笔」 is written as a number, too.
        refusal: the reason if the words name a row that is confirmed or cancelled, or that the draft lacks.
    """

    items: Chosen
    indices: tuple[int, ...]
    said: str
    refusal: RowsRefused | None

    @classmethod
    def of(cls, wording: Wording, items: Sequence[DraftTransaction]) -> PendingRows:
        """The pending ones among the rows of a draft."""
        pending = [item for item in items if item.is_pending]
        rows = tuple(replace(item, index=place) for place, item in enumerate(pending))
        places = {item.number: place for place, item in enumerate(pending, start=1)}
        said = wording.text if len(rows) == len(items) else rewrite_ordinals(wording.text, places)
        if not wording.mentions:  # 「第二笔打车」 may be the row with that number
            said = with_rows_numbered(said, rows)
        return cls(
            rows,
            tuple(item.index for item in pending),
            with_same_numbered(with_extreme_numbered(said, rows), rows),
            _refusal(wording, items),
        )

    def of_the_draft(self, corrections: Sequence[Correction]) -> tuple[Correction, ...]:
        """Corrections of these rows with the indices of the draft."""
        return tuple(replace(one, index=self.indices[one.index]) for one in corrections)


def _refusal(wording: Wording, items: Sequence[DraftTransaction]) -> RowsRefused | None:
    named = numbered((number for mention in wording.mentions for number in mention.numbers), items)
    if isinstance(named, NoSuchRow):
        return named
    resolved = tuple(item.number for item in named if not item.is_pending)
    return AlreadyResolved(resolved) if resolved else None
