"""Half entries: a thing without its amount (坐地铁上班), and an amount without its purpose (四块)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from voiced.domain.money import Money
from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.commands.lexicon import Kind
from voiced.language.commands.wording import read_words
from voiced.language.days.dates import find_date
from voiced.language.entries.content import has_content, masked
from voiced.language.entries.doubts import foreign_amounts
from voiced.language.entries.sentence import parse_sentence
from voiced.language.names.categories import best_keyword, find_names
from voiced.language.names.nouns import Telling
from voiced.language.numbers.amounts import find_amounts
from voiced.language.text.phrases import phrases

_LONGEST = 12
"""Characters. A speaker names a thing to record in few words; a longer text is talk."""

_PHRASES = phrases("things")
_OPENING = _PHRASES["opening"]
_FOR_SOMEBODY = _PHRASES["for_somebody"]
_BOUGHT = _PHRASES["bought"]
_CLOSING = _PHRASES["closing"]
_PAYS = _PHRASES["pays"]
_TYPES = (TransactionType.EXPENSE, TransactionType.INCOME)


def thing_named(said: str, vocabulary: Vocabulary, now: datetime) -> ParseResult | None:
    """The entry without an amount that the words name; None if they are talk or hold an amount."""
    day = find_date(said, now)
    plain = said[: day.start] + said[day.end :] if day else said
    if len(plain) > _LONGEST or find_amounts(plain):
        return None
    plain = _FOR_SOMEBODY.sub("", plain, count=1)
    for of_type in _TYPES:
        word = best_keyword(find_names(plain, of_type, vocabulary), vocabulary)
        if word and _OPENING.fullmatch(plain, 0, word.start) and _CLOSING.fullmatch(plain, word.end):
            thing = plain[word.start : word.end]
            is_turned = of_type is TransactionType.INCOME and _PAYS.search(plain) is not None
            filed = (TransactionType.EXPENSE, OTHER) if is_turned else (of_type, word.category.name)
            return ParseResult(None, *filed, day.day if day else now.date(), thing)
    bought = _BOUGHT.fullmatch(plain)
    if bought is None:
        return None
    return ParseResult(None, TransactionType.EXPENSE, OTHER, day.day if day else now.date(), bought["thing"])


def known_of(words: str, vocabulary: Vocabulary, now: datetime) -> ParseResult:
    """As much as is known of an entry that was left out: at least its words, as a description."""
    results = parse_sentence(words, vocabulary, now).results
    if results:
        return results[0]
    unfiled = ParseResult(None, TransactionType.EXPENSE, OTHER, now.date(), words)
    return thing_named(words, vocabulary, now) or unfiled


def things_without_amount(said: str, vocabulary: Vocabulary, now: datetime) -> tuple[str, ...]:
    """The things that stand without an amount between two that have one: 打车 in 「吃饭60，打车，买菜45」."""
    clauses = said.split("，")
    between = zip(clauses, clauses[1:], clauses[2:], strict=False)
    return tuple(
        clause
        for before, clause, behind in between
        if _is_priced_thing(before, vocabulary)
        and _is_priced_thing(behind, vocabulary)
        and _names_things_only(clause, vocabulary)
        and thing_named(clause, vocabulary, now)
    )


def things_left_out(
    said: str, entries: Sequence[ParseResult], vocabulary: Vocabulary, now: datetime
) -> tuple[str, ...]:
    """The things of a list that were named without an amount and are in none of its entries."""
    named = things_without_amount(said, vocabulary, now)
    return tuple(thing for thing in named if all(entry.description not in thing for entry in entries))


def _is_priced_thing(clause: str, vocabulary: Vocabulary) -> bool:
    return bool(find_amounts(clause)) and any(find_names(clause, of_type, vocabulary) for of_type in _TYPES)


def _names_things_only(clause: str, vocabulary: Vocabulary) -> bool:
    """Whether no word is a mere place or verb: a shop between two things tells where they were bought."""
    named = find_names(clause, TransactionType.EXPENSE, vocabulary)
    return all(word.telling >= Telling.THING for word in named)


def bare_amount(said: str) -> Money | None:
    """The amount, if the words are one exact amount without a purpose; otherwise None."""
    mentions = find_amounts(said)
    if len(mentions) != 1 or has_content(masked(said, [(mentions[0].start, mentions[0].end)])):
        return None
    if any(
        kind in read_words(said).shape
        for kind in (Kind.CANCEL, Kind.DENIAL, Kind.ROWS, Kind.ADJUST, Kind.CHANGE)
    ):
        return None
    amount = mentions[0].amount
    return amount if amount is not None and amount.is_recordable else None


def bare_foreign_amount(said: str) -> str | None:
    """The words of a foreign amount, if the text holds no purpose beside it: 20美元. Otherwise None."""
    found = tuple(foreign_amounts(said).values())
    if len(found) != 1 or has_content(said.replace(found[0], "，")):
        return None
    return found[0]


def with_purpose(entry: ParseResult, said: str, vocabulary: Vocabulary, now: datetime) -> ParseResult | None:
    """The entry with the purpose that the words name; None if they name no purpose, or hold an amount of their own."""
    if find_amounts(said):
        return None
    results = parse_sentence(f"{said}，{entry.amount}元", vocabulary, now).results
    if not results or not results[0].description:
        return None
    return replace(results[0], amount=entry.amount, account=entry.account, date=entry.date)
