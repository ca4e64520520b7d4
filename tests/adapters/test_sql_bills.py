"""Bills in the ledger, on both databases: what an import writes, again, beside edits, and undone."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from msgspec.structs import replace

from tests.domain.bills.households import a_line, a_row
from tests.domain.bills.test_matching import CARD, OWN, REFUND
from tests.support.bills import Household, as_file
from voiced.adapters.ledger import sql_bills
from voiced.adapters.ledger.sql_database import Database
from voiced.dialogue.sentences import figures
from voiced.dialogue.sentences.days_and_amounts import exact
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.billed import BillDoubt, BilledLine
from voiced.domain.bills.deciding import BillDecision, Verdict
from voiced.domain.bills.settled import LineOutcome
from voiced.domain.bills.standing import BillStanding
from voiced.domain.books import RowsChanged, RowSearch
from voiced.domain.hours import Hours
from voiced.domain.money import Money
from voiced.domain.question import AskedRows, LedgerQuestion, Measure, Period, RowsBehind
from voiced.domain.transaction import FieldChange, Transaction, TransactionType
from voiced.errors import LedgerRefusal, NotInLedger, WrongInput


@pytest.fixture
def home(database: Database) -> Household:
    """A household with an empty ledger."""
    return Household.over(database)


def said(id: str, fen: int, day: int, account: str | None = None, **other: Any) -> Transaction:
    """A row; with the account that the words named."""
    return replace(a_row(id, fen, day, account=account, **other).row, said_account=account)


LUNCH = a_line("1", 3980, 9, merchant="晴日杂货铺", item="洗衣液", category="日用", account="微信")
NOODLES = a_line("2", 1800, 10, merchant="面馆", item="牛肉面", category="餐饮")


async def test_a_link_takes_the_money_of_the_bill_and_keeps_the_words(home: Household) -> None:
    await home.says(said("s1", 4000, 9, description="洗衣液和纸", category="日用"))
    view = await home.desk.take(as_file(LUNCH, NOODLES))
    assert await home.told() == ["10 餐饮 18 支付宝 牛肉面", "9 日用 39.8 微信 洗衣液和纸"]
    row = next(row for row in await home.rows() if row.id == "s1")
    assert (row.paid_at, row.merchant, row.date) == (LUNCH.happened, "晴日杂货铺", date(2026, 10, 9))
    assert await home.bills.refs_of("s1") == ("alipay:1",)
    (before,) = await home.books.revisions("s1")
    assert (before.why, before.before.amount) == ("billed", Money(4000))
    assert [line.outcome for line in view.lines] == [LineOutcome.LINKED, LineOutcome.NEW]


async def test_the_same_bill_again_changes_nothing_also_after_changes(home: Household) -> None:
    await home.says(said("s1", 3980, 9), said("s2", 700, 9))
    first = await home.desk.take(as_file(LUNCH, NOODLES))
    (made,) = [row for row in await home.rows() if row.merchant == "面馆"]
    await home.ledger.amend("s1", FieldChange(amount=Money(4100)))
    await home.books.undo_row(made.id)
    before = await home.rows()
    again = await home.desk.take(as_file(LUNCH, NOODLES))
    assert (first.known, again.known, again.bill) == (0, 2, None)
    assert await home.rows() == before
    await home.ledger.undo_batch(first.bill.batch_id if first.bill else "")
    await home.desk.take(as_file(LUNCH, NOODLES))
    assert [row.amount for row in await home.rows()] == [Money(4100), Money(700)]


async def test_an_import_is_undone_to_the_byte_and_comes_back(home: Household) -> None:
    await home.says(said("s1", 4000, 9, description="洗衣液"), said("s2", 700, 9))
    before = await home.rows()
    view = await home.desk.take(as_file(LUNCH, NOODLES, a_line("3", 600, 11, fee=Money(10), **OWN)))
    assert view.bill is not None
    after = await home.rows()
    assert len(after) == 5, "two that were said, two payments and a fee"
    changed = await home.ledger.undo_batch(view.bill.batch_id)
    assert len(changed.undone) == 3
    assert set(changed.rows) == set(before) - set(after), "those that were said are told, too"
    assert await home.rows() == before
    back = await home.books.restore_batch(view.bill.batch_id)
    assert set(back.rows) == set(after) - set(before)
    assert await home.rows() == after
    await home.ledger.undo_batch(view.bill.batch_id)
    assert await home.ledger.undo_batch(view.bill.batch_id) == RowsChanged()


async def test_a_long_bill_is_written_in_parts_and_as_one(
    home: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sql_bills, "_PART", 1)
    await home.says(said("s1", 4000, 9, description="洗衣液"), said("s2", 1800, 10, description="面"))
    before = await home.rows()
    view = await home.desk.take(as_file(LUNCH, NOODLES, a_line("3", 600, 11, fee=Money(10), **OWN)))
    assert view.bill is not None
    after = await home.rows()
    assert len(after) == 4
    await home.ledger.undo_batch(view.bill.batch_id)
    assert await home.rows() == before
    await home.books.restore_batch(view.bill.batch_id)
    assert await home.rows() == after
    seen = await home.bills.seen()
    await home.says(said("s3", 900, 11))
    with pytest.raises(LedgerRefusal):
        await home.bills.write(view.write, seen)
    assert len(await home.rows()) == 5, "nothing of it"


class TestAnUndoneBill:
    """Whose methods got other accounts meanwhile."""

    WALLET = a_line("1", 3980, 9, merchant="晴日杂货铺", item="洗衣液", category="日用")
    OF_CARD = replace(NOODLES, account=None, method="招商银行储蓄卡(8821)")
    MOVED = a_line("3", 60000, 11, account=None, to_account="支付宝", fee=Money(10), **OWN)

    def file(self, card: str | None) -> bytes:
        return as_file(self.WALLET, replace(self.OF_CARD, account=card), replace(self.MOVED, account=card))

    @pytest.mark.parametrize(("first", "then"), [(None, "银行卡"), ("银行卡", None), ("银行卡", "微信")])
    async def test_is_imported_anew_and_undone_again(
        self, home: Household, first: str | None, then: str | None
    ) -> None:
        await home.says(said("s1", 4000, 9, description="洗衣液"), said("s2", 1800, 10, description="面"))
        before = await home.rows()
        told: list[list[str]] = []
        for card in (first, then, first):
            view = await home.desk.take(self.file(card))
            assert view.bill is not None
            told.append(await home.told())
            again = await home.desk.take(self.file(card))
            assert again.bill is None, "twice is once"
            await home.ledger.undo_batch(view.bill.batch_id)
            assert await home.rows() == before
        assert told[0] == told[2] != told[1]
        assert any(str(then) in row for row in told[1]) is (then is not None)

    async def test_stays_undone_with_the_accounts_that_it_had(self, home: Household) -> None:
        view = await home.desk.take(self.file("银行卡"))
        assert view.bill is not None
        await home.ledger.undo_batch(view.bill.batch_id)
        assert (await home.desk.take(self.file("银行卡"))).bill is None
        assert await home.rows() == []
        await home.books.restore_batch(view.bill.batch_id)
        assert len(await home.rows()) == 4

    async def test_brings_only_the_later_import_back(self, home: Household) -> None:
        first = await home.desk.take(self.file(None))
        assert first.bill is not None
        await home.ledger.undo_batch(first.bill.batch_id)
        then = await home.desk.take(self.file("银行卡"))
        assert then.bill is not None
        after = await home.told()
        await home.books.restore_batch(first.bill.batch_id)
        assert await home.told() == after
        await home.ledger.undo_batch(then.bill.batch_id)
        await home.books.restore_batch(then.bill.batch_id)
        assert await home.told() == after


async def test_what_a_person_changed_after_the_link_stays_when_it_is_undone(home: Household) -> None:
    await home.says(said("s1", 4000, 9, description="洗衣液", category="日用"))
    view = await home.desk.take(as_file(LUNCH))
    assert view.bill is not None
    await home.ledger.amend("s1", FieldChange(category="购物", amount=Money(4200)))
    await home.ledger.undo_batch(view.bill.batch_id)
    assert await home.told() == ["9 购物 42 现金 洗衣液"]


class TestABankAndAWallet:
    WALLET = a_line("1", 3980, 9, account="招行卡", merchant="面馆", category="餐饮")
    BANK = a_line("cmb:1", 3980, 10, "00:00", **(CARD | {"account": "银行卡"}))

    @pytest.mark.parametrize("order", [(WALLET, BANK), (BANK, WALLET)], ids=["wallet first", "bank first"])
    async def test_have_one_payment_in_either_order(
        self, home: Household, order: tuple[BilledLine, BilledLine]
    ) -> None:
        for line in order:
            await home.desk.take(as_file(replace(line, account="银行卡"), form=line.source))
        assert await home.told() == ["9 餐饮 39.8 银行卡 面馆"]

    async def test_keep_the_row_of_the_bank_that_a_person_named(self, home: Household) -> None:
        await home.desk.take(as_file(self.BANK, form="cmb"))
        (row,) = await home.rows()
        await home.ledger.amend(row.id, FieldChange(category="人情", description="请客"))
        view = await home.desk.take(as_file(replace(self.WALLET, account="银行卡")))
        assert await home.told() == ["10 人情 39.8 银行卡 请客"]
        assert (await home.rows())[0].merchant == "面馆"
        assert view.bill is not None
        await home.ledger.undo_batch(view.bill.batch_id)
        assert await home.told() == ["10 人情 39.8 银行卡 请客"]


async def test_two_bills_that_both_have_a_line_for_a_row_ask_in_either_order(home: Household) -> None:
    await home.says(said("s1", 3500, 9, description="午饭"))
    one = a_line("1", 3500, 9, account="支付宝", merchant="甲")
    other = a_line("wechat:1", 3500, 9, account="微信", wallet="微信", merchant="乙")
    await home.desk.take(as_file(one))
    assert await home.told() == ["9 其他 35 支付宝 午饭"]
    second = await home.desk.take(as_file(other, form="wechat"))
    assert await home.told() == ["9 其他 35 现金 午饭"], "nothing tells which of them it was"
    assert second.bill is not None
    await home.ledger.undo_batch(second.bill.batch_id)
    assert await home.told() == ["9 其他 35 支付宝 午饭"]


class TestAnAnswer:
    async def asked(self, home: Household) -> str:
        """A ledger with a line that may belong to a row; the batch of its import."""
        await home.says(said("s1", 1800, 10, account="现金", description="吃面"))
        view = await home.desk.take(as_file(NOODLES))
        assert [(line.outcome, line.settled.options) for line in view.lines] == [
            (LineOutcome.ASK, (("s1",),))
        ]
        assert view.bill is not None
        return view.bill.batch_id

    @pytest.mark.parametrize(
        ("decision", "rows"),
        [
            (BillDecision("alipay:2", Verdict.SAME, ("s1",)), ["10 餐饮 18 支付宝 吃面"]),
            (
                BillDecision("alipay:2", Verdict.OTHER, ("s1",)),
                ["10 其他 18 现金 吃面", "10 餐饮 18 支付宝 牛肉面"],
            ),
            (
                BillDecision("alipay:2", Verdict.NEW, category="人情", account="微信"),
                ["10 人情 18 微信 牛肉面", "10 其他 18 现金 吃面"],
            ),
            (BillDecision("alipay:2", Verdict.NOTHING), ["10 其他 18 现金 吃面"]),
        ],
        ids=["same", "other", "new", "nothing"],
    )
    async def test_is_written_and_undone(
        self, home: Household, decision: BillDecision, rows: list[str]
    ) -> None:
        batch = await self.asked(home)
        before = await home.rows()
        write = await home.desk.decide(batch, [decision])
        after = await home.rows()
        assert await home.told() == sorted(rows)
        assert write.batch is not None
        changed = await home.ledger.undo_batch(write.batch[0])
        assert changed.rows == tuple(row for row in before if row not in after)
        assert changed.undone == tuple(row for row in after if row.id not in {one.id for one in before})
        assert await home.rows() == before
        assert [line.outcome for line in await home.bills.lines_of_bill(batch)] == [LineOutcome.ASK]

    async def test_stays_when_another_bill_comes(self, home: Household) -> None:
        batch = await self.asked(home)
        await home.desk.decide(batch, [BillDecision("alipay:2", Verdict.SAME, ("s1",))])
        before = await home.rows()
        await home.desk.take(as_file(a_line("wechat:1", 1800, 10, account="微信"), form="wechat"))
        assert set(before) < set(await home.rows())

    async def test_goes_with_its_import(self, home: Household) -> None:
        before_all = await self.asked(home), await home.rows()
        await home.desk.decide(before_all[0], [BillDecision("alipay:2", Verdict.SAME, ("s1",))])
        await home.ledger.undo_batch(before_all[0])
        assert await home.rows() == before_all[1]

    async def test_files_a_row_that_the_bill_made(self, home: Household) -> None:
        view = await home.desk.take(as_file(NOODLES))
        assert view.bill is not None
        (row,) = await home.rows()
        await home.ledger.amend(row.id, FieldChange(description="请小周"))
        await home.desk.decide(view.bill.batch_id, [BillDecision("alipay:2", Verdict.NEW, category="人情")])
        assert await home.told() == ["10 人情 18 支付宝 请小周"]

    async def test_about_what_is_not_there_is_refused(self, home: Household) -> None:
        batch = await self.asked(home)
        for decision in (
            BillDecision("alipay:9", Verdict.NEW),
            BillDecision("alipay:2", Verdict.SAME, ("s9",)),
            BillDecision("alipay:2", Verdict.SAME),
            BillDecision("alipay:2", Verdict.NEW, category="没有的"),
        ):
            with pytest.raises(WrongInput):
                await home.desk.decide(batch, [decision])
        with pytest.raises(NotInLedger):
            await home.desk.decide("b9", [BillDecision("alipay:2", Verdict.NEW)])


async def test_a_write_that_was_planned_before_a_change_is_planned_anew(home: Household) -> None:
    seen = await home.bills.seen()
    view = await home.desk.preview(as_file(NOODLES))
    await home.says(said("s1", 700, 9))
    with pytest.raises(LedgerRefusal):
        await home.bills.write(view.write, seen)
    assert [row.id for row in await home.rows()] == ["s1"]


async def test_what_a_person_calls_a_merchant_is_remembered(home: Household) -> None:
    await home.says(said("s1", 3980, 9, category="人情"))
    first = await home.desk.take(as_file(LUNCH, NOODLES))
    assert first.bill is not None
    await home.desk.decide(first.bill.batch_id, [BillDecision("alipay:2", Verdict.NEW, category="学习")])
    later = [
        replace(line, ref=f"{line.ref}0", happened=line.happened.replace(day=25)) for line in (LUNCH, NOODLES)
    ]
    await home.desk.take(as_file(*later))
    assert [row for row in await home.told() if row.startswith("25")] == [
        "25 人情 39.8 微信 洗衣液",
        "25 学习 18 支付宝 牛肉面",
    ]


async def test_a_guess_of_a_bill_is_not_remembered(home: Household) -> None:
    await home.desk.take(as_file(NOODLES))
    assert await home.bills.learnt() == {}


async def test_a_preview_writes_nothing_and_shows_what_has_no_line(home: Household) -> None:
    await home.says(said("s1", 4000, 9, account="微信"), said("s2", 500, 9, account="现金"))
    await home.says(said("s3", 600, 10))
    view = await home.desk.preview(as_file(a_line("1", 990, 9), NOODLES))
    assert [row.id for row in view.alone] == ["s3"], "微信 and cash are no accounts of this bill"
    assert [row.id for row in await home.rows()] == ["s1", "s2", "s3"]
    assert await home.desk.bills() == ()


async def test_a_refund_names_its_payment(home: Household) -> None:
    await home.desk.take(as_file(a_line("1", 4550, 7, trade="m"), a_line("2", 1200, 17, trade="m", **REFUND)))
    lines = {line.ref: line for line in await home.bills.lines(date(2026, 10, 1), date(2026, 10, 31))}
    assert lines["alipay:2"].settled.refunds == "alipay:1"


async def test_an_import_is_seen_as_it_is_now(home: Household) -> None:
    await home.says(said("s1", 1800, 10, account="现金"))
    view = await home.desk.take(as_file(NOODLES))
    assert view.bill is not None
    now = await home.desk.view(view.bill.batch_id)
    assert now.bill == view.bill
    assert [row.id for row in now.rows] == ["s1"]
    assert await home.desk.bills() == (view.bill,)
    with pytest.raises(NotInLedger):
        await home.desk.view("b9")


async def test_how_far_the_bills_are_settled_is_known(home: Household) -> None:
    assert await home.ledger.bill_standings() == ()
    await home.says(said("s1", 1800, 10, account="现金"), said("s2", 3980, 9))
    await home.desk.take(as_file(LUNCH, NOODLES))
    later = BillStanding(BillFormat.ALIPAY, date(2026, 10, 25), date(2026, 10, 25), 0, 0, 1)
    now = BillStanding(BillFormat.ALIPAY, date(2026, 10, 9), date(2026, 10, 10), 1, 1, 0)
    assert await home.ledger.bill_standings() == (now,)
    await home.desk.take(as_file(replace(LUNCH, ref="alipay:3", happened=LUNCH.happened.replace(day=25))))
    assert await home.ledger.bill_standings() == (later,), "the latest one of each kind"


@pytest.mark.parametrize(
    ("said_there", "hours", "answer"),
    [
        ([], Hours(time(18), time(0)), "9日晚上一共花了30元，1笔。"),
        (
            [said("s1", 500, 9, description="菜")],
            Hours(time(5), time(18)),
            "9日晚上一共花了39.8元，1笔。另有1笔不知道几点。",
        ),
        (
            [said("s1", 500, 9, description="菜")],
            Hours(time(0), time(5)),
            "这段时间没有找到。另有1笔不知道几点。",
        ),
        ([], Hours(time(0), time(5)), "9日晚上没有记支出。"),
    ],
)
async def test_what_was_spent_in_some_hours_is_told_where_times_are_known(
    home: Household, said_there: list[Transaction], hours: Hours, answer: str
) -> None:
    for row in said_there:
        await home.says(row)
    await home.desk.take(as_file(LUNCH, a_line("3", 3000, 9, "19:30")))
    day = date(2026, 10, 9)
    period = Period("9日晚上", day, day, hours=hours)
    question = LedgerQuestion(Measure.TOTAL, AskedRows(TransactionType.EXPENSE, period))
    found = await home.ledger.answer(question)
    assert figures.answer(found, date(2026, 11, 2), exact) == answer
    assert (await home.books.search(RowSearch(behind=RowsBehind(question.rows)))).count == found.count


async def test_a_payment_of_a_later_day_is_looked_at(home: Household) -> None:
    view = await home.desk.take(as_file(replace(NOODLES, happened=NOODLES.happened.replace(month=12))))
    assert [(line.outcome, line.settled.line.doubt) for line in view.lines] == [
        (LineOutcome.ASK, BillDoubt.FUTURE)
    ]
