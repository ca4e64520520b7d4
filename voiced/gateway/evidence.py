"""What words hold that may stand behind a model's change: rows they can mean, values they can state.

A model reads more than rules do, and makes up more. Its change counts where every part of it rests on something said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.accounts import match_account
from voiced.language.amounts import find_amounts
from voiced.language.categories import file_under, find_keywords, match_category
from voiced.language.dates import find_date
from voiced.language.ordinals import find_ordinals

_ALL = re.compile("都|全部?|所有|统统|一律|每一?[笔条个项]")
_BEYOND_FIELDS = re.compile("拆|分成|分为|合并|合成|并成|并到|合到|合起来|平摊|平分|均摊")
_UP, _DOWN = re.compile("加|涨|多|高|贵"), re.compile("减|扣|少|降|低|便宜")
_TYPE_WORDS = {
    TransactionType.INCOME: re.compile("收入|进账|入账|收到|收的|赚|挣"),
    TransactionType.EXPENSE: re.compile("支出|花|付|消费|开销"),
    TransactionType.TRANSFER: re.compile("转账|提现|转到|还款"),
}
_DENIED = re.compile("(?:不是|不要|别|不算|而不是)$")
_APPROVING = re.compile(
    "对|好|行|可以|没错|没问题|没毛病|正确|确认|保存|就这[样么]|嗯|ok|是的|同意|成|中", re.IGNORECASE
)
_DROPPING = re.compile("取消|不要|不记|算了|删|作废|撤|清空|别记|不存|不保存|丢掉")


def goes_beyond_fields(said: str) -> bool:
    """Whether normalised text wants rows split or merged, which no change of fields does."""
    return _BEYOND_FIELDS.search(said) is not None


def approves(said: str) -> bool:
    """Whether the words hold anything that agrees, and no amount."""
    return _APPROVING.search(said) is not None and not find_amounts(said)


def drops(said: str) -> bool:
    """Whether the words hold anything that drops the draft, and neither an amount nor a row."""
    return _DROPPING.search(said) is not None and not find_amounts(said) and not find_ordinals(said)


def rows_meant(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> frozenset[int]:
    """The indices of the rows that the words name: by number, by what they are, or because there is only one."""
    numbers = [number for mention in find_ordinals(said) for number in mention.numbers]
    if numbers:
        places = {number - 1 if number > 0 else len(items) + number for number in numbers}
        return frozenset(places) if all(0 <= place < len(items) for place in places) else frozenset()
    if len(items) == 1:
        return frozenset({0})
    described = tuple(item for item in items if _is_described(item, said))
    filed = tuple(item for item in items if _is_filed(item, said, vocabulary))
    named = described or filed
    if _ALL.search(said):
        return frozenset(item.index for item in named or items)
    # Two rows that the same words fit are a question, not an answer.
    is_one_each = len({item.result.description for item in described}) == len(described)
    return (
        frozenset(item.index for item in named)
        if len(named) == 1 or (described and is_one_each)
        else frozenset()
    )


def as_said(
    change: FieldChange, row: ParseResult, said: str, vocabulary: Vocabulary, now: datetime
) -> FieldChange:
    """The part of a change that the words state, and that the row does not already have."""
    of_type = change.type if change.type and _states_type(said, change.type) else None
    category = _category(change.category, of_type or row.type, said, vocabulary)
    mention = find_date(said, now)
    account = match_account(said, vocabulary)
    stated = FieldChange(
        amount=change.amount if change.amount in _amounts(said, row.amount) else None,
        type=of_type,
        category=category,
        description=change.description if change.description and change.description in said else None,
        date=mention.day if mention and change.date is not None else None,
        account=account.name if account and change.account is not None else None,
    )
    return replace(
        stated,
        amount=None if stated.amount == row.amount else stated.amount,
        type=None if stated.type is row.type else stated.type,
        category=None if stated.category == row.category else stated.category,
        description=None if stated.description == row.description else stated.description,
        date=None if stated.date == row.date else stated.date,
    )


def _is_described(item: DraftTransaction, said: str) -> bool:
    return len(item.result.description) > 1 and item.result.description in said


def _is_filed(item: DraftTransaction, said: str, vocabulary: Vocabulary) -> bool:
    """Whether a word of the row's category was said: 「火锅那笔」 for an entry filed under 餐饮."""
    words = find_keywords(said, item.result.type, vocabulary)
    return any(word.category.name == item.result.category for word in words)


def _amounts(said: str, before: Money | None) -> frozenset[Money]:
    """The amounts that words state, and those they make of the amount before (加五块)."""
    stated = {mention.amount for mention in find_amounts(said) if mention.amount}
    changed: set[Money] = set()
    if before is not None:
        if _UP.search(said):
            changed |= {before + amount for amount in stated}
        if _DOWN.search(said):
            changed |= {Money(before.fen - amount.fen) for amount in stated}
    return frozenset(amount for amount in stated | changed if amount.is_recordable)


def _states_type(said: str, of_type: TransactionType) -> bool:
    """Whether the type was said, and not denied (不是收入)."""
    return any(not _DENIED.search(said, 0, match.start()) for match in _TYPE_WORDS[of_type].finditer(said))


def _category(stated: str | None, of_type: TransactionType, said: str, vocabulary: Vocabulary) -> str | None:
    """The ledger's name of a category that the words hold, by its name, one of its words or its sound."""
    if stated is None:
        return None
    name = file_under(stated, of_type, vocabulary)
    if stated in said or any(word.category.name == name for word in find_keywords(said, of_type, vocabulary)):
        return name
    return name if match_category(said, of_type, vocabulary) == name else None
