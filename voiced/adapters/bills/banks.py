"""The bills of banks as far as their forms are documented: 招商银行, 工商银行's credit card, 建设银行."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from voiced.adapters.bills.naming import Naming, card_words
from voiced.adapters.bills.reading import BillReading, unreadable, unsure
from voiced.adapters.bills.tables import Table
from voiced.adapters.exchange.tables import Line, UnreadableCell, check_currency
from voiced.domain.bills.bill_format import BillFormat
from voiced.domain.bills.billed import BillDoubt, BilledLine, LineKind
from voiced.domain.transaction import TransactionType

_THROUGH = ((re.compile("支付宝"), "alipay"), (re.compile("财付通|微信"), "wechat"))
_CALLED = {"alipay": "支付宝", "wechat": "微信"}
_OWN = re.compile(
    "余额宝|零钱通|理财通|提现|零钱充值|余额充值|信用卡还款|财付通还款|花呗.{0,4}还款|跨行还款|自动还款|约定还款"
)
_OWN_ELSEWHERE = re.compile("本人转账|受托理财")
"""Moves to an account that the words do not tell."""
_INSTALMENT = re.compile("分期(?!.*(手续费|利息))")
_NUMBER = re.compile(r"\d{4}\*+\d{4}$")
_CARD = re.compile(r"\*+(\d{4})|卡号[^\d]*\d+(\d{4})\b")


class BankForm(Struct, frozen=True):
    """The columns of a bank's bill.

    Attributes:
        required: the columns by which it is known.
        called: how accounts of this bank are called.
        day: the column of the day; `clock` that of the time, if it has one.
        out: the column of money that went out, and `into` of money that came; both are one if it is signed.
        texts: the columns that say what it was, the other side first.
        is_credit: whether it is of a credit card, which a 还款 pays.
    """

    name: BillFormat
    required: tuple[str, ...]
    called: tuple[str, ...]
    day: str
    out: str
    into: str
    texts: tuple[str, ...]
    clock: str = ""
    balance: str = ""
    is_credit: bool = False


CMB = BankForm(
    BillFormat.CMB,
    ("记账日期", "交易金额", "联机余额", "交易摘要"),
    ("招行卡", "招商银行储蓄卡", "招商银行", "招行", "储蓄卡"),
    "记账日期",
    "交易金额",
    "交易金额",
    ("对手信息", "客户摘要", "交易摘要"),
    balance="联机余额",
)
ICBC = BankForm(
    BillFormat.ICBC,
    ("交易日期", "摘要", "交易场所", "交易金额(收入)", "交易金额(支出)"),
    ("工商银行信用卡", "工行信用卡", "信用卡"),
    "交易日期",
    "交易金额(支出)",
    "交易金额(收入)",
    ("交易场所", "摘要"),
    balance="余额",
    is_credit=True,
)
CCB = BankForm(
    BillFormat.CCB,
    ("交易日期", "交易时间", "支出", "收入", "账户余额", "摘要"),
    ("建行卡", "建设银行储蓄卡", "建设银行", "建行", "储蓄卡"),
    "交易日期",
    "支出",
    "收入",
    ("对方户名", "交易地点", "摘要"),
    clock="交易时间",
    balance="账户余额",
)
FORMS: Sequence[BankForm] = (CMB, ICBC, CCB)


def read(form: BankForm, table: Table, naming: Naming) -> list[BilledLine]:
    """The lines of a bank's bill."""
    card = _CARD.search(table.preamble)
    tail = (card[1] or card[2]) if card else ""
    account = next(
        (name for word in (*card_words(tail), *form.called) if (name := naming.account(word))), None
    )
    dated = [line for line in table.lines if re.match(r"\d{4}|=", line.text(form.day))]
    return [_line(form, line, naming, account, ref) for line, ref in _named(form, dated)]


def _named(form: BankForm, lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """Each line with a name made of its content; equal ones are numbered, as the running balance tells most apart."""
    seen: dict[str, int] = {}
    for line in lines:
        columns = (form.day, form.clock, form.out, form.into, form.balance, *form.texts)
        content = "|".join(line.cells.get(column, "").replace(",", "") for column in columns)
        seen[content] = seen.get(content, 0) + 1
        digest = hashlib.sha256(f"{content}|{seen[content]}".encode()).hexdigest()
        yield line, digest[:16]


def _line(form: BankForm, raw: Line, naming: Naming, account: str | None, ref: str) -> BilledLine:
    one = BillReading(raw, form.name, "", naming)
    texts = [one.cells(column) for column in form.texts]
    words = " ".join(texts)
    is_out = one.cells(form.out).startswith("-") if form.out == form.into else bool(one.cells(form.out))
    base = one.line(
        happened=_time(form, one),
        amount=one.cells(form.out if is_out else form.into).lstrip("-"),
        merchant=_NUMBER.sub("", texts[0]),
        item=" ".join(texts[1:]),
        trade="",
        method="" if account else form.called[0],  # what an account has to be called
        wallet=None,
    )
    through = next((source for pattern, source in _THROUGH if pattern.search(words)), None)
    wallet = naming.account(_CALLED[through]) if through else None
    base = replace(base, ref=f"{form.name}:{ref}", has_time=bool(form.clock), through=through, wallet=wallet)
    try:
        check_currency(one.cells("货币", "记账币种", "币种", "币别"))
    except UnreadableCell as wrong:
        return unreadable(base, wrong)
    if base.kind is LineKind.UNSURE:
        return base
    if form.is_credit and not is_out and "还款" in words:
        return one.own(base, None, account, "还款")
    return _kind(one, base, words, account, is_out=is_out)


def _kind(one: BillReading, base: BilledLine, words: str, account: str | None, *, is_out: bool) -> BilledLine:
    named = one.naming.account
    if "ATM" in words or "取款" in words or "取现" in words:
        return one.own(base, account, named("现金")) if is_out else one.own(base, named("现金"), account)
    if _OWN.search(words):
        wallet = base.wallet if base.through else named("支付宝" if "余额宝" in words else "微信")
        card = _card(named, words, account)
        other = card if "还款" in words and is_out else None if "还款" in words else wallet
        category = "还款" if "还款" in words else "转账"
        return one.own(base, account, other, category) if is_out else one.own(base, other, account, category)
    if _OWN_ELSEWHERE.search(words):
        return one.own(base, account, None) if is_out else one.own(base, None, account)
    if "结息" in words or "利息" in words:
        name = one.naming.existing("理财", TransactionType.INCOME)
        return (
            unsure(base, BillDoubt.KIND, "interest that was paid")
            if is_out
            else one.paid(base, TransactionType.INCOME, account, name)
        )
    if not is_out and ("退货" in words or "退款" in words):
        return one.refund(base, account)
    of_type = TransactionType.EXPENSE if is_out else TransactionType.INCOME
    name = (
        "工资" if "工资" in words and not is_out else one.naming.category(of_type, base.item, base.merchant)
    )
    line = one.paid(base, of_type, account, one.naming.existing(name, of_type))
    if _INSTALMENT.search(words):
        return replace(line, doubt=BillDoubt.KIND, reason="an instalment of what was paid before")
    return line


def _card(named: Callable[[str], str | None], words: str, account: str | None) -> str | None:
    """The account that a repayment pays."""
    found = named("花呗") if "花呗" in words else named(words)
    return found if found not in (None, account) else named("信用卡")


def _time(form: BankForm, one: BillReading) -> str:
    day = re.sub(r"^(\d{4})(\d{2})(\d{2})$", r"\1-\2-\3", one.cells(form.day))
    clock = one.cells(form.clock) if form.clock else ""
    return f"{day} {clock}".strip()
