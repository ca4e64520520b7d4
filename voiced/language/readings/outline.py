"""The outline of a sentence: its characters with a sign for each number, day and share of a price."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from voiced.domain.transaction import TransactionType
from voiced.domain.vocabulary import Vocabulary
from voiced.language.days.dates import DateMention
from voiced.language.names.categories import find_keywords
from voiced.language.numbers.numerals import is_measure
from voiced.language.readings.numbers import Number, rates

BREAKS = frozenset("，。、；？^$")
"""The signs of an outline at which a clause ends."""


class Outline(Struct, frozen=True):
    """A sentence as a row of characters in which a number is `#`, a day `@` and a share of a price `%`.

    Attributes:
        characters: them, with `^` before and `$` behind.
        numbers: the numbers of the sentence.
        places: the place of each number among the characters.
        said: the words of each number.
        is_counted: whether a measure word follows, for each number.
        things: the places where words of categories end, each with the type and the name of its category.
    """

    characters: str
    numbers: tuple[Number, ...]
    places: tuple[int, ...]
    said: tuple[str, ...]
    is_counted: tuple[bool, ...]
    things: dict[int, str]
    text: str
    at: dict[int, int]

    def words(self, left: int, right: int) -> str:
        """The words between two places of the outline."""
        return self.text[self.at[left] : self.at[right]]


def outline(
    text: str, numbers: Sequence[Number], days: Sequence[DateMention], vocabulary: Vocabulary
) -> Outline:
    """The outline of normalised text, with numbers and days that do not overlap."""
    spans = [(number.start, number.end, "#") for number in numbers]
    spans += [(day.start, day.end, "@") for day in days]
    spans += [(*rate, "%") for rate in rates(text) if not any(_overlap(rate, other) for other in spans)]
    spans.sort()
    parts = ["^"]
    at, length = 0, 1
    places: list[int] = []
    new_place: dict[int, int] = {}
    for start, end, sign in spans:
        for old in range(at, start + 1):
            new_place[old] = length + old - at
        parts.append(text[at:start])
        length += start - at
        if sign == "#":
            places.append(length)
        parts.append(sign)
        length += 1
        at = end
    for old in range(at, len(text) + 1):
        new_place[old] = length + old - at
    parts.append(text[at:])
    parts.append("$")
    ends = {
        new_place[word.end]: f"{of_type.value[0]}{word.category.name}"
        for of_type in (TransactionType.EXPENSE, TransactionType.INCOME)
        for word in find_keywords(text, of_type, vocabulary)
        if word.end in new_place
    }
    return Outline(
        "".join(parts),
        tuple(numbers),
        tuple(places),
        tuple(text[number.start : number.end] for number in numbers),
        tuple(is_measure(text, number.end) for number in numbers),
        ends,
        text,
        {
            **{new: old for old, new in reversed(new_place.items())},
            0: 0,
            length + len(text) - at + 1: len(text),
        },
    )


def _overlap(one: tuple[int, int], other: tuple[int, int, str]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def form_of(number: Number) -> str:
    """Whether a number is money with its unit (e), money without one (b), or no money (n)."""
    return "e" if number.is_explicit else "b" if number.is_money else "n"


def magnitude(value: Decimal | None) -> str:
    """The place of the first figure of a value, and whether it ends with a part of a yuan or with ten."""
    if value is None:
        return "vague"
    exponent = value.adjusted() if value else -9
    is_whole = value == value.to_integral_value()
    last = "." if not is_whole else "0" if not int(value) % 10 else ""
    return f"{exponent}{last}"
