"""The examples for the category of a row: the rows of the corpus that name one, and the listed nouns."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import cache

from training.corpus import Line
from training.judging import Row, rows_marked
from training.regression import Example, Expected
from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import DEFAULT_CATEGORIES, DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.entries.fields import row_words
from voiced.language.entries.items import read_items
from voiced.language.entries.pieces import Item
from voiced.language.entries.weighed_items import weighed_items
from voiced.language.names.nouns import FILES, Telling, noun_file
from voiced.language.readings.category import NAMED, category_clues, listed_clue, written_clues
from voiced.language.readings.numbers import NumberRole, find_numbers
from voiced.language.readings.reading import Paid

NOW = datetime.fromisoformat("2026-11-21T10:30:00")
_OF_A_ROW, _OF_A_NOUN = 8, 2
_KNOWN = {(category.name, category.type) for category in DEFAULT_CATEGORIES}


def category_examples(line: Line, of_type: TransactionType) -> Iterator[Example]:
    """An example for each row of one type, of a line that names its categories."""
    marked = rows_marked(line) if line.categories else None
    if not marked or len(marked) != len(line.categories) or all(row[1] is not of_type for row in marked):
        return
    for item, row, category in zip(_items(line, marked), marked, line.categories, strict=False):
        if row[1] == of_type and (category, of_type) in _KNOWN:
            clues = category_clues(row_words(item), of_type, item.amount, DEFAULT_VOCABULARY)
            yield Example(clues, category, _OF_A_ROW)


def _items(line: Line, marked: Sequence[Row]) -> Sequence[Item]:
    """The words of each row, as the rules cut the sentence if they cut it as it is marked; else as it is marked."""
    items = [item for item in read_items(line.text, DEFAULT_VOCABULARY, NOW) if item.amount]
    wanted = [amount for amount, _ in marked]
    if [_worth(item) for item in items] == wanted:
        return items
    cut = _as_marked(line)
    if len(cut) == len(marked):
        return cut
    return items[:1] if len(marked) == 1 else ()


def _worth(item: Item) -> Decimal | None:
    amount = item.proposal.amount if item.proposal else item.amount
    return amount.yuan if amount else None


def _as_marked(line: Line) -> Sequence[Item]:
    days = find_days(line.text, NOW)
    numbers = find_numbers(line.text, days)
    roles = [line.role_of(number) for number in numbers]
    paid = [
        Paid(which, number, line.way_of(number), 1.0)
        for which, number in enumerate(numbers)
        if roles[which] is NumberRole.PAID
    ]
    return weighed_items(line.text, paid, numbers, roles, days, DEFAULT_VOCABULARY) if paid else ()


def nouns_hash() -> str:
    """The SHA-256 of the examples of listed nouns: of the words of each type with their categories."""
    digest = hashlib.sha256()
    for of_type in TransactionType:
        for example in noun_examples(of_type):
            digest.update(f"{example.outcome} {' '.join(example.clues)}\n".encode())
    return digest.hexdigest()


@cache
def noun_examples(of_type: TransactionType) -> tuple[Example, ...]:
    """An example for each listed thing, with the clues of its characters alone: so unknown things are known by their parts."""
    listed = (
        (word.lower(), file.category)
        for file in map(noun_file, FILES)
        if file.type is of_type
        for telling, word in file.listed()
        if telling is Telling.THING
    )
    known = (
        (word.lower(), category.name)
        for category in DEFAULT_VOCABULARY.categories_of(of_type)
        for word in category.keywords
    )
    return tuple(
        Example(tuple(sorted(set(written_clues(word)))), name, _OF_A_NOUN) for word, name in (*listed, *known)
    )


_WORTH = {
    Telling.VERB: 512,
    Telling.WEAK: 512,
    Telling.ENDING: 896,
    Telling.THING: 1280,
    Telling.OWNER: 1024,
    Telling.RECEIVER: 1024,
    Telling.OCCASION: 1280,
}


def expected_weights(of_type: TransactionType) -> Expected:
    """What a listed word is worth for its category before any row is seen: so that rare categories trust their words too."""
    return {
        (f"{NAMED}:{listed_clue(category.name, telling)}", category.name): weight
        for category in DEFAULT_VOCABULARY.categories_of(of_type)
        for telling, weight in _WORTH.items()
    }
