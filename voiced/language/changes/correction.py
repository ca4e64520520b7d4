"""Corrections by rule, without a model: 第二笔改成50, 红包那笔是收入, 不是三十五是五十三.

The rules have to understand every word, and the row has to be certain. Words that may mean two rows, or that ask for more
than new values (拆成两笔, 都加10块), change no row: a question is better than a change to the wrong row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import NO_CHANGE, Correction, FieldChange, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.arithmetic import computed_changes
from voiced.language.changes.change_rows import (
    AlreadyResolved,
    NotUnderstood,
    PendingRows,
    RowFinder,
    RowsRefused,
)
from voiced.language.changes.clauses import read_changes
from voiced.language.changes.differences import difference_told, speaks_of_tail
from voiced.language.changes.plain_words import in_plain_words
from voiced.language.changes.slots import Filled, Restated, fill
from voiced.language.changes.values import ChangeClause, change_of, joined_changes
from voiced.language.commands.wording import Wording, hear_words, read_words
from voiced.language.rows import Chosen, NoSuchRow, WhichRow
from voiced.language.text.expression import expression


class Changed(Struct, frozen=True):
    """The changes of rows; the indices are those of the draft."""

    corrections: tuple[Correction, ...]


# 「别把打车改成五十」 forbids a change; 「不要餐饮要改成娱乐」 asks for the change behind 要.
_FORBIDS_CHANGE = expression(
    "(?:(?<![类级性])别|不要|甭|莫|勿|先别)再?(?:把|将)?[^，。、；是要]{0,8}(?:改|换|变|调|算|记)[成为到作]"
)
_DENIED_TYPES = {"收入": TransactionType.INCOME, "支出": TransactionType.EXPENSE}
_OTHER_TYPE = {
    TransactionType.INCOME: TransactionType.EXPENSE,
    TransactionType.EXPENSE: TransactionType.INCOME,
}

LocalCorrection = Changed | Restated | RowsRefused


def correct(
    written: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> LocalCorrection:
    """The changes that the words make in the pending rows of a draft.

    `items` are all rows of the draft, so row numbers are those of the card, also after rows were confirmed or cancelled.
    """
    if _FORBIDS_CHANGE.search(written.text):
        return NotUnderstood()
    written = _plain(written, items, vocabulary)
    pending = PendingRows.of(written, items)
    if not pending.names_others and (
        changed := computed_changes(pending.said, pending.items)
        or difference_told(pending.said, pending.items, vocabulary)
    ):
        return Changed(pending.of_the_draft(changed))
    if speaks_of_tail(written.text):
        return NotUnderstood()
    reading = _by_clauses(written, items, vocabulary, now)
    wording = written
    if pending.said != written.text and not pending.names_others:
        wording = read_words(pending.said)
        numbered = _by_clauses(wording, pending.items, vocabulary, now)
        reading = (
            Changed(pending.of_the_draft(numbered.corrections)) if isinstance(numbered, Changed) else reading
        )
    if not pending.items or not _leaves_open(reading, written, pending):
        return reading
    match fill(wording, pending.items, vocabulary, now):
        case Filled(corrections):
            return Changed(pending.of_the_draft(corrections))
        case Restated():
            return Restated()
        case WhichRow() if isinstance(reading, NotUnderstood):
            return WhichRow()
        case WhichRow() | NotUnderstood():
            return reading


def _plain(written: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> Wording:
    said = in_plain_words(written.text, items, vocabulary)
    return written if said == written.text else read_words(said)


def _leaves_open(reading: LocalCorrection, written: Wording, pending: PendingRows) -> bool:
    """Whether the words may still be read by slots: they are not understood, or leave a row uncertain without naming its number."""
    match reading:
        case NotUnderstood():
            return not pending.names_others
        case WhichRow():
            return not written.mentions
        case Changed() | Restated() | NoSuchRow() | AlreadyResolved():
            return False


def _by_clauses(
    written: Wording, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime
) -> LocalCorrection:
    """The changes of words that rules understand completely."""
    clauses = read_changes(hear_words(written))
    changes = _Changes(items, vocabulary, now)
    for clause in clauses or ():
        refusal = changes.add(clause)
        if refusal:
            return refusal
    return changes.result()


class _Changes:
    """Collects the changes of the clauses of one correction, row by row."""

    def __init__(self, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime) -> None:
        self.finder = RowFinder(items, vocabulary)
        self.vocabulary = vocabulary
        self.now = now
        self.rows: Chosen = ()  # the rows of the clause before
        self.by_index: dict[int, FieldChange] = {}
        self.is_about_a_change = False

    def add(self, clause: ChangeClause) -> RowsRefused | None:
        """Add the changes of a clause; returns the reason if that is not possible, otherwise None."""
        self.is_about_a_change |= clause.objects or bool(clause.stated or clause.denied)
        chosen = self.finder.rows_of(clause, self.rows)
        if not isinstance(chosen, tuple):
            return chosen
        rows = chosen or self.rows or self.finder.pending
        if not clause.stated:
            self.rows = chosen or self.rows
            return None
        if clause.confirms or clause.supposes:
            return NotUnderstood()
        if not chosen and len(rows) != 1 and not self.rows:
            # If the words fit no row (今天天气真不错), they are no change, so asking for the row would be wrong.
            return WhichRow() if any(self._could_take(row, clause) for row in rows) else NotUnderstood()
        if clause.is_sum and len(rows) > 1:
            return NotUnderstood()
        self.rows = rows
        return None if all(self._change(row, clause) for row in rows) else NotUnderstood()

    def result(self) -> LocalCorrection:
        """All changes, or the reason why no change is made."""
        if self.by_index:
            return Changed(
                tuple(Correction(index, change) for index, change in sorted(self.by_index.items()))
            )
        if self.is_about_a_change and not self.rows and len(self.finder.pending) > 1:
            return WhichRow()
        return NotUnderstood()

    def _names_other_row(self, change: FieldChange, row: DraftTransaction) -> bool:
        """Whether another row has the new name, so that the words are about that row too."""
        names = {item.result.description for item in self.finder.pending if item.index != row.index}
        return change.description is not None and change.description in names

    def _could_take(self, row: DraftTransaction, clause: ChangeClause) -> bool:
        return all(change_of(phrase, row.result, self.vocabulary, self.now) for phrase in clause.stated)

    def _change(self, row: DraftTransaction, clause: ChangeClause) -> bool:
        """Note the values that the clause states for a row; False if one is not understood or contradicts another."""
        for phrase in clause.stated:
            change = change_of(phrase, row.result, self.vocabulary, self.now)
            if change is None:
                return False
            if self._names_other_row(change, row):
                return False
            joined = joined_changes(self.by_index.get(row.index, NO_CHANGE), change)
            if joined is None:
                return False
            self.by_index[row.index] = joined
        self._change_denied_type(row, clause)
        return True

    def _change_denied_type(self, row: DraftTransaction, clause: ChangeClause) -> None:
        """Turn income into an expense, or the reverse, where the type is denied beside an amount: 「花了60不是收入」.

        「不是收入」 alone may also mean a transfer.
        """
        change = self.by_index.get(row.index, NO_CHANGE)
        is_denied = any(_DENIED_TYPES.get(phrase.words) is row.result.type for phrase in clause.denied)
        if is_denied and change.amount is not None and change.type is None:
            self.by_index[row.index] = replace(change, type=_OTHER_TYPE[row.result.type])
