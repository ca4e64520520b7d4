"""The draft batch: the entries of one utterance (and those appended to it) until they are saved or dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.left_out import Unrecorded
from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Doubt, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER

MAX_ITEMS = 10
"""A person cannot check more rows at a glance, and the daemon does not read more out. The requirements set this limit."""


class DraftStatus(StrEnum):
    """The user's decision about a row."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    CANCELLED = "cancelled"


class DraftTransaction(Struct, frozen=True):
    """One row of a draft. `index` counts from 0 and never changes, since rows stay when they are cancelled; people see `number`."""

    index: int
    result: ParseResult
    status: DraftStatus = DraftStatus.PENDING

    @property
    def number(self) -> int:
        """The row number that people see and hear, from 1."""
        return self.index + 1

    @property
    def is_pending(self) -> bool:
        """Whether the row waits for the user's decision."""
        return self.status is DraftStatus.PENDING

    @property
    def lacks_amount(self) -> bool:
        """Whether the amount is missing."""
        return self.result.amount is None

    @property
    def lacks_purpose(self) -> bool:
        """Whether the purpose is unknown: category 其他 and no description. Such a row is asked about before it is written."""
        return self.result.category == OTHER and not self.result.description

    @property
    def lacks_account(self) -> bool:
        """Whether the ledger lacks a named account, or a transfer goes back to where it comes from (微信转到微信).

        Such a row is asked about before it is written.
        """
        result = self.result
        return bool(result.unknown) or (result.account is not None and result.account == result.to_account)

    @property
    def doubt(self) -> Doubt | None:
        """The readings between which the speaker has to choose before the row can be confirmed."""
        return self.result.doubt

    @property
    def is_complete(self) -> bool:
        """Whether the row can be confirmed as it is."""
        lacks_a_value = self.lacks_amount or self.lacks_purpose or self.lacks_account
        return self.doubt is None and not lacks_a_value


class DraftBatch(Struct, frozen=True):
    """An ordered, immutable set of draft rows; every operation returns a new batch.

    Attributes:
        id: a UUID; a batch is written at most once under it.
        created_at: when the first row was understood, with time zone.
        left_out: in the journal, what was said beside the draft and is not in it.
    """

    id: str
    created_at: datetime
    items: tuple[DraftTransaction, ...]
    left_out: tuple[Unrecorded, ...] = ()

    @classmethod
    def of(cls, results: Iterable[ParseResult], *, batch_id: str, created_at: datetime) -> DraftBatch:
        """A new batch of pending rows, indices from 0. Keeps the first `MAX_ITEMS` results."""
        items = tuple(DraftTransaction(index, result) for index, result in enumerate(results))
        return cls(batch_id, created_at, items[:MAX_ITEMS])

    def __len__(self) -> int:
        return len(self.items)

    @property
    def is_single(self) -> bool:
        """Whether the batch has one row. The daemon then speaks of it without a row number."""
        return len(self.items) == 1

    @property
    def is_full(self) -> bool:
        """Whether the batch has as many rows as it may hold."""
        return len(self.items) >= MAX_ITEMS

    @property
    def pending_items(self) -> tuple[DraftTransaction, ...]:
        """Rows that wait for the user's decision, in order."""
        return tuple(item for item in self.items if item.is_pending)

    @property
    def confirmed_items(self) -> tuple[DraftTransaction, ...]:
        """Rows that the user confirmed, in order."""
        return tuple(item for item in self.items if item.status is DraftStatus.CONFIRMED)

    @property
    def remaining_items(self) -> tuple[DraftTransaction, ...]:
        """Pending and confirmed rows, in order."""
        return tuple(item for item in self.items if item.status is not DraftStatus.CANCELLED)

    @property
    def pending_count(self) -> int:
        """The number of pending rows."""
        return len(self.pending_items)

    @property
    def all_resolved(self) -> bool:
        """Whether the user has decided about every row."""
        return not self.pending_items

    def update_item(self, index: int, result: ParseResult) -> DraftBatch:
        """The batch with another reading in row `index`; its status stays."""
        return self._with(replace(self.items[index], result=result))

    def confirm_item(self, index: int) -> DraftBatch:
        """The batch with row `index` confirmed."""
        return self._with(replace(self.items[index], status=DraftStatus.CONFIRMED))

    def cancel_item(self, index: int) -> DraftBatch:
        """The batch with row `index` cancelled."""
        return self._with(replace(self.items[index], status=DraftStatus.CANCELLED))

    def confirm_all(self) -> DraftBatch:
        """The batch with every pending row confirmed; a row that lacks its amount, purpose or account stays pending."""
        ready = (item for item in self.pending_items if item.is_complete)
        return self._with(*(replace(item, status=DraftStatus.CONFIRMED) for item in ready))

    def cancel_all(self) -> DraftBatch:
        """The batch with every row cancelled, confirmed ones included."""
        return self._with(*(replace(item, status=DraftStatus.CANCELLED) for item in self.remaining_items))

    def reopen(self, indices: Iterable[int]) -> DraftBatch:
        """The batch with these cancelled rows pending again."""
        wanted = frozenset(indices)
        gone = (item for item in self.items if item.status is DraftStatus.CANCELLED and item.index in wanted)
        return self._with(*(replace(item, status=DraftStatus.PENDING) for item in gone))

    def undecide_item(self, index: int) -> DraftBatch:
        """The batch with row `index` pending again, whether it was confirmed or cancelled."""
        return self._with(replace(self.items[index], status=DraftStatus.PENDING))

    def append(self, result: ParseResult) -> DraftBatch:
        """The batch with one more pending row at its end.

        Raises:
            ValueError: the batch is full; ask `is_full` first.
        """
        if self.is_full:
            raise ValueError(f"a batch holds at most {MAX_ITEMS} rows")
        return replace(self, items=(*self.items, DraftTransaction(len(self.items), result)))

    def _with(self, *changed: DraftTransaction) -> DraftBatch:
        by_index = {item.index: item for item in changed}
        return replace(self, items=tuple(by_index.get(item.index, item) for item in self.items))


def settled_total(rows: Sequence[DraftTransaction], of_type: TransactionType) -> Money:
    """The sum of the rows of one type; a row in doubt, or without an amount, adds nothing."""
    settled = (row.result for row in rows if row.doubt is None and row.result.type is of_type)
    return sum((result.amount or ZERO for result in settled), ZERO)
