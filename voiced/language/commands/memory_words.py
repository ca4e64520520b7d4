"""Words about what was learnt: 「你记住了什么」「忘了狗粮」「以后狗粮都记宠物」「为什么记在宠物」."""

from __future__ import annotations

from msgspec import Struct

from voiced.domain.habits import HabitField
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.names.accounts import named_account
from voiced.language.names.categories import exactly_named
from voiced.language.numbers.amounts import holds_amount
from voiced.language.text.phrases import phrases

_PHRASES = phrases("habitual")
_ASKED, _FORGOTTEN, _REASON = (_PHRASES[name] for name in ("memory_asked", "thing_forgotten", "reason_asked"))
_STATED = _PHRASES["habit_stated"], _PHRASES["account_stated"]
_MAY_BE = ("记", "学", "忘", "以后", "今后", "往后", "从现在起", "为什么", "为啥", "怎么", "咋")
"""One of these stands in all such words; the search for it takes less time than that for a phrase."""


class AsksMemory(Struct, frozen=True):
    """The speaker asks what was learnt."""


class ForgetsThing(Struct, frozen=True):
    """The speaker wants the habits of a thing forgotten."""

    thing: str


class StatesHabit(Struct, frozen=True):
    """The speaker states where a thing belongs from now on."""

    thing: str
    type: TransactionType
    field: HabitField
    value: str


class AsksReason(Struct, frozen=True):
    """The speaker asks why a row has this category or account.

    Attributes:
        thing: what the row is about; empty if the words do not name it.
    """

    thing: str
    field: HabitField
    value: str


AboutMemory = AsksMemory | ForgetsThing | StatesHabit | AsksReason


def about_memory(said: str, vocabulary: Vocabulary) -> AboutMemory | None:
    """What normalised words say or ask about the memory; None for other words, and for words with an amount."""
    if not any(word in said for word in _MAY_BE) or holds_amount(said):
        return None
    if _ASKED.fullmatch(said):
        return AsksMemory()
    if found := _FORGOTTEN.fullmatch(said):
        return ForgetsThing(found["thing"] or found["thing_before"])
    for shape in _STATED:
        found = shape.fullmatch(said)
        if found and (named := _value(found["value"], vocabulary)):
            field, type_, value = named
            return StatesHabit(found["thing"], type_, field, value)
    found = _REASON.fullmatch(said)
    if found and (named := _value(found["value"], vocabulary)):
        return AsksReason(found["thing"] or "", named[0], named[2])
    return None


def _value(words: str, vocabulary: Vocabulary) -> tuple[HabitField, TransactionType, str] | None:
    """The category or the account that the words name, and the type of its entries."""
    if (category := exactly_named(words, None, vocabulary)) is not None:
        name, of_type = category
        return (HabitField.CATEGORY, of_type, name)
    account = named_account(words, vocabulary)
    return None if account is None else (HabitField.ACCOUNT, TransactionType.EXPENSE, account)
