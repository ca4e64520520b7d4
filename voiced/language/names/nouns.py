"""Everyday words and the categories they belong to, as `language/nouns/*.toml` list them.

The lists are read when the first sentence of an entry is: they are of no use to a program that reads none.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache

import msgspec
from msgspec import Struct, field

from voiced.domain.transaction import TransactionType
from voiced.packaged import packaged_words

FILES = (
    "bathing",
    "beauty",
    "car",
    "children",
    "clothes",
    "communication",
    "digital",
    "drinks",
    "fun",
    "gifts",
    "groceries",
    "household",
    "housing",
    "income_bonuses",
    "income_received",
    "income_red_packets",
    "income_refunds",
    "income_reimbursed",
    "income_rents",
    "income_rest",
    "income_returns",
    "income_second_hand",
    "income_side_jobs",
    "income_wages",
    "insurance",
    "learning",
    "meals",
    "medical",
    "other",
    "pets",
    "red_packets",
    "repayments",
    "shopping",
    "snacks",
    "sport",
    "tobacco",
    "transport",
    "travel",
    "utilities",
)
"""The files of `nouns/`."""


class Telling(IntEnum):
    """The weight of a word for its category. A word of more weight goes before a word of less."""

    VERB = 0
    """The deed: 吃, 喝."""
    WEAK = 1
    """Where or how it was paid, or for what kind of thing: 超市, 充值, 押金."""
    ENDING = 2
    """The last character of an unknown compound: the 饭 of 腊味煲仔饭."""
    THING = 3
    """The thing that was paid for: 车载充电器."""
    OWNER = 4
    """The child or animal that a thing is for: 孩子 in 「给孩子买衣服」 and in 「孩子衣服」."""
    RECEIVER = 5
    """The person who is given a thing: 老师 in 「给老师买花」."""
    OCCASION = 6
    """The reason for which money or a thing is given: 随礼, 压岁钱."""


class Noun(Struct, frozen=True):
    """The category of a word, by name, and how much the word tells of it."""

    category: str
    telling: Telling


class NounList(Struct, frozen=True):
    """The words of the categories of one type.

    Attributes:
        words: of two characters or more; the verbs and owners of one character are here as well.
        endings: single characters that tell the category at the end of a compound.
    """

    words: dict[str, Noun]
    endings: dict[str, Noun]


class NounFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of words of one category. In each text, words are separated by spaces.

    Attributes:
        endings: single characters that tell the category at the end of a compound.
        occasions, words, weak: words that tell more than a thing does, things, and words that tell less, in groups that have
            a name for the reader.
    """

    category: str
    type: TransactionType = TransactionType.EXPENSE
    endings: str = ""
    owners: str = ""
    receivers: str = ""
    verbs: str = ""
    occasions: dict[str, str] = field(default_factory=dict[str, str])
    words: dict[str, str] = field(default_factory=dict[str, str])
    weak: dict[str, str] = field(default_factory=dict[str, str])

    def listed(self) -> Iterator[tuple[Telling, str]]:
        """All words of the file but its endings."""
        texts = (
            (Telling.VERB, self.verbs),
            *((Telling.WEAK, text) for text in self.weak.values()),
            *((Telling.THING, text) for text in self.words.values()),
            (Telling.OWNER, self.owners),
            (Telling.RECEIVER, self.receivers),
            *((Telling.OCCASION, text) for text in self.occasions.values()),
        )
        for telling, text in texts:
            for word in text.split():
                yield telling, word


def noun_file(name: str) -> NounFile:
    """One file of `nouns/`, without its examples."""
    return msgspec.convert(packaged_words("voiced.language", f"nouns/{name}.toml"), NounFile)


def nouns_of(of_type: TransactionType) -> NounList:
    """The words of the categories of one type. The first call reads the files, in some milliseconds."""
    return _lists()[of_type]


@lru_cache(maxsize=1)
def _lists() -> dict[TransactionType, NounList]:
    lists = {of_type: NounList({}, {}) for of_type in TransactionType}
    for file in map(noun_file, FILES):
        into = lists[file.type]
        nouns = {telling: Noun(file.category, telling) for telling in Telling}
        into.words.update((word.lower(), nouns[telling]) for telling, word in file.listed())
        into.endings.update((ending, nouns[Telling.ENDING]) for ending in file.endings.split())
    return lists
