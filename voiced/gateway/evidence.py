"""Checks a model's change of a row against the utterance, field by field: shown, possible or contradicted.

A value that the words show is accepted. A value that a model infers is accepted and marked for checking if the words hold
something that rules do not understand. A value that the words deny, or that differs from the stated value, makes the whole
answer useless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import Enum

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import EntryField, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.changes.amounts_told import amounts_told
from voiced.language.changes.denials import is_denied
from voiced.language.changes.rows_meant import points_in_other_words
from voiced.language.commands.wording import pattern, read_words
from voiced.language.days.dates import find_days
from voiced.language.invariants.entries import TYPE_NAMED, is_day_in_other_words, made_of, only_denies
from voiced.language.names.accounts import match_account
from voiced.language.names.categories import file_under, find_names, match_category
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.readings.direction import direction_of
from voiced.language.readings.occurrence import Occurrence, occurrence_of
from voiced.language.text.expression import Expression

_BEYOND_FIELDS = re.compile("拆|分成|分为|合并|合成|并成|并到|合到|合起来")
# Such words may be about another person: 「饭钱是老板付的」 is no expense of the speaker.
_TYPE_WORDS = {
    TransactionType.INCOME: re.compile("收入|进账|入账|收到|收的|赚|挣|转给我|给我的|还我"),
    TransactionType.EXPENSE: re.compile("支出|花|付|消费|开销|发[给出]|给出去|转出去|退给"),
    TransactionType.TRANSFER: re.compile("转账|提现|转到|还款"),
}
_FILES = re.compile("算(?![进上])|归|属于|记[到成入进在]|放[到进在]|分类|类别|类目")
_WITHHELD = re.compile(
    "谁说|(?:(?<![类分特区级个性])别|不用|不要|不必|不许|甭|没让你|没说要?|谁让你)(?:再|去|给我|把[^，。、；？]{1,8}?)?(?:改|换|动|调|算成|记成)"
)
_USING = re.compile("(?:[用刷拿走从进到]|通过)(?:了|的|的是|我的?|她的?|他的?)?$")
_REACHING = re.compile("(?:转|存|打|汇|提现?)?[到进入给往还](?:了|的|的是|我的?)?$")
_UNSURE = pattern("[DOUBT ASK HOLD WAIT]")


class Judged(Enum):
    """The result of a check: the words show the change, allow it, or contradict it."""

    SHOWN = "shown"
    POSSIBLE = "possible"
    CONTRADICTED = "contradicted"


class Change(Struct, frozen=True):
    """The accepted fields of a model's change of a row, possibly empty, and the result of the check."""

    fields: FieldChange
    judged: Judged


class Words(Struct, frozen=True):
    """Normalised words about a draft, and the data for checking a change against them.

    Attributes:
        says_more: they hold something besides values and names of rows.
        is_sure: they express no doubt and ask no question.
    """

    said: str
    items: Sequence[DraftTransaction]
    vocabulary: Vocabulary
    now: datetime
    says_more: bool
    is_sure: bool


def words_about(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime) -> Words:
    """The words about a draft, analysed once for all rows."""
    is_sure = _UNSURE.search(read_words(said).shape) is None
    says_more = is_sure and _says_more(said, items, vocabulary, now)
    return Words(said, items, vocabulary, now, says_more, is_sure)


def wants_no_change(said: str) -> bool:
    """Whether normalised text forbids a change (别把打车改成五十), or asks for rows to be split or merged."""
    return _BEYOND_FIELDS.search(said) is not None or _WITHHELD.search(said) is not None


def judged(change: FieldChange, index: int, words: Words) -> Change:
    """The part of a row's change that the words support."""
    row = words.items[index].result
    change = change.differing_from(row)
    kept: dict[str, object] = {}
    marks: set[Judged] = set()
    for name in change.names:
        value, how = FIELD_JUDGES[name](change, row, index, words)
        if how is Judged.CONTRADICTED:
            return Change(FieldChange(), how)
        if value is not None:
            kept[name] = value
            marks.add(how)
    fields = FieldChange(**kept).differing_from(row)  # pyright: ignore[reportArgumentType] - each value is of its field
    return Change(fields, Judged.POSSIBLE if Judged.POSSIBLE in marks else Judged.SHOWN)


_Value = tuple[object, Judged]
_NOTHING: _Value = (None, Judged.SHOWN)
_AGAINST: _Value = (None, Judged.CONTRADICTED)


