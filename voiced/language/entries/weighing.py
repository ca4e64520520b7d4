"""Entries of rules or of a model, compared with the words: the rows that they become, and the doubts about them.

The dialogue and `voiced nlu parse` ask the same functions, so that both always tell the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from itertools import repeat

from msgspec import Struct
from msgspec.structs import replace
from msgspec.structs import replace as with_fields

from voiced.domain.batch import DraftTransaction
from voiced.domain.transaction import Doubt, DoubtReason, EntryField, FieldChange, ParseResult, ReadingRows
from voiced.domain.vocabulary import Vocabulary
from voiced.language.commands import command as cmd
from voiced.language.commands.classifier import Utterance
from voiced.language.commands.guards import points_back, row_numbers, stops, tells_of_entry
from voiced.language.entries.doubts import RULES_IN_DOUBT, foreign_amounts
from voiced.language.entries.pieces import Item
from voiced.language.entries.sentence import (
    entry_of,
    parse_sentence,
    read_told,
    split_sentence,
    told_entries,
)
from voiced.language.entries.things import thing_named
from voiced.language.names.accounts import unknown_account, with_accounts_said
from voiced.language.names.filing import filed
from voiced.language.readings.occurrence import Occurrence

_CERTAINLY_TALK = 0.01
"""Below this chance of an entry, words that rules take for no entry are no entry: 0 of 222 of strangers were one (decision 0072)."""


class Weighed(Struct, frozen=True):
    """The entries that may become rows, under the ledger's names.

    Attributes:
        told: entries whose money moved, according to the words. An entry with two readings has a `Doubt` and lacks the
            doubtful amount; an entry with a foreign amount lacks its amount.
        possible: entries about which the speaker has to be asked first.
        thing: the thing that the words name without an amount, if they tell of no entry.
        foreign: the foreign amounts in the words, as they were said.
        unknown_account: the account in the words that the ledger lacks, unless an entry holds it.
    """

    told: ReadingRows
    possible: ReadingRows = ()
    thing: ParseResult | None = None
    foreign: tuple[str, ...] = ()
    unknown_account: str | None = None

    @property
    def rows(self) -> ReadingRows:
        """The rows of a draft: the told entries, or the thing."""
        return self.told if self.thing is None else (self.thing,)

    def with_rows(self, change: Callable[[ParseResult], ParseResult]) -> Weighed:
        """These entries, each as `change` makes it."""
        return with_fields(
            self,
            told=tuple(map(change, self.told)),
            possible=tuple(map(change, self.possible)),
            thing=None if self.thing is None else change(self.thing),
        )


def read_entries(utterance: Utterance, vocabulary: Vocabulary, now: datetime) -> Weighed:
    """All entries of an utterance by the local rules, as without an open draft."""
    said = utterance.said
    if not _may_be_entry(utterance) or tells_of_no_entry(said, vocabulary, now):
        return Weighed(())
    reading = parse_sentence(said, vocabulary, now)
    results = split_sentence(said, vocabulary, now) if reading.left_out else reading.results
    return weigh_or_name(said, results, vocabulary, now, reading.doubt)


def _may_be_entry(utterance: Utterance) -> bool:
    """Whether the words are neither a command nor a change of something said before."""
    wording = utterance.wording
    if isinstance(utterance.command, cmd.FreeWords) and points_back(wording):
        return tells_of_entry(wording) and not row_numbers(wording) and not stops(wording)
    return isinstance(utterance.command, cmd.FreeWords | cmd.NewEntry)


def weigh_or_name(
    said: str,
    results: Sequence[ParseResult],
    vocabulary: Vocabulary,
    now: datetime,
    doubt: Doubt | None = None,
) -> Weighed:
    """As `weigh`; if there are no entries, the thing that the words name without an amount."""
    weighed = weigh(said, results, vocabulary, now, doubt)
    if weighed.told or weighed.possible:
        return weighed
    return Weighed((), thing=thing_named(said, vocabulary, now))


def weigh(
    said: str,
    results: Sequence[ParseResult],
    vocabulary: Vocabulary,
    now: datetime,
    doubt: Doubt | None = None,
) -> Weighed:
    """The rows that the entries of rules or of a model become.

    Args:
        said: the normalised words.
        results: the entries.
        vocabulary: the ledger's names.
        now: the present time.
        doubt: the doubt of the reader of the entries.
    """
    items = read_told(said, vocabulary, now)
    told, possible = _separated(items, results, vocabulary, now)
    weighed = under_ledger_names(said, told, possible, vocabulary)
    if doubt is not None and weighed.told:
        readings = tuple(under_ledger_names(said, rows, (), vocabulary).told for rows in doubt.readings)
        weighed = with_fields(weighed, told=_in_doubt(weighed.told, Doubt(doubt.reason, readings)))
    return with_fields(weighed, told=tuple(_worked_out(row, items) for row in weighed.told))


def under_ledger_names(
    said: str, told: ReadingRows, possible: ReadingRows, vocabulary: Vocabulary
) -> Weighed:
    """The entries under the ledger's names and without foreign amounts, with the accounts that the words name."""
    if not told and not possible:
        return Weighed(())
    foreign, unknown = foreign_amounts(said), unknown_account(said, vocabulary)

    def as_said(rows: ReadingRows) -> ReadingRows:
        if len(rows) == 1:
            rows = (with_accounts_said(rows[0], said, vocabulary),)
        named = (filed(row, vocabulary) for row in rows)
        return tuple(
            replace(row, amount=None, confidence=None) if row.amount in foreign else row for row in named
        )

    told, possible = as_said(told), as_said(possible)
    if unknown is not None and any(row.unknown for row in (*told, *possible)):
        unknown = None
    if unknown is not None:
        told = _marked(told, EntryField.ACCOUNT)
    return Weighed(told, possible, None, tuple(foreign.values()), unknown)


