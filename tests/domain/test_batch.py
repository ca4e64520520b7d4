"""The draft batch: every operation gives a new batch, rows keep their index, and nothing gets lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from tests.support.now import NOW
from voiced.domain.batch import MAX_ITEMS, DraftBatch, DraftStatus, settled_total
from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import Doubt, DoubtReason, ParseResult, TransactionType

EXPENSE, INCOME, TRANSFER = TransactionType
PENDING, CONFIRMED, CANCELLED = DraftStatus


def entry(yuan: int | None, of_type: TransactionType = EXPENSE) -> ParseResult:
    amount = None if yuan is None else Money.from_yuan(yuan)
    return ParseResult(amount, of_type, "餐饮", date(2026, 11, 21))


def batch_of(*results: ParseResult) -> DraftBatch:
    return DraftBatch.of(results, batch_id="5f0e", created_at=NOW)


def statuses(batch: DraftBatch) -> list[DraftStatus]:
    return [item.status for item in batch.items]


def test_begins_with_pending_rows_numbered_from_one() -> None:
    batch = batch_of(entry(60), entry(30))
    assert [(item.index, item.number, item.status) for item in batch.items] == [
        (0, 1, PENDING),
        (1, 2, PENDING),
    ]
    assert batch.id == "5f0e"
    assert batch.created_at == NOW


def test_keeps_the_first_ten_of_more() -> None:
    batch = batch_of(*(entry(yuan) for yuan in range(1, 13)))
    assert len(batch) == MAX_ITEMS
    assert [item.result for item in batch.items] == [entry(yuan) for yuan in range(1, 11)]


OPERATIONS: dict[str, Callable[[DraftBatch], DraftBatch]] = {
    "update": lambda batch: batch.update_item(0, entry(50)),
    "confirm": lambda batch: batch.confirm_item(0),
    "cancel": lambda batch: batch.cancel_item(1),
    "confirm all": lambda batch: batch.confirm_all(),
    "append": lambda batch: batch.append(entry(15)),
}


@pytest.mark.scenario("R-02")
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_gives_a_new_batch(operation: str) -> None:
    batch = batch_of(entry(60), entry(30))
    changed = OPERATIONS[operation](batch)
    assert changed is not batch
    assert changed != batch
    assert (changed.id, changed.created_at) == (batch.id, batch.created_at)
    assert batch == batch_of(entry(60), entry(30))


def test_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        batch_of(entry(60)).items = ()  # pyright: ignore[reportAttributeAccessIssue] - what is tested


def test_another_reading_of_a_row_keeps_its_decision() -> None:
    batch = batch_of(entry(60), entry(30)).confirm_item(1).update_item(1, entry(35))
    assert batch.items[1].result == entry(35)
    assert statuses(batch) == [PENDING, CONFIRMED]


def test_rows_keep_their_numbers_whatever_becomes_of_the_others() -> None:
    batch = batch_of(entry(60), entry(30), entry(15)).cancel_item(0).confirm_item(2)
    assert [item.number for item in batch.pending_items] == [2]
    assert [item.number for item in batch.confirmed_items] == [3]


@pytest.mark.scenario("R-14")
def test_an_appended_row_follows_the_greatest_index_also_behind_cancelled_ones() -> None:
    batch = batch_of(entry(60), entry(30)).cancel_item(1).append(entry(15))
    assert [item.index for item in batch.items] == [0, 1, 2]
    assert batch.items[2].result == entry(15)
    assert statuses(batch) == [PENDING, CANCELLED, PENDING]


def test_a_full_batch_takes_no_more() -> None:
    batch = batch_of(*(entry(yuan) for yuan in range(1, 11)))
    assert batch.is_full
    with pytest.raises(ValueError, match="at most 10 rows"):
        batch.append(entry(11))


def test_cancelled_rows_count_towards_the_cap() -> None:
    batch = batch_of(*(entry(1) for _ in range(10)))
    for index in range(10):
        batch = batch.cancel_item(index)
    assert batch.is_full


def test_confirm_all_leaves_a_row_without_an_amount_pending() -> None:
    batch = batch_of(entry(60), entry(None), entry(30)).confirm_all()
    assert statuses(batch) == [CONFIRMED, PENDING, CONFIRMED]
    assert not batch.all_resolved


def test_confirm_all_leaves_a_row_without_a_purpose_pending() -> None:
    unknown = ParseResult(Money(400), EXPENSE, "其他", date(2026, 11, 21))
    named = ParseResult(Money(400), EXPENSE, "其他", date(2026, 11, 21), "打火机")
    assert statuses(batch_of(unknown, named).confirm_all()) == [PENDING, CONFIRMED]


def test_cancel_all_cancels_confirmed_rows_too() -> None:
    batch = batch_of(entry(60), entry(30)).confirm_item(0).cancel_all()
    assert (statuses(batch), batch.confirmed_items) == ([CANCELLED, CANCELLED], ())


def test_confirm_all_does_not_bring_back_a_cancelled_row() -> None:
    assert statuses(batch_of(entry(60), entry(30)).cancel_item(0).confirm_all()) == [CANCELLED, CONFIRMED]


def test_a_cancel_takes_back_what_was_confirmed() -> None:
    assert statuses(batch_of(entry(60), entry(30)).confirm_item(0).cancel_item(0)) == [CANCELLED, PENDING]


def test_totals_are_by_type_and_without_rows_in_doubt() -> None:
    doubt = Doubt(DoubtReason.AMOUNT, ((entry(30),), (entry(13),)))
    in_doubt = replace(entry(30), doubt=doubt)
    rows = batch_of(entry(60), in_doubt, entry(8, INCOME), entry(1000, TRANSFER), entry(None)).items
    assert settled_total(rows, EXPENSE) == Money(6000)
    assert settled_total(rows, INCOME) == Money(800)
    assert settled_total(rows, TRANSFER) == Money(100_000)
    assert settled_total((), EXPENSE) == ZERO


def test_one_row_is_single_and_several_are_not() -> None:
    assert batch_of(entry(60)).is_single
    assert not batch_of(entry(60), entry(30)).cancel_item(0).is_single


def test_a_row_that_is_not_there_is_a_mistake_of_the_program() -> None:
    with pytest.raises(IndexError):
        batch_of(entry(60)).confirm_item(1)


entries = st.builds(
    entry,
    st.one_of(st.none(), st.integers(1, 1_000_000)),
    st.sampled_from(TransactionType),
)


class DraftBatchOperations(RuleBasedStateMachine):
    """Any operations in any order, beside a list of rows that can be changed in place."""

    @initialize(results=st.lists(entries, min_size=1, max_size=13))
    def begin(self, results: Sequence[ParseResult]) -> None:
        self.batch = batch_of(*results)
        self.rows = [(result, PENDING) for result in results[:MAX_ITEMS]]
        self.earlier: list[tuple[DraftBatch, int]] = []

    def become(self, batch: DraftBatch) -> None:
        self.earlier.append((self.batch, hash(self.batch)))
        self.batch = batch

    def draw_index(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, len(self.rows) - 1))

    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        index = self.draw_index(data)
        self.become(self.batch.confirm_item(index))
        self.rows[index] = (self.rows[index][0], CONFIRMED)

    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        index = self.draw_index(data)
        self.become(self.batch.cancel_item(index))
        self.rows[index] = (self.rows[index][0], CANCELLED)

    @rule(data=st.data(), result=entries)
    def update(self, data: st.DataObject, result: ParseResult) -> None:
        index = self.draw_index(data)
        self.become(self.batch.update_item(index, result))
        self.rows[index] = (result, self.rows[index][1])

    @precondition(lambda self: not self.batch.is_full)
    @rule(result=entries)
    def append(self, result: ParseResult) -> None:
        greatest = max(item.index for item in self.batch.items)
        self.become(self.batch.append(result))
        assert self.batch.items[-1].index == greatest + 1
        self.rows.append((result, PENDING))

    @precondition(lambda self: self.batch.is_full)
    @rule(result=entries)
    def append_to_a_full_one(self, result: ParseResult) -> None:
        with pytest.raises(ValueError, match="at most"):
            self.batch.append(result)

    @rule()
    def confirm_all(self) -> None:
        self.become(self.batch.confirm_all())
        self.rows = [
            (result, CONFIRMED if status is PENDING and result.amount is not None else status)
            for result, status in self.rows
        ]

    @invariant()
    def rows_are_as_told(self) -> None:
        assert [(item.result, item.status) for item in self.batch.items] == self.rows
        assert [item.index for item in self.batch.items] == list(range(len(self.rows)))
        assert 1 <= len(self.batch) <= MAX_ITEMS

    @invariant()
    def counts_agree(self) -> None:
        pending = [index for index, (_, status) in enumerate(self.rows) if status is PENDING]
        assert [item.index for item in self.batch.pending_items] == pending
        assert self.batch.pending_count == len(pending)
        assert self.batch.all_resolved == (not pending)

    @invariant()
    def totals_leave_cancelled_rows_out(self) -> None:
        for of_type in TransactionType:
            fen = sum(
                result.amount.fen
                for result, status in self.rows
                if result.type is of_type and status is not CANCELLED and result.amount is not None
            )
            assert settled_total(self.batch.remaining_items, of_type) == Money(fen)

    @invariant()
    def earlier_batches_are_untouched(self) -> None:
        assert [hash(batch) for batch, _ in self.earlier] == [seen for _, seen in self.earlier]


DraftBatchOperations.TestCase.settings = settings(max_examples=50, stateful_step_count=20)
TestDraftBatchOperations = DraftBatchOperations.TestCase


def test_a_decided_row_is_pending_again_and_keeps_its_place() -> None:
    rows = batch_of(entry(60), entry(30))
    decided = rows.confirm_item(0).cancel_item(1)
    assert decided.undecide_item(0).undecide_item(1) == rows
