"""A spoken entry as it was understood, changes to it, and the ledger row that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from voiced.domain.money import ZERO, Money

CURRENCY = "CNY"

CONFIDENCE_FLOOR = 0.7
"""A model's answer below this confidence counts as unclear; a row below it is marked for checking (scenario R-05)."""


class TransactionType(StrEnum):
    """The direction of the money. Totals of expenses and income leave transfers out."""

    EXPENSE = "EXPENSE"
    INCOME = "INCOME"
    TRANSFER = "TRANSFER"


TYPE_NAMES: Mapping[TransactionType, str] = {
    TransactionType.EXPENSE: "支出",
    TransactionType.INCOME: "收入",
    TransactionType.TRANSFER: "转账",
}
"""The spoken name of each type."""

TYPE_CALLED: Mapping[str, TransactionType] = {name: of_type for of_type, name in TYPE_NAMES.items()}
"""The type that a name stands for."""


class EntryField(StrEnum):
    """A field of an entry, by name."""

    AMOUNT = "amount"
    TYPE = "type"
    CATEGORY = "category"
    DESCRIPTION = "description"
    DATE = "date"
    ACCOUNT = "account"
    TO_ACCOUNT = "to_account"


AMOUNT_ALONE = frozenset({EntryField.AMOUNT})
"""The doubtful field where a low confidence names no other."""


class DoubtReason(StrEnum):
    """The difference between the readings of a sentence, or the fault of its only reading.

    HAPPENED: the money may not have moved (talk, a plan, a question); the other reading has no row.
    AMOUNT: different numbers may be the amount that was paid (45 or 15).
    WORKED_OUT: the amount was worked out from the words (四张每张40 comes to 160); the other reading has the number that was said.
    TYPE: the money may have gone out, come in or moved between accounts.
    ROWS: the words may tell of one entry or of several.
    FOREIGN: the amount is in another currency, so its yuan are missing; there is only one reading.
    INCOMPLETE: an amount, a purpose or an account is missing; there is only one reading.
    UNSURE: a value of the only reading has to be checked.
    """

    HAPPENED = "happened"
    AMOUNT = "amount"
    WORKED_OUT = "worked_out"
    TYPE = "type"
    ROWS = "rows"
    FOREIGN = "foreign"
    INCOMPLETE = "incomplete"
    UNSURE = "unsure"


class Doubt(Struct, frozen=True):
    """A doubt about the words of an entry, or of a whole sentence.

    Attributes:
        reason: the difference between the readings.
        readings: the rows of each reading, the better one first; a reading without rows means that nothing is recorded.
            There are one or two.
    """

    reason: DoubtReason
    readings: tuple[ReadingRows, ...]

    @property
    def open_field(self) -> EntryField:
        """The field that the speaker has to settle."""
        return EntryField.TYPE if self.reason is DoubtReason.TYPE else EntryField.AMOUNT

    @property
    def is_proposal(self) -> bool:
        """Whether a yes takes the better reading. Between two values that were said, the speaker has to name one."""
        return self.reason is DoubtReason.WORKED_OUT

    def amended(self, fields: FieldChange) -> Doubt | None:
        """This doubt with the new values in all readings; None if they settle it."""
        if self.open_field in fields.names:
            return None
        return Doubt(
            self.reason, tuple(tuple(row.amended(fields) for row in reading) for reading in self.readings)
        )

    def row_with(self, fields: FieldChange) -> ParseResult | None:
        """The only row of a reading that has the new value of the open field; None if no reading has."""
        value = fields.values.get(self.open_field)
        rows = (reading[0] for reading in self.readings if len(reading) == 1)
        return next((row for row in rows if getattr(row, self.open_field) == value), None)


class ParseResult(Struct, frozen=True):
    """One entry as it was understood from an utterance.

    Attributes:
        amount: None where the amount is missing; such a row cannot be confirmed.
        category: a category's name, which the ledger may lack.
        date: the day the money moved.
        account: the account as named by the speaker, None for the default account. Of a transfer the one it leaves.
        to_account: the account that a transfer goes to; None where it was not named, and for an expense or income.
        confidence: 0 to 1 as a language model or a rule stated it; None where neither did.
        doubtful: the fields that a low confidence is about; the doubt ends when all of them were changed.
        unknown: those of the two accounts that the ledger lacks, named as they were said. Such a row cannot be confirmed.
        doubt: the two readings between which the speaker has to choose; None without a choice. Such a row cannot be
            confirmed, and it has no amount, unless the amount is the same in both readings.
        understood: how the words were understood before any correction; None until the entry reaches the dialogue.
    """

    amount: Money | None
    type: TransactionType
    category: str
    date: date
    description: str = ""
    account: str | None = None
    confidence: float | None = None
    doubtful: frozenset[EntryField] = AMOUNT_ALONE
    to_account: str | None = None
    unknown: frozenset[EntryField] = frozenset()
    doubt: Doubt | None = None
    understood: Understood | None = None

    def __eq__(self, other: object) -> bool:
        """Whether both rows say the same; how the words were understood at first does not count."""
        return isinstance(other, ParseResult) and astuple(self)[:-1] == astuple(other)[:-1]

    def __hash__(self) -> int:
        return hash(astuple(self)[:-1])

    @property
    def from_habits(self) -> FieldChange:
        """The values of this entry that habits gave, unless they were changed since."""
        if self.understood is None or self.understood.by_habit is NO_CHANGE:
            return NO_CHANGE
        given = self.understood.by_habit.values.items()
        return FieldChange(**{name: value for name, value in given if getattr(self, name) == value})

    @property
    def is_doubtful(self) -> bool:
        """Whether the confidence is so low that the row is marked for checking."""
        return self.confidence is not None and self.confidence < CONFIDENCE_FLOOR

    @property
    def better(self) -> ParseResult:
        """The first row of the better reading, or this entry if it is in no doubt."""
        return self if self.doubt is None else self.doubt.readings[0][0]

    def amended(self, fields: FieldChange) -> ParseResult:
        """This entry with the new values of the change. A changed field is no longer in doubt.

        A value of one reading takes that reading, with its category.
        """
        if fields.is_empty:
            return self
        left = self.doubtful - fields.names
        chosen = None if self.doubt is None else self.doubt.row_with(fields)
        settled = replace(
            chosen or self,
            confidence=self.confidence if left else None,
            doubtful=left or AMOUNT_ALONE,
            unknown=self.unknown - fields.names,
            doubt=self.doubt and self.doubt.amended(fields),
        )
        return replace(settled, **_values(fields, self.type))

    def doubted(self, fields: frozenset[EntryField], confidence: float) -> ParseResult:
        """This entry with more of its fields in doubt."""
        if self.confidence is None:
            return replace(self, confidence=confidence, doubtful=fields)
        return replace(self, confidence=min(confidence, self.confidence), doubtful=self.doubtful | fields)


