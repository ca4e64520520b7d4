"""Files of bills, as wallets and banks write them, from lines in few words."""

from __future__ import annotations

from collections.abc import Sequence

_ALIPAY = (
    "交易时间,交易分类,交易对方,对方账号,商品说明,收/支,金额,收/付款方式,交易状态,交易订单号,商家订单号,备注,"
)
_WECHAT = "交易时间,交易类型,交易对方,商品,收/支,金额(元),支付方式,当前状态,交易单号,商户单号,备注"
_CMB = "记账日期,货币,交易金额,联机余额,交易摘要,对手信息,客户摘要"
_CCB = "记账日,交易日期,交易时间,支出,收入,账户余额,币种,摘要,对方账号,对方户名,交易地点"
_ICBC = "交易日期,记账日期,摘要,交易场所,交易国家或地区简称,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名"


def _days(moments: Sequence[str]) -> str:
    return f"起始时间：[{min(moments)[:10]} 00:00:00] 终止时间：[{max(moments)[:10]} 23:59:59]\n"


def alipay(*lines: str) -> bytes:
    """The app's bill of 支付宝. A line: time, 交易分类, 交易对方, 商品说明, 收/支, 金额, 收/付款方式, 交易状态[, 商家订单号[, 交易订单号]]."""
    rows = [line.split(",") for line in lines]
    text = _days([row[0] for row in rows]) + f"共{len(rows)}笔记录\n{_ALIPAY}\n"
    for at, row in enumerate(rows):
        time, group, merchant, item, flow, money, method, state, *numbers = row
        trade = numbers[0] if numbers else f"T{at}"
        number = numbers[1] if len(numbers) > 1 else f"2026{at:024}7"
        text += f"{time},{group},{merchant},/,{item},{flow},{money},{method},{state},{number}\t,{trade}\t,,\n"
    return text.encode("gb18030")


def wechat(*lines: str) -> bytes:
    """The CSV of 微信支付. A line: time, 交易类型, 交易对方, 商品, 收/支, 金额, 支付方式, 当前状态[, 商户单号[, 备注]]."""
    rows = [line.split(",") for line in lines]
    text = _days([row[0] for row in rows]) + f"共{len(rows)}笔记录\n{_WECHAT}\n"
    for at, row in enumerate(rows):
        time, kind, merchant, item, flow, money, method, state, *rest = row
        trade, remark = (*rest, *(f"M{at}", "/")[len(rest) :])
        text += f"{time},{kind},{merchant},{item},{flow},¥{money},{method},{state},4200{at:024}3,{trade},{remark}\n"
    return text.encode("utf-8-sig")


def cmb(*lines: str) -> bytes:
    """The bill of a debit card of 招商银行. A line: day, signed amount, 交易摘要, 对手信息, 客户摘要."""
    text = f"{_CMB}\n"
    for at, line in enumerate(lines):
        day, money, summary, other, note = line.split(",")
        text += f"{day},CNY,{money},{9000 + at}.00,{summary},{other},{note}\n"
    return text.encode("utf-8-sig")


def ccb(*lines: str) -> bytes:
    """The bill of 建设银行. A line: day, time, amount that went out, amount that came, 摘要, 对方户名, 交易地点."""
    text = f"{_CCB}\n"
    for at, line in enumerate(lines):
        day, clock, out, into, summary, other, place = line.split(",")
        text += (
            f"{day},{day},{clock},{out},{into},{5000 + at}.00,人民币,{summary},6217****1111,{other},{place}\n"
        )
    return text.encode("utf-8-sig")


def icbc(*lines: str) -> bytes:
    """The bill of a credit card of 工商银行. A line: day, 摘要, 交易场所, amount that came, amount that went out."""
    text = f"{_ICBC}\n"
    for line in lines:
        day, summary, place, into, out = line.split(",")
        text += f"{day},{day},{summary},{place},CHN,{into},{out},人民币,{into},{out},人民币,,\n"
    return text.encode("utf-8-sig")
