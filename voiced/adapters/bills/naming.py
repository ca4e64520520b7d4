"""The accounts and categories of the ledger that the words of a bill mean."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.names.categories import best_keyword, find_names

_TAIL = re.compile(r"[(（](\d{4})[)）]")
_NUMBER = re.compile(r"\d{6,}")
_FOR_A_RELATIVE = re.compile("亲情卡|亲属卡")
_KINDS = (("信用卡", "信用卡"), ("储蓄卡", "储蓄卡"), ("借记卡", "储蓄卡"))

_OF_GROUP: Mapping[str, str] = {
    "餐饮美食": "餐饮",
    "服饰装扮": "服饰",
    "日用百货": "日用",
    "家居家装": "日用",
    "数码电器": "数码",
    "运动户外": "运动",
    "美容美发": "美容",
    "母婴亲子": "孩子",
    "宠物": "宠物",
    "交通出行": "交通",
    "爱车养车": "汽车",
    "住房物业": "住房",
    "酒店旅游": "旅行",
    "文化休闲": "娱乐",
    "教育培训": "学习",
    "医疗健康": "医疗",
    "充值缴费": "通讯",
    "保险": "保险",
    "公益捐赠": "人情",
    "转账红包": "人情",
}
"""The categories of 支付宝 in the words of a new ledger."""


def card_words(digits: str) -> tuple[str, ...]:
    """The words for a card by its last digits. Digits alone would be heard as an amount, so a household adds 尾号8821."""
    return (f"尾号{digits}", digits) if digits else ()


class Naming(Struct, frozen=True, dict=True):
    """A ledger's names, for one import.

    Attributes:
        vocabulary: the ledger's. A card is known by its last four digits, which are in a word of its account (尾号8821).
    """

    vocabulary: Vocabulary

    def account(self, method: str) -> str | None:
        """The account that a method of payment means; None if the ledger's accounts do not tell.

        Of several methods in one cell the first pays; the others are coupons.
        """
        first = method.split("&", maxsplit=1)[0].strip()
        if first not in self._accounts:
            self._accounts[first] = self._account_of(first)
        return self._accounts[first]

    def category(self, of_type: TransactionType, *words: str, group: str = "") -> str:
        """A guess: by the item's words, then the merchant's, then the bill's own group. A card for a relative tells nothing."""
        if any(_FOR_A_RELATIVE.search(text) for text in words):
            return self.existing("", of_type)
        for text in words:
            key = (of_type, text)
            if key not in self._categories:
                self._categories[key] = self._category_of(text, of_type)
            if self._categories[key]:
                return self._categories[key]
        return self.existing(_OF_GROUP.get(group, ""), of_type)

    def _category_of(self, text: str, of_type: TransactionType) -> str:
        """The category of the first part of a text that has one (快车-司机赵师傅); digits of a number tell none."""
        for part in _NUMBER.sub(" ", text).split("-"):
            if best := best_keyword(find_names(part, of_type, self.vocabulary), self.vocabulary):
                return best.category.name
        return ""

    def existing(self, name: str, of_type: TransactionType) -> str:
        """The category of this name if the ledger has it, else the one of last resort, else the type's first."""
        names = [category.name for category in self.vocabulary.categories_of(of_type)]
        return name if name in names else OTHER if OTHER in names else names[0] if names else OTHER

    @cached_property
    def _accounts(self) -> dict[str, str | None]:
        return {}

    @cached_property
    def _categories(self) -> dict[tuple[TransactionType, str], str]:
        return {}

    def _account_of(self, method: str) -> str | None:
        tail = _TAIL.search(method)
        kinds = [called for kind, called in _KINDS if kind in method]
        for word in (*card_words(tail[1] if tail else ""), method, *kinds):
            if found := self.vocabulary.account_called(word):
                return found.name
        held = [
            (len(word), account.name)
            for account in self.vocabulary.accounts
            for word in (account.name, *account.keywords)
            if len(word) > 1 and word in method
        ]
        return max(held)[1] if held else None
