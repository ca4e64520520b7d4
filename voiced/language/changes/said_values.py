"""The values that words give a row (amount, day, type, category, account, name), and whether the words deny them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.transaction import (
    NO_CHANGE,
    TYPE_CALLED,
    EntryField,
    FieldChange,
    ParseResult,
    TransactionType,
)
from voiced.domain.vocabulary import Vocabulary
from voiced.language.changes.amounts_told import amounts_told, is_difference
from voiced.language.changes.denials import denial_before
from voiced.language.changes.values import NamedField, change_of
from voiced.language.commands.wording import Wording, pattern
from voiced.language.days.dates import find_days
from voiced.language.names.accounts import find_all_accounts, find_transfers
from voiced.language.numbers.amounts import find_amounts
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
        field: the field of the value; of a word alone it is the description, though the word may also tell the category.
        is_called_new: whether 改成 or the like stands before the value.
        is_difference: whether the value is what was added to an amount or taken from it.
        is_denied: whether the words deny the value, or call it the value that was recorded by mistake.
        is_word: whether the value is known by a word alone (是地铁, 分类改成洗玉), so that the other words may not be unknown.
    """

    start: int
    end: int
    change_of: Callable[[ParseResult], FieldChange]
    field: EntryField
    is_denied: bool
    is_called_new: bool = False
    is_difference: bool = False
    is_word: bool = False

    @property
    def is_amount(self) -> bool:
        """Whether the value is an amount, which several rows do not share."""
        return self.field is EntryField.AMOUNT

    def is_part_of(self, other: SaidValue) -> bool:
        """Whether a longer value holds this one: 工资 in 打到工资卡."""
        return other.start <= self.start < self.end < other.end

    def overlaps(self, other: SaidValue) -> bool:
        """Whether both values share a character."""
        return self.start < other.end and other.start < self.end


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
_DESCRIBED = _PHRASES["described"]
_CUE = _PHRASES["cue"]
_FILING = _PHRASES["filing"]
_LONGEST_CUE = 6
_FIELDS: tuple[tuple[NamedField, str], ...] = (
    (EntryField.CATEGORY, "分类 类别 种类 类目"),
    (EntryField.TYPE, "类型"),
    (EntryField.ACCOUNT, "账户 账号 支付方式 付款方式"),
    (EntryField.TO_ACCOUNT, "转入账户"),
)
_FIELD_OF: Mapping[str, NamedField] = {word: field for field, words in _FIELDS for word in words.split()}
_NAME = pattern("UNKNOWN ([UNKNOWN PARTICLE AND SUBJECT]* UNKNOWN)?")
_ONLY_NAME = pattern("[PARTICLE ROWS THIS]* UNKNOWN [UNKNOWN PARTICLE AND SUBJECT]*")
_CALLED_WRONG = pattern("PARTICLE* WRONG")
_BEHIND = pattern("[CHANGE IS ADJUST FIELD] [CHANGE IS ADJUST FIELD PARTICLE BUT]*$")
_TRIMMED = "的了吧呀啊哦呢嘛"
_BLANK = ParseResult(None, TransactionType.EXPENSE, "", date.min)


def said_values(
    said: str, vocabulary: Vocabulary, now: datetime, wording: Wording | None = None
) -> tuple[SaidValue, ...]:
    """All values that normalised words hold; with their wording also those known by a word alone. Words behind 备注 are one value."""
    described = _DESCRIBED.search(said)
    rest = said if described is None else said[: described.start()]
    accounts = tuple(_accounts(rest, vocabulary, now))
    filed = [one for one in _categories(rest, vocabulary, now) if not any(map(one.is_part_of, accounts))]
    numbers = (*_amounts(rest), *_days(rest, now))
    known = (*numbers, *filed)
    named = [
        one
        for one in (_by_words(wording, vocabulary, now) if wording else ())
        if one.end <= len(rest)
        and not any(map(one.overlaps, known))
        and not (one.field is EntryField.ACCOUNT and any(map(one.overlaps, accounts)))
    ]
    types = (one for one in _types(rest) if not any(map(one.overlaps, (*filed, *named))))
    accounts = (*accounts, *_denied_accounts(rest, vocabulary))
    end = () if described is None else _descriptions(described)
    return (*numbers, *filed, *named, *types, *accounts, *end)


def _value(
    said: str,
    start: int,
    end: int,
    field: EntryField,
    change_of: Callable[[ParseResult], FieldChange],
    *,
    denied: bool = False,
) -> SaidValue:
    denial = denial_before(said, start)
    is_recorded = _AS_RECORDED.search(said, 0, start) and _RECORDED.match(said, end)
    if how_come := _HOW_COME.search(said, 0, start):
        denial = how_come.start()
    is_denied = denied or denial is not None or bool(is_recorded)
    is_called_new = _NEW.search(said, 0, start) is not None
    return SaidValue(start if denial is None else denial, end, change_of, field, is_denied, is_called_new)


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
        value = _value(said, start, end, EntryField.AMOUNT, _fixed(change), denied=not is_given)
        yield replace(value, is_difference=differs)


