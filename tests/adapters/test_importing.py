"""Files of other programs become rows; what cannot is named with its line; nothing is added twice."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from beancount.core import data
from beancount.parser import parser, printer
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.ledger_files import ledger_with, open_ledger, rows_in
from tests.support.ledger_rows import a_draft, a_row, batch_of
from voiced.adapters.exchange.file_formats import FileFormat, exported, read_file
from voiced.adapters.exchange.imported_lines import (
    BadLine,
    ImportedEntry,
    ImportedHabit,
    ImportedLine,
    ImportedOpening,
    LeftOut,
)
from voiced.adapters.exchange.importing import ImportPlan, as_seen, plan_import
from voiced.adapters.ledger.sqlite_intake import known_ids, take_in
from voiced.domain.balances import Opening
from voiced.domain.money import MAX_FEN, Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES, DEFAULT_VOCABULARY
from voiced.errors import LedgerFailure, WrongInput

EXPENSE, INCOME, TRANSFER = TransactionType

QIANJI_EXPORT = """\
ID,时间,分类,二级分类,类型,金额,币种,账户1,账户2,备注,已报销,手续费,优惠券,记账者,账单标记,标签,账单图片,关联账单
qj1,2026-11-20 12:05:00,餐饮,午餐,支出,35.50,CNY,微信,,牛肉面,,,,我,,,,
qj2,2026-11-19 09:00:00,工资,,收入,9000,CNY,银行卡,,,,,,我,,,,
qj3,2026-11-18 08:00:00,,,转账,"1,000.00",CNY,银行卡,微信,零花,,,,我,,,,
qj4,2026-11-17 08:00:00,,,还款,500,CNY,银行卡,信用卡,,,,,我,,,,
qj5,2026-11-16 08:00:00,餐饮,,退款,12,CNY,微信,,少送一份,,,,我,,,,qj1
qj6,2026-11-15 08:00:00,餐饮,,支出,0,CNY,微信,,优惠券全免,,,10,我,,,,
"""
SUISHOUJI_APP = """\
随手记导出文件(headers:v5;Android;MyMoney For Android;13.2.1;202611211030)
"交易类型","日期","类别","子类别","项目","账户","账户币种","金额","成员","商家","备注","关联Id"
"支出","2026-11-20 12:05:00","食品酒水","早餐","","微信","CNY","8.00","","包子铺","",""
"转出","2026-11-18 08:00:00","","","","银行卡","CNY","1000.00","","","","7"
"转入","2026-11-18 08:00:00","","","","支付宝","CNY","1000.00","","","","7"
"余额变更","2026-11-01 00:00:00","","","","现金","CNY","88.00","","","",""
"""
SUISHOUJI_WEB = """\
交易类型,日期,分类,子分类,账户1,账户2,金额,成员,商家,项目,备注
支出,2026-11-20 12:05,行车交通,打车,支付宝,,23.5,,滴滴,,回家
收入,2026-11-19,职业收入,工资,银行卡,,9000,,,,
转账,2026-11-18,,,银行卡,微信,1000,,,,
"""


@pytest.fixture
def local_zone(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[[str], None]]:
    """Moves this machine to another time zone."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


def read(tmp_path: Path, text: str, form: FileFormat, encoding: str = "utf-8") -> list[ImportedLine]:
    file = tmp_path / "bills"
    file.write_bytes(text.encode(encoding))
    return list(read_file(file, form).lines)


def shown(reading: ImportedLine) -> str:
    match reading:
        case ImportedEntry():
            names, values = "/".join(reading.categories), reading.values
            goes = f"{values.account} → {values.to_account}" if values.to_account else values.account
            words = f"{values.type} {values.amount} {names} {goes} {values.description}"
            return f"{reading.line}: {reading.happened:%m-%d %H:%M} {words}".rstrip()
        case BadLine(line, reason):
            return f"{line}: bad: {reason}"
        case LeftOut(line, reason):
            return f"{line}: left out: {reason}"
        case ImportedHabit(line, habit):
            return f"{line}: stated: {habit.words} {habit.value}"
        case ImportedOpening(line, opening):
            return f"{line}: opening: {opening.account} {opening.amount} {opening.day}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030"])
