"""Whether sentences of the corpus are read as they are marked: amounts and types of the rows, or no row at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from msgspec import Struct

from training.corpus import Line, Span
from voiced.domain.transaction import TransactionType
from voiced.language.numbers.amounts import find_amounts
from voiced.language.readings.numbers import SentenceKind
from voiced.language.text.spelling import normalise

_TYPES = {"a": TransactionType.EXPENSE, "i": TransactionType.INCOME, "m": TransactionType.TRANSFER}

Row = tuple[Decimal, str]
"""Amount and type."""


class Judged(Struct, frozen=True):
    """A line, and whether it is read as it is marked."""

    line: Line
    is_right: bool


class Flips(Struct, frozen=True):
    """The sentences of a class whose reading became right or became wrong.

    Attributes:
        lines: all sentences of the class.
        right_before: sentences that were right.
        right_now: sentences that are right.
        gained: sentences that became right.
        lost: sentences that became wrong.
    """

    lines: int
    right_before: int
    right_now: int
    gained: tuple[str, ...]
    lost: tuple[str, ...]


def rows_marked(line: Line) -> tuple[Row, ...] | None:
    """The rows by the marks of a line; None if a mark holds no plain amount (around twenty, a typing mistake)."""
    if line.telling is not SentenceKind.ENTRY:
        return ()
    if line.worked_out:
        kinds = [_TYPES[span.mark] for span in line.paid] or [TransactionType.EXPENSE]
        return tuple((amount, kinds[min(at, len(kinds) - 1)]) for at, amount in enumerate(line.worked_out))
    rows = [_row(line, span) for span in line.paid]
    return None if not rows or None in rows else tuple(row for row in rows if row)


def _row(line: Line, span: Span) -> Row | None:
    amounts = [mention.amount for mention in find_amounts(normalise(line.said[span.start : span.end]))]
    match amounts:
        case [amount] if amount is not None:
            return amount.yuan, _TYPES[span.mark]
        case _:
            return None


def judge(lines: Iterable[Line], answers: Iterable[Iterable[Row]]) -> Iterator[Judged]:
    """Compare what a reader answered to each line with its marks. Lines whose marks hold no plain amount are left out."""
    for line, rows in zip(lines, answers, strict=True):
        marked = rows_marked(line)
        if marked is not None:
            yield Judged(line, tuple(rows) == marked)


def flips(before: Iterable[Judged], now: Iterable[Judged]) -> Mapping[str, Flips]:
    """The flips between two readers of the same lines, by class: the file of the corpus, and the tellings without rows."""
    pairs: dict[str, list[tuple[Judged, Judged]]] = {}
    for old, new in zip(before, now, strict=True):
        pairs.setdefault(class_of(old.line), []).append((old, new))
    return {name: _flips(of_class) for name, of_class in sorted(pairs.items())}


def class_of(line: Line) -> str:
    """The class in which a line is counted: what it tells of, or what is hard about its numbers."""
    match line.telling:
        case SentenceKind.ENTRY:
            return _hardest(line)
        case telling:
            return f"no entry: {telling.name.lower()}"


def _hardest(line: Line) -> str:
    marks = {span.mark for span in line.spans}
    if line.is_template:
        return "made of templates"
    if "w" in marks or "r" in marks:
        return "repair"
    if len(line.paid) > 1:
        return "several entries"
    if "x" in marks:
        return "prices, change, shares"
    if "u" in marks or "q" in marks:
        return "quantity and unit price"
    if "n" in marks:
        return "number in a name"
    if "m" in marks:
        return "transfer"
    return "income" if "i" in marks else "plain"


def _flips(pairs: list[tuple[Judged, Judged]]) -> Flips:
    return Flips(
        len(pairs),
        sum(old.is_right for old, _ in pairs),
        sum(new.is_right for _, new in pairs),
        tuple(new.line.said for old, new in pairs if new.is_right and not old.is_right),
        tuple(new.line.said for old, new in pairs if old.is_right and not new.is_right),
    )
