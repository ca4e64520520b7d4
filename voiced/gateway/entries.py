"""Compares a model's entries with the entries that rules read in the same utterance.

Rules decide the number and order of entries, so a model cannot invent or lose one. If both agree, the row has the model's
confidence. If they differ in amount or type, the better founded value is accepted and marked for checking: a computed
amount is better than a copied number, and a stated type is better than an assumed one. The category is the model's, if the
ledger has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.dialogue.values.requests import ParseRequest
from voiced.domain.money import Money
from voiced.domain.transaction import (
    AMOUNT_ALONE,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.gateway.extraction import ProposedEntry
from voiced.language.changes.amounts_told import amounts_told, may_be_computed
from voiced.language.entries.pieces import Item
from voiced.language.entries.sentence import entry_of, read_told
from voiced.language.invariants.entries import is_day_in_other_words, made_of
from voiced.language.names.categories import file_under, find_keywords
from voiced.language.numbers.numerals import spoken
from voiced.language.readings.direction import direction_of
from voiced.language.readings.occurrence import Occurrence
from voiced.language.text.spelling import normalise

IN_DOUBT = 0.5
"""The confidence of a row if model and rules disagree: the daemon reads it back with 「请核对」."""
AGREED = 0.9
"""The confidence of a row if they agree and the model states no confidence."""

# Rules assume an expense without a word about the direction; these words state an expense.
_SPENDS = re.compile("[买吃喝花付交订充缴寄租给转汇发送包罚捐赔亏]|消费|支出|打车|加油")


class _Spoken(Struct, frozen=True):
    """An entry by rule, and its words."""

    item: Item
    result: ParseResult


class _Pair(Struct, frozen=True):
    """An entry by rule, and the model's entry for it or None."""

    spoken: _Spoken
    entry: ProposedEntry | None


def checked_entries(request: ParseRequest, proposed: Sequence[ProposedEntry]) -> tuple[ParseResult, ...]:
    """The entries of an utterance in their order, with the model's better values."""
    vocabulary, now = request.context.vocabulary, request.context.now
    said = normalise(request.text)
    items = read_told(said, vocabulary, now)
    read = [
        _Spoken(item, entry_of(item, vocabulary, now))
        for item in items
        if item.occurrence is not Occurrence.NONE
    ]
    rows = (_weighed(pair, said, vocabulary, now) for pair in _paired(read, proposed))
    return tuple(row for row in rows if row.amount is not None)


def _paired(read: Sequence[_Spoken], proposed: Sequence[ProposedEntry]) -> Iterator[_Pair]:
    """Each entry by rule with the model's entry of the same amount, else of the same name, else the only remaining one."""
    left = list(proposed)
    found: dict[int, ProposedEntry] = {}
    for place, one in enumerate(read):
        if match := next((entry for entry in left if _same_amount(one, entry)), None):
            found[place] = match
            left.remove(match)
    for place, one in enumerate(read):
        if place not in found and (match := next((entry for entry in left if _same_name(one, entry)), None)):
            found[place] = match
            left.remove(match)
    alone = [place for place in range(len(read)) if place not in found]
    if len(alone) == len(left) == 1:
        found[alone[0]] = left[0]
    return (_Pair(one, found.get(place)) for place, one in enumerate(read))


def _same_amount(one: _Spoken, entry: ProposedEntry) -> bool:
    return one.result.amount is not None and entry.fields.amount == one.result.amount


def _same_name(one: _Spoken, entry: ProposedEntry) -> bool:
    name = entry.fields.description
    return name is not None and name in one.item.words


def _weighed(pair: _Pair, said: str, vocabulary: Vocabulary, now: datetime) -> ParseResult:
    one, entry = pair.spoken, pair.entry
    if entry is None:
        return replace(one.result, confidence=IN_DOUBT)
    fields = entry.fields
    amount = _amount(one, fields.amount)
    of_type, is_type_sure = _type(one, fields, vocabulary)
    is_amount_sure = fields.amount == one.result.amount and not _is_open(one)
    stated = AGREED if entry.confidence is None else entry.confidence
    return replace(
        one.result,
        amount=amount,
        type=of_type,
        category=_category(one, of_type, fields.category, vocabulary),
        description=_description(one.result.description, fields.description, said),
        date=one.item.day or _day(fields.date, said, now),
        account=one.result.account or made_of(fields.account, said),
        to_account=_to_account(one, of_type, fields.to_account, said),
        confidence=stated if is_type_sure and is_amount_sure else min(stated, IN_DOUBT),
        doubtful=_doubtful(is_amount_sure=is_amount_sure, is_type_sure=is_type_sure),
    )


