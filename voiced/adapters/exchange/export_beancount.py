"""Ledger rows as text for beancount: double entry, readable, and the same every time it is written.

beancount wants account names to begin with a capital letter or a digit, so a Chinese name gets a Latin word in
front (`Expenses:Food-餐饮`). A transfer goes from account to account, and its category is beside it; where a row does
not name the second account, that leg goes to `Equity:Transfers` and is for a person to complete. Each entry carries a link `^voiced-<id>`, so that an import
can tell what it has.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator

from voiced.domain.transaction import CURRENCY, Transaction, TransactionType

_OPENED = "1900-01-01"
"""An opening date before all rows."""

_ROOTS = {
    TransactionType.EXPENSE: "Expenses",
    TransactionType.INCOME: "Income",
    TransactionType.TRANSFER: "Equity:Transfers",
}

_ACCOUNTS = {
    "现金": "Assets:Cash",
    "微信": "Assets:WeChat",
    "支付宝": "Assets:Alipay",
    "银行卡": "Assets:Bank",
    "信用卡": "Liabilities:CreditCard",
}

_WORDS = {
    "餐饮": "Food",
    "饮品": "Drinks",
    "买菜": "Groceries",
    "零食": "Snacks",
    "交通": "Transport",
    "汽车": "Car",
    "购物": "Shopping",
    "服饰": "Clothes",
    "日用": "Household",
    "住房": "Housing",
    "水电": "Utilities",
    "通讯": "Phone",
    "医疗": "Health",
    "娱乐": "Fun",
    "洗浴": "Spa",
    "美容": "Beauty",
    "运动": "Sports",
    "学习": "Learning",
    "数码": "Electronics",
    "旅行": "Travel",
    "孩子": "Children",
    "宠物": "Pets",
    "人情": "Gifts",
    "红包": "RedPackets",
    "烟酒": "Tobacco",
    "保险": "Insurance",
    "其他": "Other",
    "工资": "Salary",
    "奖金": "Bonus",
    "兼职": "SideJob",
    "理财": "Investments",
    "报销": "Reimbursed",
    "退款": "Refunds",
    "转账": "Transfer",
    "租金": "Rent",
    "二手": "SecondHand",
    "还款": "Repayment",
}

# The Latin words for the user's own names.
_OWN_ACCOUNT, _OWN_CATEGORY = "Assets:A", "C"

_HEAD = f'''option "title" "voiced"
option "operating_currency" "{CURRENCY}"
'''


async def beancount(rows: AsyncIterator[Transaction]) -> AsyncGenerator[str]:
    """Rows as a ledger that beancount loads without errors. Each account is opened before its first row."""
    yield _HEAD
    opened = set[str]()
    async for row in rows:
        for name in (_other_name(row), account_name(row.account)):
            if name not in opened:
                opened.add(name)
                yield f"\n{_OPENED} open {name}\n"
        yield _entry(row)


def account_name(account: str) -> str:
    """The beancount name of an account."""
    return f"{_ACCOUNTS.get(account, _OWN_ACCOUNT)}-{_component(account)}"


def category_name(type_: TransactionType, category: str) -> str:
    """The beancount name of a category."""
    return f"{_ROOTS[type_]}:{_WORDS.get(category, _OWN_CATEGORY)}-{_component(category)}"


def _other_name(row: Transaction) -> str:
    """The leg beside our account: the category, or the account that a transfer goes to."""
    if row.to_account is not None:
        return account_name(row.to_account)
    return category_name(row.type, row.category)


def _entry(row: Transaction) -> str:
    amount = f"{row.amount.yuan:.2f}"
    received, paid = f"{amount} {row.currency}", f"-{amount} {row.currency}"
    ours, other = (received, paid) if row.type is TransactionType.INCOME else (paid, received)
    category = "" if row.to_account is None else f"  category: {_quoted(row.category)}\n"
    return (
        f"\n{row.date.isoformat()} * {_quoted(row.description or row.category)} ^voiced-{_link(row.id)}\n"
        f"  batch: {_quoted(row.batch_id)}\n"
        f"  recorded: {_quoted(row.created_at.isoformat())}\n"
        f"{category}"
        f"  {_other_name(row)}  {other}\n"
        f"  {account_name(row.account)}  {ours}\n"
    )


def _component(name: str) -> str:
    """A part of an account name: letters and digits stay, other characters become code points, so names stay distinct."""
    return "".join(char if char.isalpha() or char.isdecimal() else f"-{ord(char):x}-" for char in name)


def _link(id_: str) -> str:
    return re.sub(r"[^A-Za-z0-9_/.-]", "-", id_)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "\\r").replace("\n", "\\n")
    return f'"{escaped}"'
