"""What every ledger does, asked through the port alone; another adapter joins by adding itself to `OPENERS`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import date, timedelta
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.adapters.cancelling import cancelled_at
from tests.support.answers import entries_of
from tests.support.ledger_files import rows_of
from tests.support.ledger_rows import NOW, TODAY, a_draft, a_row, a_transfer, batch_of
from tests.support.postgres_rig import PostgresRig, device
from tests.support.questions import question
from voiced.adapters.ledger.sqlite_ledger import SqliteLedger
from voiced.domain.batch import DraftBatch
from voiced.domain.books import RowsChanged
from voiced.domain.habits import Habit, HabitField, Lesson
from voiced.domain.memory import EMPTY_MEMORY, Usual
from voiced.domain.money import MAX_FEN, ZERO, Money
from voiced.domain.question import LedgerAnswer, Measure, Period
from voiced.domain.transaction import NO_CHANGE, FieldChange, Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES
from voiced.errors import BatchConflict, LedgerFailure
from voiced.ports.ledger import Ledger

EXPENSE, INCOME, TRANSFER = TransactionType
NOVEMBER = Period("这个月", date(2026, 11, 1), date(2026, 11, 30))


@asynccontextmanager
async def on_sqlite(request: pytest.FixtureRequest, directory: Path) -> AsyncGenerator[Ledger]:
    ledger = await SqliteLedger.open(directory / "ledger.db")
    yield ledger
    await ledger.close()


@asynccontextmanager
async def on_postgres(request: pytest.FixtureRequest, directory: Path) -> AsyncGenerator[Ledger]:
    server: PostgresRig = request.getfixturevalue("postgres")
    request.getfixturevalue("patient")
    async with device(server.empty_ledger(), directory / "outbox.db") as ledger:
        yield ledger


OPENERS: dict[str, Callable[[pytest.FixtureRequest, Path], AbstractAsyncContextManager[Ledger]]] = {
    "sqlite": on_sqlite,
    "postgres": on_postgres,
}


@pytest.fixture(params=OPENERS)
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Ledger]:
    """A new ledger."""
    async with OPENERS[request.param](request, tmp_path) as opened:
        yield opened


async def save(ledger: Ledger, batch_id: str, *rows: Transaction) -> list[Transaction]:
    batch = batch_of(batch_id, *rows)
    await ledger.save_batch(batch_id, batch)
    return batch


async def awaits_of(cancelled_at_step: Callable[[int], Awaitable[bool]]) -> int:
    """Cancel at the first await, at the second and so on; says how many there are."""
    for step in count():
        if not await cancelled_at_step(step):
            return step
    raise AssertionError


async def ask(
    ledger: Ledger, measure: Measure, category: str | None = None, of_type: TransactionType = EXPENSE
) -> LedgerAnswer:
    return await ledger.answer(question(measure, NOVEMBER, category, of_type))


class TestANewLedger:
    async def test_knows_the_default_names(self, ledger: Ledger):
        vocabulary = await ledger.vocabulary()
        assert vocabulary.categories == DEFAULT_CATEGORIES
        assert vocabulary.accounts == DEFAULT_ACCOUNTS
        assert (vocabulary.recent, vocabulary.default_account) == ((), "现金")

    async def test_holds_and_remembers_nothing(self, ledger: Ledger):
        assert await rows_of(ledger) == []
        assert await ledger.drafts.kept() is None
        assert await ledger.memory() == EMPTY_MEMORY


class TestSaving:
    @pytest.mark.scenario("3-23")
    async def test_writes_all_rows_of_a_batch_in_order(self, ledger: Ledger):
        batch = batch_of(
            "b1",
            a_row("60"),
            a_row("60", "洗浴", account="微信", description=""),
            a_row("30", "红包", INCOME, day=TODAY - timedelta(days=3)),
            a_row("90.01", "还款", TRANSFER, description='他说"行"，\n😀'),
        )
        assert await ledger.save_batch("b1", batch) == tuple(batch)
        assert await rows_of(ledger) == batch

    @pytest.mark.scenario("3-24")
    @pytest.mark.parametrize(
        ("wrong", "reason"),
        [
            (replace(a_row(), amount=ZERO), "the amount is 0; it must be above 0 and at most 1000000000"),
            (replace(a_row(), amount=Money(-100)), "the amount is -1"),
            (replace(a_row(), amount=Money(MAX_FEN + 1)), "the amount is 1000000000.01"),
            (replace(a_row(), amount=Money(10**25)), "the amount is 1"),
            (a_row(category="没有的"), "the ledger has no category '没有的'"),
            (a_row(account="没有的"), "the ledger has no account '没有的'"),
            (a_transfer(to_account="没有的"), "the ledger has no account '没有的'"),
            (a_row(to_account="微信"), "only a transfer goes to a second account"),
        ],
        ids=[
            "zero",
            "negative",
            "too much",
            "beyond 64 bits",
            "unknown category",
            "unknown account",
            "unknown second account",
            "second account of an expense",
        ],
    )
    async def test_writes_nothing_where_one_row_is_wrong(
        self, ledger: Ledger, wrong: Transaction, reason: str
    ):
        before = await save(ledger, "b0", a_row())
        batch = batch_of("b1", a_row(), a_row(), wrong, a_row())
        with pytest.raises(LedgerFailure, match=f"row 3: {reason}.*nothing was written"):
            await ledger.save_batch("b1", batch)
        assert await rows_of(ledger) == before
        mended = await save(ledger, "b1", a_row(), a_row(), a_row(), a_row())
        assert await rows_of(ledger) == before + mended

    async def test_keeps_both_accounts_of_a_transfer(self, ledger: Ledger):
        batch = await save(ledger, "b1", a_transfer(), a_transfer(to_account=None))
        assert await rows_of(ledger) == batch

    async def test_saving_again_writes_once(self, ledger: Ledger):
        batch = await save(ledger, "b1", a_row("60"), a_row("30"))
        later = [replace(row, created_at=NOW + timedelta(minutes=1)) for row in batch]
        assert await ledger.save_batch("b1", later) == tuple(batch)
        assert await rows_of(ledger) == batch

    @pytest.mark.parametrize(
        "others",
        [
            (a_row("60"),),
            (a_row("60"), a_row("30"), a_row("10")),
            (a_row("30"), a_row("60")),
            (a_row("60"), a_row("30.01")),
            (a_row("60"), a_row("30", "饮品")),
            (a_row("60"), a_row("30", account="微信")),
            (a_row("60"), a_row("30", description="晚饭")),
            (a_row("60"), a_row("30", day=date(2026, 11, 20))),
            (a_row("60"), a_transfer("30", "现金")),
        ],
        ids=["fewer", "more", "order", "amount", "category", "account", "description", "date", "transfer"],
    )
    async def test_other_rows_under_the_same_id_are_refused(
        self, ledger: Ledger, others: tuple[Transaction, ...]
    ):
        batch = await save(ledger, "b1", a_row("60"), a_row("30"))
        with pytest.raises(BatchConflict, match="b1"):
            await save(ledger, "b1", *others)
        assert await rows_of(ledger) == batch

    async def test_saving_again_gives_what_became_of_the_rows(self, ledger: Ledger):
        batch = await save(ledger, "b1", a_row("60"), a_row("30"))
        amended = await ledger.amend("b1/1", FieldChange(amount=Money(4000)))
        assert await ledger.save_batch("b1", batch) == (batch[0], amended)
        await ledger.undo_batch("b1")
        assert await ledger.save_batch("b1", batch) == ()
        assert await rows_of(ledger) == []

    async def test_a_row_id_is_used_once(self, ledger: Ledger):
        saved = await save(ledger, "b1", a_row())
        with pytest.raises(LedgerFailure, match="id"):
            await ledger.save_batch("b2", [replace(saved[0], batch_id="b2")])
        assert await rows_of(ledger) == saved

    @pytest.mark.parametrize(
        ("batch", "told"),
        [
            ([], "it has no rows"),
            (batch_of("b2", a_row()), "row 1 is of batch b2"),
            (batch_of("b1", a_row(), a_row(description="a\0b")), "row 2: the description holds a NUL"),
            (batch_of("b1", a_row(description="half \ud83d")), "surrogates not allowed"),
        ],
        ids=["empty", "another batch's", "NUL", "half a character"],
    )
    async def test_a_value_that_the_ledger_would_alter_is_refused(
        self, ledger: Ledger, batch: list[Transaction], told: str
    ):
        with pytest.raises(LedgerFailure, match=told):
            await ledger.save_batch("b1", batch)
        assert await rows_of(ledger) == []

    async def test_a_corrected_type_keeps_its_category(self, ledger: Ledger):
        """「应该是收入」 about a meal: no income is called 餐饮, and the speaker did not ask for another name."""
        batch = await save(ledger, "b1", a_row("60", "餐饮", INCOME))
        assert await rows_of(ledger) == batch

    async def test_saves_that_overlap_are_all_written(self, ledger: Ledger):
        batches = [batch_of(f"b{number}", a_row(), a_row()) for number in range(20)]
        await asyncio.gather(*(ledger.save_batch(batch[0].batch_id, batch) for batch in batches))
        assert await rows_of(ledger) == [row for batch in batches for row in batch]

    async def test_the_same_batch_at_the_same_time_is_written_once(self, ledger: Ledger):
        batch = batch_of("b1", a_row(), a_row())
        saved = await asyncio.gather(*(ledger.save_batch("b1", batch) for _ in range(5)))
        assert saved == [tuple(batch)] * 5
        assert await rows_of(ledger) == batch


class TestCancellation:
    """A task that is cancelled at any of its awaits leaves a write whole or undone, and the ledger usable."""

    async def test_of_a_save_leaves_a_whole_batch_or_none(self, ledger: Ledger):
        async def save_cancelled_at(step: int) -> bool:
            batch = batch_of(f"b{step}", a_row("60"), a_row("30"), a_row("10"))
            before = await rows_of(ledger)
            cancelled = await cancelled_at(step, ledger.save_batch(f"b{step}", batch))
            assert await rows_of(ledger) in (before, before + batch)
            assert await ledger.save_batch(f"b{step}", batch) == tuple(batch)
            assert await rows_of(ledger) == before + batch
            return cancelled

        assert await awaits_of(save_cancelled_at) >= 1

    async def test_of_a_refused_save_leaves_nothing(self, ledger: Ledger):
        wrong = batch_of("b1", a_row(), a_row(category="没有的"))

        async def save_cancelled_at(step: int) -> bool:
            try:
                return await cancelled_at(step, ledger.save_batch("b1", wrong))
            except LedgerFailure:
                return False
            finally:
                assert await rows_of(ledger) == []

        assert await awaits_of(save_cancelled_at) > 1
        assert await save(ledger, "b1", a_row()) == await rows_of(ledger)

    async def test_of_an_undo_takes_back_all_or_nothing(self, ledger: Ledger):
        async def undo_cancelled_at(step: int) -> bool:
            batch = await save(ledger, f"b{step}", a_row("60"), a_row("30"))
            cancelled = await cancelled_at(step, ledger.undo_batch(f"b{step}"))
            assert await rows_of(ledger) in ([], batch)
            await ledger.undo_batch(f"b{step}")
            assert await rows_of(ledger) == []
            return cancelled

        assert await awaits_of(undo_cancelled_at) >= 1

    async def test_of_an_amendment_changes_all_or_nothing(self, ledger: Ledger):
        change = FieldChange(amount=Money(50), category="饮品")

        async def amend_cancelled_at(step: int) -> bool:
            (row,) = await save(ledger, f"b{step}", a_row("60"))
            changed = replace(row, amount=Money(50), category="饮品")
            cancelled = await cancelled_at(step, ledger.amend(row.id, change))
            assert (await rows_of(ledger))[-1] in (row, changed)
            assert await ledger.amend(row.id, change) == changed
            return cancelled

        assert await awaits_of(amend_cancelled_at) >= 1


class TestTheDraft:
    async def test_is_kept_as_it_was(self, ledger: Ledger):
        draft = a_draft()
        await ledger.drafts.keep(draft)
        assert await ledger.drafts.kept() == draft

    async def test_a_row_in_doubt_keeps_both_readings(self, ledger: Ledger):
        rows = entries_of(
            "支出45 交通 打车 或 支出15 交通 打车；支出200 人情 红包 或 收入200 红包 红包", TODAY
        )
        draft = DraftBatch.of(rows, batch_id="d1", created_at=NOW)
        await ledger.drafts.keep(draft)
        assert await ledger.drafts.kept() == draft

    async def test_the_last_one_is_kept(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft("d1"))
        await ledger.drafts.keep(a_draft("d2"))
        assert await ledger.drafts.kept() == a_draft("d2")

    async def test_is_forgotten_when_dropped(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft())
        await ledger.drafts.drop()
        assert await ledger.drafts.kept() is None
        await ledger.drafts.drop()

    async def test_is_forgotten_with_the_save(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft("b1"))
        await save(ledger, "b1", a_row())
        assert await ledger.drafts.kept() is None

    async def test_of_one_source_is_not_touched_by_that_of_another(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft("b1"))
        await ledger.drafts.keep(a_draft("b2"), "phone")
        assert (await ledger.drafts.kept(), await ledger.drafts.kept("phone")) == (
            a_draft("b1"),
            a_draft("b2"),
        )
        await save(ledger, "b1", a_row())
        assert (await ledger.drafts.kept(), await ledger.drafts.kept("phone")) == (None, a_draft("b2"))
        await ledger.drafts.drop()
        assert await ledger.drafts.kept("phone") == a_draft("b2")
        await ledger.drafts.drop("phone")
        assert await ledger.drafts.kept("phone") is None

    async def test_of_the_room_stays_however_many_sources_leave_theirs_behind(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft("room"))
        for number in range(102):
            await ledger.drafts.keep(a_draft(f"b{number}"), f"script {number}")
        assert await ledger.drafts.kept() == a_draft("room")
        kept = [await ledger.drafts.kept(f"script {number}") is not None for number in range(102)]
        assert kept == [False] * 2 + [True] * 100

    async def test_outlives_a_save_that_failed(self, ledger: Ledger):
        await ledger.drafts.keep(a_draft("b1"))
        with pytest.raises(LedgerFailure):
            await save(ledger, "b1", a_row("0"))
        assert await ledger.drafts.kept() == a_draft("b1")

    async def test_that_cannot_be_written_is_a_failure(self, ledger: Ledger):
        draft = a_draft()
        half = replace(draft.items[0].result, description="half \ud83d")
        with pytest.raises(LedgerFailure, match="keeping the draft"):
            await ledger.drafts.keep(draft.update_item(0, half))


class TestAnswers:
    async def test_spent_counts_expenses_earned_counts_income_and_neither_counts_transfers(
        self, ledger: Ledger
    ):
        await save(
            ledger,
            "b1",
            a_row("60"),
            a_row("0.05", "饮品"),
            a_row("90", "工资", INCOME),
            a_row("7", "转账", TRANSFER),
        )
        spent, earned = await ask(ledger, Measure.TOTAL), await ask(ledger, Measure.TOTAL, of_type=INCOME)
        assert (spent.total, spent.count) == (Money(6005), 2)
        assert (earned.total, earned.count) == (Money(9000), 1)

    async def test_comes_with_its_question(self, ledger: Ledger):
        asked = question(Measure.TOTAL, NOVEMBER, "餐饮")
        assert (await ledger.answer(asked)).question == asked

    async def test_both_ends_of_the_period_count(self, ledger: Ledger):
        days = (date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 30), date(2026, 12, 1))
        batch = await save(ledger, "b1", *(a_row("1", day=day) for day in days))
        answer = await ask(ledger, Measure.TOTAL)
        assert (answer.total, answer.rows) == (Money(200), (batch[2], batch[1]))

    async def test_of_one_category(self, ledger: Ledger):
        batch = await save(ledger, "b1", a_row("60"), a_row("5", "红包"), a_row("9", "红包", INCOME))
        spent = await ask(ledger, Measure.TOTAL, "红包")
        earned = await ask(ledger, Measure.TOTAL, "红包", INCOME)
        assert (spent.total, spent.rows) == (Money(500), (batch[1],))
        assert (earned.total, earned.rows) == (Money(900), (batch[2],))
        assert (await ask(ledger, Measure.TOTAL, "没有的")).count == 0

    async def test_rows_come_latest_first_and_the_last_recorded_first_within_a_day(self, ledger: Ledger):
        yesterday = TODAY - timedelta(days=1)
        batch = await save(ledger, "b1", a_row("1"), a_row("2", day=yesterday), a_row("3"))
        assert (await ask(ledger, Measure.TOTAL)).rows == (batch[2], batch[0], batch[1])

    async def test_no_more_than_fifty_rows_come_but_all_count(self, ledger: Ledger):
        batch = await save(ledger, "b1", *(a_row("1") for _ in range(60)))
        answer = await ask(ledger, Measure.TOTAL)
        assert (answer.total, answer.count) == (Money(6000), 60)
        assert list(answer.rows) == batch[:9:-1]

    async def test_the_largest_expense_comes_alone(self, ledger: Ledger):
        batch = await save(
            ledger, "b1", a_row("60"), a_row("80", "饮品"), a_row("80", "交通"), a_row("900", "工资", INCOME)
        )
        largest = await ask(ledger, Measure.LARGEST)
        assert (largest.total, largest.count, largest.rows) == (Money(8000), 1, (batch[2],))
        of_category = await ask(ledger, Measure.LARGEST, "餐饮")
        assert of_category.rows == (batch[0],)

    @pytest.mark.parametrize("measure", Measure)
    async def test_nothing_is_zero(self, ledger: Ledger, measure: Measure):
        answer = await ask(ledger, measure)
        assert (answer.total, answer.count, answer.rows) == (ZERO, 0, ())

    async def test_very_large_amounts_add_up(self, ledger: Ledger):
        most = replace(a_row(), amount=Money(MAX_FEN))
        await save(ledger, "b1", *(most for _ in range(200)))
        assert (await ask(ledger, Measure.TOTAL)).total == Money(200 * MAX_FEN)


class TestUndoing:
    async def test_takes_back_a_batch_and_nothing_else(self, ledger: Ledger):
        first = await save(ledger, "b1", a_row("60"))
        second = await save(ledger, "b2", a_row("30"), a_row("10"))
        assert await ledger.undo_batch("b2") == RowsChanged(undone=tuple(second))
        assert await rows_of(ledger) == first
        assert (await ask(ledger, Measure.TOTAL)).rows == tuple(first)
        assert (await ask(ledger, Measure.LARGEST)).rows == tuple(first)

    async def test_a_second_time_takes_back_nothing(self, ledger: Ledger):
        await save(ledger, "b1", a_row())
        await ledger.undo_batch("b1")
        assert await ledger.undo_batch("b1") == RowsChanged()

    async def test_of_an_unknown_batch_is_a_failure(self, ledger: Ledger):
        with pytest.raises(LedgerFailure, match="no batch b9"):
            await ledger.undo_batch("b9")

    async def test_gives_the_rows_as_they_were_last(self, ledger: Ledger):
        await save(ledger, "b1", a_row("60"), a_row("30"))
        amended = await ledger.amend("b1/0", FieldChange(amount=Money(5000)))
        assert (await ledger.undo_batch("b1")).undone[0] == amended


class TestAmending:
    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            (FieldChange(amount=Money(5000)), replace(a_row(), amount=Money(5000))),
            (FieldChange(type=INCOME), replace(a_row(), type=INCOME)),
            (FieldChange(category="饮品"), replace(a_row(), category="饮品")),
            (FieldChange(type=INCOME, category="红包"), replace(a_row(), type=INCOME, category="红包")),
            (FieldChange(description=""), replace(a_row(), description="")),
            (FieldChange(date=date(2026, 1, 2)), replace(a_row(), date=date(2026, 1, 2))),
            (FieldChange(account="微信"), replace(a_row(), account="微信", said_account="微信")),
            (NO_CHANGE, a_row()),
        ],
        ids=["amount", "type", "category", "both", "description", "date", "account", "nothing"],
    )
    async def test_changes_what_is_named(self, ledger: Ledger, change: FieldChange, expected: Transaction):
        other, row = await save(ledger, "b1", a_row(), a_row())
        amended = await ledger.amend(row.id, change)
        assert amended == replace(expected, id=row.id, batch_id="b1")
        assert await rows_of(ledger) == [other, amended]

    @pytest.mark.parametrize(
        ("change", "accounts"),
        [
            (FieldChange(to_account="银行卡"), ("微信", "银行卡")),
            (FieldChange(account="现金"), ("现金", "支付宝")),
            (FieldChange(type=TRANSFER), ("微信", "支付宝")),
            (FieldChange(type=EXPENSE), ("微信", None)),
            (FieldChange(type=EXPENSE, to_account="现金"), ("微信", None)),
        ],
    )
    async def test_only_a_transfer_keeps_a_second_account(
        self, ledger: Ledger, change: FieldChange, accounts: tuple[str, str | None]
    ):
        (row,) = await save(ledger, "b1", a_transfer())
        amended = await ledger.amend(row.id, change)
        assert (amended.account, amended.to_account) == accounts
        assert await rows_of(ledger) == [amended] == [row.amended(change)]

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            (FieldChange(amount=ZERO), "the amount is 0"),
            (FieldChange(amount=Money(MAX_FEN + 1)), "at most 1000000000"),
            (FieldChange(amount=Money(10**25)), "at most 1000000000"),
            (FieldChange(category="没有的", description="x"), "no category '没有的'"),
            (FieldChange(account="没有的", description="x"), "no account '没有的'"),
        ],
    )
    async def test_is_refused_as_a_whole(self, ledger: Ledger, change: FieldChange, told: str):
        (row,) = await save(ledger, "b1", a_row())
        with pytest.raises(LedgerFailure, match=f"{told}.*nothing was changed"):
            await ledger.amend(row.id, change)
        assert await rows_of(ledger) == [row]

    @pytest.mark.parametrize("change", [NO_CHANGE, FieldChange(description="x")])
    async def test_of_an_unknown_or_undone_row_is_a_failure(self, ledger: Ledger, change: FieldChange):
        (row,) = await save(ledger, "b1", a_row())
        await ledger.undo_batch("b1")
        for id_ in (row.id, "unknown"):
            with pytest.raises(LedgerFailure, match=f"no row {id_}"):
                await ledger.amend(id_, change)

    async def test_is_refused_where_the_second_account_is_unknown(self, ledger: Ledger):
        (row,) = await save(ledger, "b1", a_transfer())
        with pytest.raises(LedgerFailure, match=r"no account '没有的'.*nothing was changed"):
            await ledger.amend(row.id, FieldChange(to_account="没有的", description="x"))
        assert await rows_of(ledger) == [row]

    @pytest.mark.parametrize(
        ("was", "is_changed"),
        [
            (FieldChange(category="餐饮"), True),
            (NO_CHANGE, True),
            (
                FieldChange(
                    **{name: getattr(a_row(), name) for name in ("amount", "type", "date", "account")}
                ),
                True,
            ),
            (FieldChange(category="交通"), False),
            (FieldChange(category="餐饮", account="微信"), False),
            (FieldChange(date=date(2020, 1, 1)), False),
        ],
    )
    async def test_as_seen_changes_a_row_that_has_these_values(
        self, ledger: Ledger, was: FieldChange, is_changed: bool
    ):
        other, row = await save(ledger, "b1", a_row(), a_row())
        change = FieldChange(category="饮品")
        amended = row.amended(change)
        assert await ledger.amend_as_seen(row.id, was, change) == ((amended,) if is_changed else ())
        assert await rows_of(ledger) == [other, amended if is_changed else row]

    async def test_as_seen_leaves_an_unknown_and_an_undone_row(self, ledger: Ledger):
        (row,) = await save(ledger, "b1", a_row())
        await ledger.undo_batch("b1")
        for id_ in (row.id, "unknown"):
            assert await ledger.amend_as_seen(id_, NO_CHANGE, FieldChange(description="x")) == ()

    async def test_as_seen_is_refused_as_a_whole(self, ledger: Ledger):
        (row,) = await save(ledger, "b1", a_row())
        with pytest.raises(LedgerFailure, match=r"no category '没有的'.*nothing was changed"):
            await ledger.amend_as_seen(row.id, NO_CHANGE, FieldChange(category="没有的"))
        assert await rows_of(ledger) == [row]

    async def test_counts_in_answers_at_once(self, ledger: Ledger):
        (row,) = await save(ledger, "b1", a_row("60"))
        await ledger.amend(row.id, FieldChange(type=INCOME, amount=Money(100)))
        assert (await ask(ledger, Measure.TOTAL)).count == 0
        assert (await ask(ledger, Measure.TOTAL, of_type=INCOME)).total == Money(100)


class TestWhatIsRemembered:
    async def test_categories_latest_first_and_each_once(self, ledger: Ledger):
        await save(ledger, "b1", a_row(), a_row(category="交通"), a_row())
        await save(ledger, "b2", a_row(category="饮品"))
        assert (await ledger.vocabulary()).recent == ("饮品", "餐饮", "交通")

    async def test_categories_of_the_latest_fifty_rows(self, ledger: Ledger):
        await save(ledger, "b1", a_row(category="交通"), *(a_row() for _ in range(49)))
        assert (await ledger.vocabulary()).recent == ("餐饮", "交通")
        await save(ledger, "b2", a_row())
        assert (await ledger.vocabulary()).recent == ("餐饮",)

    async def test_categories_follow_every_write(self, ledger: Ledger):
        await save(ledger, "b1", a_row())
        await save(ledger, "b2", a_row(category="交通"))
        assert (await ledger.vocabulary()).recent == ("交通", "餐饮")
        await ledger.amend("b2/0", FieldChange(category="汽车"))
        assert (await ledger.vocabulary()).recent == ("汽车", "餐饮")
        await ledger.undo_batch("b2")
        assert (await ledger.vocabulary()).recent == ("餐饮",)

    async def test_the_rows_saved_last(self, ledger: Ledger):
        batch = await save(ledger, "b1", *(a_row(str(number)) for number in range(1, 61)))
        assert (await ledger.memory()).recent == tuple(batch[:9:-1])

    async def test_what_was_said_most_often_comes_first(self, ledger: Ledger):
        said = ("打车", "买菜", "", "打车", "豆浆")
        await save(
            ledger,
            "b1",
            *(replace(a_row(str(number)), description=words) for number, words in enumerate(said, 1)),
        )
        assert (await ledger.memory()).said == ("打车", "豆浆", "买菜")

    async def test_the_usual_amount_of_a_category(self, ledger: Ledger):
        meals = [a_row(yuan) for yuan in ("10", "500", "30", "20")]
        await save(ledger, "b1", *meals, a_row("8", "红包"), a_row("9", "红包", INCOME))
        assert set((await ledger.memory()).usual) == {
            Usual(EXPENSE, "餐饮", Money(2000), 4),
            Usual(EXPENSE, "红包", Money(800), 1),
            Usual(INCOME, "红包", Money(900), 1),
        }

    async def test_an_undone_row_is_forgotten(self, ledger: Ledger):
        await save(ledger, "b1", a_row())
        await ledger.undo_batch("b1")
        assert await ledger.memory() == EMPTY_MEMORY


class TestReadingEverything:
    async def test_goes_on_with_what_was_there_while_others_write(self, ledger: Ledger):
        first = await save(ledger, "b1", *(a_row() for _ in range(1200)))
        rows = ledger.rows()
        read = [await anext(rows)]
        await save(ledger, "b2", a_row())
        await ledger.undo_batch("b1")
        read += [row async for row in rows]
        assert read == first


class TestClosing:
    async def test_twice_is_once(self, ledger: Ledger):
        await ledger.close()
        await ledger.close()

    async def test_waits_for_a_save_that_was_begun(self, tmp_path: Path, ledger: Ledger):
        batch = batch_of("b1", a_row())
        saved, _ = await asyncio.gather(ledger.save_batch("b1", batch), ledger.close())
        assert saved == tuple(batch)

    async def test_a_question_to_a_closed_ledger_is_a_failure(self, ledger: Ledger):
        await ledger.close()
        with pytest.raises(LedgerFailure, match="is closed; open it again"):
            await save(ledger, "b1", a_row())
        with pytest.raises(LedgerFailure, match="is closed"):
            await rows_of(ledger)


SOAP = a_row("39.9", "日用", description="洗衣液", account="微信")


async def teach(
    ledger: Ledger, batch_id: str, *rows: Transaction, words: str = "洗衣液"
) -> list[Transaction]:
    """Save rows whose category was corrected."""
    batch = batch_of(batch_id, *rows)
    await ledger.save_batch(batch_id, batch, [Lesson(row.id, words, HabitField.CATEGORY) for row in batch])
    return batch


async def habits(ledger: Ledger) -> dict[str, str]:
    return {habit.words: habit.value for habit in (await ledger.memory()).habits}


class TestHabits:
    async def test_are_learnt_with_the_first_correction(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP)
        assert await habits(ledger) == {"洗衣液": "日用"}
        await teach(ledger, "b2", SOAP)
        (habit,) = (await ledger.memory()).habits
        assert habit == Habit("洗衣液", EXPENSE, HabitField.CATEGORY, "日用", 2, NOW)

    async def test_an_account_is_learnt_too(self, ledger: Ledger):
        for batch_id in ("b1", "b2"):
            (row,) = batch_of(batch_id, SOAP)
            await ledger.save_batch(batch_id, [row], [Lesson(row.id, "洗衣液", HabitField.ACCOUNT)])
        assert await habits(ledger) == {"洗衣液": "微信"}

    async def test_a_batch_that_is_saved_again_teaches_once(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP)
        await teach(ledger, "b1", SOAP)
        assert [habit.count for habit in (await ledger.memory()).habits] == [1]

    async def test_an_undone_batch_is_unlearnt(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP)
        await ledger.undo_batch("b1")
        assert await habits(ledger) == {}

    async def test_a_row_that_is_amended_teaches_its_new_category(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP)
        (row,) = await teach(ledger, "b2", SOAP)
        await ledger.amend(row.id, FieldChange(category="购物"))
        assert await habits(ledger) == {"洗衣液": "购物"}

    async def test_a_change_for_this_time_alone_teaches_nothing_and_keeps_what_was_taught(
        self, ledger: Ledger
    ):
        (row,) = batch_of("b1", SOAP)
        lessons = [Lesson(row.id, "洗衣液", field) for field in (HabitField.SAID, HabitField.CATEGORY)]
        await ledger.save_batch("b1", [row], lessons)
        before = await habits(ledger)
        assert (await ledger.amend(row.id, FieldChange(category="购物"), is_once=True)).category == "购物"
        await ledger.amend(row.id, FieldChange(category="宠物"))
        assert await habits(ledger) == before == {"洗衣液": "日用"}

    async def test_a_row_that_was_not_corrected_teaches_once_it_is_changed(self, ledger: Ledger):
        for batch_id in ("b1", "b2"):
            (row,) = batch_of(batch_id, SOAP)
            await ledger.save_batch(batch_id, [row], [Lesson(row.id, "洗衣液", HabitField.SAID)])
        assert await habits(ledger) == {}
        await ledger.amend("b1/0", FieldChange(amount=Money(1), category="日用"))
        assert await habits(ledger) == {}
        await ledger.amend("b2/0", FieldChange(category="购物"))
        await ledger.amend("b1/0", FieldChange(category="宠物"))
        assert await habits(ledger) == {"洗衣液": "宠物"}
        await ledger.amend("b2/0", FieldChange(category="日用", account="支付宝"))
        assert {habit.value for habit in (await ledger.memory()).habits} == {"支付宝", "日用"}
        await ledger.undo_batch("b2")
        assert await habits(ledger) == {"洗衣液": "宠物"}

    async def test_the_words_of_rows_are_known_those_said_last_first(self, ledger: Ledger):
        for batch_id, words in (("b1", "洗衣液"), ("b2", "猫粮"), ("b3", "牛奶"), ("b4", "洗衣液")):
            (row,) = batch_of(batch_id, SOAP)
            await ledger.save_batch(batch_id, [row], [Lesson(row.id, words, HabitField.SAID)])
        assert (await ledger.memory()).words_of_rows == ("洗衣液", "牛奶", "猫粮")

    async def test_a_change_of_the_type_teaches_no_category(self, ledger: Ledger):
        (row,) = batch_of("b1", SOAP)
        await ledger.save_batch("b1", [row], [Lesson(row.id, "洗衣液", HabitField.SAID)])
        await ledger.amend(row.id, FieldChange(type=TransactionType.TRANSFER, category="转账"))
        (habit,) = (await ledger.memory()).habits
        assert (habit.field, habit.type) == (HabitField.TYPE, TransactionType.TRANSFER)
        await ledger.amend(row.id, FieldChange(category="还款"))
        assert len((await ledger.memory()).habits) == 1

    async def test_are_forgotten_by_their_words(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP, SOAP)
        await teach(ledger, "b2", SOAP, SOAP, words="猫粮")
        gone = await ledger.forget("猫粮！")
        assert [habit.words for habit in gone] == ["猫粮"]
        assert await habits(ledger) == {"洗衣液": "日用"}
        assert await ledger.forget("牛奶") == ()

    async def test_are_all_forgotten(self, ledger: Ledger):
        await teach(ledger, "b1", SOAP, SOAP)
        await teach(ledger, "b2", SOAP, words="猫粮")
        assert len(await ledger.forget_all()) == 2
        assert await habits(ledger) == {}
