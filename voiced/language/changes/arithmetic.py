"""Computes changes by rule: 都加10块, 水电的都减五块, 第一笔翻倍, 打八折, 前两笔金额对调.

Models are bad at arithmetic. Rules compute a change if the words are unambiguous.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from msgspec import Struct

from voiced.domain.batch import DraftTransaction
from voiced.domain.money import Money
from voiced.domain.transaction import Correction, FieldChange
from voiced.language.numbers.amounts import find_amounts
from voiced.language.numbers.numerals import DIGITS
from voiced.language.numbers.ordinals import find_ordinals
from voiced.language.rows import NoSuchRow, find_rows, numbered
from voiced.language.text.phrases import phrases

_Compute = Callable[[Decimal], Decimal]


class _Operation(Struct, frozen=True):
    """A computation on an amount, and its place in the text."""

    start: int
    end: int
    compute: _Compute


_PHRASES = phrases("arithmetic")
_ADD = _PHRASES["add"]
_SUBTRACT = _PHRASES["subtract"]
_FACTOR = _PHRASES["factor"]
_TIMES = {"二": 2, "两": 2, "三": 3, "四": 4, "五": 5}
_SWAP = _PHRASES["swap"]
_AMOUNT_WORDS = _PHRASES["amount_words"]
_OTHER_FIELDS = _PHRASES["other_fields"]
_ALL = _PHRASES["all"]
_EXCEPT = _PHRASES["except"]
_IDLE = _PHRASES["idle"]
_TWO = _PHRASES["two"]
_REST = _PHRASES["rest"]


def computed_changes(said: str, items: Sequence[DraftTransaction]) -> tuple[Correction, ...]:
    """The computed changes that normalised text asks for; empty without such a request, or if the text is ambiguous."""
    if _OTHER_FIELDS.search(_FACTOR.sub("", said)) and not _ALL.search(said):
        return ()
    if _SWAP.search(said) and not _holds_value(said):
        return _swapped(said, items)
    return _calculated(said, items)


def _holds_value(said: str) -> bool:
    """Whether the words give an amount: 「打车五十三，说反了」 swaps the digits of one number. 「俩数」 gives none."""
    return any(mention.is_explicit or mention.end - mention.start > 1 for mention in find_amounts(said))


def _calculated(said: str, items: Sequence[DraftTransaction]) -> tuple[Correction, ...]:
    operations = _operations(said)
    if not operations or not _REST.fullmatch(said, operations[-1].end):
        return ()
    changed: dict[int, Money] = {}
    at = 0
    for operation in operations:
        rows = _rows(said[at : operation.start], items)
        at = operation.end
        for row in rows:
            money = _applied(operation.compute, row.result.amount)
            if money is None or row.index in changed:
                return ()
            changed[row.index] = money
        if not rows:
            return ()
    return tuple(Correction(index, FieldChange(amount=money)) for index, money in sorted(changed.items()))


def _operations(said: str) -> tuple[_Operation, ...]:
    """All operations in order; empty if an amount in the text belongs to no operation."""
    found = [
        _Operation(match.start(), match.end(), _times(_factor(match))) for match in _FACTOR.finditer(said)
    ]
    for mention in find_amounts(said):
        if any(operation.start <= mention.start < operation.end for operation in found):
            continue  # 「翻两倍」「打八折」
        before = said[: mention.start]
        add, subtract = _ADD.search(before), _SUBTRACT.search(before)
        told = add or subtract
        if mention.amount is None or told is None:
            return ()
        yuan = mention.amount.yuan if add else -mention.amount.yuan
        found.append(_Operation(told.start(), mention.end, _plus(yuan)))
    return tuple(sorted(found, key=lambda operation: operation.start))


def _factor(match: re.Match[str]) -> Decimal:
    if match["half"]:
        return Decimal("0.5")
    if match["tens"] or match["tenth"]:
        return Decimal(10) if match["tens"] else Decimal("0.1")
    if match["off"]:
        digits = [
            DIGITS[digit] if digit in DIGITS else int(digit)
            for digit in match["off"] + (match["five"] or "0")
        ]
        return Decimal(digits[0]) / 10 + Decimal(digits[1]) / 100
    return Decimal(_TIMES[match["times"]] if match["times"] else 2)


def _plus(yuan: Decimal) -> _Compute:
    return lambda amount: amount + yuan


def _times(factor: Decimal) -> _Compute:
    return lambda amount: amount * factor


def _applied(compute: _Compute, amount: Money | None) -> Money | None:
    """The new amount; None if the row has no amount, or cannot have the new one."""
    money = None if amount is None else Money.from_yuan(compute(amount.yuan))
    return money if money is not None and money.is_recordable else None


def _rows(words: str, items: Sequence[DraftTransaction]) -> tuple[DraftTransaction, ...]:
    """The rows that words before an operation name; empty if they are ambiguous."""
    if excepted := _EXCEPT.search(words):
        named = _named(excepted["words"], items)
        rest = words[: excepted.start()] + words[excepted.end() :]
        if not named or _IDLE.sub("", _ALL.sub("", rest)):
            return ()
        return tuple(item for item in items if item not in named)
    is_all = _ALL.search(words) is not None
    named = _named(_ALL.sub("", words), items)
    if named is None:
        return tuple(items) if is_all or len(items) == 1 else ()
    return named if is_all or len(named) == 1 or find_ordinals(words) else ()


def _named(words: str, items: Sequence[DraftTransaction]) -> tuple[DraftTransaction, ...] | None:
    """The rows that words name by number or description; () if these do not exist, None if the words name no row."""
    mentions = find_ordinals(words)
    for mention in reversed(mentions):
        words = words[: mention.start] + words[mention.end :]
    if _TWO.search(words) and len(items) != 2:
        return ()
    numbers = [number for mention in mentions for number in mention.numbers]
    rows = numbered(numbers, items)
    if isinstance(rows, NoSuchRow):
        return ()
    description = _IDLE.sub("", _TWO.sub("", words))
    if rows:
        return () if description else rows
    if not description:
        return None
    fitting = find_rows(description, items)
    return tuple(item for item in items if item.index in fitting)


def _swapped(said: str, items: Sequence[DraftTransaction]) -> tuple[Correction, ...]:
    """The two corrections that swap the amounts of two rows; empty if the words are ambiguous."""
    words = _AMOUNT_WORDS.sub("", _SWAP.sub("，", said))
    named = _named(_ALL.sub("", words), items)
    if named is None:
        named = tuple(items)
    elif not named:
        named = _both_described(words, items)
    if len(named) != 2:
        return ()
    one, other = named
    if one.result.amount is None or other.result.amount is None:
        return ()
    return (
        Correction(one.index, FieldChange(amount=other.result.amount)),
        Correction(other.index, FieldChange(amount=one.result.amount)),
    )


def _both_described(words: str, items: Sequence[DraftTransaction]) -> tuple[DraftTransaction, ...]:
    """The two rows of 「打车和奶茶」; empty unless each description fits exactly one row."""
    found: list[DraftTransaction] = []
    for part in re.split("[和跟与、，]", words):
        description = _IDLE.sub("", part)
        fitting = find_rows(description, items) if description else ()
        if description and len(fitting) != 1:
            return ()
        found += [item for item in items if item.index in fitting]
    return tuple(found)