def test_bills_of_qianji_are_read_whatever_their_encoding(encoding: str, tmp_path: Path):
    assert [shown(reading) for reading in read(tmp_path, QIANJI_EXPORT, FileFormat.QIANJI, encoding)] == [
        "2: 11-20 12:05 EXPENSE 35.5 午餐/餐饮 微信 牛肉面",
        "3: 11-19 09:00 INCOME 9000 工资 银行卡",
        "4: 11-18 08:00 TRANSFER 1000 转账 银行卡 → 微信 零花",
        "5: 11-17 08:00 TRANSFER 500 还款 银行卡 → 信用卡",
        "6: 11-16 08:00 INCOME 12 退款 微信 少送一份",
        "7: left out: the amount is 0",
    ]


def test_a_fee_of_qianji_is_named_as_left_out(tmp_path: Path):
    bills = """时间,分类,类型,金额,账户1,手续费
2026/11/18 08:00,转账,转账,1000,银行卡,1.50
2026/11/18 08:00,转账,转账,500,银行卡,0.00
"""
    assert [shown(reading) for reading in read(tmp_path, bills, FileFormat.QIANJI)] == [
        "2: 11-18 08:00 TRANSFER 1000 转账 银行卡",
        "2: left out: the fee of 1.50 (手续费); the bill itself is taken, enter the fee by hand",
        "3: 11-18 08:00 TRANSFER 500 转账 银行卡",
    ]


def test_bills_of_suishoujis_app_are_read_a_transfer_from_its_two_lines(tmp_path: Path):
    assert [shown(reading) for reading in read(tmp_path, SUISHOUJI_APP, FileFormat.SUISHOUJI)] == [
        "3: 11-20 12:05 EXPENSE 8 早餐/食品酒水 微信 包子铺",
        "4: 11-18 08:00 TRANSFER 1000 转账 银行卡 → 支付宝",
        "5: left out: the other side of a transfer",
        "6: left out: 余额变更 sets a balance and is not a payment",
    ]


def test_bills_of_suishoujis_web_page_are_read(tmp_path: Path):
    assert [shown(reading) for reading in read(tmp_path, SUISHOUJI_WEB, FileFormat.SUISHOUJI)] == [
        "2: 11-20 12:05 EXPENSE 23.5 打车/行车交通 支付宝 回家",
        "3: 11-19 00:00 INCOME 9000 工资/职业收入 银行卡 工资",
        "4: 11-18 00:00 TRANSFER 1000 转账 银行卡 → 微信",
    ]


