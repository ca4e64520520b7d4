"""The bill of 支付宝: the export of its app, and the older form of its web page."""

from __future__ import annotations

import re

from voiced.adapters.bills.naming import Naming
from voiced.adapters.bills.reading import BillReading, Cells, refuse_rounded_numbers, unsure
from voiced.adapters.bills.tables import Table
from voiced.domain.bills.billed import BillDoubt, BilledLine, LineKind
from voiced.domain.bills.fitting import REFUNDED
from voiced.domain.transaction import TransactionType

APP = ("交易时间", "收/支", "金额", "交易状态", "交易订单号")
WEB = ("交易号", "付款时间", "收/支", "交易状态", "商品名称")
SOURCE = "alipay"

_PAID = frozenset(
    {
        "交易成功",
        "支付成功",
        "等待确认收货",
        "还款成功",
        "交易关闭",
        "退款成功",
        "退税成功",
        "已收入",
        "已支出",
    }
)
_REFUNDED = frozenset({"退款成功", "退税成功"})
_IN_WALLET = re.compile(r"转出到余额$|余额宝-转出到余额|转入余额宝-余额")


def read(table: Table, naming: Naming) -> list[BilledLine]:
    """The lines of a bill.

    Raises:
        WrongInput: a spreadsheet rounded its order numbers.
    """
    number = "交易订单号" if "交易订单号" in table.columns else "交易号"
    refuse_rounded_numbers(table, number)
    return [_line(BillReading(line, SOURCE, number, naming)) for line in table.lines if line.text(number)]


def _line(one: BillReading) -> BilledLine:
    cells, naming = one.cells, one.naming
    method, group = cells("收/付款方式"), cells("交易分类")
    wallet = naming.account("支付宝") or naming.account("余额")
    account = wallet if method in ("余额", "余额宝", "账户余额") else naming.account(method)
    base = one.line(
        happened=cells("交易时间", "付款时间", "交易创建时间"),
        amount=cells("金额", "金额（元）"),
        merchant=cells("交易对方"),
        item=cells("商品说明", "商品名称"),
        trade=cells("商家订单号", "商户订单号") or cells("交易订单号", "交易号").partition("_")[0],
        method=method,
        wallet=wallet,
    )
    if base.kind is LineKind.UNSURE:
        return base
    status = cells("交易状态")
    if status not in _PAID:
        return unsure(base, BillDoubt.STATE, f"the state {status!r} is not known")
    is_refund = status in _REFUNDED or group == REFUNDED
    match cells("收/支"):
        case "支出" if not is_refund:
            category = naming.category(TransactionType.EXPENSE, base.item, base.merchant, group=group)
            return one.paid(base, TransactionType.EXPENSE, account, category)
        case "收入" if not is_refund:
            name = "转账" if group == "转账红包" else ""
            guess = naming.category(TransactionType.INCOME, base.item, base.merchant)
            return one.paid(
                base, TransactionType.INCOME, account, naming.existing(name or guess, TransactionType.INCOME)
            )
        case _ if is_refund:
            return one.refund(base, account)
        case _:
            return _within(one, base, cells, account, wallet)


def _within(
    one: BillReading, base: BilledLine, cells: Cells, account: str | None, wallet: str | None
) -> BilledLine:
    """A line that is in no total: the household's own money, or no money at all."""
    item, method = base.item, base.method
    if cells("交易状态") == "交易关闭":
        return (
            unsure(base, BillDoubt.STATE, "closed, but with a method of payment")
            if method
            else one.nothing(base, "never paid")
        )
    if "收益发放" in item:
        return one.paid(
            base, TransactionType.INCOME, wallet, one.naming.existing("理财", TransactionType.INCOME)
        )
    if "还款" in item or cells("交易状态") == "还款成功":
        return one.own(base, account, one.naming.account("花呗" if "花呗" in item else "信用卡"), "还款")
    if _IN_WALLET.search(item):
        return one.nothing(base, "within one account")
    if "转入" in item or item.startswith("充值"):
        return one.own(base, account, wallet)
    if item.startswith("提现") or "转出到" in item:
        return one.own(base, wallet, account)
    if item.endswith("买入"):
        return one.own(base, account, None)
    return unsure(base, BillDoubt.KIND, "is in no total, and its kind is not known")
