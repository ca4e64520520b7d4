"""The rows that a clause of a correction is about."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.values import ChangeClause, is_old_value, whole_amount
from voiced.language.numbers.numerals import value_of
from voiced.language.rows import Chosen, NoSuchRow, WhichRow, find_rows, joined_parts, numbered


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
