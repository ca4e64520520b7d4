"""Any sequence of writes leaves the ledger as a list in memory would be."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from msgspec.structs import replace

from tests.support.ledger_rows import TODAY, a_draft, a_row, batch_of
from tests.support.questions import question
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.batch import DraftBatch
from voiced.domain.money import MAX_FEN, ZERO, Money
from voiced.domain.question import Measure, Period
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.errors import BatchConflict, LedgerFailure
from voiced.ports.ledger import ROOM

BATCH_IDS = [f"b{number}" for number in range(4)]
SOURCES = (ROOM, "phone")
LAST_DAYS = Period("这几天", TODAY - timedelta(days=2), TODAY)

types = st.sampled_from(TransactionType)
categories = st.sampled_from(["餐饮", "红包", "转账", "没有的"])
accounts = st.sampled_from(["现金", "微信"])
amounts = st.sampled_from([Money(fen) for fen in (-1, 0, 1, 3550, MAX_FEN)])
days = st.integers(0, 5).map(lambda ago: TODAY - timedelta(days=ago))
rows = st.builds(
    a_row,
    yuan=amounts.map(str),
    category=categories,
    of_type=types,
    day=days,
    account=accounts,
)
changes = st.builds(
    FieldChange,
    amount=st.none() | amounts,
    type=st.none() | types,
    category=st.none() | categories,
    description=st.none() | st.sampled_from(["", "晚饭"]),
    date=st.none() | days,
    account=st.none() | accounts,
)


@dataclass
class Books:
    """The ledger as a list: what was confirmed under each id, and what became of the rows."""

    confirmed: dict[str, list[Transaction]] = field(default_factory=dict[str, list[Transaction]])
    rows: list[Transaction] = field(default_factory=list[Transaction])
    drafts: dict[str, DraftBatch] = field(default_factory=dict[str, DraftBatch])


def is_writable(row: Transaction) -> bool:
    return row.amount.is_recordable and row.category != "没有的"


def amended(row: Transaction, change: FieldChange) -> Transaction:
    return replace(
        row,
        amount=row.amount if change.amount is None else change.amount,
        type=row.type if change.type is None else change.type,
        category=row.category if change.category is None else change.category,
        description=row.description if change.description is None else change.description,
        date=row.date if change.date is None else change.date,
        account=row.account if change.account is None else change.account,
    )


class LedgerAndBooks(RuleBasedStateMachine):
    """Does everything twice, in the ledger and in the books."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.directory = tempfile.TemporaryDirectory()
        self.path = Path(self.directory.name) / "ledger.db"
        self.books = Books()
        self.ledger = self.runner.run(SqliteLedger.open(self.path))

    def teardown(self) -> None:
        self.runner.run(self.ledger.close())
        self.runner.close()
        self.directory.cleanup()

    @rule(batch_id=st.sampled_from(BATCH_IDS), new=st.lists(rows, min_size=1, max_size=3))
    def save(self, batch_id: str, new: list[Transaction]) -> None:
        batch = batch_of(batch_id, *new)
        before = self.books.confirmed.get(batch_id)
        try:
            saved = self.runner.run(self.ledger.save_batch(batch_id, batch))
        except BatchConflict:
            assert before not in (None, batch)
        except LedgerFailure:
            assert before is None
            assert not all(is_writable(row) for row in batch)
        else:
            if before is None:
                assert all(is_writable(row) for row in batch)
                self.books.confirmed[batch_id] = batch
                self.books.rows += batch
                drafts = self.books.drafts.items()
                self.books.drafts = {source: draft for source, draft in drafts if draft.id != batch_id}
            assert list(saved) == [row for row in self.books.rows if row.batch_id == batch_id]

    @rule(batch_id=st.sampled_from(BATCH_IDS))
    def save_again(self, batch_id: str) -> None:
        if batch_id in self.books.confirmed:
            self.save(batch_id, self.books.confirmed[batch_id])

    @rule(batch_id=st.sampled_from(BATCH_IDS))
    def undo(self, batch_id: str) -> None:
        expected = [row for row in self.books.rows if row.batch_id == batch_id]
        try:
            undone = self.runner.run(self.ledger.undo_batch(batch_id)).undone
        except LedgerFailure:
            assert batch_id not in self.books.confirmed
        else:
            assert list(undone) == expected
            self.books.rows = [row for row in self.books.rows if row.batch_id != batch_id]

    @rule(batch_id=st.sampled_from(BATCH_IDS), place=st.integers(0, 2), change=changes)
    def amend(self, batch_id: str, place: int, change: FieldChange) -> None:
        row_id = f"{batch_id}/{place}"
        places = [index for index, row in enumerate(self.books.rows) if row.id == row_id]
        try:
            new = self.runner.run(self.ledger.amend(row_id, change))
        except LedgerFailure:
            assert not places or not is_writable(amended(self.books.rows[places[0]], change))
        else:
            assert new == amended(self.books.rows[places[0]], change)
            assert is_writable(new)
            self.books.rows[places[0]] = new

    @rule(source=st.sampled_from(SOURCES), batch_id=st.sampled_from(BATCH_IDS))
    def keep_draft(self, source: str, batch_id: str) -> None:
        draft = a_draft(batch_id)
        self.runner.run(self.ledger.drafts.keep(draft, source))
        self.books.drafts[source] = draft

    @rule(source=st.sampled_from(SOURCES))
    def drop_draft(self, source: str) -> None:
        self.runner.run(self.ledger.drafts.drop(source))
        self.books.drafts.pop(source, None)

    @rule()
    def open_again(self) -> None:
        self.runner.run(self.ledger.close())
        self.ledger = self.runner.run(SqliteLedger.open(self.path))

    @invariant()
    def rows_and_drafts_are_equal(self) -> None:
        async def read() -> tuple[list[Transaction], list[DraftBatch | None]]:
            drafts = [await self.ledger.drafts.kept(source) for source in SOURCES]
            return [row async for row in self.ledger.rows()], drafts

        assert self.runner.run(read()) == (self.books.rows, list(map(self.books.drafts.get, SOURCES)))

    @rule(category=st.none() | categories)
    def ask(self, category: str | None) -> None:
        spent = [
            row
            for row in self.books.rows
            if row.type is TransactionType.EXPENSE
            and LAST_DAYS.first <= row.date <= LAST_DAYS.last
            and category in (None, row.category)
        ]
        answer = self.runner.run(self.ledger.answer(question(Measure.TOTAL, LAST_DAYS, category)))
        assert answer.total == sum((row.amount for row in spent), ZERO)
        assert answer.count == len(spent)
        assert sorted(answer.rows, key=lambda row: row.id) == sorted(spent, key=lambda row: row.id)
        assert [row.date for row in answer.rows] == sorted((row.date for row in spent), reverse=True)

    @rule()
    def recall(self) -> None:
        latest = [row.category for row in reversed(self.books.rows)]
        assert self.runner.run(self.ledger.vocabulary()).recent == tuple(dict.fromkeys(latest))
        assert list(self.runner.run(self.ledger.memory()).recent) == self.books.rows[::-1]


LedgerAndBooks.TestCase.settings = settings(max_examples=30, stateful_step_count=20)
TestLedgerAndBooks = pytest.mark.timeout(240)(LedgerAndBooks.TestCase)
