"""A model's entries, held against what was said.

What rules are sure of is theirs: which amounts were said and stand, in what order, and the type, day and category that
words name. What is left is the model's: a category that no word gives away, a type that no word tells. So a model can
neither invent an entry nor lose one; where the two readings disagree the row is marked for checking.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from msgspec import Struct

from voiced.dialogue.asking import ParseRequest
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.gateway.extraction import ProposedEntry
from voiced.gateway.vocabulary import vocabulary_of
from voiced.language.categories import file_under, find_keywords
from voiced.language.direction import direction_of
from voiced.language.items import Item, read_items
from voiced.language.sentence import entry_of
from voiced.language.text import normalise

IN_DOUBT = 0.5
"""The confidence of a row on which model and rules disagree: the daemon reads it back with 「请核对」."""

_LONGEST_AGO = timedelta(days=400)
_SPEAKS_OF_TIME = re.compile("[天日号周月年昨前晚]|星期|礼拜|节")
_SPENDS = re.compile("[买吃喝花付交订充缴寄租]|消费|支出|打车|加油")


class _Spoken(Struct, frozen=True):
    """An entry by rule, and the words it was read from."""

    item: Item
    result: ParseResult


def checked_entries(request: ParseRequest, proposed: Sequence[ProposedEntry]) -> tuple[ParseResult, ...]:
    """The entries that were said, in the order said, with what the model knows better."""
    vocabulary, now = vocabulary_of(request.context), request.context.now
    return tuple(_entries(request.text, proposed, vocabulary, now))


def _entries(
    text: str, proposed: Sequence[ProposedEntry], vocabulary: Vocabulary, now: datetime
) -> Iterator[ParseResult]:
    said = normalise(text)
    items = read_items(said, vocabulary, now)
    spoken = [_Spoken(item, entry_of(item, vocabulary, now)) for item in items if item.amount]
    for one, entry in zip(spoken, _matched(spoken, proposed), strict=True):
        if entry is None:
            yield replace(one.result, confidence=IN_DOUBT)
        else:
            yield _merged(one, entry, said, vocabulary, now)


def _matched(spoken: Sequence[_Spoken], proposed: Sequence[ProposedEntry]) -> Iterator[ProposedEntry | None]:
    """For each entry by rule the model's entry of the same amount, in order, each used once."""
    left = list(proposed)
    for one in spoken:
        match = next((entry for entry in left if entry.fields.amount == one.result.amount), None)
        if match is not None:
            left.remove(match)
        yield match


def _merged(
    one: _Spoken, entry: ProposedEntry, said: str, vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    result, fields = one.result, entry.fields
    told = _tells_type(one, vocabulary)
    of_type = result.type if told or fields.type is None else fields.type
    return replace(
        result,
        type=of_type,
        category=_category(one, of_type, fields.category, vocabulary),
        description=_description(result.description, fields.description, said),
        date=one.item.day or _day(fields.date, said, now.date()),
        account=result.account or _if_said(fields.account, said),
        confidence=entry.confidence if of_type is result.type else IN_DOUBT,
    )


def _tells_type(one: _Spoken, vocabulary: Vocabulary) -> bool:
    """Whether the words themselves say which way the money went."""
    direction = direction_of(one.item.words)
    if not direction.is_beyond_doubt:
        return False
    if direction.type is not TransactionType.EXPENSE or _SPENDS.search(one.item.words):
        return True
    return bool(find_keywords(one.item.content, one.result.type, vocabulary))


def _category(one: _Spoken, of_type: TransactionType, stated: str | None, vocabulary: Vocabulary) -> str:
    """The category that words name; else the model's, as far as the ledger has it; else the rules' guess."""
    is_same_type = of_type is one.result.type
    if is_same_type and (
        stated is None or find_keywords(one.item.content, of_type, vocabulary) or one.item.lead
    ):
        return one.result.category
    filed = file_under(stated, of_type, vocabulary) if stated else OTHER
    return one.result.category if filed == OTHER and is_same_type else filed


def _day(stated: date | None, said: str, today: date) -> date:
    """The model's day where the words speak of time in a way that no rule reads; no day ahead, and none long past."""
    if stated is None or not _SPEAKS_OF_TIME.search(said):
        return today
    return stated if today - _LONGEST_AGO <= stated <= today else today


def _description(by_rule: str, stated: str | None, said: str) -> str:
    """The model's description where it leaves out words of the rules' that say nothing (一笔奶茶 → 奶茶)."""
    if stated and (stated in by_rule or not by_rule):
        return _if_said(stated, said) or by_rule
    return by_rule


def _if_said(stated: str | None, said: str) -> str | None:
    """A text of the model's that is made of what was said, and of nothing else."""
    return stated if stated and all(character in said for character in stated) else None
