"""Doubts that the words of an entry raise: the words were understood, but cannot be recorded as they were said.

There is a doubt about a day that is in no calendar, foreign money, an amount below zero, an approximate amount (大概两百多), an
amount that is no price (便宜了二十, 找了我三十五), the price of one thing if several were bought, and a sum of which the speaker
paid a share (三百二，四个人AA). Such an entry is kept, but it is never certain.
"""

from __future__ import annotations

from voiced.domain.money import Money
from voiced.domain.transaction import EntryField
from voiced.language.days.dates import names_impossible_day
from voiced.language.entries.pieces import Sentence
from voiced.language.numbers.amounts import AmountMention, find_amounts
from voiced.language.numbers.numerals import FOR_ONE, UNIT
from voiced.language.readings.direction import SOMEONE
from voiced.language.text.expression import expression

RULES_IN_DOUBT = 0.5
"""The confidence of an entry that rules made with a doubt. It is so low that the entry is read back with a mark."""

_FOREIGN = r"美[元金刀]|欧元?(?!洲|式)|日[元币]|円|英镑|镑|港[元币纸]|韩[元币]|台币|澳[元币]|加元|加币|新币|泰[铢株]|卢布|瑞郎|马币|越南盾|刀(?![片具叉])|\$|€|£|USD|EUR|JPY|HKD|GBP"
# 「二十刀」 are dollars; 菜刀 before a price is a knife.
_FOREIGN_BEFORE = expression(rf"(?!刀)(?:{_FOREIGN})\s?$")
_CURRENCY = expression(_FOREIGN)
_FOREIGN_BEHIND = expression(rf"\s?(?:{_FOREIGN})")
_BELOW_ZERO = expression(r"(?:(?<!抱)负|(?:^|(?<=[^\dA-Za-z]))-)\s?$")
_ABOUT_BEFORE = expression(
    r"约$|(?:大概|大约|约莫|差不多|可能|好像|估计|也许|似乎|将近|接近|不到|起码|至少)[^，。、；？\d零一二两三四五六七八九十百千万]{0,6}$"
)
_ABOUT = expression("[多来余把]|左右|上下|出头")
_ABOUT_BEHIND = expression("不到|左右|上下|的?样子|光景|冒头|挂零|开外")
# Money that was saved, is owed or is left, and a rise of a price, were not spent. After change the price is a difference.
_NO_PRICE_BEFORE = expression(
    r"(?:省|便宜|优惠|减免?|余额|剩下?|欠[^，。、；？]{0,3}|差|涨|跌|小|奔|[房油菜肉金股物均]价)(?:了|我|给|是|还|有|到)*$"
)
# 「借了五百」 may have come in or gone out.
_LENT_OR_BORROWED = expression(rf"(?:^|[，。、；？])[^，。、；？跟找向问从给帮替还]{{0,4}}借了?{SOMEONE}?$")
_TO_SOMEONE = expression("给")
_CHANGE_BACK = expression(r"找(?:零|回|了|我|给|您|你)*[\d一二两三四五六七八九十百]")
_SEVERAL = expression(
    rf"(?<![第\d一二三四五六七八九十])(?!一{UNIT}|1{UNIT})[\d一二两俩三四五六七八九十百几]+{UNIT}"
)
_OF_ONE_BEFORE = expression(rf"(?:(?<![十百])[一每]个?{UNIT}|单价)(?:只?要|卖|是|才)?$")
_OF_ONE_BEHIND = expression(FOR_ONE)
# 「房价三万一平」 is talk: flats are not bought by the metre.
_OF_GROUND_BEHIND = expression("[一每/]平")
_SHARED = expression("AA|aa|人均")
# 「给爸妈各转了五百」 is a price of one; of 「我们各付三十」 the speaker paid thirty.
FOR_EACH = "各(?![种类样地位大式自个付出花掏国项科校省市色])"
_FOR_EACH = expression(FOR_EACH)
_EACH_OF_THEM = expression(rf"每(?!个?[月年天晚周]){UNIT}[^，。、；？共\d一二两三四五六七八九十百]{{1,4}}$")
_SHARED_BEFORE = expression(r"[\d两俩三四五六七八九十]个?人[Aa]{2}(?!.*(?:每人|人均|一人|我[出付的]|下来))")
_SHARED_BEHIND = expression("[Aa]{2}|平[分摊]|均摊|分摊|对半|[出付给摊掏]了?一半|一人一半|一半[是归算]")


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
    if _FOREIGN_BEFORE.search(before) or _FOREIGN_BEHIND.match(behind) or _BELOW_ZERO.search(before):
        return True
    said = sentence.text[amount.start : amount.end]
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


def _remark_behind(sentence: Sentence, amount: AmountMention) -> str:
    """The words behind an amount that lead to no other amount."""
    later = [other.start for other in sentence.amounts if other.start >= amount.end]
    if not later:
        return sentence.text[amount.end :]
    return sentence.text[amount.end : min(later)].rpartition("，")[0]