def _doubtful(*, is_amount_sure: bool, is_type_sure: bool) -> frozenset[EntryField]:
    """The doubtful fields behind a low confidence: the amount, the type or both."""
    if is_type_sure:
        return AMOUNT_ALONE
    return frozenset({EntryField.TYPE} if is_amount_sure else {EntryField.AMOUNT, EntryField.TYPE})


def _amount(one: _Spoken, stated: Money | None) -> Money | None:
    """The amount by rule, or the model's amount if rules found no amount or could not compute it."""
    by_rule = one.result.amount
    if stated is None or stated == by_rule:
        return by_rule
    if by_rule is None:
        whole = stated.yuan == stated.yuan.to_integral_value()
        is_said = whole and spoken(int(stated.yuan)) in one.item.words
        return stated if is_said else None
    # 「两个人八十」 states the whole payment; 「每张四十」 does not.
    is_computed = _is_open(one) and stated in amounts_told(one.item.context, None, ()).possible
    return stated if is_computed else by_rule


def _is_open(one: _Spoken) -> bool:
    """Whether rules doubt the amount: it is the price of one of several things, or one of two stated amounts."""
    if one.item.proposal is not None:
        return True
    if one.item.is_doubtful or not may_be_computed(one.item.words):
        return one.item.is_doubtful
    return one.result.amount not in amounts_told(one.item.words, None, ()).stated


def _type(one: _Spoken, stated: FieldChange, vocabulary: Vocabulary) -> tuple[TransactionType, bool]:
    """The type, and whether it is certain.

    The model's type counts only if its category has that type: a model that files an expense under wages is wrong.
    """
    by_rule = one.result.type
    if stated.type in {None, by_rule}:
        return by_rule, True
    of_type = stated.type or by_rule
    knows = stated.category in {known.name for known in vocabulary.categories_of(of_type)} - {OTHER}
    if _is_type_told(one.item.words, one.item.content, by_rule, vocabulary):
        return by_rule, not knows
    return of_type if knows else by_rule, False


def _is_type_told(words: str, content: str, by_rule: TransactionType, vocabulary: Vocabulary) -> bool:
    """Whether the words of an entry state its type; otherwise rules only assume an expense."""
    direction = direction_of(words)
    if direction.type is not TransactionType.EXPENSE or not direction.is_beyond_doubt:
        return True
    return bool(_SPENDS.search(words) or find_keywords(content, by_rule, vocabulary))


def _category(one: _Spoken, of_type: TransactionType, stated: str | None, vocabulary: Vocabulary) -> str:
    """The model's category if the ledger has it, unless the words name one of the user's own categories."""
    is_same_type = of_type is one.result.type
    keywords = find_keywords(one.item.content, of_type, vocabulary)
    if is_same_type and any(word.category.is_custom for word in keywords):
        return one.result.category
    filed = file_under(stated, of_type, vocabulary) if stated else OTHER
    return one.result.category if filed == OTHER and is_same_type else filed


def _day(stated: date | None, said: str, now: datetime) -> date:
    """The model's day if the words speak of time in a way that rules do not understand and the day is plausible, else today."""
    return stated if stated and is_day_in_other_words(said, stated, now) else now.date()


def _to_account(one: _Spoken, of_type: TransactionType, stated: str | None, said: str) -> str | None:
    """The receiving account of a transfer: the one by rule, else the model's if the words hold it."""
    if of_type is not TransactionType.TRANSFER:
        return None
    return one.result.to_account or made_of(stated, said)


def _description(by_rule: str, stated: str | None, said: str) -> str:
    """The model's description if it is a shorter form of the one by rule (一笔奶茶 → 奶茶), else the one by rule."""
    if stated and (stated in by_rule or not by_rule):
        return made_of(stated, said) or by_rule
    return by_rule
