"""Bills of 随手记: the tables of its web page (账户1, 账户2), and the CSV file of its app (headers:v5).

The app writes a transfer as two lines, 转出 and 转入, that share a 关联Id. Lines that set a balance are left out. The
table has no place for our ids, and wants a second account for a transfer; where a row of ours names none, a person fills it in.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator

from voiced.adapters.exchange import tables
from voiced.adapters.exchange.imported_lines import BadLine, ImportedEntry, ImportedLine, LeftOut, described
from voiced.domain.file_import import LineProblem
from voiced.domain.money import ZERO, Money
from voiced.domain.transaction import TYPE_CALLED, TYPE_NAMES, ParseResult, Transaction, TransactionType

COLUMNS = ("交易类型", "日期", "分类", "子分类", "账户1", "账户2", "金额", "成员", "商家", "项目", "备注")
"""The table of the web page."""

_TYPES = {**TYPE_CALLED, "转出": TransactionType.TRANSFER}
_PAIRED = "关联Id"


async def write(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as the table of 随手记's web page. Texts stay as they are, since a program reads them and calculates nothing."""
    yield tables.BYTE_ORDER_MARK + tables.record(COLUMNS)
    async for row in rows:
        bill = {
            "交易类型": TYPE_NAMES[row.type],
            "日期": f"{row.date.isoformat()} {tables.time_in_bill(row)}",
            "分类": row.category,
            "账户1": row.account,
            "账户2": row.to_account or "",
            "金额": f"{row.amount.yuan:.2f}",
            "备注": row.description,
        }
        yield tables.record([bill.get(column, "") for column in COLUMNS])


def read(text: str) -> Iterator[ImportedLine]:
    """The bills of a file."""
    lines = list(tables.table(text, ("交易类型", "日期", "金额")))
    received = {line.text(_PAIRED): line.text("账户") for line in lines if line.text("交易类型") == "转入"}
    paid = {line.text(_PAIRED) for line in lines if line.text("交易类型") == "转出"}
    for line in lines:
        try:
            yield _reading(line, received, paid)
        except tables.UnreadableCell as problem:
            yield BadLine(line.number, str(problem), problem.problem)


def _reading(line: tables.Line, received: dict[str, str], paid: set[str]) -> ImportedLine:
    kind = line.text("交易类型")
    if kind.endswith("变更"):
        return LeftOut(line.number, f"{kind} sets a balance and is not a payment")
    if kind == "转入" and line.text(_PAIRED) in paid:
        return LeftOut(line.number, "the other side of a transfer")
    if kind not in _TYPES:
        raise tables.UnreadableCell(
            f"the type {kind!r} is not known; known are {' '.join(_TYPES)}", LineProblem.TYPE
        )
    money = tables.amount(line.text("金额"))
    if money == ZERO:
        return LeftOut(line.number, "the amount is 0")
    tables.check_currency(line.text("账户币种", "币种"))
    return _entry(line, _TYPES[kind], money, received)


def _entry(
    line: tables.Line, type_: TransactionType, money: Money, received: dict[str, str]
) -> ImportedEntry:
    narrower, wider = line.text("子分类", "子类别"), line.text("分类", "类别")
    other = line.text("账户2", "转入账户") or received.get(line.text(_PAIRED) or "-", "")
    happened = tables.day_and_time(line.text("日期"))
    is_transfer = type_ is TransactionType.TRANSFER
    values = ParseResult(
        amount=money,
        type=type_,
        category="转账" if is_transfer else narrower,
        date=happened.date(),
        description=described(line.text("备注", "商家"), narrower, type_),
        account=line.text("账户1", "账户", "支出账户", "收入账户", "转出账户") or None,
        to_account=(is_transfer and other) or None,
    )
    return ImportedEntry(line.number, values, happened, () if is_transfer else (wider,))
