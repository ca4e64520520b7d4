"""Items that are no rows: a sum beside its parts, and what a clause of its own takes back (奶茶没买, 前面那个不要)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from voiced.domain.money import ZERO
from voiced.language.entries.content import has_content
from voiced.language.entries.pieces import Item
from voiced.language.readings.direction import SOMEONE
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("left_out", SOMEONE=SOMEONE)
SUMMED = _PHRASES["summed"]


def is_sum(item: Item, others: Sequence[Item]) -> bool:
    """Whether an entry is the sum of the others: 「今天一共花了一百，吃饭六十打车四十」."""
    listed = [other for other in others if has_content(other.content)]
    if not listed:
        return False
    adds_up = item.amount is not None and item.amount == sum((other.amount or ZERO for other in listed), ZERO)
    is_bare = not has_content(item.content)
    return (is_bare or adds_up) if SUMMED.search(item.words) else (is_bare and adds_up)


_UNDONE = _PHRASES["undone"]
_ONLY = _PHRASES["only"]
_OF_TWO = _PHRASES["of_two"]
_PAID_BY_ANOTHER = _PHRASES["paid_by_another"]


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