@pytest.mark.parametrize(
    "day", ["2026-11-20", "2026/11/20", "2026/11/20 8:05", "2026年11月20日", "2026.11.20 08:05:09"]
)
def test_days_are_read_in_every_form(day: str, tmp_path: Path):
    (entry,) = read(tmp_path, f"时间,分类,类型,金额\n{day},餐饮,支出,￥35.50 元\n", FileFormat.QIANJI)
    assert isinstance(entry, ImportedEntry)
    assert (entry.values.date, entry.values.amount) == (date(2026, 11, 20), Money(3550))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2026-02-30,餐饮,支出,35", "'2026-02-30' is not a date; write it as 2026-11-21"),
        ("昨天,餐饮,支出,35", "'昨天' is not a date"),
        ("2026-11-20,餐饮,支出,三十", "'三十' is not an amount; write it as 35.50"),
        ("2026-11-20,餐饮,支出,1.005", "'1.005' is not an amount"),
        ('2026-11-20,餐饮,支出,"35,50"', "'35,50' is not an amount"),
        ('2026-11-20,餐饮,支出,"1,0000"', "'1,0000' is not an amount"),
        ("2026-11-20,餐饮,支出,-3", "the amount is -3; it must be above 0"),
        ("2026-11-20,餐饮,支出,1000000000.01", "is not an amount"),
        ("2026-11-20,餐饮,赊账,35", "the type '赊账' is not known; known are 支出 收入"),
        ("2026-11-20,餐饮,支出", "'' is not an amount"),
        ("2026-11-20,餐饮,支出,3,USD", "the currency is USD; a ledger holds CNY only"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_the_next_is_read(line: str, reason: str, tmp_path: Path):
    text = f"时间,分类,类型,金额,币种,备注\n\n{line}\n2026-11-20,餐饮,支出,35,,好\n"
    bad, good = read(tmp_path, text, FileFormat.QIANJI)
    assert isinstance(bad, BadLine)
    assert bad.line == 3
    assert reason in bad.reason
    assert isinstance(good, ImportedEntry)


def test_a_line_keeps_its_number_behind_texts_of_several_lines(tmp_path: Path):
    text = '时间,分类,类型,金额,备注\n2026-11-20,餐饮,支出,35,"两\n行"\n2026-11-20,餐饮,支出,x,\n'
    first, second = read(tmp_path, text, FileFormat.QIANJI)
    assert (first.line, second.line) == (2, 4)


@pytest.mark.parametrize(
    ("form", "content", "reason"),
    [
        (
            FileFormat.QIANJI,
            "日期,金额\n".encode(),
            "has no line with the columns 时间, 分类, 类型, 金额; is it another",
        ),
        (FileFormat.CSV, b"", "has no line with the columns id, batch_id"),
        (FileFormat.CSV, b'a,b\n"c', "line 2: is not valid CSV"),
        (FileFormat.QIANJI, b"\xff\xff\xff", "is neither UTF-8 nor GB 18030"),
    ],
)
def test_a_file_of_another_kind_is_wrong_input(form: FileFormat, content: bytes, reason: str, tmp_path: Path):
    (tmp_path / "bills").write_bytes(content)
    with pytest.raises(WrongInput, match=f"bills: {reason}"):
        read_file(tmp_path / "bills", form)


def test_a_missing_file_is_wrong_input(tmp_path: Path):
    with pytest.raises(WrongInput, match="No such file or directory; name another file"):
        read_file(tmp_path / "none", FileFormat.CSV)


def planned(tmp_path: Path, text: str, form: FileFormat, *, adds_names: bool = False) -> ImportPlan:
    return plan_import(read(tmp_path, text, form), form, DEFAULT_VOCABULARY, adds_names=adds_names)


def test_names_are_matched_by_the_words_that_mean_them(tmp_path: Path):
    plan = planned(tmp_path, SUISHOUJI_WEB.replace("支付宝", "余额宝"), FileFormat.SUISHOUJI)
    assert plan.bad == ()
    assert [(row.category, row.account) for row in plan.rows] == [
        ("转账", "银行卡"),
        ("工资", "银行卡"),
        ("交通", "支付宝"),
    ]


def test_the_account_that_a_transfer_goes_to_is_matched_too(tmp_path: Path):
    plan = planned(tmp_path, SUISHOUJI_WEB.replace(",微信,1000", ",余额宝,1000"), FileFormat.SUISHOUJI)
    assert [(row.account, row.to_account) for row in plan.rows if row.type is TRANSFER] == [
        ("银行卡", "支付宝")
    ]
    text = SUISHOUJI_WEB.replace(",微信,1000", ",招商银行,1000")
    plan = planned(tmp_path, text, FileFormat.SUISHOUJI)
    assert [bad.reason for bad in plan.bad] == [
        "the ledger has no account 招商银行; --add-names, or: voiced accounts add 招商银行"
    ]
    assert planned(tmp_path, text, FileFormat.SUISHOUJI, adds_names=True).accounts == ("招商银行",)


def test_names_that_the_ledger_lacks_are_in_the_way_unless_they_are_to_be_added(tmp_path: Path):
    text = "时间,分类,二级分类,类型,金额,账户1\n2026-11-20,户外,露营装备,支出,35,招商银行\n"
    plan = planned(tmp_path, text, FileFormat.QIANJI)
    assert plan.rows == ()
    assert [bad.line for bad in plan.bad] == [2, 2]
    assert (
        "no category 户外; --add-names, or: voiced categories add 户外 --type expense" in plan.bad[0].reason
    )
    assert "no account 招商银行; --add-names, or: voiced accounts add 招商银行" in plan.bad[1].reason
    plan = planned(tmp_path, text, FileFormat.QIANJI, adds_names=True)
    assert (plan.bad, plan.categories, plan.accounts) == ((), (("户外", EXPENSE),), ("招商银行",))


def test_ids_are_the_same_each_time_and_differ_between_entries_that_say_the_same(tmp_path: Path):
    bills = "时间,分类,类型,金额\n" + "2026-11-20,餐饮,支出,35\n" * 2
    ids = [row.id for row in planned(tmp_path, bills, FileFormat.QIANJI).rows]
    assert len(set(ids)) == 2
    longer = bills + "2026-11-20,餐饮,支出,35\n"
    assert [row.id for row in planned(tmp_path, longer, FileFormat.QIANJI).rows][:2] == ids


def test_a_transfer_has_the_id_that_it_had_when_its_second_account_went_into_its_words(tmp_path: Path):
    ids = {row.id for row in planned(tmp_path, SUISHOUJI_WEB, FileFormat.SUISHOUJI).rows}
    assert "ef8f2c84-a763-538d-8b34-74e153e45d3d" in ids


def test_a_bill_with_an_id_keeps_ours_when_it_was_edited_there(tmp_path: Path):
    before = planned(tmp_path, QIANJI_EXPORT, FileFormat.QIANJI).rows
    after = planned(tmp_path, QIANJI_EXPORT.replace("牛肉面", "拉面"), FileFormat.QIANJI).rows
    assert [row.id for row in before] == [row.id for row in after]


@pytest.fixture
async def ledger(tmp_path: Path) -> Path:
    return await ledger_with(tmp_path / "ledger.db")


def unheard(_done: int) -> None:
    """Nobody watches."""


async def test_imported_rows_are_neither_imported_again_nor_restored(ledger: Path, tmp_path: Path):
    plan = planned(tmp_path, QIANJI_EXPORT, FileFormat.QIANJI)
    assert take_in(ledger, plan, unheard) == 5
    assert [row.description for row in await rows_in(ledger)] == [
        "少送一份",
        "",
        "零花",
        "",
        "牛肉面",
    ]
    async with open_ledger(ledger) as opened:
        await opened.undo_batch(plan.rows[0].batch_id)
    assert known_ids(ledger, plan.rows) == {row.id for row in plan.rows}
    assert take_in(ledger, plan, unheard) == 0
    assert await rows_in(ledger) == []


async def test_an_import_leaves_the_daemons_open_draft_alone(ledger: Path, tmp_path: Path):
    async with open_ledger(ledger) as opened:
        await opened.drafts.keep(a_draft())
        take_in(ledger, planned(tmp_path, QIANJI_EXPORT, FileFormat.QIANJI), unheard)
        assert await opened.drafts.kept() == a_draft()


async def test_rows_of_a_batch_that_is_there_already_join_it(ledger: Path):
    rows = batch_of("b", a_row(), a_row("12", description="晚饭"))
    await ledger_with(ledger, rows[0])
    assert take_in(ledger, ImportPlan(tuple(rows), (), (), (), ()), unheard) == 1
    assert await rows_in(ledger) == rows


async def test_all_or_nothing(ledger: Path):
    good, bad = batch_of("b", a_row(), a_row(category="没有的"))
    with pytest.raises(LedgerFailure, match="importing failed"):
        take_in(ledger, ImportPlan((good, bad), (("露营", EXPENSE),), (), (), ()), unheard)
    with closing(sqlite3.connect(ledger)) as connection:
        assert connection.execute("SELECT count(*) FROM batches").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM transactions").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM categories WHERE is_custom").fetchone() == (0,)


