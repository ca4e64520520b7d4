"""Bills of 钱迹: the file that it exports, and the template that it imports.

Both have 时间, 分类, 类型 and 金额; the export begins with an ID of its own. Types beside 支出 and 收入: 转账, 还款 and
债务-… move money between accounts, 退款 and 报销 bring it back. The template has no place for our ids, and wants a second
account for a transfer; where a row of ours names none, a person fills it in.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterator

from voiced.adapters.exchange import tables
from voiced.adapters.exchange.imported_lines import BadLine, ImportedEntry, ImportedLine, LeftOut, described
from voiced.domain.file_import import LineProblem
from voiced.domain.money import ZERO
from voiced.domain.transaction import TYPE_NAMES, ParseResult, Transaction, TransactionType

COLUMNS = (
    "时间",
    "分类",
    "二级分类",
    "类型",
    "金额",
    "账户1",
    "账户2",
    "备注",
    "账单标记",
    "手续费",
    "优惠券",
    "标签",
    "账单图片",
)
"""The template that 钱迹 imports (docs.qianjiapp.com, 账单导入模板)."""

_PAID, _EARNED, _MOVED = TransactionType.EXPENSE, TransactionType.INCOME, TransactionType.TRANSFER


async def write(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as 钱迹's template for importing bills. Texts stay as they are, since a program reads them and calculates nothing."""
    yield tables.BYTE_ORDER_MARK + tables.record(COLUMNS)
    async for row in rows:
        repays = row.type is TransactionType.TRANSFER and row.category == "还款"
        bill = {
            "时间": f"{row.date:%Y/%m/%d} {tables.time_in_bill(row)}",
            "分类": row.category,
            "类型": "还款" if repays else TYPE_NAMES[row.type],
            "金额": f"{row.amount.yuan:.2f}",
            "账户1": row.account,
            "账户2": row.to_account or "",
            "备注": row.description,
        }
        yield tables.record([bill.get(column, "") for column in COLUMNS])


def read(text: str) -> Iterator[ImportedLine]:
    """The bills of a file."""
    for line in tables.table(text, ("时间", "分类", "类型", "金额")):
        try:
            yield _entry(line)
        except tables.UnreadableCell as problem:
            yield BadLine(line.number, str(problem), problem.problem)
            continue
        # A fee is paid beside the amount, and its category is unknown.
        if (fee := line.text("手续费")).strip("0."):
            yield LeftOut(
                line.number, f"the fee of {fee} (手续费); the bill itself is taken, enter the fee by hand"
            )


def _entry(line: tables.Line) -> ImportedLine:
    type_, categories = _kind(line)
    money = tables.amount(line.text("金额"))
    if money == ZERO:
        return LeftOut(line.number, "the amount is 0")
    tables.check_currency(line.text("币种"))
    happened = tables.day_and_time(line.text("时间"))
    category, *wider = categories
    values = ParseResult(
        amount=money,
        type=type_,
        category=category,
        date=happened.date(),
        description=described(line.text("备注"), line.text("二级分类"), type_),
        account=line.text("账户1") or None,
        to_account=(type_ is _MOVED and line.text("账户2")) or None,
    )
    return ImportedEntry(line.number, values, happened, tuple(wider), key=line.text("ID") or None)


def _kind(line: tables.Line) -> tuple[TransactionType, tuple[str, ...]]:
    named = (line.text("二级分类"), line.text("分类"))
    match kind := line.text("类型"):
        case "支出":
            return _PAID, named
        case "收入":
            return _EARNED, named
        case "退款" | "报销":
            return _EARNED, (kind,)
        case "转账":
            return _MOVED, ("转账",)
        case _ if "还款" in kind or kind.startswith("债务"):
            return _MOVED, ("还款" if "还" in kind else "转账",)
        case _:
            raise tables.UnreadableCell(
                f"the type {kind!r} is not known; known are 支出 收入 转账 还款 退款 报销", LineProblem.TYPE
            )
