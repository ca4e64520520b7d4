"""The bill of 微信支付: a CSV until the summer of 2025, a workbook since."""

from __future__ import annotations

import re

from msgspec.structs import replace

from voiced.adapters.bills.naming import Naming
from voiced.adapters.bills.reading import BillReading, refuse_rounded_numbers, unsure
from voiced.adapters.bills.tables import Table
from voiced.adapters.exchange.tables import UnreadableCell, amount
from voiced.domain.bills.billed import BillDoubt, BilledLine, LineKind
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType

COLUMNS = ("交易时间", "交易类型", "收/支", "当前状态", "交易单号")
SOURCE = "wechat"

_DONE = re.compile(r"成功|已转账|已收钱|已存入|已到账|完成|已全额退款|已退款|已退还")
_FEE = re.compile(r"服务费\s*[¥￥]?\s*([\d.,]+)")
_OF_WALLET = frozenset({"零钱", "零钱通", ""})


def read(table: Table, naming: Naming) -> list[BilledLine]:
    """The lines of a bill.

    Raises:
        WrongInput: a spreadsheet rounded its numbers.
    """
    refuse_rounded_numbers(table, "交易单号")
    return [
        _line(BillReading(line, SOURCE, "交易单号", naming)) for line in table.lines if line.text("交易单号")
    ]


def _line(one: BillReading) -> BilledLine:
    cells, naming = one.cells, one.naming
    kind, method, status = cells("交易类型"), cells("支付方式"), cells("当前状态")
    wallet = naming.account("微信") or naming.account("零钱")
    account = wallet if method in _OF_WALLET else naming.account(method)
    base = one.line(
        happened=cells("交易时间"),
        amount=cells("金额(元)", "金额（元）"),
        merchant=cells("交易对方"),
        item=cells("商品"),
        trade=cells("商户单号"),
        method=method,
        wallet=wallet,
    )
    if base.kind is LineKind.UNSURE:
        return base
    if "失败" in status:
        return one.nothing(base, "it failed")
    if not _DONE.search(status):
        return unsure(base, BillDoubt.STATE, f"the state {status!r} is not known")
    if kind.endswith("退款"):
        return one.refund(base, account)
    match cells("收/支"):
        case "支出":
            name = "红包" if "红包" in kind else ""
            guess = naming.category(TransactionType.EXPENSE, base.item, base.merchant)
            return one.paid(
                base,
                TransactionType.EXPENSE,
                account,
                naming.existing(name or guess, TransactionType.EXPENSE),
            )
        case "收入":
            name = "红包" if "红包" in kind else "转账"
            return one.paid(
                base, TransactionType.INCOME, account, naming.existing(name, TransactionType.INCOME)
            )
        case _:
            return _own(one, base, kind, account, wallet)


def _own(
    one: BillReading, base: BilledLine, kind: str, account: str | None, wallet: str | None
) -> BilledLine:
    """A neutral line: money of the household that moved."""
    named = one.naming.account
    if kind == "零钱充值":
        return one.own(base, account, wallet)
    if kind == "零钱提现":
        return _with_fee(one.own(base, wallet, named(base.merchant) or account), one.cells("备注"))
    if kind.startswith("转入零钱通"):
        away = kind.partition("来自")[2]
        return (
            one.nothing(base, "within one account") if away in _OF_WALLET else one.own(base, account, wallet)
        )
    if kind.startswith("零钱通转出"):
        away = kind.partition("到")[2]
        return (
            one.nothing(base, "within one account")
            if away in _OF_WALLET
            else one.own(base, wallet, named(away))
        )
    if kind == "信用卡还款":
        card = named(base.merchant.removesuffix("还款")) or named("信用卡")
        return _with_fee(one.own(base, account, card, "还款"), one.cells("备注"))
    if kind == "购买理财通":
        return one.own(base, account, None)
    return unsure(base, BillDoubt.KIND, f"is in no total, and its kind {kind!r} is not known")


def _with_fee(line: BilledLine, remark: str) -> BilledLine:
    """A withdrawal or a repayment whose amount holds its fee."""
    told = _FEE.search(remark)
    try:
        fee = amount(told[1]) if told else Money(0)
    except UnreadableCell:
        return line
    return replace(line, amount=Money(line.amount.fen - fee.fen), fee=fee) if fee < line.amount else line
