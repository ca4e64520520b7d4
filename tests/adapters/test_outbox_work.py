"""What waits for a server is read as it was written, and tells the rows that will come of it."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec.structs import replace

from tests.support.ledger_rows import a_row, batch_of
from voiced.adapters.ledger.outbox_work import (
    AmendWork,
    SaveWork,
    UndoWork,
    Work,
    decode,
    encode,
    kind_of,
    waiting_rows,
)
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, TransactionType

BATCH = tuple(
    batch_of("b1", a_row("60", description='他说"行"，\n😀'), a_row("0.01", "红包", TransactionType.INCOME))
)
SAVE = SaveWork("b1", BATCH)
CHANGE = FieldChange(Money(1), TransactionType.TRANSFER, "还款", "", date(2026, 1, 2), "微信")
AMEND = AmendWork("b1", "b1/1", CHANGE)
UNDO = UndoWork("b1")


@pytest.mark.parametrize("work", [SAVE, AMEND, AmendWork("b1", "b1/0", FieldChange()), UNDO])
def test_is_read_as_it_was_written(work: Work):
    assert decode(kind_of(work), encode(work)) == work


def test_a_batch_will_be_as_it_was_changed_last():
    assert waiting_rows([SAVE]) == {"b1": BATCH}
    changed = replace(
        BATCH[1],
        amount=Money(1),
        type=TransactionType.TRANSFER,
        category="还款",
        description="",
        date=date(2026, 1, 2),
        account="微信",
        said_account="微信",
    )
    assert waiting_rows([SAVE, AMEND]) == {"b1": (BATCH[0], changed)}
    assert waiting_rows([SAVE, AMEND, UNDO]) == {"b1": ()}


def test_changes_of_what_has_arrived_tell_no_rows():
    assert waiting_rows([AMEND, UNDO]) == {}


def test_a_batch_is_the_same_whenever_it_was_confirmed():
    later = tuple(replace(row, created_at=row.created_at.replace(year=2027)) for row in BATCH)
    assert SAVE.is_same(SaveWork("b1", later))
    assert not SAVE.is_same(SaveWork("b1", BATCH[:1]))
    assert not SAVE.is_same(SaveWork("b1", (BATCH[0], replace(BATCH[1], amount=Money(2)))))
