"""The invariants of a model's entries: a row holds only what the speaker said.

Each amount and day stands in the words or follows from them, no amount of the words is in two rows, and nothing that the words
deny is taken over. An entry that breaks this is refused, the others stand as the model said them. Names that are not in the
words, or not in the ledger, are replaced; they decide about no money.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import EntryField, ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.changes.denials import is_denied
from voiced.language.commands.refusals import refused_names, refused_words
from voiced.language.commands.wording import read_words
from voiced.language.days.dates import find_days
from voiced.language.entries.doubts import RULES_IN_DOUBT
from voiced.language.entries.pieces import Item
from voiced.language.entries.sentence import entry_of, parse_sentence, read_told
from voiced.language.entries.things import thing_named
from voiced.language.entries.weighing import Weighed, is_certainly_no_entry, under_ledger_names
from voiced.language.invariants.reckoning import amounts_borne
from voiced.language.names.categories import file_under, find_keywords
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.phrases import phrases
from voiced.language.text.spelling import clauses

_PHRASES = phrases("invariants")
_SPEAKS_OF_TIME = _PHRASES["speaks_of_time"]
_GIVES_BACK = _PHRASES["gives_back"]
_HALVES = _PHRASES["halves"]
_SEVERAL_OF_ONE = _PHRASES["several_of_one"]
_WHOLE = _PHRASES["whole"]
TYPE_NAMED = {of_type: _PHRASES[f"{of_type.value.lower()}_named"] for of_type in TransactionType}
"""The names of each type."""
LONGEST_AGO = timedelta(days=400)
"""A day that only a model names lies at most this far back."""


class HeldEntries(Struct, frozen=True):
    """The entries of a model that may become rows.

    Attributes:
        rows: them, as the model said them, in its order.
        refused: how many of its entries the words do not bear.
    """

    rows: tuple[ParseResult, ...]
    refused: int = 0


def hold_entries(
    said: str,
    entries: Sequence[ParseResult],
    vocabulary: Vocabulary,
    now: datetime,
    days: Collection[date] = (),
    used: Collection[Money | None] = (),
) -> HeldEntries:
    """The entries of a model that normalised words bear. Of an entry without an amount they have to name the thing.

    Args:
        said: the words.
        entries: the model's.
        vocabulary: the ledger's names.
        now: the present time.
        days: those of the open rows, to which further entries may belong without saying so.
        used: the amounts of the words that open rows get, so that no entry has them too.
    """
    borne = amounts_borne(said)
    items = read_told(said, vocabulary, now)
    most = _rows_of_amounts(said)
    gives_back = _GIVES_BACK.search(said) is not None
    given = Counter[tuple[Money | None, TransactionType | None]]()
    taken = Counter(used)
    rows: list[ParseResult] = []
    for place, entry in enumerate(entries):
        amount = entry.amount
        others = [other.amount for other in (*entries[:place], *entries[place + 1 :])]
        is_thing = amount is None and made_of(entry.description, said) is not None
        is_borne = amount in borne and not _is_whole(said, amount, others)
        of = (amount, entry.type if gives_back else None)  # A refund may have the amount of the payment.
        is_twice = (
            most is not None and amount is not None and given[of] + taken[amount] >= max(1, most[amount])
        )
        if not (is_thing or is_borne) or is_twice or denies_type(said, entry.type):
            continue
        is_day = entry.date in days or _may_be_day(said, entry.date, now)
        if not is_day or _is_refused(said, entry, vocabulary):
            continue
        given[of] += 1
        rows.append(_with_names(entry, said, items, vocabulary, now))
    return HeldEntries(tuple(rows), len(entries) - len(rows))


def weigh_believed(
    said: str, entries: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> Weighed:
    """The rows that the held entries of a believed model become: as they are, under the ledger's names.

    Where rules are certain that the words tell of no entry, the speaker is asked. Where the model sees no entry, the speaker is
    asked about one of which rules are certain.
    """
    if not entries:
        reading = parse_sentence(said, vocabulary, now)
        if reading.is_certain:
            return under_ledger_names(said, (), reading.results, vocabulary)
        return Weighed((), thing=None if find_amounts(said) else thing_named(said, vocabulary, now))
    if is_certainly_no_entry(said, vocabulary, now):
        return under_ledger_names(said, (), tuple(entries), vocabulary)
    rows = marked_where_rules_differ(said, entries, vocabulary, now)
    return under_ledger_names(said, rows, (), vocabulary)


def marked_where_rules_differ(
    said: str, rows: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> tuple[ParseResult, ...]:
    """The rows; the only one is marked for checking where rules are certain of another amount or type."""
    reading = parse_sentence(said, vocabulary, now)
    if len(rows) != 1 or not reading.is_certain:
        return tuple(rows)
    row, certain = rows[0], reading.results[0]
    differing = {
        field
        for field in (EntryField.AMOUNT, EntryField.TYPE)
        if getattr(row, field) != getattr(certain, field)
    }
    return (row.doubted(frozenset(differing), RULES_IN_DOUBT),) if differing else (row,)


def made_of(stated: str | None, said: str) -> str | None:
    """A model's text if the words hold each of its characters, else None."""
    return stated if stated and all(character in said for character in stated) else None


def is_said_day(said: str, day: date, now: datetime) -> bool | None:
    """Whether normalised words name a day: True, False if they deny it or name others alone, None if they name no day."""
    mentions = find_days(said, now)
    if not mentions:
        return None
    return any(one.day == day and not is_denied(said, one.start) for one in mentions)


