"""The words that a recogniser should prefer: those of the household, and the commands where they mean something.

What is expected is what noise becomes. So commands are preferred only while a draft is open, nothing is while the wake phrase
is waited for, and the list is short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from voiced.domain.vocabulary import Vocabulary

MOST_WORDS = 200
"""The list is made into a graph at each utterance."""
_WORD = re.compile("[\u4e00-\u9fff]{2,8}")
"""A single character would be preferred inside any word, and a longer text is a sentence."""
_DIGITS = "一二三四五六七八九"
SUMS = (*(f"{digit}块" for digit in f"{_DIGITS}十百"), *(f"块{digit}" for digit in _DIGITS))
"""The words in which a lost character is a lost amount."""
COMMANDS = (
    *("确认", "取消", "退出", "不要了", "删掉", "改成", "全部确认", "继续记账", "再记一笔", "还有一笔"),
    *(f"第{digit}笔" for digit in f"{_DIGITS}十"),
)
"""What is said about an open draft."""


def household_words(vocabulary: Vocabulary, said: Iterable[str]) -> tuple[str, ...]:
    """The names of the ledger and the words of its rows, at most `MOST_WORDS`; the household's own come first.

    Args:
        vocabulary: its categories and accounts.
        said: the descriptions of rows, the most usual first.
    """
    own = (each.name for each in vocabulary.categories if each.is_custom)
    names = (
        name
        for each in (*vocabulary.accounts, *vocabulary.categories)
        for name in (each.name, *each.keywords)
    )
    texts = (*own, *islice(said, MOST_WORDS // 2), *names)
    return tuple(islice(dict.fromkeys(word for text in texts for word in _WORD.findall(text)), MOST_WORDS))
