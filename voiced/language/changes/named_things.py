"""The listed things that words about a draft name, and the rows that mean the same: 车费 for 打车, but not 咖啡豆 for 咖啡."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Category, Vocabulary
from voiced.language.names.categories import find_names

_MONEY_FOR = ("钱", "费")


class Thing(Struct, frozen=True):
    """A listed word of a category, as it was said."""

    words: str
    category: Category


def listed_things(said: str, vocabulary: Vocabulary) -> tuple[Thing, ...]:
    """The listed words of all types that normalised words hold."""
    return tuple(
        Thing(said[word.start : word.end], word.category)
        for of_type in TransactionType
        for word in find_names(said, of_type, vocabulary)
    )


def without_others(said: str, things: Sequence[Thing], item: DraftTransaction, vocabulary: Vocabulary) -> str:
    """The words without things that only begin like the row's, or that the row's begins with: 咖啡豆 beside 咖啡."""
    own = {thing.words for thing in listed_things(item.result.description, vocabulary)}
    for thing in things:
        if thing.words not in own and any(_begins_alike(thing.words, name) for name in own):
            said = said.replace(thing.words, "，" * len(thing.words))
    return said


def _begins_alike(word: str, other: str) -> bool:
    """Whether one of two words is the beginning of the other, which means more than the money for it."""
    shorter, longer = sorted((word, other), key=len)
    return longer.startswith(shorter) and longer[len(shorter) :] not in _MONEY_FOR


def filed_alike(things: Sequence[Thing], pending: Sequence[DraftTransaction]) -> list[DraftTransaction]:
    """The rows of whose category a thing is that shares a character with them: 车费 and 打车, but also 狗绳 and 狗粮."""
    return [
        item
        for item in pending
        if any(
            item.result.category == thing.category.name and set(thing.words) & set(item.result.description)
            for thing in things
        )
    ]


def is_once_more(things: Sequence[Thing], item: DraftTransaction, amount: Money | None) -> bool:
    """Whether an entry that is filed like a row tells of it: it has the row's amount, or another word for it (早餐, 车费, 酒 for 啤酒)."""
    name = _as_meal(item.result.description)
    return item.result.amount == amount or any(
        name.endswith(_as_meal(thing.words))
        or (thing.words[-1] in _MONEY_FOR and set(thing.words) & set(name))
        for thing in things
    )


def _as_meal(words: str) -> str:
    return words.replace("餐", "饭")
