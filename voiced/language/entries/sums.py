"""The sum of entries that are listed beside it, which is no entry of its own: 今天一共花了一百，吃饭六十打车四十."""

from __future__ import annotations

from collections.abc import Sequence

from voiced.domain.money import ZERO
from voiced.language.entries.content import has_content
from voiced.language.entries.item import Item
from voiced.language.text.expression import expression

SUMMED = expression("[一总统拢通合]共|共[花使用]|合计|总计|总的|[加合]起来|一起是")
"""Words that name a sum."""


def is_sum(item: Item, others: Sequence[Item]) -> bool:
    """Whether an entry is the sum of the others: 「今天一共花了一百，吃饭六十打车四十」."""
    listed = [other for other in others if has_content(other.content)]
    if not listed:
        return False
    adds_up = item.amount is not None and item.amount == sum((other.amount or ZERO for other in listed), ZERO)
    is_bare = not has_content(item.content)
    return (is_bare or adds_up) if SUMMED.search(item.words) else (is_bare and adds_up)
