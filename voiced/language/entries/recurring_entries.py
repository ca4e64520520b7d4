"""Entries that come again: 「每个月十五号房租三千」 is an entry and the days on which it is due."""

from __future__ import annotations

import re
from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.batch import DraftTransaction
from voiced.domain.recurring import LAST_DAY, WEEKDAYS, DueDays, Every
from voiced.domain.transaction import ParseResult
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.day_rules import DAY_NUMBER, MONTH_NUMBER
from voiced.language.entries.sentence import entry_of, read_told, split_sentence
from voiced.language.names.categories import exactly_named
from voiced.language.names.filing import filed
from voiced.language.numbers.amounts import holds_amount
from voiced.language.numbers.numerals import value_of
from voiced.language.readings.occurrence import Occurrence
from voiced.language.text.phrases import phrases

_PHRASES = phrases(
    "recurring", DAY=f"(?P<day>{DAY_NUMBER})(?!\\d)", MONTH=f"(?P<month>{MONTH_NUMBER})(?!\\d)"
)
_WAYS = (
    (Every.YEAR, _PHRASES["yearly"]),
    (Every.MONTH, _PHRASES["monthly"]),
    (Every.MONTH, _PHRASES["month_end"]),
    (Every.WEEK, _PHRASES["weekly"]),
)


_CATEGORY = _PHRASES["category"]
_PAID = _PHRASES["is_paid"], _PHRASES["was_paid"]
_NOTED = _PHRASES["is_noted"]


class RecurringWords(Struct, frozen=True):
    """An entry as it was said, and the days on which it comes again."""

    entry: ParseResult
    days: DueDays


def read_recurring(said: str, vocabulary: Vocabulary, now: datetime) -> RecurringWords | None:
    """The recurring entry that normalised text tells of; None unless it names possible days and one entry with an amount.

    A category that the text states (分类日用) has to be one of the ledger, for the type of the entry. The money has not moved yet, so
    words that leave that open tell of an entry, too (小敏的工资9200).
    """
    found = _days_in(said)
    if found is None:
        return None
    days, rest = found
    stated = _CATEGORY.search(rest)
    match _entries_in(rest if stated is None else rest[: stated.start()], vocabulary, now):
        case (ParseResult(amount=amount, doubt=None) as entry,) if amount is not None:
            named = None if stated is None else exactly_named(stated["category"], entry.type, vocabulary)
            if stated is not None and (named is None or named[1] is not entry.type):
                return None
            entry = filed(entry if named is None else replace(entry, category=named[0]), vocabulary)
            is_usable = entry.date == now.date() and DraftTransaction(0, entry).is_complete
            return RecurringWords(entry, days) if is_usable and amount.is_recordable else None
        case _:
            return None


def _entries_in(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[ParseResult, ...]:
    """The entries whose money moved; without one, those of which it may have moved."""
    possible = (item for item in read_told(said, vocabulary, now) if item.occurrence is Occurrence.POSSIBLE)
    return split_sentence(said, vocabulary, now) or tuple(
        entry_of(item, vocabulary, now) for item in possible
    )


def thing_paid(said: str) -> str | None:
    """The thing that normalised text tells to be paid, without an amount: 房租已经交了; empty for 已经交了, None for other words."""
    match = next((match for phrase in _PAID if (match := phrase.fullmatch(said))), None)
    return None if match is None or holds_amount(said) else match["thing"]


def thing_noted(said: str) -> str | None:
    """As `thing_paid`, of a thing that the text tells to be recorded: 房租已经记过了."""
    match = _NOTED.fullmatch(said)
    return None if match is None or holds_amount(said) else match["thing"]


def _days_in(said: str) -> tuple[DueDays, str] | None:
    """The days that the text names, and the text without them."""
    for every, phrase in _WAYS:
        if match := phrase.search(said):
            days = _days_of(every, match)
            rest = f"{said[: match.start()]}{said[match.end() :]}".strip("，。、；")
            return (days, rest) if days is not None and rest else None
    return None


def _days_of(every: Every, match: re.Match[str]) -> DueDays | None:
    said = match.groupdict()
    if every is Every.WEEK:
        return DueDays(every, WEEKDAYS.index(said["weekday"].replace("天", "日")) + 1)
    day = _number(said["day"]) if "day" in said else LAST_DAY
    days = DueDays(every, day, _number(said["month"]) if every is Every.YEAR else 0)
    return days if days.is_possible else None


def _number(numeral: str) -> int:
    return int(value_of(numeral) or 0)
