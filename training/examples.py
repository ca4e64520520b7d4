"""The examples that a line of the corpus gives to the three regressions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from training.corpus import Line
from training.regression import Example
from voiced.domain.vocabulary import DEFAULT_VOCABULARY
from voiced.language.days.dates import find_days
from voiced.language.readings.clues import number_clues, role_clues
from voiced.language.readings.direction import way_clues
from voiced.language.readings.numbers import NumberRole, SentenceKind, find_numbers
from voiced.language.readings.occurrence import telling_clues
from voiced.language.readings.outline import Outline, outline
from voiced.language.readings.reading import row_edges

NOW = datetime.fromisoformat("2026-11-21T10:30:00")
_OF_A_TEMPLATE, _BY_HAND = 3, 8


def drawn(line: Line) -> Outline:
    """The outline of the sentence."""
    days = find_days(line.text, NOW)
    return outline(line.text, find_numbers(line.text, days), days, DEFAULT_VOCABULARY)


def role_examples(line: Line, sketch: Outline) -> Iterator[Example]:
    """An example for each number of an entry; what is no entry has no roles."""
    if line.telling is not SentenceKind.ENTRY:
        return
    before: list[str] = []
    for which, clues in enumerate(number_clues(sketch)):
        role = line.role_of(sketch.numbers[which])
        yield Example((*clues, *role_clues(sketch, which, before)), role.value, _weight(line))
        before.append(role.value)


def way_examples(line: Line, sketch: Outline) -> Iterator[Example]:
    """An example for each paid amount of an entry."""
    if line.telling is not SentenceKind.ENTRY:
        return
    paid = [which for which, number in enumerate(sketch.numbers) if line.role_of(number) is NumberRole.PAID]
    for at, which in enumerate(paid):
        way = line.way_of(sketch.numbers[which])
        yield Example(way_clues(sketch, which, *row_edges(sketch, paid, at)), way.value, _weight(line))


def telling_example(line: Line, sketch: Outline) -> Example:
    """The example for what the whole sentence does."""
    return Example(telling_clues(sketch), line.telling.value, _weight(line))


def _weight(line: Line) -> int:
    return _OF_A_TEMPLATE if line.is_template else _BY_HAND
