"""A file of bills, in whichever form it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path

from voiced.adapters.bills import alipay, banks, wechat
from voiced.adapters.bills.archives import ARCHIVE
from voiced.adapters.bills.naming import Naming
from voiced.adapters.bills.tables import (
    NO_TEXT,
    Record,
    Table,
    content_of,
    records_of,
    seen_columns,
    table_with,
)
from voiced.adapters.exchange.tables import Line
from voiced.domain.bills.bill_format import BILLS_READ, BillFormat
from voiced.domain.bills.billed import Bill, BilledLine, LineKind
from voiced.domain.money import ZERO, Money
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import WrongInput


class _UnknownForm(WrongInput):
    """The columns are those of no bill."""


_Reader = Callable[[Table, Naming], list[BilledLine]]
_FORMS: Sequence[tuple[BillFormat, Sequence[str], _Reader]] = (
    (BillFormat.WECHAT, wechat.COLUMNS, wechat.read),
    (BillFormat.ALIPAY, alipay.APP, alipay.read),
    (BillFormat.ALIPAY, alipay.WEB, alipay.read),
    *((form.name, form.required, partial(banks.read, form)) for form in banks.FORMS),
)
_COUNT = re.compile(r"共\s*(\d+)\s*笔记录")
_DAYS = re.compile(r"(?:起始|终止)时间：\[(\d{4}-\d{2}-\d{2})")
_SUMS = re.compile(r"(收入|支出|不计收支|中性交易)：(\d+)笔\s*([\d.,]+)元")
_NEUTRAL = frozenset({"", "/", "其他", "不计收支", "中性交易"})
_AMOUNTS = ("金额", "金额（元）", "金额(元)")
_CASH_BOOK = ("记录时间", "收支类型")


def read_bill(
    file: Path, vocabulary: Vocabulary, form: BillFormat | None = None, password: bytes | None = None
) -> Bill:
    """The lines of a bill under the ledger's names; see `bill_of`.

    Raises:
        WrongInput: the file cannot be read, or as `bill_of`.
    """
    try:
        return bill_of(content_of(file), vocabulary, form, password)
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong


def bill_of(
    content: bytes, vocabulary: Vocabulary, form: BillFormat | None = None, password: bytes | None = None
) -> Bill:
    """The lines of a bill under the ledger's names.

    Args:
        content: the file.
        vocabulary: the ledger's names.
        form: its format; it is found without.
        password: opens an archive.

    Raises:
        WrongInput: it is in no known form or in another one than `form`, or was cut or altered.
    """
    records = records_of(content, password)
    found, table, read = _form_of(records, form)
    lines = read(table, Naming(vocabulary))
    _check_count(table, len(lines))
    unique = tuple({line.ref: line for line in lines}.values())
    days = [*(line.day for line in unique if line.kind is not LineKind.UNSURE), *_told_days(table)]
    return Bill(
        found,
        unique,
        min(days, default=None),
        max(days, default=None),
        (*_repeated(lines), *_other_sums(table)),
    )


def read_content(content: bytes, vocabulary: Vocabulary, password: bytes | None) -> Bill:
    """`BillReader`: a bill in whichever form it is."""
    return bill_of(content, vocabulary, None, password)


def is_bill(content: bytes) -> bool:
    """Whether this is a bill, or meant to be one: it has the columns of a bill, or is no text."""
    try:
        _form_of(records_of(content), None)
    except _UnknownForm:
        return content.startswith(ARCHIVE)
    except WrongInput:
        return content.startswith(NO_TEXT)
    return True


def _form_of(records: Sequence[Record], wanted: BillFormat | None) -> tuple[BillFormat, Table, _Reader]:
    for form, required, read in _FORMS:
        if table := table_with(records, *required):
            if wanted not in (None, form):
                raise WrongInput(f"is a bill of {form}, not of {wanted}; leave out --format")
            return form, table, read
    if table_with(records, *_CASH_BOOK):
        raise WrongInput("is the cash book (记账本) of 支付宝; export 账单 for 个人对账 instead")
    raise _UnknownForm(
        f"is no known bill: its columns are {seen_columns(records)}; known are those of {BILLS_READ}"
    )


def _check_count(table: Table, count: int) -> None:
    told = _COUNT.search(table.preamble)
    if told and int(told[1]) != count:
        raise WrongInput(
            f"says that it has {told[1]} lines, and has {count}: it was cut or changed; export it again"
        )


def _told_days(table: Table) -> list[date]:
    return [date.fromisoformat(day) for day in _DAYS.findall(table.preamble)]


def _other_sums(table: Table) -> list[str]:
    """Where the sums that the bill tells differ from those of its lines. Wallets leave some lines out of them."""
    found: list[str] = []
    for name, count, told in _SUMS.findall(table.preamble):
        cells = [line for line in table.lines if _direction(line) == name]
        amounts = [money for line in cells if (money := Money.from_text(_bare(line.text(*_AMOUNTS))))]
        total = sum(amounts, ZERO)
        if (len(cells), total) != (int(count), Money.from_text(told.replace(",", ""))):
            found.append(f"it says {name} {count}笔 {told}元, and its lines have {len(cells)}笔 {total}元")
    return found


def _direction(line: Line) -> str:
    direction = line.text("收/支")
    neutral = "中性交易" if "交易类型" in line.cells else "不计收支"
    return neutral if direction in _NEUTRAL else direction


def _bare(amount: str) -> str:
    return amount.lstrip("¥￥").replace(",", "")


def _repeated(lines: Sequence[BilledLine]) -> list[str]:
    counts = Counter(line.ref for line in lines)
    more = sum(count - 1 for count in counts.values())
    return [f"{more} lines stand in the file twice and were read once"] if more else []