def _amount(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    others = (item.result.amount for item in words.items if item.index != index)
    told = amounts_told(words.said, row.amount, [other for other in others if other])
    if change.amount in told.stated:
        is_sure = occurrence_of(words.said) is Occurrence.HAPPENED
        return change.amount, Judged.SHOWN if is_sure else Judged.POSSIBLE
    return (change.amount, Judged.POSSIBLE) if change.amount in told.possible else _AGAINST


def _type(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    stated, denied = _types(words.said, _TYPE_WORDS)
    named, _ = _types(words.said, TYPE_NAMED)
    wanted = change.type
    if wanted in stated:
        return wanted, Judged.SHOWN
    if wanted in denied or named:
        return _AGAINST
    direction = direction_of(words.said)
    is_implied = bool(denied) or (direction.type is wanted and direction.type is not TransactionType.EXPENSE)
    return (wanted, Judged.POSSIBLE) if is_implied or words.says_more else _NOTHING


def _category(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    of_type = change.type or row.type
    name = file_under(change.category or "", of_type, words.vocabulary)
    if name == OTHER != change.category:
        return _NOTHING  # the ledger has no category of that name, and 其他 was not requested
    if only_denies(words.said, change.category or "") or only_denies(words.said, name):
        return _AGAINST
    if change.amount is not None and not _FILES.search(words.said):
        return _NOTHING  # beside an amount, such a word names a thing: 加上饮料三百零二
    if _says_category(change.category or "", name, of_type, words):
        return name, Judged.SHOWN
    if _FILES.search(words.said) and _other_categories(row, of_type, words):
        return _AGAINST
    return (name, Judged.POSSIBLE) if words.says_more else _NOTHING


def _description(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    is_said = made_of(change.description, words.said) is not None
    return (change.description, Judged.SHOWN) if is_said else _NOTHING


def _date(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    mentions = find_days(words.said, words.now)
    days = {one.day for one in mentions if not is_denied(words.said, one.start)}
    if change.date in {one.day for one in mentions} - days:
        return _AGAINST
    if change.date in days:
        return change.date, Judged.SHOWN
    if days:
        # Rules count days better than models, but cannot choose between two days.
        return (next(iter(days)), Judged.POSSIBLE) if len(days) == 1 else _AGAINST
    if change.date and is_day_in_other_words(words.said, change.date, words.now):
        return change.date, Judged.POSSIBLE
    return _NOTHING


def _account(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    stated = change.account or ""
    if only_denies(words.said, stated):
        return _AGAINST
    mention = match_account(words.said, words.vocabulary)
    if mention is not None and mention.name not in stated and mention.name != change.to_account:
        return mention.name, Judged.POSSIBLE
    return (stated, Judged.SHOWN) if _names_account(stated, _USING, words) else _NOTHING


def _to_account(change: FieldChange, row: ParseResult, index: int, words: Words) -> _Value:
    stated = change.to_account or ""
    if (change.type or row.type) is not TransactionType.TRANSFER:
        return _NOTHING
    at = words.said.find(stated)
    reaching = _REACHING.search(words.said, 0, at) if at >= 0 else None
    if only_denies(words.said, stated) or (reaching is not None and is_denied(words.said, reaching.start())):
        return _AGAINST
    return (stated, Judged.SHOWN) if _names_account(stated, _REACHING, words) else _NOTHING


def _names_account(stated: str, how: re.Pattern[str], words: Words) -> bool:
    """Whether words hold a name of an account of the ledger, or any account right after words such as 用 or 转到."""
    known = [one for one in words.vocabulary.accounts if one.name == stated]
    if any(word in words.said for one in known for word in (one.name, *one.keywords)):
        return True
    return stated in words.said and how.search(words.said, 0, words.said.find(stated)) is not None


FIELD_JUDGES: Mapping[EntryField, Callable[[FieldChange, ParseResult, int, Words], _Value]] = {
    EntryField.AMOUNT: _amount,
    EntryField.TYPE: _type,
    EntryField.CATEGORY: _category,
    EntryField.DESCRIPTION: _description,
    EntryField.DATE: _date,
    EntryField.ACCOUNT: _account,
    EntryField.TO_ACCOUNT: _to_account,
}
"""The judge of a model's new value of each field."""


def _types(
    said: str, patterns: Mapping[TransactionType, re.Pattern[str] | Expression]
) -> tuple[set[TransactionType], set[TransactionType]]:
    """The types that words state, and the types that they only deny."""
    stated: set[TransactionType] = set()
    denied: set[TransactionType] = set()
    for of_type, pattern_of_type in patterns.items():
        for match in pattern_of_type.finditer(said):
            (denied if is_denied(said, match.start()) else stated).add(of_type)
    return stated, denied - stated


def _says_category(stated: str, name: str, of_type: TransactionType, words: Words) -> bool:
    """Whether words hold a category's name, one of its words, or a word of the same sound."""
    said = words.said
    if stated in said or name in said:
        return True
    if any(word.category.name == name for word in find_names(said, of_type, words.vocabulary)):
        return True
    return match_category(said, of_type, words.vocabulary) == name


def _other_categories(row: ParseResult, of_type: TransactionType, words: Words) -> bool:
    """Whether the words name a category other than the row's own."""
    found = find_names(words.said, of_type, words.vocabulary)
    return any(word.category.name != row.category for word in found)


def _says_more(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold something besides values, names of rows and words of the grammar."""
    spans = [
        (one.start, one.end) for one in (*find_amounts(said), *find_days(said, now), *find_ordinals(said))
    ]
    for of_type in TransactionType:
        spans += [(one.start, one.end) for one in find_names(said, of_type, vocabulary)]
    if account := match_account(said, vocabulary):
        spans.append((account.start, account.end))
    left = list(said)
    for start, end in spans:
        left[start:end] = "，" * (end - start)
    for item in items:
        name = item.result.description
        at = "".join(left).find(name) if name else -1
        if at >= 0:
            left[at : at + len(name)] = "，" * len(name)
    masked = "".join(left)
    if points_in_other_words(masked):
        return True
    return read_words(masked).has_unknown_word
