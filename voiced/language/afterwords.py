"""What is said once an entry is saved and nothing is open: it is taken back after all, or there is no more to come.

The same words mean the draft where there is one (撤销 drops it), so these are asked only without one.
"""

from __future__ import annotations

import re

from voiced.language.expression import expression
from voiced.language.text import normalise
from voiced.language.wording import pattern, read_words

_TAKE_BACK = pattern(
    "[PARTICLE ASSENT]* (CANCEL+ PARTICLE* SAVED? PARTICLE* THIS? | [SAVED THIS] PARTICLE* THIS? [PARTICLE ALL]* CANCEL+) PARTICLE*"
)
# 「算了」 and 「不要了」 may as well mean that nothing more is wanted; beside 刚才 they do not.
_BACK = expression("[撤删]|刚")
_THANKS = "谢谢你?|谢谢您|谢了|多谢|辛苦了"
_THAT_IS_ALL = expression(
    rf"(?:[嗯好对行]的?了?|没有?了|不用了?|{_THANKS})*(?:就这些|这些就够了|就这么多了?|就这样|够了|没别的了?|没有别的了?|没其他的?了?|{_THANKS})"
    rf"(?:[了吧啦]|{_THANKS})*"
)


def takes_back(text: str) -> bool:
    """Whether the words take back what was saved last: 撤销, 把刚才的删了."""
    said = normalise(text)
    return bool(_BACK.search(said) and _TAKE_BACK.fullmatch(read_words(said).shape))


def says_that_is_all(text: str) -> bool:
    """Whether the words, said where more could come, say that none does: 就这些, 谢谢."""
    return _THAT_IS_ALL.fullmatch(re.sub("[，。、；]", "", normalise(text))) is not None
