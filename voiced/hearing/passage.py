"""What was said up to a pause in dictation, where it is known so surely that it need not be heard once more.

A recogniser that does not stream guesses in a pause. When speech goes on, the guess was right for what it heard; only
the words at its end may mean something else with those that follow (一百 … 二十, 三十 … 斤苹果).
"""

from __future__ import annotations

import re

from voiced.language.amounts import AmountMention, find_amounts
from voiced.language.text import normalise

_LEAST_PAUSE = 25
"""Frames, 0.5 s: who pauses less is often in the middle of something."""
_TRAILING = re.compile(r"[\W了吧啊呢]+$")


def is_kept(text: str, pause: int) -> bool:
    """Whether words stand although speech went on: a pause of so many frames, and an entry that was said to its amount."""
    return pause >= _LEAST_PAUSE and _closing_amount(_bare(text)) is not None


def stands(kept: str, following: str) -> bool:
    """Whether the amount that ends the kept words is still the same amount with the words that follow."""
    before = _bare(kept)
    closing = _closing_amount(before)
    return closing is not None and closing in find_amounts(before + normalise(following))


def joined(kept: str, following: str) -> str:
    """Both as one text; either may be empty."""
    return "，".join(text for text in (kept, following) if text)


def _bare(text: str) -> str:
    return _TRAILING.sub("", normalise(text))


def _closing_amount(text: str) -> AmountMention | None:
    mentions = find_amounts(text)
    if not mentions or mentions[-1].end != len(text) or mentions[-1].amount is None:
        return None
    return mentions[-1]
