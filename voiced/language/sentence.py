"""Entries from a spoken sentence by rule, without a model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from voiced.domain.transaction import ParseResult, TransactionType
from voiced.domain.vocabulary import OTHER, Vocabulary
from voiced.language.categories import best_keyword, find_keywords, keywords_of
from voiced.language.content import has_content
from voiced.language.describing import describe
from voiced.language.direction import direction_of, is_one_way
from voiced.language.hints import guess_category
from voiced.language.items import Item, read_items
from voiced.language.pinyin import repair
from voiced.language.text import normalise


@dataclass(frozen=True, slots=True)
class Reading:
    """What the local rules make of a sentence.

    Attributes:
        results: the first entry, or nothing.
        left_out: the words of further entries, in order.
        is_certain: whether it is one entry beyond doubt, with nothing left for a model to find out.
    """

    results: tuple[ParseResult, ...]
    left_out: tuple[str, ...]
    is_certain: bool


def parse_sentence(text: str, vocabulary: Vocabulary, now: datetime) -> Reading:
    """The first entry of a sentence, clean text or a recogniser's, and what else it holds.

    An entry without an exact amount (几十块) is none.
    """
    items = read_items(normalise(text), vocabulary, now)
    first = next((item for item in items if item.amount), None)
    if first is None:
        return Reading((), (), is_certain=False)
    result = _result(first, vocabulary, now)
    others = tuple(item.words for item in items if item is not first)
    certain = not others and first.is_clear and _is_certain(first, result, vocabulary)
    return Reading((result,), others, certain)


def split_sentence(text: str, vocabulary: Vocabulary, now: datetime) -> tuple[ParseResult, ...]:
    """Every entry of a sentence in the order said, as far as rules can tell them apart."""
    items = read_items(normalise(text), vocabulary, now)
    return tuple(_result(item, vocabulary, now) for item in items if item.amount)


def _result(item: Item, vocabulary: Vocabulary, now: datetime) -> ParseResult:
    spoken = _understood(item, vocabulary)
    return ParseResult(
        amount=item.amount,
        type=spoken.type,
        category=spoken.category,
        date=item.day or now.date(),
        description=spoken.description,
        account=item.account,
    )


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What the words of an entry say besides amount and date; `is_literal` is False where it took guessing."""

    type: TransactionType
    category: str
    description: str
    is_literal: bool


def _understood(item: Item, vocabulary: Vocabulary) -> _Spoken:
    literal = _read(item.words, item.content, item.lead, vocabulary)
    if literal:
        return literal
    # Nothing fits as it was written down: perhaps it was misheard.
    words = frozenset[str]().union(*(keywords_of(of_type, vocabulary) for of_type in TransactionType))
    content, lead = repair(item.content, words), repair(item.lead, words)
    if (content, lead) != (item.content, item.lead):
        repaired = _read(content, content, lead, vocabulary)
        if repaired:
            return _Spoken(repaired.type, repaired.category, repaired.description, is_literal=False)
    of_type = direction_of(_telling(item.words, item.content, item.lead))
    described = item.content if has_content(item.content) else f"{item.lead}，{item.content}"
    category = guess_category(f"{item.lead}，{item.words}", of_type, vocabulary)
    return _Spoken(of_type, category, describe(described, None), is_literal=False)


def _read(words: str, content: str, lead: str, vocabulary: Vocabulary) -> _Spoken | None:
    of_type = direction_of(_telling(words, content, lead))
    for text in (content, lead):
        if keyword := best_keyword(text, of_type, vocabulary):
            described = describe(text, (keyword.start, keyword.end))
            return _Spoken(of_type, keyword.category.name, described, is_literal=text is content)
    return None


def _telling(words: str, content: str, lead: str) -> str:
    """The words that tell the direction: the clause before counts only where the entry says nothing itself."""
    return words if has_content(content) or not lead else f"{lead}，{words}"


def _is_certain(item: Item, result: ParseResult, vocabulary: Vocabulary) -> bool:
    if result.category == OTHER or len(item.words) > _LONG or not is_one_way(item.words):
        return False
    words = find_keywords(item.content, result.type, vocabulary)
    words = [word for word in words if not word.is_aside] or words
    return len({word.category.name for word in words}) == 1


_LONG = 20
"""Sentences with more characters than that say more than rules are sure to understand."""
