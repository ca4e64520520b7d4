"""How plainly words tell which way the money went."""

from __future__ import annotations

import re
from enum import Enum

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.categories import find_keywords
from voiced.language.direction import direction_of

# Of words that rules read as spending already: what tells that it is more than their assumption.
_SPENDS = re.compile("[买吃喝花付交订充缴寄租给转汇发送包罚捐赔亏]|消费|支出|打车|加油")


class Telling(Enum):
    """How plainly."""

    SURE = "words of one type"
    MIXED = "words of several types"
    NOTHING = "no word; it is taken for spending, as most is"


def type_told(words: str, content: str, by_rule: TransactionType, vocabulary: Vocabulary) -> Telling:
    """How plainly the words of an entry tell the type that rules read in them."""
    direction = direction_of(words)
    if not direction.is_beyond_doubt:
        return Telling.MIXED
    if direction.type is not TransactionType.EXPENSE or _SPENDS.search(words):
        return Telling.SURE
    return Telling.SURE if find_keywords(content, by_rule, vocabulary) else Telling.NOTHING
