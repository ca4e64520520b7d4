"""A file of bills, in whichever form it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path

from voiced.adapters.bills import alipay, banks, wechat
from voiced.adapters.bills.naming import Naming
from voiced.adapters.bills.tables import Record, Table, records_of, seen_columns, table_with
from voiced.domain.bills.billed import Bill, BilledLine
from voiced.domain.vocabulary import Vocabulary
from voiced.errors import WrongInput


class BillFormat(StrEnum):
    """Whose bill it is. Bills are only read."""

    ALIPAY = "alipay"
    WECHAT = "wechat"
    CMB = "cmb"
    ICBC = "icbc"
    CCB = "ccb"


_Reader = Callable[[Table, Naming], list[BilledLine]]
_FORMS: Sequence[tuple[BillFormat, Sequence[str], _Reader]] = (
    (BillFormat.WECHAT, wechat.COLUMNS, wechat.read),
    (BillFormat.ALIPAY, alipay.APP, alipay.read),
    (BillFormat.ALIPAY, alipay.WEB, alipay.read),
    *((BillFormat(form.name), form.required, partial(banks.read, form)) for form in banks.FORMS),
)
_COUNT = re.compile(r"共\s*(\d+)\s*笔记录")
_DAYS = re.compile(r"(?:起始|终止)时间：\[(\d{4}-\d{2}-\d{2})")
_CASH_BOOK = ("记录时间", "收支类型")


def read_bill(file: Path, vocabulary: Vocabulary, form: BillFormat | None = None) -> Bill:
    """The lines of a bill under the ledger's names.

    Raises:
        WrongInput: the file cannot be read, is in no known form or in another one than `form`, or was cut or altered.
    """
    records = records_of(file)
    try:
        found, table, read = _form_of(records, form)
        lines = read(table, Naming(vocabulary))
        _check_count(table, len(lines))
    except WrongInput as wrong:
        raise WrongInput(f"{file}: {wrong}") from wrong
    unique = tuple({line.ref: line for line in lines}.values())
    days = [line.day for line in unique]
    return Bill(found, unique, min(days, default=None), max(days, default=None), tuple(_repeated(lines)))


def _form_of(records: Sequence[Record], wanted: BillFormat | None) -> tuple[BillFormat, Table, _Reader]:
    for form, required, read in _FORMS:
        if table := table_with(records, *required):
            if wanted not in (None, form):
                raise WrongInput(f"is a bill of {form}, not of {wanted}; leave out --format")
            return form, table, read
    if table_with(records, *_CASH_BOOK):
        raise WrongInput("is the cash book (记账本) of 支付宝; export 账单 for 个人对账 instead")
    raise WrongInput(
        f"is no known bill: its columns are {seen_columns(records)}; known are those of 支付宝, 微信支付, 招商银行, "
        "工商银行 (credit card) and 建设银行"
    )


def _check_count(table: Table, count: int) -> None:
    told = _COUNT.search(table.preamble)
    if told and int(told[1]) != count:
        raise WrongInput(
            f"says that it has {told[1]} lines, and has {count}: it was cut or changed; export it again"
        )


def _repeated(lines: Sequence[BilledLine]) -> list[str]:
    counts = Counter(line.ref for line in lines)
    more = sum(count - 1 for count in counts.values())
    return [f"{more} lines stand in the file twice and were read once"] if more else []
