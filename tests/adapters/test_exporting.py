"""What other programs read in an export, asked of those programs where there is one."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from uuid import UUID

import pytest
from beancount import loader
from beancount.core import data
from beancount.core.amount import Amount
from beancount.parser import parser
from hypothesis import given
from hypothesis import strategies as st

from voiced.adapters.exchange.file_formats import FileFormat, exported
from voiced.domain.money import MAX_FEN, Money
from voiced.domain.transaction import Transaction, TransactionType
from voiced.domain.vocabulary import DEFAULT_ACCOUNTS, DEFAULT_CATEGORIES

EXPENSE, INCOME, TRANSFER = TransactionType
NOON = datetime(2026, 11, 21, 12, 0, 30, 250_000, tzinfo=timezone(timedelta(hours=8)))


def a_row(
    fen: int = 3550,
    type_: TransactionType = EXPENSE,
    category: str = "餐饮",
    account: str = "现金",
    description: str = "午饭",
    row_id: str = "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
    to_account: str | None = None,
) -> Transaction:
    return Transaction(
        id=row_id,
        batch_id="batch-1",
        amount=Money(fen),
        type=type_,
        category=category,
        account=account,
        description=description,
        date=date(2026, 11, 20),
        created_at=NOON,
        to_account=to_account,
    )


async def text_of(to: FileFormat, *rows: Transaction) -> str:
    async def given_rows() -> AsyncGenerator[Transaction]:
        for row in rows:
            yield row

    return "".join([text async for text in exported(given_rows(), to)])


def loaded(text: str) -> list[data.Transaction]:
    """The entries as beancount loads them, which must be without a complaint."""
    entries, errors, _ = loader.load_string(text)  # pyright: ignore[reportUnknownMemberType] - untyped there
    assert errors == []
    return [entry for entry in entries if isinstance(entry, data.Transaction)]


def postings(entry: data.Transaction) -> list[tuple[str, Decimal | None, str]]:
    return [
        (posting.account, posting.units.number, posting.units.currency)
        for posting in entry.postings
        if isinstance(posting.units, Amount)
    ]


async def test_jsonl_holds_what_scripts_rely_on():
    (line,) = (await text_of(FileFormat.JSONL, a_row())).splitlines()
    assert list(json.loads(line).items()) == [
        ("id", "6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
        ("batch_id", "batch-1"),
        ("amount", "35.5"),
        ("currency", "CNY"),
        ("type", "EXPENSE"),
        ("category", "餐饮"),
        ("account", "现金"),
        ("description", "午饭"),
        ("date", "2026-11-20"),
        ("created_at", "2026-11-21T12:00:30.250000+08:00"),
        ("to_account", ""),
        ("said_account", ""),
        ("paid_at", ""),
        ("merchant", ""),
    ]


async def test_jsonl_says_where_a_transfer_went():
    line = await text_of(FileFormat.JSONL, a_row(type_=TRANSFER, account="微信", to_account="支付宝"))
    assert (json.loads(line)["account"], json.loads(line)["to_account"]) == ("微信", "支付宝")


async def test_jsonl_keeps_each_row_on_a_line():
    row = a_row(description='两行\n"引号" 😀')
    (line,) = (await text_of(FileFormat.JSONL, row)).splitlines()
    assert json.loads(line)["description"] == row.description


async def test_jsonl_of_an_empty_ledger_is_empty():
    assert await text_of(FileFormat.JSONL) == ""


async def read_csv(*rows: Transaction) -> list[dict[str, str]]:
    text = await text_of(FileFormat.CSV, *rows)
    return list(csv.DictReader(io.StringIO(text.encode().decode("utf-8-sig"), newline="")))


async def test_csv_begins_with_the_mark_that_excel_needs():
    text = await text_of(FileFormat.CSV)
    assert text == "\ufeff" + (
        "id,batch_id,amount,currency,type,category,account,description,date,created_at,to_account,"
        "said_account,paid_at,merchant,opening\r\n"
    )


async def test_csv_holds_the_fields_of_the_json_lines():
    row = a_row(description='他说"好"，\n买了, 两样')
    jsonl = json.loads(await text_of(FileFormat.JSONL, row))
    assert await read_csv(row) == [{**jsonl, "opening": ""}]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
async def test_csv_disarms_what_a_spreadsheet_would_calculate(start: str):
    armed = f"{start}HYPERLINK(1)"
    (read,) = await read_csv(a_row(description=armed, category=armed, account=armed))
    assert {read["description"], read["category"], read["account"]} == {f"'{armed}"}


async def test_csv_leaves_other_texts_alone():
    (read,) = await read_csv(a_row(description="1+1=2"))
    assert read["description"] == "1+1=2"


async def test_beancount_loads_an_expense():
    (entry,) = loaded(await text_of(FileFormat.BEANCOUNT, a_row()))
    assert (entry.date, entry.flag, entry.narration) == (date(2026, 11, 20), "*", "午饭")
    assert entry.links == {"voiced-6f9619ff-8b86-d011-b42d-00cf4fc964ff"}
    assert (entry.meta["batch"], entry.meta["recorded"]) == ("batch-1", NOON.isoformat())
    assert postings(entry) == [
        ("Expenses:Food-餐饮", Decimal("35.50"), "CNY"),
        ("Assets:Cash-现金", Decimal("-35.50"), "CNY"),
    ]


@pytest.mark.parametrize(
    ("row", "legs"),
    [
        (
            a_row(9000, INCOME, "工资", "银行卡"),
            [("Income:Salary-工资", Decimal(-90), "CNY"), ("Assets:Bank-银行卡", Decimal(90), "CNY")],
        ),
        (
            a_row(1, TRANSFER, "还款", "微信"),
            [
                ("Equity:Transfers:Repayment-还款", Decimal("0.01"), "CNY"),
                ("Assets:WeChat-微信", Decimal("-0.01"), "CNY"),
            ],
        ),
        (
            a_row(1, TRANSFER, "转账", "微信", to_account="信用卡"),
            [
                ("Liabilities:CreditCard-信用卡", Decimal("0.01"), "CNY"),
                ("Assets:WeChat-微信", Decimal("-0.01"), "CNY"),
            ],
        ),
        (
            a_row(100, EXPENSE, "我的 猫-2号", "小金库"),
            [
                ("Expenses:C-我的-20-猫-2d-2号", Decimal(1), "CNY"),
                ("Assets:A-小金库", Decimal(-1), "CNY"),
            ],
        ),
    ],
    ids=["income", "transfer", "transfer between two accounts", "names of the user's own"],
)
async def test_beancount_moves_money_the_right_way(row: Transaction, legs: Sequence[object]):
    (entry,) = loaded(await text_of(FileFormat.BEANCOUNT, row))
    assert postings(entry) == legs


async def test_beancount_says_the_category_where_there_is_no_description():
    (entry,) = loaded(await text_of(FileFormat.BEANCOUNT, a_row(description="")))
    assert entry.narration == "餐饮"


async def test_beancount_knows_every_default_by_a_word_of_its_own():
    rows = [a_row(type_=category.type, category=category.name) for category in DEFAULT_CATEGORIES]
    rows += [a_row(account=account.name) for account in DEFAULT_ACCOUNTS]
    text = await text_of(FileFormat.BEANCOUNT, *rows)
    assert len(loaded(text)) == len(rows)
    opened = [entry.account for entry in parser.parse_string(text)[0] if isinstance(entry, data.Open)]
    assert len(opened) == len(set(opened)) == len(DEFAULT_CATEGORIES) + len(DEFAULT_ACCOUNTS)
    assert not [name for name in opened if ":C-" in name or ":A-" in name]


async def test_beancount_opens_a_category_for_each_type_it_was_used_with():
    """A row whose type was corrected keeps its category, so 餐饮 may come with an income."""
    assert len(loaded(await text_of(FileFormat.BEANCOUNT, a_row(), a_row(type_=INCOME)))) == 2


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
names = texts.filter(bool)
rows_of_any_kind = st.builds(
    Transaction,
    id=st.uuids().map(str),
    batch_id=st.uuids().map(str),
    amount=st.integers(1, MAX_FEN).map(Money),
    type=st.sampled_from(TransactionType),
    category=names,
    account=names,
    description=texts,
    date=st.dates(date(1950, 1, 1), date(2100, 1, 1)),
    created_at=st.datetimes(timezones=st.just(UTC)),
)


@given(row=rows_of_any_kind)
async def test_beancount_reads_back_any_row(row: Transaction):
    (entry,) = loaded(await text_of(FileFormat.BEANCOUNT, row))
    assert entry.narration == (row.description or row.category)
    assert entry.links == {f"voiced-{UUID(row.id)}"}
    assert {abs(number) for _, number, _ in postings(entry) if number is not None} == {row.amount.yuan}


@given(rows=st.lists(rows_of_any_kind, max_size=3))
async def test_jsonl_and_csv_read_back_any_rows(rows: list[Transaction]):
    jsonl = [json.loads(line) for line in (await text_of(FileFormat.JSONL, *rows)).split("\n")[:-1]]
    assert [row["description"] for row in jsonl] == [row.description for row in rows]
    assert [Money.from_text(row["amount"]) for row in jsonl] == [row.amount for row in rows]
    read = await read_csv(*rows)
    assert [row["description"].removeprefix("'") for row in read] == [
        row.description.removeprefix("'") for row in rows
    ]
