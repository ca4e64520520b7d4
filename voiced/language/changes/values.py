"""The change that words make in a field of a row."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import TYPE_CALLED, EntryField, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import find_date
from voiced.language.names.accounts import is_unlisted, match_account
from voiced.language.names.categories import exactly_named, named_category
from voiced.language.numbers.amounts import find_amounts

NamedField = Literal[EntryField.TYPE, EntryField.CATEGORY, EntryField.ACCOUNT, EntryField.TO_ACCOUNT]
"""The fields whose name tells how the words behind it are read."""


_GOES_TO = frozenset({EntryField.TO_ACCOUNT})


def change_of(
    words: str, field: NamedField | None, row: ParseResult, vocabulary: Vocabulary, now: datetime
) -> FieldChange | None:
    """The change that words make in a row; None if they have no value for the named field, or for any field."""
    match field:
        case EntryField.ACCOUNT:
            return _account_change(words, row, vocabulary)
        case EntryField.TO_ACCOUNT:
            return _destination_change(words, row, vocabulary)
        case EntryField.TYPE if words in TYPE_CALLED:
            return FieldChange(type=TYPE_CALLED[words])
        case EntryField.CATEGORY | EntryField.TYPE if _names_account(words, vocabulary):
            return _account_change(words, row, vocabulary)  # 「算银行卡」
        case EntryField.CATEGORY | EntryField.TYPE:
            # 「算三十」 states an amount, not a category.
            return _amount_change(words) or _category_change(words, row, vocabulary)
        case None:
            day = whole_date(words, now)
            return (
                _amount_change(words)
                or (FieldChange(date=day) if day else None)
                or _account_change(words, row, vocabulary)
                or _named_change(words, row, vocabulary)
            )


def whole_amount(words: str) -> Money | None:
    """The amount, if the words are one exact amount and nothing more; otherwise None."""
    mentions = find_amounts(words)
    if len(mentions) != 1 or mentions[0].start or words[mentions[0].end :] not in {"", "钱", "整"}:
        return None
    amount = mentions[0].amount
    return amount if amount and amount.is_recordable else None


def whole_date(words: str, now: datetime) -> date | None:
    """The day, if the words name a day and nothing more; otherwise None."""
    mention = find_date(words, now)
    return mention.day if mention and (mention.start, mention.end) == (0, len(words)) else None


def _amount_change(words: str) -> FieldChange | None:
    amount = whole_amount(words)
    return FieldChange(amount=amount) if amount else None


def _destination_change(words: str, row: ParseResult, vocabulary: Vocabulary) -> FieldChange | None:
    """The change to the account that the money goes to. An expense becomes a transfer; income was received there."""
    account = vocabulary.account_called(words)
    if account is None and not is_unlisted(words):
        return None
    name = words if account is None else account.name
    match row.type:
        case TransactionType.INCOME:
            return FieldChange(account=name)
        case TransactionType.TRANSFER if row.doubt is None:
            return FieldChange(to_account=name)
        case TransactionType.EXPENSE | TransactionType.TRANSFER:
            return FieldChange(to_account=name, type=TransactionType.TRANSFER)


def _account_change(words: str, row: ParseResult, vocabulary: Vocabulary) -> FieldChange | None:
    account = vocabulary.account_called(words)
    if account is not None and row.unknown == _GOES_TO:
        return FieldChange(to_account=account.name)
    if account is not None or is_unlisted(words):
        return FieldChange(account=words if account is None else account.name)
    mention = match_account(words, vocabulary)
    is_whole = mention and (mention.start, mention.end) == (0, len(words))
    return FieldChange(account=mention.name) if mention and is_whole else None


def _names_account(words: str, vocabulary: Vocabulary) -> bool:
    """Whether the words are an account and no category."""
    return vocabulary.account_called(words) is not None and not is_old_value(words, vocabulary)


def _category_change(words: str, row: ParseResult, vocabulary: Vocabulary) -> FieldChange | None:
    """The change to a category whose field the speaker names (分类改成X). The name may be misheard."""
    named = named_category(words, _type_meant(words, row), vocabulary)
    return _filed(named, row) if named else None


def _named_change(words: str, row: ParseResult, vocabulary: Vocabulary) -> FieldChange | None:
    """The change to a category (是洗浴), or to a purpose, which is the new description and gives the category (是地铁)."""
    named = exactly_named(words, _type_meant(words, row), vocabulary)
    if named is None:
        return None
    change = _filed(named, row)
    if words.removesuffix("类") == named[0]:
        return change
    category = None if named[0] == row.category else change.category
    return FieldChange(category=category, type=change.type, description=words)


def _type_meant(words: str, row: ParseResult) -> TransactionType:
    """The type that a category is looked up with. 「转账」 is a type, too: it turns an expense into a transfer."""
    of_type = TYPE_CALLED.get(words, row.type)
    return row.type if row.type is TransactionType.INCOME else of_type


def _filed(named: tuple[str, TransactionType], row: ParseResult) -> FieldChange:
    """The change to a category. If the category has another type, the row gets that type, too."""
    category, of_type = named
    return FieldChange(category=category, type=None if of_type is row.type else of_type)


def is_old_value(words: str, vocabulary: Vocabulary) -> bool:
    """Whether the words before 改成 are a value (六十, 收入, 餐饮) and not a description of the purpose."""
    is_category = any(words == category.name for category in vocabulary.categories)
    return is_category or words in TYPE_CALLED or whole_amount(words) is not None


def joined_changes(before: FieldChange, change: FieldChange) -> FieldChange | None:
    """Both changes in one; None if they give a field two values.

    Of two types 收入 counts, as the requirements demand. A denied type is not in either change.
    """
    income = TransactionType.INCOME
    if income in {before.type, change.type}:
        before = replace(before, type=income)
        change = replace(change, type=income)
    values = {name: (getattr(before, name), getattr(change, name)) for name in FieldChange.__struct_fields__}
    if any(None not in pair and pair[0] != pair[1] for pair in values.values()):
        return None
    return FieldChange(**{name: old if new is None else new for name, (old, new) in values.items()})
