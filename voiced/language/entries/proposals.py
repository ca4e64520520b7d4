"""Amounts that have to be worked out: 四张门票每张40 comes to 160, 给了五十找了十二 to 38.

The result is a proposal with its reason. The speaker is asked before a row has this amount.
"""

from __future__ import annotations

from decimal import Decimal

from voiced.language.entries.reckoning import ReckonedPrice, reckon_price, sums_in
from voiced.language.entries.several import times_paid
from voiced.language.numbers.amounts import AmountMention
from voiced.language.numbers.numerals import value_of
from voiced.language.readings.numbers import ProposedAmount, Reason, proposed
from voiced.language.text.phrases import phrases

_PHRASES = phrases("proposals")
_MAY_BE_WORKED_OUT = _PHRASES["may_be_worked_out"]
_SPLIT = _PHRASES["split"]
_PAID_BY_ONE = _PHRASES["paid_by_one"]
_GROUP = _PHRASES["group"]
_OF_US = _PHRASES["of_us"]
_IN_HALVES = _PHRASES["in_halves"]
_STATES_HALF = _PHRASES["states_half"]


def proposed_amount(words: str) -> ProposedAmount | None:
    """The amount to propose for normalised words around one entry; None if they state the amount or are ambiguous."""
    found = worked_out_price(words)
    return None if found is None else found.amount


def worked_out_price(words: str) -> ReckonedPrice | None:
    """The amount of normalised words that tell of one entry, and the mention that it is worked out from."""
    if found := reckon_price(words):
        return found
    if not _MAY_BE_WORKED_OUT.search(words):
        return None
    match sums_in(words):
        case [only]:
            amount = _of_several(words, only) or _share(words, only)
            return None if amount is None else ReckonedPrice(only, amount)
        case _:
            return None


def _of_several(words: str, price: AmountMention) -> ProposedAmount | None:
    times = times_paid(words, price)
    return None if times is None or times == 1 else proposed(_yuan(price) * times, Reason.SEVERAL)


def _share(words: str, whole: AmountMention) -> ProposedAmount | None:
    """The speaker's share of a sum that was split: 「三百二，四个人AA」, 「晚饭两百我出一半」."""
    split = _SPLIT.search(words)
    if split is None or _PAID_BY_ONE.search(words) or _STATES_HALF.search(words[: whole.start]):
        return None
    around = (words[: whole.start], words[whole.end :])
    groups = [group for part in around for group in _GROUP.finditer(part)]
    counts = [(value_of(group["number"]) or Decimal(0)) + (group["with"] is not None) for group in groups]
    if not groups:
        counts = [value_of(us["number"]) or Decimal(0) for part in around for us in _OF_US.finditer(part)]
    people = [count for count in counts if count > 1]
    match people:
        case []:
            # 「AA八十」 may be the share itself, and 平摊 does not tell among how many.
            number = Decimal(2) if _IN_HALVES.search(split.group()) else None
        case [only]:
            number = only
        case _:
            number = None
    return None if number is None else proposed(_yuan(whole) / number, Reason.SHARE)


def _yuan(mention: AmountMention) -> Decimal:
    return mention.amount.yuan if mention.amount else Decimal(0)