ReadingRows = tuple[ParseResult, ...]
"""The rows of one reading of a sentence."""


class FieldChange(Struct, frozen=True):
    """New values for some fields of an entry; None leaves a field as it is."""

    amount: Money | None = None
    type: TransactionType | None = None
    category: str | None = None
    description: str | None = None
    date: date | None = None
    account: str | None = None
    to_account: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it holds no new value."""
        return self == NO_CHANGE

    @property
    def names(self) -> frozenset[EntryField]:
        """The fields that it changes."""
        return frozenset(self.values)

    @property
    def values(self) -> dict[EntryField, Any]:
        """The new values, by field."""
        return {name: value for name in EntryField if (value := getattr(self, name)) is not None}

    def differing_from(self, row: ParseResult | Transaction) -> FieldChange:
        """The part of this change that the row does not already have."""
        return FieldChange(
            **{name: value for name, value in self.values.items() if value != getattr(row, name)}
        )


NO_CHANGE = FieldChange()


class Understood(Struct, frozen=True):
    """An entry as its words were understood, before habits and corrections.

    Attributes:
        words: those that were said of it, in the form in which habits compare them.
        by_habit: the values that habits gave in the place of these.
        is_once: whether it was said or corrected for this time alone, so that it teaches nothing.
        is_offered: whether the words alone leave open that the money moved, so that the speaker was asked, now or before.
        is_type_asked: whether they leave the type open in the same way.
    """

    words: str
    type: TransactionType
    category: str
    account: str | None
    by_habit: FieldChange = NO_CHANGE
    is_once: bool = False
    is_offered: bool = False
    is_type_asked: bool = False


class Correction(Struct, frozen=True):
    """A change to one row.

    Attributes:
        index: from 0, in the list of rows that the correction was made for.
        confidence: 0 to 1, as the language model stated it; else None.
    """

    index: int
    fields: FieldChange
    confidence: float | None = None


class Transaction(Struct, frozen=True, kw_only=True):
    """A row of the ledger, complete and final. Its fields in this order are the columns of exports and of SQL.

    Attributes:
        id: a UUID, stable for a row of a batch.
        account: the account of the money; for a transfer the one that the money left.
        to_account: the account that a transfer went to, if it was named; None for an expense or income.
        batch_id: the batch it was confirmed in.
        created_at: when it was confirmed, with time zone.
        said_account: the account that a person named for it; None where they named none.
        paid_at: when it was paid, with time zone, as a bill tells; None without a bill, or where the bill has no time.
        merchant: the other side of the payment in the words of a bill; None without a bill.
    """

    id: str
    batch_id: str
    amount: Money
    currency: str = CURRENCY
    type: TransactionType
    category: str
    account: str
    description: str
    date: date
    created_at: datetime
    to_account: str | None = None
    said_account: str | None = None
    paid_at: datetime | None = None
    merchant: str | None = None

    @classmethod
    def of(
        cls, entry: ParseResult, *, id: str, batch_id: str, created_at: datetime, account: str
    ) -> Transaction:
        """The row that an entry becomes.

        An entry without an amount gets zero, which every ledger refuses: its batch fails as a whole, and no row is
        lost in silence.

        Args:
            entry: under names that the ledger has.
            id: of the row.
            batch_id: of its batch.
            created_at: when it was confirmed.
            account: the account of an entry without one.
        """
        values = {name: getattr(entry, name) for name in EntryField}
        values[EntryField.AMOUNT] = entry.amount or ZERO
        values[EntryField.ACCOUNT] = entry.account or account
        said = None if entry.from_habits.account else entry.account
        return cls(id=id, batch_id=batch_id, created_at=created_at, said_account=said, **values)

    @property
    def entry(self) -> ParseResult:
        """The entry that became this row, under the ledger's names."""
        return ParseResult(**{name: getattr(self, name) for name in EntryField})

    def amended(self, fields: FieldChange) -> Transaction:
        """This row with the new values of the change. An account that is changed by a person was named by them."""
        said = fields.account or self.said_account
        return replace(self, said_account=said, **_values(fields, self.type))


def _values(change: FieldChange, of_type: TransactionType) -> dict[str, Any]:
    """The new values of a change to an entry of a type. Only a transfer keeps a second account."""
    values: dict[str, Any] = {**change.values}
    if values.get(EntryField.TYPE, of_type) is not TransactionType.TRANSFER:
        values[EntryField.TO_ACCOUNT] = None
    return values
