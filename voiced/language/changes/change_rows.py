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
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.values import ChangeClause, is_old_value, whole_amount
from voiced.language.commands.wording import Wording
from voiced.language.numbers.numerals import spoken, value_of
from voiced.language.numbers.ordinals import rewrite_ordinals
from voiced.language.rows import Chosen, NoSuchRow, WhichRow, find_rows, joined_parts, numbered
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
        if not wording.mentions:  # 「第二笔打车」 may be the row with that number
            said = with_rows_numbered(said, rows)
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


class AlreadyResolved(Struct, frozen=True):
    """The words name rows that are already confirmed or cancelled; `numbers` from 1."""

    numbers: tuple[int, ...]


class NotUnderstood(Struct, frozen=True):
    """The rules find no change that is certain."""


RowsRefused = WhichRow | NoSuchRow | AlreadyResolved | NotUnderstood
"""The reason why a clause leads to no rows that can be changed."""


class RowFinder:
    """Finds the rows of clauses. `items` are all rows of the draft, also those that are confirmed or cancelled."""

    def __init__(self, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> None:
        self.items = items
        self.pending = tuple(item for item in items if item.is_pending)
        self.vocabulary = vocabulary

    def rows_of(self, clause: ChangeClause, before: Chosen) -> Chosen | RowsRefused:
        """The pending rows that a clause names; empty if it names no row.

        Args:
            clause: the clause.
            before: the rows of the clause before it, which a clause that only points (这笔) or says 都 refers to.
        """
        if clause.numbers:
            return self._numbered(clause)
        if clause.described:
            return self._the_one(clause.described)
        if clause.is_pointing and not clause.subject:
            return before or self.pending if len(before or self.pending) == 1 else WhichRow()
        if clause.counted:
            return self.pending if value_of(clause.counted[0]) == len(self.pending) else WhichRow()
        if clause.is_about_all:
            return self._all(clause) if clause.subject or not before else before
        if clause.subject:
            return self._by_subject(clause.subject)
        if clause.denied and not before:
            return self._by_denied(clause)
        return ()

    def _numbered(self, clause: ChangeClause) -> Chosen | RowsRefused:
        named = numbered(clause.numbers, self.items)
        if isinstance(named, NoSuchRow):
            return named
        if resolved := tuple(item.number for item in named if not item.is_pending):
            return AlreadyResolved(resolved)
        # In 「第一笔第二笔改成五十」 the first row may belong to earlier words; 都 joins the two.
        if (clause.is_loose and not clause.is_about_all) or (clause.is_about_all and len(named) == 1):
            return WhichRow()
        return named if all(self._fits(words, named) for words in _called(clause)) else WhichRow()

    def _fits(self, words: str, named: Chosen) -> bool:
        """Whether the words may also describe the rows named by number.

        「第二个打车」 is row 2 only if row 2 is the only taxi, or the second one. The old value of row 2 may be the value of
        other rows, too; an old value that no row has was misheard.
        """
        fitting = find_rows(words, self.pending)
        if not fitting:
            return is_old_value(words, self.vocabulary)
        if any(item.index not in fitting for item in named):
            return False
        is_nth = len(named) == 1 and fitting[named[0].index : named[0].number] == (named[0].index,)
        return is_nth or len(fitting) == len(named) or whole_amount(words) is not None

    def _the_one(self, words: str) -> Chosen | WhichRow:
        fitting = self._fitting(words)
        return fitting if len(fitting) == 1 else WhichRow()

    def _all(self, clause: ChangeClause) -> Chosen | WhichRow:
        if clause.denied:
            return WhichRow()
        if not clause.subject:
            return self.pending
        fitting = self._joined(clause.subject)
        return fitting if len(fitting) > 1 or len(self.pending) == 1 else WhichRow()

    def _by_subject(self, words: str) -> Chosen | WhichRow | NotUnderstood:
        fitting = self._joined(words)
        if fitting and all(len(self._fitting(part)) == 1 for part in joined_parts(words)):
            return fitting
        if fitting or len(self.pending) != 1:
            return WhichRow()
        # The old value of a single row may be misheard; an unknown description belongs to a different row.
        return () if is_old_value(words, self.vocabulary) else NotUnderstood()

    def _by_denied(self, clause: ChangeClause) -> Chosen:
        """The row that has the denied value, if only one has it: 「不是三十五是五十三」."""
        fitting = [row for phrase in clause.denied for row in self._fitting(phrase.words)]
        return tuple(fitting) if len(fitting) == 1 else ()

    def _joined(self, words: str) -> Chosen:
        """The rows of all joined parts (「红包和工资」); empty if one part fits no row."""
        is_complete = all(self._fitting(part) for part in joined_parts(words))
        return self._fitting(words) if is_complete else ()

    def _fitting(self, words: str) -> Chosen:
        indices = find_rows(words, self.pending)
        return tuple(item for item in self.pending if item.index in indices)


def _called(clause: ChangeClause) -> tuple[str, ...]:
    return tuple(words for words in (clause.subject, clause.described) if words)
