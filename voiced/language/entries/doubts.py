"""Doubts that the words of an entry raise: the words were understood, but cannot be recorded as they were said.

There is a doubt about a day that is in no calendar, foreign money, an amount below zero, an approximate amount (大概两百多), an
amount that is no price (便宜了二十, 找了我三十五), an amount that may hold a part of the next word (四块五，饭三十), one of several bare amounts (买菜 2 3 5), the price of one thing if several
were bought, and a sum of which the speaker paid a share (三百二，四个人AA). Such an entry is kept, but it is never certain.
"""

from __future__ import annotations

from voiced.domain.money import Money
from voiced.domain.transaction import EntryField
from voiced.language.days.dates import names_impossible_day
from voiced.language.entries.pieces import Sentence
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.numerals import FOR_ONE, UNIT
from voiced.language.readings.direction import SOMEONE
from voiced.language.text.phrases import phrases

RULES_IN_DOUBT = 0.5
"""The confidence of an entry that rules made with a doubt. It is so low that the entry is read back with a mark."""

_PAUSES = " ，、"

_PHRASES = phrases("doubts", FOR_ONE=FOR_ONE, SOMEONE=SOMEONE, UNIT=UNIT)
_FOREIGN_BEFORE = _PHRASES["foreign_before"]
_CURRENCY = _PHRASES["currency"]
_FOREIGN_BEHIND = _PHRASES["foreign_behind"]
_BELOW_ZERO = _PHRASES["below_zero"]
_ABOUT_BEFORE = _PHRASES["about_before"]
_ABOUT = _PHRASES["about"]
_ABOUT_BEHIND = _PHRASES["about_behind"]
_NO_PRICE_BEFORE = _PHRASES["no_price_before"]
_LENT_OR_BORROWED = _PHRASES["lent_or_borrowed"]
_TO_SOMEONE = _PHRASES["to_someone"]
_CHANGE_BACK = _PHRASES["change_back"]
_SEVERAL = _PHRASES["several"]
_OF_ONE_BEFORE = _PHRASES["of_one_before"]
_OF_ONE_BEHIND = _PHRASES["of_one_behind"]
_OF_GROUND_BEHIND = _PHRASES["of_ground_behind"]
_SHARED = _PHRASES["shared"]
FOR_EACH = _PHRASES.pieces["FOR_EACH"]
_FOR_EACH = _PHRASES["for_each"]
_EACH_OF_THEM = _PHRASES["each_of_them"]
_SHARED_BEFORE = _PHRASES["shared_before"]
_SHARED_BEHIND = _PHRASES["shared_behind"]
_TAKES_OF_LUNCH = _PHRASES["takes_of_lunch"]
_LUNCH_BEHIND = _PHRASES["lunch_behind"]


def foreign_amounts(said: str) -> dict[Money, str]:
    """The amounts in other currencies in the words, each with the words that state it: 30美元."""
    found: dict[Money, str] = {}
    for mention in find_amounts(said):
        unit = _FOREIGN_BEHIND.match(said, mention.end)
        if mention.amount and (unit or _FOREIGN_BEFORE.search(said[: mention.start])):
            found[mention.amount] = said[mention.start : unit.end() if unit else mention.end]
    return found


def names_currency(words: str) -> bool:
    """Whether the words are only the name of a currency, which is not a purpose: 美元."""
    return _CURRENCY.fullmatch(words) is not None


def doubtful_fields(sentence: Sentence, content: str, amount: AmountMention) -> frozenset[EntryField]:
    """The fields that the speaker has to check: the amount of the entry, and the day if any day of the sentence is wrong."""
    fields = set[EntryField]()
    if _is_doubtful(sentence, content, amount):
        fields.add(EntryField.AMOUNT)
    if names_impossible_day(sentence.text, sentence.days):
        fields.add(EntryField.DATE)
    return frozenset(fields)


def _is_doubtful(sentence: Sentence, content: str, amount: AmountMention) -> bool:
    """Whether the amount may differ from the number in the words.

    Args:
        sentence: the whole sentence.
        content: the words of this entry without amounts and days, in which 两块 and 三月 would look like counts.
        amount: the mention that was chosen as its amount.
    """
    before, behind = sentence.text[: amount.start], sentence.text[amount.end :]
    if _is_last_of_several(sentence, amount):
        return True
    if _FOREIGN_BEFORE.search(before) or _FOREIGN_BEHIND.match(behind) or _BELOW_ZERO.search(before):
        return True
    said = sentence.text[amount.start : amount.end]
    if _TAKES_OF_LUNCH.search(said) and _LUNCH_BEHIND.match(behind):
        return True
    if _ABOUT.search(said) or _ABOUT_BEFORE.search(before) or _ABOUT_BEHIND.match(behind):
        return True
    if _LENT_OR_BORROWED.search(before) and not _TO_SOMEONE.match(behind):
        return True
    if (
        _NO_PRICE_BEFORE.search(before)
        or _OF_GROUND_BEHIND.match(behind)
        or _CHANGE_BACK.search(sentence.text)
    ):
        return True
    if _FOR_EACH.search(content) or _SHARED_BEFORE.search(content):
        return True
    if _SHARED_BEHIND.search(_remark_behind(sentence, amount)):
        return True
    is_price_of_one = (
        _OF_ONE_BEFORE.search(before) or _EACH_OF_THEM.search(before) or _OF_ONE_BEHIND.match(behind)
    )
    return bool(is_price_of_one and _SEVERAL.search(content) and not _SHARED.search(content))


def _is_last_of_several(sentence: Sentence, amount: AmountMention) -> bool:
    """Whether other amounts stand right before the amount: 买菜 2 3 5, where each of them or all may have been paid."""
    return any(
        other.end <= amount.start
        and other.amount != amount.amount
        and not sentence.text[other.end : amount.start].strip(_PAUSES)
        for other in sentence.amounts
    )


def _remark_behind(sentence: Sentence, amount: AmountMention) -> str:
    """The words behind an amount that lead to no other amount."""
    later = [other.start for other in sentence.amounts if other.start >= amount.end]
    if not later:
        return sentence.text[amount.end :]
    return sentence.text[amount.end : min(later)].rpartition("，")[0]
