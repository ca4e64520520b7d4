"""The names of accounts and categories in beancount, which wants each part to begin with a capital letter or a digit."""

from __future__ import annotations

import re

from voiced.adapters.exchange.tables import UnreadableCell
from voiced.domain.transaction import TransactionType

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
_ENCODED = re.compile("-([0-9a-f]+)-")


def account_name(account: str) -> str:
    """The beancount name of an account."""
    return f"{_ACCOUNTS.get(account, _OWN_ACCOUNT)}-{_component(account)}"


def category_name(type_: TransactionType, category: str) -> str:
    """The beancount name of a category."""
    return f"{_ROOTS[type_]}:{_WORDS.get(category, _OWN_CATEGORY)}-{_component(category)}"


def decoded(component: str) -> str:
    """The name that our export made an account's last part of: without the Latin word, every character back."""
    try:
        return _ENCODED.sub(lambda found: chr(int(found[1], 16)), component.split("-", 1)[-1])
    except (ValueError, OverflowError) as error:
        raise UnreadableCell(
            f"{component!r} is not a name that voiced wrote; remove the link ^voiced-…"
        ) from error


def _component(name: str) -> str:
    """A part of an account name: letters and digits stay, other characters become code points, so names stay distinct."""
    return "".join(char if char.isalpha() or char.isdecimal() else f"-{ord(char):x}-" for char in name)
