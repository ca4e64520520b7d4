"""Whether words tell which way the money went, or rules only assume that it was spent."""

from __future__ import annotations

import re

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.entries.direction import direction_of
from voiced.language.names.categories import find_keywords

# Rules assume spending where nothing is said about it; these words do say it.
_SPENDS = re.compile("[买吃喝花付交订充缴寄租给转汇发送包罚捐赔亏]|消费|支出|打车|加油")


def is_type_told(words: str, content: str, by_rule: TransactionType, vocabulary: Vocabulary) -> bool:
    """Whether the words of an entry tell the type that rules read in them."""
    direction = direction_of(words)
    if direction.type is not TransactionType.EXPENSE or not direction.is_beyond_doubt:
        return True
    return bool(_SPENDS.search(words) or find_keywords(content, by_rule, vocabulary))