def _days(said: str, now: datetime) -> Iterator[SaidValue]:
    for mention in find_days(said, now):
        if mention.day == now.date() and not _OF_A_DAY.search(said, 0, mention.start):
            continue  # 「今天做到七点」 tells of the day and gives no value
        yield _value(said, mention.start, mention.end, EntryField.DATE, _fixed(FieldChange(date=mention.day)))


def _types(said: str) -> Iterator[SaidValue]:
    for told in said_types(said):
        yield _value(said, told.start, told.end, EntryField.TYPE, _fixed(FieldChange(type=told.type)))


def _categories(said: str, vocabulary: Vocabulary, now: datetime) -> Iterator[SaidValue]:
    """The categories named behind 是, 算, 归 and the like, or behind a denial."""
    names = dict.fromkeys(category.name for category in vocabulary.categories)
    for name in names if "类型" not in said else names.keys() - TYPE_CALLED.keys():
        for match in re.finditer(re.escape(name), said):
            is_cued = _FILED.search(said, max(match.start() - _LONGEST_CUE, 0), match.start())
            if is_cued or denial_before(said, match.start()) is not None:
                yield _value(
                    said,
                    *match.span(),
                    EntryField.CATEGORY,
                    _changing(name, EntryField.CATEGORY, vocabulary, now),
                )


def _changing(
    words: str, field: NamedField | None, vocabulary: Vocabulary, now: datetime
) -> Callable[[ParseResult], FieldChange]:
    return lambda row: change_of(words, field, row, vocabulary, now) or NO_CHANGE


def _by_words(wording: Wording, vocabulary: Vocabulary, now: datetime) -> Iterator[SaidValue]:
    """The categories, purposes and accounts that the words are, or that stand behind the name of their field or behind 改成 and the like."""
    said, is_whole = wording.text, _ONLY_NAME.fullmatch(wording.shape) is not None
    for match in _NAME.finditer(wording.shape):
        behind = _BEHIND.search(wording.shape, 0, match.start())
        cues = [wording.word(place) for place in range(*behind.span())] if behind else []
        names = (cue.removesuffix("是") for cue in cues)
        fields: list[NamedField] = [_FIELD_OF[name] for name in names if name in _FIELD_OF]
        if not (fields or is_whole or any(map(_CUE.search, cues))):
            continue
        if not fields and any(map(_FILING.search, cues)):
            fields.append(EntryField.CATEGORY)
        field = fields[-1] if fields else None
        start = wording.spans[match.start()][0]
        words = said[start : wording.spans[match.end() - 1][1]].rstrip(_TRIMMED)
        change = _changing(words, field, vocabulary, now)
        if words and not change(_BLANK).is_empty:
            of_field = EntryField.ACCOUNT if change(_BLANK).account else EntryField.DESCRIPTION
            is_wrong = _CALLED_WRONG.match(wording.shape, match.end()) is not None
            value = _value(said, start, start + len(words), of_field, change, denied=is_wrong)
            yield replace(value, is_called_new=True, is_word=True)


def _descriptions(described: re.Match[str]) -> Iterator[SaidValue]:
    """The words behind 备注, which are the new description."""
    words = described["words"].rstrip("吧？")
    if words:
        change = _fixed(FieldChange(description=words))
        yield SaidValue(
            *described.span(), change, EntryField.DESCRIPTION, is_denied=False, is_called_new=True
        )


def _denied_accounts(said: str, vocabulary: Vocabulary) -> Iterator[SaidValue]:
    """The accounts right behind a denial: 不是现金，刷的信用卡."""
    for account in vocabulary.accounts:
        for match in re.finditer(re.escape(account.name), said):
            if denial_before(said, match.start()) is not None:
                change = _fixed(FieldChange(account=account.name))
                yield _value(said, *match.span(), EntryField.ACCOUNT, change)


def _accounts(said: str, vocabulary: Vocabulary, now: datetime) -> Iterator[SaidValue]:
    """The two accounts of a transfer as one value; otherwise the account that was used."""
    moved = find_transfers(said, vocabulary)
    for mention in moved:
        change = _from_to(mention.account, mention.to_account, vocabulary, now)
        yield _value(said, mention.start, mention.end, EntryField.ACCOUNT, change)
    used = (mention for mention in find_all_accounts(said, vocabulary) if not (moved or mention.leads))
    for mention in used:
        change = _fixed(FieldChange(account=mention.name))
        yield _value(said, mention.start, mention.end, EntryField.ACCOUNT, change)


def _from_to(
    account: str | None, to_account: str | None, vocabulary: Vocabulary, now: datetime
) -> Callable[[ParseResult], FieldChange]:
    """The change to the accounts of a transfer, of which one may be missing."""
    changes = (
        _changing(account or "", EntryField.ACCOUNT, vocabulary, now),
        _changing(to_account or "", EntryField.TO_ACCOUNT, vocabulary, now),
    )
    return lambda row: FieldChange(
        **{name: value for change in changes for name, value in change(row).values.items()}
    )
