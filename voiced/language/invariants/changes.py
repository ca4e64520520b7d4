"""The invariants of a model's changes of an open draft: only rows that the speaker spoke of are changed, dropped or kept.

A change names a row that was sent, and no other row than the one an ordinal names; each new value stands in the words or follows
from them, and none is one that they deny. One value that breaks this makes the whole correction useless. A row is dropped only if the
words refuse it and name it, and kept only if they approve.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, EntryField, FieldChange, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.changes.denials import is_denied
from voiced.language.changes.rows_meant import rows_meant
from voiced.language.commands.guards import holds_assent
from voiced.language.commands.wording import read_words
from voiced.language.invariants.entries import (
    account_said,
    denies_type,
    is_day_in_other_words,
    is_said_day,
    made_of,
    only_denies,
)
from voiced.language.invariants.reckoning import amounts_borne
from voiced.language.names.categories import file_under
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import spoken
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import NoSuchRow, numbered
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("invariants")
_REFUSES = _PHRASES["refuses"]
_APPROVES = _PHRASES["approves"]
_ASSENTS = _PHRASES["assents"]
_NOTHING_WRONG = _PHRASES["nothing_wrong"]
_SPEAKS_AGAINST = _PHRASES["speaks_against"]
_THE_OTHERS = _PHRASES["the_others"]
_ALL = _PHRASES["all"]
_SPEAKS_OF_OTHERS = _PHRASES["speaks_of_others"]

RowIndices = frozenset[int]
"""Rows of a draft, by index."""


class HeldChange(Struct, frozen=True):
    """The part of a model's changes and decisions that the words bear.

    Attributes:
        corrections: the changes, without values that the rows have already.
        drop: the rows that are dropped.
        keep: the rows that are kept; none beside a change.
    """

    corrections: tuple[Correction, ...] = ()
    drop: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()


def hold_change(
    said: str,
    items: Sequence[DraftTransaction],
    stated: HeldChange,
    vocabulary: Vocabulary,
    now: datetime,
) -> HeldChange | None:
    """What the words bear, perhaps nothing if the model only restates rows; None if one correction breaks an invariant."""
    is_restated = restates(items, stated.corrections)
    corrections = () if is_restated else hold_corrections(said, items, stated.corrections, vocabulary, now)
    if stated.corrections and not (corrections or is_restated):
        return None
    dropped = hold_drops(said, items, stated.drop, vocabulary)
    kept = frozenset[int]() if corrections else hold_keeps(said, items, stated.keep, vocabulary) - dropped
    return HeldChange(corrections, tuple(sorted(dropped)), tuple(sorted(kept)))


def hold_corrections(
    said: str,
    items: Sequence[DraftTransaction],
    corrections: Iterable[Correction],
    vocabulary: Vocabulary,
    now: datetime,
) -> tuple[Correction, ...]:
    """The corrections of a model, without the values that a row has already; empty if one of them breaks an invariant."""
    held: list[Correction] = []
    for one in corrections:
        if not 0 <= one.index < len(items):
            return ()
        fields = _held(said, items, one, vocabulary, now)
        if fields is None:
            return ()
        if not fields.is_empty:
            held.append(Correction(one.index, fields, one.confidence))
    changed = frozenset(one.index for one in held)
    return () if _names_another_row(said, items, changed) else tuple(held)


def restates(items: Sequence[DraftTransaction], corrections: Collection[Correction]) -> bool:
    """Whether there are corrections, and they give known rows only values that these have already: 打车五十, said again."""
    return bool(corrections) and all(
        0 <= one.index < len(items)
        and not one.fields.is_empty
        and one.fields.differing_from(items[one.index].result).is_empty
        for one in corrections
    )


def hold_drops(
    said: str, items: Sequence[DraftTransaction], dropped: Iterable[int], vocabulary: Vocabulary
) -> RowIndices:
    """The rows that a model drops and that the words refuse and name; no other row is dropped."""
    wanted = _known(dropped, items)
    return wanted & _decided(said, items, vocabulary, refuses) if wanted else wanted


def hold_keeps(
    said: str, items: Sequence[DraftTransaction], kept: Iterable[int], vocabulary: Vocabulary
) -> RowIndices:
    """The rows that a model keeps and that the words approve and name; a row in doubt is never kept."""
    wanted = frozenset(row for row in _known(kept, items) if not items[row].result.is_doubtful)
    return wanted & _decided(said, items, vocabulary, approves) if wanted else wanted


def refuses(said: str) -> bool:
    """Whether normalised words refuse something, as a cancel has to."""
    return _REFUSES.search(said) is not None


def agrees(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> bool:
    """Whether normalised words may confirm all pending rows, as a model says: they assent, and deny, doubt and change nothing.

    Amounts in them are those of rows or their sum, and rows that they name are all that are pending.
    """
    pending = [item for item in items if item.is_pending]
    named = _named(said, items, vocabulary)
    if named and not named >= {item.index for item in pending}:
        return False
    if holds_assent(read_words(said)):
        return True
    words = _NOTHING_WRONG.sub("，", said)
    for item in pending:
        words = words.replace(item.result.description or "，", "，")  # 停 in 停车费 asks to stop nothing.
    if not _ASSENTS.search(said) or _SPEAKS_AGAINST.search(words) or find_ordinals(said):
        return False
    amounts = [item.result.amount for item in pending]
    whole = Money(sum(amount.fen for amount in amounts if amount is not None))
    count = Money.from_yuan(len(pending))  # 就那俩
    return all(mention.amount in (*amounts, whole, count) for mention in find_amounts(said))


def approves(said: str) -> bool:
    """Whether normalised words approve something, as what keeps a row has to."""
    return _APPROVES.search(said) is not None or holds_assent(read_words(said))


def _known(rows: Iterable[int], items: Sequence[DraftTransaction]) -> RowIndices:
    return frozenset(row for row in rows if 0 <= row < len(items) and items[row].is_pending)


def _decided(
    said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary, decides: Callable[[str], bool]
) -> RowIndices:
    """The rows that the words name, or mean as the rest or as the only one, in clauses that decide.

    A clause that decides and names no row is about the rows that were named before: 「打车没用着，那笔去掉」.
    """
    everything = frozenset(range(len(items)))
    if len(items) == 1:
        return everything if decides(said) else frozenset()
    told = [(clause, _named(clause, items, vocabulary), decides(clause)) for clause in clauses(said)]
    elsewhere = frozenset[int]().union(*(named for _, named, is_deciding in told if not is_deciding))
    decided = waiting = listed = frozenset[int]()
    for clause, named, is_deciding in told:
        if not is_deciding:
            waiting = everything - waiting - named if _THE_OTHERS.search(clause) else waiting | named
            listed |= named if _only_lists(clause, named, items) else frozenset()
            continue
        if _THE_OTHERS.search(clause):
            decided |= everything - elsewhere - named
        elif named:
            decided |= named | listed if _ALL.search(clause) else named
        else:
            is_of_all = not decided and _ALL.search(clause)
            decided |= waiting or (everything if is_of_all else waiting)
        waiting = listed = frozenset[int]()
    return decided


def _named(said: str, items: Sequence[DraftTransaction], vocabulary: Vocabulary) -> RowIndices:
    told = rows_meant(said, items, vocabulary)
    return (told.pointed or frozenset()) | told.named.keys() | told.left_out


def _only_lists(clause: str, named: RowIndices, items: Sequence[DraftTransaction]) -> bool:
    """Whether a clause holds little besides the name of a row: 住宿 in 「住宿，打车，早饭都不要」."""
    return any(len(clause) <= len(items[row].result.description) + 1 for row in named)


def _names_another_row(said: str, items: Sequence[DraftTransaction], changed: RowIndices) -> bool:
    """Whether an ordinal names a row, and the change is of another one that nothing else in the words can mean.

    An ordinal in a clause that approves names no row to change: 「前两笔没问题，房租是一千二」.
    """
    said = "，".join(part for part in clauses(said) if not (find_ordinals(part) and _only_approves(part)))
    ordinals: set[int] = set()
    for mention in find_ordinals(said):
        rows = numbered(mention.numbers, items)
        if not isinstance(rows, NoSuchRow) and not is_denied(said, mention.start):
            ordinals |= {row.index for row in rows if row.is_pending}
    if not ordinals or not changed or any(spoken(row + 1) in said for row in changed - ordinals):
        return False  # 「一和三对的，二改七十八」
    if not changed & ordinals:
        return True
    beyond = changed - ordinals
    return bool(beyond) and not _SPEAKS_OF_OTHERS.search(said)


def _only_approves(clause: str) -> bool:
    """Whether a clause approves what it names, and states nothing."""
    return approves(clause) and not (find_amounts(clause) or refuses(clause))


class _Contradicted(Enum):
    """The judgement on a value that the words do not bear, which makes the whole correction useless."""

    CONTRADICTED = "contradicted"


_AGAINST = _Contradicted.CONTRADICTED


class _Stated(Struct, frozen=True):
    """A model's change of a row, and what its values are judged by.

    Attributes:
        others: the amounts of the other rows.
    """

    change: FieldChange
    row: ParseResult
    others: Sequence[Money]
    said: str
    vocabulary: Vocabulary
    now: datetime


def _held(
    said: str,
    items: Sequence[DraftTransaction],
    one: Correction,
    vocabulary: Vocabulary,
    now: datetime,
) -> FieldChange | None:
    """The values of a row that the words bear; None if they contradict one of them."""
    row = items[one.index].result
    change = one.fields.differing_from(row)
    amounts = (item.result.amount for item in items if item.index != one.index)
    stated = _Stated(change, row, [amount for amount in amounts if amount], said, vocabulary, now)
    held = {
        field: judge(change.values[field], stated)
        for field, judge in CHANGE_JUDGES.items()
        if field in change.names
    }
    return None if _AGAINST in held.values() else FieldChange(**held).differing_from(row)


def _amount(amount: Money, stated: _Stated) -> Money | _Contradicted:
    borne = amounts_borne(stated.said, stated.row.amount, stated.others)
    return amount if amount in borne else _AGAINST


def _type(of_type: TransactionType, stated: _Stated) -> TransactionType | _Contradicted:
    return _AGAINST if denies_type(stated.said, of_type) else of_type


def _date(day: date, stated: _Stated) -> date | _Contradicted:
    named = is_said_day(stated.said, day, stated.now)
    return day if named or is_day_in_other_words(stated.said, day, stated.now) else _AGAINST


def _category(told: str, stated: _Stated) -> str | None:
    """The model's category under the ledger's name; None for one that the ledger lacks, or that the words deny."""
    name = file_under(told, stated.change.type or stated.row.type, stated.vocabulary)
    if only_denies(stated.said, name) or (name == OTHER and told != OTHER):
        return None
    return name


def _description(text: str, stated: _Stated) -> str | None:
    return made_of(text, stated.said)


def _account(name: str, stated: _Stated) -> str | None:
    return account_said(name, stated.said, stated.vocabulary)


CHANGE_JUDGES: Mapping[EntryField, Callable[[Any, _Stated], Any]] = {
    EntryField.AMOUNT: _amount,
    EntryField.TYPE: _type,
    EntryField.CATEGORY: _category,
    EntryField.DESCRIPTION: _description,
    EntryField.DATE: _date,
    EntryField.ACCOUNT: _account,
    EntryField.TO_ACCOUNT: _account,
}
"""What becomes of a model's new value of each field. One without a judge is left out; a test asks for the judge."""
