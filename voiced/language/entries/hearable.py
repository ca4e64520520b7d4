"""A check of names for accounts and categories: whether a spoken name differs from commands, numbers and days."""

from __future__ import annotations

from datetime import datetime

from voiced.domain.money import Money
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.commands.classifier import classify
from voiced.language.commands.command import NewEntry
from voiced.language.entries.content import has_content
from voiced.language.entries.items import read_items
from voiced.language.readings.occurrence import Occurrence, occurrence_of
from voiced.language.text.spelling import normalise

_SPOKEN, _AMOUNT = "三十五块", Money(3500)


def is_heard_as_account(name: str, now: datetime) -> bool:
    """Whether a name holds more than words of commands and numbers: 建行8888 does, 取消 and 6222 do not."""
    return isinstance(classify(f"{name}{_SPOKEN}", DEFAULT_VOCABULARY, now), NewEntry)


def is_heard_as_category(name: str, now: datetime) -> bool:
    """Whether an entry with this name keeps its name and amount: 五金 does; 确认, 十元店, 昨天 and 预算 do not."""
    if not is_heard_as_account(name, now):
        return False
    said = normalise(name)
    items = read_items(normalise(f"{name}{_SPOKEN}"), DEFAULT_VOCABULARY, now)
    if not has_content(said) or [item.amount for item in items] != [_AMOUNT]:
        return False
    (only,) = items
    return said in only.content and occurrence_of(only.context) is Occurrence.HAPPENED
