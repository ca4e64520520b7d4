"""Items that are no rows: a sum beside its parts, and what a clause of its own takes back (奶茶没买, 前面那个不要)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.domain.money import ZERO
from voiced.language.entries.content import has_content
from voiced.language.entries.pieces import Item
from voiced.language.readings.direction import SOMEONE
from voiced.language.text.expression import expression
from voiced.language.text.spelling import clauses

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


_OPENING = "(?:不对|错了|后来|结果|最后|但是?|可是?|其实|我|也)*"
_UNDONE = expression(
    f"{_OPENING}(?:(?P<name>[^，。、；？]{{2,6}}?)没有?(?:打|买|坐|点|订|付|充|要|去|花)(?:成功?|到|上|着)?了?"
    "|没有?(?:去|买|打|坐|点|订)?(?P<thing>[^，。、；？]{2,6}?)了?)"
)
_ONLY = expression(
    "(?:就|只)(?:记录?|要|算|留|保存)一?[笔个]?(?P<name>[^，。、；？]{2,8}?)(?:[那这]一?[笔个])?(?:就行|就好|吧|了)*"
)
_OF_TWO = expression(
    "(?:(?P<first>前面|前头|上面|第一)|后面|后头|最后|第二)的?[那这]?一?[个笔条](?:就|先)?(?:不要|不算|作废|取消|删掉|不记|别记|去掉)[了吧]*"
)
_PAID_BY_ANOTHER = expression(
    f"(?:(?:公司|单位|老板)(?:能|可以|会|给)*报销|免单了?|{SOMEONE}(?:付|出|请|结)的)[啊呢吧]*"
)


def without_retracted(said: str, items: Sequence[Item]) -> tuple[Item, ...]:
    """The entries of normalised words, without those that a clause without an amount takes back.

    One entry always stays: whether its money moved is for `occurrence`. A clause about another payer (公司报销) joins the
    words of the last entry.
    """
    kept = tuple(items)
    for words in clauses(said):
        if len(kept) == 2 and (place := _OF_TWO.fullmatch(words)):
            kept = kept[1:] if place["first"] else kept[:1]
        elif undone := _UNDONE.fullmatch(words):
            name = undone["name"] or undone["thing"]
            kept = tuple(item for item in kept if name not in item.content) or kept
        elif only := _ONLY.fullmatch(words):
            named = tuple(item for item in kept if only["name"] in item.content)
            kept = named or kept
        elif len(kept) > 1 and _PAID_BY_ANOTHER.fullmatch(words):
            *others, last = kept
            kept = (*others, replace(last, context=f"{last.context}，{words}"))
    return kept