def is_day_in_other_words(said: str, day: date, now: datetime) -> bool:
    """Whether words speak of time in a way that rules do not read, beside the days that they read, and a model's day is plausible."""
    mentions = find_days(said, now)
    if any(one.day == day for one in mentions) or not now.date() - LONGEST_AGO <= day <= now.date():
        return False
    left = list(said)
    for one in mentions:
        left[one.start : one.end] = "，" * (one.end - one.start)
    return _SPEAKS_OF_TIME.search("".join(left)) is not None


def denies_type(said: str, of_type: TransactionType) -> bool:
    """Whether normalised words name a type only to deny it: 不是收入."""
    places = [match.start() for match in TYPE_NAMED[of_type].finditer(said)]
    return bool(places) and all(is_denied(said, place) for place in places)


def _may_be_day(said: str, day: date, now: datetime) -> bool:
    """Whether a row may have this day. Today may be left unsaid."""
    named = is_said_day(said, day, now)
    return bool(named) or day == now.date() or is_day_in_other_words(said, day, now)


def _is_refused(said: str, entry: ParseResult, vocabulary: Vocabulary) -> bool:
    """Whether the words take the entry back: in the clause of its amount (打车30不要了), or by its name (午饭不算)."""
    named = any(len(name) > 1 and name in entry.description for name in refused_names(said))
    return named or any(
        any(mention.amount == entry.amount for mention in find_amounts(part))
        and refused_words(read_words(part), vocabulary) is not None
        for part in (said, *clauses(said))
    )


def _rows_of_amounts(said: str) -> Counter[Money | None] | None:
    """How many rows each amount that is said may be in; None where one that is said once may be in any number of rows."""
    if _SEVERAL_OF_ONE.search(said):
        return None
    times = Counter(mention.amount for mention in find_amounts(said))
    if not _HALVES.search(said):
        return times
    # A half may be as much as another thing.
    return Counter({amount: 2 if count == 1 else count for amount, count in times.items()})


def _is_whole(said: str, amount: Money | None, others: Sequence[Money | None]) -> bool:
    """Whether an amount is the sum of the other rows, which the words name as their sum: 面二十，饮料十，一共三十."""
    if len(others) < 2 or amount is None or not _WHOLE.search(said):
        return False
    return amount.fen == sum(other.fen for other in others if other is not None)


class _Stated(Struct, frozen=True):
    """An entry of a model, and what its values are judged by.

    Attributes:
        same: the entry of this amount that rules read in the words; None without one.
    """

    entry: ParseResult
    said: str
    same: ParseResult | None
    vocabulary: Vocabulary


def _with_names(
    entry: ParseResult, said: str, items: Sequence[Item], vocabulary: Vocabulary, now: datetime
) -> ParseResult:
    """The entry with a category of the ledger, a description in the speaker's words, and the accounts that the words name."""
    same = next((entry_of(item, vocabulary, now) for item in items if item.amount == entry.amount), None)
    stated = _Stated(entry, said, same, vocabulary)
    return replace(
        entry, **{field: judge(getattr(entry, field), stated) for field, judge in ENTRY_JUDGES.items()}
    )


def _category(category: str, stated: _Stated) -> str:
    """The household's own category if the words name it, else the model's, else the one by rule."""
    entry, said, same, vocabulary = stated.entry, stated.said, stated.same, stated.vocabulary
    own = [word for word in find_keywords(said, entry.type, vocabulary) if word.category.is_custom]
    if own and len({word.category.name for word in own}) == 1 and len(find_amounts(said)) == 1:
        return own[0].category.name
    is_known = any(known.name == category for known in vocabulary.categories)
    filed = category if is_known else file_under(category, entry.type, vocabulary)
    is_denied_here = only_denies(said, filed)
    is_unknown = filed == OTHER and category != OTHER
    if (is_unknown or is_denied_here) and same is not None and same.type is entry.type:
        return same.category
    return filed


def _description(text: str, stated: _Stated) -> str:
    return made_of(text, stated.said) or ("" if stated.same is None else stated.same.description)


def only_denies(said: str, name: str) -> bool:
    """Whether normalised words hold a name once, and deny it: 不算餐饮."""
    at = said.find(name)
    return at >= 0 and said.count(name) == 1 and is_denied(said, at)


def account_said(stated: str | None, said: str, vocabulary: Vocabulary) -> str | None:
    """The account of a model if the words hold its name, or a word for it, and do not deny it; else None."""
    if not stated:
        return None
    known = vocabulary.account_called(stated)
    names = (stated,) if known is None else (known.name, *known.keywords)
    is_named = any(
        (at := said.find(name)) >= 0 and not (is_denied(said, at) and said.count(name) == 1) for name in names
    )
    if not is_named:
        return None
    return stated if known is None else known.name


def _account(name: str | None, stated: _Stated) -> str | None:
    return account_said(name, stated.said, stated.vocabulary)


def _held_already(value: Any, _stated: _Stated) -> Any:
    """The value, which `hold_entries` compared with the words."""
    return value


ENTRY_JUDGES: Mapping[EntryField, Callable[[Any, _Stated], Any]] = {
    EntryField.AMOUNT: _held_already,
    EntryField.TYPE: _held_already,
    EntryField.CATEGORY: _category,
    EntryField.DESCRIPTION: _description,
    EntryField.DATE: _held_already,
    EntryField.ACCOUNT: _account,
    EntryField.TO_ACCOUNT: _account,
}
"""What becomes of a model's value of each field; a test asks for the judge of a new one."""