def doubt_of(weighed: Weighed) -> Doubt | None:
    """The doubt about a whole sentence: the reason why the speaker is asked, with all rows of each reading."""
    rows, possible = weighed.rows, weighed.possible
    if reason := next((row.doubt.reason for row in rows if row.doubt is not None), None):
        return Doubt(reason, (_by_reading(rows, 0), _by_reading(rows, 1)))
    if any(row.amount is None for row in rows) and weighed.foreign:
        return Doubt(DoubtReason.FOREIGN, (rows,))
    if not all(DraftTransaction(0, row).is_complete for row in rows):
        return Doubt(DoubtReason.INCOMPLETE, (rows,))
    if possible:
        return Doubt(DoubtReason.HAPPENED, ((*rows, *possible), rows))
    return Doubt(DoubtReason.UNSURE, (rows,)) if any(row.is_doubtful for row in rows) else None


def best_rows(weighed: Weighed) -> ReadingRows:
    """The rows of the better reading that have an amount in yuan."""
    return tuple(row for row in _by_reading(weighed.rows, 0) if row.amount is not None)


def tells_of_no_entry(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether the words hold amounts whose money did not move."""
    items = read_told(said, vocabulary, now)
    return bool(items) and all(item.occurrence is Occurrence.NONE for item in items)


def is_certainly_no_entry(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether rules and weights are both certain that the words hold amounts whose money did not move."""
    told = told_entries(said, vocabulary, now)
    return told.entry_chance < _CERTAINLY_TALK and tells_of_no_entry(said, vocabulary, now)


def all_happened(said: str, vocabulary: Vocabulary, now: datetime) -> bool:
    """Whether all amounts in the words are money that moved; also true for words without an amount."""
    items = read_told(said, vocabulary, now)
    return all(item.occurrence is Occurrence.HAPPENED for item in items)


def _separated(
    read: Sequence[Item], results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> tuple[ReadingRows, ReadingRows]:
    """Separate entries that happened from entries that may have happened, and leave out the others.

    A model's result counts as told only if some entry in the words happened, whatever its amount is.
    """
    items = [(item, item.occurrence) for item in read]
    if all(occurrence is Occurrence.HAPPENED for _, occurrence in items):
        return tuple(results), ()
    happened = {item.amount for item, occurrence in items if occurrence is Occurrence.HAPPENED}
    others = {item.amount for item, _ in items} - happened
    told = tuple(result for result in results if happened and result.amount not in others)
    possible = tuple(
        _result_for(item, results, vocabulary, now)
        for item, occurrence in items
        if occurrence is Occurrence.POSSIBLE and item.amount
    )
    return told, possible


def _result_for(
    item: Item, results: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    same = (result for result in results if result.amount == item.amount)
    return next(same, None) or entry_of(item, vocabulary, now)


def _in_doubt(told: ReadingRows, doubt: Doubt) -> ReadingRows:
    """The rows with the doubt of their reader; a row that is the same in both readings is plain."""
    match doubt.readings:
        case (better, (_, *_) as other) if len(better) == len(other):
            # Words of several entries may have lost all but the first, so `told` may be shorter.
            pairs = zip(told, other, strict=False)
            return tuple(_either(row, rival, doubt.reason) for row, rival in pairs)
        case (better, (_, *_) as other) if len(told) == len(better):
            return _one_or_several(better, other)
        case _ if doubt.reason is DoubtReason.HAPPENED:
            return told
        case _:
            return _marked(told, EntryField.AMOUNT)


def _either(row: ParseResult, rival: ParseResult, reason: DoubtReason) -> ParseResult:
    if row.amount != rival.amount:
        is_worked_out = reason is DoubtReason.WORKED_OUT
        return row_between(DoubtReason.WORKED_OUT if is_worked_out else DoubtReason.AMOUNT, (row,), (rival,))
    return row if row.type is rival.type else row_between(DoubtReason.TYPE, (row,), (rival,))


def _one_or_several(better: ReadingRows, other: ReadingRows) -> ReadingRows:
    """The rows that both readings have, and one row that stands for the others until the speaker chooses."""
    values, others = [_money(row) for row in better], [_money(row) for row in other]
    common = tuple(row for row in better if _money(row) in others)
    left = tuple(row for row in better if row not in common)
    right = tuple(row for row in other if _money(row) not in values)
    if not left or not right:
        return (row_between(DoubtReason.ROWS, better, other),)
    if len(left) == len(right):
        # One reading repeats a row, as 「午饭三十，奶茶三十」 may.
        return (*common, *map(_either, left, right, repeat(DoubtReason.AMOUNT)))
    before = better.index(left[0])
    return (*common[:before], row_between(DoubtReason.ROWS, left, right), *common[before:])


def row_between(reason: DoubtReason, better: ReadingRows, other: ReadingRows) -> ParseResult:
    """One row with two readings. It has no amount, unless the doubt is about its type."""
    better, other = (tuple(map(_settled, rows)) for rows in (better, other))
    first = better[0]
    amount = first.amount if reason is DoubtReason.TYPE else None
    return replace(first, amount=amount, doubt=Doubt(reason, (better, other)))


def _settled(row: ParseResult) -> ParseResult:
    """The row as it is once the speaker has chosen it: its amount and type need no check any more."""
    return row.amended(FieldChange(amount=row.amount, type=row.type))


def _worked_out(row: ParseResult, items: Sequence[Item]) -> ParseResult:
    """The row with its doubt, if it has the amount that was said or a doubtful one, and the words come to another one."""
    if row.doubt is not None:
        return row
    for item in items:
        proposal = item.proposal
        if proposal is None:
            continue
        is_copied = row.amount == item.amount
        if is_copied or (row.is_doubtful and row.amount == proposal.amount):
            readings = (replace(row, amount=amount) for amount in (proposal.amount, item.amount))
            return row_between(DoubtReason.WORKED_OUT, *((reading,) for reading in readings))
    return row


def _marked(rows: Iterable[ParseResult], field: EntryField) -> ReadingRows:
    return tuple(row.doubted(frozenset({field}), RULES_IN_DOUBT) for row in rows)


def _money(row: ParseResult) -> tuple[object, object]:
    return row.amount, row.type


def _by_reading(rows: ReadingRows, place: int) -> ReadingRows:
    """All rows, with those of the reading at `place` for each row in doubt."""
    return tuple(
        chosen for row in rows for chosen in ((row,) if row.doubt is None else row.doubt.readings[place])
    )
