"""The values that words give a row (amount, day, type, category, account, name), and whether the words deny them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import NO_CHANGE, EntryField, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.amounts_told import amounts_told, is_difference
from voiced.language.changes.denials import denial_before
from voiced.language.changes.values import Phrase, SaidField, change_of, is_old_value
from voiced.language.days.dates import find_days
from voiced.language.names.accounts import find_all_accounts, find_transfers
from voiced.language.numbers.amounts import find_amounts
from voiced.language.rows import find_rows
from voiced.language.text.expression import expression
from voiced.language.text.phrases import phrases

_ENDS = "(?=[^，。；\\d零两一二三四五六七八九十百]{0,4}(?:$|[，。；]|不是|是我))"
_ME = "(?:我|自己)"
_TYPES = (
    (
        TransactionType.INCOME,
        expression(
            f"收入|进账|(?:是|{_ME})[挣赚赢收领抢](?:到|来|回来|进来)?的钱?|^[抢领]到?的|{_ME}[那这]?是?[收卖]{_ENDS}|是[收卖]{_ENDS}|卖(?:出去|掉|了)的"
            "|(?:别人|人家)给(?:到|来)?的钱?|(?:[发付打转退还赔返]?给|[发付打转退还])我的钱?(?![^，]*[\\d零两一二三四五六七八九十百])"
        ),
    ),
    (
        TransactionType.EXPENSE,
        expression(
            f"支出|开销|(?<=[算是叫])花钱|(?:是|{_ME})[付输退发送交掏垫](?:给[^，]{{0,3}}|出去)?的钱?|(?:{_ME}|成)花的钱?"
            f"|{_ME}[那这]?是?[交付买发送]{_ENDS}|是买{_ENDS}"
        ),
    ),
    (
        TransactionType.TRANSFER,
        expression("(?<=[是算成为归于])转账|是还(?:信用卡|花呗|白条|借呗|欠款)的?钱?"),
    ),
)


class SaidType(Struct, frozen=True):
    """The words `text[start:end]` that tell the way of the money."""

    start: int
    end: int
    type: TransactionType


def said_types(said: str) -> Iterator[SaidType]:
    """All words of normalised text that tell the way of the money; they may be denied."""
    for of_type, words in _TYPES:
        for match in words.finditer(said):
            start = match.start() + match.group().startswith("是")  # 不是收的 denies 收的
            yield SaidType(start, match.end(), of_type)


class SaidValue(Struct, frozen=True):
    """A value in `text[start:end]`, with the words that deny it.

    Attributes:
        change_of: the change that the value makes in an entry.
        is_called_new: whether 改成 or the like stands before the value.
        is_category: whether the value is a category.
        is_amount: whether the value is an amount, which several rows do not share.
        is_difference: whether the value is what was added to an amount or taken from it.
        is_denied: whether the words deny the value, or call it the value that was recorded by mistake.
    """

    start: int
    end: int
    change_of: Callable[[ParseResult], FieldChange]
    is_denied: bool
    is_called_new: bool = False
    is_category: bool = False
    is_amount: bool = False
    is_difference: bool = False


class Renamed(Struct, frozen=True):
    """A row with a new name, and the change that the name makes."""

    index: int
    change: FieldChange


_PHRASES = phrases("said_values")
_GIVES_WAY = _PHRASES["gives_way"]
_WITHDRAWN = _PHRASES["withdrawn"]
_AS_RECORDED = _PHRASES["as_recorded"]
_NEW = _PHRASES["new"]
_RECORDED = _PHRASES["recorded"]
_HOW_COME = _PHRASES["how_come"]
_EXPLAINED = _PHRASES["explained"]
_OF_A_DAY = _PHRASES["of_a_day"]
_FILED = _PHRASES["filed"]
_LONGEST_CUE = 6


def said_values(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[SaidValue, ...]:
    """All values that normalised words hold."""
    found = (*_amounts(said), *_days(said, now), *_types(said), *_categories(said, vocabulary, now))
    return (*found, *_accounts(said, vocabulary, now))


def _value(
    said: str, start: int, end: int, change_of: Callable[[ParseResult], FieldChange], *, denied: bool = False
) -> SaidValue:
    denial = denial_before(said, start)
    is_recorded = _AS_RECORDED.search(said, 0, start) and _RECORDED.match(said, end)
    if how_come := _HOW_COME.search(said, 0, start):
        denial = how_come.start()
    is_denied = denied or denial is not None or bool(is_recorded)
    is_called_new = _NEW.search(said, 0, start) is not None
    return SaidValue(start if denial is None else denial, end, change_of, is_denied, is_called_new)


def _fixed(change: FieldChange) -> Callable[[ParseResult], FieldChange]:
    return lambda row: change


def _amounts(said: str) -> Iterator[SaidValue]:
    told = amounts_told(said, None, ())
    for mention in find_amounts(said):
        change = FieldChange(amount=mention.amount)
        is_given = (
            mention.amount is not None
            and mention.amount.is_recordable
            and mention.amount in told.stated
            and not _GIVES_WAY.match(said, mention.end)
        )
        withdrawn = _WITHDRAWN.match(said, mention.end)
        end = withdrawn.end() if withdrawn else mention.end
        differs = is_difference(said, mention.start)
        told_as = _EXPLAINED.search(said, 0, mention.start) if differs else None
        start = told_as.start() if told_as else mention.start
        value = _value(said, start, end, _fixed(change), denied=not is_given)
        yield replace(value, is_amount=True, is_difference=differs)


def _days(said: str, now: datetime) -> Iterator[SaidValue]:
    for mention in find_days(said, now):
        if mention.day == now.date() and not _OF_A_DAY.search(said, 0, mention.start):
            continue  # 「今天做到七点」 tells of the day and gives no value
        yield _value(said, mention.start, mention.end, _fixed(FieldChange(date=mention.day)))


def _types(said: str) -> Iterator[SaidValue]:
    for told in said_types(said):
        yield _value(said, told.start, told.end, _fixed(FieldChange(type=told.type)))


def _categories(said: str, vocabulary: Vocabulary, now: datetime) -> Iterator[SaidValue]:
    """The categories named behind 是, 算, 归 and the like, or behind a denial."""
    for name in dict.fromkeys(category.name for category in vocabulary.categories):
        phrase = Phrase(name, EntryField.CATEGORY)
        for match in re.finditer(re.escape(name), said):
            is_cued = _FILED.search(said, max(match.start() - _LONGEST_CUE, 0), match.start())
            if is_cued or denial_before(said, match.start()) is not None:
                value = _value(
                    said,
                    *match.span(),
                    lambda row, phrase=phrase: change_of(phrase, row, vocabulary, now) or NO_CHANGE,
                )
                yield replace(value, is_category=True)


def _accounts(said: str, vocabulary: Vocabulary, now: datetime) -> Iterator[SaidValue]:
    """The two accounts of a transfer as one value; otherwise the account that was used."""
    moved = find_transfers(said, vocabulary)
    for mention in moved:
        sides: tuple[tuple[SaidField, str | None], ...] = (
            (EntryField.ACCOUNT, mention.account),
            (EntryField.TO_ACCOUNT, mention.to_account),
        )
        phrases = [Phrase(name, field) for field, name in sides if name]

        def change(row: ParseResult, phrases: Sequence[Phrase] = phrases) -> FieldChange:
            changes = (change_of(phrase, row, vocabulary, now) or NO_CHANGE for phrase in phrases)
            return FieldChange(**{name: value for one in changes for name, value in one.values.items()})

        yield _value(said, mention.start, mention.end, change)
    used = (mention for mention in find_all_accounts(said, vocabulary) if not (moved or mention.leads))
    for mention in used:
        yield _value(said, mention.start, mention.end, _fixed(FieldChange(account=mention.name)))


_NAME = "[^，。、；？是不没的\\d]{2,8}?"
_TAIL = "(?:听错了?|说错了?|记错了?|好[些了]?|才对|[了吧嘛啊呀])*"
_ASKS = _PHRASES["asks"]
_RENAMED = (
    expression(
        f"(?P<row>[^不没，]*?)(?:不是|不叫|不该是)(?P<old>{_NAME})，?(?:而|应该)?[是叫](?P<new>{_NAME}){_TAIL}"
    ),
    expression(f"(?P<row>)(?P<new>{_NAME})，?不是(?P<old>{_NAME}){_TAIL}"),
    expression(f"(?P<row>)(?:把|这个|应该是)?(?P<new>{_NAME})[记写听弄]成了?(?P<old>{_NAME}){_TAIL}"),
    expression(f"(?P<row>[^不没，]*?)(?P<old>)(?:[改写换记]成|改为|应该是|是)(?P<new>{_NAME}){_TAIL}"),
)


def renamed(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> Renamed | None:
    """The row that the words give another name: 不是早教课，是游泳课. None if they give no name, or several rows fit."""
    for words in _RENAMED:
        match = words.fullmatch(said)
        if (
            match is None
            or _ASKS.search(match["new"])
            or find_amounts(match["new"])
            or is_old_value(match["new"], vocabulary)
        ):
            continue
        old = match["old"] or match["row"].removeprefix("把")
        rows = find_rows(old, items) if old else tuple(item.index for item in items)
        if len(rows) != 1 or find_rows(match["new"], items) not in ((), rows):
            continue
        row = items[rows[0]].result
        if match["old"] and match["old"] not in row.description + row.category:
            continue
        if not match["old"] and not _is_alike(match["new"], row.description):
            continue
        return Renamed(rows[0], FieldChange(description=match["new"]))
    return None


def _is_alike(new: str, name: str) -> bool:
    """Whether half of a name's characters stay."""
    return bool(name) and new != name and 2 * len(set(new) & set(name)) >= len(set(name))