def test_progress_is_told_in_pieces(tmp_path: Path):
    asyncio.run(ledger_with(tmp_path / "ledger.db"))
    rows = tuple(replace(row, id=f"r{n}") for n, row in enumerate(batch_of("b", *[a_row()] * 2500)))
    told = list[int]()
    take_in(tmp_path / "ledger.db", ImportPlan(rows, (), (), (), ()), told.append)
    assert told == [1000, 2000, 2500]


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
our_rows = st.builds(
    Transaction,
    id=st.uuids().map(str),
    batch_id=st.sampled_from(["3f0e", "9a1b"]),
    amount=st.integers(1, MAX_FEN).map(Money),
    type=st.sampled_from(TransactionType),
    category=st.sampled_from([category.name for category in DEFAULT_CATEGORIES]),
    account=st.sampled_from([account.name for account in DEFAULT_ACCOUNTS]),
    description=texts,
    date=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
    created_at=st.datetimes(datetime(1950, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    to_account=st.sampled_from([None, *(account.name for account in DEFAULT_ACCOUNTS)]),
).map(lambda row: row if row.type is TRANSFER else replace(row, to_account=None))
many_rows = st.lists(our_rows, max_size=4, unique_by=lambda row: row.id)


openings = st.lists(
    st.builds(
        Opening,
        account=st.sampled_from([account.name for account in DEFAULT_ACCOUNTS]),
        amount=st.integers(-MAX_FEN, MAX_FEN).map(Money),
        day=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
    ),
    max_size=3,
    unique_by=lambda one: one.account,
)


async def export_of(rows: Sequence[Transaction], form: FileFormat, openings: Sequence[Opening] = ()) -> str:
    async def given_rows() -> AsyncGenerator[Transaction]:
        for row in rows:
            yield row

    return "".join([text async for text in exported(given_rows(), form, openings=openings)])


async def there_and_back(
    rows: Sequence[Transaction], form: FileFormat, openings: Sequence[Opening] = ()
) -> ImportPlan:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bills"
        file.write_bytes((await export_of(rows, form, openings)).encode())
        found = read_file(file, form).lines
    plan = plan_import(found, form, DEFAULT_VOCABULARY, adds_names=False)
    assert (plan.bad, plan.left_out) == ((), ())
    assert as_seen(plan, form, frozenset()).openings == tuple(openings)
    return plan


@pytest.mark.parametrize("form", [FileFormat.JSONL, FileFormat.CSV])
@settings(max_examples=60)
@given(rows=many_rows, told=openings)
async def test_our_own_formats_lose_nothing_there_and_back(
    form: FileFormat, rows: list[Transaction], told: list[Opening]
):
    assert list((await there_and_back(rows, form, told)).rows) == rows


OLDER_JSONL = (
    '{"id":"r1","batch_id":"b1","amount":"35.5","currency":"CNY","type":"EXPENSE","category":"餐饮","account":"现金",'
    '"description":"午饭","date":"2026-11-20","created_at":"2026-11-21T12:00:00+08:00"}\n'
)
OLDER_CSV = """\
id,batch_id,amount,currency,type,category,account,description,date,created_at
r1,b1,35.5,CNY,EXPENSE,餐饮,现金,午饭,2026-11-20,2026-11-21T12:00:00+08:00
"""


@pytest.mark.parametrize(("form", "text"), [(FileFormat.JSONL, OLDER_JSONL), (FileFormat.CSV, OLDER_CSV)])
def test_an_export_from_before_a_transfer_had_two_accounts_is_read(
    form: FileFormat, text: str, tmp_path: Path
):
    (row,) = planned(tmp_path, text, form).rows
    assert (row.id, row.account, row.to_account) == ("r1", "现金", None)


@settings(max_examples=60)
@given(rows=many_rows, told=openings)
async def test_beancount_loses_nothing_there_and_back_but_a_description_that_only_says_the_category(
    rows: list[Transaction], told: list[Opening]
):
    expected = [
        replace(row, description="" if row.description == row.category else row.description) for row in rows
    ]
    assert list((await there_and_back(rows, FileFormat.BEANCOUNT, told)).rows) == expected


@pytest.mark.parametrize("form", [FileFormat.QIANJI, FileFormat.SUISHOUJI])
@settings(max_examples=60)
@given(rows=many_rows)
async def test_bills_keep_what_their_programs_have_a_place_for(form: FileFormat, rows: list[Transaction]):
    rows = [
        replace(row, description=row.description.strip())
        for row in rows
        if any(one.name == row.category and one.type is row.type for one in DEFAULT_CATEGORIES)
        and not (form is FileFormat.SUISHOUJI and row.category == "还款")
    ]

    def said(row: Transaction) -> tuple[object, ...]:
        return (
            row.date,
            row.amount.fen,
            row.type,
            row.category,
            row.account,
            row.to_account,
            row.description,
        )

    back = (await there_and_back(rows, form)).rows
    assert sorted(map(said, back), key=repr) == sorted(map(said, rows), key=repr)


def test_beancount_entries_that_people_write_are_read(tmp_path: Path):
    text = """\
option "title" "mine"
2020-01-01 open Assets:Bank
2026-11-20 * "Noodle bar" "lunch" #food
  Expenses:Food:Lunch   35.50 CNY ; with a comment
  Assets:Bank
2026-11-19 txn "pay"
  Assets:Bank   9,000 CNY
  Income:Salary  -9000.00 CNY

2026-11-18 ! "to the wallet"
  Assets:Bank    -10 CNY
  Assets:Wallet   10 CNY
2026-11-17 balance Assets:Bank 1 CNY
include "more.beancount"
"""
    assert [shown(reading) for reading in read(tmp_path, text, FileFormat.BEANCOUNT)] == [
        "3: 11-20 00:00 EXPENSE 35.5 Lunch Bank Noodle bar lunch",
        "6: 11-19 00:00 INCOME 9000 Salary Bank pay",
        "10: 11-18 00:00 TRANSFER 10 转账 Bank → Wallet to the wallet",
        "14: left out: voiced does not follow an include; import that file by itself",
    ]


@pytest.mark.parametrize(
    ("below", "reason"),
    [
        ("  Expenses:A  1 CNY\n  Expenses:B  1 CNY\n  Assets:C  -2 CNY", "it has 3 legs"),
        ("  Expenses:A  1 USD\n  Assets:C", "the currency is USD"),
        ("  Expenses:A  1 CNY @ 2 USD\n  Assets:C", "is not a plain amount"),
        ("  Expenses:A  1 CNY\n  Assets:C  -2 CNY", "do not add up"),
        ("  Expenses:A  -1 CNY\n  Assets:C  1 CNY", "voiced cannot record money"),
    ],
)
def test_beancount_entries_of_another_kind_are_named(below: str, reason: str, tmp_path: Path):
    (bad,) = read(tmp_path, f'2026-11-20 * "x"\n{below}\n', FileFormat.BEANCOUNT)
    assert isinstance(bad, BadLine)
    assert reason in bad.reason


def test_a_name_that_we_never_wrote_is_named_and_ends_nothing(tmp_path: Path):
    text = '2026-11-20 * "x" ^voiced-1\n  Expenses:X--ffffffffffff-  1 CNY\n  Assets:Cash\n'
    (bad,) = read(tmp_path, text, FileFormat.BEANCOUNT)
    assert bad == BadLine(1, "'X--ffffffffffff-' is not a name that voiced wrote; remove the link ^voiced-…")


def test_an_opening_balance_that_people_write_in_beancount_is_read(tmp_path: Path):
    written = """\
2026-01-01 * "Opening"
  Assets:Bank:现金  100 CNY
  Equity:Opening-Balances
2026-01-01 * "Opening"
  Equity:Opening-Balances  500.50 CNY
  Liabilities:信用卡
2026-01-01 * "Opening"
  Equity:Opening-Balances  5 CNY
  Expenses:餐饮  -5 CNY
2026-01-01 * "Opening"
  Equity:Opening-Balances  5 CNY
  Assets:现金  5 CNY
2026-01-01 * "Opening"
  Equity:Opening-Balances
  Assets:现金
"""
    assert [shown(reading) for reading in read(tmp_path, written, FileFormat.BEANCOUNT)] == [
        "1: opening: 现金 100 2026-01-01",
        "4: opening: 信用卡 -500.5 2026-01-01",
        "7: bad: voiced keeps no opening balance of Expenses:餐饮",
        "10: bad: its legs do not add up to zero",
        "13: bad: its legs do not add up to zero",
    ]


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_the_first_day_of_all_is_no_day(zone: str, tmp_path: Path, local_zone: Callable[[str], None]):
    local_zone(zone)
    (bad,) = read(tmp_path, '0001-01-01 * "x"\n  Expenses:X  1 CNY\n  Assets:Cash\n', FileFormat.BEANCOUNT)
    assert isinstance(bad, BadLine)


@settings(max_examples=30)
@given(rows=st.lists(our_rows, min_size=1, max_size=3, unique_by=lambda row: row.id))
async def test_our_export_as_beancount_formats_it_is_read(rows: list[Transaction]):
    """bean-format and other tools of beancount write the file anew; what they write is beancount's own form."""
    rows = [replace(row, description=row.description.replace("\n", " ").replace("\r", " ")) for row in rows]
    entries, errors, _ = parser.parse_string(await export_of(rows, FileFormat.BEANCOUNT))
    assert errors == []
    written = "".join(printer.format_entry(entry) for entry in entries if isinstance(entry, data.Transaction))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bills"
        file.write_bytes(written.encode())
        found = read_file(file, FileFormat.BEANCOUNT).lines
    plan = plan_import(found, "beancount", DEFAULT_VOCABULARY, adds_names=False)
    assert plan.bad == ()
    assert {(row.id, row.amount, row.category, row.account) for row in plan.rows} == {
        (row.id, row.amount, row.category, row.account) for row in rows
    }
