"""Whose bills are read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class BillFormat(StrEnum):
    """Whose bill it is. Bills are only read."""

    ALIPAY = "alipay"
    WECHAT = "wechat"
    CMB = "cmb"
    ICBC = "icbc"
    CCB = "ccb"


_MADE_BY: Mapping[BillFormat, str] = {
    BillFormat.ALIPAY: "支付宝",
    BillFormat.WECHAT: "微信支付",
    BillFormat.CMB: "招商银行",
    BillFormat.ICBC: "工商银行 (credit card)",
    BillFormat.CCB: "建设银行",
}
_ALL_MADE_BY = tuple(_MADE_BY[form] for form in BillFormat)

BILLS_READ = f"{', '.join(_ALL_MADE_BY[:-1])} and {_ALL_MADE_BY[-1]}"
"""The wallets and banks whose bills are read, for messages and help."""
